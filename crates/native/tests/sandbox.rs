//! What runs a program natively can only compute: the kernel ends it if it asks for anything else.

mod common;

use std::collections::BTreeSet;
use std::path::PathBuf;

use common::{start, subject, text};
use worstcase_machine::process::Entry;

const PROGRAM: &str = r#"(module
    (import "worstcase" "input_u8" (func $input (result i32)))
    (memory (export "memory") 1)
    (func (export "run") (param $n i32) (result i32) (call $input)))"#;

/// The processes that this one has started, as the system shows them.
fn children() -> BTreeSet<PathBuf> {
    let own = std::process::id().to_string();
    let is_child = |path: &PathBuf| {
        let status = std::fs::read_to_string(path.join("status")).unwrap_or_default();
        status.lines().any(|line| line.strip_prefix("PPid:").is_some_and(|parent| parent.trim() == own))
    };
    let all = std::fs::read_dir("/proc").expect("Linux has it");
    all.flatten().map(|entry| entry.path()).filter(is_child).collect()
}

#[test]
fn a_child_is_in_strict_mode() {
    let program = text(PROGRAM);
    let before = children();
    let mut runner = start(&subject(&program, Entry::find(&program, None).unwrap(), 3));
    // It has answered, so it has begun.
    runner.run(&[&[7]], &|| false);
    let children: Vec<PathBuf> = children().difference(&before).cloned().collect();
    assert_eq!(children.len(), 1, "{children:?}");
    let status = std::fs::read_to_string(children[0].join("status")).unwrap();
    let mode = status.lines().find_map(|line| line.strip_prefix("Seccomp:")).map(str::trim);
    assert_eq!(mode, Some("1"), "{status}");
    drop(runner);
    assert!(!children[0].exists(), "it is gone with whoever started it");
}
