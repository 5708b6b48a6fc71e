//! What `worstcase pipe` made, for people: as text, and as a page with the pipeline drawn, what each component costs in each
//! test, what was dropped, and the costliest source lines side by side.
//!
//! Both render one [`PipelineSuite`], which is the JSON as well.

mod bars;
mod drawing;
mod lines;
mod page;
mod text;

pub use page::html;
pub use text::{library, text};

use worstcase_pipeline::compose::{ComponentSummaries, PipelineHow, PipelineSuite, PipelineTest};

use crate::number;

/// What a test is called, by its place in the suite.
fn name(number: usize) -> String {
    format!("t{:02}", number + 1)
}

/// What made a test, in a word or two.
fn how(how: PipelineHow) -> &'static str {
    match how {
        PipelineHow::Composed => "composed",
        PipelineHow::Single => "for one alone",
        PipelineHow::Changed => "changed",
        PipelineHow::Random => "random",
    }
}

fn first_word(command: &str) -> &str {
    command.split_whitespace().next().unwrap_or(command)
}

/// A component as it is written in the pipeline.
fn command(component: &ComponentSummaries) -> String {
    match &component.xargs {
        Some(xargs) => format!("{xargs} {}", component.name),
        None => component.name.clone(),
    }
}

/// The share of a test's cost.
fn share(cost: i64, test: &PipelineTest) -> f64 {
    cost as f64 / test.cost.max(1) as f64
}

/// How many times the mean of random inputs a test costs.
fn times(suite: &PipelineSuite, test: &PipelineTest) -> Option<String> {
    suite.random.mean.and_then(|mean| number::times(test.cost as f64, mean))
}
