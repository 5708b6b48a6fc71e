//! Which values a term can have at all: cheap facts for the simplifier.
//!
//! A range goes from its first value upwards to its last and may wrap around zero: `x - 1` for a byte `x` is in
//! [-1, 254]. So one pair of numbers serves signed and unsigned questions alike (wrapped intervals: Gange et al.,
//! "Interval Analysis and Machine Arithmetic", TOPLAS 2014).

use crate::arena::Terms;
use crate::node::{BinaryOp, Node, TermId, UnaryOp, View};
use crate::semantics::{self, mask, signed};

/// The values from `first` upwards to `last`, modulo 2 to the width.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Range {
    first: u64,
    last: u64,
}

impl Range {
    fn full(width: u32) -> Range {
        Range { first: 0, last: mask(width) }
    }

    fn new(width: u32, first: u64, last: u64) -> Range {
        let (first, last) = (first & mask(width), last & mask(width));
        // All values, wherever they start, are one range.
        if last.wrapping_add(1) & mask(width) == first { Range::full(width) } else { Range { first, last } }
    }

    /// The values from one number up to another that is not less.
    pub(crate) fn between(low: u64, high: u64) -> Range {
        Range { first: low, last: high }
    }

    /// The least and the greatest value, as unsigned numbers.
    #[inline(always)]
    pub fn unsigned(self, width: u32) -> (u64, u64) {
        if self.first <= self.last { (self.first, self.last) } else { (0, mask(width)) }
    }

    /// The least and the greatest value, as signed numbers.
    #[inline(always)]
    pub fn signed(self, width: u32) -> (i64, i64) {
        let (first, last) = (signed(width, self.first), signed(width, self.last));
        if first <= last {
            (first, last)
        } else {
            (signed(width, 1 << (width - 1)), (mask(width) >> 1) as i64)
        }
    }

    /// The value, if there is only one.
    #[inline(always)]
    pub fn single(self) -> Option<u64> {
        (self.first == self.last).then_some(self.first)
    }

    /// How many values there are, less one.
    fn size(self, width: u32) -> u64 {
        self.last.wrapping_sub(self.first) & mask(width)
    }

    fn contains(self, other: Range, width: u32) -> bool {
        let offset = other.first.wrapping_sub(self.first) & mask(width);
        offset <= self.size(width) && other.size(width) <= self.size(width) - offset
    }

    /// A smallest range around two.
    fn union(self, other: Range, width: u32) -> Range {
        let mut best = Range::full(width);
        for first in [self.first, other.first] {
            for last in [self.last, other.last] {
                let candidate = Range::new(width, first, last);
                let around_both = candidate.contains(self, width) && candidate.contains(other, width);
                if around_both && candidate.size(width) < best.size(width) {
                    best = candidate;
                }
            }
        }
        best
    }

    pub(crate) fn of_node(terms: &Terms, node: &Node) -> Range {
        let width = u32::from(node.width);
        let range = |term| terms.range(term);
        match node.view() {
            View::Constant(value) => Range { first: value, last: value },
            View::Input(_) => Range::full(width),
            View::Unary(op, a) => of_unary(op, width, range(a)),
            View::Binary(op, a, b) => of_binary(terms, op, width, a, b),
            View::Extract { a, high, low } => of_extract(width, range(a), terms.width(a), high, low),
            View::ZeroExtend(a) => {
                let (first, last) = range(a).unsigned(terms.width(a));
                Range { first, last }
            }
            View::SignExtend(a) => {
                let (first, last) = range(a).signed(terms.width(a));
                Range::new(width, first as u64, last as u64)
            }
            View::Convert(..) => Range::full(width),
            View::Ite(_, a, b) => range(a).union(range(b), width),
        }
    }
}

fn of_unary(op: UnaryOp, width: u32, a: Range) -> Range {
    let (low, high) = a.unsigned(width);
    match op {
        UnaryOp::Not => Range::new(width, !a.last, !a.first),
        UnaryOp::Neg => Range::new(width, a.last.wrapping_neg(), a.first.wrapping_neg()),
        UnaryOp::Clz => {
            let count = |value| semantics::unary(UnaryOp::Clz, width, value);
            Range { first: count(high), last: count(low) }
        }
        UnaryOp::Ctz | UnaryOp::Popcnt => Range::new(width, 0, width.into()),
        UnaryOp::FSqrt | UnaryOp::FCeil | UnaryOp::FFloor | UnaryOp::FTrunc | UnaryOp::FNearest => {
            Range::full(width)
        }
    }
}

fn of_extract(width: u32, a: Range, from: u32, high: u32, low: u32) -> Range {
    let (least, greatest) = a.unsigned(from);
    if low == 0 && a.size(from) < mask(width) {
        Range::new(width, a.first, a.last)
    } else if greatest >> low <= mask(high - low + 1) {
        Range { first: least >> low, last: greatest >> low }
    } else {
        Range::full(width)
    }
}

fn of_binary(terms: &Terms, op: BinaryOp, width: u32, a: TermId, b: TermId) -> Range {
    let (x, y) = (terms.range(a), terms.range(b));
    let ((x_low, x_high), (y_low, y_high)) = (x.unsigned(terms.width(a)), y.unsigned(terms.width(b)));
    let unsigned = |first, last| Range { first, last };
    let sizes = || x.size(width).checked_add(y.size(width)).is_some_and(|size| size < mask(width));
    use BinaryOp::*;
    match op {
        Add if sizes() => Range::new(width, x.first.wrapping_add(y.first), x.last.wrapping_add(y.last)),
        Sub if sizes() => Range::new(width, x.first.wrapping_sub(y.last), x.last.wrapping_sub(y.first)),
        Mul => of_product(width, x, y),
        Udiv if y_low > 0 => unsigned(x_low / y_high, x_high / y_low),
        Urem if y_low > 0 => unsigned(0, x_high.min(y_high - 1)),
        Urem => unsigned(0, x_high),
        And => unsigned(0, x_high.min(y_high)),
        Or => unsigned(x_low.max(y_low), low_mask(x_high | y_high)),
        Xor => unsigned(0, low_mask(x_high | y_high)),
        Lshr => unsigned(0, x_high),
        Ashr => {
            let (low, high) = x.signed(width);
            Range::new(width, low.min(0) as u64, high.max(-1) as u64)
        }
        Eq | Ult | Ule | Slt | Sle | FLt | FLe | FEq => unsigned(0, 1),
        Concat => {
            let low_width = terms.width(b);
            unsigned(x_low << low_width | y_low, x_high << low_width | y_high)
        }
        Sdiv | Srem => of_signed_division(op, width, x, y),
        Add | Sub | Udiv | Shl | Rotl | Rotr | FAdd | FSub | FMul | FDiv => Range::full(width),
    }
}

fn of_product(width: u32, x: Range, y: Range) -> Range {
    let ((x_low, x_high), (y_low, y_high)) = (x.unsigned(width), y.unsigned(width));
    if x_high.checked_mul(y_high).is_some_and(|product| product <= mask(width)) {
        return Range { first: x_low * y_low, last: x_high * y_high };
    }
    let ((x_low, x_high), (y_low, y_high)) = (x.signed(width), y.signed(width));
    let products = [(x_low, y_low), (x_low, y_high), (x_high, y_low), (x_high, y_high)]
        .map(|(x, y)| i128::from(x) * i128::from(y));
    let (low, high) =
        products.iter().fold((i128::MAX, i128::MIN), |(low, high), &p| (low.min(p), high.max(p)));
    // Up to a full turn it is a range, wherever it starts.
    if high - low < i128::from(mask(width)) {
        Range::new(width, low as u64, high as u64)
    } else {
        Range::full(width)
    }
}

/// Division by a positive constant; others are rare.
fn of_signed_division(op: BinaryOp, width: u32, x: Range, y: Range) -> Range {
    let (low, high) = x.signed(width);
    match y.single().map(|divisor| signed(width, divisor)) {
        Some(divisor) if divisor > 0 && op == BinaryOp::Sdiv => {
            Range::new(width, (low / divisor) as u64, (high / divisor) as u64)
        }
        Some(divisor) if divisor > 0 => {
            let least = low.max(1 - divisor).min(0);
            let greatest = high.min(divisor - 1).max(0);
            Range::new(width, least as u64, greatest as u64)
        }
        _ => Range::full(width),
    }
}

/// All bits up to the highest that is set.
pub(crate) fn low_mask(value: u64) -> u64 {
    u64::MAX.checked_shr(value.leading_zeros()).unwrap_or(0)
}
