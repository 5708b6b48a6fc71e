//! Signed division and remainder, which trap.

use crate::stop::Trap;

macro_rules! signed {
    ($div:ident, $rem:ident, $int:ty) => {
        #[inline(always)]
        pub(super) fn $div(a: $int, b: $int) -> Result<$int, Trap> {
            if b == 0 {
                return Err(Trap::DivisionByZero);
            }
            a.checked_div(b).ok_or(Trap::IntegerOverflow)
        }

        /// The least integer by -1 leaves 0, although its quotient overflows.
        #[inline(always)]
        pub(super) fn $rem(a: $int, b: $int) -> Result<$int, Trap> {
            if b == 0 {
                return Err(Trap::DivisionByZero);
            }
            Ok(a.wrapping_rem(b))
        }
    };
}

signed!(div_s32, rem_s32, i32);
signed!(div_s64, rem_s64, i64);
