//! What can't be together: sets of atoms that do not all hold, or fail, as they say there.
//!
//! Each is watched by one of its literals that is not true. When that becomes true, another one that is not takes over; if
//! there is none, the nogood is broken. So a literal that becomes true costs as much as it watches, however many nogoods
//! there are, and when it is no longer true nothing has to be done. (SAT solvers watch two, to see what is left when all but
//! one are true. Here nothing is decided before a fact comes to it, and then trying is as good.)

use super::book::AtomId;

/// That an atom holds, or that it does not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Literal(u32);

impl Literal {
    pub(super) fn new(atom: AtomId, holds: bool) -> Literal {
        Literal(atom << 1 | u32::from(holds))
    }

    /// Its place in a table of literals.
    pub(super) fn index(self) -> usize {
        self.0 as usize
    }
}

/// Sets of literals of which not all are true.
#[derive(Debug, Default)]
pub(super) struct Nogoods {
    literals: Vec<Literal>,
    /// Where each begins and ends.
    all: Vec<(u32, u32)>,
    /// By literal: those that it watches.
    watched: Vec<Vec<u32>>,
}

impl Nogoods {
    pub(super) fn len(&self) -> usize {
        self.all.len()
    }

    pub(super) fn clear(&mut self) {
        for literal in self.literals.drain(..) {
            self.watched[literal.index()].clear();
        }
        self.all.clear();
    }

    /// Adds one. Its last literal is about to be no longer true.
    pub(super) fn add(&mut self, literals: impl Iterator<Item = Literal>) {
        let (number, first) = (self.all.len() as u32, self.literals.len());
        self.literals.extend(literals);
        let Some(&last) = self.literals[first..].last() else { return };
        self.all.push((first as u32, self.literals.len() as u32));
        let most = self.literals[first..].iter().map(|literal| literal.index()).max().unwrap_or(0);
        if self.watched.len() <= most {
            self.watched.resize(most + 1, Vec::new());
        }
        self.watched[last.index()].push(number);
    }

    /// A literal becomes true. Returns a nogood that is broken by it, if there is one.
    pub(super) fn broken_by(
        &mut self,
        literal: Literal,
        is_true: impl Fn(Literal) -> bool,
    ) -> Option<&[Literal]> {
        while let Some(&number) = self.watched.get(literal.index())?.last() {
            let (first, last) = self.all[number as usize];
            let members = &self.literals[first as usize..last as usize];
            match members.iter().find(|&&other| other != literal && !is_true(other)) {
                Some(other) => {
                    self.watched[literal.index()].pop();
                    self.watched[other.index()].push(number);
                }
                None => return Some(&self.literals[first as usize..last as usize]),
            }
        }
        None
    }
}
