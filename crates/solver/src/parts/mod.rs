//! Paths that are long: a million inputs and hundreds of thousands of assertions, most of them about few inputs.
//!
//! Assertions that share no input, not even by way of others, have nothing to do with each other, so a model of each
//! part is a model of all. Here is a model of all inputs, and what is connected with what (`components`). What holds in
//! the model needs no question. Of what does not, the component is told to a chain, as far as it does not know it yet
//! (`context`), and what moves in the chain's model moves here. So the cost of a question is that of its component, and
//! mostly only of what is new in it.
//!
//! There is a chain for each order of magnitude of components: one for small ones, of which it knows few at a time, and others
//! for larger ones, which would be expensive to tell again whenever a smaller one is asked about in between.
//!
//! Z3's layer looks at connected assertions only, too (`bitvectors::components`), but finds out anew at each question.

mod components;
mod context;

use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use worstcase_term::{BinaryOp, Evaluator, TermId, Terms, View};

use crate::bitvectors::Z3;
use crate::chain::{Chain, ChainLimits, Place, Reaches};
use crate::natural::natural;
use crate::solver::{Answer, Declared, Mark, Solver};
use components::{CONTEXTS, Components};
use context::{Context, Told};

/// The context for the largest components. The first is for the smallest.
const LARGEST: usize = CONTEXTS - 1;

/// How many times as large as in the context before components can be.
const MAGNITUDE: usize = 16;

/// What chains are told at most. It changes what questions cost, not what is answered.
#[derive(Clone, Copy, Debug)]
pub struct PartLimits {
    /// The most conditions of a component that counts as small. Larger ones have chains of their own, by size.
    pub small_component: usize,
    /// A chain forgets all before a question if it would know more conditions than so many times as many as the question
    /// needs...
    pub spare_factor: usize,
    /// ... and so many.
    pub spare: usize,
}

impl Default for PartLimits {
    fn default() -> PartLimits {
        PartLimits { small_component: 1000, spare_factor: 32, spare: 64 }
    }
}

/// The most conditions that a conjunction is taken apart into.
const MOST_CONJUNCTS: usize = 64;

/// A solver that looks only at what a question is connected with.
pub struct Parts {
    limits: PartLimits,
    declared: Vec<Declared>,
    /// How many of the inputs have at most eight bits.
    small_inputs: usize,
    /// The model, and for each input with how many assertions its value came.
    values: Vec<u64>,
    since: Vec<u32>,
    /// What was changed, to be undone.
    trail: Vec<Change>,
    assertions: Vec<TermId>,
    /// What there was before each assertion.
    log: Vec<Before>,
    /// What the assertions say, conjunctions taken apart.
    conditions: Vec<Condition>,
    /// Those that do not hold in the model.
    failing: BTreeSet<u32>,
    components: Components,
    contexts: [Context; CONTEXTS],
    /// How many assertions there were when some were found to contradict each other.
    contradiction: Option<usize>,
    core: Core,
    reaches: Reaches,
    evaluator: Evaluator,
    /// Buffer: the inputs of a condition.
    inputs: Vec<u32>,
}

/// An assertion, or a part of one.
#[derive(Clone, Copy, Debug)]
struct Condition {
    term: TermId,
    assertion: u32,
    /// The top of its component when it was made; none if it depends on no input.
    node: Option<u32>,
    /// Which contexts hold it.
    held: [bool; CONTEXTS],
}

/// What there was before a change.
#[derive(Clone, Copy, Debug)]
enum Change {
    /// An input had this value, since there were so many assertions.
    Value { input: u32, value: u64, since: u32 },
    /// A condition did not hold.
    Settled { condition: u32 },
}

/// The state before an assertion.
#[derive(Clone, Copy, Debug)]
struct Before {
    conditions: usize,
    components: usize,
    trail: usize,
}

/// Where to look for the reason of the last contradiction.
#[derive(Clone, Copy, Debug)]
enum Core {
    /// It is this assertion alone.
    Assertion(u32),
    /// A context knows.
    Context(usize),
    Unknown,
}

/// What a context was told.
struct Brought {
    /// The conditions that do not hold in our model.
    failing: Vec<u32>,
    /// Where its chain's model was before.
    place: Place,
}

impl Parts {
    /// No inputs and no assertions, with a Z3 of its own.
    pub fn new() -> Parts {
        Parts::with(Z3::new)
    }

    /// The same, where Z3s are made so.
    pub fn with(z3: impl FnMut() -> Z3) -> Parts {
        Parts::limited(PartLimits::default(), ChainLimits::default(), z3)
    }

    /// The same, within other limits.
    pub fn limited(limits: PartLimits, chains: ChainLimits, mut z3: impl FnMut() -> Z3) -> Parts {
        Parts {
            limits,
            declared: Vec::new(),
            small_inputs: 0,
            values: Vec::new(),
            since: Vec::new(),
            trail: Vec::new(),
            assertions: Vec::new(),
            log: Vec::new(),
            conditions: Vec::new(),
            failing: BTreeSet::new(),
            components: Components::default(),
            contexts: std::array::from_fn(|_| Context::new(Chain::limited(chains, z3()))),
            contradiction: None,
            core: Core::Unknown,
            reaches: Reaches::default(),
            evaluator: Evaluator::new(),
            inputs: Vec::new(),
        }
    }

    /// Finds the inputs of a term.
    fn look_at(&mut self, terms: &Terms, term: TermId) {
        self.inputs.clear();
        let reach = self.reaches.of(terms, term);
        match self.reaches.parts(reach) {
            Some(parts) => self.inputs.extend(parts.iter().map(|part| part.input)),
            None => self.inputs.extend(terms.inputs_of(term)),
        }
    }

    /// Adds a condition to the component of its inputs, which it may connect.
    fn learn(&mut self, terms: &Terms, term: TermId, assertion: u32) {
        let number = self.conditions.len() as u32;
        self.look_at(terms, term);
        let node = self.components.join(&self.inputs);
        self.conditions.push(Condition { term, assertion, node, held: [false; CONTEXTS] });
        if let Some(top) = node {
            self.components.attach(top, number);
        }
        let values = &self.values;
        if self.evaluator.eval(terms, term, &|input| values[input as usize]) == 0 {
            self.failing.insert(number);
        }
    }

    /// The context for so many conditions.
    fn context_for(&self, conditions: usize) -> usize {
        let most = std::iter::successors(Some(self.limits.small_component), |most| {
            Some(most.saturating_mul(MAGNITUDE))
        });
        most.take(LARGEST).position(|most| conditions <= most).unwrap_or(LARGEST)
    }

    /// Takes back all that a context was told but so much.
    fn pop(&mut self, context: usize, entries: usize, mark: Mark) {
        let (conditions, components) = (&mut self.conditions, &mut self.components);
        self.contexts[context].pop(entries, mark, |number| {
            let condition = &mut conditions[number as usize];
            condition.held[context] = false;
            components.release(condition.node.expect("it depends on inputs"), context);
        });
    }

    /// The same, where nothing else is undone.
    fn pop_only(&mut self, context: usize, entries: usize) {
        self.pop(context, entries, Mark { assertions: 0, inputs: usize::MAX, terms: usize::MAX });
    }

    /// Lets a context hold all conditions of these components, given by their tops.
    fn bring(&mut self, terms: &Terms, context: usize, tops: &[u32]) -> Brought {
        // What it knew of a contradiction is about what it held then.
        if matches!(self.core, Core::Context(at) if at == context) {
            self.core = Core::Unknown;
        }
        if self.contexts[context].is_doubtful() {
            self.pop_only(context, self.contexts[context].certain());
        }
        debug_assert!(self.agrees(context), "the models differ");
        let wanted: usize = tops.iter().map(|&top| self.components.conditions(top)).sum();
        let lacking: usize = tops.iter().map(|&top| self.components.lacking(top, context)).sum();
        if self.contexts[context].len() + lacking > self.limits.spare_factor * wanted + self.limits.spare {
            self.pop_only(context, 0);
        }
        let mut lacked = Vec::new();
        for &top in tops {
            let is_held = |number: u32| self.conditions[number as usize].held[context];
            self.components.lacked(top, context, is_held, &mut lacked);
        }
        lacked.sort_unstable();
        let failing: Vec<u32> =
            lacked.iter().copied().filter(|number| self.failing.contains(number)).collect();
        if !failing.is_empty() {
            lacked.retain(|number| !self.failing.contains(number));
        }
        let place = self.contexts[context].chain.place();
        // What holds does not move the chain's model, so it may stay there for as long as it does not lose the values
        // that it was told with.
        for number in lacked {
            self.tell(terms, context, number, None);
        }
        let certain = self.contexts[context].len();
        for &number in &failing {
            self.tell(terms, context, number, Some(self.assertions.len() as u32));
        }
        if !failing.is_empty() {
            self.contexts[context].doubt(certain);
        }
        Brought { failing, place }
    }

    /// Tells a context a condition, from a level on or from as early as can be.
    fn tell(&mut self, terms: &Terms, context: usize, number: u32, level: Option<u32>) {
        let Condition { term, assertion, node, .. } = self.conditions[number as usize];
        self.look_at(terms, term);
        let (inputs, since) = (&self.inputs[..], &self.since);
        let level = level.unwrap_or_else(|| {
            let news = inputs.iter().filter(|&&input| !self.contexts[context].is_present(input));
            news.map(|&input| since[input as usize]).fold(assertion + 1, u32::max)
        });
        let told = Told { condition: number, term, inputs, level };
        self.contexts[context].push(terms, told, &self.declared, &self.values);
        self.conditions[number as usize].held[context] = true;
        self.components.hold(node.expect("it depends on inputs"), context);
    }

    /// Whether a context's model is ours, as far as it was told.
    fn agrees(&self, context: usize) -> bool {
        let Context { chain, .. } = &self.contexts[context];
        let same = |&input: &u32| chain.value(input) == self.values[input as usize];
        self.contexts[context].present().iter().all(same)
    }

    /// Makes the component of a condition that does not hold satisfied, if it can be.
    fn solve(&mut self, terms: &Terms, condition: u32) -> Answer {
        let Condition { assertion, node, .. } = self.conditions[condition as usize];
        let Some(node) = node else {
            self.core = Core::Assertion(assertion);
            return Answer::Unsat;
        };
        let top = self.components.find(node);
        let context = self.context_for(self.components.conditions(top));
        let Brought { failing, place } = self.bring(terms, context, &[top]);
        let chain = &mut self.contexts[context].chain;
        let answer = chain.check(terms);
        match answer {
            Answer::Sat => {
                let moved = chain.moved_since(place);
                self.adopt(context, top, &moved);
                for condition in failing {
                    self.failing.remove(&condition);
                    self.trail.push(Change::Settled { condition });
                }
            }
            Answer::Unsat => self.core = Core::Context(context),
            Answer::Unknown => {}
        }
        answer
    }

    /// Makes all components satisfied, if they can be.
    fn search(&mut self, terms: &Terms) -> Answer {
        self.core = Core::Unknown;
        // The newest first: of others it was known before whether they can hold.
        let failing: Vec<u32> = self.failing.iter().rev().copied().collect();
        let mut unknown = Vec::new();
        for condition in failing {
            let top = self.conditions[condition as usize].node.map(|node| self.components.find(node));
            // Its component may have been satisfied with an earlier one of these.
            if !self.failing.contains(&condition) || unknown.contains(&top) {
                continue;
            }
            match self.solve(terms, condition) {
                Answer::Sat => {}
                Answer::Unsat => {
                    self.contradiction = Some(self.assertions.len());
                    return Answer::Unsat;
                }
                Answer::Unknown => unknown.push(top),
            }
        }
        if unknown.is_empty() { Answer::Sat } else { Answer::Unknown }
    }

    /// Takes over values of a context's model, which satisfies a component, given by its top.
    fn adopt(&mut self, context: usize, top: u32, moved: &[u32]) {
        self.contexts[context].trust();
        let now = self.assertions.len() as u32;
        let mut strays = false;
        let mut outdated = [false; CONTEXTS];
        for &input in moved {
            if !self.contexts[context].is_present(input) {
                continue;
            }
            let value = self.contexts[context].chain.value(input);
            let (old, since) = (self.values[input as usize], self.since[input as usize]);
            if value == old {
                continue;
            }
            if self.components.find(input) != top {
                strays = true;
                continue;
            }
            self.trail.push(Change::Value { input, value: old, since });
            (self.values[input as usize], self.since[input as usize]) = (value, now);
            for other in (0..CONTEXTS).filter(|&other| other != context) {
                outdated[other] |= self.contexts[other].is_present(input);
            }
        }
        // Other components may not be known in full there, and need no other values.
        if strays {
            self.pop_only(context, 0);
        }
        for other in (0..CONTEXTS).filter(|&other| outdated[other]) {
            self.pop_only(other, 0);
        }
        debug_assert!(self.agrees(context), "not all that moved was copied");
    }
}

impl Default for Parts {
    fn default() -> Parts {
        Parts::new()
    }
}

/// The conditions that a conjunction consists of, from the left, constants that hold left out.
fn conjuncts(terms: &Terms, condition: TermId) -> Vec<TermId> {
    let (mut found, mut open) = (Vec::new(), vec![condition]);
    while let Some(part) = open.pop() {
        match terms.view(part) {
            View::Constant(1) => {}
            View::Binary(BinaryOp::And, a, b) if found.len() + open.len() < MOST_CONJUNCTS => {
                open.extend([b, a]);
            }
            _ => found.push(part),
        }
    }
    found
}

impl Solver for Parts {
    fn declare(&mut self, input: Declared) {
        self.small_inputs += usize::from(input.width <= 8);
        self.values.push(input.closest_to_zero());
        self.since.push(0);
        self.components.declare();
        self.declared.push(input);
    }

    fn inputs(&self) -> usize {
        self.declared.len()
    }

    fn mark(&self, terms: &Terms) -> Mark {
        Mark { assertions: self.assertions.len(), inputs: self.inputs(), terms: terms.count() }
    }

    fn undo(&mut self, mark: Mark) {
        for context in 0..CONTEXTS {
            let entries = self.contexts[context].until(mark.assertions);
            self.pop(context, entries, mark);
        }
        if let Some(&before) = self.log.get(mark.assertions) {
            for change in self.trail.drain(before.trail..).rev() {
                match change {
                    Change::Value { input, value, since } => {
                        self.values[input as usize] = value;
                        self.since[input as usize] = since;
                    }
                    Change::Settled { condition } => {
                        self.failing.insert(condition);
                    }
                }
            }
            self.failing.split_off(&(before.conditions as u32));
            self.components.undo(before.components);
            self.conditions.truncate(before.conditions);
            self.contradiction.take_if(|assertions| *assertions > mark.assertions);
            self.log.truncate(mark.assertions);
            self.assertions.truncate(mark.assertions);
        }
        if matches!(self.core, Core::Assertion(assertion) if assertion as usize >= mark.assertions) {
            self.core = Core::Unknown;
        }
        for gone in self.declared.drain(mark.inputs..) {
            self.small_inputs -= usize::from(gone.width <= 8);
        }
        self.values.truncate(mark.inputs);
        self.since.truncate(mark.inputs);
        self.components.truncate(mark.inputs);
        self.reaches.undo(mark.terms);
    }

    fn assert(&mut self, terms: &Terms, condition: TermId) {
        let (conditions, components) = (self.conditions.len(), self.components.mark());
        self.log.push(Before { conditions, components, trail: self.trail.len() });
        let assertion = self.assertions.len() as u32;
        self.assertions.push(condition);
        for part in conjuncts(terms, condition) {
            self.learn(terms, part, assertion);
        }
    }

    fn check(&mut self, terms: &Terms) -> Answer {
        if self.contradiction.is_some() {
            return Answer::Unsat;
        }
        self.search(terms)
    }

    fn value(&self, input: u32) -> u64 {
        self.values[input as usize]
    }

    fn core(&mut self, terms: &Terms) -> Vec<usize> {
        let is_there = |core: Core| match core {
            Core::Assertion(_) => true,
            Core::Context(context) => self.contexts[context].is_doubtful(),
            Core::Unknown => false,
        };
        if !is_there(self.core) && self.search(terms) != Answer::Unsat {
            // It was one a moment ago, so they contradict each other, whichever do.
            return (0..self.assertions.len()).collect();
        }
        match self.core {
            Core::Assertion(assertion) => vec![assertion as usize],
            Core::Context(context) => {
                let context = &mut self.contexts[context];
                let entries = context.chain.core(terms);
                let assertion = |entry: usize| self.conditions[context.condition(entry) as usize].assertion;
                let mut core: Vec<usize> =
                    entries.into_iter().map(|entry| assertion(entry) as usize).collect();
                core.sort_unstable();
                core.dedup();
                core
            }
            Core::Unknown => Vec::new(),
        }
    }

    fn natural(&mut self, terms: &Terms) -> Vec<u64> {
        // Small numbers do not please as characters.
        if self.small_inputs > 0 || !self.failing.is_empty() {
            let mut model = self.values.clone();
            natural(terms, &self.assertions, &self.declared, &mut model);
            return model;
        }
        // It depends on nothing that was asked before if it begins anew.
        self.pop_only(LARGEST, 0);
        let is_top = |&node: &u32| self.components.find(node) == node && self.components.conditions(node) > 0;
        let tops: Vec<u32> = (0..self.inputs() as u32).filter(is_top).collect();
        self.bring(terms, LARGEST, &tops);
        let context = &mut self.contexts[LARGEST];
        context.declare(&self.declared);
        for (input, &value) in self.values.iter().enumerate() {
            if !context.is_present(input as u32) {
                context.chain.start_at(input as u32, value);
            }
        }
        context.chain.natural(terms)
    }

    fn image(&mut self, terms: &Terms, term: TermId) -> Option<Vec<u64>> {
        let reach = self.reaches.of(terms, term);
        // Of many inputs there are too many combinations.
        self.reaches.parts(reach)?;
        self.look_at(terms, term);
        let mut tops: Vec<u32> = self.inputs.iter().map(|&input| self.components.find(input)).collect();
        tops.sort_unstable();
        tops.dedup();
        let conditions: usize = tops.iter().map(|&top| self.components.conditions(top)).sum();
        let context = self.context_for(conditions);
        if let Some(&last) = self.inputs.iter().max() {
            self.contexts[context].declare(&self.declared[..=last as usize]);
        }
        self.bring(terms, context, &tops);
        self.contexts[context].chain.image(terms, term)
    }

    fn calls(&self) -> u64 {
        self.contexts.iter().map(|context| context.chain.calls()).sum()
    }

    fn steps(&self) -> u64 {
        self.contexts.iter().map(|context| context.chain.steps()).sum()
    }

    fn limit(&mut self, units: u32) {
        self.contexts.iter_mut().for_each(|context| context.chain.limit(units));
    }

    fn stop_at(&mut self, stop: Arc<AtomicBool>) {
        self.contexts.iter_mut().for_each(|context| context.chain.stop_at(stop.clone()));
    }
}
