//! Floating-point inputs: exactly the paths that numbers of all kinds take, each once.

mod common;

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::Arc;

use common::{both, paths, replay_all, subject};
use worstcase_explore::Subject;
use worstcase_machine::process::Entry;
use worstcase_program::Program;
use worstcase_program::compile::CompileOptions;

fn program() -> Arc<Program> {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/programs/floats.c");
    Arc::new(worstcase_program::load(&[path], &CompileOptions::default()).unwrap().program)
}

/// Explores a call, once with every path run again and once with Z3 asked beside the chain.
fn check(program: &Arc<Program>, signature: &str, size: u32, count: usize) {
    let entry = Entry::call(program, signature.parse().unwrap()).unwrap();
    let subject = Subject { entry, ..subject(program, size) };
    for tally in [replay_all(&subject, 1), replay_all(&subject, 2), paths(&subject, &both, 1).0] {
        assert!(tally.is_complete(), "{signature}: {tally:?}");
        assert_eq!(tally.paths, count as u64, "{signature}");
    }
}

/// In how many ways the comparisons of an algorithm can come out: on all lists of numbers that can stand to each other in
/// all ways, NaN among them.
fn outcomes(size: usize, algorithm: fn(&mut [f64], &mut dyn FnMut(bool) -> bool)) -> usize {
    let values: Vec<f64> = (0..size).map(|value| value as f64).chain([f64::NAN, -0.0]).collect();
    let mut seen = BTreeSet::new();
    for number in 0..values.len().pow(size as u32) {
        let mut list: Vec<f64> =
            (0..size).map(|place| values[number / values.len().pow(place as u32) % values.len()]).collect();
        let mut trace = Vec::new();
        algorithm(&mut list, &mut |outcome| {
            trace.push(outcome);
            outcome
        });
        seen.insert(trace);
    }
    seen.len()
}

fn insertion(a: &mut [f64], compare: &mut dyn FnMut(bool) -> bool) {
    for i in 1..a.len() {
        let mut j = i;
        while j > 0 && compare(a[j - 1] > a[j]) {
            a.swap(j - 1, j);
            j -= 1;
        }
    }
}

fn selection(a: &mut [f64], compare: &mut dyn FnMut(bool) -> bool) {
    for i in 0..a.len() {
        let mut least = i;
        for j in i + 1..a.len() {
            if compare(a[j] < a[least]) {
                least = j;
            }
        }
        a.swap(i, least);
    }
}

fn triangle(a: &mut [f64], compare: &mut dyn FnMut(bool) -> bool) {
    compare(a[0] <= a[1]);
    compare(a[1] <= a[2]);
    compare(a[0] <= a[2]);
    compare(a[0].is_nan());
}

#[test]
fn sorting_has_the_paths_that_all_numbers_take() {
    let program = program();
    // Each number goes to one of the places before it, so there are no more ways than permutations.
    assert_eq!(outcomes(4, insertion), 24);
    check(&program, "insertion(double a[n], int n)", 4, 24);
    // Without NaN there are 33.
    assert_eq!(outcomes(4, selection), 35);
    check(&program, "selection(double a[n], int n)", 4, 35);
}

#[test]
fn comparisons_and_signs() {
    let program = program();
    check(&program, "compare(float x, float y, float z)", 1, outcomes(3, triangle));
    // Small and negative afterwards; small but not; large and negative; none of these.
    check(&program, "signs(double x, double y)", 1, 4);
}

/// What is exact in floating point needs no Z3.
#[test]
fn integers_in_doubles() {
    let program = program();
    // Any of three numbers is above the mean or not, but not all are.
    let entry = Entry::call(&program, "above(int a[n], int n)".parse().unwrap()).unwrap();
    let tally = replay_all(&Subject { entry, ..subject(&program, 3) }, 1);
    assert!(tally.is_complete() && tally.paths == 7 && tally.calls == 0, "{tally:?}");
    check(&program, "above(int a[n], int n)", 3, 7);
    // Less, more, or NaN: 0.1 itself is no float.
    check(&program, "tenth(float x)", 1, 3);
}

#[test]
fn arithmetic_is_for_z3() {
    let program = program();
    check(&program, "bucket(double x)", 1, 3);
    check(&program, "quadratic(double x)", 1, 4);
}

/// A term with too much arithmetic gets one value, and that is said.
#[test]
fn much_arithmetic_is_pinned() {
    let program = program();
    let entry = Entry::call(&program, "horner(double x)".parse().unwrap()).unwrap();
    let tally = replay_all(&Subject { entry, ..subject(&program, 1) }, 1);
    assert!(tally.pinned > 0 && !tally.is_complete() && tally.paths > 0, "{tally:?}");
}
