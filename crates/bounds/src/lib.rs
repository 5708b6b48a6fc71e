//! Symbolic upper bounds on loops, from a program's flow graph (Looperman, and past it).

pub mod expr;
pub mod lift;
