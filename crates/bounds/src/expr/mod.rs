//! Exact symbolic expressions over integer inputs: what a bound on a loop is made of.
//!
//! An expression is kept in a normal form from the moment it is built: a sum of rational coefficients times
//! products of powers of *atoms* (an input, a `max`, a rounded quotient …). Two rules hold everywhere:
//!
//! - **Equal means equal.** A constructor returns an expression with the same value at *all* integer inputs.
//!   Only [`Expr::friendly`] and an inexact [`Total`] may be greater, and say so.
//! - **Never wrong, never a panic.** Whatever overflows `i128` or grows past [`limits`] is `None`; the caller
//!   gives that bound up.
//!
//! A normal form rather than free trees with rewriting: bounds are compared, summed and printed far more often
//! than they are transformed, and like terms should meet without a search.

mod arithmetic;
mod class;
mod display;
mod eval;
mod extremum;
mod factor;
mod friendly;
mod integrality;
mod monotone;
mod order;
mod parse;
mod piecewise;
mod poly;
#[cfg(test)]
mod property;
mod query;
mod range;
mod rational;
mod rounding;
mod sample;
mod sum;
mod transcendental;

pub use class::Class;
pub use display::{Displayed, Names};
pub use eval::{Environment, Value};
pub use monotone::Monotonicity;
pub use order::limited;
pub use parse::{ParseError, parse};
pub use query::Linear;
pub use range::Range;
pub use rational::Rational;
pub use sample::worth_showing;
pub use sum::Total;

use std::sync::Arc;

/// Where building an expression gives up; every limit of the module is here.
pub mod limits {
    /// Terms of one sum.
    pub const TERMS: usize = 400;
    /// The power of one atom in a product.
    pub const POWER: u32 = 64;
    /// Atoms inside atoms inside atoms; recursion over an expression is no deeper than this.
    pub const DEPTH: u32 = 40;
    /// Atoms of an expression, counted with repetition: traversals take time in proportion.
    pub const SIZE: u32 = 4000;
    /// Entries of one `max` or `min`, since they are compared pairwise.
    pub const ENTRIES: usize = 24;
}

/// An integer unknown: an input, a path counter, the name of an array. What it is called the printer knows.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Symbol(pub u32);

/// An expression in normal form; cloning shares it.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Expr(Arc<Sum>);

// Size and depth follow from the terms, so that the derived comparisons are those of the terms.
#[derive(PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Sum {
    terms: Vec<Term>,
    size: u32,
    depth: u32,
}

/// A coefficient, never zero, times a product of atoms.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
struct Term {
    monomial: Monomial,
    coefficient: Rational,
}

/// Powers of different atoms in ascending order; the empty product is 1.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
struct Monomial(Vec<(Atom, u32)>);

/// What a product is made of. Entries of `Max` and `Min` are sorted, two at least, and none is known to be
/// superfluous.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
enum Atom {
    Symbol(Symbol),
    Cell(Symbol, Vec<Expr>),
    Max(Vec<Expr>),
    Min(Vec<Expr>),
    Floor(Expr),
    Ceil(Expr),
    /// log2(max(1, e)): total, and never negative.
    Log2(Expr),
    /// A base above 1 that is no perfect power, so that 4^n and 2^(2n) are the same.
    Power(Rational, Expr),
}

impl Atom {
    /// The expressions directly inside.
    fn arguments(&self) -> &[Expr] {
        match self {
            Atom::Symbol(_) => &[],
            Atom::Cell(_, entries) | Atom::Max(entries) | Atom::Min(entries) => entries,
            Atom::Floor(inner) | Atom::Ceil(inner) | Atom::Log2(inner) | Atom::Power(_, inner) => {
                std::slice::from_ref(inner)
            }
        }
    }
}

impl Monomial {
    /// The sum of the powers.
    fn degree(&self) -> u32 {
        self.0.iter().map(|(_, power)| power).sum()
    }

    /// The atom where the product is just that.
    fn as_atom(&self) -> Option<&Atom> {
        match self.0.as_slice() {
            [(atom, 1)] => Some(atom),
            _ => None,
        }
    }
}

impl Expr {
    fn terms(&self) -> &[Term] {
        &self.0.terms
    }

    /// All atoms at the top of the expression, with repetition.
    fn atoms(&self) -> impl Iterator<Item = &Atom> {
        self.terms().iter().flat_map(|term| term.monomial.0.iter().map(|(atom, _)| atom))
    }

    /// The only term, where there is just one.
    fn as_term(&self) -> Option<&Term> {
        match self.terms() {
            [term] => Some(term),
            _ => None,
        }
    }

    /// The atom where the expression is just that.
    fn as_atom(&self) -> Option<&Atom> {
        self.as_term().filter(|term| term.coefficient == Rational::ONE)?.monomial.as_atom()
    }

    /// The value of an expression without symbols, where it is a fraction.
    pub fn as_constant(&self) -> Option<Rational> {
        match self.terms() {
            [] => Some(Rational::ZERO),
            [term] if term.monomial.0.is_empty() => Some(term.coefficient),
            _ => None,
        }
    }

    /// The constant addend.
    fn constant_part(&self) -> Rational {
        // The empty monomial is the least, so a constant term comes first.
        let first = self.terms().first().filter(|term| term.monomial.0.is_empty());
        first.map_or(Rational::ZERO, |term| term.coefficient)
    }
}

#[cfg(test)]
mod tests {
    //! Shorthand for the tests of all files: the inputs n, m, k and the array A.

    use super::*;

    pub const N: Symbol = Symbol(0);
    pub const K: Symbol = Symbol(2);
    const NAMES: [&str; 4] = ["n", "m", "k", "A"];

    pub fn name(symbol: Symbol) -> String {
        NAMES[symbol.0 as usize].to_string()
    }

    pub fn symbol(name: &str) -> Option<Symbol> {
        NAMES.iter().position(|n| *n == name).map(|i| Symbol(i as u32))
    }

    pub fn expr(text: &str) -> Expr {
        parse(text, &symbol).unwrap_or_else(|error| panic!("{text}: {error}"))
    }

    pub fn show(expr: &Expr) -> String {
        expr.display(&name).to_string()
    }
}
