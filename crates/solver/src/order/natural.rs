//! Models that people like to read: 1 2 3 rather than -2147483648 -2147483647 17.
//!
//! Difference constraints have a greatest and a least solution, and every value between the two is some
//! solution's (the solutions form a lattice). So:
//!
//! 1. ask every variable to be at least 1, or, if even the greatest solution has it lower, as close as that;
//! 2. go through the variables from the least solution's smallest value up, those that must not be greater
//!    first among equals, and give each the first value above all given so far; if it can't have that, the
//!    smallest it can;
//! 3. after each, raise the least and lower the greatest solution of the others accordingly.
//!
//! Disequalities only exclude values on the way. If they leave a variable without any, which takes narrow
//! ranges, the same is tried from 0; then the current model is returned as it is, for what can still be gained is
//! a matter of taste, not of correctness.
//!
//! To let the solver minimise instead (one variable after the other, by bisection) asks hundreds of questions
//! for what two sweeps over the graph tell.

use std::collections::VecDeque;

use super::Order;
use super::graph::Wide;

/// The value that variables get if nothing else is said, and what to try if that leads nowhere.
const FIRST: [i64; 2] = [1, 0];

/// One side of the solutions, and the nodes whose move has still to be passed on.
pub(super) struct Sweep {
    pub(super) values: Vec<i64>,
    queue: VecDeque<u32>,
    queued: Vec<bool>,
}

impl Order {
    /// A model for the eye: small values, from 1 upwards and distinct where the assertions allow it; for each
    /// variable in the order of their making. Satisfies what [`Order::value`] satisfies.
    pub fn natural_model(&self) -> Vec<i64> {
        let pleasing =
            FIRST.iter().find_map(|&first| self.pleasing(first).filter(|values| self.holds_in(values)));
        let mut values = pleasing.unwrap_or_else(|| self.values.clone());
        values.remove(0);
        values
    }

    fn pleasing(&self, first: i64) -> Option<Vec<i64>> {
        let nodes = self.ascending(&self.values);
        let ranges = &self.graph.ranges;
        let mut greatest = Sweep::new(ranges.iter().map(|range| range.upper).collect());
        greatest.queue_all(nodes.iter().rev());
        self.sweep::<false>(&mut greatest);
        let wish = |(range, &most): (&super::graph::Range, &i64)| range.lower.max(first.min(most));
        let mut least = Sweep::new(ranges.iter().zip(&greatest.values).map(wish).collect());
        least.queue_all(nodes.iter());
        self.sweep::<true>(&mut least);

        let mut given = vec![false; self.values.len()];
        given[0] = true;
        let mut last = None;
        for node in self.ascending(&least.values) {
            let at = node as usize;
            let (from, to) = (least.values[at], greatest.values[at]);
            let above = last.map_or(Some(from), |last: i64| last.checked_add(1)).map(|next| next.max(from));
            let value = above
                .and_then(|above| self.first_allowed(node, above, to, &least.values, &given))
                .or_else(|| self.first_allowed(node, from, to, &least.values, &given))?;
            given[at] = true;
            last = last.max(Some(value));
            least.set(node, value);
            self.sweep::<true>(&mut least);
            greatest.set(node, value);
            self.sweep::<false>(&mut greatest);
        }
        Some(least.values)
    }

    /// The first value between two that no disequality with a given variable excludes.
    fn first_allowed(&self, node: u32, from: i64, to: i64, values: &[i64], given: &[bool]) -> Option<i64> {
        let mut excluded: Vec<Wide> = Vec::new();
        for differ in self.unequal.near(node) {
            let other = differ.x ^ differ.y ^ node;
            if given[other as usize] {
                let c = Wide::from(differ.c);
                let value = Wide::from(values[other as usize]);
                excluded.push(if differ.x == node { value + c } else { value - c });
            }
        }
        excluded.sort_unstable();
        let first =
            excluded.iter().fold(Wide::from(from), |free, &v| if v == free { free + 1 } else { free });
        (first <= Wide::from(to)).then_some(first as i64)
    }

    /// The variables by these values; among equals, one that must be at most another goes before it.
    pub(super) fn ascending(&self, values: &[i64]) -> Vec<u32> {
        let mut order = Vec::with_capacity(values.len());
        let mut seen = vec![false; values.len()];
        // Depth first along the tight arcs between equals, by hand: a node is written down after those below it.
        let mut stack: Vec<(u32, usize)> = Vec::new();
        for root in 1..values.len() as u32 {
            if std::mem::replace(&mut seen[root as usize], true) {
                continue;
            }
            stack.push((root, 0));
            while let Some((node, position)) = stack.last_mut() {
                let Some(arc) = self.graph.falling[*node as usize].get(*position) else {
                    order.push(*node);
                    stack.pop();
                    continue;
                };
                *position += 1;
                let equal = values[arc.node as usize] == values[*node as usize];
                if arc.most == 0 && equal && !std::mem::replace(&mut seen[arc.node as usize], true) {
                    stack.push((arc.node, 0));
                }
            }
        }
        order.sort_by_key(|&node| values[node as usize]);
        order
    }

    /// Passes moves on until all constraints hold. It ends, because they have a solution.
    pub(super) fn sweep<const UP: bool>(&self, sweep: &mut Sweep) {
        while let Some(node) = sweep.queue.pop_front() {
            sweep.queued[node as usize] = false;
            let value = Wide::from(sweep.values[node as usize]);
            let arcs =
                if UP { &self.graph.rising[node as usize] } else { &self.graph.falling[node as usize] };
            for arc in arcs {
                let (most, old) = (Wide::from(arc.most), Wide::from(sweep.values[arc.node as usize]));
                let new = if UP { old.max(value - most) } else { old.min(value + most) };
                if new != old {
                    sweep.set(arc.node, new as i64);
                }
            }
        }
    }
}

impl Sweep {
    pub(super) fn new(values: Vec<i64>) -> Sweep {
        let queued = vec![false; values.len()];
        Sweep { values, queue: VecDeque::new(), queued }
    }

    fn set(&mut self, node: u32, value: i64) {
        if self.values[node as usize] != value {
            self.values[node as usize] = value;
            self.enqueue(node);
        }
    }

    /// In the order of a model, in which most arcs point forward, so that most nodes are visited once.
    pub(super) fn queue_all<'a>(&mut self, nodes: impl Iterator<Item = &'a u32>) {
        nodes.for_each(|&node| self.enqueue(node));
    }

    fn enqueue(&mut self, node: u32) {
        if !std::mem::replace(&mut self.queued[node as usize], true) {
            self.queue.push_back(node);
        }
    }
}
