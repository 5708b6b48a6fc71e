//! The costliest source lines of all tests, side by side, with the component that each belongs to.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::fmt::Write;

use worstcase_pipeline::compose::{PipelineLine, PipelineSuite, PipelineTest};

use super::bars::MOST;
use super::{command, name};
use crate::escape::{clip, text};
use crate::number;

/// So many lines are shown.
const LINES: usize = 30;

/// A row for each line, a column for each test that was looked at; the shade says how much of the test's cost is there.
pub fn side_by_side(suite: &PipelineSuite) -> String {
    let of = |line: &PipelineLine| match suite.cost_kind == "conditionals" {
        true => line.conditionals,
        false => line.instructions,
    };
    let tests = suite.tests.iter().enumerate().take(MOST);
    let tests: Vec<(usize, &PipelineTest)> = tests.filter(|(_, test)| !test.lines.is_empty()).collect();
    let mut sums: BTreeMap<(usize, &str), (u64, &str)> = BTreeMap::new();
    for line in tests.iter().flat_map(|(_, test)| &test.lines) {
        sums.entry((line.component, &line.at)).or_insert((0, &line.source)).0 += of(line);
    }
    if sums.is_empty() {
        return "<p>It is not known: there was no time for the runs that would tell.</p>".into();
    }
    let mut rows: Vec<_> = sums.into_iter().collect();
    rows.sort_by_key(|&(at, (sum, _))| (Reverse(sum), at));
    let kind =
        if suite.cost_kind == "conditionals" { "Conditionals decided" } else { "Instructions executed" };
    let mut html = format!(
        "<p>{kind} at the costliest lines of each test; – where a line is not among these.</p>\
         <div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"Source lines\"><table><thead><tr>\
         <th class=\"words\">component</th><th class=\"words\">line</th><th class=\"words\">source</th>"
    );
    tests.iter().for_each(|(number, _)| write!(html, "<th>{}</th>", name(*number)).unwrap());
    html += "</tr></thead><tbody>";
    for &((component, at), (_, source)) in rows.iter().take(LINES) {
        let command = suite.components.get(component).map(command).unwrap_or_default();
        write!(
            html,
            "<tr><td><div class=\"words at\">{}</div></td><td><div class=\"words at\">{}</div></td>\
             <td><div class=\"words at\"><code>{}</code></div></td>",
            text(&clip(&command, 24)),
            text(&clip(at, 60)),
            text(&clip(source, 60))
        )
        .unwrap();
        for (_, test) in &tests {
            let most = test.lines.iter().map(of).max().unwrap_or(1).max(1);
            let here =
                test.lines.iter().find(|line| (line.component, &line.at[..]) == (component, at)).map(of);
            match here {
                Some(spent) => write!(
                    html,
                    "<td class=\"spent\" style=\"--share:{:.0}%\">{}</td>",
                    55.0 * spent as f64 / most as f64,
                    number::count(spent)
                )
                .unwrap(),
                None => html += "<td>–</td>",
            }
        }
        html += "</tr>";
    }
    html + "</tbody></table></div>"
}
