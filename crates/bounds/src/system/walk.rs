//! Pieces of a routine: all paths from one cut to the next, as transitions with their conditions and effects.
//!
//! Cuts are the beginning of the routine and the headers of its loops. Paths between them are acyclic, so they can be
//! executed one by one (the backbones of the Looperman paper, cut at loops).

use std::collections::{BTreeMap, BTreeSet};

use worstcase_program::flow::{BlockIdx, Flow};

use super::facts::Facts;
use super::symbols::{Meaning, Symbols};
use super::value::{Held, Reader, set};
use crate::expr::Expr;
use crate::lift::{Callee, End, Routine, Statement, Type, VarIdx};

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
#[derive(Clone, Debug)]
pub struct Call {
    /// What is called.
    pub callee: Callee,
    /// With what, over the values at the beginning of the piece; none that nobody knows are left out.
    pub arguments: Vec<Expr>,
    /// Their types, which may not be those of the parameters.
    pub types: Vec<Type>,
    /// Where.
    pub block: BlockIdx,
}

/// A path from one cut to the next.
#[derive(Clone, Debug)]
pub struct Transition {
    /// Where it begins.
    pub from: Cut,
    /// Where it ends.
    pub to: Cut,
    /// What has to hold, and what is known of unknown values.
    pub facts: Facts,
    /// The variables' values at the end, over those at the beginning. Those that are not there are unchanged.
    pub values: BTreeMap<VarIdx, Expr>,
    /// The calls on the way.
    pub calls: Vec<Call>,
    /// The blocks that it goes through.
    pub blocks: Vec<BlockIdx>,
}

/// The most paths from one cut; with more, they are put together, and little is known of them.
const MOST_PATHS: usize = 120;

/// Functions from outside whose result is an input.
fn is_input(callee: &Callee) -> bool {
    match callee {
        Callee::Import(_, name) => name.starts_with("__VERIFIER_nondet_") || name.starts_with("input_"),
        _ => false,
    }
}

/// Functions from outside that drop what does not hold.
fn is_assumption(callee: &Callee) -> bool {
    match callee {
        Callee::Import(_, name) => matches!(name.as_str(), "assume" | "klee_assume" | "__VERIFIER_assume"),
        _ => false,
    }
}

/// What executes paths.
pub struct Walker<'a> {
    pub routine: &'a Routine,
    pub flow: &'a Flow<'a>,
    pub symbols: Symbols,
    memory_is_constant: bool,
    /// The number of the loop of each header.
    headers: BTreeMap<BlockIdx, usize>,
}

/// A path on its way.
#[derive(Clone)]
struct State {
    block: BlockIdx,
    held: Vec<Held>,
    facts: Facts,
    calls: Vec<Call>,
    blocks: Vec<BlockIdx>,
    /// How many inputs were asked for, as long as that is known.
    inputs: Option<u32>,
}

impl<'a> Walker<'a> {
    pub fn new(routine: &'a Routine, flow: &'a Flow<'a>) -> Walker<'a> {
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
                    // An input without a result, such as `input_bytes`, is written to memory.
                    memory_is_constant &= is_input(callee) && result.is_some() || is_assumption(callee);
                    result.iter().for_each(|&variable| drop(change(variable)));
                }
            }
        }
        let fixed = changed.iter().map(|changed| !changed).collect();
        Walker { routine, flow, symbols: Symbols::new(routine, fixed), memory_is_constant, headers }
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
        let inputs = (cut == Cut::Entry).then_some(0);
        let first = State {
            block,
            held: held.collect(),
            facts: Facts::default(),
            calls: Vec::new(),
            blocks: Vec::new(),
            inputs,
        };
        let mut stack = vec![first];
        let mut found = Vec::new();
        while let Some(mut state) = stack.pop() {
            if found.len() + stack.len() > MOST_PATHS {
                return self.coarse(cut, block);
            }
            self.execute(&mut state);
            match self.successors(&state) {
                None => found.push(self.finished(cut, Cut::Exit, state)),
                Some(next) => {
                    for mut state in next.into_iter().rev() {
                        match self.headers.get(&state.block) {
                            Some(&header) => found.push(self.finished(cut, Cut::Header(header), state)),
                            None => {
                                state.facts = std::mem::take(&mut state.facts);
                                stack.push(state);
                            }
                        }
                    }
                }
            }
        }
        found
    }

    fn reader<'s>(&'s mut self, state: &'s mut State) -> Reader<'s> {
        Reader {
            routine: self.routine,
            symbols: &mut self.symbols,
            held: &state.held,
            facts: &mut state.facts,
            memory_is_constant: self.memory_is_constant,
        }
    }

    fn execute(&mut self, state: &mut State) {
        state.blocks.push(state.block);
        let routine = self.routine;
        for statement in &routine.block(state.block).statements {
            match statement {
                Statement::Set { variable, value } => {
                    let held = set(&mut self.reader(state), *variable, value);
                    state.held[variable.index()] = held;
                }
                Statement::Forget(variables) => {
                    for &variable in variables {
                        self.forget(state, variable);
                    }
                }
                Statement::Store { .. } => {}
                Statement::Call { callee, arguments, result, .. } => {
                    self.call(state, callee, arguments, *result);
                }
            }
        }
    }

    fn forget(&mut self, state: &mut State, variable: VarIdx) {
        let unknown = self.symbols.unknown(self.routine.variable(variable).ty);
        state.held[variable.index()] = Held::Integer(unknown);
    }

    fn call(
        &mut self,
        state: &mut State,
        callee: &Callee,
        arguments: &[crate::lift::Value],
        result: Option<VarIdx>,
    ) {
        if is_assumption(callee)
            && let Some(condition) = arguments.first()
        {
            let mut reader = self.reader(state);
            let held = reader.held(condition);
            let cases = match held {
                Held::Truth(formula) => formula.cases(),
                Held::Integer(_) => vec![Vec::new()],
            };
            // Several ways would be several paths; one is enough for what people assume.
            if let [only] = &cases[..] {
                only.iter().for_each(|fact| state.facts.add(fact));
            }
        } else if !is_input(callee) {
            let mut reader = self.reader(state);
            let types = arguments.iter().map(|argument| reader.routine.type_of(argument)).collect();
            let arguments = arguments.iter().map(|argument| reader.integer(argument)).collect();
            state.calls.push(Call { callee: callee.clone(), arguments, types, block: state.block });
        }
        let meaning = match (is_input(callee), state.inputs) {
            (true, Some(number)) => Meaning::Input(number),
            _ => Meaning::Unknown,
        };
        if is_input(callee) {
            state.inputs = state.inputs.map(|number| number + 1);
        } else if !is_assumption(callee) {
            // It may ask for inputs itself.
            state.inputs = None;
        }
        if let Some(variable) = result {
            let ty = self.routine.variable(variable).ty;
            let symbol = self.symbols.fresh(meaning, Some(ty));
            state.held[variable.index()] = Held::Integer(Expr::symbol(symbol));
        }
    }

    /// Where a path goes on, each with what has to hold there; none if it ends.
    fn successors(&mut self, state: &State) -> Option<Vec<State>> {
        let edges: Vec<BlockIdx> = self.flow.successors(state.block).iter().map(|edge| edge.target).collect();
        let routine = self.routine;
        let mut next = Vec::new();
        match &routine.block(state.block).end {
            End::Return(_) | End::Trap => return None,
            End::Goto => next.push(State { block: edges[0], ..state.clone() }),
            End::Table(_) => {
                let mut targets = edges.clone();
                targets.sort_unstable();
                targets.dedup();
                next.extend(targets.into_iter().map(|block| State { block, ..state.clone() }));
            }
            End::Branch(condition) => {
                let mut state = state.clone();
                let formula = self.reader(&mut state).formula(condition);
                for (formula, &block) in [(formula.negated(), &edges[0]), (formula, &edges[1])] {
                    for case in formula.cases() {
                        let mut state = State { block, ..state.clone() };
                        case.iter().for_each(|fact| state.facts.add(fact));
                        if !state.facts.contradict(&self.symbols) {
                            next.push(state);
                        }
                    }
                }
            }
        }
        Some(next)
    }

    fn finished(&mut self, from: Cut, to: Cut, state: State) -> Transition {
        let mut values = BTreeMap::new();
        for (index, held) in state.held.iter().enumerate() {
            let variable = VarIdx(index as u32);
            let value = match held {
                Held::Integer(expr) => expr.clone(),
                Held::Truth(_) => self.symbols.unknown(Type::BOOL),
            };
            if from == Cut::Entry || value != self.symbols.variable(variable) {
                values.insert(variable, value);
            }
        }
        Transition { from, to, facts: state.facts, values, calls: state.calls, blocks: state.blocks }
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
                            let types: Vec<Type> =
                                arguments.iter().map(|argument| routine.type_of(argument)).collect();
                            let arguments = types.iter().map(|&ty| self.symbols.unknown(ty)).collect();
                            calls.push(Call { callee: callee.clone(), arguments, types, block });
                        }
                    }
                }
            }
        }
        let blocks: Vec<BlockIdx> = seen.into_iter().collect();
        let every: Vec<VarIdx> = match from {
            Cut::Entry => (0..routine.variables.len() as u32).map(VarIdx).collect(),
            _ => changed.iter().copied().collect(),
        };
        let transition = |to: Cut, symbols: &mut Symbols| {
            let values = every.iter().map(|&variable| {
                let value = if changed.contains(&variable) {
                    symbols.unknown(routine.variable(variable).ty)
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
                calls: calls.clone(),
                blocks: blocks.clone(),
            }
        };
        targets.into_iter().map(|to| transition(to, &mut self.symbols)).collect()
    }
}
