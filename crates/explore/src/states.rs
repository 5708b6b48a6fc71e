//! States that wait: a path at a decision, as a value. Any of them can go on, in any order, any number of times, and
//! nothing is executed again that led to it.
//!
//! What states have in common they share: memory by chunks, decisions by segments, terms in one arena, which only grows.
//! To go from one state to another, what was decided since the last that they have in common is taken back, and what
//! led to the other is told to the solver; memory is exchanged where it differs.

use std::sync::Arc;

use worstcase_machine::process::{Costs, ProcessImage};
use worstcase_solver::Solver;

use crate::explorer::{Explorer, Standing, Step};
use crate::history::History;
use crate::path::{Decision, Visitor};
use crate::subject::{StartError, Subject};
use crate::tally::{Tally, Watch};

/// A path that waits before a decision.
#[derive(Clone)]
pub struct State {
    pub(crate) history: Arc<History>,
    pub(crate) process: ProcessImage,
    costs: Costs,
}

impl State {
    pub(crate) fn new(history: Arc<History>, process: ProcessImage, costs: Costs) -> State {
        State { history, process, costs }
    }

    /// What it cost so far.
    pub fn costs(&self) -> Costs {
        self.costs
    }

    /// How many decisions led to it, and how many of them were open.
    pub fn decisions(&self) -> (usize, usize) {
        (self.history.reached.decisions, self.history.reached.open)
    }

    /// The decisions since the state that it went on from.
    pub fn last_decisions(&self) -> &[Decision] {
        &self.history.own.decisions
    }

    /// About how many bytes of the host's memory it takes that another state of the same program does not share.
    pub fn bytes_beside(&self, other: &State) -> usize {
        size_of::<State>() + self.history.bytes() + self.process.bytes_beside(&other.process)
    }
}

/// Lets states go on. All of them are states of one subject, and began here.
pub struct States<'a> {
    explorer: Explorer<'a>,
}

impl<'a> States<'a> {
    /// The state in which a subject begins.
    pub fn begin(
        subject: &'a Subject,
        solver: Box<dyn Solver>,
        memory: usize,
        watch: &'a Watch,
    ) -> Result<(Self, State), StartError> {
        let mut explorer = Explorer::new(subject, solver, None, memory, watch)?;
        explorer.keep_states();
        let beginning = explorer.keep();
        Ok((States { explorer }, beginning))
    }

    /// Others who can let all states go on that there are by now, on another thread as well. States that are kept from
    /// now on belong to whoever kept them.
    pub fn twin(&self, solver: Box<dyn Solver>) -> Result<States<'a>, StartError> {
        Ok(States { explorer: self.explorer.twin(solver)? })
    }

    /// Lets a state go on, along all sides that are possible. A path that ends is shown to the visitor; one that is due is
    /// kept. Looks at the watch: what is left when that says to stop is neither.
    pub fn go_on(
        &mut self,
        state: &State,
        is_due: &mut dyn FnMut(&Standing<'_>) -> bool,
        visitor: &mut impl Visitor,
    ) -> Vec<State> {
        let mut kept = Vec::new();
        if !self.explorer.go_to(state) {
            return kept;
        }
        loop {
            match self.explorer.step_until(is_due, visitor) {
                Step::Slice if self.explorer.is_stopped() => {
                    self.explorer.abandon();
                    return kept;
                }
                Step::Slice => continue,
                Step::Waiting => kept.push(self.explorer.keep()),
                Step::Ended => {}
            }
            if !self.explorer.back() {
                return kept;
            }
        }
    }

    /// What was seen so far.
    pub fn tally(&self) -> Tally {
        self.explorer.tally()
    }
}
