//! Why a program could not be loaded.

use std::path::PathBuf;

use crate::compile::CompileError;

/// Why a program could not be loaded. Every message says where, and what to do if that is not plain.
#[derive(Debug, thiserror::Error)]
pub enum LoadError {
    /// The file could not be read.
    #[error("{}: {source}", path.display())]
    Read {
        /// Which file.
        path: PathBuf,
        /// What the system said.
        source: std::io::Error,
    },
    /// A directory stands where a file was expected.
    #[error("{}: this is a directory; give a .wasm, .wat, .c or .cc file", path.display())]
    Directory {
        /// Which directory.
        path: PathBuf,
    },
    /// The file is none that we know.
    #[error("{}: not a WebAssembly module (it does not begin with \\0asm) and not a .wat, .c or .cc file", path.display())]
    UnknownFormat {
        /// Which file.
        path: PathBuf,
    },
    /// Several files that are not all C or C++ sources.
    #[error("{}: several files make one program only if all are C or C++ sources", path.display())]
    MixedSources {
        /// The first file that is not.
        path: PathBuf,
    },
    /// The text format has a mistake.
    #[error("{message}")]
    Text {
        /// The parser's words, with the line.
        message: String,
    },
    /// C or C++ did not compile.
    #[error(transparent)]
    Compile(#[from] CompileError),
    /// The module is malformed, invalid, or uses a feature that we do not support.
    #[error("{}: {source}", path.display())]
    Module {
        /// Which file.
        path: PathBuf,
        /// Why.
        source: ModuleError,
    },
}

/// Why a module was refused.
#[derive(Debug, thiserror::Error)]
pub enum ModuleError {
    /// Malformed or invalid, or of an unsupported feature; the validator's words name it.
    #[error("{message} (at offset {offset:#x})")]
    Invalid {
        /// The validator's words.
        message: String,
        /// Where in the module.
        offset: u64,
    },
    /// A component, not a module.
    #[error("this is a component; worstcase runs core modules (compile for wasm32-wasip1)")]
    Component,
    /// A function with more registers than a frame can have.
    #[error(
        "function {function} is too large: it needs more than {limit} registers, or moves too many values at its branches (at offset {offset:#x})"
    )]
    FunctionTooLarge {
        /// Its index.
        function: u32,
        /// The greatest number.
        limit: u32,
        /// Where in the module.
        offset: u64,
    },
}

impl From<wasmparser::BinaryReaderError> for ModuleError {
    fn from(error: wasmparser::BinaryReaderError) -> Self {
        ModuleError::Invalid { message: error.message().to_string(), offset: error.offset() }
    }
}
