//! Wasm's operators on terms.
//!
//! Integers become terms. Division and remainder decide first whether they trap. So does floating point. Only
//! where there is too much of its arithmetic in one term are operands pinned: each gets one value for the rest of the path,
//! which the explorer counts and reports.

use worstcase_program::{Binary, Packed, Pc, Unary};
use worstcase_term::{BinaryOp, TermId, Terms};

use super::{Path, Symbol, numbers};
use crate::stop::Trap;
use crate::value::{Step, Value};

pub(super) fn unary(path: &mut Path, operator: Unary, a: Symbol) -> Step<Symbol, Symbol> {
    use Unary::*;
    let term = match operator {
        I32Eqz | I64Eqz => {
            let a = a.term(path, if operator == I32Eqz { 32 } else { 64 });
            let zero = path.terms.is_zero(a);
            path.terms.zext(zero, 32)
        }
        I32Clz | I32Ctz | I32Popcnt | I64Clz | I64Ctz | I64Popcnt => {
            let a = a.term(path, if matches!(operator, I32Clz | I32Ctz | I32Popcnt) { 32 } else { 64 });
            match operator {
                I32Clz | I64Clz => path.terms.clz(a),
                I32Ctz | I64Ctz => path.terms.ctz(a),
                _ => path.terms.popcnt(a),
            }
        }
        I32WrapI64 => a.term(path, 32),
        I64ExtendI32U => {
            let a = a.term(path, 32);
            path.terms.zext(a, 64)
        }
        I64ExtendI32S | I64Extend32S => extend(path, a, 32, 64),
        I32Extend8S => extend(path, a, 8, 32),
        I32Extend16S => extend(path, a, 16, 32),
        I64Extend8S => extend(path, a, 8, 64),
        I64Extend16S => extend(path, a, 16, 64),
        F32Abs | F64Abs => {
            let a = a.term(path, if operator == F32Abs { 32 } else { 64 });
            path.terms.fabs(a)
        }
        F32Neg | F64Neg => {
            let a = a.term(path, if operator == F32Neg { 32 } else { 64 });
            path.terms.fneg(a)
        }
        _ => return numbers::unary(path, operator, a),
    };
    Ok(Symbol::of(path, term))
}

fn extend(path: &mut Path, a: Symbol, from: u32, to: u32) -> TermId {
    let a = a.term(path, from);
    path.terms.sext(a, to)
}

/// An integer operator as one on terms: its width, the operator, whether the operands change places, and whether
/// the result is a truth value. Comparisons that terms lack are others with their operands exchanged.
fn integer(operator: Binary) -> Option<(u32, BinaryOp, bool, bool)> {
    use Binary::*;
    Some(match operator {
        I32Add => (32, BinaryOp::Add, false, false),
        I32Sub => (32, BinaryOp::Sub, false, false),
        I32Mul => (32, BinaryOp::Mul, false, false),
        I32DivS => (32, BinaryOp::Sdiv, false, false),
        I32DivU => (32, BinaryOp::Udiv, false, false),
        I32RemS => (32, BinaryOp::Srem, false, false),
        I32RemU => (32, BinaryOp::Urem, false, false),
        I32And => (32, BinaryOp::And, false, false),
        I32Or => (32, BinaryOp::Or, false, false),
        I32Xor => (32, BinaryOp::Xor, false, false),
        I32Shl => (32, BinaryOp::Shl, false, false),
        I32ShrS => (32, BinaryOp::Ashr, false, false),
        I32ShrU => (32, BinaryOp::Lshr, false, false),
        I32Rotl => (32, BinaryOp::Rotl, false, false),
        I32Rotr => (32, BinaryOp::Rotr, false, false),
        I64Add => (64, BinaryOp::Add, false, false),
        I64Sub => (64, BinaryOp::Sub, false, false),
        I64Mul => (64, BinaryOp::Mul, false, false),
        I64DivS => (64, BinaryOp::Sdiv, false, false),
        I64DivU => (64, BinaryOp::Udiv, false, false),
        I64RemS => (64, BinaryOp::Srem, false, false),
        I64RemU => (64, BinaryOp::Urem, false, false),
        I64And => (64, BinaryOp::And, false, false),
        I64Or => (64, BinaryOp::Or, false, false),
        I64Xor => (64, BinaryOp::Xor, false, false),
        I64Shl => (64, BinaryOp::Shl, false, false),
        I64ShrS => (64, BinaryOp::Ashr, false, false),
        I64ShrU => (64, BinaryOp::Lshr, false, false),
        I64Rotl => (64, BinaryOp::Rotl, false, false),
        I64Rotr => (64, BinaryOp::Rotr, false, false),
        I32Eq => (32, BinaryOp::Eq, false, true),
        I32LtS => (32, BinaryOp::Slt, false, true),
        I32LtU => (32, BinaryOp::Ult, false, true),
        I32GtS => (32, BinaryOp::Slt, true, true),
        I32GtU => (32, BinaryOp::Ult, true, true),
        I32LeS => (32, BinaryOp::Sle, false, true),
        I32LeU => (32, BinaryOp::Ule, false, true),
        I32GeS => (32, BinaryOp::Sle, true, true),
        I32GeU => (32, BinaryOp::Ule, true, true),
        I64Eq => (64, BinaryOp::Eq, false, true),
        I64LtS => (64, BinaryOp::Slt, false, true),
        I64LtU => (64, BinaryOp::Ult, false, true),
        I64GtS => (64, BinaryOp::Slt, true, true),
        I64GtU => (64, BinaryOp::Ult, true, true),
        I64LeS => (64, BinaryOp::Sle, false, true),
        I64LeU => (64, BinaryOp::Ule, false, true),
        I64GeS => (64, BinaryOp::Sle, true, true),
        I64GeU => (64, BinaryOp::Ule, true, true),
        _ => return None,
    })
}

/// How a term is built of two.
type Build = fn(&mut Terms, TermId, TermId) -> TermId;

/// A floating-point operator that takes no more than bits and comparisons: its width, how it is built, and whether the
/// result is a truth value.
fn float(operator: Binary) -> Option<(u32, Build, bool)> {
    use Binary::*;
    let unequal: Build = |terms, a, b| {
        let equal = terms.feq(a, b);
        terms.not(equal)
    };
    Some(match operator {
        F32Eq => (32, Terms::feq, true),
        F32Ne => (32, unequal, true),
        F32Lt => (32, Terms::flt, true),
        F32Gt => (32, |terms, a, b| terms.flt(b, a), true),
        F32Le => (32, Terms::fle, true),
        F32Ge => (32, |terms, a, b| terms.fle(b, a), true),
        F32Min => (32, Terms::fmin, false),
        F32Max => (32, Terms::fmax, false),
        F32Copysign => (32, Terms::copysign, false),
        F64Eq => (64, Terms::feq, true),
        F64Ne => (64, unequal, true),
        F64Lt => (64, Terms::flt, true),
        F64Gt => (64, |terms, a, b| terms.flt(b, a), true),
        F64Le => (64, Terms::fle, true),
        F64Ge => (64, |terms, a, b| terms.fle(b, a), true),
        F64Min => (64, Terms::fmin, false),
        F64Max => (64, Terms::fmax, false),
        F64Copysign => (64, Terms::copysign, false),
        _ => return None,
    })
}

pub(super) fn binary(path: &mut Path, operator: Binary, a: Symbol, b: Symbol) -> Step<Symbol, Symbol> {
    if let Binary::I32Ne | Binary::I64Ne = operator {
        let width = if operator == Binary::I32Ne { 32 } else { 64 };
        let (a, b) = (a.term(path, width), b.term(path, width));
        let differ = path.terms.ne(a, b);
        let term = path.terms.zext(differ, 32);
        return Ok(Symbol::of(path, term));
    }
    if let Some((width, build, truth)) = float(operator) {
        let (a, b) = (a.term(path, width), b.term(path, width));
        let mut term = build(&mut path.terms, a, b);
        if truth {
            term = path.terms.zext(term, 32);
        }
        return Ok(Symbol::of(path, term));
    }
    let Some((width, term_operator, exchanged, truth)) = integer(operator) else {
        return numbers::binary(path, operator, a, b);
    };
    let (mut x, mut y) = (a.term(path, width), b.term(path, width));
    if exchanged {
        (x, y) = (y, x);
    }
    if matches!(term_operator, BinaryOp::Sdiv | BinaryOp::Udiv | BinaryOp::Srem | BinaryOp::Urem) {
        let zero = path.terms.is_zero(y);
        if path.truth_of(zero)? {
            return Err(Trap::DivisionByZero.into());
        }
    }
    if term_operator == BinaryOp::Sdiv {
        let (least, minus_one) =
            (path.terms.constant(width, 1 << (width - 1)), path.terms.constant(width, u64::MAX));
        let (least, minus_one) = (path.terms.eq(x, least), path.terms.eq(y, minus_one));
        let overflow = path.terms.and(least, minus_one);
        if path.truth_of(overflow)? {
            return Err(Trap::IntegerOverflow.into());
        }
    }
    let mut term = path.terms.binary(term_operator, x, y);
    if truth {
        term = path.terms.zext(term, 32);
    }
    Ok(Symbol::of(path, term))
}

/// With more targets than this, the index of a `br_table` gets a value like any other number.
const MAX_TARGETS: usize = 64;

/// Which of the jumps of a `br_table` is taken: target by target, the default's last, since indices that lead to
/// the same place make no difference.
pub(super) fn arm(path: &mut Path, index: Symbol, jumps: &[Packed]) -> Step<Symbol, u32> {
    let default = jumps.len() - 1;
    // For each target but the default's, the arms that lead there. Code that does nothing has no place of its own,
    // but counts; so jumps are the same only if they account for the same.
    let mut targets: Vec<((Pc, i32), Vec<usize>)> = Vec::new();
    for (arm, op) in jumps[..default].iter().enumerate() {
        let jump = op.jump();
        if jump == jumps[default].jump() {
            continue;
        }
        match targets.iter().position(|(target, _)| *target == jump) {
            Some(known) => targets[known].1.push(arm),
            None if targets.len() == MAX_TARGETS => {
                return index.bits(path).map(|bits| (bits as u32).min(default as u32));
            }
            None => targets.push((jump, vec![arm])),
        }
    }
    let index = index.term(path, 32);
    for (_, arms) in targets {
        let chosen = among(&mut path.terms, index, &arms);
        if path.truth_of(chosen)? {
            return Ok(arms[0] as u32);
        }
    }
    Ok(default as u32)
}

/// Whether an index is one of these, which ascend.
fn among(terms: &mut Terms, index: TermId, arms: &[usize]) -> TermId {
    let mut any = Terms::FALSE;
    for run in arms.chunk_by(|a, b| a + 1 == *b) {
        let first = terms.constant(32, run[0] as u64);
        let (from, last) = (terms.sub(index, first), terms.constant(32, run.len() as u64 - 1));
        let within = terms.ule(from, last);
        any = terms.or(any, within);
    }
    any
}
