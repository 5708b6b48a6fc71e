//! All inputs that there are, where there are few: one number up to a thousand, two bytes.

use worstcase_explore::{Asked, Input};

/// The values that each input can have, in order.
pub(crate) struct Domain {
    /// The least value of each, and how many there are.
    values: Vec<(i64, u64)>,
    /// How many inputs there are in all.
    count: u64,
}

impl Domain {
    /// Of what a program asks for; nothing if there are more than so many, or if it asks for numbers that are not integers.
    pub(crate) fn of(asked: &[Asked], most: u64) -> Option<Domain> {
        let mut count: u64 = 1;
        let mut values = Vec::new();
        for asked in asked {
            let (low, high) = match asked.range {
                Some(range) => range,
                None => {
                    let (low, high) = asked.kind.range()?;
                    (i64::try_from(low).ok()?, i64::try_from(high).ok()?)
                }
            };
            let size = u64::try_from(i128::from(high) - i128::from(low) + 1).ok()?;
            count = count.checked_mul(size).filter(|count| *count <= most)?;
            values.push((low, size));
        }
        (!values.is_empty()).then_some(Domain { values, count })
    }

    /// All of them, with kinds as in one that was taken.
    pub(crate) fn inputs<'d>(&'d self, like: &'d [Input]) -> impl Iterator<Item = Vec<Input>> + 'd {
        (0..self.count).map(move |number| {
            let mut rest = number;
            let input = |(like, (low, size)): (&Input, &(i64, u64))| {
                let place = rest % size;
                rest /= size;
                Input { bits: low.wrapping_add(place as i64) as u64, ..*like }
            };
            like.iter().zip(&self.values).map(input).collect()
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;
    use worstcase_explore::TreeInput;
    use worstcase_machine::process::InputKind;

    #[test]
    fn every_input_comes_once() {
        let none: Option<TreeInput> = None;
        let byte = Asked { of: none, ..Asked::any(InputKind::U8) };
        let few = Asked { range: Some((-1, 3)), ..Asked::any(InputKind::I32) };
        assert!(Domain::of(&[byte, few], 1279).is_none());
        let domain = Domain::of(&[byte, few], 1280).expect("they are few");
        let like = [InputKind::U8, InputKind::I32].map(|kind| Input { kind, bits: 0 });
        let all: BTreeSet<Vec<u64>> =
            domain.inputs(&like).map(|input| input.iter().map(|input| input.bits).collect()).collect();
        assert_eq!(all.len(), 1280);
        assert!(all.contains(&vec![255, u64::MAX]) && all.contains(&vec![0, 3]));
    }
}
