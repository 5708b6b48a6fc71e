//! What is known about descriptors and files besides their contents: `fdstat`, `filestat`, `prestat`, and the
//! calls that change, move or close a descriptor.

use super::Wasi;
use super::abi::{Byte, Guest, fdflags, lookup, rights};
use super::call::Args;
use super::descriptors::{Resource, STREAM_TYPE};
use super::errno::{Errno, Interrupt};
use super::filesystem::{Data, Inode, Node, Time};

/// The name of the one directory that programs start with; [`path`](super::path) tells why it is this one.
const PREOPEN_NAME: &[u8] = b"/";

/// The highest value of `advice`.
const ADVICE_MAX: u32 = 5;

impl<B: Byte> Wasi<B> {
    /// `fd_advise(fd, offset, len, advice)`
    pub(super) fn fd_advise(&mut self, args: Args) -> Result<(), Interrupt<B>> {
        self.regular_file(args.u32(0))?;
        if args.u32(3) > ADVICE_MAX { Err(Errno::Inval.into()) } else { Ok(()) }
    }

    /// `fd_allocate(fd, offset, len)`
    pub(super) fn fd_allocate(&mut self, args: Args) -> Result<(), Interrupt<B>> {
        let inode = self.regular_file(args.u32(0))?;
        self.descriptors.get(args.u32(0))?.require(rights::FD_WRITE)?;
        self.settle_file(inode)?;
        if args.u64(2) == 0 {
            return Err(Errno::Inval.into());
        }
        let end = args.u64(1).checked_add(args.u64(2)).ok_or(Errno::Fbig)?;
        if end <= self.filesystem.node(inode).size() {
            return Ok(());
        }
        let now = self.clock.now();
        self.filesystem_mut().resize(inode, end, now)
    }

    /// `fd_filestat_set_size(fd, size)`
    pub(super) fn fd_filestat_set_size(&mut self, args: Args) -> Result<(), Interrupt<B>> {
        let inode = self.regular_file(args.u32(0))?;
        self.descriptors.get(args.u32(0))?.require(rights::FD_WRITE)?;
        self.settle_file(inode)?;
        let now = self.clock.now();
        self.filesystem_mut().resize(inode, args.u64(1), now)
    }

    /// The file behind a descriptor. wasmtime says `EBADF` to a directory here, and POSIX `ESPIPE` to a pipe.
    pub(super) fn regular_file(&self, fd: u32) -> Result<Inode, Interrupt<B>> {
        let inode = self.descriptors.get(fd)?.inode_or(Errno::Spipe)?;
        self.settle_kind(inode)?;
        match self.filesystem.node(inode).data {
            Data::File(_) | Data::Input(_) => Ok(inode),
            Data::Directory(_) | Data::Symlink(_) => Err(Errno::Badf.into()),
        }
    }

    /// `fd_close(fd)`
    pub(super) fn fd_close(&mut self, args: Args) -> Result<(), Interrupt<B>> {
        let closed = self.descriptors.remove(args.u32(0))?;
        self.release(closed.resource);
        Ok(())
    }

    /// `fd_renumber(fd, to)`
    pub(super) fn fd_renumber(&mut self, args: Args) -> Result<(), Interrupt<B>> {
        if let Some(closed) = self.descriptors.renumber(args.u32(0), args.u32(1))? {
            self.release(closed.resource);
        }
        Ok(())
    }

    fn release(&mut self, resource: Resource) {
        if let Resource::Node(inode) = resource {
            self.filesystem_mut().release(inode);
        }
    }

    /// `fd_fdstat_get(fd, fdstat)`
    pub(super) fn fd_fdstat_get<G: Guest<Byte = B>>(
        &mut self,
        args: Args,
        guest: &mut G,
    ) -> Result<(), Interrupt<B>> {
        let descriptor = self.descriptors.get(args.u32(0))?;
        let filetype = match descriptor.resource {
            Resource::Node(inode) => self.filetype(inode),
            _ => B::from(STREAM_TYPE as u8),
        };
        let mut record = [0; 24];
        record[2..4].copy_from_slice(&descriptor.flags.to_le_bytes());
        record[8..16].copy_from_slice(&descriptor.rights.to_le_bytes());
        record[16..24].copy_from_slice(&descriptor.rights_inheriting.to_le_bytes());
        let mut record = record.map(B::from);
        record[0] = filetype;
        Ok(guest.write(args.u32(1), &record)?)
    }

    /// `fd_fdstat_set_flags(fd, flags)`
    pub(super) fn fd_fdstat_set_flags(&mut self, args: Args) -> Result<(), Interrupt<B>> {
        let descriptor = self.descriptors.get_mut(args.u32(0))?;
        descriptor.flags = parse_fdflags(args.u32(1))?;
        Ok(())
    }

    /// `fd_fdstat_set_rights(fd, base, inheriting)`: rights can only be given up.
    pub(super) fn fd_fdstat_set_rights(&mut self, args: Args) -> Result<(), Interrupt<B>> {
        let descriptor = self.descriptors.get_mut(args.u32(0))?;
        let (base, inheriting) = (args.u64(1), args.u64(2));
        if base & !descriptor.rights != 0 || inheriting & !descriptor.rights_inheriting != 0 {
            return Err(Errno::Notcapable.into());
        }
        (descriptor.rights, descriptor.rights_inheriting) = (base, inheriting);
        Ok(())
    }

    /// `fd_filestat_get(fd, filestat)`
    pub(super) fn fd_filestat_get<G: Guest<Byte = B>>(
        &mut self,
        args: Args,
        guest: &mut G,
    ) -> Result<(), Interrupt<B>> {
        let record = match self.descriptors.get(args.u32(0))?.resource {
            Resource::Node(inode) => self.filestat(inode)?,
            _ => {
                let mut record = [B::from(0); 64];
                record[16] = B::from(STREAM_TYPE as u8);
                record
            }
        };
        Ok(guest.write(args.u32(1), &record)?)
    }

    /// `path_filestat_get(fd, lookup, path, len, filestat)`
    pub(super) fn path_filestat_get<G: Guest<Byte = B>>(
        &mut self,
        args: Args,
        guest: &mut G,
    ) -> Result<(), Interrupt<B>> {
        let follow = args.u32(1) & lookup::SYMLINK_FOLLOW != 0;
        let inode = self.place(args.u32(0), args.u32(2), args.u32(3), follow, guest)?.existing()?;
        Ok(guest.write(args.u32(4), &self.filestat(inode)?)?)
    }

    fn filestat(&self, inode: Inode) -> Result<[B; 64], Interrupt<B>> {
        let known = |number: u64| number.to_le_bytes().map(B::from);
        let (size, [accessed, modified, changed]) = self.settle_attributes(inode)?;
        let (device, links) = (known(1), known(self.filesystem.node(inode).links));
        let mut filetype = known(0);
        filetype[0] = self.filetype(inode);
        let fields = [device, known(inode.0), filetype, links, size, accessed, modified, changed];
        let mut record = [B::from(0); 64];
        for (slot, field) in record.chunks_exact_mut(8).zip(fields) {
            slot.copy_from_slice(&field);
        }
        Ok(record)
    }

    /// `fd_filestat_set_times(fd, accessed, modified, flags)`
    pub(super) fn fd_filestat_set_times(&mut self, args: Args) -> Result<(), Interrupt<B>> {
        let inode = self.descriptors.get(args.u32(0))?.inode_or(Errno::Badf)?;
        let now = self.clock.now();
        let times = (args.u64(1), args.u64(2));
        Ok(set_times(self.filesystem_mut().node_mut(inode), times, args.u32(3), now)?)
    }

    /// `path_filestat_set_times(fd, lookup, path, len, accessed, modified, flags)`
    pub(super) fn path_filestat_set_times<G: Guest<Byte = B>>(
        &mut self,
        args: Args,
        guest: &mut G,
    ) -> Result<(), Interrupt<B>> {
        let follow = args.u32(1) & lookup::SYMLINK_FOLLOW != 0;
        let inode = self.place(args.u32(0), args.u32(2), args.u32(3), follow, guest)?.existing()?;
        let now = self.clock.now();
        let times = (args.u64(4), args.u64(5));
        Ok(set_times(self.filesystem_mut().node_mut(inode), times, args.u32(6), now)?)
    }

    /// `fd_prestat_get(fd, prestat)`. libc asks this of 3, 4, … until it hears `EBADF`.
    pub(super) fn fd_prestat_get<G: Guest<Byte = B>>(
        &mut self,
        args: Args,
        guest: &mut G,
    ) -> Result<(), Interrupt<B>> {
        self.require_preopen(args.u32(0))?;
        // The tag 0 stands for a directory; the length of its name follows.
        Ok(guest.write_u64(args.u32(1), (PREOPEN_NAME.len() as u64) << 32)?)
    }

    /// `fd_prestat_dir_name(fd, name, len)`
    pub(super) fn fd_prestat_dir_name<G: Guest<Byte = B>>(
        &mut self,
        args: Args,
        guest: &mut G,
    ) -> Result<(), Interrupt<B>> {
        self.require_preopen(args.u32(0))?;
        if (args.u32(2) as usize) < PREOPEN_NAME.len() {
            return Err(Errno::Nametoolong.into());
        }
        Ok(guest.write_concrete(args.u32(1), PREOPEN_NAME)?)
    }

    fn require_preopen(&self, fd: u32) -> Result<(), Errno> {
        if self.descriptors.get(fd)?.preopen { Ok(()) } else { Err(Errno::Badf) }
    }
}

/// The flags of a descriptor, if there are such.
pub(super) fn parse_fdflags(flags: u32) -> Result<u16, Errno> {
    u16::try_from(flags).ok().filter(|flags| flags & !fdflags::ALL == 0).ok_or(Errno::Inval)
}

/// Sets what `flags` select: bit 0 the time of access, bit 2 that of modification, the bits after them "now".
fn set_times<B>(node: &mut Node<B>, times: (u64, u64), flags: u32, now: u64) -> Result<(), Errno> {
    let choose = |bits: u32, old: Time, given| match bits & 3 {
        0 => Ok(old),
        1 => Ok(Time::Known(given)),
        2 => Ok(Time::Known(now)),
        _ => Err(Errno::Inval),
    };
    let accessed = choose(flags, node.times[0], times.0)?;
    let modified = choose(flags >> 2, node.times[1], times.1)?;
    node.times = [accessed, modified, Time::Known(now)];
    Ok(())
}
