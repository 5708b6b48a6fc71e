//! Cases of a few atoms that hold together, or why there are none.
//!
//! An atom is put into one of the cases that it is left with, first the one that it was in before, or that the model is in. Where the
//! order layer refuses all of them, cases of earlier atoms are chosen otherwise: the latest one first that has to do with
//! it (conflict-directed backjumping, Prosser 1993). The work is exponential in how many atoms there are:
//! see [`super::combination`] for how they are few.

use super::super::comparisons::Comparison;
use super::Case;
use super::book::{AtomId, Book};
use super::set::Set;
use crate::order::{self, Order};

/// What came of adding an atom.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Outcome {
    Fits,
    Fails,
    /// The budget is used up.
    GivenUp,
}

/// An atom that is decided.
#[derive(Clone, Copy, Debug)]
pub(super) struct Decided {
    pub(super) atom: AtomId,
    pub(super) holds: bool,
}

impl Decided {
    /// The cases in which it is so.
    pub(super) fn cases(self, book: &Book) -> &[Case] {
        &book.cases(self.atom)[usize::from(self.holds)]
    }
}

/// Atoms in cases that hold together, in the order layer.
#[derive(Debug, Default)]
pub(super) struct Few {
    places: Vec<Place>,
}

/// An atom, and its case.
#[derive(Debug)]
struct Place {
    decided: Decided,
    case: u32,
    /// The order layer before it, and its next assertion.
    mark: order::Mark,
    first: u32,
    /// The cases that are left to try: bits.
    left: u32,
    /// Why others failed.
    why: Reason,
}

/// Why something failed.
#[derive(Clone, Debug, Default)]
pub(super) struct Reason {
    /// The places whose cases have to do with it.
    pub(super) cases: Set,
    /// The places whose atoms have to do with it.
    pub(super) atoms: Set,
    /// Whether more has to do with it than atoms and what their variables are declared to be.
    pub(super) relies: bool,
}

impl Reason {
    fn add(&mut self, other: &Reason) {
        self.cases.add(&other.cases);
        self.atoms.add(&other.atoms);
        self.relies |= other.relies;
    }

    fn clear(&mut self) {
        self.cases.clear();
        self.atoms.clear();
        self.relies = false;
    }
}

impl Few {
    /// Forgets all atoms; the order layer is not told.
    pub(super) fn clear(&mut self) {
        self.places.clear();
    }

    pub(super) fn len(&self) -> usize {
        self.places.len()
    }

    /// The cases of all.
    pub(super) fn cases(&self) -> impl Iterator<Item = u32> {
        self.places.iter().map(|place| place.case)
    }

    /// Takes back all atoms but so many.
    pub(super) fn truncate(&mut self, order: &mut Order, count: usize) {
        if let Some(place) = self.places.get(count) {
            order.undo(place.mark);
            self.places.truncate(count);
        }
    }

    /// Adds an atom to those that there are, as they are; if it fails, see [`Few::why`].
    pub(super) fn add(
        &mut self,
        book: &Book,
        order: &mut Order,
        (decided, case): (Decided, Option<u32>),
        budget: &mut u32,
    ) -> Outcome {
        let left = all(decided.cases(book));
        let (mark, first) = (order.mark(), order.next_assertion().0);
        let case = case.unwrap_or(0);
        self.places.push(Place { decided, case, mark, first, left, why: Reason::default() });
        self.choose(book, order, self.places.len() - 1, budget)
    }

    /// Why the last atom could not be added: these others are as they are.
    pub(super) fn why(&self) -> &Reason {
        &self.places[self.places.len() - 1].why
    }

    /// Chooses a case for a place, those before being as they are.
    fn choose(&mut self, book: &Book, order: &mut Order, number: usize, budget: &mut u32) -> Outcome {
        loop {
            let place = &mut self.places[number];
            let cases = place.decided.cases(book);
            let Some(case) = next_case(cases, place, order) else { return Outcome::Fails };
            let Some(left) = budget.checked_sub(1) else { return Outcome::GivenUp };
            *budget = left;
            place.left &= !(1 << case);
            if assert(&cases[case as usize], order) {
                place.case = case;
                return Outcome::Fits;
            }
            let core = order.core();
            order.undo(place.mark);
            let mut why = std::mem::take(&mut place.why);
            for assertion in core {
                let place = self.places[..=number].partition_point(|place| place.first <= assertion.0);
                match place.checked_sub(1) {
                    Some(place) if place < number => {
                        why.cases.insert(place);
                        why.atoms.insert(place);
                    }
                    Some(_) => {}
                    None => why.relies = true,
                }
            }
            self.places[number].why = why;
        }
    }

    /// The last atom could not be added as others are: chooses their cases otherwise. Fails with a reason of its own.
    pub(super) fn revise(
        &mut self,
        book: &Book,
        order: &mut Order,
        budget: &mut u32,
    ) -> Result<Outcome, Reason> {
        let new = self.places.len() - 1;
        for place in &mut self.places[..new] {
            place.left = all(place.decided.cases(book)) & !(1 << place.case);
            place.why.clear();
        }
        let mut number = new;
        loop {
            // Nothing is left for this one.
            let mut why = std::mem::take(&mut self.places[number].why);
            why.atoms.insert(number);
            let Some(latest) = why.cases.last() else { return Err(why) };
            why.cases.remove(latest);
            order.undo(self.places[latest].mark);
            for place in &mut self.places[latest + 1..=number] {
                place.left = all(place.decided.cases(book));
                place.why.clear();
            }
            self.places[latest].why.add(&why);
            number = latest;
            loop {
                match self.choose(book, order, number, budget) {
                    Outcome::Fits if number == new => return Ok(Outcome::Fits),
                    Outcome::Fits => number += 1,
                    Outcome::Fails => break,
                    Outcome::GivenUp => return Ok(Outcome::GivenUp),
                }
                let place = &mut self.places[number];
                (place.mark, place.first) = (order.mark(), order.next_assertion().0);
            }
        }
    }
}

/// The bits of all cases.
fn all(cases: &[Case]) -> u32 {
    ((1u64 << cases.len()) - 1) as u32
}

/// Tells the order layer of a case. Returns whether it can be.
pub(super) fn assert(case: &[Comparison], order: &mut Order) -> bool {
    case.iter().all(|comparison| comparison.assert(order).is_ok())
}

/// The case to try next: one that the model is in, if there is one.
fn next_case(cases: &[Case], place: &Place, order: &Order) -> Option<u32> {
    let mut open = place.left;
    while open != 0 {
        let case = open.trailing_zeros();
        if cases[case as usize].iter().all(|comparison| comparison.holds(order)) {
            return Some(case);
        }
        open &= open - 1;
    }
    if place.left & 1 << place.case != 0 {
        return Some(place.case);
    }
    (place.left != 0).then(|| place.left.trailing_zeros())
}
