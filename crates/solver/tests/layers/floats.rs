//! Small programs over floating-point numbers, and their bits read as integers. Arithmetic is shallow, since Z3 has to
//! judge it.

use worstcase_solver::Declared;
use worstcase_term::{BinaryOp, Conversion, TermId, Terms, UnaryOp, mask};

use crate::random::Random;
use crate::session::{Session, Step};
use crate::values::{Word, apply, maps};

/// The bits of a number, mostly one at an edge: zeros, subnormals, infinities, NaNs, and those that people write.
pub fn constant(random: &mut Random, width: u32) -> u64 {
    let fraction = if width == 32 { 23 } else { 52 };
    let (sign, one) = (1u64 << (width - 1), 1u64 << fraction);
    let infinity = (sign - 1) & !(one - 1);
    let number = match random.below(10) {
        0 => 0,
        1 => random.pick(&[1, 2, one - 1, one, one + 1]),
        2 => infinity - random.next() % 2,
        3 => infinity + random.pick(&[1, one / 2, one / 2 + 1, one - 1]),
        4..=6 => bits(width, random.pick(&[0.5, 1.0, 1.5, 2.0, 3.25, 10.0, 100.0, 0.1])),
        // Where integers end, or end to be exact.
        7 => bits(width, random.pick(&[16, 24, 31, 32, 53, 63, 64].map(|power| 2f64.powi(power)))),
        8 => bits(width, random.below(300) as f64),
        _ => random.next() % sign,
    };
    if random.once_in(3) { number | sign } else { number }
}

fn bits(width: u32, number: f64) -> u64 {
    if width == 32 { (number as f32).to_bits().into() } else { number.to_bits() }
}

/// A comparison, or whether a number is none.
pub fn compared(random: &mut Random, terms: &mut Terms, a: TermId, b: TermId) -> TermId {
    match random.below(7) {
        0 | 1 => terms.flt(a, b),
        2 | 3 => terms.fle(a, b),
        4 => terms.feq(a, b),
        5 => terms.flt(b, a),
        _ => terms.is_nan(a),
    }
}

/// What becomes of two numbers without arithmetic.
pub fn combined(random: &mut Random, terms: &mut Terms, a: TermId, b: TermId) -> TermId {
    match random.below(8) {
        0 => terms.fneg(a),
        1 | 2 => terms.fabs(a),
        3 => terms.copysign(a, b),
        4 | 5 => terms.fmin(a, b),
        6 => terms.fmax(a, b),
        _ => {
            let condition = compared(random, terms, a, b);
            terms.ite(condition, a, b)
        }
    }
}

/// A comparison of two words, as numbers or as integers.
fn either(random: &mut Random, terms: &mut Terms, a: TermId, b: TermId) -> TermId {
    if random.once_in(3) {
        crate::values::compared(random, terms, a, b)
    } else {
        compared(random, terms, a, b)
    }
}

fn constant_like(random: &mut Random, terms: &mut Terms, x: TermId) -> TermId {
    let width = terms.width(x);
    let value = if random.once_in(6) { random.constant(width) } else { constant(random, width) };
    terms.constant(width, value)
}

/// Where floating-point words come from: inputs, now and then with a range of their bits, or bytes.
fn word(random: &mut Random, width: u32) -> Word {
    match random.below(6) {
        0 => Word::Whole(random.declared(width)),
        1 => {
            let part = Declared { width: 8, range: None };
            Word::Joined { part, count: width / 8, big_endian: random.once_in(2) }
        }
        _ => Word::Whole(Declared { width, range: None }),
    }
}

fn read(random: &mut Random, session: &mut Session, count: usize) -> Vec<TermId> {
    let width = random.pick(&[32, 64]);
    let word = word(random, width);
    (0..count).map(|_| word.read(session).0).collect()
}

/// Insertion sort by value, size, opposite or what is left after clamping; then more questions about the numbers.
pub fn sort(random: &mut Random, session: &mut Session) -> Step<()> {
    let count = 3 + random.below(4);
    let mut array = read(random, session, count);
    let (way, key) = (random.below(4), random.below(6));
    let limit = constant_like(random, &mut session.terms, array[0]);
    for end in 1..count {
        for place in (1..=end).rev() {
            let terms = &mut session.terms;
            let [a, b] = [array[place], array[place - 1]].map(|x| match key {
                0 => terms.fabs(x),
                1 => terms.fneg(x),
                2 => terms.fmin(x, limit),
                _ => x,
            });
            let less = match way {
                0 => terms.flt(a, b),
                1 => terms.fle(a, b),
                // `!(b <= a)` holds if one is NaN.
                2 => {
                    let at_most = terms.fle(b, a);
                    terms.not(at_most)
                }
                _ => {
                    let (less, nan) = (terms.flt(a, b), terms.is_nan(b));
                    terms.or(less, nan)
                }
            };
            if !session.decide(less)? {
                break;
            }
            array.swap(place, place - 1);
        }
    }
    for _ in 0..4 {
        let (a, b) = (random.pick(&array), constant_like(random, &mut session.terms, limit));
        let b = if random.once_in(2) { random.pick(&array) } else { b };
        let question = either(random, &mut session.terms, a, b);
        session.decide(question)?;
    }
    Ok(())
}

/// Numbers as they are and without arithmetic made of each other, compared as numbers; and their bits and parts of
/// these, as integers.
pub fn reinterpreted(random: &mut Random, session: &mut Session) -> Step<()> {
    let count = 1 + random.below(3);
    let inputs = read(random, session, count);
    let width = session.terms.width(inputs[0]);
    let mut numbers = inputs.clone();
    for _ in 0..random.below(4) {
        let (a, mut b) = (random.pick(&numbers), random.pick(&numbers));
        if random.once_in(3) {
            b = constant_like(random, &mut session.terms, a);
        }
        numbers.push(combined(random, &mut session.terms, a, b));
    }
    for _ in 0..random.pick(&[10, 30]) {
        let a = random.pick(&numbers);
        let terms = &mut session.terms;
        let b = if random.once_in(2) { random.pick(&numbers) } else { constant_like(random, terms, a) };
        let question = match random.below(8) {
            0 => part(random, terms, a, b),
            1 => {
                let maps = maps(random, width, 1);
                let mapped = apply(terms, &maps, a);
                let other = terms.constant(terms.width(mapped), random.constant(terms.width(mapped)));
                crate::values::compared(random, terms, mapped, other)
            }
            2 => {
                let (first, second) = (either(random, terms, a, b), either(random, terms, b, inputs[0]));
                if random.once_in(2) { terms.and(first, second) } else { terms.or(first, second) }
            }
            _ => either(random, terms, a, b),
        };
        session.decide(question)?;
    }
    Ok(())
}

/// A question about the sign, the exponent, the fraction or other bits of a number.
fn part(random: &mut Random, terms: &mut Terms, a: TermId, like: TermId) -> TermId {
    let width = terms.width(a);
    let fraction = if width == 32 { 23 } else { 52 };
    let (high, low) = random.pick(&[
        (width - 1, width - 1),
        (width - 2, fraction),
        (fraction - 1, 0),
        (width - 1, fraction),
        (7, 0),
        (width - 1, width - 8),
    ]);
    let bits = terms.extract(a, high, low);
    let other = match random.below(3) {
        0 => terms.extract(like, high, low),
        1 => terms.constant(high - low + 1, random.constant(high - low + 1)),
        _ => terms.constant(high - low + 1, constant(random, width) >> low & mask(high - low + 1)),
    };
    crate::values::compared(random, terms, bits, other)
}

/// Integers in floating point and back, and numbers in the other width.
pub fn converted(random: &mut Random, session: &mut Session) -> Step<()> {
    use Conversion::*;
    let (from, width) = (random.pick(&[8, 16, 32, 32, 64]), random.pick(&[32, 64, 64]));
    let input = random.declared(from);
    let op = random.pick(&[FromSigned, FromUnsigned]);
    let integers: Vec<TermId> = (0..2 + random.below(2)).map(|_| session.input(input)).collect();
    let terms = &mut session.terms;
    let mut numbers: Vec<TermId> = integers.iter().map(|&x| terms.convert(op, x, width)).collect();
    if random.once_in(2) {
        numbers.push(session.input(Declared { width, range: None }));
    }
    let terms = &mut session.terms;
    for _ in 0..random.below(3) {
        let (a, b) = (random.pick(&numbers), random.pick(&numbers));
        let sum = random.pick(&[BinaryOp::FAdd, BinaryOp::FSub]);
        numbers.push(match random.below(4) {
            0 => combined(random, terms, a, b),
            1 => {
                let op = random.pick(&[UnaryOp::FFloor, UnaryOp::FTrunc, UnaryOp::FCeil, UnaryOp::FNearest]);
                terms.unary(op, a)
            }
            _ if has_sum(terms, a) || has_sum(terms, b) => terms.fneg(a),
            _ => terms.binary(sum, a, b),
        });
    }
    for _ in 0..10 {
        let (a, x) = (random.pick(&numbers), random.pick(&integers));
        let terms = &mut session.terms;
        let b = if random.once_in(2) { random.pick(&numbers) } else { constant_like(random, terms, a) };
        let question = match random.below(6) {
            0 => {
                let to = random.pick(&[32, 64]);
                let back = terms.convert(random.pick(&[ToSigned, ToUnsigned]), a, to);
                let other = terms.constant(to, random.constant(to));
                crate::values::compared(random, terms, back, other)
            }
            1 => {
                let (a, b) = (terms.convert(Float, a, 96 - width), terms.convert(Float, b, 96 - width));
                compared(random, terms, a, b)
            }
            2 => {
                let other = terms.constant(from, random.constant(from));
                crate::values::compared(random, terms, x, other)
            }
            _ => compared(random, terms, a, b),
        };
        session.decide(question)?;
    }
    Ok(())
}

fn has_sum(terms: &Terms, a: TermId) -> bool {
    terms.float_operators(a, 3) >= 2
}

/// Sums and differences of a few numbers, and of numbers with constants: one or two operators deep.
pub fn sums(random: &mut Random, session: &mut Session) -> Step<()> {
    let count = 2 + random.below(2);
    let inputs = read(random, session, count);
    for _ in 0..8 {
        let terms = &mut session.terms;
        let (a, b, c) = (random.pick(&inputs), random.pick(&inputs), random.pick(&inputs));
        let k = constant_like(random, terms, a);
        let op = random.pick(&[BinaryOp::FAdd, BinaryOp::FAdd, BinaryOp::FSub]);
        let with = if random.once_in(2) { k } else { b };
        let result = terms.binary(op, a, with);
        let question = match random.below(8) {
            // What an addition does not change.
            0 => terms.feq(result, a),
            1 => terms.flt(result, a),
            2 => terms.is_nan(result),
            3 => {
                let size = terms.fabs(result);
                terms.flt(size, k)
            }
            4 => part(random, terms, result, c),
            5 => either(random, terms, a, k),
            6 => {
                let doubled = terms.binary(BinaryOp::FAdd, c, c);
                terms.fle(result, doubled)
            }
            _ => {
                let other = if random.once_in(2) { c } else { constant_like(random, terms, a) };
                compared(random, terms, result, other)
            }
        };
        session.decide(question)?;
    }
    Ok(())
}
