//! What each layer of the chain may do.

/// How far the layers go before they pass a question on; zero means that a layer passes on all. It changes what questions
/// cost, not what is answered: tests make it small, so that every layer meets what another one would have answered.
#[derive(Clone, Copy, Debug)]
pub struct ChainLimits {
    /// The most bits of an input that has a set of values: at most eight.
    pub set_bits: u32,
    /// How many cases of disequalities the order layer may look into.
    pub order: u32,
    /// How many values may be moved to bring small inputs into their sets.
    pub moves: usize,
    /// How many nodes a fact may add to the graph of choices.
    pub nodes: usize,
    /// How many cases of the choices there may be tried.
    pub cases: u32,
    /// How many comparisons in cases, and how many of their contradictions, may be remembered that no fact is about at present.
    pub remembered: usize,
    /// The most combinations of inputs that are tried: at most 2^16.
    pub combinations: usize,
    /// How many combinations of inputs that have more may be tried, before Z3 was asked: each question to it pays for others.
    pub tries: usize,
    /// How much the linear layer may try, in its own units: about a microsecond or two each.
    pub sums: u32,
}

impl Default for ChainLimits {
    fn default() -> ChainLimits {
        ChainLimits {
            set_bits: 8,
            order: 1000,
            moves: 1 << 17,
            nodes: 1000,
            cases: 2000,
            remembered: 50_000,
            combinations: 1 << 16,
            tries: 0,
            sums: 2000,
        }
    }
}
