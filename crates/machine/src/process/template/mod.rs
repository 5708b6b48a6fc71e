//! Structured standard input: a text with holes, parts that are repeated, and choices.
//!
//! ```text
//! [[limit: 4000]]<list>
//! [[* 1..n]]
//! <item id="[[id: 1..6 of 0-9]]">[[word: 3 of a-z]] [[yes|no|[[2 of A-F]]]]</item>
//! [[/]]
//! </list>
//! ```
//!
//! The bytes of a hole, how long it is, how often a part comes and which alternative is taken are inputs of the program; all
//! else is fixed. `n` is the size. A program with a parser gets past its first lines in this way, and every input that is found is one
//! that somebody could send. (CompSLG, section 5.3, constrains pages by their tags and how often each may come.)
//!
//! [`parse`] reads a template, `shape` puts in the size and knows what the limits leave, `expand` makes the text, bit by bit as the
//! program reads it.

mod expand;
mod parse;
mod shape;
#[cfg(test)]
mod tests;

use std::sync::Arc;

pub(super) use expand::Cursor;
pub use parse::TemplateError;
pub use shape::{ShapeError, TemplateShape};

/// A text with holes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Template {
    /// All sequences; the last one is the whole.
    sequences: Vec<Vec<Item>>,
    /// How many holes there are.
    holes: usize,
    limits: Vec<TemplateLimit>,
}

/// One of the sequences of a template.
pub type SequenceIdx = usize;

/// One of the holes of a template.
pub type HoleIdx = usize;

/// What a template is made of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Item {
    /// These bytes.
    Fixed(Vec<u8>),
    /// Bytes that are inputs: `[[name: 1..20 of a-z]]`.
    Hole {
        /// Which hole it is.
        hole: HoleIdx,
        /// How long it is.
        length: Extent,
        /// What its bytes may be.
        alphabet: Alphabet,
    },
    /// What a hole before it holds, once more: `[[name]]`.
    Again(HoleIdx),
    /// A part that comes so often: `[[* 0..160]] … [[/]]`.
    Repeat {
        /// How often.
        count: Extent,
        /// The part.
        body: SequenceIdx,
    },
    /// One of several: `[[a|b]]`.
    Choice(Vec<SequenceIdx>),
    /// A place that may come only so often, in all: `[[limit name: 160]]`.
    Counted(usize),
}

/// From one amount to another, both included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Extent {
    /// The least.
    pub least: Amount,
    /// The most.
    pub most: Amount,
}

/// A number, or the size.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Amount {
    /// This number.
    Number(u32),
    /// The size n.
    Size,
}

impl Amount {
    /// The number at a size.
    pub fn at(self, size: u32) -> u32 {
        match self {
            Amount::Number(number) => number,
            Amount::Size => size,
        }
    }
}

/// What bytes may be: ranges in ascending order that do not touch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Alphabet(Vec<(u8, u8)>);

impl Alphabet {
    /// These ranges, in any order.
    fn new(mut ranges: Vec<(u8, u8)>) -> Alphabet {
        ranges.sort_unstable();
        let mut merged: Vec<(u8, u8)> = Vec::new();
        for (low, high) in ranges {
            match merged.last_mut() {
                Some(last) if u16::from(low) <= u16::from(last.1) + 1 => last.1 = last.1.max(high),
                _ => merged.push((low, high)),
            }
        }
        Alphabet(merged)
    }

    /// Its ranges, each with both ends.
    pub fn ranges(&self) -> &[(u8, u8)] {
        &self.0
    }
}

/// How much there may be of something, in all.
#[derive(Clone, Debug, PartialEq, Eq)]
struct TemplateLimit {
    /// Of what; nothing means bytes.
    name: Option<String>,
    most: u64,
}

impl Template {
    /// Reads a template.
    pub fn parse(text: &[u8]) -> Result<Template, TemplateError> {
        parse::template(text)
    }

    /// Whether the size is mentioned in it.
    pub fn has_size(&self) -> bool {
        let is_size = |extent: &Extent| extent.least == Amount::Size || extent.most == Amount::Size;
        self.sequences.iter().flatten().any(|item| match item {
            Item::Hole { length, .. } => is_size(length),
            Item::Repeat { count, .. } => is_size(count),
            _ => false,
        })
    }

    /// The whole.
    pub fn root(&self) -> SequenceIdx {
        self.sequences.len() - 1
    }

    /// The items of a sequence.
    pub fn items(&self, sequence: SequenceIdx) -> &[Item] {
        &self.sequences[sequence]
    }

    /// The most bytes that there may be in all, if that is limited.
    pub fn most_bytes(&self) -> Option<u64> {
        self.limits.iter().find(|limit| limit.name.is_none()).map(|limit| limit.most)
    }

    /// How often something counted may come in all.
    pub fn most_counted(&self, limit: usize) -> u64 {
        self.limits[limit].most
    }

    /// The template at a size.
    pub fn at(self: &Arc<Self>, size: u32) -> Result<TemplateShape, ShapeError> {
        TemplateShape::new(self.clone(), size)
    }
}
