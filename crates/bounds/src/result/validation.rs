//! What runs have shown about bounds.

use serde::Serialize;
use worstcase_machine::process::Number;
use worstcase_program::debug::Location;

use super::wire;
use crate::validate::Argument;

/// What the runs of `--validate` have shown.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Validation {
    /// How many runs there were.
    pub runs: u64,
    /// Of how many functions.
    pub functions: usize,
    /// Runs that a limit ended.
    pub limited: u64,
    /// Runs that trapped.
    pub trapped: u64,
    /// Runs in which an assumption of the program did not hold, which count as none.
    pub dropped: u64,
    /// Runs that could not go on.
    pub stuck: u64,
    /// Runs above a bound in which an integer or a pointer overflows or an index is out of bounds, which bounds do not speak of.
    pub undefined: u64,
    /// Runs above a bound that stay below it with buffers at other addresses.
    pub not_repeated: u64,
    /// How many bounds there are: the best one of each loop, and that of each function.
    pub bounds: usize,
    /// How many of them were compared with a run.
    pub compared: usize,
    /// How many of these were reached.
    pub reached: usize,
    /// Functions that were not run.
    pub not_run: Vec<NotRun>,
    /// Runs above a bound, at most one for each function.
    pub violations: Vec<Violation>,
    /// Why it ended early, if it did.
    pub ended: Option<String>,
}

/// A function that was not run.
#[derive(Clone, Debug, Serialize)]
pub struct NotRun {
    /// Its name.
    pub name: String,
    /// Why it was not.
    pub why: String,
}

/// A function and its arguments by name.
pub type NamedCall = (String, Vec<(String, Argument)>);

/// A bound that a run has refuted.
#[derive(Clone, Debug, Serialize)]
pub struct Violation {
    /// The function whose bound it is.
    pub function: String,
    /// What it was called with.
    #[serde(serialize_with = "wire::arguments")]
    pub arguments: Vec<(String, i128)>,
    /// Where the loop is, or the line if it is the bound of one.
    #[serde(flatten, serialize_with = "wire::place")]
    pub location: Option<Location>,
    /// The loop, by its number from 0; the function as a whole has none.
    #[serde(rename = "loop")]
    pub one_loop: Option<usize>,
    /// Its iterations, at least, or how often the line was executed.
    pub count: u64,
    /// The bound as it is printed.
    pub bound: String,
    /// Its value.
    pub value: f64,
    /// What the run began with.
    #[serde(serialize_with = "wire::call")]
    pub call: NamedCall,
    /// What was called before that.
    #[serde(serialize_with = "wire::maybe_call")]
    pub before: Option<NamedCall>,
    /// What the program was given when it asked, from the beginning of the run.
    #[serde(serialize_with = "wire::numbers")]
    pub inputs: Vec<Number>,
    /// Whether the run is one that bounds speak of: no signed integer overflows. Of a module that cannot be told.
    pub certain: bool,
}
