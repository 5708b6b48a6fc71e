//! How many paths a second, with the chain and with plain Z3, in one run and one thread each.
//!
//! `cargo bench -p worstcase-explore --bench paths`

#[path = "../tests/common/mod.rs"]
mod common;

use std::sync::mpsc::RecvTimeoutError;
use std::time::{Duration, Instant};

use common::{Worst, chain, example, subject};
use worstcase_explore::{Budget, Subject, Watch, explore};
use worstcase_solver::{Solver, Z3};

/// Programs, and sizes for which plain Z3 gets somewhere.
const PROGRAMS: [(&str, u32); 9] = [
    ("sorted_list", 6),
    ("heap", 7),
    ("red_black_tree", 4),
    ("quicksort", 5),
    ("binary_search_tree", 5),
    ("mergesort", 5),
    ("bellman_ford", 3),
    ("dijkstra", 4),
    ("travelling_salesman", 4),
];

fn z3() -> Box<dyn Solver> {
    Box::new(Z3::new())
}

/// How long one measurement may take.
const MOST: Duration = Duration::from_secs(20);

/// The paths that there are, if all were seen, and how many are seen in a second.
fn rate(subject: &Subject, solver: &(dyn Fn() -> Box<dyn Solver> + Sync)) -> (Option<u64>, f64) {
    let begun = Instant::now();
    let mut seen = 0;
    // What takes microseconds is repeated until it can be measured.
    loop {
        let watch = Watch::default();
        let (tally, _) = std::thread::scope(|scope| {
            let (done, waiting) = std::sync::mpsc::channel::<()>();
            let watch = &watch;
            scope.spawn(move || {
                if waiting.recv_timeout(MOST) == Err(RecvTimeoutError::Timeout) {
                    watch.stop();
                }
            });
            let explored = explore(subject, solver, Budget::default(), watch, &Worst::default).unwrap();
            drop(done);
            explored
        });
        seen += tally.paths;
        if tally.stopped || begun.elapsed().as_millis() > 300 {
            let complete = tally.is_complete().then_some(tally.paths);
            return (complete, seen as f64 / begun.elapsed().as_secs_f64());
        }
    }
}

fn main() {
    println!(
        "{:<20} {:>2} {:>7} {:>12} {:>12} {:>7}",
        "program", "n", "paths", "chain, /s", "Z3 alone, /s", "ratio"
    );
    // A rate of what Z3 did not finish says little, so it has no part in the mean.
    let (mut product, mut finished) = (1.0, 0);
    for (name, size) in PROGRAMS {
        let program = example(&format!("{name}.c"));
        let subject = subject(&program, size);
        let (count, ours) = rate(&subject, &chain);
        let count = count.expect("the chain sees all paths");
        let (same, theirs) = rate(&subject, &z3);
        assert!(same.is_none_or(|same| same == count), "{name}: {count} and {same:?} paths");
        let unfinished = if same.is_none() { "  (Z3 was stopped)" } else { "" };
        if same.is_some() {
            product *= ours / theirs;
            finished += 1;
        }
        println!(
            "{name:<20} {size:>2} {count:>7} {ours:>12.0} {theirs:>12.2} {:>7.0}{unfinished}",
            ours / theirs
        );
    }
    let mean = product.powf(1.0 / f64::from(finished.max(1)));
    println!("geometric mean of the ratios of the {finished} programs that both finished: {mean:.0}");
}
