//! What it costs to go on from a state, after 1,000, 10,000 and 100,000 decisions: as much, if nothing grows with the
//! length of its path.
//!
//! `cargo bench -p worstcase-explore --bench states`

#[path = "../tests/common/mod.rs"]
mod common;

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;

use common::subject;
use worstcase_explore::{
    Advice, Callers, Decision, Guide, Path, Standing, State, States, Subject, Visitor, Walk, Watch,
};
use worstcase_program::Pc;
use worstcase_program::compile::CompileOptions;
use worstcase_solver::{Parts, Solver};

/// Bytes that are decided about alone, numbers that all hang together, and numbers that memory keeps.
const PROGRAMS: [&str; 3] = ["bytes", "neighbours", "table"];

const LENGTHS: [usize; 3] = [1_000, 10_000, 100_000];

/// More than the longest path has, so that no path ends.
const SIZE: u32 = 110_000;

const MEMORY: usize = 4 << 30;

/// How often something is done to see what it costs, and how often that is repeated: the machine is not ours alone, so
/// the least counts.
const TIMES: u32 = 200;
const REPEATED: u32 = 9;

/// A look goes on for so many decisions.
const LOOK: usize = 10;

fn program(name: &str) -> Subject {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(format!("benches/states/{name}.c"));
    let program = worstcase_program::load(&[path], &CompileOptions::default()).unwrap().program;
    Subject {
        limits: worstcase_machine::Limits { steps: 1 << 40, ..Default::default() },
        ..subject(&Arc::new(program), SIZE)
    }
}

fn solver() -> Box<dyn Solver> {
    Box::new(Parts::new())
}

/// No path ends here.
struct Nobody;

impl Visitor for Nobody {
    fn visit(&mut self, _: &mut Path<'_>) {}

    fn merge(&mut self, _: Self) {}
}

/// Holds every other time, so that a walk asks the solver at times.
struct Turns(bool);

impl Guide for Turns {
    fn advise(&mut self, _: Pc, _: Callers) -> Advice {
        self.0 = !self.0;
        Advice::Only(self.0)
    }

    fn decided(&mut self, _: &Decision) {}

    fn truncate(&mut self, _: usize) {}
}

/// The microseconds that a piece of work takes, at least.
fn microseconds(mut work: impl FnMut()) -> f64 {
    let once = |work: &mut dyn FnMut()| {
        let begun = Instant::now();
        (0..TIMES).for_each(|_| work());
        begun.elapsed().as_secs_f64() * 1e6 / f64::from(TIMES)
    };
    (0..REPEATED).map(|_| once(&mut work)).fold(f64::INFINITY, f64::min)
}

/// Both sides of the next decision.
fn children(states: &mut States<'_>, state: &State) -> Vec<State> {
    let children = states.go_on(state, &mut |standing| standing.open >= 1, &mut Nobody);
    assert_eq!(children.len(), 2, "both sides are possible");
    children
}

/// What it costs at each length to go on from one state, and to do so from two by turns.
fn by_states(subject: &Subject) -> Vec<[f64; 2]> {
    let watch = Watch::default();
    let (mut states, mut state) = States::begin(subject, solver(), MEMORY, &watch).unwrap();
    let measure = |length: usize| {
        while state.decisions().1 < length {
            let mut both = children(&mut states, &state);
            state = both.swap_remove(length % 2);
        }
        let both = children(&mut states, &state);
        let one = microseconds(|| drop(children(&mut states, &both[0])));
        let mut number = 0;
        let turns = microseconds(|| {
            number += 1;
            children(&mut states, &both[number % 2]);
        });
        [one, turns]
    };
    LENGTHS.into_iter().map(measure).collect()
}

/// What a look ahead costs at each length.
fn by_walk(subject: &Subject) -> Vec<f64> {
    let watch = Watch::default();
    let mut walk = Walk::begin(subject, solver(), MEMORY, &watch).unwrap();
    let mut length = 0;
    let guide = || Box::new(Turns(false));
    let measure = |wanted: usize| {
        while length < wanted {
            let most = (wanted - length).min(100);
            let look = walk.look(guide(), &mut |standing: &Standing<'_>| standing.decisions.len() >= most);
            let look = look.expect("nobody stops it");
            length += look.decisions.len();
            assert!(walk.go(&look));
        }
        microseconds(|| {
            let look = walk.look(guide(), &mut |standing: &Standing<'_>| standing.decisions.len() >= LOOK);
            assert_eq!(look.expect("nobody stops it").decisions.len(), LOOK);
        })
    };
    LENGTHS.into_iter().map(measure).collect()
}

fn print(name: &str, what: &str, costs: &[f64]) -> f64 {
    let last = costs[costs.len() - 1] / costs[0];
    let columns: Vec<String> = costs.iter().map(|cost| format!("{cost:>10.1}")).collect();
    println!("{name:<12} {what:<24} {} {last:>10.2}", columns.join(" "));
    last
}

fn main() {
    let lengths: Vec<String> = LENGTHS.iter().map(|length| format!("{length:>10}")).collect();
    println!("microseconds after so many decisions, and how many times as much it is at last");
    println!("{:<12} {:<24} {} {:>10}", "program", "", lengths.join(" "), "ratio");
    let mut worst: f64 = 0.0;
    for name in PROGRAMS {
        let subject = program(name);
        let by_states = by_states(&subject);
        let of = |which: usize| by_states.iter().map(|costs| costs[which]).collect::<Vec<f64>>();
        let rows = [
            print(name, "both sides of a state", &of(0)),
            print(name, "of two states, by turns", &of(1)),
            print(name, "a walk looks ahead", &by_walk(&subject)),
        ];
        worst = rows.into_iter().fold(worst, f64::max);
    }
    println!("at most {worst:.2} times as much for a path {} times as long", LENGTHS[2] / LENGTHS[0]);
}
