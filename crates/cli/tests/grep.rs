//! The WASI grep of the examples says the same as the system's `grep -E`, with the same exit status.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Arc;

use worstcase_machine::process::{Entry, Given, Halt, Outcome, Process};
use worstcase_machine::wasi::{Stdin, Wasi, WasiConfig};
use worstcase_machine::{Limits, Unobserved};
use worstcase_program::compile::CompileOptions;
use worstcase_program::{Program, load};

const WORDS: &str = "apple\nbanana\ncherry\n\navocado pear\n  indented\nApple pie\nx\n";
const CODE: &str = "int main(void) {\n\treturn a[i] + (b * 2);\n}\n/* 100% */\nfoo.bar = \"x\\y\";\n";
const NUMBERS: &str = "0\n7\n42\n1234\n-5\n3.14\n0x1f\n2024-02-29\n192.168.0.1\n1,000,000\n";
const REPEATS: &str = "a\naa\naaa\naaaa\naaaaa\nab\nabab\nababab\nabababab\naaaaaaaaaaaaaaaaaaaaaaaab\nb\n";

/// Patterns, each with the text that it is for.
const CASES: &[(&str, &str)] = &[
    ("an", WORDS),
    ("^a", WORDS),
    ("e$", WORDS),
    ("^$", WORDS),
    ("^", WORDS),
    ("$", WORDS),
    ("", WORDS),
    ("^.$", WORDS),
    (".", WORDS),
    ("pear|pie", WORDS),
    ("^(apple|cherry)$", WORDS),
    ("[A-Z]", WORDS),
    ("[^a-z]", WORDS),
    ("[[:space:]]", WORDS),
    ("^[[:upper:]][[:lower:]]+ ", WORDS),
    ("(an)+a", WORDS),
    ("r{2}", WORDS),
    ("p+", WORDS),
    ("no such line", WORDS),
    ("zebra|quagga", WORDS),
    ("\\(", CODE),
    ("\\[i\\]", CODE),
    ("[][]", CODE),
    ("[*+]", CODE),
    ("\\*.*\\*", CODE),
    ("^\t", CODE),
    ("foo\\.bar", CODE),
    ("foo.bar", CODE),
    ("\\\\", CODE),
    ("[0-9]+%", CODE),
    ("^\\}$", CODE),
    ("return|=", CODE),
    ("^[0-9]+$", NUMBERS),
    ("^-?[0-9]+(\\.[0-9]+)?$", NUMBERS),
    ("^[0-9]{4}-[0-9]{2}-[0-9]{2}$", NUMBERS),
    ("^([0-9]{1,3}\\.){3}[0-9]{1,3}$", NUMBERS),
    ("^0x[[:xdigit:]]+$", NUMBERS),
    ("^[0-9]{1,3}(,[0-9]{3})*$", NUMBERS),
    ("[13579]$", NUMBERS),
    ("^.{5,}$", NUMBERS),
    ("^(a|b)*$", REPEATS),
    ("^(ab){2,3}$", REPEATS),
    ("^a{2,4}$", REPEATS),
    ("^a{3}$", REPEATS),
    ("^a{4,}$", REPEATS),
    ("^a?a?a?aaa$", REPEATS),
    ("^(a+)+$", REPEATS),
    ("^(a|aa)+$", REPEATS),
    ("(a*)*b", REPEATS),
    ("^(a|ab)(bab|b)*$", REPEATS),
    ("^(a?){20}a{20}$", REPEATS),
    ("x*", REPEATS),
    // Texts at the edge: nothing, only a newline, no newline at the end.
    ("a", ""),
    ("^$", "\n"),
    ("b$", "a\nb"),
    // A pattern that is wrong.
    ("(a", WORDS),
    ("[a", WORDS),
];

#[test]
fn grep_says_what_the_systems_grep_says() {
    let grep = our_grep();
    for &(pattern, text) in CASES {
        let (output, status) = run(&grep, pattern, text);
        let (expected, expected_status) = system_grep(pattern, text);
        assert_eq!((output, status), (expected, expected_status), "grep -E '{pattern}' of {text:?}");
    }
}

/// Compiled once and run in this process: a process for each case would take longer than all of them.
fn our_grep() -> Arc<Program> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/grep.c");
    Arc::new(load(&[path], &CompileOptions::default()).unwrap().program)
}

fn run(grep: &Arc<Program>, pattern: &str, text: &str) -> (String, u32) {
    let args = vec![b"grep".to_vec(), pattern.as_bytes().to_vec()];
    let config = WasiConfig { args, stdin: Stdin::Bytes(text.as_bytes().to_vec()), ..WasiConfig::default() };
    let wasi = Wasi::new(config).unwrap();
    let mut process = Process::<u64>::new(grep.clone(), (), Limits::default(), wasi).unwrap();
    let mut inputs = Given::list(Vec::new());
    process.enter(&Entry::find(grep, None).unwrap(), 0, &mut inputs).unwrap();
    let status = match process.advance(&mut inputs, &mut Unobserved) {
        Halt::Ended(Outcome::Returned(_)) => 0,
        Halt::Ended(Outcome::Exited(code)) => code,
        halt => panic!("{halt:?}"),
    };
    (String::from_utf8(process.wasi.stdout().to_vec()).unwrap(), status)
}

fn system_grep(pattern: &str, text: &str) -> (String, u32) {
    let mut command = Command::new("grep");
    command.args(["-E", "-e", pattern]).env("LC_ALL", "C");
    let pipes = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
    let mut child = pipes.spawn().unwrap();
    // A grep that refuses its pattern does not read.
    let _ = child.stdin.take().unwrap().write_all(text.as_bytes());
    let output = child.wait_with_output().unwrap();
    (String::from_utf8(output.stdout).unwrap(), output.status.code().unwrap() as u32)
}
