//! Small programs and their whole graphs, in the notation of `flow/print.rs`.

use super::{flows, oracle, program};
use worstcase_program::flow::{BlockIdx, Flow};
use worstcase_program::{FuncIdx, LoopIdx};

/// Compares the graph of a module's only function, or the last one, with what is expected, indentation aside.
#[track_caller]
fn check(wat: &str, expected: &str) {
    let program = program(wat);
    oracle::check(&program);
    let text = flows(&program).last().unwrap().to_string();
    let lines =
        |text: &str| text.lines().map(str::trim).filter(|l| !l.is_empty()).collect::<Vec<_>>().join("\n");
    assert_eq!(lines(&text), lines(expected), "\n{text}");
}

#[test]
fn an_empty_function_is_its_entry_and_its_exit() {
    check(
        "(module (func))",
        "b0/0: goto b1
         b1/0: return",
    );
}

#[test]
fn if_and_else_meet() {
    check(
        "(module (func (param i32) (result i32)
           (local.get 0) (if (result i32) (then (i32.const 1)) (else (i32.const 2)))
           (i32.const 3) (i32.add)))",
        "b0/0: branch c0 0 b2, 1 b1
         b1/0: goto b3
         b2/0: goto b3
         b3/1: goto b4
         b4/1: return",
    );
}

#[test]
fn an_if_without_else_can_be_passed() {
    check(
        "(module (func (param i32) (i32.const 7) (local.get 0) (if (then (nop))) (drop)))",
        "b0/0: branch c0 0 b2, 1 b1
         b1/1: goto b2
         b2/1: goto b3
         b3/0: return",
    );
}

#[test]
fn blocks_that_nothing_jumps_out_of_leave_no_trace() {
    check(
        "(module (func (block (block (nop)) (block (result i32) (i32.const 1)) (drop))))",
        "b0/0: goto b1
         b1/0: return",
    );
}

#[test]
fn a_loop_with_two_exits() {
    // One of them returns, the other goes on after the loop.
    check(
        "(module (func (param i32)
           (block $out
             (loop $again
               (br_if $out (local.get 0))
               (if (local.get 0) (then (return)))
               (br $again)))
           (nop)))",
        "b0/0: goto b1
         b1/0 l0: branch c0 0 b2, 1 b5
         b2/0 l0: branch c1 0 b4, 1 b3
         b3/0: goto b6
         b4/0 l0: goto b1
         b5/0: goto b6
         b6/0: return
         l0: header b1, back from b4, exits b1-b5 b2-b3",
    );
}

#[test]
fn nested_loops_with_a_continue_of_the_outer_one() {
    check(
        "(module (func (param i32)
           (loop $outer
             (loop $inner
               (br_if $outer (local.get 0))
               (br_if $inner (local.get 0)))
             (br_if $outer (local.get 0)))))",
        "b0/0: goto b1
         b1/0 l0: goto b2
         b2/0 l1: branch c0 0 b3, 1 b1
         b3/0 l1: branch c1 0 b4, 1 b2
         b4/0 l0: branch c2 0 b5, 1 b1
         b5/0: goto b6
         b6/0: return
         l0: header b1, back from b2 b4, exits b4-b5
         l1 in l0: header b2, back from b3, exits b2-b1 b3-b4",
    );
}

#[test]
fn a_loop_on_the_way_out_of_another_is_not_inside_it() {
    let wat = "(module (func (param i32)
           (loop $first
             (if (local.get 0) (then
               (loop $second (br_if $second (local.get 0)))
               (return)))
             (loop $third (br_if $third (local.get 0)))
             (br $first))))";
    check(
        wat,
        "b0/0: goto b1
         b1/0 l0: branch c0 0 b5, 1 b2
         b2/0: goto b3
         b3/0 l1: branch c1 0 b4, 1 b3
         b4/0: goto b8
         b5/0 l0: goto b6
         b6/0 l2: branch c2 0 b7, 1 b6
         b7/0 l0: goto b1
         b8/0: return
         l0: header b1, back from b7, exits b1-b2
         l1: header b3, back from b3, exits b3-b4
         l2 in l0: header b6, back from b6, exits b6-b7",
    );
    let program = program(wat);
    assert_eq!(program.loops[1].parent, Some(LoopIdx(0)), "by the text it is inside");
    let flow = Flow::of(&program, FuncIdx(0)).unwrap();
    let first = flow.natural_loop(LoopIdx(0)).unwrap();
    assert_eq!(flow.blocks_of(first).collect::<Vec<_>>(), [1, 5, 6, 7].map(BlockIdx));
    assert_eq!(flow.loops().iter().map(|l| l.depth).collect::<Vec<_>>(), [1, 1, 2]);
}

#[test]
fn a_loop_without_a_jump_back_is_none() {
    let wat = "(module (func (param i32) (loop $l (br_if 1 (local.get 0)))))";
    check(
        wat,
        "b0/0: goto b1
         b1/0: branch c0 0 b2, 1 b3
         b2/0: goto b3
         b3/0: return",
    );
    let program = program(wat);
    assert_eq!(program.loops.len(), 1);
    assert!(Flow::of(&program, FuncIdx(0)).unwrap().natural_loop(LoopIdx(0)).is_none());
}

#[test]
fn every_entry_of_a_table_is_an_edge() {
    check(
        "(module (func (param i32) (result i32)
           (block $a (block $b (block $c
             (br_table $a $c $a $b (local.get 0)))
             (return (i32.const 1)))
             (return (i32.const 2)))
           (i32.const 3)))",
        "b0/0: table c0 0 b3, 1 b1, 2 b3, 3 b2
         b1/0: goto b4
         b2/0: goto b4
         b3/0: goto b4
         b4/1: return",
    );
}

#[test]
fn a_table_in_a_block_with_results() {
    check(
        "(module (func (param i32) (result i32)
           (loop $l (result i32)
             (i32.const 8) (i32.const 9)
             (block $b (param i32 i32) (result i32 i32)
               (drop) (drop)
               (i32.const 1) (i32.const 2)
               (br_if $l (local.get 0))
               (br_table $b $b (local.get 0)))
             (drop))))",
        "b0/0: goto b1
         b1/0 l0: branch c0 0 b2, 1 b1
         b2/2: table c1 0 b3, 1 b3
         b3/2: goto b4
         b4/1: return
         l0: header b1, back from b1, exits b1-b2",
    );
}

#[test]
fn operands_below_stay_and_those_between_are_dropped() {
    // At the jumps out, slots: 0 stays, 1 and 2 are dropped, 3 and 4 move to 1 and 2.
    check(
        "(module (func (param i32) (result i32)
           (i32.const 10)
           (block $b (result i32 i32)
             (i32.const 11) (i32.const 12) (i32.const 13) (i32.const 14)
             (br_if $b (local.get 0))
             (br_if 1 (local.get 0))
             (drop) (drop) (br_if $b (local.get 0))
             (drop) (drop) (return (i32.const 15)))
           (i32.add) (i32.add)))",
        "b0/0: branch c0 0 b1, 1 b4 (2: 3 to 1)
         b1/5: branch c1 0 b2, 1 b5 (1: 4 to 0)
         b2/5: branch c2 0 b3, 1 b4
         b3/3: goto b5 (1: 1 to 0)
         b4/3: goto b5
         b5/1: return",
    );
}

#[test]
fn a_loop_carries_its_parameters_and_a_block_its_results() {
    check(
        "(module (func (param i32) (result i64 i32)
           (i64.const 1) (i32.const 2)
           (loop $l (param i64 i32) (result i64 i32)
             (local.get 0)
             (if (param i64 i32) (result i32 i64)
               (then (drop) (drop) (i32.const 3) (i64.const 4) (i32.const 5)
                     (br $l))
               (else (drop) (drop) (i32.const 6) (i64.const 7)))
             (i32.const 8)
             (br_if $l (local.get 0))
             (return))))",
        "b0/0: goto b1
         b1/2 l0: branch c0 0 b3, 1 b2
         b2/2 l0: goto b1 (2: 1 to 0)
         b3/2 l0: branch c1 0 b4, 1 b1 (2: 1 to 0)
         b4/3: goto b5 (2: 1 to 0)
         b5/2: return
         l0: header b1, back from b2 b3, exits b3-b4",
    );
}

#[test]
fn dead_code_is_absent() {
    check(
        "(module (func (param i32) (result i32)
           (block $b
             (br $b)
             (loop $dead (br_if $dead (local.get 0)))
             (if (local.get 0) (then (unreachable)) (else (br $b))))
           (if (local.get 0)
             (then (unreachable) (br_if 0 (local.get 0)))
             (else (return (i32.const 1)) (loop (br 0))))
           (i32.const 2)))",
        "b0/0: goto b1
         b1/0: branch c0 0 b3, 1 b2
         b2/0: trap
         b3/0: goto b4
         b4/1: return",
    );
}

#[test]
fn a_function_need_not_return() {
    let wat = "(module (import \"m\" \"f\" (func)) (func (loop (br 0))) (func (unreachable)))";
    let program = program(wat);
    oracle::check(&program);
    assert!(Flow::of(&program, FuncIdx(0)).is_none(), "it is imported");
    assert!(Flow::of(&program, FuncIdx(3)).is_none(), "there is no such function");
    let graphs: Vec<(String, bool)> =
        flows(&program).map(|flow| (flow.to_string(), flow.exit().is_some())).collect();
    let endless = "b0/0: goto b1\nb1/0 l0: goto b1\nl0: header b1, back from b1, exits\n";
    assert_eq!(graphs, [(endless.to_string(), false), ("b0/0: trap\n".to_string(), false)]);
}

#[test]
fn conditionals_and_loops_are_numbered_through_the_program() {
    check(
        "(module
           (func (param i32) (loop (br_if 0 (local.get 0))))
           (func (param i32) (loop (br_if 0 (local.get 0)))))",
        "b0/0: goto b1
         b1/0 l1: branch c1 0 b2, 1 b1
         b2/0: goto b3
         b3/0: return
         l1: header b1, back from b1, exits b1-b2",
    );
}

#[test]
fn operators_keep_their_offsets_and_lose_their_structure() {
    let program = program(
        "(module (func (param i32) (result i32)
           (nop) (block (result i32) (block (i32.const 5) (local.set 0)) (local.get 0))
           (if (result i32) (then (i32.const 6)) (else (i32.const 7)))))",
    );
    // Before the operators there is one byte: no locals.
    let start = program.bodies[0].bytes.start + 1;
    let text = format!("{:#}", flows(&program).next().unwrap());
    let expected = [
        "b0/0: branch c0 0 b2, 1 b1".to_string(),
        format!("    {:#x} I32Const {{ value: 5 }}", start + 5),
        format!("    {:#x} LocalSet {{ local_index: 0 }}", start + 7),
        format!("    {:#x} LocalGet {{ local_index: 0 }}", start + 10),
        "b1/0: goto b3".to_string(),
        format!("    {:#x} I32Const {{ value: 6 }}", start + 15),
        "b2/0: goto b3".to_string(),
        format!("    {:#x} I32Const {{ value: 7 }}", start + 18),
        "b3/1: goto b4".to_string(),
        "b4/1: return\n".to_string(),
    ];
    assert_eq!(text, expected.join("\n"));
}

#[test]
fn dominators_of_a_diamond_in_a_loop() {
    let program = program(
        "(module (func (param i32)
           (loop $l
             (if (local.get 0) (then (nop)) (else (nop)))
             (br_if $l (local.get 0)))))",
    );
    let flow = flows(&program).next().unwrap();
    // b0, header b1, arms b2 and b3, join b4, after the loop b5, exit b6.
    let dominators: Vec<Option<u32>> = flow.blocks().map(|b| flow.dominator(b).map(|d| d.0)).collect();
    assert_eq!(dominators, [None, Some(0), Some(1), Some(1), Some(1), Some(4), Some(5)]);
    assert!(flow.dominates(BlockIdx(1), BlockIdx(6)) && flow.dominates(BlockIdx(4), BlockIdx(4)));
    assert!(!flow.dominates(BlockIdx(2), BlockIdx(4)) && !flow.dominates(BlockIdx(4), BlockIdx(1)));
}
