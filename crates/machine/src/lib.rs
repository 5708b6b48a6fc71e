//! The machine: executes programs, and counts what they cost.

mod bulk;
pub mod concrete;
mod instantiate;
mod interpret;
mod machine;
mod observe;
pub mod process;
mod profile;
mod random;
mod stop;
pub mod symbolic;
mod value;
pub mod wasi;

pub use instantiate::LinkError;
pub use machine::{Event, Extern, Instance, Machine, Spent};
pub use observe::{Observer, Unobserved};
pub use profile::{Line, Profile};
pub use random::SplitMix;
pub use stop::{Limit, Limits, Stop, Trap};
pub use value::{MAX_PAGES, Memory, PAGE, Step, Value};
