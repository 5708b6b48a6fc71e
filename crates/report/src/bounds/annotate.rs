//! The source, with bounds as comments beside its lines, so that it is still source. A line on which nothing is executed more
//! than once says nothing.

use std::collections::BTreeMap;

use worstcase_bounds::result::{Bounds, LineBound, LoopBounds};

use super::words;
use crate::Source;

/// No comment begins further right, if its own line is not so long.
const COLUMN: usize = 60;

/// What is said about lines, by file and line.
type Notes<'b> = BTreeMap<(&'b str, u32), Vec<String>>;

/// The files that the functions are in, one after the other.
pub fn annotated(bounds: &Bounds, sources: &[Source]) -> String {
    let notes = notes(bounds);
    let mut text = String::new();
    for (number, source) in sources.iter().enumerate() {
        let file = source.file.as_str();
        if sources.len() > 1 {
            text += &format!("{}// {file}\n", if number > 0 { "\n" } else { "" });
        }
        text += &beside(&source.lines, &|line| notes.get(&(file, line)).map(|notes| notes.join("; ")));
    }
    if let Some(reason) = &bounds.ended {
        text += &format!("// {reason}: bounds are missing\n");
    }
    text
}

/// Two functions may have the same loop, from a header or a template; it is said once for each bound.
fn notes(bounds: &Bounds) -> Notes<'_> {
    let mut notes = Notes::new();
    for function in &bounds.functions {
        let loops = function.loops.iter().filter_map(|one| Some((one.location.as_ref()?, one)));
        let loops: Vec<((&str, u32), String)> =
            loops.map(|(place, one)| ((&*place.file, place.line), of_loop(one))).collect();
        let begins_none =
            |line: &&LineBound| !loops.iter().any(|(place, _)| *place == (&*line.file, line.line));
        let lines = function.lines.iter().filter(begins_none);
        let lines = lines.filter_map(|line| Some(((&*line.file, line.line), of_line(line)?)));
        for (place, note) in loops.iter().cloned().chain(lines) {
            let notes = notes.entry(place).or_default();
            if !notes.contains(&note) {
                notes.push(note);
            }
        }
    }
    notes
}

fn of_loop(one: &LoopBounds) -> String {
    match (one.best(), &one.why) {
        (Some(bound), _) => {
            let remarks = words::remarks(one).iter().map(|remark| format!(", {remark}")).collect::<String>();
            format!("at most {}, O({}){remarks}", bound.text, bound.class)
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

fn beside(lines: &[String], note: &dyn Fn(u32) -> Option<String>) -> String {
    let lines: Vec<(&str, Option<String>)> =
        (1..).zip(lines).map(|(number, line)| (line.trim_end(), note(number))).collect();
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
    use super::beside;

    #[test]
    fn notes_are_aligned_and_other_lines_stay() {
        let note = |line| [2, 3].contains(&line).then(|| format!("note {line}"));
        let source = ["a long line without a note", "while", "  for (;;)", "", "end"].map(String::from);
        let expected = "a long line without a note\nwhile       // note 2\n  for (;;)  // note 3\n\nend\n";
        assert_eq!(beside(&source, &note), expected);
    }
}
