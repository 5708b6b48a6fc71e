//! Whether a sum is a whole number at every size: costs are.
//!
//! Modulo the common denominator, powers of n, parities and quotients are periodic; exponentials are so from some size
//! on; logarithms and 2 to their power are constant between two powers of two (or three times these). So it is enough
//! to look at some sizes in a row from the first on, and from each place on where a logarithm steps.

use super::term::{Log, Term};

/// Sums with a greater denominator are refused: no cost has one.
const GREATEST: i128 = 720;

/// What all periods of terms divide, times the denominator.
const PERIODS: u32 = 24;

/// Whether the sum of the terms with these factors is divisible by the denominator at all sizes from one on.
pub(crate) fn is_integral(terms: &[(i128, Term)], denominator: i128, from: u32) -> bool {
    if denominator == 1 {
        return true;
    }
    if denominator > GREATEST {
        return false;
    }
    let divides = |n: u32| {
        let sum = terms.iter().try_fold(0i128, |sum, (factor, term)| {
            Some(sum + factor.rem_euclid(denominator) * term.modulo(n, denominator)?)
        });
        // A term that has no value there, such as the logarithm of 0, has none to be whole.
        sum.is_some_and(|sum| sum % denominator == 0)
    };
    let period = PERIODS * denominator as u32;
    if !(from..from.saturating_add(period)).all(divides) {
        return false;
    }
    let mut steps: Vec<u32> = Vec::new();
    for log in terms.iter().filter_map(|(_, term)| term.log()) {
        let (add, over) = match log {
            Log::Ceil => (-1, 1),
            Log::Floor { add, over } => (add, over),
        };
        for value in 0..31 {
            let step = (i64::from(over) << value) - i64::from(add);
            steps.extend(u32::try_from(step).ok().filter(|&step| step >= from && step < 1 << 31));
        }
    }
    steps.sort_unstable();
    steps.dedup();
    steps.into_iter().all(|step| (step..step + denominator as u32).all(divides))
}

/// A power modulo a number that is at most [`GREATEST`].
pub(crate) fn power(base: i128, mut exponent: u32, modulus: i128) -> i128 {
    let (mut square, mut product) = (base.rem_euclid(modulus), 1 % modulus);
    while exponent > 0 {
        if exponent & 1 == 1 {
            product = product * square % modulus;
        }
        square = square * square % modulus;
        exponent >>= 1;
    }
    product
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fractions_are_noticed() {
        let log = Term::Log { power: 0, logs: 1, log: Log::Ceil };
        let squared = Term::Log { power: 0, logs: 2, log: Log::Ceil };
        assert!(is_integral(&[(1, Term::Power(2)), (1, Term::Power(1))], 2, 1));
        assert!(!is_integral(&[(1, Term::Power(2)), (2, Term::Power(1))], 2, 1));
        assert!(is_integral(&[(1, squared), (1, log)], 2, 1));
        assert!(!is_integral(&[(1, squared), (2, log)], 2, 1));
        assert!(is_integral(&[(1, Term::Exponential { power: 0, base: 3 }), (-1, Term::Power(0))], 2, 0));
        assert!(!is_integral(&[(1, Term::Exponential { power: 0, base: 4 })], 3, 1));
        assert!(!is_integral(&[(1009, Term::Power(1))], 1009, 1));
        let quotients = [(1, Term::Power(1)), (-1, Term::Quotient { add: 0, over: 3 })];
        assert!(!is_integral(&quotients, 2, 1));
        assert_eq!(power(3, 200, 1000), 1);
    }
}
