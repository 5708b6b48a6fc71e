//! All inputs that there are, where there are few: one number up to a million, two bytes.

use std::cmp::Reverse;
use std::sync::atomic::{AtomicU64, Ordering};

use worstcase_explore::{Asked, Input, StartError, Watch};

use crate::draft::Costed;
use crate::improve::{BEGINNING, Means, Runs, TOGETHER};

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

    /// One of them, with kinds as in one that was taken.
    fn input(&self, number: u64, like: &[Input]) -> Vec<Input> {
        let mut rest = number;
        let input = |(like, (low, size)): (&Input, &(i64, u64))| {
            let place = rest % size;
            rest /= size;
            Input { bits: low.wrapping_add(place as i64) as u64, ..*like }
        };
        like.iter().zip(&self.values).map(input).collect()
    }
}

/// The costliest of all inputs that there are; nothing if they are too many.
pub(crate) fn all(runs: &Runs<'_>, means: &Means, watch: &Watch) -> Result<Option<Costed>, StartError> {
    let asked = runs.subject.asked_by(Vec::new(), watch)?;
    let most = means.instructions / (asked.costs.executed + BEGINNING);
    let Some(domain) = Domain::of(&asked.asked, most) else { return Ok(None) };
    let (next, spent) = (AtomicU64::new(0), AtomicU64::new(0));
    let work = || -> Result<Option<(Costed, u64)>, StartError> {
        let mut many = runs.many(false, means.instructions, watch);
        let mut best: Option<(Costed, u64)> = None;
        // The first input may be a cheap one.
        while spent.load(Ordering::Relaxed) < 2 * means.instructions && !watch.is_stopped() {
            let first = next.fetch_add(TOGETHER, Ordering::Relaxed);
            let numbers = first..domain.count.min(first + TOGETHER);
            if numbers.is_empty() {
                break;
            }
            let inputs: Vec<Vec<Input>> =
                numbers.clone().map(|number| domain.input(number, &asked.input)).collect();
            for (run, number) in runs.run_many(&mut many, &inputs, watch)?.into_iter().zip(numbers) {
                spent.fetch_add(run.executed + BEGINNING, Ordering::Relaxed);
                let better = |made: &Costed| best.as_ref().is_none_or(|(best, _)| made.rank() > best.rank());
                if let Some(made) = run.costed.filter(better) {
                    best = Some((made, number));
                }
            }
        }
        Ok(best)
    };
    let results: Vec<_> = std::thread::scope(|scope| {
        let others: Vec<_> = (1..means.threads).map(|_| scope.spawn(work)).collect();
        let mut results = vec![work()];
        results.extend(
            others
                .into_iter()
                .map(|other| other.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))),
        );
        results
    });
    let found: Result<Vec<Option<(Costed, u64)>>, StartError> = results.into_iter().collect();
    let best = found?.into_iter().flatten().max_by_key(|(made, number)| (made.rank(), Reverse(*number)));
    Ok(best.map(|(made, _)| made))
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
        let bits = |number| domain.input(number, &like).iter().map(|input| input.bits).collect();
        let all: BTreeSet<Vec<u64>> = (0..domain.count).map(bits).collect();
        assert_eq!(all.len(), 1280);
        assert!(all.contains(&vec![255, u64::MAX]) && all.contains(&vec![0, 3]));
    }
}
