//! What a plain function is called with, as its declaration in C says it: `sort(int a[n], int n)`.
//!
//! The machine makes a harness of that. The integer called `n` is the size, other numbers and the elements of arrays are
//! inputs, `int k = 5` is a constant. Only the words are understood here; whether the program has such a function
//! is for the machine to say.

mod parse;
mod tokens;
mod types;

use std::fmt;

use crate::ValType;
use crate::host::{Asked, InputKind, Number};

pub use parse::{Problem, SignatureError};
use types::c_name;

/// A function and what it is called with.
#[derive(Clone, Debug, PartialEq)]
pub struct Signature {
    /// Its name; in C++ with its namespaces, as in `ns::sort`.
    pub function: String,
    /// What it takes, from left to right.
    pub parameters: Vec<Parameter>,
}

/// What a function is given for one of its parameters.
#[derive(Clone, Debug, PartialEq)]
pub enum Parameter {
    /// The size: `int n`.
    Size(InputKind),
    /// An input: `int key`, `int key in 0..9`.
    Input {
        /// Its name, which says nothing but to people.
        name: Option<String>,
        /// What is asked for.
        asked: Asked,
    },
    /// The address of as many inputs in memory: `int a[n]`, `char board[8][8] in 'a'..'c'`.
    Array {
        /// Its name.
        name: Option<String>,
        /// What is asked for, for each element.
        element: Asked,
        /// The lengths, outermost first.
        lengths: Vec<Length>,
    },
    /// A constant: `int k = 5`, or just `5`.
    Constant {
        /// Its name.
        name: Option<String>,
        /// Its type; if there is none, whatever the function takes.
        kind: Option<InputKind>,
        /// The constant.
        value: Number,
    },
}

/// How many elements an array has: a sum of products of n and numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Length(Vec<Vec<Factor>>);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Factor {
    Size,
    Number(u64),
}

impl Signature {
    /// Whether it cannot be called without a size.
    pub fn needs_size(&self) -> bool {
        self.parameters.iter().any(|parameter| match parameter {
            Parameter::Size(_) => true,
            Parameter::Array { lengths, .. } => lengths.iter().any(Length::has_size),
            Parameter::Input { .. } | Parameter::Constant { .. } => false,
        })
    }
}

impl Parameter {
    /// The type that it is passed as, or `None` for a constant that can be more than one.
    pub fn ty(&self) -> Option<ValType> {
        match self {
            Parameter::Size(kind) => Some(kind.ty()),
            Parameter::Input { asked, .. } => Some(asked.kind.ty()),
            Parameter::Array { .. } => Some(ValType::I32),
            Parameter::Constant { kind, .. } => kind.map(InputKind::ty),
        }
    }

    /// How many inputs an array takes at size n. Too many for any memory are as good as `u64::MAX`.
    pub fn elements(&self, size: u32) -> u64 {
        match self {
            Parameter::Array { lengths, .. } => {
                // A row of no elements makes none of many rows, even of more than can be counted.
                let lengths: Vec<u64> = lengths.iter().map(|length| length.at(size)).collect();
                if lengths.contains(&0) { 0 } else { lengths.into_iter().fold(1, u64::saturating_mul) }
            }
            _ => 0,
        }
    }
}

/// The bits of a constant that is passed as a type, if it is a value of that.
pub fn constant_bits(kind: Option<InputKind>, value: Number, ty: ValType) -> Option<u64> {
    let kinds: &[InputKind] = match (kind, ty) {
        (Some(kind), _) => &[kind],
        // Whether the function takes it for a signed number does not matter for its bits.
        (None, ValType::I32) => &[InputKind::I32, InputKind::U32],
        (None, ValType::I64) => &[InputKind::I64, InputKind::U64],
        (None, ValType::F32) => &[InputKind::F32],
        (None, ValType::F64) => &[InputKind::F64],
        (None, ValType::FuncRef | ValType::ExternRef) => &[],
    };
    kinds.iter().find_map(|&kind| Asked::any(kind).bits(value))
}

impl Length {
    fn has_size(&self) -> bool {
        self.0.iter().flatten().any(|factor| *factor == Factor::Size)
    }

    fn at(&self, size: u32) -> u64 {
        let value = |factor: &Factor| match factor {
            Factor::Size => size.into(),
            Factor::Number(number) => *number,
        };
        let product = |factors: &Vec<Factor>| {
            let factors: Vec<u64> = factors.iter().map(value).collect();
            if factors.contains(&0) { 0 } else { factors.into_iter().fold(1, u64::saturating_mul) }
        };
        self.0.iter().map(product).fold(0, u64::saturating_add)
    }
}

/// What was understood, in C's words.
impl fmt::Display for Signature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let parameters: Vec<String> = self.parameters.iter().map(ToString::to_string).collect();
        write!(f, "{}({})", self.function, parameters.join(", "))
    }
}

impl fmt::Display for Parameter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let named = |name: &Option<String>| name.as_ref().map_or(String::new(), |name| format!(" {name}"));
        match self {
            Parameter::Size(kind) => write!(f, "{} n", c_name(*kind)),
            Parameter::Input { name, asked } => {
                write!(f, "{}{}{}", c_name(asked.kind), named(name), Range(asked))
            }
            Parameter::Array { name, element, lengths } => {
                write!(f, "{}{}", c_name(element.kind), named(name))?;
                lengths.iter().try_for_each(|length| write!(f, "[{length}]"))?;
                Range(element).fmt(f)
            }
            Parameter::Constant { kind: None, value, .. } => value.fmt(f),
            Parameter::Constant { name, kind: Some(kind), value } => {
                write!(f, "{}{} = {value}", c_name(*kind), named(name))
            }
        }
    }
}

/// The range that is asked for, if there is one.
struct Range<'a>(&'a Asked);

impl fmt::Display for Range<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.range.map_or(Ok(()), |(low, high)| write!(f, " in {low}..{high}"))
    }
}

impl fmt::Display for Length {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let factor = |factor: &Factor| match factor {
            Factor::Size => "n".to_string(),
            Factor::Number(number) => number.to_string(),
        };
        let product = |factors: &Vec<Factor>| factors.iter().map(factor).collect::<Vec<_>>().join("*");
        f.write_str(&self.0.iter().map(product).collect::<Vec<_>>().join("+"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn elements(signature: &str, size: u32) -> u64 {
        signature.parse::<Signature>().unwrap().parameters[0].elements(size)
    }

    #[test]
    fn lengths_are_sums_of_products() {
        assert_eq!(elements("f(int a[n])", 7), 7);
        assert_eq!(elements("f(int a[10])", 7), 10);
        assert_eq!(elements("f(int a[2*n*n+n+1])", 3), 22);
        assert_eq!(elements("f(int a[n][n+1][2])", 3), 24);
        assert_eq!(elements("f(int k)", 3), 0);
    }

    #[test]
    fn lengths_that_are_too_great_do_not_wrap_around() {
        let most = u32::MAX;
        assert_eq!(elements("f(int a[n*n*n])", most), u64::MAX);
        assert_eq!(elements("f(int a[n][n][n])", most), u64::MAX);
        assert_eq!(elements("f(int a[18446744073709551615 + n])", most), u64::MAX);
        assert_eq!(elements("f(int a[n*n*n*0])", most), 0);
        assert_eq!(elements("f(int a[n][n][n][0])", most), 0);
    }

    #[test]
    fn the_size_is_needed_where_it_is_used() {
        let needs_size = |signature: &str| signature.parse::<Signature>().unwrap().needs_size();
        assert!(needs_size("f(int n)") && needs_size("f(char s[2*n+1])"));
        assert!(!needs_size("f(int m, char s[10], 3)") && !needs_size("f()"));
    }

    #[test]
    fn a_constant_without_a_type_is_what_the_function_takes() {
        use ValType::*;
        let bits = |value, ty| constant_bits(None, value, ty);
        assert_eq!(bits(Number::Integer(-3), I32), Some(0xffff_fffd));
        assert_eq!(bits(Number::Integer(-3), I64), Some(-3i64 as u64));
        assert_eq!(bits(Number::Integer(0xffff_ffff), I32), Some(0xffff_ffff));
        assert_eq!(bits(Number::Integer(1 << 32), I32), None);
        assert_eq!(bits(Number::Integer(3), F64), Some(3f64.to_bits()));
        assert_eq!(bits(Number::Float(0.5), F32), Some(0.5f32.to_bits().into()));
        assert_eq!(bits(Number::Float(0.5), I32), None);
        assert_eq!(bits(Number::Integer(0), ExternRef), None);
    }
}
