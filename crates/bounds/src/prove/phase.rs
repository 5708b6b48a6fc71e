//! Loops that go on until something has turned: in `while (x > 0) { x += y; y--; }` x may grow, as long as y is positive.
//!
//! Rounds are split by the sign of what they add to what is compared. Each kind then has a norm of its own: y first, and then
//! x, to which the rounds before have added at most y each (multiphase ranking functions).

use super::norm::{after, most_added};
use super::piece::Piece;
use crate::expr::{Expr, Symbol};
use crate::solve::Linear;
use crate::system::System;
use crate::system::symbols::Meaning;

/// More pieces are not made of those that there are.
const MOST: usize = 16;

/// The pieces, split by the signs of what they add to what they compare; none if there is nothing to split.
pub fn split(system: &System<'_>, index: usize, back: &[Piece]) -> Option<Vec<Piece>> {
    let mut all: Vec<Piece> = Vec::new();
    for piece in back {
        let mut parts = vec![piece.clone()];
        for change in changes(system, index, piece) {
            parts = parts.iter().flat_map(|part| halves(system, part, &change)).collect();
        }
        all.extend(parts);
    }
    (back.len() < all.len() && all.len() <= MOST).then_some(all)
}

/// What a piece adds to expressions that it compares, if that has no sign. One condition is enough for each way to change.
fn changes(system: &System<'_>, index: usize, piece: &Piece) -> Vec<Expr> {
    let mut found: Vec<Expr> = Vec::new();
    for condition in piece.facts.exprs() {
        let symbols = condition.symbols();
        let moves = symbols.iter().any(|&symbol| system.is_changed(index, symbol));
        let change = after(system, piece, &condition).and_then(|then| then.sub(&condition));
        let Some(change) = change.filter(|change| moves && is_about_variables(system, change)) else {
            continue;
        };
        let is_new =
            !found.contains(&change) && !change.neg().is_some_and(|negated| found.contains(&negated));
        if is_new && found.len() < 2 {
            found.push(change);
        }
    }
    found
}

/// Whether an expression speaks of variables and constants of the routine, and of something that is not a number.
fn is_about_variables(system: &System<'_>, expr: &Expr) -> bool {
    let is_open = |&symbol: &Symbol| {
        matches!(system.symbols.meaning(symbol), Meaning::Unknown | Meaning::Counter | Meaning::Frame)
    };
    expr.as_constant().is_none() && !expr.symbols().iter().any(is_open)
}

/// The part of a piece in which an expression is not negative, and the part in which it is.
fn halves(system: &System<'_>, piece: &Piece, expr: &Expr) -> Vec<Piece> {
    let opposite = expr.neg().and_then(|negated| negated.plus(-1));
    let Some(opposite) = opposite else { return vec![piece.clone()] };
    let half = |condition: &Expr| {
        let mut half = piece.clone();
        half.facts.add(condition);
        (!half.facts.contradict(&system.symbols)).then_some(half)
    };
    [expr, &opposite].into_iter().filter_map(half).collect()
}

/// What a piece adds to a norm at most, over the values when the loop is entered: no variable in it gets greater later, or
/// smaller if that is what matters.
pub fn raised(system: &System<'_>, index: usize, norm: &Expr, piece: &Piece, back: &[Piece]) -> Option<Expr> {
    let change = after(system, piece, norm)?.sub(norm)?;
    if !is_about_variables(system, &change) {
        return None;
    }
    for (column, factor) in &Linear::of(&change).factors {
        let moves = column.symbols().iter().any(|&symbol| system.is_changed(index, symbol));
        let direction = if factor.is_negative() { column.neg()? } else { column.clone() };
        let is_greatest_first =
            || back.iter().all(|piece| most_added(system, piece, &direction).is_some_and(|by| by <= 0));
        if moves && !is_greatest_first() {
            return None;
        }
    }
    Some(change)
}
