//! The path counts of WISE's table 1 from our own runs beside the paper's, with the time taken on all processors.
//!
//! `cargo bench -p worstcase-explore --bench table1`

#[path = "../tests/common/mod.rs"]
mod common;

use std::process::ExitCode;
use std::time::Instant;

use common::table::TABLE;
use common::{chain, example, paths, subject};

fn main() -> ExitCode {
    let threads = std::thread::available_parallelism().map_or(1, |cores| cores.get());
    println!("{threads} threads");
    println!(
        "{:<20} {:>2} {:>11} {:>11} {:>5} {:>11} {:>9} {:>10}",
        "program", "n", "paper", "ours", "worst", "questions", "seconds", "paths/s"
    );
    let mut wrong = false;
    for row in &TABLE {
        let program = example(&format!("{}.c", row.name));
        for &(size, expected) in row.quick.iter().chain(row.slow) {
            let begun = Instant::now();
            let (tally, worst) = paths(&subject(&program, size), &chain, threads);
            let seconds = begun.elapsed().as_secs_f64();
            let rate = tally.paths as f64 / seconds;
            let same = tally.is_complete() && tally.paths == expected;
            wrong |= !same;
            println!(
                "{:<20} {size:>2} {expected:>11} {:>11} {worst:>5} {:>11} {seconds:>9.2} {rate:>10.0}{}",
                row.name,
                tally.paths,
                tally.questions,
                if same { "" } else { "  DIFFERENT" }
            );
        }
    }
    if let Some(peak) = peak_memory() {
        println!("peak memory of the whole run: {peak}");
    }
    if wrong { ExitCode::FAILURE } else { ExitCode::SUCCESS }
}

/// The most memory that this process had, as Linux tells it.
fn peak_memory() -> Option<String> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    Some(status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?.trim().to_string())
}
