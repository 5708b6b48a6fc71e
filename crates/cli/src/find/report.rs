//! What `worstcase find` prints.

use serde_json::{Value as Json, json};
use worstcase_explore::{Input, Level, Tally};
use worstcase_program::Program;
use worstcase_worst::{Context, Generator, Growth, Learned, Pattern, Rule};

use crate::cost::CostKind;
use crate::paths::shown;
use crate::report::number_json;

/// What was found at a size.
pub struct Row {
    pub size: u32,
    pub cost: Option<i64>,
    pub status: &'static str,
    pub guided_paths: Option<u64>,
    pub tally: Tally,
    pub seconds: f64,
    pub random_mean: Option<f64>,
    /// The greatest cost of a random input.
    pub random_most: Option<i64>,
    /// How the costliest path trapped, if it did.
    pub trapped: Option<String>,
    pub input: Vec<Input>,
}

impl Row {
    pub fn new(size: u32, tally: &Tally) -> Row {
        Row {
            size,
            cost: None,
            status: "",
            guided_paths: None,
            tally: *tally,
            seconds: 0.0,
            random_mean: None,
            random_most: None,
            trapped: None,
            input: Vec::new(),
        }
    }
}

/// A rule for inputs that was confirmed at a size.
pub struct Confirmed {
    pub pattern: Pattern,
    pub size: u32,
}

/// All that there is to say.
pub struct Report<'a> {
    pub name: String,
    pub program: &'a Program,
    pub entry: String,
    pub cost: &'a CostKind,
    pub learned: &'a [Learned],
    pub learn_seconds: f64,
    pub generator: &'a Generator,
    pub rows: Vec<Row>,
    /// The sizes that people are shown.
    pub shown: Vec<u32>,
    pub growth: Growth,
    pub confirmed: Option<Confirmed>,
}

/// How many rules are shown.
const RULES: usize = 12;

impl Report<'_> {
    /// For people.
    pub fn text(&self) -> String {
        let mut text = String::new();
        let mut line = |name: &str, value: String| text += &format!("{name:<9} {value}\n");
        let paths: u64 = self.learned.iter().map(|learned| learned.tally.paths).sum();
        let greatest = self.learned.last().map_or(0, |learned| learned.size);
        line("learned", format!("sizes 1-{greatest}, {paths} paths"));
        if self.learned.iter().all(|learned| learned.inputs == 0) {
            line("input", "none: the program asks for no input, so each size has one cost".into());
        }
        let rules: Vec<String> = self.rules().collect();
        for (i, rule) in rules.iter().take(RULES).enumerate() {
            line(if i == 0 { "rule" } else { "" }, rule.clone());
        }
        if rules.len() > RULES {
            line("", format!("… and {} more", rules.len() - RULES));
        }
        if rules.is_empty() {
            line("rule", "none: no conditional prefers a side".into());
        }
        line("checked", self.checked());
        text += &self.table();
        let mut line = |name: &str, value: String| text += &format!("{name:<9} {value}\n");
        for row in &self.rows {
            if let (Some(cost), Some(most)) = (row.cost, row.random_most)
                && most > cost
            {
                let seen =
                    format!("a random input of size {} costs {most}: the rule is not enough there", row.size);
                line("beaten", seen);
            }
        }
        match &self.growth {
            Growth::Exact { formula, from } => {
                let from = if *from > 1 { format!(" from n = {from} on") } else { String::new() };
                let sizes = self.rows.iter().filter(|row| row.cost.is_some()).count();
                line("growth", format!("cost(n) = {formula}{from}, at each of {sizes} sizes looked at"));
            }
            Growth::Unknown => line("growth", "no formula found".into()),
        }
        if let Some(Confirmed { pattern, size }) = &self.confirmed {
            line("pattern", format!("input[i] = {pattern}, confirmed by running it at n = {size}"));
        }
        text
    }

    fn checked(&self) -> String {
        let list = |sizes: &[u32]| sizes.iter().map(u32::to_string).collect::<Vec<_>>().join(" and ");
        match (&self.generator.checked[..], &self.generator.missed[..]) {
            ([], []) => "nothing: too few sizes to learn from and to check with".into(),
            (sizes, []) => {
                format!("learned without {0}, it reaches the exact worst case at {0}", list(sizes))
            }
            (sizes, missed) => {
                let also =
                    if sizes.is_empty() { String::new() } else { format!(", only at {}", list(sizes)) };
                format!("NOT reached: the exact worst case at {}{also}", list(missed))
            }
        }
    }

    fn table(&self) -> String {
        let mut text =
            format!("{:>9} {:>12} {:>12}  {:<20} {}\n", "size", "cost", "random mean", "how", "input");
        for row in self.rows.iter().filter(|row| self.shown.contains(&row.size)) {
            let cost = row.cost.map_or("-".into(), |cost| cost.to_string());
            let mean = row.random_mean.map_or("-".into(), |mean| format!("{mean:.1}"));
            let how = match row.guided_paths {
                _ if row.cost.is_none() => row.status.to_string(),
                Some(1) => format!("{}, 1 path", row.status),
                Some(paths) => format!("{}, {paths} paths", row.status),
                None => row.status.to_string(),
            };
            let trapped = row.trapped.as_ref().map(|trap| format!("trapped ({trap}) on "));
            let input = trapped.unwrap_or_default() + &shown(&row.input);
            text += format!("{:>9} {cost:>12} {mean:>12}  {how:<20} {input}", row.size).trim_end();
            text += "\n";
        }
        text
    }

    /// What the rule says, where it makes a difference.
    fn rules(&self) -> impl Iterator<Item = String> {
        let telling = self.generator.policy.rules().filter(|rule| {
            let [no, yes] = rule.levels;
            (no == Level::Always) != (yes == Level::Always)
        });
        telling.filter_map(|rule| {
            let (conditional, side) =
                self.program.as_written(rule.key.at, rule.levels[1] == Level::Always)?;
            let place = self.program.describe(conditional.function, conditional.offset);
            let source = self
                .program
                .location(conditional.offset)
                .and_then(|at| Some(self.program.debug.as_ref()?.source_line(&at)?.trim()));
            let source = source.map(|line| format!("  `{line}`")).unwrap_or_default();
            let side = if side { "true" } else { "false" };
            Some(format!("{place}{source}  {side} whenever it can be{}", self.context(&rule)))
        })
    }

    fn context(&self, rule: &Rule) -> String {
        let history = |seen: u32| {
            let bits = format!("{seen:b}");
            bits[1..]
                .chars()
                .map(|bit| if bit == '1' { "jump" } else { "no jump" })
                .collect::<Vec<_>>()
                .join(", ")
        };
        match self.generator.context {
            Context::Plain => String::new(),
            Context::Caller if rule.key.seen == 0 => String::new(),
            Context::Caller => {
                let at = rule.key.seen - 1;
                let offset = self.program.origins[at as usize].offset;
                format!(", called from {}", self.program.describe(self.program.function_at(at), offset))
            }
            Context::Own(_) if rule.key.seen == 1 => ", the first time".into(),
            Context::Last(_) if rule.key.seen == 1 => ", at the beginning".into(),
            Context::Own(_) => format!(", after [{}] here", history(rule.key.seen)),
            Context::Last(_) => format!(", after [{}]", history(rule.key.seen)),
        }
    }

    /// For machines: one object on one line.
    pub fn json(&self) -> String {
        let level = |level: Level| match level {
            Level::Never => "0",
            Level::Forced => "1/2",
            Level::Always => "1",
        };
        let rules = self.generator.policy.rules().filter_map(|rule| {
            let (conditional, side) = self.program.as_written(rule.key.at, true)?;
            let [no, yes] = rule.levels.map(level);
            let (yes, no) = if side { (yes, no) } else { (no, yes) };
            let place = self.program.describe(conditional.function, conditional.offset);
            Some(json!({ "at": place, "context": rule.key.seen, "true": yes, "false": no }))
        });
        let kind = match self.generator.context {
            Context::Plain => "branch-policy".to_string(),
            Context::Caller => "branch-policy by caller".into(),
            Context::Own(length) => format!("branch-policy by the last {length} decisions there"),
            Context::Last(length) => format!("branch-policy by the last {length} decisions"),
        };
        let sizes = self.rows.iter().map(|row| {
            json!({
                "n": row.size, "cost": row.cost, "status": row.status, "guided_paths": row.guided_paths,
                "paths": row.tally.paths, "questions": row.tally.questions, "solver_calls": row.tally.calls,
                "seconds": (row.seconds * 1e3).round() / 1e3, "random_mean": row.random_mean, "random_most": row.random_most, "trapped": row.trapped,
                "input": row.input.iter().map(|input| number_json(input.number())).collect::<Json>(),
            })
        });
        let growth = match &self.growth {
            Growth::Exact { formula, from } => {
                let class = match formula.degree() {
                    0 => "1".to_string(),
                    1 => "n".into(),
                    degree => format!("n^{degree}"),
                };
                json!({ "formula": formula.to_string(), "from": from, "class": class })
            }
            Growth::Unknown => json!({ "formula": null, "class": "unknown" }),
        };
        let pattern = self.confirmed.as_ref().map(
            |Confirmed { pattern, size }| json!({ "formula": pattern.to_string(), "confirmed_n": size }),
        );
        let report = json!({
            "program": self.name,
            "entry": self.entry,
            "cost_kind": self.cost.word(),
            "learned": {
                "sizes": self.learned.iter().map(|learned| learned.size).collect::<Vec<_>>(),
                "paths": self.learned.iter().map(|learned| learned.tally.paths).sum::<u64>(),
                "checked_sizes": self.generator.checked,
                "missed_sizes": self.generator.missed,
                "seconds": (self.learn_seconds * 1e3).round() / 1e3,
            },
            "generator": { "kind": kind, "rules": rules.collect::<Json>() },
            "sizes": sizes.collect::<Json>(),
            "growth": growth,
            "pattern": pattern,
        });
        format!("{report}\n")
    }
}
