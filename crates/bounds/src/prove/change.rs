//! What a loop inside comes to, paid for by how a variable changes: `for (i = 1; i < n; i *= 2)` around a loop of i rounds
//! makes i greater by as much as that costs, so in all it costs what i comes to.

use super::limit::{Known, best};
use super::norm::after;
use super::piece::{Piece, Round};
use crate::expr::{Expr, Rational, Symbol};
use crate::solve::Linear;
use crate::system::System;
use crate::system::facts::Facts;

/// A variable may pay so many times its change.
const TIMES: [i128; 2] = [1, 2];

/// What bounds at the ends of pieces of a round come to over all rounds, by changes of variables.
pub fn paid(system: &System<'_>, index: usize, round: &Round, pieces: &[Piece], bound: &Expr) -> Vec<Expr> {
    let mut payments = Vec::new();
    for piece in &round.back {
        let part = pieces.iter().find(|part| piece.trace.starts_with(&part.trace));
        let Some(cost) = part.map_or(Some(None), |part| cost(system, part, bound).map(Some)) else {
            return Vec::new();
        };
        payments.push(Payment { facts: piece.facts.clone(), piece, cost });
    }
    // The last round need not come back: it may end anywhere on its way. It is paid for by what it would have changed, by
    // nothing but what is known when the loop inside begins.
    for part in pieces {
        let (Some(piece), Some(cost)) =
            (round.back.iter().find(|piece| piece.trace.starts_with(&part.trace)), cost(system, part, bound))
        else {
            return Vec::new();
        };
        payments.push(Payment { facts: part.facts.clone(), piece, cost: Some(cost) });
    }
    let mut all = Vec::new();
    for &variable in &system.loops[index].changed {
        let now = system.symbols.variable(variable);
        for sign in [Rational::ONE, Rational::MINUS_ONE] {
            let payer = now.scale(sign);
            all.extend(payer.and_then(|payer| by(system, index, &payments, &payer)));
        }
    }
    best(all)
}

/// A round, by what it is paid for, and what is known of it.
struct Payment<'r> {
    facts: Facts,
    piece: &'r Piece,
    cost: Option<Expr>,
}

fn cost(system: &System<'_>, part: &Piece, bound: &Expr) -> Option<Expr> {
    let cost = after(system, part, bound)?;
    Some(cost.inside_positive_part().unwrap_or(cost))
}

/// All costs, if something never gets smaller and grows by as much as each of them.
fn by(system: &System<'_>, index: usize, payments: &[Payment<'_>], payer: &Expr) -> Option<Expr> {
    let allowed = |symbol: Symbol| system.stays(index, symbol);
    let mut times = 1;
    let mut ends = Vec::new();
    for Payment { facts, piece, cost } in payments {
        let then = after(system, piece, payer)?;
        let change = then.sub(payer)?;
        let mut facts = facts.clone();
        roundings(&then).iter().for_each(|fact| facts.add(fact));
        let pays = |times: &i128| {
            let paid = Rational::integer(*times).and_then(|times| change.scale(times));
            let left = paid.and_then(|paid| cost.as_ref().map_or(Some(paid.clone()), |cost| paid.sub(cost)));
            left.is_some_and(|left| facts.imply(&left, &system.symbols))
        };
        if !facts.imply(&change, &system.symbols) {
            return None;
        }
        times = times.max(TIMES.into_iter().find(pays)?);
        // In the end it is what some round made of it.
        let limits = |symbol: Symbol| piece.limits.get(&symbol).cloned();
        let known = Known { facts: &facts, limits: &limits, allowed: &allowed, symbols: &system.symbols };
        ends.push(known.greatest(&then).into_iter().next()?);
    }
    Expr::max(ends)?.sub(payer)?.positive_part()?.scale(Rational::integer(times)?)
}

/// What holds of rounded quotients, whatever is rounded.
fn roundings(expr: &Expr) -> Vec<Expr> {
    let linear = Linear::of(expr);
    let around = |column: &Expr| -> Option<[Option<Expr>; 2]> {
        let inside = column.inside_floor()?;
        // floor(e) <= e < floor(e) + 1
        Some([inside.sub(column), column.plus(1).and_then(|above| above.sub(inside))])
    };
    linear.factors.keys().filter_map(around).flatten().flatten().collect()
}
