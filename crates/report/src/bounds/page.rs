//! The page of `bound` as a whole.

use worstcase_bounds::expr::Class;
use worstcase_bounds::result::{Bounds, FunctionBounds, LoopBounds};

use super::class::{self, legend};
use super::listing::Listing;
use super::{table, trust, words};
use crate::Source;
use crate::escape::{clip, text};
use crate::frame::{self, Foot, Head, figure, section};
use crate::number;

/// What a page says besides the bounds themselves.
#[derive(Clone, Debug, Default)]
pub struct Context {
    /// The command line that made it.
    pub command: String,
    /// The version of worstcase that made it.
    pub version: String,
    /// The source files of the functions, as far as they are at hand.
    pub sources: Vec<Source>,
}

/// The bounds as one HTML file. The same bounds give the same bytes.
pub fn html(bounds: &Bounds, context: &Context) -> String {
    let tally = Tally::of(bounds);
    let head = Head {
        over: "Upper bounds of",
        program: &bounds.program,
        lead: lead(bounds, &tally),
        figures: figures(bounds, &tally),
        remarks: &remarks(bounds),
    };
    let listing = Listing::of(bounds, &context.sources);
    let mut sections = section("Functions", &table::functions(bounds, &listing));
    if !listing.is_empty() {
        let said = "<p>Beside each line is how often it is executed at most while its function runs once; \
                    where a loop begins, ↻ is how many iterations that makes.</p>";
        sections += &section("Source", &(said.to_string() + &legend() + &listing.html()));
    }
    if let Some(validation) = &bounds.validation {
        sections += &section("Held against runs", &trust::runs(validation));
    }
    sections += &section("What these bounds assume", &trust::claims(bounds));
    let foot = Foot { version: &context.version, entry: "", command: &context.command };
    frame::page(include_str!("bounds.css"), &head, &sections, &foot)
}

/// What a reader has to know before trusting the rest.
fn remarks(bounds: &Bounds) -> Vec<String> {
    let mut remarks = Vec::new();
    if let Some(ended) = &bounds.ended {
        let missing = words::counted(bounds.missing.len() as u64, "function");
        remarks.push(format!(
            "It ended early: {ended}. Not looked at, or not to the end: {missing}, named below."
        ));
    }
    if let Some(validation) = &bounds.validation {
        if !validation.violations.is_empty() {
            let violations = words::counted(validation.violations.len() as u64, "bound");
            remarks.push(format!("Runs went above {violations}, named below: a defect of worstcase."));
        }
        if let Some(ended) = &validation.ended {
            remarks.push(format!("Not all runs were made: {ended}."));
        }
    }
    if let Some(ignored) = &bounds.witness_ignored {
        remarks.push(format!("Results of worstcase find were ignored: {ignored}."));
    }
    remarks
}

/// What it comes to.
struct Tally<'a> {
    functions: u64,
    unknown_functions: u64,
    loops: u64,
    unknown_loops: u64,
    tight_loops: u64,
    /// What has the bound that grows fastest.
    fastest: Option<(Bounded<'a>, Class)>,
}

/// What can have a bound.
#[derive(Clone, Copy)]
enum Bounded<'a> {
    Function(&'a FunctionBounds),
    Loop(&'a LoopBounds),
}

impl Bounded<'_> {
    fn html(self) -> String {
        match self {
            Bounded::Function(function) => format!("<code>{}</code>", text(&clip(&function.signature(), 80))),
            Bounded::Loop(one) => one.location.as_ref().map_or("a loop".into(), |place| {
                format!("the loop at {}:{}", text(&clip(&place.file, 80)), place.line)
            }),
        }
    }
}

impl<'a> Tally<'a> {
    fn of(bounds: &'a Bounds) -> Tally<'a> {
        let functions = &bounds.functions;
        let loops = || functions.iter().flat_map(|function| &function.loops);
        let of_loops = loops().map(|one| (Bounded::Loop(one), one.best()));
        let of_functions = functions.iter().map(|one| (Bounded::Function(one), one.bound.as_ref()));
        let known = of_functions.chain(of_loops).filter_map(|(what, bound)| Some((what, bound?.class)));
        Tally {
            functions: functions.len() as u64,
            unknown_functions: functions.iter().filter(|one| one.bound.is_none()).count() as u64,
            loops: loops().count() as u64,
            unknown_loops: loops().filter(|one: &&LoopBounds| one.best().is_none()).count() as u64,
            tight_loops: loops().filter(|one| one.tight.is_some()).count() as u64,
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
        && class != Class::CONSTANT
    {
        lead += &format!(" Of what is known, {} grows fastest: {}.", what.html(), class::html(class));
    }
    lead
}

/// The numbers that one takes away.
fn figures(bounds: &Bounds, tally: &Tally<'_>) -> String {
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
    if tally.tight_loops > 0 {
        html += &figure(
            "",
            &of(tally.tight_loops, tally.loops),
            "bounds of loops are tight: an input reaches them",
        );
    }
    if let Some(validation) = &bounds.validation {
        let (class, label) = match validation.violations.len() {
            0 => ("", "runs were held against the bounds, none above one"),
            _ => ("worst", "runs were held against the bounds, some above one"),
        };
        html += &figure(class, &words::grouped(validation.runs), label);
    }
    if let Some((what, class)) = tally.fastest {
        html += &figure("formula", &class::html(class), &format!("grows fastest: {}", what.html()));
    }
    html
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::well_formed;
    use worstcase_bounds::result::{Bound, LineBound, NotRun, Tight, Validation, Violation};
    use worstcase_program::FuncIdx;
    use worstcase_program::debug::Location;

    fn bound(text: &str, degree: u32) -> Option<Bound> {
        Some(Bound { text: text.into(), class: Class::Polynomial { degree, logs: 0 } })
    }

    fn place(file: &str, line: u32) -> Option<Location> {
        Some(Location { file: file.into(), line, column: 1 })
    }

    fn one_loop(location: Option<Location>, depth: u32, bound: Option<Bound>) -> LoopBounds {
        LoopBounds { location, depth, bounds: bound.into_iter().collect(), ..LoopBounds::default() }
    }

    /// A function with a loop on line 2 and something in it on line 3.
    fn function(file: &str, name: &str, iterations: Option<Bound>) -> FunctionBounds {
        let line = |line, bound| LineBound { file: file.into(), line, bound };
        let why = iterations.is_none().then(|| "x may stay as it is".into());
        FunctionBounds {
            parameters: vec!["n".into()],
            place: place(file, 1),
            bound: iterations.clone(),
            loops: vec![LoopBounds { why, ..one_loop(place(file, 2), 1, iterations.clone()) }],
            lines: vec![line(1, bound("1", 0)), line(2, iterations.clone()), line(3, iterations)],
            ..FunctionBounds::new(FuncIdx(0), name)
        }
    }

    fn sources(file: &str) -> Context {
        let lines = ["void f(int n) {", "    while (n > 0)", "        n--;", "}"].map(String::from).to_vec();
        Context { sources: vec![Source { file: file.into(), lines }], ..Context::default() }
    }

    fn page(functions: Vec<FunctionBounds>) -> String {
        let html = html(&Bounds { program: "a".into(), functions, ..Bounds::default() }, &sources("a.c"));
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
        let html = page(vec![function("a.c", "f", bound("max(0, n)", 1))]);
        let iterations = "↻ <code>max(0, n)</code> iterations <span class=\"tag linear\">O(n)</span>";
        assert!(row(&html, 2).contains(iterations), "{}", row(&html, 2));
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
        let html = page(vec![function("a.c", "f", None)]);
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
        let html = page(vec![shared("f<int>", "n", 1), shared("f<char>", "n^2", 2), shared("g", "n", 1)]);
        assert!(row(&html, 2).contains("f&lt;int&gt;(n), g(n):</span> ↻ <code>n</code> iterations"));
        assert!(row(&html, 2).contains("f&lt;char&gt;(n):</span> ↻ <code>n^2</code> iterations"));
        assert!(html.contains("class=\"line counted quadratic\" id=\"f1l2\""));
        // Where all say the same, nobody is named.
        assert!(row(&html, 1).contains("<li><code>1</code></li>"));
        let two_loops = FunctionBounds {
            loops: vec![
                one_loop(place("a.c", 2), 1, bound("n", 1)),
                one_loop(place("a.c", 2), 2, bound("n^2", 2)),
            ],
            ..shared("f", "n", 1)
        };
        let html = page(vec![two_loops]);
        assert_eq!(row(&html, 2).matches("↻").count(), 2);
        assert!(!row(&html, 2).contains("f(n):"));
    }

    #[test]
    fn what_runs_show_is_said_beside_the_loop_and_below() {
        let mut one = function("a.c", "f", bound("max(0, n)", 1));
        one.loops[0].tight = Some(Tight { size: 40, count: 39 });
        let validation =
            Validation { runs: 1200, functions: 1, compared: 2, reached: 1, ..Validation::default() };
        let bounds = Bounds { functions: vec![one], validation: Some(validation), ..Bounds::default() };
        let html = html(&bounds, &sources("a.c"));
        well_formed(&html);
        assert!(row(&html, 2).contains("<span class=\"why\">tight: reached at n = 40</span>"));
        assert!(html.contains("<td class=\"why\">tight: reached at n = 40</td>"));
        assert!(html.contains("<strong>1,200</strong>") && html.contains("<strong>1 of 1</strong>"));
        assert!(
            html.contains("1,200 runs of 1 function: no loop made more iterations than its bound; 1 of 2")
        );
    }

    #[test]
    fn without_source_there_are_only_tables() {
        let mut one = function("elsewhere.h", "f", bound("n", 1));
        one.loops[0].location = None;
        let html = page(vec![one]);
        assert!(!html.contains("<h2>Source</h2>") && !html.contains("href="));
        assert!(html.contains("loop 1") && html.contains("<code>f(n)</code>"));
    }

    #[test]
    fn of_large_files_only_the_places_are_shown_that_matter() {
        let bounds = Bounds { functions: vec![function("a.h", "f", bound("n", 1))], ..Bounds::default() };
        let numbers = |length: usize| {
            let sources = vec![Source { file: "a.h".into(), lines: vec!["x;".into(); length] }];
            html(&bounds, &Context { sources, ..Context::default() }).matches("class=\"number\"").count()
        };
        assert_eq!((numbers(300), numbers(30_000)), (300, 3 + 12));
    }

    #[test]
    fn what_is_missing_is_said() {
        let missing = vec!["f<b>".to_string(); 300];
        let bounds = Bounds { ended: Some("the time was up".into()), missing, ..Bounds::default() };
        let html = html(&bounds, &Context::default());
        well_formed(&html);
        assert!(
            html.contains("It ended early: the time was up. Not looked at, or not to the end: 300 functions")
        );
        assert!(html.contains("<code>f&lt;b&gt;</code>, and 100 more."));
        assert!(html.contains("was looked at to the end"));
    }

    #[test]
    fn an_empty_report_is_a_page() {
        well_formed(&super::html(&Bounds::default(), &Context::default()));
    }

    #[test]
    fn leads_say_what_is_known() {
        let (known, unknown) = (|| function("a.c", "f", bound("n", 1)), || function("a.c", "g", None));
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
        let recursive = FunctionBounds { bound: None, ..known() };
        assert!(lead(vec![recursive]).ends_with("the loop at a.c:2 grows fastest: O(n)."));
        let none = FunctionBounds { loops: vec![], bound: bound("1", 0), ..known() };
        assert_eq!(lead(vec![none]), "No function of <b>a</b> that was looked at has a loop.");
    }

    #[test]
    fn hostile_text_is_only_text() {
        let evil = || "\"'><script>alert(1)</script><img src=x onerror=alert(1)>&\0\u{202e}<b>.c".to_string();
        let mut one = function(&evil(), &evil(), Some(Bound { text: evil(), class: Class::Exponential }));
        one.loops.push(LoopBounds { why: Some(evil()), ..one_loop(place(&evil(), 3), 1, None) });
        let other = FunctionBounds { bound: None, why: Some(evil()), ..function(&evil(), "<b>", None) };
        let violation = Violation {
            function: evil(),
            arguments: vec![(evil(), 1)],
            location: place(&evil(), 2),
            one_loop: Some(0),
            count: 2,
            bound: evil(),
            value: 1.0,
            call: (evil(), Vec::new()),
            before: Some((evil(), Vec::new())),
            inputs: Vec::new(),
            certain: true,
        };
        let validation = Validation {
            runs: 1,
            not_run: vec![NotRun { name: evil(), why: evil() }],
            violations: vec![violation],
            ended: Some(evil()),
            ..Validation::default()
        };
        let bounds = Bounds {
            program: evil(),
            functions: vec![one, other],
            ended: Some(evil()),
            missing: vec![evil()],
            witness_ignored: Some(evil()),
            validation: Some(validation),
            ..Bounds::default()
        };
        let context = Context {
            command: evil(),
            version: evil(),
            sources: vec![Source { file: evil(), lines: vec![evil(); 3] }],
        };
        let html = html(&bounds, &context);
        well_formed(&html);
        for wrong in ["<script", "<img", "\0", "\u{202e}", "<b>.c", "http://", "https://", "url(", "@import"]
        {
            assert!(!html.contains(wrong), "{wrong}");
        }
        let mut tags = html.split('<').map(|rest| rest.split('>').next().unwrap_or_default());
        assert!(tags.all(|tag| !tag.contains("onerror=")));
        assert_eq!(html, super::html(&bounds, &context));
    }

    #[test]
    fn huge_programs_stay_reasonable() {
        let line = |line| LineBound { file: "a.c".into(), line, bound: bound(&"n + ".repeat(1000), 1) };
        let function = |number: u32| FunctionBounds {
            lines: (10 * number..10 * number + 5).map(line).collect(),
            loops: vec![one_loop(place("a.c", 10 * number), 1, None); 3],
            ..function("a.c", &format!("f{number}"), bound("n", 1))
        };
        let bounds = Bounds { functions: (1..5000).map(function).collect(), ..Bounds::default() };
        let sources = vec![Source { file: "a.c".into(), lines: vec!["x".repeat(1000); 60_000] }];
        let html = html(&bounds, &Context { sources, ..Context::default() });
        well_formed(&html);
        assert!(html.len() < 12_000_000, "{}", html.len());
        assert!(html.contains("more lines have bounds and are not shown"));
        assert!(html.contains("2000 of 4999 functions are listed"));
    }
}
