//! The class of a growth, as in O(n log n), and how well costs fit one when no formula is exact.

use std::fmt;

/// How fast something grows, up to a constant factor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Class {
    /// A power of n times a power of its logarithm.
    Power {
        /// The exponent of n in hundredths: Karatsuba's multiplication has 158.
        hundredths: u16,
        /// The exponent of the logarithm.
        logs: u8,
    },
    /// At least exponential.
    Exponential,
    /// Nobody knows.
    Unknown,
}

impl Class {
    pub(crate) const fn power(power: u16) -> Class {
        Class::Power { hundredths: 100 * power, logs: 0 }
    }

    pub(crate) const fn with_logs(power: u16, logs: u8) -> Class {
        Class::Power { hundredths: 100 * power, logs }
    }
}

impl fmt::Display for Class {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (hundredths, logs) = match *self {
            Class::Exponential => return f.write_str("exp"),
            Class::Unknown => return f.write_str("unknown"),
            Class::Power { hundredths, logs } => (hundredths, logs),
        };
        let power = match (hundredths / 100, hundredths % 100) {
            (0, 0) => String::new(),
            (1, 0) => "n".into(),
            (whole, 0) => format!("n^{whole}"),
            (whole, part) => format!("n^{whole}.{}", format!("{part:02}").trim_end_matches('0')),
        };
        let log = match logs {
            0 => String::new(),
            1 => "log n".into(),
            _ => format!("log^{logs} n"),
        };
        match (power.is_empty(), log.is_empty()) {
            (true, true) => f.write_str("1"),
            (false, false) => write!(f, "{power} {log}"),
            _ => write!(f, "{power}{log}"),
        }
    }
}

/// A class that costs fit about.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fit {
    /// The class.
    pub class: Class,
    /// What the class's function is multiplied with; with an exponential class the base instead.
    pub coefficient: f64,
    /// The root of the mean squared relative error, over the larger half of the sizes.
    pub error: f64,
}

impl fmt::Display for Fit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let percent = self.error * 100.0;
        match self.class {
            Class::Exponential => write!(f, "grows at least like {:.2}^n", self.coefficient),
            class if class == Class::power(0) => {
                write!(f, "about {:.3} ({percent:.1} % off)", self.coefficient)
            }
            class => write!(f, "about {:.3} * {class} ({percent:.1} % off)", self.coefficient),
        }
    }
}

/// With fewer sizes than these in the larger half, everything fits.
const FEWEST: usize = 4;

/// The greatest relative error that is still called a fit.
const MOST_ERROR: f64 = 0.06;

/// The exponents of n and of its logarithm.
type PowerLogs = (u16, u8);

/// The candidates: what leads, and what may come with it. A second term of the next lower order takes up what would
/// otherwise make a quadratic cost look like n log n at small sizes.
const CANDIDATES: [(PowerLogs, Option<PowerLogs>); 8] = [
    ((0, 0), None),
    ((0, 1), Some((0, 0))),
    ((1, 0), Some((0, 0))),
    ((1, 1), Some((1, 0))),
    ((2, 0), Some((1, 0))),
    ((2, 1), Some((2, 0))),
    ((3, 0), Some((2, 0))),
    ((4, 0), Some((3, 0))),
];

impl Fit {
    /// The class that the costs at the larger sizes fit best, if one fits well.
    pub(crate) fn of(points: &[(u32, i128)]) -> Option<Fit> {
        let larger = &points[points.len() / 2..];
        let positive = larger.iter().all(|&(n, cost)| n >= 2 && cost > 0);
        if larger.len() < FEWEST || !positive {
            return None;
        }
        if let Some(base) = exponential(larger) {
            return Some(Fit { class: Class::Exponential, coefficient: base, error: 0.0 });
        }
        // A class is told from its neighbours only over some range: from 7 to 12, n log n is as good as n.
        if larger[larger.len() - 1].0 / 2 < larger[0].0 {
            return None;
        }
        let fits = CANDIDATES.iter().filter_map(|&((power, logs), second)| {
            let value = |(power, logs): PowerLogs, n: f64| n.powi(power.into()) * n.log2().powi(logs.into());
            let (coefficient, error) =
                regress(larger, |n| value((power, logs), n), |n| second.map(|second| value(second, n)))?;
            Some(Fit { class: Class::with_logs(power, logs), coefficient, error })
        });
        fits.filter(|fit| fit.error <= MOST_ERROR).min_by(|a, b| a.error.total_cmp(&b.error))
    }
}

/// The last ratio of costs at consecutive sizes, if these ratios stay well above one. Those of a polynomial fall.
fn exponential(points: &[(u32, i128)]) -> Option<f64> {
    let ratios: Vec<f64> = points
        .windows(2)
        .map(|pair| (pair[1].1 as f64 / pair[0].1 as f64).powf(1.0 / f64::from(pair[1].0 - pair[0].0)))
        .collect();
    let (first, last) = (*ratios.first()?, *ratios.last()?);
    // For n^4 around n = 10 the ratio is 1.4, and it falls by a tenth in two steps.
    let keeps = ratios.iter().all(|&ratio| ratio >= 1.25 && ratio >= 0.93 * first);
    (ratios.len() >= 3 && keeps && last >= 0.97 * first).then_some(last)
}

/// Least squares of relative errors for `a * lead + b * second`: the coefficient a and the error.
fn regress(
    points: &[(u32, i128)],
    lead: impl Fn(f64) -> f64,
    second: impl Fn(f64) -> Option<f64>,
) -> Option<(f64, f64)> {
    let rows: Vec<(f64, f64)> = points
        .iter()
        .map(|&(n, cost)| {
            let (n, cost) = (f64::from(n), cost as f64);
            (lead(n) / cost, second(n).unwrap_or(0.0) / cost)
        })
        .collect();
    let sum = |of: &dyn Fn(f64, f64) -> f64| rows.iter().map(|&(x, y)| of(x, y)).sum::<f64>();
    let (xx, xy, yy) = (sum(&|x, _| x * x), sum(&|x, y| x * y), sum(&|_, y| y * y));
    let (x1, y1) = (sum(&|x, _| x), sum(&|_, y| y));
    let determinant = xx * yy - xy * xy;
    let (a, b) = if yy == 0.0 {
        (x1 / xx, 0.0)
    } else if determinant > 1e-12 * xx * yy {
        ((x1 * yy - y1 * xy) / determinant, (y1 * xx - x1 * xy) / determinant)
    } else {
        return None;
    };
    let error = (sum(&|x, y| (a * x + b * y - 1.0).powi(2)) / rows.len() as f64).sqrt();
    // What leads has to matter: a tenth of the cost at least, at the largest size.
    let matters = a * rows.last()?.0 >= 0.1;
    (matters && error.is_finite()).then_some((a, error))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(cost: impl Fn(f64) -> f64, sizes: &[u32], expected: &str) {
        let points: Vec<(u32, i128)> = sizes.iter().map(|&n| (n, cost(f64::from(n)) as i128)).collect();
        let class = Fit::of(&points).map_or("unknown".into(), |fit| fit.class.to_string());
        assert_eq!(class, expected);
    }

    #[test]
    fn classes_are_told_apart() {
        let sizes = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 30, 100, 300];
        let wobble = |n: f64| 1.0 + 0.01 * (n * 7.0).sin();
        check(|n| 1000.0 * wobble(n), &sizes, "1");
        check(|n| 1000.0 * (n + 1.0).log2() * wobble(n), &sizes, "log n");
        check(|n| (1000.0 * n + 500.0) * wobble(n), &sizes, "n");
        check(|n| 1000.0 * n * (n + 1.0).log2() * wobble(n), &sizes, "n log n");
        check(|n| (50.0 * n * n + 900.0 * n) * wobble(n), &sizes, "n^2");
        check(|n| (50.0 * n * n * n) * wobble(n), &sizes, "n^3");
        check(|n| 10.0 * 1.7f64.powf(n) * wobble(n), &sizes[..12], "exp");
        check(|n| (1..=n as u64).product::<u64>() as f64, &sizes[..12], "exp");
        check(|n| 1000.0 + 500.0 * (n * n * 3.7).sin(), &sizes, "unknown");
        check(|n| n * n * n, &sizes[..4], "unknown");
    }

    #[test]
    fn classes_are_shown() {
        let shown = |hundredths, logs| Class::Power { hundredths, logs }.to_string();
        assert_eq!(shown(0, 0), "1");
        assert_eq!(shown(0, 1), "log n");
        assert_eq!(shown(100, 1), "n log n");
        assert_eq!(shown(158, 0), "n^1.58");
        assert_eq!(shown(50, 0), "n^0.5");
        assert_eq!(shown(200, 2), "n^2 log^2 n");
    }
}
