//! Why a source did not become a module.

use std::io;
use std::path::PathBuf;

/// Why a source did not become a module.
#[derive(Debug, thiserror::Error)]
pub enum CompileError {
    /// There is nothing to compile.
    #[error("no source file was given")]
    NoSources,
    /// A source file does not exist or cannot be looked at.
    #[error("{}: {source}", path.display())]
    Unreadable {
        /// The path as it was given.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// A directory was given where a source file should be.
    #[error("{}: this is a directory, not a source file", .0.display())]
    Directory(PathBuf),
    /// The file's name does not say that it is C or C++.
    #[error("{}: not a C or C++ source (.c, .cc, .cpp, .cxx, .c++, .C)", .0.display())]
    NotASource(PathBuf),
    /// A tool or library is not installed; the text says which, and how to get it.
    #[error("{0}")]
    Missing(String),
    /// What clang or the linker said, as they said it.
    #[error("{0}")]
    Diagnostics(String),
    /// An object file is not what a linker for Wasm could use.
    #[error("{}: clang made no WebAssembly object ({reason}); is there a -flto, -S or -c among the flags?", path.display())]
    Object {
        /// The source it was made from.
        path: PathBuf,
        /// What the object lacks.
        reason: String,
    },
    /// Somebody asked to stop.
    #[error("compiling was interrupted")]
    Stopped,
    /// It took longer than it may.
    #[error("compiling took too long")]
    TooLong,
    /// A temporary file could not be written or read, or a tool not started.
    #[error("{what}: {source}")]
    Io {
        /// What was being done.
        what: String,
        /// What the system said.
        source: io::Error,
    },
}

impl CompileError {
    /// For `map_err`: says what was being done when the system refused.
    pub(super) fn io(what: impl Into<String>) -> impl FnOnce(io::Error) -> Self {
        let what = what.into();
        move |source| Self::Io { what, source }
    }
}
