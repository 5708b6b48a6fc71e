//! Kinds of input and programs with tables. What the table of them says is compared with concrete runs, which ask no
//! solver, and with an exploration at sizes that take a moment.

mod common;

use std::collections::{HashMap, HashSet};
use std::hash::{DefaultHasher, Hash, Hasher};

use common::kinds::{SORTS, TABLES, own_program, subject_at};
use common::{chain, paths};
use worstcase_explore::{RunEnd, Subject, Watch};
use worstcase_machine::Observer;
use worstcase_machine::process::{Given, Outcome};
use worstcase_program::Pc;

/// All decisions of a run, as a hash.
#[derive(Default)]
struct Decisions(DefaultHasher);

impl Observer for Decisions {
    const WATCHES: bool = true;
    fn operation(&mut self, _: usize, _: Pc) {}
    fn decision(&mut self, _: usize, at: Pc, choice: u32) {
        (at, choice).hash(&mut self.0);
    }
}

/// How many sequences of decisions these inputs lead to, and what the costliest of them costs.
fn concrete(subject: &Subject, inputs: Vec<Vec<u64>>) -> (u64, u64) {
    let (mut seen, mut worst) = (HashSet::new(), 0);
    for input in inputs {
        let mut decisions = Decisions::default();
        let run = subject.run_watched(&mut Given::bits(input), &mut decisions, &Watch::default());
        let (costs, end) = run.unwrap().expect("nobody stops it");
        assert_eq!(end, RunEnd::Ended(Outcome::Returned(Vec::new())));
        seen.insert(decisions.0.finish());
        worst = worst.max(costs.conditionals);
    }
    (seen.len() as u64, worst)
}

/// All words of so many letters.
fn words(letters: impl Iterator<Item = u64>, length: u32) -> Vec<Vec<u64>> {
    let letters: Vec<u64> = letters.collect();
    (0..length).fold(vec![Vec::new()], |words, _| {
        let longer = |word: &Vec<u64>, letter: u64| [word.as_slice(), &[letter]].concat();
        words.iter().flat_map(|word| letters.iter().map(move |&letter| longer(word, letter))).collect()
    })
}

/// Those words whose letters ascend.
fn ascending(mut words: Vec<Vec<u64>>) -> Vec<Vec<u64>> {
    words.retain(|word| word.is_sorted());
    words
}

/// Keys of the hash table, as bytes, three in each of three buckets: all that three keys can have to do with each
/// other.
fn keys(size: u32) -> Vec<Vec<u64>> {
    let bucket = |key: u32| key.wrapping_mul(2_654_435_761) >> 26;
    let in_bucket = |wanted: u32| (0..).filter(move |&key| bucket(key) == wanted).take(3).map(u64::from);
    let keys = words((0..3).flat_map(in_bucket), size).into_iter();
    keys.map(|keys| keys.iter().flat_map(|key| key.to_le_bytes()[..4].to_vec()).map(u64::from).collect())
        .collect()
}

/// Inputs of a program that take all its paths: all that there are, or some of each class that it treats alike.
fn inputs(entry: &str, size: u32) -> Vec<Vec<u64>> {
    let letters = |text: &'static [u8]| text.iter().map(|&byte| u64::from(byte));
    match entry {
        // The order of what is counted does not matter. (All words give the same, in a minute.)
        "count_range" | "count_masked" => ascending(words(0..16, size)),
        "count_bytes" => ascending(words(0..256, size)),
        "automaton_end" | "automaton_exit" => words(letters(b"7.x"), size),
        "hash_table" => keys(size),
        // Only one conditional depends on the input: is it this text?
        "crc32" => ["abc", "abd"].map(|text| text.bytes().map(u64::from).collect()).to_vec(),
        "gcd" => words(1..u64::from(size) + 1, 2),
        "collatz" => words(1..u64::from(size) + 1, 1),
        _ => unreachable!("{entry}"),
    }
}

#[test]
fn programs_with_tables_have_the_paths_of_concrete_runs() {
    let program = own_program("benches/kinds/tables.c");
    let found = TABLES.iter().map(|table| {
        let subject = subject_at(&program, table.entry, table.size);
        (table.entry, concrete(&subject, inputs(table.entry, table.size)))
    });
    let expected = TABLES.iter().map(|table| (table.entry, (table.paths, table.worst)));
    assert_eq!(found.collect::<Vec<_>>(), expected.collect::<Vec<_>>());
}

/// Inputs of a sort in every order there is, with ties.
///
/// `return a - b` sees the inputs on a circle, and which of two comes first depends on which half the other is in.
/// With twice as many places as inputs on it, they can have any place relative to each other and to the opposite
/// points of each other.
fn orders(entry: &str, size: u32) -> Vec<Vec<u64>> {
    let places = u64::from(2 * size);
    match entry {
        "difference" => words((0..places).map(|place| (place << 32).div_ceil(places)), size),
        _ => words(0..u64::from(size), size),
    }
}

#[test]
fn sorts_have_the_paths_of_concrete_runs() {
    let programs = ["sort.c", "qsort.c"].map(|file| (file, own_program(&format!("benches/kinds/{file}"))));
    let programs = HashMap::from(programs);
    let mut insertion = HashMap::new();
    for sort in &SORTS {
        let program = &programs[sort.file];
        let subject = subject_at(program, sort.entry, sort.quick);
        let (tally, worst) = paths(&subject, &chain, 1);
        assert!(tally.is_complete(), "{} at {}: {tally:?}", sort.entry, sort.quick);
        // What an order is to the other sorts depends on the kind, but how many there are does not.
        let expected = match sort.file {
            "qsort.c" => concrete(&subject, orders(sort.entry, sort.quick)),
            _ => *insertion.entry(sort.quick).or_insert_with(|| {
                concrete(&subject_at(program, "i32", sort.quick), orders("i32", sort.quick))
            }),
        };
        assert_eq!((tally.paths, worst), expected, "{} at {}", sort.entry, sort.quick);
    }
}

#[test]
fn programs_with_tables_are_explored_to_the_end() {
    let program = own_program("benches/kinds/tables.c");
    // Two bytes of all values take as long as all others together, so that one is left to the bench.
    for table in TABLES.iter().filter(|table| table.entry != "count_bytes") {
        let (tally, worst) = paths(&subject_at(&program, table.entry, table.size), &chain, 1);
        assert!(tally.is_complete(), "{}: {tally:?}", table.entry);
        assert_eq!((tally.paths, worst), (table.paths, table.worst), "{}", table.entry);
    }
}
