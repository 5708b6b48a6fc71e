//! Where the programs behind commands are: named one by one, or in folders.
//!
//! In a folder, `grep` is `grep.c`, `grep.cc` (or another ending of C++), `grep.wasm`, `grep.wat`, or all sources in `grep/`,
//! the first of these that is there.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use worstcase_program::compile::is_source;

/// Endings in the order in which they are looked for.
const ENDINGS: [&str; 8] = ["c", "cc", "cpp", "cxx", "c++", "C", "wasm", "wat"];

/// How unlike a name may be that is proposed for another one.
const ALIKE: f64 = 0.75;

/// What commands are made of.
#[derive(Clone, Debug, Default)]
pub struct Tools {
    /// Commands whose files are named; they come before those in folders.
    pub named: BTreeMap<String, Vec<PathBuf>>,
    /// Where all others are looked for, one folder after the other.
    pub folders: Vec<PathBuf>,
}

/// Why there is no program for a command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownCommand {
    /// What is wrong.
    pub message: String,
    /// Where it was looked for, what is there, and what to do: lines of their own.
    pub advice: Vec<String>,
}

impl Tools {
    /// The files that make up a command.
    pub fn find(&self, name: &str) -> Result<Vec<PathBuf>, UnknownCommand> {
        if let Some(files) = self.named.get(name) {
            return Ok(files.clone());
        }
        if name.is_empty() || name == "." || name == ".." || name.contains(['/', '\\']) {
            return Err(UnknownCommand {
                message: format!("`{name}` is not a name that a command can have"),
                advice: vec![
                    "a command is named without its folder; --tool NAME=FILE says where it is".into(),
                ],
            });
        }
        let found = self.folders.iter().find_map(|folder| in_folder(folder, name));
        found.ok_or_else(|| self.unknown(name))
    }

    /// The names of all commands that there are.
    pub fn names(&self) -> BTreeSet<String> {
        self.named.keys().cloned().chain(self.folders.iter().flat_map(|folder| names_in(folder))).collect()
    }

    fn unknown(&self, name: &str) -> UnknownCommand {
        let names = self.names();
        let similar = names.iter().map(|other| (strsim::jaro_winkler(name, other), other));
        let best = similar.filter(|(alike, _)| *alike >= ALIKE).max_by(|a, b| a.0.total_cmp(&b.0));
        let proposal = best.map_or(String::new(), |(_, other)| format!("; did you mean `{other}`?"));
        let mut advice: Vec<String> = self.folders.iter().map(|folder| searched(folder)).collect();
        if !self.named.is_empty() {
            let named: Vec<&str> = self.named.keys().map(String::as_str).collect();
            advice.push(format!("named by --tool: {}", named.join(", ")));
        }
        advice.push(match self.folders.is_empty() {
            true => {
                format!("--tools FOLDER says where commands are, --tool {name}=FILE which file is this one")
            }
            false => format!("--tool {name}=FILE says which file it is"),
        });
        UnknownCommand { message: format!("there is no command `{name}`{proposal}"), advice }
    }
}

/// What is said about a folder that was looked into.
fn searched(folder: &Path) -> String {
    let shown = folder.display();
    match fs::read_dir(folder) {
        Err(error) => format!("searched {shown}: {error}"),
        Ok(_) => match names_in(folder) {
            names if names.is_empty() => format!("searched {shown}, which has no program in it"),
            names => format!("searched {shown}, which has {}", Vec::from_iter(names).join(", ")),
        },
    }
}

fn in_folder(folder: &Path, name: &str) -> Option<Vec<PathBuf>> {
    let with_ending = ENDINGS.iter().map(|ending| folder.join(format!("{name}.{ending}")));
    if let Some(file) = with_ending.into_iter().find(|file| file.is_file()) {
        return Some(vec![file]);
    }
    let sources = sources_in(&folder.join(name));
    (!sources.is_empty()).then_some(sources)
}

/// The sources in a folder, in the order of their names.
fn sources_in(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    let mut sources: Vec<PathBuf> = entries.filter(|path| path.is_file() && is_source(path)).collect();
    sources.sort();
    sources
}

fn names_in(folder: &Path) -> BTreeSet<String> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    let name = |path: PathBuf| {
        let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
        let is_program = (path.is_file() && ENDINGS.contains(&ending)) || !sources_in(&path).is_empty();
        let name = if path.is_dir() { path.file_name() } else { path.file_stem() };
        is_program.then(|| name?.to_str().map(str::to_string)).flatten()
    };
    entries.filter_map(name).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Folder(PathBuf);

    impl Folder {
        fn new(name: &str, files: &[&str]) -> Folder {
            let folder = std::env::temp_dir().join(format!("worstcase-tools-{name}-{}", std::process::id()));
            for file in files {
                let path = folder.join(file);
                fs::create_dir_all(path.parent().unwrap()).unwrap();
                fs::write(path, "").unwrap();
            }
            Folder(folder)
        }
    }

    impl Drop for Folder {
        fn drop(&mut self) {
            let _ = fs::remove_dir_all(&self.0);
        }
    }

    #[test]
    fn commands_are_found_by_name_first_then_by_ending() {
        let folder =
            Folder::new("find", &["a.wasm", "a.c", "b.wat", "c/2.c", "c/1.cc", "c/x.h", "empty/x.h"]);
        let named = BTreeMap::from([("b".to_string(), vec![PathBuf::from("mine.c")])]);
        let tools = Tools { named, folders: vec!["nowhere".into(), folder.0.clone()] };
        assert_eq!(tools.find("a"), Ok(vec![folder.0.join("a.c")]));
        assert_eq!(tools.find("b"), Ok(vec!["mine.c".into()]));
        assert_eq!(tools.find("c"), Ok(vec![folder.0.join("c/1.cc"), folder.0.join("c/2.c")]));
        assert_eq!(Vec::from_iter(tools.names()), ["a", "b", "c"]);
        for impossible in ["empty", "", "..", "../a", "d"] {
            assert!(tools.find(impossible).is_err(), "{impossible}");
        }
    }

    #[test]
    fn an_unknown_command_comes_with_what_there_is() {
        let folder = Folder::new("unknown", &["grep.c", "sort.c"]);
        let tools = Tools { named: BTreeMap::new(), folders: vec![folder.0.clone()] };
        let unknown = tools.find("gerp").unwrap_err();
        assert_eq!(unknown.message, "there is no command `gerp`; did you mean `grep`?");
        assert_eq!(unknown.advice[0], format!("searched {}, which has grep, sort", folder.0.display()));
        assert_eq!(tools.find("xyz").unwrap_err().message, "there is no command `xyz`");
    }
}
