//! Ctrl-C and SIGTERM give what is known so far, and leave nothing behind.

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
    assert!(text.contains(" functions: no loop made more iterations than its bound"), "{text}");
    assert!(text.contains("ended     interrupted; not all runs were made"), "{text}");
    assert_eq!(output.status.code(), Some(1));
}

#[test]
fn sigterm_is_heard_like_ctrl_c() {
    let scratch = Scratch::new("terminate");
    let run = "worstcase run programs/hostile/loop.wat --max-steps 5000000000";
    // `timeout` signals the process, and then its group with the process in it: that is one request.
    for signals in ["kill -TERM $!", "kill -TERM $!; kill -TERM $!", "kill -INT $!; kill -TERM $!"] {
        let output = scratch.shell(&format!("{run} & sleep 1; {signals}; wait $!"));
        let text = String::from_utf8_lossy(&output.stdout);
        assert!(
            text.starts_with("ended         interrupted; the costs are those so far\n"),
            "{signals}: {text}"
        );
        assert_eq!(output.status.code(), Some(1), "{signals}");
    }
    // The prover cannot be interrupted, but waits for nobody.
    let bound = "worstcase bound programs/bounds/bubble.c --no-files --validate 4000000000 --max-time 100";
    let output = scratch.shell(&format!("{bound} & sleep 8; kill -TERM $!; wait $!"));
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(text.contains("ended     interrupted; not all runs were made"), "{text}");
    assert_eq!(output.status.code(), Some(1));
}

#[test]
fn a_second_signal_ends_at_once() {
    let scratch = Scratch::new("second");
    // Compiled before, for a busy machine takes its time for that.
    assert!(scratch.shell("mkfifo pipe; worstcase run programs/stdin.c").status.success());
    // What waits for a pipe gets a second to tidy up, in which the next signal comes, if the machine is not too busy for it.
    for (signal, code) in [("INT", 130), ("TERM", 143)] {
        let line = format!(
            "worstcase run programs/stdin.c <>pipe & sleep 2; kill -{signal} $!; sleep 0.7; kill -{signal} $!; wait $!"
        );
        let is_ended = (0..10).any(|_| scratch.shell(&line).status.code() == Some(code));
        assert!(is_ended, "{signal}");
    }
}

#[test]
fn what_waits_for_nothing_can_be_ended() {
    let scratch = Scratch::new("waiting");
    // A compiler that does not come to an end, and pipes that nobody writes to.
    let made =
        "mkdir tmp; mkfifo pipe pipe.wat; printf '#!/bin/sh\nexec sleep 100\n' >sleeper; chmod +x sleeper";
    assert!(scratch.shell(made).status.success());
    for command in [
        "WORSTCASE_CLANG=./sleeper worstcase run programs/exit.c",
        "worstcase run pipe.wat",
        "worstcase run programs/stdin.c --stdin --size 1 --input-file pipe",
        "worstcase run programs/stdin.c <>pipe",
    ] {
        for signal in ["INT", "TERM"] {
            let line = format!("export TMPDIR=$PWD/tmp; {command} & sleep 2; kill -{signal} $!; wait $!");
            let output = scratch.shell(&line);
            let text = String::from_utf8_lossy(&output.stderr);
            assert!(text.starts_with("error: ") && text.contains("interrupted"), "{command}: {text}");
            assert_eq!(output.status.code(), Some(2), "{command}");
        }
    }
    let left = std::fs::read_dir(scratch.0.join("tmp")).unwrap().count();
    assert_eq!(left, 0, "temporary folders go away");
}

#[test]
fn ctrl_c_ends_pipe_with_the_tests_so_far() {
    let scratch = Scratch::new("interrupt_pipe");
    let pipe = "worstcase pipe 'cat | sort' --tools examples/tools --lines 6x4 --tests 2";
    // So much effort takes minutes; whatever there is after some seconds is a suite.
    let output = scratch.shell(&format!("{pipe} --effort 5 & sleep 12; kill -INT $!; wait $!"));
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(text.contains("note      ended early: interrupted\n"), "{text}");
    assert!(text.contains("wrote     worstcase-out/cat-sort/pipe/pipe.html"), "{text}");
    // A component that never ends is no reason to go on.
    let endless = "worstcase pipe 'cat | loops' --tools programs/filters --tools examples/tools --lines 3x3";
    let output = scratch.shell(&format!("{endless} --no-files & sleep 5; kill -INT $!; wait $!"));
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(text.contains("random, loops: not done when it had to stop\n"), "{text}");
    assert_eq!(output.status.code(), Some(1));
}
