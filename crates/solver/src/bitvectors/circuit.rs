//! What it takes to turn terms into circuits.
//!
//! Z3 limits the work of its search, but not that of building the circuits of a question, and those of divisions
//! are huge: twenty quotients, products and remainders of 64 bits each took 40 seconds whatever the limit was. So they
//! are charged for beforehand, at prices measured with Z3 4.8.12. A term is built once, on the level of the stack that
//! needs it first, and is gone with that level.

use worstcase_term::{BinaryOp, TermId, Terms, UnaryOp, View, Walk};

/// Operators this far up cost twice as much, as each step of a search goes through more of them.
const DEEP: u64 = 256;

/// The terms that are built, on a stack.
#[derive(Debug, Default)]
pub struct Circuits {
    built: Vec<TermId>,
    /// By term: how many operators of arithmetic are on the longest way down, plus one. Zero if it isn't built.
    depths: Vec<u32>,
}

impl Circuits {
    /// How many terms are built, to come back to.
    pub fn count(&self) -> usize {
        self.built.len()
    }

    /// Tears down all but the first terms.
    pub fn truncate(&mut self, count: usize) {
        for term in self.built.drain(count..) {
            self.depths[term.index()] = 0;
        }
    }

    /// How many operators of arithmetic are on the longest way down from a condition that is built.
    pub fn depth(&self, condition: TermId) -> u32 {
        self.depths[condition.index()] - 1
    }

    /// Builds a condition, with all that is below it, and returns what that takes, in units of [`crate::Solver`].
    pub fn build(&mut self, terms: &Terms, condition: TermId) -> u64 {
        if self.depths.len() <= condition.index() {
            self.depths.resize(condition.index() + 1, 0);
        }
        let mut total = 0;
        let mut walk = Walk::new(condition);
        while let Some(term) = walk.next(terms, |term| self.depths[term.index()] > 0) {
            let view = terms.view(term);
            let below = view.operands().map(|operand| self.depths[operand.index()]).max().unwrap_or(1);
            let price = price_of(terms, term);
            total += price + price * u64::from(below) / DEEP;
            self.depths[term.index()] = below + u32::from(is_arithmetic(view));
            self.built.push(term);
        }
        total
    }
}

/// Whether all lower bits of the operands matter to the bits of the result.
fn is_arithmetic(view: View) -> bool {
    use BinaryOp::{Add, Mul, Sdiv, Srem, Sub, Udiv, Urem, Xor};
    matches!(view, View::Unary(UnaryOp::Neg, _))
        || matches!(view, View::Binary(Add | Sub | Mul | Udiv | Sdiv | Urem | Srem | Xor, ..))
}

/// Microseconds, about.
fn price_of(terms: &Terms, term: TermId) -> u64 {
    let width = u64::from(terms.width(term));
    match terms.view(term) {
        View::Constant(_) | View::Input(_) => 0,
        View::Extract { .. } | View::ZeroExtend(_) | View::SignExtend(_) => 1,
        View::Unary(UnaryOp::Not, _) => 1,
        View::Unary(UnaryOp::Neg, _) | View::Ite(..) => 5 * width,
        // Floating point becomes shifts, sums and roundings of about twice the width.
        View::Unary(UnaryOp::FSqrt, _) => 100 * width * width,
        View::Unary(UnaryOp::FCeil | UnaryOp::FFloor | UnaryOp::FTrunc | UnaryOp::FNearest, _)
        | View::Convert(..) => 400 * width,
        View::Unary(UnaryOp::Clz | UnaryOp::Ctz | UnaryOp::Popcnt, _) => {
            5 * width * width.ilog2().max(1) as u64
        }
        View::Binary(op, a, b) => match op {
            BinaryOp::Mul => match terms.value(b) {
                Some(factor) => 10 * width * u64::from(factor.count_ones()),
                None => 10 * width * width,
            },
            BinaryOp::Udiv | BinaryOp::Sdiv | BinaryOp::Urem | BinaryOp::Srem => match terms.value(b) {
                Some(_) => 3 * width * width,
                None => 30 * width * width,
            },
            BinaryOp::Shl | BinaryOp::Lshr | BinaryOp::Ashr | BinaryOp::Rotl | BinaryOp::Rotr => {
                10 * width * u64::from(width.ilog2())
            }
            BinaryOp::Concat => 1,
            BinaryOp::FAdd | BinaryOp::FSub => 500 * width,
            BinaryOp::FMul => 25 * width * width,
            BinaryOp::FDiv => 50 * width * width,
            // Several comparisons and an exclusive or of each operand.
            BinaryOp::FLt | BinaryOp::FLe | BinaryOp::FEq => 30 * u64::from(terms.width(a)),
            // The width of a comparison is that of its operands.
            _ => 5 * u64::from(terms.width(a)),
        },
    }
}
