//! What kind of module sources become, and what it exports.

use super::support::*;
use wasmparser::{Operator, Parser, Payload};
use worstcase_program::compile::{CompileError, Opt};

#[test]
fn a_library_without_libc_needs_no_sysroot() {
    let module = built("sort.c", SORT, &flags(&["--sysroot=/nonexistent"]));
    let exports: Vec<&str> = module.exports.iter().map(String::as_str).collect();
    assert_eq!(exports, ["__heap_base", "helper", "memory", "run"]);
    assert!(module.imports.is_empty());
}

/// What only they lead to would be dropped with them.
#[test]
fn variables_that_nothing_refers_to_are_kept() {
    let text = "static int hidden; static void set(int to) { hidden = to; } void (*setter)(int) = set;\n\
                static int unseen; int run(int n) { return n + hidden; }";
    let module = built("a.c", text, &at(Opt::O0));
    assert!(module.exports.contains("setter") && !module.exports.contains("hidden"), "{:?}", module.exports);
    assert!(module.names.values().any(|name| name == "set"), "{:?}", module.names);
    let text = "template <class T> struct Box { static T one; }; template <class T> T Box<T>::one = 1;\n\
                inline int two = 2; int three = 3; int run(int n) { return n + Box<int>::one + two; }";
    let module = built("a.cc", text, &flags(&["-std=c++17"]));
    let variables: Vec<&String> = module.exports.iter().filter(|name| !name.starts_with('_')).collect();
    assert_eq!(variables, ["memory", "three"], "copies are not for others");
}

#[test]
fn a_program_may_have_something_called_memory() {
    for text in ["int memory(int n) { return n; }", "int memory[9]; int run(int n) { return memory[n]; }"] {
        assert!(built("a.c", text, &at(Opt::O0)).exports.contains("memory"), "{text}");
    }
}

#[test]
fn a_library_with_libc_is_a_reactor() {
    let text = "#include <stdlib.h>\n#include <string.h>\n\
                int run(int n) { char *p = calloc(n, 1); memset(p, 7, n); int r = p[0]; free(p); return r; }";
    let module = built("alloc.c", text, &at(Opt::O0));
    for name in ["_initialize", "run", "malloc", "free"] {
        assert!(module.exports.contains(name), "{name}");
    }
    assert!(!module.exports.contains("_start") && !module.exports.contains("memset"));
}

#[test]
fn a_program_with_main_is_a_command() {
    let text = "#include <stdio.h>\nint twice(int x) { return 2 * x; }\n\
                int main(int argc, char **argv) { printf(\"%d\\n\", twice(argc)); return argv == 0; }";
    let module = built("main.c", text, &at(Opt::O0));
    assert!(module.exports.contains("_start") && module.exports.contains("twice"));
    assert!(!module.exports.contains("_initialize") && !module.exports.contains("printf"));
    assert!(module.imports_from("wasi_snapshot_preview1").contains(&"fd_write"));
    assert!(built("void.c", "int main(void) { return 3; }", &at(Opt::O2)).exports.contains("_start"));
}

#[test]
fn cxx_has_its_library_and_its_constructors() {
    let text = "#include <algorithm>\n#include <vector>\n\
                struct Table { std::vector<int> v; Table() { v.push_back(3); } };\nTable table;\n\
                template <class T> T sum(T a, T b) { return a + b; }\n\
                extern \"C\" int run(int n) {\n  std::vector<int> v(n);\n  std::sort(v.begin(), v.end());\n  \
                return sum<int>(table.v[0], v.size());\n}\n";
    let module = built("sort.cc", text, &at(Opt::O0));
    assert!(module.exports.contains("run"));
    assert!(module.exports.contains("malloc"), "by operator new");
    assert!(!module.exports.iter().any(|name| name.starts_with("_Z")), "templates: {:?}", module.exports);
    assert!(module.calls("_initialize", "__wasm_call_ctors"));
    assert!(module.calls("__wasm_call_ctors", "_GLOBAL__sub_I_sort.cc"));
    // Nothing may run them a second time.
    let callers = module.code.values().flatten();
    let constructors = module.names.iter().find(|(_, name)| *name == "__wasm_call_ctors").unwrap().0;
    assert_eq!(callers.filter(|(op, _)| *op == format!("call {constructors}")).count(), 1);
}

/// Left to itself, the linker would wrap `run` into a function that runs the constructor at every call.
#[test]
fn constructors_run_once_in_a_program_that_calls_nothing_of_libc() {
    let text = "static int ready;\n__attribute__((constructor)) static void prepare(void) { ready++; }\n\
                int run(int n) { return n + ready; }";
    let module = built("a.c", text, &at(Opt::O0));
    assert!(module.calls("_initialize", "__wasm_call_ctors"));
    assert!(module.calls("__wasm_call_ctors", "prepare"));
    assert!(!module.names.values().any(|name| name.contains("command_export")), "{:?}", module.names);
}

#[test]
fn every_cxx_ending_is_cxx() {
    for name in ["a.cc", "a.cpp", "a.cxx", "a.C", "a.c++"] {
        let module = built(name, "int run(int n) { return n; }", &at(Opt::O0));
        assert!(module.exports.contains("_Z3runi"), "{name}");
    }
}

#[test]
fn two_files_make_one_program() {
    let project = Project::new(&[
        ("a.c", "int helper(int);\nint run(int n) { return helper(n); }"),
        ("b.c", "int helper(int n) { return n + 1; }"),
    ]);
    let module = Module::new(project.compile(&at(Opt::O0)).unwrap().wasm);
    assert!(module.calls("run", "helper"));
    assert!(module.imports.is_empty());
}

#[test]
fn c_and_cxx_mix() {
    let project = Project::new(&[
        ("a.cc", "#include <vector>\nextern \"C\" int helper(int n) { return std::vector<int>(n).size(); }"),
        ("b.c", "int helper(int);\nint run(int n) { return helper(n); }"),
    ]);
    assert!(Module::new(project.compile(&at(Opt::O0)).unwrap().wasm).calls("run", "helper"));
}

#[test]
fn the_users_flags_reach_compiler_and_linker() {
    let text = "int run(int n) { return n + LIMIT; }";
    let module = built("a.c", text, &flags(&["-DLIMIT=54321", "-Wl,--export=__data_end"]));
    module.offset_of("const 54321");
    assert!(module.exports.contains("__data_end"));
    assert!(matches!(error("a.c", text, &at(Opt::O0)), CompileError::Diagnostics(_)));
}

#[test]
fn each_level_of_optimisation_gives_another_program() {
    let text = "int step(int);\nint run(int n) { int s = 0; for (int i = 0; i < n; i++) s += i & n; return s; }\n\
                int step(int x) { int y = x * 3; return y + (x > 5 ? run(x) : run(y)); }";
    let project = Project::new(&[("a.c", text)]);
    let size = |opt| {
        let module = Module::new(project.compile(&at(opt)).unwrap().wasm);
        module.code.values().map(Vec::len).sum::<usize>()
    };
    let (o0, o1, o2, os) = (size(Opt::O0), size(Opt::O1), size(Opt::O2), size(Opt::Os));
    assert!(o0 > o1 && o1 < o2 && os < o2, "{o0} {o1} {o2} {os}");
}

#[test]
fn a_large_frame_fits_the_stack_and_lies_below_the_data() {
    let text = "int table[4] = {1, 2, 3, 4};\nint run(int n) { volatile int a[200000]; a[n] = n; return a[n] + table[n]; }";
    let project = Project::new(&[("a.c", text)]);
    let wasm = project.compile(&at(Opt::O0)).unwrap().wasm;
    let mut stack_top = None;
    let mut data_at = None;
    for payload in Parser::new(0).parse_all(&wasm) {
        let first =
            |expression: wasmparser::ConstExpr<'_>| match expression.get_operators_reader().read().unwrap() {
                Operator::I32Const { value } => value,
                other => panic!("{other:?}"),
            };
        match payload.unwrap() {
            Payload::GlobalSection(section) => {
                stack_top = Some(first(section.into_iter().next().unwrap().unwrap().init_expr));
            }
            Payload::DataSection(section) => {
                let wasmparser::DataKind::Active { offset_expr, .. } =
                    section.into_iter().next().unwrap().unwrap().kind
                else {
                    panic!("passive data")
                };
                data_at = Some(first(offset_expr));
            }
            _ => {}
        }
    }
    assert_eq!(stack_top, Some(8 << 20));
    assert!(data_at >= stack_top, "{data_at:?}");
}
