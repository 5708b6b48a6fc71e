//! Looks after the making of a suite: progress line, time limits, Ctrl-C, and saving what there is.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use worstcase_explore::{Attendant, Watch};
use worstcase_load::{Suite, SuiteKeeper};

use super::folder::Results;
use crate::progress::short;
use crate::search::Stages;

/// Looks after the making of a suite.
pub struct Attending<'a> {
    begun: Instant,
    stages: Mutex<Stages>,
    /// How long all stages but the last, the comparison, may take together.
    making: Option<f64>,
    /// How many long stages of these are left: each gets its share of the time, and leaves what it does not need.
    left: AtomicUsize,
    results: Option<&'a Results<'a>>,
}

/// The stage in which random inputs are run.
const COMPARING: &str = "comparing";

impl<'a> Attending<'a> {
    /// All may take so many seconds; if there is something to compare with, half of it is for that. The other half is for so
    /// many stages.
    pub fn new(
        seconds: Option<f64>,
        compares: bool,
        stages: usize,
        results: Option<&'a Results<'a>>,
    ) -> Self {
        let making = seconds.map(|seconds| if compares { seconds / 2.0 } else { seconds });
        let (begun, left) = (Instant::now(), AtomicUsize::new(stages));
        Attending { begun, stages: Mutex::new(Stages::new(seconds)), making, left, results }
    }

    /// Among how many stages the time that is left is to be shared, this one included.
    fn share(&self) -> usize {
        let left = self.left.load(Ordering::Relaxed).max(1);
        self.left.store(left - 1, Ordering::Relaxed);
        left
    }

    fn stages(&self) -> std::sync::MutexGuard<'_, Stages> {
        self.stages.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }
}

impl Attendant for Attending<'_> {
    fn attend(&self, doing: &str, seconds: Option<f64>, work: &mut (dyn FnMut(&Watch) + Send)) {
        let mut stages = self.stages();
        let (making, left) = match doing {
            COMPARING => (None, stages.left()),
            _ => {
                let left = self.making.map(|making| (making - self.seconds()).max(0.0));
                let left = match doing {
                    "searching" | "changing" => left.map(|left| left / self.share() as f64),
                    _ => left,
                };
                (left, left)
            }
        };
        let limit = making.into_iter().chain(seconds).reduce(f64::min);
        let say = |doing: &str, watch: &Watch, elapsed| line(doing, watch, elapsed, left);
        stages.run_saying(doing, limit, &say, work);
    }

    fn ended(&self) -> Option<String> {
        let stages = self.stages();
        let is_cut_short = stages.cut_short().iter().any(|stage| stage != COMPARING);
        let time = is_cut_short.then_some("the time was up (--max-time)");
        stages.ended().or(time).map(String::from)
    }

    fn seconds(&self) -> f64 {
        self.begun.elapsed().as_secs_f64()
    }
}

impl SuiteKeeper for Attending<'_> {
    fn save(&self, suite: &Suite) {
        if let Some(results) = self.results {
            results.save(suite);
        }
    }
}

/// How far it is, with the seconds that a stage has left when it begins.
fn line(doing: &str, watch: &Watch, elapsed: Duration, left: Option<f64>) -> String {
    let (count, depth) = (watch.paths.load(Ordering::Relaxed), watch.depth.load(Ordering::Relaxed));
    let done = match doing {
        "searching" => format!("phase {count}, {} branches deep", short(depth)),
        _ => format!("{} runs", short(count)),
    };
    let cost = match watch.worst.load(Ordering::Relaxed) {
        i64::MIN => String::new(),
        cost => format!(", cost so far {cost}"),
    };
    let seconds = elapsed.as_secs_f64();
    let left = left.map(|left| format!(", at most {:.0} s left", (left - seconds).max(0.0)));
    format!("{doing} {done}{cost}, {seconds:.0} s{}", left.unwrap_or_default())
}
