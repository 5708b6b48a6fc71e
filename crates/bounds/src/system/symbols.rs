//! What symbols stand for in the analysis of a routine.

use std::cell::Cell;
use std::collections::BTreeMap;

use crate::expr::{Expr, Symbol};
use crate::lift::{Callee, Kind, Place, Routine, Type, VarIdx};

/// What a symbol stands for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Meaning {
    /// The value of a variable where a piece of the program begins.
    Variable(VarIdx),
    /// The value that a variable has when the routine begins.
    Initial(VarIdx),
    /// The input of that number.
    Input(u32),
    /// What lies in memory that nothing writes to, at an address that does not change.
    Memory(String),
    /// Where the stack frame lies.
    Frame,
    /// Something that nobody knows.
    Unknown,
    /// How often a loop has gone round.
    Counter,
}

/// Why nobody knows a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Cause {
    /// It was read from memory that may change.
    Memory,
    /// A function returned it.
    Result(Callee),
    /// Something may have been written to its place.
    Overwritten,
    /// It may be out of the range of its type, and wrap around.
    Wraps,
    /// It was computed in a way that is not understood.
    Computed,
    /// There are too many ways on which it is set.
    Ways,
    /// The loop of that number changed it.
    Loop(usize),
}

/// Why and where a value became unknown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Origin {
    /// Why.
    pub cause: Cause,
    /// Where in the module.
    pub offset: u32,
}

/// The symbols of a routine's analysis.
pub struct Symbols {
    meanings: Vec<Meaning>,
    ranges: Vec<Option<Type>>,
    /// Whether a variable keeps its first value.
    fixed: Vec<bool>,
    memory: BTreeMap<(Expr, u8, bool), Symbol>,
    frame: Option<Symbol>,
    /// How much may still be asked about what follows from what. After that nothing does, so bounds are given up.
    fuel: Cell<u64>,
    /// How much may still be spent on a search for what could be proved.
    search: Cell<u64>,
    /// Where in the module the walk is.
    pub offset: u32,
    origins: BTreeMap<Symbol, Origin>,
}

/// How much may be asked about a routine: changed entries of tables, some fifty million of which take a second.
const FUEL: u64 = 40_000_000;

/// How much a search may take.
const SEARCH: u64 = 20_000_000;

impl Symbols {
    /// The symbols of a routine's variables, of which some never change.
    pub fn new(routine: &Routine, fixed: Vec<bool>) -> Symbols {
        let variables = (0..routine.variables.len() as u32).map(VarIdx);
        let meanings =
            variables.clone().map(Meaning::Variable).chain(variables.clone().map(Meaning::Initial));
        let ranges = variables.clone().chain(variables).map(|variable| Some(routine.variable(variable).ty));
        Symbols {
            meanings: meanings.collect(),
            ranges: ranges.collect(),
            fixed,
            memory: BTreeMap::new(),
            frame: None,
            fuel: Cell::new(FUEL),
            search: Cell::new(SEARCH),
            offset: 0,
            origins: BTreeMap::new(),
        }
    }

    /// How much may still be asked about what follows from what.
    pub fn fuel(&self) -> &Cell<u64> {
        &self.fuel
    }

    /// How much may still be spent on a search for what could be proved.
    pub fn search(&self) -> &Cell<u64> {
        &self.search
    }

    /// The value of a variable where a piece of the program begins.
    pub fn variable(&self, variable: VarIdx) -> Expr {
        if self.fixed[variable.index()] {
            return self.initial(variable);
        }
        Expr::symbol(Symbol(variable.0))
    }

    /// The value of a variable when the routine begins.
    pub fn initial(&self, variable: VarIdx) -> Expr {
        Expr::symbol(Symbol(self.fixed.len() as u32 + variable.0))
    }

    /// From now on a variable is told from its first value, even if the routine does not change it.
    pub fn unfix(&mut self, variable: VarIdx) {
        self.fixed[variable.index()] = false;
    }

    /// A new symbol.
    pub fn fresh(&mut self, meaning: Meaning, range: Option<Type>) -> Symbol {
        self.meanings.push(meaning);
        self.ranges.push(range);
        Symbol(self.meanings.len() as u32 - 1)
    }

    /// A value of a type of which nothing else is known.
    pub fn unknown(&mut self, ty: Type, cause: Cause) -> Expr {
        let symbol = self.fresh(Meaning::Unknown, Some(ty));
        self.origins.insert(symbol, Origin { cause, offset: self.offset });
        Expr::symbol(symbol)
    }

    /// A value of a type, if it has one, of which nothing else is known.
    pub fn unknown_of(&mut self, ty: Option<Type>, cause: Cause) -> Expr {
        match ty {
            Some(ty) => self.unknown(ty, cause),
            None => Expr::symbol(self.fresh(Meaning::Unknown, None)),
        }
    }

    /// The input of that number.
    pub fn input(&mut self, number: u32, ty: Type) -> Expr {
        let is_it = |(meaning, range): (&Meaning, &Option<Type>)| {
            *meaning == Meaning::Input(number) && *range == Some(ty)
        };
        let known = self.meanings.iter().zip(&self.ranges).position(is_it);
        let known = known.map(|index| Symbol(index as u32));
        Expr::symbol(known.unwrap_or_else(|| self.fresh(Meaning::Input(number), Some(ty))))
    }

    /// Why a value is unknown.
    pub fn origin(&self, symbol: Symbol) -> Option<&Origin> {
        self.origins.get(&symbol)
    }

    /// What memory that never changes holds at an address that never changes, and what that is called.
    pub fn memory(&mut self, address: &Expr, ty: Type, name: String) -> Expr {
        let key = (address.clone(), ty.bits, ty.signed);
        if let Some(&symbol) = self.memory.get(&key) {
            return Expr::symbol(symbol);
        }
        let symbol = self.fresh(Meaning::Memory(name), Some(ty));
        self.memory.insert(key, symbol);
        Expr::symbol(symbol)
    }

    /// The address of a place in the stack frame.
    pub fn frame(&mut self, place: i64) -> Option<Expr> {
        let symbol = match self.frame {
            Some(symbol) => symbol,
            None => self.fresh(Meaning::Frame, Some(Type::POINTER)),
        };
        self.frame = Some(symbol);
        Expr::symbol(symbol).plus(place.into())
    }

    /// The place in the stack frame that an address is.
    pub fn place_in_frame(&self, address: &Expr) -> Option<i64> {
        let place = address.sub(&Expr::symbol(self.frame?))?.as_constant()?.as_integer()?;
        place.try_into().ok()
    }

    /// What a symbol stands for.
    pub fn meaning(&self, symbol: Symbol) -> &Meaning {
        &self.meanings[symbol.0 as usize]
    }

    /// The range of its type, if it has one.
    pub fn range(&self, symbol: Symbol) -> Option<Type> {
        self.ranges[symbol.0 as usize]
    }

    /// Whether a symbol has one value as long as the routine runs.
    pub fn is_fixed(&self, symbol: Symbol) -> bool {
        matches!(
            self.meaning(symbol),
            Meaning::Initial(_) | Meaning::Input(_) | Meaning::Memory(_) | Meaning::Frame
        )
    }

    /// Whether a bound may speak of it.
    pub fn is_known(&self, routine: &Routine, symbol: Symbol) -> bool {
        match self.meaning(symbol) {
            Meaning::Initial(variable) => {
                let described = routine.variable(*variable);
                match described.kind {
                    Kind::Parameter(_) | Kind::Global(_) | Kind::Pointed(_) => true,
                    // What is not initialised has some value all the same; but a pointer leads anywhere then.
                    Kind::Local => matches!(described.place, Some(Place::Frame(..))) && described.declared,
                    Kind::Temporary => false,
                }
            }
            Meaning::Input(_) | Meaning::Memory(_) => true,
            _ => false,
        }
    }

    /// As it is printed.
    pub fn name(&self, routine: &Routine, symbol: Symbol) -> String {
        match self.meaning(symbol) {
            Meaning::Variable(variable) | Meaning::Initial(variable) => {
                routine.variable(*variable).name.clone()
            }
            Meaning::Input(number) => format!("input{number}"),
            Meaning::Memory(name) => name.clone(),
            Meaning::Frame => String::from("frame"),
            Meaning::Unknown => format!("unknown{}", symbol.0),
            Meaning::Counter => format!("k{}", symbol.0),
        }
    }
}
