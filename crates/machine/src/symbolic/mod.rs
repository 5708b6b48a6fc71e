//! Values that depend on the program's inputs: the machine of symbolic execution.
//!
//! A value is a number, or a term over inputs (`worstcase-term`). Operations on numbers are those of the concrete
//! machine; only what is symbolic pays for being so. Where a term does not say what to do next (which way a
//! conditional goes, which address is meant), the operation pauses, an explorer adds what it decided to the
//! [`Path`], and the operation is executed again.

mod checkpoint;
mod image;
mod memory;
#[cfg(test)]
mod memory_tests;
mod numbers;
mod operators;
mod path;

use worstcase_program::{Binary, Packed, Unary};
use worstcase_term::TermId;

use crate::concrete;
use crate::stop::Stop;
use crate::value::{Step, Value};

pub use checkpoint::{Checkpoint, MachineImage};
pub use image::MemoryImage;
pub use memory::{MemoryMark, SymbolicMemory};
pub use path::{Path, PathMark, Settled};

/// A number, or a term over inputs.
///
/// A term in a register may be wider or narrower than the type of the operation that reads it (a `select` does not
/// say what it selects), so operations take from it the width that they need.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Symbol {
    bits: u64,
    term: Option<TermId>,
}

/// A byte of symbolic memory: a number, or one byte of a term.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum SymbolByte {
    /// A number.
    Known(u8),
    /// The byte at this place, from the lowest, of a term.
    Of(TermId, u8),
}

impl From<u8> for SymbolByte {
    fn from(byte: u8) -> Self {
        SymbolByte::Known(byte)
    }
}

impl crate::wasi::Byte for SymbolByte {
    fn known(self) -> Option<u8> {
        match self {
            SymbolByte::Known(value) => Some(value),
            SymbolByte::Of(..) => None,
        }
    }
}

/// What an address is for. A store makes everything that it may write depend on the address, a load changes nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    /// To read from there.
    Load,
    /// To write to it.
    Store,
}

/// What has to be decided before an operation can go on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Undecided {
    /// Whether this truth value holds: tell the path with [`Path::decide`].
    Truth(TermId),
    /// Which value this term has: tell the path with [`Path::pin`].
    Value(TermId),
    /// Which few values this address can have: tell the path with [`Path::allow`], or pin it to one.
    Place(TermId, Access),
    /// Which value this address has that is written to, if [`Path::one_target`] wants that: tell the path with
    /// [`Path::pin`].
    Target(TermId),
}

impl Symbol {
    /// A term as a value; one that can be nothing else is a number.
    pub fn of(path: &mut Path, term: TermId) -> Symbol {
        match path.number_of(term) {
            Some(bits) => Symbol { bits, term: None },
            None => Symbol { bits: 0, term: Some(term) },
        }
    }

    /// The number, if it is one.
    #[inline(always)]
    pub fn number(self) -> Option<u64> {
        match self.term {
            None => Some(self.bits),
            Some(_) => None,
        }
    }

    /// The width of the term, or 0 for a number.
    fn term_width(self, path: &Path) -> u32 {
        self.term.map_or(0, |term| path.terms.width(term))
    }

    /// The value as a term of that width.
    pub fn term(self, path: &mut Path, width: u32) -> TermId {
        let Some(term) = self.term else { return path.terms.constant(width, self.bits) };
        match path.terms.width(term) {
            own if own > width => path.terms.extract(term, width - 1, 0),
            own if own < width => path.terms.zext(term, width),
            _ => term,
        }
    }
}

impl Value for Symbol {
    type Memory = SymbolicMemory;
    type Context = Path;
    type Pause = Undecided;

    #[inline(always)]
    fn from_bits(bits: u64) -> Self {
        Symbol { bits, term: None }
    }

    #[inline]
    fn known(self) -> Option<u64> {
        self.number()
    }

    #[inline]
    fn bits(self, path: &mut Path) -> Step<Self, u64> {
        match self.term {
            None => Ok(self.bits),
            Some(term) => path.value_of(term),
        }
    }

    #[inline]
    fn truth(self, path: &mut Path) -> Step<Self, bool> {
        match self.term {
            None => Ok(self.bits != 0),
            Some(term) => {
                let truth = path.terms.truth(term);
                path.truth_of(truth)
            }
        }
    }

    fn arm(self, path: &mut Path, jumps: &[Packed]) -> Step<Self, u32> {
        let default = jumps.len() as u32 - 1;
        match self.number().or_else(|| path.value_known(self.term?)) {
            Some(bits) => Ok((bits as u32).min(default)),
            None => operators::arm(path, self, jumps),
        }
    }

    #[inline]
    fn unary(path: &mut Path, operator: Unary, a: Self) -> Step<Self, Self> {
        match a.term {
            None => concrete::unary(operator, a.bits).map(Self::from_bits).map_err(Stop::Trap),
            Some(_) => operators::unary(path, operator, a),
        }
    }

    #[inline]
    fn binary(path: &mut Path, operator: Binary, a: Self, b: Self) -> Step<Self, Self> {
        match (a.term, b.term) {
            (None, None) => {
                concrete::binary(operator, a.bits, b.bits).map(Self::from_bits).map_err(Stop::Trap)
            }
            _ => operators::binary(path, operator, a, b),
        }
    }

    fn unsettled(path: &mut Path) -> Option<Undecided> {
        path.take_wanted().map(Undecided::Value)
    }

    fn select(path: &mut Path, condition: Self, a: Self, b: Self) -> Step<Self, Self> {
        let Some(term) = condition.term else { return Ok(if condition.bits != 0 { a } else { b }) };
        if a == b {
            return Ok(a);
        }
        let condition = path.terms.truth(term);
        let width = |value: Symbol, path: &Path| value.term.map(|term| path.terms.width(term));
        let width = width(a, path).max(width(b, path)).unwrap_or(64);
        // A number beside a narrow term may have more bits than the term, if the term was narrowed elsewhere.
        let width = if (a.bits | b.bits) >> (width - 1) > 1 { 64 } else { width };
        let (a, b) = (a.term(path, width), b.term(path, width));
        let chosen = path.terms.ite(condition, a, b);
        Ok(Symbol::of(path, chosen))
    }
}
