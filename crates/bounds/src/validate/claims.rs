//! What is claimed about a function: the bounds as they are printed, read again and evaluated at a call.

use std::cell::RefCell;
use std::collections::BTreeMap;

use worstcase_machine::{Memory, Value};
use worstcase_program::debug::{DebugInfo, Location, Scalar, ScalarKind, TypeIdx};
use worstcase_program::{FuncIdx, Program, ValType};

use crate::expr::{Environment, Expr, Symbol, parse};
use crate::lift::{self, Effects, Kind, Place, Routine, Type, Variable};
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

/// Where the value of a name comes from.
#[derive(Clone, Copy, Debug)]
enum Source {
    Parameter(usize, Type),
    Global(u32, u8, Type),
    Input(usize),
    /// All of memory, as an array of bytes.
    Memory,
    Nowhere,
}

/// A name that bounds use, and what its elements are if it is a pointer.
struct Name {
    text: String,
    source: Source,
    element: Option<Type>,
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
            let place = self.number(&name.replace(MEMBER, "."));
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
            let name = self.name(text);
            self.names.borrow_mut().push(name);
            self.names.borrow().len() - 1
        })
    }

    fn name(&self, text: &str) -> Name {
        let variable = self.routine.variables.iter().find(|variable| variable.name == text);
        let input = text.strip_prefix("input").and_then(|number| number.parse().ok());
        let found = match (variable.map(source), input) {
            (Some(source), _) if !matches!(source, Source::Nowhere) => source,
            (_, Some(number)) => Source::Input(number),
            _ if text == "memory" => Source::Memory,
            _ => Source::Nowhere,
        };
        let pointee = variable.and_then(|variable| variable.pointee);
        let element = pointee.and_then(|ty| scalar(self.debug?, ty)).and_then(integer);
        Name { text: text.to_string(), source: found, element }
    }
}

/// What the dot of a member becomes, since the grammar of bounds has none.
const MEMBER: &str = "__of__";

/// A bound with `s.count` as one word. A dot between digits is not one of these.
fn with_members(text: &str) -> String {
    let letters: Vec<char> = text.chars().collect();
    let is_word = |at: Option<usize>| {
        at.and_then(|at| letters.get(at)).is_some_and(|letter| letter.is_alphabetic() || *letter == '_')
    };
    let places = letters.iter().enumerate();
    let parts = places.map(|(at, letter)| match letter {
        '.' if is_word(Some(at + 1)) => MEMBER.to_string(),
        letter => letter.to_string(),
    });
    parts.collect()
}

/// Where the value of a variable comes from when its routine begins.
fn source(variable: &Variable) -> Source {
    match (variable.kind, variable.place) {
        (Kind::Parameter(number), _) => Source::Parameter(number as usize, variable.ty),
        (Kind::Global(_), Some(Place::Fixed(address, bytes))) => Source::Global(address, bytes, variable.ty),
        _ => Source::Nowhere,
    }
}

fn value<V: Value>(source: Source, arguments: &[V], memory: &V::Memory) -> Option<i128> {
    match source {
        Source::Parameter(number, ty) => Some(number_of(ty, arguments.get(number)?.known()?)),
        Source::Global(address, bytes, ty) => read::<V>(memory, address.into(), bytes, ty),
        Source::Input(_) | Source::Memory | Source::Nowhere => None,
    }
}

fn read<V: Value>(memory: &V::Memory, address: i128, bytes: u8, ty: Type) -> Option<i128> {
    let bytes = memory.known(address.try_into().ok()?, bytes.into())?;
    Some(number_of(ty, bytes.iter().rev().fold(0, |bits, &byte| bits << 8 | u64::from(byte))))
}

/// The number that bits are in a type.
fn number_of(ty: Type, bits: u64) -> i128 {
    let size = u32::from(ty.bits).max(8);
    let value = i128::from(bits) & ((1 << size) - 1);
    if ty.signed && value >> (size - 1) != 0 { value - (1 << size) } else { value }
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

/// The scalar that a type is, if it is no structure.
fn scalar(debug: &DebugInfo, ty: TypeIdx) -> Option<Scalar> {
    debug.scalar_at(ty, 0).filter(|(path, _)| path.is_empty()).map(|(_, scalar)| scalar)
}

fn integer(scalar: Scalar) -> Option<Type> {
    match scalar.kind {
        ScalarKind::Signed => Some(Type::signed(8 * scalar.bytes)),
        ScalarKind::Unsigned => Some(Type::unsigned(8 * scalar.bytes)),
        ScalarKind::Float | ScalarKind::Pointer(_) => None,
    }
}

/// Why nobody but the program itself can call a function: what it takes cannot be made up.
fn obstacle(program: &Program, function: FuncIdx) -> Option<String> {
    let types = &program.func_type(function).params;
    let position = |wanted: &[ValType]| types.iter().position(|ty| wanted.contains(ty));
    if let Some(place) = position(&[ValType::F32, ValType::F64]) {
        return Some(format!("parameter {} is a floating-point number", place + 1));
    }
    if let Some(place) = position(&[ValType::FuncRef, ValType::ExternRef]) {
        return Some(format!("parameter {} is a reference", place + 1));
    }
    let (debug, body) = (program.debug.as_ref()?, program.body(function)?);
    let described = debug.variables(body.bytes.start.into())?;
    let parameters: Vec<_> = described.variables.iter().filter(|variable| variable.parameter).collect();
    for parameter in &parameters {
        if parameter.ty.is_none_or(|ty| scalar(debug, ty).is_none()) {
            return Some(format!("parameter `{}` is a structure", parameter.name));
        }
    }
    // A result that is a structure, or arguments without names, come as pointers that the source does not have.
    (parameters.len() != types.len()).then(|| "it has parameters that its source does not show".to_string())
}
