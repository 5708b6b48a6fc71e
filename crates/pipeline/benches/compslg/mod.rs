//! What `make compslg` measures; the test beside it runs the same code at tiny sizes.

pub mod cases;
pub mod goals;
pub mod native;
pub mod study;
pub mod tables;
pub mod whole;
