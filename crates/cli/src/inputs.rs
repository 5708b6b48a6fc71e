//! The program's inputs, from the command line.

use std::path::{Path, PathBuf};

use clap::Args;
use worstcase_machine::process::{Given, Number};

use crate::error::CliError;
use crate::world;

/// The program's inputs.
#[derive(Args)]
pub struct InputArgs {
    /// The inputs in order: 5,-4,0x1f,'a',1.5 and "text\n" for the bytes of a text
    #[arg(long, value_name = "LIST", allow_hyphen_values = true, conflicts_with_all = ["input_file", "random"])]
    input: Option<String>,
    /// The inputs from a file: numbers if it is .json or .txt, else raw bytes, as a fuzzer's corpus has them
    #[arg(long, value_name = "FILE", conflicts_with = "random")]
    input_file: Option<PathBuf>,
    /// Random inputs, the same for the same seed
    #[arg(long, value_name = "SEED")]
    random: Option<u64>,
}

impl InputArgs {
    /// The inputs, none if nothing was said.
    pub fn given(&self) -> Result<Given, CliError> {
        match (&self.input, &self.input_file, self.random) {
            (Some(list), _, _) => numbers("--input", list).map(Given::list),
            (_, Some(path), _) => from_file(path),
            (_, _, Some(seed)) => Ok(Given::random(seed)),
            _ => Ok(Given::list(Vec::new())),
        }
    }
}

/// The inputs in a file.
pub fn from_file(path: &Path) -> Result<Given, CliError> {
    let bytes = world::read(path)?;
    let ending = path.extension().and_then(|ending| ending.to_str());
    if !matches!(ending, Some("json" | "txt")) {
        return Ok(Given::bytes(bytes));
    }
    let place = path.display().to_string();
    let text = String::from_utf8(bytes).map_err(|error| CliError::Usage(format!("{place}: {error}")))?;
    let list = text.trim_end();
    // A JSON array of numbers is the list with brackets around it.
    let list = match list.trim_start().strip_prefix('[') {
        Some(inner) => inner.strip_suffix(']').unwrap_or(inner),
        None => list,
    };
    numbers(&place, list).map(Given::list)
}

/// Numbers, characters and texts, separated by commas or white space.
fn numbers(place: &str, list: &str) -> Result<Vec<Number>, CliError> {
    let mut numbers = Vec::new();
    let mut rest = list.trim_start();
    while !rest.is_empty() {
        rest = item(rest, &mut numbers).map_err(|wrong| {
            let line = 1 + list[..list.len() - rest.len()].matches('\n').count();
            let line = if list.contains('\n') { format!(":{line}") } else { String::new() };
            CliError::Usage(format!("{place}{line}: {wrong}"))
        })?;
        rest = rest.trim_start();
        rest = rest.strip_prefix(',').unwrap_or(rest).trim_start();
    }
    Ok(numbers)
}

/// Takes one item off a list and gives what follows it.
fn item<'a>(list: &'a str, numbers: &mut Vec<Number>) -> Result<&'a str, String> {
    if let Some(quoted) = list.strip_prefix('"') {
        let (bytes, rest) = text(quoted, '"')?;
        numbers.extend(bytes.iter().map(|&byte| Number::Character(byte)));
        return Ok(rest);
    }
    if let Some(quoted) = list.strip_prefix('\'') {
        let (bytes, rest) = text(quoted, '\'')?;
        let [byte] = bytes[..] else {
            return Err(format!("'' holds one byte, not {}; a text is written as \"text\"", bytes.len()));
        };
        numbers.push(Number::Integer(byte.into()));
        return Ok(rest);
    }
    let end = list.find(|c: char| c == ',' || c.is_whitespace()).unwrap_or(list.len());
    let (word, rest) = list.split_at(end);
    if word.is_empty() {
        return Err("a number is missing before a comma".into());
    }
    numbers.push(number(word).ok_or_else(|| {
        format!("`{word}` is not a number; write 5, -4, 0x1f, 1.5, 'a' or \"text\", with commas between")
    })?);
    Ok(rest)
}

/// The bytes up to the closing quote, with C's most common escapes, and what follows it.
fn text(quoted: &str, quote: char) -> Result<(Vec<u8>, &str), String> {
    let mut bytes = Vec::new();
    let mut rest = quoted.chars();
    while let Some(c) = rest.next() {
        match c {
            _ if c == quote => return Ok((bytes, rest.as_str())),
            '\\' => bytes.push(escaped(&mut rest)?),
            _ => bytes.extend(c.encode_utf8(&mut [0; 4]).bytes()),
        }
    }
    Err(format!("a text is not closed with {quote}"))
}

fn escaped(rest: &mut std::str::Chars) -> Result<u8, String> {
    let byte = match rest.next() {
        Some('n') => Some(b'\n'),
        Some('r') => Some(b'\r'),
        Some('t') => Some(b'\t'),
        Some('0') => Some(0),
        Some(c @ ('\\' | '"' | '\'')) => Some(c as u8),
        Some('x') => {
            let digits = rest.as_str().get(..2);
            rest.nth(1);
            digits.and_then(|digits| u8::from_str_radix(digits, 16).ok())
        }
        _ => None,
    };
    byte.ok_or_else(|| "after \\ comes one of n r t 0 \\ \" ' or x and two digits".into())
}

fn number(text: &str) -> Option<Number> {
    let (sign, digits) = match text.strip_prefix('-') {
        Some(digits) => (-1, digits),
        None => (1, text),
    };
    let hex = digits.strip_prefix("0x").or_else(|| digits.strip_prefix("0X"));
    let integer = match hex {
        // No sign of its own after the prefix, and no more than any input can have.
        Some(hex) => u64::from_str_radix(hex, 16).ok().filter(|_| !hex.starts_with('+')).map(i128::from),
        None => digits.parse::<u64>().ok().map(i128::from),
    };
    match integer {
        Some(value) => Some(Number::Integer(sign * value)),
        None => text.parse().ok().map(Number::Float),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(list: &str, expected: &str) {
        let shown = match numbers("--input", list) {
            Ok(numbers) => numbers.iter().map(ToString::to_string).collect::<Vec<_>>().join(" "),
            Err(error) => error.to_string(),
        };
        assert_eq!(shown, expected, "{list}");
    }

    #[test]
    fn lists_are_read_as_people_write_them() {
        check("5,4,3", "5 4 3");
        check(" 5, -4\n3 ", "5 -4 3");
        check("0x1f,-0x10", "31 -16");
        check("-0xffffffffffffffff", "-18446744073709551615");
        // The least `i128` has no opposite.
        let least = "-0x-80000000000000000000000000000000";
        check(
            least,
            &format!(
                "--input: `{least}` is not a number; write 5, -4, 0x1f, 1.5, 'a' or \"text\", with commas between"
            ),
        );
        check("1.5,1e3", "1.5 1000.0");
        check("'a',' ',7", "97 32 7");
        check("\"ab,c\",1", "97 98 44 99 1");
        check("", "");
        check("\"a\\n\\x7f\\\"\",'\\0','\\''", "97 10 127 34 0 39");
        check("5,,4", "--input: a number is missing before a comma");
        check(
            "5\nx",
            "--input:2: `x` is not a number; write 5, -4, 0x1f, 1.5, 'a' or \"text\", with commas between",
        );
        check("\"ab", "--input: a text is not closed with \"");
        check("'ab'", "--input: '' holds one byte, not 2; a text is written as \"text\"");
        check("\"\\q\"", "--input: after \\ comes one of n r t 0 \\ \" ' or x and two digits");
        check("18446744073709551615", "18446744073709551615");
    }
}
