//! How a cost grows with the size: an exact formula if there is one, else the class that fits best.
//!
//! A formula is exact if it gives every cost from some size on, and if at least [three](evidence::CONFIRM) of them were not
//! needed to find it. Among several the lightest wins, in the spirit of the minimum description length (Rissanen,
//! "Modeling by shortest data description", Automatica 1978): unknowns, choices between families and sizes that are
//! left out all weigh the same.

mod bases;
mod class;
mod evidence;
pub(crate) mod linear;
pub(crate) mod rational;
mod recurrence;
pub(crate) mod sum;
pub(crate) mod term;
#[cfg(test)]
mod tests;

use std::fmt;

pub use class::{Class, Fit};
use recurrence::Recurrence;
use sum::Sum;

/// How a cost grows with the size.
#[derive(Clone, Debug, PartialEq)]
pub enum Growth {
    /// Exactly so, at every size that was looked at from some size on.
    Exact(Formula),
    /// About so.
    About(Fit),
    /// No formula was found, and no class fits.
    Unknown,
}

/// A formula for a cost, with what speaks for it.
#[derive(Clone, Debug, PartialEq)]
pub struct Formula {
    kind: Kind,
    from: u32,
    checked: usize,
}

#[derive(Clone, Debug, PartialEq)]
enum Kind {
    Closed(Sum),
    Recurring(Recurrence),
}

impl Growth {
    /// The growth of costs at sizes. The first sizes may be left out: many programs treat them otherwise.
    pub fn of(costs: &[(u32, i64)]) -> Growth {
        let points = points(costs);
        let (closed, recurring) = (bases::closed(&points), recurrence::recurring(&points));
        let formula = match (closed, recurring) {
            (closed, Some(found)) if closed.as_ref().is_none_or(|closed| found.weight < closed.weight) => {
                let checked = points.len() - found.left_out - found.unknowns;
                Formula { from: found.recurrence.from(), kind: Kind::Recurring(found.recurrence), checked }
            }
            (Some(found), _) => {
                let checked = points.len() - found.left_out - found.unknowns;
                Formula { from: points[found.left_out].0, kind: Kind::Closed(found.sum), checked }
            }
            (None, _) => return Fit::of(&points).map_or(Growth::Unknown, Growth::About),
        };
        Growth::Exact(formula)
    }

    /// The growth of costs of which some, at larger sizes, are only lower bounds. If no formula goes through all, one
    /// through the exact ones and as many of the bounds as possible is taken, unless a bound exceeds it. A bound that
    /// falls short of it can probably be improved.
    pub fn with_bounds(exact: &[(u32, i64)], at_least: &[(u32, i64)]) -> Growth {
        let mut at_least = at_least.to_vec();
        at_least.sort_by_key(|&(n, _)| n);
        for reached in (0..=at_least.len()).rev() {
            let growth = Growth::of(&[exact, &at_least[..reached]].concat());
            let Growth::Exact(formula) = &growth else { continue };
            let exceeds = |&(n, bound): &(u32, i64)| formula.at(n).is_some_and(|cost| cost < bound.into());
            if !at_least[reached..].iter().any(exceeds) {
                return growth;
            }
        }
        // Bounds that fall short would only blur a class.
        match Growth::of(exact) {
            Growth::About(fit) => Growth::About(fit),
            _ => Fit::of(&points(&[exact, &at_least].concat())).map_or(Growth::Unknown, Growth::About),
        }
    }

    /// The formula, if there is one.
    pub fn formula(&self) -> Option<&Formula> {
        match self {
            Growth::Exact(formula) => Some(formula),
            _ => None,
        }
    }

    /// The cost at a size, if a formula says it.
    pub fn at(&self, n: u32) -> Option<i128> {
        self.formula()?.at(n)
    }

    /// How fast it grows.
    pub fn class(&self) -> Class {
        match self {
            Growth::Exact(formula) => formula.class(),
            Growth::About(fit) => fit.class,
            Growth::Unknown => Class::Unknown,
        }
    }
}

/// The costs as wide numbers, by ascending size, one for each.
fn points(costs: &[(u32, i64)]) -> Vec<(u32, i128)> {
    let mut points: Vec<(u32, i128)> = costs.iter().map(|&(n, cost)| (n, cost.into())).collect();
    points.sort_by_key(|&(n, _)| n);
    points.dedup_by_key(|(n, _)| *n);
    points
}

impl Formula {
    /// The cost at a size, if the formula holds there and the cost is not too large.
    pub fn at(&self, n: u32) -> Option<i128> {
        if n < self.from {
            return None;
        }
        match &self.kind {
            Kind::Closed(sum) => sum.at(n),
            Kind::Recurring(recurrence) => recurrence.at(n),
        }
    }

    /// The first size that it was seen to hold for.
    pub fn from(&self) -> u32 {
        self.from
    }

    /// How many sizes that were not needed to find it confirm it.
    pub fn checked(&self) -> usize {
        self.checked
    }

    /// How fast it grows.
    pub fn class(&self) -> Class {
        match &self.kind {
            Kind::Closed(sum) => sum.class(),
            Kind::Recurring(recurrence) => recurrence.class(),
        }
    }
}

impl fmt::Display for Formula {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.kind {
            Kind::Closed(sum) => sum.fmt(f),
            Kind::Recurring(recurrence) => recurrence.fmt(f),
        }
    }
}

impl fmt::Display for Growth {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Growth::Exact(formula) => formula.fmt(f),
            Growth::About(fit) => fit.fmt(f),
            Growth::Unknown => f.write_str("unknown"),
        }
    }
}
