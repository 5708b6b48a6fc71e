//! From inputs to a rule that makes them for every size, confirmed by running what it makes.

use std::time::Instant;

use worstcase_explore::{Input, Ran, Tally};
use worstcase_machine::process::{InputKind, Number};
use worstcase_term::mask;
use worstcase_worst::{Growth, Pattern};

use super::row::{How, READABLE, Row, Rows};
use crate::error::CliError;
use crate::memory;

/// A rule for inputs that was confirmed at a size.
pub struct Confirmed {
    pub pattern: Pattern,
    pub size: u32,
    kind: InputKind,
}

/// How many instructions a run to confirm a pattern may take.
const CONFIRM_STEPS: u64 = 300_000_000;

/// The sizes at which a pattern is to hold, as far as they do not take too long.
const FAR: [u32; 5] = [1000, 3000, 10_000, 30_000, 100_000];

/// How many patterns are tried.
const MOST_PATTERNS: usize = 40;

impl Rows<'_> {
    /// A rule for the inputs themselves, confirmed by runs at sizes that nobody has looked at. If the growth of the
    /// cost is known by a formula, it has to be met there.
    pub fn pattern(&self, rows: &[Row], growth: &Growth) -> Result<Option<Confirmed>, CliError> {
        let readable = rows.iter().filter(|row| row.cost.is_some() && row.size <= READABLE);
        let inputs: Vec<(u32, Vec<i64>)> = readable
            .filter_map(|row| Some((row.size, row.input.iter().map(integer).collect::<Option<Vec<i64>>>()?)))
            .collect();
        let Some(kind) = rows.iter().find_map(|row| row.input.first()).map(|input| input.kind) else {
            return Ok(None);
        };
        if rows.iter().flat_map(|row| &row.input).any(|input| input.kind != kind) {
            return Ok(None);
        }
        let exact: Vec<(u32, Vec<i64>)> = inputs
            .iter()
            .filter(|(size, _)| rows.iter().any(|row| row.size == *size && row.how == How::Paths))
            .cloned()
            .collect();
        let candidates = Pattern::candidates(&inputs).into_iter().chain(Pattern::candidates(&exact));
        for pattern in candidates.chain(Pattern::guesses(&inputs)).take(MOST_PATTERNS) {
            if self.watch.is_stopped() {
                break;
            }
            if let Some(size) = self.holds(&pattern, kind, rows, growth)? {
                return Ok(Some(Confirmed { pattern, size, kind }));
            }
        }
        Ok(None)
    }

    /// The greatest size at which a pattern was seen to hold, if it holds wherever it was looked at.
    fn holds(
        &self,
        pattern: &Pattern,
        kind: InputKind,
        rows: &[Row],
        growth: &Growth,
    ) -> Result<Option<u32>, CliError> {
        let mut held = None;
        // Small sizes cost next to nothing, and most patterns that are wrong fail there.
        for row in rows.iter().filter(|row| row.size >= pattern.from() && row.cost.is_some()) {
            // A pattern that leaves the inputs' range is none; beyond what can be run nothing is known.
            if input(pattern, kind, row.size).is_none() {
                return Ok(None);
            }
            let Some((cost, _)) = self.run(pattern, kind, row.size)? else { break };
            if Some(cost) < row.cost {
                return Ok(None);
            }
            held = Some(row.size);
        }
        let looked_at = held.unwrap_or(0);
        for size in FAR.into_iter().filter(|&size| size > looked_at) {
            let Some(predicted) = growth.at(size) else { break };
            let Some((cost, executed)) = self.run(pattern, kind, size)? else { break };
            if predicted != cost.into() {
                return Ok(None);
            }
            held = Some(size);
            // The next size is about three times as large, and the cost is rarely worse than quadratic.
            if executed.saturating_mul(9) > CONFIRM_STEPS {
                break;
            }
        }
        Ok(held)
    }

    /// The cost of a pattern's input at a size and the instructions it takes, if the input can be made and run.
    fn run(&self, pattern: &Pattern, kind: InputKind, size: u32) -> Result<Option<(i64, u64)>, CliError> {
        let Some(input) = input(pattern, kind, size) else { return Ok(None) };
        let mut subject = (self.worst.subject)(size);
        subject.limits.steps = subject.limits.steps.max(CONFIRM_STEPS);
        // An input that is out of a range is no input.
        match subject.replay_watched(&input, self.watch) {
            Ok(Some((costs, Ran::Ended(_) | Ran::Trapped(_)))) => {
                Ok(Some((self.cost.of(&costs), costs.executed)))
            }
            _ => Ok(None),
        }
    }

    /// A size by the pattern, if it gives an input there.
    pub fn by_pattern(&self, confirmed: &Confirmed, size: u32) -> Result<Option<Row>, CliError> {
        memory::reset();
        let begun = Instant::now();
        let Some(input) = input(&confirmed.pattern, confirmed.kind, size) else { return Ok(None) };
        let mut subject = (self.worst.subject)(size);
        subject.limits.steps = self.search.long_steps();
        let reason = How::Missing("cut off by a limit");
        let row = Row::new(size, reason, &Tally::default());
        let row = self.replaced(row, &subject, How::Pattern, input)?;
        let row = Row { seconds: begun.elapsed().as_secs_f64(), memory: memory::peak_mb(), ..row };
        match row.cost {
            Some(_) => self.compared(row, &subject).map(Some),
            None if self.watch.is_stopped() => Ok(Some(Row { how: How::Missing("not reached"), ..row })),
            None => Ok(Some(row)),
        }
    }
}

fn integer(input: &Input) -> Option<i64> {
    match input.number() {
        Number::Integer(value) => i64::try_from(value).ok(),
        _ => None,
    }
}

fn input(pattern: &Pattern, kind: InputKind, size: u32) -> Option<Vec<Input>> {
    let value = |value: i64| {
        let (low, high) = kind.range()?;
        let fits = low <= value.into() && i128::from(value) <= high;
        fits.then_some(Input { kind, bits: value as u64 & mask(8 * kind.bytes()) })
    };
    pattern.input(size)?.into_iter().map(value).collect()
}
