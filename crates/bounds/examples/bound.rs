//! Prints the bounds of a C file's functions.

use std::path::PathBuf;

use worstcase_program::Program;
use worstcase_program::compile::{CompileOptions, compile};

fn main() {
    let path = PathBuf::from(std::env::args().nth(1).expect("a file"));
    let only = std::env::args().nth(2);
    let compiled = compile(&[path], &CompileOptions::default()).unwrap();
    let program = Program::from_wasm(compiled.wasm).unwrap();
    let is_wanted = |name: &str| only.as_ref().is_none_or(|only| only == name);
    let begun = std::time::Instant::now();
    for function in
        worstcase_bounds::analyse(&program, &|function| is_wanted(&program.function_name(function)))
    {
        eprintln!("{:?}", begun.elapsed());
        println!("{}({}): {:?}", function.name, function.parameters.join(", "), function.bound);
        for one in function.loops {
            println!("  {:?} {:?}", one.location.map(|at| at.line), one.bounds);
        }
    }
}
