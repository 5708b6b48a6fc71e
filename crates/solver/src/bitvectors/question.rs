//! What Z3 is asked, and what it says.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use worstcase_term::{TermId, Terms, mask, signed};
use z3::ast::{BV, Bool};
use z3::{Params, SatResult};

use super::translate::input;
use crate::solver::{Answer, Declared};

/// Z3's steps per unit of [`crate::Solver`], a million of which should take about a second.
const STEPS: u32 = 3;

/// What is asked: whether assertions can hold together.
#[derive(Clone, Copy, Debug)]
pub struct Question<'a> {
    /// The terms.
    pub terms: &'a Terms,
    /// All inputs of the program.
    pub declared: &'a [Declared],
    /// The assertions.
    pub assertions: &'a [Asserted<'a>],
    /// What is as it was at the last question.
    pub unchanged: Unchanged,
    /// How much work the answer may take, in units of [`crate::Solver`].
    pub limit: u32,
    /// Once this is set, nobody waits for the answer any more.
    pub stop: Option<&'a Arc<AtomicBool>>,
}

/// An assertion.
#[derive(Clone, Copy, Debug)]
pub struct Asserted<'a> {
    /// Its number.
    pub number: usize,
    /// What it says.
    pub condition: TermId,
    /// The inputs that it is about.
    pub inputs: &'a [u32],
}

/// How much from the beginning is as it was at the last question. What comes after may mean something else now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unchanged {
    /// How many assertions.
    pub assertions: usize,
    /// How many terms.
    pub terms: usize,
    /// How many inputs.
    pub inputs: usize,
}

/// An answer, and values of inputs if it is `Sat`. An input that is left out may have any value in its range.
pub type Reply = (Answer, Vec<(u32, u64)>);

impl Question<'_> {
    /// The inputs that the assertions are about, ascending.
    pub fn inputs(&self) -> Vec<u32> {
        let mut inputs: Vec<u32> =
            self.assertions.iter().flat_map(|assertion| assertion.inputs).copied().collect();
        inputs.sort_unstable();
        inputs.dedup();
        inputs
    }

    /// Whether there is floating-point arithmetic in it. Comparisons are none.
    pub fn has_floats(&self) -> bool {
        self.assertions.iter().any(|assertion| self.terms.has_floats(assertion.condition))
    }

    /// That an input is within its range.
    pub fn bounds(&self, index: u32) -> Vec<Bool> {
        let Declared { width, range } = self.declared[index as usize];
        let Some((low, high)) = range else { return Vec::new() };
        let x = input(index, width);
        let number = |value: i64| BV::from_i64(value, width);
        let fits = |value: i64| signed(width, value as u64 & mask(width)) == value;
        if fits(low) && fits(high) {
            return vec![x.bvsge(number(low)), x.bvsle(number(high))];
        }
        let last = high.wrapping_sub(low) as u64;
        if last >= mask(width) {
            Vec::new()
        } else {
            vec![x.bvsub(number(low)).bvule(BV::from_u64(last, width))]
        }
    }

    /// What a solver that has all assertions says, and its model.
    pub fn reply(&self, solver: &z3::Solver) -> Reply {
        match solver.check() {
            SatResult::Sat => (Answer::Sat, self.values(solver)),
            SatResult::Unsat => (Answer::Unsat, Vec::new()),
            SatResult::Unknown => (Answer::Unknown, Vec::new()),
        }
    }

    fn values(&self, solver: &z3::Solver) -> Vec<(u32, u64)> {
        let Some(model) = solver.get_model() else { return Vec::new() };
        let value = |index: u32| {
            let variable = input(index, self.declared[index as usize].width);
            Some((index, model.eval(&variable, false)?.as_u64()?))
        };
        self.inputs().into_iter().filter_map(value).collect()
    }
}

/// With many clauses, a step takes longer than it should. Time is up when a question takes so many times as long as its
/// limit stands for. So on a much slower machine an answer may be missing, but none is different.
const PATIENCE: u32 = 4;

/// And never before that.
const FEWEST_MILLISECONDS: u32 = 2000;

/// How long a question may take in all, in milliseconds: Z3 is asked twice, and does not look at the clock in between.
pub fn patience(units: u32) -> u32 {
    (units / 1000).saturating_mul(PATIENCE).saturating_add(2 * FEWEST_MILLISECONDS)
}

/// A limit as Z3 takes it: it counts the steps of its search and gives up at a number of them, whatever time they
/// took. None would mean no limit at all.
pub fn limit(units: u32) -> Params {
    let mut params = Params::new();
    params.set_u32("rlimit", units.saturating_mul(STEPS).max(1));
    // Z3 would take Ctrl-C for itself while it works, in a way that is not meant for several threads.
    params.set_bool("ctrl_c", false);
    params.set_u32("timeout", (units / 1000).saturating_mul(PATIENCE).max(FEWEST_MILLISECONDS));
    params
}
