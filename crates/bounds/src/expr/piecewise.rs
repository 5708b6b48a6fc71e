//! Expressions of one symbol as polynomials on runs of integers.
//!
//! An expression made of `+ * max min` and a single symbol is a polynomial between finitely many points. On
//! that form "is it never negative" and "is this the same" are decided rather than guessed, which is what
//! pruning and the friendly form of a bound build on. With rounding, logarithms or cells there is no such form.

use super::poly::Poly;
use super::{Atom, Expr, Rational, Symbol};

/// Pieces that are worth following.
const PIECES: usize = 48;

/// A polynomial on the integers from `low` to `high`; `None` as an end is infinity.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Piece {
    pub low: Option<i128>,
    pub high: Option<i128>,
    pub poly: Poly,
}

/// The pieces in ascending order; together they cover all integers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Piecewise(pub Vec<Piece>);

impl Piecewise {
    fn everywhere(poly: Poly) -> Piecewise {
        Piecewise(vec![Piece { low: None, high: None, poly }])
    }

    /// The pieces of `expr` as a function of `symbol`; `None` if it has another symbol or another shape.
    pub fn of(expr: &Expr, symbol: Symbol) -> Option<Piecewise> {
        let mut total = Piecewise::everywhere(Poly(Vec::new()));
        for term in expr.terms() {
            let mut product = Piecewise::everywhere(Poly::constant(term.coefficient));
            for (atom, power) in &term.monomial.0 {
                let factor = Piecewise::of_atom(atom, symbol)?;
                for _ in 0..*power {
                    product = product.combine(&factor, Poly::mul)?;
                }
            }
            total = total.combine(&product, Poly::add)?;
        }
        Some(total)
    }

    fn of_atom(atom: &Atom, symbol: Symbol) -> Option<Piecewise> {
        match atom {
            Atom::Symbol(s) if *s == symbol => Some(Piecewise::everywhere(Poly::variable())),
            Atom::Max(entries) | Atom::Min(entries) => {
                let greatest = matches!(atom, Atom::Max(_));
                let mut forms = entries.iter().map(|entry| Piecewise::of(entry, symbol));
                let first = forms.next()??;
                forms.try_fold(first, |best, form| best.extremum(&form?, greatest))
            }
            _ => None,
        }
    }

    /// The runs on which both are polynomials, with both.
    fn overlay<'a>(&'a self, other: &'a Piecewise) -> Vec<(Piece, &'a Poly)> {
        let mut runs = Vec::new();
        for a in &self.0 {
            for b in &other.0 {
                let low = a.low.max(b.low);
                let high = [a.high, b.high].into_iter().flatten().min();
                if low.zip(high).is_none_or(|(low, high)| low <= high) {
                    runs.push((Piece { low, high, poly: a.poly.clone() }, &b.poly));
                }
            }
        }
        runs
    }

    fn combine(&self, other: &Piecewise, f: impl Fn(&Poly, &Poly) -> Option<Poly>) -> Option<Piecewise> {
        let runs = self.overlay(other).into_iter();
        runs.map(|(run, b)| Some(Piece { poly: f(&run.poly, b)?, ..run }))
            .collect::<Option<_>>()
            .and_then(joined)
    }

    fn extremum(&self, other: &Piecewise, greatest: bool) -> Option<Piecewise> {
        let mut pieces = Vec::new();
        for (run, b) in self.overlay(other) {
            for sign in run.poly.sub(b)?.sign_runs(run.low, run.high)? {
                let first = sign.nonneg == greatest;
                let poly = if first { run.poly.clone() } else { b.clone() };
                pieces.push(Piece { low: sign.low, high: sign.high, poly });
            }
        }
        joined(pieces)
    }

    /// The polynomial that has the same values from `low` upwards, if there is one.
    pub fn polynomial_from(&self, low: i128) -> Option<Poly> {
        let last = &self.0.last()?.poly;
        let relevant = self.0.iter().filter(|piece| piece.high.is_none_or(|high| high >= low));
        let mut clipped = relevant.map(|piece| Piece { low: piece.low.max(Some(low)), ..piece.clone() });
        clipped.all(|piece| piece.poly == *last || agree_on_points(&piece, last)).then(|| last.clone())
    }

    /// Whether no value is negative; `false` also means "not found".
    pub fn is_nonneg(&self) -> bool {
        self.0.iter().all(|piece| piece.poly.nonneg_on(piece.low, piece.high))
    }

    /// Whether `other` may stand for `self`: never smaller, and equal wherever `self` is positive; `false` also
    /// means "not found".
    pub fn may_become(&self, other: &Piecewise) -> bool {
        self.overlay(other).into_iter().all(|(run, b)| {
            let negated = run.poly.scale(Rational::MINUS_ONE);
            let never_positive = || negated.is_some_and(|p| p.nonneg_on(run.low, run.high));
            let never_smaller = || b.sub(&run.poly).is_some_and(|gap| gap.nonneg_on(run.low, run.high));
            run.poly == *b || agree_on_points(&run, b) || (never_positive() && never_smaller())
        })
    }

    /// Whether both have the same value at all integers; `false` also means "not found".
    pub fn same(&self, other: &Piecewise) -> bool {
        self.overlay(other).into_iter().all(|(run, b)| run.poly == *b || agree_on_points(&run, b))
    }
}

/// Whether two polynomials agree on a run that is short enough to look at every point.
fn agree_on_points(run: &Piece, other: &Poly) -> bool {
    let (Some(low), Some(high)) = (run.low, run.high) else {
        return false;
    };
    let agree = |x: i128| {
        let x = Rational::integer(x)?;
        Some(run.poly.eval(x)? == other.eval(x)?)
    };
    high.checked_sub(low).is_some_and(|length| length < 16) && (low..=high).all(|x| agree(x) == Some(true))
}

/// Neighbouring pieces with the same polynomial become one.
fn joined(pieces: Vec<Piece>) -> Option<Piecewise> {
    let mut joined: Vec<Piece> = Vec::new();
    for piece in pieces {
        match joined.last_mut() {
            Some(last) if last.poly == piece.poly => last.high = piece.high,
            _ => joined.push(piece),
        }
    }
    (joined.len() <= PIECES).then_some(Piecewise(joined))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn n() -> Expr {
        Expr::symbol(Symbol(0))
    }

    #[test]
    fn pieces_of_a_product() {
        let below = n().plus(-1).unwrap().positive_part().unwrap();
        let product = n().positive_part().unwrap().mul(&below).unwrap();
        let pieces = Piecewise::of(&product, Symbol(0)).unwrap();
        let bounds: Vec<_> = pieces.0.iter().map(|p| (p.low, p.high)).collect();
        assert_eq!(bounds, [(None, Some(1)), (Some(2), None)]);
        let plain = Piecewise::of(&n().mul(&n().plus(-1).unwrap()).unwrap(), Symbol(0)).unwrap();
        assert!(pieces.may_become(&plain));
        assert!(!pieces.same(&plain));
        assert!(!plain.may_become(&pieces));
    }

    #[test]
    fn other_shapes_have_none() {
        assert_eq!(Piecewise::of(&Expr::symbol(Symbol(1)), Symbol(0)), None);
        assert_eq!(Piecewise::of(&n().log2().unwrap(), Symbol(0)), None);
    }
}
