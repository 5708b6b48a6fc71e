//! Tables of inputs that are too many to try all combinations: put together input by input.
//!
//! Four bytes have 2^32 combinations. But where three of them hash to a number that is known, or two have to be equal, few of
//! these are left. So inputs are added one after the other, and every condition is tried as soon as all inputs that it
//! depends on are there: next come those for which the fewest combinations have to be tried until one more condition can be.

use worstcase_term::{MOST_MODELS, TermId, Terms};

use super::super::reach::Part;
use super::{Axis, Row, Small, Table, axes_of, fill, value_of, values_of};

/// The most combinations that are left at any time.
const MOST_ROWS: usize = 1 << 18;

/// A condition, and the inputs that it depends on.
#[derive(Clone, Debug)]
pub(in super::super) struct Condition {
    pub(in super::super) term: TermId,
    pub(in super::super) inputs: Vec<u32>,
}

/// How many combinations may still be tried.
#[derive(Clone, Copy, Debug)]
pub(in super::super) struct Tries(pub(in super::super) usize);

impl Tries {
    /// Takes so many, if there are as many.
    fn take(&mut self, count: usize) -> Option<()> {
        self.0 = self.0.checked_sub(count)?;
        Some(())
    }
}

/// A table that is being put together.
struct Draft<'a> {
    axes: Vec<Axis>,
    is_there: Vec<bool>,
    rows: Vec<Row>,
    /// Conditions that were not tried yet.
    open: Vec<&'a Condition>,
}

impl Small {
    /// The combinations of the values of some parts, ascending by input, for which conditions hold: the first so many facts,
    /// as far as they are about these parts. None if there are too many, or if that takes too many tries.
    pub(in super::super) fn join(
        &mut self,
        terms: &Terms,
        domains: Vec<(Part, Vec<u64>)>,
        (conditions, facts): (&[Condition], usize),
        tries: &mut Tries,
    ) -> Option<Table> {
        let axes = axes_of(domains)?;
        let is_there = vec![false; axes.len()];
        let mut draft = Draft { axes, is_there, rows: vec![0], open: conditions.iter().collect() };
        self.narrow(terms, &mut draft);
        if draft.axes.iter().any(|axis| axis.values.is_empty()) {
            draft.rows.clear();
            draft.is_there.fill(true);
        }
        while let Some(at) = draft.next_axis() {
            self.add_axis(terms, &mut draft, at, tries)?;
        }
        // Rows in order make what is found independent of how they were put together.
        draft.rows.sort_unstable();
        Some(Table { axes: draft.axes.into(), rows: draft.rows.into(), facts, relies_on: facts })
    }

    /// Leaves only those values of each axis for which the conditions on it alone hold.
    fn narrow(&mut self, terms: &Terms, draft: &mut Draft<'_>) {
        let Draft { axes, open, .. } = draft;
        let evaluator = &mut self.evaluator;
        for axis in axes {
            let own = open.iter().filter(|condition| condition.inputs == [axis.part.input]);
            let own: Vec<TermId> = own.map(|condition| condition.term).collect();
            axis.values.retain(|&value| {
                let model = |_| value;
                let mut valuation = evaluator.under(terms, &model);
                own.iter().all(|&condition| valuation.holds(condition))
            });
        }
        open.retain(|condition| condition.inputs.len() > 1);
    }

    /// Combines the rows with all values of one more axis, and keeps those for which the conditions hold that can be tried now.
    fn add_axis(&mut self, terms: &Terms, draft: &mut Draft<'_>, at: usize, tries: &mut Tries) -> Option<()> {
        draft.is_there[at] = true;
        let ready = draft.take_ready();
        let count = draft.rows.len().checked_mul(draft.axes[at].values.len())?;
        if ready.is_empty() && count > MOST_ROWS {
            return None;
        }
        tries.take(count)?;
        let (rows, axes) = (std::mem::take(&mut draft.rows), &draft.axes);
        let (shift, values) = (axes[at].shift, axes[at].values.len() as Row);
        let mut tried = rows.iter().flat_map(|&row| (0..values).map(move |place| row | place << shift));
        let mut chunk = Vec::with_capacity(MOST_MODELS);
        loop {
            chunk.clear();
            chunk.extend(tried.by_ref().take(MOST_MODELS));
            if chunk.is_empty() {
                return Some(());
            }
            if self.is_stopped() {
                return None;
            }
            self.keep(terms, axes, &mut chunk, &ready);
            draft.rows.extend(&chunk);
            if draft.rows.len() > MOST_ROWS {
                return None;
            }
        }
    }

    /// Keeps those rows for which conditions hold.
    fn keep(&mut self, terms: &Terms, axes: &[Axis], rows: &mut Vec<Row>, conditions: &[TermId]) {
        if let Some(mut batch) = self.columns.batch(terms, conditions) {
            batch.run(rows.len(), |input, values| fill(axes, rows, input, values));
            let mut at = 0;
            rows.retain(|_| {
                at += 1;
                (0..conditions.len()).all(|condition| batch.values(condition)[at - 1] != 0)
            });
            return;
        }
        let evaluator = &mut self.evaluator;
        rows.retain(|&row| {
            let values = values_of(axes, row);
            let model = |input| value_of(axes, &values, input);
            let mut valuation = evaluator.under(terms, &model);
            conditions.iter().all(|&condition| valuation.holds(condition))
        });
    }
}

impl Draft<'_> {
    /// The places of the inputs that a condition depends on and that are not there.
    fn lacking(&self, condition: &Condition) -> Vec<usize> {
        let lacks = |&(axis, is_there): &(&Axis, &bool)| {
            !is_there && condition.inputs.binary_search(&axis.part.input).is_ok()
        };
        let axes = self.axes.iter().zip(&self.is_there).enumerate();
        axes.filter(|(_, axis)| lacks(axis)).map(|(at, _)| at).collect()
    }

    /// The axis to add next: of those that the condition lacks which can be tried soonest, the one with the fewest values. When
    /// no condition is left, any.
    fn next_axis(&self) -> Option<usize> {
        let size = |&at: &usize| self.axes[at].values.len();
        let combinations = |lacking: &Vec<usize>| lacking.iter().map(size).fold(1, usize::saturating_mul);
        let lacking = self.open.iter().map(|condition| self.lacking(condition));
        let soonest = lacking.min_by_key(|lacking| combinations(lacking));
        let among = soonest.unwrap_or_else(|| (0..self.axes.len()).collect());
        among.into_iter().filter(|&at| !self.is_there[at]).min_by_key(size)
    }

    /// The conditions that lack nothing any more.
    fn take_ready(&mut self) -> Vec<TermId> {
        let open = std::mem::take(&mut self.open);
        let (lacking, ready): (Vec<_>, Vec<_>) =
            open.into_iter().partition(|condition| !self.lacking(condition).is_empty());
        self.open = lacking;
        ready.into_iter().map(|condition| condition.term).collect()
    }
}
