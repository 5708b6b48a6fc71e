//! A loop in its k-th round: what its variables are then, over their values when it was entered.

use std::collections::BTreeMap;

use super::limit::Known;
use super::norm::drift;
use super::piece::{Limits, Piece};
use crate::expr::{Expr, Symbol};
use crate::lift::VarIdx;
use crate::system::System;
use crate::system::symbols::Meaning;

/// The rounds of a loop, as seen from inside the k-th.
pub struct Inner {
    /// The loop.
    pub index: usize,
    /// k.
    pub counter: Symbol,
    /// The variables that the loop changes: at the header, when the loop was entered, and in the k-th round.
    pub variables: BTreeMap<Symbol, (Symbol, Limits)>,
}

impl Inner {
    /// The rounds of a loop.
    pub fn new(system: &mut System<'_>, index: usize, back: &[Piece]) -> Inner {
        let counter = system.symbols.fresh(Meaning::Counter, None);
        let changed: Vec<VarIdx> = system.loops[index].changed.iter().copied().collect();
        let mut starts: BTreeMap<VarIdx, Symbol> = BTreeMap::new();
        for &variable in &changed {
            starts.insert(variable, system.symbols.fresh(Meaning::Unknown, None));
        }
        let start = |variable: VarIdx| Expr::symbol(starts[&variable]);
        let limits = drift(system, index, back, &start, &Expr::symbol(counter), true);
        let variables = limits.into_iter().filter_map(|(variable, limits)| {
            let now = system.symbols.variable(variable).as_symbol()?;
            Some((now, (starts[&variable], limits)))
        });
        Inner { index, counter, variables: variables.collect() }
    }

    /// What an expression is at most in the k-th round, over the values when the loop was entered.
    pub fn in_round(&self, system: &System<'_>, piece: &Piece, expr: &Expr) -> Vec<Expr> {
        let allowed = |symbol: Symbol| {
            let is_start = self.variables.values().any(|(start, _)| *start == symbol);
            let is_open = matches!(system.symbols.meaning(symbol), Meaning::Unknown);
            symbol == self.counter || is_start || !is_open && !self.variables.contains_key(&symbol)
        };
        let limits = |symbol: Symbol| match self.variables.get(&symbol) {
            Some((_, limits)) => Some(limits.clone()),
            None => piece.limits.get(&symbol).cloned(),
        };
        Known { facts: &piece.facts, limits: &limits, allowed: &allowed, symbols: &system.symbols }
            .greatest(expr)
    }

    /// An expression over values when the loop was entered, with symbols that are not those at the header.
    pub fn renamed(&self, expr: &Expr) -> Option<Expr> {
        expr.substitute(&|symbol| self.variables.get(&symbol).map(|(start, _)| Expr::symbol(*start)))
    }

    /// The other way round.
    pub fn named(&self, expr: &Expr) -> Option<Expr> {
        expr.substitute(&|symbol| {
            let mut all = self.variables.iter();
            all.find(|(_, (start, _))| *start == symbol).map(|(&now, _)| Expr::symbol(now))
        })
    }
}
