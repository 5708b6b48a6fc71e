//! The text of a template, made as the program reads it.
//!
//! What is not fixed is asked for when its place is reached: the length of a hole, the count of a part, the number of an
//! alternative. A number is not looked at as a whole, but as "one more?", again and again: each is a decision like those of the
//! program, so nothing is fixed that was not decided. A cursor that stops at one goes on from there.

use std::sync::Arc;

use worstcase_program::Binary;
use worstcase_program::host::{Asked, InputKind};

use super::super::{ByteOf, Halt, INPUT, Inputs, Outcome, Process};
use super::shape::{Need, add};
use super::{Alphabet, HoleIdx, Item, SequenceIdx, TemplateShape};
use crate::value::{Memory, Step, Value};

/// A place in a template, and what came before it.
#[derive(Clone)]
pub(in crate::process) struct Cursor<V: Value> {
    shape: Arc<TemplateShape>,
    /// The sequences that it is in, the innermost last.
    frames: Vec<Frame<V>>,
    /// What holes hold, as far as they have come.
    holes: Vec<Arc<Vec<ByteOf<V>>>>,
    /// How much of each limit was used.
    used: Need,
    /// What was made and not read yet.
    made: Vec<ByteOf<V>>,
}

/// A place in a sequence.
#[derive(Clone, Copy)]
struct Frame<V> {
    sequence: SequenceIdx,
    at: usize,
    /// The number that was asked for at this place, if it was.
    number: Option<V>,
    /// How often something was made here: bytes of a hole, repetitions, or the one alternative.
    done: u32,
}

impl<V> Frame<V> {
    fn new(sequence: SequenceIdx) -> Frame<V> {
        Frame { sequence, at: 0, number: None, done: 0 }
    }
}

impl<V: Value> Cursor<V> {
    pub(in crate::process) fn new(shape: Arc<TemplateShape>) -> Cursor<V> {
        Cursor {
            frames: vec![Frame::new(shape.template.root())],
            holes: vec![Arc::default(); shape.template.holes],
            used: shape.nothing(),
            made: Vec::new(),
            shape,
        }
    }

    fn is_at_end(&self) -> bool {
        self.frames.is_empty()
    }

    /// Makes more of the text, up to the next place.
    fn step<I: Inputs<V>>(&mut self, context: &mut V::Context, inputs: &mut I) -> Result<(), Halt<V>> {
        let frame = *self.top();
        let shape = self.shape.clone();
        let Some(item) = shape.template.items(frame.sequence).get(frame.at) else {
            self.frames.pop();
            return Ok(());
        };
        match item {
            Item::Fixed(bytes) => {
                self.made.extend(bytes.iter().map(|&byte| ByteOf::<V>::from(byte)));
                self.use_bytes(bytes.len())?;
                self.leave();
            }
            Item::Hole { hole, length, alphabet } => {
                let one = shape.bytes(1);
                match self.one_more(context, inputs, shape.extent(*length), &one)? {
                    true => self.byte(context, inputs, *hole, alphabet)?,
                    false => {
                        if frame.done == 0 {
                            self.holes[*hole] = Arc::default();
                        }
                        self.leave();
                    }
                }
            }
            Item::Again(hole) => {
                let bytes = self.holes[*hole].clone();
                self.made.extend_from_slice(&bytes);
                self.use_bytes(bytes.len())?;
                self.leave();
            }
            Item::Repeat { count, body } => {
                let need = shape.sequence_need(*body);
                match self.one_more(context, inputs, shape.extent(*count), need)? {
                    true => self.enter(*body),
                    false => self.leave(),
                }
            }
            Item::Choice(_) if frame.done > 0 => self.leave(),
            Item::Choice(sequences) => {
                let fitting: Vec<SequenceIdx> =
                    sequences.iter().copied().filter(|&one| self.fits(shape.sequence_need(one))).collect();
                let chosen = self.chosen(context, inputs, fitting.len())?;
                self.enter(fitting[chosen]);
            }
            &Item::Counted(counted) => {
                self.used[counted] += 1;
                self.hold()?;
                self.leave();
            }
        }
        Ok(())
    }

    fn top(&mut self) -> &mut Frame<V> {
        self.frames.last_mut().expect("it is not at its end")
    }

    /// Goes on to the next item.
    fn leave(&mut self) {
        let frame = self.top();
        *frame = Frame { at: frame.at + 1, ..Frame::new(frame.sequence) };
    }

    /// Goes into a sequence, once more.
    fn enter(&mut self, sequence: SequenceIdx) {
        self.top().done += 1;
        self.frames.push(Frame::new(sequence));
    }

    /// Whether what comes between so often and so often comes once more, if it needs so much.
    fn one_more<I: Inputs<V>>(
        &mut self,
        context: &mut V::Context,
        inputs: &mut I,
        (least, most): (u32, u32),
        need: &[u64],
    ) -> Result<bool, Halt<V>> {
        if least == most {
            return Ok(self.top().done < most);
        }
        // The number comes before what it counts.
        let number = self.number(context, inputs, least, most)?;
        let done = self.top().done;
        match done {
            _ if done < least => Ok(true),
            _ if done == most || !self.fits(need) => Ok(false),
            _ => is(context, Binary::I32GtU, number, done),
        }
    }

    /// Which of so many is taken.
    fn chosen<I: Inputs<V>>(
        &mut self,
        context: &mut V::Context,
        inputs: &mut I,
        count: usize,
    ) -> Result<usize, Halt<V>> {
        match count {
            0 => return Err(Halt::Ended(Outcome::Dropped)),
            1 => return Ok(0),
            _ => {}
        }
        let last = count as u32 - 1;
        let number = self.number(context, inputs, 0, last)?;
        for one in 0..last {
            if is(context, Binary::I32LeU, number, one)? {
                return Ok(one as usize);
            }
        }
        Ok(last as usize)
    }

    /// The number that is asked for here, once.
    fn number<I: Inputs<V>>(
        &mut self,
        context: &mut V::Context,
        inputs: &mut I,
        least: u32,
        most: u32,
    ) -> Result<V, Halt<V>> {
        if let Some(number) = self.top().number {
            return Ok(number);
        }
        let kind = match most {
            0..=0xff => InputKind::U8,
            0x100..=0xffff => InputKind::U16,
            _ => InputKind::U32,
        };
        let number = ask(context, inputs, kind, least, most)?;
        self.top().number = Some(number);
        Ok(number)
    }

    /// Makes a byte of a hole.
    fn byte<I: Inputs<V>>(
        &mut self,
        context: &mut V::Context,
        inputs: &mut I,
        hole: HoleIdx,
        alphabet: &Alphabet,
    ) -> Result<(), Halt<V>> {
        let value = character(context, inputs, alphabet)?;
        let byte = V::Memory::low_byte(context, value);
        if self.top().done == 0 {
            self.holes[hole] = Arc::default();
        }
        Arc::make_mut(&mut self.holes[hole]).push(byte);
        self.top().done += 1;
        self.made.push(byte);
        self.use_bytes(1)
    }

    fn use_bytes(&mut self, count: usize) -> Result<(), Halt<V>> {
        let bytes = self.shape.bytes(count as u64);
        add(&mut self.used, &bytes, 1);
        self.hold()
    }

    /// What is beyond a limit does not count.
    fn hold(&self) -> Result<(), Halt<V>> {
        if self.shape.allows(&self.used) { Ok(()) } else { Err(Halt::Ended(Outcome::Dropped)) }
    }

    /// Whether something that needs so much can come next, and all that has to come after it.
    fn fits(&self, need: &[u64]) -> bool {
        if need.is_empty() {
            return true;
        }
        let mut all = self.used.clone();
        add(&mut all, need, 1);
        for frame in &self.frames {
            add(&mut all, self.shape.need_from(frame.sequence, frame.at + 1), 1);
            let left = |least: u32| u64::from(least.saturating_sub(frame.done));
            match &self.shape.template.items(frame.sequence)[frame.at] {
                Item::Repeat { count, body } => {
                    let (least, _) = self.shape.extent(*count);
                    add(&mut all, self.shape.sequence_need(*body), left(least));
                }
                Item::Hole { length, .. } => {
                    add(&mut all, &self.shape.bytes(1), left(self.shape.extent(*length).0));
                }
                _ => {}
            }
        }
        self.shape.allows(&all)
    }
}

/// Whether a number compares so with another.
fn is<V: Value>(context: &mut V::Context, operator: Binary, number: V, other: u32) -> Result<bool, Halt<V>> {
    let decide = |context: &mut V::Context| -> Step<V, bool> {
        V::binary(context, operator, number, V::from_bits(other.into()))?.truth(context)
    };
    decide(context).map_err(Halt::Stopped)
}

fn ask<V: Value, I: Inputs<V>>(
    context: &mut V::Context,
    inputs: &mut I,
    kind: InputKind,
    least: u32,
    most: u32,
) -> Result<V, Halt<V>> {
    let asked = Asked { range: Some((least.into(), most.into())), ..Asked::any(kind) };
    inputs.next(context, asked).map_err(Halt::Stopped)?.map_err(Halt::Input)
}

/// A byte of an alphabet. If that is not one range, the input is the byte's place in the alphabet, in ascending order: so whatever it
/// is, it is allowed, and bytes compare as inputs do.
fn character<V: Value, I: Inputs<V>>(
    context: &mut V::Context,
    inputs: &mut I,
    alphabet: &Alphabet,
) -> Result<V, Halt<V>> {
    let ranges = alphabet.ranges();
    if let [(low, high)] = *ranges {
        return ask(context, inputs, InputKind::U8, low.into(), high.into());
    }
    let size = |&(low, high): &(u8, u8)| u32::from(high - low) + 1;
    let place = ask(context, inputs, InputKind::U8, 0, ranges.iter().map(size).sum::<u32>() - 1)?;
    let mut build = || -> Step<V, V> {
        let mut before = 0;
        let mut byte: Option<V> = None;
        for range in ranges {
            // What has to be added to the place of a byte in this range.
            let distance = u32::from(range.0).wrapping_sub(before);
            let here = V::binary(context, Binary::I32Add, place, V::from_bits(distance.into()))?;
            byte = Some(match byte {
                None => here,
                Some(smaller) => {
                    let is_smaller = V::binary(context, Binary::I32LtU, place, V::from_bits(before.into()))?;
                    V::select(context, is_smaller, smaller, here)?
                }
            });
            before += size(range);
        }
        Ok(byte.unwrap_or_default())
    };
    build().map_err(Halt::Stopped)
}

impl<V: Value> Process<V> {
    /// From now on standard input is the text of a template, made as it is read.
    pub fn stream_template(&mut self, shape: TemplateShape) {
        self.wasi.stream_stdin();
        self.template = Some(Arc::new(Cursor::new(Arc::new(shape))));
    }

    /// Brings as much of the template's text as the call that waits asks for. Returns whether there is a template.
    pub(in crate::process) fn feed_template<I: Inputs<V>>(
        &mut self,
        inputs: &mut I,
    ) -> Result<bool, Halt<V>> {
        let Some(cursor) = &mut self.template else { return Ok(false) };
        let wanted = self.wasi.wanted().saturating_sub(self.wasi.unread().len() as u64);
        let cursor = Arc::make_mut(cursor);
        while (cursor.made.len() as u64) < wanted && !cursor.is_at_end() {
            cursor.step(&mut self.machine.context, inputs)?;
            // However little text many steps make, the driver looks now and then.
            self.machine.moved += INPUT;
            self.machine.account(0).map_err(|limit| Halt::Stopped(limit.into()))?;
        }
        self.wasi.feed_stdin(&std::mem::take(&mut cursor.made));
        if cursor.is_at_end() {
            self.wasi.end_stdin();
        }
        Ok(true)
    }
}

/// How many steps the rest of a text may take that nobody has read.
const MOST_STEPS: u32 = 1 << 24;

impl TemplateShape {
    /// The text that inputs make of the template; nothing if there are too few, or if they are beyond its limits.
    pub fn text(self, inputs: &mut impl Inputs<u64>) -> Option<Vec<u8>> {
        let mut cursor = Cursor::<u64>::new(Arc::new(self));
        for _ in 0..MOST_STEPS {
            if cursor.is_at_end() {
                return Some(cursor.made);
            }
            cursor.step(&mut (), inputs).ok()?;
        }
        None
    }
}
