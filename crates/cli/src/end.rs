//! How a run ended, in a word for machines and a sentence for people.

use worstcase_machine::process::{Halt, InputError, MAX_OUTPUTS, Outcome, Process};
use worstcase_machine::{Limit, Stop, wasi};

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
    /// What a halt means for the user; halts that are no result are errors.
    pub fn of(halt: Halt<u64>, process: &Process<u64>) -> Result<End, CliError> {
        let calls = || open_calls(process);
        Ok(match halt {
            Halt::Ended(Outcome::Returned(results)) => {
                End { outcome: "returned", message: None, results, exit_code: None, finding: false }
            }
            Halt::Ended(Outcome::Exited(code)) => End {
                outcome: "exited",
                message: (code != 0).then(|| format!("exited with code {code}")),
                results: Vec::new(),
                exit_code: Some(code),
                finding: code != 0,
            },
            Halt::Ended(Outcome::Dropped) => End::finding(
                "dropped",
                format!("an assumption does not hold: this input does not count{}", calls()),
            ),
            Halt::Ended(Outcome::Failed) => {
                End::finding("failed", format!("the program reported a failure{}", calls()))
            }
            Halt::Stopped(Stop::Trap(trap)) => End::finding("trapped", format!("trapped: {trap}{}", calls())),
            Halt::Stopped(Stop::Limit(limit)) => {
                End::finding("limit", format!("{limit}{}{}", flag_of(limit), calls()))
            }
            Halt::WasiLimit(limit) => {
                End::finding("limit", format!("stopped: {limit} ({}){}", amount_of(limit), calls()))
            }
            Halt::OutputLimit => End::finding(
                "limit",
                format!(
                    "stopped: the program passed on more than {MAX_OUTPUTS} numbers, the limit{}",
                    calls()
                ),
            ),
            halt => return Err(failure(halt, process)),
        })
    }

    /// The user pressed Ctrl-C.
    pub fn interrupted(process: &Process<u64>) -> End {
        End::finding("interrupted", format!("interrupted; the costs are those so far{}", open_calls(process)))
    }

    fn finding(outcome: &'static str, message: String) -> Self {
        End { outcome, message: Some(message), results: Vec::new(), exit_code: None, finding: true }
    }
}

/// The error behind a halt that is no result.
pub fn failure(halt: Halt<u64>, process: &Process<u64>) -> CliError {
    let calls = open_calls(process);
    match halt {
        Halt::Input(error @ InputError::Size { .. }) => CliError::Usage(error.to_string()),
        Halt::Input(error) => CliError::Input { error, calls },
        Halt::UnknownImport { module, name } => CliError::UnknownImport { module, name, calls },
        Halt::Stopped(Stop::Pause(never)) => match never {},
        halt => CliError::Usage(format!("the program could not be started: {halt:?}")),
    }
}

/// The flag that raises a limit.
pub fn flag_of(limit: Limit) -> &'static str {
    match limit {
        Limit::Steps(_) => " (--max-steps)",
        Limit::CallDepth(_) => " (--max-depth)",
        Limit::Memory(_) => " (--max-memory)",
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

/// The calls that are open, innermost first, each on a line of its own. What calls `main` is of no interest.
fn open_calls(process: &Process<u64>) -> String {
    const SHOWN: usize = 5;
    // What `main` becomes, by its parameters; see Debian's or wasi-sdk's crt1.
    const MAIN: [&str; 3] = ["__original_main", "__main_argc_argv", "main"];
    let program = process.program();
    let main = MAIN.iter().find_map(|name| program.function_named(name));
    let mut calls = process.backtrace();
    if let Some(first) = calls.iter().rposition(|&(function, _)| Some(function) == main) {
        calls.truncate(first + 1);
    }
    let mut text = String::new();
    for (i, &(function, offset)) in calls.iter().take(SHOWN).enumerate() {
        let name = if Some(function) == main { "main".into() } else { program.function_name(function) };
        let place = match program.location(offset) {
            Some(location) => location.to_string(),
            None => format!("offset {offset:#x}"),
        };
        text += &format!("\n{}{name} ({place})", if i == 0 { "    at " } else { "  from " });
    }
    if calls.len() > SHOWN {
        text += &format!("\n  … and {} more", calls.len() - SHOWN);
    }
    text
}
