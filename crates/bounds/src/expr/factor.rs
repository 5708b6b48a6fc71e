//! Products for printing: `n**2/2 - n/2` is `n*(n - 1)/2` to a reader.
//!
//! Only what splits completely into linear factors is shown as a product: half a factorisation reads worse
//! than the plain sum.

use super::order::univariate;
use super::poly::Poly;
use super::{Atom, Expr, Monomial, Rational, Term};

/// `scale` times a product of powers.
pub(super) struct Factored {
    pub scale: Rational,
    pub factors: Vec<(Expr, u32)>,
}

/// The expression as a product of linear factors, if it is a sum that splits that way.
pub(super) fn factored(expr: &Expr) -> Option<Factored> {
    if expr.terms().len() < 2 {
        return None;
    }
    let shared = common_monomial(expr);
    let rest = divide(expr, &shared)?;
    let mut result = match rest.terms().iter().all(|term| term.monomial.degree() <= 1) {
        // A lone linear sum is no product.
        true if shared.0.is_empty() => return None,
        true => primitive(&rest)?,
        false => split_in_one_atom(&rest).or_else(|| split_in_difference(&rest))?,
    };
    let atoms = shared.0.into_iter().map(|(atom, power)| Some((Expr::from_atom(atom)?, power)));
    let mut factors = atoms.collect::<Option<Vec<_>>>()?;
    factors.append(&mut result.factors);
    Some(Factored { factors, ..result })
}

/// The greatest product of atoms that divides every term.
pub(super) fn common_monomial(expr: &Expr) -> Monomial {
    let mut terms = expr.terms().iter();
    let mut shared = terms.next().map(|term| term.monomial.clone()).unwrap_or_default();
    for term in terms {
        let power_in = |atom: &Atom| term.monomial.0.iter().find(|(a, _)| a == atom).map(|(_, p)| *p);
        let kept = shared.0.into_iter();
        shared = Monomial(kept.filter_map(|(a, p)| power_in(&a).map(|q| (a, p.min(q)))).collect());
    }
    shared
}

/// The quotient by a product of atoms that divides every term.
pub(super) fn divide(expr: &Expr, divisor: &Monomial) -> Option<Expr> {
    let power_of = |atom: &Atom| divisor.0.iter().find(|(a, _)| a == atom).map_or(0, |(_, p)| *p);
    let quotient = |term: &Term| {
        let powers = term.monomial.0.iter().map(|(a, p)| (a.clone(), p - power_of(a)));
        Term { monomial: Monomial(powers.filter(|(_, p)| *p > 0).collect()), coefficient: term.coefficient }
    };
    let terms: Vec<Term> = expr.terms().iter().map(quotient).collect();
    Expr::from_terms(&terms)
}

/// A linear sum with coprime integer coefficients, and the factor that was taken out.
fn primitive(linear: &Expr) -> Option<Factored> {
    let mut scale = linear.content()?;
    // max(0, n)*(1 - m) keeps its shape; only a sum without a positive coefficient is turned around.
    if linear.terms().iter().all(|term| term.coefficient.is_negative()) {
        scale = scale.neg();
    }
    Some(Factored { scale, factors: vec![(linear.div(scale)?, 1)] })
}

fn split_in_one_atom(expr: &Expr) -> Option<Factored> {
    let atom = expr.atoms().next()?;
    let poly = univariate(expr, atom)?;
    split(poly, &Expr::from_atom(atom.clone())?)
}

/// A polynomial in n - m or n + m.
fn split_in_difference(expr: &Expr) -> Option<Factored> {
    let symbols: Vec<_> = expr.symbols().into_iter().collect();
    let [first, second] = symbols.as_slice() else {
        return None;
    };
    for sign in [Rational::ONE, Rational::MINUS_ONE] {
        // With t = first - sign*second the symbol `first` stands for t.
        let other = Expr::symbol(*second).scale(sign)?;
        let moved = expr.with(*first, &Expr::symbol(*first).add(&other)?)?;
        if let Some(poly) = univariate(&moved, &Atom::Symbol(*first)) {
            return split(poly, &Expr::symbol(*first).sub(&other)?);
        }
    }
    None
}

/// Linear factors with coprime integer coefficients, in the order n - 1, n - 2, 2*n + 1.
fn split(mut poly: Poly, variable: &Expr) -> Option<Factored> {
    let mut roots: Vec<(i128, Rational, Rational, u32)> = Vec::new();
    while poly.degree() > 0 {
        let root = poly.small_root()?;
        poly = poly.without_root(root)?;
        match roots.iter_mut().find(|(_, _, known, _)| *known == root) {
            Some((_, _, _, times)) => *times += 1,
            None => roots.push((root.denominator(), root.abs(), root, 1)),
        }
    }
    let mut scale = *poly.0.first()?;
    roots.sort();
    let mut factors = Vec::new();
    for (denominator, _, root, times) in roots {
        let denominator = Rational::integer(denominator)?;
        let factor = variable.scale(denominator)?.sub(&Expr::rational(root.mul(denominator)?))?;
        scale = scale.div(denominator.pow(i128::from(times))?)?;
        factors.push((factor, times));
    }
    Some(Factored { scale, factors })
}

#[cfg(test)]
mod tests {
    use super::super::tests::{expr, show};

    #[test]
    fn what_splits_and_what_stays() {
        for (text, shown) in [
            ("n**2/2 - n/2", "n*(n - 1)/2"),
            ("n**2 + 2*n + 1", "(n + 1)**2"),
            ("n**3/3 + n**2/2 + n/6", "n*(n + 1)*(2*n + 1)/6"),
            ("(n - 3)*(n - 2)*(n - 1)/6", "(n - 1)*(n - 2)*(n - 3)/6"),
            ("n**2 + 1", "n**2 + 1"),
            ("n**3 - 1", "n**3 - 1"),
            ("n*m + n", "n*(m + 1)"),
            ("2*n + 2", "2*n + 2"),
            ("(n - m)*(n - m - 1)/2", "(n - m)*(n - m - 1)/2"),
            ("n**2/2 + n/2 + 1", "n*(n + 1)/2 + 1"),
            ("n - n**2", "n*(1 - n)"),
            ("max(0, n)**2 - max(0, n)", "max(0, n)*(max(0, n) - 1)"),
        ] {
            assert_eq!(show(&expr(text)), shown);
        }
    }
}
