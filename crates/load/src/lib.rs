//! Load tests: many inputs of one size, each of which costs far more than usual, and each in another way.
//!
//! SLG (Zhang, Elbaum and Dwyer, ASE 2011) in our words: states go on for a number of branches, those that cost most and
//! differ most are kept, and so on until all have ended. Here a kept state is a walk ([`worstcase_explore::Walk`]), and
//! what it is compared by is what it cost when it had looked at as much of the input as the others. Then inputs are changed
//! and run, which sees what a search by paths does not.

mod ascent;
mod champions;
mod domain;
mod draft;
mod generate;
mod improve;
mod late;
mod makers;
mod moves;
mod mutate;
mod plan;
mod readable;
mod rehearse;
mod search;
mod select;
mod sketch;
mod stage;
mod stretch;
mod suite;
mod trace;

pub use ascent::{Climbed, Climber};
pub use generate::{Load, Measure, SuiteKeeper};
pub use mutate::{changed, rearranged};
pub use plan::Learned;
pub use search::{Options, Search, Searched, Walked};
pub use stretch::stretched;
pub use suite::{Diversity, How, LineCost, RandomCost, RandomRuns, Suite, Test};
