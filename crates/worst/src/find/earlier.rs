//! What an earlier run has found of the same program, taken up: after `kill -9`, with other sizes, or with less luck. Its
//! inputs are run again. What it explored completely stays exact: the module, its world and our version are the same, and
//! an input that costs more would be an error.

use super::rows::Rows;
use super::{FindError, Finder};
use crate::finding::{Finding, How, SizeFound, Status};

impl Finder<'_> {
    /// Runs the inputs that an earlier run has left. One that no longer costs what was said is forgotten.
    pub(super) fn take_up(&mut self, earlier: &Finding) -> Result<(), FindError> {
        let (rows, unread) = self.stage("resuming", self.options.size_seconds, |rows| {
            let (mut again, mut unread) = (Vec::new(), Vec::new());
            for size in earlier.sizes.iter().filter(|size| size.cost.is_some()) {
                let row = rows.taken_up(size)?;
                match row {
                    Again::Found(row) => again.push(*row),
                    Again::NotNow => unread.push(SizeFound { earlier: true, ..size.clone() }),
                    Again::Never => {}
                }
            }
            Ok((again, unread))
        })?;
        self.unread = unread;
        for row in rows {
            self.offer(row)?;
        }
        Ok(())
    }

    /// The sizes that an earlier run has searched to the end, if that is to be taken as it is. By climbing or by chance
    /// more may be found another time.
    pub(super) fn done_earlier(&self) -> Vec<u32> {
        if !self.options.resume {
            return Vec::new();
        }
        let by_rule = |row: &SizeFound| matches!(row.how, How::Paths | How::Rule | How::Pattern);
        // What was only looked at in passing was not compared with anything.
        let is_done = |row: &&SizeFound| by_rule(row) && row.random_mean.is_some();
        self.known.values().filter(is_done).map(|row| row.n).collect()
    }
}

/// What became of an earlier row.
enum Again {
    /// It still costs what was said, or more.
    Found(Box<SizeFound>),
    /// Time or a limit does not allow to tell.
    NotNow,
    /// It is not true any more.
    Never,
}

impl Rows<'_> {
    /// A size as an earlier run has left it, if its input still costs what was said.
    fn taken_up(&self, earlier: &SizeFound) -> Result<Again, FindError> {
        if self.watch.is_stopped() {
            return Ok(Again::NotNow);
        }
        let mut subject = (self.search.subject)(earlier.n);
        if earlier.status != Status::NotEnded {
            subject.limits.steps = self.options.long_steps;
        }
        let nothing = SizeFound::nothing(earlier.n, "not reached");
        let row = self.offered(nothing, &subject, earlier.how, earlier.input.to_vec())?;
        if row.cost < earlier.cost {
            let is_limited = row.stopped_by.is_some() || self.watch.is_stopped();
            return Ok(if is_limited { Again::NotNow } else { Again::Never });
        }
        // An input that did not end then may cost more now; any other costs what it did.
        if row.cost > earlier.cost && earlier.status != Status::NotEnded {
            return Ok(Again::Never);
        }
        let SizeFound { cost, status, trapped, stopped_by, .. } = row;
        let status = if earlier.is_exact() { Status::Exact } else { status };
        Ok(Again::Found(Box::new(SizeFound {
            cost,
            status,
            trapped,
            stopped_by,
            earlier: true,
            ..earlier.clone()
        })))
    }
}
