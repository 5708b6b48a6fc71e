//! The structure of a function, for analyses that read code instead of running it: basic blocks, edges,
//! loops.
//!
//! It is made from Wasm's own operators, not from the register code, which has fused and dropped many of
//! them. Wasm is structured, and that gives much for nothing: every jump goes forwards to the end of a block
//! or back to a `loop` around it, so the graph is reducible, and the order of the code is one in which every
//! block comes after its predecessors, back edges aside. Blocks are numbered in that order; a forward
//! analysis needs no other.
//!
//! Operands are named by their height on the stack: slot 0 is the lowest. An operator of a block with h
//! operands on the stack works on slots h-1 and below, whichever way the block was reached; edges say what
//! they move.
//!
//! Code that nothing leads to is absent. Nothing here recurses, and time and memory are linear in the
//! function's size (but for a logarithm in the dominators), however deep it is nested: sets that would not
//! be, such as the blocks and the exits of loops, are not stored but iterated over.

mod arity;
mod build;
mod dominators;
mod loops;
mod print;

use std::fmt;
use std::ops::{Index, Range};

use wasmparser::{BinaryReader, OperatorsReader};

use crate::module::{ConditionalIdx, FuncIdx, Program};
use dominators::Dominators;
pub use loops::NaturalLoop;
pub use wasmparser::Operator;

/// A basic block of a function.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BlockIdx(pub u32);

impl BlockIdx {
    /// The index as a position in a vector.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

impl fmt::Display for BlockIdx {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "b{}", self.0)
    }
}

/// How a block ends. Where it goes on is for [`Flow::successors`] to say.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// Always at its only successor.
    Goto,
    /// An `if` or a `br_if` takes a condition off the stack: successor 0 if it is zero, else successor 1.
    Branch(ConditionalIdx),
    /// A `br_table` takes an index off the stack: that successor, or the last one if there are not so many.
    Table(ConditionalIdx),
    /// The function returns the values on the stack. Only the exit does.
    Return,
    /// `unreachable`.
    Trap,
}

/// Operators that are executed one after another, and how it goes on after them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Block {
    /// Where its operators lie in the module. The one that ends the block follows; if that is the `end`,
    /// `else` or `loop` before another block, nothing is executed there.
    pub bytes: Range<u32>,
    /// How many operands are on the stack when it begins.
    pub height: u32,
    /// How it ends.
    pub end: End,
    /// Its edges, in [`Flow::edges`].
    edges: Range<u32>,
}

/// A way from one block to another.
///
/// It moves `carried` operands from the slots at `from_slot` to those at `to_slot`, which is not higher. What
/// lies below `to_slot` stays, everything else is dropped; so the target's height is `to_slot + carried`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Edge {
    /// The block that it leaves.
    pub source: BlockIdx,
    /// Its position among the successors of that block: the decision that takes it.
    pub choice: u32,
    /// The block that it leads to.
    pub target: BlockIdx,
    /// How many operands go along.
    pub carried: u32,
    /// The slot of the lowest of them in the source; above the highest there was at most the condition.
    pub from_slot: u32,
    /// The slot of the lowest of them in the target.
    pub to_slot: u32,
}

impl Edge {
    /// Whether it goes back to the header of a loop that it lies in.
    pub fn is_back(&self) -> bool {
        self.target <= self.source
    }
}

/// The flowgraph of a function.
#[derive(Clone)]
pub struct Flow<'p> {
    /// The program that the function belongs to.
    pub program: &'p Program,
    /// The function.
    pub function: FuncIdx,
    blocks: Vec<Block>,
    /// By source.
    edges: Vec<Edge>,
    incoming: Incoming,
    loops: Vec<NaturalLoop>,
    /// The position of each block's innermost loop.
    innermost: Vec<Option<u32>>,
    dominators: Dominators,
}

impl<'p> Flow<'p> {
    /// The flowgraph of a function, unless it is imported.
    pub fn of(program: &'p Program, function: FuncIdx) -> Option<Flow<'p>> {
        let body = program.body(function)?;
        let build::Graph { blocks, edges, headers } = build::graph(program, function, body);
        let incoming = Incoming::new(blocks.len(), &edges);
        let dominators = Dominators::new(&edges, &incoming);
        let (loops, innermost) = loops::find(&headers, &edges, &incoming);
        Some(Flow { program, function, blocks, edges, incoming, loops, innermost, dominators })
    }

    /// All blocks, each after its predecessors but for back edges.
    pub fn blocks(&self) -> impl DoubleEndedIterator<Item = BlockIdx> + ExactSizeIterator + use<> {
        (0..self.blocks.len() as u32).map(BlockIdx)
    }

    /// The block in which the function begins. No edge leads to it: a loop begins with a block of its own.
    pub fn entry(&self) -> BlockIdx {
        BlockIdx(0)
    }

    /// The block in which the function returns, if it can: all its returns are edges to there. It holds no
    /// operators; the results are in the slots from 0 on.
    pub fn exit(&self) -> Option<BlockIdx> {
        self.blocks().next_back().filter(|&last| self[last].end == End::Return)
    }

    /// All edges, ordered by source and choice.
    pub fn edges(&self) -> &[Edge] {
        &self.edges
    }

    /// The edges that leave a block, one for every choice. Those of a `br_table` may well lead to the same
    /// block.
    pub fn successors(&self, block: BlockIdx) -> &[Edge] {
        let Range { start, end } = self[block].edges;
        &self.edges[start as usize..end as usize]
    }

    /// The edges that lead to a block, ordered by source and choice.
    pub fn predecessors(
        &self,
        block: BlockIdx,
    ) -> impl DoubleEndedIterator<Item = &Edge> + ExactSizeIterator {
        self.incoming.of(block).iter().map(|&edge| &self.edges[edge as usize])
    }

    /// The operators of a block with their offsets in the module, those left out that only give code its
    /// structure or do nothing.
    pub fn operators(&self, block: BlockIdx) -> Operators<'p> {
        let Range { start, end } = self[block].bytes;
        let bytes = &self.program.bytes[start as usize..end as usize];
        Operators(OperatorsReader::new(BinaryReader::new(bytes, start.into())))
    }

    /// How many operands an operator of a block takes off the stack, and how many it then puts there.
    pub fn arity(&self, operator: &Operator) -> (u32, u32) {
        arity::of_operator(self.program, operator)
    }

    /// Whether every way to block `b` leads through block `a`, which may be `b` itself.
    pub fn dominates(&self, a: BlockIdx, b: BlockIdx) -> bool {
        self.dominators.dominates(a, b)
    }

    /// The last of the other blocks that every way to this one leads through. The entry has none.
    pub fn dominator(&self, block: BlockIdx) -> Option<BlockIdx> {
        self.dominators.immediate(block)
    }
}

impl Index<BlockIdx> for Flow<'_> {
    type Output = Block;

    fn index(&self, block: BlockIdx) -> &Block {
        &self.blocks[block.index()]
    }
}

/// The edges that lead to each block.
#[derive(Clone)]
struct Incoming {
    /// Edges, by target.
    edges: Vec<u32>,
    /// Where those of each block begin, and the end of them all.
    starts: Vec<u32>,
}

impl Incoming {
    fn new(blocks: usize, edges: &[Edge]) -> Self {
        let mut starts = vec![0; blocks + 1];
        for edge in edges {
            starts[edge.target.index() + 1] += 1;
        }
        for block in 0..blocks {
            starts[block + 1] += starts[block];
        }
        let mut next = starts.clone();
        let mut incoming = vec![0; edges.len()];
        for (index, edge) in edges.iter().enumerate() {
            let place = &mut next[edge.target.index()];
            incoming[*place as usize] = index as u32;
            *place += 1;
        }
        Incoming { edges: incoming, starts }
    }

    fn blocks(&self) -> usize {
        self.starts.len() - 1
    }

    fn of(&self, block: BlockIdx) -> &[u32] {
        let start = self.starts[block.index()] as usize;
        let end = self.starts[block.index() + 1] as usize;
        &self.edges[start..end]
    }
}

/// The operators of a block, decoded from the module's bytes one by one: to keep them would take twenty times
/// the space.
#[derive(Clone)]
pub struct Operators<'p>(OperatorsReader<'p>);

impl<'p> Iterator for Operators<'p> {
    type Item = (Operator<'p>, u32);

    fn next(&mut self) -> Option<Self::Item> {
        while !self.0.eof() {
            let (operator, offset) = self.0.read_with_offset().expect("the module was validated");
            match operator {
                Operator::Block { .. } | Operator::Nop => {}
                // The reader counts the blocks that are open, but this piece of code began in the midst of
                // some.
                Operator::End => self.0 = OperatorsReader::new(self.0.get_binary_reader()),
                operator => return Some((operator, offset as u32)),
            }
        }
        None
    }
}
