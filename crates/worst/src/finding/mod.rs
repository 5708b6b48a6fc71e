//! What `find` found, as one value: text, JSON, the page, `--resume` and `bound` read it, and compute nothing of their own.
//!
//! Every cost in it was confirmed by a concrete run before it got here. Its fields are the keys of `result.json`.

mod rules;

use serde::{Deserialize, Serialize};
pub use worstcase_explore::{InputList, Replay};

use crate::growth::Claim;

/// What was found of a program's worst case.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Finding {
    /// What was searched.
    #[serde(flatten)]
    pub about: About,
    /// The small sizes of which all paths were explored.
    pub learned: LearnedSizes,
    /// The rule that leads to costly paths at all sizes.
    pub generator: Generator,
    /// What the rule was challenged with.
    pub challenges: Vec<Challenged>,
    /// What was found at each size, smallest first.
    pub sizes: Vec<SizeFound>,
    /// The sizes that people are shown: those that were asked for, and the greatest that is exact.
    pub shown: Vec<u32>,
    /// How the cost grows with the size.
    pub growth: Claim,
    /// What inputs of every size look like, if that is known.
    pub pattern: Option<PatternFound>,
    /// What a reader has to know before trusting the rest: limits that were reached, rules that were beaten.
    pub remarks: Vec<String>,
    /// Why the search is not done, if it is not: it still runs, or was ended early.
    pub unfinished: Option<String>,
    /// An input that traps, of the smallest size that has one, if the costliest ones do not.
    pub traps: Option<Trapping>,
    /// What the program reads although nothing of it is symbolic, if it takes no symbolic input at all.
    pub no_input: Option<String>,
}

/// What was searched.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct About {
    /// The program as people call it.
    pub program: String,
    /// The function that was called with the size.
    pub entry: String,
    /// What counts as cost, as it is written on the command line: `calls:compare`.
    pub cost_kind: String,
    /// The same in the plural, for sentences: `calls of compare`.
    pub cost_name: String,
    /// What a run depends on besides its input.
    pub replay: Replay,
}

/// The small sizes of which all paths were explored.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct LearnedSizes {
    /// The sizes.
    pub sizes: Vec<u32>,
    /// How many paths that were in all.
    pub paths: u64,
    /// Sizes where a rule that was learned without them reaches the exact worst case.
    pub checked_sizes: Vec<u32>,
    /// Sizes where the rule does not reach the exact worst case.
    pub missed_sizes: Vec<u32>,
    /// Whether there was time to follow the rule at all of these sizes.
    pub all_followed: bool,
    /// How long it took.
    pub seconds: f64,
}

/// The rule that leads to costly paths.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Generator {
    /// What a decision looks at: `branch-policy`, or more.
    pub kind: String,
    /// Its decisions where they make a difference, most important first.
    pub rules: Vec<RuleFound>,
}

/// Which way to go at a conditional.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct RuleFound {
    /// The place: file, line and column, or in other words if these are not known.
    pub at: String,
    /// The source file; the place in the module if there is no source.
    pub file: String,
    /// The line, from 1; 0 if it is unknown.
    pub line: u32,
    /// The column in bytes, from 1; 0 if it is unknown.
    pub column: u32,
    /// The source line; empty if it is unknown.
    pub source: String,
    /// When it says so, if not always: `called from sort.c:30`.
    pub context: String,
    /// The level of the true side, as the paper has it: `1` or `1/2`.
    #[serde(rename = "true")]
    pub yes: String,
    /// The level of the false side.
    #[serde(rename = "false")]
    pub no: String,
    /// How much less it costs to take the other side, at the sizes on trial.
    pub loss: i64,
}

/// A search for something costlier than what the rule leads to, at one size.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Challenged {
    /// The size.
    pub n: u32,
    /// What the rule leads to there.
    pub cost: Option<i64>,
    /// The costliest that was found otherwise.
    pub best: Option<i64>,
}

/// What was found at a size.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct SizeFound {
    /// The size.
    pub n: u32,
    /// The greatest cost that was found; none if nothing was.
    pub cost: Option<i64>,
    /// What that cost is worth.
    pub status: Status,
    /// How it was found.
    pub how: How,
    /// Why nothing was found, if nothing was.
    pub reason: Option<String>,
    /// Whether an earlier run found it; its input was run again.
    pub earlier: bool,
    /// How many paths were followed along the rule; none if all were explored.
    pub guided_paths: Option<u64>,
    /// How many paths were explored.
    pub paths: u64,
    /// The most decisions about inputs on a path.
    pub depth: u64,
    /// How often the solver was asked.
    pub questions: u64,
    /// How many of these questions went as far as Z3.
    pub solver_calls: u64,
    /// How long it took.
    pub seconds: f64,
    /// How much memory it took at its peak, in megabytes.
    pub memory_mb: Option<f64>,
    /// The mean cost of random inputs.
    pub random_mean: Option<f64>,
    /// The greatest cost of a random input.
    pub random_most: Option<i64>,
    /// How the run trapped, if it did.
    pub trapped: Option<String>,
    /// The limit that stopped the run before its end, if one did; the cost is that until then.
    pub stopped_by: Option<String>,
    /// An input that did not end either, but cost less than this one until then.
    pub also_endless: Option<Endless>,
    /// The text or the folder that the input's numbers make, if one is input.
    pub made: Option<String>,
    /// The input that costs so much.
    #[serde(flatten)]
    pub input: InputList,
}

/// An input that traps.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Trapping {
    /// The size.
    pub n: u32,
    /// How it traps.
    pub trap: String,
    /// The input.
    #[serde(flatten)]
    pub input: InputList,
}

/// An input that was not seen to end.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Endless {
    /// The limit that stopped it.
    pub stopped_by: String,
    /// The input.
    #[serde(flatten)]
    pub input: InputList,
}

/// What a cost is worth.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Status {
    /// Every path was explored: no input costs more.
    #[serde(rename = "exact")]
    Exact,
    /// An input that costs so much was run; others may cost more.
    #[serde(rename = "at least")]
    AtLeast,
    /// An input was stopped by a limit when it had cost so much.
    #[serde(rename = "not ended")]
    NotEnded,
    /// There is no cost.
    #[default]
    #[serde(rename = "nothing found")]
    Nothing,
}

/// How a cost was found. Later ones are better evidence of a rule behind it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum How {
    /// Not at all.
    #[default]
    Nothing,
    /// By a random input.
    Chance,
    /// By stretching an input of a smaller size.
    Stretching,
    /// By changing an input little by little.
    Climbing,
    /// By walks that look ahead and go on where it costs most.
    Walking,
    /// By the pattern.
    Pattern,
    /// Along the rule.
    Rule,
    /// By all paths.
    Paths,
}

/// What worst-case inputs look like at every size.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PatternFound {
    /// The pattern: `input[i] = n - i`.
    pub formula: String,
    /// The greatest size at which it was run and cost what was to be expected.
    pub confirmed_n: u32,
}

impl How {
    /// In a word, the one that JSON has.
    pub fn word(self) -> &'static str {
        match self {
            How::Nothing => "nothing",
            How::Chance => "chance",
            How::Stretching => "stretching",
            How::Climbing => "climbing",
            How::Walking => "walking",
            How::Pattern => "pattern",
            How::Rule => "rule",
            How::Paths => "paths",
        }
    }
}

impl RuleFound {
    /// The side that it takes whenever it can.
    pub fn side(&self) -> bool {
        self.yes == "1"
    }
}

impl Challenged {
    /// Whether something costlier was found.
    pub fn is_lost(&self) -> bool {
        self.best > self.cost
    }
}

impl SizeFound {
    /// A size at which nothing was found yet.
    pub fn nothing(n: u32, reason: &str) -> SizeFound {
        SizeFound { n, reason: Some(reason.into()), ..SizeFound::default() }
    }

    /// The file of the input, relative to the folder of results, if there is one.
    pub fn file(&self) -> Option<String> {
        self.cost.map(|_| format!("inputs/n{:04}.json", self.n))
    }

    /// The input on one line, for people: what its numbers make, if that is something else.
    pub fn input_text(&self) -> String {
        self.made.clone().unwrap_or_else(|| self.input.text())
    }

    /// Whether all paths were explored.
    pub fn is_exact(&self) -> bool {
        self.status == Status::Exact
    }

    /// How it ended, if not as it should: for the same words everywhere.
    pub fn note(&self) -> Option<String> {
        match (&self.trapped, &self.stopped_by) {
            (Some(trap), _) => Some(format!("trapped ({trap})")),
            (None, Some(limit)) => Some(format!("did not end ({limit})")),
            (None, None) => None,
        }
    }
}

impl Finding {
    /// What was found at a size.
    pub fn at(&self, n: u32) -> Option<&SizeFound> {
        self.sizes.iter().find(|size| size.n == n)
    }

    /// The sizes that people are shown.
    pub fn shown(&self) -> impl Iterator<Item = &SizeFound> {
        self.sizes.iter().filter(|size| self.shown.contains(&size.n))
    }

    /// Whether the program takes any input, as far as was seen.
    pub fn asks(&self) -> bool {
        self.sizes.iter().any(|size| !size.input.is_empty() || size.also_endless.is_some())
    }

    /// Whether something was found at all.
    pub fn has_costs(&self) -> bool {
        self.sizes.iter().any(|size| size.cost.is_some())
    }

    /// Whether all inputs cost the same, as far as random ones show.
    pub fn is_flat(&self) -> bool {
        let mut compared =
            self.sizes.iter().filter_map(|size| Some((size.cost, size.random_mean?))).peekable();
        let flat = |(cost, mean): (Option<i64>, f64)| cost.is_some_and(|cost| mean == cost as f64);
        compared.peek().is_some() && compared.all(flat) && self.shown().all(|size| size.random_mean.is_some())
    }

    /// Whether somebody should look at it: nothing was found at a size, some input traps or does not end, or there is no
    /// input to search for.
    pub fn needs_a_look(&self) -> bool {
        let needs =
            |size: &SizeFound| size.cost.is_none() || size.note().is_some() || size.also_endless.is_some();
        self.no_input.is_some() || self.traps.is_some() || self.shown().any(needs)
    }
}
