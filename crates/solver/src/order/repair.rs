//! Mends the model when a new constraint contradicts it, or finds the negative cycle that says it can't be.
//!
//! The method is that of Cotton and Maler, "Fast and flexible difference constraint propagation for DPLL(T)"
//! (SAT 2006), section 3: a model is a feasible potential function. If it breaks the new `x - y <= c` by `need`,
//! `y` rises by that much and pushes others up where the slack of an arc is less than the rise; taken by the
//! largest rise first, as in Dijkstra's algorithm over slacks, each node settles once. If the wave comes back
//! to `x`, its way is a negative cycle and the constraints on it contradict each other. The alternatives,
//! Bellman-Ford from scratch or all-pairs distances kept up to date, cost O(nm) or O(n²) for each constraint.
//!
//! Three things differ from the paper, all for models that stay put:
//!
//! - **Either end may move.** `y` rises or `x` falls, whichever has fewer arcs. Inserting a new element into a
//!   sorted thousand then moves the new one and not the thousand.
//! - **Zero is fixed.** A wave that hits the end of a range would have to move the zero variable, and so shift
//!   everyone else; the other end of the constraint is tried first. Only if that is blocked too, the wave goes on
//!   through zero, and what it finds then is exact. A new *bound* starts or ends at zero: one wave decides.
//! - **Undo restores the model**, although the later one would still be feasible and the paper keeps it. Then a
//!   state depends on its path alone and not on what was explored before, whichever core did it; and the
//!   explorer finds the model on the side on which it left it. It costs one write for each value that moved.

use std::collections::BinaryHeap;

use super::graph::{AXIOM, Arc, Graph, Origin, Wide};

/// What came of a wave.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Outcome {
    /// [`Repair::reached`] and their [`Repair::distance`] give a model that satisfies everything.
    Mended,
    /// The wave came back: [`Repair::cycle`] has the origins on its way, those of declared ranges left out.
    Cycle,
    /// The range of a variable stopped it, which decides nothing.
    Blocked,
}

/// The constraint to be satisfied next, seen from the end that moves.
#[derive(Clone, Copy, Debug)]
pub(super) struct Task {
    /// The node that moves first.
    pub(super) start: u32,
    /// The other end of the new constraint.
    pub(super) goal: u32,
    /// How far the start has to move, at least 1.
    pub(super) need: Wide,
    /// Whether the zero variable may move.
    pub(super) through_zero: bool,
}

/// How far a node has to move, and the arc that says so. Distance 0: not reached.
#[derive(Clone, Copy, Debug, Default)]
struct Mark {
    distance: Wide,
    from: u32,
    origin: Origin,
}

/// The buffers of the wave, kept so that it never allocates once they have grown.
#[derive(Clone, Debug, Default)]
pub(super) struct Repair {
    marks: Vec<Mark>,
    pub(super) reached: Vec<u32>,
    /// May hold outdated entries: a node counts when its entry says what its mark says.
    queue: BinaryHeap<(Wide, u32)>,
    pub(super) cycle: Vec<Origin>,
    /// How many nodes all waves so far have looked at, about: what they cost.
    pub(super) looked_at: u64,
}

impl Repair {
    /// How far a reached node has to move.
    pub(super) fn distance(&self, node: u32) -> Wide {
        self.marks[node as usize].distance
    }

    /// Sends the wave, upwards (`UP`) or downwards. Afterwards call [`Repair::clear`].
    pub(super) fn run<const UP: bool>(&mut self, graph: &Graph, values: &[i64], task: Task) -> Outcome {
        if self.marks.len() < graph.nodes() {
            self.marks.resize(graph.nodes(), Mark::default());
        }
        self.marks[task.start as usize] = Mark { distance: task.need, from: task.start, origin: AXIOM };
        self.reached.push(task.start);
        let mut node = task.start;
        loop {
            if let Some(outcome) = self.settle::<UP>(graph, values, task, node) {
                return outcome;
            }
            loop {
                let Some((distance, next)) = self.queue.pop() else { return Outcome::Mended };
                if distance == self.distance(next) {
                    node = next;
                    break;
                }
            }
        }
    }

    /// Forgets the wave.
    pub(super) fn clear(&mut self) {
        for &node in &self.reached {
            self.marks[node as usize].distance = 0;
        }
        self.looked_at += self.reached.len() as u64;
        self.reached.clear();
        self.queue.clear();
    }

    /// Passes the move of a node on to its neighbours.
    fn settle<const UP: bool>(
        &mut self,
        graph: &Graph,
        values: &[i64],
        task: Task,
        node: u32,
    ) -> Option<Outcome> {
        let distance = self.distance(node);
        if node == 0 {
            return self.settle_zero(graph, values, task, distance);
        }
        let value = values[node as usize];
        let range = &graph.ranges[node as usize];
        let (room, origin) = if UP {
            (Wide::from(range.upper) - Wide::from(value), range.upper_origin)
        } else {
            (Wide::from(value) - Wide::from(range.lower), range.lower_origin)
        };
        if distance > room {
            if task.goal == 0 {
                return Some(self.close(node, origin));
            }
            if !task.through_zero {
                return Some(Outcome::Blocked);
            }
            self.reach(0, distance - room, node, origin);
        }
        let arcs = if UP { &graph.rising[node as usize] } else { &graph.falling[node as usize] };
        for &Arc { most, node: other, origin } in arcs {
            let apart = if UP {
                Wide::from(values[other as usize]) - Wide::from(value)
            } else {
                Wide::from(value) - Wide::from(values[other as usize])
            };
            let further = distance - (Wide::from(most) + apart);
            if further > 0 {
                if other == task.goal {
                    return Some(self.close(node, origin));
                }
                self.reach(other, further, node, origin);
            }
        }
        None
    }

    /// Zero rises: so does whoever stands on the lower end of its range.
    fn settle_zero(&mut self, graph: &Graph, values: &[i64], task: Task, distance: Wide) -> Option<Outcome> {
        self.looked_at += graph.ranges.len() as u64;
        for (other, range) in graph.ranges.iter().enumerate().skip(1) {
            let further = distance - (Wide::from(values[other]) - Wide::from(range.lower));
            if further > 0 {
                if other as u32 == task.goal {
                    return Some(self.close(0, range.lower_origin));
                }
                self.reach(other as u32, further, 0, range.lower_origin);
            }
        }
        None
    }

    fn reach(&mut self, node: u32, distance: Wide, from: u32, origin: Origin) {
        let mark = &mut self.marks[node as usize];
        if distance > mark.distance {
            if mark.distance == 0 {
                self.reached.push(node);
            }
            *mark = Mark { distance, from, origin };
            self.queue.push((distance, node));
        }
    }

    /// The wave is back at the goal: walks its way back to the start.
    fn close(&mut self, last: u32, origin: Origin) -> Outcome {
        self.cycle.clear();
        let (mut node, mut origin) = (last, origin);
        loop {
            if origin != AXIOM {
                self.cycle.push(origin);
            }
            let mark = &self.marks[node as usize];
            if mark.from == node {
                return Outcome::Cycle;
            }
            (node, origin) = (mark.from, mark.origin);
        }
    }
}
