//! What a program under test may call: our own interface, those of KLEE, SV-COMP and libFuzzer's users, and WASI.

use worstcase_program::{ExternType, FuncType, Import, ValType};

use super::inputs::InputKind;
use crate::wasi;

/// A function that the host provides, resolved from an import once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HostFunction {
    /// Returns the next input.
    Input(InputKind),
    /// Returns the next input within a range; with `true` the upper end is excluded, as KLEE does.
    InputIn(bool),
    /// Writes that many input bytes to memory.
    InputBytes,
    /// Makes an object of memory an input: `klee_make_symbolic`.
    InputObject,
    /// Drops the path unless the argument is not zero.
    Assume,
    /// Cost counts from here.
    MeasureBegin,
    /// Cost counts up to here.
    MeasureEnd,
    /// Adds to the program's own cost.
    Cost,
    /// Passes a number on.
    OutputI32,
    /// Passes bytes on.
    OutputBytes,
    /// Reports a failure unless the argument is not zero.
    Assert,
    /// Reports a failure.
    Fail,
    /// Drops the path.
    Drop,
    /// Does nothing.
    Nothing,
    /// A system call.
    Wasi(wasi::Call),
    /// Not known. Calling it is an error; importing it is none, since programs import much that they never call.
    Unknown,
}

/// Why an import cannot be provided although its name is known.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WrongType {
    /// The type that it would have.
    pub expected: String,
}

impl HostFunction {
    /// What an imported function is.
    pub fn resolve(import: &Import) -> Result<HostFunction, WrongType> {
        let ExternType::Func(ty) = &import.ty else {
            return Ok(HostFunction::Unknown);
        };
        match import.module.as_str() {
            wasi::MODULE => Self::system_call(&import.name, ty),
            // Declared by hand instead of through a header, functions come from `env`.
            "worstcase" | "env" => Self::named(&import.name, ty),
            _ => Ok(HostFunction::Unknown),
        }
    }

    fn system_call(name: &str, ty: &FuncType) -> Result<HostFunction, WrongType> {
        let Some(call) = wasi::Call::from_name(name) else {
            return Ok(HostFunction::Unknown);
        };
        let signature = call.signature();
        let convert = |ty: &wasi::Type| match ty {
            wasi::Type::I32 => ValType::I32,
            wasi::Type::I64 => ValType::I64,
        };
        let expected = FuncType {
            params: signature.params.iter().map(convert).collect(),
            results: if signature.returns_errno { vec![ValType::I32] } else { Vec::new() },
        };
        if *ty == expected {
            Ok(HostFunction::Wasi(call))
        } else {
            Err(WrongType { expected: expected.to_string() })
        }
    }

    fn named(name: &str, ty: &FuncType) -> Result<HostFunction, WrongType> {
        use HostFunction::*;
        let results = ty.results.as_slice();
        let (function, arguments) = match name {
            "input_bytes" => (InputBytes, 2),
            "input_i32_in" => (InputIn(false), 2),
            "assume" | "klee_assume" | "__VERIFIER_assume" => (Assume, 1),
            "measure_begin" => (MeasureBegin, 0),
            "measure_end" => (MeasureEnd, 0),
            "cost" => (Cost, 1),
            "output_i32" => (OutputI32, 1),
            "output_bytes" => (OutputBytes, 2),
            "klee_make_symbolic" => (InputObject, 3),
            "klee_range" => (InputIn(true), 3),
            "klee_int" => (Input(InputKind::I32), 1),
            "klee_silent_exit" => (Drop, 1),
            "klee_prefer_cex" | "klee_open_merge" | "klee_close_merge" => (Nothing, ty.params.len()),
            "__VERIFIER_assert" => (Assert, 1),
            "__VERIFIER_nondet_memory" => (InputBytes, 2),
            "__VERIFIER_error" | "reach_error" | "__assert_fail" => (Fail, ty.params.len()),
            _ => match InputKind::named(name, results.first().copied()) {
                // C without a prototype may pass arguments that nobody asked for.
                Some(kind) => (Input(kind), ty.params.len()),
                None => return Ok(Unknown),
            },
        };
        let returned = match function {
            Input(kind) => Some(kind.ty()),
            InputIn(_) => Some(ValType::I32),
            _ => None,
        };
        let takes = |ty: &ValType| match function {
            Nothing | Fail | Drop | Input(_) => true,
            Assume | Assert | Cost => matches!(ty, ValType::I32 | ValType::I64),
            // Addresses, lengths and bounds: a wider type would be cut off without a word.
            _ => *ty == ValType::I32,
        };
        let fits = ty.params.len() == arguments
            && ty.params.iter().all(takes)
            && match returned {
                Some(returned) => results == [returned],
                // A function that was never declared returns an `int` in C; nothing is said about its value.
                None => results.is_empty() || results == [ValType::I32],
            };
        if fits {
            Ok(function)
        } else {
            let result = returned.map_or("no result".to_string(), |ty| format!("one result of {ty}"));
            let plural = if arguments == 1 { "" } else { "s" };
            Err(WrongType { expected: format!("{arguments} integer parameter{plural} and {result}") })
        }
    }
}
