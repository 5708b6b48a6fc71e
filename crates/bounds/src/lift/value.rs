//! Values: integers, and operations on them with C's rules.
//!
//! Every value is a mathematical integer in the range of its type. Where it is used as another type it is
//! converted as in C, modulo a power of two: an operation converts its operands to its own type, a comparison to
//! the type that it compares in, a statement to the type of the variable. A conversion to a type with a larger
//! range changes nothing, and most are such; an analysis has to look at the others, [`Type::includes`] tells.

use super::routine::{VarIdx, Variable};

/// A range of integers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Type {
    /// 8, 16, 32 or 64; 1 for what is either 0 or 1.
    pub bits: u8,
    /// Whether half of the range is negative.
    pub signed: bool,
    /// Whether it is an address. Those have no sign.
    pub pointer: bool,
}

impl Type {
    /// C's `int`.
    pub const INT: Type = Type::signed(32);
    /// 0 or 1.
    pub const BOOL: Type = Type::unsigned(1);
    /// An address.
    pub const POINTER: Type = Type { bits: 32, signed: false, pointer: true };

    /// Integers with a sign.
    pub const fn signed(bits: u8) -> Type {
        Type { bits, signed: true, pointer: false }
    }

    /// Integers without one.
    pub const fn unsigned(bits: u8) -> Type {
        Type { bits, signed: false, pointer: false }
    }

    /// Integers with or without a sign.
    pub const fn integer(bits: u8, signed: bool) -> Type {
        Type { bits, signed, pointer: false }
    }

    /// The smallest integer.
    pub fn min(self) -> i128 {
        if self.signed { -(1 << (self.bits - 1)) } else { 0 }
    }

    /// The largest integer.
    pub fn max(self) -> i128 {
        if self.signed { (1 << (self.bits - 1)) - 1 } else { (1 << self.bits) - 1 }
    }

    /// Whether every integer of the other type is one of this, so that a conversion changes nothing.
    pub fn includes(self, other: Type) -> bool {
        self.min() <= other.min() && other.max() <= self.max()
    }

    /// The integer of this type that is the same modulo its power of two: C's conversion.
    pub fn convert(self, integer: i128) -> i128 {
        let low = integer & ((1 << self.bits) - 1);
        if low > self.max() { low - (1 << self.bits) } else { low }
    }

    /// The type that C computes with.
    pub(super) fn promoted(self) -> Type {
        if self.bits < 32 { Type::INT } else { self }
    }
}

/// What an operation computes. The type of the operation says with or without sign, and in how many bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Op {
    /// Sum.
    Add,
    /// Difference.
    Sub,
    /// Product.
    Mul,
    /// Quotient, rounded towards zero. Traps if the divisor is 0, or if the result does not fit.
    Div,
    /// Remainder of that division. Traps if the divisor is 0.
    Rem,
    /// Shift to the left; the second operand counts modulo the bits of the type.
    Shl,
    /// Shift to the right, with the sign if the type has one.
    Shr,
    /// Bits that both have.
    And,
    /// Bits that one of them has.
    Or,
    /// Bits that differ.
    Xor,
    /// How many bits of the only operand are set.
    Ones,
    /// How many of its bits are zero before the first that is set; all if none is.
    LeadingZeros,
    /// How many are zero behind the last that is set; all if none is.
    TrailingZeros,
    /// The only operand, converted to the type.
    Convert,
    /// The second operand if the first is not 0, else the third.
    Select,
}

impl Op {
    /// Whether it counts bits, and so is not more than the bits of its type.
    pub fn counts_bits(self) -> bool {
        matches!(self, Op::Ones | Op::LeadingZeros | Op::TrailingZeros)
    }
}

/// An integer that depends on variables and memory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// That number.
    Constant(i64),
    /// What the variable is.
    Variable(VarIdx),
    /// Anything of that type, and something else each time.
    Unknown(Type),
    /// The address of a place in the stack frame, counted from the stack pointer of the caller. It does not change
    /// as long as the function runs, and is not 0.
    Frame(i64),
    /// An operation.
    Operation {
        /// Which.
        op: Op,
        /// The type of its result, and of its operands.
        ty: Type,
        /// Whether a result out of range is meant to be reduced modulo a power of two. Otherwise, for `Add`, `Sub`,
        /// `Mul` and `Shl`, C's rules say that there is none: the exact result is in the type's range, of the
        /// operands as they are, unconverted, and with operands that are such operations of the same type themselves
        /// computed exactly, too. Compilers reorder sums even without optimisation: only of the whole sum it is known
        /// that it does not overflow, and so operations within others say that they wrap unless it is impossible.
        wraps: bool,
        /// What it is applied to.
        arguments: Vec<Value>,
    },
    /// What memory holds there.
    Read {
        /// Where.
        address: Box<Value>,
        /// How many bytes, and what they mean.
        ty: Type,
        /// Whether the type is that of the source. Otherwise the sign is a guess.
        declared: bool,
    },
    /// 1 if it holds, else 0.
    Condition(Box<Condition>),
}

/// How integers are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum Comparison {
    Lt,
    Le,
    Gt,
    Ge,
    Eq,
    Ne,
}

impl Comparison {
    /// The comparison that holds exactly if this one does not.
    pub fn negated(self) -> Comparison {
        match self {
            Comparison::Lt => Comparison::Ge,
            Comparison::Le => Comparison::Gt,
            Comparison::Gt => Comparison::Le,
            Comparison::Ge => Comparison::Lt,
            Comparison::Eq => Comparison::Ne,
            Comparison::Ne => Comparison::Eq,
        }
    }

    /// Whether it holds.
    pub fn holds(self, left: i128, right: i128) -> bool {
        match self {
            Comparison::Lt => left < right,
            Comparison::Le => left <= right,
            Comparison::Gt => left > right,
            Comparison::Ge => left >= right,
            Comparison::Eq => left == right,
            Comparison::Ne => left != right,
        }
    }
}

/// Something that holds or not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Condition {
    /// A comparison of two values, converted to that type.
    Compare {
        /// How.
        op: Comparison,
        /// What both are converted to.
        ty: Type,
        /// The left side.
        left: Value,
        /// The right side.
        right: Value,
    },
    /// The opposite.
    Not(Box<Condition>),
    /// Both.
    And(Box<Condition>, Box<Condition>),
    /// At least one.
    Or(Box<Condition>, Box<Condition>),
    /// Always or never.
    Constant(bool),
}

impl Value {
    /// The type of a value over these variables: it is an integer of that type's range.
    pub fn ty(&self, variables: &[Variable]) -> Type {
        match self {
            Value::Constant(constant) => {
                let fits = |ty: &Type| ty.min() <= i128::from(*constant) && i128::from(*constant) <= ty.max();
                [Type::INT, Type::unsigned(32)].into_iter().find(fits).unwrap_or(Type::signed(64))
            }
            Value::Variable(variable) => variables[variable.index()].ty,
            Value::Unknown(ty) | Value::Operation { ty, .. } | Value::Read { ty, .. } => *ty,
            Value::Frame(_) => Type::POINTER,
            Value::Condition(_) => Type::BOOL,
        }
    }

    /// How many nodes it has.
    pub(super) fn size(&self) -> usize {
        let mut size = 0;
        self.walk(&mut |_| size += 1);
        size
    }

    /// Visits every value in it, itself first.
    pub fn walk(&self, visit: &mut impl FnMut(&Value)) {
        visit(self);
        match self {
            Value::Operation { arguments, .. } => arguments.iter().for_each(|value| value.walk(visit)),
            Value::Read { address, .. } => address.walk(visit),
            Value::Condition(condition) => condition.walk(visit),
            Value::Constant(_) | Value::Variable(_) | Value::Unknown(_) | Value::Frame(_) => {}
        }
    }

    /// Changes every value in it that `change` wants to change, itself first; what was changed is not entered.
    pub(super) fn rewrite(&mut self, change: &mut impl FnMut(&mut Value) -> bool) {
        if change(self) {
            return;
        }
        match self {
            Value::Operation { arguments, .. } => {
                arguments.iter_mut().for_each(|value| value.rewrite(change));
            }
            Value::Read { address, .. } => address.rewrite(change),
            Value::Condition(condition) => condition.rewrite(change),
            Value::Constant(_) | Value::Variable(_) | Value::Unknown(_) | Value::Frame(_) => {}
        }
    }

    /// Whether it depends on a variable for which that holds.
    pub(super) fn mentions(&self, which: impl Fn(VarIdx) -> bool) -> bool {
        let mut found = false;
        self.walk(&mut |value| found |= matches!(value, Value::Variable(variable) if which(*variable)));
        found
    }

    /// Whether it depends on memory.
    pub(super) fn reads(&self) -> bool {
        let mut found = false;
        self.walk(&mut |value| found |= matches!(value, Value::Read { .. }));
        found
    }
}

impl Condition {
    /// Visits every value in it.
    pub fn walk(&self, visit: &mut impl FnMut(&Value)) {
        match self {
            Condition::Compare { left, right, .. } => {
                left.walk(visit);
                right.walk(visit);
            }
            Condition::Not(inner) => inner.walk(visit),
            Condition::And(left, right) | Condition::Or(left, right) => {
                left.walk(visit);
                right.walk(visit);
            }
            Condition::Constant(_) => {}
        }
    }

    pub(super) fn rewrite(&mut self, change: &mut impl FnMut(&mut Value) -> bool) {
        match self {
            Condition::Compare { left, right, .. } => {
                left.rewrite(change);
                right.rewrite(change);
            }
            Condition::Not(inner) => inner.rewrite(change),
            Condition::And(left, right) | Condition::Or(left, right) => {
                left.rewrite(change);
                right.rewrite(change);
            }
            Condition::Constant(_) => {}
        }
    }

    /// The opposite condition.
    pub fn negated(self) -> Condition {
        match self {
            Condition::Compare { op, ty, left, right } => {
                Condition::Compare { op: op.negated(), ty, left, right }
            }
            Condition::Not(inner) => *inner,
            Condition::Constant(holds) => Condition::Constant(!holds),
            Condition::And(..) | Condition::Or(..) => Condition::Not(Box::new(self)),
        }
    }
}
