//! From an input of one size to inputs of a larger one: what was costly at the smaller size is kept, and the rest is
//! filled up in a few plain ways. To run one costs microseconds, so all of them are run.

use worstcase_explore::Input;
use worstcase_machine::SplitMix;

/// Inputs of the shape of `model`, each with `small` in it. Values are taken over only where the kinds agree.
pub fn stretched(small: &[Input], model: &[Input]) -> Vec<Vec<Input>> {
    let mut made = stretches(small, model);
    made.dedup();
    made
}

/// Inputs of the shape of `model` that are put together from pieces of `small`, which come from anywhere in it: what is near to
/// each other is like there, and nothing comes again and again. The pieces of one are as long as each other, about.
pub(crate) fn pieces(small: &[Input], model: &[Input], random: &mut SplitMix) -> Vec<Vec<Input>> {
    let (len, wanted) = (small.len(), model.len());
    if len == 0 || wanted < len {
        return Vec::new();
    }
    let mut of = |length: u64| -> Vec<Input> {
        let mut made = model.to_vec();
        let mut at = 0;
        while at < wanted {
            let from = random.below(len as u64) as usize;
            let length = 1 + random.below(2 * length - 1) as usize;
            for (input, value) in made[at..].iter_mut().zip(&small[from..]).take(length) {
                if input.kind == value.kind {
                    input.bits = value.bits;
                }
            }
            at += length.min(len - from);
        }
        made
    };
    PIECES.map(&mut of).into()
}

/// How long pieces are.
const PIECES: [u64; 4] = [1, 4, 16, 64];

/// The same as `stretched`, as many and in the same order whatever the sizes are.
pub(crate) fn stretches(small: &[Input], model: &[Input]) -> Vec<Vec<Input>> {
    let (len, wanted) = (small.len(), model.len());
    if len == 0 || wanted <= len {
        return Vec::new();
    }
    let more = wanted - len;
    let from = |place: &dyn Fn(usize) -> Option<usize>| -> Vec<Input> {
        let value = |(i, shape): (usize, &Input)| match place(i) {
            Some(at) if small[at].kind == shape.kind => small[at],
            Some(_) => *shape,
            None => Input { bits: 0, ..*shape },
        };
        model.iter().enumerate().map(value).collect()
    };
    vec![
        // Again and again.
        from(&|i| Some(i % len)),
        // Every value several times.
        from(&|i| Some(i * len / wanted)),
        // The last value goes on.
        from(&|i| Some(i.min(len - 1))),
        // The first value comes before.
        from(&|i| Some(i.saturating_sub(more))),
        // The middle is repeated.
        from(&|i| Some(if i < len / 2 { i } else { i.saturating_sub(more).max(len / 2) })),
        // Zeros behind, and before.
        from(&|i| (i < len).then_some(i)),
        from(&|i| i.checked_sub(more)),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use worstcase_machine::process::InputKind;

    fn list(values: &[u64]) -> Vec<Input> {
        values.iter().map(|&bits| Input { kind: InputKind::I32, bits }).collect()
    }

    #[test]
    fn every_stretched_input_has_the_shape_and_the_values() {
        let made = stretched(&list(&[1, 2, 3, 4]), &list(&[9; 6]));
        let values: Vec<Vec<u64>> =
            made.iter().map(|input| input.iter().map(|input| input.bits).collect()).collect();
        for expected in [
            [1, 2, 3, 4, 1, 2],
            [1, 1, 2, 3, 3, 4],
            [1, 2, 3, 4, 4, 4],
            [1, 1, 1, 2, 3, 4],
            [1, 2, 3, 3, 3, 4],
            [1, 2, 3, 4, 0, 0],
            [0, 0, 1, 2, 3, 4],
        ] {
            assert!(values.contains(&expected.to_vec()), "{expected:?} is not in {values:?}");
        }
    }

    #[test]
    fn pieces_are_as_they_were() {
        let small = list(&[1, 2, 3, 4, 5, 6, 7, 8]);
        let made = pieces(&small, &list(&[0; 1000]), &mut SplitMix(1));
        let follow =
            |input: &Vec<Input>| input.windows(2).filter(|pair| pair[1].bits == pair[0].bits + 1).count();
        assert!(made.iter().flatten().all(|input| (1..=8).contains(&input.bits)));
        let follow: Vec<usize> = made.iter().map(follow).collect();
        assert!(follow[0] < 200 && follow[1] > 400 && follow[2] > follow[1], "{follow:?}");
    }

    #[test]
    fn nothing_is_made_smaller_and_kinds_stay() {
        assert!(stretched(&list(&[1, 2]), &list(&[5, 6])).is_empty());
        assert!(stretched(&[], &list(&[5, 6])).is_empty());
        let byte = Input { kind: InputKind::U8, bits: 7 };
        let made = stretched(&list(&[1]), &[byte, byte]);
        assert!(made.iter().flatten().all(|input| input.kind == InputKind::U8));
    }
}
