//! The challenge: is there an input that costs more than the one that a rule gives? Inputs are changed at random, run,
//! and kept if they cost no less. It knows nothing of paths and solvers, so it errs in other ways than a rule does.

use worstcase_explore::{Input, RunEnd, StartError, Subject, Watch};
use worstcase_load::rearranged;
use worstcase_machine::SplitMix;
use worstcase_machine::process::{Costs, Given, Outcome};

/// How much a climb may take.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    /// The most runs.
    pub runs: u32,
    /// The most instructions, of all runs together.
    pub instructions: u64,
}

/// After so many runs without a greater cost, another beginning is tried.
const PATIENCE: u32 = 600;

/// Climbs from inputs to costlier ones, and returns the costliest with its cost; none if none of them runs.
pub fn climb(
    subject: &Subject,
    cost: &dyn Fn(&Costs) -> i64,
    beginnings: &[Vec<Input>],
    effort: Effort,
    seed: u64,
    watch: &Watch,
) -> Result<Option<(i64, Vec<Input>)>, StartError> {
    let mut random = SplitMix(seed);
    let (mut runs, mut instructions) = (0, 0u64);
    let mut best: Option<(i64, Vec<Input>)> = None;
    let run = |input: &[Input], instructions: &mut u64| -> Result<Option<i64>, StartError> {
        let given = Given::bits(input.iter().map(|input| input.bits).collect());
        let (costs, ran) = match subject.run(given, watch) {
            Ok(ran) => ran,
            // An input that is there from the beginning does not fit.
            Err(StartError::Input(_)) => return Ok(None),
            Err(error) => return Err(error),
        };
        *instructions += costs.executed.max(1000);
        let counts =
            !matches!(ran, RunEnd::Stopped(_) | RunEnd::Interrupted | RunEnd::Ended(Outcome::Dropped));
        Ok(counts.then(|| cost(&costs)))
    };
    for (round, beginning) in beginnings.iter().cycle().enumerate() {
        let mut input = beginning.clone();
        // The second time around from somewhere else.
        if round >= beginnings.len() {
            shuffle(&mut input, &mut random);
        }
        runs += 1;
        let mut at = run(&input, &mut instructions)?.unwrap_or(i64::MIN);
        let mut idle = 0;
        let is_over = |runs: u32, instructions: u64| {
            runs >= effort.runs || instructions >= effort.instructions || watch.is_stopped()
        };
        while idle < PATIENCE && !is_over(runs, instructions) {
            let changed = rearranged(&input, &mut random);
            runs += 1;
            idle += 1;
            let Some(cost) = run(&changed, &mut instructions)? else { continue };
            if cost > at {
                idle = 0;
            }
            if cost >= at {
                (at, input) = (cost, changed);
            }
        }
        if at > best.as_ref().map_or(i64::MIN, |(most, _)| *most) {
            best = Some((at, input));
        }
        if is_over(runs, instructions) {
            break;
        }
    }
    Ok(best)
}

fn shuffle(input: &mut [Input], random: &mut SplitMix) {
    for i in (1..input.len()).rev() {
        input.swap(i, random.below(i as u64 + 1) as usize);
    }
}
