//! The program's inputs, from the command line.

use std::fs;
use std::path::{Path, PathBuf};

use clap::Args;
use worstcase_machine::process::{Given, Number};

use crate::error::CliError;

/// The program's inputs.
#[derive(Args)]
pub struct InputArgs {
    /// The inputs in order: 5,-4,0x1f,'a',1.5 and "text" for the bytes of a text
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

fn from_file(path: &Path) -> Result<Given, CliError> {
    let bytes = fs::read(path).map_err(|source| CliError::File {
        path: path.into(),
        source,
    })?;
    let ending = path.extension().and_then(|ending| ending.to_str());
    if !matches!(ending, Some("json" | "txt")) {
        return Ok(Given::bytes(bytes));
    }
    let place = path.display().to_string();
    let text = String::from_utf8(bytes).map_err(|error| CliError::Usage(format!("{place}: {error}")))?;
    let list = text.trim();
    // A JSON array of numbers is the list with brackets around it.
    let list = list
        .strip_prefix('[')
        .and_then(|list| list.strip_suffix(']'))
        .unwrap_or(list);
    numbers(&place, list).map(Given::list)
}

/// Numbers, characters and texts, separated by commas or white space.
fn numbers(place: &str, list: &str) -> Result<Vec<Number>, CliError> {
    let mut numbers = Vec::new();
    let mut rest = list.trim_start();
    while !rest.is_empty() {
        if let Some(quoted) = rest.strip_prefix('"') {
            let Some((text, after)) = quoted.split_once('"') else {
                return Err(CliError::Usage(format!("{place}: a text is not closed with \"")));
            };
            numbers.extend(text.bytes().map(|byte| Number::Integer(byte.into())));
            rest = after;
        } else {
            let quoted = rest.strip_prefix('\'').and_then(|text| text.split_once('\''));
            let end = rest
                .find(|c: char| c == ',' || c.is_whitespace())
                .unwrap_or(rest.len());
            match quoted {
                Some((text, after)) if text.chars().count() == 1 && text.is_ascii() => {
                    numbers.push(Number::Integer(text.as_bytes()[0].into()));
                    rest = after;
                }
                _ => {
                    numbers.push(number(&rest[..end]).ok_or_else(|| {
                        CliError::Usage(format!("{place}: `{}` is not a number", &rest[..end]))
                    })?);
                    rest = &rest[end..];
                }
            }
        }
        rest = rest.trim_start();
        rest = rest.strip_prefix(',').unwrap_or(rest).trim_start();
    }
    Ok(numbers)
}

fn number(text: &str) -> Option<Number> {
    let (sign, digits) = match text.strip_prefix('-') {
        Some(digits) => (-1, digits),
        None => (1, text),
    };
    let hex = digits.strip_prefix("0x").or_else(|| digits.strip_prefix("0X"));
    let integer = match hex {
        Some(hex) => i128::from_str_radix(hex, 16).ok(),
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
            Ok(numbers) => numbers
                .iter()
                .map(ToString::to_string)
                .collect::<Vec<_>>()
                .join(" "),
            Err(error) => error.to_string(),
        };
        assert_eq!(shown, expected, "{list}");
    }

    #[test]
    fn lists_are_read_as_people_write_them() {
        check("5,4,3", "5 4 3");
        check(" 5, -4\n3 ", "5 -4 3");
        check("0x1f,-0x10", "31 -16");
        check("1.5,1e3", "1.5 1000.0");
        check("'a',' ',7", "97 32 7");
        check("\"ab,c\",1", "97 98 44 99 1");
        check("", "");
        check("5,,4", "--input: `` is not a number");
        check("5,x", "--input: `x` is not a number");
        check("\"ab", "--input: a text is not closed with \"");
        check("18446744073709551615", "18446744073709551615");
    }
}
