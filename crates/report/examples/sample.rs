//! Writes pages from made-up but realistic data, to look at: `cargo run -p worstcase-report --example sample FOLDER`.

use std::path::Path;

use worstcase_report::bounds::{self, Bound, Bounds, Class, Function, Line, Loop, Place};
use worstcase_report::{Growth, Input, Learned, Pattern, Report, Rule, Size, Source, Status, html, sample};

fn main() -> std::io::Result<()> {
    let folder = std::env::args().nth(1).unwrap_or("target/report".into());
    std::fs::create_dir_all(&folder)?;
    let pages = [
        ("insertion", html(&insertion())),
        ("mergesort", html(&mergesort())),
        ("regex", html(&regex())),
        ("single", html(&single())),
        ("odd", html(&odd())),
        ("bounds", bounds::html(&proved())),
    ];
    for (name, page) in pages {
        let file = Path::new(&folder).join(format!("{name}.html"));
        println!("{} {} bytes", file.display(), page.len());
        std::fs::write(file, page)?;
    }
    Ok(())
}

/// Everything went well.
fn insertion() -> Report {
    let cost = |n: u32| i64::from(n).pow(2) + 2 * i64::from(n) - 2;
    let sizes = (1..=11).chain([30, 100, 1000]).map(|n| {
        let x = f64::from(n);
        let values: Vec<f64> = (0..n).map(|i| f64::from(n - i)).collect();
        Size {
            n,
            cost: Some(cost(n)),
            status: if n <= 8 { Status::Exact } else { Status::AtLeast },
            how: if n <= 8 { "all paths".into() } else { "guided, 1 path".into() },
            random_mean: Some(x * x / 2.0 + 2.5 * x - 2.0),
            random_most: Some(cost(n) * 3 / 4 + 1),
            paths: if n <= 8 { (1..=u64::from(n)).product() } else { 1 },
            solver_calls: if n <= 8 { 0 } else { u64::from(n) },
            seconds: x * x / 4e5,
            input: numbers(values),
            file: Some(format!("inputs/n{n:04}.json")),
            ..Size::default()
        }
    });
    let points = sample(1, 1000).into_iter().map(|n| (n.into(), cost(n) as f64)).collect();
    Report {
        program: "insertion_sort.c".into(),
        command: "worstcase find examples/insertion_sort.c --sizes 10,30,100,1000".into(),
        learned: Some(Learned { paths: 46_233, seconds: 0.31, checked: vec![7, 8], ..learned(8) }),
        sizes: sizes.collect(),
        growth: Some(Growth {
            formula: "n^2 + 2*n - 2".into(),
            class: "n^2".into(),
            from: 1,
            checked: 14,
            points,
        }),
        pattern: Some(Pattern { text: "input[i] = n - i".into(), confirmed_n: 3000 }),
        rules: vec![rule("examples/insertion_sort.c", 20, 9, "true whenever it can be", None)],
        sources: vec![source("examples/insertion_sort.c")],
        ..common()
    }
}

/// No formula, inputs that look like noise, a rule with contexts, and one that was beaten.
fn mergesort() -> Report {
    let file = "examples/mergesort.c";
    let contexts = ["after [jump, no jump] here", "after [no jump, jump] here", "the first time"];
    let mut rules: Vec<Rule> = contexts
        .iter()
        .enumerate()
        .map(|(i, context)| {
            rule(
                file,
                24,
                29,
                if i == 1 { "false whenever it can be" } else { "true whenever it can be" },
                Some(context),
            )
        })
        .collect();
    rules.push(rule(file, 44, 31, "true whenever it can be", None));
    let sizes = (1..=9).chain([12, 16, 32, 64, 128, 300]).map(|n| {
        let x = f64::from(n);
        let cost = 4.0 * x * x.log2() + 6.0 * x - 3.0;
        Size {
            n,
            cost: Some(cost as i64),
            status: if n <= 6 { Status::Exact } else { Status::AtLeast },
            how: if n <= 6 { "all paths".into() } else { format!("guided, {} paths", n * 3) },
            random_mean: Some(0.93 * cost - 1.0),
            random_most: Some((0.97 * cost) as i64 + i64::from(n == 300) * 500),
            paths: u64::from(n) * 3,
            solver_calls: u64::from(n) * 12,
            seconds: x / 30.0,
            peak_memory_mb: Some(40.0 + x / 3.0),
            input: numbers(interleaved((1..=n).map(f64::from).collect())),
            ..Size::default()
        }
    });
    let points = sample(2, 300).into_iter().map(|n| (n.into(), 5.2 * f64::from(n) * f64::from(n).log2()));
    Report {
        program: "mergesort.c".into(),
        command: "worstcase find examples/mergesort.c --sizes 12,16,32,64,128,300 --cost conditionals".into(),
        learned: Some(Learned { paths: 873, seconds: 12.4, checked: vec![5], missed: vec![6], ..learned(6) }),
        sizes: sizes.collect(),
        growth: Some(Growth {
            class: "n log n".into(),
            from: 2,
            checked: 14,
            points: points.collect(),
            ..Growth::default()
        }),
        rules,
        sources: vec![source(file)],
        remarks: vec![
            "a random input of size 300 costs more than what was found: the rule is not enough there".into(),
        ],
        ..common()
    }
}

/// Bytes, sizes where nothing was found, and a cost that explodes.
fn regex() -> Report {
    let sizes = (1..=7).chain([10, 20, 40, 400, 1000]).map(|n| {
        let mut values = vec![f64::from(b'a'); n as usize];
        values[n as usize - 1] = if n % 2 == 0 { f64::from(b'\n') } else { f64::from(b'<') };
        let found = Size {
            n,
            cost: Some(3 * (1i64 << n.min(58))),
            status: if n <= 4 { Status::Exact } else { Status::AtLeast },
            how: if n <= 4 { "all paths".into() } else { "beam".into() },
            random_mean: Some(5.0 + f64::from(n) / 10.0),
            random_most: Some(6.max(i64::from(n))),
            paths: 1 << n.min(16),
            note: if n == 40 { "trapped (unreachable)".into() } else { String::new() },
            input: Input { values, bytes: true, text: "\"aaaa…\"".into() },
            ..Size::default()
        };
        match n {
            400 => Size { status: Status::Missing("cut off by a limit".into()), n, ..Size::default() },
            1000 => Size { status: Status::Missing("not reached".into()), n, ..Size::default() },
            _ => found,
        }
    });
    Report {
        program: "regex_backtrack.c".into(),
        command: "worstcase find examples/regex_backtrack.c --sizes 10,20,40,400,1000".into(),
        learned: Some(Learned { paths: 5021, seconds: 20.0, ..learned(4) }),
        sizes: sizes.collect(),
        rules: vec![Rule {
            file: "function 12 at 0x4f3".into(),
            says: "true whenever it can be".into(),
            ..Rule::default()
        }],
        remarks: vec!["stopped after 60 s: sizes 400 and 1000 are incomplete".into()],
        ..common()
    }
}

/// One size, and nothing to decide.
fn single() -> Report {
    let input = numbers(vec![3.0, -1.0, 2.0, -7.0]);
    let size = Size {
        n: 4,
        cost: Some(12),
        status: Status::Exact,
        random_mean: Some(12.0),
        input,
        ..Size::default()
    };
    Report { program: "sum.c".into(), command: "worstcase find sum.c".into(), sizes: vec![size], ..common() }
}

/// What no real program should do.
fn odd() -> Report {
    let noise = |i: u64| (i.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 33) as f64 - 1e9;
    let inputs = vec![
        vec![],
        vec![42.0],
        vec![f64::NAN, f64::INFINITY, f64::NEG_INFINITY, 1.0, 2.0, 3.0],
        (0..1_000_000).map(noise).collect(),
        (0..100_000).map(|i| (f64::from(i) / 9000.0).sin() * 1e18).collect(),
        (0..3000).map(|i| f64::from(if i % 2 == 0 { i } else { 3000 - i })).collect(),
        vec![7.0; 5000],
    ];
    let costs = [0, 1, -3, 1_000_000_000_000_000_000, i64::MAX, 12, 0];
    let sizes = inputs.into_iter().zip(costs).enumerate().map(|(i, (values, cost))| Size {
        n: i as u32 * 1000,
        cost: Some(cost),
        status: Status::AtLeast,
        input: numbers(values),
        ..Size::default()
    });
    let lines = vec![format!("\tif (a < b) {{ /* <script>alert(1)</script> */ {}", "x".repeat(300)); 500];
    Report {
        program: "<script>alert('a_very_long_program_name_that_has_no_place_to_break')</script>.cc".into(),
        command: "worstcase find $'\\x1b[31m' ".repeat(9),
        cost_name: "calls of std::map<int, std::string>::insert".into(),
        sizes: sizes.collect(),
        rules: (0..500)
            .map(|i| rule("a.c", 1 + i / 2, 2, "true whenever it can be", Some("called from a.c:9")))
            .collect(),
        sources: vec![Source { file: "a.c".into(), lines }],
        ..common()
    }
}

/// Bounds of all classes, functions that share lines, and what is not known.
fn proved() -> Bounds {
    let (insertion, quick) = ("examples/insertion_sort.c", "examples/quicksort.c");
    let bound = |text: &str, degree: u32, logs: u32| {
        Some(Bound { text: text.into(), class: Class::Polynomial { degree, logs } })
    };
    let (one, outer, inner) = (bound("1", 0, 0), bound("max(0, n - 1)", 1, 0), bound("n*(n - 1)/2", 2, 0));
    let sort = function(
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
    let long = "min(max(0, min(ceil(n/2) + 1, n))*(2*n - max(0, ceil(n/2) + 1) + 1), 2*max(0, n)*max(0, ceil(n/2) + 1))/2";
    let ranges = |name: &str, rounds: Option<Bound>| {
        function(
            (quick, 25),
            name,
            rounds.clone(),
            &[(26, 1, rounds.clone())],
            &[(25, one.clone()), (27, rounds)],
        )
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
    median.loops[0].why = Some("`c` may stay as it is for ever in a round".into());
    let mut called = function((quick, 31), "min(a, b)", None, &[], &[(31, one.clone()), (33, one.clone())]);
    called.why = Some("it calls qsort of a library, which was not looked into".into());
    let template = ranges("swap_ranges<std::pair<int, char>>(x, a, b, n)", bound("max(0, n)*sizeof", 2, 0));
    Bounds {
        program: "sorts".into(),
        command: "worstcase bound examples/insertion_sort.c examples/quicksort.c".into(),
        version: "0.1.0".into(),
        functions: vec![
            sort,
            ranges("swap_ranges<int>(x, a, b, n)", bound("max(0, n)", 1, 0)),
            template,
            called,
            median,
        ],
        sources: vec![source(insertion), source(quick)],
        ended: Some("the time was up (--max-time)".into()),
        missing: vec!["sort".into(), "run".into()],
    }
}

/// A function in one file, with loops (line, depth, bound) and other lines.
fn function(
    (file, line): (&str, u32),
    name: &str,
    bound: Option<Bound>,
    loops: &[(u32, u32, Option<Bound>)],
    lines: &[(u32, Option<Bound>)],
) -> Function {
    let place = |line: u32| Place { file: file.into(), line };
    let of_loop = |(line, depth, bound): &(u32, u32, Option<Bound>)| Loop {
        place: Some(place(*line)),
        depth: *depth,
        bound: bound.clone(),
        why: None,
    };
    Function {
        name: name.into(),
        place: Some(place(line)),
        bound,
        loops: loops.iter().map(of_loop).collect(),
        lines: lines.iter().map(|(line, bound)| Line { place: place(*line), bound: bound.clone() }).collect(),
        ..Function::default()
    }
}

fn common() -> Report {
    Report {
        version: "0.1.0".into(),
        cost_name: "conditionals".into(),
        entry: "run".into(),
        ..Report::default()
    }
}

fn learned(last: u32) -> Learned {
    Learned { first: 1, last, ..Learned::default() }
}

fn numbers(values: Vec<f64>) -> Input {
    let shown: Vec<String> = values.iter().take(20).map(f64::to_string).collect();
    let text = shown.join(" ") + if values.len() > 20 { " …" } else { "" };
    Input { values, bytes: false, text }
}

/// What mergesort is slowest on: every merge alternates between its halves.
fn interleaved(sorted: Vec<f64>) -> Vec<f64> {
    if sorted.len() < 2 {
        return sorted;
    }
    let every = |start: usize| interleaved(sorted.iter().copied().skip(start).step_by(2).collect());
    [every(0), every(1)].concat()
}

fn rule(file: &str, line: u32, column: u32, says: &str, context: Option<&str>) -> Rule {
    let (file, says, context) = (file.into(), says.into(), context.map(str::to_string));
    Rule { file, line, column, condition: String::new(), says, context }
}

fn source(file: &str) -> Source {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(file);
    let text = std::fs::read_to_string(path).unwrap_or_default();
    Source { file: file.into(), lines: text.lines().map(str::to_string).collect() }
}
