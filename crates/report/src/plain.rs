//! What was found, for a terminal.

use worstcase_worst::{Finding, RuleFound, SizeFound, Status};

use crate::words;

/// How many rules are shown.
const RULES: usize = 12;

/// What was found as text; the folder is where it was written, if it was.
pub fn text(finding: &Finding, folder: Option<&str>) -> String {
    let mut text = String::new();
    let mut line = |name: &str, value: String| text += &format!("{name:<9} {value}\n");
    let learned = &finding.learned;
    match &learned.sizes[..] {
        [] => line("learned", "nothing".into()),
        [one] => line("learned", format!("size {one}, {}", words::counted(learned.paths, "path"))),
        sizes => line("learned", format!("sizes {}, {} paths", words::list(sizes), learned.paths)),
    }
    let asks = finding.asks();
    if let Some(why) = &finding.no_input {
        line("input", format!("NONE: {why}"));
    }
    let rules: &[RuleFound] = if finding.is_flat() { &[] } else { &finding.generator.rules };
    for (i, rule) in rules.iter().take(RULES).enumerate() {
        line(if i == 0 { "rule" } else { "" }, decision(rule));
    }
    if rules.len() > RULES {
        line("", format!("… and {} more", rules.len() - RULES));
    }
    if rules.is_empty() && asks {
        let why = if finding.is_flat() { "it makes no difference" } else { "none was found" };
        line("rule", format!("none: {why}"));
    }
    if asks {
        line("checked", words::checked(finding));
        if let Some(challenged) = words::challenged(finding) {
            line("", challenged);
        }
    }
    text += &table(finding);
    let mut line = |name: &str, value: String| text += &format!("{name:<9} {value}\n");
    for remark in &finding.remarks {
        line("note", remark.clone());
    }
    if finding.no_input.is_none() {
        line("growth", finding.growth.to_string());
        if let Some(proof) = finding.growth.proof() {
            line("", proof);
        }
    }
    if let Some(pattern) = &finding.pattern {
        line(
            "pattern",
            format!("{}; confirmed by running it at n = {}", pattern.formula, pattern.confirmed_n),
        );
    }
    if let Some(folder) = folder {
        line("wrote", format!("{folder}/report.html, and the inputs"));
    }
    text
}

fn decision(rule: &RuleFound) -> String {
    let mut text = rule.at.clone();
    if !rule.source.is_empty() {
        text += &format!("  `{}`", rule.source);
    }
    text += &format!("  {}", words::says(rule));
    if !rule.context.is_empty() {
        text += &format!(", {}", rule.context);
    }
    text
}

fn table(finding: &Finding) -> String {
    let mut text = format!("{:>9} {:>12} {:>12}  {:<20} {}\n", "size", "cost", "random mean", "how", "input");
    for size in finding.shown() {
        let cost = size.cost.map_or("-".into(), |cost| cost.to_string());
        let mean = size.random_mean.map_or("-".into(), |mean| format!("{mean:.1}"));
        let note = size.note().map(|note| format!("{note} on ")).unwrap_or_default();
        let (how, input) = (worth(size), note + &size.input_text());
        text += format!("{:>9} {cost:>12} {mean:>12}  {how:<20} {input}", size.n).trim_end();
        text += "\n";
    }
    text
}

fn worth(size: &SizeFound) -> String {
    match size.status {
        Status::Exact => "exact".into(),
        Status::AtLeast | Status::NotEnded => format!("at least, {}", words::how(size)),
        Status::Nothing => words::how(size),
    }
}
