//! Names as values: what is asked about bytes that may be terms, each question as one truth value.

use worstcase_program::Binary;

use super::super::ByteOf;
use crate::value::{Memory, Step, Value};

fn byte<V: Value>(context: &mut V::Context, byte: ByteOf<V>) -> V {
    V::Memory::extended(context, byte)
}

fn number<V: Value>(number: u8) -> V {
    V::from_bits(number.into())
}

/// Both.
pub(super) fn and<V: Value>(context: &mut V::Context, a: V, b: V) -> Step<V, V> {
    V::binary(context, Binary::I32And, a, b)
}

fn not<V: Value>(context: &mut V::Context, a: V) -> Step<V, V> {
    V::binary(context, Binary::I32Eq, a, V::from_bits(0))
}

/// Whether two texts of the same length have the same bytes.
pub(in crate::process) fn is_same<V: Value>(
    context: &mut V::Context,
    a: &[ByteOf<V>],
    b: &[ByteOf<V>],
) -> Step<V, V> {
    let mut same = V::from_bits(1);
    for (&a, &b) in a.iter().zip(b) {
        let (a, b) = (byte::<V>(context, a), byte::<V>(context, b));
        let here = V::binary(context, Binary::I32Eq, a, b)?;
        same = and(context, same, here)?;
    }
    Ok(same)
}

/// Whether a byte lies between two others, both included.
pub(in crate::process) fn is_between<V: Value>(
    context: &mut V::Context,
    value: ByteOf<V>,
    low: u8,
    high: u8,
) -> Step<V, V> {
    let value = byte::<V>(context, value);
    let above = V::binary(context, Binary::I32GeU, value, number(low))?;
    let below = V::binary(context, Binary::I32LeU, value, number(high))?;
    and(context, above, below)
}

/// Whether a name comes before another: byte by byte, and a beginning before what it begins.
pub(super) fn is_before<V: Value>(context: &mut V::Context, a: &[ByteOf<V>], b: &[ByteOf<V>]) -> Step<V, V> {
    let mut before = V::from_bits((a.len() < b.len()).into());
    for (&a, &b) in a.iter().zip(b).rev() {
        if a == b {
            continue;
        }
        let (a, b) = (byte::<V>(context, a), byte::<V>(context, b));
        let less = V::binary(context, Binary::I32LtU, a, b)?;
        let same = V::binary(context, Binary::I32Eq, a, b)?;
        let later = and(context, same, before)?;
        before = V::binary(context, Binary::I32Or, less, later)?;
    }
    Ok(before)
}

/// Whether a file can have a name, if its letters are of a range: it has no `/`, and is neither `.` nor `..`.
pub(super) fn is_valid<V: Value>(
    context: &mut V::Context,
    name: &[ByteOf<V>],
    (low, high): (u8, u8),
) -> Step<V, V> {
    let mut valid = V::from_bits(1);
    if (low..=high).contains(&b'/') {
        for &letter in name {
            let letter = byte::<V>(context, letter);
            let differs = V::binary(context, Binary::I32Ne, letter, number(b'/'))?;
            valid = and(context, valid, differs)?;
        }
    }
    if (low..=high).contains(&b'.') && name.len() <= 2 {
        let dots = vec![ByteOf::<V>::from(b'.'); name.len()];
        let is_dots = is_same::<V>(context, name, &dots)?;
        let differs = not(context, is_dots)?;
        valid = and(context, valid, differs)?;
    }
    Ok(valid)
}

/// Whether a name is none of these.
pub(super) fn is_none_of<V: Value>(
    context: &mut V::Context,
    name: &[ByteOf<V>],
    others: &[crate::wasi::Name<ByteOf<V>>],
) -> Step<V, V> {
    let mut none = V::from_bits(1);
    for other in others.iter().filter(|other| other.len() == name.len()) {
        let same = is_same::<V>(context, name, other)?;
        let differs = not(context, same)?;
        none = and(context, none, differs)?;
    }
    Ok(none)
}

/// The letters of names: those of a range, without `/`.
pub(super) fn letters((low, high): (u8, u8)) -> Vec<u8> {
    (low..=high).filter(|&letter| letter != b'/').collect()
}

/// The first name after this one, by length and then by letters, if there is one: with what a run was given, names may be equal
/// or not be names at all, and one that is free is taken instead.
pub(super) fn next(name: &mut Vec<u8>, letters: &[u8], longest: usize) -> bool {
    for letter in name.iter_mut().rev() {
        match letters.iter().find(|&other| other > letter) {
            Some(&other) => {
                *letter = other;
                return true;
            }
            None => *letter = letters[0],
        }
    }
    name.push(letters[0]);
    name.len() <= longest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_in_the_order_of_texts() {
        let names: [&[u8]; 6] = [b"a", b"aa", b"ab", b"b", b"ba", b"c"];
        for (i, a) in names.iter().enumerate() {
            for (j, b) in names.iter().enumerate() {
                assert_eq!(is_before::<u64>(&mut (), a, b), Ok((i < j).into()), "{a:?} {b:?}");
            }
        }
    }

    #[test]
    fn some_texts_are_no_names() {
        let is = |name: &[u8]| is_valid::<u64>(&mut (), name, (b' ', b'~')) == Ok(1);
        assert!([&b"a"[..], b"...", b".a", b"a.", b" "].into_iter().all(is));
        assert!(![&b"."[..], b"..", b"/", b"a/b"].into_iter().any(is));
    }

    #[test]
    fn all_names_come_one_after_the_other() {
        let mut name = b"a".to_vec();
        let mut all = vec![name.clone()];
        while next(&mut name, b"ab", 2) {
            all.push(name.clone());
        }
        assert_eq!(all, [&b"a"[..], b"b", b"aa", b"ab", b"ba", b"bb"]);
        assert_eq!(letters((b'-', b'0')), b"-.0");
    }
}
