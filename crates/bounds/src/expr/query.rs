//! Questions about the shape of an expression, and substitution.

use std::collections::{BTreeMap, BTreeSet};

use super::arithmetic::Builder;
use super::{Atom, Expr, Monomial, Rational, Symbol, Term};

/// An expression as `Σ coefficient * symbol + rest`, coefficients and rest free of the symbols.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Linear {
    /// Each symbol that was asked about with its coefficient, in the order of asking; it may be 0.
    pub coefficients: Vec<(Symbol, Expr)>,
    /// What is left.
    pub rest: Expr,
}

impl Atom {
    pub(super) fn symbols(&self) -> BTreeSet<Symbol> {
        let mut symbols = BTreeSet::new();
        self.collect(&mut symbols);
        symbols
    }

    fn collect(&self, symbols: &mut BTreeSet<Symbol>) {
        if let Atom::Symbol(symbol) = self {
            symbols.insert(*symbol);
        }
        self.arguments().iter().flat_map(Expr::atoms).for_each(|atom| atom.collect(symbols));
    }

    pub(super) fn contains(&self, symbol: Symbol) -> bool {
        *self == Atom::Symbol(symbol) || self.arguments().iter().any(|e| e.contains(symbol))
    }

    fn substitute(&self, value: &dyn Fn(Symbol) -> Option<Expr>) -> Option<Expr> {
        let inside = |e: &Expr| e.substitute(value);
        let all = |entries: &[Expr]| entries.iter().map(inside).collect::<Option<Vec<Expr>>>();
        match self {
            Atom::Symbol(symbol) => match value(*symbol) {
                Some(value) => value.is_integer().then_some(value),
                None => Some(Expr::symbol(*symbol)),
            },
            Atom::Cell(array, indices) => Expr::cell(*array, all(indices)?),
            Atom::Max(entries) => Expr::max(all(entries)?),
            Atom::Min(entries) => Expr::min(all(entries)?),
            Atom::Floor(inner) => inside(inner)?.floor(),
            Atom::Ceil(inner) => inside(inner)?.ceil(),
            Atom::Log2(inner) => inside(inner)?.log2(),
            Atom::Power(base, exponent) => Expr::power(*base, &inside(exponent)?),
        }
    }
}

impl Expr {
    /// The terms of the sum: a product of atoms, or none for the constant, with its factor.
    pub fn parts(&self) -> impl Iterator<Item = (Option<Expr>, Rational)> {
        self.terms().iter().map(|term| {
            let product = (!term.monomial.0.is_empty()).then(|| {
                let mut builder = Builder::default();
                builder.add(term.monomial.clone(), Rational::ONE)?;
                builder.finish()
            });
            (product.flatten(), term.coefficient)
        })
    }

    /// Whether there is a number in it that is as large as this, or as far below zero.
    pub fn has_number_like(&self, large: i128) -> bool {
        self.terms().iter().any(|term| {
            let number = term.coefficient.numerator().unsigned_abs();
            let inside = |atom: &Atom| atom.arguments().iter().any(|inner| inner.has_number_like(large));
            number >= large.unsigned_abs() || term.monomial.0.iter().any(|(atom, _)| inside(atom))
        })
    }

    /// What e is if this is `floor(e)`.
    pub fn inside_floor(&self) -> Option<&Expr> {
        match self.as_term()? {
            Term { monomial, coefficient } if *coefficient == Rational::ONE => match monomial.as_atom()? {
                Atom::Floor(inner) => Some(inner),
                _ => None,
            },
            _ => None,
        }
    }

    /// What e is if this is `max(0, e)`.
    pub fn inside_positive_part(&self) -> Option<Expr> {
        match self.as_term()? {
            Term { monomial, coefficient } if *coefficient == Rational::ONE => match monomial.as_atom()? {
                Atom::Max(entries) => match &entries[..] {
                    [zero, inner] | [inner, zero] if zero.terms().is_empty() => Some(inner.clone()),
                    _ => None,
                },
                _ => None,
            },
            _ => None,
        }
    }

    /// The symbol, if it is just that.
    pub fn as_symbol(&self) -> Option<Symbol> {
        match self.as_term()? {
            Term { monomial, coefficient } if *coefficient == Rational::ONE => match monomial.as_atom()? {
                Atom::Symbol(symbol) => Some(*symbol),
                _ => None,
            },
            _ => None,
        }
    }

    /// The symbols that occur; the names of arrays are not among them.
    pub fn symbols(&self) -> BTreeSet<Symbol> {
        let mut symbols = BTreeSet::new();
        self.atoms().for_each(|atom| atom.collect(&mut symbols));
        symbols
    }

    /// Whether the symbol occurs, at any depth.
    pub fn contains(&self, symbol: Symbol) -> bool {
        self.atoms().any(|atom| atom.contains(symbol))
    }

    /// The degree as a polynomial in the symbol; `None` if it occurs inside another atom.
    pub fn degree(&self, symbol: Symbol) -> Option<u32> {
        let mut degree = 0;
        for (atom, power) in self.terms().iter().flat_map(|term| &term.monomial.0) {
            match atom {
                Atom::Symbol(s) if *s == symbol => degree = degree.max(*power),
                _ if atom.contains(symbol) => return None,
                _ => {}
            }
        }
        Some(degree)
    }

    /// The coefficients of the powers of a symbol, from the constant upwards; `None` if it occurs inside
    /// another atom.
    pub fn coefficients(&self, symbol: Symbol) -> Option<Vec<Expr>> {
        let degree = self.degree(symbol)? as usize;
        let mut builders: Vec<Builder> = (0..=degree).map(|_| Builder::default()).collect();
        for term in self.terms() {
            let (power, rest) = term.monomial.split(symbol);
            builders[power as usize].add(rest, term.coefficient)?;
        }
        builders.into_iter().map(Builder::finish).collect()
    }

    /// The expression as a linear form in the given symbols, if it is one.
    pub fn linear_in(&self, symbols: &[Symbol]) -> Option<Linear> {
        let mut rest = Builder::default();
        let mut coefficients: Vec<Builder> = symbols.iter().map(|_| Builder::default()).collect();
        for Term { monomial, coefficient } in self.terms() {
            let has = |symbol: &Symbol| monomial.0.iter().any(|(atom, _)| *atom == Atom::Symbol(*symbol));
            let Some(place) = symbols.iter().position(has) else {
                rest.add(monomial.clone(), *coefficient)?;
                continue;
            };
            let (power, others) = monomial.split(symbols[place]);
            if power != 1 {
                return None;
            }
            coefficients[place].add(others, *coefficient)?;
        }
        let rest = rest.finish()?;
        let coefficients = coefficients.into_iter().map(Builder::finish).collect::<Option<Vec<Expr>>>()?;
        let free = |e: &Expr| !symbols.iter().any(|symbol| e.contains(*symbol));
        let linear = free(&rest) && coefficients.iter().all(free);
        linear.then(|| Linear { coefficients: symbols.iter().copied().zip(coefficients).collect(), rest })
    }

    /// The expression with symbols replaced, all at once; those without a value stay, names of arrays always.
    ///
    /// `None` for a value that is not provably an integer: max(n, n**2) became n**2 because n is one, and would
    /// be wrong at 1/2. For a counter below n/2 the value to insert is `floor(n/2)`.
    pub fn substitute(&self, value: &dyn Fn(Symbol) -> Option<Expr>) -> Option<Expr> {
        let mut sum = Builder::default();
        for term in self.terms() {
            let mut product = Expr::one();
            for (atom, power) in &term.monomial.0 {
                product = product.mul(&atom.substitute(value)?.pow(*power)?)?;
            }
            sum.add_scaled(&product, term.coefficient)?;
        }
        sum.finish()
    }

    /// Groups of terms with the same symbols, which add up to the expression.
    pub(super) fn groups(&self) -> Option<Vec<Expr>> {
        let mut groups: BTreeMap<BTreeSet<Symbol>, Builder> = BTreeMap::new();
        for term in self.terms() {
            let symbols = term.monomial.0.iter().flat_map(|(atom, _)| atom.symbols()).collect();
            groups.entry(symbols).or_default().add(term.monomial.clone(), term.coefficient)?;
        }
        groups.into_values().map(Builder::finish).collect()
    }

    /// The expression with one symbol replaced.
    pub fn with(&self, symbol: Symbol, value: &Expr) -> Option<Expr> {
        self.substitute(&|s| (s == symbol).then(|| value.clone()))
    }

    /// The coefficient of a symbol that occurs only linearly and with a constant coefficient.
    pub(super) fn constant_slope(&self, symbol: Symbol) -> Option<Rational> {
        self.linear_in(&[symbol])?.coefficients.first()?.1.as_constant()
    }
}

impl Monomial {
    /// The power of a symbol, and the product without it.
    fn split(&self, symbol: Symbol) -> (u32, Monomial) {
        let is_it = |atom: &Atom| *atom == Atom::Symbol(symbol);
        let power = self.0.iter().find(|(atom, _)| is_it(atom)).map_or(0, |(_, power)| *power);
        (power, Monomial(self.0.iter().filter(|(atom, _)| !is_it(atom)).cloned().collect()))
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{K, N, expr};
    use super::*;

    #[test]
    fn shapes() {
        let e = expr("n**2*m + max(0, k) + A[k]");
        assert_eq!(e.symbols().len(), 3);
        assert_eq!(e.degree(N), Some(2));
        assert_eq!(e.degree(K), None);
        assert!(e.contains(K) && !e.contains(Symbol(3)));
    }

    #[test]
    fn linear_forms() {
        let e = expr("3*n + n*max(0, m) + m - k + 2");
        let linear = e.linear_in(&[N, K]).unwrap();
        assert_eq!(linear.coefficients, [(N, expr("max(0, m) + 3")), (K, expr("-1"))]);
        assert_eq!(linear.rest, expr("m + 2"));
        assert_eq!(expr("n*k").linear_in(&[N, K]), None);
        assert_eq!(expr("max(0, n)").linear_in(&[N]), None);
        assert_eq!(expr("n**2").linear_in(&[N]), None);
    }

    #[test]
    fn substitution_simplifies() {
        assert_eq!(expr("max(0, n - m)").with(N, &expr("m + 3")), Some(expr("3")));
        assert_eq!(expr("A[n] + n").with(N, &expr("k")), Some(expr("A[k] + k")));
        let swapped = expr("n - 2*m").substitute(&|s| Some(expr(if s == N { "m" } else { "n" })));
        assert_eq!(swapped, Some(expr("m - 2*n")));
        assert_eq!(expr("n**2").with(N, &expr("m/2")), None);
        assert_eq!(expr("n**2").with(N, &expr("m*(m - 1)/2")), Some(expr("m**2*(m - 1)**2/4")));
    }
}
