//! Z3 in processes of its own. They are this very program, so it has a `main` of its own instead of a test harness.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use worstcase_solver::{Answer, Declared, Solver, Workers, Z3};
use worstcase_term::{TermId, Terms};

const SERVE: &str = "serve";

fn main() {
    if std::env::args().any(|argument| argument == SERVE) {
        worstcase_solver::serve().expect("somebody reads the replies");
        return;
    }
    let tests: [(&str, fn()); 4] = [
        ("answers_are_those_of_z3_in_this_process", answers_are_those_of_z3_in_this_process),
        ("workers_are_used_again", workers_are_used_again),
        ("a_stop_ends_a_question", a_stop_ends_a_question),
        ("memory_ends_a_question", memory_ends_a_question),
    ];
    for (name, test) in tests {
        println!("{name}");
        test();
    }
}

fn workers(memory: u64) -> Arc<Workers> {
    Workers::new(std::env::current_exe().unwrap(), vec![SERVE.into()], memory)
}

const PLENTY: u64 = 1 << 30;

/// Declares inputs of a width and returns them.
fn inputs(solver: &mut Z3, terms: &mut Terms, width: u32, count: u32) -> Vec<TermId> {
    (0..count)
        .map(|index| {
            solver.declare(Declared { width, range: None });
            terms.input(index, width)
        })
        .collect()
}

/// Asserts what hashes of two inputs are, goes back, and asserts something else, and so on: the answers, and the models.
fn session(mut solver: Z3) -> Vec<(Answer, Vec<u64>, Vec<usize>)> {
    let mut terms = Terms::new();
    let inputs = inputs(&mut solver, &mut terms, 16, 4);
    let mut seen = Vec::new();
    for step in 0..40_u64 {
        let (mark, kept) = (solver.mark(&terms), terms.mark());
        let mut is_kept = false;
        for depth in 0..3 {
            let (a, b) = (inputs[(step % 4) as usize], inputs[((step + depth) % 4) as usize]);
            let factor = terms.constant(16, 0x7c15 + 2 * (step % 7));
            let (product, shift) = (terms.mul(a, factor), terms.constant(16, 8 + depth));
            let (high, wanted) = (terms.lshr(product, shift), terms.constant(16, step * 3 + depth));
            let sum = terms.add(high, b);
            let fact = terms.eq(sum, wanted);
            solver.assert(&terms, fact);
            let answer = solver.check(&terms);
            let core = if answer == Answer::Unsat { solver.core(&terms) } else { Vec::new() };
            is_kept = answer == Answer::Sat && step % 5 == 0;
            seen.push((answer, (0..4).map(|input| solver.value(input)).collect(), core));
        }
        // Some assertions stay, so that there is something to go back to.
        if !is_kept {
            solver.undo(mark);
            terms.undo(kept);
        }
    }
    seen
}

fn answers_are_those_of_z3_in_this_process() {
    let (here, there) = (session(Z3::new()), session(Z3::outside(workers(PLENTY))));
    assert!([Answer::Sat, Answer::Unsat].iter().all(|answer| here.iter().any(|seen| seen.0 == *answer)));
    assert_eq!(here, there);
}

/// A worker that served another solver gives the answers of a new one.
fn workers_are_used_again() {
    let workers = workers(PLENTY);
    let first = session(Z3::outside(workers.clone()));
    let mut other = Z3::outside(workers.clone());
    let mut terms = Terms::new();
    let inputs = inputs(&mut other, &mut terms, 64, 1);
    let zero = terms.constant(64, 0);
    let fact = terms.ult(zero, inputs[0]);
    other.assert(&terms, fact);
    assert_eq!(other.check(&terms), Answer::Sat);
    drop(other);
    assert_eq!(session(Z3::outside(workers)), first);
}

/// The factors of a prime: that there are none takes Z3 longer to find out than anybody waits.
fn factors(solver: &mut Z3, terms: &mut Terms) {
    let inputs = inputs(solver, terms, 64, 2);
    let bound = terms.constant(64, 1 << 31);
    for &input in &inputs {
        let one = terms.constant(64, 1);
        let (small, large) = (terms.ult(input, bound), terms.ult(one, input));
        solver.assert(terms, small);
        solver.assert(terms, large);
    }
    let (product, wanted) = (terms.mul(inputs[0], inputs[1]), terms.constant(64, 2_305_843_009_213_693_951));
    let fact = terms.eq(product, wanted);
    solver.assert(terms, fact);
}

fn a_stop_ends_a_question() {
    let (mut solver, mut terms) = (Z3::outside(workers(PLENTY)), Terms::new());
    let stop = Arc::new(AtomicBool::new(false));
    solver.stop_at(stop.clone());
    solver.limit(u32::MAX);
    factors(&mut solver, &mut terms);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            std::thread::sleep(Duration::from_millis(300));
            stop.store(true, Ordering::Relaxed);
        });
        assert_eq!(solver.check(&terms), Answer::Unknown);
    });
}

/// Many divisions of wide numbers take more memory than there is; what comes after is answered all the same.
fn memory_ends_a_question() {
    let (mut solver, mut terms) = (Z3::outside(workers(0)), Terms::new());
    solver.limit(u32::MAX);
    let inputs = inputs(&mut solver, &mut terms, 64, 8);
    let (one, mark) = (terms.constant(64, 1), solver.mark(&terms));
    let mut quotient = inputs[0];
    for step in 0..60 {
        let divisor = terms.add(inputs[step % 8], quotient);
        let dividend = terms.mul(inputs[(step + 3) % 8], quotient);
        quotient = terms.udiv(dividend, divisor);
    }
    let fact = terms.eq(quotient, one);
    solver.assert(&terms, fact);
    assert_eq!(solver.check(&terms), Answer::Unknown);
    solver.undo(mark);
    let fact = terms.ult(one, inputs[0]);
    solver.assert(&terms, fact);
    assert_eq!(solver.check(&terms), Answer::Sat);
}
