//! What is found at one size: by all paths, along the rule, by chance, by stretching what is known of smaller sizes, by
//! climbing; whatever costs most. No cost leaves here that a concrete run has not confirmed.

use worstcase_explore::{Input, RunEnd, StartError, StopReason, Subject, Tally, Watch, retrace};
use worstcase_load::stretched;
use worstcase_machine::Limit;
use worstcase_machine::process::{Costs, Given, Outcome};

use super::{FindError, FindingKeeper, Options};
use crate::climb::{Effort, climb};
use crate::finding::{Endless, How, InputList, SizeFound, Status};
use crate::search::{Learned, Search};
use crate::strategy::Strategy;

/// Finds inputs at one size after the other.
pub struct Rows<'a> {
    pub search: &'a Search<'a>,
    pub options: &'a Options,
    pub attendant: &'a dyn FindingKeeper,
    pub watch: &'a Watch,
}

/// How many random inputs a cost is compared with.
#[derive(Clone, Copy, Debug)]
pub struct Random {
    /// The most of them at a size.
    pub runs: u32,
    /// How many instructions they may take in all at a size.
    pub instructions: u64,
}

impl Random {
    /// As many as take a moment.
    pub const DEFAULT: Random = Random { runs: 1000, instructions: 60_000_000 };

    /// So many, however long they take.
    pub fn all(runs: u32) -> Random {
        Random { runs, instructions: u64::MAX }
    }
}

/// How much is spent on looking for something costlier at a size.
const EFFORT: Effort = Effort { runs: 2000, instructions: 30_000_000 };

/// The same, where less was found than at a smaller size.
const MORE_EFFORT: Effort = Effort { runs: 40_000, instructions: 1_000_000_000 };

/// How many instructions each of a few last runs may take.
const MOMENT_STEPS: u64 = 1_000_000;

/// How many instructions a size may take that was not asked for.
const EXTRA_STEPS: u64 = 3_000_000;

/// Up to this size, inputs are made readable; beyond, they are as they were found.
pub const READABLE: u32 = 200;

/// How many smaller sizes an input is stretched from.
const STRETCHED_FROM: usize = 4;

/// What a run means for a search.
pub enum Fate {
    /// It came to its end, maybe by a trap.
    Ended(Option<String>),
    /// A limit stopped it.
    StoppedBy(String),
    /// An assumption dropped it, or its inputs do not fit: it says nothing.
    Useless,
}

/// What the end of a run means for a search.
pub fn fate(end: &RunEnd) -> Fate {
    match end {
        RunEnd::Ended(Outcome::Dropped) => Fate::Useless,
        RunEnd::Ended(_) => Fate::Ended(None),
        RunEnd::Trapped(trap) => Fate::Ended(Some(trap.to_string())),
        RunEnd::Stopped(StopReason::Limit(limit)) => match limit {
            Limit::Steps(_) | Limit::Moved(_) => Fate::StoppedBy(format!("{limit} (--max-steps)")),
            Limit::CallDepth(_) => Fate::StoppedBy(format!("{limit} (--max-depth)")),
            Limit::Memory(_) => Fate::StoppedBy(format!("{limit} (--max-memory)")),
            Limit::Stack(_) | Limit::Table(_) => Fate::StoppedBy(limit.to_string()),
            Limit::CStack(_) | Limit::Search(_) => Fate::Useless,
        },
        RunEnd::Stopped(reason @ (StopReason::World(_) | StopReason::Outputs)) => {
            Fate::StoppedBy(reason.to_string())
        }
        RunEnd::Stopped(_) | RunEnd::Interrupted => Fate::Useless,
    }
}

impl Rows<'_> {
    fn cost(&self, costs: &Costs) -> i64 {
        (self.search.cost)(costs)
    }

    /// A size of which all paths are known. Whoever may know better is asked.
    pub fn exact(&self, known: &Learned) -> Result<SizeFound, FindError> {
        let subject = (self.search.subject)(known.size);
        let (cost, found) = &known.worst;
        let traced = retrace(&subject, (self.search.solver)(), &found.trail, self.watch)?;
        let input = traced.unwrap_or_else(|| found.input.clone());
        let row = self.confirmed(tallied(known.size, &known.tally), &subject, *cost, input)?;
        let row = SizeFound { status: Status::Exact, how: How::Paths, guided_paths: None, ..row };
        let row = self.compared(row, &subject)?;
        let climbed = self.climbed(row.clone(), &subject, &[], EFFORT)?.cost;
        match row.random_most.max(climbed) {
            Some(most) if most > *cost => Err(FindError::Broken(format!(
                "all paths of size {} were found to cost at most {cost}, but an input costs {most}",
                row.n
            ))),
            _ => Ok(row),
        }
    }

    /// A size along the rule.
    pub fn along(
        &self,
        size: u32,
        strategy: &Strategy,
        smaller: &[SizeFound],
    ) -> Result<SizeFound, FindError> {
        let usual = (self.search.subject)(size);
        let mut subject = usual.clone();
        subject.limits.steps = self.options.long_steps;
        if self.watch.is_stopped() {
            return Ok(SizeFound::nothing(size, "not reached"));
        }
        let chance = self.compared(SizeFound::nothing(size, "not reached"), &usual)?;
        self.attendant.peak_memory(true);
        let begun = self.attendant.seconds();
        let guided = self.search.guided_at(&subject, strategy, size <= READABLE, self.watch)?;
        let reason = match guided.tally {
            // A path that is cut off may well be the costliest.
            Tally { cut_off: 1.., .. } => "cut off by a limit",
            Tally { stopped: true, .. } => "not reached",
            _ => "no path found",
        };
        let chance = SizeFound {
            guided_paths: Some(guided.tally.paths),
            paths: guided.tally.paths,
            depth: guided.tally.depth,
            questions: guided.tally.questions,
            solver_calls: guided.tally.calls,
            seconds: milliseconds(self.attendant.seconds() - begun),
            memory_mb: self.attendant.peak_memory(false).map(f64::round),
            reason: chance.cost.is_none().then(|| reason.into()),
            ..chance
        };
        let row = match guided.worst {
            Some((cost, input)) => {
                let row = self.confirmed(chance.clone(), &subject, cost, input)?;
                if row.cost >= chance.cost { SizeFound { how: How::Rule, ..row } } else { chance }
            }
            None => chance,
        };
        self.improved(row, &usual, smaller, EFFORT)
    }

    /// A size without the rule: the costliest random input, and what can be made of it and of smaller ones.
    pub fn by_chance(&self, size: u32, smaller: &[SizeFound]) -> Result<SizeFound, FindError> {
        let subject = (self.search.subject)(size);
        let row = self.compared(SizeFound::nothing(size, "not reached"), &subject)?;
        self.improved(row, &subject, smaller, EFFORT)
    }

    /// A size for which there is no time any more: what a few short runs come to.
    pub fn at_once(&self, size: u32, smaller: &[SizeFound]) -> Result<SizeFound, FindError> {
        let patient = Watch::default();
        let rows = Rows { watch: &patient, ..*self };
        let mut subject = (self.search.subject)(size);
        subject.limits.steps = subject.limits.steps.min(MOMENT_STEPS);
        let mut row = SizeFound::nothing(size, "not reached");
        let model = subject.inputs_of(Given::random(self.search.seed), &patient)?;
        let known = smaller.iter().filter(|one| one.cost.is_some()).max_by_key(|one| (one.cost, one.n));
        let stretched = known.map(|one| stretched(&one.input, &model)).unwrap_or_default();
        for (how, input) in std::iter::once((How::Chance, model))
            .chain(stretched.into_iter().map(|input| (How::Stretching, input)))
        {
            let found = rows.offered(SizeFound::nothing(size, "not reached"), &subject, how, input)?;
            // The limit is ours, and says nothing of the program.
            if found.stopped_by.is_none() && found.cost > row.cost {
                row = found;
            }
        }
        Ok(row)
    }

    /// A size at which less is known than at a smaller one: more is spent on it.
    pub fn searched_on(&self, row: SizeFound, smaller: &[SizeFound]) -> Result<SizeFound, FindError> {
        let subject = (self.search.subject)(row.n);
        self.improved(row, &subject, smaller, MORE_EFFORT)
    }

    /// A size that nobody asked for, if it takes little.
    pub fn extra(&self, size: u32, strategy: &Strategy) -> Result<Option<SizeFound>, FindError> {
        let mut subject = (self.search.subject)(size);
        subject.limits.steps = subject.limits.steps.min(EXTRA_STEPS);
        let guided = self.search.guided_at(&subject, strategy, true, self.watch)?;
        let Some((cost, input)) = guided.worst else { return Ok(None) };
        let row = self.confirmed(tallied(size, &guided.tally), &subject, cost, input)?;
        Ok(Some(SizeFound { how: How::Rule, ..row }))
    }

    /// A row with its cost and its input, which is run to confirm it.
    fn confirmed(
        &self,
        row: SizeFound,
        subject: &Subject,
        cost: i64,
        input: Vec<Input>,
    ) -> Result<SizeFound, FindError> {
        let (costs, end) = subject.replay(&input)?;
        let replayed = self.cost(&costs);
        let Fate::Ended(trapped) = fate(&end) else {
            return Err(FindError::Broken(format!(
                "a path of size {} was found to end, but its input does not",
                subject.size
            )));
        };
        if replayed != cost {
            return Err(FindError::Broken(format!(
                "a path of size {} was found to cost {cost}, but its input costs {replayed}",
                subject.size
            )));
        }
        let input = InputList(input);
        Ok(SizeFound {
            cost: Some(cost),
            status: Status::AtLeast,
            reason: None,
            stopped_by: None,
            input,
            trapped,
            ..row
        })
    }

    /// A row with the mean over random inputs; the costliest of them takes it over if it costs more than what is only
    /// known to be so much at least.
    pub fn compared(&self, row: SizeFound, subject: &Subject) -> Result<SizeFound, FindError> {
        let (mut sum, mut runs, mut instructions, mut most, mut endless) = (0.0, 0u32, 0, None, None);
        for run in 0..self.options.random.runs {
            if self.watch.is_stopped() {
                break;
            }
            let seed = self.search.seed.wrapping_mul(0x9e37_79b9_7f4a_7c15).wrapping_add(run.into());
            let (costs, end) = subject.run(Given::random(seed), self.watch)?;
            let cost = self.cost(&costs);
            match fate(&end) {
                Fate::Ended(_) => {
                    sum += cost as f64;
                    runs += 1;
                    most = most.max(Some((cost, seed)));
                }
                Fate::StoppedBy(_) if endless.is_none_or(|(known, _)| cost > known) => {
                    endless = Some((cost, seed));
                }
                _ => {}
            }
            instructions += costs.executed;
            if instructions > self.options.random.instructions {
                break;
            }
        }
        let mut row = row;
        if let Some((most, _)) = most {
            row.random_mean = Some(sum / f64::from(runs));
            row.random_most = Some(most);
        }
        for (_, seed) in most.into_iter().chain(endless) {
            if !row.is_exact() {
                // It has run before, within the limits, and what was found is not lost because time is up.
                let input = subject.inputs_of(Given::random(seed), &Watch::default())?;
                row = self.offered(row, subject, How::Chance, input)?;
            }
        }
        Ok(row)
    }

    /// A row after all that needs no rule: inputs of smaller sizes, stretched, and then changed little by little.
    fn improved(
        &self,
        row: SizeFound,
        subject: &Subject,
        smaller: &[SizeFound],
        effort: Effort,
    ) -> Result<SizeFound, FindError> {
        let mut row = row;
        let mut known: Vec<&SizeFound> =
            smaller.iter().filter(|one| one.n < row.n && one.cost.is_some()).collect();
        // The costliest first, and of these the greatest.
        known.sort_by_key(|one| std::cmp::Reverse((one.cost, one.n)));
        let mut beginnings = Vec::new();
        if let Ok(model) = subject.inputs_of(Given::random(self.search.seed), self.watch) {
            for one in known.into_iter().take(STRETCHED_FROM) {
                for input in stretched(&one.input, &model) {
                    // One input that does not end is enough, and takes time.
                    if self.watch.is_stopped() || row.stopped_by.is_some() {
                        break;
                    }
                    row = self.offered(row, subject, How::Stretching, input.clone())?;
                    beginnings.push(input);
                }
            }
        }
        self.climbed(row, subject, &beginnings, effort)
    }

    /// A row with the costlier input that changing its own comes to, or changing others, if it comes to one.
    fn climbed(
        &self,
        row: SizeFound,
        subject: &Subject,
        others: &[Vec<Input>],
        effort: Effort,
    ) -> Result<SizeFound, FindError> {
        if row.cost.is_none() || row.stopped_by.is_some() {
            return Ok(row);
        }
        let mut beginnings = vec![row.input.to_vec()];
        beginnings.extend(others.iter().cloned());
        let cost_of = |costs: &_| self.cost(costs);
        let best = climb(subject, &cost_of, &beginnings, effort, self.search.seed, self.watch)?;
        match best {
            Some((cost, input)) if Some(cost) > row.cost => {
                if row.is_exact() {
                    // The caller tells that this cannot be.
                    return Ok(SizeFound { cost: Some(cost), ..row });
                }
                self.offered(row, subject, How::Climbing, input)
            }
            _ => Ok(row),
        }
    }

    /// Whether an input comes to its end within the limits. Where even what is known does not, that others do not says
    /// nothing.
    fn ends(&self, subject: &Subject, input: &[Input]) -> bool {
        let run = subject.replay_watched(input, self.watch);
        matches!(run, Ok(Some((_, end))) if matches!(fate(&end), Fate::Ended(_)))
    }

    /// A row with another input, if that costs more. An input that does not end is one, too: it costs at least what
    /// it has cost until then.
    pub fn offered(
        &self,
        row: SizeFound,
        subject: &Subject,
        how: How,
        input: Vec<Input>,
    ) -> Result<SizeFound, FindError> {
        let (costs, end) = match subject.replay_watched(&input, self.watch) {
            Ok(Some(ran)) => ran,
            // Time is up, or the input does not fit.
            Ok(None) | Err(StartError::Input(_)) => return Ok(row),
            Err(error) => return Err(error.into()),
        };
        let cost = self.cost(&costs);
        let (status, trapped, stopped_by) = match fate(&end) {
            Fate::Ended(trapped) => (Status::AtLeast, trapped, None),
            Fate::StoppedBy(limit) => (Status::NotEnded, None, Some(limit)),
            Fate::Useless => return Ok(row),
        };
        let input = InputList(input);
        if row.cost.is_some_and(|known| known >= cost) {
            let mut row = row;
            if let (Some(stopped_by), None) = (stopped_by, &row.also_endless)
                && self.ends(subject, &row.input)
            {
                row.also_endless = Some(Endless { stopped_by, input });
            }
            return Ok(row);
        }
        Ok(SizeFound { cost: Some(cost), status, how, reason: None, trapped, stopped_by, input, ..row })
    }
}

/// A row for what an exploration has seen.
pub fn tallied(n: u32, tally: &Tally) -> SizeFound {
    SizeFound {
        n,
        guided_paths: Some(tally.paths),
        paths: tally.paths,
        depth: tally.depth,
        questions: tally.questions,
        solver_calls: tally.calls,
        ..SizeFound::default()
    }
}

/// Seconds, to the millisecond.
pub fn milliseconds(seconds: f64) -> f64 {
    (seconds * 1e3).round() / 1e3
}
