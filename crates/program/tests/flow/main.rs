//! Flowgraphs: small ones in full, those of C programs by source line, and what holds for all of them.

mod graphs;
mod hostile;
mod oracle;
mod random;
mod sources;

use worstcase_program::flow::Flow;
use worstcase_program::{FuncIdx, Program};

fn program(wat: &str) -> Program {
    Program::from_wasm(wat::parse_str(wat).unwrap()).unwrap()
}

/// The flowgraphs of all functions that a program defines.
fn flows(program: &Program) -> impl Iterator<Item = Flow<'_>> {
    let functions = program.imported_functions()..program.functions.len();
    functions.map(|function| Flow::of(program, FuncIdx(function as u32)).unwrap())
}
