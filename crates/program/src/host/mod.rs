//! What a program may call without defining it, and what that means: the one list that everybody asks.
//!
//! `compile` lets these names stay undefined, `machine` gives the meanings behaviour, and `bounds` reads off what a
//! call leaves alone. There are our own interface, those of KLEE, SV-COMP and libFuzzer's users, and WASI.

mod input;
mod table;
pub mod wasi;

pub use input::{Asked, InputKind, Number, TreeAttribute, TreeInput};

use crate::{ExternType, FuncType, Import, ValType};
use table::{ENVIRONMENT, Parameters};

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

/// The names of all functions that may stay undefined in a C program, which the linker then makes imports from
/// module `env`. It refuses every other, so that a misspelt name is an error when the program is built and not a
/// surprise when it runs. (Programs that include `worstcase.h` import from module `worstcase`, and need no list.)
pub fn undefined_names() -> impl Iterator<Item = &'static str> {
    ENVIRONMENT.iter().flat_map(|row| row.names).copied()
}

impl HostFunction {
    /// What a function is, by its name alone: of an input whose width C leaves open (`long`), the widest kind.
    pub fn named(module: &str, name: &str) -> HostFunction {
        match module {
            wasi::MODULE => wasi::Call::from_name(name).map_or(HostFunction::Unknown, HostFunction::Wasi),
            _ => table::find(module, name).map_or(HostFunction::Unknown, |row| row.function),
        }
    }

    /// What an imported function is, if it has the type that such a function has.
    pub fn resolve(import: &Import) -> Result<HostFunction, WrongType> {
        let ExternType::Func(ty) = &import.ty else {
            return Ok(HostFunction::Unknown);
        };
        let function =
            HostFunction::named(&import.module, &import.name).narrowed(ty.results.first().copied());
        if let HostFunction::Wasi(call) = function {
            let expected = call.func_type();
            return if *ty == expected {
                Ok(function)
            } else {
                Err(WrongType { expected: expected.to_string() })
            };
        }
        match table::find(&import.module, &import.name) {
            Some(row) if function != HostFunction::Unknown => function.checked(row.parameters, ty),
            _ => Ok(HostFunction::Unknown),
        }
    }

    /// The type of what it returns, if the program is to read that.
    pub fn result(self) -> Option<ValType> {
        match self {
            HostFunction::Input(kind) => Some(kind.ty()),
            HostFunction::InputIn(_) => Some(ValType::I32),
            HostFunction::Wasi(call) => call.returns_errno().then_some(ValType::I32),
            _ => None,
        }
    }

    /// Whether a call may change the program's memory. What is not known may do anything.
    pub fn writes_memory(self) -> bool {
        use HostFunction::*;
        match self {
            InputBytes | InputObject | Wasi(_) | Unknown => true,
            Input(_) | InputIn(_) | Assume | MeasureBegin | MeasureEnd | Cost | OutputI32 | OutputBytes => {
                false
            }
            Assert | Fail | Drop | Nothing => false,
        }
    }

    /// Where C leaves the width of an input open, the type that the program gives the function decides.
    fn narrowed(self, result: Option<ValType>) -> HostFunction {
        match (self, result) {
            (HostFunction::Input(InputKind::I64), Some(ValType::I32)) => HostFunction::Input(InputKind::I32),
            (HostFunction::Input(InputKind::U64), Some(ValType::I32)) => HostFunction::Input(InputKind::U32),
            (function, _) => function,
        }
    }

    /// Itself, if a program that gives it a type can mean it.
    fn checked(self, parameters: Parameters, ty: &FuncType) -> Result<HostFunction, WrongType> {
        let arguments = match parameters {
            Parameters::Count(count) => count,
            Parameters::Any => ty.params.len(),
        };
        let fits = ty.params.len() == arguments
            && ty.params.iter().all(|ty| self.takes(*ty))
            && match self.result() {
                Some(result) => ty.results == [result],
                // A function that was never declared returns an `int` in C; nothing is said about its value.
                None => ty.results.is_empty() || ty.results == [ValType::I32],
            };
        if fits {
            return Ok(self);
        }
        let result = self.result().map_or("no result".to_string(), |ty| format!("one result of {ty}"));
        let plural = if arguments == 1 { "" } else { "s" };
        Err(WrongType { expected: format!("{arguments} integer parameter{plural} and {result}") })
    }

    /// Whether an argument may have a type.
    fn takes(self, ty: ValType) -> bool {
        use HostFunction::*;
        match self {
            Nothing | Fail | Drop | Input(_) => true,
            Assume | Assert | Cost => matches!(ty, ValType::I32 | ValType::I64),
            // Addresses, lengths and bounds: a wider type would be cut off without a word.
            _ => ty == ValType::I32,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ValType::*;

    fn resolved(name: &str, params: &[ValType], results: &[ValType]) -> Result<HostFunction, String> {
        let ty = FuncType { params: params.to_vec(), results: results.to_vec() };
        let import = Import { module: "env".into(), name: name.into(), ty: ExternType::Func(ty) };
        HostFunction::resolve(&import).map_err(|wrong| wrong.expected)
    }

    #[test]
    fn the_import_says_how_wide_a_long_is() {
        let long = |ty| resolved("__VERIFIER_nondet_ulong", &[], &[ty]);
        assert_eq!(long(I32), Ok(HostFunction::Input(InputKind::U32)));
        assert_eq!(long(I64), Ok(HostFunction::Input(InputKind::U64)));
        assert_eq!(long(F32), Err("0 integer parameters and one result of i64".into()));
    }

    #[test]
    fn a_known_name_with_another_type_is_refused() {
        assert_eq!(resolved("assume", &[I64], &[]), Ok(HostFunction::Assume));
        assert_eq!(resolved("assume", &[I32], &[I32]), Ok(HostFunction::Assume), "never declared in C");
        assert_eq!(resolved("assume", &[], &[]), Err("1 integer parameter and no result".into()));
        assert_eq!(
            resolved("input_bytes", &[I32, I64], &[]),
            Err("2 integer parameters and no result".into())
        );
        assert_eq!(resolved("nobody_knows_this", &[F64], &[]), Ok(HostFunction::Unknown));
        // Its name is among SV-COMP's, but no input has 128 bits: an error only where it is called.
        assert_eq!(resolved("__VERIFIER_nondet_int128", &[I32], &[]), Ok(HostFunction::Unknown));
    }

    #[test]
    fn only_what_is_told_where_to_writes_memory() {
        let writes = |name| HostFunction::named("env", name).writes_memory();
        assert!(["input_bytes", "klee_make_symbolic", "nobody_knows_this"].into_iter().all(writes));
        assert!(!["klee_int", "input_i32_in", "assume", "cost", "output_bytes"].into_iter().any(writes));
        assert!(HostFunction::named(wasi::MODULE, "fd_read").writes_memory());
    }

    #[test]
    fn the_module_matters() {
        assert_eq!(HostFunction::named("worstcase", "cost"), HostFunction::Cost);
        assert_eq!(HostFunction::named("elsewhere", "cost"), HostFunction::Unknown);
        assert_eq!(HostFunction::named("env", "fd_write"), HostFunction::Unknown);
        assert_eq!(HostFunction::named(wasi::MODULE, "fd_write"), HostFunction::Wasi(wasi::Call::FdWrite));
        assert_eq!(HostFunction::named(wasi::MODULE, "cost"), HostFunction::Unknown);
    }
}
