//! Depth-first over the computation tree (WISE, algorithm 1), concolic: a model satisfies the path so far, and the
//! side of a conditional that it takes is feasible for free. Only the other side asks the solver. If that one is
//! possible, it is explored first, from a checkpoint; then everything is undone and the side of the model is
//! taken. Nothing is executed twice, except to begin with a part of the tree that another thread gave away.
//!
//! Deciding and going back share every field, so they stay together although that is a long file; how states are kept and
//! what a walk does is beside it, in `go` and `fix`.

mod fix;
mod go;

use std::sync::Arc;

use worstcase_machine::process::{
    Costs, Halt, MOVED, Outcome, Process, ProcessCheckpoint, ProcessImage, StopReason, is_slice,
};
use worstcase_machine::symbolic::{Access, Path as SymbolicPath, Symbol, Undecided};
use worstcase_machine::{Limit, Stop, Unobserved};
use worstcase_program::Pc;
use worstcase_solver::{Answer, Mark, Solver};
use worstcase_term::{Evaluator, TermId, Terms};

use crate::edges::Avoiding;
use crate::guide::{Advice, Guide};
use crate::history::History;
use crate::inputs::{SymbolicInputs, declared};
use crate::looks::Looks;
use crate::path::{Cut, Decision, End, Path, Reply, Visitor};
use crate::pursue::Pursuit;
use crate::subject::{StartError, Subject};
use crate::summary::Trail;
use crate::tally::{Tally, Watch};

/// How many instructions are executed between two looks at whether to stop.
const SLICE: u64 = 50_000;

/// About how many bytes a solver takes for an assertion or an input.
const SOLVER_BYTES: usize = 300;

/// The most places that a store may go to; with more, the address is pinned. A load may come from more: most of them are
/// tables, and places with the same contents are one.
const MOST_TARGETS: usize = 256;
const MOST_SOURCES: usize = 4096;

/// The most values over which a number is split that has to be known; with more, it is pinned.
const MOST_VALUES: usize = 64;

/// The same, if it depends on floating-point arithmetic: each value is a question that is hard to answer.
const MOST_NUMBERS: usize = 16;

/// A place in the tree, and how to go on from there.
pub(crate) struct Explorer<'a> {
    subject: &'a Subject,
    watch: &'a Watch,
    process: Process<Symbol>,
    inputs: SymbolicInputs,
    solver: Box<dyn Solver>,
    evaluator: Evaluator,
    decisions: Vec<Decision>,
    /// How many of the decisions since the root were open.
    open: usize,
    /// How far it looked after each decision, if somebody wants to know.
    looks: Option<Looks>,
    /// How many inputs it will have looked at after the next decision.
    ahead: u32,
    choices: std::collections::VecDeque<Choice>,
    choice_bytes: usize,
    root: Root,
    max_bytes: usize,
    guide: Option<Box<dyn Guide + 'a>>,
    /// The inputs whose path is to be followed, whatever the solver's model is.
    along: Option<Vec<u64>>,
    /// Whether there is one path, which goes on and is not given up for others.
    walks: bool,
    /// Whether inputs of which only one value is left become numbers.
    pub(crate) folds: bool,
    /// Whether the path took a side that is avoided.
    avoids: bool,
    /// Whether this is the first path that was ever followed here, from the beginning of the program.
    is_first: bool,
    /// Whether a number was fixed, or a side left out, as it would not have been had something else been explored before.
    pub(crate) depends: bool,
    pub(crate) tally: Tally,
}

/// Where everything below begins, and what is gone back to.
struct Root {
    checkpoint: ProcessCheckpoint,
    solver: Mark,
    /// All that was decided up to there.
    history: Arc<History>,
    /// The process as a value, if it was of interest.
    image: Option<ProcessImage>,
}

/// A pause at which more than one answer is possible, and not all have been given.
struct Choice {
    checkpoint: ProcessCheckpoint,
    solver: Mark,
    inputs: usize,
    decisions: usize,
    term: TermId,
    /// The answers that are left, the next one last.
    left: Vec<Reply>,
    /// Whether it is known that they are possible.
    sure: bool,
}

/// What a step came to.
pub(crate) enum Step {
    /// A path has ended and was shown, or was dropped, or takes a side that is avoided.
    Ended,
    /// It may be time to stop.
    Slice,
    /// It waits before a decision, as it was asked to.
    Waiting,
}

/// Where a path stands that is about to decide something.
pub struct Standing<'a> {
    /// The decisions since it began, or went on.
    pub decisions: &'a [Decision],
    /// How many of them were open.
    pub open: usize,
    /// What the whole path cost so far.
    pub costs: Costs,
    /// How many inputs it has looked at: up to the last one that any decision depends on.
    pub looked_at: u32,
    /// How many it will have looked at after the decision that comes next. If that is more, all that follows from those
    /// before has been paid for.
    pub ahead: u32,
}

impl<'a> Explorer<'a> {
    pub(crate) fn new(
        subject: &'a Subject,
        mut solver: Box<dyn Solver>,
        guide: Option<Box<dyn Guide + 'a>>,
        max_bytes: usize,
        watch: &'a Watch,
    ) -> Result<Self, StartError> {
        solver.stop_at(watch.flag());
        let mut inputs = SymbolicInputs::default();
        let mut path = SymbolicPath::new();
        path.room = max_bytes;
        path.one_target = guide.as_ref().is_some_and(|guide| guide.pins_targets());
        let mut process = subject.start(path, &mut inputs)?;
        process.machine.limits.moved = MOVED;
        for asked in inputs.asked() {
            solver.declare(declared(asked));
        }
        let root = Root {
            checkpoint: process.checkpoint(),
            solver: solver.mark(&process.machine.context.terms),
            history: History::beginning(inputs.asked()),
            image: None,
        };
        Ok(Explorer {
            subject,
            watch,
            process,
            inputs,
            solver,
            evaluator: Evaluator::new(),
            decisions: Vec::new(),
            open: 0,
            looks: None,
            ahead: 0,
            choices: Default::default(),
            choice_bytes: 0,
            root,
            max_bytes,
            guide,
            along: None,
            walks: false,
            folds: false,
            avoids: false,
            is_first: true,
            depends: false,
            tally: Tally::default(),
        })
    }

    /// From now on follows the path that these inputs take.
    pub(crate) fn go_along(&mut self, inputs: Vec<u64>) {
        self.along = Some(inputs);
    }

    /// Goes to where a part of the tree begins. Returns whether it could be reached.
    pub(crate) fn begin(&mut self, trail: &Trail) -> bool {
        self.is_first &= trail.is_empty();
        self.restart();
        self.retrace(trail)
    }

    /// Goes back to the root.
    pub(crate) fn restart(&mut self) {
        self.process.restore(&self.root.checkpoint);
        self.solver.undo(self.root.solver);
        let reached = self.root.history.reached;
        self.inputs.truncate(reached.inputs);
        self.forget(reached.decisions);
    }

    /// Gives answers that were given here before, without asking whether they are possible. Returns whether that led
    /// to where it did then.
    pub(crate) fn retrace(&mut self, trail: &Trail) -> bool {
        for (reply, open) in trail {
            let term = loop {
                match self.advance() {
                    Halt::Stopped(Stop::Pause(pause)) => break asked_for(pause),
                    Halt::Stopped(Stop::Limit(Limit::Steps(_) | Limit::Moved(_))) => {
                        if self.watch.is_stopped() {
                            self.tally.stopped = true;
                            return false;
                        }
                    }
                    // What has to be remembered depends on where one can go back to.
                    Halt::Stopped(Stop::Limit(Limit::Search(_))) => {
                        self.tally.cut_off += 1;
                        return false;
                    }
                    halt => unreachable!("a path that paused here before does so again, not {halt:?}"),
                }
            };
            self.know_inputs();
            self.answer(term, reply.clone(), *open);
        }
        self.is_possible()
    }

    /// Whether all answers are possible together. The last may be a value that was listed, of which nobody knew.
    fn is_possible(&mut self) -> bool {
        let answer = self.solver.check(&self.process.machine.context.terms);
        if answer == Answer::Unknown {
            self.give_up();
        }
        answer == Answer::Sat
    }

    /// Follows a path from the beginning to its end, and shows it to the visitor. Returns whether it got there.
    pub(crate) fn follow(&mut self, trail: &Trail, visitor: &mut impl Visitor) -> bool {
        self.begin(trail) && {
            while let Step::Slice = self.step(visitor) {
                if self.decisions.len() > trail.len() || self.watch.is_stopped() {
                    return false;
                }
            }
            self.decisions.len() == trail.len()
        }
    }

    /// Runs for a slice, or until a path ends. After an end, [`Explorer::back`] has to be called.
    pub(crate) fn step(&mut self, visitor: &mut impl Visitor) -> Step {
        self.step_until(&mut |_| false, visitor)
    }

    /// The same; before a decision it may be told to wait. It can then be kept as a value, or go on.
    pub(crate) fn step_until(
        &mut self,
        is_due: &mut dyn FnMut(&Standing<'_>) -> bool,
        visitor: &mut impl Visitor,
    ) -> Step {
        let halt = self.advance();
        if self.avoids {
            self.avoids = false;
            self.tally.avoided += 1;
            return Step::Ended;
        }
        let end = match halt {
            Halt::Stopped(Stop::Pause(pause)) => {
                self.know_inputs();
                self.look_ahead(&pause);
                if is_due(&self.standing()) {
                    return Step::Waiting;
                }
                match pause {
                    _ if self.folds && self.know_more(asked_for(pause)) => {}
                    Undecided::Truth(truth) => self.decide(truth),
                    Undecided::Value(term) => self.split(term),
                    Undecided::Place(term, access) => self.locate(term, access),
                    Undecided::Target(term) => self.pin(term),
                }
                if !self.is_too_big() {
                    return Step::Slice;
                }
                End::CutOff(Cut::Memory)
            }
            Halt::Stopped(Stop::Limit(cut)) if is_slice(cut, self.subject.limits.steps) => {
                match self.process.overdrawn(self.subject.limits.steps) {
                    Some(limit) => End::CutOff(Cut::Stopped(StopReason::Limit(limit))),
                    None if self.is_too_big() => End::CutOff(Cut::Memory),
                    None => return Step::Slice,
                }
            }
            Halt::Ended(Outcome::Dropped) => {
                self.tally.dropped += 1;
                return Step::Ended;
            }
            Halt::Stopped(Stop::Limit(Limit::Search(_))) => End::CutOff(Cut::Memory),
            halt => end_of(halt),
        };
        self.finish(&end, visitor);
        Step::Ended
    }

    /// Notes how far the decision that comes next will look.
    fn look_ahead(&mut self, next: &Undecided) {
        let (Undecided::Truth(term)
        | Undecided::Value(term)
        | Undecided::Place(term, _)
        | Undecided::Target(term)) = *next;
        if let Some(looks) = &mut self.looks {
            self.ahead = looks.with(&self.process.machine.context.terms, term);
        }
    }

    /// Where the path stands.
    pub(crate) fn standing(&self) -> Standing<'_> {
        Standing {
            decisions: &self.decisions[self.root.history.reached.decisions..],
            open: self.open,
            costs: self.process.costs(),
            looked_at: self.looks.as_ref().map_or(0, Looks::now),
            ahead: self.ahead,
        }
    }

    /// Whether what has to be remembered takes too much memory.
    fn is_too_big(&mut self) -> bool {
        self.bytes() > self.max_bytes
    }

    fn advance(&mut self) -> Halt<Symbol> {
        let spent = self.process.spent().instructions;
        self.process.machine.limits.steps = self.subject.limits.steps.min(spent.saturating_add(SLICE));
        let (process, inputs) = (&mut self.process, &mut self.inputs);
        match self.guide.as_ref().and_then(|guide| guide.avoided()) {
            None => self.subject.advance(process, inputs, &mut Unobserved),
            Some(avoided) => {
                let mut avoiding = Avoiding { avoided, met: false };
                let halt = self.subject.advance(process, inputs, &mut avoiding);
                self.avoids = avoiding.met;
                halt
            }
        }
    }

    /// Lets the solver know all inputs that there are by now.
    fn know_inputs(&mut self) {
        while let Some(asked) = self.inputs.asked().get(self.solver.inputs()) {
            self.solver.declare(declared(asked));
        }
    }

    fn eval(&mut self, term: TermId) -> u64 {
        let (terms, solver) = (&self.process.machine.context.terms, &self.solver);
        match &self.along {
            None => self.evaluator.eval(terms, term, &|input| solver.value(input)),
            Some(along) => {
                self.evaluator.eval(terms, term, &|input| along.get(input as usize).copied().unwrap_or(0))
            }
        }
    }

    /// Goes on with an answer. An open one is told to the solver; others follow from what it knows.
    fn answer(&mut self, term: TermId, reply: Reply, open: bool) {
        let at = self.process.machine.position();
        let path = &mut self.process.machine.context;
        match &reply {
            Reply::Truth(holds) => path.decide(term, *holds),
            Reply::Value(value) | Reply::Fixed(value, _) => path.pin(term, *value),
            Reply::Places(places) => path.allow(term, places.clone()),
            Reply::Known(inputs) => inputs.iter().for_each(|&(input, value)| path.know(input, value)),
        }
        let fact = match &reply {
            _ if !open => None,
            Reply::Truth(true) => Some(term),
            Reply::Truth(false) => Some(path.terms.not(term)),
            Reply::Value(value) => {
                let value = path.terms.constant(path.terms.width(term), *value);
                Some(path.terms.eq(term, value))
            }
            Reply::Fixed(_, inputs) => {
                let mut all = Terms::TRUE;
                for &(input, value) in inputs.iter() {
                    let width = 8 * self.inputs.asked()[input as usize].kind.bytes();
                    let (term, value) = (path.terms.input(input, width), path.terms.constant(width, value));
                    let same = path.terms.eq(term, value);
                    all = path.terms.and(all, same);
                }
                Some(all)
            }
            Reply::Places(_) | Reply::Known(_) => None,
        };
        if let Some(fact) = fact {
            self.solver.assert(&path.terms, fact);
        }
        let callers = self.process.machine.callers();
        self.note(Decision { term, reply, open, fact, at, callers });
    }

    fn note(&mut self, decision: Decision) {
        if let Some(guide) = &mut self.guide {
            guide.decided(&decision);
        }
        self.open += usize::from(decision.open);
        if let Some(looks) = &mut self.looks {
            looks.push(&self.process.machine.context.terms, decision.term);
        }
        self.decisions.push(decision);
    }

    fn forget(&mut self, decisions: usize) {
        if let Some(guide) = &mut self.guide {
            guide.truncate(decisions);
        }
        // Those before the root are not counted.
        let first = self.root.history.reached.decisions.max(decisions).min(self.decisions.len());
        self.open -= self.decisions[first..].iter().filter(|decision| decision.open).count();
        self.decisions.truncate(decisions);
        if let Some(looks) = &mut self.looks {
            looks.truncate(decisions, &self.process.machine.context.terms);
        }
    }

    /// What the guide says about the conditional that is reached, if it is one.
    fn advice(&mut self) -> Advice {
        let at = self.process.machine.position();
        match (&mut self.guide, at) {
            (Some(guide), Some(at)) if self.subject.program.origins[at as usize].conditional.is_some() => {
                guide.advise(at, self.process.machine.callers())
            }
            (_, Some(at)) if self.walks => fix::survival(self.subject.program.code[at as usize]),
            _ => Advice::Both,
        }
    }

    /// Takes a side if it is possible, and else the other. The solver is asked only if the model does not show that
    /// it is. If asked to, remembers the other side for later.
    fn prefer(&mut self, truth: TermId, side: bool, remember: bool) {
        let shown = (self.eval(truth) != 0) == side;
        let solver = self.solver.mark(&self.process.machine.context.terms);
        if remember {
            // If the model shows this side, nobody has asked about the other one.
            self.choose(truth, solver, vec![Reply::Truth(!side)], !shown);
        }
        self.answer(truth, Reply::Truth(side), true);
        if shown {
            return;
        }
        self.tally.questions += 1;
        let answer = self.solver.check(&self.process.machine.context.terms);
        if answer == Answer::Sat {
            return;
        }
        if remember {
            self.drop_choice();
        }
        // What was decided about it is overwritten.
        self.solver.undo(solver);
        self.forget(self.decisions.len() - 1);
        let given_up = answer == Answer::Unknown;
        if given_up {
            self.give_up();
        }
        self.answer(truth, Reply::Truth(!side), given_up);
    }

    /// Lets the path know inputs that a term depends on and of which only one value is left, as far as that is seen without a
    /// search. Returns whether there are any that it did not know.
    fn know_more(&mut self, term: TermId) -> bool {
        let path = &self.process.machine.context;
        let mut determined = self.solver.determined(&path.terms, term);
        determined.retain(|&(input, _)| !path.knows(input));
        if determined.is_empty() {
            return false;
        }
        self.answer(term, Reply::Known(determined.into()), false);
        true
    }

    /// Whether a truth value holds.
    fn decide(&mut self, truth: TermId) {
        match self.advice() {
            Advice::Only(side) => return self.prefer(truth, side, false),
            Advice::First(side) => return self.prefer(truth, side, true),
            Advice::Model => {
                let side = self.eval(truth) != 0;
                return self.answer(truth, Reply::Truth(side), true);
            }
            Advice::Both => {}
        }
        let holds = self.eval(truth) != 0;
        let solver = self.solver.mark(&self.process.machine.context.terms);
        let path = &mut self.process.machine.context;
        let other = if holds { path.terms.not(truth) } else { truth };
        self.tally.questions += 1;
        self.solver.assert(&path.terms, other);
        match self.solver.check(&path.terms) {
            Answer::Unsat => {
                self.solver.undo(solver);
                self.answer(truth, Reply::Truth(holds), false);
            }
            Answer::Sat if self.along.is_some() => {
                self.solver.undo(solver);
                self.answer(truth, Reply::Truth(holds), true);
            }
            Answer::Sat => {
                self.choose(truth, solver, vec![Reply::Truth(holds)], true);
                let at = self.process.machine.position();
                self.process.machine.context.decide(truth, !holds);
                let (reply, fact) = (Reply::Truth(!holds), Some(other));
                let callers = self.process.machine.callers();
                self.note(Decision { term: truth, reply, open: true, fact, at, callers });
            }
            Answer::Unknown => {
                self.solver.undo(solver);
                self.give_up();
                self.answer(truth, Reply::Truth(holds), true);
            }
        }
    }

    /// Which value a term has that has to be known: all of them, one after the other, if they are few.
    fn split(&mut self, term: TermId) {
        if self.along.is_some() || self.walks {
            return self.pin(term);
        }
        self.tally.questions += 1;
        let solver = self.solver.mark(&self.process.machine.context.terms);
        let terms = &mut self.process.machine.context.terms;
        let most = if terms.has_floats(term) { MOST_NUMBERS } else { MOST_VALUES };
        match self.solver.possible(terms, term, most) {
            Some(values) if values.len() == 1 => self.answer(term, Reply::Value(values[0]), false),
            Some(values) => {
                let left = values.into_iter().rev().map(Reply::Value).collect();
                self.choose(term, solver, left, false);
                if !self.next_answer() {
                    // The value in the model is one of them, but the solver gave up on each.
                    self.pin(term);
                }
            }
            None => self.pin(term),
        }
    }

    /// Which values an address has: all of them at once, if they are few.
    fn locate(&mut self, term: TermId, access: Access) {
        if self.along.is_some() {
            return self.pin(term);
        }
        if !self.walks && self.process.machine.context.one_target && self.is_known(term) {
            let value = self.eval(term);
            return self.answer(term, Reply::Value(value), false);
        }
        match self.places(term, access) {
            Some(places) if places.len() == 1 => self.answer(term, Reply::Value(places[0]), false),
            Some(places) => self.answer(term, Reply::Places(places.into()), false),
            None => self.pin(term),
        }
    }

    /// The values that an address may have. A few too many do no harm, and to find out which ones are impossible may take
    /// long.
    fn places(&mut self, term: TermId, access: Access) -> Option<Vec<u64>> {
        let most = if access == Access::Load { MOST_SOURCES } else { MOST_TARGETS };
        let terms = &mut self.process.machine.context.terms;
        if let Some(places) = terms.few(term, MOST_TARGETS / 2) {
            return Some(places);
        }
        // To find out more takes long, and a walk can do with one.
        if self.walks && self.inputs_of(term).is_none_or(|inputs| inputs.len() > 1) {
            return None;
        }
        let terms = &mut self.process.machine.context.terms;
        self.tally.questions += 1;
        if let Some(places) = self.solver.image(terms, term) {
            return Some(places).filter(|places| places.len() <= most);
        }
        let by_form = if access == Access::Load { terms.few(term, MOST_SOURCES / 2) } else { None };
        let most = if terms.has_floats(term) { MOST_NUMBERS } else { MOST_TARGETS };
        by_form.or_else(|| self.solver.possible(terms, term, most))
    }

    /// Whether a term can have no other value than in the model.
    fn is_known(&mut self, term: TermId) -> bool {
        let value = self.eval(term);
        let terms = &mut self.process.machine.context.terms;
        let solver = self.solver.mark(terms);
        let value = terms.constant(terms.width(term), value);
        let same = terms.eq(term, value);
        let other = terms.not(same);
        self.tally.questions += 1;
        self.solver.assert(terms, other);
        let answer = self.solver.check(terms);
        self.solver.undo(solver);
        answer == Answer::Unsat
    }

    /// Gives a term the value that it has in the model: other values are not looked at.
    fn pin(&mut self, term: TermId) {
        // Once it has to stop, nobody looked for other values.
        if self.watch.is_stopped() {
            self.tally.stopped = true;
        } else {
            self.tally.pinned += 1;
            self.depends |= !self.is_first;
            let place = self.place();
            self.tally.pinned_at.add(place);
        }
        if self.walks && self.fix(term) {
            return;
        }
        let value = self.eval(term);
        self.answer(term, Reply::Value(value), true);
    }

    /// Only one side is followed because the solver gave up on the other: if that was not because it had to stop, that is
    /// to be told.
    fn give_up(&mut self) {
        if self.watch.is_stopped() {
            self.tally.stopped = true;
        } else {
            self.count_undecided();
        }
    }

    fn count_undecided(&mut self) {
        self.tally.undecided += 1;
        self.depends |= !self.is_first;
        let place = self.place();
        self.tally.undecided_at.add(place);
    }

    /// Where the path stands: in a library of which there is no source, where that was called.
    fn place(&self) -> Option<Pc> {
        let (machine, program) = (&self.process.machine, &self.subject.program);
        let here = machine.position();
        let has_source = |pc: &Pc| program.location(program.origins[*pc as usize].offset).is_some();
        here.into_iter().chain(machine.callers().into_iter().flatten()).find(has_source).or(here)
    }

    /// What was seen so far.
    pub(crate) fn tally(&self) -> Tally {
        Tally { calls: self.solver.calls(), steps: self.solver.steps(), ..self.tally.clone() }
    }

    fn choose(&mut self, term: TermId, solver: Mark, left: Vec<Reply>, sure: bool) {
        let checkpoint = self.process.checkpoint();
        self.choice_bytes += checkpoint.bytes();
        let (inputs, decisions) = (self.inputs.asked().len(), self.decisions.len());
        self.choices.push_back(Choice { checkpoint, solver, inputs, decisions, term, left, sure });
    }

    fn finish(&mut self, end: &End, visitor: &mut impl Visitor) {
        self.know_inputs();
        match end {
            End::CutOff(_) => self.tally.cut_off += 1,
            _ => self.tally.paths += 1,
        }
        self.tally.depth = self.tally.depth.max(self.decisions.len() as u64);
        let costs = self.process.costs();
        let Explorer { process, inputs, solver, decisions, .. } = self;
        visitor.visit(&mut Path { end, costs, decisions, process, inputs, solver: &mut **solver });
    }

    /// Goes back to the last pause with an answer that was not given yet, and gives it.
    pub(crate) fn back(&mut self) -> bool {
        self.is_first = false;
        while let Some(choice) = self.choices.back() {
            self.process.restore(&choice.checkpoint);
            self.solver.undo(choice.solver);
            self.inputs.truncate(choice.inputs);
            let decisions = choice.decisions;
            self.forget(decisions);
            if self.next_answer() {
                return true;
            }
        }
        false
    }

    /// Gives the next answer of the last choice that is possible. The process stands at its checkpoint.
    fn next_answer(&mut self) -> bool {
        loop {
            let Some(choice) = self.choices.back_mut() else { return false };
            let (term, mark, sure) = (choice.term, choice.solver, choice.sure);
            let Some(reply) = choice.left.pop() else {
                self.drop_choice();
                return false;
            };
            // As a rule, the other side of a conditional was taken first, and this one is the model's.
            if sure {
                self.drop_choice();
                self.answer(term, reply, true);
                return true;
            }
            let last = choice.left.is_empty();
            let decisions = self.decisions.len();
            self.answer(term, reply, true);
            self.tally.questions += 1;
            match self.solver.check(&self.process.machine.context.terms) {
                Answer::Sat => {
                    if last {
                        self.drop_choice();
                    }
                    return true;
                }
                answer => {
                    if answer == Answer::Unknown {
                        self.give_up();
                    }
                    let choice = self.choices.back().expect("it is still there");
                    self.process.restore(&choice.checkpoint);
                    self.solver.undo(mark);
                    self.forget(decisions);
                }
            }
        }
    }

    fn drop_choice(&mut self) {
        if let Some(choice) = self.choices.pop_back() {
            self.choice_bytes -= choice.checkpoint.bytes();
        }
    }

    /// Whether the path is not worth more.
    pub(crate) fn is_beyond(&self, pursuit: &Pursuit) -> bool {
        self.solver.calls() > pursuit.calls || self.decisions.len() > pursuit.decisions
    }

    /// Leaves the earliest choices as they are, so that the others take at most so many bytes.
    pub(crate) fn forget_earliest(&mut self, max_bytes: usize) {
        while self.choice_bytes > max_bytes {
            if let Some(choice) = self.choices.pop_front() {
                self.choice_bytes -= choice.checkpoint.bytes();
            }
        }
    }

    /// Leaves everything that is left to explore.
    pub(crate) fn abandon(&mut self) {
        self.choices.clear();
        self.choice_bytes = 0;
    }

    /// Gives the part of the tree away that is left at the earliest choice: the largest part, as a rule.
    pub(crate) fn give_away(&mut self) -> Vec<Trail> {
        // The last choice is the next thing to do here.
        if self.choices.len() < 2 {
            return Vec::new();
        }
        let Some(choice) = self.choices.pop_front() else { return Vec::new() };
        self.choice_bytes -= choice.checkpoint.bytes();
        let before = &self.decisions[..choice.decisions];
        let replies = before.iter().map(|decision| (decision.reply.clone(), decision.open));
        let parts = choice.left.iter().rev();
        parts.map(|reply| replies.clone().chain([(reply.clone(), true)]).collect()).collect()
    }
}

/// The term that something has to be decided about.
fn asked_for(pause: Undecided) -> TermId {
    match pause {
        Undecided::Truth(term)
        | Undecided::Value(term)
        | Undecided::Place(term, _)
        | Undecided::Target(term) => term,
    }
}

/// How a path ended that goes no further.
pub(crate) fn end_of(halt: Halt<Symbol>) -> End {
    match halt {
        Halt::Ended(Outcome::Returned(_)) => End::Returned,
        Halt::Ended(Outcome::Exited(code)) => End::Exited(code),
        Halt::Ended(Outcome::Failed) => End::Failed,
        Halt::Stopped(Stop::Trap(trap)) => End::Trapped(trap),
        halt => End::CutOff(Cut::Stopped(halt.reason().expect("drops and pauses are answered elsewhere"))),
    }
}
