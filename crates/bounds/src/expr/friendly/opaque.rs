//! Hides integers that are not built from sums, products and extrema (an array's cell, a rounded quotient)
//! behind fresh symbols. What holds for every integer in their place holds for them; that two of them may
//! depend on each other is forgotten, which loses chances but never soundness.

use super::super::arithmetic::Builder;
use super::super::{Atom, Expr, Symbol};

/// What is hidden.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Depth {
    /// Cells and rounded values.
    Integers,
    /// Also an extremum inside another: then max(0, min(n, m)) is a function of one variable.
    Extrema,
}

struct Hidden {
    depth: Depth,
    atoms: Vec<(Atom, Symbol)>,
    next: u32,
}

impl Hidden {
    fn symbol_for(&mut self, atom: &Atom) -> Option<Symbol> {
        if let Some((_, symbol)) = self.atoms.iter().find(|(known, _)| known == atom) {
            return Some(*symbol);
        }
        self.next = self.next.checked_add(1)?;
        self.atoms.push((atom.clone(), Symbol(self.next)));
        Some(Symbol(self.next))
    }

    fn hide(&mut self, expr: &Expr, inside: bool) -> Option<Expr> {
        let mut sum = Builder::default();
        for term in expr.terms() {
            let mut product = Expr::one();
            for (atom, power) in &term.monomial.0 {
                let nested = inside && self.depth == Depth::Extrema && atom.is_integer();
                let factor = match atom {
                    Atom::Max(_) | Atom::Min(_) if nested => Expr::symbol(self.symbol_for(atom)?),
                    Atom::Max(entries) => Expr::max(self.hide_all(entries)?)?,
                    Atom::Min(entries) => Expr::min(self.hide_all(entries)?)?,
                    Atom::Cell(..) | Atom::Floor(_) | Atom::Ceil(_) => Expr::symbol(self.symbol_for(atom)?),
                    Atom::Symbol(_) | Atom::Log2(_) | Atom::Power(..) => Expr::from_atom(atom.clone())?,
                };
                product = product.mul(&factor.pow(*power)?)?;
            }
            sum.add_scaled(&product, term.coefficient)?;
        }
        sum.finish()
    }

    fn hide_all(&mut self, entries: &[Expr]) -> Option<Vec<Expr>> {
        entries.iter().map(|entry| self.hide(entry, true)).collect()
    }
}

/// Applies `f` to the expression with such atoms hidden, and shows them again in the result.
pub(super) fn through(expr: &Expr, depth: Depth, f: impl Fn(&Expr) -> Option<Expr>) -> Option<Expr> {
    let next = expr.symbols().last().map_or(0, |symbol| symbol.0);
    let mut hidden = Hidden { depth, atoms: Vec::new(), next };
    let result = f(&hidden.hide(expr, false)?)?;
    let shown = |symbol: Symbol| {
        let (atom, _) = hidden.atoms.iter().find(|(_, s)| *s == symbol)?;
        Expr::from_atom(atom.clone())
    };
    result.substitute(&shown)
}
