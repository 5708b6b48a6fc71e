//! Values that are numbers: the machine of an ordinary run.

mod float;
mod integer;
mod memory;
mod recycle;

use std::convert::Infallible;

use worstcase_program::{Binary, Packed, Unary};

use crate::stop::{Stop, Trap};
use crate::value::{Step, Value};

pub use memory::Bytes;
pub(crate) use memory::zeros;

impl Value for u64 {
    type Memory = Bytes;
    type Context = ();
    type Pause = Infallible;
    const PAUSES: bool = false;

    fn registers(count: usize) -> Vec<u64> {
        recycle::registers(count)
    }

    fn give_back(registers: Vec<u64>) {
        recycle::give_back_registers(registers);
    }

    #[inline(always)]
    fn from_bits(bits: u64) -> Self {
        bits
    }

    #[inline(always)]
    fn bits(self, (): &mut ()) -> Step<Self, u64> {
        Ok(self)
    }

    #[inline(always)]
    fn known(self) -> Option<u64> {
        Some(self)
    }

    #[inline(always)]
    fn truth(self, (): &mut ()) -> Step<Self, bool> {
        Ok(self != 0)
    }

    #[inline(always)]
    fn arm(self, (): &mut (), jumps: &[Packed]) -> Step<Self, u32> {
        Ok((self as u32).min(jumps.len() as u32 - 1))
    }

    #[inline(always)]
    fn unary((): &mut (), operator: Unary, a: Self) -> Step<Self, Self> {
        unary(operator, a).map_err(Stop::Trap)
    }

    #[inline(always)]
    fn binary((): &mut (), operator: Binary, a: Self, b: Self) -> Step<Self, Self> {
        binary(operator, a, b).map_err(Stop::Trap)
    }

    #[inline(always)]
    fn select((): &mut (), condition: Self, a: Self, b: Self) -> Step<Self, Self> {
        Ok(if condition != 0 { a } else { b })
    }
}

/// The result of a unary operator on bits.
#[inline(always)]
pub fn unary(operator: Unary, a: u64) -> Result<u64, Trap> {
    let i32 = a as u32;
    let f32 = f32::from_bits(i32);
    let f64 = f64::from_bits(a);
    use Unary::*;
    Ok(match operator {
        I32Eqz => (i32 == 0).into(),
        I32Clz => i32.leading_zeros().into(),
        I32Ctz => i32.trailing_zeros().into(),
        I32Popcnt => i32.count_ones().into(),
        I64Eqz => (a == 0).into(),
        I64Clz => a.leading_zeros().into(),
        I64Ctz => a.trailing_zeros().into(),
        I64Popcnt => a.count_ones().into(),
        // Sign operations are on bits: a NaN keeps its payload.
        F32Abs => (i32 & !(1 << 31)).into(),
        F32Neg => (i32 ^ (1 << 31)).into(),
        F64Abs => a & !(1 << 63),
        F64Neg => a ^ (1 << 63),
        F32Ceil => float::bits32(f32.ceil()),
        F32Floor => float::bits32(f32.floor()),
        F32Trunc => float::bits32(f32.trunc()),
        F32Nearest => float::bits32(f32.round_ties_even()),
        F32Sqrt => float::bits32(f32.sqrt()),
        F64Ceil => float::bits64(f64.ceil()),
        F64Floor => float::bits64(f64.floor()),
        F64Trunc => float::bits64(f64.trunc()),
        F64Nearest => float::bits64(f64.round_ties_even()),
        F64Sqrt => float::bits64(f64.sqrt()),
        I32WrapI64 => i32.into(),
        I64ExtendI32S | I64Extend32S => i32 as i32 as i64 as u64,
        I64ExtendI32U => i32.into(),
        I32Extend8S => (a as i8 as i32 as u32).into(),
        I32Extend16S => (a as i16 as i32 as u32).into(),
        I64Extend8S => a as i8 as i64 as u64,
        I64Extend16S => a as i16 as i64 as u64,
        I32TruncF32S => float::to_i32(f32.into())?,
        I32TruncF32U => float::to_u32(f32.into())?,
        I32TruncF64S => float::to_i32(f64)?,
        I32TruncF64U => float::to_u32(f64)?,
        I64TruncF32S => float::to_i64(f32.into())?,
        I64TruncF32U => float::to_u64(f32.into())?,
        I64TruncF64S => float::to_i64(f64)?,
        I64TruncF64U => float::to_u64(f64)?,
        // Rust's casts saturate and turn NaN into 0, as these do.
        I32TruncSatF32S => (f32 as i32 as u32).into(),
        I32TruncSatF32U => (f32 as u32).into(),
        I32TruncSatF64S => (f64 as i32 as u32).into(),
        I32TruncSatF64U => (f64 as u32).into(),
        I64TruncSatF32S => f32 as i64 as u64,
        I64TruncSatF32U => f32 as u64,
        I64TruncSatF64S => f64 as i64 as u64,
        I64TruncSatF64U => f64 as u64,
        F32ConvertI32S => float::bits32(i32 as i32 as f32),
        F32ConvertI32U => float::bits32(i32 as f32),
        F32ConvertI64S => float::bits32(a as i64 as f32),
        F32ConvertI64U => float::bits32(a as f32),
        F32DemoteF64 => float::bits32(f64 as f32),
        F64ConvertI32S => float::bits64((i32 as i32).into()),
        F64ConvertI32U => float::bits64(i32.into()),
        F64ConvertI64S => float::bits64(a as i64 as f64),
        F64ConvertI64U => float::bits64(a as f64),
        F64PromoteF32 => float::bits64(f32.into()),
    })
}

/// The result of a binary operator on bits.
#[inline(always)]
pub fn binary(operator: Binary, a: u64, b: u64) -> Result<u64, Trap> {
    let (x, y) = (a as u32, b as u32);
    let (f, g) = (f32::from_bits(x), f32::from_bits(y));
    let (d, e) = (f64::from_bits(a), f64::from_bits(b));
    use Binary::*;
    Ok(match operator {
        I32Add => x.wrapping_add(y).into(),
        I32Sub => x.wrapping_sub(y).into(),
        I32Mul => x.wrapping_mul(y).into(),
        I32DivS => (integer::div_s32(x as i32, y as i32)? as u32).into(),
        I32DivU => x.checked_div(y).ok_or(Trap::DivisionByZero)?.into(),
        I32RemS => (integer::rem_s32(x as i32, y as i32)? as u32).into(),
        I32RemU => x.checked_rem(y).ok_or(Trap::DivisionByZero)?.into(),
        I32And => (x & y).into(),
        I32Or => (x | y).into(),
        I32Xor => (x ^ y).into(),
        I32Shl => x.wrapping_shl(y).into(),
        I32ShrS => ((x as i32).wrapping_shr(y) as u32).into(),
        I32ShrU => x.wrapping_shr(y).into(),
        I32Rotl => x.rotate_left(y & 31).into(),
        I32Rotr => x.rotate_right(y & 31).into(),
        I64Add => a.wrapping_add(b),
        I64Sub => a.wrapping_sub(b),
        I64Mul => a.wrapping_mul(b),
        I64DivS => integer::div_s64(a as i64, b as i64)? as u64,
        I64DivU => a.checked_div(b).ok_or(Trap::DivisionByZero)?,
        I64RemS => integer::rem_s64(a as i64, b as i64)? as u64,
        I64RemU => a.checked_rem(b).ok_or(Trap::DivisionByZero)?,
        I64And => a & b,
        I64Or => a | b,
        I64Xor => a ^ b,
        I64Shl => a.wrapping_shl(b as u32),
        I64ShrS => (a as i64).wrapping_shr(b as u32) as u64,
        I64ShrU => a.wrapping_shr(b as u32),
        I64Rotl => a.rotate_left(b as u32 & 63),
        I64Rotr => a.rotate_right(b as u32 & 63),
        F32Add => float::bits32(f + g),
        F32Sub => float::bits32(f - g),
        F32Mul => float::bits32(f * g),
        F32Div => float::bits32(f / g),
        F32Min => float::bits32(float::min32(f, g)),
        F32Max => float::bits32(float::max32(f, g)),
        F32Copysign => (x & !(1 << 31) | y & (1 << 31)).into(),
        F64Add => float::bits64(d + e),
        F64Sub => float::bits64(d - e),
        F64Mul => float::bits64(d * e),
        F64Div => float::bits64(d / e),
        F64Min => float::bits64(float::min64(d, e)),
        F64Max => float::bits64(float::max64(d, e)),
        F64Copysign => a & !(1 << 63) | b & (1 << 63),
        F32Eq => (f == g).into(),
        F32Ne => (f != g).into(),
        F32Lt => (f < g).into(),
        F32Gt => (f > g).into(),
        F32Le => (f <= g).into(),
        F32Ge => (f >= g).into(),
        F64Eq => (d == e).into(),
        F64Ne => (d != e).into(),
        F64Lt => (d < e).into(),
        F64Gt => (d > e).into(),
        F64Le => (d <= e).into(),
        F64Ge => (d >= e).into(),
        I32Eq => (x == y).into(),
        I32Ne => (x != y).into(),
        I32LtS => ((x as i32) < y as i32).into(),
        I32LtU => (x < y).into(),
        I32GtS => (x as i32 > y as i32).into(),
        I32GtU => (x > y).into(),
        I32LeS => (x as i32 <= y as i32).into(),
        I32LeU => (x <= y).into(),
        I32GeS => (x as i32 >= y as i32).into(),
        I32GeU => (x >= y).into(),
        I64Eq => (a == b).into(),
        I64Ne => (a != b).into(),
        I64LtS => ((a as i64) < b as i64).into(),
        I64LtU => (a < b).into(),
        I64GtS => (a as i64 > b as i64).into(),
        I64GtU => (a > b).into(),
        I64LeS => (a as i64 <= b as i64).into(),
        I64LeU => (a <= b).into(),
        I64GeS => (a as i64 >= b as i64).into(),
        I64GeU => (a >= b).into(),
    })
}
