//! Sums and products: the ring in which everything else is an atom.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::{Atom, Expr, Monomial, Rational, Sum, Symbol, Term, limits};

/// A sum under construction: like terms meet in the map.
#[derive(Default)]
pub(super) struct Builder(BTreeMap<Monomial, Rational>);

impl Builder {
    pub fn add(&mut self, monomial: Monomial, coefficient: Rational) -> Option<()> {
        let slot = self.0.entry(monomial).or_insert(Rational::ZERO);
        *slot = slot.add(coefficient)?;
        (self.0.len() <= 4 * limits::TERMS).then_some(())
    }

    pub fn add_scaled(&mut self, expr: &Expr, factor: Rational) -> Option<()> {
        expr.terms()
            .iter()
            .try_for_each(|term| self.add(term.monomial.clone(), term.coefficient.mul(factor)?))
    }

    pub fn finish(self) -> Option<Expr> {
        let present = self.0.into_iter().filter(|(_, coefficient)| !coefficient.is_zero());
        let terms: Vec<Term> =
            present.map(|(monomial, coefficient)| Term { monomial, coefficient }).collect();
        if terms.len() > limits::TERMS {
            return None;
        }
        let (mut size, mut depth) = (0u32, 0);
        for (atom, power) in terms.iter().flat_map(|term| &term.monomial.0) {
            let inner = atom.arguments();
            size = inner.iter().fold(size.saturating_add(1), |sum, e| sum.saturating_add(e.0.size));
            depth = inner.iter().fold(depth, |most, e| most.max(e.0.depth + 1));
            if *power > limits::POWER {
                return None;
            }
        }
        let within = size <= limits::SIZE && depth <= limits::DEPTH;
        within.then(|| Expr(Arc::new(Sum { terms, size, depth })))
    }
}

impl Monomial {
    /// The product, where no two powers of the same constant meet.
    fn mul(&self, other: &Monomial) -> Option<Monomial> {
        let mut powers: BTreeMap<&Atom, u32> = BTreeMap::new();
        for (atom, power) in self.0.iter().chain(&other.0) {
            let slot = powers.entry(atom).or_insert(0);
            *slot = slot.checked_add(*power)?;
        }
        Some(Monomial(powers.into_iter().map(|(atom, power)| (atom.clone(), power)).collect()))
    }

    fn powers_of_constants(&self) -> impl Iterator<Item = (Rational, &Expr)> {
        self.0.iter().filter_map(|(atom, _)| match atom {
            Atom::Power(base, exponent) => Some((*base, exponent)),
            _ => None,
        })
    }

    /// The product of two monomials, in which 2^a * 2^b becomes 2^(a + b).
    fn product(&self, other: &Monomial) -> Option<Expr> {
        let shared = |base: Rational| other.powers_of_constants().find(|(b, _)| *b == base);
        let mut merged = Expr::one();
        for (base, exponent) in self.powers_of_constants() {
            if let Some((_, second)) = shared(base) {
                merged = merged.mul(&Expr::power(base, &exponent.add(second)?)?)?;
            }
        }
        let both = |base| shared(base).is_some() && self.powers_of_constants().any(|(b, _)| b == base);
        let rest = |monomial: &Monomial| {
            let kept = monomial.0.iter().filter(|(atom, _)| !matches!(atom, Atom::Power(b, _) if both(*b)));
            Monomial(kept.cloned().collect())
        };
        Expr::from_monomial(rest(self).mul(&rest(other))?)?.mul(&merged)
    }
}

impl Expr {
    /// The constant 0.
    pub fn zero() -> Expr {
        Expr(Arc::new(Sum { terms: Vec::new(), size: 0, depth: 0 }))
    }

    /// The constant 1.
    pub fn one() -> Expr {
        Expr::rational(Rational::ONE)
    }

    /// An integer constant; one that needs more than 64 bits is a [`Expr::rational`].
    pub fn constant(value: i64) -> Expr {
        // No `i64` is the one integer that a fraction cannot hold.
        Expr::rational(Rational::integer(i128::from(value)).unwrap_or(Rational::ZERO))
    }

    /// A constant fraction.
    pub fn rational(value: Rational) -> Expr {
        if value.is_zero() {
            return Expr::zero();
        }
        let terms = vec![Term { monomial: Monomial::default(), coefficient: value }];
        Expr(Arc::new(Sum { terms, size: 0, depth: 0 }))
    }

    /// An integer unknown.
    pub fn symbol(symbol: Symbol) -> Expr {
        let monomial = Monomial(vec![(Atom::Symbol(symbol), 1)]);
        let terms = vec![Term { monomial, coefficient: Rational::ONE }];
        Expr(Arc::new(Sum { terms, size: 1, depth: 0 }))
    }

    /// An opaque integer that depends on nothing but the indices: `array[i, j]`.
    pub fn cell(array: Symbol, indices: Vec<Expr>) -> Option<Expr> {
        Expr::from_atom(Atom::Cell(array, indices))
    }

    pub(super) fn from_atom(atom: Atom) -> Option<Expr> {
        Expr::from_monomial(Monomial(vec![(atom, 1)]))
    }

    pub(super) fn from_monomial(monomial: Monomial) -> Option<Expr> {
        let mut builder = Builder::default();
        builder.add(monomial, Rational::ONE)?;
        builder.finish()
    }

    pub(super) fn from_terms<'a>(terms: impl IntoIterator<Item = &'a Term>) -> Option<Expr> {
        let mut builder = Builder::default();
        terms.into_iter().try_for_each(|term| builder.add(term.monomial.clone(), term.coefficient))?;
        builder.finish()
    }

    /// The sum.
    pub fn add(&self, other: &Expr) -> Option<Expr> {
        self.add_scaled(other, Rational::ONE)
    }

    /// The difference.
    pub fn sub(&self, other: &Expr) -> Option<Expr> {
        self.add_scaled(other, Rational::MINUS_ONE)
    }

    fn add_scaled(&self, other: &Expr, factor: Rational) -> Option<Expr> {
        let mut builder = Builder::default();
        builder.add_scaled(self, Rational::ONE)?;
        builder.add_scaled(other, factor)?;
        builder.finish()
    }

    /// The sum of any number of expressions.
    pub fn add_all<'a>(addends: impl IntoIterator<Item = &'a Expr>) -> Option<Expr> {
        let mut builder = Builder::default();
        addends.into_iter().try_for_each(|addend| builder.add_scaled(addend, Rational::ONE))?;
        builder.finish()
    }

    /// The negation.
    pub fn neg(&self) -> Option<Expr> {
        self.scale(Rational::MINUS_ONE)
    }

    /// The product with a constant.
    pub fn scale(&self, factor: Rational) -> Option<Expr> {
        let mut builder = Builder::default();
        builder.add_scaled(self, factor)?;
        builder.finish()
    }

    /// The exact quotient by a constant other than 0.
    pub fn div(&self, divisor: Rational) -> Option<Expr> {
        self.scale(Rational::ONE.div(divisor)?)
    }

    /// The sum with an integer.
    pub fn plus(&self, integer: i128) -> Option<Expr> {
        self.add(&Expr::rational(Rational::integer(integer)?))
    }

    /// The product, multiplied out.
    pub fn mul(&self, other: &Expr) -> Option<Expr> {
        if let Some(constant) = other.as_constant() {
            return self.scale(constant);
        }
        if let Some(constant) = self.as_constant() {
            return other.scale(constant);
        }
        let mut builder = Builder::default();
        for left in self.terms() {
            for right in other.terms() {
                let coefficient = left.coefficient.mul(right.coefficient)?;
                let bases = |m: &Monomial| m.powers_of_constants().next().is_some();
                match bases(&left.monomial) && bases(&right.monomial) {
                    false => builder.add(left.monomial.mul(&right.monomial)?, coefficient)?,
                    true => builder.add_scaled(&left.monomial.product(&right.monomial)?, coefficient)?,
                }
            }
        }
        builder.finish()
    }

    /// The power with a constant exponent.
    pub fn pow(&self, exponent: u32) -> Option<Expr> {
        if let Some(constant) = self.as_constant() {
            return Some(Expr::rational(constant.pow(i128::from(exponent))?));
        }
        if exponent > limits::POWER {
            return None;
        }
        (0..exponent).try_fold(Expr::one(), |product, _| product.mul(self))
    }

    /// The expression with an atom at its top replaced; atoms inside atoms stay.
    pub(super) fn replace_atom(&self, atom: &Atom, replacement: &Expr) -> Option<Expr> {
        let mut builder = Builder::default();
        for term in self.terms() {
            let Some(place) = term.monomial.0.iter().position(|(a, _)| a == atom) else {
                builder.add(term.monomial.clone(), term.coefficient)?;
                continue;
            };
            let mut rest = term.monomial.clone();
            let (_, power) = rest.0.remove(place);
            let product = Expr::from_monomial(rest)?.mul(&replacement.pow(power)?)?;
            builder.add_scaled(&product, term.coefficient)?;
        }
        builder.finish()
    }

    /// The greatest fraction of which all coefficients are integer multiples, or 1 for the constant 0.
    pub(super) fn content(&self) -> Option<Rational> {
        let mut coefficients = self.terms().iter().map(|term| term.coefficient.abs());
        let first = coefficients.next().unwrap_or(Rational::ONE);
        coefficients.try_fold(first, Rational::content)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn like_terms_meet() {
        let n = Expr::symbol(Symbol(0));
        let square = n.plus(1).unwrap().pow(2).unwrap();
        let spelled = n.mul(&n).unwrap().add(&n).unwrap().add(&n).unwrap().plus(1).unwrap();
        assert_eq!(square, spelled);
        assert_eq!(n.sub(&n), Some(Expr::zero()));
    }

    #[test]
    fn limits_give_up() {
        let n = Expr::symbol(Symbol(0));
        assert_eq!(n.scale(Rational::integer(i128::MAX).unwrap()).unwrap().add(&n), None);
        assert_eq!(n.pow(limits::POWER + 1), None);
        let many: Vec<Expr> = (0..30).map(|i| Expr::symbol(Symbol(i))).collect();
        assert_eq!(Expr::add_all(&many).unwrap().pow(9), None);
        let deep = (0..100).try_fold(n, |e, _| Expr::cell(Symbol(9), vec![e]));
        assert_eq!(deep, None);
    }

    #[test]
    fn powers_of_one_base_merge() {
        let n = Expr::symbol(Symbol(0));
        let two = Rational::integer(2).unwrap();
        let up = Expr::power(two, &n).unwrap();
        let down = Expr::power(two, &n.neg().unwrap()).unwrap();
        assert_eq!(up.mul(&down), Some(Expr::one()));
        let four = Expr::power(Rational::integer(4).unwrap(), &n).unwrap();
        assert_eq!(up.mul(&up), Some(four));
    }
}
