//! Conditions on one small input: a set of values for each input of at most eight bits.
//!
//! Parsers and everything that reads text decide about one byte at a time, often through tables and arithmetic that
//! no theory likes (`c | 32`, `isalpha`, `c - '0' < 10`). A condition that depends on one byte only has at most 256
//! cases, so it is evaluated for each. That is exact, whatever the operators.

use worstcase_term::{Evaluator, TermId, Terms, mask};

use super::reach::Part;
use crate::solver::Declared;

/// A set of bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Set([u64; 4]);

impl Set {
    pub(super) const EMPTY: Set = Set([0; 4]);

    /// The values that an input was declared to have.
    pub(super) fn declared(input: Declared) -> Set {
        // Programs that read much have many of these.
        if input.width == 8 && input.is_free() {
            return Set([u64::MAX; 4]);
        }
        let mut set = Set::EMPTY;
        (0..=mask(input.width))
            .filter(|&value| input.allows(value))
            .for_each(|value| set.insert(value as u8));
        set
    }

    pub(super) fn insert(&mut self, value: u8) {
        self.0[usize::from(value / 64)] |= 1 << (value % 64);
    }

    pub(super) fn contains(&self, value: u8) -> bool {
        self.0[usize::from(value / 64)] >> (value % 64) & 1 != 0
    }

    fn intersection(self, other: Set) -> Set {
        Set(std::array::from_fn(|word| self.0[word] & other.0[word]))
    }

    pub(super) fn is_empty(&self) -> bool {
        *self == Set::EMPTY
    }

    pub(super) fn len(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Its values, in the order in which people like to see them: letters, digits, what else can be printed.
    pub(super) fn pleasing(self) -> impl Iterator<Item = u8> {
        let nice = (b'a'..=b'z').chain(b'A'..=b'Z').chain(b'0'..=b'9').chain(b' '..=b'~');
        let rest = (0..=u8::MAX).filter(|value| !(b' '..=b'~').contains(value));
        let mut seen = Set::EMPTY;
        nice.chain(rest).filter(move |&value| {
            let new = self.contains(value) && !seen.contains(value);
            seen.insert(value);
            new
        })
    }

    /// Its values in ascending order.
    pub(super) fn ascending(self) -> impl Iterator<Item = u8> {
        (0..=u8::MAX).filter(move |&value| self.contains(value))
    }
}

/// For each input, the values that the conditions on it alone leave; none for wide inputs.
#[derive(Clone, Debug, Default)]
pub(super) struct Bytes {
    sets: Vec<Option<Set>>,
    /// The most bits of an input that has one.
    most_bits: u32,
    /// How many of them there are.
    small: usize,
    /// What there was, to be undone: input and set.
    trail: Vec<(u32, Set)>,
    known: Known,
    evaluator: Evaluator,
}

/// For conditions that were looked at, for which bytes, and the bytes for which they hold: the same condition is often
/// asserted again.
#[derive(Clone, Debug, Default)]
struct Known {
    /// By term, the place of its sets, plus one.
    by_term: Vec<u32>,
    sets: Vec<(Set, Set)>,
}

/// How many sets are known at most.
const MOST_KNOWN: usize = 1 << 20;

impl Known {
    /// What is known of a condition, if it was looked at for all of these bytes.
    fn get(&self, condition: TermId, among: Set) -> Option<Set> {
        let place = self.by_term.get(condition.index())?.checked_sub(1)?;
        let (seen, holding) = self.sets[place as usize];
        (among.intersection(seen) == among).then_some(holding)
    }

    fn insert(&mut self, condition: TermId, seen: Set, holding: Set) {
        if self.sets.len() == MOST_KNOWN {
            *self = Known::default();
        }
        if self.by_term.len() <= condition.index() {
            self.by_term.resize(condition.index() + 1, 0);
        }
        self.sets.push((seen, holding));
        self.by_term[condition.index()] = self.sets.len() as u32;
    }
}

impl Bytes {
    /// Sets for inputs of at most so many bits.
    pub(super) fn of_at_most(most_bits: u32) -> Bytes {
        Bytes { most_bits: most_bits.min(8), ..Bytes::default() }
    }

    /// The next input.
    pub(super) fn declare(&mut self, input: Declared) {
        let set = (input.width <= self.most_bits).then(|| Set::declared(input));
        self.small += usize::from(set.is_some());
        self.sets.push(set);
    }

    /// Whether there are no small inputs.
    pub(super) fn is_empty(&self) -> bool {
        self.small == 0
    }

    /// The inputs about which something came to be known after the trail was this long, the last first, some of them several
    /// times.
    pub(super) fn narrowed_since(&self, trail: usize) -> impl Iterator<Item = u32> {
        self.trail[trail..].iter().rev().map(|&(input, _)| input)
    }

    /// The values that are left for an input, if it is small.
    pub(super) fn set(&self, input: u32) -> Option<Set> {
        self.sets[input as usize]
    }

    /// Where the trail stands.
    pub(super) fn mark(&self) -> usize {
        self.trail.len()
    }

    /// Goes back to where the trail stood.
    pub(super) fn undo(&mut self, trail: usize) {
        for (input, set) in self.trail.drain(trail..).rev() {
            self.sets[input as usize] = Some(set);
        }
    }

    /// Forgets all terms but so many: later ones may come to mean something else.
    pub(super) fn forget(&mut self, terms: usize) {
        self.known.by_term.truncate(terms);
    }

    /// Goes back to so many inputs.
    pub(super) fn truncate(&mut self, inputs: usize) {
        for set in self.sets.drain(inputs..) {
            self.small -= usize::from(set.is_some());
        }
    }

    /// The only input that a term depends on, if there is just one and it is small.
    pub(super) fn only_input(&self, parts: &[Part]) -> Option<u32> {
        match parts {
            [part] => self.sets[part.input as usize].map(|_| part.input),
            _ => None,
        }
    }

    /// Keeps those values of an input for which a condition holds, which depends on no other input.
    pub(super) fn filter(&mut self, terms: &Terms, input: u32, condition: TermId) -> Set {
        let old = self.sets[input as usize].expect("the input is small");
        let holding = match self.known.get(condition, old) {
            Some(holding) => holding,
            None => {
                let mut holding = Set::EMPTY;
                for value in old.ascending() {
                    if self.evaluator.eval(terms, condition, &|_| value.into()) != 0 {
                        holding.insert(value);
                    }
                }
                self.known.insert(condition, old, holding);
                holding
            }
        };
        let kept = old.intersection(holding);
        if kept != old {
            self.trail.push((input, old));
            self.sets[input as usize] = Some(kept);
        }
        kept
    }

    /// The values that a term has for those of the only input that it depends on, ascending.
    pub(super) fn image(&mut self, terms: &Terms, input: u32, term: TermId) -> Vec<u64> {
        let set = self.sets[input as usize].expect("the input is small");
        let mut values: Vec<u64> = Vec::new();
        for value in set.ascending() {
            values.push(self.evaluator.eval(terms, term, &|_| value.into()));
        }
        values.sort_unstable();
        values.dedup();
        values
    }
}
