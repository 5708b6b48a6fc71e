//! Mends a point until it satisfies all bounds, or finds bounds that contradict each other; fractions allowed.
//!
//! The method is that of Dutertre and de Moura, "A Fast Linear-Arithmetic Solver for DPLL(T)" (CAV 2006),
//! section 3: quantities in the basis are within their bounds at all times. One outside that breaks a bound takes
//! the slot of one that can still give way, and the bound as its value. If none can, their bounds imply that it
//! stays broken: these are the conflict.
//!
//! Which quantity and which slot is free to choose. What breaks its bound by most goes first: any other choice
//! that was tried took several times as many pivots. For the slot see [`Rule`].

use super::Linear;
use super::bound::{AXIOM, Origin, Range, Side};
use super::form::{ABSENT, Quantity, dot, dot_wide};
use super::number::{Overflow, fits};

/// What came of mending.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Outcome {
    /// The point satisfies all bounds.
    Mended,
    /// It can't: the core says why.
    Conflict,
}

/// Why nothing was found out.
#[derive(Clone, Copy, Debug)]
pub(super) enum GaveUp {
    Budget,
    /// The basis has to be reset.
    Overflow,
}

impl From<Overflow> for GaveUp {
    fn from(_: Overflow) -> GaveUp {
        GaveUp::Overflow
    }
}

/// How to choose the slot that gives way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Rule {
    /// One that keeps whole numbers whole and need not be mended in its turn; of those, one on which few variables
    /// depend. Paths of real programs rarely need anything else.
    Whole,
    /// The one that moves the broken quantity the fastest. In long sums at random, it takes a third of the pivots.
    Fast,
    /// The least. The others may go in circles; this one, with the least quantity, can't (Bland 1977).
    Least,
}

impl Rule {
    fn after(pivots: usize, variables: usize) -> Rule {
        match pivots {
            0..6 => Rule::Whole,
            _ if pivots < 30 + 2 * variables => Rule::Fast,
            _ => Rule::Least,
        }
    }
}

/// A quantity outside its range, on this side. The gap is from its value to the bound, over the denominator.
#[derive(Clone, Copy, Debug)]
struct Broken {
    quantity: Quantity,
    side: Side,
    gap: i128,
}

impl Linear {
    /// Looks for a point within all bounds. Each pivot costs one of the budget, or more where there is much to look at.
    pub(super) fn mend(&mut self, budget: &mut u32) -> Result<Outcome, GaveUp> {
        for pivots in 0.. {
            let rule = Rule::after(pivots, self.ranges.len());
            let Some(broken) = self.broken(rule) else { return Ok(Outcome::Mended) };
            let bound = self.range(broken.quantity).get(broken.side);
            if bound.origin == AXIOM && matches!(broken.quantity, Quantity::Form(_)) {
                return Err(GaveUp::Overflow); // No bound, but the end of 64 bits.
            }
            *budget = budget.checked_sub(1 + self.toll()).ok_or(GaveUp::Budget)?;
            self.basis.express(broken.quantity, &self.forms)?;
            let Some(slot) = self.slot_that_gives_way(broken, rule) else {
                self.explain(broken, bound.origin)?;
                return Ok(Outcome::Conflict);
            };
            self.basis.pivot(slot, broken.quantity, bound.at, broken.gap, &mut self.forms)?;
        }
        unreachable!("the budget ends before the numbers do")
    }

    /// The quantity outside its range that is farthest from it, or the least one.
    fn broken(&self, rule: Rule) -> Option<Broken> {
        let (point, denominator) = (&self.basis.point, i128::from(self.basis.denominator));
        let mut most: Option<Broken> = None;
        let mut look = |quantity: Quantity, value: i128, range: &Range| {
            let (lower, upper) =
                (i128::from(range.lower.at) * denominator, i128::from(range.upper.at) * denominator);
            let broken = if value < lower {
                Broken { quantity, side: Side::Lower, gap: lower - value }
            } else if value > upper {
                Broken { quantity, side: Side::Upper, gap: upper - value }
            } else {
                return;
            };
            let before = |most: &Broken| match rule {
                Rule::Least => quantity < most.quantity,
                _ => broken.gap.abs() > most.gap.abs(),
            };
            if most.as_ref().is_none_or(before) {
                most = Some(broken);
            }
        };
        for (variable, (&x, range)) in point.iter().zip(&self.ranges).enumerate() {
            look(Quantity::Variable(variable as u32), x.into(), range);
        }
        let farthest = point.iter().fold(0, |far, x| far | x.unsigned_abs());
        let small = fits(farthest, self.forms.heaviest.unsigned_abs());
        for &number in &self.forms.active {
            let form = &self.forms.all[number as usize];
            if form.slot == ABSENT {
                let terms = self.forms.terms(number);
                let value = if small { dot(terms, point).into() } else { dot_wide(terms, point) };
                look(Quantity::Form(number), value, &form.range);
            }
        }
        most
    }

    /// The slot whose quantity can move such that the broken one, whose row is known, mends.
    fn slot_that_gives_way(&self, broken: Broken, rule: Rule) -> Option<usize> {
        let basis = &self.basis;
        let need = i64::try_from(broken.gap.abs()).unwrap_or(i64::MAX);
        let dependents = |slot: usize| basis.rows().filter(|row| row.entries[slot] != 0).count();
        let mut best: Option<(usize, i64)> = None;
        for &slot in &basis.support {
            let slot = slot as usize;
            let entry = basis.row.entries[slot];
            let room = self.room(slot, (broken.side == Side::Lower) == (entry > 0));
            if room == 0 {
                continue;
            }
            let score = match rule {
                Rule::Whole => {
                    let (whole, enough) =
                        (entry.abs() == basis.denominator, room.saturating_mul(entry.abs()) >= need);
                    2 * i64::from(whole) + i64::from(enough)
                }
                Rule::Fast => entry.abs(),
                Rule::Least => 0,
            };
            let before = |&(other, highest): &(usize, i64)| match rule {
                Rule::Least => basis.slots[slot] < basis.slots[other],
                _ => score > highest || (score == highest && dependents(slot) < dependents(other)),
            };
            if best.as_ref().is_none_or(before) {
                best = Some((slot, score));
            }
        }
        best.map(|(slot, _)| slot)
    }

    /// How far the quantity in a slot can rise or fall.
    pub(super) fn room(&self, slot: usize, rise: bool) -> i64 {
        let (value, range) = (self.basis.values[slot], self.range(self.basis.slots[slot]));
        if rise { range.upper.at.saturating_sub(value) } else { value.saturating_sub(range.lower.at) }
    }

    /// Names the bounds that keep a quantity broken, given its row and the origin of its own bound.
    fn explain(&mut self, broken: Broken, origin: Origin) -> Result<(), Overflow> {
        self.core.clear();
        self.core.extend(Some(origin).filter(|&origin| origin != AXIOM));
        for at in 0..self.basis.support.len() {
            let slot = self.basis.support[at] as usize;
            let side = if self.basis.row.entries[slot] > 0 { broken.side.opposite() } else { broken.side };
            self.blame(self.basis.slots[slot], side)?;
        }
        Ok(())
    }

    /// Adds a bound to the core.
    pub(super) fn blame(&mut self, quantity: Quantity, side: Side) -> Result<(), Overflow> {
        let origin = self.range(quantity).get(side).origin;
        if origin != AXIOM {
            self.core.push(origin);
        } else if matches!(quantity, Quantity::Form(_)) {
            return Err(Overflow); // No bound, but the end of 64 bits.
        }
        Ok(())
    }
}
