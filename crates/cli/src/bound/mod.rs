//! `worstcase bound`: how often loops run at most, for all inputs.

mod annotate;
mod json;
mod page;
mod select;
mod text;
mod why;
mod work;

use clap::Args;
use worstcase_bounds::FunctionBounds;

use crate::error::CliError;
use crate::folder::{self, Folder};
use crate::report::{print, print_part};
use crate::search::seconds;
use crate::source::Code;
use crate::{FINDING, FINE};
use select::Chosen;

/// Prove how often loops go round at most, for all inputs
///
/// Prints for each function of the given files its bound and those of its loops, in terms of its parameters. A loop's
/// bound is the number of its rounds in all while the function runs once; a function's is the sum over its loops plus
/// one, with that of the functions it calls.
///
/// The same is written to worstcase-out/PROGRAM/bounds.html, with the source and a bound beside each of its lines.
///
/// Exit code 0 if every loop that is shown has a bound, 1 if a loop or a recursion has none or time was up, 2 if nothing
/// could be said.
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
}

impl Bound {
    pub fn execute(&self) -> Result<u8, CliError> {
        let (program, name) = self.code.load()?;
        let choice = select::choose(&program, self.code.files(), &self.function, self.all)?;
        let streams = !self.json && !self.annotate;
        if self.annotate && program.debug.is_none() {
            return Err(CliError::Usage(format!(
                "--annotate: {name} does not say what source it was made of"
            )));
        }
        let folder = self.folder.of(&name);
        // If that is not possible, it had better be known now.
        folder.as_deref().map(folder::create).transpose()?;
        let each = self.all || !self.function.is_empty();
        let mut answer =
            Answer { program: name, found: Vec::new(), ended: None, missing: choice.shown.clone() };
        if streams {
            print(&text::begin(&answer))?;
        }
        answer.ended = work::run(&program, choice, self.max_time, |found| {
            answer.missing.retain(|one| one.function != found.chosen.function);
            let is_shown = streams && (each || !found.is_trivial());
            let goes_on = !is_shown || print_part(&text::block(&found))?;
            answer.found.push(found);
            Ok(goes_on)
        })?;
        let wrote = folder.map(|folder| page::write(&folder, &program, &answer)).transpose()?;
        if self.json {
            print(&json::text(&answer))?;
        } else if self.annotate {
            print(&annotate::text(&program, &answer)?)?;
        } else {
            print(&text::end(&answer, each))?;
            if let Some(file) = wrote {
                print(&format!("\nwrote     {}\n", file.display()))?;
            }
        }
        let finding = answer.ended.is_some() || answer.found.iter().any(Found::is_finding);
        Ok(if finding { FINDING } else { FINE })
    }
}
