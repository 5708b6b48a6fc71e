//! `worstcase bound`: how often loops run at most, for all inputs.

mod annotate;
mod json;
mod page;
mod select;
mod text;
mod validate;
mod why;
mod witness;
mod work;

use std::path::PathBuf;
use std::time::Instant;

use clap::Args;
use worstcase_bounds::FunctionBounds;
use worstcase_bounds::validate::{ClaimSet, GUARDS, claims};
use worstcase_program::Program;

use crate::error::CliError;
use crate::folder::{self, Folder};
use crate::report::{print, print_part};
use crate::search::seconds;
use crate::source::Code;
use crate::{FINDING, FINE};
use select::Chosen;
use validate::Validation;
use witness::{Tight, Witness};

/// Prove how often loops go round at most, for all inputs
///
/// Prints for each function of the given files its bound and those of its loops, in terms of its parameters. A loop's
/// bound is the number of its rounds in all while the function runs once; a function's is the sum over its loops plus
/// one, with that of the functions it calls.
///
/// The same is written to worstcase-out/PROGRAM/bounds.html, with the source and a bound beside each of its lines. If
/// `worstcase find` has left results for the program, its inputs are run again, and a bound that one of them reaches is said
/// to be tight: there is no smaller one.
///
/// Exit code 0 if every loop that is shown has a bound, 1 if a loop or a recursion has none, time was up, or a run goes
/// above a bound, 2 if nothing could be said.
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
    /// Run each function so many times, on random and on extreme inputs, and compare every loop with its bounds
    ///
    /// A run above a bound would be a defect of worstcase, and is shown. It is repeated first in a build that traps where a
    /// signed integer overflows, since bounds do not speak of such runs. A run ends after 200,000 instructions, and counts as
    /// far as it got.
    #[arg(long, value_name = "K", value_parser = validate::runs)]
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

/// What was found for a function that is shown.
struct Found {
    chosen: Chosen,
    bounds: FunctionBounds,
    /// Why the function has no bound although its loops have.
    why: Option<String>,
    /// Whether it calls itself, maybe by way of others.
    is_recursive: bool,
    /// By loop, where an input of `find` reaches its bound.
    tight: Vec<Option<Tight>>,
}

impl Found {
    /// Whether this is something to look at: a loop or a recursion that may run for ever, for all we know.
    fn is_finding(&self) -> bool {
        let unbounded = self.bounds.loops.iter().any(|one| one.bounds.is_empty());
        unbounded || (self.is_recursive && self.bounds.bound.is_none())
    }

    /// A function of which there is nothing to say but that.
    fn is_trivial(&self) -> bool {
        let is_one = self.bounds.bound.as_ref().is_some_and(|bound| bound.text == "1");
        self.bounds.loops.is_empty() && is_one
    }

    /// Where an input of `find` reaches the bound of a loop.
    fn tight(&self, number: usize) -> Option<Tight> {
        self.tight.get(number).copied().flatten()
    }

    /// The function as it is called: with its parameters.
    fn signature(&self) -> String {
        format!("{}({})", select::plain(&self.chosen.name), self.bounds.parameters.join(", "))
    }
}

/// All that there is to say.
struct Answer {
    program: String,
    found: Vec<Found>,
    /// Why it ended early, if it did.
    ended: Option<&'static str>,
    /// The functions that were not looked at, or not to the end.
    missing: Vec<Chosen>,
    /// Why results of `find` were not used, if there are any.
    ignored: Option<String>,
    /// What runs have shown.
    validation: Option<Validation>,
}

impl Answer {
    /// What was found, to be held against runs.
    fn claims(&self, program: &Program) -> ClaimSet {
        claims(program, self.found.iter().map(|found| &found.bounds))
    }
}

impl Bound {
    pub fn execute(&self) -> Result<u8, CliError> {
        let begun = Instant::now();
        let (program, name) = self.code.load()?;
        let choice = select::choose(&program, self.code.files(), &self.function, self.all)?;
        if self.annotate && program.debug.is_none() {
            return Err(CliError::Usage(format!(
                "--annotate: {name} does not say what source it was made of"
            )));
        }
        let folder = self.folder.of(&name);
        // If that is not possible, it had better be known now.
        folder.as_deref().map(folder::create).transpose()?;
        let (witness, ignored) = Witness::read(&program, &name, self.witness.as_deref())?;
        let missing = choice.shown.clone();
        let mut answer =
            Answer { program: name, found: Vec::new(), ended: None, missing, ignored, validation: None };
        let is_text = !self.json && !self.annotate;
        if is_text {
            print(&text::begin(&answer))?;
        }
        // Whether a bound is tight is known only when all bounds are.
        let streams = is_text && witness.is_none();
        answer.ended = work::run(&program, choice, self.max_time, |found| {
            answer.missing.retain(|one| one.function != found.chosen.function);
            let goes_on = !(streams && self.is_shown(&found)) || print_part(&text::block(&found))?;
            answer.found.push(found);
            Ok(goes_on)
        })?;
        let left = || self.max_time - begun.elapsed().as_secs_f64();
        if let Some(witness) = &witness {
            let tight = witness.tight(&answer.claims(&program), left());
            for found in &mut answer.found {
                found.tight = tight.get(&found.bounds.function).cloned().unwrap_or_default();
            }
        }
        if is_text && !streams {
            let shown = answer.found.iter().filter(|found| self.is_shown(found));
            print(&shown.map(text::block).collect::<String>())?;
        }
        if let Some(runs) = self.validate {
            let claims = answer.claims(&program);
            let guarded = (left() > 0.0).then(|| self.code.load_with(&GUARDS)).flatten();
            let order = answer.found.iter().map(|found| (found.bounds.function, found.chosen.name.as_str()));
            let plan = validate::Plan { runs, seed: self.seed, seconds: left() };
            answer.validation = Some(validate::run(&program, guarded, claims, order.collect(), plan));
        }
        let wrote = folder.map(|folder| page::write(&folder, &program, &answer)).transpose()?;
        self.conclude(&program, &answer, wrote)
    }

    /// Functions of which there is nothing to say are shown together, unless they were asked for.
    fn is_shown(&self, found: &Found) -> bool {
        self.shows_each() || !found.is_trivial()
    }

    fn shows_each(&self) -> bool {
        self.all || !self.function.is_empty()
    }

    /// Prints what is left to say.
    fn conclude(&self, program: &Program, answer: &Answer, wrote: Option<PathBuf>) -> Result<u8, CliError> {
        if self.json {
            print(&json::text(answer))?;
        } else if self.annotate {
            print(&annotate::text(program, answer)?)?;
        } else {
            print(&text::end(answer, self.shows_each()))?;
            if let Some(file) = wrote {
                print(&format!("\nwrote     {}\n", file.display()))?;
            }
        }
        let is_refuted =
            answer.validation.as_ref().is_some_and(|one| !one.violations.is_empty() || one.ended.is_some());
        let finding = answer.ended.is_some() || is_refuted || answer.found.iter().any(Found::is_finding);
        Ok(if finding { FINDING } else { FINE })
    }
}
