//! The integer variables that the order and linear layers reason about, and what they say about the inputs.
//!
//! A word stands for a term (see [`super::shape`]) and owns the bits that the term is made of: no other word has
//! them, so every model of the words is one of the inputs. What comes first owns them; a term that needs bits of
//! somebody else's is for the layers above. Inputs that nobody has compared yet are no words at all, so that a
//! program that reads a million bytes and looks at ten pays for ten.
//!
//! The value of an owned bit is what the order layer's model makes of it; of all others, it is kept here. Everything
//! is undone like a stack.

use rustc_hash::FxHashMap;
use worstcase_term::{TermId, Terms, View, mask};

use super::shape::{Piece, Shape};
use super::small::Domain;
use crate::order::{Order, Var};
use crate::solver::Declared;

const NONE: u32 = u32::MAX;

/// A variable of the order layer, and what it stands for.
#[derive(Clone, Debug)]
pub(super) struct Word {
    pub(super) term: TermId,
    pub(super) shape: Shape,
    pub(super) variable: Var,
    /// The integer that the term is, divided by its scale, is the variable plus this: unsigned words of 64 bits are
    /// not within those of the variables.
    pub(super) bias: i128,
    /// Its place among all columns of the linear layer.
    pub(super) column: u32,
    /// Whether it is an input as it is.
    whole: bool,
}

/// What is known of an input beside the words.
#[derive(Clone, Copy, Debug)]
struct Slot {
    /// Its value, as far as no word has it.
    value: u64,
    /// The bits that words have.
    owned: u64,
    /// The word that is this input and nothing else.
    whole: u32,
    /// The word that has all of it, unchanged, among others, and from which bit on.
    within: (u32, u32),
}

impl Slot {
    fn unowned(value: u64) -> Slot {
        Slot { value, owned: 0, whole: NONE, within: (NONE, 0) }
    }
}

/// What the words say about the inputs, for evaluations.
pub(super) struct Model<'a> {
    words: &'a Words,
    order: &'a Order,
}

impl worstcase_term::Model for Model<'_> {
    #[inline]
    fn input(&self, input: u32) -> u64 {
        self.words.value(self.order, input)
    }

    #[inline]
    fn joined(&self, term: TermId) -> Option<u64> {
        if self.words.by_term.is_empty() {
            return None;
        }
        let word = &self.words.all[*self.words.by_term.get(&term)? as usize];
        word.shape.is_plain().then(|| word.plain_bits(self.order))
    }
}

impl Word {
    /// The bits of a word that is nothing but these.
    #[inline]
    fn plain_bits(&self, order: &Order) -> u64 {
        let integer = order.value(self.variable).wrapping_add(self.bias as i64);
        integer as u64 & mask(self.shape.base_width())
    }
}

/// All words, and the inputs that they are made of.
#[derive(Clone, Debug, Default)]
pub(super) struct Words {
    inputs: Vec<Declared>,
    slots: Vec<Slot>,
    all: Vec<Word>,
    by_term: FxHashMap<TermId, u32>,
    /// Those that are places of floating-point numbers.
    floats: FxHashMap<TermId, u32>,
    /// For inputs of which several words, or words that are more than that, have parts: these words.
    parts: FxHashMap<u32, Vec<u32>>,
    /// The linear layer's variables: the words, and what helps to say how terms depend on them.
    pub(super) columns: Vec<Column>,
    /// Values of inputs before they changed.
    trail: Vec<(u32, u64)>,
}

/// A variable of the linear layer.
#[derive(Clone, Copy, Debug)]
pub(super) struct Column {
    pub(super) low: i64,
    pub(super) high: i64,
    /// The same of the order layer, if it is a word.
    pub(super) word: Option<Var>,
}

/// A state to come back to.
#[derive(Clone, Copy, Debug)]
pub(super) struct Mark {
    words: usize,
    columns: usize,
    trail: usize,
}

impl Words {
    pub(super) fn declare(&mut self, input: Declared) {
        self.slots.push(Slot::unowned(input.closest_to_zero()));
        self.inputs.push(input);
    }

    pub(super) fn inputs(&self) -> &[Declared] {
        &self.inputs
    }

    pub(super) fn all(&self) -> &[Word] {
        &self.all
    }

    /// The word whose variable this is.
    pub(super) fn word(&self, variable: Var) -> Option<&Word> {
        variable.index().map(|index| &self.all[index])
    }

    pub(super) fn mark(&self) -> Mark {
        Mark { words: self.all.len(), columns: self.columns.len(), trail: self.trail.len() }
    }

    /// Goes back to what there was at a mark.
    pub(super) fn undo(&mut self, mark: Mark) {
        while self.all.len() > mark.words {
            let word = self.all.pop().expect("there are more");
            match word.shape.is_float() {
                true => self.floats.remove(&word.term),
                false => self.by_term.remove(&word.term),
            };
            for piece in &word.shape.pieces {
                let slot = &mut self.slots[piece.input as usize];
                slot.owned &= !piece.bits();
                (slot.whole, slot.within) = (NONE, (NONE, 0));
                if !word.whole
                    && let Some(parts) = self.parts.get_mut(&piece.input)
                {
                    parts.pop();
                }
            }
        }
        self.columns.truncate(mark.columns);
        for (input, value) in self.trail.drain(mark.trail..).rev() {
            self.slots[input as usize].value = value;
        }
    }

    /// Goes back to so many inputs, of which no word is left.
    pub(super) fn truncate(&mut self, inputs: usize) {
        self.slots.truncate(inputs);
        self.inputs.truncate(inputs);
    }

    /// The integers that the variable of a word can be.
    pub(super) fn range(&self, word: &Word) -> (i64, i64) {
        let column = &self.columns[word.column as usize];
        (column.low, column.high)
    }

    /// Whether all words are inputs as they are.
    pub(super) fn are_whole(&self) -> bool {
        self.by_term.is_empty() && self.floats.is_empty()
    }

    /// Makes words of all inputs that are none, unless they have parts that are.
    pub(super) fn make_all(&mut self, order: &mut Order) {
        for input in 0..self.inputs.len() as u32 {
            if self.is_unowned(input) {
                let shape = Shape::input(input, &self.inputs);
                let value = self.slots[input as usize].value;
                self.make(Terms::FALSE, shape, value, order);
            }
        }
    }

    /// The word that a term is.
    #[inline]
    pub(super) fn find(&self, terms: &Terms, term: TermId) -> Option<&Word> {
        self.find_number(terms, term).map(|number| &self.all[number as usize])
    }

    /// Its place among all words.
    #[inline]
    pub(super) fn find_number(&self, terms: &Terms, term: TermId) -> Option<u32> {
        match terms.view(term) {
            View::Input(input) => {
                Some(self.slots.get(input as usize)?.whole).filter(|&number| number != NONE)
            }
            View::Constant(_) => None,
            _ if self.by_term.is_empty() => None,
            _ => self.by_term.get(&term).copied(),
        }
    }

    /// The word that is the place of a floating-point number, by its own place among all words.
    pub(super) fn find_float(&self, term: TermId) -> Option<u32> {
        self.floats.get(&term).copied()
    }

    /// The word that has bits of an input, and from which place in what it is made of.
    pub(super) fn owner(&self, piece: Piece) -> Option<(u32, u32)> {
        let slot = &self.slots[piece.input as usize];
        let whole = Some(slot.whole).filter(|&number| number != NONE);
        for &number in self.parts.get(&piece.input).into_iter().flatten().chain(&whole) {
            let mut place = 0;
            for own in &self.all[number as usize].shape.pieces {
                if own.input == piece.input && own.bits() & piece.bits() == piece.bits() {
                    return Some((number, place + piece.low - own.low));
                }
                place += own.width;
            }
        }
        None
    }

    /// Whether nobody has any of these bits, and none is there twice.
    pub(super) fn are_free(&self, pieces: &[Piece]) -> bool {
        let free = |piece: &Piece| self.slots[piece.input as usize].owned & piece.bits() == 0;
        let apart = |(i, piece): (usize, &Piece)| {
            pieces[..i].iter().all(|other| other.input != piece.input || other.bits() & piece.bits() == 0)
        };
        pieces.iter().all(free) && pieces.iter().enumerate().all(apart)
    }

    /// Makes a term a word. Nobody has its bits.
    pub(super) fn make(&mut self, term: TermId, shape: Shape, value: u64, order: &mut Order) -> u32 {
        debug_assert!(self.are_free(&shape.pieces));
        let interval = shape.interval();
        let bias = if interval.high > i64::MAX.into() { interval.high - i128::from(i64::MAX) } else { 0 };
        let (low, high) = ((interval.low - bias) as i64, (interval.high - bias) as i64);
        let integer = shape.integer(value) - bias;
        let variable = order.variable_at(low, high, integer as i64);
        let number = self.all.len() as u32;
        debug_assert_eq!(variable.index(), Some(number as usize));
        let whole = shape.is_whole_input(&self.inputs);
        let mut place = 0;
        for piece in &shape.pieces {
            let slot = &mut self.slots[piece.input as usize];
            slot.owned |= piece.bits();
            if whole.is_none() {
                if shape.is_plain() && piece.bits() == mask(self.inputs[piece.input as usize].width) {
                    slot.within = (number, place);
                }
                self.parts.entry(piece.input).or_default().push(number);
            }
            place += piece.width;
        }
        match whole {
            Some(input) => self.slots[input as usize].whole = number,
            None if shape.is_float() => drop(self.floats.insert(term, number)),
            None => drop(self.by_term.insert(term, number)),
        }
        let column = self.columns.len() as u32;
        self.columns.push(Column { low, high, word: Some(variable) });
        self.all.push(Word { term, shape, variable, bias, column, whole: whole.is_some() });
        number
    }

    /// A new variable for the linear layer.
    pub(super) fn column(&mut self, low: i64, high: i64) -> u32 {
        self.columns.push(Column { low, high, word: None });
        self.columns.len() as u32 - 1
    }

    /// The values of all inputs.
    pub(super) fn model<'a>(&'a self, order: &'a Order) -> Model<'a> {
        Model { words: self, order }
    }

    /// The value of an input, as bits.
    #[inline]
    pub(super) fn value(&self, order: &Order, input: u32) -> u64 {
        let slot = &self.slots[input as usize];
        if let Some(word) = self.all.get(slot.whole as usize) {
            let integer = order.value(word.variable).wrapping_add(word.bias as i64);
            return integer as u64 & mask(self.inputs[input as usize].width);
        }
        if slot.owned == 0 {
            return slot.value;
        }
        let (number, place) = slot.within;
        match self.all.get(number as usize) {
            Some(word) => word.plain_bits(order) >> place & mask(self.inputs[input as usize].width),
            None => self.put_together(order, input),
        }
    }

    /// The value of an input of which words have parts.
    fn put_together(&self, order: &Order, input: u32) -> u64 {
        let mut value = self.slots[input as usize].value;
        for &number in self.parts.get(&input).into_iter().flatten() {
            let word = &self.all[number as usize];
            let mut bits = self.bits_of(order, word);
            for piece in &word.shape.pieces {
                if piece.input == input {
                    value = value & !piece.bits() | (bits & mask(piece.width)) << piece.low;
                }
                bits = bits.checked_shr(piece.width).unwrap_or(0);
            }
        }
        value
    }

    /// What the pieces of a word are, put together.
    fn bits_of(&self, order: &Order, word: &Word) -> u64 {
        let integer = i128::from(order.value(word.variable)) + word.bias;
        let hint = if word.shape.is_plain() { 0 } else { self.kept_bits(&word.shape.pieces) };
        word.shape.undo(integer, hint)
    }

    /// The values of pieces that are kept here, put together.
    fn kept_bits(&self, pieces: &[Piece]) -> u64 {
        let mut bits = 0;
        let mut place = 0;
        for piece in pieces {
            let value = self.slots[piece.input as usize].value >> piece.low & mask(piece.width);
            bits |= value << place;
            place += piece.width;
        }
        bits
    }

    /// Keeps values for inputs, as far as no word has them.
    pub(super) fn keep(&mut self, input: u32, value: u64) {
        let slot = &mut self.slots[input as usize];
        if slot.value != value {
            self.trail.push((input, slot.value));
            slot.value = value;
        }
    }

    /// Gives an input of which no word has a bit a value, for good.
    pub(super) fn start_at(&mut self, input: u32, value: u64) {
        debug_assert!(self.is_unowned(input), "a word has its value");
        self.slots[input as usize].value = value;
    }

    /// How many changes of values that are kept here can be undone.
    pub(super) fn changes(&self) -> usize {
        self.trail.len()
    }

    /// The inputs whose values may be others because of those after so many: what is kept for a part of a word also tells which
    /// of several values its other parts have.
    pub(super) fn kept_since(&self, changes: usize) -> impl Iterator<Item = u32> {
        self.trail[changes..].iter().flat_map(|&(input, _)| {
            let words = self.parts.get(&input).into_iter().flatten();
            let pieces = words.flat_map(|&number| &self.all[number as usize].shape.pieces);
            std::iter::once(input).chain(pieces.map(|piece| piece.input))
        })
    }

    /// Whether no word has a bit of an input.
    pub(super) fn is_unowned(&self, input: u32) -> bool {
        self.slots[input as usize].owned == 0
    }

    /// Keeps what the pieces of a word are, put together.
    pub(super) fn keep_bits(&mut self, number: u32, mut bits: u64) {
        for at in 0..self.all[number as usize].shape.pieces.len() {
            let piece = self.all[number as usize].shape.pieces[at];
            let old = self.slots[piece.input as usize].value;
            self.keep(piece.input, old & !piece.bits() | (bits & mask(piece.width)) << piece.low);
            bits = bits.checked_shr(piece.width).unwrap_or(0);
        }
    }

    /// The word that an input is, as it is.
    pub(super) fn whole(&self, input: u32) -> Option<&Word> {
        self.all.get(self.slots[input as usize].whole as usize)
    }

    /// The integers that an input can be by what it was declared as, and by comparisons with constants.
    pub(super) fn integers(&self, order: &Order, input: u32) -> Option<Domain> {
        let width = self.inputs[input as usize].width;
        let (low, high) = match self.whole(input) {
            Some(word) if word.bias == 0 => order.range(word.variable),
            _ => self.inputs[input as usize].range?,
        };
        Some(Domain::Range { low, high, width })
    }

    /// The integer that the variable of a word is, if the word has this value.
    pub(super) fn integer(word: &Word, value: u64) -> i64 {
        (word.shape.integer(value) - word.bias) as i64
    }
}
