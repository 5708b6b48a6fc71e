//! A smallest correction set: of all sets of conditions without which the rest can hold, one that loses least.
//!
//! By implicit hitting sets, as in MaxHS (Davies and Bacchus, CP 2011): every correction set has a condition of every core. So a set
//! of least loss that hits all cores that are known is dropped at once; if the rest can hold, no correction set loses less, and
//! else there are new cores. The greedy ways of `relax` have found most of the cores already.

use std::collections::BTreeMap;

use worstcase_solver::Solver;

use super::relax::{Conjunct, Dropped, Order, Relaxed, Union, relax_without};

/// So often new cores are looked for.
const TIMES: usize = 4;

/// So many sets are tried for conditions whose cores overlap; then the best that was found is taken.
const TRIED: usize = 20_000;

/// Of equal losses, fewer conditions.
const EACH: f64 = 1e-6;

/// What `smallest` comes to.
pub struct Smallest {
    /// The union without the correction set.
    pub relaxed: Relaxed,
    /// Whether it is known that no other loses less.
    pub is_least: bool,
}

/// Drops a correction set of least loss, as far as that is found, given what other ways have dropped.
pub fn smallest(
    union: &Union<'_>,
    known: &[Relaxed],
    solver: &dyn Fn() -> Box<dyn Solver>,
    is_stopped: &dyn Fn() -> bool,
) -> Smallest {
    let mut cores: Vec<Vec<usize>> = Vec::new();
    let add = |cores: &mut Vec<Vec<usize>>, dropped: &[Dropped]| {
        let before = cores.len();
        cores.extend(dropped.iter().map(|dropped| dropped.core.clone()).filter(|core| !core.is_empty()));
        cores.iter_mut().for_each(|core| {
            core.sort_unstable();
            core.dedup();
        });
        cores.len() > before
    };
    for relaxed in known {
        add(&mut cores, &relaxed.dropped);
    }
    let mut best: Option<Smallest> = None;
    for _ in 0..TIMES {
        let (hit, is_exact) = hitting(&cores, union.conjuncts);
        let core = |at: usize| cores.iter().find(|core| core.contains(&at)).cloned().unwrap_or_default();
        let first: Vec<Dropped> = hit.iter().map(|&at| Dropped { conjunct: at, core: core(at) }).collect();
        let relaxed = relax_without(union, Order::Costliest, first, solver, is_stopped);
        let is_new = |dropped: &&Dropped| hit.binary_search(&dropped.conjunct).is_err();
        let new: Vec<Dropped> = relaxed.dropped.iter().filter(is_new).cloned().collect();
        let is_done = new.is_empty() || relaxed.stopped;
        // What the solver could not decide about has no core, and might not have to go.
        let is_least = new.is_empty() && is_exact && !relaxed.stopped;
        let loses_less = |best: &Smallest| loss(union, &relaxed) < loss(union, &best.relaxed);
        if is_least || best.as_ref().is_none_or(loses_less) {
            best = Some(Smallest { relaxed, is_least });
        }
        if is_done || !add(&mut cores, &new) {
            break;
        }
    }
    best.expect("it was tried once at least")
}

/// What is lost by what was dropped.
pub fn loss(union: &Union<'_>, relaxed: &Relaxed) -> f64 {
    relaxed.dropped.iter().map(|dropped| weight(union.conjuncts, dropped.conjunct)).sum()
}

fn weight(conjuncts: &[Conjunct], at: usize) -> f64 {
    conjuncts[at].loss.max(0.0) + EACH
}

/// A set with an element of every core, of least weight, in order; and whether it is known to be of least weight. Cores that have
/// nothing in common with others are looked at apart.
fn hitting(cores: &[Vec<usize>], conjuncts: &[Conjunct]) -> (Vec<usize>, bool) {
    let mut groups: BTreeMap<usize, Vec<&Vec<usize>>> = BTreeMap::new();
    let mut leader: BTreeMap<usize, usize> = BTreeMap::new();
    for core in cores {
        let leaders: Vec<usize> = core.iter().map(|&at| lead(&mut leader, at)).collect();
        let least = leaders.iter().copied().min().expect("a core is not empty");
        leader.extend(leaders.into_iter().map(|each| (each, least)));
    }
    for core in cores {
        groups.entry(lead(&mut leader, core[0])).or_default().push(core);
    }
    let (mut hit, mut is_exact) = (Vec::new(), true);
    for cores in groups.into_values() {
        let mut search = Hitting { cores, conjuncts, best: Vec::new(), least: f64::INFINITY, tried: 0 };
        search.run(&mut Vec::new(), &mut Vec::new(), 0.0);
        is_exact &= search.tried < TRIED;
        hit.extend(search.best);
    }
    hit.sort_unstable();
    (hit, is_exact)
}

/// The first of those that are connected with it.
fn lead(leader: &mut BTreeMap<usize, usize>, at: usize) -> usize {
    let mut root = at;
    while let Some(&next) = leader.get(&root).filter(|&&next| next != root) {
        root = next;
    }
    leader.insert(at, root);
    root
}

/// A search through sets that hit all cores of a group, by branch and bound.
struct Hitting<'h> {
    cores: Vec<&'h Vec<usize>>,
    conjuncts: &'h [Conjunct],
    best: Vec<usize>,
    least: f64,
    tried: usize,
}

impl Hitting<'_> {
    /// Goes on from some that are in, and some that are not to be.
    fn run(&mut self, taken: &mut Vec<usize>, left_out: &mut Vec<usize>, sum: f64) {
        self.tried += 1;
        let is_open = |core: &&&Vec<usize>| !core.iter().any(|at| taken.contains(at));
        let open: Vec<&Vec<usize>> = self.cores.iter().filter(is_open).copied().collect();
        // The core with the fewest that can still be taken.
        let choices = |core: &Vec<usize>| core.iter().filter(|at| !left_out.contains(at)).count();
        let Some(core) = open.iter().min_by_key(|core| choices(core)) else {
            if sum < self.least {
                (self.least, self.best) = (sum, taken.clone());
            }
            return;
        };
        if sum + self.at_least(&open, left_out) >= self.least {
            return;
        }
        let mut each: Vec<usize> = core.iter().copied().filter(|at| !left_out.contains(at)).collect();
        each.sort_by(|&a, &b| weight(self.conjuncts, a).total_cmp(&weight(self.conjuncts, b)));
        let before = left_out.len();
        for at in each {
            // There is always one set: that of the first branches.
            if self.tried >= TRIED && self.least.is_finite() {
                break;
            }
            taken.push(at);
            self.run(taken, left_out, sum + weight(self.conjuncts, at));
            taken.pop();
            left_out.push(at);
        }
        left_out.truncate(before);
    }

    /// What has to be added at least: the lightest of cores that have nothing in common.
    fn at_least(&self, open: &[&Vec<usize>], left_out: &[usize]) -> f64 {
        let (mut used, mut sum): (Vec<usize>, f64) = (Vec::new(), 0.0);
        for core in open {
            if core.iter().any(|at| used.contains(at)) {
                continue;
            }
            let can = core.iter().filter(|at| !left_out.contains(at));
            sum += can.map(|&at| weight(self.conjuncts, at)).fold(f64::INFINITY, f64::min);
            used.extend(core.iter());
        }
        sum
    }
}

#[cfg(test)]
#[path = "smallest_tests.rs"]
mod tests;
