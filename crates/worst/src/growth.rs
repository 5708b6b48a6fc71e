//! How a cost grows with the size: the polynomial through the first sizes, if it goes through all others.

use std::fmt;

/// How a cost grows with the size.
#[derive(Clone, Debug, PartialEq)]
pub enum Growth {
    /// Exactly so, at every size that was looked at from the first on.
    Exact {
        /// The formula.
        formula: Polynomial,
        /// The first size for which it holds.
        from: u32,
    },
    /// No formula was found.
    Unknown,
}

/// A polynomial in n, by its differences: `c0 + c1 m + c2 m(m-1)/2 + …` with `m = n - start`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Polynomial {
    start: i128,
    differences: Vec<i128>,
}

/// The greatest degree that is looked for.
const MOST_DEGREE: usize = 4;

/// How many sizes that were not used for it have to confirm a formula.
const CONFIRM: usize = 2;

impl Growth {
    /// The growth of costs at sizes, ascending. The first sizes may be left out: many programs treat them otherwise.
    pub fn of(costs: &[(u32, i64)]) -> Growth {
        for first in 0..costs.len().min(4) {
            for degree in 0..=MOST_DEGREE {
                let Some(points) = costs.get(first..first + degree + 1) else { break };
                let consecutive = points.windows(2).all(|pair| pair[1].0 == pair[0].0 + 1);
                let rest = &costs[first + degree + 1..];
                if !consecutive || rest.len() < CONFIRM {
                    break;
                }
                let formula = Polynomial::through(points);
                if rest.iter().all(|&(n, cost)| formula.at(n) == Some(cost.into())) {
                    return Growth::Exact { formula, from: points[0].0 };
                }
            }
        }
        Growth::Unknown
    }
}

impl Polynomial {
    fn through(points: &[(u32, i64)]) -> Polynomial {
        let mut row: Vec<i128> = points.iter().map(|&(_, cost)| cost.into()).collect();
        let mut differences = Vec::new();
        while let Some(&first) = row.first() {
            differences.push(first);
            row = row.windows(2).map(|pair| pair[1] - pair[0]).collect();
        }
        Polynomial { start: points[0].0.into(), differences }
    }

    /// Its value, if it is not too large.
    pub fn at(&self, n: u32) -> Option<i128> {
        let m = i128::from(n) - self.start;
        let (mut sum, mut choose) = (0i128, 1i128);
        for (k, &difference) in (0..).zip(&self.differences) {
            sum = sum.checked_add(difference.checked_mul(choose)?)?;
            choose = choose.checked_mul(m - k)? / (k + 1);
        }
        Some(sum)
    }

    /// Its degree.
    pub fn degree(&self) -> usize {
        self.differences.iter().rposition(|&difference| difference != 0).unwrap_or(0)
    }

    /// Its coefficients as fractions with one denominator, the constant one first.
    fn coefficients(&self) -> (Vec<i128>, i128) {
        let denominator: i128 = (1..=self.differences.len() as i128).product();
        let mut sum = vec![0i128; self.differences.len() + 1];
        // m (m-1) … (m-k+1) / k!, as a polynomial in n.
        let mut factor = vec![1i128];
        let mut factorial = 1;
        for (k, &difference) in (0i128..).zip(&self.differences) {
            for (i, &c) in factor.iter().enumerate() {
                sum[i] += difference * c * (denominator / factorial);
            }
            let shift = self.start + k;
            let mut next = vec![0; factor.len() + 1];
            for (i, &c) in factor.iter().enumerate() {
                next[i + 1] += c;
                next[i] -= shift * c;
            }
            factor = next;
            factorial *= k + 1;
        }
        (sum, denominator)
    }
}

impl fmt::Display for Polynomial {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (coefficients, denominator) = self.coefficients();
        let mut first = true;
        for (power, &c) in coefficients.iter().enumerate().rev() {
            if c == 0 {
                continue;
            }
            let divisor = gcd(c.abs(), denominator);
            let (numerator, below) = (c.abs() / divisor, denominator / divisor);
            let sign = match (first, c < 0) {
                (true, true) => "-",
                (true, false) => "",
                (false, true) => " - ",
                (false, false) => " + ",
            };
            let n = match power {
                0 => String::new(),
                1 => "n".into(),
                _ => format!("n^{power}"),
            };
            let number = if numerator == 1 && power > 0 { String::new() } else { numerator.to_string() };
            let times = if number.is_empty() || n.is_empty() { "" } else { "*" };
            let over = if below == 1 { String::new() } else { format!("/{below}") };
            write!(f, "{sign}{number}{times}{n}{over}")?;
            first = false;
        }
        if first { f.write_str("0") } else { Ok(()) }
    }
}

fn gcd(a: i128, b: i128) -> i128 {
    if b == 0 { a } else { gcd(b, a % b) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(costs: impl Fn(i64) -> i64, sizes: &[u32], expected: &str) {
        let costs: Vec<(u32, i64)> = sizes.iter().map(|&n| (n, costs(n.into()))).collect();
        let shown = match Growth::of(&costs) {
            Growth::Exact { formula, from } => format!("{formula} from {from}"),
            Growth::Unknown => "?".into(),
        };
        assert_eq!(shown, expected);
    }

    #[test]
    fn polynomials_are_found() {
        let sizes = [1, 2, 3, 4, 5, 6, 10, 100];
        check(|n| n, &sizes, "n from 1");
        check(|n| n * n + 2 * n - 2, &sizes, "n^2 + 2*n - 2 from 1");
        check(|n| n * (n - 1) / 2, &sizes, "n^2/2 - n/2 from 1");
        check(|_| 7, &sizes, "7 from 1");
        check(|n| if n == 1 { 0 } else { 3 * n - 2 }, &sizes, "3*n - 2 from 2");
        check(|n| 1 << n.min(40), &sizes, "?");
        check(|n| n * n * n, &[1, 2, 3, 4], "?");
    }
}
