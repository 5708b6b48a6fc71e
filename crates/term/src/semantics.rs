//! What the operators mean, on numbers. Constant folding and evaluation share this text.
//!
//! Operands have no bits above their width, nor have results. Division is that of SMT-LIB, so that it is total
//! and Z3 agrees; shifts take their amount modulo the width, as WebAssembly does and SMT-LIB does not.

use crate::float;
use crate::node::{BinaryOp, UnaryOp};

/// The number with the lowest `width` bits set; `width` is 1 to 64.
#[inline(always)]
pub fn mask(width: u32) -> u64 {
    u64::MAX >> (64 - width)
}

/// The number that these bits are in two's complement.
#[inline(always)]
pub fn signed(width: u32, value: u64) -> i64 {
    (value << (64 - width)) as i64 >> (64 - width)
}

#[inline(always)]
pub(crate) fn unary(op: UnaryOp, width: u32, a: u64) -> u64 {
    match op {
        UnaryOp::Not => !a & mask(width),
        UnaryOp::Neg => a.wrapping_neg() & mask(width),
        UnaryOp::Clz => u64::from(a.leading_zeros() - (64 - width)),
        UnaryOp::Ctz => u64::from(a.trailing_zeros().min(width)),
        UnaryOp::Popcnt => u64::from(a.count_ones()),
        _ => float::unary(op, width, a),
    }
}

/// The width is that of the operands. (Of the second, for `Concat`.)
#[inline(always)]
pub(crate) fn binary(op: BinaryOp, width: u32, a: u64, b: u64) -> u64 {
    let amount = || (b % u64::from(width)) as u32;
    match op {
        BinaryOp::Add => a.wrapping_add(b) & mask(width),
        BinaryOp::Sub => a.wrapping_sub(b) & mask(width),
        BinaryOp::Mul => a.wrapping_mul(b) & mask(width),
        BinaryOp::Udiv => a.checked_div(b).unwrap_or(mask(width)),
        BinaryOp::Sdiv => match (signed(width, a), signed(width, b)) {
            (a, 0) => {
                if a < 0 {
                    1
                } else {
                    mask(width)
                }
            }
            (a, b) => a.wrapping_div(b) as u64 & mask(width),
        },
        BinaryOp::Urem => a.checked_rem(b).unwrap_or(a),
        BinaryOp::Srem => match (signed(width, a), signed(width, b)) {
            (_, 0) => a,
            (a, b) => a.wrapping_rem(b) as u64 & mask(width),
        },
        BinaryOp::And => a & b,
        BinaryOp::Or => a | b,
        BinaryOp::Xor => a ^ b,
        BinaryOp::Shl => a << amount() & mask(width),
        BinaryOp::Lshr => a >> amount(),
        BinaryOp::Ashr => (signed(width, a) >> amount()) as u64 & mask(width),
        BinaryOp::Rotl => rotate_left(width, a, amount()),
        BinaryOp::Rotr => rotate_left(width, a, width - amount()),
        BinaryOp::Eq => (a == b).into(),
        BinaryOp::Ult => (a < b).into(),
        BinaryOp::Ule => (a <= b).into(),
        BinaryOp::Slt => (signed(width, a) < signed(width, b)).into(),
        BinaryOp::Sle => (signed(width, a) <= signed(width, b)).into(),
        BinaryOp::Concat => a << width | b,
        BinaryOp::FLt | BinaryOp::FLe | BinaryOp::FEq => float::compare(op, width, a, b).into(),
        BinaryOp::FAdd | BinaryOp::FSub | BinaryOp::FMul | BinaryOp::FDiv => float::binary(op, width, a, b),
    }
}

fn rotate_left(width: u32, a: u64, amount: u32) -> u64 {
    if amount.is_multiple_of(width) { a } else { (a << amount | a >> (width - amount)) & mask(width) }
}
