//! What a run came to: one value that text and JSON read.

use std::collections::BTreeMap;

use serde::{Serialize, Serializer};
use worstcase_machine::Line;
use worstcase_machine::process::Costs;

use super::end::ComponentEnd;

/// A run of a pipeline.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PipelineRun {
    /// The components, in the order of the pipeline's text.
    pub components: Vec<ComponentRun>,
    /// What all of them cost together. They are in memory at the same time, so peaks are added up.
    pub total: RunCosts,
    /// What came out: of a linear pipeline, one; of a split, one for each branch, in the order of the text.
    pub outputs: Vec<PipelineOutput>,
}

/// What a component did.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ComponentRun {
    /// What the command is called.
    pub name: String,
    /// Its arguments.
    pub arguments: Vec<String>,
    /// What it cost; with `xargs`, all its processes together, but for memory, of which one at a time is used.
    pub costs: RunCosts,
    /// How many processes it was.
    pub runs: u64,
    /// Bytes that it read from its standard input; with `xargs`, that were made into arguments.
    pub bytes_in: u64,
    /// Bytes that it wrote to its standard output.
    pub bytes_out: u64,
    /// Newlines among what it read.
    pub lines_in: u64,
    /// Newlines among what it wrote.
    pub lines_out: u64,
    /// How it ended.
    pub end: ComponentEnd,
    /// What it wrote to standard error.
    #[serde(serialize_with = "as_text", skip_serializing_if = "Vec::is_empty")]
    pub stderr: Vec<u8>,
    /// What its source lines cost, costliest first, if that was asked for.
    #[serde(rename = "profile", skip_serializing_if = "Vec::is_empty")]
    pub lines: Vec<LineCost>,
}

/// What came out at one end of a pipeline.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PipelineOutput {
    /// The component that wrote it; none if that is what the pipeline read.
    pub component: Option<usize>,
    /// All of it. In JSON, bytes that are no text are replaced.
    #[serde(rename = "text", serialize_with = "as_text")]
    pub bytes: Vec<u8>,
}

/// Costs of each kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct RunCosts {
    /// Conditionals decided.
    pub conditionals: u64,
    /// Instructions executed.
    pub instructions: u64,
    /// Calls of the function that is counted.
    pub calls: u64,
    /// The most memory at once, in bytes.
    pub memory: u64,
    /// What programs added up with `cost()`.
    pub user: i64,
}

/// What a source line cost.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct LineCost {
    /// Where it is.
    #[serde(rename = "line")]
    pub place: String,
    /// Its text, if the source is at hand.
    pub text: String,
    /// Conditionals decided there.
    pub conditionals: u64,
    /// Instructions executed there.
    pub instructions: u64,
}

fn as_text<S: Serializer>(bytes: &[u8], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(&String::from_utf8_lossy(bytes))
}

impl PipelineRun {
    /// All that came out, one branch after the other.
    pub fn output(&self) -> Vec<u8> {
        self.outputs.iter().flat_map(|output| &output.bytes).copied().collect()
    }

    /// Whether somebody should look at it: a component trapped, failed or reached a limit, or one whose output is the pipeline's
    /// exited with another code than 0. That `grep` in the middle finds nothing is no finding, as in a shell.
    pub fn is_finding(&self) -> bool {
        let failed = |output: &PipelineOutput| {
            let writer = output.component.map(|writer| &self.components[writer]);
            writer.is_some_and(|writer| writer.end.code().is_some_and(|code| code != 0))
        };
        self.components.iter().any(|component| component.end.is_finding()) || self.outputs.iter().any(failed)
    }
}

impl RunCosts {
    /// Adds another process of the same component.
    pub(super) fn add_process(&mut self, costs: Costs) {
        self.conditionals += costs.conditionals;
        self.instructions += costs.instructions;
        self.calls += costs.calls;
        self.user = self.user.saturating_add(costs.user);
        self.memory = self.memory.max(costs.memory);
    }

    /// Adds another component.
    pub(super) fn add_component(&mut self, costs: &RunCosts) {
        self.conditionals += costs.conditionals;
        self.instructions += costs.instructions;
        self.calls += costs.calls;
        self.user = self.user.saturating_add(costs.user);
        self.memory += costs.memory;
    }
}

/// Adds the lines of a process to those of others.
pub(super) fn add_lines(lines: &mut Vec<LineCost>, more: Vec<Line>) {
    let mut places: BTreeMap<String, LineCost> =
        lines.drain(..).map(|line| (line.place.clone(), line)).collect();
    for Line { place, text, conditionals, instructions } in more {
        let line = places.entry(place).or_insert_with_key(|place| LineCost {
            place: place.clone(),
            text,
            conditionals: 0,
            instructions: 0,
        });
        line.conditionals += conditionals;
        line.instructions += instructions;
    }
    lines.extend(places.into_values());
    // Those that were equal stay in the order of their places.
    lines.sort_by_key(|line| std::cmp::Reverse((line.conditionals, line.instructions)));
}
