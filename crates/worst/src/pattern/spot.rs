//! Places at the ends and in the middle of a permutation: where programs that sort look first.

/// A place in a permutation, or a rank, that moves with the length.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Spot {
    First(usize),
    Last(usize),
    /// `floor((length - less)/2) + 1 - before`.
    Middle {
        less: usize,
        before: usize,
    },
}

/// Where values are put in and swapped.
pub(crate) const PLACES: [Spot; 8] = [
    Spot::Last(0),
    Spot::First(0),
    Spot::Middle { less: 0, before: 1 },
    Spot::Last(1),
    Spot::First(1),
    Spot::Middle { less: 0, before: 2 },
    Spot::Middle { less: 1, before: 1 },
    Spot::Middle { less: 0, before: 0 },
];

/// Which ranks values that are put in may have: the common ones first.
pub(crate) const RANKS: [Spot; 11] = [
    Spot::Last(0),
    Spot::First(0),
    Spot::Last(1),
    Spot::First(1),
    Spot::Middle { less: 0, before: 1 },
    Spot::Middle { less: 1, before: 1 },
    Spot::Middle { less: 0, before: 2 },
    Spot::Middle { less: 0, before: 0 },
    Spot::Last(2),
    Spot::First(2),
    Spot::Last(3),
];

impl Spot {
    /// The place in a permutation of a length, or the rank counted from zero, if there is one.
    pub fn at(self, length: usize) -> Option<usize> {
        let at = match self {
            Spot::First(k) => k,
            Spot::Last(k) => length.checked_sub(k + 1)?,
            Spot::Middle { less, before } => (length.checked_sub(less)? / 2 + 1).checked_sub(before)?,
        };
        (at < length).then_some(at)
    }

    /// As a place.
    pub fn place(self) -> String {
        match self {
            Spot::First(k) => k.to_string(),
            Spot::Last(k) => format!("n-{}", k + 1),
            Spot::Middle { less, before } => {
                let half = if less == 0 { "floor(n/2)".into() } else { format!("floor((n-{less})/2)") };
                match before {
                    0 => format!("{half}+1"),
                    1 => half,
                    _ => format!("{half}-{}", before - 1),
                }
            }
        }
    }

    /// As a rank that a value has already.
    pub fn equal(self) -> String {
        match self {
            Spot::First(0) => "another least value".into(),
            Spot::Last(0) => "another greatest value".into(),
            Spot::First(k) => format!("another value above {k} different ones"),
            Spot::Last(k) => format!("another value below {k} different ones"),
            Spot::Middle { .. } => format!("another value above {} different ones", self.place()),
        }
    }

    /// As a rank.
    pub fn rank(self) -> String {
        match self {
            Spot::First(0) => "a new least value".into(),
            Spot::Last(0) => "a new greatest value".into(),
            Spot::First(1) => "a new second least value".into(),
            Spot::Last(1) => "a new second greatest value".into(),
            Spot::First(k) => format!("a value above {k} others"),
            Spot::Last(k) => format!("a value below {k} others"),
            Spot::Middle { .. } => format!("a value above {} others", self.place()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spots_move_with_the_length() {
        let at = |spot: Spot| [1, 4, 7].map(|length| spot.at(length));
        assert_eq!(at(Spot::First(1)), [None, Some(1), Some(1)]);
        assert_eq!(at(Spot::Last(0)), [Some(0), Some(3), Some(6)]);
        assert_eq!(at(Spot::Middle { less: 0, before: 1 }), [Some(0), Some(2), Some(3)]);
        assert_eq!(Spot::Middle { less: 0, before: 2 }.place(), "floor(n/2)-1");
        assert_eq!(Spot::Last(1).rank(), "a new second greatest value");
    }
}
