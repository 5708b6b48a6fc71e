//! What a search for the worst case asks of whoever looks after it, beside what all long work does.

use worstcase_explore::{Attendant, Unattended, Watch};

use crate::finding::Finding;
use crate::growth::Upper;

/// Looks after a search while it runs, and keeps what it finds.
pub trait FindingKeeper: Attendant {
    /// The pieces of work that were stopped by a limit of their own.
    fn cut_short(&self) -> Vec<String>;

    /// The most memory in use since this was last asked for with `anew`, in megabytes.
    fn peak_memory(&self, anew: bool) -> Option<f64>;

    /// What can be proved of the cost from above, until the watch says to stop. Searches cannot; whoever can is beside us.
    fn prove(&self, _: &Watch) -> Option<Upper> {
        None
    }

    /// Keeps what was found so far. Trouble with that is told at the end, so that it costs nobody a result.
    fn save(&self, finding: &Finding);
}

impl<C: Fn() -> f64 + Sync> FindingKeeper for Unattended<C> {
    fn cut_short(&self) -> Vec<String> {
        Vec::new()
    }

    fn peak_memory(&self, _: bool) -> Option<f64> {
        None
    }

    fn save(&self, _: &Finding) {}
}
