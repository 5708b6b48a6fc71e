//! Which walks go on, and how: the costliest way of each, and where there is room, the costliest that differ most.
//!
//! Walks that were kept apart so far stay apart: each goes on in its own costliest way, and only one that falls far behind
//! gives its place to another way of a better one. So a suite does not end up as one path with ten ends, which it
//! would if in every phase the costliest were taken wherever they come from.

use crate::search::{Candidate, Cost};
use crate::sketch::{Apart, Sketch};

/// A walk that falls below this share of the costliest one gives way.
const BEHIND: f64 = 0.6;

/// What is costly enough to be kept because it differs.
const WORTHWHILE: f64 = 0.5;

/// What a walk could do next.
pub(crate) struct View<'c> {
    /// Its candidates, the costliest first.
    pub(crate) candidates: &'c [Candidate],
    /// What it cost so far.
    pub(crate) cost: Cost,
    pub(crate) is_over: bool,
    pub(crate) may_fork: bool,
}

/// How a walk goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Pick {
    /// A walk goes on as one of its candidates.
    Own { lineage: usize, candidate: usize },
    /// Another walk is made of one, in a place of its own or of one that gives way.
    Fork { from: usize, candidate: usize, place: Option<usize> },
}

/// Chooses how all walks go on, so that there are at most `tests`.
pub(crate) fn select(views: &[View<'_>], apart: &[Vec<Apart>], tests: usize, diverse: bool) -> Vec<Pick> {
    let own = |lineage: usize| Pick::Own { lineage, candidate: 0 };
    let mut picks: Vec<Pick> =
        (0..views.len()).filter(|&lineage| !views[lineage].candidates.is_empty()).map(own).collect();
    let over = views.iter().filter(|view| view.candidates.is_empty()).count();
    let now = |view: &View<'_>| view.candidates.first().map_or(view.cost, |candidate| candidate.cost);
    let costliest = views.iter().map(now).max().unwrap_or_default();
    let least = views.iter().flat_map(|view| view.candidates).map(|candidate| candidate.cost).min();
    let least = least.unwrap_or_default().min(costliest);
    // What all paths cost does not count.
    let share = |cost: Cost| match costliest.0 > least.0 {
        true => (cost.0 - least.0) as f64 / (costliest.0 - least.0) as f64,
        false => cost.1.saturating_sub(least.1) as f64 / costliest.1.saturating_sub(least.1).max(1) as f64,
    };
    while picks.len() + over < tests {
        match next_fork(views, apart, &picks, diverse, &share) {
            Some((from, candidate)) => picks.push(Pick::Fork { from, candidate, place: None }),
            None => break,
        }
    }
    // Those that fell behind give way to what is costlier, unless that is more of the same.
    for place in 0..views.len() {
        let behind = !views[place].is_over && (!diverse || share(now(&views[place])) < BEHIND);
        if !behind || views.len() < tests {
            continue;
        }
        let Some((from, candidate)) = next_fork(views, apart, &picks, diverse, &share) else { break };
        let gain = views[from].candidates[candidate].cost;
        if gain > now(&views[place]) && from != place {
            picks.retain(|pick| *pick != own(place));
            picks.push(Pick::Fork { from, candidate, place: Some(place) });
        }
    }
    picks
}

/// The candidate that nobody has picked that is best to be another walk: among those that are worth it the one that differs most
/// from all picked ones, or else the costliest.
fn next_fork(
    views: &[View<'_>],
    apart: &[Vec<Apart>],
    picks: &[Pick],
    diverse: bool,
    share: &dyn Fn(Cost) -> f64,
) -> Option<(usize, usize)> {
    let picked: Vec<(usize, usize)> = picks
        .iter()
        .map(|pick| match *pick {
            Pick::Own { lineage, candidate } => (lineage, candidate),
            Pick::Fork { from, candidate, .. } => (from, candidate),
        })
        .collect();
    let mut best: Option<((f64, Cost), (usize, usize))> = None;
    for (from, view) in views.iter().enumerate().filter(|(_, view)| view.may_fork) {
        for (number, candidate) in view.candidates.iter().enumerate() {
            let is_picked = picked.contains(&(from, number));
            if is_picked || diverse && share(candidate.cost) < WORTHWHILE {
                continue;
            }
            let difference = |&(lineage, other): &(usize, usize)| {
                let other = &views[lineage].candidates[other].sketch;
                apart[from][lineage].and(&candidate.sketch, other).share()
            };
            let differs = if diverse { picked.iter().map(difference).fold(1.0, f64::min) } else { 0.0 };
            let worth = (differs * share(candidate.cost), candidate.cost);
            if best.as_ref().is_none_or(|(most, _)| worth > *most) {
                best = Some((worth, (from, number)));
            }
        }
    }
    best.map(|(_, found)| found)
}

/// Brings what is known of how far walks are apart up to date: new ones are as far from the others as those they were
/// made of, and the last stretch is added.
pub(crate) fn update(apart: &mut Vec<Vec<Apart>>, picks: &[Pick], sketches: &[Option<Sketch>]) {
    let mut parent: Vec<usize> = (0..apart.len()).collect();
    for pick in picks {
        match *pick {
            Pick::Fork { from, place: Some(place), .. } => parent[place] = from,
            Pick::Fork { from, place: None, .. } if parent.len() < sketches.len() => parent.push(from),
            _ => {}
        }
    }
    let empty = Sketch::default();
    let of = |lineage: usize| sketches[lineage].as_ref().unwrap_or(&empty);
    *apart = (0..parent.len())
        .map(|a| {
            let row = (0..parent.len()).map(|b| match a == b {
                true => Apart::default(),
                false => apart[parent[a]][parent[b]].and(of(a), of(b)),
            });
            row.collect()
        })
        .collect();
}
