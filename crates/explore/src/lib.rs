//! Exploration: which paths a program has.
//!
//! [`explore`] runs a [`Subject`] symbolically along every feasible path and shows each to a [`Visitor`] once, with
//! its costs, its decisions, how it ended, and an input that takes it. Nothing is stored that the visitor does not
//! keep.

mod edges;
mod explorer;
mod guide;
mod inputs;
mod path;
mod pursue;
mod retrace;
mod share;
mod subject;
mod summary;
mod tally;

pub use edges::Edges;
pub use guide::{Advice, Guide};
pub use inputs::{Input, SymbolicInputs, bytes_of, shown};
pub use path::{Callers, Cut, Decision, End, Path, Reply, Visitor};
pub use pursue::{Pursuit, pursue, trace};
pub use retrace::retrace;
pub use share::{Budget, explore};
pub use subject::{StartError, Subject};
pub use summary::{Ending, Found, Summary, Trail};
pub use tally::{Places, Tally, Watch};
pub use worstcase_machine::process::{RunEnd, StopReason};
