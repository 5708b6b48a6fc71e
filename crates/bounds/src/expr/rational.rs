//! Exact fractions over `i128`. Every operation is checked: an overflow is `None`, and the caller gives the
//! bound up. Big integers were rejected: a bound whose coefficients pass 10^38 helps nobody.

use std::cmp::Ordering;
use std::fmt;

/// An exact fraction in lowest terms with a positive denominator.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Rational {
    // Never `i128::MIN`, so that negation and absolute value cannot overflow.
    numerator: i128,
    denominator: i128,
}

impl Default for Rational {
    fn default() -> Rational {
        Rational::ZERO
    }
}

/// The greatest common divisor of two magnitudes.
fn gcd(mut a: u128, mut b: u128) -> u128 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

/// The `k`-th root of `value >= 0` where it is an integer.
fn exact_root(value: i128, k: u32) -> Option<i128> {
    let guess = (value as f64).powf(1.0 / f64::from(k)).round() as i128;
    // The floating-point guess is off by a few units at most for the roots that matter (k >= 2).
    (guess - 2..=guess + 2).find(|&root| root >= 0 && root.checked_pow(k) == Some(value))
}

#[expect(
    clippy::should_implement_trait,
    reason = "the operators of `std::ops` could not say that they overflowed"
)]
impl Rational {
    /// The number 0.
    pub const ZERO: Rational = Rational { numerator: 0, denominator: 1 };
    /// The number 1.
    pub const ONE: Rational = Rational { numerator: 1, denominator: 1 };
    /// The number -1.
    pub const MINUS_ONE: Rational = Rational { numerator: -1, denominator: 1 };

    /// The fraction `numerator / denominator`, or `None` for a zero denominator or an overflow.
    pub fn new(numerator: i128, denominator: i128) -> Option<Rational> {
        if denominator == 0 {
            return None;
        }
        let divisor = gcd(numerator.unsigned_abs(), denominator.unsigned_abs());
        let top = i128::try_from(numerator.unsigned_abs() / divisor).ok()?;
        let bottom = i128::try_from(denominator.unsigned_abs() / divisor).ok()?;
        let negative = (numerator < 0) != (denominator < 0);
        Some(Rational { numerator: if negative { -top } else { top }, denominator: bottom })
    }

    /// An integer as a fraction, or `None` for `i128::MIN`.
    pub fn integer(value: i128) -> Option<Rational> {
        Rational::new(value, 1)
    }

    /// The numerator in lowest terms; it carries the sign.
    pub fn numerator(self) -> i128 {
        self.numerator
    }

    /// The denominator in lowest terms, always positive.
    pub fn denominator(self) -> i128 {
        self.denominator
    }

    /// The value where it is an integer.
    pub fn as_integer(self) -> Option<i128> {
        (self.denominator == 1).then_some(self.numerator)
    }

    /// Whether the value is 0.
    pub fn is_zero(self) -> bool {
        self.numerator == 0
    }

    /// Whether the value is below 0.
    pub fn is_negative(self) -> bool {
        self.numerator < 0
    }

    /// Whether the value is above 0.
    pub fn is_positive(self) -> bool {
        self.numerator > 0
    }

    /// The sum.
    pub fn add(self, other: Rational) -> Option<Rational> {
        let shared = gcd(self.denominator.unsigned_abs(), other.denominator.unsigned_abs()) as i128;
        let scale = other.denominator / shared;
        let left = self.numerator.checked_mul(scale)?;
        let right = other.numerator.checked_mul(self.denominator / shared)?;
        Rational::new(left.checked_add(right)?, self.denominator.checked_mul(scale)?)
    }

    /// The difference.
    pub fn sub(self, other: Rational) -> Option<Rational> {
        self.add(other.neg())
    }

    /// The product.
    pub fn mul(self, other: Rational) -> Option<Rational> {
        // Cancelling crosswise first keeps products in range whose result is.
        let a = Rational::new(self.numerator, other.denominator)?;
        let b = Rational::new(other.numerator, self.denominator)?;
        Some(Rational {
            numerator: a.numerator.checked_mul(b.numerator).filter(|&n| n != i128::MIN)?,
            denominator: a.denominator.checked_mul(b.denominator)?,
        })
    }

    /// The quotient, or `None` for a zero divisor or an overflow.
    pub fn div(self, other: Rational) -> Option<Rational> {
        self.mul(Rational::new(other.denominator, other.numerator)?)
    }

    /// The negation.
    pub fn neg(self) -> Rational {
        Rational { numerator: -self.numerator, ..self }
    }

    /// The absolute value.
    pub fn abs(self) -> Rational {
        Rational { numerator: self.numerator.abs(), ..self }
    }

    /// The value to an integer power; 0 to a negative power is `None`.
    pub fn pow(self, exponent: i128) -> Option<Rational> {
        let (base, mut left) = match exponent < 0 {
            true => (Rational::ONE.div(self)?, exponent.unsigned_abs()),
            false => (self, exponent.unsigned_abs()),
        };
        if base == Rational::ONE || left == 0 {
            return Some(Rational::ONE);
        }
        let (mut result, mut square) = (Rational::ONE, base);
        while left > 0 {
            if left & 1 == 1 {
                result = result.mul(square)?;
            }
            left >>= 1;
            if left > 0 {
                square = square.mul(square)?;
            }
        }
        Some(result)
    }

    /// The greatest integer that is not above the value.
    pub fn floor(self) -> i128 {
        self.numerator.div_euclid(self.denominator)
    }

    /// The least integer that is not below the value.
    pub fn ceil(self) -> i128 {
        -(-self.numerator).div_euclid(self.denominator)
    }

    /// The nearest double.
    pub fn to_f64(self) -> f64 {
        self.numerator as f64 / self.denominator as f64
    }

    /// The base-2 logarithm where it is an integer.
    pub fn exact_log2(self) -> Option<i128> {
        let power_of_two = |n: i128| n > 0 && n & (n - 1) == 0;
        let exact = power_of_two(self.numerator) && power_of_two(self.denominator);
        exact.then(|| {
            i128::from(self.numerator.trailing_zeros()) - i128::from(self.denominator.trailing_zeros())
        })
    }

    /// The `k`-th root of a positive fraction where it is a fraction.
    pub(super) fn root(self, k: u32) -> Option<Rational> {
        Rational::new(exact_root(self.numerator, k)?, exact_root(self.denominator, k)?)
    }

    /// The greatest fraction of which both are integer multiples; `None` on overflow.
    pub(super) fn content(self, other: Rational) -> Option<Rational> {
        let top = gcd(self.numerator.unsigned_abs(), other.numerator.unsigned_abs());
        let shared = gcd(self.denominator.unsigned_abs(), other.denominator.unsigned_abs()) as i128;
        Rational::new(i128::try_from(top).ok()?, (self.denominator / shared).checked_mul(other.denominator)?)
    }
}

impl Ord for Rational {
    fn cmp(&self, other: &Rational) -> Ordering {
        // Crosswise multiplication could overflow, so this compares continued fractions, digit by digit.
        let whole = self.floor().cmp(&other.floor());
        if whole != Ordering::Equal {
            return whole;
        }
        let rest = |r: &Rational| r.numerator.rem_euclid(r.denominator);
        match (rest(self), rest(other)) {
            (0, 0) => Ordering::Equal,
            (0, _) => Ordering::Less,
            (_, 0) => Ordering::Greater,
            (a, b) => {
                let left = Rational { numerator: self.denominator, denominator: a };
                let right = Rational { numerator: other.denominator, denominator: b };
                right.cmp(&left)
            }
        }
    }
}

impl PartialOrd for Rational {
    fn partial_cmp(&self, other: &Rational) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for Rational {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.denominator {
            1 => write!(f, "{}", self.numerator),
            _ => write!(f, "{}/{}", self.numerator, self.denominator),
        }
    }
}

impl fmt::Debug for Rational {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ratio(a: i128, b: i128) -> Rational {
        Rational::new(a, b).unwrap()
    }

    #[test]
    fn lowest_terms_and_order() {
        assert_eq!(ratio(6, -4), ratio(-3, 2));
        assert!(ratio(-3, 2) < ratio(-4, 3));
        assert!(ratio(i128::MAX, 2) > ratio(i128::MAX - 1, 2));
        assert!(ratio(1, i128::MAX) < ratio(1, i128::MAX - 1));
        assert_eq!((ratio(-3, 2).floor(), ratio(-3, 2).ceil()), (-2, -1));
    }

    #[test]
    fn overflow_is_none() {
        let big = ratio(i128::MAX, 1);
        assert_eq!(big.add(Rational::ONE), None);
        assert_eq!(big.mul(big), None);
        assert_eq!(Rational::integer(i128::MIN), None);
        assert_eq!(ratio(2, 1).pow(127), None);
        assert_eq!(ratio(2, 3).pow(-2), Some(ratio(9, 4)));
        assert_eq!(Rational::ZERO.pow(-1), None);
    }

    #[test]
    fn roots_and_logarithms() {
        assert_eq!(ratio(8, 27).root(3), Some(ratio(2, 3)));
        assert_eq!(ratio(2, 1).root(2), None);
        assert_eq!(ratio(1, 8).exact_log2(), Some(-3));
        assert_eq!(ratio(6, 1).exact_log2(), None);
        assert_eq!(ratio(3, 2).content(ratio(9, 4)), Some(ratio(3, 4)));
    }
}
