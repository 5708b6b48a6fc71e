//! What a Wasm operator does, as far as it is modelled. Whatever is not named here gives unknown values and writes
//! nothing; `memory.copy` and the like are the only operators besides stores and calls that write memory.

use worstcase_program::FuncIdx;
use worstcase_program::flow::Operator;

use super::value::{Comparison, Op};

/// An operator by its meaning.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Action {
    /// A number, sign-extended.
    Constant(i64),
    Get(u32),
    Set(u32),
    Tee(u32),
    GetGlobal(u32),
    SetGlobal(u32),
    Drop,
    Select,
    /// An operation in so many bits. The sign matters for `Div`, `Rem` and `Shr`.
    Binary {
        op: Op,
        signed: bool,
        bits: u8,
    },
    /// How many bits are such.
    Count {
        op: Op,
        bits: u8,
    },
    Compare {
        op: Comparison,
        signed: bool,
        bits: u8,
    },
    IsZero {
        bits: u8,
    },
    /// The low bits, extended with or without sign.
    Extend {
        from: u8,
        signed: bool,
    },
    /// The low 32 bits.
    Wrap,
    /// `bits` is the width of the result; 0 for floating-point numbers.
    Load {
        offset: u64,
        bytes: u8,
        signed: bool,
        bits: u8,
    },
    Store {
        offset: u64,
        bytes: u8,
        float: bool,
    },
    Call(FuncIdx),
    CallIndirect,
    /// Memory is written somewhere.
    Overwrite,
    /// Anything else: its results are unknown.
    Other,
}

/// The meaning of an operator.
pub(super) fn of(operator: &Operator) -> Action {
    use Operator as O;
    let binary = |op, signed, bits| Action::Binary { op, signed, bits };
    let compare = |op, signed, bits| Action::Compare { op, signed, bits };
    let extend = |from, signed| Action::Extend { from, signed };
    match *operator {
        O::I32Const { value } => Action::Constant(value.into()),
        O::I64Const { value } => Action::Constant(value),
        O::LocalGet { local_index } => Action::Get(local_index),
        O::LocalSet { local_index } => Action::Set(local_index),
        O::LocalTee { local_index } => Action::Tee(local_index),
        O::GlobalGet { global_index } => Action::GetGlobal(global_index),
        O::GlobalSet { global_index } => Action::SetGlobal(global_index),
        O::Drop => Action::Drop,
        O::Select => Action::Select,
        O::I32Add => binary(Op::Add, false, 32),
        O::I32Sub => binary(Op::Sub, false, 32),
        O::I32Mul => binary(Op::Mul, false, 32),
        O::I32DivS => binary(Op::Div, true, 32),
        O::I32DivU => binary(Op::Div, false, 32),
        O::I32RemS => binary(Op::Rem, true, 32),
        O::I32RemU => binary(Op::Rem, false, 32),
        O::I32And => binary(Op::And, false, 32),
        O::I32Or => binary(Op::Or, false, 32),
        O::I32Xor => binary(Op::Xor, false, 32),
        O::I32Shl => binary(Op::Shl, false, 32),
        O::I32ShrS => binary(Op::Shr, true, 32),
        O::I32ShrU => binary(Op::Shr, false, 32),
        O::I64Add => binary(Op::Add, false, 64),
        O::I64Sub => binary(Op::Sub, false, 64),
        O::I64Mul => binary(Op::Mul, false, 64),
        O::I64DivS => binary(Op::Div, true, 64),
        O::I64DivU => binary(Op::Div, false, 64),
        O::I64RemS => binary(Op::Rem, true, 64),
        O::I64RemU => binary(Op::Rem, false, 64),
        O::I64And => binary(Op::And, false, 64),
        O::I64Or => binary(Op::Or, false, 64),
        O::I64Xor => binary(Op::Xor, false, 64),
        O::I64Shl => binary(Op::Shl, false, 64),
        O::I64ShrS => binary(Op::Shr, true, 64),
        O::I64ShrU => binary(Op::Shr, false, 64),
        O::I32Popcnt => Action::Count { op: Op::Ones, bits: 32 },
        O::I32Clz => Action::Count { op: Op::LeadingZeros, bits: 32 },
        O::I32Ctz => Action::Count { op: Op::TrailingZeros, bits: 32 },
        O::I64Popcnt => Action::Count { op: Op::Ones, bits: 64 },
        O::I64Clz => Action::Count { op: Op::LeadingZeros, bits: 64 },
        O::I64Ctz => Action::Count { op: Op::TrailingZeros, bits: 64 },
        O::I32Eqz => Action::IsZero { bits: 32 },
        O::I64Eqz => Action::IsZero { bits: 64 },
        O::I32Eq => compare(Comparison::Eq, false, 32),
        O::I32Ne => compare(Comparison::Ne, false, 32),
        O::I32LtS => compare(Comparison::Lt, true, 32),
        O::I32LtU => compare(Comparison::Lt, false, 32),
        O::I32GtS => compare(Comparison::Gt, true, 32),
        O::I32GtU => compare(Comparison::Gt, false, 32),
        O::I32LeS => compare(Comparison::Le, true, 32),
        O::I32LeU => compare(Comparison::Le, false, 32),
        O::I32GeS => compare(Comparison::Ge, true, 32),
        O::I32GeU => compare(Comparison::Ge, false, 32),
        O::I64Eq => compare(Comparison::Eq, false, 64),
        O::I64Ne => compare(Comparison::Ne, false, 64),
        O::I64LtS => compare(Comparison::Lt, true, 64),
        O::I64LtU => compare(Comparison::Lt, false, 64),
        O::I64GtS => compare(Comparison::Gt, true, 64),
        O::I64GtU => compare(Comparison::Gt, false, 64),
        O::I64LeS => compare(Comparison::Le, true, 64),
        O::I64LeU => compare(Comparison::Le, false, 64),
        O::I64GeS => compare(Comparison::Ge, true, 64),
        O::I64GeU => compare(Comparison::Ge, false, 64),
        O::I32WrapI64 => Action::Wrap,
        O::I64ExtendI32S | O::I64Extend32S => extend(32, true),
        O::I64ExtendI32U => extend(32, false),
        O::I32Extend8S | O::I64Extend8S => extend(8, true),
        O::I32Extend16S | O::I64Extend16S => extend(16, true),
        O::Call { function_index } => Action::Call(FuncIdx(function_index)),
        O::CallIndirect { .. } => Action::CallIndirect,
        O::MemoryCopy { .. } | O::MemoryFill { .. } | O::MemoryInit { .. } => Action::Overwrite,
        _ => memory(operator),
    }
}

/// Loads and stores.
fn memory(operator: &Operator) -> Action {
    use Operator as O;
    let load = |offset, bytes, signed, bits| Action::Load { offset, bytes, signed, bits };
    let store = |offset, bytes, float| Action::Store { offset, bytes, float };
    match *operator {
        O::I32Load { memarg } => load(memarg.offset, 4, true, 32),
        O::I32Load8S { memarg } => load(memarg.offset, 1, true, 32),
        O::I32Load8U { memarg } => load(memarg.offset, 1, false, 32),
        O::I32Load16S { memarg } => load(memarg.offset, 2, true, 32),
        O::I32Load16U { memarg } => load(memarg.offset, 2, false, 32),
        O::I64Load { memarg } => load(memarg.offset, 8, true, 64),
        O::I64Load8S { memarg } => load(memarg.offset, 1, true, 64),
        O::I64Load8U { memarg } => load(memarg.offset, 1, false, 64),
        O::I64Load16S { memarg } => load(memarg.offset, 2, true, 64),
        O::I64Load16U { memarg } => load(memarg.offset, 2, false, 64),
        O::I64Load32S { memarg } => load(memarg.offset, 4, true, 64),
        O::I64Load32U { memarg } => load(memarg.offset, 4, false, 64),
        O::F32Load { memarg } => load(memarg.offset, 4, false, 0),
        O::F64Load { memarg } => load(memarg.offset, 8, false, 0),
        O::I32Store { memarg } | O::I64Store32 { memarg } => store(memarg.offset, 4, false),
        O::I32Store8 { memarg } | O::I64Store8 { memarg } => store(memarg.offset, 1, false),
        O::I32Store16 { memarg } | O::I64Store16 { memarg } => store(memarg.offset, 2, false),
        O::I64Store { memarg } => store(memarg.offset, 8, false),
        O::F32Store { memarg } => store(memarg.offset, 4, true),
        O::F64Store { memarg } => store(memarg.offset, 8, true),
        _ => Action::Other,
    }
}
