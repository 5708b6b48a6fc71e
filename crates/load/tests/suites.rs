//! Suites are what they say: every test costs what it is said to cost, they differ, and they are the same whoever makes them.

use std::path::PathBuf;
use std::sync::Arc;

use worstcase_explore::{StdinShape, Subject, Unattended};
use worstcase_load::{Load, Measure, Options, Suite};
use worstcase_machine::Limits;
use worstcase_machine::process::{Costs, Entry};
use worstcase_machine::wasi::WasiConfig;
use worstcase_program::compile::CompileOptions;
use worstcase_solver::{Parts, Solver};

fn subject(file: &str, size: u32) -> Subject {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(file);
    let program = Arc::new(worstcase_program::load(&[path], &CompileOptions::default()).unwrap().program);
    let entry = Entry::find(&program, None).unwrap();
    let stdin = if matches!(entry, Entry::Command(_)) { StdinShape::Sized } else { StdinShape::World };
    Subject {
        entry,
        size,
        world: WasiConfig { args: vec![b"program".to_vec()], ..WasiConfig::default() },
        files: Vec::new(),
        arguments: Vec::new(),
        stdin,
        counted_function: None,
        natives: None,
        limits: Limits { steps: 100_000_000, ..Limits::default() },
        program,
    }
}

fn options() -> Options {
    Options {
        tests: 6,
        look_ahead: None,
        diverse: true,
        work: 200_000_000,
        branches: 100_000,
        threads: 1,
        memory: 1 << 30,
        seed: 1,
        patience: Options::PATIENCE,
    }
}

fn suite(subject: &Subject, cost: &(dyn Fn(&Costs) -> i64 + Sync), options: Options, changes: bool) -> Suite {
    let solver = || -> Box<dyn Solver> { Box::new(Parts::new()) };
    let measures = vec![Measure { kind: "cost".into(), cost }];
    let load =
        Load { subject, solver: &solver, measures, options, changes, random: Some(50), earlier: Vec::new() };
    let suite = load.generate(Suite::default(), &Unattended { clock: || 0.0 }).unwrap();
    for test in &suite.tests {
        let (costs, _) = subject.replay(&test.input).unwrap();
        assert_eq!(cost(&costs), test.cost, "a test costs what it is said to cost");
    }
    suite
}

fn conditionals(costs: &Costs) -> i64 {
    costs.conditionals as i64
}

/// Which of the two hot spots each test is about.
fn spots(suite: &Suite) -> Vec<u64> {
    let mut spots: Vec<u64> = suite.tests.iter().map(|test| test.input[0].bits).collect();
    spots.sort_unstable();
    spots.dedup();
    spots
}

#[test]
fn tests_differ_in_what_they_do() {
    let subject = subject("tests/programs/two_hot_spots.c", 40);
    let user = |costs: &Costs| costs.user;
    for changes in [false, true] {
        let diverse = suite(&subject, &user, options(), changes);
        let both = spots(&diverse);
        let costs: Vec<(u64, i64)> =
            diverse.tests.iter().map(|test| (test.input[0].bits, test.cost)).collect();
        assert!(both.contains(&1) && both.contains(&2), "{costs:?} with changes: {changes}");
        assert!(diverse.diversity.min > 0.0);
        let alike = suite(&subject, &user, Options { diverse: false, ..options() }, changes);
        assert_eq!(spots(&alike).len(), 1, "without diversity only the costlier one is left");
    }
}

#[test]
fn threads_make_no_difference() {
    // The last is too long for walks side by side: they follow what was learned at a small size.
    let cases = [
        ("tests/programs/two_hot_spots.c", 60, options().work),
        ("../../examples/sort_lines.c", 60, options().work),
        ("../../examples/sort_lines.c", 1500, 20_000_000),
    ];
    for (file, size, work) in cases {
        let subject = subject(file, size);
        let made = |threads| {
            let suite = suite(&subject, &conditionals, Options { threads, work, ..options() }, true);
            suite.tests.into_iter().map(|test| (test.cost, test.input)).collect::<Vec<_>>()
        };
        assert_eq!(made(1), made(2), "{file}");
    }
}

#[test]
fn tests_cost_more_than_random_inputs() {
    for (file, least) in [("../../examples/insertion_sort.c", 1.5), ("../../examples/sort_lines.c", 1.2)] {
        let subject = subject(file, 100);
        let suite = suite(&subject, &conditionals, options(), true);
        let random = suite.random.best.expect("random inputs were run") as f64;
        let best = suite.tests[0].cost as f64;
        assert!(best > least * random, "{file}: {best} against {random}");
    }
}

#[test]
fn fewer_paths_than_tests_are_fewer_tests() {
    let subject = subject("../../examples/insertion_sort.c", 2);
    let suite = suite(&subject, &conditionals, Options { tests: 10, ..options() }, true);
    assert_eq!(suite.tests.len(), 2, "two numbers can be in two orders");
    assert!(suite.remarks.iter().any(|remark| remark.contains("10")), "{:?}", suite.remarks);
}
