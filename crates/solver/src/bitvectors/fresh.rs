//! What a new solver is made for: a second opinion, and the reasons for a contradiction.

use z3::ast::Bool;
use z3::{SatResult, Tactic};

use super::question::{Question, Reply, limit};
use super::translate::Translation;

/// Z3's tactics that turn everything into clauses. Those of its own for bit vectors do more, and with 4.8.12 take up
/// to three times as long on sums and divisions.
const CLAUSES: [&str; 7] =
    ["simplify", "propagate-values", "solve-eqs", "elim-uncnstr", "simplify", "bit-blast", "sat"];

/// So much arithmetic on top of each other may be turned into clauses: how long that takes grows with the square,
/// and Z3 doesn't look at the limit (7 s for 1000 pairs of an addition and an exclusive or of 8 bits).
pub const DEEPEST: u32 = 256;

/// Another way to go about a question: everything turned into clauses at once, for a solver that knows nothing else.
/// Slower on most questions, but at ease with large tables and with sums that have to be exact: a table of 4096
/// entries takes 0.2 to 0.4 s, where the incremental solver finds nothing in 7.
pub fn by_clauses(question: &Question, translation: &mut Translation, units: u32) -> Reply {
    let tactics = CLAUSES.iter().map(|name| Tactic::new(name));
    let tactic = tactics.reduce(|first, then| first.and_then(&then)).expect("there are tactics");
    let solver = tactic.solver();
    solver.set_params(&limit(units));
    for index in question.inputs() {
        question.bounds(index).iter().for_each(|bound| solver.assert(bound));
    }
    for assertion in question.assertions {
        solver.assert(translation.truth(question.terms, assertion.condition));
    }
    question.reply(&solver)
}

/// Places among the assertions of some that contradict each other; all, if that was not found out again.
pub fn core(question: &Question, translation: &mut Translation) -> Vec<usize> {
    let solver = z3::Solver::new();
    solver.set_params(&limit(question.limit));
    for index in question.inputs() {
        question.bounds(index).iter().for_each(|bound| solver.assert(bound));
    }
    let mut guards: Vec<Bool> = Vec::new();
    for assertion in question.assertions {
        let guard = Bool::fresh_const("asserted");
        solver.assert(guard.implies(translation.truth(question.terms, assertion.condition)));
        guards.push(guard);
    }
    match solver.check_assumptions(&guards) {
        SatResult::Unsat => {
            let core = solver.get_unsat_core();
            (0..guards.len()).filter(|&place| core.contains(&guards[place])).collect()
        }
        _ => (0..guards.len()).collect(),
    }
}
