//! Everything at once, about the same few inputs: words that share bytes in different orders, tables with constants and with
//! inputs in them, differences that wrap, choices, truth values as numbers, floating-point numbers.
//!
//! Most layers know a part of such a session, and what one makes of the model moves what another relies on. Questions come
//! in any order: values are asked for while nothing is known to hold, contradictions are asked about again, inputs are
//! declared late and go early.

use worstcase_solver::{Answer, Declared};
use worstcase_term::{TermId, Terms};

use crate::floats;
use crate::random::Random;
use crate::session::{Session, State};
use crate::values::{Map, compared, halved, joined, levelled, listed};

/// Inputs of every width.
pub fn mixed(random: &mut Random, session: &mut Session) {
    let inputs = 4 + random.below(6);
    run(random, session, inputs, |random| {
        let width = random.pick(&[1, 8, 8, 8, 8, 8, 16, 32, 64]);
        if width == 1 || random.once_in(2) { Declared { width, range: None } } else { random.declared(width) }
    });
}

/// Inputs of few values, so that most questions are close.
pub fn tight(random: &mut Random, session: &mut Session) {
    let inputs = 2 + random.below(4);
    run(random, session, inputs, |random| {
        let width = random.pick(&[1, 2, 4, 8, 8, 9, 16, 32, 64]);
        let most = random.pick(&[1, 3, 6, 9]);
        let low = random.pick(&[0, 0, -1, -4]);
        let range = (width >= 8 || random.once_in(2)).then_some((low, low + most));
        Declared { width, range: range.filter(|_| width > 4) }
    });
}

fn run(
    random: &mut Random,
    session: &mut Session,
    inputs: usize,
    declared: impl Fn(&mut Random) -> Declared,
) {
    (0..inputs).for_each(|_| session.declare(declared(random)));
    let mut states: Vec<State> = Vec::new();
    for _ in 0..50 {
        match random.below(12) {
            0 if session.inputs.len() < inputs + 3 => session.declare(declared(random)),
            0 | 1 => states.push(session.state()),
            2 => back(session, &mut states),
            3 => {
                let term = value(random, session, 1);
                session.possible(term, random.pick(&[3, 30, 300]));
            }
            4 => {
                if session.check() == Answer::Sat {
                    let term = value(random, session, 0);
                    session.check_determined(term);
                }
            }
            _ => ask(random, session, &mut states),
        }
    }
}

fn back(session: &mut Session, states: &mut Vec<State>) {
    if let Some(state) = states.pop() {
        session.back(&state, false);
    }
}

fn ask(random: &mut Random, session: &mut Session, states: &mut Vec<State>) {
    let before = session.state();
    let condition = condition(random, session, 2);
    session.assert(condition);
    if random.once_in(4) {
        return;
    }
    match session.check() {
        Answer::Sat => {
            if random.once_in(6) {
                session.check_natural();
            }
        }
        // Sometimes it is looked at, and only then taken back.
        _ => {
            if random.once_in(4) {
                let term = value(random, session, 0);
                session.possible(term, 30);
                session.check();
            }
            if random.once_in(8) {
                return;
            }
            session.back(&before, true);
            if !before.is_satisfied() {
                back(session, states);
            }
        }
    }
}

fn input(random: &mut Random, session: &mut Session) -> TermId {
    let number = random.below(session.inputs.len());
    session.terms.input(number as u32, session.inputs[number].width)
}

/// Inputs that are next to each other as one word, the first lowest or highest, as many as fit.
fn word(random: &mut Random, session: &mut Session) -> TermId {
    let first = random.below(session.inputs.len());
    let (most, mut width) = (random.pick(&[16, 32, 32, 64]), 0);
    let mut parts = Vec::new();
    for number in first..session.inputs.len() {
        width += session.inputs[number].width;
        if width > most {
            break;
        }
        parts.push(session.terms.input(number as u32, session.inputs[number].width));
    }
    match parts.len() {
        0 => input(random, session),
        _ => joined(&mut session.terms, &parts, random.once_in(2)),
    }
}

fn constant(random: &mut Random, session: &mut Session, width: u32) -> TermId {
    let number = match random.below(4) {
        0 if matches!(width, 32 | 64) => floats::constant(random, width),
        0 | 1 => random.below(12) as u64,
        _ => random.constant(width),
    };
    session.terms.constant(width, number)
}

fn value(random: &mut Random, session: &mut Session, depth: u32) -> TermId {
    if depth == 0 {
        let x = if random.once_in(2) { input(random, session) } else { word(random, session) };
        return if random.once_in(3) { mapped(random, session, x) } else { x };
    }
    let a = value(random, session, depth - 1);
    match random.below(8) {
        0 | 1 => mapped(random, session, a),
        2 => table(random, session, a),
        3 => {
            let holds = condition(random, session, depth - 1);
            let width = random.pick(&[8, 32]);
            session.terms.zext(holds, width)
        }
        choice => {
            let b = value(random, session, depth - 1);
            let (a, b) = levelled(random, &mut session.terms, a, b);
            match choice {
                4 => session.terms.sub(a, b),
                5 => session.terms.add(a, b),
                6 if is_float(&session.terms, a) => floats::combined(random, &mut session.terms, a, b),
                _ => {
                    let holds = condition(random, session, depth - 1);
                    session.terms.ite(holds, a, b)
                }
            }
        }
    }
}

fn mapped(random: &mut Random, session: &mut Session, x: TermId) -> TermId {
    let width = session.terms.width(x);
    // Other maps are for whole numbers of bytes.
    if width.is_multiple_of(8) && width <= 64 {
        Map::random(random, width).apply(&mut session.terms, x)
    } else {
        let k = constant(random, session, width);
        let op = random.pick(&[
            worstcase_term::BinaryOp::Add,
            worstcase_term::BinaryOp::Xor,
            worstcase_term::BinaryOp::And,
            worstcase_term::BinaryOp::Ashr,
        ]);
        session.terms.binary(op, x, k)
    }
}

/// An entry of a table in which there are inputs.
fn table(random: &mut Random, session: &mut Session, at: TermId) -> TermId {
    let bits = random.pick(&[1, 2, 3]).min(session.terms.width(at));
    let index = session.terms.extract(at, bits - 1, 0);
    let index = session.terms.zext(index, 32);
    let width = random.pick(&[8, 32]);
    let mut entries = Vec::new();
    for _ in 0..1 << bits {
        let entry = if random.once_in(2) {
            constant(random, session, width)
        } else {
            let x = input(random, session);
            let from = session.terms.width(x);
            if from > width { session.terms.extract(x, width - 1, 0) } else { session.terms.zext(x, width) }
        };
        entries.push(entry);
    }
    match random.once_in(2) {
        true => halved(&mut session.terms, index, 0, &entries),
        false => listed(&mut session.terms, index, &entries),
    }
}

fn condition(random: &mut Random, session: &mut Session, depth: u32) -> TermId {
    let depth = depth.saturating_sub(1);
    let a = value(random, session, depth);
    let width = session.terms.width(a);
    match random.below(10) {
        0 => {
            let (b, zero) = (value(random, session, depth), constant(random, session, width));
            let (a, b) = levelled(random, &mut session.terms, a, b);
            let difference = session.terms.sub(a, b);
            let (difference, zero) = levelled(random, &mut session.terms, difference, zero);
            compared(random, &mut session.terms, difference, zero)
        }
        1 => {
            let numbers: Vec<TermId> =
                (0..2 + random.below(3)).map(|_| constant(random, session, width)).collect();
            let terms = &mut session.terms;
            let any = numbers.into_iter().fold(Terms::FALSE, |any, number| {
                let equal = terms.eq(a, number);
                terms.or(any, equal)
            });
            if random.once_in(2) { any } else { session.terms.not(any) }
        }
        2 if depth > 0 => {
            let (first, second) = (condition(random, session, depth), condition(random, session, depth));
            match random.below(4) {
                0 => session.terms.and(first, second),
                1 => session.terms.eq(first, second),
                2 => session.terms.xor(first, second),
                _ => session.terms.or(first, second),
            }
        }
        3 | 4 if is_float(&session.terms, a) => {
            let b = if random.once_in(2) {
                constant(random, session, width)
            } else {
                value(random, session, depth)
            };
            let (a, b) = levelled(random, &mut session.terms, a, b);
            if !is_float(&session.terms, a) {
                return compared(random, &mut session.terms, a, b);
            }
            let holds = floats::compared(random, &mut session.terms, a, b);
            if random.once_in(2) { holds } else { session.terms.not(holds) }
        }
        5..=7 => {
            let b = value(random, session, depth);
            let (a, b) = levelled(random, &mut session.terms, a, b);
            compared(random, &mut session.terms, a, b)
        }
        _ => {
            let b = constant(random, session, width);
            compared(random, &mut session.terms, a, b)
        }
    }
}

/// Whether a term can be read as a floating-point number.
fn is_float(terms: &Terms, a: TermId) -> bool {
    matches!(terms.width(a), 32 | 64)
}
