//! Linear memory whose bytes may be symbolic.
//!
//! The bytes themselves are as flat as in the concrete machine. Beside them lie cells that say which byte of which
//! term a symbolic byte is, in chunks that exist only where there ever was one; so a program that keeps its
//! symbolic data together pays for it there. A load that reads back what a store wrote gets the very same term.
//!
//! Depth-first exploration goes back to where it was: from the first mark on, the first write to a word after a
//! mark saves what was there. A word that is written a million times between two marks is saved once.

use std::ops::Range;
use std::sync::Arc;

use worstcase_program::{Load, Store};
use worstcase_term::TermId;

use super::{Access, Path, Symbol, SymbolByte, Undecided};
use crate::stop::{Limit, Limits, Stop, Trap};
use crate::value::{Memory, PAGE, Step, Value, grown};

/// How many bytes a chunk of cells is for.
pub(super) const CHUNK: usize = 512;

/// How many bytes are saved at once.
pub(super) const WORD: usize = 8;

/// Linear memory whose bytes may be symbolic.
#[derive(Debug, Default)]
pub struct SymbolicMemory {
    pub(super) data: Vec<u8>,
    max: Option<u32>,
    /// For each chunk, the cells of its bytes. `Known` means what is in `data`.
    pub(super) cells: Vec<Option<Box<[SymbolByte; CHUNK]>>>,
    /// For each word, after which mark it was saved.
    saved: Vec<u32>,
    /// The number of the last mark; 0 if there is none, and nothing has to be saved.
    epoch: u32,
    pub(super) trail: Vec<Saved>,
    /// How many chunks of cells there are.
    pub(super) chunks: usize,
}

/// About how many bytes of the host's memory a saved word takes, and the cells of a chunk.
const SAVED_BYTES: usize = size_of::<Saved>() + size_of::<[SymbolByte; WORD]>();
const CHUNK_BYTES: usize = size_of::<[SymbolByte; CHUNK]>();

/// So many words are written at once without asking whether there is room.
const WORDS_UNSEEN: usize = 1 << 12;

/// A word as it was.
#[derive(Debug)]
pub(super) struct Saved {
    pub(super) word: usize,
    data: [u8; WORD],
    cells: Option<Box<[SymbolByte; WORD]>>,
}

/// A state of memory to come back to.
#[derive(Clone, Copy, Debug)]
pub struct MemoryMark {
    pub(super) trail: usize,
    len: usize,
}

impl SymbolicMemory {
    /// About how many bytes of the host's memory the trail and the cells take.
    pub fn bytes(&self) -> usize {
        self.trail.len() * SAVED_BYTES + self.chunks * CHUNK_BYTES
    }

    /// From now on nothing before can be come back to.
    pub fn forget_marks(&mut self) {
        self.trail.clear();
        self.next_epoch();
    }

    /// Whether a range may be written at once: what that would take is known before, and may be too much for the host.
    fn afford(&self, path: &Path, range: &Range<usize>, is_symbolic: bool) -> Result<(), Limit> {
        let (words, chunks) = (range.len() / WORD, range.len() / CHUNK);
        // As much as that is taken between any two looks at how much there is.
        if words < WORDS_UNSEEN {
            return Ok(());
        }
        let most = words * SAVED_BYTES + if is_symbolic { chunks * CHUNK_BYTES } else { 0 };
        if path.afford(self.bytes() + most).is_ok() {
            return Ok(());
        }
        // Much of it may be there already.
        let of = |size: usize| range.start / size..range.end.div_ceil(size);
        let is_unsaved = |&&saved: &&u32| self.epoch != 0 && saved != self.epoch;
        let words = self.saved[of(WORD)].iter().filter(is_unsaved).count();
        let chunks = self.cells[of(CHUNK)].iter().filter(|cells| is_symbolic && cells.is_none()).count();
        path.afford(self.bytes() + words * SAVED_BYTES + chunks * CHUNK_BYTES)
    }

    /// The state now, to come back to.
    pub fn mark(&mut self) -> MemoryMark {
        self.next_epoch();
        MemoryMark { trail: self.trail.len(), len: self.data.len() }
    }

    /// Goes back to a state. Later marks are void.
    pub fn undo(&mut self, mark: MemoryMark) {
        while self.trail.len() > mark.trail {
            let Saved { word, data, cells } = self.trail.pop().expect("the trail is longer");
            let start = word * WORD;
            self.data[start..start + WORD].copy_from_slice(&data);
            match (cells, &mut self.cells[start / CHUNK]) {
                (Some(old), Some(chunk)) => {
                    chunk[start % CHUNK..start % CHUNK + WORD].copy_from_slice(&*old);
                }
                (None, Some(chunk)) => {
                    chunk[start % CHUNK..start % CHUNK + WORD].fill(SymbolByte::Known(0));
                }
                (_, None) => {}
            }
        }
        self.resize(mark.len);
        self.next_epoch();
    }

    fn next_epoch(&mut self) {
        if self.epoch == u32::MAX {
            self.saved.fill(0);
            self.epoch = 0;
        }
        self.epoch += 1;
    }

    pub(super) fn resize(&mut self, len: usize) {
        self.data.resize(len, 0);
        let gone = self.cells.get(len / CHUNK..).unwrap_or_default();
        self.chunks -= gone.iter().filter(|cells| cells.is_some()).count();
        self.cells.resize_with(len / CHUNK, || None);
        self.saved.resize(len / WORD, 0);
    }

    /// Bounds of an access, checked.
    fn range(&self, address: u64, len: usize) -> Result<Range<usize>, Trap> {
        let start = address as usize;
        if start + len <= self.data.len() { Ok(start..start + len) } else { Err(Trap::MemoryOutOfBounds) }
    }

    /// Whether some byte of a short range may be symbolic.
    #[inline]
    fn may_be_symbolic(&self, range: &Range<usize>) -> bool {
        self.cells[range.start / CHUNK].is_some() || self.cells[(range.end - 1) / CHUNK].is_some()
    }

    /// Whether no byte of a range was ever symbolic.
    fn is_known(&self, range: &Range<usize>) -> bool {
        range.is_empty()
            || self.cells[range.start / CHUNK..=(range.end - 1) / CHUNK].iter().all(Option::is_none)
    }

    /// Whether all bytes of a short range are numbers.
    #[inline]
    fn are_numbers(&self, range: &Range<usize>) -> bool {
        let (first, last) = (range.start / CHUNK, (range.end - 1) / CHUNK);
        if first != last {
            return range.clone().all(|at| matches!(self.byte(at), SymbolByte::Known(_)));
        }
        self.cells[first].as_ref().is_none_or(|chunk| {
            let start = range.start % CHUNK;
            chunk[start..start + range.len()].iter().all(|cell| matches!(cell, SymbolByte::Known(_)))
        })
    }

    fn byte(&self, at: usize) -> SymbolByte {
        match &self.cells[at / CHUNK] {
            Some(chunk) => match chunk[at % CHUNK] {
                SymbolByte::Known(_) => SymbolByte::Known(self.data[at]),
                symbolic => symbolic,
            },
            None => SymbolByte::Known(self.data[at]),
        }
    }

    /// Saves the words of a range that is about to be written.
    #[inline]
    fn save(&mut self, range: &Range<usize>) {
        if self.epoch == 0 || range.is_empty() {
            return;
        }
        for word in range.start / WORD..=(range.end - 1) / WORD {
            if self.saved[word] != self.epoch {
                self.saved[word] = self.epoch;
                let start = word * WORD;
                let data = self.data[start..start + WORD].try_into().expect("a word has its length");
                let cells = self.cells[start / CHUNK].as_ref().and_then(|chunk| {
                    let cells = &chunk[start % CHUNK..start % CHUNK + WORD];
                    // Most words are numbers, also where others are not; for these, nothing is kept.
                    let is_symbolic = cells.iter().any(|cell| matches!(cell, SymbolByte::Of(..)));
                    let copy =
                        || Box::new(<[SymbolByte; WORD]>::try_from(cells).expect("a word has its length"));
                    is_symbolic.then(copy)
                });
                self.trail.push(Saved { word, data, cells });
            }
        }
    }

    /// Writes one byte whose word has been saved.
    fn put(&mut self, at: usize, byte: SymbolByte) {
        let chunk = &mut self.cells[at / CHUNK];
        match byte {
            SymbolByte::Known(value) => {
                self.data[at] = value;
                if let Some(chunk) = chunk {
                    chunk[at % CHUNK] = SymbolByte::Known(0);
                }
            }
            symbolic => {
                self.chunks += usize::from(chunk.is_none());
                let chunk = chunk.get_or_insert_with(|| Box::new([SymbolByte::Known(0); CHUNK]));
                chunk[at % CHUNK] = symbolic;
            }
        }
    }

    /// Where an access goes. A symbolic address may be out of bounds or not, which is a decision of its own.
    #[inline]
    fn place(
        &self,
        path: &mut Path,
        address: Symbol,
        offset: u32,
        len: usize,
        access: Access,
    ) -> Step<Symbol, Place> {
        if let Some(bits) = address.number().or_else(|| path.number_of(address.term?)) {
            return Ok(Place::At(self.range(u64::from(bits as u32) + u64::from(offset), len)?));
        }
        let term = address.term(path, 32);
        let last = (self.data.len() as u64).checked_sub(u64::from(offset) + len as u64);
        let last = last.ok_or(Trap::MemoryOutOfBounds)?;
        if last < u64::from(u32::MAX) {
            let last = path.terms.constant(32, last);
            let within = path.terms.ule(term, last);
            if !path.truth_of(within)? {
                return Err(Trap::MemoryOutOfBounds.into());
            }
        }
        let places = match path.terms.value(term) {
            Some(value) => [value].into(),
            None => path.places_of(term, access)?,
        };
        match *places {
            [only] => Ok(Place::At(self.range(only + u64::from(offset), len)?)),
            // Not all of them may be possible, and those that are not may be anywhere.
            _ => {
                let inside = places.iter().filter(|&&at| self.range(at + u64::from(offset), len).is_ok());
                Ok(Place::Among(term, inside.copied().collect()))
            }
        }
    }

    /// What is at an address that is one of these: a tree of choices, in which neighbours with the same contents are
    /// one.
    fn joined_among(
        &self,
        path: &mut Path,
        address: TermId,
        places: &[u64],
        offset: u32,
        len: usize,
    ) -> TermId {
        match places {
            [] => path.terms.constant(8 * len as u32, 0),
            &[only] => {
                let start = only as usize + offset as usize;
                self.joined(path, start..start + len)
            }
            _ => {
                let (below, above) = places.split_at(places.len() / 2);
                let first = path.terms.constant(32, above[0]);
                let below = self.joined_among(path, address, below, offset, len);
                let above = self.joined_among(path, address, above, offset, len);
                let is_below = path.terms.ult(address, first);
                path.terms.ite(is_below, below, above)
            }
        }
    }

    /// Writes to an address that is one of these: each gets the value if it is meant, and else stays as it is.
    fn store_among(
        &mut self,
        path: &mut Path,
        address: TermId,
        places: &[u64],
        offset: u32,
        (value, len): (Symbol, usize),
    ) {
        let value = value.term(path, 8 * len as u32);
        for &place in places {
            let start = place as usize + offset as usize;
            let range = start..start + len;
            let old = self.joined(path, range.clone());
            // What is stored may have been loaded from the same address: from here, if here is meant.
            let stored = path.terms.given(value, address, place);
            let place = path.terms.constant(32, place);
            let meant = path.terms.eq(address, place);
            let new = path.terms.ite(meant, stored, old);
            self.save(&range);
            for (byte, at) in range.enumerate() {
                let byte = match path.terms.value(new) {
                    Some(bits) => SymbolByte::Known(bits.to_le_bytes()[byte]),
                    None => SymbolByte::Of(new, byte as u8),
                };
                self.put(at, byte);
            }
        }
    }

    /// The bytes of a range as one term, lowest first.
    fn joined(&self, path: &mut Path, range: Range<usize>) -> TermId {
        let len = range.len() as u32;
        if let SymbolByte::Of(term, first) = self.byte(range.start) {
            let whole = range
                .clone()
                .enumerate()
                .all(|(i, at)| self.byte(at) == SymbolByte::Of(term, first + i as u8));
            if whole {
                let low = 8 * u32::from(first);
                return match path.terms.width(term) {
                    width if low == 0 && width == 8 * len => term,
                    _ => path.terms.extract(term, low + 8 * len - 1, low),
                };
            }
        }
        let mut joined = None;
        for at in range {
            let byte = match self.byte(at) {
                SymbolByte::Known(value) => path.terms.constant(8, value.into()),
                SymbolByte::Of(term, place) => {
                    let low = 8 * u32::from(place);
                    path.terms.extract(term, low + 7, low)
                }
            };
            joined = Some(match joined {
                None => byte,
                Some(below) => path.terms.concat(byte, below),
            });
        }
        joined.expect("a range of at least one byte")
    }
}

/// An address as a number: where it is symbolic, the path has to know its value.
fn effective(path: &mut Path, address: Symbol, offset: u32) -> Step<Symbol, u64> {
    Ok(u64::from(address.bits(path)? as u32) + u64::from(offset))
}

/// Where an access may go.
enum Place {
    /// There.
    At(Range<usize>),
    /// To one of several places: the address, and the values that it can have, which are all within memory.
    Among(TermId, Arc<[u64]>),
}

/// How a load extends what it read: to which width, and whether with its sign.
fn extension(operator: Load) -> (u32, bool) {
    use Load::*;
    match operator {
        I32Load | I32Load8U | I32Load16U => (32, false),
        I32Load8S | I32Load16S => (32, true),
        I64Load | I64Load8U | I64Load16U | I64Load32U => (64, false),
        I64Load8S | I64Load16S | I64Load32S => (64, true),
    }
}

impl Memory<Symbol> for SymbolicMemory {
    type Byte = SymbolByte;

    fn new(pages: u32, max: Option<u32>) -> Self {
        let mut memory = SymbolicMemory { max, ..Self::default() };
        memory.resize(pages as usize * PAGE);
        memory
    }

    fn pages(&self) -> u32 {
        (self.data.len() / PAGE) as u32
    }

    fn max(&self) -> Option<u32> {
        self.max
    }

    fn grow(&mut self, pages: u32, limits: &Limits) -> Step<Symbol, Option<u32>> {
        let old = self.pages();
        let Some(new) = grown(old, pages, self.max, limits)? else { return Ok(None) };
        self.resize(new as usize * PAGE);
        Ok(Some(old))
    }

    #[inline]
    fn load(
        &mut self,
        path: &mut Path,
        operator: Load,
        address: Symbol,
        offset: u32,
    ) -> Step<Symbol, Symbol> {
        let (width, signed) = extension(operator);
        let range = match self.place(path, address, offset, operator.bytes() as usize, Access::Load)? {
            Place::At(range) => range,
            Place::Among(address, places) => {
                path.afford(self.bytes())?;
                let read = self.joined_among(path, address, &places, offset, operator.bytes() as usize);
                let extended =
                    if signed { path.terms.sext(read, width) } else { path.terms.zext(read, width) };
                return Ok(Symbol::of(path, extended));
            }
        };
        if self.are_numbers(&range) {
            let mut bytes = [0; 8];
            bytes[..range.len()].copy_from_slice(&self.data[range.clone()]);
            let value = u64::from_le_bytes(bytes);
            if !signed {
                return Ok(Symbol::from_bits(value));
            }
            let unused = 64 - 8 * range.len() as u32;
            let value = (((value << unused) as i64) >> unused) as u64;
            return Ok(Symbol::from_bits(if width == 32 { u64::from(value as u32) } else { value }));
        }
        let read = self.joined(path, range);
        let extended = if signed { path.terms.sext(read, width) } else { path.terms.zext(read, width) };
        Ok(Symbol::of(path, extended))
    }

    #[inline]
    fn store(
        &mut self,
        path: &mut Path,
        operator: Store,
        address: Symbol,
        offset: u32,
        value: Symbol,
    ) -> Step<Symbol, ()> {
        let len = operator.bytes();
        let range = match self.place(path, address, offset, len as usize, Access::Store)? {
            Place::At(range) => range,
            Place::Among(address, _) if path.one_target => {
                return Err(Stop::Pause(Undecided::Target(address)));
            }
            Place::Among(address, places) => {
                path.afford(self.bytes())?;
                self.store_among(path, address, &places, offset, (value, len as usize));
                return Ok(());
            }
        };
        self.save(&range);
        match value.number() {
            Some(bits) if !self.may_be_symbolic(&range) => {
                let len = range.len();
                self.data[range].copy_from_slice(&bits.to_le_bytes()[..len]);
            }
            Some(bits) => {
                for (at, byte) in range.zip(bits.to_le_bytes()) {
                    self.put(at, SymbolByte::Known(byte));
                }
            }
            None => {
                let width = (8 * len).max(value.term_width(path));
                let term = value.term(path, width);
                for (place, at) in range.enumerate() {
                    self.put(at, SymbolByte::Of(term, place as u8));
                }
            }
        }
        Ok(())
    }

    fn fill(&mut self, path: &mut Path, address: Symbol, value: Symbol, len: Symbol) -> Step<Symbol, ()> {
        let (start, len) = (effective(path, address, 0)?, len.bits(path)? as u32);
        let range = self.range(start, len as usize)?;
        let byte = Self::low_byte(path, value);
        self.afford(path, &range, matches!(byte, SymbolByte::Of(..)))?;
        self.save(&range);
        if let (SymbolByte::Known(byte), true) = (byte, self.is_known(&range)) {
            self.data[range].fill(byte);
            return Ok(());
        }
        for at in range {
            self.put(at, byte);
        }
        Ok(())
    }

    fn copy(&mut self, path: &mut Path, dst: Symbol, src: Symbol, len: Symbol) -> Step<Symbol, ()> {
        let (dst, src, len) = (effective(path, dst, 0)?, effective(path, src, 0)?, len.bits(path)? as u32);
        let source = self.range(src, len as usize)?;
        let target = self.range(dst, len as usize)?;
        self.afford(path, &target, !self.is_known(&source))?;
        self.save(&target);
        if self.is_known(&source) && self.is_known(&target) {
            self.data.copy_within(source, target.start);
            return Ok(());
        }
        let bytes: Vec<SymbolByte> = source.map(|at| self.byte(at)).collect();
        for (at, byte) in target.zip(bytes) {
            self.put(at, byte);
        }
        Ok(())
    }

    fn init(
        &mut self,
        path: &mut Path,
        data: &[u8],
        dst: Symbol,
        src: Symbol,
        len: Symbol,
    ) -> Step<Symbol, ()> {
        let (dst, src, len) = (effective(path, dst, 0)?, src.bits(path)? as u32, len.bits(path)? as u32);
        let data = data.get(src as usize..src as usize + len as usize).ok_or(Trap::MemoryOutOfBounds)?;
        let range = self.range(dst, len as usize)?;
        self.afford(path, &range, false)?;
        self.save(&range);
        for (at, &byte) in range.zip(data) {
            self.put(at, SymbolByte::Known(byte));
        }
        Ok(())
    }

    fn low_byte(path: &mut Path, value: Symbol) -> SymbolByte {
        match value.number() {
            Some(bits) => SymbolByte::Known(bits as u8),
            None => SymbolByte::Of(value.term(path, 8), 0),
        }
    }

    fn concrete(path: &mut Path, byte: SymbolByte) -> u8 {
        match byte {
            SymbolByte::Known(value) => value,
            SymbolByte::Of(term, place) => path.pinned_byte(term, place),
        }
    }

    fn read(&self, address: u32, len: u32) -> Option<Vec<SymbolByte>> {
        let range = self.range(address.into(), len as usize).ok()?;
        Some(range.map(|at| self.byte(at)).collect())
    }

    fn write(&mut self, address: u32, bytes: &[SymbolByte]) -> Option<()> {
        let range = self.range(address.into(), bytes.len()).ok()?;
        self.save(&range);
        for (at, &byte) in range.zip(bytes) {
            self.put(at, byte);
        }
        Some(())
    }
}
