//! `worstcase bound`: how many iterations loops make at most, for all inputs.

mod progress;
mod witness;

use std::path::{Path, PathBuf};
use std::time::Instant;

use clap::Args;
use worstcase_bounds::bound::{ChoiceError, Job, Plan, Wanted, choose};
use worstcase_bounds::validate::GUARDS;
use worstcase_bounds::{Bounds, FunctionBounds, World, bound};
use worstcase_program::Program;
use worstcase_report::Source;
use worstcase_report::bounds::{self as report, Context};

use crate::error::CliError;
use crate::folder::{self, Folder, command, put};
use crate::report::{pass_on, print, written};
use crate::search::seconds;
use crate::source::Code;
use crate::{FINDING, FINE};
use progress::Waiting;

/// Prove how many iterations loops make at most, for all inputs
///
/// Prints for each function of the given files its bound and those of its loops, in terms of its parameters. A loop's
/// bound is the number of its iterations in all while the function runs once; a function's is the sum over its loops plus
/// one, with that of the functions it calls.
///
/// The same is written to worstcase-out/PROGRAM/bounds.html, with the source and a bound beside each of its lines. If
/// `worstcase find` has left results for the program, its inputs are run again, and a bound that one of them reaches is said
/// to be tight: there is no smaller one.
///
/// Exit code 0 if every function that is shown has a bound, 1 if one has none for whatever reason, time was up, or a run
/// goes above a bound, 2 if nothing could be said.
#[derive(Args)]
pub struct Bound {
    #[command(flatten)]
    code: Code,
    /// Only this function; can be given several times
    #[arg(long, value_name = "NAME")]
    function: Vec<String>,
    /// Show functions of libraries and headers too, and those without loops like the others
    ///
    /// Otherwise libraries are not looked into, and what calls them has no bound.
    #[arg(long)]
    all: bool,
    /// The given files are the whole program: nothing else calls their functions or changes their variables
    ///
    /// That is the default if there is a `main`. Otherwise other files may call every function that is not static, hand it
    /// pointers to all variables that are not static, and functions that call back.
    #[arg(long)]
    closed: bool,
    /// The opposite of --closed, also if there is a `main`
    #[arg(long, conflicts_with = "closed")]
    open: bool,
    /// Run each function so many times, on random and on extreme inputs, and compare every loop with its bounds
    ///
    /// A run above a bound would be a defect of worstcase, and is shown. It is repeated first in a build that traps where a
    /// signed integer or a pointer overflows, since bounds do not speak of such runs. A run ends after 200,000 instructions, and counts as
    /// far as it got.
    #[arg(long, value_name = "K", value_parser = runs)]
    validate: Option<u32>,
    /// Where the inputs of --validate start
    #[arg(long, value_name = "SEED", default_value_t = 1, requires = "validate")]
    seed: u64,
    /// Look for results of `worstcase find` in this folder [default: worstcase-out/PROGRAM]
    #[arg(long, value_name = "FOLDER")]
    witness: Option<PathBuf>,
    /// Print the source with the bounds beside its loops
    #[arg(long, conflicts_with = "json")]
    annotate: bool,
    /// Print the result as JSON
    #[arg(long)]
    json: bool,
    /// Stop after so many seconds, and say what was not looked at
    #[arg(long, value_name = "SECONDS", default_value = "60", value_parser = seconds)]
    max_time: f64,
    #[command(flatten)]
    folder: Folder,
}

impl Bound {
    pub fn execute(&self) -> Result<u8, CliError> {
        let begun = Instant::now();
        let (program, name) = self.code.load()?;
        let wanted = Wanted { files: self.code.files(), named: &self.function, all: self.all };
        let choice = choose(&program, wanted).map_err(no_choice)?;
        if self.annotate && program.debug.is_none() {
            return Err(CliError::Usage(format!(
                "--annotate: {name} does not say what source it was made of"
            )));
        }
        let folder = self.folder.of(&name, self.code.main_file());
        // If that is not possible, it had better be known now.
        folder.as_deref().map(folder::create).transpose()?;
        let (witnesses, witness_ignored) =
            witness::read(&program, &name, self.code.main_file(), self.witness.as_deref())?;
        let is_text = !self.json && !self.annotate;
        if is_text {
            print(&report::begin(&name, choice.shown.len()))?;
        }
        // Whether a bound is tight is known only when all bounds are.
        let streams = is_text && witnesses.is_none();
        let prints = |function: &FunctionBounds| streams && self.is_shown(function);
        let guarded = || self.code.load_with(&GUARDS);
        let plan = self.validate.map(|runs| Plan { runs, seed: self.seed, guarded: &guarded });
        let mut waiting = Waiting::new(begun, self.max_time, &prints);
        let world = match (self.closed, self.open) {
            (true, _) => World::Closed,
            (_, true) => World::Open,
            _ => World::of(&program),
        };
        let job = Job { name, choice, world, witnesses, witness_ignored, plan };
        let bounds = bound(&program, job, &mut waiting);
        waiting.finish()?;
        if is_text && !streams {
            let shown = bounds.functions.iter().filter(|function| self.is_shown(function));
            print(&shown.map(report::block).collect::<String>())?;
        }
        let context = context(&program, &bounds);
        self.conclude(&bounds, &context)?;
        if let Some(file) = folder.map(|folder| write(&folder, &bounds, &context)).transpose()?
            && is_text
        {
            print(&format!("\nwrote     {}\n", file.display()))?;
        }
        Ok(if bounds.is_finding() { FINDING } else { FINE })
    }

    /// Functions of which there is nothing to say are shown together, unless they were asked for.
    fn is_shown(&self, function: &FunctionBounds) -> bool {
        self.shows_each() || !function.is_trivial()
    }

    fn shows_each(&self) -> bool {
        self.all || !self.function.is_empty()
    }

    /// Prints what is left to say.
    fn conclude(&self, bounds: &Bounds, context: &Context) -> Result<(), CliError> {
        if self.json {
            let json = serde_json::to_string(bounds);
            return print(&(json.map_err(|error| CliError::Broken(error.to_string()))? + "\n"));
        }
        if self.annotate && context.sources.is_empty() {
            return Err(CliError::Usage("--annotate: the source is not at hand".into()));
        }
        if self.annotate {
            // It is still source, of which no byte is changed but on a terminal.
            let text = report::annotated(bounds, &context.sources);
            return written(pass_on(std::io::stdout(), text.as_bytes()));
        }
        print(&report::end(bounds, self.shows_each()))
    }
}

/// How many runs were asked for.
fn runs(text: &str) -> Result<u32, String> {
    match text.parse() {
        Ok(runs) if runs > 0 => Ok(runs),
        _ => Err("it is how many times each function is run, such as 1000".into()),
    }
}

/// Why there is nothing to show, with the flag that is to blame or of help.
fn no_choice(error: ChoiceError) -> CliError {
    match error {
        ChoiceError::UnknownFunction { name, known } => {
            CliError::UnknownFunction { flag: "--function ", name, known }
        }
        ChoiceError::NoOwnFunction => {
            CliError::Usage(format!("{error}; --all shows those of libraries and headers"))
        }
        ChoiceError::NoFunction => CliError::Usage(error.to_string()),
    }
}

/// How the bounds were made, and the source that they are about.
fn context(program: &Program, bounds: &Bounds) -> Context {
    let source = |file: &str| {
        let text = program.debug.as_ref()?.source(file)?;
        Some(Source { file: file.into(), lines: text.lines().map(str::to_string).collect() })
    };
    let sources = bounds.files().into_iter().filter_map(source).collect();
    Context { command: command(), version: env!("CARGO_PKG_VERSION").into(), sources }
}

/// Writes the page to a folder that is there, and says which file it is.
fn write(folder: &Path, bounds: &Bounds, context: &Context) -> Result<PathBuf, CliError> {
    let path = folder.join("bounds.html");
    put(&path, report::html(bounds, context).as_bytes())?;
    Ok(path)
}
