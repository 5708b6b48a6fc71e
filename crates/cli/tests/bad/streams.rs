//! Standard streams that are closed, full, or that nobody reads.

use crate::support::Scratch;
use crate::{Case, any, refused};

/// Commands of all kinds.
const COMMANDS: [&str; 11] = [
    "worstcase --help",
    "worstcase run fine.wat --size 100 --random 1",
    "worstcase run fine.wat --size 100 --random 1 --json",
    "worstcase run fine.wat --size 10000 --random 1 --trace",
    "worstcase run programs/exit.c -- a b c",
    "worstcase paths fine.wat --size 8 --list",
    "worstcase paths fine.wat --size 2 --json",
    "worstcase find fine.wat --sizes 4 --learn-size 2 --no-files",
    "worstcase find fine.wat --sizes 4 --learn-size 2 --no-files --json",
    "worstcase bound programs/bounds/bubble.c --no-files",
    "worstcase bound fine.wat --no-files --json",
];

pub fn cases(_: &Scratch) -> Vec<Case> {
    let mut cases = Vec::new();
    for (number, command) in COMMANDS.into_iter().enumerate() {
        for streams in [">&-", "2>&-", "<&-", ">&- 2>&- <&-", "2>/dev/full", ">/dev/full 2>/dev/full", "<."] {
            cases.push(any(format!("{command} {streams}")));
        }
        // That nothing could be written is known of all but the help.
        if number > 0 {
            cases.push(refused(format!("{command} >/dev/full")));
        }
        for reader in ["head -1", "true", "head -c 1"] {
            let code = format!("code{number}");
            cases.push(any(format!("{{ {command}; echo $? >{code}; }} | {reader}; exit $(cat {code})")));
        }
    }
    let stdin = "worstcase run programs/stdin.c";
    cases.push(any(format!("{stdin} <&-")));
    cases.push(refused(format!("{stdin} <.")));
    cases.push(refused(format!("{stdin} </dev/zero")).slow());
    cases.push(any(format!("head -c 100 /dev/urandom | {stdin}")));
    cases
}
