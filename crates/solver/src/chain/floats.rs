//! Comparisons of floating-point words, as facts for [`crate::order`].
//!
//! The variable of such a word is its place in the order of all numbers: the bits without the sign, negative if the
//! number is. So both zeros are 0, and one place above infinity there is one for all NaNs. `a < b` says that `a` comes
//! before `b`, and that `b` is a number. The opposite says that `b` does not come after `a`, if `b` is known to be a
//! number. If not, that is only a *guess*: it implies the opposite, but NaNs could do as well. A guess is tried for a
//! model, and never believed.

use worstcase_term::{BinaryOp, TermId, Terms, UnaryOp, View};

use super::comparisons::Comparison;
use super::shape::Shape;
use super::words::Words;
use crate::order::{Order, Var};

/// The place of infinity among all numbers of a width.
pub(super) fn infinity(width: u32) -> i64 {
    if width == 32 { f32::INFINITY.to_bits().into() } else { f64::INFINITY.to_bits() as i64 }
}

/// The place of bits among all numbers.
pub(super) fn place(bits: u64, width: u32) -> i64 {
    let sign = 1u64 << (width - 1);
    let size = (bits & (sign - 1)) as i64;
    match size.min(infinity(width) + 1) {
        nan if size > infinity(width) => nan,
        size if bits & sign != 0 => -size,
        size => size,
    }
}

/// The bits at a place; others that are there, too, if there are.
pub(super) fn bits_at(at: i64, width: u32, hint: u64) -> u64 {
    let sign = 1u64 << (width - 1);
    if place(hint, width) == at {
        hint
    } else if at > infinity(width) {
        // The NaN that operations make.
        (infinity(width) as u64) | sign >> if width == 32 { 9 } else { 12 }
    } else {
        at.unsigned_abs() | if at < 0 { sign } else { 0 }
    }
}

/// What a comparison of floating-point numbers comes to.
pub(super) enum Said {
    /// These, and no more.
    Exactly(Comparison, Option<Comparison>),
    /// It follows from this.
    Guess(Comparison),
}

/// A condition that compares floating-point numbers.
#[derive(Clone, Copy)]
struct Condition {
    op: BinaryOp,
    holds: bool,
    a: TermId,
    b: TermId,
}

/// What is compared: a word or zero, and a constant.
#[derive(Clone, Copy)]
struct Operand {
    variable: Var,
    add: i64,
    /// Whether it is known not to be a NaN.
    is_number: bool,
}

fn condition(terms: &Terms, term: TermId) -> Option<Condition> {
    let (inner, holds) = match terms.view(term) {
        View::Unary(UnaryOp::Not, inner) => (inner, false),
        _ => (term, true),
    };
    match terms.view(inner) {
        View::Binary(op @ (BinaryOp::FLt | BinaryOp::FLe | BinaryOp::FEq), a, b) => {
            Some(Condition { op, holds, a, b })
        }
        _ => None,
    }
}

/// A condition in terms of the order layer, if it compares floating-point words. These are made if they are not there.
pub(super) fn said(
    terms: &Terms,
    term: TermId,
    words: &mut Words,
    order: &mut Order,
    mut value: impl FnMut(&Words, &Order, TermId) -> u64,
) -> Option<Said> {
    let Condition { op, holds, a, b } = condition(terms, term)?;
    let width = terms.width(a);
    let most = infinity(width);
    let mut operand = |term: TermId| {
        if let Some(bits) = terms.value(term) {
            let add = place(bits, width);
            return Some(Operand { variable: Var::ZERO, add, is_number: add <= most });
        }
        let number = match words.find_float(term) {
            Some(number) => number,
            None => {
                let shape = Shape::of(terms, term, words.inputs())?.as_float()?;
                if !words.are_free(&shape.pieces) {
                    return None;
                }
                let now = value(words, order, term);
                words.make(term, shape, now, order)
            }
        };
        let variable = words.all()[number as usize].variable;
        Some(Operand { variable, add: 0, is_number: order.range(variable).1 <= most })
    };
    let is_number = |x: Operand| (x.variable != Var::ZERO).then_some(Comparison::AtMost(x.variable, Var::ZERO, most));
    if a == b {
        let x = operand(a)?;
        return Some(match holds {
            true => Said::Exactly(is_number(x)?, None),
            false => Said::Exactly(Comparison::Equal(x.variable, Var::ZERO, most + 1), None),
        });
    }
    let (x, y) = (operand(a)?, operand(b)?);
    let at_most = |x: Operand, y: Operand, less: i64| {
        Comparison::AtMost(x.variable, y.variable, y.add - x.add - less)
    };
    let exactly = |exact: bool, comparison| match exact {
        true => Said::Exactly(comparison, None),
        false => Said::Guess(comparison),
    };
    Some(match (op, holds) {
        (BinaryOp::FLt, true) => Said::Exactly(at_most(x, y, 1), is_number(y)),
        (BinaryOp::FLe, true) => Said::Exactly(at_most(x, y, 0), is_number(y)),
        (BinaryOp::FLt, false) => exactly(y.is_number, at_most(y, x, 0)),
        (BinaryOp::FLe, false) => exactly(y.is_number, at_most(y, x, 1)),
        (_, true) => {
            let equal = Comparison::Equal(x.variable, y.variable, y.add - x.add);
            Said::Exactly(equal, is_number(x).or_else(|| is_number(y)))
        }
        (_, false) => {
            let differ = Comparison::Differ(x.variable, y.variable, y.add - x.add);
            exactly(x.is_number || y.is_number, differ)
        }
    })
}
