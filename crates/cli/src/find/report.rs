//! What `worstcase find` prints.

use std::path::Path;

use serde_json::{Value as Json, json};
use worstcase_program::{Pc, Program};
use worstcase_worst::{Challenge, Choice, Context, Growth, Key, Learned};

use super::pattern::Confirmed;
use super::row::{How, Row};
use crate::cost::CostKind;
use crate::paths::shown;
use crate::report::number_json;

/// All that there is to say.
pub struct Report<'a> {
    pub name: String,
    pub program: &'a Program,
    pub entry: String,
    pub cost: &'a CostKind,
    pub learned: &'a [Learned],
    pub learn_seconds: f64,
    pub choice: &'a Choice,
    pub rows: Vec<Row>,
    /// The sizes that people are shown.
    pub shown: Vec<u32>,
    pub growth: Growth,
    pub confirmed: Option<Confirmed>,
    /// What went otherwise than it should.
    pub remarks: Vec<String>,
}

/// A decision of the rule, as people read it.
pub struct RuleText {
    /// The place: file, line and column, or in other words if these are not known.
    pub place: String,
    pub file: String,
    pub line: u32,
    pub column: u32,
    /// The source line.
    pub source: String,
    pub says: &'static str,
    /// When, if that matters; begins with a comma.
    pub context: String,
}

/// How many rules are shown.
const RULES: usize = 12;

impl Report<'_> {
    /// For people.
    pub fn text(&self, folder: Option<&Path>) -> String {
        let mut text = String::new();
        let mut line = |name: &str, value: String| text += &format!("{name:<9} {value}\n");
        let paths: u64 = self.learned.iter().map(|learned| learned.tally.paths).sum();
        match self.learned.last() {
            Some(greatest) => line("learned", format!("sizes 1-{}, {paths} paths", greatest.size)),
            None => line("learned", "nothing".into()),
        }
        let found = self.rows.iter().any(|row| row.cost.is_some());
        let asks = self.rows.iter().any(|row| !row.input.is_empty());
        if found && !asks {
            line("input", "none: the program asks for no input, so each size has one cost".into());
        }
        let rules = self.rules();
        for (i, rule) in rules.iter().take(RULES).enumerate() {
            line(if i == 0 { "rule" } else { "" }, rule.to_string());
        }
        if rules.len() > RULES {
            line("", format!("… and {} more", rules.len() - RULES));
        }
        if rules.is_empty() && asks {
            let why = if self.is_flat() { "it makes no difference" } else { "none was found" };
            line("rule", format!("none: {why}"));
        }
        if asks {
            line("checked", self.checked());
            if let Some(challenged) = self.challenged() {
                line("", challenged);
            }
        }
        text += &self.table();
        let mut line = |name: &str, value: String| text += &format!("{name:<9} {value}\n");
        for remark in self.remarks() {
            line("note", remark);
        }
        line("growth", self.growth());
        if let Some(Confirmed { pattern, size, .. }) = &self.confirmed {
            line("pattern", format!("{pattern}; confirmed by running it at n = {size}"));
        }
        if let Some(folder) = folder {
            line("wrote", format!("{}/report.html, and the inputs", folder.display()));
        }
        text
    }

    fn checked(&self) -> String {
        let choice = self.choice;
        match (&choice.checked[..], &choice.missed[..]) {
            (_, missed) if !missed.is_empty() => {
                format!("NOT reached by the rule: the exact worst case at {}", listed(missed))
            }
            ([], _) if self.learned.is_empty() => "nothing: no exact worst case is known".into(),
            ([], _) => "reaches the exact worst case at all sizes it was learned from".into(),
            (sizes, _) => {
                let sizes = listed(sizes);
                format!("learned without {sizes}, it reaches the exact worst case at {sizes}")
            }
        }
    }

    /// What came of the challenges.
    fn challenged(&self) -> Option<String> {
        let lost: Vec<&Challenge> = self.choice.challenges.iter().filter(|one| one.is_lost()).collect();
        let sizes: Vec<u32> = self.choice.challenges.iter().map(|challenge| challenge.size).collect();
        match &lost[..] {
            [] if sizes.is_empty() => None,
            [] => Some(format!("changing its inputs at {} found nothing costlier", listed(&sizes))),
            lost => {
                let lost = lost.iter().map(|one| {
                    let best = one.best.as_ref().map_or(0, |(cost, _)| *cost);
                    format!("{best} at {} (the rule: {})", one.size, one.cost.unwrap_or(0))
                });
                let lost = lost.collect::<Vec<_>>().join(", ");
                Some(format!("BEATEN: changing its inputs found {lost}"))
            }
        }
    }

    /// What went otherwise than it should.
    pub fn remarks(&self) -> impl Iterator<Item = String> {
        let rows = self.rows.iter().filter(|row| self.shown.contains(&row.size));
        let by_chance = rows.filter(|row| matches!(row.how, How::Chance | How::Climbing)).map(|row| {
            let how = if row.how == How::Chance { "a random input" } else { "changing inputs at random" };
            match row.tally.paths {
                0 => format!(
                    "at n = {} the rule's path was not followed to its end; {how} gave this",
                    row.size
                ),
                _ => format!("at n = {} {how} found more than the rule's path", row.size),
            }
        });
        let endless = self.rows.iter().filter_map(|row| {
            let (input, limit) = row.endless.as_ref()?;
            let input = shown(input);
            let size = row.size;
            Some(format!(
                "at n = {size} an input was not seen to end in {limit} instructions (--max-steps): {input}"
            ))
        });
        let short = self.short();
        let short = (!short.is_empty()).then(|| {
            format!("at n = {} less was found than the formula for the growth says", listed(&short))
        });
        self.remarks.iter().cloned().chain(by_chance).chain(endless).chain(short)
    }

    /// The sizes at which less was found than the formula says.
    fn short(&self) -> Vec<u32> {
        self.rows.iter().filter(|row| self.is_short(row)).map(|row| row.size).collect()
    }

    /// Whether less was found than the formula says.
    fn is_short(&self, row: &Row) -> bool {
        match (row.cost, self.growth.at(row.size)) {
            (Some(cost), Some(formula)) => i128::from(cost) < formula,
            _ => false,
        }
    }

    fn growth(&self) -> String {
        match &self.growth {
            Growth::Exact(formula) => {
                let from = match formula.from() {
                    0 | 1 => String::new(),
                    from => format!(" from n = {from} on"),
                };
                let class = formula.class();
                let checked = formula.checked();
                let but = match &self.short()[..] {
                    [] => String::new(),
                    sizes if sizes.len() >= checked => {
                        let sizes = listed(sizes);
                        return format!(
                            "not known: cost(n) = {formula}{from} fits the small sizes, but LESS was found at {sizes}"
                        );
                    }
                    sizes => format!("; LESS was found at {}", listed(sizes)),
                };
                format!(
                    "cost(n) = {formula}{from}: Θ({class}), confirmed by {checked} sizes it was not fitted to{but}"
                )
            }
            Growth::About(fit) => format!("no formula found; {fit}"),
            Growth::Unknown => "no formula found".into(),
        }
    }

    fn table(&self) -> String {
        let mut text =
            format!("{:>9} {:>12} {:>12}  {:<20} {}\n", "size", "cost", "random mean", "how", "input");
        for row in self.rows.iter().filter(|row| self.shown.contains(&row.size)) {
            let cost = row.cost.map_or("-".into(), |cost| cost.to_string());
            let mean = row.random_mean.map_or("-".into(), |mean| format!("{mean:.1}"));
            let how = match row.how {
                How::Paths | How::Missing(_) => row.how.status().to_string(),
                How::Rule => "at least, 1 path".into(),
                _ => format!("at least, {}", row.how.word()),
            };
            let trapped = row.trapped.as_ref().map(|trap| format!("trapped ({trap}) on "));
            let input = trapped.unwrap_or_default() + &shown(&row.input);
            text += format!("{:>9} {cost:>12} {mean:>12}  {how:<20} {input}", row.size).trim_end();
            text += "\n";
        }
        text
    }

    /// Whether all inputs cost the same, as far as random ones show.
    fn is_flat(&self) -> bool {
        let mut compared = self.rows.iter().filter_map(|row| Some((row.cost, row.random_mean?))).peekable();
        let flat = |(cost, mean): (Option<i64>, f64)| cost.is_some_and(|cost| mean == cost as f64);
        compared.peek().is_some() && compared.all(flat)
    }

    /// What the rule says, where it makes a difference.
    pub fn rules(&self) -> Vec<RuleText> {
        if self.is_flat() {
            return Vec::new();
        }
        let rules = self.choice.rules.iter().filter_map(|rule| {
            let (conditional, side) = self.program.as_written(rule.key.at, rule.side)?;
            let location = self.program.location(conditional.offset);
            let source = location
                .as_ref()
                .and_then(|at| Some(self.program.debug.as_ref()?.source_line(at)?.trim().to_string()));
            let place = self.program.describe(conditional.function, conditional.offset);
            let (file, line, column) =
                location.map_or((place.clone(), 0, 0), |at| (at.file, at.line, at.column));
            Some(RuleText {
                place,
                file,
                line,
                column,
                source: source.unwrap_or_default(),
                says: if side { "true whenever it can be" } else { "false whenever it can be" },
                context: self.context(&rule.key),
            })
        });
        rules.collect()
    }

    fn context(&self, key: &Key) -> String {
        let context = self.choice.strategy.context;
        let mut text = String::new();
        for caller in key.callers.into_iter().flatten() {
            text += &format!(", called from {}", self.place(caller));
        }
        if context.own > 0 {
            text += &match key.own {
                1 => ", the first time".to_string(),
                own => format!(", after {} there", history(own)),
            };
        }
        if context.last > 0 {
            text += &match key.last {
                1 => ", at the beginning".to_string(),
                last => format!(", after {}", history(last)),
            };
        }
        text
    }

    fn place(&self, at: Pc) -> String {
        let offset = self.program.origins[at as usize].offset;
        self.program.describe(self.program.function_at(at), offset)
    }

    /// For machines: one object on one line.
    pub fn json(&self) -> String {
        format!("{}\n", self.value())
    }

    /// For machines.
    pub fn value(&self) -> Json {
        let rules = self.choice.rules.iter().filter_map(|rule| {
            let (conditional, side) = self.program.as_written(rule.key.at, rule.side)?;
            let place = self.program.describe(conditional.function, conditional.offset);
            let (yes, no) = if side { ("1", "1/2") } else { ("1/2", "1") };
            let context = self.context(&rule.key);
            let context = context.trim_start_matches(", ");
            Some(json!({ "at": place, "context": context, "true": yes, "false": no, "loss": rule.loss }))
        });
        let sizes = self.rows.iter().map(|row| {
            json!({
                "n": row.size, "cost": row.cost, "status": row.how.status(), "how": row.how.word(),
                "guided_paths": (row.how != How::Paths).then_some(row.tally.paths),
                "paths": row.tally.paths, "questions": row.tally.questions, "solver_calls": row.tally.calls,
                "seconds": (row.seconds * 1e3).round() / 1e3, "memory_mb": row.memory.map(f64::round),
                "random_mean": row.random_mean, "random_most": row.random_most, "trapped": row.trapped,
                "input": row.input.iter().map(|input| number_json(input.number())).collect::<Json>(),
            })
        });
        let growth = match &self.growth {
            Growth::Exact(formula) => json!({
                "formula": formula.to_string(), "from": formula.from(),
                "class": formula.class().to_string(), "checked": formula.checked(),
            }),
            growth => json!({ "formula": null, "class": growth.class().to_string() }),
        };
        let pattern = self.confirmed.as_ref().map(
            |Confirmed { pattern, size, .. }| json!({ "formula": pattern.to_string(), "confirmed_n": size }),
        );
        let challenges = self.choice.challenges.iter().map(|challenge| {
            let best = challenge.best.as_ref().map(|(cost, _)| cost);
            json!({ "n": challenge.size, "cost": challenge.cost, "best": best })
        });
        json!({
            "program": self.name,
            "entry": self.entry,
            "cost_kind": self.cost.word(),
            "learned": {
                "sizes": self.learned.iter().map(|learned| learned.size).collect::<Vec<_>>(),
                "paths": self.learned.iter().map(|learned| learned.tally.paths).sum::<u64>(),
                "checked_sizes": self.choice.checked,
                "missed_sizes": self.choice.missed,
                "seconds": (self.learn_seconds * 1e3).round() / 1e3,
            },
            "generator": { "kind": kind(self.choice.strategy.context), "rules": rules.collect::<Json>() },
            "challenges": challenges.collect::<Json>(),
            "sizes": sizes.collect::<Json>(),
            "growth": growth,
            "pattern": pattern,
            "remarks": self.remarks().collect::<Vec<_>>(),
        })
    }
}

impl std::fmt::Display for RuleText {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}", self.place)?;
        if !self.source.is_empty() {
            write!(f, "  `{}`", self.source)?;
        }
        write!(f, "  {}{}", self.says, self.context)
    }
}

fn kind(context: Context) -> String {
    let mut parts = Vec::new();
    match context.callers {
        0 => {}
        1 => parts.push("the caller".to_string()),
        callers => parts.push(format!("{callers} enclosing calls")),
    }
    if context.own > 0 {
        parts.push(format!("the last {} decisions there", context.own));
    }
    if context.last > 0 {
        parts.push(format!("the last {} decisions", context.last));
    }
    match parts.is_empty() {
        true => "branch-policy".into(),
        false => format!("branch-policy by {}", parts.join(" and ")),
    }
}

/// A history with a leading 1, as it was decided.
fn history(seen: u32) -> String {
    let bits = format!("{seen:b}");
    let words = bits[1..].chars().map(|bit| if bit == '1' { "jump" } else { "no jump" });
    format!("[{}]", words.collect::<Vec<_>>().join(", "))
}

fn listed(sizes: &[u32]) -> String {
    let words: Vec<String> = sizes.iter().map(u32::to_string).collect();
    match words.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} and {last}", rest.join(", ")),
        _ => words.concat(),
    }
}
