//! The whole of `worstcase bound` without its reading and writing: what is proved, reached and run comes in one result, and
//! when it has to stop, what is known by then.

mod common;

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;

use common::compiled;
use worstcase_bounds::bound::{ChoiceError, Job, Plan, Progress, Stage, Wanted, Witnesses, choose};
use worstcase_bounds::{Bounds, FunctionBounds, World, bound};
use worstcase_machine::process::{Entry, Given, Number};
use worstcase_program::Program;

const SOURCE: &str = "
int count(int n) { int c = 0; for (int i = 0; i < n; i++) c++; return c; }
int walk(int k) { if (k <= 0) return 0; for (int i = 0; i < k; i++) ; return walk(k - 1); }
int twice(int n) { return count(n) + count(n); }
";

struct Built {
    _folder: tempfile::TempDir,
    files: Vec<PathBuf>,
    program: Arc<Program>,
    guarded: Arc<Program>,
}

fn built() -> Built {
    built_of(SOURCE)
}

fn built_of(source: &str) -> Built {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("source.c");
    std::fs::write(&path, source).unwrap();
    let (program, guarded) = compiled(path.clone());
    Built { _folder: folder, files: vec![path], program, guarded }
}

/// Counts functions, and stops once there are so many, or before the run of that number.
#[derive(Default)]
struct Patience {
    functions: Option<usize>,
    runs: Option<u64>,
    done: Vec<String>,
    validating: u64,
}

impl Progress for Patience {
    fn stop(&mut self) -> Option<String> {
        let is_enough = self.functions.is_some_and(|most| self.done.len() >= most)
            || self.runs.is_some_and(|most| self.validating >= most);
        is_enough.then(|| "it was enough".into())
    }

    fn doing(&mut self, stage: Stage<'_>) {
        if let Stage::Validating(runs) = stage {
            self.validating = runs;
        }
    }

    fn proved(&mut self, function: &FunctionBounds) {
        self.done.push(function.name.clone());
    }
}

fn bounds(built: &Built, witnesses: Option<Witnesses>, runs: u32, progress: &mut Patience) -> Bounds {
    let wanted = Wanted { files: &built.files, named: &[], all: false };
    let guarded = || Some(built.guarded.clone());
    let job = Job {
        name: "source".into(),
        choice: choose(&built.program, wanted).unwrap(),
        world: World::of(&built.program),
        witnesses,
        witness_ignored: None,
        plan: (runs > 0).then_some(Plan { runs, seed: 1, guarded: &guarded }),
    };
    bound(&built.program, job, progress)
}

#[test]
fn all_of_it_is_in_one_result() {
    let built = built();
    let signature = "count(int n)".parse().unwrap();
    let inputs = BTreeMap::from([(3, Given::list(vec![])), (9, Given::list(vec![]))]);
    let witnesses = Witnesses { entry: Entry::call(&built.program, signature).unwrap(), inputs };
    let mut progress = Patience::default();
    let bounds = bounds(&built, Some(witnesses), 20, &mut progress);
    assert_eq!(progress.done, ["count", "walk", "twice"]);
    assert!(bounds.missing.is_empty() && bounds.ended.is_none());
    let [count, walk, twice] = &bounds.functions[..] else { panic!("{bounds:?}") };
    assert_eq!(count.loops[0].best().unwrap().text, "max(0, n)");
    // The greatest input at which it is called.
    assert_eq!(count.loops[0].tight.map(|tight| (tight.size, tight.count)), Some((9, 9)));
    assert!(!count.recursive && !count.loops[0].per_activation && walk.loops[0].tight.is_none());
    assert!(walk.recursive && walk.loops[0].per_activation);
    assert_eq!((count.place.as_ref().unwrap().line, twice.place.as_ref().unwrap().line), (2, 4));
    let validation = bounds.validation.unwrap();
    assert_eq!((validation.runs, validation.functions), (60, 3));
    assert!(validation.violations.is_empty() && validation.ended.is_none());
    assert!(validation.reached > 0 && validation.compared <= validation.bounds);
}

#[test]
fn an_input_that_the_run_does_not_use_reaches_nothing() {
    let built = built();
    let signature = "count(int n)".parse().unwrap();
    let inputs = BTreeMap::from([(9, Given::list(vec![Number::Integer(1)]))]);
    let witnesses = Witnesses { entry: Entry::call(&built.program, signature).unwrap(), inputs };
    let bounds = bounds(&built, Some(witnesses), 0, &mut Patience::default());
    assert!(bounds.functions[0].loops[0].tight.is_none());
}

#[test]
fn what_is_known_when_it_has_to_stop_stays() {
    let built = built();
    let mut progress = Patience { functions: Some(1), ..Patience::default() };
    let first = bounds(&built, None, 20, &mut progress);
    assert_eq!((first.functions.len(), &first.missing[..]), (1, &["walk".to_string(), "twice".into()][..]));
    assert_eq!(first.ended.as_deref(), Some("it was enough"));
    let validation = first.validation.as_ref().unwrap();
    assert_eq!((validation.runs, validation.ended.as_deref()), (0, Some("it was enough")));
    assert!(first.is_finding());
    let mut progress = Patience { runs: Some(7), ..Patience::default() };
    let second = bounds(&built, None, 20, &mut progress);
    assert!(second.missing.is_empty() && second.ended.is_none());
    let validation = second.validation.unwrap();
    assert_eq!((validation.runs, validation.ended.as_deref()), (7, Some("it was enough")));
}

#[test]
fn a_function_without_a_bound_is_a_finding_whatever_the_reason() {
    let is_finding = |source: &str| bounds(&built_of(source), None, 0, &mut Patience::default()).is_finding();
    assert!(!is_finding("int f(int n) { int c = 0; while (c < n) c++; return c; }"));
    assert!(!is_finding(
        "extern int input_i32(void), cost(int); int f(void) { cost(1); return input_i32(); }"
    ));
    for source in [
        "int f(int n) { while (n != 7) n += 2; return n; }",
        "int f(int n) { return n == 7 ? n : f(n + 2); }",
        "int g(int n); int f(int n) { return n <= 0 ? 0 : g(n - 1); } int g(int n) { return n <= 0 ? 0 : f(n - 1); }",
        "int f(int n, int (*g)(int)) { return g(n); }",
        "static int g(int n) { while (n != 7) n += 2; return n; } int f(int n) { return g(n); }",
        // Of a library that is not looked into.
        "#include <string.h>\nint f(const char *s) { return strlen(s) > 3; }",
        // It is not known with what it is called.
        "extern int input_i32(void); static int g(unsigned n) { int c = 0; while (n > 0) { n--; c++; } return c; }
         int f(int n) { int s = 0; for (int i = 0; i < n; i++) s += g(input_i32()); return s; }",
    ] {
        assert!(is_finding(source), "{source}");
    }
}

#[test]
fn functions_are_chosen_by_name() {
    let built = built();
    let choice = |named: &[&str]| {
        let named: Vec<String> = named.iter().map(|name| name.to_string()).collect();
        let wanted = Wanted { files: &built.files, named: &named, all: false };
        choose(&built.program, wanted)
            .map(|choice| choice.shown.into_iter().map(|one| one.name).collect::<Vec<_>>())
    };
    assert_eq!(choice(&["twice", "count"]).unwrap(), ["count", "twice"]);
    let known = "count, walk, twice".into();
    assert_eq!(choice(&["none"]), Err(ChoiceError::UnknownFunction { name: "none".into(), known }));
}
