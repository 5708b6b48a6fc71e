//! The natural loops of a function, and how they are nested.
//!
//! The natural loop of a header holds the blocks from which a jump back to the header can still be reached
//! without passing it. That is less than what stands between `loop` and its `end`: code on the way out, such
//! as another loop before a `return`, is no part of it and runs at most once. A `loop` that nothing jumps
//! back to is no loop of the graph at all.
//!
//! Found innermost first, as in Tarjan's "Testing Flow Graph Reducibility": walk backwards from the back
//! edges, and merge what was walked over into the header, so that an outer loop takes an inner one as a
//! single block.

use std::ops::Range;

use super::{BlockIdx, Edge, Flow, Incoming};
use crate::module::LoopIdx;

/// A loop of the graph: a Wasm `loop` with at least one jump back to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NaturalLoop {
    /// The Wasm loop that it is.
    pub index: LoopIdx,
    /// Its first block, the only one that edges lead to from outside.
    pub header: BlockIdx,
    /// The smallest loop around it. Not always that of [`crate::Loop::parent`], which goes by the text of the
    /// code.
    pub parent: Option<LoopIdx>,
    /// 1 for an outermost loop.
    pub depth: u32,
    /// The last of its blocks.
    last: BlockIdx,
    /// Loops are numbered such that those inside have the numbers of this range, and the loop itself its
    /// start.
    inside: Range<u32>,
}

impl<'p> Flow<'p> {
    /// The loops of the graph, ordered by their headers, hence by their indices.
    pub fn loops(&self) -> &[NaturalLoop] {
        &self.loops
    }

    /// The loop of the graph that a Wasm loop is, if it is one.
    pub fn natural_loop(&self, index: LoopIdx) -> Option<&NaturalLoop> {
        self.loops.binary_search_by_key(&index, |l| l.index).ok().map(|position| &self.loops[position])
    }

    /// The smallest loop that a block belongs to.
    pub fn innermost_loop(&self, block: BlockIdx) -> Option<&NaturalLoop> {
        self.innermost[block.index()].map(|position| &self.loops[position as usize])
    }

    /// Whether a block belongs to a loop or to one inside it.
    pub fn contains(&self, outer: &NaturalLoop, block: BlockIdx) -> bool {
        self.innermost_loop(block).is_some_and(|inner| outer.inside.contains(&inner.inside.start))
    }

    /// The blocks of a loop, the header first, each after its predecessors but for back edges.
    pub fn blocks_of<'a>(
        &'a self,
        l: &'a NaturalLoop,
    ) -> impl DoubleEndedIterator<Item = BlockIdx> + use<'a, 'p> {
        (l.header.0..=l.last.0).map(BlockIdx).filter(|&block| self.contains(l, block))
    }

    /// The edges that begin another iteration of a loop.
    pub fn back_edges(&self, l: &NaturalLoop) -> impl DoubleEndedIterator<Item = &Edge> {
        self.predecessors(l.header).filter(|edge| edge.is_back())
    }

    /// The edges that leave a loop. A loop may also end by a trap.
    pub fn exits<'a>(
        &'a self,
        l: &'a NaturalLoop,
    ) -> impl DoubleEndedIterator<Item = &'a Edge> + use<'a, 'p> {
        let edges = self.blocks_of(l).flat_map(|block| self.successors(block));
        edges.filter(|edge| !self.contains(l, edge.target))
    }
}

/// The loops with these headers, in their order, and the position of each block's innermost one.
pub(super) fn find(
    headers: &[(BlockIdx, LoopIdx)],
    edges: &[Edge],
    incoming: &Incoming,
) -> (Vec<NaturalLoop>, Vec<Option<u32>>) {
    let sources = |block| incoming.of(block).iter().map(|&edge| edges[edge as usize].source);
    let real = headers.iter().filter(|&&(header, _)| sources(header).any(|source| source >= header));
    let mut loops: Vec<NaturalLoop> = real
        .map(|&(header, index)| NaturalLoop {
            index,
            header,
            parent: None,
            depth: 1,
            last: header,
            inside: 0..1,
        })
        .collect();
    let mut parents: Vec<Option<u32>> = vec![None; loops.len()];
    let mut innermost: Vec<Option<u32>> = vec![None; incoming.blocks()];
    let mut merged = Merged((0..incoming.blocks() as u32).collect());
    let mut work = Vec::new();
    for position in (0..loops.len()).rev() {
        let header = loops[position].header;
        innermost[header.index()] = Some(position as u32);
        work.extend(sources(header).filter(|&source| source >= header));
        while let Some(source) = work.pop() {
            let block = merged.header(source);
            if block == header {
                continue;
            }
            merged.0[block.index()] = header.0;
            let last = match innermost[block.index()] {
                Some(inner) => {
                    parents[inner as usize] = Some(position as u32);
                    loops[inner as usize].last
                }
                None => {
                    innermost[block.index()] = Some(position as u32);
                    block
                }
            };
            loops[position].last = loops[position].last.max(last);
            work.extend(sources(block));
        }
    }
    nest(&mut loops, &parents);
    (loops, innermost)
}

/// Which header a block was merged into.
struct Merged(Vec<u32>);

impl Merged {
    /// The header of the largest loop so far that a block belongs to, or the block itself.
    fn header(&mut self, block: BlockIdx) -> BlockIdx {
        let mut at = block.0;
        while self.0[at as usize] != at {
            // Halves the way for the next time.
            self.0[at as usize] = self.0[self.0[at as usize] as usize];
            at = self.0[at as usize];
        }
        BlockIdx(at)
    }
}

/// Fills in what depends on the nesting. A parent comes before its children.
fn nest(loops: &mut [NaturalLoop], parents: &[Option<u32>]) {
    let mut sizes = vec![1; loops.len()];
    for (position, parent) in parents.iter().enumerate().rev() {
        if let Some(parent) = *parent {
            sizes[parent as usize] += sizes[position];
        }
    }
    // The next free number inside each loop, and outside of all.
    let mut free = vec![0; loops.len()];
    let mut outermost = 0;
    for (position, parent) in parents.iter().enumerate() {
        let number = match *parent {
            Some(parent) => {
                let parent = parent as usize;
                loops[position].parent = Some(loops[parent].index);
                loops[position].depth = loops[parent].depth + 1;
                &mut free[parent]
            }
            None => &mut outermost,
        };
        let start = *number;
        *number += sizes[position];
        loops[position].inside = start..start + sizes[position];
        free[position] = start + 1;
    }
}
