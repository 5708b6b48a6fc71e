//! Commands that read standard input are explored completely through libc; every path's input replays.

mod common;

use common::{example, replay_all, subject};
use worstcase_explore::{StdinShape, Subject};
use worstcase_machine::wasi::WasiConfig;

fn check(name: &str, arguments: &[&str], size: u32, paths: u64) {
    let args = [name].iter().chain(arguments).map(|argument| argument.as_bytes().to_vec()).collect();
    let world = WasiConfig { args, ..WasiConfig::default() };
    let subject = Subject { world, stdin: StdinShape::Sized, ..subject(&example(name), size) };
    for threads in [1, 2] {
        let tally = replay_all(&subject, threads);
        assert!(tally.is_complete(), "{name} at {size}: {tally:?}");
        assert_eq!(tally.paths, paths, "{name} at {size}");
    }
}

#[test]
fn the_line_sorter_is_explored_completely() {
    check("sort_lines.c", &[], 4, 26);
    check("sort_lines.c", &[], 6, 228);
}

#[test]
fn grep_is_explored_completely() {
    check("grep.c", &["a.*b"], 3, 180);
    check("grep.c", &["^a+b"], 4, 476);
}
