//! The page of `bound` as a whole.

use super::class::legend;
use super::listing::Listing;
use super::{Bounds, Class, Function, Loop, table, trust};
use crate::escape::{clip, text};
use crate::frame::{self, Foot, Head, figure, section};
use crate::{number, words};

/// The bounds as one HTML file. The same bounds give the same bytes.
pub fn html(bounds: &Bounds) -> String {
    let tally = Tally::of(bounds);
    let remark = bounds.ended.as_ref().map(|ended| {
        let missing = words::counted(bounds.missing.len() as u64, "function");
        format!("It ended early: {ended}. Not looked at, or not to the end: {missing}, named below.")
    });
    let head = Head {
        over: "Upper bounds of",
        program: &bounds.program,
        lead: lead(bounds, &tally),
        figures: figures(&tally),
        remarks: remark.as_slice(),
    };
    let listing = Listing::of(bounds);
    let mut sections = section("Functions", &table::functions(bounds, &listing));
    if !listing.is_empty() {
        let said = "<p>Beside each line is how often it is executed at most while its function runs once; \
                    where a loop begins, ↻ is how often that goes round.</p>";
        sections += &section("Source", &(said.to_string() + &legend() + &listing.html()));
    }
    sections += &section("What these bounds assume", &trust::claims(bounds));
    let foot = Foot { version: &bounds.version, entry: "", command: &bounds.command };
    frame::page(include_str!("bounds.css"), &head, &sections, &foot)
}

/// What it comes to.
struct Tally<'a> {
    functions: u64,
    unknown_functions: u64,
    loops: u64,
    unknown_loops: u64,
    /// What has the bound that grows fastest.
    fastest: Option<(Bounded<'a>, Class)>,
}

/// What can have a bound.
#[derive(Clone, Copy)]
enum Bounded<'a> {
    Function(&'a Function),
    Loop(&'a Loop),
}

impl Bounded<'_> {
    fn html(self) -> String {
        match self {
            Bounded::Function(function) => format!("<code>{}</code>", text(&clip(&function.name, 80))),
            Bounded::Loop(Loop { place: Some(place), .. }) => {
                format!("the loop at {}:{}", text(&clip(&place.file, 80)), place.line)
            }
            Bounded::Loop(_) => "a loop".into(),
        }
    }
}

impl<'a> Tally<'a> {
    fn of(bounds: &'a Bounds) -> Tally<'a> {
        let functions = &bounds.functions;
        let loops = || functions.iter().flat_map(|function| &function.loops);
        let of_loops = loops().map(|one| (Bounded::Loop(one), one.bound.as_ref()));
        let of_functions = functions.iter().map(|one| (Bounded::Function(one), one.bound.as_ref()));
        let known = of_functions.chain(of_loops).filter_map(|(what, bound)| Some((what, bound?.class)));
        Tally {
            functions: functions.len() as u64,
            unknown_functions: functions.iter().filter(|one| one.bound.is_none()).count() as u64,
            loops: loops().count() as u64,
            unknown_loops: loops().filter(|one: &&Loop| one.bound.is_none()).count() as u64,
            // Of equal ones `max_by_key` takes the last, and functions are to come first.
            fastest: known.rev().max_by_key(|(_, class)| *class),
        }
    }
}

fn lead(bounds: &Bounds, tally: &Tally<'_>) -> String {
    let program = format!("<b>{}</b>", text(&clip(&bounds.program, 200)));
    let mut lead = match (tally.functions, tally.loops, tally.unknown_loops) {
        (0, ..) => return format!("No function of {program} was looked at to the end."),
        (_, 0, _) => format!("No function of {program} that was looked at has a loop."),
        (_, 1, 0) => format!("The loop of {program} has an upper bound, whatever the input."),
        (_, all, 0) => {
            format!("All {} loops of {program} have an upper bound, whatever the input.", number::count(all))
        }
        (_, 1, _) => format!("No upper bound was found for the loop of {program}."),
        (_, all, unknown) if all == unknown => {
            format!("No upper bound was found for any of the {} loops of {program}.", number::count(all))
        }
        (_, all, unknown) => format!(
            "{} of the {} loops of {program} {} an upper bound, whatever the input; for the others none was found.",
            number::count(all - unknown),
            number::count(all),
            if all - unknown == 1 { "has" } else { "have" },
        ),
    };
    if let Some((what, class)) = tally.fastest
        && class != Class::default()
    {
        lead += &format!(" Of what is known, {} grows fastest: {}.", what.html(), class.html());
    }
    lead
}

/// The numbers that one takes away.
fn figures(tally: &Tally<'_>) -> String {
    let of = |known: u64, all: u64| format!("{} of {}", number::count(known), number::count(all));
    let mut html = String::new();
    if tally.loops > 0 {
        let class = if tally.unknown_loops > 0 { "worst" } else { "" };
        html += &figure(class, &of(tally.loops - tally.unknown_loops, tally.loops), "loops have a bound");
    }
    if tally.functions > 0 {
        let known = of(tally.functions - tally.unknown_functions, tally.functions);
        let class = if tally.unknown_functions > 0 { "worst" } else { "" };
        html += &figure(class, &known, "functions have a bound");
    }
    if let Some((what, class)) = tally.fastest {
        html += &figure("formula", &class.html(), &format!("grows fastest: {}", what.html()));
    }
    html
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Source;
    use crate::bounds::{Bound, Line, Place};
    use crate::check::well_formed;

    fn bound(text: &str, degree: u32) -> Option<Bound> {
        Some(Bound { text: text.into(), class: Class::Polynomial { degree, logs: 0 } })
    }

    fn place(file: &str, line: u32) -> Place {
        Place { file: file.into(), line }
    }

    /// A function with a loop on line 2 and something in it on line 3.
    fn function(file: &str, name: &str, rounds: Option<Bound>) -> Function {
        let line = |line, bound| Line { place: place(file, line), bound };
        Function {
            name: name.into(),
            place: Some(place(file, 1)),
            bound: rounds.clone(),
            why: None,
            loops: vec![Loop {
                place: Some(place(file, 2)),
                depth: 1,
                bound: rounds.clone(),
                why: rounds.is_none().then(|| "x may stay as it is".into()),
            }],
            lines: vec![line(1, bound("1", 0)), line(2, rounds.clone()), line(3, rounds)],
        }
    }

    fn page(functions: Vec<Function>) -> String {
        let lines = ["void f(int n) {", "    while (n > 0)", "        n--;", "}"].map(String::from).to_vec();
        let sources = vec![Source { file: "a.c".into(), lines }];
        let html = html(&Bounds { program: "a".into(), functions, sources, ..Bounds::default() });
        well_formed(&html);
        html
    }

    /// The row of a line of the source.
    fn row(html: &str, line: u32) -> &str {
        let start = html.find(&format!("id=\"f1l{line}\"")).expect("the line is shown");
        html[start..].split("</div>").next().unwrap()
    }

    #[test]
    fn lines_have_their_bounds_beside_them() {
        let html = page(vec![function("a.c", "f(n)", bound("max(0, n)", 1))]);
        let rounds = "↻ <code>max(0, n)</code> rounds <span class=\"tag linear\">O(n)</span>";
        assert!(row(&html, 2).contains(rounds), "{}", row(&html, 2));
        assert!(row(&html, 3).contains("<li><code>max(0, n)</code> <span"), "{}", row(&html, 3));
        assert!(row(&html, 1).contains("<li><code>1</code></li>"), "{}", row(&html, 1));
        assert!(html.contains("class=\"line counted linear\" id=\"f1l3\""));
        // The last line has no code, and is there all the same.
        assert!(html.contains("<div class=\"line\"><span class=\"number\">4</span>"));
        assert!(html.contains("The loop of <b>a</b> has an upper bound"));
        assert!(html.contains("<a href=\"#f1l1\"><code>f(n)</code></a>"));
        assert!(html.contains("<a href=\"#f1l2\">a.c:2</a>"));
    }

    #[test]
    fn what_is_unknown_says_why() {
        let html = page(vec![function("a.c", "f(n)", None)]);
        assert_eq!(html.matches("x may stay as it is").count(), 2);
        assert!(
            row(&html, 2).contains("↻ <span class=\"tag unknown\">unknown</span> <span class=\"why\">x may")
        );
        assert!(html.contains("No upper bound was found for the loop"));
        assert!(html.contains("class=\"line counted unknown\" id=\"f1l3\""));
    }

    #[test]
    fn functions_that_share_a_line_each_say_their_bound() {
        let shared = |name: &str, text: &str, degree| function("a.c", name, bound(text, degree));
        let html =
            page(vec![shared("f<int>(n)", "n", 1), shared("f<char>(n)", "n^2", 2), shared("g(n)", "n", 1)]);
        assert!(row(&html, 2).contains("f&lt;int&gt;(n), g(n):</span> ↻ <code>n</code> rounds"));
        assert!(row(&html, 2).contains("f&lt;char&gt;(n):</span> ↻ <code>n^2</code> rounds"));
        assert!(html.contains("class=\"line counted quadratic\" id=\"f1l2\""));
        // Where all say the same, nobody is named.
        assert!(row(&html, 1).contains("<li><code>1</code></li>"));
        let two_loops = Function {
            loops: vec![
                Loop { place: Some(place("a.c", 2)), depth: 1, bound: bound("n", 1), why: None },
                Loop { place: Some(place("a.c", 2)), depth: 2, bound: bound("n^2", 2), why: None },
            ],
            ..shared("f(n)", "n", 1)
        };
        let html = page(vec![two_loops]);
        assert_eq!(row(&html, 2).matches("↻").count(), 2);
        assert!(!row(&html, 2).contains("f(n):"));
    }

    #[test]
    fn without_source_there_are_only_tables() {
        let mut one = function("elsewhere.h", "f(n)", bound("n", 1));
        one.loops[0].place = None;
        let html = page(vec![one]);
        assert!(!html.contains("<h2>Source</h2>") && !html.contains("href="));
        assert!(html.contains("loop 1") && html.contains("<code>f(n)</code>"));
    }

    #[test]
    fn of_large_files_only_the_places_are_shown_that_matter() {
        let bounds = |length: usize| Bounds {
            functions: vec![function("a.h", "f(n)", bound("n", 1))],
            sources: vec![Source { file: "a.h".into(), lines: vec!["x;".into(); length] }],
            ..Bounds::default()
        };
        let numbers = |length| html(&bounds(length)).matches("class=\"number\"").count();
        assert_eq!((numbers(300), numbers(30_000)), (300, 3 + 12));
    }

    #[test]
    fn what_is_missing_is_said() {
        let missing = vec!["f<b>".to_string(); 300];
        let bounds = Bounds { ended: Some("the time was up".into()), missing, ..Bounds::default() };
        let html = html(&bounds);
        well_formed(&html);
        assert!(
            html.contains("It ended early: the time was up. Not looked at, or not to the end: 300 functions")
        );
        assert!(html.contains("<code>f&lt;b&gt;</code>, and 100 more."));
        assert!(html.contains("was looked at to the end"));
    }

    #[test]
    fn an_empty_report_is_a_page() {
        well_formed(&super::html(&Bounds::default()));
    }

    #[test]
    fn leads_say_what_is_known() {
        let (known, unknown) = (|| function("a.c", "f(n)", bound("n", 1)), || function("a.c", "g(n)", None));
        let lead = |functions| {
            let bounds = Bounds { program: "a".into(), functions, ..Bounds::default() };
            super::lead(&bounds, &Tally::of(&bounds))
        };
        assert_eq!(
            lead(vec![known(), known()]),
            "All 2 loops of <b>a</b> have an upper bound, whatever the input. \
             Of what is known, <code>f(n)</code> grows fastest: O(n)."
        );
        assert!(
            lead(vec![known(), unknown()]).starts_with("1 of the 2 loops of <b>a</b> has an upper bound")
        );
        assert_eq!(lead(vec![unknown(); 2]), "No upper bound was found for any of the 2 loops of <b>a</b>.");
        let recursive = Function { bound: None, ..known() };
        assert!(lead(vec![recursive]).ends_with("the loop at a.c:2 grows fastest: O(n)."));
        let none = Function { loops: vec![], bound: bound("1", 0), ..known() };
        assert_eq!(lead(vec![none]), "No function of <b>a</b> that was looked at has a loop.");
    }

    #[test]
    fn hostile_text_is_only_text() {
        let evil = || "\"'><script>alert(1)</script><img src=x onerror=alert(1)>&\0\u{202e}<b>.c".to_string();
        let mut one = function(&evil(), &evil(), Some(Bound { text: evil(), class: Class::Exponential }));
        one.loops.push(Loop { place: Some(place(&evil(), 3)), why: Some(evil()), ..Loop::default() });
        let other = Function { bound: None, why: Some(evil()), ..function(&evil(), "<b>", None) };
        let bounds = Bounds {
            program: evil(),
            command: evil(),
            version: evil(),
            functions: vec![one, other],
            sources: vec![Source { file: evil(), lines: vec![evil(); 3] }],
            ended: Some(evil()),
            missing: vec![evil()],
        };
        let html = html(&bounds);
        well_formed(&html);
        for wrong in ["<script", "<img", "\0", "\u{202e}", "<b>.c", "http://", "https://", "url(", "@import"]
        {
            assert!(!html.contains(wrong), "{wrong}");
        }
        let mut tags = html.split('<').map(|rest| rest.split('>').next().unwrap_or_default());
        assert!(tags.all(|tag| !tag.contains("onerror=")));
        assert_eq!(html, super::html(&bounds));
    }

    #[test]
    fn huge_programs_stay_reasonable() {
        let line = |line| Line { place: place("a.c", line), bound: bound(&"n + ".repeat(1000), 1) };
        let function = |number: u32| Function {
            lines: (10 * number..10 * number + 5).map(line).collect(),
            loops: vec![Loop { place: Some(place("a.c", 10 * number)), ..Loop::default() }; 3],
            ..function("a.c", &format!("f{number}(n)"), bound("n", 1))
        };
        let bounds = Bounds {
            functions: (1..5000).map(function).collect(),
            sources: vec![Source { file: "a.c".into(), lines: vec!["x".repeat(1000); 60_000] }],
            ..Bounds::default()
        };
        let html = html(&bounds);
        well_formed(&html);
        assert!(html.len() < 12_000_000, "{}", html.len());
        assert!(html.contains("more lines have bounds and are not shown"));
        assert!(html.contains("2000 of 4999 functions are listed"));
    }
}
