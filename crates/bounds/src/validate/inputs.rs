//! What programs are given when they ask: random numbers and extreme ones, or those of an earlier run once more.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::rc::Rc;

use worstcase_machine::process::{Asked, Given, InputError, Inputs, Number};
use worstcase_machine::{SplitMix, Step};

/// What was asked for so far. Shared with whoever has to know how many inputs came before a call.
#[derive(Clone, Debug, Default)]
pub struct Asking(Rc<RefCell<Vec<(Number, bool)>>>);

impl Asking {
    /// All numbers, in order.
    pub fn numbers(&self) -> Vec<Number> {
        self.0.borrow().iter().map(|(number, _)| *number).collect()
    }

    /// How many there are.
    pub fn count(&self) -> usize {
        self.0.borrow().len()
    }

    /// Those behind the first so many that a call of a function gave, as integers. What is written to memory has no name
    /// in a bound.
    pub fn integers(&self, from: usize) -> Vec<Option<i128>> {
        let all = self.0.borrow();
        let returned = all[from.min(all.len())..].iter().filter(|(_, is_object)| !is_object);
        let integer = |number: &Number| match number {
            Number::Integer(integer) => Some(*integer),
            Number::Float(_) | Number::Character(_) => None,
        };
        returned.map(|(number, _)| integer(number)).collect()
    }

    /// Notes an input.
    pub fn note(&self, number: Number, asked: Asked) {
        self.0.borrow_mut().push((number, asked.object));
    }
}

/// Inputs wherever they come from, noted as they are given.
pub struct Noted<I> {
    /// Where they come from.
    pub inputs: I,
    /// Where they are noted.
    pub asking: Asking,
}

impl<I: Inputs<u64>> Inputs<u64> for Noted<I> {
    fn next(&mut self, context: &mut (), asked: Asked) -> Step<u64, Result<u64, InputError>> {
        let given = self.inputs.next(context, asked)?;
        if let Ok(bits) = given {
            self.asking.note(Number::decode(asked.kind, bits), asked);
        }
        Ok(given)
    }
}

/// How the numbers of a run are chosen.
#[derive(Clone, Copy, Debug)]
pub enum Style {
    /// Yes and no, and seldom more than ten.
    Small,
    /// Up to a hundred, below zero as well.
    Medium,
    /// The ends of the range, and what is next to them.
    Extreme,
    /// All of that.
    Mixed,
}

impl Style {
    /// One of them; small numbers are what most loops run their course on.
    pub fn any(numbers: &mut SplitMix) -> Style {
        match numbers.below(8) {
            0..=2 => Style::Small,
            3 | 4 => Style::Medium,
            5 => Style::Extreme,
            _ => Style::Mixed,
        }
    }

    /// A number within a range.
    pub fn number(self, numbers: &mut SplitMix, (low, high): (i128, i128)) -> i128 {
        let number = match self {
            Style::Small => match numbers.below(8) {
                0 | 1 => 0,
                2 | 3 => 1,
                _ => i128::from(numbers.below(15)) - 3,
            },
            Style::Medium => i128::from(numbers.below(140)) - 40,
            Style::Extreme => match numbers.below(6) {
                0 | 1 => high - i128::from(numbers.below(3)),
                2 | 3 => low + i128::from(numbers.below(3)),
                4 => 1 << numbers.below(40),
                _ => i128::from(numbers.next_bits() as i64),
            },
            Style::Mixed => {
                let style = [Style::Small, Style::Small, Style::Medium, Style::Extreme];
                return style[numbers.below(4) as usize].number(numbers, (low, high));
            }
        };
        if low <= number && number <= high { number } else { low + number.rem_euclid(high - low + 1) }
    }
}

/// Gives a program its inputs.
pub struct Supply {
    source: Source,
    asking: Asking,
}

enum Source {
    Chance(SplitMix, Style),
    /// These, and zeros once there are no more.
    Again(VecDeque<Number>),
}

impl Supply {
    /// Numbers that depend on a seed only. What is given is noted.
    pub fn chance(seed: u64, asking: Asking) -> Supply {
        let mut numbers = SplitMix(seed);
        let style = Style::any(&mut numbers);
        Supply { source: Source::Chance(numbers, style), asking }
    }

    /// The inputs of an earlier run.
    pub fn again(inputs: &[Number]) -> Supply {
        Supply { source: Source::Again(VecDeque::from(inputs.to_vec())), asking: Asking::default() }
    }
}

impl Inputs<u64> for Supply {
    fn next(&mut self, context: &mut (), asked: Asked) -> Step<u64, Result<u64, InputError>> {
        let range = asked.range.map(|(low, high)| (low.into(), high.into())).or(asked.kind.range());
        if let Some((low, high)) = asked.range
            && low > high
        {
            return Ok(Err(InputError::EmptyRange { low, high }));
        }
        let number = match (&mut self.source, range) {
            (Source::Chance(numbers, style), Some(range)) => Number::Integer(style.number(numbers, range)),
            (Source::Chance(numbers, style), None) => {
                Number::Float(style.number(numbers, (-(1 << 40), 1 << 40)) as f64)
            }
            (Source::Again(inputs), range) => inputs.pop_front().unwrap_or(match range {
                Some((low, high)) => Number::Integer(0.clamp(low, high)),
                None => Number::Float(0.0),
            }),
        };
        self.asking.note(number, asked);
        Given::list(vec![number]).next(context, asked)
    }
}
