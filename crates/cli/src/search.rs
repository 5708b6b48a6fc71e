//! Searching through paths: the arguments of all commands that do, and the line that says how far it is.

use std::sync::atomic::Ordering;
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use clap::{Args, ValueEnum};
use worstcase_explore::{Budget, Natives, StdinShape, Subject, Watch};
use worstcase_machine::Limits;
use worstcase_machine::process::Entry;
use worstcase_program::Program;
use worstcase_program::compile::default_cache_dir;
use worstcase_solver::{Chain, Parts, Solver, Workers, Z3};

use crate::error::CliError;
use crate::progress::{Progress, short};
use crate::world::World;

/// What is searched, and how far.
#[derive(Args)]
pub struct Search {
    /// Let standard input be --size bytes of input
    #[arg(long)]
    stdin: bool,
    /// A file for the program of which so many bytes are input, as in --input-bytes data.txt=8
    #[arg(long, value_name = "GUEST=BYTES")]
    input_bytes: Vec<String>,
    /// Cut a path off after so many instructions [default: 100000000, and 100 times that along a rule]
    #[arg(long, value_name = "N")]
    max_steps: Option<u64>,
    /// Cut a path off when the program's memory is to grow beyond so many MiB
    #[arg(long, value_name = "MIB", default_value_t = 1024)]
    max_memory: u32,
    /// Cut a path off at so many calls inside one another
    #[arg(long, value_name = "N", default_value_t = 1 << 16)]
    max_depth: usize,
    #[command(flatten)]
    solving: Solving,
}

/// How long a search may take, what it may use, and who answers its questions.
#[derive(Args)]
pub struct Solving {
    /// Stop after so many seconds
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    max_time: Option<f64>,
    /// Cut a path off when the search itself needs more than so many MiB [default: 1024]
    #[arg(long, value_name = "MIB")]
    search_memory: Option<usize>,
    /// How many threads search [default: as many as there are processors]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=MAX_THREADS))]
    threads: Option<u16>,
    /// Which solver: the chain of fast layers with Z3 at its end, or Z3 alone [default: chain]
    #[arg(long, value_enum, value_name = "SOLVER")]
    solver: Option<SolverKind>,
    /// Give a question up after about so many seconds of the solver, counted in steps of its own [default: 5; 0.01 for `load` and `pipe`, which have other ways to go on]
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    solver_time: Option<f64>,
    /// The processes in which Z3 works, once there are any.
    #[arg(skip)]
    workers: OnceLock<Option<Arc<Workers>>>,
}

/// The most threads: each takes memory of its own, and a system has only so many.
pub const MAX_THREADS: i64 = 256;

/// How many instructions a path may take, unless something else is said.
const STEPS: u64 = 100_000_000;

/// A time that makes sense.
pub fn seconds(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(seconds) if seconds >= 0.0 && seconds.is_finite() => Ok(seconds),
        _ => Err("a time is a number of seconds, such as 10 or 0.5".into()),
    }
}

/// Who answers questions.
#[derive(Clone, Copy, Default, ValueEnum)]
pub enum SolverKind {
    #[default]
    Chain,
    Z3,
}

impl Search {
    /// Whether inputs are only what the program asks for.
    pub fn is_plain(&self) -> bool {
        !self.stdin && self.input_bytes.is_empty()
    }

    /// The subject of the search. Whoever counts calls says of which function.
    pub fn subject(
        &self,
        program: &Arc<Program>,
        name: &str,
        entry: Entry,
        size: Option<u32>,
        world: &World,
    ) -> Result<Subject, CliError> {
        if entry.needs_size() && size.is_none() {
            return Err(CliError::NoSize { entry: program.function_name(entry.function()) });
        }
        if world.has_size() && size.is_none() {
            return Err(CliError::Usage(
                "--tree: it mentions n, so say how much that is with --size N".into(),
            ));
        }
        if self.stdin && size.is_none() {
            return Err(CliError::Usage("--stdin: say how many bytes with --size N".into()));
        }
        let mut files = Vec::new();
        for pair in &self.input_bytes {
            let parsed = pair.rsplit_once('=').and_then(|(guest, len)| Some((guest, len.parse().ok()?)));
            let Some((guest, len)) = parsed else {
                return Err(CliError::Usage(format!(
                    "--input-bytes {pair}: write it as --input-bytes GUEST=BYTES, as in data.txt=8"
                )));
            };
            files.push((guest.to_string(), len));
        }
        Ok(Subject {
            counted_function: None,
            natives: Some(Natives::new(default_cache_dir())),
            program: program.clone(),
            entry,
            size: size.unwrap_or(0),
            world: world.config(name)?,
            files,
            arguments: Vec::new(),
            stdin: if self.stdin { StdinShape::Sized } else { StdinShape::World },
            limits: Limits {
                steps: self.max_steps.unwrap_or(STEPS),
                call_depth: self.max_depth,
                memory_pages: self.max_memory.saturating_mul(16),
                ..Limits::default()
            },
        })
    }

    /// How many instructions a run may take where there is only one.
    pub fn long_steps(&self) -> u64 {
        self.max_steps.unwrap_or(100 * STEPS)
    }

    /// What the search may use.
    pub fn budget(&self) -> Budget {
        self.solving.budget()
    }

    /// A solver of the kind that was asked for.
    pub fn solver(&self) -> Box<dyn Solver> {
        self.solving.solver()
    }

    /// The same, for paths with many thousands of decisions.
    pub fn solver_of_long_paths(&self) -> Box<dyn Solver> {
        self.solving.solver_of_long_paths()
    }

    /// How long all of it may take, in seconds.
    pub fn max_time(&self) -> Option<f64> {
        self.solving.max_time()
    }

    /// How much work a question may be if nothing is said, or what is said.
    pub fn patience(&self, default: u32) -> u32 {
        self.solving.patience(default)
    }
}

/// What something else than the command line says about solving; the command line wins.
pub struct SolvingDefaults {
    pub max_time: Option<f64>,
    pub search_memory: Option<usize>,
    pub threads: Option<u16>,
    pub solver: Option<SolverKind>,
    pub solver_time: Option<f64>,
}

impl Solving {
    /// The same, with more that is said.
    pub fn or(&self, said: &SolvingDefaults) -> Solving {
        Solving {
            max_time: self.max_time.or(said.max_time),
            search_memory: self.search_memory.or(said.search_memory),
            threads: self.threads.or(said.threads),
            solver: self.solver.or(said.solver),
            solver_time: self.solver_time.or(said.solver_time),
            workers: OnceLock::new(),
        }
    }

    /// What the search may use.
    pub fn budget(&self) -> Budget {
        let cores = || std::thread::available_parallelism().map_or(1, |cores| cores.get());
        Budget {
            threads: self.threads.map_or_else(cores, usize::from),
            memory: self.search_memory.unwrap_or(1024).saturating_mul(1 << 20),
            ..Budget::default()
        }
    }

    /// A solver of the kind that was asked for.
    pub fn solver(&self) -> Box<dyn Solver> {
        self.limited(match self.solver.unwrap_or_default() {
            SolverKind::Chain => Box::new(Chain::with(self.z3())),
            SolverKind::Z3 => Box::new(self.z3()),
        })
    }

    /// The same, for paths with many thousands of decisions.
    pub fn solver_of_long_paths(&self) -> Box<dyn Solver> {
        self.limited(match self.solver.unwrap_or_default() {
            SolverKind::Chain => Box::new(Parts::with(|| self.z3())),
            SolverKind::Z3 => Box::new(self.z3()),
        })
    }

    /// How much work a question may be, in the solver's units, if nothing is said, or what is said.
    pub fn patience(&self, default: u32) -> u32 {
        self.solver_time.map_or(default, |seconds| (seconds * 1e6) as u32)
    }

    fn limited(&self, mut solver: Box<dyn Solver>) -> Box<dyn Solver> {
        solver.limit(self.patience(5_000_000));
        solver
    }

    fn z3(&self) -> Z3 {
        match self.workers.get_or_init(|| self.workers()) {
            Some(workers) => Z3::outside(workers.clone()),
            None => Z3::new(),
        }
    }

    /// Processes of this program in which Z3 can be ended. They may take as much memory as the search itself.
    fn workers(&self) -> Option<Arc<Workers>> {
        let Budget { memory, threads, .. } = self.budget();
        let program = std::env::current_exe().ok()?;
        Some(Workers::new(program, vec![crate::WORKER.into()], (memory / threads) as u64))
    }

    /// How long all of it may take, in seconds.
    pub fn max_time(&self) -> Option<f64> {
        self.max_time
    }
}

/// Does a search, in a thread of its own, and shows meanwhile how far it is. Stops it when time is up or Ctrl-C is
/// pressed; the second result is why, if it was.
pub fn watched<T: Send>(
    doing: &str,
    seconds: Option<f64>,
    watch: &Watch,
    search: impl FnOnce() -> T + Send,
) -> (T, Option<&'static str>) {
    attended(seconds, watch, |elapsed| line(doing, watch, elapsed), search)
}

const TIME_UP: &str = "the time was up (--max-time)";

/// The same, for work of any kind: the line says how far it is after some time.
pub fn attended<T: Send>(
    seconds: Option<f64>,
    watch: &Watch,
    line: impl Fn(Duration) -> String,
    search: impl FnOnce() -> T + Send,
) -> (T, Option<&'static str>) {
    let (mut progress, begun) = (Progress::start(), Instant::now());
    let limit = seconds.map(|seconds| Duration::from_secs_f64(seconds.clamp(0.0, 1e9)));
    let here = std::thread::current();
    let mut reason = None;
    // Without this, short work is done before anybody looks at the clock.
    if limit.is_some_and(|limit| limit.is_zero()) {
        reason = Some(TIME_UP);
        watch.stop();
    }
    std::thread::scope(|scope| {
        let searching = scope.spawn(move || {
            let result = search();
            here.unpark();
            result
        });
        while !searching.is_finished() {
            let left = limit.map_or(Duration::MAX, |limit| limit.saturating_sub(begun.elapsed()));
            std::thread::park_timeout(left.min(Duration::from_millis(100)));
            if progress.interrupted() && reason.is_none() {
                reason = Some(INTERRUPTED);
            } else if left.is_zero() && reason.is_none() {
                reason = Some(TIME_UP);
            }
            if reason.is_some() {
                watch.stop();
            }
            progress.show(|| line(begun.elapsed()));
        }
        progress.clear();
        match searching.join() {
            Ok(result) => (result, reason),
            Err(panic) => std::panic::resume_unwind(panic),
        }
    })
}

/// Long work in stages, each with a time of its own. Once Ctrl-C was pressed, or all time is up, the stages that are left
/// are told to stop as soon as they begin, so that they only sum up what there is.
pub struct Stages {
    begun: Instant,
    seconds: Option<f64>,
    ended: Option<&'static str>,
    /// What was cut short by a limit of its own.
    cut_short: Vec<String>,
}

impl Stages {
    /// Nothing was done yet; all may take so many seconds.
    pub fn new(seconds: Option<f64>) -> Self {
        Stages { begun: Instant::now(), seconds, ended: None, cut_short: Vec::new() }
    }

    /// Why the work was ended early, if it was.
    pub fn ended(&self) -> Option<&'static str> {
        self.ended
    }

    /// The stages that had to stop when their own time was up.
    pub fn cut_short(&self) -> &[String] {
        &self.cut_short
    }

    /// How many seconds are left.
    pub fn left(&self) -> Option<f64> {
        self.seconds.map(|all| (all - self.begun.elapsed().as_secs_f64()).max(0.0))
    }

    /// Does a stage, within so many seconds.
    pub fn run<T: Send>(
        &mut self,
        doing: &str,
        seconds: Option<f64>,
        stage: impl FnOnce(&Watch) -> T + Send,
    ) -> T {
        self.run_saying(doing, seconds, &line, stage)
    }

    /// The same, with a line of its own that says how far it is.
    pub fn run_saying<T: Send>(
        &mut self,
        doing: &str,
        seconds: Option<f64>,
        line: &dyn Fn(&str, &Watch, Duration) -> String,
        stage: impl FnOnce(&Watch) -> T + Send,
    ) -> T {
        let left = self.left();
        let limit = left.into_iter().chain(seconds).reduce(f64::min);
        let watch = Watch::default();
        if self.ended.is_some() {
            watch.stop();
        }
        let line = |elapsed| line(doing, &watch, elapsed);
        let (result, reason) = attended(limit, &watch, line, || stage(&watch));
        let is_over = reason.is_some() && (reason == Some(INTERRUPTED) || limit == left);
        if is_over && self.ended.is_none() {
            self.ended = reason;
        } else if reason.is_some() && !is_over {
            self.cut_short.push(doing.to_string());
        }
        result
    }
}

/// Why a search ends when Ctrl-C is pressed.
const INTERRUPTED: &str = "interrupted";

fn line(doing: &str, watch: &Watch, elapsed: Duration) -> String {
    let (paths, depth) = (watch.paths.load(Ordering::Relaxed), watch.depth.load(Ordering::Relaxed));
    let rate = (paths as f64 / elapsed.as_secs_f64().max(1e-3)) as u64;
    let worst = match watch.worst.load(Ordering::Relaxed) {
        i64::MIN => String::new(),
        worst => format!(", worst so far {worst}"),
    };
    format!("{doing} {} paths, {}/s, depth {depth}{worst}", short(paths), short(rate))
}
