//! Which functions are shown, and in which order.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use worstcase_program::debug::Location;
use worstcase_program::{FuncIdx, Program, compile};

use crate::result::plain;

/// What `main` is called in a module: clang renames it by its parameters.
const MAIN: [&str; 3] = ["__main_argc_argv", "__main_void", "__original_main"];

/// Which functions a user wants to see.
#[derive(Clone, Copy, Debug)]
pub struct Wanted<'w> {
    /// The files that the program was made of, as they were given.
    pub files: &'w [PathBuf],
    /// The functions of these names; with none, those of the files.
    pub named: &'w [String],
    /// All functions, those of libraries as well.
    pub all: bool,
}

/// Why there is no function to show.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub enum ChoiceError {
    /// There is none of that name.
    #[error("{name}: the program has no such function; it has {known}")]
    UnknownFunction {
        /// The name.
        name: String,
        /// Names that there are.
        known: String,
    },
    /// The program has no code.
    #[error("the program has no function, so that there is nothing to bound")]
    NoFunction,
    /// All functions are of libraries.
    #[error("the files have no function of their own")]
    NoOwnFunction,
}

/// A function that is shown.
#[derive(Clone, Debug)]
pub struct Chosen {
    /// The function.
    pub function: FuncIdx,
    /// Its name.
    pub name: String,
    /// Where it begins in the source.
    pub place: Option<Location>,
}

/// What there is to do.
#[derive(Clone, Debug)]
pub struct Choice {
    /// The functions to show, in this order.
    pub shown: Vec<Chosen>,
    /// The functions that are not looked into.
    pub libraries: BTreeSet<FuncIdx>,
}

/// The functions to show: those that were named, or all, or those of the given files. Of a module all that have loops
/// are, since nothing tells its own from a library's.
///
/// Libraries are looked into only if they are shown. Those of libc take minutes, and what calls them gains nothing: how
/// long `printf` takes depends on more than its parameters.
pub fn choose(program: &Program, wanted: Wanted<'_>) -> Result<Choice, ChoiceError> {
    let Wanted { files, named, all } = wanted;
    let imported = program.imported_functions() as u32;
    let functions = (imported..imported + program.bodies.len() as u32).map(FuncIdx);
    let every: Vec<Chosen> = functions.map(|function| chosen(program, function)).collect();
    let of_files = OfFiles::new(program, files);
    let mut own: Vec<Chosen> = every.iter().filter(|one| of_files.has(one)).cloned().collect();
    let mut libraries: Vec<&Chosen> = every.iter().filter(|one| is_library(program, one)).collect();
    let is_source = files.first().is_some_and(|file| compile::is_source(file));
    if !is_source || program.debug.is_none() {
        libraries.clear();
        let with_loops: BTreeSet<FuncIdx> = program.loops.iter().map(|one| one.function).collect();
        own = every.iter().filter(|one| with_loops.contains(&one.function)).cloned().collect();
        if own.is_empty() {
            own = every.clone();
        }
    }
    in_order(&mut own, &of_files);
    let mut shown = match () {
        () if !named.is_empty() => pick(named, &every, &own)?,
        () if all => every.clone(),
        () => own,
    };
    in_order(&mut shown, &of_files);
    if shown.is_empty() {
        let is_empty = program.bodies.is_empty();
        return Err(if is_empty { ChoiceError::NoFunction } else { ChoiceError::NoOwnFunction });
    }
    if libraries.iter().any(|library| shown.iter().any(|one| one.function == library.function)) {
        libraries.clear();
    }
    Ok(Choice { shown, libraries: libraries.iter().map(|one| one.function).collect() })
}

/// Whether a function is of a library that was linked: its source is not at hand, other than that of the files and of all
/// headers that they include.
fn is_library(program: &Program, one: &Chosen) -> bool {
    let source = |place: &Location| program.debug.as_ref()?.source(&place.file);
    one.place.as_ref().and_then(source).is_none()
}

/// The functions of these names, each once.
fn pick(named: &[String], every: &[Chosen], own: &[Chosen]) -> Result<Vec<Chosen>, ChoiceError> {
    let mut picked: Vec<Chosen> = Vec::new();
    for name in named {
        let is_meant = |one: &&Chosen| one.name == *name || plain(&one.name) == name;
        // Functions of the files first: a library may have one of the same name.
        let among = |all: &[Chosen]| all.iter().filter(is_meant).cloned().collect::<Vec<_>>();
        let meant = Some(among(own)).filter(|meant| !meant.is_empty()).unwrap_or_else(|| among(every));
        if meant.is_empty() {
            let known = if own.is_empty() { every } else { own };
            let known = known.iter().map(|one| one.name.as_str());
            return Err(ChoiceError::UnknownFunction { name: name.clone(), known: listed(known) });
        }
        for one in meant {
            if picked.iter().all(|other| other.function != one.function) {
                picked.push(one);
            }
        }
    }
    Ok(picked)
}

/// The names of functions, for a message.
pub fn listed<'n>(names: impl Iterator<Item = &'n str>) -> String {
    const SHOWN: usize = 20;
    let mut names = names.map(plain);
    let shown: Vec<&str> = names.by_ref().take(SHOWN).collect();
    match shown.join(", ") {
        shown if shown.is_empty() => "none at all".into(),
        shown if names.next().is_some() => format!("{shown}, …"),
        shown => shown,
    }
}

fn chosen(program: &Program, function: FuncIdx) -> Chosen {
    let name = program.function_name(function);
    let name = if MAIN.contains(&name.as_str()) { "main".to_string() } else { name };
    Chosen { function, name, place: place(program, function) }
}

/// Where a function begins: in its own text, even if what comes first in its code was inlined.
fn place(program: &Program, function: FuncIdx) -> Option<Location> {
    let debug = program.debug.as_ref()?;
    let code = program.body(function)?.code.clone();
    let origins = &program.origins[code.start as usize..code.end as usize];
    origins.iter().find_map(|origin| debug.frames(origin.offset.into()).pop()?.location)
}

/// The given files, to be found again in debug information.
struct OfFiles<'p> {
    program: &'p Program,
    files: Vec<PathBuf>,
}

impl<'p> OfFiles<'p> {
    fn new(program: &'p Program, files: &[PathBuf]) -> Self {
        OfFiles { program, files: files.iter().map(|file| real(file)).collect() }
    }

    /// Which of the files a function is in.
    fn number(&self, one: &Chosen) -> Option<usize> {
        let path = real(self.program.debug.as_ref()?.path(&one.place.as_ref()?.file)?);
        self.files.iter().position(|file| *file == path)
    }

    fn has(&self, one: &Chosen) -> bool {
        self.number(one).is_some()
    }
}

fn real(path: &Path) -> PathBuf {
    path.canonicalize().unwrap_or_else(|_| path.to_path_buf())
}

/// As in the source: the files as they were given, others behind them, and code without a source last.
fn in_order(functions: &mut [Chosen], files: &OfFiles<'_>) {
    functions.sort_by_cached_key(|one| {
        (files.number(one).unwrap_or(usize::MAX), one.place.is_none(), one.place.clone(), one.function)
    });
}
