//! `worstcase pipe`: a pipeline in, what it does and costs out. What it is made of, and its runs, are in `pipeline`.

mod making;
mod settings;
mod text;

use std::cell::Cell;
use std::path::PathBuf;
use std::sync::Mutex;

use clap::{Args, ValueEnum, value_parser};
use serde_json::json;
use worstcase_machine::{Limits, Spent};
use worstcase_pipeline::run::{
    ComponentEnd, PipelineRun, RunInput, RunLimits, RunSettings, run, run_profiled,
};
use worstcase_pipeline::{Pipeline, Script};

use crate::error::CliError;
use crate::progress::{Progress, short};
use crate::source::{Opt, load_files, options};
use crate::world::{self, Surroundings};
use crate::{COULD_NOT_RUN, FINDING, FINE, report};
use making::Making;
use settings::Said;

/// The most instructions of a component in a run, unless something else is said.
const STEPS: u64 = 100_000_000_000;

/// The most output that a component can be allowed, in MiB.
const MAX_OUTPUT: u64 = 4096;

/// Make load tests for a pipeline of programs, or run it and say what each costs
///
/// Tests are put together from costly paths of the components, and each is run on the whole pipeline before it is shown. They are
/// written to worstcase-out/NAMES/pipe/: pipe.html, result.json, the tests in inputs/, and manifest.jsonl with the cost, the SHA-256
/// and the command that runs it for each of them. With --run, the pipeline is run on an input instead.
///
/// A pipeline is written as in a shell: 'grep -E "[0-9]{10}" | sort'. There are |, quotes, < FILE, xargs -I R, -n N, and
/// tee >(…) >(…), whose branches all read the same and whose outputs are kept apart; nothing else of the shell. Commands are
/// found in --tools and by --tool. A pipeline.toml can hold all of that and comments: its keys are called as the flags are. Only
/// --run, --json, --list and --no-files are for the command line alone.
///
/// Each component is a process of its own, with a copy of the files. What comes out goes to standard output, the report to
/// standard error.
///
/// Exit code 0 if there are tests, or with --run if all ended by themselves; 1 if there are none, if one trapped, failed or reached a
/// limit, or if with --run the last one exited with another code than 0; 2 if the pipeline could not be run.
#[derive(Args)]
pub struct Pipe {
    /// The pipeline, or a .toml file that describes it
    #[arg(value_name = "PIPELINE", required_unless_present = "list")]
    pipeline: Option<String>,
    /// Run the pipeline on an input, instead of making load tests for it
    #[arg(long)]
    run: bool,
    #[command(flatten)]
    making: Making,
    /// Where commands are: grep is grep.c, grep.wasm, or all sources in grep/
    #[arg(long, value_name = "FOLDER")]
    tools: Vec<PathBuf>,
    /// What a command is made of, as in --tool grep=grep.c,regex.c
    #[arg(long, value_name = "NAME=FILES")]
    tool: Vec<String>,
    /// How far clang may optimise [default: 0]
    #[arg(long, value_enum, value_name = "LEVEL")]
    opt: Option<Opt>,
    /// More flags for clang, as in --cflags '-DN=3 -Iinclude'
    #[arg(long, value_name = "FLAGS", allow_hyphen_values = true)]
    cflags: Vec<String>,
    #[command(flatten)]
    surroundings: Surroundings,
    /// What the first component reads [default: standard input]
    #[arg(long, value_name = "FILE")]
    input_file: Option<PathBuf>,
    /// With --run, count the calls of this function too, in each program that has it
    #[arg(long, value_name = "FUNCTION")]
    calls: Option<String>,
    /// With --run, print the costliest source lines of each component
    #[arg(long)]
    profile: bool,
    /// Print the result as JSON
    #[arg(long)]
    json: bool,
    /// Stop a component after so many instructions [default: 100000000000 with --run, else 10000000000]
    #[arg(long, value_name = "N")]
    max_steps: Option<u64>,
    /// Stop a component when its memory is to grow beyond so many MiB [default: 1024]
    #[arg(long, value_name = "MIB")]
    max_memory: Option<u32>,
    /// Stop a component at so many calls inside one another [default: 1048576]
    #[arg(long, value_name = "N")]
    max_depth: Option<usize>,
    /// Stop a component when it is to write more than so many MiB [default: 64]
    #[arg(long, value_name = "MIB", value_parser = value_parser!(u64).range(1..=MAX_OUTPUT))]
    max_output: Option<u64>,
}

impl Pipe {
    pub fn execute(&self) -> Result<u8, CliError> {
        if self.making.list {
            return self.making.show_library(self.json);
        }
        let said = Said::new(self)?;
        let pipeline = self.pipeline(&said)?;
        let limits = self.limits(&said, &pipeline);
        if !self.run {
            self.check_making()?;
            return self.making.execute(&pipeline, &said, limits, &self.replay(), self.json);
        }
        if self.making.tree.shape().is_some() {
            let message = "--tree: this is about making tests; with --run, give a folder with --dir";
            return Err(CliError::Usage(message.into()));
        }
        let counted_functions = match &said.calls {
            Some(name) => counted(&pipeline, name)?,
            None => Vec::new(),
        };
        let given = match (&said.input_file, &pipeline.flow.input) {
            (Some(_), Some(file)) => {
                let message = format!("--input-file: the pipeline reads `{file}` already, with `<`");
                return Err(CliError::Usage(message));
            }
            (Some(path), None) => Some(world::read(path)?),
            (None, _) => None,
        };
        let failed = Cell::new(None);
        let demand = || {
            world::standard_input().unwrap_or_else(|error| {
                failed.set(Some(error));
                Vec::new()
            })
        };
        let input = given.as_ref().map_or(RunInput::Demand(&demand), RunInput::from);
        let is_profiled = self.profile || said.config.profile;
        let run = self.watched(&pipeline, input, counted_functions, limits, is_profiled);
        if let Some(error) = failed.take() {
            return Err(CliError::Usage(format!("standard input: {error}")));
        }
        let written = match self.json {
            true => json(&pipeline, &run),
            false => text::write(&pipeline, &run, said.calls.as_deref(), is_profiled),
        };
        report::written(written)?;
        let is_stopped = |end: &ComponentEnd| matches!(end, ComponentEnd::Stopped { .. });
        Ok(match run.components.iter().any(|component| is_stopped(&component.end)) {
            true => COULD_NOT_RUN,
            false if run.is_finding() => FINDING,
            false => FINE,
        })
    }

    /// Refuses what makes sense only for a run.
    fn check_making(&self) -> Result<(), CliError> {
        let flags = [
            ("--input-file", self.input_file.is_some()),
            ("--calls", self.calls.is_some()),
            ("--profile", self.profile),
        ];
        match flags.iter().find(|(_, is_given)| *is_given) {
            Some((flag, _)) => Err(CliError::Usage(format!("{flag}: this is about a run; add --run"))),
            None => Ok(()),
        }
    }

    /// The pipeline as it was given.
    fn text(&self) -> &str {
        self.pipeline.as_deref().expect("only the list of a library does without")
    }

    /// The command that runs the pipeline, but for the input.
    fn replay(&self) -> String {
        let mut words = vec!["worstcase".to_string(), "pipe".into(), self.text().into(), "--run".into()];
        let mut say = |flag: &str, value: &str| words.extend([flag.to_string(), value.to_string()]);
        self.tools.iter().for_each(|folder| say("--tools", &folder.to_string_lossy()));
        self.tool.iter().for_each(|pair| say("--tool", pair));
        if let Some(level) = self.opt.as_ref().and_then(ValueEnum::to_possible_value) {
            say("--opt", level.get_name());
        }
        self.cflags.iter().for_each(|flags| say("--cflags", flags));
        words.extend(self.surroundings.arguments());
        words.iter().map(|word| crate::folder::quoted(word)).collect::<Vec<_>>().join(" ")
    }

    fn pipeline(&self, said: &Said) -> Result<Pipeline, CliError> {
        let script: &Script = &said.script;
        let tree = if self.run { None } else { self.making.tree(said)? };
        let mut world = said.world(tree.as_ref().map(|(shape, _)| &shape.folder[..]))?;
        self.surroundings.add_to(&mut world)?;
        let opt = match (self.opt, &said.config.opt) {
            (Some(opt), _) => opt,
            (None, Some(text)) => {
                Opt::from_str(text, false).map_err(|_| said.wrong("opt", "one of 0, 1, 2, s"))?
            }
            (None, None) => Opt::O0,
        };
        let flags = [said.config.cflags.as_slice(), &self.cflags].concat();
        let options = options(opt, &flags)?;
        script.resolve(&said.tools, world, |files| Ok(load_files(files, options.clone())?.0))
    }

    /// What components may use; all together, as much as each of them may.
    fn limits(&self, said: &Said, pipeline: &Pipeline) -> RunLimits {
        let (config, defaults) = (&said.config, RunLimits::default());
        let components = pipeline.components.len() as u64;
        let steps = self.max_steps.or(config.max_steps).unwrap_or(if self.run { STEPS } else { STEPS / 10 });
        let pages = self.max_memory.or(config.max_memory).unwrap_or(1024).saturating_mul(16);
        let output =
            self.max_output.or(config.max_output).map_or(defaults.output, |mib| mib.saturating_mul(1 << 20));
        RunLimits {
            component: Limits {
                steps,
                call_depth: self.max_depth.or(config.max_depth).unwrap_or(1 << 20),
                memory_pages: pages,
                ..Limits::default()
            },
            output,
            all_steps: steps.saturating_mul(components),
            all_pages: defaults.all_pages.max(pages),
            all_output: output.saturating_mul(components),
        }
    }

    /// Runs the pipeline. Progress is shown, and Ctrl-C heard.
    fn watched(
        &self,
        pipeline: &Pipeline,
        input: RunInput,
        counted_functions: Vec<Option<worstcase_program::FuncIdx>>,
        limits: RunLimits,
        is_profiled: bool,
    ) -> PipelineRun {
        let progress = Mutex::new(Progress::start());
        let is_stopped = |spent: Spent| {
            // Nobody else has it.
            let Ok(mut progress) = progress.lock() else { return true };
            progress.show(|| {
                let (instructions, conditionals) = (short(spent.instructions), short(spent.conditionals));
                format!("running   {instructions} instructions, {conditionals} conditionals")
            });
            progress.interrupted()
        };
        let settings =
            RunSettings { limits, counted_functions, is_stopped: &is_stopped, ..RunSettings::default() };
        let result = match is_profiled {
            true => run_profiled(pipeline, input, &settings),
            false => run(pipeline, input, &settings),
        };
        if let Ok(mut progress) = progress.lock() {
            progress.clear();
        }
        result
    }
}

/// The functions whose calls are counted, of which there has to be one.
fn counted(pipeline: &Pipeline, name: &str) -> Result<Vec<Option<worstcase_program::FuncIdx>>, CliError> {
    let functions = pipeline.functions_named(name);
    match functions.iter().any(Option::is_some) {
        true => Ok(functions),
        false => Err(CliError::Usage(format!("--calls {name}: no component has such a function"))),
    }
}

/// For machines: one object on one line.
fn json(pipeline: &Pipeline, run: &PipelineRun) -> std::io::Result<()> {
    use std::io::Write;
    let mut result = json!({ "pipeline": pipeline.text });
    if let (Some(result), serde_json::Value::Object(run)) =
        (result.as_object_mut(), serde_json::to_value(run).map_err(std::io::Error::other)?)
    {
        result.extend(run);
    }
    writeln!(std::io::stdout(), "{}", crate::terminal::safe(&result.to_string()))
}
