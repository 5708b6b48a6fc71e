//! Operations that move much at once, one instruction each: drivers get to look at the clock all the same, and nothing
//! that is counted depends on how often they do.

use std::sync::Arc;

use worstcase_machine::process::{
    Driver, Entry, Given, Halt, Outcome, Process, RunEnd, StdinSource, StopReason, is_slice,
};
use worstcase_machine::wasi::{Wasi, WasiConfig};
use worstcase_machine::{Limit, Limits, Stop, Unobserved};
use worstcase_program::Program;

/// A hundred thousand operations of a mebibyte each, of one kind.
fn repeated(operation: &str) -> String {
    format!(
        "(module (import \"worstcase\" \"output_bytes\" (func $output (param i32 i32))) (memory 64)
           (data $data \"{}\") (table $table 1 funcref) (elem $none funcref (ref.null func))
           (func (export \"run\") (local $i i32)
             (loop {operation}
               (local.set $i (i32.add (local.get $i) (i32.const 1)))
               (br_if 0 (i32.lt_u (local.get $i) (i32.const 100000))))))",
        "x".repeat(1 << 20)
    )
}

const OPERATIONS: [&str; 5] = [
    "(memory.fill (i32.const 0) (i32.const 7) (i32.const 0x100000))",
    "(memory.copy (i32.const 0x100000) (i32.const 0) (i32.const 0x100000))",
    "(memory.init $data (i32.const 5) (i32.const 0) (i32.const 0x100000))",
    "(drop (memory.grow (i32.const 1)))",
    "(drop (table.grow $table (ref.null func) (i32.const 1000)))",
];

fn entered(text: &str, limits: Limits) -> Process<u64> {
    let program = Arc::new(Program::from_wasm(wat::parse_str(text).unwrap()).unwrap());
    let entry = Entry::find(&program, None).unwrap();
    let world = Wasi::new(WasiConfig::default()).unwrap();
    let mut process = Process::new(program, (), limits, world).unwrap();
    process.enter(&entry, 0, &mut Given::list(Vec::new())).unwrap();
    process
}

fn run(process: &mut Process<u64>, is_stopped: bool) -> RunEnd {
    let (inputs, stdin) = (&mut Given::random(1), StdinSource::Inputs(&[]));
    Driver { inputs, observer: &mut Unobserved, stdin, is_stopped: &mut |_| is_stopped }.run(process)
}

#[test]
fn whoever_drives_is_asked_between_operations_on_much_memory() {
    for operation in OPERATIONS {
        let mut process = entered(&repeated(operation), Limits { steps: 1 << 40, ..Limits::default() });
        assert_eq!(run(&mut process, true), RunEnd::Interrupted, "{operation}");
        assert!(process.spent().instructions < 1_000_000, "{operation}: {:?}", process.spent());
    }
}

#[test]
fn what_is_moved_counts_against_the_limit_of_steps() {
    let mut process = entered(&repeated(OPERATIONS[0]), Limits { steps: 10_000_000, ..Limits::default() });
    let end = run(&mut process, false);
    assert!(matches!(end, RunEnd::Stopped(StopReason::Limit(Limit::Moved(_)))), "{end:?}");
    let again =
        run(&mut entered(&repeated(OPERATIONS[0]), Limits { steps: 10_000_000, ..Limits::default() }), false);
    assert_eq!(end, again);
}

/// Asks for 5000 bytes, twice, and returns a sum of what they are and where they are.
const INPUTS: &str = "(module (import \"worstcase\" \"input_bytes\" (func $input (param i32 i32))) (memory 1)
    (func (export \"run\") (result i32) (local $i i32) (local $sum i32)
      (call $input (i32.const 3) (i32.const 5000)) (call $input (i32.const 6000) (i32.const 5000))
      (memory.fill (i32.const 100) (i32.const 1) (i32.const 50))
      (loop
        (local.set $sum (i32.add (i32.mul (local.get $sum) (i32.const 31)) (i32.load8_u (local.get $i))))
        (local.set $i (i32.add (local.get $i) (i32.const 1)))
        (br_if 0 (i32.lt_u (local.get $i) (i32.const 12000))))
      (local.get $sum)))";

#[test]
fn nothing_depends_on_how_often_it_is_looked_at() {
    let mut results = Vec::new();
    for moved in [u64::MAX, 1 << 16, 100, 1] {
        let mut process = entered(INPUTS, Limits { moved, ..Limits::default() });
        let (mut inputs, mut looks) = (Given::random(3), 0);
        let outcome = loop {
            match process.advance(&mut inputs, &mut Unobserved) {
                Halt::Ended(outcome) => break outcome,
                Halt::Stopped(Stop::Limit(limit)) if is_slice(limit, u64::MAX) => looks += 1,
                halt => panic!("{halt:?}"),
            }
        };
        assert_eq!(looks > 0, moved < u64::MAX);
        assert!(moved > 1 || looks >= 10_000, "{looks}");
        results.push((outcome, process.spent()));
    }
    assert!(matches!(&results[0].0, Outcome::Returned(sum) if sum[0] != 0));
    results.windows(2).for_each(|pair| assert_eq!(pair[0], pair[1]));
}
