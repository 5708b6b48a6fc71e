//! The oracle: on random small programs, the paths found are all paths, each once, and each is what it says.
//!
//! For many random inputs exactly one path's condition holds, all decisions on that path are what the input makes
//! of them, and a concrete run costs and ends as the path did. Every path's own input does the same.

mod common;

use std::collections::BTreeMap;
use std::fmt::{self, Display, Formatter};
use std::sync::Arc;

use common::generate::{self, Generated, Random};
use common::inputs::{Trace, neighbour, random_input};
use common::{both, subject};
use worstcase_explore::{
    Budget, Decision, End, Input, Path, Reply, RunEnd, Subject, Visitor, Watch, explore,
};
use worstcase_machine::process::{Costs, Given, InputKind, Outcome};
use worstcase_program::{ConditionalKind, Op, Pc, Program};
use worstcase_term::{TermId, Terms};

/// No more paths than this are looked for.
const MOST_PATHS: u64 = 200;

/// All that a path says about itself.
struct Kept {
    terms: Terms,
    facts: Vec<TermId>,
    decisions: Vec<(TermId, Reply)>,
    /// Where a conditional was decided, and whether its jump is taken; those of a `br_table` left out.
    branches: Vec<(Pc, bool)>,
    costs: Costs,
    end: End,
    input: Vec<Input>,
}

struct All {
    program: Arc<Program>,
    paths: Vec<Kept>,
}

impl All {
    fn branch(&self, decision: &Decision) -> Option<(Pc, bool)> {
        let (at, Reply::Truth(holds)) = (decision.at?, &decision.reply) else { return None };
        let (conditional, _) = self.program.as_written(at, *holds)?;
        let opposite = matches!(self.program.code[at as usize], Op::BrEqz { .. });
        (conditional.kind != ConditionalKind::BrTable).then_some((at, holds ^ opposite))
    }
}

impl Visitor for All {
    fn visit(&mut self, path: &mut Path<'_>) {
        let input = if self.paths.len().is_multiple_of(2) { path.input() } else { path.natural_input() };
        let kept = Kept {
            terms: path.terms().clone(),
            facts: path.decisions.iter().filter_map(|decision| decision.fact).collect(),
            decisions: path.decisions.iter().map(|d| (d.term, d.reply.clone())).collect(),
            branches: path.decisions.iter().filter_map(|decision| self.branch(decision)).collect(),
            costs: path.costs,
            end: path.end.clone(),
            input,
        };
        self.paths.push(kept);
    }

    fn merge(&mut self, other: Self) {
        self.paths.extend(other.paths);
    }
}

impl Kept {
    fn holds(&self, input: &[Input]) -> bool {
        let model = |i: u32| input[i as usize].bits;
        self.facts.iter().all(|&fact| self.terms.eval(fact, &model) != 0)
    }

    /// The decisions are those that an input leads to.
    fn check_decisions(&self, input: &[Input]) {
        let model = |i: u32| input[i as usize].bits;
        for (term, reply) in &self.decisions {
            let value = self.terms.eval(*term, &model);
            match reply {
                Reply::Truth(holds) => assert_eq!(value != 0, *holds, "{}", self.terms.display(*term)),
                Reply::Value(expected) | Reply::Fixed(expected, _) => {
                    assert_eq!(value, *expected, "{}", self.terms.display(*term));
                }
                Reply::Places(places) => assert!(places.contains(&value), "{}", self.terms.display(*term)),
                Reply::Known(inputs) => {
                    inputs
                        .iter()
                        .for_each(|&(number, known)| assert_eq!(model(number), known, "input {number}"));
                }
            }
        }
    }
}

/// The decisions about inputs are made by the concrete run too, in this order, among those that concern no input.
fn check_trace(subject: &Subject, path: &Kept, input: &[Input]) {
    let mut given = Given::bits(input.iter().map(|input| input.bits).collect());
    let mut process = subject.start::<u64, _>((), &mut given).expect("it starts as before");
    let mut trace = Trace::default();
    process.advance(&mut given, &mut trace);
    let mut made = trace.0.into_iter();
    for &(at, jumps) in &path.branches {
        let found = made.any(|(there, choice)| there == at && choice == u32::from(jumps));
        assert!(found, "the concrete run does not go {jumps} at {at}");
    }
}

fn check_run(subject: &Subject, path: &Kept, input: &[Input]) {
    let asked = &input[..path.input.len()];
    check_trace(subject, path, asked);
    let (costs, ran) = subject.replay(asked).expect("it starts as before");
    assert_eq!(costs, path.costs, "{asked:?}");
    match (&path.end, ran) {
        (End::Returned, RunEnd::Ended(Outcome::Returned(_))) => {}
        (End::Trapped(expected), RunEnd::Trapped(trap)) => assert_eq!(trap, *expected),
        (expected, ran) => panic!("{ran:?} instead of {expected:?}"),
    }
}

#[derive(Debug, Default)]
struct Tally {
    programs: usize,
    incomplete: usize,
    paths: usize,
    trapped: usize,
    dropped: usize,
    inputs: usize,
    /// Questions that an explorer asked, and those of them that Z3 was asked.
    questions: usize,
    calls: usize,
}

impl Display for Tally {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{:5} programs ({} incomplete), {} paths ({} trapped, {} dropped), {} inputs, {} questions ({} to Z3)",
            self.programs,
            self.incomplete,
            self.paths,
            self.trapped,
            self.dropped,
            self.inputs,
            self.questions,
            self.calls
        )
    }
}

#[test]
fn paths_partition_the_inputs() {
    let setting = |name: &str, default: u64| {
        std::env::var(name).ok().and_then(|value| value.parse().ok()).unwrap_or(default)
    };
    let (first, count) = (setting("WORSTCASE_SEED", 1), setting("WORSTCASE_PROGRAMS", 120));
    let mut families: BTreeMap<&str, Tally> = BTreeMap::new();
    for seed in first..first + count {
        let Generated { family, text, program } = generate::program(seed);
        let subject = subject(&Arc::new(program), 3);
        let tally = families.entry(family).or_default();
        let outcome = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
            check(&subject, seed, tally);
        }));
        assert!(outcome.is_ok(), "WORSTCASE_SEED={seed} WORSTCASE_PROGRAMS=1\n{text}");
        let done = seed + 1 - first;
        if done.is_multiple_of(100) {
            println!("{done} of {count} programs");
        }
    }
    println!("from seed {first}:");
    families.iter().for_each(|(family, tally)| println!("{family:10} {tally}"));
    let sum = |of: fn(&Tally) -> usize| families.values().map(of).sum::<usize>();
    if count >= 80 {
        assert!(sum(|t| t.incomplete) * 4 < sum(|t| t.programs), "{families:?}");
        assert!(sum(|t| t.paths) > 3 * sum(|t| t.programs), "{families:?}");
        assert!(sum(|t| t.trapped) > 0 && sum(|t| t.dropped) > 0 && sum(|t| t.calls) > 0, "{families:?}");
    }
}

fn check(subject: &Subject, seed: u64, tally: &mut Tally) {
    tally.programs += 1;
    // What is known becomes a number in every other program.
    let budget = Budget { paths: MOST_PATHS, folds: seed.is_multiple_of(2), ..Budget::default() };
    let visitor = || All { program: subject.program.clone(), paths: Vec::new() };
    let (explored, all) = explore(subject, &both, budget, &Watch::default(), &visitor).unwrap();
    // What was found is right all the same.
    let is_complete = explored.is_complete();
    tally.incomplete += usize::from(!is_complete);
    tally.paths += all.paths.len();
    tally.dropped += explored.dropped as usize;
    tally.questions += explored.questions as usize;
    tally.calls += explored.calls as usize;
    for path in &all.paths {
        tally.trapped += usize::from(matches!(path.end, End::Trapped(_)));
        assert!(path.holds(&path.input));
        path.check_decisions(&path.input);
        check_run(subject, path, &path.input);
    }
    // Inputs are asked for before anything is decided, so all paths have the same.
    let Some(first) = all.paths.first() else { return };
    let like = first.input.iter().enumerate();
    let ranges: Vec<_> = like.map(|(i, like)| subject_range(subject, i, like.kind)).collect();
    let mut random = Random(seed);
    for _ in 0..50 {
        let input = match random.below(2) {
            0 => {
                let like = first.input.iter().zip(&ranges);
                like.map(|(like, &range)| random_input(&mut random, like, range)).collect()
            }
            _ => {
                let near = &all.paths[random.below(all.paths.len())].input;
                neighbour(&mut random, near, &ranges)
            }
        };
        tally.inputs += 1;
        let holding: Vec<&Kept> = all.paths.iter().filter(|path| path.holds(&input)).collect();
        match holding[..] {
            [path] => {
                path.check_decisions(&input);
                check_run(subject, path, &input);
            }
            [] if !is_complete => {}
            [] => {
                let (_, ran) = subject.replay(&input).unwrap();
                assert_eq!(ran, RunEnd::Ended(Outcome::Dropped), "no path for {input:?}");
            }
            _ => panic!("{} paths for {input:?}", holding.len()),
        }
    }
}

/// The range that an input was declared with.
fn subject_range(subject: &Subject, input: usize, kind: InputKind) -> Option<(i64, i64)> {
    match kind {
        InputKind::Bool => return Some((0, 1)),
        InputKind::I32 => {}
        _ => return None,
    }
    let mut asked = worstcase_explore::SymbolicInputs::default();
    let mut process = subject.start(worstcase_machine::symbolic::Path::new(), &mut asked).ok()?;
    process.advance(&mut asked, &mut worstcase_machine::Unobserved);
    asked.asked().get(input)?.range
}
