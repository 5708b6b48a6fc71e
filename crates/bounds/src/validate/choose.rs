//! Which calls are made: random arguments and extreme ones, and buffers of which some are in order.

use worstcase_machine::SplitMix;
use worstcase_program::debug::{Scalar, ScalarKind};
use worstcase_program::{FuncIdx, Program, ValType};

use super::ClaimSet;
use super::bench::{Argument, Call, MOST_BUFFERS};
use super::claims::{Claims, Parameter};
use super::inputs::Style;
use super::names::scalar;

/// So many numbers are in a buffer until they repeat.
const PERIOD: usize = 251;

/// Chooses one call after the other, the same for the same seed.
pub struct Chooser<'c> {
    numbers: SplitMix,
    /// Functions that take numbers only. Now and then one of them is called before.
    others: Vec<&'c Claims>,
}

/// Once in so many times another function is called before.
const BEFORE: u64 = 3;

impl<'c> Chooser<'c> {
    /// Begins with a seed, for functions among these.
    pub fn new(seed: u64, claims: &'c ClaimSet) -> Chooser<'c> {
        let takes_numbers =
            |claims: &&Claims| claims.obstacle.is_none() && claims.integers() == claims.parameters.len();
        Chooser { numbers: SplitMix(seed), others: claims.values().filter(takes_numbers).collect() }
    }

    /// A call of a function with whatever comes to mind. The first few are those that nobody should have to wait for.
    pub fn call(&mut self, claims: &Claims, run: u64, is_command: bool) -> Result<Call, String> {
        let style = Style::any(&mut self.numbers);
        let numbers: Vec<i128> = claims
            .parameters
            .iter()
            .filter(|parameter| !parameter.ty.pointer)
            .map(|parameter| {
                let (low, high) = (parameter.ty.min(), parameter.ty.max());
                match run {
                    0 => 0.clamp(low, high),
                    1 => 1.clamp(low, high),
                    2 => high,
                    3 => low,
                    _ => style.number(&mut self.numbers, (low, high)),
                }
            })
            .collect();
        self.call_with(claims, &numbers, is_command)
    }

    /// A call of a function with these numbers for the parameters that are numbers.
    pub fn call_with(&mut self, claims: &Claims, numbers: &[i128], is_command: bool) -> Result<Call, String> {
        let (mut arguments, mut before) = (Vec::new(), None);
        if !is_command {
            if let Some(obstacle) = &claims.obstacle {
                return Err(obstacle.clone());
            }
            let mut numbers = numbers.iter();
            for parameter in &claims.parameters {
                arguments.push(match parameter.ty.pointer {
                    true => self.buffer(parameter),
                    false => Argument::Number(parameter.ty.convert(*numbers.next().unwrap_or(&0))),
                });
            }
            if arguments.len() - claims.integers() > MOST_BUFFERS {
                return Err(format!("it has more than {MOST_BUFFERS} pointers"));
            }
            before = self.before();
        }
        Ok(Call { function: claims.function, is_command, before, arguments, seed: self.numbers.next_bits() })
    }

    /// What is called before.
    fn before(&mut self) -> Option<(FuncIdx, Vec<Argument>)> {
        if self.others.is_empty() || self.numbers.below(BEFORE) != 0 {
            return None;
        }
        let other = self.others[self.numbers.below(self.others.len() as u64) as usize];
        let arguments = other.parameters.iter().map(|parameter| {
            let range = (parameter.ty.min(), parameter.ty.max());
            Argument::Number(Style::Small.number(&mut self.numbers, range))
        });
        Some((other.function, arguments.collect()))
    }

    /// What a pointer points to. Pointers to pointers and to structures get what can be made up without an address in it:
    /// small numbers are addresses that nobody uses.
    fn buffer(&mut self, parameter: &Parameter) -> Argument {
        let (bytes, is_float, range) = match parameter.element {
            Some(Scalar { bytes, kind: ScalarKind::Signed }) => {
                (bytes, false, (-(1 << (8 * u32::from(bytes) - 1)), (1 << (8 * u32::from(bytes) - 1)) - 1))
            }
            Some(Scalar { bytes, kind: ScalarKind::Unsigned }) => {
                (bytes, false, (0, (1 << (8 * u32::from(bytes))) - 1))
            }
            Some(Scalar { bytes, kind: ScalarKind::Float }) => (bytes, true, (-(1 << 20), 1 << 20)),
            Some(Scalar { kind: ScalarKind::Pointer(_), .. }) => (4, false, (0, 0)),
            None => (4, false, (0, 60)),
        };
        let style = Style::any(&mut self.numbers);
        let mut numbers: Vec<i128> = (0..PERIOD).map(|_| style.number(&mut self.numbers, range)).collect();
        match self.numbers.below(5) {
            0 => numbers.sort_unstable(),
            1 => numbers.sort_unstable_by(|a, b| b.cmp(a)),
            2 => numbers = vec![numbers[0]; PERIOD],
            _ => {}
        }
        Argument::Buffer { numbers, bytes, is_float }
    }
}

/// Why nobody but the program itself can call a function: what it takes cannot be made up.
pub fn obstacle(program: &Program, function: FuncIdx) -> Option<String> {
    let types = &program.func_type(function).params;
    let position = |wanted: &[ValType]| types.iter().position(|ty| wanted.contains(ty));
    if let Some(place) = position(&[ValType::F32, ValType::F64]) {
        return Some(format!("parameter {} is a floating-point number", place + 1));
    }
    if let Some(place) = position(&[ValType::FuncRef, ValType::ExternRef]) {
        return Some(format!("parameter {} is a reference", place + 1));
    }
    let (debug, body) = (program.debug.as_ref()?, program.body(function)?);
    let described = debug.variables(body.bytes.start.into())?;
    let parameters: Vec<_> = described.variables.iter().filter(|variable| variable.parameter).collect();
    for parameter in &parameters {
        if parameter.ty.is_none_or(|ty| scalar(debug, ty).is_none()) {
            return Some(format!("parameter `{}` is a structure", parameter.name));
        }
    }
    // A result that is a structure, or arguments without names, come as pointers that the source does not have.
    (parameters.len() != types.len()).then(|| "it has parameters that its source does not show".to_string())
}
