//! What the user reads when a program does not compile, or does with warnings.

use super::support::*;
use std::path::Path;
use worstcase_program::compile::{CompileError, Opt, compile};

#[test]
fn clangs_words_reach_the_user() {
    let CompileError::Diagnostics(text) = error("broken.c", "int run(int n) { return n }", &at(Opt::O0))
    else {
        panic!()
    };
    assert!(text.contains("broken.c:1:26: error: expected ';' after return statement"), "{text}");

    let project =
        Project::new(&[("warn.c", "#include <worstcase.h>\nint run(int n) { return input_i32(n); }")]);
    let CompileError::Diagnostics(text) = project.compile(&flags(&["-Wall"])).unwrap_err() else { panic!() };
    assert!(text.contains("/worstcase/include/worstcase.h:"), "no temporary path: {text}");
}

#[test]
fn warnings_do_not_stop_a_program() {
    let project = Project::new(&[("warn.c", "int run(int n) { int unused = n; return n; }")]);
    let compiled = project.compile(&flags(&["-Wall"])).unwrap();
    assert!(compiled.diagnostics.contains("warning: unused variable 'unused'"), "{}", compiled.diagnostics);
    assert_eq!(project.compile(&at(Opt::O0)).unwrap().diagnostics, "");
}

#[test]
fn an_undefined_symbol_is_named_with_its_source() {
    let text = "int inputt_i32(void);\nint run(int n) { return n + inputt_i32(); }";
    let CompileError::Diagnostics(text) = error("typo.c", text, &at(Opt::O0)) else { panic!() };
    assert!(text.contains("typo.c: undefined symbol: inputt_i32"), "{text}");
}

#[test]
fn sources_are_checked_before_clang_runs() {
    let project = Project::new(&[("notes.txt", "")]);
    let refused = |path: &Path| compile(&[path.to_owned()], &at(Opt::O0)).unwrap_err();
    let missing = refused(&project.path("missing.c"));
    assert!(matches!(&missing, CompileError::Unreadable { .. }), "{missing:?}");
    assert!(missing.to_string().contains("missing.c: No such file"), "{missing}");
    assert!(matches!(refused(project.0.path()), CompileError::Directory(_)));
    assert!(matches!(refused(&project.path("notes.txt")), CompileError::NotASource(_)));
    assert!(matches!(compile(&[], &at(Opt::O0)), Err(CompileError::NoSources)));
}

#[test]
fn a_missing_libc_is_explained() {
    let nowhere = flags(&["--sysroot=/nonexistent"]);
    for text in [
        "#include <stdio.h>\nint run(int n) { return puts(\"\") + n; }",
        "int puts(const char *);\nint run(int n) { return puts(\"\") + n; }",
        "int main(void) { return 0; }",
    ] {
        let error = error("a.c", text, &nowhere);
        let CompileError::Missing(message) = &error else { panic!("{error}") };
        assert!(message.contains("wasi-libc") && message.contains("libc.a"), "{message}");
    }
    let error =
        error("a.cc", "#include <vector>\nint run() { return std::vector<int>(3).size(); }", &nowhere);
    let CompileError::Missing(message) = &error else { panic!("{error}") };
    assert!(message.contains("libc++.a") && message.contains("-dev-wasm32"), "{message}");
}

#[test]
fn link_time_optimisation_is_refused_in_words() {
    let error = error("a.c", "int run(int n) { return n; }", &flags(&["-flto"]));
    assert!(matches!(&error, CompileError::Object { .. }), "{error}");
    assert!(error.to_string().contains("-flto"));
}
