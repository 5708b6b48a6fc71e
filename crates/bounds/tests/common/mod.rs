//! Programs, arguments and runs for tests that hold bounds against reality.

// Each of the tests uses a part of it.
#![allow(dead_code)]

use std::path::{Path, PathBuf};
use std::sync::Arc;

use worstcase_bounds::FunctionBounds;
use worstcase_bounds::validate::{Chooser, Claims, GUARDS, Outcome, Validator, Violation, claims};
use worstcase_program::compile::{CompileOptions, compile};
use worstcase_program::{FuncIdx, Program};

/// A program as it is analysed, and once more so that it ends where bounds do not hold any more.
pub fn compiled(path: PathBuf) -> (Arc<Program>, Arc<Program>) {
    linked(&[path])
}

/// The same of several files.
pub fn linked(paths: &[PathBuf]) -> (Arc<Program>, Arc<Program>) {
    let program = |cflags: &[&str]| {
        let cflags = cflags.iter().map(|flag| flag.to_string()).collect();
        let compiled = compile(paths, &CompileOptions { cflags, ..Default::default() });
        Arc::new(Program::from_wasm(compiled.unwrap().wasm).unwrap())
    };
    (program(&[]), program(&GUARDS))
}

/// Checks what was found for the functions of one file in a program that has another file, which calls them.
pub fn in_program(paths: &[PathBuf], found: &[FunctionBounds]) -> Validator {
    let (program, guarded) = linked(paths);
    let imported = program.imported_functions() as u32;
    let all = (imported..imported + program.bodies.len() as u32).map(FuncIdx).map(|function| {
        let name = program.function_name(function);
        let known = found.iter().find(|found| found.name == name).cloned();
        FunctionBounds { function, ..known.unwrap_or_else(|| FunctionBounds::new(function, name)) }
    });
    let all: Vec<FunctionBounds> = all.collect();
    Validator::new(&program, Some(&guarded), claims(&program, &all))
}

/// Writes a file to a folder.
pub fn written(folder: &Path, name: &str, text: &str) -> PathBuf {
    let path = folder.join(name);
    std::fs::write(&path, text).unwrap();
    path
}

/// Checks all that was found for the functions of a program.
pub fn validator(
    path: PathBuf,
    found: impl FnOnce(&Program) -> Vec<FunctionBounds>,
) -> (Validator, Vec<FunctionBounds>) {
    let (program, guarded) = compiled(path);
    let found = found(&program);
    (Validator::new(&program, Some(&guarded), claims(&program, &found)), found)
}

/// Calls a function with these numbers, and with buffers and inputs that depend on a seed.
pub fn run(validator: &Validator, claims: &Claims, numbers: &[i64], seed: u64, steps: u64) -> Outcome {
    let numbers: Vec<i128> = numbers.iter().map(|&number| number.into()).collect();
    let call = Chooser::new(seed, validator.claims()).call_with(claims, &numbers, false).unwrap();
    validator.run(&call, steps)
}

/// What is wrong, with the line of the loop.
pub fn describe(violation: &Violation, source: &str) -> String {
    let Violation { function, location, arguments, inputs, count, bound, call, .. } = violation;
    let line = location.as_ref().and_then(|at| source.lines().nth(at.line as usize - 1));
    let place = line.map_or("in all".to_string(), |line| format!("line `{}`", line.trim()));
    format!(
        "{function}{arguments:?} in {} with inputs {inputs:?}: {place} {count} times, bound {bound}",
        call.0
    )
}

/// Marsaglia's xorshift: the same numbers in every run.
pub struct Numbers(pub u64);

impl Numbers {
    pub fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 >> 11
    }

    pub fn below(&mut self, end: u64) -> u64 {
        self.next() % end
    }

    /// Whether something happens that does so once in so many times.
    pub fn once_in(&mut self, times: u64) -> bool {
        self.below(times) == 0
    }

    pub fn one_of<'a>(&mut self, all: &[&'a str]) -> &'a str {
        all[self.below(all.len() as u64) as usize]
    }
}

/// Arguments for so many parameters: a grid of small ones, and some that are larger.
pub fn tuples(parameters: usize, numbers: &mut Numbers) -> Vec<Vec<i64>> {
    let grid: &[i64] = match parameters {
        0 | 1 => &[-3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7, 8],
        2 => &[-3, -1, 0, 1, 2, 3, 5, 8],
        3 => &[-2, 0, 1, 3, 6],
        _ => &[-1, 0, 2, 5],
    };
    let all = grid.len().pow(parameters as u32);
    let mut tuples: Vec<Vec<i64>> = (0..all)
        .map(|choice| {
            (0..parameters as u32).map(|place| grid[choice / grid.len().pow(place) % grid.len()]).collect()
        })
        .collect();
    let mut larger = || match numbers.below(4) {
        0 => numbers.below(12) as i64 - 3,
        1 => -(numbers.below(60) as i64),
        2 => numbers.below(40) as i64,
        _ => numbers.below(300) as i64,
    };
    tuples.extend((0..16).map(|_| (0..parameters).map(|_| larger()).collect()));
    tuples
}
