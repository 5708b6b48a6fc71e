//! The page for a browser: the bounds, as `worstcase-report` wants them.

use std::path::{Path, PathBuf};

use worstcase_bounds::expr::Class;
use worstcase_bounds::{Bound, LineBound, LoopBounds};
use worstcase_program::Program;
use worstcase_program::debug::Location;
use worstcase_report as html;
use worstcase_report::bounds as page;

use super::{Answer, Found, select};
use crate::error::CliError;
use crate::folder::{command, put};

/// Writes the page to a folder that is there, and says which file it is.
pub fn write(folder: &Path, program: &Program, answer: &Answer) -> Result<PathBuf, CliError> {
    let path = folder.join("bounds.html");
    put(path.clone(), page::html(&bounds(program, answer)).as_bytes())?;
    Ok(path)
}

fn bounds(program: &Program, answer: &Answer) -> page::Bounds {
    let source = |file: &str| {
        let text = program.debug.as_ref()?.source(file)?;
        Some(html::Source { file: file.into(), lines: text.lines().map(str::to_string).collect() })
    };
    page::Bounds {
        program: answer.program.clone(),
        command: command(),
        version: env!("CARGO_PKG_VERSION").into(),
        functions: answer.found.iter().map(function).collect(),
        sources: files(answer).into_iter().filter_map(source).collect(),
        ended: answer.ended.map(str::to_string),
        missing: answer.missing.iter().map(|one| select::plain(&one.name).to_string()).collect(),
    }
}

/// The files that the functions and their loops are in, each once and in that order.
pub fn files(answer: &Answer) -> Vec<&str> {
    let mut files: Vec<&str> = Vec::new();
    for found in &answer.found {
        let loops = found.bounds.loops.iter().filter_map(|one| one.location.as_ref());
        for place in found.chosen.place.iter().chain(loops) {
            if !files.contains(&place.file.as_str()) {
                files.push(&place.file);
            }
        }
    }
    files
}

fn function(found: &Found) -> page::Function {
    page::Function {
        name: found.signature(),
        place: found.chosen.place.as_ref().map(place),
        bound: found.bounds.bound.as_ref().map(bound),
        why: found.why.clone(),
        loops: found.bounds.loops.iter().map(one_loop).collect(),
        lines: found.bounds.lines.iter().map(line).collect(),
    }
}

fn one_loop(one: &LoopBounds) -> page::Loop {
    page::Loop {
        place: one.location.as_ref().map(place),
        depth: one.depth,
        bound: one.bounds.first().map(bound),
        why: one.why.clone(),
    }
}

fn line(one: &LineBound) -> page::Line {
    page::Line {
        place: page::Place { file: one.file.clone(), line: one.line },
        bound: one.bound.as_ref().map(bound),
    }
}

fn place(location: &Location) -> page::Place {
    page::Place { file: location.file.clone(), line: location.line }
}

fn bound(bound: &Bound) -> page::Bound {
    let class = match bound.class {
        Class::Polynomial { degree, logs } => page::Class::Polynomial { degree, logs },
        Class::Exponential => page::Class::Exponential,
    };
    page::Bound { text: bound.text.clone(), class }
}
