//! Logarithms and powers of constants: where halving and doubling loops get their bounds.

use super::arithmetic::Builder;
use super::{Atom, Expr, Rational, limits};

impl Expr {
    /// `log2(max(1, self))`: defined so that it has a value, at least 0, at every input.
    pub fn log2(&self) -> Option<Expr> {
        // Raised to 1 first, and then relieved of the constant that did it: however the argument was written,
        // log2(max(1, n)) and log2(n) are the same.
        let raised = Expr::max([Expr::one(), self.clone()])?;
        if let Some(exact) = raised.as_constant().and_then(Rational::exact_log2) {
            return Some(Expr::rational(Rational::integer(exact)?));
        }
        let argument = without_constants_up_to_one(&raised)?;
        match argument.as_atom() {
            Some(Atom::Power(base, exponent)) if base.exact_log2() == Some(1) => exponent.positive_part(),
            _ => Expr::from_atom(Atom::Log2(argument)),
        }
    }

    /// A constant to the power of an expression; `None` for a base that is not positive, unless the exponent
    /// is a natural number.
    pub fn power(base: Rational, exponent: &Expr) -> Option<Expr> {
        if let Some(whole) = exponent.as_constant().and_then(Rational::as_integer) {
            return Some(Expr::rational(base.pow(whole)?));
        }
        if !base.is_positive() {
            return None;
        }
        if base == Rational::ONE {
            return Some(Expr::one());
        }
        if base < Rational::ONE {
            return Expr::power(Rational::ONE.div(base)?, &exponent.neg()?);
        }
        for root in [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31] {
            if let Some(smaller) = base.root(root) {
                let factor = Rational::integer(i128::from(root))?;
                return Expr::power(smaller, &exponent.scale(factor)?);
            }
        }
        Expr::power_of_primitive(base, exponent)
    }

    /// Takes whole constants and whole multiples of logarithms out of the exponent.
    fn power_of_primitive(base: Rational, exponent: &Expr) -> Option<Expr> {
        let whole = exponent.constant_part().floor();
        let mut product = Expr::rational(base.pow(whole)?);
        let mut rest = Builder::default();
        rest.add_scaled(&Expr::rational(Rational::integer(whole)?), Rational::MINUS_ONE)?;
        for term in exponent.terms() {
            let times = term.coefficient.as_integer().and_then(|c| u32::try_from(c).ok());
            match (term.monomial.as_atom(), times) {
                // 2^(k*log2(max(1, e))) = max(1, e)^k
                (Some(Atom::Log2(inner)), Some(k)) if base.exact_log2() == Some(1) && k <= limits::POWER => {
                    product = product.mul(&Expr::max([Expr::one(), inner.clone()])?.pow(k)?)?;
                }
                _ => rest.add(term.monomial.clone(), term.coefficient)?,
            }
        }
        let rest = rest.finish()?;
        if rest.as_constant().is_some_and(Rational::is_zero) {
            return Some(product);
        }
        product.mul(&Expr::from_atom(Atom::Power(base, rest))?)
    }
}

/// A `max` without the entries that a logarithm ignores; anything else as it is.
fn without_constants_up_to_one(raised: &Expr) -> Option<Expr> {
    let Some(term) = raised.as_term() else {
        return Some(raised.clone());
    };
    let Some(Atom::Max(entries)) = term.monomial.as_atom() else {
        return Some(raised.clone());
    };
    let scaled = entries.iter().map(|e| e.scale(term.coefficient)).collect::<Option<Vec<Expr>>>()?;
    Expr::max(scaled.into_iter().filter(|e| e.as_constant().is_none_or(|c| c > Rational::ONE)))
}

#[cfg(test)]
mod tests {
    use super::super::Symbol;
    use super::*;

    fn two() -> Rational {
        Rational::integer(2).unwrap()
    }

    #[test]
    fn logarithm_is_total() {
        let n = Expr::symbol(Symbol(0));
        assert_eq!(Expr::constant(-3).log2(), Some(Expr::zero()));
        assert_eq!(Expr::constant(8).log2(), Some(Expr::constant(3)));
        let raised = Expr::max([Expr::one(), n.clone()]).unwrap();
        assert_eq!(raised.log2(), n.log2());
        assert_eq!(Expr::max([Expr::zero(), n.clone()]).unwrap().log2(), n.log2());
    }

    #[test]
    fn powers_and_logarithms_cancel() {
        let n = Expr::symbol(Symbol(0));
        let raised = Expr::max([Expr::one(), n.clone()]).unwrap();
        assert_eq!(Expr::power(two(), &n.log2().unwrap()), Some(raised));
        let power = Expr::power(two(), &n).unwrap();
        assert_eq!(power.log2(), Expr::max([Expr::zero(), n.clone()]));
        assert_eq!(Expr::power(two(), &n.plus(1).unwrap()), power.scale(two()));
        assert_eq!(Expr::power(Rational::new(1, 2).unwrap(), &n.neg().unwrap()), Some(power));
        assert_eq!(Expr::power(Rational::integer(-2).unwrap(), &n), None);
    }
}
