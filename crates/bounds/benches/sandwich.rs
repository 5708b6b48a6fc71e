//! What is proved from above beside what is found from below: every loop of the examples, its bound, the bound's value
//! at a size, and how many iterations the loop has on the worst input that `find`'s search comes to.
//!
//! `cargo bench -p worstcase-bounds --bench sandwich`; with `-- heap quicksort` only these.
//!
//! Both are about one call of the loop's function. Of all calls in the run it is one for which the bound is greatest. Where
//! the two meet (`=`), bound and input are both the best that there are. Where they do not (`<`), one of them could be
//! better, and the table does not say which.

#[path = "../../worst/tests/common/mod.rs"]
mod common;

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Instant;

use common::Program;
use worstcase_bounds::validate::{Asking, Checker, Graphs, Noted, Record, Walk, claims};
use worstcase_bounds::{Analysis, FunctionBounds, World};
use worstcase_explore::{Subject, Unattended, Watch};
use worstcase_machine::process::Given;
use worstcase_program::FuncIdx;
use worstcase_worst::{About, Extent, Options, Random};

/// The programs and the sizes at which they are compared: where a search takes moments.
const PROGRAMS: [(&str, u32); 15] = [
    ("sorted_list", 30),
    ("sorted_array", 30),
    ("heap", 30),
    ("binary_search_tree", 30),
    ("red_black_tree", 30),
    ("insertion_sort", 30),
    ("bubble_sort", 30),
    ("quicksort", 30),
    ("quicksort_ninther", 30),
    ("mergesort", 30),
    ("dijkstra", 20),
    ("bellman_ford", 20),
    ("travelling_salesman", 8),
    ("hash_table", 20),
    ("regex_backtrack", 12),
];

/// How far is learned, at most.
const EXTENT: Extent = Extent { size: 10, paths: 50_000 };

/// How many seconds each stage may take.
const PATIENCE: f64 = 15.0;

/// How the loops of all programs came out.
#[derive(Default)]
struct Tally {
    met: usize,
    looser: usize,
    unbounded: usize,
}

fn main() {
    let wanted: Vec<String> =
        std::env::args().skip(1).filter(|argument| !argument.starts_with('-')).collect();
    let mut tally = Tally::default();
    let begun = Instant::now();
    for (name, size) in PROGRAMS {
        if wanted.is_empty() || wanted.iter().any(|one| one == name) {
            compare(name, size, &mut tally);
        }
    }
    let Tally { met, looser, unbounded } = tally;
    let seconds = begun.elapsed().as_secs_f64();
    println!(
        "\n{met} bounds are met by a witness, {looser} are not, {unbounded} loops have none; {seconds:.0} s"
    );
}

fn compare(name: &str, size: u32, tally: &mut Tally) {
    let program = Program::load(name);
    let subject = program.subject(size);
    let begun = Instant::now();
    let Some(input) = witness(&program, size) else {
        println!("\n{name}: no input found at n = {size}");
        return;
    };
    let found = begun.elapsed();
    let begun = Instant::now();
    let bounds = bounds(&subject.program);
    let proved = begun.elapsed();
    let record = run(&subject, &bounds, input);
    println!(
        "\n{name}, n = {size}: found in {:.1} s, proved in {:.1} s",
        found.as_secs_f64(),
        proved.as_secs_f64()
    );
    println!("  {:<28} {:<36} {:>12} {:>10}", "loop", "bound", "at most", "witness");
    for function in &bounds {
        // What the run never calls says nothing.
        let Some((loops, _)) = record.0.get(&function.function) else { continue };
        for (number, one) in function.loops.iter().enumerate() {
            let line = one.location.as_ref().map_or(number as u32 + 1, |at| at.line);
            let place = format!("{}:{line}", function.name);
            let met = loops.get(number).copied().unwrap_or_default();
            let (bound, value, count, sign) = match (one.bounds.first(), met.greatest) {
                (Some(bound), Some((value, count))) => {
                    let is_met = met.is_tight() || value == 0.0;
                    tally.met += usize::from(is_met);
                    tally.looser += usize::from(!is_met);
                    (bound.text.as_str(), value.to_string(), count, if is_met { "=" } else { "<" })
                }
                (bound, _) => {
                    tally.unbounded += 1;
                    (bound.map_or("", |bound| &bound.text), "-".into(), met.most, "no bound")
                }
            };
            println!("  {place:<28} {bound:<36} {value:>12} {count:>10}  {sign}");
        }
    }
}

/// The worst input of a size that `find` comes to.
fn witness(program: &Program, size: u32) -> Option<Vec<u64>> {
    let subject = |size| program.subject(size);
    let begun = Instant::now();
    let attendant = Unattended { clock: move || begun.elapsed().as_secs_f64() };
    let finding = program.search(&subject).find(About::default(), &options(size), None, &attendant).ok()?;
    let found = finding.at(size).filter(|found| found.cost.is_some() && found.stopped_by.is_none())?;
    Some(found.input.iter().map(|input| input.bits).collect())
}

fn options(size: u32) -> Options {
    Options {
        sizes: vec![size],
        extent: EXTENT,
        learn_seconds: PATIENCE,
        size_seconds: PATIENCE,
        effort: 0.2,
        random: Random::DEFAULT,
        long_steps: 10_000_000_000,
        resume: false,
        symbolic_stdin: String::new(),
    }
}

/// The bounds of the functions that the program's own source has.
fn bounds(program: &Arc<worstcase_program::Program>) -> Vec<FunctionBounds> {
    let imported = program.imported_functions() as u32;
    let functions = (imported..imported + program.bodies.len() as u32).map(FuncIdx);
    let (own, libraries): (BTreeSet<FuncIdx>, BTreeSet<FuncIdx>) =
        functions.partition(|&function| is_own(program, function));
    let mut analysis = Analysis::new(program, World::of(program)).skipping(libraries);
    own.into_iter().filter_map(|function| analysis.function(function).cloned()).collect()
}

/// Whether the source of a function is at hand. That of libraries is not.
fn is_own(program: &worstcase_program::Program, function: FuncIdx) -> bool {
    let (Some(debug), Some(body)) = (&program.debug, program.body(function)) else { return false };
    let origins = &program.origins[body.code.start as usize..body.code.end as usize];
    let mut places = origins.iter().filter_map(|origin| debug.location(origin.offset.into()));
    places.any(|place| debug.source(&place.file).is_some())
}

/// What the witness does, held against the bounds.
fn run(subject: &Subject, bounds: &[FunctionBounds], input: Vec<u64>) -> Record {
    let claims = claims(&subject.program, bounds);
    let graphs = Graphs::new(&subject.program);
    let asking = Asking::default();
    let mut walk = Walk::new(&graphs, Checker::new(&claims, asking.clone()));
    let mut inputs = Noted { inputs: Given::bits(input), asking };
    subject.run_watched(&mut inputs, &mut walk, &Watch::default()).expect("it has been run before");
    walk.finish().into_record()
}
