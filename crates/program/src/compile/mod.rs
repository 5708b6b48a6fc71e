//! C and C++ to WebAssembly, with the user's own clang.
//!
//! Each source is compiled to an object; the objects' symbol tables then decide how they are linked (`link`),
//! so that the user never says "command" or "library", nor needs a libc for a program that does not use one.

mod cache;
mod error;
mod headers;
mod job;
mod link;
mod native;
mod object;
mod process;
mod toolchain;

pub use cache::default_cache_dir;
pub use error::CompileError;
pub use native::{NativeOptions, native};
pub use process::Stop;

use cache::Entry;
use job::Job;
use std::path::{Path, PathBuf};

/// How far clang may change what was written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Opt {
    /// Not at all: the branches that are counted are those of the source.
    #[default]
    O0,
    /// `-O1`
    O1,
    /// `-O2`, what production builds use.
    O2,
    /// `-Os`, for size.
    Os,
}

impl Opt {
    fn flag(self) -> &'static str {
        match self {
            Opt::O0 => "-O0",
            Opt::O1 => "-O1",
            Opt::O2 => "-O2",
            Opt::Os => "-Os",
        }
    }
}

/// How to compile.
#[derive(Clone, Debug, Default)]
pub struct CompileOptions {
    /// The optimisation level.
    pub opt: Opt,
    /// The user's flags for clang; they come after ours and win.
    pub cflags: Vec<String>,
    /// Where compiled programs are kept; `None` compiles every time.
    pub cache: Option<PathBuf>,
    /// When to give up.
    pub stop: Stop,
}

/// A module and what clang had to say about its source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Compiled {
    /// The linked module, with debug info.
    pub wasm: Vec<u8>,
    /// Warnings, as clang and the linker wrote them; empty if there were none.
    pub diagnostics: String,
    /// Whether it came from the cache.
    pub cached: bool,
}

/// Whether a file's name says that it is C or C++ source.
pub fn is_source(path: &Path) -> bool {
    language(path).is_some()
}

/// Compiles and links sources to one module.
pub fn compile(sources: &[PathBuf], options: &CompileOptions) -> Result<Compiled, CompileError> {
    check(sources)?;
    let job = Job::new(sources, options)?;
    let entry = options.cache.as_deref().and_then(|dir| Some(Entry::new(dir, job.key()?)));
    if let Some(compiled) = entry.as_ref().and_then(Entry::load) {
        return Ok(compiled);
    }
    let compiled = job.compile()?;
    if let Some(entry) = entry {
        entry.store(&compiled);
    }
    Ok(compiled)
}

/// Before clang runs, because what it says about these is about clang.
fn check(sources: &[PathBuf]) -> Result<(), CompileError> {
    if sources.is_empty() {
        return Err(CompileError::NoSources);
    }
    for path in sources {
        let metadata =
            path.metadata().map_err(|source| CompileError::Unreadable { path: path.clone(), source })?;
        if metadata.is_dir() {
            return Err(CompileError::Directory(path.clone()));
        }
        if !is_source(path) {
            return Err(CompileError::NotASource(path.clone()));
        }
    }
    Ok(())
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Language {
    C,
    Cxx,
}

fn language(path: &Path) -> Option<Language> {
    match path.extension()?.to_str()? {
        "c" => Some(Language::C),
        "cc" | "cpp" | "cxx" | "c++" | "C" => Some(Language::Cxx),
        _ => None,
    }
}
