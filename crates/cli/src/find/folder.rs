//! The folder of results: the finding as JSON, its inputs, and the page. Saved again and again while a search goes on, so
//! that no end of the process, however sudden, loses what was found.

use std::path::{Path, PathBuf};
use std::sync::Mutex;

use worstcase_explore::{StdinShape, Subject};
use worstcase_worst::{About, Finding, SizeFound};

use crate::error::CliError;
use crate::folder::{Claimed, put};
use crate::{tar, tree};

/// The folder of results of a search that is under way.
pub struct Results {
    folder: Claimed,
    /// What is run.
    subject: Subject,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    /// What is on the disk.
    saved: Vec<SizeFound>,
    /// Why the last save failed, if it did.
    trouble: Option<CliError>,
}

/// Where the finding is, in a folder of results.
pub fn result_file(folder: &Path) -> PathBuf {
    folder.join("result.json")
}

/// The finding in a folder of results; none if there is none.
pub fn read(folder: &Path) -> Result<Option<Finding>, CliError> {
    let path = result_file(folder);
    if !path.exists() {
        return Ok(None);
    }
    let bytes = crate::world::read(&path)?;
    serde_json::from_slice(&bytes)
        .map(Some)
        .map_err(|error| CliError::Usage(format!("{}: not a result: {error}", path.display())))
}

impl Results {
    pub fn new(folder: Claimed, subject: &Subject) -> Results {
        Results { folder, subject: subject.clone(), state: Mutex::default() }
    }

    /// The folder, as people are told.
    pub fn name(&self) -> String {
        self.folder.path().display().to_string()
    }

    /// What an earlier run has found of the same program, in the same world and by the same version. A file that cannot
    /// be read is an error only if it was asked for.
    pub fn earlier(&self, about: &About, asked: bool) -> Result<Option<Finding>, CliError> {
        match read(self.folder.path()) {
            Ok(found) => Ok(found.filter(|earlier| earlier.about == *about)),
            Err(error) if asked => Err(error),
            Err(_) => Ok(None),
        }
    }

    /// Saves a finding: first all of it as one file, which has the inputs in it, then those that are new as files of their
    /// own. One that cannot be written does not keep others from it.
    pub fn save(&self, finding: &Finding) {
        let mut state = self.state.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        let State { saved, trouble } = &mut *state;
        *trouble = self.write(finding, saved).err();
    }

    fn write(&self, finding: &Finding, saved: &mut Vec<SizeFound>) -> Result<(), CliError> {
        let folder = self.folder.path();
        crate::folder::create(&folder.join("inputs"))?;
        let json = serde_json::to_string(finding).expect("a finding is JSON");
        let mut written = put(&result_file(folder), format!("{json}\n").as_bytes());
        for size in &finding.sizes {
            let is_saved = saved.iter().any(|known| known.n == size.n && known.input == size.input);
            let (Some(file), false) = (size.file(), is_saved) else { continue };
            let path = folder.join(file);
            let subject = Subject { size: size.n, ..self.subject.clone() };
            let bytes = match &subject.stdin {
                StdinShape::Template(_) => subject.stdin_of(&size.input),
                _ => size.input.bytes(),
            };
            if let Some(bytes) = bytes {
                written = written.and(put(&path.with_extension("bin"), &bytes));
            }
            written = written.and(put(&path, format!("{}\n", size.input.json()).as_bytes()));
            written = written.and(save_tree(&subject, &path.with_extension(""), size));
        }
        if written.is_ok() {
            *saved = finding.sizes.clone();
        }
        written
    }

    /// Writes the page.
    pub fn page(&self, html: &str) {
        let written = put(&self.folder.path().join("report.html"), html.as_bytes());
        let mut state = self.state.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        state.trouble = state.trouble.take().or(written.err());
    }

    /// Why not everything could be written, if so.
    pub fn trouble(&self) -> Option<CliError> {
        self.state.lock().unwrap_or_else(|poisoned| poisoned.into_inner()).trouble.take()
    }
}

/// Writes an input that is a tree as one.
fn save_tree(subject: &Subject, folder: &Path, size: &SizeFound) -> Result<(), CliError> {
    match subject.tree_of(&size.input)? {
        Some(witness) => {
            put(&tree::archive_of(folder), &tar::archive(&witness))?;
            tree::replace(folder, &witness)
        }
        None => Ok(()),
    }
}
