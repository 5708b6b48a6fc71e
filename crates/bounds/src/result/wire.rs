//! How parts of a result are written where that is not how we keep them.

use std::fmt::Display;

use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};
use worstcase_machine::process::Number;
use worstcase_program::debug::Location;

use super::{Bound, NamedCall};
use crate::lift::World;
use crate::validate::Argument;

/// Anything as it is printed.
pub fn shown<S: Serializer>(value: &impl Display, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(value)
}

/// The file and the line of a place, null where there is none.
pub fn place<S: Serializer>(place: &Option<Location>, serializer: S) -> Result<S::Ok, S::Error> {
    #[derive(Serialize)]
    struct Place<'a> {
        file: Option<&'a str>,
        line: Option<u32>,
    }
    let (file, line) = (place.as_ref().map(|at| &*at.file), place.as_ref().map(|at| at.line));
    Place { file, line }.serialize(serializer)
}

/// A bound, or that it is unknown.
struct MaybeBound<'a>(Option<&'a Bound>);

impl Serialize for MaybeBound<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if let Some(bound) = self.0 {
            return bound.serialize(serializer);
        }
        let mut map = serializer.serialize_map(Some(2))?;
        map.serialize_entry("expr", &None::<&str>)?;
        map.serialize_entry("class", "unknown")?;
        map.end()
    }
}

/// A bound, or that it is unknown.
pub fn bound<S: Serializer>(bound: &Option<Bound>, serializer: S) -> Result<S::Ok, S::Error> {
    MaybeBound(bound.as_ref()).serialize(serializer)
}

/// The first of several bounds, and all of them.
pub fn best_and_all<S: Serializer>(bounds: &[Bound], serializer: S) -> Result<S::Ok, S::Error> {
    #[derive(Serialize)]
    struct BestAndAll<'a> {
        bound: MaybeBound<'a>,
        all: Vec<&'a str>,
    }
    let all = bounds.iter().map(|bound| &*bound.text).collect();
    BestAndAll { bound: MaybeBound(bounds.first()), all }.serialize(serializer)
}

/// A number of 64 bits at most, with or without a sign. JSON has no NaN and no infinity; they become texts.
struct Plain(Number);

impl Serialize for Plain {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0 {
            Number::Integer(value) => match i64::try_from(value) {
                Ok(value) => serializer.serialize_i64(value),
                Err(_) => serializer.serialize_u64(value as u64),
            },
            Number::Character(byte) => serializer.serialize_u8(byte),
            Number::Float(value) if value.is_finite() => serializer.serialize_f64(value),
            Number::Float(value) => serializer.serialize_str(&format!("{value:?}")),
        }
    }
}

fn integer(value: i128) -> Plain {
    Plain(Number::Integer(value))
}

/// Inputs, in order.
pub fn numbers<S: Serializer>(numbers: &[Number], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(numbers.iter().map(|number| Plain(*number)))
}

/// Arguments that are numbers, by name.
pub fn arguments<S: Serializer>(arguments: &[(String, i128)], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_map(arguments.iter().map(|(name, value)| (name, integer(*value))))
}

/// A call with its arguments, of which some are buffers.
struct Called<'a>(&'a NamedCall);

impl Serialize for Called<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        #[serde(untagged)]
        enum Value {
            Number(Plain),
            Buffer(Vec<Plain>),
        }
        struct Arguments<'a>(&'a [(String, Argument)]);
        impl Serialize for Arguments<'_> {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_map(self.0.iter().map(|(name, argument)| match argument {
                    Argument::Number(value) => (name, Value::Number(integer(*value))),
                    Argument::Buffer { numbers, .. } => {
                        (name, Value::Buffer(numbers.iter().map(|&number| integer(number)).collect()))
                    }
                }))
            }
        }
        let (function, arguments) = self.0;
        let mut map = serializer.serialize_map(Some(2))?;
        map.serialize_entry("function", function)?;
        map.serialize_entry("arguments", &Arguments(arguments))?;
        map.end()
    }
}

/// A call.
pub fn call<S: Serializer>(call: &NamedCall, serializer: S) -> Result<S::Ok, S::Error> {
    Called(call).serialize(serializer)
}

/// A call, or none.
pub fn maybe_call<S: Serializer>(call: &Option<NamedCall>, serializer: S) -> Result<S::Ok, S::Error> {
    call.as_ref().map(Called).serialize(serializer)
}

/// The world in a word, and what that means.
pub fn world<S: Serializer>(world: &World, serializer: S) -> Result<S::Ok, S::Error> {
    let word = match world {
        World::Open => "open",
        World::Closed => "closed",
    };
    let mut map = serializer.serialize_map(Some(2))?;
    map.serialize_entry("kind", word)?;
    map.serialize_entry("meaning", world.sentence())?;
    map.end()
}
