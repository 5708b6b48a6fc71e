//! Closed forms of sums over a counter: how an inner loop's bound becomes a total over the outer loop.
//!
//! A sum is split into its terms. Polynomials in the counter (Faulhaber) and powers of constants (geometric
//! sums) are exact. A `max` or `min` with the counter inside is first resolved on the counter's range; what
//! cannot be resolved is in [`unresolved`]: exact for falling lines, else an upper bound.

mod range;
mod unresolved;

use super::arithmetic::Builder;
use super::piecewise::Piecewise;
use super::poly::Poly;
use super::{Atom, Expr, Monomial, Rational, Symbol, Term};
use range::CounterRange;

/// The value of a sum, and whether it is more than an upper bound.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Total {
    /// At least the sum at all integer inputs.
    pub value: Expr,
    /// Whether the value is the sum itself at all integer inputs.
    pub exact: bool,
}

/// The highest power of the counter that is summed.
const DEGREE: u32 = 12;

impl Expr {
    /// `Σ body` for the counter from `low` to `high`, 0 if there are none; `None` if no bound is found.
    ///
    /// `low` and `high` have to be integers and free of the counter.
    pub fn sum(counter: Symbol, low: &Expr, high: &Expr, body: &Expr) -> Option<Total> {
        if !low.is_integer() || !high.is_integer() || low.contains(counter) {
            return None;
        }
        let count = high.sub(low)?.plus(1)?.positive_part()?;
        let body = body.with(counter, &Expr::symbol(counter).add(low)?)?;
        Expr::sum_below(counter, &count, &body)
    }

    /// `Σ body` for the counter 0, 1, … below `count`, 0 if `count <= 0`; `None` if no bound is found.
    pub fn sum_below(counter: Symbol, count: &Expr, body: &Expr) -> Option<Total> {
        if count.contains(counter) {
            return None;
        }
        let mut count = count.ceil()?;
        if !count.provably_nonneg() {
            count = count.positive_part()?;
        }
        let range = CounterRange::new(counter, count)?;
        let body = without_extrema_of_counter(&range.resolve(body)?, counter)?;
        let mut value = Builder::default();
        let mut exact = true;
        for term in body.terms() {
            let total = Summand::new(term, counter)?.total(&range)?;
            value.add_scaled(&total.value, Rational::ONE)?;
            exact &= total.exact;
        }
        Some(Total { value: value.finish()?, exact })
    }
}

/// Terms such as k*max(0, k - 1), which is k*(k - 1) for every k >= 0, become polynomials in the counter.
fn without_extrema_of_counter(body: &Expr, counter: Symbol) -> Option<Expr> {
    let mut sum = Builder::default();
    for term in body.terms() {
        let (own, free) = term.monomial.0.iter().cloned().partition(|(atom, _)| atom.contains(counter));
        let own = Expr::from_monomial(Monomial(own))?;
        let poly = Piecewise::of(&own, counter).and_then(|pieces| pieces.polynomial_from(0));
        let own = poly.and_then(|poly| poly.at(&Expr::symbol(counter))).unwrap_or(own);
        sum.add_scaled(&Expr::from_monomial(Monomial(free))?.mul(&own)?, term.coefficient)?;
    }
    sum.finish()
}

/// A term as `free * counter^power * varying`.
struct Summand {
    /// The part without the counter.
    free: Expr,
    power: u32,
    /// The other atoms with the counter inside.
    varying: Vec<(Atom, u32)>,
}

impl Summand {
    fn new(term: &Term, counter: Symbol) -> Option<Summand> {
        let (mut free, mut power, mut varying) = (Monomial::default(), 0, Vec::new());
        for (atom, p) in &term.monomial.0 {
            match atom {
                Atom::Symbol(symbol) if *symbol == counter => power = *p,
                _ if atom.contains(counter) => varying.push((atom.clone(), *p)),
                _ => free.0.push((atom.clone(), *p)),
            }
        }
        Some(Summand { free: Expr::from_monomial(free)?.scale(term.coefficient)?, power, varying })
    }

    fn total(&self, range: &CounterRange) -> Option<Total> {
        let exact = |value: Option<Expr>| Some(Total { value: value?.mul(&self.free)?, exact: true });
        match (self.varying.as_slice(), self.power) {
            ([], power) => exact(range.sum_of_power(power)),
            ([(Atom::Power(base, exponent), 1)], 0) => match geometric(*base, exponent, range) {
                Some(sum) => exact(Some(sum)),
                None => self.at_most(range),
            },
            ([(Atom::Max(entries), 1)], 0) => {
                let line = unresolved::falling_line(entries, range);
                match line.or_else(|| unresolved::rising_line(entries, range)) {
                    Some(sum) => exact(Some(sum)),
                    None => unresolved::sum_of_max(&self.free, entries, range)
                        .or_else(|| self.relaxed(range))
                        .or_else(|| self.at_most(range)),
                }
            }
            ([(Atom::Min(entries), 1)], 0) => unresolved::sum_of_min(&self.free, entries, range)
                .or_else(|| self.relaxed(range))
                .or_else(|| self.at_most(range)),
            ([(Atom::Floor(_) | Atom::Ceil(_), 1)], 0) => self.relaxed(range).or_else(|| self.at_most(range)),
            _ => self.at_most(range),
        }
    }

    /// The sum with rounded lines such as ceil((n - k)/2) replaced by lines, in the direction that raises it.
    fn relaxed(&self, range: &CounterRange) -> Option<Total> {
        let [(atom, 1)] = self.varying.as_slice() else {
            return None;
        };
        let upwards = range.nonneg_if_any(&self.free);
        if !upwards && !range.nonneg_if_any(&self.free.neg()?) {
            return None;
        }
        let relax = |e: &Expr| unresolved::without_rounding(e, range, upwards);
        let all = |entries: &[Expr]| entries.iter().map(relax).collect::<Option<Vec<Expr>>>();
        let before = Expr::from_atom(atom.clone())?;
        let after = match atom {
            Atom::Max(entries) => Expr::max(all(entries)?)?,
            Atom::Min(entries) => Expr::min(all(entries)?)?,
            _ => relax(&before)?,
        };
        if after == before {
            return None;
        }
        let body = after.mul(&self.free)?;
        Some(Total { exact: false, ..Expr::sum_below(range.counter, &range.count, &body)? })
    }

    /// The number of summands times the greatest value of each factor.
    fn at_most(&self, range: &CounterRange) -> Option<Total> {
        let inexact = |value: Expr| Some(Total { value, exact: false });
        let lone = self.power == 0 && matches!(self.varying.as_slice(), [(_, 1)]);
        let natural = self.varying.iter().all(|(atom, _)| {
            Expr::from_atom(atom.clone()).is_some_and(|factor| range.nonneg_on_range(&factor))
        });
        if range.nonneg_if_any(&self.free.neg()?) && natural {
            // What is subtracted is at least 0.
            return inexact(Expr::zero());
        }
        if !range.nonneg_if_any(&self.free) || !(lone || natural) {
            return None;
        }
        let last = range.count.plus(-1)?;
        let mut bound = self.free.mul(&range.count)?.mul(&last.pow(self.power)?)?;
        for (atom, power) in &self.varying {
            bound = bound.mul(&range.greatest(&Expr::from_atom(atom.clone())?)?.pow(*power)?)?;
        }
        inexact(bound)
    }
}

impl CounterRange {
    /// Faulhaber's polynomial: the sum of `counter^power`.
    fn sum_of_power(&self, power: u32) -> Option<Expr> {
        if power > DEGREE {
            return None;
        }
        power_sums(power)?.pop()?.at(&self.count)
    }
}

/// The polynomials S_0 … S_degree with S_j(N) = Σ_{K<N} K^j, from N^(j+1) = Σ_{i<=j} C(j+1, i) S_i(N).
fn power_sums(degree: u32) -> Option<Vec<Poly>> {
    let mut sums: Vec<Poly> = Vec::new();
    for j in 0..=i128::from(degree) {
        let mut coefficients = vec![Rational::ZERO; j as usize + 2];
        coefficients[j as usize + 1] = Rational::ONE;
        let mut sum = Poly::new(coefficients);
        let mut binomial = Rational::ONE;
        for (i, smaller) in (0..).zip(&sums) {
            sum = sum.sub(&smaller.scale(binomial)?)?;
            binomial = binomial.mul(Rational::new(j + 1 - i, i + 1)?)?;
        }
        sums.push(sum.scale(Rational::new(1, j + 1)?)?);
    }
    Some(sums)
}

/// Σ base^(a*K + b) = base^b * (r^N - 1)/(r - 1) with r = base^a, for an integer a.
fn geometric(base: Rational, exponent: &Expr, range: &CounterRange) -> Option<Expr> {
    let linear = exponent.linear_in(&[range.counter])?;
    let slope = linear.coefficients.first()?.1.as_constant()?.as_integer()?;
    let ratio = base.pow(slope)?;
    let ratio_less_one = ratio.sub(Rational::ONE)?;
    let run = Expr::power(ratio, &range.count)?.plus(-1)?.div(ratio_less_one)?;
    Expr::power(base, &linear.rest)?.mul(&run)
}

#[cfg(test)]
mod tests {
    use super::super::tests::{K, expr, show};
    use super::*;

    fn below(count: &str, body: &str) -> (String, bool) {
        let total = Expr::sum_below(K, &expr(count), &expr(body)).unwrap();
        (show(&total.value), total.exact)
    }

    fn check(count: &str, body: &str, value: &str, exact: bool) {
        assert_eq!(below(count, body), (value.to_string(), exact), "{body} below {count}");
    }

    #[test]
    fn polynomials() {
        check("max(0, n)", "1", "max(0, n)", true);
        check("n", "k", "max(0, n)*(max(0, n) - 1)/2", true);
        check("n", "k**2", "max(0, n)*(max(0, n) - 1)*(2*max(0, n) - 1)/6", true);
        check("max(0, n)", "m", "m*max(0, n)", true);
        let triangle = Expr::sum(K, &expr("1"), &expr("n"), &expr("k")).unwrap();
        assert_eq!(show(&triangle.value), "max(0, n)*(max(0, n) + 1)/2");
    }

    #[test]
    fn powers_and_logarithms() {
        check("max(0, n)", "2**k", "2**max(0, n) - 1", true);
        check("max(0, n)", "2**(m - k)", "2*2**m - 2*2**(m - max(0, n))", true);
        check("max(0, n)", "log2(k + 1)", "max(0, n)*log2(max(1, n))", false);
    }

    #[test]
    fn resolved_on_the_range() {
        check("max(0, n)", "max(0, n - k)", below("max(0, n)", "n - k").0.as_str(), true);
        check("max(0, n - 1)", "max(0, n - k - 1)", below("max(0, n - 1)", "n - k - 1").0.as_str(), true);
        check("max(0, n)", "max(0, k)", "max(0, n)*(max(0, n) - 1)/2", true);
        check("max(0, n)", "k*max(0, k - 1)", below("max(0, n)", "k*(k - 1)").0.as_str(), true);
        check("max(0, n)", "min(k, n)", "max(0, n)*(max(0, n) - 1)/2", true);
    }

    #[test]
    fn unresolved() {
        let least = "max(0, min(n, m))";
        check("max(0, n)", "max(0, m - k)", &format!("{least}*(2*m - {least} + 1)/2"), true);
        check("max(0, n)", "max(0, k - 1)", "max(0, n - 2)*(2*max(0, n) - max(0, n - 2) - 3)/2", true);
        check("max(0, n)", "ceil(k/2)", "max(0, n)*(max(0, n) + 1)/4", false);
        check("max(0, n)", "max(0, ceil((n - k)/2))", "max(0, n)*(2*n - max(0, n) + 3)/4", false);
        check("max(0, n)", "max(0, m + k)", "max(0, n)*(max(0, n) + 2*max(0, m) - 1)/2", false);
    }

    #[test]
    fn no_bound() {
        assert_eq!(Expr::sum_below(K, &expr("n"), &expr("m*max(0, k - m)*2**k")), None);
        assert_eq!(Expr::sum_below(K, &expr("k"), &expr("1")), None);
        assert_eq!(Expr::sum(K, &expr("n/2"), &expr("n"), &expr("1")), None);
    }
}
