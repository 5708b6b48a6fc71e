//! A witness that is a tree, as files of this machine: a folder, and the same as an archive beside it. `--dir` gives the folder to
//! a program, which does in it what it did on the inputs.

use std::fs::{self, File, FileTimes};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use worstcase_explore::WitnessTree;

use crate::error::CliError;
use crate::folder::put;
use crate::tar;

/// Whether a tree can be saved in a folder: it is not there, or empty. Better to say so before a long search.
pub fn check(folder: Option<&Path>) -> Result<(), CliError> {
    let Some(folder) = folder else { return Ok(()) };
    if fs::read_dir(folder).is_ok_and(|mut entries| entries.next().is_some()) {
        return Err(CliError::Usage(format!(
            "--save-tree {}: there is something in it; give a folder that is empty, or not there",
            folder.display()
        )));
    }
    Ok(())
}

/// Writes a tree to such a folder, and an archive of it beside that.
pub fn save(folder: &Path, tree: &WitnessTree) -> Result<(), CliError> {
    unpack(folder, tree)?;
    put(&archive_of(folder), &tar::archive(tree))
}

/// Where the archive of a folder is.
pub fn archive_of(folder: &Path) -> PathBuf {
    let mut name = folder.to_path_buf().into_os_string();
    name.push(".tar");
    name.into()
}

/// The same, in a folder of results: what was there is an older witness.
pub fn replace(folder: &Path, tree: &WitnessTree) -> Result<(), CliError> {
    if folder.is_dir() {
        fs::remove_dir_all(folder).map_err(failed(folder))?;
    }
    unpack(folder, tree)
}

fn unpack(folder: &Path, tree: &WitnessTree) -> Result<(), CliError> {
    crate::folder::create(folder)?;
    for entry in &tree.entries {
        let path = folder.join(&entry.path);
        match &entry.contents {
            Some(contents) => fs::write(&path, contents).map_err(failed(&path))?,
            None => fs::create_dir(&path).map_err(failed(&path))?,
        }
    }
    // Last, and what is in a folder before it, since a folder is modified by what is made in it.
    for entry in tree.entries.iter().rev() {
        let path = folder.join(&entry.path);
        let time = SystemTime::UNIX_EPOCH + Duration::from_secs(entry.time);
        let times = FileTimes::new().set_modified(time).set_accessed(time);
        File::open(&path).and_then(|file| file.set_times(times)).map_err(failed(&path))?;
    }
    Ok(())
}

fn failed(path: &Path) -> impl FnOnce(std::io::Error) -> CliError + use<> {
    let path = path.to_path_buf();
    move |source| CliError::File { path, source }
}
