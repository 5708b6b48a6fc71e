//! What bounds mean, what they assume, and what was not looked at.

use std::fmt::Write;

use super::Bounds;
use crate::escape::{clip, text};
use crate::words;

/// So many functions are named that were not looked at.
const MISSING: usize = 200;

/// What the numbers count.
const MEANING: [(&str, &str); 4] = [
    (
        "Rounds",
        "A loop goes round once each time that execution comes back to its beginning, along a back edge: \
         <code>for (i = 0; i &lt; n; i++)</code> goes round n times, although its condition is looked at once more. \
         A loop’s bound is its rounds in all while its function runs once, however often it is entered.",
    ),
    (
        "Functions",
        "A function’s bound is the sum over its loops, with that of the functions that it calls, and one.",
    ),
    (
        "Lines",
        "No instruction of a line is executed more often than this while its function runs once. A line on which a loop \
         begins says how often that goes round.",
    ),
    ("Unknown", "No bound was found. That does not mean that there is none."),
];

/// What they hold for.
const ASSUMED: [(&str, &str); 4] = [
    (
        "Integers",
        "Signed integers do not overflow, which C leaves undefined. Unsigned ones may wrap round; that was reckoned with. \
         What was looked at is the program as WebAssembly, where pointers and C’s <code>long</code> have 32 bits.",
    ),
    (
        "Memory",
        "Memory is accessed within the bounds of its objects: nothing writes beyond the end of an array.",
    ),
    (
        "Names",
        "A parameter’s name stands for its value when the function is called, whatever is done to it later.",
    ),
    (
        "Others",
        "Functions that the program imports return, and count nothing. What the program itself assumes, with \
         <code>assume</code>, holds.",
    ),
];

/// The section as a list of claims.
pub fn claims(bounds: &Bounds) -> String {
    let mut html = String::from("<dl class=\"claims\">");
    let mut claim = |mark: &str, what: &str, why: &str| {
        write!(html, "<div><dt class=\"{mark}\">{what}</dt><dd>{why}</dd></div>").unwrap();
    };
    for (what, why) in ASSUMED {
        claim("least", what, why);
    }
    for (what, why) in MEANING {
        claim("other", what, why);
    }
    if let Some(ended) = &bounds.ended {
        claim("missing", "Missing", &missing(ended, &bounds.missing));
    }
    html + "</dl>"
}

fn missing(ended: &str, functions: &[String]) -> String {
    let mut html = format!("It ended early: {}.", text(&clip(ended, 200)));
    if functions.is_empty() {
        return html;
    }
    let names: Vec<String> = functions
        .iter()
        .take(MISSING)
        .map(|name| format!("<code>{}</code>", text(&clip(name, 100))))
        .collect();
    write!(
        html,
        " {} not looked at, or not to the end: {}",
        words::counted(functions.len() as u64, "function")
            + if functions.len() == 1 { " was" } else { " were" },
        names.join(", ")
    )
    .unwrap();
    html += &match functions.len().saturating_sub(MISSING) {
        0 => ".".into(),
        more => format!(", and {more} more."),
    };
    html
}
