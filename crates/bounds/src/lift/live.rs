//! Which Wasm locals are still read after a block begins.

use worstcase_program::flow::{BlockIdx, Flow, Operator};

/// The locals that are live where blocks begin.
pub(super) struct Liveness {
    /// Words of bits for every block.
    words: usize,
    bits: Vec<u64>,
}

impl Liveness {
    /// Of a function with so many locals.
    pub(super) fn of(flow: &Flow, locals: usize) -> Self {
        let words = locals.div_ceil(64);
        let blocks = flow.blocks().len();
        let mut killed = vec![0u64; words * blocks];
        let mut live = Liveness { words, bits: vec![0u64; words * blocks] };
        for block in flow.blocks() {
            let base = block.index() * words;
            for (operator, _) in flow.operators(block) {
                let place = |local: u32| (base + local as usize / 64, 1u64 << (local % 64));
                match operator {
                    Operator::LocalGet { local_index } => {
                        let (word, bit) = place(local_index);
                        live.bits[word] |= bit & !killed[word];
                    }
                    Operator::LocalSet { local_index } | Operator::LocalTee { local_index } => {
                        let (word, bit) = place(local_index);
                        killed[word] |= bit;
                    }
                    _ => {}
                }
            }
        }
        let mut changed = true;
        while changed {
            changed = false;
            for block in flow.blocks().rev() {
                for edge in flow.successors(block) {
                    for word in 0..words {
                        let here = block.index() * words + word;
                        let new = live.bits[edge.target.index() * words + word] & !killed[here];
                        changed |= new & !live.bits[here] != 0;
                        live.bits[here] |= new;
                    }
                }
            }
        }
        live
    }

    /// Whether a local is read after that block begins, and before it is set.
    pub(super) fn at(&self, block: BlockIdx, local: u32) -> bool {
        self.bits[block.index() * self.words + local as usize / 64] >> (local % 64) & 1 == 1
    }

    /// The locals that are live where a block begins.
    pub(super) fn locals(&self, block: BlockIdx) -> impl Iterator<Item = u32> {
        let base = block.index() * self.words;
        (0..self.words).flat_map(move |word| {
            let bits = self.bits[base + word];
            (0..64u32).filter(move |bit| bits >> bit & 1 == 1).map(move |bit| word as u32 * 64 + bit)
        })
    }
}
