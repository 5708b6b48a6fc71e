//! The costs that a formula has to explain, and what each of them is worth.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

/// What a cost says about the worst case at its size.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Standing {
    /// It happened: by chance, or by changing inputs. A lower bound that shows nothing but itself.
    Climbed,
    /// Along the rule, or by a pattern: a lower bound, made at every size in the same way.
    Reached,
    /// All paths were explored: it is the worst case.
    Exact,
}

/// A cost that was seen at a size.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Point {
    /// The size.
    pub size: u32,
    /// The greatest cost there.
    pub cost: i64,
    /// What that is worth.
    pub standing: Standing,
}

/// The points, by what they are good for.
#[derive(Clone, Debug)]
pub(crate) struct Seen {
    /// What a formula has to go through, by ascending size: exact costs, and those that are reached by a rule.
    pub firm: Vec<(u32, i128)>,
    /// The sizes of the exact ones among these.
    pub exact: BTreeSet<u32>,
    /// What a formula must not be below, but need not meet.
    pub climbed: Vec<(u32, i128)>,
}

impl Seen {
    /// Of several costs at a size the greatest counts: where climbing found more, what the rule reached there is
    /// refuted, and so is what is said to be exact.
    pub fn of(points: &[Point]) -> Seen {
        let mut greatest: BTreeMap<u32, (i64, Standing)> = BTreeMap::new();
        for point in points {
            let one = (point.cost, point.standing);
            greatest.entry(point.size).and_modify(|known| *known = one.max(*known)).or_insert(one);
        }
        let mut seen = Seen { firm: Vec::new(), exact: BTreeSet::new(), climbed: Vec::new() };
        for (size, (cost, standing)) in greatest {
            match standing {
                Standing::Climbed => seen.climbed.push((size, cost.into())),
                Standing::Reached => seen.firm.push((size, cost.into())),
                Standing::Exact => {
                    seen.firm.push((size, cost.into()));
                    seen.exact.insert(size);
                }
            }
        }
        seen
    }

    /// How many sizes have a cost.
    pub fn sizes(&self) -> usize {
        self.firm.len() + self.climbed.len()
    }

    /// All costs, by ascending size.
    pub fn all(&self) -> Vec<(u32, i128)> {
        let mut all = [&self.firm[..], &self.climbed].concat();
        all.sort_unstable();
        all
    }

    /// The same without what a rule reached at larger sizes.
    pub fn up_to(&self, size: u32) -> Seen {
        let is_kept = |&(n, _): &(u32, i128)| n <= size || self.exact.contains(&n);
        Seen { firm: self.firm.iter().copied().filter(is_kept).collect(), ..self.clone() }
    }

    /// The firm costs from a size on, the exact ones first: what a formula is fitted to should be exact.
    pub fn exact_first(&self, from: u32) -> Vec<(u32, i128)> {
        let mut firm: Vec<(u32, i128)> = self.firm.iter().copied().filter(|&(n, _)| n >= from).collect();
        firm.sort_by_key(|(n, _)| (!self.exact.contains(n), *n));
        firm
    }

    /// How many costs from a size on are exact.
    pub fn exact_from(&self, from: u32) -> usize {
        self.exact.range(from..).count()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_greatest_cost_of_a_size_counts() {
        let point = |size, cost, standing| Point { size, cost, standing };
        let seen = Seen::of(&[
            point(3, 9, Standing::Reached),
            point(2, 4, Standing::Climbed),
            point(2, 4, Standing::Exact),
            point(3, 10, Standing::Climbed),
            point(1, 1, Standing::Exact),
            point(4, 16, Standing::Reached),
        ]);
        assert_eq!(seen.firm, [(1, 1), (2, 4), (4, 16)]);
        assert_eq!(seen.climbed, [(3, 10)]);
        assert_eq!(seen.exact_from(2), 1);
        assert_eq!(seen.up_to(3).firm, [(1, 1), (2, 4)]);
        assert_eq!(seen.exact_first(2), [(2, 4), (4, 16)]);
    }
}
