//! What `worstcase find` found, and what `worstcase bound` proved, each as one HTML file that needs nothing else.
//!
//! A page is written from plain data and knows none of our other crates, so that what is shown can be tested without
//! a search. There is no script on it, and its own policy forbids any: names, source lines and inputs come from
//! programs that nobody has to trust. What could be a toggle is shown twice, side by side, which also prints.

pub mod bounds;
mod chart;
#[cfg(test)]
mod check;
mod escape;
mod frame;
mod number;
mod page;
mod picture;
mod scale;
mod source;
mod table;
mod trust;
mod words;

pub use page::html;
pub use scale::sample;

/// All that the page of `find` shows.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// The program as people call it: `insertion_sort.c`.
    pub program: String,
    /// The command line that made the report.
    pub command: String,
    /// The version of worstcase that made it.
    pub version: String,
    /// What is counted, in the plural: `conditionals`.
    pub cost_name: String,
    /// The function that was called with the size.
    pub entry: String,
    /// Where the rule comes from, if there is one.
    pub learned: Option<Learned>,
    /// What was found at each size, in any order.
    pub sizes: Vec<Size>,
    /// How the cost grows with the size, if that is known.
    pub growth: Option<Growth>,
    /// What inputs of every size look like, if that is known.
    pub pattern: Option<Pattern>,
    /// Which way the costliest paths go, where it makes a difference.
    pub rules: Vec<Rule>,
    /// The source files that rules talk about.
    pub sources: Vec<Source>,
    /// What a reader has to know before trusting the rest: limits that were reached, rules that were beaten.
    pub remarks: Vec<String>,
}

/// What the rule was learned from, and how it was checked.
#[derive(Clone, Debug, Default)]
pub struct Learned {
    /// The smallest size of which all paths were explored.
    pub first: u32,
    /// The greatest size of which all paths were explored.
    pub last: u32,
    /// How many paths that were in all.
    pub paths: u64,
    /// How long it took.
    pub seconds: f64,
    /// Sizes where a rule that was learned without them reaches the exact worst case.
    pub checked: Vec<u32>,
    /// Sizes where it does not.
    pub missed: Vec<u32>,
}

/// What was found at a size.
#[derive(Clone, Debug, Default)]
pub struct Size {
    /// The size.
    pub n: u32,
    /// The greatest cost that was found; none goes with [`Status::Missing`].
    pub cost: Option<i64>,
    /// What that cost is worth.
    pub status: Status,
    /// How it was found: `guided, 1 path`.
    pub how: String,
    /// What else is to be said about the costliest run, such as that it trapped; may be empty.
    pub note: String,
    /// The mean cost of random inputs.
    pub random_mean: Option<f64>,
    /// The greatest cost of a random input.
    pub random_most: Option<i64>,
    /// How many paths were explored.
    pub paths: u64,
    /// How often the solver was asked.
    pub solver_calls: u64,
    /// How long it took.
    pub seconds: f64,
    /// How much memory it took at its peak, in megabytes.
    pub peak_memory_mb: Option<f64>,
    /// The input that costs so much.
    pub input: Input,
    /// The file that has this input, relative to the page.
    pub file: Option<String>,
}

/// What a cost is worth.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Status {
    /// Every path was explored: no input costs more.
    Exact,
    /// An input that costs so much was run; others may cost more.
    AtLeast,
    /// There is no cost, for this reason.
    Missing(String),
}

impl Default for Status {
    fn default() -> Status {
        Status::Missing("not looked at".into())
    }
}

/// An input, to look at.
#[derive(Clone, Debug, Default)]
pub struct Input {
    /// All its values; rounding to a float is no harm, since they are only drawn.
    pub values: Vec<f64>,
    /// Whether the values are bytes, which are then shown as characters, too.
    pub bytes: bool,
    /// The input as a short text: `10 9 8 7 …`.
    pub text: String,
}

/// How the cost grows with the size.
#[derive(Clone, Debug, Default)]
pub struct Growth {
    /// The cost as a formula in n; empty if only the class is known.
    pub formula: String,
    /// The class: `n^2`.
    pub class: String,
    /// The smallest size that it holds for.
    pub from: u32,
    /// At how many sizes it was seen to hold.
    pub checked: usize,
    /// The curve to draw, as sizes and costs; [`sample`] says at which sizes it looks smooth.
    pub points: Vec<(f64, f64)>,
}

/// What worst-case inputs look like at every size.
#[derive(Clone, Debug, Default)]
pub struct Pattern {
    /// The pattern: `input[i] = n - i`.
    pub text: String,
    /// The greatest size at which it was run and cost what the growth formula says.
    pub confirmed_n: u32,
}

/// Which way to go at a conditional.
#[derive(Clone, Debug, Default)]
pub struct Rule {
    /// The source file, by the name that its [`Source`] has; the place in the module if there is no source.
    pub file: String,
    /// The line, from 1; 0 if it is unknown.
    pub line: u32,
    /// The column in bytes, from 1; 0 if it is unknown.
    pub column: u32,
    /// The condition, or the line that it is on.
    pub condition: String,
    /// What the rule says: `true whenever it can be`.
    pub says: String,
    /// When it says so, if not always: `called from sort.c:30`.
    pub context: Option<String>,
}

/// A source file.
#[derive(Clone, Debug, Default)]
pub struct Source {
    /// The name that rules and places know it by.
    pub file: String,
    /// All its lines.
    pub lines: Vec<String>,
}
