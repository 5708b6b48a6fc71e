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

#[test]
fn ctrl_c_keeps_what_was_found() {
    let scratch = Scratch::new("interrupt_find");
    // The last size takes a minute at least on any machine, the smallest ones a moment.
    let find =
        "worstcase find examples/travelling_salesman.c --random 5 --sizes 5,13 --max-steps 1000000000000";
    let list = "ls worstcase-out/travelling_salesman";
    let output = scratch.shell(&format!("{find} & sleep 12; kill -INT $!; wait $!; {list}"));
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(text.contains("interrupted: this is what was found until then"), "{text}");
    // How far it came until then depends on the machine.
    assert!(text.contains("exact"), "{text}");
    assert!(text.contains("report.html\nresult.json"), "{text}");
}

#[test]
fn ctrl_c_ends_a_validation_with_its_runs_so_far() {
    let scratch = Scratch::new("interrupt_validate");
    let bound = "worstcase bound programs/bounds/bubble.c --validate 4000000000 --max-time 100";
    let output = scratch.shell(&format!("{bound} & sleep 8; kill -INT $!; wait $!"));
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(text.contains(" functions: no loop went round more often than its bound"), "{text}");
    assert!(text.contains("ended     interrupted; not all runs were made"), "{text}");
    assert_eq!(output.status.code(), Some(1));
}
