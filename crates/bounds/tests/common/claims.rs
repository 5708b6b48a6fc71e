//! What an analysis claims about a function, held against runs of it.

use std::cell::RefCell;
use std::collections::BTreeMap;

use worstcase_bounds::expr::{Environment, Expr, Symbol, parse};
use worstcase_bounds::lift::{Effects, Routine};
use worstcase_bounds::{Bound, FunctionBounds};
use worstcase_program::FuncIdx;
use worstcase_program::flow::{BlockIdx, Flow};

use super::Numbers;
use super::measure::{BUFFER, Bench, Run, value_of};

/// A bound as it was printed, read again.
struct Claim {
    text: String,
    expr: Expr,
}

/// What a line is about.
enum Line {
    /// The only loop that begins there.
    Loop(usize),
    /// The blocks that have code there, none of which is executed more often.
    Blocks(Vec<usize>),
}

/// All claims about a function.
pub struct Claims {
    pub name: String,
    function: FuncIdx,
    routine: Routine,
    loops: Vec<(Option<u32>, Vec<Claim>)>,
    total: Option<Claim>,
    lines: Vec<(u32, Line, Claim)>,
    /// By symbol.
    names: Vec<String>,
    /// Bounds that speak of what has no name, and could not be read.
    pub unread: usize,
}

/// A bound that a run has refuted.
#[derive(Clone, Debug)]
pub struct Violation {
    pub function: String,
    /// Of the loop; the function as a whole has none.
    pub line: Option<u32>,
    pub arguments: Vec<i128>,
    pub inputs: Vec<i64>,
    /// What was counted.
    pub what: &'static str,
    pub count: u64,
    pub bound: String,
}

impl Violation {
    /// What is wrong, with the line of the loop.
    pub fn describe(&self, source: &str) -> String {
        let Violation { function, line, arguments, inputs, what, count, bound } = self;
        let line = line.and_then(|line| source.lines().nth(line as usize - 1));
        let place = line.map_or("in all".to_string(), |line| format!("`{}`", line.trim()));
        format!("{function}{arguments:?} with inputs {inputs:?}: {place} {count} {what}, bound {bound}")
    }
}

/// What came of a run.
pub struct Outcome {
    pub run: Run,
    pub violation: Option<Violation>,
    /// Whether a bound was exceeded after a signed integer had overflowed, which bounds do not speak of.
    pub overflowed: bool,
    /// By loop, whether it went round as often as its best bound allows.
    pub reached: Vec<bool>,
}

/// The name of an array of bytes: all memory.
const MEMORY: &str = "memory";

/// A bound with what lies in memory written as a cell: `*(a + 4)` is `memory[a + 4]`.
fn cells(text: &str) -> String {
    let mut result = String::new();
    // The parentheses that are open, and whether they are those of a cell.
    let mut open = Vec::new();
    let mut rest = text.chars().peekable();
    while let Some(next) = rest.next() {
        let is_operator = result.trim_end().ends_with(['(', '[', ',', '+', '-', '*', '/']);
        match next {
            '*' if rest.peek() == Some(&'(') && (is_operator || result.is_empty()) => {
                rest.next();
                result += MEMORY;
                result.push('[');
                open.push(']');
            }
            '(' => {
                result.push('(');
                open.push(')');
            }
            ')' => result.push(open.pop().unwrap_or(')')),
            other => result.push(other),
        }
    }
    result
}

/// The values of names.
struct Values<'v> {
    names: &'v [String],
    values: BTreeMap<String, i128>,
    /// What the buffers for pointers hold, again and again, and where they are.
    contents: &'v [i32],
    buffers: Vec<i128>,
}

impl Values<'_> {
    /// The number at an address, which may lie in a buffer.
    fn number_at(&self, address: i128) -> Option<i128> {
        let start = self.buffers.iter().filter(|start| **start <= address).max()?;
        let place = (address - start) / 4;
        (place < i128::from(BUFFER / 4)).then(|| self.contents[place as usize % self.contents.len()].into())
    }
}

impl Environment for Values<'_> {
    fn symbol(&self, symbol: Symbol) -> Option<i128> {
        self.values.get(&self.names[symbol.0 as usize]).copied()
    }

    fn cell(&self, array: Symbol, indices: &[i128]) -> Option<i128> {
        let name = &self.names[array.0 as usize];
        if let ([index], Some(&start)) = (indices, self.values.get(name)) {
            return self.number_at(start + 4 * index);
        }
        if let ([address], MEMORY) = (indices, name.as_str()) {
            return self.number_at(*address);
        }
        let indices: String = indices.iter().map(|index| format!("[{index}]")).collect();
        self.values.get(&format!("{name}{indices}")).copied()
    }
}

impl Claims {
    pub fn new(bench: &Bench, effects: &Effects, found: &FunctionBounds) -> Claims {
        let names = RefCell::new(Vec::<String>::new());
        let symbol = |name: &str| {
            let mut names = names.borrow_mut();
            let place = names.iter().position(|known| known == name).unwrap_or_else(|| {
                names.push(name.to_string());
                names.len() - 1
            });
            Some(Symbol(place as u32))
        };
        let read = |bound: &Bound| {
            let expr = parse(&cells(&bound.text), &symbol).ok()?;
            Some(Claim { text: bound.text.clone(), expr })
        };
        let mut unread = 0;
        let loops = found.loops.iter().map(|one| {
            let claims: Vec<Claim> = one.bounds.iter().filter_map(read).collect();
            unread += one.bounds.len() - claims.len();
            (one.location.as_ref().map(|at| at.line), claims)
        });
        let loops = loops.collect();
        let total = found.bound.as_ref().and_then(read);
        unread += usize::from(found.bound.is_some() != total.is_some());
        let lines = lines(bench, found);
        let lines = lines.into_iter().filter_map(|(line, about, bound)| {
            let claim = read(bound);
            unread += usize::from(claim.is_none());
            Some((line, about, claim?))
        });
        let lines = lines.collect();
        Claims {
            name: found.name.clone(),
            function: found.function,
            routine: bench.routine(effects, found.function),
            loops,
            total,
            lines,
            names: names.into_inner(),
            unread,
        }
    }

    /// How many parameters are numbers.
    pub fn integers(&self) -> usize {
        let types = self.routine.parameters.iter().map(|&one| self.routine.variable(one).ty);
        types.filter(|ty| !ty.pointer).count()
    }

    /// Runs the function with these numbers for its parameters, and buffers of small ones for those that are
    /// pointers. Says what a run refutes, if it does.
    pub fn check(
        &self,
        bench: &mut Bench,
        trapping: &mut Bench,
        integers: &[i64],
        seed: u64,
        steps: u64,
    ) -> Outcome {
        let mut numbers = Numbers(seed | 1);
        let contents: Vec<i32> = (0..97).map(|_| numbers.input() as i32).collect();
        let arguments = |bench: &mut Bench| {
            let mut integers = integers.iter();
            let parameters = self.routine.parameters.iter().enumerate();
            let bits = parameters.map(|(place, &one)| match self.routine.variable(one).ty {
                ty if ty.pointer => bench.buffer(place, &contents),
                ty => {
                    let value = value_of(ty, *integers.next().unwrap() as u64);
                    if ty.bits == 64 { value as u64 } else { u64::from(value as i32 as u32) }
                }
            });
            bits.collect::<Vec<u64>>()
        };
        let given = arguments(bench);
        let mut values = BTreeMap::new();
        for (&parameter, &bits) in self.routine.parameters.iter().zip(&given) {
            let variable = self.routine.variable(parameter);
            values.insert(variable.name.clone(), value_of(variable.ty, bits));
        }
        for variable in &self.routine.variables {
            if let Some(value) = bench.global(&self.routine, &variable.name) {
                values.insert(variable.name.clone(), value);
            }
        }
        let shown = self.routine.parameters.iter().map(|&one| values[&self.routine.variable(one).name]);
        let shown: Vec<i128> = shown.collect();
        let mut host = Numbers(numbers.next() | 1);
        let run = bench.call(self.function, &given, steps, &mut || host.input());
        // An input that was not asked for may be anything.
        for (number, input) in run.inputs.iter().chain(&[0; 8]).enumerate() {
            values.insert(format!("input{number}"), (*input).into());
        }
        let pointers = self.routine.parameters.iter().map(|&one| self.routine.variable(one));
        let buffers = pointers.filter(|one| one.ty.pointer).map(|one| values[&one.name]).collect();
        let values = Values { names: &self.names, values, contents: &contents, buffers };
        let reached = self.reached(&run, &values);
        let Some((line, what, count, bound)) = self.refuted(&run, &values) else {
            return Outcome { run, violation: None, overflowed: false, reached };
        };
        let mut again = run.inputs.iter().copied();
        let given = arguments(trapping);
        let function = trapping.program.function_named(&self.name).unwrap();
        let checked = trapping.call(function, &given, 3 * steps, &mut || again.next().unwrap_or(0));
        // A run that ends in a trap of its own ends there in both programs, after as many rounds.
        let is_its_own = run.unreachable && checked.total >= run.total;
        if checked.unreachable && !is_its_own {
            return Outcome { run, violation: None, overflowed: true, reached };
        }
        let inputs = run.inputs.clone();
        let violation =
            Violation { function: self.name.clone(), line, arguments: shown, inputs, what, count, bound };
        Outcome { run, violation: Some(violation), overflowed: false, reached }
    }

    fn reached(&self, run: &Run, values: &Values) -> Vec<bool> {
        let loops = self.loops.iter().zip(&run.loops).map(|((_, claims), &count)| {
            let best = claims.first().and_then(|claim| claim.expr.eval(values));
            best.is_some_and(|best| count > 0 && count as f64 >= best.to_f64().floor())
        });
        loops.collect()
    }

    fn refuted(&self, run: &Run, values: &Values) -> Option<(Option<u32>, &'static str, u64, String)> {
        let is_below = |claim: &&Claim, count: u64| {
            let bound = claim.expr.eval(values).map(|value| value.to_f64());
            bound.is_some_and(|bound| bound + 1e-9 * bound.abs() + 1e-9 < count as f64)
        };
        for ((line, claims), &count) in self.loops.iter().zip(&run.loops) {
            if let Some(claim) = claims.iter().find(|claim| is_below(claim, count)) {
                return Some((*line, "rounds", count, claim.text.clone()));
            }
        }
        for (line, about, claim) in &self.lines {
            let count = match about {
                Line::Loop(number) => run.loops[*number],
                Line::Blocks(blocks) => blocks.iter().map(|&block| run.blocks[block]).max().unwrap_or(0),
            };
            if is_below(&claim, count) {
                return Some((Some(*line), "executions", count, claim.text.clone()));
            }
        }
        let total = self.total.as_ref().filter(|claim| is_below(claim, run.total))?;
        Some((None, "rounds", run.total, total.text.clone()))
    }
}

/// The lines of a function that have a bound, and what these are about.
fn lines<'f>(bench: &Bench, found: &'f FunctionBounds) -> Vec<(u32, Line, &'f Bound)> {
    let Some(flow) = Flow::of(&bench.program, found.function) else { return Vec::new() };
    let mut all = Vec::new();
    for one in &found.lines {
        let Some(bound) = &one.bound else { continue };
        let is_here = |file: &str, line: u32| (file, line) == (&one.file, one.line);
        let begins = |number: &usize| {
            found.loops[*number].location.as_ref().is_some_and(|at| is_here(&at.file, at.line))
        };
        let beginning: Vec<usize> = (0..found.loops.len()).filter(begins).collect();
        let about = if let [only] = beginning[..] {
            Line::Loop(only)
        } else {
            let has_code = |block: &BlockIdx| {
                let places = flow.operators(*block).filter_map(|(_, offset)| bench.program.location(offset));
                { places }.any(|at| is_here(&at.file, at.line))
            };
            Line::Blocks(flow.blocks().filter(has_code).map(|block| block.index()).collect())
        };
        all.push((one.line, about, bound));
    }
    all
}
