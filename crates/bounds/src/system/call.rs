//! Calls on a path: inputs, assumptions, and functions of which it is known what they come to.

use std::collections::BTreeMap;

use worstcase_program::flow::{BlockIdx, Flow};
use worstcase_program::host::HostFunction;

use super::outcome::{Known, Outcomes, Spot, Stands, Way};
use super::symbols::{Cause, Meaning};
use super::value::Held;
use super::walk::{Call, State, Walker, fits};
use crate::expr::{Expr, Rational, Symbol};
use crate::lift::{Callee, Place, Routine, Statement, Type, Value, VarIdx, Variable};

/// By its calls, a path is split into so many at most.
const MOST_WAYS: usize = 8;

/// Functions from outside whose result is an input.
pub fn is_input(callee: &Callee) -> bool {
    matches!(meaning(callee), HostFunction::Input(_))
}

/// Functions from outside that drop what does not hold.
pub fn is_assumption(callee: &Callee) -> bool {
    meaning(callee) == HostFunction::Assume
}

/// What is called, as far as it comes from outside and is known.
fn meaning(callee: &Callee) -> HostFunction {
    match callee {
        Callee::Import(module, name) => HostFunction::named(module, name),
        _ => HostFunction::Unknown,
    }
}

/// How many inputs are asked for before each block, if that is the same on all ways there.
pub fn asked(routine: &Routine, flow: &Flow<'_>, known: &Known<'_>) -> Vec<Option<u32>> {
    let after = |block: BlockIdx, before: Option<u32>| {
        let calls = routine.block(block).statements.iter().filter_map(|statement| match statement {
            Statement::Call { callee, .. } if !is_assumption(callee) => Some(callee),
            _ => None,
        });
        { calls }.try_fold(before?, |count, callee| match known(callee) {
            _ if is_input(callee) => Some(count + 1),
            Some(outcomes) if !outcomes.asks => Some(count),
            _ => None,
        })
    };
    let mut asked: Vec<Option<Option<u32>>> = vec![None; routine.blocks.len()];
    let mut stack = vec![(flow.entry(), Some(0))];
    while let Some((block, count)) = stack.pop() {
        let now = match asked[block.index()] {
            None => count,
            Some(known) if known == count => continue,
            Some(_) => None,
        };
        if asked[block.index()] != Some(now) {
            asked[block.index()] = Some(now);
            let then = after(block, now);
            stack.extend(flow.successors(block).iter().map(|edge| (edge.target, then)));
        }
    }
    asked.into_iter().map(Option::flatten).collect()
}

/// Whether a variable is not in the memory that a call has written: a place, and the variable that is there if that is known.
fn is_other(routine: &Routine, variable: VarIdx, spot: Spot, at: Option<VarIdx>) -> bool {
    let apart = |one: i64, bytes: u8, other: i64, others: u8| {
        one + i64::from(bytes) <= other || other + i64::from(others) <= one
    };
    let written = match (at, spot) {
        (Some(at), _) => routine.variable(at).place,
        (None, Spot::Fixed(at, bytes)) => Some(Place::Fixed(at, bytes)),
        (None, Spot::Behind(..)) => None,
    };
    match (routine.variable(variable).place, written) {
        (None, _) => true,
        (Some(Place::Frame(one, bytes)), Some(Place::Frame(other, others))) => {
            apart(one, bytes, other, others)
        }
        (Some(Place::Fixed(one, bytes)), Some(Place::Fixed(other, others))) => {
            apart(one.into(), bytes, other.into(), others)
        }
        (Some(Place::Behind(base, one, bytes)), Some(Place::Behind(same, other, others))) => {
            base == same && apart(one, bytes, other, others)
        }
        (Some(Place::Frame(..)), Some(Place::Fixed(..)))
        | (Some(Place::Fixed(..)), Some(Place::Frame(..))) => true,
        _ => false,
    }
}

impl Walker<'_> {
    /// Makes a call; if it is known on which ways that may return, these are how the path goes on.
    pub(super) fn call(
        &mut self,
        state: &mut State,
        callee: &Callee,
        arguments: &[Value],
        result: Option<VarIdx>,
    ) -> Vec<State> {
        let outcomes = (self.known)(callee);
        if is_assumption(callee)
            && let Some(condition) = arguments.first()
        {
            let mut reader = self.reader(state);
            let held = reader.held(condition);
            let cases = match held {
                Held::Truth(formula) => formula.cases(),
                Held::Integer(_) => vec![Vec::new()],
            };
            // What is assumed after a call does not hold of a run that never comes back from it.
            if !state.calls.is_empty() {
                self.cut_off.push(state.clone());
            }
            // Several ways would be several paths; one is enough for what people assume.
            if let [only] = &cases[..] {
                only.iter().for_each(|fact| state.facts.add(fact));
            }
        } else if !is_input(callee) {
            let mut reader = self.reader(state);
            let exprs = arguments.iter().map(|argument| reader.integer(argument)).collect();
            let types = arguments.iter().map(|argument| reader.routine.type_of(argument)).collect();
            state.calls.push(Call { callee: callee.clone(), arguments: exprs, types, block: state.block });
        }
        let meaning = match (is_input(callee), state.inputs) {
            (true, Some(number)) => Meaning::Input(number),
            _ => Meaning::Unknown,
        };
        if is_input(callee) {
            state.inputs = state.inputs.map(|number| number + 1);
        } else if !is_assumption(callee) && outcomes.is_none_or(|outcomes| outcomes.asks) {
            // It may ask for inputs itself.
            state.inputs = None;
        }
        if let Some(outcomes) = outcomes {
            let ways = self.ways(state, outcomes, result);
            if !ways.is_empty() {
                return ways;
            }
        }
        if let Some(variable) = result {
            let ty = self.routine.variable(variable).ty;
            let value = match meaning {
                Meaning::Input(number) => self.symbols.input(number, ty),
                _ => self.symbols.unknown(ty, Cause::Result(callee.clone())),
            };
            state.held[variable.index()] = Held::Integer(value);
        }
        Vec::new()
    }

    /// The ways on which the last call may return; none if nothing is gained by that.
    fn ways(&mut self, state: &State, outcomes: &Outcomes, result: Option<VarIdx>) -> Vec<State> {
        let is_of_use = |way: &Way| !way.memory.is_empty() || way.result.is_some() && result.is_some();
        let ways = state.ways * outcomes.ways.len();
        if ways > MOST_WAYS || !outcomes.ways.iter().any(is_of_use) {
            return Vec::new();
        }
        let state = State { ways, at: state.at + 1, ..state.clone() };
        let all = outcomes.ways.iter().map(|way| self.returned(&state, outcomes, way, result));
        let mut all: Vec<State> = all.collect();
        all.retain(|state| !state.facts.contradict(&self.symbols));
        // A run that does not come back from the call meets no condition of these ways.
        if !outcomes.returns && !all.is_empty() {
            self.cut_off.push(state);
        }
        all
    }

    /// A path after its last call has returned on a way.
    fn returned(&mut self, state: &State, outcomes: &Outcomes, way: &Way, result: Option<VarIdx>) -> State {
        let mut state = state.clone();
        let mut values: BTreeMap<Symbol, Expr> = BTreeMap::new();
        for symbol in way.symbols() {
            let value = self.standing(&state, &outcomes.symbols[&symbol]);
            values.insert(symbol, value);
        }
        let value = |symbol: Symbol| values.get(&symbol).cloned();
        state.facts.extend(&way.facts.substitute(&value));
        let routine = self.routine;
        let written: Vec<(Spot, Option<VarIdx>)> =
            way.memory.iter().map(|(spot, ty, _)| (*spot, self.variable_at(&state, *spot, *ty))).collect();
        for ((_, _, held), (_, variable)) in way.memory.iter().zip(&written) {
            if let (Some(variable), Some(held)) = (variable, held.substitute(&value)) {
                state.held[variable.index()] = Held::Integer(held);
                state.settled.push(*variable);
            }
        }
        if outcomes.names_all {
            let others = (0..routine.variables.len() as u32).map(VarIdx);
            let is_kept = |one: &VarIdx| written.iter().all(|(spot, at)| is_other(routine, *one, *spot, *at));
            state.settled.extend(others.filter(is_kept));
        }
        if let Some(variable) = result {
            let ty = routine.variable(variable).ty;
            let returned = way.result.as_ref().filter(|_| outcomes.result == Some(ty));
            let returned = returned.and_then(|result| result.substitute(&value));
            let callee = state.calls.last().map(|call| call.callee.clone());
            let unknown = || self.symbols.unknown(ty, callee.map_or(Cause::Computed, Cause::Result));
            state.held[variable.index()] = Held::Integer(returned.unwrap_or_else(unknown));
        }
        state
    }

    /// The variable that the last call knows by its place in memory, if it has that type.
    fn variable_at(&self, state: &State, spot: Spot, ty: Type) -> Option<VarIdx> {
        let is_there: Box<dyn Fn(Place) -> bool> = match spot {
            Spot::Fixed(at, bytes) => Box::new(move |place| place == Place::Fixed(at, bytes)),
            Spot::Behind(number, at, bytes) => {
                let call = state.calls.last()?;
                let (argument, from) = (call.arguments.get(number)?, call.types.get(number)?);
                let address = argument.plus(at.into()).filter(|_| fits(argument, *from, Type::POINTER))?;
                let fixed = address.as_constant().and_then(Rational::as_integer);
                let frame = self.symbols.place_in_frame(&address);
                Box::new(move |place| match place {
                    Place::Fixed(at, size) => size == bytes && fixed == Some(at.into()),
                    Place::Frame(at, size) => size == bytes && frame == Some(at),
                    Place::Behind(base, at, size) => match &state.held[base.index()] {
                        Held::Integer(base) => {
                            size == bytes && base.plus(at.into()).as_ref() == Some(&address)
                        }
                        Held::Truth(_) => false,
                    },
                })
            }
        };
        let is_it = |one: &Variable| one.ty == ty && one.place.is_some_and(&is_there);
        self.routine.variables.iter().position(is_it).map(|index| VarIdx(index as u32))
    }

    /// What a symbol of the last call's outcomes is.
    fn standing(&mut self, state: &State, stands: &Stands) -> Expr {
        let call = state.calls.last();
        let (ty, known) = match stands {
            Stands::Parameter(number, ty) => {
                let given =
                    call.and_then(|call| Some((call.arguments.get(*number)?, call.types.get(*number)?)));
                // An argument is converted to the type of the parameter, and may become something else.
                (
                    Some(*ty),
                    given.filter(|(argument, from)| fits(argument, **from, *ty)).map(|(one, _)| one.clone()),
                )
            }
            Stands::Memory(spot, ty) => {
                let held = self.variable_at(state, *spot, *ty).map(|one| &state.held[one.index()]);
                let known = held.and_then(|held| match held {
                    Held::Integer(held) => Some(held.clone()),
                    Held::Truth(_) => None,
                });
                (Some(*ty), known)
            }
            Stands::Unknown(ty) => (*ty, None),
        };
        let callee = call.map(|call| call.callee.clone());
        known.unwrap_or_else(|| {
            let cause = callee.map_or(Cause::Computed, Cause::Result);
            self.symbols.unknown_of(ty, cause)
        })
    }
}
