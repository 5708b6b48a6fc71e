//! Linear forms whose factors are sought, by linear programming.
//!
//! That a form `Σ factor * variable + constant` is not negative follows from conditions if it is a sum of multiples of them
//! (Farkas). This is linear in the multiples, and in the factors as well.

use std::cell::Cell;
use std::collections::{BTreeMap, BTreeSet};

use crate::expr::{Expr, Rational};
use crate::solve::{Equation, Least, Linear, least};
use crate::system::System;
use crate::system::facts::Facts;

/// A way from one place to another: what holds, and by term of the forms, its value afterwards.
pub struct Way {
    conditions: Vec<Linear>,
    then: BTreeMap<Expr, Linear>,
}

impl Way {
    /// The way on which terms get these values.
    pub fn new(system: &System<'_>, terms: &[Expr], facts: &Facts, then: &[Expr]) -> Way {
        let then: Vec<Linear> = then.iter().map(Linear::of).collect();
        let conditions = useful(facts.with_ranges(&system.symbols), terms, &then);
        Way { conditions, then: terms.iter().cloned().zip(then).collect() }
    }
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
pub struct Template {
    columns: BTreeMap<Expr, BTreeMap<usize, Rational>>,
    /// What is added: unknowns.
    pub constant: BTreeMap<usize, Rational>,
    /// And a number.
    pub number: Rational,
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
    /// Adds a multiple of another.
    pub fn add(&mut self, other: &Template, by: Rational) -> Option<()> {
        for (column, unknowns) in &other.columns {
            add_to(self.columns.entry(column.clone()).or_default(), unknowns, by)?;
        }
        add_to(&mut self.constant, &other.constant, by)?;
        self.number = self.number.add(other.number.mul(by)?)?;
        Some(())
    }

    /// The form with the values that its terms have at the end of a way.
    pub fn after(&self, way: &Way) -> Option<Template> {
        let mut then = Template { constant: self.constant.clone(), ..Template::default() };
        for (term, unknowns) in &self.columns {
            let value = &way.then[term];
            for (column, factor) in &value.factors {
                add_to(then.columns.entry(column.clone()).or_default(), unknowns, *factor)?;
            }
            add_to(&mut then.constant, unknowns, value.constant)?;
        }
        Some(then)
    }

    /// The form that it is when the unknowns are known.
    pub fn value(&self, values: &[Rational]) -> Option<Expr> {
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

/// What matters less than a cost.
pub fn a_little(cost: Rational) -> Rational {
    Rational::new(1, 64).and_then(|little| little.mul(cost)).unwrap_or(cost)
}

/// A linear program: unknowns that are not negative, each with what it costs.
#[derive(Default)]
pub struct Program {
    equations: Vec<Equation>,
    costs: Vec<Rational>,
}

impl Program {
    /// An unknown.
    pub fn variable(&mut self, cost: Rational) -> usize {
        self.costs.push(cost);
        self.costs.len() - 1
    }

    /// An unknown number of any sign, by what it costs above zero and below.
    fn number(&mut self, above: Rational, below: Rational) -> BTreeMap<usize, Rational> {
        let (above, below) = (self.variable(above), self.variable(below));
        BTreeMap::from([(above, Rational::ONE), (below, Rational::MINUS_ONE)])
    }

    /// An unknown form, at a cost: factors had better be close to zero, and then the constant as small as possible.
    pub fn form(&mut self, terms: &[Expr], cost: Rational) -> Template {
        let factor = |term: &Expr| (term.clone(), self.number(cost, cost));
        let columns = terms.iter().map(factor).collect();
        let little = a_little(cost);
        Template { columns, constant: self.number(little, little.neg()), number: Rational::ZERO }
    }

    /// Makes a form that is made of others cost something, in the same way.
    pub fn pay(&mut self, form: &Template, cost: Rational) {
        let little = a_little(cost);
        let costs = form.columns.values().map(|unknowns| (unknowns, Rational::ZERO, cost, cost));
        let constant = (&form.constant, form.number, little, little.neg());
        for (unknowns, number, above, below) in costs.chain([constant]) {
            let (above, below) = (self.variable(above), self.variable(below));
            let mut factors = unknowns.clone();
            factors.insert(above, Rational::MINUS_ONE);
            factors.insert(below, Rational::ONE);
            self.equations.push(Equation { factors, sum: number.neg() });
        }
    }

    /// States that a form is not negative on a way.
    pub fn follows(&mut self, form: &Template, way: &Way) {
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

    /// States that there is nothing of some columns in a form.
    pub fn is_without(&mut self, form: &Template, is_column: &dyn Fn(&Expr) -> bool) {
        for (_, unknowns) in form.columns.iter().filter(|(column, _)| is_column(column)) {
            self.equations.push(Equation { factors: unknowns.clone(), sum: Rational::ZERO });
        }
    }

    /// The values of the unknowns, at the least cost.
    pub fn solved(&self, fuel: &Cell<u64>) -> Option<Vec<Rational>> {
        let found = match least(&self.equations, &self.costs, fuel)? {
            // On ways that are not possible everything follows, and constants have no limit.
            Least::Unlimited => {
                let costs: Vec<Rational> = self
                    .costs
                    .iter()
                    .map(|&cost| if cost.is_negative() { Rational::ZERO } else { cost })
                    .collect();
                least(&self.equations, &costs, fuel)?
            }
            found => found,
        };
        match found {
            Least::At(values) => Some(values),
            Least::Impossible | Least::Unlimited => None,
        }
    }
}
