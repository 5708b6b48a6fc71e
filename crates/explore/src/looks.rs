//! How far into its input a path has looked: a measure of progress that means the same on every path of a program.
//!
//! Most programs take their input in order. Two paths that have looked at as many inputs have come as far, however many
//! decisions that took each, so what they cost by then can be compared.

use worstcase_term::{TermId, Terms, View, Walk};

/// How many inputs a path has looked at after each of its decisions.
#[derive(Default)]
pub(crate) struct Looks {
    farthest: Farthest,
    after: Vec<u32>,
}

impl Looks {
    /// A decision about a term was made.
    pub(crate) fn push(&mut self, terms: &Terms, term: TermId) {
        let farthest = self.with(terms, term);
        self.after.push(farthest);
    }

    /// How many inputs will have been looked at once a decision about a term is made.
    pub(crate) fn with(&mut self, terms: &Terms, term: TermId) -> u32 {
        self.farthest.of(terms, term).max(self.now())
    }

    /// Goes back to so many decisions, and to the terms that there are.
    pub(crate) fn truncate(&mut self, decisions: usize, terms: &Terms) {
        self.after.truncate(decisions);
        self.farthest.0.truncate(terms.count());
    }

    /// How many inputs were looked at: up to the last one that a decision depends on.
    pub(crate) fn now(&self) -> u32 {
        self.after.last().copied().unwrap_or(0)
    }
}

/// For each term that was asked about, one more than the number of the last input in it; none if it was not.
#[derive(Default)]
struct Farthest(Vec<Option<u32>>);

impl Farthest {
    fn of(&mut self, terms: &Terms, root: TermId) -> u32 {
        if self.0.len() < terms.count() {
            self.0.resize(terms.count(), None);
        }
        let mut walk = Walk::new(root);
        while let Some(term) = walk.next(terms, |term| self.0[term.index()].is_some()) {
            let view = terms.view(term);
            let farthest = match view {
                View::Input(input) => input + 1,
                _ => view.operands().filter_map(|operand| self.0[operand.index()]).max().unwrap_or(0),
            };
            self.0[term.index()] = Some(farthest);
        }
        self.0[root.index()].expect("it was just looked at")
    }
}
