//! Bounds where ways meet: `k = n < m ? n : m` is n on one way and m on the other, and not more than either on both.

use super::norm::after;
use super::piece::Piece;
use crate::expr::{Expr, Monotonicity, Symbol};
use crate::system::System;
use crate::system::symbols::Meaning;

/// Among more ways nothing is looked for that they have in common.
const MOST: usize = 6;

/// What an expression is at most at the ends of pieces: in several ways, each by piece.
pub fn at_ends(system: &System<'_>, pieces: &[Piece], expr: &Expr) -> Vec<Vec<Expr>> {
    let mut all: Vec<Vec<Expr>> = Vec::new();
    all.extend(pieces.iter().map(|piece| after(system, piece, expr)).collect::<Option<Vec<Expr>>>());
    if pieces.len() < 2 || pieces.len() > MOST {
        return all;
    }
    for symbol in expr.symbols() {
        for common in common(system, pieces, expr, symbol) {
            let with = |piece: &Piece| {
                expr.substitute(&|other| match system.symbols.meaning(other) {
                    _ if other == symbol => Some(common.clone()),
                    Meaning::Variable(variable) => piece.values.get(variable).cloned(),
                    _ => None,
                })
            };
            all.extend(pieces.iter().map(with).collect::<Option<Vec<Expr>>>());
        }
    }
    all
}

/// Values that a variable has at the end of one piece, and that can be put for it at the ends of all.
fn common(system: &System<'_>, pieces: &[Piece], expr: &Expr, symbol: Symbol) -> Vec<Expr> {
    let Meaning::Variable(variable) = system.symbols.meaning(symbol) else { return Vec::new() };
    let values: Option<Vec<&Expr>> = pieces.iter().map(|piece| piece.values.get(variable)).collect();
    let Some(values) = values.filter(|values| values.iter().any(|value| *value != values[0])) else {
        return Vec::new();
    };
    let rises = match expr.monotonicity(symbol) {
        Monotonicity::Increasing => true,
        Monotonicity::Decreasing => false,
        Monotonicity::Constant | Monotonicity::Unknown => return Vec::new(),
    };
    let is_open = |one: &Symbol| matches!(system.symbols.meaning(*one), Meaning::Unknown | Meaning::Counter);
    let mut found: Vec<Expr> = Vec::new();
    for &most in values.iter().filter(|value| !value.symbols().iter().any(is_open)) {
        let holds = |piece: &Piece, room: Option<Expr>| {
            room.is_some_and(|room| piece.facts.imply(&room, &system.symbols))
        };
        let is_limit = |(piece, value): (&Piece, &&Expr)| {
            holds(piece, if rises { most.sub(value) } else { value.sub(most) })
        };
        let is_limit_or_negative =
            |(piece, value): (&Piece, &&Expr)| is_limit((piece, value)) || holds(piece, value.neg());
        let mut pairs = pieces.iter().zip(&values);
        let common = if pairs.clone().all(is_limit) {
            Some(most.clone())
        } else {
            most.positive_part().filter(|_| rises && pairs.all(is_limit_or_negative))
        };
        found.extend(common.filter(|common| !found.contains(common)));
    }
    found
}
