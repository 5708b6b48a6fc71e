//! Linear forms `Σ c·x`, each stored once.
//!
//! A sum is brought into one shape: ascending variables, no common divisor, the first coefficient positive. So
//! `2x - 2y <= 5`, `x - y <= 2` and `y - x >= -2` are bounds of the same form, and dividing has rounded the
//! bound (Gomory's oldest cut). Of a sum of one variable nothing is stored: it is a bound of the variable.
//!
//! A form that no assertion needs any more stays: it takes no part in anything, and a depth-first search that
//! undoes an assertion soon asks about the same sum again. It mentions variables by their place, so it
//! survives even the undoing of a variable, whose place the next one takes. Now and then the idle ones are
//! collected ([`super::Linear::collect`]).

use rustc_hash::FxHashMap;

use super::Var;
use super::bound::Range;
use super::number::gcd;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Term {
    pub(super) variable: u32,
    pub(super) coefficient: i64,
}

/// What has a value and bounds: a variable, or a form by its number (the paper's slack variables).
///
/// Their order is that of Bland's rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Quantity {
    Variable(u32),
    Form(u32),
}

/// No slot of the basis.
pub(super) const ABSENT: u32 = u32::MAX;

#[derive(Clone, Debug)]
pub(super) struct Form {
    start: u32,
    end: u32,
    /// The sum of the coefficients' magnitudes.
    pub(super) weight: i64,
    pub(super) range: Range,
    /// Where it is in the basis.
    pub(super) slot: u32,
}

#[derive(Clone, Debug, Default)]
pub(super) struct Forms {
    pub(super) all: Vec<Form>,
    terms: Vec<Term>,
    /// Those that have a bound, in the order in which they got one.
    pub(super) active: Vec<u32>,
    /// No form weighs more.
    pub(super) heaviest: i64,
    /// Never iterated, so its order can't reach a result; the hasher has no seed anyway.
    index: FxHashMap<Box<[Term]>, u32>,
    /// The sum that was normalised last.
    pub(super) sum: Vec<Term>,
}

impl Forms {
    pub(super) fn terms(&self, form: u32) -> &[Term] {
        let form = &self.all[form as usize];
        &self.terms[form.start as usize..form.end as usize]
    }

    /// Brings a sum into its one shape, in `self.sum`, and returns what that is to be multiplied with to get it
    /// back: 0 if nothing is left of it. None if a number does not fit.
    pub(super) fn normalise(&mut self, sum: &[(Var, i64)]) -> Option<i64> {
        let terms = &mut self.sum;
        terms.clear();
        terms.extend(
            sum.iter()
                .filter(|term| term.1 != 0)
                .map(|&(Var(variable), c)| Term { variable, coefficient: c }),
        );
        if !terms.is_sorted_by(|a, b| a.variable < b.variable) {
            merge(terms)?;
        }
        let Some(first) = terms.first() else { return Some(0) };
        let negative = first.coefficient < 0;
        let mut divisor = 0;
        for term in terms.iter() {
            divisor = gcd(divisor, term.coefficient.unsigned_abs());
            if divisor == 1 {
                break;
            }
        }
        let divisor = i64::try_from(divisor).ok()?;
        let factor = if negative { -divisor } else { divisor };
        let mut weight = 0i64;
        for term in terms.iter_mut() {
            if factor != 1 {
                term.coefficient = term.coefficient.checked_div(factor)?;
            }
            weight = weight.checked_add(term.coefficient.checked_abs()?)?;
        }
        Some(factor)
    }

    /// The quantity that the normalised sum is.
    pub(super) fn intern(&mut self) -> Quantity {
        if let [Term { variable, coefficient: 1 }] = self.sum[..] {
            return Quantity::Variable(variable);
        }
        if let Some(&form) = self.index.get(&self.sum[..]) {
            return Quantity::Form(form);
        }
        let form = self.all.len() as u32;
        self.index.insert(self.sum.as_slice().into(), form);
        let weight = self.sum.iter().map(|term| term.coefficient.abs()).sum();
        self.heaviest = self.heaviest.max(weight);
        let start = self.terms.len() as u32;
        self.terms.extend_from_slice(&self.sum);
        let end = self.terms.len() as u32;
        self.all.push(Form { start, end, weight, range: Range::UNBOUNDED, slot: ABSENT });
        Quantity::Form(form)
    }

    /// Forgets all forms but those of which this is true, and returns the new number of each old one.
    pub(super) fn retain(&mut self, keep: &[bool]) -> Vec<u32> {
        let mut numbers = vec![ABSENT; self.all.len()];
        let old = std::mem::take(self);
        for (number, form) in old.all.iter().enumerate().filter(|&(number, _)| keep[number]) {
            numbers[number] = self.all.len() as u32;
            let terms = old.terms(number as u32);
            self.index.insert(terms.into(), numbers[number]);
            let start = self.terms.len() as u32;
            self.terms.extend_from_slice(terms);
            self.heaviest = self.heaviest.max(form.weight);
            self.all.push(Form { start, end: self.terms.len() as u32, ..form.clone() });
        }
        self.active = old.active.iter().map(|&form| numbers[form as usize]).collect();
        numbers
    }
}

/// Sorts the terms and adds up those of the same variable. None if that overflows.
fn merge(terms: &mut Vec<Term>) -> Option<()> {
    terms.sort_unstable_by_key(|term| term.variable);
    let mut kept: usize = 0;
    for at in 0..terms.len() {
        let term = terms[at];
        if kept > 0 && terms[kept - 1].variable == term.variable {
            let last = &mut terms[kept - 1].coefficient;
            *last = last.checked_add(term.coefficient)?;
        } else {
            terms[kept] = term;
            kept += 1;
        }
    }
    terms.truncate(kept);
    terms.retain(|term| term.coefficient != 0);
    Some(())
}

/// The value of a sum, of which the caller knows that it fits.
pub(super) fn dot(terms: &[Term], point: &[i64]) -> i64 {
    terms.iter().map(|term| term.coefficient * point[term.variable as usize]).sum()
}

/// The value of a sum. It fits, because the weight of a sum is a 64-bit number.
pub(super) fn dot_wide(terms: &[Term], point: &[i64]) -> i128 {
    terms.iter().map(|term| i128::from(term.coefficient) * i128::from(point[term.variable as usize])).sum()
}
