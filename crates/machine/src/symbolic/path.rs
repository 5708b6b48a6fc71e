//! What is known on the way to where execution stands: the terms, and what was decided about them.

use std::collections::BTreeMap;
use std::sync::Arc;

use worstcase_term::{Evaluator, Mark, TermId, Terms};

use super::{Access, Symbol, Undecided};
use crate::stop::{Limit, Stop};
use crate::value::Step;

/// The context of symbolic execution: terms over the inputs, and what was decided about them on this path.
///
/// Decisions are facts for the rest of the path, so an operation that is executed again after a pause finds its
/// answer here, and a conditional that asks the same thing twice needs no solver the second time.
#[derive(Debug)]
pub struct Path {
    /// The terms.
    pub terms: Terms,
    /// The most bytes of the host's memory that what has to be remembered may take: terms, the trail of memory, symbolic
    /// bytes. Whoever drives the path looks at that now and then; here it is held against what takes much at once.
    pub room: usize,
    /// Whether a store needs to know its address. Otherwise it may go to one of several.
    pub one_target: bool,
    /// Whether terms stay when what was decided is undone: states that wait elsewhere may have them.
    pub keeps_terms: bool,
    truths: BTreeMap<TermId, bool>,
    values: BTreeMap<TermId, u64>,
    /// Addresses that can have only these values, in ascending order.
    places: BTreeMap<TermId, Arc<[u64]>>,
    /// Inputs that can have only one value, a bit for each, and these values.
    known_inputs: u64,
    input_values: [u64; Terms::TOLD_INPUTS as usize],
    evaluator: Evaluator,
    /// What was decided, in order, to be undone.
    decided: Vec<Decided>,
    /// A term whose value the host asked for and could not have.
    wanted: Option<TermId>,
}

/// Something that was decided, as a value.
#[derive(Clone, Debug)]
pub enum Settled {
    /// Whether a truth value holds.
    Truth(TermId, bool),
    /// The value of a term.
    Value(TermId, u64),
    /// The values that an address can have.
    Places(TermId, Arc<[u64]>),
    /// The only value that an input can have.
    Input(u32, u64),
}

#[derive(Clone, Copy, Debug)]
enum Decided {
    Input(u32),
    Truth(TermId),
    Value(TermId),
    Place(TermId),
}

/// A point of the path to come back to.
#[derive(Clone, Copy, Debug)]
pub struct PathMark {
    terms: Mark,
    decided: usize,
}

impl Default for Path {
    fn default() -> Self {
        Self::new()
    }
}

impl Path {
    /// A path on which nothing is known.
    pub fn new() -> Self {
        Path {
            terms: Terms::new(),
            room: usize::MAX,
            one_target: false,
            keeps_terms: false,
            truths: BTreeMap::new(),
            values: BTreeMap::new(),
            places: BTreeMap::new(),
            known_inputs: 0,
            input_values: [0; Terms::TOLD_INPUTS as usize],
            evaluator: Evaluator::new(),
            decided: Vec::new(),
            wanted: None,
        }
    }

    /// Whether so many bytes may be taken, beside the terms.
    pub(super) fn afford(&self, bytes: usize) -> Result<(), Limit> {
        match self.bytes().saturating_add(bytes) <= self.room {
            true => Ok(()),
            false => Err(Limit::Search(self.room)),
        }
    }

    /// Decides a truth value, for the rest of the path.
    pub fn decide(&mut self, truth: TermId, holds: bool) {
        if self.truths.insert(truth, holds).is_none() {
            self.decided.push(Decided::Truth(truth));
        }
    }

    /// Gives a term one value, for the rest of the path.
    pub fn pin(&mut self, term: TermId, value: u64) {
        if self.values.insert(term, value).is_none() {
            self.decided.push(Decided::Value(term));
        }
    }

    /// Says which values an address can have, in ascending order, for the rest of the path.
    pub fn allow(&mut self, term: TermId, values: Arc<[u64]>) {
        assert!(!values.is_empty(), "an address has some value");
        if self.places.insert(term, values).is_none() {
            self.decided.push(Decided::Place(term));
        }
    }

    /// Says that an input can have only this value, for the rest of the path: what depends on no other inputs becomes a number
    /// where it is computed or read from memory. Inputs that terms do not tell apart stay as they are.
    pub fn know(&mut self, input: u32, value: u64) {
        if input < Terms::TOLD_INPUTS && !self.knows(input) {
            self.known_inputs |= 1 << input;
            self.input_values[input as usize] = value;
            self.decided.push(Decided::Input(input));
        }
    }

    /// Whether an input is a number by now, or will never be.
    pub fn knows(&self, input: u32) -> bool {
        input >= Terms::TOLD_INPUTS || self.known_inputs >> input & 1 != 0
    }

    /// The value of a term, if it is a constant or depends on no inputs but those that are known.
    #[inline]
    pub(super) fn number_of(&mut self, term: TermId) -> Option<u64> {
        if let Some(value) = self.terms.value(term) {
            return Some(value);
        }
        // Few paths know an input, and this is asked of every term.
        if self.known_inputs == 0 || self.terms.input_bits(term) & !self.known_inputs != 0 {
            return None;
        }
        let values = &self.input_values;
        Some(self.evaluator.eval(&self.terms, term, &|input| values[input as usize]))
    }

    /// About how many bytes of the host's memory it takes.
    pub fn bytes(&self) -> usize {
        // A node, its range, two slots; an entry of a map.
        self.terms.count() * 40 + self.decided.len() * 48
    }

    /// Where the path stands.
    pub fn mark(&self) -> PathMark {
        PathMark { terms: self.terms.mark(), decided: self.decided.len() }
    }

    /// Forgets what was decided and built since a mark.
    pub fn undo(&mut self, mark: PathMark) {
        for decided in self.decided.drain(mark.decided..) {
            match decided {
                Decided::Truth(term) => drop(self.truths.remove(&term)),
                Decided::Value(term) => drop(self.values.remove(&term)),
                Decided::Place(term) => drop(self.places.remove(&term)),
                Decided::Input(input) => self.known_inputs &= !(1 << input),
            }
        }
        if !self.keeps_terms {
            self.terms.undo(mark.terms);
        }
    }

    /// How many decisions there are.
    pub fn settled(&self) -> usize {
        self.decided.len()
    }

    /// Goes back to so many decisions. All terms stay.
    pub fn unsettle(&mut self, settled: usize) {
        let keeps_terms = std::mem::replace(&mut self.keeps_terms, true);
        self.undo(PathMark { terms: self.terms.mark(), decided: settled });
        self.keeps_terms = keeps_terms;
    }

    /// What was decided after so many decisions, in order.
    pub fn settled_since(&self, settled: usize) -> Vec<Settled> {
        let of = |decided: &Decided| match *decided {
            Decided::Truth(term) => Settled::Truth(term, self.truths[&term]),
            Decided::Value(term) => Settled::Value(term, self.values[&term]),
            Decided::Place(term) => Settled::Places(term, self.places[&term].clone()),
            Decided::Input(input) => Settled::Input(input, self.input_values[input as usize]),
        };
        self.decided[settled..].iter().map(of).collect()
    }

    /// Decides what was decided elsewhere.
    pub fn settle(&mut self, settled: &Settled) {
        match settled {
            Settled::Truth(truth, holds) => self.decide(*truth, *holds),
            Settled::Value(term, value) => self.pin(*term, *value),
            Settled::Places(term, places) => self.allow(*term, places.clone()),
            Settled::Input(input, value) => self.know(*input, *value),
        }
    }

    /// Whether a truth value holds, if that is known.
    pub(super) fn truth_of(&mut self, truth: TermId) -> Step<Symbol, bool> {
        if let Some(value) = self.number_of(truth) {
            return Ok(value != 0);
        }
        if let Some(&holds) = self.truths.get(&truth) {
            return Ok(holds);
        }
        let opposite = self.terms.not(truth);
        match self.truths.get(&opposite) {
            Some(holds) => Ok(!holds),
            None => Err(Stop::Pause(Undecided::Truth(truth))),
        }
    }

    /// One byte of the value of a term. If that is not known, 0 for now, and the term is wanted.
    pub(super) fn pinned_byte(&mut self, term: TermId, place: u8) -> u8 {
        match self.value_of(term) {
            Ok(value) => value.to_le_bytes()[place as usize],
            Err(_) => {
                self.wanted.get_or_insert(term);
                0
            }
        }
    }

    /// The term whose value the host asked for since this was last called.
    pub(super) fn take_wanted(&mut self) -> Option<TermId> {
        self.wanted.take()
    }

    /// The value that a term was given, if it was.
    pub(super) fn pinned(&self, term: TermId) -> Option<u64> {
        self.values.get(&term).copied()
    }

    /// The value of a term that is a number or was given one.
    pub(super) fn value_known(&mut self, term: TermId) -> Option<u64> {
        self.number_of(term).or_else(|| self.pinned(term))
    }

    /// The value of a term, if that is known.
    pub(super) fn value_of(&mut self, term: TermId) -> Step<Symbol, u64> {
        match self.value_known(term) {
            Some(value) => Ok(value),
            None => Err(Stop::Pause(Undecided::Value(term))),
        }
    }

    /// The values that an address can have, if they are known.
    pub(super) fn places_of(&mut self, term: TermId, access: Access) -> Step<Symbol, Arc<[u64]>> {
        match (self.value_known(term), self.places.get(&term)) {
            (Some(value), _) => Ok([value].into()),
            (None, Some(places)) => Ok(places.clone()),
            (None, None) => Err(Stop::Pause(Undecided::Place(term, access))),
        }
    }
}
