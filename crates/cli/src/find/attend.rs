//! Looks after a search: progress line, time limits, Ctrl-C, memory, and saving what was found.

use std::sync::Mutex;
use std::time::Instant;

use worstcase_explore::{Attendant, Watch};
use worstcase_worst::{Finding, FindingKeeper, Upper};

use super::folder::Results;
use crate::memory;
use crate::search::Stages;

/// Looks after a search.
pub struct Attending<'a> {
    begun: Instant,
    stages: Mutex<Stages>,
    results: Option<&'a Results>,
    prove: &'a (dyn Fn(&Watch) -> Option<Upper> + Sync),
}

impl<'a> Attending<'a> {
    /// The search may take so many seconds in all.
    pub fn new(
        seconds: Option<f64>,
        results: Option<&'a Results>,
        prove: &'a (dyn Fn(&Watch) -> Option<Upper> + Sync),
    ) -> Self {
        Attending { begun: Instant::now(), stages: Mutex::new(Stages::new(seconds)), results, prove }
    }

    fn stages(&self) -> std::sync::MutexGuard<'_, Stages> {
        self.stages.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }
}

impl Attendant for Attending<'_> {
    fn attend(&self, doing: &str, seconds: Option<f64>, work: &mut (dyn FnMut(&Watch) + Send)) {
        self.stages().run(doing, seconds, work);
    }

    fn ended(&self) -> Option<String> {
        self.stages().ended().map(String::from)
    }

    fn seconds(&self) -> f64 {
        self.begun.elapsed().as_secs_f64()
    }
}

impl FindingKeeper for Attending<'_> {
    fn cut_short(&self) -> Vec<String> {
        self.stages().cut_short().to_vec()
    }

    fn peak_memory(&self, anew: bool) -> Option<f64> {
        if anew {
            memory::reset();
        }
        memory::peak_mb()
    }

    fn prove(&self, watch: &Watch) -> Option<Upper> {
        (self.prove)(watch)
    }

    fn save(&self, finding: &Finding) {
        if let Some(results) = self.results {
            results.save(finding);
        }
    }
}
