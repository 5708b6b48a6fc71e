//! Floating-point arithmetic and conversions on terms.
//!
//! They become terms that solvers find hard, so there are few of them in one: an operand that has more is pinned, that
//! is, gets one value for the rest of the path. Conversions to integers decide first whether they trap.

use worstcase_program::{Binary, Unary};
use worstcase_term::{BinaryOp, Conversion, TermId, UnaryOp};

use super::{Path, Symbol};
use crate::concrete;
use crate::stop::{Stop, Trap};
use crate::value::{Step, Value};

/// The most operators of floating-point arithmetic in a term that another one is put upon.
const MOST_OPERATORS: usize = 8;

/// An operator on a floating-point number, or a conversion.
pub(super) fn unary(path: &mut Path, operator: Unary, a: Symbol) -> Step<Symbol, Symbol> {
    if is_too_much(path, &[a]) {
        let bits = a.bits(path)?;
        return concrete::unary(operator, bits).map(Symbol::from_bits).map_err(Stop::Trap);
    }
    use Unary::*;
    let term = match operator {
        F32Ceil | F32Floor | F32Trunc | F32Nearest | F32Sqrt => {
            let a = a.term(path, 32);
            path.terms.unary(rounding(operator), a)
        }
        F64Ceil | F64Floor | F64Trunc | F64Nearest | F64Sqrt => {
            let a = a.term(path, 64);
            path.terms.unary(rounding(operator), a)
        }
        _ => {
            let Some((from, conversion, to, traps)) = conversion(operator) else {
                unreachable!("{operator:?} is an operator on integers")
            };
            let a = a.term(path, from);
            if traps {
                check_range(path, a, conversion, to)?;
            }
            path.terms.convert(conversion, a, to)
        }
    };
    Ok(Symbol::of(path, term))
}

/// An operator on two floating-point numbers.
pub(super) fn binary(path: &mut Path, operator: Binary, a: Symbol, b: Symbol) -> Step<Symbol, Symbol> {
    if is_too_much(path, &[a, b]) {
        let (a, b) = (a.bits(path)?, b.bits(path)?);
        return concrete::binary(operator, a, b).map(Symbol::from_bits).map_err(Stop::Trap);
    }
    use Binary::*;
    let (width, op) = match operator {
        F32Add => (32, BinaryOp::FAdd),
        F32Sub => (32, BinaryOp::FSub),
        F32Mul => (32, BinaryOp::FMul),
        F32Div => (32, BinaryOp::FDiv),
        F64Add => (64, BinaryOp::FAdd),
        F64Sub => (64, BinaryOp::FSub),
        F64Mul => (64, BinaryOp::FMul),
        F64Div => (64, BinaryOp::FDiv),
        _ => unreachable!("{operator:?} is no arithmetic on floating-point numbers"),
    };
    let (a, b) = (a.term(path, width), b.term(path, width));
    let term = path.terms.binary(op, a, b);
    Ok(Symbol::of(path, term))
}

fn is_too_much(path: &Path, operands: &[Symbol]) -> bool {
    let terms = operands.iter().filter_map(|operand| operand.term);
    terms.map(|term| path.terms.float_operators(term, MOST_OPERATORS)).sum::<usize>() >= MOST_OPERATORS
}

fn rounding(operator: Unary) -> UnaryOp {
    use Unary::*;
    match operator {
        F32Sqrt | F64Sqrt => UnaryOp::FSqrt,
        F32Ceil | F64Ceil => UnaryOp::FCeil,
        F32Floor | F64Floor => UnaryOp::FFloor,
        F32Trunc | F64Trunc => UnaryOp::FTrunc,
        _ => UnaryOp::FNearest,
    }
}

/// The width that a conversion takes, which one it is, the width that it gives, and whether it may trap.
fn conversion(operator: Unary) -> Option<(u32, Conversion, u32, bool)> {
    use Conversion::{Float, FromSigned, FromUnsigned, ToSigned, ToUnsigned};
    use Unary::*;
    Some(match operator {
        I32TruncF32S => (32, ToSigned, 32, true),
        I32TruncF32U => (32, ToUnsigned, 32, true),
        I32TruncF64S => (64, ToSigned, 32, true),
        I32TruncF64U => (64, ToUnsigned, 32, true),
        I64TruncF32S => (32, ToSigned, 64, true),
        I64TruncF32U => (32, ToUnsigned, 64, true),
        I64TruncF64S => (64, ToSigned, 64, true),
        I64TruncF64U => (64, ToUnsigned, 64, true),
        I32TruncSatF32S => (32, ToSigned, 32, false),
        I32TruncSatF32U => (32, ToUnsigned, 32, false),
        I32TruncSatF64S => (64, ToSigned, 32, false),
        I32TruncSatF64U => (64, ToUnsigned, 32, false),
        I64TruncSatF32S => (32, ToSigned, 64, false),
        I64TruncSatF32U => (32, ToUnsigned, 64, false),
        I64TruncSatF64S => (64, ToSigned, 64, false),
        I64TruncSatF64U => (64, ToUnsigned, 64, false),
        F32ConvertI32S => (32, FromSigned, 32, false),
        F32ConvertI32U => (32, FromUnsigned, 32, false),
        F32ConvertI64S => (64, FromSigned, 32, false),
        F32ConvertI64U => (64, FromUnsigned, 32, false),
        F64ConvertI32S => (32, FromSigned, 64, false),
        F64ConvertI32U => (32, FromUnsigned, 64, false),
        F64ConvertI64S => (64, FromSigned, 64, false),
        F64ConvertI64U => (64, FromUnsigned, 64, false),
        F32DemoteF64 => (64, Float, 32, false),
        F64PromoteF32 => (32, Float, 64, false),
        _ => return None,
    })
}

/// Traps if a number has no integer of a width.
fn check_range(path: &mut Path, a: TermId, conversion: Conversion, to: u32) -> Step<Symbol, ()> {
    let from = path.terms.width(a);
    let nan = path.terms.is_nan(a);
    if path.truth_of(nan)? {
        return Err(Trap::InvalidConversion.into());
    }
    let (low, high) = conversion.limits(to);
    let mut constant = |number: f64| match from {
        32 => path.terms.constant(32, (number as f32).to_bits().into()),
        _ => path.terms.constant(64, number.to_bits()),
    };
    // What lies less than one below the least integer is still rounded up to it, but next to the least signed ones there
    // may be no such number.
    let below = constant(low - 1.0);
    let (low, high) = (constant(low), constant(high));
    let above = if below == low { path.terms.fle(low, a) } else { path.terms.flt(below, a) };
    let under = path.terms.flt(a, high);
    let inside = path.terms.and(above, under);
    match path.truth_of(inside)? {
        true => Ok(()),
        false => Err(Trap::IntegerOverflow.into()),
    }
}
