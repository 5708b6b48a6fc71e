//! The cost curve: worst found, random mean and formula against the size, as an SVG.

use std::fmt::Write;

use crate::escape::{clip, text};
use crate::scale::Scale;
use crate::{Page, number, words};
use worstcase_worst::{SizeFound, Status};

const WIDTH: f64 = 480.0;
const HEIGHT: f64 = 330.0;
const TOP: f64 = 30.0;
const RIGHT: f64 = 14.0;
const BOTTOM: f64 = 46.0;

/// Room for a character of a label. Narrow screens have larger letters, hence more than a letter's width.
const LETTER: f64 = 7.8;

/// So many ticks fit on an axis.
const TICKS: usize = 7;

/// So many sizes are drawn; more would be one blot.
const SIZES: usize = 300;

/// The same numbers on linear and on logarithmic axes.
pub fn both(report: &Page<'_>, sizes: &[&SizeFound]) -> String {
    let kept = thinned(sizes, SIZES);
    let figure =
        |chart: String, caption: &str| format!("<figure>{chart}<figcaption>{caption}</figcaption></figure>");
    let mut html = legend(report, &kept) + "<div class=\"charts\">";
    html += &figure(
        Chart::linear(report, &kept).draw("linear axes"),
        "Linear axes: how much it is. Between sizes, lines are only a guide",
    );
    let Some(chart) = Chart::logarithmic(report, &kept) else {
        return html + "</div>";
    };
    let left_out: Vec<u32> = kept
        .iter()
        .filter(|size| size.n == 0 || size.cost.is_some_and(|cost| cost <= 0))
        .map(|size| size.n)
        .collect();
    let mut caption =
        "Logarithmic axes: a power of n is a straight line, as steep as its exponent".to_string();
    if !left_out.is_empty() {
        // A logarithmic axis has no zero.
        write!(
            caption,
            ". Costs of 0 and less, at n&#160;=&#160;{}, have no place on them",
            words::list(&left_out)
        )
        .unwrap();
    }
    html += &figure(chart.draw("logarithmic axes"), &caption);
    html += "</div>";
    if kept.len() < sizes.len() {
        write!(html, "<p class=\"aside\">{} of {} sizes are drawn.</p>", kept.len(), sizes.len()).unwrap();
    }
    html
}

/// Some of many, evenly, the first and the last among them.
pub fn thinned<T: Copy>(items: &[T], most: usize) -> Vec<T> {
    if items.len() <= most {
        return items.to_vec();
    }
    (0..most).map(|i| items[i * (items.len() - 1) / (most - 1)]).collect()
}

fn legend(report: &Page<'_>, sizes: &[&SizeFound]) -> String {
    let mut html = String::from("<ul class=\"legend\">");
    let mut entry = |mark: &str, label: &str| {
        write!(
            html,
            "<li><svg width=\"26\" height=\"12\" viewBox=\"0 0 26 12\" aria-hidden=\"true\">{mark}</svg>{label}</li>"
        )
        .unwrap();
    };
    if sizes.iter().any(|size| size.cost.is_some() && size.status == Status::Exact) {
        entry("<circle class=\"exact\" cx=\"13\" cy=\"6\" r=\"4\"/>", "worst case, exact");
    }
    if sizes.iter().any(|size| size.cost.is_some() && size.status != Status::Exact) {
        entry("<circle class=\"least\" cx=\"13\" cy=\"6\" r=\"4\"/>", "worst found, at least");
    }
    if sizes.iter().any(|size| size.random_mean.is_some()) {
        entry("<path class=\"random\" d=\"M1 6H25\"/>", "mean of random inputs");
    }
    let growth = &report.finding.growth;
    if let Some(formula) = growth.formula.as_ref().filter(|_| !growth.curve.is_empty()) {
        let label = format!("<i>{}</i>", words::formula(formula));
        entry("<path class=\"formula\" d=\"M1 6H25\"/>", &label);
    }
    let missing: Vec<u32> = words::missing(sizes).map(|size| size.n).collect();
    if !missing.is_empty() {
        let label = format!("nothing found, n&#160;=&#160;{}", words::list(&missing));
        entry("<path class=\"missing\" d=\"M10 3l6 6m0-6l-6 6\"/>", &label);
    }
    html + "</ul>"
}

struct Chart<'a> {
    report: &'a Page<'a>,
    sizes: &'a [&'a SizeFound],
    across: Scale,
    up: Scale,
    left: f64,
}

impl<'a> Chart<'a> {
    fn linear(report: &'a Page<'a>, sizes: &'a [&'a SizeFound]) -> Chart<'a> {
        let up = Scale::linear(costs(sizes), HEIGHT - BOTTOM, TOP);
        let left = margin(&up);
        let across = Scale::linear(found(sizes), left, WIDTH - RIGHT);
        Chart { report, sizes, across, up, left }
    }

    fn logarithmic(report: &'a Page<'a>, sizes: &'a [&'a SizeFound]) -> Option<Chart<'a>> {
        // One point is no curve, and a factor needs two.
        if found(sizes).count() < 2 {
            return None;
        }
        let up = Scale::logarithmic(costs(sizes), HEIGHT - BOTTOM, TOP)?;
        let left = margin(&up);
        let across = Scale::logarithmic(found(sizes), left, WIDTH - RIGHT)?;
        Some(Chart { report, sizes, across, up, left })
    }

    fn draw(&self, axes: &str) -> String {
        let name = text(&self.report.finding.about.cost_name);
        let mut svg = format!(
            "<svg class=\"chart\" role=\"img\" viewBox=\"0 0 {WIDTH} {HEIGHT}\"><title>{name} against size, {axes}</title>"
        );
        self.axes(&mut svg);
        self.line(&mut svg, "formula", self.report.finding.growth.curve.iter().copied());
        let means = self.sizes.iter().filter_map(|size| Some((size.n.into(), size.random_mean?)));
        self.line(&mut svg, "random", bent(means.clone()).into_iter());
        let worst = self.sizes.iter().filter_map(|size| Some((size.n.into(), size.cost? as f64)));
        self.line(&mut svg, "worst", bent(worst).into_iter());
        for (n, mean) in means {
            self.circle(&mut svg, "mean", (n, mean), 2.0);
        }
        for size in self.sizes {
            self.mark(&mut svg, size);
        }
        self.probes(&mut svg);
        svg + "</svg>"
    }

    fn axes(&self, svg: &mut String) {
        let (right, floor) = (WIDTH - RIGHT, HEIGHT - BOTTOM);
        for (y, label) in self.up.labels(TICKS) {
            let class = if label == "0" { "zero" } else { "grid" };
            write!(svg, "<path class=\"{class}\" d=\"M{:.1} {y:.1}H{right:.1}\"/>", self.left).unwrap();
            let (x, y) = (self.left - 6.0, y + 4.0);
            write!(svg, "<text class=\"up\" x=\"{x:.1}\" y=\"{y:.1}\">{label}</text>").unwrap();
        }
        for (x, label) in self.across.labels(TICKS) {
            write!(svg, "<path class=\"tick\" d=\"M{x:.1} {floor:.1}v5\"/>").unwrap();
            let y = floor + 19.0;
            write!(svg, "<text class=\"across\" x=\"{x:.1}\" y=\"{y:.1}\">{label}</text>").unwrap();
        }
        write!(svg, "<path class=\"axis\" d=\"M{:.1} {floor:.1}H{right:.1}\"/>", self.left).unwrap();
        let name = clip(&self.report.finding.about.cost_name, 32);
        write!(svg, "<text class=\"name\" x=\"0\" y=\"13\">{}</text>", text(&name)).unwrap();
        let y = HEIGHT - 5.0;
        write!(svg, "<text class=\"up name\" x=\"{right:.1}\" y=\"{y:.1}\">size n</text>").unwrap();
    }

    /// A line through points, broken where one is outside.
    fn line(&self, svg: &mut String, class: &str, points: impl Iterator<Item = (f64, f64)>) {
        let mut path = String::new();
        let mut pen = 'M';
        for (n, cost) in points {
            let Some((x, y)) = self.across.at(n).zip(self.up.at(cost)) else {
                pen = 'M';
                continue;
            };
            write!(path, "{pen}{x:.1} {y:.1}").unwrap();
            pen = 'L';
        }
        if !path.is_empty() {
            write!(svg, "<path class=\"{class}\" d=\"{path}\"/>").unwrap();
        }
    }

    fn circle(&self, svg: &mut String, class: &str, (n, cost): (f64, f64), radius: f64) {
        if let Some((x, y)) = self.across.at(n).zip(self.up.at(cost)) {
            write!(svg, "<circle class=\"{class}\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{radius}\"/>").unwrap();
        }
    }

    fn mark(&self, svg: &mut String, size: &SizeFound) {
        // A crowd of marks must not hide its own shape.
        let radius = if self.sizes.len() > 60 { 2.5 } else { 4.0 };
        match (size.cost, size.status) {
            (Some(cost), Status::Exact) => self.circle(svg, "exact", (size.n.into(), cost as f64), radius),
            (Some(cost), _) => self.circle(svg, "least", (size.n.into(), cost as f64), radius),
            (None, _) => {
                if let Some(x) = self.across.at(size.n.into()) {
                    let (x, y) = (x - 3.0, HEIGHT - BOTTOM - 3.0);
                    write!(svg, "<path class=\"missing\" d=\"M{x:.1} {y:.1}l6 6m0-6l-6 6\"/>").unwrap();
                }
            }
        }
    }

    /// Strips over the plot, one for each size, that show its numbers while the pointer is there.
    fn probes(&self, svg: &mut String) {
        let places: Vec<(f64, &SizeFound)> =
            self.sizes.iter().filter_map(|size| Some((self.across.at(size.n.into())?, *size))).collect();
        let (ceiling, height) = (TOP - 8.0, HEIGHT - BOTTOM - TOP + 14.0);
        for (i, &(x, size)) in places.iter().enumerate() {
            let from = i.checked_sub(1).map_or(self.left, |before| (places[before].0 + x) / 2.0);
            let to = places.get(i + 1).map_or(WIDTH - RIGHT, |after| (after.0 + x) / 2.0);
            let said = said(size);
            write!(
                svg,
                "<g class=\"probe\"><title>{said}</title><rect x=\"{from:.1}\" y=\"{ceiling}\" width=\"{:.1}\" height=\"{height}\"/>\
                 <path d=\"M{x:.1} {TOP}V{:.1}\"/><text class=\"up\" x=\"{:.1}\" y=\"13\">{said}</text></g>",
                to - from,
                HEIGHT - BOTTOM,
                WIDTH - RIGHT,
            )
            .unwrap();
        }
    }
}

/// Points with others between them, as if the cost grew like a power of the size in between. Straight lines would do on
/// logarithmic axes, where these are the same; on linear ones, between sizes that are far apart, they would show costs
/// that are far too high.
fn bent(points: impl Iterator<Item = (f64, f64)>) -> Vec<(f64, f64)> {
    let points: Vec<(f64, f64)> = points.collect();
    // Many sizes leave short gaps, and a page is not to be large.
    let between = (1200 / points.len().max(1)).clamp(4, 40) as u32;
    let mut all: Vec<(f64, f64)> = Vec::new();
    for (n, cost) in points {
        if let Some(&(from, start)) = all.last()
            && from > 0.0
            && start > 0.0
            && cost > 0.0
            && n > from + 1.0
        {
            let share = |i: u32| f64::from(i) / f64::from(between);
            all.extend(
                (1..between)
                    .map(|i| (from * (n / from).powf(share(i)), start * (cost / start).powf(share(i)))),
            );
        }
        all.push((n, cost));
    }
    all
}

/// All that the vertical axis has to cover; formulas that leave it are cut off.
fn costs(sizes: &[&SizeFound]) -> impl Iterator<Item = f64> {
    let finite = |mean: &f64| mean.is_finite();
    sizes
        .iter()
        .flat_map(move |size| [size.cost.map(|cost| cost as f64), size.random_mean.filter(finite)])
        .flatten()
}

/// All that the horizontal axis has to cover: the sizes with something to show. One that is far beyond them, where nothing
/// was found, would press them all into a corner.
fn found(sizes: &[&SizeFound]) -> impl Iterator<Item = f64> {
    let shows = |size: &&&SizeFound| size.cost.is_some() || size.random_mean.is_some();
    sizes.iter().filter(shows).map(|size| size.n.into())
}

/// Room at the left for the labels of an axis.
fn margin(axis: &Scale) -> f64 {
    let longest = axis.labels(TICKS).into_iter().map(|(_, label)| label.chars().count()).max();
    14.0 + LETTER * longest.unwrap_or(1) as f64
}

/// A size's numbers in one line.
fn said(size: &SizeFound) -> String {
    let worst = match (size.cost, size.status) {
        (Some(cost), Status::Exact) => format!("exactly {}", number::integer(cost)),
        (Some(cost), _) => format!("at least {}", number::integer(cost)),
        (None, _) => text(&clip(size.reason.as_deref().unwrap_or("nothing found"), 30)).to_string(),
    };
    let mean = size.random_mean.map(|mean| format!(", random {}", number::mean(mean)));
    format!("n = {}: {worst}{}", size.n, mean.unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::well_formed;
    use crate::testing::{finding, page, size};
    use worstcase_worst::{Claim, Finding};

    fn drawn(costs: &[(u32, i64)]) -> String {
        let finding = finding(costs.iter().map(|&(n, cost)| size(n, cost, Status::Exact)).collect());
        let html = both(&page(&finding), &finding.sizes.iter().collect::<Vec<_>>());
        well_formed(&html);
        assert!(!html.contains("NaN") && !html.contains("inf"), "{html}");
        html
    }

    #[test]
    fn curves_of_all_kinds_are_drawn() {
        // The legend has one, too.
        assert_eq!(drawn(&[(5, 10)]).matches("class=\"exact\"").count(), 2);
        assert_eq!(drawn(&[(5, 10), (6, 11)]).matches("class=\"exact\"").count(), 5);
        drawn(&[]);
        drawn(&[(1, 1_000_000_000_000_000_000), (2, i64::MAX), (3, i64::MIN)]);
        drawn(&[(0, 5), (1, -7)]);
    }

    #[test]
    fn costs_of_zero_are_missing_from_logarithmic_axes() {
        assert_eq!(drawn(&[(1, 0), (2, 0)]).matches("class=\"chart\"").count(), 1);
        assert!(drawn(&[(1, 0), (2, 4), (3, 9)]).contains("at n&#160;=&#160;1, have no place"));
    }

    #[test]
    fn lines_break_where_points_are_outside() {
        let curve = vec![(0.0, 0.0), (1.0, f64::NAN), (2.0, 4.0), (3.0, 9.0), (4.0, 1e300), (5.0, 25.0)];
        let growth = Claim { curve, ..Claim::default() };
        let finding = Finding { growth, ..finding(vec![size(10, 100, Status::AtLeast)]) };
        let sizes: Vec<&SizeFound> = finding.sizes.iter().collect();
        let chart = Chart::linear(&page(&finding), &sizes).draw("");
        let line = chart.split("class=\"formula\" d=\"").nth(1).unwrap().split('"').next().unwrap();
        assert_eq!((line.matches('M').count(), line.matches('L').count()), (3, 1));
    }

    #[test]
    fn between_sizes_costs_grow_like_a_power() {
        let curve = bent([(1.0, 1.0), (10.0, 100.0), (11.0, 0.0), (20.0, 5.0)].into_iter());
        assert!(curve.iter().take(41).all(|(n, cost)| (cost / (n * n) - 1.0).abs() < 1e-9));
        assert_eq!(curve.len(), 41 + 2);
    }

    #[test]
    fn thinning_keeps_both_ends() {
        let many: Vec<u32> = (0..1000).collect();
        let few = thinned(&many, 10);
        assert_eq!((few.len(), few[0], few[9]), (10, 0, 999));
        assert_eq!(thinned(&many[..3], 10), [0, 1, 2]);
    }
}
