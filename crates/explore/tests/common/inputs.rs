//! Inputs that are likely to make a difference, and what a concrete run decides.

use worstcase_explore::Input;
use worstcase_machine::Observer;
use worstcase_machine::process::InputKind;
use worstcase_program::Pc;

use super::generate::Random;

/// What a concrete run decided at its conditionals.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Trace(pub Vec<(Pc, u32)>);

impl Observer for Trace {
    const WATCHES: bool = true;

    fn operation(&mut self, _: usize, _: Pc) {}

    fn decision(&mut self, _: usize, at: Pc, choice: u32) {
        self.0.push((at, choice));
    }
}

/// A value that is likely to make a difference.
pub fn random_input(random: &mut Random, like: &Input, range: Option<(i64, i64)>) -> Input {
    let bits = match random.below(4) {
        0 | 1 if matches!(like.kind, InputKind::F32 | InputKind::F64) => random_float(random, like.kind),
        0 => random.next(),
        1 => random.next() % 16,
        2 => 0u64.wrapping_sub(random.next() % 16),
        _ => [0, 1, 10, 100, 127, 128, 255, 0x7fff_ffff, 0x8000_0000, u64::MAX][random.below(10)],
    };
    let bits = match range {
        Some((low, high)) => (low + (bits % (high - low + 1) as u64) as i64) as u64,
        None => bits,
    };
    let width = 8 * like.kind.bytes();
    Input { kind: like.kind, bits: bits & worstcase_term::mask(width) }
}

/// The bits of a floating-point number that programs compare with, or of a special one.
fn random_float(random: &mut Random, kind: InputKind) -> u64 {
    let numbers =
        [0.0, -0.0, 1.0, -1.0, 0.5, 10.0, 1e30, 2e-45, 1e-40, f64::INFINITY, -f64::INFINITY, f64::NAN];
    let number = match random.below(4) {
        0 => random.next() as i8 as f64 / 4.0,
        1 => random.next() as i32 as f64,
        _ => numbers[random.below(numbers.len())],
    };
    if kind == InputKind::F32 { (number as f32).to_bits().into() } else { number.to_bits() }
}

/// An input that differs in one number from another, by little: what is decided otherwise is near a boundary.
pub fn neighbour(random: &mut Random, of: &[Input], ranges: &[Option<(i64, i64)>]) -> Vec<Input> {
    let mut input = of.to_vec();
    if input.is_empty() {
        return input;
    }
    let place = random.below(input.len());
    let bits = input[place].bits;
    let bits = match random.below(4) {
        0 => bits.wrapping_add(1),
        1 => bits.wrapping_sub(1),
        2 => bits ^ 1 << random.below(8 * input[place].kind.bytes() as usize),
        _ => input[random.below(of.len())].bits,
    };
    let width = 8 * input[place].kind.bytes();
    let bits = bits & worstcase_term::mask(width);
    let number = worstcase_term::signed(width, bits);
    if ranges[place].is_none_or(|(low, high)| (low..=high).contains(&number)) {
        input[place].bits = bits;
    }
    input
}
