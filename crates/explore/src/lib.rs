//! Exploration: which paths a program has.
//!
//! [`explore`] runs a [`Subject`] symbolically along every feasible path and shows each to a [`Visitor`] once, with
//! its costs, its decisions, how it ended, and an input that takes it. Nothing is stored that the visitor does not
//! keep.

mod explorer;
mod guide;
mod inputs;
mod path;
mod retrace;
mod share;
mod subject;
mod summary;
mod tally;

pub use guide::{Guide, Level};
pub use inputs::{Input, SymbolicInputs};
pub use path::{Cut, Decision, End, Path, Reply, Visitor};
pub use retrace::retrace;
pub use share::{Budget, explore, explore_guided};
pub use subject::{Ran, StartError, Subject};
pub use summary::{Ending, Found, Summary, Trail};
pub use tally::{Tally, Watch};
