//! Structured standard input: the paths of a program that tells all texts apart are exactly the texts of its template, which are
//! enumerated here without a look at how templates are expanded; and what is read from a file costs what its path did.

mod common;

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::Arc;

use common::{All, chain, subject};
use worstcase_explore::{Budget, States, StdinShape, Subject, Tally, Template, Watch, explore};
use worstcase_machine::SplitMix;
use worstcase_machine::process::{Extent, Item, SequenceIdx};
use worstcase_machine::wasi::{Stdin, WasiConfig};
use worstcase_program::Program;
use worstcase_program::compile::CompileOptions;

const SIZE: u32 = 2;

/// A beginning of a text: its bytes, what holes hold, and what was counted.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Beginning {
    text: Vec<u8>,
    holes: Vec<(usize, Vec<u8>)>,
    counted: Vec<usize>,
}

/// All that a sequence can make of a beginning.
fn sequence(template: &Template, at: SequenceIdx, begun: &Beginning) -> BTreeSet<Beginning> {
    template.items(at).iter().fold(BTreeSet::from([begun.clone()]), |all, one| {
        all.iter().flat_map(|begun| item(template, one, begun)).collect()
    })
}

fn numbers(extent: &Extent) -> std::ops::RangeInclusive<u32> {
    extent.least.at(SIZE)..=extent.most.at(SIZE)
}

fn item(template: &Template, item: &Item, begun: &Beginning) -> BTreeSet<Beginning> {
    let with = |bytes: &[u8]| {
        let mut begun = begun.clone();
        begun.text.extend(bytes);
        begun
    };
    match item {
        Item::Fixed(bytes) => BTreeSet::from([with(bytes)]),
        Item::Again(hole) => {
            let (_, bytes) = begun.holes.iter().rev().find(|(held, _)| held == hole).unwrap();
            BTreeSet::from([with(bytes)])
        }
        Item::Hole { hole, length, alphabet } => {
            let letters: Vec<u8> = alphabet.ranges().iter().flat_map(|&(low, high)| low..=high).collect();
            let mut words: Vec<Vec<u8>> = vec![Vec::new()];
            let mut all = BTreeSet::new();
            let lengths = numbers(length);
            for length in 0..=*lengths.end() {
                if lengths.contains(&length) {
                    for word in &words {
                        let mut made = with(word);
                        made.holes.push((*hole, word.clone()));
                        all.insert(made);
                    }
                }
                let longer = |word: &Vec<u8>| {
                    let word = word.clone();
                    letters.clone().into_iter().map(move |letter| [&word[..], &[letter]].concat())
                };
                words = words.iter().flat_map(longer).collect();
            }
            all
        }
        Item::Repeat { count, body } => {
            let mut all = BTreeSet::new();
            let mut here = BTreeSet::from([begun.clone()]);
            for times in 0..=*numbers(count).end() {
                if numbers(count).contains(&times) {
                    all.extend(here.iter().cloned());
                }
                here = here.iter().flat_map(|begun| sequence(template, *body, begun)).collect();
            }
            all
        }
        Item::Choice(sequences) => sequences.iter().flat_map(|&one| sequence(template, one, begun)).collect(),
        Item::Counted(what) => {
            let mut begun = begun.clone();
            begun.counted.push(*what);
            BTreeSet::from([begun])
        }
    }
}

/// All texts of a template, within its limits.
fn texts(template: &Template) -> BTreeSet<Vec<u8>> {
    let nothing = Beginning { text: Vec::new(), holes: Vec::new(), counted: Vec::new() };
    let allowed = |made: &Beginning| {
        let bytes = template.most_bytes().is_none_or(|most| made.text.len() as u64 <= most);
        let count = |what: usize| made.counted.iter().filter(|&&counted| counted == what).count() as u64;
        bytes && made.counted.iter().all(|&what| count(what) <= template.most_counted(what))
    };
    sequence(template, template.root(), &nothing).into_iter().filter(allowed).map(|made| made.text).collect()
}

fn spell() -> Arc<Program> {
    let file = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/programs/spell.c");
    Arc::new(worstcase_program::load(&[file], &CompileOptions::default()).unwrap().program)
}

/// Explores by states that wait, whose inputs have other ranges on other paths, although their terms are in one arena.
fn by_states(subject: &Subject) -> (Tally, All) {
    let watch = Watch::default();
    let (mut states, beginning) = States::begin(subject, chain(), 1 << 28, &watch).unwrap();
    let (mut waiting, mut all) = (vec![beginning], All::default());
    while let Some(state) = waiting.pop() {
        waiting.extend(states.go_on(&state, &mut |standing| standing.open >= 1, &mut all));
    }
    (states.tally(), all)
}

/// Explores the program on all texts of a template, and compares. Returns how many there are.
fn check(program: &Arc<Program>, written: &str) -> usize {
    let template = Arc::new(Template::parse(written.as_bytes()).unwrap());
    let world = WasiConfig { args: vec![b"spell".to_vec()], ..WasiConfig::default() };
    let stdin = StdinShape::Template(template.clone());
    let subject = Subject { world, stdin, ..subject(program, SIZE) };
    let expected = texts(&template);
    for threads in [1, 2, 0] {
        // What is known becomes a number on several threads.
        let budget = Budget { threads, folds: threads == 2, ..Budget::default() };
        let (tally, all) = match threads {
            0 => by_states(&subject),
            _ => explore(&subject, &chain, budget, &Watch::default(), &All::default).unwrap(),
        };
        assert!(tally.is_complete(), "{written}: {tally:?}");
        let mut seen = BTreeSet::new();
        for (costs, input) in all.0 {
            assert_eq!(subject.replay(&input).unwrap().0, costs, "{written}: {input:?}");
            let text = subject.stdin_of(&input).expect("standard input is all that there is");
            let world = WasiConfig { stdin: Stdin::Bytes(text.clone()), ..subject.world.clone() };
            let read = Subject { world, stdin: StdinShape::World, ..subject.clone() };
            assert_eq!(read.replay(&[]).unwrap().0, costs, "{written}: {}", text.escape_ascii());
            seen.insert(text);
        }
        assert_eq!(seen, expected, "{written}");
    }
    expected.len()
}

#[test]
fn paths_are_the_texts_of_a_template() {
    let program = spell();
    assert_eq!(check(&program, "x"), 1);
    assert_eq!(check(&program, "[[1..2 of ab]]."), 6);
    assert_eq!(check(&program, "[[[[1 of a-d]]|[[1..2 of w-x]]|[[1 of 0-9]]]]!"), 4 + 6 + 10);
    assert_eq!(check(&program, "[[* 0..n]]<[[a|b|]]>[[/]]"), 1 + 3 + 9);
    assert_eq!(check(&program, "[[x: 0..2 of a-bq]]=[[x]]"), 13);
    // At most three bytes, and at most one b.
    assert_eq!(check(&program, "[[limit: 3]][[* 0..9]][[a|b[[limit b: 1]]]][[/]]"), 1 + 2 + 3 + 4);
}

/// A template at random, of few texts.
fn written(random: &mut SplitMix, depth: u64) -> String {
    let mut made = String::new();
    for _ in 0..1 + random.below(2) {
        let inside = |random: &mut SplitMix| match depth {
            0 => "x".to_string(),
            _ => written(random, depth - 1),
        };
        made += &match random.below(7) {
            0 => format!(
                "[[{}..{} of {}]]",
                random.below(2),
                1 + random.below(2),
                ["ab", "a-c", "0az"][random.below(3) as usize]
            ),
            1 => format!("[[h: {} of ab]]-[[h]]", ["1", "0..1", "n", "1..n"][random.below(4) as usize]),
            2 => format!("[[* 0..{}]]{}[[/]]", 1 + random.below(2), inside(random)),
            3 => format!("[[* 1..{}]]{}[[/]]", ["1", "2", "n"][random.below(3) as usize], inside(random)),
            4 => format!("[[{}|{}]]", inside(random), inside(random)),
            5 => format!("[[p[[limit p: {}]]|q]]", 1),
            _ => ".".to_string(),
        };
    }
    made
}

#[test]
fn paths_are_the_texts_of_random_templates() {
    let program = spell();
    let mut random = SplitMix(11);
    let (mut checked, mut most) = (0, 0);
    while checked < 60 {
        let mut text = written(&mut random, 2);
        if random.below(3) == 0 {
            text = format!("[[limit: {}]]{text}", 2 + random.below(6));
        }
        let template = Arc::new(Template::parse(text.as_bytes()).unwrap());
        // Some need more than their limit, and some have too many texts to try.
        if template.at(SIZE).is_err() || text.len() > 60 {
            continue;
        }
        let count = texts(&template).len();
        if count == 0 || count > 300 {
            continue;
        }
        most = most.max(check(&program, &text));
        checked += 1;
    }
    assert!(most > 50, "{most}");
}
