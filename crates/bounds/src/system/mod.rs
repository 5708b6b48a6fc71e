//! A routine as a transition system over integers: cuts at loops, and the paths between them.

pub mod call;
pub mod facts;
pub mod invariants;
pub mod outcome;
pub mod symbols;
pub mod value;
pub mod walk;

use std::collections::BTreeSet;

use worstcase_program::LoopIdx;
use worstcase_program::flow::Flow;

use crate::expr::{Expr, Symbol};
use crate::lift::{Routine, VarIdx};
use facts::Facts;
use symbols::Symbols;
pub use walk::{Call, Cut, Transition};

/// A loop of the system.
pub struct Loop {
    /// The loop around it.
    pub parent: Option<usize>,
    /// The loops directly inside.
    pub children: Vec<usize>,
    /// The variables that something inside may change.
    pub changed: BTreeSet<VarIdx>,
    /// What holds whenever its header is reached, over the variables there.
    pub invariant: Facts,
}

/// A routine as a transition system.
pub struct System<'a> {
    /// What it was made of.
    pub routine: &'a Routine,
    /// What its symbols stand for.
    pub symbols: Symbols,
    /// Its loops, by their number in the flow graph.
    pub loops: Vec<Loop>,
    /// All transitions.
    pub transitions: Vec<Transition>,
    /// By block, the innermost loop that it is in.
    pub around: Vec<Option<usize>>,
}

impl<'a> System<'a> {
    /// The system of a routine, with what is known of functions that it calls.
    pub fn new(routine: &'a Routine, flow: &'a Flow<'a>, known: &'a outcome::Known<'a>) -> System<'a> {
        let mut walker = walk::Walker::new(routine, flow, known);
        let place = |index: LoopIdx| flow.loops().iter().position(|one| one.index == index);
        let mut loops: Vec<Loop> = flow
            .loops()
            .iter()
            .map(|one| Loop {
                parent: one.parent.and_then(place),
                children: Vec::new(),
                changed: BTreeSet::new(),
                invariant: Facts::default(),
            })
            .collect();
        for index in 0..loops.len() {
            if let Some(parent) = loops[index].parent {
                loops[parent].children.push(index);
            }
        }
        let mut transitions = walker.from(Cut::Entry);
        for index in 0..loops.len() {
            transitions.extend(walker.from(Cut::Header(index)));
        }
        let mut around = vec![None; routine.blocks.len()];
        // Loops inside have greater numbers.
        for (index, one) in flow.loops().iter().enumerate() {
            flow.blocks_of(one).for_each(|block| around[block.index()] = Some(index));
        }
        let mut system = System { routine, symbols: walker.symbols, loops, transitions, around };
        system.find_changed();
        system.find_invariants();
        system
    }

    /// Whether a cut lies in a loop.
    pub fn is_in(&self, cut: Cut, within: usize) -> bool {
        let Cut::Header(mut index) = cut else { return false };
        loop {
            if index == within {
                return true;
            }
            match self.loops[index].parent {
                Some(parent) => index = parent,
                None => return false,
            }
        }
    }

    /// Whether a symbol is a variable that a loop changes.
    pub fn is_changed(&self, index: usize, symbol: Symbol) -> bool {
        match self.symbols.meaning(symbol) {
            symbols::Meaning::Variable(variable) => self.loops[index].changed.contains(variable),
            _ => false,
        }
    }

    /// Whether a symbol has one value as long as a loop runs.
    pub fn stays(&self, index: usize, symbol: Symbol) -> bool {
        let is_open =
            matches!(self.symbols.meaning(symbol), symbols::Meaning::Unknown | symbols::Meaning::Counter);
        !is_open && !self.is_changed(index, symbol)
    }

    fn find_changed(&mut self) {
        for index in 0..self.loops.len() {
            let inside = self
                .transitions
                .iter()
                .filter(|one| self.is_in(one.from, index) && self.is_in(one.to, index));
            self.loops[index].changed = inside.flat_map(|one| one.values.keys().copied()).collect();
        }
    }

    /// The value of a symbol after a transition, if it stands for a variable.
    pub fn after(&self, transition: &Transition, symbol: Symbol) -> Option<Expr> {
        match self.symbols.meaning(symbol) {
            symbols::Meaning::Variable(variable) => transition.values.get(variable).cloned(),
            _ => None,
        }
    }
}
