//! Sums of a `max` or `min` that switches entries somewhere on the counter's range, as with
//! `Σ_{K<n} max(0, m - K)` where nobody knows which of n and m is greater.

use super::super::order::largest_gap;
use super::super::{Atom, Expr};
use super::Total;
use super::range::{CounterRange, line_below};

/// The entries without the counter as one expression, and the only other one as a line: first value and slope.
fn constant_and_line(entries: &[Expr], range: &CounterRange, greatest: bool) -> Option<(Expr, Expr, Expr)> {
    let (moving, still): (Vec<Expr>, Vec<Expr>) =
        entries.iter().cloned().partition(|entry| entry.contains(range.counter));
    let [moving] = moving.as_slice() else {
        return None;
    };
    let still = if greatest { Expr::max(still)? } else { Expr::min(still)? };
    let mut linear = moving.linear_in(&[range.counter])?;
    Some((still, linear.rest, linear.coefficients.pop()?.1))
}

/// Exactly Σ max(c, b - a*K) for a constant a > 0: it is c plus the line's excess over c, and that is positive
/// for the first M = min(N, max(0, ceil((b - c)/a))) values of the counter and only for those.
pub(super) fn falling_line(entries: &[Expr], range: &CounterRange) -> Option<Expr> {
    let (still, first, slope) = constant_and_line(entries, range, true)?;
    let fall = slope.as_constant().filter(|slope| slope.is_negative())?.neg();
    let excess = first.sub(&still)?;
    let above = excess.div(fall)?.ceil()?.positive_part()?;
    let terms = Expr::min([range.count.clone(), above])?;
    range.count.mul(&still)?.add(&line_below(&terms, &excess, &slope)?)
}

/// Exactly Σ max(c, b + a*K) for a constant a > 0 and b <= c: counted from the last value of the counter it is
/// a falling line.
pub(super) fn rising_line(entries: &[Expr], range: &CounterRange) -> Option<Expr> {
    let (still, first, slope) = constant_and_line(entries, range, true)?;
    let rise = slope.as_constant().filter(|slope| slope.is_positive())?;
    if !range.nonneg_if_any(&still.sub(&first)?) {
        return None;
    }
    let last = first.add(&slope.mul(&range.count.plus(-1)?)?)?;
    let excess = last.sub(&still)?;
    let above = excess.div(rise)?.ceil()?.positive_part()?;
    let terms = Expr::min([range.count.clone(), above])?;
    range.count.mul(&still)?.add(&line_below(&terms, &excess, &slope.neg()?)?)
}

/// At most Σ free * max(entries), for a factor of known sign:
///
/// - a falling line beside constants: N * max(c, b), its first value;
/// - a rising line: Σ (max(c, b) + a*K), which is above the `max` since a*K >= 0;
/// - a factor that is not positive: any one entry will do, since the `max` is not below it.
pub(super) fn sum_of_max(free: &Expr, entries: &[Expr], range: &CounterRange) -> Option<Total> {
    let inexact = |value: Option<Expr>| Some(Total { value: value?.mul(free)?, exact: false });
    if range.nonneg_if_any(&free.neg()?) {
        return inexact(entries.iter().find_map(|entry| sum_of_linear(entry, range)));
    }
    if !range.nonneg_if_any(free) {
        return None;
    }
    let (still, first, slope) = constant_and_line(entries, range, true)?;
    let start = Expr::max([still, first])?;
    if range.nonneg_if_any(&slope) {
        return inexact(range.sum_of_line(&start, &slope));
    }
    range.nonneg_if_any(&slope.neg()?).then(|| inexact(range.count.mul(&start)))?
}

/// At most Σ free * min(entries): for a factor that is not negative the least of the entries' own sums, for
/// one that is not positive the sum of a `max` of the negated entries.
pub(super) fn sum_of_min(free: &Expr, entries: &[Expr], range: &CounterRange) -> Option<Total> {
    let negated = || entries.iter().map(Expr::neg).collect::<Option<Vec<Expr>>>();
    if !range.nonneg_if_any(free) {
        let (free, entries) = (free.neg()?, negated()?);
        return match falling_line(&entries, range) {
            Some(sum) => Some(Total { value: sum.mul(&free)?, exact: true }),
            None => sum_of_max(&free, &entries, range),
        };
    }
    let sums: Vec<Expr> = entries.iter().filter_map(|entry| sum_of_linear(entry, range)).collect();
    Some(Total { value: Expr::min(sums)?.mul(free)?, exact: false })
}

/// `expr` with every rounded line in the counter replaced by the greatest (or least) line it can come to.
pub(super) fn without_rounding(expr: &Expr, range: &CounterRange, upwards: bool) -> Option<Expr> {
    let mut relaxed = expr.clone();
    for term in expr.terms() {
        let Some(atom @ (Atom::Floor(inner) | Atom::Ceil(inner))) = term.monomial.as_atom() else {
            continue;
        };
        if !inner.contains(range.counter) || inner.linear_in(&[range.counter]).is_none() {
            continue;
        }
        let gap = Expr::rational(largest_gap(inner));
        let raise = term.coefficient.is_positive() == upwards;
        let line = match (raise, matches!(atom, Atom::Ceil(_))) {
            (true, true) => inner.add(&gap)?,
            (false, false) => inner.sub(&gap)?,
            _ => inner.clone(),
        };
        // Only this term: in a product with others the sign of the factor is not known.
        let own = Expr::from_terms([term])?;
        relaxed = relaxed.sub(&own)?.add(&line.scale(term.coefficient)?)?;
    }
    Some(relaxed)
}

/// The sum of an entry that is a line in the counter.
fn sum_of_linear(entry: &Expr, range: &CounterRange) -> Option<Expr> {
    let linear = entry.linear_in(&[range.counter])?;
    range.sum_of_line(&linear.rest, &linear.coefficients.first()?.1)
}
