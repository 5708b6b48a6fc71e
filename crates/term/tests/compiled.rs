//! What clang makes of a comparison without optimisation folds back to what was written.

mod support;

use support::check;

/// A comparison goes through registers as a number, is masked, negated, tested.
#[test]
fn comparisons_in_registers() {
    let less = "(wasm (slt x3 x7))";
    check(&format!("(ne {less} 0)"), "x3 < x7");
    check(&format!("(and {less} 1)"), "u32(x3 < x7)");
    check(&format!("(ne (and {less} 1) 0)"), "x3 < x7");
    check(&format!("(ne (eqz {less}) 0)"), "x7 <= x3");
    check(&format!("(ne (eqz (eqz (and {less} 1))) 0)"), "x3 < x7");
    check(&format!("(ne (xor {less} 1) 0)"), "x7 <= x3");
    check(&format!("(ne (and (xor {less} -1) 1) 0)"), "x7 <= x3");
    check(&format!("(ne (and (xor (and {less} 1) -1) 1) 0)"), "x7 <= x3");
    check(&format!("(eq (and (wasm (ne (and {less} 1) 0)) 1) 0)"), "x7 <= x3");
    check(&format!("(eq {less} 1)"), "x3 < x7");
    check(&format!("(ne {less} 1)"), "x7 <= x3");
    check(&format!("(ne (sub {less} 1) 0)"), "x7 <= x3");
    check(&format!("(slt (sub {less} 1) 0)"), "x7 <= x3");
    check(&format!("(ne (shl {less} 31) 0)"), "x3 < x7");
}

/// `a && b`, `a || b` where the program computes with both, and `select`.
#[test]
fn connectives() {
    let (a, b) = ("(wasm (slt x0 x1))", "(wasm (slt x1 x2))");
    check(&format!("(ne (and {a} {b}) 0)"), "x0 < x1 && x1 < x2");
    check(&format!("(ne (and (or {a} {b}) 1) 0)"), "x0 < x1 || x1 < x2");
    check(&format!("(ne (ite (ne {a} 0) 1 0) 0)"), "x0 < x1");
    check(&format!("(ne (ite (ne {a} 0) {b} 0) 0)"), "x0 < x1 && x1 < x2");
    check("(ne (and (wasm (sle x0 x1)) (wasm (ne x0 x1))) 0)", "x0 < x1");
}

/// What `qsort` is given: three results, of which the sign is asked.
#[test]
fn comparison_functions() {
    let difference = "(sub (wasm (sgt x0 x1)) (wasm (slt x0 x1)))";
    check(&format!("(slt {difference} 0)"), "x0 < x1");
    check(&format!("(sle {difference} 0)"), "x0 <= x1");
    check(&format!("(sgt {difference} 0)"), "x1 < x0");
    check(&format!("(eq {difference} 0)"), "x0 == x1");
    let choice = "(ite (slt x0 x1) -1 (wasm (sgt x0 x1)))";
    check(&format!("(slt {choice} 0)"), "x0 < x1");
    check(&format!("(sge {choice} 0)"), "x1 <= x0");
    check(&format!("(sgt {choice} 0)"), "x1 < x0");
    check(&format!("(ne {choice} 0)"), "x0 != x1");
}

/// The bytes of a value, lowest first.
fn bytes(value: &str, count: u32) -> Vec<String> {
    (0..count).map(|i| format!("(extract {} {} {value})", 8 * i + 7, 8 * i)).collect()
}

/// The value that is loaded, put together from the lowest byte on or from the highest.
fn loads(bytes: &[String]) -> [String; 2] {
    let (lowest, upper) = bytes.split_first().expect("there is a byte");
    let up = upper.iter().fold(lowest.clone(), |value, byte| format!("(concat {byte} {value})"));
    let (highest, lower) = bytes.split_last().expect("there is a byte");
    let down = lower.iter().rev().fold(highest.clone(), |value, byte| format!("(concat {value} {byte})"));
    [up, down]
}

/// A value that is stored and loaded byte by byte comes back as it was, whatever it is.
#[test]
fn memory_gives_back_what_it_was_given() {
    let values = [
        ("x0", "x0"),
        ("(add x0 x1)", "x0 + x1"),
        ("(mul x0 4)", "x0 * 4"),
        ("(zext 32 b0)", "u32(b0)"),
        ("(sext 32 b0)", "i32(b0)"),
        ("(sext 32 h0)", "i32(h0)"),
        ("(add (zext 32 b0) 1)", "u32(b0) + 1"),
        ("(add (sext 32 b0) 1)", "i32(b0) + 1"),
        ("(wasm (slt x0 x1))", "u32(x0 < x1)"),
        ("(sext 32 (slt x0 x1))", "i32(x0 < x1)"),
        ("(ite p0 1000 -3)", "p0 ? 1000 : -3"),
        ("(sext 32 (ite p0 -1:8 5:8))", "p0 ? -1 : 5"),
        ("(not (wasm (slt x0 x1)))", "~u32(x0 < x1)"),
        ("(add (zext 32 b0) 305419776)", "u32(b0) + 305419776"),
        ("(lshr x0 3)", "x0 >>u 3"),
        ("(ashr x0 11)", "x0 >> 11"),
        ("(rotl x0 5)", "rotl(x0, 5)"),
        ("(and x0 4095)", "x0 & 4095"),
        ("(shl (zext 32 b0) 16)", "u32(b0 ++ 0)"),
        ("(concat b3 (concat b2 (concat b1 b0)))", "b3 ++ b2 ++ b1 ++ b0"),
        ("(concat b3 (concat 7:8 (concat 8:8 b0)))", "b3 ++ 1800 ++ b0"),
    ];
    for (value, expected) in values {
        for load in loads(&bytes(value, 4)) {
            check(&load, expected);
        }
        let wide = format!("(sext 64 {value})");
        for load in loads(&bytes(&wide, 8)) {
            assert_eq!(support::simplified(&load), support::simplified(&wide));
        }
    }
}

/// `char` and `short`: stored by their low bytes, loaded with an extension, promoted, compared.
#[test]
fn narrow_variables() {
    for load in loads(&bytes("(sext 32 h0)", 2)) {
        check(&format!("(sext 32 {load})"), "i32(h0)");
        check(&format!("(slt (sext 32 {load}) 1000)"), "h0 < 1000");
    }
    let stored = "(extract 7 0 (sext 32 b0))";
    check(&format!("(sge (sext 32 {stored}) 48)"), "b0 >= 48");
    check(&format!("(slt (sub (sext 32 {stored}) 48) 10)"), "i32(b0) - 48 < 10");
    check("(slt (ashr (shl (sext 32 b0) 24) 24) 97)", "b0 < 97");
    check("(ne (and (zext 32 b0) 255) 0)", "b0 != 0");
    check("(eq (and (zext 32 b0) 255) (and (zext 32 b1) 255))", "b0 == b1");
    check("(eq (ashr (shl (zext 32 b0) 24) 24) (ashr (shl (zext 32 b1) 24) 24))", "b0 == b1");
    check("(slt (extract 31 0 (sext 64 x0)) 5)", "x0 < 5");
    check("(slt (sext 64 x0) (sext 64 x1))", "x0 < x1");
}
