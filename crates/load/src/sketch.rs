//! How different paths are: what share of their decisions they do not have in common.
//!
//! A path's decisions are counted by conditional, by side, and by which part of the path they are in. Two paths differ
//! in as many as they would have to change. While a search goes on, each stretch is counted as it ends.

use std::collections::BTreeMap;

use worstcase_explore::{Decision, Reply};
use worstcase_program::Pc;

/// How often a stretch of a path went which way.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sketch {
    counts: BTreeMap<(Pc, bool), u64>,
    all: u64,
}

impl Sketch {
    /// The decisions of a stretch.
    pub fn of(decisions: &[Decision]) -> Sketch {
        let mut sketch = Sketch::default();
        for decision in decisions {
            if let (Some(at), Reply::Truth(side)) = (decision.at, &decision.reply) {
                *sketch.counts.entry((at, *side)).or_default() += 1;
                sketch.all += 1;
            }
        }
        sketch
    }

    /// How many decisions two stretches differ in, and how many there are to differ in.
    pub fn difference(&self, other: &Sketch) -> (u64, u64) {
        let own = self.counts.iter().map(|(place, count)| (count, other.counts.get(place).unwrap_or(&0)));
        let common: u64 = own.map(|(own, theirs)| *own.min(theirs)).sum();
        let most = self.all.max(other.all);
        (most - common, most)
    }
}

/// How different two paths are, stretch by stretch.
#[derive(Clone, Copy, Debug, Default)]
pub struct Apart {
    /// Decisions in which they differ.
    pub differ: u64,
    /// All decisions.
    pub all: u64,
}

impl Apart {
    /// The share in which they differ.
    pub fn share(self) -> f64 {
        self.differ as f64 / self.all.max(1) as f64
    }

    /// What it comes to after another stretch of each.
    pub fn and(self, own: &Sketch, theirs: &Sketch) -> Apart {
        let (differ, all) = own.difference(theirs);
        Apart { differ: self.differ + differ, all: self.all + all }
    }
}
