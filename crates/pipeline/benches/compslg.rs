//! CompSLG's Tables 1 to 4 and its Artifacts 1 to 5 from our own runs, beside the paper's figures: `make compslg`.
//!
//! `cargo bench -p worstcase-pipeline --bench compslg`, or with names of parts only those: `tables13`, `tables24`, `artifact1` to `artifact5`.
//! `QUICK=1` takes small sizes; `WORSTCASE_EFFORT=0.1` a third of the work, `WORSTCASE_SIZES=1000` other sizes, `WORSTCASE_LIMIT=600`
//! another time limit for SLG on a whole pipeline, in seconds.
//!
//! Load is the number of instructions that the whole pipeline executes on a test, as a mean over all tests of a treatment; beside it
//! are the seconds of the same C files compiled for this machine and run by a shell. The paper's load is seconds, too, of Java
//! programs on a machine of 2010.

#[path = "compslg/mod.rs"]
mod compslg;

use compslg::goals;
use compslg::study::Effort;
use compslg::tables::{self, Plan};

fn setting(name: &str, default: f64) -> f64 {
    std::env::var(name).map_or(default, |text| text.parse().expect("a number"))
}

fn numbers(name: &str, default: &str) -> Vec<u32> {
    let text = std::env::var(name).unwrap_or(default.into());
    text.split(',').map(|number| number.parse().expect("a number")).collect()
}

fn main() {
    let is_quick = std::env::var("QUICK").is_ok_and(|text| text == "1");
    let (sizes, longer, log) = if is_quick { ("20,100", 50, 40) } else { ("1000,5000,10000", 5000, 10_000) };
    let pages = if is_quick { "4" } else { "70,140,280" };
    let sizes = numbers("WORSTCASE_SIZES", sizes);
    let plan = Plan {
        sizes,
        longer: setting("WORSTCASE_LONGER", longer.into()) as u32,
        log: setting("WORSTCASE_LOG", log.into()) as u32,
        entries: setting("WORSTCASE_ENTRIES", if is_quick { 6.0 } else { 100.0 }) as u32,
        folder: setting("WORSTCASE_FOLDER", if is_quick { 2.0 } else { 1024.0 }) as u32,
        pages: numbers("WORSTCASE_PAGES", pages),
        effort: Effort {
            tests: setting("WORSTCASE_TESTS", 10.0) as usize,
            work: (setting("WORSTCASE_EFFORT", if is_quick { 0.02 } else { 0.3 }) * 60e9) as u64,
            seconds: setting("WORSTCASE_LIMIT", if is_quick { 30.0 } else { 1800.0 }),
            threads: std::thread::available_parallelism().map_or(1, |threads| threads.get()),
            memory: 4 << 30,
        },
        native_runs: 3,
        wanted: std::env::args().skip(1).filter(|argument| !argument.starts_with('-')).collect(),
    };
    println!("{}", tables::head());
    let rows = tables::measure(&plan, &mut |line| println!("{line}"));
    println!();
    goals::goals(&rows).iter().for_each(|goal| println!("{goal}"));
}
