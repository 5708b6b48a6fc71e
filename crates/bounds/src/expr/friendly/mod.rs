//! The form of a final bound that people would write: `n*(n - 1)/2` for `max(0, n)*max(0, n - 1)/2`.
//!
//! The result is never smaller, and equal wherever the bound is positive; that it may differ at all is worth
//! it only where the bound says "never runs" anyway. Every candidate is verified before it is taken, on the
//! polynomial pieces of both, so a poor guess costs time and nothing else. In turn:
//!
//! 1. a function of one variable, or of one linear form such as n - m: the shortest verified candidate;
//! 2. a product of factors none of which is negative, without common variables or beside a logarithm or a power
//!    of a constant: each factor by itself;
//! 3. a sum: groups of terms with the same variables, but only by candidates that are equal everywhere, for in
//!    a sum one addend may be positive where another is not.

mod components;
mod opaque;

use super::piecewise::{Piece, Piecewise};
use super::{Atom, Expr, Rational, Symbol};

/// When a candidate may stand for a function.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Accept {
    /// When it is equal everywhere.
    Same,
    /// Also a plain polynomial that is never smaller, and equal wherever the function is positive. With a `max`
    /// left in it, nothing would be won by differing.
    Polynomial,
}

/// Products inside products; each level has fewer variables, so this is only a guard.
const LEVELS: u32 = 8;

impl Expr {
    /// An expression for printing: at least `self` at all integer inputs, equal wherever `self` is positive.
    pub fn friendly(&self) -> Expr {
        let seen = |depth| opaque::through(self, depth, |expr| rewritten(expr, LEVELS));
        let forms = [opaque::Depth::Integers, opaque::Depth::Extrema].into_iter().filter_map(seen);
        // Of forms of the same length the first is taken, and that is the one in which the least is hidden.
        forms.min_by_key(length).unwrap_or_else(|| self.clone())
    }
}

fn rewritten(expr: &Expr, levels: u32) -> Option<Expr> {
    if !expr.atoms().any(is_extremum) || levels == 0 {
        return Some(expr.clone());
    }
    if let Some(simple) = in_one_variable(expr, Accept::Polynomial) {
        return Some(simple);
    }
    if let Some((natural, rest)) = components::natural_factor(expr) {
        return rewritten(&rest, levels - 1)?.mul(&natural);
    }
    if let Some((left, right)) = components::factors(expr)
        && left.provably_nonneg()
        && right.provably_nonneg()
    {
        return rewritten(&left, levels - 1)?.mul(&rewritten(&right, levels - 1)?);
    }
    let groups = expr.groups()?;
    let exact = groups.iter().map(|group| in_one_variable(group, Accept::Same).unwrap_or(group.clone()));
    let sum = Expr::add_all(&exact.collect::<Vec<Expr>>())?;
    Some(if length(&sum) < length(expr) { sum } else { expr.clone() })
}

fn is_extremum(atom: &Atom) -> bool {
    matches!(atom, Atom::Max(_) | Atom::Min(_))
}

/// The shortest acceptable form of a function of one symbol or of one linear form.
fn in_one_variable(expr: &Expr, accept: Accept) -> Option<Expr> {
    let symbols = expr.symbols();
    if symbols.len() == 1 {
        return shortest(expr, *symbols.first()?, accept);
    }
    for symbol in symbols {
        for (form, sign) in linear_forms(expr, symbol) {
            // With t = sign*symbol + rest, the symbol itself stands for t until the end.
            let rest = form.sub(&Expr::symbol(symbol).scale(sign)?)?;
            let inverse = Expr::symbol(symbol).sub(&rest)?.scale(sign)?;
            let moved = expr.with(symbol, &inverse)?;
            if moved.symbols().len() == 1 && moved.contains(symbol) {
                return shortest(&moved, symbol, accept)?.with(symbol, &form);
            }
        }
    }
    None
}

/// Linear entries of the `max` and `min` atoms in which the symbol's coefficient is 1 or -1, without constants.
fn linear_forms(expr: &Expr, symbol: Symbol) -> Vec<(Expr, Rational)> {
    let entries = expr.atoms().filter(|atom| is_extremum(atom)).flat_map(|atom| atom.arguments());
    let mut forms = Vec::new();
    for entry in entries {
        let slope = entry.constant_slope(symbol).filter(|slope| slope.abs() == Rational::ONE);
        let form = entry.sub(&Expr::rational(entry.constant_part()));
        if let (Some(slope), Some(form)) = (slope, form)
            && form.is_integer()
            && !forms.contains(&(form.clone(), slope))
        {
            forms.push((form, slope));
        }
    }
    forms
}

fn shortest(expr: &Expr, symbol: Symbol, accept: Accept) -> Option<Expr> {
    let pieces = Piecewise::of(expr, symbol)?;
    let mut best = expr.clone();
    for candidate in candidates(&pieces, symbol) {
        let plain = accept == Accept::Polynomial && !candidate.atoms().any(is_extremum);
        let fits = |form: Piecewise| pieces.same(&form) || (plain && pieces.may_become(&form));
        if length(&candidate) < length(&best) && Piecewise::of(&candidate, symbol).is_some_and(fits) {
            best = candidate;
        }
    }
    Some(best)
}

/// How long an expression is to read.
fn length(expr: &Expr) -> usize {
    expr.display(&|_: Symbol| "n".to_string()).to_string().len()
}

fn candidates(pieces: &Piecewise, symbol: Symbol) -> Vec<Expr> {
    let (Some(first), Some(last)) = (pieces.0.first(), pieces.0.last()) else {
        return Vec::new();
    };
    let variable = Expr::symbol(symbol);
    let mut found = Vec::new();
    for piece in [last, first] {
        let plain = piece.poly.at(&variable);
        found.extend(plain.as_ref().and_then(Expr::positive_part));
        found.extend(plain);
    }
    let both = || Some([first.poly.at(&variable)?, last.poly.at(&variable)?]);
    found.extend(both().and_then(Expr::max));
    found.extend(both().and_then(Expr::min));
    found.extend(risen(first, last, symbol));
    found.extend(fallen(first, last, symbol));
    found
}

/// `first + max(0, n - r)*q(n)`: what the last piece adds to the first from a root r near its beginning.
fn risen(first: &Piece, last: &Piece, symbol: Symbol) -> Vec<Expr> {
    let variable = Expr::symbol(symbol);
    let build = |root: i128| {
        let added = last.poly.sub(&first.poly)?.without_root(Rational::integer(root)?)?;
        let part = variable.plus(-root)?.positive_part()?;
        first.poly.at(&variable)?.add(&part.mul(&added.at(&variable)?)?)
    };
    near(last.low).filter_map(build).collect()
}

/// The mirror image of [`risen`]: `last + max(0, r - n)*q(n)`.
fn fallen(first: &Piece, last: &Piece, symbol: Symbol) -> Vec<Expr> {
    let variable = Expr::symbol(symbol);
    let build = |root: i128| {
        let added = first.poly.sub(&last.poly)?.without_root(Rational::integer(root)?)?;
        let part = variable.plus(-root)?.neg()?.positive_part()?;
        last.poly.at(&variable)?.sub(&part.mul(&added.at(&variable)?)?)
    };
    near(first.high).filter_map(build).collect()
}

fn near(end: Option<i128>) -> impl Iterator<Item = i128> {
    let around = move |offset: i128| end.and_then(|end| end.checked_add(offset));
    [0, -1, 1, -2, 2].into_iter().filter_map(around).filter(|root| *root != i128::MIN)
}

#[cfg(test)]
mod tests {
    use super::super::tests::{expr, show};

    #[test]
    fn as_people_write_them() {
        for (text, shown) in [
            ("max(0, n)*max(0, n - 1)/2", "n*(n - 1)/2"),
            ("max(0, n - 1)**2/2 + max(0, n - 1)/2", "n*(n - 1)/2"),
            ("max(0, n)*max(0, m)", "max(0, n)*max(0, m)"),
            ("max(0, n)", "max(0, n)"),
            ("max(0, n)**2", "n**2"),
            ("max(0, n - m)*max(0, n - m - 1)/2", "(n - m)*(n - m - 1)/2"),
            ("max(0, n)*max(0, n - 1)*max(0, m)/2", "n*max(0, m)*(n - 1)/2"),
            ("1 + max(0, n) + max(0, n)*max(0, n - 1)/2", "max(0, n)*(n + 1)/2 + 1"),
            ("max(0, n)*n - max(0, n)/2 - max(0, n)**2/2", "n*(n - 1)/2"),
            ("max(0, A[0])*max(0, A[0] - 1)/2", "A[0]*(A[0] - 1)/2"),
            ("max(0, n)*log2(n)", "max(0, n)*log2(max(1, n))"),
            ("max(0, n)*max(0, n - 1)*log2(n)", "n*log2(max(1, n))*(n - 1)"),
            ("min(max(0, n), max(0, m))", "max(0, min(n, m))"),
            ("max(0, n) + max(0, m)", "max(0, n) + max(0, m)"),
            ("max(0, min(n, m))*max(0, min(n, m) - 1)/2", "min(n, m)*(min(n, m) - 1)/2"),
            ("max(0, n)*max(0, n + 1)/2 + max(0, n)", "max(0, n)*(n + 3)/2"),
            ("max(0, n)*max(0, n - 1)/2 + max(0, m)", "n*max(0, n - 1)/2 + max(0, m)"),
            ("3", "3"),
        ] {
            assert_eq!(show(&expr(text).friendly()), shown);
        }
    }
}
