//! Runs of the whole pipeline: what a test really costs, what changing it adds, and what random inputs come to.

use std::cmp::Reverse;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use worstcase_explore::{Attendant, Input, Watch, attended};
use worstcase_load::changed;
use worstcase_machine::process::Costs;
use worstcase_machine::{Spent, SplitMix};

use super::channel::Channel;
use super::made::MadeInput;
use super::names::Words;
use super::relax::Relaxed;
use super::suite::{PipelineHow, PipelineLine, PipelineRandom, PipelineTest};
use super::{Composer, IMPROVED};
use crate::pipeline::Pipeline;
use crate::run::{ComponentEnd, ComponentRun, PipelineRun, RunCosts, RunSettings, run, run_profiled};

/// How many instructions a run executes in the time of a unit of work.
const INSTRUCTIONS: f64 = 0.25;

/// To begin a run costs something, too: so many instructions for each component.
const BEGINNING: u64 = 50_000;

/// What the pipeline is run on.
pub(super) struct Replays<'a> {
    composer: &'a Composer<'a>,
    /// The instructions that are left for runs of tests once the time is up.
    overtime: AtomicU64,
    /// Words for names of files, and how long names are at most, if which files there are is input.
    words: Option<(Words, usize)>,
}

/// So many instructions, some seconds, go to runs of what was found before the time was up. Without a limit, a component that
/// never ends would never let go.
const OVERTIME: u64 = 1_000_000_000;

/// Numbers with a range are the greatest of it in these shares of all cases, in turns.
const LARGE: [f64; 4] = [1.0, 0.99, 0.9, 0.75];

/// So many times as many random tests as are wanted are enough to begin with.
const CHANCES: u64 = 4;

/// So many source lines are kept of a test.
const LINES: usize = 12;

impl<'a> Replays<'a> {
    pub(super) fn new(composer: &'a Composer<'a>) -> Replays<'a> {
        let tree = composer.tree.as_ref().filter(|_| composer.is_folder_open());
        let words = tree.map(|tree| {
            let longest = tree.name as usize;
            (Words::of(composer.pipeline, longest), longest)
        });
        Replays { composer, overtime: AtomicU64::new(OVERTIME), words }
    }

    /// The input that satisfies what is left of conditions. Numbers that nothing is left to say about are as in the witness.
    pub(super) fn filled(&self, channel: &Channel, relaxed: &Relaxed, witness: &[u64]) -> MadeInput {
        let mut is_bound = vec![false; channel.declared.len()];
        let kept = channel.conjuncts.iter().zip(&relaxed.kept).filter(|(_, kept)| **kept);
        for (conjunct, _) in kept {
            for input in channel.terms.inputs_of(conjunct.fact) {
                is_bound[input as usize] = true;
            }
        }
        let number = |(input, &value): (usize, &u64)| match witness.get(input) {
            Some(&number) if !is_bound[input] => number,
            _ => value,
        };
        self.composer.made(relaxed.model.iter().enumerate().map(number).collect())
    }

    /// Runs the pipeline on an input.
    fn run(&self, made: &MadeInput, watch: &Watch) -> PipelineRun {
        self.run_in_world(made, &|_| watch.is_stopped(), |pipeline, input, settings| {
            run(pipeline, input, settings)
        })
    }

    fn run_in_world(
        &self,
        made: &MadeInput,
        is_stopped: &(dyn Fn(Spent) -> bool + Sync),
        run: impl FnOnce(&Pipeline, &[u8], &RunSettings<'_>) -> PipelineRun,
    ) -> PipelineRun {
        let Composer { pipeline, limits, counted_functions, .. } = self.composer;
        let world = self.composer.world(made).expect("a folder that a run was given can be made");
        let counted_functions = counted_functions.clone();
        let settings = RunSettings { limits: *limits, counted_functions, world: world.as_ref(), is_stopped };
        run(pipeline, &made.stdin, &settings)
    }

    /// Runs it on what is to be a test, if need be in overtime.
    fn run_on(&self, made: &MadeInput, watch: &Watch) -> PipelineRun {
        let (seen, over) = (AtomicU64::new(0), AtomicU64::new(0));
        let is_stopped = |spent: Spent| {
            let before = seen.swap(spent.instructions, Ordering::Relaxed);
            if watch.is_stopped() {
                over.fetch_add(spent.instructions.saturating_sub(before), Ordering::Relaxed);
            }
            over.load(Ordering::Relaxed) > self.overtime.load(Ordering::Relaxed)
        };
        let run =
            self.run_in_world(made, &is_stopped, |pipeline, input, settings| run(pipeline, input, settings));
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
    pub(super) fn test(&self, made: MadeInput, how: PipelineHow, watch: &Watch) -> PipelineTest {
        let run = self.run_on(&made, watch);
        self.measured(made, how, &run)
    }

    fn measured(&self, made: MadeInput, how: PipelineHow, run: &PipelineRun) -> PipelineTest {
        let trouble =
            |component: &ComponentRun| Some(format!("{}: {}", component.name, component.end.trouble()?));
        PipelineTest {
            cost: self.cost(&run.total),
            per_component: run.components.iter().map(|component| self.cost(&component.costs)).collect(),
            how,
            ended: run.components.iter().find_map(trouble),
            input: made.stdin,
            tree: made.tree,
            numbers: made.numbers,
            executed: run.total.instructions + BEGINNING * run.components.len() as u64,
            ..PipelineTest::default()
        }
    }

    /// A test that nothing was done for, if running it reaches a limit: what never ends needs no search.
    pub(super) fn endless(&self, watch: &Watch) -> Option<PipelineTest> {
        let made = self.random_input(0);
        let run = self.run(&made, watch);
        let is_limit =
            |end: &ComponentEnd| matches!(end, ComponentEnd::Limit { .. } | ComponentEnd::Interrupted);
        let is_endless = run.components.iter().any(|component| is_limit(&component.end));
        is_endless.then(|| self.measured(made, PipelineHow::Random, &run))
    }

    /// Tests made of inputs, on all threads.
    pub(super) fn tests(&self, inputs: Vec<Vec<u64>>, how: PipelineHow, watch: &Watch) -> Vec<PipelineTest> {
        let results: Vec<Mutex<Option<PipelineTest>>> = inputs.iter().map(|_| Mutex::new(None)).collect();
        let next = AtomicUsize::new(0);
        let work = || {
            loop {
                let number = next.fetch_add(1, Ordering::Relaxed);
                let Some(input) = inputs.get(number) else { return };
                let test = self.test(self.composer.made(input.clone()), how, watch);
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

    /// Tests that are as large as can be, nearly: a template that has no limit but those of its parts is costliest where it is long.
    pub(super) fn large(&self, watch: &Watch) -> Vec<PipelineTest> {
        let options = &self.composer.options;
        let seeds = (0..options.tests as u64).map(|number| SplitMix(options.seed ^ number << 32).next_bits());
        let shares = LARGE.iter().cycle();
        let made = seeds.zip(shares).filter_map(|(seed, &share)| self.composer.large(share, seed));
        self.tests(made.map(|made| bits(&made.numbers)).collect(), PipelineHow::Changed, watch)
    }

    /// Random tests for so much work, at most a few times as many as are wanted.
    pub(super) fn by_chance(&self, work: u64, watch: &Watch) -> Vec<PipelineTest> {
        let count = self.composer.options.tests as u64;
        let mut tests: Vec<PipelineTest> = Vec::new();
        for round in 1..=CHANCES {
            // None of those that tests are compared with.
            let numbers = (0..count).map(|number| u64::MAX - number - round * count);
            // Every second one with names that the commands know.
            let input = |number: u64| match number % 2 {
                0 => bits(&self.random_input(number).numbers),
                _ => self.renamed(bits(&self.random_input(number).numbers), &mut SplitMix(number)),
            };
            let inputs = numbers.map(input).collect();
            tests.extend(self.tests(inputs, PipelineHow::Random, watch));
            if self.work_of(&tests) > work || watch.is_stopped() {
                break;
            }
        }
        tests
    }

    /// The same folder with other names for some of its files.
    fn renamed(&self, numbers: Vec<u64>, random: &mut SplitMix) -> Vec<u64> {
        let Some((words, longest)) = &self.words else { return numbers };
        match self.composer.first_subject().asked_by(numbers.clone(), &Watch::default()) {
            Ok(asked) => words.renamed(&asked, *longest, random),
            Err(_) => numbers,
        }
    }

    /// Tests with random bytes, twice, and with bytes that are all zero, all `a`, or all newlines.
    pub(super) fn plain(&self, watch: &Watch) -> Vec<PipelineTest> {
        let random = (1..3).map(|number| bits(&self.random_input(number).numbers));
        let count = self.random_input(0).numbers.len();
        let alike = [0, b'a', b'\n'].map(|byte| vec![byte.into(); count]);
        self.tests(random.chain(alike).collect(), PipelineHow::Random, watch)
    }

    /// Keeps as many tests as are wanted, the costliest, each input once.
    pub(super) fn keep_costliest(&self, tests: &mut Vec<PipelineTest>) {
        costliest(tests, self.composer.options.tests);
    }

    /// Whether so many instructions of runs are less than there is time for to change tests.
    pub(super) fn has_time_for(&self, instructions: u64) -> bool {
        instructions as f64 <= self.composer.options.work as f64 * IMPROVED * INSTRUCTIONS
    }

    /// How much work it was to run tests.
    pub(super) fn work_of(&self, tests: &[PipelineTest]) -> u64 {
        (tests.iter().map(|test| test.executed).sum::<u64>() as f64 / INSTRUCTIONS) as u64
    }

    /// Where tests spend their cost, by one more run of each, as far as there is time.
    pub(super) fn profile(&self, tests: &mut [PipelineTest], watch: &Watch) {
        let by_conditionals = self.composer.measure.kind == "conditionals";
        for test in tests {
            let made =
                MadeInput { tree: test.tree.clone(), stdin: test.input.clone(), ..MadeInput::default() };
            let run = self.run_in_world(&made, &|_| watch.is_stopped(), |pipeline, input, settings| {
                run_profiled(pipeline, input, settings)
            });
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
        let free: Vec<Vec<Input>> = tests.iter().map(|test| test.numbers.clone()).collect();
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
            let numbers = match self.words.is_some() && random.next_bits().is_multiple_of(2) {
                true => self.renamed(bits(&best), &mut random),
                false => bits(&changed(&best, &others, &mut random)),
            };
            let made = self.composer.made(numbers);
            let run = self.run(&made, watch);
            spent += run.total.instructions + BEGINNING * run.components.len() as u64;
            runs.fetch_add(1, Ordering::Relaxed);
            watch.paths.fetch_add(1, Ordering::Relaxed);
            let counts =
                !watch.is_stopped() && !run.components.iter().any(|component| component.end.is_finding());
            let cost = self.cost(&run.total);
            if counts && cost >= best_cost {
                (best, best_cost) = (made.numbers, cost);
                watch.worst.fetch_max(cost, Ordering::Relaxed);
            }
        }
        (best_cost > test.cost)
            .then(|| self.test(self.composer.made(bits(&best)), PipelineHow::Changed, watch))
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

    fn random_input(&self, number: u64) -> MadeInput {
        let seed = SplitMix(self.composer.options.seed ^ number.wrapping_mul(0x9e37_79b9)).next_bits();
        self.composer.at_random(seed)
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
                let cost = self.cost(&self.run(&self.random_input(number), watch).total);
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
    let mut kept: Vec<PipelineTest> = Vec::new();
    for test in tests.drain(..) {
        if kept.len() < most && !kept.iter().any(|kept| kept.input == test.input && kept.tree == test.tree) {
            kept.push(test);
        }
    }
    *tests = kept;
}

fn bits(inputs: &[Input]) -> Vec<u64> {
    inputs.iter().map(|input| input.bits).collect()
}
