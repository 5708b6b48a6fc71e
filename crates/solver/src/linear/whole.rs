//! From a point with fractions to whole numbers, without splitting the problem.
//!
//! In this order, the cheapest first:
//!
//! - **Larger.** Most assertions compare sums with each other, not with constants, so the multiples of a solution are
//!   solutions, and the numerators over the common denominator are whole.
//! - **Rounded**, to the nearest, down, or up.
//! - **Cubes.** If the problem is so wide that a cube of side 1 fits in it, what its middle rounds to is a solution
//!   (Bromberger and Weidenbach, "Fast cube tests for LIA constraint solving", IJCAR 2016). The middle is found
//!   with the bounds of each form tightened by half its weight. Thin cones, where branch and bound strays for
//!   ages near the tip, are wide a little farther on.
//! - **Divisors.** A variable is an integer combination of what is in the basis, over the denominator. If what is
//!   fixed of it leaves a rest that multiples of what is free can't make up for, there is no solution.

use super::Linear;
use super::bound::{AXIOM, Range, Side};
use super::form::{Quantity, dot_wide};
use super::number::gcd;
use super::search::CASE;
use super::simplex::{GaveUp, Outcome};

impl Linear {
    /// Whether the point is whole; then the candidate is the same.
    pub(super) fn is_whole(&mut self) -> bool {
        let denominator = self.basis.denominator;
        if denominator == 1 {
            self.candidate.clone_from(&self.basis.point);
            return true;
        }
        self.candidate.clear();
        self.candidate.extend(self.basis.point.iter().map(|x| x / denominator));
        self.candidate.iter().zip(&self.basis.point).all(|(whole, x)| whole * denominator == *x)
    }

    /// Whether the point becomes a model if it is enlarged or rounded; then the candidate is that.
    pub(super) fn rounds(&mut self) -> bool {
        let denominator = self.basis.denominator;
        let common =
            self.basis.point.iter().fold(denominator.unsigned_abs(), |all, x| gcd(all, x.unsigned_abs()));
        self.candidate.clear();
        self.candidate.extend(self.basis.point.iter().map(|x| x / common as i64));
        if self.candidate_is_model() {
            return true;
        }
        [denominator / 2, 0, denominator - 1].into_iter().any(|offset| {
            self.candidate.clear();
            let round = |x: &i64| (i128::from(*x) + i128::from(offset)).div_euclid(denominator.into()) as i64;
            self.candidate.extend(self.basis.point.iter().map(round));
            self.candidate_is_model()
        })
    }

    /// Whether a cube fits whose middle rounds to a model; then the candidate is that. Moves the point.
    pub(super) fn holds_cube(&mut self, budget: &mut u32) -> Result<bool, GaveUp> {
        let start = self.trail.len();
        let mut possible = true;
        for at in 0..self.forms.active.len() {
            let number = self.forms.active[at];
            let form = &self.forms.all[number as usize];
            let (Range { lower, upper }, half) = (form.range, form.weight / 2);
            for (side, bound, tighter) in [
                (Side::Lower, lower, lower.at.checked_add(half)),
                (Side::Upper, upper, upper.at.checked_sub(half)),
            ] {
                // The origin does not matter: that no cube fits is no contradiction.
                possible &= bound.origin == AXIOM
                    || tighter.is_some_and(|at| self.tighten(Quantity::Form(number), side, at, CASE).is_ok());
            }
        }
        if possible {
            self.confine_all()?;
            possible = self.mend(budget)? == Outcome::Mended;
        }
        self.undo_to(start);
        Ok(possible && self.rounds())
    }

    /// Whether a variable that is not whole can't be. Then the core says why.
    pub(super) fn indivisible(&mut self) -> Result<bool, GaveUp> {
        for variable in 0..self.ranges.len() {
            if self.basis.point[variable] % self.basis.denominator != 0 && self.leaves_rest(variable)? {
                self.core.clear();
                for slot in 0..self.basis.slots.len() {
                    let quantity = self.basis.slots[slot];
                    if self.basis.rows[variable].entries[slot] != 0 && self.range(quantity).is_fixed() {
                        self.blame(quantity, Side::Lower)?;
                        self.blame(quantity, Side::Upper)?;
                    }
                }
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn leaves_rest(&self, variable: usize) -> Result<bool, GaveUp> {
        let mut divisor = self.basis.denominator.unsigned_abs();
        let mut fixed: i128 = 0;
        for (&quantity, &entry) in self.basis.slots.iter().zip(&self.basis.rows[variable].entries) {
            let range = self.range(quantity);
            if range.is_fixed() {
                let part = i128::from(entry) * i128::from(range.lower.at);
                fixed = fixed.checked_add(part).ok_or(GaveUp::Overflow)?;
            } else {
                divisor = gcd(divisor, entry.unsigned_abs());
            }
        }
        Ok(!fixed.unsigned_abs().is_multiple_of(divisor.into()))
    }

    fn candidate_is_model(&self) -> bool {
        self.candidate_is_within() && self.count_equal() == 0
    }

    /// Whether the candidate satisfies all bounds.
    pub(super) fn candidate_is_within(&self) -> bool {
        let within = |value: i128, range: &Range| {
            i128::from(range.lower.at) <= value && value <= i128::from(range.upper.at)
        };
        self.candidate.iter().zip(&self.ranges).all(|(&x, range)| within(x.into(), range))
            && self.forms.active.iter().all(|&form| {
                let range = &self.forms.all[form as usize].range;
                within(dot_wide(self.forms.terms(form), &self.candidate), range)
            })
    }
}
