//! Bounds of all functions of a program, those that are called first.

use std::collections::{BTreeMap, BTreeSet};

use worstcase_program::flow::{BlockIdx, Flow};
use worstcase_program::{FuncIdx, Program};

use crate::expr::{Expr, Symbol, limited, worth_showing};
use crate::lift::{self, Callee, Effects, Kind, Routine, Statement, Type, World};
use crate::prove::{Piece, Prover, recursive};
use crate::result::{Bound, FunctionBounds, LineBound, LoopBounds};
use crate::system::outcome::{Outcomes, Return};
use crate::system::symbols::Meaning;
use crate::system::walk::fits;
use crate::system::{Call, System};

/// A function's bound over its parameters, for its callers.
struct Summary {
    bound: Expr,
    /// What its symbols are: the parameter of that number and type.
    parameters: BTreeMap<Symbol, (usize, Type)>,
}

/// The bounds of all functions that a program defines and for which that is wanted, in their order. Those that they call
/// are analysed as well.
pub fn analyse(program: &Program, world: World, wanted: &dyn Fn(FuncIdx) -> bool) -> Vec<FunctionBounds> {
    let mut analysis = Analysis::new(program, world);
    let functions = program.imported_functions()..program.functions.len();
    let functions = functions.map(|index| FuncIdx(index as u32)).filter(|function| wanted(*function));
    functions.filter_map(|function| analysis.function(function).cloned()).collect()
}

/// The bounds of a program's functions, one after the other: whoever shows them need not wait for all.
pub struct Analysis<'p> {
    program: &'p Program,
    effects: Effects,
    /// What is not looked into, such as libraries: calls of it have no bound.
    skipped: BTreeSet<FuncIdx>,
    done: BTreeMap<FuncIdx, Done>,
}

/// What was found for a function, and what its callers need.
struct Done {
    bounds: FunctionBounds,
    summary: Option<Summary>,
    outcomes: Option<Outcomes>,
}

impl<'p> Analysis<'p> {
    /// Nothing was analysed yet of a program that is all there is, or a part of something.
    pub fn new(program: &'p Program, world: World) -> Self {
        let effects = Effects::of(program, world);
        Analysis { program, effects, skipped: BTreeSet::new(), done: BTreeMap::new() }
    }

    /// Does not look into these functions when they are called.
    pub fn skipping(self, skipped: BTreeSet<FuncIdx>) -> Self {
        Analysis { skipped, ..self }
    }

    /// What was found for a function so far, without further work.
    pub fn known(&self, function: FuncIdx) -> Option<&FunctionBounds> {
        self.done.get(&function).map(|done| &done.bounds)
    }

    /// The bounds of a function, unless it is imported, and on the way those of all that it calls.
    pub fn function(&mut self, function: FuncIdx) -> Option<&FunctionBounds> {
        // Callees first; a function that is on its way already calls itself.
        let mut stack = vec![(function, false)];
        let mut open: Vec<FuncIdx> = Vec::new();
        while let Some((function, entered)) = stack.pop() {
            if self.done.contains_key(&function) {
                continue;
            }
            let Some(routine) = lift::function(self.program, &self.effects, function) else { continue };
            if !entered {
                if open.contains(&function) {
                    continue;
                }
                open.push(function);
                stack.push((function, true));
                let is_new = |callee: &FuncIdx| !open.contains(callee) && !self.skipped.contains(callee);
                let called = callees(&routine).into_iter().filter(is_new);
                stack.extend(called.map(|callee| (callee, false)));
                continue;
            }
            let found =
                limited(MOST_LOOKS, || routine_bounds(self.program, &self.effects, &routine, &self.done));
            self.done.insert(function, found);
        }
        self.known(function)
    }
}

/// A bound as people write it.
fn printed(system: &System<'_>, routine: &Routine, expr: &Expr) -> Bound {
    let names = |symbol: Symbol| system.symbols.name(routine, symbol);
    Bound { text: expr.friendly().display(&names).to_string(), class: expr.class() }
}

/// How many expressions may be looked at to compare bounds of a function: a limit on work that no clock decides.
const MOST_LOOKS: u64 = 80_000;

/// So many bounds may be put together as their minimum.
const MOST_TOGETHER: usize = 3;

/// The bounds without those that were there already.
fn distinct(bounds: impl Iterator<Item = Bound>) -> Vec<Bound> {
    let mut all: Vec<Bound> = Vec::new();
    for bound in bounds {
        if !all.contains(&bound) {
            all.push(bound);
        }
    }
    all
}

fn callees(routine: &Routine) -> Vec<FuncIdx> {
    let statements = routine.blocks.iter().flat_map(|block| &block.statements);
    let called = statements.filter_map(|statement| match statement {
        Statement::Call { callee: Callee::Function(function), .. } => Some(*function),
        _ => None,
    });
    called.collect()
}

fn routine_bounds(
    program: &Program,
    effects: &Effects,
    routine: &Routine,
    done: &BTreeMap<FuncIdx, Done>,
) -> Done {
    let parameters =
        routine.parameters.iter().map(|&parameter| routine.variable(parameter).name.clone()).collect();
    let mut result = FunctionBounds {
        parameters,
        recursive: effects.is_reentered(routine.function),
        ..FunctionBounds::new(routine.function, &routine.name)
    };
    let Some(flow) = Flow::of(program, routine.function) else {
        return Done { bounds: result, summary: None, outcomes: None };
    };
    let known = |callee: &Callee| match callee {
        Callee::Function(function) => done.get(function)?.outcomes.as_ref(),
        _ => None,
    };
    let mut system = System::new(routine, &flow, &known);
    let callee = |call: &Call| -> Option<Expr> {
        let function = match &call.callee {
            Callee::Function(function) => *function,
            // What is from outside has no loops of the program, unless it calls back.
            Callee::Import(module, name) => {
                return (!effects.calls_back(module, name)).then(Expr::zero);
            }
            Callee::Indirect => return None,
        };
        // What it comes to by calling itself is seen below.
        if function == routine.function {
            return Some(Expr::zero());
        }
        let summary = done.get(&function)?.summary.as_ref()?;
        // An argument is converted to the type of the parameter, and may become something else.
        for &(number, to) in summary.parameters.values() {
            let (argument, from) = (call.arguments.get(number)?, call.types.get(number)?);
            if !fits(argument, *from, to) {
                return None;
            }
        }
        let value = |symbol: Symbol| call.arguments.get(summary.parameters.get(&symbol)?.0).cloned();
        summary.bound.substitute(&value)
    };
    let totals = Prover::new(&mut system, &callee).prove();
    let returns = returns(&system, &totals.pieces);
    let is_recursive = callees(routine).contains(&routine.function);
    let smallest = |bounds: &[Expr]| -> Option<Expr> {
        let bounds = worth_showing(bounds);
        let first = bounds.first()?;
        let is_alike = |other: &&Expr| other.class() == first.class() || first.as_constant().is_some();
        let alike = bounds.iter().take(MOST_TOGETHER).filter(is_alike).cloned();
        Expr::min(alike).or(Some(first.clone()))
    };
    for ((one, bounds), why) in flow.loops().iter().zip(&totals.loops).zip(&totals.why) {
        let bounds: Vec<Expr> = smallest(bounds).into_iter().chain(worth_showing(bounds)).collect();
        result.loops.push(LoopBounds {
            location: lift::line_of_loop(&flow, one),
            depth: one.depth,
            bounds: distinct(bounds.iter().map(|bound| printed(&system, routine, bound))),
            why: why.as_ref().map(|why| why.text(&system, &flow)),
            per_activation: result.recursive,
            tight: None,
        });
    }
    let visits = |block: BlockIdx| totals.blocks.get(&block).and_then(|bounds| smallest(bounds));
    result.lines = lines(&flow, &result.loops, &visits, &|bound| printed(&system, routine, bound));
    let parts = totals.loops.iter().chain(totals.calls.values());
    let sum = parts.map(|bounds| smallest(bounds)).collect::<Option<Vec<Expr>>>();
    let sum = sum.and_then(|sum| Expr::add_all(&sum)?.plus(1));
    let sum = match sum {
        Some(own) if is_recursive => recursive(&mut system, &totals.pieces, &own),
        sum => sum,
    };
    result.bound = sum.as_ref().map(|sum| printed(&system, routine, sum));
    let mut places = BTreeMap::new();
    let summary = sum.and_then(|bound| {
        for symbol in bound.symbols() {
            let Meaning::Initial(variable) = system.symbols.meaning(symbol) else { return None };
            let Kind::Parameter(number) = routine.variable(*variable).kind else { return None };
            places.insert(symbol, (number as usize, routine.variable(*variable).ty));
        }
        Some(Summary { bound, parameters: places })
    });
    let outcomes = Outcomes::of(&system, &returns, result.bound.is_some(), &known);
    Done { bounds: result, summary, outcomes: Some(outcomes) }
}

/// The ends of a routine at which it returns.
fn returns<'p>(system: &System<'_>, pieces: &'p [Piece]) -> Vec<Return<'p>> {
    let does_return = |piece: &&Piece| piece.last().is_some_and(|last| system.transitions[last].returns);
    let end = |piece: &'p Piece| Return {
        facts: &piece.facts,
        values: &piece.values,
        result: piece.result.as_ref(),
    };
    pieces.iter().filter(does_return).map(end).collect()
}

/// The lines of a function, by how often its blocks are executed.
fn lines(
    flow: &Flow<'_>,
    loops: &[LoopBounds],
    visits: &dyn Fn(BlockIdx) -> Option<Expr>,
    printed: &dyn Fn(&Expr) -> Bound,
) -> Vec<LineBound> {
    let mut blocks: BTreeMap<(String, u32), BTreeSet<BlockIdx>> = BTreeMap::new();
    for block in flow.blocks() {
        for (_, offset) in flow.operators(block) {
            // Line 0 is what the compiler made up.
            if let Some(place) = flow.program.location(offset).filter(|place| place.line > 0) {
                blocks.entry((place.file, place.line)).or_default().insert(block);
            }
        }
    }
    for place in loops.iter().filter_map(|one| one.location.as_ref()) {
        blocks.entry((place.file.clone(), place.line)).or_default();
    }
    let line = |((file, line), blocks): ((String, u32), BTreeSet<BlockIdx>)| {
        let begins = |one: &&LoopBounds| {
            one.location.as_ref().is_some_and(|place| (&place.file, place.line) == (&file, line))
        };
        let mut beginning = loops.iter().filter(begins);
        let bound = match (beginning.next(), beginning.next()) {
            (Some(one), None) => one.bounds.first().cloned(),
            _ => {
                let all: Option<BTreeSet<Expr>> = blocks.into_iter().map(visits).collect();
                all.and_then(Expr::max).as_ref().map(printed)
            }
        };
        LineBound { file, line, bound }
    };
    blocks.into_iter().map(line).collect()
}
