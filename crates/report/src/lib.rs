//! What `worstcase find` found, what `worstcase load` made, and what `worstcase bound` proved, as text and as one HTML file that needs nothing else.
//!
//! Text and page are written from the very value that is the result for machines, so that they cannot disagree; no
//! search is needed to test them. There is no script on a page, and its own policy forbids any: names, source lines and
//! inputs come from programs that nobody has to trust. What could be a toggle is shown twice, side by side, which also prints.

pub mod bounds;
mod chart;
#[cfg(test)]
mod check;
mod escape;
mod frame;
pub mod load;
mod number;
mod page;
mod picture;
pub mod pipe;
mod plain;
mod scale;
mod source;
mod table;
#[cfg(test)]
mod testing;
mod trust;
mod words;

pub use page::html;
pub use plain::text;
use worstcase_worst::Finding;

/// All that the page of `find` shows.
#[derive(Clone, Copy, Debug)]
pub struct Page<'a> {
    /// What was found.
    pub finding: &'a Finding,
    /// The command line that made it.
    pub command: &'a str,
    /// The source files that rules talk about.
    pub sources: &'a [Source],
}

/// A source file.
#[derive(Clone, Debug, Default)]
pub struct Source {
    /// The name that rules and places know it by.
    pub file: String,
    /// All its lines.
    pub lines: Vec<String>,
}
