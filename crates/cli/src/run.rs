//! `worstcase run`: runs a program on given inputs and says what it cost.

use std::io::BufWriter;
use std::path::PathBuf;

use clap::{Args, value_parser};
use worstcase_machine::process::{Driver, Entry, Given, Process, StdinPart, StdinSource, TemplateShape};
use worstcase_machine::wasi::{Wasi, WasiConfig};
use worstcase_machine::{Limits, Line, Observer, Spent, Unobserved};
use worstcase_program::{FuncIdx, Program};

use crate::end::End;
use crate::error::CliError;
use crate::inputs::InputArgs;
use crate::observe::RunObserver;
use crate::progress::{Progress, short};
use crate::report::{self, Report};
use crate::source::Source;
use crate::stdin::StdinParts;
use crate::tree;
use crate::world::{self, World};
use crate::{FINDING, FINE};

/// Run a program on given inputs and say what it cost
///
/// Exit code 0 if it ran to its end, 1 if it trapped, failed, exited with another code than 0 or reached a limit,
/// 2 if it could not be run.
#[derive(Args)]
pub struct Run {
    #[command(flatten)]
    source: Source,
    /// The size of the input, which the entry takes
    #[arg(short = 'n', long, value_name = "N", allow_negative_numbers = true, value_parser = value_parser!(u32).range(0..=i64::from(i32::MAX)))]
    size: Option<u32>,
    #[command(flatten)]
    inputs: InputArgs,
    /// Let standard input be --size bytes of the inputs, instead of this command's own
    #[arg(long, requires = "size")]
    stdin: bool,
    /// Let standard input be the text that the inputs make of this template, in which n is the size
    #[arg(long, value_name = "FILE", conflicts_with = "stdin")]
    template: Option<PathBuf>,
    #[command(flatten)]
    world: World,
    /// Write the --tree that the program was given to this folder, and to FOLDER.tar
    #[arg(long, value_name = "FOLDER", requires = "tree")]
    save_tree: Option<PathBuf>,
    /// Count the calls of this function too
    #[arg(long, value_name = "FUNCTION")]
    calls: Option<String>,
    /// Print the costliest source lines
    #[arg(long)]
    profile: bool,
    /// Print every conditional as it is decided
    #[arg(long, conflicts_with = "json")]
    trace: bool,
    /// Print the result as JSON
    #[arg(long)]
    json: bool,
    /// Stop after so many instructions
    #[arg(long, value_name = "N", default_value_t = 100_000_000_000)]
    max_steps: u64,
    /// Stop when memory is to grow beyond so many MiB
    #[arg(long, value_name = "MIB", default_value_t = 1024)]
    max_memory: u32,
    /// Stop at so many calls inside one another
    #[arg(long, value_name = "N", default_value_t = 1 << 20)]
    max_depth: usize,
}

impl Run {
    pub fn execute(&self) -> Result<u8, CliError> {
        tree::check(self.save_tree.as_deref())?;
        let (program, name) = self.source.load()?;
        let entry = self.source.entry(&program)?;
        let mut inputs = self.inputs.given()?;
        let size = match (self.size, &entry) {
            // All that was given, as libFuzzer does with a file of its corpus.
            (None, Entry::Fuzzer(_)) if inputs.unused() > 0 => u32::try_from(inputs.unused()).ok(),
            (size, _) => size,
        };
        if entry.needs_size() && size.is_none() {
            let name = entry.called().map(str::to_string);
            let entry = name.unwrap_or_else(|| program.function_name(entry.function()));
            return Err(CliError::NoSize { entry });
        }
        if self.world.has_size() && size.is_none() {
            return Err(CliError::Usage(
                "--tree: it mentions n, so say how much that is with --size N".into(),
            ));
        }
        let template = self.template(size)?;
        let given = inputs.clone();
        let limits = Limits {
            steps: self.max_steps,
            call_depth: self.max_depth,
            memory_pages: self.max_memory.saturating_mul(16),
            ..Limits::default()
        };
        let mut process =
            Process::<u64>::new(program.clone(), (), limits, Wasi::new(self.config(&name, size)?)?)?;
        if let Some(template) = &template {
            process.stream_template(template.clone());
        }
        self.watch_calls(&mut process, &program)?;
        let (end, lines) = self.watch(&mut process, &entry, size, &mut inputs).inspect_err(|_| {
            // What the program wrote before it went wrong may say why.
            if !self.json {
                let _ = report::program_output(&process);
            }
        })?;
        if let (Some(folder), Some(witness)) = (&self.save_tree, process.witness_tree()) {
            tree::save(folder, &witness)?;
        }
        let marked = process.measured_part();
        let stdin = template.and_then(|template| text_of(template, given, &inputs));
        let report = Report { name, entry, program, size, process, inputs, stdin, end, lines, marked };
        let written = if self.json { report.json() } else { report.text(self.calls.as_deref()) };
        report::written(written)?;
        Ok(if report.end.finding { FINDING } else { FINE })
    }

    /// The template of standard input, if there is one.
    fn template(&self, size: Option<u32>) -> Result<Option<TemplateShape>, CliError> {
        let Some(path) = &self.template else { return Ok(None) };
        let template = StdinParts::template(path)?;
        if template.has_size() && size.is_none() {
            return Err(StdinParts::needs_size());
        }
        let shape = template.at(size.unwrap_or(0));
        Ok(Some(shape.map_err(|error| CliError::Usage(format!("{}: {error}", path.display())))?))
    }

    fn config(&self, name: &str, size: Option<u32>) -> Result<WasiConfig<u8>, CliError> {
        let mut config = self.world.config(name)?;
        config.tree = config.tree.map(|tree| tree.at(size.unwrap_or(0)));
        Ok(config)
    }

    fn watch_calls(&self, process: &mut Process<u64>, program: &Program) -> Result<(), CliError> {
        if let Some(name) = &self.calls {
            let function = program.function_named(name).ok_or_else(|| CliError::UnknownFunction {
                flag: "--calls ",
                name: name.clone(),
                known: functions_of(program),
            })?;
            process.watch_calls(function);
        }
        Ok(())
    }

    /// Runs the process to its end and watches it for what was asked for.
    fn watch(
        &self,
        process: &mut Process<u64>,
        entry: &Entry,
        size: Option<u32>,
        inputs: &mut Given,
    ) -> Result<(End, Option<Vec<Line>>), CliError> {
        let result = if self.profile || self.trace {
            let program = process.program().clone();
            let trace = self.trace.then(|| BufWriter::new(report::stream(entry)));
            let mut observer = RunObserver::new(&program, self.profile, trace, process.marks_measured_part());
            let end = self.drive(process, (entry, size), inputs, &mut observer)?;
            (end, self.profile.then(|| observer.lines()))
        } else {
            (self.drive(process, (entry, size), inputs, &mut Unobserved)?, None)
        };
        if !result.0.finding && inputs.unused() > 0 {
            let used = inputs.used();
            return Err(CliError::TooManyInputs { given: inputs.amount(used + inputs.unused()), used });
        }
        Ok(result)
    }

    /// Runs the process to its end. Progress is shown, and Ctrl-C heard.
    fn drive<O: Observer>(
        &self,
        process: &mut Process<u64>,
        (entry, size): (&Entry, Option<u32>),
        inputs: &mut Given,
        observer: &mut O,
    ) -> Result<End, CliError> {
        let size = size.unwrap_or(0);
        if let Err(halt) = process.enter(entry, size, inputs) {
            return End::of(halt.into(), process);
        }
        let sized = [StdinPart::any(size)];
        let stdin = match self.stdin {
            true => StdinSource::Inputs(&sized),
            false => StdinSource::Read(world::standard_input),
        };
        let mut progress = Progress::start();
        let mut is_stopped = |spent: Spent| {
            progress.show(|| {
                let (instructions, conditionals) = (short(spent.instructions), short(spent.conditionals));
                format!("running   {instructions} instructions, {conditionals} conditionals")
            });
            progress.interrupted()
        };
        let end = Driver { inputs, observer, stdin, is_stopped: &mut is_stopped }.run(process);
        progress.clear();
        End::of(end, process)
    }
}

/// The text that inputs make of a template, if it is all that they were taken for: a program may ask for others, and need not read to
/// the end.
fn text_of(template: TemplateShape, mut given: Given, taken: &Given) -> Option<Vec<u8>> {
    template.text(&mut given).filter(|_| given.taken() == taken.taken())
}

/// The names of a program's functions, for a message: its own come first, those of libraries are left off.
pub fn functions_of(program: &Program) -> String {
    const SHOWN: usize = 20;
    let imported = program.imported_functions() as u32;
    let functions = (imported..imported + program.bodies.len() as u32).map(FuncIdx);
    let more = functions.len() > SHOWN;
    let names: Vec<String> = functions.take(SHOWN).map(|function| program.function_name(function)).collect();
    match names.join(", ") {
        names if names.is_empty() => "none at all".into(),
        names if more => format!("{names}, …"),
        names => names,
    }
}
