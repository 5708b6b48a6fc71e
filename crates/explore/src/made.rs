//! Standard input made of numbers without a run of the program: what a file of it holds.

use worstcase_machine::process::{Asked, Given, InputError, InputKind, Inputs, StdinPart};
use worstcase_machine::{SplitMix, Step};
use worstcase_term::mask;

use crate::inputs::Input;
use crate::subject::{Padded, Recording, StdinShape};

/// Random numbers, but the greatest of their range where that is no byte's: lengths, counts, sizes.
pub(crate) struct Large {
    /// Of a thousand cases, so many.
    share: u64,
    random: SplitMix,
    given: Given,
    pub(crate) taken: Vec<Input>,
    /// Whether there was a number of which it could be the greatest.
    pub(crate) is_any: bool,
}

impl Large {
    pub(crate) fn new(share: f64, seed: u64) -> Large {
        let share = (share * 1000.0) as u64;
        Large { share, random: SplitMix(!seed), given: Given::random(seed), taken: Vec::new(), is_any: false }
    }
}

impl Inputs<u64> for Large {
    fn next(&mut self, context: &mut (), asked: Asked) -> Step<u64, Result<u64, InputError>> {
        let most = asked.range.filter(|(low, high)| low < high && asked.kind != InputKind::U8);
        self.is_any |= most.is_some();
        let value = match most {
            Some((_, high)) if self.random.below(1000) < self.share => {
                Given::bits(vec![high as u64]).next(context, asked)?
            }
            _ => self.given.next(context, asked)?,
        };
        if let Ok(bits) = value {
            self.taken.push(Input { kind: asked.kind, bits: bits & mask(8 * asked.kind.bytes()) });
        }
        Ok(value)
    }
}

/// Standard input, and the numbers that it was made of.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MadeStdin {
    /// The numbers that were taken.
    pub input: Vec<Input>,
    /// All bytes, fixed ones included.
    pub bytes: Vec<u8>,
}

impl StdinShape {
    /// What numbers make of it at a size: those out of range are brought into it, and where there are too few, those closest to zero
    /// are taken. Nothing if no number makes any, or there would be too much of it.
    pub fn made(&self, size: u32, bits: Vec<u64>) -> Option<MadeStdin> {
        let mut padded = Padded { bits, fits: true, taken: Vec::new() };
        let bytes = self.bytes(size, &mut padded)?;
        Some(MadeStdin { input: padded.taken, bytes })
    }

    /// What random numbers make of it at a size.
    pub fn at_random(&self, size: u32, seed: u64) -> Option<MadeStdin> {
        let mut recording = Recording { given: Given::random(seed), taken: Vec::new() };
        let bytes = self.bytes(size, &mut recording)?;
        Some(MadeStdin { input: recording.taken, bytes })
    }

    /// The same where numbers that have a range, but no bytes, are the greatest of it in this share of all cases: long texts.
    pub fn large(&self, size: u32, share: f64, seed: u64) -> Option<MadeStdin> {
        let mut large = Large::new(share, seed);
        let bytes = self.bytes(size, &mut large)?;
        Some(MadeStdin { input: large.taken, bytes })
    }

    fn bytes(&self, size: u32, inputs: &mut impl Inputs<u64>) -> Option<Vec<u8>> {
        let sized = [StdinPart::any(size)];
        let parts = match self {
            StdinShape::Template(template) => return template.at(size).ok()?.text(inputs),
            StdinShape::World => return None,
            StdinShape::Sized => &sized[..],
            StdinShape::Parts(parts) => parts,
        };
        let mut bytes = Vec::new();
        for part in parts {
            match part {
                StdinPart::Fixed(fixed) => bytes.extend(fixed),
                StdinPart::Inputs { count, range } => {
                    let range = range.map(|(low, high)| (low.into(), high.into()));
                    for _ in 0..*count {
                        let asked = Asked { range, ..Asked::any(InputKind::U8) };
                        bytes.push(inputs.next(&mut (), asked).ok()?.ok()? as u8);
                    }
                }
            }
        }
        Some(bytes)
    }
}
