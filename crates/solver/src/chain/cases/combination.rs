//! Whether atoms that were decided can be as they were: one case of each, together.
//!
//! Most atoms can be added in a case of theirs while the others stay as they are. Where not, cases are chosen anew, with as
//! few atoms as possible ([`super::few`]): the new one, and those that are in its way; all others follow as they can. One that can't
//! joins the few, with those that are in its way. So what comes of it, if the few have no cases that hold together, is
//! about few atoms, and worth remembering.
//!
//! What cases are chosen depends only on the atoms in the order of their adding: when an atom is taken back that others had
//! to make room for, these get back what they had. So a model that is found does not depend on what was tried on the way.

use super::book::Book;
use super::few::{Decided, Few, Outcome, Reason, assert};
use super::set::Set;
use crate::order::{self, Order};

/// How many cases may be tried to find out which atoms are not needed for a failure.
const REDUCE_BUDGET: u32 = 500;

/// Atoms in cases that hold together, in the order layer.
#[derive(Debug, Default)]
pub(super) struct Combination {
    places: Vec<Place>,
    /// How many of them the order layer knows. Those after that are told to it again before anything else happens.
    told: usize,
    few: Few,
    /// Which atoms could not be together, the last time, by their places.
    core: Vec<usize>,
    /// Whether more had to do with it.
    relies: bool,
}

/// An atom, and its case.
#[derive(Debug)]
struct Place {
    decided: Decided,
    case: u32,
    /// The order layer before it, and its next assertion.
    mark: order::Mark,
    /// The cases of those before it, if they had to be chosen otherwise for it.
    before: Option<Box<[u32]>>,
}

impl Combination {
    /// Forgets all atoms; the order layer is not told.
    pub(super) fn clear(&mut self) {
        self.places.clear();
        self.told = 0;
    }

    /// Which atoms can't be together, by their places in ascending order: the one that could not be added has the next one.
    pub(super) fn core(&self) -> &[usize] {
        &self.core
    }

    /// Whether they can't only because of what the order layer knew before.
    pub(super) fn relies(&self) -> bool {
        self.relies
    }

    /// Takes back all atoms but so many.
    pub(super) fn truncate(&mut self, order: &mut Order, count: usize) {
        if self.places.len() <= count {
            return;
        }
        let mark = self.places[count].mark;
        let mut same = count;
        while self.places.len() > count {
            let before = self.places.pop().and_then(|place| place.before);
            same = same.min(before.map_or(count, |before| self.take(&before)));
        }
        if same < self.told {
            order.undo(self.places.get(same).map_or(mark, |place| place.mark));
            self.told = same;
        }
    }

    /// Gives the first places other cases. Returns how many at the beginning are as before.
    fn take(&mut self, cases: &[u32]) -> usize {
        let mut same = cases.len();
        for (number, (place, &case)) in self.places.iter_mut().zip(cases).enumerate() {
            if std::mem::replace(&mut place.case, case) != case {
                same = same.min(number);
            }
        }
        same
    }

    /// Makes sure that the order layer knows all.
    pub(super) fn tell(&mut self, book: &Book, order: &mut Order) {
        while let Some(place) = self.places.get_mut(self.told) {
            place.mark = order.mark();
            let can_be = assert(&place.decided.cases(book)[place.case as usize], order);
            debug_assert!(can_be, "these cases hold together");
            self.told += 1;
        }
    }

    /// Adds an atom. At most so many cases are tried.
    pub(super) fn push(
        &mut self,
        book: &Book,
        order: &mut Order,
        decided: Decided,
        budget: &mut u32,
    ) -> Outcome {
        self.tell(book, order);
        let mark = order.mark();
        self.few.clear();
        let outcome = self.few.add(book, order, (decided, None), budget);
        self.places.push(Place { decided, case: 0, mark, before: None });
        match outcome {
            Outcome::Fits => {
                self.places.last_mut().expect("it was added").case = self.few.cases().next().unwrap_or(0);
                self.told = self.places.len();
                Outcome::Fits
            }
            Outcome::Fails => self.revise(book, order, budget),
            Outcome::GivenUp => Outcome::GivenUp,
        }
    }

    /// Chooses cases of earlier atoms otherwise, so that the last one has one, too.
    fn revise(&mut self, book: &Book, order: &mut Order, budget: &mut u32) -> Outcome {
        let new = self.places.len() - 1;
        let before: Box<[u32]> = self.places[..new].iter().map(|place| place.case).collect();
        order.undo(self.places[0].mark);
        self.told = 0;
        self.few.clear();
        // By place among the few: the place among all.
        let mut chosen = vec![new];
        let mut is_chosen = Set::default();
        loop {
            for number in self.few.len()..chosen.len() {
                let place = &self.places[chosen[number]];
                is_chosen.insert(chosen[number]);
                let mut outcome = self.few.add(book, order, (place.decided, Some(place.case)), budget);
                if outcome == Outcome::Fails {
                    outcome = match self.few.revise(book, order, budget) {
                        Ok(outcome) => outcome,
                        Err(why) => return self.fail(book, order, &why, &chosen),
                    };
                }
                if outcome == Outcome::GivenUp {
                    return outcome;
                }
            }
            let count = chosen.len();
            let mut failed = None;
            for number in 0..new {
                if is_chosen.contains(number) {
                    continue;
                }
                let place = &self.places[number];
                chosen.push(number);
                match self.few.add(book, order, (place.decided, Some(place.case)), budget) {
                    Outcome::Fits => {}
                    Outcome::GivenUp => return Outcome::GivenUp,
                    Outcome::Fails => {
                        failed = Some(number);
                        break;
                    }
                }
            }
            let Some(failed) = failed else { break };
            let in_its_way: Vec<usize> = self
                .few
                .why()
                .cases
                .iter()
                .filter(|&place| place >= count)
                .map(|place| chosen[place])
                .collect();
            self.few.truncate(order, count);
            chosen.truncate(count);
            chosen.push(failed);
            chosen.extend(in_its_way);
        }
        for (&number, case) in chosen.iter().zip(self.few.cases()) {
            self.places[number].case = case;
        }
        self.places[new].before = Some(before);
        order.undo(self.places[0].mark);
        Outcome::Fits
    }

    /// The last atom can't be added, all others are as they were before.
    fn fail(&mut self, book: &Book, order: &mut Order, why: &Reason, chosen: &[usize]) -> Outcome {
        self.core = why.atoms.iter().map(|place| chosen[place]).collect();
        self.relies = why.relies;
        order.undo(self.places[0].mark);
        self.reduce(book, order);
        self.core.sort_unstable();
        self.places.pop();
        Outcome::Fails
    }

    /// Leaves out of the core what is not needed.
    fn reduce(&mut self, book: &Book, order: &mut Order) {
        let mut budget = REDUCE_BUDGET;
        let mut place = 0;
        while place < self.core.len() {
            let mut without = self.core.clone();
            without.remove(place);
            match self.fails(book, order, &without, &mut budget) {
                Some((core, relies)) => (self.core, self.relies) = (core, relies),
                None => place += 1,
            }
        }
    }

    /// Those of some atoms that can't be together, if they can't, and whether more has to do with it.
    fn fails(
        &mut self,
        book: &Book,
        order: &mut Order,
        some: &[usize],
        budget: &mut u32,
    ) -> Option<(Vec<usize>, bool)> {
        self.few.clear();
        let mut found = None;
        for &number in some {
            let place = &self.places[number];
            match self.few.add(book, order, (place.decided, Some(place.case)), budget) {
                Outcome::Fits => continue,
                Outcome::GivenUp => break,
                Outcome::Fails => {}
            }
            match self.few.revise(book, order, budget) {
                Ok(Outcome::Fits) => {}
                Ok(_) => break,
                Err(why) => {
                    found = Some((why.atoms.iter().map(|place| some[place]).collect(), why.relies));
                    break;
                }
            }
        }
        order.undo(self.places[0].mark);
        found
    }
}
