//! Pieces of a routine: all paths from one cut to the next, as transitions with their conditions and effects.
//!
//! Cuts are the beginning of the routine and the headers of its loops. Paths between them are acyclic, so they can be
//! executed one by one (the backbones of the Looperman paper, cut at loops).

use std::collections::{BTreeMap, BTreeSet};

use worstcase_program::flow::{BlockIdx, Flow};

use super::call::{asked, is_assumption, is_input};
use super::facts::Facts;
use super::outcome::{Known, Outcomes};
use super::symbols::{Cause, Meaning, Symbols};
use super::value::{Held, Reader, set};
use crate::expr::{Expr, Rational, Symbol};
use crate::lift::{Callee, End, Place, Routine, Statement, Type, VarIdx, idle};

/// Where pieces begin and end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Cut {
    /// The beginning of the routine.
    Entry,
    /// The header of the loop of that number.
    Header(usize),
    /// The routine returns, or the program ends.
    Exit,
}

/// A call on a path.
#[derive(Clone, Debug, PartialEq)]
pub struct Call {
    /// What is called.
    pub callee: Callee,
    /// With what, over the values at the beginning of the piece.
    pub arguments: Vec<Expr>,
    /// The types of the arguments.
    pub types: Vec<Type>,
    /// Where.
    pub block: BlockIdx,
}

/// Whether an argument is a value of its parameter's type, and so is not converted to something else.
pub fn fits(argument: &Expr, from: Type, to: Type) -> bool {
    let constant = argument.as_constant().and_then(Rational::as_integer);
    to.includes(from) || constant.is_some_and(|constant| to.min() <= constant && constant <= to.max())
}

/// A path from one cut to the next.
#[derive(Clone, Debug, PartialEq)]
pub struct Transition {
    /// Where it begins.
    pub from: Cut,
    /// Where it ends.
    pub to: Cut,
    /// What has to hold, and what is known of unknown values.
    pub facts: Facts,
    /// The variables' values at the end, over those at the beginning. Those that are not there are unchanged.
    pub values: BTreeMap<VarIdx, Expr>,
    /// Whether the routine returns there, rather than that the program ends.
    pub returns: bool,
    /// What it returns.
    pub result: Option<Expr>,
    /// The calls on the way.
    pub calls: Vec<Call>,
    /// The blocks on the way, and maybe others.
    pub blocks: BTreeSet<BlockIdx>,
    /// Unknown values that decided about the way.
    pub undecided: BTreeSet<Symbol>,
}

impl Transition {
    /// Whether it is the same but for the blocks on the way.
    fn is_like(&self, other: &Transition) -> bool {
        (self.from, self.to) == (other.from, other.to)
            && self.facts == other.facts
            && self.values == other.values
            && (self.returns, &self.result) == (other.returns, &other.result)
            && self.calls == other.calls
    }
}

/// The most paths from one cut; with more, they are put together, and little is known of them.
const MOST_PATHS: usize = 120;

/// A path is split so often to know whether a number goes round, or its sign.
const MOST_SPLITS: u32 = 5;

/// With more runs of numbers in a table, it is not asked what number leads where.
const MOST_RUNS: usize = 24;

/// Where a table leads, with the first and the last number that lead there one after the other; to the end, if there is no last.
fn runs(targets: &[BlockIdx]) -> Vec<(BlockIdx, i128, Option<i128>)> {
    let mut all: Vec<(BlockIdx, i128, Option<i128>)> = Vec::new();
    for (number, &target) in (0..).zip(targets) {
        match all.last_mut() {
            Some((block, _, last)) if *block == target => *last = Some(number),
            _ => all.push((target, number, Some(number))),
        }
    }
    if let Some((_, _, last)) = all.last_mut() {
        *last = None;
    }
    if all.len() > MOST_RUNS {
        let different: BTreeSet<BlockIdx> = targets.iter().copied().collect();
        return different.into_iter().map(|target| (target, 0, None)).collect();
    }
    all
}

/// What executes paths.
pub struct Walker<'a> {
    pub routine: &'a Routine,
    pub flow: &'a Flow<'a>,
    pub symbols: Symbols,
    pub(super) known: &'a Known<'a>,
    /// By block, how many inputs were asked for before it, if that is known.
    asked: Vec<Option<u32>>,
    /// By block, the variables that are of no interest where it begins.
    idle: Vec<BTreeSet<VarIdx>>,
    memory_is_constant: bool,
    /// The number of the loop of each header.
    headers: BTreeMap<BlockIdx, usize>,
    /// Paths that may end before something is assumed, since a call on the way need not return.
    pub(super) cut_off: Vec<State>,
}

/// A path on its way.
#[derive(Clone)]
pub struct State {
    pub(super) block: BlockIdx,
    /// How many of its statements were executed.
    pub(super) at: usize,
    /// How often it was split to know more.
    pub(super) splits: u32,
    pub(super) held: Vec<Held>,
    pub(super) facts: Facts,
    pub(super) calls: Vec<Call>,
    /// The blocks that it came through.
    pub(super) passed: BTreeSet<BlockIdx>,
    /// How many inputs were asked for, as long as that is known.
    pub(super) inputs: Option<u32>,
    /// Into how many it was split by calls.
    pub(super) ways: usize,
    /// What the call that was just made has set, and so need not be forgotten.
    pub(super) settled: Vec<VarIdx>,
    /// What is returned.
    pub(super) result: Option<Expr>,
}

/// What a path is split into before it goes on.
enum Split {
    /// Where this is not negative, and where it is.
    By(Expr),
    /// These.
    Into(Vec<State>),
}

impl<'a> Walker<'a> {
    pub fn new(routine: &'a Routine, flow: &'a Flow<'a>, known: &'a Known<'a>) -> Walker<'a> {
        let headers = flow.loops().iter().enumerate().map(|(index, one)| (one.header, index)).collect();
        let mut changed = vec![false; routine.variables.len()];
        let mut memory_is_constant = true;
        let mut change = |variable: VarIdx| {
            changed[variable.index()] = true;
            routine.variable(variable).shared
        };
        for statement in routine.blocks.iter().flat_map(|block| &block.statements) {
            match statement {
                Statement::Set { variable, .. } => memory_is_constant &= !change(*variable),
                Statement::Forget(variables) => {
                    for &variable in variables {
                        memory_is_constant &= !change(variable);
                    }
                }
                Statement::Store { .. } => memory_is_constant = false,
                Statement::Call { callee, result, .. } => {
                    let keeps = |outcomes: &Outcomes| !outcomes.writes;
                    memory_is_constant &=
                        is_input(callee) || is_assumption(callee) || known(callee).is_some_and(keeps);
                    result.iter().for_each(|&variable| memory_is_constant &= !change(variable));
                }
            }
        }
        let fixed = changed.iter().map(|changed| !changed).collect();
        let symbols = Symbols::new(routine, fixed);
        let asked = asked(routine, flow, known);
        let idle = idle(flow, routine);
        Walker {
            routine,
            flow,
            symbols,
            known,
            asked,
            idle,
            memory_is_constant,
            headers,
            cut_off: Vec::new(),
        }
    }

    /// All transitions from a cut.
    pub fn from(&mut self, cut: Cut) -> Vec<Transition> {
        let block = match cut {
            Cut::Entry => self.flow.entry(),
            Cut::Header(index) => self.flow.loops()[index].header,
            Cut::Exit => return Vec::new(),
        };
        let variables = (0..self.routine.variables.len() as u32).map(VarIdx);
        let held = variables.map(|variable| {
            Held::Integer(match cut {
                Cut::Entry => self.symbols.initial(variable),
                _ => self.symbols.variable(variable),
            })
        });
        let first = State {
            block,
            at: 0,
            splits: 0,
            held: held.collect(),
            facts: Facts::default(),
            calls: Vec::new(),
            passed: BTreeSet::new(),
            inputs: self.asked[block.index()],
            ways: 1,
            settled: Vec::new(),
            result: None,
        };
        let mut stack = vec![first];
        let mut found = Vec::new();
        while let Some(mut state) = stack.pop() {
            if found.len() + stack.len() > MOST_PATHS {
                return self.coarse(cut, block);
            }
            let next = self.execute(&mut state).and_then(|()| self.successors(&mut state));
            for state in std::mem::take(&mut self.cut_off) {
                found.push(Transition { returns: false, ..self.finished(cut, Cut::Exit, state) });
            }
            let next = match next {
                Ok(next) => next,
                Err(Split::Into(ways)) => {
                    stack.extend(ways.into_iter().rev());
                    continue;
                }
                Err(Split::By(fact)) => {
                    let opposite = fact.neg().and_then(|negated| negated.plus(-1));
                    for fact in [Some(fact), opposite] {
                        let mut state = State { splits: state.splits + 1, ..state.clone() };
                        fact.iter().for_each(|fact| state.facts.add(fact));
                        if !state.facts.contradict(&self.symbols) {
                            stack.push(state);
                        }
                    }
                    continue;
                }
            };
            match next {
                None => found.push(self.finished(cut, Cut::Exit, state)),
                Some(next) => {
                    for state in next.into_iter().rev() {
                        match self.headers.get(&state.block) {
                            Some(&header) => found.push(self.finished(cut, Cut::Header(header), state)),
                            None => stack.push(state),
                        }
                    }
                }
            }
        }
        let mut different: Vec<Transition> = Vec::new();
        for transition in found {
            match different.iter_mut().find(|other| other.is_like(&transition)) {
                Some(other) => {
                    other.blocks.extend(transition.blocks);
                    other.undecided.extend(transition.undecided);
                }
                None => different.push(transition),
            }
        }
        different
    }

    pub(super) fn reader<'s>(&'s mut self, state: &'s mut State) -> Reader<'s> {
        Reader {
            routine: self.routine,
            symbols: &mut self.symbols,
            held: &state.held,
            facts: &mut state.facts,
            memory_is_constant: self.memory_is_constant,
            may_split: state.splits < MOST_SPLITS,
            split: None,
        }
    }

    /// Executes what is left of a block; an error is what to split the path into first.
    fn execute(&mut self, state: &mut State) -> Result<(), Split> {
        let routine = self.routine;
        state.passed.insert(state.block);
        for statement in &routine.block(state.block).statements[state.at..] {
            if !matches!(statement, Statement::Forget(_)) {
                // Only what is forgotten right after a call is what the call may have changed.
                state.settled.clear();
            }
            match statement {
                Statement::Set { variable, value, offset } => {
                    self.symbols.offset = *offset;
                    let mut reader = self.reader(state);
                    let held = set(&mut reader, *variable, value);
                    if let Some(fact) = reader.split {
                        return Err(Split::By(fact));
                    }
                    state.held[variable.index()] = held;
                }
                Statement::Forget(variables) => {
                    let before = state.at.checked_sub(1).map(|at| &routine.block(state.block).statements[at]);
                    let mut kept = std::mem::take(&mut state.settled);
                    if let Some(Statement::Set { variable: set, .. }) = before {
                        for &variable in variables {
                            if self.is_apart(state, *set, variable)? {
                                kept.push(variable);
                            }
                        }
                    }
                    for &variable in variables.iter().filter(|variable| !kept.contains(variable)) {
                        self.forget(state, variable);
                    }
                }
                Statement::Store { offset, .. } => self.symbols.offset = *offset,
                Statement::Call { callee, arguments, result, offset } => {
                    self.symbols.offset = *offset;
                    let ways = self.call(state, callee, arguments, *result);
                    if !ways.is_empty() {
                        return Err(Split::Into(ways));
                    }
                }
            }
            state.at += 1;
        }
        Ok(())
    }

    /// Whether what lies behind a pointer is not what lies behind another, and was set.
    fn is_apart(&mut self, state: &State, set: VarIdx, other: VarIdx) -> Result<bool, Split> {
        let address = |variable: VarIdx| match self.routine.variable(variable).place {
            Some(Place::Behind(base, at, bytes)) => match &state.held[base.index()] {
                Held::Integer(base) => Some((base.plus(at.into())?, i128::from(bytes))),
                Held::Truth(_) => None,
            },
            _ => None,
        };
        let (Some((one, bytes)), Some((other, others))) = (address(set), address(other)) else {
            return Ok(false);
        };
        let behind = other.sub(&one).and_then(|gap| gap.plus(-bytes));
        let before = one.sub(&other).and_then(|gap| gap.plus(-others));
        for gap in behind.into_iter().chain(before) {
            if state.facts.imply(&gap, &self.symbols) {
                return Ok(true);
            }
            let is_not = gap.neg().and_then(|gap| gap.plus(-1));
            let is_open = !is_not.is_some_and(|is_not| state.facts.imply(&is_not, &self.symbols));
            if is_open && state.splits < MOST_SPLITS {
                return Err(Split::By(gap));
            }
        }
        Ok(false)
    }

    fn forget(&mut self, state: &mut State, variable: VarIdx) {
        let unknown = self.symbols.unknown(self.routine.variable(variable).ty, Cause::Overwritten);
        state.held[variable.index()] = Held::Integer(unknown);
    }

    /// Where a path goes on, each with what has to hold there; none if it ends.
    fn successors(&mut self, state: &mut State) -> Result<Option<Vec<State>>, Split> {
        let edges: Vec<BlockIdx> = self.flow.successors(state.block).iter().map(|edge| edge.target).collect();
        let routine = self.routine;
        let mut next = Vec::new();
        self.symbols.offset = self.flow[state.block].bytes.end;
        match &routine.block(state.block).end {
            End::Trap => return Ok(None),
            End::Return(None) => return Ok(None),
            End::Return(Some(value)) => {
                let mut reader = self.reader(state);
                let result = reader.integer(value);
                if let Some(fact) = reader.split {
                    return Err(Split::By(fact));
                }
                state.result = Some(result);
                return Ok(None);
            }
            End::Goto => next.push(State { block: edges[0], at: 0, ..state.clone() }),
            End::Table(value) => {
                let mut reader = self.reader(state);
                let number = reader.unsigned(value);
                if let Some(fact) = reader.split {
                    return Err(Split::By(fact));
                }
                for (block, first, last) in runs(&edges) {
                    let mut state = State { block, at: 0, ..state.clone() };
                    let facts = [number.plus(-first), last.and_then(|last| number.neg()?.plus(last))];
                    facts.iter().flatten().for_each(|fact| state.facts.add(fact));
                    if !state.facts.contradict(&self.symbols) {
                        next.push(state);
                    }
                }
            }
            End::Branch(condition) => {
                let mut reader = self.reader(state);
                let formula = reader.formula(condition);
                if let Some(fact) = reader.split {
                    return Err(Split::By(fact));
                }
                for (formula, &block) in [(formula.negated(), &edges[0]), (formula, &edges[1])] {
                    for case in formula.cases() {
                        let mut state = State { block, at: 0, ..state.clone() };
                        case.iter().for_each(|fact| state.facts.add(fact));
                        if !state.facts.contradict(&self.symbols) {
                            next.push(state);
                        }
                    }
                }
            }
        }
        Ok(Some(next))
    }

    fn finished(&mut self, from: Cut, to: Cut, mut state: State) -> Transition {
        let mut values = BTreeMap::new();
        for (index, held) in state.held.iter().enumerate() {
            let variable = VarIdx(index as u32);
            // What is not read any more may as well keep its value.
            if to != Cut::Exit && self.idle[state.block.index()].contains(&variable) {
                if from == Cut::Entry {
                    values.insert(variable, self.symbols.initial(variable));
                }
                continue;
            }
            let value = match held {
                Held::Integer(expr) => expr.clone(),
                Held::Truth(formula) => match formula.decided(&state.facts, &self.symbols).0 {
                    Some(holds) => Expr::constant(holds.into()),
                    None => self.symbols.unknown(Type::BOOL, Cause::Computed),
                },
            };
            if from == Cut::Entry || value != self.symbols.variable(variable) {
                values.insert(variable, value);
            }
        }
        // What was decided about values that are of no interest any more.
        let kept: BTreeSet<Symbol> = values
            .values()
            .chain(state.calls.iter().flat_map(|call| &call.arguments))
            .chain(&state.result)
            .flat_map(|value| value.symbols())
            .collect();
        let symbols = &self.symbols;
        let is_gone =
            |symbol: Symbol| *symbols.meaning(symbol) == Meaning::Unknown && !kept.contains(&symbol);
        let undecided = state.facts.only(&is_gone).flat_map(|expr| expr.symbols()).collect();
        state.facts = state.facts.without(&is_gone);
        Transition {
            from,
            to,
            facts: state.facts,
            values,
            calls: state.calls,
            returns: to == Cut::Exit && matches!(self.routine.block(state.block).end, End::Return(_)),
            result: state.result,
            blocks: state.passed,
            undecided,
        }
    }

    /// One transition to each cut that can be reached, on which whatever may change is unknown.
    fn coarse(&mut self, from: Cut, first: BlockIdx) -> Vec<Transition> {
        let mut seen = BTreeSet::from([first]);
        let mut targets = BTreeSet::new();
        let mut stack = vec![first];
        while let Some(block) = stack.pop() {
            if matches!(self.routine.block(block).end, End::Return(_) | End::Trap) {
                targets.insert(Cut::Exit);
            }
            for edge in self.flow.successors(block) {
                match self.headers.get(&edge.target) {
                    Some(&header) => drop(targets.insert(Cut::Header(header))),
                    None if seen.insert(edge.target) => stack.push(edge.target),
                    None => {}
                }
            }
        }
        let routine = self.routine;
        let mut changed = BTreeSet::new();
        let mut calls = Vec::new();
        for &block in &seen {
            for statement in &routine.block(block).statements {
                match statement {
                    Statement::Set { variable, .. } => drop(changed.insert(*variable)),
                    Statement::Forget(variables) => changed.extend(variables),
                    Statement::Store { .. } => {}
                    Statement::Call { callee, result, arguments, .. } => {
                        changed.extend(result);
                        if !is_input(callee) && !is_assumption(callee) {
                            let unknown = arguments.iter().map(|argument| {
                                let ty = routine.type_of(argument);
                                self.symbols.unknown(ty, Cause::Ways)
                            });
                            let exprs = unknown.collect();
                            let types = arguments.iter().map(|argument| routine.type_of(argument)).collect();
                            calls.push(Call { callee: callee.clone(), arguments: exprs, types, block });
                        }
                    }
                }
            }
        }
        let may_return = seen.iter().any(|&block| matches!(routine.block(block).end, End::Return(_)));
        let every: Vec<VarIdx> = match from {
            Cut::Entry => (0..routine.variables.len() as u32).map(VarIdx).collect(),
            _ => changed.iter().copied().collect(),
        };
        let transition = |to: Cut, symbols: &mut Symbols| {
            let values = every.iter().map(|&variable| {
                let value = if changed.contains(&variable) {
                    symbols.unknown(routine.variable(variable).ty, Cause::Ways)
                } else {
                    symbols.initial(variable)
                };
                (variable, value)
            });
            let values = values.collect();
            Transition {
                from,
                to,
                facts: Facts::default(),
                values,
                returns: to == Cut::Exit && may_return,
                result: None,
                calls: calls.clone(),
                blocks: seen.clone(),
                undecided: BTreeSet::new(),
            }
        };
        targets.into_iter().map(|to| transition(to, &mut self.symbols)).collect()
    }
}
