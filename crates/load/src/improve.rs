//! Tests made costlier by changing their inputs and running them.
//!
//! A search by paths sees what decides between paths, and nothing of what it had to fix on the way: a hash value, a
//! place in a table. Runs see everything, one input at a time, thousands of times a second. So each does what it is good
//! at, one after the other.

use std::cmp::Reverse;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use worstcase_explore::{Fitted, Input, Many, ManyRun, RunEnd, StartError, Subject, Wanted, Watch};
use worstcase_machine::process::{Costs, Outcome};
use worstcase_machine::{Observer, SplitMix, Unobserved};

use crate::draft::{Costed, Draft};
use crate::mutate;
use crate::suite::How;
use crate::trace::Trace;

/// What is run, and what counts.
pub(crate) struct Runs<'a> {
    /// The program at a size.
    pub(crate) subject: &'a Subject,
    /// The number of the measure, and whether that is memory.
    pub(crate) measure: (usize, bool),
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

/// One of many runs.
#[derive(Default)]
pub(crate) struct OneRun {
    /// The input with what it costs, if that counts.
    pub(crate) costed: Option<Costed>,
    /// How many instructions it was.
    pub(crate) executed: u64,
    /// How often it took each side of a conditional, if that was asked for.
    pub(crate) sides: Vec<u32>,
}

/// What there is to change tests with.
pub(crate) struct Means {
    /// So many instructions in all.
    pub(crate) instructions: u64,
    pub(crate) threads: usize,
    pub(crate) seed: u64,
    /// For inputs that are kept, in bytes.
    pub(crate) memory: usize,
}

/// A changed test has to keep this share of how different it was.
const KEPT: f64 = 0.5;

/// What it costs to begin a run, in instructions.
pub(crate) const BEGINNING: u64 = 8_000;

/// The costliest of the tests get as much again as all together: one in so many.
const FAVOURED: usize = 4;

impl Runs<'_> {
    /// Runs an input, which is brought into the ranges that the program asks for: what it costs, if that counts, and how many
    /// instructions it was.
    pub(crate) fn run(
        &self,
        input: &[Input],
        observer: &mut impl Observer,
        watch: &Watch,
    ) -> Result<(Option<Costed>, u64), StartError> {
        let bits = input.iter().map(|input| input.bits).collect();
        let (costed, end, _) = match self.fitted(bits, observer, watch) {
            Ok(ran) => ran,
            // An input that is there from the beginning does not fit.
            Err(StartError::Input(_)) => return Ok((None, 1)),
            Err(error) => return Err(error),
        };
        let executed = costed.executed;
        Ok((counts(&end).then_some(costed), executed))
    }

    /// For runs of about so many instructions in all, by one thread.
    pub(crate) fn many(&self, sides: bool, instructions: u64, watch: &Watch) -> Many<'_> {
        self.subject.many(Wanted { sides, used: self.measure.1 }, instructions, watch)
    }

    /// Runs many inputs, in order.
    pub(crate) fn run_many(
        &self,
        many: &mut Many<'_>,
        inputs: &[Vec<Input>],
        watch: &Watch,
    ) -> Result<Vec<OneRun>, StartError> {
        let costed = |run: ManyRun| {
            let tie = if self.measure.1 { run.used } else { run.costs.executed };
            let executed = run.costs.executed;
            let costed = Costed { input: run.input, cost: (self.cost)(&run.costs), tie, executed };
            OneRun { costed: counts(&run.end).then_some(costed), executed, sides: run.sides }
        };
        match many.run(inputs, watch) {
            Ok(runs) => Ok(runs.into_iter().map(costed).collect()),
            // An input that is there from the beginning does not fit.
            Err(StartError::Input(_)) => Ok(inputs.iter().map(|_| OneRun::default()).collect()),
            Err(error) => Err(error),
        }
    }

    fn fitted(
        &self,
        bits: Vec<u64>,
        observer: &mut impl Observer,
        watch: &Watch,
    ) -> Result<(Costed, RunEnd, Costs), StartError> {
        let mut fitted = self.subject.fitted(bits, observer, watch)?;
        let tie = if self.measure.1 { fitted.used() } else { fitted.costs.executed };
        let Fitted { input, costs, end, .. } = fitted;
        let costed = Costed { input, cost: (self.cost)(&costs), tie, executed: costs.executed };
        Ok((costed, end, costs))
    }

    /// What an input costs, if that counts.
    pub(crate) fn costed(&self, input: &[Input], watch: &Watch) -> Result<Option<Costed>, StartError> {
        Ok(self.run(input, &mut Unobserved, watch)?.0)
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
        let (costed, end, costs) = match self.fitted(bits, &mut trace, watch) {
            Ok(ran) => ran,
            Err(StartError::Input(_)) => return Ok(None),
            Err(error) => return Err(error),
        };
        let counts = !matches!(end, RunEnd::Ended(Outcome::Dropped) | RunEnd::Interrupted);
        let made_for = self.measure.0;
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
        tests.sort_by_key(|test| Reverse(test.costed.rank()));
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
        let results: Vec<Mutex<Result<Vec<Draft>, StartError>>> =
            (0..count).map(|_| Mutex::new(Ok(Vec::new()))).collect();
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
        for (number, result) in results.into_iter().enumerate() {
            let mut made = result.into_inner().unwrap_or_else(PoisonError::into_inner)?;
            if self.diverse {
                made.drain(..).for_each(|better| tests[number] = better);
            }
            tests.extend(made);
        }
        Ok(tests)
    }

    /// Changes a test for so many instructions: the costliest that came of it, if one did. If tests need not differ, those that came
    /// next to it as well.
    fn climb(
        &self,
        number: usize,
        tests: &[Draft],
        instructions: u64,
        seed: u64,
        watch: &Watch,
    ) -> Result<Vec<Draft>, StartError> {
        let mut random = SplitMix(SplitMix(seed ^ number as u64).next_bits());
        let others: Vec<&[Input]> = tests.iter().map(|test| &test.costed.input[..]).collect();
        let kind = if self.diverse { kind(tests, number) } else { Kind { others: Vec::new(), least: 0.0 } };
        let (mut best, mut spent): (Option<Draft>, u64) = (None, 0);
        let mut next = Next::default();
        while spent < instructions && !watch.is_stopped() {
            let now = &best.as_ref().unwrap_or(&tests[number]).costed;
            let input = mutate::changed(&now.input, &others, &mut random);
            let (made, executed) = self.run(&input, &mut Unobserved, watch)?;
            // To begin a run costs something, too.
            spent += executed + BEGINNING;
            if let Some(made) = &made
                && !self.diverse
            {
                next.add(made);
            }
            if let Some(made) = made
                && made.rank() >= now.rank()
                && made.input != now.input
            {
                // Another run says what it does, and whether that is too much like another test.
                let bits = made.input.iter().map(|input| input.bits).collect();
                spent += executed;
                let made = self.draft(bits, tests[number].branches, How::Changed, watch)?;
                let is_apart =
                    |trace: &Trace| kind.others.iter().all(|other| other.difference(trace) >= kind.least);
                if let Some(made) = made.filter(|made| is_apart(&made.trace)) {
                    watch.worst.fetch_max(made.costed.cost, Ordering::Relaxed);
                    best = Some(made);
                }
            }
            watch.paths.fetch_add(1, Ordering::Relaxed);
        }
        // A test that only looks different stays as it was.
        let is_better = |draft: &Draft| draft.costed.rank() > tests[number].costed.rank();
        let mut made: Vec<Draft> = best.into_iter().filter(is_better).collect();
        for costed in next.0 {
            let bits = costed.input.iter().map(|input| input.bits).collect();
            made.extend(self.draft(bits, tests[number].branches, How::Changed, watch)?);
        }
        Ok(made)
    }
}

/// So many changes are made before the first of them is run: a message to a native child takes as long as a short run.
pub(crate) const TOGETHER: u64 = 16;

/// How many changes to run together if there are so many instructions left and each takes about so many.
pub(crate) fn together(left: u64, once: u64) -> u64 {
    (left / once.max(1) / TOGETHER).clamp(1, TOGETHER)
}

/// Whether a run that ended so says anything.
fn counts(end: &RunEnd) -> bool {
    !matches!(end, RunEnd::Stopped(_) | RunEnd::Ended(Outcome::Dropped) | RunEnd::Interrupted)
}

/// The costliest inputs that were run, the costliest first.
#[derive(Default)]
struct Next(Vec<Costed>);

/// So many of them are kept.
const NEXT: usize = 16;

impl Next {
    fn add(&mut self, costed: &Costed) {
        let place = self.0.partition_point(|other| other.rank() >= costed.rank());
        if place < NEXT && self.0.iter().all(|other| other.input != costed.input) {
            self.0.insert(place, costed.clone());
            self.0.truncate(NEXT);
        }
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
