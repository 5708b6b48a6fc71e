//! Text, JSON and the page say the same about bounds: each is read back, and every figure compared.

use std::collections::BTreeMap;

use serde_json::Value as Json;
use worstcase_bounds::World;
use worstcase_bounds::expr::Class;
use worstcase_bounds::result::{
    Assumption, Bound, Bounds, FunctionBounds, LineBound, LoopBounds, NotRun, Tight, Validation, Violation,
};
use worstcase_bounds::validate::Argument;
use worstcase_machine::process::Number;
use worstcase_program::FuncIdx;
use worstcase_program::debug::Location;
use worstcase_report::Source;
use worstcase_report::bounds::{Context, annotated, html, text};

const FILE: &str = "sorts.c";

fn bound(text: &str, degree: u32, logs: u32) -> Bound {
    Bound { text: text.into(), class: Class::Polynomial { degree, logs } }
}

fn place(line: u32) -> Option<Location> {
    Some(Location { file: FILE.into(), line, column: 5 })
}

fn one_loop(line: u32, depth: u32, bounds: Vec<Bound>) -> LoopBounds {
    LoopBounds { location: place(line), depth, bounds, ..LoopBounds::default() }
}

fn lines(all: &[(u32, Option<Bound>)]) -> Vec<LineBound> {
    all.iter()
        .map(|(line, bound)| LineBound { file: FILE.into(), line: *line, bound: bound.clone() })
        .collect()
}

/// Something of everything: loops that are tight, unknown, per activation and refuted, lines, runs, and an early end.
fn everything() -> Bounds {
    let (outer, inner) = (bound("max(0, n - 1)", 1, 0), bound("n*(n - 1)/2", 2, 0));
    let tight = |one: LoopBounds, count| LoopBounds { tight: Some(Tight { size: 41, count }), ..one };
    let sort = FunctionBounds {
        parameters: vec!["a".into(), "n".into()],
        place: place(1),
        bound: Some(bound("max(0, n - 1)*(n + 2)/2 + 1", 2, 0)),
        loops: vec![
            tight(one_loop(2, 1, vec![outer.clone(), bound("4096", 0, 0)]), 40),
            tight(one_loop(3, 2, vec![inner.clone()]), 820),
        ],
        lines: lines(&[
            (1, Some(bound("1", 0, 0))),
            (2, Some(outer.clone())),
            (3, Some(inner.clone())),
            (4, Some(bound("floor(n*(n - 1)/2)", 2, 0))),
            (5, None),
        ]),
        ..FunctionBounds::new(FuncIdx(1), "sort(int*, int)")
    };
    let stuck =
        LoopBounds { why: Some("`x` need not come closer to an end".into()), ..one_loop(8, 1, vec![]) };
    let search = FunctionBounds {
        parameters: vec!["x".into()],
        place: place(7),
        loops: vec![stuck, one_loop(9, 1, vec![bound("floor(log2(x)) + 1", 0, 1)])],
        lines: lines(&[(7, Some(bound("1", 0, 0))), (8, None), (9, Some(bound("floor(log2(x)) + 1", 0, 1)))]),
        ..FunctionBounds::new(FuncIdx(2), "search")
    };
    let each = LoopBounds { per_activation: true, ..one_loop(12, 1, vec![bound("2**k", 0, 0)]) };
    let each =
        LoopBounds { bounds: vec![Bound { class: Class::Exponential, ..each.bounds[0].clone() }], ..each };
    let again = FunctionBounds {
        parameters: vec!["k".into()],
        place: place(11),
        why: Some("it calls itself by way of other".into()),
        recursive: true,
        loops: vec![
            each,
            LoopBounds { location: None, ..one_loop(0, 1, vec![bound("k**2*log2(k)**2", 2, 2)]) },
        ],
        ..FunctionBounds::new(FuncIdx(3), "again")
    };
    let trivial = FunctionBounds { bound: Some(bound("1", 0, 0)), ..FunctionBounds::new(FuncIdx(4), "swap") };
    Bounds {
        program: "sorts".into(),
        functions: vec![sort, search, again, trivial],
        ended: Some("the time was up (--max-time)".into()),
        missing: vec!["merge(int*, int)".into(), "main".into()],
        witness_ignored: Some("out/result.json: it is of another program, \"grep\"".into()),
        validation: Some(validation()),
        assumptions: Assumption::ALL.to_vec(),
        world: World::Closed,
    }
}

fn validation() -> Validation {
    let violation = Violation {
        function: "sort(int*, int)".into(),
        arguments: vec![("a".into(), 65536), ("n".into(), 7)],
        location: place(3),
        one_loop: Some(1),
        count: 1234,
        bound: "n*(n - 1)/2".into(),
        value: 21.5,
        call: ("run".into(), vec![("n".into(), Argument::Number(-9))]),
        before: Some(("set".into(), vec![("v".into(), Argument::Number(77))])),
        inputs: vec![Number::Integer(5), Number::Integer(-1), Number::Float(2.5)],
        certain: false,
    };
    Validation {
        runs: 12_345,
        functions: 17,
        limited: 1001,
        trapped: 102,
        dropped: 103,
        stuck: 104,
        undefined: 105,
        not_repeated: 106,
        bounds: 29,
        compared: 23,
        reached: 19,
        not_run: vec![NotRun { name: "scaled(float)".into(), why: "parameter 2 is a number".into() }],
        violations: vec![violation],
        ended: Some("interrupted".into()),
    }
}

/// What is said of a function or a loop: where, at most, class, remark.
type Row = [String; 4];

fn row(place: &str, bound: &str, class: &str, remark: &str) -> Row {
    [place, bound, class, remark].map(str::to_string)
}

/// The rows of the text: columns are two spaces or more apart, and the class stands before the remark.
fn of_text(text: &str) -> Vec<Row> {
    let blocks = text.split("\n\n").skip(1).take_while(|block| !block.starts_with("ended "));
    let rows = blocks.flat_map(str::lines).map(|line| {
        let columns: Vec<&str> = line.split("  ").map(str::trim).filter(|part| !part.is_empty()).collect();
        let behind = columns.get(2).copied().unwrap_or("");
        let (class, remark) = match behind.strip_prefix("O(") {
            Some(rest) => rest
                .rsplit_once(')')
                .filter(|(class, _)| !class.contains(", "))
                .unwrap_or_else(|| rest.split_once("), ").expect("a class ends")),
            None if columns[1] == "unknown" => ("unknown", behind),
            None => ("1", behind),
        };
        row(columns[0], columns[1], class, remark.trim_start_matches([',', ' ']))
    });
    rows.collect()
}

/// HTML without its tags, powers as they are written elsewhere.
fn plain(html: &str) -> String {
    let mut plain = String::new();
    for part in html.replace("<sup>", "^").split('<') {
        plain += part.split_once('>').map_or(part, |(_, behind)| behind);
    }
    let entities =
        [("&#160;", " "), ("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&amp;", "&")];
    entities.iter().fold(plain, |plain, (entity, character)| plain.replace(entity, character))
}

/// What is between two texts, the first time.
fn between<'a>(html: &'a str, from: &str, to: &str) -> &'a str {
    html.split_once(from).expect(from).1.split_once(to).expect(to).0
}

/// The rows of the page's table.
fn of_page(html: &str) -> Vec<Row> {
    let table = between(html, "<table class=\"bounds\">", "</table>");
    let rows = between(table, "<tbody>", "</tbody>").split("</tr>").filter(|row| !row.is_empty());
    let rows = rows.map(|html| {
        let cells: Vec<String> = html
            .replace("</th>", "</td>")
            .split("</td>")
            .map(plain)
            .filter(|cell| !cell.is_empty())
            .collect();
        let bound = if cells[1] == "–" { "unknown" } else { &cells[1] };
        let class = cells[2].trim_start_matches("O(").trim_end_matches(')');
        row(&cells[0], bound, class, cells.get(3).map_or("", String::as_str))
    });
    rows.collect()
}

/// The rows that follow from JSON.
fn of_json(json: &Json) -> Vec<Row> {
    let words = |json: &Json| json.as_str().unwrap_or("unknown").to_string();
    let expr = |bound: &Json| (words(&bound["expr"]), words(&bound["class"]));
    let mut rows = Vec::new();
    for function in json["functions"].as_array().unwrap() {
        let name = words(&function["name"]);
        let params: Vec<String> = function["params"].as_array().unwrap().iter().map(words).collect();
        let (bound, class) = expr(&function["bound"]);
        let signature = format!("{}({})", name.split('(').next().unwrap(), params.join(", "));
        rows.push(row(&signature, &bound, &class, function["why"].as_str().unwrap_or("")));
        for (number, one) in (1..).zip(function["loops"].as_array().unwrap()) {
            let place = match one["line"].as_u64() {
                Some(line) => format!("{}:{line}", words(&one["file"])),
                None => format!("loop {number}"),
            };
            let (bound, class) = expr(&one["bound"]);
            assert_eq!(
                one["all"].as_array().unwrap().first().map(words),
                one["bound"]["expr"].as_str().map(String::from)
            );
            let mut remarks: Vec<String> = one["why"].as_str().map(String::from).into_iter().collect();
            remarks.extend((one["per_activation"] == true).then(|| "per activation".to_string()));
            remarks.extend(one["tight"]["size"].as_u64().map(|size| format!("tight: reached at n = {size}")));
            rows.push(row(&place, &bound, &class, &remarks.join(", ")));
        }
    }
    rows
}

/// A remark as the text has it: the page says a little more.
fn as_in_text(mut row: Row) -> Row {
    row[3] = row[3]
        .replace("VIOLATED, ", "")
        .replace("a loop has none", "")
        .replace("no loops of its own", "no loops");
    row
}

#[test]
fn text_json_and_page_have_the_same_rows() {
    let bounds = everything();
    let json = serde_json::to_value(&bounds).unwrap();
    let (text, page) = (text(&bounds, true), html(&bounds, &context()));
    let expected: Vec<Row> = of_text(&text);
    assert_eq!(expected.len(), 4 + 6, "{text}");
    assert_eq!(of_page(&page).into_iter().map(as_in_text).collect::<Vec<_>>(), expected);
    let mut of_json = of_json(&json);
    of_json[9][3] = "no loops".into();
    assert_eq!(of_json, expected);
    assert_eq!(expected[1], row("sorts.c:2", "max(0, n - 1)", "n", "tight: reached at n = 41"));
    assert_eq!(expected[4], row("sorts.c:8", "unknown", "unknown", "`x` need not come closer to an end"));
    assert_eq!(expected[7], row("sorts.c:12", "2**k", "exp", "per activation"));
    // Only the loop that was refuted is said to be.
    let violated: Vec<Row> = of_page(&page).into_iter().filter(|row| row[3].contains("VIOLATED")).collect();
    assert_eq!(violated.len(), 1);
    assert_eq!(violated[0][0], "sorts.c:3");
}

fn context() -> Context {
    let lines = (1..=14).map(|line| format!("line {line};")).collect();
    Context { sources: vec![Source { file: FILE.into(), lines }], ..Context::default() }
}

#[test]
fn source_json_and_page_have_the_same_lines() {
    let bounds = everything();
    let json = serde_json::to_value(&bounds).unwrap();
    let (page, comments) = (html(&bounds, &context()), annotated(&bounds, &context().sources));
    let comments: BTreeMap<u64, &str> = (1..)
        .zip(comments.lines())
        .filter_map(|(line, text)| Some((line, text.split_once("// ")?.1)))
        .collect();
    let mut compared = 0;
    for function in json["functions"].as_array().unwrap() {
        let begins =
            |line: &Json| function["loops"].as_array().unwrap().iter().any(|one| one["line"] == *line);
        for line in function["lines"].as_array().unwrap() {
            let number = line["line"].as_u64().unwrap();
            let (expr, class) = (line["bound"]["expr"].as_str(), line["bound"]["class"].as_str().unwrap());
            let row = plain(between(&page, &format!("id=\"f1l{number}\""), "</div>"));
            let said = expr.unwrap_or("unknown");
            assert!(row.contains(said), "{row}: {said}");
            assert!(class == "1" || class == "unknown" || row.contains(&format!("O({class})")), "{row}");
            let comment = comments.get(&number).copied().unwrap_or("1");
            if begins(&line["line"]) {
                assert!(comment.contains(said) && row.contains('↻'), "{comment}");
                assert!(expr.is_none() || comment.contains(&format!("O({class})")), "{comment}");
            } else {
                assert_eq!(comment, said);
            }
            compared += 1;
        }
    }
    assert_eq!(compared, 8);
}

#[test]
fn text_json_and_page_say_the_same_of_runs() {
    let bounds = everything();
    let json = serde_json::to_value(&bounds).unwrap();
    let (text, page) = (text(&bounds, true), html(&bounds, &context()));
    let section = between(&page, "<h2>Held against runs</h2>", "</section>");
    let said = between(&text, "\nvalidated ", "\n\n");
    for line in format!("validated {said}").lines() {
        let sentence = line[10..].trim();
        assert!(plain(section).contains(sentence), "{sentence}");
    }
    let shown = |number: u64| match number {
        1000.. => format!("{},{:03}", number / 1000, number % 1000),
        _ => number.to_string(),
    };
    let validation = json["validation"].as_object().unwrap();
    let mut figures = 0;
    for (name, value) in validation {
        let Some(value) = value.as_u64() else { continue };
        // Bounds that were not compared are what is said, since that is what is missing.
        let value = if name == "bounds" { value - validation["compared"].as_u64().unwrap() } else { value };
        // A run above a bound is said instead of how many were reached.
        if !["compared", "reached"].contains(&name.as_str()) {
            assert!(said.contains(&shown(value)), "{name} {value}: {said}");
        }
        figures += 1;
    }
    assert_eq!(figures, 11);
    let violation = &validation["violations"][0];
    for part in
        ["n*(n - 1)/2 is 21.5", "1,234 iterations", "sorts.c:3", "n = 7", "n = -9", "v = 77", "5, -1, 2.5"]
    {
        assert!(said.contains(part), "{part}");
    }
    assert_eq!(
        (&violation["count"], &violation["line"], &violation["value"]),
        (&1234.into(), &3.into(), &21.5.into())
    );
    assert_eq!(violation["inputs"].to_string(), "[5,-1,2.5]");
    assert_eq!(
        (&violation["call"]["function"], &violation["call"]["arguments"]["n"]),
        (&"run".into(), &(-9).into())
    );
    let mut fine = bounds;
    fine.validation.as_mut().unwrap().violations.clear();
    let (text, page) = (worstcase_report::bounds::text(&fine, true), html(&fine, &context()));
    let verdict = "no loop made more iterations than its bound; 19 of 23 bounds were reached";
    assert!(text.contains(verdict) && page.contains(verdict));
}

#[test]
fn text_json_and_page_say_the_same_of_what_is_missing_and_assumed() {
    let bounds = everything();
    let json = serde_json::to_value(&bounds).unwrap();
    let (text, page) = (text(&bounds, true).replace('\n', " "), plain(&html(&bounds, &context())));
    let lower = page.to_lowercase();
    for said in [&json["ended"], &json["witness_ignored"], &json["validation"]["ended"]] {
        let said = said.as_str().unwrap();
        assert!(text.contains(said) && page.contains(said), "{said}");
    }
    for missing in json["missing"].as_array().unwrap() {
        let name = missing.as_str().unwrap().split('(').next().unwrap();
        assert!(text.contains(name) && page.contains(name), "{name}");
    }
    let assumptions = json["assumptions"].as_array().unwrap();
    assert_eq!(assumptions.len(), Assumption::ALL.len());
    for assumption in assumptions.iter().map(|one| one.as_str().unwrap()) {
        assert!(text.contains(assumption) && lower.contains(assumption), "{assumption}");
    }
    for world in [World::Open, World::Closed] {
        let bounds = Bounds { world, ..everything() };
        let json = serde_json::to_value(&bounds).unwrap();
        let said = json["world"]["meaning"].as_str().unwrap();
        let text = worstcase_report::bounds::text(&bounds, true).replace('\n', " ");
        assert!(text.contains(said) && plain(&html(&bounds, &context())).contains(said), "{said}");
    }
    assert!(!text.contains("round") && !lower.contains("goes round"));
}

#[test]
fn the_contract_of_json_stays() {
    let bounds = Bounds { ended: None, missing: Vec::new(), validation: None, ..everything() };
    let mut bounds = Bounds { witness_ignored: None, ..bounds };
    bounds.functions.truncate(2);
    bounds.functions[0].lines.truncate(1);
    bounds.functions[0].loops.truncate(1);
    bounds.functions[1].lines.clear();
    bounds.functions[1].loops.truncate(1);
    let expected = concat!(
        r#"{"program":"sorts","functions":[{"name":"sort(int*, int)","params":["a","n"],"file":"sorts.c","line":1,"#,
        r#""bound":{"expr":"max(0, n - 1)*(n + 2)/2 + 1","class":"n^2"},"loops":[{"file":"sorts.c","line":2,"depth":1,"#,
        r#""bound":{"expr":"max(0, n - 1)","class":"n"},"all":["max(0, n - 1)","4096"],"tight":{"size":41,"count":40}}],"#,
        r#""lines":[{"file":"sorts.c","line":1,"bound":{"expr":"1","class":"1"}}]},"#,
        r#"{"name":"search","params":["x"],"file":"sorts.c","line":7,"bound":{"expr":null,"class":"unknown"},"#,
        r#""loops":[{"file":"sorts.c","line":8,"depth":1,"bound":{"expr":null,"class":"unknown"},"all":[],"#,
        r#""why":"`x` need not come closer to an end"}],"lines":[]}],"#,
        r#""assumptions":["signed integers do not overflow","pointers do not overflow","memory is accessed within bounds"],"#,
        r#""world":{"kind":"closed","meaning":"The given files are the whole program: nothing else calls its functions or "#,
        r#"changes its variables."}}"#,
    );
    assert_eq!(serde_json::to_string(&bounds).unwrap(), expected);
}
