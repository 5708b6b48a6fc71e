//! Inputs as small pictures: value against index.
//!
//! A long input has more values than a picture has places. A mean or every tenth value would show an input that does not
//! exist, so each value marks the cell of a grid that it falls into: what is drawn is there, and what is there is drawn.

use std::fmt::Write;

use crate::chart::thinned;
use crate::escape::{clip, link, text};
use crate::{number, words};
use worstcase_worst::{InputList, SizeFound, Status};

const WIDTH: f64 = 200.0;
const HEIGHT: f64 = 112.0;
const TOP: f64 = 9.0;
const FLOOR: f64 = 94.0;
const RIGHT: f64 = 194.0;

/// Up to this many values, each has a mark of its own; beyond, there are as many columns.
const COLUMNS: usize = 100;
/// How many rows a grid has.
const ROWS: usize = 42;
/// Up to this many values, each has a stem and tells its value.
const STEMS: usize = 40;
/// So many inputs are drawn.
const PICTURES: usize = 24;
/// So many characters of an input are shown.
const CHARACTERS: usize = 120;

/// All inputs, small ones first.
pub fn gallery(sizes: &[&SizeFound]) -> String {
    let found: Vec<&SizeFound> = sizes.iter().copied().filter(|size| size.cost.is_some()).collect();
    if found.iter().all(|size| size.input.is_empty()) {
        return "<p>The program takes no input, or none was found.</p>".into();
    }
    let kept = thinned(&found, PICTURES);
    let mut html = String::from("<div class=\"inputs\">");
    for size in &kept {
        html += &card(size);
    }
    html += "</div>";
    if kept.len() < found.len() {
        write!(html, "<p class=\"aside\">{} of {} inputs are drawn.</p>", kept.len(), found.len()).unwrap();
    }
    html
}

/// An input, to draw.
#[derive(Default)]
struct Drawing {
    values: Vec<f64>,
    bytes: bool,
    text: String,
}

impl Drawing {
    fn of(input: &InputList) -> Drawing {
        Drawing { values: input.values(), bytes: input.bytes().is_some(), text: input.text() }
    }
}

fn card(size: &SizeFound) -> String {
    let input = Drawing::of(&size.input);
    let cost = size.cost.map_or("–".into(), number::integer);
    let least = if size.status == Status::Exact { "" } else { "≥&#160;" };
    let mut html = format!(
        "<figure class=\"input\"><figcaption><b>n&#160;=&#160;{}</b> <span class=\"cost\">{least}{cost}</span></figcaption>",
        size.n
    );
    // Numbers that make a text or a folder say nothing to the eye.
    if size.made.is_none() {
        html += &draw(&input, size.n);
        for note in notes(&input) {
            write!(html, "<p class=\"aside\">{note}</p>").unwrap();
        }
    }
    if let Some(note) = size.note() {
        write!(html, "<p class=\"aside warning\">{}</p>", text(&clip(&note, 200))).unwrap();
    }
    match &size.made {
        None if input.bytes => html += &characters(&input.values),
        made => {
            let shown = made.as_ref().unwrap_or(&input.text);
            write!(html, "<code>{}</code>", text(&clip(shown, CHARACTERS))).unwrap();
        }
    }
    // A short input is all there already.
    if let Some(link) = size.file().as_deref().and_then(link).filter(|_| size.input.len() > STEMS / 2) {
        write!(html, "<p class=\"aside\"><a href=\"{link}\">all of it</a></p>").unwrap();
    }
    html + "</figure>"
}

/// What the picture alone would not tell.
fn notes(input: &Drawing) -> Vec<String> {
    let mut notes = Vec::new();
    let count = |of: fn(&f64) -> bool| input.values.iter().filter(|value| of(value)).count() as u64;
    let (nan, infinite) = (count(|value| value.is_nan()), count(|value| value.is_infinite()));
    if nan > 0 {
        notes.push(format!("{} not a number", if nan == 1 { "1 is".into() } else { format!("{nan} are") }));
    }
    if infinite > 0 {
        notes.push(format!(
            "{} infinite",
            if infinite == 1 { "1 is".into() } else { format!("{infinite} are") }
        ));
    }
    if input.values.len() > COLUMNS {
        let values = number::count(input.values.len() as u64);
        notes.push(format!(
            "{values} values, about {} in each column",
            number::count(input.values.len().div_ceil(COLUMNS) as u64)
        ));
    }
    notes
}

/// The bytes as text; what is not printable stands out as its number.
fn characters(values: &[f64]) -> String {
    let mut html = String::from("<code class=\"bytes\">");
    for &value in values.iter().take(CHARACTERS) {
        // Signed bytes come as negative numbers.
        let byte = value as i64 as u8;
        match byte {
            b' ' => html.push('␣'),
            b'!'..=b'~' => html += &text(char::from(byte).encode_utf8(&mut [0; 4])).to_string(),
            b'\n' => html += "<i>\\n</i>",
            b'\t' => html += "<i>\\t</i>",
            _ => write!(html, "<i>\\x{byte:02x}</i>").unwrap(),
        }
    }
    html += if values.len() > CHARACTERS { "…</code>" } else { "</code>" };
    html
}

/// The picture itself.
fn draw(input: &Drawing, n: u32) -> String {
    let values = &input.values;
    let finite = || values.iter().copied().filter(|value| value.is_finite());
    let (low, high) = finite()
        .fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), value| (low.min(value), high.max(value)));
    let labels: Vec<(f64, String)> = match (low, high) {
        _ if low > high => Vec::new(),
        _ if low == high => vec![(low, label(low, input.bytes))],
        _ => vec![(low, label(low, input.bytes)), (high, label(high, input.bytes))],
    };
    let longest = labels.iter().map(|(_, label)| label.chars().count()).max().unwrap_or(0);
    let plot = Plot { values, low, high, left: 8.0 + 5.8 * longest as f64 };

    let mut svg = format!(
        "<svg class=\"picture\" role=\"img\" viewBox=\"0 0 {WIDTH} {HEIGHT}\"><title>the input at n = {n}: {}</title>",
        words::counted(values.len() as u64, "value")
    );
    write!(svg, "<path class=\"axis\" d=\"M{:.1} {TOP}V{FLOOR}H{RIGHT}\"/>", plot.left - 3.0).unwrap();
    for (value, label) in labels {
        let (x, y) = (plot.left - 6.0, plot.y(value) + 3.5);
        write!(svg, "<text class=\"up\" x=\"{x:.1}\" y=\"{y:.1}\">{}</text>", text(&label)).unwrap();
    }
    if low < 0.0 && high > 0.0 {
        write!(svg, "<path class=\"zero\" d=\"M{:.1} {:.1}H{RIGHT}\"/>", plot.left - 3.0, plot.y(0.0))
            .unwrap();
    }
    plot.indices(&mut svg);
    if values.len() <= COLUMNS {
        plot.marks(&mut svg);
    } else {
        plot.grid(&mut svg);
    }
    plot.odd(&mut svg);
    svg + "</svg>"
}

/// A value beside the picture; for a byte the character, too.
fn label(value: f64, bytes: bool) -> String {
    match value as i64 as u8 {
        byte @ b'!'..=b'~' if bytes => format!("{} {value}", char::from(byte)),
        _ => number::short(value),
    }
}

struct Plot<'a> {
    values: &'a [f64],
    low: f64,
    high: f64,
    left: f64,
}

impl Plot<'_> {
    /// The middle of a value's column, if all had one of their own.
    fn x(&self, index: usize) -> f64 {
        self.left + (RIGHT - self.left) * (index as f64 + 0.5) / self.values.len() as f64
    }

    fn y(&self, value: f64) -> f64 {
        FLOOR - 3.0 - self.share(value) * (FLOOR - TOP - 6.0)
    }

    /// How far up a value is, from 0 to 1. Halves, since the difference of two large floats may be infinite.
    fn share(&self, value: f64) -> f64 {
        let span = self.high / 2.0 - self.low / 2.0;
        if span > 0.0 { ((value / 2.0 - self.low / 2.0) / span).clamp(0.0, 1.0) } else { 0.5 }
    }

    fn indices(&self, svg: &mut String) {
        let Some(last) = self.values.len().checked_sub(1) else {
            let x = (self.left + RIGHT) / 2.0;
            write!(svg, "<text class=\"across\" x=\"{x:.1}\" y=\"56\">no values</text>").unwrap();
            return;
        };
        write!(svg, "<text class=\"across\" x=\"{:.1}\" y=\"107\">0</text>", self.x(0).max(self.left + 2.0))
            .unwrap();
        if last > 0 {
            write!(svg, "<text class=\"up\" x=\"{RIGHT}\" y=\"107\">{last}</text>").unwrap();
        }
    }

    /// A mark for each value.
    fn marks(&self, svg: &mut String) {
        let finite = || self.values.iter().enumerate().filter(|(_, value)| value.is_finite());
        let base = if self.low < 0.0 && self.high > 0.0 { self.y(0.0) } else { FLOOR };
        let (mut stems, mut dots) = (String::new(), String::new());
        for (i, &value) in finite() {
            let (x, y) = (self.x(i), self.y(value));
            write!(stems, "M{x:.1} {base:.1}V{y:.1}").unwrap();
            write!(dots, "M{x:.1} {y:.1}h0").unwrap();
        }
        if self.values.len() <= STEMS && !stems.is_empty() {
            write!(svg, "<path class=\"stem\" d=\"{stems}\"/>").unwrap();
        }
        if !dots.is_empty() {
            let class = if self.values.len() <= STEMS { "dot large" } else { "dot" };
            write!(svg, "<path class=\"{class}\" d=\"{dots}\"/>").unwrap();
        }
        if self.values.len() <= STEMS {
            let width = (RIGHT - self.left) / self.values.len().max(1) as f64;
            for (i, &value) in self.values.iter().enumerate() {
                let x = self.x(i) - width / 2.0;
                write!(
                    svg,
                    "<rect x=\"{x:.1}\" y=\"0\" width=\"{width:.1}\" height=\"{FLOOR}\"><title>input[{i}] = {}</title></rect>",
                    number::short(value)
                )
                .unwrap();
            }
        }
    }

    /// The cells that have a value, neighbours above each other as one stroke.
    fn grid(&self, svg: &mut String) {
        let (wide, tall) = ((RIGHT - self.left) / COLUMNS as f64, (FLOOR - TOP) / ROWS as f64);
        let mut path = String::new();
        for (column, rows) in cells(self.values, |value| self.share(value)).iter().enumerate() {
            let x = self.left + (column as f64 + 0.5) * wide;
            let mut row = 0;
            while row < ROWS {
                let run = rows[row..].iter().take_while(|&&taken| taken).count();
                if run > 0 {
                    let (y, length) = (FLOOR - row as f64 * tall, run as f64 * tall);
                    write!(path, "M{x:.1} {y:.1}v-{length:.1}").unwrap();
                }
                row += run.max(1);
            }
        }
        write!(svg, "<path class=\"cells\" stroke-width=\"{:.2}\" d=\"{path}\"/>", wide + 0.15).unwrap();
    }

    /// Infinities at the edge where they belong, a line down the picture for what is not a number.
    fn odd(&self, svg: &mut String) {
        let mut columns = vec![[false; 3]; COLUMNS.min(self.values.len())];
        for (i, value) in self.values.iter().enumerate().filter(|(_, value)| !value.is_finite()) {
            let kind = if value.is_nan() { 0 } else { 1 + usize::from(*value < 0.0) };
            let count = columns.len();
            columns[i * count / self.values.len()][kind] = true;
        }
        let mut path = String::new();
        for (column, kinds) in columns.iter().enumerate() {
            let x = self.left + (RIGHT - self.left) * (column as f64 + 0.5) / columns.len() as f64;
            let strokes = [format!("{TOP}V{FLOOR}"), "1v6".to_string(), format!("{}v6", FLOOR - 3.0)];
            for stroke in strokes.iter().zip(kinds).filter_map(|(stroke, &there)| there.then_some(stroke)) {
                write!(path, "M{x:.1} {stroke}").unwrap();
            }
        }
        if !path.is_empty() {
            write!(svg, "<path class=\"odd\" d=\"{path}\"/>").unwrap();
        }
    }
}

/// Which cells of a grid have a value, by column and row from below.
fn cells(values: &[f64], share: impl Fn(f64) -> f64) -> Vec<[bool; ROWS]> {
    let mut cells = vec![[false; ROWS]; COLUMNS];
    for (i, &value) in values.iter().enumerate().filter(|(_, value)| value.is_finite()) {
        let row = ((share(value) * ROWS as f64) as usize).min(ROWS - 1);
        cells[i * COLUMNS / values.len()][row] = true;
    }
    cells
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::well_formed;

    fn drawn(values: Vec<f64>) -> String {
        let svg = draw(&Drawing { values, ..Drawing::default() }, 7);
        well_formed(&svg);
        assert!(!svg.contains("NaN") && !svg.contains("inf"), "{svg}");
        svg
    }

    #[test]
    fn extremes_survive_a_million_values() {
        let mut values = vec![5.0; 1_000_000];
        values[123_456] = 0.0;
        values[987_654] = 10.0;
        let taken = cells(&values, |value| value / 10.0);
        assert!(taken[12][0] && taken[98][ROWS - 1]);
        assert_eq!(taken.iter().flatten().filter(|&&taken| taken).count(), COLUMNS + 2);
        assert!(drawn(values).len() < 4000);
    }

    #[test]
    fn every_cell_that_is_drawn_has_a_value() {
        // Two levels far apart, alternating: nothing may appear between them.
        let values: Vec<f64> = (0..5000).map(|i| f64::from(i % 2)).collect();
        let taken = cells(&values, |value| value);
        assert!(taken.iter().all(|rows| rows[0] && rows[ROWS - 1] && !rows[1..ROWS - 1].contains(&true)));
    }

    #[test]
    fn values_of_all_kinds_are_drawn() {
        assert!(drawn(vec![]).contains("no values"));
        drawn(vec![3.0]);
        drawn(vec![f64::MAX, f64::MIN]);
        drawn(vec![f64::NAN]);
        assert!(drawn(vec![f64::NAN, f64::INFINITY, f64::NEG_INFINITY, 1.0]).contains("class=\"odd\""));
        drawn(vec![f64::NEG_INFINITY; 100_000]);
        let noise = (0..1_000_000u64).map(|i| (i.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 40) as f64).collect();
        assert!(drawn(noise).len() < 30_000);
    }

    #[test]
    fn bytes_are_shown_as_characters() {
        let html = characters(&[b'<'.into(), b'a'.into(), b' '.into(), 10.0, 0.0, -1.0]);
        assert_eq!(html, "<code class=\"bytes\">&lt;a␣<i>\\n</i><i>\\x00</i><i>\\xff</i></code>");
        assert_eq!(label(97.0, true), "a 97");
        assert_eq!(label(0.0, true), "0");
    }
}
