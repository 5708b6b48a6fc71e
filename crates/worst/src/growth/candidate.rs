//! Formulas that go through the costs, and what tests them.
//!
//! A formula is fitted to as few of the costs as determine it: the exact ones before the others, the smallest first. All
//! others are held back, and confirm it only if they could have refuted it. Of a term such as `ceil(log2(n))`, which
//! is the same at many sizes, a size tests nothing if the term had its value among the fitted sizes already; of one that
//! depends on parity, even sizes test nothing about the odd ones.

use super::linear::{Says, System};
use super::points::Seen;
use super::term::Term;
use super::{Formula, Kind};

/// A formula that all firm costs from some size on agree with.
#[derive(Clone, Debug)]
pub(crate) struct Candidate {
    pub formula: Formula,
    /// Unknowns, choices and sizes left out: the smaller, the better the formula explains the costs.
    pub weight: usize,
    /// Whether the costs vary enough to tell it from the others that were tried.
    pub is_evident: bool,
    /// What has to be seen at a held-back size before the formula is believed.
    pub untested: Vec<Test>,
}

/// Something that a formula depends on, and that held-back sizes have to vary.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Test {
    /// A term's value that differs from those at all fitted sizes.
    NewValue(Term),
    /// A size that leaves this rest when divided.
    Residue { rest: u32, over: u32 },
    /// A size at least so large.
    Beyond(u32),
}

/// The sizes that an equation system is determined by: the first ones that say something new.
pub(crate) fn fitted(points: &[(u32, i128)], terms: &[Term]) -> Option<Vec<u32>> {
    let mut system = System::new(terms.len());
    let mut sizes = Vec::new();
    for &(n, cost) in points {
        if system.is_solved() {
            break;
        }
        let row: Vec<i128> = terms.iter().map(|term| term.at(n)).collect::<Option<_>>()?;
        match system.add(&row, cost) {
            Says::More => sizes.push(n),
            Says::Same => {}
            Says::Against => return None,
        }
    }
    system.is_solved().then_some(sizes)
}

/// What held-back sizes do not test of these terms.
pub(crate) fn untested(terms: &[Term], fitted: &[u32], held_back: &[u32]) -> Vec<Test> {
    let mut untested = Vec::new();
    for &term in terms.iter().filter(|term| !term.is_one()) {
        let seen: Vec<i128> = fitted.iter().filter_map(|&n| term.shared(n)).collect();
        if !held_back.iter().any(|&n| term.shared(n).is_some_and(|value| !seen.contains(&value))) {
            untested.push(Test::NewValue(term));
        }
        untested.extend(residues(term.period(), held_back));
    }
    untested
}

/// What held-back sizes do not test of a sum that begins at a size. Where a program does something once more with every
/// doubling, any sum without a logarithm fits from one doubling to the next. So a sum has to hold for twice the size that
/// it begins at; and if it is constant, which is all that a logarithm is for a while, for four times that.
pub(crate) fn short_of(from: u32, is_constant: bool, held_back: &[u32]) -> Option<Test> {
    let beyond = from.saturating_mul(if is_constant { 4 } else { 2 });
    (!held_back.iter().any(|&n| n >= beyond)).then_some(Test::Beyond(beyond))
}

/// The residues that no held-back size leaves.
pub(crate) fn residues(over: u32, held_back: &[u32]) -> impl Iterator<Item = Test> {
    let missing = move |rest: &u32| over > 1 && !held_back.iter().any(|n| n % over == *rest);
    (0..over).filter(missing).map(move |rest| Test::Residue { rest, over })
}

/// So many sizes that a formula explains have to be explored completely: along a rule that was learned from two sizes, all
/// that follows may be on a line through these.
const EXACT: usize = 3;

/// A recurrence that begins late explains fewer, but it starts from those before.
const EXACT_LATE: usize = 2;

impl Candidate {
    /// Whether enough of what it explains is known to be the worst case.
    pub fn is_about_worst_cases(&self, seen: &Seen) -> bool {
        let explained = if self.is_recurrence() { EXACT_LATE } else { EXACT };
        seen.exact.len() >= EXACT && seen.exact_from(self.formula.from) >= explained
    }

    /// Sizes that nobody has looked at and that would test what is untested, a few for each.
    pub fn wanted(&self, seen: &Seen) -> Vec<u32> {
        let looked_at: Vec<u32> = seen.all().iter().map(|(n, _)| *n).collect();
        let is_free = |n: &u32| !looked_at.contains(n);
        let mut wanted = Vec::new();
        for test in &self.untested {
            let sizes = self.formula.from..=FARTHEST;
            match *test {
                Test::NewValue(term) => {
                    let fitted: Vec<i128> =
                        self.formula.fitted.iter().filter_map(|&n| term.shared(n)).collect();
                    let is_new =
                        |n: &u32| is_free(n) && term.shared(*n).is_some_and(|value| !fitted.contains(&value));
                    wanted.extend(sizes.filter(is_new).take(EACH));
                }
                Test::Residue { rest, over } => {
                    wanted.extend(sizes.filter(|n| n % over == rest && is_free(n)).take(1));
                }
                Test::Beyond(size) => wanted.extend((size..=FARTHEST).filter(is_free).take(EACH)),
            }
        }
        if !self.is_evident {
            wanted.extend(TELLING.into_iter().filter(is_free).take(EACH));
        }
        wanted.sort_unstable();
        wanted.dedup();
        wanted
    }

    pub fn is_recurrence(&self) -> bool {
        matches!(self.formula.kind, Kind::Recurring(_))
    }
}

/// Sizes that tell much, as they are far from each other.
const TELLING: [u32; 8] = [16, 24, 32, 48, 64, 100, 128, 200];

/// How many sizes are asked for to test one thing.
const EACH: usize = 2;

/// Larger sizes are not asked for.
const FARTHEST: u32 = 512;
