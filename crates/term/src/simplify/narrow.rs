//! Comparisons of extended terms as comparisons of the narrow ones, which C's promotion to `int` had widened.

use crate::arena::Terms;
use crate::node::{TermId, View};
use crate::semantics::{mask, signed};

impl Terms {
    /// Two terms that were both extended in the same way, at the smallest width that holds both.
    pub(super) fn narrowed(&mut self, a: TermId, b: TermId) -> Option<(TermId, TermId)> {
        match (self.view(a), self.view(b)) {
            (View::ZeroExtend(x), View::ZeroExtend(y)) => {
                let width = self.width(x).max(self.width(y));
                Some((self.zext(x, width), self.zext(y, width)))
            }
            (View::SignExtend(x), View::SignExtend(y)) => {
                let width = self.width(x).max(self.width(y));
                Some((self.sext(x, width), self.sext(y, width)))
            }
            _ => None,
        }
    }

    /// An order of extended terms, or of one and a constant that does not decide it.
    ///
    /// Zero extension makes both signed and unsigned order the unsigned one of the narrow terms. Sign extension
    /// keeps both orders: it leaves a gap in the middle of the unsigned numbers.
    pub(super) fn less_narrow(&mut self, strict: bool, signed: bool, a: TermId, b: TermId) -> Option<TermId> {
        if let Some((x, y)) = self.narrowed(a, b) {
            let signed = signed && matches!(self.view(a), View::SignExtend(_));
            return Some(self.less(strict, signed, x, y));
        }
        let (extended, value) = match (self.value(a), self.value(b)) {
            (Some(value), _) => (b, value),
            (_, Some(value)) => (a, value),
            (None, None) => return None,
        };
        let (x, signed) = match self.view(extended) {
            View::ZeroExtend(x) => (x, false),
            View::SignExtend(x) => (x, signed),
            _ => return None,
        };
        let Some(value) = self.before_extension(extended, value) else {
            // In the gap: above all that are not negative and below all that are.
            let zero = self.constant(self.width(x), 0);
            return Some(if extended == a { self.sle(zero, x) } else { self.slt(x, zero) });
        };
        let narrow = self.constant(self.width(x), value);
        let (a, b) = if extended == a { (x, narrow) } else { (narrow, x) };
        Some(self.less(strict, signed, a, b))
    }

    /// The number that becomes `value` when it is extended as the narrow term under `extended` is.
    pub(super) fn before_extension(&self, extended: TermId, value: u64) -> Option<u64> {
        let width = self.width(extended);
        let (narrow, restored) = match self.view(extended) {
            View::ZeroExtend(x) => (self.width(x), value & mask(self.width(x))),
            View::SignExtend(x) => (self.width(x), signed(self.width(x), value) as u64 & mask(width)),
            _ => (width, value),
        };
        (restored == value).then_some(value & mask(narrow))
    }
}
