//! The folder that results are written to.

use std::fs;
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

impl Folder {
    /// The folder for a program; none if nothing is to be written.
    pub fn of(&self, program: &str) -> Option<PathBuf> {
        match (&self.out, self.no_files) {
            (_, true) => None,
            (Some(folder), _) => Some(folder.clone()),
            (None, _) => Some(default(program)),
        }
    }
}

/// Where results of a program are unless something else is asked for.
pub fn default(program: &str) -> PathBuf {
    Path::new("worstcase-out").join(program)
}

/// Makes a folder and those that it is in.
pub fn create(path: &Path) -> Result<(), CliError> {
    fs::create_dir_all(path).map_err(|source| CliError::File { path: path.into(), source })
}

/// Writes a file.
pub fn put(path: PathBuf, bytes: &[u8]) -> Result<(), CliError> {
    fs::write(&path, bytes).map_err(|source| CliError::File { path, source })
}

/// The command line, for pages that say how they were made.
pub fn command() -> String {
    std::env::args().collect::<Vec<_>>().join(" ")
}
