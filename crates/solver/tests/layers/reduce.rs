//! A failure made smaller: fewer assertions that a new chain is wrong about, too.

use std::panic::{AssertUnwindSafe, catch_unwind};

use worstcase_solver::{Answer, Declared, Solver, Z3};
use worstcase_term::{TermId, Terms};

use crate::tested::Tested;

/// Assertions of which none can be left out, if a new chain is wrong about all of them.
pub fn reduced(
    tested: Tested,
    terms: &Terms,
    inputs: &[Declared],
    assertions: &[TermId],
) -> Option<Vec<TermId>> {
    let mut left = assertions.to_vec();
    if !is_wrong(tested, terms, inputs, &left) {
        return None;
    }
    for place in (0..left.len()).rev() {
        let removed = left.remove(place);
        if !is_wrong(tested, terms, inputs, &left) {
            left.insert(place, removed);
        }
    }
    Some(left)
}

/// Whether a new chain panics, or gives an answer that is false, or a core that is none.
fn is_wrong(tested: Tested, terms: &Terms, inputs: &[Declared], assertions: &[TermId]) -> bool {
    let judged = |among: &[TermId]| {
        let mut z3 = Z3::new();
        z3.limit(400_000);
        answer(&mut z3, terms, inputs, among)
    };
    catch_unwind(AssertUnwindSafe(|| {
        let mut chain = tested.make();
        match answer(&mut *chain, terms, inputs, assertions) {
            Answer::Sat => {
                let model = |input: u32| chain.value(input);
                let in_range = inputs.iter().enumerate().all(|(i, input)| input.allows(model(i as u32)));
                !in_range || assertions.iter().any(|&assertion| terms.eval(assertion, &model) == 0)
            }
            Answer::Unsat => {
                let core: Vec<TermId> = chain.core(terms).iter().map(|&number| assertions[number]).collect();
                judged(&core) == Answer::Sat
            }
            Answer::Unknown => false,
        }
    }))
    .unwrap_or(true)
}

fn answer(solver: &mut dyn Solver, terms: &Terms, inputs: &[Declared], assertions: &[TermId]) -> Answer {
    inputs.iter().for_each(|&input| solver.declare(input));
    assertions.iter().for_each(|&assertion| solver.assert(terms, assertion));
    solver.check(terms)
}
