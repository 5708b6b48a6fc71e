//! A path that was explored to its end, as visitors see it.

use worstcase_machine::Trap;
use worstcase_machine::process::{Costs, Process, StopReason};
use worstcase_machine::symbolic::Symbol;
use worstcase_program::Pc;
use worstcase_solver::Solver;
use worstcase_term::{TermId, Terms};

use crate::inputs::{Input, SymbolicInputs};
use crate::summary::Trail;

/// How a path ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum End {
    /// The entry returned.
    Returned,
    /// The program exited with this code.
    Exited(u32),
    /// The program reported a failure of its own.
    Failed,
    /// It trapped.
    Trapped(Trap),
    /// It was cut off, and might have gone on.
    CutOff(Cut),
}

/// What cut a path off.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Cut {
    /// It could not go on.
    #[error(transparent)]
    Stopped(StopReason),
    /// All that has to be remembered to go back takes more than the memory for it.
    #[error("stopped: the path needed more memory than the limit")]
    Memory,
}

/// What was answered where a path paused. A path is determined by its answers, in order.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Reply {
    /// Whether a truth value holds.
    Truth(bool),
    /// The value of a term.
    Value(u64),
    /// The value of a term, and values of all inputs that it depends on, by their numbers: a walk fixes these, which every
    /// solver understands, instead of a hash of them, which none does.
    Fixed(u64, std::sync::Arc<[(u32, u64)]>),
    /// All values that an address can have.
    Places(std::sync::Arc<[u64]>),
    /// Inputs of which only one value is left, by their numbers, and these values. What was asked is asked again, if it is not
    /// answered by that.
    Known(std::sync::Arc<[(u32, u64)]>),
}

/// Where the function that runs was called, and where the one that called it was.
pub type Callers = [Option<Pc>; 2];

/// A pause, and what was answered.
#[derive(Clone, Debug)]
pub struct Decision {
    /// What was asked: a truth value, or a term for its value.
    pub term: TermId,
    /// What was answered.
    pub reply: Reply,
    /// Whether it could have been answered in another way; else it followed from the answers before.
    pub open: bool,
    /// What the answer says about the inputs, as a truth value.
    pub fact: Option<TermId>,
    /// Where it was asked.
    pub at: Option<Pc>,
    /// From where.
    pub callers: Callers,
}

/// A path that has come to its end.
pub struct Path<'a> {
    /// How it ended.
    pub end: &'a End,
    /// What it cost.
    pub costs: Costs,
    /// All decisions on it.
    pub decisions: &'a [Decision],
    pub(crate) process: &'a Process<Symbol>,
    pub(crate) inputs: &'a SymbolicInputs,
    pub(crate) solver: &'a mut dyn Solver,
}

impl Path<'_> {
    /// The terms of the decisions.
    pub fn terms(&self) -> &Terms {
        &self.process.machine.context.terms
    }

    /// Where it ended.
    pub fn at(&self) -> Option<Pc> {
        self.process.machine.position()
    }

    /// How many inputs it asked for.
    pub fn inputs(&self) -> usize {
        self.inputs.asked().len()
    }

    /// The answers that lead along it.
    pub fn trail(&self) -> Trail {
        self.decisions.iter().map(|decision| (decision.reply.clone(), decision.open)).collect()
    }

    /// Whether it comes before another in the order of their open answers, which is the same whatever the order in which
    /// they were found. (Of the others, some may be missing where inputs were known.)
    pub fn is_before(&self, other: &Trail) -> bool {
        let open = self.decisions.iter().filter(|decision| decision.open);
        open.map(|decision| &decision.reply).lt(open_replies(other))
    }

    /// An input that takes this path.
    pub fn input(&self) -> Vec<Input> {
        self.with_values(&|input| self.solver.value(input))
    }

    /// An input that takes this path and that people like to read.
    pub fn natural_input(&mut self) -> Vec<Input> {
        let model = self.solver.natural(&self.process.machine.context.terms);
        self.with_values(&|input| model[input as usize])
    }

    fn with_values(&self, value: &dyn Fn(u32) -> u64) -> Vec<Input> {
        let numbered = (0..).zip(self.inputs.asked());
        numbered.map(|(i, asked)| Input { kind: asked.kind, bits: value(i) }).collect()
    }
}

/// Whether a path comes before another in the order of their open answers.
pub fn precedes(trail: &Trail, other: &Trail) -> bool {
    open_replies(trail).lt(open_replies(other))
}

fn open_replies(trail: &Trail) -> impl Iterator<Item = &Reply> {
    trail.iter().filter(|(_, open)| *open).map(|(reply, _)| reply)
}

/// Sees each path once. Several visitors may share the work, and are then merged; what they make of it must not
/// depend on who saw which path, or when.
pub trait Visitor: Send {
    /// A path has come to its end.
    fn visit(&mut self, path: &mut Path<'_>);

    /// Takes over what another has seen.
    fn merge(&mut self, other: Self);
}
