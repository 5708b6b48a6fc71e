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

fn divided(system: &System<'_>, norm: &Expr, back: &[Piece]) -> Option<Logarithmic> {
    let positive = norm.plus(-1)?;
    let afters = back.iter().map(|piece| after(system, piece, norm)).collect::<Option<Vec<Expr>>>()?;
    let implied = |piece: &Piece, expr: Option<Expr>| {
        expr.is_some_and(|expr| piece.facts.imply(&expr, &system.symbols))
    };
    for power in POWERS {
        let factor = Rational::integer(1 << power)?;
        let divides = |piece: &Piece, then: &Expr| {
            implied(piece, Some(positive.clone()))
                && implied(piece, then.scale(factor).and_then(|then| norm.sub(&then)))
        };
        let spends: Vec<bool> = back.iter().zip(&afters).map(|(piece, then)| divides(piece, then)).collect();
        if !spends.contains(&true) {
            continue;
        }
        let quiet =
            |((piece, then), spends): ((&Piece, &Expr), &bool)| *spends || implied(piece, norm.sub(then));
        if !back.iter().zip(&afters).zip(&spends).all(quiet) {
            continue;
        }
        // Above the factor there is one round less.
        let above = back
            .iter()
            .zip(&spends)
            .all(|(piece, spends)| !spends || implied(piece, norm.plus(-(1 << power))));
        let by = Rational::new(1, power.into())?;
        let bound =
            if above { norm.log2()?.scale(by)?.floor()? } else { norm.plus(1)?.log2()?.scale(by)?.ceil()? };
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
    let positive = norm.plus(-1)?;
    let afters = back.iter().map(|piece| after(system, piece, norm)).collect::<Option<Vec<Expr>>>()?;
    let implied = |piece: &Piece, expr: Option<Expr>| {
        expr.is_some_and(|expr| piece.facts.imply(&expr, &system.symbols))
    };
    for power in POWERS {
        let factor = Rational::integer(1 << power)?;
        let multiplies = |piece: &Piece, then: &Expr| {
            implied(piece, Some(positive.clone()))
                && implied(piece, norm.scale(factor).and_then(|more| then.sub(&more)))
        };
        let spends: Vec<bool> =
            back.iter().zip(&afters).map(|(piece, then)| multiplies(piece, then)).collect();
        let Some(first) = spends.iter().position(|spends| *spends) else { continue };
        let quiet =
            |((piece, then), spends): ((&Piece, &Expr), &bool)| *spends || implied(piece, then.sub(norm));
        if !back.iter().zip(&afters).zip(&spends).all(quiet) {
            continue;
        }
        for condition in back[first].facts.iter() {
            let Some(&of_norm) = condition.factors.get(norm) else { continue };
            if !of_norm.is_negative() {
                continue;
            }
            // rest - a * norm >= 0
            let rest = expr_of(condition).and_then(|whole| whole.sub(&norm.scale(of_norm)?));
            let Some(most) = rest.and_then(|rest| rest.div(of_norm.neg())?.floor()) else { continue };
            let stays = !most.symbols().iter().any(|&symbol| is_open(symbol));
            let common =
                back.iter().zip(&spends).all(|(piece, spends)| !spends || implied(piece, most.sub(norm)));
            if stays && common {
                let bound = most.plus(1)?.log2()?.scale(Rational::new(1, power.into())?)?.ceil()?;
                return Some((norm.clone(), bound, spends));
            }
        }
    }
    None
}
