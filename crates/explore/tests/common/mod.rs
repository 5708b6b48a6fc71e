//! What the tests here have in common: examples as subjects, and the worst path.

#![allow(dead_code)]

pub mod floats;
pub mod generate;
pub mod inputs;
pub mod kinds;
pub mod shapes;
pub mod table;

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use worstcase_explore::{Budget, Input, Path, StdinShape, Subject, Tally, Visitor, Watch, explore};
use worstcase_machine::Limits;
use worstcase_machine::process::{Costs, Entry};
use worstcase_machine::wasi::WasiConfig;
use worstcase_program::compile::CompileOptions;
use worstcase_program::{FuncIdx, Program};
use worstcase_solver::{Answer, Chain, Declared, Mark, Solver, Z3};
use worstcase_term::{Evaluator, TermId, Terms};

/// A program of the examples.
pub fn example(name: &str) -> Arc<Program> {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../examples").join(name);
    Arc::new(worstcase_program::load(&[path], &CompileOptions::default()).unwrap().program)
}

/// A program at a size, with nothing else in its world.
pub fn subject(program: &Arc<Program>, size: u32) -> Subject {
    Subject {
        program: program.clone(),
        entry: Entry::find(program, None).unwrap_or(Entry::Plain(FuncIdx(0))),
        size,
        world: WasiConfig::default(),
        files: Vec::new(),
        arguments: Vec::new(),
        stdin: StdinShape::World,
        counted_function: None,
        natives: None,
        limits: Limits { steps: 100_000_000, ..Limits::default() },
    }
}

/// The costliest path: cost and input.
#[derive(Default)]
pub struct Worst(pub Option<(u64, Vec<Input>)>);

impl Visitor for Worst {
    fn visit(&mut self, path: &mut Path<'_>) {
        if self.0.as_ref().is_none_or(|(cost, _)| path.costs.conditionals > *cost) {
            self.0 = Some((path.costs.conditionals, path.natural_input()));
        }
    }

    fn merge(&mut self, other: Self) {
        if other.0.as_ref().map(|(cost, _)| *cost) > self.0.as_ref().map(|(cost, _)| *cost) {
            self.0 = other.0;
        }
    }
}

/// Our solver.
pub fn chain() -> Box<dyn Solver> {
    Box::new(Chain::new())
}

/// Explores a subject. The costliest input is run concretely, and has to cost the same.
pub fn paths(
    subject: &Subject,
    solver: &(dyn Fn() -> Box<dyn Solver> + Sync),
    threads: usize,
) -> (Tally, u64) {
    let budget = Budget { threads, ..Budget::default() };
    let (tally, worst) = explore(subject, solver, budget, &Watch::default(), &Worst::default).unwrap();
    let (cost, input) = worst.0.expect("there is at least one path");
    assert_eq!(subject.replay(&input).unwrap().0.conditionals, cost, "{}: {input:?}", subject.size);
    (tally, cost)
}

/// What every path costs, and an input that takes it.
#[derive(Default)]
pub struct All(pub Vec<(Costs, Vec<Input>)>);

impl Visitor for All {
    fn visit(&mut self, path: &mut Path<'_>) {
        self.0.push((path.costs, path.natural_input()));
    }

    fn merge(&mut self, other: Self) {
        self.0.extend(other.0);
    }
}

/// Explores a subject. The input of every path is run concretely, and has to cost the same.
pub fn replay_all(subject: &Subject, threads: usize) -> Tally {
    let budget = Budget { threads, ..Budget::default() };
    let (tally, all) = explore(subject, &chain, budget, &Watch::default(), &All::default).unwrap();
    for (costs, input) in all.0 {
        assert_eq!(subject.replay(&input).unwrap().0, costs, "{input:?}");
    }
    tally
}

/// Our solver, every answer of which is judged: models by evaluation, contradictions by plain Z3.
pub fn both() -> Box<dyn Solver> {
    let mut both = Both { chain: Chain::new(), z3: Z3::new(), inputs: Vec::new(), assertions: Vec::new() };
    // Z3 may give up on what it finds hard: then there is nothing to compare.
    both.z3.limit(50_000);
    both.chain.limit(200_000);
    Box::new(both)
}

struct Both {
    chain: Chain,
    z3: Z3,
    inputs: Vec<Declared>,
    assertions: Vec<TermId>,
}

impl Both {
    /// Whether the chain's model is one. Then Z3's opinion would add nothing.
    fn check_model(&self, terms: &Terms) {
        let model = |input| self.chain.value(input);
        for (number, input) in self.inputs.iter().enumerate() {
            assert!(input.allows(model(number as u32)), "input {number} is out of its range");
        }
        let mut evaluator = Evaluator::new();
        let mut valuation = evaluator.under(terms, &model);
        for &assertion in &self.assertions {
            assert!(valuation.holds(assertion), "{} does not hold", terms.display(assertion));
        }
    }

    /// That Z3 sees a contradiction, too, or gives up.
    fn check_contradiction(&mut self, terms: &Terms) {
        let numbers = self.chain.core(terms);
        assert!(numbers.is_sorted_by(|a, b| a < b), "{numbers:?}");
        if self.z3.check(terms) == Answer::Sat {
            let script = terms.smtlib(&self.assertions);
            panic!("unsatisfiable for the chain only: {:?}\n{script}", self.inputs);
        }
    }
}

impl Solver for Both {
    fn declare(&mut self, input: Declared) {
        self.inputs.push(input);
        self.chain.declare(input);
        self.z3.declare(input);
    }

    fn inputs(&self) -> usize {
        self.chain.inputs()
    }

    fn mark(&self, terms: &Terms) -> Mark {
        let mark = self.chain.mark(terms);
        assert_eq!(mark, self.z3.mark(terms));
        mark
    }

    fn undo(&mut self, mark: Mark) {
        self.inputs.truncate(mark.inputs);
        self.assertions.truncate(mark.assertions);
        self.chain.undo(mark);
        self.z3.undo(mark);
    }

    fn assert(&mut self, terms: &Terms, condition: TermId) {
        self.assertions.push(condition);
        self.chain.assert(terms, condition);
        self.z3.assert(terms, condition);
    }

    fn check(&mut self, terms: &Terms) -> Answer {
        let answer = self.chain.check(terms);
        match answer {
            Answer::Sat => self.check_model(terms),
            Answer::Unsat => self.check_contradiction(terms),
            Answer::Unknown => {}
        }
        answer
    }

    fn value(&self, input: u32) -> u64 {
        self.chain.value(input)
    }

    fn natural(&mut self, terms: &Terms) -> Vec<u64> {
        self.chain.natural(terms)
    }

    fn possible(&mut self, terms: &mut Terms, term: TermId, most: usize) -> Option<Vec<u64>> {
        let values = self.chain.possible(terms, term, most);
        if let Some(values) = &values {
            let (mark, terms_mark) = (self.z3.mark(terms), terms.mark());
            for &value in values {
                let constant = terms.constant(terms.width(term), value);
                let another = terms.ne(term, constant);
                self.z3.assert(terms, another);
            }
            assert_ne!(self.z3.check(terms), Answer::Sat, "other values than {values:?} are possible");
            self.z3.undo(mark);
            terms.undo(terms_mark);
        }
        values
    }

    fn determined(&mut self, terms: &Terms, term: TermId) -> Vec<(u32, u64)> {
        let determined = self.chain.determined(terms, term);
        for &(input, value) in &determined {
            // Another arena, since this one must not change: what the chain knows of later terms would be about others.
            let mut own = terms.clone();
            let width = self.inputs[input as usize].width;
            let (known, constant) = (own.input(input, width), own.constant(width, value));
            let another = own.ne(known, constant);
            let mark = self.z3.mark(&own);
            self.z3.assert(&own, another);
            assert_ne!(self.z3.check(&own), Answer::Sat, "input {input} need not be {value}");
            self.z3.undo(Mark { terms: terms.count(), ..mark });
        }
        determined
    }

    fn core(&mut self, terms: &Terms) -> Vec<usize> {
        self.chain.core(terms)
    }

    fn calls(&self) -> u64 {
        self.chain.calls()
    }

    fn limit(&mut self, units: u32) {
        self.chain.limit(units);
        self.z3.limit(units);
    }

    fn stop_at(&mut self, stop: Arc<AtomicBool>) {
        self.chain.stop_at(stop.clone());
        self.z3.stop_at(stop);
    }
}
