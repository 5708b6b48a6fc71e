//! Few combinations: where the inputs that a question depends on have few values together, all are tried.
//!
//! Two numbers up to 60, four half bytes, one number up to 1000: at most 2^16 combinations. Whatever operators a condition
//! is made of, it holds for some of these and not for others, so evaluation decides, exactly. Only the bits of an
//! input that a condition looks at count.
//!
//! Those that are left after all assertions so far are remembered. A later question, about the same inputs, looks at
//! these only, and only at what was asserted since.

mod join;

pub(super) use join::{Condition, Tries};

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use worstcase_term::{Columns, Evaluator, MOST_MODELS, TermId, Terms, mask};

use super::bytes::Set;
use super::reach::{MOST_PARTS, Part};

/// How many combinations are remembered in all, and in how many tables.
const MOST_REMEMBERED: usize = 1 << 23;
const MOST_TABLES: usize = 256;

/// How many combinations have to be left so that it pays to compute a condition for many of them at once.
const MANY: usize = 16;

/// How many tables are looked through for one about the same inputs.
const RECENT: usize = 8;

/// The values that an input is tried with.
#[derive(Clone, Copy, Debug)]
pub(super) enum Domain {
    /// All numbers that have no other bits than these.
    Bits(u64),
    Set(Set),
    /// Integers, as bits of a width.
    Range {
        low: i64,
        high: i64,
        width: u32,
    },
}

impl Domain {
    /// How many there are.
    pub(super) fn size(self) -> usize {
        match self {
            Domain::Bits(bits) => 1 << bits.count_ones(),
            Domain::Set(set) => set.len(),
            Domain::Range { low, high, .. } => {
                usize::try_from(i128::from(high) - i128::from(low) + 1).unwrap_or(usize::MAX)
            }
        }
    }

    /// They, ascending.
    pub(super) fn values(self) -> Vec<u64> {
        match self {
            Domain::Bits(bits) => {
                let mut values = vec![0];
                let mut value = 0u64;
                while value != bits {
                    value = value.wrapping_sub(bits) & bits;
                    values.push(value);
                }
                values
            }
            Domain::Set(set) => set.ascending().map(u64::from).collect(),
            Domain::Range { low, high, width } => {
                (low..=high).map(|integer| integer as u64 & mask(width)).collect()
            }
        }
    }
}

/// A part of an input, and the values that it is tried with.
#[derive(Clone, Debug)]
struct Axis {
    part: Part,
    values: Vec<u64>,
    /// Where the place of its value begins in a row.
    shift: u32,
}

impl Axis {
    /// How many bits the place of a value takes.
    fn bits(&self) -> u32 {
        self.values.len().saturating_sub(1).checked_ilog2().map_or(0, |highest| highest + 1)
    }

    /// Its value in a row.
    fn value(&self, row: Row) -> u64 {
        self.values[(row >> self.shift) as usize & ((1 << self.bits()) - 1)]
    }
}

/// Axes for the values of some parts; none if a row has no room for them.
fn axes_of(domains: Vec<(Part, Vec<u64>)>) -> Option<Vec<Axis>> {
    let mut shift = 0;
    let axis = |(part, values)| {
        let axis = Axis { part, values, shift };
        shift += axis.bits();
        axis
    };
    let axes = domains.into_iter().map(axis).collect();
    // Nothing is shifted by as many bits as there are.
    (shift < Row::BITS).then_some(axes)
}

/// A combination, as one number: for each axis the place of its value, the first axis in the lowest bits.
type Row = u64;

/// The combinations that are left.
#[derive(Clone, Debug)]
pub(super) struct Table {
    axes: Arc<[Axis]>,
    /// Ascending.
    rows: Arc<[Row]>,
    /// How many of the chain's facts were looked at.
    facts: usize,
    /// How many of them the values that are tried rely on.
    relies_on: usize,
}

/// Tables, and what is needed to make them.
#[derive(Default)]
pub(super) struct Small {
    tables: Vec<Table>,
    evaluator: Evaluator,
    columns: Columns,
    /// Once this is set, nobody waits for an answer any more.
    stop: Option<Arc<AtomicBool>>,
}

impl Small {
    /// Gives up long work once this is set.
    pub(super) fn stop_at(&mut self, stop: Arc<AtomicBool>) {
        self.stop = Some(stop);
    }

    fn is_stopped(&self) -> bool {
        self.stop.as_ref().is_some_and(|stop| stop.load(Ordering::Relaxed))
    }

    /// A table about the same parts that is remembered.
    pub(super) fn recent(&self, parts: &[Part]) -> Option<&Table> {
        let same = |table: &&Table| table.axes.iter().map(|axis| axis.part).eq(parts.iter().copied());
        self.tables.iter().rev().take(RECENT).find(same)
    }

    /// A table that is about all of these parts, and maybe about others.
    pub(super) fn covering(&self, parts: &[Part]) -> Option<Table> {
        self.tables.iter().rev().take(RECENT).find(|table| table.covers(parts)).cloned()
    }

    /// Keeps the combinations for which conditions hold: those among all facts, by their numbers, that are new.
    pub(super) fn filter(&mut self, terms: &Terms, table: &mut Table, facts: usize, conditions: &[TermId]) {
        table.facts = facts;
        let mut left = Vec::new();
        for &condition in conditions {
            match self.filter_many(terms, table, condition) {
                Some(rows) => table.rows = rows,
                None => left.push(condition),
            }
        }
        if left.is_empty() {
            return;
        }
        let axes = table.axes.clone();
        let evaluator = &mut self.evaluator;
        let allowed = |&&row: &&Row| {
            let values = values_of(&axes, row);
            let model = |input: u32| value_of(&axes, &values, input);
            let mut valuation = evaluator.under(terms, &model);
            left.iter().all(|&condition| valuation.holds(condition))
        };
        table.rows = table.rows.iter().filter(allowed).copied().collect();
    }

    /// The rows for which a condition holds, computed for many at once; none if there are not many, or if the condition is
    /// made of too many operators for that.
    fn filter_many(&mut self, terms: &Terms, table: &Table, condition: TermId) -> Option<Arc<[Row]>> {
        if table.rows.len() < MANY {
            return None;
        }
        let mut batch = self.columns.batch(terms, &[condition])?;
        let mut kept = Vec::new();
        for rows in table.rows.chunks(MOST_MODELS) {
            batch.run(rows.len(), |input, values| fill(&table.axes, rows, input, values));
            let holding = rows.iter().zip(batch.values(0)).filter(|&(_, &holds)| holds != 0);
            kept.extend(holding.map(|(&row, _)| row));
        }
        Some(kept.into())
    }

    /// Whether there are no tables.
    pub(super) fn is_empty(&self) -> bool {
        self.tables.is_empty()
    }

    /// Whether a condition holds for all combinations, or for none, if one of both is so.
    pub(super) fn is_always(&mut self, terms: &Terms, table: &Table, condition: TermId) -> Option<bool> {
        let evaluator = &mut self.evaluator;
        let mut outcomes = table.rows.iter().map(|&row| {
            let values = values_of(&table.axes, row);
            evaluator.eval(terms, condition, &|input| value_of(&table.axes, &values, input)) != 0
        });
        let first = outcomes.next()?;
        outcomes.all(|outcome| outcome == first).then_some(first)
    }

    /// Remembers a table, and forgets others if they become too many.
    pub(super) fn remember(&mut self, table: Table) {
        self.tables.push(table);
        let rows = |tables: &[Table]| tables.iter().map(|table| table.rows.len()).sum::<usize>();
        if self.tables.len() > MOST_TABLES || rows(&self.tables) > MOST_REMEMBERED {
            // Every other one goes, and not the earliest: these are what all come back to that branch off later, and from what
            // is left it is never far.
            let mut stays = self.tables.len().is_multiple_of(2);
            self.tables.retain(|_| {
                stays = !stays;
                stays
            });
        }
    }

    /// Forgets tables that know more than so many facts.
    pub(super) fn undo(&mut self, facts: usize) {
        self.tables.retain(|table| table.facts.max(table.relies_on) <= facts);
    }

    /// Forgets tables about other than the first so many inputs.
    pub(super) fn truncate(&mut self, inputs: usize) {
        self.tables.retain(|table| table.axes.iter().all(|axis| (axis.part.input as usize) < inputs));
    }

    /// The values of a term for all combinations that are left, ascending.
    pub(super) fn image(&mut self, terms: &Terms, table: &Table, term: TermId) -> Vec<u64> {
        let value = |&row: &Row| {
            let values = values_of(&table.axes, row);
            self.evaluator.eval(terms, term, &|input| value_of(&table.axes, &values, input))
        };
        let mut image: Vec<u64> = table.rows.iter().map(value).collect();
        image.sort_unstable();
        image.dedup();
        image
    }
}

impl Table {
    /// All combinations of the values of some parts, which rely on so many facts.
    pub(super) fn new(domains: Vec<(Part, Vec<u64>)>, relies_on: usize) -> Table {
        let axes = axes_of(domains).expect("there are at most 2^16 combinations of at most 16 parts");
        let mut rows: Vec<Row> = vec![0];
        for axis in &axes {
            let places = 0..axis.values.len() as Row;
            rows = places.flat_map(|place| rows.iter().map(move |row| row | place << axis.shift)).collect();
        }
        Table { axes: axes.into(), rows: rows.into(), facts: 0, relies_on }
    }

    /// How many combinations are left.
    pub(super) fn len(&self) -> usize {
        self.rows.len()
    }

    /// What it is about.
    pub(super) fn parts(&self) -> impl Iterator<Item = Part> {
        self.axes.iter().map(|axis| axis.part)
    }

    /// Whether it is about all of these.
    pub(super) fn covers(&self, parts: &[Part]) -> bool {
        let has = |part: &Part| self.parts().any(|own| own.input == part.input && part.bits & !own.bits == 0);
        parts.iter().all(has)
    }

    /// How many facts were looked at.
    pub(super) fn facts(&self) -> usize {
        self.facts
    }

    /// The parts that are the same in all combinations that are left, with their values.
    pub(super) fn constants(&self) -> Vec<(Part, u64)> {
        let Some((&first, others)) = self.rows.split_first() else { return Vec::new() };
        let first = values_of(&self.axes, first);
        let mut constant = vec![true; self.axes.len()];
        for &row in others {
            let values = values_of(&self.axes, row);
            for (at, constant) in constant.iter_mut().enumerate() {
                *constant &= values[at] == first[at];
            }
        }
        let axes = self.axes.iter().zip(first).zip(constant).filter(|(_, constant)| *constant);
        axes.map(|((axis, value), _)| (axis.part, value)).collect()
    }

    /// The first combination: inputs, which of their bits, and these.
    pub(super) fn first(&self) -> Option<Vec<(Part, u64)>> {
        let values = values_of(&self.axes, *self.rows.first()?);
        Some(self.axes.iter().zip(values).map(|(axis, value)| (axis.part, value)).collect())
    }
}

/// What each axis is in a combination.
fn values_of(axes: &[Axis], row: Row) -> [u64; MOST_PARTS] {
    let mut values = [0; MOST_PARTS];
    for (axis, value) in axes.iter().zip(&mut values) {
        *value = axis.value(row);
    }
    values
}

/// What an input is in each of these combinations. Others do not count.
fn fill(axes: &[Axis], rows: &[Row], input: u32, values: &mut [u64]) {
    let Some(axis) = axes.iter().find(|axis| axis.part.input == input) else { return values.fill(0) };
    for (value, &row) in values.iter_mut().zip(rows) {
        *value = axis.value(row);
    }
}

/// What an input is in a combination. Others do not count.
fn value_of(axes: &[Axis], values: &[u64; MOST_PARTS], input: u32) -> u64 {
    axes.iter().position(|axis| axis.part.input == input).map_or(0, |at| values[at])
}
