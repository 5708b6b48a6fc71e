//! Climbing from size to size: inputs are changed and run, and walks look ahead, as `load` does it for suites; the costliest is kept.
//!
//! How long is counted in work, not in time, so that the same search finds the same on every machine. It goes on as long as it gains:
//! the next slice is twice as large, and one that gains nothing is the last. What was found at one size is where the next begins.

use worstcase_explore::{Attendant, Input, Watch};
use worstcase_load::{Climbed, Climber, How as Found, Options as Means};

use super::rows::Rows;
use super::{FindError, Finder};
use crate::finding::{How, SizeFound};

/// The work of the first slice, about a nanosecond of one processor each, where the effort is 1.
const SLICE: f64 = 2e9;

/// The most slices at a size: each is twice as large as the one before.
const SLICES: u32 = 7;

/// So many slices in a row may gain nothing, if a rule or a pattern has found what is known; and if it was found by chance.
const PATIENCE: (u32, u32) = (1, 2);

/// Where a run takes more than this part of a slice, changing inputs comes to nothing.
const RUNS: u64 = 40;

/// So many inputs of a size are where the next size begins.
const KEPT: usize = 4;

/// Between two sizes that are further apart than this there is one more.
const APART: u32 = 4;

/// What climbs.
pub(super) struct Ascending<'a> {
    climber: Climber<'a>,
    /// The greatest size that the climber knows of.
    last: u32,
}

/// Whoever looks after the search, for so many seconds and no longer, with another name for what is done.
struct Within<'a> {
    attendant: &'a dyn Attendant,
    doing: String,
    until: f64,
}

impl Attendant for Within<'_> {
    fn attend(&self, _: &str, seconds: Option<f64>, work: &mut (dyn FnMut(&Watch) + Send)) {
        let left = (self.until - self.seconds()).max(0.0);
        self.attendant.attend(&self.doing, Some(seconds.map_or(left, |seconds| seconds.min(left))), work);
    }

    fn ended(&self) -> Option<String> {
        self.attendant
            .ended()
            .or_else(|| (self.seconds() >= self.until).then(|| "it has had its time".into()))
    }

    fn seconds(&self) -> f64 {
        self.attendant.seconds()
    }
}

impl<'a> Finder<'a> {
    /// A climber that knows nothing yet.
    pub(super) fn ascending(&self) -> Ascending<'a> {
        let options = Means {
            tests: KEPT,
            look_ahead: None,
            diverse: true,
            work: 0,
            branches: 1_000_000,
            threads: self.search.budget.threads,
            memory: self.search.budget.memory,
            seed: self.search.seed,
            patience: Means::PATIENCE,
        };
        let kind = if self.finding.about.cost_kind == "memory" { "memory" } else { "" };
        Ascending { climber: Climber::new(self.search.solver, self.search.cost, kind, options), last: 0 }
    }

    /// Climbs at a size, and at one before it if the last one is far away.
    pub(super) fn climb(&mut self, ascending: &mut Ascending<'a>, size: u32) -> Result<(), FindError> {
        let before: Vec<SizeFound> =
            self.known.range(ascending.last + 1..size).map(|(_, row)| row.clone()).collect();
        for row in before.iter().filter(|row| !row.input.is_empty()) {
            ascending.climber.know(vec![row.input.to_vec()]);
            ascending.last = row.n;
        }
        if ascending.last > 0 && size / ascending.last >= APART {
            let between = (f64::from(size) * f64::from(ascending.last)).sqrt() as u32;
            self.climb_at(ascending, between, 1)?;
        }
        self.climb_at(ascending, size, SLICES)
    }

    /// Climbs at a size for so many slices at most.
    fn climb_at(&mut self, ascending: &mut Ascending<'a>, size: u32, slices: u32) -> Result<(), FindError> {
        let row = self.known.get(&size).cloned().unwrap_or(SizeFound::nothing(size, "not reached"));
        if self.options.effort == 0.0
            || row.is_exact()
            || row.stopped_by.is_some()
            || self.attendant.ended().is_some()
        {
            return Ok(());
        }
        let subject = (self.search.subject)(size);
        let attendant: &dyn Attendant = self.attendant;
        let until = attendant.seconds() + self.options.size_seconds;
        let within = Within { attendant, doing: format!("climbing at n = {size}"), until };
        let mut known: Vec<Vec<Input>> = row.cost.map(|_| row.input.to_vec()).into_iter().collect();
        let (mut best, mut idle) = (row.cost, 0);
        let patience = match row.how {
            How::Rule | How::Pattern | How::Nothing => PATIENCE.0,
            _ => PATIENCE.1,
        };
        let once = match &known[..] {
            [input] => subject.replay(input).map_or(0, |(costs, _)| costs.executed),
            _ => 0,
        };
        for slice in 0..slices {
            let work = (SLICE * self.options.effort) as u64 * (1 << slice);
            if idle >= patience || within.ended().is_some() || work / RUNS < once {
                break;
            }
            let seed = self.search.seed.wrapping_add(slice.into());
            let found = ascending.climber.climb(&subject, &known, (work, seed), &within)?;
            let most = found.first().map(|climbed| climbed.cost);
            idle = if most > best { 0 } else { idle + 1 };
            best = best.max(most);
            if let Some(climbed) = found.first() {
                self.offer_climbed(size, climbed)?;
            }
            known = found.into_iter().map(|climbed| climbed.input).collect();
        }
        known.truncate(KEPT);
        ascending.climber.know(known);
        ascending.last = size;
        self.save();
        Ok(())
    }

    /// Takes what was climbed to, if a run confirms that it is more.
    fn offer_climbed(&mut self, size: u32, climbed: &Climbed) -> Result<(), FindError> {
        let row = self.known.get(&size).cloned().unwrap_or(SizeFound::nothing(size, "not reached"));
        if row.cost >= Some(climbed.cost) {
            return Ok(());
        }
        let how = match climbed.how {
            Found::Search => How::Walking,
            Found::Changed => How::Climbing,
        };
        // It has been run before, so that it takes no time.
        let (search, options, attendant) = (self.search, self.options, self.attendant);
        let rows = Rows { search, options, attendant, watch: &Watch::default() };
        let row = rows.offered(row, &(search.subject)(size), how, climbed.input.clone())?;
        self.offer(row)
    }
}
