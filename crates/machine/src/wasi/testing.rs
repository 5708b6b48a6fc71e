//! A guest for unit tests: a page of memory, and calls made the way a program makes them.

use super::{Call, Errno, Fault, Guest, Outcome, Wasi, WasiConfig};
use crate::wasi::Byte;

/// Bytes that a test can look at.
pub(super) trait Cell: Byte {
    fn value(self) -> u8;
}

impl Cell for u8 {
    fn value(self) -> u8 {
        self
    }
}

/// A small linear memory that counts how often a byte's value was asked for.
pub(super) struct Memory<B> {
    cells: Vec<B>,
    pub(super) pinned: Vec<B>,
}

impl<B: Cell> Memory<B> {
    fn range(&self, address: u32, len: usize) -> Result<std::ops::Range<usize>, Fault> {
        let range = address as usize..address as usize + len;
        if range.end <= self.cells.len() { Ok(range) } else { Err(Fault { address, len: len as u32 }) }
    }
}

impl<B: Cell> Guest for Memory<B> {
    type Byte = B;

    fn read(&mut self, address: u32, len: u32) -> Result<Vec<B>, Fault> {
        Ok(self.cells[self.range(address, len as usize)?].to_vec())
    }

    fn write(&mut self, address: u32, bytes: &[B]) -> Result<(), Fault> {
        let range = self.range(address, bytes.len())?;
        self.cells[range].copy_from_slice(bytes);
        Ok(())
    }

    fn concrete(&mut self, byte: B) -> u8 {
        self.pinned.push(byte);
        byte.value()
    }
}

/// Where tests put what they pass: results at 0x100, buffer lists at 0x200, paths at 0x1000 and 0x2000, data from
/// 0x4000 on.
pub(super) const RESULT: u64 = 0x100;
pub(super) const BUFFERS: u64 = 0x200;
pub(super) const PATH: u64 = 0x1000;
pub(super) const OTHER_PATH: u64 = 0x2000;
pub(super) const DATA: u64 = 0x4000;
/// An address at which not even four bytes fit.
pub(super) const OUTSIDE: u64 = 0xfffe;

/// The descriptor of the root directory.
pub(super) const ROOT: u64 = 3;

pub(super) const READ: u64 = 1 << 1;
pub(super) const WRITE: u64 = 1 << 6;
pub(super) const CREATE: u64 = 1;
pub(super) const DIRECTORY: u64 = 2;
pub(super) const EXCLUSIVE: u64 = 4;
pub(super) const TRUNCATE: u64 = 8;

/// A world and a guest in it.
pub(super) struct World<B> {
    pub(super) wasi: Wasi<B>,
    pub(super) memory: Memory<B>,
}

impl World<u8> {
    pub(super) fn empty() -> World<u8> {
        World::new(WasiConfig::default())
    }

    pub(super) fn with_files(files: &[(&str, &str)]) -> World<u8> {
        let files = files.iter().map(|(path, text)| (path.to_string(), text.as_bytes().to_vec())).collect();
        World::new(WasiConfig { files, ..WasiConfig::default() })
    }
}

impl<B: Cell> World<B> {
    pub(super) fn new(config: WasiConfig<B>) -> World<B> {
        let memory = Memory { cells: vec![B::from(0); 0x10000], pinned: Vec::new() };
        World { wasi: Wasi::new(config).unwrap(), memory }
    }

    pub(super) fn call(&mut self, call: Call, args: &[u64]) -> Outcome<B> {
        assert_eq!(args.len(), call.func_type().params.len(), "{}", call.name());
        self.wasi.call(call, args, &mut self.memory)
    }

    #[track_caller]
    pub(super) fn succeed(&mut self, call: Call, args: &[u64]) {
        assert_eq!(self.call(call, args), Outcome::Return(Errno::Success), "{}", call.name());
    }

    #[track_caller]
    pub(super) fn fail(&mut self, call: Call, args: &[u64], expected: Errno) {
        assert_eq!(self.call(call, args), Outcome::Return(expected), "{}", call.name());
    }

    pub(super) fn put(&mut self, address: u64, bytes: &[u8]) {
        self.memory.write_concrete(address as u32, bytes).unwrap();
    }

    pub(super) fn cells(&self, address: u64, len: usize) -> &[B] {
        &self.memory.cells[address as usize..address as usize + len]
    }

    pub(super) fn bytes(&self, address: u64, len: usize) -> Vec<u8> {
        self.cells(address, len).iter().map(|cell| cell.value()).collect()
    }

    pub(super) fn u32(&self, address: u64) -> u32 {
        super::abi::u32_at(&self.bytes(address, 4), 0)
    }

    pub(super) fn u64(&self, address: u64) -> u64 {
        super::abi::u64_at(&self.bytes(address, 8), 0)
    }

    /// A call whose last arguments, before those in `rest`, are a directory and a path.
    pub(super) fn at(&mut self, call: Call, path: &str, rest: &[u64]) -> Outcome<B> {
        self.put(PATH, path.as_bytes());
        let args = [&[ROOT, PATH, path.len() as u64], rest].concat();
        self.call(call, &args)
    }

    pub(super) fn try_open(&mut self, path: &str, oflags: u64, rights: u64, fdflags: u64) -> Outcome<B> {
        self.put(PATH, path.as_bytes());
        let args = [ROOT, 1, PATH, path.len() as u64, oflags, rights, 0, fdflags, RESULT];
        self.call(Call::PathOpen, &args)
    }

    #[track_caller]
    pub(super) fn open(&mut self, path: &str, oflags: u64, rights: u64, fdflags: u64) -> u64 {
        assert_eq!(self.try_open(path, oflags, rights, fdflags), Outcome::Return(Errno::Success), "{path}");
        u64::from(self.u32(RESULT))
    }

    /// Describes buffers of the guest for a scattered transfer.
    pub(super) fn put_buffers(&mut self, buffers: &[(u64, u64)]) {
        for (index, &(address, len)) in buffers.iter().enumerate() {
            self.memory.write_u64((BUFFERS + 8 * index as u64) as u32, len << 32 | address).unwrap();
        }
    }

    #[track_caller]
    pub(super) fn write(&mut self, fd: u64, text: &str) {
        self.put(DATA, text.as_bytes());
        self.put_buffers(&[(DATA, text.len() as u64)]);
        self.succeed(Call::FdWrite, &[fd, BUFFERS, 1, RESULT]);
        assert_eq!(self.u32(RESULT) as usize, text.len());
    }

    /// Reads up to `len` bytes, which stay at [`DATA`].
    #[track_caller]
    pub(super) fn read(&mut self, fd: u64, len: u64) -> String {
        self.put_buffers(&[(DATA, len)]);
        self.succeed(Call::FdRead, &[fd, BUFFERS, 1, RESULT]);
        let read = self.u32(RESULT) as usize;
        String::from_utf8(self.bytes(DATA, read)).unwrap()
    }

    #[track_caller]
    pub(super) fn seek(&mut self, fd: u64, delta: i64, whence: u64) -> u64 {
        self.succeed(Call::FdSeek, &[fd, delta as u64, whence, RESULT]);
        self.u64(RESULT)
    }
}
