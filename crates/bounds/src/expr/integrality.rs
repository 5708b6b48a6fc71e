//! Which expressions are integers at all integer inputs: those that need no rounding.
//!
//! A polynomial that takes integer values on a grid of degree + 1 points per variable takes them everywhere
//! (its finite differences are integers). Atoms stand for variables here; that they may depend on each other
//! only makes the test stricter than needed.

use std::collections::BTreeMap;

use super::{Atom, Expr, Rational, Symbol, Term, range::Range};

/// Grid points that are worth trying.
const GRID: u64 = 2048;

impl Atom {
    pub(super) fn is_integer(&self) -> bool {
        match self {
            Atom::Symbol(_) | Atom::Cell(..) | Atom::Floor(_) | Atom::Ceil(_) => true,
            Atom::Max(entries) | Atom::Min(entries) => entries.iter().all(Expr::is_integer),
            Atom::Log2(_) => false,
            Atom::Power(base, exponent) => {
                let anything = |_: Symbol| Range::ALL;
                let natural = || exponent.range(&anything).low.is_some_and(|low| !low.is_negative());
                base.as_integer().is_some() && natural() && exponent.is_integer()
            }
        }
    }
}

/// The value of a term at a grid point.
fn value_at(term: &Term, point: &BTreeMap<&Atom, u32>) -> Option<Rational> {
    let mut value = term.coefficient;
    for (atom, power) in &term.monomial.0 {
        let coordinate = Rational::integer(i128::from(*point.get(atom)?))?;
        value = value.mul(coordinate.pow(i128::from(*power))?)?;
    }
    Some(value)
}

impl Expr {
    /// Whether the value is provably an integer at all integer inputs.
    pub fn is_integer(&self) -> bool {
        let mut degrees: BTreeMap<&Atom, u32> = BTreeMap::new();
        let fractional = |term: &&Term| term.coefficient.as_integer().is_none();
        for (atom, power) in self.terms().iter().flat_map(|term| &term.monomial.0) {
            if !atom.is_integer() {
                return false;
            }
            let degree = degrees.entry(atom).or_insert(0);
            *degree = (*degree).max(*power);
        }
        // Terms with integer coefficients are integers already.
        let rest: Vec<&Term> = self.terms().iter().filter(fractional).collect();
        if rest.is_empty() {
            return true;
        }
        degrees.retain(|atom, _| rest.iter().any(|term| term.monomial.0.iter().any(|(a, _)| a == *atom)));
        let points = degrees.values().try_fold(1u64, |n, d| n.checked_mul(u64::from(*d) + 1));
        points.is_some_and(|points| points <= GRID) && integer_on_grid(&rest, &degrees)
    }
}

fn integer_on_grid(terms: &[&Term], degrees: &BTreeMap<&Atom, u32>) -> bool {
    let mut point: BTreeMap<&Atom, u32> = degrees.keys().map(|atom| (*atom, 0)).collect();
    loop {
        let sum = terms.iter().try_fold(Rational::ZERO, |sum, term| sum.add(value_at(term, &point)?));
        if sum.and_then(Rational::as_integer).is_none() {
            return false;
        }
        // Counts through the grid like an odometer.
        let mut moved = false;
        for (atom, coordinate) in &mut point {
            if *coordinate < degrees[*atom] {
                *coordinate += 1;
                moved = true;
                break;
            }
            *coordinate = 0;
        }
        if !moved {
            return true;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn binomials_are_integers() {
        let n = Expr::symbol(Symbol(0));
        let half = Rational::new(1, 2).unwrap();
        let pairs = n.mul(&n.plus(-1).unwrap()).unwrap().scale(half).unwrap();
        assert!(pairs.is_integer());
        assert!(!n.scale(half).unwrap().is_integer());
        assert!(!pairs.add(&n.scale(half).unwrap()).unwrap().is_integer());
        assert!(pairs.positive_part().unwrap().is_integer());
        assert!(!n.log2().unwrap().is_integer());
        let two = Rational::integer(2).unwrap();
        assert!(!Expr::power(two, &n).unwrap().is_integer());
        assert!(Expr::power(two, &n.positive_part().unwrap()).unwrap().is_integer());
    }
}
