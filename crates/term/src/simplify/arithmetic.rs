//! Sums, differences and products, modulo 2 to the width.
//!
//! A sum has at most one constant, as the right operand of its outermost `Add`; a difference from a constant
//! stays a `Sub`, every other subtraction of a constant is an addition.

use crate::arena::Terms;
use crate::node::BinaryOp::{Add, Mul, Sub};
use crate::node::UnaryOp::Neg;
use crate::node::{TermId, View};
use crate::semantics::mask;

impl Terms {
    /// The sum.
    pub fn add(&mut self, a: TermId, b: TermId) -> TermId {
        let width = self.common_width(a, b);
        if width == 1 {
            return self.xor(a, b);
        }
        if let Some(sum) = self.folded(Add, a, b) {
            return sum;
        }
        let (a, b) = self.ordered(a, b);
        if let Some(sum) = self.chosen(Add, a, b) {
            return sum;
        }
        if let Some(value) = self.value(b) {
            return self.add_constant(a, value);
        }
        // Constants go outwards: (x + 1) + (y + 2) is (x + y) + 3.
        let ((x, first), (y, second)) = (self.split_sum(a), self.split_sum(b));
        if (x, y) != (a, b) {
            let sum = self.add(x, y);
            return self.add_constant(sum, first.wrapping_add(second));
        }
        match (self.view(a), self.view(b)) {
            (_, View::Unary(Neg, y)) => self.sub(a, y),
            (View::Unary(Neg, x), _) => self.sub(b, x),
            (_, View::Binary(Sub, x, y)) if y == a => x,
            (View::Binary(Sub, x, y), _) if y == b => x,
            _ if a == b => self.scaled(a, 2),
            _ => self.joined(a, b).unwrap_or_else(|| self.plain_binary(Add, a, b)),
        }
    }

    /// The difference.
    pub fn sub(&mut self, a: TermId, b: TermId) -> TermId {
        let width = self.common_width(a, b);
        if width == 1 {
            return self.xor(a, b);
        }
        if a == b {
            return self.constant(width, 0);
        }
        if let Some(difference) = self.chosen(Sub, a, b) {
            return difference;
        }
        match (self.value(a), self.value(b)) {
            (_, Some(value)) => return self.add_constant(a, value.wrapping_neg()),
            (Some(value), None) => return self.constant_less(value, b),
            (None, None) => {}
        }
        let ((x, first), (y, second)) = (self.split_sum(a), self.split_sum(b));
        if (x, y) != (a, b) {
            let difference = self.sub(x, y);
            return self.add_constant(difference, first.wrapping_sub(second));
        }
        match (self.view(a), self.view(b)) {
            (_, View::Unary(Neg, y)) => self.add(a, y),
            (View::Binary(Add, x, y), _) if y == b => x,
            (View::Binary(Add, x, y), _) if x == b => y,
            (_, View::Binary(Add, x, y)) if x == a => self.neg(y),
            (_, View::Binary(Add, x, y)) if y == a => self.neg(x),
            (_, View::Binary(Sub, x, y)) if x == a => y,
            (View::Binary(Sub, x, y), _) if x == b => self.neg(y),
            _ => self.plain_binary(Sub, a, b),
        }
    }

    /// Two's complement.
    pub fn neg(&mut self, a: TermId) -> TermId {
        let width = self.width(a);
        if width == 1 {
            return a;
        }
        match self.view(a) {
            View::Constant(value) => self.constant(width, value.wrapping_neg()),
            View::Unary(Neg, x) => x,
            View::Binary(Sub, x, y) => self.sub(y, x),
            View::Binary(Add, x, y) => match self.value(y) {
                Some(value) => self.constant_less(value.wrapping_neg(), x),
                None => self.plain_unary(Neg, a),
            },
            View::Binary(Mul, x, y) => match self.value(y) {
                Some(value) => self.scaled(x, value.wrapping_neg()),
                None => self.plain_unary(Neg, a),
            },
            _ => self.plain_unary(Neg, a),
        }
    }

    /// The product.
    pub fn mul(&mut self, a: TermId, b: TermId) -> TermId {
        let width = self.common_width(a, b);
        if width == 1 {
            return self.and(a, b);
        }
        if let Some(product) = self.folded(Mul, a, b) {
            return product;
        }
        let (a, b) = self.ordered(a, b);
        if let Some(product) = self.chosen(Mul, a, b) {
            return product;
        }
        match (self.view(a), self.view(b)) {
            (_, View::Constant(value)) => self.scaled(a, value),
            (View::Unary(Neg, x), View::Unary(Neg, y)) => self.mul(x, y),
            _ => self.plain_binary(Mul, a, b),
        }
    }

    /// A term without the constant that is added to it, and that constant.
    pub(super) fn split_sum(&self, a: TermId) -> (TermId, u64) {
        self.with_constant(Add, a).unwrap_or((a, 0))
    }

    fn add_constant(&mut self, a: TermId, value: u64) -> TermId {
        let width = self.width(a);
        let value = value & mask(width);
        if value == 0 {
            return a;
        }
        match self.view(a) {
            View::Constant(first) => self.constant(width, first.wrapping_add(value)),
            View::Binary(Add, x, y) => match self.value(y) {
                Some(first) => self.add_constant(x, first.wrapping_add(value)),
                None => self.add_as_is(a, value),
            },
            View::Binary(Sub, x, y) => match self.value(x) {
                Some(first) => self.constant_less(first.wrapping_add(value), y),
                None => self.add_as_is(a, value),
            },
            _ => self.add_as_is(a, value),
        }
    }

    fn add_as_is(&mut self, a: TermId, value: u64) -> TermId {
        let b = self.constant(self.width(a), value);
        self.plain_binary(Add, a, b)
    }

    /// A constant less a term.
    fn constant_less(&mut self, value: u64, b: TermId) -> TermId {
        let width = self.width(b);
        let (b, added) = self.split_sum(b);
        let value = value.wrapping_sub(added) & mask(width);
        match self.view(b) {
            View::Constant(second) => return self.constant(width, value.wrapping_sub(second)),
            View::Unary(Neg, x) => return self.add_constant(x, value),
            View::Binary(Sub, x, y) if self.value(x).is_none() => {
                let difference = self.plain_binary(Sub, y, x);
                return self.add_constant(difference, value);
            }
            View::Binary(Sub, x, y) => {
                let first = self.value(x).unwrap_or(0);
                return self.add_constant(y, value.wrapping_sub(first));
            }
            _ if value == 0 => return self.neg(b),
            _ => {}
        }
        let a = self.constant(width, value);
        self.plain_binary(Sub, a, b)
    }

    /// A term times a constant.
    pub(super) fn scaled(&mut self, a: TermId, factor: u64) -> TermId {
        let width = self.width(a);
        let factor = factor & mask(width);
        if factor == 0 {
            return self.constant(width, 0);
        }
        if factor == 1 {
            return a;
        }
        if factor == mask(width) {
            return self.neg(a);
        }
        match self.view(a) {
            View::Constant(value) => return self.constant(width, value.wrapping_mul(factor)),
            View::Unary(Neg, x) => return self.scaled(x, factor.wrapping_neg()),
            View::Binary(Mul, x, y) => {
                if let Some(first) = self.value(y) {
                    return self.scaled(x, first.wrapping_mul(factor));
                }
            }
            // Whole bytes moved up, with nothing lost: someone puts a number together.
            View::ZeroExtend(x) if factor.is_power_of_two() && factor.trailing_zeros().is_multiple_of(8) => {
                let zeros = factor.trailing_zeros();
                if self.width(x) + zeros <= width {
                    let low = self.constant(zeros, 0);
                    let moved = self.concat(x, low);
                    return self.zext(moved, width);
                }
            }
            _ => {}
        }
        let factor = self.constant(width, factor);
        self.plain_binary(Mul, a, factor)
    }
}
