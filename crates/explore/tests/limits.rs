//! What would take more memory than a search may is cut off before it is taken, and is a result.

mod common;

use std::sync::Arc;

use common::{Worst, chain, subject};
use worstcase_explore::{Budget, Watch, explore};
use worstcase_program::Program;

/// Decides something, and then works on half a gigabyte at once: with a number, or with a symbolic byte.
fn big(operation: &str) -> Arc<Program> {
    let text = format!(
        "(module (import \"worstcase\" \"input_i32\" (func $input (result i32))) (memory 8192)
           (func (export \"run\") (local $x i32) (local.set $x (call $input))
             (if (i32.eq (local.get $x) (i32.const 77)) (then (return)))
             {operation}))"
    );
    Arc::new(Program::from_wasm(wat::parse_str(&text).unwrap()).unwrap())
}

#[test]
fn what_takes_too_much_at_once_is_cut_off() {
    for operation in [
        "(memory.fill (i32.const 0) (i32.const 1) (i32.const 0x20000000))",
        "(memory.fill (i32.const 0) (local.get $x) (i32.const 0x20000000))",
        "(memory.copy (i32.const 0) (i32.const 0x10000000) (i32.const 0x10000000))",
    ] {
        let subject = subject(&big(operation), 0);
        let budget = Budget { memory: 16 << 20, ..Budget::default() };
        let (tally, _) = explore(&subject, &chain, budget, &Watch::default(), &Worst::default).unwrap();
        assert_eq!((tally.paths, tally.cut_off), (1, 1), "{operation}");
    }
}

#[test]
fn what_is_there_already_does_not_count_again() {
    let fill = "(memory.fill (i32.const 0) (i32.const 1) (i32.const 0x100000))";
    let subject = subject(&big(&fill.repeat(100)), 0);
    let budget = Budget { memory: 32 << 20, ..Budget::default() };
    let (tally, _) = explore(&subject, &chain, budget, &Watch::default(), &Worst::default).unwrap();
    assert_eq!((tally.paths, tally.cut_off), (2, 0));
}
