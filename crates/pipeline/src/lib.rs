//! Pipelines of programs: what people write in a shell, run in memory, and (CompSLG) load tests for the whole that are put
//! together from what is known of the parts.
//!
//! [`syntax`] reads a pipeline's text, [`Config`] a `pipeline.toml`, [`Tools`] finds the programs; what comes of it is a
//! [`Pipeline`], which [`run`](run::run) runs, and which [`compose`] makes load tests for.

pub mod compose;
pub mod config;
mod pipeline;
pub mod run;
pub mod syntax;
mod tools;

pub use config::Config;
pub use pipeline::{Component, ComponentIdx, Flow, Pipeline, Repeat, ResolveError, Script};
pub use tools::{Tools, UnknownCommand};
