//! The class of a growth, as in Ω(n log n), and how well costs fit one when there is no formula.

use std::fmt;

use super::points::Seen;

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
}

impl Class {
    pub(crate) const fn power(power: u16) -> Class {
        Class::Power { hundredths: 100 * power, logs: 0 }
    }

    pub(crate) const fn with_logs(power: u16, logs: u8) -> Class {
        Class::Power { hundredths: 100 * power, logs }
    }

    /// Whether a function is never far below the class: its values at some large sizes are at least a thousandth of what
    /// the class says. `n - 2^floor(log2(n))` is 0 at all powers of two, and `1000 - n` falls.
    pub(crate) fn is_kept_by(self, at: impl Fn(u32) -> Option<i128>) -> bool {
        match self {
            Class::Exponential => {
                // What is too large for a number is large enough.
                (30..40).all(|n| at(n).is_none_or(|value| value as f64 >= 1.2f64.powi(n as i32)))
            }
            Class::Power { hundredths, logs } => (20..28).all(|log| {
                let sizes = [(1 << log) - 1, 1 << log, (1 << log) + 1, 3 << log];
                sizes.into_iter().all(|n| {
                    let (n_, value) = (f64::from(n), at(n));
                    let like = n_.powf(f64::from(hundredths) / 100.0) * n_.log2().powi(logs.into());
                    let constant = hundredths == 0 && logs == 0;
                    value.is_none_or(|value| if constant { value >= 0 } else { value as f64 >= like / 1e3 })
                })
            }),
        }
    }
}

impl fmt::Display for Class {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (hundredths, logs) = match *self {
            Class::Exponential => return f.write_str("exp"),
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
    /// The first size from which on all firm costs are about so.
    pub from: u32,
    /// How many sizes have such a cost.
    pub sizes: usize,
}

/// With fewer sizes than these in the larger half, everything fits two unknowns.
const FEWEST: usize = 5;

/// With fewer ratios than these, everything looks exponential.
const FEWEST_RATIOS: usize = 3;

/// The greatest mean relative error that is still called a fit.
const MOST_ERROR: f64 = 0.06;

/// The greatest relative error of a single cost.
const MOST_OFF: f64 = 0.15;

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
    /// The class that the firm costs at the larger sizes fit best, if one fits well and nothing that was seen is above it.
    /// Costs that climbing found are not fitted, since they may be anything below the worst case.
    pub(crate) fn of(seen: &Seen) -> Option<Fit> {
        let larger = &seen.firm[seen.firm.len() / 2..];
        if !larger.iter().all(|&(n, cost)| n >= 2 && cost > 0) {
            return None;
        }
        if let Some(base) = exponential(larger) {
            let (class, from, sizes) = (Class::Exponential, larger[0].0, larger.len());
            return Some(Fit { class, coefficient: base, error: 0.0, from, sizes });
        }
        // A class is told from its neighbours only over some range: from 7 to 12, n log n is as good as n.
        if larger.len() < FEWEST || larger[larger.len() - 1].0 / 2 < larger[0].0 {
            return None;
        }
        let fits =
            CANDIDATES.iter().filter_map(|&(lead, second)| Line::through(larger, lead, second)?.fit(seen));
        fits.filter(|fit| fit.error <= MOST_ERROR).min_by(|a, b| a.error.total_cmp(&b.error))
    }
}

/// A multiple of what leads, and of what may come with it.
struct Line {
    lead: PowerLogs,
    factor: f64,
    second: Option<PowerLogs>,
    second_factor: f64,
    error: f64,
}

fn value((power, logs): PowerLogs, n: f64) -> f64 {
    n.powi(power.into()) * n.log2().powi(logs.into())
}

impl Line {
    fn through(points: &[(u32, i128)], lead: PowerLogs, second: Option<PowerLogs>) -> Option<Line> {
        let (factor, second_factor, error) =
            regress(points, |n| value(lead, n), |n| second.map(|second| value(second, n)))?;
        Some(Line { lead, factor, second, second_factor, error })
    }

    fn at(&self, n: u32) -> f64 {
        let n = f64::from(n);
        self.factor * value(self.lead, n)
            + self.second.map_or(0.0, |second| self.second_factor * value(second, n))
    }

    /// The class, if no single cost in the larger half is far off, and no cost at all from there on is far above. What is
    /// said to lead has to make up half of the greatest cost at least: with a small factor, anything fits a little better.
    fn fit(&self, seen: &Seen) -> Option<Fit> {
        let (greatest, _) = *seen.firm.last()?;
        if self.factor * value(self.lead, greatest.into()) < self.at(greatest) / 2.0 {
            return None;
        }
        let off = |&(n, cost): &(u32, i128)| cost as f64 / self.at(n) - 1.0;
        let is_near = |point: &&(u32, i128)| self.at(point.0) > 0.0 && off(point).abs() <= MOST_OFF;
        let near = seen.firm.iter().rev().take_while(is_near).count();
        if near < seen.firm.len() - seen.firm.len() / 2 {
            return None;
        }
        let from = seen.firm[seen.firm.len() - near].0;
        let later: Vec<&(u32, i128)> = seen.climbed.iter().filter(|(n, _)| *n >= from).collect();
        if later.iter().any(|point| off(point) > MOST_OFF) {
            return None;
        }
        let climbed = later.into_iter().filter(is_near).count();
        let class = Class::with_logs(self.lead.0, self.lead.1);
        Some(Fit { class, coefficient: self.factor, error: self.error, from, sizes: near + climbed })
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
    (ratios.len() >= FEWEST_RATIOS && keeps && last >= 0.97 * first).then_some(last)
}

/// Least squares of relative errors for `a * lead + b * second`: the coefficients a and b, and the error.
fn regress(
    points: &[(u32, i128)],
    lead: impl Fn(f64) -> f64,
    second: impl Fn(f64) -> Option<f64>,
) -> Option<(f64, f64, f64)> {
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
    (matters && error.is_finite()).then_some((a, b, error))
}

#[cfg(test)]
mod tests {
    use super::super::points::{Point, Standing};
    use super::*;

    fn check(cost: impl Fn(f64) -> f64, sizes: &[u32], expected: &str) {
        let reached =
            |&n: &u32| Point { size: n, cost: cost(f64::from(n)) as i64, standing: Standing::Reached };
        let mut points: Vec<Point> = sizes.iter().map(reached).collect();
        let class = |points: &[Point]| Fit::of(&Seen::of(points)).map(|fit| fit.class.to_string());
        assert_eq!(class(&points).as_deref(), Some(expected).filter(|text| *text != "none"));
        // Less that climbing found changes nothing; more refutes what is not exponential.
        points.push(Point { size: 250, cost: 1, standing: Standing::Climbed });
        assert_eq!(class(&points).as_deref(), Some(expected).filter(|text| *text != "none"));
        points.push(Point { size: 250, cost: i64::MAX, standing: Standing::Climbed });
        assert_eq!(class(&points).as_deref(), Some("exp").filter(|_| expected == "exp"));
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
        check(|n| 1000.0 + 500.0 * (n * n * 3.7).sin(), &sizes, "none");
        check(|n| n * n * n, &sizes[..4], "none");
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
