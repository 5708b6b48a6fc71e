//! Tests that are not written yet, and which of them make a suite.

use std::cmp::Reverse;

use worstcase_explore::{Input, RunEnd};
use worstcase_machine::process::Costs;

use crate::suite::How;
use crate::trace::Trace;

/// An input, and what it costs.
#[derive(Clone, Debug)]
pub(crate) struct Costed {
    /// The input.
    pub(crate) input: Vec<Input>,
    /// What it costs.
    pub(crate) cost: i64,
    /// What decides between inputs that cost the same: all instructions of the run; or how much of its memory the program has used
    /// if memory counts, which grows in large steps.
    pub(crate) tie: u64,
    /// All instructions of its run.
    pub(crate) executed: u64,
}

impl Costed {
    /// What is compared.
    pub(crate) fn rank(&self) -> (i64, u64, u64) {
        (self.cost, self.tie, self.executed)
    }
}

/// A test that is not written yet.
pub(crate) struct Draft {
    pub(crate) costed: Costed,
    pub(crate) branches: u64,
    pub(crate) how: How,
    pub(crate) made_for: usize,
    pub(crate) trace: Trace,
    pub(crate) costs: Costs,
    pub(crate) end: RunEnd,
}

/// Tests that differ in less than this share of their decisions do the same.
const SAME: f64 = 1e-9;

/// What is not worth this share of the costliest is taken last, however much it differs.
const WORTHWHILE: f64 = 0.5;

/// As many tests as are wanted, as `in_order` has them; the costliest first.
pub(crate) fn best(drafts: Vec<Draft>, tests: usize, diverse: bool) -> Vec<Draft> {
    let mut kept = in_order(drafts, tests, diverse);
    kept.sort_by_key(|draft| Reverse(draft.costed.rank()));
    kept
}

/// How many of them are worth being tests, beside the costliest.
pub(crate) fn worthwhile<'d>(drafts: impl Iterator<Item = &'d Draft> + Clone) -> usize {
    let least = least(drafts.clone());
    drafts.filter(|draft| draft.costed.cost as f64 >= least).count()
}

/// The least cost that is worthwhile.
fn least<'d>(drafts: impl Iterator<Item = &'d Draft>) -> f64 {
    drafts.map(|draft| draft.costed.cost as f64).fold(0.0, f64::max) * WORTHWHILE
}

/// So many of these tests: the costliest first; and if they have to differ, then those that cost much and differ from all that
/// are there.
pub(crate) fn in_order(drafts: Vec<Draft>, count: usize, diverse: bool) -> Vec<Draft> {
    let mut left = drafts;
    if !diverse {
        left.truncate(count);
        return left;
    }
    let mut kept: Vec<Draft> = Vec::new();
    let least = least(left.iter());
    // How far each is from the nearest that is kept.
    let mut apart = vec![1.0f64; left.len()];
    while kept.len() < count && !left.is_empty() {
        let worth = |at: usize| {
            let cost = left[at].costed.cost as f64;
            (cost >= least, cost * apart[at].sqrt())
        };
        let best = (0..left.len()).fold(0, |best, at| if worth(at) > worth(best) { at } else { best });
        apart.remove(best);
        let next = left.remove(best);
        for (apart, draft) in apart.iter_mut().zip(&left) {
            *apart = apart.min(next.trace.difference(&draft.trace));
        }
        kept.push(next);
    }
    kept
}

/// Tests that do something that no costlier one does, the costliest first.
pub(crate) fn distinct(mut drafts: Vec<Draft>) -> Vec<Draft> {
    drafts.sort_by_key(|draft| Reverse(draft.costed.rank()));
    let mut kept: Vec<Draft> = Vec::new();
    for draft in drafts {
        if kept.iter().all(|other| other.trace.difference(&draft.trace) > SAME) {
            kept.push(draft);
        }
    }
    kept
}
