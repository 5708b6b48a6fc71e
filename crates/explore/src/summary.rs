//! What all paths come to: how many of each cost, a costliest one, and the ways in which they ended.

use std::collections::BTreeMap;
use std::sync::atomic::Ordering;

use worstcase_machine::process::Costs;
use worstcase_program::Pc;

use crate::inputs::Input;
use crate::path::{End, Path, Reply, Visitor, precedes};
use crate::tally::Watch;

/// A path, told by the answers that lead along it, each with whether it was open. It takes [`crate::retrace`] to
/// see more of it.
pub type Trail = Vec<(Reply, bool)>;

/// A path that was kept.
#[derive(Clone, Debug)]
pub struct Found {
    /// The answers that lead along it.
    pub trail: Trail,
    /// The input that took it. Another search may find another one: [`crate::retrace`] does not depend on that.
    pub input: Vec<Input>,
}

impl Found {
    /// Keeps a path.
    pub fn new(path: &Path<'_>) -> Self {
        Found { trail: path.trail(), input: path.input() }
    }
}

/// Paths that ended in the same way, at the same place.
#[derive(Clone, Debug)]
pub struct Ending {
    /// How they ended.
    pub end: End,
    /// Where, unless the program ended by itself.
    pub at: Option<Pc>,
    /// How many there are.
    pub paths: u64,
    /// The first of them, in the order of their answers.
    pub example: Found,
}

/// What all paths come to.
pub struct Summary<'a> {
    cost: &'a (dyn Fn(&Costs) -> i64 + Sync),
    watch: &'a Watch,
    /// How many paths that ended had each cost.
    pub histogram: BTreeMap<i64, u64>,
    /// The first of the costliest paths that ended.
    pub worst: Option<(i64, Found)>,
    /// The ways in which paths ended, other than by returning.
    pub endings: Vec<Ending>,
    /// The most inputs that a path asked for.
    pub inputs: usize,
}

impl<'a> Summary<'a> {
    /// Nothing seen yet. What counts as the cost is up to the caller; the greatest so far is shown to the watch.
    pub fn new(cost: &'a (dyn Fn(&Costs) -> i64 + Sync), watch: &'a Watch) -> Self {
        let (histogram, worst, endings) = (BTreeMap::new(), None, Vec::new());
        Summary { cost, watch, histogram, worst, endings, inputs: 0 }
    }

    fn count(&mut self, cost: i64, path: &Path<'_>) {
        *self.histogram.entry(cost).or_default() += 1;
        let worse = match &self.worst {
            None => true,
            Some((worst, first)) => cost > *worst || cost == *worst && path.is_before(&first.trail),
        };
        if worse {
            self.worst = Some((cost, Found::new(path)));
            self.watch.worst.fetch_max(cost, Ordering::Relaxed);
        }
    }

    fn group(&mut self, path: &Path<'_>) {
        let at = match path.end {
            End::Exited(_) => None,
            _ => path.at(),
        };
        match self.endings.iter_mut().find(|ending| ending.end == *path.end && ending.at == at) {
            Some(ending) => {
                ending.paths += 1;
                if path.is_before(&ending.example.trail) {
                    ending.example = Found::new(path);
                }
            }
            None => {
                let (end, example) = (path.end.clone(), Found::new(path));
                self.endings.push(Ending { end, at, paths: 1, example });
            }
        }
    }
}

impl Visitor for Summary<'_> {
    fn visit(&mut self, path: &mut Path<'_>) {
        self.inputs = self.inputs.max(path.inputs());
        if !matches!(path.end, End::CutOff(_)) {
            let cost = (self.cost)(&path.costs);
            self.count(cost, path);
        }
        if *path.end != End::Returned {
            self.group(path);
        }
    }

    fn merge(&mut self, other: Self) {
        self.inputs = self.inputs.max(other.inputs);
        for (cost, paths) in other.histogram {
            *self.histogram.entry(cost).or_default() += paths;
        }
        if let Some((cost, found)) = other.worst {
            let worse = match &self.worst {
                None => true,
                Some((worst, first)) => {
                    cost > *worst || cost == *worst && precedes(&found.trail, &first.trail)
                }
            };
            if worse {
                self.worst = Some((cost, found));
            }
        }
        for ending in other.endings {
            match self.endings.iter_mut().find(|own| own.end == ending.end && own.at == ending.at) {
                Some(own) => {
                    own.paths += ending.paths;
                    if precedes(&ending.example.trail, &own.example.trail) {
                        own.example = ending.example;
                    }
                }
                None => self.endings.push(ending),
            }
        }
    }
}
