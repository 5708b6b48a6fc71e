//! Values from Wasm's operations: typed as C would type them, and simplified to what was written.
//!
//! Wasm's `i32.add` does not say whether it is C's addition of `int`s, which does not overflow, or of `unsigned`s,
//! which wraps around. The operands tell, as in C: if the types of all of them are known and signed, so is the
//! sum. In doubt it wraps, and an analysis has to prove that it does not. A cast such as `(unsigned)x + 1` leaves
//! no trace in Wasm; where a result is used as unsigned, additions in it may have been unsigned, and so they wrap.
//!
//! A value stands for what a Wasm operand of 32 (64) bits holds if it is the same modulo 2^32 (2^64).

use super::routine::Variable;
use super::value::{Comparison, Condition, Op, Type, Value};

/// What is needed to type a value.
#[derive(Clone, Copy)]
pub(super) struct Typing<'a> {
    pub(super) variables: &'a [Variable],
    /// Whether operations are those of the source.
    pub(super) as_written: bool,
}

/// What an operand says about the type of an operation.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Evidence {
    /// A constant, or a number of fewer bits.
    None,
    Signed,
    Unsigned,
    Pointer,
    Doubt,
}

impl Typing<'_> {
    fn ty(&self, value: &Value) -> Type {
        value.ty(self.variables)
    }

    fn evidence(&self, value: &Value, bits: u8) -> Evidence {
        let sure = match value {
            Value::Constant(_) => return Evidence::None,
            Value::Variable(variable) => self.variables[variable.index()].declared,
            Value::Unknown(_) => false,
            Value::Frame(_) | Value::Condition(_) => true,
            Value::Operation { op: Op::Convert, .. } => true,
            Value::Operation {
                op: Op::And | Op::Or | Op::Xor | Op::Div | Op::Rem | Op::Shr,
                arguments,
                ty,
                ..
            } => {
                let sure = |value| !matches!(self.evidence(value, bits), Evidence::Doubt);
                !ty.signed || arguments.iter().all(sure)
            }
            Value::Operation { ty, wraps, .. } => !(ty.signed && *wraps),
            Value::Read { declared, .. } => *declared,
        };
        let ty = self.ty(value).promoted();
        match () {
            () if !sure => Evidence::Doubt,
            () if ty.pointer => Evidence::Pointer,
            () if ty.bits < bits => Evidence::None,
            () if ty.signed => Evidence::Signed,
            () => Evidence::Unsigned,
        }
    }

    /// The type of an operation whose sign Wasm does not say, and whether it wraps.
    fn infer(&self, op: Op, bits: u8, left: &Value, right: &Value) -> (Type, bool) {
        let both = [self.evidence(left, bits), self.evidence(right, bits)];
        let has = |evidence| both.contains(&evidence);
        let wraps = !self.as_written || has(Evidence::Doubt);
        if has(Evidence::Pointer) {
            return match op {
                Op::Sub if both == [Evidence::Pointer; 2] => (Type::signed(bits), wraps),
                Op::Add | Op::Sub if both != [Evidence::Pointer; 2] => (Type::POINTER, wraps),
                _ => (Type::unsigned(bits), true),
            };
        }
        if has(Evidence::Unsigned) {
            return (Type::unsigned(bits), true);
        }
        (Type::signed(bits), wraps || !has(Evidence::Signed))
    }

    /// An operation of Wasm. The sign is that of the operator if it has one.
    pub(super) fn binary(&self, op: Op, signed: bool, bits: u8, left: Value, right: Value) -> Value {
        let (left, right) = match (op, left, right) {
            // Constants to the right.
            (Op::Add | Op::Mul | Op::And | Op::Or | Op::Xor, left @ Value::Constant(_), right) => {
                (right, left)
            }
            (_, left, right) => (left, right),
        };
        if let (Value::Constant(a), Value::Constant(b)) = (&left, &right)
            && let Some(result) = fold(op, Type::integer(bits, signed), *a, *b)
        {
            return Value::Constant(result);
        }
        match op {
            Op::Add | Op::Sub => self.sum(op, bits, left, right),
            Op::Mul => {
                let (ty, wraps) = self.infer(op, bits, &left, &right);
                self.arithmetic(op, ty, wraps, left, right)
            }
            Op::Shl => {
                let (ty, wraps) = self.infer(op, bits, &left, &Value::Constant(0));
                // Shifts by much are about bits, and a mask before them may have been dropped: the bits that it
                // removed are shifted out anyway. For a factor of 16, that mask would be visible in the source.
                let wraps = wraps || !matches!(right, Value::Constant(0..=4));
                operation(op, if ty.pointer { Type::unsigned(32) } else { ty }, wraps, vec![left, right])
            }
            Op::Shr => self.shift(signed, bits, left, right),
            Op::Div | Op::Rem => {
                let ty = Type::integer(bits, signed);
                let (left, right) = (self.used_as(ty, left), self.used_as(ty, right));
                operation(op, ty, true, vec![left, right])
            }
            _ => self.bitwise(op, bits, left, right),
        }
    }

    fn sum(&self, op: Op, bits: u8, left: Value, right: Value) -> Value {
        let ty = Type::integer(bits, true);
        match (op, left, right) {
            (_, left, Value::Constant(0)) => left,
            (Op::Add, Value::Frame(at), Value::Constant(by)) => {
                Value::Frame(at + ty.convert(by.into()) as i64)
            }
            (Op::Sub, Value::Frame(at), Value::Constant(by)) => {
                Value::Frame(at - ty.convert(by.into()) as i64)
            }
            (op, left, Value::Constant(by)) => {
                let (inferred, wraps) = self.infer(op, bits, &left, &Value::Constant(by));
                let by = ty.convert(by.into()) as i64;
                // `x + -1` is `x - 1`, which matters if it is not to fall below 0.
                let (op, by) = match by.checked_neg() {
                    Some(opposite) if by < 0 => (if op == Op::Add { Op::Sub } else { Op::Add }, opposite),
                    _ => (op, by),
                };
                self.arithmetic(op, inferred, wraps, left, Value::Constant(by))
            }
            (op, left, right) => {
                let (ty, wraps) = self.infer(op, bits, &left, &right);
                self.arithmetic(op, ty, wraps, left, right)
            }
        }
    }

    /// The address of a place in an object.
    pub(super) fn pointer_sum(&self, op: Op, left: Value, right: Value) -> Value {
        let (left, right) = match (op, left, right) {
            // The object first.
            (Op::Add, left, right @ Value::Constant(_)) if !self.ty(&left).pointer => (right, left),
            (_, left, right) => (left, right),
        };
        operation(op, Type::POINTER, !self.as_written, vec![left, right])
    }

    /// A sum, difference or product. Whatever its operands are, it may be that it cannot leave its range.
    fn arithmetic(&self, op: Op, ty: Type, wraps: bool, left: Value, right: Value) -> Value {
        let value = operation(op, ty, wraps, vec![left, right]);
        match (value, wraps) {
            (Value::Operation { op, ty, arguments, .. }, true) => {
                let fits =
                    self.exact(op, &arguments).is_some_and(|(low, high)| ty.min() <= low && high <= ty.max());
                Value::Operation { op, ty, wraps: !fits, arguments }
            }
            (value, _) => value,
        }
    }

    /// How many bits are set, or are zero at an end. C's builtins return an `int`.
    pub(super) fn count(&self, op: Op, bits: u8, value: Value) -> Value {
        match value {
            Value::Constant(constant) => {
                let count = apply(op, Type::signed(bits), constant.into(), 0);
                Value::Constant(count.map_or(0, |count| count as i64))
            }
            value => operation(op, Type::signed(bits), false, vec![value]),
        }
    }

    /// The range of a value, by the types in it.
    fn range(&self, value: &Value) -> (i128, i128) {
        let ty = self.ty(value);
        let range = match value {
            Value::Constant(constant) => Some(((*constant).into(), (*constant).into())),
            Value::Operation { op: Op::And, arguments, .. } => match arguments[1] {
                Value::Constant(mask) if mask >= 0 => Some((0, mask.into())),
                _ => None,
            },
            Value::Operation { op, ty, .. } if op.counts_bits() => Some((0, ty.bits.into())),
            Value::Operation { op, arguments, .. } => self.exact(*op, arguments),
            _ => None,
        };
        range.filter(|(low, high)| ty.min() <= *low && *high <= ty.max()).unwrap_or((ty.min(), ty.max()))
    }

    /// The range of the exact result of a sum, difference or product.
    fn exact(&self, op: Op, arguments: &[Value]) -> Option<(i128, i128)> {
        if !matches!(op, Op::Add | Op::Sub | Op::Mul) {
            return None;
        }
        let ((a, b), (c, d)) = (self.range(&arguments[0]), self.range(&arguments[1]));
        match op {
            Op::Add => Some((a + c, b + d)),
            Op::Sub => Some((a - d, b - c)),
            _ => {
                let corners = [a.checked_mul(c)?, a.checked_mul(d)?, b.checked_mul(c)?, b.checked_mul(d)?];
                Some((*corners.iter().min()?, *corners.iter().max()?))
            }
        }
    }

    /// Shifts to the right, some of which undo shifts to the left: that is how a `char` is extended.
    fn shift(&self, signed: bool, bits: u8, mut left: Value, right: Value) -> Value {
        if let (Value::Operation { op: Op::Shl, arguments, ty, .. }, Value::Constant(by)) = (&left, &right) {
            let kept = i64::from(bits) - by;
            if ty.bits == bits && arguments[1] == right && [8, 16, 32].contains(&kept) {
                return self.convert(Type::integer(kept as u8, signed), arguments[0].clone());
            }
        }
        // Of a bit field, bits are lost at both ends.
        self.wrap(true, &mut left);
        operation(Op::Shr, Type::integer(bits, signed), true, vec![left, right])
    }

    fn bitwise(&self, op: Op, bits: u8, left: Value, right: Value) -> Value {
        match (op, left, right) {
            (Op::And, Value::Condition(condition), Value::Constant(1)) => Value::Condition(condition),
            (Op::And, left, Value::Constant(1)) => match opposite(&left) {
                Some(condition) => Value::Condition(Box::new(condition)),
                None => self.bits_of(Op::And, bits, left, Value::Constant(1)),
            },
            (Op::And, left, Value::Constant(0xff)) => self.convert(Type::unsigned(8), left),
            (Op::And, left, Value::Constant(0xffff)) => self.convert(Type::unsigned(16), left),
            (Op::And, left, Value::Constant(0xffff_ffff)) if bits == 64 => {
                self.convert(Type::unsigned(32), left)
            }
            (Op::And, Value::Condition(a), Value::Condition(b)) => {
                Value::Condition(Box::new(Condition::And(a, b)))
            }
            (Op::Or, Value::Condition(a), Value::Condition(b)) => {
                Value::Condition(Box::new(Condition::Or(a, b)))
            }
            (Op::Xor, Value::Condition(condition), Value::Constant(1)) => {
                Value::Condition(Box::new(condition.negated()))
            }
            (Op::Or | Op::Xor, left, Value::Constant(0)) => left,
            (op, left, right) => self.bits_of(op, bits, left, right),
        }
    }

    fn bits_of(&self, op: Op, bits: u8, left: Value, right: Value) -> Value {
        let (ty, _) = self.infer(op, bits, &left, &right);
        let ty = Type::integer(bits, ty.signed);
        let mut arguments = vec![left, right];
        // What is masked is cut off.
        if op == Op::And {
            arguments.iter_mut().for_each(|argument| self.wrap(true, argument));
        }
        operation(op, ty, true, arguments)
    }

    /// The low bits, read as that type.
    pub(super) fn convert(&self, ty: Type, value: Value) -> Value {
        match value {
            Value::Constant(constant) => Value::Constant(ty.convert(constant.into()) as i64),
            Value::Condition(_) => value,
            value if ty.includes(self.ty(&value)) => value,
            // Anything, before and after.
            Value::Unknown(_) => Value::Unknown(ty),
            // The sign was a guess.
            Value::Read { address, ty: guess, declared: false } if guess.bits == ty.bits => {
                Value::Read { address, ty, declared: false }
            }
            Value::Operation { op: Op::Convert, ty: inner, mut arguments, .. } if inner.bits >= ty.bits => {
                self.convert(ty, arguments.remove(0))
            }
            value => {
                let mut value = self.used_as(ty, value);
                self.strip(ty.bits, &mut value);
                operation(Op::Convert, ty, true, vec![value])
            }
        }
    }

    /// Removes conversions that do not matter if only so many low bits of the value do: C's `c++` is
    /// `(signed char)((unsigned char)c + 1)` in Wasm.
    fn strip(&self, bits: u8, value: &mut Value) {
        if let Value::Operation { op: Op::Add | Op::Sub | Op::Mul, arguments, .. } = value {
            for argument in arguments {
                match argument {
                    // What is wider might overflow without it.
                    Value::Operation { op: Op::Convert, ty, arguments, .. }
                        if ty.bits >= bits && self.ty(&arguments[0]).bits <= 16 =>
                    {
                        *argument = arguments.remove(0);
                    }
                    argument => self.strip(bits, argument),
                }
            }
        }
    }

    /// The value as it is used where that type is expected: additions in what is used as unsigned may wrap.
    pub(super) fn used_as(&self, ty: Type, mut value: Value) -> Value {
        if let Value::Constant(constant) = value
            && (ty.bits < 64 || ty.signed)
        {
            return Value::Constant(ty.convert(constant.into()) as i64);
        }
        // Of what is cut off, compilers leave away what does not matter for the rest: `(char)(x & 0xffff << 4)` has no
        // mask any more, and without it overflows.
        let cut = ty.bits < self.ty(&value).bits;
        if cut || (!ty.signed && !ty.pointer) {
            self.wrap(cut, &mut value);
        }
        value
    }

    /// Lets the arithmetic on the way to a value wrap, unless it is impossible; of addresses only if that is said.
    fn wrap(&self, addresses: bool, value: &mut Value) {
        if let Value::Operation { op, ty, wraps, arguments } = value
            && (is_arithmetic(*op) || matches!(op, Op::And | Op::Or | Op::Xor | Op::Select))
        {
            arguments.iter_mut().for_each(|argument| self.wrap(addresses, argument));
            *wraps |= (addresses || !ty.pointer) && !self.fits(*op, *ty, arguments);
        }
    }

    /// Whether a sum, difference or product is in its range whatever its operands are.
    fn fits(&self, op: Op, ty: Type, arguments: &[Value]) -> bool {
        self.exact(op, arguments).is_some_and(|(low, high)| ty.min() <= low && high <= ty.max())
    }

    /// A comparison of Wasm.
    pub(super) fn compare(
        &self,
        op: Comparison,
        signed: bool,
        bits: u8,
        left: Value,
        right: Value,
    ) -> Condition {
        let ty = match op {
            Comparison::Eq | Comparison::Ne => {
                let both = [self.evidence(&left, bits), self.evidence(&right, bits)];
                let unsigned = both.contains(&Evidence::Unsigned) || both.contains(&Evidence::Pointer);
                Type::integer(bits, !unsigned)
            }
            _ => Type::integer(bits, signed),
        };
        let (left, right) = (self.used_as(ty, left), self.used_as(ty, right));
        match (op, left, right) {
            (op, Value::Constant(a), Value::Constant(b)) => {
                Condition::Constant(op.holds(ty.convert(a.into()), ty.convert(b.into())))
            }
            (Comparison::Ne, Value::Condition(condition), Value::Constant(0)) => *condition,
            (Comparison::Eq, Value::Condition(condition), Value::Constant(0)) => condition.negated(),
            (Comparison::Eq, Value::Condition(condition), Value::Constant(1)) => *condition,
            (Comparison::Ne, Value::Condition(condition), Value::Constant(1)) => condition.negated(),
            // `(unsigned char)c == 255` is `c == -1`.
            (
                op @ (Comparison::Eq | Comparison::Ne),
                Value::Operation { op: Op::Convert, ty: to, mut arguments, .. },
                Value::Constant(constant),
            ) if self.ty(&arguments[0]).bits == to.bits && to.convert(constant.into()) == constant.into() => {
                let left = arguments.remove(0);
                let right = Value::Constant(self.ty(&left).convert(constant.into()) as i64);
                Condition::Compare { op, ty, left, right }
            }
            (op, left, right) => Condition::Compare { op, ty, left, right },
        }
    }

    /// Whether a value of so many bits is not 0.
    pub(super) fn not_zero(&self, bits: u8, value: Value) -> Condition {
        self.compare(Comparison::Ne, true, bits, value, Value::Constant(0))
    }

    /// One of two values.
    pub(super) fn select(&self, condition: Condition, holds: Value, otherwise: Value) -> Value {
        match condition {
            Condition::Constant(true) => holds,
            Condition::Constant(false) => otherwise,
            condition => {
                let (a, b) = (self.ty(&holds), self.ty(&otherwise));
                // Wide enough for both as they are, whatever the width of the operands was.
                let wider = Type::signed(64);
                let ty = [a, b].into_iter().find(|ty| ty.includes(a) && ty.includes(b)).unwrap_or(wider);
                let condition = Value::Condition(Box::new(condition));
                operation(Op::Select, ty, true, vec![condition, holds, otherwise])
            }
        }
    }
}

/// The opposite of the condition in `~condition`, of which only the lowest bit counts.
fn opposite(value: &Value) -> Option<Condition> {
    match value {
        Value::Operation { op: Op::Xor, arguments, .. } => match (&arguments[0], &arguments[1]) {
            (Value::Condition(condition), Value::Constant(mask)) if mask & 1 == 1 => {
                Some(condition.as_ref().clone().negated())
            }
            _ => None,
        },
        _ => None,
    }
}

/// Whether an operation may leave the range of its type.
fn is_arithmetic(op: Op) -> bool {
    matches!(op, Op::Add | Op::Sub | Op::Mul | Op::Shl)
}

fn operation(op: Op, ty: Type, wraps: bool, mut arguments: Vec<Value>) -> Value {
    if is_arithmetic(op) {
        for argument in &mut arguments {
            match argument {
                Value::Operation { op, ty: inner, wraps, .. } if is_arithmetic(*op) && *inner == ty => {
                    *wraps = true
                }
                _ => {}
            }
        }
    }
    Value::Operation { op, ty, wraps, arguments }
}

/// The result on constants, as a sign-extended number of the type's bits.
fn fold(op: Op, ty: Type, left: i64, right: i64) -> Option<i64> {
    apply(op, ty, left.into(), right.into()).map(|result| Type::signed(ty.bits).convert(result) as i64)
}

/// What an operation on two integers gives, as an integer of its type; nothing if it traps. One that counts bits has no
/// use for the second.
pub fn apply(op: Op, ty: Type, left: i128, right: i128) -> Option<i128> {
    let (a, b) = (ty.convert(left), ty.convert(right));
    let amount = right.rem_euclid(ty.bits.into()) as u32;
    let bits = a & ((1 << ty.bits) - 1);
    let result = match op {
        Op::Add => a + b,
        Op::Sub => a - b,
        Op::Mul => ty.convert(a).wrapping_mul(b),
        Op::Div if b == 0 || a / b > ty.max() => return None,
        Op::Div => a / b,
        Op::Rem if b == 0 => return None,
        Op::Rem => a % b,
        Op::Shl => a << amount,
        Op::Shr => a >> amount,
        Op::And => a & b,
        Op::Or => a | b,
        Op::Xor => a ^ b,
        Op::Ones => bits.count_ones().into(),
        Op::LeadingZeros => i128::from(bits.leading_zeros()) - i128::from(128 - u32::from(ty.bits)),
        Op::TrailingZeros => bits.trailing_zeros().min(ty.bits.into()).into(),
        Op::Convert | Op::Select => return None,
    };
    Some(ty.convert(result))
}
