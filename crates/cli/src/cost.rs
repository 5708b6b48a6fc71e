//! What counts as cost.

use std::fmt;
use std::str::FromStr;

use clap::Args;
use worstcase_machine::process::Costs as Counted;
use worstcase_program::{FuncIdx, Program};

use crate::error::CliError;
use crate::run::functions_of;

/// The cost that is searched for.
#[derive(Args)]
pub struct Cost {
    /// What counts: conditionals, instructions, calls:FUNCTION, memory, or user (what the program adds up with cost())
    #[arg(long, value_name = "KIND", default_value = "conditionals")]
    pub cost: CostKind,
}

/// The costs that are searched for, each by itself.
#[derive(Args)]
pub struct Costs {
    /// What counts: conditionals, instructions, calls:FUNCTION, memory, or user (what the program adds up with cost()).
    /// Several, with commas between or one flag each, share the tests
    #[arg(long, value_name = "KIND", value_delimiter = ',', default_value = "conditionals")]
    cost: Vec<CostKind>,
}

impl Costs {
    /// Each kind once, in the order in which they were given.
    pub fn kinds(&self) -> Vec<&CostKind> {
        let mut kinds: Vec<&CostKind> = Vec::new();
        for kind in &self.cost {
            if !kinds.contains(&kind) {
                kinds.push(kind);
            }
        }
        kinds
    }

    /// As it is written on the command line.
    pub fn word(&self) -> String {
        self.kinds().iter().map(|kind| kind.word()).collect::<Vec<_>>().join(",")
    }

    /// For people.
    pub fn name(&self) -> String {
        self.kinds().iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
    }

    /// The function whose calls have to be counted: of one only.
    pub fn counted_function(&self, program: &Program) -> Result<Option<FuncIdx>, CliError> {
        let mut counted = None;
        for kind in self.kinds() {
            if let Some(function) = kind.counted_function(program)?
                && counted.replace(function).is_some_and(|other| other != function)
            {
                return Err(CliError::Usage(
                    "--cost: the calls of one function are counted at a time, not of several".into(),
                ));
            }
        }
        Ok(counted)
    }
}

/// What counts as cost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CostKind {
    Conditionals,
    Instructions,
    Calls(String),
    Memory,
    User,
}

impl FromStr for CostKind {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text.split_once(':') {
            Some(("calls", function)) if !function.is_empty() => Ok(CostKind::Calls(function.into())),
            None if text == "conditionals" => Ok(CostKind::Conditionals),
            None if text == "instructions" => Ok(CostKind::Instructions),
            None if text == "memory" => Ok(CostKind::Memory),
            None if text == "user" => Ok(CostKind::User),
            _ => Err("a cost is one of conditionals, instructions, calls:FUNCTION, memory, user".into()),
        }
    }
}

impl fmt::Display for CostKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CostKind::Conditionals => f.write_str("conditionals"),
            CostKind::Instructions => f.write_str("instructions"),
            CostKind::Calls(function) => write!(f, "calls of {function}"),
            CostKind::Memory => f.write_str("bytes of memory"),
            CostKind::User => f.write_str("units of its own"),
        }
    }
}

impl CostKind {
    /// The kind as it is written on the command line.
    pub fn word(&self) -> String {
        match self {
            CostKind::Conditionals => "conditionals".into(),
            CostKind::Instructions => "instructions".into(),
            CostKind::Calls(function) => format!("calls:{function}"),
            CostKind::Memory => "memory".into(),
            CostKind::User => "user".into(),
        }
    }

    /// The cost among all that was counted.
    pub fn of(&self, costs: &Counted) -> i64 {
        let count = match self {
            CostKind::Conditionals => costs.conditionals,
            CostKind::Instructions => costs.instructions,
            CostKind::Calls(_) => costs.calls,
            CostKind::Memory => costs.memory,
            CostKind::User => return costs.user,
        };
        i64::try_from(count).unwrap_or(i64::MAX)
    }

    /// The function whose calls have to be counted.
    pub fn counted_function(&self, program: &Program) -> Result<Option<FuncIdx>, CliError> {
        let CostKind::Calls(name) = self else { return Ok(None) };
        match program.function_named(name) {
            Some(function) => Ok(Some(function)),
            None => Err(CliError::UnknownFunction {
                flag: "--cost calls:",
                name: name.clone(),
                known: functions_of(program),
            }),
        }
    }
}
