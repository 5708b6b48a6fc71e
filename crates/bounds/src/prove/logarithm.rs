//! Norms that are multiplied or divided with every round: their logarithm bounds the rounds.

use std::collections::BTreeSet;

use super::norm::{Effect, Norm, after};
use super::piece::Piece;
use crate::expr::{Expr, Rational};
use crate::solve::Linear;
use crate::system::System;
use crate::system::facts::expr_of;
use crate::system::symbols::Meaning;

/// Factors by which a norm may change, least first, each with a number that is not below the inverse of its logarithm.
const FACTORS: [((i128, i128), (i128, i128)); 5] =
    [((3, 2), (12, 7)), ((2, 1), (1, 1)), ((4, 1), (1, 2)), ((8, 1), (1, 3)), ((16, 1), (1, 4))];

/// Sums of so many variables are tried.
const MOST_SUMMED: usize = 4;

/// The norms of a loop that are multiplied or divided.
pub fn norms(system: &System<'_>, index: usize, back: &[Piece]) -> Vec<Norm> {
    let changed = &system.loops[index].changed;
    let mut found = Vec::new();
    let variables: Vec<Expr> = changed.iter().map(|&variable| system.symbols.variable(variable)).collect();
    let mut candidates: BTreeSet<Expr> = variables.iter().cloned().collect();
    for (place, one) in variables.iter().enumerate().take(MOST_SUMMED) {
        candidates.extend(variables.iter().take(place).filter_map(|other| one.add(other)));
    }
    for condition in back.iter().flat_map(|piece| piece.facts.exprs()).filter_map(|one| one.plus(1)).take(20)
    {
        let symbols = condition.symbols();
        let known = !symbols.iter().any(|&one| matches!(system.symbols.meaning(one), Meaning::Unknown));
        if known && symbols.iter().any(|&one| system.is_changed(index, one)) {
            candidates.insert(condition);
        }
    }
    for norm in candidates {
        found.extend(divided(system, &norm, back));
        if norm.as_symbol().is_some() {
            found.extend(multiplied(system, index, &norm, back));
        }
    }
    found
}

/// What kinds of rounds do to a norm, if some change it in one way while it is positive. Each way is an expression over the norm's
/// value afterwards that is not negative then.
fn effects(
    system: &System<'_>,
    norm: &Expr,
    back: &[Piece],
    spends: impl Fn(&Expr) -> Option<Expr>,
    is_quiet: impl Fn(&Expr) -> Option<Expr>,
) -> Option<Vec<Effect>> {
    let positive = norm.plus(-1);
    let effect = |piece: &Piece| {
        let then = after(system, piece, norm)?;
        if implies(system, piece, positive.clone()) && implies(system, piece, spends(&then)) {
            return Some(Effect::Spends(1));
        }
        implies(system, piece, is_quiet(&then)).then_some(Effect::Adds(0))
    };
    let all: Vec<Effect> = back.iter().map(|piece| effect(piece).unwrap_or(Effect::Anything)).collect();
    all.contains(&Effect::Spends(1)).then_some(all)
}

fn implies(system: &System<'_>, piece: &Piece, expr: Option<Expr>) -> bool {
    expr.is_some_and(|expr| piece.facts.imply(&expr, &system.symbols))
}

/// Whether something holds in all rounds that spend.
fn always(system: &System<'_>, back: &[Piece], effects: &[Effect], expr: &Option<Expr>) -> bool {
    let spending = back.iter().zip(effects).filter(|(_, effect)| **effect == Effect::Spends(1));
    spending.into_iter().all(|(piece, _)| implies(system, piece, expr.clone()))
}

/// How many rounds spend a norm that they divide. Greater factors that do for the same rounds are better.
fn divided(system: &System<'_>, norm: &Expr, back: &[Piece]) -> Option<Norm> {
    let mut found: Option<Norm> = None;
    for ((over, under), (by, of)) in FACTORS {
        let factor = Rational::new(over, under)?;
        let divides = |then: &Expr| norm.sub(&then.scale(factor)?);
        let all = effects(system, norm, back, divides, |then| norm.sub(then));
        let Some(effects) = all.filter(|all| found.as_ref().is_none_or(|known| known.effects == *all)) else {
            break;
        };
        // Above the factor there is one round less.
        let is_above = under == 1 && always(system, back, &effects, &norm.plus(-over));
        let by = Rational::new(by, of)?;
        let bound = if is_above {
            norm.log2()?.scale(by)?.floor()?
        } else {
            norm.plus(1)?.log2()?.scale(by)?.ceil()?
        };
        found = Some(Norm { expr: norm.clone(), effects, logarithm: Some(bound) });
    }
    found
}

/// How many rounds spend a norm that they multiply and that is limited by something that stays.
fn multiplied(system: &System<'_>, index: usize, norm: &Expr, back: &[Piece]) -> Option<Norm> {
    let mut found: Option<Norm> = None;
    for ((over, under), (by, of)) in FACTORS {
        let factor = Rational::new(over, under)?;
        let multiplies = |then: &Expr| then.sub(&norm.scale(factor)?);
        let all = effects(system, norm, back, multiplies, |then| then.sub(norm));
        let Some(effects) = all.filter(|all| found.as_ref().is_none_or(|known| known.effects == *all)) else {
            break;
        };
        let limit = limits(norm, back, &effects).into_iter().find(|most| {
            let stays = most.symbols().iter().all(|&symbol| system.stays(index, symbol));
            stays && always(system, back, &effects, &most.sub(norm))
        });
        let bound = limit?.plus(1)?.log2()?.scale(Rational::new(by, of)?)?.ceil()?;
        found = Some(Norm { expr: norm.clone(), effects, logarithm: Some(bound) });
    }
    found
}

/// What the first kind of round that spends a norm says that it is at most.
fn limits(norm: &Expr, back: &[Piece], effects: &[Effect]) -> Vec<Expr> {
    let first = effects.iter().position(|effect| *effect == Effect::Spends(1));
    let conditions = first.iter().flat_map(|&first| back[first].facts.iter());
    let limit = |condition: &Linear| {
        let of_norm = *condition.factors.get(norm)?;
        // rest - a * norm >= 0
        let rest = expr_of(condition)?.sub(&norm.scale(of_norm)?)?;
        if of_norm.is_negative() { rest.div(of_norm.neg())?.floor() } else { None }
    };
    conditions.filter_map(limit).collect()
}
