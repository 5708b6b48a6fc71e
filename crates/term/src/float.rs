//! Floating-point numbers, which are terms of 32 or 64 bits like any others: what their operators mean, and comparisons
//! written out over the bits.
//!
//! Bits are ordered as the numbers are, if all but the sign of negative ones are inverted and the result is read as a
//! signed integer (the *key* below). Only NaNs, which compare with nothing, and the two zeros, which are equal, have
//! to be told apart. So a comparison needs no theory of floating point: [`Terms::expanded`] says it with the operators
//! of bit vectors.

use crate::arena::Terms;
use crate::node::{BinaryOp, Conversion, TermId, UnaryOp, View};
use crate::semantics::{self, mask};

/// The bit that is the sign.
pub(crate) fn sign(width: u32) -> u64 {
    1 << (width - 1)
}

/// The bits of positive infinity: what is above, without sign, is NaN.
pub(crate) fn infinity(width: u32) -> u64 {
    if width == 32 { f32::INFINITY.to_bits().into() } else { f64::INFINITY.to_bits() }
}

/// The NaN that operations make.
pub fn nan(width: u32) -> u64 {
    if width == 32 { 0x7fc0_0000 } else { 0x7ff8_0000_0000_0000 }
}

/// Whether bits are those of a NaN.
pub(crate) fn is_nan(width: u32, a: u64) -> bool {
    a & !sign(width) > infinity(width)
}

/// The number that bits are. Every number of 32 bits is one of 64 bits, too.
pub(crate) fn number(width: u32, bits: u64) -> f64 {
    match width {
        32 => f32::from_bits(bits as u32).into(),
        _ => f64::from_bits(bits),
    }
}

fn bits32(number: f32) -> u64 {
    if number.is_nan() { nan(32) } else { number.to_bits().into() }
}

fn bits64(number: f64) -> u64 {
    if number.is_nan() { nan(64) } else { number.to_bits() }
}

pub(crate) fn unary(op: UnaryOp, width: u32, a: u64) -> u64 {
    // The numbers of 32 bits are closed under rounding, and a root rounded to 64 bits and then to 32 is the root
    // rounded to 32 (Figueroa, "When is double rounding innocuous?", 1995).
    let a = number(width, a);
    let result = match op {
        UnaryOp::FSqrt => a.sqrt(),
        UnaryOp::FCeil => a.ceil(),
        UnaryOp::FFloor => a.floor(),
        UnaryOp::FTrunc => a.trunc(),
        _ => a.round_ties_even(),
    };
    bits(width, result)
}

pub(crate) fn binary(op: BinaryOp, width: u32, a: u64, b: u64) -> u64 {
    macro_rules! apply {
        ($a:expr, $b:expr) => {
            match op {
                BinaryOp::FAdd => $a + $b,
                BinaryOp::FSub => $a - $b,
                BinaryOp::FMul => $a * $b,
                _ => $a / $b,
            }
        };
    }
    match width {
        32 => bits32(apply!(f32::from_bits(a as u32), f32::from_bits(b as u32))),
        _ => bits64(apply!(f64::from_bits(a), f64::from_bits(b))),
    }
}

/// A number as one of another kind. Rust's conversions round and saturate as ours do.
pub(crate) fn convert(op: Conversion, from: u32, to: u32, a: u64) -> u64 {
    let signed = |a: u64| semantics::signed(from, a);
    match (op, to) {
        (Conversion::FromSigned, 32) => bits32(signed(a) as f32),
        (Conversion::FromSigned, _) => bits64(signed(a) as f64),
        (Conversion::FromUnsigned, 32) => bits32(a as f32),
        (Conversion::FromUnsigned, _) => bits64(a as f64),
        (Conversion::ToSigned, 32) => number(from, a) as i32 as u32 as u64,
        (Conversion::ToSigned, _) => number(from, a) as i64 as u64,
        (Conversion::ToUnsigned, 32) => number(from, a) as u32 as u64,
        (Conversion::ToUnsigned, _) => number(from, a) as u64,
        (Conversion::Float, 32) => bits32(number(from, a) as f32),
        (Conversion::Float, _) => bits64(number(from, a)),
    }
}

impl Conversion {
    /// Where the integers of a width end, as floating-point numbers of any width: what is not above the first or not
    /// below the second becomes the least or the greatest integer.
    pub fn limits(self, to: u32) -> (f64, f64) {
        match self {
            Conversion::ToSigned => (-(2f64.powi(to as i32 - 1)), 2f64.powi(to as i32 - 1)),
            _ => (0.0, 2f64.powi(to as i32)),
        }
    }
}

/// The bits of a number that numbers of that width have.
pub(crate) fn bits(width: u32, number: f64) -> u64 {
    if width == 32 { bits32(number as f32) } else { bits64(number) }
}

/// What a comparison says of two numbers.
#[inline(always)]
pub(crate) fn compare(op: BinaryOp, width: u32, a: u64, b: u64) -> bool {
    let (a, b) = (number(width, a), number(width, b));
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

    /// How many operators of floating-point arithmetic a term has, up to a limit.
    pub fn float_operators(&self, term: TermId, most: usize) -> usize {
        // Only what has such operators below is looked at, and of that not much.
        let (mut seen, mut stack, mut found) = (Vec::new(), vec![term], 0);
        while let Some(term) = stack.pop() {
            if !self.has_floats(term) || seen.contains(&term) {
                continue;
            }
            found += usize::from(self.is_float_arithmetic(term));
            if found >= most || seen.len() >= 16 * most {
                return most;
            }
            seen.push(term);
            stack.extend(self.view(term).operands());
        }
        found
    }

    /// Whether the operator of a term takes bits for floating-point numbers, or makes some.
    pub fn is_float(&self, term: TermId) -> bool {
        matches!(self.view(term), View::Binary(BinaryOp::FLt | BinaryOp::FLe | BinaryOp::FEq, ..))
            || self.is_float_arithmetic(term)
    }

    /// The same, but for comparisons, which are no more than bits.
    pub fn is_float_arithmetic(&self, term: TermId) -> bool {
        self.node(term).kind.is_float_arithmetic()
    }
}
