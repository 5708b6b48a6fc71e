//! Is this path feasible, and for which input? Layers that answer exactly what they can and pass on the rest.

mod comparisons;
pub mod order;

pub use comparisons::{Answer, Comparisons, Mark};
