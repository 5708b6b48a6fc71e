//! Which inputs a question depends on, through all facts that share some, and what is left for them, where that is little:
//! how the chain uses [`super::small`].

use worstcase_term::{TermId, Terms, View, mask};

use super::bytes::Set;
use super::reach::{self, Part, Reach};
use super::small::{Domain, Table};
use super::{Chain, Contradiction, Core, Fact, Known};
use crate::solver::{Answer, Solver};

/// How many groups of inputs are moved, one after the other, to where few combinations allow it.
const MOST_TRIES: usize = 8;

/// How many operators make a term deep, one above the other, and how many values of its one input are few.
const DEEP: u32 = 6;
const MOST_VALUES: usize = 1 << 12;

/// How many combinations are so few that every new condition is tried with them.
const MOST_ROWS: usize = 64;

/// Whether operators are as many above each other as that, along the first operands.
fn is_deep(terms: &Terms, mut term: TermId, depth: u32) -> bool {
    for _ in 0..depth {
        term = match terms.view(term) {
            View::Unary(_, a)
            | View::Binary(_, a, _)
            | View::Extract { a, .. }
            | View::ZeroExtend(a)
            | View::SignExtend(a)
            | View::Convert(_, a)
            | View::Ite(_, a, _) => a,
            View::Constant(_) | View::Input(_) => return false,
        };
    }
    true
}

impl Chain {
    /// Tries all combinations of the inputs of facts that do not hold, as long as they are few.
    pub(super) fn try_all(&mut self, terms: &Terms) -> Answer {
        for _ in 0..MOST_TRIES {
            let Some(failing) = self.failing(terms) else { return Answer::Unknown };
            let Some(table) = self.combinations(terms, self.facts[failing].term) else {
                return Answer::Unknown;
            };
            let Some(first) = table.first() else {
                self.core = Core::Inputs(table.parts().collect());
                return Answer::Unsat;
            };
            let mut model: Vec<u64> = (0..self.inputs() as u32).map(|input| self.value(input)).collect();
            for (Part { input, bits }, value) in first {
                let old = &mut model[input as usize];
                *old = *old & !bits | value;
            }
            if self.adopt(terms, &model) {
                return Answer::Sat;
            }
        }
        Answer::Unknown
    }

    /// The newest fact that the order layer does not know and that does not hold in the model.
    fn failing(&mut self, terms: &Terms) -> Option<usize> {
        let model = self.words.model(&self.order);
        let mut valuation = self.evaluator.under_model(terms, &model);
        let unknown = |fact: &Fact| !matches!(fact.known, Known::Comparison(_) | Known::Comparisons(_));
        let fails = |fact: &Fact| unknown(fact) && !valuation.holds(fact.term);
        self.facts.iter().rposition(fails)
    }

    /// The combinations that are left for the inputs that a term depends on, if they are few, by all facts that share
    /// inputs with it, directly or through others.
    pub(super) fn combinations(&mut self, terms: &Terms, root: TermId) -> Option<Table> {
        let reach = self.reaches.of(terms, root);
        let mut parts = self.reaches.parts(reach)?.to_vec();
        self.widen(&mut parts);
        let mut table = match self.small.covering(&parts) {
            Some(table) if self.is_closed(terms, &table) => table,
            _ => match self.table(terms, parts.clone()) {
                Some(table) => table,
                None => self.wide_table(terms, parts)?,
            },
        };
        // What was asserted last may soon be taken back; a table without it stays.
        let last = self.facts.partition_point(|fact| fact.assertion + 1 < self.assertions.len() as u32);
        self.catch_up(terms, &mut table, last)?;
        self.catch_up(terms, &mut table, self.facts.len())?;
        Some(table)
    }

    /// Keeps those combinations for which the facts up to a number hold that were not looked at.
    pub(super) fn catch_up(&mut self, terms: &Terms, table: &mut Table, until: usize) -> Option<()> {
        let parts: Vec<Part> = table.parts().collect();
        let mut news = Vec::new();
        for number in table.facts()..until {
            if self.shares(terms, number, &parts)? {
                news.push(self.facts[number].term);
            }
        }
        if !news.is_empty() {
            self.small.filter(terms, table, until, &news);
            self.small.remember(table.clone());
        }
        Some(())
    }

    /// Whether a new condition holds for all of the few combinations that are left of the inputs that it depends on; an
    /// error if it does for none; no answer if neither is so, or if that is not known already.
    ///
    /// Once inputs are told apart to the last, a program goes on and asks what can be only one thing: that is decided here before
    /// any layer learns of it.
    pub(super) fn decided_by_few(
        &mut self,
        terms: &Terms,
        condition: TermId,
    ) -> Option<Result<(), Contradiction>> {
        if self.small.is_empty() {
            return None;
        }
        let reach = self.reaches.of(terms, condition);
        let mut parts = self.reaches.parts(reach)?.to_vec();
        if parts.is_empty() {
            // What never holds has nothing to do with combinations.
            return None;
        }
        self.widen(&mut parts);
        let table = self.small.covering(&parts).filter(|table| table.len() <= MOST_ROWS)?;
        let parts: Vec<Part> = table.parts().collect();
        for number in table.facts()..self.facts.len() {
            if self.shares(terms, number, &parts) != Some(false) {
                return None;
            }
        }
        match self.small.is_always(terms, &table, condition)? {
            true => Some(Ok(())),
            false => Some(Err(Contradiction::Inputs(parts))),
        }
    }

    /// Of an input with a range, some bits depend on the others.
    pub(super) fn widen(&self, parts: &mut [Part]) {
        for Part { input, bits } in parts {
            let declared = self.words.inputs()[*input as usize];
            if !declared.is_free() {
                *bits = mask(declared.width);
            }
        }
    }

    /// Whether a table is about all inputs that facts share with it. It was so when it was made, so only later facts
    /// are looked at.
    pub(super) fn is_closed(&mut self, terms: &Terms, table: &Table) -> bool {
        let parts: Vec<Part> = table.parts().collect();
        (table.facts()..self.facts.len()).all(|number| match self.shares(terms, number, &parts) {
            Some(false) => true,
            Some(true) => {
                let reach = self.reach(terms, number);
                let mut own = self.reaches.parts(reach).map_or(Vec::new(), <[Part]>::to_vec);
                self.widen(&mut own);
                table.covers(&own)
            }
            None => false,
        })
    }

    /// A table about these inputs and all that facts share with them.
    fn table(&mut self, terms: &Terms, mut parts: Vec<Part>) -> Option<Table> {
        let mut is_in = vec![false; self.facts.len()];
        loop {
            self.widen(&mut parts);
            if !self.are_few(&parts, true) {
                return None;
            }
            let mut grown = false;
            for (number, is_in) in is_in.iter_mut().enumerate() {
                if !*is_in && self.shares(terms, number, &parts)? {
                    let reach = self.reach(terms, number);
                    reach::join(&mut parts, self.reaches.parts(reach)?)?;
                    (*is_in, grown) = (true, true);
                }
            }
            if !grown {
                break;
            }
        }
        if let Some(table) = self.small.recent(&parts) {
            return Some(table.clone());
        }
        // What inputs were declared as stays when facts are taken back.
        let narrowed = !self.are_few(&parts, false);
        let domains = parts.iter().map(|&part| Some((part, self.domain(part, narrowed)?.values())));
        let relies_on = if narrowed { self.facts.len() } else { 0 };
        Some(Table::new(domains.collect::<Option<Vec<_>>>()?, relies_on))
    }

    /// The assertions about these inputs.
    pub(super) fn assertions_about(&mut self, terms: &Terms, parts: &[Part]) -> Vec<usize> {
        let mut assertions = Vec::new();
        for number in 0..self.facts.len() {
            if self.shares(terms, number, parts) != Some(false) {
                assertions.push(self.facts[number].assertion as usize);
            }
        }
        assertions.dedup();
        assertions
    }

    /// Whether a fact depends on one of these inputs.
    pub(super) fn shares(&mut self, terms: &Terms, number: usize, parts: &[Part]) -> Option<bool> {
        let has = |input| parts.binary_search_by_key(&input, |part| part.input).is_ok();
        let reach = self.reach(terms, number);
        match self.reaches.parts(reach) {
            Some(own) => Some(own.iter().any(|part| has(part.input))),
            // Then there are too many.
            None if terms.inputs_of(self.facts[number].term).into_iter().any(has) => None,
            None => Some(false),
        }
    }

    /// What a fact depends on.
    pub(super) fn reach(&mut self, terms: &Terms, number: usize) -> Reach {
        match self.facts[number].reach {
            Some(reach) => reach,
            None => {
                let reach = self.reaches.of(terms, self.facts[number].term);
                self.facts[number].reach = Some(reach);
                reach
            }
        }
    }

    /// The only input that a term depends on, if there is just one and it is small.
    pub(super) fn only_byte(&mut self, terms: &Terms, term: TermId) -> Option<u32> {
        let reach = self.reaches.of(terms, term);
        self.bytes.only_input(self.reaches.parts(reach)?)
    }

    /// Whether a condition is deep and about one input of few values: then these are tried, and to put it as sums takes
    /// longer than that.
    pub(super) fn is_small(&mut self, terms: &Terms, term: TermId) -> bool {
        if !is_deep(terms, term, DEEP) {
            return false;
        }
        let reach = self.reaches.of(terms, term);
        match self.reaches.parts(reach) {
            Some(&[part]) => self.domain(part, false).is_some_and(|domain| domain.size() <= MOST_VALUES),
            _ => false,
        }
    }

    /// Whether the combinations of all values are few.
    fn are_few(&self, parts: &[Part], narrowed: bool) -> bool {
        // If one has no value left, the others may still have too many to list.
        let size =
            |&part: &Part| self.domain(part, narrowed).map_or(usize::MAX, |domain| domain.size().max(1));
        parts.iter().map(size).fold(1usize, usize::saturating_mul) <= self.limits.combinations
    }

    /// The values that a part of an input can have, if they are few: by what it was declared as, and by what is known by
    /// now.
    pub(super) fn domain(&self, part: Part, narrowed: bool) -> Option<Domain> {
        let declared = self.words.inputs()[part.input as usize];
        if part.bits.count_ones() < declared.width && declared.is_free() {
            return (part.bits.count_ones() <= 16).then_some(Domain::Bits(part.bits));
        }
        match self.bytes.set(part.input) {
            Some(set) if narrowed => Some(Domain::Set(set)),
            Some(_) => Some(Domain::Set(Set::declared(declared))),
            None if narrowed => self.words.integers(&self.order, part.input),
            None => declared.range.map(|(low, high)| Domain::Range { low, high, width: declared.width }),
        }
    }
}
