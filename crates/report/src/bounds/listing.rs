//! The source, with bounds beside its lines.

use std::collections::BTreeMap;
use std::fmt::Write;

use worstcase_bounds::result::{Bound, Bounds, LineBound};
use worstcase_program::debug::Location;

use super::class::{Shade, tag};
use super::table::expression;
use super::words;
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
    said: Said<'a>,
    functions: Vec<String>,
}

/// What is said, whichever function it is about.
#[derive(PartialEq, Eq)]
struct Said<'a> {
    bound: Option<&'a Bound>,
    why: Option<&'a str>,
    remarks: Vec<String>,
    is_loop: bool,
}

/// What is said about the lines of a file.
struct File<'a> {
    source: &'a Source,
    lines: BTreeMap<usize, Vec<Note<'a>>>,
}

impl<'a> File<'a> {
    /// Notes what a function says about a line, if there is such a line.
    fn note(&mut self, line: usize, said: Said<'a>, function: &str) {
        if !(1..=self.source.lines.len()).contains(&line) {
            return;
        }
        let notes = self.lines.entry(line).or_default();
        match notes.iter_mut().find(|note| note.said == said) {
            Some(note) if note.functions.iter().any(|name| name == function) => {}
            Some(note) => note.functions.push(function.into()),
            None => notes.push(Note { said, functions: vec![function.into()] }),
        }
    }
}

/// The lines of all files, as far as they are shown.
pub struct Listing<'a> {
    files: Vec<File<'a>>,
    left_out: usize,
}

impl<'a> Listing<'a> {
    /// What there is to say about the lines of the sources.
    pub fn of(bounds: &'a Bounds, sources: &'a [Source]) -> Listing<'a> {
        let file = |source: &'a Source| File { source, lines: BTreeMap::new() };
        let mut listing = Listing { files: sources.iter().map(file).collect(), left_out: 0 };
        let numbers: BTreeMap<&str, usize> =
            sources.iter().enumerate().rev().map(|(number, source)| (&*source.file, number)).collect();
        for function in &bounds.functions {
            // A line on which loops begin says how many iterations these make.
            let loops = function.loops.iter().filter_map(|one| {
                let why = one.why.as_deref().filter(|_| one.best().is_none());
                let remarks = words::remarks(one);
                let place = one.location.as_ref()?;
                Some(((&*place.file, place.line), Said { bound: one.best(), why, remarks, is_loop: true }))
            });
            let begins = |line: &LineBound| {
                let mut places = function.loops.iter().filter_map(|one| one.location.as_ref());
                places.any(|place| (&place.file, place.line) == (&line.file, line.line))
            };
            let lines = function.lines.iter().filter(|line| !begins(line)).map(|line| {
                let bound = line.bound.as_ref();
                ((&*line.file, line.line), Said { bound, why: None, remarks: Vec::new(), is_loop: false })
            });
            let name = function.signature();
            for ((file, line), said) in loops.chain(lines) {
                if let Some(&number) = numbers.get(file) {
                    listing.files[number].note(line as usize, said, &name);
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
    pub fn anchor(&self, place: &Location) -> Option<String> {
        let number = self.files.iter().position(|file| file.source.file == place.file)?;
        let line = place.line as usize;
        self.files[number].lines.contains_key(&line).then(|| anchor(number, line))
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
    let shade = notes.iter().map(|note| Shade::of(note.said.bound)).max().unwrap_or(Shade::Constant);
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
        let Said { bound, why, remarks, is_loop } = &self.said;
        let mut html = String::from(if *is_loop { "<li class=\"iterates\">" } else { "<li>" });
        if named {
            let names: Vec<String> = self.functions.iter().take(NAMED).map(|name| clip(name, 60)).collect();
            let more = if self.functions.len() > NAMED { ", …" } else { "" };
            write!(html, "<span class=\"where\">{}{more}:</span> ", text(&names.join(", "))).unwrap();
        }
        html += if *is_loop { "↻ " } else { "" };
        match bound {
            Some(bound) => {
                html += &expression(bound, LENGTH);
                html += match (is_loop, &*bound.text) {
                    (true, "1") => " iteration",
                    (true, _) => " iterations",
                    (false, _) => "",
                };
                if Shade::of(Some(bound)) != Shade::Constant {
                    write!(html, " {}", tag(Some(bound))).unwrap();
                }
            }
            None => html += &tag(None),
        }
        for remark in why.iter().copied().chain(remarks.iter().map(String::as_str)) {
            write!(html, " <span class=\"why\">{}</span>", text(&clip(remark, 300))).unwrap();
        }
        html + "</li>"
    }
}
