//! The constraint graph: at most one arc, the tightest, for each ordered pair of variables, and a range for each.
//!
//! A path through a sort asks about the same pair over and over; of parallel constraints `x - y <= c` only the
//! smallest `c` matters, so a weaker one is dropped and a stronger one replaces the old in its place. Pairs are
//! interned and never forgotten (there are at most n² of them, and a search that undoes an arc usually comes
//! back to it), so undo finds the arc without a look-up. A matrix would find it faster still, but costs n² words
//! for inputs of thousands of bytes of which few are ever compared.
//!
//! Constraints with the zero variable are not arcs but ranges: nearly every variable has both bounds, and a
//! zero with 2n arcs would be in the way of everything else.

use rustc_hash::FxHashMap;

use super::trail::Change;

/// What a constraint comes from: an assertion's number, a case split ([`super::split`]), or [`AXIOM`].
pub(super) type Origin = u32;

/// The origin of a variable's declared range, which no core mentions.
pub(super) const AXIOM: Origin = u32::MAX;

/// Wide enough for every sum here: of several numbers of 64 bits. With `i64` instead, a wave is about a tenth faster
/// and wrong for variables that range over all of 64 bits.
pub(super) type Wide = i128;

/// One side of `x - y <= most`, kept at `x` (then `node` is `y`) and at `y` (then it is `x`).
#[derive(Clone, Copy, Debug)]
pub(super) struct Arc {
    pub(super) most: i64,
    pub(super) node: u32,
    pub(super) origin: Origin,
}

/// `lower <= x <= upper`, and why.
#[derive(Clone, Copy, Debug)]
pub(super) struct Range {
    pub(super) lower: i64,
    pub(super) upper: i64,
    pub(super) lower_origin: Origin,
    pub(super) upper_origin: Origin,
}

/// An ordered pair that was once compared, and where its arc is in the two lists, if there is one now.
#[derive(Clone, Debug)]
struct Pair {
    x: u32,
    y: u32,
    in_rising: u32,
    in_falling: u32,
}

const ABSENT: u32 = u32::MAX;

#[derive(Clone, Debug, Default)]
pub(super) struct Graph {
    pub(super) ranges: Vec<Range>,
    /// `rising[x]`: whom `x` pushes up when it rises, that is every `y` with `x - y <= most`.
    pub(super) rising: Vec<Vec<Arc>>,
    /// `falling[y]`: whom `y` pulls down when it falls, that is every `x` with `x - y <= most`.
    pub(super) falling: Vec<Vec<Arc>>,
    pairs: Vec<Pair>,
    /// Never iterated, so its order can't reach a result; the hasher has no seed anyway.
    index: FxHashMap<(u32, u32), u32>,
}

impl Graph {
    pub(super) fn add_node(&mut self, lower: i64, upper: i64) {
        self.ranges.push(Range { lower, upper, lower_origin: AXIOM, upper_origin: AXIOM });
        // Lists of nodes that were undone are empty again and keep their capacity.
        if self.rising.len() < self.ranges.len() {
            self.rising.push(Vec::new());
            self.falling.push(Vec::new());
        }
    }

    pub(super) fn nodes(&self) -> usize {
        self.ranges.len()
    }

    /// The number of the ordered pair, for the calls below.
    pub(super) fn pair(&mut self, x: u32, y: u32) -> u32 {
        let fresh = self.pairs.len() as u32;
        let pair = *self.index.entry((x, y)).or_insert(fresh);
        if pair == fresh {
            self.pairs.push(Pair { x, y, in_rising: ABSENT, in_falling: ABSENT });
        }
        pair
    }

    /// The tightest constraint stored for this pair.
    pub(super) fn arc(&self, pair: u32) -> Option<Arc> {
        let pair = &self.pairs[pair as usize];
        (pair.in_rising != ABSENT).then(|| self.rising[pair.x as usize][pair.in_rising as usize])
    }

    /// Stores a constraint tighter than the one there was; returns what undoes it.
    pub(super) fn tighten(&mut self, pair: u32, most: i64, origin: Origin) -> Change {
        let Pair { x, y, in_rising, .. } = self.pairs[pair as usize];
        if in_rising == ABSENT {
            let rising = &mut self.rising[x as usize];
            let falling = &mut self.falling[y as usize];
            self.pairs[pair as usize].in_rising = rising.len() as u32;
            self.pairs[pair as usize].in_falling = falling.len() as u32;
            rising.push(Arc { most, node: y, origin });
            falling.push(Arc { most, node: x, origin });
            return Change::Arc { pair };
        }
        let old = self.replace(pair, most, origin);
        Change::Tighter { pair, most: old.most, origin: old.origin }
    }

    /// Removes the arc of this pair, the last that was added.
    pub(super) fn remove(&mut self, pair: u32) {
        let pair = &mut self.pairs[pair as usize];
        pair.in_rising = ABSENT;
        self.rising[pair.x as usize].pop();
        self.falling[pair.y as usize].pop();
    }

    /// Gives the arc of this pair another constant.
    pub(super) fn replace(&mut self, pair: u32, most: i64, origin: Origin) -> Arc {
        let Pair { x, y, in_rising, in_falling } = self.pairs[pair as usize];
        self.falling[y as usize][in_falling as usize] = Arc { most, node: x, origin };
        std::mem::replace(&mut self.rising[x as usize][in_rising as usize], Arc { most, node: y, origin })
    }

    /// Whether `x - y <= c` follows from the two ranges alone, or contradicts them, or neither.
    pub(super) fn by_ranges(&self, x: u32, y: u32, c: Wide) -> Option<bool> {
        let (x, y) = (&self.ranges[x as usize], &self.ranges[y as usize]);
        if Wide::from(x.upper) - Wide::from(y.lower) <= c {
            Some(true)
        } else if Wide::from(x.lower) - Wide::from(y.upper) > c {
            Some(false)
        } else {
            None
        }
    }
}
