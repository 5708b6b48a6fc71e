//! Functions that the machine provides: ours, KLEE's, SV-COMP's.

use super::support::*;
use worstcase_program::compile::Opt;

#[test]
fn the_guest_header_imports_from_its_own_module() {
    let text = "#include <worstcase.h>\nint run(int n) { assume(n > 0); return input_i32() + worstcase_input_u8(); }";
    for (name, opt) in [("a.c", Opt::O0), ("a.cc", Opt::O2)] {
        let module = built(name, text, &at(opt));
        assert_eq!(module.imports_from("worstcase"), ["assume", "input_i32", "input_u8"]);
        assert_eq!(module.imports_from("env"), [""; 0]);
        assert!(!module.exports.contains("_initialize"), "no libc for that");
    }
}

#[test]
fn functions_of_the_guest_header_may_be_declared_by_hand() {
    let text = "int input_i32(void);\nvoid measure_begin(void);\nint run(int n) { measure_begin(); return n + input_i32(); }";
    assert_eq!(built("a.c", text, &at(Opt::O0)).imports_from("env"), ["input_i32", "measure_begin"]);
}

#[test]
fn klee_harnesses_compile_unchanged() {
    let text = "#include <klee/klee.h>\nint run(int n) {\n  int a[4];\n  klee_make_symbolic(a, sizeof a, \"a\");\n  \
                klee_assume(a[0] < n);\n  return a[klee_range(0, 4, \"i\")];\n}";
    let module = built("a.c", text, &flags(&["--sysroot=/nonexistent"]));
    assert_eq!(module.imports_from("env"), ["klee_assume", "klee_make_symbolic", "klee_range"]);
}

#[test]
fn sv_comp_tasks_compile_unchanged() {
    let text = "extern int __VERIFIER_nondet_int();\nextern void abort(void);\n\
                void assume_abort_if_not(int cond) { if (!cond) abort(); }\n\
                void reach_error() {}\n\
                int main() { int n = __VERIFIER_nondet_int(); assume_abort_if_not(n > 0);\n\
                  if (n == 0) reach_error(); return 0; }";
    let module = built("task.c", text, &at(Opt::O0));
    assert_eq!(module.imports_from("env"), ["__VERIFIER_nondet_int"]);
    assert!(module.exports.contains("_start"));
}

#[test]
fn a_failed_assertion_needs_no_libc_unless_there_is_one() {
    let declared =
        "void __assert_fail(const char *, const char *, int, const char *);\nint puts(const char *);\n";
    let alone = "int run(int n) { if (n < 0) __assert_fail(\"\", \"\", 1, \"\"); return n; }";
    let module = built("a.c", &format!("{declared}{alone}"), &flags(&["--sysroot=/nonexistent"]));
    assert_eq!(module.imports_from("env"), ["__assert_fail"]);
    let with_libc = alone.replace("return n", "return puts(\"\")");
    let module = built("a.c", &format!("{declared}{with_libc}"), &at(Opt::O0));
    assert_eq!(module.imports_from("env"), [""; 0]);
}
