//! Runs of the whole pipeline: what a test really costs, what changing it adds, and what random inputs come to.

use std::cmp::Reverse;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use worstcase_explore::{Attendant, Input, StdinPart, Watch, attended};
use worstcase_load::changed;
use worstcase_machine::process::{Costs, InputKind};
use worstcase_machine::{Spent, SplitMix};

use super::Composer;
use super::channel::{Channel, parts};
use super::relax::Relaxed;
use super::suite::{PipelineHow, PipelineLine, PipelineRandom, PipelineTest};
use crate::run::{ComponentEnd, ComponentRun, PipelineRun, RunCosts, RunSettings, run, run_profiled};

/// How many instructions a run executes in the time of a unit of work.
const INSTRUCTIONS: f64 = 0.25;

/// To begin a run costs something, too: so many instructions for each component.
const BEGINNING: u64 = 50_000;

/// What the pipeline is run on.
pub(super) struct Replays<'a> {
    composer: &'a Composer<'a>,
    /// What the input is made of.
    parts: std::sync::Arc<Vec<StdinPart>>,
    /// The least and the greatest of each byte that is not fixed.
    ranges: Vec<(u8, u8)>,
    /// The instructions that are left for runs of tests once the time is up.
    overtime: AtomicU64,
}

/// So many instructions, some seconds, go to runs of what was found before the time was up. Without a limit, a component that
/// never ends would never let go.
const OVERTIME: u64 = 1_000_000_000;

/// So many source lines are kept of a test.
const LINES: usize = 12;

impl<'a> Replays<'a> {
    pub(super) fn new(composer: &'a Composer<'a>) -> Replays<'a> {
        let parts = parts(&composer.stdin, composer.size);
        let mut ranges = Vec::new();
        for part in parts.iter() {
            if let StdinPart::Inputs { count, range } = part {
                let range = range.unwrap_or((0, u8::MAX));
                ranges.extend(std::iter::repeat_n(range, *count as usize));
            }
        }
        Replays { composer, parts, ranges, overtime: AtomicU64::new(OVERTIME) }
    }

    /// All of the input, given what is not fixed.
    pub(super) fn whole(&self, free: &[u8]) -> Vec<u8> {
        let mut free = free.iter().copied();
        let mut bytes = Vec::new();
        for part in self.parts.iter() {
            match part {
                StdinPart::Inputs { count, .. } => bytes.extend(free.by_ref().take(*count as usize)),
                StdinPart::Fixed(fixed) => bytes.extend(fixed),
            }
        }
        bytes
    }

    /// What is not fixed of an input.
    pub(super) fn free(&self, whole: &[u8]) -> Vec<u8> {
        let (mut free, mut rest) = (Vec::new(), whole);
        for part in self.parts.iter() {
            let (count, is_free) = match part {
                StdinPart::Inputs { count, .. } => (*count as usize, true),
                StdinPart::Fixed(fixed) => (fixed.len(), false),
            };
            let (taken, after) = rest.split_at(count.min(rest.len()));
            if is_free {
                free.extend(taken);
            }
            rest = after;
        }
        free
    }

    /// The input that satisfies what is left of conditions. Bytes that nothing is left to say about are as in an input of the first
    /// component's path.
    pub(super) fn filled(&self, channel: &Channel, relaxed: &Relaxed, witness: &[u8]) -> Vec<u8> {
        let mut is_bound = vec![false; channel.declared.len()];
        let kept = channel.conjuncts.iter().zip(&relaxed.kept).filter(|(_, kept)| **kept);
        for (conjunct, _) in kept {
            for input in channel.terms.inputs_of(conjunct.fact) {
                is_bound[input as usize] = true;
            }
        }
        let byte = |(input, &value): (usize, &u64)| match witness.get(input) {
            Some(&byte) if !is_bound[input] => byte,
            _ => value as u8,
        };
        self.whole(&relaxed.model.iter().enumerate().map(byte).collect::<Vec<u8>>())
    }

    /// Runs the pipeline on an input.
    fn run(&self, input: &[u8], watch: &Watch) -> PipelineRun {
        run(self.composer.pipeline, input, &self.settings(&|_| watch.is_stopped()))
    }

    fn settings<'s>(&self, is_stopped: &'s (dyn Fn(Spent) -> bool + Sync)) -> RunSettings<'s> {
        let (limits, counted_functions) = (self.composer.limits, self.composer.counted_functions.clone());
        RunSettings { limits, counted_functions, is_stopped }
    }

    /// Runs it on what is to be a test, if need be in overtime.
    fn run_on(&self, input: &[u8], watch: &Watch) -> PipelineRun {
        let (seen, over) = (AtomicU64::new(0), AtomicU64::new(0));
        let is_stopped = |spent: Spent| {
            let before = seen.swap(spent.instructions, Ordering::Relaxed);
            if watch.is_stopped() {
                over.fetch_add(spent.instructions.saturating_sub(before), Ordering::Relaxed);
            }
            over.load(Ordering::Relaxed) > self.overtime.load(Ordering::Relaxed)
        };
        let run = run(self.composer.pipeline, input, &self.settings(&is_stopped));
        let (over, left) = (over.into_inner(), self.overtime.load(Ordering::Relaxed));
        self.overtime.store(left.saturating_sub(over), Ordering::Relaxed);
        run
    }

    fn cost(&self, costs: &RunCosts) -> i64 {
        (self.composer.measure.cost)(&Costs {
            conditionals: costs.conditionals,
            instructions: costs.instructions,
            calls: costs.calls,
            user: costs.user,
            memory: costs.memory,
            executed: costs.instructions,
        })
    }

    /// A test made of an input. It is run even if the time is up, for a while: what was found is not lost.
    pub(super) fn test(&self, input: Vec<u8>, how: PipelineHow, watch: &Watch) -> PipelineTest {
        let run = self.run_on(&input, watch);
        self.measured(input, how, &run)
    }

    fn measured(&self, input: Vec<u8>, how: PipelineHow, run: &PipelineRun) -> PipelineTest {
        let trouble =
            |component: &ComponentRun| Some(format!("{}: {}", component.name, component.end.trouble()?));
        PipelineTest {
            cost: self.cost(&run.total),
            per_component: run.components.iter().map(|component| self.cost(&component.costs)).collect(),
            how,
            ended: run.components.iter().find_map(trouble),
            input,
            executed: run.total.instructions + BEGINNING * run.components.len() as u64,
            ..PipelineTest::default()
        }
    }

    /// A test that nothing was done for, if running it reaches a limit: what never ends needs no search.
    pub(super) fn endless(&self, watch: &Watch) -> Option<PipelineTest> {
        let input = self.whole(&self.random_bytes(0));
        let run = self.run(&input, watch);
        let is_limit =
            |end: &ComponentEnd| matches!(end, ComponentEnd::Limit { .. } | ComponentEnd::Interrupted);
        let is_endless = run.components.iter().any(|component| is_limit(&component.end));
        is_endless.then(|| self.measured(input, PipelineHow::Random, &run))
    }

    /// Tests made of inputs, on all threads.
    pub(super) fn tests(&self, inputs: Vec<Vec<u8>>, how: PipelineHow, watch: &Watch) -> Vec<PipelineTest> {
        let results: Vec<Mutex<Option<PipelineTest>>> = inputs.iter().map(|_| Mutex::new(None)).collect();
        let next = AtomicUsize::new(0);
        let work = || {
            loop {
                let number = next.fetch_add(1, Ordering::Relaxed);
                let Some(input) = inputs.get(number) else { return };
                let test = self.test(input.clone(), how, watch);
                *results[number].lock().unwrap_or_else(PoisonError::into_inner) = Some(test);
            }
        };
        std::thread::scope(|scope| {
            for _ in 1..self.composer.options.threads.min(inputs.len()) {
                scope.spawn(work);
            }
            work();
        });
        let result =
            |result: Mutex<Option<PipelineTest>>| result.into_inner().unwrap_or_else(PoisonError::into_inner);
        results.into_iter().filter_map(result).collect()
    }

    /// How much work it was to run tests.
    pub(super) fn work_of(&self, tests: &[PipelineTest]) -> u64 {
        (tests.iter().map(|test| test.executed).sum::<u64>() as f64 / INSTRUCTIONS) as u64
    }

    /// How many bytes of an input are not fixed.
    pub(super) fn inputs(&self) -> usize {
        self.ranges.len()
    }

    /// What is not fixed of an input, each byte in its range.
    pub(super) fn within(&self, free: &[u8]) -> Vec<u8> {
        free.iter().zip(&self.ranges).map(|(&byte, &range)| within(byte, range)).collect()
    }

    /// What tests of the first component alone cost the whole.
    pub(super) fn singles(&self, inputs: &[Vec<u8>], watch: &Watch) -> Vec<PipelineTest> {
        let inputs = inputs.iter().map(|input| self.whole(input)).collect();
        self.tests(inputs, PipelineHow::Single, watch)
    }

    /// Where tests spend their cost, by one more run of each, as far as there is time.
    pub(super) fn profile(&self, tests: &mut [PipelineTest], watch: &Watch) {
        let by_conditionals = self.composer.measure.kind == "conditionals";
        for test in tests {
            let run =
                run_profiled(self.composer.pipeline, &test.input, &self.settings(&|_| watch.is_stopped()));
            if watch.is_stopped() {
                return;
            }
            let components = run.components.into_iter().enumerate();
            let mut lines: Vec<PipelineLine> = components
                .flat_map(|(component, run)| run.lines.into_iter().map(move |line| (component, line)))
                .map(|(component, line)| PipelineLine {
                    component,
                    at: line.place,
                    source: line.text,
                    conditionals: line.conditionals,
                    instructions: line.instructions,
                })
                .collect();
            let cost =
                |line: &PipelineLine| if by_conditionals { line.conditionals } else { line.instructions };
            lines.sort_by_key(|line| Reverse(cost(line)));
            lines.truncate(LINES);
            test.lines = lines;
        }
    }

    /// Keeps as many tests as are wanted, the costliest, and changes them for as long as the work allows. Returns how many runs
    /// that took, too. Which thread does what makes no difference.
    pub(super) fn improve(
        &self,
        mut tests: Vec<PipelineTest>,
        work: u64,
        watch: &Watch,
    ) -> (Vec<PipelineTest>, u64) {
        let options = &self.composer.options;
        costliest(&mut tests, options.tests);
        let each = (work as f64 * INSTRUCTIONS) as u64 / tests.len().max(1) as u64;
        let free: Vec<Vec<Input>> = tests.iter().map(|test| inputs(&self.free(&test.input))).collect();
        let results: Vec<Mutex<Option<PipelineTest>>> = tests.iter().map(|_| Mutex::new(None)).collect();
        let (next, runs) = (AtomicUsize::new(0), AtomicU64::new(0));
        let work = || {
            loop {
                let number = next.fetch_add(1, Ordering::Relaxed);
                let Some(test) = tests.get(number) else { return };
                let seed = SplitMix(options.seed ^ number as u64).next_bits();
                let climbed = self.climb(test, number, &free, each, seed, &runs, watch);
                *results[number].lock().unwrap_or_else(PoisonError::into_inner) = climbed;
            }
        };
        std::thread::scope(|scope| {
            for _ in 1..options.threads.min(tests.len()) {
                scope.spawn(work);
            }
            work();
        });
        for result in results {
            tests.extend(result.into_inner().unwrap_or_else(PoisonError::into_inner));
        }
        costliest(&mut tests, options.tests);
        (tests, runs.into_inner())
    }

    /// Changes one test, if that makes it costlier.
    #[allow(clippy::too_many_arguments)] // One caller, which hands on what threads share.
    fn climb(
        &self,
        test: &PipelineTest,
        number: usize,
        all: &[Vec<Input>],
        instructions: u64,
        seed: u64,
        runs: &AtomicU64,
        watch: &Watch,
    ) -> Option<PipelineTest> {
        let mut random = SplitMix(seed);
        let others: Vec<&[Input]> = all.iter().map(|input| &input[..]).collect();
        let (mut best, mut best_cost, mut spent) = (all[number].clone(), test.cost, 0);
        // A change that there is not even time to run is none.
        while spent + test.executed <= instructions && !watch.is_stopped() {
            let mut input = changed(&best, &others, &mut random);
            for (input, &range) in input.iter_mut().zip(&self.ranges) {
                input.bits = within(input.bits as u8, range).into();
            }
            let run = self.run(&self.whole(&bytes(&input)), watch);
            spent += run.total.instructions + BEGINNING * run.components.len() as u64;
            runs.fetch_add(1, Ordering::Relaxed);
            watch.paths.fetch_add(1, Ordering::Relaxed);
            let counts =
                !watch.is_stopped() && !run.components.iter().any(|component| component.end.is_finding());
            let cost = self.cost(&run.total);
            if counts && cost >= best_cost {
                (best, best_cost) = (input, cost);
                watch.worst.fetch_max(cost, Ordering::Relaxed);
            }
        }
        (best_cost > test.cost).then(|| self.test(self.whole(&bytes(&best)), PipelineHow::Changed, watch))
    }

    /// Runs random inputs: as many as were asked for, or for so many seconds.
    pub(super) fn random(
        &self,
        most: Option<u64>,
        seconds: f64,
        attendant: &dyn Attendant,
    ) -> PipelineRandom {
        let limit = most.is_none().then_some(seconds.max(0.1));
        let begun = attendant.seconds();
        let mut random = attended(attendant, "comparing", limit, |watch| self.at_random(most, watch));
        random.seconds = attendant.seconds() - begun;
        random
    }

    /// What is not fixed of a random input.
    fn random_bytes(&self, number: u64) -> Vec<u8> {
        let mut random = SplitMix(self.composer.options.seed ^ number.wrapping_mul(0x9e37_79b9));
        let byte = |&(low, high): &(u8, u8)| low + random.below(u64::from(high - low) + 1) as u8;
        self.ranges.iter().map(byte).collect()
    }

    fn at_random(&self, most: Option<u64>, watch: &Watch) -> PipelineRandom {
        let options = &self.composer.options;
        let next = AtomicU64::new(0);
        // How many runs, the sum of their costs, and the most.
        let all: Mutex<(u64, i128, Option<i64>)> = Mutex::new((0, 0, None));
        let work = || {
            loop {
                let number = next.fetch_add(1, Ordering::Relaxed);
                if most.is_some_and(|most| number >= most) || watch.is_stopped() {
                    return;
                }
                let cost = self.cost(&self.run(&self.whole(&self.random_bytes(number)), watch).total);
                if watch.is_stopped() {
                    return;
                }
                watch.paths.fetch_add(1, Ordering::Relaxed);
                let mut all = all.lock().unwrap_or_else(PoisonError::into_inner);
                *all = (all.0 + 1, all.1 + i128::from(cost), all.2.max(Some(cost)));
            }
        };
        std::thread::scope(|scope| {
            for _ in 1..options.threads {
                scope.spawn(work);
            }
            work();
        });
        let (runs, sum, best) = all.into_inner().unwrap_or_else(PoisonError::into_inner);
        let mean = (runs > 0).then(|| sum as f64 / runs as f64);
        PipelineRandom { runs, mean, best, seconds: 0.0 }
    }
}

/// Keeps the costliest, each input once.
fn costliest(tests: &mut Vec<PipelineTest>, most: usize) {
    tests.sort_by_key(|test| Reverse(test.cost));
    let mut seen = std::collections::BTreeSet::new();
    tests.retain(|test| seen.insert(test.input.clone()));
    tests.truncate(most);
}

/// A byte, or one that is in the range.
fn within(byte: u8, (low, high): (u8, u8)) -> u8 {
    match (low..=high).contains(&byte) {
        true => byte,
        false => low + (u16::from(byte) % (u16::from(high - low) + 1)) as u8,
    }
}

fn inputs(bytes: &[u8]) -> Vec<Input> {
    bytes.iter().map(|&byte| Input { kind: InputKind::U8, bits: byte.into() }).collect()
}

fn bytes(inputs: &[Input]) -> Vec<u8> {
    inputs.iter().map(|input| input.bits as u8).collect()
}
