//! Standard input of which only a part is input: lines of text, or a real file with bytes that may change.
//!
//! A program that reads lines, or a format with a header, does nothing of interest on bytes that may be anything. What is
//! fixed here is fixed in every run.

use std::ops::Range;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::Arc;

use clap::Args;
use regex_lite::Regex;
use worstcase_explore::{MOST_INPUTS, StdinPart, StdinShape, Subject, Template};

use crate::error::CliError;
use crate::world;

/// Which bytes of standard input are inputs.
#[derive(Args)]
pub struct StdinArgs {
    /// Let standard input be so many lines of so many printable bytes of input, as in --lines 100x10
    #[arg(long, value_name = "ROWSxCOLUMNS", conflicts_with_all = ["stdin", "input_file", "template"])]
    lines: Option<Lines>,
    /// Let standard input be this file, of which --free or --free-lines say which bytes are input
    #[arg(long, value_name = "FILE", conflicts_with = "stdin")]
    input_file: Option<PathBuf>,
    /// Bytes of --input-file that may be anything: from one offset to another, as in --free 10..200, counted from 0, or all
    /// that a regular expression matches
    #[arg(long, value_name = "FROM..TO|REGEX", requires = "input_file")]
    free: Vec<String>,
    /// Lines of --input-file whose bytes may be anything printable, as in --free-lines 3..9, counted from 1
    #[arg(long, value_name = "FROM..TO", requires = "input_file")]
    free_lines: Vec<String>,
    /// Let standard input be the text of this template, whose holes `[[name: 1..20 of a-z]]`, repeated parts `[[* 0..9]] … [[/]]` and
    /// choices `[[a|b]]` are input
    #[arg(long, value_name = "FILE", conflicts_with_all = ["stdin", "input_file"])]
    template: Option<PathBuf>,
}

/// So many lines of so many bytes.
#[derive(Clone, Copy, Debug)]
pub struct Lines {
    rows: u32,
    columns: u32,
}

impl FromStr for Lines {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let parsed = text.split_once('x').and_then(|(rows, columns)| {
            Some(Lines { rows: rows.parse().ok()?, columns: columns.parse().ok()? })
        });
        let inputs = |lines: &Lines| u64::from(lines.rows) * u64::from(lines.columns);
        match parsed {
            Some(lines) if (1..=MOST_INPUTS as u64).contains(&inputs(&lines)) => Ok(lines),
            Some(_) => Err(format!("there is at least one byte, and at most {MOST_INPUTS} of them")),
            None => Err("write it as ROWSxCOLUMNS, as in 100x10".into()),
        }
    }
}

impl Lines {
    /// Standard input of such lines.
    pub fn parts(self) -> Vec<StdinPart> {
        let line = [
            StdinPart::Inputs { count: self.columns, range: Some(PRINTABLE) },
            StdinPart::Fixed(b"\n".into()),
        ];
        line.iter().cycle().take(2 * self.rows as usize).cloned().collect()
    }
}

/// What can be typed and seen.
const PRINTABLE: (u8, u8) = (b' ', b'~');

/// Standard input, of which some is input.
pub enum StdinParts {
    /// So many bytes, and the rest is fixed.
    Bytes(Vec<StdinPart>),
    /// A text with holes.
    Template(Arc<Template>),
}

impl StdinArgs {
    /// What standard input is made of, if anything was said about it.
    pub fn parts(&self) -> Result<Option<StdinParts>, CliError> {
        if let Some(lines) = self.lines {
            return Ok(Some(StdinParts::Bytes(lines.parts())));
        }
        if let Some(path) = &self.template {
            return Ok(Some(StdinParts::Template(StdinParts::template(path)?)));
        }
        let Some(path) = &self.input_file else { return Ok(None) };
        let bytes = world::read(path)?;
        let mut file = Mixed { free: vec![None; bytes.len()], bytes };
        for text in &self.free {
            file.free(text)?;
        }
        for text in &self.free_lines {
            file.free_lines(text)?;
        }
        let parts = file.parts();
        match parts.iter().map(StdinPart::inputs).fold(0, u32::saturating_add) {
            0 => Err(CliError::Usage(
                "--input-file: no byte of it is input; say which with --free 10..200 or --free-lines 3..9"
                    .into(),
            )),
            inputs if inputs as usize > MOST_INPUTS => Err(CliError::Usage(format!(
                "--free: {inputs} bytes are more than the {MOST_INPUTS} that can be input"
            ))),
            _ => Ok(Some(StdinParts::Bytes(parts))),
        }
    }
}

impl StdinParts {
    /// Reads a template.
    pub fn template(path: &Path) -> Result<Arc<Template>, CliError> {
        let template = Template::parse(&world::read(path)?);
        template.map(Arc::new).map_err(|error| CliError::Usage(format!("{}: {error}", path.display())))
    }

    /// What is wrong with a template of any size.
    pub fn needs_size() -> CliError {
        CliError::Usage("--template: it mentions n, so say how much that is with --size N".into())
    }

    /// The size, if that says it: how many bytes are input. A template may need to be told.
    pub fn size(&self) -> Result<Option<u32>, CliError> {
        match self {
            StdinParts::Bytes(parts) => {
                Ok(Some(parts.iter().map(StdinPart::inputs).fold(0, u32::saturating_add)))
            }
            StdinParts::Template(template) if template.has_size() => Err(StdinParts::needs_size()),
            StdinParts::Template(_) => Ok(None),
        }
    }

    /// A subject whose standard input is that, if anything was said about it.
    pub fn applied(parts: Option<StdinParts>, subject: Subject) -> Subject {
        let stdin = match parts {
            Some(StdinParts::Bytes(parts)) => StdinShape::Parts(Arc::new(parts)),
            Some(StdinParts::Template(template)) => StdinShape::Template(template),
            None => return subject,
        };
        Subject { stdin, ..subject }
    }
}

/// What a byte that may change may be: the least and the greatest, or anything.
type Free = Option<(u8, u8)>;

/// A file of which some bytes may change.
struct Mixed {
    bytes: Vec<u8>,
    free: Vec<Option<Free>>,
}

impl Mixed {
    fn free(&mut self, text: &str) -> Result<(), CliError> {
        let usage = |what: String| CliError::Usage(format!("--free {text}: {what}"));
        let places: Vec<Range<usize>> = match range(text) {
            Some((from, to)) if from <= to && to < self.bytes.len() => {
                std::iter::once(from..to + 1).collect()
            }
            Some((from, to)) if from > to => return Err(usage("it ends before it begins".into())),
            Some(_) => {
                let bytes = self.bytes.len();
                return Err(usage(format!("the file has {bytes} bytes, counted from 0")));
            }
            None => {
                let regex = Regex::new(text).map_err(|error| {
                    usage(format!("neither a range such as 10..200 nor a regular expression: {error}"))
                })?;
                // A character for each byte, so that places are places in the file whatever is in it.
                let characters: String = self.bytes.iter().map(|&byte| char::from(byte)).collect();
                let starts: Vec<usize> = characters.char_indices().map(|(start, _)| start).collect();
                let place = |offset: usize| starts.partition_point(|&start| start < offset);
                regex.find_iter(&characters).map(|found| place(found.start())..place(found.end())).collect()
            }
        };
        if places.iter().all(Range::is_empty) {
            return Err(usage("nothing in the file matches".into()));
        }
        for place in places {
            self.free[place].fill(Some(None));
        }
        Ok(())
    }

    fn free_lines(&mut self, text: &str) -> Result<(), CliError> {
        let usage = |what: String| CliError::Usage(format!("--free-lines {text}: {what}"));
        let (from, to) = range(text).ok_or_else(|| usage("write it as FROM..TO, as in 3..9".into()))?;
        let newlines = self.bytes.iter().filter(|&&byte| byte == b'\n').count();
        let lines = newlines + usize::from(self.bytes.last().is_some_and(|&byte| byte != b'\n'));
        if from > to {
            return Err(usage("it ends before it begins".into()));
        }
        if from == 0 || to > lines {
            return Err(usage(format!("the file has {lines} lines, counted from 1")));
        }
        let mut line = 1;
        for (byte, free) in self.bytes.iter().zip(&mut self.free) {
            match byte {
                b'\n' => line += 1,
                _ if (from..=to).contains(&line) => *free = Some(Some(PRINTABLE)),
                _ => {}
            }
        }
        Ok(())
    }

    fn parts(&self) -> Vec<StdinPart> {
        let mut parts: Vec<StdinPart> = Vec::new();
        for (&byte, free) in self.bytes.iter().zip(&self.free) {
            match (parts.last_mut(), free) {
                (Some(StdinPart::Fixed(bytes)), None) => bytes.push(byte),
                (Some(StdinPart::Inputs { count, range }), Some(same)) if range == same => *count += 1,
                (_, None) => parts.push(StdinPart::Fixed(vec![byte])),
                (_, Some(range)) => parts.push(StdinPart::Inputs { count: 1, range: *range }),
            }
        }
        parts
    }
}

/// From one number to another, both included, as `--call` has ranges.
fn range(text: &str) -> Option<(usize, usize)> {
    let (from, to) = text.split_once("..")?;
    Some((from.parse().ok()?, to.parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(bytes: &[u8], change: impl Fn(&mut Mixed) -> Result<(), CliError>) -> String {
        let mut file = Mixed { free: vec![None; bytes.len()], bytes: bytes.to_vec() };
        if let Err(error) = change(&mut file) {
            return error.to_string();
        }
        let part = |part: &StdinPart| match part {
            StdinPart::Fixed(bytes) => format!("{}", bytes.escape_ascii()),
            StdinPart::Inputs { count, range: None } => format!("<{count}>"),
            StdinPart::Inputs { count, range: Some((low, high)) } => format!("<{count}:{low}-{high}>"),
        };
        file.parts().iter().map(part).collect::<Vec<_>>().concat()
    }

    #[test]
    fn bytes_are_free_by_place_or_by_what_they_are() {
        let free = |bytes: &[u8], text: &str| shown(bytes, |file| file.free(text));
        assert_eq!(free(b"head:body;", "5..8"), "head:<4>;");
        assert_eq!(free(b"a=1;b=22", "[0-9]+"), "a=<1>;b=<2>");
        // Beyond ASCII a byte is a byte.
        assert_eq!(free(b"\xff\xfe7\xff", "[0-9]"), "\\xff\\xfe<1>\\xff");
        assert_eq!(free(b"abc", "1..3"), "--free 1..3: the file has 3 bytes, counted from 0");
        assert_eq!(free(b"abc", "2..1"), "--free 2..1: it ends before it begins");
        assert_eq!(free(b"abc", "x"), "--free x: nothing in the file matches");
        assert!(free(b"abc", "(").starts_with("--free (: neither a range such as 10..200 nor a regular"));
    }

    #[test]
    fn lines_keep_their_ends() {
        let free = |bytes: &[u8], text: &str| shown(bytes, |file| file.free_lines(text));
        assert_eq!(free(b"one\ntwo\n\nlast", "2..4"), "one\\n<3:32-126>\\n\\n<4:32-126>");
        assert_eq!(free(b"one\ntwo\n", "1..3"), "--free-lines 1..3: the file has 2 lines, counted from 1");
        assert_eq!(free(b"one\n", "0..1"), "--free-lines 0..1: the file has 1 lines, counted from 1");
        assert_eq!(free(b"one\n", "first"), "--free-lines first: write it as FROM..TO, as in 3..9");
    }
}
