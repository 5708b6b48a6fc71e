//! Bounds of all functions of a program, those that are called first.

use std::collections::BTreeMap;

use worstcase_program::debug::Location;
use worstcase_program::flow::Flow;
use worstcase_program::{FuncIdx, Program};

use crate::expr::{Class, Expr, Rational, Symbol};
use crate::lift::{self, Callee, Effects, Kind, Routine, Statement, Type};
use crate::prove::Prover;
use crate::system::symbols::Meaning;
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
}

/// A function's bound over its parameters, for its callers.
struct Summary {
    bound: Expr,
    /// What its symbols are: the parameter of that number, and its type.
    parameters: BTreeMap<Symbol, (usize, Type)>,
}

/// The bounds of all functions that a program defines and for which that is wanted, in their order. Those that they call
/// are analysed as well.
pub fn analyse(program: &Program, wanted: &dyn Fn(FuncIdx) -> bool) -> Vec<FunctionBounds> {
    let effects = Effects::of(program);
    let mut done: BTreeMap<FuncIdx, (FunctionBounds, Option<Summary>)> = BTreeMap::new();
    let functions = program.imported_functions()..program.functions.len();
    for function in functions.map(|index| FuncIdx(index as u32)).filter(|function| wanted(*function)) {
        // Callees first; a function that is on its way already calls itself.
        let mut stack = vec![(function, false)];
        let mut open: Vec<FuncIdx> = Vec::new();
        while let Some((function, entered)) = stack.pop() {
            if done.contains_key(&function) {
                continue;
            }
            let Some(routine) = lift::function(program, &effects, function) else { continue };
            if !entered {
                if open.contains(&function) {
                    continue;
                }
                open.push(function);
                stack.push((function, true));
                let called = callees(&routine).into_iter().filter(|callee| !open.contains(callee));
                stack.extend(called.map(|callee| (callee, false)));
                continue;
            }
            let found = routine_bounds(program, &routine, &done);
            done.insert(function, found);
        }
    }
    done.into_iter().filter(|(function, _)| wanted(*function)).map(|(_, (bounds, _))| bounds).collect()
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
    routine: &Routine,
    done: &BTreeMap<FuncIdx, (FunctionBounds, Option<Summary>)>,
) -> (FunctionBounds, Option<Summary>) {
    let parameters =
        routine.parameters.iter().map(|&parameter| routine.variable(parameter).name.clone()).collect();
    let mut result = FunctionBounds {
        function: routine.function,
        name: routine.name.clone(),
        parameters,
        bound: None,
        loops: Vec::new(),
    };
    let Some(flow) = Flow::of(program, routine.function) else { return (result, None) };
    let mut system = System::new(routine, &flow);
    let callee = |function: FuncIdx, call: &Call| -> Option<Expr> {
        let summary = done.get(&function)?.1.as_ref()?;
        // A number that a conversion may change is not the one that the bound speaks of.
        let is_kept = |(place, ty): &(usize, Type)| {
            let constant = call.arguments[*place].as_constant().and_then(Rational::as_integer);
            ty.includes(call.types[*place]) || constant.is_some_and(|one| ty.convert(one) == one)
        };
        if !summary.parameters.values().all(is_kept) {
            return None;
        }
        let value = |symbol: Symbol| call.arguments.get(summary.parameters.get(&symbol)?.0).cloned();
        summary.bound.substitute(&value)
    };
    let totals = Prover::new(&mut system, &callee).prove();
    let names = |symbol: Symbol| system.symbols.name(routine, symbol);
    let printed = |expr: &Expr| {
        let friendly = expr.friendly();
        Bound { text: friendly.display(&names).to_string(), class: expr.class() }
    };
    for (one, bounds) in flow.loops().iter().zip(&totals.loops) {
        result.loops.push(LoopBounds {
            location: lift::line_of_loop(&flow, one),
            depth: one.depth,
            bounds: bounds.iter().map(printed).collect(),
        });
    }
    let parts = totals.loops.iter().chain(totals.calls.values());
    let sum = parts.map(|bounds| bounds.first()).collect::<Option<Vec<&Expr>>>();
    let sum = sum.and_then(|sum| Expr::add_all(sum)?.plus(1));
    result.bound = sum.as_ref().map(printed);
    let mut places = BTreeMap::new();
    let summary = sum.and_then(|bound| {
        for symbol in bound.symbols() {
            let Meaning::Initial(variable) = system.symbols.meaning(symbol) else { return None };
            let Kind::Parameter(number) = routine.variable(*variable).kind else { return None };
            places.insert(symbol, (number as usize, routine.variable(*variable).ty));
        }
        Some(Summary { bound, parameters: places })
    });
    (result, summary)
}
