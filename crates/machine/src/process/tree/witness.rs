//! The tree that a run was given: a witness that people can unpack and look at.
//!
//! What the program did not look at is as plain as it can be: no more files than it knows of, empty where it never asked for a
//! size, zeros where it read nothing, from 1970. Any tree that agrees on the rest would do.

use super::super::Process;
use super::NANOSECONDS;
use crate::wasi::{Entry, EntryIdx, WasiConfig};

/// A tree of files and directories.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct WitnessTree {
    /// All of them, in the order of their paths: a directory comes before what is in it.
    pub entries: Vec<WitnessEntry>,
    /// How many inputs of the run it is made of.
    pub inputs: u64,
}

/// A file or directory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WitnessEntry {
    /// Its path from the tree's own folder.
    pub path: String,
    /// What is in it, if it is a file.
    pub contents: Option<Vec<u8>>,
    /// When it was modified, in seconds since 1970.
    pub time: u64,
    /// The number that it has in the inputs of the run.
    pub entry: EntryIdx,
}

impl WitnessTree {
    /// Puts it into a folder of a world.
    pub fn put_into(&self, folder: &str, world: &mut WasiConfig<u8>) {
        for entry in &self.entries {
            let path = format!("{folder}/{}", entry.path);
            world.modified.push((path.clone(), entry.time * NANOSECONDS));
            match &entry.contents {
                Some(contents) => world.files.push((path, contents.clone())),
                None => world.directories.push(path),
            }
        }
    }

    /// How many bytes all its files have.
    pub fn bytes(&self) -> u64 {
        self.entries.iter().flat_map(|entry| &entry.contents).map(|contents| contents.len() as u64).sum()
    }
}

impl Process<u64> {
    /// The tree that the run was given, as far as it looked, if there is one.
    pub fn witness_tree(&self) -> Option<WitnessTree> {
        self.wasi.tree_shape()?;
        let all = self.wasi.entries();
        let witness = |(number, entry): (u32, &Entry<u8>)| {
            let values = self.tree.entries[number as usize];
            let contents = (values.is_directory == 0).then(|| {
                let mut bytes = vec![0; values.size.unwrap_or(0) as usize];
                for (byte, read) in bytes.iter_mut().zip(entry.contents.iter()) {
                    *byte = read.unwrap_or(0);
                }
                bytes
            });
            let time = u64::from_le_bytes(entry.time.unwrap_or_default()) / NANOSECONDS;
            WitnessEntry { path: path(all, entry), contents, time, entry: EntryIdx(number) }
        };
        let mut entries: Vec<WitnessEntry> = (0..).zip(all).map(witness).collect();
        entries.sort_by(|a, b| a.path.split('/').cmp(b.path.split('/')));
        Some(WitnessTree { entries, inputs: self.tree.asked })
    }
}

fn path(all: &[Entry<u8>], entry: &Entry<u8>) -> String {
    let mut names = vec![String::from_utf8_lossy(&entry.name)];
    let mut parent = entry.parent;
    while let Some(EntryIdx(folder)) = parent {
        names.push(String::from_utf8_lossy(&all[folder as usize].name));
        parent = all[folder as usize].parent;
    }
    names.reverse();
    names.join("/")
}
