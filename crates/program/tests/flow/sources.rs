//! C programs, whose loops are known by their lines.

use std::path::{Path, PathBuf};

use super::{flows, oracle};
use worstcase_program::compile::{CompileOptions, Opt, compile};
use worstcase_program::flow::Flow;
use worstcase_program::{LoopIdx, Program};

fn compiled(path: &Path, opt: Opt) -> Program {
    let options = CompileOptions { opt, ..Default::default() };
    Program::from_wasm(compile(&[path.to_path_buf()], &options).unwrap().wasm).unwrap()
}

fn examples() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples")
}

/// The text of the source line that a loop comes from, without its last character if that is a brace.
fn line(program: &Program, source: &str, index: LoopIdx) -> String {
    let location = program.location(program.loops[index.index()].offset).unwrap();
    let line = source.lines().nth(location.line as usize - 1).unwrap();
    line.trim().trim_end_matches('{').trim().to_string()
}

/// Each loop of a function as `depth: line (line of the loop around it)`.
fn loops(flow: &Flow, source: &str) -> Vec<String> {
    let describe = |index| line(flow.program, source, index);
    let one = |l: &worstcase_program::flow::NaturalLoop| match l.parent {
        Some(parent) => format!("{}: {} in {}", l.depth, describe(l.index), describe(parent)),
        None => format!("{}: {}", l.depth, describe(l.index)),
    };
    flow.loops().iter().map(one).collect()
}

/// Compares the loops of an example's function with what its source says.
#[track_caller]
fn check(example: &str, function: &str, expected: &[&str]) {
    let path = examples().join(example);
    let source = std::fs::read_to_string(&path).unwrap();
    let program = compiled(&path, Opt::O0);
    let flow = Flow::of(&program, program.function_named(function).unwrap()).unwrap();
    assert_eq!(loops(&flow, &source), expected);
}

#[test]
fn insertion_sort() {
    let (outer, inner) = ("for (int i = 1; i < n; i++)", "while (j > 0 && a[j - 1] > key)");
    check("insertion_sort.c", "sort", &[&format!("1: {outer}"), &format!("2: {inner} in {outer}")]);
    let each = "1: for (int i = 0; i < n; i++)";
    check("insertion_sort.c", "run", &[each, each]);
}

#[test]
fn a_heap_rises_in_one_loop() {
    check("heap.c", "insert", &["1: while (k > 1)"]);
}

#[test]
fn three_loops_inside_one_another() {
    let relax = "for (int i = 0; i < n; i++)";
    let rounds = "for (int round = 0; round < n; round++)";
    let inner = "for (int j = 0; j < n; j++)";
    check(
        "bellman_ford.c",
        "shortest_paths",
        &[
            &format!("1: {relax}"),
            &format!("1: {rounds}"),
            &format!("2: {relax} in {rounds}"),
            &format!("3: {inner} in {relax}"),
        ],
    );
}

/// Every function of every example with all of libc that it needs, as written and as optimised.
#[test]
fn all_examples_agree_with_the_definitions() {
    let mut paths: Vec<PathBuf> =
        std::fs::read_dir(examples()).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "c"));
    assert!(paths.len() >= 13, "{paths:?}");
    for path in paths {
        for opt in [Opt::O0, Opt::O2] {
            let program = compiled(&path, opt);
            let loops = oracle::check(&program);
            assert!(loops > 0, "{path:?} has loops");
            assert_eq!(flows(&program).count(), program.bodies.len());
        }
    }
}
