//! Concrete inputs: from a list, from the bytes of a file, or at random.

use worstcase_program::host::{Asked, Number};

use super::inputs::{InputError, Inputs};
use crate::random::SplitMix;
use crate::value::Step;

/// Concrete inputs, and how far they have been used.
#[derive(Clone, Debug)]
pub struct Given {
    source: Source,
    used: usize,
    taken: usize,
    /// The first few, for people to see.
    seen: Vec<Number>,
}

#[derive(Clone, Debug)]
enum Source {
    List(Vec<Number>),
    /// Every input takes as many bytes as it has in memory, little-endian.
    Bytes(Vec<u8>),
    Random(SplitMix),
    /// The bits of each input: also those of a NaN, which a number does not have.
    Bits(Vec<u64>),
}

/// How many inputs are kept for people to see.
const SEEN: usize = 100;

impl Given {
    /// These numbers, in this order.
    pub fn list(numbers: Vec<Number>) -> Self {
        Given::new(Source::List(numbers))
    }

    /// The numbers that these bytes make up: each input takes as many as it has in memory, little-endian.
    pub fn bytes(bytes: Vec<u8>) -> Self {
        Given::new(Source::Bytes(bytes))
    }

    /// Evenly distributed numbers, the same for the same seed.
    pub fn random(seed: u64) -> Self {
        Given::new(Source::Random(SplitMix(seed)))
    }

    /// The bits of what a random run with this seed gets if it asks for these, one after the other. Nothing if one of them cannot be.
    pub fn random_bits(seed: u64, asked: &[Asked]) -> Option<Vec<u64>> {
        let mut given = Given::random(seed);
        let bits = |asked: &Asked| match given.next(&mut (), *asked) {
            Ok(Ok(bits)) => Some(bits & mask(asked)),
            _ => None,
        };
        asked.iter().map(bits).collect()
    }

    /// Numbers with these bits, whatever they are asked for as.
    pub fn bits(bits: Vec<u64>) -> Self {
        Given::new(Source::Bits(bits))
    }

    fn new(source: Source) -> Self {
        Given { source, used: 0, taken: 0, seen: Vec::new() }
    }

    /// So many of what was given, in words: `3 numbers`, `1 byte`.
    pub fn amount(&self, count: usize) -> String {
        let unit = if matches!(self.source, Source::Bytes(_)) { "byte" } else { "number" };
        format!("{count} {unit}{}", if count == 1 { "" } else { "s" })
    }

    /// How many inputs the program has taken.
    pub fn taken(&self) -> usize {
        self.taken
    }

    /// How many numbers, or bytes, were given and not used.
    pub fn unused(&self) -> usize {
        match &self.source {
            Source::List(numbers) => numbers.len() - self.used,
            Source::Bytes(bytes) => bytes.len() - self.used,
            Source::Bits(bits) => bits.len() - self.used,
            Source::Random(_) => 0,
        }
    }

    /// How many numbers, or bytes, were used.
    pub fn used(&self) -> usize {
        self.used
    }

    /// The first inputs that were used.
    pub fn seen(&self) -> &[Number] {
        &self.seen
    }

    fn number(&mut self, asked: Asked) -> Option<Number> {
        let (number, used) = match &mut self.source {
            Source::List(numbers) => match numbers.get(self.used)? {
                Number::Character(_) if asked.object => {
                    let len = asked.kind.bytes() as usize;
                    let mut padded = [0; 8];
                    for (byte, number) in padded.iter_mut().zip(numbers.get(self.used..self.used + len)?) {
                        let Number::Character(character) = number else { return None };
                        *byte = *character;
                    }
                    (Number::decode(asked.kind, u64::from_le_bytes(padded)), len)
                }
                number => (*number, 1),
            },
            Source::Bytes(bytes) => {
                let len = asked.kind.bytes() as usize;
                let mut padded = [0; 8];
                padded[..len].copy_from_slice(bytes.get(self.used..self.used + len)?);
                (Number::decode(asked.kind, u64::from_le_bytes(padded)), len)
            }
            Source::Bits(bits) => (Number::decode(asked.kind, *bits.get(self.used)?), 1),
            Source::Random(numbers) => (random(numbers, asked), 1),
        };
        self.used += used;
        self.taken += 1;
        if self.seen.len() < SEEN {
            self.seen.push(number);
        }
        Some(number)
    }

    fn too_few(&self) -> InputError {
        match self.used + self.unused() {
            0 => InputError::None,
            given => InputError::TooFew { given: self.amount(given) },
        }
    }
}

/// The bits that an input has in memory.
fn mask(asked: &Asked) -> u64 {
    u64::MAX >> (64 - 8 * asked.kind.bytes())
}

fn random(numbers: &mut SplitMix, asked: Asked) -> Number {
    let bits = numbers.next_bits();
    match (asked.range.map(|(low, high)| (low.into(), high.into())), asked.kind.range()) {
        // An empty range is refused later, with its bounds in the message.
        (Some((low, high)), _) | (None, Some((low, high))) => {
            Number::Integer(low + i128::from(bits) % (high - low + 1).max(1))
        }
        (None, None) => Number::Float(((bits >> 11) as f64 / (1u64 << 53) as f64 - 0.5) * 2e6),
    }
}

impl Inputs<u64> for Given {
    fn next(&mut self, (): &mut (), asked: Asked) -> Step<u64, Result<u64, InputError>> {
        let exact = match &self.source {
            Source::Bits(bits) if asked.kind.range().is_none() => bits.get(self.used).copied(),
            _ => None,
        };
        let Some(number) = self.number(asked) else {
            return Ok(Err(self.too_few()));
        };
        if let Some(bits) = exact {
            return Ok(Ok(bits));
        }
        Ok(asked.bits(number).ok_or_else(|| InputError::OutOfRange {
            position: self.taken,
            value: number.to_string(),
            expected: expected(asked),
        }))
    }
}

/// What would be right, in words.
fn expected(asked: Asked) -> String {
    match asked.range.map(|(low, high)| (low.into(), high.into())).or(asked.kind.range()) {
        Some((low, high)) if low > high => format!("an integer from {low} to {high}, of which there is none"),
        Some((low, high)) => format!("an integer from {low} to {high}"),
        None => format!("a number ({})", asked.kind),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use worstcase_program::host::InputKind;

    fn ask(given: &mut Given, kind: InputKind) -> Result<u64, InputError> {
        given.next(&mut (), Asked::any(kind)).expect("concrete inputs do not pause")
    }

    #[test]
    fn a_list_gives_its_numbers_in_order() {
        let mut given = Given::list(vec![Number::Integer(-1), Number::Integer(200), Number::Float(0.5)]);
        assert_eq!(ask(&mut given, InputKind::I32), Ok(0xffff_ffff));
        assert_eq!(ask(&mut given, InputKind::U8), Ok(200));
        assert_eq!(ask(&mut given, InputKind::F64), Ok(0.5f64.to_bits()));
        assert_eq!(given.unused(), 0);
        assert_eq!(ask(&mut given, InputKind::I32), Err(InputError::TooFew { given: "3 numbers".into() }));
    }

    #[test]
    fn numbers_out_of_range_are_refused() {
        let mut given = Given::list(vec![Number::Integer(300), Number::Float(1.5)]);
        let Err(InputError::OutOfRange { position: 1, expected, .. }) = ask(&mut given, InputKind::U8) else {
            panic!("300 is no u8");
        };
        assert_eq!(expected, "an integer from 0 to 255");
        assert!(matches!(ask(&mut given, InputKind::I64), Err(InputError::OutOfRange { position: 2, .. })));
    }

    #[test]
    fn bytes_are_little_endian_numbers() {
        let mut given = Given::bytes(vec![0xfe, 0xff, 7, 1, 0, 0, 0]);
        assert_eq!(ask(&mut given, InputKind::I16), Ok(0xffff_fffe));
        assert_eq!(ask(&mut given, InputKind::U8), Ok(7));
        assert_eq!(ask(&mut given, InputKind::I32), Ok(1));
        assert_eq!(ask(&mut given, InputKind::U8), Err(InputError::TooFew { given: "7 bytes".into() }));
    }

    #[test]
    fn a_text_fills_objects() {
        let mut given = Given::list(b"abcdefg".map(Number::Character).to_vec());
        let object = Asked { object: true, ..Asked::any(InputKind::I32) };
        let mut next = |asked| given.next(&mut (), asked).expect("concrete inputs do not pause");
        assert_eq!(next(object), Ok(u64::from(u32::from_le_bytes(*b"abcd"))));
        assert_eq!(next(Asked::any(InputKind::I32)), Ok(u64::from(b'e')));
        assert!(matches!(next(object), Err(InputError::TooFew { .. })));
    }

    #[test]
    fn random_numbers_repeat_and_stay_in_range() {
        let (mut a, mut b) = (Given::random(7), Given::random(7));
        let mut distinct = std::collections::BTreeSet::new();
        for _ in 0..1000 {
            let asked = Asked { range: Some((-3, 3)), ..Asked::any(InputKind::I32) };
            let value = a.next(&mut (), asked).unwrap().unwrap();
            assert_eq!(Ok(value), b.next(&mut (), asked).unwrap());
            assert!((-3..=3).contains(&(value as i32)));
            distinct.insert(value);
        }
        assert_eq!(distinct.len(), 7);
    }
}
