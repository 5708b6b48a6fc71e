//! Linear memory as plain bytes.

use worstcase_program::{Load, Store};

use super::recycle::{self, Written};
use crate::stop::{Limits, Trap};
use crate::value::{Memory, PAGE, Step, grown};

/// Linear memory as plain bytes.
#[derive(Clone, Debug, Default)]
pub struct Bytes {
    data: Vec<u8>,
    max: Option<u32>,
    /// What has to be zero again before another run may have it.
    written: Written,
}

impl Drop for Bytes {
    fn drop(&mut self) {
        recycle::give_back_memory(std::mem::take(&mut self.data), std::mem::take(&mut self.written));
    }
}

/// Allocators get so much memory from the system, where it is zero already, and give it back at once. Less they keep
/// and fill with zeros each time, which takes longer than most runs. (glibc does so with this much, too, in the main thread, once much
/// was freed there: no search runs in it.)
const FRESH: usize = 64 << 20;

/// So many zeros, most of which are never touched.
pub(crate) fn zeros<T: Clone + Default>(len: usize) -> Vec<T> {
    let mut zeros = vec![T::default(); len.max(FRESH / size_of::<T>())];
    zeros.truncate(len);
    zeros
}

impl Bytes {
    /// All of memory.
    pub fn data(&self) -> &[u8] {
        &self.data
    }

    #[inline(always)]
    fn at<const N: usize>(&self, address: u64, offset: u32) -> Result<[u8; N], Trap> {
        let start = effective(address, offset);
        match self.data.get(start..start + N) {
            Some(bytes) => Ok(bytes.try_into().expect("the slice has N bytes")),
            None => Err(Trap::MemoryOutOfBounds),
        }
    }

    #[inline(always)]
    fn put<const N: usize>(&mut self, address: u64, offset: u32, bytes: [u8; N]) -> Result<(), Trap> {
        let start = effective(address, offset);
        match self.data.get_mut(start..start + N) {
            Some(place) => {
                place.copy_from_slice(&bytes);
                self.written.note(start + N - 1);
                Ok(())
            }
            None => Err(Trap::MemoryOutOfBounds),
        }
    }

    /// A range that is about to be written.
    fn range(&mut self, address: u64, len: u64) -> Result<&mut [u8], Trap> {
        let (start, len) = (address as u32 as usize, len as u32 as usize);
        let range = self.data.get_mut(start..start + len).ok_or(Trap::MemoryOutOfBounds)?;
        self.written.note_range(start, len);
        Ok(range)
    }
}

/// Addresses have 32 bits, so the sum cannot overflow the 64 of the host.
#[inline(always)]
fn effective(address: u64, offset: u32) -> usize {
    address as u32 as usize + offset as usize
}

impl Memory<u64> for Bytes {
    type Byte = u8;

    fn new(pages: u32, max: Option<u32>) -> Self {
        // The memory of programs that have none is not worth asking the system for.
        let (data, written) = match pages {
            0 => Default::default(),
            pages => recycle::memory(pages as usize * PAGE),
        };
        Bytes { data, max, written }
    }

    fn pages(&self) -> u32 {
        (self.data.len() / PAGE) as u32
    }

    fn max(&self) -> Option<u32> {
        self.max
    }

    fn grow(&mut self, pages: u32, limits: &Limits) -> Step<u64, Option<u32>> {
        let old = self.pages();
        let Some(new) = grown(old, pages, self.max, limits)? else { return Ok(None) };
        self.data.resize(new as usize * PAGE, 0);
        self.written.resize(self.data.len());
        Ok(Some(old))
    }

    #[inline(always)]
    fn load(&mut self, (): &mut (), operator: Load, address: u64, offset: u32) -> Step<u64, u64> {
        use Load::*;
        Ok(match operator {
            I32Load | I64Load32U => u32::from_le_bytes(self.at(address, offset)?).into(),
            I64Load => u64::from_le_bytes(self.at(address, offset)?),
            I32Load8U | I64Load8U => u8::from_le_bytes(self.at(address, offset)?).into(),
            I32Load16U | I64Load16U => u16::from_le_bytes(self.at(address, offset)?).into(),
            I32Load8S => (i8::from_le_bytes(self.at(address, offset)?) as i32 as u32).into(),
            I32Load16S => (i16::from_le_bytes(self.at(address, offset)?) as i32 as u32).into(),
            I64Load8S => i8::from_le_bytes(self.at(address, offset)?) as i64 as u64,
            I64Load16S => i16::from_le_bytes(self.at(address, offset)?) as i64 as u64,
            I64Load32S => i32::from_le_bytes(self.at(address, offset)?) as i64 as u64,
        })
    }

    #[inline(always)]
    fn store(
        &mut self,
        (): &mut (),
        operator: Store,
        address: u64,
        offset: u32,
        value: u64,
    ) -> Step<u64, ()> {
        match operator {
            Store::Store8 => self.put(address, offset, (value as u8).to_le_bytes())?,
            Store::Store16 => self.put(address, offset, (value as u16).to_le_bytes())?,
            Store::Store32 => self.put(address, offset, (value as u32).to_le_bytes())?,
            Store::Store64 => self.put(address, offset, value.to_le_bytes())?,
        }
        Ok(())
    }

    fn fill(&mut self, (): &mut (), address: u64, value: u64, len: u64) -> Step<u64, ()> {
        self.range(address, len)?.fill(value as u8);
        Ok(())
    }

    fn copy(&mut self, (): &mut (), dst: u64, src: u64, len: u64) -> Step<u64, ()> {
        let source = self.data.get(src as u32 as usize..src as u32 as usize + len as u32 as usize);
        source.ok_or(Trap::MemoryOutOfBounds)?;
        self.range(dst, len)?;
        let (dst, src, len) = (dst as u32 as usize, src as u32 as usize, len as u32 as usize);
        self.data.copy_within(src..src + len, dst);
        Ok(())
    }

    fn init(&mut self, (): &mut (), data: &[u8], dst: u64, src: u64, len: u64) -> Step<u64, ()> {
        let (start, count) = (src as u32 as usize, len as u32 as usize);
        let data = data.get(start..start + count).ok_or(Trap::MemoryOutOfBounds)?;
        self.range(dst, len)?.copy_from_slice(data);
        Ok(())
    }

    fn low_byte((): &mut (), value: u64) -> u8 {
        value as u8
    }

    fn low_bytes((): &mut (), value: u64, count: u32) -> Vec<u8> {
        value.to_le_bytes()[..count as usize].to_vec()
    }

    fn extended((): &mut (), byte: u8) -> u64 {
        byte.into()
    }

    fn concrete((): &mut (), byte: u8) -> u8 {
        byte
    }

    fn read(&self, address: u32, len: u32) -> Option<Vec<u8>> {
        let start = address as usize;
        self.data.get(start..start + len as usize).map(<[u8]>::to_vec)
    }

    fn known(&self, address: u32, len: u32) -> Option<Vec<u8>> {
        self.read(address, len)
    }

    fn write(&mut self, address: u32, bytes: &[u8]) -> Option<()> {
        let start = address as usize;
        self.data.get_mut(start..start + bytes.len())?.copy_from_slice(bytes);
        self.written.note_range(start, bytes.len());
        Some(())
    }
}
