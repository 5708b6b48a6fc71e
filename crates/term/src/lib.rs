//! Bit-vector terms over a program's inputs: what a symbolic value is made of.
//!
//! Terms live in one arena, [`Terms`]. Equal terms are one term (hash-consing), so equality is that of ids, and
//! each is simplified as it is built: what a compiler does to a comparison on its way through registers and
//! memory folds back to the comparison. An exploration undoes terms as it backtracks ([`Terms::mark`],
//! [`Terms::undo`]), in which the arena is a stack.
//!
//! A term has 1 to 64 bits. Truth values have one bit. Nothing here recurses over the depth of a term, since
//! programs with loops build terms a million operators deep.

mod arena;
mod columns;
mod copy;
mod display;
mod eval;
mod few;
mod float;
mod given;
mod moved;
mod node;
mod range;
mod semantics;
mod simplify;
mod smtlib;
mod walk;

pub use arena::{Mark, Terms};
pub use columns::{Batch, Columns, MOST_MODELS};
pub use display::Shown;
pub use eval::{Evaluator, Model, Valuation};
pub use float::nan as canonical_nan;
pub use moved::Mover;
pub use node::{BinaryOp, Conversion, TermId, UnaryOp, View};
pub use range::Range;
pub use semantics::{mask, signed};
pub use smtlib::{ReadError, Reader, Script};
pub use walk::Walk;
