//! The path of an input: its conditions hold for it, and whatever other input satisfies them decides the same, costs the
//! same, and comes to what the terms say.

mod common;

use std::sync::Arc;

use common::generate::{self, Generated, Random};
use common::inputs::{Trace, neighbour, random_input};
use common::{chain, example, subject};
use worstcase_explore::{Cut, End, Input, InputPath, RunEnd, StdinShape, Subject, Watch, path_of};
use worstcase_machine::process::{Asked, Costs, Given, InputKind, Outcome};
use worstcase_machine::symbolic::SymbolByte;
use worstcase_machine::wasi::WasiConfig;
use worstcase_program::{Op, Pc};
use worstcase_solver::{Answer, Declared};
use worstcase_term::{Evaluator, TermId};

const MEMORY: usize = 1 << 30;

/// All that a concrete run comes to.
#[derive(Debug, PartialEq, Eq)]
struct Ran {
    trace: Trace,
    costs: Costs,
    end: RunEnd,
    stdout: Vec<u8>,
}

fn run(subject: &Subject, input: &[Input]) -> Ran {
    let (stdout, costs, end) = subject.replay_output(input, &Watch::default()).unwrap();
    let mut trace = Trace::default();
    let mut given = Given::bits(input.iter().map(|input| input.bits).collect());
    subject.run_watched(&mut given, &mut trace, &Watch::default()).unwrap();
    // Several arms of a `br_table` may be the same jump, and are one side then; costs and what follows tell them apart.
    let is_table = |at: Pc| matches!(subject.program.code[at as usize], Op::BrTable { .. });
    trace.0.iter_mut().filter(|(at, _)| is_table(*at)).for_each(|(_, choice)| *choice = 0);
    Ran { trace, costs, end, stdout }
}

fn follow(subject: &Subject, input: &[Input]) -> Option<InputPath> {
    path_of(subject, input, MEMORY, &Watch::default()).unwrap()
}

/// Whether all conditions hold for an input, and each in the range that was asked for.
fn holds(path: &InputPath, input: &[Input]) -> bool {
    let model = |number: u32| input[number as usize].bits;
    let (terms, mut evaluator) = (&path.terms, Evaluator::new());
    let mut valuation = evaluator.under(terms, &model);
    path.conditions.iter().all(|condition| valuation.holds(condition.fact))
}

/// That an input which satisfies the conditions runs as the path says.
fn check_run(subject: &Subject, path: &mut InputPath, first: &Ran, input: &[Input]) {
    let ran = run(subject, input);
    assert_eq!(ran.trace, first.trace, "other decisions for {input:?}");
    assert_eq!(ran.costs, path.costs, "{input:?}");
    let model = |number: u32| input[number as usize].bits;
    let stdout = InputPath::bytes_as_terms(&mut path.terms, &path.stdout);
    let written: Vec<u8> = stdout.iter().map(|&byte| path.terms.eval(byte, &model) as u8).collect();
    assert_eq!(ran.stdout, written);
    match (&path.end, ran.end) {
        (End::Returned, RunEnd::Ended(Outcome::Returned(values))) => {
            assert_eq!(values.len(), path.results.len());
            for (value, result) in values.into_iter().zip(&path.results) {
                let evaluated = match result.number() {
                    Some(number) => number,
                    None => {
                        let mut context = worstcase_machine::symbolic::Path::new();
                        std::mem::swap(&mut context.terms, &mut path.terms);
                        let term = result.term(&mut context, 64);
                        std::mem::swap(&mut context.terms, &mut path.terms);
                        path.terms.eval(term, &model)
                    }
                };
                assert_eq!(evaluated, value, "{input:?}");
            }
        }
        (End::Exited(expected), RunEnd::Ended(Outcome::Exited(code))) => assert_eq!(code, *expected),
        (End::Trapped(expected), RunEnd::Trapped(trap)) => assert_eq!(trap, *expected),
        (expected, ran) => panic!("{ran:?} instead of {expected:?}"),
    }
}

fn range(asked: &Asked) -> Option<(i64, i64)> {
    if asked.kind == InputKind::Bool { Some((0, 1)) } else { asked.range }
}

/// Inputs that satisfy the conditions and differ from the one that was followed in one number each.
fn others(path: &mut InputPath, places: &[usize]) -> Vec<Vec<Input>> {
    let mut solver = chain();
    solver.limit(20_000);
    for asked in &path.asked {
        solver.declare(Declared { width: 8 * asked.kind.bytes(), range: range(asked) });
    }
    path.conditions.iter().for_each(|condition| solver.assert(&path.terms, condition.fact));
    let mut others = Vec::new();
    for &place in places {
        let mark = solver.mark(&path.terms);
        let width = 8 * path.input[place].kind.bytes();
        let (input, value) =
            (path.terms.input(place as u32, width), path.terms.constant(width, path.input[place].bits));
        let differs: TermId = path.terms.ne(input, value);
        solver.assert(&path.terms, differs);
        if solver.check(&path.terms) == Answer::Sat {
            let with =
                |(number, input): (usize, &Input)| Input { bits: solver.value(number as u32), ..*input };
            others.push(path.input.iter().enumerate().map(with).collect());
        }
        solver.undo(mark);
    }
    others
}

#[derive(Debug, Default)]
struct Seen {
    paths: usize,
    conditions: usize,
    others: usize,
    /// Of inputs nearby, how many are on the same path, and how many are not.
    near: usize,
    away: usize,
}

/// Follows an input, and looks at inputs that satisfy the same conditions, and at some that do not.
fn check(subject: &Subject, input: &[Input], random: &mut Random, seen: &mut Seen) {
    let first = run(subject, input);
    let Some(mut path) = follow(subject, input) else {
        return assert_eq!(first.end, RunEnd::Ended(Outcome::Dropped));
    };
    if let End::CutOff(cut) = &path.end {
        assert!(matches!(first.end, RunEnd::Stopped(_)), "{cut}");
        return;
    }
    seen.paths += 1;
    seen.conditions += path.conditions.len();
    assert_eq!(path.input, input);
    assert!(holds(&path, input), "the conditions of {input:?} hold for it");
    assert!(path.spent(&|costs| costs.executed as i64).iter().all(|&spent| spent >= 0));
    check_run(subject, &mut path, &first, input);
    let ranges: Vec<Option<(i64, i64)>> = path.asked.iter().map(range).collect();
    let places: Vec<usize> = match input.len() {
        0..=8 => (0..input.len()).collect(),
        _ => (0..8).map(|_| random.below(input.len())).collect(),
    };
    for other in others(&mut path, &places) {
        assert!(holds(&path, &other));
        check_run(subject, &mut path, &first, &other);
        seen.others += 1;
    }
    for _ in 0..30 {
        let other = neighbour(random, input, &ranges);
        if holds(&path, &other) {
            check_run(subject, &mut path, &first, &other);
            seen.near += 1;
        } else {
            // A value may be a condition although others would lead to the same; a side of a conditional is none in vain.
            seen.away += usize::from(run(subject, &other).trace != first.trace);
        }
    }
}

#[test]
fn random_programs_do_what_their_conditions_say() {
    let setting = |name: &str, default: u64| {
        std::env::var(name).ok().and_then(|value| value.parse().ok()).unwrap_or(default)
    };
    let (first, count) = (setting("WORSTCASE_SEED", 1), setting("WORSTCASE_PROGRAMS", 150));
    let mut seen = Seen::default();
    for seed in first..first + count {
        let Generated { text, program, .. } = generate::program(seed);
        let subject = subject(&Arc::new(program), 3);
        let outcome = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
            let mut random = Random(seed);
            // What it asks for it says when it is run.
            let Some(like) = follow(&subject, &[]) else { return };
            for _ in 0..4 {
                let with_range = like.input.iter().zip(&like.asked);
                let input: Vec<Input> =
                    with_range.map(|(like, asked)| random_input(&mut random, like, range(asked))).collect();
                check(&subject, &input, &mut random, &mut seen);
            }
        }));
        assert!(outcome.is_ok(), "WORSTCASE_SEED={seed} WORSTCASE_PROGRAMS=1\n{text}");
    }
    println!("{seen:?}");
    if count >= 100 {
        assert!(seen.others > seen.paths && seen.near > seen.paths && seen.away > seen.paths, "{seen:?}");
    }
}

fn command(name: &str, arguments: &[&str], size: u32) -> Subject {
    let args = [name].iter().chain(arguments).map(|argument| argument.as_bytes().to_vec()).collect();
    let world = WasiConfig { args, ..WasiConfig::default() };
    Subject { world, stdin: StdinShape::Sized, ..subject(&example(name), size) }
}

fn text(bytes: impl IntoIterator<Item = u8>) -> Vec<Input> {
    bytes.into_iter().map(|byte| Input { kind: InputKind::U8, bits: byte.into() }).collect()
}

#[test]
fn commands_write_what_their_terms_say() {
    let mut random = Random(5);
    let mut seen = Seen::default();
    let subjects = [
        (command("grep.c", &["[0-9]{3}"], 60), "0123456789 a\n"),
        (command("grep.c", &["(ab|a)*b"], 40), "aabb\n"),
        (command("sort_lines.c", &[], 40), "abc\n"),
    ];
    for (subject, letters) in &subjects {
        for _ in 0..4 {
            let letter = |_| letters.as_bytes()[random.below(letters.len())];
            let input = text((0..subject.size).map(letter));
            check(subject, &input, &mut random, &mut seen);
        }
    }
    assert!(seen.others > 10 && seen.near > 10 && seen.away > 10, "{seen:?}");
}

#[test]
fn output_depends_on_the_input() {
    let subject = command("grep.c", &["[0-9]"], 6);
    let path = follow(&subject, &text(*b"x7y\nab")).expect("it counts");
    let numbers = path.stdout.iter().filter(|byte| matches!(byte, SymbolByte::Of(..))).count();
    assert_eq!((path.stdout.len(), numbers), (4, 3), "a line that matches, and a newline of its own");
}

#[test]
fn what_takes_too_much_memory_is_cut_off() {
    let subject = command("sort_lines.c", &[], 2000);
    let input = text((0..2000).map(|number| b"ab\n"[number % 3]));
    let path = path_of(&subject, &input, 100_000, &Watch::default()).unwrap().expect("it counts");
    assert_eq!(path.end, End::CutOff(Cut::Memory));
}

#[test]
fn what_is_not_in_range_ends_the_run() {
    let wasm = wat::parse_str(
        "(module (import \"worstcase\" \"input_i32_in\" (func $in (param i32 i32) (result i32)))
           (func (export \"run\") (param i32) (drop (call $in (i32.const 0) (i32.const 9)))))",
    );
    let program = worstcase_program::Program::from_wasm(wasm.unwrap()).unwrap();
    let subject = subject(&Arc::new(program), 1);
    let path = follow(&subject, &[Input { kind: InputKind::I32, bits: 10 }]).expect("it counts");
    let End::CutOff(Cut::Stopped(reason)) = path.end else { panic!("10 is more than 9") };
    assert!(reason.to_string().contains("input 1 is 10"), "{reason}");
}

/// Whoever changes inputs at random makes truth values of any bits; a concrete run takes the lowest, and so does a path.
#[test]
fn of_a_truth_value_the_lowest_bit_counts() {
    let wasm = wat::parse_str(
        "(module (import \"worstcase\" \"input_bool\" (func $bool (result i32)))
           (func (export \"run\") (param i32) (result i32)
             (if (result i32) (call $bool) (then (i32.const 1)) (else (i32.add (local.get 0) (i32.const 1))))))",
    );
    let program = worstcase_program::Program::from_wasm(wasm.unwrap()).unwrap();
    let subject = subject(&Arc::new(program), 1);
    for bits in [0, 1, 2, 142, 255] {
        let input = [Input { kind: InputKind::Bool, bits }];
        let (costs, _) = subject.replay(&input).unwrap();
        assert_eq!(follow(&subject, &input).expect("it counts").costs, costs, "{bits}");
        let mut all = common::All::default();
        worstcase_explore::trace(&subject, chain(), &input, &Watch::default(), &mut all).unwrap();
        assert_eq!(all.0[0].0, costs, "{bits}");
    }
}
