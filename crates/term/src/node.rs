//! What a term is made of: a compact node for the arena, and a view of it for those who match on terms.

/// A term, by its place in the arena. Two terms of one arena are equal exactly if their ids are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TermId(pub(crate) u32);

impl TermId {
    /// The place of the term in the arena, for tables that are indexed by term. Operands come before their users.
    #[inline]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// An operator on one term; the result has the width of the operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum UnaryOp {
    /// Every bit inverted; on truth values, negation.
    Not,
    /// Two's complement.
    Neg,
    /// The number of leading zeros.
    Clz,
    /// The number of trailing zeros.
    Ctz,
    /// The number of ones.
    Popcnt,
    /// The square root of a floating-point number.
    FSqrt,
    /// A floating-point number rounded up to an integral one.
    FCeil,
    /// A floating-point number rounded down to an integral one.
    FFloor,
    /// A floating-point number rounded towards zero to an integral one.
    FTrunc,
    /// A floating-point number rounded to the nearest integral one, to an even one from the middle.
    FNearest,
}

/// An operator that makes a number of another kind. The widths of the operand and of the result say which.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Conversion {
    /// The floating-point number nearest to a signed integer.
    FromSigned,
    /// The floating-point number nearest to an unsigned integer.
    FromUnsigned,
    /// A floating-point number without its fraction as a signed integer: the closest there is, and 0 for NaN.
    ToSigned,
    /// A floating-point number without its fraction as an unsigned integer: the closest there is, and 0 for NaN.
    ToUnsigned,
    /// A floating-point number as one of the other width, the nearest there is.
    Float,
}

/// An operator on two terms of one width, which is also that of the result except where it says so.
///
/// Division is total, as in SMT-LIB: by zero, an unsigned quotient has all bits set, a signed one is 1 or -1
/// against the sign of the dividend, and the remainder is the dividend. The least integer by -1 is itself,
/// remainder 0. A program never sees these cases, since the machine traps first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BinaryOp {
    /// The sum, modulo 2 to the width.
    Add,
    /// The difference, modulo 2 to the width.
    Sub,
    /// The product, modulo 2 to the width.
    Mul,
    /// The unsigned quotient.
    Udiv,
    /// The signed quotient, rounded towards zero.
    Sdiv,
    /// The unsigned remainder.
    Urem,
    /// The signed remainder, with the sign of the dividend.
    Srem,
    /// Bitwise and; on truth values, conjunction.
    And,
    /// Bitwise or; on truth values, disjunction.
    Or,
    /// Bitwise exclusive or. Never on truth values: that is `Not` of `Eq`.
    Xor,
    /// Shift left, by the second operand modulo the width.
    Shl,
    /// Shift right with zeros, by the second operand modulo the width.
    Lshr,
    /// Shift right with copies of the sign, by the second operand modulo the width.
    Ashr,
    /// Rotation left, by the second operand modulo the width.
    Rotl,
    /// Rotation right, by the second operand modulo the width.
    Rotr,
    /// Whether both are equal: a truth value.
    Eq,
    /// Whether the first is less, unsigned: a truth value.
    Ult,
    /// Whether the first is less or equal, unsigned: a truth value.
    Ule,
    /// Whether the first is less, signed: a truth value.
    Slt,
    /// Whether the first is less or equal, signed: a truth value.
    Sle,
    /// The bits of the first above those of the second; widths may differ and add up.
    Concat,
    /// Whether the first is less, both read as floating-point numbers: a truth value. Operands of the floating-point
    /// operators have 32 or 64 bits. A NaN is not less than anything, nor is anything less than it, so the negation
    /// of an order is not the order swapped. `a > b` is `b < a`.
    FLt,
    /// Whether the first is less or equal, both read as floating-point numbers: a truth value. False if one is NaN.
    FLe,
    /// Whether both are equal as floating-point numbers: a truth value. The two zeros are, a NaN is not even equal to
    /// itself: `FEq` of a term with itself says that it is a number, and no other term does.
    FEq,
    /// The sum of floating-point numbers. All such operators round to the nearest number, to an even one from the
    /// middle, and make one NaN only, the canonical one.
    FAdd,
    /// The difference of floating-point numbers.
    FSub,
    /// The product of floating-point numbers.
    FMul,
    /// The quotient of floating-point numbers.
    FDiv,
}

impl UnaryOp {
    /// Whether it takes bits for a floating-point number.
    pub fn is_float(self) -> bool {
        use UnaryOp::*;
        matches!(self, FSqrt | FCeil | FFloor | FTrunc | FNearest)
    }
}

impl BinaryOp {
    /// Whether it computes with floating-point numbers. Comparisons don't.
    pub fn is_float_arithmetic(self) -> bool {
        use BinaryOp::*;
        matches!(self, FAdd | FSub | FMul | FDiv)
    }

    /// Whether the result is a truth value whatever the width of the operands.
    pub fn is_comparison(self) -> bool {
        use BinaryOp::*;
        matches!(self, Eq | Ult | Ule | Slt | Sle | FLt | FLe | FEq)
    }

    pub(crate) fn is_commutative(self) -> bool {
        use BinaryOp::*;
        matches!(self, Add | Mul | And | Or | Xor | Eq | FEq | FAdd | FMul)
    }
}

/// A term as its outermost operator and operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum View {
    /// A number; bits above the width are zero.
    Constant(u64),
    /// The input of the program with this index.
    Input(u32),
    /// An operator on one term.
    Unary(UnaryOp, TermId),
    /// An operator on two terms.
    Binary(BinaryOp, TermId, TermId),
    /// The bits from `low` to `high`, both included, of a wider term.
    Extract {
        /// The wider term.
        a: TermId,
        /// The place of the highest bit taken.
        high: u32,
        /// The place of the lowest bit taken.
        low: u32,
    },
    /// A narrower term with zeros above it.
    ZeroExtend(TermId),
    /// A narrower term with copies of its sign above it.
    SignExtend(TermId),
    /// A number as one of another kind.
    Convert(Conversion, TermId),
    /// The second term if the first, a truth value, holds; else the third.
    Ite(TermId, TermId, TermId),
}

impl View {
    /// The operands, first to last.
    pub fn operands(self) -> impl Iterator<Item = TermId> {
        let (operands, count) = match self {
            View::Constant(_) | View::Input(_) => ([TermId(0); 3], 0),
            View::Unary(_, a)
            | View::Extract { a, .. }
            | View::ZeroExtend(a)
            | View::SignExtend(a)
            | View::Convert(_, a) => ([a; 3], 1),
            View::Binary(_, a, b) => ([a, b, b], 2),
            View::Ite(a, b, c) => ([a, b, c], 3),
        };
        operands.into_iter().take(count)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Constant,
    Input,
    Unary(UnaryOp),
    Binary(BinaryOp),
    Extract,
    ZeroExtend,
    SignExtend,
    Convert(Conversion),
    Ite,
}

impl Kind {
    /// Whether it computes with floating-point numbers; comparisons don't.
    pub fn is_float_arithmetic(self) -> bool {
        match self {
            Kind::Unary(op) => op.is_float(),
            Kind::Binary(op) => op.is_float_arithmetic(),
            Kind::Convert(_) => true,
            _ => false,
        }
    }

    pub fn code(self) -> u64 {
        match self {
            Kind::Constant => 0,
            Kind::Input => 1,
            Kind::Extract => 2,
            Kind::ZeroExtend => 3,
            Kind::SignExtend => 4,
            Kind::Ite => 5,
            Kind::Convert(op) => 8 + op as u64,
            Kind::Unary(op) => 16 + op as u64,
            Kind::Binary(op) => 32 + op as u64,
        }
    }
}

/// A term in 16 bytes. What the three numbers are depends on the kind: operands, the halves of a constant, the
/// index of an input, the lowest bit of an extract.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Node {
    pub kind: Kind,
    pub width: u8,
    /// How many operators deep the term is, up to 255. Set by the arena.
    pub height: u8,
    pub a: u32,
    pub b: u32,
    pub c: u32,
}

impl Node {
    pub fn new(view: View, width: u32) -> Node {
        let (kind, a, b, c) = match view {
            View::Constant(value) => (Kind::Constant, value as u32, (value >> 32) as u32, 0),
            View::Input(index) => (Kind::Input, index, 0, 0),
            View::Unary(op, a) => (Kind::Unary(op), a.0, 0, 0),
            View::Binary(op, a, b) => (Kind::Binary(op), a.0, b.0, 0),
            View::Extract { a, low, .. } => (Kind::Extract, a.0, low, 0),
            View::ZeroExtend(a) => (Kind::ZeroExtend, a.0, 0, 0),
            View::SignExtend(a) => (Kind::SignExtend, a.0, 0, 0),
            View::Convert(op, a) => (Kind::Convert(op), a.0, 0, 0),
            View::Ite(a, b, c) => (Kind::Ite, a.0, b.0, c.0),
        };
        let width = width as u8;
        let height = 0;
        Node { kind, width, height, a, b, c }
    }

    #[inline(always)]
    pub fn view(&self) -> View {
        let (a, b) = (TermId(self.a), TermId(self.b));
        match self.kind {
            Kind::Constant => View::Constant(self.value()),
            Kind::Input => View::Input(self.a),
            Kind::Unary(op) => View::Unary(op, a),
            Kind::Binary(op) => View::Binary(op, a, b),
            Kind::Extract => {
                let high = self.b + u32::from(self.width) - 1;
                View::Extract { a, high, low: self.b }
            }
            Kind::ZeroExtend => View::ZeroExtend(a),
            Kind::SignExtend => View::SignExtend(a),
            Kind::Convert(op) => View::Convert(op, a),
            Kind::Ite => View::Ite(a, b, TermId(self.c)),
        }
    }

    /// The value of a constant.
    #[inline(always)]
    pub fn value(&self) -> u64 {
        u64::from(self.a) | u64::from(self.b) << 32
    }

    /// All that tells nodes apart; the height follows from the operands.
    #[inline(always)]
    pub fn key(&self) -> (u64, u64) {
        let first = self.kind.code() | u64::from(self.width) << 8 | u64::from(self.a) << 32;
        (first, u64::from(self.b) | u64::from(self.c) << 32)
    }
}

/// One wide multiplication, its halves folded (as in wyhash): a key is two words, so this is all of it.
#[inline(always)]
pub(crate) fn hash((first, second): (u64, u64)) -> u64 {
    let product = u128::from(first ^ 0x9e37_79b9_7f4a_7c15) * u128::from(second ^ 0xd1b5_4a32_d192_ed03);
    product as u64 ^ (product >> 64) as u64
}
