//! The bounds for people, on a terminal.

use worstcase_bounds::bound::listed;
use worstcase_bounds::result::{Bound, Bounds, FunctionBounds, plain};

use super::{validation, words};

/// Bounds are aligned up to this width; longer ones stick out.
const WIDTH: usize = 44;

/// Lines of prose are no longer.
const PROSE: usize = 118;

/// All of it. Functions of which there is nothing to say are named together, unless `each` is to be shown.
pub fn text(bounds: &Bounds, each: bool) -> String {
    let shown = bounds.functions.iter().filter(|function| each || !function.is_trivial());
    begin(&bounds.program, bounds.functions.len() + bounds.missing.len())
        + &shown.map(block).collect::<String>()
        + &end(bounds, each)
}

/// The first line, which can be there before the first function is done.
pub fn begin(program: &str, functions: usize) -> String {
    let noun = if functions == 1 { "function" } else { "functions" };
    format!("bounding  {functions} {noun} of {program}\n\n")
}

/// A function and its loops, and an empty line.
pub fn block(function: &FunctionBounds) -> String {
    let mut rows = vec![Row::new(function.signature(), function.bound.as_ref(), function.why.as_deref())];
    if function.is_trivial() {
        rows[0].remark = "no loops".into();
    }
    for (number, one) in (1..).zip(&function.loops) {
        let indent = "  ".repeat(one.depth as usize);
        let place = one.location.as_ref().map_or_else(|| format!("loop {number}"), words::place);
        let mut row = Row::new(indent + &place, one.best(), one.why.as_deref());
        for remark in words::remarks(one) {
            row.remark += &format!(", {remark}");
        }
        rows.push(row);
    }
    aligned(&rows) + "\n"
}

/// What comes behind all functions: those without loops, those that are missing, and what it all means.
pub fn end(bounds: &Bounds, each: bool) -> String {
    let mut text = String::new();
    let trivial = bounds.functions.iter().filter(|function| !each && function.is_trivial());
    let trivial: Vec<&str> = trivial.map(|function| plain(&function.name)).collect();
    if !trivial.is_empty() {
        text += &format!("no loops  {}: bound 1\n\n", trivial.join(", "));
    }
    if let Some(ended) = words::ended(bounds, &listed(bounds.missing.iter().map(String::as_str))) {
        text += &format!("ended     {ended}\n\n");
    }
    if let Some(ignored) = &bounds.witness_ignored {
        text += &format!("ignored   {ignored}\n\n");
    }
    if let Some(validation) = &bounds.validation {
        for (label, line) in validation::lines(validation) {
            text += &format!("{label:<9} {line}\n");
        }
        text += "\n";
    }
    let prose = [words::COUNTED, &words::assumed(bounds), bounds.world.sentence()].join(" ");
    text + &wrapped(&prose)
}

/// Prose in lines.
fn wrapped(prose: &str) -> String {
    let mut text = String::new();
    let mut width = 0;
    for word in prose.split(' ') {
        let length = word.chars().count();
        let is_first = text.is_empty();
        let fits = width + 1 + length <= PROSE;
        text += if is_first {
            ""
        } else if fits {
            " "
        } else {
            "\n"
        };
        width = if fits && !is_first { width + 1 + length } else { length };
        text += word;
    }
    text + "\n"
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

#[cfg(test)]
mod tests {
    use super::wrapped;

    #[test]
    fn prose_is_broken_between_words() {
        let prose = "word ".repeat(60);
        let text = wrapped(prose.trim_end());
        assert!(text.lines().all(|line| line.chars().count() <= super::PROSE));
        assert_eq!(text.split_whitespace().count(), 60);
        assert_eq!(text.lines().count(), 3);
    }
}
