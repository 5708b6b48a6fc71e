//! The page of `find` as a whole.

use crate::escape::{clip, text};
use crate::frame::{self, Foot, Head, figure, section};
use crate::{Report, Size, Status, chart, number, picture, source, table, trust, words};

/// The report as one HTML file. The same report gives the same bytes.
pub fn html(report: &Report) -> String {
    let mut sizes: Vec<&Size> = report.sizes.iter().collect();
    sizes.sort_by_key(|size| size.n);
    let head = Head {
        over: "The worst case of",
        program: &report.program,
        lead: words::lead(report, &sizes),
        figures: figures(report, &sizes),
        remarks: &report.remarks,
    };
    let sections = [
        section("Cost against size", &chart::both(report, &sizes)),
        section("The rule", &(introduction(report) + &source::rules(report))),
        section("The inputs", &(pattern(report) + &picture::gallery(&sizes))),
        section("What is exact and what is not", &trust::claims(report, &sizes)),
        section("All sizes", &table::sizes(report, &sizes)),
    ];
    let foot = Foot { version: &report.version, entry: &report.entry, command: &report.command };
    frame::page("", &head, &sections.concat(), &foot)
}

/// The numbers that one takes away.
fn figures(report: &Report, sizes: &[&Size]) -> String {
    let mut html = String::new();
    if let Some((size, cost)) = words::greatest(sizes) {
        let label = format!(
            "{} at n&#160;=&#160;{} {}",
            text(&clip(&report.cost_name, 40)),
            size.n,
            table::worth(if size.status == Status::Exact { &Status::Exact } else { &Status::AtLeast })
        );
        html += &figure("worst", &number::integer(cost), &label);
        if let Some(times) = size.random_mean.and_then(|mean| number::times(cost as f64, mean)) {
            // A sign behind a power would be one too many.
            let sign = if times.contains('×') { " times" } else { "×" };
            html += &figure("", &format!("{times}{sign}"), "the mean of random inputs");
        }
    }
    if let Some(growth) = &report.growth {
        let from =
            if growth.from > 1 { format!(" from n&#160;=&#160;{} on", growth.from) } else { String::new() };
        let seen = words::counted(growth.checked as u64, "size");
        if growth.formula.is_empty() {
            html += &figure(
                "",
                &words::formula(&clip(&growth.class, 40)),
                &format!("is about how it grows{from}, by {seen}"),
            );
        } else {
            let label = format!("is its cost{from}, at each of {seen}");
            html += &figure("formula", &words::formula(&clip(&growth.formula, 60)), &label);
        }
    }
    if let Some(learned) = &report.learned {
        let sizes = if learned.first <= 1 {
            format!("n&#160;≤&#160;{}", learned.last)
        } else {
            format!("n&#160;=&#160;{}–{}", learned.first, learned.last)
        };
        html += &figure(
            "",
            &number::count(learned.paths),
            &format!(
                "{} explored, all there are for {sizes}",
                if learned.paths == 1 { "path" } else { "paths" }
            ),
        );
    }
    html
}

fn introduction(report: &Report) -> String {
    if report.rules.is_empty() {
        return String::new();
    }
    "<p>This is the way that the costliest paths go at small sizes. Larger sizes are searched along it.</p>"
        .into()
}

fn pattern(report: &Report) -> String {
    let Some(pattern) = &report.pattern else {
        return "<p>Value against index, one picture for each size.</p>".into();
    };
    format!(
        "<p>Value against index, one picture for each size. They follow a pattern: <code class=\"pattern\">{}</code>, \
         confirmed by running it at n&#160;=&#160;{}.</p>",
        text(&clip(&pattern.text, 200)),
        pattern.confirmed_n
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::well_formed;
    use crate::{Growth, Input, Learned, Pattern, Rule, Source};

    /// A report in which every text is an attack.
    fn hostile() -> Report {
        let evil = || "\"'><script>alert(1)</script><img src=x onerror=alert(1)>&\0\u{202e}".to_string();
        let size = |n: u32, status: Status| Size {
            n,
            cost: (n < 5).then_some(7),
            status,
            how: evil(),
            note: evil(),
            input: Input { values: vec![60.0, 62.0, f64::NAN], bytes: n == 2, text: evil() },
            file: Some(format!("javascript:{}", evil())),
            ..Size::default()
        };
        let rule = |line: u32| Rule {
            file: evil(),
            line,
            column: 3,
            condition: evil(),
            says: evil(),
            context: Some(evil()),
        };
        Report {
            program: evil(),
            command: evil(),
            version: evil(),
            cost_name: evil(),
            entry: evil(),
            learned: Some(Learned::default()),
            sizes: vec![size(1, Status::Exact), size(2, Status::AtLeast), size(9, Status::Missing(evil()))],
            growth: Some(Growth {
                formula: evil(),
                class: evil(),
                points: vec![(1.0, 2.0)],
                ..Growth::default()
            }),
            pattern: Some(Pattern { text: evil(), confirmed_n: 3 }),
            rules: vec![rule(0), rule(1), rule(2)],
            sources: vec![Source { file: evil(), lines: vec![evil()] }],
            remarks: vec![evil()],
        }
    }

    #[test]
    fn hostile_text_is_only_text() {
        let html = html(&hostile());
        well_formed(&html);
        for wrong in ["<script", "<img", "href=\"javascript:", "\0", "\u{202e}"] {
            assert!(!html.contains(wrong), "{wrong}");
        }
        // Attributes are only ever ours.
        let tags = html.split('<').map(|rest| rest.split('>').next().unwrap_or_default());
        assert!(tags.clone().all(|tag| !tag.contains("onerror=")));
    }

    #[test]
    fn an_empty_report_is_a_page() {
        let html = html(&Report::default());
        well_formed(&html);
        assert!(html.contains("No worst-case input"));
    }

    #[test]
    fn the_page_needs_nothing_else() {
        let html = html(&hostile());
        for wrong in ["http://", "https://", "url(", "@import", " src=", "<link"] {
            assert!(!html.replace("<img src=x", "").replace("&lt;img src=x", "").contains(wrong), "{wrong}");
        }
    }

    #[test]
    fn huge_reports_stay_small() {
        let noise = |i: u64| (i.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 33) as f64;
        let sizes = (0..2000u32).map(|n| Size {
            n,
            cost: Some(i64::MAX - i64::from(n)),
            status: Status::AtLeast,
            random_mean: Some(1e18),
            input: Input {
                values: (0..20_000).map(noise).collect(),
                bytes: false,
                text: "1 ".repeat(20_000),
            },
            ..Size::default()
        });
        let rule = |line: u32| Rule {
            file: "a.c".into(),
            line: line % 3000,
            says: "x".repeat(200),
            ..Rule::default()
        };
        let report = Report {
            sizes: sizes.collect(),
            rules: (0..5000).map(rule).collect(),
            sources: vec![Source { file: "a.c".into(), lines: vec!["y".repeat(100_000); 3000] }],
            remarks: vec!["z".repeat(10_000); 1000],
            ..Report::default()
        };
        let html = html(&report);
        well_formed(&html);
        assert!(html.len() < 1_000_000, "{}", html.len());
    }

    #[test]
    fn the_same_report_gives_the_same_bytes() {
        assert_eq!(html(&hostile()), html(&hostile()));
    }
}
