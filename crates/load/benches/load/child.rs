//! A row in a process of its own, so that the memory that it takes is its own, and what hangs can be ended. It prints a
//! line of figures.

use std::io::Read;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use worstcase_explore::{Budget, Unattended};
use worstcase_load::{Load, Measure, Options, Suite};
use worstcase_machine::process::Costs;
use worstcase_solver::{Chain, Parts, Solver};
use worstcase_worst::{About, Extent, How, Random, Search, Status};

use crate::rows::{ROWS, Row};
use crate::setting;

/// What making a suite came to.
#[derive(Clone, Debug, Default)]
pub struct Measured {
    pub tests: usize,
    pub mean: f64,
    pub best: i64,
    /// The costliest test that only paths led to.
    pub by_paths: i64,
    pub random_runs: u64,
    pub random_mean: f64,
    pub random_best: i64,
    pub differ: f64,
    pub phases: u64,
    pub seconds: f64,
    pub mib: u64,
}

impl Measured {
    /// How many times the best random input the best test costs.
    pub fn ratio(&self) -> Option<f64> {
        (self.random_runs > 0).then(|| self.best as f64 / self.random_best.max(1) as f64)
    }
}

/// What `find` knows at a size.
#[derive(Clone, Debug)]
pub struct Found {
    pub size: u32,
    pub cost: i64,
    /// How it was found, in a word of its own: `exact` if all paths were seen.
    pub how: String,
}

/// How long `find` may take, for each of its stages and sizes, and in all.
const FIND_STAGE: f64 = 6.0;
const FIND_SIZE: f64 = 12.0;
const FIND: Duration = Duration::from_secs(240);

/// How long a suite may take at most.
const LOAD: Duration = Duration::from_secs(3600);

/// Does what a parent asked for, if one did.
pub fn is_asked(arguments: &[String]) -> bool {
    let number = |at: usize| arguments[at].parse::<usize>().expect("a number");
    match arguments.first().map(String::as_str) {
        Some("--row") => make(&ROWS[number(1)], number(2) as u32),
        Some("--find") => {
            let sizes: Vec<u32> = (2..arguments.len()).map(|at| number(at) as u32).collect();
            look(&ROWS[number(1)], &sizes);
        }
        _ => return false,
    }
    true
}

/// Makes a suite of a row at a size, elsewhere.
pub fn load(row: usize, size: u32) -> Option<Measured> {
    let text = child(&["--row".into(), row.to_string(), size.to_string()], LOAD);
    let line = text.lines().find_map(|line| line.strip_prefix("suite "))?;
    let mut figures = line.split(' ').map(|figure| figure.parse::<f64>().expect("a figure"));
    let mut next = || figures.next().expect("as many figures as there are");
    Some(Measured {
        tests: next() as usize,
        mean: next(),
        best: next() as i64,
        by_paths: next() as i64,
        random_runs: next() as u64,
        random_mean: next(),
        random_best: next() as i64,
        differ: next(),
        phases: next() as u64,
        seconds: next(),
        mib: next() as u64,
    })
}

/// What `find` knows of a row at some sizes, elsewhere.
pub fn find(row: usize, sizes: &[u32]) -> Vec<Found> {
    let mut arguments = vec!["--find".into(), row.to_string()];
    arguments.extend(sizes.iter().map(u32::to_string));
    let text = child(&arguments, FIND);
    let found = text.lines().filter_map(|line| {
        let mut words = line.strip_prefix("found ")?.split(' ');
        let size = words.next()?.parse().ok()?;
        let cost = words.next()?.parse().ok()?;
        Some(Found { size, cost, how: words.next()?.into() })
    });
    found.collect()
}

/// What this program prints with some arguments, in another process, if that ends in time.
fn child(arguments: &[String], limit: Duration) -> String {
    let own = std::env::current_exe().expect("this program has a name");
    let mut child =
        Command::new(own).args(arguments).stdout(Stdio::piped()).spawn().expect("it can be started");
    let mut output = child.stdout.take().expect("it is piped");
    let reader = std::thread::spawn(move || {
        let mut text = String::new();
        let _ = output.read_to_string(&mut text);
        text
    });
    let begun = Instant::now();
    while child.try_wait().expect("it is ours").is_none() {
        if begun.elapsed() > limit {
            let _ = child.kill();
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    reader.join().unwrap_or_default()
}

fn make(row: &Row, size: u32) {
    let subject = row.subject(&row.program(), size);
    let cost = |costs: &Costs| row.cost(costs);
    let solver = || -> Box<dyn Solver> { Box::new(Parts::new()) };
    let effort: f64 = setting("WORSTCASE_EFFORT", "0.1").parse().expect("a number");
    let load = Load {
        subject: &subject,
        solver: &solver,
        measures: vec![Measure { kind: row.cost_kind().into(), cost: &cost }],
        options: Options {
            tests: setting("WORSTCASE_TESTS", "10").parse().expect("a number"),
            look_ahead: None,
            diverse: true,
            work: (effort * 60e9) as u64,
            branches: 2_000_000,
            threads: 2,
            memory: 3 << 30,
            seed: 1,
            patience: Options::PATIENCE,
        },
        changes: std::env::var("WORSTCASE_UNCHANGED").is_err(),
        random: std::env::var("WORSTCASE_RANDOM").ok().map(|runs| runs.parse().expect("a number")),
        earlier: Vec::new(),
    };
    let begun = Instant::now();
    let clock = Unattended { clock: move || begun.elapsed().as_secs_f64() };
    let suite = load.generate(Suite::default(), &clock).unwrap();
    let by_paths =
        suite.tests.iter().filter(|test| test.how == worstcase_load::How::Search).map(|test| test.cost).max();
    println!(
        "suite {} {} {} {} {} {} {} {} {} {} {}",
        suite.tests.len(),
        suite.mean(),
        suite.tests.first().map_or(0, |test| test.cost),
        by_paths.unwrap_or(0),
        suite.random.runs,
        suite.random.mean.unwrap_or(0.0),
        suite.random.best.unwrap_or(0),
        suite.diversity.mean,
        suite.phases,
        suite.seconds,
        peak_mib(),
    );
}

fn look(row: &Row, sizes: &[u32]) {
    let program = row.program();
    let subject = |size: u32| {
        let mut subject = row.subject(&program, size);
        subject.limits.steps = 100_000_000;
        subject
    };
    let solver = || -> Box<dyn Solver> { Box::new(Chain::new()) };
    let cost = |costs: &Costs| row.cost(costs);
    let budget = Budget { threads: 2, memory: 1 << 30, ..Budget::default() };
    let search = Search { subject: &subject, solver: &solver, cost: &cost, budget, seed: 1 };
    let options = worstcase_worst::Options {
        sizes: sizes.to_vec(),
        extent: Extent { size: 12, paths: 100_000 },
        learn_seconds: FIND_STAGE,
        size_seconds: FIND_SIZE,
        effort: 0.2,
        random: Random::DEFAULT,
        long_steps: 20_000_000_000,
        resume: false,
        symbolic_stdin: String::new(),
    };
    let begun = Instant::now();
    let clock = Unattended { clock: move || begun.elapsed().as_secs_f64() };
    let finding = search.find(About::default(), &options, None, &clock).unwrap();
    for size in sizes {
        if let Some(found) = finding.at(*size)
            && let Some(cost) = found.cost
        {
            let how = match found.how {
                _ if found.status == Status::Exact => "exact",
                // A pattern that was confirmed costs as much as the rule wherever both were tried.
                How::Rule if finding.pattern.is_some() => "pattern",
                how => how.word(),
            };
            println!("found {size} {cost} {how}");
        }
    }
}

/// The most memory that this process has had, in MiB.
pub fn peak_mib() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    line.and_then(|line| line.trim().split(' ').next()?.parse::<u64>().ok()).unwrap_or(0) / 1024
}
