//! What was decided on the way to a state, shared by all states that come after it.
//!
//! A state's own part is what came since the state before it. So to keep a state costs as much as its last decisions, and
//! to go from one to another costs as much as what lies between them.

use std::sync::Arc;

use worstcase_machine::process::{Asked, Output};
use worstcase_machine::symbolic::{Settled, Symbol, SymbolByte};

use crate::path::Decision;

/// The last decisions on the way to a state, and all before them.
pub(crate) struct History {
    before: Option<Arc<History>>,
    /// How much there is in all.
    pub(crate) reached: Reached,
    pub(crate) own: Segment,
}

/// How much there is of everything that decisions bring.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Reached {
    /// Segments.
    depth: usize,
    pub(crate) settled: usize,
    pub(crate) decisions: usize,
    /// Decisions that were open.
    pub(crate) open: usize,
    /// What the solver was told.
    pub(crate) facts: usize,
    pub(crate) inputs: usize,
    pub(crate) outputs: usize,
}

/// A part of a path.
#[derive(Default)]
pub(crate) struct Segment {
    pub(crate) settled: Vec<Settled>,
    pub(crate) decisions: Vec<Decision>,
    pub(crate) asked: Vec<Asked>,
    pub(crate) outputs: Vec<Output<Symbol, SymbolByte>>,
}

impl Segment {
    fn bytes(&self) -> usize {
        size_of::<History>()
            + self.settled.len() * size_of::<Settled>()
            + self.decisions.len() * size_of::<Decision>()
            + self.asked.len() * size_of::<Asked>()
            + self.outputs.len() * size_of::<Output<Symbol, SymbolByte>>()
    }
}

impl History {
    /// Nothing but the inputs that are there from the beginning.
    pub(crate) fn beginning(asked: &[Asked]) -> Arc<History> {
        History::after(None, Segment { asked: asked.to_vec(), ..Segment::default() })
    }

    /// What comes after some history.
    pub(crate) fn after(before: Option<Arc<History>>, own: Segment) -> Arc<History> {
        let then = before.as_ref().map_or(Reached::default(), |before| before.reached);
        let count = |is: fn(&Decision) -> bool| own.decisions.iter().filter(|decision| is(decision)).count();
        let reached = Reached {
            depth: then.depth + 1,
            settled: then.settled + own.settled.len(),
            decisions: then.decisions + own.decisions.len(),
            open: then.open + count(|decision| decision.open),
            facts: then.facts + count(|decision| decision.fact.is_some()),
            inputs: then.inputs + own.asked.len(),
            outputs: then.outputs + own.outputs.len(),
        };
        Arc::new(History { before, reached, own })
    }

    /// The last that two have in common, if they began together.
    pub(crate) fn common(a: &Arc<History>, b: &Arc<History>) -> Option<Arc<History>> {
        let (mut a, mut b) = (a, b);
        while !Arc::ptr_eq(a, b) {
            if a.reached.depth >= b.reached.depth {
                a = a.before.as_ref()?;
            } else {
                b = b.before.as_ref()?;
            }
        }
        Some(a.clone())
    }

    /// What came after an earlier one, in order; everything, if there is none.
    pub(crate) fn since(self: &Arc<Self>, earlier: Option<&Arc<History>>) -> Vec<Arc<History>> {
        let mut since = Vec::new();
        let mut at = Some(self);
        while let Some(history) = at
            && !earlier.is_some_and(|earlier| Arc::ptr_eq(history, earlier))
        {
            since.push(history.clone());
            at = history.before.as_ref();
        }
        since.reverse();
        since
    }

    /// About how many bytes of the host's memory its own part takes.
    pub(crate) fn bytes(&self) -> usize {
        self.own.bytes()
    }
}

impl Drop for History {
    /// One after the other: a path of a million segments would take as many calls.
    fn drop(&mut self) {
        let mut before = self.before.take();
        while let Some(history) = before {
            before = Arc::into_inner(history).and_then(|mut history| history.before.take());
        }
    }
}
