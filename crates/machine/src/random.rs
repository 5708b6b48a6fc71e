//! Numbers that look random and are the same for the same seed.

/// Steele, Lea and Flood's SplitMix64 (OOPSLA 2014): small, fast, and good enough for test inputs. It starts from a seed.
#[derive(Clone, Debug)]
pub struct SplitMix(pub u64);

impl SplitMix {
    /// The next number.
    pub fn next_bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number below another, which is not 0.
    pub fn below(&mut self, end: u64) -> u64 {
        self.next_bits() % end
    }
}
