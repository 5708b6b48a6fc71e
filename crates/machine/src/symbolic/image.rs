//! Memory as a value: images of what it held, which share all that they have in common.
//!
//! A search that keeps many states keeps an image of each one's memory. The machine still works on flat memory, so
//! depth-first search is as fast as ever: an image is made of the one before it and of the words that were written
//! since, and memory goes over to another image by exchanging the chunks in which the two differ. What either costs
//! grows with what was written, not with how much memory there is.

use std::sync::Arc;

use super::SymbolByte;
use super::memory::{CHUNK, MemoryMark, SymbolicMemory, WORD};

/// How many chunks are one piece of an image: as many as a page of linear memory has.
const PIECE: usize = crate::value::PAGE / CHUNK;

/// Memory as it was. To clone it costs nothing.
#[derive(Clone, Debug)]
pub struct MemoryImage {
    pieces: Arc<Vec<Arc<Piece>>>,
}

/// Chunks side by side; none where all is zero.
type Piece = [Option<Arc<Chunk>>; PIECE];

#[derive(Debug)]
struct Chunk {
    data: [u8; CHUNK],
    symbolic: [u8; CHUNK / WORD],
    cells: Option<Box<[SymbolByte; CHUNK]>>,
}

impl Chunk {
    fn bytes(&self) -> usize {
        size_of::<Chunk>() + self.cells.as_ref().map_or(0, |_| size_of::<[SymbolByte; CHUNK]>())
    }
}

impl MemoryImage {
    /// About how many bytes of the host's memory it takes that another image does not share.
    pub fn bytes_beside(&self, other: &MemoryImage) -> usize {
        let mut bytes = size_of::<MemoryImage>();
        if Arc::ptr_eq(&self.pieces, &other.pieces) {
            return bytes;
        }
        bytes += self.pieces.len() * size_of::<Arc<Piece>>();
        for (number, piece) in self.pieces.iter().enumerate() {
            let theirs = other.pieces.get(number);
            if theirs.is_some_and(|theirs| Arc::ptr_eq(piece, theirs)) {
                continue;
            }
            bytes += size_of::<Piece>();
            for (at, chunk) in piece.iter().enumerate() {
                let theirs = theirs.and_then(|theirs| theirs[at].as_ref());
                if let Some(chunk) = chunk
                    && !theirs.is_some_and(|theirs| Arc::ptr_eq(chunk, theirs))
                {
                    bytes += chunk.bytes();
                }
            }
        }
        bytes
    }

    fn chunk(&self, number: usize) -> Option<&Arc<Chunk>> {
        self.pieces.get(number / PIECE)?[number % PIECE].as_ref()
    }
}

/// Whether two chunks are one and the same.
fn are_one(a: Option<&Arc<Chunk>>, b: Option<&Arc<Chunk>>) -> bool {
    match (a, b) {
        (None, None) => true,
        (Some(a), Some(b)) => Arc::ptr_eq(a, b),
        _ => false,
    }
}

impl SymbolicMemory {
    /// What memory holds now.
    pub fn image(&self) -> MemoryImage {
        let pieces = (0..self.data.len() / CHUNK / PIECE)
            .map(|piece| Arc::new(std::array::from_fn(|at| self.copied(piece * PIECE + at))));
        MemoryImage { pieces: Arc::new(pieces.collect()) }
    }

    /// The same, if at a mark it held what an image says: only what was written since has to be looked at.
    pub fn image_since(&self, mark: MemoryMark, then: &MemoryImage) -> MemoryImage {
        let mut written: Vec<usize> =
            self.trail[mark.trail..].iter().map(|saved| saved.start() / CHUNK).collect();
        written.sort_unstable();
        written.dedup();
        let all = self.data.len() / CHUNK / PIECE;
        if written.is_empty() && all == then.pieces.len() {
            return then.clone();
        }
        let mut pieces: Vec<Arc<Piece>> = then.pieces.iter().take(all).cloned().collect();
        // What memory grew by is zero where nothing was written.
        pieces.resize_with(all, || Arc::new([const { None }; PIECE]));
        for number in written.into_iter().filter(|&number| number / PIECE < all) {
            Arc::make_mut(&mut pieces[number / PIECE])[number % PIECE] = self.copied(number);
        }
        MemoryImage { pieces: Arc::new(pieces) }
    }

    /// A chunk as it is now, unless it is all zero.
    fn copied(&self, number: usize) -> Option<Arc<Chunk>> {
        let data: [u8; CHUNK] =
            self.data[number * CHUNK..][..CHUNK].try_into().expect("a chunk has its length");
        let symbolic: [u8; CHUNK / WORD] =
            self.symbolic[number * CHUNK / WORD..][..CHUNK / WORD].try_into().expect("a chunk has its marks");
        // Cells that were symbolic once need not be any more.
        let is_symbolic = symbolic.iter().any(|&marks| marks != 0);
        let cells = self.cells[number].as_ref().filter(|_| is_symbolic).cloned();
        let is_zero = cells.is_none() && data == [0; CHUNK];
        (!is_zero).then(|| Arc::new(Chunk { data, symbolic, cells }))
    }

    /// Makes memory hold what an image says. If what it holds now is another image, only what differs is copied.
    /// Marks made before are void.
    pub fn show(&mut self, image: &MemoryImage, now: Option<&MemoryImage>) {
        self.resize(image.pieces.len() * crate::value::PAGE);
        for (number, piece) in image.pieces.iter().enumerate() {
            let theirs = now.and_then(|now| now.pieces.get(number));
            if theirs.is_some_and(|theirs| Arc::ptr_eq(piece, theirs)) {
                continue;
            }
            for at in number * PIECE..(number + 1) * PIECE {
                let chunk = image.chunk(at);
                if now.is_none() || !are_one(chunk, now.and_then(|now| now.chunk(at))) {
                    self.exchange(at, chunk.map(|chunk| &**chunk));
                }
            }
        }
        self.forget_marks();
    }

    fn exchange(&mut self, number: usize, chunk: Option<&Chunk>) {
        let data = &mut self.data[number * CHUNK..][..CHUNK];
        match chunk {
            Some(chunk) => data.copy_from_slice(&chunk.data),
            None => data.fill(0),
        }
        let marks = &mut self.symbolic[number * CHUNK / WORD..][..CHUNK / WORD];
        match chunk {
            Some(chunk) => marks.copy_from_slice(&chunk.symbolic),
            None => marks.fill(0),
        }
        let cells = chunk.and_then(|chunk| chunk.cells.clone());
        self.chunks += usize::from(cells.is_some());
        self.chunks -= usize::from(self.cells[number].is_some());
        self.cells[number] = cells;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::SplitMix;
    use crate::value::{Memory, PAGE};

    fn held(memory: &SymbolicMemory) -> Vec<SymbolByte> {
        memory.read(0, memory.pages() * PAGE as u32).expect("all of it")
    }

    fn scribble(memory: &mut SymbolicMemory, random: &mut SplitMix) {
        for _ in 0..1 + random.below(20) {
            let at = random.below(u64::from(memory.pages()) * PAGE as u64 - 8) as u32;
            let term = worstcase_term::Terms::TRUE;
            let byte = match random.below(3) {
                0 => SymbolByte::Of(term, random.below(8) as u8),
                _ => SymbolByte::Known(random.below(256) as u8),
            };
            memory.write(at, &[byte; 5]).expect("within memory");
        }
    }

    #[test]
    fn every_image_comes_back_from_every_other() {
        let mut random = SplitMix(1);
        let mut memory = SymbolicMemory::new(2, None);
        let first = memory.image();
        let mut images = vec![(first, held(&memory))];
        for _ in 0..200 {
            // Anywhere, then a detour that is undone, then something to keep.
            let from = random.below(images.len() as u64) as usize;
            let now = images.last().expect("there is one").0.clone();
            memory.show(&images[from].0, Some(&now));
            assert_eq!(held(&memory), images[from].1);
            let mark = memory.mark();
            scribble(&mut memory, &mut random);
            memory.undo(mark);
            assert_eq!(held(&memory), images[from].1);
            scribble(&mut memory, &mut random);
            if random.below(20) == 0 {
                memory.grow(1, &crate::stop::Limits::default()).expect("it may grow");
                scribble(&mut memory, &mut random);
            }
            let image = memory.image_since(mark, &images[from].0);
            let mut fresh = SymbolicMemory::new(0, None);
            fresh.show(&image, None);
            assert_eq!(held(&fresh), held(&memory));
            images.push((image, held(&memory)));
        }
    }

    #[test]
    fn images_share_what_was_not_written() {
        let mut memory = SymbolicMemory::new(64, None);
        memory.write(100, &[SymbolByte::Known(1)]).expect("within memory");
        let before = memory.image();
        let mark = memory.mark();
        memory.write(1 << 20, &[SymbolByte::Known(2)]).expect("within memory");
        let after = memory.image_since(mark, &before);
        let most = 64 * 8 + size_of::<Piece>() + 2 * CHUNK;
        assert!(after.bytes_beside(&before) < most, "{}", after.bytes_beside(&before));
    }
}
