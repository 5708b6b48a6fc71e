//! From a path to a node: the walk that every `path_*` call starts with.
//!
//! A path is relative to an open directory and can't leave it: `..` above it, an absolute path and a symbolic
//! link to one are `ENOTCAPABLE`, as in the runtimes that programs are deployed on. libc never sends an absolute
//! path: it finds the preopened directory whose name is a prefix and sends the rest. With the single preopen `/`
//! that prefix is empty and matches everything, so `data.txt`, `./data.txt` and `/data.txt` all arrive here.

use super::abi::Byte;
use super::errno::Errno;
use super::filesystem::{Data, Filesystem, Inode};

/// The longest name, as on Linux.
const NAME_MAX: usize = 255;

/// How many symbolic links one path may lead through, as on Linux.
const SYMLINK_MAX: u32 = 40;

/// Where a path leads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Place {
    /// The directory that has, or would have, the last name of the path.
    pub(super) parent: Inode,
    /// That name; none if the path ends in `.` or `..` and so can be neither created nor removed.
    pub(super) name: Option<String>,
    /// What is there, if anything is.
    pub(super) node: Option<Inode>,
    /// Whether the path ends in `/` and so means a directory even if nothing is there.
    pub(super) slash: bool,
}

impl Place {
    /// What is there, or else `ENOENT`.
    pub(super) fn existing(&self) -> Result<Inode, Errno> {
        self.node.ok_or(Errno::Noent)
    }

    /// The name to create, if it is free.
    pub(super) fn vacant(&self) -> Result<&str, Errno> {
        match (&self.name, self.node) {
            (Some(name), None) => Ok(name),
            _ => Err(Errno::Exist),
        }
    }

    /// The name to remove or replace, which can't be `.` or `..`.
    pub(super) fn name(&self) -> Result<&str, Errno> {
        self.name.as_deref().ok_or(Errno::Inval)
    }
}

/// The components of a path in the order in which a stack yields them.
fn reversed(path: &str) -> impl Iterator<Item = String> {
    path.split('/').rev().filter(|component| !component.is_empty()).map(str::to_owned)
}

impl<B: Byte> Filesystem<B> {
    /// Walks `path` from `base`. `follow` says whether a symbolic link at the end is followed too; with a slash
    /// behind it, it always is.
    pub(super) fn resolve(&self, base: Inode, path: &str, follow: bool) -> Result<Place, Errno> {
        if path.is_empty() {
            return Err(Errno::Noent);
        }
        if path.starts_with('/') {
            return Err(Errno::Notcapable);
        }
        let mut slash = path.ends_with('/');
        let mut pending: Vec<String> = reversed(path).collect();
        let mut trail = vec![base];
        let mut symlinks = 0;
        while let Some(name) = pending.pop() {
            let parent = *trail.last().ok_or(Errno::Notcapable)?;
            let directory = self.directory(parent)?;
            if name == "." {
                continue;
            }
            if name == ".." {
                trail.pop();
                // Noticed here rather than at the next name, so that `../` alone does not pass.
                trail.last().ok_or(Errno::Notcapable)?;
                continue;
            }
            if name.len() > NAME_MAX {
                return Err(Errno::Nametoolong);
            }
            let last = pending.is_empty();
            let Some(inode) = directory.get(&name) else {
                return if last {
                    Ok(Place { parent, name: Some(name), node: None, slash })
                } else {
                    Err(Errno::Noent)
                };
            };
            match &self.node(inode).data {
                Data::Symlink(target) if follow || slash || !last => {
                    symlinks += 1;
                    if symlinks > SYMLINK_MAX {
                        return Err(Errno::Loop);
                    }
                    if target.starts_with('/') {
                        return Err(Errno::Notcapable);
                    }
                    slash |= last && target.ends_with('/');
                    pending.extend(reversed(target));
                }
                Data::Directory(_) if !last => trail.push(inode),
                Data::Directory(_) => {
                    return Ok(Place { parent, name: Some(name), node: Some(inode), slash });
                }
                _ if last && !slash => {
                    return Ok(Place { parent, name: Some(name), node: Some(inode), slash });
                }
                _ => return Err(Errno::Notdir),
            }
        }
        let directory = *trail.last().ok_or(Errno::Notcapable)?;
        Ok(Place { parent: directory, name: None, node: Some(directory), slash })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wasi::directory::Directory;
    use std::sync::Arc;

    /// `/dir/file`, `/link` → `dir`, `/loop` → `loop`, `/out` → `../x`
    fn tree() -> (Filesystem<u8>, Inode, Inode) {
        let mut tree = Filesystem::new(0);
        let empty = Data::Directory(Arc::new(Directory::new(Inode::ROOT)));
        let dir = tree.create(Inode::ROOT, "dir", empty, 0).unwrap();
        let file = tree.create(dir, "file", Data::File(Arc::default()), 0).unwrap();
        for (name, target) in [("link", "dir"), ("loop", "loop"), ("out", "../x"), ("dangling", "dir/new")] {
            tree.create(Inode::ROOT, name, Data::Symlink(target.into()), 0).unwrap();
        }
        (tree, dir, file)
    }

    fn check(path: &str, expected: Result<Option<&str>, Errno>) {
        let (tree, dir, file) = tree();
        let label = |inode: Inode| match inode {
            Inode::ROOT => "root",
            inode if inode == dir => "dir",
            inode if inode == file => "file",
            _ => "other",
        };
        let found = tree.resolve(Inode::ROOT, path, true).map(|place| place.node.map(label));
        assert_eq!(found, expected, "{path}");
    }

    #[test]
    fn paths_lead_to_nodes() {
        check(".", Ok(Some("root")));
        check("dir", Ok(Some("dir")));
        check("dir/", Ok(Some("dir")));
        check("./dir//file", Ok(Some("file")));
        check("dir/../dir/./file", Ok(Some("file")));
        check("dir/..", Ok(Some("root")));
        check("link/file", Ok(Some("file")));
        check("link", Ok(Some("dir")));
        check("new", Ok(None));
        check("dir/new/", Ok(None));
        check("dangling", Ok(None));
    }

    #[test]
    fn paths_fail_as_in_posix() {
        check("", Err(Errno::Noent));
        check("new/file", Err(Errno::Noent));
        check("dir/file/", Err(Errno::Notdir));
        check("dir/file/x", Err(Errno::Notdir));
        check("dir/file/..", Err(Errno::Notdir));
        check("loop", Err(Errno::Loop));
        check(&"x".repeat(256), Err(Errno::Nametoolong));
    }

    #[test]
    fn paths_stay_inside() {
        check("..", Err(Errno::Notcapable));
        check("../", Err(Errno::Notcapable));
        check("dir/../../dir", Err(Errno::Notcapable));
        check("/dir", Err(Errno::Notcapable));
        check("out", Err(Errno::Notcapable));
        let (tree, dir, _) = tree();
        assert_eq!(tree.resolve(dir, "../dir/file", true), Err(Errno::Notcapable));
    }

    #[test]
    fn a_dangling_link_names_what_it_would_create() {
        let (tree, dir, _) = tree();
        let place = tree.resolve(Inode::ROOT, "dangling", true).unwrap();
        assert_eq!((place.parent, place.name.as_deref()), (dir, Some("new")));
        assert!(tree.resolve(Inode::ROOT, "loop", false).unwrap().node.is_some());
    }
}
