//! `--annotate`: the source, with the bounds as comments beside its loops, so that it is still source.

use std::collections::BTreeMap;

use worstcase_bounds::LoopBounds;
use worstcase_program::Program;

use super::Answer;
use crate::error::CliError;

/// No comment begins further right, if its own line is not so long.
const COLUMN: usize = 60;

/// The files that the functions are in.
pub fn text(program: &Program, answer: &Answer) -> Result<String, CliError> {
    let mut files: Vec<&str> = Vec::new();
    // Two functions may have the same loop, from a header or a template; it is said once for each bound.
    let mut notes: BTreeMap<(&str, u32), Vec<String>> = BTreeMap::new();
    for found in &answer.found {
        let places = found.bounds.loops.iter().filter_map(|one| one.location.as_ref());
        for file in found.chosen.place.iter().chain(places).map(|place| place.file.as_str()) {
            if !files.contains(&file) {
                files.push(file);
            }
        }
        for (number, one) in found.bounds.loops.iter().enumerate() {
            let Some(location) = &one.location else { continue };
            let notes = notes.entry((&location.file, location.line)).or_default();
            let mut note = note(one);
            if let Some(tight) = found.tight(number) {
                note += &format!(", tight: reached at n = {}", tight.size);
            }
            if !notes.contains(&note) {
                notes.push(note);
            }
        }
    }
    let source = |file: &str| program.debug.as_ref().and_then(|debug| debug.source(file));
    let sources: Vec<(&str, &str)> = files.iter().filter_map(|&file| Some((file, source(file)?))).collect();
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

fn note(one: &LoopBounds) -> String {
    one.bounds.first().map_or("unknown".into(), |bound| format!("at most {}, O({})", bound.text, bound.class))
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
