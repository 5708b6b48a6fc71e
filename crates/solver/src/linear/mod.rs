//! Comparisons of sums of inputs: `Σ c·x <= b` and `Σ c·x != b` over bounded integers, asserted and undone.
//!
//! This is what shortest paths and travelling salesmen ask. A model is kept; as long as it satisfies what is
//! asserted, nothing else happens. If not, simplex mends it (`simplex.rs`), starting where it is: the earlier
//! assertions hold there, and only the new one has to be brought in. Fractions and disequalities come after that
//! (`search.rs`).
//!
//! Other than [`crate::order`], an assertion is not decided at once, since that may take a budget: first assert, then
//! [`Linear::check`]. All arithmetic is exact; numbers that leave 64 bits make an answer unknown, never wrong.
//!
//! Nothing here knows terms or widths. Whoever translates a comparison of 32-bit words into one of sums has to
//! know that nothing wraps.
//!
//! ```
//! use worstcase_solver::{Answer, linear::Linear};
//!
//! let mut linear = Linear::new();
//! let [direct, first, second] = [0; 3].map(|lo| linear.variable(lo, 1000));
//! linear.assert_le(&[(first, 1), (second, 1), (direct, -1)], -1); // first + second < direct
//! assert_eq!(linear.check(1000), Answer::Sat);
//! assert!(linear.value(first) + linear.value(second) < linear.value(direct));
//! linear.assert_le(&[(second, -1)], -10); // second >= 10
//! linear.assert_le(&[(direct, 1), (first, -1)], 10); // direct <= first + 10
//! assert_eq!(linear.check(1000), Answer::Unsat);
//! assert_eq!(linear.core(), [0, 1, 2]);
//! ```

mod basis;
mod bound;
mod collect;
mod form;
mod number;
mod search;
mod simplex;
mod whole;

use basis::Basis;
pub use bound::Mark;
use bound::{AXIOM, Change, Origin, Range, Side};
use form::{Forms, Quantity, Term, dot_wide};
use search::Frame;

use crate::Answer;

/// An integer variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Var(u32);

impl Var {
    /// Its place among the variables in the order of their making.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A bound contradicts another.
#[derive(Clone, Copy, Debug)]
struct Conflict;

/// An assertion as it was understood.
#[derive(Clone, Copy, Debug)]
struct Claim {
    quantity: Quantity,
    relation: Relation,
    bound: i64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Relation {
    AtMost,
    AtLeast,
    Differs,
    /// Decided without looking at the model.
    Always,
    Never,
    /// With numbers that don't fit. It could mean anything.
    Beyond,
}

/// A set of assertions and a model of those that were checked.
#[derive(Clone, Debug, Default)]
pub struct Linear {
    /// Of the variables.
    ranges: Vec<Range>,
    forms: Forms,
    claims: Vec<Claim>,
    /// Which claims are disequalities.
    unequal: Vec<Origin>,
    /// How many claims are beyond 64 bits.
    beyond: u32,
    /// Claims that contradict each other by themselves, without a search; empty if there are none.
    refuted: Vec<Origin>,
    model: Vec<i64>,
    /// How many claims the model is known to satisfy, all from the first on but those beyond 64 bits.
    settled: usize,
    /// Earlier models, which the trail refers to.
    saved: Vec<i64>,
    trail: Vec<Change>,
    basis: Basis,
    /// Origins of the last contradiction, in no order.
    core: Vec<Origin>,
    /// A point of whole numbers that may become the model.
    candidate: Vec<i64>,
    /// Buffer of the search.
    frames: Vec<Frame>,
    /// How many forms there may be before idle ones are collected.
    form_limit: usize,
}

impl Linear {
    /// No variable and no assertion.
    pub fn new() -> Linear {
        Linear::default()
    }

    /// A new variable with a value from `lo` to `hi`, both included; at first the one closest to 0.
    ///
    /// Panics if `lo > hi`.
    pub fn variable(&mut self, lo: i64, hi: i64) -> Var {
        self.model.push(0.clamp(lo, hi));
        self.ranges.push(Range::declared(lo, hi));
        self.basis.add_variable();
        Var(self.ranges.len() as u32 - 1)
    }

    /// How many variables there are.
    pub fn variables(&self) -> usize {
        self.ranges.len()
    }

    /// How many assertions there are: the number of the next one.
    pub fn assertions(&self) -> usize {
        self.claims.len()
    }

    /// The value of a variable in the model.
    ///
    /// The model satisfies all assertions if the last check found so, and after that if those made since then
    /// hold in it.
    pub fn value(&self, x: Var) -> i64 {
        self.model[x.index()]
    }

    /// Whether the model satisfies `sum <= bound`: which side of a conditional it takes.
    pub fn holds_le(&self, sum: &[(Var, i64)], bound: i64) -> bool {
        let value = sum.iter().try_fold(0i128, |value, &(x, c)| {
            value.checked_add(i128::from(c) * i128::from(self.model[x.index()]))
        });
        value.is_some_and(|value| value <= bound.into())
    }

    /// Asserts `sum <= bound`. Whether it can hold is for [`Linear::check`] to say.
    pub fn assert_le(&mut self, sum: &[(Var, i64)], bound: i64) {
        self.core.clear();
        let claim = match self.forms.normalise(sum) {
            None => Claim::BEYOND,
            Some(0) => Claim::constant(bound >= 0),
            Some(factor) => {
                let floor = i128::from(bound.div_euclid(factor.abs()));
                if factor > 0 { self.bounded(Side::Upper, floor) } else { self.bounded(Side::Lower, -floor) }
            }
        };
        self.add(claim);
    }

    /// Asserts `sum != bound`.
    pub fn assert_ne(&mut self, sum: &[(Var, i64)], bound: i64) {
        self.core.clear();
        let claim = match self.forms.normalise(sum) {
            None => Claim::BEYOND,
            Some(0) => Claim::constant(bound != 0),
            Some(factor) if bound % factor.abs() != 0 => Claim::constant(true),
            Some(factor) => self.differs(i128::from(bound) / i128::from(factor)),
        };
        self.add(claim);
    }

    /// Whether all assertions hold together. The budget is the number of pivots and cases before giving up, about:
    /// where there are very many assertions, each counts for more.
    pub fn check(&mut self, budget: u32) -> Answer {
        if !self.refuted.is_empty() {
            self.core.clone_from(&self.refuted);
            return Answer::Unsat;
        }
        while self.settled < self.claims.len() && self.holds(self.settled, &self.model) {
            self.settled += 1;
        }
        let satisfied = self.settled == self.claims.len();
        match if satisfied { Answer::Sat } else { self.search(budget) } {
            Answer::Sat if self.beyond > 0 => Answer::Unknown,
            answer => answer,
        }
    }

    /// After [`Answer::Unsat`]: numbers of assertions that contradict each other within the ranges of the variables,
    /// in ascending order. Not necessarily the fewest, but those of one proof.
    pub fn core(&self) -> Vec<usize> {
        let mut core: Vec<usize> = self.core.iter().map(|&origin| origin as usize).collect();
        core.sort_unstable();
        core.dedup();
        core
    }

    /// The claim that the normalised sum is within this bound.
    fn bounded(&mut self, side: Side, at: i128) -> Claim {
        let (least, most) = self.extent();
        let (never, always) = match side {
            Side::Upper => (least > at, most <= at),
            Side::Lower => (most < at, least >= at),
        };
        if always {
            return Claim::constant(true);
        }
        if never {
            self.blame_ranges(side.opposite());
            return Claim::constant(false);
        }
        let relation = if side == Side::Upper { Relation::AtMost } else { Relation::AtLeast };
        self.claim(relation, at)
    }

    /// The claim that the normalised sum is not this.
    fn differs(&mut self, from: i128) -> Claim {
        let (least, most) = self.extent();
        if from < least || from > most {
            return Claim::constant(true);
        }
        self.claim(Relation::Differs, from)
    }

    fn claim(&mut self, relation: Relation, bound: i128) -> Claim {
        match i64::try_from(bound) {
            Ok(bound) => Claim { quantity: self.intern(), relation, bound },
            Err(_) => Claim::BEYOND,
        }
    }

    /// The least and the greatest value of the normalised sum, by the ranges of the variables.
    fn extent(&self) -> (i128, i128) {
        let (mut least, mut most) = (0, 0);
        for &Term { variable, coefficient } in &self.forms.sum {
            let range = &self.ranges[variable as usize];
            let (a, b) = (i128::from(range.lower.at), i128::from(range.upper.at));
            let (a, b) = if coefficient < 0 { (b, a) } else { (a, b) };
            least += a * i128::from(coefficient);
            most += b * i128::from(coefficient);
        }
        (least, most)
    }

    /// Puts into the core why the normalised sum is never beyond the end of its extent on this side.
    fn blame_ranges(&mut self, side: Side) {
        for &Term { variable, coefficient } in &self.forms.sum {
            let side = if coefficient < 0 { side.opposite() } else { side };
            let origin = self.ranges[variable as usize].get(side).origin;
            self.core.extend(Some(origin).filter(|&origin| origin != AXIOM));
        }
    }

    fn add(&mut self, claim: Claim) {
        let number = self.claims.len() as Origin;
        debug_assert!(number < search::CASE, "numbers from there on are cases");
        self.claims.push(claim);
        let Claim { quantity, bound, .. } = claim;
        let outcome = match claim.relation {
            Relation::AtMost => self.tighten(quantity, Side::Upper, bound, number),
            Relation::AtLeast => self.tighten(quantity, Side::Lower, bound, number),
            Relation::Never => {
                self.core.push(number);
                Err(Conflict)
            }
            Relation::Differs => {
                self.unequal.push(number);
                Ok(())
            }
            Relation::Beyond => {
                self.beyond += 1;
                self.trail.push(Change::Beyond);
                Ok(())
            }
            Relation::Always => Ok(()),
        };
        if outcome.is_err() && self.refuted.is_empty() {
            self.refuted.clone_from(&self.core);
            self.trail.push(Change::Refuted);
        }
    }

    /// Whether an assertion holds at a point. Those beyond 64 bits are counted elsewhere.
    fn holds(&self, number: usize, point: &[i64]) -> bool {
        let Claim { quantity, relation, bound } = self.claims[number];
        let value = match (relation, quantity) {
            (Relation::Always | Relation::Beyond, _) => return true,
            (Relation::Never, _) => return false,
            (_, Quantity::Variable(variable)) => point[variable as usize].into(),
            (_, Quantity::Form(form)) => dot_wide(self.forms.terms(form), point),
        };
        match relation {
            Relation::AtMost => value <= bound.into(),
            Relation::AtLeast => value >= bound.into(),
            _ => value != bound.into(),
        }
    }
}

impl Claim {
    const BEYOND: Claim = Claim { quantity: Quantity::Variable(0), relation: Relation::Beyond, bound: 0 };

    fn constant(truth: bool) -> Claim {
        Claim { relation: if truth { Relation::Always } else { Relation::Never }, ..Claim::BEYOND }
    }
}

#[cfg(test)]
mod tests;
