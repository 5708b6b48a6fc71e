//! Which operations programs execute, and which two right after one another: what is worth being fused.
//!
//! `cargo bench -p worstcase-machine --bench pairs -- [part of a program's name]`
//!
//! The programs are those of `speed.rs`, with small n, but for those that shall show what programs gain that nobody
//! looked at. Every program counts the same, however long it runs. The digit behind an operation says which of its
//! operands is the last result, as in `packed.rs`.

#[path = "programs/mod.rs"]
mod programs;

use std::collections::BTreeMap;
use std::error::Error;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use worstcase_machine::{Extern, Limits, Machine, Observer};
use worstcase_program::compile::{CompileOptions, Opt, compile};
use worstcase_program::{Op, Pc, Program, links};

use programs::PROGRAMS;

/// How many rows of a table are printed.
const ROWS: usize = 160;

/// Counts how often each position is executed, and how often right after the one before it.
struct Count {
    last: Pc,
    times: Vec<u64>,
    in_a_row: Vec<u64>,
}

impl Observer for Count {
    const WATCHES: bool = true;

    fn operation(&mut self, _: usize, pc: Pc) {
        self.times[pc as usize] += 1;
        self.in_a_row[pc as usize] += u64::from(self.last.wrapping_add(1) == pc);
        self.last = pc;
    }

    fn decision(&mut self, _: usize, _: Pc, _: u32) {}
}

fn main() -> Result<(), Box<dyn Error>> {
    let filter = std::env::args().skip(1).find(|a| !a.starts_with('-')).unwrap_or_default();
    for opt in [Opt::O0, Opt::O2] {
        let mut singles = BTreeMap::new();
        let mut pairs = BTreeMap::new();
        for program in PROGRAMS.iter().filter(|program| !program.unseen && program.name.contains(&filter)) {
            let (code, count) = run(program.name, opt, program.quick as u64)?;
            let links = links(&code);
            let name = |pc: usize| format!("{} {}", name(code[pc]), links[pc]);
            let total = count.times.iter().sum::<u64>() as f64;
            for pc in 0..code.len() {
                *singles.entry(name(pc)).or_default() += count.times[pc] as f64 / total;
                if count.in_a_row[pc] > 0 {
                    let pair = format!("{} {}", name(pc - 1), name(pc));
                    *pairs.entry(pair).or_default() += count.in_a_row[pc] as f64 / total;
                }
            }
        }
        print(&format!("operations at -{opt:?}"), singles);
        print(&format!("pairs at -{opt:?}"), pairs);
    }
    Ok(())
}

/// An operation without its operands.
fn name(op: Op) -> String {
    let text = format!("{op:?}");
    text.split(' ').next().unwrap_or_default().to_string()
}

fn print(title: &str, shares: BTreeMap<String, f64>) {
    let all: f64 = shares.values().sum();
    let mut rows: Vec<(String, f64)> = shares.into_iter().collect();
    rows.sort_by(|a, b| b.1.total_cmp(&a.1));
    println!("{title}");
    for (names, share) in rows.iter().take(ROWS) {
        println!("{:6.2} %  {names}", share / all * 100.0);
    }
}

/// The code of a program, and how often each part of it was executed.
fn run(name: &str, opt: Opt, n: u64) -> Result<(Vec<Op>, Count), Box<dyn Error>> {
    let source = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/benches/programs")).join(name);
    let cache = Some(Path::new(env!("CARGO_TARGET_TMPDIR")).join("speed"));
    let options = CompileOptions { opt, cache, ..CompileOptions::default() };
    let program = Arc::new(Program::from_wasm(compile(&[source.with_extension("c")], &options)?.wasm)?);
    let mut machine: Machine<u64> = Machine::new((), Limits::default());
    let instance = machine.instantiate(program.clone(), &[])?;
    let Some(Extern::Func(run)) = machine.export(instance, "run") else {
        return Err("it does not export run".into());
    };
    machine.begin(run, &[n]);
    let code = program.code.clone();
    let mut count = Count { last: Pc::MAX - 1, times: vec![0; code.len()], in_a_row: vec![0; code.len()] };
    machine.resume(&mut count);
    Ok((code, count))
}
