//! The page of `pipe` as a whole.

use std::fmt::Write;

use worstcase_pipeline::compose::{PipelineSuite, PipelineTest};

use super::{bars, command, drawing, first_word, how, lines, name, share, times};
use crate::escape::{clip, link, text};
use crate::frame::{self, Foot, Head, figure, section};
use crate::{number, words};

/// So many tests are listed.
const ROWS: usize = 400;

/// So many places of what was dropped are listed.
const PLACES: usize = 300;

/// So much of an input is shown.
const INPUT: usize = 40;

/// What only this page has.
const STYLE: &str = "\
:root{--part0:#b83a08;--part1:#2463a6;--part2:#3a7434;--part3:#7d4f9e;--part4:#8f6405;--part5:#1f7a80;--part6:#a2336a;--part7:#565d64}\
@media(prefers-color-scheme:dark){:root{--part0:#ff9466;--part1:#7db4ec;--part2:#8fcb86;--part3:#c9a2e6;--part4:#e3b95a;--part5:#76cdd2;\
--part6:#f09ac0;--part7:#b4bac0}}\
.part0{fill:var(--part0)}.part1{fill:var(--part1)}.part2{fill:var(--part2)}.part3{fill:var(--part3)}\
.part4{fill:var(--part4)}.part5{fill:var(--part5)}.part6{fill:var(--part6)}.part7{fill:var(--part7)}\
.bars{display:block;width:100%;min-width:560px;max-width:760px;height:auto}svg text.on{fill:var(--paper);font-weight:600}\
.bars .chance{stroke:var(--ink);stroke-width:1.8}.bars .mean{stroke-dasharray:5 3}\
.flow{display:block;margin:0 0 12px}.flow .box{fill:var(--panel);stroke:var(--rule)}.flow .end{fill:none;stroke:var(--quiet)}\
.flow .wire{stroke:var(--quiet);stroke-width:1.4}.flow .head{fill:var(--quiet)}\
td .words.at{max-width:none;white-space:nowrap}td.spent{background:color-mix(in srgb,var(--worst) var(--share),transparent)}";

/// A suite as one HTML file. The same suite gives the same bytes.
pub fn html(suite: &PipelineSuite, command: &str) -> String {
    let mut remarks: Vec<String> =
        suite.unfinished.iter().map(|why| format!("Ended early: {why}.")).collect();
    remarks.extend(suite.remarks.iter().cloned());
    let head = Head {
        over: "Load tests of",
        program: &suite.pipeline,
        lead: lead(suite),
        figures: figures(suite),
        remarks: &remarks,
    };
    let mut sections = section("The pipeline", &(drawing::drawing(suite) + &components(suite)));
    sections += &section("What each component costs", &bars::bars(suite));
    sections += &section("The tests", &table(suite));
    sections += &section("What was dropped", &dropped(suite));
    sections += &section("Where they spend it", &lines::side_by_side(suite));
    let foot = Foot { version: env!("CARGO_PKG_VERSION"), entry: "", command };
    frame::page(STYLE, &head, &sections, &foot)
}

fn lead(suite: &PipelineSuite) -> String {
    let Some(first) = suite.tests.first() else {
        return "No load test of this pipeline was found.".into();
    };
    let entries = match suite.entries {
        Some(entries) => format!(" of files, {entries} of these and directories"),
        None => String::new(),
    };
    let mut lead = format!(
        "{} of {}{entries}. The costliest takes <b class=\"worst\">{}</b> {}",
        words::counted(suite.tests.len() as u64, "input"),
        words::counted(suite.size as u64, "byte"),
        number::integer(first.cost),
        text(&clip(&suite.cost_name, 60))
    );
    if let Some(mean) = suite.random.mean {
        write!(lead, "; random inputs cost {} on average", number::mean(mean)).unwrap();
        if let Some(best) = suite.random.best.filter(|&best| best > first.cost) {
            write!(lead, ", and one even {}", number::integer(best)).unwrap();
        }
    }
    lead + ". Every cost was measured by a run of the whole pipeline; there may be inputs that cost more."
}

fn figures(suite: &PipelineSuite) -> String {
    let Some(first) = suite.tests.first() else { return String::new() };
    let mut html = figure(
        "worst",
        &number::integer(first.cost),
        &format!("{} in the costliest test", text(&clip(&suite.cost_name, 40))),
    );
    if let Some(times) = times(suite, first) {
        let sign = if times.contains('×') { " times" } else { "×" };
        html += &figure("", &format!("{times}{sign}"), "the mean of random inputs");
    }
    let label = format!(
        "tests from {} s for the components, {} s to put them together, and {} of changed inputs",
        number::seconds(suite.seconds.summaries),
        number::seconds(suite.seconds.composition),
        words::counted(suite.runs, "run")
    );
    html + &figure("", &number::count(suite.tests.len() as u64), &label)
}

fn scrolled(label: &str, headings: &str) -> String {
    format!(
        "<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"{label}\"><table><thead><tr>{headings}</tr></thead><tbody>"
    )
}

fn in_words(cell: &str) -> String {
    format!("<div class=\"words\">{cell}</div>")
}

/// What is known of each component.
fn components(suite: &PipelineSuite) -> String {
    let mut html = scrolled(
        "Components",
        "<th></th><th class=\"words\">component</th><th>paths computed</th><th>paths reused</th><th>seconds</th>\
         <th class=\"words\">besides</th>",
    );
    for (number, component) in suite.components.iter().enumerate() {
        let single = suite.single.iter().find(|single| {
            (number == first_of(suite) || suite.entries.is_some()) && single.component == component.name
        });
        let single = single.map(|single| {
            format!("tests for it alone cost the whole {} on average", number::mean(single.mean))
        });
        let counts = component.summaries;
        let unknown = counts.computed + counts.reused == 0;
        let said = if unknown {
            "no paths of its own: measured in runs of the whole".into()
        } else {
            single.unwrap_or_default()
        };
        write!(
            html,
            "<tr><th>{}</th><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td></tr>",
            number + 1,
            in_words(&format!("<code>{}</code>", text(&clip(&command(component), 80)))),
            number::count(counts.computed as u64),
            number::count(counts.reused as u64),
            number::seconds(component.seconds),
            in_words(&said)
        )
        .unwrap();
    }
    html + "</tbody></table></div>"
}

/// The component that reads the pipeline's input.
fn first_of(suite: &PipelineSuite) -> usize {
    suite.flow.components.first().map_or(0, |component| component.0)
}

fn table(suite: &PipelineSuite) -> String {
    if suite.tests.is_empty() {
        return "<p>There is none.</p>".into();
    }
    let mut headings =
        format!("<th>test</th><th>{}</th><th>times random mean</th>", text(&clip(&suite.cost_name, 30)));
    for (number, component) in suite.components.iter().enumerate() {
        write!(headings, "<th>{} {}</th>", number + 1, text(&clip(first_word(&component.name), 16))).unwrap();
    }
    headings += "<th>predicted</th><th>conditions dropped</th><th class=\"words\">how</th><th class=\"words\">input</th>";
    let mut html = scrolled("The tests", &headings);
    for (number, test) in suite.tests.iter().enumerate().take(ROWS) {
        html += &row(suite, number, test);
    }
    html += "</tbody></table></div>";
    if suite.tests.len() > ROWS {
        write!(html, "<p class=\"aside\">{ROWS} of {} tests are listed.</p>", suite.tests.len()).unwrap();
    }
    html
}

fn row(suite: &PipelineSuite, number: usize, test: &PipelineTest) -> String {
    let mut html = format!("<tr><th>{}</th>", name(number));
    let mut cell = |cell: String| write!(html, "<td>{cell}</td>").unwrap();
    // For people who search the page for the digits.
    let figure = |cost: i64| format!("<data value=\"{cost}\">{}</data>", number::integer(cost));
    cell(figure(test.cost));
    cell(times(suite, test).unwrap_or("–".into()));
    for place in 0..suite.components.len() {
        let cost = test.per_component.get(place).copied();
        cell(
            cost.map_or("–".into(), |cost| {
                format!("{} ({:.0} %)", figure(cost), 100.0 * share(cost, test))
            }),
        );
    }
    cell(test.predicted.map_or("–".into(), figure));
    cell(match test.conjuncts {
        0 => "–".into(),
        all => format!(
            "{} of {}",
            number::count(test.relaxed.iter().sum::<usize>() as u64),
            number::count(all as u64)
        ),
    });
    cell(in_words(how(test.how)));
    let shown = match test.shown_folder() {
        Some(folder) => folder,
        None => test.input[..test.input.len().min(2 * INPUT)].escape_ascii().to_string(),
    };
    let mut input = format!("<code>{}</code>", text(&clip(&shown, INPUT)));
    if let Some(ended) = &test.ended {
        input = format!("<span class=\"warning\">{}</span> {input}", text(&clip(ended, 120)));
    }
    if let Some(link) = link(&test.file) {
        write!(input, " <a href=\"{link}\">file</a>").unwrap();
    }
    cell(in_words(&input));
    html + "</tr>"
}

/// What had to be given up of the paths that were put together.
fn dropped(suite: &PipelineSuite) -> String {
    let mut html = String::from(
        "<p>A test is put together from a costly path of each component. Where these ask for what no input can be, conditions \
         are dropped until the rest can hold: there, a component need not decide as it did on its path.</p>",
    );
    let composed = suite.tests.iter().filter(|test| test.conjuncts > 0).count();
    let all = suite
        .tests
        .iter()
        .enumerate()
        .flat_map(|(number, test)| test.dropped.iter().map(move |dropped| (number, dropped)));
    let all: Vec<_> = all.collect();
    if all.is_empty() {
        let said = match composed {
            0 => {
                "None of these tests is put together: each cost more when an input was changed as a whole, or was there without it."
            }
            _ => "Nothing had to be dropped.",
        };
        write!(html, "<p>{said}</p>").unwrap();
        return html;
    }
    html += &scrolled(
        "What was dropped",
        "<th>test</th><th class=\"words\">component</th><th class=\"words\">decided at</th><th>times</th>",
    );
    for (number, dropped) in all.iter().take(PLACES) {
        let component = suite.components.get(dropped.component).map(command).unwrap_or_default();
        write!(
            html,
            "<tr><th>{}</th><td>{}</td><td><div class=\"words at\">{}</div></td><td>{}</td></tr>",
            name(*number),
            in_words(&format!("<code>{}</code>", text(&clip(&component, 60)))),
            text(&clip(&dropped.at, 120)),
            number::count(dropped.times as u64)
        )
        .unwrap();
    }
    html += "</tbody></table></div>";
    if all.len() > PLACES {
        write!(html, "<p class=\"aside\">{PLACES} of {} places are listed.</p>", all.len()).unwrap();
    }
    html
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::well_formed;
    use worstcase_pipeline::compose::{ComponentSummaries, DroppedCondition, PipelineLine, SingleComponent};
    use worstcase_pipeline::{ComponentIdx, Flow};

    fn evil() -> String {
        "\"'><script>alert(1)</script><img src=x onerror=alert(1)>&\0\u{202e}".to_string()
    }

    /// A suite in which every text is an attack.
    fn hostile(tests: usize) -> PipelineSuite {
        let line = PipelineLine { at: evil(), source: evil(), instructions: 9, ..PipelineLine::default() };
        let test = PipelineTest {
            cost: 7,
            per_component: vec![3, 4],
            predicted: Some(8),
            conjuncts: 9,
            relaxed: vec![1, 0],
            dropped: vec![DroppedCondition { component: 0, at: evil(), times: 1 }; 3],
            ended: Some(evil()),
            file: evil(),
            lines: vec![line],
            input: evil().into_bytes(),
            ..PipelineTest::default()
        };
        let component =
            ComponentSummaries { name: evil(), xargs: Some(evil()), ..ComponentSummaries::default() };
        let mut suite = PipelineSuite {
            pipeline: evil(),
            cost_kind: evil(),
            cost_name: evil(),
            components: vec![component; 2],
            flow: Flow {
                components: vec![ComponentIdx(0), ComponentIdx(1)],
                branches: vec![Flow::default(); 2],
                input: Some(evil()),
            },
            tests: vec![test; tests],
            single: vec![SingleComponent { component: evil(), mean: 3.5 }],
            remarks: vec![evil()],
            unfinished: Some(evil()),
            ..PipelineSuite::default()
        };
        (suite.random.mean, suite.random.best, suite.random.runs) = (Some(2.0), Some(9), 3);
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
        let html = html(&PipelineSuite::default(), "");
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
    fn odd_costs_are_drawn() {
        for cost in [i64::MAX, i64::MIN, 0, -5] {
            let mut suite = hostile(2);
            (suite.tests[0].cost, suite.tests[0].per_component) = (cost, vec![cost, 0]);
            (suite.random.mean, suite.random.best) = (Some(cost as f64), Some(cost));
            let html = html(&suite, "");
            well_formed(&html);
            assert!(!html.contains("NaN") && !html.contains("inf\""), "{cost}");
        }
    }

    #[test]
    fn every_row_has_all_columns() {
        let html = table(&hostile(2));
        let columns = html.split("</thead>").next().unwrap().matches("<th").count() - 1;
        for row in html.split("<tr>").skip(2) {
            assert_eq!(row.matches("<td").count() + 1, columns);
        }
    }
}
