//! The path that an input takes, followed symbolically: all conditions on it, in order, with what was spent between them,
//! and what it wrote as terms over the inputs.
//!
//! The input decides everything, so no solver is asked, and nothing is undone or executed twice: the time is linear in
//! that of the run. What the conditions leave open is left open by the terms: every input that satisfies all conditions (and
//! is in the ranges that were asked for) takes the same path, costs the same, and writes what the terms come to.
//!
//! A load from a table stays a choice by its address if the places are few; any other number that has to be known, and where a
//! store goes, is a condition that says what it is.

use worstcase_machine::process::{
    Asked, Costs, Given, Halt, InputError, Inputs, MOVED, Outcome, Output, Process, StopReason, is_slice,
};
use worstcase_machine::symbolic::{Access, Path as SymbolicPath, Symbol, SymbolByte, Undecided};
use worstcase_machine::{Limit, Step, Stop, Unobserved};
use worstcase_program::Pc;
use worstcase_term::{Evaluator, TermId, Terms};

use crate::explorer::end_of;
use crate::inputs::{Input, SymbolicInputs, declared};
use crate::path::{Callers, Cut, End, Reply};
use crate::sole::SoleInputs;
use crate::subject::{StartError, Subject};
use crate::tally::Watch;

/// How many instructions are executed between two looks at whether to stop.
const SLICE: u64 = 1_000_000;

/// The most places that a load may come from; with more, its address is a condition.
const MOST_SOURCES: usize = 256;

/// Something that an input has to satisfy to take a path.
#[derive(Clone, Debug)]
pub struct Condition {
    /// What has to hold, as a truth value over the inputs. It means what it says as long as all conditions before hold.
    pub fact: TermId,
    /// What was decided: the side of a conditional, or a value.
    pub reply: Reply,
    /// Where it was decided.
    pub at: Option<Pc>,
    /// From where.
    pub callers: Callers,
    /// What the path had cost by then.
    pub costs: Costs,
}

/// The path that an input takes, from beginning to end.
pub struct InputPath {
    /// The terms of all that follows.
    pub terms: Terms,
    /// The inputs that the program asked for, in order: their kinds and ranges.
    pub asked: Vec<Asked>,
    /// Their values: what was given, and zero, or what is closest to it, where nothing was.
    pub input: Vec<Input>,
    /// What decides that an input takes this path, in order.
    pub conditions: Vec<Condition>,
    /// How it ended.
    pub end: End,
    /// What it cost.
    pub costs: Costs,
    /// What it wrote to standard output.
    pub stdout: Vec<SymbolByte>,
    /// What it wrote to standard error.
    pub stderr: Vec<SymbolByte>,
    /// All files as they are in the end, by their paths.
    pub files: Vec<(String, Vec<SymbolByte>)>,
    /// What it passed on.
    pub outputs: Vec<Output<Symbol, SymbolByte>>,
    /// What the entry returned.
    pub results: Vec<Symbol>,
}

impl InputPath {
    /// What was spent before each condition, since the one before it, by some measure.
    pub fn spent(&self, cost: &dyn Fn(&Costs) -> i64) -> Vec<i64> {
        let mut before = 0;
        let spent = self.conditions.iter().map(|condition| {
            let now = cost(&condition.costs);
            now - std::mem::replace(&mut before, now)
        });
        spent.collect()
    }

    /// Bytes that it wrote, as terms of eight bits.
    pub fn bytes_as_terms(terms: &mut Terms, bytes: &[SymbolByte]) -> Vec<TermId> {
        let term = |byte: &SymbolByte| match *byte {
            SymbolByte::Known(byte) => terms.constant(8, byte.into()),
            SymbolByte::Of(term, place) => {
                let low = 8 * u32::from(place);
                terms.extract(term, low + 7, low)
            }
        };
        bytes.iter().map(term).collect()
    }
}

/// Follows the path that an input takes. None if it does not count, because an assumption of the program does not hold, or
/// if the watch says to stop. A path that takes more than so many bytes is cut off.
pub fn path_of(
    subject: &Subject,
    input: &[Input],
    memory: usize,
    watch: &Watch,
) -> Result<Option<InputPath>, StartError> {
    let mut inputs = Along { symbolic: SymbolicInputs::default(), given: input, taken: Vec::new() };
    let mut path = SymbolicPath::new();
    path.room = memory;
    let mut process = subject.start(path, &mut inputs)?;
    process.machine.limits.moved = MOVED;
    let follower = Follower {
        subject,
        process,
        inputs,
        memory,
        evaluator: Evaluator::new(),
        sole: SoleInputs::default(),
        conditions: Vec::new(),
    };
    Ok(follower.follow(watch))
}

/// Inputs that are terms, and what each is.
struct Along<'a> {
    symbolic: SymbolicInputs,
    given: &'a [Input],
    taken: Vec<u64>,
}

impl Inputs<Symbol> for Along<'_> {
    fn next(&mut self, path: &mut SymbolicPath, asked: Asked) -> Step<Symbol, Result<Symbol, InputError>> {
        let symbol = match self.symbolic.next(path, asked)? {
            Ok(symbol) => symbol,
            Err(error) => return Ok(Err(error)),
        };
        let number = self.taken.len();
        let bits = match self.given.get(number) {
            Some(input) => Input { kind: asked.kind, ..*input }.taken(),
            None => declared(&asked).closest_to_zero(),
        };
        self.taken.push(bits);
        // A concrete run would refuse what is not in the range.
        match Given::bits(vec![bits]).next(&mut (), asked) {
            Ok(Err(InputError::OutOfRange { value, expected, .. })) => {
                Ok(Err(InputError::OutOfRange { position: number + 1, value, expected }))
            }
            _ => Ok(Ok(symbol)),
        }
    }
}

struct Follower<'a> {
    subject: &'a Subject,
    process: Process<Symbol>,
    inputs: Along<'a>,
    memory: usize,
    evaluator: Evaluator,
    sole: SoleInputs,
    conditions: Vec<Condition>,
}

impl Follower<'_> {
    fn follow(mut self, watch: &Watch) -> Option<InputPath> {
        loop {
            let spent = self.process.spent().instructions;
            let steps = self.subject.limits.steps;
            self.process.machine.limits.steps = steps.min(spent.saturating_add(SLICE));
            let halt = self.subject.advance(&mut self.process, &mut self.inputs, &mut Unobserved);
            let (end, results) = match halt {
                Halt::Stopped(Stop::Pause(pause)) => {
                    self.decide(pause);
                    match self.process.bytes() > self.memory {
                        true => (End::CutOff(Cut::Memory), Vec::new()),
                        false => continue,
                    }
                }
                Halt::Stopped(Stop::Limit(cut)) if is_slice(cut, steps) => {
                    match self.process.overdrawn(steps) {
                        Some(limit) => (End::CutOff(Cut::Stopped(StopReason::Limit(limit))), Vec::new()),
                        None if self.process.bytes() > self.memory => (End::CutOff(Cut::Memory), Vec::new()),
                        None if watch.is_stopped() => return None,
                        None => continue,
                    }
                }
                Halt::Stopped(Stop::Limit(Limit::Search(_))) => (End::CutOff(Cut::Memory), Vec::new()),
                Halt::Ended(Outcome::Dropped) => return None,
                Halt::Ended(Outcome::Returned(results)) => (End::Returned, results),
                halt => (end_of(halt), Vec::new()),
            };
            return Some(self.finish(end, results));
        }
    }

    /// Goes on as the input has it.
    fn decide(&mut self, pause: Undecided) {
        match pause {
            Undecided::Truth(truth) => {
                let holds = self.value(truth) != 0;
                let path = &mut self.process.machine.context;
                path.decide(truth, holds);
                let fact = if holds { truth } else { path.terms.not(truth) };
                self.note(fact, Reply::Truth(holds));
            }
            Undecided::Place(term, Access::Load) => match self.places(term) {
                Some(places) => self.process.machine.context.allow(term, places.into()),
                None => self.pin(term),
            },
            Undecided::Value(term) | Undecided::Target(term) | Undecided::Place(term, Access::Store) => {
                self.pin(term);
            }
        }
    }

    fn pin(&mut self, term: TermId) {
        let value = self.value(term);
        let path = &mut self.process.machine.context;
        path.pin(term, value);
        let constant = path.terms.constant(path.terms.width(term), value);
        let fact = path.terms.eq(term, constant);
        self.note(fact, Reply::Value(value));
    }

    fn note(&mut self, fact: TermId, reply: Reply) {
        let machine = &self.process.machine;
        let (at, callers) = (machine.position(), machine.callers());
        self.sole.hold(&machine.context.terms, fact);
        self.conditions.push(Condition { fact, reply, at, callers, costs: self.process.costs() });
    }

    /// The value of a term. All that was computed stays known: a term may be as deep as the path is long.
    fn value(&mut self, term: TermId) -> u64 {
        let taken = &self.inputs.taken;
        let model = |input: u32| taken[input as usize];
        self.evaluator.go_on(&self.process.machine.context.terms, &model).value(term)
    }

    /// The values that an address can have as long as the conditions so far hold, if they are few: by all values of the byte that
    /// it depends on, or else by its form.
    fn places(&mut self, term: TermId) -> Option<Vec<u64>> {
        let terms = &self.process.machine.context.terms;
        let asked = self.inputs.symbolic.asked();
        let by_byte = self.sole.image(terms, term, &|input| declared(&asked[input as usize]));
        by_byte.or_else(|| terms.few(term, MOST_SOURCES))
    }

    fn finish(self, end: End, results: Vec<Symbol>) -> InputPath {
        let Follower { process, inputs, conditions, .. } = self;
        let costs = process.costs();
        let files = process.wasi.files().map(|(name, bytes)| (name, bytes.to_vec())).collect();
        let (stdout, stderr) = (process.wasi.stdout().to_vec(), process.wasi.stderr().to_vec());
        let asked = inputs.symbolic.asked().to_vec();
        let with_bits = |(asked, &bits): (&Asked, &u64)| Input { kind: asked.kind, bits };
        let input = asked.iter().zip(&inputs.taken).map(with_bits).collect();
        let (terms, outputs) = (process.machine.context.terms, process.outputs);
        InputPath { terms, asked, input, conditions, end, costs, stdout, stderr, files, outputs, results }
    }
}
