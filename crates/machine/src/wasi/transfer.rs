//! Moving data: `fd_read`, `fd_write`, their positioned variants, and the offset they start from.
//!
//! Bytes go between the guest and a file or stream without being looked at. A bad buffer in the middle of a
//! scattered transfer ends it early with what was moved so far, as in POSIX; as the first it is `EFAULT`.

use std::sync::Arc;

use super::Wasi;
use super::abi::{Buffer, Byte, Guest, fdflags, probe, read_buffers, rights};
use super::call::Args;
use super::descriptors::Resource;
use super::errno::{Errno, Interrupt, Limit};
use super::filesystem::Data;

impl<B: Byte> Wasi<B> {
    /// `fd_read(fd, buffers, count, read)`
    pub(super) fn fd_read<G: Guest<Byte = B>>(
        &mut self,
        args: Args,
        guest: &mut G,
    ) -> Result<(), Interrupt<B>> {
        let fd = args.u32(0);
        let (source, offset) = self.source(fd, None, args, guest)?;
        let is_stdin = self.descriptors.get(fd)?.resource == Resource::Stdin;
        if self.pipes.open && is_stdin {
            let buffers = read_buffers(guest, args.u32(1), args.u32(2))?;
            if self.waits(total(&buffers)) {
                return Err(Interrupt::NeedStdin);
            }
        }
        let read = copy_out(&source, offset, args, args.u32(3), guest)?;
        match is_stdin {
            true => self.pipes.read += u64::from(read),
            false => self.descriptors.get_mut(fd)?.offset += u64::from(read),
        }
        Ok(())
    }

    /// `fd_pread(fd, buffers, count, offset, read)`
    pub(super) fn fd_pread<G: Guest<Byte = B>>(
        &mut self,
        args: Args,
        guest: &mut G,
    ) -> Result<(), Interrupt<B>> {
        let (source, offset) = self.source(args.u32(0), Some(args.u64(3)), args, guest)?;
        copy_out(&source, offset, args, args.u32(4), guest)?;
        Ok(())
    }

    /// What a descriptor reads from, and where: all that there is, or just what goes into the buffers.
    fn source<G: Guest<Byte = B>>(
        &self,
        fd: u32,
        at: Option<u64>,
        args: Args,
        guest: &mut G,
    ) -> Result<(Arc<Vec<B>>, u64), Interrupt<B>> {
        let descriptor = self.descriptors.get(fd)?;
        descriptor.require(rights::FD_READ)?;
        match descriptor.resource {
            Resource::Stdin if at.is_some() => Err(Errno::Spipe.into()),
            Resource::Stdin => {
                let stdin = self.stdin.clone().ok_or(Interrupt::NeedStdin)?;
                Ok((stdin, self.pipes.read - self.pipes.start))
            }
            Resource::Stdout | Resource::Stderr => Err(Errno::Badf.into()),
            Resource::Node(inode) => {
                let from = at.unwrap_or(descriptor.offset);
                match self.filesystem.node(inode).data {
                    Data::Input(entry) => {
                        let buffers = read_buffers(guest, args.u32(1), args.u32(2))?;
                        Ok((Arc::new(self.read_entry(entry, from, total(&buffers))?), 0))
                    }
                    _ => Ok((self.filesystem.contents(inode)?.clone(), from)),
                }
            }
        }
    }

    /// `fd_write(fd, buffers, count, written)`
    pub(super) fn fd_write<G: Guest<Byte = B>>(
        &mut self,
        args: Args,
        guest: &mut G,
    ) -> Result<(), Interrupt<B>> {
        let fd = args.u32(0);
        let descriptor = self.descriptors.get(fd)?;
        if let Resource::Node(inode) = descriptor.resource
            && descriptor.require(rights::FD_WRITE).is_ok()
        {
            self.settle_file(inode)?;
        }
        let descriptor = self.descriptors.get(fd)?;
        let offset = match descriptor.resource {
            Resource::Node(inode) if descriptor.flags & fdflags::APPEND != 0 => {
                self.filesystem.node(inode).size()
            }
            _ => descriptor.offset,
        };
        let written = self.copy_in(fd, offset, args, args.u32(3), guest)?;
        if let Resource::Node(_) = self.descriptors.get(fd)?.resource {
            self.descriptors.get_mut(fd)?.offset = offset + u64::from(written);
        }
        Ok(())
    }

    /// `fd_pwrite(fd, buffers, count, offset, written)`
    pub(super) fn fd_pwrite<G: Guest<Byte = B>>(
        &mut self,
        args: Args,
        guest: &mut G,
    ) -> Result<(), Interrupt<B>> {
        let descriptor = self.descriptors.get(args.u32(0))?;
        let inode = descriptor.inode_or(Errno::Spipe)?;
        if descriptor.require(rights::FD_WRITE).is_ok() {
            self.settle_file(inode)?;
        }
        self.copy_in(args.u32(0), args.u64(3), args, args.u32(4), guest)?;
        Ok(())
    }

    /// Writes the guest's buffers to a descriptor and returns how many bytes that were.
    fn copy_in<G: Guest<Byte = B>>(
        &mut self,
        fd: u32,
        offset: u64,
        args: Args,
        result: u32,
        guest: &mut G,
    ) -> Result<u32, Interrupt<B>> {
        let descriptor = self.descriptors.get(fd)?;
        descriptor.require(rights::FD_WRITE)?;
        let resource = descriptor.resource;
        let buffers = read_buffers(guest, args.u32(1), args.u32(2))?;
        probe(guest, result, 4)?;
        if resource == Resource::Stdout && self.is_stdout_full() && buffers.iter().any(|each| each.len > 0) {
            return Err(Interrupt::StdoutFull);
        }
        let mut written = 0;
        for chunk in buffers.into_iter().flat_map(Buffer::chunks) {
            let bytes = match chunk.and_then(|chunk| guest.read(chunk.address, chunk.len)) {
                Ok(bytes) => bytes,
                Err(_) if written > 0 => break,
                Err(fault) => return Err(fault.into()),
            };
            self.store(resource, offset.saturating_add(u64::from(written)), &bytes)?;
            written += bytes.len() as u32;
        }
        guest.write_u32(result, written)?;
        Ok(written)
    }

    fn store(&mut self, resource: Resource, offset: u64, bytes: &[B]) -> Result<(), Interrupt<B>> {
        let stream = match resource {
            Resource::Stdin => return Err(Errno::Badf.into()),
            Resource::Node(inode) => {
                let now = self.clock.now();
                return self.filesystem_mut().write(inode, offset, bytes, now);
            }
            Resource::Stdout => &mut self.stdout,
            Resource::Stderr => &mut self.stderr,
        };
        self.output_left = self.output_left.checked_sub(bytes.len() as u64).ok_or(Limit::Output)?;
        Arc::make_mut(stream).extend_from_slice(bytes);
        Ok(())
    }

    /// `fd_seek(fd, delta, whence, offset)`
    pub(super) fn fd_seek<G: Guest<Byte = B>>(
        &mut self,
        args: Args,
        guest: &mut G,
    ) -> Result<(), Interrupt<B>> {
        let descriptor = self.descriptors.get(args.u32(0))?;
        let inode = self.regular_file(args.u32(0))?;
        let start = match args.u32(2) {
            0 => 0,
            1 => descriptor.offset,
            2 => self.settle_size(inode)?,
            _ => return Err(Errno::Inval.into()),
        };
        let offset = start.checked_add_signed(args.u64(1) as i64).ok_or(Errno::Inval)?;
        // Offsets are signed in every libc.
        if offset > i64::MAX as u64 {
            return Err(Errno::Overflow.into());
        }
        guest.write_u64(args.u32(3), offset)?;
        self.descriptors.get_mut(args.u32(0))?.offset = offset;
        Ok(())
    }

    /// `fd_tell(fd, offset)`
    pub(super) fn fd_tell<G: Guest<Byte = B>>(
        &mut self,
        args: Args,
        guest: &mut G,
    ) -> Result<(), Interrupt<B>> {
        let descriptor = self.descriptors.get(args.u32(0))?;
        self.regular_file(args.u32(0))?;
        Ok(guest.write_u64(args.u32(1), descriptor.offset)?)
    }
}

/// How many bytes go into buffers.
fn total(buffers: &[Buffer]) -> u64 {
    buffers.iter().map(|buffer| u64::from(buffer.len)).sum()
}

/// Reads from `source` into the guest's buffers and returns how many bytes that were.
fn copy_out<G: Guest>(
    source: &[G::Byte],
    offset: u64,
    args: Args,
    result: u32,
    guest: &mut G,
) -> Result<u32, Interrupt<G::Byte>> {
    let buffers = read_buffers(guest, args.u32(1), args.u32(2))?;
    probe(guest, result, 4)?;
    let mut rest = usize::try_from(offset).ok().and_then(|offset| source.get(offset..)).unwrap_or_default();
    let mut read = 0;
    for buffer in buffers {
        let (piece, after) = rest.split_at(rest.len().min(buffer.len as usize));
        if piece.is_empty() {
            continue;
        }
        match guest.write(buffer.address, piece) {
            Ok(()) => {}
            Err(_) if read > 0 => break,
            Err(fault) => return Err(fault.into()),
        }
        read += piece.len() as u32;
        rest = after;
    }
    guest.write_u32(result, read)?;
    Ok(read)
}
