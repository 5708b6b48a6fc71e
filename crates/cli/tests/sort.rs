//! The WASI sorter of the examples sorts a hundred thousand lines as Rust does.

mod support;

use std::fmt::Write;

use support::Scratch;

#[test]
fn a_hundred_thousand_lines_are_sorted() {
    let text = lines(100_000);
    let scratch = Scratch::new("sort");
    std::fs::write(scratch.0.join("lines"), &text).unwrap();
    let output = scratch.shell("worstcase run examples/sort_lines.c < lines");
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    let mut expected: Vec<&str> = text.lines().collect();
    assert_eq!(expected.len(), 100_000);
    expected.sort();
    // Not assert_eq: nobody wants to read both.
    assert!(output.stdout == (expected.join("\n") + "\n").as_bytes(), "the lines are not in order");
}

/// Lines of all kinds: short numbers (so that many are equal), long ones that differ late, and empty ones.
fn lines(count: u64) -> String {
    let mut text = String::new();
    for n in 0..count {
        // Knuth's multiplicative hash, for numbers in no order.
        let number = n.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 40;
        match n % 10 {
            0 => writeln!(text, "{}", number % 1000),
            1..=3 => writeln!(text, "the same long beginning of a line {number}"),
            4 if n % 100 == 4 => writeln!(text),
            _ => writeln!(text, "{number:x}"),
        }
        .unwrap();
    }
    text
}
