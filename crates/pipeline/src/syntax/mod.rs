//! Pipelines as people write them: the part of the shell's language that says what runs after what.
//!
//! `|`, quoting, arguments, `< file`, `tee >(…) >(…)` and `xargs` are understood; everything else of the shell is refused by
//! name and place, never passed on as if it were an argument. The grammar is POSIX's, with bash's `>(…)`.
//!
//! `scan` makes words and marks of text, `parse` a tree of these, `xargs` reads that command's options, and `print` gives the text
//! back.

mod parse;
mod print;
mod scan;
mod xargs;

use std::fmt;

pub use parse::{command, parse};
pub use print::quoted;
pub use xargs::{Items, Xargs};

/// A word after quotes were removed, and where it began.
#[derive(Clone, Debug)]
pub struct Word {
    /// What the command gets.
    pub text: String,
    /// Where the word begins in the text that was parsed, in bytes.
    pub offset: usize,
}

impl Word {
    /// A word that comes from nowhere.
    pub fn new(text: impl Into<String>) -> Word {
        Word { text: text.into(), offset: 0 }
    }
}

/// Two words are the same if commands cannot tell them apart.
impl PartialEq for Word {
    fn eq(&self, other: &Word) -> bool {
        self.text == other.text
    }
}

impl Eq for Word {}

/// Commands one after the other, each reading what the one before writes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chain {
    /// The file that the first command reads, with `< file`.
    pub input: Option<Word>,
    /// At least one, of which only the last can be a split.
    pub commands: Vec<Command>,
}

/// A command of a chain.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// A program with its arguments, the name first.
    Simple(Vec<Word>),
    /// A program that is run once for each line, or on so many words, of its input.
    Xargs(Xargs),
    /// `tee >(…) >(…)`: all branches read the same.
    Split(Split),
}

/// What becomes of a stream that several read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Split {
    /// What is in `>(…)`, at least one.
    pub branches: Vec<Chain>,
    /// What follows behind `tee`'s own `|`; nothing if its output is the pipeline's.
    pub rest: Option<Box<Chain>>,
}

/// What is wrong with a pipeline's text, and where.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", rendered(.message, .text, .offset))]
pub struct SyntaxError {
    /// What is wrong, and what to do.
    pub message: String,
    /// All of the text.
    pub text: String,
    /// Where, in bytes.
    pub offset: usize,
}

impl SyntaxError {
    /// Something that is wrong at a place of a text.
    pub fn new(message: impl Into<String>, text: &str, offset: usize) -> SyntaxError {
        SyntaxError { message: message.into(), text: text.to_string(), offset }
    }
}

/// The line and the column of a place, in characters from 1.
pub fn line_and_column(text: &str, offset: usize) -> (usize, usize) {
    let end = (0..=offset.min(text.len())).rev().find(|&end| text.is_char_boundary(end)).unwrap_or(0);
    let before = &text[..end];
    let line = before.matches('\n').count() + 1;
    let start = before.rfind('\n').map_or(0, |newline| newline + 1);
    (line, before[start..].chars().count() + 1)
}

/// A message with its place, the line, and a caret below it.
pub fn rendered(message: &str, text: &str, offset: &usize) -> String {
    let (line, column) = line_and_column(text, *offset);
    let place = if text.contains('\n') {
        format!("line {line}, column {column}")
    } else {
        format!("column {column}")
    };
    let shown = text.lines().nth(line - 1).unwrap_or_default();
    // A tab is as wide as the terminal has it, so the caret's line has one too.
    let indent: String = shown.chars().take(column - 1).map(|c| if c == '\t' { '\t' } else { ' ' }).collect();
    format!("{place}: {message}\n  {shown}\n  {indent}^")
}

impl fmt::Display for Chain {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        print::chain(self, f)
    }
}

#[cfg(test)]
mod tests;
