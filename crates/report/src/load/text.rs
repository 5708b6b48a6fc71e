//! A suite of load tests, for a terminal.

use worstcase_load::Suite;

use super::{how, name, percent};
use crate::escape::clip;
use crate::number;

/// So many characters of an input are shown.
const INPUT: usize = 48;

/// A suite as text; the folder is where it was written, if it was.
pub fn text(suite: &Suite, folder: Option<&str>) -> String {
    let mut text = table(suite);
    let mut line = |name: &str, value: String| text += &format!("{name:<9} {value}\n");
    if suite.tests.len() > 1 {
        let (mean, min) = (percent(suite.diversity.mean), percent(suite.diversity.min));
        line("differ", format!("in {mean} of their decisions on average, in {min} at least"));
    }
    for said in random(suite) {
        line("random", said);
    }
    line("search", search(suite));
    if let Some(why) = &suite.unfinished {
        line("note", format!("ended early: {why}"));
    }
    for remark in &suite.remarks {
        line("note", remark.clone());
    }
    if let Some(folder) = folder {
        let tests = suite.tests.len();
        let tests = if tests == 1 { "1 test".to_string() } else { format!("{tests} tests") };
        line("wrote", format!("{folder}/load.html, manifest.jsonl, and {tests} in inputs/"));
    }
    text
}

fn table(suite: &Suite) -> String {
    if suite.tests.is_empty() {
        return "tests     NONE was found\n".into();
    }
    let several = suite.cost_kind.contains(',');
    let kind = |kind: &str| if several { format!("{kind:<13} ") } else { String::new() };
    let mut text = format!(
        "{:<5} {:>12} {}{:>8} {:>9}  {:<8} {}\n",
        "test",
        "cost",
        kind("of"),
        "x random",
        "branches",
        "how",
        "input"
    );
    for (number, test) in suite.tests.iter().enumerate() {
        let times = suite
            .times_random(test)
            .map_or("-".into(), |times| number::times(times, 1.0).unwrap_or("-".into()));
        let ended = test.ended.as_ref().map(|ended| format!("{ended} on ")).unwrap_or_default();
        let input = ended + &clip(&test.shown(), INPUT);
        let row = format!(
            "{:<5} {:>12} {}{times:>8} {:>9}  {:<8} {input}",
            name(number),
            test.cost,
            kind(&test.made_for),
            test.branches,
            how(test.how),
        );
        text += row.trim_end();
        text += "\n";
    }
    text
}

/// What random inputs came to, a line for each cost.
fn random(suite: &Suite) -> Vec<String> {
    let random = &suite.random;
    let runs = if random.runs == 1 { "1 run".to_string() } else { format!("{} runs", random.runs) };
    if random.costs.is_empty() {
        return vec!["no runs".into()];
    }
    let several = random.costs.len() > 1;
    let cost = |cost: &worstcase_load::RandomCost| {
        let kind = if several { format!(" {}", cost.kind) } else { String::new() };
        format!("{runs} in {:.1} s:{kind} mean {:.1}, best {}", random.seconds, cost.mean, cost.best)
    };
    random.costs.iter().map(cost).collect()
}

fn search(suite: &Suite) -> String {
    let phases = if suite.phases == 1 { "phase" } else { "phases" };
    let branches = match suite.look_ahead {
        0 => String::new(),
        1 => " of about 1 branch".into(),
        count => format!(" of about {count} branches"),
    };
    format!(
        "{} {phases}{branches}, {} runs of changed inputs, {:.1} s",
        suite.phases, suite.runs, suite.seconds
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use worstcase_load::{RandomCost, RandomRuns, Test};

    #[test]
    fn a_suite_of_one_cost_and_of_two() {
        let test = Test { cost: 30, branches: 7, made_for: "memory".into(), ..Test::default() };
        let costs = vec![RandomCost { kind: "memory".into(), mean: 12.0, best: 20 }];
        let random = RandomRuns { runs: 9, costs, ..RandomRuns::default() };
        let mut suite =
            Suite { cost_kind: "memory".into(), tests: vec![test.clone()], random, ..Suite::default() };
        let one = text(&suite, None);
        assert!(one.contains("t01             30      2.5         7  search\n"), "{one}");
        assert!(one.contains("random    9 runs in 0.0 s: mean 12.0, best 20\n"), "{one}");
        assert!(!one.contains("differ"), "{one}");
        suite.cost_kind = "memory,user".into();
        suite.tests.push(Test { made_for: "user".into(), ..test });
        let two = text(&suite, Some("out"));
        assert!(two.contains("t02             30 user                 -         7  search\n"), "{two}");
        assert!(two.ends_with("wrote     out/load.html, manifest.jsonl, and 2 tests in inputs/\n"), "{two}");
        assert!(text(&Suite::default(), None).starts_with("tests     NONE"));
    }
}
