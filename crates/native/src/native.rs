//! A program that was translated and compiled, from which any number of children can be started.

use std::os::unix::fs::{OpenOptionsExt, PermissionsExt};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use worstcase_machine::Limits;
use worstcase_machine::process::Entry;
use worstcase_program::compile::{self, CompileError, Stop};
use worstcase_program::{ConditionalIdx, FuncIdx, FuncType, Program};

use crate::case::{Case, World, check_imports, image};
use crate::runner::Runner;
use crate::translate::{Untranslatable, translate};

/// Flags for clang. Nothing may change what a float is, and every access of memory is meant as it is written.
const FLAGS: &[&str] = &[
    "-O2",
    "-std=gnu11",
    "-w",
    "-ffreestanding",
    "-fno-pie",
    "-fno-strict-aliasing",
    "-fno-math-errno",
    "-ffp-contract=off",
    "-fno-stack-protector",
    "-fno-asynchronous-unwind-tables",
    "-fcf-protection=none",
];

/// Clang may take so long. Programs of a few hundred functions take two seconds.
const LONGEST: Duration = Duration::from_secs(60);

/// What a program is translated for.
#[derive(Clone, Debug)]
pub struct NativeOptions {
    /// Where it begins.
    pub entry: Entry,
    /// The function whose calls are counted.
    pub counted_function: Option<FuncIdx>,
    /// Where executables are kept; `None` compiles every time.
    pub cache: Option<PathBuf>,
    /// When to give up compiling.
    pub stop: Stop,
}

/// Why there is no native form of a program, or no child runs it. The interpreter is still there.
#[derive(Debug, thiserror::Error)]
pub enum NativeError {
    /// The program, or its entry, is not one of those that are translated.
    #[error("the program is not run natively: {0}")]
    Untranslatable(#[from] Untranslatable),
    /// Clang made no executable of it.
    #[error("the program is not run natively: {0}")]
    Compile(#[from] CompileError),
    /// The child could not be started, or does not answer.
    #[error("the program is not run natively: {what}: {source}")]
    Child {
        /// What was tried.
        what: &'static str,
        /// What the system said.
        source: std::io::Error,
    },
}

impl NativeError {
    /// For `map_err`.
    pub(crate) fn child(what: &'static str) -> impl FnOnce(std::io::Error) -> Self {
        move |source| NativeError::Child { what, source }
    }
}

/// A program for this machine.
pub struct Native {
    pub(crate) program: Arc<Program>,
    pub(crate) entry: Entry,
    pub(crate) conditionals: Vec<ConditionalIdx>,
    widest_call: usize,
    folder: tempfile::TempDir,
}

impl Native {
    /// Translates and compiles what a run of a program reaches.
    pub fn compile(program: &Arc<Program>, options: &NativeOptions) -> Result<Native, NativeError> {
        check_imports(program)?;
        image(program)?;
        let translation = translate(program, &calls(program, &options.entry), options.counted_function)?;
        let how = compile::NativeOptions {
            flags: FLAGS.iter().map(ToString::to_string).collect(),
            cache: options.cache.clone(),
            stop: options.stop.clone(),
            longest: LONGEST,
        };
        let executable = compile::native(&translation.source, &how)?;
        Ok(Native {
            program: program.clone(),
            entry: options.entry.clone(),
            conditionals: translation.conditionals,
            widest_call: translation.widest_call,
            folder: folder_with(&executable)
                .map_err(NativeError::child("the executable cannot be written"))?,
        })
    }

    /// The C text that a program becomes, for those who want to look at it.
    pub fn source(program: &Program, entry: &Entry, counted: Option<FuncIdx>) -> Result<String, NativeError> {
        Ok(translate(program, &calls(program, entry), counted)?.source)
    }

    /// Starts a child that runs the program at a size, in a world.
    pub fn start(self: &Arc<Self>, size: u32, limits: &Limits, world: &World) -> Result<Runner, NativeError> {
        let case = self.case(size, limits, world)?;
        Runner::start(self.clone(), case)
    }

    pub(crate) fn case(&self, size: u32, limits: &Limits, world: &World) -> Result<Case, NativeError> {
        Case::new(&self.program, &self.entry, size, limits, world, self.widest_call)
    }

    pub(crate) fn executable(&self) -> PathBuf {
        self.folder.path().join(EXECUTABLE)
    }
}

/// What it is called in its folder.
const EXECUTABLE: &str = "program";

/// All that is called, first to last: see `Process::new`.
fn calls(program: &Program, entry: &Entry) -> Vec<FuncIdx> {
    let initialize = program.exported_function("_initialize");
    let initialize = initialize.filter(|&function| *program.func_type(function) == FuncType::default());
    program.start.into_iter().chain(initialize).chain([entry.function()]).collect()
}

/// A folder that only the user sees, with the executable in it.
fn folder_with(executable: &[u8]) -> std::io::Result<tempfile::TempDir> {
    let private = PermissionsExt::from_mode(0o700);
    let folder = tempfile::Builder::new().prefix("worstcase-").permissions(private).tempdir()?;
    let mut options = std::fs::OpenOptions::new();
    let mut file = options.write(true).create_new(true).mode(0o700).open(folder.path().join(EXECUTABLE))?;
    std::io::Write::write_all(&mut file, executable)?;
    Ok(folder)
}
