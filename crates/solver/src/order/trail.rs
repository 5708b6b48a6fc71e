//! What undoes what: every change in the order in which it happened.
//!
//! Values are on the trail, too (see [`super::repair`] for the reason), so undo restores everything that an
//! answer can depend on. A copy of the whole state at each mark would be simpler, and with ten variables hardly
//! slower, but not with a thousand variables and 500,000 constraints.

use super::graph::Origin;
use super::{Order, Var};

/// A point in time to come back to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mark {
    trail: usize,
    nodes: usize,
    assertions: u32,
}

/// One change, as what there was before.
#[derive(Clone, Copy, Debug)]
pub(super) enum Change {
    /// A variable had this value.
    Value { node: u32, old: i64 },
    /// A variable had this upper bound.
    Upper { node: u32, bound: i64, origin: Origin },
    /// A variable had this lower bound.
    Lower { node: u32, bound: i64, origin: Origin },
    /// A pair had no constraint.
    Arc { pair: u32 },
    /// A pair had this weaker constraint.
    Tighter { pair: u32, most: i64, origin: Origin },
    /// There was one disequality less.
    Unequal,
    /// Whether the model was settled.
    Settled(bool),
}

impl Order {
    /// The present, for [`Order::undo`].
    pub fn mark(&self) -> Mark {
        Mark { trail: self.trail.len(), nodes: self.values.len(), assertions: self.assertions }
    }

    /// Back to a mark: variables and assertions made since are gone, and the model is what it was.
    ///
    /// Marks made since, too, are void.
    pub fn undo(&mut self, mark: Mark) {
        debug_assert!(mark.trail <= self.trail.len() && mark.nodes <= self.values.len(), "a void mark");
        self.undo_to(mark.trail);
        self.values.truncate(mark.nodes);
        self.graph.ranges.truncate(mark.nodes);
        self.assertions = mark.assertions;
    }

    /// How many changes can be undone.
    pub fn changes(&self) -> usize {
        self.trail.len()
    }

    /// The variables whose values changed after so many changes, some of them several times.
    pub fn moved_since(&self, changes: usize) -> impl Iterator<Item = Var> {
        self.trail[changes..].iter().filter_map(|change| match *change {
            Change::Value { node, .. } => Some(Var(node)),
            _ => None,
        })
    }

    /// Undoes changes until the trail is this long.
    pub(super) fn undo_to(&mut self, length: usize) {
        while self.trail.len() > length {
            match self.trail.pop().expect("longer than some length") {
                Change::Value { node, old } => self.values[node as usize] = old,
                Change::Upper { node, bound, origin } => {
                    let range = &mut self.graph.ranges[node as usize];
                    (range.upper, range.upper_origin) = (bound, origin);
                }
                Change::Lower { node, bound, origin } => {
                    let range = &mut self.graph.ranges[node as usize];
                    (range.lower, range.lower_origin) = (bound, origin);
                }
                Change::Arc { pair } => self.graph.remove(pair),
                Change::Tighter { pair, most, origin } => {
                    self.graph.replace(pair, most, origin);
                }
                Change::Unequal => self.unequal.remove(),
                Change::Settled(old) => self.settled = old,
            }
        }
    }

    /// Whether the model is known to satisfy all disequalities, from now on.
    pub(super) fn set_settled(&mut self, settled: bool) {
        self.trail.push(Change::Settled(self.settled));
        self.settled = settled;
    }
}
