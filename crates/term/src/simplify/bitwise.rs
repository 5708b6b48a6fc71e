//! `not`, `and`, `or`, `xor` on bits. On truth values they are in `boolean`.

use crate::arena::Terms;
use crate::node::BinaryOp::{self, Add, And, Mul, Or, Xor};
use crate::node::UnaryOp::{Neg, Not};
use crate::node::{TermId, View};
use crate::range::low_mask;
use crate::semantics::mask;

impl Terms {
    /// Every bit inverted.
    pub fn not(&mut self, a: TermId) -> TermId {
        let width = self.width(a);
        if width == 1 {
            return self.negation(a);
        }
        match self.view(a) {
            View::Constant(value) => self.constant(width, !value),
            View::Unary(Not, x) => x,
            View::Unary(Neg, x) => {
                let minus_one = self.constant(width, mask(width));
                self.add(x, minus_one)
            }
            View::Binary(Add, x, y) if self.value(y) == Some(mask(width)) => self.neg(x),
            View::Binary(Xor, x, y) if self.value(y).is_some() => {
                let y = self.not(y);
                self.xor(x, y)
            }
            View::SignExtend(x) => {
                let x = self.not(x);
                self.sext(x, width)
            }
            _ => self.plain_unary(Not, a),
        }
    }

    /// Bitwise and.
    pub fn and(&mut self, a: TermId, b: TermId) -> TermId {
        if self.common_width(a, b) == 1 {
            return self.conjunction(a, b);
        }
        if let Some(value) = self.folded(And, a, b) {
            return value;
        }
        let (a, b) = self.ordered(a, b);
        if let Some(value) = self.value(b) {
            return self.and_constant(a, value);
        }
        match (self.view(a), self.view(b)) {
            (View::SignExtend(condition), _) if self.width(condition) == 1 => self.if_or_zero(condition, b),
            (_, View::SignExtend(condition)) if self.width(condition) == 1 => self.if_or_zero(condition, a),
            _ => self.and_or(And, a, b),
        }
    }

    fn and_constant(&mut self, a: TermId, value: u64) -> TermId {
        let width = self.width(a);
        let (a, value) = self.masked(a, value);
        // The bits that the term can have at all.
        let possible = low_mask(self.range(a).unsigned(width).1);
        let value = value & possible;
        if value == possible {
            return a;
        }
        if value == 0 {
            return self.constant(width, 0);
        }
        match self.view(a) {
            View::Binary(Or, _, y) if self.value(y).is_some_and(|set| set & value == value) => {
                return self.constant(width, value);
            }
            View::ZeroExtend(x) => {
                let part = self.and_constant(x, value);
                return self.zext(part, width);
            }
            View::SignExtend(condition) if self.width(condition) == 1 => {
                let number = self.constant(width, value);
                return self.if_or_zero(condition, number);
            }
            _ => {}
        }
        // Low bits only.
        if value & (value + 1) == 0 {
            let low = self.extract(a, value.count_ones() - 1, 0);
            return self.zext(low, width);
        }
        let value = self.constant(width, value);
        self.plain_binary(And, a, value)
    }

    /// A term and a mask that give the same as these, without the masks and the settings of bits that the mask makes
    /// superfluous. There may be many of them.
    fn masked(&self, mut a: TermId, mut value: u64) -> (TermId, u64) {
        loop {
            (a, value) = match (self.with_constant(And, a), self.with_constant(Or, a)) {
                (Some((x, first)), _) => (x, value & first),
                (_, Some((x, set))) if set & value == 0 => (x, value),
                _ => return (a, value),
            }
        }
    }

    fn if_or_zero(&mut self, condition: TermId, a: TermId) -> TermId {
        let zero = self.constant(self.width(a), 0);
        self.ite(condition, a, zero)
    }

    /// Bitwise or.
    pub fn or(&mut self, a: TermId, b: TermId) -> TermId {
        let width = self.common_width(a, b);
        if width == 1 {
            return self.disjunction(a, b);
        }
        if let Some(value) = self.folded(Or, a, b) {
            return value;
        }
        let (a, b) = self.ordered(a, b);
        match (self.view(a), self.view(b)) {
            (_, View::Constant(0)) => return a,
            (_, View::Constant(value)) if value == mask(width) => return b,
            (View::Binary(Or, x, y), View::Constant(_)) if self.value(y).is_some() => {
                let value = self.or(y, b);
                return self.or(x, value);
            }
            _ => {}
        }
        let whole = self.joined(a, b).or_else(|| self.shifted_in(a, b)).or_else(|| self.shifted_in(b, a));
        whole.unwrap_or_else(|| self.and_or(Or, a, b))
    }

    /// Bytes that are moved up, some of them out, to make room for others: what copies memory by words does if it has to
    /// shift them. Of other terms products stay products.
    fn shifted_in(&mut self, upper: TermId, lower: TermId) -> Option<TermId> {
        let (width, (bytes, factor)) = (self.width(upper), self.with_constant(Mul, upper)?);
        let is_made_of_bytes = matches!(self.view(bytes), View::Binary(BinaryOp::Concat, ..));
        if factor < 2 || !factor.is_power_of_two() || !is_made_of_bytes {
            return None;
        }
        let room = factor.trailing_zeros();
        if self.range(lower).unsigned(width).1 > mask(room) {
            return None;
        }
        let (upper, lower) = (self.extract(bytes, width - room - 1, 0), self.extract(lower, room - 1, 0));
        Some(self.concat(upper, lower))
    }

    /// Bitwise exclusive or.
    pub fn xor(&mut self, a: TermId, b: TermId) -> TermId {
        let width = self.common_width(a, b);
        if width == 1 {
            let equal = self.equivalence(a, b);
            return self.negation(equal);
        }
        if let Some(value) = self.folded(Xor, a, b) {
            return value;
        }
        if a == b {
            return self.constant(width, 0);
        }
        let (a, b) = self.ordered(a, b);
        match (self.view(a), self.view(b)) {
            (_, View::Constant(0)) => a,
            (_, View::Constant(value)) if value == mask(width) => self.not(a),
            (View::Unary(Not, x), View::Unary(Not, y)) => self.xor(x, y),
            (View::Unary(Not, x), View::Constant(value)) => {
                let inverted = self.constant(width, !value);
                self.xor(x, inverted)
            }
            (View::Binary(Xor, x, y), View::Constant(_)) if self.value(y).is_some() => {
                let value = self.xor(y, b);
                self.xor(x, value)
            }
            (View::Binary(Xor, x, y), _) if x == b => y,
            (View::Binary(Xor, x, y), _) if y == b => x,
            (_, View::Binary(Xor, x, y)) if x == a => y,
            (_, View::Binary(Xor, x, y)) if y == a => x,
            _ => self.narrow_bitwise(Xor, a, b).unwrap_or_else(|| self.plain_binary(Xor, a, b)),
        }
    }

    /// What conjunction and disjunction have in common.
    fn and_or(&mut self, op: BinaryOp, a: TermId, b: TermId) -> TermId {
        let other = if op == And { Or } else { And };
        if a == b {
            return a;
        }
        if self.under(Not, a) == Some(b) || self.under(Not, b) == Some(a) {
            let width = self.width(a);
            return self.constant(width, if op == And { 0 } else { mask(width) });
        }
        match (self.view(a), self.view(b)) {
            // Absorbed: x & (x | y) is x, and x & (x & y) is x & y.
            (View::Binary(inner, x, y), _) if inner == other && (x == b || y == b) => b,
            (_, View::Binary(inner, x, y)) if inner == other && (x == a || y == a) => a,
            (View::Binary(inner, x, y), _) if inner == op && (x == b || y == b) => a,
            (_, View::Binary(inner, x, y)) if inner == op && (x == a || y == a) => b,
            _ => self.narrow_bitwise(op, a, b).unwrap_or_else(|| self.plain_binary(op, a, b)),
        }
    }

    /// On terms whose upper bits are zeros, the operator on the lower ones.
    fn narrow_bitwise(&mut self, op: BinaryOp, a: TermId, b: TermId) -> Option<TermId> {
        let View::ZeroExtend(x) = self.view(a) else {
            return None;
        };
        let narrow = match self.view(b) {
            View::ZeroExtend(y) => self.width(x).max(self.width(y)),
            View::Constant(value) if value <= mask(self.width(x)) => self.width(x),
            _ => return None,
        };
        let width = self.width(a);
        let (x, y) = (self.resized(a, narrow), self.resized(b, narrow));
        let low = self.binary(op, x, y);
        Some(self.zext(low, width))
    }
}
