//! Floating point where Wasm and Rust differ: NaNs, minimum and maximum, conversions that trap.
//!
//! Wasm leaves the bits of a NaN that an operation makes partly open. Here it is always the canonical one, so
//! that a run gives the same bits on every machine.

use crate::stop::Trap;

#[inline(always)]
pub(super) fn bits32(x: f32) -> u64 {
    if x.is_nan() {
        cold();
        return 0x7fc0_0000;
    }
    x.to_bits().into()
}

#[inline(always)]
pub(super) fn bits64(x: f64) -> u64 {
    if x.is_nan() {
        cold();
        return 0x7ff8_0000_0000_0000;
    }
    x.to_bits()
}

/// Says that NaNs are rare. A branch that is predicted does not let all other results wait for the comparison; a
/// conditional move does, and that is what compilers make of a plain `if`.
#[cold]
#[inline]
fn cold() {}

macro_rules! extrema {
    ($min:ident, $max:ident, $float:ty) => {
        #[inline(always)]
        pub(super) fn $min(a: $float, b: $float) -> $float {
            if a == b {
                // Only zeros are equal and yet differ: -0 is the less.
                <$float>::from_bits(a.to_bits() | b.to_bits())
            } else if a < b || a.is_nan() {
                a
            } else {
                b
            }
        }

        #[inline(always)]
        pub(super) fn $max(a: $float, b: $float) -> $float {
            if a == b {
                <$float>::from_bits(a.to_bits() & b.to_bits())
            } else if a > b || a.is_nan() {
                a
            } else {
                b
            }
        }
    };
}

extrema!(min32, max32, f32);
extrema!(min64, max64, f64);

macro_rules! truncation {
    ($name:ident, $int:ty, $bits:ty, $above:expr, $below:expr) => {
        /// The integer part, if it is in range. `f32` operands are exact as `f64`.
        #[inline(always)]
        pub(super) fn $name(x: f64) -> Result<u64, Trap> {
            if x.is_nan() {
                Err(Trap::InvalidConversion)
            } else if $above(x) && x < $below {
                Ok(x as $int as $bits as u64)
            } else {
                Err(Trap::IntegerOverflow)
            }
        }
    };
}

truncation!(to_i32, i32, u32, |x| x > -2_147_483_649.0, 2_147_483_648.0);
truncation!(to_u32, u32, u32, |x| x > -1.0, 4_294_967_296.0);
truncation!(to_i64, i64, u64, |x| x >= -9_223_372_036_854_775_808.0, 9_223_372_036_854_775_808.0);
truncation!(to_u64, u64, u64, |x| x > -1.0, 18_446_744_073_709_551_616.0);
