//! SIGTERM and SIGINT, at work and while waiting for a file or a compiler that gives nothing.

use crate::support::Scratch;
use crate::{Case, finding, refused};

/// What works until it is told to stop, and then says what it knows.
const WORKING: [&str; 4] = [
    "worstcase run programs/hostile/loop.wat --max-steps 500000000000",
    "worstcase paths fine.wat --size 1000",
    "worstcase find programs/hostile/hard_question.c --no-files --sizes 1000",
    "worstcase bound programs/bounds/bubble.c --no-files --validate 4000000000 --max-time 100",
];

/// What waits for something that does not come.
const WAITING: [&str; 6] = [
    "worstcase run fifo.wat",
    "worstcase run fine.wat --size 1 --input-file fifo",
    "worstcase run programs/world.c --file a=fifo",
    "worstcase run programs/stdin.c <>forever",
    "env WORSTCASE_CLANG=./sleeper worstcase run programs/exit.c",
    "env WORSTCASE_CLANG=./sleeper worstcase bound programs/exit.c",
];

pub fn cases(scratch: &Scratch) -> Vec<Case> {
    let sleeper = "printf '#!/bin/sh\\nexec sleep 50\\n' > sleeper; chmod +x sleeper";
    let made = scratch.shell(&format!("mkfifo fifo fifo.wat forever && {sleeper}"));
    assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
    let mut cases = Vec::new();
    for signal in ["TERM", "INT"] {
        // `timeout` has an exit code of its own, unless it is told to keep the command's.
        let told = |command| format!("timeout --preserve-status -s {signal} -k 20 1.5 {command}");
        cases.extend(WORKING.map(|command| finding(told(command)).slow()));
        cases.extend(WAITING.map(|command| refused(told(command)).says("interrupted").slow()));
    }
    cases
}
