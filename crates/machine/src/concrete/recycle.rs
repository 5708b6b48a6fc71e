//! Memory and registers that a run has given back, for the next run in the same thread.
//!
//! A search makes tens of thousands of short runs a second. To ask the system for memory takes longer than most of them: it has to be
//! mapped, each page is filled with zeros at the first touch, and all threads of a process wait for each other meanwhile. So what
//! was given back is used again. Registers need not be zero, since code writes every register before it reads it; of memory
//! only the pages that were written are filled with zeros again.

use std::cell::RefCell;

/// So many bytes of memory are one page here: what is filled with zeros at once.
const PAGE_BITS: u32 = 12;

/// A store may begin so many bytes before the page that it is noted for.
const LONGEST_STORE: usize = 8;

/// A thread keeps so many of each; a search has one or two at a time, a pipeline as many as it has components.
const KEPT: usize = 8;

/// What takes more bytes than this goes back to the system.
const MOST_BYTES: usize = 64 << 20;

thread_local! {
    static MEMORY: RefCell<Vec<Zeroed>> = const { RefCell::new(Vec::new()) };
    static REGISTERS: RefCell<Vec<Vec<u64>>> = const { RefCell::new(Vec::new()) };
}

/// Bytes of which all are zero, and no page is noted as written.
struct Zeroed {
    bytes: Vec<u8>,
    written: Written,
}

/// So many pages are looked at together where hardly any was written.
const TOGETHER: usize = 64;

/// Which pages were written.
#[derive(Clone, Debug, Default)]
pub(super) struct Written(Vec<bool>);

impl Written {
    /// For so many bytes, of which none is written.
    fn none(len: usize) -> Written {
        Written(vec![false; len >> PAGE_BITS])
    }

    /// As many pages as so many bytes have; those that are new are not written.
    pub fn resize(&mut self, len: usize) {
        self.0.resize(len >> PAGE_BITS, false);
    }

    /// Notes a store of up to eight bytes, of which the last one is here.
    #[inline(always)]
    pub fn note(&mut self, last: usize) {
        self.0[last >> PAGE_BITS] = true;
    }

    /// Notes that a range was written.
    pub fn note_range(&mut self, start: usize, len: usize) {
        if len > 0 {
            self.0[start >> PAGE_BITS..=(start + len - 1) >> PAGE_BITS].fill(true);
        }
    }

    /// Fills what was written with zeros, and forgets that it was.
    fn clear(&mut self, bytes: &mut [u8]) {
        for (group, pages) in self.0.chunks_mut(TOGETHER).enumerate() {
            if !pages.iter().fold(false, |any, written| any | written) {
                continue;
            }
            for (page, written) in pages.iter_mut().enumerate().filter(|(_, written)| **written) {
                let number = group * TOGETHER + page;
                let start = (number << PAGE_BITS).saturating_sub(LONGEST_STORE);
                bytes[start..(number + 1) << PAGE_BITS].fill(0);
                *written = false;
            }
        }
    }
}

/// So many zeros, and nothing is written.
pub(super) fn memory(len: usize) -> (Vec<u8>, Written) {
    let known = MEMORY.with_borrow_mut(|kept| {
        let place = kept.iter().position(|zeroed| zeroed.bytes.len() == len)?;
        Some(kept.swap_remove(place))
    });
    match known {
        Some(Zeroed { bytes, written }) => (bytes, written),
        None => (super::zeros(len), Written::none(len)),
    }
}

/// Takes memory back.
pub(super) fn give_back_memory(bytes: Vec<u8>, written: Written) {
    if bytes.is_empty() || bytes.len() > MOST_BYTES {
        return;
    }
    let (mut bytes, mut written) = (bytes, written);
    written.clear(&mut bytes);
    // Where a thread ends there is nothing to give back to.
    let _ = MEMORY.try_with(|kept| {
        let mut kept = kept.borrow_mut();
        // The oldest goes: programs of other sizes come and go.
        if kept.len() == KEPT {
            kept.remove(0);
        }
        kept.push(Zeroed { bytes, written });
    });
}

/// At least so many registers, with any values in them.
pub(super) fn registers(count: usize) -> Vec<u64> {
    let known = REGISTERS.with_borrow_mut(Vec::pop);
    known.filter(|registers| registers.len() >= count).unwrap_or_else(|| super::zeros(count))
}

/// Takes registers back.
pub(super) fn give_back_registers(registers: Vec<u64>) {
    if registers.is_empty() || size_of_val(&registers[..]) > MOST_BYTES {
        return;
    }
    let _ = REGISTERS.try_with(|kept| {
        let mut kept = kept.borrow_mut();
        if kept.len() < KEPT {
            kept.push(registers);
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_comes_back_is_zero_wherever_it_was_written() {
        let len = 4 << PAGE_BITS;
        let (mut bytes, mut written) = memory(len);
        // Across the border between two pages, noted for the second.
        let border = 1 << PAGE_BITS;
        bytes[border - 7..border + 1].fill(1);
        written.note(border);
        bytes[3 * border - 5..4 * border].fill(2);
        written.note_range(3 * border - 5, border + 5);
        give_back_memory(bytes, written);
        let (again, written) = memory(len);
        assert!(again.iter().all(|byte| *byte == 0));
        assert!(written.0.iter().all(|written| !written));
    }

    #[test]
    fn a_thread_keeps_a_few() {
        for pages in 1..20 {
            let (bytes, written) = memory(pages << PAGE_BITS);
            give_back_memory(bytes, written);
        }
        assert_eq!(MEMORY.with_borrow(Vec::len), KEPT);
    }
}
