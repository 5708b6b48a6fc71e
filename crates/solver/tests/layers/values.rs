//! What programs compare: words read from inputs or put together from bytes, maps of them, and tables.

use worstcase_solver::Declared;
use worstcase_term::{BinaryOp, TermId, Terms, UnaryOp};

use crate::random::Random;
use crate::session::Session;

/// Where a word comes from. All elements of an array come from the same kind of place.
#[derive(Clone, Copy, Debug)]
pub enum Word {
    /// One input.
    Whole(Declared),
    /// Several inputs, the first lowest or highest.
    Joined { part: Declared, count: u32, big_endian: bool },
}

impl Word {
    pub fn random(random: &mut Random) -> Word {
        match random.below(5) {
            0 | 1 => {
                let part = if random.once_in(4) {
                    random.declared(8)
                } else {
                    Declared { width: 8, range: random.pick(&[None, Some((0, 255))]) }
                };
                Word::Joined { part, count: random.pick(&[2, 4, 4, 8]), big_endian: random.once_in(2) }
            }
            2 if random.once_in(4) => {
                let part = random.declared(16);
                Word::Joined { part, count: random.pick(&[2, 4]), big_endian: random.once_in(2) }
            }
            _ => {
                let width = random.pick(&[8, 16, 32, 32, 64]);
                Word::Whole(random.declared(width))
            }
        }
    }

    /// The next word, and the inputs that it consists of.
    pub fn read(self, session: &mut Session) -> (TermId, Vec<TermId>) {
        match self {
            Word::Whole(input) => {
                let whole = session.input(input);
                (whole, vec![whole])
            }
            Word::Joined { part, count, big_endian } => {
                let parts: Vec<TermId> = (0..count).map(|_| session.input(part)).collect();
                (joined(&mut session.terms, &parts, big_endian), parts)
            }
        }
    }
}

/// Parts as one word.
pub fn joined(terms: &mut Terms, parts: &[TermId], big_endian: bool) -> TermId {
    let mut word = parts[0];
    for &part in &parts[1..] {
        word = if big_endian { terms.concat(word, part) } else { terms.concat(part, word) };
    }
    word
}

/// A map from numbers to numbers, such as programs apply before they compare.
#[derive(Clone, Debug)]
pub enum Map {
    Unary(UnaryOp),
    /// With a constant as the second operand.
    With(BinaryOp, u64),
    /// With a constant as the first operand.
    From(BinaryOp, u64),
    ZeroExtend(u32),
    SignExtend(u32),
    /// A part of the bits: so many, from this one on.
    Bits(u32, u32),
    SwapBytes,
    /// `x ^ x >> k`, as hashes have it.
    XorShift(u32),
    Table(Table),
}

impl Map {
    /// A map for numbers of a width.
    pub fn random(random: &mut Random, width: u32) -> Map {
        use BinaryOp::*;
        let factors = [2, 3, 4, 5, 6, 10, 31, u64::MAX, 2_654_435_761, 0x9e37_79b9_7f4a_7c15];
        let masks = [1, 3, 7, 0x0f, 0xf0, 0x7f, 0xff, 0x55, 0xa5, 0x8001, 0x00ff_00ff, u64::MAX << 3];
        match random.below(18) {
            0 => Map::Unary(random.pick(&[
                UnaryOp::Neg,
                UnaryOp::Neg,
                UnaryOp::Not,
                UnaryOp::Not,
                UnaryOp::Popcnt,
            ])),
            1 => Map::With(Xor, random.constant(width)),
            2 | 3 => Map::With(Add, random.constant(width)),
            4 => Map::From(Sub, random.constant(width)),
            5 | 6 => Map::With(Mul, random.pick(&factors)),
            7 | 8 => Map::With(And, if random.once_in(4) { random.next() } else { random.pick(&masks) }),
            9 => Map::With(Or, random.pick(&masks)),
            10 | 11 => {
                let by = random.below(width as usize) as u64;
                Map::With(random.pick(&[Shl, Lshr, Lshr, Ashr, Ashr, Rotl, Rotr]), by)
            }
            12..=14 => Map::With(random.pick(&[Udiv, Urem, Sdiv, Srem]), divisor(random, width)),
            15 if width < 64 => {
                let wider: Vec<u32> = [16, 32, 64].into_iter().filter(|&to| to > width).collect();
                let to = random.pick(&wider);
                if random.once_in(2) { Map::ZeroExtend(to) } else { Map::SignExtend(to) }
            }
            15 | 16 if width >= 16 && width.is_multiple_of(8) => match random.below(5) {
                0 => Map::SwapBytes,
                1 => Map::XorShift(1 + random.below(width as usize - 1) as u32),
                2 => {
                    let count = 1 + random.below(width as usize - 1) as u32;
                    Map::Bits(random.below((width - count + 1) as usize) as u32, count)
                }
                _ => Map::Bits(0, if width > 16 { random.pick(&[8, 16]) } else { 8 }),
            },
            17 => Map::Table(Table::random(random)),
            _ => Map::Unary(UnaryOp::Neg),
        }
    }

    pub fn apply(&self, terms: &mut Terms, x: TermId) -> TermId {
        let width = terms.width(x);
        match self {
            Map::Unary(op) => terms.unary(*op, x),
            Map::With(op, value) => {
                let value = terms.constant(width, *value);
                terms.binary(*op, x, value)
            }
            Map::From(op, value) => {
                let value = terms.constant(width, *value);
                terms.binary(*op, value, x)
            }
            Map::ZeroExtend(to) => terms.zext(x, *to),
            Map::SignExtend(to) => terms.sext(x, *to),
            Map::Bits(low, count) => terms.extract(x, low + count - 1, *low),
            Map::SwapBytes => {
                let bytes: Vec<TermId> =
                    (0..width / 8).map(|byte| terms.extract(x, 8 * byte + 7, 8 * byte)).collect();
                joined(terms, &bytes, true)
            }
            Map::XorShift(by) => {
                let by = terms.constant(width, u64::from(*by));
                let shifted = terms.lshr(x, by);
                terms.xor(x, shifted)
            }
            Map::Table(table) => table.at(terms, x),
        }
    }
}

fn divisor(random: &mut Random, width: u32) -> u64 {
    match random.below(6) {
        0 => random.pick(&[2, 4, 8, 16, 64]),
        1 | 2 => random.pick(&[3, 7, 10, 13, 100, 255]),
        3 => random.pick(&[1u64, 2, 3, 10, 16]).wrapping_neg(),
        4 => random.pick(&[0, 1, 1 << (width - 1), 1000]),
        _ => random.constant(width),
    }
}

/// At most so many maps, one after the other, for numbers of a width.
pub fn maps(random: &mut Random, mut width: u32, most: usize) -> Vec<Map> {
    let mut maps = Vec::new();
    for _ in 0..random.below(most + 1) {
        let map = Map::random(random, width);
        width = match &map {
            Map::ZeroExtend(to) | Map::SignExtend(to) | Map::Bits(_, to) => *to,
            Map::Table(table) => table.width,
            _ => width,
        };
        maps.push(map);
    }
    maps
}

pub fn apply(terms: &mut Terms, maps: &[Map], x: TermId) -> TermId {
    maps.iter().fold(x, |x, map| map.apply(terms, x))
}

/// A table of constants, looked up at the lowest bits of a number: a tree of choices.
#[derive(Clone, Debug)]
pub struct Table {
    pub values: Vec<u64>,
    pub width: u32,
    /// Whether entries are told apart one by one, and not by halves.
    pub one_by_one: bool,
}

impl Table {
    fn random(random: &mut Random) -> Table {
        let (size, width) = (random.pick(&[4, 8, 16, 64, 256]), random.pick(&[8, 16, 32, 32, 64]));
        let values = Table::contents(random, size, width);
        Table { values, width, one_by_one: size <= 16 && random.once_in(2) }
    }

    /// Random, or a few values in runs (as classes of characters are), or ascending, or a permutation.
    pub fn contents(random: &mut Random, size: usize, width: u32) -> Vec<u64> {
        let (way, few, factor) = (random.below(4), 2 + random.below(4), random.next() | 1);
        let mut run = 0;
        let value = |place: usize| match way {
            0 => random.next(),
            1 => {
                if random.once_in(6) {
                    run = random.below(few) as u64;
                }
                run
            }
            2 => 3 * place as u64 + 5,
            _ => factor.wrapping_mul(place as u64) % size as u64,
        };
        let all: Vec<u64> = (0..size).map(value).collect();
        all.into_iter().map(|value| value & worstcase_term::mask(width)).collect()
    }

    pub fn at(&self, terms: &mut Terms, x: TermId) -> TermId {
        let bits = self.values.len().ilog2();
        let index = if terms.width(x) <= bits { x } else { terms.extract(x, bits - 1, 0) };
        let index = if terms.width(index) < 32 { terms.zext(index, 32) } else { index };
        let leaves: Vec<TermId> =
            self.values.iter().map(|&value| terms.constant(self.width, value)).collect();
        if self.one_by_one { listed(terms, index, &leaves) } else { halved(terms, index, 0, &leaves) }
    }
}

/// The entry at an index, found by halves, as loads from symbolic addresses are.
pub fn halved(terms: &mut Terms, index: TermId, first: u64, entries: &[TermId]) -> TermId {
    if let [only] = entries {
        return *only;
    }
    let (below, above) = entries.split_at(entries.len() / 2);
    let middle = first + below.len() as u64;
    let (below, above) = (halved(terms, index, first, below), halved(terms, index, middle, above));
    let middle = terms.constant(terms.width(index), middle);
    let is_below = terms.ult(index, middle);
    terms.ite(is_below, below, above)
}

/// The same, found by comparing with each index.
pub fn listed(terms: &mut Terms, index: TermId, entries: &[TermId]) -> TermId {
    let mut chosen = entries[0];
    for (place, &entry) in entries.iter().enumerate().skip(1) {
        let place = terms.constant(terms.width(index), place as u64);
        let meant = terms.eq(index, place);
        chosen = terms.ite(meant, entry, chosen);
    }
    chosen
}

/// Two numbers in one width, each extended with zeros or its sign.
pub fn levelled(random: &mut Random, terms: &mut Terms, a: TermId, b: TermId) -> (TermId, TermId) {
    let width = terms.width(a).max(terms.width(b));
    let mut level = |x: TermId| {
        if terms.width(x) == width {
            x
        } else if random.once_in(2) {
            terms.sext(x, width)
        } else {
            terms.zext(x, width)
        }
    };
    (level(a), level(b))
}

/// One of the six comparisons, of either sign.
pub fn compared(random: &mut Random, terms: &mut Terms, a: TermId, b: TermId) -> TermId {
    match random.below(6) {
        0 => terms.eq(a, b),
        1 => terms.ne(a, b),
        2 => terms.ult(a, b),
        3 => terms.ule(a, b),
        4 => terms.slt(a, b),
        _ => terms.sle(a, b),
    }
}
