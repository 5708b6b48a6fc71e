//! Every numeric operator, on operands at which things change and on random ones.

mod common;

use common::{Random, Tally, compare, start, subject, text};
use worstcase_machine::process::Entry;
use worstcase_program::numeric_operators;

macro_rules! names {
    (
        unary [$($unary:ident)*]
        binary [$($binary:ident)*]
        compare [$($compare:ident $branch:ident $negated:ident $step:ident $add:ident,)*]
        load [$($load:ident $load_at:ident,)*]
        store [$($store:ident $store_at:ident,)*]
    ) => {
        const UNARY: &[&str] = &[$(stringify!($unary)),*];
        const BINARY: &[&str] = &[$(stringify!($binary),)* $(stringify!($compare)),*];
        const LOADS: &[&str] = &[$(stringify!($load)),*];
    };
}

numeric_operators!(names);

/// The name in the text format: `I32TruncSatF32S` is `i32.trunc_sat_f32_s`.
fn in_text(name: &str) -> String {
    let (ty, rest) = name.split_at(3);
    let mut text = format!("{}.", ty.to_lowercase());
    for (i, letter) in rest.char_indices() {
        if letter.is_ascii_uppercase() && i > 0 {
            text.push('_');
        }
        text.push(letter.to_ascii_lowercase());
    }
    text
}

/// An operand of that type, of 64 bits.
fn operand(ty: &str, local: &str) -> String {
    match ty {
        "i32" => format!("(i32.wrap_i64 (local.get {local}))"),
        "i64" => format!("(local.get {local})"),
        "f32" => format!("(f32.reinterpret_i32 (i32.wrap_i64 (local.get {local})))"),
        _ => format!("(f64.reinterpret_i64 (local.get {local}))"),
    }
}

/// A result of that type, as 64 bits.
fn result(ty: &str, value: &str) -> String {
    match ty {
        "i32" => format!("(i64.extend_i32_u {value})"),
        "i64" => value.to_string(),
        "f32" => format!("(i64.extend_i32_u (i32.reinterpret_f32 {value}))"),
        _ => format!("(i64.reinterpret_f64 {value})"),
    }
}

/// The types of an operator's operands and of its result.
fn types(name: &str) -> (String, &'static str) {
    let text = in_text(name);
    let all = ["i32", "i64", "f32", "f64"];
    let own = all.into_iter().find(|ty| text.starts_with(ty)).expect("a type comes first");
    let from = all.into_iter().find(|ty| text[4..].contains(ty)).unwrap_or(own);
    let compares = ["eq", "ne", "lt", "gt", "le", "ge"];
    let is_test =
        compares.iter().any(|word| text[4..].split('_').next() == Some(word)) || text.ends_with("eqz");
    (from.to_string(), if is_test { "i32" } else { own })
}

/// A program with a function for each operator, of which an input chooses one.
fn program(functions: &[String]) -> String {
    let names: String = (0..functions.len()).map(|i| format!(" $f{i}")).collect();
    let bodies: String = functions
        .iter()
        .enumerate()
        .map(|(i, body)| format!("(func $f{i} (param $a i64) (param $b i64) (result i64) {body})\n"))
        .collect();
    format!(
        r#"(module
            (import "worstcase" "input_u8" (func $which (result i32)))
            (import "worstcase" "input_i64" (func $number (result i64)))
            (memory 1)
            (data (i32.const 1000) "\01\82\f3\74\05\86\07\88\ff\fe")
            (table funcref (elem{names}))
            (type $operator (func (param i64 i64) (result i64)))
            {bodies}
            (func (export "run") (result i64)
                (local $which i32) (local $a i64) (local $b i64)
                (local.set $which (call $which))
                (local.set $a (call $number))
                (local.set $b (call $number))
                (call_indirect (type $operator) (local.get $a) (local.get $b) (local.get $which))))"#
    )
}

/// Every function, on pairs of operands.
fn check(functions: &[String], operands: &dyn Fn(&mut Random) -> u64) -> Tally {
    let program = text(&program(functions));
    let subject = subject(&program, Entry::find(&program, None).unwrap(), 0);
    let (mut tally, mut random) = (Tally::default(), Random(1));
    let mut runner = start(&subject);
    for function in 0..functions.len() as u64 {
        let inputs: Vec<Vec<u64>> =
            (0..400).map(|_| vec![function, operands(&mut random), operands(&mut random)]).collect();
        compare(&subject, &mut runner, &inputs, &mut tally);
    }
    assert_eq!(tally.unsupported, 0, "{tally:?}");
    tally
}

#[test]
fn operators_on_numbers_agree() {
    // A choice is one byte.
    let unary = UNARY.iter().map(|name| {
        let (from, to) = types(name);
        result(to, &format!("({} {})", in_text(name), operand(&from, "$a")))
    });
    let binary = BINARY.iter().map(|name| {
        let (from, to) = types(name);
        result(to, &format!("({} {} {})", in_text(name), operand(&from, "$a"), operand(&from, "$b")))
    });
    let functions: Vec<String> = unary.chain(binary).collect();
    assert!(functions.len() < 256);
    let tally = check(&functions, &|random| random.bits());
    assert!(tally.trapped > 1000 && tally.returned > 40_000, "{tally:?}");
}

#[test]
fn accesses_of_memory_agree() {
    // Of operands that are bytes, addresses are within memory, and at its end; and some beyond it.
    let address = "(i32.add (i32.const 65270) (i32.wrap_i64 (local.get $a)))";
    let mut functions = Vec::new();
    for offset in [0, 10, 5000] {
        for name in LOADS {
            let ty = &in_text(name)[..3];
            functions.push(result(ty, &format!("({} offset={offset} {address})", in_text(name))));
        }
        for store in ["i32.store8", "i32.store16", "i32.store", "i64.store", "f64.store"] {
            let value = operand(&store[..3], "$b");
            let near = "(i32.wrap_i64 (local.get $a))";
            functions
                .push(format!("({store} offset={offset} {address} {value}) (i64.load (i32.const 65528))"));
            // What a run before has left would be read here.
            functions.push(format!(
                "(i64.load offset={offset} {near}) ({store} offset={offset} {near} {value}) \
                 (i64.add (i64.load offset={offset} (i32.and {near} (i32.const 0xfff8))))"
            ));
        }
    }
    let tally = check(&functions, &|random| match random.below(3) {
        0 => random.next() & 0xff,
        1 => random.next() & 0xffff,
        _ => random.bits(),
    });
    assert!(tally.trapped > 1000 && tally.returned > 5000, "{tally:?}");
}
