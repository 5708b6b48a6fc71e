//! What is claimed about a function: the bounds as they are printed, read again and evaluated at a call.

use std::cell::RefCell;
use std::collections::BTreeMap;

use worstcase_machine::Value;
use worstcase_program::debug::{DebugInfo, Location, Scalar};
use worstcase_program::flow::{BlockIdx, Flow};
use worstcase_program::{FuncIdx, Program};

use super::choose::obstacle;
use super::names::{Name, Source, as_written, number_of, read, scalar, source, value, with_members};
use crate::expr::{Environment, Expr, Symbol, parse};
use crate::lift::{self, Effects, Routine, Type};
use crate::{Bound, FunctionBounds};

/// A bound as it was printed, read again.
pub struct Claim {
    /// As it was printed.
    pub text: String,
    expr: Expr,
    /// Whether it speaks of inputs, which are known only at the end.
    pub has_inputs: bool,
    /// Whether it speaks of what lies in memory.
    has_cells: bool,
}

/// A parameter of a function.
#[derive(Clone, Debug)]
pub struct Parameter {
    /// As in the source if it is there.
    pub name: String,
    /// Its range.
    pub ty: Type,
    /// What it points to, if it is a pointer to scalars.
    pub element: Option<Scalar>,
}

/// A line of a function that has a bound.
pub struct Line {
    /// The file.
    pub file: String,
    /// The line.
    pub line: u32,
    /// The only loop that begins there. With none or several, the bound is about the blocks that have code there.
    pub one_loop: Option<usize>,
    /// The blocks that have code there.
    pub blocks: Vec<usize>,
    /// The bound.
    pub claim: Claim,
}

/// The blocks of a function that have code on a line.
pub fn blocks_on(program: &Program, function: FuncIdx, file: &str, line: u32) -> Vec<usize> {
    let Some(flow) = Flow::of(program, function) else { return Vec::new() };
    let has_code = |block: &BlockIdx| {
        let places = flow.operators(*block).filter_map(|(_, offset)| program.location(offset));
        { places }.any(|at| (&*at.file, at.line) == (file, line))
    };
    flow.blocks().filter(has_code).map(|block| block.index()).collect()
}

/// All claims about a function.
pub struct Claims {
    /// The function.
    pub function: FuncIdx,
    /// Its name.
    pub name: String,
    /// Its parameters, those of the Wasm function.
    pub parameters: Vec<Parameter>,
    /// Why it is not called, if it is not.
    pub obstacle: Option<String>,
    /// By loop: where it is, and its bounds.
    pub loops: Vec<(Option<Location>, Vec<Claim>)>,
    /// About the function as a whole.
    pub total: Option<Claim>,
    /// About its lines.
    pub lines: Vec<Line>,
    /// How many bounds are written in a way that cannot be read.
    pub unread: usize,
    names: Vec<Name>,
    /// Variables that are elements of arrays, by their full names.
    elements: BTreeMap<String, Source>,
}

/// What may lie in memory where nothing says what does. A bound is taken for the greatest that it could be.
const GUESSES: [Type; 7] = [
    Type::signed(8),
    Type::unsigned(8),
    Type::signed(16),
    Type::unsigned(16),
    Type::signed(32),
    Type::unsigned(32),
    Type::signed(64),
];

impl Claims {
    /// The claims about a function; none if it is imported.
    pub fn new(program: &Program, effects: &Effects, found: &FunctionBounds) -> Option<Claims> {
        let routine = lift::function(program, effects, found.function)?;
        let debug = program.debug.as_ref();
        let mut reader = Reader { routine: &routine, debug, names: RefCell::default(), unread: 0 };
        let loops = found.loops.iter().map(|one| {
            (one.location.clone(), one.bounds.iter().filter_map(|bound| reader.read(bound)).collect())
        });
        let loops = loops.collect();
        let total = found.bound.as_ref().and_then(|bound| reader.read(bound));
        let lines = found.lines.iter().filter_map(|one| {
            let claim = reader.read(one.bound.as_ref()?)?;
            let begins = |at: &Location| (&at.file, at.line) == (&one.file, one.line);
            let mut here = (0..found.loops.len())
                .filter(|&number| found.loops[number].location.as_ref().is_some_and(begins));
            let one_loop = here.next().filter(|_| here.next().is_none());
            let blocks = blocks_on(program, found.function, &one.file, one.line);
            Some(Line { file: one.file.clone(), line: one.line, one_loop, blocks, claim })
        });
        let lines = lines.collect();
        let (names, unread) = (reader.names.into_inner(), reader.unread);
        let parameters = routine.parameters.iter().map(|&one| routine.variable(one)).map(|variable| {
            let element = variable.pointee.and_then(|ty| scalar(debug?, ty));
            Parameter { name: variable.name.clone(), ty: variable.ty, element }
        });
        let elements = routine.variables.iter().filter(|variable| variable.name.contains('['));
        Some(Claims {
            function: found.function,
            name: found.name.clone(),
            parameters: parameters.collect(),
            obstacle: obstacle(program, found.function),
            loops,
            total,
            lines,
            unread,
            names,
            elements: elements.map(|variable| (variable.name.clone(), source(variable))).collect(),
        })
    }

    /// Where a loop is.
    pub fn location(&self, one: usize) -> Option<&Location> {
        self.loops.get(one)?.0.as_ref()
    }

    /// How many parameters are numbers.
    pub fn integers(&self) -> usize {
        self.parameters.iter().filter(|parameter| !parameter.ty.pointer).count()
    }

    /// Whether there is any bound.
    pub fn is_empty(&self) -> bool {
        self.total.is_none() && self.loops.iter().all(|(_, claims)| claims.is_empty())
    }

    /// The arguments of a call, as numbers of their types.
    pub fn numbers<V: Value>(&self, arguments: &[V]) -> Vec<i128> {
        let pairs = self.parameters.iter().zip(arguments);
        pairs.map(|(parameter, value)| number_of(parameter.ty, value.known().unwrap_or(0))).collect()
    }

    /// The values of all names that have one when the function begins, by symbol.
    pub fn snapshot<V: Value>(&self, arguments: &[V], memory: &V::Memory) -> Vec<Option<i128>> {
        self.names.iter().map(|name| value(name.source, arguments, memory)).collect()
    }

    /// The value of a claim without inputs when the function begins.
    pub fn at_entry<V: Value>(&self, claim: &Claim, arguments: &[V], memory: &V::Memory) -> Option<f64> {
        let guesses: &[Type] = if claim.has_cells { &GUESSES } else { &GUESSES[..1] };
        let values = guesses.iter().map(|&guess| {
            let entry = Entry { claims: self, arguments, memory, guess };
            claim.expr.eval(&entry).map(|value| value.to_f64())
        });
        values.collect::<Option<Vec<f64>>>()?.into_iter().reduce(f64::max)
    }

    /// The value of a claim with inputs: at those since the function began. One that was not asked for may be anything.
    pub fn at_end(&self, claim: &Claim, values: &[Option<i128>], inputs: &[Option<i128>]) -> Option<f64> {
        let symbol = |symbol: Symbol| match self.names[symbol.0 as usize].source {
            Source::Input(number) => inputs.get(number).copied().unwrap_or(Some(0)),
            _ => values[symbol.0 as usize],
        };
        claim.expr.eval(&symbol).map(|value| value.to_f64())
    }
}

/// Reads bounds, and finds out what their names stand for.
struct Reader<'r> {
    routine: &'r Routine,
    debug: Option<&'r DebugInfo>,
    names: RefCell<Vec<Name>>,
    unread: usize,
}

impl Reader<'_> {
    fn read(&mut self, bound: &Bound) -> Option<Claim> {
        let used = RefCell::new(Vec::new());
        let symbol = |name: &str| {
            let place = self.number(&as_written(name));
            used.borrow_mut().push(place);
            Some(Symbol(place as u32))
        };
        let Ok(expr) = parse(&with_members(&bound.text), &symbol) else {
            self.unread += 1;
            return None;
        };
        let names = self.names.borrow();
        let is_input = |&place: &usize| matches!(names[place].source, Source::Input(_));
        let has_inputs = used.borrow().iter().any(is_input);
        Some(Claim { text: bound.text.clone(), expr, has_inputs, has_cells: bound.text.contains('[') })
    }

    /// The number of a name, known or new.
    fn number(&self, text: &str) -> usize {
        let known = self.names.borrow().iter().position(|known| known.text == text);
        known.unwrap_or_else(|| {
            let name = Name::of(text, self.routine, self.debug);
            self.names.borrow_mut().push(name);
            self.names.borrow().len() - 1
        })
    }
}

/// What names stand for when a function begins.
struct Entry<'e, V: Value> {
    claims: &'e Claims,
    arguments: &'e [V],
    memory: &'e V::Memory,
    guess: Type,
}

impl<V: Value> Environment for Entry<'_, V> {
    fn symbol(&self, symbol: Symbol) -> Option<i128> {
        value(self.claims.names[symbol.0 as usize].source, self.arguments, self.memory)
    }

    fn cell(&self, array: Symbol, indices: &[i128]) -> Option<i128> {
        let name = &self.claims.names[array.0 as usize];
        let full: String = indices.iter().map(|index| format!("[{index}]")).collect();
        if let Some(&source) = self.claims.elements.get(&(name.text.clone() + &full)) {
            return value(source, self.arguments, self.memory);
        }
        let &[index] = indices else { return None };
        if let Source::Memory = name.source {
            return read::<V>(self.memory, index, self.guess.bits / 8, self.guess);
        }
        let ty = name.element.unwrap_or(self.guess);
        let start = value(name.source, self.arguments, self.memory)?;
        read::<V>(self.memory, start + i128::from(ty.bits / 8) * index, ty.bits / 8, ty)
    }
}
