//! In which order kinds of rounds can come: what a state machine, a flag or a change of phase decides.
//!
//! Two rounds can follow each other if what the second needs does not contradict what the first leaves behind. What a round
//! does to a norm is of no interest if no round that spends the norm can come later; and a kind of round that cannot come
//! again before others have, does not come more often than they.

use super::norm::after;
use super::piece::Piece;
use crate::system::System;
use crate::system::symbols::Meaning;

/// What may come after what.
#[derive(Clone, Debug)]
pub struct Order {
    /// By kind, whether another may be the very next.
    next: Vec<Vec<bool>>,
    /// By kind, whether another may come at some time after it.
    later: Vec<Vec<bool>>,
}

/// With more kinds of rounds, everything may follow everything.
const MOST: usize = 24;

impl Order {
    /// The order of the rounds of a loop.
    pub fn of(system: &System<'_>, back: &[Piece]) -> Order {
        let count = back.len();
        let may_follow =
            |first: usize, second: usize| count > MOST || follows(system, &back[first], &back[second]);
        let next: Vec<Vec<bool>> =
            (0..count).map(|first| (0..count).map(|second| may_follow(first, second)).collect()).collect();
        let later = closure(&next, &|_| true);
        Order { next, later }
    }

    /// Whether it was not looked at, so that everything may follow everything.
    pub fn is_open(&self) -> bool {
        self.next.len() > MOST
    }

    /// Whether one kind may come at some time after another.
    pub fn is_later(&self, first: usize, second: usize) -> bool {
        self.later[first][second]
    }

    /// Whether two kinds may come in turns.
    pub fn alternate(&self, one: usize, other: usize) -> bool {
        one == other || self.later[one][other] && self.later[other][one]
    }

    /// Whether a kind may come again with nothing but kinds that are allowed in between.
    pub fn repeats(&self, kind: usize, allowed: &dyn Fn(usize) -> bool) -> bool {
        closure(&self.next, allowed)[kind][kind]
    }

    /// The greatest sum of weights from one of the kinds to the next time that another comes: the weights of the first and of
    /// all between. Nothing if there is no greatest, and the least number if there is no such way.
    pub fn greatest_way(
        &self,
        from: &[usize],
        to: usize,
        kinds: &[usize],
        weight: &dyn Fn(usize) -> i128,
    ) -> Option<i128> {
        let mut best: Vec<Option<i128>> = vec![None; self.next.len()];
        for &kind in from {
            best[kind] = Some(weight(kind));
        }
        let mut arrived = None;
        for _ in 0..=kinds.len() {
            let mut changed = false;
            for &kind in kinds {
                let Some(sum) = best[kind] else { continue };
                if self.next[kind][to] {
                    arrived = arrived.max(Some(sum));
                }
                for &then in kinds.iter().filter(|&&then| then != to && self.next[kind][then]) {
                    let more = sum.checked_add(weight(then))?;
                    if best[then].is_none_or(|known| known < more) {
                        best[then] = Some(more);
                        changed = true;
                    }
                }
            }
            if !changed {
                return Some(arrived.unwrap_or(i128::MIN));
            }
        }
        None
    }
}

/// Whether a round may be followed by another.
fn follows(system: &System<'_>, first: &Piece, second: &Piece) -> bool {
    // What is unknown in the second round is not what was unknown in the first.
    let is_unknown = |symbol| matches!(system.symbols.meaning(symbol), Meaning::Unknown | Meaning::Counter);
    let mut facts = first.facts.clone();
    for condition in second.facts.exprs() {
        if condition.symbols().iter().any(|&symbol| is_unknown(symbol)) {
            continue;
        }
        if let Some(then) = after(system, first, &condition) {
            facts.add(&then);
        }
    }
    !facts.contradict(&system.symbols)
}

/// What can be reached in one or more steps, by way of what is allowed.
fn closure(next: &[Vec<bool>], allowed: &dyn Fn(usize) -> bool) -> Vec<Vec<bool>> {
    let mut all = next.to_vec();
    for middle in (0..next.len()).filter(|&middle| allowed(middle)) {
        let reached = all[middle].clone();
        for from in all.iter_mut().filter(|from| from[middle]) {
            from.iter_mut().zip(&reached).for_each(|(one, reached)| *one |= reached);
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 0 and 1 take turns, then 2 comes again and again.
    fn order() -> Order {
        let next = vec![vec![false, true, false], vec![true, false, true], vec![false, false, true]];
        Order { later: closure(&next, &|_| true), next }
    }

    #[test]
    fn what_comes_later() {
        let order = order();
        assert!(order.is_later(0, 2) && !order.is_later(2, 0));
        assert!(order.alternate(0, 1) && !order.alternate(1, 2));
        assert!(order.repeats(0, &|_| true) && !order.repeats(0, &|kind| kind != 1));
        assert!(order.repeats(2, &|_| false));
    }

    #[test]
    fn ways_add_up() {
        let order = order();
        let weight = |kind: usize| [2, -3, 1][kind];
        assert_eq!(order.greatest_way(&[0], 0, &[0, 1], &weight), Some(-1));
        assert_eq!(order.greatest_way(&[0, 1], 1, &[0, 1], &weight), Some(2));
        assert_eq!(order.greatest_way(&[2], 0, &[2], &|_| -1), Some(i128::MIN));
        // 2 repeats and adds each time.
        assert_eq!(order.greatest_way(&[1], 0, &[1, 2], &weight), None);
    }
}
