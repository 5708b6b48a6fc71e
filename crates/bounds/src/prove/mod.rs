//! Proofs of bounds.

mod change;
mod inner;
mod join;
mod kinds;
mod limit;
mod logarithm;
mod norm;
mod order;
mod phase;
mod piece;
mod potential;
mod ranking;
mod recursion;
mod template;
mod total;
mod why;

pub use piece::Piece;
pub use recursion::recursive;
pub use total::Prover;
