//! Treatments of a pipeline (CompSLG, section 5.2): what each takes to make its tests, and what these cost the whole pipeline.

use std::sync::Mutex;
use std::time::Instant;

use worstcase_explore::{Attendant, Subject, Watch};
use worstcase_load::{Load, Measure, Options, Suite, SuiteKeeper};
use worstcase_machine::SplitMix;
use worstcase_machine::process::{Costs, Entry};
use worstcase_machine::wasi::WasiConfig;
use worstcase_pipeline::compose::library::Library;
use worstcase_pipeline::compose::{Composer, MadeInput, PipelineSuite, PipelineTest, SingleComponent};
use worstcase_pipeline::run::{RunLimits, RunSettings, run};
use worstcase_pipeline::{Component, Pipeline};
use worstcase_solver::{Parts, Solver};

use super::cases::Case;
use super::whole;

/// How much is done.
#[derive(Clone)]
pub struct Effort {
    pub tests: usize,
    /// Of each component: about a nanosecond of one processor each.
    pub work: u64,
    /// A time limit for SLG on the whole pipeline.
    pub seconds: f64,
    pub threads: usize,
    pub memory: usize,
}

/// What a treatment came to.
#[derive(Clone, Default)]
pub struct Outcome {
    /// By the clock, to make the tests; and of all processors together.
    pub seconds: f64,
    pub processor: f64,
    /// What each test costs the whole pipeline.
    pub costs: Vec<i64>,
    /// Of tests that were composed: how far what was predicted is from what they cost, as a share of that.
    pub errors: Vec<f64>,
    pub inputs: Vec<MadeInput>,
    /// What the reader has to know.
    pub note: String,
}

impl Outcome {
    pub fn mean(&self) -> f64 {
        self.costs.iter().map(|&cost| cost as f64).sum::<f64>() / self.costs.len().max(1) as f64
    }

    /// The mean error of predictions, if there are any.
    pub fn error(&self) -> Option<f64> {
        let sum: f64 = self.errors.iter().sum();
        (!self.errors.is_empty()).then(|| sum / self.errors.len() as f64)
    }
}

/// Keeps the time, and ends everything when it is over.
struct Limited {
    begun: Instant,
    seconds: f64,
}

impl Attendant for Limited {
    fn attend(&self, _: &str, _: Option<f64>, work: &mut (dyn FnMut(&Watch) + Send)) {
        let watch = Watch::default();
        let (send, receive) = std::sync::mpsc::channel::<()>();
        std::thread::scope(|scope| {
            let left = (self.seconds - self.seconds()).max(0.0);
            let watched = &watch;
            scope.spawn(move || {
                // It ends when the work is done and the sender is gone, or when the time is over.
                let _ = receive.recv_timeout(std::time::Duration::from_secs_f64(left.min(1e9)));
                watched.stop();
            });
            work(&watch);
            drop(send);
        });
    }

    fn ended(&self) -> Option<String> {
        (self.seconds() >= self.seconds).then(|| "the time is over".into())
    }

    fn seconds(&self) -> f64 {
        self.begun.elapsed().as_secs_f64()
    }
}

impl SuiteKeeper for Limited {
    fn save(&self, _: &Suite) {}
}

/// A run on a random input, and when it ended.
struct RandomRun {
    number: u64,
    cost: i64,
    ended: f64,
}

/// A pipeline under study.
pub struct Study<'s> {
    pub case: &'s Case,
    pub pipeline: &'s Pipeline,
    pub effort: &'s Effort,
}

fn instructions(costs: &Costs) -> i64 {
    costs.instructions as i64
}

fn solver() -> Box<dyn Solver> {
    let mut solver: Box<dyn Solver> = Box::new(Parts::new());
    solver.limit(1_000_000);
    solver
}

impl Study<'_> {
    fn options(&self, work: u64) -> Options {
        Options {
            tests: self.effort.tests,
            look_ahead: None,
            diverse: true,
            work,
            branches: 10_000_000,
            threads: self.effort.threads,
            memory: self.effort.memory,
            seed: 1,
            patience: Options::PATIENCE,
        }
    }

    /// What the whole pipeline costs on an input.
    pub fn cost(&self, input: &MadeInput) -> i64 {
        let world = self.composer(None).world(input).expect("it was an input before");
        let settings = RunSettings { world: world.as_ref(), ..RunSettings::default() };
        run(self.pipeline, &input.stdin, &settings).total.instructions as i64
    }

    fn composer<'c>(&'c self, library: Option<&'c Library>) -> Composer<'c> {
        Composer {
            pipeline: self.pipeline,
            size: self.case.size(),
            stdin: self.case.stdin.clone(),
            tree: self.case.tree.clone(),
            measure: Measure { kind: "instructions".into(), cost: &instructions },
            options: self.options(self.effort.work),
            solver: &solver,
            counted_functions: Vec::new(),
            library,
            limits: RunLimits::default(),
            random: Some(0),
        }
    }

    /// CompSLG, with what a library has.
    pub fn composed(&self, library: Option<&Library>) -> (Outcome, PipelineSuite) {
        let composer = self.composer(library);
        let processor = processor_seconds();
        let attendant = Limited { begun: Instant::now(), seconds: f64::INFINITY };
        let suite = composer.generate("instructions", &attendant).expect("the components start");
        let outcome = Outcome {
            seconds: attendant.seconds(),
            processor: processor_seconds() - processor,
            costs: suite.tests.iter().map(|test| test.cost).collect(),
            errors: suite.tests.iter().filter_map(|test| Some(error(test.predicted?, test.cost))).collect(),
            inputs: suite.tests.iter().map(input_of).collect(),
            note: suite.remarks.join("; "),
        };
        (outcome, suite)
    }

    /// SLG on one component that reads what the pipeline does.
    pub fn single(&self, component: &Component) -> Outcome {
        let words = std::iter::once(&component.name).chain(&component.arguments);
        let world =
            WasiConfig { args: words.map(|word| word.clone().into_bytes()).collect(), ..self.world() };
        let subject = self.subject(component.program.clone(), component.entry.clone(), world);
        self.load(&subject, self.effort.work, f64::INFINITY)
    }

    /// SLG on the whole pipeline as one program, with as much work as all components have together, and a time limit.
    pub fn whole(&self) -> Outcome {
        let (program, components) = whole::program_of(self.pipeline);
        let entry = Entry::find(&program, Some("_start")).expect("it has main");
        let world = WasiConfig { args: vec![b"pipeline".to_vec()], ..self.world() };
        let work = self.effort.work * components as u64;
        let mut outcome = self.load(&self.subject(program, entry, world), work, self.effort.seconds);
        if components < self.pipeline.components.len() {
            outcome.note = format!("the first {components} components; {}", outcome.note);
        }
        outcome
    }

    /// SLG on each component alone, as it is part of the whole: of a folder, nobody but the first looks at names, so others have those of
    /// the folder that was composed.
    pub fn singles_of(&self, suite: &PipelineSuite) -> Vec<(String, Outcome)> {
        let seconds = |name: &str| {
            let known = suite.components.iter().find(|component| component.name == name);
            known.map_or(0.0, |component| component.seconds)
        };
        let row = |single: &SingleComponent| {
            let seconds = seconds(&single.component);
            let note = "as part of the whole".to_string();
            let costs = vec![single.mean as i64];
            (single.component.clone(), Outcome { seconds, costs, note, ..Outcome::default() })
        };
        suite.single.iter().map(row).collect()
    }

    fn world(&self) -> WasiConfig<u8> {
        WasiConfig { tree: self.case.tree.clone(), ..self.case.world() }
    }

    fn subject(
        &self,
        program: std::sync::Arc<worstcase_program::Program>,
        entry: Entry,
        world: WasiConfig<u8>,
    ) -> Subject {
        Subject {
            program,
            entry,
            size: self.case.size(),
            world,
            files: Vec::new(),
            arguments: Vec::new(),
            stdin: self.case.stdin.clone(),
            counted_function: None,
            natives: None,
            limits: RunLimits::default().component,
        }
    }

    fn load(&self, subject: &Subject, work: u64, seconds: f64) -> Outcome {
        let load = Load {
            subject,
            solver: &solver,
            measures: vec![Measure { kind: "instructions".into(), cost: &instructions }],
            options: self.options(work),
            changes: true,
            random: Some(0),
            earlier: Vec::new(),
        };
        let processor = processor_seconds();
        let attendant = Limited { begun: Instant::now(), seconds };
        let suite = load.generate(Suite::default(), &attendant).expect("it starts");
        let (taken, processor) = (attendant.seconds(), processor_seconds() - processor);
        let inputs: Vec<MadeInput> = suite.tests.iter().map(|test| self.input(subject, test)).collect();
        let note = suite.unfinished.into_iter().chain(suite.remarks).collect::<Vec<_>>().join("; ");
        Outcome {
            seconds: taken,
            processor,
            costs: inputs.iter().map(|input| self.cost(input)).collect(),
            inputs,
            note,
            ..Outcome::default()
        }
    }

    /// What the pipeline reads if a program that reads the same was given a test.
    fn input(&self, subject: &Subject, test: &worstcase_load::Test) -> MadeInput {
        match subject.tree_of(&test.input).expect("it ran before") {
            Some(tree) => MadeInput { tree: Some(tree), ..MadeInput::default() },
            None => self.composer(None).made(test.input.iter().map(|input| input.bits).collect()),
        }
    }

    /// Random inputs for so many seconds, of which the costliest are tests: for each of several times what it comes to by then.
    pub fn random(&self, seconds: &[f64]) -> Vec<Outcome> {
        let (begun, processor) = (Instant::now(), processor_seconds());
        let longest = seconds.iter().copied().fold(0.0, f64::max);
        let runs: Mutex<Vec<RandomRun>> = Mutex::default();
        let next = std::sync::atomic::AtomicU64::new(0);
        let work = || {
            loop {
                let number = next.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
                let is_over = begun.elapsed().as_secs_f64() >= longest;
                if is_over && number >= self.effort.tests as u64 {
                    return;
                }
                let cost = self.cost(&self.at_random(number));
                let ended = begun.elapsed().as_secs_f64();
                runs.lock().expect("nobody panics").push(RandomRun { number, cost, ended });
            }
        };
        std::thread::scope(|scope| {
            (1..self.effort.threads).for_each(|_| drop(scope.spawn(work)));
            work();
        });
        let all = (begun.elapsed().as_secs_f64(), processor_seconds() - processor);
        let runs = runs.into_inner().expect("nobody panics");
        seconds.iter().map(|&seconds| self.random_until(&runs, seconds, all)).collect()
    }

    /// What random runs come to that ended by then, or the first ones if these are fewer than tests are wanted.
    fn random_until(&self, runs: &[RandomRun], seconds: f64, (clock, processor): (f64, f64)) -> Outcome {
        let is_in = |run: &&RandomRun| run.ended <= seconds || run.number < self.effort.tests as u64;
        let mut best: Vec<&RandomRun> = runs.iter().filter(is_in).collect();
        let count = best.len();
        let last = best.iter().map(|run| run.ended).fold(0.0, f64::max);
        best.sort_by_key(|run| (-run.cost, run.number));
        best.truncate(self.effort.tests);
        Outcome {
            seconds: last,
            processor: processor * last / clock.max(1e-3),
            costs: best.iter().map(|run| run.cost).collect(),
            inputs: best.iter().map(|run| self.at_random(run.number)).collect(),
            note: format!("{count} runs"),
            ..Outcome::default()
        }
    }

    fn at_random(&self, number: u64) -> MadeInput {
        self.composer(None).at_random(SplitMix(number.wrapping_mul(0x9e37_79b9) ^ 7).next_bits())
    }
}

fn input_of(test: &PipelineTest) -> MadeInput {
    MadeInput { stdin: test.input.clone(), tree: test.tree.clone(), ..MadeInput::default() }
}

fn error(predicted: i64, cost: i64) -> f64 {
    (predicted - cost).abs() as f64 / cost.max(1) as f64
}

/// The time of all processors that this process has used: what the clock says depends on who else is busy.
pub fn processor_seconds() -> f64 {
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let fields: Vec<&str> = stat.rsplit(')').next().unwrap_or_default().split_whitespace().collect();
    let ticks = |at: usize| fields.get(at).and_then(|field| field.parse::<f64>().ok()).unwrap_or(0.0);
    (ticks(11) + ticks(12)) / 100.0
}
