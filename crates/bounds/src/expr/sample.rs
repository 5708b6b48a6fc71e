//! Which of several bounds are worth to be shown, by their values at some places. All of them hold, so nothing depends on this
//! but what people read.

use super::{Expr, Symbol};

/// Values that symbols have.
const VALUES: [i128; 12] = [40, 7, 1, 1000, 0, 3, 13, -3, 2, 100, 5, 64];

/// So many places are looked at.
const PLACES: usize = 48;

/// The bounds without those that another is not above anywhere.
pub fn worth_showing(bounds: &[Expr]) -> Vec<Expr> {
    let values: Vec<Vec<Option<f64>>> = bounds.iter().map(values).collect();
    let is_below = |one: usize, other: usize| {
        let mut pairs = values[one].iter().zip(&values[other]);
        pairs.all(|(one, other)| matches!((one, other), (Some(one), Some(other)) if one <= other))
    };
    let is_worth = |&place: &usize| {
        !(0..bounds.len()).any(|other| {
            other != place && is_below(other, place) && (other < place || !is_below(place, other))
        })
    };
    (0..bounds.len()).filter(is_worth).map(|place| bounds[place].clone()).collect()
}

fn values(bound: &Expr) -> Vec<Option<f64>> {
    let symbols: Vec<Symbol> = bound.symbols().into_iter().collect();
    let value = |place: usize| {
        let at = |symbol: Symbol| {
            // Equal at first, and then in all kinds of order.
            let mixed = (symbol.0 as usize + 1).wrapping_mul(place.wrapping_mul(2_654_435_761)) >> 7;
            let turn = if place < VALUES.len() { place } else { mixed };
            symbols.contains(&symbol).then(|| VALUES[turn % VALUES.len()])
        };
        bound.eval(&at).map(|value| value.to_f64())
    };
    (0..PLACES).map(value).collect()
}

#[cfg(test)]
mod tests {
    use super::super::tests::{expr, show};
    use super::*;

    #[test]
    fn what_is_above_another_everywhere_goes() {
        let bounds = ["max(0, n - 1)", "max(0, ceil((n - 1)/2))", "max(0, m)"].map(expr);
        let shown: Vec<String> = worth_showing(&bounds).iter().map(show).collect();
        assert_eq!(shown, ["max(0, ceil((n - 1)/2))", "max(0, m)"]);
        let same = ["max(0, n)", "max(0, n)"].map(expr);
        assert_eq!(worth_showing(&same).len(), 1);
    }
}
