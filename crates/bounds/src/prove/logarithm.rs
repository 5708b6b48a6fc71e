//! Norms that are multiplied or divided with every round: their logarithm bounds the rounds.

use std::collections::BTreeSet;

use super::norm::after;
use super::piece::Piece;
use crate::expr::{Expr, Rational, Symbol};
use crate::system::System;
use crate::system::facts::expr_of;
use crate::system::symbols::Meaning;

/// Powers of two by which a norm may change, greatest first.
const POWERS: [u32; 4] = [4, 3, 2, 1];

/// A norm, how many rounds change it by its factor, and which kinds of rounds do; the others do it no good.
pub type Logarithmic = (Expr, Expr, Vec<bool>);

/// The norms of a loop that are multiplied or divided.
pub fn norms(system: &System<'_>, index: usize, back: &[Piece]) -> Vec<Logarithmic> {
    let changed = &system.loops[index].changed;
    let is_changed = |symbol: Symbol| matches!(system.symbols.meaning(symbol), Meaning::Variable(variable) if changed.contains(variable));
    let is_open =
        |symbol: Symbol| is_changed(symbol) || matches!(system.symbols.meaning(symbol), Meaning::Unknown);
    let mut found = Vec::new();
    let mut candidates: BTreeSet<Expr> =
        changed.iter().map(|&variable| system.symbols.variable(variable)).collect();
    for condition in back.iter().flat_map(|piece| piece.facts.exprs()).filter_map(|one| one.plus(1)).take(20)
    {
        let symbols = condition.symbols();
        let known = !symbols.iter().any(|&one| matches!(system.symbols.meaning(one), Meaning::Unknown));
        if known && symbols.iter().any(|&one| is_changed(one)) {
            candidates.insert(condition);
        }
    }
    for norm in candidates {
        found.extend(divided(system, &norm, back));
        if norm.as_symbol().is_some() {
            found.extend(multiplied(system, &norm, back, &is_open));
        }
    }
    found
}

/// Which kinds of rounds change a norm that is positive in one way, if some do and none changes it in the opposite way. Each way
/// is an expression over the norm's value afterwards that is not negative then.
fn spending(
    system: &System<'_>,
    norm: &Expr,
    back: &[Piece],
    spends: impl Fn(&Expr) -> Option<Expr>,
    is_quiet: impl Fn(&Expr) -> Option<Expr>,
) -> Option<Vec<bool>> {
    let positive = norm.plus(-1);
    let mut all = Vec::new();
    for piece in back {
        let then = after(system, piece, norm)?;
        let does_spend = implies(system, piece, positive.clone()) && implies(system, piece, spends(&then));
        if !does_spend && !implies(system, piece, is_quiet(&then)) {
            return None;
        }
        all.push(does_spend);
    }
    all.contains(&true).then_some(all)
}

fn implies(system: &System<'_>, piece: &Piece, expr: Option<Expr>) -> bool {
    expr.is_some_and(|expr| piece.facts.imply(&expr, &system.symbols))
}

/// Whether something holds in all rounds that spend.
fn always(system: &System<'_>, back: &[Piece], spends: &[bool], expr: &Option<Expr>) -> bool {
    back.iter().zip(spends).all(|(piece, spends)| !spends || implies(system, piece, expr.clone()))
}

fn divided(system: &System<'_>, norm: &Expr, back: &[Piece]) -> Option<Logarithmic> {
    for power in POWERS {
        let factor = Rational::integer(1 << power)?;
        let divides = |then: &Expr| norm.sub(&then.scale(factor)?);
        let Some(spends) = spending(system, norm, back, divides, |then| norm.sub(then)) else { continue };
        // Above the factor there is one round less.
        let is_above = always(system, back, &spends, &norm.plus(-(1 << power)));
        let by = Rational::new(1, power.into())?;
        let bound = if is_above {
            norm.log2()?.scale(by)?.floor()?
        } else {
            norm.plus(1)?.log2()?.scale(by)?.ceil()?
        };
        return Some((norm.clone(), bound, spends));
    }
    None
}

fn multiplied(
    system: &System<'_>,
    norm: &Expr,
    back: &[Piece],
    is_open: &dyn Fn(Symbol) -> bool,
) -> Option<Logarithmic> {
    for power in POWERS {
        let factor = Rational::integer(1 << power)?;
        let multiplies = |then: &Expr| then.sub(&norm.scale(factor)?);
        let Some(spends) = spending(system, norm, back, multiplies, |then| then.sub(norm)) else { continue };
        let first = spends.iter().position(|spends| *spends)?;
        for condition in back[first].facts.iter() {
            let Some(&of_norm) = condition.factors.get(norm) else { continue };
            if !of_norm.is_negative() {
                continue;
            }
            // rest - a * norm >= 0
            let rest = expr_of(condition).and_then(|whole| whole.sub(&norm.scale(of_norm)?));
            let Some(most) = rest.and_then(|rest| rest.div(of_norm.neg())?.floor()) else { continue };
            let stays = !most.symbols().iter().any(|&symbol| is_open(symbol));
            if stays && always(system, back, &spends, &most.sub(norm)) {
                let bound = most.plus(1)?.log2()?.scale(Rational::new(1, power.into())?)?.ceil()?;
                return Some((norm.clone(), bound, spends));
            }
        }
    }
    None
}
