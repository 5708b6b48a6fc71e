//! What bounds mean, what they assume, and what was not looked at.

use std::fmt::Write;

use worstcase_bounds::result::{Assumption, Bounds, Validation, plain};

use super::validation;
use crate::escape::{clip, text};
use crate::words;

/// So many functions are named that were not looked at.
const MISSING: usize = 200;
/// So many things are said about runs.
const RUNS: usize = 200;

/// What the numbers count.
const MEANING: [(&str, &str); 4] = [
    (
        "Iterations",
        "A loop makes an iteration each time that execution comes back to its beginning, along a back edge: \
         <code>for (i = 0; i &lt; n; i++)</code> makes n, although its condition is looked at once more. \
         A loop’s bound is its iterations in all while its function runs once, however often it is entered.",
    ),
    (
        "Functions",
        "A function’s bound is the sum over its loops, with that of the functions that it calls, and one.",
    ),
    (
        "Lines",
        "No instruction of a line is executed more often than this while its function runs once. A line on which a loop \
         begins says how many iterations that makes.",
    ),
    ("Unknown", "No bound was found. That does not mean that there is none."),
];

/// What all bounds hold for, besides what they assume.
const ALWAYS: [(&str, &str); 2] = [
    (
        "Names",
        "A parameter’s name stands for its value when the function is called, whatever is done to it later.",
    ),
    (
        "Others",
        "Functions that the host provides return, and count nothing. What the program itself assumes, with \
         <code>assume</code>, holds.",
    ),
];

/// An assumption in a word, and what it means.
fn explained(assumption: Assumption) -> (&'static str, &'static str) {
    match assumption {
        Assumption::SignedIntegers => (
            "Integers",
            "C leaves it undefined what happens otherwise. Unsigned ones may wrap around; that was reckoned with. What was \
             looked at is the program as WebAssembly, where pointers and C’s <code>long</code> have 32 bits.",
        ),
        Assumption::Pointers => (
            "Pointers",
            "No address is computed beyond either end of memory, as <code>p + n</code> is with a large negative n. C leaves \
             that undefined, too.",
        ),
        Assumption::MemoryAccesses => ("Memory", "Nothing is read or written beyond the end of its object."),
    }
}

/// A list of claims.
struct Claims(String);

impl Claims {
    fn new() -> Claims {
        Claims("<dl class=\"claims\">".into())
    }

    fn claim(&mut self, mark: &str, what: &str, why: &str) {
        write!(self.0, "<div><dt class=\"{mark}\">{what}</dt><dd>{why}</dd></div>").unwrap();
    }

    fn html(self) -> String {
        self.0 + "</dl>"
    }
}

/// The section on what bounds assume and mean.
pub fn claims(bounds: &Bounds) -> String {
    let mut claims = Claims::new();
    for assumption in &bounds.assumptions {
        let (what, why) = explained(*assumption);
        claims.claim("least", what, &format!("{}. {why}", capitalised(&assumption.to_string())));
    }
    claims.claim("least", "World", bounds.world.sentence());
    for (what, why) in ALWAYS {
        claims.claim("least", what, why);
    }
    for (what, why) in MEANING {
        claims.claim("other", what, why);
    }
    if let Some(ended) = &bounds.ended {
        claims.claim("missing", "Missing", &missing(ended, &bounds.missing));
    }
    claims.html()
}

/// The section on what runs have shown.
pub fn runs(validation: &Validation) -> String {
    let mut claims = Claims::new();
    let lines = validation::lines(validation);
    let (mut rest, mut said) = (&lines[..], 0);
    while let [(label, first), behind @ ..] = rest {
        let more = behind.iter().take_while(|(label, _)| label.is_empty()).count();
        let sentences = std::iter::once(first).chain(behind[..more].iter().map(|(_, line)| line));
        let sentences: Vec<String> = sentences.map(|line| text(&clip(line, 500)).to_string()).collect();
        let mark = match *label {
            "validated" => "exact",
            "not run" => "other",
            _ => "missing",
        };
        if said < RUNS {
            claims.claim(mark, &capitalised(label), &sentences.join("<br>"));
        }
        (rest, said) = (&behind[more..], said + 1);
    }
    if said > RUNS {
        claims.claim("other", "More", &format!("{} more functions.", said - RUNS));
    }
    claims.html()
}

/// With a capital letter in front.
fn capitalised(sentence: &str) -> String {
    let mut letters = sentence.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}

fn missing(ended: &str, functions: &[String]) -> String {
    let mut html = format!("It ended early: {}.", text(&clip(ended, 200)));
    if functions.is_empty() {
        return html;
    }
    let names: Vec<String> = functions
        .iter()
        .take(MISSING)
        .map(|name| format!("<code>{}</code>", text(&clip(plain(name), 100))))
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
