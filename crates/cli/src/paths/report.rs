//! What `worstcase paths` prints.

use std::collections::BTreeMap;

use serde_json::{Value as Json, json};
use worstcase_explore::{Cut, End, Ending, Input, Places, StdinShape, StopReason, Subject, Tally};
use worstcase_machine::process::Entry;

use super::places;
use crate::cost::CostKind;
use crate::report::{entry_name, number_json};

/// The costliest path that ended.
pub struct Worst {
    pub cost: i64,
    /// An input that takes it.
    pub input: Vec<Input>,
}

/// A way in which paths ended, other than by returning.
pub struct Example {
    pub description: String,
    paths: u64,
    kind: &'static str,
    input: Vec<Input>,
}

impl Example {
    pub fn new(subject: &Subject, ending: &Ending, input: Vec<Input>) -> Self {
        let (kind, said) = match &ending.end {
            End::Returned => ("returned", "returned".to_string()),
            End::Exited(code) => ("exited", format!("exited with code {code}")),
            End::Failed => ("failed", "reported a failure".to_string()),
            End::Trapped(trap) => ("trapped", format!("trapped: {trap}")),
            End::CutOff(Cut::Stopped(StopReason::Input(error))) => {
                ("cut off", format!("not followed: {error}"))
            }
            End::CutOff(cut) => ("cut off", cut.to_string()),
        };
        let place = ending.at.map(|pc| {
            let (function, offset) =
                (subject.program.function_at(pc), subject.program.origins[pc as usize].offset);
            let place = subject.program.describe(function, offset);
            if kind == "cut off" { format!("; it stood at {place}") } else { format!(" at {place}") }
        });
        let description = said + &place.unwrap_or_default();
        Example { description, paths: ending.paths, kind, input }
    }
}

/// All that there is to say about an exploration.
pub struct Report<'a> {
    pub name: String,
    pub subject: &'a Subject,
    pub size: Option<u32>,
    pub cost: &'a CostKind,
    pub histogram: &'a BTreeMap<i64, u64>,
    pub inputs: usize,
    pub tally: Tally,
    pub worst: Option<Worst>,
    pub examples: Vec<Example>,
    /// Why it was stopped, if it was.
    pub stopped: Option<String>,
    pub seconds: f64,
}

/// How many rows a histogram has, and how wide its bars are.
const ROWS: usize = 20;
const BAR: u64 = 40;

impl Report<'_> {
    /// Whether there is something to look at.
    pub fn is_finding(&self) -> bool {
        !self.tally.is_complete() || self.examples.iter().any(|example| example.kind != "exited")
    }

    /// For people.
    pub fn text(&self) -> String {
        let mut text = String::new();
        let mut line = |name: &str, value: String| text += &format!("{name:<9} {value}\n");
        let Tally { paths, dropped, .. } = self.tally;
        let complete = self.tally.is_complete();
        line("paths", format!("{paths}{}", if complete { ", all there are" } else { ", at least" }));
        if dropped > 0 {
            line("dropped", format!("{dropped} by assumptions, not counted"));
        }
        for reason in self.reasons() {
            line("missing", reason);
        }
        if self.inputs == 0 && self.tally.cut_off == 0 && paths > 0 {
            line("input", self.no_input());
        }
        if let Some(Worst { cost, input }) = &self.worst {
            let status = if complete { "exact" } else { "at least" };
            let unit = self.cost;
            line("worst", format!("{cost} {unit}, {status}"));
            if !input.is_empty() {
                line("", format!("on {}", self.subject.shown(input)));
            }
        }
        for Example { description, paths, input, .. } in &self.examples {
            let example = match &input[..] {
                [] => String::new(),
                input => format!("\n          on {}", self.subject.shown(input)),
            };
            let paths = if *paths == 1 { "1 path".to_string() } else { format!("{paths} paths") };
            line("ended", format!("{paths} {description}{example}"));
        }
        if self.histogram.len() > 1 {
            text += "\n";
            text += &self.bars();
        }
        text
    }

    /// Why not all paths were seen, one line each.
    fn reasons(&self) -> Vec<String> {
        let Tally { cut_off, undecided, pinned, undecided_at, pinned_at, .. } = &self.tally;
        let mut reasons = Vec::new();
        let mut say = |count: u64, places: Option<&Places>, one: &str, many: &str| {
            let said = match count {
                0 => return,
                1 => format!("1 {one}"),
                _ => format!("{count} {many}"),
            };
            let places = places.and_then(|places| places::text(&self.subject.program, places));
            reasons.push(said + &places.map(|places| format!("\n          at {places}")).unwrap_or_default());
        };
        say(
            *cut_off,
            None,
            "path could not be followed to its end, see below",
            "paths could not be followed to their end, see below",
        );
        say(
            *undecided,
            Some(undecided_at),
            "decision was too hard for the solver, and only one side of it was followed (--solver-time)",
            "decisions were too hard for the solver, and only one side of them was followed (--solver-time)",
        );
        say(
            *pinned,
            Some(pinned_at),
            "number that can have many values was fixed to one of them",
            "numbers that can have many values were fixed to one of them",
        );
        reasons.extend(self.stopped.as_ref().map(|reason| format!("what is left: {reason}")));
        reasons
    }

    fn no_input(&self) -> String {
        let advice = match self.subject.entry {
            Entry::Command(_) if self.subject.world.tree.is_some() => ", and does not look at the tree",
            Entry::Command(_) if self.subject.stdin == StdinShape::World => {
                "; --stdin --size N makes standard input one"
            }
            _ => "",
        };
        format!("none: the program asks for no input{advice}")
    }

    /// The number of paths of each cost, in as many rows as one can look at.
    fn bars(&self) -> String {
        let (Some((&low, _)), Some((&high, _))) =
            (self.histogram.first_key_value(), self.histogram.last_key_value())
        else {
            return String::new();
        };
        // Costs that do not all get a row of their own share rows of equal width.
        let span = i128::from(high) - i128::from(low) + 1;
        let each = if self.histogram.len() <= ROWS { 1 } else { (span + ROWS as i128 - 1) / ROWS as i128 };
        let mut rows: BTreeMap<i128, u64> = BTreeMap::new();
        for (&cost, &paths) in self.histogram {
            *rows.entry((i128::from(cost) - i128::from(low)) / each).or_default() += paths;
        }
        let most = rows.values().copied().max().unwrap_or(1);
        let label = |row: i128| {
            let first = i128::from(low) + row * each;
            if each == 1 { first.to_string() } else { format!("{first}-{}", first + each - 1) }
        };
        let width = rows.keys().map(|&row| label(row).len()).max().unwrap_or(0).max(4);
        let digits = most.to_string().len().max(5);
        let mut text = format!("{:>width$}  {:>digits$}\n", "cost", "paths");
        for (&row, &paths) in &rows {
            let bar = "█".repeat((u128::from(paths) * u128::from(BAR)).div_ceil(most.into()) as usize);
            text += &format!("{:>width$}  {paths:>digits$}  {bar}\n", label(row));
        }
        text
    }

    /// For machines: one object on one line.
    pub fn json(&self) -> String {
        let numbers =
            |input: &[Input]| input.iter().map(|input| number_json(input.number())).collect::<Json>();
        let endings = self.examples.iter().map(|example| {
            json!({ "kind": example.kind, "description": example.description, "paths": example.paths,
                    "input": numbers(&example.input) })
        });
        let histogram: Json = self.histogram.iter().map(|(cost, paths)| json!([cost, paths])).collect();
        let worst = self.worst.as_ref();
        let mut report = json!({
            "program": self.name,
            "entry": entry_name(&self.subject.program, &self.subject.entry),
            "size": self.size,
            "cost_kind": self.cost.word(),
            "paths": self.tally.paths,
            "dropped": self.tally.dropped,
            "complete": self.tally.is_complete(),
            "longest": worst.map(|worst| worst.cost),
            "status": if self.tally.is_complete() { "exact" } else { "at least" },
            "worst_input": worst.map(|worst| numbers(&worst.input)),
            "cut_off": self.tally.cut_off,
            "undecided": self.tally.undecided,
            "undecided_at": places::json(&self.subject.program, &self.tally.undecided_at),
            "pinned": self.tally.pinned,
            "pinned_at": places::json(&self.subject.program, &self.tally.pinned_at),
            "stopped": self.stopped,
            "questions": self.tally.questions,
            "solver_calls": self.tally.calls,
            "seconds": (self.seconds * 1e3).round() / 1e3,
            "histogram": histogram,
        });
        report["endings"] = endings.collect();
        format!("{report}\n")
    }
}
