//! Disequalities `x - y != c`, and the small steps that keep a model clear of them.
//!
//! A disequality is checked only when one of its variables moved. If it is broken then, one variable hops to the
//! nearest value that its other constraints allow where they are; with the wide ranges of real inputs that is
//! nearly always enough, and takes time linear in the constraints of one variable. (Cotton and Maler leave
//! disequalities to the SAT solver above them; there is none above us.) Otherwise: [`super::split`].

use super::graph::{Origin, Wide};
use super::trail::Change;
use super::{Conflict, Order};

/// `x - y != c`, where `x` is not zero.
#[derive(Clone, Copy, Debug)]
pub(super) struct Differ {
    pub(super) x: u32,
    pub(super) y: u32,
    pub(super) c: i64,
    pub(super) origin: Origin,
}

/// All disequalities, and which of them each variable has.
#[derive(Clone, Debug, Default)]
pub(super) struct Unequal {
    pub(super) all: Vec<Differ>,
    /// For zero the list stays empty: zero never hops, and when it moves then so does everyone.
    near: Vec<Vec<u32>>,
    /// Buffer of a hop: the values that a variable may not have.
    forbidden: Vec<Wide>,
}

impl Unequal {
    pub(super) fn add_node(&mut self, nodes: usize) {
        if self.near.len() < nodes {
            self.near.push(Vec::new());
        }
    }

    fn add(&mut self, differ: Differ) {
        let number = self.all.len() as u32;
        self.near[differ.x as usize].push(number);
        if differ.y != 0 {
            self.near[differ.y as usize].push(number);
        }
        self.all.push(differ);
    }

    pub(super) fn remove(&mut self) {
        let differ = self.all.pop().expect("undone once for each that was added");
        self.near[differ.x as usize].pop();
        if differ.y != 0 {
            self.near[differ.y as usize].pop();
        }
    }

    fn contains(&self, differ: Differ) -> bool {
        self.near(differ.x).any(|old| {
            (old.x, old.y, old.c) == (differ.x, differ.y, differ.c)
                || (old.y, old.x, Some(old.c)) == (differ.x, differ.y, differ.c.checked_neg())
        })
    }

    pub(super) fn near(&self, node: u32) -> impl Iterator<Item = &Differ> {
        self.near[node as usize].iter().map(|&number| &self.all[number as usize])
    }
}

impl Order {
    /// Adds `x - y != c` if it is not implied by the ranges. Returns whether it was added.
    pub(super) fn separate(&mut self, x: u32, y: u32, c: i64) -> Result<bool, Conflict> {
        let origin = self.assertions;
        if x == y {
            return if c != 0 { Ok(false) } else { Err(self.refuse(&[origin])) };
        }
        let differ = if x != 0 {
            Differ { x, y, c, origin }
        } else if let Some(c) = c.checked_neg() {
            Differ { x: y, y: x, c, origin }
        } else {
            return Ok(false); // y != 2^63
        };
        let Differ { x, y, c, .. } = differ;
        let (below, above) = (Wide::from(c) - 1, -Wide::from(c) - 1);
        let implied = self.graph.by_ranges(x, y, below) == Some(true)
            || self.graph.by_ranges(y, x, above) == Some(true)
            || self.unequal.contains(differ);
        if !implied {
            self.unequal.add(differ);
            self.trail.push(Change::Unequal);
        }
        Ok(!implied)
    }

    /// Whether the model breaks this disequality.
    pub(super) fn broken(&self, differ: &Differ) -> bool {
        self.slack(differ.x, differ.y, differ.c.into()) == 0
    }

    /// Whether a change since the trail was this long broke a disequality, none being broken before.
    pub(super) fn disturbed(&self, start: usize) -> bool {
        self.trail[start..].iter().any(|change| match *change {
            Change::Value { node, .. } => self.unequal.near(node).any(|differ| self.broken(differ)),
            Change::Unequal => self.broken(self.unequal.all.last().expect("it was added")),
            _ => false,
        })
    }

    /// Mends a broken disequality by moving one of its variables and nothing else, and breaks no other.
    pub(super) fn hop(&mut self, differ: Differ) -> bool {
        self.hop_with(differ.x) || (differ.y != 0 && self.hop_with(differ.y))
    }

    fn hop_with(&mut self, node: u32) -> bool {
        let value = Wide::from(self.values[node as usize]);
        let (least, most) = self.leeway(node);
        let mut forbidden = std::mem::take(&mut self.unequal.forbidden);
        forbidden.clear();
        forbidden.extend(self.unequal.near(node).map(|differ| {
            let c = Wide::from(differ.c);
            if differ.x == node {
                c + Wide::from(self.values[differ.y as usize])
            } else {
                Wide::from(self.values[differ.x as usize]) - c
            }
        }));
        forbidden.sort_unstable();
        let up = forbidden.iter().fold(value, |free, &v| if v == free { free + 1 } else { free });
        let down = forbidden.iter().rfold(value, |free, &v| if v == free { free - 1 } else { free });
        self.unequal.forbidden = forbidden;
        let target = match (up <= most, down >= least) {
            (true, false) => up,
            (false, true) => down,
            (true, true) if up - value <= value - down => up,
            (true, true) => down,
            (false, false) => return false,
        };
        self.set_value(node, target);
        true
    }

    /// The values a variable can have while all others keep theirs, disequalities aside.
    fn leeway(&self, node: u32) -> (Wide, Wide) {
        let range = &self.graph.ranges[node as usize];
        let value_of = |other: u32| Wide::from(self.values[other as usize]);
        let least = self.graph.falling[node as usize].iter().fold(range.lower.into(), |least: Wide, arc| {
            least.max(value_of(arc.node) - Wide::from(arc.most))
        });
        let most = self.graph.rising[node as usize]
            .iter()
            .fold(range.upper.into(), |most: Wide, arc| most.min(value_of(arc.node) + Wide::from(arc.most)));
        (least, most)
    }
}
