//! A term where another one is known to have a value: what a table holds at one place.
//!
//! `count[c]++` stores, at every place k, the value that was loaded at c plus one, if c is k. What was loaded is a tree of
//! choices by c, as large as the table; where c is k, it is one entry.

use crate::arena::Terms;
use crate::node::{BinaryOp, TermId, View};
use crate::semantics;

/// How many operators deep terms are looked into. A tree of 4096 places is twelve choices deep.
const DEPTH: u32 = 24;

impl Terms {
    /// A term that equals this one wherever another one has a value: choices that this decides are made, as far as they
    /// are found near its top.
    pub fn given(&mut self, term: TermId, known: TermId, value: u64) -> TermId {
        self.given_within(term, known, value, DEPTH)
    }

    fn given_within(&mut self, term: TermId, known: TermId, value: u64, depth: u32) -> TermId {
        if term == known {
            return self.constant(self.width(term), value);
        }
        let Some(depth) = depth.checked_sub(1) else { return term };
        // Both operands are followed only where one of them is constant, so nothing is looked at twice.
        match self.view(term) {
            View::Ite(condition, a, b) => match self.decided(condition, known, value) {
                Some(true) => self.given_within(a, known, value, depth),
                Some(false) => self.given_within(b, known, value, depth),
                None => term,
            },
            View::Unary(op, a) => {
                let inner = self.given_within(a, known, value, depth);
                if inner == a { term } else { self.unary(op, inner) }
            }
            View::Binary(op, a, b) if self.value(b).is_some() => {
                let inner = self.given_within(a, known, value, depth);
                if inner == a { term } else { self.binary(op, inner, b) }
            }
            View::Extract { a, high, low } => {
                let inner = self.given_within(a, known, value, depth);
                if inner == a { term } else { self.extract(inner, high, low) }
            }
            View::ZeroExtend(a) => {
                let inner = self.given_within(a, known, value, depth);
                if inner == a { term } else { self.zext(inner, self.width(term)) }
            }
            View::SignExtend(a) => {
                let inner = self.given_within(a, known, value, depth);
                if inner == a { term } else { self.sext(inner, self.width(term)) }
            }
            _ => term,
        }
    }

    /// Whether a comparison of a term with a constant holds if the term has a value.
    fn decided(&self, condition: TermId, known: TermId, value: u64) -> Option<bool> {
        let View::Binary(op, a, b) = self.view(condition) else { return None };
        let width = self.width(known);
        let holds = |op: BinaryOp, a, b| semantics::binary(op, width, a, b) != 0;
        if !op.is_comparison() {
            None
        } else if a == known {
            self.value(b).map(|b| holds(op, value, b))
        } else if b == known {
            self.value(a).map(|a| holds(op, a, value))
        } else {
            None
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn choices_that_are_decided_are_made() {
        let mut terms = Terms::new();
        let (c, old) = (terms.input(0, 32), [1, 2, 3].map(|input| terms.input(input, 32)));
        let (one, two) = (terms.constant(32, 1), terms.constant(32, 2));
        let (below, first) = (terms.ult(c, two), terms.ult(c, one));
        let lower = terms.ite(first, old[0], old[1]);
        let loaded = terms.ite(below, lower, old[2]);
        let more = terms.add(loaded, one);
        for (place, old) in old.into_iter().enumerate() {
            let expected = terms.add(old, one);
            assert_eq!(terms.given(more, c, place as u64), expected);
        }
        // Another term decides nothing.
        assert_eq!(terms.given(more, old[0], 1), more);
    }
}
