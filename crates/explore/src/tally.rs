//! What an exploration has seen, in numbers.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicI64, AtomicU64, Ordering};

use worstcase_program::Pc;

/// How often something happened at each place of a program.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Places(BTreeMap<Pc, u64>);

impl Places {
    pub(crate) fn add(&mut self, at: Option<Pc>) {
        if let Some(at) = at {
            *self.0.entry(at).or_default() += 1;
        }
    }

    fn merge(&mut self, other: &Places) {
        for (&at, times) in &other.0 {
            *self.0.entry(at).or_default() += times;
        }
    }

    /// The places with how often, in the order of the program.
    pub fn iter(&self) -> impl Iterator<Item = (Pc, u64)> {
        self.0.iter().map(|(&at, &times)| (at, times))
    }
}

/// What an exploration has seen.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Paths that ended.
    pub paths: u64,
    /// Paths that an assumption dropped.
    pub dropped: u64,
    /// Paths that were given up because they took a side that is avoided.
    pub avoided: u64,
    /// Paths that a limit cut off.
    pub cut_off: u64,
    /// Decisions of which only one side was followed because the solver gave up on the other.
    pub undecided: u64,
    /// Where they are.
    pub undecided_at: Places,
    /// Values that were fixed to one because there were too many.
    pub pinned: u64,
    /// Where that was.
    pub pinned_at: Places,
    /// Questions to the solver.
    pub questions: u64,
    /// Questions that needed more than the solver's own layers.
    pub calls: u64,
    /// What the solver's own layers had to do, beyond what every question takes.
    pub steps: u64,
    /// The most decisions about inputs on one path.
    pub depth: u64,
    /// Whether it was stopped before it was done.
    pub stopped: bool,
}

impl Tally {
    /// Whether every feasible path was seen to its end.
    pub fn is_complete(&self) -> bool {
        self.cut_off == 0 && self.undecided == 0 && self.pinned == 0 && !self.stopped
    }

    pub(crate) fn merge(&mut self, other: &Tally) {
        self.paths += other.paths;
        self.dropped += other.dropped;
        self.avoided += other.avoided;
        self.cut_off += other.cut_off;
        self.undecided += other.undecided;
        self.undecided_at.merge(&other.undecided_at);
        self.pinned += other.pinned;
        self.pinned_at.merge(&other.pinned_at);
        self.questions += other.questions;
        self.calls += other.calls;
        self.steps += other.steps;
        self.depth = self.depth.max(other.depth);
        self.stopped |= other.stopped;
    }
}

/// How far an exploration is, for others to look at while it goes on, and a way to stop it.
#[derive(Debug)]
pub struct Watch {
    /// Paths so far, about.
    pub paths: AtomicU64,
    /// The depth reached so far.
    pub depth: AtomicU64,
    /// The greatest cost so far, of whatever the visitor counts.
    pub worst: AtomicI64,
    stop: Arc<AtomicBool>,
}

impl Default for Watch {
    fn default() -> Self {
        Watch {
            paths: AtomicU64::new(0),
            depth: AtomicU64::new(0),
            worst: AtomicI64::new(i64::MIN),
            stop: Arc::new(AtomicBool::new(false)),
        }
    }
}

impl Watch {
    /// One that is stopped when another is, and counts for itself: for a part of what the other watches.
    pub fn within(other: &Watch) -> Watch {
        Watch { stop: other.stop.clone(), ..Watch::default() }
    }

    /// Asks for an end soon.
    pub fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// What is set once an end is asked for.
    pub(crate) fn flag(&self) -> Arc<AtomicBool> {
        self.stop.clone()
    }

    /// Whether an end was asked for.
    pub fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }
}
