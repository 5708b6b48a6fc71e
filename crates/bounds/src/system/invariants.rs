//! Conditions that hold whenever a loop's header is reached.
//!
//! Candidates are guessed from how variables begin and from the program's own comparisons. Those that some transition does
//! not preserve are dropped, until none is: what is left is inductive.

use std::collections::BTreeSet;

use super::facts::{Facts, expr_of};
use super::symbols::Meaning;
use super::{Cut, System};
use crate::expr::{Expr, Symbol};
use crate::lift::{Kind, VarIdx};

/// More candidates for a loop are not tried.
const MOST: usize = 40;

impl System<'_> {
    pub(super) fn find_invariants(&mut self) {
        let mut candidates: Vec<Vec<Expr>> = Vec::new();
        for index in 0..self.loops.len() {
            let mut own = self.candidates(index);
            // What holds around a loop holds in it, if it is not the loop that changes it.
            for outer in self.loops[index].parent.map_or(&[][..], |parent| &candidates[parent]) {
                if !own.contains(outer) {
                    own.push(outer.clone());
                }
            }
            own.truncate(2 * MOST);
            candidates.push(own);
        }
        loop {
            self.hold(&candidates);
            let mut dropped = false;
            for (index, own) in candidates.iter_mut().enumerate() {
                let kept = |candidate: &Expr| {
                    let arriving = self.transitions.iter().filter(|one| one.to == Cut::Header(index));
                    arriving.into_iter().all(|transition| {
                        let mut facts = transition.facts.clone();
                        if let Cut::Header(from) = transition.from {
                            facts.extend(&self.loops[from].invariant);
                        }
                        let then = candidate.substitute(&|symbol| self.after(transition, symbol));
                        then.is_some_and(|then| facts.imply(&then, &self.symbols))
                    })
                };
                let before = own.len();
                own.retain(kept);
                dropped |= own.len() < before;
            }
            if !dropped {
                break;
            }
        }
        self.hold(&candidates);
    }

    fn hold(&mut self, candidates: &[Vec<Expr>]) {
        for (one, candidates) in self.loops.iter_mut().zip(candidates) {
            one.invariant = Facts::default();
            candidates.iter().for_each(|candidate| one.invariant.add(candidate));
        }
    }

    /// What may hold at a loop's header.
    fn candidates(&self, index: usize) -> Vec<Expr> {
        let mut found: Vec<Expr> = Vec::new();
        let mut seen = BTreeSet::new();
        let mut add = |expr: Option<Expr>| {
            if let Some(expr) = expr
                && expr.as_constant().is_none()
                && found.len() < MOST
                && seen.insert(expr.clone())
            {
                found.push(expr);
            }
        };
        let header = Cut::Header(index);
        let is_variable = |symbol: Symbol| matches!(self.symbols.meaning(symbol), Meaning::Variable(_));
        let is_unknown = |symbol: Symbol| matches!(self.symbols.meaning(symbol), Meaning::Unknown);
        // How variables begin.
        for transition in
            self.transitions.iter().filter(|one| one.to == header && !self.is_in(one.from, index))
        {
            for (&variable, value) in &transition.values {
                let now = self.symbols.variable(variable);
                let fixed = value.symbols().iter().all(|&symbol| self.symbols.is_fixed(symbol));
                if fixed && self.loops[index].changed.contains(&variable) {
                    add(now.sub(value));
                    add(value.sub(&now));
                }
            }
            // Variables that begin alike may keep their order.
            let begins: Vec<(&VarIdx, &Expr)> = transition
                .values
                .iter()
                .filter(|(variable, _)| self.loops[index].changed.contains(variable))
                .collect();
            for (place, (one, value)) in begins.iter().enumerate() {
                for (other, _) in begins[..place].iter().filter(|(_, begun)| begun == value) {
                    let (one, other) = (self.symbols.variable(**one), self.symbols.variable(**other));
                    add(one.sub(&other));
                    add(other.sub(&one));
                }
            }
            // What is known of a value is known of the variable that has it now.
            let holder = |symbol: Symbol| {
                let holds = |(_, value): &(&VarIdx, &Expr)| value.as_symbol() == Some(symbol);
                // A variable of the source rather than what it was set from.
                let is_temporary = |(variable, _): &(&VarIdx, &Expr)| {
                    self.routine.variable(**variable).kind == Kind::Temporary
                };
                let (&variable, _) = transition.values.iter().filter(holds).min_by_key(is_temporary)?;
                Some(self.symbols.variable(variable))
            };
            for condition in transition.facts.exprs() {
                add(condition.substitute(&holder).filter(|held| *held != condition));
            }
        }
        // What the program compares: here, on the way here, and around.
        let near = |one: &&super::Transition| {
            one.from == header
                || one.to == header
                || self.is_in(header, index) && self.encloses(one.from, index)
        };
        for transition in self.transitions.iter().filter(near) {
            for condition in transition.facts.iter().filter_map(expr_of) {
                if condition.symbols().iter().any(|&symbol| is_unknown(symbol)) {
                    continue;
                }
                add(Some(condition.clone()));
                add(condition.plus(1));
                // By how much one round changes it.
                if let Some(change) = condition
                    .substitute(&|symbol| self.after(transition, symbol))
                    .and_then(|then| condition.sub(&then))
                    .and_then(|change| change.as_constant())
                    .and_then(|change| change.as_integer())
                    .filter(|change| (2..1000).contains(change))
                {
                    add(condition.plus(change));
                }
            }
        }
        for &variable in &self.loops[index].changed {
            let now = self.symbols.variable(variable);
            if now.symbols().iter().any(|&symbol| is_variable(symbol)) {
                add(Some(now.clone()));
                add(now.plus(-1));
                add(now.sub(&self.symbols.initial(variable)));
                add(self.symbols.initial(variable).sub(&now));
            }
        }
        found
    }

    /// Whether a cut is the beginning of the routine or of a loop around this one.
    fn encloses(&self, cut: Cut, index: usize) -> bool {
        match cut {
            Cut::Entry => true,
            Cut::Header(outer) => outer != index && self.is_in(Cut::Header(index), outer),
            Cut::Exit => false,
        }
    }
}
