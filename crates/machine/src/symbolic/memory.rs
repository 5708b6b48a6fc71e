//! Linear memory whose bytes may be symbolic.
//!
//! The bytes themselves are as flat as in the concrete machine, and so are marks that say which of them are symbolic:
//! one bit each. Only then is there a cell that says which byte of which term it is, in chunks that exist only where
//! there ever was one. Most of what programs read and write is numbers, and whether it is takes one look at a mark. A
//! load that reads back what a store wrote gets the very same term.
//!
//! Depth-first exploration goes back to where it was: from the first mark on, the first write to a word after a
//! mark saves what was there. A word that is written a million times between two marks is saved once.

use std::ops::Range;
use std::sync::Arc;

use worstcase_program::{Load, Store};
use worstcase_term::TermId;

use super::{Access, Path, Symbol, SymbolByte, Undecided};
use crate::concrete::zeros;
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
    /// For each word, which of its bytes are symbolic: one bit each, that of the first byte lowest.
    pub(super) symbolic: Vec<u8>,
    /// For each chunk, the cells of its bytes. Those of bytes that are not symbolic mean nothing.
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
    pub(super) word: u32,
    /// Which of its bytes were symbolic.
    symbolic: u8,
    data: [u8; WORD],
    /// If some were.
    cells: Option<Box<[SymbolByte; WORD]>>,
}

impl Saved {
    /// Where the word begins.
    pub(super) fn start(&self) -> usize {
        self.word as usize * WORD
    }
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
            let saved = self.trail.pop().expect("the trail is longer");
            let start = saved.start();
            self.data[start..start + WORD].copy_from_slice(&saved.data);
            self.symbolic[start / WORD] = saved.symbolic;
            if let (Some(old), Some(chunk)) = (saved.cells, &mut self.cells[start / CHUNK]) {
                chunk[start % CHUNK..start % CHUNK + WORD].copy_from_slice(&*old);
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
        self.symbolic.resize(len / WORD, 0);
        self.saved.resize(len / WORD, 0);
    }

    /// Bounds of an access, checked.
    fn range(&self, address: u64, len: usize) -> Result<Range<usize>, Trap> {
        let start = address as usize;
        if start + len <= self.data.len() { Ok(start..start + len) } else { Err(Trap::MemoryOutOfBounds) }
    }

    /// Whether no byte of a range is symbolic.
    fn is_known(&self, range: &Range<usize>) -> bool {
        words_of(range).all(|word| self.symbolic[word] & marks_in(range, word) == 0)
    }

    fn byte(&self, at: usize) -> SymbolByte {
        match (self.symbolic[at / WORD] >> (at % WORD) & 1, &self.cells[at / CHUNK]) {
            (1, Some(chunk)) => chunk[at % CHUNK],
            _ => SymbolByte::Known(self.data[at]),
        }
    }

    /// So many bytes, if they are within memory and none of them is symbolic.
    #[inline(always)]
    fn number_at<const N: usize>(&self, start: usize) -> Option<[u8; N]> {
        let bytes = self.data.get(start..start + N)?;
        let (first, last) = (self.symbolic.get(start / WORD)?, self.symbolic.get((start + N - 1) / WORD)?);
        let marks = u16::from(*first) | u16::from(*last) << 8;
        if marks & marks_at::<N>(start) != 0 {
            return None;
        }
        bytes.try_into().ok()
    }

    /// What an operator reads there, if that is within memory and no byte of it is symbolic.
    #[inline(always)]
    fn number(&self, operator: Load, start: usize) -> Option<u64> {
        use Load::*;
        Some(match operator {
            I32Load | I64Load32U => u32::from_le_bytes(self.number_at(start)?).into(),
            I64Load => u64::from_le_bytes(self.number_at(start)?),
            I32Load8U | I64Load8U => u8::from_le_bytes(self.number_at(start)?).into(),
            I32Load16U | I64Load16U => u16::from_le_bytes(self.number_at(start)?).into(),
            I32Load8S => (i8::from_le_bytes(self.number_at(start)?) as i32 as u32).into(),
            I32Load16S => (i16::from_le_bytes(self.number_at(start)?) as i32 as u32).into(),
            I64Load8S => i8::from_le_bytes(self.number_at(start)?) as i64 as u64,
            I64Load16S => i16::from_le_bytes(self.number_at(start)?) as i64 as u64,
            I64Load32S => i32::from_le_bytes(self.number_at(start)?) as i64 as u64,
        })
    }

    /// Writes a number, if it goes to memory in words that have been saved. Returns whether it did.
    #[inline(always)]
    fn put_number<const N: usize>(&mut self, start: usize, number: [u8; N]) -> bool {
        let (first, last) = (start / WORD, (start + N - 1) / WORD);
        let is_saved = |word: usize| self.saved.get(word).is_some_and(|&saved| saved == self.epoch);
        if !(self.epoch == 0 || is_saved(first) && is_saved(last)) {
            return false;
        }
        let Some(bytes) = self.data.get_mut(start..start + N) else { return false };
        bytes.copy_from_slice(&number);
        let marks = marks_at::<N>(start);
        self.symbolic[first] &= !(marks as u8);
        self.symbolic[last] &= !((marks >> 8) as u8);
        true
    }

    /// Saves the words of a range that is about to be written.
    #[inline]
    fn save(&mut self, range: &Range<usize>) {
        if self.epoch == 0 || range.is_empty() {
            return;
        }
        for word in words_of(range) {
            if self.saved[word] != self.epoch {
                self.saved[word] = self.epoch;
                self.trail.push(self.copy_of(word));
            }
        }
    }

    /// A word as it is now.
    fn copy_of(&self, word: usize) -> Saved {
        let (start, symbolic) = (word * WORD, self.symbolic[word]);
        let data = self.data[start..start + WORD].try_into().expect("a word has its length");
        let cells = match &self.cells[start / CHUNK] {
            Some(chunk) if symbolic != 0 => {
                let cells = chunk[start % CHUNK..start % CHUNK + WORD].try_into();
                Some(Box::new(cells.expect("a word has its length")))
            }
            _ => None,
        };
        Saved { word: word as u32, symbolic, data, cells }
    }

    /// Writes one byte whose word has been saved.
    fn put(&mut self, at: usize, byte: SymbolByte) {
        let mark = 1 << (at % WORD);
        match byte {
            SymbolByte::Known(value) => {
                self.data[at] = value;
                self.symbolic[at / WORD] &= !mark;
            }
            symbolic => {
                let chunk = &mut self.cells[at / CHUNK];
                self.chunks += usize::from(chunk.is_none());
                let chunk = chunk.get_or_insert_with(|| Box::new([SymbolByte::Known(0); CHUNK]));
                chunk[at % CHUNK] = symbolic;
                self.symbolic[at / WORD] |= mark;
            }
        }
    }

    /// Writes the same number to all bytes of a range whose words have been saved.
    fn fill_with(&mut self, range: Range<usize>, value: u8) {
        for word in words_of(&range) {
            self.symbolic[word] &= !marks_in(&range, word);
        }
        self.data[range].fill(value);
    }

    /// Where an access goes. A symbolic address may be out of bounds or not, which is a decision of its own.
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

    /// Reads whatever is there, wherever that is.
    #[inline(never)]
    fn load_any(
        &mut self,
        path: &mut Path,
        operator: Load,
        address: Symbol,
        offset: u32,
    ) -> Step<Symbol, Symbol> {
        let (width, signed) = extension(operator);
        let len = operator.bytes() as usize;
        let read = match self.place(path, address, offset, len, Access::Load)? {
            // The address was a term, of a number that is known by now.
            Place::At(range) => match self.number(operator, range.start) {
                Some(number) => return Ok(Symbol::from_bits(number)),
                None => self.joined(path, range),
            },
            Place::Among(address, places) => {
                path.afford(self.bytes())?;
                self.joined_among(path, address, &places, offset, len)
            }
        };
        let extended = if signed { path.terms.sext(read, width) } else { path.terms.zext(read, width) };
        Ok(Symbol::of(path, extended))
    }

    /// Writes whatever it is, wherever that goes.
    #[inline(never)]
    fn store_any(
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

/// The words that a range has bytes of.
fn words_of(range: &Range<usize>) -> Range<usize> {
    if range.is_empty() { 0..0 } else { range.start / WORD..(range.end - 1) / WORD + 1 }
}

/// The marks of those bytes of a word that are in a range.
fn marks_in(range: &Range<usize>, word: usize) -> u8 {
    let start = word * WORD;
    let (from, to) = (range.start.saturating_sub(start), (range.end - start).min(WORD));
    ((1u16 << to) - (1 << from)) as u8
}

/// The marks of so many bytes in the word of the first one; and above these, in the next word.
#[inline(always)]
fn marks_at<const N: usize>(start: usize) -> u16 {
    ((1 << N) - 1) << (start % WORD)
}

impl Memory<Symbol> for SymbolicMemory {
    type Byte = SymbolByte;

    fn new(pages: u32, max: Option<u32>) -> Self {
        let len = pages as usize * PAGE;
        // The memory of programs that have none is not worth asking the system for.
        if len == 0 {
            return SymbolicMemory { max, ..Self::default() };
        }
        let (data, symbolic, saved) = (zeros(len), zeros(len / WORD), zeros(len / WORD));
        SymbolicMemory { data, max, symbolic, cells: vec![None; len / CHUNK], saved, ..Self::default() }
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

    /// Numbers at known places are read here, and everything else elsewhere: this becomes part of every load of the
    /// interpreter.
    #[inline(always)]
    fn load(
        &mut self,
        path: &mut Path,
        operator: Load,
        address: Symbol,
        offset: u32,
    ) -> Step<Symbol, Symbol> {
        if let Some(at) = address.number()
            && let Some(number) = self.number(operator, at as u32 as usize + offset as usize)
        {
            return Ok(Symbol::from_bits(number));
        }
        self.load_any(path, operator, address, offset)
    }

    /// The same for stores.
    #[inline(always)]
    fn store(
        &mut self,
        path: &mut Path,
        operator: Store,
        address: Symbol,
        offset: u32,
        value: Symbol,
    ) -> Step<Symbol, ()> {
        if let (Some(at), Some(bits)) = (address.number(), value.number()) {
            let start = at as u32 as usize + offset as usize;
            let is_done = match operator {
                Store::Store8 => self.put_number(start, (bits as u8).to_le_bytes()),
                Store::Store16 => self.put_number(start, (bits as u16).to_le_bytes()),
                Store::Store32 => self.put_number(start, (bits as u32).to_le_bytes()),
                Store::Store64 => self.put_number(start, bits.to_le_bytes()),
            };
            if is_done {
                return Ok(());
            }
        }
        self.store_any(path, operator, address, offset, value)
    }

    fn fill(&mut self, path: &mut Path, address: Symbol, value: Symbol, len: Symbol) -> Step<Symbol, ()> {
        let (start, len) = (effective(path, address, 0)?, len.bits(path)? as u32);
        let range = self.range(start, len as usize)?;
        let byte = Self::low_byte(path, value);
        self.afford(path, &range, matches!(byte, SymbolByte::Of(..)))?;
        self.save(&range);
        if let SymbolByte::Known(byte) = byte {
            self.fill_with(range, byte);
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
        if self.is_known(&source) {
            for word in words_of(&target) {
                self.symbolic[word] &= !marks_in(&target, word);
            }
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

    fn low_bytes(path: &mut Path, value: Symbol, count: u32) -> Vec<SymbolByte> {
        match value.number() {
            Some(bits) => {
                bits.to_le_bytes()[..count as usize].iter().map(|&byte| SymbolByte::Known(byte)).collect()
            }
            None => {
                let term = value.term(path, 8 * count);
                (0..count as u8).map(|place| SymbolByte::Of(term, place)).collect()
            }
        }
    }

    fn extended(path: &mut Path, byte: SymbolByte) -> Symbol {
        match byte {
            SymbolByte::Known(value) => Symbol::from_bits(value.into()),
            SymbolByte::Of(term, place) => {
                let low = 8 * u32::from(place);
                let byte = path.terms.extract(term, low + 7, low);
                let term = path.terms.zext(byte, 32);
                Symbol::of(path, term)
            }
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
