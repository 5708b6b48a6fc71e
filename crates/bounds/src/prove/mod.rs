//! Proofs of bounds.

mod limit;
mod logarithm;
mod norm;
mod piece;
mod total;

pub use total::Prover;
