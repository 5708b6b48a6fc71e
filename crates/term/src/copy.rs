//! A copy of an arena in another process, kept up to date by what was added.
//!
//! The copy gives every term the same id, since an arena is a function of its terms in the order of their making. So
//! what is sent is the newest terms, in 14 bytes each.

use crate::arena::Terms;
use crate::node::{BinaryOp, Conversion, Kind, Node, TermId, UnaryOp};

/// How many bytes a term takes.
const BYTES: usize = 14;

/// The terms that every arena has: true and false.
const ALWAYS: usize = 2;

const CONVERSIONS: [Conversion; 5] = {
    use Conversion::*;
    [FromSigned, FromUnsigned, ToSigned, ToUnsigned, Float]
};

const UNARY: [UnaryOp; 10] = {
    use UnaryOp::*;
    [Not, Neg, Clz, Ctz, Popcnt, FSqrt, FCeil, FFloor, FTrunc, FNearest]
};

const BINARY: [BinaryOp; 28] = {
    use BinaryOp::*;
    [
        Add, Sub, Mul, Udiv, Sdiv, Urem, Srem, And, Or, Xor, Shl, Lshr, Ashr, Rotl, Rotr, Eq, Ult, Ule, Slt,
        Sle, Concat, FLt, FLe, FEq, FAdd, FSub, FMul, FDiv,
    ]
};

impl Terms {
    /// The term with this place in the arena, if there is one.
    pub fn at(&self, index: usize) -> Option<TermId> {
        (index < self.count()).then_some(TermId(index as u32))
    }

    /// Removes all but the first terms. True and false stay in any case.
    pub fn truncate(&mut self, count: usize) {
        while self.count() > count.max(ALWAYS) {
            self.remove_last();
        }
    }

    /// Appends all terms but the first ones to a message. True and false are known in any case.
    pub fn write_from(&self, first: usize, message: &mut Vec<u8>) {
        let first = first.max(ALWAYS);
        message.reserve((self.count() - first) * BYTES);
        for index in first..self.count() {
            let node = self.node(TermId(index as u32));
            message.extend([node.kind.code() as u8, node.width]);
            for number in [node.a, node.b, node.c] {
                message.extend(number.to_le_bytes());
            }
        }
    }

    /// Adds terms that another arena has written. Returns whether this one is a copy now; it is not if the message is
    /// damaged.
    pub fn read_more(&mut self, message: &[u8]) -> bool {
        let (records, rest) = message.as_chunks::<BYTES>();
        rest.is_empty() && records.iter().all(|record| self.read_term(record).is_some())
    }

    fn read_term(&mut self, record: &[u8; BYTES]) -> Option<()> {
        let number = |at: usize| Some(u32::from_le_bytes(record.get(at..at + 4)?.try_into().ok()?));
        let node = Node {
            kind: kind(record[0])?,
            width: record[1],
            height: 0,
            a: number(2)?,
            b: number(6)?,
            c: number(10)?,
        };
        let is_there = |operand: TermId| operand.index() < self.count();
        let next = self.count();
        if !(1..=64).contains(&node.width) || !node.view().operands().all(is_there) {
            return None;
        }
        (self.intern(node.view(), node.width.into()).index() == next).then_some(())
    }
}

/// The opposite of [`Kind::code`].
fn kind(code: u8) -> Option<Kind> {
    Some(match code {
        0 => Kind::Constant,
        1 => Kind::Input,
        2 => Kind::Extract,
        3 => Kind::ZeroExtend,
        4 => Kind::SignExtend,
        5 => Kind::Ite,
        8..16 => Kind::Convert(*CONVERSIONS.get(code as usize - 8)?),
        16..32 => Kind::Unary(*UNARY.get(code as usize - 16)?),
        _ => Kind::Binary(*BINARY.get((code as usize).checked_sub(32)?)?),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_read_as_they_are_written() {
        let unary = UNARY.map(Kind::Unary).into_iter().chain(CONVERSIONS.map(Kind::Convert));
        let others =
            [Kind::Constant, Kind::Input, Kind::Extract, Kind::ZeroExtend, Kind::SignExtend, Kind::Ite];
        for known in BINARY.map(Kind::Binary).into_iter().chain(unary).chain(others) {
            assert_eq!(kind(known.code() as u8), Some(known));
        }
        assert_eq!([6, 7, 13, 26, 60].map(kind), [None; 5]);
    }

    #[test]
    fn a_copy_has_the_same_terms_also_after_some_were_undone() {
        let (mut terms, mut copy) = (Terms::new(), Terms::new());
        let (x, y) = (terms.input(0, 32), terms.input(1, 32));
        let sum = terms.add(x, y);
        let mark = terms.mark();
        let below = terms.ult(sum, x);
        terms.ite(below, x, y);
        let mut message = Vec::new();
        terms.write_from(copy.count(), &mut message);
        assert!(copy.read_more(&message));
        assert_eq!(copy.count(), terms.count());

        let kept = terms.count() - 2;
        terms.undo(mark);
        assert_eq!(terms.count(), kept);
        let product = terms.mul(sum, x);
        terms.extract(product, 15, 8);
        copy.truncate(kept);
        message.clear();
        terms.write_from(kept, &mut message);
        assert!(copy.read_more(&message));
        for index in 0..terms.count() {
            let (ours, theirs) = (terms.at(index).unwrap(), copy.at(index).unwrap());
            assert_eq!((ours, terms.view(ours)), (theirs, copy.view(theirs)));
        }
        assert!(copy.at(terms.count()).is_none());
    }

    #[test]
    fn damaged_messages_are_refused() {
        let mut terms = Terms::new();
        let x = terms.input(0, 8);
        terms.neg(x);
        let mut message = Vec::new();
        terms.write_from(2, &mut message);
        assert!(!Terms::new().read_more(&message[..message.len() - 1]));
        assert!(!Terms::new().read_more(&message[BYTES..]), "an operand is missing");
        message[0] = 255;
        assert!(!Terms::new().read_more(&message));
    }
}
