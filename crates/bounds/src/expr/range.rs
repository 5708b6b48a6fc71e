//! Interval arithmetic: between which constants an expression lies, given ranges for its symbols.

use super::{Atom, Expr, Rational, Symbol};

/// A closed range of values; a missing end is infinite.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Range {
    /// The least value.
    pub low: Option<Rational>,
    /// The greatest value.
    pub high: Option<Rational>,
}

/// An end of a range with its infinities ordered; 0 times infinity is 0 here, since no value is infinite.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum End {
    MinusInfinity,
    Finite(Rational),
    Infinity,
}

impl End {
    fn sign(self) -> i32 {
        match self {
            End::MinusInfinity => -1,
            End::Infinity => 1,
            End::Finite(value) => i32::from(value.is_positive()) - i32::from(value.is_negative()),
        }
    }

    fn mul(self, other: End) -> Option<End> {
        Some(match (self, other, self.sign() * other.sign()) {
            (End::Finite(a), End::Finite(b), _) => End::Finite(a.mul(b)?),
            (_, _, 0) => End::Finite(Rational::ZERO),
            (_, _, sign) if sign > 0 => End::Infinity,
            _ => End::MinusInfinity,
        })
    }
}

impl Range {
    /// Every value.
    pub const ALL: Range = Range { low: None, high: None };

    /// The range from `low` upwards.
    pub fn at_least(low: Rational) -> Range {
        Range { low: Some(low), high: None }
    }

    /// A single value.
    pub fn only(value: Rational) -> Range {
        Range { low: Some(value), high: Some(value) }
    }

    fn ends(self) -> [End; 2] {
        [self.low.map_or(End::MinusInfinity, End::Finite), self.high.map_or(End::Infinity, End::Finite)]
    }

    // An end that overflows counts as infinite: wider, never wrong.
    fn add(self, other: Range) -> Range {
        let sum = |a: Option<Rational>, b: Option<Rational>| a?.add(b?);
        Range { low: sum(self.low, other.low), high: sum(self.high, other.high) }
    }

    fn mul(self, other: Range) -> Range {
        let products = self.ends().into_iter().flat_map(|a| other.ends().map(|b| a.mul(b)));
        let Some(products) = products.collect::<Option<Vec<End>>>() else {
            return Range::ALL;
        };
        let finite = |end: Option<&End>| match end {
            Some(End::Finite(value)) => Some(*value),
            _ => None,
        };
        Range { low: finite(products.iter().min()), high: finite(products.iter().max()) }
    }

    fn pow(self, exponent: u32) -> Range {
        let mut power = (0..exponent).fold(Range::only(Rational::ONE), |product, _| product.mul(self));
        if exponent.is_multiple_of(2) && power.low.is_none_or(Rational::is_negative) {
            power.low = Some(Rational::ZERO);
        }
        power
    }
}

/// An end of a `max` (or, with the order turned, a `min`): the end nobody undercuts.
fn dominant(
    ends: impl Iterator<Item = Option<Rational>>,
    missing_wins: bool,
    greatest: bool,
) -> Option<Rational> {
    let mut best: Option<Rational> = None;
    for end in ends {
        match end {
            None if missing_wins => return None,
            None => {}
            Some(value) => {
                let better = |b: Rational| if greatest { value > b } else { value < b };
                if best.is_none_or(better) {
                    best = Some(value);
                }
            }
        }
    }
    best
}

impl Atom {
    pub(super) fn range(&self, symbols: &dyn Fn(Symbol) -> Range) -> Range {
        let map = |f: &dyn Fn(Rational) -> i128, end: Option<Rational>| Rational::integer(f(end?));
        match self {
            Atom::Symbol(symbol) => symbols(*symbol),
            Atom::Cell(..) => Range::ALL,
            Atom::Max(entries) | Atom::Min(entries) => {
                let greatest = matches!(self, Atom::Max(_));
                let ranges: Vec<Range> = entries.iter().map(|e| e.range(symbols)).collect();
                Range {
                    low: dominant(ranges.iter().map(|r| r.low), !greatest, greatest),
                    high: dominant(ranges.iter().map(|r| r.high), greatest, greatest),
                }
            }
            Atom::Floor(inner) | Atom::Ceil(inner) => {
                let round = if matches!(self, Atom::Floor(_)) { Rational::floor } else { Rational::ceil };
                let inner = inner.range(symbols);
                Range { low: map(&round, inner.low), high: map(&round, inner.high) }
            }
            Atom::Log2(inner) => {
                let inner = inner.range(symbols);
                // Whole numbers around the logarithm: at least 1, so `ilog2` is defined.
                let below = |v: Rational| i128::from(v.floor().max(1).ilog2());
                let above = |v: Rational| match v.ceil().max(1) {
                    1 => 0,
                    ceil => i128::from((ceil - 1).ilog2()) + 1,
                };
                Range {
                    low: Some(map(&below, inner.low).unwrap_or(Rational::ZERO)),
                    high: map(&above, inner.high),
                }
            }
            Atom::Power(base, exponent) => {
                let exponent = exponent.range(symbols);
                let low = exponent.low.and_then(|low| base.pow(low.floor()));
                Range {
                    low: Some(low.unwrap_or(Rational::ZERO)),
                    high: exponent.high.and_then(|high| base.pow(high.ceil())),
                }
            }
        }
    }
}

impl Expr {
    /// Constants between which the expression lies when every symbol lies in its range.
    pub fn range(&self, symbols: &dyn Fn(Symbol) -> Range) -> Range {
        let mut total = Range::only(Rational::ZERO);
        for term in self.terms() {
            let mut product = Range::only(term.coefficient);
            for (atom, power) in &term.monomial.0 {
                product = product.mul(atom.range(symbols).pow(*power));
            }
            total = total.add(product);
        }
        total
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn integer(value: i128) -> Rational {
        Rational::integer(value).unwrap()
    }

    #[test]
    fn ranges_of_all_kinds() {
        let n = Expr::symbol(Symbol(0));
        let within = |e: &Expr, low: i128, high: i128| {
            e.range(&|_| Range { low: Some(integer(low)), high: Some(integer(high)) })
        };
        let square = n.mul(&n).unwrap();
        assert_eq!(within(&square, -3, 2), Range { low: Some(integer(0)), high: Some(integer(9)) });
        assert_eq!(
            within(&n.log2().unwrap(), -3, 9),
            Range { low: Some(integer(0)), high: Some(integer(4)) }
        );
        assert_eq!(within(&n.log2().unwrap(), 5, 8), Range { low: Some(integer(2)), high: Some(integer(3)) });
        let power = Expr::power(integer(2), &n).unwrap();
        assert_eq!(within(&power, -1, 3), Range { low: Rational::new(1, 2), high: Some(integer(8)) });
        let part = n.positive_part().unwrap();
        assert_eq!(part.range(&|_| Range::ALL), Range::at_least(integer(0)));
        let below = Expr::min([n.clone(), Expr::constant(4)]).unwrap();
        assert_eq!(below.range(&|_| Range::ALL), Range { low: None, high: Some(integer(4)) });
    }
}
