//! Kinds of input and programs with tables: what there is to explore, how many paths it has, and how fast it is meant
//! to be. The programs are in `benches/kinds`.

use std::path::PathBuf;
use std::sync::Arc;

use worstcase_explore::Subject;
use worstcase_machine::process::Entry;
use worstcase_program::Program;
use worstcase_program::compile::CompileOptions;

use super::subject;

/// A program of this crate's own, by its path in the crate.
pub fn own_program(path: &str) -> Arc<Program> {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(path);
    Arc::new(worstcase_program::load(&[path], &CompileOptions::default()).unwrap().program)
}

/// One of the entries of a program at a size.
pub fn subject_at(program: &Arc<Program>, entry: &str, size: u32) -> Subject {
    Subject { entry: Entry::find(program, Some(entry)).unwrap(), ..subject(program, size) }
}

/// A sort of inputs of some kind.
pub struct Sort {
    /// Where it is, in `benches/kinds`.
    pub file: &'static str,
    pub entry: &'static str,
    /// How many paths a second there are meant to be, relative to the insertion sort of `input_i32()`.
    pub goal: f64,
    /// A size for tests, as large as the engine does in a moment.
    pub quick: u32,
    /// How many paths there are at the size that is measured, if that does not depend on how libc was compiled.
    pub paths: Option<u64>,
}

/// The size at which sorts are measured.
pub const SORT_SIZE: u32 = 8;

/// The paths of an insertion sort of eight elements: 8!.
const INSERTION: u64 = 40_320;

const fn insertion(entry: &'static str, goal: f64, quick: u32) -> Sort {
    Sort { file: "sort.c", entry, goal, quick, paths: Some(INSERTION) }
}

/// All kinds of input. The first is what the others are compared with.
pub const SORTS: [Sort; 31] = [
    insertion("i32", 0.5, 5),
    insertion("i8", 0.5, 5),
    insertion("u8", 0.5, 5),
    insertion("i16", 0.5, 5),
    insertion("u16", 0.5, 5),
    insertion("u32", 0.5, 5),
    insertion("i64", 0.5, 5),
    insertion("u64", 0.5, 5),
    insertion("klee_ints", 0.5, 5),
    insertion("klee_unsigned", 0.5, 5),
    insertion("memcpy_ints", 0.5, 5),
    insertion("big_endian_u32", 0.5, 5),
    insertion("big_endian_i32", 0.5, 5),
    insertion("little_endian_u32", 0.5, 5),
    insertion("mask", 0.2, 5),
    insertion("shift_signed", 0.2, 5),
    insertion("shift_unsigned", 0.2, 5),
    insertion("negation", 0.2, 5),
    insertion("complement", 0.2, 5),
    insertion("xor_constant", 0.2, 5),
    insertion("plus_constant", 0.2, 5),
    insertion("odd_multiple", 0.2, 5),
    insertion("quotient_signed", 0.05, 5),
    insertion("quotient_unsigned", 0.05, 5),
    insertion("remainder_signed", 0.05, 5),
    insertion("remainder_unsigned", 0.05, 5),
    insertion("f64", 0.3, 5),
    insertion("f32", 0.3, 5),
    insertion("f64_of_i32", 0.3, 5),
    // The ordered Bell numbers: every order with ties is a path of its own.
    Sort { file: "qsort.c", entry: "three_way", goal: 0.05, quick: 4, paths: Some(545_835) },
    // Not n!: a difference that overflows is no order, and one of smoothsort's comparisons only selects an address.
    // 1, 2, 5, 19, 128, 785, 5137, 44587 with Debian's wasi-libc; 1, 2, 8, 34, 229, 1358, 8791, 76703 if it branches.
    Sort { file: "qsort.c", entry: "difference", goal: 0.05, quick: 3, paths: None },
];

/// A program of `tables.c`.
pub struct Table {
    pub entry: &'static str,
    pub size: u32,
    pub paths: u64,
    /// The exact worst cost, in conditionals.
    pub worst: u64,
    /// How many seconds it is meant to take at most.
    pub goal: f64,
}

const fn table(entry: &'static str, size: u32, paths: u64, worst: u64, goal: f64) -> Table {
    Table { entry, size, paths, worst, goal }
}

/// The programs with tables. Paths and costs are those of concrete runs: see `tests/kinds.rs`. (A counting sort of
/// four bytes of all 256 values has a path for every multiset, 183 million.)
pub const TABLES: [Table; 9] = [
    table("count_range", 4, 3_876, 522, 10.0),
    table("count_masked", 4, 3_876, 522, 10.0),
    table("count_bytes", 2, 32_896, 518, 10.0),
    table("automaton_end", 6, 2, 8, 10.0),
    table("automaton_exit", 6, 7, 15, 10.0),
    table("hash_table", 3, 10, 13, 10.0),
    table("crc32", 3, 2, 5, 10.0),
    table("gcd", 60, 9, 10, 1.0),
    table("collatz", 1000, 1_000, 357, 1.0),
];
