//! What follows from linear conditions.

mod linear;
mod simplex;

pub use linear::Linear;
pub use simplex::{Greatest, contradict, greatest};
