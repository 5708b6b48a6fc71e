//! One directory: names to nodes, and the order in which they are listed.
//!
//! A listing is resumed by a cookie, and programs remove and create files between two steps of it (`rm -r`). So
//! cookies are serial numbers that are never given out twice, not positions: what was listed does not come
//! again, what is left is not skipped. Files that were there at the start are listed in the order of their names.
//!
//! A folder of a tree that is input holds what was asked for so far, until it is listed for the first time.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::abi::Byte;
use super::entries::EntryIdx;
use super::filesystem::Inode;

/// A name. Bytes that depend on inputs compare as they are written, so names that differ here may still be equal.
pub type Name<B> = Arc<[B]>;

/// A name that a listing yields.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Listed<B> {
    /// Give this to [`Directory::list`] to go on after this name.
    pub(super) cookie: u64,
    pub(super) name: Name<B>,
    pub(super) inode: Inode,
}

/// The contents of a directory.
#[derive(Clone, Debug)]
pub(super) struct Directory<B> {
    /// The directory that holds this one; the root holds itself.
    pub(super) parent: Inode,
    by_name: BTreeMap<Name<B>, (u64, Inode)>,
    by_cookie: BTreeMap<u64, Name<B>>,
    next_cookie: u64,
    /// What is not known of it, if it is input and was not listed.
    pub(super) unlisted: Option<Unlisted<B>>,
}

/// A folder whose names have not all been asked for.
#[derive(Clone, Debug)]
pub(super) struct Unlisted<B> {
    /// Which entry of the tree it is; none is the tree's own folder.
    pub(super) entry: Option<EntryIdx>,
    /// Names that are there from the start.
    pub(super) initial: BTreeSet<Name<B>>,
    /// Names that were not there from the start, or are gone: nothing else can have them.
    pub(super) absent: BTreeSet<Name<B>>,
}

/// The cookies of `.` and `..`, which come first in every listing.
const DOT: u64 = 1;
pub(super) const DOT_DOT: u64 = 2;

impl<B: Byte> Directory<B> {
    pub(super) fn new(parent: Inode) -> Directory<B> {
        Directory {
            parent,
            by_name: BTreeMap::new(),
            by_cookie: BTreeMap::new(),
            next_cookie: DOT_DOT + 1,
            unlisted: None,
        }
    }

    /// A folder of a tree that is input, of which nothing is known.
    pub(super) fn unlisted(parent: Inode, entry: EntryIdx) -> Directory<B> {
        let mut directory = Directory::new(parent);
        directory.become_unlisted(Some(entry));
        directory
    }

    /// Makes it a folder of a tree that is input. What it holds is there from the start.
    pub(super) fn become_unlisted(&mut self, entry: Option<EntryIdx>) {
        let initial = self.by_name.keys().cloned().collect();
        self.unlisted = Some(Unlisted { entry, initial, absent: BTreeSet::new() });
    }

    pub(super) fn is_empty(&self) -> bool {
        self.by_name.is_empty()
    }

    /// The node of a name that is written with the very same bytes.
    pub(super) fn get(&self, name: &[B]) -> Option<Inode> {
        self.by_name.get(name).map(|&(_, inode)| inode)
    }

    /// Adds a name that is not there yet.
    pub(super) fn insert(&mut self, name: Name<B>, inode: Inode) {
        let cookie = self.next_cookie;
        self.next_cookie += 1;
        self.by_cookie.insert(cookie, name.clone());
        let previous = self.by_name.insert(name, (cookie, inode));
        assert!(previous.is_none(), "a name is removed before it is given to another node");
    }

    pub(super) fn remove(&mut self, name: &[B]) -> Option<Inode> {
        let (cookie, inode) = self.by_name.remove(name)?;
        let name = self.by_cookie.remove(&cookie)?;
        if let Some(unlisted) = &mut self.unlisted {
            unlisted.initial.remove(&name);
            unlisted.absent.insert(name);
        }
        Some(inode)
    }

    /// Names and nodes in the order of the names.
    pub(super) fn sorted(&self) -> impl Iterator<Item = (&Name<B>, Inode)> {
        self.by_name.iter().map(|(name, &(_, inode))| (name, inode))
    }

    /// All that was there from the start is known now, and its order. What the program has created comes after that.
    pub(super) fn become_listed(&mut self, order: &[Name<B>]) {
        self.unlisted = None;
        let initial: BTreeSet<&Name<B>> = order.iter().collect();
        let created: Vec<Name<B>> =
            self.by_cookie.values().filter(|name| !initial.contains(name)).cloned().collect();
        self.by_cookie.clear();
        for name in order.iter().chain(&created) {
            let cookie = self.next_cookie;
            self.next_cookie += 1;
            if let Some(place) = self.by_name.get_mut(name) {
                place.0 = cookie;
                self.by_cookie.insert(cookie, name.clone());
            }
        }
    }

    /// What is listed after `cookie` (0: from the start), `this` being the directory's own node.
    pub(super) fn list(&self, this: Inode, cookie: u64) -> impl Iterator<Item = Listed<B>> {
        let name = |name: &str| name.bytes().map(B::from).collect();
        let dots = [(DOT, ".", this), (DOT_DOT, "..", self.parent)];
        let dots = dots.into_iter().filter(move |&(own, ..)| own > cookie);
        let dots = dots.map(move |(cookie, dots, inode)| Listed { cookie, name: name(dots), inode });
        let names = self.by_cookie.range(cookie.saturating_add(1)..).map(|(&cookie, name)| Listed {
            cookie,
            name: name.clone(),
            inode: self.by_name[name].1,
        });
        dots.chain(names)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn name(text: &str) -> Name<u8> {
        text.as_bytes().into()
    }

    fn names(directory: &Directory<u8>, cookie: u64) -> Vec<String> {
        let text = |listed: Listed<u8>| String::from_utf8(listed.name.to_vec()).unwrap();
        directory.list(Inode::ROOT, cookie).map(text).collect()
    }

    #[test]
    fn a_listing_survives_changes() {
        let mut directory = Directory::new(Inode::ROOT);
        for text in ["a", "b", "c"] {
            directory.insert(name(text), Inode::ROOT);
        }
        assert_eq!(names(&directory, 0), [".", "..", "a", "b", "c"]);
        let after_a = directory.list(Inode::ROOT, 0).nth(2).unwrap().cookie;
        directory.remove(b"a");
        directory.insert(name("0"), Inode::ROOT);
        assert_eq!(names(&directory, after_a), ["b", "c", "0"]);
        assert_eq!(names(&directory, u64::MAX), [""; 0]);
    }

    /// What was asked for before is listed in its place, and what the program created after all that was there from the start.
    #[test]
    fn a_folder_that_is_input_is_listed_in_order() {
        let mut directory = Directory::unlisted(Inode::ROOT, EntryIdx(0));
        for text in ["made", "asked", "gone"] {
            directory.insert(name(text), Inode::ROOT);
        }
        directory.remove(b"gone");
        assert!(directory.unlisted.as_ref().unwrap().absent.contains(&name("gone")));
        directory.insert(name("b"), Inode::ROOT);
        directory.insert(name("a"), Inode::ROOT);
        directory.become_listed(&["a", "asked", "b"].map(name));
        assert_eq!(names(&directory, 0), [".", "..", "a", "asked", "b", "made"]);
    }
}
