//! The chain: small layers, each asked in turn, from the cheapest on.
//!
//! 1. constants, conjunctions taken apart, and the model as it is;
//! 2. `bytes`: conditions on one small input, as sets of values;
//! 3. `order`: comparisons of inputs with each other and with constants;
//! 4. `linear`: sums of inputs that provably stay inside their width;
//! 5. Z3 on bit vectors.
//!
//! Every layer knows those facts that it can express, so what it knows follows from the assertions. If these few
//! contradict each other, so do all. If they don't, the layer has a model of them, and the facts that it does not
//! know are evaluated in that model: if they hold, too, there is nothing left to ask. Only then comes the next
//! layer. (KLEE's chain passes on whole queries; here a layer that knows nine facts of ten still answers most.)
//!
//! The model lives in the order layer, whose trail brings it back when assertions are undone. Layers above learn of
//! an assertion only when they are asked.

mod bytes;
mod comparisons;
mod sums;
mod upper;

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use worstcase_term::{BinaryOp, Evaluator, TermId, Terms, View, mask};

use crate::bitvectors::Z3;
use crate::natural::natural;
use crate::order::{self, Order, Var};
use crate::solver::{Answer, Declared, Mark, Solver};
use bytes::Bytes;
use comparisons::Comparison;
use upper::Sums;

/// How many cases of disequalities the order layer may look into.
const ORDER_BUDGET: u32 = 1000;

/// A chain of solver layers, from the cheapest to the most general.
pub struct Chain {
    inputs: Vec<Declared>,
    assertions: Vec<TermId>,
    /// What the assertions say, conjunctions taken apart.
    facts: Vec<Fact>,
    /// Those facts that the order layer does not know.
    rest: Vec<TermId>,
    /// What there was before each declaration and assertion.
    log: Vec<Before>,
    order: Order,
    variables: Vec<Var>,
    /// For each of the order layer's assertions, the fact that it came from.
    compared: Vec<usize>,
    bytes: Bytes,
    /// Facts that contradict each other.
    contradiction: Option<Vec<usize>>,
    /// Whether the model is known to satisfy all assertions.
    satisfied: bool,
    sums: Sums,
    z3: Z3,
    /// How many inputs and assertions Z3 knows.
    told: usize,
    told_inputs: usize,
    evaluator: Evaluator,
    core: Core,
}

/// Part of an assertion, or all of it.
#[derive(Clone, Debug)]
struct Fact {
    assertion: u32,
    known: Known,
    /// Whether `known` is what it says only because of earlier facts.
    relies: bool,
    /// The one small input that it depends on.
    byte: Option<u32>,
}

/// What the layers below Z3 know of a fact.
#[derive(Clone, Debug)]
enum Known {
    Comparison(Comparison),
    Sum(Box<sums::Fact>),
    Nothing,
}

/// The state before a declaration or an assertion.
#[derive(Clone, Debug)]
struct Before {
    inputs: usize,
    assertions: usize,
    facts: usize,
    rest: usize,
    order: order::Mark,
    compared: usize,
    bytes: usize,
    satisfied: bool,
    contradictory: bool,
}

/// Where to look for the reason of the last contradiction.
#[derive(Clone, Debug)]
enum Core {
    Known(Vec<usize>),
    Z3,
}

impl Chain {
    /// No inputs and no assertions, with a Z3 of its own.
    pub fn new() -> Self {
        Chain::with(Z3::new())
    }

    /// The same, with a Z3 that was told nothing yet.
    pub fn with(z3: Z3) -> Self {
        Chain {
            inputs: Vec::new(),
            assertions: Vec::new(),
            facts: Vec::new(),
            rest: Vec::new(),
            log: Vec::new(),
            order: Order::new(),
            variables: Vec::new(),
            compared: Vec::new(),
            bytes: Bytes::default(),
            contradiction: None,
            satisfied: true,
            sums: Sums::default(),
            z3,
            told: 0,
            told_inputs: 0,
            evaluator: Evaluator::new(),
            core: Core::Known(Vec::new()),
        }
    }

    fn remember(&mut self) {
        self.log.push(Before {
            inputs: self.inputs.len(),
            assertions: self.assertions.len(),
            facts: self.facts.len(),
            rest: self.rest.len(),
            order: self.order.mark(),
            compared: self.compared.len(),
            bytes: self.bytes.mark(),
            satisfied: self.satisfied,
            contradictory: self.contradiction.is_some(),
        });
    }

    /// Takes a conjunction apart.
    fn learn(&mut self, terms: &Terms, term: TermId, assertion: u32) {
        let mut parts = vec![term];
        while let Some(part) = parts.pop() {
            match terms.view(part) {
                View::Constant(1) => {}
                View::Binary(BinaryOp::And, a, b) => parts.extend([b, a]),
                _ => self.learn_fact(terms, part, assertion),
            }
        }
    }

    fn learn_fact(&mut self, terms: &Terms, term: TermId, assertion: u32) {
        let (known, relies) = self.understand(terms, term);
        // Most programs have no small inputs, and need not search for them.
        let byte = if self.bytes.is_empty() { None } else { self.bytes.only_input(terms, term) };
        let comparison = match known {
            Known::Comparison(comparison) => Some(comparison),
            _ => None,
        };
        self.facts.push(Fact { assertion, known, relies, byte });
        let number = self.facts.len() - 1;
        if self.contradiction.is_some() {
            return;
        }
        if term == Terms::FALSE {
            return self.contradict(vec![number]);
        }
        if let Some(input) = byte
            && self.bytes.filter(terms, input, term).is_empty()
        {
            let about = |&fact: &usize| self.facts[fact].byte == Some(input);
            let core = (0..self.facts.len()).filter(about).collect();
            return self.contradict(core);
        }
        let Some(comparison) = comparison else {
            self.rest.push(term);
            self.satisfied = self.satisfied && self.holds(terms, term);
            return;
        };
        // If it holds in the model already, then so does everything else that did.
        let kept = comparison.holds(&self.order);
        let known = self.compared.len();
        let asserted = comparison.assert(&mut self.order);
        // A comparison is one or two assertions of that layer; the last may have been refused.
        let now = self.order.next_assertion().0 as usize + usize::from(asserted.is_err());
        self.compared.resize(known.max(now), number);
        match asserted {
            Ok(()) => self.satisfied = self.satisfied && kept,
            Err(_) => self.contradict(self.order_core()),
        }
    }

    /// What a fact says in terms of comparisons or sums, and whether only because of what is known already.
    fn understand(&self, terms: &Terms, term: TermId) -> (Known, bool) {
        let (inputs, variables, order) = (&self.inputs, &self.variables, &self.order);
        let declared = |input: u32| integers(&inputs[input as usize]);
        let present = |input: u32| order.range(variables[input as usize]);
        for (range, relies) in [(&declared as &dyn Fn(u32) -> (i64, i64), false), (&present, true)] {
            if let Some(comparison) = Comparison::of(terms, term, &comparisons::Inputs { variables, range }) {
                return (Known::Comparison(comparison), relies);
            }
            if let Some(fact) = sums::fact(terms, term, range) {
                return (Known::Sum(Box::new(fact)), relies);
            }
        }
        (Known::Nothing, false)
    }

    fn contradict(&mut self, core: Vec<usize>) {
        self.contradiction.get_or_insert(core);
    }

    fn order_core(&self) -> Vec<usize> {
        self.order.core().iter().map(|assertion| self.compared[assertion.0 as usize]).collect()
    }

    fn holds(&mut self, terms: &Terms, term: TermId) -> bool {
        let (order, variables, inputs) = (&self.order, &self.variables, &self.inputs);
        self.evaluator.eval(terms, term, &|input| value(order, variables, inputs, input)) != 0
    }

    /// Whether the model satisfies all facts that the order layer does not know; it satisfies those that it does.
    fn rest_holds(&mut self, terms: &Terms) -> bool {
        let (order, variables, inputs) = (&self.order, &self.variables, &self.inputs);
        let model = |input| value(order, variables, inputs, input);
        let mut valuation = self.evaluator.under(terms, &model);
        // The newest is the one that is most likely new to the model.
        self.rest.iter().rev().all(|&fact| valuation.holds(fact))
    }

    /// Moves small inputs to values that their sets allow, if the comparisons they are in allow it, too.
    fn settle_bytes(&mut self) -> bool {
        let mut model: Vec<i64> = self.variables.iter().map(|&x| self.order.value(x)).collect();
        let mut moved = false;
        for input in 0..self.inputs.len() {
            let Some(set) = self.bytes.set(input as u32) else { continue };
            if set.contains(model[input] as u8) {
                continue;
            }
            let Some(candidate) = set.pleasing().find(|&candidate| {
                model[input] = candidate.into();
                self.order.allows(&model, self.variables[input])
            }) else {
                return false;
            };
            model[input] = candidate.into();
            moved = true;
        }
        moved && self.order.adopt(&model)
    }

    /// Takes over a model of a layer above, if it is one of all facts.
    fn adopt(&mut self, terms: &Terms, model: &[i64]) -> bool {
        self.order.adopt(model) && self.rest_holds(terms)
    }

    /// Z3's answer about all assertions.
    fn tell_z3(&mut self, terms: &Terms) -> Answer {
        for &input in &self.inputs[self.told_inputs..] {
            self.z3.declare(input);
        }
        self.told_inputs = self.inputs.len();
        for &assertion in &self.assertions[self.told..] {
            self.z3.assert(terms, assertion);
        }
        self.told = self.assertions.len();
        self.z3.check(terms)
    }

    fn ask_z3(&mut self, terms: &Terms) -> Answer {
        match self.tell_z3(terms) {
            Answer::Sat => {
                let bits = |(i, input): (usize, &Declared)| integer(input, self.z3.value(i as u32));
                let model: Vec<i64> = self.inputs.iter().enumerate().map(bits).collect();
                let adopted = self.adopt(terms, &model);
                debug_assert!(adopted, "a model of all assertions");
                if adopted { Answer::Sat } else { Answer::Unknown }
            }
            Answer::Unsat => {
                self.core = Core::Z3;
                Answer::Unsat
            }
            Answer::Unknown => Answer::Unknown,
        }
    }

    /// These facts contradict each other.
    fn unsat(&mut self, facts: &[usize]) -> Answer {
        self.core = if facts.iter().any(|&fact| self.facts[fact].relies) {
            // What they rely on belongs to the reason, too.
            Core::Z3
        } else {
            let mut core: Vec<usize> =
                facts.iter().map(|&fact| self.facts[fact].assertion as usize).collect();
            core.sort_unstable();
            core.dedup();
            Core::Known(core)
        };
        Answer::Unsat
    }

    fn solve(&mut self, terms: &Terms) -> Answer {
        if let Some(core) = &self.contradiction {
            let core = core.clone();
            return self.unsat(&core);
        }
        if self.satisfied {
            return Answer::Sat;
        }
        if !self.order.is_settled() {
            match self.order.check(ORDER_BUDGET) {
                order::Answer::Sat => {}
                order::Answer::Unsat => return self.unsat(&self.order_core()),
                order::Answer::Unknown => return self.ask_above(terms),
            }
        }
        if self.rest_holds(terms) || self.settle_bytes() && self.rest_holds(terms) {
            return Answer::Sat;
        }
        self.ask_above(terms)
    }

    fn ask_above(&mut self, terms: &Terms) -> Answer {
        match self.sums.check(&self.inputs, &self.facts) {
            Answer::Unsat => {
                return self.unsat(&self.sums.core());
            }
            Answer::Sat => {
                let model = self.sums.model();
                if self.adopt(terms, &model) || self.settle_bytes() && self.rest_holds(terms) {
                    return Answer::Sat;
                }
            }
            Answer::Unknown => {}
        }
        self.ask_z3(terms)
    }
}

impl Default for Chain {
    fn default() -> Self {
        Self::new()
    }
}

/// An input's bits as the integer that the layers below Z3 take it for: the one in its range.
fn integer(input: &Declared, bits: u64) -> i64 {
    let (low, _) = integers(input);
    low.wrapping_add((bits.wrapping_sub(low as u64) & mask(input.width)) as i64)
}

/// The integers that an input can be.
fn integers(input: &Declared) -> (i64, i64) {
    input.range.unwrap_or(match input.width {
        64 => (i64::MIN, i64::MAX),
        32 => (i32::MIN.into(), i32::MAX.into()),
        width => (0, mask(width) as i64),
    })
}

fn value(order: &Order, variables: &[Var], inputs: &[Declared], input: u32) -> u64 {
    let input = input as usize;
    order.value(variables[input]) as u64 & mask(inputs[input].width)
}

impl Solver for Chain {
    fn declare(&mut self, input: Declared) {
        self.remember();
        let (low, high) = integers(&input);
        self.variables.push(self.order.variable(low, high));
        self.bytes.declare(input.width, input.range);
        self.inputs.push(input);
    }

    fn inputs(&self) -> usize {
        self.inputs.len()
    }

    fn mark(&self, terms: &Terms) -> Mark {
        Mark { assertions: self.assertions.len(), inputs: self.inputs.len(), terms: terms.count() }
    }

    fn undo(&mut self, mark: Mark) {
        let mut earliest = None;
        while self.assertions.len() > mark.assertions || self.inputs.len() > mark.inputs {
            let before = self.log.pop().expect("a state is left after it was entered");
            self.assertions.truncate(before.assertions);
            self.inputs.truncate(before.inputs);
            earliest = Some(before);
        }
        if let Some(before) = earliest {
            self.facts.truncate(before.facts);
            self.rest.truncate(before.rest);
            self.order.undo(before.order);
            self.variables.truncate(before.inputs);
            self.compared.truncate(before.compared);
            self.bytes.undo(before.inputs, before.bytes);
            self.satisfied = before.satisfied;
            if !before.contradictory {
                self.contradiction = None;
            }
            self.sums.undo(before.inputs, before.facts);
        }
        self.told = self.told.min(mark.assertions);
        self.told_inputs = self.told_inputs.min(mark.inputs);
        self.z3.undo(Mark { assertions: self.told, inputs: self.told_inputs, terms: mark.terms });
    }

    fn assert(&mut self, terms: &Terms, condition: TermId) {
        self.remember();
        let assertion = self.assertions.len() as u32;
        self.assertions.push(condition);
        self.learn(terms, condition, assertion);
    }

    fn check(&mut self, terms: &Terms) -> Answer {
        let answer = self.solve(terms);
        self.satisfied = answer == Answer::Sat;
        answer
    }

    fn value(&self, input: u32) -> u64 {
        value(&self.order, &self.variables, &self.inputs, input)
    }

    fn core(&mut self, terms: &Terms) -> Vec<usize> {
        match &self.core {
            Core::Known(core) => core.clone(),
            // If it has not been asked yet, and gives up now, all assertions are a reason.
            Core::Z3 => match self.tell_z3(terms) {
                Answer::Unsat => self.z3.core(terms),
                _ => (0..self.assertions.len()).collect(),
            },
        }
    }

    fn natural(&mut self, terms: &Terms) -> Vec<u64> {
        let current: Vec<i64> = self.variables.iter().map(|&x| self.order.value(x)).collect();
        let pleasing = self.order.natural_model();
        let all = |chain: &Self| (0..chain.inputs.len() as u32).map(|input| chain.value(input)).collect();
        // Small numbers do not please as characters, and the layers that know more may not like them.
        let pleases = self.bytes.is_empty() && self.order.adopt(&pleasing) && self.rest_holds(terms);
        let mut model: Vec<u64> = all(self);
        if !pleases {
            self.order.adopt(&current);
            model = all(self);
            natural(terms, &self.assertions, &self.inputs, &mut model);
        }
        self.order.adopt(&current);
        model
    }

    fn possible(&mut self, terms: &mut Terms, term: TermId, most: usize) -> Option<Vec<u64>> {
        match self.bytes.only_input(terms, term) {
            Some(input) => Some(self.bytes.image(terms, input, term)).filter(|values| values.len() <= most),
            None => crate::solver::enumerate(self, terms, term, most),
        }
    }

    fn calls(&self) -> u64 {
        self.z3.calls()
    }

    fn limit(&mut self, units: u32) {
        self.z3.limit(units);
    }

    fn stop_at(&mut self, stop: Arc<AtomicBool>) {
        self.z3.stop_at(stop);
    }
}
