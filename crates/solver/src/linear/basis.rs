//! The basis: as many independent quantities as there are variables, and every variable in terms of them.
//!
//! Dutertre and de Moura keep a row for every form, so each pivot costs as much as there are forms, the idle ones
//! too. Here the tableau has the rows of the variables only, and the row of a form is added up from them when
//! it is needed, which is once for each pivot (the *revised* simplex method, with the inverse kept outright).
//! Paths compare sums of few variables in many ways, so this is the smaller matrix by far; and undoing an
//! assertion does not touch it, for a basis is a basis whatever the bounds are.
//!
//! All numbers are integers over one denominator, the determinant of the basis (Edmonds' integer pivoting, also
//! known from Bareiss): the division in a pivot has no rest, so nothing is ever reduced. With coefficients of
//! ±1 the denominator is nearly always 1. Rows that are reduced each by itself keep smaller numbers where the
//! problem falls into parts, but spend most of their time on greatest common divisors.
//!
//! Each row knows about how large its numbers are: small ones, nearly all, take 64-bit arithmetic that is known
//! not to overflow, the others 128 bits and a look at every result. An [`Overflow`] leaves the rows in pieces,
//! and then [`Basis::reset`] is to be called.

use super::form::{ABSENT, Forms, Quantity, Term, dot_wide};
use super::number::{Divisor, Overflow, fits, narrow, narrow_entry};

/// A quantity in terms of those in the basis: `Σ entries[slot]·basis[slot] / denominator`.
#[derive(Clone, Debug, Default)]
pub(super) struct Row {
    pub(super) entries: Vec<i64>,
    /// No entry has a greater magnitude.
    magnitude: u64,
}

impl Row {
    fn measure(&mut self) {
        self.magnitude = self.entries.iter().fold(0, |all, entry| all | entry.unsigned_abs());
    }
}

#[derive(Clone, Debug)]
pub(super) struct Basis {
    /// What is in the basis, one quantity for each variable.
    pub(super) slots: Vec<Quantity>,
    /// Where a variable is in the basis.
    variable_slots: Vec<u32>,
    /// Of each variable that is not in the basis; those of others are out of date.
    pub(super) rows: Vec<Row>,
    /// Of all rows and of the point. At least 1.
    pub(super) denominator: i64,

    /// The values of the quantities in the basis, within their bounds, for as long as a search goes on.
    pub(super) values: Vec<i64>,
    /// The values of the variables that follow, over the denominator.
    pub(super) point: Vec<i64>,

    /// The quantity that [`Basis::express`] was asked for, and the slots where its entries are not 0.
    pub(super) row: Row,
    pub(super) support: Vec<u32>,
}

impl Default for Basis {
    fn default() -> Basis {
        Basis {
            slots: Vec::new(),
            variable_slots: Vec::new(),
            rows: Vec::new(),
            denominator: 1,
            values: Vec::new(),
            point: Vec::new(),
            row: Row::default(),
            support: Vec::new(),
        }
    }
}

impl Basis {
    pub(super) fn add_variable(&mut self) {
        let slot = self.slots.len();
        self.slots.push(Quantity::Variable(slot as u32));
        self.variable_slots.push(slot as u32);
        self.rows.push(Row { entries: vec![0; slot], magnitude: 0 });
        self.rows.iter_mut().for_each(|row| row.entries.push(0));
    }

    /// Back to the basis of all variables.
    pub(super) fn reset(&mut self, forms: &mut Forms) {
        for slot in 0..self.slots.len() {
            self.set_slot(self.slots[slot], ABSENT, forms);
        }
        for slot in 0..self.slots.len() {
            self.slots[slot] = Quantity::Variable(slot as u32);
            self.variable_slots[slot] = slot as u32;
        }
        self.denominator = 1;
    }

    /// Drops all variables but the first so many.
    pub(super) fn shrink(&mut self, variables: usize, forms: &mut Forms) {
        let mentions = |quantity: &Quantity| match *quantity {
            Quantity::Variable(_) => false,
            Quantity::Form(form) => {
                forms.terms(form).last().is_some_and(|term| term.variable as usize >= variables)
            }
        };
        if self.slots.iter().any(mentions) {
            // To pivot these forms out would save the rest of the basis. Inputs are mostly read before they are
            // compared, so it happens too rarely to be worth it.
            self.reset(forms);
        }
        // No form in the basis mentions the variables, so they are in it themselves and no other row needs them.
        while self.rows.len() > variables {
            self.rows.pop();
            let slot = self.variable_slots.pop().expect("one for each row") as usize;
            self.slots.swap_remove(slot);
            self.rows.iter_mut().for_each(|row| _ = row.entries.swap_remove(slot));
            if let Some(&moved) = self.slots.get(slot) {
                self.set_slot(moved, slot as u32, forms);
            }
        }
    }

    /// Where a quantity is in the basis.
    pub(super) fn slot(&self, quantity: Quantity, forms: &Forms) -> u32 {
        match quantity {
            Quantity::Variable(variable) => self.variable_slots[variable as usize],
            Quantity::Form(form) => forms.all[form as usize].slot,
        }
    }

    fn set_slot(&mut self, quantity: Quantity, slot: u32, forms: &mut Forms) {
        match quantity {
            Quantity::Variable(variable) => self.variable_slots[variable as usize] = slot,
            Quantity::Form(form) => forms.all[form as usize].slot = slot,
        }
    }

    /// The rows that there are: of variables that are not in the basis.
    pub(super) fn rows(&self) -> impl Iterator<Item = &Row> {
        self.rows.iter().zip(&self.variable_slots).filter(|&(_, &slot)| slot == ABSENT).map(|(row, _)| row)
    }

    /// Starts a search from a point: the values of the basis are what they are there.
    pub(super) fn start_from(&mut self, model: &[i64], forms: &Forms) -> Result<(), Overflow> {
        self.point.clear();
        for x in model {
            self.point.push(x.checked_mul(self.denominator).ok_or(Overflow)?);
        }
        self.values.clear();
        for &quantity in &self.slots {
            let value = match quantity {
                Quantity::Variable(variable) => model[variable as usize],
                Quantity::Form(form) => narrow(dot_wide(forms.terms(form), model))?,
            };
            self.values.push(value);
        }
        Ok(())
    }

    /// Finds the row of a quantity that is not in the basis.
    pub(super) fn express(&mut self, quantity: Quantity, forms: &Forms) -> Result<(), Overflow> {
        match quantity {
            Quantity::Variable(variable) => self.row.clone_from(&self.rows[variable as usize]),
            Quantity::Form(form) => {
                self.row.entries.clear();
                self.row.entries.resize(self.slots.len(), 0);
                let weight = forms.all[form as usize].weight.unsigned_abs();
                self.add_up(forms.terms(form), weight)?;
                self.row.measure();
            }
        }
        self.support.clear();
        let used = self.row.entries.iter().enumerate().filter(|(_, entry)| **entry != 0);
        self.support.extend(used.map(|(slot, _)| slot as u32));
        Ok(())
    }

    fn add_up(&mut self, terms: &[Term], weight: u64) -> Result<(), Overflow> {
        let entries = &mut self.row.entries;
        let slots = terms.iter().map(|term| self.variable_slots[term.variable as usize]);
        let largest =
            terms.iter().zip(slots.clone()).fold(self.denominator.unsigned_abs(), |all, (term, slot)| {
                if slot == ABSENT { all | self.rows[term.variable as usize].magnitude } else { all }
            });
        if fits(weight, largest) {
            for (&Term { variable, coefficient }, slot) in terms.iter().zip(slots) {
                if slot != ABSENT {
                    entries[slot as usize] += coefficient * self.denominator;
                } else {
                    let row = &self.rows[variable as usize].entries;
                    entries.iter_mut().zip(row).for_each(|(sum, entry)| *sum += coefficient * entry);
                }
            }
            return Ok(());
        }
        let mut sums = vec![0; entries.len()];
        for (&Term { variable, coefficient }, slot) in terms.iter().zip(slots) {
            // The weight has 63 bits and an entry 62, so no sum of their products overflows.
            let coefficient = i128::from(coefficient);
            if slot != ABSENT {
                sums[slot as usize] += coefficient * i128::from(self.denominator);
            } else {
                let row = &self.rows[variable as usize].entries;
                sums.iter_mut().zip(row).for_each(|(sum, &entry)| *sum += coefficient * i128::from(entry));
            }
        }
        for (entry, sum) in entries.iter_mut().zip(sums) {
            *entry = narrow_entry(sum)?;
        }
        Ok(())
    }

    /// Puts the quantity of the last [`Basis::express`] into this slot, with a new value that is `gap` (over the
    /// denominator) more than it has now; what was in the slot follows from then on.
    pub(super) fn pivot(
        &mut self,
        slot: usize,
        entering: Quantity,
        value: i64,
        gap: i128,
        forms: &mut Forms,
    ) -> Result<(), Overflow> {
        let leaving = std::mem::replace(&mut self.slots[slot], entering);
        if let Quantity::Variable(variable) = leaving {
            let row = &mut self.rows[variable as usize];
            row.entries.fill(0);
            row.entries[slot] = self.denominator;
            row.magnitude = self.denominator.unsigned_abs();
        }
        self.set_slot(leaving, ABSENT, forms);
        self.set_slot(entering, slot as u32, forms);
        self.values[slot] = value;
        let pivot = self.row.entries[slot];
        let exchange = Exchange {
            entering: &self.row,
            support: &self.support,
            slot,
            pivot: pivot.abs(),
            old: Divisor::new(self.denominator),
            plain: self.denominator == pivot.abs(),
        };
        let gap = narrow_entry(gap)?;
        for (variable, row) in self.rows.iter_mut().enumerate() {
            let x = &mut self.point[variable];
            let its_slot = self.variable_slots[variable];
            if its_slot != ABSENT {
                *x = self.values[its_slot as usize].checked_mul(exchange.pivot).ok_or(Overflow)?;
                continue;
            }
            let factor = row.entries[slot] * pivot.signum();
            if exchange.plain && factor == 0 {
                continue;
            }
            *x = exchange.number(*x, factor, -gap)?;
            exchange.row(row, factor)?;
        }
        self.denominator = exchange.pivot;
        Ok(())
    }

    /// Moves the value in a slot.
    pub(super) fn shift(&mut self, slot: usize, value: i64) -> Result<(), Overflow> {
        let step = value.checked_sub(self.values[slot]).ok_or(Overflow)?;
        self.values[slot] = value;
        for (variable, x) in self.point.iter_mut().enumerate() {
            let rate = match self.variable_slots[variable] {
                ABSENT => self.rows[variable].entries[slot],
                its_slot if its_slot as usize == slot => self.denominator,
                _ => 0,
            };
            let change = rate.checked_mul(step).ok_or(Overflow)?;
            *x = x.checked_add(change).ok_or(Overflow)?;
        }
        Ok(())
    }
}

/// What a pivot does to every row: `row·pivot - factor·entering`, over the old denominator, where `pivot` is the
/// entering row's entry and the new denominator, and `factor` the row's own entry (with the sign of the pivot).
struct Exchange<'a> {
    entering: &'a Row,
    support: &'a [u32],
    slot: usize,
    pivot: i64,
    old: Divisor,
    /// The denominator stays the same, so that entries outside the support do, too.
    plain: bool,
}

impl Exchange<'_> {
    fn number(&self, old: i64, factor: i64, entering: i64) -> Result<i64, Overflow> {
        if fits(old.unsigned_abs(), self.pivot.unsigned_abs())
            && fits(factor.unsigned_abs(), entering.unsigned_abs())
        {
            return Ok(self.old.divide(old * self.pivot - factor * entering));
        }
        let products = [(old, self.pivot), (factor, entering)].map(|(a, b)| i128::from(a) * i128::from(b));
        narrow_entry(self.old.divide_wide(products[0] - products[1]))
    }

    fn row(&self, row: &mut Row, factor: i64) -> Result<(), Overflow> {
        let pairs = || self.support.iter().map(|&slot| (slot as usize, self.entering.entries[slot as usize]));
        if !fits(row.magnitude, self.pivot.unsigned_abs())
            || !fits(factor.unsigned_abs(), self.entering.magnitude)
        {
            for (old, &new) in row.entries.iter_mut().zip(&self.entering.entries) {
                *old = self.number(*old, factor, new)?;
            }
        } else if !self.plain {
            for (old, &new) in row.entries.iter_mut().zip(&self.entering.entries) {
                *old = self.old.divide(*old * self.pivot - factor * new);
            }
        } else if self.pivot == 1 {
            for (slot, new) in pairs() {
                row.entries[slot] -= factor * new;
            }
        } else {
            for (slot, new) in pairs() {
                row.entries[slot] -= self.old.divide(factor * new);
            }
        }
        row.entries[self.slot] = factor;
        row.measure();
        Ok(())
    }
}
