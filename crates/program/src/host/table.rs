//! The names of host functions other than system calls, by what they mean.

use super::HostFunction::{self, *};
use super::InputKind::*;

/// Names that mean the same.
pub(super) struct Row {
    pub(super) function: HostFunction,
    pub(super) parameters: Parameters,
    pub(super) names: &'static [&'static str],
}

/// How many parameters a function has.
#[derive(Clone, Copy)]
pub(super) enum Parameters {
    /// So many.
    Count(usize),
    /// It looks at none; C without a prototype may pass arguments that nobody asked for.
    Any,
}

const fn row(function: HostFunction, count: usize, names: &'static [&'static str]) -> Row {
    Row { function, parameters: Parameters::Count(count), names }
}

const fn any(function: HostFunction, names: &'static [&'static str]) -> Row {
    Row { function, parameters: Parameters::Any, names }
}

/// The functions of `worstcase.h`, those of KLEE that say what is an input and which inputs count, and those of
/// SV-COMP and Test-Comp, as of their 2024 rules, whose tasks declare them by hand.
pub(super) const ENVIRONMENT: &[Row] = &[
    any(Input(Bool), &["input_bool", "__VERIFIER_nondet_bool"]),
    any(
        Input(I8),
        &["input_i8", "__VERIFIER_nondet_i8", "__VERIFIER_nondet_char", "__VERIFIER_nondet_schar"],
    ),
    any(Input(U8), &["input_u8", "__VERIFIER_nondet_u8", "__VERIFIER_nondet_uchar"]),
    any(Input(I16), &["input_i16", "__VERIFIER_nondet_i16", "__VERIFIER_nondet_short"]),
    any(Input(U16), &["input_u16", "__VERIFIER_nondet_u16", "__VERIFIER_nondet_ushort"]),
    any(Input(I32), &["input_i32", "__VERIFIER_nondet_i32", "__VERIFIER_nondet_int"]),
    any(
        Input(U32),
        &["input_u32", "__VERIFIER_nondet_u32", "__VERIFIER_nondet_uint", "__VERIFIER_nondet_unsigned"],
    ),
    any(Input(I64), &["input_i64", "__VERIFIER_nondet_i64", "__VERIFIER_nondet_longlong"]),
    any(Input(U64), &["input_u64", "__VERIFIER_nondet_u64", "__VERIFIER_nondet_ulonglong"]),
    any(Input(F32), &["input_f32", "__VERIFIER_nondet_f32", "__VERIFIER_nondet_float"]),
    any(Input(F64), &["input_f64", "__VERIFIER_nondet_f64", "__VERIFIER_nondet_double"]),
    // Narrower if the program says so.
    any(Input(I64), &["__VERIFIER_nondet_long", "__VERIFIER_nondet_loff_t"]),
    any(
        Input(U64),
        &[
            "__VERIFIER_nondet_ulong",
            "__VERIFIER_nondet_size_t",
            "__VERIFIER_nondet_sector_t",
            "__VERIFIER_nondet_pthread_t",
            "__VERIFIER_nondet_pointer",
            "__VERIFIER_nondet_pchar",
            "__VERIFIER_nondet_charp",
            "__VERIFIER_nondet_const_char_pointer",
        ],
    ),
    // No input has 128 bits. A task may have them and not call them.
    any(Unknown, &["__VERIFIER_nondet_int128", "__VERIFIER_nondet_uint128"]),
    row(Input(I32), 1, &["klee_int"]),
    row(InputIn(false), 2, &["input_i32_in"]),
    row(InputIn(true), 3, &["klee_range"]),
    row(InputBytes, 2, &["input_bytes", "__VERIFIER_nondet_memory"]),
    row(InputObject, 3, &["klee_make_symbolic"]),
    row(Assume, 1, &["assume", "klee_assume", "__VERIFIER_assume"]),
    row(MeasureBegin, 0, &["measure_begin"]),
    row(MeasureEnd, 0, &["measure_end"]),
    row(Cost, 1, &["cost"]),
    row(OutputI32, 1, &["output_i32"]),
    row(OutputBytes, 2, &["output_bytes"]),
    row(Assert, 1, &["__VERIFIER_assert"]),
    // The last is what `assert` calls when it fails. A program that links libc has it from there; for one that does
    // not, this keeps an assertion from being the only reason to need libc.
    any(Fail, &["__VERIFIER_error", "reach_error", "__assert_fail"]),
    row(Drop, 1, &["klee_silent_exit"]),
    any(Nothing, &["klee_prefer_cex", "klee_open_merge", "klee_close_merge"]),
];

/// The row of a function that a program imports. Declared by hand instead of through a header, functions come from
/// `env`.
pub(super) fn find(module: &str, name: &str) -> Option<&'static Row> {
    let is_ours = matches!(module, "worstcase" | "env");
    ENVIRONMENT.iter().filter(|_| is_ours).find(|row| row.names.contains(&name))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn no_name_is_listed_twice() {
        let names = || ENVIRONMENT.iter().flat_map(|row| row.names);
        assert_eq!(names().collect::<BTreeSet<_>>().len(), names().count());
    }

    #[test]
    fn every_function_of_the_header_is_known() {
        let declared: Vec<&str> = include_str!("../../../../guest/worstcase.h")
            .lines()
            .filter_map(|line| line.strip_prefix("WORSTCASE_FUNCTION("))
            .filter_map(|rest| rest.split(", ").nth(1))
            .collect();
        assert_eq!(declared.len(), 18);
        for name in declared {
            assert!(find("worstcase", name).is_some_and(|row| row.function != Unknown), "{name}");
        }
    }
}
