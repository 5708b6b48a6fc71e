//! Why a command could not run. Rendered as one message, exit code 2.

use std::path::PathBuf;

use worstcase_machine::process::{EntryError, InputError, ProcessError};
use worstcase_machine::wasi::ConfigError;
use worstcase_program::LoadError;

/// Why a command could not run.
#[derive(Debug, thiserror::Error)]
pub enum CliError {
    #[error(transparent)]
    Load(#[from] LoadError),
    #[error(transparent)]
    Process(#[from] ProcessError),
    #[error(transparent)]
    Entry(#[from] EntryError),
    #[error("{0}; check --input, --input-file or --random")]
    Input(#[from] InputError),
    #[error("{given} inputs were given, but the program used only {used}")]
    TooManyInputs { given: usize, used: usize },
    #[error("`{entry}` takes the size of the input: give it with --size N")]
    NoSize { entry: String },
    #[error("no function is named `{name}`; --cost calls:NAME counts the calls of one of: {known}")]
    UnknownFunction { name: String, known: String },
    #[error(
        "the program called {module}.{name}, which nobody provides (from {caller}); \
         link it into the program, or avoid the call"
    )]
    UnknownImport {
        module: String,
        name: String,
        caller: String,
    },
    #[error("{}: {source}", path.display())]
    File { path: PathBuf, source: std::io::Error },
    #[error("{0}")]
    Usage(String),
    #[error("the program's files: {0}")]
    World(#[from] ConfigError),
    #[error("writing the result: {0}")]
    Output(std::io::Error),
}
