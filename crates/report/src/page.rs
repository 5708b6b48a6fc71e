//! The page of `find` as a whole.

use crate::escape::{clip, text};
use crate::frame::{self, Foot, Head, figure, section};
use crate::{Page, chart, number, picture, source, table, trust, words};
use worstcase_worst::SizeFound;

/// What was found as one HTML file. The same finding gives the same bytes.
pub fn html(report: &Page<'_>) -> String {
    let sizes: Vec<&SizeFound> = report.finding.sizes.iter().collect();
    let head = Head {
        over: "The worst case of",
        program: &report.finding.about.program,
        lead: words::lead(report, &sizes),
        figures: figures(report, &sizes),
        remarks: &report.finding.remarks,
    };
    let sections = [
        section("Cost against size", &chart::both(report, &sizes)),
        section("The rule", &(introduction(report) + &source::rules(report))),
        section("The inputs", &(pattern(report) + &picture::gallery(&sizes))),
        section("What is exact and what is not", &trust::claims(report, &sizes)),
        section("All sizes", &table::sizes(report, &sizes)),
    ];
    let about = &report.finding.about;
    let foot = Foot { version: &about.replay.version, entry: &about.entry, command: report.command };
    frame::page("", &head, &sections.concat(), &foot)
}

/// The numbers that one takes away.
fn figures(report: &Page<'_>, sizes: &[&SizeFound]) -> String {
    let mut html = String::new();
    if let Some((size, cost)) = words::greatest(sizes) {
        let label = format!(
            "{} at n&#160;=&#160;{} {}",
            text(&clip(&report.finding.about.cost_name, 40)),
            size.n,
            table::worth(size.status)
        );
        html += &figure("worst", &number::integer(cost), &label);
        if let Some(times) = size.random_mean.and_then(|mean| number::times(cost as f64, mean)) {
            // A sign behind a power would be one too many.
            let sign = if times.contains('×') { " times" } else { "×" };
            html += &figure("", &format!("{times}{sign}"), "the mean of random inputs");
        }
    }
    let growth = &report.finding.growth;
    let from = match growth.from {
        Some(from @ 2..) => format!(" from n&#160;=&#160;{from} on"),
        _ => String::new(),
    };
    match (&growth.formula, &growth.class) {
        (Some(formula), _) => {
            let seen = words::counted(growth.checked as u64, "size");
            let label = format!("is its cost{from}, confirmed by {seen} it was not fitted to");
            html += &figure("formula", &words::formula(&clip(formula, 60)), &label);
        }
        (None, Some(class)) => {
            let seen = words::counted(growth.alike as u64, "size");
            let label = format!("is about how it grows{from}, by {seen}");
            html += &figure("", &words::formula(&clip(class, 40)), &label);
        }
        (None, None) => {}
    }
    let learned = &report.finding.learned;
    if let (Some(first), Some(last)) = (learned.sizes.first(), learned.sizes.last()) {
        let sizes = match *first {
            0 | 1 => format!("n&#160;≤&#160;{last}"),
            first => format!("n&#160;=&#160;{first}–{last}"),
        };
        let paths = if learned.paths == 1 { "path" } else { "paths" };
        let label = format!("{paths} explored, all there are for {sizes}");
        html += &figure("", &number::count(learned.paths), &label);
    }
    html
}

fn introduction(report: &Page<'_>) -> String {
    if report.finding.generator.rules.is_empty() {
        return String::new();
    }
    "<p>This is the way that the costliest paths go at small sizes. Larger sizes are searched along it.</p>"
        .into()
}

fn pattern(report: &Page<'_>) -> String {
    let Some(pattern) = &report.finding.pattern else {
        return "<p>Value against index, one picture for each size.</p>".into();
    };
    format!(
        "<p>Value against index, one picture for each size. They follow a pattern: <code class=\"pattern\">{}</code>, \
         confirmed by running it at n&#160;=&#160;{}.</p>",
        text(&clip(&pattern.formula, 200)),
        pattern.confirmed_n
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Source;
    use crate::check::well_formed;
    use crate::testing::{page, size};
    use worstcase_explore::Input;
    use worstcase_machine::process::InputKind;
    use worstcase_worst::{About, Claim, Finding, InputList, PatternFound, RuleFound, Status};

    fn evil() -> String {
        "\"'><script>alert(1)</script><img src=x onerror=alert(1)>&\0\u{202e}".to_string()
    }

    fn bytes(text: &str) -> InputList {
        InputList(text.bytes().map(|byte| Input { kind: InputKind::U8, bits: byte.into() }).collect())
    }

    /// A finding in which every text is an attack.
    fn hostile() -> Finding {
        let hurt = |n: u32, status: Status| SizeFound {
            trapped: Some(evil()),
            stopped_by: Some(evil()),
            input: bytes(&evil()),
            ..size(n, 7, status)
        };
        let rule = |line: u32| RuleFound {
            at: evil(),
            file: evil(),
            line,
            column: 3,
            source: evil(),
            context: evil(),
            yes: evil(),
            no: evil(),
            loss: 1,
        };
        let (program, entry, cost_name, cost_kind) = (evil(), evil(), evil(), evil());
        let mut finding = Finding {
            about: About { program, entry, cost_kind, cost_name, ..About::default() },
            sizes: vec![hurt(1, Status::Exact), hurt(2, Status::NotEnded), SizeFound::nothing(9, &evil())],
            growth: Claim {
                formula: Some(evil()),
                class: Some(evil()),
                withheld: Some(evil()),
                curve: vec![(1.0, 2.0)],
                ..Claim::default()
            },
            pattern: Some(PatternFound { formula: evil(), confirmed_n: 3 }),
            remarks: vec![evil()],
            ..Finding::default()
        };
        finding.about.replay.version = evil();
        finding.generator.rules = vec![rule(0), rule(1), rule(2)];
        finding
    }

    fn hostile_page() -> String {
        let sources = [Source { file: evil(), lines: vec![evil()] }];
        html(&Page { finding: &hostile(), command: &evil(), sources: &sources })
    }

    #[test]
    fn hostile_text_is_only_text() {
        let html = hostile_page();
        well_formed(&html);
        for wrong in ["<script", "<img", "href=\"javascript:", "\0", "\u{202e}"] {
            assert!(!html.contains(wrong), "{wrong}");
        }
        // Attributes are only ever ours.
        let tags = html.split('<').map(|rest| rest.split('>').next().unwrap_or_default());
        assert!(tags.clone().all(|tag| !tag.contains("onerror=")));
    }

    #[test]
    fn an_empty_finding_is_a_page() {
        let html = html(&page(&Finding::default()));
        well_formed(&html);
        assert!(html.contains("No worst-case input"));
    }

    #[test]
    fn the_page_needs_nothing_else() {
        let html = hostile_page();
        for wrong in ["http://", "https://", "url(", "@import", " src=", "<link"] {
            assert!(!html.replace("<img src=x", "").replace("&lt;img src=x", "").contains(wrong), "{wrong}");
        }
    }

    #[test]
    fn huge_findings_stay_small() {
        let noise =
            |i: u64| Input { kind: InputKind::U32, bits: i.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 33 };
        let input = InputList((0..20_000).map(noise).collect());
        let sizes = (0..2000u32).map(|n| SizeFound {
            random_mean: Some(1e18),
            input: if n % 100 == 0 { input.clone() } else { InputList::default() },
            ..size(n, i64::MAX - i64::from(n), Status::AtLeast)
        });
        let rule = |line: u32| RuleFound {
            file: "a.c".into(),
            line: line % 3000,
            context: "x".repeat(200),
            ..RuleFound::default()
        };
        let mut finding =
            Finding { sizes: sizes.collect(), remarks: vec!["z".repeat(10_000); 1000], ..Finding::default() };
        finding.generator.rules = (0..5000).map(rule).collect();
        let sources = [Source { file: "a.c".into(), lines: vec!["y".repeat(100_000); 3000] }];
        let html = html(&Page { sources: &sources, ..page(&finding) });
        well_formed(&html);
        assert!(html.len() < 1_000_000, "{}", html.len());
    }

    #[test]
    fn the_same_finding_gives_the_same_bytes() {
        assert_eq!(hostile_page(), hostile_page());
    }
}
