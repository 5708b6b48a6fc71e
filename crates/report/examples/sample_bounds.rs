//! Writes a page of bounds from made-up but realistic data, to look at:
//! `cargo run -p worstcase-report --example sample_bounds FOLDER`.

use std::path::Path;

use worstcase_bounds::World;
use worstcase_bounds::expr::Class;
use worstcase_bounds::result::{
    Assumption, Bound, Bounds, FunctionBounds, LineBound, LoopBounds, Tight, Validation,
};
use worstcase_program::FuncIdx;
use worstcase_program::debug::Location;
use worstcase_report::Source;
use worstcase_report::bounds::{Context, html, text};

fn main() -> std::io::Result<()> {
    let folder = std::env::args().nth(1).unwrap_or("target/report".into());
    std::fs::create_dir_all(&folder)?;
    let context = Context {
        command: "worstcase bound examples/insertion_sort.c examples/quicksort.c".into(),
        version: "0.1.0".into(),
        sources: vec![source("examples/insertion_sort.c"), source("examples/quicksort.c")],
    };
    let bounds = proved();
    let page = html(&bounds, &context);
    let file = Path::new(&folder).join("bounds.html");
    println!("{}\n{} {} bytes", text(&bounds, false), file.display(), page.len());
    std::fs::write(file, page)
}

/// Bounds of all classes, functions that share lines, and what is not known.
fn proved() -> Bounds {
    let (insertion, quick) = ("examples/insertion_sort.c", "examples/quicksort.c");
    let bound = |text: &str, degree: u32, logs: u32| {
        Some(Bound { text: text.into(), class: Class::Polynomial { degree, logs } })
    };
    let (one, outer, inner) = (bound("1", 0, 0), bound("max(0, n - 1)", 1, 0), bound("n*(n - 1)/2", 2, 0));
    let mut sort = function(
        (insertion, 16),
        "sort(a, n)",
        bound("max(0, n - 1)*(n + 2)/2 + 1", 2, 0),
        &[(17, 1, outer.clone()), (20, 2, inner.clone())],
        &[
            (16, one.clone()),
            (18, outer.clone()),
            (19, outer.clone()),
            (21, inner.clone()),
            (22, inner),
            (24, outer),
        ],
    );
    sort.loops[1].tight = Some(Tight { size: 40, count: 780 });
    let long = "min(max(0, min(ceil(n/2) + 1, n))*(2*n - max(0, ceil(n/2) + 1) + 1), 2*max(0, n)*max(0, ceil(n/2) + 1))/2";
    let ranges = |name: &str, most: Option<Bound>| {
        function((quick, 25), name, most.clone(), &[(26, 1, most.clone())], &[(25, one.clone()), (27, most)])
    };
    let lines = [
        (32, one.clone()),
        (38, bound("floor(log2(n)) + 1", 0, 1)),
        (39, bound("n*(floor(log2(n)) + 1)", 1, 1)),
        (40, bound(long, 3, 0)),
        (41, Some(Bound { text: "2^n".into(), class: Class::Exponential })),
        (42, bound("10", 0, 0)),
        (43, None),
    ];
    let mut median =
        function((quick, 37), "median(x, a, b, c)", None, &[(44, 1, None), (46, 1, one.clone())], &lines);
    median.loops[0].why = Some("`c` may stay as it is for ever in an iteration".into());
    let mut called = function((quick, 31), "min(a, b)", None, &[], &[(31, one.clone()), (33, one.clone())]);
    called.why = Some("it calls qsort of a library, which was not looked into".into());
    let template = ranges("swap_ranges<std::pair<int, char>>(x, a, b, n)", bound("max(0, n)*sizeof", 2, 0));
    let validation = Validation {
        runs: 5000,
        functions: 5,
        limited: 312,
        bounds: 7,
        compared: 6,
        reached: 5,
        ..Validation::default()
    };
    Bounds {
        program: "sorts".into(),
        functions: vec![
            sort,
            ranges("swap_ranges<int>(x, a, b, n)", bound("max(0, n)", 1, 0)),
            template,
            called,
            median,
        ],
        ended: Some("the time was up (--max-time)".into()),
        missing: vec!["sort".into(), "run".into()],
        witness_ignored: None,
        validation: Some(validation),
        assumptions: Assumption::ALL.to_vec(),
        world: World::Open,
    }
}

/// A function in one file, with loops (line, depth, bound) and other lines.
fn function(
    (file, line): (&str, u32),
    signature: &str,
    bound: Option<Bound>,
    loops: &[(u32, u32, Option<Bound>)],
    lines: &[(u32, Option<Bound>)],
) -> FunctionBounds {
    let place = |line: u32| Some(Location { file: file.into(), line, column: 1 });
    let of_loop = |(line, depth, bound): &(u32, u32, Option<Bound>)| LoopBounds {
        location: place(*line),
        depth: *depth,
        bounds: bound.iter().cloned().collect(),
        ..LoopBounds::default()
    };
    let of_line = |(line, bound): &(u32, Option<Bound>)| LineBound {
        file: file.into(),
        line: *line,
        bound: bound.clone(),
    };
    let (name, parameters) = signature.trim_end_matches(')').split_once('(').unwrap_or((signature, ""));
    FunctionBounds {
        parameters: parameters.split(", ").map(str::to_string).collect(),
        place: place(line),
        bound,
        loops: loops.iter().map(of_loop).collect(),
        lines: lines.iter().map(of_line).collect(),
        ..FunctionBounds::new(FuncIdx(0), name)
    }
}

fn source(file: &str) -> Source {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(file);
    let text = std::fs::read_to_string(path).unwrap_or_default();
    Source { file: file.into(), lines: text.lines().map(str::to_string).collect() }
}
