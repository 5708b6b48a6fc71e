//! Which walks go on, and how: the costliest way of each, and where there is room, the costliest that differ most.
//!
//! Walks that were kept apart so far stay apart: each goes on in its own costliest way, and only one that falls far behind
//! gives its place to another way of a better one. So a suite does not end up as one path with ten ends, which it
//! would if in every phase the costliest were taken wherever they come from.

use crate::search::{Candidate, Cost};
use crate::sketch::{Apart, Sketch};

/// A walk that falls below this share of the costliest one gives way.
const BEHIND: f64 = 0.6;

/// What is costly enough to take the place of another because it differs.
const WORTHWHILE: f64 = 0.5;

/// What a walk could do next.
pub(crate) struct View<'c> {
    /// Its candidates, the costliest first.
    pub(crate) candidates: &'c [Candidate],
    /// What it cost so far.
    pub(crate) cost: Cost,
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
///
/// What all paths cost from the beginning does not count.
pub(crate) fn select(
    views: &[View<'_>],
    apart: &[Vec<Apart>],
    tests: usize,
    diverse: bool,
    beginning: Cost,
) -> Vec<Pick> {
    let own = |lineage: usize| Pick::Own { lineage, candidate: 0 };
    let mut picks: Vec<Pick> =
        (0..views.len()).filter(|&lineage| !views[lineage].candidates.is_empty()).map(own).collect();
    let over = views.iter().filter(|view| view.candidates.is_empty()).count();
    let now = |view: &View<'_>| view.candidates.first().map_or(view.cost, |candidate| candidate.cost);
    let costliest = views.iter().map(now).max().unwrap_or_default();
    let share = |cost: Cost| match costliest.0 > beginning.0 {
        true => (cost.0 - beginning.0) as f64 / (costliest.0 - beginning.0) as f64,
        false => {
            cost.1.saturating_sub(beginning.1) as f64 / costliest.1.saturating_sub(beginning.1).max(1) as f64
        }
    };
    // As long as there is room, whatever differs is welcome: what it is worth will show.
    while picks.len() + over < tests {
        match next_fork(views, apart, &picks, diverse, 0.0, &share) {
            Some((from, candidate)) => picks.push(Pick::Fork { from, candidate, place: None }),
            None => break,
        }
    }
    // Those that fell behind give way to what is costlier, unless they are of a kind of their own: what one kind of path
    // costs half-way says little about another.
    for place in 0..views.len() {
        let behind = !diverse || share(now(&views[place])) < BEHIND;
        if !behind || views.len() < tests {
            continue;
        }
        let Some((from, candidate)) = next_fork(views, apart, &picks, diverse, WORTHWHILE, &share) else {
            break;
        };
        let others: Vec<(usize, usize)> =
            chosen(&picks).into_iter().filter(|&(lineage, _)| lineage != place).collect();
        let own_kind = match views[place].candidates.first() {
            Some(candidate) => differs(views, apart, place, candidate, &others),
            // It has ended, or is further on.
            None => others.iter().map(|&(other, _)| apart[place][other].share()).fold(1.0, f64::min),
        };
        let next = &views[from].candidates[candidate];
        let is_better = next.cost > now(&views[place]) && from != place;
        if is_better && (!diverse || differs(views, apart, from, next, &others) >= own_kind) {
            picks.retain(|pick| *pick != own(place));
            picks.push(Pick::Fork { from, candidate, place: Some(place) });
        }
    }
    picks
}

/// The walks and candidates that were picked.
fn chosen(picks: &[Pick]) -> Vec<(usize, usize)> {
    let chosen = picks.iter().map(|pick| match *pick {
        Pick::Own { lineage, candidate } => (lineage, candidate),
        Pick::Fork { from, candidate, .. } => (from, candidate),
    });
    chosen.collect()
}

/// How different a candidate of a walk is from the one of these that it is most like.
fn differs(
    views: &[View<'_>],
    apart: &[Vec<Apart>],
    from: usize,
    candidate: &Candidate,
    others: &[(usize, usize)],
) -> f64 {
    let difference = |&(lineage, other): &(usize, usize)| {
        let other = &views[lineage].candidates[other].sketch;
        apart[from][lineage].and(&candidate.sketch, other).share()
    };
    others.iter().map(difference).fold(1.0, f64::min)
}

/// The candidate that nobody has picked that is best to be another walk: among those that are worth it the one that differs most
/// from all picked ones, or else the costliest.
fn next_fork(
    views: &[View<'_>],
    apart: &[Vec<Apart>],
    picks: &[Pick],
    diverse: bool,
    worthwhile: f64,
    share: &dyn Fn(Cost) -> f64,
) -> Option<(usize, usize)> {
    let picked = chosen(picks);
    let mut best: Option<((f64, Cost), (usize, usize))> = None;
    for (from, view) in views.iter().enumerate().filter(|(_, view)| view.may_fork) {
        for (number, candidate) in view.candidates.iter().enumerate() {
            let is_picked = picked.contains(&(from, number));
            if is_picked || diverse && share(candidate.cost) < worthwhile {
                continue;
            }
            let differs = if diverse { differs(views, apart, from, candidate, &picked) } else { 0.0 };
            let worth = (differs * (WORTHWHILE + share(candidate.cost)), candidate.cost);
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
