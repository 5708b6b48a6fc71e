//! From numbers to places on a picture: linear and logarithmic scales, and where their ticks are.

use crate::number;

/// An axis: which numbers it covers, and from where to where it runs.
pub struct Scale {
    logarithmic: bool,
    low: f64,
    high: f64,
    from: f64,
    to: f64,
}

impl Scale {
    /// A linear axis over some numbers and zero, with a little room at the end that is not zero.
    pub fn linear(numbers: impl Iterator<Item = f64>, from: f64, to: f64) -> Scale {
        let (low, high) =
            numbers.fold((0.0, 0.0), |(low, high): (f64, f64), number| (low.min(number), high.max(number)));
        let room = 0.04 * (high - low);
        let (low, high) =
            (if low < 0.0 { low - room } else { 0.0 }, if high > 0.0 { high + room } else { 0.0 });
        let high = if low == high { low + 1.0 } else { high };
        Scale { logarithmic: false, low, high, from, to }
    }

    /// A logarithmic axis over some numbers that are all positive; none if there are none.
    pub fn logarithmic(numbers: impl Iterator<Item = f64>, from: f64, to: f64) -> Option<Scale> {
        let (low, high) = numbers
            .filter(|&number| number > 0.0)
            .fold((f64::INFINITY, 0.0), |(low, high): (f64, f64), number| {
                (low.min(number), high.max(number))
            });
        if low > high {
            return None;
        }
        // One size alone still needs an axis around it.
        let room = if high / low < 1.5 { 2.0 } else { (high / low).powf(0.04) };
        Some(Scale { logarithmic: true, low: low / room, high: high * room, from, to })
    }

    /// Where a number is; none if it is not on the axis.
    pub fn at(&self, number: f64) -> Option<f64> {
        // Written so that NaN is outside.
        if !(number >= self.low && number <= self.high) {
            return None;
        }
        let share = if self.logarithmic {
            (number / self.low).ln() / (self.high / self.low).ln()
        } else {
            (number - self.low) / (self.high - self.low)
        };
        Some(self.from + share * (self.to - self.from))
    }

    /// Round numbers along the axis, about as many as asked for, never more.
    fn ticks(&self, most: usize) -> Vec<f64> {
        if self.logarithmic {
            // The densest that there is room for. Within less than a decade, none of them may be dense enough.
            let found = [&[1.0, 2.0, 5.0][..], &[1.0]].into_iter().map(|digits| self.decades(digits, 1));
            let sparse = (2..).map(|step| self.decades(&[1.0], step));
            if let Some(ticks) = found.chain(sparse).find(|ticks| ticks.len() <= most.max(1))
                && ticks.len() >= 3
            {
                return ticks;
            }
        }
        self.steps(most)
    }

    /// Ticks that are on the axis: where they are, and what is written beside them.
    pub fn labels(&self, most: usize) -> Vec<(f64, String)> {
        let ticks = self.ticks(most);
        let places = ticks.iter().filter_map(|&tick| self.at(tick));
        places.zip(number::ticks(&ticks, self.logarithmic)).collect()
    }

    /// Some digits times every power of ten whose exponent is a multiple of a number.
    fn decades(&self, digits: &[f64], step: i32) -> Vec<f64> {
        let (first, last) = (self.low.log10().floor() as i32, self.high.log10().ceil() as i32);
        (first..=last)
            .filter(|exponent| exponent % step == 0)
            .flat_map(|exponent| digits.iter().map(move |digit| digit * 10f64.powi(exponent)))
            .filter(|tick| (self.low..=self.high).contains(tick))
            .collect()
    }

    /// Multiples of 1, 2 or 5 times a power of ten. Sizes and costs are integers, so ticks are, too.
    fn steps(&self, most: usize) -> Vec<f64> {
        let rough = (self.high - self.low) / most.max(1) as f64;
        let magnitude = 10f64.powf(rough.log10().floor());
        let steps = [1.0, 2.0, 5.0, 10.0, 20.0].map(|digit| (digit * magnitude).max(1.0));
        let ticks = |step: f64| -> Vec<f64> {
            let (first, last) = ((self.low / step).ceil() as i64, (self.high / step).floor() as i64);
            (first..=last).map(|i| i as f64 * step).collect()
        };
        steps.into_iter().map(ticks).find(|ticks| ticks.len() <= most).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn linear(numbers: &[f64]) -> Scale {
        Scale::linear(numbers.iter().copied(), 0.0, 100.0)
    }

    fn logarithmic(numbers: &[f64]) -> Scale {
        Scale::logarithmic(numbers.iter().copied(), 0.0, 100.0).unwrap()
    }

    #[test]
    fn linear_axes_begin_at_zero() {
        let scale = linear(&[10.0, 100.0]);
        assert_eq!(scale.at(0.0), Some(0.0));
        assert_eq!(scale.at(52.0), Some(50.0));
        assert_eq!(scale.ticks(6), [0.0, 20.0, 40.0, 60.0, 80.0, 100.0]);
        assert_eq!(scale.at(f64::NAN), None);
        assert_eq!(scale.at(1e9), None);
    }

    #[test]
    fn linear_axes_cover_what_is_negative() {
        assert_eq!(linear(&[-5.0, 5.0]).ticks(5), [-4.0, -2.0, 0.0, 2.0, 4.0]);
        assert_eq!(linear(&[-5.0, -1.0]).at(0.0), Some(100.0));
    }

    #[test]
    fn axes_over_one_number_have_ticks() {
        assert_eq!(linear(&[0.0]).ticks(5), [0.0, 1.0]);
        assert_eq!(linear(&[]).ticks(5), [0.0, 1.0]);
        assert!(!logarithmic(&[7.0]).ticks(5).is_empty());
        assert!(!logarithmic(&[1.0]).ticks(5).is_empty());
    }

    #[test]
    fn huge_numbers_have_few_ticks() {
        let ticks = linear(&[1e18]).ticks(6);
        assert_eq!(ticks, [0.0, 2e17, 4e17, 6e17, 8e17, 1e18]);
        let ticks = logarithmic(&[1.0, i64::MAX as f64]).ticks(7);
        assert!((3..=7).contains(&ticks.len()), "{ticks:?}");
    }

    #[test]
    fn logarithmic_axes_have_equal_decades() {
        let scale = logarithmic(&[1.0, 10_000.0]);
        let [one, ten, hundred] = [1.0, 10.0, 100.0].map(|number| scale.at(number).unwrap());
        assert!(((ten - one) - (hundred - ten)).abs() < 1e-9);
        assert_eq!(scale.at(0.0), None);
        assert_eq!(scale.ticks(8), [1.0, 10.0, 100.0, 1000.0, 10_000.0]);
        assert_eq!(logarithmic(&[1.0, 100.0]).ticks(8), [1.0, 2.0, 5.0, 10.0, 20.0, 50.0, 100.0]);
    }

    #[test]
    fn logarithmic_axes_need_something_positive() {
        assert!(Scale::logarithmic([0.0, -1.0].into_iter(), 0.0, 1.0).is_none());
    }
}
