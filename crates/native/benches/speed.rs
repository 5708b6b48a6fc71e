//! How many runs a second: native ones and the interpreter's, of the same inputs, in the same process.
//!
//! `cargo bench -p worstcase-native --bench speed -- [--quick] [part of a program's name]`
//!
//! The two take turns, and of all turns the fastest counts: what else goes on in the computer makes one slower, never
//! faster. What is compared is the ratio. Native runs count the sides of conditionals, as the interpreter's do beside them in
//! a second column; and both have to answer the same, or the exit code is 1.

#[path = "../tests/common/mod.rs"]
mod common;

use std::process::ExitCode;
use std::sync::Arc;
use std::time::{Duration, Instant};

use common::{Random, compile, file, interpreted, load, subject, world};
use worstcase_explore::{Subject, Watch};
use worstcase_machine::Unobserved;
use worstcase_machine::process::Entry;
use worstcase_native::{Native, NativeOptions, NativeRun};
use worstcase_program::Program;
use worstcase_program::compile::Opt;

/// What texts for the parser are made of.
const LETTERS: &[u8] = b"[{\"\":, 0123}]  \n";

/// Larger programs, of which only the time to compile is measured.
const COMPILED: [&str; 2] = ["../../examples/tools/grep.c", "../../examples/tools/style.c"];

/// Runs in one turn.
const BATCH: usize = 100;

/// What is measured, and where it is.
const PROGRAMS: [(&str, &str); 5] = [
    ("insertion sort", "../../examples/insertion_sort.c"),
    ("hash table", "../../examples/hash_table.c"),
    ("parser", "tests/programs/fuzzer.c"),
    ("words", "tests/programs/words.c"),
    ("lines", "tests/programs/lines.c"),
];

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).filter(|word| word != "--bench").collect();
    let turns = if words.iter().any(|word| word == "--quick") { 3 } else { 30 };
    let filter = words.iter().find(|word| !word.starts_with('-')).map_or("", String::as_str);
    println!(
        "{:<15} {:<3} {:>5} {:>12} {:>12} {:>12} {:>12} {:>7} {:>7}",
        "program", "opt", "n", "instructions", "native us", "unobserved", "counting", "ratio", "ratio"
    );
    let mut is_right = true;
    for (name, path) in PROGRAMS.into_iter().filter(|(name, _)| name.contains(filter)) {
        for opt in [Opt::O0, Opt::O2] {
            let program = load(&file(path), opt);
            let seconds = compile_time(&program);
            println!("{name:<15} {opt:?} compiled in {seconds:.2} s");
            for size in [0, 30, 100, 1000] {
                is_right &= measure(name, opt, &program, size, turns);
            }
        }
    }
    for path in COMPILED.into_iter().filter(|path| path.contains(filter)) {
        for opt in [Opt::O0, Opt::O2] {
            let program = load(&file(path), opt);
            let (operations, seconds) = (program.code.len(), compile_time(&program));
            println!("{path} {opt:?}, {operations} operations: compiled in {seconds:.2} s");
        }
    }
    if is_right { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// How long it takes to translate and compile a program, in seconds.
fn compile_time(program: &Arc<Program>) -> f64 {
    let begin = Instant::now();
    let entry = Entry::find(program, None).expect("it has an entry");
    let options = NativeOptions { entry, counted_function: None, cache: None, stop: Default::default() };
    Native::compile(program, &options).expect("it is compiled");
    begin.elapsed().as_secs_f64()
}

/// Inputs like those of a search: as many as a run takes.
fn inputs(subject: &Subject) -> Vec<Vec<u64>> {
    let mut random = Random(subject.size.into());
    let taken = interpreted(subject, &[]).map_or(0, |run| run.input.len());
    let letter = |random: &mut Random| match subject.entry {
        Entry::Fuzzer(_) | Entry::Command(_) => LETTERS[random.below(LETTERS.len())].into(),
        _ => random.next() & 0xffff_ffff,
    };
    let any: Vec<Vec<u64>> = (0..BATCH).map(|_| (0..taken).map(|_| letter(&mut random)).collect()).collect();
    // As a search keeps them: of their kinds, and in their ranges.
    let kept = |bits: &Vec<u64>| interpreted(subject, bits).map_or(Vec::new(), |run| run.input);
    any.iter().map(|bits| kept(bits).into_iter().map(|(_, bits)| bits).collect()).collect()
}

fn measure(name: &str, opt: Opt, program: &Arc<Program>, size: u32, turns: usize) -> bool {
    let entry = Entry::find(program, None).expect("it has an entry");
    let mut subject = subject(program, entry.clone(), size);
    subject.limits.steps = 1 << 40;
    let native = compile(program, entry, None);
    let mut runner = native.start(size, &subject.limits, &world(&subject)).expect("it starts");
    let inputs = inputs(&subject);
    let given: Vec<&[u64]> = inputs.iter().map(Vec::as_slice).collect();
    let [mut fast, mut plain, mut counting] = [Duration::MAX; 3];
    let mut is_right = true;
    let mut instructions = 0;
    for turn in 0..turns {
        let begin = Instant::now();
        let runs = runner.run(&given, &|| false);
        fast = fast.min(begin.elapsed());
        // The interpreter needs less inputs to be measured well.
        let some = (BATCH / 4).max(1);
        let begin = Instant::now();
        for input in &inputs[..some] {
            let _ = subject.fitted(input.clone(), &mut Unobserved, &Watch::default());
        }
        plain = plain.min(begin.elapsed() * (BATCH / some) as u32);
        let begin = Instant::now();
        let expected: Vec<_> = inputs[..some].iter().map(|input| interpreted(&subject, input)).collect();
        counting = counting.min(begin.elapsed() * (BATCH / some) as u32);
        if turn == 0 {
            for (run, expected) in runs.iter().zip(expected) {
                let NativeRun::Done(run) = run else { continue };
                instructions += run.costs.executed;
                is_right &= Some(run) == expected.as_ref();
            }
        }
    }
    instructions /= (BATCH / 4) as u64;
    let [fast, plain, counting] = [fast, plain, counting].map(|time| time.as_secs_f64() * 1e6 / BATCH as f64);
    println!(
        "{name:<15} {opt:?} {size:>6} {instructions:>12} {fast:>12.2} {plain:>12.2} {counting:>12.2} {:>7.1} {:>7.1}",
        plain / fast,
        counting / fast,
    );
    is_right
}
