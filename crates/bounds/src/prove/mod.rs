//! Proofs of bounds.

mod kinds;
mod limit;
mod logarithm;
mod norm;
mod order;
mod piece;
mod total;

pub use total::Prover;
