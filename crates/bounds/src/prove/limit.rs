//! The greatest value of an expression, without symbols that a bound may not speak of: they are replaced by what they are
//! at most, or at least, as the expression grows or falls with them.

use crate::expr::{Class, Expr, Monotonicity, Rational, Symbol};
use crate::prove::piece::Limits;
use crate::solve::Linear;
use crate::system::facts::{Facts, expr_of};
use crate::system::symbols::Symbols;

/// What is known of symbols.
pub struct Known<'a> {
    /// Conditions that hold.
    pub facts: &'a Facts,
    /// What symbols are at least and at most.
    pub limits: &'a dyn Fn(Symbol) -> Option<Limits>,
    /// Whether an expression may speak of a symbol.
    pub allowed: &'a dyn Fn(Symbol) -> bool,
    /// The symbols.
    pub symbols: &'a Symbols,
}

/// The range of a type of at most so many bits is worth to be mentioned.
const SMALL: u8 = 16;

/// How many expressions are looked at.
const BUDGET: usize = 60;

/// How many are kept.
const KEPT: usize = 4;

impl Known<'_> {
    /// Expressions that are at least as great, over allowed symbols only.
    pub fn greatest(&self, expr: &Expr) -> Vec<Expr> {
        let mut found = Vec::new();
        let mut budget = BUDGET;
        self.search(expr, &mut Vec::new(), &mut found, &mut budget);
        best(found)
    }

    fn search(&self, expr: &Expr, gone: &mut Vec<Symbol>, found: &mut Vec<Expr>, budget: &mut usize) {
        if *budget == 0 {
            return;
        }
        *budget -= 1;
        let Some(&symbol) = expr.symbols().iter().find(|&&symbol| !(self.allowed)(symbol)) else {
            if !found.contains(expr) {
                found.push(expr.clone());
            }
            return;
        };
        if gone.contains(&symbol) {
            return;
        }
        if let Some(exact) = self.exactly(symbol) {
            gone.push(symbol);
            if let Some(next) = expr.with(symbol, &exact) {
                self.search(&next, gone, found, budget);
            }
            gone.pop();
            return;
        }
        let rises = match expr.monotonicity(symbol) {
            Monotonicity::Increasing | Monotonicity::Constant => true,
            Monotonicity::Decreasing => false,
            Monotonicity::Unknown => return,
        };
        gone.push(symbol);
        for limit in self.limits_of(symbol, rises) {
            if let Some(next) = expr.with(symbol, &limit) {
                self.search(&next, gone, found, budget);
            }
        }
        gone.pop();
    }

    /// The value of a symbol, if it is known.
    fn exactly(&self, symbol: Symbol) -> Option<Expr> {
        let limits = (self.limits)(symbol)?;
        limits.low.into_iter().find(|low| limits.high.contains(low))
    }

    /// What a symbol is at most, or at least.
    fn limits_of(&self, symbol: Symbol, most: bool) -> Vec<Expr> {
        let mut all = match (self.limits)(symbol) {
            Some(limits) if most => limits.high,
            Some(limits) => limits.low,
            None => Vec::new(),
        };
        let column = Expr::symbol(symbol);
        for condition in self.facts.iter() {
            let Some(&factor) = condition.factors.get(&column) else { continue };
            if factor.is_negative() != most {
                continue;
            }
            // factor * symbol + rest >= 0
            let solved = expr_of(condition).and_then(|whole| {
                let rest = whole.sub(&column.scale(factor)?)?;
                let bound = rest.div(factor.neg())?;
                if most { bound.floor() } else { bound.ceil() }
            });
            all.extend(solved.filter(|solved| !solved.contains(symbol)));
        }
        if all.is_empty()
            && let Some(range) = self.symbols.range(symbol).filter(|range| range.bits <= SMALL)
        {
            let end = if most { range.max() } else { range.min() };
            all.extend(Rational::integer(end).map(Expr::rational));
        }
        all
    }
}

/// The best of several bounds: those of a smaller class first, then the shorter ones; none that another is below.
pub fn best(mut bounds: Vec<Expr>) -> Vec<Expr> {
    bounds.sort_by_cached_key(key);
    let mut kept: Vec<Expr> = Vec::new();
    for bound in bounds {
        if kept.iter().any(|other| other.provably_le(&bound)) {
            continue;
        }
        kept.retain(|other| !bound.provably_le(other));
        kept.push(bound);
    }
    kept.sort_by_cached_key(key);
    kept.truncate(KEPT);
    kept
}

/// Numbers like this come from the ranges of types and the sizes of arrays. That there is such a limit is true of every loop,
/// and tells people less than what the limit is about.
const LARGE: i128 = 1000;

/// What is better comes first.
fn key(bound: &Expr) -> (bool, bool, Class, usize) {
    let of_type = bound.has_number_like(i128::from(i32::MAX));
    (of_type, bound.has_number_like(LARGE), bound.class(), weight(bound))
}

/// How much there is to read.
fn weight(bound: &Expr) -> usize {
    format!("{bound:?}").len()
}

/// `ceil(e / d)`, not negative.
pub fn quotient(expr: &Expr, by: i128) -> Option<Expr> {
    // Whether negative numbers are left out before or after dividing makes no difference.
    let expr = expr.inside_positive_part().unwrap_or_else(|| expr.clone());
    let divided = expr.div(Rational::integer(by)?)?.ceil()?;
    divided.positive_part()
}

/// A norm and an expression over the norm, which then is a single symbol: `hi - lo` is easier to compare than `hi` and `lo`.
pub fn over(norm: &Expr, expr: &Expr) -> Option<(Expr, Expr)> {
    let linear = Linear::of(norm);
    let single =
        |(column, factor): (&Expr, &Rational)| column.as_symbol().filter(|_| *factor == Rational::ONE);
    let symbol = linear.factors.iter().find_map(single)?;
    let column = Expr::symbol(symbol);
    let others = norm.sub(&column)?;
    if others.contains(symbol) {
        return None;
    }
    Some((column.clone(), expr.with(symbol, &column.sub(&others)?)?))
}
