//! From a path to a node: the walk that every `path_*` call starts with.
//!
//! A path is relative to an open directory and can't leave it: `..` above it, an absolute path and a symbolic
//! link to one are `ENOTCAPABLE`, as in the runtimes that programs are deployed on. libc never sends an absolute
//! path: it finds the preopened directory whose name is a prefix and sends the rest. With the single preopen `/`
//! that prefix is empty and matches everything, so `data.txt`, `./data.txt` and `/data.txt` all arrive here.
//!
//! In a tree that is input a path has the bytes of names, which are terms. They are kept as they are: where a name ends is
//! asked byte by byte, and a name of the very same bytes is found without any question.

use super::Wasi;
use super::abi::{Byte, Guest, PATH_MAX, read_path, text};
use super::directory::{Directory, Name};
use super::entries::Need;
use super::errno::{Errno, Interrupt};
use super::filesystem::{Data, Filesystem, Inode};

/// The longest name, as on Linux.
const NAME_MAX: usize = 255;

/// How many symbolic links one path may lead through, as on Linux.
const SYMLINK_MAX: u32 = 40;

/// Where a path leads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Place<B> {
    /// The directory that has, or would have, the last name of the path.
    pub(super) parent: Inode,
    /// That name; none if the path ends in `.` or `..` and so can be neither created nor removed.
    pub(super) name: Option<Name<B>>,
    /// What is there, if anything is.
    pub(super) node: Option<Inode>,
    /// Whether the path ends in `/` and so means a directory even if nothing is there.
    pub(super) slash: bool,
}

impl<B> Place<B> {
    /// What is there, or else `ENOENT`.
    pub(super) fn existing(&self) -> Result<Inode, Errno> {
        self.node.ok_or(Errno::Noent)
    }

    /// The name to create, if it is free.
    pub(super) fn vacant(&self) -> Result<&[B], Errno> {
        match (&self.name, self.node) {
            (Some(name), None) => Ok(name),
            _ => Err(Errno::Exist),
        }
    }

    /// The name to remove or replace, which can't be `.` or `..`.
    pub(super) fn name(&self) -> Result<&[B], Errno> {
        self.name.as_deref().ok_or(Errno::Inval)
    }
}

/// A path, taken apart.
#[derive(Clone, Debug)]
pub(super) struct Components<B> {
    /// The last one first, as a stack yields them.
    reversed: Vec<Name<B>>,
    is_empty: bool,
    is_absolute: bool,
    slash: bool,
}

impl<B: Byte> Components<B> {
    /// Those of a path, given which of its bytes are slashes.
    fn of(path: &[B], is_slash: &[bool]) -> Components<B> {
        let mut reversed: Vec<Name<B>> = Vec::new();
        let mut start = 0;
        for end in 0..=path.len() {
            if end == path.len() || is_slash[end] {
                if end > start {
                    reversed.push(path[start..end].into());
                }
                start = end + 1;
            }
        }
        reversed.reverse();
        Components {
            reversed,
            is_empty: path.is_empty(),
            is_absolute: is_slash.first() == Some(&true),
            slash: is_slash.last() == Some(&true),
        }
    }

    pub(super) fn of_text(path: &str) -> Components<B> {
        let bytes: Vec<B> = path.bytes().map(B::from).collect();
        let is_slash: Vec<bool> = path.bytes().map(|byte| byte == b'/').collect();
        Components::of(&bytes, &is_slash)
    }
}

/// Who knows what a file system alone does not.
pub(super) trait Lookup<B> {
    /// The node of a name in a directory, and the name as it is written there.
    fn find(
        &mut self,
        directory: &Directory<B>,
        inode: Inode,
        name: &Name<B>,
    ) -> Result<Option<(Name<B>, Inode)>, Interrupt<B>>;

    /// Whether a name is this text of as many bytes.
    fn is(&mut self, name: &[B], text: &str) -> bool;

    /// Whether it was decided what an entry of the tree is.
    fn settle(&self, inode: Inode) -> Result<(), Interrupt<B>>;
}

/// Names are written with the bytes that they have.
struct Plain;

impl<B: Byte> Lookup<B> for Plain {
    fn find(
        &mut self,
        directory: &Directory<B>,
        _: Inode,
        name: &Name<B>,
    ) -> Result<Option<(Name<B>, Inode)>, Interrupt<B>> {
        Ok(directory.get(name).map(|inode| (name.clone(), inode)))
    }

    fn is(&mut self, name: &[B], text: &str) -> bool {
        name.iter().zip(text.bytes()).all(|(&byte, other)| byte == B::from(other))
    }

    fn settle(&self, _: Inode) -> Result<(), Interrupt<B>> {
        Ok(())
    }
}

impl<B: Byte> Filesystem<B> {
    /// Walks a path from `base`. `follow` says whether a symbolic link at the end is followed too; with a slash
    /// behind it, it always is.
    pub(super) fn resolve(
        &self,
        base: Inode,
        path: Components<B>,
        follow: bool,
        lookup: &mut impl Lookup<B>,
    ) -> Result<Place<B>, Interrupt<B>> {
        if path.is_empty {
            return Err(Errno::Noent.into());
        }
        if path.is_absolute {
            return Err(Errno::Notcapable.into());
        }
        let Components { reversed: mut pending, mut slash, .. } = path;
        let mut trail = vec![base];
        let mut symlinks = 0;
        while let Some(name) = pending.pop() {
            let parent = *trail.last().ok_or(Errno::Notcapable)?;
            let directory = self.directory(parent)?;
            if name.len() == 1 && lookup.is(&name, ".") {
                continue;
            }
            if name.len() == 2 && lookup.is(&name, "..") {
                trail.pop();
                // Noticed here rather than at the next name, so that `../` alone does not pass.
                trail.last().ok_or(Errno::Notcapable)?;
                continue;
            }
            if name.len() > NAME_MAX {
                return Err(Errno::Nametoolong.into());
            }
            let last = pending.is_empty();
            let Some((name, inode)) = lookup.find(directory, parent, &name)? else {
                return if last {
                    Ok(Place { parent, name: Some(name), node: None, slash })
                } else {
                    Err(Errno::Noent.into())
                };
            };
            if !last || slash {
                lookup.settle(inode)?;
            }
            match &self.node(inode).data {
                Data::Symlink(target) if follow || slash || !last => {
                    symlinks += 1;
                    if symlinks > SYMLINK_MAX {
                        return Err(Errno::Loop.into());
                    }
                    if target.starts_with('/') {
                        return Err(Errno::Notcapable.into());
                    }
                    slash |= last && target.ends_with('/');
                    pending.extend(Components::of_text(target).reversed);
                }
                Data::Directory(_) if !last => trail.push(inode),
                Data::Directory(_) => {
                    return Ok(Place { parent, name: Some(name), node: Some(inode), slash });
                }
                _ if last && !slash => {
                    return Ok(Place { parent, name: Some(name), node: Some(inode), slash });
                }
                _ => return Err(Errno::Notdir.into()),
            }
        }
        let directory = *trail.last().ok_or(Errno::Notcapable)?;
        Ok(Place { parent: directory, name: None, node: Some(directory), slash })
    }

    /// The same from the root, of a path that is known, before there are names that are not.
    pub(super) fn resolve_text(&self, path: &str) -> Result<Place<B>, Interrupt<B>> {
        self.resolve(Inode::ROOT, Components::of_text(path), true, &mut Plain)
    }
}

/// Names may have to be compared, and asked for.
struct Asking<'a, B, G> {
    wasi: &'a Wasi<B>,
    guest: &'a mut G,
}

impl<B: Byte, G: Guest<Byte = B>> Lookup<B> for Asking<'_, B, G> {
    fn find(
        &mut self,
        directory: &Directory<B>,
        inode: Inode,
        name: &Name<B>,
    ) -> Result<Option<(Name<B>, Inode)>, Interrupt<B>> {
        if let Some(found) = directory.get(name) {
            return Ok(Some((name.clone(), found)));
        }
        if self.wasi.tree_shape().is_none() {
            return Ok(None);
        }
        let is_known = |name: &[B]| name.iter().all(|byte| byte.known().is_some());
        let name_is_known = is_known(name);
        let mut is_same = |other: &Name<B>| {
            other.len() == name.len() && !(name_is_known && is_known(other)) && self.guest.same(other, name)
        };
        if let Some((same, found)) = directory.sorted().find(|(other, _)| is_same(other)) {
            return Ok(Some((same.clone(), found)));
        }
        match &directory.unlisted {
            Some(unlisted) if !unlisted.absent.contains(name) && !unlisted.absent.iter().any(is_same) => {
                Err(Need::Find(inode, name.clone()).into())
            }
            _ => Ok(None),
        }
    }

    fn is(&mut self, name: &[B], text: &str) -> bool {
        let text: Vec<B> = text.bytes().map(B::from).collect();
        // No name of the tree is `.` or `..`.
        name == text
            || !name.iter().any(|&byte| byte.known().is_some() || self.wasi.is_letter(byte))
                && self.guest.same(name, &text)
    }

    fn settle(&self, inode: Inode) -> Result<(), Interrupt<B>> {
        self.wasi.settle_kind(inode)
    }
}

impl<B: Byte> Wasi<B> {
    /// Where a path leads that the guest passes together with the descriptor of a directory.
    pub(super) fn place<G: Guest<Byte = B>>(
        &self,
        fd: u32,
        address: u32,
        len: u32,
        follow: bool,
        guest: &mut G,
    ) -> Result<Place<B>, Interrupt<B>> {
        let base = self.descriptors.get(fd)?.inode_or(Errno::Notdir)?;
        let path = match self.tree_shape() {
            None => Components::of_text(&read_path(guest, address, len)?),
            Some(_) => self.components(address, len, guest)?,
        };
        self.settle_kind(base)?;
        self.filesystem.resolve(base, path, follow, &mut Asking { wasi: self, guest })
    }

    /// A path with bytes that may be terms. One that can be anything but a printable byte has to be known.
    fn components<G: Guest<Byte = B>>(
        &self,
        address: u32,
        len: u32,
        guest: &mut G,
    ) -> Result<Components<B>, Interrupt<B>> {
        if len > PATH_MAX {
            return Err(Errno::Nametoolong.into());
        }
        let mut path = guest.read(address, len)?;
        let mut is_slash = Vec::with_capacity(path.len());
        for byte in &mut path {
            if byte.known().is_none() && !self.is_letter(*byte) && !guest.is_between(*byte, b' ', b'~') {
                *byte = B::from(guest.concrete(*byte));
            }
            is_slash.push(match byte.known() {
                Some(byte) => byte == b'/',
                None => !self.is_letter(*byte) && guest.same(&[*byte], &[B::from(b'/')]),
            });
        }
        text(path.iter().map(|byte| byte.known().unwrap_or(b'x')).collect())?;
        Ok(Components::of(&path, &is_slash))
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
        let dir = tree.create(Inode::ROOT, b"dir", empty, 0).unwrap();
        let file = tree.create(dir, b"file", Data::File(Arc::default()), 0).unwrap();
        for (name, target) in [("link", "dir"), ("loop", "loop"), ("out", "../x"), ("dangling", "dir/new")] {
            tree.create(Inode::ROOT, name.as_bytes(), Data::Symlink(target.into()), 0).unwrap();
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
        let found = tree.resolve_text(path).map(|place| place.node.map(label));
        assert_eq!(found, expected.map_err(Interrupt::Errno), "{path}");
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
        let path = Components::of_text("../dir/file");
        assert_eq!(tree.resolve(dir, path, true, &mut Plain), Err(Errno::Notcapable.into()));
    }

    #[test]
    fn a_dangling_link_names_what_it_would_create() {
        let (tree, dir, _) = tree();
        let place = tree.resolve_text("dangling").unwrap();
        assert_eq!((place.parent, place.name.as_deref()), (dir, Some(&b"new"[..])));
        let path = Components::of_text("loop");
        assert!(tree.resolve(Inode::ROOT, path, false, &mut Plain).unwrap().node.is_some());
    }
}
