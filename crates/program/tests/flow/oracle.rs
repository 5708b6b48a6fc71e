//! What holds for every graph, checked against definitions that are simpler and slower than the library's,
//! and against wasmparser's validator, which follows the operand stack on its own.

use std::collections::BTreeMap;

use super::flows;
use wasmparser::{Parser, ValidPayload, Validator};
use worstcase_program::Program;
use worstcase_program::flow::{BlockIdx, Edge, End, Flow, Operator};

/// Above that many blocks, what is quadratic or worse is left out.
const SMALL: usize = 120;

/// Checks all functions of a program and says how many loops were compared with their definition.
#[track_caller]
pub fn check(program: &Program) -> usize {
    let heights = heights(program);
    let mut loops = 0;
    for (flow, heights) in flows(program).zip(&heights) {
        edges(&flow);
        back_edges(&flow);
        stack(&flow, heights);
        listed(&flow);
        if flow.blocks().len() <= SMALL {
            dominators(&flow);
            natural_loops(&flow);
            loops += flow.loops().len();
        }
    }
    loops
}

fn edges(flow: &Flow) {
    let by_source: Vec<&Edge> = flow.blocks().flat_map(|b| flow.successors(b)).collect();
    assert!(by_source.iter().copied().eq(flow.edges()));
    let mut by_target: Vec<&Edge> = flow.edges().iter().collect();
    by_target.sort_by_key(|edge| edge.target);
    assert!(flow.blocks().flat_map(|b| flow.predecessors(b)).eq(by_target));
    for block in flow.blocks() {
        assert!(flow.predecessors(block).all(|edge| edge.target == block));
        for (choice, edge) in flow.successors(block).iter().enumerate() {
            assert_eq!((edge.source, edge.choice), (block, choice as u32));
            assert!(edge.target.index() < flow.blocks().len());
        }
        let expected: Vec<&Edge> = flow.edges().iter().filter(|e| e.target == block).take(1000).collect();
        assert_eq!(flow.predecessors(block).take(1000).collect::<Vec<_>>(), expected);
        let ways = flow.successors(block).len();
        match flow[block].end {
            End::Goto => assert_eq!(ways, 1),
            End::Branch(_) => assert_eq!(ways, 2),
            End::Table(_) => assert!(ways >= 1),
            End::Return => {
                assert!(ways == 0 && flow.exit() == Some(block) && flow.operators(block).count() == 0)
            }
            End::Trap => assert_eq!(ways, 0),
        }
    }
    assert_eq!(flow.predecessors(flow.entry()).len(), 0);
}

/// Reducibility: every edge that does not go forwards leads to the header of a loop, which dominates its
/// source.
fn back_edges(flow: &Flow) {
    for edge in flow.edges().iter().filter(|e| e.is_back()) {
        assert!(flow.dominates(edge.target, edge.source), "{edge:?}");
        let l = flow.innermost_loop(edge.target).expect("a jump back makes a loop");
        assert_eq!(l.header, edge.target);
        assert!(flow.contains(l, edge.source));
    }
}

/// Edges agree with the blocks at both ends, and the blocks with the validator.
fn stack(flow: &Flow, heights: &BTreeMap<u32, u32>) {
    for index in flow.blocks() {
        let block = &flow[index];
        let mut height = block.height;
        let mut last = None;
        for (operator, offset) in flow.operators(index) {
            assert!(block.bytes.contains(&offset) && last < Some(offset));
            assert_eq!(height, heights[&offset], "before {operator:?}");
            let (pops, pushes) = flow.arity(&operator);
            height = height - pops + pushes;
            last = Some(offset);
        }
        assert_eq!(height, heights[&block.bytes.end], "at the end of {index}");
        let height = height - u32::from(matches!(block.end, End::Branch(_) | End::Table(_)));
        for edge in flow.successors(index) {
            assert_eq!(edge.from_slot + edge.carried, height, "{edge:?}");
            assert_eq!(edge.to_slot + edge.carried, flow[edge.target].height, "{edge:?}");
            assert!(edge.to_slot <= edge.from_slot, "{edge:?}");
        }
        if block.end == End::Return {
            assert_eq!(height as usize, flow.program.func_type(flow.function).results.len());
        }
    }
}

/// The conditionals, loops and calls that the program lists for a function are those of the graph, each once.
fn listed(flow: &Flow) {
    let (program, function) = (flow.program, flow.function);
    let conditionals = flow.blocks().filter_map(|b| match flow[b].end {
        End::Branch(c) | End::Table(c) => Some((c.index(), flow[b].bytes.end)),
        _ => None,
    });
    let expected = program.conditionals.iter().enumerate().filter(|(_, c)| c.function == function);
    assert!(conditionals.eq(expected.map(|(index, c)| (index, c.offset))));

    let calls =
        flow.blocks().flat_map(|b| flow.operators(b)).filter_map(|(operator, offset)| match operator {
            Operator::Call { .. } | Operator::CallIndirect { .. } => Some(offset),
            _ => None,
        });
    let expected = program.calls.iter().filter(|c| c.caller == function);
    assert!(calls.eq(expected.map(|c| c.offset)));

    for l in flow.loops() {
        assert_eq!(program.loops[l.index.index()].function, function);
        assert_eq!(flow.natural_loop(l.index), Some(l));
        // A loop begins right after its operator: one byte, and its type.
        assert!(program.loops[l.index.index()].offset < flow[l.header].bytes.start);
        assert_eq!(flow.predecessors(l.header).next().map(|e| e.source.0 + 1), Some(l.header.0));
    }
}

/// By definition: a dominates b if b can't be reached without a.
fn dominators(flow: &Flow) {
    for a in flow.blocks() {
        let reached =
            closure(flow, &[flow.entry()], |b| flow.successors(b).iter().map(|e| e.target).collect(), a);
        for b in flow.blocks() {
            assert_eq!(flow.dominates(a, b), !reached[b.index()], "{a} {b}\n{flow}");
            if flow.dominator(b) == Some(a) {
                assert!(a != b && flow.dominates(a, b));
                assert!(
                    flow.blocks().filter(|&c| c != b && flow.dominates(c, b)).all(|c| flow.dominates(c, a))
                );
            }
        }
        assert_eq!(flow.dominator(a).is_none(), a == flow.entry());
    }
}

/// By definition: the header, and all that reaches a back edge without passing it.
fn natural_loops(flow: &Flow) {
    let mut members: Vec<Vec<BlockIdx>> = Vec::new();
    for l in flow.loops() {
        let back: Vec<BlockIdx> = flow.back_edges(l).map(|e| e.source).collect();
        assert!(!back.is_empty());
        let reaches = closure(flow, &back, |b| flow.predecessors(b).map(|e| e.source).collect(), l.header);
        let expected: Vec<BlockIdx> =
            flow.blocks().filter(|&b| b == l.header || reaches[b.index()]).collect();
        assert_eq!(flow.blocks_of(l).collect::<Vec<_>>(), expected, "l{}\n{flow}", l.index.0);
        let leaves = |e: &&Edge| expected.contains(&e.source) && !expected.contains(&e.target);
        assert!(flow.exits(l).eq(flow.edges().iter().filter(leaves)));
        members.push(expected);
    }
    for (l, own) in flow.loops().iter().zip(&members) {
        let around = flow
            .loops()
            .iter()
            .zip(&members)
            .filter(|(o, blocks)| o.index != l.index && blocks.contains(&own[0]));
        assert_eq!(l.depth as usize, 1 + around.clone().count());
        assert_eq!(l.parent, around.min_by_key(|(_, blocks)| blocks.len()).map(|(outer, _)| outer.index));
    }
    for block in flow.blocks() {
        let around = flow.loops().iter().zip(&members).filter(|(_, blocks)| blocks.contains(&block));
        let smallest = around.min_by_key(|(_, blocks)| blocks.len()).map(|(l, _)| l);
        assert_eq!(flow.innermost_loop(block), smallest);
    }
}

/// Which blocks can be reached from some, if one of them may not be entered.
fn closure(
    flow: &Flow,
    from: &[BlockIdx],
    next: impl Fn(BlockIdx) -> Vec<BlockIdx>,
    barred: BlockIdx,
) -> Vec<bool> {
    let mut reached = vec![false; flow.blocks().len()];
    let mut work = from.to_vec();
    while let Some(block) = work.pop() {
        if block != barred && !reached[block.index()] {
            reached[block.index()] = true;
            work.extend(next(block));
        }
    }
    reached
}

/// For each function, how many operands there are before the operator at an offset, and at the function's
/// end.
fn heights(program: &Program) -> Vec<BTreeMap<u32, u32>> {
    let mut validator = Validator::new();
    let mut functions = Vec::new();
    for payload in Parser::new(0).parse_all(&program.bytes) {
        let ValidPayload::Func(function, body) = validator.payload(&payload.unwrap()).unwrap() else {
            continue;
        };
        let mut function = function.into_validator(Default::default());
        function.read_locals(&mut body.get_binary_reader()).unwrap();
        let mut heights = BTreeMap::new();
        for item in body.get_operators_reader().unwrap().into_iter_with_offsets() {
            let (operator, offset) = item.unwrap();
            heights.insert(offset as u32, function.operand_stack_height());
            function.op(offset, &operator).unwrap();
        }
        heights.insert(body.range().end as u32, function.operand_stack_height());
        functions.push(heights);
    }
    functions
}
