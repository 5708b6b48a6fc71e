//! Arithmetic that is exact or says so.

/// A number left 64 bits, or came too close.
#[derive(Clone, Copy, Debug)]
pub(super) struct Overflow;

/// Entries of rows stay below this, so that a difference of two products fits in 128 bits.
pub(super) const LARGE: u64 = 1 << 62;

/// Whether a product is so small that two of them add up without overflow.
pub(super) fn fits(a: u64, b: u64) -> bool {
    u128::from(a) * u128::from(b) < 1 << 61
}

pub(super) fn narrow(wide: i128) -> Result<i64, Overflow> {
    i64::try_from(wide).map_err(|_| Overflow)
}

/// The same for the entry of a row.
pub(super) fn narrow_entry(wide: i128) -> Result<i64, Overflow> {
    if wide.unsigned_abs() < LARGE.into() { Ok(wide as i64) } else { Err(Overflow) }
}

/// The greatest common divisor; `gcd(0, a)` is `a`.
pub(super) fn gcd(mut a: u64, mut b: u64) -> u64 {
    while a != 1 && b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

/// Divides multiples of a number by it, which takes a multiplication: by the inverse modulo 2^64.
///
/// Jebelean, "An algorithm for exact division" (1993); division proper is ten times as slow and does not pipeline.
#[derive(Clone, Copy, Debug)]
pub(super) struct Divisor {
    number: i64,
    shift: u32,
    inverse: i64,
}

impl Divisor {
    /// Panics unless the number is positive.
    pub(super) fn new(number: i64) -> Divisor {
        assert!(number > 0);
        let shift = number.trailing_zeros();
        let odd = number >> shift;
        // Right in the last three bits, and each round doubles that.
        let inverse =
            (0..5).fold(odd, |inverse, _| inverse.wrapping_mul(2i64.wrapping_sub(odd.wrapping_mul(inverse))));
        Divisor { number, shift, inverse }
    }

    pub(super) fn divide(&self, multiple: i64) -> i64 {
        debug_assert_eq!(multiple % self.number, 0);
        (multiple >> self.shift).wrapping_mul(self.inverse)
    }

    pub(super) fn divide_wide(&self, multiple: i128) -> i128 {
        debug_assert_eq!(multiple % i128::from(self.number), 0);
        multiple / i128::from(self.number)
    }
}

#[cfg(test)]
mod tests {
    use super::{Divisor, gcd};

    #[test]
    fn division_is_exact() {
        for divisor in [1i64, 2, 3, 12, 1 << 40, (1 << 40) - 1, i64::MAX] {
            for quotient in [0, 1, -1, 7, -12, i64::MAX / divisor, i64::MIN / divisor] {
                let Some(multiple) = divisor.checked_mul(quotient) else { continue };
                assert_eq!(Divisor::new(divisor).divide(multiple), quotient);
                assert_eq!(Divisor::new(divisor).divide_wide(multiple.into()), quotient.into());
            }
        }
    }

    #[test]
    fn divisors_are_the_greatest() {
        assert_eq!([gcd(0, 0), gcd(0, 5), gcd(5, 0), gcd(12, 18), gcd(7, u64::MAX)], [0, 5, 5, 6, 1]);
    }
}
