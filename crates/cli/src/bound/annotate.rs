//! `--annotate`: the source, with bounds as comments beside its lines, so that it is still source. A line on which nothing
//! is executed more than once says nothing.

use std::collections::BTreeMap;

use worstcase_bounds::{LineBound, LoopBounds};
use worstcase_program::Program;

use super::witness::Tight;
use super::{Answer, page};
use crate::error::CliError;

/// No comment begins further right, if its own line is not so long.
const COLUMN: usize = 60;

/// The files that the functions are in.
pub fn text(program: &Program, answer: &Answer) -> Result<String, CliError> {
    // Two functions may have the same loop, from a header or a template; it is said once for each bound.
    let mut notes: BTreeMap<(&str, u32), Vec<String>> = BTreeMap::new();
    for found in &answer.found {
        let loops = found.bounds.loops.iter().enumerate();
        let loops = loops.filter_map(|(number, one)| Some((one.location.as_ref()?, number, one)));
        let loops: Vec<(&str, u32, String)> = loops
            .map(|(place, number, one)| (place.file.as_str(), place.line, of_loop(one, found.tight(number))))
            .collect();
        let has_none = |line: &&LineBound| {
            !loops.iter().any(|(file, number, _)| (*file, *number) == (line.file.as_str(), line.line))
        };
        let lines = found.bounds.lines.iter().filter(has_none);
        let lines = lines.filter_map(|line| Some((line.file.as_str(), line.line, of_line(line)?)));
        for (file, line, note) in loops.iter().cloned().chain(lines) {
            let notes = notes.entry((file, line)).or_default();
            if !notes.contains(&note) {
                notes.push(note);
            }
        }
    }
    let source = |file: &str| program.debug.as_ref().and_then(|debug| debug.source(file));
    let sources: Vec<(&str, &str)> =
        page::files(answer).into_iter().filter_map(|file| Some((file, source(file)?))).collect();
    if sources.is_empty() {
        return Err(CliError::Usage("--annotate: the source is not at hand".into()));
    }
    let mut text = String::new();
    for (number, (file, source)) in sources.iter().enumerate() {
        if sources.len() > 1 {
            text += &format!("{}// {file}\n", if number > 0 { "\n" } else { "" });
        }
        text += &annotated(source, &|line| notes.get(&(*file, line)).map(|notes| notes.join("; ")));
    }
    if let Some(reason) = answer.ended {
        text += &format!("// {reason}: bounds are missing\n");
    }
    Ok(text)
}

fn of_loop(one: &LoopBounds, tight: Option<Tight>) -> String {
    match (one.bounds.first(), &one.why) {
        (Some(bound), _) => {
            let tight =
                tight.map_or(String::new(), |tight| format!(", tight: reached at n = {}", tight.size));
            format!("at most {}, O({}){tight}", bound.text, bound.class)
        }
        (None, Some(why)) => format!("unknown: {why}"),
        (None, None) => "unknown".into(),
    }
}

fn of_line(line: &LineBound) -> Option<String> {
    match &line.bound {
        None => Some("unknown".into()),
        Some(bound) if bound.text == "1" => None,
        Some(bound) => Some(bound.text.clone()),
    }
}

fn annotated(source: &str, note: &dyn Fn(u32) -> Option<String>) -> String {
    let lines: Vec<(&str, Option<String>)> =
        (1..).zip(source.lines()).map(|(number, line)| (line.trim_end(), note(number))).collect();
    let noted = lines.iter().filter(|(_, note)| note.is_some()).map(|(line, _)| line.chars().count());
    let column = noted.filter(|&width| width <= COLUMN).max().unwrap_or(0);
    let line = |(line, note): &(&str, Option<String>)| match note {
        Some(note) => format!("{line:<column$}  // {note}\n"),
        None => format!("{line}\n"),
    };
    lines.iter().map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::annotated;

    #[test]
    fn notes_are_aligned_and_other_lines_stay() {
        let note = |line| [2, 3].contains(&line).then(|| format!("note {line}"));
        let source = "a long line without a note\nwhile\n  for (;;)\n\nend";
        let expected = "a long line without a note\nwhile       // note 2\n  for (;;)  // note 3\n\nend\n";
        assert_eq!(annotated(source, &note), expected);
    }
}
