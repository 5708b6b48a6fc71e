//! Expressions as text, for tests that state a rule in one line.
//!
//! `(slt (zext 32 b0) 5)`: inputs are `p0` (1 bit), `b0` (8), `h0` (16), `x0` (32), `q0` (64), each kind from 0 to
//! 9; a number has 32 bits, or as many as it says: `5:8`. Beside the operators of terms there are `ne`, `sgt`,
//! `sge`, `ugt`, `uge`, `eqz` and `wasm`: a comparison as a WebAssembly program has it, in 32 bits.

use worstcase_term::BinaryOp::*;
use worstcase_term::UnaryOp::*;

use super::{Dag, Expr};

/// First index and width of each kind of input.
const INPUTS: [(char, u32, u32); 5] =
    [('x', 0, 32), ('b', 10, 8), ('h', 20, 16), ('q', 30, 64), ('p', 40, 1)];

/// The name of an input, as it was parsed.
pub fn name(index: u32) -> String {
    let (letter, first, _) = INPUTS[index as usize / 10];
    format!("{letter}{}", index - first)
}

/// The width of an input.
pub fn width(index: u32) -> u32 {
    INPUTS[index as usize / 10].2
}

/// The expression that the text is, last in the result.
pub fn parse(text: &str) -> Dag {
    let spaced = text.replace('(', " ( ").replace(')', " ) ");
    let mut words = spaced.split_whitespace();
    let mut dag = Dag::default();
    expression(&mut words, &mut dag);
    assert_eq!(words.next(), None, "more than one expression: {text}");
    dag
}

fn expression<'a>(words: &mut impl Iterator<Item = &'a str>, dag: &mut Dag) -> usize {
    match words.next().expect("an expression") {
        "(" => {
            let operator = words.next().expect("an operator");
            let node = operation(operator, words, dag);
            assert_eq!(words.next(), Some(")"), "too many operands of {operator}");
            node
        }
        word => leaf(word, dag),
    }
}

fn leaf(word: &str, dag: &mut Dag) -> usize {
    let letter = word.chars().next().expect("words are not empty");
    if let Some((_, first, width)) = INPUTS.iter().find(|input| input.0 == letter) {
        let index = first + word[1..].parse::<u32>().expect("the number of an input");
        return dag.push(Expr::Input(index), *width);
    }
    let (value, width) = word.split_once(':').unwrap_or((word, "32"));
    let width: u32 = width.parse().expect("a width");
    let value: i128 = value.parse().expect("a number");
    dag.push(Expr::Constant(value.rem_euclid(1_i128 << width) as u64), width)
}

fn operation<'a>(operator: &str, words: &mut impl Iterator<Item = &'a str>, dag: &mut Dag) -> usize {
    let number = |words: &mut dyn Iterator<Item = &'a str>| -> u32 {
        words.next().expect("a number").parse().expect("a number")
    };
    match operator {
        "extract" => {
            let (high, low) = (number(words), number(words));
            let a = expression(words, dag);
            dag.push(Expr::Extract(a, high, low), high - low + 1)
        }
        "zext" | "sext" => {
            let width = number(words);
            let a = expression(words, dag);
            dag.push(if operator == "zext" { Expr::ZeroExtend(a) } else { Expr::SignExtend(a) }, width)
        }
        "ite" => {
            let [a, b, c] = std::array::from_fn(|_| expression(words, dag));
            let width = dag.width(b);
            dag.push(Expr::Ite(a, b, c), width)
        }
        "wasm" => {
            let a = expression(words, dag);
            dag.push(Expr::ZeroExtend(a), 32)
        }
        "eqz" => {
            let a = expression(words, dag);
            let zero = dag.push(Expr::Constant(0), dag.width(a));
            let equal = dag.push(Expr::Binary(Eq, a, zero), 1);
            dag.push(Expr::ZeroExtend(equal), 32)
        }
        _ => simple(operator, words, dag),
    }
}

fn simple<'a>(operator: &str, words: &mut impl Iterator<Item = &'a str>, dag: &mut Dag) -> usize {
    if let Some(op) = [Not, Neg, Clz, Ctz, Popcnt].into_iter().find(|op| is_name(operator, op)) {
        let a = expression(words, dag);
        return dag.push(Expr::Unary(op, a), dag.width(a));
    }
    let (a, b) = (expression(words, dag), expression(words, dag));
    let all = [
        Add, Sub, Mul, Udiv, Sdiv, Urem, Srem, And, Or, Xor, Shl, Lshr, Ashr, Rotl, Rotr, Eq, Ult, Ule, Slt,
        Sle, Concat, FLt, FLe, FEq,
    ];
    if let Some(op) = all.into_iter().find(|op| is_name(operator, op)) {
        let width = match op {
            Concat => dag.width(a) + dag.width(b),
            _ if op.is_comparison() => 1,
            _ => dag.width(a),
        };
        return dag.push(Expr::Binary(op, a, b), width);
    }
    match operator {
        "ne" => {
            let equal = dag.push(Expr::Binary(Eq, a, b), 1);
            dag.push(Expr::Unary(Not, equal), 1)
        }
        "sgt" => dag.push(Expr::Binary(Slt, b, a), 1),
        "sge" => dag.push(Expr::Binary(Sle, b, a), 1),
        "ugt" => dag.push(Expr::Binary(Ult, b, a), 1),
        "uge" => dag.push(Expr::Binary(Ule, b, a), 1),
        _ => panic!("no operator {operator}"),
    }
}

fn is_name(word: &str, operator: &impl std::fmt::Debug) -> bool {
    format!("{operator:?}").to_lowercase() == word
}
