//! The programs of WISE's table 1 as a user of KLEE brings them, inputs in symbolic arrays: the same paths as with
//! `input_i32()`.

mod common;

use common::kinds::own_program;
use common::{chain, example, paths, subject};

/// Programs, and sizes that take a moment.
const SIZES: [(&str, &[u32]); 9] = [
    ("sorted_list", &[1, 2, 3, 4, 5]),
    ("heap", &[1, 2, 3, 4, 5, 6]),
    ("red_black_tree", &[1, 2, 3, 4]),
    ("quicksort", &[1, 2, 3, 4, 5]),
    ("binary_search_tree", &[1, 2, 3, 4, 5]),
    ("mergesort", &[1, 2, 3, 4, 5]),
    ("bellman_ford", &[1, 2, 3]),
    ("dijkstra", &[1, 2, 3, 4, 5]),
    ("travelling_salesman", &[1, 2, 3, 4]),
];

#[test]
fn symbolic_arrays_have_the_paths_of_inputs() {
    for (name, sizes) in SIZES {
        let ours = example(&format!("{name}.c"));
        let theirs = own_program(&format!("tests/programs/klee/{name}.c"));
        for &size in sizes {
            let (tally, worst) = paths(&subject(&ours, size), &chain, 1);
            let (same, same_worst) = paths(&subject(&theirs, size), &chain, 1);
            assert!(same.is_complete(), "{name} at {size}: {same:?}");
            assert_eq!((same.paths, same_worst), (tally.paths, worst), "{name} at {size}");
        }
    }
}
