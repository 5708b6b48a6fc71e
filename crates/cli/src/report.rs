//! What `worstcase run` prints: the program's own output, its results and its costs.

use std::io::{self, IsTerminal, Write};
use std::sync::Arc;

use serde_json::{Value as Json, json};
use worstcase_machine::Line;
use worstcase_machine::process::{Entry, Given, Number, Output, Process};
use worstcase_program::{NULL_REFERENCE, Program, ValType};

use crate::end::End;
use crate::error::CliError;
use crate::terminal::{safe, safe_bytes, safe_line};

/// How many lines a profile shows.
const PROFILE_LINES: usize = 15;

/// How many inputs or outputs a line shows.
const NUMBERS: usize = 20;

/// How many bytes of a text a line shows.
const TEXT: usize = 100;

/// All that there is to say about a run.
pub struct Report {
    pub name: String,
    pub entry: Entry,
    pub program: Arc<Program>,
    pub size: Option<u32>,
    pub process: Process<u64>,
    pub inputs: Given,
    /// The text that the inputs make of a template.
    pub stdin: Option<Vec<u8>>,
    pub end: End,
    pub lines: Option<Vec<Line>>,
    pub marked: bool,
}

/// Where we write: standard error if the program is a command, so that `worstcase run sort.c < in > out` does
/// what one expects.
pub fn stream(entry: &Entry) -> Box<dyn Write> {
    match entry {
        Entry::Command(_) => Box::new(io::stderr()),
        _ => Box::new(io::stdout()),
    }
}

/// Writes what the program wrote, to where it wrote it: byte for byte, except to a terminal, which it is not to drive.
pub fn program_output(process: &Process<u64>) -> io::Result<()> {
    pass_on(io::stdout(), process.wasi.stdout())?;
    pass_on(io::stderr(), process.wasi.stderr())
}

/// Writes bytes from outside as they are, unless a terminal would act upon them.
pub fn pass_on(mut stream: impl Write + IsTerminal, bytes: &[u8]) -> io::Result<()> {
    match stream.is_terminal() {
        true => stream.write_all(safe_bytes(bytes).as_bytes())?,
        false => stream.write_all(bytes)?,
    }
    stream.flush()
}

/// Writes text or JSON to standard output.
pub fn print(text: &str) -> Result<(), CliError> {
    print_part(text).map(|_| ())
}

/// Writes a part of a result to standard output, and says whether anybody still reads.
pub fn print_part(text: &str) -> Result<bool, CliError> {
    let mut stdout = io::stdout();
    match stdout.write_all(safe(text).as_bytes()).and_then(|()| stdout.flush()) {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(false),
        result => result.map(|()| true).map_err(CliError::Output),
    }
}

/// What became of writing a result. A reader that has seen enough has closed the pipe, as `head` does.
pub fn written(result: io::Result<()>) -> Result<(), CliError> {
    match result {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        result => result.map_err(CliError::Output),
    }
}

/// The name by which an entry can be asked for, not that of the linker for its own function around it.
pub fn entry_name(program: &Program, entry: &Entry) -> String {
    if let Some(name) = entry.called() {
        return name.to_string();
    }
    let function = entry.function();
    let export = program.exported_functions().find(|(_, exported)| *exported == function);
    export.map_or_else(|| program.function_name(function), |(name, _)| name.to_string())
}

impl Report {
    /// For people: the program's own output, then the report.
    pub fn text(&self, calls: Option<&str>) -> io::Result<()> {
        program_output(&self.process)?;
        let mut stream = stream(&self.entry);
        let command = matches!(self.entry, Entry::Command(_));
        let wasi = &self.process.wasi;
        let before = if command { wasi.stderr() } else { wasi.stdout() };
        if before.last().is_some_and(|&byte| byte != b'\n') {
            writeln!(stream)?;
        }
        stream.write_all(safe(&self.lines_of_text(calls)).as_bytes())?;
        stream.flush()
    }

    fn lines_of_text(&self, calls: Option<&str>) -> String {
        let mut text = String::new();
        let mut line = |name: &str, value: String| text += &format!("{name:<13} {value}\n");
        if let Some(message) = &self.end.message {
            line("ended", message.clone());
        }
        if !self.inputs.seen().is_empty() {
            line("input", shorten(self.inputs.seen()));
        }
        if let Some(text) = &self.stdin {
            line("stdin", shortened_text(text));
        }
        for (ty, bits) in self.results() {
            line("result", result_text(ty, bits));
        }
        let outputs = self.outputs();
        if !outputs.is_empty() {
            line("output", shorten(&outputs));
        }
        let (costs, spent) = (self.process.costs(), self.process.spent());
        let of_all = |all: u64| match self.marked {
            true => format!("   (measured part; {all} in all)"),
            false => String::new(),
        };
        line("conditionals", format!("{}{}", costs.conditionals, of_all(spent.conditionals)));
        line("instructions", format!("{}{}", costs.instructions, of_all(spent.instructions)));
        if let Some(function) = calls {
            line("calls", format!("{} of {function}{}", costs.calls, of_all(spent.calls)));
        }
        if costs.user != 0 {
            line("user cost", costs.user.to_string());
        }
        line("memory", format!("{} KiB at its peak", self.process.machine.peak_memory() / 1024));
        if let Some(lines) = &self.lines {
            text += &profile(lines);
        }
        text
    }

    fn results(&self) -> impl Iterator<Item = (ValType, u64)> {
        let types = &self.program.func_type(self.entry.function()).results;
        types.iter().copied().zip(self.end.results.iter().copied())
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
    /// For machines: one object on one line.
    pub fn json(&self) -> io::Result<()> {
        let (costs, spent) = (self.process.costs(), self.process.spent());
        let mut report = json!({
            "program": self.name,
            "entry": entry_name(&self.program, &self.entry),
            "size": self.size,
            "outcome": self.end.outcome,
            "message": self.end.message,
            "results": self.results().map(|(ty, bits)| result_json(ty, bits)).collect::<Json>(),
            // A program can read more inputs than anybody would: the first of them, and how many there were.
            "input": self.inputs.seen().iter().copied().map(number_json).collect::<Json>(),
            "inputs": self.inputs.taken(),
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
        if let Some(text) = &self.stdin {
            report["stdin"] = json!(String::from_utf8_lossy(text));
        }
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
        writeln!(io::stdout(), "{}", safe(&report.to_string()))
    }
}

/// The first of some numbers, on one line.
pub fn shorten<T: ToString>(numbers: &[T]) -> String {
    let shown: Vec<String> = numbers.iter().take(NUMBERS).map(ToString::to_string).collect();
    shown.join(" ") + if numbers.len() > NUMBERS { " …" } else { "" }
}

/// The beginning of a text, on one line.
fn shortened_text(text: &[u8]) -> String {
    let shown = text[..text.len().min(TEXT)].escape_ascii();
    format!("\"{shown}\"{}", if text.len() > TEXT { " …" } else { "" })
}

/// The costliest lines as a table.
pub fn profile(lines: &[Line]) -> String {
    let shown = &lines[..lines.len().min(PROFILE_LINES)];
    let width = shown.iter().map(|line| line.place.len()).max().unwrap_or(0);
    let mut text = String::from("\nconditionals  instructions  line\n");
    for Line { conditionals, instructions, place, text: source } in shown {
        let (place, source) = (safe_line(place), safe_line(source));
        let row = format!("{conditionals:>12}  {instructions:>12}  {place:<width$}  {source}");
        text += row.trim_end();
        text += "\n";
    }
    if lines.len() > shown.len() {
        text += &format!("{:>26}  … and {} more lines\n", "", lines.len() - shown.len());
    }
    text
}

/// A result as people write it.
fn result_text(ty: ValType, bits: u64) -> String {
    match ty {
        ValType::I32 => (bits as i32).to_string(),
        ValType::I64 => (bits as i64).to_string(),
        ValType::F32 => format!("{:?}", f32::from_bits(bits as u32)),
        ValType::F64 => format!("{:?}", f64::from_bits(bits)),
        ValType::FuncRef | ValType::ExternRef if bits == NULL_REFERENCE => "null".into(),
        ValType::FuncRef | ValType::ExternRef => "a reference".into(),
    }
}

fn result_json(ty: ValType, bits: u64) -> Json {
    match ty {
        ValType::I32 => json!(bits as i32),
        ValType::I64 => json!(bits as i64),
        // By way of its text, else 0.1 becomes 0.10000000149011612.
        ValType::F32 => float_json(result_text(ty, bits).parse().unwrap_or(f64::NAN)),
        ValType::F64 => float_json(f64::from_bits(bits)),
        ValType::FuncRef | ValType::ExternRef if bits == NULL_REFERENCE => Json::Null,
        ValType::FuncRef | ValType::ExternRef => json!(result_text(ty, bits)),
    }
}

pub fn number_json(number: Number) -> Json {
    match number {
        // Every input is of 64 bits at most, with or without a sign.
        Number::Integer(value) => {
            i64::try_from(value).map_or_else(|_| json!(value as u64), |value| json!(value))
        }
        Number::Character(byte) => json!(byte),
        Number::Float(value) => float_json(value),
    }
}

/// JSON has no NaN and no infinity; they become texts.
fn float_json(value: f64) -> Json {
    if value.is_finite() { json!(value) } else { json!(format!("{value:?}")) }
}
