//! The bounds for people.

use worstcase_bounds::{Bound, LoopBounds};

use super::witness::Tight;
use super::{Answer, Found, select, validate};

/// Bounds are aligned up to this width; longer ones stick out.
const WIDTH: usize = 44;

/// The first line, which is there before the first function is done.
pub fn begin(answer: &Answer) -> String {
    let count = answer.missing.len();
    let functions = if count == 1 { "function" } else { "functions" };
    format!("bounding  {count} {functions} of {}\n\n", answer.program)
}

/// A function and its loops, and an empty line.
pub fn block(found: &Found) -> String {
    let mut rows = vec![Row::new(found.signature(), found.bounds.bound.as_ref(), found.why.as_deref())];
    if found.is_trivial() {
        rows[0].remark = "no loops".into();
    }
    for (number, one) in found.bounds.loops.iter().enumerate() {
        let indent = "  ".repeat(one.depth as usize);
        let place = format!("{indent}{}", place(number + 1, one));
        let mut row = Row::new(place, one.bounds.first(), one.why.as_deref());
        if let Some(Tight { size, .. }) = found.tight(number) {
            row.remark += &format!(", tight: reached at n = {size}");
        }
        rows.push(row);
    }
    aligned(&rows) + "\n"
}

/// What comes behind all functions: those without loops, those that are missing, and what it all means.
pub fn end(answer: &Answer, each: bool) -> String {
    let mut text = String::new();
    let trivial: Vec<&str> = answer
        .found
        .iter()
        .filter(|found| !each && found.is_trivial())
        .map(|found| select::plain(&found.chosen.name))
        .collect();
    if !trivial.is_empty() {
        text += &format!("no loops  {}: bound 1\n\n", trivial.join(", "));
    }
    if let Some(reason) = answer.ended {
        let missing = select::listed(&answer.missing);
        text += &format!("ended     {reason}; not looked at, or not to the end: {missing}\n\n");
    }
    if let Some(ignored) = &answer.ignored {
        text += &format!("ignored   {ignored}\n\n");
    }
    if let Some(validation) = &answer.validation {
        text += &(validate::text(validation) + "\n");
    }
    text + MEANING
}

/// Printed last.
const MEANING: &str = "\
A loop's bound is its rounds in all while the function runs once; a function's is the sum over its loops and calls,
plus one. They hold if signed integers do not overflow and memory is accessed within bounds.
";

/// Where a loop is; its number where there is no debug information.
fn place(number: usize, one: &LoopBounds) -> String {
    match &one.location {
        Some(location) => format!("{}:{}", location.file, location.line),
        None => format!("loop {number}"),
    }
}

struct Row {
    place: String,
    bound: String,
    remark: String,
}

impl Row {
    fn new(place: String, bound: Option<&Bound>, why: Option<&str>) -> Self {
        let remark = bound.map_or_else(|| why.unwrap_or_default().to_string(), |b| format!("O({})", b.class));
        Row { place, bound: bound.map_or("unknown", |bound| &bound.text).to_string(), remark }
    }
}

fn aligned(rows: &[Row]) -> String {
    let width =
        |text: &dyn Fn(&Row) -> usize| rows.iter().map(text).filter(|&w| w <= WIDTH).max().unwrap_or(0);
    let places = width(&|row| row.place.chars().count());
    let bounds = width(&|row| row.bound.chars().count());
    let line = |Row { place, bound, remark }: &Row| {
        let line = format!("{place:<places$}  {bound:<bounds$}  {remark}");
        line.trim_end().to_string() + "\n"
    };
    rows.iter().map(line).collect()
}
