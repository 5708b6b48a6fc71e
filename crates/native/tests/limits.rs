//! Runs that go wrong: they trap, never end, or want more of something than there is. Every one is answered, and rightly or not
//! at all.

mod common;

use std::cell::Cell;
use std::time::{Duration, Instant};

use common::{Random, Tally, compare, compile, inputs, interpreted, start, subject, text};
use worstcase_machine::Trap;
use worstcase_machine::process::{Entry, RunEnd};
use worstcase_native::NativeRun;

/// A program whose first input chooses what goes wrong.
const WRONG: &str = r#"(module
    (import "worstcase" "input_u8" (func $input (result i32)))
    (import "worstcase" "input_i32_in" (func $input_in (param i32 i32) (result i32)))
    (import "worstcase" "output_bytes" (func $output (param i32 i32)))
    (import "worstcase" "input_bytes" (func $bytes (param i32 i32)))
    (import "env" "nobody_knows_this" (func $unknown))
    (type $nothing (func))
    (table 4 4 funcref)
    (elem (i32.const 1) $unknown $deep)
    (memory (export "memory") 1 2000)
    (func $deep (param i32) (result i32)
        (i32.add (i32.const 1) (call $deep (i32.add (local.get 0) (i32.const 1)))))
    (func $loop (loop
        (i64.store (i32.const 0) (i64.mul (i64.xor (i64.load (i32.const 0)) (i64.const 12345)) (i64.const 6364136223846793005)))
        (br_if 0 (i64.ne (i64.load (i32.const 0)) (i64.const 77)))))
    (func $grow (loop
        (i32.store8 (i32.sub (i32.mul (memory.size) (i32.const 65536)) (i32.const 1)) (i32.const 7))
        (br_if 0 (i32.ne (memory.grow (i32.const 1)) (i32.const -1)))))
    (func $read (loop (drop (call $input)) (br 0)))
    (func $fill (loop
        (memory.fill (i32.const 0) (i32.const 7) (i32.const 65536))
        (br 0)))
    (func (export "run") (param $n i32) (result i32)
        (block $10 (block $9 (block $8 (block $7 (block $6 (block $5 (block $4 (block $3 (block $2 (block $1
        (block $0
        (br_table $0 $1 $2 $3 $4 $5 $6 $7 $8 $9 $10 (call $input)))
        (return (call $deep (i32.const 0))))
        (call $loop) (return (i32.const 1)))
        (call $grow) (return (memory.size)))
        (call $read) (return (i32.const 3)))
        (call $fill) (return (i32.const 4)))
        (call_indirect (type $nothing) (call $input)) (return (i32.const 5)))
        (return (call $input_in (i32.const 5) (i32.const 4))))
        (call $unknown) (return (i32.const 7)))
        (call $output (i32.const 0) (i32.const 70000)) (return (i32.const 8)))
        (call $bytes (i32.const 65000) (call $input_in (i32.const 530) (i32.const 540))) (return (i32.const 9)))
        (memory.copy (i32.const 10) (i32.const 0) (i32.const 100))
        (i32.load8_u (i32.mul (call $input) (i32.const 300)))))"#;

#[test]
fn whatever_goes_wrong_is_answered() {
    let program = text(WRONG);
    let mut subject = subject(&program, Entry::find(&program, None).unwrap(), 3);
    subject.limits.memory_pages = 1000;
    let mut tally = Tally::default();
    let mut runner = start(&subject);
    let mut random = Random(1);
    let all: Vec<Vec<u64>> = (0..200).map(|_| vec![random.next() % 12, random.next() % 256]).collect();
    compare(&subject, &mut runner, &all, &mut tally);
    assert!(tally.trapped > 20 && tally.returned > 10 && tally.unsupported > 60, "{tally:?}");
    assert_eq!(tally.declined, 0, "{tally:?}");
}

#[test]
fn memory_that_grew_is_gone_in_the_next_run() {
    let program = text(WRONG);
    let mut subject = subject(&program, Entry::find(&program, None).unwrap(), 3);
    // Here the limit is that of its type: memory stops growing, and the run returns.
    subject.limits.memory_pages = 1 << 14;
    subject.limits.steps = 1 << 30;
    let mut runner = start(&subject);
    let mut tally = Tally::default();
    compare(&subject, &mut runner, &[vec![2], vec![11, 200], vec![2], vec![2]], &mut tally);
    assert_eq!((tally.returned, tally.unsupported), (4, 0), "{tally:?}");
}

#[test]
fn a_run_that_never_ends_can_be_stopped() {
    let program = text(WRONG);
    let mut subject = subject(&program, Entry::find(&program, None).unwrap(), 3);
    subject.limits.steps = u64::MAX >> 1;
    let mut runner = start(&subject);
    let (begin, looks) = (Instant::now(), Cell::new(0));
    let endless: Vec<&[u64]> = vec![&[1]; 1000];
    let is_stopped = || {
        looks.set(looks.get() + 1);
        begin.elapsed() > Duration::from_millis(200)
    };
    let runs = runner.run(&endless, &is_stopped);
    assert!(runs.iter().all(|run| *run == NativeRun::Unsupported) && runs.len() == 1000);
    assert!(looks.get() > 3 && begin.elapsed() < Duration::from_secs(10), "{:?}", begin.elapsed());
    // And the next request is answered by a new child.
    let runs = runner.run(&[&[11, 0]], &|| false);
    assert!(matches!(&runs[..], [NativeRun::Done(_)]), "{runs:?}");
}

#[test]
fn a_limit_of_steps_is_never_overstepped() {
    let program = common::load(&common::file("../../examples/insertion_sort.c"), Default::default());
    let mut subject = subject(&program, Entry::find(&program, None).unwrap(), 20);
    let mut random = Random(7);
    let inputs = inputs(&subject, 50, &mut random);
    let most = interpreted(&subject, &inputs[0]).unwrap().costs.executed;
    let mut runner = start(&subject);
    for steps in most - 300..most + 300 {
        subject.limits.steps = steps;
        runner.resize(20, &subject.limits, &Default::default()).unwrap();
        compare(&subject, &mut runner, &inputs[..1], &mut Tally::default());
    }
    subject.limits.call_depth = 2;
    runner.resize(20, &subject.limits, &Default::default()).unwrap();
    compare(&subject, &mut runner, &inputs, &mut Tally::default());
}

#[test]
fn a_stack_that_overflows_traps_as_it_does_there() {
    let program = common::load(&common::file("tests/programs/mixed.c"), Default::default());
    // The C stack of the program is at its end first.
    let mut subject = subject(&program, Entry::find(&program, None).unwrap(), 1 << 20);
    subject.limits.steps = 1 << 40;
    let mut runner = start(&subject);
    runner.resize(1 << 20, &subject.limits, &Default::default()).unwrap();
    // It writes beyond its table first: whatever comes of that.
    compare(&subject, &mut runner, &[vec![0; 10]], &mut Tally::default());
}

#[test]
fn a_batch_larger_than_any_message_is_answered() {
    let program = common::load(&common::file("../../examples/insertion_sort.c"), Default::default());
    let subject = subject(&program, Entry::find(&program, None).unwrap(), 30);
    let mut random = Random(3);
    let inputs = inputs(&subject, 20_000, &mut random);
    let given: Vec<&[u64]> = inputs.iter().map(Vec::as_slice).collect();
    let runs = start(&subject).run(&given, &|| false);
    assert!(runs.iter().all(|run| matches!(run, NativeRun::Done(_))));
    let mut tally = Tally::default();
    compare(&subject, &mut start(&subject), &inputs[..2000], &mut tally);
    assert_eq!(tally.returned, 2000);
}

#[test]
fn two_children_of_one_program_do_not_disturb_each_other() {
    let program = common::load(&common::file("../../examples/insertion_sort.c"), Default::default());
    let subject = subject(&program, Entry::find(&program, None).unwrap(), 30);
    let native = compile(&program, subject.entry.clone(), None);
    std::thread::scope(|scope| {
        for seed in 0..4 {
            let (native, subject) = (native.clone(), &subject);
            scope.spawn(move || {
                let mut runner = native.start(30, &subject.limits, &Default::default()).unwrap();
                let inputs = inputs(subject, 300, &mut Random(seed));
                compare(subject, &mut runner, &inputs, &mut Tally::default());
            });
        }
    });
}

#[test]
fn a_trap_says_which_and_where() {
    let program = text("(module (memory 1) (func (export \"run\") (result i32) (i32.load (i32.const -1))))");
    let subject = subject(&program, Entry::find(&program, None).unwrap(), 0);
    let runs = start(&subject).run(&[&[]], &|| false);
    let [NativeRun::Done(run)] = &runs[..] else { panic!("{runs:?}") };
    assert_eq!((&run.end, run.costs.executed), (&RunEnd::Trapped(Trap::MemoryOutOfBounds), 2));
}
