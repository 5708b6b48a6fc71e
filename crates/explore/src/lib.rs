//! Exploration: which paths a program has.
//!
//! Depth-first over the computation tree (WISE, algorithm 1), concolic: a model satisfies the path so far, and the
//! side of a conditional that it takes is feasible for free. Only the other side asks the solver. If that one is
//! possible, it is explored first, from a checkpoint; then everything is undone and the side of the model is
//! taken. Nothing is executed twice.

mod inputs;

use worstcase_machine::process::{Costs, Halt, InputKind, Outcome, Process, ProcessCheckpoint};
use worstcase_machine::symbolic::{Symbol, Undecided};
use worstcase_machine::{Stop, Trap, Unobserved};
use worstcase_solver::{Answer, Comparisons, Mark};
use worstcase_term::{Evaluator, TermId};

pub use inputs::SymbolicInputs;

/// How a path ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum End {
    /// The program ended by itself.
    Finished(Outcome<Symbol>),
    /// It trapped.
    Trapped(Trap),
    /// It was cut off: by a limit, or by something that the host could not provide.
    CutOff,
}

/// A path that was explored to its end.
#[derive(Clone, Debug)]
pub struct ExploredPath {
    /// How it ended.
    pub end: End,
    /// What it cost.
    pub costs: Costs,
    /// An input that takes it, as the bits of each number. Once something was unknown ([`Explored::unknown`]), the
    /// solver has not been told of all decisions, and the input may take another path: replay it.
    pub input: Vec<u64>,
}

/// What an exploration has seen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Explored {
    /// Paths that ended, other than by an assumption that did not hold.
    pub paths: u64,
    /// Paths that an assumption dropped.
    pub dropped: u64,
    /// Questions to the solver.
    pub questions: u64,
    /// Decisions of which only the model's side was followed because nothing could be said about the other, and
    /// values that were fixed to the model's. If there are any, there may be more paths.
    pub unknown: u64,
}

impl Explored {
    /// Whether every feasible path was seen.
    pub fn is_complete(&self) -> bool {
        self.unknown == 0
    }
}

/// A decision whose other side has been taken first.
struct Choice {
    checkpoint: ProcessCheckpoint,
    solver: Mark,
    inputs: usize,
    truth: TermId,
    /// Whether it holds in the model, whose side is still to be taken.
    holds: bool,
}

/// Explores every path of a process that has been prepared to run, and shows each to the visitor once.
pub fn explore(
    process: &mut Process<Symbol>,
    inputs: SymbolicInputs,
    visit: impl FnMut(ExploredPath),
) -> Explored {
    let (solver, evaluator, choices) = (Comparisons::new(), Evaluator::new(), Vec::new());
    Explorer { process, inputs, solver, evaluator, choices, explored: Explored::default(), visit }.run()
}

struct Explorer<'a, F> {
    process: &'a mut Process<Symbol>,
    inputs: SymbolicInputs,
    solver: Comparisons,
    evaluator: Evaluator,
    choices: Vec<Choice>,
    explored: Explored,
    visit: F,
}

impl<F: FnMut(ExploredPath)> Explorer<'_, F> {
    fn run(mut self) -> Explored {
        loop {
            let end = match self.process.advance(&mut self.inputs, &mut Unobserved) {
                Halt::Stopped(Stop::Pause(Undecided::Truth(truth))) => {
                    self.decide(truth);
                    continue;
                }
                Halt::Stopped(Stop::Pause(Undecided::Value(term))) => {
                    // Fixed to its value in the model, and counted.
                    let value = self.eval(term);
                    self.explored.unknown += 1;
                    self.process.machine.context.pin(term, value);
                    continue;
                }
                Halt::Ended(outcome) => End::Finished(outcome),
                Halt::Stopped(Stop::Trap(trap)) => End::Trapped(trap),
                _ => End::CutOff,
            };
            self.finish(end);
            if !self.back() {
                return self.explored;
            }
        }
    }

    /// Lets the solver know all inputs that there are by now.
    fn know_inputs(&mut self) {
        while let Some(asked) = self.inputs.asked().get(self.solver.inputs()) {
            let range = match asked.kind {
                InputKind::Bool => Some((0, 1)),
                _ => asked.range,
            };
            self.solver.input(inputs::width(asked.kind), range);
        }
    }

    fn eval(&mut self, term: TermId) -> u64 {
        self.know_inputs();
        let (terms, solver) = (&self.process.machine.context.terms, &self.solver);
        self.evaluator.eval(terms, term, &|input| solver.value(input))
    }

    fn decide(&mut self, truth: TermId) {
        let holds = self.eval(truth) != 0;
        let solver = self.solver.mark();
        let path = &mut self.process.machine.context;
        let other = if holds { path.terms.not(truth) } else { truth };
        self.explored.questions += 1;
        match self.solver.assert(&self.process.machine.context.terms, other) {
            // Then the side of the model is implied.
            Answer::Unsat => self.process.machine.context.decide(truth, holds),
            Answer::Sat => {
                let checkpoint = self.process.checkpoint();
                let inputs = self.inputs.asked().len();
                self.choices.push(Choice { checkpoint, solver, inputs, truth, holds });
                self.process.machine.context.decide(truth, !holds);
            }
            Answer::Unknown => {
                self.explored.unknown += 1;
                self.process.machine.context.decide(truth, holds);
            }
        }
    }

    fn finish(&mut self, end: End) {
        if end == End::Finished(Outcome::Dropped) {
            self.explored.dropped += 1;
            return;
        }
        self.know_inputs();
        self.explored.paths += 1;
        self.explored.unknown += u64::from(end == End::CutOff);
        let input = (0..self.inputs.asked().len()).map(|i| self.solver.value(i as u32)).collect();
        (self.visit)(ExploredPath { end, costs: self.process.costs(), input });
    }

    /// Goes back to the last decision whose other side was taken, and takes the side of the model.
    fn back(&mut self) -> bool {
        let Some(Choice { checkpoint, solver, inputs, truth, holds }) = self.choices.pop() else {
            return false;
        };
        self.process.restore(&checkpoint);
        self.solver.undo(solver);
        self.inputs.truncate(inputs);
        let path = &mut self.process.machine.context;
        let side = if holds { truth } else { path.terms.not(truth) };
        let answer = self.solver.assert(&self.process.machine.context.terms, side);
        assert_eq!(answer, Answer::Sat, "the model satisfies its own side");
        self.process.machine.context.decide(truth, holds);
        true
    }
}
