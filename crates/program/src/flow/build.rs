//! From a function's operators to blocks and edges, in one pass.
//!
//! A block begins where a jump may lead to and after every jump. A jump forwards leads to a block that is not
//! there yet, so its edge waits at the label that it names until the label's `end` is seen.

use std::mem;

use wasmparser::{BinaryReader, BlockType, FunctionBody, Operator};

use super::{Block, BlockIdx, Edge, End, arity};
use crate::module::{Body, ConditionalIdx, FuncIdx, LoopIdx, Program};

/// Blocks and edges, and which blocks a `loop` begins with.
pub(super) struct Graph {
    pub blocks: Vec<Block>,
    pub edges: Vec<Edge>,
    pub headers: Vec<(BlockIdx, LoopIdx)>,
}

/// Where the edges lead that wait for their target.
const NOWHERE: BlockIdx = BlockIdx(u32::MAX);

enum Kind {
    /// Jumps go to the end: of a block, of an `if` in its second arm, of the function itself.
    Forwards,
    /// Jumps go back to this block.
    Loop(BlockIdx),
    /// Jumps go to the end. The edge for a condition that is false waits for `else` or `end`.
    If(u32),
}

/// What jumps can name.
struct Label {
    kind: Kind,
    /// The height of the stack below the parameters.
    height: u32,
    params: u32,
    results: u32,
    /// The edges that wait for the end.
    waiting: Vec<u32>,
}

struct Builder<'p> {
    program: &'p Program,
    /// The next ones of the function, in code order.
    conditional: ConditionalIdx,
    next_loop: LoopIdx,
    graph: Graph,
    labels: Vec<Label>,
    /// Whether anything leads to the current operator. If so it belongs to the last block.
    reachable: bool,
    /// Blocks opened in unreachable code and not closed yet.
    skipped: u32,
    height: u32,
    /// Where the current operator is, and the next one.
    offset: u32,
    after: u32,
}

/// The blocks and edges of a function.
pub(super) fn graph(program: &Program, function: FuncIdx, body: &Body) -> Graph {
    let bytes = &program.bytes[body.bytes.start as usize..body.bytes.end as usize];
    let reader = FunctionBody::new(BinaryReader::new(bytes, body.bytes.start.into()));
    let mut reader = reader.get_operators_reader().expect("the module was validated");
    let start = reader.original_position() as u32;
    let mut builder = Builder {
        program,
        conditional: ConditionalIdx(program.conditionals.partition_point(|c| c.function < function) as u32),
        next_loop: LoopIdx(program.loops.partition_point(|l| l.function < function) as u32),
        graph: Graph { blocks: Vec::new(), edges: Vec::new(), headers: Vec::new() },
        labels: Vec::new(),
        reachable: false,
        skipped: 0,
        height: 0,
        offset: start,
        after: start,
    };
    builder.begin();
    builder.label(Kind::Forwards, 0, program.func_type(function).results.len() as u32);
    while !reader.eof() {
        builder.offset = reader.original_position() as u32;
        let operator = reader.read().expect("the module was validated");
        builder.after = reader.original_position() as u32;
        if builder.reachable {
            builder.operator(&operator);
        } else {
            builder.skip(&operator);
        }
    }
    builder.graph
}

impl Builder<'_> {
    fn operator(&mut self, operator: &Operator) {
        match *operator {
            Operator::Block { blockty } => {
                let (params, results) = self.block_arity(blockty);
                self.label(Kind::Forwards, params, results);
            }
            Operator::Loop { blockty } => self.loop_(blockty),
            Operator::If { blockty } => self.if_(blockty),
            Operator::Else => self.else_(),
            Operator::End => self.end(),
            Operator::Br { relative_depth } => {
                self.finish(End::Goto);
                self.jump(relative_depth);
            }
            Operator::BrIf { relative_depth } => {
                self.decide(End::Branch);
                self.step(0);
                self.jump(relative_depth);
                self.begin();
            }
            Operator::BrTable { ref targets } => {
                self.decide(End::Table);
                for target in targets.targets() {
                    self.jump(target.expect("the module was validated"));
                }
                self.jump(targets.default());
            }
            Operator::Return => {
                self.finish(End::Goto);
                self.jump(self.labels.len() as u32 - 1);
            }
            Operator::Unreachable => self.finish(End::Trap),
            _ => {
                let (pops, pushes) = arity::of_operator(self.program, operator);
                self.height = self.height - pops + pushes;
            }
        }
    }

    /// In unreachable code only the end of the block that is left matters.
    fn skip(&mut self, operator: &Operator) {
        match operator {
            Operator::Block { .. } | Operator::Loop { .. } | Operator::If { .. } => self.skipped += 1,
            Operator::End if self.skipped > 0 => self.skipped -= 1,
            Operator::Else if self.skipped == 0 => self.else_(),
            Operator::End => self.end(),
            _ => {}
        }
    }

    /// A loop begins a block whether or not a jump back follows: that is not known yet.
    fn loop_(&mut self, ty: BlockType) {
        let (params, results) = self.block_arity(ty);
        let index = self.next_loop;
        self.next_loop.0 += 1;
        assert_eq!(self.program.loops[index.index()].offset, self.offset, "loops are listed in code order");
        self.finish(End::Goto);
        self.step(params);
        let header = self.begin();
        self.graph.headers.push((header, index));
        self.label(Kind::Loop(header), params, results);
    }

    fn if_(&mut self, ty: BlockType) {
        let (params, results) = self.block_arity(ty);
        self.decide(End::Branch);
        let otherwise = self.edge(NOWHERE, params, self.height - params);
        self.step(params);
        self.begin();
        self.label(Kind::If(otherwise), params, results);
    }

    fn else_(&mut self) {
        if self.reachable {
            self.finish(End::Goto);
            self.jump(0);
        }
        let label = self.labels.last_mut().expect("validated: else belongs to an if");
        let Kind::If(otherwise) = mem::replace(&mut label.kind, Kind::Forwards) else {
            unreachable!("validated: else belongs to an if")
        };
        self.height = label.height + label.params;
        self.graph.edges[otherwise as usize].target = self.begin();
    }

    fn end(&mut self) {
        let is_function = self.labels.len() == 1;
        let label = self.labels.last_mut().expect("validated: end belongs to a block");
        // Without an `else`, the parameters are the results.
        if let Kind::If(otherwise) = label.kind {
            label.waiting.push(otherwise);
        }
        if self.reachable && (is_function || !label.waiting.is_empty()) {
            self.finish(End::Goto);
            self.jump(0);
        }
        let label = self.labels.pop().expect("seen above");
        if !label.waiting.is_empty() {
            self.height = label.height + label.results;
            let block = self.begin();
            for edge in label.waiting {
                self.graph.edges[edge as usize].target = block;
            }
        }
        if is_function && self.reachable {
            self.offset = self.after;
            self.finish(End::Return);
        }
    }

    fn label(&mut self, kind: Kind, params: u32, results: u32) {
        self.labels.push(Label { kind, height: self.height - params, params, results, waiting: Vec::new() });
    }

    /// Opens a block at the next operator.
    fn begin(&mut self) -> BlockIdx {
        let edges = self.graph.edges.len() as u32;
        self.graph.blocks.push(Block {
            bytes: self.after..self.after,
            height: self.height,
            end: End::Trap,
            edges: edges..edges,
        });
        self.reachable = true;
        BlockIdx(self.graph.blocks.len() as u32 - 1)
    }

    /// Lets the current block end here. Its edges are to be added next.
    fn finish(&mut self, end: End) {
        let block = self.graph.blocks.last_mut().expect("code begins with a block");
        block.bytes.end = self.offset;
        block.end = end;
        self.reachable = false;
    }

    /// Lets the current block end with a conditional, which takes its operand off the stack.
    fn decide(&mut self, end: fn(ConditionalIdx) -> End) {
        let index = self.conditional;
        self.conditional.0 += 1;
        let offset = self.program.conditionals[index.index()].offset;
        assert_eq!(offset, self.offset, "conditionals are listed in code order");
        self.height -= 1;
        self.finish(end(index));
    }

    /// Adds an edge that carries operands from the top of the stack.
    fn edge(&mut self, target: BlockIdx, carried: u32, to_slot: u32) -> u32 {
        let index = self.graph.edges.len() as u32;
        let source = BlockIdx(self.graph.blocks.len() as u32 - 1);
        let block = self.graph.blocks.last_mut().expect("code begins with a block");
        let choice = index - block.edges.start;
        block.edges.end = index + 1;
        let from_slot = self.height - carried;
        self.graph.edges.push(Edge { source, choice, target, carried, from_slot, to_slot });
        index
    }

    /// Adds an edge to the block that is about to begin.
    fn step(&mut self, carried: u32) {
        self.edge(BlockIdx(self.graph.blocks.len() as u32), carried, self.height - carried);
    }

    /// Adds an edge to a label.
    fn jump(&mut self, depth: u32) {
        let position = self.labels.len() - 1 - depth as usize;
        let Label { ref kind, height, params, results, .. } = self.labels[position];
        if let Kind::Loop(header) = *kind {
            self.edge(header, params, height);
        } else {
            let edge = self.edge(NOWHERE, results, height);
            self.labels[position].waiting.push(edge);
        }
    }

    fn block_arity(&self, ty: BlockType) -> (u32, u32) {
        match ty {
            BlockType::Empty => (0, 0),
            BlockType::Type(_) => (0, 1),
            BlockType::FuncType(index) => arity::of_type(self.program, index),
        }
    }
}
