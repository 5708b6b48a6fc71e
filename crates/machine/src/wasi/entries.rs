//! A tree that is input, as far as it was asked for: its files and directories, and what is known of each.
//!
//! A call that needs more of it than there is ends with a [`Need`], and nothing has happened. Whoever runs the program makes what
//! is needed (`process/tree` asks for inputs and decides about them) and repeats the call. So names, sizes, times and contents
//! may be terms here, and only what a call cannot do without is decided: how many names a folder has, how long they are, what
//! is opened as a directory, how much is there to read.
//!
//! An entry stays as it was at the start whatever the program does to its file: that is how a run tells the tree it ran on.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::Wasi;
use super::abi::{Byte, Filetype};
use super::config::{ConfigError, GivenEntry, TreeShape};
use super::directory::{Directory, Name};
use super::errno::{Errno, Interrupt};
use super::filesystem::{Data, Inode, Node, Time};

/// The number of an entry, in the order in which entries were asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct EntryIdx(pub u32);

/// A file or directory that is input.
#[derive(Clone, Debug)]
pub struct Entry<B> {
    /// The folder that it is in at the start; none is the tree's own.
    pub parent: Option<EntryIdx>,
    /// Its name at the start.
    pub name: Name<B>,
    /// Its file type, as programs see it.
    pub filetype: B,
    /// Whether it is a directory, if that was decided.
    pub is_directory: Option<bool>,
    /// Its size, if anybody asked.
    pub size: Option<[B; 8]>,
    /// A size that it has at least.
    pub least_size: u64,
    /// Its size as a number, if that had to be known.
    pub known_size: Option<u64>,
    /// When it was modified, in nanoseconds since 1970, if anybody asked.
    pub time: Option<[B; 8]>,
    /// What was read of it, each byte at its place.
    pub contents: Arc<Vec<Option<B>>>,
    inode: Inode,
    /// The node of the folder that it is in at the start.
    folder: Inode,
}

/// All entries.
#[derive(Clone, Debug)]
pub(super) struct Entries<B> {
    shape: TreeShape,
    all: Vec<Entry<B>>,
    /// The bytes of names that are terms: none of them is `/`, wherever it is in a path.
    letters: BTreeSet<B>,
    /// How many bytes of contents there are.
    bytes: u64,
}

/// What a call cannot do without.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Need<B> {
    /// All names of a folder.
    List(Inode),
    /// Whether a folder has this name, which none of the names is that it is known to have or not to have.
    Find(Inode, Name<B>),
    /// Whether an entry is a directory.
    Kind(EntryIdx),
    /// Its size and its time, as terms.
    Attributes(EntryIdx),
    /// Its size if it is not at least this.
    Size(EntryIdx, u64),
    /// So many of its bytes from here on, which it has.
    Bytes(EntryIdx, u64, u64),
}

impl<B> From<Need<B>> for Interrupt<B> {
    fn from(need: Need<B>) -> Self {
        Interrupt::Need(need)
    }
}

impl<B: Byte> Entries<B> {
    pub(super) fn new(shape: TreeShape) -> Entries<B> {
        Entries { shape, all: Vec::new(), letters: BTreeSet::new(), bytes: 0 }
    }

    pub(super) fn bytes(&self) -> u64 {
        self.bytes
    }

    pub(super) fn get(&self, entry: EntryIdx) -> &Entry<B> {
        &self.all[entry.0 as usize]
    }

    fn get_mut(&mut self, entry: EntryIdx) -> &mut Entry<B> {
        &mut self.all[entry.0 as usize]
    }
}

impl<B: Byte> Entry<B> {
    /// Up to so many bytes of it from here on, or what has to be known first.
    pub(super) fn read(&self, this: EntryIdx, from: u64, wanted: u64, most: u64) -> Result<Vec<B>, Need<B>> {
        // No file of the tree is longer, whatever its size is.
        if wanted == 0 || from >= most {
            return Ok(Vec::new());
        }
        let end = from.saturating_add(wanted);
        let end = match self.known_size {
            Some(size) => end.min(size),
            None if end <= self.least_size => end,
            None => return Err(Need::Size(this, end)),
        };
        let count = end.saturating_sub(from);
        let held = self.contents.get(from as usize..).unwrap_or_default();
        let held: Option<Vec<B>> = held.iter().take(count as usize).copied().collect();
        held.filter(|held| held.len() as u64 == count).ok_or(Need::Bytes(this, from, count))
    }
}

/// The size and the three times of a node, as they are in memory.
type Attributes<B> = ([B; 8], [[B; 8]; 3]);

/// What is made of a tree, for whoever runs the program.
impl<B: Byte> Wasi<B> {
    /// The shape of the tree that is input, if there is one.
    pub fn tree_shape(&self) -> Option<&TreeShape> {
        self.entries.as_ref().map(|entries| &entries.shape)
    }

    /// The entries of the tree, as far as they were asked for.
    pub fn entries(&self) -> &[Entry<B>] {
        self.entries.as_ref().map_or(&[], |entries| &entries.all)
    }

    /// An entry of the tree.
    pub fn entry(&self, entry: EntryIdx) -> &Entry<B> {
        self.tree().get(entry)
    }

    /// Whether a byte is one of a name of the tree.
    pub(super) fn is_letter(&self, byte: B) -> bool {
        self.entries.as_ref().is_some_and(|entries| entries.letters.contains(&byte))
    }

    pub(super) fn tree(&self) -> &Entries<B> {
        self.entries.as_ref().expect("only a tree has entries")
    }

    fn tree_mut(&mut self) -> &mut Entries<B> {
        Arc::make_mut(self.entries.as_mut().expect("only a tree has entries"))
    }

    /// Says something about an entry.
    pub(crate) fn set_entry(&mut self, entry: EntryIdx, set: impl FnOnce(&mut Entry<B>)) {
        set(self.tree_mut().get_mut(entry));
    }

    /// Adds a name to a folder.
    pub(crate) fn add_entry(&mut self, folder: Inode, name: Name<B>, filetype: B) -> EntryIdx {
        let parent = self.unlisted(folder).and_then(|unlisted| unlisted.entry);
        let entry = EntryIdx(self.tree().all.len() as u32);
        let time = Time::Input(entry);
        let node = Node::new(Data::Input(entry), [time, time, time]);
        let inode = self.filesystem_mut().add_initial(folder, name.clone(), node);
        let entries = self.tree_mut();
        entries.letters.extend(name.iter().filter(|byte| byte.known().is_none()));
        entries.all.push(Entry {
            parent,
            name,
            filetype,
            is_directory: None,
            size: None,
            least_size: 0,
            known_size: None,
            time: None,
            contents: Arc::default(),
            inode,
            folder,
        });
        entry
    }

    /// Says that a folder does not have a name.
    pub(crate) fn add_absent(&mut self, folder: Inode, name: Name<B>) {
        if let Some(unlisted) = self.filesystem_mut().unlisted_mut(folder) {
            unlisted.absent.insert(name);
        }
    }

    /// Says whether an entry is a directory.
    pub(crate) fn set_kind(&mut self, entry: EntryIdx, is_directory: bool) {
        let held = self.tree_mut().get_mut(entry);
        held.is_directory = Some(is_directory);
        held.filetype = B::from(if is_directory { Filetype::Directory } else { Filetype::RegularFile } as u8);
        let (inode, folder) = (held.inode, held.folder);
        if is_directory {
            self.filesystem_mut().become_directory(inode, folder, entry);
        }
    }

    /// Puts a byte that was asked for at its place.
    pub(crate) fn set_byte(&mut self, entry: EntryIdx, at: u64, byte: B) {
        let entries = self.tree_mut();
        entries.bytes += 1;
        let contents = Arc::make_mut(&mut entries.get_mut(entry).contents);
        let at = at as usize;
        if contents.len() <= at {
            contents.resize(at + 1, None);
        }
        contents[at] = Some(byte);
    }

    /// The names that a folder is known to have from the start, those that it does not have, and which entry it is.
    pub(crate) fn unlisted_names(&self, folder: Inode) -> (Vec<Name<B>>, Vec<Name<B>>, Option<EntryIdx>) {
        let of = |names: &BTreeSet<Name<B>>| names.iter().cloned().collect();
        self.unlisted(folder).map_or_else(Default::default, |unlisted| {
            (of(&unlisted.initial), of(&unlisted.absent), unlisted.entry)
        })
    }

    fn unlisted(&self, folder: Inode) -> Option<&super::directory::Unlisted<B>> {
        self.filesystem.directory(folder).ok().and_then(|directory| directory.unlisted.as_ref())
    }

    /// Says that a folder has all its names now, and their order.
    pub(crate) fn set_listed(&mut self, folder: Inode, order: &[Name<B>]) {
        self.filesystem_mut().become_listed(folder, order);
    }
}

/// What is known of a tree from the beginning.
impl<B: Byte> Wasi<B> {
    /// Makes all files and directories of a tree, of which only what is in files is left to ask for.
    pub(super) fn give(&mut self, root: Inode, given: &[GivenEntry]) -> Result<(), ConfigError> {
        let wrong = |path: &str, errno| ConfigError { path: path.into(), errno };
        let mut folders = BTreeMap::from([("", root)]);
        for GivenEntry { path, size, time } in given {
            let (folder, name) = path.rsplit_once('/').unwrap_or(("", path));
            let folder = *folders.get(folder).ok_or_else(|| wrong(path, Errno::Noent))?;
            let name: Vec<B> = name.bytes().map(B::from).collect();
            if self.filesystem.directory(folder).is_ok_and(|directory| directory.get(&name).is_some()) {
                return Err(wrong(path, Errno::Exist));
            }
            let filetype = if size.is_some() { Filetype::RegularFile } else { Filetype::Directory };
            let entry = self.add_entry(folder, name.into(), B::from(filetype as u8));
            self.set_kind(entry, size.is_none());
            let bytes = u64::from(size.unwrap_or(0));
            let time = time.saturating_mul(1_000_000_000);
            self.set_entry(entry, |entry| {
                entry.size = Some(bytes.to_le_bytes().map(B::from));
                entry.known_size = Some(bytes);
                entry.time = Some(time.to_le_bytes().map(B::from));
            });
            if size.is_none() {
                folders.insert(path, self.entry(entry).inode);
            }
        }
        for folder in folders.into_values() {
            let (names, ..) = self.unlisted_names(folder);
            self.set_listed(folder, &names);
        }
        Ok(())
    }
}

/// What calls need to know of a node.
impl<B: Byte> Wasi<B> {
    /// Has it decided whether a node is a directory.
    pub(super) fn settle_kind(&self, inode: Inode) -> Result<(), Interrupt<B>> {
        match self.filesystem.node(inode).data {
            Data::Input(entry) if self.tree().get(entry).is_directory.is_none() => {
                Err(Need::Kind(entry).into())
            }
            _ => Ok(()),
        }
    }

    /// Has all names of a directory known.
    pub(super) fn settle_names(&self, inode: Inode) -> Result<&Directory<B>, Interrupt<B>> {
        self.settle_kind(inode)?;
        let directory = self.filesystem.directory(inode)?;
        match directory.unlisted {
            Some(_) => Err(Need::List(inode).into()),
            None => Ok(directory),
        }
    }

    /// Has the size of a file as a number.
    pub(super) fn settle_size(&self, inode: Inode) -> Result<u64, Interrupt<B>> {
        self.settle_kind(inode)?;
        match self.filesystem.node(inode).data {
            Data::Input(entry) => self.tree().get(entry).known_size.ok_or(Need::Size(entry, u64::MAX).into()),
            _ => Ok(self.filesystem.node(inode).size()),
        }
    }

    /// Has a file that is input as an ordinary one, to be written to.
    pub(super) fn settle_file(&mut self, inode: Inode) -> Result<(), Interrupt<B>> {
        if let Data::Input(entry) = self.filesystem.node(inode).data {
            let size = self.settle_size(inode)?;
            let most = self.tree().shape.most_bytes().into();
            let contents = self.tree().get(entry).read(entry, 0, size, most)?;
            self.filesystem_mut().become_file(inode, contents);
        }
        Ok(())
    }

    /// The size and times of a node, as bytes of a `filestat`.
    pub(super) fn settle_attributes(&self, inode: Inode) -> Result<Attributes<B>, Interrupt<B>> {
        let node = self.filesystem.node(inode);
        let of_time = |time: &Time| match *time {
            Time::Known(time) => Ok(time.to_le_bytes().map(B::from)),
            Time::Input(entry) => self.tree().get(entry).time.ok_or(Need::Attributes(entry)),
        };
        let [accessed, modified, changed] = &node.times;
        let times = [of_time(accessed)?, of_time(modified)?, of_time(changed)?];
        let size = match node.data {
            Data::Input(entry) => self.tree().get(entry).size.ok_or(Need::Attributes(entry))?,
            _ => node.size().to_le_bytes().map(B::from),
        };
        Ok((size, times))
    }

    /// Reads from a file that is input.
    pub(super) fn read_entry(&self, entry: EntryIdx, from: u64, wanted: u64) -> Result<Vec<B>, Interrupt<B>> {
        let held = self.tree().get(entry);
        match held.is_directory {
            None => Err(Need::Kind(entry).into()),
            Some(true) => Err(Errno::Isdir.into()),
            Some(false) => Ok(held.read(entry, from, wanted, self.tree().shape.most_bytes().into())?),
        }
    }

    /// The file type of a node, as programs see it.
    pub(super) fn filetype(&self, inode: Inode) -> B {
        let node = self.filesystem.node(inode);
        match node.data {
            Data::Input(entry) => self.tree().get(entry).filetype,
            _ => B::from(node.filetype() as u8),
        }
    }
}
