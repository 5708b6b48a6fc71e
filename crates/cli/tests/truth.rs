//! What `find` says is true, and what it found is what it says.

mod support;

use serde_json::Value as Json;
use support::Scratch;

/// Quick, whatever machine this is.
const QUICK: &str = "--learn-time 900 --random 20";

fn text(output: &std::process::Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn result(scratch: &Scratch, folder: &str) -> Json {
    let bytes = std::fs::read(scratch.0.join(folder).join("result.json")).unwrap();
    serde_json::from_slice(&bytes).unwrap()
}

fn row(result: &Json, n: u64) -> &Json {
    result["sizes"].as_array().unwrap().iter().find(|row| row["n"] == n).unwrap()
}

#[test]
fn costs_that_fall_are_explained() {
    let scratch = Scratch::new("fall");
    let said = text(
        &scratch.shell(&format!("worstcase find programs/find/odd_sizes.c {QUICK} --sizes 9,10 --cost user")),
    );
    assert!(said.contains("at n = 10 the worst case is exactly 5, less than 22 at n = 9"), "{said}");
}

#[test]
fn an_input_that_does_not_end_is_a_finding() {
    let scratch = Scratch::new("endless");
    let find = format!(
        "worstcase find programs/find/exponential.c {QUICK} --sizes 100 --size-time 3 --max-steps 3000000"
    );
    let output = scratch.shell(&find);
    let said = text(&output);
    assert!(
        said.contains("did not end (stopped after 3000000 instructions, the limit (--max-steps))"),
        "{said}"
    );
    assert_eq!(output.status.code(), Some(1), "{said}");
    let result = result(&scratch, "worstcase-out/exponential");
    let exact = result["sizes"].as_array().unwrap().iter().rfind(|row| row["status"] == "exact").unwrap();
    let found = row(&result, 100);
    assert_eq!(found["status"], "not ended");
    assert!(found["cost"].as_i64() > exact["cost"].as_i64(), "{found} is less than {exact}");
    assert_eq!(found["input"].as_array().map(Vec::len), Some(100));
    // The input is there, and does what was said.
    let replay = "worstcase run programs/find/exponential.c --size 100 --max-steps 3000000 \
                  --input-file worstcase-out/exponential/inputs/n0100.json --json";
    let replayed: Json = serde_json::from_str(&text(&scratch.shell(replay))).unwrap();
    assert_eq!(replayed["costs"]["conditionals"], found["cost"]);
}

#[test]
fn a_program_without_symbolic_input_says_how_to_get_some() {
    let scratch = Scratch::new("no_input");
    let output =
        scratch.shell(&format!("worstcase find programs/stdin.c {QUICK} --sizes 5 --no-files -- -x"));
    let said = text(&output);
    let command = format!(
        "make it symbolic with: worstcase find programs/stdin.c {QUICK} --sizes 5 --no-files --stdin -- -x"
    );
    assert!(said.contains(&command), "{said}");
    assert!(!said.contains("growth"), "{said}");
    assert_eq!(output.status.code(), Some(1));
    let again = command.rsplit(": ").next().unwrap();
    let output = scratch.shell(again);
    assert!(text(&output).contains("growth"), "{}", text(&output));
    assert_eq!(output.status.code(), Some(0));
}

#[test]
fn sizes_without_an_input_do_not_end_learning() {
    let scratch = Scratch::new("two");
    let said = text(
        &scratch.shell(&format!("worstcase find programs/find/at_least_two.c {QUICK} --sizes 5 --no-files")),
    );
    assert!(said.contains("learned   sizes 2–"), "{said}");
    assert!(said.contains("exact                25"), "{said}");
}

#[test]
fn held_back_sizes_decide_nothing() {
    let scratch = Scratch::new("held_back");
    let find = format!(
        "worstcase find programs/find/held_back.c {QUICK} --learn-size 8 --sizes 9 --no-files --json"
    );
    let result: Json = serde_json::from_str(&text(&scratch.shell(&find))).unwrap();
    assert_eq!(result["learned"]["sizes"], serde_json::json!([1, 2, 3, 4, 5, 6, 7, 8]));
    // Learned from sizes up to 6 it cannot know which way is worse at 7 and 8.
    assert_eq!(result["learned"]["checked_sizes"], serde_json::json!([]));
}

#[test]
fn two_programs_of_one_name_have_two_folders() {
    let scratch = Scratch::new("names");
    let find = |file: &str| format!("worstcase find {file} {QUICK} --learn-paths 100 --sizes 6");
    scratch.shell("mkdir a b; cp examples/sorted_list.c a/sort.c; cp examples/insertion_sort.c b/sort.c");
    let first = text(&scratch.shell(&find("a/sort.c")));
    let second = text(&scratch.shell(&find("b/sort.c")));
    assert!(first.contains("wrote     worstcase-out/sort/report.html"), "{first}");
    assert!(second.contains("wrote     worstcase-out/sort-2/report.html"), "{second}");
    // The same program keeps its folder.
    let third = text(&scratch.shell(&find("a/sort.c")));
    assert!(third.contains("wrote     worstcase-out/sort/report.html"), "{third}");
}

#[test]
fn other_sizes_are_kept() {
    let scratch = Scratch::new("kept");
    let find = |sizes: &str| {
        format!("worstcase find examples/sorted_list.c {QUICK} --learn-paths 100 --sizes {sizes}")
    };
    scratch.shell(&find("40,60"));
    scratch.shell(&format!("{} --resume", find("50")));
    let result = result(&scratch, "worstcase-out/sorted_list");
    for n in [40, 50, 60] {
        assert_eq!(row(&result, n)["cost"], n);
    }
}

#[test]
fn less_does_not_overwrite_more() {
    let scratch = Scratch::new("less");
    let find = format!("worstcase find examples/sorted_list.c {QUICK} --learn-paths 100 --sizes 40");
    scratch.shell(&find);
    let said = text(&scratch.shell(&format!("{find} --max-time 0.001")));
    let result = result(&scratch, "worstcase-out/sorted_list");
    assert_eq!(row(&result, 40)["cost"], 40, "{said}");
}

#[test]
fn what_a_challenge_found_is_reported_when_time_is_up() {
    let scratch = Scratch::new("challenge");
    // The rule is beaten at small sizes, and there is no time left to follow it.
    let find = "worstcase find examples/quicksort_ninther.c --learn-paths 2000 --random 20 --sizes 10,12 --no-files --json";
    for seconds in ["1", "2", "4"] {
        let result: Json =
            serde_json::from_str(&text(&scratch.shell(&format!("{find} --max-time {seconds}")))).unwrap();
        for challenge in result["challenges"].as_array().unwrap() {
            let Some(best) = challenge["best"].as_i64() else { continue };
            let n = challenge["n"].as_u64().unwrap();
            assert!(row(&result, n)["cost"].as_i64() >= Some(best), "{challenge}: {}", row(&result, n));
        }
    }
}
