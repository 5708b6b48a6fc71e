//! One exploration on one thread that ends when its time is up, and how many paths it saw in a second.

use std::sync::mpsc::RecvTimeoutError;
use std::time::{Duration, Instant};

use worstcase_explore::{Budget, Subject, Tally, Watch, explore};
use worstcase_solver::Solver;

use crate::common::Worst;

/// An exploration, and how long it took.
pub struct Measured {
    pub tally: Tally,
    /// The greatest cost that was seen.
    pub worst: Option<u64>,
    pub seconds: f64,
    /// Paths a second: of several explorations, if one takes too little time to be measured.
    pub rate: f64,
}

impl Measured {
    /// How many paths there are, if all were seen.
    pub fn complete(&self) -> Option<u64> {
        self.tally.is_complete().then_some(self.tally.paths)
    }

    /// Whether nothing but the time is missing: what is pinned has no rate worth speaking of.
    pub fn is_exact(&self) -> bool {
        Tally { stopped: false, ..self.tally.clone() }.is_complete()
    }

    /// How many questions of a hundred went to Z3.
    pub fn percent_of_z3(&self) -> f64 {
        100.0 * self.tally.calls as f64 / self.tally.questions.max(1) as f64
    }

    /// The paths that were seen, and whether these are all: `24`, or `7+`.
    pub fn paths(&self) -> String {
        match self.complete() {
            Some(paths) => paths.to_string(),
            None => format!("{}+", self.tally.paths),
        }
    }

    /// Why not all paths were seen.
    pub fn remark(&self) -> String {
        let Tally { pinned, undecided, cut_off, stopped, .. } = self.tally;
        let remarks = [
            (stopped, "stopped".to_string()),
            (pinned > 0, format!("{pinned} pinned")),
            (undecided > 0, format!("{undecided} undecided")),
            (cut_off > 0, format!("{cut_off} cut off")),
        ];
        let remarks: Vec<String> = remarks.into_iter().filter(|(is, _)| *is).map(|(_, text)| text).collect();
        remarks.join(", ")
    }
}

/// Explores a subject once, for so long at most.
fn explore_for(
    subject: &Subject,
    solver: &(dyn Fn() -> Box<dyn Solver> + Sync),
    limit: Duration,
) -> (Tally, Worst) {
    let watch = &Watch::default();
    std::thread::scope(|scope| {
        let (done, waiting) = std::sync::mpsc::channel::<()>();
        scope.spawn(move || {
            if waiting.recv_timeout(limit) == Err(RecvTimeoutError::Timeout) {
                watch.stop();
            }
        });
        let explored = explore(subject, solver, Budget::default(), watch, &Worst::default).unwrap();
        drop(done);
        explored
    })
}

/// Explores a subject, for so long at most; again and again if that takes microseconds.
pub fn measure(
    subject: &Subject,
    solver: &(dyn Fn() -> Box<dyn Solver> + Sync),
    limit: Duration,
) -> Measured {
    const ENOUGH: Duration = Duration::from_millis(300);
    let begun = Instant::now();
    let (tally, worst) = explore_for(subject, solver, limit);
    let seconds = begun.elapsed().as_secs_f64();
    let mut seen = tally.paths;
    while !tally.stopped && begun.elapsed() < ENOUGH {
        seen += explore_for(subject, solver, limit).0.paths;
    }
    let rate = seen as f64 / begun.elapsed().as_secs_f64();
    Measured { tally, worst: worst.0.map(|(cost, _)| cost), seconds, rate }
}
