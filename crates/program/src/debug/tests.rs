//! Unit tests on DWARF that no compiler would write; `tests/compile.rs` has those on clang's.

use super::*;

#[test]
fn locations_print_as_compilers_print_them() {
    let location = |column| Location { file: "sort.c".to_owned(), line: 9, column };
    assert_eq!(location(12).to_string(), "sort.c:9:12");
    assert_eq!(location(0).to_string(), "sort.c:9");
}

#[test]
fn dropped_code_is_recognised() {
    assert!(is_live(3, 10));
    assert!(!is_live(0, 10), "old linkers");
    assert!(!is_live(0xffff_ffff, 0x1_0000_0009), "lld");
    assert!(!is_live(0xffff_fffe, 0x1_0000_0008), "lld, in lists");
    assert!(!is_live(7, 7) && !is_live(7, 3));
}

#[test]
fn no_sections_are_no_debug_info() {
    assert!(DebugInfo::new([], 0).is_none());
    assert!(DebugInfo::new([("name", &b"abc"[..])], 0).is_none());
}

#[test]
fn debug_info_is_shared_by_threads() {
    fn shared<T: Send + Sync>() {}
    shared::<DebugInfo>();
}
