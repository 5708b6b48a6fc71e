//! How long the bounds of the corpus take, and how many loops get one, at all levels of optimisation.
//!
//! `cargo bench -p worstcase-bounds --bench corpus`

use std::path::Path;
use std::time::{Duration, Instant};

use worstcase_bounds::{Analysis, World};
use worstcase_program::compile::{CompileOptions, Opt, compile};
use worstcase_program::{FuncIdx, Program};

fn main() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/corpus");
    let entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let mut files: Vec<_> = entries.filter(|path| path.extension().is_some_and(|end| end == "c")).collect();
    files.sort();
    println!("level  functions  loops  bounded   total   median  slowest");
    for opt in [Opt::O0, Opt::O1, Opt::O2] {
        let (mut times, mut loops, mut bounded) = (Vec::new(), 0, 0);
        for file in &files {
            let options = CompileOptions { opt, ..Default::default() };
            let compiled = compile(std::slice::from_ref(file), &options).unwrap();
            let program = Program::from_wasm(compiled.wasm).unwrap();
            let mut analysis = Analysis::new(&program, World::of(&program));
            for index in program.imported_functions()..program.functions.len() {
                let begun = Instant::now();
                let Some(bounds) = analysis.function(FuncIdx(index as u32)) else { continue };
                times.push((begun.elapsed(), bounds.name.clone()));
                loops += bounds.loops.len();
                bounded += bounds.loops.iter().filter(|one| !one.bounds.is_empty()).count();
            }
        }
        times.sort();
        let total: Duration = times.iter().map(|(time, _)| time).sum();
        let (slowest, name) = times.last().unwrap();
        println!(
            "{opt:?}  {:9}  {loops:5}  {bounded:7}  {:4.1} s  {:4.1} ms  {:.2} s, {name}",
            times.len(),
            total.as_secs_f64(),
            times[times.len() / 2].0.as_secs_f64() * 1e3,
            slowest.as_secs_f64(),
        );
    }
}
