//! Truth values: terms of one bit.
//!
//! A comparison of two terms is a set of the three ways in which they can stand to each other, so that the
//! conjunction of two comparisons of the same terms is the intersection and the disjunction the union. Negation
//! goes into a conjunction or disjunction if it ends there, else it would have to go down any depth.

use crate::arena::Terms;
use crate::node::BinaryOp::{self, And, Eq, Or, Sle, Slt, Ule, Ult};
use crate::node::UnaryOp::Not;
use crate::node::{TermId, View};

const LESS: u8 = 1;
const EQUAL: u8 = 2;
const GREATER: u8 = 4;

/// That `a` stands to `b` in one of the ways of a set.
#[derive(Clone, Copy)]
struct Relation {
    a: TermId,
    b: TermId,
    ways: u8,
    /// Whether less and greater are meant signed; none for equality and its opposite, where it doesn't matter.
    signed: Option<bool>,
}

impl Terms {
    /// Whether a value is not zero, as conditionals take it.
    pub fn truth(&mut self, a: TermId) -> TermId {
        let zero = self.is_zero(a);
        self.negation(zero)
    }

    /// Whether a value is zero.
    pub fn is_zero(&mut self, a: TermId) -> TermId {
        if let View::ZeroExtend(x) = self.view(a)
            && self.width(x) == 1
        {
            return self.negation(x);
        }
        let zero = self.constant(self.width(a), 0);
        self.eq(a, zero)
    }

    pub(super) fn negation(&mut self, a: TermId) -> TermId {
        match self.view(a) {
            View::Constant(value) => self.boolean(value == 0),
            View::Unary(Not, x) => x,
            View::Binary(Ult, x, y) => self.ule(y, x),
            View::Binary(Ule, x, y) => self.ult(y, x),
            View::Binary(Slt, x, y) => self.sle(y, x),
            View::Binary(Sle, x, y) => self.slt(y, x),
            View::Binary(op @ (And | Or), x, y) if self.is_literal(x) && self.is_literal(y) => {
                let (x, y) = (self.negation(x), self.negation(y));
                if op == And { self.disjunction(x, y) } else { self.conjunction(x, y) }
            }
            _ => self.plain_unary(Not, a),
        }
    }

    /// Whether a truth value is not made of others, so that neither is its negation.
    fn is_literal(&self, a: TermId) -> bool {
        let plain = self.under(Not, a).unwrap_or(a);
        match self.view(plain) {
            View::Binary(op @ (And | Or | Eq), x, _) => op == Eq && self.width(x) > 1,
            View::Ite(..) => false,
            _ => true,
        }
    }

    pub(super) fn conjunction(&mut self, a: TermId, b: TermId) -> TermId {
        match (self.value(a), self.value(b)) {
            (Some(0), _) | (_, Some(1)) => a,
            (_, Some(0)) | (Some(1), _) => b,
            _ => self.connected(And, a, b),
        }
    }

    pub(super) fn disjunction(&mut self, a: TermId, b: TermId) -> TermId {
        match (self.value(a), self.value(b)) {
            (Some(1), _) | (_, Some(0)) => a,
            (_, Some(1)) | (Some(0), _) => b,
            _ => self.connected(Or, a, b),
        }
    }

    pub(super) fn equivalence(&mut self, a: TermId, b: TermId) -> TermId {
        match (self.value(a), self.value(b)) {
            (Some(1), _) => return b,
            (_, Some(1)) => return a,
            (Some(_), _) => return self.negation(b),
            (_, Some(_)) => return self.negation(a),
            (None, None) if a == b => return Terms::TRUE,
            _ => {}
        }
        if let Some(related) = self.related(Eq, a, b) {
            return related;
        }
        if self.are_opposite(a, b) {
            return Terms::FALSE;
        }
        match (self.view(a), self.view(b)) {
            (View::Unary(Not, x), View::Unary(Not, y)) => self.equivalence(x, y),
            (View::Unary(Not, x), _) => {
                let equal = self.equivalence(x, b);
                self.negation(equal)
            }
            (_, View::Unary(Not, y)) => {
                let equal = self.equivalence(a, y);
                self.negation(equal)
            }
            _ => self.plain_binary(Eq, a, b),
        }
    }

    /// The choice between two truth values, if it is a connective.
    pub(super) fn boolean_ite(&mut self, condition: TermId, a: TermId, b: TermId) -> Option<TermId> {
        Some(match (self.value(a), self.value(b)) {
            (Some(1), _) => self.disjunction(condition, b),
            (_, Some(0)) => self.conjunction(condition, a),
            (Some(_), _) => {
                let otherwise = self.negation(condition);
                self.conjunction(otherwise, b)
            }
            (_, Some(_)) => {
                let otherwise = self.negation(condition);
                self.disjunction(otherwise, a)
            }
            _ if self.are_opposite(a, b) => self.equivalence(condition, a),
            _ if a == condition => self.disjunction(condition, b),
            _ if b == condition => self.conjunction(condition, a),
            _ => return None,
        })
    }

    /// Conjunction or disjunction of terms that are not constant.
    fn connected(&mut self, op: BinaryOp, a: TermId, b: TermId) -> TermId {
        if a == b {
            return a;
        }
        if let Some(related) = self.related(op, a, b) {
            return related;
        }
        let other = if op == And { Or } else { And };
        for (whole, part) in [(a, b), (b, a)] {
            if self.are_opposite(whole, part) {
                return self.boolean(op == Or);
            }
            let View::Binary(inner, x, y) = self.view(whole) else {
                continue;
            };
            if inner == other && (x == part || y == part) {
                return part;
            }
            if inner == op && (x == part || y == part) {
                return whole;
            }
            if inner == op && (self.are_opposite(x, part) || self.are_opposite(y, part)) {
                return self.boolean(op == Or);
            }
        }
        self.plain_binary(op, a, b)
    }

    /// Whether one is the negation of the other, as far as it shows.
    fn are_opposite(&self, a: TermId, b: TermId) -> bool {
        match (self.view(a), self.view(b)) {
            (View::Unary(Not, x), _) => x == b,
            (_, View::Unary(Not, y)) => y == a,
            (View::Binary(Slt, x, y), View::Binary(Sle, v, w))
            | (View::Binary(Sle, x, y), View::Binary(Slt, v, w))
            | (View::Binary(Ult, x, y), View::Binary(Ule, v, w))
            | (View::Binary(Ule, x, y), View::Binary(Ult, v, w)) => (x, y) == (w, v),
            _ => false,
        }
    }

    /// Two comparisons of the same terms as one.
    fn related(&mut self, op: BinaryOp, a: TermId, b: TermId) -> Option<TermId> {
        let (first, second) = (self.relation(a)?, self.relation(b)?);
        let signed = first.signed.or(second.signed);
        let agree = first.signed.is_none() || second.signed.is_none() || first.signed == second.signed;
        if (first.a, first.b) != (second.a, second.b) || !agree {
            return None;
        }
        let ways = match op {
            And => first.ways & second.ways,
            Or => first.ways | second.ways,
            _ => !(first.ways ^ second.ways) & (LESS | EQUAL | GREATER),
        };
        let (a, b, signed) = (first.a, first.b, signed.unwrap_or(true));
        Some(match ways {
            0 => Terms::FALSE,
            LESS => self.less(true, signed, a, b),
            EQUAL => self.eq(a, b),
            GREATER => self.less(true, signed, b, a),
            _ if ways == LESS | EQUAL => self.less(false, signed, a, b),
            _ if ways == GREATER | EQUAL => self.less(false, signed, b, a),
            _ if ways == LESS | GREATER => self.ne(a, b),
            _ => Terms::TRUE,
        })
    }

    fn relation(&self, term: TermId) -> Option<Relation> {
        let (ways, op, a, b) = match self.view(term) {
            View::Binary(op @ (Slt | Ult), a, b) => (LESS, op, a, b),
            View::Binary(op @ (Sle | Ule), a, b) => (LESS | EQUAL, op, a, b),
            View::Binary(Eq, a, b) => (EQUAL, Eq, a, b),
            View::Unary(Not, x) => match self.view(x) {
                View::Binary(Eq, a, b) => (LESS | GREATER, Eq, a, b),
                _ => return None,
            },
            _ => return None,
        };
        let signed = (op != Eq).then_some(matches!(op, Slt | Sle));
        if a <= b {
            return Some(Relation { a, b, ways, signed });
        }
        let swapped = ways & EQUAL | (ways & LESS) << 2 | (ways & GREATER) >> 2;
        Some(Relation { a: b, b: a, ways: swapped, signed })
    }
}
