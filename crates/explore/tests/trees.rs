//! Folders that are input: the paths of a program that tells all trees apart are exactly all trees, which are enumerated here
//! without a look at how the world makes them; and on each tree, as files of an ordinary world, the program does the same.

mod common;

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::sync::Arc;

use common::{All, chain, subject};
use worstcase_explore::{
    Budget, Input, RunEnd, States, Subject, Tally, Watch, WitnessEntry, WitnessTree, explore, path_of,
};
use worstcase_machine::process::{Amount, Given, Outcome};
use worstcase_machine::wasi::{EntryIdx, TreeShape, WasiConfig};
use worstcase_program::Program;
use worstcase_program::compile::CompileOptions;

/// A tree: whether a path is of a directory, its contents, and its time.
type Tree = BTreeMap<String, (Option<Vec<u8>>, u64)>;

/// Values that stand for all that the program does not tell apart.
const BYTES: [u8; 2] = [b'x', 0xff];
const TIMES: [u64; 2] = [0, 1000];

fn program() -> Arc<Program> {
    let file = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/programs/trees.c");
    Arc::new(worstcase_program::load(&[file], &CompileOptions::default()).unwrap().program)
}

/// All names of a shape.
fn names(shape: &TreeShape) -> Vec<String> {
    let letters: Vec<char> = (shape.letters.0..=shape.letters.1).map(char::from).collect();
    let mut all = vec![String::new()];
    let mut names = Vec::new();
    for _ in 0..shape.name {
        all = all.iter().flat_map(|name| letters.iter().map(move |c| format!("{name}{c}"))).collect();
        names.extend(all.iter().filter(|name| !name.contains('/') && *name != "." && *name != "..").cloned());
    }
    names
}

/// All contents of so many bytes.
fn texts(len: usize) -> Vec<Vec<u8>> {
    match len {
        0 => vec![Vec::new()],
        _ => texts(len - 1)
            .into_iter()
            .flat_map(|text| BYTES.map(|byte| [&text[..], &[byte]].concat()))
            .collect(),
    }
}

/// All trees of a shape, and of more names for the root: every tree with one more entry than the trees before.
fn trees(shape: &TreeShape, more: &[&str]) -> BTreeSet<Tree> {
    let mut all = BTreeSet::from([Tree::new()]);
    let mut last = all.clone();
    let names = names(shape);
    for _ in 0..shape.entries.at(0) {
        let mut larger = BTreeSet::new();
        for tree in &last {
            let used: usize = tree.values().map(|(contents, _)| contents.as_ref().map_or(0, Vec::len)).sum();
            let folders = tree.iter().filter(|(_, (contents, _))| contents.is_none());
            let mut paths: Vec<String> =
                names.iter().cloned().chain(more.iter().map(|s| s.to_string())).collect();
            for (folder, _) in folders {
                paths.extend(names.iter().map(|name| format!("{folder}/{name}")));
            }
            for path in paths.into_iter().filter(|path| !tree.contains_key(path)) {
                let files = (0..=shape.bytes.at(0) as usize - used).flat_map(texts).map(Some);
                for contents in files.chain([None]) {
                    for time in TIMES {
                        let mut tree = tree.clone();
                        tree.insert(path.clone(), (contents.clone(), time));
                        larger.insert(tree);
                    }
                }
            }
        }
        all.extend(larger.iter().cloned());
        last = larger;
    }
    all
}

/// A tree that a run was given, with the values that stand for others.
fn plain(tree: &WitnessTree) -> Tree {
    let byte = |byte: &u8| BYTES[usize::from(*byte >= 128)];
    let entry = |entry: &WitnessEntry| {
        let contents = entry.contents.as_ref().map(|contents| contents.iter().map(byte).collect());
        (entry.path.clone(), (contents, TIMES[usize::from(entry.time >= 1000)]))
    };
    tree.entries.iter().map(entry).collect()
}

fn world(arguments: &[&str]) -> WasiConfig<u8> {
    let args = ["trees"].iter().chain(arguments).map(|argument| argument.as_bytes().to_vec()).collect();
    WasiConfig { args, ..WasiConfig::default() }
}

/// What the same program says in a world that has the tree as ordinary files, and what that costs.
fn replayed(subject: &Subject, arguments: &[&str], tree: &Tree) -> (String, u64) {
    let mut world = world(arguments);
    world.files = subject.world.files.clone();
    let entry = |(path, (contents, time)): (&String, &(Option<Vec<u8>>, u64))| WitnessEntry {
        path: path.clone(),
        contents: contents.clone(),
        time: *time,
        entry: EntryIdx(0),
    };
    WitnessTree { entries: tree.iter().map(entry).collect(), inputs: 0 }.put_into(".", &mut world);
    let subject = Subject { world, ..subject.clone() };
    let (stdout, costs, _) = subject.replay_output(&[], &Watch::default()).unwrap();
    (String::from_utf8(stdout).unwrap(), costs.instructions)
}

fn explored(subject: &Subject, threads: usize) -> (Tally, Vec<Vec<Input>>) {
    let watch = Watch::default();
    let (tally, all) = match threads {
        0 => {
            let (mut states, beginning) = States::begin(subject, chain(), 1 << 28, &watch).unwrap();
            let (mut waiting, mut all) = (vec![beginning], All::default());
            while let Some(state) = waiting.pop() {
                waiting.extend(states.go_on(&state, &mut |standing| standing.open >= 1, &mut all));
            }
            (states.tally(), all)
        }
        _ => {
            let budget = Budget { threads, folds: threads == 2, ..Budget::default() };
            explore(subject, &chain, budget, &watch, &All::default).unwrap()
        }
    };
    for (costs, input) in &all.0 {
        assert_eq!(subject.replay(input).unwrap().0, *costs, "{input:?}");
    }
    (tally, all.0.into_iter().map(|(_, input)| input).collect())
}

/// What the program says on each path, of which the inputs are run, and the trees that these are, on which it says the same.
fn told(subject: &Subject, arguments: &[&str], threads: usize) -> (usize, BTreeSet<Tree>, BTreeSet<String>) {
    let (tally, inputs) = explored(subject, threads);
    assert!(tally.is_complete(), "{arguments:?}: {tally:?}");
    let (mut seen, mut said) = (BTreeSet::new(), BTreeSet::new());
    for input in &inputs {
        let tree = subject.tree_of(input).unwrap().expect("there is a tree");
        let (stdout, costs, _) = subject.replay_output(input, &Watch::default()).unwrap();
        let here = String::from_utf8(stdout).unwrap();
        let (there, instructions) = replayed(subject, arguments, &plain(&tree));
        assert_eq!(there, here, "{arguments:?} {tree:?}");
        assert_eq!(instructions, costs.instructions, "{arguments:?} {tree:?}\n{here}");
        seen.insert(plain(&tree));
        said.insert(here);
    }
    (inputs.len(), seen, said)
}

/// Explores the program on all trees of a shape, after it has done what the arguments say. More names may be there if it asks for
/// them. Unless it changes the tree before it looks, it tells all trees apart. Returns how many there are.
fn check(
    program: &Arc<Program>,
    shape: &TreeShape,
    arguments: &[&str],
    more: &[&str],
    files: &[&str],
) -> usize {
    let files: Vec<(String, Vec<u8>)> = files.iter().map(|name| (name.to_string(), Vec::new())).collect();
    let world = WasiConfig { tree: Some(shape.clone()), files: files.clone(), ..world(arguments) };
    let subject = Subject { world, ..subject(program, 0) };
    let mut all = trees(shape, more);
    all.retain(|tree| files.iter().all(|(name, _)| !tree.contains_key(name)));
    let expected: BTreeSet<String> = all.iter().map(|tree| replayed(&subject, arguments, tree).0).collect();
    let changes = arguments.iter().any(|argument| argument.starts_with(['u', 'r', 'm', 'n', 't', 'w']));
    for threads in [1, 2, 0] {
        let (paths, seen, said) = told(&subject, arguments, threads);
        let differ: Vec<&String> = said.symmetric_difference(&expected).take(5).collect();
        assert!(differ.is_empty(), "{arguments:?} {files:?}: {differ:?}");
        if !changes {
            let differ: Vec<&Tree> = seen.symmetric_difference(&all).take(5).collect();
            assert!(differ.is_empty(), "{arguments:?} {files:?}: {differ:?}");
            assert_eq!(paths, all.len(), "{arguments:?}");
        }
    }
    all.len()
}

fn shape(entries: u32, bytes: u32, name: u32, letters: (u8, u8)) -> TreeShape {
    TreeShape { name, letters, ..TreeShape::new(Amount::Number(entries), Amount::Number(bytes)) }
}

#[test]
fn paths_are_all_trees() {
    let program = program();
    // One entry is a folder, or a file with so many texts, and has one of two times.
    let one = check(&program, &shape(1, 2, 1, (b'a', b'a')), &[], &[], &[]);
    assert_eq!(one, 1 + 2 * (1 + 1 + 2 + 4));
    // Two are beside each other, but not both with a byte, or one in the other.
    let two = check(&program, &shape(2, 1, 1, (b'a', b'b')), &[], &[], &[]);
    assert_eq!(two, 1 + 2 * 8 + (8 * 8 - 4 * 4) + (2 * 2) * (2 * 8));
    // Of these letters not all names can be made.
    assert_eq!(check(&program, &shape(1, 0, 2, (b'-', b'/')), &[], &[], &[]), 1 + 4 * (1 + 3));
    check(&program, &shape(2, 0, 2, (b'a', b'b')), &[], &[], &[]);
    check(&program, &shape(3, 0, 1, (b'a', b'b')), &[], &[], &[]);
}

#[test]
fn what_was_asked_for_by_name_is_in_its_place() {
    let program = program();
    let small = shape(2, 1, 1, (b'a', b'b'));
    for arguments in
        [&["ob"][..], &["sb"], &["sa", "ob"], &["sb/a"], &["ob", "sb/b"], &["lb"], &["lb", "sa/a"]]
    {
        check(&program, &small, arguments, &[], &[]);
    }
    // Of names that no listing makes.
    check(&program, &small, &["s0"], &["0"], &[]);
    check(&program, &shape(2, 0, 1, (b'a', b'b')), &["sab", "sb"], &["ab"], &[]);
    // Beside a file that is there in any case.
    check(&program, &small, &[], &[], &["a"]);
    check(&program, &small, &["sa", "sb"], &[], &["b"]);
}

#[test]
fn programs_can_change_what_is_there() {
    let program = program();
    let small = shape(2, 1, 1, (b'a', b'b'));
    for arguments in [
        &["ua"][..],
        &["ra"],
        &["mb"],
        &["na"],
        &["ta"],
        &["wb"],
        &["ua", "ma", "sb"],
        &["l.", "wa", "na"],
        &["rb/a", "rb"],
    ] {
        check(&program, &small, arguments, &[], &[]);
    }
}

#[test]
fn any_numbers_make_a_tree() {
    let program = program();
    let (mut entries, mut bytes) = (0, 0);
    for seed in 0..200 {
        // Most of what is given is no name.
        let letters = [(b'-', b'0'), (b'.', b'/')][seed as usize % 2];
        let longest = [1, 2, 255][seed as usize % 3];
        let shape = shape(1 + seed as u32 % 7, seed as u32 % 9, longest, letters);
        let arguments = [&["l."][..], &["s0", "wa", "l."], &["o-/-", "l."]][seed as usize % 3];
        let world = WasiConfig { tree: Some(shape.clone()), ..world(arguments) };
        let subject = Subject { world, ..subject(&program, 0) };
        let input = subject.inputs_of(Given::random(seed), &Watch::default()).unwrap();
        let (stdout, costs, end) = subject.replay_output(&input, &Watch::default()).unwrap();
        // Of some letters there are too few names: that is no tree.
        if end == RunEnd::Ended(Outcome::Dropped) {
            continue;
        }
        let tree = subject.tree_of(&input).unwrap().expect("there is a tree");
        assert!(
            tree.entries.len() <= shape.entries.at(0) as usize && tree.bytes() <= shape.bytes.at(0).into(),
            "{tree:?}"
        );
        (entries, bytes) = (entries.max(tree.entries.len()), bytes.max(tree.bytes()));
        let exact = |entry: &WitnessEntry| (entry.path.clone(), (entry.contents.clone(), entry.time));
        let there = replayed(&subject, arguments, &tree.entries.iter().map(exact).collect());
        let here = (String::from_utf8(stdout).unwrap(), costs.instructions);
        assert_eq!(there, here, "{arguments:?} {tree:?}");
        // What was given may have been no tree, but what is kept of it is one: it can be followed.
        let path = path_of(&subject, &input, 1 << 30, &Watch::default()).unwrap().expect("it counts");
        assert_eq!(path.costs, costs, "{arguments:?} {tree:?}");
    }
    assert!(entries == 7 && bytes == 8, "{entries} {bytes}");
}
