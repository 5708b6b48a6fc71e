//! Inputs that may be anything: the unknowns of a path.

use worstcase_machine::Step;
use worstcase_machine::process::{Asked, InputError, InputKind, Inputs};
use worstcase_machine::symbolic::{Path, Symbol};

/// The inputs that a path has asked for so far, in order.
#[derive(Clone, Debug, Default)]
pub struct SymbolicInputs {
    asked: Vec<Asked>,
}

impl SymbolicInputs {
    /// The inputs, in order.
    pub fn asked(&self) -> &[Asked] {
        &self.asked
    }

    /// Goes back to when there were only so many.
    pub fn truncate(&mut self, len: usize) {
        self.asked.truncate(len);
    }
}

/// The width of an input in bits.
pub fn width(kind: InputKind) -> u32 {
    8 * kind.bytes()
}

impl Inputs<Symbol> for SymbolicInputs {
    fn next(&mut self, path: &mut Path, asked: Asked) -> Step<Symbol, Result<Symbol, InputError>> {
        let term = path.terms.input(self.asked.len() as u32, width(asked.kind));
        self.asked.push(asked);
        // Narrow integers are extended as C does.
        let term = match asked.kind {
            InputKind::I8 | InputKind::I16 => path.terms.sext(term, 32),
            InputKind::Bool | InputKind::U8 | InputKind::U16 => path.terms.zext(term, 32),
            _ => term,
        };
        Ok(Ok(Symbol::of(path, term)))
    }
}
