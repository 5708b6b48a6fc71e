//! Random modules: whatever valid code does, native runs of it are the interpreter's.
//!
//! `WORSTCASE_MODULES` of them from `WORSTCASE_SEED` on, each compiled for one of its functions; the functions that they import
//! are those of the host.

mod common;

// As compilers write them; the others, of wasm-smith, are odd throughout.
#[path = "../../machine/tests/random/structured.rs"]
mod structured;

use std::sync::Arc;

use arbitrary::Unstructured;
use common::{Tally, inputs, subject};
use wasm_smith::Config;
use worstcase_machine::process::{Asked, Entry, InputKind, Parameter, Signature};
use worstcase_native::{Native, NativeOptions};
use worstcase_program::{FuncIdx, Program, ValType};

use common::Random;

/// What modules may import.
const IMPORTS: &str = r#"(module
    (import "worstcase" "input_i32" (func (result i32)))
    (import "worstcase" "input_i8" (func (result i32)))
    (import "worstcase" "input_u64" (func (result i64)))
    (import "worstcase" "input_f32" (func (result f32)))
    (import "worstcase" "input_f64" (func (result f64)))
    (import "worstcase" "input_i32_in" (func (param i32 i32) (result i32)))
    (import "worstcase" "input_bytes" (func (param i32 i32)))
    (import "worstcase" "assume" (func (param i32)))
    (import "worstcase" "measure_begin" (func))
    (import "worstcase" "measure_end" (func))
    (import "worstcase" "cost" (func (param i64)))
    (import "worstcase" "output_bytes" (func (param i32 i32))))"#;

fn setting(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().and_then(|value| value.parse().ok()).unwrap_or(default)
}

#[test]
fn random_modules_agree() {
    let (first, count) = (setting("WORSTCASE_SEED", 1), setting("WORSTCASE_MODULES", 30));
    let mut tally = Tally::default();
    let mut refused = 0;
    for seed in first..first + count {
        println!("seed {seed}");
        let mut random = Random(seed.wrapping_mul(0xd134_2543_de82_ef95));
        let bytes = match random.below(2) {
            0 => Some(with_import(&structured::module(&mut random), "env", "__VERIFIER_nondet_int")),
            _ => odd_module(&mut random),
        };
        let Some(bytes) = bytes else { continue };
        let program = Arc::new(Program::from_wasm(bytes).unwrap_or_else(|error| panic!("{error}")));
        let entries = entries(&program);
        if entries.is_empty() {
            continue;
        }
        let entry = entries[random.below(entries.len())].clone();
        refused += usize::from(!session(&program, entry, &mut random, &mut tally));
    }
    println!("{tally:?}, {refused} not translated");
    if count >= 30 {
        assert!(tally.returned > 5 * count as usize && tally.trapped > count as usize, "{tally:?}");
        assert!(tally.declined < tally.returned, "{tally:?}");
    }
}

/// Runs one function with random arguments. Whether it was translated.
fn session(program: &Arc<Program>, entry: Entry, random: &mut Random, tally: &mut Tally) -> bool {
    let mut subject = subject(program, entry.clone(), 3);
    // Unlike in programs of C, runs of these that do not end are many.
    subject.limits.steps = 200_000;
    let counted_function = Some(FuncIdx(random.below(program.functions.len()) as u32));
    subject.counted_function = counted_function;
    let options = NativeOptions { entry, counted_function, cache: None, stop: Default::default() };
    let native = match Native::compile(program, &options) {
        Ok(native) => Arc::new(native),
        Err(worstcase_native::NativeError::Untranslatable(why)) => {
            println!("{why}");
            return false;
        }
        Err(error) => panic!("{error}"),
    };
    let mut runner = match native.start(3, &subject.limits, &Default::default()) {
        Ok(runner) => runner,
        Err(worstcase_native::NativeError::Untranslatable(_)) => return false,
        Err(error) => panic!("{error}"),
    };
    let inputs = inputs(&subject, 40, random);
    common::compare(&subject, &mut runner, &inputs, tally);
    true
}

/// The exported functions that are the module's own, called with inputs.
fn entries(program: &Program) -> Vec<Entry> {
    let argument = |ty: &ValType| {
        let kind = match ty {
            ValType::I32 => InputKind::I32,
            ValType::I64 => InputKind::I64,
            ValType::F32 => InputKind::F32,
            ValType::F64 => InputKind::F64,
            ValType::FuncRef | ValType::ExternRef => return None,
        };
        Some(Parameter::Input { name: None, asked: Asked::any(kind) })
    };
    let entry = |(name, function): (&str, FuncIdx)| {
        let parameters = program.func_type(function).params.iter().map(argument).collect::<Option<_>>()?;
        Entry::call(program, Signature { function: name.into(), parameters }).ok()
    };
    let own = program.exported_functions().filter(|(_, function)| program.body(*function).is_some());
    own.filter_map(entry).collect()
}

/// A module of all the features that we have, as `agreement.rs` of the machine makes them.
///
/// With some choices wasm-smith finds no module.
fn odd_module(random: &mut Random) -> Option<Vec<u8>> {
    let config = Config {
        available_imports: Some(wat::parse_str(IMPORTS).expect("the text is right")),
        max_imports: 8,
        export_everything: true,
        min_types: 4,
        max_types: 12,
        max_type_size: 10_000,
        min_funcs: 4,
        max_funcs: 12,
        max_instructions: [30, 100, 500][random.below(3)],
        min_globals: 1,
        max_globals: 10,
        disallow_traps: random.below(2) == 0,
        min_memories: 1,
        max_memories: 1,
        memory_max_size_required: true,
        max_memory32_bytes: 8 << 16,
        max_tables: 3,
        table_max_size_required: true,
        max_table_elements: 100,
        max_data_segments: 5,
        max_element_segments: 5,
        bulk_memory_enabled: true,
        // Programs of C have no references, and where there are any, most runs are not supported.
        reference_types_enabled: random.below(4) == 0,
        multi_value_enabled: true,
        sign_extension_ops_enabled: true,
        saturating_float_to_int_enabled: true,
        simd_enabled: false,
        relaxed_simd_enabled: false,
        memory64_enabled: false,
        tail_call_enabled: false,
        exceptions_enabled: false,
        gc_enabled: false,
        compact_imports_enabled: false,
        custom_page_sizes_enabled: false,
        extended_const_enabled: false,
        threads_enabled: false,
        wide_arithmetic_enabled: false,
        ..Config::default()
    };
    let bytes: Vec<u8> = (0..4096).flat_map(|_| random.next().to_le_bytes()).collect();
    let mut module = wasm_smith::Module::new(config, &mut Unstructured::new(&bytes)).ok()?;
    if random.below(4) != 0 {
        module.ensure_termination(1000).expect("all of the code was generated");
    }
    Some(module.to_bytes())
}

/// The module with another name for its only import. Sections are a number, a length, and so many bytes; all lengths here
/// take one byte.
fn with_import(bytes: &[u8], module: &str, name: &str) -> Vec<u8> {
    const IMPORT: u8 = 2;
    let (mut made, mut rest) = (bytes[..8].to_vec(), &bytes[8..]);
    while rest[0] != IMPORT {
        let section = 2 + rest[1] as usize;
        made.extend(&rest[..section]);
        rest = &rest[section..];
    }
    let (section, behind) = rest[2..].split_at(rest[1] as usize);
    let old_module = section[1] as usize;
    let old_name = section[2 + old_module] as usize;
    let mut renamed = vec![1, module.len() as u8];
    renamed.extend(module.bytes());
    renamed.push(name.len() as u8);
    renamed.extend(name.bytes());
    renamed.extend(&section[3 + old_module + old_name..]);
    made.extend([IMPORT, renamed.len() as u8]);
    made.extend(renamed);
    made.extend(behind);
    made
}
