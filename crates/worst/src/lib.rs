//! Worst-case inputs of any size, from a rule learned on small ones.
//!
//! This is WISE (Burnim, Juvekar, Sen: "WISE: Automated Test Generation for Worst-Case Complexity", ICSE 2009). At small
//! sizes all paths are explored; the costliest ones say which sides of which conditionals lead to the worst case (a
//! policy); at larger sizes only paths that follow the policy are explored, often a single one.

mod beam;
mod choose;
mod climb;
mod context;
mod find;
mod finding;
mod growth;
mod learn;
mod pattern;
mod policy;
mod search;
mod strategy;
mod study;

pub use choose::{Challenge, Choice, Rival, Weighed};
pub use climb::{Effort, climb};
pub use context::{Context, Key};
pub use find::{FindError, FindingKeeper, Options, Random};
pub use finding::{
    About, Challenged, Endless, Finding, Generator, How, InputList, LearnedSizes, PatternFound, Replay,
    RuleFound, SizeFound, Status, Trapping,
};
pub use growth::{Claim, Class, Fit, Formula, Growth, Point, Standing, Upper};
pub use pattern::Pattern;
pub use policy::{Level, Policy, Rule};
pub use search::{Guided, Learned, Search};
pub use strategy::Strategy;
pub use study::{Extent, Studied};
