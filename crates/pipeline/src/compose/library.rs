//! The library: summaries on disk, for any later pipeline that has the same component.
//!
//! An entry is a folder named by what it is a summary of: the module, its world, what it reads, the cost, and how hard it was searched.
//! Its paths are scripts in SMT-LIB that any solver reads; `entry.json` has the rest, with a fingerprint of each file. It is
//! written beside and renamed, so it is there as a whole or not at all, and two processes may share a library. What cannot
//! be read, or does not fit its fingerprint, is computed again.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde::{Deserialize, Serialize};
use worstcase_program::fingerprint;
use worstcase_solver::Declared;
use worstcase_term::{Reader, Script, TermId, Terms};

use super::summary::{PathCondition, Summary, SummaryPath};

/// What a summary is of. Whatever changes it has its place here.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Key {
    /// The component as people call it, with its arguments.
    pub component: String,
    /// A fingerprint of its module.
    pub module: String,
    /// A fingerprint of its world: arguments, files, and what standard input is made of.
    pub world: String,
    /// How many bytes it reads.
    pub size: u64,
    /// What counts, as it is written on the command line.
    pub cost: String,
    /// How it was searched for: tests, work, seed.
    pub search: String,
    /// The version of this tool.
    pub version: String,
}

/// What the library has.
#[derive(Debug)]
pub enum Found {
    /// A summary.
    Summary(Summary),
    /// Nothing.
    Nothing,
    /// Something that cannot be read, and why.
    Damaged(String),
}

/// An entry, as `--list` shows it.
#[derive(Clone, Debug, Serialize)]
pub struct Listed {
    /// What it is a summary of; nothing if it is damaged.
    pub key: Option<Key>,
    /// Its folder's name.
    pub folder: String,
    /// How many paths it has, and what the costliest costs.
    pub paths: usize,
    /// What the costliest costs.
    pub cost: i64,
    /// How many bytes it takes on disk.
    pub bytes: u64,
}

/// A folder of summaries.
#[derive(Clone, Debug)]
pub struct Library {
    folder: PathBuf,
}

/// `entry.json`.
#[derive(Serialize, Deserialize)]
struct Entry {
    key: Key,
    paths: Vec<PathEntry>,
    /// Whether inputs and costs are all that is known.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    is_bare: bool,
}

#[derive(Serialize, Deserialize)]
struct PathEntry {
    file: String,
    fingerprint: String,
    cost: i64,
    /// An input that takes the path.
    input: Vec<u64>,
    /// Of each of its numbers the width in bits, and the least and the greatest.
    declared: Declarations,
    /// Which of them are bytes of files: entry and place.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    contents: Vec<Option<(u32, u32)>>,
    /// How many bytes it writes.
    output: usize,
    /// Of each condition where it was decided, and what would be lost without it.
    conditions: Vec<(Option<u32>, f64)>,
}

type Declarations = Vec<(u32, Option<(i64, i64)>)>;

const ENTRY: &str = "entry.json";

/// What folders are called in which an entry is written, and in which one is that was replaced.
const BESIDE: &str = ".new-";
const ASIDE: &str = ".old-";

/// Nobody writes an entry for as long as this.
const LEFT: Duration = Duration::from_secs(3600);

impl Library {
    /// The library in a folder, which is made if it is missing.
    pub fn open(folder: &Path) -> io::Result<Library> {
        fs::create_dir_all(folder)?;
        Ok(Library { folder: folder.to_path_buf() })
    }

    fn place(&self, key: &Key) -> PathBuf {
        self.folder.join(name(key))
    }

    /// Looks a summary up.
    pub fn get(&self, key: &Key) -> Found {
        let place = self.place(key);
        if !place.exists() {
            return Found::Nothing;
        }
        match read(&place, Some(key)) {
            Ok(summary) => Found::Summary(summary),
            Err(why) => Found::Damaged(why),
        }
    }

    /// Keeps a summary, in the place of a damaged one if there is one.
    pub fn put(&self, key: &Key, summary: &Summary) -> io::Result<()> {
        let place = self.place(key);
        // Another process was faster. What it wrote is the same, and somebody may be reading it.
        if let Found::Summary(_) = self.get(key) {
            return Ok(());
        }
        let beside = tempfile::Builder::new().prefix(BESIDE).tempdir_in(&self.folder)?;
        write(beside.path(), key, summary)?;
        self.remove_leftovers(beside.path());
        if place.exists() {
            // Aside first, since a folder that is not empty cannot be replaced; whoever reads it now has it open, or finds nothing.
            let aside = tempfile::Builder::new().prefix(ASIDE).tempdir_in(&self.folder)?;
            let _ = fs::rename(&place, aside.path().join("entry"));
        }
        match fs::rename(beside.path(), &place) {
            // Another process was faster: what it wrote is the same.
            Err(_) if place.exists() => Ok(()),
            result => result,
        }
    }

    /// Removes what processes that were killed have left half-written: what was touched last long before this.
    fn remove_leftovers(&self, beside: &Path) {
        let touched = |path: &Path| fs::metadata(path).and_then(|data| data.modified()).ok();
        let Some(now) = touched(beside) else { return };
        for entry in fs::read_dir(&self.folder).into_iter().flatten().flatten() {
            let name = entry.file_name().to_string_lossy().into_owned();
            let is_ours = name.starts_with(BESIDE) || name.starts_with(ASIDE);
            let age = touched(&entry.path()).and_then(|then| now.duration_since(then).ok());
            if is_ours && age.is_some_and(|age| age > LEFT) {
                // Another process may have been faster.
                let _ = fs::remove_dir_all(entry.path());
            }
        }
    }

    /// All entries, by component.
    pub fn list(&self) -> io::Result<Vec<Listed>> {
        let mut listed = Vec::new();
        for entry in fs::read_dir(&self.folder)? {
            let entry = entry?;
            let folder = entry.file_name().to_string_lossy().into_owned();
            if folder.starts_with('.') || !entry.path().is_dir() {
                continue;
            }
            let known = parsed(&entry.path()).ok();
            let files = fs::read_dir(entry.path())?.filter_map(|file| file.ok()?.metadata().ok());
            listed.push(Listed {
                folder,
                paths: known.as_ref().map_or(0, |entry| entry.paths.len()),
                cost: known.as_ref().and_then(|entry| entry.paths.first()).map_or(0, |path| path.cost),
                bytes: files.map(|file| file.len()).sum(),
                key: known.map(|entry| entry.key),
            });
        }
        let by = |listed: &Listed| {
            (listed.key.as_ref().map(|key| (key.component.clone(), key.size)), listed.folder.clone())
        };
        listed.sort_by_key(by);
        Ok(listed)
    }
}

/// The name of an entry's folder.
fn name(key: &Key) -> String {
    let text = serde_json::to_string(key).expect("texts and numbers");
    fingerprint(text.as_bytes())
}

fn write(folder: &Path, key: &Key, summary: &Summary) -> io::Result<()> {
    let mut paths = Vec::new();
    for (number, path) in summary.paths.iter().enumerate() {
        let file = format!("path-{:02}.smt2", number + 1);
        let script = script(key, path);
        fs::write(folder.join(&file), &script)?;
        let declared: Declarations =
            path.declared.iter().map(|declared| (declared.width, declared.range)).collect();
        paths.push(PathEntry {
            file,
            fingerprint: sealed(&script, &declared, &path.contents),
            cost: path.cost,
            input: path.input.clone(),
            declared,
            contents: path.contents.clone(),
            output: path.output.len(),
            conditions: path.conditions.iter().map(|condition| (condition.at, condition.loss)).collect(),
        });
    }
    let entry = serde_json::to_vec(&Entry { key: key.clone(), paths, is_bare: summary.is_bare })?;
    let mut file = fs::File::create(folder.join(ENTRY))?;
    io::Write::write_all(&mut file, &entry)?;
    file.sync_all()
}

/// A path as a script: what it reads is `x0` and so on, what has to hold is asserted, and what it writes is `o0` and so on.
fn script(key: &Key, path: &SummaryPath) -> String {
    let facts = path.conditions.iter().map(|condition| condition.fact);
    let roots: Vec<TermId> = facts.chain(path.output.iter().copied()).collect();
    let mut script = Script::new(&path.terms, &roots);
    path.conditions.iter().for_each(|condition| script.assert(condition.fact));
    for (place, &byte) in path.output.iter().enumerate() {
        script.define(&format!("o{place}"), byte);
    }
    let one_line: String = key.component.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    format!("; {one_line}: a path that costs {} {}\n{}", path.cost, key.cost, script.finish())
}

/// A fingerprint of a script together with what it is about: terms of inputs that are not declared would be nobody's.
fn sealed(script: &str, declared: &Declarations, contents: &[Option<(u32, u32)>]) -> String {
    fingerprint(format!("{script}{declared:?}{contents:?}").as_bytes())
}

fn parsed(folder: &Path) -> Result<Entry, String> {
    let text = fs::read(folder.join(ENTRY)).map_err(|error| format!("{ENTRY}: {error}"))?;
    serde_json::from_slice(&text).map_err(|error| format!("{ENTRY}: {error}"))
}

fn read(folder: &Path, key: Option<&Key>) -> Result<Summary, String> {
    let entry = parsed(folder)?;
    if key.is_some_and(|key| *key != entry.key) {
        return Err(format!("{ENTRY} is about something else"));
    }
    let paths: Result<Vec<SummaryPath>, String> =
        entry.paths.iter().map(|path| read_path(folder, path)).collect();
    Ok(Summary { paths: paths?, is_bare: entry.is_bare })
}

fn read_path(folder: &Path, entry: &PathEntry) -> Result<SummaryPath, String> {
    let in_file = |what: &str| format!("{}: {what}", entry.file);
    let script = fs::read_to_string(folder.join(&entry.file)).map_err(|error| in_file(&error.to_string()))?;
    if sealed(&script, &entry.declared, &entry.contents) != entry.fingerprint {
        return Err(in_file("it was changed"));
    }
    let mut terms = Terms::new();
    let reader = Reader::read(&mut terms, &script).map_err(|error| in_file(&error.to_string()))?;
    if reader.assertions.len() != entry.conditions.len() {
        return Err(in_file("not as many conditions as there were"));
    }
    let condition = |(&fact, &(at, loss)): (&TermId, &(Option<u32>, f64))| PathCondition { fact, at, loss };
    let conditions: Vec<PathCondition> =
        reader.assertions.iter().zip(&entry.conditions).map(condition).collect();
    let byte = |place: usize| reader.named(&format!("o{place}")).filter(|&byte| terms.width(byte) == 8);
    let output: Option<Vec<TermId>> = (0..entry.output).map(byte).collect();
    let output = output.ok_or_else(|| in_file("what it writes is missing"))?;
    if entry.input.len() != entry.declared.len() {
        return Err(in_file("the input has not as many numbers as are read"));
    }
    if !entry.contents.is_empty() && entry.contents.len() != entry.input.len() {
        return Err(in_file("the bytes of files are not those that are read"));
    }
    let declared = entry.declared.iter().map(|&(width, range)| Declared { width, range }).collect();
    let (cost, input, contents) = (entry.cost, entry.input.clone(), entry.contents.clone());
    Ok(SummaryPath { conditions, output, cost, input, declared, terms, contents })
}

#[cfg(test)]
#[path = "library_tests.rs"]
mod tests;
