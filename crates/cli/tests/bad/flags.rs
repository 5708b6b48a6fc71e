//! Flags that are missing, unknown, contradictory, or numbers that are none.

use crate::support::Scratch;
use crate::{Case, any, finding, fine, refused};

/// Each command with a program that it can run.
const COMMANDS: [&str; 4] = [
    "worstcase run fine.wat --size 1 --random 1",
    "worstcase paths fine.wat --size 1",
    "worstcase find fine.wat --sizes 2 --learn-size 1 --no-files",
    "worstcase bound fine.wat --no-files",
];

/// What is no number at all.
const NO_NUMBERS: [&str; 9] = ["''", "x", "1x", "' 1'", "--", "1e", "٣", "$(printf '\\377')", "0b1"];

/// What is no whole number, or larger than any.
const NOT_WHOLE: [&str; 6] = ["-1", "1.5", "NaN", "inf", "18446744073709551616", "0x10"];

/// Flags for whole numbers, by the command that they are for.
const WHOLE: [(usize, &str); 19] = [
    (0, "--size"),
    (0, "--random"),
    (0, "--max-steps"),
    (0, "--max-memory"),
    (0, "--max-depth"),
    (1, "--size"),
    (1, "--max-steps"),
    (1, "--max-memory"),
    (1, "--max-depth"),
    (1, "--search-memory"),
    (1, "--threads"),
    (1, "--max-paths"),
    (2, "--sizes"),
    (2, "--learn-size"),
    (2, "--learn-paths"),
    (2, "--random"),
    (2, "--seed"),
    (3, "--validate"),
    (3, "--validate 1 --seed"),
];

/// Flags for times.
const TIMES: [(usize, &str); 7] = [
    (1, "--max-time"),
    (1, "--solver-time"),
    (2, "--max-time"),
    (2, "--learn-time"),
    (2, "--size-time"),
    (2, "--solver-time"),
    (3, "--max-time"),
];

/// What every command refuses.
const WRONG: [&str; 14] = [
    "--frobnicate",
    "-x",
    "--opt 3",
    "--opt ''",
    "--cflags \"'\"",
    "--json=maybe",
    "--json --json",
    "--help=1",
    "another.wat",
    "\"$(printf '\\377')\"",
    "\"$(printf '\\033[31m')\"",
    "--\"$(printf '\\377')\"",
    "--\"$(printf '\\033]0;gone\\007')\"",
    "''",
];

/// What one command refuses.
const REFUSED: [&str; 38] = [
    "worstcase",
    "worstcase ''",
    "worstcase frobnicate",
    "worstcase run",
    "worstcase run --",
    "worstcase run fine.wat",
    "worstcase run fine.wat --size 2",
    "worstcase run fine.wat --size 2 --size 3 --random 1",
    "worstcase run fine.wat --size 1 --random 1 --input 1",
    "worstcase run fine.wat --size 1 --random 1 --trace --json",
    "worstcase run fine.wat --size 1 --random 1 --calls nothing",
    "worstcase run fine.wat --size 1 --random 1 --calls ''",
    "worstcase run fine.wat --size 1 --random 1 --entry nothing",
    "worstcase run fine.wat --size 1 --random 1 --entry ''",
    "worstcase run fine.wat --size 1 --random 1 --call 'f('",
    "worstcase run fine.wat --size 1 --random 1 --call ''",
    "worstcase run fine.wat --size 1 --random 1 --call 'nothing(int n)'",
    "worstcase run fine.wat --size 1 --random 1 --call 'run(int a[n*n*n*n*n*n*n], int n)'",
    "worstcase run fine.wat --size 1 --random 1 --call 'run(int n)' --entry run",
    "worstcase run fine.wat --stdin --random 1",
    "worstcase run fine.wat --size 1 --random 1 --file x",
    "worstcase run fine.wat --size 1 --random 1 --env x",
    "worstcase run fine.wat --size 1 --random 1 --dir x",
    "worstcase run fine.wat --size 1 --random 1 --max-depth 1 --max-steps",
    "worstcase paths fine.wat",
    "worstcase paths fine.wat --size 1 --cost calls:",
    "worstcase paths fine.wat --size 1 --cost calls:nothing",
    "worstcase paths fine.wat --size 1 --cost beauty",
    "worstcase paths fine.wat --size 1 --list --draw",
    "worstcase paths fine.wat --size 1 --draw=png",
    "worstcase paths fine.wat --size 1 --solver cvc5",
    "worstcase paths fine.wat --size 1 --input-bytes x",
    "worstcase paths fine.wat --size 1 --input-bytes x=y",
    "worstcase find fine.wat --sizes 1,,2",
    "worstcase find fine.wat --sizes 0",
    "worstcase find fine.wat --resume --no-files",
    "worstcase bound fine.wat --no-files --function nothing",
    "worstcase bound fine.wat --no-files --annotate",
];

/// Numbers that are allowed, if barely.
const EXTREME: [&str; 20] = [
    "worstcase run fine.wat --size 1 --random 18446744073709551615",
    "worstcase run fine.wat --size 1 --random 1 --max-memory 4294967295",
    "worstcase run fine.wat --size 1 --random 1 --max-depth 18446744073709551615",
    "worstcase run fine.wat --size 1 --random 1 --max-steps 18446744073709551615",
    "worstcase paths fine.wat --size 1 --max-paths 0",
    "worstcase paths fine.wat --size 1 --max-paths 18446744073709551615",
    "worstcase paths fine.wat --size 1 --search-memory 0",
    "worstcase paths fine.wat --size 1 --search-memory 18446744073709551615",
    "worstcase paths fine.wat --size 1 --threads 64",
    "worstcase paths fine.wat --size 1 --max-time 1e308",
    "worstcase paths fine.wat --size 1 --solver-time 1e308",
    "worstcase paths fine.wat --size 1 --solver-time 0",
    "worstcase paths fine.wat --size 0 --draw",
    "worstcase paths fine.wat --size 0 --list",
    "worstcase find fine.wat --no-files --sizes 2,2,2,1 --max-time 1e308 --learn-size 2",
    "worstcase find fine.wat --no-files --sizes 2 --learn-size 1 --random 0",
    "worstcase find fine.wat --no-files --sizes 2 --learn-paths 0",
    "worstcase find fine.wat --no-files --sizes 2 --learn-time 0 --size-time 0",
    "worstcase bound fine.wat --no-files --max-time 1e308",
    "worstcase bound fine.wat --no-files --all --function run",
];

/// Numbers of which no machine has so many.
const TOO_MANY: [&str; 6] =
    ["65536", "100000", "4294967296", "9223372036854775808", "18446744073709551615", "0"];

pub fn cases(_: &Scratch) -> Vec<Case> {
    let mut cases: Vec<Case> = REFUSED.into_iter().map(refused).collect();
    let whole: Vec<&str> = NO_NUMBERS.into_iter().chain(NOT_WHOLE).collect();
    let times: Vec<&str> = NO_NUMBERS.into_iter().chain(["-1", "NaN", "inf", "-inf", "1e999"]).collect();
    for (flags, numbers) in [(&WHOLE[..], whole), (&TIMES[..], times)] {
        for (row, &(command, flag)) in flags.iter().enumerate() {
            for (column, number) in numbers.iter().enumerate() {
                let case = refused(numbered(command, flag, number));
                // A few of each flag and of each number will do for every day.
                cases.push(if (row + column) % 4 == 0 { case } else { case.slow() });
            }
        }
    }
    for command in COMMANDS {
        cases.extend(WRONG.map(|wrong| refused(format!("{command} {wrong}"))));
        cases.push(fine(format!("{} --help", &command[..15])));
    }
    cases.extend(TOO_MANY.map(|number| refused(numbered(1, "--threads", number))));
    cases.extend(EXTREME.map(any));
    cases.push(fine("worstcase --version"));
    cases.push(finding("worstcase run fine.wat --size 1000 --random 1 --max-steps 10"));
    cases.push(any("worstcase run fine.wat --size 10 --random 1 --max-depth 0"));
    cases
}

/// A command in which a number is another one.
fn numbered(command: usize, flag: &str, number: &str) -> String {
    let base = COMMANDS[command].replace(" --size 1", if flag == "--size" { "" } else { " --size 1" });
    let base = base.replace(" --random 1", if flag == "--random" { "" } else { " --random 1" });
    let base = base.replace(" --sizes 2", if flag == "--sizes" { "" } else { " --sizes 2" });
    let base = base.replace(" --learn-size 1", if flag == "--learn-size" { "" } else { " --learn-size 1" });
    format!("{base} {flag} {number}")
}
