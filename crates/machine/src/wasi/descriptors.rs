//! The table of open descriptors. Preview 1 can't duplicate one, so each has its own offset.

use super::abi::{Filetype, rights};
use super::errno::Errno;
use super::filesystem::Inode;

/// What a descriptor stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Resource {
    Stdin,
    Stdout,
    Stderr,
    Node(Inode),
}

/// An open descriptor.
#[derive(Clone, Debug)]
pub(super) struct Descriptor {
    pub(super) resource: Resource,
    /// Whether the program was started with it as a directory: these are what libc looks for.
    pub(super) preopen: bool,
    pub(super) offset: u64,
    pub(super) flags: u16,
    pub(super) rights: u64,
    pub(super) rights_inheriting: u64,
}

impl Descriptor {
    /// A standard stream: a pipe, not a terminal. libc tells them apart by the file type, and buffers the output
    /// to a pipe in full blocks. To a terminal it would search everything printed for line ends, and with
    /// symbolic bytes each of those comparisons is a fork that the program never asked for. stdout and stderr are
    /// collected apart, so nothing is lost by their order.
    fn stream(resource: Resource) -> Descriptor {
        let rights = rights::ALL & !(rights::FD_SEEK | rights::FD_TELL);
        let unusable = if resource == Resource::Stdin { rights::FD_WRITE } else { rights::FD_READ };
        Descriptor {
            resource,
            preopen: false,
            offset: 0,
            flags: 0,
            rights: rights & !unusable,
            rights_inheriting: 0,
        }
    }

    /// A file or directory just opened.
    pub(super) fn node(inode: Inode, flags: u16, rights: u64, rights_inheriting: u64) -> Descriptor {
        Descriptor {
            resource: Resource::Node(inode),
            preopen: false,
            offset: 0,
            flags,
            rights,
            rights_inheriting,
        }
    }

    /// The file or directory behind it, or `stream` as the error if it is a standard stream.
    pub(super) fn inode_or(&self, stream: Errno) -> Result<Inode, Errno> {
        match self.resource {
            Resource::Node(inode) => Ok(inode),
            _ => Err(stream),
        }
    }

    /// What POSIX has read(2) and write(2) say to a descriptor that was not opened for it.
    pub(super) fn require(&self, right: u64) -> Result<(), Errno> {
        if self.rights & right == 0 { Err(Errno::Badf) } else { Ok(()) }
    }
}

/// The file type that is reported for the standard streams.
pub(super) const STREAM_TYPE: Filetype = Filetype::Unknown;

/// All open descriptors; the lowest free number is given out first, as POSIX has it.
#[derive(Clone, Debug)]
pub(super) struct Descriptors {
    slots: Vec<Option<Descriptor>>,
    limit: usize,
}

impl Descriptors {
    /// The standard streams, and the root directory as descriptor 3.
    pub(super) fn new(root: Inode, limit: usize) -> Descriptors {
        let mut preopen = Descriptor::node(root, 0, rights::ALL & !rights::FD_WRITE, rights::ALL);
        preopen.preopen = true;
        let slots = vec![
            Some(Descriptor::stream(Resource::Stdin)),
            Some(Descriptor::stream(Resource::Stdout)),
            Some(Descriptor::stream(Resource::Stderr)),
            Some(preopen),
        ];
        Descriptors { slots, limit }
    }

    pub(super) fn get(&self, fd: u32) -> Result<&Descriptor, Errno> {
        self.slots.get(fd as usize).and_then(Option::as_ref).ok_or(Errno::Badf)
    }

    pub(super) fn get_mut(&mut self, fd: u32) -> Result<&mut Descriptor, Errno> {
        self.slots.get_mut(fd as usize).and_then(Option::as_mut).ok_or(Errno::Badf)
    }

    /// Those that are open.
    pub(super) fn all(&self) -> impl Iterator<Item = &Descriptor> {
        self.slots.iter().flatten()
    }

    /// The number that the next descriptor will get.
    pub(super) fn next_free(&self) -> Result<u32, Errno> {
        let free = self.slots.iter().position(Option::is_none).unwrap_or(self.slots.len());
        if free < self.limit { Ok(free as u32) } else { Err(Errno::Mfile) }
    }

    pub(super) fn insert(&mut self, descriptor: Descriptor) -> Result<u32, Errno> {
        let fd = self.next_free()?;
        match self.slots.get_mut(fd as usize) {
            Some(slot) => *slot = Some(descriptor),
            None => self.slots.push(Some(descriptor)),
        }
        Ok(fd)
    }

    pub(super) fn remove(&mut self, fd: u32) -> Result<Descriptor, Errno> {
        self.slots.get_mut(fd as usize).and_then(Option::take).ok_or(Errno::Badf)
    }

    /// Moves `from` to the number `to`, which must be open too, and returns what was open there.
    pub(super) fn renumber(&mut self, from: u32, to: u32) -> Result<Option<Descriptor>, Errno> {
        self.get(to)?;
        self.get(from)?;
        if from == to {
            return Ok(None);
        }
        let moved = self.slots[from as usize].take();
        Ok(std::mem::replace(&mut self.slots[to as usize], moved))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lowest_number_is_reused() {
        let mut table = Descriptors::new(Inode::ROOT, 6);
        let open = || Descriptor::node(Inode::ROOT, 0, 0, 0);
        assert_eq!(table.insert(open()), Ok(4));
        assert_eq!(table.insert(open()), Ok(5));
        assert_eq!(table.insert(open()), Err(Errno::Mfile));
        table.remove(1).unwrap();
        assert_eq!(table.remove(1).err(), Some(Errno::Badf));
        assert_eq!(table.insert(open()), Ok(1));
    }

    #[test]
    fn renumbering_needs_both() {
        let mut table = Descriptors::new(Inode::ROOT, 6);
        assert_eq!(table.renumber(3, 4).err(), Some(Errno::Badf));
        assert_eq!(table.renumber(4, 3).err(), Some(Errno::Badf));
        assert!(table.renumber(2, 2).unwrap().is_none());
        assert_eq!(table.renumber(1, 2).unwrap().unwrap().resource, Resource::Stderr);
        assert_eq!(table.get(2).unwrap().resource, Resource::Stdout);
        assert_eq!(table.get(1).err(), Some(Errno::Badf));
    }
}
