//! What several threads find is what one finds.

mod common;

use std::sync::Arc;

use common::{Worst, chain, subject};
use worstcase_explore::{Budget, Tally, Watch, explore};
use worstcase_program::Program;

/// A length that can be 0 or 1, for which 0 to 7 are tried: that the other byte is small says nothing about this one
/// alone. What comes after it is enough for several threads.
fn listed_but_impossible() -> Arc<Program> {
    let later = "(if (i32.and (call $input) (i32.const 1)) (then (nop)))".repeat(8);
    let text = format!(
        "(module (import \"worstcase\" \"input_u8\" (func $input (result i32))) (memory 1)
           (func (export \"run\") (local $x i32) (local $y i32)
             (local.set $x (call $input)) (local.set $y (call $input))
             (if (i32.ge_u (local.get $y) (i32.const 3)) (then (return)))
             (if (i32.ge_u (local.get $x) (local.get $y)) (then (return)))
             (memory.fill (i32.const 0) (i32.const 1) (i32.and (local.get $x) (i32.const 7)))
             {later}))"
    );
    Arc::new(Program::from_wasm(wat::parse_str(&text).unwrap()).unwrap())
}

/// A value that was listed and turns out to be impossible is no path, whoever finds out.
#[test]
fn parts_that_are_impossible_are_no_parts() {
    let subject = subject(&listed_but_impossible(), 0);
    let explored = |threads: usize| -> Tally {
        let budget = Budget { threads, ..Budget::default() };
        explore(&subject, &chain, budget, &Watch::default(), &Worst::default).unwrap().0
    };
    let alone = explored(1);
    assert!(alone.is_complete(), "{alone:?}");
    assert_eq!(alone.paths, 2 + 2 * 256);
    for _ in 0..10 {
        let together = explored(4);
        assert!(together.is_complete(), "{together:?}");
        assert_eq!(together.paths, alone.paths);
    }
}
