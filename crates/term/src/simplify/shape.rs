//! Moving bits about: parts of terms, and terms put together.
//!
//! Memory takes a value apart into bytes and puts bytes together, so the parts must find each other again:
//! adjacent extracts of one term fuse, and an extension's zeros or copies of the sign, seen from any byte, are
//! those of the same extension. Concatenations nest to the right.

use crate::arena::Terms;
use crate::node::BinaryOp::{Add, And, Concat, Or, Sub, Xor};
use crate::node::UnaryOp::Not;
use crate::node::{TermId, View};
use crate::semantics::{mask, signed};

impl Terms {
    /// The bits of a term from `low` to `high`, both included.
    pub fn extract(&mut self, a: TermId, high: u32, low: u32) -> TermId {
        let from = self.width(a);
        assert!(low <= high && high < from, "bits {high} to {low} of a term of {from} bits");
        let width = high - low + 1;
        if width == from {
            return a;
        }
        match self.view(a) {
            View::Constant(value) => self.constant(width, value >> low),
            View::Extract { a, low: lower, .. } => self.extract(a, high + lower, low + lower),
            View::Binary(Concat, upper, lower) => self.extract_of_concat(upper, lower, high, low),
            View::ZeroExtend(x) | View::SignExtend(x) if high < self.width(x) => self.extract(x, high, low),
            View::ZeroExtend(x) if low >= self.width(x) => self.constant(width, 0),
            View::ZeroExtend(x) => {
                let part = self.extract(x, self.width(x) - 1, low);
                self.zext(part, width)
            }
            View::SignExtend(x) => {
                let sign = self.width(x) - 1;
                let part = self.extract(x, sign, low.min(sign));
                self.sext(part, width)
            }
            _ if self.range(a).unsigned(from).1 >> low == 0 => self.constant(width, 0),
            // One of two constants, such as pointers.
            View::Ite(condition, x, y) if self.value(x).is_some() && self.value(y).is_some() => {
                let (x, y) = (self.extract(x, high, low), self.extract(y, high, low));
                self.ite(condition, x, y)
            }
            _ if width == 1 => self.extract_bit(a, low),
            _ => self.intern(View::Extract { a, high, low }, width),
        }
    }

    fn extract_of_concat(&mut self, upper: TermId, lower: TermId, high: u32, low: u32) -> TermId {
        let border = self.width(lower);
        if low >= border {
            self.extract(upper, high - border, low - border)
        } else if high < border {
            self.extract(lower, high, low)
        } else {
            let upper = self.extract(upper, high - border, 0);
            let lower = self.extract(lower, border - 1, low);
            self.concat(upper, lower)
        }
    }

    /// One bit, of a term that does not move bits about. Memory never takes a term apart into bits, so here it can
    /// go through operators, as `!` for truth values in registers needs (`x ^ -1 & 1`).
    fn extract_bit(&mut self, a: TermId, place: u32) -> TermId {
        let extended = |terms: &Terms, x| {
            let view = terms.view(x);
            matches!(view, View::Constant(_) | View::ZeroExtend(_) | View::SignExtend(_))
        };
        match self.view(a) {
            View::Unary(Not, x) if extended(self, x) => {
                let bit = self.extract(x, place, place);
                self.not(bit)
            }
            View::Binary(op @ (And | Or | Xor | Add | Sub), x, y)
                if extended(self, x) && extended(self, y) && (place == 0 || !matches!(op, Add | Sub)) =>
            {
                let (x, y) = (self.extract(x, place, place), self.extract(y, place, place));
                self.binary(op, x, y)
            }
            _ => self.intern(View::Extract { a, high: place, low: place }, 1),
        }
    }

    /// The bits of `a` above those of `b`.
    pub fn concat(&mut self, a: TermId, b: TermId) -> TermId {
        let width = self.width(a) + self.width(b);
        assert!(width <= 64, "a term has at most 64 bits, not {width}");
        if let Some(whole) = self.fused(a, b) {
            return whole;
        }
        if let (View::Ite(condition, a0, a1), View::Ite(same, b0, b1)) = (self.view(a), self.view(b))
            && condition == same
            && [a0, a1, b0, b1].iter().all(|&arm| self.value(arm).is_some())
        {
            let (first, second) = (self.concat(a0, b0), self.concat(a1, b1));
            return self.ite(condition, first, second);
        }
        match self.view(a) {
            View::Constant(0) => return self.zext(b, width),
            // Copies of a sign that is always set.
            View::Constant(ones)
                if ones == mask(self.width(a)) && self.range(b).signed(self.width(b)).1 < 0 =>
            {
                return self.sext(b, width);
            }
            View::Binary(Concat, upper, lower) => {
                let lower = self.concat(lower, b);
                return self.concat(upper, lower);
            }
            View::ZeroExtend(x) => {
                let part = self.concat(x, b);
                return self.zext(part, width);
            }
            View::SignExtend(x) => {
                let part = self.concat(x, b);
                return self.sext(part, width);
            }
            _ => {}
        }
        if let View::Binary(Concat, upper, lower) = self.view(b)
            && let Some(upper) = self.fused(a, upper)
        {
            return self.concat(upper, lower);
        }
        // A copy of the sign.
        if self.width(a) == 1 {
            let sign = self.width(b) - 1;
            if self.extract(b, sign, sign) == a {
                return self.sext(b, width);
            }
        }
        self.plain_binary(Concat, a, b)
    }

    /// Neighbours as one term.
    fn fused(&mut self, a: TermId, b: TermId) -> Option<TermId> {
        match (self.view(a), self.view(b)) {
            (View::Constant(upper), View::Constant(lower)) => {
                let (upper_width, width) = (self.width(a), self.width(b));
                Some(self.constant(upper_width + width, upper << width | lower))
            }
            (View::Extract { a, high, low: border }, View::Extract { a: same, high: below, low })
                if a == same && border == below + 1 =>
            {
                Some(self.extract(a, high, low))
            }
            (View::Constant(upper), View::Extract { a: x, high, low }) if high + 1 < self.width(x) => {
                self.fused_with_known(upper, self.width(a), x, high, low)
            }
            _ => None,
        }
    }

    /// A number above bits of `x`, if it is what is known to be above them in `x`: the bytes of `x + 0x1200` for a
    /// byte `x` are one that is unknown and three numbers.
    fn fused_with_known(&mut self, upper: u64, width: u32, x: TermId, high: u32, low: u32) -> Option<TermId> {
        let (least, greatest) = self.range(x).unsigned(self.width(x));
        let (known, rest) = (least >> (high + 1), self.width(x) - 1 - high);
        if known != greatest >> (high + 1) {
            return None;
        }
        if width <= rest {
            return (upper == known & mask(width)).then(|| self.extract(x, high + width, low));
        }
        let whole = width + high - low + 1;
        if upper == known {
            let part = self.extract(x, self.width(x) - 1, low);
            Some(self.zext(part, whole))
        } else if upper == signed(rest, known) as u64 & mask(width) {
            let part = self.extract(x, self.width(x) - 1, low);
            Some(self.sext(part, whole))
        } else {
            None
        }
    }

    /// A sum of terms that have no bit in common as their concatenation: `(x << 8) + y` or `(x << 8) | y` for a
    /// byte `y`.
    pub(super) fn joined(&mut self, a: TermId, b: TermId) -> Option<TermId> {
        if let (View::ZeroExtend(x), View::ZeroExtend(y)) = (self.view(a), self.view(b)) {
            let is_concat = |term| matches!(self.view(term), View::Binary(Concat, ..));
            if !is_concat(x) && !is_concat(y) {
                return None;
            }
            let (width, narrow) = (self.width(a), self.width(x).max(self.width(y)));
            let (x, y) = (self.zext(x, narrow), self.zext(y, narrow));
            let whole = self.joined_at_zeros(x, y)?;
            return Some(self.zext(whole, width));
        }
        self.joined_at_zeros(a, b)
    }

    fn joined_at_zeros(&mut self, a: TermId, b: TermId) -> Option<TermId> {
        let lowest = |terms: &Terms, term| match terms.view(term) {
            View::Binary(Concat, _, lower) => lower_most(terms, lower),
            _ => None,
        };
        let (a, b, zeros) = match (lowest(self, a), lowest(self, b)) {
            (Some(zeros), _) if self.range(b).unsigned(self.width(b)).1 <= mask(zeros) => (a, b, zeros),
            (_, Some(zeros)) if self.range(a).unsigned(self.width(a)).1 <= mask(zeros) => (b, a, zeros),
            _ => return None,
        };
        let upper = self.extract(a, self.width(a) - 1, zeros);
        let lower = self.extract(b, zeros - 1, 0);
        Some(self.concat(upper, lower))
    }

    /// The term with zeros above it.
    pub fn zext(&mut self, a: TermId, width: u32) -> TermId {
        let from = self.width(a);
        assert!(from <= width && width <= 64, "{from} bits do not extend to {width}");
        if width == from {
            return a;
        }
        match self.view(a) {
            View::Constant(value) => self.constant(width, value),
            View::ZeroExtend(x) => self.zext(x, width),
            // Nothing was lost when it was cut off.
            View::Extract { a: x, low: 0, .. } if self.range(x).unsigned(self.width(x)).1 <= mask(from) => {
                self.resized(x, width)
            }
            View::Ite(condition, x, y) if self.value(x).is_some() && self.value(y).is_some() => {
                let (x, y) = (self.zext(x, width), self.zext(y, width));
                self.ite(condition, x, y)
            }
            _ => self.intern(View::ZeroExtend(a), width),
        }
    }

    /// The term with copies of its sign above it.
    pub fn sext(&mut self, a: TermId, width: u32) -> TermId {
        let from = self.width(a);
        assert!(from <= width && width <= 64, "{from} bits do not extend to {width}");
        if width == from {
            return a;
        }
        if self.is_natural(a) {
            return self.zext(a, width);
        }
        match self.view(a) {
            View::Constant(value) => self.constant(width, signed(from, value) as u64),
            View::SignExtend(x) => self.sext(x, width),
            View::Extract { a: x, low: 0, .. } if self.fits_signed(x, from) => self.resized_signed(x, width),
            View::Ite(condition, x, y) if self.value(x).is_some() && self.value(y).is_some() => {
                let (x, y) = (self.sext(x, width), self.sext(y, width));
                self.ite(condition, x, y)
            }
            _ => self.intern(View::SignExtend(a), width),
        }
    }

    /// Whether a term's values are, as signed numbers, numbers of `width` bits.
    fn fits_signed(&self, a: TermId, width: u32) -> bool {
        let (low, high) = self.range(a).signed(self.width(a));
        let greatest = (mask(width) >> 1) as i64;
        -greatest - 1 <= low && high <= greatest
    }
}

/// How many bits at the lower end of a concatenation are constantly zero.
fn lower_most(terms: &Terms, mut lower: TermId) -> Option<u32> {
    while let View::Binary(Concat, _, next) = terms.view(lower) {
        lower = next;
    }
    (terms.value(lower)? == 0).then(|| terms.width(lower))
}
