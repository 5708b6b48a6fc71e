//! Prints the functions of a program as the analyses of bounds see them: `lift FILE [0|1|2] [FUNCTION]`.

use std::path::PathBuf;

use worstcase_bounds::lift;
use worstcase_program::Program;
use worstcase_program::compile::{CompileOptions, Opt, compile};
use worstcase_program::flow::Flow;

fn main() {
    let mut arguments = std::env::args().skip(1);
    let file = PathBuf::from(arguments.next().expect("a file"));
    let opt = match arguments.next().as_deref() {
        Some("1") => Opt::O1,
        Some("2") => Opt::O2,
        _ => Opt::O0,
    };
    let only = arguments.next();
    let options = CompileOptions { opt, ..Default::default() };
    let wasm = compile(&[file], &options).expect("it compiles").wasm;
    let program = Program::from_wasm(wasm).expect("it is valid");
    for routine in lift::all(&program, lift::World::Closed) {
        if only.as_ref().is_some_and(|only| *only != routine.name) {
            continue;
        }
        println!("{routine}");
        let flow = Flow::of(&program, routine.function).expect("it is defined");
        for l in flow.loops() {
            let line = lift::line_of_loop(&flow, l);
            println!("loop at {}: {}", l.header, line.map_or(String::new(), |line| line.to_string()));
        }
        println!("{flow}");
    }
}
