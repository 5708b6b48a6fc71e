//! The other challenge: walks side by side, which look ahead and go on where it costs most (`load`, with few tests).
//!
//! Changing inputs finds no number that is compared with another one for equality, and a rule takes one side of a conditional
//! wherever it can. A walk does neither: it asks the solver, and decides anew at every place. DESIGN.md has it as
//! the challenger of `find`: SLG with few tests is a beam search.

use worstcase_explore::{Input, RunEnd, StartError, Subject, Watch};
use worstcase_load::{Learned, Options, Search as Walks};
use worstcase_machine::Unobserved;
use worstcase_machine::process::{Costs, Outcome};
use worstcase_solver::Solver;

/// How many walks there are side by side.
const WALKS: [usize; 2] = [1, 4];

/// The most decisions on a walk.
const DECISIONS: usize = 5000;

/// What walks may use.
#[derive(Clone, Copy, Debug)]
pub struct Means {
    /// How much work they may be, in the unit of `load`: about a nanosecond.
    pub work: u64,
    /// The most memory, in bytes.
    pub memory: usize,
    /// How many threads; which of them does what makes no difference.
    pub threads: usize,
}

/// The costliest input that a few walks come to, with its cost; none if none of them runs.
pub fn beam(
    subject: &Subject,
    solver: &(dyn Fn() -> Box<dyn Solver> + Sync),
    cost: &(dyn Fn(&Costs) -> i64 + Sync),
    means: Means,
    seed: u64,
    watch: &Watch,
) -> Result<Option<(i64, Vec<Input>)>, StartError> {
    let mut best: Option<(i64, Vec<Input>)> = None;
    for tests in WALKS {
        let options = Options {
            tests,
            look_ahead: None,
            diverse: true,
            work: means.work / WALKS.len() as u64,
            branches: DECISIONS,
            threads: means.threads,
            memory: means.memory,
            seed,
            patience: Options::PATIENCE,
        };
        // How far each walk is says nothing about the whole.
        let searched = Walks { subject, solver, cost, options, learned: Learned::default(), strays: false }
            .run(&Watch::within(watch))?;
        for walked in searched.tests {
            let bits = walked.input.iter().map(|input| input.bits).collect();
            let found = run(subject, cost, bits, watch)?;
            if found.as_ref().map(|(cost, _)| *cost) > best.as_ref().map(|(cost, _)| *cost) {
                best = found;
            }
        }
    }
    Ok(best)
}

/// What an input costs, if its run counts. A walk that was stopped may have decided only a part of it.
fn run(
    subject: &Subject,
    cost: &dyn Fn(&Costs) -> i64,
    bits: Vec<u64>,
    watch: &Watch,
) -> Result<Option<(i64, Vec<Input>)>, StartError> {
    let (input, costs, end) = match subject.completed(bits, &mut Unobserved, watch) {
        Ok(ran) => ran,
        Err(StartError::Input(_)) => return Ok(None),
        Err(error) => return Err(error),
    };
    let counts = !matches!(end, RunEnd::Stopped(_) | RunEnd::Interrupted | RunEnd::Ended(Outcome::Dropped));
    Ok(counts.then(|| (cost(&costs), input)))
}
