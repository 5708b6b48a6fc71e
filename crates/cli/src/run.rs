//! `worstcase run`: runs a program on given inputs and says what it cost.

use std::io::{BufWriter, Write};
use std::sync::Arc;

use clap::Args;
use serde_json::{Value as Json, json};
use worstcase_machine::process::{Entry, Given, Halt, Outcome, Output, Process};
use worstcase_machine::{Limits, Observer, Stop, Unobserved};
use worstcase_program::{FuncType, Program, ValType};

use crate::error::CliError;
use crate::inputs::InputArgs;
use crate::progress::{Progress, short};
use crate::source::Source;
use crate::watch::{Line, Watch};
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
    #[arg(short = 'n', long, value_name = "N")]
    size: Option<u32>,
    #[command(flatten)]
    inputs: InputArgs,
    /// Let standard input be --size bytes of the inputs, instead of this command's own
    #[arg(long, requires = "size")]
    stdin: bool,
    #[command(flatten)]
    world: World,
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

/// How many instructions are executed between two looks at the clock.
const SLICE: u64 = 20_000_000;

/// How many lines a profile shows.
const PROFILE_LINES: usize = 15;

/// How a run ended, in words and as an exit code.
struct End {
    /// A word for machines.
    outcome: &'static str,
    /// A sentence, if there is something to say.
    message: Option<String>,
    results: Vec<u64>,
    exit_code: Option<u32>,
    /// Whether the run is worth a look: exit code 1.
    finding: bool,
}

impl Run {
    pub fn execute(&self) -> Result<u8, CliError> {
        let (program, name) = self.source.load()?;
        let entry = Entry::find(&program, self.source.entry.as_deref())?;
        if entry.needs_size() && self.size.is_none() {
            return Err(CliError::NoSize {
                entry: program.function_name(entry.function()),
            });
        }
        let limits = Limits {
            steps: SLICE.min(self.max_steps),
            call_depth: self.max_depth,
            memory_pages: self.max_memory.saturating_mul(16),
            ..Limits::default()
        };
        let mut process = Process::<u64>::new(program.clone(), (), limits, self.world.build(&name)?)?;
        self.watch_calls(&mut process, &program)?;
        let mut inputs = self.inputs.given()?;
        let marked = process.marks_measured_part();
        let (end, lines) = if self.profile || self.trace {
            let trace = self.trace.then(|| BufWriter::new(std::io::stdout()));
            let mut watch = Watch::new(&program, self.profile, trace, marked);
            let end = self.drive(&mut process, entry, &mut inputs, &mut watch)?;
            let lines = self.profile.then(|| watch.lines());
            (end, lines)
        } else {
            (
                self.drive(&mut process, entry, &mut inputs, &mut Unobserved)?,
                None,
            )
        };
        if !end.finding && inputs.unused() > 0 {
            let used = inputs.used();
            return Err(CliError::TooManyInputs {
                given: used + inputs.unused(),
                used,
            });
        }
        let report = Report {
            name,
            entry,
            program,
            size: self.size,
            process,
            inputs,
            end,
            lines,
            marked,
        };
        let written = if self.json {
            report.json()
        } else {
            report.text(self.calls.as_deref())
        };
        written.map_err(CliError::Output)?;
        Ok(if report.end.finding { FINDING } else { FINE })
    }

    fn watch_calls(&self, process: &mut Process<u64>, program: &Program) -> Result<(), CliError> {
        if let Some(name) = &self.calls {
            let Some(function) = program.function_named(name) else {
                let known = program
                    .exported_functions()
                    .map(|(name, _)| name)
                    .collect::<Vec<_>>()
                    .join(", ");
                return Err(CliError::UnknownFunction {
                    name: name.clone(),
                    known,
                });
            };
            process.watch_calls(function);
        }
        Ok(())
    }

    /// Runs the process to its end, in slices, so that progress can be shown and Ctrl-C be heard.
    fn drive<O: Observer>(
        &self,
        process: &mut Process<u64>,
        entry: Entry,
        inputs: &mut Given,
        observer: &mut O,
    ) -> Result<End, CliError> {
        let mut progress = Progress::start();
        let size = self.size.unwrap_or(0);
        let mut halt = match process.enter(entry, size, inputs) {
            Ok(()) => process.advance(inputs, observer),
            Err(halt) => halt,
        };
        loop {
            match halt {
                Halt::Stopped(Stop::Limit(worstcase_machine::Limit::Steps(steps)))
                    if steps < self.max_steps =>
                {
                    if progress.interrupted() {
                        progress.clear();
                        return Ok(End::finding(
                            "interrupted",
                            "interrupted; the costs are those so far".into(),
                        ));
                    }
                    let spent = process.spent();
                    progress.show(|| {
                        let (instructions, conditionals) =
                            (short(spent.instructions), short(spent.conditionals));
                        format!("running   {instructions} instructions, {conditionals} conditionals")
                    });
                    process.machine.limits.steps = steps.saturating_add(SLICE).min(self.max_steps);
                }
                Halt::NeedStdin => {
                    let bytes = if self.stdin {
                        let bytes = process.input_stream(size, inputs);
                        let bytes = bytes.map_err(|halt| self.failure(halt, process))?;
                        bytes.into_iter().map(|byte| byte as u8).collect()
                    } else {
                        world::standard_input()?
                    };
                    process.provide_stdin(bytes);
                }
                halt => {
                    progress.clear();
                    return self.end(halt, process);
                }
            }
            halt = process.advance(inputs, observer);
        }
    }

    fn end(&self, halt: Halt<u64>, process: &Process<u64>) -> Result<End, CliError> {
        Ok(match halt {
            Halt::Ended(Outcome::Returned(results)) => End {
                outcome: "returned",
                message: None,
                results,
                exit_code: None,
                finding: false,
            },
            Halt::Ended(Outcome::Exited(code)) => End {
                outcome: "exited",
                message: (code != 0).then(|| format!("exited with code {code}")),
                results: Vec::new(),
                exit_code: Some(code),
                finding: code != 0,
            },
            Halt::Ended(Outcome::Dropped) => End::finding(
                "dropped",
                "an assumption does not hold: this input does not count".into(),
            ),
            Halt::Ended(Outcome::Failed) => End::finding(
                "failed",
                format!("the program reported a failure{}", called_from(process)),
            ),
            Halt::Stopped(Stop::Trap(trap)) => {
                End::finding("trapped", format!("trapped: {trap}{}", called_from(process)))
            }
            Halt::Stopped(Stop::Limit(limit)) => End::finding("limit", limit.to_string()),
            Halt::WasiLimit(limit) => End::finding("limit", format!("stopped: {limit}")),
            Halt::OutputLimit => End::finding(
                "limit",
                "stopped: the program passed on more than the limit allows".into(),
            ),
            halt => return Err(self.failure(halt, process)),
        })
    }

    /// The error behind a halt that is no result.
    fn failure(&self, halt: Halt<u64>, process: &Process<u64>) -> CliError {
        match halt {
            Halt::Input(error) => error.into(),
            Halt::UnknownImport { module, name } => {
                let caller = process.backtrace().first().map(|&(function, offset)| {
                    let program = process.program();
                    format!(
                        "{} in {}",
                        program.describe(function, offset),
                        program.function_name(function)
                    )
                });
                CliError::UnknownImport {
                    module,
                    name,
                    caller: caller.unwrap_or_default(),
                }
            }
            Halt::Stopped(Stop::Pause(never)) => match never {},
            halt => CliError::Usage(format!("the program could not be started: {halt:?}")),
        }
    }
}

impl End {
    fn finding(outcome: &'static str, message: String) -> Self {
        End {
            outcome,
            message: Some(message),
            results: Vec::new(),
            exit_code: None,
            finding: true,
        }
    }
}

/// The open calls, for a message.
fn called_from(process: &Process<u64>) -> String {
    const SHOWN: usize = 5;
    let trace = process.backtrace();
    let program = process.program();
    let mut text = String::new();
    for (i, &(function, offset)) in trace.iter().take(SHOWN).enumerate() {
        let (place, name) = (
            program.describe(function, offset),
            program.function_name(function),
        );
        text += &format!("\n{}{name} ({place})", if i == 0 { "    at " } else { "  from " });
    }
    if trace.len() > SHOWN {
        text += &format!("\n  … and {} more", trace.len() - SHOWN);
    }
    text
}

/// All that there is to say about a run.
struct Report {
    name: String,
    entry: Entry,
    program: Arc<Program>,
    size: Option<u32>,
    process: Process<u64>,
    inputs: Given,
    end: End,
    lines: Option<Vec<Line>>,
    marked: bool,
}

impl Report {
    fn result_type(&self) -> &FuncType {
        self.program.func_type(self.entry.function())
    }

    /// The program's own output goes where it would go; the report follows, on standard error if the program is a
    /// command, so that `worstcase run sort.c < in > out` does what one expects.
    fn text(&self, calls: Option<&str>) -> std::io::Result<()> {
        std::io::stdout().write_all(self.process.wasi.stdout())?;
        std::io::stderr().write_all(self.process.wasi.stderr())?;
        let report = self.lines_of_text(calls);
        if matches!(self.entry, Entry::Command(_)) {
            std::io::stderr().write_all(report.as_bytes())
        } else {
            std::io::stdout().write_all(report.as_bytes())
        }
    }

    fn lines_of_text(&self, calls: Option<&str>) -> String {
        let mut text = String::new();
        let mut line = |name: &str, value: String| text += &format!("{name:<13} {value}\n");
        if let Some(message) = &self.end.message {
            line("ended", message.clone());
        }
        if !self.inputs.seen().is_empty() {
            let shown: Vec<String> = self
                .inputs
                .seen()
                .iter()
                .take(20)
                .map(ToString::to_string)
                .collect();
            let more = if self.inputs.seen().len() > 20 { " …" } else { "" };
            line("input", shown.join(" ") + more);
        }
        for (ty, &bits) in self.result_type().results.iter().zip(&self.end.results) {
            line("result", number(*ty, bits).to_string());
        }
        let outputs = self.outputs();
        if !outputs.is_empty() {
            let shown: Vec<String> = outputs.iter().take(20).map(ToString::to_string).collect();
            line(
                "output",
                shown.join(" ") + if outputs.len() > 20 { " …" } else { "" },
            );
        }
        let (costs, spent) = (self.process.costs(), self.process.spent());
        let of_all = |all: u64| {
            if self.marked {
                format!("   (measured part; {all} in all)")
            } else {
                String::new()
            }
        };
        line(
            "conditionals",
            format!("{}{}", costs.conditionals, of_all(spent.conditionals)),
        );
        line(
            "instructions",
            format!("{}{}", costs.instructions, of_all(spent.instructions)),
        );
        if let Some(function) = calls {
            line(
                "calls",
                format!("{} of {function}{}", costs.calls, of_all(spent.calls)),
            );
        }
        if costs.user != 0 {
            line("user cost", costs.user.to_string());
        }
        line(
            "memory",
            format!("{} KiB at most", self.process.machine.peak_memory() / 1024),
        );
        if let Some(lines) = &self.lines {
            text += "\nconditionals  instructions  line\n";
            for line in lines.iter().take(PROFILE_LINES) {
                let Line {
                    conditionals,
                    instructions,
                    place,
                    text: source,
                } = line;
                text += &format!("{conditionals:>12}  {instructions:>12}  {place:<24} {source}\n");
            }
            if lines.len() > PROFILE_LINES {
                text += &format!("{:>26}  … and {} more lines\n", "", lines.len() - PROFILE_LINES);
            }
        }
        text
    }

    /// What the program passed on, as numbers; bytes one by one.
    fn outputs(&self) -> Vec<i64> {
        let mut numbers = Vec::new();
        for output in &self.process.outputs {
            match output {
                Output::I32(value) => numbers.push(i64::from(*value as i32)),
                Output::Bytes(bytes) => numbers.extend(bytes.iter().map(|&byte| i64::from(byte))),
            }
        }
        numbers
    }

    fn json(&self) -> std::io::Result<()> {
        let (costs, spent) = (self.process.costs(), self.process.spent());
        let types = &self.result_type().results;
        let mut report = json!({
            "program": self.name,
            "entry": self.program.function_name(self.entry.function()),
            "size": self.size,
            "outcome": self.end.outcome,
            "message": self.end.message,
            "results": types.iter().zip(&self.end.results).map(|(ty, &bits)| number(*ty, bits)).collect::<Json>(),
            "output": self.outputs(),
            "costs": {
                "conditionals": costs.conditionals,
                "instructions": costs.instructions,
                "calls": costs.calls,
                "memory": self.process.machine.peak_memory(),
                "user": costs.user,
            },
            "total": { "conditionals": spent.conditionals, "instructions": spent.instructions },
        });
        if matches!(self.entry, Entry::Command(_)) {
            report["exit_code"] = json!(self.end.exit_code);
        }
        if !self.process.wasi.stdout().is_empty() {
            report["stdout"] = json!(String::from_utf8_lossy(self.process.wasi.stdout()));
        }
        if !self.process.wasi.stderr().is_empty() {
            report["stderr"] = json!(String::from_utf8_lossy(self.process.wasi.stderr()));
        }
        if let Some(lines) = &self.lines {
            let line = |line: &Line| {
                json!({ "line": line.place, "text": line.text,
                        "conditionals": line.conditionals, "instructions": line.instructions })
            };
            report["profile"] = lines.iter().map(line).collect();
        }
        writeln!(std::io::stdout(), "{report}")
    }
}

/// A value of that type as people write it.
fn number(ty: ValType, bits: u64) -> Json {
    match ty {
        ValType::I32 => json!(bits as i32),
        ValType::I64 => json!(bits as i64),
        ValType::F32 => json!(f32::from_bits(bits as u32)),
        ValType::F64 => json!(f64::from_bits(bits)),
        ValType::FuncRef | ValType::ExternRef => json!(if bits == 0 { "null" } else { "reference" }),
    }
}
