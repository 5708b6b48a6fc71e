//! Functions without a harness get the same arguments, in the same order, from unknowns and from numbers.

mod common;

use std::path::PathBuf;
use std::sync::Arc;

use common::{replay_all, subject};
use worstcase_explore::Subject;
use worstcase_machine::process::Entry;
use worstcase_program::Program;
use worstcase_program::compile::CompileOptions;

/// Explores a call; the input of every path has to cost the same when it is run concretely.
fn check(program: &Arc<Program>, signature: &str, size: u32, paths: u64) {
    let entry = Entry::call(program, signature.parse().unwrap()).unwrap();
    let subject = Subject { entry, ..subject(program, size) };
    let tally = replay_all(&subject, 1);
    assert!(tally.is_complete(), "{signature}: {tally:?}");
    assert_eq!(tally.paths, paths, "{signature}");
}

#[test]
fn calls_have_the_paths_of_their_functions() {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../cli/tests/programs/plain.c");
    let program = Arc::new(worstcase_program::load(&[path], &CompileOptions::default()).unwrap().program);
    check(&program, "sort(int a[n], int n)", 4, 24);
    check(&program, "length(const char s[n])", 3, 4);
    check(&program, "length(const char s[2*n] in 'a'..'z')", 3, 1);
    check(&program, "trace(int n, int m[n][n])", 2, 1);
}
