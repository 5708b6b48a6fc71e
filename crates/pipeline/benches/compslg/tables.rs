//! Rows as they are measured, beside the paper's figures, and what they say about the goals.

use worstcase_pipeline::compose::library::Library;

use super::cases::{BACKUP, BOOKS, Case, GREP, GREP_SORT, GREP_SORT_ZIP, MAIL};
use super::native::Native;
use super::study::{Effort, Outcome, Study};

/// What a treatment of a pipeline came to.
pub struct Row {
    pub text: &'static str,
    pub lines: u32,
    pub treatment: String,
    pub outcome: Outcome,
    /// Seconds of the same C files compiled for this machine.
    pub native: Option<f64>,
}

/// What the paper has: minutes to make tests, and seconds of load.
type Paper = Option<(f64, f64)>;

const NONE: &str = "no reuse";
const INCREMENTAL: &str = "incremental";
const FULL: &str = "full reuse";
const WHOLE: &str = "SLG on the whole";
const RANDOM: &str = "random";

/// What is run.
pub struct Plan {
    /// Lines of `grep | sort`: Tables 1 and 3.
    pub sizes: Vec<u32>,
    /// Lines of pipelines of one, two and three components: Tables 2 and 4.
    pub longer: u32,
    /// Lines of the log of Artifact 4.
    pub log: u32,
    /// How many files and directories the folder of Artifacts 1 to 3 may have, and how many kilobytes.
    pub entries: u32,
    pub folder: u32,
    /// Kilobytes of the page of Artifact 5.
    pub pages: Vec<u32>,
    pub effort: Effort,
    /// How often each test is run as a program of this machine.
    pub native_runs: usize,
    /// Which parts, if not all: `tables13`, `tables24`, `artifact1` to `artifact5`.
    pub wanted: Vec<String>,
}

/// Runs it all; rows are shown as they come.
pub fn measure(plan: &Plan, show: &mut dyn FnMut(&str)) -> Vec<Row> {
    let mut rows = Vec::new();
    let is_wanted = |part: &str| plan.wanted.is_empty() || plan.wanted.iter().any(|wanted| wanted == part);
    if is_wanted("tables13") {
        show("Tables 1 and 3: grep | sort with more and more lines");
        for &lines in &plan.sizes {
            rows.extend(treat(&Case::lines_of_ten(GREP_SORT, lines), plan, None, show));
        }
    }
    if is_wanted("tables24") {
        show(
            "Tables 2 and 4: longer and longer pipelines, each with what the ones before have left in the library",
        );
        let folder = tempfile::tempdir().expect("a folder for the library");
        let library = Library::open(folder.path()).expect("a library");
        for text in [GREP, GREP_SORT, GREP_SORT_ZIP] {
            rows.extend(treat(&Case::lines_of_ten(text, plan.longer), plan, Some(&library), show));
        }
    }
    for (part, text) in [("artifact1", BACKUP), ("artifact2", MAIL), ("artifact3", BOOKS)] {
        if is_wanted(part) {
            show(&format!(
                "Artifact {}: a folder of at most {} files and directories",
                &part[8..],
                plan.entries
            ));
            rows.extend(treat(&Case::folder(text, plan.entries, plan.folder), plan, None, show));
        }
    }
    if is_wanted("artifact4") {
        show("Artifact 4: a log and a concrete passwd");
        rows.extend(treat(&Case::secure(plan.log), plan, None, show));
    }
    if is_wanted("artifact5") {
        show("Artifact 5: web pages of so many kilobytes");
        for &kilobytes in &plan.pages {
            rows.extend(treat(&Case::web(kilobytes), plan, None, show));
        }
    }
    rows
}

/// All treatments of one pipeline. With a library that others have written to it is not searched anew: that is incremental reuse.
fn treat(case: &Case, plan: &Plan, shared: Option<&Library>, show: &mut dyn FnMut(&str)) -> Vec<Row> {
    let pipeline = case.pipeline();
    let study = Study { case, pipeline: &pipeline, effort: &plan.effort };
    let native = Native::new(case, &pipeline, plan.native_runs);
    let mut rows: Vec<Row> = Vec::new();
    let mut add = |treatment: String, outcome: Outcome| {
        let seconds = native.as_ref().and_then(|native| native.seconds(&outcome.inputs));
        let row = Row { text: case.text, lines: case.lines, treatment, outcome, native: seconds };
        show(&line(&row, rows.first().map(|row| row.outcome.mean())));
        rows.push(row);
    };
    let own = tempfile::tempdir().expect("a folder for the library");
    let own = Library::open(own.path()).expect("a library");
    let (first, library) = match shared {
        Some(shared) => (INCREMENTAL, shared),
        None => (NONE, &own),
    };
    let (made, suite) = study.composed(Some(library));
    let seconds = made.seconds;
    add(first.into(), made);
    add(FULL.into(), study.composed(Some(library)).0);
    match case.tree.is_some() {
        true => {
            for (name, outcome) in study.singles_of(&suite) {
                add(format!("SLG on {}", name.split(' ').next().unwrap_or_default()), outcome);
            }
        }
        false => {
            for component in pipeline.components.iter().filter(|component| component.repeat.is_none()) {
                add(format!("SLG on {}", component.name), study.single(component));
            }
        }
    }
    if pipeline.components.len() > 1 {
        add(WHOLE.into(), study.whole());
    }
    add(RANDOM.into(), study.random(seconds));
    rows
}

pub fn head() -> String {
    format!(
        "{:<34} {:>6}  {:<18} {:>9} {:>9} {:>14} {:>7} {:>9} {:>8}  {:<16} note",
        "pipeline",
        "lines",
        "treatment",
        "seconds",
        "cpu s",
        "instructions",
        "share",
        "native s",
        "error",
        "paper"
    )
}

/// Instructions are the mean of the tests, replayed on the whole; the share is of those of the first row of a pipeline.
fn line(row: &Row, first: Option<f64>) -> String {
    let Outcome { seconds, processor, note, .. } = &row.outcome;
    let mean = row.outcome.mean();
    let none = || "-".to_string();
    let paper = match paper(row) {
        Some((minutes, load)) => format!("{minutes} min, {load} s"),
        None => none(),
    };
    format!(
        "{:<34} {:>6}  {:<18} {seconds:>9.1} {processor:>9.1} {mean:>14.0} {:>7} {:>9} {:>8}  {paper:<16} {note}",
        row.text.chars().take(34).collect::<String>(),
        row.lines,
        row.treatment,
        first.map_or_else(|| "1.00".into(), |first| format!("{:.2}", mean / first.max(1.0))),
        row.native.map_or_else(none, |native| format!("{native:.4}")),
        row.outcome.error().map_or_else(none, |error| format!("{:.1} %", 100.0 * error)),
    )
}

/// The paper's Tables 1 to 4.
fn paper(row: &Row) -> Paper {
    match (row.text, row.lines, &*row.treatment) {
        (GREP_SORT, 1000, WHOLE) => Some((109.0, 4.2)),
        (GREP_SORT, 5000, WHOLE) => Some((581.0, 14.7)),
        (GREP_SORT, 10000, WHOLE) => Some((1355.0, 37.4)),
        (GREP_SORT, 1000, NONE) => Some((74.0, 4.1)),
        (GREP_SORT, 5000, NONE) => Some((342.0, 13.6)),
        (GREP_SORT, 10000, NONE) => Some((615.0, 36.1)),
        (GREP, 5000, "SLG on grep" | INCREMENTAL) => Some((247.0, 5.8)),
        (GREP_SORT, 5000, INCREMENTAL) => Some((153.0, 14.0)),
        (GREP_SORT_ZIP, 5000, INCREMENTAL) => Some((179.0, 19.6)),
        (GREP_SORT_ZIP, 5000, WHOLE) => Some((1516.0, 21.5)),
        _ => None,
    }
}

/// The rows of one pipeline at one size, which begin with a composed one.
fn groups(rows: &[Row]) -> impl Iterator<Item = &[Row]> {
    rows.chunk_by(|_, next| next.treatment != NONE && next.treatment != INCREMENTAL)
}

fn of<'r>(rows: &'r [Row], treatment: &str) -> Option<&'r Row> {
    rows.iter().find(|row| row.treatment == treatment)
}

/// What was to be reached, and whether it was.
pub fn goals(rows: &[Row]) -> Vec<String> {
    let mut goals = Vec::new();
    let mut say = |is_reached: bool, text: String| {
        goals.push(format!("{:<12} {text}", if is_reached { "reached" } else { "NOT reached" }));
    };
    let (mut over_single, mut reuse) = (Vec::new(), Vec::new());
    for group in groups(rows) {
        let Some(made) = group.first() else { continue };
        let name = format!("{} ({} lines)", made.text, made.lines);
        let mean = made.outcome.mean();
        if let Some(random) = of(group, RANDOM) {
            let times = mean / random.outcome.mean().max(1.0);
            let goal = match made.text {
                super::cases::SECURE => 4.4,
                super::cases::WEB => 2.8,
                _ => 1.0,
            };
            say(times > goal, format!("{name}: {times:.2} times random, at least {goal}"));
        }
        let singles =
            group.iter().filter(|row| row.treatment.starts_with("SLG on ") && row.treatment != WHOLE);
        let best = singles.map(|row| row.outcome.mean()).fold(0.0, f64::max);
        if best > 0.0 && group.len() > 4 {
            over_single.push(mean / best);
        }
        if let (NONE, Some(full)) = (&*made.treatment, of(group, FULL)) {
            reuse.push(full.outcome.processor / made.outcome.processor.max(1e-3));
        }
        if let (Some(whole), NONE) = (of(group, WHOLE), &*made.treatment) {
            let share = mean / whole.outcome.mean().max(1.0);
            say(share >= 0.95, format!("{name}: {share:.2} of the load of SLG on the whole, at least 0.95"));
        }
        let minutes = match (made.text, made.lines, &*made.treatment) {
            (GREP_SORT, 1000, NONE) => 2.0,
            (GREP_SORT, 5000, NONE) => 6.0,
            (GREP_SORT, 10000, NONE) => 12.0,
            _ => continue,
        };
        let took = made.outcome.seconds / 60.0;
        say(took <= minutes, format!("{name}: made in {took:.1} minutes, at most {minutes}"));
    }
    if !over_single.is_empty() {
        let mean = over_single.iter().sum::<f64>() / over_single.len() as f64;
        say(
            mean >= 1.5,
            format!("{mean:.2} times the best single component's tests on average, at least 1.5"),
        );
    }
    if !reuse.is_empty() {
        let mean = reuse.iter().sum::<f64>() / reuse.len() as f64;
        let text = format!(
            "full reuse takes {:.0} % of the processor's time of no reuse, at most 17 %",
            100.0 * mean
        );
        say(mean <= 0.17, text);
    }
    goals
}
