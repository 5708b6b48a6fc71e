//! Sides of conditionals, as a set: those that runs have taken, those that a search avoids.

use worstcase_machine::Observer;
use worstcase_program::Pc;

/// A set of sides of conditionals. Of a `br_table` only the first two are told apart from the others.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Edges {
    /// Two bits for each operation.
    bits: Vec<u64>,
}

impl Edges {
    fn place(at: Pc, choice: u32) -> (usize, u64) {
        let bit = 2 * at as usize + choice.min(1) as usize;
        (bit / 64, 1 << (bit % 64))
    }

    /// Adds a side.
    pub fn insert(&mut self, at: Pc, choice: u32) {
        let (word, bit) = Self::place(at, choice);
        if word >= self.bits.len() {
            self.bits.resize(word + 1, 0);
        }
        self.bits[word] |= bit;
    }

    /// Whether a side is in the set.
    pub fn contains(&self, at: Pc, choice: u32) -> bool {
        let (word, bit) = Self::place(at, choice);
        self.bits.get(word).is_some_and(|bits| bits & bit != 0)
    }

    /// Adds all sides of another set.
    pub fn extend(&mut self, other: &Edges) {
        if other.bits.len() > self.bits.len() {
            self.bits.resize(other.bits.len(), 0);
        }
        self.bits.iter_mut().zip(&other.bits).for_each(|(own, theirs)| *own |= theirs);
    }

    /// Those that are not in another set.
    pub fn without(&self, other: &Edges) -> Edges {
        let theirs = other.bits.iter().copied().chain(std::iter::repeat(0));
        Edges { bits: self.bits.iter().zip(theirs).map(|(own, theirs)| own & !theirs).collect() }
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.bits.iter().all(|&bits| bits == 0)
    }

    /// The sides, in order: the operation, and which side.
    pub fn iter(&self) -> impl Iterator<Item = (Pc, bool)> {
        let bits = self.bits.iter().enumerate().flat_map(|(word, &bits)| {
            (0..64usize).filter(move |bit| bits >> bit & 1 != 0).map(move |bit| word * 64 + bit)
        });
        bits.map(|bit| ((bit / 2) as Pc, bit % 2 == 1))
    }
}

/// Notes the sides that a run takes.
#[derive(Default)]
pub(crate) struct Recorder(pub Edges);

impl Observer for Recorder {
    const WATCHES: bool = true;
    fn operation(&mut self, _: usize, _: Pc) {}
    fn decision(&mut self, instance: usize, at: Pc, choice: u32) {
        if instance == 0 {
            self.0.insert(at, choice);
        }
    }
}

/// Notes whether a run takes a side that is avoided.
pub(crate) struct Avoiding<'a> {
    pub avoided: &'a Edges,
    pub met: bool,
}

impl Observer for Avoiding<'_> {
    const WATCHES: bool = true;
    fn operation(&mut self, _: usize, _: Pc) {}
    fn decision(&mut self, instance: usize, at: Pc, choice: u32) {
        self.met |= instance == 0 && self.avoided.contains(at, choice);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sides_are_told_apart() {
        let mut taken = Edges::default();
        taken.insert(40, 1);
        taken.insert(3, 0);
        assert!(
            taken.contains(40, 1) && taken.contains(3, 0) && !taken.contains(40, 0) && !taken.contains(99, 1)
        );
        assert_eq!(taken.iter().collect::<Vec<_>>(), [(3, false), (40, true)]);
        let mut other = Edges::default();
        other.insert(3, 0);
        assert_eq!(taken.without(&other).iter().collect::<Vec<_>>(), [(40, true)]);
        assert!(other.without(&taken).is_empty());
    }
}
