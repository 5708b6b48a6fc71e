//! What each test costs, with the components upon one another, beside random inputs.

use std::fmt::Write;

use worstcase_pipeline::compose::{PipelineSuite, PipelineTest};

use super::{command, name, share};
use crate::escape::{clip, text};
use crate::number;

/// So many tests are drawn.
pub const MOST: usize = 40;

/// So many components have a colour of their own; then the colours begin again, and the numbers in the bars tell.
pub const COLOURS: usize = 8;

/// The width of the names, and of the bars.
const NAMES: f64 = 40.0;
const BARS: f64 = 560.0;
const ROW: f64 = 24.0;

/// The class that gives a component its colour.
pub fn colour(component: usize) -> String {
    format!("part part{}", component % COLOURS)
}

/// A bar for each test.
pub fn bars(suite: &PipelineSuite) -> String {
    let tests: Vec<&PipelineTest> = suite.tests.iter().take(MOST).collect();
    if tests.is_empty() {
        return "<p>There is no test.</p>".into();
    }
    let most = tests.iter().map(|test| test.cost).chain(suite.random.best).max().unwrap_or(1).max(1) as f64;
    let scale = |cost: f64| BARS * (cost / most).clamp(0.0, 1.0);
    let height = ROW * tests.len() as f64 + 24.0;
    let mut svg = format!(
        "<svg class=\"bars\" role=\"img\" viewBox=\"0 0 720 {height:.0}\"><title>What each test costs, by component</title>"
    );
    for (number, test) in tests.iter().enumerate() {
        svg += &bar(suite, number, test, &scale);
    }
    svg += &random(suite, ROW * tests.len() as f64, &scale);
    let scrolled = "<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"Costs\">";
    let mut html = legend(suite) + scrolled + &svg + "</svg></div>";
    if suite.tests.len() > MOST {
        write!(html, "<p class=\"aside\">The first {MOST} of {} tests.</p>", suite.tests.len()).unwrap();
    }
    html
}

/// Colours and numbers of components.
fn legend(suite: &PipelineSuite) -> String {
    let mut html = String::from("<ul class=\"legend\">");
    for (number, component) in suite.components.iter().enumerate() {
        write!(
            html,
            "<li><svg width=\"18\" height=\"14\" viewBox=\"0 0 18 14\" aria-hidden=\"true\">\
             <rect class=\"{}\" width=\"18\" height=\"14\"/><text class=\"across on\" x=\"9\" y=\"11\">{}</text></svg>\
             <code>{}</code></li>",
            colour(number),
            number + 1,
            text(&clip(&command(component), 60))
        )
        .unwrap();
    }
    html + "</ul>"
}

fn bar(suite: &PipelineSuite, number: usize, test: &PipelineTest, scale: &dyn Fn(f64) -> f64) -> String {
    let (y, base) = (ROW * number as f64, ROW * number as f64 + 15.0);
    let mut svg =
        format!("<text class=\"up\" x=\"{:.1}\" y=\"{base:.1}\">{}</text>", NAMES - 6.0, name(number));
    let mut x = NAMES;
    for (place, &cost) in test.per_component.iter().enumerate() {
        let width = scale(cost as f64);
        let component = suite.components.get(place).map(command).unwrap_or_default();
        write!(
            svg,
            "<g><title>{}: {} of {}, {:.0} %</title>\
             <rect class=\"{}\" x=\"{x:.1}\" y=\"{:.1}\" width=\"{width:.1}\" height=\"17\"/>",
            text(&clip(&component, 100)),
            number::integer(cost),
            number::integer(test.cost),
            100.0 * share(cost, test),
            colour(place),
            y + 2.0
        )
        .unwrap();
        if width >= 18.0 {
            let middle = x + width / 2.0;
            write!(svg, "<text class=\"across on\" x=\"{middle:.1}\" y=\"{base:.1}\">{}</text>", place + 1)
                .unwrap();
        }
        svg += "</g>";
        x += width;
    }
    let end = x.max(NAMES + scale(test.cost as f64)) + 6.0;
    write!(svg, "<text x=\"{end:.1}\" y=\"{base:.1}\">{}</text>", number::integer(test.cost)).unwrap();
    svg
}

fn random(suite: &PipelineSuite, floor: f64, scale: &dyn Fn(f64) -> f64) -> String {
    let (Some(mean), Some(best)) = (suite.random.mean, suite.random.best) else { return String::new() };
    let mut svg = String::new();
    for (cost, class) in [(mean, "mean"), (best as f64, "most")] {
        write!(svg, "<path class=\"chance {class}\" d=\"M{:.1} 0V{floor:.1}\"/>", NAMES + scale(cost))
            .unwrap();
    }
    write!(
        svg,
        "<text x=\"{NAMES:.1}\" y=\"{:.1}\">random inputs: dashed the mean, {}; solid the costliest of {}, {}</text>",
        floor + 18.0,
        number::mean(mean),
        number::count(suite.random.runs),
        number::integer(best)
    )
    .unwrap();
    svg
}
