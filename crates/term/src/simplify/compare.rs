//! Comparisons. All are made of `Eq`, `Ult`, `Ule`, `Slt`, `Sle`: the negation of an order is the order swapped.
//!
//! A sum compared with a constant stays as it is, since it may wrap; only equality lets the constant move over.

use crate::arena::Terms;
use crate::node::BinaryOp::{Add, And, Concat, Eq, Sle, Slt, Sub, Ule, Ult, Xor};
use crate::node::Kind;
use crate::node::UnaryOp::{Neg, Not};
use crate::node::{TermId, View};
use crate::semantics::mask;

impl Terms {
    /// Whether two terms are equal.
    pub fn eq(&mut self, a: TermId, b: TermId) -> TermId {
        let width = self.common_width(a, b);
        if a == b {
            return Terms::TRUE;
        }
        if width == 1 {
            return self.equivalence(a, b);
        }
        let (a, b) = self.ordered(a, b);
        if self.node(b).kind == Kind::Input && self.node(a).kind == Kind::Input {
            return self.plain_binary(Eq, a, b);
        }
        if self.are_disjoint(a, b) {
            return Terms::FALSE;
        }
        let simpler = match self.value(b) {
            Some(value) => self.equal_to(a, value),
            None => self.equal_terms(a, b),
        };
        simpler.unwrap_or_else(|| self.plain_binary(Eq, a, b))
    }

    /// Whether two terms differ.
    pub fn ne(&mut self, a: TermId, b: TermId) -> TermId {
        let equal = self.eq(a, b);
        self.negation(equal)
    }

    /// Whether `a` is less than `b`, unsigned.
    pub fn ult(&mut self, a: TermId, b: TermId) -> TermId {
        self.less(true, false, a, b)
    }

    /// Whether `a` is at most `b`, unsigned.
    pub fn ule(&mut self, a: TermId, b: TermId) -> TermId {
        self.less(false, false, a, b)
    }

    /// Whether `a` is less than `b`, signed.
    pub fn slt(&mut self, a: TermId, b: TermId) -> TermId {
        self.less(true, true, a, b)
    }

    /// Whether `a` is at most `b`, signed.
    pub fn sle(&mut self, a: TermId, b: TermId) -> TermId {
        self.less(false, true, a, b)
    }

    /// Whether `a` is less than `b`, or at most, if not strictly.
    #[inline]
    pub(super) fn less(&mut self, strict: bool, signed: bool, a: TermId, b: TermId) -> TermId {
        let width = self.common_width(a, b);
        if a == b {
            return self.boolean(!strict);
        }
        if width > 1 && self.node(a).kind == Kind::Input && self.node(b).kind == Kind::Input {
            return self.plain_less(strict, signed, a, b);
        }
        self.less_composed(strict, signed, a, b)
    }

    fn plain_less(&mut self, strict: bool, signed: bool, a: TermId, b: TermId) -> TermId {
        let op = match (strict, signed) {
            (true, true) => Slt,
            (false, true) => Sle,
            (true, false) => Ult,
            (false, false) => Ule,
        };
        self.plain_binary(op, a, b)
    }

    fn less_composed(&mut self, strict: bool, signed: bool, a: TermId, b: TermId) -> TermId {
        let width = self.width(a);
        if width == 1 {
            return self.less_bits(strict, signed, a, b);
        }
        // With the sign inverted, signed numbers are ordered as unsigned ones.
        let bias = if signed { 1 << (width - 1) } else { 0 };
        let ((a_low, a_high), (b_low, b_high)) = (self.bounds(a, bias), self.bounds(b, bias));
        if a_high < b_low || !strict && a_high == b_low {
            return Terms::TRUE;
        }
        if a_low > b_high || strict && a_low == b_high {
            return Terms::FALSE;
        }
        if let Some(value) = self.value(b) {
            // Of the values of `a`, those up to this one are meant, which are some but not all.
            let last = (value ^ bias) - u64::from(strict);
            if let Some(term) = self.split_at(a, (a_low, a_high), last, bias) {
                return term;
            }
        }
        if let Some(value) = self.value(a) {
            // Those values of `b` are meant that are not up to this one.
            let last = (value ^ bias) - u64::from(!strict);
            if let Some(term) = self.split_at(b, (b_low, b_high), last, bias) {
                return self.negation(term);
            }
        }
        if self.node(a).height == 0 && self.node(b).height == 0 {
            return self.plain_less(strict, signed, a, b);
        }
        if let Some(term) = self.less_tested(strict, bias, a, b) {
            return term;
        }
        if let Some(term) = self.less_narrow(strict, signed, a, b) {
            return term;
        }
        // Where it makes no difference the order is signed, as most programs have it.
        let signed = signed || self.is_natural(a) && self.is_natural(b);
        self.plain_less(strict, signed, a, b)
    }

    /// An order of a constant and a term that is one of few numbers.
    fn less_tested(&mut self, strict: bool, bias: u64, a: TermId, b: TermId) -> Option<TermId> {
        let order = |x: u64, y: u64| x ^ bias < y ^ bias || !strict && x == y;
        match (self.value(a), self.value(b)) {
            (Some(value), _) => self.tested(b, |x| order(value, x)),
            (_, Some(value)) => self.tested(a, |x| order(x, value)),
            (None, None) => None,
        }
    }

    /// The least and the greatest value of a term in an order in which `bias` is the least number.
    fn bounds(&self, a: TermId, bias: u64) -> (u64, u64) {
        let width = self.width(a);
        if bias == 0 {
            return self.range(a).unsigned(width);
        }
        let (low, high) = self.range(a).signed(width);
        (low as u64 & mask(width) ^ bias, high as u64 & mask(width) ^ bias)
    }

    /// Whether `a`, which is within bounds, is at most `last`, if that singles out the first or excludes only the
    /// last value: then it is an equation.
    fn split_at(&mut self, a: TermId, (low, high): (u64, u64), last: u64, bias: u64) -> Option<TermId> {
        let width = self.width(a);
        if last == low {
            let first = self.constant(width, low ^ bias);
            Some(self.eq(a, first))
        } else if last + 1 == high {
            let last = self.constant(width, high ^ bias);
            Some(self.ne(a, last))
        } else {
            None
        }
    }

    /// On one bit: unsigned, false is less than true; signed, true is -1.
    fn less_bits(&mut self, strict: bool, signed: bool, a: TermId, b: TermId) -> TermId {
        let (less, greater) = if signed { (b, a) } else { (a, b) };
        let not_less = self.negation(less);
        if strict { self.conjunction(not_less, greater) } else { self.disjunction(not_less, greater) }
    }

    fn are_disjoint(&self, a: TermId, b: TermId) -> bool {
        let width = self.width(a);
        let (x, y) = (self.range(a), self.range(b));
        let ((x_low, x_high), (y_low, y_high)) = (x.unsigned(width), y.unsigned(width));
        if x_high < y_low || y_high < x_low {
            return true;
        }
        let ((x_low, x_high), (y_low, y_high)) = (x.signed(width), y.signed(width));
        x_high < y_low || y_high < x_low
    }

    /// An equation with a constant in simpler form.
    fn equal_to(&mut self, a: TermId, value: u64) -> Option<TermId> {
        let (peeled, value) = self.peeled(a, value);
        if let Some(term) = self.tested(peeled, |x| x == value) {
            return Some(term);
        }
        let width = self.width(peeled);
        if value == 0
            && let View::Binary(And, both, highs) = self.view(peeled)
            && let Some(word) = self.word_asked_for_zeros(both, highs)
        {
            return Some(self.no_zero_byte(word));
        }
        match self.view(peeled) {
            View::ZeroExtend(x) | View::SignExtend(x) => Some(match self.before_extension(peeled, value) {
                Some(value) => {
                    let narrow = self.constant(self.width(x), value);
                    self.eq(x, narrow)
                }
                None => Terms::FALSE,
            }),
            View::Binary(Sub | Xor, x, y) if value == 0 => Some(self.eq(x, y)),
            View::Binary(Concat, x, y) => {
                let border = self.width(y);
                let upper = self.constant(width - border, value >> border);
                let lower = self.constant(border, value);
                let (x, y) = (self.eq(x, upper), self.eq(y, lower));
                Some(self.conjunction(x, y))
            }
            _ if peeled != a => {
                let constant = self.constant(width, value);
                Some(if self.are_disjoint(peeled, constant) {
                    Terms::FALSE
                } else {
                    self.plain_binary(Eq, peeled, constant)
                })
            }
            _ => None,
        }
    }

    /// The word that is asked for a byte of zeros, as libraries do for four or eight at once: `(w - 0x0101…) & ~w & 0x8080…`
    /// is zero exactly if no byte of `w` is.
    fn word_asked_for_zeros(&mut self, both: TermId, highs: TermId) -> Option<TermId> {
        let width = self.width(both);
        let ones = 0x0101_0101_0101_0101 & mask(width);
        let View::Binary(And, p, q) = self.view(both) else { return None };
        if !width.is_multiple_of(8) || self.value(highs) != Some(ones << 7) {
            return None;
        }
        for (less, inverted) in [(p, q), (q, p)] {
            if let Some((word, added)) = self.with_constant(Add, less)
                && added == ones.wrapping_neg() & mask(width)
                && self.not(word) == inverted
            {
                return Some(word);
            }
        }
        None
    }

    /// Whether no byte of a word is zero, byte by byte.
    fn no_zero_byte(&mut self, word: TermId) -> TermId {
        let (word, sought) = self.with_constant(Xor, word).unwrap_or((word, 0));
        let mut all = Terms::TRUE;
        for low in (0..self.width(word)).step_by(8) {
            let byte = self.extract(word, low + 7, low);
            let sought = self.constant(8, sought >> low);
            let is_not = self.ne(byte, sought);
            all = self.conjunction(all, is_not);
        }
        all
    }

    /// A term and a constant that it equals exactly if `a` equals `value`: without the operators that have an
    /// inverse. There may be many of them.
    fn peeled(&self, mut a: TermId, mut value: u64) -> (TermId, u64) {
        let mask = mask(self.width(a));
        loop {
            (a, value) = match self.view(a) {
                View::Unary(Not, x) => (x, !value & mask),
                View::Unary(Neg, x) => (x, value.wrapping_neg() & mask),
                View::Binary(op @ (Add | Xor | Sub), x, y) => match (op, self.value(x), self.value(y)) {
                    (Add, _, Some(added)) => (x, value.wrapping_sub(added) & mask),
                    (Xor, _, Some(bits)) => (x, value ^ bits),
                    (Sub, Some(from), _) => (y, from.wrapping_sub(value) & mask),
                    _ => return (a, value),
                },
                _ => return (a, value),
            }
        }
    }

    /// An equation of two terms in simpler form.
    fn equal_terms(&mut self, mut a: TermId, mut b: TermId) -> Option<TermId> {
        let whole = (a, b);
        // What is done to both last is taken off both, as often as there is such a thing.
        loop {
            if a == b {
                return Some(Terms::TRUE);
            }
            (a, b) = match (self.view(a), self.view(b)) {
                (View::Unary(first @ (Not | Neg), x), View::Unary(second, y)) if first == second => (x, y),
                (View::Binary(Xor, x, bits), View::Binary(Xor, y, same))
                    if bits == same && self.value(bits).is_some() =>
                {
                    (x, y)
                }
                _ => match (self.split_sum(a), self.split_sum(b)) {
                    // They differ by a constant that is not zero.
                    ((x, _), (y, _)) if x == y => return Some(Terms::FALSE),
                    ((x, first), (y, second)) if first == second && first != 0 => (x, y),
                    _ => break,
                },
            }
        }
        if let Some((x, y)) = self.narrowed(a, b) {
            return Some(self.eq(x, y));
        }
        if (a, b) == whole {
            return None;
        }
        Some(if self.are_disjoint(a, b) { Terms::FALSE } else { self.plain_binary(Eq, a, b) })
    }
}
