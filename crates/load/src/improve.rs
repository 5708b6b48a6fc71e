//! Tests made costlier by changing their inputs and running them.
//!
//! A search by paths sees what decides between paths, and nothing of what it had to fix on the way: a hash value, a
//! place in a table. Runs see everything, one input at a time, thousands of times a second. So each does what it is good
//! at, one after the other.

use std::cmp::Reverse;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use worstcase_explore::{Input, RunEnd, StartError, Subject, Watch};
use worstcase_machine::process::{Costs, Given, Outcome};
use worstcase_machine::{SplitMix, Unobserved};

use crate::draft::{Costed, Draft};
use crate::mutate;
use crate::suite::How;
use crate::trace::Trace;

/// What is run, and what counts.
pub(crate) struct Runs<'a> {
    /// The program at a size.
    pub(crate) subject: &'a Subject,
    /// The number of the measure.
    pub(crate) measure: usize,
    /// What counts.
    pub(crate) cost: &'a (dyn Fn(&Costs) -> i64 + Sync),
    /// Whether tests have to stay as different from each other as they are, about.
    pub(crate) diverse: bool,
}

/// What a test that is changed may not become like.
struct Kind<'t> {
    others: Vec<&'t Trace>,
    /// How different it has to stay from each.
    least: f64,
}

/// What there is to change tests with.
pub(crate) struct Means {
    /// So many instructions in all.
    pub(crate) instructions: u64,
    pub(crate) threads: usize,
    pub(crate) seed: u64,
}

/// A changed test has to keep this share of how different it was.
const KEPT: f64 = 0.5;

/// What it costs to begin a run, in instructions.
const BEGINNING: u64 = 20_000;

/// The costliest of the tests get as much again as all together: one in so many.
const FAVOURED: usize = 4;

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

    /// Runs an input: what it costs and all instructions, if that counts.
    pub(crate) fn costs(&self, input: &[Input], watch: &Watch) -> Result<Option<(i64, u64)>, StartError> {
        let (cost, executed) = self.run(input, watch)?;
        Ok(cost.map(|cost| (cost, executed)))
    }

    /// A test made of an input, if its run counts.
    pub(crate) fn draft(
        &self,
        bits: Vec<u64>,
        branches: u64,
        how: How,
        watch: &Watch,
    ) -> Result<Option<Draft>, StartError> {
        let mut trace = Trace::default();
        let (input, costs, end) = match self.subject.completed(bits, &mut trace, watch) {
            Ok(ran) => ran,
            Err(StartError::Input(_)) => return Ok(None),
            Err(error) => return Err(error),
        };
        let counts = !matches!(end, RunEnd::Ended(Outcome::Dropped) | RunEnd::Interrupted);
        let costed = Costed { input, cost: (self.cost)(&costs), executed: costs.executed };
        let made_for = self.measure;
        Ok(counts.then_some(Draft { costed, branches, how, made_for, trace, costs, end }))
    }

    /// Makes tests costlier: all of them, and then those that are costliest by then. Which thread does what makes no
    /// difference.
    pub(crate) fn improve(
        &self,
        tests: Vec<Draft>,
        means: &Means,
        watch: &Watch,
    ) -> Result<Vec<Draft>, StartError> {
        let halves = Means { instructions: means.instructions / 2, ..*means };
        let mut tests = self.improve_all(tests, usize::MAX, &halves, watch)?;
        tests.sort_by_key(|test| Reverse((test.costed.cost, test.costed.executed)));
        let favoured = tests.len().div_ceil(FAVOURED);
        self.improve_all(tests, favoured, &Means { seed: !means.seed, ..halves }, watch)
    }

    /// Makes the first so many tests costlier, each with an equal share.
    fn improve_all(
        &self,
        tests: Vec<Draft>,
        count: usize,
        means: &Means,
        watch: &Watch,
    ) -> Result<Vec<Draft>, StartError> {
        let count = count.min(tests.len());
        let each = means.instructions / count.max(1) as u64;
        let results: Vec<Mutex<Result<Option<Draft>, StartError>>> =
            (0..count).map(|_| Mutex::new(Ok(None))).collect();
        let next = AtomicUsize::new(0);
        let work = || {
            loop {
                let number = next.fetch_add(1, Ordering::Relaxed);
                let Some(result) = results.get(number) else { return };
                let climbed = self.climb(number, &tests, each, means.seed, watch);
                *result.lock().unwrap_or_else(PoisonError::into_inner) = climbed;
            }
        };
        std::thread::scope(|scope| {
            for _ in 1..means.threads.min(count) {
                scope.spawn(work);
            }
            work();
        });
        let mut tests = tests;
        for (test, result) in tests.iter_mut().zip(results) {
            if let Some(better) = result.into_inner().unwrap_or_else(PoisonError::into_inner)? {
                *test = better;
            }
        }
        Ok(tests)
    }

    /// Changes a test for so many instructions: the costliest that came of it, if one did.
    fn climb(
        &self,
        number: usize,
        tests: &[Draft],
        instructions: u64,
        seed: u64,
        watch: &Watch,
    ) -> Result<Option<Draft>, StartError> {
        let mut random = SplitMix(SplitMix(seed ^ number as u64).next_bits());
        let others: Vec<&[Input]> = tests.iter().map(|test| &test.costed.input[..]).collect();
        let kind = if self.diverse { kind(tests, number) } else { Kind { others: Vec::new(), least: 0.0 } };
        let (mut best, mut spent) = (None, 0);
        while spent < instructions && !watch.is_stopped() {
            let now = &best.as_ref().unwrap_or(&tests[number]).costed;
            let input = mutate::changed(&now.input, &others, &mut random);
            let (cost, executed) = self.run(&input, watch)?;
            // To begin a run costs something, too.
            spent += executed + BEGINNING;
            if let Some(cost) = cost
                && (cost, executed) >= (now.cost, now.executed)
                && input != now.input
            {
                // Another run says what it does, and whether that is too much like another test.
                let bits = input.iter().map(|input| input.bits).collect();
                spent += executed;
                let made = self.draft(bits, tests[number].branches, How::Changed, watch)?;
                let is_apart = |trace: &Trace| kind.others.iter().all(|other| other.difference(trace) >= kind.least);
                if let Some(made) = made.filter(|made| is_apart(&made.trace)) {
                    best = Some(made);
                    watch.worst.fetch_max(cost, Ordering::Relaxed);
                }
            }
            watch.paths.fetch_add(1, Ordering::Relaxed);
        }
        Ok(best)
    }
}

/// What one of several tests may not become like.
fn kind(tests: &[Draft], number: usize) -> Kind<'_> {
    let others = tests.iter().enumerate().filter(|(other, _)| *other != number);
    let others: Vec<&Trace> = others.map(|(_, test)| &test.trace).collect();
    let own = &tests[number].trace;
    let nearest = others.iter().map(|other| own.difference(other)).fold(1.0, f64::min);
    Kind { others, least: KEPT * nearest }
}
