//! A smaller size first: what is costly for few lines is, repeated, costly for many.
//!
//! At a small size paths are short, unions are solved at once, and a run of the whole takes no time, so that also what paths do not
//! say (how often `xargs` runs a command) is driven up by changing inputs. The tests are then made longer, line by line where there are lines, and
//! run. `load` does the same for one program; here it is the load of the whole that is carried over.

use std::sync::Arc;

use worstcase_explore::{Attendant, StdinPart, StdinShape, attended};
use worstcase_load::Options;

use super::channel::parts;
use super::replay::Replays;
use super::suite::{PipelineHow, PipelineSuite, PipelineTest};
use super::summaries::Summaries;
use super::{ComposeError, Composer};
use crate::pipeline::ComponentIdx;

/// The part of the work that is done at a smaller size.
const SMALL: f64 = 0.3;

/// The part of the work that is for runs of tests that were made longer, beyond as many as are wanted.
const LONGER: f64 = 0.1;

/// The least and the most inputs of a smaller size.
const INPUTS: (u32, u32) = (64, 512);

impl<'a> Composer<'a> {
    /// The same with less to read, unless there is little already.
    pub(super) fn smaller(&self) -> Option<Composer<'a>> {
        let whole = parts(&self.stdin, self.size);
        // What a template leaves open cannot be told from its text, so nothing is made longer there; `load` does it for components.
        let inputs: u32 = whole.iter().map(StdinPart::inputs).sum();
        let wanted = (inputs / 16).clamp(INPUTS.0, INPUTS.1);
        if 2 * wanted > inputs {
            return None;
        }
        let small = cut(&whole, wanted);
        let size: u32 = small.iter().map(StdinPart::inputs).sum();
        let work = (self.options.work as f64 * SMALL) as u64;
        (2 * size <= inputs).then(|| Composer {
            stdin: StdinShape::Parts(Arc::new(small)),
            size,
            options: Options { work, ..self.options.clone() },
            ..self.like()
        })
    }

    /// The work for one component at this size.
    pub(super) fn component_work(&self) -> u64 {
        match self.smaller() {
            Some(_) => (self.options.work as f64 * (1.0 - SMALL)) as u64,
            None => self.options.work,
        }
    }

    /// Tests of a smaller size, made longer; none if there is no smaller size.
    pub(super) fn stretched(
        &self,
        first: ComponentIdx,
        summaries: &mut Summaries<'_>,
        replays: &Replays<'_>,
        attendant: &dyn Attendant,
    ) -> Result<Vec<PipelineTest>, ComposeError> {
        let Some(small) = self.smaller() else { return Ok(Vec::new()) };
        let mut made = PipelineSuite::default();
        let mut own = Summaries::new(&small, attendant);
        let its_replays = Replays::new(&small);
        small.make(&mut made, first, &mut own, &its_replays, attendant)?;
        summaries.add(own);
        let whole = parts(&self.stdin, self.size);
        let of = |test: &PipelineTest| {
            let free: Vec<u64> = test.numbers.iter().map(|input| input.bits).collect();
            longer(&parts(&small.stdin, small.size), &whole, &free)
        };
        let longer: Vec<Vec<Vec<u64>>> = made.tests.iter().map(of).collect();
        let ways = longer.first().map_or(0, Vec::len);
        let mut tests = Vec::new();
        let mut left = (self.options.work as f64 * LONGER) as u64;
        for way in 0..ways {
            let inputs = longer.iter().map(|ways| ways[way].clone()).collect();
            let some = attended(attendant, "running", None, |watch| {
                replays.tests(inputs, PipelineHow::Changed, watch)
            });
            let spent = replays.work_of(&some);
            tests.extend(some);
            // The next way is about as much work. That is decided by counts, not by a clock.
            if spent > left || attendant.ended().is_some() {
                break;
            }
            left -= spent;
        }
        Ok(tests)
    }
}

/// The first parts of a standard input, with as many inputs as are wanted, and what is fixed behind the last.
fn cut(whole: &[StdinPart], wanted: u32) -> Vec<StdinPart> {
    let (mut small, mut inputs) = (Vec::new(), 0);
    for part in whole {
        match part {
            StdinPart::Inputs { .. } if inputs >= wanted => break,
            // One part that is most of all is cut in itself; lines are left whole.
            StdinPart::Inputs { count, range } if *count > 4 * wanted => {
                small.push(StdinPart::Inputs { count: wanted - inputs, range: *range });
                inputs = wanted;
            }
            StdinPart::Inputs { count, .. } => {
                inputs += count;
                small.push(part.clone());
            }
            StdinPart::Fixed(_) => small.push(part.clone()),
        }
    }
    small
}

/// What is not fixed of a smaller input, made longer in a few ways: again and again; each piece several times; and the last goes on.
/// A piece is what is between fixed parts, if all are alike, and else a byte.
fn longer(small: &[StdinPart], whole: &[StdinPart], free: &[u64]) -> Vec<Vec<u64>> {
    let counts = |parts: &[StdinPart]| -> Vec<usize> {
        parts.iter().map(|part| part.inputs() as usize).filter(|&count| count > 0).collect()
    };
    let (its_pieces, pieces) = (counts(small), counts(whole));
    let length = match pieces.first() {
        Some(&length) if its_pieces.iter().chain(&pieces).all(|&count| count == length) => length,
        _ => 1,
    };
    let wanted = pieces.iter().sum::<usize>() / length;
    let its: Vec<&[u64]> = free.chunks(length).collect();
    let Some(last) = its.len().checked_sub(1) else { return Vec::new() };
    let of = |place: &dyn Fn(usize) -> usize| (0..wanted).flat_map(|at| its[place(at)]).copied().collect();
    vec![of(&|at| at % its.len()), of(&|at| at * its.len() / wanted), of(&|at| at.min(last))]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(count: usize) -> Vec<StdinPart> {
        let line = [StdinPart::Inputs { count: 2, range: None }, StdinPart::Fixed(b"\n".to_vec())];
        line.iter().cycle().take(2 * count).cloned().collect()
    }

    #[test]
    fn lines_stay_whole_and_what_follows_them_stays() {
        assert_eq!(cut(&lines(9), 3), lines(2));
        assert_eq!(cut(&[StdinPart::any(100)], 10), [StdinPart::any(10)]);
    }

    #[test]
    fn lines_are_repeated_as_lines() {
        let longer = |small: &[StdinPart], whole: &[StdinPart], free: &[u8]| -> Vec<String> {
            let free: Vec<u64> = free.iter().map(|&byte| byte.into()).collect();
            let text = |numbers: Vec<u64>| numbers.iter().map(|&byte| char::from(byte as u8)).collect();
            longer(small, whole, &free).into_iter().map(text).collect()
        };
        let made = longer(&lines(2), &lines(5), b"abcd");
        assert_eq!(made, ["abcdabcdab", "abababcdcd", "abcdcdcdcd"]);
        let bytes = longer(&[StdinPart::any(2)], &[StdinPart::any(5)], b"ab");
        assert_eq!(bytes, ["ababa", "aaabb", "abbbb"]);
        assert!(longer(&lines(0), &lines(5), b"").is_empty());
    }
}
