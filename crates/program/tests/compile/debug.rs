//! From code offsets back to the source, on what clang wrote.

use super::support::*;
use std::path::Path;
use worstcase_program::compile::{Opt, compile};
use worstcase_program::debug::{DebugInfo, Frame, FrameBase, Location, Scalar, ScalarKind, VariablePlace};

#[test]
fn a_statement_is_found_by_its_offset() {
    let text = "int run(int n) {\n  int s = 0;\n  for (int i = 0; i < n; i++)\n    s += i * 77777; // marked\n  return s;\n}\n";
    let project = Project::new(&[("mark.c", text)]);
    let module = Module::new(project.compile(&at(Opt::O0)).unwrap().wasm);
    let debug = module.debug();
    let location = debug.location(module.offset_of("const 77777")).unwrap();
    assert_eq!((location.file.as_str(), location.line), ("mark.c", line_of(text, "marked")));
    assert!(location.to_string().starts_with("mark.c:4:"), "{location}");
    assert_eq!(debug.source_line(&location), Some("    s += i * 77777; // marked"));
    assert_eq!(debug.location(0), None);
    assert_eq!(debug.location(u64::MAX), None);
    let past = Location { line: 99, ..location };
    assert_eq!(debug.source_line(&past), None);
}

#[test]
fn a_file_below_the_current_directory_keeps_its_path() {
    let dir = tempfile::tempdir_in(".").unwrap();
    let source = Path::new(dir.path().file_name().unwrap()).join("near.c");
    std::fs::write(&source, "int run(int n) { return n * 77777; }").unwrap();
    let module = Module::new(compile(std::slice::from_ref(&source), &at(Opt::O0)).unwrap().wasm);
    let debug = module.debug();
    let location = debug.location(module.offset_of("const 77777")).unwrap();
    assert_eq!(Path::new(&location.file), source);
    assert_eq!(debug.source_line(&location), Some("int run(int n) { return n * 77777; }"));
}

#[test]
fn inlined_calls_are_frames_of_their_own() {
    let text = "static inline int inner(int x) {\n  return x * 77777; // in inner\n}\n\
                static inline int middle(int x) {\n  return inner(x) + 1; // in middle\n}\n\
                int run(int n) {\n  return middle(n) ^ n; // in run\n}\n";
    let project = Project::new(&[("inline.c", text)]);
    let frames = |opt| {
        let module = Module::new(project.compile(&at(opt)).unwrap().wasm);
        let frames = module.debug().frames(module.offset_of("mul"));
        let shown = |frame: Frame| (frame.function.unwrap(), frame.location.unwrap().line);
        frames.into_iter().map(shown).collect::<Vec<_>>()
    };
    let line = |function: &str| (function.to_owned(), line_of(text, &format!("in {function}")));
    assert_eq!(frames(Opt::O2), [line("inner"), line("middle"), line("run")]);
    assert_eq!(frames(Opt::O0), [line("inner")]);
}

#[test]
fn frames_in_cxx_have_the_names_of_the_source() {
    let text = "struct Heap { int sift(int i); };\nint Heap::sift(int i) { return i * 77777; }\n\
                int run(Heap *h, int n) { return h->sift(n); }";
    let module = built("heap.cc", text, &at(Opt::O0));
    let frames = module.debug().frames(module.offset_of("const 77777"));
    assert_eq!(frames.len(), 1);
    assert_eq!(frames[0].function.as_deref(), Some("sift"), "through its declaration");
}

/// Every conditional of a program at -O0 has a position: reports depend on it.
#[test]
fn the_programs_own_code_has_lines_throughout() {
    let module = built("sort.c", SORT, &at(Opt::O0));
    let debug = module.debug();
    for name in ["run", "helper", "smaller"] {
        let (without, all) = module.code_of(name).iter().fold((0, 0), |(without, all), (_, at)| {
            (without + usize::from(debug.location(*at).is_none()), all + 1)
        });
        assert_eq!(without, 0, "{name}: {without} of {all}");
    }
}

#[test]
fn garbage_for_debug_info_never_panics() {
    let text = "#include <worstcase.h>\nstatic inline int inner(int x) { return x * input_i32(); }\n\
                int run(int n) { int s = 0; while (n--) s += inner(n); return s; }";
    let whole = built("a.c", text, &at(Opt::O2));
    let debug: Vec<(String, Vec<u8>)> =
        whole.custom.iter().filter(|(name, _)| name.starts_with(".debug")).cloned().collect();
    assert!(debug.len() >= 4);
    let mut state = 0x9e37_79b9_7f4a_7c15_u64;
    let mut random = move |below: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state % below as u64) as usize
    };
    let (mut readable, mut unreadable) = (0, 0);
    for round in 0..4000 {
        let mut sections = debug.clone();
        for _ in 0..=random(4) {
            let chosen = random(sections.len());
            let bytes = &mut sections[chosen].1;
            match round % 4 {
                0 => bytes.truncate(random(bytes.len() + 1)),
                1 => bytes.iter_mut().for_each(|byte| *byte = random(256) as u8),
                _ if bytes.is_empty() => {}
                _ => {
                    let at = random(bytes.len());
                    bytes[at] = random(256) as u8;
                }
            }
        }
        let sections = sections.iter().map(|(name, bytes)| (name.as_str(), bytes.as_slice()));
        match DebugInfo::new(sections, whole.code_start) {
            Some(info) => {
                readable += 1;
                for offset in 0..400 {
                    info.frames(offset).iter().filter_map(|frame| frame.location.as_ref()).for_each(
                        |location| {
                            info.source_line(location);
                        },
                    );
                }
            }
            None => unreadable += 1,
        }
    }
    assert!(readable > 100 && unreadable > 100, "{readable} {unreadable}");
}

#[test]
fn variables_have_names_places_and_types() {
    let text = "typedef unsigned short small;\nstruct pair { int x; const small y[2]; };\n\
                static struct pair pairs[3];\n\
                int run(int n, char *s) {\n  small k = n;\n  pairs[k].x = n;\n  return *s * 77777;\n}\n";
    let module = built("variables.c", text, &at(Opt::O0));
    let debug = module.debug();
    let function = debug.variables(module.offset_of("const 77777")).unwrap();
    assert!(!function.optimised && matches!(function.frame_base, Some(FrameBase::Local(_))));
    let names: Vec<(&str, bool)> =
        function.variables.iter().map(|variable| (variable.name.as_str(), variable.parameter)).collect();
    assert_eq!(names, [("n", true), ("s", true), ("k", false)]);
    assert!(function.variables.iter().all(|variable| matches!(variable.place, VariablePlace::Frame(_))));
    let kind = |index: usize| debug.scalar_at(function.variables[index].ty.unwrap(), 0).unwrap().1;
    assert_eq!(kind(0), Scalar { bytes: 4, kind: ScalarKind::Signed });
    assert!(matches!(kind(1), Scalar { bytes: 4, kind: ScalarKind::Pointer(Some(_)) }));
    assert_eq!(kind(2), Scalar { bytes: 2, kind: ScalarKind::Unsigned });
    let pairs = debug.globals().iter().find(|global| global.name == "pairs").unwrap();
    assert_eq!(debug.type_bytes(pairs.ty), 24);
    let (path, scalar) = debug.scalar_at(pairs.ty, 14).unwrap();
    assert_eq!((path.as_str(), scalar), ("[1].y[1]", Scalar { bytes: 2, kind: ScalarKind::Unsigned }));
    assert_eq!(debug.scalar_at(pairs.ty, 13), None);

    let module = built("variables.c", text, &at(Opt::O1));
    assert!(module.debug().variables(module.offset_of("const 77777")).unwrap().optimised);
}
