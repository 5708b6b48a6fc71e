//! Where a program begins: its entry, in the ways in which people already write them.

use std::sync::Arc;

use worstcase_program::{FuncIdx, Program, ValType};

use super::{
    Asked, ByteOf, Call, CallError, Halt, InputKind, Inputs, Process, Signature, StdinPart, is_size, object,
};
use crate::value::{Memory, Value};

/// The function that a run begins with, and how it gets the size n.
#[derive(Clone, Debug, PartialEq)]
pub enum Entry {
    /// Takes nothing.
    Plain(FuncIdx),
    /// Takes the size n.
    Sized(FuncIdx),
    /// libFuzzer's: takes n input bytes and their number.
    Fuzzer(FuncIdx),
    /// A WASI command.
    Command(FuncIdx),
    /// Any function, called as a signature says.
    Call(Arc<Call>),
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
        let plain = |types: &str| types.len() == 1 && types != "E";
        let mut found = overloads(program, name).filter(|(types, _)| plain(types));
        match (found.next(), found.next()) {
            (Some((_, function)), None) => Some(function),
            _ => None,
        }
    })
}

/// The exported functions of C++ that have this name, with what the mangled one says about their parameters:
/// `ns::f(int)` is called `_ZN2ns1fEi`.
pub(super) fn overloads<'a>(
    program: &'a Program,
    name: &str,
) -> impl Iterator<Item = (&'a str, FuncIdx)> + use<'a> {
    let parts: String = name.split("::").map(|part| format!("{}{part}", part.len())).collect();
    let mangled = if name.contains("::") { format!("_ZN{parts}E") } else { format!("_Z{parts}") };
    program.exported_functions().filter_map(move |(full, function)| {
        full.strip_prefix(mangled.as_str()).map(|types| (types, function))
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
        names => format!(
            "choose one with --entry: {}; or call one that takes other arguments, as in --call 'f(int a[n], int n)'",
            names.join(", ")
        ),
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

    /// A function of the program, called as a signature says.
    pub fn call(program: &Program, signature: Signature) -> Result<Entry, CallError> {
        Ok(Entry::Call(Arc::new(Call::resolve(program, signature)?)))
    }

    /// The function.
    pub fn function(&self) -> FuncIdx {
        match self {
            Entry::Plain(f) | Entry::Sized(f) | Entry::Fuzzer(f) | Entry::Command(f) => *f,
            Entry::Call(call) => call.function(),
        }
    }

    /// The name that a signature gives it, if there is one.
    pub fn called(&self) -> Option<&str> {
        match self {
            Entry::Call(call) => Some(&call.signature().function),
            _ => None,
        }
    }

    /// Whether it cannot be called without a size.
    pub fn needs_size(&self) -> bool {
        match self {
            Entry::Sized(_) | Entry::Fuzzer(_) => true,
            Entry::Call(call) => call.signature().needs_size(),
            Entry::Plain(_) | Entry::Command(_) => false,
        }
    }
}

impl<V: Value> Process<V> {
    /// Prepares the call of the entry at size n. libFuzzer's gets its bytes from the inputs, and a function without
    /// a harness its arguments.
    pub fn enter<I: Inputs<V>>(&mut self, entry: &Entry, size: u32, inputs: &mut I) -> Result<(), Halt<V>> {
        let arguments = match entry {
            Entry::Plain(_) | Entry::Command(_) => Vec::new(),
            Entry::Sized(_) => vec![V::from_bits(size.into())],
            Entry::Fuzzer(_) => {
                let data = self.reserve(size.into()).map_err(Halt::Stopped)?;
                self.write_inputs(data, size, object(InputKind::U8), inputs)?;
                vec![V::from_bits(data.into()), V::from_bits(size.into())]
            }
            Entry::Call(call) => self.arguments(call, size, inputs)?,
        };
        self.call(entry.function(), arguments);
        Ok(())
    }

    /// The program's standard input, of parts that are fixed and parts that are inputs.
    pub fn input_stream<I: Inputs<V>>(
        &mut self,
        parts: &[StdinPart],
        inputs: &mut I,
    ) -> Result<Vec<ByteOf<V>>, Halt<V>> {
        let mut bytes = Vec::new();
        for part in parts {
            let (count, range) = match part {
                StdinPart::Inputs { count, range } => (*count, *range),
                StdinPart::Fixed(fixed) => {
                    bytes.extend(fixed.iter().map(|&byte| ByteOf::<V>::from(byte)));
                    continue;
                }
            };
            let range = range.map(|(low, high)| (low.into(), high.into()));
            let asked = Asked { range, ..Asked::any(InputKind::U8) };
            for _ in 0..count {
                let value = self.input(inputs, asked)?;
                bytes.push(V::Memory::low_byte(&mut self.machine.context, value));
            }
        }
        Ok(bytes)
    }
}
