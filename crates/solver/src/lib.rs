//! Is this path feasible, and for which input? Layers that answer exactly what they can and pass on the rest.

pub mod order;
