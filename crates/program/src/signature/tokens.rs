//! The words, numbers and signs that signatures are made of.

use super::Number;
use super::parse::Problem;

/// A problem and the byte that it begins at.
pub(super) struct Wrong {
    pub(super) at: usize,
    pub(super) problem: Problem,
}

/// A word, number or sign, and the byte that it begins at.
#[derive(Clone, Copy)]
pub(super) struct Token<'a> {
    pub(super) at: usize,
    pub(super) text: &'a str,
    pub(super) kind: Kind,
}

/// What a token is.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Kind {
    Word,
    Number(Number),
    Sign,
    End,
}

/// Cuts a text into words, numbers and signs. The last one is its end.
pub(super) fn tokens(text: &str) -> Result<Vec<Token<'_>>, Wrong> {
    let mut tokens = Vec::new();
    let mut rest = text.trim_start();
    while let Some(first) = rest.chars().next() {
        let at = text.len() - rest.len();
        let (len, kind) = match first {
            '_' | 'a'..='z' | 'A'..='Z' => (word_len(rest), Some(Kind::Word)),
            '0'..='9' => {
                let len = number_len(rest);
                (len, number(&rest[..len]).map(Kind::Number))
            }
            '\'' => {
                let (len, byte) = character(rest);
                (len, byte.map(|byte| Kind::Number(Number::Integer(byte.into()))))
            }
            '.' if rest.starts_with("..") => (2, Some(Kind::Sign)),
            _ => (first.len_utf8(), "()[],*&;=+-".contains(first).then_some(Kind::Sign)),
        };
        let (token, behind) = rest.split_at(len);
        let Some(kind) = kind else {
            return Err(Wrong { at, problem: Problem::Unreadable(token.to_string()) });
        };
        tokens.push(Token { at, text: token, kind });
        rest = behind.trim_start();
    }
    tokens.push(Token { at: text.trim_end().len(), text: "", kind: Kind::End });
    Ok(tokens)
}

/// A name, in C++ with the namespaces around it.
fn word_len(text: &str) -> usize {
    let end_of =
        |text: &str| text.find(|c: char| c != '_' && !c.is_ascii_alphanumeric()).unwrap_or(text.len());
    let mut len = end_of(text);
    while let Some(inner) = text[len..].strip_prefix("::") {
        match end_of(inner) {
            0 => break,
            more => len += 2 + more,
        }
    }
    len
}

/// Digits and letters, a point unless it belongs to `..`, a sign after an exponent's e.
fn number_len(text: &str) -> usize {
    let (bytes, hex) = (text.as_bytes(), text.starts_with("0x") || text.starts_with("0X"));
    let belongs = |i: usize| match bytes[i] {
        b'.' => bytes.get(i + 1) != Some(&b'.') && bytes[i - 1] != b'.',
        b'+' | b'-' => !hex && matches!(bytes[i - 1], b'e' | b'E'),
        byte => byte.is_ascii_alphanumeric(),
    };
    (1..bytes.len()).find(|&i| !belongs(i)).unwrap_or(bytes.len())
}

/// A number of C, with the letters that C may put behind it.
fn number(text: &str) -> Option<Number> {
    let digits = text.trim_end_matches(['u', 'U', 'l', 'L']);
    let integer = match digits.strip_prefix("0x").or_else(|| digits.strip_prefix("0X")) {
        Some(hex) => u64::from_str_radix(hex, 16),
        // One of more than 64 bits is refused, not rounded.
        None if digits.bytes().all(|byte| byte.is_ascii_digit()) => digits.parse(),
        None => return digits.trim_end_matches(['f', 'F']).parse().ok().map(Number::Float),
    };
    integer.ok().map(|value: u64| Number::Integer(value.into()))
}

/// A character in quotation marks: how long the text for it is, and its byte.
fn character(text: &str) -> (usize, Option<u8>) {
    let Some(len) = text[1..].find('\'').map(|end| end + 2) else {
        return (text.len(), None);
    };
    match &text.as_bytes()[1..len - 1] {
        [b'\\'] if text[len..].starts_with('\'') => (len + 1, Some(b'\'')),
        b"\\n" => (len, Some(b'\n')),
        b"\\r" => (len, Some(b'\r')),
        b"\\t" => (len, Some(b'\t')),
        b"\\0" => (len, Some(0)),
        b"\\\\" => (len, Some(b'\\')),
        &[byte] if byte != b'\\' => (len, Some(byte)),
        _ => (len, None),
    }
}
