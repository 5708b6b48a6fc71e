//! The file system: nodes, the names that lead to them, and what they may take up.
//!
//! Names and nodes are apart, as in Unix, because programs rely on it: a file that was removed while open can
//! still be read, and `rename` keeps the identity of what it moves. A node lives as long as a name or a
//! descriptor refers to it. Contents are shared between forks of a state until one of them writes.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::abi::{Byte, Filetype, PATH_MAX};
use super::config::Limits;
use super::directory::{Directory, Name, Unlisted};
use super::entries::EntryIdx;
use super::errno::{Errno, Interrupt, Limit};

/// The number of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Inode(pub(super) u64);

impl Inode {
    pub(super) const ROOT: Inode = Inode(1);
}

/// What a node holds.
#[derive(Clone, Debug)]
pub(super) enum Data<B> {
    File(Arc<Vec<B>>),
    Directory(Arc<Directory<B>>),
    Symlink(Arc<str>),
    /// An entry of the tree that is input: a file, or it was not decided what.
    Input(EntryIdx),
}

/// A time of a node.
#[derive(Clone, Copy, Debug)]
pub(super) enum Time {
    /// In nanoseconds since 1970.
    Known(u64),
    /// That of an entry of the tree that is input.
    Input(EntryIdx),
}

/// A file, directory or symbolic link.
#[derive(Clone, Debug)]
pub(super) struct Node<B> {
    pub(super) data: Data<B>,
    /// How many names lead here.
    pub(super) links: u64,
    /// How many descriptors are open on it.
    open: u64,
    /// When it was accessed, modified and changed.
    pub(super) times: [Time; 3],
}

impl<B> Node<B> {
    pub(super) fn new(data: Data<B>, times: [Time; 3]) -> Node<B> {
        Node { data, links: 0, open: 0, times }
    }

    /// It is modified now.
    fn touch(&mut self, now: u64) {
        self.times[1..].fill(Time::Known(now));
    }

    pub(super) fn filetype(&self) -> Filetype {
        match self.data {
            // What else it may be is asked of its entry.
            Data::File(_) | Data::Input(_) => Filetype::RegularFile,
            Data::Directory(_) => Filetype::Directory,
            Data::Symlink(_) => Filetype::SymbolicLink,
        }
    }

    pub(super) fn is_directory(&self) -> bool {
        matches!(self.data, Data::Directory(_))
    }

    /// The size that `stat` reports, which is also what counts against [`Limits::file_bytes`].
    pub(super) fn size(&self) -> u64 {
        match &self.data {
            Data::File(contents) => contents.len() as u64,
            Data::Directory(_) | Data::Input(_) => 0,
            Data::Symlink(target) => target.len() as u64,
        }
    }
}

/// All nodes, reachable from [`Inode::ROOT`] or through a descriptor.
#[derive(Clone, Debug)]
pub(super) struct Filesystem<B> {
    nodes: BTreeMap<Inode, Node<B>>,
    next_inode: u64,
    bytes: u64,
    max_bytes: u64,
    entries: u64,
    max_entries: u64,
}

impl<B: Byte> Filesystem<B> {
    /// Only the root directory, with no limits yet.
    pub(super) fn new(now: u64) -> Filesystem<B> {
        let mut filesystem = Filesystem {
            nodes: BTreeMap::new(),
            next_inode: Inode::ROOT.0,
            bytes: 0,
            max_bytes: u64::MAX,
            entries: 0,
            max_entries: u64::MAX,
        };
        let root = filesystem.add_node(Data::Directory(Arc::new(Directory::new(Inode::ROOT))), now);
        filesystem.node_mut(root).links = 1;
        filesystem
    }

    /// From here on the program pays: what is there now is not counted.
    pub(super) fn set_limits(&mut self, limits: &Limits) {
        self.max_bytes = self.bytes.saturating_add(limits.file_bytes);
        self.max_entries = self.entries.saturating_add(limits.entries);
    }

    pub(super) fn node(&self, inode: Inode) -> &Node<B> {
        self.nodes.get(&inode).expect("names and descriptors keep their nodes alive")
    }

    pub(super) fn node_mut(&mut self, inode: Inode) -> &mut Node<B> {
        self.nodes.get_mut(&inode).expect("names and descriptors keep their nodes alive")
    }

    pub(super) fn directory(&self, inode: Inode) -> Result<&Directory<B>, Errno> {
        match &self.node(inode).data {
            Data::Directory(directory) => Ok(directory),
            _ => Err(Errno::Notdir),
        }
    }

    pub(super) fn contents(&self, inode: Inode) -> Result<&Arc<Vec<B>>, Errno> {
        match &self.node(inode).data {
            Data::File(contents) => Ok(contents),
            Data::Directory(_) => Err(Errno::Isdir),
            Data::Symlink(_) => Err(Errno::Loop),
            Data::Input(_) => Err(Errno::Notsup),
        }
    }

    fn add_node(&mut self, data: Data<B>, now: u64) -> Inode {
        let inode = Inode(self.next_inode);
        self.next_inode += 1;
        let node = Node::new(data, [Time::Known(now); 3]);
        self.bytes += node.size();
        self.nodes.insert(inode, node);
        inode
    }

    fn drop_if_unused(&mut self, inode: Inode) {
        let node = self.node(inode);
        if node.links == 0 && node.open == 0 {
            self.bytes -= node.size();
            self.nodes.remove(&inode);
        }
    }

    /// A descriptor was opened on the node.
    pub(super) fn retain(&mut self, inode: Inode) {
        self.node_mut(inode).open += 1;
    }

    /// A descriptor on the node was closed.
    pub(super) fn release(&mut self, inode: Inode) {
        self.node_mut(inode).open -= 1;
        self.drop_if_unused(inode);
    }

    fn directory_mut(&mut self, inode: Inode, now: u64) -> &mut Directory<B> {
        self.node_mut(inode).touch(now);
        self.names_mut(inode)
    }

    /// The names of a directory, to be changed by somebody else than the program: its time stays.
    fn names_mut(&mut self, inode: Inode) -> &mut Directory<B> {
        match &mut self.node_mut(inode).data {
            Data::Directory(directory) => Arc::make_mut(directory),
            _ => panic!("the parent of a name is a directory"),
        }
    }

    /// Creates a file, directory or symbolic link under a name that is free.
    pub(super) fn create(
        &mut self,
        parent: Inode,
        name: &[B],
        data: Data<B>,
        now: u64,
    ) -> Result<Inode, Interrupt<B>> {
        self.check_room(parent)?;
        let inode = self.add_node(data, now);
        if self.bytes > self.max_bytes {
            self.drop_if_unused(inode);
            return Err(Limit::FileBytes.into());
        }
        self.link(parent, name, inode, now)?;
        Ok(inode)
    }

    /// Gives a node one more name, which is free.
    pub(super) fn link(
        &mut self,
        parent: Inode,
        name: &[B],
        inode: Inode,
        now: u64,
    ) -> Result<(), Interrupt<B>> {
        self.check_room(parent)?;
        self.directory_mut(parent, now).insert(name.into(), inode);
        self.entries += 1;
        let node = self.node_mut(inode);
        node.links += 1;
        node.times[2] = Time::Known(now);
        Ok(())
    }

    /// Whether a name can be added. A directory that was removed while open takes no more.
    fn check_room(&self, parent: Inode) -> Result<(), Interrupt<B>> {
        if self.node(parent).links == 0 {
            return Err(Errno::Noent.into());
        }
        if self.entries >= self.max_entries { Err(Limit::Entries.into()) } else { Ok(()) }
    }

    /// Takes a name away, and with the last one the node unless it is open.
    pub(super) fn unlink(&mut self, parent: Inode, name: &[B], now: u64) {
        if let Some(inode) = self.directory_mut(parent, now).remove(name) {
            self.entries -= 1;
            let node = self.node_mut(inode);
            node.links -= 1;
            node.times[2] = Time::Known(now);
            self.drop_if_unused(inode);
        }
    }

    /// Gives a node another name instead of the one it has; whatever had that name is gone.
    pub(super) fn rename(
        &mut self,
        from: (Inode, &[B]),
        to: (Inode, &[B]),
        now: u64,
    ) -> Result<(), Interrupt<B>> {
        if self.node(to.0).links == 0 {
            return Err(Errno::Noent.into());
        }
        self.unlink(to.0, to.1, now);
        if let Some(inode) = self.directory_mut(from.0, now).remove(from.1) {
            self.directory_mut(to.0, now).insert(to.1.into(), inode);
            if let Data::Directory(moved) = &mut self.node_mut(inode).data {
                Arc::make_mut(moved).parent = to.0;
            }
        }
        Ok(())
    }

    /// Whether `inode` is `ancestor` or somewhere below it.
    pub(super) fn is_within(&self, mut inode: Inode, ancestor: Inode) -> bool {
        while inode != ancestor {
            match self.directory(inode) {
                Ok(directory) if inode != Inode::ROOT => inode = directory.parent,
                _ => return false,
            }
        }
        true
    }

    /// How many bytes all files have.
    pub(super) fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Makes a file this long, filling up with zeros.
    pub(super) fn resize(&mut self, inode: Inode, len: u64, now: u64) -> Result<(), Interrupt<B>> {
        let old = self.contents(inode)?.len() as u64;
        if len > i64::MAX as u64 {
            return Err(Errno::Fbig.into());
        }
        let bytes = (self.bytes - old).saturating_add(len);
        if len > old && bytes > self.max_bytes {
            return Err(Limit::FileBytes.into());
        }
        self.bytes = bytes;
        let contents = self.contents_mut(inode, now)?;
        contents.resize(len as usize, B::from(0));
        // Else a program could grow one file after the other to the limit and cut it off again.
        if len < old {
            contents.shrink_to_fit();
        }
        Ok(())
    }

    /// Overwrites a part of a file, which grows if need be; a gap before `offset` reads as zeros.
    pub(super) fn write(
        &mut self,
        inode: Inode,
        offset: u64,
        bytes: &[B],
        now: u64,
    ) -> Result<(), Interrupt<B>> {
        if bytes.is_empty() {
            return Ok(());
        }
        let end = offset.checked_add(bytes.len() as u64).ok_or(Errno::Fbig)?;
        if end > self.contents(inode)?.len() as u64 {
            self.resize(inode, end, now)?;
        }
        self.contents_mut(inode, now)?[offset as usize..end as usize].copy_from_slice(bytes);
        Ok(())
    }

    fn contents_mut(&mut self, inode: Inode, now: u64) -> Result<&mut Vec<B>, Errno> {
        let node = self.node_mut(inode);
        node.touch(now);
        match &mut node.data {
            Data::File(contents) => Ok(Arc::make_mut(contents)),
            _ => Err(Errno::Isdir),
        }
    }

    /// Makes a directory a folder of a tree that is input.
    pub(super) fn become_unlisted(&mut self, inode: Inode) {
        self.names_mut(inode).become_unlisted(None);
    }

    /// What is not known of a folder, if something is not.
    pub(super) fn unlisted_mut(&mut self, inode: Inode) -> Option<&mut Unlisted<B>> {
        self.names_mut(inode).unlisted.as_mut()
    }

    /// Adds a node that was in a folder from the start, although only now anybody asked. That changes nothing, and costs the
    /// program nothing.
    pub(super) fn add_initial(&mut self, folder: Inode, name: Name<B>, mut node: Node<B>) -> Inode {
        let inode = Inode(self.next_inode);
        self.next_inode += 1;
        node.links = 1;
        self.nodes.insert(inode, node);
        self.entries += 1;
        self.max_entries = self.max_entries.saturating_add(1);
        let directory = self.names_mut(folder);
        if let Some(unlisted) = &mut directory.unlisted {
            unlisted.initial.insert(name.clone());
        }
        directory.insert(name, inode);
        inode
    }

    /// It is decided that an entry is a directory.
    pub(super) fn become_directory(&mut self, inode: Inode, parent: Inode, entry: EntryIdx) {
        if let Some(node) = self.nodes.get_mut(&inode) {
            node.data = Data::Directory(Arc::new(Directory::unlisted(parent, entry)));
        }
    }

    /// All names of a folder are known.
    pub(super) fn become_listed(&mut self, inode: Inode, order: &[Name<B>]) {
        self.names_mut(inode).become_listed(order);
    }

    /// An entry is a file like any other from now on.
    pub(super) fn become_file(&mut self, inode: Inode, contents: Vec<B>) {
        self.bytes += contents.len() as u64;
        // What was there at the start is not counted.
        self.max_bytes = self.max_bytes.saturating_add(contents.len() as u64);
        self.node_mut(inode).data = Data::File(Arc::new(contents));
    }

    /// Every file with its path from the root, sorted. Those whose path is longer than a path may be are left
    /// out: a program can nest directories so deep that all the paths together would not fit into memory.
    pub(super) fn files(&self) -> Vec<(String, &[B])> {
        let mut files = Vec::new();
        let mut pending = vec![(String::new(), Inode::ROOT)];
        while let Some((path, inode)) = pending.pop() {
            match &self.node(inode).data {
                _ if path.len() > PATH_MAX as usize => {}
                Data::File(contents) => files.push((path, contents.as_slice())),
                Data::Directory(directory) => {
                    let shown = |name: &Name<B>| -> Vec<u8> {
                        name.iter().map(|byte| byte.known().unwrap_or(b'?')).collect()
                    };
                    pending.extend(directory.sorted().map(|(name, inode)| {
                        (format!("{path}/{}", String::from_utf8_lossy(&shown(name))), inode)
                    }));
                }
                Data::Symlink(_) | Data::Input(_) => {}
            }
        }
        files.sort_by(|a, b| a.0.cmp(&b.0));
        files
    }
}
