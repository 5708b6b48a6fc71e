//! `worstcase find`: worst-case inputs of any size, from a rule learned on small ones.

mod report;

use std::time::Instant;

use clap::Args;
use worstcase_explore::{Found, Input, Ran, Subject, Tally, Watch, retrace};
use worstcase_machine::process::{Given, InputKind, Number, Outcome};
use worstcase_term::mask;
use worstcase_worst::{Generator, Growth, Learned, Pattern, Search as Worst};

use crate::error::CliError;
use crate::search::{Search, seconds, watched};
use crate::source::Source;
use crate::world::World;
use crate::{FINDING, FINE};
use report::{Confirmed, Report, Row};

/// Find worst-case inputs of any size, from a rule that is learned on small ones
///
/// At small sizes every path is explored, so the worst case there is exact. What the costliest paths have in common is
/// a rule: which way to go at which conditional. Larger sizes are searched along that rule. Every input is run before
/// it is shown.
///
/// Exit code 0 if inputs were found, 1 if there is none for one of the sizes, 2 if the program could not be run or
/// nothing be learned from it.
#[derive(Args)]
pub struct Find {
    #[command(flatten)]
    source: Source,
    /// The sizes to find worst-case inputs for
    #[arg(long, value_name = "N,N,…", value_delimiter = ',', default_value = "10,30,100", value_parser = clap::value_parser!(u32).range(1..=i64::from(i32::MAX)))]
    sizes: Vec<u32>,
    /// Learn from sizes up to this one
    #[arg(long, value_name = "N", default_value_t = 12, value_parser = clap::value_parser!(u32).range(1..))]
    learn_size: u32,
    /// Learn from sizes with at most so many paths
    #[arg(long, value_name = "N", default_value_t = 50_000)]
    learn_paths: u64,
    /// Learn for at most so many seconds
    #[arg(long, value_name = "SECONDS", default_value_t = 20.0, value_parser = seconds)]
    learn_time: f64,
    /// Follow at most so many paths at each size
    #[arg(long, value_name = "N", default_value_t = 1000)]
    guided_paths: u64,
    /// Compare with the mean over so many random inputs
    #[arg(long, value_name = "RUNS", default_value_t = 200)]
    random: u32,
    /// Where random inputs start
    #[arg(long, value_name = "SEED", default_value_t = 1)]
    seed: u64,
    #[command(flatten)]
    search: Search,
    #[command(flatten)]
    world: World,
    /// Print the result as JSON
    #[arg(long)]
    json: bool,
}

/// Up to this size, inputs are made readable; beyond, they are as they were found.
const READABLE: u32 = 200;

/// How many instructions a run to confirm a pattern may take.
const CONFIRM_STEPS: u64 = 1_000_000_000;

/// How many instructions random runs may take in all at a size.
const RANDOM_STEPS: u64 = 300_000_000;

impl Find {
    pub fn execute(&self) -> Result<u8, CliError> {
        let begun = Instant::now();
        let (program, name) = self.source.load()?;
        let entry = self.source.entry(&program)?;
        let smallest = self.search.subject(&program, &name, entry.clone(), Some(1), &self.world)?;
        let subject = |size: u32| Subject { size, ..smallest.clone() };
        let (cost, solver) = (|costs: &_| self.search.cost.of(costs), || self.search.solver());
        let worst = Worst { subject: &subject, solver: &solver, cost: &cost, budget: self.search.budget() };

        let (learning, following) = (Watch::default(), Watch::default());
        let seconds = self.learn_time.min(self.search.max_time().unwrap_or(f64::MAX));
        let (learned, stopped) = watched("learning  ", Some(seconds), &learning, || {
            worst.learn(self.learn_size, self.learn_paths, &learning)
        });
        let (learned, last) = learned?;
        let interrupted = stopped == Some("interrupted");
        let learn_seconds = begun.elapsed().as_secs_f64();
        if learned.is_empty() {
            return Err(CliError::Usage(nothing_learned(last.unwrap_or_default())));
        }
        let left = self.search.max_time().map(|seconds| seconds - learn_seconds);
        let (found, _) = watched("following ", left, &following, || -> Result<_, CliError> {
            if interrupted {
                following.stop();
            }
            let generator = worst.choose(&learned, &following)?;
            let rows = self.rows(&worst, &learned, &generator, &following)?;
            Ok((generator, rows))
        });
        let (generator, rows) = found?;
        let costs: Vec<(u32, i64)> = rows.iter().filter_map(|row| Some((row.size, row.cost?))).collect();
        let growth = Growth::of(&costs);
        let report = Report {
            confirmed: self.confirm(&worst, &rows, &growth)?,
            name,
            program: &program,
            entry: crate::report::entry_name(&program, &entry),
            cost: &self.search.cost,
            learned: &learned,
            learn_seconds,
            generator: &generator,
            shown: self.shown(&learned),
            rows,
            growth,
        };
        crate::report::print(&if self.json { report.json() } else { report.text() })?;
        Ok(if report.rows.iter().any(|row| row.cost.is_none()) { FINDING } else { FINE })
    }

    /// The sizes that are shown: the greatest that is exact, and those that were asked for.
    fn shown(&self, learned: &[Learned]) -> Vec<u32> {
        let greatest = learned.last().map(|learned| learned.size);
        let mut sizes: Vec<u32> = self.sizes.iter().copied().chain(greatest).collect();
        sizes.sort_unstable();
        sizes.dedup();
        sizes
    }

    /// What is found at all sizes that were learned from, a few above them, and those that were asked for.
    fn rows(
        &self,
        worst: &Worst<'_>,
        learned: &[Learned],
        generator: &Generator,
        watch: &Watch,
    ) -> Result<Vec<Row>, CliError> {
        let mut rows = Vec::new();
        for known in learned {
            let subject = (worst.subject)(known.size);
            let row = Row { status: "exact", ..Row::new(known.size, &known.tally) };
            rows.push(self.complete(row, &subject, &known.worst, watch)?);
        }
        let greatest = learned.last().map_or(0, |known| known.size);
        let mut sizes: Vec<u32> = self.sizes.iter().copied().chain(greatest + 1..greatest + 4).collect();
        sizes.retain(|&size| size > greatest);
        sizes.sort_unstable();
        sizes.dedup();
        for size in sizes {
            if watch.is_stopped() {
                rows.push(Row { status: "not reached", ..Row::new(size, &Tally::default()) });
                continue;
            }
            let begun = Instant::now();
            let guided = worst.guided(size, generator, self.guided_paths, watch)?;
            let row = Row {
                status: "at least",
                guided_paths: Some(guided.tally.paths),
                seconds: begun.elapsed().as_secs_f64(),
                ..Row::new(size, &guided.tally)
            };
            match &guided.worst {
                Some(found) => rows.push(self.complete(row, &(worst.subject)(size), found, watch)?),
                // A path that is cut off may well be the costliest.
                None if guided.tally.cut_off > 0 => rows.push(Row { status: "cut off by a limit", ..row }),
                None if guided.tally.stopped => rows.push(Row { status: "not reached", ..row }),
                None => rows.push(Row { status: "no path found", ..row }),
            }
        }
        Ok(rows)
    }

    /// A row with its cost, its input, which is run to confirm it, and the mean over random inputs.
    fn complete(
        &self,
        row: Row,
        subject: &Subject,
        (cost, found): &(i64, Found),
        watch: &Watch,
    ) -> Result<Row, CliError> {
        let traced = if subject.size <= READABLE && !watch.is_stopped() {
            retrace(subject, self.search.solver(), &found.trail)?
        } else {
            None
        };
        let input = traced.unwrap_or_else(|| found.input.clone());
        let (costs, ran) = subject.replay(&input)?;
        let replayed = self.search.cost.of(&costs);
        if replayed != *cost {
            return Err(CliError::Broken(format!(
                "a path of size {} was found to cost {cost}, but its input costs {replayed}",
                subject.size
            )));
        }
        let random = if watch.is_stopped() { None } else { self.random(subject)? };
        let (random_mean, random_most) = (random.map(|(mean, _)| mean), random.map(|(_, most)| most));
        // What is exact is checked by whoever may know better.
        if row.status == "exact" && random_most.is_some_and(|most| most > *cost) {
            return Err(CliError::Broken(format!(
                "all paths of size {} were found to cost at most {cost}, but a random input costs {}",
                subject.size,
                random_most.unwrap_or_default()
            )));
        }
        let trapped = match ran {
            Ran::Trapped(trap) => Some(trap.to_string()),
            _ => None,
        };
        Ok(Row { cost: Some(*cost), input, random_mean, random_most, trapped, ..row })
    }

    /// The mean and the greatest cost over random inputs; none if none of them counts.
    fn random(&self, subject: &Subject) -> Result<Option<(f64, i64)>, CliError> {
        let (mut sum, mut most, mut runs, mut steps) = (0.0, i64::MIN, 0u32, 0);
        for run in 0..self.random {
            let seed = self.seed.wrapping_mul(0x9e37_79b9_7f4a_7c15).wrapping_add(run.into());
            let (costs, ran) = subject.run(Given::random(seed))?;
            if ran != Ran::Ended(Outcome::Dropped) {
                let cost = self.search.cost.of(&costs);
                sum += cost as f64;
                most = most.max(cost);
                runs += 1;
            }
            steps += costs.instructions;
            if steps > RANDOM_STEPS {
                break;
            }
        }
        Ok((runs > 0).then(|| (sum / f64::from(runs), most)))
    }

    /// A rule for the inputs themselves, confirmed by a run at a size that nobody has looked at.
    fn confirm(
        &self,
        worst: &Worst<'_>,
        rows: &[Row],
        growth: &Growth,
    ) -> Result<Option<Confirmed>, CliError> {
        let Growth::Exact { formula, .. } = growth else { return Ok(None) };
        let readable = rows.iter().filter(|row| row.cost.is_some() && row.size <= READABLE);
        let inputs: Vec<(u32, Vec<i64>)> = readable
            .map(|row| {
                let integer = |input: &Input| match input.number() {
                    Number::Integer(value) => i64::try_from(value).ok(),
                    _ => None,
                };
                (row.size, row.input.iter().map(integer).collect::<Option<Vec<i64>>>().unwrap_or_default())
            })
            .collect();
        let Some(pattern) = Pattern::of(&inputs) else { return Ok(None) };
        let kind = rows.iter().find_map(|row| row.input.first()).map_or(InputKind::I32, |input| input.kind);
        let mut confirmed = None;
        for size in [1000, 3000, 10_000] {
            let values: Option<Vec<Input>> = (0..size)
                .map(|i| {
                    let (value, (low, high)) = (pattern.at(i, size)?, kind.range()?);
                    let fits = low <= value.into() && i128::from(value) <= high;
                    fits.then_some(Input { kind, bits: value as u64 & mask(8 * kind.bytes()) })
                })
                .collect();
            let Some(values) = values else { break };
            let mut subject = (worst.subject)(size);
            subject.limits.steps = subject.limits.steps.max(CONFIRM_STEPS);
            let Ok((costs, _)) = subject.replay(&values) else { break };
            if formula.at(size) != Some(self.search.cost.of(&costs).into()) {
                break;
            }
            confirmed = Some(Confirmed { pattern, size });
            // The next size is about three times as large, and the cost is rarely worse than quadratic.
            if costs.instructions.saturating_mul(10) > CONFIRM_STEPS {
                break;
            }
        }
        Ok(confirmed)
    }
}

/// Why nothing could be learned.
fn nothing_learned(tally: Tally) -> String {
    let reason = if tally.stopped {
        "it has too many paths; --learn-paths and --learn-time allow more".to_string()
    } else if tally.cut_off > 0 {
        "a path was cut off by a limit (worstcase paths --size 1 says which)".to_string()
    } else if tally.paths == 0 {
        "no path comes to its end there".to_string()
    } else {
        "not all of its paths could be followed (worstcase paths --size 1 says why)".to_string()
    };
    format!("not even size 1 could be explored completely: {reason}")
}
