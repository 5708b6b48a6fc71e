//! From inputs to a rule that makes them for every size, confirmed by running what it makes at sizes that it was not made
//! from. The number of values is a part of it: a run that wants more, or leaves some, refutes it.

use worstcase_explore::{Input, StartError};
use worstcase_machine::Unobserved;
use worstcase_machine::process::{Given, InputKind, Number};
use worstcase_term::mask;

use super::FindError;
use super::rows::{Fate, READABLE, Rows, fate, milliseconds};
use crate::finding::{How, PatternFound, SizeFound};
use crate::growth::{Growth, Point, Standing};
use crate::pattern::Pattern;

/// A rule for inputs that was confirmed at a size.
pub struct Confirmed {
    pattern: Pattern,
    size: u32,
    cost: i64,
    kind: InputKind,
}

impl Confirmed {
    /// What it costs at the greatest size at which it was run.
    pub fn point(&self) -> Point {
        Point { size: self.size, cost: self.cost, standing: Standing::Reached }
    }

    /// As it is reported.
    pub fn found(&self) -> PatternFound {
        let mut formula = self.pattern.to_string();
        if let from @ 2.. = self.pattern.from() {
            formula += &format!(", from n = {from} on");
        }
        PatternFound { formula, confirmed_n: self.size }
    }
}

/// How many instructions a run to confirm a pattern may take.
const CONFIRM_STEPS: u64 = 300_000_000;

/// The sizes at which a pattern is to hold, as far as they do not take too long.
const FAR: [u32; 5] = [1000, 3000, 10_000, 30_000, 100_000];

/// How many patterns are tried.
const MOST_PATTERNS: usize = 40;

/// How many of the greatest sizes a pattern is not made from, so that they can confirm it.
const HELD_BACK: usize = 2;

/// What running a pattern's input at a size shows.
enum Trial {
    /// Its cost, and the instructions that it took.
    Cost(i64, u64),
    /// It takes too long.
    Unknown,
    /// A value leaves the range of the inputs.
    OutOfRange,
    /// It is no input of that size.
    Refuted,
}

impl Rows<'_> {
    /// A rule for the inputs themselves, confirmed by runs at sizes that it was not made from. If the growth of the
    /// cost is known by a formula, it has to be met there.
    ///
    /// It is made from some rows, and held against all that are known.
    pub fn pattern(
        &self,
        rows: &[SizeFound],
        known: &[SizeFound],
        growth: &Growth,
    ) -> Result<Option<Confirmed>, FindError> {
        let is_usable = |row: &&SizeFound| row.cost.is_some() && row.stopped_by.is_none();
        let usable: Vec<&SizeFound> = rows.iter().filter(is_usable).collect();
        let known: Vec<&SizeFound> = known.iter().filter(is_usable).collect();
        let Some(kind) = usable.iter().find_map(|row| row.input.first()).map(|input| input.kind) else {
            return Ok(None);
        };
        if usable.iter().flat_map(|row| row.input.iter()).any(|input| input.kind != kind) {
            return Ok(None);
        }
        let mut inputs: Vec<(u32, Vec<i64>)> = usable
            .iter()
            .filter(|row| row.n <= READABLE)
            .filter_map(|row| Some((row.n, row.input.iter().map(integer).collect::<Option<Vec<i64>>>()?)))
            .collect();
        inputs.truncate(inputs.len().saturating_sub(HELD_BACK));
        let is_exact = |size: u32| usable.iter().any(|row| row.n == size && row.is_exact());
        let exact: Vec<(u32, Vec<i64>)> =
            inputs.iter().filter(|(size, _)| is_exact(*size)).cloned().collect();
        let candidates = Pattern::candidates(&inputs).into_iter().chain(Pattern::candidates(&exact));
        for pattern in candidates.chain(Pattern::guesses(&inputs)).take(MOST_PATTERNS) {
            if self.watch.is_stopped() {
                break;
            }
            if let Some((size, cost)) = self.holds(&pattern, kind, &known, growth)? {
                return Ok(Some(Confirmed { pattern, size, cost, kind }));
            }
        }
        Ok(None)
    }

    /// The greatest size at which a pattern was seen to hold, and its cost there, if it holds wherever it was looked at and that is beyond
    /// the sizes it was made from.
    fn holds(
        &self,
        pattern: &Pattern,
        kind: InputKind,
        rows: &[&SizeFound],
        growth: &Growth,
    ) -> Result<Option<(u32, i64)>, FindError> {
        let mut held = None;
        // Small sizes cost next to nothing, and most patterns that are wrong fail there.
        for row in rows.iter().filter(|row| row.n >= pattern.from()) {
            match self.try_pattern(pattern, kind, row.n)? {
                Trial::Cost(cost, _) if Some(cost) >= row.cost => {
                    held = (!pattern.made_from().contains(&row.n)).then_some((row.n, cost)).or(held);
                }
                Trial::Unknown => break,
                _ => return Ok(None),
            }
        }
        let looked_at = rows.last().map_or(0, |row| row.n);
        for size in FAR.into_iter().filter(|&size| size > looked_at) {
            let Some(predicted) = growth.at(size) else { break };
            let (cost, executed) = match self.try_pattern(pattern, kind, size)? {
                Trial::Cost(cost, executed) if predicted == cost.into() => (cost, executed),
                // It is worse than anybody thought: it is the formula that does not hold.
                Trial::Cost(cost, _) if predicted < cost.into() => return Ok(Some((size, cost))),
                Trial::Unknown | Trial::OutOfRange => break,
                _ => return Ok(None),
            };
            held = Some((size, cost));
            // The next size is about three times as large, and the cost is rarely worse than quadratic.
            if executed.saturating_mul(9) > CONFIRM_STEPS {
                break;
            }
        }
        Ok(held)
    }

    fn try_pattern(&self, pattern: &Pattern, kind: InputKind, size: u32) -> Result<Trial, FindError> {
        let Some(input) = made(pattern, kind, size) else { return Ok(Trial::OutOfRange) };
        let mut subject = (self.search.subject)(size);
        subject.limits.steps = subject.limits.steps.max(CONFIRM_STEPS);
        let mut given = Given::bits(input.iter().map(|input| input.bits).collect());
        let (costs, end) = match subject.run_watched(&mut given, &mut Unobserved, self.watch) {
            Ok(Some(ran)) => ran,
            Ok(None) => return Ok(Trial::Unknown),
            Err(StartError::Input(_)) => return Ok(Trial::Refuted),
            Err(error) => return Err(error.into()),
        };
        Ok(match fate(&end) {
            Fate::Ended(_) if given.unused() == 0 => Trial::Cost((self.search.cost)(&costs), costs.executed),
            Fate::StoppedBy(_) => Trial::Unknown,
            _ => Trial::Refuted,
        })
    }

    /// A size by the pattern, if it gives an input there.
    pub fn by_pattern(&self, confirmed: &Confirmed, size: u32) -> Result<Option<SizeFound>, FindError> {
        self.attendant.peak_memory(true);
        let begun = self.attendant.seconds();
        let Some(input) = made(&confirmed.pattern, confirmed.kind, size) else { return Ok(None) };
        let mut subject = (self.search.subject)(size);
        subject.limits.steps = self.options.long_steps;
        let row = self.offered(SizeFound::nothing(size, "not reached"), &subject, How::Pattern, input)?;
        let row = SizeFound {
            seconds: milliseconds(self.attendant.seconds() - begun),
            memory_mb: self.attendant.peak_memory(false).map(f64::round),
            ..row
        };
        match row.cost {
            Some(_) => self.compared(row, &subject).map(Some),
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

/// The input that a pattern makes, unless a value leaves the range of its kind.
fn made(pattern: &Pattern, kind: InputKind, size: u32) -> Option<Vec<Input>> {
    let value = |value: i64| {
        let (low, high) = kind.range()?;
        let fits = low <= value.into() && i128::from(value) <= high;
        fits.then_some(Input { kind, bits: value as u64 & mask(8 * kind.bytes()) })
    };
    pattern.input(size)?.into_iter().map(value).collect()
}
