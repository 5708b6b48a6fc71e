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

/// How many cases may be tried to find out which atoms are not needed for a failure: for one, and for all of a search.
const REDUCE_BUDGET: u32 = 500;
const REDUCE_BUDGET_OF_ALL: u32 = 5000;

/// Atoms in cases that hold together, in the order layer.
#[derive(Debug, Default)]
pub(super) struct Combination {
    places: Vec<Place>,
    /// How many of them the order layer knows. Those after that are told to it again before anything else happens.
    told: usize,
    few: Few,
    /// How many cases may still be tried to find out what is not needed.
    spare: u32,
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
    /// The order layer before it.
    mark: order::Mark,
    /// The cases of those before it, if they had to be chosen otherwise for it.
    before: Option<Box<[u32]>>,
}

impl Combination {
    /// Forgets all atoms; the order layer is not told.
    pub(super) fn clear(&mut self) {
        self.places.clear();
        self.told = 0;
        self.spare = REDUCE_BUDGET_OF_ALL;
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
        loop {
            match self.choose(book, order, &chosen, budget) {
                Ok(Outcome::Fits) => {}
                Ok(_) => return Outcome::GivenUp,
                Err(why) => return self.fail(book, order, &why, &chosen),
            }
            match self.let_follow(book, order, &mut chosen, budget) {
                Outcome::Fits => break,
                Outcome::Fails => {}
                Outcome::GivenUp => return Outcome::GivenUp,
            }
        }
        for (&number, case) in chosen.iter().zip(self.few.cases()) {
            self.places[number].case = case;
        }
        self.places[new].before = Some(before);
        order.undo(self.places[0].mark);
        Outcome::Fits
    }

    /// Finds cases for all that are chosen.
    fn choose(
        &mut self,
        book: &Book,
        order: &mut Order,
        chosen: &[usize],
        budget: &mut u32,
    ) -> Result<Outcome, Reason> {
        for &number in &chosen[self.few.len()..] {
            let place = &self.places[number];
            let mut outcome = self.few.add(book, order, (place.decided, Some(place.case)), budget);
            if outcome == Outcome::Fails {
                outcome = self.few.revise(book, order, budget)?;
            }
            if outcome == Outcome::GivenUp {
                return Ok(outcome);
            }
        }
        Ok(Outcome::Fits)
    }

    /// Adds all others to the few that are chosen, which stay as they are. If one can't be added, it is chosen as well, with
    /// those in its way, and all others are taken back.
    fn let_follow(
        &mut self,
        book: &Book,
        order: &mut Order,
        chosen: &mut Vec<usize>,
        budget: &mut u32,
    ) -> Outcome {
        let count = chosen.len();
        let mut is_chosen = Set::default();
        chosen.iter().for_each(|&number| is_chosen.insert(number));
        for number in (0..self.places.len()).filter(|&number| !is_chosen.contains(number)) {
            let place = &self.places[number];
            match self.few.add(book, order, (place.decided, Some(place.case)), budget) {
                Outcome::Fits => chosen.push(number),
                Outcome::GivenUp => return Outcome::GivenUp,
                Outcome::Fails => {
                    let others = self.few.why().cases.iter().filter(|&place| place >= count);
                    let in_its_way: Vec<usize> = others.map(|place| chosen[place]).collect();
                    self.few.truncate(order, count);
                    chosen.truncate(count);
                    chosen.push(number);
                    chosen.extend(in_its_way);
                    return Outcome::Fails;
                }
            }
        }
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
        let given = self.spare.min(REDUCE_BUDGET);
        let mut budget = given;
        let mut place = 0;
        while place < self.core.len() {
            let mut without = self.core.clone();
            without.remove(place);
            match self.fails(book, order, &without, &mut budget) {
                // Better more atoms, and nothing else.
                Some((core, relies)) if self.relies || !relies => (self.core, self.relies) = (core, relies),
                _ => place += 1,
            }
        }
        self.spare -= given - budget;
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
