//! Models that people like to read, whatever is asserted: 0, 7 and 'a' rather than 2147483648 and 133.
//!
//! Input by input, simple values are tried, the simplest first; one stays if everything asserted about the input
//! still holds, which evaluation tells. If only large values do, the least of them is looked for by bisection, as
//! bounds are the usual reason. An input may have to be large because of a later one that gets smaller then, so
//! there is a second round. To ask a solver for the smallest values would find smaller ones, but takes a hundred
//! checks per input where this takes as many evaluations. (The `order` layer has its own way, which is exact.)
//!
//! Inputs that are floating-point numbers are first replaced by 0, 1, 2 in their order, which is all that sorts want.

use std::sync::LazyLock;

use worstcase_term::{Conversion, Evaluator, TermId, Terms, View, Walk, mask, signed};

use crate::solver::Declared;

/// How many rounds over all inputs.
const ROUNDS: usize = 2;

/// How many conditions may be evaluated in all. Where there are more inputs and conditions than that allows, the
/// last inputs keep the values that they have.
const EVALUATIONS: usize = 200_000;

/// Numbers to try before the larger ones.
const SMALL: u64 = 16;

/// Characters to try for a byte before the smallest numbers.
const CHARACTERS: [u8; 13] = *b"ab0c xyzA1/.\n";

struct Search<'a> {
    terms: &'a Terms,
    declared: &'a [Declared],
    /// The conditions that an input occurs in, by input.
    about: Vec<Vec<TermId>>,
    /// Which inputs are floating-point numbers.
    floats: Vec<bool>,
    evaluator: Evaluator,
    evaluations: usize,
}

/// Gives inputs of a model simpler values, small ones from zero up, as far as the assertions continue to hold.
pub fn natural(terms: &Terms, assertions: &[TermId], declared: &[Declared], model: &mut [u64]) {
    let mut about = vec![Vec::new(); declared.len()];
    for &condition in assertions {
        terms.inputs_of(condition).into_iter().for_each(|input| about[input as usize].push(condition));
    }
    let floats = floats(terms, assertions, declared.len());
    let mut search = Search { terms, declared, about, floats, evaluator: Evaluator::new(), evaluations: 0 };
    search.rank(assertions, model);
    for _ in 0..ROUNDS {
        let before = model.to_vec();
        (0..declared.len()).for_each(|input| search.simplify(input, model));
        if model == before {
            break;
        }
    }
}

/// Which inputs are floating-point numbers: those that an operator takes for one.
fn floats(terms: &Terms, assertions: &[TermId], inputs: usize) -> Vec<bool> {
    let (mut floats, mut seen) = (vec![false; inputs], vec![false; terms.count()]);
    for &root in assertions {
        let mut walk = Walk::new(root);
        while let Some(term) = walk.next(terms, |term| seen[term.index()]) {
            seen[term.index()] = true;
            let view = terms.view(term);
            let takes_integers =
                matches!(view, View::Convert(Conversion::FromSigned | Conversion::FromUnsigned, _));
            if terms.is_float(term) && !takes_integers {
                for operand in view.operands() {
                    if let View::Input(input) = terms.view(operand) {
                        floats[input as usize] = true;
                    }
                }
            }
        }
    }
    floats
}

fn number(width: u32, bits: u64) -> f64 {
    if width == 32 { f32::from_bits(bits as u32).into() } else { f64::from_bits(bits) }
}

fn bits(width: u32, number: f64) -> u64 {
    if width == 32 { (number as f32).to_bits().into() } else { number.to_bits() }
}

impl Search<'_> {
    /// Gives floating-point numbers their places in their order as values, if all holds then: from 0 up, or with the signs
    /// that they have.
    fn rank(&mut self, assertions: &[TermId], model: &mut [u64]) {
        let width = |input: usize| self.declared[input].width;
        let inputs: Vec<usize> = (0..model.len()).filter(|&input| self.floats[input]).collect();
        let found = inputs.iter().map(|&input| number(width(input), model[input]));
        let mut numbers: Vec<f64> = found.filter(|number| !number.is_nan()).collect();
        numbers.sort_by(f64::total_cmp);
        numbers.dedup();
        for below in [0, numbers.iter().filter(|&&number| number < 0.0).count()] {
            // Zero stays what it is if signs count.
            let above = if below > 0 && !numbers.contains(&0.0) { 1.0 } else { 0.0 };
            let mut simple = model.to_vec();
            for &input in &inputs {
                let value = number(width(input), model[input]);
                if let Some(place) = numbers.iter().position(|&number| number == value) {
                    let rank = place as f64 - below as f64;
                    simple[input] = bits(width(input), if rank < 0.0 { rank } else { rank + above });
                }
            }
            self.evaluations += assertions.len();
            let with = |index: u32| simple[index as usize];
            let mut valuation = self.evaluator.under(self.terms, &with);
            let allowed = |input: &usize| self.declared[*input].allows(simple[*input]);
            if inputs.iter().all(allowed) && assertions.iter().all(|&condition| valuation.holds(condition)) {
                model.copy_from_slice(&simple);
                return;
            }
        }
    }

    fn simplify(&mut self, input: usize, model: &mut [u64]) {
        let found = model[input];
        let width = self.declared[input].width;
        // Narrow inputs are mostly characters or sizes, not negative numbers.
        let negative = width >= 32 && signed(width, found) < 0;
        let mut failed = Vec::new();
        let mut value = found;
        let is_float = self.floats[input];
        let candidates: Box<dyn Iterator<Item = u64>> =
            if is_float { Box::new(numbers(width).into_iter()) } else { Box::new(candidates(width)) };
        for candidate in candidates {
            if candidate == found || self.evaluations > EVALUATIONS {
                break;
            }
            if self.holds(input, candidate, model) {
                value = candidate;
                break;
            }
            failed.push(candidate);
        }
        if is_float {
            model[input] = value;
            return;
        }
        if value == found && negative {
            self.toward_zero(input, mask(width), model);
            return;
        }
        model[input] = value;
        let is_simple = value <= SMALL || width == 8 && CHARACTERS.map(u64::from).contains(&value);
        if let Some(below) = failed.into_iter().filter(|&failed| failed < value && !is_simple).max() {
            self.toward_zero(input, below, model);
        }
    }

    /// Moves a value as close as it gets to one that does not hold, or is to be tried first, by bisection.
    fn toward_zero(&mut self, input: usize, first: u64, model: &mut [u64]) {
        if self.holds(input, first, model) {
            model[input] = first;
            return;
        }
        let (mut fails, mut holds) = (i128::from(first), i128::from(model[input]));
        while (holds - fails).abs() > 1 && self.evaluations <= EVALUATIONS {
            let middle = (fails + holds) / 2;
            if self.holds(input, middle as u64, model) {
                holds = middle;
            } else {
                fails = middle;
            }
        }
        model[input] = holds as u64;
    }

    /// Whether everything about an input holds if it has this value.
    fn holds(&mut self, input: usize, value: u64, model: &[u64]) -> bool {
        self.evaluations += self.about[input].len() + 1;
        let with = |index: u32| if index as usize == input { value } else { model[index as usize] };
        let mut valuation = self.evaluator.under(self.terms, &with);
        self.declared[input].allows(value) && self.about[input].iter().all(|&term| valuation.holds(term))
    }
}

/// Values for a floating-point input, the simplest first.
fn numbers(width: u32) -> Vec<u64> {
    let small = (0..=SMALL).flat_map(|value| [value as f64, -(value as f64)]);
    let others =
        [0.5, -0.5, 0.25, 100.0, -100.0, 1000.0, 1e6, 1e9, f64::INFINITY, f64::NEG_INFINITY, f64::NAN];
    small.chain(others).map(|number| bits(width, number)).collect()
}

/// Powers of two and ten, ascending. A program may have a million inputs, so they are made once.
static LARGE: LazyLock<Vec<u64>> = LazyLock::new(|| {
    let mut large: Vec<u64> = (0..64).map(|place| 1 << place).collect();
    large.extend((0..20).map(|digits| 10_u64.pow(digits)));
    large.sort_unstable();
    large.dedup();
    large
});

/// Values for an input, the simplest first: characters for a byte, small numbers, then powers of two and ten.
fn candidates(width: u32) -> impl Iterator<Item = u64> {
    let characters = if width == 8 { &CHARACTERS[..] } else { &[] };
    let most = if width >= 32 { mask(width - 1) } else { mask(width) };
    let numbers = characters.iter().map(|&character| character.into()).chain(0..=SMALL);
    let large = LARGE.iter().copied().filter(|&value| value > SMALL);
    numbers.chain(large).filter(move |&value| value <= most)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(width: u32, range: Option<(i64, i64)>, found: u64, expected: u64, holds: fn(u64) -> bool) {
        let mut terms = Terms::new();
        let x = terms.input(0, width);
        // A disjunction of intervals: what holds, said with comparisons.
        let mut condition = Terms::FALSE;
        let values: Vec<u64> = (0..4096).filter(|&value| value <= mask(width) && holds(value)).collect();
        for value in values {
            let constant = terms.constant(width, value);
            let equal = terms.eq(x, constant);
            condition = terms.or(condition, equal);
        }
        let mut model = [found];
        natural(&terms, &[condition], &[Declared { width, range }], &mut model);
        assert_eq!(model, [expected]);
    }

    #[test]
    fn simple_values_are_preferred() {
        check(32, None, 3000, 0, |_| true);
        check(32, Some((5, 4000)), 3000, 5, |_| true);
        check(32, None, 3000, 1001, |x| x > 1000);
        check(32, None, 3000, 3000, |x| x == 3000);
        check(8, None, 133, u64::from(b'a'), |x| x > 90);
        check(8, None, 133, u64::from(b'0'), |x| (48..58).contains(&x) || x == 133);
        check(1, None, 1, 1, |x| x == 1);
    }

    #[test]
    fn inputs_that_wait_for_each_other_get_small() {
        let mut terms = Terms::new();
        let (x, y) = (terms.input(0, 32), terms.input(1, 32));
        let less = terms.slt(y, x);
        let mut model = [2_147_483_647, 2_147_483_640];
        let declared = [Declared { width: 32, range: None }; 2];
        natural(&terms, &[less], &declared, &mut model);
        assert_eq!(model, [1, 0]);
        // Below zero, as close to it as can be.
        let zero = terms.constant(32, 0);
        let negative = terms.slt(x, zero);
        let mut model = [0x8000_0007, 0];
        natural(&terms, &[negative], &declared, &mut model);
        assert_eq!(model, [0xffff_ffff, 0]);
        let bound = terms.constant(32, -77_i64 as u64);
        let lower = terms.slt(x, bound);
        let mut model = [0x8000_0007, 0];
        natural(&terms, &[lower], &declared, &mut model);
        assert_eq!(model, [-78_i32 as u32 as u64, 0]);
    }

    #[test]
    fn floating_point_numbers_are_small_and_whole() {
        let mut terms = Terms::new();
        let inputs: [TermId; 3] = [0, 1, 2].map(|index| terms.input(index, 64));
        let [x, y, z] = inputs;
        let (yx, zy) = (terms.flt(y, x), terms.flt(z, y));
        let declared = [Declared { width: 64, range: None }; 3];
        let found = [3e-300, 1e-300, -7.5].map(f64::to_bits);
        let check = |terms: &Terms, conditions: &[TermId], expected: [f64; 3]| {
            let mut model = found;
            natural(terms, conditions, &declared, &mut model);
            assert_eq!(model.map(f64::from_bits), expected);
        };
        check(&terms, &[yx, zy], [2.0, 1.0, 0.0]);
        let zero = terms.constant(64, 0);
        let negative = terms.flt(z, zero);
        check(&terms, &[yx, zy, negative], [1.0, 0.0, -1.0]);
        let (hundred, seven) = (terms.constant(64, 100f64.to_bits()), terms.constant(64, (-7f64).to_bits()));
        let (small, large) = (terms.fle(z, seven), terms.flt(x, hundred));
        check(&terms, &[yx, zy, small, large], [1.0, 0.0, -7.0]);
    }
}
