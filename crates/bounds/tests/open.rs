//! Bounds of one file of a program, while another file calls its functions with pointers to its variables, and with functions
//! that call back.

mod common;

use common::{compiled, describe, in_program, run, written};
use worstcase_bounds::{FunctionBounds, World, analyse};

/// The bounds of a file that may be a part of something.
fn bounds(source: &str, world: Option<World>) -> Vec<FunctionBounds> {
    let folder = tempfile::tempdir().unwrap();
    let (program, _) = compiled(written(folder.path(), "file.c", source));
    analyse(&program, world.unwrap_or_else(|| World::of(&program)), &|_| true)
}

/// The bound of the only loop of a function.
fn loop_of(found: &[FunctionBounds], name: &str) -> Option<String> {
    let function = found.iter().find(|found| found.name == name).unwrap();
    let [one] = &function.loops[..] else { panic!("{name} has {} loops", function.loops.len()) };
    one.bounds.first().map(|bound| bound.text.clone())
}

/// Holds the bounds of a file against runs of `attack` in another one. The attack exceeds the bounds that would hold if the
/// first file were all there is, or else it would prove nothing.
fn withstands(source: &str, other: &str) {
    let refuted = |world| {
        let found = bounds(source, world);
        let folder = tempfile::tempdir().unwrap();
        let paths =
            [("file.c", source), ("other.c", other)].map(|(name, text)| written(folder.path(), name, text));
        let validator = in_program(&paths, &found);
        let claims = validator.claims().values().find(|claims| claims.name == "attack").unwrap();
        let outcome = run(&validator, claims, &[], 1, 100_000);
        outcome.violation.map(|violation| describe(&violation, source))
    };
    assert_eq!(refuted(None), None);
    assert!(refuted(Some(World::Closed)).is_some(), "this attack would have been harmless");
}

#[test]
fn a_pointer_may_lead_to_a_variable_with_a_name() {
    withstands(
        "int G; void drain(int *p) { while (G > 0) { G--; (*p)++; } }",
        "extern int G; void drain(int *); void attack(void) { G = 3; drain(&G); }",
    );
    withstands(
        "struct stack { int size, top; } stack;
         void grow(struct stack *s) { while (stack.top < 5) { s->top--; stack.top++; } }",
        "extern struct stack { int size, top; } stack; void grow(struct stack *); void attack(void) { grow(&stack); }",
    );
}

#[test]
fn a_store_by_name_changes_what_a_pointer_points_to() {
    withstands(
        "int G; void drain(int *p) { while (*p > 0) { (*p)--; G = 4; } }",
        "extern int G; void drain(int *); void attack(void) { G = 3; drain(&G); }",
    );
    withstands(
        "struct pair { int x, y; } pair; void drain(struct pair *s) { while (s->y > 0) { s->y--; pair.y++; } }",
        "extern struct pair { int x, y; } pair; void drain(struct pair *); void attack(void) { pair.y = 3; drain(&pair); }",
    );
}

#[test]
fn a_function_that_is_given_may_set_a_variable_with_a_name() {
    withstands(
        "int H; void each(int n, void (*f)(void)) { H = n; while (H > 0) { H--; f(); } }",
        "extern int H; void each(int, void (*)(void));
         static int left = 100; static void f(void) { if (left-- > 0) H = 5; } void attack(void) { each(3, f); }",
    );
}

const STATIC: &str = "
    static int S; void set_s(int v) { S = v; }
    void each_s(int n, void (*f)(void)) { S = n; while (S > 0) { S--; f(); } }";

#[test]
fn a_function_that_is_given_may_call_what_sets_a_static_variable() {
    let other = "
        void set_s(int); void each_s(int, void (*)(void));
        static int left = 100; static void f(void) { if (left-- > 0) set_s(5); } void attack(void) { each_s(3, f); }";
    withstands(STATIC, other);
    // By way of a function that is static itself.
    let through = STATIC.replace(
        "void set_s(int v) { S = v; }",
        "static void set(int v) { S = v; } void set_s(int v) { set(v); }",
    );
    withstands(&through, other);
    // The function itself is one that sets it, and may be called again.
    withstands(
        "static int S;
         void each_s(int n, int stop, void (*f)(void)) { S = n; while (S > 0) { S--; f(); if (S == stop) return; } }",
        "void each_s(int, int, void (*)(void)); static void none(void) {}
         static int left = 100; static void f(void) { if (left-- > 0) each_s(4, 2, none); }
         void attack(void) { each_s(3, -1, f); }",
    );
}

#[test]
fn the_address_of_a_static_variable_may_be_handed_out() {
    for handing in ["int *give(void) { return &S; }", "int *given = &S; int *give(void) { return given; }"] {
        let source = format!(
            "static int S; {handing} int take(void) {{ return S; }}
             void each(int n, void (*f)(void)) {{ S = n; while (S > 0) {{ S--; f(); }} }}"
        );
        assert_eq!(loop_of(&bounds(&source, None), "each"), None, "{handing}");
    }
}

/// The linker would drop what nothing refers to, but other files may do so.
#[test]
fn what_a_variable_with_a_name_leads_to_is_not_hidden() {
    let drain = "static int S; int *given = &S; void drain(int *p) { while (S > 0) { S--; (*p)++; } }";
    assert_eq!(loop_of(&bounds(drain, None), "drain"), None);
    let sum = "int sum(void (*f)(void)) { int i = 0; while (i < S) { i++; f(); } return i; }";
    let set = format!("static int S; static void set(int v) {{ S = v; }} void (*setter)(int) = set; {sum}");
    assert_eq!(loop_of(&bounds(&set, None), "sum"), None);
    // A variable that is static by one of its names alone.
    withstands(
        &format!("static int S = 3; extern int other __attribute__((alias(\"S\"))); {sum}"),
        "extern int other; int sum(void (*)(void)); static int left = 9;
         static void f(void) { if (left-- > 0) other = 20; } void attack(void) { sum(f); }",
    );
}

#[test]
fn what_nobody_else_can_change_still_has_a_bound() {
    let source = "
        static int P, Q = 3, table[4]; int G;
        static void set_q(int v) { Q = v; }
        int get(void) { return P + Q; }
        int drain(int *p, void (*f)(void)) { int i = 0; while (i < P) { i++; (*p)++; f(); } return i; }
        int fill(int *p) { int i = 0; set_q(4); while (Q > 0) { Q--; *p = 1; i++; } return i; }
        int plain(void) { int i = 0; while (G > 0) { G--; table[i & 3] = 1; i++; } return i; }";
    let found = bounds(source, None);
    assert_eq!(loop_of(&found, "drain").as_deref(), Some("max(0, P)"));
    assert_eq!(loop_of(&found, "fill").as_deref(), Some("4"));
    assert_eq!(loop_of(&found, "plain").as_deref(), Some("max(0, G)"));
}

#[test]
fn a_program_with_a_main_is_whole() {
    let source = "
        int H, left = 9; static void f(void) { left--; }
        void each(int n, void (*g)(void)) { H = n; while (H > 0) { H--; g(); } }
        int main(void) { each(4, f); return 0; }";
    assert_eq!(loop_of(&bounds(source, None), "each").as_deref(), Some("max(0, n)"));
    assert_eq!(loop_of(&bounds(source, Some(World::Open)), "each"), None);
    // What the program itself hands over counts all the same.
    let sets = source.replace("left--;", "if (left-- > 0) H = 5;");
    assert_eq!(loop_of(&bounds(&sets, None), "each"), None);
}

/// The bounds of a module in text, of which nothing is known but its exports.
fn of_module(text: &str) -> Vec<FunctionBounds> {
    let program = worstcase_program::Program::from_wasm(wat::parse_str(text).unwrap()).unwrap();
    analyse(&program, World::of(&program), &|_| true)
}

#[test]
fn a_function_from_outside_may_call_back_and_write_to_memory_that_it_has() {
    let module = |memory: &str, callee: &str| {
        format!(
            "(module {callee} (memory {memory} 1)
               (func (export \"f\") (param i32)
                 i32.const 16 local.get 0 i32.store
                 (loop
                   i32.const 16 i32.const 16 i32.load i32.const 1 i32.sub i32.store
                   call 0
                   i32.const 16 i32.load i32.const 0 i32.gt_s br_if 0)))"
        )
    };
    let unknown = "(import \"env\" \"unknown\" (func))";
    let measured = "(import \"env\" \"measure_begin\" (func))";
    let found = of_module(&module("(export \"memory\")", unknown));
    assert_eq!((loop_of(&found, "f"), found[0].bound.is_some(), found[0].recursive), (None, false, true));
    // Without the memory it can only call back.
    let found = of_module(&module("", unknown));
    assert_eq!((loop_of(&found, "f"), found[0].bound.is_some(), found[0].recursive), (None, false, true));
    let found = of_module(&module("(export \"memory\")", measured));
    assert!(loop_of(&found, "f").is_some() && found[0].bound.is_some() && !found[0].recursive);
}

#[test]
fn functions_that_may_be_called_again_are_known() {
    let source = "
        int fact(int n) { return n < 2 ? 1 : n * fact(n - 1); }
        int odd(int n); int even(int n) { return n == 0 ? 1 : odd(n - 1); } int odd(int n) { return n == 0 ? 0 : even(n - 1); }
        static int leaf(int n) { return n + 1; } int plain(int n) { return leaf(n); }
        void each(void (*f)(void)) { f(); } static void hidden(void (*f)(void)) { f(); } void calls(void) { hidden(0); }";
    let reentered = |world, name: &str| {
        bounds(source, Some(world)).iter().find(|found| found.name == name).unwrap().recursive
    };
    for name in ["fact", "odd", "even"] {
        assert!(reentered(World::Closed, name) && reentered(World::Open, name), "{name}");
    }
    assert!(!reentered(World::Open, "plain") && !reentered(World::Open, "leaf"));
    for name in ["each", "hidden", "calls"] {
        assert!(reentered(World::Open, name) && !reentered(World::Closed, name), "{name}");
    }
}
