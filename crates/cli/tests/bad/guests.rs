//! Programs that trap, never end, eat memory, print, recurse or read for ever, within a `--max-time`.

use crate::support::Scratch;
use crate::{Case, any, finding};

/// Programs for every command, most of which know no end.
const HOSTILE: [&str; 16] = [
    "programs/hostile/any_pointer.c",
    "programs/hostile/asks_forever.c",
    "programs/hostile/explodes.c",
    "programs/hostile/files.c",
    "programs/hostile/flood.wat",
    "programs/hostile/hard_question.c",
    "programs/hostile/loop.c",
    "programs/hostile/loop.wat",
    "programs/hostile/memory.wat",
    "programs/hostile/memory_at_once.wat",
    "programs/hostile/never_ends.c",
    "programs/hostile/outputs.wat",
    "programs/hostile/recursion.c",
    "programs/hostile/recursion.wat",
    "programs/hostile/table.wat",
    "programs/always_traps.c",
];

/// More of them, with what they are called.
const MADE: [(&str, &str); 9] = [
    ("start_loop.wat", "(module (func $f (loop $x (br $x))) (start $f) (func (export \"run\")))"),
    ("start_trap.wat", "(module (func $f unreachable) (start $f) (func (export \"run\")))"),
    (
        "fill.wat",
        "(module (memory 1000) (func (export \"run\") (loop $x (memory.fill (i32.const 0) (i32.const 1) (i32.const 65000000)) (br $x))))",
    ),
    (
        "grow.wat",
        "(module (memory 1) (func (export \"run\") (loop $x (drop (memory.grow (i32.const 1))) (br $x))))",
    ),
    (
        "grow_nothing.wat",
        "(module (memory 10000) (func (export \"run\") (loop $x (drop (memory.grow (i32.const 0))) (br $x))))",
    ),
    (
        "bytes.wat",
        "(module (import \"worstcase\" \"input_bytes\" (func $in (param i32 i32))) (memory 1000)
           (func (export \"run\") (param i32) (loop $x (call $in (i32.const 0) (i32.const 60000000)) (br $x))))",
    ),
    (
        "squares.wat",
        "(module (import \"worstcase\" \"input_i64\" (func $in (result i64)))
           (func (export \"run\") (param i32) (local i64 i64) (local.set 1 (call $in)) (local.set 2 (call $in))
             (if (i64.eq (i64.mul (i64.mul (local.get 1) (local.get 1)) (local.get 2)) (i64.const 987654321987654321))
               (then unreachable))))",
    ),
    (
        "branches.wat",
        "(module (import \"worstcase\" \"input_i32\" (func $in (result i32)))
           (func (export \"run\") (param i32) (loop $x (br_if $x (i32.rem_u (call $in) (i32.const 3))) (br $x))))",
    ),
    ("deep.wat", "(module (func $f (export \"run\") (param i32) (call $f (local.get 0)) (call $f (local.get 0))))"),
];

/// Programs that do the same in C, through libc.
const COMMANDS: [(&str, &str); 4] = [
    ("reads.c", "#include <stdio.h>\nint main(void) { for (;;) getchar(); }"),
    ("prints.c", "#include <stdio.h>\nint main(void) { for (;;) puts(\"more\"); }"),
    (
        "allocates.c",
        "#include <stdlib.h>\n#include <string.h>\nint main(void) { for (;;) { char *p = malloc(1 << 20); if (p) memset(p, 1, 1 << 20); } }",
    ),
    (
        "recurses.c",
        "int f(int n) { volatile int a[100]; a[n % 100] = n; return f(n + 1) + a[0]; }\nint main(void) { return f(0); }",
    ),
];

pub fn cases(scratch: &Scratch) -> Vec<Case> {
    let mut programs: Vec<&str> = HOSTILE.to_vec();
    for (name, text) in MADE.into_iter().chain(COMMANDS) {
        std::fs::write(scratch.0.join(name), text).unwrap();
        programs.push(name);
    }
    let mut cases = Vec::new();
    for program in programs {
        let time = "--max-time 2";
        cases.push(any(format!("worstcase paths {program} --size 20 {time} >paths.out")).within(2.0));
        cases
            .push(any(format!("worstcase paths {program} --size 20 {time} --solver z3 >z3.out")).within(2.0));
        cases.push(any(format!("worstcase find {program} --no-files {time} >find.out")).within(2.0));
        cases.push(
            any(format!("worstcase find {program} --stdin --sizes 1000000 --no-files {time} >stdin.out"))
                .within(2.0),
        );
        cases.push(any(format!("worstcase bound {program} --no-files {time} >bound.out")).within(2.0));
        cases.push(
            any(format!("worstcase bound {program} --no-files --validate 1000000 {time} >validate.out"))
                .within(2.0),
        );
        cases.push(
            any(format!("worstcase run {program} --size 3 --random 1 --max-steps 3000000 >run.out")).slow(),
        );
    }
    for size in ["2147483647", "1000000", "1,2147483647"] {
        cases
            .push(any(format!("worstcase find fine.wat --sizes {size} --no-files --max-time 2")).within(2.0));
    }
    for (size, flags) in
        [("2147483647", ""), ("1000000", "--list"), ("1000000", "--draw"), ("20", "--threads 64")]
    {
        cases.push(
            any(format!("worstcase paths fine.wat --size {size} {flags} --max-time 2 >size.out")).within(2.0),
        );
    }
    for bytes in ["18446744073709551615", "9223372036854775807", "4294967296", "1000000000", "1000000"] {
        let flags = format!("--input-bytes data={bytes} --max-time 2");
        cases.push(any(format!("worstcase paths programs/stdin.c {flags}")).within(2.0));
    }
    cases.push(finding("worstcase run start_trap.wat"));
    cases.push(finding("worstcase run start_loop.wat --max-steps 1000000"));
    cases.push(finding("worstcase run programs/hostile/recursion.wat"));
    cases.push(finding("worstcase run programs/hostile/loop.wat --max-steps 1000000"));
    cases
}
