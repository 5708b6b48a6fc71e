//! The sentences of a page.

use std::fmt::Write;

use crate::escape::text;
use crate::{Page, number};
use worstcase_worst::{Finding, How, RuleFound, SizeFound, Status};

/// The first paragraph: the costliest input there is, and what that means.
pub fn lead(report: &Page<'_>, sizes: &[&SizeFound]) -> String {
    let program = text(&report.finding.about.program);
    let Some((size, cost)) = greatest(sizes) else {
        return format!("No worst-case input of <b>{program}</b> was found.");
    };
    let mut lead = format!(
        "At n&#160;=&#160;{}, <b>{program}</b> can be made to {}",
        size.n,
        spent(&report.finding.about.cost_name, cost)
    );
    if let Some(mean) = size.random_mean {
        write!(lead, "; random inputs cost {} on average", number::mean(mean)).unwrap();
        if let Some(most) = size.random_most.filter(|&most| most > cost) {
            write!(lead, ", and one even {}", number::integer(most)).unwrap();
        }
    }
    lead.push('.');
    let worth = worth(sizes);
    if !worth.is_empty() {
        lead += &format!(" {worth}");
    }
    let missing: Vec<u32> = missing(sizes).map(|size| size.n).filter(|&n| n > size.n).collect();
    if !missing.is_empty() {
        lead += &format!(" Nothing was found at n&#160;=&#160;{}.", list(&missing));
    }
    lead
}

/// The greatest size that has a cost.
pub fn greatest<'a>(sizes: &[&'a SizeFound]) -> Option<(&'a SizeFound, i64)> {
    sizes.iter().rev().find_map(|size| Some((*size, size.cost?)))
}

/// What costs as such are worth: `Exact for n ≤ 8, at least beyond.`
fn worth(sizes: &[&SizeFound]) -> String {
    let of = |status: Status| -> Vec<u32> {
        sizes.iter().filter(|size| size.cost.is_some() && size.status == status).map(|size| size.n).collect()
    };
    let (exact, least) = (of(Status::Exact), of(Status::AtLeast));
    match (&exact[..], &least[..]) {
        ([], []) => String::new(),
        ([], _) => "The worst case is at least that: other inputs may cost more.".into(),
        ([_], []) => "The worst case is exact: no input of this size costs more.".into(),
        (_, []) => "The worst case is exact at every size shown here.".into(),
        ([first, .., last], [next, ..]) | ([first @ last], [next, ..])
            if *first <= 1 && exact.len() as u64 == u64::from(last - first) + 1 && next > last =>
        {
            format!("Exact for n&#160;≤&#160;{last}, at least beyond.")
        }
        _ => format!("Exact at n&#160;=&#160;{}, at least at {}.", list(&exact), list(&least)),
    }
}

/// Sizes without a cost.
pub fn missing<'a>(sizes: &[&'a SizeFound]) -> impl Iterator<Item = &'a SizeFound> {
    sizes.iter().copied().filter(|size| size.cost.is_none())
}

/// What a program does when it costs so much.
fn spent(cost_name: &str, cost: i64) -> String {
    let verb = match cost_name.split_whitespace().next() {
        Some("conditionals") => "decide",
        Some("instructions") => "execute",
        Some("calls") => "do",
        _ => "cost",
    };
    format!("{verb} <b class=\"worst\">{}</b> {}", number::integer(cost), text(cost_name))
}

/// Sizes in a few words: `1–8, 10 and 30`.
pub fn list(sizes: &[u32]) -> String {
    /// So many runs of sizes are named.
    const MOST: usize = 12;
    let mut runs: Vec<(u32, u32)> = Vec::new();
    for &size in sizes {
        match runs.last_mut() {
            Some((_, last)) if last.checked_add(1) == Some(size) => *last = size,
            _ => runs.push((size, size)),
        }
    }
    let mut words = Vec::new();
    for &(first, last) in runs.iter().take(MOST) {
        match last - first {
            0 => words.push(first.to_string()),
            1 => words.extend([first.to_string(), last.to_string()]),
            _ => words.push(format!("{first}–{last}")),
        }
    }
    if runs.len() > MOST {
        words.push(format!("{} more", runs.len() - MOST));
    }
    match words.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, others)) => format!("{} and {last}", others.join(", ")),
        None => String::new(),
    }
}

/// How a cost was found: `all paths`, `1 path`, `climbing`, or why there is none.
pub fn how(size: &SizeFound) -> String {
    match (size.how, size.guided_paths) {
        _ if size.earlier => "earlier run".into(),
        (How::Nothing, _) => size.reason.clone().unwrap_or("nothing".into()),
        (How::Paths, _) => "all paths".into(),
        (How::Rule, Some(1)) => "1 path".into(),
        (how, _) => how.word().into(),
    }
}

/// What a rule says.
pub fn says(rule: &RuleFound) -> &'static str {
    if rule.side() { "true whenever it can be" } else { "false whenever it can be" }
}

/// How far the rule reaches worst cases that are known.
pub fn checked(finding: &Finding) -> String {
    let learned = &finding.learned;
    match (&learned.checked_sizes[..], &learned.missed_sizes[..]) {
        (_, missed) if !missed.is_empty() => {
            format!("NOT reached by the rule: the exact worst case at {}", list(missed))
        }
        _ if learned.sizes.is_empty() => "nothing: no exact worst case is known".into(),
        _ if !learned.all_followed => "not at all sizes it was learned from: the time was up".into(),
        ([], _) => "reaches the exact worst case at all sizes it was learned from".into(),
        (sizes, _) => {
            let sizes = list(sizes);
            format!("learned without {sizes}, it reaches the exact worst case at {sizes}")
        }
    }
}

/// What came of the challenges, if there were any.
pub fn challenged(finding: &Finding) -> Option<String> {
    let lost = finding.challenges.iter().filter(|challenge| challenge.is_lost());
    let lost: Vec<String> = lost
        .map(|challenge| {
            let (best, cost) = (challenge.best.unwrap_or(0), challenge.cost.unwrap_or(0));
            format!("{best} at {} (the rule: {cost})", challenge.n)
        })
        .collect();
    let sizes: Vec<u32> = finding.challenges.iter().map(|challenge| challenge.n).collect();
    match (&lost[..], &sizes[..]) {
        ([], []) => None,
        ([], sizes) => Some(format!("changing its inputs at {} found nothing costlier", list(sizes))),
        (lost, _) => Some(format!("BEATEN: a challenge found {}", lost.join(", "))),
    }
}

/// A number with its noun: `1 path`, `2 paths`.
pub fn counted(count: u64, noun: &str) -> String {
    format!("{} {noun}{}", number::count(count), if count == 1 { "" } else { "s" })
}

/// A formula as one would write it by hand: exponents raised, `2*n` without its star.
pub fn formula(formula: &str) -> String {
    let mut html = String::new();
    let mut rest = formula.chars().peekable();
    while let Some(character) = rest.next() {
        let digits = |rest: &mut std::iter::Peekable<std::str::Chars>| {
            std::iter::from_fn(|| rest.next_if(char::is_ascii_digit)).collect::<String>()
        };
        match character {
            '^' if rest.peek().is_some_and(char::is_ascii_digit) => {
                html += &format!("<sup>{}</sup>", digits(&mut rest));
            }
            // A digit before a digit needs its sign.
            '*' if rest.peek().is_some_and(char::is_ascii_alphabetic) => {}
            '*' => html.push('·'),
            '-' => html.push('−'),
            other => html += &text(other.encode_utf8(&mut [0; 4])).to_string(),
        }
    }
    html
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing;
    use worstcase_worst::About;

    fn size(n: u32, cost: i64, status: Status) -> SizeFound {
        SizeFound { random_mean: Some(5254.94), ..testing::size(n, cost, status) }
    }

    fn lead_of(sizes: &[SizeFound]) -> String {
        let (program, cost_name) = ("sort.c".into(), "conditionals".into());
        let about = About { program, cost_name, ..About::default() };
        let finding = Finding { about, ..Finding::default() };
        let html = lead(&testing::page(&finding), &sizes.iter().collect::<Vec<_>>());
        let mut text = String::new();
        let mut inside = false;
        for character in html.replace("&#160;", " ").chars() {
            match character {
                '<' => inside = true,
                '>' => inside = false,
                _ if !inside => text.push(character),
                _ => {}
            }
        }
        text
    }

    #[test]
    fn the_lead_says_what_is_exact() {
        let (exact, least) = (|n| size(n, 3, Status::Exact), |n| size(n, 10198, Status::AtLeast));
        let many: Vec<SizeFound> = (1..=8).map(exact).chain([least(100)]).collect();
        assert_eq!(
            lead_of(&many),
            "At n = 100, sort.c can be made to decide 10198 conditionals; random inputs cost 5254.9 on average. \
             Exact for n ≤ 8, at least beyond."
        );
        assert!(lead_of(&[exact(4)]).ends_with("The worst case is exact: no input of this size costs more."));
        assert!(
            lead_of(&[least(4)]).ends_with("The worst case is at least that: other inputs may cost more.")
        );
        assert!(lead_of(&[exact(1), exact(4), least(5)]).ends_with("Exact at n = 1 and 4, at least at 5."));
        assert!(lead_of(&[exact(1), least(4)]).ends_with("Exact for n ≤ 1, at least beyond."));
    }

    #[test]
    fn the_lead_says_when_a_random_input_is_worse() {
        let beaten = SizeFound { random_most: Some(6000), ..size(9, 5000, Status::AtLeast) };
        assert!(lead_of(&[beaten]).contains("; random inputs cost 5254.9 on average, and one even 6000."));
    }

    #[test]
    fn the_lead_says_what_is_missing() {
        let missing = SizeFound::nothing(50, "");
        assert!(
            lead_of(&[size(4, 3, Status::Exact), missing.clone()]).ends_with("Nothing was found at n = 50.")
        );
        assert_eq!(lead_of(&[missing]), "No worst-case input of sort.c was found.");
        assert_eq!(lead_of(&[]), "No worst-case input of sort.c was found.");
    }

    #[test]
    fn sizes_are_listed_as_ranges() {
        assert_eq!(list(&[1, 2, 3, 4, 10, 30]), "1–4, 10 and 30");
        assert_eq!(list(&[7, 8]), "7 and 8");
        assert_eq!(list(&[u32::MAX]), u32::MAX.to_string());
        assert!(list(&(0..1000).map(|i| 2 * i).collect::<Vec<_>>()).ends_with("and 988 more"));
    }

    #[test]
    fn formulas_are_typeset() {
        assert_eq!(formula("n^2 + 2*n - 2"), "n<sup>2</sup> + 2n − 2");
        assert_eq!(formula("2*3<4"), "2·3&lt;4");
    }
}
