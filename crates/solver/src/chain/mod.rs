//! The chain: small layers, each asked in turn, from the cheapest on.
//!
//! 1. constants, conjunctions taken apart, and the model as it is;
//! 2. `bytes`: conditions on one small input, as sets of values;
//! 3. `order`: comparisons of words with each other and with constants;
//! 4. `cases`: facts that are one of several such things, where sums wrap, and choices;
//! 5. `small`: all combinations of the inputs, where they are few;
//! 6. `linear`: sums of words, with helpers for what wraps and what is divided;
//! 7. Z3 on bit vectors.
//!
//! A word is whatever one integer can stand for: an input of any type, bytes put together, the outcome of a map that
//! can be undone (`shape`, `words`).
//!
//! Every layer knows those facts that it can express, so what it knows follows from the assertions. If these few
//! contradict each other, so do all. If they don't, the layer has a model of them, and the facts that it does not
//! know are evaluated in that model: if they hold, too, there is nothing left to ask. Only then comes the next
//! layer. (KLEE's chain passes on whole queries; here a layer that knows nine facts of ten still answers most.)
//!
//! The model lives in the order layer and beside the words; their trails bring it back when assertions are undone. Layers
//! above learn of an assertion only when they are asked. Asking, asserting and taking back go through all layers in the same
//! order, so they stay in one file although that is a long one.

mod bytes;
mod cases;
mod combinations;
mod comparisons;
mod floats;
mod limits;
mod reach;
mod settle;
mod shape;
mod small;
mod sums;
mod upper;
mod wide;
mod words;

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use worstcase_term::{BinaryOp, Evaluator, TermId, Terms, View};

use crate::bitvectors::Z3;
use crate::natural::natural;
use crate::order::{self, Order};
use crate::solver::{Answer, Declared, Mark, Solver};
use bytes::Bytes;
use cases::Case;
use comparisons::{Comparison, Reader};
pub use limits::ChainLimits;
pub(crate) use reach::Reaches;
use reach::{Part, Reach};
use settle::Sound;
use small::Small;
use sums::{Claim, Helpers, Translator};
use upper::Upper;
use wide::Means;
use words::{Word, Words};

/// A chain of solver layers, from the cheapest to the most general.
pub struct Chain {
    limits: ChainLimits,
    words: Words,
    helpers: Helpers,
    assertions: Vec<TermId>,
    /// What the assertions say, conjunctions taken apart.
    facts: Vec<Fact>,
    /// Those facts that neither the order layer nor the sets of bytes know.
    rest: Vec<TermId>,
    /// What there was before each assertion.
    log: Vec<Before>,
    order: Order,
    /// For each of the order layer's assertions, the fact that it came from.
    compared: Vec<usize>,
    /// Facts that are one of several things, and what they are made of.
    cases: Vec<cases::NodeId>,
    graph: cases::Graph,
    search: cases::Search,
    bytes: Bytes,
    /// Facts that contradict each other.
    contradiction: Option<Contradiction>,
    /// Whether the model is known to satisfy all assertions.
    satisfied: bool,
    /// When it was, the last time.
    sound: Sound,
    reaches: Reaches,
    small: Small,
    means: Means,
    upper: Upper,
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
    term: TermId,
    known: Known,
    /// Whether `known` is what it says only because of earlier facts.
    relies: bool,
    /// The one small input that it depends on.
    byte: Option<u32>,
    /// How many columns there were when it was known.
    columns: usize,
    /// What it depends on, once that was of interest.
    reach: Option<Reach>,
}

impl Fact {
    /// A fact that no layer needs to know.
    fn unknown(assertion: u32, term: TermId, columns: usize) -> Fact {
        Fact { assertion, term, known: Known::Nothing, relies: false, byte: None, columns, reach: None }
    }
}

/// What the layers below Z3 know of a fact.
#[derive(Clone, Debug)]
enum Known {
    Comparison(Comparison),
    /// All of these together.
    Comparisons(Case),
    /// What defines helpers, and what it says itself if that could be put so.
    Claims(Vec<Claim>),
    Nothing,
}

/// The state before an assertion.
#[derive(Clone, Debug)]
struct Before {
    words: words::Mark,
    helpers: usize,
    facts: usize,
    rest: usize,
    order: order::Mark,
    compared: usize,
    cases: usize,
    graph: cases::Mark,
    bytes: usize,
    satisfied: bool,
    sound: Sound,
    contradictory: bool,
}

/// What contradicts each other.
#[derive(Clone, Debug)]
enum Contradiction {
    /// These facts.
    Facts(Vec<usize>),
    /// Those about one small input among the first so many.
    Byte { input: u32, facts: usize },
    /// Those about these inputs.
    Inputs(Vec<Part>),
}

/// Where to look for the reason of the last contradiction.
#[derive(Clone, Debug)]
enum Core {
    Known(Vec<usize>),
    /// The facts about one small input among the first so many, which few ask for.
    Byte {
        input: u32,
        facts: usize,
    },
    /// Everything about these inputs.
    Inputs(Vec<Part>),
    Z3,
}

impl Chain {
    /// No inputs and no assertions, with a Z3 of its own.
    pub fn new() -> Self {
        Chain::with(Z3::new())
    }

    /// The same, with a Z3 that was told nothing yet.
    pub fn with(z3: Z3) -> Self {
        Chain::limited(ChainLimits::default(), z3)
    }

    /// The same, within other limits.
    pub fn limited(limits: ChainLimits, z3: Z3) -> Self {
        Chain {
            limits,
            words: Words::default(),
            helpers: Helpers::default(),
            assertions: Vec::new(),
            facts: Vec::new(),
            rest: Vec::new(),
            log: Vec::new(),
            order: Order::new(),
            compared: Vec::new(),
            cases: Vec::new(),
            graph: cases::Graph::default(),
            search: cases::Search::default(),
            bytes: Bytes::of_at_most(limits.set_bits),
            contradiction: None,
            satisfied: true,
            sound: Sound::default(),
            reaches: Reaches::default(),
            small: Small::default(),
            means: Means::new(limits.tries),
            upper: Upper::default(),
            z3,
            told: 0,
            told_inputs: 0,
            evaluator: Evaluator::new(),
            core: Core::Known(Vec::new()),
        }
    }

    fn remember(&mut self) {
        if self.satisfied {
            self.sound = self.as_it_is();
        }
        self.log.push(Before {
            words: self.words.mark(),
            helpers: self.helpers.mark(),
            facts: self.facts.len(),
            rest: self.rest.len(),
            order: self.order.mark(),
            compared: self.compared.len(),
            cases: self.cases.len(),
            graph: self.graph.mark(),
            bytes: self.bytes.mark(),
            satisfied: self.satisfied,
            sound: self.sound,
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
        if self.contradiction.is_none()
            && let Some(decided) = self.decided_by_few(terms, term)
        {
            let fact = Fact::unknown(assertion, term, self.words.columns.len());
            self.facts.push(fact);
            self.contradiction = decided.err();
            return;
        }
        let (mut known, mut relies) = self.understand(terms, term);
        let mut cases = None;
        if !matches!(known, Known::Comparison(_)) && !self.is_small(terms, term) {
            cases = self.cases_of(terms, term);
            if let Some(only) = cases.and_then(|fact| self.graph.only_case(fact)) {
                (known, relies) = (Known::Comparisons(only.clone()), true);
            }
        }
        // Most programs have no small inputs, and need not search for them.
        let byte = if self.bytes.is_empty() { None } else { self.only_byte(terms, term) };
        let columns = self.words.columns.len();
        self.facts.push(Fact { assertion, term, known, relies, byte, columns, reach: None });
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
            self.contradiction = Some(Contradiction::Byte { input, facts: self.facts.len() });
            return;
        }
        let comparisons = match &self.facts[number].known {
            Known::Comparison(comparison) => std::slice::from_ref(comparison),
            Known::Comparisons(comparisons) => comparisons,
            Known::Claims(_) | Known::Nothing => {
                if byte.is_none() {
                    self.rest.push(term);
                    self.cases.extend(cases);
                }
                self.satisfied = self.satisfied && self.holds(terms, term);
                return;
            }
        };
        // If it holds in the model already, then so does everything else that did.
        let kept = comparisons.iter().all(|comparison| comparison.holds(&self.order));
        let known = self.compared.len();
        let order = &mut self.order;
        let asserted = comparisons.iter().try_for_each(|comparison| comparison.assert(order));
        // A comparison is one or two assertions of that layer; the last may have been refused.
        let now = self.order.next_assertion().0 as usize + usize::from(asserted.is_err());
        self.compared.resize(known.max(now), number);
        match asserted {
            Ok(()) => self.satisfied = self.satisfied && kept,
            Err(_) => self.contradict(self.order_core()),
        }
    }

    /// A fact as one of several things, if it can be put so.
    fn cases_of(&mut self, terms: &Terms, term: TermId) -> Option<cases::NodeId> {
        let Chain { words, order, evaluator, graph, limits, .. } = self;
        cases::Builder { terms, words, order, evaluator, graph }.fact(term, limits.nodes)
    }

    /// What a fact says in terms of comparisons or sums, and whether only because of what is known already.
    fn understand(&mut self, terms: &Terms, term: TermId) -> (Known, bool) {
        if comparisons::Relation::of(terms, term).is_none() {
            return (Known::Nothing, false);
        }
        let is_small = self.is_small(terms, term);
        let mut definitions = Vec::new();
        for (present, may_help) in [(false, false), (true, false), (true, true)] {
            if !may_help && let Some(comparison) = self.compare(terms, term, present) {
                return (Known::Comparison(comparison), present);
            }
            if is_small {
                continue;
            }
            let mut translator = Translator {
                terms,
                words: &mut self.words,
                order: &mut self.order,
                helpers: &mut self.helpers,
                present,
                may_help,
                hidden: None,
                definitions: std::mem::take(&mut definitions),
                relies: false,
            };
            let claim = translator.claim(term);
            let relies = present || translator.relies;
            definitions = translator.definitions;
            if claim.is_some() {
                definitions.extend(claim);
                return (Known::Claims(definitions), relies);
            }
        }
        if definitions.is_empty() { (Known::Nothing, false) } else { (Known::Claims(definitions), true) }
    }

    /// A fact as a comparison of words.
    fn compare(&mut self, terms: &Terms, term: TermId, present: bool) -> Option<Comparison> {
        let order = &self.order;
        let declared = |word: &Word| self.words.range(word);
        let by_now = |word: &Word| order.range(word.variable);
        let range: comparisons::Ranges<'_> = if present { &by_now } else { &declared };
        let draft = Reader { terms, words: &self.words, range }.draft(term)?;
        let evaluator = &mut self.evaluator;
        let value = |words: &Words, order: &Order, term| evaluator.eval_in(terms, term, &words.model(order));
        draft.make(&mut self.words, &mut self.order, value)
    }

    fn contradict(&mut self, core: Vec<usize>) {
        self.contradiction.get_or_insert(Contradiction::Facts(core));
    }

    fn order_core(&self) -> Vec<usize> {
        self.order.core().iter().map(|assertion| self.compared[assertion.0 as usize]).collect()
    }

    fn holds(&mut self, terms: &Terms, term: TermId) -> bool {
        self.evaluator.eval_in(terms, term, &self.words.model(&self.order)) != 0
    }

    /// Takes over a model of the linear layer, if it is one of all facts.
    fn adopt_sums(&mut self, terms: &Terms) -> bool {
        let model: Vec<i64> = self.words.all().iter().map(|word| self.upper.value(word.column)).collect();
        for (word, column) in self.helpers.bases() {
            self.words.keep_bits(word, self.upper.value(column) as u64);
        }
        self.order.adopt(&model) && self.rest_holds(terms)
    }

    /// Takes over values of all inputs, if they are a model of all facts.
    fn adopt(&mut self, terms: &Terms, inputs: &[u64]) -> bool {
        let evaluator = &mut self.evaluator;
        let given = |input: u32| inputs[input as usize];
        let integer = |word: &Word| Words::integer(word, evaluator.eval(terms, word.term, &given));
        let model: Vec<i64> = self.words.all().iter().map(integer).collect();
        if !self.order.adopt(&model) {
            return false;
        }
        for (input, &value) in inputs.iter().enumerate() {
            self.words.keep(input as u32, value);
        }
        self.rest_holds(terms)
    }

    /// Z3's answer about all assertions.
    fn tell_z3(&mut self, terms: &Terms) -> Answer {
        let inputs = self.words.inputs();
        for &input in &inputs[self.told_inputs..] {
            self.z3.declare(input);
        }
        self.told_inputs = inputs.len();
        for &assertion in &self.assertions[self.told..] {
            self.z3.assert(terms, assertion);
        }
        self.told = self.assertions.len();
        self.z3.check(terms)
    }

    fn ask_z3(&mut self, terms: &Terms) -> Answer {
        self.means.earn();
        match self.tell_z3(terms) {
            Answer::Sat => {
                let count = self.words.inputs().len() as u32;
                let model: Vec<u64> = (0..count).map(|input| self.z3.value(input)).collect();
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
        match &self.contradiction {
            Some(Contradiction::Facts(core)) => {
                let core = core.clone();
                return self.unsat(&core);
            }
            Some(Contradiction::Byte { input, facts }) => {
                self.core = Core::Byte { input: *input, facts: *facts };
                return Answer::Unsat;
            }
            Some(Contradiction::Inputs(parts)) => {
                self.core = Core::Inputs(parts.clone());
                return Answer::Unsat;
            }
            None => {}
        }
        if self.satisfied {
            return Answer::Sat;
        }
        if !self.order.is_settled() {
            match self.order.check(self.limits.order) {
                order::Answer::Sat => {}
                order::Answer::Unsat => return self.unsat(&self.order_core()),
                order::Answer::Unknown => return self.ask_above(terms),
            }
        }
        if self.rest_holds(terms) || self.settle_bytes() && self.rest_holds(terms) {
            return Answer::Sat;
        }
        for layer in [Chain::settle_together, Chain::choose_cases, Chain::try_all] {
            match layer(self, terms) {
                Answer::Unknown => {}
                answer => return answer,
            }
        }
        self.ask_above(terms)
    }

    /// Looks for a model in which a case of every fact holds that is in cases.
    fn choose_cases(&mut self, terms: &Terms) -> Answer {
        if self.cases.is_empty() {
            return Answer::Unknown;
        }
        let mark = self.order.mark();
        let (graph, words, limits) = (&mut self.graph, &self.words, &self.limits);
        let answer = self.search.run(terms, graph, words, &mut self.order, &self.cases, limits);
        let model = self.order.model();
        self.order.undo(mark);
        match answer {
            Answer::Sat if self.order.adopt(&model) && self.rest_holds(terms) => Answer::Sat,
            Answer::Unsat => {
                // Which facts are to blame is for Z3 to say, should anyone ask.
                self.core = Core::Z3;
                Answer::Unsat
            }
            _ => Answer::Unknown,
        }
    }

    fn ask_above(&mut self, terms: &Terms) -> Answer {
        match self.upper.check(&self.words, &self.facts, self.limits.sums) {
            Answer::Unsat => {
                return self.unsat(&self.upper.core());
            }
            Answer::Sat => {
                if self.adopt_sums(terms) || self.settle_bytes() && self.rest_holds(terms) {
                    return Answer::Sat;
                }
            }
            Answer::Unknown => {}
        }
        self.ask_z3(terms)
    }
}

impl Chain {
    /// Makes the model one that people like to read, as far as the order layer knows one. Returns whether it does.
    fn pleasing(&mut self, terms: &Terms, model: &mut [u64]) -> bool {
        if !self.words.are_whole() {
            return false;
        }
        let (order, words, trail) = (self.order.mark(), self.words.mark(), self.satisfied);
        self.words.make_all(&mut self.order);
        let natural = self.order.natural_model();
        let pleases = self.order.adopt(&natural) && self.rest_holds(terms);
        if pleases {
            let value = |(input, value): (usize, &mut u64)| {
                *value = self.words.value(&self.order, input as u32);
            };
            model.iter_mut().enumerate().for_each(value);
        }
        self.words.undo(words);
        self.order.undo(order);
        self.satisfied = trail;
        pleases
    }
}

/// How far the model has moved.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Place {
    order: usize,
    words: usize,
}

/// For [`crate::parts`], which has a model of its own.
impl Chain {
    /// Gives an input a value that no assertion is about; it is not taken back.
    pub(crate) fn start_at(&mut self, input: u32, value: u64) {
        self.words.start_at(input, value);
    }

    /// How far the model has moved by now.
    pub(crate) fn place(&self) -> Place {
        Place { order: self.order.changes(), words: self.words.changes() }
    }

    /// The inputs whose values may be others than at a place, since which nothing was taken back, in no order and some of
    /// them several times.
    pub(crate) fn moved_since(&self, place: Place) -> Vec<u32> {
        let mut inputs: Vec<u32> = self.words.kept_since(place.words).collect();
        for variable in self.order.moved_since(place.order) {
            let word = self.words.word(variable).into_iter();
            inputs.extend(word.flat_map(|word| word.shape.pieces.iter().map(|piece| piece.input)));
        }
        inputs
    }
}

impl Default for Chain {
    fn default() -> Self {
        Self::new()
    }
}

impl Solver for Chain {
    fn declare(&mut self, input: Declared) {
        self.bytes.declare(input);
        self.words.declare(input);
    }

    fn inputs(&self) -> usize {
        self.words.inputs().len()
    }

    fn mark(&self, terms: &Terms) -> Mark {
        Mark { assertions: self.assertions.len(), inputs: self.inputs(), terms: terms.count() }
    }

    fn undo(&mut self, mark: Mark) {
        if let Some(before) = self.log.get(mark.assertions) {
            self.facts.truncate(before.facts);
            self.rest.truncate(before.rest);
            self.order.undo(before.order);
            self.compared.truncate(before.compared);
            self.cases.truncate(before.cases);
            self.graph.undo(before.graph);
            self.bytes.undo(before.bytes);
            self.words.undo(before.words);
            self.helpers.undo(before.helpers);
            self.satisfied = before.satisfied;
            self.sound = before.sound;
            if !before.contradictory {
                self.contradiction = None;
            }
            self.small.undo(before.facts);
            self.upper.undo(before.facts);
            self.log.truncate(mark.assertions);
            self.assertions.truncate(mark.assertions);
        }
        if mark.inputs < self.inputs() {
            self.small.truncate(mark.inputs);
        }
        self.words.truncate(mark.inputs);
        self.bytes.truncate(mark.inputs);
        self.reaches.undo(mark.terms);
        self.bytes.forget(mark.terms);
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
        if self.satisfied {
            self.sound = self.as_it_is();
        }
        answer
    }

    fn value(&self, input: u32) -> u64 {
        self.words.value(&self.order, input)
    }

    fn core(&mut self, terms: &Terms) -> Vec<usize> {
        match &self.core {
            Core::Known(core) => core.clone(),
            &Core::Byte { input, facts } => {
                let about = self.facts[..facts].iter().filter(|fact| fact.byte == Some(input));
                let mut core: Vec<usize> = about.map(|fact| fact.assertion as usize).collect();
                core.dedup();
                core
            }
            Core::Inputs(parts) => {
                let parts = parts.clone();
                self.assertions_about(terms, &parts)
            }
            // If it has not been asked yet, and gives up now, all assertions are a reason.
            Core::Z3 => match self.tell_z3(terms) {
                Answer::Unsat => self.z3.core(terms),
                _ => (0..self.assertions.len()).collect(),
            },
        }
    }

    fn natural(&mut self, terms: &Terms) -> Vec<u64> {
        let mut model: Vec<u64> = (0..self.inputs() as u32).map(|input| self.value(input)).collect();
        // Small numbers do not please as characters.
        if !self.bytes.is_empty() || !self.pleasing(terms, &mut model) {
            natural(terms, &self.assertions, self.words.inputs(), &mut model);
        }
        model
    }

    fn image(&mut self, terms: &Terms, term: TermId) -> Option<Vec<u64>> {
        if let Some(input) = self.only_byte(terms, term) {
            return Some(self.bytes.image(terms, input, term));
        }
        let table = self.combinations(terms, term)?;
        Some(self.small.image(terms, &table, term))
    }

    fn determined(&mut self, terms: &Terms, term: TermId) -> Vec<(u32, u64)> {
        // Most programs have no small inputs.
        if self.bytes.is_empty() || self.contradiction.is_some() {
            return Vec::new();
        }
        self.only_values(terms, term)
    }

    fn calls(&self) -> u64 {
        self.z3.calls()
    }

    fn steps(&self) -> u64 {
        self.order.steps()
    }

    fn limit(&mut self, units: u32) {
        self.z3.limit(units);
    }

    fn stop_at(&mut self, stop: Arc<AtomicBool>) {
        self.small.stop_at(stop.clone());
        self.z3.stop_at(stop);
    }
}
