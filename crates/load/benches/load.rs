//! Load tests of programs of several kinds, beside random inputs with the same time: the table of `make load`.
//!
//! `cargo bench -p worstcase-load --bench load`, or with names of programs only those (`lines`: the part about long inputs). `WORSTCASE_EFFORT=0.1` takes a tenth of
//! the work, `WORSTCASE_SIZES=1000` other sizes, `WORSTCASE_TESTS=10` more or fewer tests.

#[path = "load/scale.rs"]
mod scale;

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;

use worstcase_explore::{StdinShape, Subject, Watch};
use worstcase_load::{Attendant, Load, Measure, Options, Suite};
use worstcase_machine::Limits;
use worstcase_machine::process::{Costs, Entry};
use worstcase_machine::wasi::WasiConfig;
use worstcase_program::compile::CompileOptions;
use worstcase_solver::{Parts, Solver};

/// A program, its arguments, and what counts.
struct Row {
    name: &'static str,
    arguments: &'static [&'static str],
    memory: bool,
}

const fn row(name: &'static str) -> Row {
    Row { name, arguments: &[], memory: false }
}

const ROWS: [Row; 12] = [
    row("insertion_sort"),
    row("heap_sort"),
    row("quick_sort"),
    row("search_tree"),
    row("deflate"),
    row("sat"),
    Row { arguments: &["select 1,3 where 2>17 order by 1"], ..row("query") },
    Row { arguments: &["[a-z]*[a-z0-9]*[0-9]*;"], ..row("match") },
    Row { arguments: &["(x+x+)+y"], ..row("match") },
    row("tokenize"),
    Row { memory: true, ..row("cache") },
    row("json"),
];

/// Keeps the time, and says nothing.
struct Clock(Instant);

impl Attendant for Clock {
    fn attend(&self, _: &str, seconds: Option<f64>, work: &mut (dyn FnMut(&Watch) + Send)) {
        let watch = Watch::default();
        let (watched, done) = (&watch, std::sync::atomic::AtomicBool::new(false));
        let done = &done;
        std::thread::scope(|scope| {
            if let Some(seconds) = seconds {
                scope.spawn(move || {
                    let begun = Instant::now();
                    while begun.elapsed().as_secs_f64() < seconds
                        && !done.load(std::sync::atomic::Ordering::Relaxed)
                    {
                        std::thread::sleep(std::time::Duration::from_millis(10));
                    }
                    watched.stop();
                });
            }
            work(watched);
            done.store(true, std::sync::atomic::Ordering::Relaxed);
        });
    }

    fn ended(&self) -> Option<String> {
        None
    }

    fn seconds(&self) -> f64 {
        self.0.elapsed().as_secs_f64()
    }

    fn save(&self, _: &Suite) {}
}

fn setting(name: &str, default: &str) -> String {
    std::env::var(name).unwrap_or_else(|_| default.into())
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if scale::is_asked(&arguments) {
        return;
    }
    let wanted: Vec<String> = arguments.into_iter().filter(|argument| !argument.starts_with('-')).collect();
    let effort: f64 = setting("WORSTCASE_EFFORT", "1").parse().expect("a number");
    let tests: usize = setting("WORSTCASE_TESTS", "10").parse().expect("a number");
    let sizes = setting("WORSTCASE_SIZES", "1000,10000");
    let folder = setting("WORSTCASE_PROGRAMS", concat!(env!("CARGO_MANIFEST_DIR"), "/benches/programs"));
    println!(
        "{:<15} {:>6} {:>6} {:>13} {:>13} {:>13} {:>13} {:>6} {:>6} {:>6} {:>6} {:>7} {:>6}",
        "program",
        "n",
        "tests",
        "mean",
        "best",
        "random mean",
        "random best",
        "ratio",
        "found",
        "differ",
        "phases",
        "seconds",
        "MiB"
    );
    for row in ROWS.iter().filter(|row| wanted.is_empty() || wanted.iter().any(|wanted| wanted == row.name)) {
        for size in sizes.split(',').map(|size| size.parse().expect("a size")) {
            measure(row, size, tests, effort, &PathBuf::from(&folder));
        }
    }
    if wanted.is_empty() || wanted.iter().any(|wanted| wanted == "lines") {
        scale::print();
    }
}

fn measure(row: &Row, size: u32, tests: usize, effort: f64, folder: &std::path::Path) {
    let path = folder.join(format!("{}.c", row.name));
    let program = Arc::new(worstcase_program::load(&[path], &CompileOptions::default()).unwrap().program);
    let entry = Entry::find(&program, None).unwrap();
    let is_command = matches!(entry, Entry::Command(_));
    let stdin = if is_command { StdinShape::Sized } else { StdinShape::World };
    let args = [row.name].iter().chain(row.arguments).map(|argument| argument.as_bytes().to_vec()).collect();
    let subject = Subject {
        entry,
        size,
        world: WasiConfig { args, ..WasiConfig::default() },
        files: Vec::new(),
        stdin,
        counted_function: None,
        limits: Limits { steps: 20_000_000_000, ..Limits::default() },
        program,
    };
    let cost = |costs: &Costs| if row.memory { costs.memory as i64 } else { costs.instructions as i64 };
    let solver = || -> Box<dyn Solver> { Box::new(Parts::new()) };
    let load = Load {
        subject: &subject,
        solver: &solver,
        measures: vec![Measure { kind: "instructions".into(), cost: &cost }],
        options: Options {
            tests,
            look_ahead: None,
            diverse: true,
            work: (effort * 60e9) as u64,
            branches: 2_000_000,
            threads: 2,
            memory: 3 << 30,
            seed: 1,
        },
        changes: std::env::var("WORSTCASE_UNCHANGED").is_err(),
        random: None,
        earlier: Vec::new(),
    };
    let clock = Clock(Instant::now());
    let suite = load.generate(Suite::default(), &clock).unwrap();
    let best = suite.tests.first().map_or(0, |test| test.cost);
    let walked = suite.tests.iter().filter(|test| test.how == worstcase_load::How::Search);
    let walked = walked.map(|test| test.cost).max().unwrap_or(0);
    println!(
        "{:<15} {size:>6} {:>6} {:>13.0} {best:>13} {:>13.0} {:>13} {:>6.1} {:>6.2} {:>6.2} {:>6} {:>7.1} {:>6}",
        row.name,
        suite.tests.len(),
        suite.mean(),
        suite.random.mean.unwrap_or(0.0),
        suite.random.best.unwrap_or(0),
        best as f64 / suite.random.best.unwrap_or(1).max(1) as f64,
        walked as f64 / best.max(1) as f64,
        suite.diversity.mean,
        suite.phases,
        suite.seconds,
        peak_mib(),
    );
}

/// The most memory that this process has had, in MiB.
fn peak_mib() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    line.and_then(|line| line.trim().split(' ').next()?.parse::<u64>().ok()).unwrap_or(0) / 1024
}
