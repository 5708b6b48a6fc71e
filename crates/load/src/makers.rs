//! Inputs that nobody searched for: costly ones of smaller sizes made longer, plain ones, random ones of several kinds.
//!
//! There are a hundred and more, and at a large size a run of each is too much. So they are tried at a size in between first,
//! where a run is short: what is costly there comes first. Each is made in the same way at every size, so its number stands
//! for it.

use worstcase_explore::{Input, StartError, Subject, Watch};
use worstcase_machine::process::Given;
use worstcase_machine::{SplitMix, Unobserved};

use crate::improve::Runs;
use crate::mutate;
use crate::stretch::{pieces, stretches};

/// What smaller sizes have shown.
#[derive(Default)]
pub(crate) struct Smaller {
    /// The inputs of the tests: the costliest of each size, those of the greatest first, then the next of each, and so on.
    inputs: Vec<Vec<Input>>,
    /// The same by size, the smallest first.
    sizes: Vec<Vec<Vec<Input>>>,
    /// The numbers of the inputs that were costly at a size in between, the costliest first.
    ranks: Vec<usize>,
}

/// So many random inputs are among them.
const CHANCE: u64 = 4;

/// Where numbers have a range, these shares of them are the greatest of it: what a template leaves open is as long as can be.
const LARGE: [f64; 3] = [1.0, 0.95, 0.75];

/// All inputs for a program at a size, in the order of their numbers.
pub(crate) fn inputs(
    subject: &Subject,
    smaller: &[Vec<Input>],
    seed: u64,
    watch: &Watch,
) -> Result<Vec<Vec<Input>>, StartError> {
    let (like, ..) = subject.completed(Vec::new(), &mut Unobserved, watch)?;
    let mut inputs = mutate::plain(&like);
    let mut random = SplitMix(seed);
    for _ in 0..CHANCE {
        inputs.push(subject.inputs_of(Given::random(random.next_bits()), watch)?);
    }
    for share in LARGE {
        inputs.extend(subject.large_inputs(share, random.next_bits(), watch)?);
    }
    inputs.extend(mutate::few_values(&like, &mut random));
    for (number, small) in (0..).zip(smaller) {
        inputs.extend(mutate::counting(small, &like, seed ^ number));
        inputs.extend(stretches(small, &like));
        inputs.extend(pieces(small, &like, &mut random));
        inputs.extend(mutate::spread(small, &like));
    }
    Ok(inputs)
}

/// Inputs of the same size that are made of another: of pieces of it from anywhere, backwards, and from its middle on. What a run
/// costs because of what is near to each other they cost as well, and in other places.
pub(crate) fn kin(input: &[Input], random: &mut SplitMix) -> Vec<Vec<Input>> {
    let mut kin = pieces(input, input, random);
    let (mut backwards, mut turned) = (input.to_vec(), input.to_vec());
    backwards.reverse();
    turned.rotate_left(input.len() / 2);
    kin.extend([backwards, turned]);
    kin
}

impl Smaller {
    /// Adds the inputs of the tests of a greater size, the costliest first.
    pub(crate) fn add(&mut self, inputs: Vec<Vec<Input>>) {
        self.sizes.push(inputs);
        let most = self.sizes.iter().map(Vec::len).max().unwrap_or(0);
        let of =
            |number: usize| self.sizes.iter().rev().filter_map(move |inputs| inputs.get(number).cloned());
        self.inputs = (0..most).flat_map(of).collect();
    }

    /// All inputs at a size, what was costly at another size first.
    pub(crate) fn ranked(
        &self,
        subject: &Subject,
        seed: u64,
        watch: &Watch,
    ) -> Result<Vec<Vec<Input>>, StartError> {
        let mut inputs: Vec<Option<Vec<Input>>> =
            inputs(subject, &self.inputs, seed, watch)?.into_iter().map(Some).collect();
        let ranked = self.ranks.iter().filter_map(|&number| inputs.get_mut(number)?.take());
        let mut ranked: Vec<Vec<Input>> = ranked.collect();
        ranked.extend(inputs.into_iter().flatten());
        Ok(ranked)
    }

    /// Tries all inputs at a size, for about so many instructions, and keeps which are costly.
    pub(crate) fn rank(
        &mut self,
        runs: &Runs<'_>,
        instructions: u64,
        seed: u64,
        watch: &Watch,
    ) -> Result<(), StartError> {
        let mut costs = Vec::new();
        let mut spent = 0;
        for (number, input) in inputs(runs.subject, &self.inputs, seed, watch)?.into_iter().enumerate() {
            if spent > instructions || watch.is_stopped() {
                break;
            }
            if let Some(costed) = runs.costed(&input, watch)? {
                spent += costed.executed;
                costs.push((std::cmp::Reverse(costed.rank()), number));
            }
        }
        costs.sort();
        self.ranks = costs.into_iter().map(|(_, number)| number).collect();
        Ok(())
    }
}
