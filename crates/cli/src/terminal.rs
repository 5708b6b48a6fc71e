//! Text from outside, such that a terminal cannot be driven by it: source lines, names of files and functions, and what a
//! program writes may hold control characters, which move the cursor, rename the window or hide what was there.
//!
//! They are written as in JSON: `\u001b`. So the same function serves both kinds of output, and JSON stays what it was.

use std::borrow::Cow;
use std::fmt::Write;

/// Text without control characters other than ends of lines and tabs.
pub fn safe(text: &str) -> Cow<'_, str> {
    if !text.contains(is_control) {
        return Cow::Borrowed(text);
    }
    let mut safe = String::with_capacity(text.len() + 16);
    for c in text.chars() {
        match is_control(c) {
            true => _ = write!(safe, "\\u{:04x}", u32::from(c)),
            false => safe.push(c),
        }
    }
    Cow::Owned(safe)
}

/// The same for text on one line of ours, which must not become two.
pub fn safe_line(text: &str) -> Cow<'_, str> {
    match safe(text) {
        safe if safe.contains('\n') => Cow::Owned(safe.replace('\n', "\\n")),
        safe => safe,
    }
}

/// The same for bytes that may be no text: those that are none are written as `\xff`.
pub fn safe_bytes(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len());
    for chunk in bytes.utf8_chunks() {
        text += &safe(chunk.valid());
        for byte in chunk.invalid() {
            let _ = write!(text, "\\x{byte:02x}");
        }
    }
    text
}

/// What a terminal acts upon: the controls of ASCII, those of Latin-1, which UTF-8 has too, and marks that turn the
/// direction of writing, behind which source can hide.
fn is_control(c: char) -> bool {
    (c.is_control() && c != '\n' && c != '\t')
        || matches!(c, '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_terminal_is_not_driven() {
        assert_eq!(safe("a\tb\nµ\u{1f600}"), "a\tb\nµ\u{1f600}");
        assert_eq!(safe("\x1b[31mred\r\x07\x7f"), "\\u001b[31mred\\u000d\\u0007\\u007f");
        assert_eq!(safe("\u{9b}2J \u{202e}cba"), "\\u009b2J \\u202ecba");
        assert_eq!(safe_line("a\nb\tc\x1b"), "a\\nb\tc\\u001b");
        assert_eq!(safe_bytes(b"a\xffb\x1b\xc2\x9b\n\xc3\xa4"), "a\\xffb\\u001b\\u009b\n\u{e4}");
    }

    #[test]
    fn json_stays_what_it_was() {
        let value = serde_json::json!({ "a\u{9b}": "\x1b \u{202e} \\u0041 \x7f" });
        let written = safe(&value.to_string()).into_owned();
        assert!(!written.contains(is_control), "{written:?}");
        assert_eq!(serde_json::from_str::<serde_json::Value>(&written).unwrap(), value);
    }
}
