//! However long a run and whatever its code looks like, the interpreter uses little of the host's stack.

use std::fmt::Write;
use std::sync::Arc;

use worstcase_machine::{Event, Extern, Limits, Machine, Unobserved};
use worstcase_program::Program;

/// Runs the export `run` of a text module on a small stack and gives its result.
fn run(text: String) -> u64 {
    let thread = std::thread::Builder::new().stack_size(1 << 20).spawn(move || {
        let program = Program::from_wasm(wat::parse_str(text).unwrap()).unwrap();
        let mut machine = Machine::<u64>::new((), Limits::default());
        let instance = machine.instantiate(Arc::new(program), &[]).unwrap();
        let Some(Extern::Func(function)) = machine.export(instance, "run") else { panic!("no run") };
        machine.begin(function, &[]);
        assert_eq!(machine.resume(&mut Unobserved), Event::Finished);
        machine.results(function)[0]
    });
    thread.unwrap().join().unwrap()
}

#[test]
fn a_million_operations_without_a_jump() {
    let mut text = String::from("(module (func (export \"run\") (result i32) (local i32 i32)");
    for i in 0..1_000_000 {
        let _ = write!(text, "(local.set {} (i32.add (local.get 0) (local.get {})))", i % 2, 1);
        if i == 0 {
            text += "(local.set 0 (i32.const 1))";
        }
    }
    text += "(local.get 0)))";
    assert_ne!(run(text), 0);
}

#[test]
fn a_million_jumps() {
    let text = "(module (func (export \"run\") (result i32) (local i32)
        (loop (br_if 0 (i32.ne (local.tee 0 (i32.add (local.get 0) (i32.const 1))) (i32.const 1000000))))
        (local.get 0)))";
    assert_eq!(run(text.into()), 1_000_000);
}

#[test]
fn a_hundred_thousand_calls_inside_one_another() {
    let text = "(module
        (func $deep (param i32) (result i32)
            (if (result i32) (local.get 0)
                (then (i32.add (i32.const 1) (call $deep (i32.sub (local.get 0) (i32.const 1)))))
                (else (i32.const 0))))
        (func (export \"run\") (result i32) (call $deep (i32.const 100000))))";
    assert_eq!(run(text.into()), 100_000);
}
