//! Questions about anything, asserted, taken back and declared in any order.

use worstcase_solver::{Answer, Declared};
use worstcase_term::{BinaryOp, TermId, Terms};

use crate::floats;
use crate::random::Random;
use crate::session::{Session, State};
use crate::values::{Map, compared, levelled};

/// Few inputs, and every condition may be about any of them.
pub fn wild(random: &mut Random, session: &mut Session) {
    for _ in 0..1 + random.below(4) {
        let width = random.pick(&[8, 8, 16, 32, 32, 64]);
        session.declare(random.declared(width));
    }
    ask_all(random, session, 60, 6, |_, inputs| (0..inputs).collect());
}

/// Many inputs, and a condition is about two that are next to each other, or, seldom, about any.
pub fn apart(random: &mut Random, session: &mut Session) {
    for _ in 0..6 + random.below(10) {
        let width = random.pick(&[8, 8, 8, 16, 32, 64]);
        session.declare(random.declared(width));
    }
    ask_all(random, session, 150, 24, |random, inputs| {
        let first = random.below(inputs - 1) / 2 * 2;
        let second = if random.once_in(20) { random.below(inputs) } else { first + 1 };
        vec![first, second]
    });
}

/// Bytes of which each is one of a few, compared with each other: the fewer, the more often there is no way out.
pub fn sets(random: &mut Random, session: &mut Session) {
    let mut states: Vec<State> = Vec::new();
    let (count, most) = (3 + random.below(6), random.pick(&[6, 12, 40]));
    for _ in 0..count {
        session.declare(
            random.pick(&[Declared { width: 8, range: None }, Declared { width: 8, range: Some((0, 255)) }]),
        );
    }
    for _ in 0..70 {
        let before = session.state();
        if random.once_in(6) {
            states.push(before.clone());
        }
        let (a, b) = (random.below(count), random.below(count));
        let (x, y) = (session.terms.input(a as u32, 8), session.terms.input(b as u32, 8));
        let terms = &mut session.terms;
        let condition = match random.below(8) {
            0 | 1 => {
                let values: Vec<u64> = (0..1 + random.below(5)).map(|_| random.below(most) as u64).collect();
                values.into_iter().fold(Terms::FALSE, |any, value| {
                    let constant = terms.constant(8, value);
                    let equal = terms.eq(x, constant);
                    terms.or(any, equal)
                })
            }
            2 => terms.eq(x, y),
            3 | 4 => terms.ne(x, y),
            5 => terms.ule(x, y),
            6 => terms.ult(x, y),
            _ => terms.slt(x, y),
        };
        session.assert(condition);
        if random.once_in(5) {
            continue;
        }
        if session.check() == Answer::Sat {
            if random.once_in(10) {
                session.possible(x, 12);
                let both = session.terms.add(x, y);
                session.check_determined(both);
            }
        } else {
            session.back(&before, true);
            if !before.is_satisfied() || random.once_in(3) {
                back(session, &mut states);
            }
        }
    }
}

/// Asks and takes back, so many times, about inputs of which there become at most so many.
fn ask_all(
    random: &mut Random,
    session: &mut Session,
    steps: usize,
    most_inputs: usize,
    among: fn(&mut Random, usize) -> Vec<usize>,
) {
    let mut states: Vec<State> = Vec::new();
    for _ in 0..steps {
        match random.below(10) {
            0 if session.inputs.len() < most_inputs => {
                let width = random.pick(&[8, 16, 32, 64]);
                session.declare(random.declared(width));
            }
            0..=2 => states.push(session.state()),
            3 => back(session, &mut states),
            _ => {
                let before = session.state();
                let among = among(random, session.inputs.len());
                let answer = ask(random, session, &among);
                // As an explorer does: what is impossible is taken back, sometimes late.
                if answer.is_some_and(|answer| answer != Answer::Sat) && !random.once_in(8) {
                    session.back(&before, true);
                    if !before.is_satisfied() {
                        back(session, &mut states);
                    }
                }
            }
        }
    }
}

fn back(session: &mut Session, states: &mut Vec<State>) {
    if let Some(state) = states.pop() {
        session.back(&state, false);
        if !state.is_satisfied() {
            // A model of a later state is none of this.
            session.check();
        }
    }
}

/// One more assertion, and maybe what it leads to.
fn ask(random: &mut Random, session: &mut Session, among: &[usize]) -> Option<Answer> {
    let condition = condition(random, session, among);
    session.assert(condition);
    if random.once_in(4) {
        return None;
    }
    let answer = session.check();
    match random.below(8) {
        _ if answer != Answer::Sat => {}
        0 => session.check_natural(),
        1 => {
            let input = random.pick(among);
            let width = session.inputs[input].width;
            let x = session.terms.input(input as u32, width);
            let mapped = Map::random(random, width).apply(&mut session.terms, x);
            session.possible(mapped, 12);
        }
        _ => {}
    }
    Some(answer)
}

fn condition(random: &mut Random, session: &mut Session, among: &[usize]) -> TermId {
    let depth = random.pick(&[0, 0, 1, 1, 2]);
    let (a, b) = (term(random, session, among, depth), term(random, session, among, depth));
    let (a, b) = levelled(random, &mut session.terms, a, b);
    let first = if is_float(&session.terms, a) && random.once_in(5) {
        floats::compared(random, &mut session.terms, a, b)
    } else {
        compared(random, &mut session.terms, a, b)
    };
    match random.below(8) {
        0 => {
            let second = compared(random, &mut session.terms, b, a);
            session.terms.and(first, second)
        }
        1 => {
            let c = term(random, session, among, 0);
            let (c, d) = levelled(random, &mut session.terms, c, a);
            let second = compared(random, &mut session.terms, c, d);
            session.terms.or(first, second)
        }
        _ => first,
    }
}

/// A term of any width.
fn term(random: &mut Random, session: &mut Session, among: &[usize], depth: u32) -> TermId {
    let input = random.pick(among);
    let width = session.inputs[input].width;
    if depth == 0 || random.once_in(3) {
        if random.once_in(5) {
            return session.terms.constant(width, random.constant(width));
        }
        let x = session.terms.input(input as u32, width);
        return if random.once_in(3) { Map::random(random, width).apply(&mut session.terms, x) } else { x };
    }
    let (a, b) = (term(random, session, among, depth - 1), term(random, session, among, depth - 1));
    let (a, b) = levelled(random, &mut session.terms, a, b);
    combined(random, &mut session.terms, a, b)
}

fn combined(random: &mut Random, terms: &mut Terms, a: TermId, b: TermId) -> TermId {
    use BinaryOp::*;
    let op = match random.below(14) {
        0..=4 => Add,
        5..=7 => Sub,
        8 => {
            let map = Map::random(random, terms.width(a));
            return map.apply(terms, a);
        }
        9 => random.pick(&[Udiv, Srem, Shl, Lshr, Mul]),
        10 if is_float(terms, a) => return floats::combined(random, terms, a, b),
        10..=12 => random.pick(&[And, Or, Xor]),
        _ => {
            let condition = compared(random, terms, a, b);
            return terms.ite(condition, a, b);
        }
    };
    terms.binary(op, a, b)
}

/// Whether a term can be read as a floating-point number.
fn is_float(terms: &Terms, a: TermId) -> bool {
    matches!(terms.width(a), 32 | 64)
}
