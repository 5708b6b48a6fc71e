//! How a run ended, in a word for machines and a sentence for people.

use worstcase_machine::process::{InputError, MAX_OUTPUTS, Outcome, Process, RunEnd, StopReason};
use worstcase_machine::{Limit, wasi};

use crate::error::CliError;

/// How a run ended.
pub struct End {
    /// A word for machines.
    pub outcome: &'static str,
    /// A sentence, if there is something to say.
    pub message: Option<String>,
    /// What the entry returned.
    pub results: Vec<u64>,
    /// What a command exited with.
    pub exit_code: Option<u32>,
    /// Whether the run is worth a look: exit code 1.
    pub finding: bool,
}

impl End {
    /// What the end of a run means for the user; those that are no result are errors.
    pub fn of(end: RunEnd, process: &Process<u64>) -> Result<End, CliError> {
        let calls = || open_calls(&process.open_calls());
        Ok(match end {
            RunEnd::Ended(Outcome::Returned(results)) => {
                End { outcome: "returned", message: None, results, exit_code: None, finding: false }
            }
            RunEnd::Ended(Outcome::Exited(code)) => End {
                outcome: "exited",
                message: (code != 0).then(|| format!("exited with code {code}")),
                results: Vec::new(),
                exit_code: Some(code),
                finding: code != 0,
            },
            RunEnd::Ended(Outcome::Dropped) => End::finding(
                "dropped",
                format!("an assumption does not hold: this input does not count{}", calls()),
            ),
            RunEnd::Ended(Outcome::Failed) => {
                End::finding("failed", format!("the program reported a failure{}", calls()))
            }
            RunEnd::Trapped(trap) => End::finding("trapped", format!("trapped: {trap}{}", calls())),
            RunEnd::Stopped(reason) => match limit(&reason) {
                Some(limit) => End::finding("limit", format!("{limit}{}", calls())),
                None => return Err(failure(reason, calls())),
            },
            RunEnd::Interrupted => {
                End::finding("interrupted", format!("interrupted; the costs are those so far{}", calls()))
            }
        })
    }

    fn finding(outcome: &'static str, message: String) -> Self {
        End { outcome, message: Some(message), results: Vec::new(), exit_code: None, finding: true }
    }
}

/// What is said of a limit that was reached, if it was one.
fn limit(reason: &StopReason) -> Option<String> {
    match *reason {
        StopReason::Limit(limit) => Some(format!("{limit}{}", flag_of(limit))),
        StopReason::World(limit) => Some(format!("stopped: {limit} ({})", amount_of(limit))),
        StopReason::Outputs => {
            Some(format!("stopped: the program passed on more than {MAX_OUTPUTS} numbers, the limit"))
        }
        StopReason::Input(_) | StopReason::Stdin(_) | StopReason::UnknownImport { .. } => None,
    }
}

/// The error behind what stopped a run and is no result.
fn failure(reason: StopReason, calls: String) -> CliError {
    match reason {
        StopReason::Input(error @ InputError::Size { .. }) => CliError::Usage(error.to_string()),
        StopReason::Input(error) => CliError::Input { error, calls },
        StopReason::UnknownImport { module, name } => CliError::UnknownImport { module, name, calls },
        reason => CliError::Usage(reason.to_string()),
    }
}

/// The flag that raises a limit.
pub fn flag_of(limit: Limit) -> &'static str {
    match limit {
        Limit::Steps(_) | Limit::Moved(_) => " (--max-steps)",
        Limit::CallDepth(_) => " (--max-depth)",
        Limit::Memory(_) => " (--max-memory)",
        Limit::Search(_) => " (--search-memory)",
        Limit::Stack(_) | Limit::Table(_) | Limit::CStack(_) => "",
    }
}

fn amount_of(limit: wasi::Limit) -> String {
    let limits = wasi::Limits::default();
    match limit {
        wasi::Limit::Output => format!("{} MiB", limits.output_bytes >> 20),
        wasi::Limit::FileBytes => format!("{} MiB", limits.file_bytes >> 20),
        wasi::Limit::Entries => limits.entries.to_string(),
    }
}

/// The calls that are open, innermost first, each on a line of its own.
pub fn open_calls(calls: &[String]) -> String {
    const SHOWN: usize = 5;
    let mut text = String::new();
    for (i, call) in calls.iter().take(SHOWN).enumerate() {
        text += &format!("\n{}{call}", if i == 0 { "    at " } else { "  from " });
    }
    if calls.len() > SHOWN {
        text += &format!("\n  … and {} more", calls.len() - SHOWN);
    }
    text
}
