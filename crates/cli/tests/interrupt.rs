//! Ctrl-C gives what is known so far.

mod support;

use support::Scratch;

#[test]
fn ctrl_c_ends_a_run_with_its_costs_so_far() {
    let scratch = Scratch::new("interrupt");
    // The limit is for the case that nobody listens to the signal.
    let run = "worstcase run programs/hostile/loop.wat --max-steps 5000000000";
    let output = scratch.shell(&format!("{run} & sleep 1; kill -INT $!; wait $!"));
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(
        text.starts_with("ended         interrupted; the costs are those so far\n    at run (offset"),
        "{text}"
    );
    assert!(text.contains("instructions  "), "{text}");
    assert_eq!(output.status.code(), Some(1));
}
