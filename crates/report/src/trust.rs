//! What is exact and what is not: every claim of the page with what stands behind it.

use std::fmt::Write;

use crate::escape::{clip, text};
use crate::{Report, Size, Status, number, words};

/// So many reasons are told apart.
const REASONS: usize = 8;

/// All claims, the strongest first.
pub fn claims(report: &Report, sizes: &[&Size]) -> String {
    let mut html = String::from("<dl class=\"claims\">");
    let mut claim = |mark: &str, what: &str, why: &str| {
        write!(html, "<div><dt class=\"{mark}\">{what}</dt><dd>{why}</dd></div>").unwrap();
    };
    let of = |status: Status| -> Vec<u32> {
        sizes.iter().filter(|size| size.cost.is_some() && size.status == status).map(|size| size.n).collect()
    };
    let (exact, least) = (of(Status::Exact), of(Status::AtLeast));
    if !exact.is_empty() {
        let why = format!(
            "At n&#160;=&#160;{}, every path was explored. No other input costs more, and the one shown was run and costs this.",
            words::list(&exact)
        );
        claim("exact", "Exact", &why);
    }
    if !least.is_empty() {
        let why = format!(
            "At n&#160;=&#160;{}, the input shown was run and costs this. Not every path was seen, so another input may cost more.",
            words::list(&least)
        );
        claim("least", "At least", &why);
    }
    for (reason, missing) in reasons(sizes) {
        let why = format!(
            "At n&#160;=&#160;{}, nothing was found: {}.",
            words::list(&missing),
            text(&clip(&reason, 200))
        );
        claim("missing", "Missing", &why);
    }
    if let Some(rule) = rule(report) {
        claim("other", "Rule", &rule);
    }
    if let Some(growth) = growth(report) {
        claim("other", "Growth", &growth);
    }
    if let Some(pattern) = &report.pattern {
        let why = format!(
            "<code>{}</code> was run at n&#160;=&#160;{}, a size that nothing was learned from, and cost what the formula says. \
             At other sizes it is a guess.",
            text(&clip(&pattern.text, 200)),
            pattern.confirmed_n
        );
        claim("other", "Pattern", &why);
    }
    if sizes.iter().any(|size| size.random_mean.is_some()) {
        claim(
            "other",
            "Random",
            "The mean is over a sample of random inputs, to compare with. It bounds nothing.",
        );
    }
    html + "</dl>"
}

/// Sizes without a cost, by the reason for that.
fn reasons(sizes: &[&Size]) -> Vec<(String, Vec<u32>)> {
    let mut reasons: Vec<(String, Vec<u32>)> = Vec::new();
    for size in words::missing(sizes) {
        let reason = match &size.status {
            Status::Missing(reason) if !reason.is_empty() => reason.as_str(),
            _ => "no reason is known",
        };
        let full = reasons.len() >= REASONS;
        match reasons.iter_mut().find(|(known, _)| known == reason) {
            Some((_, sizes)) => sizes.push(size.n),
            None if full => reasons[REASONS - 1].1.push(size.n),
            None => reasons.push((reason.to_string(), vec![size.n])),
        }
        if full {
            reasons[REASONS - 1].0 = "other reasons; the table has them".into();
        }
    }
    reasons
}

fn rule(report: &Report) -> Option<String> {
    let learned = report.learned.as_ref()?;
    let from = if learned.first == learned.last {
        format!("size {}", learned.last)
    } else {
        format!("sizes {}–{}", learned.first, learned.last)
    };
    let mut html = format!(
        "Learned from all {} of {from}, in {}&#160;s. ",
        words::counted(learned.paths, "path"),
        number::seconds(learned.seconds)
    );
    let (checked, missed) = (words::list(&learned.checked), words::list(&learned.missed));
    html += &match (learned.checked.is_empty(), learned.missed.is_empty()) {
        (true, true) => {
            "It was not checked: there were too few sizes to learn from and to check with.".into()
        }
        (false, true) => format!("Learned without {checked}, it reaches the exact worst case there, too."),
        (true, false) => {
            format!(
                "<b class=\"warning\">Learned without {missed}, it does not reach the exact worst case there.</b>"
            )
        }
        (false, false) => format!(
            "Learned without them, it reaches the exact worst case at {checked}, <b class=\"warning\">but not at {missed}.</b>"
        ),
    };
    html += " That it leads to the worst case at other sizes is not proved.";
    Some(html)
}

fn growth(report: &Report) -> Option<String> {
    let growth = report.growth.as_ref()?;
    let from =
        if growth.from > 1 { format!(" from n&#160;=&#160;{} on", growth.from) } else { String::new() };
    let seen = words::counted(growth.checked as u64, "size");
    Some(if growth.formula.is_empty() {
        format!(
            "About like {}{from}, fitted to {seen}. No formula was found that is met exactly.",
            words::formula(&growth.class)
        )
    } else {
        format!(
            "<code>cost(n) = {}</code>{from}: met exactly at each of the {seen} looked at there. Not proved for others.",
            text(&clip(&growth.formula, 200))
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Learned;
    use crate::check::well_formed;

    #[test]
    fn reasons_are_told_apart_up_to_a_limit() {
        let missing = |n: u32, reason: String| Size { n, status: Status::Missing(reason), ..Size::default() };
        let sizes: Vec<Size> = (0..20).map(|n| missing(n, format!("reason {}", n % 10))).collect();
        let found = reasons(&sizes.iter().collect::<Vec<_>>());
        assert_eq!(found.len(), REASONS);
        assert_eq!(found[0], ("reason 0".to_string(), vec![0, 10]));
        assert_eq!(found.iter().map(|(_, sizes)| sizes.len()).sum::<usize>(), 20);
    }

    #[test]
    fn a_rule_that_missed_says_so() {
        let learned = Learned { first: 1, last: 8, checked: vec![7], missed: vec![8], ..Learned::default() };
        let report = Report { learned: Some(learned), ..Report::default() };
        let html = claims(&report, &[]);
        well_formed(&html);
        assert!(html.contains("but not at 8."));
    }
}
