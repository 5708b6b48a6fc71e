//! What is found at a size: by all paths, along the rule, by a pattern, or by chance; whatever costs most.

use std::time::Instant;

use worstcase_explore::{Input, Ran, Subject, Tally, Watch, retrace};
use worstcase_machine::process::{Given, Outcome};
use worstcase_worst::{Effort, Learned, Search as Worst, Strategy, climb};

use crate::cost::CostKind;
use crate::error::CliError;
use crate::memory;
use crate::search::Search;

/// What was found at a size.
#[derive(Clone)]
pub struct Row {
    pub size: u32,
    pub cost: Option<i64>,
    pub how: How,
    pub tally: Tally,
    pub seconds: f64,
    /// The most memory that the process took meanwhile, in megabytes.
    pub memory: Option<f64>,
    pub random_mean: Option<f64>,
    /// The greatest cost of a random input.
    pub random_most: Option<i64>,
    /// How the costliest path trapped, if it did.
    pub trapped: Option<String>,
    /// An input that was not seen to end, with the limit that it reached.
    pub endless: Option<(Vec<Input>, u64)>,
    pub input: Vec<Input>,
}

/// How a cost was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum How {
    /// All paths were explored, so it is exact.
    Paths,
    /// Along the rule.
    Rule,
    /// By the pattern.
    Pattern,
    /// By changing an input little by little.
    Climbing,
    /// By a random input.
    Chance,
    /// By an earlier run.
    Earlier,
    /// Not at all, for this reason.
    Missing(&'static str),
}

impl How {
    /// What the cost is worth.
    pub fn status(&self) -> &'static str {
        match self {
            How::Paths => "exact",
            How::Missing(reason) => reason,
            _ => "at least",
        }
    }

    /// In a word.
    pub fn word(&self) -> &'static str {
        match self {
            How::Paths => "paths",
            How::Rule => "rule",
            How::Pattern => "pattern",
            How::Climbing => "climbing",
            How::Chance => "chance",
            How::Earlier => "earlier",
            How::Missing(_) => "missing",
        }
    }
}

impl Row {
    pub fn new(size: u32, how: How, tally: &Tally) -> Row {
        Row {
            size,
            cost: None,
            how,
            tally: *tally,
            seconds: 0.0,
            memory: None,
            random_mean: None,
            random_most: None,
            trapped: None,
            endless: None,
            input: Vec::new(),
        }
    }
}

/// Makes rows.
pub struct Rows<'a> {
    pub worst: &'a Worst<'a>,
    pub search: &'a Search,
    pub cost: &'a CostKind,
    /// What a cost is compared with.
    pub random: Random,
    pub seed: u64,
    pub watch: &'a Watch,
}

/// Up to this size, inputs are made readable; beyond, they are as they were found.
pub const READABLE: u32 = 200;

/// How many random inputs a cost is compared with.
#[derive(Clone, Copy)]
pub struct Random {
    runs: u32,
    /// How many instructions they may take in all at a size.
    steps: u64,
}

impl Random {
    /// As many as take a moment.
    pub const DEFAULT: Random = Random { runs: 1000, steps: 60_000_000 };

    /// So many, however long they take.
    pub fn all(runs: u32) -> Random {
        Random { runs, steps: u64::MAX }
    }
}

/// How much is spent on looking for something costlier.
const EFFORT: Effort = Effort { runs: 2000, instructions: 30_000_000 };

/// How many instructions a size may take that was not asked for.
const EXTRA_STEPS: u64 = 3_000_000;

impl Rows<'_> {
    /// A size of which all paths are known. Whoever may know better is asked.
    pub fn exact(&self, known: &Learned) -> Result<Row, CliError> {
        let subject = (self.worst.subject)(known.size);
        let row = Row::new(known.size, How::Paths, &known.tally);
        let (cost, found) = &known.worst;
        let traced = retrace(&subject, self.search.solver(), &found.trail)?;
        let input = traced.unwrap_or_else(|| found.input.clone());
        let row = self.compared(self.confirmed(row, &subject, *cost, input)?, &subject)?;
        let climbed = self.challenged(row.clone(), &subject)?.cost;
        match (row.cost, row.random_most.max(climbed)) {
            (Some(cost), Some(most)) if most > cost => Err(CliError::Broken(format!(
                "all paths of size {} were found to cost at most {cost}, but an input costs {most}",
                row.size
            ))),
            _ => Ok(row),
        }
    }

    /// A size along the rule.
    pub fn along(&self, size: u32, strategy: &Strategy) -> Result<Row, CliError> {
        let usual = (self.worst.subject)(size);
        let mut subject = usual.clone();
        subject.limits.steps = self.search.long_steps();
        if self.watch.is_stopped() {
            return Ok(Row::new(size, How::Missing("not reached"), &Tally::default()));
        }
        let chance = self.compared(Row::new(size, How::Missing(""), &Tally::default()), &usual)?;
        memory::reset();
        let begun = Instant::now();
        let guided = self.worst.guided_at(&subject, strategy, size <= READABLE, self.watch)?;
        let chance = Row {
            tally: guided.tally,
            seconds: begun.elapsed().as_secs_f64(),
            memory: memory::peak_mb(),
            ..chance
        };
        let row = match guided.worst {
            Some((cost, input)) => {
                let row = self.confirmed(chance.clone(), &subject, cost, input)?;
                if row.cost >= chance.cost { Row { how: How::Rule, ..row } } else { chance }
            }
            None if chance.cost.is_none() => {
                let reason = match guided.tally {
                    // A path that is cut off may well be the costliest.
                    Tally { cut_off: 1.., .. } => "cut off by a limit",
                    Tally { stopped: true, .. } => "not reached",
                    _ => "no path found",
                };
                Row { how: How::Missing(reason), ..chance }
            }
            None => chance,
        };
        self.challenged(row, &usual)
    }

    /// A size without the rule: the costliest random input, and what changing it comes to.
    pub fn by_chance(&self, size: u32) -> Result<Row, CliError> {
        let subject = (self.worst.subject)(size);
        let row = Row::new(size, How::Missing("not reached"), &Tally::default());
        self.challenged(self.compared(row, &subject)?, &subject)
    }

    /// A size that nobody asked for, if it takes little.
    pub fn extra(&self, size: u32, strategy: &Strategy) -> Result<Option<Row>, CliError> {
        let mut subject = (self.worst.subject)(size);
        subject.limits.steps = subject.limits.steps.min(EXTRA_STEPS);
        let guided = self.worst.guided_at(&subject, strategy, true, self.watch)?;
        let Some((cost, input)) = guided.worst else { return Ok(None) };
        self.confirmed(Row::new(size, How::Rule, &guided.tally), &subject, cost, input).map(Some)
    }

    /// A row with its cost and its input, which is run to confirm it.
    fn confirmed(&self, row: Row, subject: &Subject, cost: i64, input: Vec<Input>) -> Result<Row, CliError> {
        let (costs, ran) = subject.replay(&input)?;
        let replayed = self.cost.of(&costs);
        if replayed != cost {
            return Err(CliError::Broken(format!(
                "a path of size {} was found to cost {cost}, but its input costs {replayed}",
                subject.size
            )));
        }
        let trapped = match ran {
            Ran::Trapped(trap) => Some(trap.to_string()),
            _ => None,
        };
        Ok(Row { cost: Some(cost), input, trapped, ..row })
    }

    /// A row with the mean over random inputs; the costliest of them takes it over if it costs more than what is only
    /// known to be so much at least.
    pub fn compared(&self, row: Row, subject: &Subject) -> Result<Row, CliError> {
        let (mut sum, mut runs, mut steps, mut most, mut endless) = (0.0, 0u32, 0, None, None);
        for run in 0..self.random.runs {
            if self.watch.is_stopped() {
                break;
            }
            let seed = self.seed.wrapping_mul(0x9e37_79b9_7f4a_7c15).wrapping_add(run.into());
            let (costs, ran) = subject.run(Given::random(seed))?;
            if !matches!(ran, Ran::Ended(Outcome::Dropped) | Ran::Stopped(_)) {
                let cost = self.cost.of(&costs);
                sum += cost as f64;
                runs += 1;
                most = most.max(Some((cost, seed)));
            }
            let limit = subject.limits.steps;
            if matches!(ran, Ran::Stopped(_)) && costs.executed >= limit && endless.is_none() {
                endless = Some((subject.inputs_of(Given::random(seed))?, limit));
            }
            steps += costs.executed;
            if steps > self.random.steps {
                break;
            }
        }
        let row = Row { endless: row.endless.or(endless), ..row };
        let Some((most, seed)) = most else { return Ok(row) };
        let row = Row { random_mean: Some(sum / f64::from(runs)), random_most: Some(most), ..row };
        if row.how != How::Paths && row.cost.is_none_or(|cost| most > cost) {
            let input = subject.inputs_of(Given::random(seed))?;
            return self.replaced(row, subject, How::Chance, input);
        }
        Ok(row)
    }

    /// A row with the costlier input that changing its own comes to, if it comes to one.
    fn challenged(&self, row: Row, subject: &Subject) -> Result<Row, CliError> {
        if row.cost.is_none() {
            return Ok(row);
        }
        let beginnings = [row.input.clone()];
        let cost = |costs: &_| self.cost.of(costs);
        match climb(subject, &cost, &beginnings, EFFORT, self.seed, &|| false)? {
            Some((cost, input)) if Some(cost) > row.cost => self.replaced(row, subject, How::Climbing, input),
            _ => Ok(row),
        }
    }

    /// A row with another input, if that costs more.
    pub fn replaced(
        &self,
        row: Row,
        subject: &Subject,
        how: How,
        input: Vec<Input>,
    ) -> Result<Row, CliError> {
        let (costs, ran) = match how {
            // What a pattern makes may run for long, or what somebody else found; all else has been run before.
            How::Pattern | How::Earlier => match subject.replay_watched(&input, self.watch)? {
                Some(ran) => ran,
                None => return Ok(row),
            },
            _ => subject.replay(&input)?,
        };
        let cost = self.cost.of(&costs);
        let ended = !matches!(ran, Ran::Ended(Outcome::Dropped) | Ran::Stopped(_));
        if !ended || row.cost.is_some_and(|known| known >= cost) {
            return Ok(row);
        }
        let trapped = match ran {
            Ran::Trapped(trap) => Some(trap.to_string()),
            _ => None,
        };
        Ok(Row { cost: Some(cost), how, input, trapped, ..row })
    }
}
