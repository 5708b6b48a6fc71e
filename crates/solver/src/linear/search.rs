//! From a point within all bounds to a model: whole numbers that avoid what is forbidden, or the proof of none.
//!
//! Nearly always the point is a model already, for sums with coefficients of ±1 meet in whole numbers, or it takes
//! little to make it one (`whole.rs`). A broken disequality is dodged by a small step of one quantity of the basis,
//! which leaves the others alone. Otherwise the problem is split, `x <= 3` or `x >= 4` (branch and bound),
//! `f <= b - 1` or `f >= b + 1`, into cases that are bounds for as long as the search is below them.
//!
//! A core that does not mention a case skips the other one (backjumping); when both fail, their cores together
//! explain the level above. Variables are bounded, so the search ends, but not always soon: hence the budget.

use super::bound::{AXIOM, Change, Origin, Side};
use super::form::{ABSENT, Quantity};
use super::simplex::{GaveUp, Outcome};
use super::{Answer, Linear};

/// Origins from here on are cases: this plus the number of the frame.
pub(super) const CASE: Origin = 1 << 31;

/// So many variables, forms and disequalities can be looked at for one of the budget.
const LOOK: usize = 512;

/// A quantity whose range is being split: at most `below`, or at least `above`.
#[derive(Clone, Debug)]
pub(super) struct Frame {
    quantity: Quantity,
    below: i64,
    above: i64,
    /// Which bound is tightened first.
    first_side: Side,
    /// The disequality that is split, or [`AXIOM`]: there is no whole number between 3 and 4.
    origin: Origin,
    /// The length of the trail before the split.
    trail: usize,
    /// Why the first case fails, without the case itself; none while it is being looked into.
    first: Option<Vec<Origin>>,
}

/// How a search goes on from a point within all bounds.
enum Next {
    /// The candidate is a model.
    Found,
    /// The core says why there is none.
    Contradiction,
    Split(Frame),
}

impl Linear {
    /// Looks for a model of everything. Pivots and cases cost one of the budget each, and more where there is much to look at.
    pub(super) fn search(&mut self, mut budget: u32) -> Answer {
        let start = self.trail.len();
        let mut frames = std::mem::take(&mut self.frames);
        let found = self.explore(&mut frames, &mut budget);
        frames.clear();
        self.frames = frames;
        self.undo_to(start);
        match found {
            Ok(true) => {
                self.adopt_candidate();
                Answer::Sat
            }
            Ok(false) => Answer::Unsat,
            Err(GaveUp::Budget) => Answer::Unknown,
            Err(GaveUp::Overflow) => {
                self.basis.reset(&mut self.forms);
                Answer::Unknown
            }
        }
    }

    /// Whether there is a model, then the candidate.
    fn explore(&mut self, frames: &mut Vec<Frame>, budget: &mut u32) -> Result<bool, GaveUp> {
        // From the model, since it satisfies all but the latest assertions. Where the last search ended is no
        // better a start: its assertions may be undone.
        self.basis.start_from(&self.model, &self.forms)?;
        self.confine_all()?;
        let mut tried_cube = false;
        loop {
            let next = match self.mend(budget)? {
                Outcome::Conflict => Next::Contradiction,
                Outcome::Mended if self.is_whole() => self.avoid_equal(budget)?,
                Outcome::Mended if self.rounds() => Next::Found,
                Outcome::Mended if !tried_cube => {
                    tried_cube = true;
                    if self.holds_cube(budget)? {
                        return Ok(true);
                    }
                    continue;
                }
                Outcome::Mended if self.indivisible()? => Next::Contradiction,
                Outcome::Mended => Next::Split(self.split_fraction()),
            };
            let open = match next {
                Next::Found => return Ok(true),
                Next::Contradiction => self.backjump(frames),
                Next::Split(frame) => {
                    frames.push(frame);
                    true
                }
            };
            if !(open && self.descend(frames, budget)?) {
                return Ok(false);
            }
        }
    }

    /// Brings the quantities of the basis back within their bounds.
    pub(super) fn confine_all(&mut self) -> Result<(), GaveUp> {
        (0..self.basis.slots.len()).try_for_each(|slot| self.confine(slot))
    }

    fn confine(&mut self, slot: usize) -> Result<(), GaveUp> {
        let (value, range) = (self.basis.values[slot], self.range(self.basis.slots[slot]));
        let within = value.clamp(range.lower.at, range.upper.at);
        if within != value {
            self.basis.shift(slot, within)?;
        }
        Ok(())
    }

    /// Takes the next case that does not fail at once, or returns that none is left.
    fn descend(&mut self, frames: &mut Vec<Frame>, budget: &mut u32) -> Result<bool, GaveUp> {
        loop {
            *budget = budget.checked_sub(1 + self.toll()).ok_or(GaveUp::Budget)?;
            let number = frames.len() - 1;
            let Frame { quantity, below, above, first_side, ref first, .. } = frames[number];
            let side = if first.is_none() { first_side } else { first_side.opposite() };
            let at = if side == Side::Upper { below } else { above };
            if self.tighten(quantity, side, at, CASE + number as Origin).is_ok() {
                let slot = self.basis.slot(quantity, &self.forms);
                if slot != ABSENT {
                    self.confine(slot as usize)?;
                }
                return Ok(true);
            }
            if !self.backjump(frames) {
                return Ok(false);
            }
        }
    }

    /// Goes back to the last case that the core mentions and has an alternative, or returns that there is none.
    fn backjump(&mut self, frames: &mut Vec<Frame>) -> bool {
        loop {
            let case = self.core.iter().copied().max().filter(|&origin| origin >= CASE);
            let Some(case) = case else { return false };
            frames.truncate((case - CASE) as usize + 1);
            let frame = frames.last_mut().expect("the core's cases are open");
            let trail = frame.trail;
            self.core.retain(|&origin| origin != case);
            let Some(first) = frame.first.take() else {
                frame.first = Some(self.core.clone());
                self.undo_to(trail);
                return true;
            };
            self.core.extend(first);
            self.core.extend(Some(frame.origin).filter(|&origin| origin != AXIOM));
            self.core.sort_unstable();
            self.core.dedup();
            frames.pop();
            self.undo_to(trail);
        }
    }

    /// The first variable with a fraction, split around it; the nearer whole number first.
    fn split_fraction(&self) -> Frame {
        let denominator = self.basis.denominator;
        let fraction = |x: &i64| x % denominator != 0;
        let variable = self.basis.point.iter().position(fraction).expect("the point is not whole");
        let x = self.basis.point[variable];
        let below = x.div_euclid(denominator);
        let near_below = x.rem_euclid(denominator) <= denominator / 2;
        Frame {
            quantity: Quantity::Variable(variable as u32),
            below,
            above: below + 1,
            first_side: if near_below { Side::Upper } else { Side::Lower },
            origin: AXIOM,
            trail: self.trail.len(),
            first: None,
        }
    }

    /// Moves the candidate, which is the point, away from what disequalities forbid, or splits one.
    fn avoid_equal(&mut self, budget: &mut u32) -> Result<Next, GaveUp> {
        while let Some(&number) = self.unequal.iter().find(|&&number| self.is_equal(number)) {
            let claim = self.claims[number as usize];
            let slot = self.basis.slot(claim.quantity, &self.forms);
            if slot == ABSENT {
                self.basis.express(claim.quantity, &self.forms)?;
            } else {
                self.basis.support.clear();
                self.basis.support.push(slot);
            }
            if !self.dodge(budget)? {
                let (below, above) = (claim.bound.checked_sub(1), claim.bound.checked_add(1));
                let (Some(below), Some(above)) = (below, above) else { return Err(GaveUp::Overflow) };
                let (quantity, trail) = (claim.quantity, self.trail.len());
                let first_side = Side::Lower;
                return Ok(Next::Split(Frame {
                    quantity,
                    below,
                    above,
                    first_side,
                    origin: number,
                    trail,
                    first: None,
                }));
            }
        }
        Ok(Next::Found)
    }

    /// Moves the point and the candidate by a step along one of the slots in the support, such that they break
    /// fewer disequalities and no bound.
    fn dodge(&mut self, budget: &mut u32) -> Result<bool, GaveUp> {
        let (equal, denominator) = (self.count_equal(), self.basis.denominator);
        for at in 0..self.basis.support.len() {
            let slot = self.basis.support[at] as usize;
            if denominator != 1 && self.basis.rows().any(|row| row.entries[slot] % denominator != 0) {
                continue;
            }
            for step in [1, -1] {
                if self.room(slot, step > 0) == 0 {
                    continue;
                }
                *budget = budget.checked_sub(self.toll()).ok_or(GaveUp::Budget)?;
                let old = self.basis.values[slot];
                self.basis.shift(slot, old + step)?;
                if self.is_whole() && self.candidate_is_within() && self.count_equal() < equal {
                    return Ok(true);
                }
                self.basis.shift(slot, old)?;
            }
        }
        Ok(false)
    }

    /// What it costs of the budget to look at everything once: nothing, unless there is much.
    pub(super) fn toll(&self) -> u32 {
        ((self.ranges.len() + self.forms.active.len() + self.unequal.len()) / LOOK) as u32
    }

    /// Whether the candidate breaks a disequality.
    fn is_equal(&self, number: Origin) -> bool {
        !self.holds(number as usize, &self.candidate)
    }

    /// How many disequalities the candidate breaks.
    pub(super) fn count_equal(&self) -> usize {
        self.unequal.iter().filter(|&&number| self.is_equal(number)).count()
    }

    /// Makes the candidate the model.
    fn adopt_candidate(&mut self) {
        let start = self.saved.len();
        self.saved.extend_from_slice(&self.model);
        self.trail.push(Change::Model { start, settled: self.settled });
        self.model.clone_from(&self.candidate);
        self.settled = self.claims.len();
        debug_assert!(
            (0..self.claims.len()).all(|claim| self.holds(claim, &self.model)),
            "a model that breaks an assertion"
        );
    }
}
