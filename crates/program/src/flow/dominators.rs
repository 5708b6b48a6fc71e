//! Which blocks every way to a block leads through.
//!
//! The graph is reducible, so back edges tell nothing about dominators, and in code order one pass over the
//! other edges finds them: a block's immediate dominator is the nearest common ancestor of its predecessors
//! in the tree of those found so far (Cooper, Harvey and Kennedy, "A Simple, Fast Dominance Algorithm",
//! without its iteration). Their walk up the tree takes quadratic time on code that is written for it. So
//! each block also knows a far ancestor, chosen such that a logarithmic number of steps reaches any (Myers,
//! "An Applicative Random-Access Stack").

use super::{BlockIdx, Edge, Incoming};

#[derive(Clone, Copy)]
struct Node {
    /// The immediate dominator; the entry's is itself.
    parent: BlockIdx,
    /// Some dominator further up, or the same.
    far: BlockIdx,
    /// How many blocks dominate it, itself left out.
    depth: u32,
}

/// The dominator tree of a function.
#[derive(Clone)]
pub(super) struct Dominators(Vec<Node>);

impl Dominators {
    pub(super) fn new(edges: &[Edge], incoming: &Incoming) -> Self {
        let entry = BlockIdx(0);
        let mut tree = Dominators(vec![Node { parent: entry, far: entry, depth: 0 }]);
        for block in (1..incoming.blocks() as u32).map(BlockIdx) {
            let sources = incoming.of(block).iter().map(|&edge| edges[edge as usize].source);
            let parent = sources
                .filter(|&source| source < block)
                .reduce(|a, b| tree.common(a, b))
                .expect("something leads to every block but the entry");
            tree.push(parent);
        }
        tree
    }

    fn push(&mut self, parent: BlockIdx) {
        let near = self.node(parent);
        let middle = self.node(near.far);
        let end = self.node(middle.far);
        // Two jumps of the same length, one after the other, become one.
        let far = if near.depth - middle.depth == middle.depth - end.depth { middle.far } else { parent };
        self.0.push(Node { parent, far, depth: near.depth + 1 });
    }

    fn node(&self, block: BlockIdx) -> Node {
        self.0[block.index()]
    }

    /// The dominator of a block at that depth, or the block itself if it is not deeper.
    fn ancestor(&self, mut block: BlockIdx, depth: u32) -> BlockIdx {
        while self.node(block).depth > depth {
            let Node { parent, far, .. } = self.node(block);
            block = if self.node(far).depth >= depth { far } else { parent };
        }
        block
    }

    /// The last block that dominates both.
    fn common(&self, a: BlockIdx, b: BlockIdx) -> BlockIdx {
        let mut a = self.ancestor(a, self.node(b).depth);
        let mut b = self.ancestor(b, self.node(a).depth);
        while a != b {
            // At the same depth far jumps are of the same length.
            let (x, y) = (self.node(a), self.node(b));
            (a, b) = if x.far == y.far { (x.parent, y.parent) } else { (x.far, y.far) };
        }
        a
    }

    pub(super) fn dominates(&self, a: BlockIdx, b: BlockIdx) -> bool {
        self.ancestor(b, self.node(a).depth) == a
    }

    pub(super) fn immediate(&self, block: BlockIdx) -> Option<BlockIdx> {
        (block != BlockIdx(0)).then(|| self.node(block).parent)
    }
}
