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

fn sections<'a>(info: &'a [u8], abbrev: &'a [u8], line: &'a [u8]) -> Dwarf<'a> {
    let load = |id: gimli::SectionId| {
        let bytes = match id {
            gimli::SectionId::DebugInfo => info,
            gimli::SectionId::DebugAbbrev => abbrev,
            gimli::SectionId::DebugLine => line,
            _ => &[],
        };
        Ok::<_, Infallible>(Slice::new(bytes, gimli::LittleEndian))
    };
    Dwarf::load(load).unwrap()
}

/// Bytes with their length before them.
fn counted(bytes: &[u8]) -> Vec<u8> {
    [&(bytes.len() as u32).to_le_bytes(), bytes].concat()
}

/// A unit of one entry with that code, whose abbreviations are at that offset.
fn unit(abbreviations: u32, entry: &[u8]) -> Vec<u8> {
    counted(&[&4u16.to_le_bytes()[..], &abbreviations.to_le_bytes(), &[4], entry].concat())
}

#[test]
fn units_that_share_a_long_file_table_are_few() {
    // A compilation unit with nothing but the offset of its line program, which is 0.
    let abbrev = [1, 0x11, 0, 0x10, 0x17, 0, 0, 0];
    let info = unit(0, &[1, 0, 0, 0, 0]).repeat(1000);
    let fixed = [1, 1, 1, 0xfb, 14, 13, 0, 1, 1, 1, 1, 0, 0, 0, 1, 0, 0, 1, 0];
    let header = [&fixed[..], &b"a\0\0\0\0".repeat(1000), &[0]].concat();
    let line = counted(&[&4u16.to_le_bytes()[..], &counted(&header)].concat());
    let dwarf = sections(&info, &abbrev, &line);
    let read = units(&dwarf, &abbrev, line.len());
    assert_eq!(read.len(), MAX_SHARED as usize);
    assert_eq!(read[0].line_program.as_ref().unwrap().header().file_names().len(), 1000);
}

#[test]
fn tables_of_abbreviations_do_not_overlap() {
    // Each unit's table would begin with its own abbreviation and go on through those of all after it.
    let mut abbrev = Vec::new();
    let mut info = Vec::new();
    for code in 1..100u8 {
        info.extend(unit(abbrev.len() as u32, &[code]));
        abbrev.extend([code, 0x11, 0, 0, 0]);
    }
    abbrev.push(0);
    let dwarf = sections(&info, &abbrev, &[]);
    for (unit, code) in units(&dwarf, &abbrev, 0).iter().zip(1..) {
        assert!(unit.abbreviations.get(code).is_some() && unit.abbreviations.get(code + 1).is_none());
    }
}
