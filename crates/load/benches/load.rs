//! Load tests of programs of several kinds, beside random inputs with the same time and what `find` knows: the table of
//! `make load`.
//!
//! `cargo bench -p worstcase-load --bench load`, or with names of programs only those (`lines`: the part about long inputs;
//! `zlib`: the one about real code). `WORSTCASE_EFFORT=1` takes ten times
//! the work, `WORSTCASE_SIZES=1000` other sizes, `WORSTCASE_TESTS=20` more or fewer tests; `WORSTCASE_FIND=0` leaves `find`
//! out; `WORSTCASE_RANDOM=100` runs so many random inputs instead of as many as take the same time. Every row is made in a process of its own, whose memory is the row's.

#[path = "load/child.rs"]
mod child;
#[path = "load/goals.rs"]
mod goals;
#[path = "load/real.rs"]
mod real;
#[path = "load/rows.rs"]
mod rows;
#[path = "load/scale.rs"]
mod scale;

use child::{Found, Measured};
use goals::Line;
use rows::{ROWS, Row};

fn setting(name: &str, default: &str) -> String {
    std::env::var(name).unwrap_or_else(|_| default.into())
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if child::is_asked(&arguments) || scale::is_asked(&arguments) {
        return;
    }
    let wanted: Vec<&String> = arguments.iter().filter(|argument| !argument.starts_with('-')).collect();
    let sizes: Vec<u32> = setting("WORSTCASE_SIZES", "1000,10000")
        .split(',')
        .map(|size| size.parse().expect("a size"))
        .collect();
    if wanted.is_empty() || ROWS.iter().any(|row| wanted.iter().any(|wanted| *wanted == row.name)) {
        print_head();
    }
    let mut lines = Vec::new();
    for (number, row) in ROWS.iter().enumerate() {
        if !wanted.is_empty() && wanted.iter().all(|wanted| *wanted != row.name) {
            continue;
        }
        let found =
            if setting("WORSTCASE_FIND", "1") == "1" { child::find(number, &sizes) } else { Vec::new() };
        for &size in &sizes {
            let found = found.iter().find(|found| found.size == size).cloned();
            let Some(measured) = child::load(number, size) else {
                println!("{:<15} {size:>6} ended without a suite", row.name);
                continue;
            };
            print_line(row, size, &measured, found.as_ref());
            lines.push(Line { row, size, measured, found });
        }
    }
    if !lines.is_empty() {
        goals::print(&lines);
    }
    if wanted.is_empty() || wanted.iter().any(|wanted| *wanted == "lines") {
        scale::print();
    }
    if wanted.is_empty() || wanted.iter().any(|wanted| *wanted == "zlib") {
        real::print();
    }
}

fn print_head() {
    println!(
        "{:<15} {:>6} {:>5} {:>12} {:>12} {:>12} {:>12} {:>6} {:>12} {:<8} {:>6} {:>6} {:>6} {:>6} {:>7} {:>5}",
        "program",
        "n",
        "tests",
        "mean",
        "best",
        "random mean",
        "random best",
        "ratio",
        "find",
        "by",
        "share",
        "paths",
        "differ",
        "phases",
        "seconds",
        "MiB"
    );
}

/// Ratio: the best test to random's best. Share: the best test to what `find` knows. Paths: the costliest test that
/// only paths led to, to the best.
fn print_line(row: &Row, size: u32, measured: &Measured, found: Option<&Found>) {
    let best = measured.best;
    let none = || "-".to_string();
    let ratio = measured.ratio().map_or_else(none, |ratio| format!("{ratio:.1}"));
    let random = |cost: f64| if measured.random_runs == 0 { none() } else { format!("{cost:.0}") };
    let share = found.map_or_else(none, |found| format!("{:.2}", best as f64 / found.cost.max(1) as f64));
    println!(
        "{:<15} {size:>6} {:>5} {:>12.0} {best:>12} {:>12} {:>12} {ratio:>6} {:>12} {:<8} {share:>6} {:>6.2} {:>6.2} {:>6} {:>7.1} {:>5}",
        row.name,
        measured.tests,
        measured.mean,
        random(measured.random_mean),
        random(measured.random_best as f64),
        found.map_or_else(none, |found| found.cost.to_string()),
        found.map_or_else(none, |found| found.how.clone()),
        measured.by_paths as f64 / best.max(1) as f64,
        measured.differ,
        measured.phases,
        measured.seconds,
        measured.mib,
    );
}
