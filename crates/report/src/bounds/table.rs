//! All functions and their loops as a table.

use std::fmt::Write;

use worstcase_bounds::result::{Bound, Bounds, FunctionBounds, LoopBounds};
use worstcase_program::debug::Location;

use super::class::tag;
use super::listing::Listing;
use super::validation::VIOLATED;
use super::words;
use crate::escape::{clip, text};

/// So many functions are listed.
const FUNCTIONS: usize = 2000;
/// So many loops of a function are listed.
const LOOPS: usize = 100;
/// Loops deeper than this are not indented further.
const DEPTH: u32 = 4;
/// Bounds are cut: some are proved that nobody wants to read.
const LENGTH: usize = 400;

/// A table of all functions, each with its loops below.
pub fn functions(bounds: &Bounds, listing: &Listing<'_>) -> String {
    if bounds.functions.is_empty() {
        return "<p>None.</p>".into();
    }
    let mut html = String::from(
        "<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"Functions\"><table class=\"bounds\"><thead>\
         <tr><th>function, and its loops</th><th>at most</th><th>class</th><th>remark</th></tr></thead><tbody>",
    );
    for function in bounds.functions.iter().take(FUNCTIONS) {
        html += &rows(bounds, function, listing);
    }
    html += "</tbody></table></div>";
    if bounds.functions.len() > FUNCTIONS {
        write!(
            html,
            "<p class=\"aside\">{FUNCTIONS} of {} functions are listed.</p>",
            bounds.functions.len()
        )
        .unwrap();
    }
    html
}

fn rows(bounds: &Bounds, function: &FunctionBounds, listing: &Listing<'_>) -> String {
    let name = format!("<code>{}</code>", text(&clip(&function.signature(), 200)));
    let remark = match (&function.why, &function.bound) {
        (Some(why), None) => text(&clip(why, 300)).to_string(),
        (None, None) if function.loops.iter().any(|one| one.best().is_none()) => "a loop has none".into(),
        (_, Some(_)) if function.loops.is_empty() => "no loops of its own".into(),
        _ => String::new(),
    };
    let mut html = format!(
        "<tr><th scope=\"row\">{}</th>{}</tr>",
        linked(name, function.place.as_ref(), listing),
        cells(function.bound.as_ref(), &remark)
    );
    for (number, one) in function.loops.iter().take(LOOPS).enumerate() {
        let is_violated = bounds.violation(function, number).is_some();
        html += &of_loop(number, one, is_violated, listing);
    }
    if function.loops.len() > LOOPS {
        let more = function.loops.len() - LOOPS;
        write!(html, "<tr class=\"loop\"><td>and {more} more loops</td><td></td><td></td><td></td></tr>")
            .unwrap();
    }
    html
}

fn of_loop(number: usize, one: &LoopBounds, is_violated: bool, listing: &Listing<'_>) -> String {
    let name = match &one.location {
        Some(place) => text(&clip(&words::place(place), 140)).to_string(),
        None => format!("loop {}", number + 1),
    };
    let why = one.why.as_deref().filter(|_| one.best().is_none());
    let violated = is_violated.then_some(VIOLATED);
    let remarks = words::remarks(one);
    let remarks: Vec<&str> =
        why.into_iter().chain(violated).chain(remarks.iter().map(String::as_str)).collect();
    format!(
        "<tr class=\"loop depth{}\"><td>{}</td>{}</tr>",
        one.depth.clamp(1, DEPTH),
        linked(name, one.location.as_ref(), listing),
        cells(one.best(), &text(&clip(&remarks.join(", "), 300)).to_string())
    )
}

fn cells(bound: Option<&Bound>, remark: &str) -> String {
    let at_most = bound.map_or("–".into(), |bound| expression(bound, LENGTH));
    format!("<td>{at_most}</td><td>{}</td><td class=\"why\">{remark}</td>", tag(bound))
}

/// A bound as it is printed elsewhere, too, so that one can search and copy it.
pub fn expression(bound: &Bound, most: usize) -> String {
    let shown = clip(&bound.text, most);
    if shown == bound.text {
        return format!("<code>{}</code>", text(&shown));
    }
    format!("<code title=\"{}\">{}</code>", text(&clip(&bound.text, LENGTH)), text(&shown))
}

/// A link to a line, if it is on the page.
fn linked(name: String, place: Option<&Location>, listing: &Listing<'_>) -> String {
    match place.and_then(|place| listing.anchor(place)) {
        Some(anchor) => format!("<a href=\"#{anchor}\">{name}</a>"),
        None => name,
    }
}
