//! The program's inputs, from the command line.

use std::path::{Path, PathBuf};

use clap::Args;
use serde_json::Value as Json;
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
    // Whoever writes a bracket means an array.
    if ending == Some("json") || text.trim_start().starts_with('[') {
        return array(&text).map(Given::list).map_err(|wrong| CliError::Usage(format!("{place}: {wrong}")));
    }
    numbers(&place, &text).map(Given::list)
}

/// The numbers of a JSON array. A text in it stands for its bytes, except the three by which [`number_json`] writes what
/// JSON has no number for.
///
/// [`number_json`]: crate::report::number_json
fn array(text: &str) -> Result<Vec<Number>, String> {
    let items: Vec<Json> = serde_json::from_str(text)
        .map_err(|error| format!("this is no JSON array of numbers such as [5, -4, 1.5]: {error}"))?;
    let mut numbers = Vec::new();
    for item in items {
        match &item {
            Json::String(word) if ["NaN", "inf", "-inf"].contains(&word.as_str()) => {
                numbers.extend(word.parse().map(Number::Float));
            }
            Json::String(text) => numbers.extend(text.bytes().map(Number::Character)),
            Json::Number(value) => numbers.push(match (value.as_i64(), value.as_u64(), value.as_f64()) {
                (Some(value), _, _) => Number::Integer(value.into()),
                (_, Some(value), _) => Number::Integer(value.into()),
                (_, _, value) => Number::Float(value.unwrap_or(f64::NAN)),
            }),
            other => return Err(format!("{other} is not a number; write an array such as [5, -4, 1.5]")),
        }
    }
    Ok(numbers)
}

/// Numbers, characters and texts, separated by commas or white space.
fn numbers(place: &str, list: &str) -> Result<Vec<Number>, CliError> {
    let mut numbers = Vec::new();
    let mut rest = list.trim_start();
    while !rest.is_empty() {
        rest = item_and_comma(rest, &mut numbers).map_err(|wrong| {
            let line = 1 + list[..list.len() - rest.len()].matches('\n').count();
            let line = if list.trim_end().contains('\n') { format!(":{line}") } else { String::new() };
            CliError::Usage(format!("{place}{line}: {wrong}"))
        })?;
    }
    Ok(numbers)
}

/// Takes one item off a list, with what separates it from the next, and gives what follows.
fn item_and_comma<'a>(list: &'a str, numbers: &mut Vec<Number>) -> Result<&'a str, String> {
    let behind = item(list, numbers)?;
    let rest = behind.trim_start();
    match rest.strip_prefix(',').map(str::trim_start) {
        // A list that was cut off looks like that.
        Some("") => Err("a number is missing behind the last comma".into()),
        Some(rest) => Ok(rest),
        None if rest.len() < behind.len() || rest.is_empty() => Ok(rest),
        None => Err(format!("a comma is missing before `{}`", rest.chars().take(20).collect::<String>())),
    }
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
    match integer.filter(|_| sign > 0 || !digits.starts_with('+')) {
        Some(value) => Some(Number::Integer(sign * value)),
        // What is too large for a double is not infinite; infinity is a word.
        None => {
            let value = text.parse::<f64>().ok()?;
            let is_too_large = value.is_infinite() && text.contains(|c: char| c.is_ascii_digit());
            (!is_too_large).then_some(Number::Float(value))
        }
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
        check("5,4,", "--input: a number is missing behind the last comma");
        check("\"ab\"5", "--input: a comma is missing before `5`");
        check("inf,-inf,NaN", "inf -inf NaN");
        for wrong in ["-+5", "1e400", "-1e400"] {
            check(
                wrong,
                &format!(
                    "--input: `{wrong}` is not a number; write 5, -4, 0x1f, 1.5, 'a' or \"text\", with commas between"
                ),
            );
        }
    }

    #[test]
    fn json_is_json() {
        let shown = |text: &str| match array(text) {
            Ok(numbers) => numbers.iter().map(ToString::to_string).collect::<Vec<_>>().join(" "),
            Err(error) => error,
        };
        assert_eq!(shown("[]"), "");
        assert_eq!(shown(" [5, -4,\r\n 1.5, 18446744073709551615]\n"), "5 -4 1.5 18446744073709551615");
        assert_eq!(shown("[\"ab\", 1]"), "97 98 1");
        assert_eq!(shown("[\"NaN\", \"inf\", \"-inf\"]"), "NaN inf -inf");
        for wrong in
            ["", "[1,2", "[1,2,]", "[1 2]", "1,2]", "[1,2] 3", "{}", "1", "[0x1]", "[NaN]", "[1e400]"]
        {
            assert!(
                shown(wrong).starts_with("this is no JSON array of numbers"),
                "{wrong}: {}",
                shown(wrong)
            );
        }
        for wrong in ["[null]", "[true]", "[[1]]", "[{}]"] {
            assert!(shown(wrong).contains("is not a number"), "{wrong}: {}", shown(wrong));
        }
    }

    /// What is written for machines is read again.
    #[test]
    fn every_number_is_read_as_it_is_written() {
        for number in [0.5, f64::NAN, f64::INFINITY, f64::NEG_INFINITY, 5e-324].map(Number::Float) {
            let written = Json::from(vec![crate::report::number_json(number)]).to_string();
            assert_eq!(format!("{:?}", array(&written)), format!("{:?}", Ok::<_, ()>([number])));
        }
    }
}
