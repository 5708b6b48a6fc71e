//! Quotients and remainders. By powers of two they are moved or masked bits.

use crate::arena::Terms;
use crate::node::BinaryOp::{Sdiv, Srem, Udiv, Urem};
use crate::node::TermId;
use crate::semantics::mask;

impl Terms {
    /// The unsigned quotient.
    pub fn udiv(&mut self, a: TermId, b: TermId) -> TermId {
        let width = self.common_width(a, b);
        if let Some(quotient) = self.folded(Udiv, a, b) {
            return quotient;
        }
        match self.value(b) {
            Some(0) => self.constant(width, mask(width)),
            Some(value) if value.is_power_of_two() => self.shifted_right(a, value.trailing_zeros()),
            _ => self.plain_binary(Udiv, a, b),
        }
    }

    /// The unsigned remainder.
    pub fn urem(&mut self, a: TermId, b: TermId) -> TermId {
        let width = self.common_width(a, b);
        if let Some(remainder) = self.folded(Urem, a, b) {
            return remainder;
        }
        let least_divisor = self.range(b).unsigned(width).0;
        match self.value(b) {
            Some(0) => a,
            Some(value) if value.is_power_of_two() => {
                let low = self.constant(width, value - 1);
                self.and(a, low)
            }
            _ if self.range(a).unsigned(width).1 < least_divisor => a,
            _ => self.plain_binary(Urem, a, b),
        }
    }

    /// The signed quotient.
    pub fn sdiv(&mut self, a: TermId, b: TermId) -> TermId {
        let width = self.common_width(a, b);
        if let Some(quotient) = self.folded(Sdiv, a, b) {
            return quotient;
        }
        match self.value(b) {
            Some(1) => a,
            Some(value) if value == mask(width) => self.neg(a),
            _ if self.is_natural(a) && self.is_natural(b) => self.udiv(a, b),
            _ => self.plain_binary(Sdiv, a, b),
        }
    }

    /// The signed remainder.
    pub fn srem(&mut self, a: TermId, b: TermId) -> TermId {
        let width = self.common_width(a, b);
        if let Some(remainder) = self.folded(Srem, a, b) {
            return remainder;
        }
        match self.value(b) {
            Some(0) => a,
            Some(value) if value == 1 || value == mask(width) => self.constant(width, 0),
            _ if self.is_natural(a) && self.is_natural(b) => self.urem(a, b),
            _ => self.plain_binary(Srem, a, b),
        }
    }

    /// Whether a term is never negative as a signed number.
    pub(super) fn is_natural(&self, a: TermId) -> bool {
        self.range(a).signed(self.width(a)).0 >= 0
    }
}
