//! Functions that are written to take long. Each of them takes minutes or gigabytes if anything is quadratic.

use std::time::{Duration, Instant};

use super::{flows, program};
use worstcase_program::flow::{BlockIdx, End};

const DEPTH: usize = 50_000;
const ENTRIES: usize = 100_000;

fn function(code: &str) -> String {
    format!("(module (func (param i32) {code}))")
}

/// Builds the graph within a time that is generous for a busy machine and not enough for anything quadratic.
#[track_caller]
fn within_seconds<T>(wat: &str, look: impl FnOnce(&worstcase_program::flow::Flow) -> T) -> T {
    let program = program(wat);
    let start = Instant::now();
    let flow = flows(&program).next().unwrap();
    let seen = look(&flow);
    let taken = start.elapsed();
    assert!(taken < Duration::from_secs(3), "{taken:?}");
    seen
}

#[test]
fn deep_loops_that_all_repeat() {
    let code = "loop ".repeat(DEPTH) + &"local.get 0 br_if 0 end ".repeat(DEPTH);
    within_seconds(&function(&code), |flow| {
        assert_eq!(flow.loops().len(), DEPTH);
        let (outermost, innermost) = (&flow.loops()[0], &flow.loops()[DEPTH - 1]);
        assert_eq!((outermost.depth, innermost.depth), (1, DEPTH as u32));
        assert_eq!(flow.blocks_of(outermost).count(), 2 * DEPTH - 1);
        assert_eq!(flow.blocks_of(innermost).count(), 1);
        assert_eq!(flow.exits(outermost).count(), 1);
        assert!(flow.dominates(BlockIdx(DEPTH as u32), flow.exit().unwrap()));
    });
}

#[test]
fn a_table_that_leaves_and_repeats_deep_loops() {
    let table: String = (0..ENTRIES).map(|i| format!("{} ", (i * 7919) % DEPTH)).collect();
    let code = "loop ".repeat(DEPTH) + "local.get 0 br_table " + &table + "0 " + &"end ".repeat(DEPTH);
    within_seconds(&function(&code), |flow| {
        assert_eq!(flow.edges().len(), DEPTH + ENTRIES + 1);
        assert_eq!(flow.loops().len(), DEPTH);
        // The innermost loop is left by all entries but those that name it.
        let innermost = flow.loops().last().unwrap();
        let again = flow.back_edges(innermost).count();
        assert_eq!(flow.exits(innermost).count(), ENTRIES + 1 - again);
        assert!(flow.exit().is_none());
    });
}

#[test]
fn a_table_into_deep_blocks() {
    let table: String = (0..ENTRIES).map(|i| format!("{} ", (i * 7919) % DEPTH)).collect();
    let code = "block ".repeat(DEPTH) + "local.get 0 br_table " + &table + "0 " + &"nop end ".repeat(DEPTH);
    within_seconds(&function(&code), |flow| {
        assert_eq!(flow.blocks().len(), DEPTH + 2);
        assert_eq!(flow.dominator(BlockIdx(DEPTH as u32)), Some(flow.entry()));
    });
}

#[test]
fn deep_ifs() {
    let code = "local.get 0 if ".repeat(DEPTH) + &"else nop end ".repeat(DEPTH);
    within_seconds(&function(&code), |flow| {
        let branches = flow.blocks().filter(|&b| matches!(flow[b].end, End::Branch(_))).count();
        assert_eq!(branches, DEPTH);
        assert_eq!(flow.dominator(flow.exit().unwrap()).map(|b| flow[b].height), Some(0));
    });
}

/// A chain of conditionals whose jumps meet the chain's end in such an order that the walk up from it to the
/// nearest common dominator is long every time.
#[test]
fn dominators_far_apart() {
    let mut code = "block ".repeat(DEPTH);
    // The first leaves the innermost block, the others the ones around it, last one first.
    code += "local.get 0 br_if 0 ";
    for i in 1..DEPTH {
        code += &format!("local.get 0 br_if {} ", DEPTH - i);
    }
    code += &"end ".repeat(DEPTH);
    within_seconds(&function(&code), |flow| {
        let joins = flow.blocks().filter(|&b| flow.predecessors(b).len() > 1);
        let entry = flow.entry();
        assert_eq!(joins.filter(|&b| flow.dominator(b) == Some(entry)).count(), DEPTH);
    });
}

#[test]
fn unreachable_depths_are_passed_over() {
    let code =
        "return ".to_string() + &"block loop local.get 0 if ".repeat(DEPTH) + &"end end end ".repeat(DEPTH);
    within_seconds(&function(&code), |flow| assert_eq!(flow.to_string(), "b0/0: goto b1\nb1/0: return\n"));
}
