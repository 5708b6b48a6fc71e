//! Names: opening, creating, listing, moving and removing them.

use std::sync::Arc;

use super::Wasi;
use super::abi::{Byte, Fault, Filetype, Guest, lookup, oflags, probe, read_path, rights};
use super::attributes::parse_fdflags;
use super::call::Args;
use super::descriptors::Descriptor;
use super::directory::{DOT_DOT, Directory, Listed};
use super::errno::{Errno, Interrupt};
use super::filesystem::{Data, Inode};
use super::path::Place;

impl<B: Byte> Wasi<B> {
    /// `path_open(fd, lookup, path, len, oflags, rights, rights_inheriting, fdflags, opened)`
    pub(super) fn path_open<G: Guest<Byte = B>>(
        &mut self,
        args: Args,
        guest: &mut G,
    ) -> Result<(), Interrupt<B>> {
        let flags = args.u32(4);
        let fdflags = parse_fdflags(args.u32(7))?;
        let exclusive = flags & oflags::CREAT != 0 && flags & oflags::EXCL != 0;
        let follow = args.u32(1) & lookup::SYMLINK_FOLLOW != 0 && !exclusive;
        let place = self.place(args.u32(0), args.u32(2), args.u32(3), follow, guest)?;
        let inherited = self.descriptors.get(args.u32(0))?.rights_inheriting;
        let granted = args.u64(5) & inherited;
        probe(guest, args.u32(8), 4)?;
        self.descriptors.next_free()?;
        let inode = match place.node {
            Some(_) if exclusive => return Err(Errno::Exist.into()),
            Some(inode) => self.open_existing(inode, flags, granted)?,
            None => self.open_new(&place, flags)?,
        };
        self.filesystem_mut().retain(inode);
        let descriptor = Descriptor::node(inode, fdflags, granted, args.u64(6) & inherited);
        let fd = self.descriptors.insert(descriptor)?;
        Ok(guest.write_u32(args.u32(8), fd)?)
    }

    fn open_existing(&mut self, inode: Inode, flags: u32, granted: u64) -> Result<Inode, Interrupt<B>> {
        let truncate = flags & oflags::TRUNC != 0;
        if truncate || granted & rights::FD_WRITE != 0 || flags & oflags::DIRECTORY != 0 {
            self.settle_kind(inode)?;
        }
        match self.filesystem.node(inode).data {
            Data::Directory(_) if truncate || granted & rights::FD_WRITE != 0 => Err(Errno::Isdir.into()),
            Data::Directory(_) => Ok(inode),
            Data::Symlink(_) => Err(Errno::Loop.into()),
            Data::File(_) | Data::Input(_) if flags & oflags::DIRECTORY != 0 => Err(Errno::Notdir.into()),
            Data::File(_) | Data::Input(_) => {
                let now = self.clock.now();
                if let (true, Data::Input(_)) = (truncate, &self.filesystem.node(inode).data) {
                    self.filesystem_mut().become_file(inode, Vec::new());
                }
                if truncate {
                    self.filesystem_mut().resize(inode, 0, now)?;
                }
                Ok(inode)
            }
        }
    }

    fn open_new(&mut self, place: &Place<B>, flags: u32) -> Result<Inode, Interrupt<B>> {
        if flags & oflags::CREAT == 0 {
            return Err(Errno::Noent.into());
        }
        if place.slash || flags & oflags::DIRECTORY != 0 {
            return Err(Errno::Isdir.into());
        }
        self.create(place, Data::File(Arc::default()))
    }

    fn create(&mut self, place: &Place<B>, data: Data<B>) -> Result<Inode, Interrupt<B>> {
        let now = self.clock.now();
        self.filesystem_mut().create(place.parent, place.vacant()?, data, now)
    }

    /// `path_create_directory(fd, path, len)`
    pub(super) fn path_create_directory<G: Guest<Byte = B>>(
        &mut self,
        args: Args,
        guest: &mut G,
    ) -> Result<(), Interrupt<B>> {
        let place = self.place(args.u32(0), args.u32(1), args.u32(2), false, guest)?;
        self.create(&place, Data::Directory(Arc::new(Directory::new(place.parent))))?;
        Ok(())
    }

    /// `path_symlink(target, len, fd, path, len)`. Absolute targets are refused, as by wasmtime: they could never
    /// be followed.
    pub(super) fn path_symlink<G: Guest<Byte = B>>(
        &mut self,
        args: Args,
        guest: &mut G,
    ) -> Result<(), Interrupt<B>> {
        let target = read_path(guest, args.u32(0), args.u32(1))?;
        let place = self.place(args.u32(2), args.u32(3), args.u32(4), false, guest)?;
        if target.starts_with('/') {
            return Err(Errno::Notcapable.into());
        }
        if target.is_empty() || place.slash {
            return Err(Errno::Noent.into());
        }
        self.create(&place, Data::Symlink(target.into()))?;
        Ok(())
    }

    /// `path_readlink(fd, path, len, buffer, len, used)`
    pub(super) fn path_readlink<G: Guest<Byte = B>>(
        &mut self,
        args: Args,
        guest: &mut G,
    ) -> Result<(), Interrupt<B>> {
        let inode = self.place(args.u32(0), args.u32(1), args.u32(2), false, guest)?.existing()?;
        let Data::Symlink(target) = &self.filesystem.node(inode).data else {
            return Err(Errno::Inval.into());
        };
        let used = target.len().min(args.u32(4) as usize);
        guest.write_concrete(args.u32(3), &target.as_bytes()[..used])?;
        Ok(guest.write_u32(args.u32(5), used as u32)?)
    }

    /// `path_link(fd, lookup, path, len, new fd, new path, len)`
    pub(super) fn path_link<G: Guest<Byte = B>>(
        &mut self,
        args: Args,
        guest: &mut G,
    ) -> Result<(), Interrupt<B>> {
        let follow = args.u32(1) & lookup::SYMLINK_FOLLOW != 0;
        let inode = self.place(args.u32(0), args.u32(2), args.u32(3), follow, guest)?.existing()?;
        let place = self.place(args.u32(4), args.u32(5), args.u32(6), false, guest)?;
        self.settle_kind(inode)?;
        if self.filesystem.node(inode).is_directory() {
            return Err(Errno::Perm.into());
        }
        let name = place.vacant()?;
        if place.slash {
            return Err(Errno::Noent.into());
        }
        let now = self.clock.now();
        self.filesystem_mut().link(place.parent, name, inode, now)
    }

    /// `path_unlink_file(fd, path, len)`
    pub(super) fn path_unlink_file<G: Guest<Byte = B>>(
        &mut self,
        args: Args,
        guest: &mut G,
    ) -> Result<(), Interrupt<B>> {
        let place = self.place(args.u32(0), args.u32(1), args.u32(2), false, guest)?;
        self.settle_kind(place.existing()?)?;
        if self.filesystem.node(place.existing()?).is_directory() {
            return Err(Errno::Isdir.into());
        }
        self.remove(&place)
    }

    /// `path_remove_directory(fd, path, len)`
    pub(super) fn path_remove_directory<G: Guest<Byte = B>>(
        &mut self,
        args: Args,
        guest: &mut G,
    ) -> Result<(), Interrupt<B>> {
        let place = self.place(args.u32(0), args.u32(1), args.u32(2), false, guest)?;
        place.name()?;
        let directory = self.settle_names(place.existing()?)?;
        if !directory.is_empty() {
            return Err(Errno::Notempty.into());
        }
        self.remove(&place)
    }

    fn remove(&mut self, place: &Place<B>) -> Result<(), Interrupt<B>> {
        let now = self.clock.now();
        self.filesystem_mut().unlink(place.parent, place.name()?, now);
        Ok(())
    }

    /// `path_rename(fd, path, len, new fd, new path, len)`
    pub(super) fn path_rename<G: Guest<Byte = B>>(
        &mut self,
        args: Args,
        guest: &mut G,
    ) -> Result<(), Interrupt<B>> {
        let old = self.place(args.u32(0), args.u32(1), args.u32(2), false, guest)?;
        let new = self.place(args.u32(3), args.u32(4), args.u32(5), false, guest)?;
        let moved = old.existing()?;
        self.settle_kind(moved)?;
        let (old_name, new_name) = (old.name()?, new.name()?);
        if new.node == Some(moved) {
            return Ok(());
        }
        self.check_replaceable(moved, &new)?;
        let now = self.clock.now();
        self.filesystem_mut().rename((old.parent, old_name), (new.parent, new_name), now)
    }

    /// Whether `moved` may take the place of what is at `new`: like replaces like, a directory only an empty one,
    /// and none goes below itself.
    fn check_replaceable(&self, moved: Inode, new: &Place<B>) -> Result<(), Interrupt<B>> {
        let directory = self.filesystem.node(moved).is_directory();
        if directory && self.filesystem.is_within(new.parent, moved) {
            return Err(Errno::Inval.into());
        }
        match new.node {
            None if new.slash && !directory => Err(Errno::Notdir.into()),
            None => Ok(()),
            Some(replaced) if directory => match self.settle_names(replaced)?.is_empty() {
                true => Ok(()),
                false => Err(Errno::Notempty.into()),
            },
            Some(replaced) => {
                self.settle_kind(replaced)?;
                match self.filesystem.directory(replaced) {
                    Ok(_) => Err(Errno::Isdir.into()),
                    Err(_) => Ok(()),
                }
            }
        }
    }

    /// `fd_readdir(fd, buffer, len, cookie, used)`. The last entry is cut off where the buffer ends: a full buffer
    /// tells the guest that there is more, and it asks again from the last cookie that it got whole.
    pub(super) fn fd_readdir<G: Guest<Byte = B>>(
        &mut self,
        args: Args,
        guest: &mut G,
    ) -> Result<(), Interrupt<B>> {
        let inode = self.descriptors.get(args.u32(0))?.inode_or(Errno::Notdir)?;
        let (address, len) = (args.u32(1), args.u32(2));
        let mut used: u32 = 0;
        for listed in self.settle_names(inode)?.list(inode, args.u64(3)) {
            let record = self.dirent(&listed);
            let end = record.len().min((len - used) as usize);
            let at = address.checked_add(used).ok_or(Fault { address, len })?;
            guest.write(at, &record[..end])?;
            used += end as u32;
            if used == len {
                break;
            }
        }
        Ok(guest.write_u32(args.u32(4), used)?)
    }

    fn dirent(&self, listed: &Listed<B>) -> Vec<B> {
        // The parent of a directory that was removed while open may be gone.
        let filetype = match listed.cookie {
            cookie if cookie <= DOT_DOT => B::from(Filetype::Directory as u8),
            _ => self.filetype(listed.inode),
        };
        let mut record: Vec<B> = Vec::with_capacity(24 + listed.name.len());
        record.extend(listed.cookie.to_le_bytes().map(B::from));
        record.extend(listed.inode.0.to_le_bytes().map(B::from));
        record.extend((listed.name.len() as u32).to_le_bytes().map(B::from));
        record.extend([filetype, B::from(0), B::from(0), B::from(0)]);
        record.extend_from_slice(&listed.name);
        record
    }
}
