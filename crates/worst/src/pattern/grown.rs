//! Permutations that grow by insertion: one or two values are put into the one before, and a few values then swapped.
//!
//! This is how inputs arise that make quicksort with a median of three quadratic: undoing its first partition takes two
//! values and a few swaps at the ends and in the middle (Musser, "Introspective sorting and selection algorithms", 1997,
//! section 2).

use std::collections::BTreeMap;
use std::fmt;

use super::gap::Gap;
use super::permutation::Permutations;
use super::place::Length;
use super::spot::{PLACES, RANKS, Spot};

/// A step from each permutation must have been seen so often.
const FEWEST: usize = 4;

/// So many swaps may follow an insertion.
const MOST_SWAPS: usize = 3;

/// Longer permutations are not made.
const MOST_LENGTH: usize = 10_000_000;

/// A rule of this kind.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Grown {
    /// Where each value is put in, and the rank that it has then.
    inserted: Vec<(Spot, Spot)>,
    /// What is swapped after that, in order.
    swaps: Vec<(Spot, Spot)>,
    length: Length,
    /// Where the steps begin.
    known: BTreeMap<usize, Vec<i64>>,
}

/// A step back: which swaps are undone, in this order, and which places are then taken out.
struct Back<'a> {
    undone: &'a [(Spot, Spot)],
    taken: &'a [Spot],
}

impl Back<'_> {
    /// The ranks of what is taken out of a permutation, if the one before is left.
    fn ranks(&self, permutation: &[i64], before: &[i64]) -> Option<Vec<usize>> {
        let mut swapped = permutation.to_vec();
        for &(a, b) in self.undone {
            swap(&mut swapped, a, b)?;
        }
        let places = taken_out(&swapped, self.taken, before)?;
        Some(places[..self.taken.len()].iter().map(|&place| swapped[place] as usize - 1).collect())
    }
}

fn swap(permutation: &mut [i64], a: Spot, b: Spot) -> Option<()> {
    let (a, b) = (a.at(permutation.len())?, b.at(permutation.len())?);
    permutation.swap(a, b);
    Some(())
}

/// The places of one or two spots, if a permutation without them is the one before. This is asked a million times, so
/// it allocates nothing and ends at the first difference.
fn taken_out(permutation: &[i64], taken: &[Spot], before: &[i64]) -> Option<[usize; 2]> {
    let one = taken.first()?.at(permutation.len())?;
    let other = taken.last()?.at(permutation.len())?;
    if taken.len() == 2 && one == other {
        return None;
    }
    let (first, second) = (permutation[one], permutation[other]);
    let twice = taken.len() == 2;
    let mut left = before.iter();
    for (place, &rank) in permutation.iter().enumerate() {
        if place == one || place == other {
            continue;
        }
        let lower = i64::from(first < rank) + i64::from(twice && second < rank);
        if left.next() != Some(&(rank - lower)) {
            return None;
        }
    }
    Some([one, other])
}

/// The rules that permutations follow, and how many of the first don't.
pub(crate) fn grown(given: &Permutations) -> Vec<(Grown, usize)> {
    let mut found = Vec::new();
    for step in [1, 2] {
        // A step that is seen is between two permutations that are given.
        let steps: Vec<(&Vec<i64>, &Vec<i64>)> = given
            .all
            .iter()
            .filter_map(|longer| {
                let before = given.all.iter().find(|one| one.len() + step == longer.len())?;
                Some((before, longer))
            })
            .rev()
            .collect();
        let taken: Vec<Vec<Spot>> = match step {
            1 => PLACES.iter().map(|&spot| vec![spot]).collect(),
            _ => pairs(&PLACES).map(|(a, b)| vec![a, b]).collect(),
        };
        let Some((before, longest)) = steps.first() else { continue };
        let search = Search { given, steps: &steps, taken: &taken, before };
        found.extend((0..=MOST_SWAPS).find_map(|swaps| search.with(swaps, longest, &mut Vec::new())));
    }
    found.sort_by_key(|(_, left_out)| *left_out);
    found
}

fn pairs(spots: &[Spot]) -> impl Iterator<Item = (Spot, Spot)> {
    spots.iter().enumerate().flat_map(|(place, &a)| spots[place + 1..].iter().map(move |&b| (a, b)))
}

struct Search<'a> {
    given: &'a Permutations,
    steps: &'a [(&'a Vec<i64>, &'a Vec<i64>)],
    taken: &'a [Vec<Spot>],
    /// The permutation before the longest one.
    before: &'a [i64],
}

impl Search<'_> {
    /// The first rule that undoes so many more swaps; those so far have already been undone in the longest permutation.
    fn with(&self, swaps: usize, longest: &[i64], undone: &mut Vec<(Spot, Spot)>) -> Option<(Grown, usize)> {
        if swaps == 0 {
            let left = self.taken.iter().filter(|taken| taken_out(longest, taken, self.before).is_some());
            return left.filter_map(|taken| confirm(self.given, self.steps, &Back { undone, taken })).next();
        }
        for (a, b) in pairs(&PLACES) {
            let mut swapped = longest.to_vec();
            if undone.last() == Some(&(a, b)) || swap(&mut swapped, a, b).is_none() {
                continue;
            }
            undone.push((a, b));
            let found = self.with(swaps - 1, &swapped, undone);
            undone.pop();
            if found.is_some() {
                return found;
            }
        }
        None
    }
}

/// The rule of a step back, if enough steps are of its kind and it gives all permutations from some length on.
fn confirm(
    given: &Permutations,
    steps: &[(&Vec<i64>, &Vec<i64>)],
    back: &Back<'_>,
) -> Option<(Grown, usize)> {
    let mut spots: Vec<Vec<Spot>> = vec![RANKS.to_vec(); back.taken.len()];
    let mut seen = 0;
    let mut first = 0;
    for (before, longer) in steps {
        let Some(ranks) = back.ranks(longer, before) else { break };
        let narrowed: Vec<Vec<Spot>> = spots
            .iter()
            .zip(&ranks)
            .map(|(spots, &rank)| {
                spots.iter().copied().filter(|spot| spot.at(longer.len()) == Some(rank)).collect()
            })
            .collect();
        if narrowed.iter().any(Vec::is_empty) {
            break;
        }
        spots = narrowed;
        seen += 1;
        first = before.len();
    }
    if seen < FEWEST {
        return None;
    }
    let ranks = spots.iter().map(|spots| spots.first().copied()).collect::<Option<Vec<Spot>>>()?;
    let start = given.all.iter().position(|one| one.len() >= first)?;
    let begin = given.all[start..].iter().take(back.taken.len()).map(|one| (one.len(), one.clone()));
    let rule = Grown {
        inserted: back.taken.iter().copied().zip(ranks).collect(),
        swaps: back.undone.iter().rev().copied().collect(),
        length: given.length.clone(),
        known: begin.collect(),
    };
    let follows = |one: &Vec<i64>| rule.make(one.len()).as_ref() == Some(one);
    given.all[start..].iter().all(follows).then_some((rule, start))
}

impl Grown {
    /// The input of a size.
    pub fn input(&self, n: u32) -> Option<Vec<i64>> {
        self.make(self.length.at(n)?)
    }

    /// Follows the steps in constant time each: values are known by numbers, which stand in the order of their places
    /// and in the order of their ranks.
    fn make(&self, length: usize) -> Option<Vec<i64>> {
        let step = self.inserted.len();
        let (start, known) =
            self.known.range(..=length).find(|(start, _)| (length - **start).is_multiple_of(step))?;
        if length > MOST_LENGTH {
            return None;
        }
        let (mut places, mut order) = (Gap::default(), Gap::default());
        let mut ids: Vec<u32> = (0..*start as u32).collect();
        for (place, &id) in ids.iter().enumerate() {
            places.insert(place, id);
        }
        ids.sort_by_key(|&id| known[id as usize]);
        for (rank, &id) in ids.iter().enumerate() {
            order.insert(rank, id);
        }
        for longer in (*start..length).step_by(step).map(|before| before + step) {
            self.grow(&mut places, &mut order, longer)?;
        }
        let mut ranks = vec![0; length];
        for (rank, id) in (1..).zip(order.iter()) {
            ranks[id as usize] = rank;
        }
        Some(places.iter().map(|id| ranks[id as usize]).collect())
    }

    fn grow(&self, places: &mut Gap, order: &mut Gap, length: usize) -> Option<()> {
        let first = places.len() as u32;
        let mut at = Vec::with_capacity(2);
        for (id, (place, rank)) in (first..).zip(&self.inserted) {
            at.push((place.at(length)?, rank.at(length)?, id));
        }
        // Places are those after all insertions, so the foremost one is first.
        at.sort_unstable_by_key(|(place, ..)| *place);
        for &(place, _, id) in &at {
            places.insert(place, id);
        }
        at.sort_unstable_by_key(|(_, rank, _)| *rank);
        for &(_, rank, id) in &at {
            order.insert(rank, id);
        }
        for (a, b) in &self.swaps {
            places.swap(a.at(length)?, b.at(length)?)?;
        }
        (places.len() == length && order.len() == length).then_some(())
    }
}

impl fmt::Display for Grown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let start: Vec<String> = self.known.values().map(|known| format!("{known:?}")).collect();
        write!(f, "from {} on, n values are those of n-{} with ", start.join(" and "), self.inserted.len())?;
        for (place, (at, rank)) in self.inserted.iter().enumerate() {
            let and = if place == 0 { "" } else { " and " };
            write!(f, "{and}{} put in at {}", rank.rank(), at.place())?;
        }
        for (a, b) in &self.swaps {
            write!(f, ", then {} and {} swapped", a.place(), b.place())?;
        }
        Ok(())
    }
}
