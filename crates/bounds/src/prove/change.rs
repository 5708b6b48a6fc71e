//! What a loop inside comes to, paid for by how a variable changes: `for (i = 1; i < n; i *= 2)` around a loop of i rounds
//! makes i greater by as much as that costs, so in all it costs what i comes to.

use super::limit::{Known, best};
use super::norm::after;
use super::piece::{Piece, Round};
use crate::expr::{Expr, Rational, Symbol};
use crate::system::System;
use crate::system::symbols::Meaning;

/// A variable may pay so many times its change.
const TIMES: [i128; 2] = [1, 2];

/// What bounds at the ends of pieces of a round come to over all rounds, by changes of variables.
pub fn paid(system: &System<'_>, index: usize, round: &Round, pieces: &[Piece], bound: &Expr) -> Vec<Expr> {
    let part_of = |whole: &Piece| pieces.iter().find(|piece| whole.trace.starts_with(&piece.trace));
    // Rounds come back, but for the last; if that does not, it has to pay all the same.
    let is_last = |piece: &&Piece| {
        let last = piece.last().map(|number| system.transitions[number].to);
        part_of(piece).is_some() && !last.is_some_and(|to| system.is_in(to, index))
    };
    let rounds: Vec<&Piece> = round.back.iter().chain(round.all.iter().filter(is_last)).collect();
    // Nobody knows what one changes that leads inside and not out.
    let comes_out = |piece: &Piece| rounds.iter().any(|whole| whole.trace.starts_with(&piece.trace));
    if !pieces.iter().all(comes_out) {
        return Vec::new();
    }
    let mut costs = Vec::new();
    for piece in &rounds {
        match part_of(piece).map(|part| after(system, part, bound)) {
            Some(None) => return Vec::new(),
            Some(Some(cost)) => costs.push(Some(cost.inside_positive_part().unwrap_or(cost))),
            None => costs.push(None),
        }
    }
    let mut all = Vec::new();
    for &variable in &system.loops[index].changed {
        let now = system.symbols.variable(variable);
        for sign in [Rational::ONE, Rational::MINUS_ONE] {
            let payer = now.scale(sign);
            all.extend(payer.and_then(|payer| by(system, index, &rounds, &costs, &payer)));
        }
    }
    best(all)
}

/// All costs, if something never gets smaller and grows by as much as each of them.
fn by(
    system: &System<'_>,
    index: usize,
    rounds: &[&Piece],
    costs: &[Option<Expr>],
    payer: &Expr,
) -> Option<Expr> {
    let mut changes = Vec::new();
    for piece in rounds {
        let change = after(system, piece, payer)?.sub(payer)?;
        if !piece.facts.imply(&change, &system.symbols) {
            return None;
        }
        changes.push(change);
    }
    let pays = |times: &&i128| {
        let enough = |(place, cost): (usize, &Option<Expr>)| {
            let Some(cost) = cost else { return true };
            let paid = Rational::integer(**times).and_then(|times| changes[place].scale(times));
            let left = paid.and_then(|paid| paid.sub(cost));
            left.is_some_and(|left| rounds[place].facts.imply(&left, &system.symbols))
        };
        costs.iter().enumerate().all(enough)
    };
    let times = TIMES.iter().find(pays)?;
    // In the end it is what some round made of it.
    let changed = &system.loops[index].changed;
    let allowed = |symbol: Symbol| match system.symbols.meaning(symbol) {
        Meaning::Variable(variable) => !changed.contains(variable),
        Meaning::Unknown | Meaning::Counter => false,
        _ => true,
    };
    let mut ends = Vec::new();
    for piece in rounds {
        let limits = |symbol: Symbol| piece.limits.get(&symbol).cloned();
        let known =
            Known { facts: &piece.facts, limits: &limits, allowed: &allowed, symbols: &system.symbols };
        ends.push(known.greatest(&after(system, piece, payer)?).into_iter().next()?);
    }
    Expr::max(ends)?.sub(payer)?.positive_part()?.scale(Rational::integer(*times)?)
}
