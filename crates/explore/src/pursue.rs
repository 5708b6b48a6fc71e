//! Guided search: one thread, depth first along what a guide advises, until enough paths were found.

use std::sync::atomic::Ordering;

use worstcase_solver::Solver;

use crate::explorer::{Explorer, Step};
use crate::guide::Guide;
use crate::inputs::Input;
use crate::path::Visitor;
use crate::subject::{StartError, Subject};
use crate::summary::Trail;
use crate::tally::{Tally, Watch};

/// How much a guided search may take.
#[derive(Clone, Copy, Debug)]
pub struct Pursuit {
    /// The most paths that end.
    pub paths: u64,
    /// The most that are given up, or dropped by the program, or cut off.
    pub dead_ends: u64,
    /// The most questions that the solver's own layers do not answer.
    pub calls: u64,
    /// The most decisions about inputs on a path.
    pub decisions: usize,
    /// The most memory for what has to be remembered, in bytes.
    pub memory: usize,
}

/// How much memory the sides may take that are remembered for later. A path that turns out to be a dead end has rarely
/// gone wrong long ago.
const CHOICES: usize = 64 << 20;

/// Follows paths as a guide advises, and shows each to the visitor.
///
/// What was not advised is not missed: a search is complete if all that is advised was seen.
pub fn pursue<V: Visitor>(
    subject: &Subject,
    solver: Box<dyn Solver>,
    guide: &mut dyn Guide,
    pursuit: Pursuit,
    watch: &Watch,
    visitor: &mut V,
) -> Result<Tally, StartError> {
    // To set a program up takes time, too, if it has much memory.
    if watch.is_stopped() {
        return Ok(Tally { stopped: true, ..Tally::default() });
    }
    let mut explorer = Explorer::new(subject, solver, Some(Box::new(guide)), pursuit.memory, watch)?;
    if !explorer.begin(&Trail::new()) {
        return Ok(explorer.tally());
    }
    loop {
        if watch.is_stopped() || explorer.is_beyond(&pursuit) {
            explorer.tally.stopped = true;
            return Ok(explorer.tally());
        }
        if let Step::Slice = explorer.step(visitor) {
            explorer.forget_earliest(CHOICES);
            continue;
        }
        watch.paths.fetch_add(1, Ordering::Relaxed);
        watch.depth.fetch_max(explorer.tally.depth, Ordering::Relaxed);
        let Tally { paths, cut_off, dropped, avoided, .. } = explorer.tally;
        if paths >= pursuit.paths || !explorer.back() {
            return Ok(explorer.tally());
        }
        if cut_off + dropped + avoided >= pursuit.dead_ends {
            explorer.tally.stopped = true;
            return Ok(explorer.tally());
        }
    }
}

/// Follows the path that an input takes, and shows it to the visitor, with what was open on it.
pub fn trace<V: Visitor>(
    subject: &Subject,
    solver: Box<dyn Solver>,
    input: &[Input],
    watch: &Watch,
    visitor: &mut V,
) -> Result<Tally, StartError> {
    let mut explorer = Explorer::new(subject, solver, None, usize::MAX, watch)?;
    explorer.go_along(input.iter().map(Input::taken).collect());
    if explorer.begin(&Trail::new()) {
        while let Step::Slice = explorer.step(visitor) {
            if watch.is_stopped() {
                explorer.tally.stopped = true;
                break;
            }
        }
    }
    Ok(explorer.tally())
}
