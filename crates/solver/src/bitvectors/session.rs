//! Z3's side of a solver: its expressions, and one incremental solver that is brought to what is asked about.
//!
//! The solver keeps assertions on a stack, a level each. A question is about few of them (see `components`). What
//! it lacks is put on top, and what is there but does not matter stays, since to take it off would take off what is
//! above it; only when too much of that has gathered is it swept away. An assertion that was undone goes, of course,
//! with all above it.
//!
//! Measured with Z3 4.8.12, microseconds per satisfiable / contradictory check of both sides of every conditional
//! along a path:
//!
//! | | all of the path | only what matters | only that, new `smt` solver | same, QF_BV solver | incremental QF_BV |
//! |---|---|---|---|---|---|
//! | parser, 24 bytes | 149 / 52 | 194 / 97 | 505 / 445 | 1043 / 796 | 3076 / 3620 |
//! | digits of 12 numbers | 7102 / 613 | 6945 / 766 | 10762 / 423 | 52982 / 787 | 84889 / 47168 |
//! | products of 12 numbers | 12721 / 2543 | 21346 / 3545 | 24160 / 13441 | 154525 / 41082 | unknown |
//! | sums of 10 weights | 5514 / 7376 | 8002 / 36216 | 4791 / 6192 | 36191 / 43864 | 23112 / 29635 |
//! | `<` of 30 numbers | 1394 / 8856 | 1795 / 10057 | 6253 / 16417 | 14472 / 43710 | 2652 / 34223 |
//!
//! So an incremental solver it is, and the stack is what lies between the first two columns. Also rejected: a new
//! context per check (10 ms each) and assumptions in place of a stack, which would keep what was learned but are 5 to
//! 20 times slower on the parser, as what is not assumed is still there.

use std::mem;

use worstcase_term::TermId;
use z3::ast::Bool;

use super::circuit::Circuits;
use super::fresh;
use super::question::{Asserted, Question, Reply, Unchanged, limit};
use super::translate::Translation;
use crate::solver::Answer;

/// So many assertions that do not matter may stay on the stack, beside as many as do.
const BYSTANDERS: usize = 256;

/// How much work goes into a question before it is tried in another way, if the limit allows as much again.
const FIRST: u32 = 1_000_000;

/// An incremental solver and what is on its stack.
#[derive(Debug)]
pub struct Session {
    solver: z3::Solver,
    translation: Translation,
    circuits: Circuits,
    levels: Vec<Level>,
    /// The inputs whose ranges are asserted, in the order in which they were.
    bounded: Vec<u32>,
    /// The same, by input.
    is_bounded: Vec<bool>,
    limit: u32,
}

#[derive(Debug)]
struct Level {
    number: usize,
    condition: TermId,
    /// The highest input that the condition is about.
    last_input: Option<u32>,
    /// How many inputs had their range asserted below.
    bounded: usize,
    /// How many terms were built below.
    circuits: usize,
}

impl Session {
    /// A session in the thread's current context.
    pub fn new() -> Session {
        Session {
            solver: incremental(),
            translation: Translation::default(),
            circuits: Circuits::default(),
            levels: Vec::new(),
            bounded: Vec::new(),
            is_bounded: Vec::new(),
            limit: 0,
        }
    }

    /// Whether the assertions can hold together, and if so, for which values.
    pub fn check(&mut self, question: &Question) -> Reply {
        self.forget(question.unchanged);
        if self.levels.len() > 2 * question.assertions.len() + BYSTANDERS {
            self.pop_to(0);
        }
        let missing = self.missing(question.assertions);
        if !self.affords(question, &missing) {
            return (Answer::Unknown, Vec::new());
        }
        // Arithmetic on floating-point numbers is for clauses: the incremental solver hardly ever gets anywhere.
        if question.has_floats() {
            return fresh::by_clauses(question, &mut self.translation, question.limit);
        }
        missing.iter().for_each(|assertion| self.push(question, assertion));
        let first = (question.limit / 2).min(FIRST);
        // Only when it changes: to set a parameter takes a millisecond.
        if self.limit != first {
            self.limit = first;
            self.solver.set_params(&limit(first));
        }
        let reply = question.reply(&self.solver);
        if reply.0 != Answer::Unknown {
            return reply;
        }
        let mut depths = question.assertions.iter().map(|assertion| self.circuits.depth(assertion.condition));
        let is_flat = depths.all(|depth| depth < fresh::DEEPEST);
        self.renew();
        if is_flat {
            return fresh::by_clauses(question, &mut self.translation, question.limit - first);
        }
        reply
    }

    /// A new solver with nothing on its stack. One that has given up is not to be trusted again: 4.8.12 was seen to call
    /// later questions contradictory that are not, once the limit had stopped it (`tests/attacks.rs`).
    fn renew(&mut self) {
        self.pop_to(0);
        self.solver = incremental();
        self.limit = 0;
    }

    /// Places among the assertions of some that contradict each other.
    pub fn core(&mut self, question: &Question) -> Vec<usize> {
        self.forget(question.unchanged);
        fresh::core(question, &mut self.translation)
    }

    /// Those of the assertions that are not on the stack.
    fn missing<'a>(&self, assertions: &[Asserted<'a>]) -> Vec<Asserted<'a>> {
        let mut there: Vec<usize> = self.levels.iter().map(|level| level.number).collect();
        there.sort_unstable();
        let is_missing = |assertion: &&Asserted| there.binary_search(&assertion.number).is_err();
        assertions.iter().filter(is_missing).copied().collect()
    }

    /// Whether the circuits of these assertions can be built within the limit.
    fn affords(&mut self, question: &Question, assertions: &[Asserted]) -> bool {
        let before = self.circuits.count();
        let prices =
            assertions.iter().map(|assertion| self.circuits.build(question.terms, assertion.condition));
        let price: u64 = prices.sum();
        // They are built again level by level, or not at all.
        self.circuits.truncate(before);
        price <= question.limit.into()
    }

    /// Takes everything off that may mean something else now, and what is above it.
    fn forget(&mut self, unchanged: Unchanged) {
        let means_the_same = |level: &Level| {
            level.number < unchanged.assertions
                && level.condition.index() < unchanged.terms
                && level.last_input.is_none_or(|input| (input as usize) < unchanged.inputs)
        };
        let same = self.levels.iter().take_while(|&level| means_the_same(level)).count();
        self.pop_to(same);
        self.translation.truncate(unchanged.terms);
    }

    fn pop_to(&mut self, count: usize) {
        if count < self.levels.len() {
            self.solver.pop((self.levels.len() - count) as u32);
            for index in self.bounded.drain(self.levels[count].bounded..) {
                self.is_bounded[index as usize] = false;
            }
            self.circuits.truncate(self.levels[count].circuits);
            self.levels.truncate(count);
        }
    }

    fn push(&mut self, question: &Question, assertion: &Asserted) {
        let Asserted { number, condition, inputs } = *assertion;
        let last_input = inputs.iter().copied().max();
        let (bounded, circuits) = (self.bounded.len(), self.circuits.count());
        self.levels.push(Level { number, condition, last_input, bounded, circuits });
        self.circuits.build(question.terms, condition);
        self.solver.push();
        self.is_bounded.resize(self.is_bounded.len().max(question.declared.len()), false);
        for &index in inputs {
            if !mem::replace(&mut self.is_bounded[index as usize], true) {
                self.bounded.push(index);
                question.bounds(index).iter().for_each(|bound| self.solver.assert(bound));
            }
        }
        self.solver.assert(self.translation.truth(question.terms, condition));
    }
}

/// A solver for the stack.
fn incremental() -> z3::Solver {
    let solver = z3::Solver::new();
    let mut params = limit(0);
    // Not to keep track of which parts of a circuit still matter: Z3 itself does without once it knows that it is
    // given bit vectors only. Up to twice as fast on the questions above and seven times on deep terms; only
    // large tables want it, and they get a second opinion.
    params.set_u32("smt.relevancy", 0);
    solver.set_params(&params);
    // Parameters are looked at when the solver is first used. If a version of Z3 refuses one, that use is lost, and
    // it had better not be one that matters.
    solver.assert(Bool::from_bool(true));
    solver
}
