//! Integers and truth values without choices: leaves, and atoms, which compare leaves.
//!
//! A leaf is a difference of two variables and a constant, which one may depend on the case: how often a sum wraps. An
//! atom is given by the cases in which it holds, and those in which it does not. Sums and comparisons are worked out once;
//! that they are known, and what is known about atoms ([`super::nogoods`]), stays true on other paths (see [`super::table`]).

use rustc_hash::FxHashMap;

use super::super::comparisons::{Comparison, Relation};
use super::super::shape::Interval;
use super::super::words::Words;
use super::table::Table;
use super::{Case, Form, Forms, MOST_CASES, compared};
use crate::order::{Order, Var};

/// By their numbers.
pub(super) type LeafId = u32;
pub(super) type AtomId = u32;

/// A sum or a difference of integers, as an integer of a width.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Sum {
    /// Nodes, or leaves.
    pub(super) a: u32,
    pub(super) b: u32,
    pub(super) minus: bool,
    pub(super) width: u32,
    pub(super) is_signed: bool,
}

/// What a comparison of leaves comes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Truth {
    Constant(bool),
    /// An atom, or its opposite.
    Atom {
        atom: AtomId,
        holds: bool,
    },
}

impl Truth {
    fn opposite(self) -> Truth {
        match self {
            Truth::Constant(value) => Truth::Constant(!value),
            Truth::Atom { atom, holds } => Truth::Atom { atom, holds: !holds },
        }
    }
}

/// All leaves and atoms.
#[derive(Clone, Debug, Default)]
pub(super) struct Book {
    leaves: Table<Forms>,
    /// For each, in which cases it does not hold, and in which it does.
    atoms: Table<[Vec<Case>; 2]>,
    /// What cannot be put so is remembered, too.
    sums: FxHashMap<Sum, Option<LeafId>>,
    comparisons: FxHashMap<(Relation, LeafId, LeafId), Option<Truth>>,
    /// How many there were when the unused ones were forgotten.
    used: usize,
}

impl Book {
    pub(super) fn leaf(&mut self, words: &Words, forms: Forms) -> LeafId {
        let in_cases = forms.iter().flat_map(|(case, _)| case).flat_map(variables);
        let variables = forms.iter().flat_map(|(_, form)| [form.x, form.y]).chain(in_cases).collect();
        self.leaves.number(words, forms, variables)
    }

    pub(super) fn number(&mut self, words: &Words, number: i128) -> LeafId {
        self.leaf(words, vec![(Vec::new(), Form { x: Var::ZERO, y: Var::ZERO, add: number })])
    }

    /// The number that a leaf is, if it is one.
    pub(super) fn number_of(&self, leaf: LeafId) -> Option<i128> {
        match self.leaves.get(leaf).as_slice() {
            [(case, Form { x, y, add })] if case.is_empty() && x == y => Some(*add),
            _ => None,
        }
    }

    /// An atom, or a constant if it always holds or never.
    pub(super) fn atom(&mut self, words: &Words, mut cases: [Vec<Case>; 2]) -> Truth {
        if let Some(impossible) = cases.iter().position(Vec::is_empty) {
            return Truth::Constant(impossible == 0);
        }
        cases.iter_mut().flatten().for_each(|case| tidy(words, case));
        let variables = cases.iter().flatten().flatten().flat_map(variables).collect();
        Truth::Atom { atom: self.atoms.number(words, cases, variables), holds: true }
    }

    /// The cases in which an atom does not hold, and those in which it does.
    pub(super) fn cases(&self, atom: AtomId) -> &[Vec<Case>; 2] {
        self.atoms.get(atom)
    }

    /// Whether an atom holds in the model.
    pub(super) fn holds(&self, atom: AtomId, order: &Order) -> bool {
        let holds = |case: &Case| case.iter().all(|comparison| comparison.holds(order));
        self.cases(atom)[1].iter().any(holds)
    }

    /// More than the greatest number of an atom.
    pub(super) fn atoms(&self) -> usize {
        self.atoms.end()
    }

    /// Whether so many may not be in use that they should be forgotten. (Twice as many as were, or who uses many
    /// looks through them all the time.)
    pub(super) fn is_full(&self, most: usize) -> bool {
        let known = self.sums.len() + self.comparisons.len();
        self.leaves.len() + self.atoms.len() + known > 2 * self.used + most
    }

    /// Forgets everything but these leaves and atoms. Others may get their numbers.
    pub(super) fn keep(&mut self, leaves: impl Iterator<Item = LeafId>, atoms: impl Iterator<Item = AtomId>) {
        self.leaves.keep(leaves);
        self.atoms.keep(atoms);
        self.sums.clear();
        self.comparisons.clear();
        self.used = self.leaves.len() + self.atoms.len();
    }

    /// A sum of leaves, in the cases of how often it wraps.
    pub(super) fn sum(&mut self, words: &Words, sum: Sum) -> Option<LeafId> {
        if let Some(&known) = self.sums.get(&sum) {
            return known;
        }
        let leaf = self.sum_of(words, sum).map(|forms| self.leaf(words, forms));
        self.sums.insert(sum, leaf);
        leaf
    }

    fn sum_of(&self, words: &Words, sum: Sum) -> Option<Forms> {
        let window = Interval::window(sum.width, sum.is_signed);
        let turn = 1i128 << sum.width;
        let mut forms = Vec::new();
        for (case_a, a) in self.leaves.get(sum.a) {
            for (case_b, b) in self.leaves.get(sum.b) {
                let whole = if sum.minus { a.minus(*b)? } else { a.minus(b.negated())? };
                let interval = interval(words, whole);
                let first = (interval.low - window.low).div_euclid(turn);
                let last = (interval.high - window.low).div_euclid(turn);
                for turns in first..=last {
                    let form = Form { add: whole.add - turns * turn, ..whole };
                    let mut case = [case_a.as_slice(), case_b].concat();
                    if first != last {
                        case.extend(form.at_most(window.high)?);
                        case.extend(form.negated().at_most(-window.low)?);
                    }
                    if is_possible(words, &case) {
                        forms.push((case, form));
                    }
                    if forms.len() > MOST_CASES {
                        return None;
                    }
                }
            }
        }
        Some(forms)
    }

    /// A comparison of leaves. Of two that say the same, or the opposite, one is an atom.
    pub(super) fn compare(
        &mut self,
        words: &Words,
        relation: Relation,
        a: LeafId,
        b: LeafId,
    ) -> Option<Truth> {
        let key = (relation, a, b);
        if let Some(&known) = self.comparisons.get(&key) {
            return known;
        }
        let truth = match (relation, self.number_of(a), self.number_of(b)) {
            (Relation::Less { strict: false, is_signed }, ..) => {
                let opposite = Relation::Less { strict: true, is_signed };
                self.compare(words, opposite, b, a).map(Truth::opposite)
            }
            // k < b: not b < k + 1, as integers.
            (Relation::Less { strict: true, .. }, Some(number), None) => {
                let number = self.number(words, number + 1);
                self.compare(words, relation, b, number).map(Truth::opposite)
            }
            _ => {
                let cases = |holds| self.cases_of(words, relation, (a, b), holds);
                let both = cases(false).zip(cases(true));
                both.map(|(fails, holds)| self.atom(words, [fails, holds]))
            }
        };
        self.comparisons.insert(key, truth);
        truth
    }

    fn cases_of(
        &self,
        words: &Words,
        relation: Relation,
        (a, b): (LeafId, LeafId),
        holds: bool,
    ) -> Option<Vec<Case>> {
        let mut cases = Vec::new();
        for (case_a, a) in self.leaves.get(a) {
            for (case_b, b) in self.leaves.get(b) {
                let mut case = [case_a.as_slice(), case_b].concat();
                case.extend(compared(relation, *a, *b, holds)?);
                if is_possible(words, &case) {
                    cases.push(case);
                }
            }
        }
        (cases.len() <= MOST_CASES).then_some(cases)
    }
}

/// Whether no comparison contradicts the ranges of its variables.
fn is_possible(words: &Words, case: &[Comparison]) -> bool {
    case.iter().all(|&comparison| match comparison {
        Comparison::AtMost(x, y, bound) => interval(words, Form { x, y, add: 0 }).low <= i128::from(bound),
        _ => true,
    })
}

/// Leaves out what follows from the ranges, or from another comparison of the same variables.
fn tidy(words: &Words, case: &mut Case) {
    let all = std::mem::take(case);
    for (place, &comparison) in all.iter().enumerate() {
        if let Comparison::AtMost(x, y, bound) = comparison {
            let follows = |(other, &earlier_or_later): (usize, &Comparison)| {
                matches!(earlier_or_later, Comparison::AtMost(a, b, least)
                    if (a, b) == (x, y) && (least < bound || least == bound && other < place))
            };
            let always = interval(words, Form { x, y, add: 0 }).high <= i128::from(bound);
            if always || all.iter().enumerate().any(follows) {
                continue;
            }
        }
        case.push(comparison);
    }
}

/// The integers that a form can be.
fn interval(words: &Words, form: Form) -> Interval {
    let range = |variable: Var| words.word(variable).map_or((0, 0), |word| words.range(word));
    let ((low, high), (least, most)) = (range(form.x), range(form.y));
    Interval { low: i128::from(low) - i128::from(most), high: i128::from(high) - i128::from(least) }
        .plus(form.add)
}

fn variables(comparison: &Comparison) -> [Var; 2] {
    match *comparison {
        Comparison::AtMost(x, y, _) | Comparison::Differ(x, y, _) | Comparison::Equal(x, y, _) => [x, y],
    }
}
