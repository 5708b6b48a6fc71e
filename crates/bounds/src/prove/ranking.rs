//! Norms that no comparison of the program names, found by linear programming.
//!
//! A form that falls with every round is Podelski and Rybalchenko's ranking function. Several forms, each of which grows at most
//! by the one before it, are a nested ranking function (Ben-Amram and Genaim).

use std::cell::Cell;
use std::collections::BTreeSet;

use super::norm::after;
use super::piece::Piece;
use super::template::{Program, Template, Way};
use crate::expr::{Expr, Rational, Symbol};
use crate::solve::Linear;
use crate::system::System;
use crate::system::facts::expr_of;
use crate::system::symbols::Meaning;

/// Forms speak of so many symbols.
const MOST_TERMS: usize = 10;

/// Forms are sought for loops of so many kinds of rounds.
const MOST_KINDS: usize = 24;

/// Nested forms are sought for loops of so many kinds of rounds.
const MOST_NESTED: usize = 6;

/// So many forms are nested.
const DEPTH: usize = 3;

/// How much the forms count in the number of rounds, the last first.
const WEIGHTS: [i128; DEPTH] = [1, 2, 3];

/// What is sought for the rounds of a loop.
pub struct Ranking<'s> {
    /// What forms may speak of.
    terms: Vec<Expr>,
    ways: Vec<Way>,
    fuel: &'s Cell<u64>,
}

impl<'s> Ranking<'s> {
    /// The rounds of a loop.
    pub fn new(system: &'s System<'_>, index: usize, back: &[Piece]) -> Option<Ranking<'s>> {
        if back.len() > MOST_KINDS {
            return None;
        }
        let terms = terms(system, index, back);
        let way = |piece: &Piece| {
            let then = terms.iter().map(|term| after(system, piece, term));
            Some(Way::new(system, &terms, &piece.facts, &then.collect::<Option<Vec<Expr>>>()?))
        };
        let ways = back.iter().map(way).collect::<Option<Vec<Way>>>()?;
        Some(Ranking { terms, ways, fuel: system.symbols.search() })
    }

    /// A form that is positive in some kinds of rounds, each of which makes it smaller, and that does not grow with others. Of
    /// the rest nothing is asked, except that it grows by some number at most if that is possible.
    pub fn norm(&self, targets: &[usize], quiet: &[usize]) -> Option<Expr> {
        [true, false].iter().find_map(|&limited| {
            let mut program = Program::default();
            let form = program.form(&self.terms, Rational::ONE);
            for (kind, way) in self.ways.iter().enumerate() {
                let mut fall = form.clone();
                fall.add(&form.after(way)?, Rational::MINUS_ONE)?;
                if targets.contains(&kind) {
                    fall.number = Rational::MINUS_ONE;
                    program.follows(&form, way);
                } else if !quiet.contains(&kind) {
                    if !limited {
                        continue;
                    }
                    let growth = program.variable(Rational::ONE);
                    fall.constant.insert(growth, Rational::ONE);
                }
                program.follows(&fall, way);
            }
            let values = program.solved(self.fuel)?;
            expr_of(&Linear::condition(&form.value(&values)?))?.plus(1)
        })
    }

    /// The number of rounds by nested forms: the first falls with every round, each of the others grows at most by the one before
    /// it, less one, and the last has to be positive.
    pub fn nested(&self) -> Option<Expr> {
        if self.ways.len() > MOST_NESTED {
            return None;
        }
        (2..=DEPTH).find_map(|depth| {
            let mut program = Program::default();
            let forms: Vec<Template> = (0..depth).map(|_| program.form(&self.terms, Rational::ONE)).collect();
            for way in &self.ways {
                for (place, form) in forms.iter().enumerate() {
                    let mut fall = form.clone();
                    fall.add(&form.after(way)?, Rational::MINUS_ONE)?;
                    if let Some(before) = place.checked_sub(1) {
                        fall.add(&forms[before], Rational::ONE)?;
                    }
                    fall.number = fall.number.sub(Rational::ONE)?;
                    program.follows(&fall, way);
                }
                program.follows(forms.last()?, way);
            }
            let values = program.solved(self.fuel)?;
            // With F_1 to F_d when the loop is entered, f_i is at most Σ C(t, i - j) F_j - Σ C(t, j) before round t, for j from 1
            // to i, and f_d is not negative there. So t is at most F_d + 2 F_(d-1) + 3 F_(d-2), if d is not above 3 and what
            // is negative is left out: were it greater, the sum would be negative, whichever F is the greatest.
            let mut bound = forms.last()?.value(&values)?.plus(1)?.positive_part()?;
            for (factor, form) in WEIGHTS.into_iter().zip(forms.iter().rev()).skip(1) {
                let most = form.value(&values)?.positive_part()?.scale(Rational::integer(factor)?)?;
                bound = bound.add(&most)?;
            }
            Some(bound)
        })
    }
}

/// What forms may speak of: what rounds compare, and what that is changed by.
fn terms(system: &System<'_>, index: usize, back: &[Piece]) -> Vec<Expr> {
    let is_open =
        |symbol: Symbol| matches!(system.symbols.meaning(symbol), Meaning::Unknown | Meaning::Counter);
    let mut found: Vec<Symbol> = Vec::new();
    let add = |symbols: BTreeSet<Symbol>, found: &mut Vec<Symbol>| {
        for symbol in symbols {
            if !is_open(symbol) && !found.contains(&symbol) && found.len() < MOST_TERMS {
                found.push(symbol);
            }
        }
    };
    for piece in back {
        for condition in piece.facts.exprs() {
            let symbols = condition.symbols();
            if symbols.iter().any(|&symbol| system.is_changed(index, symbol)) {
                add(symbols, &mut found);
            }
        }
    }
    let mut done = 0;
    while done < found.len() {
        for piece in back {
            if let Some(then) = after(system, piece, &Expr::symbol(found[done])) {
                add(then.symbols(), &mut found);
            }
        }
        done += 1;
    }
    found.into_iter().map(Expr::symbol).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The rounds of a loop in which nested forms fall as slowly as they may, in halves: until the last is negative.
    fn rounds(mut forms: Vec<i128>) -> i128 {
        let mut rounds = 0;
        while forms.last().is_some_and(|&last| last >= 0) {
            rounds += 1;
            for place in (0..forms.len()).rev() {
                forms[place] += place.checked_sub(1).map_or(0, |before| forms[before]) - 2;
            }
        }
        rounds
    }

    #[test]
    fn nested_forms_bound_the_rounds() {
        let mut tight = 0;
        for first in -6..24 {
            for second in -6..24 {
                for third in -6..24 {
                    for forms in [vec![first, second], vec![first, second, third]] {
                        let positive = |form: &i128| (*form).max(0);
                        let mut twice = (forms[forms.len() - 1] + 2).max(0);
                        for (weight, form) in WEIGHTS.iter().zip(forms.iter().rev()).skip(1) {
                            twice += weight * positive(form);
                        }
                        let rounds = rounds(forms.clone());
                        assert!(2 * rounds <= twice, "{forms:?}: {rounds} rounds, at most {twice} halves");
                        tight += i128::from(2 * rounds + 2 > twice);
                    }
                }
            }
        }
        assert!(tight > 0);
    }
}
