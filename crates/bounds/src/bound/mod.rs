//! All that `worstcase bound` does but read and write: choose functions, prove their bounds, see which of them inputs of
//! `find` reach, hold all of them against runs. It fills one [`Bounds`].
//!
//! Nothing here looks at the clock or at signals. Whoever asks says when it is enough, through [`Progress`], and gets what is
//! known by then.

mod calls;
mod prove;
mod select;
mod tight;
mod validate;

use std::sync::Arc;

use worstcase_program::Program;

use crate::lift::World;
use crate::result::{Assumption, Bounds, FunctionBounds};
use crate::validate::claims;

pub use select::{Choice, ChoiceError, Chosen, Wanted, choose, listed};
pub use tight::Witnesses;
pub use validate::Plan;

/// What is to be done.
pub struct Job<'j> {
    /// The program as people call it.
    pub name: String,
    /// The functions to look at.
    pub choice: Choice,
    /// What else there may be besides the program.
    pub world: World,
    /// Inputs that cost much, if there are any.
    pub witnesses: Option<Witnesses>,
    /// Why other inputs are of no use, if there are any.
    pub witness_ignored: Option<String>,
    /// The runs to be made, if any.
    pub plan: Option<Plan<'j>>,
}

/// What is being done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage<'s> {
    /// The bounds of a function are looked for, the one of that number, from 1, of so many.
    Proving(&'s str, usize, usize),
    /// Inputs of `find` are run again.
    Replaying,
    /// So many runs were held against bounds.
    Validating(u64),
}

/// Whoever waits for bounds: hears how far it is, and says when to stop.
pub trait Progress {
    /// Why to stop, if there is a reason. Once there is one, there is one from then on. Asked many times a second, and now
    /// and then while nothing happens.
    fn stop(&mut self) -> Option<String>;
    /// What is being done, told about as often.
    fn doing(&mut self, stage: Stage<'_>);
    /// A function is done. Whether its bounds are tight is known only in the end.
    fn proved(&mut self, function: &FunctionBounds);
}

/// The bounds of a program, and what runs show about them.
pub fn bound(program: &Arc<Program>, job: Job<'_>, progress: &mut dyn Progress) -> Bounds {
    let Job { name, choice, world, witnesses, witness_ignored, plan } = job;
    let missing = choice.shown.iter().map(|one| one.name.clone()).collect();
    let assumptions = Assumption::ALL.to_vec();
    let mut bounds =
        Bounds { program: name, missing, witness_ignored, assumptions, world, ..Bounds::default() };
    prove::run(program, choice, &mut bounds, progress);
    if let Some(witnesses) = &witnesses {
        let claims = claims(program, &bounds.functions);
        let mut tight = witnesses.tight(program, &bounds.program, &claims, progress);
        for function in &mut bounds.functions {
            let reached = tight.remove(&function.function).unwrap_or_default();
            for (one, reached) in function.loops.iter_mut().zip(reached) {
                one.tight = reached;
            }
        }
    }
    if let Some(plan) = &plan {
        bounds.validation = Some(validate::run(program, plan, &bounds.functions, progress));
    }
    bounds
}
