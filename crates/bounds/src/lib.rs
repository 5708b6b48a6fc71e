//! Symbolic upper bounds on loops, from a program's flow graph (Looperman, and past it).

mod analyse;
pub mod expr;
pub mod lift;
mod prove;
mod solve;
mod system;
pub mod validate;

pub use analyse::{Analysis, Bound, FunctionBounds, LineBound, LoopBounds, analyse};
