//! Orders that grow by insertion: one or two values are put into the one before, and a few values then swapped.
//!
//! This is how inputs arise that make quicksort with a median of three quadratic: undoing its first partition takes two
//! values and a few swaps at the ends and in the middle (Musser, "Introspective sorting and selection algorithms", 1997,
//! section 2). A value that is put in may be equal to another: where equal values are treated apart, they can be worse.

use std::collections::BTreeMap;
use std::fmt;

use super::gap::Gap;
use super::permutation::Permutations;
use super::place::Length;
use super::spot::{PLACES, RANKS, Spot};

/// A step must have been seen so often.
const FEWEST: usize = 4;

/// So many swaps may follow an insertion.
const MOST_SWAPS: usize = 3;

/// Longer inputs are not made.
const MOST_LENGTH: usize = 10_000_000;

/// A value that is put in.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Inserted {
    place: Spot,
    /// Its rank among the different values there are then.
    rank: Spot,
    /// Whether it is equal to a value that is there already.
    equal: bool,
}

/// A rule of this kind.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Grown {
    inserted: Vec<Inserted>,
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

/// What is taken out of an order, and what that does to the ranks of the others.
struct Taken {
    places: [usize; 2],
    /// The ranks that nothing has any more.
    gone: [Option<i64>; 2],
}

impl Taken {
    /// What one or two spots are in an order, of whose ranks there are so many each.
    fn of(order: &[i64], spots: &[Spot], counts: &[u32]) -> Option<Taken> {
        let one = spots.first()?.at(order.len())?;
        let other = spots.last()?.at(order.len())?;
        let (first, second) = (order[one], order[other]);
        let gone = |rank: i64, taken: u32| (counts[rank as usize] == taken).then_some(rank);
        let gone = match spots.len() {
            1 => [gone(first, 1), None],
            _ if one == other => return None,
            _ if first == second => [gone(first, 2), None],
            _ => [gone(first, 1), gone(second, 1)],
        };
        Some(Taken { places: [one, other], gone })
    }

    /// Whether the one before is left. This is asked a million times, so it ends at the first difference.
    fn leaves(&self, order: &[i64], before: &[i64]) -> bool {
        let [one, other] = self.places;
        let mut left = before.iter();
        let mut others = order.iter().enumerate().filter(|(place, _)| *place != one && *place != other);
        others.all(|(_, &rank)| {
            let lower = self.gone.iter().flatten().filter(|gone| **gone < rank).count();
            left.next() == Some(&(rank - lower as i64))
        })
    }
}

/// How many values of each rank there are.
fn counts(order: &[i64]) -> Vec<u32> {
    let mut counts = vec![0; order.len() + 1];
    for &rank in order {
        counts[rank as usize] += 1;
    }
    counts
}

impl Back<'_> {
    /// The ranks of what is taken out of an order, each with whether others have it still, if the one before is left.
    fn ranks(&self, order: &[i64], before: &[i64]) -> Option<Vec<(usize, bool)>> {
        let mut swapped = order.to_vec();
        for &(a, b) in self.undone {
            swap(&mut swapped, a, b)?;
        }
        let taken = Taken::of(&swapped, self.taken, &counts(order))?;
        let mut gone: Vec<i64> = taken.gone.iter().flatten().copied().collect();
        let ranks = taken.places[..self.taken.len()].iter().map(|&place| {
            // Of two equal values that are put in, the second is equal to the first.
            let first = gone.iter().position(|rank| *rank == swapped[place]).map(|at| gone.remove(at));
            (swapped[place] as usize - 1, first.is_none())
        });
        taken.leaves(&swapped, before).then(|| ranks.collect())
    }
}

fn swap(order: &mut [i64], a: Spot, b: Spot) -> Option<()> {
    let (a, b) = (a.at(order.len())?, b.at(order.len())?);
    order.swap(a, b);
    Some(())
}

/// The rules that orders follow, and how many of the first don't.
pub(crate) fn grown(given: &Permutations) -> Vec<(Grown, usize)> {
    let mut found = Vec::new();
    for step in [1, 2] {
        // A step that is seen is between two that are given.
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
        let search = Search { given, steps: &steps, taken: &taken, before, counts: counts(longest) };
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
    /// The one before the longest.
    before: &'a [i64],
    /// Of the longest.
    counts: Vec<u32>,
}

impl Search<'_> {
    /// The first rule that undoes so many more swaps; those so far have already been undone in the longest one.
    fn with(&self, swaps: usize, longest: &[i64], undone: &mut Vec<(Spot, Spot)>) -> Option<(Grown, usize)> {
        if swaps == 0 {
            let leaves = |taken: &&Vec<Spot>| {
                Taken::of(longest, taken, &self.counts)
                    .is_some_and(|taken| taken.leaves(longest, self.before))
            };
            let left = self.taken.iter().filter(leaves);
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

/// The rule of a step back, if enough steps are of its kind and it gives all from some length on.
fn confirm(
    given: &Permutations,
    steps: &[(&Vec<i64>, &Vec<i64>)],
    back: &Back<'_>,
) -> Option<(Grown, usize)> {
    let mut spots: Vec<Vec<Spot>> = vec![RANKS.to_vec(); back.taken.len()];
    let mut equal: Option<Vec<bool>> = None;
    let mut seen = 0;
    let mut first = 0;
    for (before, longer) in steps {
        let Some(ranks) = back.ranks(longer, before) else { break };
        let different = longer.iter().max().map_or(0, |rank| *rank as usize);
        let narrowed: Vec<Vec<Spot>> = spots
            .iter()
            .zip(&ranks)
            .map(|(spots, &(rank, _))| {
                spots.iter().copied().filter(|spot| spot.at(different) == Some(rank)).collect()
            })
            .collect();
        let equals: Vec<bool> = ranks.iter().map(|(_, equal)| *equal).collect();
        if narrowed.iter().any(Vec::is_empty) || equal.as_ref().is_some_and(|equal| *equal != equals) {
            break;
        }
        spots = narrowed;
        equal = Some(equals);
        seen += 1;
        first = before.len();
    }
    if seen < FEWEST {
        return None;
    }
    let inserted = back.taken.iter().zip(&spots).zip(equal?);
    let inserted = inserted
        .map(|((&place, ranks), equal)| Some(Inserted { place, rank: *ranks.first()?, equal }))
        .collect::<Option<Vec<Inserted>>>()?;
    let start = given.all.iter().position(|one| one.len() >= first)?;
    let begin = given.all[start..].iter().take(back.taken.len()).map(|one| (one.len(), one.clone()));
    let rule = Grown {
        inserted,
        swaps: back.undone.iter().rev().copied().collect(),
        length: given.length.clone(),
        known: begin.collect(),
    };
    let follows = |one: &Vec<i64>| rule.make(one.len()).as_ref() == Some(one);
    given.all[start..].iter().all(follows).then_some((rule, start))
}

impl Grown {
    /// How many values an input of a size has.
    pub fn count(&self, n: u32) -> Option<usize> {
        self.length.at(n)
    }

    /// How many numbers it was free to choose: places and ranks, and all values that it begins with.
    pub fn parameters(&self) -> usize {
        let known: usize = self.known.values().map(Vec::len).sum();
        3 * self.inserted.len() + 2 * self.swaps.len() + known + self.length.parameters()
    }

    /// The input of a size.
    pub fn input(&self, n: u32) -> Option<Vec<i64>> {
        self.make(self.length.at(n)?)
    }

    /// Follows the steps in constant time each: values are known by numbers, which stand in the order of their places,
    /// and belong to classes of equal ones, which stand in the order of their ranks.
    fn make(&self, length: usize) -> Option<Vec<i64>> {
        let step = self.inserted.len();
        let (start, known) =
            self.known.range(..=length).find(|(start, _)| (length - **start).is_multiple_of(step))?;
        if length > MOST_LENGTH {
            return None;
        }
        let mut growing = Growing::default();
        for (place, &rank) in known.iter().enumerate() {
            growing.places.insert(place, place as u32);
            growing.classes.push(rank as u32 - 1);
        }
        for class in 0..known.iter().max().map_or(0, |rank| *rank as u32) {
            growing.order.insert(class as usize, class);
        }
        for longer in (*start..length).step_by(step).map(|before| before + step) {
            self.grow(&mut growing, longer)?;
        }
        let mut ranks = vec![0; growing.order.len()];
        for (rank, class) in (1..).zip(growing.order.iter()) {
            ranks[class as usize] = rank;
        }
        let Growing { places, classes, .. } = &growing;
        Some(places.iter().map(|id| ranks[classes[id as usize] as usize]).collect())
    }

    fn grow(&self, growing: &mut Growing, length: usize) -> Option<()> {
        let Growing { places, order, classes } = growing;
        let new = self.inserted.iter().filter(|one| !one.equal).count();
        let different = order.len() + new;
        let mut at = Vec::with_capacity(2);
        for (id, inserted) in (classes.len() as u32..).zip(&self.inserted) {
            at.push((inserted.place.at(length)?, inserted.rank.at(different)?, inserted.equal, id));
        }
        classes.resize(classes.len() + at.len(), 0);
        // Places are those after all insertions, so the foremost one is first.
        at.sort_unstable_by_key(|(place, ..)| *place);
        for &(place, _, _, id) in &at {
            places.insert(place, id);
        }
        // Ranks too; and what is equal to another comes after all others.
        at.sort_unstable_by_key(|(_, rank, equal, _)| (*equal, *rank));
        for &(_, rank, equal, id) in &at {
            classes[id as usize] = if equal {
                order.get(rank)?
            } else {
                let class = order.len() as u32;
                order.insert(rank, class);
                class
            };
        }
        for (a, b) in &self.swaps {
            places.swap(a.at(length)?, b.at(length)?)?;
        }
        (places.len() == length && order.len() == different).then_some(())
    }
}

/// An input as it grows.
#[derive(Default)]
struct Growing {
    /// The values by place, each a number of its own.
    places: Gap,
    /// The classes of equal values by rank.
    order: Gap,
    /// The class of each value.
    classes: Vec<u32>,
}

impl fmt::Display for Grown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let start: Vec<String> = self.known.values().map(|known| format!("{known:?}")).collect();
        write!(f, "from {} on, n values are those of n-{} with ", start.join(" and "), self.inserted.len())?;
        for (index, Inserted { place, rank, equal }) in self.inserted.iter().enumerate() {
            let and = if index == 0 { "" } else { " and " };
            let rank = if *equal { rank.equal() } else { rank.rank() };
            write!(f, "{and}{rank} put in at {}", place.place())?;
        }
        for (a, b) in &self.swaps {
            write!(f, ", then {} and {} swapped", a.place(), b.place())?;
        }
        Ok(())
    }
}
