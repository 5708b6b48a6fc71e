//! What `xargs` runs: many short runs, whose arguments are pieces of what it reads.
//!
//! Pieces end at bytes that are fixed, as a newline that the component before always writes. That the bytes in between end no piece
//! themselves, and quote nothing, are conditions like those of paths. A run is then a program whose arguments are input: its
//! costly paths are found once for each shape of arguments, and every run follows one of them on its own bytes.

use std::sync::Arc;

use worstcase_explore::{StdinPart, StdinShape};
use worstcase_term::{TermId, Terms};

use super::channel::{Channel, Stream};
use super::relax::Conjunct;
use super::summary::{Summary, SummaryPath};
use crate::pipeline::{Component, Repeat};
use crate::run::{Item, ItemReader};

/// The most conditions of all runs together; runs beyond that are left to the replay.
const MOST_CONDITIONS: usize = 1 << 20;

/// The most bytes of words of one run.
const MOST_BYTES: usize = 64 << 10;

/// A byte that `xargs` reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Byte {
    /// Its place in the stream.
    at: usize,
    kind: ByteKind,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ByteKind {
    Fixed(u8),
    /// Something from one to another.
    Input(u8, u8),
}

/// One run of the command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OneRun {
    /// What its arguments are made of.
    pub arguments: Vec<Vec<StdinPart>>,
    /// Where in the stream the inputs among them come from, in order.
    inputs: Vec<usize>,
    /// Where the pieces are that they were made of, and whether a place is the first of its piece.
    places: Vec<(usize, bool)>,
}

/// The runs that a stream leads to. Nothing if that depends on more than the bytes that are fixed.
pub fn runs(component: &Component, repeat: &Repeat, shape: &StdinShape) -> Option<Vec<OneRun>> {
    let is_lines = matches!(repeat, Repeat::Lines { .. });
    let bytes = bytes(shape);
    let fixed: Option<Vec<u8>> = bytes.iter().map(Byte::fixed).collect();
    let pieces = match fixed {
        // With nothing open, quotes are no trouble.
        Some(fixed) => items(&fixed, is_lines),
        None => pieces(&bytes, is_lines)?,
    };
    let runs = match repeat {
        Repeat::Lines { replace } => {
            pieces.iter().map(|piece| OneRun::replaced(&component.arguments, replace, piece)).collect()
        }
        // With no words at all there is still a run.
        Repeat::Words { .. } if pieces.is_empty() => vec![OneRun::with_words(&component.arguments, &[])],
        Repeat::Words { most } => {
            let most = most.map_or(usize::MAX, |most| most as usize).min(pieces.len());
            let length = |pieces: &[Vec<Byte>]| pieces.iter().map(|piece| piece.len() + 1).sum::<usize>();
            // More would not fit into one run; how much does is left to the replay.
            if pieces.chunks(most).any(|pieces| length(pieces) > MOST_BYTES) {
                return None;
            }
            pieces.chunks(most).map(|pieces| OneRun::with_words(&component.arguments, pieces)).collect()
        }
    };
    Some(runs)
}

impl Byte {
    fn fixed(&self) -> Option<u8> {
        match self.kind {
            ByteKind::Fixed(byte) => Some(byte),
            ByteKind::Input(..) => None,
        }
    }
}

/// What `xargs` makes of a stream that is known, up to a quotation mark that is not closed.
fn items(stream: &[u8], is_lines: bool) -> Vec<Vec<Byte>> {
    let mut reader = ItemReader::new(is_lines);
    reader.feed(stream);
    reader.end();
    let next = || match reader.next() {
        Item::Argument(item) => Some(item),
        Item::Wait | Item::End | Item::Unmatched(_) => None,
    };
    let piece =
        |item: Vec<u8>| item.into_iter().map(|byte| Byte { at: 0, kind: ByteKind::Fixed(byte) }).collect();
    std::iter::from_fn(next).map(piece).collect()
}

/// The bytes of a stream.
fn bytes(shape: &StdinShape) -> Vec<Byte> {
    let StdinShape::Parts(parts) = shape else { return Vec::new() };
    let mut bytes: Vec<Byte> = Vec::new();
    for part in parts.iter() {
        match part {
            StdinPart::Fixed(fixed) => {
                for &byte in fixed {
                    bytes.push(Byte { at: bytes.len(), kind: ByteKind::Fixed(byte) });
                }
            }
            StdinPart::Inputs { count, range } => {
                let (low, high) = range.unwrap_or((0, u8::MAX));
                for _ in 0..*count {
                    bytes.push(Byte { at: bytes.len(), kind: ByteKind::Input(low, high) });
                }
            }
        }
    }
    bytes
}

/// The pieces that become arguments, if bytes that are not fixed are taken for plain ones.
fn pieces(bytes: &[Byte], is_lines: bool) -> Option<Vec<Vec<Byte>>> {
    let (mut pieces, mut piece) = (Vec::new(), Vec::new());
    for &byte in bytes {
        match byte.kind {
            // Quotes are rare, and what they do depends on what is between them.
            ByteKind::Fixed(0 | b'\'' | b'"' | b'\\') => return None,
            ByteKind::Fixed(fixed) if is_end(fixed, is_lines, piece.is_empty()) => {
                if !piece.is_empty() {
                    pieces.push(std::mem::take(&mut piece));
                }
            }
            _ => piece.push(byte),
        }
    }
    if !piece.is_empty() {
        pieces.push(piece);
    }
    Some(pieces)
}

/// Whether a byte ends a piece, or comes before its beginning.
fn is_end(byte: u8, is_lines: bool, is_before: bool) -> bool {
    match byte {
        b'\n' => true,
        b' ' | b'\t' => is_before || !is_lines,
        b'\r' | 0x0b | 0x0c => is_before,
        _ => false,
    }
}

impl OneRun {
    fn new() -> OneRun {
        OneRun { arguments: Vec::new(), inputs: Vec::new(), places: Vec::new() }
    }

    /// A run in which a piece takes the place of a text wherever that is.
    fn replaced(arguments: &[String], replace: &str, piece: &[Byte]) -> OneRun {
        let mut run = OneRun::new();
        run.note(piece);
        for argument in arguments {
            let mut parts = Vec::new();
            for (number, text) in argument.split(replace).enumerate() {
                if number > 0 {
                    run.add(&mut parts, piece);
                }
                fixed(&mut parts, text.as_bytes());
            }
            run.arguments.push(parts);
        }
        run
    }

    /// A run with pieces as arguments behind its own.
    fn with_words(arguments: &[String], pieces: &[Vec<Byte>]) -> OneRun {
        let mut run = OneRun::new();
        for argument in arguments {
            let mut parts = Vec::new();
            fixed(&mut parts, argument.as_bytes());
            run.arguments.push(parts);
        }
        for piece in pieces {
            run.note(piece);
            let mut parts = Vec::new();
            run.add(&mut parts, piece);
            run.arguments.push(parts);
        }
        run
    }

    fn note(&mut self, piece: &[Byte]) {
        let input = |(number, byte): (usize, &Byte)| match byte.kind {
            ByteKind::Input(..) => Some((byte.at, number == 0)),
            ByteKind::Fixed(_) => None,
        };
        self.places.extend(piece.iter().enumerate().filter_map(input));
    }

    fn add(&mut self, parts: &mut Vec<StdinPart>, piece: &[Byte]) {
        for byte in piece {
            match byte.kind {
                ByteKind::Fixed(value) => fixed(parts, &[value]),
                ByteKind::Input(low, high) => {
                    // No argument has a zero in it.
                    let own = Some((low.max(1), high.max(1)));
                    self.inputs.push(byte.at);
                    match parts.last_mut() {
                        Some(StdinPart::Inputs { count, range }) if *range == own => *count += 1,
                        _ => parts.push(StdinPart::Inputs { count: 1, range: own }),
                    }
                }
            }
        }
    }

    /// Lets its bytes of a stream be pieces of this run, and of no other.
    pub(super) fn be_as_it_is(
        &self,
        channel: &mut Channel,
        stream: &[TermId],
        is_lines: bool,
        component: usize,
        cost: f64,
    ) {
        for &(at, is_first) in &self.places {
            let fact = is_plain(&mut channel.terms, stream[at], is_lines, is_first);
            if channel.terms.value(fact) != Some(1) {
                // Without it there would be another run, or none.
                channel.conjuncts.push(Conjunct { fact, component, loss: cost, at: None });
            }
        }
    }

    /// How many inputs there are among its arguments.
    pub fn count(&self) -> usize {
        self.inputs.len()
    }

    /// As many bytes as there are inputs, each in its range: some bytes again and again, or those closest to a letter if there are
    /// none.
    pub fn fitted(&self, bytes: &[u64]) -> Vec<u64> {
        let range = |part: &StdinPart| match part {
            StdinPart::Inputs { count, range } => vec![range.unwrap_or((1, u8::MAX)); *count as usize],
            StdinPart::Fixed(_) => Vec::new(),
        };
        let ranges = self.arguments.iter().flatten().flat_map(range);
        let byte = |at: usize| bytes.get(at % bytes.len().max(1)).copied().unwrap_or(b'x'.into());
        ranges.enumerate().map(|(at, (low, high))| byte(at).clamp(low.into(), high.into())).collect()
    }
}

fn fixed(parts: &mut Vec<StdinPart>, bytes: &[u8]) {
    match parts.last_mut() {
        _ if bytes.is_empty() => {}
        Some(StdinPart::Fixed(fixed)) => fixed.extend(bytes),
        _ => parts.push(StdinPart::Fixed(bytes.to_vec())),
    }
}

/// All runs of a component on a stream, each with the paths that it can take, as far as some are known.
pub struct Repeated {
    is_lines: bool,
    /// Whether inputs and costs are all that is known of some.
    pub(super) is_bare: bool,
    runs: Vec<(OneRun, Option<Arc<Summary>>)>,
}

impl Repeated {
    /// Runs, in order.
    pub fn new(repeat: &Repeat, runs: Vec<(OneRun, Option<Arc<Summary>>)>) -> Repeated {
        let is_bare = runs.iter().flat_map(|(_, summary)| summary).any(|summary| summary.is_bare);
        Repeated { is_lines: matches!(repeat, Repeat::Lines { .. }), is_bare, runs }
    }

    /// How many ways there are to choose a path for every run: all take theirs with the same number, and those that have fewer begin
    /// anew.
    pub fn count(&self) -> usize {
        self.runs
            .iter()
            .flat_map(|(_, summary)| summary)
            .map(|summary| summary.paths.len())
            .max()
            .unwrap_or(0)
    }

    /// The runs, each with its path with a number.
    fn along(&self, number: usize) -> impl Iterator<Item = (&OneRun, Option<&SummaryPath>)> {
        let path = move |summary: &'_ Arc<Summary>| number % summary.paths.len().max(1);
        self.runs.iter().map(move |(run, summary)| {
            (run, summary.as_ref().and_then(|summary| summary.paths.get(path(summary))))
        })
    }

    /// What all runs cost along the paths with a number.
    pub fn cost(&self, number: usize) -> i64 {
        self.along(number).filter_map(|(_, path)| path).map(|path| path.cost).sum()
    }

    /// What a stream with so many inputs is for all runs to take these paths; the bytes of which nothing is known are the closest to
    /// a letter that they can be.
    pub fn input(&self, number: usize, shape: &StdinShape) -> Vec<u64> {
        let all = bytes(shape);
        let mut values: Vec<u8> = all
            .iter()
            .map(|byte| match byte.kind {
                ByteKind::Fixed(value) => value,
                ByteKind::Input(low, high) => b'x'.clamp(low, high),
            })
            .collect();
        for (run, path) in self.along(number) {
            for (&at, &value) in run.inputs.iter().zip(path.iter().flat_map(|path| &path.input)) {
                values[at] = value as u8;
            }
        }
        let is_input = |byte: &&Byte| matches!(byte.kind, ByteKind::Input(..));
        all.iter().filter(is_input).map(|byte| values[byte.at].into()).collect()
    }

    /// The bytes of files that all runs read along the paths with a number.
    pub fn in_files(&self, number: usize) -> Vec<(u32, u32, u8)> {
        self.along(number).filter_map(|(_, path)| path).flat_map(SummaryPath::in_files).collect()
    }

    /// Lets all runs read their bytes of a stream along the paths with a number: conditions are added, and what they write, one after
    /// the other, is returned. Nothing is if some run has no path, or there were too many conditions for all.
    pub fn follow(
        &self,
        number: usize,
        channel: &mut Channel,
        stream: &[TermId],
        component: usize,
    ) -> Stream {
        let begun = channel.conjuncts.len();
        let (mut output, mut is_whole) = (Stream::new(), true);
        for (run, path) in self.along(number) {
            let is_room = !self.is_bare && channel.conjuncts.len() - begun <= MOST_CONDITIONS;
            let Some(path) = path.filter(|_| is_room) else {
                is_whole = false;
                continue;
            };
            run.be_as_it_is(channel, stream, self.is_lines, component, path.cost as f64);
            let read: Vec<TermId> = run.inputs.iter().map(|&at| stream[at]).collect();
            output.extend(channel.follow(path, &read, component));
        }
        if is_whole { output } else { Stream::new() }
    }
}

/// That a byte is a plain part of a piece.
fn is_plain(terms: &mut Terms, byte: TermId, is_lines: bool, is_first: bool) -> TermId {
    let special = [0, b'\n', b'\'', b'"', b'\\'].into_iter();
    let blanks: &[u8] = match (is_lines, is_first) {
        (_, true) => &[b' ', b'\t', b'\r', 0x0b, 0x0c],
        (false, false) => b" \t",
        (true, false) => &[],
    };
    let mut fact = terms.constant(1, 1);
    for value in special.chain(blanks.iter().copied()) {
        let value = terms.constant(8, value.into());
        let is = terms.eq(byte, value);
        let is_not = terms.not(is);
        fact = terms.and(fact, is_not);
    }
    fact
}

#[cfg(test)]
#[path = "repeat_tests.rs"]
mod tests;
