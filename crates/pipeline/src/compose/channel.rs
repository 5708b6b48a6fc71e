//! Channelling: paths of components that follow each other, as conditions on the input of the first (CompSLG, section 3.3).
//!
//! The inputs of a component are replaced by what the one before it writes, so there is one name space, and no equality has to
//! be solved.

use std::sync::Arc;

use worstcase_explore::{StdinPart, StdinShape};
use worstcase_machine::wasi::GivenEntry;
use worstcase_solver::Declared;
use worstcase_term::{Mover, TermId, Terms, View};

use super::made::places;
use super::relax::Conjunct;
use super::summary::{PathCondition, SummaryPath};

/// Paths put together so far: of the first component, or of some that follow each other.
pub struct Channel {
    /// Terms over the input of the pipeline.
    pub terms: Terms,
    /// That input.
    pub declared: Vec<Declared>,
    /// The conditions of all paths, in order.
    pub conjuncts: Vec<Conjunct>,
    /// Where the bytes of each file begin in that input, if that is what is in files.
    files: Vec<u32>,
}

/// A stream between two components: a term of eight bits for each byte.
pub type Stream = Vec<TermId>;

impl Channel {
    /// Nothing yet but an input, and that as a stream: the fixed parts are there, too.
    pub fn new(shape: &StdinShape, size: u32) -> (Channel, Stream) {
        let mut channel = Channel::empty();
        let mut stream = Stream::new();
        for part in parts(shape, size).iter() {
            match part {
                StdinPart::Inputs { count, range } => {
                    for _ in 0..*count {
                        let number = channel.declared.len() as u32;
                        stream.push(channel.terms.input(number, 8));
                        let range = range.map(|(low, high)| (low.into(), high.into()));
                        channel.declared.push(Declared { width: 8, range });
                    }
                }
                StdinPart::Fixed(bytes) => {
                    stream.extend(bytes.iter().map(|&byte| channel.terms.constant(8, byte.into())));
                }
            }
        }
        (channel, stream)
    }

    fn empty() -> Channel {
        let (declared, conjuncts, files) = (Vec::new(), Vec::new(), Vec::new());
        Channel { terms: Terms::new(), declared, conjuncts, files }
    }

    /// Nothing yet but files of which what is in them is input.
    pub fn of_files(given: &[GivenEntry]) -> Channel {
        let (files, all) = places(given);
        let declared = vec![Declared { width: 8, range: None }; all as usize];
        Channel { declared, files, ..Channel::empty() }
    }

    /// The number of a byte of a file.
    pub fn place(&self, entry: u32, at: u32) -> Option<u32> {
        Some(self.files.get(entry as usize)? + at)
    }

    /// Inputs that are no stream: those of the first component's path, where what it reads is a template.
    pub fn declare(&mut self, declared: &[Declared]) -> Vec<TermId> {
        self.declared = declared.to_vec();
        let input = |(number, declared): (usize, &Declared)| self.terms.input(number as u32, declared.width);
        declared.iter().enumerate().map(input).collect()
    }

    /// Lets a component read a stream along a path: its conditions are added, and what it writes is returned.
    pub fn follow(&mut self, path: &SummaryPath, stream: &[TermId], component: usize) -> Stream {
        let read = self.read_along(path, stream);
        let mut mover = Mover::default();
        let mut bring = |terms: &mut Terms, term: TermId| {
            mover.bring(&path.terms, terms, term, &mut |_, input| read[input as usize])
        };
        for condition in &path.conditions {
            let fact = bring(&mut self.terms, condition.fact);
            let PathCondition { loss, at, .. } = *condition;
            self.conjuncts.push(Conjunct { fact, component, loss, at });
        }
        path.output.iter().map(|&byte| bring(&mut self.terms, byte)).collect()
    }

    /// What is read along a path: bytes of files, and else what a stream has.
    fn read_along(&mut self, path: &SummaryPath, stream: &[TermId]) -> Vec<TermId> {
        let mut streamed = symbolic(&self.terms, stream).into_iter();
        if path.contents.is_empty() {
            return streamed.collect();
        }
        let one = |place: &Option<(u32, u32)>| match place.and_then(|(entry, at)| self.place(entry, at)) {
            Some(number) => Some(self.terms.input(number, 8)),
            None => streamed.next(),
        };
        path.contents.iter().map_while(one).collect()
    }

    /// What a component that reads a stream has for standard input: constants are fixed, and all else is input, in the range that
    /// it can have.
    pub fn shape(&self, stream: &[TermId]) -> StdinShape {
        let mut parts: Vec<StdinPart> = Vec::new();
        for &byte in stream {
            match (self.terms.value(byte), parts.last_mut()) {
                (Some(value), Some(StdinPart::Fixed(fixed))) => fixed.push(value as u8),
                (Some(value), _) => parts.push(StdinPart::Fixed(vec![value as u8])),
                (None, last) => {
                    let own = self.range(byte);
                    match last {
                        Some(StdinPart::Inputs { count, range }) if *range == own => *count += 1,
                        _ => parts.push(StdinPart::Inputs { count: 1, range: own }),
                    }
                }
            }
        }
        StdinShape::Parts(Arc::new(parts))
    }

    /// The least and the greatest that a byte can be, if not everything.
    fn range(&self, byte: TermId) -> Option<(u8, u8)> {
        if let View::Input(input) = self.terms.view(byte) {
            return self.declared[input as usize].range.map(|(low, high)| (low as u8, high as u8));
        }
        let (low, high) = self.terms.range(byte).unsigned(8);
        ((low, high) != (0, u8::MAX.into())).then_some((low as u8, high as u8))
    }
}

/// The bytes of a stream that are inputs of whoever reads it.
fn symbolic(terms: &Terms, stream: &[TermId]) -> Vec<TermId> {
    stream.iter().copied().filter(|&byte| terms.value(byte).is_none()).collect()
}

/// What standard input is made of.
pub(super) fn parts(shape: &StdinShape, size: u32) -> Arc<Vec<StdinPart>> {
    match shape {
        // What a template is made of depends on the path: see `declare`.
        StdinShape::World | StdinShape::Template(_) => Arc::new(Vec::new()),
        StdinShape::Sized => Arc::new(vec![StdinPart::any(size)]),
        StdinShape::Parts(parts) => parts.clone(),
    }
}
