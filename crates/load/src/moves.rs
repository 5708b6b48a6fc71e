//! Changes of inputs by moves of many kinds, of which those are made most often that gained most lately.
//!
//! What helps depends on the program: a sort wants numbers exchanged, a hash table other numbers, a parser pieces inserted. Who
//! climbs a long time finds out by trying. Beside the changes of `mutate` there are some that come from the program itself: the
//! numbers and the words in it.

use worstcase_explore::Input;
use worstcase_machine::SplitMix;
use worstcase_program::Program;

use crate::mutate::{self, KINDS, set};

/// The kinds of moves: those of `mutate`, and eight more.
const MOVES: usize = KINDS as usize + 8;

/// A kind is made so many times as often as another, at most.
const FAVOUR: u64 = 16;

/// After so many tries of a kind, what was long ago counts half.
const LATELY: u32 = 1 << 13;

/// A kind that was tried less often than this is not judged yet.
const TRIED: u32 = 64;

/// The most numbers, and the most words, that are taken from a program, and how long a word is.
const MOST_WORDS: usize = 256;
const WORD: std::ops::RangeInclusive<usize> = 2..=16;

/// The numbers and words that a program mentions.
#[derive(Debug, Default)]
pub(crate) struct Words {
    numbers: Vec<u64>,
    texts: Vec<Vec<u8>>,
}

impl Words {
    /// Those of a program. A word is a printable piece of its data.
    pub(crate) fn of(program: &Program) -> Words {
        let mut numbers = program.constants.clone();
        numbers.sort_unstable();
        numbers.dedup();
        numbers.truncate(MOST_WORDS);
        let pieces =
            program.data.iter().flat_map(|data| data.bytes.split(|byte| !(b' '..=b'~').contains(byte)));
        let mut texts: Vec<Vec<u8>> =
            pieces.filter(|piece| WORD.contains(&piece.len())).map(<[u8]>::to_vec).collect();
        texts.sort();
        texts.dedup();
        texts.truncate(MOST_WORDS);
        Words { numbers, texts }
    }
}

/// Which kinds of moves made an input.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Made {
    kinds: [u8; 3],
    count: u8,
}

/// Makes moves, and learns which of them gain.
#[derive(Debug)]
pub(crate) struct Moves<'w> {
    words: &'w Words,
    tried: [u32; MOVES],
    gained: [u32; MOVES],
    /// How often each is made, as a part of the sum of all.
    weights: [u64; MOVES],
}

impl<'w> Moves<'w> {
    /// All kinds alike, at first.
    pub(crate) fn new(words: &'w Words) -> Moves<'w> {
        Moves { words, tried: [0; MOVES], gained: [0; MOVES], weights: [1; MOVES] }
    }

    /// An input that differs a little, and which moves made it.
    pub(crate) fn changed(
        &self,
        input: &[Input],
        others: &[&[Input]],
        random: &mut SplitMix,
    ) -> (Vec<Input>, Made) {
        let (mut changed, mut made) = (input.to_vec(), Made::default());
        if changed.is_empty() {
            return (changed, made);
        }
        // Most of what helps is one move; some things have to change together.
        let count = if random.below(2) == 0 { 1 } else { 1 + random.below(3) };
        for place in 0..count {
            let kind = self.pick(random);
            self.make(kind as u64, &mut changed, others, random);
            made.kinds[place as usize] = kind as u8;
            made.count += 1;
        }
        (changed, made)
    }

    /// Takes note of what moves came to.
    pub(crate) fn learn(&mut self, made: Made, gained: bool) {
        for &kind in &made.kinds[..made.count.into()] {
            let kind = usize::from(kind);
            self.tried[kind] += 1;
            self.gained[kind] += u32::from(gained);
            if self.tried[kind] >= LATELY {
                self.tried[kind] /= 2;
                self.gained[kind] /= 2;
            }
        }
        if gained {
            self.weigh();
        }
    }

    fn weigh(&mut self) {
        let rate =
            |kind: usize| f64::from(2 * self.gained[kind] + 1) / f64::from(2 * (self.tried[kind] + TRIED));
        let most = (0..MOVES).map(rate).fold(0.0, f64::max);
        self.weights = std::array::from_fn(|kind| 1 + (FAVOUR as f64 * rate(kind) / most) as u64);
    }

    fn pick(&self, random: &mut SplitMix) -> usize {
        let mut left = random.below(self.weights.iter().sum());
        let is_it = |weight: &u64| {
            let is_it = left < *weight;
            left = left.saturating_sub(*weight);
            is_it
        };
        self.weights.iter().position(is_it).unwrap_or(0)
    }

    fn make(&self, kind: u64, input: &mut [Input], others: &[&[Input]], random: &mut SplitMix) {
        if kind < KINDS {
            return mutate::change_by(kind, input, others, random);
        }
        let at = random.below(input.len() as u64) as usize;
        let stretch = mutate::stretch(input.len(), random);
        let small = 1 + random.below(16);
        let step = if random.below(2) == 0 { small } else { small.wrapping_neg() };
        match kind - KINDS {
            0 => {
                let piece: Vec<u64> = input[stretch].iter().map(|input| input.bits).collect();
                insert(input, at, &piece);
            }
            1 => remove(input, stretch),
            2 => set(&mut input[at], random.next_bits()),
            3 => self.number(&mut input[at], random),
            4 => {
                let bits = input[at].bits.wrapping_add(step);
                set(&mut input[at], bits);
            }
            5 => {
                for input in &mut input[stretch] {
                    let bits = input.bits.wrapping_add(step);
                    set(input, bits);
                }
            }
            6 => match self.text(random) {
                Some(text) => input[at..].iter_mut().zip(text).for_each(|(input, bits)| set(input, bits)),
                None => self.number(&mut input[at], random),
            },
            _ => match self.text(random) {
                Some(text) => insert(input, at, &text),
                None => set(&mut input[at], random.next_bits()),
            },
        }
    }

    /// Sets an input to a number of the program, or beside it.
    fn number(&self, input: &mut Input, random: &mut SplitMix) {
        let count = self.words.numbers.len().max(1) as u64;
        let number = self.words.numbers.get(random.below(count) as usize).copied().unwrap_or_default();
        set(input, number.wrapping_add(random.below(3)).wrapping_sub(1));
    }

    fn text(&self, random: &mut SplitMix) -> Option<Vec<u64>> {
        let text = self.words.texts.get(random.below(self.words.texts.len().max(1) as u64) as usize)?;
        Some(text.iter().map(|&byte| byte.into()).collect())
    }
}

/// Puts a piece somewhere; what is there moves on, and what does not fit any more is lost.
fn insert(input: &mut [Input], at: usize, piece: &[u64]) {
    let length = piece.len().min(input.len() - at);
    for to in (at + length..input.len()).rev() {
        let bits = input[to - length].bits;
        set(&mut input[to], bits);
    }
    input[at..].iter_mut().zip(piece).for_each(|(input, bits)| set(input, *bits));
}

/// Takes a stretch out; what comes behind it moves up, and its end goes on as it was.
fn remove(input: &mut [Input], stretch: std::ops::Range<usize>) {
    let length = stretch.len();
    for to in stretch.start..input.len() - length {
        let bits = input[to + length].bits;
        set(&mut input[to], bits);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use worstcase_machine::process::InputKind;

    fn bytes(text: &str) -> Vec<Input> {
        text.bytes().map(|byte| Input { kind: InputKind::U8, bits: byte.into() }).collect()
    }

    fn text(input: &[Input]) -> String {
        input.iter().map(|input| input.bits as u8 as char).collect()
    }

    #[test]
    fn pieces_are_inserted_and_removed() {
        let mut input = bytes("abcdef");
        insert(&mut input, 2, &[b'x'.into(), b'y'.into()]);
        assert_eq!(text(&input), "abxycd");
        remove(&mut input, 1..3);
        assert_eq!(text(&input), "aycdcd");
    }

    #[test]
    fn what_gains_is_made_more_often() {
        let words = Words::default();
        let mut moves = Moves::new(&words);
        for _ in 0..1000 {
            for kind in 0..MOVES as u8 {
                moves.learn(Made { kinds: [kind, 0, 0], count: 1 }, kind == 5);
            }
        }
        let mut random = SplitMix(1);
        let count = (0..1000).filter(|_| moves.pick(&mut random) == 5).count();
        assert!(count > 300, "{count}");
    }
}
