//! Programs: from C, C++, `.wat` or `.wasm` to a validated module with its code, structure and source lines.

pub mod code;
pub mod compile;
pub mod debug;
mod error;
mod fingerprint;
pub mod flow;
mod fused;
pub mod host;
mod load;
mod lower;
mod module;
mod operators;
mod packed;
mod parse;
pub mod signature;

pub use code::{Op, Origin, Pc, Reg};
pub use error::{LoadError, ModuleError};
pub use fingerprint::fingerprint;
pub use load::{Loaded, load};
pub use lower::NULL_REFERENCE;
pub use module::*;
pub use operators::{Binary, Load, Store, Unary};
pub use packed::{Opcode, Packed, links};

impl Program {
    /// Validates a binary module and decodes it.
    pub fn from_wasm(bytes: Vec<u8>) -> Result<Program, ModuleError> {
        parse::module(bytes)
    }
}
