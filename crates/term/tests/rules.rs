//! What expressions are simplified to, rule by rule.

mod support;

use support::check;

#[test]
fn sums_collect_constants() {
    check("(add (add x0 1) 2)", "x0 + 3");
    check("(add 1 x0)", "x0 + 1");
    check("(add x0 0)", "x0");
    check("(sub x0 5)", "x0 - 5");
    check("(add (sub x0 5) 5)", "x0");
    check("(add (add x0 1) (add x1 2))", "x0 + x1 + 3");
    check("(sub (add x0 1) (add x1 2))", "x0 - x1 - 1");
    check("(sub 10 (add x0 3))", "7 - x0");
    check("(add (sub 10 x0) 5)", "15 - x0");
    check("(sub 10 (sub 3 x0))", "x0 + 7");
    check("(neg (add x0 3))", "-3 - x0");
    check("(add 2147483647 1)", "-2147483648");
}

#[test]
fn sums_cancel() {
    check("(sub x0 x0)", "0");
    check("(sub (add x0 x1) x1)", "x0");
    check("(sub (add x0 x1) x0)", "x1");
    check("(sub x0 (add x0 x1))", "-x1");
    check("(add x0 (sub x1 x0))", "x1");
    check("(sub x0 (sub x0 x1))", "x1");
    check("(sub (sub x0 x1) x0)", "-x1");
    check("(add x0 (neg x1))", "x0 - x1");
    check("(sub x0 (neg x1))", "x0 + x1");
    check("(neg (neg x0))", "x0");
    check("(neg (sub x0 x1))", "x1 - x0");
    check("(add x0 x0)", "x0 * 2");
}

#[test]
fn products() {
    check("(mul x0 0)", "0");
    check("(mul 1 x0)", "x0");
    check("(mul x0 -1)", "-x0");
    check("(mul (mul x0 3) 4)", "x0 * 12");
    check("(mul (neg x0) 4)", "x0 * -4");
    check("(mul (neg x0) (neg x1))", "x0 * x1");
    check("(neg (mul x0 4))", "x0 * -4");
    check("(shl x0 2)", "x0 * 4");
    check("(shl (mul x0 3) 2)", "x0 * 12");
    check("(mul p0 p1)", "p0 && p1");
}

#[test]
fn division() {
    check("(udiv x0 1)", "x0");
    check("(udiv x0 8)", "x0 >>u 3");
    check("(urem x0 8)", "x0 & 7");
    check("(urem x0 1)", "0");
    check("(sdiv x0 1)", "x0");
    check("(sdiv x0 -1)", "-x0");
    check("(srem x0 -1)", "0");
    check("(sdiv x0 10)", "x0 / 10");
    check("(sdiv (zext 32 b0) 10)", "u32(b0) /u 10");
    check("(srem (zext 32 b0) 10)", "u32(b0) %u 10");
    check("(udiv (zext 32 b0) 256)", "0");
    check("(urem (zext 32 b0) 300)", "u32(b0)");
    check("(udiv x0 0)", "-1");
    check("(urem x0 0)", "x0");
    check("(sdiv -7 2)", "-3");
    check("(srem -7 2)", "-1");
    check("(sdiv -2147483648 -1)", "-2147483648");
    check("(srem -2147483648 -1)", "0");
}

#[test]
fn bits() {
    check("(and x0 0)", "0");
    check("(and x0 -1)", "x0");
    check("(and x0 x0)", "x0");
    check("(and (and x0 12) 10)", "x0 & 8");
    check("(and x0 (not x0))", "0");
    check("(and x0 (or x1 x0))", "x0");
    check("(and (and x0 x1) x1)", "x0 & x1");
    check("(and (or x0 256) 255)", "x0 & 255");
    check("(and (or x0 1) 1)", "1");
    check("(and (and x0 255) 65535)", "x0 & 255");
    check("(and x0 -16)", "x0 & -16");
    check("(or x0 0)", "x0");
    check("(or -1 x0)", "-1");
    check("(or (or x0 1) 6)", "x0 | 7");
    check("(or x0 (and x0 x1))", "x0");
    check("(or x0 (not x0))", "-1");
    check("(xor x0 x0)", "0");
    check("(xor (xor x0 5) 6)", "x0 ^ 3");
    check("(xor x0 -1)", "~x0");
    check("(xor (not x0) 5)", "x0 ^ -6");
    check("(not (not x0))", "x0");
    check("(not (neg x0))", "x0 - 1");
    check("(not (sub x0 1))", "-x0");
    check("(xor (xor x0 x1) x0)", "x1");
    check("(and (sext 32 p0) x0)", "p0 ? x0 : 0");
    check("(xor (zext 32 b0) (zext 32 b1))", "u32(b0 ^ b1)");
    check("(or (zext 32 b0) (zext 32 h0))", "u32(u16(b0) | h0)");
}

#[test]
fn shifts() {
    check("(shl x0 32)", "x0");
    check("(lshr x0 40)", "x0 >>u 8");
    check("(ashr x0 8)", "x0 >> 8");
    check("(ashr (zext 32 b0) 2)", "u32(b0[7:2])");
    check("(ashr (shl x0 24) 24)", "i32(x0[7:0])");
    check("(lshr (shl x0 24) 24)", "x0 & 255");
    check("(lshr (lshr x0 8) 8)", "x0 >>u 16");
    check("(and (lshr x0 8) 255)", "u32(x0[15:8])");
    check("(shl x0 x1)", "x0 << x1");
    check("(shl x0 (and x1 31))", "x0 << x1");
    check("(shl x0 (and x1 15))", "x0 << (x1 & 15)");
    check("(shl 0 x0)", "0");
    check("(ashr -1 x0)", "-1");
    check("(rotl x0 8)", "rotl(x0, 8)");
    check("(rotr x0 24)", "rotl(x0, 8)");
    check("(rotl (rotl x0 8) 24)", "x0");
    check("(rotr (rotl x0 5) 5)", "x0");
    check("(rotl x0 x1)", "rotl(x0, x1)");
    check("(clz 1)", "31");
    check("(ctz 0:64)", "64");
    check("(popcnt 255)", "8");
    check("(ult (clz x0) 33)", "true");
}

#[test]
fn moved_bits() {
    check("(extract 7 0 (zext 32 b0))", "b0");
    check("(extract 15 8 (zext 32 b0))", "0");
    check("(extract 15 4 (zext 32 b0))", "u12(b0[7:4])");
    check("(extract 7 0 (sext 32 b0))", "b0");
    check("(extract 15 8 (sext 32 b0))", "b0 >> 7");
    check("(extract 15 8 (concat b0 b1))", "b0");
    check("(extract 11 4 (concat b0 b1))", "b0[3:0] ++ b1[7:4]");
    check("(extract 3 2 (extract 15 8 x0))", "x0[11:10]");
    check("(concat (extract 31 16 x0) (extract 15 0 x0))", "x0");
    check("(concat 1:8 2:8)", "258");
    check("(concat 0:8 b0)", "u16(b0)");
    check("(concat (zext 8 p0) b0)", "u16(p0 ++ b0)");
    check("(concat (concat b0 b1) b2)", "b0 ++ b1 ++ b2");
    check("(zext 64 (zext 32 b0))", "u64(b0)");
    check("(sext 64 (zext 32 b0))", "u64(b0)");
    check("(sext 64 (sext 32 b0))", "i64(b0)");
    check("(zext 64 (sext 32 b0))", "u64(i32(b0))");
    check("(zext 32 (extract 15 0 (add (zext 32 b0) 1)))", "u32(b0) + 1");
    check("(sext 32 (extract 15 0 (add (sext 32 b0) 1)))", "i32(b0) + 1");
    check("(sext 32 (extract 7 0 (add (sext 32 b0) 1)))", "i32((i32(b0) + 1)[7:0])");
}

#[test]
fn numbers_put_together_from_bytes() {
    check("(or (zext 32 b0) (shl (zext 32 b1) 8))", "u32(b1 ++ b0)");
    check("(add (mul (zext 32 b1) 256) (zext 32 b0))", "u32(b1 ++ b0)");
    check(
        "(or (or (or (zext 32 b0) (shl (zext 32 b1) 8)) (shl (zext 32 b2) 16)) (shl (zext 32 b3) 24))",
        "b3 ++ b2 ++ b1 ++ b0",
    );
    check(
        "(or (shl (or (shl (zext 32 b3) 8) (zext 32 b2)) 16) (or (shl (zext 32 b1) 8) (zext 32 b0)))",
        "b3 ++ b2 ++ b1 ++ b0",
    );
    // Moved up, one of them out.
    check("(or (shl (concat (concat (concat b3 b2) b1) b0) 8) (zext 32 b1))", "b2 ++ b1 ++ b0 ++ b1");
    // Bits in common.
    check("(or (zext 32 h0) (shl (zext 32 b1) 8))", "u32((b1 ++ 0) | h0)");
    check("(add (zext 32 (concat b0 0:8)) (mul (zext 32 b1) 2))", "u32(b0 ++ 0) + u32(b1) * 2");
}

#[test]
fn words_without_a_zero_byte() {
    let asked =
        |word: &str, highs: &str| format!("(eq (and (and (sub {word} 16843009) (not {word})) {highs}) 0)");
    let word = "(concat (concat (concat b3 b2) b1) b0)";
    check(&asked(word, "-2139062144"), "b0 != 0 && b1 != 0 && b2 != 0 && b3 != 0");
    let lines = format!("(xor {word} 168430090)");
    check(&asked(&lines, "-2139062144"), "b0 != 10 && b1 != 10 && b2 != 10 && b3 != 10");
    // Another mask asks something else.
    check(&asked("x0", "128"), "x0 - 16843009 & ~x0 & 128 == 0");
}

#[test]
fn equations() {
    check("(eq x0 x0)", "true");
    check("(eq 5 x0)", "x0 == 5");
    check("(eq x1 x0)", "x0 == x1");
    check("(eq (add x0 3) 10)", "x0 == 7");
    check("(eq (sub 3 x0) 10)", "x0 == -7");
    check("(eq (neg x0) 10)", "x0 == -10");
    check("(eq (not x0) 10)", "x0 == -11");
    check("(eq (xor x0 3) 10)", "x0 == 9");
    check("(eq (sub x0 x1) 0)", "x0 == x1");
    check("(eq (xor x0 x1) 0)", "x0 == x1");
    check("(eq (add x0 1) x0)", "false");
    check("(eq (add x0 1) (add x0 2))", "false");
    check("(eq (add x0 1) (add x1 1))", "x0 == x1");
    check("(ne x0 x1)", "x0 != x1");
    check("(eq (zext 32 b0) 300)", "false");
    check("(eq (zext 32 b0) 200)", "b0 == -56");
    check("(eq (sext 32 b0) -56)", "b0 == -56");
    check("(eq (sext 32 b0) 200)", "false");
    check("(eq (zext 32 b0) (zext 32 h0))", "u16(b0) == h0");
    check("(eq (concat b0 b1) 258:16)", "b0 == 1 && b1 == 2");
}

#[test]
fn orders() {
    check("(slt x0 x0)", "false");
    check("(sle x0 x0)", "true");
    check("(sgt x0 5)", "x0 > 5");
    check("(sge x0 5)", "x0 >= 5");
    check("(uge x0 5)", "x0 >=u 5");
    check("(ult x0 x1)", "x0 <u x1");
    check("(slt (add x0 1) 10)", "x0 + 1 < 10");
    check("(not (slt x0 x1))", "x1 <= x0");
    check("(not (ule x0 7))", "x0 >u 7");
    check("(not (eq x0 7))", "x0 != 7");
    check("(ult x0 0)", "false");
    check("(uge x0 0)", "true");
    check("(ult x0 1)", "x0 == 0");
    check("(ugt x0 0)", "x0 != 0");
    check("(ule x0 -1)", "true");
    check("(ult x0 -1)", "x0 != -1");
    check("(slt x0 -2147483648)", "false");
    check("(sle x0 -2147483648)", "x0 == -2147483648");
    check("(slt x0 2147483647)", "x0 != 2147483647");
    check("(ult p0 p1)", "!p0 && p1");
    check("(sle p0 p1)", "!p1 || p0");
}

#[test]
fn orders_of_narrow_values() {
    check("(slt (zext 32 b0) (zext 32 b1))", "b0 <u b1");
    check("(slt (sext 32 b0) (sext 32 b1))", "b0 < b1");
    check("(ult (sext 32 b0) (sext 32 b1))", "b0 <u b1");
    check("(slt (sext 32 b0) (sext 32 h0))", "i16(b0) < h0");
    check("(ult (zext 32 b0) 256)", "true");
    check("(slt (zext 32 b0) 300)", "true");
    check("(slt (zext 32 b0) 200)", "b0 <u 200");
    check("(slt (zext 32 b0) 0)", "false");
    check("(sgt (zext 32 b0) -1)", "true");
    check("(slt (sext 32 b0) 128)", "true");
    check("(slt (sext 32 b0) 97)", "b0 < 97");
    check("(sge (sext 32 b0) 97)", "b0 >= 97");
    check("(slt (sext 32 b0) -128)", "false");
    check("(ult (sext 32 b0) 97)", "b0 <u 97");
    check("(ult (sext 32 b0) 1000)", "b0 >= 0");
    check("(ugt (sext 32 b0) 1000)", "b0 < 0");
    check("(slt (sub (zext 32 b0) 1) 255)", "true");
    check("(ult (sub (zext 32 b0) 1) 255)", "u32(b0) - 1 <u 255");
    check("(ult (add (zext 32 b0) 1) (zext 32 h0))", "u32(b0) + 1 < u32(h0)");
}

#[test]
fn truth_values() {
    check("(not (not p0))", "p0");
    check("(and p0 (not p0))", "false");
    check("(or p0 (not p0))", "true");
    check("(and p0 1:1)", "p0");
    check("(or p0 1:1)", "true");
    check("(xor p0 1:1)", "!p0");
    check("(xor p0 p1)", "p0 != p1");
    check("(eq p0 (not p1))", "p0 != p1");
    check("(add p0 p1)", "p0 != p1");
    check("(and p0 (or p0 p1))", "p0");
    check("(and p0 (and p0 p1))", "p0 && p1");
    check("(and (not p0) (and p0 p1))", "false");
    check("(and (slt x0 x1) (slt x1 x0))", "false");
    check("(and (sle x0 x1) (sle x1 x0))", "x0 == x1");
    check("(and (sle x0 x1) (ne x1 x0))", "x0 < x1");
    check("(or (slt x0 x1) (eq x0 x1))", "x0 <= x1");
    check("(or (slt x0 x1) (slt x1 x0))", "x0 != x1");
    check("(or (ult x0 x1) (ule x1 x0))", "true");
    check("(eq (slt x0 x1) (slt x1 x0))", "x0 == x1");
    check("(not (or (slt x0 x1) p0))", "x1 <= x0 && !p0");
    check("(not (and (eq x0 5) (ult x1 x2)))", "x0 != 5 || x2 <=u x1");
    check("(not (and p0 (or p1 p2)))", "!((p1 || p2) && p0)");
    check("(and (ult x0 x1) (slt x0 x1))", "x0 <u x1 && x0 < x1");
}

#[test]
fn choices() {
    check("(ite p0 x0 x0)", "x0");
    check("(ite 1:1 x0 x1)", "x0");
    check("(ite (not p0) x0 x1)", "p0 ? x1 : x0");
    check("(ite p0 1 0)", "u32(p0)");
    check("(ite p0 0 1)", "u32(!p0)");
    check("(ite p0 -1 0)", "i32(p0)");
    check("(ite p0 0:8 -1:8)", "i8(!p0)");
    check("(ite p0 (ite p0 x0 x1) x2)", "p0 ? x0 : x2");
    check("(ite p0 x0 (ite p0 x1 x2))", "p0 ? x0 : x2");
    check("(ite p0 p1 0:1)", "p0 && p1");
    check("(ite p0 1:1 p1)", "p0 || p1");
    check("(ite p0 0:1 p1)", "!p0 && p1");
    check("(ite p0 p1 1:1)", "!p0 || p1");
    check("(ite p0 (not p1) p1)", "p0 != p1");
    check("(eq (ite p0 5 3) 5)", "p0");
    check("(eq (ite p0 5 3) 3)", "!p0");
    check("(eq (ite p0 5 3) 4)", "false");
    check("(slt (ite p0 5 3) 4)", "!p0");
    check("(sge (ite p0 5 3) 4)", "p0");
    check("(slt (ite p0 5 x0) 4)", "(p0 ? 5 : x0) < 4");
    check("(eq (ite p0 5 (ite p1 3 5)) 5)", "!p1 || p0");
}
