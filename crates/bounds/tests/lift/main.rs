//! The lifter, against executions: routines that are interpreted, statement by statement, do what the machine does
//! with the Wasm that they were lifted from.

mod agreement;
mod generate;
mod interpret;
mod operands;
mod snapshots;

use std::sync::Arc;

use worstcase_program::Program;
use worstcase_program::compile::{CompileOptions, Opt, compile};

/// Compiles a C source. The folder is that of the source, which is looked at while lifting.
fn compiled(source: &str, opt: Opt) -> (Arc<Program>, tempfile::TempDir) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("source.c");
    std::fs::write(&path, source).unwrap();
    let options = CompileOptions { opt, ..Default::default() };
    let wasm = compile(&[path], &options).unwrap().wasm;
    (Arc::new(Program::from_wasm(wasm).unwrap()), folder)
}

/// Marsaglia's xorshift: the same numbers in every run.
struct Numbers(u64);

impl Numbers {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 >> 11
    }

    fn below(&mut self, end: u64) -> u64 {
        self.next() % end
    }

    fn one_of<'a>(&mut self, all: &[&'a str]) -> &'a str {
        all[self.below(all.len() as u64) as usize]
    }
}
