//! Bounds of small C functions, each beside its best known bound, which native runs have confirmed (see `corpus/`).

#[path = "common/mod.rs"]
mod common;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use common::{Numbers, describe, run, tuples, validator};
use worstcase_bounds::expr::{Expr, Symbol, parse};
use worstcase_bounds::{Bound, FunctionBounds, World, analyse};
use worstcase_program::Program;
use worstcase_program::compile::{CompileOptions, compile};

/// How often a function is run with the same arguments and other inputs.
const SEEDS: u64 = 4;

/// The most instructions of a run.
const STEPS: u64 = 50_000;

/// What is known of a function, from the comments in its source.
struct Known {
    name: String,
    bound: Option<String>,
    class: String,
    /// By line.
    loops: BTreeMap<u32, Option<String>>,
}

/// The text between two others.
fn between<'t>(text: &'t str, before: &str, after: &str) -> Option<&'t str> {
    let start = text.find(before)? + before.len();
    let end = text[start..].find(after)? + start;
    Some(text[start..end].trim())
}

fn some_unless_unknown(text: &str) -> Option<String> {
    (text != "unknown").then(|| text.to_string())
}

fn known(source: &str) -> Vec<Known> {
    let mut all: Vec<Known> = Vec::new();
    let mut comment: Option<(String, String)> = None;
    for (number, line) in (1..).zip(source.lines()) {
        if let Some(bound) = between(line, "/* bound:", "class:") {
            let class = between(line, "class:", "*/").unwrap().to_string();
            comment = Some((bound.to_string(), class));
        } else if let Some((bound, class)) =
            comment.take_if(|_| line.contains('(') && !line.starts_with("/*"))
        {
            let name = line.split('(').next().unwrap().split([' ', '*']).next_back().unwrap();
            all.push(Known {
                name: name.to_string(),
                bound: some_unless_unknown(&bound),
                class,
                loops: BTreeMap::new(),
            });
        }
        if let (Some(bound), Some(function)) = (between(line, "/* loop:", "*/"), all.last_mut()) {
            function.loops.insert(number, some_unless_unknown(bound));
        }
    }
    all
}

/// How a bound compares with the best known one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Verdict {
    /// Nowhere above the one on paper. Where it is below, runs tell whether it holds.
    Exact,
    SameClass,
    Looser,
    None,
    /// A bound where there is none on paper.
    Less,
    /// The one on paper is not in the grammar of bounds.
    Unread,
}

/// Compares at many values of the parameters.
fn compare(found: Option<&Bound>, known: Option<&str>) -> Verdict {
    let (found, known) = match (found, known) {
        (None, None) => return Verdict::Exact,
        (None, Some(_)) => return Verdict::None,
        (Some(_), None) => return Verdict::Less,
        (Some(found), Some(known)) => (found, known),
    };
    let names = std::cell::RefCell::new(Vec::<String>::new());
    let symbol = |name: &str| {
        let mut names = names.borrow_mut();
        let place = names.iter().position(|known| known == name).unwrap_or_else(|| {
            names.push(name.to_string());
            names.len() - 1
        });
        Some(Symbol(place as u32))
    };
    let Ok(best) = parse(known, &symbol) else { return Verdict::Unread };
    let Ok(ours) = parse(&found.text, &symbol) else { panic!("{} does not parse", found.text) };
    let count = names.borrow().len();
    let mut is_more = false;
    let values: &[i128] =
        if count <= 2 { &[-3, -1, 0, 1, 2, 3, 5, 8, 13, 40] } else { &[-2, 0, 1, 3, 8, 40] };
    for choice in 0..values.len().pow(count as u32) {
        let at = |symbol: Symbol| Some(values[choice / values.len().pow(symbol.0) % values.len()]);
        let value = |expr: &Expr| expr.eval(&at).map(|value| value.to_f64());
        let (Some(ours), Some(best)) = (value(&ours), value(&best)) else { continue };
        // A count is a whole number, and not negative.
        let (ours, best) = ((ours + 1e-9).floor().max(0.0), (best + 1e-9).floor().max(0.0));
        is_more |= ours > best;
    }
    match found.class.cmp(&best.class()) {
        _ if !is_more => Verdict::Exact,
        std::cmp::Ordering::Greater => Verdict::Looser,
        _ => Verdict::SameClass,
    }
}

fn files() -> Vec<PathBuf> {
    // Another set of programs with the same comments can be measured, such as one that the prover was not made with.
    let elsewhere = std::env::var_os("WORSTCASE_CORPUS_FOLDER").map(PathBuf::from);
    let folder = elsewhere.unwrap_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/corpus"));
    let mut files: Vec<PathBuf> =
        std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|path| path.extension().is_some_and(|extension| extension == "c"));
    files.sort();
    files
}

fn bounds(path: &Path) -> Vec<FunctionBounds> {
    let compiled = compile(&[path.to_path_buf()], &CompileOptions::default()).unwrap();
    let program = Program::from_wasm(compiled.wasm).unwrap();
    analyse(&program, World::of(&program), &|_| true)
}

#[test]
fn bounds_are_the_best_known_ones() {
    let verbose = std::env::var_os("WORSTCASE_CORPUS").is_some();
    let only = std::env::var("WORSTCASE_CORPUS").unwrap_or_default();
    let mut counts: BTreeMap<Verdict, usize> = BTreeMap::new();
    let mut functions: BTreeMap<Verdict, usize> = BTreeMap::new();
    let mut rightly_unknown = 0;
    for path in files() {
        let source = std::fs::read_to_string(&path).unwrap();
        let file = path.file_stem().unwrap().to_string_lossy().to_string();
        let found = bounds(&path);
        for known in known(&source) {
            let Some(function) = found.iter().find(|function| function.name == known.name) else {
                panic!("{file}: no function {}", known.name)
            };
            let verdict = compare(function.bound.as_ref(), known.bound.as_deref());
            *functions.entry(verdict).or_default() += 1;
            if verbose && file.contains(&only) && verdict != Verdict::Exact {
                let found = function.bound.as_ref().map_or("none", |bound| &bound.text);
                println!(
                    "{file} {}: {verdict:?} function {found} known {:?} ({})",
                    known.name, known.bound, known.class
                );
            }
            for (line, best) in &known.loops {
                let zero = Bound { text: "0".into(), class: Expr::zero().class() };
                let line_of =
                    |one: &&worstcase_bounds::LoopBounds| one.location.as_ref().map_or(0, |at| at.line);
                let is_label =
                    source.lines().nth(*line as usize - 1).is_some_and(|text| !text.starts_with(' '));
                // A label has no code of its own.
                let begins = line + u32::from(is_label);
                let found = function.loops.iter().find(|one| line_of(one) == begins);
                let found = match found {
                    // The compiler saw that it never goes round, and left nothing of it.
                    None if best.as_deref() == Some("0") => Some(&zero),
                    None => None,
                    Some(found) => found.bounds.first(),
                };
                let verdict = compare(found, best.as_deref());
                rightly_unknown += usize::from(found.is_none() && best.is_none());
                *counts.entry(verdict).or_default() += 1;
                if verbose && file.contains(&only) && verdict != Verdict::Exact {
                    let found = found.map_or("none", |bound| &bound.text);
                    println!("{file}:{line} {}: {verdict:?} loop {found} known {best:?}", known.name);
                }
            }
        }
    }
    println!("loops {counts:?}\nfunctions {functions:?}");
    let count = |verdict: Verdict| counts.get(&verdict).copied().unwrap_or(0);
    let with_bound = counts.values().sum::<usize>() - rightly_unknown;
    let bounded = with_bound - count(Verdict::None);
    let exact = count(Verdict::Exact) - rightly_unknown;
    println!("of {with_bound} loops with a bound, {bounded} are bounded, {exact} exactly");
    assert!(100 * bounded >= 85 * with_bound, "{bounded} of {with_bound}");
    assert!(100 * exact >= 70 * with_bound, "{exact} of {with_bound}");
    assert_eq!(count(Verdict::Less), 0, "a bound where there is none");
}

/// Bounds on paper may be wrong themselves; runs are not.
#[test]
fn no_run_exceeds_a_bound() {
    let mut numbers = Numbers(0x9e37_79b9_7f4a_7c15);
    let mut wrong = Vec::new();
    let mut runs = 0;
    for path in files() {
        let source = std::fs::read_to_string(&path).unwrap();
        let file = path.file_stem().unwrap().to_string_lossy().to_string();
        let (validator, _) = validator(path, |program| analyse(program, World::of(program), &|_| true));
        for known in known(&source) {
            let claims = validator.claims().values().find(|claims| claims.name == known.name).unwrap();
            for tuple in tuples(claims.integers(), &mut numbers) {
                let violation = (0..SEEDS).find_map(|_| {
                    runs += 1;
                    run(&validator, claims, &tuple, numbers.next(), STEPS).violation
                });
                if let Some(violation) = violation {
                    wrong.push(format!("{file}.c: {}", describe(&violation, &source)));
                    break;
                }
            }
        }
    }
    println!("{runs} runs");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
