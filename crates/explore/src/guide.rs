//! A search that does not follow every side of every conditional (WISE, algorithm 3).
//!
//! A guide says of each side of a conditional whether it may be chosen. A side that the inputs leave no alternative to
//! is always followed, unlike in the paper, where it may be forbidden: what was never met at small sizes would
//! otherwise end every path at large ones. And where a guide permits neither side, it has nothing to say, and both
//! are followed.

use worstcase_program::Pc;

use crate::path::Decision;

/// How far a side of a conditional is permitted: the paper's 0, 1/2 and 1.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Level {
    /// It was never taken.
    #[default]
    Never,
    /// Only if the other side is impossible.
    Forced,
    /// Whenever it is possible.
    Always,
}

/// Guides a search. It sees all decisions on the path as they are made and taken back.
pub trait Guide: Send {
    /// Whether the sides of a conditional that is reached from `caller` are permitted: that of `false`, that of
    /// `true`.
    fn levels(&mut self, at: Pc, caller: Option<Pc>) -> [Level; 2];

    /// A decision was made.
    fn decided(&mut self, decision: &Decision);

    /// All but the first so many decisions were taken back.
    fn truncate(&mut self, decisions: usize);
}
