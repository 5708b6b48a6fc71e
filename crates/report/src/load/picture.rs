//! Pictures of a suite: what tests cost beside random inputs, and how different they are.

use std::fmt::Write;

use super::{name, percent};
use crate::escape::text;
use crate::number;
use worstcase_load::{Suite, Test};

/// So many tests are drawn.
pub const MOST: usize = 40;

/// The width of the names, and of the bars.
const NAMES: f64 = 40.0;
const BARS: f64 = 560.0;
const ROW: f64 = 22.0;

/// A bar for each test, a picture for each cost.
pub fn bars(suite: &Suite) -> String {
    let several = suite.random.costs.len() > 1;
    let mut kinds: Vec<&str> = Vec::new();
    for test in &suite.tests {
        if !kinds.contains(&test.made_for.as_str()) {
            kinds.push(&test.made_for);
        }
    }
    let mut html = String::new();
    for kind in kinds {
        if several {
            write!(html, "<p class=\"aside\">{}</p>", text(kind)).unwrap();
        }
        let tests = suite.tests.iter().enumerate().filter(|(_, test)| test.made_for == kind);
        html += &bars_of(suite, kind, &tests.take(MOST).collect::<Vec<_>>());
    }
    html
}

fn bars_of(suite: &Suite, kind: &str, tests: &[(usize, &Test)]) -> String {
    let random = suite.random.costs.iter().find(|random| random.kind == kind);
    let most = tests.iter().map(|(_, test)| test.cost).chain(random.map(|random| random.best));
    let most = most.max().unwrap_or(1).max(1) as f64;
    let at = |cost: f64| NAMES + BARS * (cost / most).clamp(0.0, 1.0);
    let height = ROW * tests.len() as f64 + 24.0;
    let mut svg = format!(
        "<svg class=\"bars\" role=\"img\" viewBox=\"0 0 720 {height:.0}\"><title>What each test costs</title>"
    );
    for (row, (number, test)) in tests.iter().enumerate() {
        let y = ROW * row as f64;
        let (end, base) = (at(test.cost as f64), y + 14.0);
        write!(
            svg,
            "<text class=\"up\" x=\"{:.1}\" y=\"{base:.1}\">{}</text>\
             <rect class=\"bar\" x=\"{NAMES:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"14\"/>\
             <text x=\"{:.1}\" y=\"{base:.1}\">{}</text>",
            NAMES - 6.0,
            name(*number),
            y + 3.0,
            (end - NAMES).max(0.5),
            end + 6.0,
            number::integer(test.cost)
        )
        .unwrap();
    }
    if let Some(random) = random {
        let floor = ROW * tests.len() as f64;
        for (cost, class) in [(random.mean, "mean"), (random.best as f64, "most")] {
            write!(svg, "<path class=\"chance {class}\" d=\"M{:.1} 0V{floor:.1}\"/>", at(cost)).unwrap();
        }
        write!(
            svg,
            "<text x=\"{NAMES:.1}\" y=\"{:.1}\">random inputs: dashed the mean, {}; solid the costliest of {}, {}</text>",
            floor + 18.0,
            number::mean(random.mean),
            number::count(suite.random.runs),
            number::integer(random.best)
        )
        .unwrap();
    }
    svg + "</svg>"
}

/// How different each two tests are, as a matrix of cells that are the darker the more they differ.
pub fn matrix(suite: &Suite) -> String {
    const CELL: f64 = 30.0;
    let rows: Vec<&Vec<f64>> = suite.diversity.matrix.iter().take(MOST).collect();
    let side = NAMES + CELL * rows.len() as f64;
    let greatest = rows.iter().flat_map(|row| row.iter().take(MOST)).copied().fold(0.0, f64::max);
    let mut svg = format!(
        "<svg class=\"matrix\" role=\"img\" width=\"{side:.0}\" height=\"{side:.0}\" viewBox=\"0 0 {side:.0} {side:.0}\">\
         <title>How different each two tests are</title>"
    );
    for (i, row) in rows.iter().enumerate() {
        let at = |number: usize| NAMES + CELL * number as f64;
        write!(
            svg,
            "<text class=\"up\" x=\"{:.1}\" y=\"{:.1}\">{}</text>\
             <text class=\"across\" x=\"{:.1}\" y=\"{:.1}\">{}</text>",
            NAMES - 6.0,
            at(i) + 19.0,
            name(i),
            at(i) + CELL / 2.0,
            NAMES - 8.0,
            name(i)
        )
        .unwrap();
        for (j, share) in row.iter().take(MOST).enumerate().filter(|(j, _)| *j != i) {
            // Shades are relative to the greatest difference; the number is in the cell, where it can be read.
            let shade = if greatest > 0.0 { share / greatest } else { 0.0 };
            write!(
                svg,
                "<g><title>{} and {} differ in {} of their decisions</title>\
                 <rect class=\"cell\" x=\"{:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{:.1}\" fill-opacity=\"{:.2}\"/>\
                 <text class=\"across\" x=\"{:.1}\" y=\"{:.1}\">{:.0}</text></g>",
                name(i),
                name(j),
                percent(*share).replace('<', "&lt;"),
                at(j) + 1.0,
                at(i) + 1.0,
                CELL - 2.0,
                CELL - 2.0,
                0.08 + 0.6 * shade,
                at(j) + CELL / 2.0,
                at(i) + 19.0,
                100.0 * share
            )
            .unwrap();
        }
    }
    svg + "</svg>"
}
