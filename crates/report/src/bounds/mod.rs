//! What `worstcase bound` proved, as a page of its own: all functions in a table, then the source with the bounds beside
//! its lines.

mod class;
mod listing;
mod page;
mod table;
mod trust;

pub use class::Class;
pub use page::html;

use crate::Source;

/// All that the page shows.
#[derive(Clone, Debug, Default)]
pub struct Bounds {
    /// The program as people call it: `insertion_sort`.
    pub program: String,
    /// The command line that made the report.
    pub command: String,
    /// The version of worstcase that made it.
    pub version: String,
    /// The functions that were looked at, in the order of the source.
    pub functions: Vec<Function>,
    /// The source files of these functions, as far as they are at hand.
    pub sources: Vec<Source>,
    /// Why it ended before all functions were looked at, if it did.
    pub ended: Option<String>,
    /// The functions that were not looked at, or not to the end.
    pub missing: Vec<String>,
}

/// What was found for a function.
#[derive(Clone, Debug, Default)]
pub struct Function {
    /// The function as it is called: `sort(a, n)`.
    pub name: String,
    /// Where it begins.
    pub place: Option<Place>,
    /// The rounds of its loops and one, with what it calls; `None` if no bound was found.
    pub bound: Option<Bound>,
    /// Why it has no bound, if that is known.
    pub why: Option<String>,
    /// Its loops, in the order of the code.
    pub loops: Vec<Loop>,
    /// How often its lines are executed.
    pub lines: Vec<Line>,
}

/// A loop of a function.
#[derive(Clone, Debug, Default)]
pub struct Loop {
    /// Where it begins.
    pub place: Option<Place>,
    /// How many loops it is in, itself included.
    pub depth: u32,
    /// How often it goes round in all while the function runs once; `None` if no bound was found.
    pub bound: Option<Bound>,
    /// Why it has no bound, if that is known.
    pub why: Option<String>,
}

/// A line of a function on which there is code.
#[derive(Clone, Debug, Default)]
pub struct Line {
    /// Which line it is.
    pub place: Place,
    /// How often it is executed at most while the function runs once; `None` if no bound was found.
    pub bound: Option<Bound>,
}

/// A line of a file.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Place {
    /// The file, by the name that its [`Source`] has.
    pub file: String,
    /// The line, from 1.
    pub line: u32,
}

/// An upper bound.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Bound {
    /// In terms of the function's parameters: `n*(n - 1)/2`.
    pub text: String,
    /// How it grows.
    pub class: Class,
}
