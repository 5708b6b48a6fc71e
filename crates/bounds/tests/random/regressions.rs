//! Functions that once had a wrong bound, as small as they would get.

use worstcase_bounds::{World, analyse};

use super::{Numbers, Tally, check, common, is_checked};

fn holds(source: &str) {
    let wrong = check(source, None, &mut Numbers(0x9e37_79b9_7f4a_7c15), &mut Tally::default());
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn values_too_large_to_be_written_down_are_unknown() {
    holds(
        "int f0(int n) {
           int x = n, i;
           x = x * x * x * x * x * x * x * x; x = x * x; x = x * x;
           for (i = 0; i < 2; i++) {}
           x = x * x; x = x * x; x = x * x;
           for (i = 0; i < n; i++) {}
           return x;
         }",
    );
}

#[test]
fn rounds_that_are_broken_off_in_a_loop_inside_add_to_a_norm() {
    holds(
        "extern int __VERIFIER_nondet_int(void);
         int f0(int n, int m) {
           int x = n;
           while (m > 0) {
             m--;
             while (x > 0) {
               for (int j = 0; j < 3; j++) x++;
               if (__VERIFIER_nondet_int()) break;
               x -= 5;
             }
           }
           return x;
         }",
    );
}

#[test]
fn what_is_left_of_a_norm_is_lost_when_it_is_set() {
    holds(
        "int f0(int n, int m) {
           int y = m;
           while (n > 0) {
             if (y > 0) y -= 5;
             else { n--; y = 2; }
           }
           return y;
         }",
    );
}

#[test]
fn inputs_may_be_written_to_memory() {
    holds(
        "extern void input_bytes(void *p, unsigned long len);
         static int cell[1];
         int f0(int *a) { int i = 0; while (i < a[0]) { i++; input_bytes(a, 4); } return i; }
         int f1(void) { int i = 0; while (i < cell[0]) { i++; input_bytes(cell, 4); } return i; }",
    );
}

#[test]
fn arguments_are_converted_to_the_types_of_parameters() {
    holds(
        "static int up(unsigned n) { int s = 0; for (unsigned i = 0; i < n; i++) s++; return s; }
         int f0(int n) { return up(n); }",
    );
    holds(
        "static int up(int n) { int s = 0; for (int i = 0; i < n; i++) s++; return s; }
         int f0(unsigned n) { return n > 4294960000u ? up(n + 7300) : 0; }
         int f1(long long n) { return up(n); }
         int f2(long long n) { return up(n + 4294967296ll); }
         int f3(int n) { return up((char)(n * 64)); }",
    );
}

#[test]
fn rounds_with_a_loop_inside_may_be_the_last_ones() {
    holds(
        "extern int __VERIFIER_nondet_int(void);
         static int up(int n) { int s = 0; for (int i = 0; i < n; i++) s++; return s; }
         int f0(int n, int m) {
           for (int i = 0; i < n; i++)
             if (m > 0 && __VERIFIER_nondet_int()) {
               m--;
               for (int j = 0; j < i; j++) {}
             }
           return m;
         }
         int f1(int n, int m) {
           int s = 0;
           for (int i = 0; i < n; i++) if (m > 0 && __VERIFIER_nondet_int()) { m--; s += up(i); }
           return s;
         }
         int f2(int n) {
           int done = 0;
           for (int i = 0; i < n; i++)
             if (!done && __VERIFIER_nondet_int()) {
               done = 1;
               for (int j = 0; j < i; j++) {}
             }
           return done;
         }
         int f3(int n, int m) {
           int i = 0;
           while (i < n || m > 0) {
             if (i < n) i++;
             else {
               m--;
               for (int j = 0; j < i; j++) {}
             }
           }
           return i;
         }",
    );
}

#[test]
fn a_round_need_not_come_out_of_all_loops_inside() {
    holds(
        "extern int __VERIFIER_nondet_int(void);
         static int t;
         static void die(int c) { if (c > 0) __builtin_trap(); t++; }
         int f0(int n, int c) {
           int i = 0;
           while (i < n) {
             for (int j = 0; j < 1 + c; j++) {}
             while (c != 0) t += __VERIFIER_nondet_int();
             i++;
           }
           return i;
         }
         int f1(int n, int c) {
           int i = 1;
           while (i < n) {
             for (int j = 0; j < i + c; j++) {}
             while (c > 0) t += __VERIFIER_nondet_int();
             i *= 2;
           }
           return i;
         }
         int f2(int n, int c) {
           int i = 0;
           while (i < n) {
             for (int j = 0; j <= c; j++) t++;
             while (c > 0) die(c + __VERIFIER_nondet_int() * 0);
             i++;
           }
           return i;
         }",
    );
}

/// Functions that were thought up to be difficult: shared memory, loops that are left early, odd steps.
#[test]
fn tricky_functions() {
    holds(include_str!("tricky.c"));
}

#[test]
fn what_is_assumed_after_a_call_need_not_be_reached() {
    holds(
        "extern void __VERIFIER_assume(int);
         int total;
         static void die(int c) { if (c > 0) __builtin_trap(); total++; }
         int f0(int n) { f0(n - 1); __VERIFIER_assume(n > 0); return n; }
         int f1(int n, int c) { if (c > 3) { die(c); __VERIFIER_assume(c < 2); total++; } return n; }",
    );
}

#[test]
fn calls_before_and_behind_a_loop_are_made_in_one_run() {
    holds(
        "int f0(int n) {
           if (n <= 0) return 0;
           int s = f0(n - 1);
           for (int i = 0; i < n; i++) s ^= i;
           return s + f0(n - 1);
         }",
    );
}

#[test]
fn what_is_set_to_something_unknown_after_a_call_is_not_what_it_was() {
    holds(
        "static int g;
         static int id(int a) { return a; }
         int f0(int n) { int s = 0, x = 1; id(3); x = __builtin_popcount(n); while (s < x) s++; return s; }
         int f1(int n) { int s = 0; g = 1; id(3); g = __builtin_popcount(n); while (s < g) s++; return s; }",
    );
}

#[test]
fn what_is_set_to_something_unknown_lies_behind_pointers() {
    holds(
        "int f0(int n) {
           int s = 0, x = 1, *p = &x;
           *p = 1;
           x = __builtin_popcount(n);
           while (s < *p) s++;
           return s;
         }",
    );
}

#[test]
fn counted_bits_have_a_range() {
    let source = "
        int f0(unsigned x) { int s = 0; for (int i = __builtin_popcount(x); i > 0; i--) s++; return s; }
        int f1(unsigned long long x) { int s = 0; for (int i = 0; i < __builtin_clzll(x | 1); i++) s++; return s; }
        int f2(int x) { int s = 0; for (int i = __builtin_ctz(x | 1024); i >= 0; i--) s++; return s; }";
    holds(source);
    let folder = tempfile::tempdir().unwrap();
    let (program, _) = common::compiled(common::written(folder.path(), "source.c", source));
    let found =
        analyse(&program, World::of(&program), &|function| is_checked(&program.function_name(function)));
    let bounds = found.iter().map(|found| found.loops[0].bounds.first().map(|bound| bound.text.as_str()));
    assert_eq!(bounds.collect::<Vec<_>>(), [Some("32"), Some("64"), Some("33")]);
}
