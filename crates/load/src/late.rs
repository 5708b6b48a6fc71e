//! Climbing to the costliest input there is, without regard to whether tests differ: what `find` wants.
//!
//! Who keeps only changes that cost no less is stuck on the first hill. So a change is also kept if it costs no less than what there was
//! a while ago (late acceptance: Burke and Bykov, "The late acceptance hill-climbing heuristic", 2017). The longer that while, the
//! further a climb goes down in between, and the longer it takes; which is best depends on the program, so several climbs go on
//! side by side, each with its own.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use worstcase_explore::{Input, StartError, Watch};
use worstcase_machine::SplitMix;

use crate::draft::Costed;
use crate::improve::{BEGINNING, Means, OneRun, Runs, together};
use crate::moves::{Made, Moves, Words};
use crate::mutate;

/// How long ago, for each climb, as a part of all its runs. Which thread climbs where makes no difference.
const WHILES: [f64; 4] = [0.0, 0.002, 0.01, 0.04];

/// After this part of its runs without anything costlier, but at least so many, a climb begins anew from the best with many changes at once.
const PATIENCE: (f64, u64) = (0.15, 2000);

/// So many changes are many.
const KICK: u64 = 12;

/// One climb.
struct Climb<'c> {
    runs: &'c Runs<'c>,
    /// Parts of these may come into an input.
    others: &'c [&'c [Input]],
    moves: Moves<'c>,
    random: SplitMix,
    /// What it has cost lately, round and round.
    lately: Vec<i64>,
    /// So many runs without anything costlier are too many.
    patience: u64,
    watch: &'c Watch,
}

/// Climbs from the costliest of some inputs, for so many instructions: the best of each climb.
pub(crate) fn late(
    runs: &Runs<'_>,
    beginnings: &[Costed],
    words: &Words,
    means: &Means,
    watch: &Watch,
) -> Result<Vec<Costed>, StartError> {
    if beginnings.is_empty() {
        return Ok(Vec::new());
    }
    let others: Vec<&[Input]> = beginnings.iter().map(|beginning| &beginning.input[..]).collect();
    let each = means.instructions / WHILES.len() as u64;
    let climb = |number: usize| {
        // Half of them from the very best.
        let beginning = &beginnings[(number / 2).min(beginnings.len() - 1)];
        let count = each / (beginning.executed + BEGINNING).max(1);
        let lately = vec![beginning.cost; 1 + (WHILES[number] * count as f64) as usize];
        let patience = ((PATIENCE.0 * count as f64) as u64).max(PATIENCE.1);
        let random = SplitMix(SplitMix(means.seed ^ (number as u64) << 32).next_bits());
        let moves = Moves::new(words);
        Climb { runs, others: &others, moves, random, lately, patience, watch }.best(beginning, each)
    };
    let results: Vec<Mutex<Result<Option<Costed>, StartError>>> =
        WHILES.iter().map(|_| Mutex::new(Ok(None))).collect();
    let next = AtomicUsize::new(0);
    let work = || {
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            let Some(result) = results.get(number) else { return };
            let climbed = climb(number).map(Some);
            *result.lock().unwrap_or_else(PoisonError::into_inner) = climbed;
        }
    };
    std::thread::scope(|scope| {
        for _ in 1..means.threads.min(WHILES.len()) {
            scope.spawn(work);
        }
        work();
    });
    let results = results.into_iter();
    let best = results.map(|result| result.into_inner().unwrap_or_else(PoisonError::into_inner));
    best.filter_map(Result::transpose).collect()
}

impl Climb<'_> {
    /// The costliest that comes of an input in so many instructions.
    fn best(mut self, beginning: &Costed, instructions: u64) -> Result<Costed, StartError> {
        let (mut now, mut best) = (beginning.clone(), beginning.clone());
        let (mut spent, mut step, mut idle) = (0, 0, 0);
        let mut many = self.runs.many(false, instructions, self.watch);
        while spent < instructions && !self.watch.is_stopped() {
            let begins_anew = idle > self.patience;
            let (inputs, made): (Vec<Vec<Input>>, Vec<Made>) = match begins_anew {
                true => (vec![self.kicked(&best.input)], vec![Made::default()]),
                false => {
                    let count = together(instructions - spent, now.executed + BEGINNING);
                    let change = |_| self.moves.changed(&now.input, self.others, &mut self.random);
                    (0..count).map(change).unzip()
                }
            };
            self.watch.paths.fetch_add(inputs.len() as u64, Ordering::Relaxed);
            let runs = self.runs.run_many(&mut many, &inputs, self.watch)?;
            for (OneRun { costed: made, executed, .. }, by) in runs.into_iter().zip(made) {
                self.moves.learn(by, made.as_ref().is_some_and(|made| made.cost > now.cost));
                spent += executed + BEGINNING;
                let before = step % self.lately.len();
                if let Some(made) = made
                    && (begins_anew || made.cost >= now.cost || made.cost >= self.lately[before])
                {
                    now = made;
                }
                if begins_anew {
                    idle = 0;
                    self.lately.fill(now.cost);
                }
                self.lately[before] = now.cost;
                (step, idle) = (step + 1, idle + 1);
                if now.rank() > best.rank() {
                    idle = if now.cost > best.cost { 0 } else { idle };
                    best = now.clone();
                    self.watch.worst.fetch_max(best.cost, Ordering::Relaxed);
                }
            }
        }
        Ok(best)
    }

    /// An input with many changes at once.
    fn kicked(&mut self, input: &[Input]) -> Vec<Input> {
        let count = 2 + self.random.below(KICK);
        (0..count).fold(input.to_vec(), |input, _| mutate::changed(&input, self.others, &mut self.random))
    }
}
