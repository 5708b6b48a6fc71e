//! What text, comments and the page say in the same words.

use worstcase_bounds::result::{Bounds, LoopBounds, Tight};
use worstcase_program::debug::Location;

/// A place as a file and a line.
pub fn place(location: &Location) -> String {
    format!("{}:{}", location.file, location.line)
}

/// What is said behind the bound of a loop.
pub fn remarks(one: &LoopBounds) -> Vec<String> {
    let mut remarks = Vec::new();
    if one.per_activation && one.best().is_some() {
        remarks.push("per activation".to_string());
    }
    if let Some(Tight { size, .. }) = one.tight {
        remarks.push(format!("tight: reached at n = {size}"));
    }
    remarks
}

/// What bounds count, in sentences.
pub const COUNTED: &str = "A loop's bound is its iterations in all while the function runs once; a function's is the sum over \
                           its loops and calls, plus one.";

/// What they hold under, as a sentence.
pub fn assumed(bounds: &Bounds) -> String {
    let all: Vec<String> = bounds.assumptions.iter().map(ToString::to_string).collect();
    match all.split_last() {
        Some((last, [])) => format!("They hold if {last}."),
        Some((last, others)) => format!("They hold if {} and {last}.", others.join(", ")),
        None => "They hold for all inputs.".into(),
    }
}

/// Why it ended early, if it did.
pub fn ended(bounds: &Bounds, missing: &str) -> Option<String> {
    let reason = bounds.ended.as_ref()?;
    Some(format!("{reason}; not looked at, or not to the end: {missing}"))
}

/// A number of things: `1,000 runs`.
pub fn counted(count: u64, what: &str) -> String {
    format!("{} {what}{}", grouped(count), if count == 1 { "" } else { "s" })
}

/// A number with commas.
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}
