//! Which places of an input have a rule of their own: the first and the last ones, the odd ones, one half.

use super::place::{Layout, Place};

/// A division of the places of inputs into cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Cells {
    /// So many places at the beginning are special.
    pub first: u8,
    /// So many places at the end are special.
    pub last: u8,
    /// What is left is cut in pieces.
    pub cut: Cut,
    /// Each piece is one of so many kinds, in turn.
    pub period: u8,
    /// The turns are counted from the end.
    pub backwards: bool,
    /// Even and odd sizes differ, except at special places.
    pub by_size: bool,
}

/// How places are cut in pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Cut {
    Whole,
    /// Before the middle, and from it on; of an odd number of values the middle one is on the right.
    Half,
    /// The same, with the middle one on the left.
    HalfUp,
    /// By whether the row is before, at or after the column.
    Diagonal,
    /// By whether the row is before, at or after the column counted from the end.
    AntiDiagonal,
    /// By whether row and column are neighbours, or the same, or neither.
    Neighbours,
}

impl Cells {
    pub const WHOLE: Cells =
        Cells { first: 0, last: 0, cut: Cut::Whole, period: 1, backwards: false, by_size: false };

    fn pieces(&self) -> usize {
        match self.cut {
            Cut::Whole => 1,
            Cut::Half | Cut::HalfUp => 2,
            _ => 3,
        }
    }

    fn special(&self) -> usize {
        usize::from(self.first) + usize::from(self.last)
    }

    /// How many cells there are.
    pub fn count(&self) -> usize {
        self.special() + self.pieces() * usize::from(self.period) * (1 + usize::from(self.by_size))
    }

    /// In how many ways it differs from one rule for all places.
    pub fn parameters(&self) -> usize {
        let whole = Cells::WHOLE;
        let differs = [
            self.first != whole.first,
            self.last != whole.last,
            self.cut != whole.cut,
            self.period != whole.period,
            self.backwards,
            self.by_size,
        ];
        differs.into_iter().filter(|differs| *differs).count()
    }

    /// Whether a cell has one place only.
    pub fn is_special(&self, cell: usize) -> bool {
        cell < self.special()
    }

    /// Whether a table may have no place in some cells: one without its diagonal has none on it.
    pub fn may_be_empty(&self) -> bool {
        !matches!(self.cut, Cut::Whole | Cut::Half | Cut::HalfUp)
    }

    /// The cell of a place.
    pub fn of(&self, place: &Place) -> usize {
        let left = place.length - 1 - place.i;
        if place.i < self.first.into() {
            return place.i as usize;
        }
        if left < self.last.into() {
            return usize::from(self.first) + left as usize;
        }
        let turn = if self.backwards { left - u64::from(self.last) } else { place.i - u64::from(self.first) };
        let by = |before: bool, same: bool| if before { 0 } else { 1 + usize::from(!same) };
        let opposite = place.n.saturating_sub(1).saturating_sub(place.column);
        let piece = match self.cut {
            Cut::Whole => 0,
            Cut::Half => usize::from(place.i >= place.length / 2),
            Cut::HalfUp => usize::from(place.i >= place.length.div_ceil(2)),
            Cut::Diagonal => by(place.row < place.column, place.row == place.column),
            Cut::AntiDiagonal => by(place.row < opposite, place.row == opposite),
            Cut::Neighbours => by(place.row.abs_diff(place.column) == 1, place.row == place.column),
        };
        let kind = piece * usize::from(self.period) + (turn % u64::from(self.period)) as usize;
        let kind = if self.by_size { 2 * kind + (place.n % 2) as usize } else { kind };
        self.special() + kind
    }

    /// Which places are in a cell, for people: `for even i`; empty if it is all that are left.
    pub fn describe(&self, cell: usize) -> String {
        let kind = cell - self.special();
        let (kind, odd) = if self.by_size { (kind / 2, Some(kind % 2 == 1)) } else { (kind, None) };
        let (piece, turn) = (kind / usize::from(self.period), kind % usize::from(self.period));
        let mut conditions: Vec<String> = Vec::new();
        match odd {
            Some(true) => conditions.push("odd n".into()),
            Some(false) => conditions.push("even n".into()),
            None => {}
        }
        let one_of = |three: [&str; 3]| three[piece].to_string();
        match self.cut {
            Cut::Whole => {}
            Cut::Half | Cut::HalfUp if piece == 0 => conditions.push("the first half".into()),
            Cut::Half => conditions.push("the second half (with the middle)".into()),
            Cut::HalfUp => conditions.push("the second half (without the middle)".into()),
            Cut::Diagonal => conditions.push(one_of(["row < column", "row = column", "row > column"])),
            Cut::AntiDiagonal => {
                conditions.push(one_of([
                    "row + column < n - 1",
                    "row + column = n - 1",
                    "row + column > n - 1",
                ]));
            }
            Cut::Neighbours => {
                conditions.push(one_of(["neighbouring row and column", "row = column", "all others"]));
            }
        }
        let start = usize::from(if self.backwards { self.last } else { self.first });
        let residue = (turn + start) % usize::from(self.period);
        match (self.period, self.backwards) {
            (1, _) => {}
            (2, false) => conditions.push(if residue == 0 { "even i".into() } else { "odd i".into() }),
            (period, false) => conditions.push(format!("i % {period} = {residue}")),
            (2, true) => {
                let word = if residue == 0 { "even" } else { "odd" };
                conditions.push(format!("{word} places counted from the end"));
            }
            (period, true) => conditions.push(format!("places {residue} of {period} counted from the end")),
        }
        conditions.join(" and ")
    }
}

/// The divisions that are tried, in groups from simple to elaborate: if one group has a rule, later ones need not be
/// tried.
pub(crate) fn groups(layout: Layout) -> Vec<Vec<Cells>> {
    let whole = Cells::WHOLE;
    let simple = vec![
        Cells { period: 2, ..whole },
        Cells { first: 1, ..whole },
        Cells { last: 1, ..whole },
        Cells { first: 1, last: 1, ..whole },
        Cells { cut: Cut::Half, ..whole },
        Cells { cut: Cut::HalfUp, ..whole },
        Cells { by_size: true, ..whole },
    ];
    if layout != Layout::Line {
        let cuts = [Cut::Diagonal, Cut::AntiDiagonal, Cut::Neighbours].map(|cut| Cells { cut, ..whole });
        let ends = [(1, 0), (0, 1), (1, 1)].map(|(first, last)| Cells { first, last, ..whole });
        return vec![vec![whole], cuts.to_vec(), ends.to_vec()];
    }
    let mut more = Vec::new();
    for period in [1, 2, 3, 4] {
        for (first, last) in [(0, 0), (0, 1), (1, 0), (1, 1), (0, 2), (2, 0), (1, 2), (2, 1), (2, 2)] {
            more.push(Cells { first, last, period, ..whole });
            if period > 1 {
                more.push(Cells { first, last, period, backwards: true, ..whole });
            }
        }
    }
    let mut rich = Vec::new();
    for cut in [Cut::Whole, Cut::Half, Cut::HalfUp] {
        for (first, last) in [(0, 0), (0, 1), (1, 0), (1, 1), (2, 2)] {
            for (period, by_size) in [(1, false), (1, true), (2, false), (2, true)] {
                rich.push(Cells { first, last, cut, period, by_size, ..whole });
            }
        }
    }
    vec![vec![whole], simple, more, rich]
}

/// Divisions for short words that repeat, each place of which has one value: tried with constants only.
pub(crate) fn words() -> Vec<Cells> {
    let mut all = Vec::new();
    for period in 1..=8 {
        for ends in 0..=8 {
            for first in 0..=ends {
                for backwards in [false, true] {
                    all.push(Cells { first, last: ends - first, period, backwards, ..Cells::WHOLE });
                }
            }
        }
    }
    // Short ones first; among these, those without exceptions.
    all.sort_by_key(|cells| (cells.count(), cells.first + cells.last));
    all
}
