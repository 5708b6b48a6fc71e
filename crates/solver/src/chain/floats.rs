//! Comparisons of floating-point words, as facts for [`crate::order`].
//!
//! The variable of such a word is its place in the order of all numbers: the bits without the sign, negative if the
//! number is. So both zeros are 0, and one place above infinity there is one for all NaNs. `a < b` says that `a` comes
//! before `b`, and that `b` is a number. The opposite says that `b` does not come after `a`, or that `b` is no number.

use worstcase_term::{BinaryOp, TermId, Terms, View};

use super::cases::Case;
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

/// What is compared: a word or zero, and a constant.
#[derive(Clone, Copy)]
struct Operand {
    variable: Var,
    add: i64,
    /// Whether it is known not to be a NaN.
    is_number: bool,
}

/// The cases in which a comparison of floating-point words holds, or does not. Words are made if they are not there.
pub(super) fn cases(
    terms: &Terms,
    comparison: TermId,
    holds: bool,
    words: &mut Words,
    order: &mut Order,
    mut value: impl FnMut(&Words, &Order, TermId) -> u64,
) -> Option<Vec<Case>> {
    let View::Binary(op, a, b) = terms.view(comparison) else { return None };
    let width = terms.width(a);
    let most = infinity(width);
    let mut operand = |term: TermId| {
        if let Some(bits) = terms.value(term) {
            let add = place(bits, width);
            return (add <= most).then_some(Operand { variable: Var::ZERO, add, is_number: true });
        }
        let number = match words.find_float(term) {
            Some(number) => number,
            None => {
                let shape = Shape::of(terms, term, words.inputs())?.into_float()?;
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
    let is_number = |x: Operand| (!x.is_number).then_some(Comparison::AtMost(x.variable, Var::ZERO, most));
    let is_nan =
        |x: Operand| (!x.is_number).then_some(vec![Comparison::AtMost(Var::ZERO, x.variable, -most - 1)]);
    if a == b {
        let x = operand(a)?;
        return Some(if holds {
            vec![is_number(x).into_iter().collect()]
        } else {
            is_nan(x).into_iter().collect()
        });
    }
    let (x, y) = (operand(a)?, operand(b)?);
    let at_most =
        |x: Operand, y: Operand, less: i64| Comparison::AtMost(x.variable, y.variable, y.add - x.add - less);
    let bound = y.add - x.add;
    let (main, numbers) = match (op, holds) {
        // What comes before a number is a number.
        (BinaryOp::FLt, true) => (at_most(x, y, 1), vec![y]),
        (BinaryOp::FLe, true) => (at_most(x, y, 0), vec![y]),
        (_, true) => (Comparison::Equal(x.variable, y.variable, bound), vec![x, y]),
        (BinaryOp::FLt, false) => (at_most(y, x, 0), Vec::new()),
        (BinaryOp::FLe, false) => (at_most(y, x, 1), Vec::new()),
        (_, false) => (Comparison::Differ(x.variable, y.variable, bound), Vec::new()),
    };
    let mut first = vec![main];
    first.extend(numbers.into_iter().filter_map(is_number));
    let mut cases = vec![first];
    if !holds {
        // A NaN stands above all numbers, so that the comparison knows what it says about the one on that side. That the other
        // is a number is a fact that may go before these cases do, unless it is a constant.
        let is_constant = [x, y].iter().any(|operand| operand.variable == Var::ZERO);
        let other = match op {
            BinaryOp::FEq if is_constant => None,
            BinaryOp::FEq => is_nan(y).or_else(|| is_nan(x)),
            _ => is_nan(y),
        };
        cases.extend(other);
    }
    Some(cases)
}

#[cfg(test)]
mod tests {
    use worstcase_term::canonical_nan;

    use super::*;
    use crate::solver::Declared;

    /// Whatever is known of two numbers when cases are made, whatever they are later: it holds in one of the cases, or does not
    /// in one of the others, and not both.
    #[test]
    fn cases_are_all_there_are() {
        let bits = |number: f64| number.to_bits();
        let numbers = [f64::NEG_INFINITY, -1.0, -0.0, 0.0, 1.0, f64::INFINITY].map(bits);
        let values: Vec<u64> = numbers.into_iter().chain([canonical_nan(64)]).collect();
        for known in [[false, false], [true, false], [false, true], [true, true]] {
            let mut terms = Terms::new();
            let (x, y) = (terms.input(0, 64), terms.input(1, 64));
            for comparison in [terms.flt(x, y), terms.fle(x, y), terms.feq(x, y), terms.flt(y, x)] {
                let (mut words, mut order) = (Words::default(), Order::new());
                (0..2).for_each(|_| words.declare(Declared { width: 64, range: None }));
                for (number, _) in known.iter().enumerate().filter(|(_, known)| **known) {
                    let input = terms.input(number as u32, 64);
                    let is_number = terms.feq(input, input);
                    let case = cases(&terms, is_number, true, &mut words, &mut order, |_, _, _| 0).unwrap();
                    case[0].iter().for_each(|comparison| comparison.assert(&mut order).unwrap());
                }
                let [fails, succeeds] = [false, true].map(|holds| {
                    cases(&terms, comparison, holds, &mut words, &mut order, |_, _, _| 0).unwrap()
                });
                // The same words without what was known of them.
                let mut free = Order::new();
                for word in words.all() {
                    let (low, high) = words.range(word);
                    free.variable(low, high);
                }
                for (a, b) in values.iter().flat_map(|&a| values.iter().map(move |&b| (a, b))) {
                    let of = |term: TermId| if term == x { a } else { b };
                    let model: Vec<i64> = words.all().iter().map(|word| place(of(word.term), 64)).collect();
                    assert!(free.adopt(&model));
                    let any = |cases: &[Case]| {
                        cases.iter().any(|case| case.iter().all(|comparison| comparison.holds(&free)))
                    };
                    assert!(any(&fails) != any(&succeeds), "{known:?} {a:x} {b:x}");
                }
            }
        }
    }
}
