//! The linear layer in the chain: it learns what was asserted when it is asked.

use super::comparisons::Comparison;
use super::{Fact, Known, integers, sums};
use crate::linear::{Linear, Mark, Var};
use crate::order;
use crate::solver::{Answer, Declared};

/// How much the linear layer may try before Z3 is asked, in its own units: about a microsecond or two each.
const BUDGET: u32 = 2000;

/// Facts on sums, and how far the chain's facts are known here.
#[derive(Default)]
pub(super) struct Sums {
    linear: Linear,
    variables: Vec<Var>,
    /// What there was before each of the chain's facts and inputs that are known here.
    log: Vec<Before>,
    facts: usize,
    /// For each of the linear layer's assertions, the fact that it came from.
    asserted: Vec<usize>,
}

/// What is said about a sum and a bound.
#[derive(Clone, Copy)]
enum Relation {
    AtMost,
    Differ,
    Equal,
}

struct Before {
    inputs: usize,
    facts: usize,
    linear: Mark,
    asserted: usize,
}

impl Sums {
    fn remember(&mut self) {
        let before = Before {
            inputs: self.variables.len(),
            facts: self.facts,
            linear: self.linear.mark(),
            asserted: self.asserted.len(),
        };
        self.log.push(before);
    }

    /// Goes back to so many inputs and facts of the chain, if more are known.
    pub(super) fn undo(&mut self, inputs: usize, facts: usize) {
        let mut earliest = None;
        while self.facts > facts || self.variables.len() > inputs {
            let before = self.log.pop().expect("a state is left after it was entered");
            self.facts = before.facts;
            self.variables.truncate(before.inputs);
            earliest = Some(before);
        }
        if let Some(before) = earliest {
            self.linear.undo(before.linear);
            self.asserted.truncate(before.asserted);
        }
    }

    /// Whether those facts that are about sums can hold together.
    pub(super) fn check(&mut self, inputs: &[Declared], facts: &[Fact]) -> Answer {
        for input in &inputs[self.variables.len()..] {
            self.remember();
            let (low, high) = integers(input);
            self.variables.push(self.linear.variable(low, high));
        }
        for fact in &facts[self.facts..] {
            self.remember();
            match &fact.known {
                Known::Comparison(Comparison::AtMost(x, y, bound)) => {
                    self.assert(Relation::AtMost, self.difference(*x, *y), *bound);
                }
                Known::Comparison(Comparison::Differ(x, y, bound)) => {
                    self.assert(Relation::Differ, self.difference(*x, *y), *bound);
                }
                Known::Comparison(Comparison::Equal(x, y, bound)) => {
                    self.assert(Relation::Equal, self.difference(*x, *y), *bound);
                }
                Known::Sum(fact) => {
                    let (relation, sum, bound) = match &**fact {
                        sums::Fact::AtMost(sum, bound) => (Relation::AtMost, sum, bound),
                        sums::Fact::Differ(sum, bound) => (Relation::Differ, sum, bound),
                        sums::Fact::Equal(sum, bound) => (Relation::Equal, sum, bound),
                    };
                    let inputs = sum.terms.iter();
                    let form =
                        inputs.map(|&(input, factor)| (self.variables[input as usize], factor)).collect();
                    self.assert(relation, form, *bound);
                }
                Known::Nothing => {}
            }
            self.facts += 1;
        }
        self.linear.check(BUDGET)
    }

    /// A difference of two of the order layer's variables, which are those of the inputs in the same order.
    fn difference(&self, x: order::Var, y: order::Var) -> Vec<(Var, i64)> {
        if x == y {
            return Vec::new();
        }
        let own = |x: order::Var, factor| x.index().map(|input| (self.variables[input], factor));
        own(x, 1).into_iter().chain(own(y, -1)).collect()
    }

    fn assert(&mut self, relation: Relation, mut form: Vec<(Var, i64)>, bound: i64) {
        let mut count = 1;
        match relation {
            Relation::AtMost => self.linear.assert_le(&form, bound),
            Relation::Differ => self.linear.assert_ne(&form, bound),
            Relation::Equal => {
                self.linear.assert_le(&form, bound);
                form.iter_mut().for_each(|(_, factor)| *factor = -*factor);
                self.linear.assert_le(&form, -bound);
                count = 2;
            }
        }
        self.asserted.extend(std::iter::repeat_n(self.facts, count));
    }

    /// The model, as an integer for each input.
    pub(super) fn model(&self) -> Vec<i64> {
        self.variables.iter().map(|&x| self.linear.value(x)).collect()
    }

    /// The chain's facts that contradict each other.
    pub(super) fn core(&self) -> Vec<usize> {
        self.linear.core().iter().map(|&number| self.asserted[number]).collect()
    }
}
