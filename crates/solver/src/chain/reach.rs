//! What terms depend on: which inputs, and which of their bits.
//!
//! Asked of every new term, so each is looked at once, operands first, and only says which set of parts it depends on.
//! Most terms depend on the same inputs as one of their operands.

use std::sync::Arc;

use rustc_hash::FxHashMap;
use worstcase_term::{TermId, Terms, View, Walk, mask};

/// The most inputs that are told one by one.
pub(super) const MOST_PARTS: usize = 16;

/// An input and those of its bits that count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Part {
    pub(crate) input: u32,
    pub(crate) bits: u64,
}

/// What a term depends on, by the number of the set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Reach(u32);

impl Reach {
    const UNKNOWN: Reach = Reach(0);
    const NOTHING: Reach = Reach(1);
    /// More inputs than are told.
    const MANY: Reach = Reach(2);
}

/// The sets that there are, and which terms depend on which.
#[derive(Clone, Debug)]
pub(crate) struct Reaches {
    by_term: Vec<Reach>,
    sets: Vec<Arc<[Part]>>,
    index: FxHashMap<Arc<[Part]>, u32>,
}

impl Default for Reaches {
    fn default() -> Reaches {
        let nothing: Arc<[Part]> = Arc::new([]);
        Reaches { by_term: Vec::new(), sets: vec![nothing; 3], index: FxHashMap::default() }
    }
}

impl Reaches {
    /// Forgets all terms but so many: later ones may come to mean something else.
    pub(crate) fn undo(&mut self, terms: usize) {
        self.by_term.truncate(terms);
    }

    /// What a term depends on.
    pub(crate) fn of(&mut self, terms: &Terms, root: TermId) -> Reach {
        if self.by_term.len() < terms.count() {
            self.by_term.resize(terms.count(), Reach::UNKNOWN);
        }
        let mut walk = Walk::new(root);
        while let Some(term) = walk.next(terms, |term| self.by_term[term.index()] != Reach::UNKNOWN) {
            self.by_term[term.index()] = self.of_operator(terms, term);
        }
        self.by_term[root.index()]
    }

    /// What a term depends on whose operands were looked at.
    fn of_operator(&mut self, terms: &Terms, term: TermId) -> Reach {
        let view = terms.view(term);
        if let View::Input(input) = view {
            return self.set(&[Part { input, bits: mask(terms.width(term)) }]);
        }
        if let View::Extract { a, low, .. } = view
            && let View::Input(input) = terms.view(a)
        {
            return self.set(&[Part { input, bits: mask(terms.width(term)) << low }]);
        }
        view.operands().fold(Reach::NOTHING, |reach, operand| self.join(reach, self.by_term[operand.index()]))
    }

    fn join(&mut self, a: Reach, b: Reach) -> Reach {
        if a == b || b == Reach::NOTHING {
            return a;
        }
        if a == Reach::NOTHING {
            return b;
        }
        if a == Reach::MANY || b == Reach::MANY {
            return Reach::MANY;
        }
        let mut parts = self.sets[a.0 as usize].to_vec();
        match join(&mut parts, &self.sets[b.0 as usize]) {
            Some(()) => self.set(&parts),
            None => Reach::MANY,
        }
    }

    fn set(&mut self, parts: &[Part]) -> Reach {
        if let Some(&number) = self.index.get(parts) {
            return Reach(number);
        }
        let number = self.sets.len() as u32;
        let parts: Arc<[Part]> = parts.into();
        self.sets.push(parts.clone());
        self.index.insert(parts, number);
        Reach(number)
    }

    /// The parts, ascending by input, if they are told.
    pub(crate) fn parts(&self, reach: Reach) -> Option<&[Part]> {
        (reach != Reach::MANY).then(|| &*self.sets[reach.0 as usize])
    }
}

/// Adds parts to others, unless there are too many.
pub(super) fn join(parts: &mut Vec<Part>, others: &[Part]) -> Option<()> {
    for other in others {
        match parts.binary_search_by_key(&other.input, |part| part.input) {
            Ok(at) => parts[at].bits |= other.bits,
            Err(_) if parts.len() == MOST_PARTS => return None,
            Err(at) => parts.insert(at, *other),
        }
    }
    Some(())
}
