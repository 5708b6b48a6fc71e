//! Statements of the source in which a signed operand may be computed with as unsigned.
//!
//! `(unsigned)x * 31u` and `x * 31` are the same Wasm, but only the latter does not overflow. So additions and
//! multiplications in a statement that could have such a cast or constant, or a macro that hides one, are taken to wrap.
//! That is a look at the text, not a parser: what it takes for suspicious only has to be proved not to wrap. A macro in
//! small letters is not recognised.

use worstcase_program::debug::{DebugInfo, Location};

/// How many lines a statement may go on before or after a place in it.
const MAX_LINES: u32 = 8;

/// The text of the statement at a place, which may have several lines; nothing if the source is not at hand.
pub(super) fn statement(debug: &DebugInfo, location: &Location) -> Option<String> {
    let line = |line: u32| debug.source_line(&Location { line, ..location.clone() }).map(code);
    let ends = |text: &str| text.is_empty() || text.ends_with([';', '{', '}', ':']) || text.starts_with('#');
    let mut first = location.line;
    while first > 1 && location.line - first < MAX_LINES && line(first - 1).is_some_and(|text| !ends(text)) {
        first -= 1;
    }
    let mut text = String::new();
    for number in first..location.line.saturating_add(MAX_LINES) {
        let Some(next) = line(number) else { break };
        text = text + next + " ";
        if number >= location.line && ends(next) {
            break;
        }
    }
    line(location.line).map(|_| text)
}

/// A line without its comment.
fn code(line: &str) -> &str {
    let comment = [line.find("//"), line.find("/*")].into_iter().flatten().min();
    line[..comment.unwrap_or(line.len())].trim()
}

/// Types that a cast leads to arithmetic of which does not overflow.
const SIGNED: [&str; 18] = [
    "int",
    "long",
    "short",
    "char",
    "signed",
    "const",
    "volatile",
    "float",
    "double",
    "void",
    "int8_t",
    "int16_t",
    "int32_t",
    "int64_t",
    "ptrdiff_t",
    "ssize_t",
    "intptr_t",
    "intmax_t",
];

/// Names in capitals that are not computed with.
const HARMLESS: [&str; 2] = ["NULL", "EOF"];

/// Whether there may be unsigned arithmetic in a statement without a variable that is unsigned.
pub(super) fn suspicious(line: &str) -> bool {
    let tokens = tokens(line);
    tokens.iter().enumerate().any(|(place, token)| {
        let first = token.chars().next().unwrap_or(' ');
        match first {
            '0'..='9' => is_unsigned_number(token),
            '(' => is_cast(&tokens, place),
            _ if !is_word(first) => false,
            _ => is_unsigned(token) || is_macro(token),
        }
    })
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

fn tokens(line: &str) -> Vec<&str> {
    let mut tokens = Vec::new();
    let mut rest = line.trim_start();
    while let Some(first) = rest.chars().next() {
        let end =
            if is_word(first) { rest.find(|c| !is_word(c)).unwrap_or(rest.len()) } else { first.len_utf8() };
        tokens.push(&rest[..end]);
        rest = rest[end..].trim_start();
    }
    tokens
}

fn is_unsigned(word: &str) -> bool {
    matches!(word, "unsigned" | "sizeof" | "size_t" | "_Alignof" | "alignof" | "static_cast")
        || word.starts_with("uint")
}

/// With a suffix that says so, or large. Hexadecimal numbers are unsigned if they do not fit otherwise; and a mask of 28
/// bits or more before a shift may be gone in Wasm, see `construct.rs`.
fn is_unsigned_number(token: &str) -> bool {
    let lower = token.to_ascii_lowercase();
    let digits = lower.trim_end_matches('l');
    let number = match digits.strip_prefix("0x") {
        Some(digits) => u64::from_str_radix(digits, 16).ok(),
        None => digits.parse().ok(),
    };
    lower.contains('u') || number.is_some_and(|number| number >= 0xfff_ffff)
}

fn is_macro(word: &str) -> bool {
    let capitals = word.chars().all(|c| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_');
    word.len() > 1 && capitals && word.contains(|c: char| c.is_ascii_uppercase()) && !HARMLESS.contains(&word)
}

/// Whether a parenthesis begins a cast to a type that is not known to be signed.
fn is_cast(tokens: &[&str], open: usize) -> bool {
    let starts_word = |token: &&str| token.chars().next().is_some_and(is_word);
    let before = open.checked_sub(1).map(|before| tokens[before]);
    let follows_value = match before {
        Some("return" | "case" | "else" | "do") | None => false,
        Some(token) => starts_word(&token) || token == ")" || token == "]",
    };
    let words: Vec<&str> =
        tokens[open + 1..].iter().copied().take_while(|token| starts_word(token)).collect();
    let after = open + 1 + words.len();
    let closes = tokens.get(after) == Some(&")");
    let operand =
        tokens.get(after + 1).is_some_and(|next| starts_word(next) || matches!(*next, "(" | "~" | "!"));
    let signed = words.iter().all(|word| SIGNED.contains(word));
    !follows_value && !words.is_empty() && closes && operand && !signed
}

#[cfg(test)]
mod tests {
    use super::suspicious;

    #[test]
    fn casts_to_unsigned_are_found() {
        let found = [
            "h = (unsigned)h * 31",
            "x = x * 31u;",
            "y = (u32) (x) + 1",
            "return (hash_t)x;",
            "n = HASH(x) + 1",
            "n += sizeof(int)",
            "k = static_cast<T>(x) + 1",
            "k = 0x1fUL * x",
            "k = x + 0x80000000",
            "k = (x & 0x7fffffff) * 2",
        ];
        for line in found {
            assert!(suspicious(line), "{line}");
        }
    }

    #[test]
    fn plain_lines_are_not() {
        let plain = [
            "for (int i = 0; i < n; i++)",
            "if (x) y = f(x) (z);",
            "while (n) x++;",
            "a = (int)b + (long long)c;",
            "x = (y) + 1;",
            "p = (struct node *)q;",
            "s += a[i] * (b - 1);",
            "return NULL;",
            "x += 0xffff + 1000000l",
            "int m = lo + (hi - lo) / 2;",
        ];
        for line in plain {
            assert!(!suspicious(line), "{line}");
        }
    }
}
