//! What is tested: a chain or parts, within which limits.
//!
//! A layer is seldom asked what one before it answers. So there are sessions in which any of the layers have hardly any
//! budget, or none: what is left has to be right about everything, and must not rely on what another would have found out.

use worstcase_solver::{Chain, ChainLimits, PartLimits, Parts, Solver, Z3};

use crate::random::Random;

/// Work that Z3 may put into a question.
const LIMIT: u32 = 100_000;

/// A solver that can be made again.
#[derive(Clone, Copy, Debug)]
pub struct Tested {
    chains: ChainLimits,
    /// Of parts, if it is not just a chain.
    parts: Option<PartLimits>,
    pub z3: u32,
}

impl Tested {
    pub fn chain() -> Tested {
        Tested { chains: ChainLimits::default(), parts: None, z3: LIMIT }
    }

    pub fn parts() -> Tested {
        Tested { parts: Some(PartLimits::default()), ..Tested::chain() }
    }

    /// Hardly anything fits into a context, so that components change places all the time.
    pub fn small_parts() -> Tested {
        let limits = PartLimits { small_component: 3, spare_factor: 1, spare: 2 };
        Tested { parts: Some(limits), ..Tested::chain() }
    }

    /// Layers that are switched off, or have hardly any budget, or as much as always.
    pub fn limited(self, random: &mut Random) -> Tested {
        let usual = self.chains;
        let pick = |random: &mut Random, little: u64, usual: u64| {
            let little = random.below(little as usize + 1) as u64;
            random.pick(&[0, little, usual, usual])
        };
        let chains = ChainLimits {
            set_bits: random.pick(&[0, 4, 8, 8, 8]),
            order: pick(random, 3, usual.order.into()) as u32,
            moves: pick(random, 20, usual.moves as u64) as usize,
            nodes: pick(random, 30, usual.nodes as u64) as usize,
            cases: pick(random, 10, usual.cases.into()) as u32,
            remembered: random.pick(&[0, 10, 100, usual.remembered]),
            combinations: pick(random, 500, usual.combinations as u64) as usize,
            tries: random.pick(&[0, 1 << 16, 1 << 19]),
            sums: pick(random, 30, usual.sums.into()) as u32,
        };
        Tested { chains, z3: random.pick(&[1, LIMIT, LIMIT]), ..self }
    }

    pub fn make(self) -> Box<dyn Solver> {
        let mut solver: Box<dyn Solver> = match self.parts {
            None => Box::new(Chain::limited(self.chains, Z3::new())),
            Some(parts) => Box::new(Parts::limited(parts, self.chains, Z3::new)),
        };
        solver.limit(self.z3);
        solver
    }
}
