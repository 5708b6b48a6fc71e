//! Calls of plain functions that have no harness: one is made of a signature, which says what they get.

use worstcase_program::signature::{Parameter, Signature, constant_bits};
use worstcase_program::{FuncIdx, Program, ValType};

use super::entry::overloads;
use super::{Halt, InputError, Inputs, Process};
use crate::stop::{Stop, Trap};
use crate::value::{Memory, Value};

/// A function of a program, and a signature that fits it.
#[derive(Clone, Debug, PartialEq)]
pub struct Call {
    function: FuncIdx,
    signature: Signature,
}

/// Why a program's function cannot be called as a signature says.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CallError {
    /// No exported function has that name.
    #[error("no function `{name}` is exported{}; static and inline functions never are", list(.exported))]
    Missing {
        /// The name.
        name: String,
        /// Those that there are.
        exported: Vec<String>,
    },
    /// There is one, but it cannot be called from outside.
    #[error(
        "`{name}` is not exported: it is static, inline or part of a library; remove `static`, or call it from a \
         function of your own"
    )]
    Hidden {
        /// Its name.
        name: String,
    },
    /// Several functions of C++ have that name.
    #[error("there is more than one function `{name}`; call one of them by its full name: {}", .candidates.join(", "))]
    Ambiguous {
        /// The name.
        name: String,
        /// The full names, with what they stand for.
        candidates: Vec<String>,
    },
    /// It has more or fewer parameters.
    #[error("`{signature}` has {}, but the program's `{name}` takes {found}", count(*.given))]
    Count {
        /// The signature.
        signature: String,
        /// How many parameters it has.
        given: usize,
        /// The function.
        name: String,
        /// What it takes.
        found: String,
    },
    /// It has a parameter of another type.
    #[error("parameter {position}, `{parameter}`, is {given}, but the program's `{name}` takes {found}{}", advice(*.ty))]
    Type {
        /// Which one, from 1.
        position: usize,
        /// The parameter, in C's words.
        parameter: String,
        /// What it is passed as, in words.
        given: String,
        /// The function.
        name: String,
        /// What it takes.
        found: String,
        /// What it takes in this place.
        ty: ValType,
    },
    /// There are arrays, but there is no memory.
    #[error("`{parameter}` needs memory, but the program has none")]
    NoMemory {
        /// The first array, in C's words.
        parameter: String,
    },
}

fn list(names: &[String]) -> String {
    const SHOWN: usize = 20;
    let more = if names.len() > SHOWN { ", …" } else { "" };
    match &names[..names.len().min(SHOWN)] {
        [] => String::new(),
        names => format!(", only {}{more}", names.join(", ")),
    }
}

fn count(parameters: usize) -> String {
    match parameters {
        0 => "no parameters".into(),
        1 => "1 parameter".into(),
        count => format!("{count} parameters"),
    }
}

/// What C calls a type.
fn advice(ty: ValType) -> &'static str {
    match ty {
        ValType::I32 => "; in C, an i32 is an array or an integer up to int and long",
        ValType::I64 => "; in C, an i64 is a long long or int64_t",
        ValType::F32 => "; in C, an f32 is a float",
        ValType::F64 => "; in C, an f64 is a double",
        ValType::FuncRef | ValType::ExternRef => "; references cannot be passed",
    }
}

/// A function's name for people. The name section has those of C++ as people write them.
fn name_of(program: &Program, exported: &str, function: FuncIdx) -> String {
    if !exported.starts_with("_Z") {
        return exported.to_string();
    }
    let name = program.function_name(function);
    // What the linker puts around the functions of a command, to run constructors first.
    name.strip_suffix(" (.command_export)").unwrap_or(&name).to_string()
}

/// The exported function of that name, in C or in C++.
fn find(program: &Program, name: &str) -> Result<FuncIdx, CallError> {
    if let Some(function) = program.exported_function(name) {
        return Ok(function);
    }
    let found: Vec<FuncIdx> = overloads(program, name).map(|(_, function)| function).collect();
    let exported = program.exported_functions();
    match found[..] {
        [function] => Ok(function),
        [] if is_hidden(program, name) => Err(CallError::Hidden { name: name.into() }),
        [] => Err(CallError::Missing {
            name: name.into(),
            // Those of WASI begin with an underscore, and are nobody's own.
            exported: exported
                .filter(|(name, _)| !name.starts_with('_') || name.starts_with("_Z"))
                .map(|(name, function)| name_of(program, name, function))
                .collect(),
        }),
        _ => Err(CallError::Ambiguous {
            name: name.into(),
            candidates: exported
                .filter(|(_, function)| found.contains(function))
                .map(|(full, function)| format!("{full} for {}", name_of(program, full, function)))
                .collect(),
        }),
    }
}

/// Whether the program has a function of its own that is called so.
fn is_hidden(program: &Program, name: &str) -> bool {
    let imported = program.imported_functions();
    let mut own = (imported..imported + program.bodies.len()).map(|function| FuncIdx(function as u32));
    own.any(|function| {
        let full = program.function_name(function);
        full.strip_prefix(name).is_some_and(|rest| rest.is_empty() || rest.starts_with('('))
    })
}

impl Call {
    /// Finds the function that a signature names, and checks that it can be called so.
    pub(super) fn resolve(program: &Program, signature: Signature) -> Result<Call, CallError> {
        let function = find(program, &signature.function)?;
        let types = &program.func_type(function).params;
        let name = || signature.function.clone();
        let found = || format!("({})", types.iter().map(ToString::to_string).collect::<Vec<_>>().join(" "));
        if types.len() != signature.parameters.len() {
            return Err(CallError::Count {
                signature: signature.to_string(),
                given: signature.parameters.len(),
                name: name(),
                found: found(),
            });
        }
        for (i, (parameter, &ty)) in signature.parameters.iter().zip(types).enumerate() {
            let given = match (parameter.ty(), parameter) {
                (Some(given), _) if given != ty => format!("an {given}"),
                (None, Parameter::Constant { kind, value, .. })
                    if constant_bits(*kind, *value, ty).is_none() =>
                {
                    format!("no {ty}")
                }
                _ => continue,
            };
            let (position, parameter) = (i + 1, parameter.to_string());
            return Err(CallError::Type { position, parameter, given, name: name(), found: found(), ty });
        }
        let array =
            signature.parameters.iter().find(|parameter| matches!(parameter, Parameter::Array { .. }));
        match array {
            Some(array) if program.memories.is_empty() => {
                Err(CallError::NoMemory { parameter: array.to_string() })
            }
            _ => Ok(Call { function, signature }),
        }
    }

    /// The function.
    pub fn function(&self) -> FuncIdx {
        self.function
    }

    /// What it is called with.
    pub fn signature(&self) -> &Signature {
        &self.signature
    }
}

/// Arrays begin where any type may.
const ALIGNMENT: u64 = 16;

/// How many bytes an array takes, and how many with the zeros behind it: at least one element of them, so that an
/// array of characters is a string.
fn room(parameter: &Parameter, size: u32) -> (u64, u64) {
    match parameter {
        Parameter::Array { element, .. } => {
            let bytes = u64::from(element.kind.bytes());
            let len = parameter.elements(size).saturating_mul(bytes);
            // More than fits any memory, and not so much that a sum of these could wrap around.
            let len = len.min(1 << 40);
            (len, (len + bytes).next_multiple_of(ALIGNMENT))
        }
        _ => (0, 0),
    }
}

impl<V: Value> Process<V> {
    /// The arguments of a call at size n. Inputs are asked for from left to right, elements in order.
    pub(super) fn arguments<I: Inputs<V>>(
        &mut self,
        call: &Call,
        size: u32,
        inputs: &mut I,
    ) -> Result<Vec<V>, Halt<V>> {
        let parameters = &call.signature.parameters;
        let all = parameters.iter().map(|parameter| room(parameter, size).1).fold(0, u64::saturating_add);
        // All at once, so that what does not fit is said of the whole.
        let mut free: u64 = if all == 0 { 0 } else { self.reserve(all).map_err(Halt::Stopped)?.into() };
        let types = self.program.func_type(call.function).params.clone();
        let mut arguments = Vec::with_capacity(parameters.len());
        for (parameter, ty) in parameters.iter().zip(types) {
            arguments.push(match parameter {
                Parameter::Size(kind) => match kind.range() {
                    Some((_, most)) if i128::from(size) > most => {
                        let parameter = parameter.to_string();
                        return Err(Halt::Input(InputError::Size { size, parameter, most }));
                    }
                    _ => V::from_bits(size.into()),
                },
                Parameter::Input { asked, .. } => self.input(inputs, *asked)?,
                Parameter::Array { element, .. } => {
                    let (len, room) = room(parameter, size);
                    // What was reserved lies below 4 GiB, and only its end may be there.
                    let (address, zeros) = (free as u32, vec![0.into(); (room - len) as usize]);
                    free += room;
                    self.write_inputs(address, len as u32, *element, inputs)?;
                    let written = self.memory().write(address + len as u32, &zeros);
                    written.ok_or(Halt::Stopped(Stop::Trap(Trap::MemoryOutOfBounds)))?;
                    V::from_bits(address.into())
                }
                Parameter::Constant { kind, value, .. } => {
                    V::from_bits(constant_bits(*kind, *value, ty).expect("checked when it was resolved"))
                }
            });
        }
        Ok(arguments)
    }
}
