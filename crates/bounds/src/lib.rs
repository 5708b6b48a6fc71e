//! Symbolic upper bounds on loops: how often each can run, as a function of the program's inputs.

pub mod expr;
