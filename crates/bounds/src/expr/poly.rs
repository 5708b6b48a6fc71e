//! Polynomials in one integer variable, dense. Printing factors them, and the piecewise comparison asks for
//! their signs; both only need small degrees.

use super::{Expr, Rational};

/// Coefficients from the constant upwards; the last one is not zero.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Poly(pub Vec<Rational>);

/// How many integers on either side of an anchor are tried one by one in search of a change of sign.
const WINDOW: i128 = 48;

/// A run of integers on which a polynomial keeps one sign; `None` as an end is infinity.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct SignRun {
    pub low: Option<i128>,
    pub high: Option<i128>,
    pub nonneg: bool,
}

impl Poly {
    pub fn new(mut coefficients: Vec<Rational>) -> Poly {
        while coefficients.last().is_some_and(|c| c.is_zero()) {
            coefficients.pop();
        }
        Poly(coefficients)
    }

    pub fn constant(value: Rational) -> Poly {
        Poly::new(vec![value])
    }

    pub fn variable() -> Poly {
        Poly(vec![Rational::ZERO, Rational::ONE])
    }

    /// The degree; that of the zero polynomial counts as 0.
    pub fn degree(&self) -> usize {
        self.0.len().saturating_sub(1)
    }

    pub fn is_zero(&self) -> bool {
        self.0.is_empty()
    }

    pub fn add(&self, other: &Poly) -> Option<Poly> {
        let at = |p: &Poly, i: usize| p.0.get(i).copied().unwrap_or(Rational::ZERO);
        let length = self.0.len().max(other.0.len());
        Some(Poly::new((0..length).map(|i| at(self, i).add(at(other, i))).collect::<Option<_>>()?))
    }

    pub fn scale(&self, factor: Rational) -> Option<Poly> {
        Some(Poly::new(self.0.iter().map(|c| c.mul(factor)).collect::<Option<_>>()?))
    }

    pub fn sub(&self, other: &Poly) -> Option<Poly> {
        self.add(&other.scale(Rational::MINUS_ONE)?)
    }

    pub fn mul(&self, other: &Poly) -> Option<Poly> {
        if self.is_zero() || other.is_zero() {
            return Some(Poly(Vec::new()));
        }
        let mut product = vec![Rational::ZERO; self.0.len() + other.0.len() - 1];
        for (i, a) in self.0.iter().enumerate() {
            for (j, b) in other.0.iter().enumerate() {
                product[i + j] = product[i + j].add(a.mul(*b)?)?;
            }
        }
        Some(Poly::new(product))
    }

    pub fn eval(&self, x: Rational) -> Option<Rational> {
        self.0.iter().rev().try_fold(Rational::ZERO, |sum, c| sum.mul(x)?.add(*c))
    }

    /// The value at an expression.
    pub fn at(&self, x: &Expr) -> Option<Expr> {
        self.0.iter().rev().try_fold(Expr::zero(), |sum, c| sum.mul(x)?.add(&Expr::rational(*c)))
    }

    /// The polynomial `t -> self(base + direction * t)`.
    fn moved(&self, base: i128, direction: i128) -> Option<Poly> {
        let argument = Poly::new(vec![Rational::integer(base)?, Rational::integer(direction)?]);
        let step = |sum: Poly, c: &Rational| sum.mul(&argument)?.add(&Poly::constant(*c));
        self.0.iter().rev().try_fold(Poly(Vec::new()), step)
    }

    /// The quotient by `x - root`, where `root` is a root.
    pub fn without_root(&self, root: Rational) -> Option<Poly> {
        let mut quotient = vec![Rational::ZERO; self.degree()];
        let mut carry = Rational::ZERO;
        for i in (0..self.0.len()).rev() {
            carry = carry.mul(root)?.add(self.0[i])?;
            match i {
                0 if !carry.is_zero() => return None,
                0 => {}
                _ => quotient[i - 1] = carry,
            }
        }
        Some(Poly::new(quotient))
    }

    /// A rational root with a small denominator and numerator, the one nearest to zero first.
    pub fn small_root(&self) -> Option<Rational> {
        if self.degree() == 1 {
            return self.0[0].neg().div(self.0[1]);
        }
        let tries = (0..=WINDOW).flat_map(|n| [n, -n]);
        let fractions = tries.flat_map(|n| [1, 2, 3].map(|d| Rational::new(n, d)));
        fractions.flatten().find(|&x| self.degree() > 0 && self.eval(x) == Some(Rational::ZERO))
    }

    /// The sign that all values at `base + direction * t`, integer t >= 0, have, if the coefficients show it:
    /// when all of them have one sign after the move, so have all the values. Far enough out they do.
    fn sign_from(&self, base: i128, direction: i128) -> Option<bool> {
        let moved = self.moved(base, direction)?;
        if moved.0.iter().all(|c| !c.is_negative()) {
            return Some(true);
        }
        moved.0.iter().all(|c| !c.is_positive()).then_some(false)
    }

    /// Splits the integers from `low` to `high` into runs on which the polynomial is `>= 0` or `< 0`
    /// (at a zero either may be reported); `None` where the search for the changes of sign gives up.
    pub fn sign_runs(&self, low: Option<i128>, high: Option<i128>) -> Option<Vec<SignRun>> {
        if self.degree() <= 1 {
            return self.linear_runs(low, high);
        }
        let anchor = low.or(high).unwrap_or(0);
        let first = low.unwrap_or(i128::MIN).max(anchor.checked_sub(WINDOW)?);
        let last = high.unwrap_or(i128::MAX).min(anchor.checked_add(WINDOW)?);
        let mut runs = Vec::new();
        if low.is_none_or(|low| low < first) {
            let end = first.checked_sub(1)?;
            runs.push(SignRun { low, high: Some(end), nonneg: self.sign_from(end, -1)? });
        }
        for x in first..=last {
            let nonneg = !self.eval(Rational::integer(x)?)?.is_negative();
            runs.push(SignRun { low: Some(x), high: Some(x), nonneg });
        }
        if high.is_none_or(|high| high > last) {
            let start = last.checked_add(1)?;
            runs.push(SignRun { low: Some(start), high, nonneg: self.sign_from(start, 1)? });
        }
        runs.dedup_by(|next, kept| {
            let joins = next.nonneg == kept.nonneg;
            if joins {
                kept.high = next.high;
            }
            joins
        });
        Some(runs)
    }

    fn linear_runs(&self, low: Option<i128>, high: Option<i128>) -> Option<Vec<SignRun>> {
        let constant = self.0.first().copied().unwrap_or(Rational::ZERO);
        let Some(&slope) = self.0.get(1) else {
            return Some(vec![SignRun { low, high, nonneg: !constant.is_negative() }]);
        };
        let root = constant.neg().div(slope)?;
        // The last integer of the left run: for a rising line the left run is strictly negative.
        let rising = slope.is_positive();
        let left_end = if rising { root.ceil().checked_sub(1)? } else { root.floor() };
        let right_start = left_end.checked_add(1)?;
        let mut runs = Vec::new();
        if low.is_none_or(|low| low <= left_end) {
            let end = high.map_or(left_end, |high| high.min(left_end));
            runs.push(SignRun { low, high: Some(end), nonneg: !rising });
        }
        if high.is_none_or(|high| high >= right_start) {
            let start = low.map_or(right_start, |low| low.max(right_start));
            runs.push(SignRun { low: Some(start), high, nonneg: rising });
        }
        Some(runs)
    }

    /// Whether all values at the integers from `low` to `high` are `>= 0`; `false` also means "not found".
    pub fn nonneg_on(&self, low: Option<i128>, high: Option<i128>) -> bool {
        self.sign_runs(low, high).is_some_and(|runs| runs.iter().all(|run| run.nonneg))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn poly(coefficients: &[i128]) -> Poly {
        Poly::new(coefficients.iter().map(|&c| Rational::integer(c).unwrap()).collect())
    }

    #[test]
    fn signs_over_the_integers() {
        assert!(poly(&[0, -1, 1]).nonneg_on(None, None));
        assert!(!poly(&[-1, 0, 1]).nonneg_on(None, None));
        assert!(poly(&[-1, 0, 1]).nonneg_on(Some(1), None));
        assert!(poly(&[-5, 1]).nonneg_on(Some(5), None));
        assert!(!poly(&[-5, 1]).nonneg_on(Some(4), None));
        assert!(poly(&[5, -1]).nonneg_on(None, Some(5)));
        assert!(!poly(&[5, -1]).nonneg_on(Some(-100), Some(6)));
    }

    #[test]
    fn runs_cover_the_range_in_order() {
        for p in [poly(&[6, -5, 1]), poly(&[-3, 2]), poly(&[3, -2]), poly(&[0, 1, 0, -1])] {
            let runs = p.sign_runs(Some(-9), Some(60)).unwrap();
            let mut next = -9;
            for run in runs {
                assert_eq!(run.low, Some(next));
                for x in next..=run.high.unwrap() {
                    let value = p.eval(Rational::integer(x).unwrap()).unwrap();
                    assert!(value.is_zero() || run.nonneg == value.is_positive());
                }
                next = run.high.unwrap() + 1;
            }
            assert_eq!(next, 61);
        }
    }

    #[test]
    fn division_by_a_root() {
        let product = poly(&[2, -3, 1]);
        assert_eq!(product.small_root(), Rational::integer(1));
        assert_eq!(product.without_root(Rational::ONE), Some(poly(&[-2, 1])));
        assert_eq!(product.without_root(Rational::ZERO), None);
    }
}
