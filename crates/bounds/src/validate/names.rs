//! What the names in a printed bound stand for: arguments, global variables, inputs, memory.

use worstcase_machine::{Memory, Value};
use worstcase_program::debug::{DebugInfo, Scalar, ScalarKind, TypeIdx};

use crate::lift::{Kind, Place, Routine, Type, Variable};

/// Where the value of a name comes from.
#[derive(Clone, Copy, Debug)]
pub enum Source {
    Parameter(usize, Type),
    Global(u32, u8, Type),
    /// So far behind where the argument of that number points to.
    Behind(usize, i64, u8, Type),
    Input(usize),
    /// All of memory, as an array of bytes.
    Memory,
    Nowhere,
}

/// A name that bounds use, and what its elements are if it is a pointer.
pub struct Name {
    pub text: String,
    pub source: Source,
    pub element: Option<Type>,
}

impl Name {
    /// Finds out what a name is in a routine.
    pub fn of(text: &str, routine: &Routine, debug: Option<&DebugInfo>) -> Name {
        let variable = routine.variables.iter().find(|variable| variable.name == text);
        let input = text.strip_prefix("input").and_then(|number| number.parse().ok());
        let found = match (variable.map(source), input) {
            (Some(source), _) if !matches!(source, Source::Nowhere) => source,
            (_, Some(number)) => Source::Input(number),
            _ if text == "memory" => Source::Memory,
            _ => Source::Nowhere,
        };
        let pointee = variable.and_then(|variable| variable.pointee);
        let element = pointee.and_then(|ty| scalar(debug?, ty)).and_then(integer);
        Name { text: text.to_string(), source: found, element }
    }
}

/// What the dot and the arrow of a member become, since the grammar of bounds has none.
const MEMBER: &str = "__of__";
const ARROW: &str = "__to__";

/// A name as the source has it.
pub fn as_written(name: &str) -> String {
    name.replace(MEMBER, ".").replace(ARROW, "->")
}

/// A bound with `s.count` and `s->count` as one word. A dot between digits is not one of these.
pub fn with_members(text: &str) -> String {
    let mut result = String::new();
    let text = text.replace("->", ARROW);
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        let is_member = letters.peek().is_some_and(|next| next.is_alphabetic() || *next == '_');
        match letter {
            '.' if is_member => result += MEMBER,
            letter => result.push(letter),
        }
    }
    result
}

/// Where the value of a variable comes from when its routine begins.
pub fn source(variable: &Variable) -> Source {
    match (variable.kind, variable.place) {
        (Kind::Parameter(number), _) => Source::Parameter(number as usize, variable.ty),
        (Kind::Global(_), Some(Place::Fixed(address, bytes))) => Source::Global(address, bytes, variable.ty),
        (Kind::Pointed(number), Some(Place::Behind(_, at, bytes))) => {
            Source::Behind(number as usize, at, bytes, variable.ty)
        }
        _ => Source::Nowhere,
    }
}

/// The value of a name when a function begins.
pub fn value<V: Value>(source: Source, arguments: &[V], memory: &V::Memory) -> Option<i128> {
    match source {
        Source::Parameter(number, ty) => Some(number_of(ty, arguments.get(number)?.known()?)),
        Source::Global(address, bytes, ty) => read::<V>(memory, address.into(), bytes, ty),
        Source::Behind(number, at, bytes, ty) => {
            let start = number_of(Type::POINTER, arguments.get(number)?.known()?);
            read::<V>(memory, start + i128::from(at), bytes, ty)
        }
        Source::Input(_) | Source::Memory | Source::Nowhere => None,
    }
}

/// What lies in memory as a number of a type.
pub fn read<V: Value>(memory: &V::Memory, address: i128, bytes: u8, ty: Type) -> Option<i128> {
    let bytes = memory.known(address.try_into().ok()?, bytes.into())?;
    Some(number_of(ty, bytes.iter().rev().fold(0, |bits, &byte| bits << 8 | u64::from(byte))))
}

/// The number that bits are in a type.
pub fn number_of(ty: Type, bits: u64) -> i128 {
    let size = u32::from(ty.bits).max(8);
    let value = i128::from(bits) & ((1 << size) - 1);
    if ty.signed && value >> (size - 1) != 0 { value - (1 << size) } else { value }
}

/// The scalar that a type is, if it is no structure.
pub fn scalar(debug: &DebugInfo, ty: TypeIdx) -> Option<Scalar> {
    debug.scalar_at(ty, 0).filter(|(path, _)| path.is_empty()).map(|(_, scalar)| scalar)
}

fn integer(scalar: Scalar) -> Option<Type> {
    match scalar.kind {
        ScalarKind::Signed => Some(Type::signed(8 * scalar.bytes)),
        ScalarKind::Unsigned => Some(Type::unsigned(8 * scalar.bytes)),
        ScalarKind::Float | ScalarKind::Pointer(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::{as_written, with_members};

    #[test]
    fn members_become_words_and_fractions_stay() {
        assert_eq!(with_members("max(0, s.count) + 1.5*n"), "max(0, s__of__count) + 1.5*n");
        assert_eq!(with_members("a.b.c"), "a__of__b__of__c");
        assert_eq!(with_members("s->top - 1"), "s__to__top - 1");
        assert_eq!(as_written(&with_members("s->at.x")), "s->at.x");
    }
}
