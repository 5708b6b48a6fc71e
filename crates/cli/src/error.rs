//! Why a command could not run. Rendered as one message, exit code 2.

use std::path::PathBuf;

use worstcase_explore::StartError;
use worstcase_machine::process::{CallError, EntryError, InputError, ProcessError, SignatureError};
use worstcase_machine::wasi::ConfigError;
use worstcase_pipeline::ResolveError;
use worstcase_pipeline::syntax::SyntaxError;
use worstcase_program::compile::CompileError;
use worstcase_program::{LoadError, ModuleError};

use worstcase_worst::FindError;

use crate::end::flag_of;

/// Why a command could not run.
#[derive(Debug, thiserror::Error)]
pub enum CliError {
    #[error(transparent)]
    Load(#[from] LoadError),
    #[error(transparent)]
    Process(#[from] ProcessError),
    #[error(transparent)]
    Entry(#[from] EntryError),
    #[error("--call: {0}")]
    Call(#[from] CallError),
    #[error("--call: {0}")]
    Signature(#[from] SignatureError),
    #[error("{error}{calls}\n  the inputs come from --input, --input-file or --random")]
    Input { error: InputError, calls: String },
    #[error(
        "{given} were given, but the program used only {used}; leave out the rest, or give a greater --size"
    )]
    TooManyInputs { given: String, used: usize },
    #[error("`{entry}` takes the size of the input: give it with --size N")]
    NoSize { entry: String },
    #[error("{flag}{name}: the program has no such function; it has {known}")]
    UnknownFunction { flag: &'static str, name: String, known: String },
    #[error(transparent)]
    Start(#[from] StartError),
    #[error("{0}\n  this is a defect of worstcase; please report it with the program")]
    Broken(String),
    #[error(
        "the program called {module}.{name}, which nobody provides{calls}\n  \
         link a definition into the program, or avoid the call"
    )]
    UnknownImport { module: String, name: String, calls: String },
    #[error("{}: {source}", path.display())]
    File { path: PathBuf, source: std::io::Error },
    #[error("{0}")]
    Usage(String),
    #[error(transparent)]
    World(#[from] ConfigError),
    #[error("{0}")]
    Syntax(#[from] SyntaxError),
    #[error(transparent)]
    Pipeline(#[from] ResolveError),
    #[error("the program could not be loaded: {0}")]
    Loading(std::io::Error),
    #[error("interrupted while the program was compiled")]
    Compiling,
    #[error("writing the result: {0}")]
    Output(std::io::Error),
    #[error(transparent)]
    Compose(#[from] worstcase_pipeline::compose::ComposeError),
}

impl From<FindError> for CliError {
    fn from(error: FindError) -> CliError {
        match error {
            FindError::Start(error) => CliError::Start(error),
            FindError::Broken(what) => CliError::Broken(what),
        }
    }
}

impl CliError {
    /// All that the user gets to read, without the last newline.
    pub fn message(&self) -> String {
        match self {
            // What clang says has its own "error:" and is best left as editors know it.
            CliError::Load(LoadError::Compile(CompileError::Diagnostics(said))) => {
                format!("{}\nerror: clang could not make a program of this", said.trim_end())
            }
            CliError::Load(error) => match unsupported(error) {
                Some(advice) => format!("error: {error}\n  {advice}"),
                None => format!("error: {error}"),
            },
            CliError::Process(ProcessError::Limit(limit)) => format!("error: {self}{}", flag_of(*limit)),
            _ => format!("error: {self}"),
        }
    }
}

/// What to do about a program that is refused for a feature. The validator speaks as if one could switch it on.
fn unsupported(error: &LoadError) -> Option<&'static str> {
    const FEATURE: [&str; 4] = ["not enabled", "must be enabled", "without the", "multiple memories"];
    let message = match error {
        LoadError::Module { source: ModuleError::Invalid { message, .. }, .. } => message,
        LoadError::Text { message } => message,
        _ => return None,
    };
    if message.contains("component") {
        Some("worstcase runs core WebAssembly modules, not components")
    } else if FEATURE.iter().any(|words| message.contains(words)) {
        Some("worstcase runs WebAssembly 2.0 without SIMD; compile the program without this feature")
    } else {
        None
    }
}
