//! Bounds of all functions of a program, those that are called first.

use std::collections::{BTreeMap, BTreeSet};

use worstcase_program::debug::Location;
use worstcase_program::flow::{BlockIdx, Flow};
use worstcase_program::{FuncIdx, Program};

use crate::expr::{Class, Expr, Symbol, limited, worth_showing};
use crate::lift::{self, Callee, Effects, Kind, Routine, Statement, Type};
use crate::prove::{Piece, Prover, recursive};
use crate::system::outcome::{Outcomes, Return};
use crate::system::symbols::Meaning;
use crate::system::walk::fits;
use crate::system::{Call, System};

/// A bound, as it is printed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bound {
    /// In terms of the function's parameters and inputs.
    pub text: String,
    /// How it grows.
    pub class: Class,
}

/// A loop of a function.
#[derive(Clone, Debug)]
pub struct LoopBounds {
    /// Where it is in the source.
    pub location: Option<Location>,
    /// How many loops it is in, itself included.
    pub depth: u32,
    /// How often it goes round, in all, while the function runs: all bounds hold, and the first is the best.
    pub bounds: Vec<Bound>,
    /// Why there is none.
    pub why: Option<String>,
}

/// A line of a function on which there is code.
#[derive(Clone, Debug)]
pub struct LineBound {
    /// The file.
    pub file: String,
    /// The line.
    pub line: u32,
    /// How often it is executed at most while the function runs: no instruction of it more often. For a line on which a
    /// loop begins, how often that goes round.
    pub bound: Option<Bound>,
}

/// What was found for a function.
#[derive(Clone, Debug)]
pub struct FunctionBounds {
    /// The function.
    pub function: FuncIdx,
    /// Its name.
    pub name: String,
    /// Its parameters' names.
    pub parameters: Vec<String>,
    /// The rounds of all loops and one, with those of the functions that it calls.
    pub bound: Option<Bound>,
    /// Its loops, in the order of the code.
    pub loops: Vec<LoopBounds>,
    /// Its lines, those of other functions that were put into it as well.
    pub lines: Vec<LineBound>,
}

/// A function's bound over its parameters, for its callers.
struct Summary {
    bound: Expr,
    /// What its symbols are: the parameter of that number and type.
    parameters: BTreeMap<Symbol, (usize, Type)>,
}

/// The bounds of all functions that a program defines and for which that is wanted, in their order. Those that they call
/// are analysed as well.
pub fn analyse(program: &Program, wanted: &dyn Fn(FuncIdx) -> bool) -> Vec<FunctionBounds> {
    let mut analysis = Analysis::new(program);
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
    /// Nothing was analysed yet.
    pub fn new(program: &'p Program) -> Self {
        Analysis { program, effects: Effects::of(program), skipped: BTreeSet::new(), done: BTreeMap::new() }
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
            let found = limited(MOST_LOOKS, || routine_bounds(self.program, &routine, &self.done));
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

fn routine_bounds(program: &Program, routine: &Routine, done: &BTreeMap<FuncIdx, Done>) -> Done {
    let parameters =
        routine.parameters.iter().map(|&parameter| routine.variable(parameter).name.clone()).collect();
    let mut result = FunctionBounds {
        function: routine.function,
        name: routine.name.clone(),
        parameters,
        bound: None,
        loops: Vec::new(),
        lines: Vec::new(),
    };
    let Some(flow) = Flow::of(program, routine.function) else {
        return Done { bounds: result, summary: None, outcomes: None };
    };
    let known = |callee: &Callee| match callee {
        Callee::Function(function) => done.get(function)?.outcomes.as_ref(),
        _ => None,
    };
    let mut system = System::new(routine, &flow, &known);
    let callee = |function: FuncIdx, call: &Call| -> Option<Expr> {
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
