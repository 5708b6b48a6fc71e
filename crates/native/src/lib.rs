//! Runs programs at the speed of the machine: translated to C, compiled by the user's clang, many inputs at a time.
//!
//! Searches change inputs and run them, and a run of the interpreter takes twenty times as long as the same C would. So the
//! register code of a program is translated back to C that counts as the interpreter does (`translate`), and runs in a child
//! process that can only compute (`runtime`, `runner`). Nothing here decides what a program means: a run that needs
//! anything rare, or reaches a limit, is *unsupported*, and its caller runs the interpreter. For all others the answers are the
//! same, bit for bit; tests hold both against each other.

mod answer;
mod case;
mod native;
mod runner;
mod translate;

pub use answer::{Finished, NativeRun};
pub use case::World;
pub use native::{Native, NativeError, NativeOptions};
pub use runner::Runner;
pub use translate::Untranslatable;
