//! What calls of a function come to, for those who call it: ways on which it returns, each with what has to hold, the result,
//! and what becomes of memory at fixed addresses and behind its parameters.

use std::collections::{BTreeMap, BTreeSet};

use super::System;
use super::call::{is_assumption, is_input};
use super::facts::Facts;
use super::symbols::{Meaning, Symbols};
use crate::expr::{Expr, Symbol};
use crate::lift::{Callee, End, Kind, Place, Routine, Statement, Type, VarIdx};

/// What calls of a function come to.
#[derive(Clone, Debug, Default)]
pub struct Outcomes {
    /// The ways on which it returns; none if there are too many.
    pub ways: Vec<Way>,
    /// What the symbols of the ways stand for.
    pub symbols: BTreeMap<Symbol, Stands>,
    /// The type of the result.
    pub result: Option<Type>,
    /// Whether every call returns.
    pub returns: bool,
    /// Whether a call may ask for inputs.
    pub asks: bool,
    /// Whether a call may write to memory.
    pub writes: bool,
    /// Whether it writes to nothing but what the ways name.
    pub names_all: bool,
}

/// A way on which a function returns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Way {
    /// What has to hold, and what is known of unknown values.
    pub facts: Facts,
    /// What it returns.
    pub result: Option<Expr>,
    /// What may have changed in memory, and what it is then.
    pub memory: Vec<(Spot, Type, Expr)>,
}

/// What a symbol stands for.
#[derive(Clone, Debug)]
pub enum Stands {
    /// The parameter of that number.
    Parameter(usize, Type),
    /// What lay somewhere in memory.
    Memory(Spot, Type),
    /// Something else, of that type if it has one.
    Unknown(Option<Type>),
}

/// A place in memory that callers know as well, with its size.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Spot {
    /// At that address.
    Fixed(u32, u8),
    /// So far behind where the argument of that number points to.
    Behind(usize, i64, u8),
}

/// With more ways, nothing is said.
const MOST_WAYS: usize = 6;

/// So many conditions are worth to be told to callers.
const MOST_FACTS: usize = 16;

/// What is known of functions that were analysed.
pub type Known<'a> = dyn Fn(&Callee) -> Option<&'a Outcomes> + 'a;

/// An end of a routine, over the values that it began with.
pub struct Return<'p> {
    /// What holds.
    pub facts: &'p Facts,
    /// The values of its variables.
    pub values: &'p BTreeMap<VarIdx, Expr>,
    /// What it returns.
    pub result: Option<&'p Expr>,
}

impl Outcomes {
    /// The outcomes of a routine that returns in these ways, and is known to end or not.
    pub fn of(system: &System<'_>, returns: &[Return<'_>], ends: bool, known: &Known<'_>) -> Outcomes {
        let routine = system.routine;
        let mut outcomes = effects(routine, known);
        outcomes.returns &= ends;
        let all: Vec<VarIdx> = (0..routine.variables.len() as u32).map(VarIdx).collect();
        let is_changed = |variable: &VarIdx| {
            let first = system.symbols.initial(*variable);
            returns.iter().any(|one| one.values.get(variable).is_some_and(|value| *value != first))
        };
        let mut changed: Vec<(VarIdx, Spot)> = Vec::new();
        for &variable in &all {
            let spot = spot(routine, variable).filter(|spot| match spot {
                Spot::Behind(number, ..) => !is_changed(&routine.parameters[*number]),
                Spot::Fixed(..) => true,
            });
            let is_own = matches!(routine.variable(variable).place, None | Some(Place::Frame(..)));
            outcomes.names_all &= spot.is_some() || is_own || !is_set(routine, variable);
            changed.extend(spot.filter(|_| is_changed(&variable)).map(|spot| (variable, spot)));
        }
        for one in returns {
            let memory = changed.iter().map(|&(variable, spot)| {
                let value = one.values.get(&variable).cloned();
                let value = value.unwrap_or_else(|| system.symbols.initial(variable));
                (spot, routine.variable(variable).ty, value)
            });
            let memory: Vec<(Spot, Type, Expr)> = memory.collect();
            let told = memory.iter().map(|(_, _, value)| value).chain(one.result);
            let facts = worth_telling(&system.symbols, one.facts, told);
            let way = Way { facts, result: one.result.cloned(), memory };
            if !outcomes.ways.contains(&way) {
                outcomes.ways.push(way);
            }
        }
        let is_like_first = |way: &Way| {
            let first = &outcomes.ways[0];
            (&way.result, &way.memory) == (&first.result, &first.memory)
        };
        if outcomes.ways.iter().all(is_like_first) && outcomes.ways.len() > 1 {
            // It does not matter which way.
            outcomes.ways.truncate(1);
            outcomes.ways[0].facts = Facts::default();
        }
        if outcomes.ways.len() > MOST_WAYS {
            outcomes.ways.clear();
        }
        let symbols: BTreeSet<Symbol> = outcomes.ways.iter().flat_map(Way::symbols).collect();
        outcomes.symbols = symbols.into_iter().map(|symbol| (symbol, stands(system, symbol))).collect();
        outcomes
    }
}

impl Way {
    /// Those that it speaks of.
    pub fn symbols(&self) -> BTreeSet<Symbol> {
        let memory = self.memory.iter().map(|(_, _, value)| value.symbols());
        let facts = self.facts.exprs().map(|fact| fact.symbols());
        facts.chain(memory).chain(self.result.iter().map(Expr::symbols)).flatten().collect()
    }
}

fn stands(system: &System<'_>, symbol: Symbol) -> Stands {
    let unknown = Stands::Unknown(system.symbols.range(symbol));
    let Meaning::Initial(variable) = system.symbols.meaning(symbol) else { return unknown };
    let described = system.routine.variable(*variable);
    match (described.kind, spot(system.routine, *variable)) {
        (Kind::Parameter(number), _) => Stands::Parameter(number as usize, described.ty),
        (_, Some(spot)) => Stands::Memory(spot, described.ty),
        _ => unknown,
    }
}

/// Where callers know a variable.
fn spot(routine: &Routine, variable: VarIdx) -> Option<Spot> {
    let described = routine.variable(variable);
    match (described.kind, described.place?) {
        (Kind::Global(_), Place::Fixed(at, bytes)) => Some(Spot::Fixed(at, bytes)),
        (Kind::Pointed(number), Place::Behind(_, at, bytes)) => {
            Some(Spot::Behind(number as usize, at, bytes))
        }
        _ => None,
    }
}

/// Whether a routine sets a variable.
fn is_set(routine: &Routine, variable: VarIdx) -> bool {
    let mut statements = routine.blocks.iter().flat_map(|block| &block.statements);
    statements.any(|statement| matches!(statement, Statement::Set { variable: set, .. } if *set == variable))
}

/// The conditions about what a function begins with, and about the values that it ends with.
fn worth_telling<'e>(symbols: &Symbols, facts: &Facts, told: impl Iterator<Item = &'e Expr>) -> Facts {
    let is_first = |symbol: Symbol| matches!(symbols.meaning(symbol), Meaning::Initial(_));
    let mut spoken: BTreeSet<Symbol> = told.flat_map(Expr::symbols).collect();
    let mut rest: Vec<Expr> = facts.exprs().collect();
    let mut worth = Facts::default();
    let mut count = 0;
    loop {
        let is_near = |fact: &Expr| {
            let symbols = fact.symbols();
            symbols.iter().all(|&symbol| is_first(symbol) || spoken.contains(&symbol))
                || symbols.iter().any(|symbol| !is_first(*symbol) && spoken.contains(symbol))
        };
        let (near, far): (Vec<Expr>, Vec<Expr>) = rest.into_iter().partition(is_near);
        if near.is_empty() {
            return worth;
        }
        for fact in near {
            spoken.extend(fact.symbols());
            if count < MOST_FACTS {
                worth.add(&fact);
                count += 1;
            }
        }
        rest = far;
    }
}

/// What a routine does besides returning something.
fn effects(routine: &Routine, known: &Known<'_>) -> Outcomes {
    let mut all = Outcomes { result: routine.result, returns: true, names_all: true, ..Outcomes::default() };
    let is_memory = |variable: VarIdx| {
        let described = routine.variable(variable);
        described.shared || matches!(described.kind, Kind::Global(_) | Kind::Pointed(_))
    };
    for block in &routine.blocks {
        all.returns &= block.end != End::Trap;
        for statement in &block.statements {
            match statement {
                Statement::Set { variable, .. } => all.writes |= is_memory(*variable),
                Statement::Forget(variables) => all.writes |= variables.iter().any(|&one| is_memory(one)),
                Statement::Store { .. } => (all.writes, all.names_all) = (true, false),
                Statement::Call { callee, .. } if is_input(callee) => all.asks = true,
                Statement::Call { callee, .. } if is_assumption(callee) => all.returns = false,
                Statement::Call { callee, .. } => match known(callee) {
                    Some(called) => {
                        all.asks |= called.asks;
                        all.writes |= called.writes;
                        all.names_all &= !called.writes;
                        all.returns &= called.returns;
                    }
                    None => {
                        (all.asks, all.writes) = (true, true);
                        (all.returns, all.names_all) = (false, false);
                    }
                },
            }
        }
    }
    all
}
