//! What was to be reached, and whether it was: said in the end, whatever it is.

use super::cases::{GREP_SORT, SECURE, WEB};
use super::tables::{FULL, INCREMENTAL, NONE, RANDOM, Row, WHOLE};

/// Means over several pipelines.
#[derive(Default)]
struct Means {
    over_single: Vec<f64>,
    reuse: Vec<f64>,
    /// Of artifacts, full reuse to SLG on one component.
    to_single: Vec<f64>,
}

/// Each goal, and whether it was reached.
pub fn goals(rows: &[Row]) -> Vec<String> {
    let mut goals = Vec::new();
    let (mut unix, mut xml) = (Means::default(), Means::default());
    for group in rows.chunk_by(|a, b| (a.part, a.text, a.lines) == (b.part, b.text, b.lines)) {
        of_pipeline(group, &mut goals);
        add(group, if group[0].text == WEB { &mut xml } else { &mut unix });
    }
    for (name, means, (single, reuse)) in [("Unix", unix, (1.5, 0.17)), ("XML", xml, (1.3, 0.42))] {
        if let Some(mean) = mean(&means.over_single) {
            let what = "times the best single component's tests on average, at least";
            goals.push(said(mean >= single, format!("{name}: {mean:.2} {what} {single}")));
        }
        let share = |shares: &[f64], what: &str| {
            let mean = mean(shares)?;
            let (percent, most) = (100.0 * mean, 100.0 * reuse);
            let text = format!(
                "{name}: full reuse takes {percent:.0} % of the processor's time of {what}, at most {most:.0} %"
            );
            Some(said(mean <= reuse, text))
        };
        goals.extend(share(&means.reuse, "no reuse"));
        goals.extend(share(&means.to_single, "SLG on one component on average"));
    }
    goals
}

fn said(is_reached: bool, text: String) -> String {
    format!("{:<12} {text}", if is_reached { "reached" } else { "NOT reached" })
}

fn mean(values: &[f64]) -> Option<f64> {
    (!values.is_empty()).then(|| values.iter().sum::<f64>() / values.len() as f64)
}

fn of<'r>(rows: &'r [Row], treatment: &str) -> Option<&'r Row> {
    rows.iter().find(|row| row.treatment == treatment)
}

/// Treatments of components alone.
fn singles(group: &[Row]) -> impl Iterator<Item = &Row> {
    group.iter().filter(|row| row.treatment.starts_with("SLG on ") && row.treatment != WHOLE)
}

/// What is asked of one pipeline, whose first row is the composed one.
fn of_pipeline(group: &[Row], goals: &mut Vec<String>) {
    let made = &group[0];
    let name = format!("{} ({} lines)", made.text, made.lines);
    let mean = made.outcome.mean();
    if let Some(random) = of(group, RANDOM) {
        let times = mean / random.outcome.mean().max(1.0);
        let goal = match made.text {
            SECURE => 4.4,
            WEB => 2.8,
            _ => 1.0,
        };
        goals.push(said(times > goal, format!("{name}: {times:.2} times random, at least {goal}")));
    }
    if made.treatment != NONE {
        return;
    }
    if let Some(whole) = of(group, WHOLE) {
        let share = mean / whole.outcome.mean().max(1.0);
        let text = format!("{name}: {share:.2} of the load of SLG on the whole, at least 0.95");
        goals.push(said(share >= 0.95, text));
    }
    let minutes = match (made.text, made.lines) {
        (GREP_SORT, 1000) => 2.0,
        (GREP_SORT, 5000) => 6.0,
        (GREP_SORT, 10000) => 12.0,
        _ => return,
    };
    let took = made.outcome.seconds / 60.0;
    let text = format!("{name}: made in {took:.1} minutes, at most {minutes}");
    goals.push(said(took <= minutes, text));
}

/// Adds what a pipeline of several components has to say to the means.
fn add(group: &[Row], means: &mut Means) {
    let made = &group[0];
    let best = singles(group).map(|row| row.outcome.mean()).fold(0.0, f64::max);
    if best > 0.0 && of(group, WHOLE).is_some() {
        means.over_single.push(made.outcome.mean() / best);
    }
    let Some(full) = of(group, FULL).filter(|_| made.treatment != INCREMENTAL) else { return };
    let full = full.outcome.processor;
    means.reuse.push(full / made.outcome.processor.max(1e-3));
    let alone: Vec<f64> =
        singles(group).map(|row| row.outcome.processor).filter(|&time| time > 0.0).collect();
    if let Some(alone) = mean(&alone).filter(|_| made.part.starts_with("artifact")) {
        means.to_single.push(full / alone);
    }
}
