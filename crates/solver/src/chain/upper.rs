//! The linear layer in the chain: it learns what was asserted when it is asked.

use super::comparisons::Comparison;
use super::sums::{Claim, Claimed};
use super::words::Words;
use super::{Fact, Known};
use crate::linear::{Linear, Mark, Var};
use crate::order;
use crate::solver::Answer;

/// With more variables than this, a question is passed on: the layer has a number for each pair of them.
const COLUMNS: usize = 2048;

/// Facts on sums, and how far the chain's facts are known here.
#[derive(Default)]
pub(super) struct Upper {
    linear: Linear,
    variables: Vec<Var>,
    /// What there was before each of the chain's facts that are known here.
    log: Vec<Before>,
    /// For each of the linear layer's assertions, the fact that it came from.
    asserted: Vec<usize>,
}

struct Before {
    columns: usize,
    linear: Mark,
    asserted: usize,
}

impl Upper {
    /// Goes back to so many facts of the chain, if more are known.
    pub(super) fn undo(&mut self, facts: usize) {
        if let Some(before) = self.log.get(facts) {
            self.linear.undo(before.linear);
            self.variables.truncate(before.columns);
            self.asserted.truncate(before.asserted);
            self.log.truncate(facts);
        }
    }

    /// Whether those facts that are about sums can hold together.
    pub(super) fn check(&mut self, words: &Words, facts: &[Fact], budget: u32) -> Answer {
        if facts.last().is_some_and(|fact| fact.columns > COLUMNS) {
            return Answer::Unknown;
        }
        for (number, fact) in facts.iter().enumerate().skip(self.log.len()) {
            let (linear, asserted) = (self.linear.mark(), self.asserted.len());
            self.log.push(Before { columns: self.variables.len(), linear, asserted });
            for column in &words.columns[self.variables.len()..fact.columns] {
                self.variables.push(self.linear.variable(column.low, column.high));
            }
            match &fact.known {
                Known::Comparison(comparison) => self.compare(words, number, *comparison),
                Known::Comparisons(comparisons) => {
                    comparisons.iter().for_each(|comparison| self.compare(words, number, *comparison));
                }
                Known::Claims(claims) => {
                    for Claim { claimed, sum, bound } in claims {
                        let sum = sum.iter();
                        let form = sum.map(|&(column, factor)| (self.variables[column as usize], factor));
                        self.assert(number, *claimed, form.collect(), *bound);
                    }
                }
                Known::Nothing => {}
            }
        }
        self.linear.check(budget)
    }

    fn compare(&mut self, words: &Words, fact: usize, comparison: Comparison) {
        let (claimed, x, y, bound) = match comparison {
            Comparison::AtMost(x, y, bound) => (Claimed::AtMost, x, y, bound),
            Comparison::Differ(x, y, bound) => (Claimed::Differ, x, y, bound),
            Comparison::Equal(x, y, bound) => (Claimed::Equal, x, y, bound),
        };
        self.assert(fact, claimed, self.difference(words, x, y), bound);
    }

    /// A difference of two of the order layer's variables.
    fn difference(&self, words: &Words, x: order::Var, y: order::Var) -> Vec<(Var, i64)> {
        if x == y {
            return Vec::new();
        }
        let own =
            |x: order::Var, factor| words.word(x).map(|word| (self.variables[word.column as usize], factor));
        own(x, 1).into_iter().chain(own(y, -1)).collect()
    }

    fn assert(&mut self, fact: usize, claimed: Claimed, mut form: Vec<(Var, i64)>, bound: i64) {
        let mut count = 1;
        match claimed {
            Claimed::AtMost => self.linear.assert_le(&form, bound),
            Claimed::Differ => self.linear.assert_ne(&form, bound),
            Claimed::Equal => {
                self.linear.assert_le(&form, bound);
                form.iter_mut().for_each(|(_, factor)| *factor = -*factor);
                self.linear.assert_le(&form, -bound);
                count = 2;
            }
        }
        self.asserted.extend(std::iter::repeat_n(fact, count));
    }

    /// What a column is in the model.
    pub(super) fn value(&self, column: u32) -> i64 {
        self.linear.value(self.variables[column as usize])
    }

    /// The chain's facts that contradict each other.
    pub(super) fn core(&self) -> Vec<usize> {
        self.linear.core().iter().map(|&number| self.asserted[number]).collect()
    }
}
