//! The validator itself: what is wrong is found, and what bounds do not speak of is not taken for wrong.

mod common;

use std::sync::Arc;

use common::compiled;
use worstcase_bounds::validate::{Call, Chooser, End, Excuse, Outcome, Validator, claims};
use worstcase_bounds::{Bound, FunctionBounds, World, analyse};
use worstcase_program::Program;

/// A source with one function, `f`, whose first loop is claimed to have this bound.
struct Claimed {
    _folder: tempfile::TempDir,
    program: Arc<Program>,
    guarded: Arc<Program>,
    found: Vec<FunctionBounds>,
}

impl Claimed {
    fn new(source: &str) -> Claimed {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("source.c");
        std::fs::write(&path, source).unwrap();
        let (program, guarded) = compiled(path);
        let found = analyse(&program, World::of(&program), &|_| true);
        Claimed { _folder: folder, program, guarded, found }
    }

    fn f(&mut self) -> &mut FunctionBounds {
        self.found.iter_mut().find(|found| found.name == "f").unwrap()
    }

    /// Claims something about the first loop of `f`, be it right or wrong, and nothing else.
    fn claiming(mut self, text: &str) -> Claimed {
        self.found.retain(|found| found.name == "f");
        let class = self.f().loops[0].bounds.first().map(|bound| bound.class);
        let class = class.unwrap_or_else(|| worstcase_bounds::expr::Expr::zero().class());
        self.f().loops[0].bounds = vec![Bound { text: text.into(), class }];
        self.f().bound = None;
        self
    }

    fn validator(&self, is_guarded: bool) -> Validator {
        let guarded = is_guarded.then_some(&self.guarded);
        Validator::new(&self.program, guarded, claims(&self.program, &self.found))
    }

    /// Calls a function with numbers.
    fn call(&self, name: &str, numbers: &[i128], is_guarded: bool) -> Outcome {
        let validator = self.validator(is_guarded);
        let claims = validator.claims().values().find(|claims| claims.name == name).unwrap();
        let call = Chooser::new(1, validator.claims()).call_with(claims, numbers, false).unwrap();
        validator.run(&Call { before: None, ..call }, 100_000)
    }
}

const UP: &str = "int f(int n) { int i = 0; while (i < n) i++; return i; }";

#[test]
fn a_bound_that_is_too_small_is_refuted_with_the_call_that_shows_it() {
    let claimed = Claimed::new(UP).claiming("max(0, n - 1)");
    assert!(claimed.call("f", &[0], true).violation.is_none());
    let violation = claimed.call("f", &[7], true).violation.expect("7 rounds are more than 6");
    assert_eq!((violation.function.as_str(), violation.count, violation.value), ("f", 7, 6.0));
    assert_eq!(violation.arguments, [("n".to_string(), 7)]);
    assert_eq!(violation.location.unwrap().line, 1);
    assert!(violation.certain);
    let violation = claimed.call("f", &[7], false).violation.expect("also without a source");
    assert!(!violation.certain, "then nothing tells whether an integer overflows");
}

#[test]
fn random_and_extreme_calls_find_what_is_wrong() {
    for wrong in ["max(0, n - 1)", "min(n, 100000)", "max(0, -n)", "7"] {
        let claimed = Claimed::new(UP).claiming(wrong);
        let validator = claimed.validator(true);
        let claims = validator.claims().values().next().unwrap();
        let mut chooser = Chooser::new(1, validator.claims());
        let mut outcomes = (0..50).map(|run| {
            let call = chooser.call(claims, run, false).unwrap();
            validator.run(&call, 2_000_000)
        });
        assert!(outcomes.any(|outcome| outcome.violation.is_some()), "{wrong}");
    }
}

#[test]
fn a_right_bound_is_reached_and_an_endless_run_counts_as_far_as_it_gets() {
    let claimed = Claimed::new(UP).claiming("max(0, n)");
    let outcome = claimed.call("f", &[7], true);
    let (loops, _) = outcome.record.0.values().next().unwrap();
    assert!(outcome.violation.is_none() && loops[0].is_tight() && outcome.end == End::Finished);
    let outcome = claimed.call("f", &[i32::MAX.into()], true);
    assert_eq!(outcome.end, End::Limited);
    let (loops, _) = outcome.record.0.values().next().unwrap();
    assert!(loops[0].greatest.is_some_and(|(_, count)| count > 1000) && !loops[0].is_tight());
    let outcome = Claimed::new(UP).claiming("500").call("f", &[i32::MAX.into()], true);
    assert!(outcome.violation.is_some_and(|violation| violation.count > 500));
}

#[test]
fn an_overflow_excuses_a_run() {
    let source = "int f(int n) { int c = 0; for (int i = n; i > 0; i++) c++; return c; }";
    let claimed = Claimed::new(source).claiming("0");
    let outcome = claimed.call("f", &[i32::MAX.into()], true);
    assert!(outcome.violation.is_none());
    assert_eq!(outcome.excuse, Some(Excuse::Undefined));
    // Before anything overflows, it goes round too often.
    assert!(claimed.call("f", &[5], true).violation.is_some());
}

#[test]
fn a_pointer_that_overflows_excuses_a_run() {
    let source =
        "int f(char *p, int n) { char *e = p + n; int c = 0; while (p < e) { p++; c++; } return c; }";
    let claimed = Claimed::new(source).claiming("max(0, n)");
    assert_eq!(claimed.call("f", &[-5], true).excuse, None);
    // So far below, an address is above all others.
    let outcome = claimed.call("f", &[i32::MIN.into()], true);
    assert!(outcome.violation.is_none());
    assert_eq!(outcome.excuse, Some(Excuse::Undefined));
    // Within memory it counts.
    let claimed = Claimed::new(source).claiming("max(0, n - 1)");
    assert!(claimed.call("f", &[9], true).violation.is_some());
}

#[test]
fn an_index_out_of_an_array_excuses_a_run() {
    let source = "int f(int n) { volatile struct { int a[2], end; } s = { { 0, 0 }, 3 };
        int i = 0; s.a[n] = 9; while (i < s.end) i++; return i; }";
    let claimed = Claimed::new(source).claiming("3");
    assert!(claimed.call("f", &[1], true).violation.is_none());
    assert_eq!(claimed.call("f", &[2], true).excuse, Some(Excuse::Undefined));
}

#[test]
fn a_pointer_that_leaves_its_buffer_excuses_a_run() {
    let source =
        "int f(int *a, int k) { volatile int n = 3; int i = 0; while (i < n) { a[k] = 90; i++; } return i; }";
    let claimed = Claimed::new(source).claiming("3");
    // Somewhere below the buffer is the frame of the function itself.
    let outcomes: Vec<Outcome> =
        (1..64).map(|word| claimed.call("f", &[-(192 << 10) / 4 - word], true)).collect();
    assert!(outcomes.iter().all(|outcome| outcome.violation.is_none()));
    assert!(outcomes.iter().any(|outcome| outcome.excuse == Some(Excuse::NotRepeated)));
}

#[test]
fn calls_inside_of_a_call_are_compared_too_also_through_pointers() {
    let source = "static int up(int n) { int i = 0; while (i < n) i++; return i; }
        static int down(int n) { int i = 0; while (n-- > 0) i++; return i; }
        int f(int n) { int (*step[2])(int) = { up, down }; return step[n & 1](n) + up(3); }";
    let mut claimed = Claimed::new(source);
    let up = claimed.found.iter_mut().find(|found| found.name == "up").unwrap();
    up.loops[0].bounds[0].text = "max(0, n - 1)".into();
    up.loops[0].bounds.truncate(1);
    let violation = claimed.call("f", &[5], true).violation.expect("3 rounds are more than 2");
    assert_eq!((violation.function.as_str(), violation.call.0.as_str(), violation.count), ("up", "f", 3));
    let violation = claimed.call("f", &[8], true).violation.expect("8 rounds are more than 7");
    assert_eq!((violation.arguments[0].1, violation.count), (8, 8));
}

/// Whether two hundred calls of `f` refute a bound.
fn refuted(claimed: &Claimed) -> bool {
    let validator = claimed.validator(true);
    let claims = validator.claims().values().find(|claims| claims.name == "f").unwrap();
    let mut chooser = Chooser::new(1, validator.claims());
    let mut outcomes = (0..200).map(|run| validator.run(&chooser.call(claims, run, false).unwrap(), 100_000));
    outcomes.any(|outcome| outcome.violation.is_some())
}

#[test]
fn functions_that_change_globals_are_called_before() {
    let source = "static int limit = 5; void set(int to) { limit = to; }
        int f(void) { int i = 0; while (i < limit) i++; return i; }";
    let mut claimed = Claimed::new(source);
    assert!(!refuted(&claimed));
    claimed.f().loops[0].bounds[0].text = "5".into();
    assert!(refuted(&claimed));
}

#[test]
fn bounds_speak_of_inputs_and_of_cells() {
    let source = "extern int __VERIFIER_nondet_int(void);
        int f(int n) { int m = __VERIFIER_nondet_int(); int i = 0; while (i < m) i++; return i + n; }";
    assert!(!refuted(&Claimed::new(source).claiming("max(0, input0)")));
    assert!(refuted(&Claimed::new(source).claiming("max(0, input0 - 1)")));
    let source = "int f(const signed char *a) { int i = 0; while (i < a[1]) i++; return i; }";
    assert!(!refuted(&Claimed::new(source).claiming("max(0, a[1])")));
    assert!(refuted(&Claimed::new(source).claiming("max(0, a[0])")));
}

#[test]
fn what_cannot_be_made_up_is_not_called() {
    let why = |source: &str| {
        let claimed = Claimed::new(source);
        let validator = claimed.validator(true);
        let claims = validator.claims().values().find(|claims| claims.name == "f").unwrap();
        Chooser::new(1, validator.claims()).call(claims, 0, false).unwrap_err()
    };
    assert_eq!(
        why("int f(int n, double x) { return n + (int)x; }"),
        "parameter 2 is a floating-point number"
    );
    let source = "struct s { int a, b; }; int f(struct s s) { return s.a; }";
    assert_eq!(why(source), "parameter `s` is a structure");
    let source = "struct s { int a, b; }; struct s f(int n) { struct s s = { n, n }; return s; }";
    assert_eq!(why(source), "it has parameters that its source does not show");
}
