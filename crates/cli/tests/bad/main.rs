//! Hundreds of bad invocations: whatever is written on the command line, put into a file or done by a program, there is no
//! panic, no death by a signal, and the exit code is the documented one. What could not run says why.
//!
//! `make test` runs those that take a moment. `make bad` runs all, and there the clock is looked at: no run may go past its
//! `--max-time` by more than two seconds. To add a case, add a line to one of the lists.

mod clang;
mod files;
mod flags;
mod guests;
mod inputs;
mod saves;
mod signals;
mod streams;
#[path = "../support/mod.rs"]
mod support;

use std::os::unix::process::ExitStatusExt;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use support::Scratch;

/// A line of shell and what has to come of it.
pub struct Case {
    line: String,
    /// The exit codes that are right.
    codes: &'static [i32],
    /// What has to be said on standard error.
    says: Option<&'static str>,
    /// The `--max-time` of a case that uses it up.
    seconds: Option<f64>,
    /// Whether it takes more than a moment.
    slow: bool,
}

/// Nothing could be said, and why is on standard error.
fn refused(line: impl Into<String>) -> Case {
    Case { line: line.into(), codes: &[2], says: None, seconds: None, slow: false }
}

/// All went well.
fn fine(line: impl Into<String>) -> Case {
    Case { codes: &[0], ..refused(line) }
}

/// There is something to look at.
fn finding(line: impl Into<String>) -> Case {
    Case { codes: &[1], ..refused(line) }
}

/// Any of the documented exit codes.
fn any(line: impl Into<String>) -> Case {
    Case { codes: &[0, 1, 2], ..refused(line) }
}

impl Case {
    /// Standard error says this.
    fn says(self, text: &'static str) -> Case {
        Case { says: Some(text), ..self }
    }

    /// It runs for this `--max-time`, which is in the line.
    fn within(self, seconds: f64) -> Case {
        Case { seconds: Some(seconds), slow: true, ..self }
    }

    /// It takes more than a moment.
    fn slow(self) -> Case {
        Case { slow: true, ..self }
    }

    /// Whether `make test` runs it. A `find` that is not refused takes a second.
    fn is_quick(&self) -> bool {
        !self.slow && (self.codes == [2] || !self.line.contains("worstcase find"))
    }
}

/// How far a run may go past its `--max-time`.
const PATIENCE: f64 = 2.0;

/// Whatever still runs after so many seconds is killed, so that a run without end is seen as one; sooner where it had a
/// `--max-time`.
const KILLED: f64 = 60.0;
const KILLED_LATE: f64 = 18.0;

#[test]
fn bad_invocations_end_as_documented() {
    let all = std::env::var("WORSTCASE_BAD").is_ok_and(|which| which == "all");
    let only = std::env::var("WORSTCASE_BAD_LINE").unwrap_or_default();
    let scratch = Scratch::new("bad");
    prepare(&scratch);
    let mut cases = Vec::new();
    for family in
        [flags::cases, inputs::cases, files::cases, saves::cases, streams::cases, clang::cases, guests::cases]
    {
        cases.extend(family(&scratch));
    }
    cases.extend(signals::cases(&scratch));
    assert!(cases.len() >= 300, "only {} cases", cases.len());
    cases.retain(|case| (all || case.is_quick()) && case.line.contains(&only));
    // One at a time where the clock is looked at.
    let (timed, plain): (Vec<Case>, Vec<Case>) = cases.into_iter().partition(|case| case.seconds.is_some());
    println!("{} bad invocations, {} of them with a clock", plain.len() + timed.len(), timed.len());
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let mut failures = check_all(&scratch, plain, threads);
    failures.extend(check_all(&scratch, timed, 1));
    let left: Vec<_> =
        std::fs::read_dir(scratch.0.join("tmp")).unwrap().map(|entry| entry.unwrap()).collect();
    if !left.is_empty() {
        failures.push(format!("temporary folders were left: {left:?}"));
    }
    assert!(failures.is_empty(), "{} failures:\n{}", failures.len(), failures.join("\n"));
}

/// Small programs and files that many cases use.
fn prepare(scratch: &Scratch) {
    std::fs::create_dir(scratch.0.join("tmp")).unwrap();
    std::fs::write(scratch.0.join("fine.wat"), FINE).unwrap();
    std::fs::write(scratch.0.join("floats.wat"), FLOATS).unwrap();
    std::fs::write(scratch.0.join("empty"), "").unwrap();
}

/// Asks for as many numbers as it is told, and counts the negative ones.
const FINE: &str = r#"(module
  (import "worstcase" "input_i32" (func $input (result i32)))
  (func (export "run") (param $n i32) (result i32) (local $count i32)
    (block $done
      (loop $next
        (br_if $done (i32.eqz (local.get $n)))
        (local.set $n (i32.sub (local.get $n) (i32.const 1)))
        (if (i32.lt_s (call $input) (i32.const 0))
          (then (local.set $count (i32.add (local.get $count) (i32.const 1)))))
        (br $next)))
    (local.get $count)))
"#;

/// Asks for a double and a byte.
const FLOATS: &str = r#"(module
  (import "worstcase" "input_f64" (func $f64 (result f64)))
  (import "worstcase" "input_u8" (func $u8 (result i32)))
  (func (export "run") (result f64) (drop (call $u8)) (call $f64)))
"#;

fn check_all(scratch: &Scratch, cases: Vec<Case>, threads: usize) -> Vec<String> {
    let cases = Mutex::new(cases.into_iter());
    let failures = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                while let Some(case) = { cases.lock().unwrap().next() } {
                    let failure = check(scratch, &case);
                    // At once: all of them take minutes.
                    failure.iter().for_each(|failure| println!("{failure}"));
                    failures.lock().unwrap().extend(failure);
                }
            });
        }
    });
    failures.into_inner().unwrap()
}

/// Runs a case, and says what is wrong with it.
fn check(scratch: &Scratch, case: &Case) -> Option<String> {
    let begun = Instant::now();
    let killed = case.seconds.map_or(KILLED, |seconds| seconds + KILLED_LATE);
    let mut command = scratch.command(&format!("exec timeout -s KILL {killed} sh -c \"$LINE\""));
    let output = command.env("LINE", &case.line).env("TMPDIR", scratch.0.join("tmp")).output().unwrap();
    let took = begun.elapsed();
    let said = String::from_utf8_lossy(&output.stderr);
    let mut wrong = Vec::new();
    match (output.status.code(), output.status.signal()) {
        (Some(code), _) if case.codes.contains(&code) => {
            if code == 2 && said.trim().is_empty() && !case.line.contains("2>") {
                wrong.push("exit code 2 without a word".to_string());
            }
        }
        (Some(137), _) | (_, Some(9)) => wrong.push(format!("killed after {killed} s")),
        (code, signal) => wrong.push(format!("exit {code:?}, signal {signal:?}, expected {:?}", case.codes)),
    }
    for bytes in [&output.stdout, &output.stderr] {
        let text = String::from_utf8_lossy(bytes);
        for bad in
            ["panicked at", "this is a defect of worstcase; please", "stack overflow", "memory allocation of"]
        {
            if text.contains(bad) {
                wrong.push(format!("\"{bad}\""));
            }
        }
    }
    let is_control = |c: char| c.is_control() && c != '\n' && c != '\t';
    if [&output.stdout, &output.stderr]
        .iter()
        .any(|bytes| String::from_utf8_lossy(bytes).contains(is_control))
    {
        wrong.push("writes control characters".to_string());
    }
    if let Some(text) = case.says.filter(|text| !said.contains(text)) {
        wrong.push(format!("does not say \"{text}\""));
    }
    if let Some(seconds) = case.seconds.filter(|seconds| took > Duration::from_secs_f64(seconds + PATIENCE)) {
        wrong.push(format!("took {:.1} s instead of {seconds}", took.as_secs_f64()));
    }
    let shown: String = said.chars().take(400).collect();
    (!wrong.is_empty()).then(|| {
        format!("$ {}\n  {}\n  ! {}", case.line.escape_debug(), wrong.join("; "), shown.escape_debug())
    })
}
