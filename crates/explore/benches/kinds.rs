//! Whether there are cliffs: how fast the same program is explored with other kinds of input.
//!
//! Three tables, all on one thread: sorts of many kinds of input, relative to `input_i32()` in the same run; programs
//! with tables and with small domains, in seconds; the programs of WISE's table 1 with `klee_make_symbolic`, relative
//! to themselves with `input_i32()`. Beside every figure is the goal. A number of paths that is not what it has to
//! be is a panic; a goal that is not met is only said.
//!
//! `cargo bench -p worstcase-explore --bench kinds`, or with `-- sorts`, `-- tables` or `-- klee` only one of them, and with
//! names of programs as well, `-- tables gcd crc32`, only these. One measurement takes at most 20 seconds, or
//! `WORSTCASE_LIMIT` seconds.

#[path = "../tests/common/mod.rs"]
mod common;
#[path = "kinds/measure.rs"]
mod measure;

use std::time::Duration;

use common::kinds::{SORT_SIZE, SORTS, Sort, TABLES, own_program, subject_at};
use common::{chain, example, subject};
use measure::measure;

fn main() {
    let seconds =
        std::env::var("WORSTCASE_LIMIT").ok().map(|text| text.parse().expect("a number of seconds"));
    let limit = Duration::from_secs_f64(seconds.unwrap_or(20.0));
    // Cargo adds flags of its own.
    let arguments = std::env::args().skip(1).filter(|argument| !argument.starts_with('-'));
    let all = [("sorts", sorts as fn(&Run) -> Goals), ("tables", tables), ("klee", klee)];
    let is_table = |name: &String| all.iter().any(|(table, _)| table == name);
    let (wanted, names): (Vec<String>, Vec<String>) = arguments.partition(is_table);
    let run = Run { limit, names };
    for (name, table) in all {
        if wanted.is_empty() || wanted.iter().any(|wanted| wanted == name) {
            let goals = table(&run);
            println!("{} of {} goals are met\n", goals.met, goals.all);
        }
    }
}

/// What is measured: one program at most so long, and only these unless there are none.
struct Run {
    limit: Duration,
    names: Vec<String>,
}

impl Run {
    fn wants(&self, name: &str) -> bool {
        self.names.is_empty() || self.names.iter().any(|wanted| wanted == name)
    }
}

/// How many goals there are, and how many are met.
#[derive(Default)]
struct Goals {
    met: usize,
    all: usize,
}

impl Goals {
    /// Counts a goal, and says what became of it.
    fn note(&mut self, is_met: bool) -> &'static str {
        self.all += 1;
        self.met += usize::from(is_met);
        if is_met { "met" } else { "MISSED" }
    }
}

/// Sorts of many kinds of input. Ratios to the first, `input_i32()`, which is measured again beside every other: the
/// machine may not be ours alone.
fn sorts(wanted: &Run) -> Goals {
    println!(
        "{:<20} {:>2} {:>9} {:>10} {:>8} {:>7} {:>6}",
        "sort", "n", "paths", "paths/s", "to i32", "Z3", "goal"
    );
    let mut goals = Goals::default();
    let run = |sort: &Sort| {
        let program = own_program(&format!("benches/kinds/{}", sort.file));
        measure(&subject_at(&program, sort.entry, SORT_SIZE), &chain, wanted.limit)
    };
    for sort in SORTS.iter().filter(|sort| wanted.wants(sort.entry)) {
        let (i32_rate, found) = (run(&SORTS[0]).rate, run(sort));
        if let (Some(paths), Some(known)) = (found.complete(), sort.paths) {
            assert_eq!(paths, known, "{}", sort.entry);
        }
        let ratio = found.rate / i32_rate;
        let verdict = goals.note(ratio >= sort.goal && found.is_exact());
        println!(
            "{:<20} {SORT_SIZE:>2} {:>9} {:>10.0} {ratio:>8.3} {:>6.1}% {:>6} {verdict:<6} {}",
            sort.entry,
            found.paths(),
            found.rate,
            found.percent_of_z3(),
            sort.goal,
            found.remark(),
        );
    }
    goals
}

/// Programs with tables: all paths and the exact worst cost, in how many seconds.
fn tables(wanted: &Run) -> Goals {
    println!(
        "{:<20} {:>4} {:>9} {:>9} {:>6} {:>9} {:>6}",
        "program", "n", "paths", "expected", "worst", "seconds", "goal"
    );
    let mut goals = Goals::default();
    let program = own_program("benches/kinds/tables.c");
    for table in TABLES.iter().filter(|table| wanted.wants(table.entry)) {
        let found = measure(&subject_at(&program, table.entry, table.size), &chain, wanted.limit);
        if let Some(paths) = found.complete() {
            assert_eq!((paths, found.worst), (table.paths, Some(table.worst)), "{}", table.entry);
        }
        let verdict = goals.note(found.complete().is_some() && found.seconds <= table.goal);
        println!(
            "{:<20} {:>4} {:>9} {:>9} {:>6} {:>9.2} {:>6} {verdict:<6} {}",
            table.entry,
            table.size,
            found.paths(),
            table.paths,
            found.worst.map_or(String::new(), |worst| worst.to_string()),
            found.seconds,
            table.goal,
            found.remark(),
        );
    }
    goals
}

/// A program of WISE's table 1, and what it is meant to do with symbolic arrays.
struct Harness {
    name: &'static str,
    size: u32,
    /// The least ratio of paths a second to the same program with `input_i32()`.
    ratio: f64,
    /// The most seconds.
    seconds: Option<f64>,
    /// How many paths there are, if that is known.
    paths: Option<u64>,
}

const fn harness(name: &'static str, size: u32) -> Harness {
    Harness { name, size, ratio: 0.5, seconds: None, paths: None }
}

const HARNESSES: [Harness; 10] = [
    Harness { paths: Some(40_320), ..harness("sorted_list", 8) },
    Harness { paths: Some(20_736), ..harness("heap", 10) },
    Harness { paths: Some(1_320), ..harness("red_black_tree", 5) },
    harness("quicksort", 8),
    Harness { paths: Some(47_293), ..harness("binary_search_tree", 7) },
    Harness { paths: Some(40_320), ..harness("mergesort", 8) },
    Harness { seconds: Some(1.0), paths: Some(63), ..harness("bellman_ford", 3) },
    Harness { paths: Some(2_592), ..harness("dijkstra", 5) },
    Harness { paths: Some(390_080), ..harness("dijkstra", 6) },
    Harness { paths: Some(297), ..harness("travelling_salesman", 4) },
];

/// WISE's programs with symbolic arrays, relative to `input_i32()`. A goal is met only if all paths are seen.
fn klee(wanted: &Run) -> Goals {
    // Half the speed is enough, so there has to be time for it: Dijkstra's algorithm on six vertices is the largest.
    let limit = 3 * wanted.limit;
    println!(
        "{:<20} {:>2} {:>9} {:>11} {:>9} {:>11} {:>8} {:>8} {:>7} {:>5}",
        "program", "n", "inputs", "paths/s", "arrays", "paths/s", "seconds", "ratio", "Z3", "goal"
    );
    let mut goals = Goals::default();
    for harness in HARNESSES.iter().filter(|harness| wanted.wants(harness.name)) {
        let Harness { name, size, .. } = harness;
        let ours = measure(&subject(&example(&format!("{name}.c")), *size), &chain, limit);
        let program = own_program(&format!("tests/programs/klee/{name}.c"));
        let theirs = measure(&subject(&program, *size), &chain, limit);
        if let (Some(paths), Some(same)) = (ours.complete(), theirs.complete()) {
            assert_eq!((same, theirs.worst), (paths, ours.worst), "{name} at {size}");
            assert!(harness.paths.is_none_or(|known| known == paths), "{name} at {size}: {paths} paths");
        }
        let ratio = theirs.rate / ours.rate;
        let in_time = harness.seconds.is_none_or(|seconds| theirs.seconds <= seconds);
        let verdict = goals.note(theirs.complete().is_some() && ratio >= harness.ratio && in_time);
        println!(
            "{name:<20} {size:>2} {:>9} {:>11.0} {:>9} {:>11.0} {:>8.2} {ratio:>8.3} {:>6.1}% {:>5} {verdict:<6} {}",
            ours.paths(),
            ours.rate,
            theirs.paths(),
            theirs.rate,
            theirs.seconds,
            theirs.percent_of_z3(),
            harness.ratio,
            theirs.remark(),
        );
    }
    goals
}
