//! How many paths a second: exhaustive exploration of the examples that only compare their inputs.
//!
//! `cargo bench -p worstcase-explore --bench paths [--quick]`

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;

use worstcase_explore::{SymbolicInputs, explore};
use worstcase_machine::Limits;
use worstcase_machine::process::{Entry, Process};
use worstcase_machine::wasi::{Wasi, WasiConfig};
use worstcase_program::compile::CompileOptions;

/// Programs, a size for a quick look and one that takes a while.
const PROGRAMS: &[(&str, u32, u32)] = &[
    ("sorted_list", 8, 10),
    ("heap", 10, 13),
    ("red_black_tree", 5, 7),
    ("quicksort", 6, 8),
    ("binary_search_tree", 6, 8),
    ("mergesort", 7, 9),
];

fn main() {
    let quick = std::env::args().any(|argument| argument == "--quick");
    println!(
        "{:<20} {:>4} {:>10} {:>10} {:>9} {:>10}",
        "program", "n", "paths", "questions", "seconds", "paths/s"
    );
    for &(name, small, large) in PROGRAMS {
        let path =
            PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../examples").join(name).with_extension("c");
        let program = worstcase_program::load(&[path], &CompileOptions::default()).unwrap().program;
        let program = Arc::new(program);
        let wasi = Wasi::new(WasiConfig::default()).unwrap();
        let mut process = Process::new(program.clone(), Default::default(), Limits::default(), wasi).unwrap();
        let mut inputs = SymbolicInputs::default();
        let size = if quick { small } else { large };
        process.enter(Entry::find(&program, None).unwrap(), size, &mut inputs).ok().unwrap();
        let begun = Instant::now();
        let explored = explore(&mut process, inputs, drop);
        let seconds = begun.elapsed().as_secs_f64();
        assert!(explored.is_complete(), "{name}: {explored:?}");
        let rate = explored.paths as f64 / seconds;
        println!(
            "{name:<20} {size:>4} {:>10} {:>10} {seconds:>9.2} {rate:>10.0}",
            explored.paths, explored.questions
        );
    }
}
