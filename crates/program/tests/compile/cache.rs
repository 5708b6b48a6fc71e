//! The same program gives the same bytes, and the second time without compiling.

use super::support::*;
use worstcase_program::compile::{CompileOptions, Opt};

#[test]
fn the_same_program_gives_the_same_bytes() {
    let text = "#include <klee/klee.h>\n#include <stdio.h>\n\
                int run(int n) { puts(__DATE__ __TIME__); return klee_int(\"x\") + n; }";
    let project = Project::new(&[("a.c", text)]);
    let first = project.compile(&at(Opt::O0)).unwrap().wasm;
    // A second later `__TIME__` would differ.
    std::thread::sleep(std::time::Duration::from_millis(1100));
    assert!(first == project.compile(&at(Opt::O0)).unwrap().wasm);
}

#[test]
fn the_cache_answers_for_the_same_program_only() {
    let project = Project::new(&[
        (
            "a.c",
            "#include \"b.h\"\n#include <worstcase.h>\nint run(int n) { int u; return n + B + input_i32(); }",
        ),
        ("b.h", "#define B 12345"),
    ]);
    let cache = project.path("cache/below");
    let options = CompileOptions { cache: Some(cache.clone()), ..flags(&["-Wall"]) };
    let first = project.compile(&options).unwrap();
    let second = project.compile(&options).unwrap();
    assert!(!first.cached && second.cached);
    assert!(first.diagnostics.contains("unused variable"));
    assert!(first.wasm == second.wasm && first.diagnostics == second.diagnostics);

    assert!(!project.compile(&CompileOptions { opt: Opt::O1, ..options.clone() }).unwrap().cached, "level");
    assert!(!project.compile(&CompileOptions { cflags: vec![], ..options.clone() }).unwrap().cached, "flags");
    assert!(!project.compile(&CompileOptions { cache: None, ..options.clone() }).unwrap().cached, "no cache");
    std::fs::write(project.path("b.h"), "#define B 54321").unwrap();
    let changed = project.compile(&options).unwrap();
    assert!(!changed.cached, "a header");
    Module::new(changed.wasm).offset_of("const 54321");
}

#[test]
fn blank_lines_are_not_lost_on_the_cache() {
    let project = Project::new(&[("a.c", "int run(int n) { return n * 12345; }")]);
    let options = CompileOptions { cache: Some(project.path("cache")), ..at(Opt::O0) };
    let line = || {
        let module = Module::new(project.compile(&options).unwrap().wasm);
        module.debug().location(module.offset_of("const 12345")).unwrap().line
    };
    assert_eq!(line(), 1);
    std::fs::write(project.path("a.c"), "\n\nint run(int n) { return n * 12345; }").unwrap();
    assert_eq!(line(), 3);
}

#[test]
fn bytes_that_are_no_text_count() {
    let project = Project::new(&[]);
    let options = CompileOptions { cache: Some(project.path("cache")), ..at(Opt::O0) };
    let cached = |byte: &[u8]| {
        std::fs::write(project.path("a.c"), [b"const char *run(void) { return \"", byte, b"\"; }"].concat())
            .unwrap();
        project.compile(&options).unwrap().cached
    };
    assert!(!cached(b"\xe4"));
    assert!(!cached(b"\xe5"));
    assert!(cached(b"\xe4"));
}

#[test]
fn objects_among_the_flags_are_not_cached() {
    let project = Project::new(&[("a.c", "int run(int n) { return n; }")]);
    let options =
        CompileOptions { cache: Some(project.path("cache")), ..flags(&["-Wl,--export=__data_end"]) };
    assert!(!project.compile(&options).unwrap().cached);
    assert!(!project.compile(&options).unwrap().cached);
}
