//! A suite of load tests for a pipeline, as one value: text, JSON and the page read it, and compute nothing of their own.
//!
//! Every cost in it was measured by a run of the whole pipeline on the test as it is written.

use serde::Serialize;
use worstcase_explore::{Input, WitnessTree, shown_tree};

use crate::pipeline::Flow;

/// A suite of load tests for a pipeline.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct PipelineSuite {
    /// The pipeline, in shell syntax.
    pub pipeline: String,
    /// What counts, as it is written on the command line.
    pub cost_kind: String,
    /// The same in the plural, for sentences.
    pub cost_name: String,
    /// How many bytes the costliest test has.
    pub size: usize,
    /// How many files and directories it has, if a folder is input.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub entries: Option<usize>,
    /// How many tests were asked for.
    pub wanted: usize,
    /// The components, in the order of the text.
    pub components: Vec<ComponentSummaries>,
    /// What reads what; components by their places.
    pub flow: Flow,
    /// The tests, the costliest first.
    pub tests: Vec<PipelineTest>,
    /// What random inputs cost.
    pub random: PipelineRandom,
    /// What tests of single components cost the whole pipeline.
    pub single: Vec<SingleComponent>,
    /// How long it took.
    pub seconds: PipelineSeconds,
    /// How many runs of the whole pipeline there were to make tests costlier.
    pub runs: u64,
    /// What a reader has to know before trusting the rest.
    pub remarks: Vec<String>,
    /// Why it is not done, if it is not.
    pub unfinished: Option<String>,
}

/// What is known of a component.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct ComponentSummaries {
    /// The command with its arguments.
    pub name: String,
    /// How `xargs` runs it, if it does.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub xargs: Option<String>,
    /// How many paths were computed now, and how many were there already.
    pub summaries: SummaryCount,
    /// How long that took.
    pub seconds: f64,
}

/// How many paths of a component were used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct SummaryCount {
    /// Computed now.
    pub computed: usize,
    /// Taken from the library.
    pub reused: usize,
}

/// A load test for a pipeline.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct PipelineTest {
    /// What the whole pipeline costs on it.
    pub cost: i64,
    /// What each component costs.
    pub per_component: Vec<i64>,
    /// What it would cost if every component took the path that was chosen for it, less what was lost by what was dropped.
    pub predicted: Option<i64>,
    /// How many conditions there were.
    pub conjuncts: usize,
    /// How many were dropped, of each component.
    pub relaxed: Vec<usize>,
    /// What was dropped, in source terms.
    pub dropped: Vec<DroppedCondition>,
    /// What made it.
    pub how: PipelineHow,
    /// How the run ended, if not well.
    pub ended: Option<String>,
    /// The source lines that cost most, as far as there was time to see.
    pub lines: Vec<PipelineLine>,
    /// The file that it was written to, from the folder of results; empty if there is none.
    pub file: String,
    /// All that the pipeline reads.
    #[serde(skip)]
    pub input: Vec<u8>,
    /// The folder that is input, if one is.
    #[serde(skip)]
    pub tree: Option<WitnessTree>,
    /// The numbers that it was made of.
    #[serde(skip)]
    pub numbers: Vec<Input>,
    /// How many instructions a run executes, whatever counts.
    #[serde(skip)]
    pub executed: u64,
}

/// What a test spends at a source line.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct PipelineLine {
    /// The component's place.
    pub component: usize,
    /// File and line.
    pub at: String,
    /// Its text, if the source is at hand.
    pub source: String,
    /// Conditionals decided there.
    pub conditionals: u64,
    /// Instructions executed there.
    pub instructions: u64,
}

/// Conditions of one place that were dropped.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct DroppedCondition {
    /// The component's place.
    pub component: usize,
    /// File and line, or the function.
    pub at: String,
    /// How many.
    pub times: usize,
}

/// What made a test.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum PipelineHow {
    /// Paths of all components, put together.
    #[default]
    Composed,
    /// The costliest input of one component as it is: of the first, or of one that reads files.
    Single,
    /// Changes of an input, a smaller one that was made longer, or what is costly to read for another component than the first.
    Changed,
    /// Nothing: an input by chance was enough.
    Random,
}

/// What random inputs cost.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct PipelineRandom {
    /// How many were run.
    pub runs: u64,
    /// Their mean.
    pub mean: Option<f64>,
    /// The costliest.
    pub best: Option<i64>,
    /// How long that took.
    pub seconds: f64,
}

/// What tests made for one component alone cost the whole pipeline.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct SingleComponent {
    /// The command with its arguments.
    pub component: String,
    /// The mean over its tests.
    pub mean: f64,
}

/// How long it took.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct PipelineSeconds {
    /// To find costly paths of components.
    pub summaries: f64,
    /// To put them together, and to run and change what came of it.
    pub composition: f64,
}

impl PipelineTest {
    /// How many bytes it has: of standard input, or of all files of the folder that is input.
    pub fn bytes(&self) -> usize {
        self.tree.as_ref().map_or(self.input.len(), |tree| tree.bytes() as usize)
    }

    /// The folder that is input on one line, if one is.
    pub fn shown_folder(&self) -> Option<String> {
        self.tree.as_ref().map(shown_tree)
    }
}

impl PipelineSuite {
    /// Whether something is to be looked at: there are fewer tests than were asked for and it was not to the end, or one did not
    /// end well.
    pub fn needs_a_look(&self) -> bool {
        let is_early = self.unfinished.is_some() && self.tests.len() < self.wanted;
        self.tests.is_empty() || is_early || self.tests.iter().any(|test| test.ended.is_some())
    }

    /// The mean cost of the tests.
    pub fn mean(&self) -> f64 {
        let sum: f64 = self.tests.iter().map(|test| test.cost as f64).sum();
        sum / self.tests.len().max(1) as f64
    }
}
