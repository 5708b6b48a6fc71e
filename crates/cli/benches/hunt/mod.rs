//! What `make hunt` measures.

pub mod peers;
pub mod program;
pub mod tool;
