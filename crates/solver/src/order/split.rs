//! The search through the cases of disequalities, for when no small step helps.
//!
//! `x - y != c` is `x - y <= c - 1` or `x - y >= c + 1`. Each case is a constraint of the graph for as long as
//! the search stays below it, so its model is mended by the same waves, and a case that fails has a core. A
//! core that does not mention the case skips the other one: it would fail for the same reason (backjumping, as
//! in every modern SAT solver; learning clauses, the other half, pays only for harder problems than paths
//! pose). When both fail, their cores together, with the disequality for the two cases, explain the level above.
//!
//! All-different over a range too small for it (the pigeon-hole problem) is exponential this way; hence the budget,
//! and [`Answer::Unknown`]. The search never recurses: its frames are a vector.

use super::graph::{Origin, Wide};
use super::trail::Change;
use super::unequal::Differ;
use super::{Answer, Conflict, Order};

/// Cases that an assertion looks into by itself, where [`Order::check`] has a budget of its caller. Two bytes that
/// are equal to each other and to none of several hundred constants are well within it.
const EAGER: u32 = 1000;

/// A case whose waves look at so many nodes counts for another one: long paths have thousands of variables that hang together.
const WAVE: u64 = 64;

/// Origins from here on are cases: this plus the number of the frame.
pub(super) const CASE: Origin = 1 << 31;

/// A disequality that is being split.
#[derive(Clone, Debug)]
pub(super) struct Frame {
    differ: Differ,
    /// The length of the trail before the split.
    trail: usize,
    /// Why the first case fails, without the case itself; none while it is being looked into.
    first: Option<Vec<Origin>>,
}

impl Order {
    /// Lets the model satisfy all disequalities again after the changes since the trail was this long.
    ///
    /// On a conflict, takes these changes back. If the model was not settled before, it is left alone: the search
    /// failed already with fewer assertions.
    #[inline]
    pub(super) fn resettle(&mut self, start: usize) -> Result<(), Conflict> {
        if self.unequal.all.is_empty() || !self.settled || !self.disturbed(start) {
            return Ok(());
        }
        if self.hop_all(start) {
            return Ok(());
        }
        match self.search(EAGER) {
            Answer::Sat => Ok(()),
            Answer::Unsat => {
                self.undo_to(start);
                Err(Conflict)
            }
            Answer::Unknown => {
                self.set_settled(false);
                Ok(())
            }
        }
    }

    /// Mends the disequalities that changes since the trail was this long broke, none being broken before, by small
    /// steps. Looks only at those of variables that moved. Returns whether that was enough.
    fn hop_all(&mut self, start: usize) -> bool {
        let mut place = start;
        while let Some(change) = self.trail.get(place) {
            let broken = match *change {
                Change::Value { node, .. } => {
                    self.unequal.near(node).find(|differ| self.broken(differ)).copied()
                }
                Change::Unequal => self.unequal.all.last().filter(|differ| self.broken(differ)).copied(),
                _ => None,
            };
            match broken {
                None => place += 1,
                Some(differ) if self.hop(differ) => {}
                Some(_) => return false,
            }
        }
        debug_assert!(self.model_holds(), "a model that breaks an assertion");
        true
    }

    /// Looks for a model of everything. If there is none, or the budget of cases runs out, nothing changes.
    pub(super) fn search(&mut self, mut budget: u32) -> Answer {
        let start = self.trail.len();
        let mut frames = std::mem::take(&mut self.frames);
        let mut next = 0;
        let answer = loop {
            let Some(found) = self.next_broken(next) else { break Answer::Sat };
            next = found;
            let differ = self.unequal.all[found];
            if self.hop(differ) {
                continue;
            }
            if differ.c == i64::MIN && differ.y != 0 {
                break Answer::Unknown; // `c - 1` is no 64-bit number, so the graph can't hold that case.
            }
            frames.push(Frame { differ, trail: self.trail.len(), first: None });
            if !self.descend(&mut frames, &mut budget) {
                break if frames.is_empty() { Answer::Unsat } else { Answer::Unknown };
            }
        };
        if answer != Answer::Sat {
            self.undo_to(start);
        } else if !frames.is_empty() {
            self.drop_cases(start);
        }
        frames.clear();
        self.frames = frames;
        debug_assert!(answer != Answer::Sat || self.model_holds(), "a model that breaks an assertion");
        answer
    }

    /// Takes the next case that does not fail at once. If there is none, no frame is left; else the budget ran out.
    fn descend(&mut self, frames: &mut Vec<Frame>, budget: &mut u32) -> bool {
        loop {
            if *budget == 0 {
                return false;
            }
            *budget -= 1;
            let number = frames.len() - 1;
            let Differ { x, y, c, .. } = frames[number].differ;
            let origin = CASE + number as Origin;
            let before = self.repair.looked_at;
            // Up first: values start low, so that is where there is room.
            let outcome = if frames[number].first.is_none() {
                self.constrain(y, x, -Wide::from(c) - 1, origin)
            } else {
                self.constrain(x, y, Wide::from(c) - 1, origin)
            };
            let waves = (self.repair.looked_at - before) / WAVE;
            *budget = budget.saturating_sub(waves.try_into().unwrap_or(u32::MAX));
            if outcome.is_ok() {
                return true;
            }
            self.backjump(frames);
            if frames.is_empty() {
                return false;
            }
        }
    }

    /// Goes back to the last case that the core mentions and has an alternative.
    fn backjump(&mut self, frames: &mut Vec<Frame>) {
        loop {
            let case = self.core.iter().copied().max().filter(|&origin| origin >= CASE);
            let Some(case) = case else {
                frames.clear();
                return;
            };
            frames.truncate((case - CASE) as usize + 1);
            let frame = frames.last_mut().expect("the core's cases are open");
            let trail = frame.trail;
            self.core.retain(|&origin| origin != case);
            let first = frame.first.take();
            if let Some(first) = first {
                self.core.extend(first);
                self.core.push(frame.differ.origin);
                self.core.sort_unstable();
                self.core.dedup();
                frames.pop();
                self.undo_to(trail);
            } else {
                frame.first = Some(self.core.clone());
                self.undo_to(trail);
                return;
            }
        }
    }

    /// Removes the constraints of the cases, but keeps the model.
    fn drop_cases(&mut self, start: usize) {
        let model = self.values.clone();
        self.undo_to(start);
        self.move_to(&model);
    }

    /// Makes these values, zero's first, the model.
    pub(super) fn move_to(&mut self, model: &[i64]) {
        for (node, &value) in model.iter().enumerate() {
            if self.values[node] != value {
                self.set_value(node as u32, value.into());
            }
        }
    }

    /// A disequality that the model breaks, from this number on and around.
    fn next_broken(&self, from: usize) -> Option<usize> {
        let all = &self.unequal.all;
        (from..all.len()).chain(0..from).find(|&number| self.broken(&all[number]))
    }

    /// Whether the model satisfies everything: evaluated, not believed.
    pub(super) fn model_holds(&self) -> bool {
        self.holds_in(&self.values)
    }

    /// Whether these values, zero's first, satisfy everything.
    pub(super) fn holds_in(&self, values: &[i64]) -> bool {
        let apart = |x: usize, y: usize| Wide::from(values[x]) - Wide::from(values[y]);
        let in_range =
            |(value, range): (&i64, &super::graph::Range)| (range.lower..=range.upper).contains(value);
        values.iter().zip(&self.graph.ranges).all(in_range)
            && (0..values.len()).all(|x| {
                self.graph.rising[x].iter().all(|arc| apart(x, arc.node as usize) <= Wide::from(arc.most))
            })
            && self.unequal.all.iter().all(|d| apart(d.x as usize, d.y as usize) != Wide::from(d.c))
    }
}
