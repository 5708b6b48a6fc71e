//! Permutations that are put together from two smaller ones of the same kind.
//!
//! Each part is a smaller permutation, and the ranks are dealt to the two parts in some order. Mergesort's worst case is
//! of this kind: both halves are worst cases, and the greatest value is in one half, the next in the other, so that
//! merging has to compare to the end. The smallest permutations are taken as they were given.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use super::linear::{Fitting, Linear};
use super::permutation::Permutations;
use super::place::{Length, Place, Variable};

/// Which places make the left part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Split {
    /// The first half; of an odd number of places the middle one is on the right.
    Half,
    /// The first half, with the middle one.
    HalfUp,
    /// The first places, as many as the greatest power of two below all.
    Power,
    /// The even places.
    Even,
}

/// Which part gets which ranks.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Deal {
    /// The parts take turns, until one is complete.
    Turns { from_top: bool, right_first: bool, lead: u8 },
    /// One part gets a block of ranks, and so many ranks below it go to the other part.
    Block { inner_right: bool, below: Linear },
}

/// A rule of this kind.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Halves {
    split: Split,
    deal: Deal,
    length: Length,
    /// The permutations of lengths below the first that is put together.
    known: BTreeMap<usize, Arc<Vec<i64>>>,
    least: usize,
}

const SPLITS: [Split; 4] = [Split::Half, Split::HalfUp, Split::Power, Split::Even];

/// A rule has to be followed by so many permutations.
const FEWEST: usize = 4;

/// So many of the shortest permutations may be taken as they are given.
const KNOWN: usize = 10;

impl Split {
    /// The number of places of the left part.
    fn left(self, length: usize) -> usize {
        match self {
            Split::Half => length / 2,
            Split::HalfUp | Split::Even => length.div_ceil(2),
            Split::Power => length.checked_sub(1).and_then(usize::checked_ilog2).map_or(0, |log| 1 << log),
        }
    }

    /// Whether a place is in the right part.
    fn is_right(self, place: usize, length: usize) -> bool {
        match self {
            Split::Even => place % 2 == 1,
            _ => place >= self.left(length),
        }
    }

    /// For each rank from the lowest, whether it is in the right part.
    fn dealt(self, permutation: &[i64]) -> Vec<bool> {
        let mut dealt = vec![false; permutation.len()];
        for (place, &rank) in permutation.iter().enumerate() {
            dealt[rank as usize - 1] = self.is_right(place, permutation.len());
        }
        dealt
    }

    /// The permutation with the order of the two parts in each of them, and the ranks as dealt.
    fn join(self, left: &[i64], right: &[i64], dealt: &[bool]) -> Vec<i64> {
        let (mut left_ranks, mut right_ranks) = (Vec::new(), Vec::new());
        for (rank, &is_right) in (1i64..).zip(dealt) {
            if is_right { right_ranks.push(rank) } else { left_ranks.push(rank) }
        }
        let (mut lefts, mut rights) = (left.iter(), right.iter());
        let place = |place: usize| {
            let (part, ranks) = if self.is_right(place, dealt.len()) {
                (rights.next(), &right_ranks)
            } else {
                (lefts.next(), &left_ranks)
            };
            part.and_then(|&rank| ranks.get(rank as usize - 1)).copied().unwrap_or(0)
        };
        (0..dealt.len()).map(place).collect()
    }
}

impl Deal {
    /// For each rank from the lowest, whether the right part gets it.
    fn dealt(&self, left: usize, right: usize) -> Option<Vec<bool>> {
        let length = left + right;
        match self {
            Deal::Turns { from_top, right_first, lead } => {
                let mut counts = [left, right];
                let mut turn = usize::from(*right_first);
                let mut dealt = Vec::with_capacity(length);
                for rank in 0..length {
                    let side = if counts[turn] > 0 { turn } else { 1 - turn };
                    counts[side] -= 1;
                    dealt.push(side == 1);
                    if rank >= usize::from(*lead) {
                        turn = 1 - turn;
                    }
                }
                if *from_top {
                    dealt.reverse();
                }
                Some(dealt)
            }
            Deal::Block { inner_right, below } => {
                let (inner, outer) = if *inner_right { (right, left) } else { (left, right) };
                let below = usize::try_from(below.at(&size(length))?).ok()?;
                if below > outer {
                    return None;
                }
                let block = below..below + inner;
                Some((0..length).map(|rank| block.contains(&rank) == *inner_right).collect())
            }
        }
    }
}

fn size(length: usize) -> Place {
    Place { i: 0, n: length as u64, length: length as u64, row: 0, column: 0 }
}

/// The rules that permutations follow, and how many of the first each takes as they are.
pub(crate) fn halves(given: &Permutations) -> Vec<(Halves, usize)> {
    let mut found = Vec::new();
    for split in SPLITS {
        let dealt: Vec<Vec<bool>> = given.all.iter().map(|permutation| split.dealt(permutation)).collect();
        for deal in deals(given, split, &dealt) {
            let fits = |(permutation, dealt): &(&Vec<i64>, &Vec<bool>)| {
                let left = split.left(permutation.len());
                permutation.len() > 1 && deal.dealt(left, permutation.len() - left).as_ref() == Some(*dealt)
            };
            let fitting = given.all.iter().zip(&dealt).rev().take_while(fits).count();
            let least = (given.all.len() - fitting)..=given.all.len().saturating_sub(FEWEST).min(KNOWN);
            let rules = least.filter_map(|known| {
                let rule = Halves::new(given, split, deal.clone(), known)?;
                rule.gives(&given.all[known..]).then_some((rule, known))
            });
            found.extend(rules.take(1));
        }
    }
    found.sort_by_key(|(_, known)| *known);
    found
}

/// The deals that the longest permutations allow.
fn deals(given: &Permutations, split: Split, dealt: &[Vec<bool>]) -> Vec<Deal> {
    let mut deals = Vec::new();
    for lead in 0..3 {
        for (from_top, right_first) in [(true, true), (true, false), (false, false), (false, true)] {
            deals.push(Deal::Turns { from_top, right_first, lead });
        }
    }
    for inner_right in [false, true] {
        let mut fitting = Fitting::new(vec![Variable::One, Variable::Size, Variable::HalfSize]);
        let recent = given.all.len().saturating_sub(FEWEST.max(given.all.len() / 2));
        let all_blocks = given.all.iter().zip(dealt).skip(recent).all(|(permutation, dealt)| {
            let below = dealt.iter().take_while(|is_right| **is_right != inner_right).count();
            let left = split.left(permutation.len());
            let inner = if inner_right { permutation.len() - left } else { left };
            let is_block = dealt.iter().skip(below).take(inner).all(|is_right| *is_right == inner_right);
            is_block && fitting.add(&size(permutation.len()), below as i64)
        });
        if all_blocks && let Some(below) = fitting.finish() {
            deals.push(Deal::Block { inner_right, below });
        }
    }
    deals
}

/// Rules in which the two greatest values are in different parts, as they are in most given permutations from some
/// length on: this alone makes merging compare to the end, so the other ranks may well be dealt otherwise. Those that
/// most permutations agree with come first.
pub(crate) fn guesses(given: &Permutations) -> Vec<(Halves, u32)> {
    let mut guesses = Vec::new();
    for split in SPLITS {
        for right_first in [true, false] {
            let fits = |permutation: &&Vec<i64>| {
                let dealt = split.dealt(permutation);
                let [.., second, greatest] = dealt[..] else { return false };
                greatest == right_first && second != right_first
            };
            let deal = Deal::Turns { from_top: true, right_first, lead: 0 };
            for known in 1..=given.all.len().saturating_sub(FEWEST - 1).min(KNOWN) {
                let rest = &given.all[known..];
                let fitting = rest.iter().filter(fits).count();
                if fitting + 1 < FEWEST || 2 * fitting <= rest.len() {
                    continue;
                }
                guesses.extend(Halves::new(given, split, deal.clone(), known).and_then(|rule| {
                    let from = given.size_from(rule.least)?;
                    Some((100 * fitting / rest.len(), rule, from))
                }));
            }
        }
    }
    guesses.sort_by_key(|(percent, _, from)| (std::cmp::Reverse(*percent), *from));
    guesses.into_iter().map(|(_, rule, from)| (rule, from)).collect()
}

impl Halves {
    /// The rule that takes so many of the shortest permutations as they are.
    fn new(given: &Permutations, split: Split, deal: Deal, known: usize) -> Option<Halves> {
        let least = given.all.get(known)?.len();
        let known = given.all[..known].iter().map(|one| (one.len(), Arc::new(one.clone()))).collect();
        Some(Halves { split, deal, length: given.length.clone(), known, least })
    }

    fn gives(&self, permutations: &[Vec<i64>]) -> bool {
        let mut made = self.known.clone();
        permutations.iter().all(|one| self.make(one.len(), &mut made).is_some_and(|made| *made == *one))
    }

    /// How many values an input of a size has.
    pub fn count(&self, n: u32) -> Option<usize> {
        self.length.at(n)
    }

    /// How many numbers it was free to choose: the split, the deal, and all values that it takes as they were given.
    pub fn parameters(&self) -> usize {
        let deal = match &self.deal {
            Deal::Turns { .. } => 3,
            Deal::Block { below, .. } => 1 + below.weight().max(1),
        };
        let known: usize = self.known.values().map(|known| known.len()).sum();
        1 + deal + known + self.length.parameters()
    }

    /// The input of a size.
    pub fn input(&self, n: u32) -> Option<Vec<i64>> {
        let made = self.make(self.length.at(n)?, &mut self.known.clone())?;
        Some(Arc::unwrap_or_clone(made))
    }

    /// There are at most two different lengths at each depth, so this takes linear time.
    fn make(&self, length: usize, made: &mut BTreeMap<usize, Arc<Vec<i64>>>) -> Option<Arc<Vec<i64>>> {
        if let Some(known) = made.get(&length) {
            return Some(known.clone());
        }
        let left = self.split.left(length);
        if length < self.least || left == 0 || left == length {
            return None;
        }
        let (lefts, rights) = (self.make(left, made)?, self.make(length - left, made)?);
        let dealt = self.deal.dealt(left, length - left)?;
        let joined = Arc::new(self.split.join(&lefts, &rights, &dealt));
        made.insert(length, joined.clone());
        Some(joined)
    }
}

impl fmt::Display for Halves {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (left, right) = match self.split {
            Split::Half => ("the first floor(n/2) places", "the rest"),
            Split::HalfUp => ("the first ceil(n/2) places", "the rest"),
            Split::Power => ("the first 2^floor(log2(n-1)) places", "the rest"),
            Split::Even => ("the even places", "the odd ones"),
        };
        let side = |is_right: bool| if is_right { "right" } else { "left" };
        write!(f, "{left} and {right} are each ordered by this rule; ")?;
        match &self.deal {
            Deal::Turns { from_top, right_first, lead } => {
                let end = if *from_top { "greatest" } else { "least" };
                let many = match lead {
                    0 => format!("the {end} value is"),
                    lead => format!("the {} {end} values are", lead + 1),
                };
                write!(f, "{many} on the {}, and the others in turn", side(*right_first))?;
                write!(f, " on the {} and the {}", side(!right_first), side(*right_first))?;
            }
            Deal::Block { inner_right, below } => {
                let (inner, outer) = (side(*inner_right), side(!inner_right));
                write!(f, "the {inner} ones are above {below} of the {outer} ones and below the others")?;
            }
        }
        if self.least > 2 { write!(f, "; fewer than {} values are as found", self.least) } else { Ok(()) }
    }
}
