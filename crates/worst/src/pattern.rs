//! Inputs by a rule: `a[i] = n - i`. What holds at all small sizes is worth a try at every other.

use std::fmt;

/// A value for every place i of an input of size n: `i_factor * i + n_factor * n + constant`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pattern {
    i_factor: i64,
    n_factor: i64,
    constant: i64,
}

impl Pattern {
    /// The rule that all inputs follow, if there is one; each is given with its size, and has n values.
    pub fn of(inputs: &[(u32, Vec<i64>)]) -> Option<Pattern> {
        if inputs.len() < 3 || inputs.iter().any(|(n, input)| input.len() != *n as usize) {
            return None;
        }
        // Two values of one input, and the first of two inputs, leave one rule.
        let (n, longest) = inputs.iter().max_by_key(|(n, _)| *n)?;
        let (other, shorter) = inputs.iter().filter(|(m, _)| m < n).max_by_key(|(m, _)| *m)?;
        let (&[first, second, ..], &[begin, ..]) = (&longest[..], &shorter[..]) else { return None };
        let i_factor = second.checked_sub(first)?;
        let rise = first.checked_sub(begin)?;
        let step = i64::from(n - other);
        let n_factor = (rise % step == 0).then_some(rise / step)?;
        let constant = first.checked_sub(n_factor.checked_mul(i64::from(*n))?)?;
        let pattern = Pattern { i_factor, n_factor, constant };
        let follows = |(n, input): &(u32, Vec<i64>)| {
            let mut places = (0..).zip(input);
            places.all(|(i, &value)| pattern.at(i, *n) == Some(value))
        };
        inputs.iter().all(follows).then_some(pattern)
    }

    /// The value at a place, if it is not too large.
    pub fn at(&self, i: u32, n: u32) -> Option<i64> {
        let (by_i, by_n) = (self.i_factor.checked_mul(i.into())?, self.n_factor.checked_mul(n.into())?);
        by_i.checked_add(by_n)?.checked_add(self.constant)
    }
}

impl fmt::Display for Pattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut parts = Vec::new();
        for (factor, name) in [(self.n_factor, "n"), (self.i_factor, "i"), (self.constant, "")] {
            let number = factor.unsigned_abs();
            let text = match (number, name) {
                (0, _) => continue,
                (1, "n" | "i") => name.to_string(),
                (_, "") => number.to_string(),
                _ => format!("{number}*{name}"),
            };
            parts.push((factor < 0, text));
        }
        // What is added comes before what is taken away.
        parts.sort_by_key(|(negative, _)| *negative);
        for (place, (negative, text)) in parts.iter().enumerate() {
            let sign = match (place, negative) {
                (0, true) => "-",
                (0, false) => "",
                (_, true) => " - ",
                (_, false) => " + ",
            };
            write!(f, "{sign}{text}")?;
        }
        if parts.is_empty() { f.write_str("0") } else { Ok(()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(value: impl Fn(i64, i64) -> i64, expected: Option<&str>) {
        let input = |n: u32| (n, (0..n).map(|i| value(i.into(), n.into())).collect());
        let found = Pattern::of(&[input(2), input(3), input(4), input(6)]);
        assert_eq!(found.map(|pattern| pattern.to_string()).as_deref(), expected);
    }

    #[test]
    fn affine_rules_are_found() {
        check(|i, _| i + 1, Some("i + 1"));
        check(|i, n| n - i, Some("n - i"));
        check(|_, _| 0, Some("0"));
        check(|i, n| 2 * n - 3 * i - 1, Some("2*n - 3*i - 1"));
        check(|i, _| i * i, None);
    }
}
