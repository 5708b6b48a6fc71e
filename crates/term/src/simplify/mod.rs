//! Constructors of terms, which simplify.
//!
//! Each looks at the outermost operators of its operands, rewrites what it recognises, and calls itself on what
//! is left. A rule may recurse only on something that gets smaller and is small to begin with (a width, the
//! parts of a concatenation), never along the depth of a term.
//!
//! Two choices shape the rest. Moving bits about has one form, `extract`, `concat` and the extensions: masks of
//! low bits, shifts right and rotations by constants become those, so that bytes on their way through memory
//! come back as the term they were. And shifts left by constants are products, so that sums have one form too.
//! For the same reason `extract` is not pushed through arithmetic: the bytes of `x + y` would not come back.

mod arithmetic;
mod bitwise;
mod boolean;
mod choice;
mod compare;
mod division;
mod exact;
mod float;
mod narrow;
mod shape;
mod shift;

use crate::arena::Terms;
use crate::node::{BinaryOp, TermId, UnaryOp, View};
use crate::semantics;

impl Terms {
    /// The operator on one term.
    pub fn unary(&mut self, op: UnaryOp, a: TermId) -> TermId {
        match op {
            UnaryOp::Not => self.not(a),
            UnaryOp::Neg => self.neg(a),
            UnaryOp::Clz => self.clz(a),
            UnaryOp::Ctz => self.ctz(a),
            UnaryOp::Popcnt => self.popcnt(a),
            _ => self.float_unary(op, a),
        }
    }

    /// The operator on two terms.
    pub fn binary(&mut self, op: BinaryOp, a: TermId, b: TermId) -> TermId {
        match op {
            BinaryOp::Add => self.add(a, b),
            BinaryOp::Sub => self.sub(a, b),
            BinaryOp::Mul => self.mul(a, b),
            BinaryOp::Udiv => self.udiv(a, b),
            BinaryOp::Sdiv => self.sdiv(a, b),
            BinaryOp::Urem => self.urem(a, b),
            BinaryOp::Srem => self.srem(a, b),
            BinaryOp::And => self.and(a, b),
            BinaryOp::Or => self.or(a, b),
            BinaryOp::Xor => self.xor(a, b),
            BinaryOp::Shl => self.shl(a, b),
            BinaryOp::Lshr => self.lshr(a, b),
            BinaryOp::Ashr => self.ashr(a, b),
            BinaryOp::Rotl => self.rotl(a, b),
            BinaryOp::Rotr => self.rotr(a, b),
            BinaryOp::Eq => self.eq(a, b),
            BinaryOp::Ult => self.ult(a, b),
            BinaryOp::Ule => self.ule(a, b),
            BinaryOp::Slt => self.slt(a, b),
            BinaryOp::Sle => self.sle(a, b),
            BinaryOp::Concat => self.concat(a, b),
            BinaryOp::FLt => self.flt(a, b),
            BinaryOp::FLe => self.fle(a, b),
            BinaryOp::FEq => self.feq(a, b),
            BinaryOp::FAdd | BinaryOp::FSub | BinaryOp::FMul | BinaryOp::FDiv => self.float_binary(op, a, b),
        }
    }

    /// Both operands' width, which must be one.
    #[inline(always)]
    fn common_width(&self, a: TermId, b: TermId) -> u32 {
        let width = self.width(a);
        assert_eq!(width, self.width(b), "operands differ in width");
        width
    }

    /// The result of an operator on two constants.
    fn folded(&mut self, op: BinaryOp, a: TermId, b: TermId) -> Option<TermId> {
        let value = semantics::binary(op, self.width(a), self.value(a)?, self.value(b)?);
        Some(self.constant(self.width(a), value))
    }

    /// What `term` is combined with if it is `op` on something and a constant.
    fn with_constant(&self, op: BinaryOp, term: TermId) -> Option<(TermId, u64)> {
        match self.view(term) {
            View::Binary(found, a, b) if found == op => Some((a, self.value(b)?)),
            _ => None,
        }
    }

    /// The operand of a unary operator.
    fn under(&self, op: UnaryOp, term: TermId) -> Option<TermId> {
        match self.view(term) {
            View::Unary(found, a) if found == op => Some(a),
            _ => None,
        }
    }

    /// The term at another width: with zeros above, or without its upper bits.
    fn resized(&mut self, a: TermId, width: u32) -> TermId {
        if width < self.width(a) { self.extract(a, width - 1, 0) } else { self.zext(a, width) }
    }

    /// The term at another width: with its sign above, or without its upper bits.
    fn resized_signed(&mut self, a: TermId, width: u32) -> TermId {
        if width < self.width(a) { self.extract(a, width - 1, 0) } else { self.sext(a, width) }
    }

    /// A condition and the numbers that the term is if it holds and if not.
    fn two_valued(&self, term: TermId) -> Option<(TermId, u64, u64)> {
        match self.view(term) {
            View::ZeroExtend(a) if self.width(a) == 1 => Some((a, 1, 0)),
            View::SignExtend(a) if self.width(a) == 1 => Some((a, semantics::mask(self.width(term)), 0)),
            View::Ite(condition, a, b) => Some((condition, self.value(a)?, self.value(b)?)),
            _ => None,
        }
    }
}
