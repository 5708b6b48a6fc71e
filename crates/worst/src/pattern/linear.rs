//! Values that are linear in what they depend on: `n - (i - 1)/2`.

use std::fmt;

use super::place::{Place, Variable};
use crate::growth::linear::{Says, System};
use crate::growth::rational::{Rational, common_denominator};

/// A sum of variables with whole factors, divided by a whole number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Linear {
    terms: Vec<(i128, Variable)>,
    denominator: i128,
}

impl Linear {
    fn new(factors: &[Rational], variables: &[Variable]) -> Option<Linear> {
        let denominator = common_denominator(factors)?;
        let mut terms = Vec::new();
        for (factor, &variable) in factors.iter().zip(variables) {
            if !factor.is_zero() {
                terms.push((factor.numerator.checked_mul(denominator / factor.denominator)?, variable));
            }
        }
        Some(Linear { terms, denominator })
    }

    /// The value at a place, if it is a whole number and not too large.
    pub fn at(&self, place: &Place) -> Option<i64> {
        let sum = self.terms.iter().try_fold(0i128, |sum, (factor, variable)| {
            sum.checked_add(factor.checked_mul(variable.at(place))?)
        })?;
        (sum % self.denominator == 0).then_some(sum / self.denominator)?.try_into().ok()
    }

    /// How many variables it has.
    pub fn weight(&self) -> usize {
        self.terms.len()
    }
}

/// A linear rule in the making: it takes in values until they leave one rule, which all others then have to follow.
pub(crate) struct Fitting {
    variables: Vec<Variable>,
    system: System,
    /// Once the equations leave only one.
    solved: Option<Linear>,
    /// How many values were taken in.
    seen: usize,
    /// How many of these were needed.
    needed: usize,
}

impl Fitting {
    pub fn new(variables: Vec<Variable>) -> Fitting {
        Fitting { system: System::new(variables.len()), variables, solved: None, seen: 0, needed: 0 }
    }

    /// Takes in a value; says whether there can still be a rule.
    pub fn add(&mut self, place: &Place, value: i64) -> bool {
        self.seen += 1;
        if let Some(linear) = &self.solved {
            return linear.at(place) == Some(value);
        }
        let row: Vec<i128> = self.variables.iter().map(|variable| variable.at(place)).collect();
        match self.system.add(&row, value.into()) {
            Says::Against => return false,
            Says::Same => return true,
            Says::More => self.needed += 1,
        }
        if let Some(solution) = self.system.solution() {
            self.solved = Linear::new(&solution, &self.variables);
            return self.solved.is_some();
        }
        true
    }

    /// Whether no value was taken in.
    pub fn is_empty(&self) -> bool {
        self.seen == 0
    }

    /// The rule, if two more values than needed confirm it.
    pub fn finish(self) -> Option<Linear> {
        if self.seen < self.needed + 2 {
            return None;
        }
        self.solved.or_else(|| Linear::new(&self.system.simplest(), &self.variables))
    }
}

impl fmt::Display for Linear {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // What has to be divided is put together; a constant belongs there only if it has to be divided as well.
        let (whole, divided): (Vec<_>, Vec<_>) =
            self.terms.iter().partition(|(factor, _)| factor % self.denominator == 0);
        let whole: Vec<(i128, Variable)> =
            whole.into_iter().map(|(factor, variable)| (factor / self.denominator, variable)).collect();
        let mut parts: Vec<(bool, String)> =
            whole.iter().map(|&(factor, variable)| (factor < 0, product(factor, variable))).collect();
        if let Some(lead) =
            divided.iter().find(|(_, variable)| *variable != Variable::One).or(divided.first())
        {
            let negative = lead.0 < 0;
            let inner: Vec<(bool, String)> = divided
                .iter()
                .map(|&(factor, variable)| ((factor < 0) != negative, product(factor, variable)))
                .collect();
            let inner = if inner.len() == 1 { joined(inner) } else { format!("({})", joined(inner)) };
            parts.push((negative, format!("{inner}/{}", self.denominator)));
        }
        f.write_str(&joined(parts))
    }
}

fn product(factor: i128, variable: Variable) -> String {
    match (factor.unsigned_abs(), variable) {
        (number, Variable::One) => number.to_string(),
        (1, _) => variable.to_string(),
        (number, _) => format!("{number}*{variable}"),
    }
}

/// A sum, what is added before what is taken away, and numbers last.
fn joined(mut parts: Vec<(bool, String)>) -> String {
    let is_number = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    parts.sort_by_key(|(negative, text)| (*negative, is_number(text)));
    let mut text = String::new();
    for (negative, part) in parts {
        text += match (text.is_empty(), negative) {
            (true, true) => "-",
            (true, false) => "",
            (false, true) => " - ",
            (false, false) => " + ",
        };
        text += &part;
    }
    if text.is_empty() { "0".into() } else { text }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(factors: [(i128, i128); 3], expected: &str) {
        let factors = factors.map(|(over, under)| Rational::new(over, under).unwrap());
        let linear = Linear::new(&factors, &[Variable::One, Variable::I, Variable::Size]).unwrap();
        assert_eq!(linear.to_string(), expected);
    }

    #[test]
    fn rules_are_readable() {
        check([(1, 1), (1, 1), (0, 1)], "i + 1");
        check([(0, 1), (-1, 1), (1, 1)], "n - i");
        check([(-1, 1), (-3, 1), (2, 1)], "2*n - 3*i - 1");
        check([(1, 1), (1, 2), (0, 1)], "i/2 + 1");
        check([(1, 2), (-1, 2), (1, 1)], "n - (i - 1)/2");
        check([(0, 1), (0, 1), (0, 1)], "0");
        check([(-4, 1), (0, 1), (0, 1)], "-4");
    }
}
