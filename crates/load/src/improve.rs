//! Tests made costlier by changing their inputs and running them.
//!
//! A search by paths sees what decides between paths, and nothing of what it had to fix on the way: a hash value, a
//! place in a table. Runs see everything, one input at a time, thousands of times a second. So each does what it is good
//! at, one after the other.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use worstcase_explore::{Input, RunEnd, StartError, Subject, Watch};
use worstcase_machine::process::{Costs, Given, Outcome};
use worstcase_machine::{SplitMix, Unobserved};

use crate::mutate;
use crate::trace::Trace;

/// What is run, and what counts.
pub struct Runs<'a> {
    /// The program at a size.
    pub subject: &'a Subject,
    /// What counts.
    pub cost: &'a (dyn Fn(&Costs) -> i64 + Sync),
    /// Whether tests have to stay as different from each other as they are, about.
    pub diverse: bool,
}

/// What a test that is changed may not become like.
struct Kind<'t> {
    others: Vec<&'t Trace>,
    /// How different it has to stay from each.
    least: f64,
}

/// A changed test has to keep this share of how different it was.
const KEPT: f64 = 0.5;

/// An input, and what it costs.
#[derive(Clone, Debug)]
pub struct Costed {
    /// The input.
    pub input: Vec<Input>,
    /// What it costs.
    pub cost: i64,
    /// All instructions of its run.
    pub executed: u64,
}

impl Runs<'_> {
    /// Runs an input: what it costs, if that counts, and how many instructions it was.
    fn run(&self, input: &[Input], watch: &Watch) -> Result<(Option<i64>, u64), StartError> {
        let mut given = Given::bits(input.iter().map(|input| input.bits).collect());
        let ran = match self.subject.run_watched(&mut given, &mut Unobserved, watch) {
            Ok(ran) => ran,
            // An input that is there from the beginning does not fit.
            Err(StartError::Input(_)) => return Ok((None, 1)),
            Err(error) => return Err(error),
        };
        let Some((costs, end)) = ran else { return Ok((None, 0)) };
        let counts = !matches!(end, RunEnd::Stopped(_) | RunEnd::Ended(Outcome::Dropped));
        Ok((counts.then(|| (self.cost)(&costs)), costs.executed))
    }

    /// Runs an input, and keeps it with its cost if that counts.
    pub fn costed(&self, input: Vec<Input>, watch: &Watch) -> Result<Option<Costed>, StartError> {
        let (cost, executed) = self.run(&input, watch)?;
        Ok(cost.map(|cost| Costed { input, cost, executed }))
    }

    /// Makes each test costlier, with so many instructions for each, on so many threads. Which thread does what makes no
    /// difference.
    pub fn improve(
        &self,
        tests: &[Costed],
        instructions: u64,
        threads: usize,
        seed: u64,
        watch: &Watch,
    ) -> Result<Vec<Costed>, StartError> {
        let others: Vec<&[Input]> = tests.iter().map(|test| &test.input[..]).collect();
        let traces: Vec<Trace> = match self.diverse {
            true => tests.iter().map(|test| self.trace(&test.input, watch)).collect::<Result<_, _>>()?,
            false => Vec::new(),
        };
        let results: Vec<Mutex<Result<Costed, StartError>>> =
            tests.iter().map(|test| Mutex::new(Ok(test.clone()))).collect();
        let next = AtomicUsize::new(0);
        let work = || {
            while let Some(test) = tests.get(next.fetch_add(1, Ordering::Relaxed)) {
                let number = others.iter().position(|other| std::ptr::eq(*other, &test.input[..]));
                let number = number.expect("it is one of them");
                let seed = SplitMix(seed ^ number as u64).next_bits();
                let climbed = self.climb(test, &others, &kind(&traces, number), instructions, seed, watch);
                *results[number].lock().unwrap_or_else(|poisoned| poisoned.into_inner()) = climbed;
            }
        };
        std::thread::scope(|scope| {
            for _ in 1..threads.min(tests.len()) {
                scope.spawn(work);
            }
            work();
        });
        let inner = |result: Mutex<_>| result.into_inner().unwrap_or_else(|poisoned| poisoned.into_inner());
        results.into_iter().map(inner).collect()
    }

    fn climb(
        &self,
        test: &Costed,
        others: &[&[Input]],
        kind: &Kind<'_>,
        instructions: u64,
        seed: u64,
        watch: &Watch,
    ) -> Result<Costed, StartError> {
        let mut random = SplitMix(seed);
        let (mut best, mut spent) = (test.clone(), 0);
        while spent < instructions && !watch.is_stopped() {
            let input = mutate::changed(&best.input, others, &mut random);
            let (cost, executed) = self.run(&input, watch)?;
            // To begin a run costs something, too.
            spent += executed + BEGINNING;
            if let Some(cost) = cost
                && (cost, executed) >= (best.cost, best.executed)
                && self.is_of_kind(&input, kind, &mut spent, watch)?
            {
                best = Costed { input, cost, executed };
                watch.worst.fetch_max(cost, Ordering::Relaxed);
            }
            watch.paths.fetch_add(1, Ordering::Relaxed);
        }
        Ok(best)
    }
}

impl Runs<'_> {
    /// What a run decides.
    fn trace(&self, input: &[Input], watch: &Watch) -> Result<Trace, StartError> {
        let mut trace = Trace::default();
        let bits = input.iter().map(|input| input.bits).collect();
        self.subject.completed(bits, &mut trace, watch)?;
        Ok(trace)
    }

    /// Whether an input is not too much like other tests. That takes another run, so it is asked only of costly ones.
    fn is_of_kind(
        &self,
        input: &[Input],
        kind: &Kind<'_>,
        spent: &mut u64,
        watch: &Watch,
    ) -> Result<bool, StartError> {
        if kind.others.is_empty() {
            return Ok(true);
        }
        let trace = self.trace(input, watch)?;
        *spent += trace.len();
        Ok(kind.others.iter().all(|other| other.difference(&trace) >= kind.least))
    }
}

/// What one of several tests may not become like.
fn kind(traces: &[Trace], number: usize) -> Kind<'_> {
    let Some(own) = traces.get(number) else { return Kind { others: Vec::new(), least: 0.0 } };
    let others: Vec<&Trace> =
        traces.iter().enumerate().filter(|(other, _)| *other != number).map(|(_, trace)| trace).collect();
    let nearest = others.iter().map(|other| own.difference(other)).fold(1.0, f64::min);
    Kind { others, least: KEPT * nearest }
}

/// What it costs to begin a run, in instructions.
const BEGINNING: u64 = 20_000;
