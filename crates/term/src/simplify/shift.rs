//! Shifts, rotations and the counting of bits.
//!
//! Amounts are modulo the width. By a constant, a shift left is a product and the others are moved bits.

use crate::arena::Terms;
use crate::node::BinaryOp::{self, Ashr, Lshr, Mul, Rotl, Rotr, Shl};
use crate::node::UnaryOp::{self, Clz, Ctz, Popcnt};
use crate::node::{TermId, View};
use crate::semantics;

impl Terms {
    /// Shift left.
    pub fn shl(&mut self, a: TermId, b: TermId) -> TermId {
        match self.amount(a, b) {
            Some(amount) => self.scaled(a, 1 << amount),
            None => self.shifted(Shl, a, b),
        }
    }

    /// Shift right with zeros.
    pub fn lshr(&mut self, a: TermId, b: TermId) -> TermId {
        match self.amount(a, b) {
            Some(amount) => self.shifted_right(a, amount),
            None => self.shifted(Lshr, a, b),
        }
    }

    /// Shift right with copies of the sign.
    pub fn ashr(&mut self, a: TermId, b: TermId) -> TermId {
        let width = self.width(a);
        if self.is_natural(a) {
            return self.lshr(a, b);
        }
        match self.amount(a, b) {
            Some(0) => a,
            Some(amount) => {
                let kept = self.kept_by_shift(a, amount);
                self.sext(kept, width)
            }
            None => self.shifted(Ashr, a, b),
        }
    }

    /// Rotation left.
    pub fn rotl(&mut self, a: TermId, b: TermId) -> TermId {
        match self.amount(a, b) {
            Some(amount) => self.rotated(a, amount),
            None => self.shifted(Rotl, a, b),
        }
    }

    /// Rotation right.
    pub fn rotr(&mut self, a: TermId, b: TermId) -> TermId {
        match self.amount(a, b) {
            Some(amount) => self.rotated(a, (self.width(a) - amount) % self.width(a)),
            None => self.shifted(Rotr, a, b),
        }
    }

    /// The number of leading zeros.
    pub fn clz(&mut self, a: TermId) -> TermId {
        self.counted(Clz, a)
    }

    /// The number of trailing zeros.
    pub fn ctz(&mut self, a: TermId) -> TermId {
        self.counted(Ctz, a)
    }

    /// The number of ones.
    pub fn popcnt(&mut self, a: TermId) -> TermId {
        self.counted(Popcnt, a)
    }

    fn counted(&mut self, op: UnaryOp, a: TermId) -> TermId {
        let width = self.width(a);
        match (self.value(a), op) {
            (Some(value), _) => self.constant(width, semantics::unary(op, width, value)),
            (None, Popcnt) if width == 1 => a,
            (None, _) if width == 1 => self.not(a),
            _ => self.plain_unary(op, a),
        }
    }

    /// A shift right with zeros, by less than the width.
    pub(super) fn shifted_right(&mut self, a: TermId, amount: u32) -> TermId {
        if amount == 0 {
            return a;
        }
        let kept = self.kept_by_shift(a, amount);
        self.zext(kept, self.width(a))
    }

    /// The bits that are left after a shift right. After one to the left by as many, the lower ones:
    /// `(x << 24) >> 24` is how sign extension was written before there was an instruction for it.
    fn kept_by_shift(&mut self, a: TermId, amount: u32) -> TermId {
        let width = self.width(a);
        match self.with_constant(Mul, a) {
            Some((x, factor)) if factor == 1 << amount => self.extract(x, width - 1 - amount, 0),
            _ => self.extract(a, width - 1, amount),
        }
    }

    fn rotated(&mut self, a: TermId, amount: u32) -> TermId {
        if amount == 0 {
            return a;
        }
        let width = self.width(a);
        let upper = self.extract(a, width - 1 - amount, 0);
        let lower = self.extract(a, width - 1, width - amount);
        self.concat(upper, lower)
    }

    /// The amount of a shift if it is known.
    fn amount(&self, a: TermId, b: TermId) -> Option<u32> {
        match self.common_width(a, b) {
            1 => Some(0),
            width => self.value(b).map(|value| (value % u64::from(width)) as u32),
        }
    }

    /// A shift or rotation by an amount that is not known.
    fn shifted(&mut self, op: BinaryOp, a: TermId, b: TermId) -> TermId {
        let (width, value) = (self.width(a), self.value(a));
        // All bits alike: only shifts that bring in other ones change that.
        if value == Some(0) || value == Some(semantics::mask(width)) && !matches!(op, Shl | Lshr) {
            return a;
        }
        let b = self.amount_unmasked(b);
        self.plain_binary(op, a, b)
    }

    /// `x` for the amount `x & 31` of a shift of 32 bits: it is taken modulo the width anyway.
    fn amount_unmasked(&self, b: TermId) -> TermId {
        let width = self.width(b);
        let View::ZeroExtend(masked) = self.view(b) else {
            return b;
        };
        match self.view(masked) {
            View::Extract { a, low: 0, high }
                if self.width(a) == width
                    && width.is_power_of_two()
                    && 1_u64 << (high + 1) >= u64::from(width) =>
            {
                a
            }
            _ => b,
        }
    }
}
