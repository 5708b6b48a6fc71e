//! How many paths a second, with the chain and with plain Z3, in one run and one thread each.
//!
//! `cargo bench -p worstcase-explore --bench paths`

#[path = "../tests/common/mod.rs"]
mod common;
#[path = "kinds/measure.rs"]
#[allow(dead_code)]
mod measure;

use std::time::Duration;

use common::{chain, example, subject};
use measure::measure;
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
        let (ours, theirs) = (measure(&subject, &chain, MOST), measure(&subject, &z3, MOST));
        let count = ours.complete().expect("the chain sees all paths");
        let (same, ours, theirs) = (theirs.complete(), ours.rate, theirs.rate);
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
