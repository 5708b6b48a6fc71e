//! Exploration: which paths a program has.
//!
//! [`explore`] runs a [`Subject`] symbolically along every feasible path and shows each to a [`Visitor`] once, with
//! its costs, its decisions, how it ended, and an input that takes it. Nothing is stored that the visitor does not
//! keep.

mod attend;
mod edges;
mod explorer;
mod guide;
mod history;
mod inputs;
mod list;
mod looks;
mod made;
mod many;
mod path;
mod path_of;
mod pursue;
mod replay;
mod retrace;
mod share;
mod sole;
mod states;
mod subject;
mod summary;
mod tally;
mod tree;
mod walk;

pub use attend::{Attendant, Unattended, attended};
pub use edges::Edges;
pub use explorer::Standing;
pub use guide::{Advice, Guide, ValueAdvice};
pub use inputs::{Input, MOST_INPUTS, SymbolicInputs, bytes_of, declared, shown};
pub use list::InputList;
pub use made::MadeStdin;
pub use many::{Many, ManyRun, Natives, Wanted};
pub use path::{Callers, Cut, Decision, End, Path, Reply, Visitor, precedes};
pub use path_of::{Condition, InputPath, path_of};
pub use pursue::{Pursuit, pursue, trace};
pub use replay::Replay;
pub use retrace::retrace;
pub use share::{Budget, explore};
pub use states::{State, States};
pub use subject::{AskedBy, Fitted, StartError, StdinShape, Subject};
pub use summary::{Ending, Found, Summary, Trail};
pub use tally::{Places, Tally, Watch};
pub use tree::shown_tree;
pub use walk::{Look, Walk};
pub use worstcase_machine::process::{
    Asked, RunEnd, ShapeError, StdinPart, StopReason, Template, TreeAttribute, TreeInput, WitnessEntry,
    WitnessTree,
};
