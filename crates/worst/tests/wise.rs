//! Rules learned at small sizes reach the known worst cases at larger ones, along one path.

mod common;

use common::{Program, cost};
use worstcase_explore::{Subject, Watch};
use worstcase_worst::{Extent, Search};

/// Learns from sizes with at most so many paths. Wherever the worst case is known from all paths, it has to be what the
/// formula says and what the rule reaches; at the other sizes the rule has to reach the formula.
fn check(name: &str, most_paths: u64, sizes: &[u32], formula: Option<fn(i64) -> i64>) {
    let program = Program::load(name);
    let subject = |size| program.subject(size);
    let search = program.search(&subject);
    let watch = Watch::default();
    let learned = search.study(Extent { size: 10, paths: most_paths }, sizes, &watch).unwrap().learned;
    for known in &learned {
        if let Some(formula) = formula {
            assert_eq!(known.worst.0, formula(known.size.into()), "{name} at {}, exhaustively", known.size);
        }
    }
    let choice = search.choose(&learned, sizes, &watch).unwrap();
    assert!(choice.missed.is_empty(), "{name}: {choice:?}");
    for &size in sizes {
        let guided = search.guided(size, &choice.strategy, &watch).unwrap();
        let (found, input) = guided.worst.expect("there is a path");
        println!("{name} {size}: {found} {:?}", guided.tally);
        assert_eq!(guided.tally.paths, 1, "{name} at {size}");
        if let Some(formula) = formula {
            assert_eq!(found, formula(size.into()), "{name} at {size}");
        }
        let (replayed, _) = subject(size).replay(&input).unwrap();
        assert_eq!(cost(&replayed), found, "{name} at {size}: replayed");
    }
}

#[test]
fn sorted_list() {
    check("sorted_list", 1000, &[7, 30, 100], Some(|n| n));
}

#[test]
fn insertion_sort() {
    check("insertion_sort", 1000, &[7, 30, 100], Some(|n| n * n + 2 * n - 2));
}

#[test]
fn bubble_sort() {
    check("bubble_sort", 1000, &[7, 30, 60], Some(|n| n * n + n + 1));
}

#[test]
fn binary_search_tree() {
    check("binary_search_tree", 5000, &[7, 30, 100], Some(|n| 3 * n - 2));
}

#[test]
fn heap() {
    // The last of n elements rises to the top: two conditionals for each level and one at the end.
    check("heap", 5000, &[10, 30, 100], Some(|n| 2 * i64::from(n.ilog2()) + 1));
}

#[test]
fn red_black_tree() {
    // Three conditionals for each level of the tallest tree, and one at the end. To be of height 2k it takes
    // 2^(k+1) - 2 nodes, of height 2k-1 it takes 3 * 2^(k-1) - 2.
    fn height(n: i64) -> i64 {
        (1..).take_while(|h| n >= if h % 2 == 0 { (2 << (h / 2)) - 2 } else { (3 << (h / 2)) - 2 }).count()
            as i64
    }
    check("red_black_tree", 10_000, &[10, 30, 100], Some(|n| 3 * height(n) + 1));
}

#[test]
fn quicksort() {
    check("quicksort", 15_000, &[10, 30], None);
}

#[test]
fn mergesort() {
    // Below 7 elements an insertion sort. Above, two conditionals, then four for each element that is merged, of which
    // the last one, on the right, needs no comparison, and one that ends the loop.
    fn formula(n: i64) -> i64 {
        if n < 7 { n * n + 2 * n + 2 } else { formula(n / 2) + formula(n - n / 2) + 2 + 4 * n - 1 + 1 }
    }
    check("mergesort", 50_000, &[10, 30, 100], Some(formula));
}

/// Learned from sizes up to 9, the plain rule is beaten. A challenge begins with the rule's own input, so it finds as much at
/// least: also that of the rule which comes of the refinement.
#[test]
fn a_refined_rule_is_challenged_again() {
    let program = Program::load("mergesort");
    let subject = |size| program.subject(size);
    let search = program.search(&subject);
    let watch = Watch::default();
    let learned = search.study(Extent { size: 9, paths: 500_000 }, &[9], &watch).unwrap().learned;
    let choice = search.choose(&learned, &[9], &watch).unwrap();
    assert_eq!(choice.challenges.len(), 4);
    for challenge in &choice.challenges {
        assert!(challenge.best.as_ref().map(|best| best.cost) >= challenge.cost, "{challenge:?}");
    }
}

#[test]
fn dijkstra() {
    check("dijkstra", 3000, &[8, 12], Some(|n| 5 * n * n + 4 * n + 2));
}

#[test]
fn bellman_ford() {
    // A single vertex has no loop over edges to begin with.
    let formula = |n: i64| if n == 1 { 9 } else { 4 * n * n * n + 4 * n + 2 };
    check("bellman_ford", 100, &[5, 10], Some(formula));
}

#[test]
fn travelling_salesman() {
    check("travelling_salesman", 1000, &[5, 6], None);
}

/// Keys that all collide, though the table's places depend on a hash of theirs: the last one meets all others.
#[test]
fn hash_table() {
    let program = Program::load("hash_table");
    let same = program.subject(1).program.function_named("same").unwrap();
    let subject = |size| Subject { counted_function: Some(same), ..program.subject(size) };
    let search = Search { cost: &|costs| costs.calls as i64, ..program.search(&subject) };
    let watch = Watch::default();
    let learned = search.study(Extent { size: 3, paths: 1000 }, &[20], &watch).unwrap().learned;
    let choice = search.choose(&learned, &[20], &watch).unwrap();
    let (found, input) = search.guided(20, &choice.strategy, &watch).unwrap().worst.unwrap();
    assert_eq!(found, 20 * 19 / 2);
    assert_eq!(subject(20).replay(&input).unwrap().0.calls, 20 * 19 / 2);
}
