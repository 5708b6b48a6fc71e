//! Agreement with the interpreter: on real programs, native runs cost, end, ask and decide as the interpreter's do.

mod common;

use common::{Tally, agree, file, load};
use worstcase_machine::process::{Entry, Signature};
use worstcase_program::compile::Opt;

/// Random runs of a C program, as it is compiled by default and with optimisation.
fn program(path: &str, sizes: &[u32], count: usize) -> Tally {
    let mut all = Tally::default();
    for opt in [Opt::O0, Opt::O2] {
        let program = load(&file(path), opt);
        let tally = agree(&program, Entry::find(&program, None).unwrap(), sizes, count);
        println!("{path} at {opt:?}: {tally:?}");
        assert_eq!(tally.declined, 0, "{path}");
        all.returned += tally.returned;
        all.trapped += tally.trapped;
        all.ended += tally.ended;
        all.unsupported += tally.unsupported;
    }
    all
}

#[test]
fn examples_agree() {
    for name in [
        "bellman_ford",
        "binary_search_tree",
        "bubble_sort",
        "dijkstra",
        "hash_table",
        "heap",
        "insertion_sort",
        "mergesort",
        "quicksort",
        "quicksort_ninther",
        "red_black_tree",
        "regex_backtrack",
        "sorted_array",
        "sorted_list",
        "travelling_salesman",
    ] {
        let tally = program(&format!("../../examples/{name}.c"), &[0, 1, 2, 5, 9], 40);
        assert!(tally.returned + tally.ended > 100, "{name}: {tally:?}");
    }
}

#[test]
fn programs_of_the_machines_benchmarks_agree() {
    for name in [
        "bytecode",
        "compress",
        "distance",
        "expression",
        "fibonacci",
        "list",
        "mandelbrot",
        "matrix",
        "nbody",
        "primes",
        "queens",
        "queue",
        "quicksort",
        "search",
        "sha256",
        "shapes",
        "sieve",
        "strings",
        "tree",
    ] {
        let tally = program(&format!("../machine/benches/programs/{name}.c"), &[0, 1, 3], 2);
        assert!(tally.returned > 0, "{name}: {tally:?}");
    }
}

#[test]
fn whatever_programs_do_agrees() {
    let tally = program("tests/programs/mixed.c", &[0, 1, 2, 3, 7, 20], 200);
    assert!(tally.trapped > 50 && tally.ended > 50 && tally.returned > 200, "{tally:?}");
}

#[test]
fn programs_with_a_library_agree() {
    let tally = program("tests/programs/words.c", &[0, 1, 5, 50], 50);
    assert_eq!(tally.returned, 400, "{tally:?}");
}

#[test]
fn commands_agree() {
    for path in ["tests/programs/lines.c", "../../examples/sort_lines.c", "../../examples/tools/wc.c"] {
        let tally = program(path, &[0, 1, 10, 100], 60);
        assert!(tally.returned + tally.ended > 200, "{path}: {tally:?}");
    }
}

#[test]
fn fuzzers_agree() {
    let tally = program("tests/programs/fuzzer.c", &[0, 1, 4, 30, 300], 100);
    assert!(tally.returned > 500 && tally.trapped > 10, "{tally:?}");
}

#[test]
fn functions_that_are_called_by_their_signature_agree() {
    let program = load(&file("tests/programs/called.c"), Opt::O0);
    for signature in [
        "sum(int a[n], int n)",
        "mix(char c in 'a'..'f', long long wide, double d, float f, unsigned char b[n + 1])",
        "text(char s[n] in ' '..'~', int k = 5, short t in -3..9)",
    ] {
        let entry = Entry::call(&program, signature.parse::<Signature>().unwrap()).unwrap();
        let tally = agree(&program, entry, &[0, 1, 6, 40], 100);
        assert_eq!(tally.returned, 400, "{signature}: {tally:?}");
    }
}
