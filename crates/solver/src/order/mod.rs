//! Comparisons between inputs: `x - y <= c` and `x - y != c` over bounded integers, asserted and undone.
//!
//! This is what sorts, trees, heaps and searches ask. A model is kept that satisfies all assertions: one that
//! the model satisfies already, as most do, costs no search; any other one mends the model or is refused with
//! the assertions it contradicts (`repair.rs`). Disequalities are dodged, or split into cases (`split.rs`).
//!
//! The intended use, at a conditional of which the model takes one side: assert the *other* side first. If it is
//! refused, the side of the model is implied and need not be asserted at all; if not, explore it, undo (which
//! brings the model back, too), and assert the side of the model for free.
//!
//! Nothing here knows terms or widths. Whoever translates `x < y` of 32-bit words into `x - y <= -1` of
//! integers has to know that nothing wraps.
//!
//! ```
//! use worstcase_solver::order::Order;
//!
//! let mut order = Order::new();
//! let x = order.variable(0, 255);
//! let y = order.variable(0, 255);
//! order.assert_le(x, y, -1)?; // x < y
//! assert!(order.value(x) < order.value(y));
//! assert!(order.assert_le(y, x, 5).is_ok()); // y <= x + 5
//! assert!(order.assert_le(y, x, 0).is_err()); // y <= x
//! assert_eq!(order.core().iter().map(|a| a.0).collect::<Vec<_>>(), [0, 2]);
//! # Ok::<(), worstcase_solver::order::Conflict>(())
//! ```

mod constrain;
mod graph;
mod natural;
mod nudge;
mod repair;
mod split;
mod trail;
mod unequal;

use std::fmt;

use graph::{Graph, Origin, Wide};
use repair::Repair;
use split::Frame;
use trail::Change;
pub use trail::Mark;
use unequal::Unequal;

/// An integer variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Var(u32);

impl Var {
    /// The variable that is always 0: `x - ZERO <= c` says `x <= c`.
    pub const ZERO: Var = Var(0);

    /// Its place among the variables in the order of their making, as in [`Order::natural_model`]; none for zero.
    pub fn index(self) -> Option<usize> {
        (self.0 as usize).checked_sub(1)
    }
}

/// An assertion: how many were made before it and not undone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Assertion(pub u32);

/// The assertion is impossible beside those made before, and was not made. [`Order::core`] says why.
///
/// It carries nothing, because half of all questions end here and few ask why.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Conflict;

impl fmt::Display for Conflict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("contradicts earlier assertions")
    }
}

impl std::error::Error for Conflict {}

/// Whether all assertions hold together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// They do, and [`Order::value`] is the proof.
    Sat,
    /// They don't, and [`Order::core`] names some that don't.
    Unsat,
    /// The budget ran out over the cases of disequalities.
    Unknown,
}

/// A set of assertions and a model of them.
#[derive(Clone, Debug)]
pub struct Order {
    graph: Graph,
    /// The model: within the ranges, satisfies all arcs, and all disequalities if `settled`.
    values: Vec<i64>,
    unequal: Unequal,
    settled: bool,
    assertions: u32,
    trail: Vec<Change>,
    repair: Repair,
    /// Origins of the last contradiction, in no order.
    core: Vec<Origin>,
    /// Buffer of the search for cases.
    frames: Vec<Frame>,
}

impl Default for Order {
    fn default() -> Order {
        Order::new()
    }
}

impl Order {
    /// No variable but zero, and no assertion.
    pub fn new() -> Order {
        let mut order = Order {
            graph: Graph::default(),
            values: Vec::new(),
            unequal: Unequal::default(),
            settled: true,
            assertions: 0,
            trail: Vec::new(),
            repair: Repair::default(),
            core: Vec::new(),
            frames: Vec::new(),
        };
        order.variable(0, 0);
        order
    }

    /// A new variable with a value from `lo` to `hi`, both included; at first the one closest to 0.
    ///
    /// Panics if `lo > hi`.
    pub fn variable(&mut self, lo: i64, hi: i64) -> Var {
        self.variable_at(lo, hi, 0.clamp(lo, hi))
    }

    /// The same, with another value at first, which is within the range.
    pub fn variable_at(&mut self, lo: i64, hi: i64, value: i64) -> Var {
        debug_assert!((lo..=hi).contains(&value), "{value} is not from {lo} to {hi}");
        self.graph.add_node(lo, hi);
        self.unequal.add_node(self.graph.nodes());
        self.values.push(value);
        Var(self.values.len() as u32 - 1)
    }

    /// How many variables there are, zero left out.
    pub fn variables(&self) -> usize {
        self.values.len() - 1
    }

    /// The name that the next assertion will have, whether it succeeds or not.
    pub fn next_assertion(&self) -> Assertion {
        Assertion(self.assertions)
    }

    /// The value of a variable in the current model.
    ///
    /// The model satisfies all assertions unless [`Order::is_settled`] says otherwise.
    pub fn value(&self, x: Var) -> i64 {
        self.values[x.0 as usize]
    }

    /// The values of all variables but zero, in the order of their making.
    pub fn model(&self) -> Vec<i64> {
        self.values[1..].to_vec()
    }

    /// Whether the model satisfies `x - y <= c`: which side of a conditional it takes.
    pub fn holds_le(&self, x: Var, y: Var, c: i64) -> bool {
        self.slack(x.0, y.0, c.into()) >= 0
    }

    /// Whether the model is known to satisfy all assertions; if not, [`Order::check`] is to be called.
    pub fn is_settled(&self) -> bool {
        self.settled
    }

    /// Asserts `x - y <= c`. After a conflict everything is as before.
    pub fn assert_le(&mut self, x: Var, y: Var, c: i64) -> Result<(), Conflict> {
        debug_assert!(self.assertions < split::CASE, "numbers from there on are cases");
        let start = self.trail.len();
        if self.constrain(x.0, y.0, c.into(), self.assertions)? {
            self.resettle(start)?;
        }
        self.assertions += 1;
        Ok(())
    }

    /// Asserts `x - y != c`. After a conflict everything is as before.
    pub fn assert_ne(&mut self, x: Var, y: Var, c: i64) -> Result<(), Conflict> {
        let start = self.trail.len();
        if self.separate(x.0, y.0, c)? {
            self.resettle(start)?;
        }
        self.assertions += 1;
        Ok(())
    }

    /// Whether `x - y <= c` follows from the assertions. `None` only where disequalities make it hard.
    pub fn entails_le(&mut self, x: Var, y: Var, c: i64) -> Option<bool> {
        if self.settled && !self.holds_le(x, y, c) {
            return Some(false);
        }
        let mark = self.mark();
        // `!c` is `-c - 1`, without overflow: the opposite of x - y <= c is y - x <= -c - 1.
        if self.assert_le(y, x, !c).is_err() {
            return Some(true);
        }
        let settled = self.settled;
        self.undo(mark);
        settled.then_some(false)
    }

    /// Takes these values, one for each variable in the order of their making, as the model, if they are one: for a
    /// layer that knows more than order does. Returns whether they are.
    pub fn adopt(&mut self, model: &[i64]) -> bool {
        if model.len() != self.variables() {
            return false;
        }
        let values: Vec<i64> = std::iter::once(0).chain(model.iter().copied()).collect();
        let holds = self.holds_in(&values);
        if holds {
            self.move_to(&values);
            if !self.settled {
                self.set_settled(true);
            }
        }
        holds
    }

    /// The least and the greatest value that a variable's range and its comparisons with constants leave.
    pub fn range(&self, x: Var) -> (i64, i64) {
        let range = &self.graph.ranges[x.0 as usize];
        (range.lower, range.upper)
    }

    /// Whether the assertions that mention a variable, and its range, hold for these values.
    pub fn allows(&self, model: &[i64], x: Var) -> bool {
        self.allows_by(|node| if node == 0 { 0 } else { Wide::from(model[node as usize - 1]) }, x)
    }

    fn allows_by(&self, value: impl Fn(u32) -> Wide, x: Var) -> bool {
        let own = value(x.0);
        let range = &self.graph.ranges[x.0 as usize];
        let graph = &self.graph;
        Wide::from(range.lower) <= own
            && own <= Wide::from(range.upper)
            && graph.rising[x.0 as usize].iter().all(|arc| own - value(arc.node) <= Wide::from(arc.most))
            && graph.falling[x.0 as usize].iter().all(|arc| value(arc.node) - own <= Wide::from(arc.most))
            && self.unequal.near(x.0).all(|differ| value(differ.x) - value(differ.y) != Wide::from(differ.c))
    }

    /// Whether all assertions hold together: known already, unless the model is not settled.
    ///
    /// The budget is the number of cases to look into before giving up.
    pub fn check(&mut self, budget: u32) -> Answer {
        if self.settled {
            return Answer::Sat;
        }
        let answer = self.search(budget);
        if answer == Answer::Sat {
            self.set_settled(true);
        }
        answer
    }

    /// How many variables were looked at to mend the model so far, about: what it has cost.
    pub fn steps(&self) -> u64 {
        self.repair.looked_at
    }

    /// The assertions of the last [`Conflict`] or [`Answer::Unsat`], which contradict each other within the ranges
    /// of the variables; a refused assertion is among them. If they are comparisons, they form a cycle, so that
    /// each is needed, unless the declared range of a variable says as much as an assertion about it.
    pub fn core(&self) -> Vec<Assertion> {
        let mut core: Vec<_> = self.core.iter().map(|&origin| Assertion(origin)).collect();
        core.sort_unstable();
        core.dedup();
        core
    }
}

#[cfg(test)]
mod tests;
