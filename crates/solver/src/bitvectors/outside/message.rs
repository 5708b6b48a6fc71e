//! What a search and its worker say to each other: a length, then that many bytes, numbers lowest byte first.
//!
//! A question tells only what is new since the last one: the worker keeps a copy of the terms and of the inputs. The
//! assertions that it is about are named anew each time, with the inputs that they depend on; these are few.

use std::io::{self, Read, Write};

use worstcase_term::{TermId, Terms};

use super::super::question::{Asserted, Question, Reply, Unchanged};
use crate::solver::{Answer, Declared};

/// What is wanted about a question's assertions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wanted {
    /// Whether they can hold together.
    Check,
    /// Which of them contradict each other.
    Core,
}

/// How much of what it was told the worker is to keep. Nothing means that another solver asks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Kept {
    /// So many terms.
    pub terms: usize,
    /// So many inputs.
    pub inputs: usize,
}

/// A question as a message.
pub fn write_question(question: &Question, wanted: Wanted, kept: Kept, message: &mut Vec<u8>) {
    message.push(u8::from(wanted == Wanted::Core));
    put(message, question.limit as usize);
    let Unchanged { assertions, terms, inputs } = question.unchanged;
    for count in [assertions, terms, inputs, kept.terms, kept.inputs] {
        put(message, count);
    }
    let news = &question.declared[kept.inputs..];
    put(message, news.len());
    for Declared { width, range } in news {
        message.extend([*width as u8, u8::from(range.is_some())]);
        let (low, high) = range.unwrap_or_default();
        message.extend(low.to_le_bytes().into_iter().chain(high.to_le_bytes()));
    }
    put(message, question.assertions.len());
    for Asserted { number, condition, inputs } in question.assertions {
        put(message, *number);
        put(message, condition.index());
        put(message, inputs.len());
        inputs.iter().for_each(|&input| put(message, input as usize));
    }
    question.terms.write_from(kept.terms, message);
}

/// A question that was read.
#[derive(Debug)]
pub struct Asked {
    /// Whether it is the first question of its solver.
    pub is_first: bool,
    pub wanted: Wanted,
    pub limit: u32,
    pub unchanged: Unchanged,
    pub assertions: Vec<(usize, TermId, Vec<u32>)>,
}

/// Brings the copies up to date and returns what is asked; nothing if the message is damaged.
pub fn read_question(message: &[u8], terms: &mut Terms, declared: &mut Vec<Declared>) -> Option<Asked> {
    let mut rest = Reader(message);
    let wanted = if rest.byte()? == 0 { Wanted::Check } else { Wanted::Core };
    let limit = rest.count()? as u32;
    let unchanged = Unchanged { assertions: rest.count()?, terms: rest.count()?, inputs: rest.count()? };
    let kept = Kept { terms: rest.count()?, inputs: rest.count()? };
    terms.truncate(kept.terms);
    declared.truncate(kept.inputs);
    for _ in 0..rest.count()? {
        let (width, has_range) = (rest.byte()?.into(), rest.byte()? != 0);
        let range = (rest.number()? as i64, rest.number()? as i64);
        declared.push(Declared { width, range: has_range.then_some(range) });
    }
    let mut places = Vec::new();
    for _ in 0..rest.count()? {
        let (number, condition, inputs) = (rest.count()?, rest.count()?, rest.count()?);
        let inputs = (0..inputs).map(|_| rest.index(declared.len())).collect::<Option<Vec<u32>>>()?;
        places.push((number, condition, inputs));
    }
    if !terms.read_more(rest.0) {
        return None;
    }
    let assertions = places
        .into_iter()
        .map(|(number, condition, inputs)| Some((number, terms.at(condition)?, inputs)))
        .collect::<Option<_>>()?;
    Some(Asked { is_first: kept == Kept::default(), wanted, limit, unchanged, assertions })
}

/// A reply as a message.
pub fn write_reply((answer, values): &Reply, message: &mut Vec<u8>) {
    message.push(*answer as u8);
    for (input, value) in values {
        put(message, *input as usize);
        message.extend(value.to_le_bytes());
    }
}

/// A reply that was read; nothing if it is damaged.
pub fn read_reply(message: &[u8]) -> Option<Reply> {
    let mut rest = Reader(message);
    let answer = match rest.byte()? {
        0 => Answer::Sat,
        1 => Answer::Unsat,
        _ => Answer::Unknown,
    };
    let mut values = Vec::new();
    while !rest.0.is_empty() {
        values.push((rest.count()? as u32, rest.number()?));
    }
    Some((answer, values))
}

/// Places of assertions as a message.
pub fn write_core(places: &[usize], message: &mut Vec<u8>) {
    places.iter().for_each(|&place| put(message, place));
}

/// Places of assertions that were read.
pub fn read_core(message: &[u8]) -> Option<Vec<usize>> {
    let mut rest = Reader(message);
    let mut places = Vec::new();
    while !rest.0.is_empty() {
        places.push(rest.count()?);
    }
    Some(places)
}

/// Begins a message: room for its length.
pub fn begin(message: &mut Vec<u8>) {
    message.clear();
    message.extend([0; 8]);
}

/// Sends a message that was begun and filled.
pub fn send(message: &mut [u8], to: &mut impl Write) -> io::Result<()> {
    let len = message.len() as u64 - 8;
    message[..8].copy_from_slice(&len.to_le_bytes());
    to.write_all(message)?;
    to.flush()
}

/// Receives a message. An error if there is none to come any more.
pub fn receive(from: &mut impl Read, message: &mut Vec<u8>) -> io::Result<()> {
    let mut len = [0; 8];
    from.read_exact(&mut len)?;
    let len = u64::from_le_bytes(len);
    message.clear();
    match from.take(len).read_to_end(message)? as u64 == len {
        true => Ok(()),
        false => Err(io::ErrorKind::UnexpectedEof.into()),
    }
}

/// A count, or the number of something. "All" is the greatest.
fn put(message: &mut Vec<u8>, count: usize) {
    message.extend(u32::try_from(count).unwrap_or(u32::MAX).to_le_bytes());
}

/// What is left to read of a message.
struct Reader<'a>(&'a [u8]);

impl Reader<'_> {
    fn bytes<const N: usize>(&mut self) -> Option<[u8; N]> {
        let (first, rest) = self.0.split_first_chunk()?;
        self.0 = rest;
        Some(*first)
    }

    fn byte(&mut self) -> Option<u8> {
        Some(self.bytes::<1>()?[0])
    }

    fn count(&mut self) -> Option<usize> {
        Some(u32::from_le_bytes(self.bytes()?) as usize)
    }

    /// The number of one of so many things.
    fn index(&mut self, len: usize) -> Option<u32> {
        self.count().filter(|&index| index < len).map(|index| index as u32)
    }

    fn number(&mut self) -> Option<u64> {
        Some(u64::from_le_bytes(self.bytes()?))
    }
}
