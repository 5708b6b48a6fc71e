//! The rule beside the source lines that it talks about.

use std::collections::BTreeMap;
use std::fmt::Write;

use crate::escape::{clip, text};
use crate::{Page, Source, words};
use worstcase_worst::RuleFound;

/// So many lines are shown before and after a line with a rule.
const AROUND: usize = 3;
/// So many lines with rules are shown; the rules of others are only listed.
const LINES: usize = 20;
/// So many rules are shown beside a line.
const BESIDE: usize = 8;
/// So many rules are listed at once.
const LISTED: usize = 12;
/// So many rules are listed at all.
const MOST: usize = 500;
/// Longer lines are cut: some sources are written by programs.
const LENGTH: usize = 160;

/// Rules by the line that they are about.
type Lines<'a> = BTreeMap<usize, Vec<&'a RuleFound>>;

/// All rules, beside their source as far as there is one.
pub fn rules(report: &Page<'_>) -> String {
    if report.finding.generator.rules.is_empty() {
        return "<p>None: no conditional prefers a side.</p>".into();
    }
    let (mut html, mut listed, mut room) = (String::new(), Vec::new(), LINES);
    let mut files: Vec<(&str, Vec<&RuleFound>)> = Vec::new();
    for rule in &report.finding.generator.rules {
        match files.iter_mut().find(|(file, _)| *file == rule.file) {
            Some((_, rules)) => rules.push(rule),
            None => files.push((&rule.file, vec![rule])),
        }
    }
    for (file, rules) in files {
        let source = report.sources.iter().find(|source| source.file == file);
        let mut lines = Lines::new();
        for rule in rules {
            let known = source.is_some_and(|source| (1..=source.lines.len()).contains(&(rule.line as usize)));
            let shown = lines.contains_key(&(rule.line as usize)) || lines.len() < room;
            if known && shown {
                lines.entry(rule.line as usize).or_default().push(rule);
            } else {
                listed.push(rule);
            }
        }
        if let Some(source) = source.filter(|_| !lines.is_empty()) {
            room -= lines.len();
            html += &excerpt(source, lines.keys().copied(), AROUND, &|number, line| {
                ruled(number, line, lines.get(&number).map_or(&[][..], Vec::as_slice))
            });
        }
    }
    html + &list(&listed)
}

/// The lines of a file around some of them, each made by `row`.
pub fn excerpt(
    source: &Source,
    lines: impl Iterator<Item = usize>,
    around: usize,
    row: &dyn Fn(usize, &str) -> String,
) -> String {
    let mut html = format!("<figure class=\"source\"><figcaption>{}</figcaption>", text(&source.file));
    let mut lines = lines.peekable();
    let mut shown = 0;
    while let Some(line) = lines.next() {
        let from = line.saturating_sub(around).max(shown + 1);
        if from > shown + 1 {
            html += "<div class=\"gap\">⋮</div>";
        }
        // Up to just before the next of them, which brings its own surroundings.
        let next = lines.peek().copied().unwrap_or(usize::MAX);
        let to = (line + around).min(source.lines.len()).min(next - 1);
        for number in from..=to {
            html += &row(number, &source.lines[number - 1]);
        }
        shown = to;
    }
    if shown < source.lines.len() {
        html += "<div class=\"gap\">⋮</div>";
    }
    html + "</figure>"
}

/// A line of a file, its words marked that begin at some columns, and a list of what is to be said about it.
pub fn row(attributes: &str, number: usize, line: &str, columns: &[usize], beside: &[String]) -> String {
    let mut html = format!(
        "<div {attributes}><span class=\"number\">{number}</span><code>{}</code>",
        code(line, columns)
    );
    if !beside.is_empty() {
        write!(html, "<ul>{}</ul>", beside.concat()).unwrap();
    }
    html + "</div>"
}

fn ruled(number: usize, line: &str, rules: &[&RuleFound]) -> String {
    let class = if rules.is_empty() { "line" } else { "line ruled" };
    let columns: Vec<usize> = rules.iter().map(|rule| rule.column as usize).collect();
    let several = columns.iter().any(|column| *column != columns[0]);
    let mut beside = Vec::new();
    for rule in rules.iter().take(BESIDE) {
        // Only where the line does not say it: a condition of its own, or one of several.
        let condition = rule.source.trim();
        let what = if condition != line.trim() && !condition.is_empty() {
            format!("<code>{}</code> ", text(&clip(condition, 80)))
        } else if several && rule.column > 0 {
            format!("<span class=\"where\">column {}:</span> ", rule.column)
        } else {
            String::new()
        };
        beside.push(format!("<li>{what}{}</li>", says(rule)));
    }
    if rules.len() > BESIDE {
        beside.push(format!("<li class=\"where\">and {} more for this line</li>", rules.len() - BESIDE));
    }
    row(&format!("class=\"{class}\""), number, line, &columns, &beside)
}

fn says(rule: &RuleFound) -> String {
    let mut html = format!("<b>{}</b>", words::says(rule));
    if !rule.context.is_empty() {
        write!(html, " <span class=\"where\">{}</span>", text(&clip(&rule.context, 160))).unwrap();
    }
    html
}

/// A line with the words marked that begin at some columns.
fn code(line: &str, columns: &[usize]) -> String {
    let line = clip(line.trim_end(), LENGTH);
    let mut html = String::new();
    let mut end = 0;
    for (at, character) in line.char_indices() {
        if at < end {
            continue;
        }
        let mut next = at + character.len_utf8();
        let marked = columns.contains(&(at + 1)) && !character.is_whitespace();
        if marked {
            let word = |c: char| c.is_alphanumeric() || c == '_';
            if word(character) {
                next = line[at..].find(|c| !word(c)).map_or(line.len(), |length| at + length);
            }
            write!(html, "<mark>{}</mark>", text(&line[at..next])).unwrap();
        } else {
            write!(html, "{}", text(&line[at..next])).unwrap();
        }
        end = next;
    }
    html
}

/// Rules without a place of their own; many of them only on demand.
fn list(rules: &[&RuleFound]) -> String {
    let items = |rules: &[&RuleFound]| -> String { rules.iter().map(|rule| item(rule)).collect() };
    match rules {
        [] => String::new(),
        _ if rules.len() <= LISTED => format!("<ul class=\"rules\">{}</ul>", items(rules)),
        _ => {
            let left_out = match rules.len().saturating_sub(MOST) {
                0 => String::new(),
                more => format!("<li>and {more} more</li>"),
            };
            let shown = items(&rules[..rules.len().min(MOST)]);
            format!(
                "<details><summary>{} rules that are not shown beside their source</summary><ul class=\"rules\">{shown}{left_out}</ul></details>",
                rules.len()
            )
        }
    }
}

fn item(rule: &RuleFound) -> String {
    let place = match (rule.line, rule.column) {
        (0, _) => rule.file.clone(),
        (line, 0) => format!("{}:{line}", rule.file),
        (line, column) => format!("{}:{line}:{column}", rule.file),
    };
    let mut html = format!("<li><span class=\"where\">{}</span> ", text(&clip(&place, 120)));
    if !rule.source.trim().is_empty() {
        write!(html, "<code>{}</code> ", text(&clip(rule.source.trim(), 100))).unwrap();
    }
    html + &says(rule) + "</li>"
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::well_formed;
    use crate::testing::page;
    use worstcase_worst::Finding;

    fn shown(lines: &[&str], places: &[(u32, u32)]) -> String {
        let rule = |&(line, column): &(u32, u32)| RuleFound {
            file: "a.c".into(),
            line,
            column,
            yes: "1".into(),
            ..RuleFound::default()
        };
        let source = Source { file: "a.c".into(), lines: lines.iter().map(ToString::to_string).collect() };
        let mut finding = Finding::default();
        finding.generator.rules = places.iter().map(rule).collect();
        let html = rules(&Page { sources: &[source], ..page(&finding) });
        well_formed(&html);
        html
    }

    #[test]
    fn lines_around_a_rule_are_shown_once() {
        let lines: Vec<String> = (1..=40).map(|i| format!("line{i};")).collect();
        let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
        let html = shown(&lines, &[(10, 1), (12, 1), (30, 0)]);
        let numbers: Vec<&str> =
            html.split("class=\"number\">").skip(1).map(|rest| rest.split('<').next().unwrap()).collect();
        assert_eq!(numbers.join(" "), "7 8 9 10 11 12 13 14 15 27 28 29 30 31 32 33");
        assert_eq!(html.matches("class=\"gap\"").count(), 3);
        assert_eq!(html.matches("line ruled").count(), 3);
    }

    #[test]
    fn the_word_at_the_column_is_marked() {
        assert_eq!(code("  while (a < b)", &[3]), "  <mark>while</mark> (a &lt; b)");
        assert_eq!(code("a && b", &[3]), "a <mark>&amp;</mark>&amp; b");
        // Columns are bytes, and one may point anywhere.
        assert_eq!(code("ä b", &[2, 4, 99]), "ä <mark>b</mark>");
    }

    #[test]
    fn rules_without_source_are_listed() {
        let html = shown(&["x"], &[(1, 1), (2, 1), (0, 0)]);
        assert!(html.contains("a.c:2:1") && html.contains(">a.c<"));
    }

    #[test]
    fn hundreds_of_rules_stay_readable() {
        let many: Vec<(u32, u32)> = (0..500).map(|i| (i + 1, 1)).collect();
        let lines = vec!["if (x)"; 500];
        let html = shown(&lines, &many);
        assert_eq!(html.matches("line ruled").count(), LINES);
        assert!(html.len() < 200_000);
        let html = shown(&["if (x)"], &vec![(1, 1); 500]);
        assert!(html.contains("and 492 more for this line"));
    }

    #[test]
    fn hostile_source_is_only_text() {
        let html = shown(&["</code><script>alert(1)</script>"], &[(1, 1)]);
        assert!(!html.contains("<script"));
    }
}
