//! Facts that are one of several things: each comes down to comparisons for [`crate::order`], in cases.
//!
//! `a - b < 0` for any a and b: either nothing wraps and a < b, or b is so far below that the difference wraps around.
//! `c ? x : y` is x where c holds, and y where it does not. `!(a < b)` of floating-point numbers: b <= a, or one of them is
//! no number.
//!
//! A fact is a graph of choices ([`graph`]). Its ends are atoms: comparisons of words, each with the few cases in which it
//! holds, and those in which it does not ([`book`]). To find out whether all facts can hold together, atoms are decided one by
//! one ([`search`]), only those that the choices so far lead to, and cases are found in which they are as decided
//! ([`combination`]). To multiply the choices out would take time that is
//! exponential in how deep they are nested: a sort that selects addresses by what it compared nests them as deep as it is long.

mod book;
mod build;
mod combination;
mod few;
mod follow;
mod graph;
mod nogoods;
mod search;
mod set;
mod table;

pub(super) use build::Builder;
pub(super) use graph::{Graph, Mark, NodeId};
pub(super) use search::Search;

use super::comparisons::{Comparison, Relation};
use crate::order::Var;

/// The most cases in which an atom holds, or does not.
const MOST_CASES: usize = 24;

/// Comparisons that hold together.
pub(super) type Case = Vec<Comparison>;

/// A difference of two variables, and a constant: an integer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Form {
    x: Var,
    y: Var,
    add: i128,
}

/// What a term without choices is, in which case.
type Forms = Vec<(Case, Form)>;

impl Form {
    fn negated(self) -> Form {
        Form { x: self.y, y: self.x, add: -self.add }
    }

    /// The difference of two, if that is one of two variables.
    fn minus(self, other: Form) -> Option<Form> {
        let add = self.add - other.add;
        // (x - y) - (x' - y'): what is there on both sides goes away.
        let (mut plus, mut minus) = ([self.x, other.y], [self.y, other.x]);
        for a in &mut plus {
            if let Some(b) = minus.iter_mut().find(|b| **b == *a) {
                (*a, *b) = (Var::ZERO, Var::ZERO);
            }
        }
        let only = |[a, b]: [Var; 2]| match (a, b) {
            (Var::ZERO, other) | (other, Var::ZERO) => Some(other),
            _ => None,
        };
        Some(Form { x: only(plus)?, y: only(minus)?, add })
    }

    /// That it is at most so much: nothing to say if it has no variables and is.
    fn at_most(self, bound: i128) -> Option<Option<Comparison>> {
        let bound = i64::try_from(bound - self.add).ok()?;
        if self.x == self.y && bound >= 0 {
            return Some(None);
        }
        Some(Some(Comparison::AtMost(self.x, self.y, bound)))
    }
}

/// A comparison of two forms, or its opposite; none if it always holds.
fn compared(relation: Relation, a: Form, b: Form, holds: bool) -> Option<Option<Comparison>> {
    let difference = a.minus(b)?;
    let number = |value: i128| i64::try_from(value).ok().filter(|value| value.checked_neg().is_some());
    match relation {
        Relation::Less { strict, .. } if holds => difference.at_most(-i128::from(strict)),
        Relation::Less { strict, .. } => difference.negated().at_most(-i128::from(!strict)),
        Relation::Equal | Relation::Differ => {
            let equal = matches!(relation, Relation::Equal) == holds;
            let bound = number(-difference.add)?;
            let (x, y) = (difference.x, difference.y);
            Some(Some(if equal { Comparison::Equal(x, y, bound) } else { Comparison::Differ(x, y, bound) }))
        }
    }
}
