//! Names of files that are likely to matter: those that the pipeline's own commands speak of.
//!
//! `find -name '*.txt'` passes nothing on unless a name ends so, and no random name does. Which name that has to be is in the
//! arguments, whoever looks at it, and however: as a name, as a pattern, as a regular expression.

use worstcase_explore::{Asked, AskedBy, TreeAttribute, TreeInput};
use worstcase_machine::SplitMix;

use crate::pipeline::Pipeline;

/// Words out of arguments, as parts of names.
pub(super) struct Words(Vec<Vec<u8>>);

/// So many words are enough.
const MOST: usize = 32;

impl Words {
    /// Those of all commands, but for options.
    pub(super) fn of(pipeline: &Pipeline, longest: usize) -> Words {
        let mut words: Vec<Vec<u8>> = Vec::new();
        let arguments = pipeline.components.iter().flat_map(|component| &component.arguments);
        for argument in arguments.filter(|argument| !argument.starts_with('-')) {
            // A point that stands for itself.
            let plain = argument.replace("[.]", ".").replace("\\.", ".");
            let is_part = |c: char| c.is_ascii_alphanumeric() || "._-".contains(c);
            let parts = plain.split(|c| !is_part(c)).map(|part| part.as_bytes().to_vec());
            for part in parts.filter(|part| (1..=longest).contains(&part.len())) {
                if !words.contains(&part) && words.len() < MOST {
                    words.push(part);
                }
            }
        }
        Words(words)
    }

    /// Numbers that make a folder, given what a run on some asked for: some of its files get such names, or are elsewhere.
    pub(super) fn renamed(&self, made: &AskedBy, longest: usize, random: &mut SplitMix) -> Vec<u64> {
        let chance = |random: &mut SplitMix, of: u64| random.next_bits().is_multiple_of(of);
        let bits: Vec<u64> = made.input.iter().map(|input| input.bits).collect();
        if self.0.is_empty() || made.asked.len() != bits.len() {
            return bits;
        }
        // All, every second one, or each with this chance.
        let (which, rare) = (random.next_bits() % 4, 2 + random.next_bits() % 8);
        let word = random.next_bits() as usize % self.0.len();
        let (is_exact, is_file) = (chance(random, 2), !chance(random, 4));
        let count = chance(random, 3).then(|| 1 + random.next_bits() % 3);
        let (mut numbers, mut at, mut entries) = (Vec::new(), 0, 0);
        while at < bits.len() {
            let about = |asked: &Asked| asked.of.map(|TreeInput { attribute, .. }| attribute);
            match about(&made.asked[at]) {
                Some(TreeAttribute::Count) => numbers.push(count.unwrap_or(bits[at])),
                Some(TreeAttribute::Length) => {
                    entries += 1;
                    let letters = (bits[at] as usize).min(bits.len() - at - 1);
                    let is_chosen = match which {
                        0 => true,
                        1 => entries % 2 == 0,
                        _ => chance(random, rare),
                    };
                    let name = match is_chosen {
                        true => self.name(word, is_exact, longest, random),
                        false => bits[at + 1..=at + letters].iter().map(|&bits| bits as u8).collect(),
                    };
                    numbers.push(name.len() as u64);
                    numbers.extend(name.into_iter().map(u64::from));
                    at += letters;
                    if let Some(Some(TreeAttribute::Kind)) = made.asked.get(at + 1).map(about) {
                        at += 1;
                        // Between files there are folders for more of them.
                        numbers.push(match (is_chosen, which) {
                            (true, _) if is_file => 0,
                            (false, 1) => 1,
                            _ => bits[at],
                        });
                    }
                }
                _ => numbers.push(bits[at]),
            }
            at += 1;
        }
        numbers
    }

    /// A name with a word in it.
    fn name(&self, word: usize, is_exact: bool, longest: usize, random: &mut SplitMix) -> Vec<u8> {
        let mut name = self.0[word].clone();
        let room = longest - name.len();
        if !is_exact && room > 0 {
            let letters = 1 + random.next_bits() as usize % room;
            let more: Vec<u8> = (0..letters).map(|_| b'a' + (random.next_bits() % 26) as u8).collect();
            match random.next_bits() % 3 {
                0 => name.extend(more),
                _ => name = [more, name].concat(),
            }
        }
        name
    }
}
