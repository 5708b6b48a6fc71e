//! Cheap sound comparisons, without a solver: `true` is a proof, `false` means only "not seen".
//!
//! The question is always whether an expression is never negative. In turn: intervals; all coefficients
//! positive after moving every atom to its known end; the pieces of a function of one symbol; and then cases:
//! a `max` is one of its entries, a rounded value lies within 1 of the unrounded.

use std::cell::Cell;

use super::arithmetic::Builder;
use super::factor::{common_monomial, divide};
use super::piecewise::Piecewise;
use super::poly::Poly;
use super::{Atom, Expr, Range, Rational, Symbol, Term};

/// How deeply cases nest. Each level splits into as many cases as a `max` has entries.
const CASES: u32 = 4;
/// Expressions that one question may look at, over all its cases: a bound on time that no clock decides.
const QUESTIONS: u32 = 150;
/// Sums longer than this are only looked at with intervals.
const LONG: usize = 40;

thread_local! {
    static LEFT: Cell<u64> = const { Cell::new(u64::MAX) };
}

/// Limits how much may be looked at while something is done, in this thread. After that nothing is proved any more.
pub fn limited<T>(looks: u64, work: impl FnOnce() -> T) -> T {
    let before = LEFT.replace(looks);
    let done = work();
    LEFT.set(before);
    done
}

fn anything(_: Symbol) -> Range {
    Range::ALL
}

impl Expr {
    /// Whether the value is provably at least 0 at all integer inputs.
    pub fn provably_nonneg(&self) -> bool {
        nonneg(self, Effort { cases: CASES, questions: &Cell::new(QUESTIONS) })
    }

    /// Whether the value is provably at most that of `other` at all integer inputs.
    pub fn provably_le(&self, other: &Expr) -> bool {
        // Constants are ordered even where their difference overflows.
        match (self.as_constant(), other.as_constant()) {
            (Some(low), Some(high)) => low <= high,
            _ => other.sub(self).is_some_and(|difference| difference.provably_nonneg()),
        }
    }

    /// Whether the value is provably at least 0 wherever all `facts` are; each fact is tried by itself, once.
    pub fn nonneg_given(&self, facts: &[Expr]) -> bool {
        let less = |fact: &Expr| self.sub(fact).is_some_and(|rest| rest.provably_nonneg());
        self.provably_nonneg() || facts.iter().any(less)
    }
}

/// What is left to spend: the cases nest by value, the questions are shared by all of them.
#[derive(Clone, Copy)]
struct Effort<'a> {
    cases: u32,
    questions: &'a Cell<u32>,
}

fn nonneg(expr: &Expr, effort: Effort) -> bool {
    let Some(left) = effort.questions.get().checked_sub(1) else {
        return false;
    };
    effort.questions.set(left);
    match LEFT.get() {
        0 => return false,
        looks => LEFT.set(looks - 1),
    }
    if expr.range(&anything).low.is_some_and(|low| !low.is_negative()) {
        return true;
    }
    // A constant, or a sum that is clearly unbounded below, ends here in most calls.
    if expr.as_constant().is_some() || expr.terms().len() > LONG {
        return false;
    }
    moved_to_ends(expr) == Some(true)
        || in_one_atom(expr) == Some(true)
        || in_one_symbol(expr)
        || without_natural_factor(expr).is_some_and(|rest| nonneg(&rest, effort))
        || (effort.cases > 0 && by_cases(expr, Effort { cases: effort.cases - 1, ..effort }))
}

/// The expression divided by the factors of all its terms that are not negative themselves, if there are any.
fn without_natural_factor(expr: &Expr) -> Option<Expr> {
    let mut shared = common_monomial(expr);
    let natural = |atom: &Atom| atom.range(&anything).low.is_some_and(|low| !low.is_negative());
    shared.0.retain(|(atom, _)| natural(atom));
    if shared.0.is_empty() { None } else { divide(expr, &shared) }
}

/// Writes every atom as its known end plus or minus something that is not negative; then signs can be read off.
fn moved_to_ends(expr: &Expr) -> Option<bool> {
    let mut atoms: Vec<&Atom> = expr.atoms().collect();
    atoms.sort();
    atoms.dedup();
    let mut moved = expr.clone();
    // A stand-in for the part of an atom beyond its end; the atom itself serves, read as `t >= 0` from here on.
    let mut natural: Vec<&Atom> = Vec::new();
    for atom in atoms {
        let range = atom.range(&anything);
        let variable = Expr::from_atom(atom.clone())?;
        let replacement = match (range.low, range.high) {
            (Some(low), _) if low.is_zero() => variable,
            // Powers of constants merge when multiplied, so they cannot serve as stand-ins for something else.
            (Some(_), _) if matches!(atom, Atom::Power(..)) => variable,
            (Some(low), _) => Expr::rational(low).add(&variable)?,
            (None, Some(high)) => Expr::rational(high).sub(&variable)?,
            (None, None) => continue,
        };
        natural.push(atom);
        moved = moved.replace_atom(atom, &replacement)?;
    }
    let even_or_natural = |(atom, power): &(Atom, u32)| power % 2 == 0 || natural.contains(&atom);
    let fine = |term: &Term| !term.coefficient.is_negative() && term.monomial.0.iter().all(even_or_natural);
    Some(moved.terms().iter().all(fine))
}

/// A polynomial in one integer atom within its range.
fn in_one_atom(expr: &Expr) -> Option<bool> {
    let atom = expr.atoms().next()?;
    let poly = univariate(expr, atom)?;
    if !atom.is_integer() {
        return None;
    }
    let range = atom.range(&anything);
    Some(poly.nonneg_on(range.low.map(Rational::ceil), range.high.map(Rational::floor)))
}

/// The expression as a polynomial in one of its atoms, if it has no others.
pub(super) fn univariate(expr: &Expr, atom: &Atom) -> Option<Poly> {
    let mut coefficients = Vec::new();
    for term in expr.terms() {
        let power = match term.monomial.0.as_slice() {
            [] => 0,
            [(a, power)] if a == atom => *power as usize,
            _ => return None,
        };
        if coefficients.len() <= power {
            coefficients.resize(power + 1, Rational::ZERO);
        }
        coefficients[power] = term.coefficient;
    }
    Some(Poly::new(coefficients))
}

fn in_one_symbol(expr: &Expr) -> bool {
    let symbols = expr.symbols();
    let only = symbols.iter().next().filter(|_| symbols.len() == 1);
    only.and_then(|symbol| Piecewise::of(expr, *symbol)).is_some_and(|pieces| pieces.is_nonneg())
}

fn by_cases(expr: &Expr, effort: Effort) -> bool {
    without_monotone_pair(expr, effort) || expr.atoms().any(|atom| case_of(expr, atom, effort) == Some(true))
}

/// The coefficient of an atom that occurs only by itself, not in products.
fn alone(expr: &Expr, atom: &Atom) -> Option<Rational> {
    let mut found = None;
    for term in expr.terms() {
        if term.monomial.as_atom() == Some(atom) {
            found = Some(term.coefficient);
        } else if term.monomial.0.iter().any(|(a, _)| a == atom) {
            return None;
        }
    }
    found
}

fn case_of(expr: &Expr, atom: &Atom, effort: Effort) -> Option<bool> {
    let with = |entry: &Expr| expr.replace_atom(atom, entry).is_some_and(|case| nonneg(&case, effort));
    let coefficient = alone(expr, atom);
    match atom {
        Atom::Max(entries) | Atom::Min(entries) => {
            // Raising the value helps: then any entry that suffices will do. Otherwise each has to.
            let helps = |c: Rational| c.is_positive() == matches!(atom, Atom::Max(_));
            Some(coefficient.is_some_and(helps) && entries.iter().any(with) || entries.iter().all(with))
        }
        Atom::Floor(inner) | Atom::Ceil(inner) => {
            let down = matches!(atom, Atom::Floor(_));
            let gap = largest_gap(inner);
            let extreme = match (coefficient?.is_positive(), down) {
                (true, true) => inner.sub(&Expr::rational(gap))?,
                (false, false) => inner.add(&Expr::rational(gap))?,
                _ => inner.clone(),
            };
            Some(with(&extreme))
        }
        _ => None,
    }
}

/// How far rounding can move a value: less than 1, and a multiple of 1/q stays clear of that by 1/q.
pub(super) fn largest_gap(inner: &Expr) -> Rational {
    let whole = inner.atoms().all(Atom::is_integer);
    let step = inner.content().filter(|_| whole).and_then(|c| Rational::new(1, c.denominator()));
    step.and_then(|step| Rational::ONE.sub(step)).unwrap_or(Rational::ONE)
}

/// `c*f(x) - c*f(y) + rest` for a rising f and x >= y: it is enough that the rest is not negative.
fn without_monotone_pair(expr: &Expr, effort: Effort) -> bool {
    let rises = |up: &Atom, down: &Atom| match (up, down) {
        (Atom::Floor(x), Atom::Floor(y))
        | (Atom::Ceil(x), Atom::Ceil(y))
        | (Atom::Log2(x), Atom::Log2(y)) => x.sub(y).is_some_and(|gap| nonneg(&gap, effort)),
        (Atom::Power(a, x), Atom::Power(b, y)) if a == b => x.sub(y).is_some_and(|gap| nonneg(&gap, effort)),
        _ => false,
    };
    let pair_fits = |up: &Term, down: &Term| {
        let cancel = up.coefficient.is_positive() && up.coefficient == down.coefficient.neg();
        let atoms = up.monomial.as_atom().zip(down.monomial.as_atom());
        cancel && atoms.is_some_and(|(up, down)| rises(up, down)) && {
            let mut rest = Builder::default();
            let others = expr.terms().iter().filter(|term| *term != up && *term != down);
            let copied = others.map(|term| rest.add(term.monomial.clone(), term.coefficient));
            copied
                .collect::<Option<()>>()
                .and_then(|()| rest.finish())
                .is_some_and(|rest| nonneg(&rest, effort))
        }
    };
    expr.terms().iter().any(|up| expr.terms().iter().any(|down| pair_fits(up, down)))
}

#[cfg(test)]
mod tests {
    use super::super::tests::expr;

    fn proved(text: &str) {
        assert!(expr(text).provably_nonneg(), "{text} should be seen to be nonnegative");
    }

    fn refused(text: &str) {
        assert!(!expr(text).provably_nonneg(), "{text} is negative somewhere");
    }

    #[test]
    fn what_is_seen() {
        for text in ["max(0, n)", "n**2", "n*(n - 1)/2", "max(0, n)*(max(0, n) - 1)/2", "max(0, n)*(n - 1)"] {
            proved(text);
        }
        for text in ["max(n, m) - m", "n - min(n, m)", "max(0, n, m) - max(n, m)", "max(0, n)*max(0, m)"] {
            proved(text);
        }
        for text in
            ["n - 2*floor(n/2)", "ceil(n/2) - floor(n/2)", "log2(n + 1) - log2(n)", "2**(n + 1) - 2**n"]
        {
            proved(text);
        }
        proved("max(0, n - m) + m - n");
        proved("max(0, n) + max(0, m) - max(0, n + m)");
    }

    #[test]
    fn what_is_not_true() {
        for text in
            ["n", "n*(n + 1)/2 - 1", "n*m", "max(0, n) - n - 1", "max(n, m) - 1", "log2(n) - 1", "-2**n"]
        {
            refused(text);
        }
    }
}
