//! Where a program begins: its entry, in the ways in which people already write them.

use worstcase_program::{FuncIdx, Program, ValType};

use super::{Asked, Halt, InputKind, Inputs, Process, is_size};
use crate::value::Value;

/// The function that a run begins with, and how it gets the size n.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Entry {
    /// Takes nothing.
    Plain(FuncIdx),
    /// Takes the size n.
    Sized(FuncIdx),
    /// libFuzzer's: takes n input bytes and their number.
    Fuzzer(FuncIdx),
    /// A WASI command.
    Command(FuncIdx),
}

/// The name of our own entries.
const RUN: &str = "run";
/// The name of libFuzzer's.
const FUZZER: &str = "LLVMFuzzerTestOneInput";
/// The name of WASI commands'.
const START: &str = "_start";

/// Why a program has no entry.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EntryError {
    /// No exported function has that name, or one that we know.
    #[error("no function {} is exported; {}", describe(.wanted), list(.exported))]
    Missing {
        /// The name that was asked for.
        wanted: Option<String>,
        /// What there is.
        exported: Vec<String>,
    },
    /// It has parameters that we cannot provide.
    #[error(
        "`{name}` is a function {found}, but an entry takes nothing or the size n; \
         write a function `run` that calls it"
    )]
    Type {
        /// Its name.
        name: String,
        /// Its type.
        found: String,
    },
}

/// The exported function of that name, in C or in C++, where `run(int)` is called `_Z3runi`.
fn exported(program: &Program, name: &str) -> Option<FuncIdx> {
    program.exported_function(name).or_else(|| {
        let mangled = format!("_Z{}{name}", name.len());
        let plain =
            |full: &str| full.strip_prefix(&mangled).is_some_and(|types| types.len() == 1 && types != "E");
        let mut found = program.exported_functions().filter(|(full, _)| plain(full));
        match (found.next(), found.next()) {
            (Some((_, function)), None) => Some(function),
            _ => None,
        }
    })
}

fn describe(name: &Option<String>) -> String {
    match name {
        Some(name) => format!("`{name}`"),
        None => format!("`{RUN}`, `{FUZZER}` or `{START}`"),
    }
}

fn list(names: &[String]) -> String {
    match names {
        [] => "the program exports no function at all".to_string(),
        names => format!("choose one with --entry: {}", names.join(", ")),
    }
}

impl Entry {
    /// The program's entry: the one named, else `run`, libFuzzer's, or a command's.
    pub fn find(program: &Program, name: Option<&str>) -> Result<Entry, EntryError> {
        let names: &[&str] = match &name {
            Some(name) => &[name],
            None => &[RUN, FUZZER, START],
        };
        let Some((name, function)) = names.iter().find_map(|name| Some((*name, exported(program, name)?)))
        else {
            return Err(EntryError::Missing {
                wanted: name.map(str::to_string),
                exported: program.exported_functions().map(|(name, _)| name.to_string()).collect(),
            });
        };
        let ty = program.func_type(function);
        match (name, ty.params.as_slice()) {
            (START, []) => Ok(Entry::Command(function)),
            (FUZZER, [ValType::I32, ValType::I32]) => Ok(Entry::Fuzzer(function)),
            (_, []) => Ok(Entry::Plain(function)),
            (_, [size]) if is_size(*size) => Ok(Entry::Sized(function)),
            _ => Err(EntryError::Type { name: name.to_string(), found: ty.to_string() }),
        }
    }

    /// The function.
    pub fn function(self) -> FuncIdx {
        match self {
            Entry::Plain(f) | Entry::Sized(f) | Entry::Fuzzer(f) | Entry::Command(f) => f,
        }
    }

    /// Whether it cannot be called without a size.
    pub fn needs_size(self) -> bool {
        matches!(self, Entry::Sized(_) | Entry::Fuzzer(_))
    }
}

impl<V: Value> Process<V> {
    /// Prepares the call of the entry at size n. libFuzzer's gets its bytes from the inputs.
    pub fn enter<I: Inputs<V>>(&mut self, entry: Entry, size: u32, inputs: &mut I) -> Result<(), Halt<V>> {
        let arguments = match entry {
            Entry::Plain(_) | Entry::Command(_) => Vec::new(),
            Entry::Sized(_) => vec![V::from_bits(size.into())],
            Entry::Fuzzer(_) => {
                let data = self.reserve(size).map_err(Halt::Stopped)?;
                self.write_inputs(data, size, InputKind::U8, inputs)?;
                vec![V::from_bits(data.into()), V::from_bits(size.into())]
            }
        };
        self.call(entry.function(), arguments);
        Ok(())
    }

    /// That many input bytes, for the program's standard input.
    pub fn input_stream<I: Inputs<V>>(&mut self, len: u32, inputs: &mut I) -> Result<Vec<V>, Halt<V>> {
        let asked = Asked::any(InputKind::U8);
        (0..len).map(|_| self.input(inputs, asked)).collect()
    }
}
