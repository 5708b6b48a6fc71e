//! The folder that results are written to.
//!
//! By default it is `worstcase-out/PROGRAM`. A file in it says which source it belongs to, so that two programs of the same
//! name get two folders, and is locked while a search writes there.

use std::fs::{self, File, TryLockError};
use std::io::{ErrorKind, Read, Seek, Write};
use std::path::{Path, PathBuf};

use clap::Args;

use crate::error::CliError;

/// Where results are written, if at all.
#[derive(Args)]
pub struct Folder {
    /// Write the results to this folder [default: worstcase-out/PROGRAM]
    #[arg(long, value_name = "FOLDER")]
    out: Option<PathBuf>,
    /// Write no files
    #[arg(long, conflicts_with = "out")]
    no_files: bool,
}

/// The file that says whose a folder is.
const OWNER: &str = ".worstcase";

/// What files are called while they are being written.
const PARTIAL: &str = ".partial-";

/// How many programs of one name, or searches at once, have a folder each.
const MOST_FOLDERS: u32 = 1000;

/// A folder that nobody else writes to as long as this lives.
pub struct Claimed {
    path: PathBuf,
    /// Locked; none if there was no room on the disk even for that.
    _owner: Option<File>,
}

impl Claimed {
    pub fn path(&self) -> &Path {
        &self.path
    }
}

impl Folder {
    /// The same, with a folder that something else than the command line names.
    pub fn or(&self, out: Option<PathBuf>) -> Folder {
        let out = self.out.clone().or(out.filter(|_| !self.no_files));
        Folder { out, no_files: self.no_files }
    }

    /// The folder for what is written once; none if nothing is to be written.
    pub fn of(&self, program: &str, source: &Path) -> Option<PathBuf> {
        match (&self.out, self.no_files) {
            (_, true) => None,
            (Some(folder), _) => Some(folder.clone()),
            (None, _) => Some(default(program, source)),
        }
    }

    /// The folder for a search, which goes on writing; none if nothing is to be written. It may be a folder in that of the
    /// program, so that searches of different kinds do not write over one another.
    pub fn claim(
        &self,
        program: &str,
        source: &Path,
        within: Option<&str>,
    ) -> Result<Option<Claimed>, CliError> {
        let place = |folder: &Path| within.map_or(folder.to_path_buf(), |within| folder.join(within));
        match (&self.out, self.no_files) {
            (_, true) => Ok(None),
            (Some(folder), _) => match claim(&place(folder), source)? {
                Some(claimed) => Ok(Some(claimed)),
                None => Err(CliError::Usage(format!(
                    "{}: another worstcase is writing there; wait for it, or give another --out",
                    folder.display()
                ))),
            },
            (None, _) => {
                let is_free =
                    |folder: &PathBuf| may_be_of(folder, source) && may_be_of(&place(folder), source);
                for folder in defaults(program).filter(is_free) {
                    if let Some(claimed) = claim(&place(&folder), source)? {
                        return Ok(Some(claimed));
                    }
                }
                Err(CliError::Usage(
                    "worstcase-out: all folders are in use; give another one with --out".into(),
                ))
            }
        }
    }
}

/// Where results of a program are unless something else is asked for.
pub fn default(program: &str, source: &Path) -> PathBuf {
    let mut folders = defaults(program);
    folders
        .find(|folder| may_be_of(folder, source))
        .unwrap_or_else(|| Path::new("worstcase-out").join(program))
}

fn defaults(program: &str) -> impl Iterator<Item = PathBuf> {
    let out = Path::new("worstcase-out");
    let numbered = (2..=MOST_FOLDERS).map(move |number| out.join(format!("{program}-{number}")));
    std::iter::once(out.join(program)).chain(numbered)
}

/// Whether a folder belongs to a source, or to nobody.
fn may_be_of(folder: &Path, source: &Path) -> bool {
    fs::read(folder.join(OWNER)).map_or(true, |owner| owner.is_empty() || owner == owner_of(source))
}

/// What is written down of a source: where it is.
fn owner_of(source: &Path) -> Vec<u8> {
    let place = fs::canonicalize(source).unwrap_or_else(|_| source.into());
    format!("{}\n", place.display()).into_bytes()
}

/// Makes a folder and locks it; none if somebody else has. What a search that was killed left half written goes away.
fn claim(folder: &Path, source: &Path) -> Result<Option<Claimed>, CliError> {
    let failed = |path: &Path, source| CliError::File { path: path.into(), source };
    let path = folder.to_path_buf();
    if let Err(error) = fs::create_dir_all(folder.join("inputs")) {
        // With a full disk there is still a terminal.
        return match is_full(&error) {
            true => Ok(Some(Claimed { path, _owner: None })),
            false => Err(failed(&folder.join("inputs"), error)),
        };
    }
    let file = folder.join(OWNER);
    let mut options = File::options();
    let mut owner = match options.read(true).write(true).create(true).truncate(false).open(&file) {
        Ok(owner) => owner,
        Err(error) if is_full(&error) => return Ok(Some(Claimed { path, _owner: None })),
        Err(error) => return Err(failed(&file, error)),
    };
    match owner.try_lock() {
        Ok(()) => {}
        Err(TryLockError::WouldBlock) => return Ok(None),
        // Some file systems have no locks; then nobody has.
        Err(TryLockError::Error(_)) => {}
    }
    let (mut known, wanted) = (Vec::new(), owner_of(source));
    let _ = owner.read_to_end(&mut known);
    if known != wanted {
        // If it cannot be written, the folder is nobody's, and no harm is done.
        let _ = owner.rewind().and_then(|()| owner.set_len(0)).and_then(|()| owner.write_all(&wanted));
    }
    for folder in [folder, &folder.join("inputs")] {
        let entries = fs::read_dir(folder).into_iter().flatten().flatten();
        for entry in entries.filter(|entry| entry.file_name().to_string_lossy().starts_with(PARTIAL)) {
            let _ = fs::remove_file(entry.path());
        }
    }
    Ok(Some(Claimed { path, _owner: Some(owner) }))
}

fn is_full(error: &std::io::Error) -> bool {
    matches!(error.kind(), ErrorKind::StorageFull | ErrorKind::QuotaExceeded)
}

/// Makes a folder and those that it is in.
pub fn create(path: &Path) -> Result<(), CliError> {
    fs::create_dir_all(path).map_err(|source| CliError::File { path: path.into(), source })
}

/// Writes a file, whole or not at all: beside it first, and onto the disk, then in its place.
pub fn put(path: &Path, bytes: &[u8]) -> Result<(), CliError> {
    let partial = path.with_file_name(format!(
        "{PARTIAL}{}-{}",
        std::process::id(),
        path.file_name().unwrap_or_default().to_string_lossy()
    ));
    let written = File::create(&partial)
        .and_then(|mut file| file.write_all(bytes).and_then(|()| file.sync_all()))
        .and_then(|()| fs::rename(&partial, path));
    written.map_err(|source| {
        let _ = fs::remove_file(&partial);
        CliError::File { path: path.into(), source }
    })
}

/// The command line, for pages that say how they were made.
pub fn command() -> String {
    arguments().join(" ")
}

/// The command line with one more flag, to be given to a shell.
pub fn command_with(flag: &str) -> String {
    let mut arguments: Vec<String> = arguments().iter().map(|argument| quoted(argument)).collect();
    if let Some(program) = arguments.first_mut() {
        *program = "worstcase".into();
    }
    let end = arguments.iter().position(|argument| argument == "--").unwrap_or(arguments.len());
    arguments.insert(end, flag.into());
    arguments.join(" ")
}

fn arguments() -> Vec<String> {
    std::env::args_os().map(|argument| argument.to_string_lossy().into_owned()).collect()
}

/// An argument as a shell reads it.
pub fn quoted(argument: &str) -> String {
    shlex::try_quote(argument).map_or_else(|_| argument.to_string(), |quoted| quoted.into_owned())
}
