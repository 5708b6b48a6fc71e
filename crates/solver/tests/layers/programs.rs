//! Small programs over inputs, as an explorer would run them. Each reads, computes and decides; which variant of
//! itself it is, it takes from random numbers that are the same every time it runs.

use worstcase_solver::Declared;
use worstcase_term::{TermId, Terms};

use crate::random::Random;
use crate::session::{Session, Step};
use crate::values::{Map, Table, Word, apply, compared, halved, joined, levelled, listed, maps};

const BYTE: Declared = Declared { width: 8, range: None };

fn constant_like(terms: &mut Terms, x: TermId, value: u64) -> TermId {
    terms.constant(terms.width(x), value)
}

/// Words of one kind under the same maps.
fn elements(random: &mut Random, session: &mut Session, count: usize, most_maps: usize) -> Vec<TermId> {
    let word = Word::random(random);
    let mut maps_of_all = None;
    let read = |_| {
        let (x, _) = word.read(session);
        let width = session.terms.width(x);
        let maps = maps_of_all.get_or_insert_with(|| maps(random, width, most_maps));
        apply(&mut session.terms, maps, x)
    };
    (0..count).map(read).collect()
}

/// Insertion sort, by one of several ways to say "less".
pub fn sort(random: &mut Random, session: &mut Session) -> Step<()> {
    let (count, most_maps) = (3 + random.below(6), random.below(3));
    let mut array = elements(random, session, count, most_maps);
    let way = random.below(6);
    for end in 1..count {
        for place in (1..=end).rev() {
            let (a, b) = (array[place], array[place - 1]);
            let less = less(&mut session.terms, way, a, b);
            if !session.decide(less)? {
                break;
            }
            array.swap(place, place - 1);
        }
    }
    Ok(())
}

fn less(terms: &mut Terms, way: usize, a: TermId, b: TermId) -> TermId {
    match way {
        0 => terms.slt(a, b),
        1 => terms.ult(a, b),
        2 => terms.sle(a, b),
        3 => terms.ule(a, b),
        // `return a - b`, which wraps around.
        4 => {
            let (difference, zero) = (terms.sub(a, b), constant_like(terms, a, 0));
            terms.slt(difference, zero)
        }
        // In a wider type, where it doesn't.
        _ => {
            let (wide_a, wide_b) =
                if terms.width(a) < 64 { (terms.sext(a, 64), terms.sext(b, 64)) } else { (a, b) };
            let (difference, zero) = (terms.sub(wide_a, wide_b), terms.constant(64, 0));
            terms.slt(difference, zero)
        }
    }
}

/// Keys into a small table of lists: the same place, then the same key?
pub fn hash(random: &mut Random, session: &mut Session) -> Step<()> {
    use worstcase_term::BinaryOp::*;
    let count = 2 + random.below(3);
    let keys = elements(random, session, count, 0);
    let width = session.terms.width(keys[0]);
    let mut steps = vec![Map::With(Mul, random.pick(&[31, 33, 0x9e37_79b1, 2_654_435_761, 5]))];
    if random.once_in(2) {
        steps.push(Map::XorShift(1 + random.below(width as usize - 1) as u32));
    }
    steps.push(match random.below(4) {
        0 => Map::With(Lshr, u64::from(width) - 3),
        1 => Map::With(Urem, random.pick(&[5, 7, 8, 11])),
        2 => Map::With(And, random.pick(&[3, 7, 15])),
        _ => Map::With(Add, 1),
    });
    let places: Vec<TermId> = keys.iter().map(|&key| apply(&mut session.terms, &steps, key)).collect();
    let by_value = random.once_in(2);
    for new in 0..count {
        if by_value {
            session.choose(places[new])?;
        }
        for old in 0..new {
            let same_place = session.terms.eq(places[new], places[old]);
            let same_key = session.terms.eq(keys[new], keys[old]);
            if session.decide(same_place)? && session.decide(same_key)? {
                break;
            }
        }
    }
    Ok(())
}

/// Numbers and words in text, byte by byte.
pub fn parser(random: &mut Random, session: &mut Session) -> Step<()> {
    let length = 2 + random.below(6);
    let (base, width) = (random.pick(&[10, 10, 16, 8]), random.pick(&[32, 32, 64, 16]));
    let limit = random.constant(width);
    let byte = if random.once_in(3) { Declared { width: 8, range: Some((-128, 127)) } } else { BYTE };
    let mut value = session.terms.constant(width, 0);
    let mut is_negative = false;
    for place in 0..length {
        let character = session.input(byte);
        if place == 0 {
            let minus = session.terms.constant(8, 45);
            let is_minus = session.terms.eq(character, minus);
            is_negative = session.decide(is_minus)?;
            if is_negative {
                continue;
            }
        }
        let Some(digit) = digit(session, character, base)? else { break };
        let digit = session.terms.zext(digit, width);
        let base = session.terms.constant(width, base);
        let scaled = session.terms.mul(value, base);
        value = session.terms.add(scaled, digit);
        let limit = session.terms.constant(width, limit);
        let exceeds = session.terms.ult(limit, value);
        if random.once_in(2) && session.decide(exceeds)? {
            return Ok(());
        }
    }
    let value = if is_negative { session.terms.neg(value) } else { value };
    for _ in 0..3 {
        let other = session.terms.constant(width, random.constant(width));
        let question = compared(random, &mut session.terms, value, other);
        session.decide(question)?;
    }
    Ok(())
}

fn digit(session: &mut Session, character: TermId, base: u64) -> Step<Option<TermId>> {
    let terms = &mut session.terms;
    let (zero, letter) = (terms.constant(8, 48), terms.constant(8, 97));
    let from_zero = terms.sub(character, zero);
    let ten = terms.constant(8, base.min(10));
    let is_digit = terms.ult(from_zero, ten);
    if session.decide(is_digit)? {
        return Ok(Some(from_zero));
    }
    if base <= 10 {
        return Ok(None);
    }
    let terms = &mut session.terms;
    let (case, six, ten) = (terms.constant(8, 0x20), terms.constant(8, 6), terms.constant(8, 10));
    let lower = terms.or(character, case);
    let from_letter = terms.sub(lower, letter);
    let is_letter = terms.ult(from_letter, six);
    let value = terms.add(from_letter, ten);
    Ok(session.decide(is_letter)?.then_some(value))
}

/// A finite automaton: `state = next[state][byte]`, the state known or not.
pub fn automaton(random: &mut Random, session: &mut Session) -> Step<()> {
    let states = random.pick(&[2, 4, 4, 8]);
    let classes = random.pick(&[4, 16, 256]);
    let rows: Vec<Table> = (0..states)
        .map(|_| {
            let values =
                Table::contents(random, classes, 8).iter().map(|value| value % states as u64).collect();
            Table { values, width: 8, one_by_one: false }
        })
        .collect();
    let (knows_state, length) = (random.once_in(2), 2 + random.below(4));
    let mut state = session.terms.constant(8, 0);
    for _ in 0..length {
        let byte = session.input(BYTE);
        let terms = &mut session.terms;
        let next: Vec<TermId> = rows.iter().map(|row| row.at(terms, byte)).collect();
        state = halved(terms, state, 0, &next);
        if knows_state {
            let value = session.choose(state)?;
            state = session.terms.constant(8, value);
        } else if random.once_in(2) {
            let guess = session.terms.constant(8, random.below(states) as u64);
            let question = compared(random, &mut session.terms, state, guess);
            session.decide(question)?;
        }
    }
    let accepts = session.terms.constant(8, states as u64 - 1);
    let is_accepted = session.terms.eq(state, accepts);
    session.decide(is_accepted)?;
    Ok(())
}

/// `count[c]++`, and what the counters come to.
pub fn counting(random: &mut Random, session: &mut Session) -> Step<()> {
    let size = random.pick(&[3, 4, 8, 16]);
    let input = match random.below(3) {
        0 => Declared { width: 32, range: Some((0, size as i64 - 1)) },
        _ => BYTE,
    };
    let mut counters = vec![session.terms.constant(32, 0); size];
    for _ in 0..2 + random.below(3) {
        let read = session.input(input);
        let terms = &mut session.terms;
        let (wide, length) = (terms.zext(read, 32), terms.constant(32, size as u64));
        let index = terms.urem(wide, length);
        let (old, one) = (listed(terms, index, &counters), terms.constant(32, 1));
        let new = terms.add(old, one);
        for (place, counter) in counters.iter_mut().enumerate() {
            let place = terms.constant(32, place as u64);
            let meant = terms.eq(index, place);
            *counter = terms.ite(meant, new, *counter);
        }
    }
    let mut total = session.terms.constant(32, 0);
    for &counter in &counters {
        total = session.terms.add(total, counter);
        let (of, most) = (random.pick(&[counter, total]), session.terms.constant(32, random.below(4) as u64));
        let question = compared(random, &mut session.terms, of, most);
        session.decide(question)?;
    }
    Ok(())
}

/// Euclid's algorithm and Collatz's, on few values.
pub fn small(random: &mut Random, session: &mut Session) -> Step<()> {
    let width = random.pick(&[8, 16, 32, 64]);
    let input = Declared { width, range: Some((random.below(2) as i64, 20 + random.below(100) as i64)) };
    let (mut a, mut b) = (session.input(input), session.input(input));
    let zero = session.terms.constant(width, 0);
    if random.once_in(2) {
        for _ in 0..6 {
            let is_done = session.terms.eq(b, zero);
            if session.decide(is_done)? {
                break;
            }
            (a, b) = (b, session.terms.urem(a, b));
        }
        return Ok(());
    }
    for _ in 0..8 {
        let terms = &mut session.terms;
        let (one, three) = (terms.constant(width, 1), terms.constant(width, 3));
        let lowest = terms.and(a, one);
        let (is_odd, is_one) = (terms.eq(lowest, one), terms.ule(a, one));
        let (half, tripled) = (terms.lshr(a, one), terms.mul(a, three));
        let next = terms.add(tripled, one);
        if session.decide(is_one)? {
            break;
        }
        a = if session.decide(is_odd)? { next } else { half };
    }
    let same = session.terms.eq(a, b);
    session.decide(same)?;
    Ok(())
}

/// A header: its bytes alone, together in both orders, and a checksum.
pub fn header(random: &mut Random, session: &mut Session) -> Step<()> {
    let bytes: Vec<TermId> = (0..4 + random.below(5)).map(|_| session.input(BYTE)).collect();
    for _ in 0..12 {
        let count = random.pick(&[2, 2, 4]);
        let first = random.below(bytes.len() - count + 1);
        let parts = &bytes[first..first + count];
        let x = match random.below(6) {
            0..=2 => joined(&mut session.terms, parts, random.once_in(2)),
            3 => random.pick(&bytes),
            4 => {
                let maps = maps(random, 8 * count as u32, 1);
                let word = joined(&mut session.terms, parts, random.once_in(2));
                apply(&mut session.terms, &maps, word)
            }
            _ => {
                let (terms, exclusive) = (&mut session.terms, random.once_in(2));
                let wide: Vec<TermId> = bytes.iter().map(|&byte| terms.zext(byte, 32)).collect();
                let zero = terms.constant(32, 0);
                wide.iter()
                    .fold(zero, |sum, &x| if exclusive { terms.xor(sum, x) } else { terms.add(sum, x) })
            }
        };
        let y = if random.once_in(3) { random.pick(&bytes) } else { x };
        let y = if x == y { constant_like(&mut session.terms, x, random.constant(16)) } else { y };
        let (x, y) = levelled(random, &mut session.terms, x, y);
        let question = compared(random, &mut session.terms, x, y);
        session.decide(question)?;
    }
    Ok(())
}

/// Sums that may wrap around, and checks whether they did.
pub fn wrapping(random: &mut Random, session: &mut Session) -> Step<()> {
    let count = 2 + random.below(3);
    let xs = elements(random, session, count, 0);
    for _ in 0..10 {
        let terms = &mut session.terms;
        let (a, b, c) = (random.pick(&xs), random.pick(&xs), random.pick(&xs));
        let constant = constant_like(terms, a, random.constant(terms.width(a)));
        let (sum, difference) = (terms.add(a, b), terms.sub(a, b));
        let (one, zero) = (constant_like(terms, a, 1), constant_like(terms, a, 0));
        let question = match random.below(8) {
            0 => terms.ult(sum, a),
            1 => terms.slt(difference, zero),
            2 => terms.slt(sum, c),
            3 => {
                let middle = terms.lshr(sum, one);
                terms.ult(middle, c)
            }
            4 => {
                let is_negative = terms.slt(a, zero);
                let negated = terms.neg(a);
                let absolute = terms.ite(is_negative, negated, a);
                compared(random, terms, absolute, constant)
            }
            5 => {
                let shifted = terms.add(a, constant);
                compared(random, terms, shifted, c)
            }
            6 => {
                let shifted = terms.sub(difference, c);
                compared(random, terms, shifted, constant)
            }
            _ => compared(random, terms, difference, constant),
        };
        session.decide(question)?;
    }
    Ok(())
}

/// A network of compare-and-exchange steps whose comparisons only select, as smoothsort's do, so that choices nest; now and
/// then it decides something about what was selected, or about where from.
pub fn selecting(random: &mut Random, session: &mut Session) -> Step<()> {
    let count = 3 + random.below(3);
    let mut xs = elements(random, session, count, 0);
    let way = random.below(6);
    for _ in 0..12 {
        let (i, j) = (random.below(count), random.below(count));
        let (a, b) = (xs[i], xs[j]);
        let terms = &mut session.terms;
        let is_less = less(terms, way, a, b);
        match random.below(6) {
            0 | 1 => {
                session.decide(is_less)?;
            }
            2 | 3 => {
                (xs[i], xs[j]) = (terms.ite(is_less, a, b), terms.ite(is_less, b, a));
            }
            4 => {
                // An address: a base and an offset that is selected, scaled, and looked at in part.
                let (one, two) = (terms.constant(32, 1), terms.constant(32, 2));
                let index = terms.ite(is_less, one, two);
                let (four, base) = (terms.constant(32, 4), terms.constant(32, 8000 + random.below(3) as u64));
                let (other, zero) = (less(terms, way, b, xs[0]), terms.constant(32, 0));
                let (scaled, step) = (terms.mul(index, four), terms.ite(other, four, zero));
                let (sum, low) = (terms.add(base, scaled), random.below(3) as u32);
                let address = terms.sub(sum, step);
                let question = if random.once_in(2) {
                    let part = terms.extract(address, low + 1, low);
                    let value = terms.constant(2, random.below(4) as u64);
                    terms.eq(part, value)
                } else {
                    let value = terms.constant(32, 7998 + random.below(14) as u64);
                    compared(random, terms, address, value)
                };
                session.decide(question)?;
            }
            _ => {
                let (difference, by) = (terms.sub(a, b), random.constant(terms.width(a)));
                let by = constant_like(terms, a, by);
                let moved = terms.add(difference, by);
                let chosen = terms.ite(is_less, moved, difference);
                let constant = constant_like(terms, a, random.constant(terms.width(a)));
                let question = compared(random, terms, chosen, constant);
                session.decide(question)?;
            }
        }
    }
    Ok(())
}

/// CRC-32 with its table of words, compared with a constant or between two texts.
pub fn checksum(random: &mut Random, session: &mut Session) -> Step<()> {
    let values = (0..256u64)
        .map(|byte| (0..8).fold(byte, |crc, _| if crc & 1 == 1 { crc >> 1 ^ 0xedb8_8320 } else { crc >> 1 }))
        .collect();
    let table = Table { values, width: 32, one_by_one: false };
    let length = 1 + random.below(2);
    let mut sums = Vec::new();
    for _ in 0..2 {
        let mut crc = session.terms.constant(32, 0xffff_ffff);
        for _ in 0..length {
            let byte = session.input(BYTE);
            let terms = &mut session.terms;
            let low = terms.extract(crc, 7, 0);
            let (index, eight) = (terms.xor(low, byte), terms.constant(32, 8));
            let (entry, rest) = (table.at(terms, index), terms.lshr(crc, eight));
            crc = terms.xor(entry, rest);
        }
        sums.push(crc);
    }
    for _ in 0..4 {
        let (a, b) = (random.pick(&sums), session.terms.constant(32, random.constant(32)));
        let b = if random.once_in(3) { sums[1] } else { b };
        let question = compared(random, &mut session.terms, a, b);
        session.decide(question)?;
    }
    Ok(())
}

/// The same few inputs as they are and under maps, compared with each other and with constants.
pub fn mapped(random: &mut Random, session: &mut Session) -> Step<()> {
    let mut values = Vec::new();
    for _ in 0..1 + random.below(3) {
        let (x, parts) = Word::random(random).read(session);
        values.extend(parts.first().copied().filter(|&part| part != x));
        values.push(x);
        for _ in 0..2 {
            let maps = maps(random, session.terms.width(x), 2);
            values.push(apply(&mut session.terms, &maps, x));
        }
    }
    for _ in 0..random.pick(&[10, 40]) {
        let question = condition(random, &mut session.terms, &values, 2);
        if random.once_in(12) {
            let term = random.pick(&values);
            session.choose(term)?;
        } else {
            session.decide(question)?;
        }
    }
    Ok(())
}

/// Products and divisions of inputs, and shifts by inputs.
pub fn products(random: &mut Random, session: &mut Session) -> Step<()> {
    use worstcase_term::BinaryOp::*;
    let count = 2 + random.below(2);
    let xs = elements(random, session, count, 0);
    for _ in 0..6 {
        let (a, b) = (random.pick(&xs), random.pick(&xs));
        let op = random.pick(&[Mul, Mul, Udiv, Urem, Sdiv, Srem, Shl, Lshr, Ashr, Rotl]);
        let result = session.terms.binary(op, a, b);
        let width = session.terms.width(a);
        let other = if random.once_in(3) {
            random.pick(&xs)
        } else {
            session.terms.constant(width, random.constant(width))
        };
        let question = compared(random, &mut session.terms, result, other);
        session.decide(question)?;
    }
    Ok(())
}

/// A comparison, or several with "and", "or" and "not" between them.
pub fn condition(random: &mut Random, terms: &mut Terms, values: &[TermId], depth: u32) -> TermId {
    if depth > 0 && random.once_in(4) {
        let a = condition(random, terms, values, depth - 1);
        let b = condition(random, terms, values, depth - 1);
        return match random.below(4) {
            0 => terms.and(a, b),
            1 => terms.or(a, b),
            2 => {
                let both = terms.and(a, b);
                terms.not(both)
            }
            _ => terms.eq(a, b),
        };
    }
    let a = random.pick(values);
    let b = if random.once_in(2) {
        random.pick(values)
    } else {
        let width = terms.width(a);
        terms.constant(width, random.constant(width))
    };
    let (a, b) = levelled(random, terms, a, b);
    compared(random, terms, a, b)
}

/// A hash of bytes that is known, as where it was an address, and then questions about all of them: how often each value comes,
/// which are the same. All combinations of the bytes are many, and those that are left are few.
pub fn pinned(random: &mut Random, session: &mut Session) -> Step<()> {
    let count = 3 + random.below(2);
    let bytes: Vec<TermId> = (0..count).map(|_| session.input(BYTE)).collect();
    let (shift, bits) = (random.pick(&[2, 3, 5]), random.pick(&[0x3ff, 0x7ff, 0x7fff]));
    let (adds, hashed) = (random.once_in(2), 2 + random.below(2));
    let mut hash = session.terms.constant(32, 0);
    for &byte in &bytes[..hashed] {
        let terms = &mut session.terms;
        let (shift, bits) = (terms.constant(32, shift), terms.constant(32, bits));
        let (shifted, byte) = (terms.shl(hash, shift), terms.zext(byte, 32));
        let mixed = if adds { terms.add(shifted, byte) } else { terms.xor(shifted, byte) };
        hash = terms.and(mixed, bits);
    }
    session.choose(hash)?;
    for _ in 0..12 {
        let terms = &mut session.terms;
        let (a, b) = (random.pick(&bytes), random.pick(&bytes));
        let question = match random.below(4) {
            0 => terms.eq(a, b),
            1 => compared(random, terms, a, b),
            _ => {
                let value = terms.constant(8, random.below(4) as u64);
                let mut times = terms.constant(32, 0);
                for &byte in &bytes {
                    let is_value = terms.eq(byte, value);
                    let one = terms.zext(is_value, 32);
                    times = terms.add(times, one);
                }
                let most = terms.constant(32, random.below(3) as u64);
                compared(random, terms, times, most)
            }
        };
        session.decide(question)?;
    }
    Ok(())
}
