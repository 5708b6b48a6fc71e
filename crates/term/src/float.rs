//! Floating-point numbers, which are terms of 32 or 64 bits like any others: what their comparisons mean, and the same
//! written out over the bits.
//!
//! Bits are ordered as the numbers are, if all but the sign of negative ones are inverted and the result is read as a
//! signed integer (the *key* below). Only NaNs, which compare with nothing, and the two zeros, which are equal, have
//! to be told apart. So a comparison needs no theory of floating point: [`Terms::expanded`] says it with the operators
//! of bit vectors.

use crate::arena::Terms;
use crate::node::{BinaryOp, TermId, View};
use crate::semantics::mask;

/// The bit that is the sign.
pub(crate) fn sign(width: u32) -> u64 {
    1 << (width - 1)
}

/// The bits of positive infinity: what is above, without sign, is NaN.
pub(crate) fn infinity(width: u32) -> u64 {
    if width == 32 { f32::INFINITY.to_bits().into() } else { f64::INFINITY.to_bits() }
}

/// The NaN that operations make.
pub(crate) fn nan(width: u32) -> u64 {
    if width == 32 { 0x7fc0_0000 } else { 0x7ff8_0000_0000_0000 }
}

/// Whether bits are those of a NaN.
pub(crate) fn is_nan(width: u32, a: u64) -> bool {
    a & !sign(width) > infinity(width)
}

/// What a comparison says of two numbers.
#[inline(always)]
pub(crate) fn compare(op: BinaryOp, width: u32, a: u64, b: u64) -> bool {
    // Every number of 32 bits is one of 64 bits, too.
    let number = |bits: u64| match width {
        32 => f32::from_bits(bits as u32).into(),
        _ => f64::from_bits(bits),
    };
    let (a, b): (f64, f64) = (number(a), number(b));
    match op {
        BinaryOp::FLt => a < b,
        BinaryOp::FLe => a <= b,
        _ => a == b,
    }
}

/// A number as a person reads it.
pub(crate) fn text(width: u32, bits: u64) -> String {
    match width {
        32 => format!("{:?}", f32::from_bits(bits as u32)),
        _ => format!("{:?}", f64::from_bits(bits)),
    }
}

impl Terms {
    /// A floating-point comparison written out over the bits of its operands; no other term is.
    pub fn expanded(&mut self, comparison: TermId) -> Option<TermId> {
        let View::Binary(op @ (BinaryOp::FLt | BinaryOp::FLe | BinaryOp::FEq), a, b) = self.view(comparison)
        else {
            return None;
        };
        let width = self.width(a);
        let (zero, minus_zero) = (self.constant(width, 0), self.constant(width, mask(width)));
        let (x, y) = (self.key(a), self.key(b));
        let is = |terms: &mut Terms, first: TermId, second: TermId| {
            let (first, second) = (terms.eq(x, first), terms.eq(y, second));
            terms.and(first, second)
        };
        let ordered = match op {
            BinaryOp::FLt => {
                let (less, zeros) = (self.slt(x, y), is(self, minus_zero, zero));
                let differ = self.not(zeros);
                self.and(less, differ)
            }
            BinaryOp::FLe => {
                let (at_most, zeros) = (self.sle(x, y), is(self, zero, minus_zero));
                self.or(at_most, zeros)
            }
            _ => {
                let (first, second) = (is(self, zero, minus_zero), is(self, minus_zero, zero));
                let (zeros, same) = (self.or(first, second), self.eq(a, b));
                self.or(same, zeros)
            }
        };
        let (a, b) = (self.no_nan(a), self.no_nan(b));
        let numbers = self.and(a, b);
        Some(self.and(numbers, ordered))
    }

    /// A signed integer that is in the order of the numbers: -1 for -0, and 0 for 0.
    fn key(&mut self, a: TermId) -> TermId {
        let width = self.width(a);
        let (all, one) = (self.constant(width, u64::from(width) - 1), self.constant(width, 1));
        let negative = self.ashr(a, all);
        let but_the_sign = self.lshr(negative, one);
        self.xor(a, but_the_sign)
    }

    fn no_nan(&mut self, a: TermId) -> TermId {
        let width = self.width(a);
        let (magnitude, infinity) = (self.fabs(a), self.constant(width, infinity(width)));
        self.ule(magnitude, infinity)
    }

    /// Whether the operator of a term takes bits for floating-point numbers.
    pub fn is_float(&self, term: TermId) -> bool {
        matches!(self.view(term), View::Binary(BinaryOp::FLt | BinaryOp::FLe | BinaryOp::FEq, ..))
    }
}
