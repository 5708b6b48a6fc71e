//! A run of a pipeline for people: its output as it is, and a table of what it cost.

use std::io::{self, Write};

use worstcase_machine::Line;
use worstcase_pipeline::run::{ComponentEnd, ComponentRun, PipelineRun, ReachedLimit};
use worstcase_pipeline::syntax::quoted;
use worstcase_pipeline::{Component, Pipeline};

use crate::end::open_calls;
use crate::report::{pass_on, profile};
use crate::terminal::{safe, safe_line};

/// How much of a command is shown in the table.
const COMMAND: usize = 32;

/// What came out goes to standard output, all else to standard error.
pub fn write(
    pipeline: &Pipeline,
    run: &PipelineRun,
    calls: Option<&str>,
    with_lines: bool,
) -> io::Result<()> {
    pass_on(io::stdout(), &run.output())?;
    for component in &run.components {
        pass_on(io::stderr(), &component.stderr)?;
        if component.stderr.last().is_some_and(|&byte| byte != b'\n') {
            writeln!(io::stderr())?;
        }
    }
    let commands: Vec<String> = pipeline.components.iter().map(command).collect();
    let mut text = table(&commands, run, calls);
    for (command, component) in commands.iter().zip(&run.components) {
        if let Some(message) = ended(&component.end) {
            text += &format!("ended  {}: {message}\n", safe_line(command));
        }
    }
    if with_lines {
        for (command, component) in commands.iter().zip(&run.components) {
            text += &format!("\n{}:", safe_line(command));
            text += &profile(&lines(component));
        }
    }
    let mut stderr = io::stderr();
    stderr.write_all(safe(&text).as_bytes())?;
    stderr.flush()
}

fn lines(component: &ComponentRun) -> Vec<Line> {
    let line = |line: &worstcase_pipeline::run::LineCost| Line {
        place: line.place.clone(),
        text: line.text.clone(),
        conditionals: line.conditionals,
        instructions: line.instructions,
    };
    component.lines.iter().map(line).collect()
}

/// A component as it is written in a shell.
fn command(component: &Component) -> String {
    let xargs = component.repeat.as_ref().map(|repeat| repeat.prefix() + " ").unwrap_or_default();
    let words = std::iter::once(&component.name).chain(&component.arguments);
    xargs + &words.map(|word| quoted(word)).collect::<Vec<_>>().join(" ")
}

/// A row per component, and one for all of them.
fn table(commands: &[String], run: &PipelineRun, calls: Option<&str>) -> String {
    let mut header: Vec<String> = ["component", "instructions", "conditionals"].map(String::from).to_vec();
    header.extend(calls.map(|function| format!("calls of {function}")));
    header.extend(["KiB", "bytes in", "bytes out", "lines in", "lines out"].map(String::from));
    let repeats = run.components.iter().any(|component| component.runs != 1);
    header.extend(repeats.then(|| "runs".to_string()));
    let mut rows = vec![header];
    for (command, component) in commands.iter().zip(&run.components) {
        let costs = &component.costs;
        let mut numbers = vec![costs.instructions, costs.conditionals];
        numbers.extend(calls.map(|_| costs.calls));
        numbers.extend([costs.memory / 1024, component.bytes_in, component.bytes_out]);
        numbers.extend([component.lines_in, component.lines_out]);
        numbers.extend(repeats.then_some(component.runs));
        rows.push(row(shortened(&safe_line(command)), &numbers));
    }
    let mut numbers = vec![run.total.instructions, run.total.conditionals];
    numbers.extend(calls.map(|_| run.total.calls));
    numbers.push(run.total.memory / 1024);
    rows.push(row("in all".into(), &numbers));
    aligned(&rows)
}

fn row(name: String, numbers: &[u64]) -> Vec<String> {
    std::iter::once(name).chain(numbers.iter().map(u64::to_string)).collect()
}

fn shortened(command: &str) -> String {
    match command.chars().count() > COMMAND {
        true => command.chars().take(COMMAND - 1).chain(['…']).collect(),
        false => command.to_string(),
    }
}

/// Rows with their first cell to the left and the others to the right.
fn aligned(rows: &[Vec<String>]) -> String {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let width = |column: usize| {
        rows.iter().filter_map(|row| row.get(column)).map(|cell| cell.chars().count()).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..columns).map(width).collect();
    let mut text = String::new();
    for row in rows {
        let cells = row.iter().zip(&widths).enumerate().map(|(i, (cell, &width))| match i {
            0 => format!("{cell:<width$}"),
            _ => format!("  {cell:>width$}"),
        });
        text += cells.collect::<String>().trim_end();
        text += "\n";
    }
    text
}

/// What is said of how a component ended, if there is something to say.
fn ended(end: &ComponentEnd) -> Option<String> {
    Some(match end {
        ComponentEnd::Exited { code: 0 } => return None,
        ComponentEnd::Exited { code } => format!("exited with code {code}"),
        ComponentEnd::Reader => "when nobody read what it wrote any more".into(),
        ComponentEnd::Trapped { trap, calls } => format!("trapped: {trap}{}", open_calls(calls)),
        ComponentEnd::Limit { limit, message, calls } => {
            format!("{message}{}{}", flag(*limit), open_calls(calls))
        }
        ComponentEnd::Failed { message, calls } | ComponentEnd::Stopped { message, calls } => {
            format!("{message}{}", open_calls(calls))
        }
        ComponentEnd::Interrupted => "interrupted; the costs are those so far".into(),
    })
}

/// The flag that raises a limit.
fn flag(limit: ReachedLimit) -> &'static str {
    match limit {
        ReachedLimit::Steps | ReachedLimit::AllSteps => " (--max-steps)",
        ReachedLimit::Memory => " (--max-memory)",
        ReachedLimit::Output | ReachedLimit::AllOutput => " (--max-output)",
        ReachedLimit::AllMemory | ReachedLimit::Other => "",
    }
}
