//! What `worstcase bound` found: one value, which text, JSON, the page and exit codes read and add nothing to.
//!
//! JSON is this type as serde writes it, so that its fields are a contract: they are added to, not renamed. What runs show,
//! of an input that reaches a bound or of one above it, stands here beside the bounds that it is about.

mod validation;
mod wire;

use std::fmt;

use serde::{Serialize, Serializer};
use worstcase_program::FuncIdx;
use worstcase_program::debug::Location;

use crate::expr::Class;
use crate::lift::World;

pub use validation::{NamedCall, NotRun, Validation, Violation};

/// All that there is to say about the bounds of a program.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Bounds {
    /// The program as people call it: `insertion_sort`.
    pub program: String,
    /// The functions that were looked at, in the order of the source.
    pub functions: Vec<FunctionBounds>,
    /// Why it ended before all functions were looked at, if it did.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ended: Option<String>,
    /// The functions that were not looked at, or not to the end.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub missing: Vec<String>,
    /// Why results of `find` were not used, if there are any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub witness_ignored: Option<String>,
    /// What runs have shown, if there were to be any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub validation: Option<Validation>,
    /// What the bounds hold under.
    pub assumptions: Vec<Assumption>,
    /// What else there may be besides the program.
    #[serde(serialize_with = "wire::world")]
    pub world: World,
}

/// What was found for a function.
#[derive(Clone, Debug, Serialize)]
pub struct FunctionBounds {
    /// The function.
    #[serde(skip)]
    pub function: FuncIdx,
    /// Its name, in C++ with the types of its parameters.
    pub name: String,
    /// Its parameters' names.
    #[serde(rename = "params")]
    pub parameters: Vec<String>,
    /// Where it begins in the source.
    #[serde(flatten, serialize_with = "wire::place")]
    pub place: Option<Location>,
    /// The iterations of all loops and one, with those of the functions that it calls.
    #[serde(serialize_with = "wire::bound")]
    pub bound: Option<Bound>,
    /// Why it has no bound although its loops have.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub why: Option<String>,
    /// Whether it may be called again before it has returned: by itself, by way of others, or by code that is not seen.
    #[serde(skip_serializing_if = "is_false")]
    pub recursive: bool,
    /// Its loops, in the order of the code.
    pub loops: Vec<LoopBounds>,
    /// Its lines, those of other functions that were put into it as well.
    pub lines: Vec<LineBound>,
}

/// A loop of a function.
#[derive(Clone, Debug, Default, Serialize)]
pub struct LoopBounds {
    /// Where it is in the source.
    #[serde(flatten, serialize_with = "wire::place")]
    pub location: Option<Location>,
    /// How many loops it is in, itself included.
    pub depth: u32,
    /// Its iterations, in all, while the function runs once: all bounds hold, and the first is the best.
    #[serde(flatten, serialize_with = "wire::best_and_all")]
    pub bounds: Vec<Bound>,
    /// Whether they are those of one activation only: the function may be called again before it has returned.
    #[serde(skip_serializing_if = "is_false")]
    pub per_activation: bool,
    /// Why there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub why: Option<String>,
    /// Where an input of `find` reaches the best bound.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tight: Option<Tight>,
}

/// A line of a function on which there is code.
#[derive(Clone, Debug, Serialize)]
pub struct LineBound {
    /// The file.
    pub file: String,
    /// The line, from 1.
    pub line: u32,
    /// How often it is executed at most while the function runs once: no instruction of it more often. For a line on which a
    /// loop begins, the iterations of that.
    #[serde(serialize_with = "wire::bound")]
    pub bound: Option<Bound>,
}

/// A bound, as it is printed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Bound {
    /// In terms of the function's parameters and inputs.
    #[serde(rename = "expr")]
    pub text: String,
    /// How it grows.
    #[serde(serialize_with = "wire::shown")]
    pub class: Class,
}

/// A bound that is reached: there is no smaller one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Tight {
    /// The size of the input.
    pub size: u32,
    /// The iterations of the loop in one call.
    pub count: u64,
}

/// What bounds hold under. A run that breaks one of these is not spoken of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Assumption {
    /// C leaves it undefined what happens if they do.
    SignedIntegers,
    /// Nor if an address is computed beyond either end of memory.
    Pointers,
    /// Nothing is read or written beyond the end of an object.
    MemoryAccesses,
}

impl Assumption {
    /// All of them: proofs do not say which they use.
    pub const ALL: [Assumption; 3] =
        [Assumption::SignedIntegers, Assumption::Pointers, Assumption::MemoryAccesses];
}

impl fmt::Display for Assumption {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Assumption::SignedIntegers => "signed integers do not overflow",
            Assumption::Pointers => "pointers do not overflow",
            Assumption::MemoryAccesses => "memory is accessed within bounds",
        })
    }
}

impl Serialize for Assumption {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl Bounds {
    /// Whether there is something to look at: no bound, a bound that a run refutes, or work that was not done.
    pub fn is_finding(&self) -> bool {
        let is_refuted =
            self.validation.as_ref().is_some_and(|one| !one.violations.is_empty() || one.ended.is_some());
        self.ended.is_some() || is_refuted || self.functions.iter().any(FunctionBounds::is_finding)
    }

    /// The files that the functions and their loops are in, each once and in that order.
    pub fn files(&self) -> Vec<&str> {
        let mut files: Vec<&str> = Vec::new();
        for function in &self.functions {
            let loops = function.loops.iter().filter_map(|one| one.location.as_ref());
            for place in function.place.iter().chain(loops) {
                if !files.contains(&place.file.as_str()) {
                    files.push(&place.file);
                }
            }
        }
        files
    }

    /// The run that goes above a bound of a function's loop of that number, if there is one.
    pub fn violation(&self, function: &FunctionBounds, number: usize) -> Option<&Violation> {
        let location = function.loops.get(number)?.location.as_ref();
        let is_meant = |one: &&Violation| {
            one.function == function.name && one.one_loop == Some(number) && one.location.as_ref() == location
        };
        self.validation.as_ref()?.violations.iter().find(is_meant)
    }
}

impl LoopBounds {
    /// The best bound.
    pub fn best(&self) -> Option<&Bound> {
        self.bounds.first()
    }
}

impl FunctionBounds {
    /// A function of which nothing was found yet.
    pub fn new(function: FuncIdx, name: impl Into<String>) -> Self {
        FunctionBounds {
            function,
            name: name.into(),
            parameters: Vec::new(),
            place: None,
            bound: None,
            why: None,
            recursive: false,
            loops: Vec::new(),
            lines: Vec::new(),
        }
    }

    /// Whether this is something to look at: it may run for ever, for all we know, whatever the reason is that there is no
    /// bound. A function has one only if all of its loops and calls have.
    pub fn is_finding(&self) -> bool {
        self.bound.is_none() || self.loops.iter().any(|one| one.bounds.is_empty())
    }

    /// A function of which there is nothing to say but that.
    pub fn is_trivial(&self) -> bool {
        self.loops.is_empty() && self.bound.as_ref().is_some_and(|bound| bound.text == "1")
    }

    /// The function as it is called, with its parameters: `sort(a, n)`.
    pub fn signature(&self) -> String {
        format!("{}({})", plain(&self.name), self.parameters.join(", "))
    }
}

/// A name without the types of the parameters that it has in C++.
pub fn plain(name: &str) -> &str {
    match name.find('(') {
        Some(at) if at > 0 && name.ends_with(')') => &name[..at],
        _ => name,
    }
}

fn is_false(value: &bool) -> bool {
    !value
}

#[cfg(test)]
mod tests {
    use super::plain;

    #[test]
    fn names_lose_the_types_of_their_parameters() {
        assert_eq!(plain("sort"), "sort");
        assert_eq!(plain("text::reverse(char*, int)"), "text::reverse");
        assert_eq!(plain("(anonymous namespace)::f"), "(anonymous namespace)::f");
    }
}
