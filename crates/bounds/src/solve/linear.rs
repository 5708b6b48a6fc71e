//! Linear forms over columns: symbols, and whatever else is not linear and stands for itself.

use std::collections::BTreeMap;

use crate::expr::{Expr, Rational};

/// `Σ factor * column + constant`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Linear {
    /// By column, none with the factor zero.
    pub factors: BTreeMap<Expr, Rational>,
    /// What is added.
    pub constant: Rational,
}

impl Linear {
    /// An expression as a linear form: products and other atoms are columns of their own.
    pub fn of(expr: &Expr) -> Linear {
        let mut linear = Linear { factors: BTreeMap::new(), constant: Rational::ZERO };
        for (column, factor) in expr.parts() {
            match column {
                None => linear.constant = factor,
                Some(column) => drop(linear.factors.insert(column, factor)),
            }
        }
        linear
    }

    /// The condition that an integer is not negative, in lowest terms: `2*x - 3 >= 0` is `x - 2 >= 0`.
    pub fn condition(expr: &Expr) -> Linear {
        let linear = Linear::of(expr);
        linear.tightened().unwrap_or(linear)
    }

    fn tightened(&self) -> Option<Linear> {
        let first = self.factors.values().next()?;
        let mut scale = first.denominator();
        for factor in self.factors.values() {
            scale = scale.checked_mul(factor.denominator() / gcd(scale, factor.denominator()))?;
        }
        let mut common = 0;
        for (column, factor) in &self.factors {
            if !column.is_integer() {
                return None;
            }
            common = gcd(common, factor.mul(Rational::integer(scale)?)?.as_integer()?);
        }
        let by = Rational::new(scale, common)?;
        let mut factors = BTreeMap::new();
        for (column, factor) in &self.factors {
            factors.insert(column.clone(), factor.mul(by)?);
        }
        let constant = Rational::integer(self.constant.mul(by)?.floor())?;
        Some(Linear { factors, constant })
    }
}

/// The greatest common divisor, not negative.
pub fn gcd(mut a: i128, mut b: i128) -> i128 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a.abs()
}
