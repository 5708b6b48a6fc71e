//! The binary interface: how system calls reach the guest's memory, and the bit flags of preview 1.
//!
//! Whatever a call has to *understand* (pointers, lengths, paths) is made concrete on the way in; whatever it only
//! *carries* (file contents, stdin, stdout) stays as it is, so symbolic bytes pass through files unharmed.

use std::fmt::Debug;

use super::errno::{Errno, Interrupt};

/// A byte of the guest: plain `u8` in a concrete run, possibly a term in a symbolic one. Bytes that are equal have the same
/// value whatever the inputs are; others may have it too.
pub trait Byte: Copy + Debug + Ord + From<u8> + 'static {
    /// Its value, if that depends on nothing.
    fn known(self) -> Option<u8>;
}

impl Byte for u8 {
    fn known(self) -> Option<u8> {
        Some(self)
    }
}

/// An access outside of the guest's memory. The guest sees it as `EFAULT`, not as a trap.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{len} bytes at address {address:#x} are outside of the guest's memory")]
pub struct Fault {
    /// Where the access starts.
    pub address: u32,
    /// How many bytes it covers.
    pub len: u32,
}

/// What a system call needs of the guest: its linear memory, in bytes that may be symbolic.
pub trait Guest {
    /// One byte of memory.
    type Byte: Byte;

    /// Copies bytes out of the memory. Calls never ask for more than [`CHUNK`] at a time.
    fn read(&mut self, address: u32, len: u32) -> Result<Vec<Self::Byte>, Fault>;

    /// Copies bytes into the memory: all of them, or none if any is out of bounds.
    fn write(&mut self, address: u32, bytes: &[Self::Byte]) -> Result<(), Fault>;

    /// The concrete value of a byte: a symbolic one is pinned by the implementor.
    fn concrete(&mut self, byte: Self::Byte) -> u8;

    /// Whether two texts of the same length have the same bytes: decided where that depends on inputs.
    fn same(&mut self, a: &[Self::Byte], b: &[Self::Byte]) -> bool {
        a.iter().zip(b).all(|(&a, &b)| a == b || self.concrete(a) == self.concrete(b))
    }

    /// Whether a byte lies between two others, both included: decided where that depends on inputs.
    fn is_between(&mut self, byte: Self::Byte, low: u8, high: u8) -> bool {
        (low..=high).contains(&self.concrete(byte))
    }

    /// Reads bytes whose values matter, such as a path or a structure.
    fn read_concrete(&mut self, address: u32, len: u32) -> Result<Vec<u8>, Fault> {
        let bytes = self.read(address, len)?;
        Ok(bytes.into_iter().map(|byte| self.concrete(byte)).collect())
    }

    /// Writes bytes whose values are known.
    fn write_concrete(&mut self, address: u32, bytes: &[u8]) -> Result<(), Fault> {
        let bytes: Vec<Self::Byte> = bytes.iter().map(|&byte| byte.into()).collect();
        self.write(address, &bytes)
    }

    /// Writes a little-endian 32-bit number.
    fn write_u32(&mut self, address: u32, value: u32) -> Result<(), Fault> {
        self.write_concrete(address, &value.to_le_bytes())
    }

    /// Writes a little-endian 64-bit number.
    fn write_u64(&mut self, address: u32, value: u64) -> Result<(), Fault> {
        self.write_concrete(address, &value.to_le_bytes())
    }
}

/// The most that is copied in or out of the guest in one piece, so that no call needs more of the host's memory
/// than this on top of what it stores.
pub const CHUNK: u32 = 1 << 16;

/// The longest path, as on Linux.
pub(super) const PATH_MAX: u32 = 4096;

/// The most buffers in one scattered read or write, as on Linux.
const IOV_MAX: u32 = 1024;

/// A part of the guest's memory that data goes to or comes from (`iovec` and `ciovec`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Buffer {
    pub(super) address: u32,
    pub(super) len: u32,
}

impl Buffer {
    /// The pieces of at most [`CHUNK`] bytes, in order. A buffer past the end of the address space faults.
    pub(super) fn chunks(self) -> impl Iterator<Item = Result<Buffer, Fault>> {
        (0..self.len).step_by(CHUNK as usize).map(move |start| {
            let len = CHUNK.min(self.len - start);
            let address =
                self.address.checked_add(start).ok_or(Fault { address: self.address, len: self.len })?;
            Ok(Buffer { address, len })
        })
    }
}

/// Reads the buffers of a scattered transfer. POSIX wants `EINVAL` both for too many of them and for a total that
/// the result, an `ssize_t`, can't hold.
pub(super) fn read_buffers<G: Guest>(
    guest: &mut G,
    address: u32,
    count: u32,
) -> Result<Vec<Buffer>, Interrupt<G::Byte>> {
    if count > IOV_MAX {
        return Err(Errno::Inval.into());
    }
    let bytes = guest.read_concrete(address, count * 8)?;
    let buffers: Vec<Buffer> = bytes
        .chunks_exact(8)
        .map(|record| Buffer { address: u32_at(record, 0), len: u32_at(record, 4) })
        .collect();
    let total: u64 = buffers.iter().map(|buffer| u64::from(buffer.len)).sum();
    if total > i32::MAX as u64 { Err(Errno::Inval.into()) } else { Ok(buffers) }
}

/// Reads a path as a text.
pub(super) fn read_path<G: Guest>(
    guest: &mut G,
    address: u32,
    len: u32,
) -> Result<String, Interrupt<G::Byte>> {
    if len > PATH_MAX {
        return Err(Errno::Nametoolong.into());
    }
    Ok(text(guest.read_concrete(address, len)?)?)
}

/// The text that the bytes of a path are.
pub(super) fn text(bytes: Vec<u8>) -> Result<String, Errno> {
    let path = String::from_utf8(bytes).map_err(|_| Errno::Ilseq)?;
    if path.contains('\0') { Err(Errno::Inval) } else { Ok(path) }
}

/// Faults now if a result can't be stored later, before the call has changed anything.
pub(super) fn probe<G: Guest>(guest: &mut G, address: u32, len: u32) -> Result<(), Fault> {
    guest.read(address, len).map(drop)
}

/// The 32-bit number at an offset of a structure.
pub(super) fn u32_at(record: &[u8], offset: usize) -> u32 {
    let mut bytes = [0; 4];
    bytes.copy_from_slice(&record[offset..offset + 4]);
    u32::from_le_bytes(bytes)
}

/// The 64-bit number at an offset of a structure.
pub(super) fn u64_at(record: &[u8], offset: usize) -> u64 {
    u64::from(u32_at(record, offset)) | u64::from(u32_at(record, offset + 4)) << 32
}

/// `filetype`: what a descriptor or a name stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(super) enum Filetype {
    /// Preview 1 has no type for a pipe; this is what runtimes report for one.
    Unknown = 0,
    Directory = 3,
    RegularFile = 4,
    SymbolicLink = 7,
}

/// `fdflags`
pub(super) mod fdflags {
    pub const APPEND: u16 = 1;
    pub const ALL: u16 = 0x1f;
}

/// `oflags` of `path_open`
pub(super) mod oflags {
    pub const CREAT: u32 = 1;
    pub const DIRECTORY: u32 = 2;
    pub const EXCL: u32 = 4;
    pub const TRUNC: u32 = 8;
}

/// `lookupflags`
pub(super) mod lookup {
    pub const SYMLINK_FOLLOW: u32 = 1;
}

/// `rights`: all are granted, only those to read and to write are looked at.
pub(super) mod rights {
    pub const FD_READ: u64 = 1 << 1;
    pub const FD_SEEK: u64 = 1 << 2;
    pub const FD_TELL: u64 = 1 << 5;
    pub const FD_WRITE: u64 = 1 << 6;
    pub const ALL: u64 = (1 << 30) - 1;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_buffers_come_in_chunks_and_never_wrap_around() {
        let chunks: Vec<_> = Buffer { address: 10, len: CHUNK + 5 }.chunks().map(Result::unwrap).collect();
        assert_eq!(chunks, [Buffer { address: 10, len: CHUNK }, Buffer { address: 10 + CHUNK, len: 5 }]);
        assert!(Buffer { address: u32::MAX, len: 2 * CHUNK }.chunks().nth(1).unwrap().is_err());
        assert_eq!(Buffer { address: 0, len: 0 }.chunks().count(), 0);
    }
}
