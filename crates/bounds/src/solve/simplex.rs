//! The greatest value of a linear form under linear conditions, by the simplex method on the dual.
//!
//! Conditions are `a·x + b >= 0` with any number x, so the dual has one row for each column and a variable, not
//! negative, for each condition: a combination of conditions that proves the bound (Farkas). Exact, with Bland's rule;
//! what overflows, or takes more work than is left, proves nothing.

use std::cell::Cell;
use std::collections::BTreeMap;

use super::linear::Linear;
use crate::expr::{Expr, Rational};

/// How large a linear form can get.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Greatest {
    /// The conditions contradict each other.
    Nothing,
    /// So large.
    Is(Rational),
    /// There is no limit, or none that was found.
    Unlimited,
}

/// How many steps there may be; more prove nothing.
const STEPS: usize = 400;

/// The greatest value of a form under conditions, each of which is not negative.
pub fn greatest(form: &Linear, conditions: &[Linear], fuel: &Cell<u64>) -> Greatest {
    maximum(form, conditions, fuel).unwrap_or(Greatest::Unlimited)
}

/// Whether conditions contradict each other. If nobody knows, they do not.
pub fn contradict(conditions: &[Linear], fuel: &Cell<u64>) -> bool {
    let zero = Linear { factors: BTreeMap::new(), constant: Rational::ZERO };
    maximum(&zero, conditions, fuel) == Some(Greatest::Nothing)
}

struct Tableau<'f> {
    /// How many entries may still be changed.
    fuel: &'f Cell<u64>,
    /// By row: the factors of the variables, and what they add up to.
    rows: Vec<Vec<Rational>>,
    basis: Vec<usize>,
    variables: usize,
}

fn maximum(form: &Linear, conditions: &[Linear], fuel: &Cell<u64>) -> Option<Greatest> {
    if conditions.iter().any(|one| one.factors.is_empty() && one.constant.is_negative()) {
        return Some(Greatest::Nothing);
    }
    // Σ λ_i a_i = -c
    let mut equations: BTreeMap<&Expr, Equation> = BTreeMap::new();
    for (i, condition) in conditions.iter().enumerate() {
        for (column, factor) in &condition.factors {
            equations.entry(column).or_default().factors.insert(i, *factor);
        }
    }
    for (column, factor) in &form.factors {
        equations.entry(column).or_default().sum = factor.neg();
    }
    let equations: Vec<Equation> = equations.into_values().collect();
    let costs: Vec<Rational> = conditions.iter().map(|condition| condition.constant).collect();
    Some(match least(&equations, &costs, fuel)? {
        Least::Impossible => Greatest::Unlimited,
        Least::Unlimited => Greatest::Nothing,
        Least::At(values) => {
            let mut sum = form.constant;
            for (value, cost) in values.iter().zip(&costs) {
                sum = sum.add(value.mul(*cost)?)?;
            }
            Greatest::Is(sum)
        }
    })
}

/// `Σ factor * variable = sum`.
#[derive(Clone, Debug, Default)]
pub struct Equation {
    /// By variable.
    pub factors: BTreeMap<usize, Rational>,
    /// What they add up to.
    pub sum: Rational,
}

/// What equations come to at the least cost.
#[derive(Clone, Debug, PartialEq)]
pub enum Least {
    /// They contradict each other.
    Impossible,
    /// There is no least cost.
    Unlimited,
    /// The values of the variables.
    At(Vec<Rational>),
}

/// The values of variables, none of them negative, that solve equations at the least cost; none if that takes too much work.
pub fn least(equations: &[Equation], costs: &[Rational], fuel: &Cell<u64>) -> Option<Least> {
    // With a variable of its own in each row to begin with.
    let (count, rows) = (costs.len(), equations.len());
    let variables = count + rows;
    spend(fuel, rows * variables)?;
    let mut table = vec![vec![Rational::ZERO; variables + 1]; rows];
    for (r, (row, equation)) in table.iter_mut().zip(equations).enumerate() {
        row[variables] = equation.sum;
        for (&variable, factor) in &equation.factors {
            row[variable] = *factor;
        }
        if row[variables].is_negative() {
            row.iter_mut().for_each(|entry| *entry = entry.neg());
        }
        row[count + r] = Rational::ONE;
    }
    let mut tableau = Tableau { fuel, rows: table, basis: (count..variables).collect(), variables };
    let mut helpers = vec![Rational::ZERO; variables];
    helpers[count..].fill(Rational::ONE);
    let (rest, _) = tableau.minimise(&helpers, variables)?;
    if !rest.is_zero() {
        return Some(Least::Impossible);
    }
    tableau.expel(count)?;
    let mut all = costs.to_vec();
    all.resize(variables, Rational::ZERO);
    let (_, limited) = tableau.minimise(&all, count)?;
    if !limited {
        return Some(Least::Unlimited);
    }
    let mut values = vec![Rational::ZERO; count];
    for (row, &basic) in tableau.rows.iter().zip(&tableau.basis) {
        values[basic] = row[variables];
    }
    Some(Least::At(values))
}

fn spend(fuel: &Cell<u64>, work: usize) -> Option<()> {
    fuel.set(fuel.get().checked_sub(work as u64)?);
    Some(())
}

impl Tableau<'_> {
    /// The least cost, and whether there is one, with the first variables only.
    fn minimise(&mut self, costs: &[Rational], allowed: usize) -> Option<(Rational, bool)> {
        for _ in 0..STEPS {
            let mut enter = None;
            for column in 0..allowed {
                if self.reduced(costs, column)?.is_negative() {
                    enter = Some(column);
                    break;
                }
            }
            let Some(enter) = enter else {
                let mut total = Rational::ZERO;
                for (row, &basic) in self.rows.iter().zip(&self.basis) {
                    total = total.add(costs[basic].mul(row[self.variables])?)?;
                }
                return Some((total, true));
            };
            let mut leave: Option<(Rational, usize, usize)> = None;
            for (r, row) in self.rows.iter().enumerate() {
                if row[enter].is_positive() {
                    let ratio = row[self.variables].div(row[enter])?;
                    let key = (ratio, self.basis[r], r);
                    if leave.is_none_or(|best| (key.0, key.1) < (best.0, best.1)) {
                        leave = Some(key);
                    }
                }
            }
            let Some((_, _, row)) = leave else { return Some((Rational::ZERO, false)) };
            self.pivot(row, enter)?;
        }
        None
    }

    /// What a unit of a variable that is not in the basis costs.
    fn reduced(&self, costs: &[Rational], column: usize) -> Option<Rational> {
        let mut reduced = costs[column];
        for (row, &basic) in self.rows.iter().zip(&self.basis) {
            if !costs[basic].is_zero() && !row[column].is_zero() {
                reduced = reduced.sub(costs[basic].mul(row[column])?)?;
            }
        }
        Some(reduced)
    }

    fn pivot(&mut self, row: usize, column: usize) -> Option<()> {
        spend(self.fuel, self.rows.len() * self.variables)?;
        let by = self.rows[row][column];
        for entry in &mut self.rows[row] {
            *entry = entry.div(by)?;
        }
        let pivot = self.rows[row].clone();
        for (r, other) in self.rows.iter_mut().enumerate() {
            let factor = other[column];
            if r == row || factor.is_zero() {
                continue;
            }
            for (entry, by) in other.iter_mut().zip(&pivot) {
                if !by.is_zero() {
                    *entry = entry.sub(factor.mul(*by)?)?;
                }
            }
        }
        self.basis[row] = column;
        Some(())
    }

    /// Takes the variables that were only there to begin with out of the basis, with the rows that say nothing.
    fn expel(&mut self, count: usize) -> Option<()> {
        let mut row = 0;
        while row < self.rows.len() {
            if self.basis[row] < count {
                row += 1;
                continue;
            }
            match (0..count).find(|&column| !self.rows[row][column].is_zero()) {
                Some(column) => {
                    self.pivot(row, column)?;
                    row += 1;
                }
                None => {
                    self.rows.remove(row);
                    self.basis.remove(row);
                }
            }
        }
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_is_made_only_if_there_is_fuel_to_change_it() {
        // One row, with a variable of its own: two entries. It is solved as it is.
        let equation = Equation { factors: BTreeMap::from([(0, Rational::ONE)]), sum: Rational::ZERO };
        let found = |fuel: u64| least(std::slice::from_ref(&equation), &[Rational::ONE], &Cell::new(fuel));
        assert_eq!(found(1), None);
        assert_eq!(found(100), Some(Least::At(vec![Rational::ZERO])));
    }
}
