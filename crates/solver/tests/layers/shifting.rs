//! Programs whose inputs depend on what was decided: after the one side of a conditional the second input is a byte, after the
//! other a double word, or a byte in another range. So what a solver keeps by the number of an input, by its width or by its
//! range is wrong as soon as it is kept too long.
//!
//! Inputs have their ranges in the terms, too ([`worstcase_term::Terms::input_in`]), as bytes of standard input do. Values are
//! asked for, and words are searched for zero bytes and shifted into each other, as libraries do.

use worstcase_solver::Declared;
use worstcase_term::{TermId, Terms, mask};

use crate::random::Random;
use crate::session::{Session, Step};
use crate::values::{Map, compared, joined, levelled};

/// Whatever was decided so far decides what comes next.
pub fn shifting(random: &mut Random, session: &mut Session) -> Step<()> {
    let (seed, rounds) = (random.next(), 2 + random.below(4));
    let bytes_only = random.once_in(2);
    let mut values: Vec<TermId> = Vec::new();
    let mut decided = 0u64;
    for _ in 0..rounds {
        let mut own = Random(seed ^ decided.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        for _ in 0..1 + own.below(3) {
            let input = declared(&mut own, bytes_only);
            values.push(session.ranged_input(input));
        }
        for _ in 0..1 + own.below(4) {
            let answer = match own.below(5) {
                0 => {
                    let value = value(&mut own, session, &values);
                    let few = narrowed(&mut own, &mut session.terms, value);
                    session.choose(few)?
                }
                _ => {
                    let condition = condition(&mut own, session, &values);
                    session.decide(condition)?.into()
                }
            };
            decided = Random(decided ^ answer).next();
        }
    }
    Ok(())
}

fn declared(random: &mut Random, bytes_only: bool) -> Declared {
    let width = if bytes_only { 8 } else { random.pick(&[8, 8, 8, 16, 32, 64]) };
    match random.below(4) {
        0 => Declared { width, range: None },
        1 => {
            let low = random.below(200);
            let high = low + 1 + random.below(255 - low);
            Declared { width, range: Some((low as i64, high as i64)) }
        }
        2 => Declared { width, range: Some(random.pick(&[(0, 1), (0, 3), (32, 126), (97, 122), (1, 255)])) },
        _ => random.declared(width),
    }
}

/// A word that bytes are shifted into, or one that values are put together to, or one of them.
fn value(random: &mut Random, session: &mut Session, values: &[TermId]) -> TermId {
    let terms = &mut session.terms;
    let bytes: Vec<TermId> = values.iter().copied().filter(|&value| terms.width(value) == 8).collect();
    let x = random.pick(values);
    match random.below(6) {
        0 if bytes.len() >= 2 => {
            let parts: Vec<TermId> = (0..random.pick(&[2, 4])).map(|_| random.pick(&bytes)).collect();
            joined(terms, &parts, random.once_in(2))
        }
        1 if !bytes.is_empty() => shifted_in(random, terms, &bytes),
        // A hash of a few.
        2 if bytes.len() >= 2 => {
            let mut hash = terms.constant(32, 0);
            let (factor, bits) = (random.pick(&[4, 31, 33]), random.pick(&[0x3f, 0xff, 0x7ff]));
            for &byte in bytes.iter().take(3) {
                let (factor, bits) = (terms.constant(32, factor), terms.constant(32, bits));
                let (moved, byte) = (terms.mul(hash, factor), terms.zext(byte, 32));
                let sum = if random.once_in(2) { terms.add(moved, byte) } else { terms.xor(moved, byte) };
                hash = terms.and(sum, bits);
            }
            hash
        }
        3 => {
            let map = Map::random(random, terms.width(x));
            map.apply(terms, x)
        }
        _ => x,
    }
}

/// `word << 8 * k | lower`, as memory is copied that is not aligned.
fn shifted_in(random: &mut Random, terms: &mut Terms, bytes: &[TermId]) -> TermId {
    let parts: Vec<TermId> = (0..4).map(|_| random.pick(bytes)).collect();
    let word = joined(terms, &parts, random.once_in(2));
    let lower = random.pick(bytes);
    let lower = if random.once_in(3) {
        let parts = [lower, random.pick(bytes)];
        joined(terms, &parts, false)
    } else {
        lower
    };
    let by = terms.constant(32, random.pick(&[8, 16, 24]));
    let (moved, lower) = (terms.shl(word, by), terms.zext(lower, 32));
    terms.or(moved, lower)
}

/// A term of few values.
fn narrowed(random: &mut Random, terms: &mut Terms, value: TermId) -> TermId {
    let width = terms.width(value);
    let most = terms.constant(width, random.pick(&[1, 3, 7, 15]));
    match random.below(3) {
        0 => terms.urem(value, most),
        _ => terms.and(value, most),
    }
}

fn condition(random: &mut Random, session: &mut Session, values: &[TermId]) -> TermId {
    let a = value(random, session, values);
    let width = session.terms.width(a);
    match random.below(8) {
        // Whether a byte of a word is zero, or another one.
        0 | 1 if width.is_multiple_of(8) => {
            let terms = &mut session.terms;
            let ones = 0x0101_0101_0101_0101 & mask(width);
            let sought = terms.constant(width, ones * (random.pick(&[0, 0, 10, 97])));
            let word = terms.xor(a, sought);
            let (one, highs, zero) =
                (terms.constant(width, ones), terms.constant(width, ones << 7), terms.constant(width, 0));
            let (less, inverted) = (terms.sub(word, one), terms.not(word));
            let both = if random.once_in(2) { terms.and(less, inverted) } else { terms.and(inverted, less) };
            let found = terms.and(both, highs);
            terms.eq(found, zero)
        }
        2..=4 => {
            let b = value(random, session, values);
            let (a, b) = levelled(random, &mut session.terms, a, b);
            compared(random, &mut session.terms, a, b)
        }
        5 => {
            let b = value(random, session, values);
            let (a, b) = levelled(random, &mut session.terms, a, b);
            session.terms.eq(a, b)
        }
        _ => {
            let number = if random.once_in(2) { random.below(256) as u64 } else { random.constant(width) };
            let b = session.terms.constant(width, number);
            compared(random, &mut session.terms, a, b)
        }
    }
}
