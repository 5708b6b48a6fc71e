//! Random numbers, the same for the same seed.

use worstcase_solver::Declared;
use worstcase_term::mask;

/// SplitMix64.
#[derive(Clone)]
pub struct Random(pub u64);

impl Random {
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    pub fn below(&mut self, n: usize) -> usize {
        (self.next() % n as u64) as usize
    }

    /// True once in `n` times.
    pub fn once_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }

    pub fn pick<T: Clone>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())].clone()
    }

    /// A number of a width, mostly one at an edge or one that programs use.
    pub fn constant(&mut self, width: u32) -> u64 {
        let middle = 1u64 << (width - 1);
        let value = match self.below(8) {
            0 | 1 => self.pick(&[0, 1, 2, 3, 7, 10]),
            2 => self.pick(&[48, 57, 97, 100, 127, 128, 200, 255, 256, 1000, 65_535, 65_536]),
            3 => (middle + self.next() % 4).wrapping_sub(2),
            4 => 0u64.wrapping_sub(1 + self.next() % 4),
            5 => 1 << self.below(width as usize),
            6 => self.next() as i8 as u64,
            _ => self.next(),
        };
        value & mask(width)
    }

    /// An input of a width, with or without a range.
    pub fn declared(&mut self, width: u32) -> Declared {
        Declared { width, range: self.range(width) }
    }

    fn range(&mut self, width: u32) -> Option<(i64, i64)> {
        let (least, greatest) = (i64::MIN >> (64 - width), i64::MAX >> (64 - width));
        let last = if width == 64 { i64::MAX } else { mask(width) as i64 };
        let within = |low: i64, high: i64| Some((low.max(least), high.min(last)));
        match self.below(16) {
            0..=4 => None,
            5 => Some((0, last)),
            6 => Some((least, greatest)),
            7 => Some((0, greatest)),
            8 => within(-100, 100),
            9 => within(0, self.pick(&[1, 2, 7, 9, 60])),
            10 => within(-7, -1),
            // Around the greatest signed number; for 64 bits, up to it.
            11 => within(greatest - 5, greatest.saturating_add(5)),
            12 => within(last - 5, last),
            13 => within(1, 40),
            14 => {
                let value = self.pick(&[-1, 0, 7, greatest, least]);
                Some((value, value))
            }
            _ => within(-5, last - 10),
        }
    }
}
