//! Models of floating-point questions by trial and error, before Z3 is asked.
//!
//! For Z3 a product of two doubles is a multiplier of 53 by 53 bits, and to find `x * y == 2` takes it longer than anyone
//! waits. Programs compare with numbers that people have written, and most conditions on the way are satisfied by numbers
//! like these. So inputs are set to such numbers one at a time, as long as more conditions hold than before, from the
//! model at hand and then from numbers chosen at random. What is found was evaluated, so it is right; if nothing is,
//! nothing follows. (Search-based test generation; Fu and Su, "XSat", CAV 2016, solve such questions by minimisation.)

use rustc_hash::FxHashSet;
use worstcase_term::{Evaluator, TermId, Terms, View, mask};

use crate::solver::Declared;

/// How many conditions may be evaluated in all: some 20 milliseconds.
const EVALUATIONS: usize = 50_000;

/// How many terms are searched for constants.
const TERMS: usize = 5_000;

/// How many constants are taken.
const CONSTANTS: usize = 40;

/// Numbers to try whatever the question is.
const NUMBERS: [f64; 18] = [
    0.0,
    1.0,
    -1.0,
    2.0,
    -2.0,
    0.5,
    -0.5,
    3.0,
    4.0,
    5.0,
    10.0,
    -10.0,
    100.0,
    1000.0,
    1e9,
    1e-9,
    f64::INFINITY,
    f64::NAN,
];

struct Search<'a> {
    terms: &'a Terms,
    declared: &'a [Declared],
    conditions: &'a [TermId],
    inputs: &'a [u32],
    evaluator: Evaluator,
    evaluations: usize,
    model: Vec<u64>,
}

/// Values of these inputs with which all conditions hold, if they are found soon; others are as in the model.
pub fn guess(
    terms: &Terms,
    declared: &[Declared],
    conditions: &[TermId],
    inputs: &[u32],
    model: &[u64],
) -> Option<Vec<(u32, u64)>> {
    let numbers = numbers(terms, conditions);
    let (evaluator, model) = (Evaluator::new(), model.to_vec());
    let mut search = Search { terms, declared, conditions, inputs, evaluator, evaluations: 0, model };
    let mut random = 0x9e37_79b9_7f4a_7c15_u64;
    while search.evaluations < EVALUATIONS {
        if search.climb(&numbers) {
            return Some(inputs.iter().map(|&input| (input, search.model[input as usize])).collect());
        }
        for &input in inputs {
            random ^= random << 13;
            random ^= random >> 7;
            random ^= random << 17;
            let number = numbers[(random >> 16) as usize % numbers.len()];
            let value = bits(declared[input as usize].width, number, random & 1 == 0);
            if declared[input as usize].allows(value) {
                search.model[input as usize] = value;
            }
        }
    }
    None
}

impl Search<'_> {
    /// Sets one input after the other to the number with which most conditions hold. Whether all do in the end.
    fn climb(&mut self, numbers: &[f64]) -> bool {
        let mut best = self.holding();
        loop {
            let before = best;
            for &input in self.inputs {
                let Declared { width, .. } = self.declared[input as usize];
                let mut kept = self.model[input as usize];
                for value in candidates(width, kept, numbers) {
                    if best == self.conditions.len() || self.evaluations >= EVALUATIONS {
                        break;
                    }
                    if !self.declared[input as usize].allows(value) {
                        continue;
                    }
                    self.model[input as usize] = value;
                    let holding = self.holding();
                    if holding > best {
                        (best, kept) = (holding, value);
                    }
                }
                self.model[input as usize] = kept;
            }
            if best == self.conditions.len() || best == before {
                return best == self.conditions.len();
            }
        }
    }

    /// How many conditions hold.
    fn holding(&mut self) -> usize {
        self.evaluations += self.conditions.len();
        let model = |input: u32| self.model[input as usize];
        let mut valuation = self.evaluator.under(self.terms, &model);
        self.conditions.iter().filter(|&&condition| valuation.holds(condition)).count()
    }
}

/// Values for an input: the numbers, as what it may be, and what is near to its value.
fn candidates(width: u32, value: u64, numbers: &[f64]) -> Vec<u64> {
    let near = match width {
        32 => around(f32::from_bits(value as u32).into()),
        64 => around(f64::from_bits(value)),
        _ => [0.0; 5],
    };
    let mut values: Vec<u64> = near.iter().chain(numbers).map(|&number| bits(width, number, true)).collect();
    values.extend([1, u64::MAX].map(|one| value.wrapping_add(one) & mask(width)));
    values.extend(numbers.iter().map(|&number| bits(width, number, false)));
    values
}

fn around(number: f64) -> [f64; 5] {
    [-number, number + 1.0, number - 1.0, number * 2.0, number / 2.0]
}

/// A number as bits of a width, those of a floating-point number where there are such.
fn bits(width: u32, number: f64, float: bool) -> u64 {
    match width {
        32 if float => (number as f32).to_bits().into(),
        64 if float => number.to_bits(),
        _ => number as i64 as u64 & mask(width),
    }
}

/// Numbers that the conditions are about, and what is near to them, after those that always are tried.
fn numbers(terms: &Terms, conditions: &[TermId]) -> Vec<f64> {
    let mut numbers = NUMBERS.to_vec();
    let (mut seen, mut stack) = (FxHashSet::default(), conditions.to_vec());
    while let Some(term) = stack.pop() {
        if seen.len() >= TERMS || numbers.len() >= NUMBERS.len() + 5 * CONSTANTS {
            break;
        }
        if !seen.insert(term) {
            continue;
        }
        let number = match (terms.view(term), terms.width(term)) {
            (View::Constant(value), 32) => f32::from_bits(value as u32).into(),
            (View::Constant(value), 64) => f64::from_bits(value),
            (view, _) => {
                stack.extend(view.operands());
                continue;
            }
        };
        if number.is_finite() && !numbers.contains(&number) {
            numbers.extend([number, number + 0.5, number - 0.5, number * 2.0, number.abs().sqrt()]);
        }
    }
    numbers
}
