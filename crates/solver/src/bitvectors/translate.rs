//! Terms as Z3's expressions.
//!
//! A truth value becomes a boolean, all else a bit vector: Z3 knows more about `and` than about `bvand` on one bit.
//! Where the bits of a truth value are wanted, to concatenate or extend them, it is turned into a vector on the spot.
//! What SMT-LIB lacks is written out, as in the term crate's `smtlib`. So are floating-point comparisons, for which bits
//! will do; arithmetic goes to Z3's own theory of it (`numbers`).

use worstcase_term::{BinaryOp, Conversion, TermId, Terms, UnaryOp, View, Walk};
use z3::ast::{BV, Bool, Float};

use super::numbers::{self, Numbers};

/// Expressions by term, kept from one check to the next.
#[derive(Debug, Default)]
pub struct Translation {
    done: Vec<Option<Expression>>,
    numbers: Numbers,
}

#[derive(Clone, Debug)]
enum Expression {
    Truth(Bool),
    Bits(BV),
    /// A floating-point number, the bits of which may never be wanted.
    Number(Float),
}

impl Translation {
    /// Forgets all terms from this one on, as they may come to mean something else.
    pub fn truncate(&mut self, terms: usize) {
        self.done.truncate(terms);
    }

    /// A truth value.
    pub fn truth(&mut self, terms: &Terms, root: TermId) -> Bool {
        if self.done.len() <= root.index() {
            self.done.resize(root.index() + 1, None);
        }
        let mut walk = Walk::new(root);
        while let Some(term) = walk.next(terms, |term| self.done[term.index()].is_some()) {
            self.done[term.index()] = Some(self.expression(terms, term));
        }
        self.boolean(root)
    }

    /// The operator of a term on operands that were translated before.
    fn expression(&mut self, terms: &Terms, term: TermId) -> Expression {
        let width = terms.width(term);
        if terms.is_float_arithmetic(term) {
            return self.arithmetic(terms, term);
        }
        if width == 1
            && let Some(truth) = self.connective(terms, term)
        {
            return Expression::Truth(truth);
        }
        let bits = match terms.view(term) {
            View::Constant(value) => BV::from_u64(value, width),
            View::Input(index) => input(index, width),
            View::Unary(op, a) => unary(op, width, &self.bits(a)),
            View::Binary(op, a, b) => binary(op, width, &self.bits(a), &self.bits(b)),
            View::Extract { a, high, low } => self.bits(a).extract(high, low),
            View::ZeroExtend(a) => self.bits(a).zero_ext(width - terms.width(a)),
            View::SignExtend(a) => self.bits(a).sign_ext(width - terms.width(a)),
            View::Ite(condition, a, b) => self.boolean(condition).ite(&self.bits(a), &self.bits(b)),
            View::Convert(..) => unreachable!("a conversion is arithmetic"),
        };
        if width == 1 { Expression::Truth(bits.eq(BV::from_u64(1, 1))) } else { Expression::Bits(bits) }
    }

    /// An operator of floating-point arithmetic.
    fn arithmetic(&mut self, terms: &Terms, term: TermId) -> Expression {
        let width = terms.width(term);
        Expression::Number(match terms.view(term) {
            View::Unary(op, a) => numbers::unary(op, &self.number(terms, a)),
            View::Binary(op, a, b) => numbers::binary(op, &self.number(terms, a), &self.number(terms, b)),
            View::Convert(Conversion::Float, a) => numbers::resized(&self.number(terms, a), width),
            View::Convert(op @ (Conversion::FromSigned | Conversion::FromUnsigned), a) => {
                self.numbers.of_integer(op, &self.bits(a), width)
            }
            View::Convert(op, a) => {
                let from = terms.width(a);
                return Expression::Bits(numbers::to_integer(op, &self.number(terms, a), from, width));
            }
            _ => unreachable!("no arithmetic"),
        })
    }

    /// A floating-point number.
    fn number(&mut self, terms: &Terms, term: TermId) -> Float {
        match &self.done[term.index()] {
            Some(Expression::Number(number)) => number.clone(),
            _ => {
                let bits = self.bits(term);
                self.numbers.of_bits(&bits, terms.width(term))
            }
        }
    }

    /// A truth value that is one without a detour through bits.
    fn connective(&self, terms: &Terms, term: TermId) -> Option<Bool> {
        Some(match terms.view(term) {
            View::Constant(value) => Bool::from_bool(value != 0),
            View::Unary(UnaryOp::Not, a) => self.boolean(a).not(),
            View::Ite(condition, a, b) => self.boolean(condition).ite(&self.boolean(a), &self.boolean(b)),
            View::Binary(op, a, b) if terms.width(a) == 1 => {
                let (a, b) = (self.boolean(a), self.boolean(b));
                match op {
                    BinaryOp::And => Bool::and(&[a, b]),
                    BinaryOp::Or => Bool::or(&[a, b]),
                    BinaryOp::Xor => a.xor(b),
                    BinaryOp::Eq => a.eq(b),
                    _ => return None,
                }
            }
            View::Binary(op @ (BinaryOp::FLt | BinaryOp::FLe | BinaryOp::FEq), a, b) => {
                expanded(op, terms.width(a), self.bits(a), self.bits(b))
            }
            View::Binary(op, a, b) => compare(op, &self.bits(a), &self.bits(b))?,
            _ => return None,
        })
    }

    fn boolean(&self, term: TermId) -> Bool {
        match &self.done[term.index()] {
            Some(Expression::Truth(truth)) => truth.clone(),
            _ => unreachable!("truth values are translated to booleans, operands first"),
        }
    }

    fn bits(&self, term: TermId) -> BV {
        match &self.done[term.index()] {
            Some(Expression::Bits(bits)) => bits.clone(),
            Some(Expression::Number(number)) => numbers::bits(number),
            Some(Expression::Truth(truth)) => truth.ite(&BV::from_u64(1, 1), &BV::from_u64(0, 1)),
            None => unreachable!("operands are translated first"),
        }
    }
}

/// An input of the program. One of a single bit is a vector too, so that all are read from a model alike.
pub fn input(index: u32, width: u32) -> BV {
    BV::new_const(index, width)
}

/// A floating-point comparison of bits, by way of terms in which it is written out.
fn expanded(op: BinaryOp, width: u32, a: BV, b: BV) -> Bool {
    let mut terms = Terms::new();
    // Two that are the same make a comparison of its own: of a term with itself.
    let (x, y) = (terms.input(0, width), terms.input(u32::from(a != b), width));
    let comparison = terms.binary(op, x, y);
    let root = terms.expanded(comparison).unwrap_or(comparison);
    let mut translation = Translation { done: vec![None; terms.count()], ..Translation::default() };
    translation.done[x.index()] = Some(Expression::Bits(a));
    translation.done[y.index()] = Some(Expression::Bits(b));
    translation.truth(&terms, root)
}

fn compare(op: BinaryOp, a: &BV, b: &BV) -> Option<Bool> {
    Some(match op {
        BinaryOp::Eq => a.eq(b),
        BinaryOp::Ult => a.bvult(b),
        BinaryOp::Ule => a.bvule(b),
        BinaryOp::Slt => a.bvslt(b),
        BinaryOp::Sle => a.bvsle(b),
        _ => return None,
    })
}

fn unary(op: UnaryOp, width: u32, a: &BV) -> BV {
    let number = |value: u32| BV::from_u64(value.into(), width);
    let bit = |place: u32| a.extract(place, place);
    // The first bit that is set decides, the one tried last outermost.
    let count = |places: &mut dyn Iterator<Item = (u32, u32)>| {
        places.fold(number(width), |rest, (place, count)| {
            bit(place).eq(BV::from_u64(1, 1)).ite(&number(count), &rest)
        })
    };
    match op {
        UnaryOp::Not => a.bvnot(),
        UnaryOp::Neg => a.bvneg(),
        UnaryOp::Clz => count(&mut (0..width).map(|place| (place, width - 1 - place))),
        UnaryOp::Ctz => count(&mut (0..width).rev().map(|place| (place, place))),
        UnaryOp::FSqrt | UnaryOp::FCeil | UnaryOp::FFloor | UnaryOp::FTrunc | UnaryOp::FNearest => {
            unreachable!("arithmetic is translated elsewhere")
        }
        UnaryOp::Popcnt => {
            // The sum needs only as many bits as the width has itself: adders are what this costs.
            let narrow = u32::BITS - width.leading_zeros();
            let ones = (0..width).map(|place| bit(place).zero_ext(narrow - 1));
            let sum = ones.reduce(|sum, one| sum.bvadd(one)).expect("a term has bits");
            sum.zero_ext(width - narrow)
        }
    }
}

fn binary(op: BinaryOp, width: u32, a: &BV, b: &BV) -> BV {
    let all = || BV::from_u64(width.into(), width);
    // A mask where it will do: a remainder costs a division.
    let amount = || match width.is_power_of_two() {
        true => b.bvand(BV::from_u64(u64::from(width) - 1, width)),
        false => b.bvurem(all()),
    };
    // A shift by all of the width gives zero, so nothing is doubled when the amount of a rotation is 0.
    let rest = || all().bvsub(amount());
    match op {
        BinaryOp::Add => a.bvadd(b),
        BinaryOp::Sub => a.bvsub(b),
        BinaryOp::Mul => a.bvmul(b),
        BinaryOp::Udiv => a.bvudiv(b),
        BinaryOp::Sdiv => a.bvsdiv(b),
        BinaryOp::Urem => a.bvurem(b),
        BinaryOp::Srem => a.bvsrem(b),
        BinaryOp::And => a.bvand(b),
        BinaryOp::Or => a.bvor(b),
        BinaryOp::Xor => a.bvxor(b),
        BinaryOp::Concat => a.concat(b),
        BinaryOp::Shl => a.bvshl(amount()),
        BinaryOp::Lshr => a.bvlshr(amount()),
        BinaryOp::Ashr => a.bvashr(amount()),
        BinaryOp::Rotl => a.bvshl(amount()).bvor(a.bvlshr(rest())),
        BinaryOp::Rotr => a.bvlshr(amount()).bvor(a.bvshl(rest())),
        BinaryOp::Eq | BinaryOp::Ult | BinaryOp::Ule | BinaryOp::Slt | BinaryOp::Sle => {
            let truth = compare(op, a, b).expect("a comparison");
            truth.ite(&BV::from_u64(1, 1), &BV::from_u64(0, 1))
        }
        BinaryOp::FLt | BinaryOp::FLe | BinaryOp::FEq => {
            unreachable!("a comparison of numbers is a connective")
        }
        BinaryOp::FAdd | BinaryOp::FSub | BinaryOp::FMul | BinaryOp::FDiv => {
            unreachable!("arithmetic is translated elsewhere")
        }
    }
}
