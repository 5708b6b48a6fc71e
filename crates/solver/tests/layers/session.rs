//! A session with the chain, each answer of which is judged: models by evaluation, contradictions by plain Z3.
//!
//! A program asks as a real one does when it is explored: a condition that holds in the model is negated, asserted and
//! checked, then one side is followed, and the other may be come back to. So it runs again and again from its start,
//! and what it has decided before is answered from memory.

use std::time::Instant;

use worstcase_solver::{Answer, Declared, Mark, Solver, Z3};
use worstcase_term::{TermId, Terms, mask};

use crate::random::Random;
use crate::tally::Tally;
use crate::tested::Tested;

/// Work that the judge may put into confirming a contradiction.
const LIMIT_OF_JUDGE: u32 = 400_000;

/// How many values `possible` is asked for at most.
const MOST_VALUES: usize = 20;

/// The session has asked enough.
pub struct Enough;

pub type Step<T> = Result<T, Enough>;

/// All that was declared and asserted, and the solvers.
pub struct Session {
    /// What the driver does next. A program has random numbers of its own, since it runs more than once.
    pub random: Random,
    pub terms: Terms,
    pub inputs: Vec<Declared>,
    assertions: Vec<TermId>,
    tested: Tested,
    chain: Box<dyn Solver>,
    /// Knows the same assertions as the chain.
    z3: Z3,
    /// Is told what it is asked about, each time.
    judge: Z3,
    /// Whether the chain's model has to satisfy all assertions.
    satisfied: bool,
    decisions: Vec<Decision>,
    /// How many of the decisions and inputs the program has come to, this time.
    decided: usize,
    read: usize,
    questions_left: usize,
    depth_left: usize,
    history: Vec<String>,
    pub tally: Tally,
}

/// What a program has decided.
struct Decision {
    before: State,
    term: TermId,
    value: u64,
    /// Other values that it may have.
    open: Vec<u64>,
}

/// A state to come back to, and the model there.
#[derive(Clone)]
pub struct State {
    solver: Mark,
    terms: worstcase_term::Mark,
    model: Option<Vec<u64>>,
}

impl State {
    /// Whether all assertions were known to hold together.
    pub fn is_satisfied(&self) -> bool {
        self.model.is_some()
    }
}

impl Session {
    pub fn new(seed: u64, tested: Tested) -> Session {
        let (chain, z3, mut judge) = (tested.make(), Z3::new(), Z3::new());
        judge.limit(LIMIT_OF_JUDGE);
        Session {
            random: Random(seed),
            terms: Terms::new(),
            inputs: Vec::new(),
            assertions: Vec::new(),
            tested,
            chain,
            z3,
            judge,
            satisfied: true,
            decisions: Vec::new(),
            decided: 0,
            read: 0,
            questions_left: 0,
            depth_left: 0,
            history: Vec::new(),
            tally: Tally { sessions: 1, ..Tally::default() },
        }
    }

    pub fn declare(&mut self, input: Declared) {
        self.history.push(format!("declare {input:?}"));
        self.inputs.push(input);
        self.chain.declare(input);
        self.z3.declare(input);
        self.check_present_model();
    }

    pub fn assert(&mut self, condition: TermId) {
        self.history.push(format!("assert {}", self.terms.display(condition).limit(200)));
        let kept = self.satisfied && self.eval(condition) == 1;
        self.assertions.push(condition);
        self.chain.assert(&self.terms, condition);
        self.z3.assert(&self.terms, condition);
        self.satisfied = kept;
        self.check_present_model();
    }

    pub fn state(&self) -> State {
        let solver = self.chain.mark(&self.terms);
        assert_eq!(solver, self.z3.mark(&self.terms));
        State { solver, terms: self.terms.mark(), model: self.satisfied.then(|| self.model()) }
    }

    /// Goes back to a state; terms that were made since then may be kept.
    pub fn back(&mut self, state: &State, keep_terms: bool) {
        self.history.push(format!("undo to {:?}", state.solver));
        self.chain.undo(state.solver);
        self.z3.undo(state.solver);
        if !keep_terms {
            self.terms.undo(state.terms);
        }
        self.assertions.truncate(state.solver.assertions);
        self.inputs.truncate(state.solver.inputs);
        self.satisfied = state.model.is_some();
        if let Some(model) = &state.model {
            assert_eq!(*model, self.model(), "undo does not bring back the model");
        }
        self.check_present_model();
    }

    /// The chain's answer, judged.
    pub fn check(&mut self) -> Answer {
        let (calls, start) = (self.chain.calls(), Instant::now());
        let answer = self.chain.check(&self.terms);
        self.history.push(format!("check: {answer:?}"));
        self.satisfied = answer == Answer::Sat;
        self.tally.count(answer, self.chain.calls() == calls, start.elapsed());
        match answer {
            // The judge's opinion would add nothing to that.
            Answer::Sat => self.check_present_model(),
            Answer::Unsat => {
                self.z3.limit(LIMIT_OF_JUDGE);
                match self.z3.check(&self.terms) {
                    Answer::Sat => panic!("unsatisfiable for the chain only"),
                    Answer::Unsat => {}
                    Answer::Unknown => self.tally.unjudged += 1,
                }
                self.check_core();
            }
            Answer::Unknown => {
                self.z3.limit(self.tested.z3);
                self.tally.missed += usize::from(self.z3.check(&self.terms) != Answer::Unknown);
            }
        }
        answer
    }

    fn eval(&self, term: TermId) -> u64 {
        self.terms.eval(term, &|input| self.chain.value(input))
    }

    fn model(&self) -> Vec<u64> {
        (0..self.inputs.len() as u32).map(|input| self.chain.value(input)).collect()
    }

    fn check_present_model(&self) {
        if self.satisfied {
            self.check_model(&self.model());
        }
    }

    fn check_model(&self, model: &[u64]) {
        for (number, &assertion) in self.assertions.iter().enumerate() {
            let value = self.terms.eval(assertion, &|input| model[input as usize]);
            assert_eq!(value, 1, "assertion {number} does not hold for {model:?}");
        }
        for (number, input) in self.inputs.iter().enumerate() {
            assert!(input.allows(model[number]), "input {number} is out of its range: {model:?}");
        }
    }

    fn check_core(&mut self) {
        let core = self.chain.core(&self.terms);
        assert!(core.is_sorted_by(|a, b| a < b), "the core {core:?} is not in order");
        let conditions: Vec<TermId> = core.iter().map(|&number| self.assertions[number]).collect();
        let answer = self.judged(&conditions);
        assert_ne!(answer, Answer::Sat, "the core {core:?} is none");
        self.tally.unjudged_cores += usize::from(answer == Answer::Unknown);
    }

    /// What the judge says of these conditions alone.
    fn judged(&mut self, conditions: &[TermId]) -> Answer {
        self.judge.undo(Mark { assertions: 0, inputs: 0, terms: 0 });
        self.inputs.iter().for_each(|&input| self.judge.declare(input));
        conditions.iter().for_each(|&condition| self.judge.assert(&self.terms, condition));
        self.judge.check(&self.terms)
    }

    /// The model for people is a model, and asking for it changes nothing.
    pub fn check_natural(&mut self) {
        if self.satisfied {
            self.history.push("natural".into());
            let before = self.model();
            let natural = self.chain.natural(&self.terms);
            self.check_model(&natural);
            assert_eq!(before, self.model(), "a natural model changes the model");
            assert_eq!(natural, self.chain.natural(&self.terms), "not the same natural model again");
        }
    }

    /// The values that a term can have, of which none may be missing.
    pub fn possible(&mut self, term: TermId, most: usize) -> Option<Vec<u64>> {
        self.history.push(format!("possible {}", self.terms.display(term).limit(200)));
        let before = self.state();
        let values = self.chain.possible(&mut self.terms, term, most);
        self.tally.enumerated += usize::from(values.is_some());
        assert_eq!(self.chain.mark(&self.terms).assertions, self.assertions.len(), "the state has changed");
        if let Some(model) = &before.model {
            assert_eq!(*model, self.model(), "asking for values changes the model");
        }
        if let Some(values) = &values {
            assert!(values.is_sorted_by(|a, b| a < b) && values.len() <= most, "possible are {values:?}");
            let mut others = self.assertions.clone();
            for &value in values {
                let constant = self.terms.constant(self.terms.width(term), value);
                others.push(self.terms.ne(term, constant));
            }
            let answer = self.judged(&others);
            assert_ne!(answer, Answer::Sat, "other values than {values:?} are possible");
            self.tally.unjudged += usize::from(answer == Answer::Unknown);
        }
        values
    }

    /// Inputs that are said to have only one value have no other.
    pub fn check_determined(&mut self, term: TermId) {
        for (input, value) in self.chain.determined(&self.terms, term) {
            self.tally.determined += 1;
            let width = self.inputs[input as usize].width;
            let (known, constant) = (self.terms.input(input, width), self.terms.constant(width, value));
            let another = self.terms.ne(known, constant);
            let others = [self.assertions.as_slice(), &[another]].concat();
            let answer = self.judged(&others);
            assert_ne!(answer, Answer::Sat, "input {input} need not be {value}");
            self.tally.unjudged += usize::from(answer == Answer::Unknown);
        }
    }

    /// Everything that is needed to see a failure again.
    pub fn report(&self) -> String {
        let mut lines = self.history.clone();
        lines.push(format!("{:?}", self.tested));
        let reduced = crate::reduce::reduced(self.tested, &self.terms, &self.inputs, &self.assertions);
        let (title, assertions) = match &reduced {
            Some(fewer) => ("these assertions are enough, in a new chain:", fewer),
            None => ("a new chain is right about all assertions as they are now:", &self.assertions),
        };
        lines.push(title.into());
        lines.extend(self.inputs.iter().enumerate().map(|(number, input)| format!("; x{number}: {input:?}")));
        lines.extend(assertions.iter().map(|&term| format!("; {}", self.terms.display(term).limit(2000))));
        lines.push(self.terms.smtlib(assertions));
        lines.join("\n")
    }
}

/// What programs do.
impl Session {
    /// Explores a program, at random, with at most so many questions.
    pub fn explore(&mut self, program: &dyn Fn(&mut Session) -> Step<()>, questions: usize) {
        self.questions_left = questions;
        loop {
            (self.decided, self.read) = (0, 0);
            self.depth_left = 4 + self.random.below(40);
            let _ = program(self);
            if self.random.once_in(2) {
                self.check_natural();
            }
            if self.questions_left == 0 || !self.take_another() {
                return;
            }
        }
    }

    /// The program's next input.
    pub fn input(&mut self, input: Declared) -> TermId {
        let number = self.next_input(input);
        self.terms.input(number, input.width)
    }

    /// The same, where terms know its range: they mean what they say only for inputs within it.
    pub fn ranged_input(&mut self, input: Declared) -> TermId {
        let number = self.next_input(input);
        let (width, most) = (input.width, mask(input.width).min(i64::MAX as u64) as i64);
        match input.range {
            Some((low, high)) if 0 <= low && low < high && high <= most => {
                self.terms.input_in(number, width, (low as u64, high as u64))
            }
            _ => self.terms.input(number, width),
        }
    }

    fn next_input(&mut self, input: Declared) -> u32 {
        if self.read == self.inputs.len() {
            self.declare(input);
        }
        assert_eq!(self.inputs[self.read], input, "a program asks for the same inputs again");
        self.read += 1;
        self.read as u32 - 1
    }

    /// Whether a condition holds on this path.
    pub fn decide(&mut self, condition: TermId) -> Step<bool> {
        if let Some(known) = self.known(condition)? {
            return Ok(known == 1);
        }
        let before = self.state();
        let holds = self.eval(condition) == 1;
        let opposite = self.terms.not(condition);
        let (other, this) = if holds { (opposite, condition) } else { (condition, opposite) };
        self.assert(other);
        let answer = self.check();
        let follow = answer == Answer::Sat && self.random.once_in(2);
        if !follow {
            // `this` may be a later term.
            self.back(&before, true);
            if answer != Answer::Unsat || self.random.once_in(2) {
                self.assert(this);
            }
        }
        let value = u64::from(holds != follow);
        let open = if answer == Answer::Sat { vec![1 - value] } else { Vec::new() };
        self.note(Decision { before, term: condition, value, open });
        Ok(value == 1)
    }

    /// Which value a term has on this path.
    pub fn choose(&mut self, term: TermId) -> Step<u64> {
        if let Some(known) = self.known(term)? {
            return Ok(known);
        }
        let before = self.state();
        let mut open = self.possible(term, MOST_VALUES).unwrap_or_default();
        let mut value = self.eval(term);
        if !open.is_empty() {
            assert!(open.contains(&value), "the value in the model is possible, too");
            value = open.remove(self.random.below(open.len()));
        }
        self.assert_value(term, value);
        if !self.satisfied && self.check() != Answer::Sat {
            // Listed, but impossible.
            self.back(&before, true);
            value = self.eval(term);
            open.retain(|&other| other != value);
            self.assert_value(term, value);
        }
        self.note(Decision { before, term, value, open });
        Ok(value)
    }

    fn assert_value(&mut self, term: TermId, value: u64) {
        let constant = self.terms.constant(self.terms.width(term), value);
        let equal = self.terms.eq(term, constant);
        self.assert(equal);
    }

    /// The value of a term if it is constant or was decided the last time.
    fn known(&mut self, term: TermId) -> Step<Option<u64>> {
        if let Some(value) = self.terms.value(term) {
            return Ok(Some(value));
        }
        if let Some(decision) = self.decisions.get(self.decided) {
            assert_eq!(decision.term, term, "a program decides the same again");
            self.decided += 1;
            return Ok(Some(decision.value));
        }
        if self.questions_left == 0 || self.depth_left == 0 || !self.satisfied {
            return Err(Enough);
        }
        self.questions_left -= 1;
        self.depth_left -= 1;
        if self.random.once_in(10) {
            assert_eq!(self.check(), Answer::Sat, "satisfied by the model already");
        }
        self.check_determined(term);
        Ok(None)
    }

    fn note(&mut self, decision: Decision) {
        self.decisions.push(decision);
        self.decided += 1;
    }

    /// Goes back to a decision that can be another, mostly the last, and makes it so.
    fn take_another(&mut self) -> bool {
        loop {
            let open: Vec<usize> =
                (0..self.decisions.len()).filter(|&at| !self.decisions[at].open.is_empty()).collect();
            let Some(&last) = open.last() else { return false };
            let at = if self.random.once_in(3) { self.random.pick(&open) } else { last };
            self.decisions.truncate(at + 1);
            let Some(mut decision) = self.decisions.pop() else { return false };
            self.back(&decision.before, false);
            let Some(value) = decision.open.pop() else { return false };
            decision.value = value;
            self.assert_value(decision.term, value);
            let answer = self.check();
            if answer != Answer::Sat {
                self.back(&decision.before, false);
            }
            self.decisions.push(decision);
            if answer == Answer::Sat {
                return true;
            }
            // Nothing is known of this side, so it is not continued; the next round takes another.
        }
    }
}
