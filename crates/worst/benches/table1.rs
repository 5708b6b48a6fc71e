//! WISE's table 1 from our own runs beside the paper's figures. No N is given by hand.
//!
//! `cargo bench -p worstcase-worst --bench table1`; with `-- quick` without the exhaustive runs that take long.
//!
//! The path counts are a property of the algorithms, so ours have to be the same. Lengths are not: the paper counts the
//! conditionals of Java programs, we those of C, and it starts its loops and methods with others.

#[path = "../tests/common/mod.rs"]
mod common;

use std::process::ExitCode;
use std::time::Instant;

use common::{Program, cost, solver};
use worstcase_explore::{Budget, Summary, Watch, explore};
use worstcase_machine::process::Given;
use worstcase_worst::Extent;

/// What the paper says about a program, at the sizes of [`SIZES`]; 0 where it says nothing.
struct Paper {
    name: &'static str,
    exhaustive: [u64; 9],
    paths: [u64; 9],
    calls: [u64; 9],
    n: u32,
}

const SIZES: [u32; 9] = [1, 2, 3, 4, 5, 10, 15, 20, 30];
const ONE: [u64; 9] = [1; 9];

const TABLE: [Paper; 9] = [
    Paper {
        name: "sorted_list",
        exhaustive: [1, 2, 6, 24, 120, 3_628_800, 0, 0, 0],
        paths: ONE,
        calls: [1, 2, 3, 4, 5, 10, 15, 20, 30],
        n: 2,
    },
    Paper {
        name: "heap",
        exhaustive: [1, 2, 4, 12, 36, 20_736, 21_233_664, 0, 0],
        paths: ONE,
        calls: [1, 2, 3, 5, 7, 20, 35, 55, 95],
        n: 2,
    },
    Paper {
        name: "red_black_tree",
        exhaustive: [3, 10, 42, 216, 1320, 0, 0, 0, 0],
        paths: ONE,
        calls: [3, 5, 5, 7, 7, 11, 13, 13, 17],
        n: 8,
    },
    Paper {
        name: "quicksort",
        exhaustive: [1, 2, 6, 24, 120, 0, 0, 0, 0],
        paths: ONE,
        calls: [1, 2, 4, 7, 11, 18, 21, 23, 28],
        n: 8,
    },
    // At 10 the paper prints one less than the ordered Bell number, 102,247,563. It takes too long here.
    Paper {
        name: "binary_search_tree",
        exhaustive: [1, 3, 13, 75, 541, 0, 0, 0, 0],
        paths: ONE,
        calls: [1, 3, 6, 10, 15, 55, 120, 210, 465],
        n: 3,
    },
    Paper {
        name: "mergesort",
        exhaustive: [1, 2, 6, 24, 120, 3_628_800, 0, 0, 0],
        paths: [1, 1, 1, 1, 1, 125, 2_216_426, 0, 0],
        calls: [1, 2, 4, 7, 11, 271, 4_157_281, 0, 0],
        n: 7,
    },
    Paper {
        name: "bellman_ford",
        exhaustive: [1, 2, 63, 184_875, 0, 0, 0, 0, 0],
        paths: ONE,
        calls: [1, 2, 5, 9, 14, 54, 119, 209, 464],
        n: 2,
    },
    Paper { name: "dijkstra", exhaustive: [1, 1, 4, 56, 2592, 0, 0, 0, 0], paths: ONE, calls: ONE, n: 3 },
    Paper {
        name: "travelling_salesman",
        exhaustive: [1, 1, 3, 297, 0, 0, 0, 0, 0],
        paths: [1, 1, 1, 1, 1, 0, 0, 0, 0],
        calls: [1, 1, 3, 6, 10, 0, 0, 0, 0],
        n: 5,
    },
];

/// How many paths an exhaustive run may have that is not worth waiting for.
const QUICK: u64 = 100_000;

/// How many random inputs the mean is over, as in the paper, and how many instructions they may take.
const RANDOM: u64 = 10_000;
const RANDOM_STEPS: u64 = 2_000_000_000;

fn main() -> ExitCode {
    let quick = std::env::args().any(|argument| argument == "quick");
    let mut fine = true;
    println!("Each figure is ours / the paper's; a dash where there is none. 10,000 random inputs each.");
    for paper in &TABLE {
        fine &= run(paper, quick);
    }
    if fine { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn run(paper: &Paper, quick: bool) -> bool {
    let program = Program::load(paper.name);
    let subject = |size| program.subject(size);
    let search = program.search(&subject);
    let watch = Watch::default();
    let begun = Instant::now();
    let learned = search.study(Extent { size: 12, paths: 500_000 }, &SIZES, &watch).unwrap().learned;
    let choice = search.choose(&learned, &SIZES, &watch).unwrap();
    // The travelling salesman's paths become too long, for the paper after 9.
    let sizes: &[u32] = if paper.name == "travelling_salesman" { &[1, 2, 3, 4, 5, 9, 10] } else { &SIZES };
    let mut sizes = sizes.to_vec();
    if paper.name == "mergesort" {
        sizes.push(100);
    }
    println!(
        "\n{}: N = {} / {}, learned and chosen in {:.1} s{}",
        paper.name,
        learned.last().map_or(0, |known| known.size),
        paper.n,
        begun.elapsed().as_secs_f64(),
        if choice.missed.is_empty() { String::new() } else { format!(", MISSED at {:?}", choice.missed) }
    );
    println!(
        "{:>4} {:>23} {:>15} {:>17} {:>10} {:>13} {:>9}",
        "n", "exhaustive paths", "guided paths", "solver calls", "longest", "random mean", "seconds"
    );
    let mut fine = choice.missed.is_empty();
    for size in sizes {
        let place = SIZES.iter().position(|&known| known == size);
        let expected = place.map_or(0, |place| paper.exhaustive[place]);
        let known = learned.iter().find(|known| known.size == size);
        let exhaustive = match known {
            Some(known) => Some((known.tally.paths, known.worst.0)),
            None if expected > 0 && !(quick && expected > QUICK) => {
                let summary = || Summary::new(&cost, &watch);
                let budget = Budget { threads: search.budget.threads, ..Budget::default() };
                let (tally, summary) = explore(&subject(size), &solver, budget, &watch, &summary).unwrap();
                fine &= tally.is_complete();
                Some((tally.paths, summary.worst.map_or(0, |(worst, _)| worst)))
            }
            None => None,
        };
        let begun = Instant::now();
        let guided = search.guided(size, &choice.strategy, &watch).unwrap();
        let seconds = begun.elapsed().as_secs_f64();
        let longest = guided.worst.as_ref().map(|(longest, _)| *longest);
        let wrong = guided.tally.paths != 1
            || exhaustive.is_some_and(|(paths, _)| expected > 0 && paths != expected)
            || exhaustive.is_some_and(|(_, worst)| Some(worst) != longest);
        fine &= !wrong;
        println!(
            "{size:>4} {:>23} {:>15} {:>17} {:>10} {:>13.2} {seconds:>9.2}{}",
            beside(exhaustive.map(|(paths, _)| paths), expected),
            beside(Some(guided.tally.paths), place.map_or(0, |place| paper.paths[place])),
            beside(Some(guided.tally.questions), place.map_or(0, |place| paper.calls[place])),
            longest.map_or("-".into(), |longest| longest.to_string()),
            random_mean(&program, size),
            if wrong { "  WRONG" } else { "" }
        );
    }
    fine
}

fn beside(ours: Option<u64>, theirs: u64) -> String {
    let ours = ours.map_or("-".into(), |ours| ours.to_string());
    let theirs = if theirs == 0 { "-".into() } else { theirs.to_string() };
    format!("{ours} / {theirs}")
}

fn random_mean(program: &Program, size: u32) -> f64 {
    let subject = program.subject(size);
    let (mut sum, mut runs, mut steps) = (0.0, 0.0, 0);
    for seed in 0..RANDOM {
        let (costs, _) = subject.run(Given::random(seed), &Watch::default()).unwrap();
        sum += costs.conditionals as f64;
        runs += 1.0;
        steps += costs.executed;
        if steps > RANDOM_STEPS {
            break;
        }
    }
    sum / runs
}
