//! What a new solver is made for: a second opinion, and the reasons for a contradiction.

use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use z3::ast::Bool;
use z3::{Context, SatResult, Solver, Tactic};

use super::question::{Question, Reply, limit};
use super::translate::Translation;

/// Z3's tactics that turn everything into clauses. Those of its own for bit vectors do more, and with 4.8.12 take up
/// to three times as long on sums and divisions.
const CLAUSES: [&str; 7] =
    ["simplify", "propagate-values", "solve-eqs", "elim-uncnstr", "simplify", "bit-blast", "sat"];

/// What comes before if there is floating-point arithmetic. Z3 leaves the bits of NaN and what is no integer to functions
/// of which nothing is known; these have to go, although terms never depend on them. (Its option to take zero instead,
/// `hi_fp_unspecified`, made 4.8.12 say that the square of a number can be negative.)
const NUMBERS: [&str; 3] = ["simplify", "fpa2bv", "ackermannize_bv"];

/// So much arithmetic on top of each other may be turned into clauses: how long that takes grows with the square,
/// and Z3 doesn't look at the limit (7 s for 1000 pairs of an addition and an exclusive or of 8 bits).
pub const DEEPEST: u32 = 256;

/// Another way to go about a question: everything turned into clauses at once, for a solver that knows nothing else.
/// Slower on most questions, but at ease with large tables and with sums that have to be exact: a table of 4096
/// entries takes 0.2 to 0.4 s, where the incremental solver finds nothing in 7.
pub fn by_clauses(question: &Question, translation: &mut Translation, units: u32) -> Reply {
    let numbers = if question.has_floats() { &NUMBERS[..] } else { &[] };
    let tactics = numbers.iter().chain(&CLAUSES).map(|name| Tactic::new(name));
    let tactic = tactics.reduce(|first, then| first.and_then(&then)).expect("there are tactics");
    let solver = tactic.solver();
    solver.set_params(&limit(units));
    for index in question.inputs() {
        question.bounds(index).iter().for_each(|bound| solver.assert(bound));
    }
    for assertion in question.assertions {
        solver.assert(translation.truth(question.terms, assertion.condition));
    }
    match question.stop {
        Some(stop) => until(stop, question, &solver),
        None => question.reply(&solver),
    }
}

/// How often to look whether to stop.
const LOOK: Duration = Duration::from_millis(50);

/// The reply, unless it is to be stopped before there is one.
fn until(stop: &AtomicBool, question: &Question, solver: &Solver) -> Reply {
    let context = Context::thread_local();
    let handle = context.handle();
    let is_done = AtomicBool::new(false);
    thread::scope(|scope| {
        let watcher = scope.spawn(|| {
            while !is_done.load(Ordering::Relaxed) {
                if stop.load(Ordering::Relaxed) {
                    return handle.interrupt();
                }
                thread::park_timeout(LOOK);
            }
        });
        let reply = question.reply(solver);
        is_done.store(true, Ordering::Relaxed);
        watcher.thread().unpark();
        reply
    })
}

/// Places among the assertions of some that contradict each other; all, if that was not found out again.
pub fn core(question: &Question, translation: &mut Translation) -> Vec<usize> {
    // Which of the clauses that numbers become matter would take as long again to find out, if not longer.
    if question.has_floats() {
        return (0..question.assertions.len()).collect();
    }
    let solver = Solver::new();
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
