//! Bounds of variables and forms, and the trail that undoes them.
//!
//! Undo takes back bounds and nothing of the tableau: whatever satisfied the tighter bounds satisfies the looser
//! ones. The model is taken back, too, though the later one would still do: an explorer that flips a condition,
//! looks at everything below and undoes it finds the model again on the side from which it came, so that the
//! other side costs nothing. It is a copy of a few dozen numbers for each time that the model moved.

use super::form::Quantity;
use super::{Conflict, Linear};

/// What a bound comes from: an assertion's number, a case ([`super::search`]), or [`AXIOM`].
pub(super) type Origin = u32;

/// The origin of a variable's declared range, which no core mentions. A form has no declared range: where its
/// bound has this origin, there is none.
pub(super) const AXIOM: Origin = u32::MAX;

/// Which of the two bounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Side {
    Lower,
    Upper,
}

impl Side {
    pub(super) fn opposite(self) -> Side {
        match self {
            Side::Lower => Side::Upper,
            Side::Upper => Side::Lower,
        }
    }

    /// Whether the value breaks a bound on this side.
    pub(super) fn breaks(self, value: i64, bound: i64) -> bool {
        match self {
            Side::Lower => value < bound,
            Side::Upper => value > bound,
        }
    }
}

/// An end of a range, included, and why.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bound {
    pub(super) at: i64,
    pub(super) origin: Origin,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Range {
    pub(super) lower: Bound,
    pub(super) upper: Bound,
}

impl Range {
    pub(super) const UNBOUNDED: Range = Range::declared(i64::MIN, i64::MAX);

    pub(super) const fn declared(lo: i64, hi: i64) -> Range {
        Range { lower: Bound { at: lo, origin: AXIOM }, upper: Bound { at: hi, origin: AXIOM } }
    }

    pub(super) fn get(&self, side: Side) -> Bound {
        match side {
            Side::Lower => self.lower,
            Side::Upper => self.upper,
        }
    }

    fn set(&mut self, side: Side, bound: Bound) {
        match side {
            Side::Lower => self.lower = bound,
            Side::Upper => self.upper = bound,
        }
    }

    pub(super) fn is_fixed(&self) -> bool {
        self.lower.at == self.upper.at
    }

    pub(super) fn is_unbounded(&self) -> bool {
        self.lower.origin == AXIOM && self.upper.origin == AXIOM
    }
}

/// A point in time to come back to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mark {
    trail: usize,
    variables: usize,
    assertions: usize,
}

/// One change, as what there was before.
#[derive(Clone, Copy, Debug)]
pub(super) enum Change {
    /// A quantity had this bound.
    Bound { quantity: Quantity, side: Side, old: Bound },
    /// There was another model, kept from this place on, and it satisfied so many assertions.
    Model { start: usize, settled: usize },
    /// No assertion was refuted when it was made.
    Refuted,
    /// One assertion less was beyond 64 bits.
    Beyond,
}

impl Linear {
    /// The present, for [`Linear::undo`].
    pub fn mark(&self) -> Mark {
        Mark { trail: self.trail.len(), variables: self.ranges.len(), assertions: self.claims.len() }
    }

    /// Back to a mark: variables and assertions made since are gone, and the model is one of those that are left, if
    /// there was one.
    ///
    /// Marks made since, too, are void.
    pub fn undo(&mut self, mark: Mark) {
        debug_assert!(mark.trail <= self.trail.len() && mark.variables <= self.ranges.len(), "a void mark");
        let oldest = self.undo_to(mark.trail);
        self.claims.truncate(mark.assertions);
        while self.unequal.last().is_some_and(|&number| number as usize >= mark.assertions) {
            self.unequal.pop();
        }
        self.settled = self.settled.min(mark.assertions);
        if let Some((start, settled)) = oldest {
            // The later model stays if it is known to satisfy more: it was found for assertions older than the mark.
            let settled = settled.min(mark.assertions);
            if settled >= self.settled {
                self.settled = settled;
                self.model.clear();
                self.model.extend_from_slice(&self.saved[start..start + mark.variables]);
            }
            self.saved.truncate(start);
        }
        if mark.variables < self.ranges.len() {
            self.ranges.truncate(mark.variables);
            self.model.truncate(mark.variables);
            self.basis.shrink(mark.variables, &mut self.forms);
        }
    }

    /// Undoes changes until the trail is this long. Returns where the oldest model on the way is, and how many
    /// assertions it satisfied.
    pub(super) fn undo_to(&mut self, length: usize) -> Option<(usize, usize)> {
        let mut oldest = None;
        while self.trail.len() > length {
            match self.trail.pop().expect("longer than some length") {
                Change::Bound { quantity, side, old } => {
                    let range = self.range_mut(quantity);
                    range.set(side, old);
                    if let Quantity::Form(form) = quantity
                        && range.is_unbounded()
                    {
                        let last = self.forms.active.pop();
                        debug_assert_eq!(last, Some(form), "bounds go in the opposite order of their coming");
                    }
                }
                Change::Model { start, settled } => oldest = Some((start, settled)),
                Change::Refuted => self.refuted.clear(),
                Change::Beyond => self.beyond -= 1,
            }
        }
        oldest
    }

    /// Tightens a bound. If the other one contradicts it, nothing changes and the core says why.
    pub(super) fn tighten(
        &mut self,
        quantity: Quantity,
        side: Side,
        at: i64,
        origin: Origin,
    ) -> Result<(), Conflict> {
        let range = self.range_mut(quantity);
        let (old, other) = (range.get(side), range.get(side.opposite()));
        let is_form = matches!(quantity, Quantity::Form(_));
        // The ends of 64 bits are bounds like any other when they are asserted of a form.
        let first = is_form && old.origin == AXIOM;
        if !first && !side.breaks(old.at, at) {
            return Ok(());
        }
        if side.breaks(other.at, at) {
            self.core.clear();
            self.core.extend([origin, other.origin].iter().filter(|&&origin| origin != AXIOM));
            return Err(Conflict);
        }
        let unbounded = range.is_unbounded();
        range.set(side, Bound { at, origin });
        if let Quantity::Form(form) = quantity
            && unbounded
        {
            self.forms.active.push(form);
        }
        self.trail.push(Change::Bound { quantity, side, old });
        Ok(())
    }

    pub(super) fn range(&self, quantity: Quantity) -> &Range {
        match quantity {
            Quantity::Variable(variable) => &self.ranges[variable as usize],
            Quantity::Form(form) => &self.forms.all[form as usize].range,
        }
    }

    fn range_mut(&mut self, quantity: Quantity) -> &mut Range {
        match quantity {
            Quantity::Variable(variable) => &mut self.ranges[variable as usize],
            Quantity::Form(form) => &mut self.forms.all[form as usize].range,
        }
    }
}
