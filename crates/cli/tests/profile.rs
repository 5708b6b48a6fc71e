//! The lines of a profile add up to the whole: every instruction and conditional is shown once.

use std::process::Command;

use serde_json::Value;

fn check(arguments: &[&str]) {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");
    let output = Command::new(env!("CARGO_BIN_EXE_worstcase"))
        .current_dir(root)
        .args(["run", "--profile", "--json"])
        .args(arguments)
        .output()
        .unwrap();
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    for cost in ["instructions", "conditionals"] {
        let lines = report["profile"].as_array().unwrap();
        let sum: u64 = lines.iter().map(|line| line[cost].as_u64().unwrap()).sum();
        assert_eq!(Some(sum), report["costs"][cost].as_u64(), "{cost} of {arguments:?}");
    }
}

#[test]
fn the_lines_of_a_profile_add_up() {
    for opt in ["0", "1", "2"] {
        for example in ["quicksort", "red_black_tree", "regex_backtrack"] {
            let file = format!("examples/{example}.c");
            check(&[&file, "--size", "8", "--random", "1", "--opt", opt]);
        }
    }
}

#[test]
fn what_is_jumped_over_costs_nothing() {
    let path = std::env::temp_dir().join(format!("worstcase-profile-{}.wat", std::process::id()));
    let text = "(module (func (export \"run\") (param i32)
        (block (br_if 0 (local.get 0)) (drop (i32.const 1)))
        (if (local.get 0) (then (drop (i32.const 2))) (else (drop (i32.const 3))))
        (drop (i32.const 4))))";
    std::fs::write(&path, text).unwrap();
    for size in ["0", "1"] {
        check(&[path.to_str().unwrap(), "--size", size]);
    }
    std::fs::remove_file(path).unwrap();
}
