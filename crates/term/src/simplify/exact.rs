//! Floating-point arithmetic and conversions.
//!
//! Programs compute with integers in doubles: counts, sums, means. As long as these are at most 2 to the 53, all but the
//! quotients are exact, so sums and comparisons of converted integers are sums and comparisons of integers, which
//! solvers know better. A number of 32 bits that is only compared as one of 64 is compared as it is.

use crate::arena::Terms;
use crate::float;
use crate::node::BinaryOp::{self, FAdd, FEq, FLe, FLt, FMul, FSub};
use crate::node::Conversion::{self, Float, FromSigned, FromUnsigned, ToSigned, ToUnsigned};
use crate::node::{TermId, UnaryOp, View};
use crate::semantics::{self, mask};

impl Terms {
    /// A number as one of another kind, of that width.
    pub fn convert(&mut self, op: Conversion, a: TermId, width: u32) -> TermId {
        let from = self.width(a);
        let is_float = |width: u32| width == 32 || width == 64;
        let from_integer = matches!(op, FromSigned | FromUnsigned);
        assert!(is_float(width) && (from_integer || is_float(from)), "{op:?} from {from} to {width} bits");
        if let Some(value) = self.value(a) {
            return self.constant(width, float::convert(op, from, width, value));
        }
        if let Some((condition, yes, no)) = self.two_valued(a) {
            let [yes, no] =
                [yes, no].map(|value| self.constant(width, float::convert(op, from, width, value)));
            return self.ite(condition, yes, no);
        }
        if from_integer {
            return self.converted_integer(op, a, width);
        }
        match self.exact_integer(a) {
            Some(x) if op == Float && self.is_within(x, exact(width)) => self.convert(FromSigned, x, width),
            Some(x)
                if op == ToSigned && self.is_within(x, mask(width - 1) as i64)
                    || op == ToUnsigned && width == 64 && self.is_natural(x) =>
            {
                self.extract(x, width - 1, 0)
            }
            _ => self.intern(View::Convert(op, a), width),
        }
    }

    /// An integer as a floating-point number, by as few of its bits as will do.
    fn converted_integer(&mut self, op: Conversion, a: TermId, width: u32) -> TermId {
        match (op, self.view(a)) {
            (FromSigned, View::SignExtend(x)) => self.convert(FromSigned, x, width),
            (_, View::ZeroExtend(x)) => self.convert(FromUnsigned, x, width),
            _ if self.is_natural(a) => self.intern(View::Convert(FromSigned, a), width),
            _ => self.intern(View::Convert(op, a), width),
        }
    }

    /// An operator of arithmetic on one floating-point number.
    pub(super) fn float_unary(&mut self, op: UnaryOp, a: TermId) -> TermId {
        let width = self.width(a);
        assert!(width == 32 || width == 64, "a floating-point number has 32 or 64 bits, not {width}");
        match self.view(a) {
            View::Constant(value) => self.constant(width, semantics::unary(op, width, value)),
            // What is integral stays as it is.
            View::Convert(FromSigned | FromUnsigned, _) if op != UnaryOp::FSqrt => a,
            View::Unary(UnaryOp::FCeil | UnaryOp::FFloor | UnaryOp::FTrunc | UnaryOp::FNearest, _)
                if op != UnaryOp::FSqrt =>
            {
                a
            }
            _ => self.plain_unary(op, a),
        }
    }

    /// An operator of arithmetic on two floating-point numbers.
    pub(super) fn float_binary(&mut self, op: BinaryOp, a: TermId, b: TermId) -> TermId {
        let width = self.common_width(a, b);
        assert!(width == 32 || width == 64, "a floating-point number has 32 or 64 bits, not {width}");
        if let Some(value) = self.folded(op, a, b) {
            return value;
        }
        self.exact_result(op, a, b).unwrap_or_else(|| self.plain_binary(op, a, b))
    }

    /// The result of arithmetic on integers that is one of them.
    fn exact_result(&mut self, op: BinaryOp, a: TermId, b: TermId) -> Option<TermId> {
        let width = self.width(a);
        let (x, y) = (self.exact_integer(a)?, self.exact_integer(b)?);
        let ((x_low, x_high), (y_low, y_high)) = (self.range(x).signed(64), self.range(y).signed(64));
        // Zero times a negative number is -0, which no integer is.
        let may_be_minus_zero =
            (x_low <= 0 && 0 <= x_high && y_low < 0) || (y_low <= 0 && 0 <= y_high && x_low < 0);
        let products = [(x_low, y_low), (x_low, y_high), (x_high, y_low), (x_high, y_high)]
            .map(|(x, y)| i128::from(x) * i128::from(y));
        let (low, high) = match op {
            FAdd => (i128::from(x_low) + i128::from(y_low), i128::from(x_high) + i128::from(y_high)),
            FSub => (i128::from(x_low) - i128::from(y_high), i128::from(x_high) - i128::from(y_low)),
            FMul if !may_be_minus_zero => {
                products.iter().fold((i128::MAX, i128::MIN), |(low, high), &p| (low.min(p), high.max(p)))
            }
            _ => return None,
        };
        let most = i128::from(exact(width));
        if low < -most || high > most {
            return None;
        }
        let result = match op {
            FAdd => self.add(x, y),
            FSub => self.sub(x, y),
            _ => self.mul(x, y),
        };
        Some(self.convert(FromSigned, result, width))
    }

    /// The integer that a floating-point number is for all inputs, in 64 bits, if it has one that is converted exactly.
    /// Never -0.
    fn exact_integer(&mut self, a: TermId) -> Option<TermId> {
        let width = self.width(a);
        match self.view(a) {
            View::Constant(value) => {
                let number = float::number(width, value);
                let is_exact = number.abs() <= exact(width) as f64 && number.trunc() == number;
                (is_exact && value != float::sign(width)).then(|| self.constant(64, number as i64 as u64))
            }
            View::Convert(op @ (FromSigned | FromUnsigned), x) => {
                let from = self.width(x);
                let (low, high) = match op {
                    FromSigned => self.range(x).signed(from),
                    _ => (0, i64::try_from(self.range(x).unsigned(from).1).ok()?),
                };
                if low < -exact(width) || high > exact(width) {
                    return None;
                }
                Some(if op == FromSigned { self.sext(x, 64) } else { self.zext(x, 64) })
            }
            _ => None,
        }
    }

    /// Whether the absolute value of an integer is at most so much.
    fn is_within(&self, a: TermId, most: i64) -> bool {
        let (low, high) = self.range(a).signed(self.width(a));
        -most <= low && high <= most
    }

    /// A comparison of integers in floating point.
    pub(super) fn compared_integers(&mut self, op: BinaryOp, a: TermId, b: TermId) -> Option<TermId> {
        let width = self.width(a);
        let (x, y) = match (self.value(a), self.value(b)) {
            (None, None) => (self.exact_integer(a)?, self.exact_integer(b)?),
            // The integers that are as far from the other as the number is.
            (Some(number), _) => {
                let (y, number) = (self.exact_integer(b)?, float::number(width, number));
                if op == FEq && number.trunc() != number {
                    return Some(Terms::FALSE);
                }
                let bound = if op == FLt { number.floor() } else { number.ceil() };
                (self.constant(64, bound as i64 as u64), y)
            }
            (_, Some(number)) => {
                let (x, number) = (self.exact_integer(a)?, float::number(width, number));
                if op == FEq && number.trunc() != number {
                    return Some(Terms::FALSE);
                }
                let bound = if op == FLt { number.ceil() } else { number.floor() };
                (x, self.constant(64, bound as i64 as u64))
            }
        };
        Some(match op {
            FLt => self.slt(x, y),
            FLe => self.sle(x, y),
            _ => self.eq(x, y),
        })
    }

    /// A comparison of 64 bits that is one of 32.
    pub(super) fn compared_narrow(&mut self, op: BinaryOp, a: TermId, b: TermId) -> Option<TermId> {
        let narrow = |terms: &Terms, term: TermId| match terms.view(term) {
            View::Convert(Float, x) if terms.width(term) == 64 => Some(x),
            _ => None,
        };
        let number = |terms: &Terms, term: TermId| Some(f64::from_bits(terms.value(term)?));
        let (x, y) = (narrow(self, a), narrow(self, b));
        match (x, y, number(self, a), number(self, b)) {
            (Some(x), Some(y), _, _) => Some(self.float_comparison(op, x, y)),
            (Some(x), _, _, Some(number)) => {
                let (below, above) = around(number);
                let exact = below == above;
                if op == FEq && !exact {
                    return Some(Terms::FALSE);
                }
                let below = self.constant(32, below.to_bits().into());
                Some(self.float_comparison(if exact { op } else { FLe }, x, below))
            }
            (_, Some(y), Some(number), _) => {
                let (below, above) = around(number);
                let exact = below == above;
                if op == FEq && !exact {
                    return Some(Terms::FALSE);
                }
                let above = self.constant(32, above.to_bits().into());
                Some(self.float_comparison(if exact { op } else { FLe }, above, y))
            }
            _ => None,
        }
    }
}

/// Up to this, all integers are floating-point numbers of a width.
fn exact(width: u32) -> i64 {
    if width == 32 { 1 << 24 } else { 1 << 53 }
}

/// The greatest number of 32 bits that is at most this one, and the least that is at least this one. It is not NaN.
fn around(number: f64) -> (f32, f32) {
    let nearest = number as f32;
    match f64::from(nearest).total_cmp(&number) {
        std::cmp::Ordering::Less => (nearest, nearest.next_up()),
        std::cmp::Ordering::Equal => (nearest, nearest),
        std::cmp::Ordering::Greater => (nearest.next_down(), nearest),
    }
}
