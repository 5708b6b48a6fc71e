//! Moves of the model for a layer that knows more than order does: which values of a variable are allowed.
//!
//! The solutions of comparisons are a lattice, and stay one if each variable has a set of values: the smaller of two
//! solutions, variable by variable, is one. So whoever starts at the least solution and raises what has to be raised
//! comes to the least solution that is allowed, or there is none.

use super::graph::Wide;
use super::natural::Sweep;
use super::repair::{Outcome, Task};
use super::{Order, Var};

impl Order {
    /// Moves one variable and no other, if all assertions that mention it hold then.
    pub fn move_alone(&mut self, x: Var, value: i64) -> bool {
        let old = std::mem::replace(&mut self.values[x.0 as usize], value);
        let allowed = self.allows_by(|node| self.values[node as usize].into(), x);
        self.values[x.0 as usize] = old;
        if allowed && value != old {
            self.set_value(x.0, value.into());
        }
        allowed
    }

    /// Raises a variable to a value, and others as far as they have to be then. If that can't be, nothing moves. Whether
    /// disequalities hold is not looked at.
    pub fn raise(&mut self, x: Var, to: i64) -> bool {
        self.push_to::<true>(x, Wide::from(to) - Wide::from(self.value(x)))
    }

    /// The same downwards.
    pub fn lower(&mut self, x: Var, to: i64) -> bool {
        self.push_to::<false>(x, Wide::from(self.value(x)) - Wide::from(to))
    }

    fn push_to<const UP: bool>(&mut self, x: Var, need: Wide) -> bool {
        let task = Task { start: x.0, goal: 0, need, through_zero: false };
        need <= 0 || self.wave::<UP>(task) == Outcome::Mended
    }

    /// A disequality that is broken and has a variable that moved after so many changes.
    pub fn broken_since(&self, changes: usize) -> Option<(Var, Var)> {
        let mut near = self.moved_since(changes).flat_map(|moved| self.unequal.near(moved.0));
        near.find(|differ| self.broken(differ)).map(|differ| (Var(differ.x), Var(differ.y)))
    }

    /// Takes back all changes but so many.
    pub fn take_back(&mut self, changes: usize) {
        self.undo_to(changes);
    }

    /// Makes the least solution of the comparisons the model, disequalities aside.
    pub fn sink(&mut self) {
        let mut least = Sweep::new(self.graph.ranges.iter().map(|range| range.lower).collect());
        least.queue_all(self.ascending(&self.values).iter());
        self.sweep::<true>(&mut least);
        self.move_to(&least.values);
    }
}
