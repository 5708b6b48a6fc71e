//! Where a program's inputs come from.

use std::fmt;

use worstcase_program::{Store, ValType};

use crate::value::{Step, Value};

/// What kind of number an input is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum InputKind {
    Bool,
    I8,
    U8,
    I16,
    U16,
    I32,
    U32,
    I64,
    U64,
    F32,
    F64,
}

impl InputKind {
    /// The kind that a function returns, by its name in our interface, KLEE's or SV-COMP's. Where C leaves the
    /// width open (`long`), the type of the import decides.
    pub fn named(name: &str, result: Option<ValType>) -> Option<InputKind> {
        use InputKind::*;
        let kind = match name.strip_prefix("input_").or_else(|| name.strip_prefix("__VERIFIER_nondet_"))? {
            "bool" => Bool,
            "i8" | "schar" | "char" => I8,
            "u8" | "uchar" => U8,
            "i16" | "short" => I16,
            "u16" | "ushort" => U16,
            "i32" | "int" => I32,
            "u32" | "uint" | "unsigned" => U32,
            "i64" | "longlong" | "loff_t" => I64,
            "u64" | "ulonglong" | "sector_t" => U64,
            "long" => I64,
            "ulong" | "size_t" | "pointer" | "pchar" | "charp" | "const_char_pointer" | "pthread_t" => U64,
            "f32" | "float" => F32,
            "f64" | "double" => F64,
            _ => return None,
        };
        Some(match (kind, result) {
            (I64, Some(ValType::I32)) => I32,
            (U64, Some(ValType::I32)) => U32,
            (kind, _) => kind,
        })
    }

    /// The type that a function returns it as.
    pub fn ty(self) -> ValType {
        use InputKind::*;
        match self {
            Bool | I8 | U8 | I16 | U16 | I32 | U32 => ValType::I32,
            I64 | U64 => ValType::I64,
            F32 => ValType::F32,
            F64 => ValType::F64,
        }
    }

    /// How many bytes it has in memory.
    pub fn bytes(self) -> u32 {
        use InputKind::*;
        match self {
            Bool | I8 | U8 => 1,
            I16 | U16 => 2,
            I32 | U32 | F32 => 4,
            I64 | U64 | F64 => 8,
        }
    }

    /// How it is written to memory.
    pub(super) fn store(self) -> Store {
        match self.bytes() {
            1 => Store::Store8,
            2 => Store::Store16,
            4 => Store::Store32,
            _ => Store::Store64,
        }
    }

    /// The kind of an object of that many bytes, if it can be one number.
    pub fn of_bytes(bytes: u32) -> Option<InputKind> {
        match bytes {
            1 => Some(InputKind::U8),
            2 => Some(InputKind::U16),
            4 => Some(InputKind::I32),
            8 => Some(InputKind::I64),
            _ => None,
        }
    }

    /// The least and the greatest value, if it is an integer.
    pub fn range(self) -> Option<(i128, i128)> {
        use InputKind::*;
        Some(match self {
            Bool => (0, 1),
            I8 => (i8::MIN.into(), i8::MAX.into()),
            U8 => (0, u8::MAX.into()),
            I16 => (i16::MIN.into(), i16::MAX.into()),
            U16 => (0, u16::MAX.into()),
            I32 => (i32::MIN.into(), i32::MAX.into()),
            U32 => (0, u32::MAX.into()),
            I64 => (i64::MIN.into(), i64::MAX.into()),
            U64 => (0, u64::MAX.into()),
            F32 | F64 => return None,
        })
    }
}

impl fmt::Display for InputKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            InputKind::Bool => "bool",
            InputKind::I8 => "i8",
            InputKind::U8 => "u8",
            InputKind::I16 => "i16",
            InputKind::U16 => "u16",
            InputKind::I32 => "i32",
            InputKind::U32 => "u32",
            InputKind::I64 => "i64",
            InputKind::U64 => "u64",
            InputKind::F32 => "f32",
            InputKind::F64 => "f64",
        })
    }
}

/// An input that the program asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Asked {
    /// What kind of number.
    pub kind: InputKind,
    /// The range that it has to lie in, both ends included.
    pub range: Option<(i64, i64)>,
    /// Whether it is an object of memory, which a text can fill byte by byte.
    pub object: bool,
}

impl Asked {
    /// Any value of a kind.
    pub fn any(kind: InputKind) -> Self {
        Asked { kind, range: None, object: false }
    }
}

/// Why an input could not be given.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum InputError {
    /// There never was one.
    #[error("the program asks for an input, but none was given")]
    None,
    /// All have been used.
    #[error("the program asks for more input than was given: {given}")]
    TooFew {
        /// How much there was, in words.
        given: String,
    },
    /// More than can be unknown at once.
    #[error("the program asks for more than {most} inputs, the limit")]
    TooMany {
        /// How many there can be.
        most: usize,
    },
    /// No value is in the range asked for.
    #[error("the program asks for an input from {low} to {high}, of which there is none")]
    EmptyRange {
        /// The least value.
        low: i64,
        /// The greatest value.
        high: i64,
    },
    /// The next one is no value of the kind or range asked for.
    #[error("input {position} is {value}, but the program asks for {expected}")]
    OutOfRange {
        /// Its place among the inputs, from 1.
        position: usize,
        /// What was given.
        value: String,
        /// What would be right.
        expected: String,
    },
    /// The size is no value of the type that the function takes it as.
    #[error("the size is {size}, but `{parameter}` can be at most {most}")]
    Size {
        /// The size.
        size: u32,
        /// The parameter, in C's words.
        parameter: String,
        /// The greatest size.
        most: i128,
    },
}

/// Gives a program its inputs.
pub trait Inputs<V: Value> {
    /// The next input. The outer error stops the run where it is, to be gone on with; the inner one ends it.
    fn next(&mut self, context: &mut V::Context, asked: Asked) -> Step<V, Result<V, InputError>>;
}
