//! The seam: what a search asks of whatever decides which paths are feasible.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use worstcase_term::{TermId, Terms, mask};

/// Whether assertions can hold together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// They can, and the model shows how.
    Sat,
    /// They cannot.
    Unsat,
    /// Nothing was found out within the limit.
    Unknown,
}

/// An input of the program, as a solver needs to know it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Declared {
    /// Its width in bits.
    pub width: u32,
    /// The values that it can have, both ends included, if not all. They are signed numbers.
    pub range: Option<(i64, i64)>,
}

impl Declared {
    /// Whether these bits are in the range, the ends of which are taken modulo 2 to the width: a byte from 0 to 255
    /// is any byte, although 255 is no signed number of 8 bits.
    pub fn allows(self, value: u64) -> bool {
        self.range.is_none_or(|(low, high)| {
            let last = high.wrapping_sub(low) as u64;
            last >= mask(self.width) || value.wrapping_sub(low as u64) & mask(self.width) <= last
        })
    }

    /// Whether all bits of its width are allowed.
    pub fn is_free(self) -> bool {
        self.range.is_none_or(|(low, high)| high.wrapping_sub(low) as u64 >= mask(self.width))
    }

    /// The value that an input has for as long as nothing else is asked of it, as bits.
    pub fn closest_to_zero(self) -> u64 {
        let (low, high) = self.range.unwrap_or((0, 0));
        0.clamp(low, high) as u64 & mask(self.width)
    }
}

/// A state of a solver to come back to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mark {
    /// How many assertions there were.
    pub assertions: usize,
    /// How many inputs were declared.
    pub inputs: usize,
    /// How many terms there were; later ones may come to mean something else.
    pub terms: usize,
}

/// Decides whether assertions over the terms of one path can hold together, and for which inputs.
///
/// Assertions are numbered in the order in which they are made, from 0. States are left in the opposite order of
/// their making. Terms that were made after a mark may be undone (and their ids used again) once the mark is.
pub trait Solver: Send {
    /// Declares the next input. Inputs are numbered in the order of their declaration, from 0.
    fn declare(&mut self, input: Declared);

    /// How many inputs were declared.
    fn inputs(&self) -> usize;

    /// The state now, to come back to.
    fn mark(&self, terms: &Terms) -> Mark;

    /// Goes back to a state: its assertions, its inputs, and its model if it had one.
    fn undo(&mut self, mark: Mark);

    /// Asserts a truth value. Whether it can hold is for [`Solver::check`] to say.
    fn assert(&mut self, terms: &Terms, condition: TermId);

    /// Whether all assertions can hold together.
    fn check(&mut self, terms: &Terms) -> Answer;

    /// The value of an input in the model, as bits of its width: the model satisfies all assertions if the last
    /// check found so, or if those made since then hold in it.
    fn value(&self, input: u32) -> u64;

    /// A model for people to read, if the present one satisfies all assertions: small numbers, distinct where they
    /// are free, characters that can be printed. It depends on nothing but the assertions and the present model.
    fn natural(&mut self, terms: &Terms) -> Vec<u64>;

    /// All values that a term can have, and maybe some that it cannot, in ascending order; nothing if there may be
    /// more than `most`, or more than can be found one by one in reasonable time.
    fn possible(&mut self, terms: &mut Terms, term: TermId, most: usize) -> Option<Vec<u64>> {
        match self.image(terms, term) {
            Some(values) => Some(values).filter(|values| values.len() <= most),
            None => enumerate(self, terms, term, most),
        }
    }

    /// The same, however many there are, if nothing has to be searched for: the term depends on inputs that have few
    /// values.
    fn image(&mut self, _terms: &Terms, _term: TermId) -> Option<Vec<u64>> {
        None
    }

    /// Inputs that a term depends on and of which the assertions leave only one value, with that value, as far as it is seen
    /// without a search. The assertions do not contradict each other.
    fn determined(&mut self, _terms: &Terms, _term: TermId) -> Vec<(u32, u64)> {
        Vec::new()
    }

    /// After [`Answer::Unsat`]: numbers of assertions that contradict each other within the ranges of the inputs, in
    /// ascending order. Not necessarily the fewest.
    fn core(&mut self, terms: &Terms) -> Vec<usize>;

    /// How many checks needed more than this crate's own layers.
    fn calls(&self) -> u64;

    /// How much work its own layers have done so far, beyond what every question takes: about 50 nanoseconds each.
    fn steps(&self) -> u64 {
        0
    }

    /// How much work a check may take before it is given up as unknown, in units of the solver's own that do not
    /// depend on the machine's speed (about a million are a second).
    fn limit(&mut self, units: u32);

    /// Once this is set, hard questions are given up as unknown before they are asked: whoever set it has no use for
    /// the answers any more.
    fn stop_at(&mut self, stop: Arc<AtomicBool>);
}

/// The most values that are found one by one.
const MOST_ENUMERATED: usize = 256;

/// The values that a term can have, found one by one: the value in a model, then that in a model where it is
/// another, and so on.
pub(crate) fn enumerate<S: Solver + ?Sized>(
    solver: &mut S,
    terms: &mut Terms,
    term: TermId,
    most: usize,
) -> Option<Vec<u64>> {
    let most = most.min(MOST_ENUMERATED);
    let mark = solver.mark(terms);
    let mut values = Vec::new();
    let complete = loop {
        match solver.check(terms) {
            Answer::Unsat => break true,
            Answer::Sat if values.len() < most => {}
            _ => break false,
        }
        let value = terms.eval(term, &|input| solver.value(input));
        values.push(value);
        let constant = terms.constant(terms.width(term), value);
        let another = terms.ne(term, constant);
        solver.assert(terms, another);
    };
    solver.undo(mark);
    values.sort_unstable();
    complete.then_some(values)
}
