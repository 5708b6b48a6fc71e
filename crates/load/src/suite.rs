//! A suite of load tests, as one value: text, JSON and the page read it, and compute nothing of their own.
//!
//! Every cost in it was measured by a run of the test as it is written. Its fields are the keys of `result.json`.

use serde::{Deserialize, Serialize};
use worstcase_explore::{InputList, Replay};

/// A suite of load tests.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Suite {
    /// The program as people call it.
    pub program: String,
    /// The function that was called with the size.
    pub entry: String,
    /// The size.
    pub size: u32,
    /// What counts, as it is written on the command line; several with commas between them.
    pub cost_kind: String,
    /// The same in the plural, for sentences.
    pub cost_name: String,
    /// What a run depends on besides its input.
    pub replay: Replay,
    /// How many tests were asked for.
    pub wanted: usize,
    /// How many decisions a path went on for in a phase of the search, in the middle of all phases; 0 if there were none to make.
    pub look_ahead: usize,
    /// How many phases there were.
    pub phases: u64,
    /// How long it took to make the tests.
    pub seconds: f64,
    /// How many of the solver's questions went as far as Z3.
    pub solver_calls: u64,
    /// How many runs there were to make tests costlier.
    pub runs: u64,
    /// The tests, the costliest first; those for the first kind of cost before those for the next.
    pub tests: Vec<Test>,
    /// How different the tests are.
    pub diversity: Diversity,
    /// What random inputs cost.
    pub random: RandomRuns,
    /// What a reader has to know before trusting the rest.
    pub remarks: Vec<String>,
    /// Why the search is not done, if it is not.
    pub unfinished: Option<String>,
    /// Whether a few runs were already all of the work.
    #[serde(skip)]
    pub is_short: bool,
}

/// A load test.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Test {
    /// What it costs: measured, so the worst case is at least that.
    pub cost: i64,
    /// What that is worth: always `at least`.
    pub status: String,
    /// How many decisions about inputs are on its path, as far as the search followed it.
    pub branches: u64,
    /// What made it: `search`, or `changed` if its input was changed afterwards.
    pub how: How,
    /// The kinds of cost that it was made for, as they are written on the command line.
    pub made_for: String,
    /// Those of which it is the costliest test.
    pub best_for: Vec<String>,
    /// Where it spends its cost: source lines, the costliest first.
    pub lines: Vec<LineCost>,
    /// How the run ended, if not by itself.
    pub ended: Option<String>,
    /// The file that it was written to, from the folder of results; empty if there is none.
    pub file: String,
    /// What the program reads, for people, if that is more than the inputs: the text of a template, or a tree.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// The input.
    #[serde(flatten)]
    pub input: InputList,
}

impl Test {
    /// What the program reads, on one line.
    pub fn shown(&self) -> String {
        self.text.clone().unwrap_or_else(|| self.input.text())
    }
}

/// What made a test.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum How {
    /// A search by paths.
    #[default]
    Search,
    /// Changes of an input that was found so.
    Changed,
}

/// What a source line costs.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct LineCost {
    /// The place: file and line.
    pub at: String,
    /// The line; empty if its source is not at hand.
    pub source: String,
    /// How many conditionals were decided there.
    pub conditionals: u64,
    /// How many instructions were executed there.
    pub instructions: u64,
}

/// How different tests are: what share of their decisions two of them differ in.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Diversity {
    /// The mean over all pairs.
    pub mean: f64,
    /// The least of all pairs.
    pub min: f64,
    /// All pairs, a row for each test.
    pub matrix: Vec<Vec<f64>>,
}

/// What random inputs cost.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct RandomRuns {
    /// How many were run.
    pub runs: u64,
    /// Their mean, of the first cost that was asked for.
    pub mean: Option<f64>,
    /// The costliest of them, likewise.
    pub best: Option<i64>,
    /// The same for each cost that was asked for.
    pub costs: Vec<RandomCost>,
    /// How long that took.
    pub seconds: f64,
}

/// What random inputs cost, of one kind of cost.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct RandomCost {
    /// The kind, as it is written on the command line.
    pub kind: String,
    /// The mean.
    pub mean: f64,
    /// The costliest.
    pub best: i64,
}

impl Suite {
    /// Whether something is to be looked at: there are no tests, the search was ended in its first phase or before it had as
    /// many as were asked for, or a test takes no input or did not end well.
    pub fn needs_a_look(&self) -> bool {
        let needs = |test: &Test| test.ended.is_some() || test.input.is_empty();
        let is_short = self.phases <= 1 || self.tests.len() < self.wanted;
        let is_early = self.unfinished.is_some() && is_short;
        self.tests.is_empty() || is_early || self.tests.iter().any(needs)
    }

    /// Whether another suite is about the same thing, so that its tests are tests here.
    pub fn is_like(&self, other: &Suite) -> bool {
        let about = |suite: &Suite| {
            (
                suite.program.clone(),
                suite.entry.clone(),
                suite.size,
                suite.cost_kind.clone(),
                suite.replay.clone(),
            )
        };
        about(self) == about(other)
    }

    /// How many times the mean of random inputs a test costs, if that says anything.
    pub fn times_random(&self, test: &Test) -> Option<f64> {
        let random = self.random.costs.iter().find(|random| random.kind == test.made_for)?;
        (random.mean > 0.0).then(|| test.cost as f64 / random.mean)
    }

    /// The mean cost of the tests.
    pub fn mean(&self) -> f64 {
        let sum: f64 = self.tests.iter().map(|test| test.cost as f64).sum();
        sum / self.tests.len().max(1) as f64
    }
}
