//! The functions that a program may call without defining them: the machine provides them.
//!
//! The linker turns these into imports from module `env` and refuses every other undefined symbol, so that a
//! misspelt name is an error when the program is built and not a surprise when it runs. (Programs that include
//! `worstcase.h` import from module `worstcase` instead, and need no entry here.)

/// `worstcase.h`, declared by hand instead of included.
const WORSTCASE: &[&str] = &[
    "assume",
    "cost",
    "input_bytes",
    "input_f32",
    "input_f64",
    "input_i16",
    "input_i32",
    "input_i32_in",
    "input_i64",
    "input_i8",
    "input_u16",
    "input_u32",
    "input_u64",
    "input_u8",
    "measure_begin",
    "measure_end",
    "output_bytes",
    "output_i32",
];

/// KLEE's intrinsics that say what is an input and which inputs count.
const KLEE: &[&str] = &[
    "klee_assume",
    "klee_close_merge",
    "klee_int",
    "klee_make_symbolic",
    "klee_open_merge",
    "klee_prefer_cex",
    "klee_range",
    "klee_silent_exit",
];

/// The conventions of SV-COMP and Test-Comp, as of their 2024 rules. Their tasks declare these by hand.
const SV_COMP: &[&str] = &[
    "__VERIFIER_assert",
    "__VERIFIER_assume",
    "__VERIFIER_error",
    "__VERIFIER_nondet_bool",
    "__VERIFIER_nondet_char",
    "__VERIFIER_nondet_charp",
    "__VERIFIER_nondet_const_char_pointer",
    "__VERIFIER_nondet_double",
    "__VERIFIER_nondet_float",
    "__VERIFIER_nondet_int",
    "__VERIFIER_nondet_int128",
    "__VERIFIER_nondet_loff_t",
    "__VERIFIER_nondet_long",
    "__VERIFIER_nondet_longlong",
    "__VERIFIER_nondet_memory",
    "__VERIFIER_nondet_pchar",
    "__VERIFIER_nondet_pointer",
    "__VERIFIER_nondet_pthread_t",
    "__VERIFIER_nondet_schar",
    "__VERIFIER_nondet_sector_t",
    "__VERIFIER_nondet_short",
    "__VERIFIER_nondet_size_t",
    "__VERIFIER_nondet_u16",
    "__VERIFIER_nondet_u32",
    "__VERIFIER_nondet_u8",
    "__VERIFIER_nondet_uchar",
    "__VERIFIER_nondet_uint",
    "__VERIFIER_nondet_uint128",
    "__VERIFIER_nondet_ulong",
    "__VERIFIER_nondet_ulonglong",
    "__VERIFIER_nondet_unsigned",
    "__VERIFIER_nondet_ushort",
    "reach_error",
];

/// What `assert` calls when it fails. A program that links libc has it from there; for one that does not, this
/// keeps an assertion from being the only reason to need libc.
const C: &[&str] = &["__assert_fail"];

/// The names of all functions that may stay imports from module `env`.
pub fn host_functions() -> impl Iterator<Item = &'static str> {
    [WORSTCASE, KLEE, SV_COMP, C].into_iter().flatten().copied()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn no_name_is_listed_twice() {
        assert_eq!(host_functions().collect::<BTreeSet<_>>().len(), host_functions().count());
    }

    #[test]
    fn every_function_of_the_header_may_be_declared_by_hand() {
        let declared: BTreeSet<&str> = super::super::headers::WORSTCASE_H
            .lines()
            .filter_map(|line| line.strip_prefix("WORSTCASE_FUNCTION("))
            .filter_map(|rest| rest.split(", ").nth(1))
            .collect();
        assert_eq!(declared, WORSTCASE.iter().copied().collect());
    }
}
