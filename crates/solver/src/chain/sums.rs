//! Conditions on sums of inputs, as facts for [`crate::linear`].
//!
//! A term of width w equals a sum of inputs with coefficients *modulo 2^w*, however often it wraps on the way. Only
//! where it is compared, or extended to a greater width, does its size matter: there the sum has to stay in one
//! window of 2^w integers for all values that its inputs can have, and then it is that integer. `x + 1 < y` for any
//! 32-bit x is no fact for this layer; `dist + w < best` for weights up to 1000 is one.

use std::collections::BTreeMap;

use worstcase_term::{BinaryOp, TermId, Terms, UnaryOp, View, mask, signed};

/// The most operators that a sum is taken apart into.
const MAX_OPERATORS: usize = 10_000;

/// How deep extensions of sums inside of sums are followed.
const MAX_DEPTH: u32 = 4;

/// A sum of inputs with coefficients.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Sum {
    /// Input and coefficient, ascending, none zero.
    pub(super) terms: Vec<(u32, i64)>,
    constant: i128,
    low: i128,
    high: i128,
}

/// What a condition says about a sum.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Fact {
    AtMost(Sum, i64),
    Differ(Sum, i64),
    Equal(Sum, i64),
}

/// The integers that an input can be.
pub(super) type Ranges<'a> = &'a dyn Fn(u32) -> (i64, i64);

/// A condition as a fact about a sum, if it is one.
pub(super) fn fact(terms: &Terms, condition: TermId, ranges: Ranges<'_>) -> Option<Fact> {
    match terms.view(condition) {
        View::Binary(BinaryOp::Eq, a, b) => {
            let (sum, bound) = equality(terms, a, b, ranges)?;
            Some(Fact::Equal(sum, bound))
        }
        View::Unary(UnaryOp::Not, inner) => match terms.view(inner) {
            View::Binary(BinaryOp::Eq, a, b) => {
                let (sum, bound) = equality(terms, a, b, ranges)?;
                Some(Fact::Differ(sum, bound))
            }
            _ => None,
        },
        View::Binary(op @ (BinaryOp::Slt | BinaryOp::Sle | BinaryOp::Ult | BinaryOp::Ule), a, b) => {
            let width = terms.width(a);
            let is_signed = matches!(op, BinaryOp::Slt | BinaryOp::Sle);
            let strict = matches!(op, BinaryOp::Slt | BinaryOp::Ult);
            let a = sum_of(terms, &[(a, 1)], width, ranges, 0)?.within(width, is_signed)?;
            let b = sum_of(terms, &[(b, 1)], width, ranges, 0)?.within(width, is_signed)?;
            let difference = a.minus(&b)?;
            let bound = i64::try_from(-difference.constant - i128::from(strict)).ok()?;
            Some(Fact::AtMost(difference, bound))
        }
        _ => None,
    }
}

/// `a == b` as a sum without its constant, and what that has to be.
fn equality(terms: &Terms, a: TermId, b: TermId, ranges: Ranges<'_>) -> Option<(Sum, i64)> {
    let width = terms.width(a);
    let sum = sum_of(terms, &[(a, 1), (b, -1)], width, ranges, 0)?;
    // Of the multiples of 2^w only zero may be in reach, after a shift by one of them.
    let turn = 1i128 << width;
    let by = -sum.low.div_euclid(turn) * turn;
    let sum = sum.shifted(by);
    let bound = if sum.high < turn {
        0
    } else if sum.low > 0 && sum.high < 2 * turn {
        turn
    } else {
        return None;
    };
    let bound = i64::try_from(bound - sum.constant).ok()?;
    bound.checked_neg()?;
    Some((sum, bound))
}

impl Sum {
    fn shifted(mut self, by: i128) -> Sum {
        self.constant += by;
        self.low += by;
        self.high += by;
        self
    }

    /// The sum as the integer that a term of that width means by it, if that is the same for all values.
    fn within(self, width: u32, is_signed: bool) -> Option<Sum> {
        let turn = 1i128 << width;
        let first = if is_signed { -turn / 2 } else { 0 };
        let by = -(self.low - first).div_euclid(turn) * turn;
        let sum = self.shifted(by);
        (sum.high < first + turn).then_some(sum)
    }

    fn minus(&self, other: &Sum) -> Option<Sum> {
        let mut terms = Vec::new();
        let (mut own, mut theirs) = (self.terms.iter().peekable(), other.terms.iter().peekable());
        while let Some(input) = own.peek().into_iter().chain(theirs.peek()).map(|(input, _)| *input).min() {
            let here = |&&(other, _): &&(u32, i64)| other == input;
            let own = own.next_if(here).map_or(0, |(_, coefficient)| *coefficient);
            let theirs = theirs.next_if(here).map_or(0, |(_, coefficient)| *coefficient);
            let difference = own.checked_sub(theirs)?;
            if difference != 0 {
                terms.push((input, difference));
            }
        }
        Some(Sum { terms, constant: self.constant - other.constant, low: 0, high: 0 })
    }
}

/// Terms that are still to be taken apart, with their factors. Of a long sum, which is one addition after the other, there
/// is never more than one, so that one needs no map.
#[derive(Default)]
struct Open {
    only: Option<(TermId, i64)>,
    others: BTreeMap<TermId, i64>,
}

impl Open {
    fn add(&mut self, term: TermId, factor: i64) {
        match &mut self.only {
            None if self.others.is_empty() => self.only = Some((term, factor)),
            Some((known, sum)) if *known == term => *sum = sum.wrapping_add(factor),
            _ => {
                self.others.extend(self.only.take());
                let sum = self.others.entry(term).or_default();
                *sum = sum.wrapping_add(factor);
            }
        }
    }

    fn pop_last(&mut self) -> Option<(TermId, i64)> {
        self.only.take().or_else(|| self.others.pop_last())
    }
}

/// Terms with factors as a sum of inputs, modulo 2 to the width.
fn sum_of(terms: &Terms, roots: &[(TermId, i64)], width: u32, ranges: Ranges<'_>, depth: u32) -> Option<Sum> {
    let reduced = |value: i64| signed(width, value as u64 & mask(width));
    let mut open = Open::default();
    let mut coefficients: Vec<(u32, i64)> = Vec::new();
    let mut constant: i64 = 0;
    for &(term, factor) in roots {
        open.add(term, factor);
    }
    // Operands come before their users, so the last term has got all of its factor when it is taken.
    let mut taken = 0;
    while let Some((term, factor)) = open.pop_last() {
        taken += 1;
        if taken > MAX_OPERATORS || depth > MAX_DEPTH {
            return None;
        }
        let factor = reduced(factor);
        match terms.view(term) {
            View::Constant(value) => {
                constant = reduced(constant.wrapping_add((value as i64).wrapping_mul(factor)));
            }
            View::Input(input) => coefficients.push((input, factor)),
            View::Unary(UnaryOp::Neg, a) => open.add(a, factor.wrapping_neg()),
            View::Binary(op @ (BinaryOp::Add | BinaryOp::Sub), a, b) => {
                let second = if op == BinaryOp::Add { factor } else { factor.wrapping_neg() };
                for (term, factor) in [(a, factor), (b, second)] {
                    // Most of what is added up are inputs.
                    match terms.view(term) {
                        View::Input(input) => coefficients.push((input, factor)),
                        _ => open.add(term, factor),
                    }
                }
            }
            View::Binary(BinaryOp::Mul, a, b) => match (terms.value(a), terms.value(b)) {
                (_, Some(value)) => open.add(a, factor.wrapping_mul(value as i64)),
                (Some(value), _) => open.add(b, factor.wrapping_mul(value as i64)),
                _ => return None,
            },
            View::Binary(BinaryOp::Shl, a, b) => {
                let amount = terms.value(b)? % u64::from(terms.width(a));
                open.add(a, factor.wrapping_mul(1i64.wrapping_shl(amount as u32)));
            }
            // What is cut off is a multiple of 2 to the width.
            View::Extract { a, low: 0, .. } => open.add(a, factor),
            View::ZeroExtend(a) | View::SignExtend(a) => {
                let is_signed = matches!(terms.view(term), View::SignExtend(_));
                let inner_width = terms.width(a);
                let inner = sum_of(terms, &[(a, 1)], inner_width, ranges, depth + 1)?;
                let inner = inner.within(inner_width, is_signed)?;
                let times = |(input, coefficient): (u32, i64)| (input, coefficient.wrapping_mul(factor));
                coefficients.extend(inner.terms.into_iter().map(times));
                let inner = i64::try_from(inner.constant).ok()?;
                constant = reduced(constant.wrapping_add(inner.wrapping_mul(factor)));
            }
            _ => return None,
        }
    }
    coefficients.sort_unstable_by_key(|(input, _)| *input);
    coefficients.dedup_by(|next, kept| {
        let same = next.0 == kept.0;
        if same {
            kept.1 = kept.1.wrapping_add(next.1);
        }
        same
    });
    coefficients.iter_mut().for_each(|(_, coefficient)| *coefficient = reduced(*coefficient));
    coefficients.retain(|(_, coefficient)| *coefficient != 0);
    let (mut low, mut high) = (i128::from(constant), i128::from(constant));
    for &(input, coefficient) in &coefficients {
        // Its opposite may be needed.
        coefficient.checked_neg()?;
        let (least, most) = ranges(input);
        let ends = [i128::from(least), i128::from(most)].map(|end| end * i128::from(coefficient));
        low = low.checked_add(ends[0].min(ends[1]))?;
        high = high.checked_add(ends[0].max(ends[1]))?;
    }
    Some(Sum { terms: coefficients, constant: constant.into(), low, high })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn weights(terms: &mut Terms, count: u32) -> Vec<TermId> {
        (0..count).map(|input| terms.input(input, 32)).collect()
    }

    #[test]
    fn sums_of_bounded_inputs_are_facts() {
        let mut terms = Terms::new();
        let x = weights(&mut terms, 3);
        let sum = terms.add(x[0], x[1]);
        let less = terms.slt(sum, x[2]);
        let Some(Fact::AtMost(sum, -1)) = fact(&terms, less, &|_| (0, 1000)) else {
            panic!("x0 + x1 - x2 <= -1");
        };
        assert_eq!(sum.terms, [(0, 1), (1, 1), (2, -1)]);
    }

    #[test]
    fn what_may_wrap_is_none() {
        let mut terms = Terms::new();
        let x = weights(&mut terms, 2);
        let one = terms.constant(32, 1);
        let sum = terms.add(x[0], one);
        let less = terms.slt(sum, x[1]);
        let any = (i32::MIN.into(), i32::MAX.into());
        assert_eq!(fact(&terms, less, &|_| any), None);
        // Below the greatest integer nothing wraps.
        let below = (i32::MIN.into(), i64::from(i32::MAX) - 1);
        assert!(fact(&terms, less, &|i| if i == 0 { below } else { any }).is_some());
    }

    #[test]
    fn wrapping_on_the_way_does_not_matter() {
        let mut terms = Terms::new();
        let x = terms.input(0, 8);
        let wide = terms.zext(x, 32);
        let (minus, big) = (terms.constant(32, (-48i64) as u64), terms.constant(32, 10));
        let digit = terms.add(wide, minus);
        let is_small = terms.slt(digit, big);
        let Some(Fact::AtMost(sum, bound)) = fact(&terms, is_small, &|_| (0, 255)) else { panic!("linear") };
        assert_eq!((sum.terms.as_slice(), bound), (&[(0, 1)][..], 57));
        // Unsigned, 0 to 47 become huge: two windows.
        let unsigned = terms.ult(digit, big);
        assert_eq!(fact(&terms, unsigned, &|_| (0, 255)), None);
    }

    #[test]
    fn equalities_have_one_multiple_in_reach() {
        let mut terms = Terms::new();
        let x = weights(&mut terms, 2);
        let equal = terms.eq(x[0], x[1]);
        let Some(Fact::Equal(sum, 0)) = fact(&terms, equal, &|i| if i == 0 { (0, 5) } else { (-7, 3) })
        else {
            panic!("linear")
        };
        assert_eq!(sum.terms.len(), 2);
        let any = (i32::MIN.into(), i32::MAX.into());
        assert_eq!(fact(&terms, equal, &|_| any).map(|fact| matches!(fact, Fact::Equal(_, 0))), Some(true));
    }
}
