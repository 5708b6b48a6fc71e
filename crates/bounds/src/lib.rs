//! Symbolic upper bounds on loops, from a program's flow graph (Looperman, and past it).

mod analyse;
pub mod bound;
pub mod expr;
pub mod lift;
mod prove;
pub mod result;
mod solve;
mod system;
pub mod validate;

pub use analyse::{Analysis, analyse};
pub use bound::bound;
pub use lift::World;
pub use result::{Bound, Bounds, FunctionBounds, LineBound, LoopBounds};
