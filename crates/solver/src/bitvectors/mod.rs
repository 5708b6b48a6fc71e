//! Plain Z3 on bit vectors: decides everything, exactly, and is what the faster layers are checked against.
//!
//! Z3 is asked as little as possible. A solver keeps a model, and what holds in it needs no question; of what does
//! not, only the part that is connected with it is asked about (`components`), and the other inputs keep their
//! values. Every model is verified by evaluation, so a `Sat` is never wrong, whatever Z3 or the translation did.

mod circuit;
mod components;
mod fresh;
mod guess;
mod home;
mod numbers;
mod outside;
mod question;
mod session;
mod translate;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use worstcase_term::{Evaluator, TermId, Terms};

use self::home::Home;
use self::outside::Outside;
use self::question::{Asserted, Question, Unchanged};
use crate::natural::natural;
use crate::solver::{Answer, Declared, Mark, Solver};

pub use self::outside::{Workers, serve};

/// The limit of a solver for which none was set.
const DEFAULT_LIMIT: u32 = 10_000_000;

/// What it takes to tell Z3 an assertion, in units of the limit: a question that cannot even be told is given up at once.
const TELLING: u64 = 10;

/// A solver that passes everything on to Z3.
#[derive(Debug)]
pub struct Z3 {
    place: Place,
    evaluator: Evaluator,
    declared: Vec<Declared>,
    assertions: Vec<Assertion>,
    /// The value of each input.
    model: Vec<u64>,
    /// So many assertions, from the first, are known to hold in the model.
    holding: usize,
    /// Changes of the model, to be taken back.
    changes: Vec<Change>,
    contradiction: Option<Contradiction>,
    /// What Z3's side may still rely on.
    unchanged: Unchanged,
    limit: u32,
    stop: Option<Arc<AtomicBool>>,
    calls: u64,
}

/// Where Z3 is asked.
#[derive(Debug)]
enum Place {
    /// In this process, where nothing ends it before its time.
    Here(Home),
    /// In one that can be ended.
    Outside(Outside),
}

#[derive(Debug)]
struct Assertion {
    condition: TermId,
    /// The inputs that it is about, once that was of interest.
    inputs: Option<Box<[u32]>>,
}

/// A change of the model.
#[derive(Debug)]
struct Change {
    /// How many assertions there were: it belongs to all states that have as many or more.
    assertions: usize,
    /// What it was before: how many assertions held in it, and the values of the inputs that changed.
    holding: usize,
    values: Vec<(u32, u64)>,
}

/// Assertions that can't hold together.
#[derive(Debug)]
struct Contradiction {
    /// Their numbers, in ascending order.
    among: Vec<usize>,
    /// How many of the first assertions contain them.
    assertions: usize,
}

impl Z3 {
    /// No inputs and no assertions. Z3 is asked in this process: what a limit or a stop makes of a question is up to it.
    pub fn new() -> Z3 {
        Z3::at(Place::Here(Home::default()))
    }

    /// The same, but Z3 is asked in another process, so that every answer comes within the limits.
    pub fn outside(workers: Arc<Workers>) -> Z3 {
        Z3::at(Place::Outside(Outside::new(workers)))
    }

    fn at(place: Place) -> Z3 {
        Z3 {
            place,
            evaluator: Evaluator::new(),
            declared: Vec::new(),
            assertions: Vec::new(),
            model: Vec::new(),
            holding: 0,
            changes: Vec::new(),
            contradiction: None,
            unchanged: Unchanged { assertions: 0, terms: 0, inputs: 0 },
            limit: DEFAULT_LIMIT,
            stop: None,
            calls: 0,
        }
    }

    fn is_stopped(&self) -> bool {
        self.stop.as_ref().is_some_and(|stop| stop.load(Ordering::Relaxed))
    }

    /// The numbers of the assertions that do not hold in the model.
    fn failing(&mut self, terms: &Terms) -> Vec<usize> {
        let (model, assertions) = (|input: u32| self.model[input as usize], &self.assertions);
        let mut valuation = self.evaluator.under(terms, &model);
        let news = self.holding..assertions.len();
        news.filter(|&number| !valuation.holds(assertions[number].condition)).collect()
    }

    /// The numbers of the assertions that have to be solved again for those that fail.
    fn relevant(&mut self, terms: &Terms, failing: &[usize]) -> Vec<usize> {
        for assertion in &mut self.assertions {
            assertion.inputs.get_or_insert_with(|| terms.inputs_of(assertion.condition).into());
        }
        let inputs: Vec<&[u32]> = self.assertions.iter().map(Assertion::inputs).collect();
        components::connected(self.declared.len(), &inputs, failing)
    }

    /// Values that make these assertions hold, if they are about floating-point arithmetic and likely numbers do.
    fn guess(&self, terms: &Terms, numbers: &[usize]) -> Option<Vec<(u32, u64)>> {
        let conditions: Vec<TermId> =
            numbers.iter().map(|&number| self.assertions[number].condition).collect();
        if !conditions.iter().any(|&condition| terms.has_floats(condition)) {
            return None;
        }
        let mut inputs: Vec<u32> =
            numbers.iter().flat_map(|&number| self.assertions[number].inputs()).copied().collect();
        inputs.sort_unstable();
        inputs.dedup();
        guess::guess(terms, &self.declared, &conditions, &inputs, &self.model)
    }

    /// Asks Z3 something about some of the assertions.
    fn ask<R>(
        &mut self,
        terms: &Terms,
        numbers: &[usize],
        ask: impl FnOnce(&mut Place, &Question) -> R,
    ) -> R {
        let of = |&number: &usize| {
            let assertion = &self.assertions[number];
            Asserted { number, condition: assertion.condition, inputs: assertion.inputs() }
        };
        let assertions: Vec<Asserted> = numbers.iter().map(of).collect();
        let (declared, unchanged) = (&self.declared[..], self.unchanged);
        let question = Question {
            terms,
            declared,
            assertions: &assertions,
            unchanged,
            limit: self.limit,
            stop: self.stop.as_ref(),
        };
        let result = ask(&mut self.place, &question);
        self.unchanged = Unchanged { assertions: usize::MAX, terms: usize::MAX, inputs: usize::MAX };
        result
    }

    /// Makes values part of the model if they make these assertions hold.
    fn adopt(&mut self, terms: &Terms, numbers: &[usize], values: &[(u32, u64)]) -> Answer {
        let before = self.model.clone();
        for input in numbers.iter().flat_map(|&number| self.assertions[number].inputs()) {
            self.model[*input as usize] = self.declared[*input as usize].closest_to_zero();
        }
        values.iter().for_each(|&(input, value)| self.model[input as usize] = value);
        let changed = (0..self.model.len()).filter(|&input| self.model[input] != before[input]);
        let values: Vec<(u32, u64)> = changed.map(|input| (input as u32, before[input])).collect();
        let (model, assertions) = (|input: u32| self.model[input as usize], &self.assertions);
        let mut valuation = self.evaluator.under(terms, &model);
        let in_ranges = values.iter().all(|&(input, _)| self.declared[input as usize].allows(model(input)));
        if !in_ranges || !numbers.iter().all(|&number| valuation.holds(assertions[number].condition)) {
            debug_assert!(false, "Z3's model does not satisfy the assertions");
            self.model = before;
            return Answer::Unknown;
        }
        self.changes.push(Change { assertions: self.assertions.len(), holding: self.holding, values });
        self.holding = self.assertions.len();
        Answer::Sat
    }
}

impl Assertion {
    fn inputs(&self) -> &[u32] {
        self.inputs.as_deref().unwrap_or_default()
    }
}

impl Default for Z3 {
    fn default() -> Z3 {
        Z3::new()
    }
}

impl Solver for Z3 {
    fn declare(&mut self, input: Declared) {
        assert!(input.range.is_none_or(|(low, high)| low <= high), "a range has at least one value");
        self.model.push(input.closest_to_zero());
        self.declared.push(input);
    }

    fn inputs(&self) -> usize {
        self.declared.len()
    }

    fn mark(&self, terms: &Terms) -> Mark {
        Mark { assertions: self.assertions.len(), inputs: self.declared.len(), terms: terms.count() }
    }

    fn undo(&mut self, mark: Mark) {
        self.assertions.truncate(mark.assertions);
        self.declared.truncate(mark.inputs);
        self.model.truncate(mark.inputs);
        while let Some(change) = self.changes.pop_if(|change| change.assertions > mark.assertions) {
            for (input, value) in change.values {
                // An input that was declared after the mark is gone.
                if let Some(now) = self.model.get_mut(input as usize) {
                    *now = value;
                }
            }
            self.holding = change.holding;
        }
        self.holding = self.holding.min(mark.assertions);
        self.contradiction.take_if(|contradiction| contradiction.assertions > mark.assertions);
        self.unchanged.assertions = self.unchanged.assertions.min(mark.assertions);
        self.unchanged.terms = self.unchanged.terms.min(mark.terms);
        self.unchanged.inputs = self.unchanged.inputs.min(mark.inputs);
    }

    fn assert(&mut self, terms: &Terms, condition: TermId) {
        debug_assert_eq!(terms.width(condition), 1, "an assertion is a truth value");
        self.assertions.push(Assertion { condition, inputs: None });
    }

    fn check(&mut self, terms: &Terms) -> Answer {
        if self.contradiction.is_some() {
            return Answer::Unsat;
        }
        let failing = self.failing(terms);
        if failing.is_empty() {
            self.holding = self.assertions.len();
            return Answer::Sat;
        }
        if self.is_stopped() {
            return Answer::Unknown;
        }
        let numbers = self.relevant(terms, &failing);
        if numbers.len() as u64 * TELLING > self.limit.into() {
            self.calls += 1;
            return Answer::Unknown;
        }
        if let Some(values) = self.guess(terms, &numbers) {
            return self.adopt(terms, &numbers, &values);
        }
        self.calls += 1;
        let (answer, values) = self.ask(terms, &numbers, |place, question| match place {
            Place::Here(home) => home.check(question),
            Place::Outside(outside) => outside.check(question),
        });
        match answer {
            Answer::Sat => self.adopt(terms, &numbers, &values),
            Answer::Unsat => {
                let assertions = self.assertions.len();
                self.contradiction = Some(Contradiction { among: numbers, assertions });
                Answer::Unsat
            }
            Answer::Unknown => Answer::Unknown,
        }
    }

    fn value(&self, input: u32) -> u64 {
        self.model[input as usize]
    }

    fn core(&mut self, terms: &Terms) -> Vec<usize> {
        let Some(Contradiction { among, .. }) = &self.contradiction else { return Vec::new() };
        let among = among.clone();
        if self.is_stopped() {
            return among;
        }
        let places = self.ask(terms, &among, |place, question| match place {
            Place::Here(home) => home.core(question),
            Place::Outside(outside) => outside.core(question),
        });
        places.into_iter().map(|place| among[place]).collect()
    }

    fn natural(&mut self, terms: &Terms) -> Vec<u64> {
        let assertions: Vec<TermId> = self.assertions.iter().map(|assertion| assertion.condition).collect();
        let mut model = self.model.clone();
        natural(terms, &assertions, &self.declared, &mut model);
        model
    }

    fn calls(&self) -> u64 {
        self.calls
    }

    fn limit(&mut self, units: u32) {
        self.limit = units;
    }

    fn stop_at(&mut self, stop: Arc<AtomicBool>) {
        self.stop = Some(stop);
    }
}
