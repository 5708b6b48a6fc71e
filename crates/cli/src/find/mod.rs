//! `worstcase find`: worst-case inputs of any size, from a rule learned on small ones.

mod earlier;
pub mod folder;
mod page;
mod pattern;
mod report;
mod row;

use std::path::Path;
use std::time::Instant;

use clap::Args;
use serde_json::{Value as Json, json};
use worstcase_explore::{Subject, Tally, Watch};
use worstcase_program::Program;
use worstcase_worst::{Choice, Extent, Growth, Learned, Search as Worst, Strategy};

use crate::error::CliError;
use crate::folder::Folder;
use crate::search::{Search, Stages, seconds};
use crate::source::Source;
use crate::world::World;
use crate::{FINDING, FINE};
use earlier::Earlier;
use pattern::Confirmed;
use report::Report;
use row::{How, Row, Rows};

/// Find worst-case inputs of any size, from a rule that is learned on small ones
///
/// At small sizes every path is explored, so the worst case there is exact. What the costliest paths have in common is
/// a rule: which way to go at which conditional. Larger sizes are searched along that rule, and inputs at several
/// sizes may show a pattern, which then makes inputs of any size. Every input is run before it is shown.
///
/// Results are written to worstcase-out/PROGRAM/: report.html, result.json, and the inputs, for `worstcase run
/// --input-file` or as a fuzzer's corpus.
///
/// Exit code 0 if inputs were found, 1 if there is none for one of the sizes, or one that traps or does not end, 2 if
/// the program could not be run.
#[derive(Args)]
pub struct Find {
    #[command(flatten)]
    source: Source,
    /// The sizes to find worst-case inputs for
    #[arg(long, value_name = "N,N,…", value_delimiter = ',', allow_negative_numbers = true, default_value = "10,30,100", value_parser = clap::value_parser!(u32).range(1..=i64::from(i32::MAX)))]
    sizes: Vec<u32>,
    /// Learn from sizes up to this one
    #[arg(long, value_name = "N", default_value_t = 12, value_parser = clap::value_parser!(u32).range(1..))]
    learn_size: u32,
    /// Learn from sizes with at most so many paths
    #[arg(long, value_name = "N", default_value_t = 500_000)]
    learn_paths: u64,
    /// Learn for at most so many seconds, and choose a rule for as many
    #[arg(long, value_name = "SECONDS", default_value_t = 15.0, value_parser = seconds)]
    learn_time: f64,
    /// Spend at most so many seconds on each larger size
    #[arg(long, value_name = "SECONDS", default_value_t = 60.0, value_parser = seconds)]
    size_time: f64,
    /// Compare with the mean over so many random inputs [default: 1000, or as many as can be run in a moment]
    #[arg(long, value_name = "RUNS")]
    random: Option<u32>,
    /// Where random inputs start
    #[arg(long, value_name = "SEED", default_value_t = 1)]
    seed: u64,
    #[command(flatten)]
    search: Search,
    #[command(flatten)]
    world: World,
    #[command(flatten)]
    folder: Folder,
    /// Go on where an earlier run with this folder stopped: sizes that it has searched to the end are not searched again
    #[arg(long, conflicts_with = "no_files")]
    resume: bool,
    /// Print the result as JSON
    #[arg(long)]
    json: bool,
}

/// So many sizes above the learned ones are looked at in any case, for a formula.
const NEXT: u32 = 6;

/// And these, if they take little.
const LARGER: [u32; 4] = [16, 20, 24, 32];

/// How many other strategies that cost as much are looked at for a pattern, and up to which size.
const MOST_OTHERS: usize = 12;
const MOST_LIKE: u32 = 100;

/// Beyond so many decisions on a path, or this size, a pattern is tried first.
const FAR_DECISIONS: f64 = 2e6;
const FAR_SIZE: u32 = 2000;

/// What was found at all sizes.
struct Findings {
    choice: Choice,
    rows: Vec<Row>,
    growth: Growth,
    confirmed: Option<Confirmed>,
}

impl Find {
    pub fn execute(&self) -> Result<u8, CliError> {
        let begun = Instant::now();
        let (program, name) = self.source.load()?;
        let entry = self.source.entry(&program)?;
        let smallest = self.search.subject(&program, &name, entry.clone(), Some(1), &self.world)?;
        let folder = self.folder.of(&name);
        // If that is not possible, it had better be known now.
        folder.as_deref().map(folder::create).transpose()?;
        let earlier = match &folder {
            Some(folder) if self.resume => {
                Some((Earlier::read(folder, &self.search.cost)?, folder.as_path()))
            }
            _ => None,
        };
        let subject = |size: u32| Subject { size, ..smallest.clone() };
        let (cost, solver) = (|costs: &_| self.search.cost.of(costs), || self.search.solver());
        let budget = self.search.budget();
        let worst = Worst { subject: &subject, solver: &solver, cost: &cost, budget, seed: self.seed };

        let mut stages = Stages::new(self.search.max_time());
        let extent = Extent { size: self.learn_size, paths: self.learn_paths };
        let (learned, last) =
            stages.run("learning", Some(self.learn_time), |watch| worst.study(extent, &self.sizes, watch))?;
        let learn_seconds = begun.elapsed().as_secs_f64();
        let Findings { choice, rows, growth, confirmed } =
            self.search_all(&worst, &learned, &earlier, &mut stages)?;
        let mut remarks = Vec::new();
        if learned.is_empty() {
            remarks.push(nothing_learned(last.unwrap_or_default()));
        }
        let limited: Vec<&str> = ["learning", "choosing"]
            .into_iter()
            .filter(|&one| stages.cut_short().iter().any(|it| it == one))
            .collect();
        if !limited.is_empty() {
            let what = limited.join(" and ");
            remarks.push(format!(
                "{what} took all the time they had; --learn-time gives more, and may find more"
            ));
        }
        if let Some(reason) = stages.ended() {
            remarks.push(format!("{reason}: this is what was found until then"));
        }
        let report = Report {
            name: name.clone(),
            program: &program,
            entry: crate::report::entry_name(&program, &entry),
            cost: &self.search.cost,
            learned: &learned,
            learn_seconds,
            choice: &choice,
            shown: self.shown(&learned),
            rows,
            growth,
            confirmed,
            remarks,
        };
        if let Some(folder) = &folder {
            folder::write(folder, &report, self.replay(&program))?;
        }
        let text = if self.json { report.json() } else { report.text(folder.as_deref()) };
        crate::report::print(&text)?;
        let is_finding = |row: &Row| row.cost.is_none() || row.trapped.is_some() || row.endless.is_some();
        let mut shown = report.rows.iter().filter(|row| report.shown.contains(&row.size));
        Ok(if shown.any(is_finding) { FINDING } else { FINE })
    }

    /// What a run of an input depends on but the input, for `bound`.
    fn replay(&self, program: &Program) -> Json {
        let (entry, call) = self.source.beginning();
        let is_plain = self.world.is_plain() && self.search.is_plain();
        json!({ "module": program.fingerprint(), "entry": entry, "call": call, "plain": is_plain })
    }

    /// The sizes that are shown: the greatest that is exact, and those that were asked for.
    fn shown(&self, learned: &[Learned]) -> Vec<u32> {
        let greatest = learned.last().map(|learned| learned.size);
        let mut sizes: Vec<u32> = self.sizes.iter().copied().chain(greatest).collect();
        sizes.sort_unstable();
        sizes.dedup();
        sizes
    }

    /// Everything after learning.
    fn search_all(
        &self,
        worst: &Worst<'_>,
        learned: &[Learned],
        earlier: &Option<(Earlier, &Path)>,
        stages: &mut Stages,
    ) -> Result<Findings, CliError> {
        let choice = stages
            .run("choosing", Some(self.learn_time), |watch| worst.choose(learned, &self.sizes, watch))?;
        let strategy = &choice.strategy;
        let (mut rows, slow) = stages.run("trying", Some(self.learn_time), |watch| {
            self.next_rows(&self.maker(worst, watch), learned, &choice)
        })?;
        rows.extend(stages.run("checking", Some(self.learn_time), |watch| {
            let maker = self.maker(worst, watch);
            learned.iter().map(|known| maker.exact(known)).collect::<Result<Vec<Row>, _>>()
        })?);
        stages.run("comparing", Some(self.learn_time), |watch| {
            self.take_challenges(&self.maker(worst, watch), &choice, &mut rows)
        })?;
        rows.sort_by_key(|row| row.size);
        let greatest = learned.last().map_or(0, |known| known.size);
        let mut wanted: Vec<u32> = self.sizes.iter().copied().filter(|&size| size > greatest).collect();
        wanted.sort_unstable();
        wanted.dedup();
        if let Some((earlier, folder)) = earlier {
            let found = stages.run("resuming", Some(self.size_time), |watch| {
                let maker = self.maker(worst, watch);
                wanted.iter().map(|&size| maker.earlier(earlier, folder, size)).collect::<Result<Vec<_>, _>>()
            })?;
            rows.extend(found.into_iter().flatten());
            wanted.retain(|size| rows.iter().all(|row| row.size != *size));
        }
        let is_far = |rows: &[Row], size| size > FAR_SIZE || expected_decisions(rows, size) > FAR_DECISIONS;
        let mut far = Vec::new();
        for size in wanted {
            if is_far(&rows, size) {
                far.push(size);
                continue;
            }
            // What takes too long at one size takes longer at the next.
            let stopped = rows.iter().any(|row| row.tally.stopped && row.tally.paths == 0);
            let hopeless = stopped || slow || !choice.is_feasible;
            rows.push(stages.run(&format!("following n = {size}"), Some(self.size_time), |watch| {
                let maker = self.maker(worst, watch);
                if hopeless { maker.by_chance(size) } else { maker.along(size, strategy) }
            })?);
        }
        rows.sort_by_key(|row| row.size);
        let growth = growth(&rows);
        let confirmed = stages.run("looking for a pattern", Some(self.learn_time), |watch| {
            let maker = self.maker(worst, watch);
            let mut confirmed = maker.pattern(&rows, &growth)?;
            // Of several worst cases, maybe another one has a pattern.
            let others = choice.free.iter().take(MOST_OTHERS).map(|&key| strategy.turned(key));
            for other in std::iter::once(strategy.clone()).chain(others) {
                if confirmed.is_some() || slow || !choice.is_feasible || watch.is_stopped() {
                    break;
                }
                confirmed = maker.pattern(&self.like(&maker, &rows, &other)?, &growth)?;
            }
            if let Some(confirmed) = &confirmed {
                self.overtake(&maker, confirmed, &mut rows)?;
            }
            Ok::<_, CliError>(confirmed)
        })?;
        for size in far {
            rows.push(stages.run(&format!("running n = {size}"), Some(self.size_time), |watch| {
                let maker = self.maker(worst, watch);
                let by_pattern = confirmed.as_ref().map(|confirmed| maker.by_pattern(confirmed, size));
                match by_pattern.transpose()?.flatten() {
                    Some(row) => Ok(row),
                    None if slow || !choice.is_feasible => maker.by_chance(size),
                    None => maker.along(size, strategy),
                }
            })?);
        }
        let growth = if confirmed.is_some() { self::growth(&rows) } else { growth };
        Ok(Findings { choice, rows, growth, confirmed })
    }

    fn maker<'a>(&'a self, worst: &'a Worst<'a>, watch: &'a Watch) -> Rows<'a> {
        let (search, cost) = (&self.search, &self.search.cost);
        let random = self.random.map_or(row::Random::DEFAULT, row::Random::all);
        Rows { worst, search, cost, random, seed: self.seed, watch }
    }

    /// A few sizes above the learned ones that nobody asked for, and whether even these took too long.
    fn next_rows(
        &self,
        maker: &Rows<'_>,
        learned: &[Learned],
        choice: &Choice,
    ) -> Result<(Vec<Row>, bool), CliError> {
        let mut rows = Vec::new();
        let greatest = learned.last().map_or(0, |known| known.size);
        for size in
            (greatest + 1..=greatest + NEXT).chain(LARGER.into_iter().filter(|&n| n > greatest + NEXT))
        {
            if self.sizes.contains(&size) || !choice.is_feasible {
                continue;
            }
            rows.extend(maker.extra(size, &choice.strategy)?);
            if maker.watch.is_stopped() {
                return Ok((rows, true));
            }
        }
        Ok((rows, false))
    }

    /// Where a challenge found something costlier than what was found since, it is what was found.
    fn take_challenges(&self, maker: &Rows<'_>, choice: &Choice, rows: &mut [Row]) -> Result<(), CliError> {
        for row in rows.iter_mut() {
            let challenges = choice.challenges.iter().filter(|challenge| challenge.size == row.size);
            if let Some((_, input)) = challenges.filter_map(|challenge| challenge.best.as_ref()).next()
                && row.how != How::Paths
            {
                let subject = (maker.worst.subject)(row.size);
                *row = maker.replaced(row.clone(), &subject, How::Climbing, input.clone())?;
            }
        }
        Ok(())
    }

    /// The sizes that were found, but with the inputs of another strategy, as far as they cost as much.
    fn like(&self, maker: &Rows<'_>, rows: &[Row], strategy: &Strategy) -> Result<Vec<Row>, CliError> {
        let mut like = Vec::new();
        for row in rows.iter().filter(|row| row.size <= MOST_LIKE) {
            like.extend(maker.extra(row.size, strategy)?.filter(|other| other.cost >= row.cost));
        }
        Ok(like)
    }

    /// Where the pattern costs more than what was found, it is what was found.
    fn overtake(&self, maker: &Rows<'_>, confirmed: &Confirmed, rows: &mut [Row]) -> Result<(), CliError> {
        for row in rows.iter_mut().filter(|row| !matches!(row.how, How::Paths | How::Missing(_))) {
            if let Some(better) = maker.by_pattern(confirmed, row.size)?
                && better.cost > row.cost
            {
                *row = better;
            }
        }
        Ok(())
    }
}

fn growth(rows: &[Row]) -> Growth {
    let costs = |is_exact: bool| -> Vec<(u32, i64)> {
        let rows = rows.iter().filter(|row| (row.how == How::Paths) == is_exact);
        rows.filter_map(|row| Some((row.size, row.cost?))).collect()
    };
    Growth::with_bounds(&costs(true), &costs(false))
}

/// How many decisions a path of a size will have, judging by those of smaller sizes.
fn expected_decisions(rows: &[Row], size: u32) -> f64 {
    let mut along = rows.iter().filter(|row| row.how == How::Rule || row.how == How::Climbing).rev();
    let (Some(last), Some(before)) = (along.next(), along.next()) else { return 0.0 };
    let (more, fewer) = (last.tally.depth.max(1) as f64, before.tally.depth.max(1) as f64);
    let power = (more / fewer).ln() / (f64::from(last.size) / f64::from(before.size)).ln();
    more * (f64::from(size) / f64::from(last.size)).powf(power.clamp(0.0, 20.0))
}

/// Why nothing could be learned.
fn nothing_learned(tally: Tally) -> String {
    let reason = if tally.stopped {
        "it has too many paths (--learn-paths and --learn-time allow more)"
    } else if tally.cut_off > 0 {
        "a path was cut off by a limit (worstcase paths --size 1 says which)"
    } else if tally.paths == 0 {
        "no path comes to its end there"
    } else {
        "not all of its paths could be followed (worstcase paths --size 1 says why)"
    };
    format!("not even size 1 could be explored completely: {reason}")
}
