//! Terms as text in SMT-LIB 2, for any solver of bit vectors to read and for us to read again: to look into a query, to have
//! it checked by another program, and to keep paths on disk.
//!
//! What is used once is written where it is used, up to a depth; all else is a definition of its own, so shared terms are
//! written once and the depth of a term doesn't matter.

mod operators;
mod read;
mod read_float;
mod tokens;
mod write;

pub use read::{ReadError, Reader};
pub use write::Script;

use crate::arena::Terms;
use crate::node::TermId;

impl Terms {
    /// A script that asks whether these truth values can hold together, and for a model.
    pub fn smtlib(&self, assertions: &[TermId]) -> String {
        let mut script = Script::new(self, assertions);
        assertions.iter().for_each(|&assertion| script.assert(assertion));
        format!("{}(check-sat)\n(get-model)\n", script.finish())
    }
}
