//! The tree that a run was given: a witness that people can unpack and look at.
//!
//! What the program did not look at is as plain as it can be: no more files than it knows of, empty where it never asked for a
//! size, zeros where it read nothing, from 1970. Any tree that agrees on the rest would do.

use super::super::Process;
use super::{NANOSECONDS, Values};
use crate::wasi::{Entry, EntryIdx, GivenEntry, WasiConfig};

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

    /// All of it but what is in files, each entry at the place of its number.
    pub fn given(&self) -> Vec<GivenEntry> {
        let mut entries: Vec<&WitnessEntry> = self.entries.iter().collect();
        entries.sort_by_key(|entry| entry.entry);
        let given = |entry: &WitnessEntry| GivenEntry {
            path: entry.path.clone(),
            size: entry.contents.as_ref().map(|contents| contents.len() as u32),
            time: entry.time,
        };
        entries.into_iter().map(given).collect()
    }

    /// A tree of which all but what is in files was given, with these bytes in them, one file after the other.
    pub fn of(given: &[GivenEntry], contents: &[u8]) -> WitnessTree {
        let mut left = contents;
        let entry = |(number, given): (u32, &GivenEntry)| {
            let contents = given.size.map(|size| {
                let (own, rest) = left.split_at((size as usize).min(left.len()));
                left = rest;
                let mut own = own.to_vec();
                own.resize(size as usize, 0);
                own
            });
            WitnessEntry { path: given.path.clone(), contents, time: given.time, entry: EntryIdx(number) }
        };
        WitnessTree::sorted((0..).zip(given).map(entry).collect(), contents.len() as u64)
    }

    fn sorted(mut entries: Vec<WitnessEntry>, inputs: u64) -> WitnessTree {
        entries.sort_by(|a, b| a.path.split('/').cmp(b.path.split('/')));
        WitnessTree { entries, inputs }
    }

    /// How many bytes all its files have.
    pub fn bytes(&self) -> u64 {
        self.entries.iter().flat_map(|entry| &entry.contents).map(|contents| contents.len() as u64).sum()
    }
}

impl Process<u64> {
    /// The tree that the run was given, as far as it looked, if there is one.
    pub fn witness_tree(&self) -> Option<WitnessTree> {
        self.witness_tree_with(&mut |_, _| 0, &mut || 0)
    }

    /// The same where files have sizes that nobody asked for, given how many bytes there may still be and how many such files are left,
    /// and bytes that were not read.
    pub fn witness_tree_with(
        &self,
        unknown: &mut dyn FnMut(u64, u64) -> u64,
        unread: &mut dyn FnMut() -> u8,
    ) -> Option<WitnessTree> {
        let most = u64::from(self.wasi.tree_shape()?.most_bytes());
        let is_unknown = |values: &&Values<u64>| values.is_directory == 0 && values.size.is_none();
        let mut files = self.tree.entries.iter().filter(is_unknown).count() as u64;
        let mut left = most.saturating_sub(self.tree.used);
        let all = self.wasi.entries();
        let witness = |(number, entry): (u32, &Entry<u8>)| {
            let values = self.tree.entries[number as usize];
            let contents = (values.is_directory == 0).then(|| {
                let read = |at: usize| entry.contents.get(at).copied().flatten();
                let size = values.size.unwrap_or_else(|| {
                    let size = unknown(left, files).min(left);
                    (left, files) = (left - size, files - 1);
                    size
                });
                (0..size as usize).map(|at| read(at).unwrap_or_else(&mut *unread)).collect()
            });
            let time = u64::from_le_bytes(entry.time.unwrap_or_default()) / NANOSECONDS;
            WitnessEntry { path: path(all, entry), contents, time, entry: EntryIdx(number) }
        };
        Some(WitnessTree::sorted((0..).zip(all).map(witness).collect(), self.tree.asked))
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
