//! `ite`, and what is known of terms that are one of few numbers.

use crate::arena::Terms;
use crate::node::BinaryOp::{Add, Mul, Sle, Slt, Sub, Ule, Ult};
use crate::node::UnaryOp::Not;
use crate::node::{BinaryOp, Kind, TermId, View};
use crate::semantics::{self, mask};

impl Terms {
    /// The term `a` if the condition, a truth value, holds; else `b`.
    pub fn ite(&mut self, condition: TermId, a: TermId, b: TermId) -> TermId {
        let width = self.common_width(a, b);
        assert_eq!(self.width(condition), 1, "a condition is a truth value");
        if a == b {
            return a;
        }
        match self.view(condition) {
            View::Constant(value) => return if value != 0 { a } else { b },
            View::Unary(Not, opposite) => return self.ite(opposite, b, a),
            // Of an order and its opposite, one is what is chosen by.
            View::Binary(Sle | Ule, ..) => {
                let opposite = self.negation(condition);
                if matches!(self.view(opposite), View::Binary(Slt | Ult, ..)) {
                    return self.ite(opposite, b, a);
                }
            }
            _ => {}
        }
        if width == 1
            && let Some(term) = self.boolean_ite(condition, a, b)
        {
            return term;
        }
        // The same question again. (It was not asked again below, or it would have been simplified then.)
        if let View::Ite(again, a, _) = self.view(a)
            && again == condition
        {
            return self.ite(condition, a, b);
        }
        if let View::Ite(again, _, b) = self.view(b)
            && again == condition
        {
            return self.ite(condition, a, b);
        }
        match (self.value(a), self.value(b)) {
            (Some(1), Some(0)) => self.zext(condition, width),
            (Some(value), Some(0)) if value == mask(width) => self.sext(condition, width),
            (Some(0), Some(1)) => {
                let opposite = self.negation(condition);
                self.zext(opposite, width)
            }
            (Some(0), Some(value)) if value == mask(width) => {
                let opposite = self.negation(condition);
                self.sext(opposite, width)
            }
            _ => self.intern(View::Ite(condition, a, b), width),
        }
    }

    /// A test against numbers of a term that is one of few numbers: a truth value made of the conditions on which
    /// it depends. This is how `(x > y) - (x < y)` or `x < y ? -1 : x > y`, compared with 0, is a comparison.
    pub(super) fn tested(&mut self, term: TermId, test: impl Fn(u64) -> bool) -> Option<TermId> {
        if let Some((condition, yes, no)) = self.two_valued(term) {
            return Some(self.either(condition, test(yes), test(no)));
        }
        match self.view(term) {
            View::Ite(condition, a, b) => {
                let (a, b) = (self.tested_arm(a, &test)?, self.tested_arm(b, &test)?);
                Some(self.ite(condition, a, b))
            }
            View::Binary(op @ (Add | Sub | Mul), a, b) => {
                let width = self.width(term);
                let test = |a, b| test(semantics::binary(op, width, a, b));
                let (first, a_yes, a_no) = self.two_valued(a)?;
                if let Some(b) = self.value(b) {
                    return Some(self.either(first, test(a_yes, b), test(a_no, b)));
                }
                let (second, b_yes, b_no) = self.two_valued(b)?;
                let yes = self.either(second, test(a_yes, b_yes), test(a_yes, b_no));
                let no = self.either(second, test(a_no, b_yes), test(a_no, b_no));
                Some(self.ite(first, yes, no))
            }
            _ => None,
        }
    }

    /// An operator on a choice between two numbers and a number, or another such choice by the same condition: that is
    /// such a choice again. Addresses that are selected come to this.
    pub(super) fn chosen(&mut self, op: BinaryOp, a: TermId, b: TermId) -> Option<TermId> {
        if self.node(a).kind != Kind::Ite && self.node(b).kind != Kind::Ite {
            return None;
        }
        let width = self.width(a);
        let (condition, a, b) = match (self.two_valued(a), self.two_valued(b)) {
            (Some((condition, a, otherwise)), None) => {
                let b = self.value(b)?;
                (condition, (a, b), (otherwise, b))
            }
            (None, Some((condition, b, otherwise))) => {
                let a = self.value(a)?;
                (condition, (a, b), (a, otherwise))
            }
            (Some((condition, a, a_otherwise)), Some((same, b, b_otherwise))) if condition == same => {
                (condition, (a, b), (a_otherwise, b_otherwise))
            }
            _ => return None,
        };
        let [a, b] = [a, b].map(|(a, b)| self.constant(width, semantics::binary(op, width, a, b)));
        Some(self.ite(condition, a, b))
    }

    fn tested_arm(&mut self, arm: TermId, test: &impl Fn(u64) -> bool) -> Option<TermId> {
        if let Some(value) = self.value(arm) {
            return Some(self.boolean(test(value)));
        }
        let (condition, yes, no) = self.two_valued(arm)?;
        Some(self.either(condition, test(yes), test(no)))
    }

    fn either(&mut self, condition: TermId, yes: bool, no: bool) -> TermId {
        match (yes, no) {
            (true, false) => condition,
            (false, true) => self.negation(condition),
            (known, _) => self.boolean(known),
        }
    }
}
