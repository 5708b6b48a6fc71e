//! Changes of an input: a little at random, in the ways in which costly inputs differ from others. Both `load` and the
//! challenge of `find` make theirs here.
//!
//! Numbers are exchanged, set to others or beside them; stretches are reversed, rotated, copied, repeated. A hash table
//! suffers from the same key again and again, a matcher from the same letters, a sort from order: all of them come from
//! something that is there already.

use worstcase_explore::Input;
use worstcase_machine::SplitMix;
use worstcase_machine::process::{InputKind, Number};
use worstcase_term::mask;

/// An input that differs a little. What others are like may come into it.
pub fn changed(input: &[Input], others: &[&[Input]], random: &mut SplitMix) -> Vec<Input> {
    let mut changed = input.to_vec();
    if changed.is_empty() {
        return changed;
    }
    for _ in 0..1 + random.below(3) {
        change(&mut changed, others, random);
    }
    changed
}

/// An input with its numbers in other places, or beside each other: what the order of numbers decides.
pub fn rearranged(input: &[Input], random: &mut SplitMix) -> Vec<Input> {
    let mut changed = input.to_vec();
    let len = changed.len() as u64;
    if len == 0 {
        return changed;
    }
    for _ in 0..1 + random.below(3) {
        let (i, j) = (random.below(len) as usize, random.below(len) as usize);
        let (low, high) = (i.min(j), i.max(j));
        match random.below(9) {
            0..3 => changed.swap(i, j),
            3 => changed[low..=high].rotate_left(1),
            4 => changed[low..=high].rotate_right(1),
            5 => changed[low..=high].reverse(),
            6 => {
                let bits = changed[j].bits;
                set(&mut changed[i], bits);
            }
            7 => place_below(&mut changed, i, j),
            _ => place_beside(&mut changed, i, j, random),
        }
    }
    changed
}

fn change(input: &mut [Input], others: &[&[Input]], random: &mut SplitMix) {
    change_by(random.below(KINDS), input, others, random);
}

/// So many kinds of changes there are.
pub(crate) const KINDS: u64 = 16;

/// A change of one kind, somewhere.
pub(crate) fn change_by(kind: u64, input: &mut [Input], others: &[&[Input]], random: &mut SplitMix) {
    let len = input.len() as u64;
    let (i, j) = (random.below(len) as usize, random.below(len) as usize);
    let stretch = stretch(input.len(), random);
    match kind {
        0 | 1 => input.swap(i, j),
        2 => input[stretch].rotate_left(1),
        3 => input[stretch].rotate_right(1),
        4 => input[stretch].reverse(),
        5 => {
            let bits = input[j].bits;
            set(&mut input[i], bits);
        }
        6 => place_below(input, i, j),
        7 => place_beside(input, i, j, random),
        8 => {
            let bits = likely(input[i].kind, random);
            set(&mut input[i], bits);
        }
        9 => copy(input, stretch, i),
        10 => repeat(input, stretch, random),
        11 => {
            let period = item(input, random);
            count(input, period, random);
        }
        12 => {
            let value = input[i].bits;
            input[stretch].iter_mut().for_each(|input| set(input, value));
        }
        13 => redraw(input, stretch, random),
        14 => shuffle(&mut input[stretch], random),
        _ => {
            if let Some(other) = others.get(random.below(others.len().max(1) as u64) as usize)
                && stretch.end <= other.len()
            {
                for at in stretch {
                    set(&mut input[at], other[at].bits);
                }
            }
        }
    }
}

/// A stretch, short ones more likely.
pub(crate) fn stretch(len: usize, random: &mut SplitMix) -> std::ops::Range<usize> {
    let most = (1u64 << random.below(64 - (len as u64).leading_zeros() as u64 + 1)).min(len as u64);
    let length = 1 + random.below(most) as usize;
    let start = random.below((len - length) as u64 + 1) as usize;
    start..start + length
}

/// A stretch that may be one of several that are alike: it ends with what comes before it, as lines and fields do.
fn item(input: &[Input], random: &mut SplitMix) -> std::ops::Range<usize> {
    let before = random.below(input.len() as u64) as usize;
    let is_end = |other: &Input| other.bits == input[before].bits;
    match input[before + 1..].iter().position(is_end) {
        Some(length) if random.below(2) == 0 => before + 1..before + 2 + length,
        _ => stretch(input.len(), random),
    }
}

pub(crate) fn set(input: &mut Input, bits: u64) {
    input.bits = bits & mask(8 * input.kind.bytes());
}

/// Puts what is in a stretch somewhere else as well.
fn copy(input: &mut [Input], from: std::ops::Range<usize>, to: usize) {
    let copied: Vec<u64> = input[from].iter().map(|input| input.bits).collect();
    input[to..].iter_mut().zip(copied).for_each(|(input, bits)| set(input, bits));
}

/// Fills a stretch with a few of the values that there are, by chance: no order, and nothing comes again and again.
fn redraw(input: &mut [Input], stretch: std::ops::Range<usize>, random: &mut SplitMix) {
    let len = input.len() as u64;
    let values: Vec<u64> = (0..2 + random.below(6)).map(|_| input[random.below(len) as usize].bits).collect();
    for input in &mut input[stretch] {
        set(input, values[random.below(values.len() as u64) as usize]);
    }
}

/// The same values in another order.
fn shuffle(input: &mut [Input], random: &mut SplitMix) {
    for at in (1..input.len()).rev() {
        input.swap(at, random.below(at as u64 + 1) as usize);
    }
}

/// Repeats what is in a stretch from there on, for a while.
fn repeat(input: &mut [Input], period: std::ops::Range<usize>, random: &mut SplitMix) {
    let piece: Vec<u64> = input[period.clone()].iter().map(|input| input.bits).collect();
    let length = how_long(input.len() - period.start, random);
    let target = &mut input[period.start..][..length];
    target.iter_mut().zip(piece.iter().cycle()).for_each(|(input, bits)| set(input, *bits));
}

/// The same, with a number in it that counts the copies: many things that are like each other, and no two the same.
fn count(input: &mut [Input], period: std::ops::Range<usize>, random: &mut SplitMix) {
    let piece = input[period.clone()].to_vec();
    let length = how_long(input.len() - period.start, random);
    let digits = digits(&piece, random);
    let target = &mut input[period.start..][..length];
    target.iter_mut().enumerate().for_each(|(at, input)| set(input, counted(&piece, &digits, at)));
}

fn how_long(rest: usize, random: &mut SplitMix) -> usize {
    match random.below(3) {
        0 => rest,
        _ => 1 + random.below(rest as u64) as usize,
    }
}

/// Which of the inputs of a piece are digits of a number that counts its copies, the last digit first.
fn digits(piece: &[Input], random: &mut SplitMix) -> Vec<usize> {
    let last = random.below(piece.len() as u64) as usize;
    // Numbers have room enough, bytes have not.
    match piece[last].kind.bytes() {
        1 => (0..=last).rev().take(2).collect(),
        _ => vec![last],
    }
}

/// The value of an input in copies of a piece that are counted.
fn counted(piece: &[Input], digits: &[usize], at: usize) -> u64 {
    const FIRST: u64 = b'!' as u64;
    const PRINTABLE: u64 = 94;
    let (copy, place) = ((at / piece.len()) as u64, at % piece.len());
    let Input { kind, bits } = piece[place];
    match digits.iter().position(|digit| *digit == place) {
        None => bits,
        Some(_) if kind.bytes() > 1 => bits.wrapping_add(copy),
        // Letters stay letters, about: what is beyond them often separates.
        Some(digit) => {
            let copy = copy / PRINTABLE.pow(digit as u32);
            let begun = if (FIRST..FIRST + PRINTABLE).contains(&bits) { bits - FIRST } else { bits };
            FIRST + (begun + copy) % PRINTABLE
        }
    }
}

/// An input of a smaller size made longer, in copies that are counted at some place of it; with kinds as in another. The same
/// seed counts at the same place, whatever the size.
pub(crate) fn counting(small: &[Input], like: &[Input], seed: u64) -> Vec<Vec<Input>> {
    if small.is_empty() || like.len() <= small.len() {
        return Vec::new();
    }
    let mut random = SplitMix(seed);
    let mut of = |_| -> Vec<Input> {
        // A part of it may be what matters: a line, a field.
        let piece = item(small, &mut random);
        let digits = digits(&small[piece.clone()], &mut random);
        let made = like.iter().enumerate().map(|(at, like)| {
            let mut input = *like;
            set(&mut input, counted(&small[piece.clone()], &digits, at));
            input
        });
        made.collect()
    };
    (0..COUNTED).map(&mut of).collect()
}

/// So many inputs are made of one by counting.
const COUNTED: usize = 4;

/// Gives an input a value just below that of another, by making room for it.
fn place_below(input: &mut [Input], i: usize, j: usize) {
    let order = |input: &Input| match input.number() {
        Number::Integer(value) => value,
        Number::Character(byte) => byte.into(),
        Number::Float(_) => i128::MIN,
    };
    let (target, value) = (order(&input[j]), input[j].bits);
    for (place, other) in input.iter_mut().enumerate() {
        let room = other.kind.range().is_some_and(|(_, high)| order(other) < high);
        if place != i && order(other) >= target && room {
            let bits = other.bits.wrapping_add(1);
            set(other, bits);
        }
    }
    set(&mut input[i], value);
}

/// Gives an input the value next to that of another.
fn place_beside(input: &mut [Input], i: usize, j: usize, random: &mut SplitMix) {
    let step = if random.below(2) == 0 { 1 } else { u64::MAX };
    let bits = input[j].bits.wrapping_add(step);
    set(&mut input[i], bits);
}

/// A value that is likely to matter: small, large, a character, any.
fn likely(kind: InputKind, random: &mut SplitMix) -> u64 {
    match (kind, random.below(4)) {
        (InputKind::U8 | InputKind::I8, 0 | 1) => b' '.into(),
        (InputKind::U8 | InputKind::I8, 2) => u64::from(b' ') + random.below(95),
        (_, 0) => random.below(16),
        (_, 1) => 0u64.wrapping_sub(random.below(16)),
        (_, 2) => 1 << random.below(u64::from(8 * kind.bytes())),
        _ => random.next_bits(),
    }
}

/// An input of a smaller size made longer, each number in the place of several in order, up or down: that keeps the
/// order of numbers that differ. With kinds as in another.
pub fn spread(input: &[Input], like: &[Input]) -> Vec<Vec<Input>> {
    let (short, long) = (input.len(), like.len());
    if short == 0 || short >= long {
        return Vec::new();
    }
    let step = long.div_ceil(short) as u64;
    let of = |value: &dyn Fn(usize) -> u64| -> Vec<Input> {
        let made = like.iter().enumerate().map(|(at, like)| {
            let mut input = *like;
            set(&mut input, value(at));
            input
        });
        made.collect()
    };
    let place = |at: usize| at * short / long;
    let within = |at: usize| (at - (place(at) * long).div_ceil(short)) as u64;
    let scaled = |at: usize| input[place(at)].bits.wrapping_mul(step);
    if like.iter().all(|input| input.kind.bytes() == 1) {
        return Vec::new();
    }
    vec![of(&|at| scaled(at).wrapping_add(within(at))), of(&|at| scaled(at).wrapping_sub(within(at)))]
}

/// Random inputs that have few values, which are near to each other: numbers from zero on, letters. What looks for something that
/// it has seen before finds much in them, and never quite the same.
pub fn few_values(like: &[Input], random: &mut SplitMix) -> Vec<Vec<Input>> {
    let mut of = |count: u64| -> Vec<Input> {
        let made = like.iter().map(|like| {
            let first = if like.kind.bytes() == 1 { u64::from(b'a') } else { 0 };
            let mut input = *like;
            set(&mut input, first + random.below(count));
            input
        });
        made.collect()
    };
    [2, 4, 16].map(&mut of).into()
}

/// Inputs of the same kinds that are worth a try anywhere: all the same, ascending, descending, up and down again, in turns.
/// The same shapes in the same order at every size.
pub fn plain(like: &[Input]) -> Vec<Vec<Input>> {
    let len = like.len() as u64;
    let of = |value: &dyn Fn(u64) -> u64| -> Vec<Input> {
        let made = (0..).zip(like).map(|(i, like)| {
            let mut input = *like;
            set(&mut input, value(i));
            input
        });
        made.collect()
    };
    let mut plain =
        vec![of(&|_| 0), of(&|i| i), of(&|i| len - i), of(&|i| i % 2), of(&|i| u64::MAX * (i % 2))];
    plain.extend([of(&|i| i.min(len - 1 - i)), of(&|i| i.max(len - 1 - i))]);
    if like.iter().any(|input| matches!(input.kind, InputKind::U8 | InputKind::I8)) {
        plain.extend([b'a', b' ', b'0', b'\n', b'(', b'"'].map(|byte| of(&|_| byte.into())));
        plain.push(of(&|i| b"ab"[(i % 2) as usize].into()));
        plain.push(of(&|i| b"a "[(i % 2) as usize].into()));
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bytes(text: &str) -> Vec<Input> {
        text.bytes().map(|byte| Input { kind: InputKind::U8, bits: byte.into() }).collect()
    }

    fn text(input: &[Input]) -> String {
        input.iter().map(|input| input.bits as u8 as char).collect()
    }

    #[test]
    fn copies_that_are_counted_all_differ() {
        let piece = bytes("s aa\n");
        let made: Vec<u64> = (0..5 * 8000).map(|at| counted(&piece, &[3, 2], at)).collect();
        let lines: std::collections::BTreeSet<&[u64]> = made.chunks(5).collect();
        assert_eq!(lines.len(), 8000);
        let numbers = [Input { kind: InputKind::I32, bits: 7 }, Input { kind: InputKind::I32, bits: 1 }];
        let made: Vec<u64> = (0..6).map(|at| counted(&numbers, &[0], at)).collect();
        assert_eq!(made, [7, 1, 8, 1, 9, 1]);
    }

    #[test]
    fn what_is_counted_is_the_same_at_every_size() {
        let small = bytes("s ab\na b\n");
        let (short, long) = (vec![small[0]; 50], vec![small[0]; 500]);
        for (short, long) in counting(&small, &short, 3).iter().zip(counting(&small, &long, 3)) {
            assert_eq!(text(short), text(&long)[..50]);
        }
    }

    #[test]
    fn lines_are_found() {
        let input = bytes("one\ntwo\nthree\n");
        let mut random = SplitMix(1);
        let found: Vec<String> = (0..200).map(|_| text(&input[item(&input, &mut random)])).collect();
        assert!(found.contains(&"two\n".into()) && found.contains(&"three\n".into()));
    }
}
