//! Inputs: what kinds of numbers they are, what a program asks for, and numbers as people write them.

use std::fmt;

use crate::{Store, ValType};

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
    /// All of them.
    pub const ALL: [InputKind; 11] = {
        use InputKind::*;
        [Bool, I8, U8, I16, U16, I32, U32, I64, U64, F32, F64]
    };

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
    pub fn store(self) -> Store {
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
    /// What it says of a tree that is input, if it is a part of one.
    pub of: Option<TreeInput>,
}

/// What an input says of a tree: about which file or directory, and what. So programs that see the same tree can be told to
/// speak of the same thing, whichever asks first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct TreeInput {
    /// The number of the entry, in the order in which the program came to know of them; none is the tree's own folder.
    pub entry: Option<u32>,
    /// What of it.
    pub attribute: TreeAttribute,
}

/// What an input can say of a file or directory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum TreeAttribute {
    /// How many names a folder has that nobody asked for before it was listed.
    Count,
    /// Whether a folder has the name that was asked for as that of so many before.
    Exists(u32),
    /// How long its name is.
    Length,
    /// A byte of its name.
    Letter(u32),
    /// Whether it is a directory.
    Kind,
    /// How many bytes it has.
    Size,
    /// When it was modified, in seconds since 1970.
    Time,
    /// A byte of its contents.
    Byte(u32),
}

impl Asked {
    /// Any value of a kind.
    pub fn any(kind: InputKind) -> Self {
        Asked { kind, range: None, object: false, of: None }
    }

    /// The bits of a number as what is asked for, if it is one. Narrow integers are extended as C does.
    pub fn bits(self, number: Number) -> Option<u64> {
        let integer = match number {
            Number::Integer(value) => Some(value),
            Number::Character(byte) => Some(byte.into()),
            Number::Float(_) => None,
        };
        match (self.kind.range(), integer) {
            (Some((low, high)), Some(value)) => {
                let (low, high) = self.range.map_or((low, high), |(low, high)| (low.into(), high.into()));
                (low <= value && value <= high).then_some(match self.kind {
                    InputKind::I64 | InputKind::U64 => value as u64,
                    _ => (value as u32).into(),
                })
            }
            (Some(_), None) => None,
            (None, _) => {
                let value = match number {
                    Number::Integer(value) => value as f64,
                    Number::Character(byte) => byte.into(),
                    Number::Float(value) => value,
                };
                Some(match self.kind {
                    InputKind::F32 => (value as f32).to_bits().into(),
                    _ => value.to_bits(),
                })
            }
        }
    }
}

/// An input as people write it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Number {
    /// An integer of any kind.
    Integer(i128),
    /// A floating-point number.
    Float(f64),
    /// A character of a text: an integer, or one byte of an input that has more.
    Character(u8),
}

impl Number {
    /// The number whose bits, in memory, are these.
    pub fn decode(kind: InputKind, bits: u64) -> Number {
        use InputKind::*;
        Number::Integer(match kind {
            Bool => i128::from(bits & 1),
            U8 | U16 | U32 | U64 => bits.into(),
            I8 => (bits as i8).into(),
            I16 => (bits as i16).into(),
            I32 => (bits as i32).into(),
            I64 => (bits as i64).into(),
            F32 => return Number::Float(f32::from_bits(bits as u32).into()),
            F64 => return Number::Float(f64::from_bits(bits)),
        })
    }
}

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Number::Integer(value) => value.fmt(f),
            Number::Character(byte) => byte.fmt(f),
            Number::Float(value) => write!(f, "{value:?}"),
        }
    }
}
