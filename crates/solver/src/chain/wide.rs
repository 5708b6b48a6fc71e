//! Tables of inputs that have many combinations, of which facts leave few ([`super::small`], `join`), and inputs of which only
//! one value is left.
//!
//! To put such a table together takes up to a second, but then it answers every question about its inputs, where each
//! would go to Z3 otherwise. So it may cost about as much as Z3 has cost so far: every question to Z3 pays for some tries. It
//! is made of as few of the first facts as will do, so that it stays when later ones are taken back.

use worstcase_term::{TermId, Terms, mask};

use super::Chain;
use super::reach::{self, Part};
use super::small::{Condition, Table, Tries};

/// How many tries a question to Z3 pays for, and for how many it can be paid in advance. A try takes some 20 ns.
const TRIES_PER_CALL: usize = 1 << 17;
const MOST_TRIES: usize = 1 << 26;

/// How many tries have to be paid for before the first table is put together.
const FIRST_TRIES: usize = 1 << 16;

/// The most values of one input.
const MOST_VALUES: usize = 1 << 16;

/// How many combinations are so few that one looks whether some input is the same in all of them.
const FEW: usize = 64;

/// What tables of many combinations may cost.
#[derive(Clone, Copy, Debug)]
pub(super) struct Means {
    tries: usize,
    /// From how many on it is worth to begin.
    needed: usize,
}

impl Means {
    /// So many are paid for.
    pub(super) fn new(tries: usize) -> Means {
        Means { tries, needed: FIRST_TRIES }
    }

    /// Z3 was asked.
    pub(super) fn earn(&mut self) {
        self.tries = (self.tries + TRIES_PER_CALL).min(MOST_TRIES);
    }
}

impl Chain {
    /// A table about these parts and all that facts share with them, although all their combinations are many.
    pub(super) fn wide_table(&mut self, terms: &Terms, parts: Vec<Part>) -> Option<Table> {
        if self.means.tries < self.means.needed {
            return None;
        }
        let parts = self.connected(terms, parts)?;
        let values = |&part: &Part| {
            let domain = self.domain(part, false).filter(|domain| domain.size() <= MOST_VALUES)?;
            Some((part, domain.values()))
        };
        let domains = parts.iter().map(values).collect::<Option<Vec<_>>>()?;
        let conditions = self.conditions_about(terms, &parts)?;
        let mut tries = Tries(self.means.tries);
        let table = self.shortest(terms, &domains, &conditions, &mut tries);
        self.means.tries = tries.0;
        self.means.needed = match &table {
            Some(_) => FIRST_TRIES,
            None => (2 * self.means.needed).min(MOST_TRIES),
        };
        let table = table?;
        self.small.remember(table.clone());
        Some(table)
    }

    /// Of more and more of the first facts, the first for which the table can be made.
    fn shortest(
        &mut self,
        terms: &Terms,
        domains: &[(Part, Vec<u64>)],
        conditions: &[(usize, Condition)],
        tries: &mut Tries,
    ) -> Option<Table> {
        let mut count = 1;
        while count <= conditions.len() {
            let facts = conditions[count - 1].0 + 1;
            let first: Vec<Condition> =
                conditions[..count].iter().map(|(_, condition)| condition.clone()).collect();
            let joined = self.small.join(terms, domains.to_vec(), (&first, facts), tries);
            if joined.is_some() || count == conditions.len() {
                return joined;
            }
            count = (2 * count).min(conditions.len());
        }
        None
    }

    /// These parts and all that facts share with them, whole inputs where some bits depend on others.
    fn connected(&mut self, terms: &Terms, mut parts: Vec<Part>) -> Option<Vec<Part>> {
        let mut is_in = vec![false; self.facts.len()];
        loop {
            self.widen(&mut parts);
            let mut grown = false;
            for (number, is_in) in is_in.iter_mut().enumerate() {
                if !*is_in && self.shares(terms, number, &parts)? {
                    let reach = self.reach(terms, number);
                    reach::join(&mut parts, self.reaches.parts(reach)?)?;
                    (*is_in, grown) = (true, true);
                }
            }
            if !grown {
                return Some(parts);
            }
        }
    }

    /// The facts about parts, by their numbers, but for those of the last assertion, which may soon be taken back.
    fn conditions_about(&mut self, terms: &Terms, parts: &[Part]) -> Option<Vec<(usize, Condition)>> {
        let last = self.facts.partition_point(|fact| fact.assertion + 1 < self.assertions.len() as u32);
        let mut conditions = Vec::new();
        for number in 0..last {
            if self.shares(terms, number, parts)? {
                let reach = self.reach(terms, number);
                let inputs = self.reaches.parts(reach)?.iter().map(|part| part.input).collect();
                conditions.push((number, Condition { term: self.facts[number].term, inputs }));
            }
        }
        Some(conditions)
    }

    /// Inputs that a term depends on of which only one value is left, with that value.
    pub(super) fn only_values(&mut self, terms: &Terms, term: TermId) -> Vec<(u32, u64)> {
        let reach = self.reaches.of(terms, term);
        let Some(parts) = self.reaches.parts(reach) else { return Vec::new() };
        let parts = parts.to_vec();
        let only = |part: &Part| {
            let set = self.bytes.set(part.input).filter(|set| set.len() == 1)?;
            Some((part.input, set.ascending().next()?.into()))
        };
        let mut found: Vec<(u32, u64)> = parts.iter().filter_map(only).collect();
        if found.len() == parts.len() {
            return found;
        }
        let Some(table) = self.few_left(terms, parts.clone()) else { return found };
        for (part, value) in table.constants() {
            let is_whole = part.bits == mask(self.words.inputs()[part.input as usize].width);
            let is_asked = parts.iter().any(|asked| asked.input == part.input);
            if is_whole && is_asked && found.iter().all(|&(input, _)| input != part.input) {
                found.push((part.input, value));
            }
        }
        found
    }

    /// What is left of a table that is there already and was small when it was last looked at.
    fn few_left(&mut self, terms: &Terms, mut parts: Vec<Part>) -> Option<Table> {
        self.widen(&mut parts);
        let mut table = self.small.covering(&parts).filter(|table| table.len() <= FEW)?;
        if !self.is_closed(terms, &table) {
            return None;
        }
        self.catch_up(terms, &mut table, self.facts.len())?;
        Some(table)
    }
}
