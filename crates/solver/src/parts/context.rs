//! A chain, and which of the conditions it was told: a stack of some of them, whole components as a rule.
//!
//! Between questions the chain's model and ours agree about all inputs that occur in what it was told (they are
//! *present*), and what it was told holds. So what is told next and holds in our model costs the chain no search, what
//! does not is mended from our model, and of the outcome only that has to be copied which moved.
//!
//! Every entry has a level: the number of assertions from which on it is there, and the values that the chain has for the
//! inputs that the entry made present are ours. So going back to fewer assertions takes back the entries of higher
//! levels, and afterwards both models agree again.

use worstcase_term::{TermId, Terms};

use crate::chain::Chain;
use crate::solver::{Declared, Mark, Solver};

/// A condition that the chain was told.
#[derive(Clone, Copy, Debug)]
struct Entry {
    condition: u32,
    level: u32,
    /// How many inputs were present before.
    present: usize,
}

/// A chain and what it was told.
pub(super) struct Context {
    pub(super) chain: Chain,
    entries: Vec<Entry>,
    /// The inputs that are present, in the order in which they became so.
    present: Vec<u32>,
    is_present: Vec<bool>,
    /// The entries from here on did not hold in our model, and were not found to be satisfiable.
    doubtful: Option<usize>,
}

impl Context {
    pub(super) fn new(chain: Chain) -> Context {
        let (entries, present, is_present) = (Vec::new(), Vec::new(), Vec::new());
        Context { chain, entries, present, is_present, doubtful: None }
    }

    /// How many conditions it holds.
    pub(super) fn len(&self) -> usize {
        self.entries.len()
    }

    /// The condition that is an assertion of the chain.
    pub(super) fn condition(&self, assertion: usize) -> u32 {
        self.entries[assertion].condition
    }

    pub(super) fn is_present(&self, input: u32) -> bool {
        self.is_present.get(input as usize).is_some_and(|&is_present| is_present)
    }

    pub(super) fn present(&self) -> &[u32] {
        &self.present
    }

    /// Whether there are entries that our model does not satisfy.
    pub(super) fn is_doubtful(&self) -> bool {
        self.doubtful.is_some()
    }

    /// The entries from here on do not hold in our model.
    pub(super) fn doubt(&mut self, from: usize) {
        self.doubtful = Some(self.doubtful.map_or(from, |already| already.min(from)));
    }

    /// Our model was made to satisfy them.
    pub(super) fn trust(&mut self) {
        self.doubtful = None;
    }

    /// Tells the chain the next condition, which is about these inputs, from a level on.
    pub(super) fn push(&mut self, terms: &Terms, told: Told<'_>, declared: &[Declared], values: &[u64]) {
        let level = told.level.max(self.entries.last().map_or(0, |entry| entry.level));
        self.entries.push(Entry { condition: told.condition, level, present: self.present.len() });
        if let Some(&last) = told.inputs.iter().max() {
            self.declare(&declared[..=last as usize]);
        }
        for &input in told.inputs {
            if !std::mem::replace(&mut self.is_present[input as usize], true) {
                self.present.push(input);
                self.chain.start_at(input, values[input as usize]);
            }
        }
        self.chain.assert(terms, told.term);
    }

    /// Tells the chain of inputs that it does not know yet.
    pub(super) fn declare(&mut self, declared: &[Declared]) {
        for &input in declared.iter().skip(self.chain.inputs()) {
            self.chain.declare(input);
        }
        self.is_present.resize(self.is_present.len().max(declared.len()), false);
    }

    /// How many entries are left if there are only so many assertions.
    pub(super) fn until(&self, assertions: usize) -> usize {
        self.entries.partition_point(|entry| entry.level as usize <= assertions)
    }

    /// How many entries hold in our model.
    pub(super) fn certain(&self) -> usize {
        self.doubtful.unwrap_or(self.entries.len())
    }

    /// Takes back all entries but so many, and says which conditions that were.
    pub(super) fn pop(&mut self, entries: usize, mark: Mark, mut popped: impl FnMut(u32)) {
        if let Some(first) = self.entries.get(entries) {
            for input in self.present.drain(first.present..) {
                self.is_present[input as usize] = false;
            }
            self.entries.drain(entries..).for_each(|entry| popped(entry.condition));
            self.doubtful.take_if(|from| *from >= entries);
        }
        let inputs = mark.inputs.min(self.chain.inputs());
        self.chain.undo(Mark { assertions: entries, inputs, terms: mark.terms });
        self.is_present.truncate(inputs);
    }
}

/// What a chain is told.
pub(super) struct Told<'a> {
    pub(super) condition: u32,
    pub(super) term: TermId,
    pub(super) inputs: &'a [u32],
    pub(super) level: u32,
}
