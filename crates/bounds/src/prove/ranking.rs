//! Norms that no comparison of the program names, found by linear programming.
//!
//! That a form `Σ factor * variable + constant` falls with a round follows from what holds in the round if it is a sum of these
//! conditions (Farkas), which is linear in the factors that are sought: Podelski and Rybalchenko's ranking functions. Several
//! forms, each of which grows at most by the one before it, are a nested ranking function (Ben-Amram and Genaim).

use std::cell::Cell;
use std::collections::{BTreeMap, BTreeSet};

use super::norm::after;
use super::piece::Piece;
use crate::expr::{Expr, Rational, Symbol};
use crate::solve::{Equation, Least, Linear, least};
use crate::system::System;
use crate::system::facts::expr_of;
use crate::system::symbols::Meaning;

/// Forms speak of so many symbols.
const MOST_TERMS: usize = 10;

/// Nested forms are sought for loops of so many kinds of rounds.
const MOST_NESTED: usize = 6;

/// So many forms are nested.
const DEPTH: usize = 3;

/// What is sought for the rounds of a loop.
pub struct Ranking<'s> {
    /// What forms may speak of.
    terms: Vec<Expr>,
    ways: Vec<Way>,
    fuel: &'s Cell<u64>,
}

/// A kind of round.
struct Way {
    conditions: Vec<Linear>,
    /// By term, its value afterwards.
    then: Vec<Linear>,
}

impl<'s> Ranking<'s> {
    /// The rounds of a loop.
    pub fn new(system: &'s System<'_>, index: usize, back: &[Piece]) -> Option<Ranking<'s>> {
        let terms = terms(system, index, back);
        let way = |piece: &Piece| {
            let then = terms.iter().map(|term| Some(Linear::of(&after(system, piece, term)?)));
            let then = then.collect::<Option<Vec<Linear>>>()?;
            let conditions = useful(piece.facts.with_ranges(&system.symbols), &terms, &then);
            Some(Way { conditions, then })
        };
        let ways = back.iter().map(way).collect::<Option<Vec<Way>>>()?;
        Some(Ranking { terms, ways, fuel: system.symbols.search() })
    }

    /// A form that is positive in some kinds of rounds, each of which makes it smaller, and that does not grow with others. Of
    /// the rest nothing is asked, except that it grows by some number at most if that is possible.
    pub fn norm(&self, targets: &[usize], quiet: &[usize]) -> Option<Expr> {
        [true, false].iter().find_map(|&limited| {
            let mut program = Program::default();
            let form = program.form(&self.terms);
            for (kind, way) in self.ways.iter().enumerate() {
                let mut fall = form.clone();
                fall.add(&form.after(&self.terms, way)?, Rational::MINUS_ONE)?;
                if targets.contains(&kind) {
                    fall.number = Rational::MINUS_ONE;
                    program.follows(&form, way);
                } else if !quiet.contains(&kind) {
                    if !limited {
                        continue;
                    }
                    let growth = program.variable(Rational::ONE);
                    fall.constant.insert(growth, Rational::ONE);
                }
                program.follows(&fall, way);
            }
            let values = program.solved(self.fuel)?;
            expr_of(&Linear::condition(&form.value(&values)?))?.plus(1)
        })
    }

    /// The number of rounds by nested forms: the first falls with every round, each of the others grows at most by the one before
    /// it, less one, and the last has to be positive.
    pub fn nested(&self) -> Option<Expr> {
        if self.ways.len() > MOST_NESTED {
            return None;
        }
        (2..=DEPTH).find_map(|depth| {
            let mut program = Program::default();
            let forms: Vec<Template> = (0..depth).map(|_| program.form(&self.terms)).collect();
            for way in &self.ways {
                for (place, form) in forms.iter().enumerate() {
                    let mut fall = form.clone();
                    fall.add(&form.after(&self.terms, way)?, Rational::MINUS_ONE)?;
                    if let Some(before) = place.checked_sub(1) {
                        fall.add(&forms[before], Rational::ONE)?;
                    }
                    fall.number = fall.number.sub(Rational::ONE)?;
                    program.follows(&fall, way);
                }
                program.follows(forms.last()?, way);
            }
            let values = program.solved(self.fuel)?;
            // With F_1 to F_d when the loop is entered, f_i is at most Σ C(t, i - j) F_j - Σ C(t, j) before round t, for j from 1
            // to i, and f_d is not negative there. So t is at most F_d + 2 F_(d-1) + 3 F_(d-2), if d is not above 3 and what
            // is negative is left out: were it greater, the sum would be negative, whichever F is the greatest.
            let mut bound = forms.last()?.value(&values)?.plus(1)?.positive_part()?;
            for (factor, form) in (2..).zip(forms.iter().rev().skip(1)) {
                let most = form.value(&values)?.positive_part()?.scale(Rational::integer(factor)?)?;
                bound = bound.add(&most)?;
            }
            Some(bound)
        })
    }
}

/// What forms may speak of: what rounds compare, and what that is changed by.
fn terms(system: &System<'_>, index: usize, back: &[Piece]) -> Vec<Expr> {
    let is_open =
        |symbol: Symbol| matches!(system.symbols.meaning(symbol), Meaning::Unknown | Meaning::Counter);
    let mut found: Vec<Symbol> = Vec::new();
    let add = |symbols: BTreeSet<Symbol>, found: &mut Vec<Symbol>| {
        for symbol in symbols {
            if !is_open(symbol) && !found.contains(&symbol) && found.len() < MOST_TERMS {
                found.push(symbol);
            }
        }
    };
    for piece in back {
        for condition in piece.facts.exprs() {
            let symbols = condition.symbols();
            if symbols.iter().any(|&symbol| system.is_changed(index, symbol)) {
                add(symbols, &mut found);
            }
        }
    }
    let mut done = 0;
    while done < found.len() {
        for piece in back {
            if let Some(then) = after(system, piece, &Expr::symbol(found[done])) {
                add(then.symbols(), &mut found);
            }
        }
        done += 1;
    }
    found.into_iter().map(Expr::symbol).collect()
}

/// The conditions that can be part of a sum in which nothing is left but what forms speak of.
fn useful(mut conditions: Vec<Linear>, terms: &[Expr], then: &[Linear]) -> Vec<Linear> {
    let mut spoken: BTreeSet<&Expr> = terms.iter().collect();
    spoken.extend(then.iter().flat_map(|then| then.factors.keys()));
    loop {
        let mut signs: BTreeMap<&Expr, (bool, bool)> = BTreeMap::new();
        for (column, factor) in conditions.iter().flat_map(|one| &one.factors) {
            let (negative, positive) = signs.entry(column).or_default();
            *negative |= factor.is_negative();
            *positive |= factor.is_positive();
        }
        let stays = |column: &Expr| spoken.contains(column) || signs[column] == (true, true);
        let kept = conditions.iter().filter(|one| one.factors.keys().all(stays));
        let kept: Vec<Linear> = kept.cloned().collect();
        if kept.len() == conditions.len() {
            return kept;
        }
        conditions = kept;
    }
}

/// A linear form whose factors are sums of unknowns.
#[derive(Clone, Default)]
struct Template {
    columns: BTreeMap<Expr, BTreeMap<usize, Rational>>,
    constant: BTreeMap<usize, Rational>,
    number: Rational,
}

/// Adds the multiple of a sum of unknowns.
fn add_to(
    sum: &mut BTreeMap<usize, Rational>,
    other: &BTreeMap<usize, Rational>,
    by: Rational,
) -> Option<()> {
    for (&unknown, factor) in other {
        let entry = sum.entry(unknown).or_default();
        *entry = entry.add(factor.mul(by)?)?;
    }
    Some(())
}

impl Template {
    fn add(&mut self, other: &Template, by: Rational) -> Option<()> {
        for (column, unknowns) in &other.columns {
            add_to(self.columns.entry(column.clone()).or_default(), unknowns, by)?;
        }
        add_to(&mut self.constant, &other.constant, by)?;
        self.number = self.number.add(other.number.mul(by)?)?;
        Some(())
    }

    /// The form with the values that its terms have after a round.
    fn after(&self, terms: &[Expr], way: &Way) -> Option<Template> {
        let mut then = Template { constant: self.constant.clone(), ..Template::default() };
        for (term, value) in terms.iter().zip(&way.then) {
            let Some(unknowns) = self.columns.get(term) else { continue };
            for (column, factor) in &value.factors {
                add_to(then.columns.entry(column.clone()).or_default(), unknowns, *factor)?;
            }
            add_to(&mut then.constant, unknowns, value.constant)?;
        }
        Some(then)
    }

    /// The form that it is when the unknowns are known.
    fn value(&self, values: &[Rational]) -> Option<Expr> {
        let known = |unknowns: &BTreeMap<usize, Rational>| {
            unknowns
                .iter()
                .try_fold(Rational::ZERO, |sum, (&unknown, factor)| sum.add(factor.mul(values[unknown])?))
        };
        let mut sum = Expr::rational(known(&self.constant)?.add(self.number)?);
        for (column, unknowns) in &self.columns {
            sum = sum.add(&column.scale(known(unknowns)?)?)?;
        }
        Some(sum)
    }
}

/// A linear program: unknowns that are not negative, each with what it costs.
#[derive(Default)]
struct Program {
    equations: Vec<Equation>,
    costs: Vec<Rational>,
}

impl Program {
    fn variable(&mut self, cost: Rational) -> usize {
        self.costs.push(cost);
        self.costs.len() - 1
    }

    /// An unknown number of any sign, by what it costs above zero and below.
    fn number(&mut self, above: Rational, below: Rational) -> BTreeMap<usize, Rational> {
        let (above, below) = (self.variable(above), self.variable(below));
        BTreeMap::from([(above, Rational::ONE), (below, Rational::MINUS_ONE)])
    }

    /// An unknown form. Factors had better be close to zero, and then the constant as small as possible.
    fn form(&mut self, terms: &[Expr]) -> Template {
        let factor = |term: &Expr| (term.clone(), self.number(Rational::ONE, Rational::ONE));
        let columns = terms.iter().map(factor).collect();
        let little = Rational::new(1, 64).unwrap_or(Rational::ONE);
        Template { columns, constant: self.number(little, little.neg()), number: Rational::ZERO }
    }

    /// States that a form is not negative in a kind of round.
    fn follows(&mut self, form: &Template, way: &Way) {
        let used: Vec<usize> = way.conditions.iter().map(|_| self.variable(Rational::ZERO)).collect();
        let rest = self.variable(Rational::ZERO);
        let mut columns: BTreeMap<&Expr, BTreeMap<usize, Rational>> = BTreeMap::new();
        for (column, unknowns) in &form.columns {
            columns.insert(column, unknowns.clone());
        }
        let mut constant = form.constant.clone();
        for (condition, &used) in way.conditions.iter().zip(&used) {
            for (column, factor) in &condition.factors {
                columns.entry(column).or_default().insert(used, factor.neg());
            }
            constant.insert(used, condition.constant.neg());
        }
        constant.insert(rest, Rational::MINUS_ONE);
        let equations = columns.into_values().map(|factors| Equation { factors, sum: Rational::ZERO });
        self.equations.extend(equations);
        self.equations.push(Equation { factors: constant, sum: form.number.neg() });
    }

    fn solved(&self, fuel: &Cell<u64>) -> Option<Vec<Rational>> {
        match least(&self.equations, &self.costs, fuel)? {
            Least::At(values) => Some(values),
            Least::Impossible | Least::Unlimited => None,
        }
    }
}
