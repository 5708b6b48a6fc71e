//! Inputs whose values are given by their places: `input[i] = n - i`, or another rule for each cell of places.

use std::cell::Cell;
use std::fmt;

use super::cells::{Cells, groups, words};
use super::linear::{Fitting, Linear};
use super::place::{Layout, Length, Variable};

/// A linear rule for each cell of places.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Values {
    layout: Layout,
    length: Length,
    cells: Cells,
    /// None where a cell has no places.
    rules: Vec<Option<Linear>>,
}

/// A rule, and how many of the first inputs don't follow it.
pub(crate) type Found = (Values, usize);

/// The rules that inputs follow, best first.
pub(crate) fn values(inputs: &[(u32, Vec<i64>)], leave_out: usize) -> Vec<Found> {
    let Some(length) = Length::of(inputs, leave_out) else { return Vec::new() };
    let total: usize = inputs.iter().map(|(_, input)| input.len()).sum();
    let budget = Cell::new(READINGS * total + SMALL);
    let search = Search { inputs, leave_out, length, budget };
    let mut found = search.layout(Layout::Line);
    for layout in Layout::TABLES {
        let suits = inputs[leave_out..].iter().all(|(n, input)| layout.suits(*n, input.len()));
        // On a line there is nothing simpler than one rule for all.
        let simple = found.iter().any(|(values, left_out)| *left_out == 0 && values.cells == Cells::WHOLE);
        if suits && !simple {
            found.extend(search.layout(layout));
        }
    }
    found.sort_by_key(|(values, left_out)| values.weight() + 2 * left_out);
    found
}

/// The rules that a few inputs without any exception follow, the simple ones. These inputs are too few to say how many
/// values there are; that is known from all.
pub(crate) fn simple_values(inputs: &[(u32, Vec<i64>)], length: &Length) -> Vec<Values> {
    let search = Search { inputs, leave_out: 0, length: length.clone(), budget: Cell::new(SMALL) };
    let suits = |layout: &Layout| inputs.iter().all(|(n, input)| layout.suits(*n, input.len()));
    let layouts = [Layout::Line].into_iter().chain(Layout::TABLES).filter(suits);
    let found = layouts.flat_map(|layout| {
        let mut groups = groups(layout).into_iter().take(2);
        groups.find_map(|group| {
            let fits = group.into_iter().filter_map(|cells| search.fit(layout, cells, bases(layout)[0]));
            Some(fits.map(|(values, _)| values).collect::<Vec<_>>()).filter(|fits| !fits.is_empty())
        })
    });
    found.flatten().collect()
}

/// What values may depend on, simplest first.
fn bases(layout: Layout) -> &'static [&'static [Variable]] {
    use Variable::{Column, HalfSize, I, ISquared, One, Row, Size};
    match layout {
        Layout::Line => &[&[One, I, Size], &[One, I, Size, HalfSize], &[One, I, Size, ISquared]],
        _ => &[&[One, Row, Column, Size]],
    }
}

struct Search<'a> {
    inputs: &'a [(u32, Vec<i64>)],
    leave_out: usize,
    length: Length,
    /// How many values may still be compared: a long input whose last value is odd would otherwise be read once for
    /// each division.
    budget: Cell<usize>,
}

/// How often all inputs may be read.
const READINGS: usize = 4;

/// So many values may be compared in any case.
const SMALL: usize = 1_000_000;

impl Search<'_> {
    fn layout(&self, layout: Layout) -> Vec<Found> {
        let mut found = Vec::new();
        for (level, group) in groups(layout).into_iter().enumerate() {
            for cells in group {
                let mut tried =
                    bases(layout).iter().filter_map(|variables| self.fit(layout, cells, variables));
                found.extend(tried.next());
            }
            if level == 0 && layout == Layout::Line && found.is_empty() {
                found.extend(words().into_iter().find_map(|cells| self.fit(layout, cells, &[Variable::One])));
            }
            if found.iter().any(|(_, left_out)| *left_out <= 1) {
                break;
            }
        }
        found
    }

    /// The rule with these cells that all inputs follow but for at most so many of the first.
    fn fit(&self, layout: Layout, cells: Cells, variables: &[Variable]) -> Option<Found> {
        let of_size: Vec<Variable> =
            variables.iter().copied().filter(|variable| variable.is_of_size()).collect();
        let mut fittings: Vec<Fitting> = (0..cells.count())
            .map(|cell| {
                Fitting::new(if cells.is_special(cell) { of_size.clone() } else { variables.to_vec() })
            })
            .collect();
        for (n, input) in &self.inputs[self.leave_out..] {
            self.budget.set(self.budget.get().checked_sub(input.len())?);
            for (place, &value) in layout.places(*n, input.len()).zip(input) {
                if !fittings[cells.of(&place)].add(&place, value) {
                    return None;
                }
            }
        }
        let finish = |fitting: Fitting| {
            if cells.may_be_empty() && fitting.is_empty() {
                Some(None)
            } else {
                Some(Some(fitting.finish()?))
            }
        };
        let rules = fittings.into_iter().map(finish).collect::<Option<Vec<Option<Linear>>>>()?;
        let values = Values { layout, length: self.length.clone(), cells, rules };
        let before = self.inputs[..self.leave_out].iter().rev();
        let followed = before.take_while(|(n, input)| values.input(*n).as_ref() == Some(input)).count();
        Some((values, self.leave_out - followed))
    }
}

impl Values {
    /// The input of a size.
    pub fn input(&self, n: u32) -> Option<Vec<i64>> {
        let length = self.length.at(n)?;
        if !self.layout.suits(n, length) {
            return None;
        }
        let places = self.layout.places(n, length);
        places.map(|place| self.rules[self.cells.of(&place)].as_ref()?.at(&place)).collect()
    }

    /// How many values an input of a size has.
    pub fn count(&self, n: u32) -> Option<usize> {
        self.length.at(n)
    }

    /// How many numbers it was free to choose: those of its rules, where cells begin and end, and how many values there are.
    pub fn parameters(&self) -> usize {
        let rules: usize = self.rules.iter().flatten().map(|rule| rule.weight().max(1)).sum();
        rules + self.cells.parameters() + self.length.parameters()
    }

    /// How much there is to say.
    pub fn weight(&self) -> usize {
        self.rules.iter().flatten().map(|rule| 1 + rule.weight()).sum()
    }
}

impl Values {
    /// What the values are, except at special places: a rule that several cells share is said once, at the end.
    fn describe(&self) -> String {
        let special = usize::from(self.cells.first) + usize::from(self.cells.last);
        let rules: Vec<(usize, &Linear)> = (special..)
            .zip(&self.rules[special..])
            .filter_map(|(cell, rule)| Some((cell, rule.as_ref()?)))
            .collect();
        let shared = |rule: &Linear| rules.iter().filter(|(_, other)| *other == rule).count();
        let common = rules
            .iter()
            .map(|(_, rule)| *rule)
            .find(|rule| shared(rule) > 1 && shared(rule) + 1 >= rules.len());
        let mut texts: Vec<String> = Vec::new();
        for (cell, rule) in &rules {
            let condition = self.cells.describe(*cell);
            match condition.as_str() {
                _ if common == Some(*rule) => {}
                "" => texts.push(rule.to_string()),
                condition => texts.push(format!("{rule} for {condition}")),
            }
        }
        match common {
            Some(rule) if texts.is_empty() => texts.push(rule.to_string()),
            Some(rule) => texts.push(format!("{rule} otherwise")),
            None => {}
        }
        texts.join(", ")
    }
}

impl fmt::Display for Values {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (first, last) = (usize::from(self.cells.first), usize::from(self.cells.last));
        let special = |cell: usize| self.rules[cell].as_ref().map_or(String::new(), Linear::to_string);
        let mut parts: Vec<String> =
            (0..first).map(|cell| format!("input[{cell}] = {}", special(cell))).collect();
        let place = if self.layout == Layout::Line { "i" } else { "row, column" };
        let rest = if first + last > 0 { " elsewhere" } else { "" };
        parts.push(format!("input[{place}] = {}{rest}", self.describe()));
        for back in (0..last).rev() {
            let name = if back == 0 { "last".into() } else { format!("last-{back}") };
            parts.push(format!("input[{name}] = {}", special(first + back)));
        }
        write!(f, "{}{}", parts.join("; "), self.length)
    }
}
