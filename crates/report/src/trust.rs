//! What is exact and what is not: every claim of the page with what stands behind it.

use std::fmt::Write;

use crate::escape::{clip, text};
use crate::{Page, number, words};
use worstcase_worst::{SizeFound, Status};

/// So many reasons are told apart.
const REASONS: usize = 8;

/// All claims, the strongest first.
pub fn claims(report: &Page<'_>, sizes: &[&SizeFound]) -> String {
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
    let endless = of(Status::NotEnded);
    if !endless.is_empty() {
        let why = format!(
            "At n&#160;=&#160;{}, the input shown did not end within the limit. It costs this at least, and maybe far more.",
            words::list(&endless)
        );
        claim("least", "Did not end", &why);
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
    if let Some(challenges) = challenges(report) {
        claim("other", "Challenge", &challenges);
    }
    let growth = text(&report.finding.growth.to_string()).to_string();
    let proof = match report.finding.growth.proof() {
        Some(proof) => format!("From above, {}.", text(&proof)),
        None => "Runs show how bad it gets, not how bad it gets at most.".into(),
    };
    claim("other", "Growth", &format!("{growth}. {proof}"));
    if let Some(pattern) = &report.finding.pattern {
        let why = format!(
            "<code>{}</code> was run at n&#160;=&#160;{}, a size that it was not made from, and cost no less than what is known there. \
             At other sizes it is a guess.",
            text(&clip(&pattern.formula, 200)),
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
fn reasons(sizes: &[&SizeFound]) -> Vec<(String, Vec<u32>)> {
    let mut reasons: Vec<(String, Vec<u32>)> = Vec::new();
    for size in words::missing(sizes) {
        let reason = size.reason.as_deref().unwrap_or("no reason is known");
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

fn rule(report: &Page<'_>) -> Option<String> {
    let learned = &report.finding.learned;
    let from = match &learned.sizes[..] {
        [] => return None,
        [one] => format!("size {one}"),
        sizes => format!("sizes {}", words::list(sizes)),
    };
    let html = format!(
        "Learned from all {} of {from}, in {}&#160;s. ",
        words::counted(learned.paths, "path"),
        number::seconds(learned.seconds)
    );
    let checked = words::checked(report.finding);
    let checked = match learned.missed_sizes.is_empty() {
        true => text(&checked).to_string(),
        false => format!("<b class=\"warning\">{}</b>", text(&checked)),
    };
    Some(format!("{html}Checked: {checked}. That it leads to the worst case at other sizes is not proved."))
}

fn challenges(report: &Page<'_>) -> Option<String> {
    let said = words::challenged(report.finding)?;
    let said = text(&said).to_string();
    Some(match report.finding.challenges.iter().any(|challenge| challenge.is_lost()) {
        true => format!("<b class=\"warning\">{said}</b>"),
        false => said,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::well_formed;
    use crate::testing::page;
    use worstcase_worst::{Finding, LearnedSizes};

    #[test]
    fn reasons_are_told_apart_up_to_a_limit() {
        let missing = |n: u32, reason: String| SizeFound::nothing(n, &reason);
        let sizes: Vec<SizeFound> = (0..20).map(|n| missing(n, format!("reason {}", n % 10))).collect();
        let found = reasons(&sizes.iter().collect::<Vec<_>>());
        assert_eq!(found.len(), REASONS);
        assert_eq!(found[0], ("reason 0".to_string(), vec![0, 10]));
        assert_eq!(found.iter().map(|(_, sizes)| sizes.len()).sum::<usize>(), 20);
    }

    #[test]
    fn a_rule_that_missed_says_so() {
        let sizes = (1..=8).collect();
        let learned =
            LearnedSizes { sizes, checked_sizes: vec![7], missed_sizes: vec![8], ..LearnedSizes::default() };
        let finding = Finding { learned, ..Finding::default() };
        let html = claims(&page(&finding), &[]);
        well_formed(&html);
        assert!(html.contains("NOT reached by the rule: the exact worst case at 8"));
    }
}
