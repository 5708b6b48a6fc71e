//! `max` and `min`: flattened, scaled to coprime integer coefficients, and without entries that never matter.

use super::{Atom, Expr, Rational, limits};

/// Which of the two; what holds for one holds for the other with all comparisons turned around.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Extremum {
    Max,
    Min,
}

impl Extremum {
    fn entries(self, atom: &Atom) -> Option<&[Expr]> {
        match (self, atom) {
            (Extremum::Max, Atom::Max(entries)) | (Extremum::Min, Atom::Min(entries)) => Some(entries),
            _ => None,
        }
    }

    /// Whether `entry` can be left out beside `other`.
    fn yields(self, entry: &Expr, other: &Expr) -> bool {
        match self {
            Extremum::Max => entry.provably_le(other),
            Extremum::Min => other.provably_le(entry),
        }
    }

    fn other(self) -> Extremum {
        match self {
            Extremum::Max => Extremum::Min,
            Extremum::Min => Extremum::Max,
        }
    }

    fn build(self, entries: Vec<Expr>) -> Option<Expr> {
        let mut flat = Vec::new();
        for entry in &entries {
            self.flatten(entry, &mut flat)?;
        }
        flat.sort();
        flat.dedup();
        if flat.len() > limits::ENTRIES {
            return None;
        }
        let mut kept = self.prune(flat);
        if kept.len() <= 1 {
            return kept.pop();
        }
        if let Some(opened) = self.above_common_zero(&kept) {
            return self.other().build(vec![Expr::zero(), self.build(opened?)?]);
        }
        // max(0, 2*n) is 2*max(0, n): only the latter meets its like in a sum.
        let content = common_content(&kept).unwrap_or(Rational::ONE);
        let mut scaled = kept.iter().map(|entry| entry.div(content)).collect::<Option<Vec<_>>>()?;
        scaled.sort();
        let atom = match self {
            Extremum::Max => Atom::Max(scaled),
            Extremum::Min => Atom::Min(scaled),
        };
        Expr::from_atom(atom)?.scale(content)
    }

    /// Opens entries of the form `c * max(...) + d` with constants c > 0 and d.
    fn flatten(self, entry: &Expr, flat: &mut Vec<Expr>) -> Option<()> {
        let constant = entry.constant_part();
        let inner = entry.terms().iter().filter(|term| !term.monomial.0.is_empty());
        let inner: Vec<_> = inner.collect();
        if let [term] = inner.as_slice()
            && term.coefficient.is_positive()
            && let Some(entries) = term.monomial.as_atom().and_then(|atom| self.entries(atom))
        {
            for e in entries {
                self.flatten(&e.scale(term.coefficient)?.add(&Expr::rational(constant))?, flat)?;
            }
            return Some(());
        }
        flat.push(entry.clone());
        Some(())
    }

    /// For min(max(0, a), max(0, b)), which is max(0, min(a, b)): the entries a and b. Likewise for the other.
    fn above_common_zero(self, entries: &[Expr]) -> Option<Option<Vec<Expr>>> {
        let open = |entry: &Expr| {
            let term = entry.as_term().filter(|term| term.coefficient.is_positive())?;
            let inner = self.other().entries(term.monomial.as_atom()?)?;
            let [zero, single] = inner else {
                return None;
            };
            zero.terms().is_empty().then(|| single.scale(term.coefficient))
        };
        entries.iter().map(open).collect::<Option<Vec<_>>>().map(|opened| opened.into_iter().collect())
    }

    fn prune(self, entries: Vec<Expr>) -> Vec<Expr> {
        // Of two entries that yield to each other the first stays, so the outcome depends on the order alone.
        let mut kept: Vec<Expr> = Vec::new();
        for entry in entries {
            if kept.iter().any(|other| self.yields(&entry, other)) {
                continue;
            }
            kept.retain(|other| !self.yields(other, &entry));
            kept.push(entry);
        }
        kept
    }
}

fn common_content(entries: &[Expr]) -> Option<Rational> {
    let nonzero = entries.iter().filter(|e| !e.terms().is_empty());
    let mut contents = nonzero.map(Expr::content);
    let first = contents.next()??;
    contents.try_fold(first, |common, content| common.content(content?))
}

impl Expr {
    /// The greatest of the entries; `None` if there are none or a limit is passed.
    pub fn max(entries: impl IntoIterator<Item = Expr>) -> Option<Expr> {
        Extremum::Max.build(entries.into_iter().collect())
    }

    /// The least of the entries; `None` if there are none or a limit is passed.
    pub fn min(entries: impl IntoIterator<Item = Expr>) -> Option<Expr> {
        Extremum::Min.build(entries.into_iter().collect())
    }

    /// `max(0, self)`: a difference as a number of iterations.
    pub fn positive_part(&self) -> Option<Expr> {
        Expr::max([Expr::zero(), self.clone()])
    }
}

#[cfg(test)]
mod tests {
    use super::super::Symbol;
    use super::*;

    fn n() -> Expr {
        Expr::symbol(Symbol(0))
    }

    fn m() -> Expr {
        Expr::symbol(Symbol(1))
    }

    #[test]
    fn superfluous_entries_go() {
        let plain = n().positive_part().unwrap();
        let entries = [Expr::zero(), Expr::constant(-4), n(), n().plus(-2).unwrap(), plain.clone()];
        assert_eq!(Expr::max(entries), Some(plain.clone()));
        assert_eq!(Expr::max([Expr::constant(-1), n().mul(&n()).unwrap()]), n().mul(&n()));
        assert_eq!(Expr::max([n(), Expr::min([n(), m()]).unwrap()]), Some(n()));
        assert_eq!(Expr::max([]), None);
    }

    #[test]
    fn nested_ones_open() {
        let below = n().positive_part().unwrap().plus(-1).unwrap().positive_part();
        assert_eq!(below, n().plus(-1).unwrap().positive_part());
    }

    #[test]
    fn common_zeros_move_out() {
        let both = Expr::min([n().positive_part().unwrap(), m().positive_part().unwrap()]);
        assert_eq!(both, Expr::min([n(), m()]).unwrap().positive_part());
    }

    #[test]
    fn scaled_ones_meet() {
        let two = Rational::integer(2).unwrap();
        let doubled = n().scale(two).unwrap().positive_part();
        assert_eq!(doubled, n().positive_part().unwrap().scale(two));
        let stays = Expr::max([n(), m()]).unwrap();
        assert_eq!(stays.terms().len(), 1);
    }
}
