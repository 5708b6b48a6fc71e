//! How a cost grows with the size: a formula if one is confirmed, else the class that fits, else nothing.
//!
//! Runs show how bad a program gets, never how bad it gets at most: all that is said here is about lower bounds. A
//! formula gives every exact cost from some size on, and every cost that a rule reached; at least
//! [three](evidence::CONFIRM) of these were not needed to find it, and each of its terms takes values there that it was
//! not fitted to ([`candidate`]). What climbing happened to find confirms nothing, but refutes what is below it.
//! Among several formulas the lightest wins, in the spirit of the minimum description length (Rissanen, "Modeling by
//! shortest data description", Automatica 1978): unknowns, choices between families and sizes that are left out all weigh
//! the same. If the lightest fails a check, no heavier one is tried: it would be there to explain the failure away.

mod bases;
pub(crate) mod candidate;
mod claim;
mod class;
pub(crate) mod evidence;
mod integral;
pub(crate) mod linear;
mod points;
pub(crate) mod rational;
mod recurrence;
pub(crate) mod sum;
pub(crate) mod term;
#[cfg(test)]
mod tests;

use std::fmt;

use candidate::Candidate;
pub use claim::{Claim, Upper};
pub use class::{Class, Fit};
use points::Seen;
pub use points::{Point, Standing};
use recurrence::Recurrence;
use sum::Sum;

/// How a cost grows with the size, as far as costs at some sizes show.
#[derive(Clone, Debug, PartialEq)]
pub struct Growth {
    formula: Option<Formula>,
    withheld: Option<Withheld>,
    fit: Option<Fit>,
    /// Where climbing found less than the formula says.
    less_at: Vec<u32>,
    looked_at: usize,
    greatest: u32,
}

/// A formula for a cost, with what speaks for it.
#[derive(Clone, Debug, PartialEq)]
pub struct Formula {
    kind: Kind,
    from: u32,
    fitted: Vec<u32>,
    confirmed_by: Vec<u32>,
}

#[derive(Clone, Debug, PartialEq)]
enum Kind {
    Closed(Sum),
    Recurring(Recurrence),
}

/// Why a formula that fits is not given.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Withheld {
    /// Too few sizes that it explains were explored completely: these.
    FewExact(Vec<u32>),
    /// No size tests all of its terms; these would.
    Untested(Vec<u32>),
    /// More was found than it says, at these sizes.
    More(Vec<u32>),
    /// It fits up to a size, but the rule reached less at these.
    Less(Vec<u32>),
}

impl Growth {
    /// The growth of costs at sizes. The first sizes may be left out: many programs treat them otherwise.
    pub fn of(points: &[Point]) -> Growth {
        let seen = Seen::of(points);
        let (formula, withheld) = match lightest(&seen, true) {
            Some(candidate) => match withheld(&candidate, &seen) {
                None => (Some(candidate.formula), None),
                why => (None, why),
            },
            None => (None, shortfall(&seen)),
        };
        let is_less = |&&(n, cost): &&(u32, i128)| {
            formula.as_ref().and_then(|formula| formula.at(n)).is_some_and(|said| cost < said)
        };
        let less_at = seen.climbed.iter().filter(is_less).map(|(n, _)| *n).collect();
        let fit = if formula.is_none() { Fit::of(&seen) } else { None };
        let greatest = seen.all().last().map_or(0, |(n, _)| *n);
        Growth { formula, withheld, fit, less_at, looked_at: seen.sizes(), greatest }
    }

    /// The formula, if there is one.
    pub fn formula(&self) -> Option<&Formula> {
        self.formula.as_ref()
    }

    /// Why a formula that fits is not given.
    pub fn withheld(&self) -> Option<&Withheld> {
        self.withheld.as_ref()
    }

    /// The cost at a size, if a formula says it.
    pub fn at(&self, n: u32) -> Option<i128> {
        self.formula()?.at(n)
    }

    /// How fast it grows at least: by the formula, or as far as was looked.
    pub fn class(&self) -> Option<Class> {
        match &self.formula {
            Some(formula) => formula.class(),
            None => self.fit.as_ref().map(|fit| fit.class),
        }
    }

    /// All that is said, for those who show it.
    pub fn claim(&self) -> Claim {
        Claim::of(self)
    }
}

/// Sizes whose costs would confirm or refute the formula that explains the points best. None if it is confirmed or
/// refuted already, or if there is none. With their costs another formula may be the best one, so ask again.
pub fn wanted_sizes(points: &[Point]) -> Vec<u32> {
    let seen = Seen::of(points);
    let Some(candidate) = lightest(&seen, true).or_else(|| lightest(&seen, false)) else { return Vec::new() };
    if !more_than(&candidate.formula, &seen).is_empty() {
        return Vec::new();
    }
    candidate.wanted(&seen)
}

/// The formula that explains the firm costs best; of equally light ones one that is tested, and the first that is tried.
fn lightest(seen: &Seen, evident: bool) -> Option<Candidate> {
    let candidates = bases::closed(seen).into_iter().chain(recurrence::recurring(seen));
    candidates
        .filter(|candidate| candidate.is_evident || !evident)
        .min_by_key(|candidate| (candidate.weight, candidate.is_recurrence(), !candidate.untested.is_empty()))
}

/// Why a formula that all firm costs agree with is not given, if it is not.
fn withheld(candidate: &Candidate, seen: &Seen) -> Option<Withheld> {
    let more = more_than(&candidate.formula, seen);
    if !more.is_empty() {
        return Some(Withheld::More(more));
    }
    if !candidate.is_about_worst_cases(seen) {
        return Some(Withheld::FewExact(seen.exact.range(candidate.formula.from..).copied().collect()));
    }
    let untested = !candidate.untested.is_empty();
    untested.then(|| Withheld::Untested(candidate.wanted(seen)))
}

/// The sizes at which more was found than a formula says. Where it says nothing, it is too large to tell.
fn more_than(formula: &Formula, seen: &Seen) -> Vec<u32> {
    let exceeds = |&(n, cost): &(u32, i128)| formula.at(n).is_some_and(|said| cost > said);
    seen.all().into_iter().filter(exceeds).map(|(n, _)| n).collect()
}

/// Why no formula goes through all firm costs, if one goes through the first of them.
fn shortfall(seen: &Seen) -> Option<Withheld> {
    let exact = *seen.exact.last()?;
    let in_row = (exact..=u32::MAX).take_while(|n| seen.firm.iter().any(|(size, _)| size == n)).last()?;
    for limit in [in_row, exact] {
        let part = seen.up_to(limit);
        if part.firm.len() == seen.firm.len() {
            continue;
        }
        let Some(candidate) = lightest(&part, true) else { continue };
        if !candidate.untested.is_empty() || !candidate.is_about_worst_cases(seen) {
            continue;
        }
        let more = more_than(&candidate.formula, seen);
        if !more.is_empty() {
            return Some(Withheld::More(more));
        }
        let falls_short =
            |&&(n, cost): &&(u32, i128)| candidate.formula.at(n).is_some_and(|said| cost < said);
        let less: Vec<u32> = seen.firm.iter().filter(falls_short).map(|(n, _)| *n).collect();
        return (!less.is_empty()).then_some(Withheld::Less(less));
    }
    None
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

    /// The sizes that confirm it: it was not fitted to them, and each of its terms is tested by some.
    pub fn confirmed_by(&self) -> &[u32] {
        &self.confirmed_by
    }

    /// How many sizes confirm it.
    pub fn checked(&self) -> usize {
        self.confirmed_by.len()
    }

    /// How fast it grows, if that is known.
    pub fn class(&self) -> Option<Class> {
        let class = match &self.kind {
            Kind::Closed(sum) => Some(sum.class()),
            Kind::Recurring(recurrence) => recurrence.class(),
        };
        class.filter(|class| class.is_kept_by(|n| self.at(n)))
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
