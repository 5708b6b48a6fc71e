//! What is known while the counter runs: it is at least 0 and below the count, so the count is at least 1.
//!
//! A closed form is 0 anyway when the count is 0, because every one has the count as a factor; so whatever is
//! decided here may assume that there is at least one summand.

use super::super::{Atom, Expr, Monotonicity, Rational, Symbol};

/// The range of a counter: 0, 1, … below a count that is an integer and not negative.
pub(super) struct CounterRange {
    pub counter: Symbol,
    pub count: Expr,
    /// The `max` that the count consists of and the entry it equals when there is a summand, n for max(0, n).
    entry: Option<(Atom, Expr)>,
    /// Not negative when there is a summand.
    facts: Vec<Expr>,
}

impl CounterRange {
    pub fn new(counter: Symbol, count: Expr) -> Option<CounterRange> {
        let mut range = CounterRange { counter, count, entry: None, facts: Vec::new() };
        range.entry = range.positive_entry();
        range.facts.push(range.if_any(&range.count.plus(-1)?)?);
        Some(range)
    }

    fn positive_entry(&self) -> Option<(Atom, Expr)> {
        let term = self.count.as_term().filter(|term| term.coefficient.is_positive())?;
        let atom @ Atom::Max(entries) = term.monomial.as_atom()? else {
            return None;
        };
        let small = |e: &&Expr| e.as_constant().is_some_and(|c| !c.is_positive());
        let mut large = entries.iter().filter(|e| !small(e));
        let only = large.next().filter(|_| large.next().is_none())?;
        Some((atom.clone(), only.clone()))
    }

    /// An expression with the same value when there is a summand.
    fn if_any(&self, expr: &Expr) -> Option<Expr> {
        match &self.entry {
            Some((atom, entry)) => expr.replace_atom(atom, entry),
            None => Some(expr.clone()),
        }
    }

    /// Whether an expression without the counter is not negative when there is a summand.
    pub fn nonneg_if_any(&self, expr: &Expr) -> bool {
        let seen = |e: &Expr| e.nonneg_given(&self.facts);
        seen(expr) || self.if_any(expr).is_some_and(|e| seen(&e))
    }

    /// Whether an expression is not negative for every value of the counter in its range.
    pub fn nonneg_on_range(&self, expr: &Expr) -> bool {
        if !expr.contains(self.counter) {
            return self.nonneg_if_any(expr);
        }
        // A line that is not negative at both ends is not negative in between.
        let line = expr.linear_in(&[self.counter]).is_some();
        let at = |value: Option<Expr>| value.and_then(|value| expr.with(self.counter, &value));
        let holds = |end: Option<Expr>| at(end).is_some_and(|e| self.nonneg_if_any(&e));
        (line && holds(Some(Expr::zero())) && holds(self.count.plus(-1))) || expr.provably_nonneg()
    }

    /// The expression with every `max` and `min` at its top reduced to the entries that matter on the range.
    pub fn resolve(&self, expr: &Expr) -> Option<Expr> {
        let mut resolved = expr.clone();
        for atom in expr.atoms().filter(|atom| atom.contains(self.counter)) {
            let (entries, greatest) = match atom {
                Atom::Max(entries) => (entries, true),
                Atom::Min(entries) => (entries, false),
                _ => continue,
            };
            let kept = self.relevant(entries, greatest);
            if kept.len() < entries.len() {
                let reduced = if greatest { Expr::max(kept)? } else { Expr::min(kept)? };
                resolved = resolved.replace_atom(atom, &reduced)?;
            }
        }
        Some(resolved)
    }

    fn relevant(&self, entries: &[Expr], greatest: bool) -> Vec<Expr> {
        let mut kept: Vec<Expr> = entries.to_vec();
        for entry in entries {
            let yields = |other: &Expr| {
                let (above, below) = if greatest { (other, entry) } else { (entry, other) };
                other != entry && above.sub(below).is_some_and(|gap| self.nonneg_on_range(&gap))
            };
            if kept.iter().any(yields) {
                kept.retain(|e| e != entry);
            }
        }
        kept
    }

    /// An expression without the counter that is at least `expr` on the whole range.
    pub fn greatest(&self, expr: &Expr) -> Option<Expr> {
        let first = || expr.with(self.counter, &Expr::zero());
        let last = || expr.with(self.counter, &self.if_any(&self.count.plus(-1)?)?);
        match expr.monotonicity(self.counter) {
            Monotonicity::Constant => return first(),
            Monotonicity::Increasing => return last(),
            Monotonicity::Decreasing => return first(),
            Monotonicity::Unknown => {}
        }
        if expr.linear_in(&[self.counter]).is_some() {
            return Expr::max([first()?, last()?]);
        }
        let all = |entries: &[Expr]| entries.iter().map(|e| self.greatest(e)).collect::<Option<Vec<_>>>();
        match expr.as_atom()? {
            Atom::Max(entries) => Expr::max(all(entries)?),
            Atom::Min(entries) => Expr::min(all(entries)?),
            Atom::Floor(inner) => self.greatest(inner)?.floor(),
            Atom::Ceil(inner) => self.greatest(inner)?.ceil(),
            Atom::Log2(inner) => self.greatest(inner)?.log2(),
            Atom::Power(base, exponent) => Expr::power(*base, &self.greatest(exponent)?),
            Atom::Symbol(_) | Atom::Cell(..) => None,
        }
    }

    /// The sum of `first + slope * counter`, both without the counter.
    pub fn sum_of_line(&self, first: &Expr, slope: &Expr) -> Option<Expr> {
        line_below(&self.count, first, slope)
    }
}

/// Σ_{K<N} (first + slope*K) = N*first + slope*N*(N - 1)/2.
pub(super) fn line_below(count: &Expr, first: &Expr, slope: &Expr) -> Option<Expr> {
    let pairs = count.mul(&count.plus(-1)?)?.div(Rational::integer(2)?)?;
    count.mul(first)?.add(&pairs.mul(slope)?)
}
