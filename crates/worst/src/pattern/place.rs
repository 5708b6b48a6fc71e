//! Where a value stands: its place in the input, and in the table that the input may be.

use std::fmt;

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

/// The number of values of an input, as a polynomial in n.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Length(Sum);

/// Inputs of more values are not made.
const MOST_VALUES: i128 = 1 << 26;

impl Length {
    /// The length of all inputs but for at most so many of the first.
    pub fn of(inputs: &[(u32, Vec<i64>)], leave_out: usize) -> Option<Length> {
        let points: Vec<(u32, i128)> = inputs.iter().map(|(n, input)| (*n, input.len() as i128)).collect();
        let found = (0..=2).find_map(|degree| {
            let powers: Vec<Term> = (0..=degree).map(Term::Power).collect();
            Sum::through(&points, &powers, leave_out)
        });
        found.map(|(sum, _)| Length(sum))
    }

    pub fn at(&self, n: u32) -> Option<usize> {
        let length = self.0.at(n)?;
        (0..=MOST_VALUES).contains(&length).then_some(length as usize)
    }
}

/// `of 2*n values`, if there are not just n.
impl fmt::Display for Length {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0.to_string().as_str() {
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
    fn tables_are_laid_out() {
        check(Layout::Rows { more: -1 }, &[(0, 0), (0, 1), (1, 0), (1, 1), (2, 0), (2, 1)]);
        check(Layout::NoDiagonal, &[(0, 1), (0, 2), (1, 0), (1, 2), (2, 0), (2, 1)]);
        check(Layout::Below { diagonal: false }, &[(1, 0), (2, 0), (2, 1)]);
        check(Layout::Above { diagonal: true }, &[(0, 0), (0, 1), (0, 2), (1, 1), (1, 2), (2, 2)]);
    }
}
