//! Who waits for bounds at a terminal: prints functions as they are done, shows how far it is, and stops when time is up or
//! Ctrl-C is pressed.

use std::time::Instant;

use worstcase_bounds::FunctionBounds;
use worstcase_bounds::bound::{Progress, Stage};
use worstcase_report::bounds::block;

use crate::error::CliError;
use crate::progress;
use crate::report::print_part;

/// How the command goes on.
pub struct Waiting<'w> {
    line: progress::Progress,
    begun: Instant,
    max_time: f64,
    /// Which functions are printed as soon as they are done.
    prints: &'w dyn Fn(&FunctionBounds) -> bool,
    /// What became of printing: whether anybody still reads.
    printed: Result<bool, CliError>,
}

impl<'w> Waiting<'w> {
    /// Waits for so many seconds since the command began.
    pub fn new(begun: Instant, max_time: f64, prints: &'w dyn Fn(&FunctionBounds) -> bool) -> Self {
        Waiting { line: progress::Progress::start(), begun, max_time, prints, printed: Ok(true) }
    }

    /// Takes the line away, and says what went wrong.
    pub fn finish(mut self) -> Result<(), CliError> {
        self.line.clear();
        self.printed.map(|_| ())
    }
}

impl Progress for Waiting<'_> {
    fn stop(&mut self) -> Option<String> {
        let reason = match () {
            () if self.line.interrupted() => "interrupted",
            () if !matches!(self.printed, Ok(true)) => "nobody read what was printed any more",
            () if self.begun.elapsed().as_secs_f64() > self.max_time => "the time was up (--max-time)",
            () => return None,
        };
        Some(reason.into())
    }

    fn doing(&mut self, stage: Stage<'_>) {
        self.line.show(|| match stage {
            Stage::Proving(name, number, of) => format!("bounding  {name}, function {number} of {of}"),
            Stage::Replaying => "replaying what `find` has left".into(),
            Stage::Validating(runs) => format!("validating {runs} runs"),
        });
    }

    fn proved(&mut self, function: &FunctionBounds) {
        self.line.clear();
        if matches!(self.printed, Ok(true)) && (self.prints)(function) {
            self.printed = print_part(&block(function));
        }
    }
}
