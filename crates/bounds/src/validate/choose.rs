//! Which calls are made: random arguments and extreme ones, and buffers of which some are in order.

use worstcase_machine::SplitMix;
use worstcase_program::debug::{Scalar, ScalarKind};

use super::bench::{Argument, Call, MOST_BUFFERS};
use super::claims::{Claims, Parameter};
use super::inputs::Style;

/// So many numbers are in a buffer until they repeat.
const PERIOD: usize = 251;

/// Chooses one call after the other, the same for the same seed.
pub struct Chooser(SplitMix);

impl Chooser {
    /// Begins with a seed.
    pub fn new(seed: u64) -> Chooser {
        Chooser(SplitMix(seed))
    }

    /// A call of a function with whatever comes to mind. The first few are those that nobody should have to wait for.
    pub fn call(&mut self, claims: &Claims, run: u64, is_command: bool) -> Result<Call, String> {
        let style = Style::any(&mut self.0);
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
                    _ => style.number(&mut self.0, (low, high)),
                }
            })
            .collect();
        self.call_with(claims, &numbers, is_command)
    }

    /// A call of a function with these numbers for the parameters that are numbers.
    pub fn call_with(&mut self, claims: &Claims, numbers: &[i128], is_command: bool) -> Result<Call, String> {
        let mut arguments = Vec::new();
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
        }
        Ok(Call { function: claims.function, is_command, arguments, seed: self.0.next_bits() })
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
        let style = Style::any(&mut self.0);
        let mut numbers: Vec<i128> = (0..PERIOD).map(|_| style.number(&mut self.0, range)).collect();
        match self.0.below(5) {
            0 => numbers.sort_unstable(),
            1 => numbers.sort_unstable_by(|a, b| b.cmp(a)),
            2 => numbers = vec![numbers[0]; PERIOD],
            _ => {}
        }
        Argument::Buffer { numbers, bytes, is_float }
    }
}
