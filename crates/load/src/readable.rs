//! Inputs that people can read: numbers as small as their order allows, where that changes nothing of what a run does.
//!
//! Walks leave what the solver came to, and changes leave what chance did: 1287025341 where 3 would do. Most programs
//! only compare, so numbers of the same order and the same signs lead to the same run; and if they do not, the run tells.

use std::collections::BTreeSet;

use worstcase_explore::Input;
use worstcase_machine::process::Number;
use worstcase_term::mask;

/// The same input with the smallest numbers that have the same order and the same signs; none if it is that already, or
/// has something else than integers of more than a byte.
pub fn readable(input: &[Input]) -> Option<Vec<Input>> {
    let integer = |input: &Input| match input.number() {
        Number::Integer(value) if input.kind.bytes() > 1 => Some(value),
        _ => None,
    };
    let values: Vec<i128> = input.iter().map(integer).collect::<Option<_>>()?;
    let different: BTreeSet<i128> = values.iter().copied().filter(|value| *value != 0).collect();
    let negative = different.range(..0).count() as i128;
    let numbers: Vec<i128> = different.into_iter().collect();
    let simple = |value: &i128| match numbers.binary_search(value) {
        Ok(place) if (place as i128) < negative => place as i128 - negative,
        Ok(place) => place as i128 - negative + 1,
        Err(_) => 0,
    };
    let made: Vec<i128> = values.iter().map(simple).collect();
    let with = |(input, value): (&Input, &i128)| Input {
        bits: *value as u64 & mask(8 * input.kind.bytes()),
        ..*input
    };
    (made != values).then(|| input.iter().zip(&made).map(with).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use worstcase_machine::process::InputKind;

    fn list(values: &[i32]) -> Vec<Input> {
        values.iter().map(|&value| Input { kind: InputKind::I32, bits: value as u32 as u64 }).collect()
    }

    #[test]
    fn order_signs_and_equality_stay() {
        let made = readable(&list(&[1_287_025_341, -700, 0, 50, -3, 50, i32::MIN])).unwrap();
        assert_eq!(made, list(&[2, -2, 0, 1, -1, 1, -3]));
        assert_eq!(readable(&made), None);
    }

    #[test]
    fn bytes_and_nothing_stay() {
        assert_eq!(readable(&[Input { kind: InputKind::U8, bits: 200 }]), None);
        assert_eq!(readable(&[]), None);
    }
}
