//! Conditions that compare inputs with each other and with constants, answered by [`crate::order`].
//!
//! An input is a variable in the range of its width: 32 and 64 bits as signed integers, narrower ones as unsigned,
//! which is how programs compare them once the terms are simplified. What is not a comparison of inputs and
//! constants in that sense is *not* answered here: [`Answer::Unknown`] passes it on, and nothing was asserted.

use worstcase_term::{BinaryOp, TermId, Terms, UnaryOp, View, signed};

use crate::order::{self, Order, Var};

/// Whether a condition can hold beside those asserted before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// It can: it was asserted, and the model satisfies it.
    Sat,
    /// It cannot, and was not asserted.
    Unsat,
    /// It is not for this layer, and was not asserted.
    Unknown,
}

/// Comparisons of inputs, asserted and undone.
#[derive(Clone, Debug, Default)]
pub struct Comparisons {
    order: Order,
    inputs: Vec<Input>,
}

#[derive(Clone, Copy, Debug)]
struct Input {
    variable: Var,
    width: u32,
}

/// A state to come back to.
#[derive(Clone, Copy, Debug)]
pub struct Mark {
    order: order::Mark,
    inputs: usize,
}

/// What a comparison says: `x - y <= bound`, or `x - y != bound` or `x - y == bound`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fact {
    AtMost(Var, Var, i64),
    Differ(Var, Var, i64),
    Equal(Var, Var, i64),
}

impl Comparisons {
    /// No inputs and no conditions.
    pub fn new() -> Self {
        Self::default()
    }

    /// The next input, of that width, within a range (as signed integers if it has 32 or 64 bits).
    pub fn input(&mut self, width: u32, range: Option<(i64, i64)>) {
        let (low, high) = range.unwrap_or(match width {
            64 => (i64::MIN, i64::MAX),
            32 => (i32::MIN.into(), i32::MAX.into()),
            narrow => (0, (1 << narrow) - 1),
        });
        self.inputs.push(Input { variable: self.order.variable(low, high), width });
    }

    /// How many inputs there are.
    pub fn inputs(&self) -> usize {
        self.inputs.len()
    }

    /// The value of an input in the model, as bits of its width.
    pub fn value(&self, input: u32) -> u64 {
        let Input { variable, width } = self.inputs[input as usize];
        self.order.value(variable) as u64 & worstcase_term::mask(width)
    }

    /// The state now, to come back to.
    pub fn mark(&self) -> Mark {
        Mark { order: self.order.mark(), inputs: self.inputs.len() }
    }

    /// Goes back to a state.
    pub fn undo(&mut self, mark: Mark) {
        self.order.undo(mark.order);
        self.inputs.truncate(mark.inputs);
    }

    /// Asserts a truth value, if it can hold.
    pub fn assert(&mut self, terms: &Terms, condition: TermId) -> Answer {
        let Some(fact) = self.fact(terms, condition) else { return Answer::Unknown };
        let mark = self.order.mark();
        let asserted = match fact {
            Fact::AtMost(x, y, bound) => self.order.assert_le(x, y, bound),
            Fact::Differ(x, y, bound) => self.order.assert_ne(x, y, bound),
            Fact::Equal(x, y, bound) => match bound.checked_neg() {
                Some(opposite) => {
                    self.order.assert_le(x, y, bound).and_then(|()| self.order.assert_le(y, x, opposite))
                }
                None => return Answer::Unknown,
            },
        };
        let answer = match asserted {
            Err(_) => Answer::Unsat,
            Ok(()) if self.order.is_settled() => return Answer::Sat,
            Ok(()) => Answer::Unknown,
        };
        self.order.undo(mark);
        answer
    }

    fn fact(&self, terms: &Terms, condition: TermId) -> Option<Fact> {
        match terms.view(condition) {
            View::Binary(BinaryOp::Eq, a, b) => {
                let (x, y, bound) = self.pair(terms, a, b)?;
                Some(Fact::Equal(x, y, bound))
            }
            View::Unary(UnaryOp::Not, inner) => match terms.view(inner) {
                View::Binary(BinaryOp::Eq, a, b) => {
                    let (x, y, bound) = self.pair(terms, a, b)?;
                    Some(Fact::Differ(x, y, bound))
                }
                _ => None,
            },
            View::Binary(op @ (BinaryOp::Slt | BinaryOp::Sle | BinaryOp::Ult | BinaryOp::Ule), a, b) => {
                let is_signed = matches!(op, BinaryOp::Slt | BinaryOp::Sle);
                if is_signed != (terms.width(a) >= 32) {
                    return None;
                }
                let (x, y, bound) = self.pair(terms, a, b)?;
                let strict = matches!(op, BinaryOp::Slt | BinaryOp::Ult);
                Some(Fact::AtMost(x, y, bound.checked_sub(i64::from(strict))?))
            }
            _ => None,
        }
    }

    /// Two operands as `x - y` and the bound that `a <= b` puts on it.
    fn pair(&self, terms: &Terms, a: TermId, b: TermId) -> Option<(Var, Var, i64)> {
        let (x, above) = self.operand(terms, a)?;
        let (y, below) = self.operand(terms, b)?;
        Some((x, y, below.checked_sub(above)?))
    }

    /// An input, or a constant as so much above zero.
    fn operand(&self, terms: &Terms, term: TermId) -> Option<(Var, i64)> {
        let width = terms.width(term);
        match terms.view(term) {
            View::Input(index) => Some((self.inputs.get(index as usize)?.variable, 0)),
            View::Constant(value) if width >= 32 => Some((Var::ZERO, signed(width, value))),
            View::Constant(value) => Some((Var::ZERO, value as i64)),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comparisons_of_inputs_are_answered() {
        let mut terms = Terms::new();
        let mut solver = Comparisons::new();
        solver.input(32, None);
        solver.input(32, None);
        let (x, y) = (terms.input(0, 32), terms.input(1, 32));
        let (less, greater) = (terms.slt(x, y), terms.slt(y, x));
        assert_eq!(solver.assert(&terms, less), Answer::Sat);
        assert!((solver.value(0) as i32) < solver.value(1) as i32);
        assert_eq!(solver.assert(&terms, greater), Answer::Unsat);
        let equal = terms.eq(x, y);
        assert_eq!(solver.assert(&terms, equal), Answer::Unsat);
        let mark = solver.mark();
        let five = terms.constant(32, 5);
        let is_five = terms.eq(x, five);
        assert_eq!(solver.assert(&terms, is_five), Answer::Sat);
        assert_eq!(solver.value(0), 5);
        let differs = terms.not(is_five);
        assert_eq!(solver.assert(&terms, differs), Answer::Unsat);
        solver.undo(mark);
        assert_eq!(solver.assert(&terms, differs), Answer::Sat);
    }

    #[test]
    fn what_may_wrap_is_passed_on() {
        let mut terms = Terms::new();
        let mut solver = Comparisons::new();
        solver.input(32, None);
        solver.input(32, None);
        let (x, y) = (terms.input(0, 32), terms.input(1, 32));
        let one = terms.constant(32, 1);
        let sum = terms.add(x, one);
        let less = terms.slt(sum, y);
        assert_eq!(solver.assert(&terms, less), Answer::Unknown);
        let unsigned = terms.ult(x, y);
        assert_eq!(solver.assert(&terms, unsigned), Answer::Unknown);
    }
}
