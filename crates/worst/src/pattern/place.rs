//! Where a value stands: its place in the input, and in the table that the input may be.

use std::fmt;

use crate::growth::candidate::{fitted, untested};
use crate::growth::evidence::CONFIRM;
use crate::growth::sum::Sum;
use crate::growth::term::Term;

/// A place of an input.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Place {
    pub i: u64,
    pub n: u64,
    /// How many values the input has.
    pub length: u64,
    pub row: u64,
    pub column: u64,
}

/// What a value may depend on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Variable {
    One,
    I,
    Size,
    HalfSize,
    Row,
    Column,
    ISquared,
}

impl Variable {
    pub fn at(self, place: &Place) -> i128 {
        match self {
            Variable::One => 1,
            Variable::I => place.i.into(),
            Variable::Size => place.n.into(),
            Variable::HalfSize => (place.n / 2).into(),
            Variable::Row => place.row.into(),
            Variable::Column => place.column.into(),
            Variable::ISquared => i128::from(place.i) * i128::from(place.i),
        }
    }

    /// Whether it is the same at all places of an input.
    pub fn is_of_size(self) -> bool {
        matches!(self, Variable::One | Variable::Size | Variable::HalfSize)
    }
}

impl fmt::Display for Variable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Variable::One => "1",
            Variable::I => "i",
            Variable::Size => "n",
            Variable::HalfSize => "floor(n/2)",
            Variable::Row => "row",
            Variable::Column => "column",
            Variable::ISquared => "i^2",
        })
    }
}

/// How the values of an input are laid out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Layout {
    /// One after the other.
    Line,
    /// Row by row, with so many more columns than n.
    Rows { more: i8 },
    /// Row by row, n of them, without the places where row and column are the same.
    NoDiagonal,
    /// The places of a square below its diagonal, row by row.
    Below { diagonal: bool },
    /// The places of a square above its diagonal, row by row.
    Above { diagonal: bool },
}

impl Layout {
    /// All layouts of tables.
    pub const TABLES: [Layout; 8] = [
        Layout::Rows { more: 0 },
        Layout::NoDiagonal,
        Layout::Rows { more: -1 },
        Layout::Rows { more: 1 },
        Layout::Below { diagonal: false },
        Layout::Above { diagonal: false },
        Layout::Below { diagonal: true },
        Layout::Above { diagonal: true },
    ];

    /// Whether an input of size n with so many values can be laid out like this.
    pub fn suits(self, n: u32, length: usize) -> bool {
        let n = u64::from(n);
        let count = match self {
            Layout::Line => return true,
            Layout::Rows { more } => n.saturating_mul(n.saturating_add_signed(more.into())),
            Layout::NoDiagonal => n * n.saturating_sub(1),
            Layout::Below { diagonal } | Layout::Above { diagonal } => {
                n * if diagonal { n + 1 } else { n.saturating_sub(1) } / 2
            }
        };
        count == length as u64
    }

    /// The columns of a row, from the first to before the last.
    fn columns(self, row: u64, n: u64) -> (u64, u64) {
        match self {
            Layout::Line => (0, 1),
            Layout::Rows { more } => (0, n.saturating_add_signed(more.into())),
            Layout::NoDiagonal => (0, n),
            Layout::Below { diagonal } => (0, row + u64::from(diagonal)),
            Layout::Above { diagonal } => (row + u64::from(!diagonal), n),
        }
    }

    /// The places of an input, in order.
    pub fn places(self, n: u32, length: usize) -> impl Iterator<Item = Place> {
        let (n, length) = (u64::from(n), length as u64);
        let (mut row, mut column) = (0, self.columns(0, n).0);
        (0..length).map(move |i| {
            if self == Layout::NoDiagonal && column == row {
                column += 1;
            }
            // Rows without any column are passed over; none has infinitely many of them below.
            while column >= self.columns(row, n).1 && row <= length {
                row += 1;
                column = self.columns(row, n).0;
                if self == Layout::NoDiagonal && column == row {
                    column += 1;
                }
            }
            let place = Place { i, n, length, row, column };
            column += 1;
            place
        })
    }
}

/// The number of values of an input, as a formula in n.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Length {
    sum: Sum,
    unknowns: usize,
}

/// Inputs of more values are not made.
const MOST_VALUES: i128 = 1 << 26;

/// What the number of values may be a sum of, those with few unknowns first: `2*n`, `n + 1`, `n^2 - n`, `n + floor(n/2)`.
const COUNTS: [&[Term]; 7] = [
    &[Term::Power(0)],
    &[Term::Power(1)],
    &[Term::Power(2)],
    &[Term::Power(0), Term::Power(1)],
    &[Term::Power(1), Term::Power(2)],
    &[Term::Power(0), Term::Power(1), Term::Odd(0)],
    &[Term::Power(0), Term::Power(1), Term::Power(2)],
];

impl Length {
    /// The length of all inputs but for at most so many of the first. As with costs, sizes that it was not fitted to have
    /// to confirm it: some polynomial goes through any three lengths.
    pub fn of(inputs: &[(u32, Vec<i64>)], leave_out: usize) -> Option<Length> {
        let points: Vec<(u32, i128)> = inputs.iter().map(|(n, input)| (*n, input.len() as i128)).collect();
        COUNTS.iter().find_map(|terms| {
            let unknowns = terms.len();
            let spare = points.len().checked_sub(unknowns + CONFIRM)?;
            let (sum, left_out) = Sum::through(&points, terms, leave_out.min(spare))?;
            let (from, rest) = (points[left_out].0, &points[left_out..]);
            let fitted = fitted(rest, terms)?;
            let held_back: Vec<u32> = rest.iter().map(|(n, _)| *n).filter(|n| !fitted.contains(n)).collect();
            let confirmed =
                held_back.len() >= CONFIRM && untested(&sum.terms(), &fitted, &held_back).is_empty();
            (confirmed && sum.is_integral(from)).then_some(Length { sum, unknowns })
        })
    }

    pub fn at(&self, n: u32) -> Option<usize> {
        let length = self.sum.at(n)?;
        (0..=MOST_VALUES).contains(&length).then_some(length as usize)
    }

    /// How many unknowns it was found with.
    pub fn parameters(&self) -> usize {
        self.unknowns
    }
}

/// `of 2*n values`, if there are not just n.
impl fmt::Display for Length {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.sum.to_string().as_str() {
            "n" => Ok(()),
            text => write!(f, " ({text} values)"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(layout: Layout, expected: &[(u64, u64)]) {
        assert!(layout.suits(3, expected.len()));
        let places: Vec<(u64, u64)> =
            layout.places(3, expected.len()).map(|place| (place.row, place.column)).collect();
        assert_eq!(places, expected);
    }

    #[test]
    fn lengths_are_confirmed_or_none() {
        let check = |sizes: &[u32], length: fn(u32) -> u32, expected: Option<&str>| {
            let inputs: Vec<(u32, Vec<i64>)> =
                sizes.iter().map(|&n| (n, vec![0; length(n) as usize])).collect();
            for leave_out in [0, inputs.len() / 2] {
                let found = Length::of(&inputs, leave_out).map(|length| length.sum.to_string());
                assert_eq!(found.as_deref(), expected, "{sizes:?}");
            }
        };
        check(&[1, 2, 3, 4], |n| n * n, Some("n^2"));
        check(&[1, 2, 3], |n| n, None);
        check(&[1, 2, 3, 4], |n| n + 1, None);
        check(&[1, 2, 3, 4, 5], |n| n + 1, Some("n + 1"));
        check(&[2, 3, 4, 5, 6], |n| n * (n - 1) / 2, Some("n^2/2 - n/2"));
        // Some polynomial goes through the first, the second and the third of these; not through the others.
        check(&[4, 5, 6], |n| n + n / 2, None);
        check(&[4, 5, 6, 7], |n| n + n / 2, None);
        check(&[1, 2, 3, 4, 5, 6], |n| n + n / 2, Some("floor(3*n/2)"));
        check(&[2, 4, 6, 7, 8, 10], |n| n + n / 2, None);
        check(&[1, 2, 3, 4, 5, 6, 7, 8], |n| n + n / 3, None);
    }

    #[test]
    fn tables_are_laid_out() {
        check(Layout::Rows { more: -1 }, &[(0, 0), (0, 1), (1, 0), (1, 1), (2, 0), (2, 1)]);
        check(Layout::NoDiagonal, &[(0, 1), (0, 2), (1, 0), (1, 2), (2, 0), (2, 1)]);
        check(Layout::Below { diagonal: false }, &[(1, 0), (2, 0), (2, 1)]);
        check(Layout::Above { diagonal: true }, &[(0, 0), (0, 1), (0, 2), (1, 1), (1, 2), (2, 2)]);
    }
}
