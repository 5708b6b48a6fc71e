//! Parts of an expression that have no variables in common.

use std::collections::{BTreeMap, BTreeSet};

use super::super::arithmetic::Builder;
use super::super::factor::{common_monomial, divide};
use super::super::{Atom, Expr, Monomial, Rational, Symbol};

/// The symbols that hang together with the first atom's: through an atom that has both.
fn component(expr: &Expr) -> Option<BTreeSet<Symbol>> {
    let mut component = expr.atoms().next()?.symbols();
    loop {
        let before = component.len();
        for atom in expr.atoms() {
            let symbols = atom.symbols();
            if !symbols.is_disjoint(&component) {
                component.extend(symbols);
            }
        }
        if component.len() == before {
            return Some(component);
        }
    }
}

/// The expression as a product of logarithms and powers of constants, which are never negative, and the rest.
pub(super) fn natural_factor(expr: &Expr) -> Option<(Expr, Expr)> {
    let mut shared = common_monomial(expr);
    shared.0.retain(|(atom, _)| matches!(atom, Atom::Log2(_) | Atom::Power(..)));
    if shared.0.is_empty() {
        return None;
    }
    let rest = divide(expr, &shared)?;
    Some((Expr::from_monomial(shared)?, rest))
}

/// The expression as a product of two factors without common symbols, neither constant.
pub(super) fn factors(expr: &Expr) -> Option<(Expr, Expr)> {
    let component = component(expr)?;
    let inside = |atom: &Atom| !atom.symbols().is_disjoint(&component);
    let mut by_other: BTreeMap<Monomial, Builder> = BTreeMap::new();
    for term in expr.terms() {
        let (own, other) = term.monomial.0.iter().cloned().partition(|(atom, _)| inside(atom));
        by_other.entry(Monomial(other)).or_default().add(Monomial(own), term.coefficient)?;
    }
    let mut left: Option<Expr> = None;
    let mut right = Builder::default();
    for (other, own) in by_other {
        let own = own.finish()?;
        let first = left.get_or_insert_with(|| own.clone());
        right.add(other, ratio(&own, first)?)?;
    }
    let (left, right) = (left?, right.finish()?);
    if right.as_constant().is_some() || left.as_constant().is_some() {
        return None;
    }
    // Both factors may carry the sign; the usual bound has none.
    let negative = left.neg()?.provably_nonneg();
    if negative { Some((left.neg()?, right.neg()?)) } else { Some((left, right)) }
}

/// The constant c with `a = c*b`.
fn ratio(a: &Expr, b: &Expr) -> Option<Rational> {
    let quotient = a.terms().first()?.coefficient.div(b.terms().first()?.coefficient)?;
    (b.scale(quotient)? == *a).then_some(quotient)
}
