//! Conditions that compare inputs with each other and with constants, as facts for [`crate::order`].
//!
//! An input is a variable in its declared range; if it has none, 32 and 64 bits are signed integers and narrower ones
//! unsigned, which is how programs compare them once the terms are simplified. A comparison reads words as signed or
//! as unsigned integers, and is a fact for that layer only if the variables are those integers: within what is known
//! of the inputs so far, also with a constant added.

use worstcase_term::{BinaryOp, TermId, Terms, UnaryOp, View, signed};

use crate::order::{Conflict, Order, Var};

/// What a comparison says: `x - y <= bound`, or `x - y != bound` or `x - y == bound`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Comparison {
    AtMost(Var, Var, i64),
    Differ(Var, Var, i64),
    Equal(Var, Var, i64),
}

impl Comparison {
    /// Asserts it.
    pub(super) fn assert(self, order: &mut Order) -> Result<(), Conflict> {
        match self {
            Comparison::AtMost(x, y, bound) => order.assert_le(x, y, bound),
            Comparison::Differ(x, y, bound) => order.assert_ne(x, y, bound),
            Comparison::Equal(x, y, bound) => {
                order.assert_le(x, y, bound).and_then(|()| order.assert_le(y, x, -bound))
            }
        }
    }

    /// Whether it holds in the model.
    pub(super) fn holds(self, order: &Order) -> bool {
        match self {
            Comparison::AtMost(x, y, bound) => order.holds_le(x, y, bound),
            Comparison::Equal(x, y, bound) => order.holds_le(x, y, bound) && order.holds_le(y, x, -bound),
            Comparison::Differ(x, y, bound) => !(Comparison::Equal(x, y, bound).holds(order)),
        }
    }

    /// A condition as a comparison, if it is one.
    pub(super) fn of(terms: &Terms, condition: TermId, inputs: &Inputs<'_>) -> Option<Comparison> {
        let equal = |a, b| {
            // Equal bits are equal integers in either reading, if both operands have it.
            let pair = |reading| inputs.pair(terms, reading, a, b);
            let (x, y, bound) = pair(Reading::Signed).or_else(|| pair(Reading::Unsigned))?;
            Some((x, y, opposable(bound)?))
        };
        match terms.view(condition) {
            View::Binary(BinaryOp::Eq, a, b) => {
                equal(a, b).map(|(x, y, bound)| Comparison::Equal(x, y, bound))
            }
            View::Unary(UnaryOp::Not, inner) => match terms.view(inner) {
                View::Binary(BinaryOp::Eq, a, b) => {
                    equal(a, b).map(|(x, y, bound)| Comparison::Differ(x, y, bound))
                }
                _ => None,
            },
            View::Binary(op @ (BinaryOp::Slt | BinaryOp::Sle | BinaryOp::Ult | BinaryOp::Ule), a, b) => {
                let is_signed = matches!(op, BinaryOp::Slt | BinaryOp::Sle);
                let reading = if is_signed { Reading::Signed } else { Reading::Unsigned };
                let (x, y, bound) = inputs.pair(terms, reading, a, b)?;
                let strict = matches!(op, BinaryOp::Slt | BinaryOp::Ult);
                Some(Comparison::AtMost(x, y, bound.checked_sub(i64::from(strict))?))
            }
            _ => None,
        }
    }
}

/// A bound whose opposite exists too.
fn opposable(bound: i64) -> Option<i64> {
    bound.checked_neg().map(|_| bound)
}

/// Which integer the bits of a word stand for.
#[derive(Clone, Copy)]
enum Reading {
    Signed,
    Unsigned,
}

impl Reading {
    /// The integers that words of a width can stand for.
    fn window(self, width: u32) -> (i128, i128) {
        let turn = 1i128 << width;
        match self {
            Reading::Signed => (-turn / 2, turn / 2 - 1),
            Reading::Unsigned => (0, turn - 1),
        }
    }
}

/// The inputs as variables, and what may be relied on about them.
pub(super) struct Inputs<'a> {
    pub(super) variables: &'a [Var],
    /// The least and the greatest integer that an input can be. The variable *is* the word read as an integer only if
    /// all of them are in the window of the reading.
    pub(super) range: &'a dyn Fn(u32) -> (i64, i64),
}

impl Inputs<'_> {
    /// Two operands as `x - y` and the bound that `a <= b` puts on it.
    fn pair(&self, terms: &Terms, reading: Reading, a: TermId, b: TermId) -> Option<(Var, Var, i64)> {
        let (x, above) = self.operand(terms, reading, a)?;
        let (y, below) = self.operand(terms, reading, b)?;
        Some((x, y, below.checked_sub(above)?))
    }

    /// An input or zero, and so much above it.
    fn operand(&self, terms: &Terms, reading: Reading, term: TermId) -> Option<(Var, i64)> {
        let width = terms.width(term);
        let (input, above) = match terms.view(term) {
            View::Input(input) => (input, 0),
            View::Constant(value) => {
                let number = match reading {
                    Reading::Signed => signed(width, value),
                    Reading::Unsigned => i64::try_from(value).ok()?,
                };
                return Some((Var::ZERO, number));
            }
            View::Binary(BinaryOp::Add, a, b) => match (terms.view(a), terms.value(b)) {
                (View::Input(input), Some(value)) => (input, signed(width, value)),
                _ => return None,
            },
            _ => return None,
        };
        let variable = *self.variables.get(input as usize)?;
        let ((low, high), (first, last)) = ((self.range)(input), reading.window(width));
        let within =
            first <= i128::from(low) + i128::from(above) && i128::from(high) + i128::from(above) <= last;
        within.then_some((variable, above))
    }
}
