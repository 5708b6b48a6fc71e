//! What the sessions of a family came to.

use std::fmt::{self, Display, Formatter};
use std::ops::AddAssign;
use std::time::Duration;

use worstcase_solver::Answer;

#[derive(Clone, Debug, Default)]
pub struct Tally {
    pub sessions: usize,
    pub sat: usize,
    pub unsat: usize,
    pub unknown: usize,
    /// Questions that the chain answered without Z3.
    pub own: usize,
    /// Unknown to the chain, but not to Z3.
    pub missed: usize,
    /// Contradictions that the judge could neither confirm nor refute within its limit.
    pub unjudged: usize,
    pub unjudged_cores: usize,
    /// Terms of which all possible values were listed.
    pub enumerated: usize,
    /// Inputs of which only one value was left.
    pub determined: usize,
    /// What the chain's checks took.
    pub time: Duration,
}

impl Tally {
    pub fn count(&mut self, answer: Answer, own: bool, time: Duration) {
        self.time += time;
        match answer {
            Answer::Sat => self.sat += 1,
            Answer::Unsat => self.unsat += 1,
            Answer::Unknown => self.unknown += 1,
        }
        self.own += usize::from(own && answer != Answer::Unknown);
    }

    pub fn checks(&self) -> usize {
        self.sat + self.unsat + self.unknown
    }

    pub fn heading() -> &'static str {
        "family     sessions  checks     sat   unsat  unknown (Z3 knows)  unjudged (cores)  values  without Z3   us/check"
    }
}

impl AddAssign<&Tally> for Tally {
    fn add_assign(&mut self, other: &Tally) {
        self.sessions += other.sessions;
        self.sat += other.sat;
        self.unsat += other.unsat;
        self.unknown += other.unknown;
        self.own += other.own;
        self.missed += other.missed;
        self.unjudged += other.unjudged;
        self.unjudged_cores += other.unjudged_cores;
        self.enumerated += other.enumerated;
        self.determined += other.determined;
        self.time += other.time;
    }
}

impl Display for Tally {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let checks = self.checks().max(1);
        let (share, each) = (100.0 * self.own as f64 / checks as f64, self.time.as_micros() / checks as u128);
        write!(
            f,
            "{:8} {:7} {:7} {:7} {:8} {:10} {:9} {:7} {:7} {share:9.1} % {each:10}",
            self.sessions,
            self.checks(),
            self.sat,
            self.unsat,
            self.unknown,
            self.missed,
            self.unjudged,
            self.unjudged_cores,
            self.enumerated
        )
    }
}
