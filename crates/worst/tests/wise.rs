//! Rules learned at small sizes reach the known worst cases at larger ones.

use std::path::PathBuf;
use std::sync::Arc;

use worstcase_explore::{Budget, Subject, Watch};
use worstcase_machine::Limits;
use worstcase_machine::process::{Costs, Entry};
use worstcase_machine::wasi::WasiConfig;
use worstcase_program::compile::CompileOptions;
use worstcase_solver::{Chain, Solver};
use worstcase_worst::Search;

fn cost(costs: &Costs) -> i64 {
    costs.conditionals as i64
}

fn solver() -> Box<dyn Solver> {
    Box::new(Chain::new())
}

/// Learns from sizes with at most so many paths, follows the rule at others, and compares with the formula; one path
/// each is enough.
fn check(name: &str, most_paths: u64, sizes: &[u32], formula: fn(i64) -> i64) {
    let path =
        PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../examples").join(name).with_extension("c");
    let program = Arc::new(worstcase_program::load(&[path], &CompileOptions::default()).unwrap().program);
    let subject = |size: u32| Subject {
        program: program.clone(),
        entry: Entry::find(&program, None).unwrap(),
        size,
        world: WasiConfig::default(),
        files: Vec::new(),
        stdin: false,
        watched: None,
        limits: Limits { steps: 10_000_000_000, ..Limits::default() },
    };
    let search = Search { subject: &subject, solver: &solver, cost: &cost, budget: Budget::default() };
    let watch = Watch::default();
    let (learned, _) = search.learn(10, most_paths, &watch).unwrap();
    for known in &learned {
        assert_eq!(known.worst.0, formula(known.size.into()), "{name} at {}, exhaustively", known.size);
    }
    let generator = search.choose(&learned, &watch).unwrap();
    assert!(generator.missed.is_empty() && !generator.checked.is_empty(), "{name}: {generator:?}");
    for &size in sizes {
        let guided = search.guided(size, &generator, 10, &watch).unwrap();
        let (cost, found) = guided.worst.expect("there is a path");
        println!("{name} {size}: {cost} {:?} {:?}", guided.tally, generator.context);
        assert_eq!(cost, formula(size.into()), "{name} at {size}");
        assert_eq!(guided.tally.paths, 1, "{name} at {size}");
        let (replayed, _) = subject(size).replay(&found.input).unwrap();
        assert_eq!(replayed.conditionals as i64, cost, "{name} at {size}: replayed");
    }
}

#[test]
fn sorted_list() {
    check("sorted_list", 200, &[7, 30, 100], |n| n);
}

#[test]
fn insertion_sort() {
    check("insertion_sort", 200, &[7, 30, 100], |n| n * n + 2 * n - 2);
}

#[test]
fn binary_search_tree() {
    check("binary_search_tree", 600, &[7, 30, 100], |n| 3 * n - 2);
}

#[test]
fn heap() {
    // The last of n elements rises to the top: two conditionals for each level and one at the end.
    check("heap", 500, &[10, 30, 100], |n| 2 * i64::from(n.ilog2()) + 1);
}

#[test]
fn red_black_tree() {
    // There is no closed form. Up to 6 the values are compared with all paths; at 10 it is what the search itself found
    // before, so that only a change is noticed.
    check("red_black_tree", 2000, &[10], |n| [4, 7, 7, 10, 10, 13, 13, 13, 13, 16][n as usize - 1]);
}

#[test]
fn dijkstra() {
    check("dijkstra", 3000, &[8, 12], |n| 5 * n * n + 4 * n + 2);
}
