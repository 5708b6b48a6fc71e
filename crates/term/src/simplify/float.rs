//! Floating-point comparisons, and what can be said with bits and comparisons alone. Arithmetic is in `exact`.
//!
//! A comparison stays one operator (`FLt`, `FLe`, `FEq`), so that whoever reads conditions sees what is compared.
//! Constants in it are never NaN or -0.

use crate::arena::Terms;
use crate::float;
use crate::node::BinaryOp::{self, FEq, FLe, FLt, Xor};
use crate::node::{Conversion, TermId, View};

impl Terms {
    /// Whether `a` is less than `b` as a floating-point number.
    pub fn flt(&mut self, a: TermId, b: TermId) -> TermId {
        self.float_comparison(FLt, a, b)
    }

    /// Whether `a` is less than `b` as a floating-point number, or equal.
    pub fn fle(&mut self, a: TermId, b: TermId) -> TermId {
        self.float_comparison(FLe, a, b)
    }

    /// Whether `a` and `b` are equal as floating-point numbers.
    pub fn feq(&mut self, a: TermId, b: TermId) -> TermId {
        self.float_comparison(FEq, a, b)
    }

    /// Whether a term is NaN.
    pub fn is_nan(&mut self, a: TermId) -> TermId {
        let number = self.feq(a, a);
        self.not(number)
    }

    /// A floating-point number without its sign.
    pub fn fabs(&mut self, a: TermId) -> TermId {
        let magnitude = self.constant(self.width(a), float::sign(self.width(a)) - 1);
        self.and(a, magnitude)
    }

    /// A floating-point number with the opposite sign.
    pub fn fneg(&mut self, a: TermId) -> TermId {
        let sign = self.constant(self.width(a), float::sign(self.width(a)));
        self.xor(a, sign)
    }

    /// The floating-point number `a` with the sign of `b`.
    pub fn copysign(&mut self, a: TermId, b: TermId) -> TermId {
        let width = self.common_width(a, b);
        let (sign, magnitude) = (self.extract(b, width - 1, width - 1), self.extract(a, width - 2, 0));
        self.concat(sign, magnitude)
    }

    /// The lesser of two floating-point numbers, -0 being less than 0; the canonical NaN if one is NaN.
    pub fn fmin(&mut self, a: TermId, b: TermId) -> TermId {
        // Only zeros are equal and yet differ.
        let same = self.or(a, b);
        self.ordered_choice((a, b), a, b, same)
    }

    /// The greater of two floating-point numbers, 0 being greater than -0; the canonical NaN if one is NaN.
    pub fn fmax(&mut self, a: TermId, b: TermId) -> TermId {
        let same = self.and(a, b);
        self.ordered_choice((a, b), b, a, same)
    }

    /// One term if `a` is less than `b`, one if it is greater, one if they are equal, else the canonical NaN.
    fn ordered_choice(
        &mut self,
        (a, b): (TermId, TermId),
        less: TermId,
        greater: TermId,
        same: TermId,
    ) -> TermId {
        let nan = self.constant(self.width(a), float::nan(self.width(a)));
        let (is_less, is_greater, is_same) = (self.flt(a, b), self.flt(b, a), self.feq(a, b));
        let choice = self.ite(is_same, same, nan);
        let choice = self.ite(is_greater, greater, choice);
        self.ite(is_less, less, choice)
    }

    pub(super) fn float_comparison(&mut self, op: BinaryOp, a: TermId, b: TermId) -> TermId {
        let width = self.common_width(a, b);
        assert!(width == 32 || width == 64, "a floating-point number has 32 or 64 bits, not {width}");
        if let (Some(a), Some(b)) = (self.value(a), self.value(b)) {
            return self.boolean(float::compare(op, width, a, b));
        }
        let (a, b) = match (self.opposite(a), self.opposite(b)) {
            (Some(a), Some(b)) => (b, a),
            _ => (a, b),
        };
        let (a, b) = (self.one_zero(a), self.one_zero(b));
        if a == b {
            return if op == FLt { Terms::FALSE } else { self.is_number(a) };
        }
        if let Some(known) = self.compared_with_constant(op, a, b) {
            return known;
        }
        if let Some(simpler) = self.compared_integers(op, a, b).or_else(|| self.compared_narrow(op, a, b)) {
            return simpler;
        }
        self.plain_binary(op, a, b)
    }

    /// The opposite of a constant, or what a term is the opposite of.
    fn opposite(&mut self, a: TermId) -> Option<TermId> {
        let sign = float::sign(self.width(a));
        match (self.value(a), self.with_constant(Xor, a)) {
            (Some(value), _) => Some(self.constant(self.width(a), value ^ sign)),
            (_, Some((x, bits))) if bits == sign => Some(x),
            _ => None,
        }
    }

    /// The other zero instead of -0, which compares alike.
    fn one_zero(&mut self, a: TermId) -> TermId {
        let width = self.width(a);
        if self.value(a) == Some(float::sign(width)) { self.constant(width, 0) } else { a }
    }

    fn is_number(&mut self, a: TermId) -> TermId {
        let width = self.width(a);
        match self.view(a) {
            View::Convert(Conversion::FromSigned | Conversion::FromUnsigned, _) => Terms::TRUE,
            _ if self.range(a).unsigned(width).1 <= float::infinity(width) => Terms::TRUE,
            _ => self.plain_binary(FEq, a, a),
        }
    }

    /// A comparison with a constant that says less than it seems to.
    fn compared_with_constant(&mut self, op: BinaryOp, a: TermId, b: TermId) -> Option<TermId> {
        let width = self.width(a);
        let (value, other, first) = match (self.value(a), self.value(b)) {
            (Some(value), _) => (value, b, true),
            (_, Some(value)) => (value, a, false),
            _ => return None,
        };
        if float::is_nan(width, value) {
            return Some(Terms::FALSE);
        }
        let (least, greatest) =
            (value == float::infinity(width) | float::sign(width), value == float::infinity(width));
        match op {
            // Nothing is less than the least, nor greater than the greatest.
            FLt if first && greatest || !first && least => return Some(Terms::FALSE),
            FLe if first && least || !first && greatest => return Some(self.is_number(other)),
            FLe if first && greatest || !first && least => return Some(self.float_comparison(FEq, a, b)),
            _ => {}
        }
        self.tested(other, |x| match first {
            true => float::compare(op, width, value, x),
            false => float::compare(op, width, x, value),
        })
    }
}
