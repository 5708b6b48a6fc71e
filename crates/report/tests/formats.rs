//! One finding, in all formats: every figure that is shown is the finding's.

use serde_json::Value as Json;
use worstcase_explore::Input;
use worstcase_machine::process::InputKind;
use worstcase_pipeline::compose::{
    ComponentSummaries, DroppedCondition, PipelineHow, PipelineLine, PipelineRandom, PipelineSeconds,
    PipelineSuite, PipelineTest, SingleComponent, SummaryCount,
};
use worstcase_pipeline::{ComponentIdx, Flow};
use worstcase_report::{Page, html, pipe, text};
use worstcase_worst::{
    About, Challenged, Claim, Finding, Generator, How, InputList, LearnedSizes, PatternFound, RuleFound,
    SizeFound, Status, Upper,
};

/// A finding with something in every field.
fn everything() -> Finding {
    let input =
        |n: u32| InputList((0..n).map(|i| Input { kind: InputKind::I32, bits: (n - i).into() }).collect());
    let found = |n: u32, cost: i64, status: Status, how: How| SizeFound {
        n,
        cost: Some(cost),
        status,
        how,
        guided_paths: (how == How::Rule).then_some(1),
        paths: 3 + u64::from(n),
        questions: 1000 + u64::from(n),
        solver_calls: 200 + u64::from(n),
        seconds: 1.25,
        memory_mb: Some(61.0),
        random_mean: Some(cost as f64 / 2.0),
        random_most: Some(cost - 1),
        input: input(n),
        ..SizeFound::default()
    };
    Finding {
        about: About {
            program: "sort.c".into(),
            entry: "run".into(),
            cost_kind: "conditionals".into(),
            cost_name: "conditionals".into(),
            ..About::default()
        },
        learned: LearnedSizes {
            sizes: (1..=8).collect(),
            paths: 46_233,
            checked_sizes: vec![7],
            missed_sizes: vec![8],
            all_followed: true,
            seconds: 0.3,
        },
        generator: Generator {
            kind: "branch-policy".into(),
            rules: vec![RuleFound {
                at: "sort.c:20:9".into(),
                file: "sort.c".into(),
                line: 20,
                column: 9,
                source: "while (a[j] > key)".into(),
                context: "called from sort.c:31".into(),
                yes: "1".into(),
                no: "1/2".into(),
                loss: 28,
            }],
        },
        challenges: vec![
            Challenged { n: 10, cost: Some(118), best: Some(263) },
            Challenged { n: 12, cost: Some(166), best: Some(166) },
        ],
        sizes: vec![
            found(8, 78, Status::Exact, How::Paths),
            found(10, 263, Status::AtLeast, How::Climbing),
            SizeFound { trapped: Some("unreachable".into()), ..found(30, 958, Status::AtLeast, How::Rule) },
            SizeFound {
                stopped_by: Some("100000000 instructions, the limit of --max-steps".into()),
                ..found(100, 5_445_102, Status::NotEnded, How::Stretching)
            },
            SizeFound::nothing(3000, "cut off by a limit"),
        ],
        shown: vec![8, 10, 30, 100, 3000],
        growth: Claim {
            formula: Some("n^2 + 2*n - 2".into()),
            from: Some(3),
            class: Some("n^2".into()),
            checked: 17,
            confirmed_by: vec![9, 10],
            looked_at: 21,
            less_at: vec![31],
            tested_to: 3000,
            upper: Some(Upper { function: "run".into(), bound: "3*n**2 + 7".into(), class: "n^2".into() }),
            ..Claim::default()
        },
        pattern: Some(PatternFound { formula: "input[i] = n - i".into(), confirmed_n: 29_999 }),
        remarks: vec!["at n = 10 changing inputs at random found more than the rule's path".into()],
        unfinished: None,
        traps: None,
        no_input: None,
    }
}

/// The page without its markup: what a reader sees.
fn seen(html: &str) -> String {
    let mut text = String::new();
    let mut inside = false;
    for character in html.replace("&#160;", " ").replace("&#39;", "'").replace("&gt;", ">").chars() {
        match character {
            '<' => inside = true,
            '>' if inside => {
                inside = false;
                text.push(' ');
            }
            _ if !inside => text.push(character),
            _ => {}
        }
    }
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The cells of the page's table, a row for each size.
fn rows(html: &str) -> Vec<Vec<String>> {
    let table = html.split("<tbody>").last().unwrap().split("</tbody>").next().unwrap();
    let cells =
        |row: &str| -> Vec<String> { row.replace("<th>", "<td>").split("<td>").skip(1).map(seen).collect() };
    table.split("<tr>").skip(1).map(cells).collect()
}

fn page(finding: &Finding) -> String {
    html(&Page { finding, command: "worstcase find sort.c", sources: &[] })
}

#[test]
fn the_formats_agree_on_every_size() {
    let finding = everything();
    let (text, page) = (text(&finding, Some("worstcase-out/sort")), page(&finding));
    let json: Json = serde_json::to_value(&finding).unwrap();
    let rows = rows(&page);
    assert_eq!(rows.len(), finding.sizes.len());
    // Digits are grouped for people.
    let plain = |cell: &str| cell.replace(char::is_whitespace, "");
    for ((size, json), row) in finding.sizes.iter().zip(json["sizes"].as_array().unwrap()).zip(&rows) {
        let line = text.lines().find(|line| line.trim_start().starts_with(&format!("{} ", size.n))).unwrap();
        let words: Vec<&str> = line.split_whitespace().collect();
        assert_eq!(json["n"], size.n);
        assert_eq!(row[0], size.n.to_string());
        let Some(cost) = size.cost else {
            assert!(json["cost"].is_null() && words[1] == "-" && row[1] == "–", "{line}");
            assert_eq!((json["status"].as_str(), row[2].as_str()), (Some("nothing found"), "nothing found"));
            let reason = size.reason.as_deref().unwrap();
            assert!(line.contains(reason) && row.join(" ").contains(reason) && json["reason"] == reason);
            continue;
        };
        assert_eq!((json["cost"].as_i64(), words[1]), (Some(cost), cost.to_string().as_str()));
        assert_eq!(plain(&row[1]), cost.to_string());
        // The worth of a cost: exact, at least, not ended.
        let status = json["status"].as_str().unwrap();
        assert_eq!(status == "exact", line.contains(" exact "));
        assert_eq!(status == "exact", row[2] == "exact");
        assert_eq!(status == "not ended", line.contains("did not end"), "{line}");
        assert_eq!(status == "not ended", row[2].contains("did not end"), "{row:?}");
        let mean = size.random_mean.unwrap();
        assert_eq!((json["random_mean"].as_f64(), words[2]), (Some(mean), format!("{mean:.1}").as_str()));
        assert_eq!(plain(&row[3]).parse::<f64>().unwrap(), (mean * 10.0).round() / 10.0, "{row:?}");
        assert_eq!(json["random_most"].as_i64().map(|most| most.to_string()), Some(plain(&row[4])));
        for (key, cell) in [("paths", 7), ("questions", 8), ("solver_calls", 9)] {
            assert_eq!(json[key].as_u64().map(|count| count.to_string()), Some(plain(&row[cell])), "{key}");
        }
        assert_eq!(json["memory_mb"].as_f64(), plain(&row[11]).parse().ok());
        let trapped = json["trapped"].is_string();
        assert_eq!(trapped, line.contains("trapped (unreachable) on") && row.join(" ").contains("trapped"));
        assert!(row[12].contains(size.input.text().get(..10).unwrap()), "{row:?}");
        assert!(line.contains(&size.input.text()), "{line}");
        assert_eq!(json["input"].as_array().map(Vec::len), Some(size.input.len()));
    }
}

#[test]
fn the_formats_agree_on_what_is_said_of_all_sizes() {
    let finding = everything();
    let (text, page) = (text(&finding, None), seen(&page(&finding)));
    let json: Json = serde_json::to_value(&finding).unwrap();
    let everywhere = |what: &str| {
        assert!(text.contains(what), "the text has no {what}:\n{text}");
        assert!(page.contains(what), "the page has no {what}:\n{page}");
    };
    // What was beaten is beaten everywhere.
    everywhere("BEATEN: a challenge found 263 at 10 (the rule: 118)");
    assert_eq!(
        (json["challenges"][0]["cost"].as_i64(), json["challenges"][0]["best"].as_i64()),
        (Some(118), Some(263))
    );
    everywhere("NOT reached by the rule: the exact worst case at 8");
    assert_eq!(json["learned"]["missed_sizes"], serde_json::json!([8]));
    assert!(text.contains("sizes 1–8, 46233 paths"), "{text}");
    assert!(page.replace(char::is_whitespace, "").contains("46233"), "{page}");
    assert_eq!(json["learned"]["paths"], 46_233);
    everywhere("true whenever it can be");
    everywhere("called from sort.c:31");
    assert_eq!(
        (json["generator"]["rules"][0]["true"].as_str(), json["generator"]["rules"][0]["loss"].as_i64()),
        (Some("1"), Some(28))
    );
    // The growth is one sentence.
    everywhere(&finding.growth.to_string());
    everywhere(": Θ(n^2), confirmed by 17 sizes");
    everywhere("`bound` proves O(n^2): at most 3*n**2 + 7 iterations and calls in run, if nothing overflows");
    assert_eq!(json["growth"]["formula"], "n^2 + 2*n - 2");
    assert_eq!((json["growth"]["checked"].as_u64(), json["growth"]["from"].as_u64()), (Some(17), Some(3)));
    everywhere("input[i] = n - i");
    assert!(text.contains("at n = 29999") && page.contains("n = 29999"));
    assert_eq!(json["pattern"]["confirmed_n"], 29_999);
    for remark in &finding.remarks {
        everywhere(remark);
    }
    assert_eq!(json["remarks"], serde_json::json!(finding.remarks));
}

#[test]
fn theta_needs_a_proof() {
    let mut finding = everything();
    for (class, sign) in [(Some("n^2"), 'Θ'), (Some("n^3"), 'Ω'), (None, 'Ω')] {
        let upper = |class: &str| Upper { class: class.into(), ..Upper::default() };
        finding.growth.upper = class.map(upper);
        let (text, page) = (text(&finding, None), seen(&page(&finding)));
        for said in [text, page] {
            assert_eq!(said.contains('Θ'), sign == 'Θ', "{said}");
            assert!(said.contains(&format!("{sign}(n^2)")), "{said}");
        }
    }
}

#[test]
fn a_finding_comes_back_from_its_json() {
    let finding = everything();
    let json = serde_json::to_string(&finding).unwrap();
    assert_eq!(serde_json::from_str::<Finding>(&json).unwrap(), finding);
}

/// A suite for a pipeline with something in every field.
fn every_pipe() -> PipelineSuite {
    let component = |name: &str, computed, reused, seconds, xargs: Option<&str>| ComponentSummaries {
        name: name.into(),
        xargs: xargs.map(String::from),
        summaries: SummaryCount { computed, reused },
        seconds,
    };
    let line = |component, at: &str, instructions| PipelineLine {
        component,
        at: at.into(),
        source: "while (*p)".into(),
        conditionals: 3,
        instructions,
    };
    let composed = PipelineTest {
        cost: 1_234_567,
        per_component: vec![234_560, 1_000_007],
        predicted: Some(1_300_001),
        conjuncts: 4321,
        relaxed: vec![2, 15],
        dropped: vec![
            DroppedCondition { component: 0, at: "grep.c:41:7".into(), times: 2 },
            DroppedCondition { component: 1, at: "users.c:9:3".into(), times: 15 },
        ],
        how: PipelineHow::Composed,
        file: "inputs/t01".into(),
        lines: vec![line(1, "users.c:12", 777_001), line(0, "grep.c:40", 54_321)],
        input: b"a'b\n".to_vec(),
        ..PipelineTest::default()
    };
    let changed = PipelineTest {
        cost: 900_009,
        per_component: vec![450_004, 450_005],
        how: PipelineHow::Changed,
        ended: Some("grep: trapped: unreachable".into()),
        lines: vec![line(1, "users.c:12", 66_123)],
        input: b"zz\n".to_vec(),
        ..PipelineTest::default()
    };
    PipelineSuite {
        pipeline: "grep x | xargs -I {} users {}".into(),
        cost_kind: "instructions".into(),
        cost_name: "instructions".into(),
        size: 4,
        entries: None,
        wanted: 3,
        components: vec![
            component("grep x", 10, 0, 4.25, None),
            component("users {}", 0, 7, 0.5, Some("xargs -I {}")),
        ],
        flow: Flow { components: vec![ComponentIdx(0), ComponentIdx(1)], ..Flow::default() },
        tests: vec![composed, changed],
        random: PipelineRandom { runs: 5001, mean: Some(20_100.5), best: Some(30_420), seconds: 3.5 },
        single: vec![SingleComponent { component: "grep x".into(), mean: 60_123.4 }],
        seconds: PipelineSeconds { summaries: 4.75, composition: 1.25 },
        runs: 8765,
        remarks: vec!["2 of the 3 tests that were asked for: no more paths were found".into()],
        unfinished: Some("the time was up (--max-time)".into()),
    }
}

#[test]
fn the_formats_agree_on_a_pipeline() {
    let suite = every_pipe();
    let text = pipe::text(&suite, true, Some("out"));
    // Digits are grouped for people.
    let plain = seen(&pipe::html(&suite, "worstcase pipe x").replace('\u{202f}', ""));
    let json: Json = serde_json::to_value(&suite).unwrap();
    let everywhere = |what: &str| {
        assert!(text.contains(what), "the text has no {what}:\n{text}");
        assert!(plain.contains(what), "the page has no {what}:\n{plain}");
    };
    for (test, json) in suite.tests.iter().zip(json["tests"].as_array().unwrap()) {
        everywhere(&test.cost.to_string());
        assert_eq!(json["cost"].as_i64(), Some(test.cost));
        for (cost, json) in test.per_component.iter().zip(json["per_component"].as_array().unwrap()) {
            let share = (100.0 * *cost as f64 / test.cost as f64).round();
            assert!(plain.contains(&format!("{cost} ({share} %)")), "{cost}: {plain}");
            assert!(text.contains(&format!(" {share}%")), "{cost}: {text}");
            assert_eq!(json.as_i64(), Some(*cost));
        }
        for (line, json) in test.lines.iter().zip(json["lines"].as_array().unwrap()) {
            assert!(plain.contains(&line.at) && plain.contains(&line.instructions.to_string()), "{plain}");
            assert_eq!(json["instructions"].as_u64(), Some(line.instructions));
        }
    }
    // What was dropped, by component and place.
    everywhere("17 of 4321");
    assert!(plain.contains("1300001") && text.contains("105%"), "{plain}{text}");
    assert!(
        plain.contains("t01 grep x grep.c:41:7 2")
            && plain.contains("t01 xargs -I {} users {} users.c:9:3 15")
    );
    assert!(text.contains("grep need not decide as it did at grep.c:41:7, 2 times"), "{text}");
    assert!(text.contains("users need not decide as it did at users.c:9:3, 15 times"), "{text}");
    assert_eq!(json["tests"][0]["dropped"][1]["times"], 15);
    // Random inputs, components, time.
    for figure in ["20100.5", "30420", "60123.4", "5001", "8765"] {
        everywhere(figure);
    }
    for (times, cost) in [("61", 1_234_567.0), ("45", 900_009.0)] {
        everywhere(times);
        assert_eq!(times, format!("{:.0}", cost / 20_100.5));
    }
    assert_eq!((json["random"]["runs"].as_u64(), json["runs"].as_u64()), (Some(5001), Some(8765)));
    assert!(
        plain.contains("1 grep x 10 0 4.25") && plain.contains("2 xargs -I {} users {} 0 7 0.50"),
        "{plain}"
    );
    assert!(text.contains("grep x: 10 paths computed, 0 reused, 4.2 s"), "{text}");
    assert!(plain.contains("4.75 s for the components, 1.25 s to put them together"), "{plain}");
    everywhere("grep: trapped: unreachable");
    for remark in &suite.remarks {
        everywhere(remark);
    }
    everywhere("the time was up (--max-time)");
    assert_eq!(json["flow"], serde_json::json!({"components": [0, 1]}));
}
