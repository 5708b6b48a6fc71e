//! The page of `load` as a whole.

use std::fmt::Write;

use super::{how, lines, name, percent, picture};
use crate::escape::{clip, link, text};
use crate::frame::{self, Foot, Head, figure, section};
use crate::{number, words};
use worstcase_load::{Suite, Test};

/// So many tests are listed.
const ROWS: usize = 400;

/// What only this page has.
const STYLE: &str = "\
.bars{display:block;width:100%;max-width:760px;height:auto}.bars .bar{fill:var(--worst)}\
.bars .chance{stroke:var(--random);stroke-width:1.6}.bars .mean{stroke-dasharray:5 3}\
.matrix{display:block;max-width:100%;height:auto}.matrix .cell{fill:var(--worst)}.matrix text{fill:var(--ink)}\
td .words.at{max-width:none;white-space:nowrap}td.spent{background:color-mix(in srgb,var(--worst) var(--share),transparent)}";

/// A suite as one HTML file. The same suite gives the same bytes.
pub fn html(suite: &Suite, command: &str) -> String {
    let mut remarks: Vec<String> =
        suite.unfinished.iter().map(|why| format!("Ended early: {why}.")).collect();
    remarks.extend(suite.remarks.iter().cloned());
    let head = Head {
        over: "Load tests of",
        program: &suite.program,
        lead: lead(suite),
        figures: figures(suite),
        remarks: &remarks,
    };
    let mut sections = section("What they cost", &picture::bars(suite));
    sections += &section("The tests", &table(suite));
    if suite.tests.len() > 1 {
        sections += &section("How different they are", &differences(suite));
    }
    sections += &section("Where they spend it", &(spent(suite) + &lines::side_by_side(suite)));
    let foot = Foot { version: &suite.replay.version, entry: &suite.entry, command };
    frame::page(STYLE, &head, &sections, &foot)
}

fn lead(suite: &Suite) -> String {
    let program = text(&suite.program).to_string();
    let Some(first) = suite.tests.first() else {
        return format!("No load test of <b>{program}</b> was found.");
    };
    let mut lead = format!(
        "{} of size {} for <b>{program}</b>. The costliest takes <b class=\"worst\">{}</b> {}",
        words::counted(suite.tests.len() as u64, "input"),
        number::count(suite.size.into()),
        number::integer(first.cost),
        text(&clip(&first.made_for, 60))
    );
    if let Some(random) = suite.random.costs.iter().find(|random| random.kind == first.made_for) {
        write!(lead, "; random inputs cost {} on average", number::mean(random.mean)).unwrap();
        if random.best > first.cost {
            write!(lead, ", and one even {}", number::integer(random.best)).unwrap();
        }
    }
    lead + ". Every cost was measured by a run; there may be inputs that cost more."
}

fn figures(suite: &Suite) -> String {
    let Some(first) = suite.tests.first() else { return String::new() };
    let mut html = figure(
        "worst",
        &number::integer(first.cost),
        &format!("{} in the costliest test", text(&clip(&first.made_for, 40))),
    );
    if let Some(times) = suite.times_random(first).and_then(|times| number::times(times, 1.0)) {
        let sign = if times.contains('×') { " times" } else { "×" };
        html += &figure("", &format!("{times}{sign}"), "the mean of random inputs");
    }
    if suite.tests.len() > 1 {
        let share = percent(suite.diversity.mean).replace('<', "&lt;");
        html += &figure("", &share, "of their decisions differ between two tests, on average");
    }
    let label = format!(
        "{} of about {} branches, and {} of changed inputs, in {} s",
        words::counted(suite.phases, "phase"),
        number::count(suite.look_ahead as u64),
        words::counted(suite.runs, "run"),
        number::seconds(suite.seconds)
    );
    html + &figure("", &number::count(suite.tests.len() as u64), &format!("tests from {label}"))
}

fn table(suite: &Suite) -> String {
    let several = suite.cost_kind.contains(',');
    let mut html = String::from(
        "<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"The tests\"><table><thead><tr><th>test</th>",
    );
    write!(
        html,
        "<th>{}</th>",
        if several { "cost".into() } else { text(&clip(&suite.cost_name, 30)).to_string() }
    )
    .unwrap();
    if several {
        html += "<th class=\"words\">of</th><th class=\"words\">best for</th>";
    }
    html += "<th>times random mean</th><th>branches</th><th class=\"words\">how</th><th class=\"words\">input</th>\
             </tr></thead><tbody>";
    for (number, test) in suite.tests.iter().enumerate().take(ROWS) {
        html += &row(suite, number, test, several);
    }
    html += "</tbody></table></div>";
    if suite.tests.len() > ROWS {
        write!(html, "<p class=\"aside\">{ROWS} of {} tests are listed.</p>", suite.tests.len()).unwrap();
    }
    html
}

fn row(suite: &Suite, number: usize, test: &Test, several: bool) -> String {
    let mut html = format!("<tr><th>{}</th>", name(number));
    let mut cell = |cell: String| write!(html, "<td>{cell}</td>").unwrap();
    let in_words = |cell: String| format!("<div class=\"words\">{cell}</div>");
    // For people who search the page for the digits.
    cell(format!("<data value=\"{}\">{}</data>", test.cost, number::integer(test.cost)));
    if several {
        cell(in_words(text(&clip(&test.made_for, 40)).to_string()));
        cell(in_words(text(&clip(&test.best_for.join(", "), 80)).to_string()));
    }
    let times = suite.times_random(test).and_then(|times| number::times(times, 1.0));
    cell(times.unwrap_or("–".into()));
    cell(number::count(test.branches));
    cell(in_words(how(test.how).into()));
    let mut input = format!("<code>{}</code>", text(&clip(&test.shown(), 40)));
    if let Some(ended) = &test.ended {
        input = format!("<span class=\"warning\">{}</span> {input}", text(&clip(ended, 80)));
    }
    if let Some(link) = link(&test.file) {
        write!(input, " <a href=\"{link}\">file</a>").unwrap();
    }
    cell(in_words(input));
    html + "</tr>"
}

fn differences(suite: &Suite) -> String {
    let mut html = format!(
        "<p>The share of decisions, in percent, in which two tests differ: {} on average, {} at least.</p>",
        percent(suite.diversity.mean),
        percent(suite.diversity.min)
    )
    .replace("< 0.1", "&lt; 0.1");
    html += &picture::matrix(suite);
    if suite.tests.len() > picture::MOST {
        write!(html, "<p class=\"aside\">The first {} tests.</p>", picture::MOST).unwrap();
    }
    html
}

fn spent(suite: &Suite) -> String {
    if suite.tests.is_empty() {
        return String::new();
    }
    "<p>Instructions executed at the costliest lines of each test.</p>".into()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::well_formed;
    use worstcase_explore::{Input, InputList};
    use worstcase_load::{Diversity, LineCost, RandomCost, RandomRuns};
    use worstcase_machine::process::InputKind;

    fn evil() -> String {
        "\"'><script>alert(1)</script><img src=x onerror=alert(1)>&\0\u{202e}".to_string()
    }

    /// A suite in which every text is an attack.
    fn hostile(tests: usize) -> Suite {
        let input =
            InputList(evil().bytes().map(|byte| Input { kind: InputKind::U8, bits: byte.into() }).collect());
        let line = LineCost { at: evil(), source: evil(), conditionals: 3, instructions: 9 };
        let test = Test {
            cost: 7,
            made_for: evil(),
            best_for: vec![evil()],
            lines: vec![line],
            ended: Some(evil()),
            file: evil(),
            input,
            ..Test::default()
        };
        let mut suite = Suite {
            program: evil(),
            entry: evil(),
            cost_kind: "a,b".into(),
            cost_name: evil(),
            tests: vec![test; tests],
            diversity: Diversity { mean: 0.5, min: 0.0001, matrix: vec![vec![0.0001; tests]; tests] },
            random: RandomRuns {
                runs: 3,
                costs: vec![RandomCost { kind: evil(), mean: 2.0, best: 9 }; 2],
                ..RandomRuns::default()
            },
            remarks: vec![evil()],
            unfinished: Some(evil()),
            ..Suite::default()
        };
        suite.replay.version = evil();
        suite
    }

    #[test]
    fn hostile_text_is_only_text() {
        let html = html(&hostile(3), &evil());
        well_formed(&html);
        for wrong in ["<script", "<img", "href=\"javascript:", "\0", "\u{202e}"] {
            assert!(!html.contains(wrong), "{wrong}");
        }
        let mut tags = html.split('<').map(|rest| rest.split('>').next().unwrap_or_default());
        assert!(tags.all(|tag| !tag.contains("onerror=")));
    }

    #[test]
    fn an_empty_suite_is_a_page() {
        let html = html(&Suite::default(), "");
        well_formed(&html);
        assert!(html.contains("No load test"));
    }

    #[test]
    fn huge_suites_stay_small() {
        let html = html(&hostile(1000), "");
        well_formed(&html);
        assert!(html.len() < 1_500_000, "{}", html.len());
    }

    #[test]
    fn every_row_has_all_columns() {
        for kinds in ["a", "a,b"] {
            let html = table(&Suite { cost_kind: kinds.into(), ..hostile(2) });
            let columns = html.split("</thead>").next().unwrap().matches("<th").count() - 1;
            for row in html.split("<tr>").skip(2) {
                assert_eq!(row.matches("<td").count() + 1, columns);
            }
        }
    }
}
