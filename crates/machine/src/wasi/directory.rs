//! One directory: names to nodes, and the order in which they are listed.
//!
//! A listing is resumed by a cookie, and programs remove and create files between two steps of it (`rm -r`). So
//! cookies are serial numbers that are never given out twice, not positions: what was listed does not come
//! again, what is left is not skipped. Files that were there at the start are listed in the order of their names.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::filesystem::Inode;

/// A name that a listing yields.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Listed {
    /// Give this to [`Directory::list`] to go on after this name.
    pub(super) cookie: u64,
    pub(super) name: Arc<str>,
    pub(super) inode: Inode,
}

/// The contents of a directory.
#[derive(Clone, Debug)]
pub(super) struct Directory {
    /// The directory that holds this one; the root holds itself.
    pub(super) parent: Inode,
    by_name: BTreeMap<Arc<str>, (u64, Inode)>,
    by_cookie: BTreeMap<u64, Arc<str>>,
    next_cookie: u64,
}

/// The cookies of `.` and `..`, which come first in every listing.
const DOT: u64 = 1;
const DOT_DOT: u64 = 2;

impl Directory {
    pub(super) fn new(parent: Inode) -> Directory {
        Directory { parent, by_name: BTreeMap::new(), by_cookie: BTreeMap::new(), next_cookie: DOT_DOT + 1 }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.by_name.is_empty()
    }

    pub(super) fn get(&self, name: &str) -> Option<Inode> {
        self.by_name.get(name).map(|&(_, inode)| inode)
    }

    /// Adds a name that is not there yet.
    pub(super) fn insert(&mut self, name: Arc<str>, inode: Inode) {
        let cookie = self.next_cookie;
        self.next_cookie += 1;
        self.by_cookie.insert(cookie, name.clone());
        let previous = self.by_name.insert(name, (cookie, inode));
        assert!(previous.is_none(), "a name is removed before it is given to another node");
    }

    pub(super) fn remove(&mut self, name: &str) -> Option<Inode> {
        let (cookie, inode) = self.by_name.remove(name)?;
        self.by_cookie.remove(&cookie);
        Some(inode)
    }

    /// Names and nodes in the order of the names.
    pub(super) fn sorted(&self) -> impl Iterator<Item = (&str, Inode)> {
        self.by_name.iter().map(|(name, &(_, inode))| (&**name, inode))
    }

    /// What is listed after `cookie` (0: from the start), `this` being the directory's own node.
    pub(super) fn list(&self, this: Inode, cookie: u64) -> impl Iterator<Item = Listed> {
        let dots = [(DOT, ".", this), (DOT_DOT, "..", self.parent)];
        let dots = dots.into_iter().filter(move |&(own, ..)| own > cookie);
        let dots = dots.map(|(cookie, name, inode)| Listed { cookie, name: name.into(), inode });
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

    #[test]
    fn a_listing_survives_changes() {
        let mut directory = Directory::new(Inode::ROOT);
        for name in ["a", "b", "c"] {
            directory.insert(name.into(), Inode::ROOT);
        }
        let names = |directory: &Directory, cookie| -> Vec<String> {
            directory.list(Inode::ROOT, cookie).map(|listed| listed.name.to_string()).collect()
        };
        assert_eq!(names(&directory, 0), [".", "..", "a", "b", "c"]);
        let after_a = directory.list(Inode::ROOT, 0).nth(2).unwrap().cookie;
        directory.remove("a");
        directory.insert("0".into(), Inode::ROOT);
        assert_eq!(names(&directory, after_a), ["b", "c", "0"]);
        assert_eq!(names(&directory, u64::MAX), [""; 0]);
    }
}
