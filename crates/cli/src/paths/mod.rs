//! `worstcase paths`: all feasible paths of a program at a size.

mod places;
mod report;
mod tree;

use std::path::PathBuf;
use std::time::Instant;

use clap::{Args, ValueEnum, value_parser};
use worstcase_explore::{End, Found, Input, RunEnd, Subject, Summary, Watch, explore, retrace, shown};
use worstcase_machine::process::Outcome;

use crate::cost::Cost;
use crate::error::CliError;
use crate::search::{Search, watched};
use crate::source::Source;
use crate::stdin::{StdinArgs, StdinParts};
use crate::world::World;
use crate::{FINDING, FINE};
use report::{Example, Report, Worst};
use tree::Forest;

/// Explore every path that some input takes: how many there are, what they cost, and the worst input
///
/// Exit code 0 if every path was seen to its end, 1 if some path trapped or failed or not all could be seen, 2 if
/// nothing could be explored.
#[derive(Args)]
pub struct Paths {
    #[command(flatten)]
    source: Source,
    /// The size of the input, which the entry takes
    #[arg(short = 'n', long, value_name = "N", allow_negative_numbers = true, value_parser = value_parser!(u32).range(0..=i64::from(i32::MAX)))]
    size: Option<u32>,
    #[command(flatten)]
    cost: Cost,
    #[command(flatten)]
    search: Search,
    #[command(flatten)]
    stdin: StdinArgs,
    #[command(flatten)]
    world: World,
    /// Write the --tree of the worst path to this folder, and to FOLDER.tar
    #[arg(long, value_name = "FOLDER", requires = "tree")]
    save_tree: Option<PathBuf>,
    /// Stop after so many paths (and explore with one thread, so that they are the same ones every time)
    #[arg(long, value_name = "N")]
    max_paths: Option<u64>,
    /// Print one line per path: its cost, an input that takes it, and its condition
    #[arg(long, conflicts_with_all = ["json", "draw"])]
    list: bool,
    /// Print the computation tree, as text or for Graphviz
    #[arg(long, value_enum, value_name = "FORM", num_args = 0..=1, require_equals = true, default_missing_value = "text", conflicts_with = "json")]
    draw: Option<TreeForm>,
    /// Print the result as JSON
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, ValueEnum, PartialEq, Eq)]
enum TreeForm {
    Text,
    Dot,
}

/// How many paths are listed or drawn unless --max-paths says otherwise.
const SHOWN: u64 = 100_000;

impl Paths {
    pub fn execute(&self) -> Result<u8, CliError> {
        crate::tree::check(self.save_tree.as_deref())?;
        let (program, name) = self.source.load()?;
        let entry = self.source.entry(&program)?;
        let parts = self.stdin.parts()?;
        let size = match (self.size, &parts) {
            (None, Some(parts)) => parts.size()?,
            (size, _) => size,
        };
        let counted_function = self.cost.cost.counted_function(&program)?;
        let subject = self.search.subject(&program, &name, entry, size, &self.world)?;
        let subject = Subject { counted_function, ..StdinParts::applied(parts, subject) };
        let begun = Instant::now();
        let watch = Watch::default();
        let cost = |costs: &_| self.cost.cost.of(costs);
        let shows = self.list || self.draw.is_some();
        let mut budget = self.search.budget();
        if shows || self.max_paths.is_some() {
            budget.threads = 1;
            budget.paths = self.max_paths.unwrap_or(SHOWN);
        }
        // Who sees each path wants to see what was forced, too.
        budget.folds = !shows;
        let solver = || self.search.solver();
        let names = subject.input_names();
        let visitor = || Forest::new(Summary::new(&cost, &watch), &program, &cost, &names, shows);
        let (explored, stopped) = watched("exploring", self.search.max_time(), &watch, || {
            explore(&subject, &solver, budget, &watch, &visitor)
        });
        let (tally, forest) = explored?;
        // Time may have run out just when all was done.
        let stopped = stopped.filter(|_| tally.stopped);
        let hurried = stopped.is_some();
        let stopped = stopped.map(str::to_string).or_else(|| {
            let limit = format!("the limit of {} paths was reached (--max-paths)", budget.paths);
            (tally.stopped && tally.paths >= budget.paths).then_some(limit)
        });
        let (summary, forest) = forest.split();
        let report = Report {
            worst: self.worst(&subject, &summary, hurried)?,
            examples: self.examples(&subject, &summary, hurried)?,
            name,
            subject: &subject,
            size,
            cost: &self.cost.cost,
            histogram: &summary.histogram,
            inputs: summary.inputs,
            tally,
            stopped,
            seconds: begun.elapsed().as_secs_f64(),
        };
        if let (Some(folder), Some(worst)) = (&self.save_tree, &report.worst)
            && let Some(witness) = subject.tree_of(&worst.input)?
        {
            crate::tree::save(folder, &witness)?;
        }
        let text = match self.draw {
            _ if self.json => report.json(),
            Some(TreeForm::Text) => forest.text() + "\n" + &report.text(),
            Some(TreeForm::Dot) => forest.dot(),
            None if self.list => forest.list() + "\n" + &report.text(),
            None => report.text(),
        };
        crate::report::print(&text)?;
        Ok(if report.is_finding() { FINDING } else { FINE })
    }

    /// The costliest path, confirmed by a concrete run.
    fn worst(
        &self,
        subject: &Subject,
        summary: &Summary<'_>,
        hurried: bool,
    ) -> Result<Option<Worst>, CliError> {
        let Some((cost, found)) = &summary.worst else { return Ok(None) };
        let input = self.input(subject, found, hurried)?;
        let (costs, _) = subject.replay(&input)?;
        match self.cost.cost.of(&costs) {
            replayed if replayed == *cost => Ok(Some(Worst { cost: *cost, input })),
            replayed => Err(CliError::Broken(format!(
                "a path was found to cost {cost}, but its input costs {replayed}: {}",
                shown(&input)
            ))),
        }
    }

    /// The ways in which paths ended, each with an input, confirmed by a concrete run.
    fn examples(
        &self,
        subject: &Subject,
        summary: &Summary<'_>,
        hurried: bool,
    ) -> Result<Vec<Example>, CliError> {
        let mut examples = Vec::new();
        for ending in &summary.endings {
            // A path that was cut off would not end when it is followed again.
            let cut_off = matches!(ending.end, End::CutOff(_));
            let input = self.input(subject, &ending.example, hurried || cut_off)?;
            if cut_off {
                // Where a limit cuts a path off is not where it cuts a concrete run off.
                examples.push(Example::new(subject, ending, input));
                continue;
            }
            let (_, ran) = subject.replay(&input)?;
            let confirmed = match (&ending.end, &ran) {
                (End::Trapped(trap), RunEnd::Trapped(same)) => trap == same,
                (End::Exited(code), RunEnd::Ended(Outcome::Exited(same))) => code == same,
                (End::Failed, RunEnd::Ended(Outcome::Failed)) => true,
                _ => false,
            };
            if !confirmed {
                return Err(CliError::Broken(format!(
                    "a path was found to end as {:?}, but its input ends as {ran:?}: {}",
                    ending.end,
                    shown(&input)
                )));
            }
            examples.push(Example::new(subject, ending, input));
        }
        examples.sort_by(|a, b| a.description.cmp(&b.description));
        Ok(examples)
    }

    /// An input for a path: one that does not depend on the order of the search, if there is time for it.
    fn input(&self, subject: &Subject, found: &Found, hurried: bool) -> Result<Vec<Input>, CliError> {
        let traced = if hurried {
            None
        } else {
            retrace(subject, self.search.solver(), &found.trail, &Watch::default())?
        };
        Ok(traced.unwrap_or_else(|| found.input.clone()))
    }
}
