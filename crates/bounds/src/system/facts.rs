//! Conditions that hold at some place: each an integer that is not negative.

use std::collections::BTreeSet;

use crate::expr::{Expr, Rational, Symbol};
use crate::solve::{Greatest, Linear, contradict, greatest};
use crate::system::symbols::Symbols;

/// Conditions that all hold.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Facts {
    conditions: Vec<Linear>,
}

/// More conditions are not kept: they only make it more precise.
const MOST: usize = 60;

impl Facts {
    /// Adds a condition.
    pub fn add(&mut self, expr: &Expr) {
        let condition = Linear::condition(expr);
        if self.conditions.len() < MOST && !self.conditions.contains(&condition) {
            self.conditions.push(condition);
        }
    }

    /// Adds all of others.
    pub fn extend(&mut self, other: &Facts) {
        for condition in &other.conditions {
            if self.conditions.len() < MOST && !self.conditions.contains(condition) {
                self.conditions.push(condition.clone());
            }
        }
    }

    /// The conditions.
    pub fn iter(&self) -> impl Iterator<Item = &Linear> {
        self.conditions.iter()
    }

    /// The conditions as expressions.
    pub fn exprs(&self) -> impl Iterator<Item = Expr> {
        self.conditions.iter().filter_map(expr_of)
    }

    /// The conditions that have to do with a form: those about its columns, those about theirs, and so on.
    fn about(&self, form: &Linear) -> Vec<Linear> {
        let mut columns: BTreeSet<&Expr> = form.factors.keys().collect();
        let mut rest: Vec<&Linear> = self.conditions.iter().collect();
        let mut about: Vec<&Linear> = Vec::new();
        loop {
            let (near, far): (Vec<&Linear>, Vec<&Linear>) =
                rest.into_iter().partition(|one| one.factors.keys().any(|column| columns.contains(column)));
            if near.is_empty() {
                return about.into_iter().cloned().collect();
            }
            columns.extend(near.iter().flat_map(|one| one.factors.keys()));
            about.extend(near);
            rest = far;
        }
    }

    /// All conditions, with the ranges of the symbols that occur there.
    pub fn with_ranges(&self, symbols: &Symbols) -> Vec<Linear> {
        self.and_ranges(None, symbols, false)
    }

    /// All conditions, with the ranges of the symbols that occur there or in a form.
    fn and_ranges(&self, form: Option<&Linear>, symbols: &Symbols, every: bool) -> Vec<Linear> {
        let mut all = self.conditions.clone();
        let mut columns: Vec<&Expr> =
            self.conditions.iter().chain(form).flat_map(|linear| linear.factors.keys()).collect();
        columns.sort_unstable();
        columns.dedup();
        for column in columns {
            // That signed integers of 32 bits and more have limits is rarely of use.
            let range = column.as_symbol().and_then(|symbol| symbols.range(symbol));
            let Some(range) = range.filter(|range| every || !range.signed || range.bits < 32) else {
                continue;
            };
            let low = Expr::constant(range.min() as i64);
            all.extend(column.sub(&low).map(|expr| Linear::of(&expr)));
            let high = Rational::integer(range.max()).map(Expr::rational);
            all.extend(high.and_then(|high| high.sub(column)).map(|expr| Linear::of(&expr)));
        }
        all
    }

    /// Whether they contradict each other.
    pub fn contradict(&self, symbols: &Symbols) -> bool {
        let conditions = self.with_ranges(symbols);
        contradict(&conditions, symbols.fuel())
    }

    /// The greatest value of an expression.
    pub fn greatest(&self, expr: &Expr, symbols: &Symbols) -> Greatest {
        self.greatest_within(expr, symbols, false)
    }

    fn greatest_within(&self, expr: &Expr, symbols: &Symbols, every: bool) -> Greatest {
        let form = Linear::of(expr);
        let near = Facts { conditions: self.about(&form) };
        let conditions = near.and_ranges(Some(&form), symbols, every);
        greatest(&form, &conditions, symbols.fuel())
    }

    /// Whether an expression is not negative, as all symbols are in the ranges of their types.
    pub fn imply_in_range(&self, expr: &Expr, symbols: &Symbols) -> bool {
        let negated = expr.neg().map(|negated| self.greatest_within(&negated, symbols, true));
        match negated {
            Some(Greatest::Nothing) => true,
            Some(Greatest::Is(most)) if expr.is_integer() => most.floor() <= 0,
            Some(Greatest::Is(most)) => most <= Rational::ZERO,
            _ => false,
        }
    }

    /// The greatest value of an expression, whatever the ranges of types are.
    pub fn greatest_of_any(&self, expr: &Expr, symbols: &Symbols) -> Greatest {
        greatest(&Linear::of(expr), &self.conditions, symbols.fuel())
    }

    /// The conditions that speak of nothing but symbols of a kind.
    pub fn only<'f>(&'f self, kind: &'f dyn Fn(Symbol) -> bool) -> impl Iterator<Item = Expr> + 'f {
        self.conditions.iter().filter(|condition| speaks_only_of(condition, kind)).filter_map(expr_of)
    }

    /// The same without these, but for the limits of a symbol that another condition speaks of: in `i < ctz(x)`, that the
    /// unknown number is at most 32.
    pub fn without(&self, kind: &dyn Fn(Symbol) -> bool) -> Facts {
        let others = || self.conditions.iter().filter(|condition| !speaks_only_of(condition, kind));
        let spoken: BTreeSet<Symbol> = others().flat_map(symbols_of).collect();
        let is_limit = |condition: &Linear| {
            let mut columns = condition.factors.keys();
            let only = columns.next().and_then(Expr::as_symbol).filter(|_| columns.next().is_none());
            only.is_some_and(|symbol| spoken.contains(&symbol))
        };
        let is_kept = |condition: &&Linear| !speaks_only_of(condition, kind) || is_limit(condition);
        Facts { conditions: self.conditions.iter().filter(is_kept).cloned().collect() }
    }

    /// Whether an expression is at most so much.
    pub fn at_most(&self, expr: &Expr, most: i128, symbols: &Symbols) -> bool {
        match self.greatest(expr, symbols) {
            Greatest::Nothing => true,
            // A whole number is not above what fractions could be.
            Greatest::Is(value) if expr.is_integer() => value.floor() <= most,
            Greatest::Is(value) => Rational::integer(most).is_some_and(|most| value <= most),
            Greatest::Unlimited => false,
        }
    }

    /// Whether an expression is not negative.
    pub fn imply(&self, expr: &Expr, symbols: &Symbols) -> bool {
        expr.neg().is_some_and(|negated| self.at_most(&negated, 0, symbols))
    }

    /// The same about other values of the symbols; what cannot be said is left out.
    pub fn substitute(&self, value: &dyn Fn(Symbol) -> Option<Expr>) -> Facts {
        let mut facts = Facts::default();
        for expr in self.exprs().filter_map(|expr| expr.substitute(value)) {
            facts.add(&expr);
        }
        facts
    }
}

fn symbols_of(condition: &Linear) -> impl Iterator<Item = Symbol> {
    condition.factors.keys().flat_map(|column| column.symbols())
}

fn speaks_only_of(condition: &Linear, kind: &dyn Fn(Symbol) -> bool) -> bool {
    symbols_of(condition).all(kind)
}

/// A linear form as an expression.
pub fn expr_of(linear: &Linear) -> Option<Expr> {
    let mut sum = Expr::rational(linear.constant);
    for (column, factor) in &linear.factors {
        sum = sum.add(&column.scale(*factor)?)?;
    }
    Some(sum)
}
