//! Code that clang does not write: operands that are carried along jumps, locals that trade places; and random
//! modules, which are at least lifted.

use std::sync::Arc;

use arbitrary::Unstructured;
use worstcase_bounds::lift;
use worstcase_program::Program;

use super::Numbers;
use super::agreement::executed;
use super::interpret::Interpreter;

/// Compares `f`, a function of two numbers with that code, on the machine and as a routine.
fn check(code: &str) {
    let text = format!("(module (func (export \"f\") (param i32 i32) (result i32) {code}))");
    let program = Arc::new(Program::from_wasm(wat::parse_str(&text).unwrap()).unwrap());
    let routines = lift::all(&program, lift::World::Closed);
    let mut interpreter = Interpreter::new(&program, &routines);
    for a in [0, 1, 2, 3, 7, 100, -1, -5, i32::MIN] {
        for b in [0, 1, 2, 5, 9, -1, i32::MAX] {
            let arguments = [u64::from(a as u32), u64::from(b as u32)];
            let (expected, decisions) = executed(&program, "f", &arguments);
            interpreter.reset();
            let result = interpreter.call(0, &arguments.map(i128::from), 1 << 20).unwrap().unwrap();
            assert_eq!(interpreter.decisions, decisions, "{a} {b}\n{}", routines[0]);
            assert_eq!(interpreter.bits(0, result), expected, "{a} {b}\n{}", routines[0]);
        }
    }
}

#[test]
fn operands_go_along_jumps() {
    check("(block (result i32) i32.const 7 local.get 0 br_if 0 drop local.get 1)");
    check(
        "(block (result i32)
           i32.const 1
           (block (result i32)
             i32.const 40 local.get 1 local.get 0 i32.const 3 i32.rem_u br_table 0 1 0)
           i32.const 2 i32.mul i32.add)",
    );
    check("(if (result i32) (local.get 0) (then local.get 1) (else i32.const 5)) local.get 0 i32.sub");
    check(
        "local.get 0 (if (param i32) (result i32) (local.get 1) (then i32.const 3 i32.mul) (else i32.const 1 i32.shr_s))",
    );
}

#[test]
fn loops_have_operands() {
    check(
        "i32.const 0 local.get 0 i32.const 15 i32.and
         (loop (param i32 i32) (result i32)
           local.set 0 local.get 1 i32.add
           local.get 0 i32.const 1 i32.sub local.tee 0
           local.get 0 i32.const 0 i32.gt_s br_if 0
           drop)",
    );
}

#[test]
fn locals_trade_places() {
    check(
        "(local i32 i32) i32.const 5 local.set 2
         (loop
           local.get 0 local.get 1 local.get 3 local.set 0 local.set 3 local.set 1
           local.get 2 i32.const 1 i32.sub local.tee 2 br_if 0)
         local.get 0 i32.const 3 i32.mul local.get 1 i32.add i32.const 3 i32.mul local.get 3 i32.add",
    );
}

#[test]
fn old_values_are_not_lost() {
    check(
        "(local i32) local.get 0 local.get 0 i32.const 1 i32.add local.set 0 local.get 0
         (block local.get 0 br_if 0 i32.const 9 local.set 2) i32.mul local.get 2 i32.add local.get 0 i32.xor",
    );
}

#[test]
fn extensions_and_shifts() {
    check("local.get 0 i32.extend8_s local.get 1 i32.extend16_s i32.mul i32.const 255 i32.and");
    check(
        "local.get 0 i64.extend_i32_u local.get 1 i64.extend_i32_s i64.mul i64.const 3 i64.shr_u i32.wrap_i64",
    );
    check(
        "local.get 0 local.get 1 i32.shl i32.const 24 i32.shl i32.const 24 i32.shr_u local.get 0 i32.const 27 i32.shl i32.const 27 i32.shr_s i32.sub",
    );
    check(
        "local.get 0 local.get 1 local.get 0 local.get 1 i32.lt_u select i64.extend_i32_u local.get 1 i64.extend_i32_s local.get 0 select i32.wrap_i64",
    );
    check(
        "local.get 0 i32.const -1 i32.xor local.get 1 i32.eqz i32.eqz i32.const 1 i32.xor i32.or i32.const -128 i32.sub",
    );
}

#[test]
fn random_modules_are_lifted() {
    let mut numbers = Numbers(0x2545_f491_4f6c_dd1d);
    let mut blocks = 0;
    for _ in 0..150 {
        let bytes: Vec<u8> = (0..20_000).map(|_| numbers.next() as u8).collect();
        let config = wasm_smith::Config {
            gc_enabled: false,
            exceptions_enabled: false,
            simd_enabled: false,
            relaxed_simd_enabled: false,
            tail_call_enabled: false,
            threads_enabled: false,
            memory64_enabled: false,
            wide_arithmetic_enabled: false,
            extended_const_enabled: false,
            compact_imports_enabled: false,
            max_imports: 3,
            min_funcs: 6,
            max_instructions: 300,
            ..Default::default()
        };
        let module = wasm_smith::Module::new(config, &mut Unstructured::new(&bytes)).unwrap();
        let program = Program::from_wasm(module.to_bytes()).unwrap();
        blocks += lift::all(&program, lift::World::Closed)
            .iter()
            .map(|routine| routine.blocks.len())
            .sum::<usize>();
    }
    assert!(blocks > 1000, "only {blocks} blocks");
}
