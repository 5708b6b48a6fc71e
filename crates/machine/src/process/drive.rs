//! Concrete runs: the one driver for all who run a program on numbers, be it a search that replays, a bound that is
//! held against runs, or the user.
//!
//! It feeds a process its inputs and standard input, looks up regularly whether the run is still wanted, and says how
//! it ended. Symbolic runs are driven by whoever decides at their pauses, and share only the standard input.

use std::io;

use super::{Halt, InputError, Inputs, Outcome, Process};
use crate::machine::Spent;
use crate::observe::Observer;
use crate::stop::{Limit, Stop, Trap};
use crate::value::Value;
use crate::wasi;

/// How many instructions are executed between two looks at whether to go on.
const SLICE: u64 = 20_000_000;

/// How many bytes are moved between two such looks.
pub const MOVED: u64 = 64 << 20;

/// So many bytes are moved in the time of an instruction, or less.
const MOVED_PER_STEP: u64 = 16;

/// Whether a run stopped only for somebody to look at the clock, and may go on up to its limit of steps.
pub fn is_slice(reached: Limit, steps: u64) -> bool {
    match reached {
        Limit::Steps(reached) => reached < steps,
        Limit::Moved(_) => true,
        _ => false,
    }
}

/// How a concrete run ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RunEnd {
    /// By itself.
    Ended(Outcome<u64>),
    /// It trapped.
    Trapped(Trap),
    /// It reached a limit, or asked for what is not there.
    Stopped(StopReason),
    /// It was not wanted any longer: see [`Driver::is_stopped`].
    Interrupted,
}

/// Why a run could not go on to its end.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StopReason {
    /// A limit of the machine.
    #[error("{0}")]
    Limit(Limit),
    /// A limit of the world.
    #[error("stopped: {0}")]
    World(wasi::Limit),
    /// The program passed on more than it may.
    #[error("stopped: the program passed on more numbers than the limit")]
    Outputs,
    /// It asks for an input that cannot be.
    #[error("{0}")]
    Input(InputError),
    /// Standard input could not be read, for this reason.
    #[error("standard input: {0}")]
    Stdin(String),
    /// It called a function that nobody provides.
    #[error("the program called {module}.{name}, which nobody provides")]
    UnknownImport {
        /// The module it is imported from.
        module: String,
        /// Its name.
        name: String,
    },
}

impl<V: Value> Halt<V> {
    /// Why the process cannot go on, unless it ended, trapped, or only paused.
    pub fn reason(self) -> Result<StopReason, Halt<V>> {
        Ok(match self {
            Halt::Stopped(Stop::Limit(limit)) => StopReason::Limit(limit),
            Halt::WasiLimit(limit) => StopReason::World(limit),
            Halt::OutputLimit => StopReason::Outputs,
            Halt::Input(error) => StopReason::Input(error),
            Halt::NeedStdin => StopReason::Stdin("there is none".into()),
            // Only who reads what it writes lets it wait, and goes on then.
            Halt::StdoutFull => StopReason::World(wasi::Limit::Output),
            Halt::UnknownImport { module, name } => StopReason::UnknownImport { module, name },
            halt @ (Halt::Ended(_) | Halt::Stopped(Stop::Trap(_) | Stop::Pause(_))) => return Err(halt),
        })
    }
}

impl From<Halt<u64>> for RunEnd {
    fn from(halt: Halt<u64>) -> Self {
        match halt {
            Halt::Ended(outcome) => RunEnd::Ended(outcome),
            Halt::Stopped(Stop::Trap(trap)) => RunEnd::Trapped(trap),
            Halt::Stopped(Stop::Pause(never)) => match never {},
            halt => RunEnd::Stopped(halt.reason().expect("it neither ended nor trapped")),
        }
    }
}

/// Where standard input comes from, once the program reads it.
#[derive(Clone, Copy)]
pub enum StdinSource<'a> {
    /// Inputs and bytes that are fixed, one part after the other.
    Inputs(&'a [StdinPart]),
    /// What this reads, all at once.
    Read(fn() -> io::Result<Vec<u8>>),
}

/// A part of standard input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StdinPart {
    /// So many of the inputs, a byte each.
    Inputs {
        /// How many.
        count: u32,
        /// The least and the greatest that each may be, if not any byte will do.
        range: Option<(u8, u8)>,
    },
    /// These bytes, whatever the inputs are.
    Fixed(Vec<u8>),
}

impl StdinPart {
    /// So many inputs that may be any bytes.
    pub fn any(count: u32) -> StdinPart {
        StdinPart::Inputs { count, range: None }
    }

    /// How many inputs it takes.
    pub fn inputs(&self) -> u32 {
        match self {
            StdinPart::Inputs { count, .. } => *count,
            StdinPart::Fixed(_) => 0,
        }
    }
}

/// What a concrete run is given, and who looks at it.
pub struct Driver<'a, I, O> {
    /// Gives the program its inputs.
    pub inputs: &'a mut I,
    /// Sees what the program does.
    pub observer: &'a mut O,
    /// Gives it its standard input, unless its world has that already.
    pub stdin: StdinSource<'a>,
    /// Asked regularly, with what has been spent so far, whether the run is to end.
    pub is_stopped: &'a mut dyn FnMut(Spent) -> bool,
}

impl<I: Inputs<u64>, O: Observer> Driver<'_, I, O> {
    /// Runs a process that has been entered to its end. What it cost is then to be asked of the process.
    pub fn run(&mut self, process: &mut Process<u64>) -> RunEnd {
        loop {
            match process.slice(self.inputs, self.observer) {
                None if (self.is_stopped)(process.spent()) => return RunEnd::Interrupted,
                None => {}
                Some(Halt::NeedStdin) => match process.feed_template(self.inputs) {
                    Ok(true) => {}
                    Ok(false) => match self.stdin(process) {
                        Ok(bytes) => process.provide_stdin(bytes),
                        Err(end) => return end,
                    },
                    // It goes on where it was, like a run that was cut in slices.
                    Err(Halt::Stopped(Stop::Limit(cut))) if is_slice(cut, process.machine.limits.steps) => {
                        process.machine.looked_at = process.machine.moved;
                    }
                    Err(halt) => return halt.into(),
                },
                Some(halt) => return halt.into(),
            }
        }
    }

    fn stdin(&mut self, process: &mut Process<u64>) -> Result<Vec<u8>, RunEnd> {
        match self.stdin {
            StdinSource::Inputs(parts) => process.input_stream(parts, self.inputs).map_err(RunEnd::from),
            StdinSource::Read(read) => {
                read().map_err(|error| RunEnd::Stopped(StopReason::Stdin(error.to_string())))
            }
        }
    }
}

impl Process<u64> {
    /// Goes on, but for no longer than it takes until somebody should look at the clock: nothing then, and the run may go
    /// on. Else why it did not, which may be that it has to wait for its standard streams.
    pub fn slice<I: Inputs<u64>, O: Observer>(
        &mut self,
        inputs: &mut I,
        observer: &mut O,
    ) -> Option<Halt<u64>> {
        let limit = self.machine.limits.steps;
        self.machine.limits.moved = MOVED;
        self.machine.limits.steps = limit.min(self.spent().instructions.saturating_add(SLICE));
        let halt = self.advance(inputs, observer);
        self.machine.limits.steps = limit;
        match halt {
            Halt::Stopped(Stop::Limit(cut)) if is_slice(cut, limit) => {
                self.overdrawn(limit).map(|limit| Halt::Stopped(limit.into()))
            }
            halt => Some(halt),
        }
    }
}

impl<V: Value> Process<V> {
    /// The limit that was reached if so many steps are allowed, and what was moved counts as well: else a loop that fills
    /// a gigabyte could run for days within any limit of steps. To be asked between slices.
    pub fn overdrawn(&self, steps: u64) -> Option<Limit> {
        let moved = self.machine.moved;
        let taken = self.spent().instructions.saturating_add(moved / MOVED_PER_STEP);
        (moved > 0 && taken > steps).then_some(Limit::Moved(moved))
    }

    /// Runs until something has to be said. Standard input that the world does not have is made of these parts.
    pub fn advance_fed<I: Inputs<V>, O: Observer>(
        &mut self,
        stdin: &[StdinPart],
        inputs: &mut I,
        observer: &mut O,
    ) -> Halt<V> {
        loop {
            match self.advance(inputs, observer) {
                Halt::NeedStdin => match self.feed_template(inputs) {
                    Ok(true) => {}
                    Ok(false) => match self.input_stream(stdin, inputs) {
                        Ok(bytes) => self.provide_stdin(bytes),
                        Err(halt) => return halt,
                    },
                    Err(halt) => return halt,
                },
                halt => return halt,
            }
        }
    }
}
