//! Is this path feasible, and for which input? Layers that answer exactly what they can and pass on the rest.

mod bitvectors;
mod chain;
pub mod linear;
mod natural;
pub mod order;
mod parts;
mod solver;

pub use bitvectors::{Workers, Z3, serve};
pub use chain::{Chain, ChainLimits};
pub use natural::natural;
pub use parts::{PartLimits, Parts};
pub use solver::{Answer, Declared, Mark, Solver};
