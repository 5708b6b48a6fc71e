//! The path counts of the WISE paper's table 1, to the last path, for the programs that only compare their inputs.

use std::path::PathBuf;
use std::sync::Arc;

use worstcase_explore::{Explored, SymbolicInputs, explore};
use worstcase_machine::Limits;
use worstcase_machine::process::{Entry, Given, Number, Process};
use worstcase_machine::wasi::{Wasi, WasiConfig};
use worstcase_program::Program;
use worstcase_program::compile::CompileOptions;

fn program(name: &str) -> Arc<Program> {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../examples").join(name);
    Arc::new(worstcase_program::load(&[path], &CompileOptions::default()).unwrap().program)
}

/// Explores a program at a size. The costliest input is run concretely, and has to cost the same.
fn paths(program: &Arc<Program>, size: u32) -> Explored {
    let wasi = Wasi::new(WasiConfig::default()).unwrap();
    let mut process = Process::new(program.clone(), Default::default(), Limits::default(), wasi).unwrap();
    let mut inputs = SymbolicInputs::default();
    let entry = Entry::find(program, None).unwrap();
    process.enter(entry, size, &mut inputs).ok().unwrap();
    let mut worst: Option<(u64, Vec<u64>)> = None;
    let explored = explore(&mut process, inputs, |path| {
        if worst.as_ref().is_none_or(|(cost, _)| path.costs.conditionals > *cost) {
            worst = Some((path.costs.conditionals, path.input));
        }
    });
    let (cost, input) = worst.expect("there is at least one path");
    assert_eq!(replay(program, size, &input), cost, "{size}: {input:?}");
    explored
}

/// What a concrete run on 32-bit inputs costs.
fn replay(program: &Arc<Program>, size: u32, input: &[u64]) -> u64 {
    let wasi = Wasi::new(WasiConfig::default()).unwrap();
    let mut process = Process::<u64>::new(program.clone(), (), Limits::default(), wasi).unwrap();
    let mut inputs = Given::list(input.iter().map(|&bits| Number::Integer((bits as i32).into())).collect());
    process.enter(Entry::find(program, None).unwrap(), size, &mut inputs).ok().unwrap();
    process.advance(&mut inputs, &mut worstcase_machine::Unobserved);
    process.costs().conditionals
}

fn check(name: &str, expected: &[(u32, u64)]) {
    let program = program(name);
    for &(size, count) in expected {
        let explored = paths(&program, size);
        assert!(explored.is_complete(), "{name} at {size}: {explored:?}");
        assert_eq!(explored.paths, count, "{name} at {size}");
    }
}

#[test]
fn sorted_list() {
    check("sorted_list.c", &[(1, 1), (2, 2), (3, 6), (4, 24), (5, 120), (8, 40_320)]);
}

#[test]
fn heap() {
    check("heap.c", &[(1, 1), (2, 2), (3, 4), (4, 12), (5, 36), (10, 20_736)]);
}

#[test]
fn red_black_tree() {
    check("red_black_tree.c", &[(1, 3), (2, 10), (3, 42), (4, 216), (5, 1320)]);
}

#[test]
fn quicksort() {
    check("quicksort.c", &[(1, 1), (2, 2), (3, 6), (4, 24), (5, 120)]);
}

#[test]
fn binary_search_tree() {
    check("binary_search_tree.c", &[(1, 1), (2, 3), (3, 13), (4, 75), (5, 541)]);
}

#[test]
fn mergesort() {
    check("mergesort.c", &[(1, 1), (2, 2), (3, 6), (4, 24), (5, 120)]);
}
