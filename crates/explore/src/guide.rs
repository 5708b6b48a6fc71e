//! A search that does not follow every side of every conditional (WISE, algorithm 3).
//!
//! A guide says which side of a conditional to take where the inputs leave a choice. A side that they leave no
//! alternative to is always followed, unlike in the paper, where it may be forbidden: what was never met at small sizes
//! would otherwise end every path at large ones. What the paper's forbidden sides are good for, giving up a path
//! early that cannot be the costliest, is what avoided edges do, for conditionals that depend on no input.

use worstcase_program::Pc;

use crate::edges::Edges;
use crate::path::{Callers, Decision};

/// Which side of a conditional to take, if the inputs leave a choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Advice {
    /// Both, one after the other.
    Both,
    /// This one.
    Only(bool),
    /// This one; and if it leads to no path that is permitted, the other.
    First(bool),
    /// The one that the model takes, whatever the other is. The solver is not asked.
    Model,
}

/// Which value to give a number that has to be known, where one path goes on with one of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ValueAdvice {
    /// The one in the model.
    Model,
    /// One that was given at the same place before, if that is possible: what meets in a table, or in a hash, costs more.
    Again,
    /// The same, with other inputs than before: different keys that have the same hash.
    Meet,
    /// Another one than in the model, if there is one.
    Other,
}

/// Guides a search. It sees all decisions on the path as they are made and taken back.
pub trait Guide: Send {
    /// What to do at a conditional.
    fn advise(&mut self, at: Pc, callers: Callers) -> Advice;

    /// What to do where a number has to be known, and the path goes on with one value.
    fn advise_value(&mut self, _at: Pc, _callers: Callers) -> ValueAdvice {
        ValueAdvice::Model
    }

    /// Sides of conditionals that no path may take, whether it has a choice or not.
    fn avoided(&self) -> Option<&Edges> {
        None
    }

    /// Whether a store to one of several addresses goes to the one in the model. What was in all of them then depends
    /// on less, and what is read later is simpler; but paths on which it goes elsewhere are missed.
    fn pins_targets(&self) -> bool {
        false
    }

    /// A decision was made.
    fn decided(&mut self, decision: &Decision);

    /// All but the first so many decisions were taken back.
    fn truncate(&mut self, decisions: usize);
}

impl<G: Guide + ?Sized> Guide for &mut G {
    fn advise(&mut self, at: Pc, callers: Callers) -> Advice {
        (**self).advise(at, callers)
    }

    fn advise_value(&mut self, at: Pc, callers: Callers) -> ValueAdvice {
        (**self).advise_value(at, callers)
    }

    fn avoided(&self) -> Option<&Edges> {
        (**self).avoided()
    }

    fn pins_targets(&self) -> bool {
        (**self).pins_targets()
    }

    fn decided(&mut self, decision: &Decision) {
        (**self).decided(decision);
    }

    fn truncate(&mut self, decisions: usize) {
        (**self).truncate(decisions);
    }
}
