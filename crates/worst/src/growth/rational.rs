//! Fractions of 128-bit integers that say so when they no longer fit, instead of being wrong.

/// A fraction in lowest terms, its denominator above zero.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Rational {
    pub numerator: i128,
    pub denominator: i128,
}

impl Rational {
    pub const ZERO: Rational = Rational { numerator: 0, denominator: 1 };

    pub fn new(numerator: i128, denominator: i128) -> Option<Rational> {
        let divisor = gcd(numerator.checked_abs()?, denominator.checked_abs()?);
        if denominator == 0 {
            return None;
        }
        let divisor = if denominator < 0 { -divisor } else { divisor };
        Some(Rational { numerator: numerator / divisor, denominator: denominator / divisor })
    }

    pub fn integer(value: i128) -> Rational {
        Rational { numerator: value, denominator: 1 }
    }

    pub fn is_zero(self) -> bool {
        self.numerator == 0
    }

    pub fn negated(self) -> Option<Rational> {
        Some(Rational { numerator: self.numerator.checked_neg()?, ..self })
    }

    pub fn plus(self, other: Rational) -> Option<Rational> {
        let left = self.numerator.checked_mul(other.denominator)?;
        let right = other.numerator.checked_mul(self.denominator)?;
        Rational::new(left.checked_add(right)?, self.denominator.checked_mul(other.denominator)?)
    }

    pub fn minus(self, other: Rational) -> Option<Rational> {
        self.plus(other.negated()?)
    }

    pub fn times(self, other: Rational) -> Option<Rational> {
        let numerator = self.numerator.checked_mul(other.numerator)?;
        Rational::new(numerator, self.denominator.checked_mul(other.denominator)?)
    }

    pub fn over(self, other: Rational) -> Option<Rational> {
        let numerator = self.numerator.checked_mul(other.denominator)?;
        Rational::new(numerator, self.denominator.checked_mul(other.numerator)?)
    }
}

/// The greatest common divisor of two numbers that are not negative.
pub(crate) fn gcd(a: i128, b: i128) -> i128 {
    if b == 0 { a } else { gcd(b, a % b) }
}

/// The common denominator of fractions.
pub(crate) fn common_denominator(fractions: &[Rational]) -> Option<i128> {
    fractions.iter().try_fold(1i128, |common, fraction| {
        common.checked_mul(fraction.denominator / gcd(common, fraction.denominator))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fractions_are_in_lowest_terms_and_never_wrap() {
        let half = Rational::new(-2, -4).unwrap();
        assert_eq!((half.numerator, half.denominator), (1, 2));
        assert_eq!(half.plus(half), Some(Rational::integer(1)));
        assert_eq!(half.over(Rational::ZERO), None);
        assert_eq!(Rational::new(0, 0), None);
        assert_eq!(Rational::integer(i128::MAX).plus(Rational::integer(1)), None);
        assert_eq!(Rational::integer(i128::MIN).negated(), None);
    }
}
