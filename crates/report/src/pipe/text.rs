//! A suite of load tests for a pipeline, and what a library has, for a terminal.

use worstcase_pipeline::compose::library::Listed;
use worstcase_pipeline::compose::{PipelineHow, PipelineSuite, PipelineTest};

use super::{command, first_word, how, name, share, times};
use crate::escape::clip;

/// So many characters of a command are shown in a table.
const COMMAND: usize = 24;

/// A suite as text, with what was dropped if that is to be explained; the folder is where it was written, if it was.
pub fn text(suite: &PipelineSuite, explain: bool, folder: Option<&str>) -> String {
    let mut text = table(suite);
    let mut line = |name: &str, value: String| text += &format!("{name:<9} {value}\n");
    let is_searched = |test: &PipelineTest| test.how != PipelineHow::Random;
    // Where nothing was searched for, there is nothing to say about it.
    if !suite.tests.is_empty() && !suite.tests.iter().any(is_searched) {
        ending(suite, folder, &mut line);
        return text;
    }
    for component in &suite.components {
        let summaries = component.summaries;
        let known = match (summaries.computed, summaries.reused) {
            (0, 0) => "no paths of its own: it is measured in runs of the whole".to_string(),
            (computed, reused) => {
                format!("{computed} paths computed, {reused} reused, {:.1} s", component.seconds)
            }
        };
        line("part", format!("{}: {known}", clip(&command(component), COMMAND)));
    }
    line("random", random(suite));
    for single in &suite.single {
        line(
            "alone",
            format!("tests for {} alone: mean {:.1}", clip(&single.component, COMMAND), single.mean),
        );
    }
    let seconds = suite.seconds;
    let spent = format!(
        "{:.1} s for the components, {:.1} s to put them together, {} runs of changed inputs",
        seconds.summaries, seconds.composition, suite.runs
    );
    line("search", spent);
    if explain {
        for (number, test) in suite.tests.iter().enumerate() {
            dropped(suite, test).into_iter().for_each(|said| line(&name(number), said));
        }
        if suite.tests.iter().all(|test| test.dropped.is_empty()) {
            let said = match suite.tests.iter().any(|test| test.conjuncts > 0) {
                true => "nothing: the paths of all components go together",
                false => "nothing: no test that was put together is among these",
            };
            line("dropped", said.into());
        }
    }
    ending(suite, folder, &mut line);
    text
}

/// What has to be known about all of it, and where it is.
fn ending(suite: &PipelineSuite, folder: Option<&str>, line: &mut dyn FnMut(&str, String)) {
    if let Some(why) = &suite.unfinished {
        line("note", format!("ended early: {why}"));
    }
    for remark in &suite.remarks {
        line("note", remark.clone());
    }
    if let Some(folder) = folder {
        let tests = suite.tests.len();
        let tests = if tests == 1 { "1 test".to_string() } else { format!("{tests} tests") };
        line("wrote", format!("{folder}/pipe.html, manifest.jsonl, and {tests} in inputs/"));
    }
}

fn table(suite: &PipelineSuite) -> String {
    if suite.tests.is_empty() {
        return "tests     NONE was found\n".into();
    }
    let names: Vec<&str> = suite.components.iter().map(|component| first_word(&component.name)).collect();
    let mut text = format!("{:<5} {:>14} {:>8}", "test", "cost", "x random");
    names.iter().for_each(|name| text += &format!(" {:>8}", clip(name, 8)));
    text += &format!("  {:>9} {:>15}  how\n", "predicted", "dropped");
    for (number, test) in suite.tests.iter().enumerate() {
        let times = times(suite, test).unwrap_or("-".into());
        text += &format!("{:<5} {:>14} {times:>8}", name(number), test.cost);
        for cost in &test.per_component {
            text += &format!(" {:>7.0}%", 100.0 * share(*cost, test));
        }
        let predicted = match test.predicted {
            Some(predicted) if test.cost > 0 => {
                format!("{:.0}%", 100.0 * predicted as f64 / test.cost as f64)
            }
            _ => "-".into(),
        };
        let relaxed: usize = test.relaxed.iter().sum();
        let dropped = match test.conjuncts {
            0 => "-".into(),
            all => format!("{relaxed} of {all}"),
        };
        text += &format!("  {predicted:>9} {dropped:>15}  {}", how(test.how));
        text += &test.ended.as_ref().map(|ended| format!(", {ended}")).unwrap_or_default();
        text += "\n";
    }
    text
}

fn random(suite: &PipelineSuite) -> String {
    let random = &suite.random;
    let runs = if random.runs == 1 { "1 run".to_string() } else { format!("{} runs", random.runs) };
    match (random.mean, random.best) {
        (Some(mean), Some(best)) => format!("{runs} in {:.1} s: mean {mean:.1}, best {best}", random.seconds),
        _ => "no runs".into(),
    }
}

/// What was dropped for a test, a line for each place.
fn dropped(suite: &PipelineSuite, test: &PipelineTest) -> Vec<String> {
    let said = test.dropped.iter().map(|dropped| {
        let component = suite.components.get(dropped.component).map_or("", |component| &component.name);
        let times = if dropped.times == 1 { "once".to_string() } else { format!("{} times", dropped.times) };
        format!("{} need not decide as it did at {}, {times}", first_word(component), dropped.at)
    });
    said.collect()
}

/// What a library has, as a table.
pub fn library(listed: &[Listed]) -> String {
    if listed.is_empty() {
        return "library   is empty\n".into();
    }
    let mut text =
        format!("{:>6} {:>14} {:>9} {:>10}  component\n", "paths", "costliest", "reads", "on disk");
    for entry in listed {
        let (size, component) = match &entry.key {
            Some(key) => (format!("{} B", key.size), format!("{}, {}", key.component, key.cost)),
            None => ("-".into(), format!("{} is damaged", entry.folder)),
        };
        let kib = entry.bytes.div_ceil(1024);
        text += &format!("{:>6} {:>14} {size:>9} {kib:>6} KiB  {component}\n", entry.paths, entry.cost);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_suite_as_text() {
        let mut test = PipelineTest {
            cost: 300,
            per_component: vec![100, 200],
            conjuncts: 9,
            ..PipelineTest::default()
        };
        (test.predicted, test.relaxed) = (Some(330), vec![0, 2]);
        let mut suite = PipelineSuite { tests: vec![test], ..PipelineSuite::default() };
        suite.components = vec![Default::default(), Default::default()];
        (suite.random.mean, suite.random.best, suite.random.runs) = (Some(100.0), Some(150), 7);
        let shown = text(&suite, true, Some("out"));
        assert!(
            shown.contains(
                "t01              300      3.0      33%      67%       110%          2 of 9  composed"
            ),
            "{shown}"
        );
        assert!(shown.contains("random    7 runs in 0.0 s: mean 100.0, best 150\n"), "{shown}");
        assert!(shown.contains("measured in runs of the whole"), "{shown}");
        assert!(
            shown.ends_with("wrote     out/pipe.html, manifest.jsonl, and 1 test in inputs/\n"),
            "{shown}"
        );
        assert!(text(&PipelineSuite::default(), false, None).starts_with("tests     NONE"));
        assert_eq!(library(&[]), "library   is empty\n");
    }
}
