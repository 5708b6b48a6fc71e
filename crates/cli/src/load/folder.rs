//! The folder of a suite: the tests as a corpus with a manifest, the suite as JSON, the page, and what other tools take.
//! Saved whenever there is something new, so that no end of the process loses it.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use serde_json::json;
use sha2::{Digest, Sha256};
use worstcase_load::Suite;

use super::replay::{Replayer, TestFile};
use crate::error::CliError;
use crate::folder::{Claimed, create, put};
use crate::tree;

/// The folder of a suite that is being made.
pub struct Results<'a> {
    folder: Claimed,
    replayer: &'a Replayer<'a>,
    /// Why the last save failed, if it did.
    trouble: Mutex<Option<CliError>>,
}

impl<'a> Results<'a> {
    pub fn new(folder: Claimed, replayer: &'a Replayer<'a>) -> Self {
        Results { folder, replayer, trouble: Mutex::default() }
    }

    /// The folder.
    pub fn path(&self) -> &Path {
        self.folder.path()
    }

    /// What an earlier run has left of the same program, in the same world, at the same size and by the same version.
    pub fn earlier(&self, about: &Suite) -> Result<Option<Suite>, CliError> {
        let path = self.result_file();
        if !path.exists() {
            return Ok(None);
        }
        let bytes = crate::world::read(&path)?;
        let suite: Suite = serde_json::from_slice(&bytes)
            .map_err(|error| CliError::Usage(format!("{}: not a result: {error}", path.display())))?;
        Ok(Some(suite).filter(|suite| suite.is_like(about)))
    }

    /// Saves a suite. One file that cannot be written does not keep others from it.
    pub fn save(&self, suite: &Suite) {
        let mut trouble = self.trouble.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        *trouble = self.write(suite).err();
    }

    fn result_file(&self) -> PathBuf {
        self.path().join("result.json")
    }

    fn write(&self, suite: &Suite) -> Result<(), CliError> {
        let (folder, files) = (self.path(), self.replayer.files(suite));
        create(&folder.join("inputs"))?;
        let json = serde_json::to_string(&self.replayer.named(suite)).expect("a suite is JSON");
        let mut written = put(&self.result_file(), format!("{json}\n").as_bytes());
        for file in &files {
            let path = folder.join(&file.file);
            written = written.and(put(&path, &file.bytes));
            if let Some(witness) = &file.tree {
                written = written.and(tree::replace(&path.with_extension(""), witness));
            }
        }
        written = written.and(put(&folder.join("manifest.jsonl"), self.manifest(suite, &files).as_bytes()));
        self.remove_others(&files);
        written
    }

    /// A line of JSON for each test.
    fn manifest(&self, suite: &Suite, files: &[TestFile]) -> String {
        let line = |(test, file): (&worstcase_load::Test, &TestFile)| {
            let sha256: String =
                Sha256::digest(&file.bytes).iter().map(|byte| format!("{byte:02x}")).collect();
            let line = json!({
                "file": file.file,
                "size": suite.size,
                "bytes": file.bytes.len(),
                "cost_kind": test.made_for,
                "cost": test.cost,
                "sha256": sha256,
                "replay": self.replayer.replay(self.path(), file),
            });
            format!("{line}\n")
        };
        suite.tests.iter().zip(files).map(line).collect()
    }

    /// Removes the tests of an earlier suite, which are not in the manifest any longer.
    fn remove_others(&self, files: &[TestFile]) {
        let kept: BTreeSet<PathBuf> = files.iter().map(|file| self.path().join(&file.file)).collect();
        let entries = fs::read_dir(self.path().join("inputs")).into_iter().flatten().flatten();
        for path in entries.map(|entry| entry.path()) {
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            let stem = name.strip_suffix(".bin").or(name.strip_suffix(".json"));
            let stem = stem.or(name.strip_suffix(".tar"));
            let number = stem.and_then(|stem| stem.strip_prefix('t'));
            let is_test = number.is_some_and(|number| number.bytes().all(|byte| byte.is_ascii_digit()));
            if is_test && !kept.contains(&path) {
                // What cannot be removed is only not in the manifest.
                let _ = fs::remove_file(&path);
                let _ = fs::remove_dir_all(path.with_extension(""));
            }
        }
    }

    /// Writes another file.
    pub fn add(&self, name: &str, text: &str) {
        let written = put(&self.path().join(name), text.as_bytes());
        let mut trouble = self.trouble.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        *trouble = trouble.take().or(written.err());
    }

    /// Why not everything could be written, if so.
    pub fn trouble(&self) -> Option<CliError> {
        self.trouble.lock().unwrap_or_else(|poisoned| poisoned.into_inner()).take()
    }
}
