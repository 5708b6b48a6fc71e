//! Rows as they are measured, beside the paper's figures.

use worstcase_pipeline::compose::PipelineSuite;
use worstcase_pipeline::compose::library::Library;

use super::cases::{BACKUP, BOOKS, Case, GREP, GREP_SORT, GREP_SORT_ZIP, MAIL};
use super::native::Native;
use super::study::{Effort, Outcome, Study};

/// What a treatment of a pipeline came to.
pub struct Row {
    /// The table or artifact that it belongs to.
    pub part: &'static str,
    pub text: &'static str,
    pub lines: u32,
    pub treatment: String,
    pub outcome: Outcome,
    /// Seconds of the same C files compiled for this machine.
    pub native: Option<f64>,
}

/// What the paper has: minutes to make tests, and seconds of load.
type Paper = Option<(f64, f64)>;

pub const NONE: &str = "no reuse";
pub const INCREMENTAL: &str = "incremental";
pub const FULL: &str = "full reuse";
pub const WHOLE: &str = "SLG on the whole";
pub const RANDOM: &str = "random";

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
            rows.extend(treat("tables13", &Case::lines_of_ten(GREP_SORT, lines), plan, Reuse::Own, show));
        }
    }
    if is_wanted("tables24") {
        show(
            "Tables 2 and 4: longer and longer pipelines, each with what the ones before have left in the library",
        );
        let (_folder, library) = library();
        for text in [GREP, GREP_SORT, GREP_SORT_ZIP] {
            let case = Case::lines_of_ten(text, plan.longer);
            rows.extend(treat("tables24", &case, plan, Reuse::Shared(&library), show));
        }
    }
    let (_folder, library) = library();
    for (part, text) in [("artifact1", BACKUP), ("artifact2", MAIL), ("artifact3", BOOKS)] {
        if is_wanted(part) {
            show(&format!(
                "Artifact {}: a folder of at most {} files and directories",
                &part[8..],
                plan.entries
            ));
            let case = Case::folder(text, plan.entries, plan.folder);
            rows.extend(treat(part, &case, plan, Reuse::Both(&library), show));
        }
    }
    if is_wanted("artifact4") {
        show("Artifact 4: a log and a concrete passwd");
        rows.extend(treat("artifact4", &Case::secure(plan.log), plan, Reuse::Both(&library), show));
    }
    if is_wanted("artifact5") {
        show("Artifact 5: web pages of so many kilobytes");
        for &kilobytes in &plan.pages {
            rows.extend(treat("artifact5", &Case::web(kilobytes), plan, Reuse::Own, show));
        }
    }
    rows
}

/// An empty library.
fn library() -> (tempfile::TempDir, Library) {
    let folder = tempfile::tempdir().expect("a folder for the library");
    let library = Library::open(folder.path()).expect("a library");
    (folder, library)
}

/// What is known before a pipeline is looked into (CompSLG, section 5.2).
enum Reuse<'l> {
    /// Nothing.
    Own,
    /// What others have left.
    Shared(&'l Library),
    /// Once the one, once the other.
    Both(&'l Library),
}

/// All treatments of one pipeline.
fn treat(
    part: &'static str,
    case: &Case,
    plan: &Plan,
    reuse: Reuse<'_>,
    show: &mut dyn FnMut(&str),
) -> Vec<Row> {
    let pipeline = case.pipeline();
    let study = Study { case, pipeline: &pipeline, effort: &plan.effort };
    let native = Native::new(case, &pipeline, plan.native_runs);
    let mut rows: Vec<Row> = Vec::new();
    let mut add = |treatment: String, outcome: Outcome| {
        let seconds = native.as_ref().and_then(|native| native.seconds(&outcome.inputs));
        let row = Row { part, text: case.text, lines: case.lines, treatment, outcome, native: seconds };
        show(&line(&row, rows.first().map(|row| row.outcome.mean())));
        rows.push(row);
    };
    let (suite, mut composed) = composed(&study, &reuse);
    let clocks: Vec<f64> = composed.iter().map(|(_, outcome)| outcome.seconds).collect();
    let names: Vec<&str> = composed.iter().map(|(treatment, _)| *treatment).collect();
    composed.drain(..).for_each(|(treatment, outcome)| add(treatment.into(), outcome));
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
    for (number, (name, outcome)) in names.iter().zip(study.random(&clocks)).enumerate() {
        let treatment = if number == 0 { RANDOM.to_string() } else { format!("{RANDOM}, as {name}") };
        add(treatment, outcome);
    }
    rows
}

/// The pipeline composed, with what is known before, and once more with all that is known then.
fn composed(study: &Study<'_>, reuse: &Reuse<'_>) -> (PipelineSuite, Vec<(&'static str, Outcome)>) {
    let (_folder, own) = library();
    let (first, library) = match reuse {
        Reuse::Own => (NONE, &own),
        Reuse::Shared(shared) => (INCREMENTAL, *shared),
        Reuse::Both(shared) => (INCREMENTAL, *shared),
    };
    let (made, suite) = study.composed(Some(library));
    let reused: usize = suite.components.iter().map(|component| component.summaries.reused).sum();
    let mut outcomes = match reuse {
        Reuse::Both(_) if reused == 0 => {
            let note = format!("incremental is the same: nothing of it was known; {}", made.note);
            vec![(NONE, Outcome { note, ..made })]
        }
        Reuse::Both(_) => vec![(NONE, study.composed(Some(&own)).0), (first, made)],
        _ => vec![(first, made)],
    };
    outcomes.push((FULL, study.composed(Some(library)).0));
    (suite, outcomes)
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
