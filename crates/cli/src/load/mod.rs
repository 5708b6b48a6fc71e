//! `worstcase load`: flags in, a suite of load tests out. The search is in `load`, what is shown in `report`.

mod attend;
mod export;
mod folder;
mod replay;

use clap::Args;
use worstcase_explore::{Replay, Subject, Watch};
use worstcase_load::{Load as Making, Measure, Options, Suite};
use worstcase_machine::process::{Costs as Counted, Given};
use worstcase_program::Program;
use worstcase_report as report;

use crate::cost::{CostKind, Costs};
use crate::error::CliError;
use crate::folder::Folder;
use crate::search::Search;
use crate::source::Source;
use crate::stdin::{StdinArgs, StdinParts};
use crate::world::World;
use crate::{FINDING, FINE};
pub use attend::Attending;
use export::Exports;
use folder::Results;
use replay::Replayer;

/// Make a suite of load tests: inputs of one size that each cost far more than usual, each in another way
///
/// Paths are followed side by side. After every few branches those that cost most and differ most go on. Then the
/// inputs are changed and run, and random inputs are run for as long as all of that took, to compare with. Every test
/// is run before it is shown.
///
/// Results are written to worstcase-out/PROGRAM/load/: load.html, result.json, the tests in inputs/, and
/// manifest.jsonl, which has the cost, the SHA-256 and the command that runs it for each of them. A test of a program
/// that reads standard input is all of that: worstcase run PROGRAM < t01.bin.
///
/// With --max-time, half of the time is for random inputs.
///
/// Exit code 0 if there are tests, 1 if there are none, if one traps or does not end, if the program takes no input, or
/// if the search was ended before it had as many tests as were asked for, 2 if the program could not be run or the
/// results could not be written.
#[derive(Args)]
pub struct Load {
    #[command(flatten)]
    source: Source,
    /// The size of the inputs; with --stdin, the bytes of standard input
    #[arg(short = 'n', long, value_name = "N", allow_negative_numbers = true, value_parser = clap::value_parser!(u32).range(1..=i64::from(i32::MAX)))]
    size: Option<u32>,
    /// How many tests to make
    #[arg(long, value_name = "T", allow_negative_numbers = true, default_value_t = 10, value_parser = clap::value_parser!(u16).range(1..=1000))]
    tests: u16,
    #[command(flatten)]
    cost: Costs,
    /// How many branches to look ahead before paths are compared [default: until they have looked at more of the input]
    #[arg(long, value_name = "L", value_parser = clap::value_parser!(u32).range(1..))]
    look_ahead: Option<u32>,
    /// Take the costliest tests, however alike they are
    #[arg(long)]
    no_diversity: bool,
    /// How much work to do: 1 is about a minute of one processor
    #[arg(long, value_name = "X", default_value_t = 1.0, value_parser = effort)]
    effort: f64,
    /// Follow a path for at most so many branches
    #[arg(long, value_name = "N", default_value_t = 10_000_000)]
    max_branches: usize,
    /// Compare with so many random inputs [default: as many as can be run in the time that the tests took]
    #[arg(long, value_name = "RUNS")]
    random: Option<u64>,
    /// Where chance begins: the same flags and the same seed give the same tests
    #[arg(long, value_name = "SEED", default_value_t = 1)]
    seed: u64,
    #[command(flatten)]
    search: Search,
    #[command(flatten)]
    stdin: StdinArgs,
    #[command(flatten)]
    world: World,
    #[command(flatten)]
    folder: Folder,
    /// Take up the tests that an earlier run has left in the folder: they are run again, and the best of both stay
    #[arg(long, conflicts_with = "no_files")]
    resume: bool,
    #[command(flatten)]
    exports: Exports,
    /// Print the result as JSON
    #[arg(long)]
    json: bool,
}

/// The work that an effort of 1 is: about a nanosecond each.
pub const WORK: f64 = 60e9;

/// An effort that makes sense.
pub fn effort(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(effort) if effort > 0.0 && effort <= 1e6 => Ok(effort),
        _ => Err("an effort is a number above 0, such as 0.1 or 5".into()),
    }
}

impl Load {
    pub fn execute(&self) -> Result<u8, CliError> {
        self.exports.check()?;
        let (program, name) = self.source.load()?;
        let entry = self.source.entry(&program)?;
        let parts = self.stdin.parts()?;
        let size = match (self.size, &parts) {
            (None, Some(parts)) => parts.size()?,
            (size, _) => size,
        };
        let subject = self.search.subject(&program, &name, entry, size, &self.world)?;
        let counted_function = self.cost.counted_function(&program)?;
        let mut subject = Subject { counted_function, ..StdinParts::applied(parts, subject) };
        // There are few paths, and each is followed to its end.
        subject.limits.steps = self.search.long_steps();
        let replayer = Replayer { subject: &subject, source: &self.source, world: &self.world };
        let claimed = self.folder.claim(&name, self.source.main_file(), Some("load"))?;
        let results = claimed.map(|folder| Results::new(folder, &replayer));
        let about = self.about(&program, name, &subject);
        let earlier = match &results {
            Some(results) if self.resume => results.earlier(&about)?,
            _ => None,
        };

        let kinds = self.cost.kinds();
        let costs: Vec<_> = kinds.iter().map(|kind| |costs: &Counted| kind.of(costs)).collect();
        let measure = |(kind, cost): (&&CostKind, _)| Measure { kind: kind.word(), cost };
        let solver = || self.search.solver_of_long_paths();
        let making = Making {
            subject: &subject,
            solver: &solver,
            measures: kinds.iter().zip(costs.iter().map(|cost| cost as _)).map(measure).collect(),
            options: self.options(),
            changes: true,
            random: self.random,
            earlier: earlier.map(|suite| suite.tests).unwrap_or_default(),
        };
        let (time, compares) = (self.search.max_time(), self.random != Some(0));
        let attending = Attending::new(time, compares, making.stages(), results.as_ref());
        let mut suite = making.generate(about, &attending)?;
        self.advise(&subject, &mut suite)?;
        self.show(suite, &replayer, results.as_ref())
    }

    /// Writes and prints a suite.
    fn show(
        &self,
        mut suite: Suite,
        replayer: &Replayer<'_>,
        results: Option<&Results<'_>>,
    ) -> Result<u8, CliError> {
        if let Some(results) = results {
            suite = replayer.named(&suite);
            results.save(&suite);
            let command = crate::folder::command();
            results.add("load.html", &report::load::html(&suite, &command));
            for (name, text) in self.exports.files(&suite, replayer, results.path()) {
                results.add(name, &text);
            }
        }
        let trouble = results.and_then(Results::trouble);
        let folder =
            results.filter(|_| trouble.is_none()).map(|results| results.path().display().to_string());
        // The result first: it must not be lost because a disk is full.
        crate::report::print(&match self.json {
            true => format!("{}\n", serde_json::to_string(&suite).expect("a suite is JSON")),
            false => report::load::text(&suite, folder.as_deref()),
        })?;
        match trouble {
            Some(trouble) => Err(trouble),
            None => Ok(if suite.needs_a_look() { FINDING } else { FINE }),
        }
    }

    /// A suite that has nothing but what it is about.
    fn about(&self, program: &Program, name: String, subject: &Subject) -> Suite {
        let (entry, call) = self.source.beginning();
        let is_plain = self.world.is_plain() && self.search.is_plain();
        Suite {
            program: name,
            entry: crate::report::entry_name(program, &subject.entry),
            size: subject.size,
            cost_kind: self.cost.word(),
            cost_name: self.cost.name(),
            replay: Replay {
                module: program.fingerprint(),
                entry: entry.map(String::from),
                call: call.map(String::from),
                plain: is_plain,
                world: subject.world_fingerprint(),
                version: env!("CARGO_PKG_VERSION").into(),
            },
            ..Suite::default()
        }
    }

    fn options(&self) -> Options {
        let budget = self.search.budget();
        Options {
            tests: self.tests.into(),
            look_ahead: self.look_ahead.map(|open| open as usize),
            diverse: !self.no_diversity,
            work: (self.effort * WORK) as u64,
            branches: self.max_branches,
            threads: budget.threads,
            memory: budget.memory,
            seed: self.seed,
            patience: self.search.patience(Options::PATIENCE),
        }
    }

    /// Says how a program that takes no input gets some.
    fn advise(&self, subject: &Subject, suite: &mut Suite) -> Result<(), CliError> {
        let takes_none = !suite.tests.is_empty() && suite.tests.iter().all(|test| test.input.is_empty());
        if takes_none && subject.reads_stdin(Given::random(self.seed), &Watch::default())? {
            suite.remarks.push(format!(
                "it reads standard input, none of which is symbolic: {}",
                crate::folder::command_with("--stdin")
            ));
        }
        Ok(())
    }
}
