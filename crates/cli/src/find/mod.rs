//! `worstcase find`: flags in, a finding out. The search is in `worst`, what is shown in `report`.

mod attend;
pub mod folder;
mod upper;

use std::collections::BTreeSet;
use std::path::PathBuf;

use clap::Args;
use worstcase_explore::{StdinShape, Subject, Watch};
use worstcase_program::Program;
use worstcase_program::debug::Location;
use worstcase_report as report;
use worstcase_worst::{About, Extent, Finding, Options, Random, Replay, Search as Worst};

use crate::cost::Cost;
use crate::error::CliError;
use crate::folder::Folder;
use crate::search::{Search, seconds};
use crate::source::Source;
use crate::stdin::StdinParts;
use crate::world::World;
use crate::{FINDING, FINE};
use attend::Attending;
use folder::Results;

/// Find worst-case inputs of any size, from a rule that is learned on small ones
///
/// At small sizes every path is explored, so the worst case there is exact. What the costliest paths have in common is
/// a rule: which way to go at which conditional. Larger sizes are searched along that rule, and inputs at several
/// sizes may show a pattern, which then makes inputs of any size. Every input is run before it is shown.
///
/// Results are written to worstcase-out/PROGRAM/: report.html, result.json, and the inputs, for `worstcase run
/// --input-file` or as a fuzzer's corpus.
///
/// What is found is saved at once, and an earlier run's results of the same program are taken up: nothing that was found
/// is lost.
///
/// Exit code 0 if inputs were found, 1 if there is none for one of the sizes, one that traps or does not end, or if the
/// program takes no input at all, 2 if the program could not be run or the results could not be written.
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
    /// How much work goes into changing inputs and running them: 1 is a few seconds at each size, and up to a minute as long as
    /// that finds something costlier; 0 is none
    #[arg(long, value_name = "X", default_value_t = 0.3, value_parser = effort)]
    effort: f64,
    /// Compare with the mean over so many random inputs [default: 1000, or as many as can be run in a moment]
    #[arg(long, value_name = "RUNS")]
    random: Option<u32>,
    /// Where random inputs start
    #[arg(long, value_name = "SEED", default_value_t = 1)]
    seed: u64,
    #[command(flatten)]
    cost: Cost,
    #[command(flatten)]
    search: Search,
    /// Let standard input be the text of this template, in which n is the size: holes `[[name: 1..20 of a-z]]`, repeated parts
    /// `[[* 0..n]] … [[/]]` and choices `[[a|b]]` are input
    #[arg(long, value_name = "FILE", conflicts_with = "stdin")]
    template: Option<PathBuf>,
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

impl Find {
    pub fn execute(&self) -> Result<u8, CliError> {
        let (program, name) = self.source.load()?;
        let entry = self.source.entry(&program)?;
        let counted_function = self.cost.cost.counted_function(&program)?;
        let smallest = self.search.subject(&program, &name, entry.clone(), Some(1), &self.world)?;
        let smallest = Subject { counted_function, stdin: self.stdin(&smallest)?, ..smallest };
        // If that is not possible, it had better be known now.
        let results = self.folder.claim(&name, self.source.main_file(), None)?;
        let results = results.map(|folder| Results::new(folder, &smallest));
        let about = About {
            program: name.clone(),
            entry: crate::report::entry_name(&program, &entry),
            cost_kind: self.cost.cost.word(),
            cost_name: self.cost.cost.to_string(),
            replay: self.replay(&program, &smallest),
        };
        let earlier = match &results {
            Some(results) => results.earlier(&about, self.resume)?,
            None => None,
        };
        let subject = |size: u32| Subject { size, ..smallest.clone() };
        let (cost, solver) = (|costs: &_| self.cost.cost.of(costs), || self.search.solver());
        let budget = self.search.budget();
        let worst = Worst { subject: &subject, solver: &solver, cost: &cost, budget, seed: self.seed };
        let (files, cost_kind) = (self.source.files(), &self.cost.cost);
        let prove = |watch: &Watch| upper::upper(&program, files, &entry, cost_kind, watch);
        let attending = Attending::new(self.search.max_time(), results.as_ref(), &prove);
        let finding = worst.find(about, &self.options(), earlier.as_ref(), &attending)?;

        if let Some(results) = &results {
            let sources = sources(&program, &finding);
            let command = crate::folder::command();
            let page = report::Page { finding: &finding, command: &command, sources: &sources };
            results.page(&report::html(&page));
        }
        let written = results.as_ref().map(Results::trouble).unwrap_or_default();
        let folder = results.as_ref().filter(|_| written.is_none()).map(Results::name);
        // The result first: it must not be lost because a disk is full.
        crate::report::print(&match self.json {
            true => format!("{}\n", serde_json::to_string(&finding).expect("a finding is JSON")),
            false => report::text(&finding, folder.as_deref()),
        })?;
        match written {
            Some(trouble) => Err(trouble),
            None => Ok(if finding.needs_a_look() { FINDING } else { FINE }),
        }
    }

    /// Standard input, of which a template may say what it is like.
    fn stdin(&self, subject: &Subject) -> Result<StdinShape, CliError> {
        let Some(path) = &self.template else { return Ok(subject.stdin.clone()) };
        let template = StdinParts::template(path)?;
        if !template.has_size() && !subject.entry.needs_size() {
            return Err(CliError::Usage(
                "--template: it does not mention n, so it is the same at every size: write n where it is to grow, as in [[* 1..n]], or look at it with `worstcase load` or `paths`"
                    .into(),
            ));
        }
        Ok(StdinShape::Template(template))
    }

    fn options(&self) -> Options {
        Options {
            sizes: self.sizes.clone(),
            extent: Extent { size: self.learn_size, paths: self.learn_paths },
            learn_seconds: self.learn_time,
            size_seconds: self.size_time,
            effort: self.effort,
            random: self.random.map_or(Random::DEFAULT, Random::all),
            long_steps: self.search.long_steps(),
            resume: self.resume,
            symbolic_stdin: crate::folder::command_with("--stdin"),
        }
    }

    /// What a run depends on besides its input.
    fn replay(&self, program: &Program, subject: &Subject) -> Replay {
        let (entry, call) = self.source.beginning();
        Replay {
            module: program.fingerprint(),
            entry: entry.map(String::from),
            call: call.map(String::from),
            plain: self.world.is_plain() && self.search.is_plain() && self.template.is_none(),
            world: subject.world_fingerprint(),
            version: env!("CARGO_PKG_VERSION").into(),
        }
    }
}

/// An effort that makes sense; none does, too.
fn effort(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(0.0) => Ok(0.0),
        _ => crate::load::effort(text),
    }
}

/// The source files that rules talk about.
fn sources(program: &Program, finding: &Finding) -> Vec<report::Source> {
    let files: BTreeSet<&String> = finding.generator.rules.iter().map(|rule| &rule.file).collect();
    let source = |file: &String| {
        let debug = program.debug.as_ref()?;
        let line = |line| debug.source_line(&Location { file: file.clone(), line, column: 0 });
        let lines: Vec<String> = (1..).map_while(line).map(str::to_string).collect();
        Some(report::Source { file: file.clone(), lines }).filter(|source| !source.lines.is_empty())
    };
    files.into_iter().filter_map(source).collect()
}
