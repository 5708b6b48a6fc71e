//! What follows from linear conditions.

mod linear;
mod simplex;

pub use linear::Linear;
pub use simplex::{Equation, Greatest, Least, contradict, greatest, least};
