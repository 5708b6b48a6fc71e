//! Adding a constraint `x - y <= c`: to the ranges or to the graph, and to the model.
//!
//! In this order, the cheapest first: the two ranges decide it; a tighter constraint between the same variables is
//! there already; the model satisfies it; a wave mends the model ([`super::repair`]). What is implied leaves no
//! trace, so a path that asks what it knows does not grow. What is implied only through third variables is
//! stored all the same: to find that out takes a search, which its asker may have done (see [`super`]).

use super::graph::{AXIOM, Origin, Wide};
use super::repair::{Outcome, Task};
use super::trail::Change;
use super::{Conflict, Order};

impl Order {
    /// Adds `x - y <= c` to the graph and mends the model, disequalities aside. Returns whether the model moved.
    pub(super) fn constrain(&mut self, x: u32, y: u32, c: Wide, origin: Origin) -> Result<bool, Conflict> {
        if x == y {
            return if c >= 0 { Ok(false) } else { Err(self.refuse(&[origin])) };
        }
        match self.graph.by_ranges(x, y, c) {
            Some(true) => return Ok(false),
            Some(false) => {
                let (x, y) = (self.graph.ranges[x as usize], self.graph.ranges[y as usize]);
                return Err(self.refuse(&[origin, x.lower_origin, y.upper_origin]));
            }
            None => {}
        }
        if x == 0 || y == 0 {
            let moved = self.mend(x, y, c, origin)?;
            let node = x | y;
            let range = &mut self.graph.ranges[node as usize];
            // Neither can overflow: the new bound is within the range.
            self.trail.push(if y == 0 {
                let old = Change::Upper { node, bound: range.upper, origin: range.upper_origin };
                (range.upper, range.upper_origin) = (c as i64, origin);
                old
            } else {
                let old = Change::Lower { node, bound: range.lower, origin: range.lower_origin };
                (range.lower, range.lower_origin) = (-c as i64, origin);
                old
            });
            return Ok(moved);
        }
        let pair = self.graph.pair(x, y);
        if self.graph.arc(pair).is_some_and(|arc| Wide::from(arc.most) <= c) {
            return Ok(false);
        }
        let moved = self.mend(x, y, c, origin)?;
        let change = self.graph.tighten(pair, c as i64, origin);
        self.trail.push(change);
        Ok(moved)
    }

    /// Makes the model satisfy `x - y <= c` as well, which is not in the graph yet.
    #[inline]
    fn mend(&mut self, x: u32, y: u32, c: Wide, origin: Origin) -> Result<bool, Conflict> {
        let slack = self.slack(x, y, c);
        if slack >= 0 {
            return Ok(false);
        }
        self.move_model(x, y, -slack, origin)?;
        Ok(true)
    }

    fn move_model(&mut self, x: u32, y: u32, need: Wide, origin: Origin) -> Result<(), Conflict> {
        let rise = Task { start: y, goal: x, need, through_zero: false };
        let fall = Task { start: x, goal: y, need, through_zero: false };
        let outcome = if x == 0 {
            self.wave::<true>(rise)
        } else if y == 0 {
            self.wave::<false>(fall)
        } else {
            let fewer_above = self.graph.rising[y as usize].len() <= self.graph.falling[x as usize].len();
            let mut outcome = if fewer_above { self.wave::<true>(rise) } else { self.wave::<false>(fall) };
            if outcome == Outcome::Blocked {
                outcome = if fewer_above { self.wave::<false>(fall) } else { self.wave::<true>(rise) };
            }
            if outcome == Outcome::Blocked {
                outcome = self.wave::<true>(Task { through_zero: true, ..rise });
            }
            outcome
        };
        match outcome {
            Outcome::Mended => Ok(()),
            Outcome::Cycle => {
                self.core.clone_from(&self.repair.cycle);
                self.core.push(origin);
                Err(Conflict)
            }
            Outcome::Blocked => unreachable!("a wave that may move zero, or ends there, is not blocked"),
        }
    }

    /// Runs one wave and, if it mends the model, moves the values.
    pub(super) fn wave<const UP: bool>(&mut self, task: Task) -> Outcome {
        let outcome = self.repair.run::<UP>(&self.graph, &self.values, task);
        if outcome == Outcome::Mended {
            let shift = self.repair.distance(0);
            if shift == 0 {
                for i in 0..self.repair.reached.len() {
                    let node = self.repair.reached[i];
                    let distance = self.repair.distance(node);
                    let old = Wide::from(self.values[node as usize]);
                    self.set_value(node, if UP { old + distance } else { old - distance });
                }
            } else {
                // Zero rose. It is 0 by definition, so everyone falls by as much.
                for node in 1..self.values.len() as u32 {
                    let old = Wide::from(self.values[node as usize]);
                    self.set_value(node, old + self.repair.distance(node) - shift);
                }
            }
        }
        self.repair.clear();
        outcome
    }

    /// Moves a variable to a value within its range.
    pub(super) fn set_value(&mut self, node: u32, value: Wide) {
        let new = value as i64;
        debug_assert_eq!(Wide::from(new), value, "a range ends within 64 bits");
        let old = std::mem::replace(&mut self.values[node as usize], new);
        self.trail.push(Change::Value { node, old });
    }

    /// How far the model is from breaking `x - y <= c`.
    pub(super) fn slack(&self, x: u32, y: u32, c: Wide) -> Wide {
        c - Wide::from(self.values[x as usize]) + Wide::from(self.values[y as usize])
    }

    /// A conflict between these.
    pub(super) fn refuse(&mut self, origins: &[Origin]) -> Conflict {
        self.core.clear();
        self.core.extend(origins.iter().filter(|&&origin| origin != AXIOM));
        Conflict
    }
}
