//! Bounds on how often the loops of a program run, for all inputs.

pub mod lift;
