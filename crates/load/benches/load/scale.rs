//! Long inputs: `grep` with a pattern of ten digits, and `sort`, on up to ten thousand lines of ten bytes of input.
//!
//! Each size is made in a process of its own, whose memory is the row's. Work is counted, and as much for each line, so the time
//! says how fast it grows.

use std::path::PathBuf;
use std::process::Command;
use std::sync::Arc;
use std::time::Instant;

use worstcase_explore::{StdinPart, StdinShape, Subject, Unattended};
use worstcase_load::{Load, Measure, Options, Suite};
use worstcase_machine::Limits;
use worstcase_machine::process::{Costs, Entry};
use worstcase_machine::wasi::WasiConfig;
use worstcase_program::compile::CompileOptions;
use worstcase_solver::{Parts, Solver};

use crate::child::peak_mib;

/// The programs, with their arguments.
const PROGRAMS: [(&str, &[&str]); 2] = [("grep", &["[0-9]{10}"]), ("sort_lines", &[])];

/// How many lines.
const LINES: [u32; 3] = [1000, 5000, 10_000];

/// What the largest may take: seconds and MiB.
const MOST: (f64, u64) = (300.0, 4096);

/// How much work a line is worth, for ten tests.
const WORK: u64 = 3_000_000;

/// Does what a parent asked for, if one did.
pub fn is_asked(arguments: &[String]) -> bool {
    if arguments.first().map(String::as_str) != Some("--lines") {
        return false;
    }
    let number = |at: usize| arguments[at].parse::<usize>().expect("a number");
    make(PROGRAMS[number(1)], number(2) as u32);
    true
}

/// Prints a row for each program and size, and whether the goals are reached.
pub fn print() {
    println!("\nlines of ten bytes: best and mean of ten tests to the best random input");
    println!(
        "{:<12} {:>6} {:>6} {:>7} {:>7} {:>8} {:>7}",
        "program", "lines", "tests", "best", "mean", "seconds", "MiB"
    );
    for (number, (name, _)) in PROGRAMS.iter().enumerate() {
        let rows: Vec<Vec<f64>> = LINES.iter().map(|&lines| row(number, lines)).collect();
        for (lines, row) in LINES.iter().zip(&rows) {
            let [tests, best, mean, seconds, mib] = row[..] else {
                println!("{name:<12} {lines:>6} ended without a suite");
                continue;
            };
            println!("{name:<12} {lines:>6} {tests:>6} {best:>7.2} {mean:>7.2} {seconds:>8.1} {mib:>7}");
        }
        goals(name, &rows);
    }
}

/// Says which goals a program reaches, if all its rows are there.
fn goals(name: &str, rows: &[Vec<f64>]) {
    let ([_, _, _, few, _], [tests, _, _, many, mib]) = (&rows[0][..], &rows[2][..]) else {
        println!("{name:<12} NOT reached: a row is missing");
        return;
    };
    let says = |is: bool| if is { "reached" } else { "NOT reached" };
    let is_small = *tests == 10.0 && *many <= MOST.0 && *mib <= MOST.1 as f64;
    let grows = |lines: u32| f64::from(lines) * f64::from(lines).log2();
    let (times, most) = (many / few, grows(LINES[2]) / grows(LINES[0]));
    println!("{name:<12} ten tests in 300 s and 4096 MiB: {}", says(is_small));
    println!("{name:<12} {times:.1} times the time, n log n is {most:.1}: {}", says(times <= most));
}

/// The figures of one row, made elsewhere; nothing if it ended otherwise.
fn row(program: usize, lines: u32) -> Vec<f64> {
    let own = std::env::current_exe().expect("this program has a name");
    let output = Command::new(own).args(["--lines", &program.to_string(), &lines.to_string()]).output();
    let text = output.map(|output| String::from_utf8_lossy(&output.stdout).into_owned()).unwrap_or_default();
    let line = text.lines().find_map(|line| line.strip_prefix("lines ")).unwrap_or_default();
    line.split_whitespace().filter_map(|figure| figure.parse().ok()).collect()
}

fn make((name, arguments): (&str, &[&str]), lines: u32) {
    let path =
        PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../examples").join(name).with_extension("c");
    let program = Arc::new(worstcase_program::load(&[path], &CompileOptions::default()).unwrap().program);
    let line = [StdinPart::Inputs { count: 10, range: Some((b' ', b'~')) }, StdinPart::Fixed(b"\n".to_vec())];
    let parts: Vec<StdinPart> = (0..lines).flat_map(|_| line.clone()).collect();
    let args = [name].iter().chain(arguments).map(|argument| argument.as_bytes().to_vec()).collect();
    let subject = Subject {
        entry: Entry::find(&program, None).unwrap(),
        size: 10 * lines,
        world: WasiConfig { args, ..WasiConfig::default() },
        files: Vec::new(),
        arguments: Vec::new(),
        stdin: StdinShape::Parts(Arc::new(parts)),
        counted_function: None,
        natives: None,
        limits: Limits { steps: 20_000_000_000, ..Limits::default() },
        program,
    };
    let cost = |costs: &Costs| costs.instructions as i64;
    let solver = || -> Box<dyn Solver> { Box::new(Parts::new()) };
    let options = Options {
        tests: 10,
        look_ahead: None,
        diverse: true,
        work: WORK * u64::from(lines),
        branches: 10_000_000,
        threads: 2,
        memory: 3 << 30,
        seed: 1,
        patience: Options::PATIENCE,
    };
    let load = Load {
        subject: &subject,
        solver: &solver,
        measures: vec![Measure { kind: "instructions".into(), cost: &cost }],
        options,
        changes: true,
        random: Some(20),
        earlier: Vec::new(),
    };
    let begun = Instant::now();
    let clock = Unattended { clock: move || begun.elapsed().as_secs_f64() };
    let suite = load.generate(Suite::default(), &clock).unwrap();
    let random = suite.random.best.unwrap_or(1) as f64;
    let best = suite.tests.first().map_or(0, |test| test.cost) as f64;
    println!(
        "lines {} {} {} {} {}",
        suite.tests.len(),
        best / random,
        suite.mean() / random,
        suite.seconds,
        peak_mib()
    );
}
