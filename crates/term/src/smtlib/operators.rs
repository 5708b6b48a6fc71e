//! The operators in SMT-LIB's words. What it lacks (counting bits, amounts modulo the width) is written out.
//! Floating-point numbers are bits here, and read as numbers where an operator wants them.

use crate::float;
use crate::node::{BinaryOp, Conversion, UnaryOp};
use crate::semantics::mask;

/// A number of a width.
pub(super) fn bits(value: u64, width: u32) -> String {
    format!("(_ bv{value} {width})")
}

/// The bits of the exponent and of the significand.
pub(super) fn sizes(width: u32) -> &'static str {
    if width == 32 { "8 24" } else { "11 53" }
}

/// Bits read as a number.
pub(super) fn as_float(width: u32, a: &str) -> String {
    format!("((_ to_fp {}) {a})", sizes(width))
}

/// A number without its fraction: SMT-LIB leaves open what is out of range.
pub(super) fn to_integer(op: Conversion, from: u32, width: u32, a: &str) -> String {
    let (name, least, greatest) = match op {
        Conversion::ToSigned => ("fp.to_sbv", 1 << (width - 1), mask(width) >> 1),
        _ => ("fp.to_ubv", 0, mask(width)),
    };
    let (low, high) = op.limits(width);
    let bound = |number: f64| as_float(from, &bits(float::bits(from, number), from));
    let inside = format!("((_ {name} {width}) RTZ {a})");
    let below = format!("(ite (fp.geq {a} {}) {} {inside})", bound(high), bits(greatest, width));
    let number = format!("(ite (fp.leq {a} {}) {} {below})", bound(low), bits(least, width));
    format!("(ite (fp.isNaN {a}) {} {number})", bits(0, width))
}

/// An operator on one term, which may be written several times.
pub(super) fn unary(op: UnaryOp, width: u32, a: &str) -> String {
    let is_set = |place: u32| format!("(= ((_ extract {place} {place}) {a}) #b1)");
    // The first bit that is set decides, the one tried last outermost.
    let count = |places: &mut dyn Iterator<Item = (u32, u32)>| {
        places.fold(bits(width.into(), width), |rest, (place, count)| {
            format!("(ite {} {} {rest})", is_set(place), bits(count.into(), width))
        })
    };
    match op {
        UnaryOp::Not => format!("(bvnot {a})"),
        UnaryOp::Neg => format!("(bvneg {a})"),
        UnaryOp::Clz => count(&mut (0..width).map(|place| (place, width - 1 - place))),
        UnaryOp::Ctz => count(&mut (0..width).rev().map(|place| (place, place))),
        UnaryOp::FSqrt | UnaryOp::FCeil | UnaryOp::FFloor | UnaryOp::FTrunc | UnaryOp::FNearest => {
            unreachable!("its number is defined first")
        }
        UnaryOp::Popcnt => (0..width).fold(bits(0, width), |sum, place| {
            format!("(bvadd {sum} (ite {} {} {}))", is_set(place), bits(1, width), bits(0, width))
        }),
    }
}

/// An operator on two terms. A comparison is a truth value, not a bit.
pub(super) fn binary(op: BinaryOp, width: u32, a: &str, b: &str) -> String {
    let amount = || format!("(bvurem {b} {})", bits(width.into(), width));
    let rest = || format!("(bvsub {} {})", bits(width.into(), width), amount());
    let numbers = |relation: &str| format!("({relation} {} {})", as_float(width, a), as_float(width, b));
    let plain = |name: &str| format!("({name} {a} {b})");
    match op {
        BinaryOp::Add => plain("bvadd"),
        BinaryOp::Sub => plain("bvsub"),
        BinaryOp::Mul => plain("bvmul"),
        BinaryOp::Udiv => plain("bvudiv"),
        BinaryOp::Sdiv => plain("bvsdiv"),
        BinaryOp::Urem => plain("bvurem"),
        BinaryOp::Srem => plain("bvsrem"),
        BinaryOp::And => plain("bvand"),
        BinaryOp::Or => plain("bvor"),
        BinaryOp::Xor => plain("bvxor"),
        BinaryOp::Concat => plain("concat"),
        BinaryOp::Shl => format!("(bvshl {a} {})", amount()),
        BinaryOp::Lshr => format!("(bvlshr {a} {})", amount()),
        BinaryOp::Ashr => format!("(bvashr {a} {})", amount()),
        // A shift by all of the width gives zero, so nothing is doubled when the amount is 0.
        BinaryOp::Rotl => format!("(bvor (bvshl {a} {}) (bvlshr {a} {}))", amount(), rest()),
        BinaryOp::Rotr => format!("(bvor (bvlshr {a} {}) (bvshl {a} {}))", amount(), rest()),
        BinaryOp::Eq => plain("="),
        BinaryOp::Ult => plain("bvult"),
        BinaryOp::Ule => plain("bvule"),
        BinaryOp::Slt => plain("bvslt"),
        BinaryOp::Sle => plain("bvsle"),
        BinaryOp::FLt => numbers("fp.lt"),
        BinaryOp::FLe => numbers("fp.leq"),
        BinaryOp::FEq => numbers("fp.eq"),
        BinaryOp::FAdd | BinaryOp::FSub | BinaryOp::FMul | BinaryOp::FDiv => {
            unreachable!("its number is defined first")
        }
    }
}
