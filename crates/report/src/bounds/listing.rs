//! The source, with bounds beside its lines.

use std::collections::BTreeMap;
use std::fmt::Write;

use super::class::{Shade, tag};
use super::table::expression;
use super::{Bound, Bounds, Place};
use crate::Source;
use crate::escape::{clip, text};
use crate::source::{excerpt, row};

/// Files of up to so many lines are shown as a whole.
const WHOLE: usize = 1000;
/// So many lines are shown before and after one with a bound in larger ones, such as headers of which one template is used.
const AROUND: usize = 12;
/// So many lines with bounds are shown, of all files together.
const LINES: usize = 8000;
/// So many bounds are shown beside a line.
const BESIDE: usize = 8;
/// Longer bounds are cut here; the table has more of those of loops.
const LENGTH: usize = 120;
/// So many functions are named that have the same bound.
const NAMED: usize = 3;

/// What is said about a line. Functions of which the same is said share a note.
struct Note<'a> {
    bound: Option<&'a Bound>,
    why: Option<&'a str>,
    is_loop: bool,
    functions: Vec<&'a str>,
}

/// What is said about the lines of a file.
struct File<'a> {
    source: &'a Source,
    lines: BTreeMap<usize, Vec<Note<'a>>>,
}

/// The lines of all files, as far as they are shown.
pub struct Listing<'a> {
    files: Vec<File<'a>>,
    left_out: usize,
}

impl<'a> Listing<'a> {
    /// What there is to say about the lines of the sources.
    pub fn of(bounds: &'a Bounds) -> Listing<'a> {
        let file = |source: &'a Source| File { source, lines: BTreeMap::new() };
        let mut listing = Listing { files: bounds.sources.iter().map(file).collect(), left_out: 0 };
        let numbers: BTreeMap<&str, usize> =
            bounds.sources.iter().enumerate().rev().map(|(number, source)| (&*source.file, number)).collect();
        for function in &bounds.functions {
            // A line on which loops begin says how often these go round.
            let loops = function.loops.iter().filter_map(|one| {
                let why = one.why.as_deref().filter(|_| one.bound.is_none());
                Some((one.place.as_ref()?, one.bound.as_ref(), why, true))
            });
            let begins = |place: &Place| function.loops.iter().any(|one| one.place.as_ref() == Some(place));
            let lines = function.lines.iter().filter(|line| !begins(&line.place));
            let lines = lines.map(|line| (&line.place, line.bound.as_ref(), None, false));
            for (place, bound, why, is_loop) in loops.chain(lines) {
                let Some(file) = numbers.get(&*place.file).map(|&number| &mut listing.files[number]) else {
                    continue;
                };
                let line = place.line as usize;
                if !(1..=file.source.lines.len()).contains(&line) {
                    continue;
                }
                let notes = file.lines.entry(line).or_default();
                let same =
                    |note: &&mut Note<'_>| (note.bound, note.why, note.is_loop) == (bound, why, is_loop);
                let functions = match notes.iter_mut().find(same) {
                    Some(note) => &mut note.functions,
                    None => {
                        notes.push(Note { bound, why, is_loop, functions: Vec::new() });
                        &mut notes.last_mut().expect("one was just put there").functions
                    }
                };
                if !functions.contains(&&*function.name) {
                    functions.push(&function.name);
                }
            }
        }
        listing.limit();
        listing
    }

    /// Leaves out what is too much.
    fn limit(&mut self) {
        let mut room = LINES;
        for file in &mut self.files {
            if let Some(&first) = file.lines.keys().nth(room) {
                self.left_out += file.lines.split_off(&first).len();
            }
            room -= file.lines.len();
        }
    }

    /// The name of a line on the page, if it has one.
    pub fn anchor(&self, place: &Place) -> Option<String> {
        let number = self.files.iter().position(|file| file.source.file == place.file)?;
        self.files[number]
            .lines
            .contains_key(&(place.line as usize))
            .then(|| anchor(number, place.line as usize))
    }

    /// Whether there is any line to show.
    pub fn is_empty(&self) -> bool {
        self.files.iter().all(|file| file.lines.is_empty())
    }

    /// All files with their lines.
    pub fn html(&self) -> String {
        let mut html = String::new();
        for (number, file) in self.files.iter().enumerate().filter(|(_, file)| !file.lines.is_empty()) {
            let length = file.source.lines.len();
            let around = if length <= WHOLE { length } else { AROUND };
            let shown = |line: usize, code: &str| match file.lines.get(&line) {
                Some(notes) => counted(&anchor(number, line), line, code, notes),
                None => row("class=\"line\"", line, code, &[], &[]),
            };
            html += &excerpt(file.source, file.lines.keys().copied(), around, &shown);
        }
        if self.left_out > 0 {
            write!(
                html,
                "<p class=\"aside\">{} more lines have bounds and are not shown.</p>",
                self.left_out
            )
            .unwrap();
        }
        html
    }
}

fn anchor(file: usize, line: usize) -> String {
    format!("f{}l{line}", file + 1)
}

fn counted(anchor: &str, number: usize, code: &str, notes: &[Note<'_>]) -> String {
    let shade = notes.iter().map(|note| Shade::of(note.bound)).max().unwrap_or(Shade::Constant);
    // Names only where several functions have something to say, and not the same.
    let first = notes.first().and_then(|note| note.functions.first());
    let several =
        notes.len() > 1 && notes.iter().flat_map(|note| &note.functions).any(|one| Some(one) != first);
    let mut beside: Vec<String> = notes.iter().take(BESIDE).map(|note| note.html(several)).collect();
    if notes.len() > BESIDE {
        beside.push(format!("<li class=\"where\">and {} more for this line</li>", notes.len() - BESIDE));
    }
    let attributes = format!("class=\"line counted {}\" id=\"{anchor}\"", shade.style());
    row(&attributes, number, code, &[], &beside)
}

impl Note<'_> {
    fn html(&self, named: bool) -> String {
        let mut html = String::from(if self.is_loop { "<li class=\"round\">" } else { "<li>" });
        if named {
            let names: Vec<String> = self.functions.iter().take(NAMED).map(|name| clip(name, 60)).collect();
            let more = if self.functions.len() > NAMED { ", …" } else { "" };
            write!(html, "<span class=\"where\">{}{more}:</span> ", text(&names.join(", "))).unwrap();
        }
        html += if self.is_loop { "↻ " } else { "" };
        match self.bound {
            Some(bound) => {
                html += &expression(bound, LENGTH);
                html += match (self.is_loop, &*bound.text) {
                    (true, "1") => " round",
                    (true, _) => " rounds",
                    (false, _) => "",
                };
                if Shade::of(self.bound) != Shade::Constant {
                    write!(html, " {}", tag(self.bound)).unwrap();
                }
            }
            None => html += &tag(None),
        }
        if let Some(why) = self.why {
            write!(html, " <span class=\"why\">{}</span>", text(&clip(why, 300))).unwrap();
        }
        html + "</li>"
    }
}
