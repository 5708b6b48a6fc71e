//! Facts that are one of several things: cases, each a few comparisons for [`crate::order`].
//!
//! `a - b < 0` for any a and b: either nothing wraps and a < b, or b is so far below that the difference wraps around.
//! `c ? x : y` is x where c holds, and y where it does not. `!(a < b)` of floating-point numbers: b <= a, or one of them is
//! no number. A fact holds exactly if one of its cases does.
//!
//! To find out whether all facts can hold together, a case of each is chosen, from the oldest on, first the one that
//! the model is in. Where the order layer refuses, the latest choice that has to do with it is made otherwise. This is
//! Davis, Putnam, Logemann and Loveland's search with backjumping, without learning: there are few cases, and most
//! questions are answered by the first choices.

use worstcase_term::{BinaryOp, Evaluator, TermId, Terms, UnaryOp, View};

use super::comparisons::{Comparison, Reader, Relation};
use super::floats;
use super::shape::Interval;
use super::words::{Word, Words};
use crate::order::{self, Order, Var};
use crate::solver::Answer;

/// The most cases of a fact.
const MOST_CASES: usize = 24;

/// How deep conditions and choices are looked into.
const DEPTH: u32 = 12;

/// How many cases may be tried before giving up.
const BUDGET: u32 = 2000;

/// How many disequalities the order layer may split in the end.
const ORDER_BUDGET: u32 = 100;

/// Comparisons that hold together.
pub(super) type Case = Vec<Comparison>;

/// A difference of two variables, and a constant: an integer.
#[derive(Clone, Copy)]
struct Form {
    x: Var,
    y: Var,
    add: i128,
}

/// What a term is, in which case.
type Forms = Vec<(Case, Form)>;

/// Puts facts into cases.
pub(super) struct Builder<'a> {
    pub(super) terms: &'a Terms,
    pub(super) words: &'a mut Words,
    pub(super) order: &'a mut Order,
    pub(super) evaluator: &'a mut Evaluator,
}

impl Builder<'_> {
    /// The cases in which a condition holds, if it can be put so.
    pub(super) fn cases(&mut self, condition: TermId) -> Option<Vec<Case>> {
        self.literal(condition, true, DEPTH)
    }

    fn literal(&mut self, term: TermId, holds: bool, depth: u32) -> Option<Vec<Case>> {
        let depth = depth.checked_sub(1)?;
        match self.terms.view(term) {
            View::Constant(value) => Some(if (value != 0) == holds { vec![Vec::new()] } else { Vec::new() }),
            View::Unary(UnaryOp::Not, a) => self.literal(a, !holds, depth),
            View::Binary(op @ (BinaryOp::And | BinaryOp::Or), a, b) => {
                let (a, b) = (self.literal(a, holds, depth)?, self.literal(b, holds, depth)?);
                if (op == BinaryOp::And) == holds { both(&a, &b) } else { either(a, b) }
            }
            View::Ite(condition, a, b) => {
                let (is, is_not) =
                    (self.literal(condition, true, depth)?, self.literal(condition, false, depth)?);
                let (a, b) = (self.literal(a, holds, depth)?, self.literal(b, holds, depth)?);
                either(both(&is, &a)?, both(&is_not, &b)?)
            }
            View::Binary(BinaryOp::FLt | BinaryOp::FLe | BinaryOp::FEq, ..) => {
                let (terms, evaluator) = (self.terms, &mut *self.evaluator);
                let value = |words: &Words, order: &Order, term| {
                    evaluator.eval(terms, term, &|input| words.value(order, input))
                };
                floats::cases(terms, term, holds, self.words, self.order, value)
            }
            View::Binary(BinaryOp::Eq, a, b) if self.terms.width(a) == 1 => {
                let (a_is, a_not) = (self.literal(a, true, depth)?, self.literal(a, false, depth)?);
                let (same, other) = (self.literal(b, holds, depth)?, self.literal(b, !holds, depth)?);
                either(both(&a_is, &same)?, both(&a_not, &other)?)
            }
            _ => {
                let (relation, a, b) = Relation::of(self.terms, term)?;
                self.comparison(relation, a, b, holds, depth)
            }
        }
    }

    fn comparison(
        &mut self,
        relation: Relation,
        a: TermId,
        b: TermId,
        holds: bool,
        depth: u32,
    ) -> Option<Vec<Case>> {
        let is_signed = match relation {
            Relation::Less { is_signed, .. } => is_signed,
            _ => true,
        };
        let (a, b) = (self.forms(a, is_signed, depth)?, self.forms(b, is_signed, depth)?);
        let mut cases = Vec::new();
        for (case_a, a) in &a {
            for (case_b, b) in &b {
                let mut case = [case_a.as_slice(), case_b].concat();
                case.extend(compared(relation, *a, *b, holds)?);
                if self.is_possible(&case) {
                    cases.push(case);
                }
            }
        }
        (cases.len() <= MOST_CASES).then_some(cases)
    }

    /// The integers that a term can be in a reading, and in which case.
    fn forms(&mut self, term: TermId, is_signed: bool, depth: u32) -> Option<Forms> {
        let depth = depth.checked_sub(1)?;
        let width = self.terms.width(term);
        let view = self.terms.view(term);
        let sum = match view {
            View::Binary(BinaryOp::Sub, a, b) => Some((a, b, true)),
            View::Binary(BinaryOp::Add, a, b) if self.terms.value(b).is_some() => Some((a, b, false)),
            _ => None,
        };
        if let View::Ite(condition, a, b) = view {
            let (is, is_not) =
                (self.literal(condition, true, depth)?, self.literal(condition, false, depth)?);
            let mut forms = self.forms(a, is_signed, depth).and_then(|forms| under(&is, &forms))?;
            forms.extend(self.forms(b, is_signed, depth).and_then(|forms| under(&is_not, &forms))?);
            return (forms.len() <= MOST_CASES).then_some(forms);
        }
        match (view, sum) {
            _ if self.words.find(self.terms, term).is_some() => {}
            (View::ZeroExtend(a), _) => return self.forms(a, false, depth),
            (View::SignExtend(a), _) if is_signed => return self.forms(a, true, depth),
            (_, Some((a, b, minus))) => return self.sum(width, is_signed, (a, b, minus), depth),
            _ => {}
        }
        self.word(term, is_signed).map(|form| vec![(Vec::new(), form)])
    }

    /// A word, or a constant.
    fn word(&mut self, term: TermId, is_signed: bool) -> Option<Form> {
        let (terms, evaluator) = (self.terms, &mut *self.evaluator);
        let range = &|word: &Word| self.words.range(word);
        let operand = Reader { terms, words: self.words, range }.operand(term, is_signed)?;
        let value = |words: &Words, order: &Order, term| {
            evaluator.eval(terms, term, &|input| words.value(order, input))
        };
        let (variable, add) = operand.make(self.words, self.order, value)?;
        Some(Form { x: variable, y: Var::ZERO, add })
    }

    /// A sum or a difference, in the cases of how often it wraps.
    fn sum(
        &mut self,
        width: u32,
        is_signed: bool,
        (a, b, minus): (TermId, TermId, bool),
        depth: u32,
    ) -> Option<Forms> {
        let (a, b) = (self.forms(a, is_signed, depth)?, self.forms(b, is_signed, depth)?);
        let window = Interval::window(width, is_signed);
        let mut forms = Vec::new();
        for (case_a, a) in &a {
            for (case_b, b) in &b {
                let sum = if minus { a.minus(*b)? } else { a.minus(b.negated())? };
                let interval = self.interval(sum);
                let turn = 1i128 << width;
                let first = (interval.low - window.low).div_euclid(turn);
                let last = (interval.high - window.low).div_euclid(turn);
                for turns in first..=last {
                    let form = Form { add: sum.add - turns * turn, ..sum };
                    let mut case = [case_a.as_slice(), case_b].concat();
                    if first != last {
                        case.extend(form.at_most(window.high)?);
                        case.extend(form.negated().at_most(-window.low)?);
                    }
                    if self.is_possible(&case) {
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

    /// Whether no comparison contradicts the ranges of its variables.
    fn is_possible(&self, case: &[Comparison]) -> bool {
        case.iter().all(|&comparison| match comparison {
            Comparison::AtMost(x, y, bound) => self.interval(Form { x, y, add: 0 }).low <= i128::from(bound),
            _ => true,
        })
    }

    /// The least and the greatest value of a variable.
    fn range(&self, variable: Var) -> (i64, i64) {
        self.words.word(variable).map_or((0, 0), |word| self.words.range(word))
    }

    /// The integers that a form can be.
    fn interval(&self, form: Form) -> Interval {
        let ((low, high), (least, most)) = (self.range(form.x), self.range(form.y));
        Interval { low: i128::from(low) - i128::from(most), high: i128::from(high) - i128::from(least) }
            .plus(form.add)
    }
}

impl Form {
    fn negated(self) -> Form {
        Form { x: self.y, y: self.x, add: -self.add }
    }

    /// The difference of two, if that is one of two variables.
    fn minus(self, other: Form) -> Option<Form> {
        let add = self.add - other.add;
        // (x - y) - (x' - y'): what is there on both sides goes away.
        let (mut plus, mut minus) = ([self.x, other.y], [self.y, other.x]);
        for a in &mut plus {
            if let Some(b) = minus.iter_mut().find(|b| **b == *a) {
                (*a, *b) = (Var::ZERO, Var::ZERO);
            }
        }
        let only = |[a, b]: [Var; 2]| match (a, b) {
            (Var::ZERO, other) | (other, Var::ZERO) => Some(other),
            _ => None,
        };
        Some(Form { x: only(plus)?, y: only(minus)?, add })
    }

    /// That it is at most so much: nothing to say if it has no variables and is.
    fn at_most(self, bound: i128) -> Option<Option<Comparison>> {
        let bound = i64::try_from(bound - self.add).ok()?;
        if self.x == self.y && bound >= 0 {
            return Some(None);
        }
        Some(Some(Comparison::AtMost(self.x, self.y, bound)))
    }
}

/// A comparison of two forms, or its opposite; none if it always holds.
fn compared(relation: Relation, a: Form, b: Form, holds: bool) -> Option<Option<Comparison>> {
    let difference = a.minus(b)?;
    let number = |value: i128| i64::try_from(value).ok().filter(|value| value.checked_neg().is_some());
    match relation {
        Relation::Less { strict, .. } if holds => difference.at_most(-i128::from(strict)),
        Relation::Less { strict, .. } => difference.negated().at_most(-i128::from(!strict)),
        Relation::Equal | Relation::Differ => {
            let equal = matches!(relation, Relation::Equal) == holds;
            let bound = number(-difference.add)?;
            let (x, y) = (difference.x, difference.y);
            Some(Some(if equal { Comparison::Equal(x, y, bound) } else { Comparison::Differ(x, y, bound) }))
        }
    }
}

/// The cases in which one of each holds.
fn both(a: &[Case], b: &[Case]) -> Option<Vec<Case>> {
    let cases: Vec<Case> = a.iter().flat_map(|a| b.iter().map(move |b| [a.as_slice(), b].concat())).collect();
    (cases.len() <= MOST_CASES).then_some(cases)
}

/// The cases in which one of either holds.
fn either(mut a: Vec<Case>, b: Vec<Case>) -> Option<Vec<Case>> {
    a.extend(b);
    (a.len() <= MOST_CASES).then_some(a)
}

fn under(cases: &[Case], forms: &Forms) -> Option<Forms> {
    let all: Forms = cases
        .iter()
        .flat_map(|case| forms.iter().map(move |(own, form)| ([case.as_slice(), own].concat(), *form)))
        .collect();
    (all.len() <= MOST_CASES).then_some(all)
}

/// A choice that was made.
struct Level {
    mark: order::Mark,
    /// The first of its assertions.
    first: u32,
    /// The cases that are left, the next one last.
    left: Vec<usize>,
    /// The earlier choices that have to do with why others failed.
    blamed: Vec<usize>,
}

/// Whether facts can hold together that are in cases, beside all that the order layer knows: then it has a model of
/// it, as if all were asserted.
pub(super) fn search(order: &mut Order, facts: &[Vec<Case>]) -> Answer {
    let mut levels: Vec<Level> = Vec::new();
    let mut budget = BUDGET;
    while levels.len() < facts.len() {
        let cases = &facts[levels.len()];
        let holds = |&case: &usize| cases[case].iter().all(|comparison| comparison.holds(order));
        let mut left: Vec<usize> = (0..cases.len()).rev().collect();
        // The one that the model is in comes first, which is last here.
        left.sort_by_key(holds);
        let first = order.next_assertion().0;
        levels.push(Level { mark: order.mark(), first, left, blamed: Vec::new() });
        loop {
            let Some(left) = budget.checked_sub(1) else { return Answer::Unknown };
            budget = left;
            let number = levels.len() - 1;
            let Some(case) = levels[number].left.pop() else {
                // All have failed. Whatever had no part in that stays as it is, for now, but has to be made again.
                let blamed = levels.pop().map(|level| level.blamed).unwrap_or_default();
                let Some(&latest) = blamed.iter().max() else { return Answer::Unsat };
                levels.truncate(latest + 1);
                order.undo(levels[latest].mark);
                let level = &mut levels[latest];
                level.blamed.extend(blamed.into_iter().filter(|&other| other != latest));
                level.blamed.sort_unstable();
                level.blamed.dedup();
                continue;
            };
            if facts[number][case].iter().try_for_each(|comparison| comparison.assert(order)).is_ok() {
                break;
            }
            let core = order.core();
            order.undo(levels[number].mark);
            let level_of =
                |assertion: u32| levels.partition_point(|level| level.first <= assertion).checked_sub(1);
            let blamed: Vec<usize> = core
                .into_iter()
                .filter_map(|assertion| level_of(assertion.0))
                .filter(|&level| level < number)
                .collect();
            levels[number].blamed.extend(blamed);
        }
    }
    match order.check(ORDER_BUDGET) {
        order::Answer::Sat => Answer::Sat,
        // Which choices have to do with it is not known.
        _ => Answer::Unknown,
    }
}
