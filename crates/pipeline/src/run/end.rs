//! How a component ended.

use serde::Serialize;
use worstcase_machine::process::{Outcome, Process, RunEnd, StopReason};
use worstcase_machine::{Limit, wasi};

use super::RunLimits;

/// How a component ended. With `xargs`: how its first process ended that did not exit with 0, or that `xargs` stopped at.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "outcome", rename_all = "kebab-case")]
pub enum ComponentEnd {
    /// By itself, with this code.
    Exited {
        /// 0 if all is well; by `xargs` 123 to 125, as it has it.
        code: u32,
    },
    /// Nobody reads what it writes any more: what `SIGPIPE` does.
    Reader,
    /// It did something that has no result.
    Trapped {
        /// What.
        trap: String,
        /// The calls that were open, innermost first.
        calls: Vec<String>,
    },
    /// It reached a limit.
    Limit {
        /// Which.
        limit: ReachedLimit,
        /// The same in words.
        message: String,
        /// The calls that were open, innermost first.
        calls: Vec<String>,
    },
    /// It reported a failure of its own, as `assert` does, or an assumption did not hold.
    Failed {
        /// Which of these.
        message: String,
        /// The calls that were open, innermost first.
        calls: Vec<String>,
    },
    /// It could not be run, or asked for what is not there.
    Stopped {
        /// What.
        message: String,
        /// The calls that were open, innermost first.
        calls: Vec<String>,
    },
    /// Somebody asked the run to end.
    Interrupted,
}

/// Which limit a component reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum ReachedLimit {
    /// Its instructions.
    Steps,
    /// Those of all components together.
    AllSteps,
    /// Its memory.
    Memory,
    /// That of all components together.
    AllMemory,
    /// What it writes.
    Output,
    /// What all components together write.
    AllOutput,
    /// Any other.
    Other,
}

impl ComponentEnd {
    /// Whether somebody should look at it: anything but an exit, and what a reader ended.
    pub fn is_finding(&self) -> bool {
        !matches!(self, ComponentEnd::Exited { .. } | ComponentEnd::Reader)
    }

    /// The exit code; none if it did not exit.
    pub fn code(&self) -> Option<u32> {
        match self {
            ComponentEnd::Exited { code } => Some(*code),
            _ => None,
        }
    }

    /// What happened, in a few words; nothing if that needs no look.
    pub fn trouble(&self) -> Option<String> {
        match self {
            ComponentEnd::Exited { .. } | ComponentEnd::Reader => None,
            ComponentEnd::Trapped { trap, .. } => Some(format!("trapped: {trap}")),
            ComponentEnd::Limit { message, .. }
            | ComponentEnd::Failed { message, .. }
            | ComponentEnd::Stopped { message, .. } => Some(message.clone()),
            ComponentEnd::Interrupted => Some("not done when it had to stop".into()),
        }
    }

    /// What the end of a process is to its component, which might have used so much.
    pub(super) fn of(end: RunEnd, process: &Process<u64>, of_all: OfAll) -> ComponentEnd {
        let calls = process.open_calls();
        match end {
            RunEnd::Ended(Outcome::Returned(_)) => ComponentEnd::Exited { code: 0 },
            RunEnd::Ended(Outcome::Exited(code)) => ComponentEnd::Exited { code },
            RunEnd::Ended(Outcome::Failed) => {
                ComponentEnd::Failed { message: "the program reported a failure".into(), calls }
            }
            RunEnd::Ended(Outcome::Dropped) => {
                ComponentEnd::Failed { message: "an assumption does not hold".into(), calls }
            }
            RunEnd::Trapped(trap) => ComponentEnd::Trapped { trap: trap.to_string(), calls },
            RunEnd::Interrupted => ComponentEnd::Interrupted,
            RunEnd::Stopped(reason) => match of_all.reached(&reason) {
                Some((limit, message)) => ComponentEnd::Limit { limit, message, calls },
                None => ComponentEnd::Stopped { message: reason.to_string(), calls },
            },
        }
    }
}

/// What a component may use, the second number as far as the others leave something.
#[derive(Clone, Copy, Debug)]
pub(super) struct OfAll {
    /// Instructions, from the beginning.
    pub(super) steps: (u64, u64),
    /// Pages of memory.
    pub(super) pages: (u32, u32),
    /// Bytes that it may still write.
    pub(super) output: (u64, u64),
    /// What was allowed, for messages.
    pub(super) limits: RunLimits,
}

impl OfAll {
    /// The limit that a process reached, and what is said of it.
    fn reached(&self, reason: &StopReason) -> Option<(ReachedLimit, String)> {
        let mib = |pages: u32| u64::from(pages) / 16;
        let RunLimits { component, output, all_steps, all_pages, all_output } = self.limits;
        let (limit, message) = match reason {
            StopReason::Limit(Limit::Steps(_)) if self.steps.1 < self.steps.0 => (
                ReachedLimit::AllSteps,
                format!("stopped when all components had executed {all_steps} instructions, the limit"),
            ),
            StopReason::Limit(Limit::Steps(_)) => {
                (ReachedLimit::Steps, format!("stopped after {} instructions, the limit", component.steps))
            }
            StopReason::Limit(Limit::Memory(_)) if self.pages.1 < self.pages.0 => {
                let all = mib(all_pages);
                let message = format!("stopped when memory of all was to grow beyond {all} MiB, the limit");
                (ReachedLimit::AllMemory, message)
            }
            StopReason::Limit(limit @ Limit::Memory(_)) => (ReachedLimit::Memory, limit.to_string()),
            StopReason::World(wasi::Limit::Output) if self.output.1 < self.output.0 => (
                ReachedLimit::AllOutput,
                format!("stopped when all components were to write more than {all_output} bytes, the limit"),
            ),
            StopReason::World(wasi::Limit::Output) => (
                ReachedLimit::Output,
                format!("stopped when it was to write more than {output} bytes, the limit"),
            ),
            StopReason::Limit(Limit::Moved(_)) => (ReachedLimit::Steps, reason.to_string()),
            StopReason::Limit(_) | StopReason::World(_) | StopReason::Outputs => {
                (ReachedLimit::Other, reason.to_string())
            }
            StopReason::Input(_) | StopReason::Stdin(_) | StopReason::UnknownImport { .. } => return None,
        };
        Some((limit, message))
    }
}
