//! The costliest source lines of all tests, side by side.

use std::collections::BTreeMap;
use std::fmt::Write;

use super::name;
use super::picture::MOST;
use crate::escape::{clip, text};
use crate::number;
use worstcase_load::{LineCost, Suite};

/// So many lines are shown.
const LINES: usize = 30;

/// A row for each line, a column for each test; the shade says how much of the test's instructions are there.
pub fn side_by_side(suite: &Suite) -> String {
    let tests: Vec<_> = suite.tests.iter().take(MOST).collect();
    let mut lines: BTreeMap<&str, (u64, &str)> = BTreeMap::new();
    for line in tests.iter().flat_map(|test| &test.lines) {
        let entry = lines.entry(&line.at).or_insert((0, &line.source));
        entry.0 += line.instructions;
    }
    if lines.is_empty() {
        return "<p>It is not known.</p>".into();
    }
    let mut lines: Vec<(&str, u64, &str)> =
        lines.into_iter().map(|(at, (sum, source))| (at, sum, source)).collect();
    lines.sort_by_key(|(at, sum, _)| (std::cmp::Reverse(*sum), *at));
    let mut html = String::from(
        "<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"Source lines\"><table><thead><tr>\
         <th class=\"words\">line</th><th class=\"words\">source</th>",
    );
    for number in 0..tests.len() {
        write!(html, "<th>{}</th>", name(number)).unwrap();
    }
    html += "</tr></thead><tbody>";
    for (at, _, source) in lines.iter().take(LINES) {
        write!(
            html,
            "<tr><td><div class=\"words at\">{}</div></td><td><div class=\"words at\"><code>{}</code></div></td>",
            text(&clip(at, 60)),
            text(&clip(source, 60))
        )
        .unwrap();
        for test in &tests {
            html += &cell(test.lines.iter().find(|line| line.at == *at), &test.lines);
        }
        html += "</tr>";
    }
    html + "</tbody></table></div>"
}

fn cell(line: Option<&LineCost>, all: &[LineCost]) -> String {
    let most = all.iter().map(|line| line.instructions).max().unwrap_or(1).max(1);
    match line {
        Some(line) => format!(
            "<td class=\"spent\" style=\"--share:{:.0}%\">{}</td>",
            55.0 * line.instructions as f64 / most as f64,
            number::count(line.instructions)
        ),
        None => "<td>–</td>".into(),
    }
}
