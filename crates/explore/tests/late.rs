//! Inputs that depend on the path: whether there is another one, of which type and in which range is decided on the way, and
//! standard input is of bytes in ranges. On random programs the paths partition what can be given, and each costs and ends as a
//! concrete run does, whoever explores: depth first with and without numbers for what is known, several threads, states that
//! wait, and the path of one input.

mod common;

use std::collections::BTreeMap;
use std::fmt::Write;
use std::sync::Arc;

use common::generate::Random;
use common::{both, chain, subject};
use worstcase_explore::{
    Budget, End, Input, Path, Reply, RunEnd, States, StdinPart, StdinShape, Subject, Visitor, Watch, explore,
    path_of,
};
use worstcase_machine::process::{Costs, Given, InputKind, Outcome};
use worstcase_program::Program;
use worstcase_solver::Solver;
use worstcase_term::{TermId, Terms, mask};

const MOST_PATHS: u64 = 150;
const MEMORY: usize = 1 << 28;

const LOCALS: [&str; 4] = ["$a", "$b", "$c", "$d"];

/// A program as text.
struct Writer {
    random: Random,
    text: String,
    budget: usize,
}

impl Writer {
    fn module(&mut self) {
        let imports = [
            ("input_bool", "(result i32)"),
            ("input_u8", "(result i32)"),
            ("input_i8", "(result i32)"),
            ("input_u16", "(result i32)"),
            ("input_i32", "(result i32)"),
            ("input_u32", "(result i32)"),
            ("input_i64", "(result i64)"),
            ("input_i32_in", "(param i32 i32) (result i32)"),
            ("assume", "(param i32)"),
        ];
        self.text += "(module\n";
        for (name, ty) in imports {
            let _ = writeln!(self.text, "(import \"worstcase\" \"{name}\" (func ${name} {ty}))");
        }
        self.text += "(import \"wasi_snapshot_preview1\" \"fd_read\"
            (func $fd_read (param i32 i32 i32 i32) (result i32)))
            (memory (export \"memory\") 1)
            (func (export \"run\") (param $n i32) (result i32)
            (local $a i32) (local $b i32) (local $c i32) (local $d i32)
            (i32.store (i32.const 1000) (i32.const 0)) (i32.store (i32.const 1004) (i32.const 6))
            (drop (call $fd_read (i32.const 0) (i32.const 1000) (i32.const 1) (i32.const 1008)))
            (local.set $a (i32.load8_u (i32.const 0)))\n";
        let source = self.source();
        let _ = writeln!(self.text, "(local.set $b {source}) (local.set $c (i32.load8_u (i32.const 1)))");
        for _ in 0..5 + self.random.below(4) {
            self.statement(3);
        }
        self.text += "(local.get $a)))";
    }

    fn source(&mut self) -> String {
        match self.random.below(9) {
            0 => "(call $input_bool)".into(),
            1 | 2 => "(call $input_u8)".into(),
            3 => "(call $input_i8)".into(),
            4 => "(call $input_u16)".into(),
            5 => "(call $input_i32)".into(),
            6 => "(i32.wrap_i64 (call $input_i64))".into(),
            7 => "(call $input_u32)".into(),
            _ => {
                let (low, high) = [(0, 1), (0, 7), (-3, 3), (5, 9), (7, 7), (0, 200)][self.random.below(6)];
                format!("(call $input_i32_in (i32.const {low}) (i32.const {high}))")
            }
        }
    }

    fn statement(&mut self, depth: u32) {
        if self.budget == 0 {
            return;
        }
        self.budget -= 1;
        let (local, value) = (self.random.pick(&LOCALS), self.expression(1));
        match self.random.below(16) {
            0..=2 => {
                let source = self.source();
                let _ = writeln!(self.text, "(local.set {local} {source})");
            }
            3..=6 | 12..=15 if depth > 0 => {
                let condition = self.condition();
                let _ = writeln!(self.text, "(if {condition} (then");
                self.statement(depth - 1);
                self.statement(depth - 1);
                self.text += ") (else\n";
                self.statement(depth - 1);
                self.text += "))\n";
            }
            7 => {
                let store = self.random.pick(&["i32.store8", "i32.store16", "i32.store"]);
                let _ = writeln!(self.text, "({store} (i32.and {value} (i32.const 7)) (local.get {local}))");
            }
            8 => {
                let load = self.random.pick(&["i32.load8_u", "i32.load8_s", "i32.load16_u", "i32.load"]);
                let _ = writeln!(self.text, "(local.set {local} ({load} (i32.and {value} (i32.const 7))))");
            }
            // How many bytes has to be known.
            9 => {
                let _ = writeln!(
                    self.text,
                    "(memory.fill (i32.const 8) (local.get {local}) (i32.and {value} (i32.const 3)))"
                );
            }
            10 if self.random.below(3) == 0 => {
                let condition = self.condition();
                let _ = writeln!(self.text, "(call $assume {condition})");
            }
            _ => {
                let _ = writeln!(self.text, "(local.set {local} {value})");
            }
        }
    }

    fn condition(&mut self) -> String {
        let (a, b) = (self.expression(1), self.expression(0));
        let compare = self.random.pick(&[
            "i32.eq", "i32.eq", "i32.ne", "i32.lt_s", "i32.lt_u", "i32.gt_u", "i32.le_s", "i32.ge_u",
        ]);
        format!("({compare} {a} {b})")
    }

    fn expression(&mut self, depth: u32) -> String {
        if depth == 0 || self.random.below(3) == 0 {
            return match self.random.below(8) {
                0 | 1 => {
                    format!(
                        "(i32.const {})",
                        self.random.pick(&["0", "1", "3", "7", "32", "97", "126", "-1"])
                    )
                }
                2 => format!("(i32.load8_u (i32.const {}))", self.random.below(12)),
                3 if self.random.below(2) == 0 => format!("(i32.load (i32.const {}))", self.random.below(4)),
                _ => format!("(local.get {})", self.random.pick(&LOCALS)),
            };
        }
        let (a, b) = (self.expression(depth - 1), self.expression(depth - 1));
        let operator = self.random.pick(&[
            "i32.add",
            "i32.sub",
            "i32.and",
            "i32.or",
            "i32.xor",
            "i32.mul",
            "i32.shr_u",
            "i32.sub",
            "i32.add",
            "i32.and",
            "i32.rem_u",
        ]);
        format!("({operator} {a} {b})")
    }
}

fn generated(seed: u64) -> (Subject, String) {
    let mut writer = Writer { random: Random(seed ^ 0x1a7e), text: String::new(), budget: 30 };
    writer.module();
    let wasm = wat::parse_str(&writer.text).unwrap_or_else(|error| panic!("{error}\n{}", writer.text));
    let program = Arc::new(Program::from_wasm(wasm).expect("the module is valid"));
    let ranges = [None, Some((32, 126)), Some((1, 255)), Some((97, 100)), Some((0, 1)), Some((200, 255))];
    let range = |random: &mut Random| ranges[random.below(ranges.len())];
    let parts = vec![
        StdinPart::Inputs { count: 1 + writer.random.below(2) as u32, range: range(&mut writer.random) },
        StdinPart::Fixed(vec![10]),
        StdinPart::Inputs { count: writer.random.below(3) as u32, range: range(&mut writer.random) },
    ];
    (Subject { stdin: StdinShape::Parts(Arc::new(parts)), ..subject(&program, 3) }, writer.text)
}

/// What a path says about itself.
struct Kept {
    terms: Terms,
    facts: Vec<TermId>,
    costs: Costs,
    end: End,
    input: Vec<Input>,
}

impl Kept {
    fn holds(&self, stream: &[u64]) -> bool {
        let model = |input: u32| stream[input as usize];
        self.facts.iter().all(|&fact| self.terms.eval(fact, &model) != 0)
    }
}

/// All paths, by their open answers.
#[derive(Default)]
struct All(BTreeMap<Vec<Reply>, Kept>);

impl Visitor for All {
    fn visit(&mut self, path: &mut Path<'_>) {
        let replies = path.decisions.iter().filter(|decision| decision.open);
        let replies = replies.map(|decision| decision.reply.clone()).collect();
        let kept = Kept {
            terms: path.terms().clone(),
            facts: path.decisions.iter().filter_map(|decision| decision.fact).collect(),
            costs: path.costs,
            end: path.end.clone(),
            input: if self.0.len().is_multiple_of(2) { path.input() } else { path.natural_input() },
        };
        assert!(self.0.insert(replies, kept).is_none(), "a path is seen once");
    }

    fn merge(&mut self, other: Self) {
        self.0.extend(other.0);
    }
}

/// That a run comes to what a path says; none if an input is not in its range.
fn check_run(subject: &Subject, path: &Kept, bits: Vec<u64>) -> Option<()> {
    let shown = format!("{bits:?}");
    let (costs, ran) = subject.run(Given::bits(bits), &Watch::default()).ok()?;
    match (&path.end, ran) {
        (_, RunEnd::Stopped(_)) => return None,
        (End::Returned, RunEnd::Ended(Outcome::Returned(_))) => {}
        (End::Trapped(expected), RunEnd::Trapped(trap)) => assert_eq!(trap, *expected, "{shown}"),
        (expected, ran) => panic!("{ran:?} instead of {expected:?} for {shown}"),
    }
    assert_eq!(costs, path.costs, "{shown}");
    Some(())
}

/// These bits as an input of the same type.
fn within(like: &Input, bits: u64) -> u64 {
    bits & if like.kind == InputKind::Bool { 1 } else { mask(8 * like.kind.bytes()) }
}

/// Numbers for as many inputs as a path may ask for.
fn stream(random: &mut Random, paths: &All) -> Vec<u64> {
    let mut stream: Vec<u64> = (0..40)
        .map(|_| match random.below(4) {
            0 => random.next() % 8,
            1 => 97 + random.next() % 4,
            2 => random.next() % 256,
            _ => random.next(),
        })
        .collect();
    let near = paths.0.values().nth(random.below(paths.0.len())).expect("there is one");
    if random.below(4) > 0 {
        near.input.iter().zip(&mut stream).for_each(|(input, bits)| *bits = input.bits);
        if !near.input.is_empty() {
            let place = random.below(near.input.len());
            stream[place] = match random.below(3) {
                0 => stream[place].wrapping_add(1),
                1 => stream[place].wrapping_sub(1),
                _ => random.next() % 256,
            };
        }
    }
    stream
}

fn explored(subject: &Subject, solver: fn() -> Box<dyn Solver>, folds: bool, threads: usize) -> (bool, All) {
    let budget = Budget { paths: MOST_PATHS, folds, threads, ..Budget::default() };
    let (tally, all) = explore(subject, &solver, budget, &Watch::default(), &All::default).unwrap();
    (tally.is_complete(), all)
}

/// Paths as they have to be the same, whoever sees them.
fn outlines(all: &All) -> Vec<(&Costs, &End)> {
    all.0.values().map(|path| (&path.costs, &path.end)).collect()
}

fn by_states(subject: &Subject, seed: u64) -> All {
    let watch = Watch::default();
    let mut random = Random(seed);
    let (mut states, beginning) = States::begin(subject, chain(), MEMORY, &watch).unwrap();
    let (mut waiting, mut all) = (vec![beginning], All::default());
    while !waiting.is_empty() {
        let state = waiting.swap_remove(random.below(waiting.len()));
        waiting.extend(states.go_on(&state, &mut |standing| standing.open >= 2, &mut all));
    }
    all
}

fn check(subject: &Subject, seed: u64) -> (usize, usize) {
    let (is_complete, all) = explored(subject, both, seed.is_multiple_of(2), 1);
    for path in all.0.values() {
        let bits: Vec<u64> = path.input.iter().map(|input| input.bits).collect();
        assert!(path.holds(&bits));
        check_run(subject, path, bits).expect("its own input is in range");
        check_path_of(subject, path, &all, seed);
    }
    if all.0.is_empty() {
        return (0, 0);
    }
    let mut random = Random(seed);
    let mut matched = 0;
    for _ in 0..60 {
        let stream = stream(&mut random, &all);
        let fits = |path: &&Kept| {
            let masked = path.input.iter().zip(&stream).map(|(input, &bits)| within(input, bits));
            path.holds(&masked.collect::<Vec<u64>>())
        };
        match all.0.values().filter(fits).collect::<Vec<&Kept>>()[..] {
            [path] => {
                let with = path.input.iter().zip(&stream);
                let bits = with.map(|(input, &bits)| within(input, bits)).collect();
                matched += usize::from(check_run(subject, path, bits).is_some());
            }
            [] => {
                let ran = subject.run(Given::bits(stream.clone()), &Watch::default()).map(|(_, ran)| ran);
                let is_none =
                    matches!(ran, Ok(RunEnd::Stopped(_) | RunEnd::Ended(Outcome::Dropped)) | Err(_));
                assert!(is_none || !is_complete, "no path for {stream:?}: {ran:?}");
            }
            _ => {
                let ran = subject.run(Given::bits(stream.clone()), &Watch::default()).map(|(_, ran)| ran);
                assert!(matches!(ran, Ok(RunEnd::Stopped(_)) | Err(_)), "two paths for {stream:?}");
            }
        }
    }
    if is_complete {
        for (folds, threads) in [(false, 1), (true, 1), (true, 2), (false, 2)] {
            let (again, others) = explored(subject, chain, folds, threads);
            assert!(!again || outlines(&others) == outlines(&all), "{folds} {threads}");
        }
        assert_eq!(outlines(&by_states(subject, seed)), outlines(&all), "by states");
    }
    (all.0.len(), matched)
}

/// The path of its input, followed without a solver, is it, and other inputs that satisfy the conditions take it.
fn check_path_of(subject: &Subject, path: &Kept, all: &All, seed: u64) {
    let Some(followed) = path_of(subject, &path.input, MEMORY, &Watch::default()).unwrap() else {
        panic!("it does not count")
    };
    assert_eq!((&followed.costs, &followed.end), (&path.costs, &path.end));
    let facts = followed.conditions.iter().map(|condition| condition.fact).collect();
    let (costs, end, input) = (followed.costs, followed.end.clone(), followed.input.clone());
    let same = Kept { terms: followed.terms, facts, costs, end, input };
    let mut random = Random(seed);
    for _ in 0..6 {
        let stream = stream(&mut random, all);
        let masked: Vec<u64> =
            same.input.iter().zip(&stream).map(|(input, &bits)| within(input, bits)).collect();
        if same.holds(&masked) {
            check_run(subject, &same, masked);
        }
    }
}

#[test]
fn paths_with_inputs_of_their_own_partition_what_is_given() {
    let setting = |name: &str, default: u64| {
        std::env::var(name).ok().and_then(|value| value.parse().ok()).unwrap_or(default)
    };
    let (first, count) = (setting("WORSTCASE_SEED", 1), setting("WORSTCASE_PROGRAMS", 60));
    let (mut paths, mut matched) = (0, 0);
    for seed in first..first + count {
        let (subject, text) = generated(seed);
        let outcome = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| check(&subject, seed)));
        let Ok((found, on_paths)) = outcome else {
            panic!("WORSTCASE_SEED={seed} WORSTCASE_PROGRAMS=1 {:?}\n{text}", subject.stdin)
        };
        (paths, matched) = (paths + found, matched + on_paths);
    }
    println!("{paths} paths of {count} programs, {matched} other inputs");
    assert!(count < 20 || paths as u64 > 2 * count && matched as u64 > count, "{paths} {matched}");
}
