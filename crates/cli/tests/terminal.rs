//! Nothing from outside drives a terminal: not what a program writes, not its source, not names of files and functions.
//! Where nobody looks, what a program writes and what is still source stay as they are, byte for byte.

mod support;

use support::Scratch;

/// What would rename a window, as text of a shell.
const DRIVES: &str = "\x1b]0;gone\x07";

/// A program whose text and output hold control characters.
const SOURCE: &str = "#include <stdio.h>
static int count(int n) { int c = 0; for (int i = 0; i < n; i++) c++; /* \x1b]0;gone\x07 */ return c; }
int main(void) { fputs(\"\\033]0;gone\\007\", stdout); fputs(\"\\033[31m\\233\", stderr); return count(3) - 3; }
";

/// A function with such a name, which goes round for ever.
const MODULE: &str = "(module (func (export \"\\1b]0;gone\\07\") (loop $x (br_if $x (i32.const 1)))))";

fn scratch(name: &str) -> Scratch {
    let scratch = Scratch::new(name);
    std::fs::write(scratch.0.join("odd.c"), SOURCE).unwrap();
    std::fs::write(scratch.0.join("odd.wat"), MODULE).unwrap();
    std::fs::write(scratch.0.join(format!("{}.wat", "\x1b]0;gone\x07")), "(module \x1b]0;gone\x07").unwrap();
    scratch
}

/// Whether a terminal would do anything but show it. Ends of lines are two characters on a terminal, and a line of ours that
/// says how far it is gets erased again.
fn drives(bytes: &[u8]) -> bool {
    let text = String::from_utf8_lossy(bytes).replace("\x1b[K", "").replace('\r', "");
    text.contains(|c: char| c.is_control() && c != '\n' && c != '\t')
}

const COMMANDS: [&str; 11] = [
    "worstcase run odd.c",
    "worstcase run odd.c --json",
    "worstcase run odd.c --profile",
    "worstcase run odd.c --trace",
    "worstcase bound odd.c --no-files --annotate",
    "worstcase bound odd.wat --no-files",
    "worstcase run odd.wat --entry nothing",
    "worstcase run odd.wat --max-steps 10 --entry \"$ODD\"",
    "worstcase run odd.wat --max-steps 10 --profile --entry \"$ODD\"",
    "worstcase run \"$ODD.wat\"",
    "worstcase run --\"$ODD\"",
];

#[test]
fn no_text_from_outside_drives_a_terminal() {
    let scratch = scratch("terminal");
    for command in COMMANDS {
        let line = format!("COMMAND='{command}' script -qec 'eval \"$COMMAND\"' /dev/null");
        let output = scratch.command(&line).env("ODD", DRIVES).output().unwrap();
        let shown = [output.stdout, output.stderr].concat();
        assert!(!shown.is_empty(), "{command}");
        assert!(!drives(&shown), "{command}: {:?}", String::from_utf8_lossy(&shown));
        assert!(
            command.ends_with("nothing") || String::from_utf8_lossy(&shown).contains("gone"),
            "{command}"
        );
    }
}

#[test]
fn reports_never_hold_control_characters() {
    let scratch = scratch("reports");
    for command in COMMANDS.into_iter().filter(|command| !command.contains("odd.c")) {
        let output = scratch.command(command).env("ODD", DRIVES).output().unwrap();
        for bytes in [output.stdout, output.stderr] {
            assert!(!drives(&bytes), "{command}: {:?}", String::from_utf8_lossy(&bytes));
        }
    }
}

#[test]
fn what_is_passed_on_stays_as_it_is() {
    let scratch = scratch("passed_on");
    let output = scratch.shell("worstcase run odd.c");
    assert_eq!(output.stdout, DRIVES.as_bytes());
    assert!(output.stderr.starts_with(b"\x1b[31m\x9b"), "{:?}", String::from_utf8_lossy(&output.stderr));
    let output = scratch.shell("worstcase bound odd.c --no-files --annotate");
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains(&format!("/* {DRIVES} */")), "{text:?}");
}
