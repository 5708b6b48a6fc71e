//! Expressions that are not simplified, and what they mean: the reference that terms are compared with.
//!
//! The evaluator below shares no code with the crate and is written for plainness: numbers are `i128`, bits are
//! looked at one by one.
#![allow(dead_code)] // Each test uses its part.

pub mod parse;

use worstcase_term::{BinaryOp, Conversion, TermId, Terms, UnaryOp};

/// Expressions that may share parts: each refers to earlier ones.
#[derive(Clone, Debug, Default)]
pub struct Dag {
    pub nodes: Vec<(Expr, u32)>,
}

#[derive(Clone, Copy, Debug)]
pub enum Expr {
    Constant(u64),
    Input(u32),
    Unary(UnaryOp, usize),
    Binary(BinaryOp, usize, usize),
    Extract(usize, u32, u32),
    ZeroExtend(usize),
    SignExtend(usize),
    Convert(Conversion, usize),
    Ite(usize, usize, usize),
}

impl Dag {
    pub fn push(&mut self, expr: Expr, width: u32) -> usize {
        self.nodes.push((expr, width));
        self.nodes.len() - 1
    }

    pub fn width(&self, node: usize) -> u32 {
        self.nodes[node].1
    }

    /// All of them as terms.
    pub fn build(&self, terms: &mut Terms) -> Vec<TermId> {
        let mut built: Vec<TermId> = Vec::new();
        for &(expr, width) in &self.nodes {
            let term = match expr {
                Expr::Constant(value) => terms.constant(width, value),
                Expr::Input(index) => terms.input(index, width),
                Expr::Unary(op, a) => terms.unary(op, built[a]),
                Expr::Binary(op, a, b) => terms.binary(op, built[a], built[b]),
                Expr::Extract(a, high, low) => terms.extract(built[a], high, low),
                Expr::ZeroExtend(a) => terms.zext(built[a], width),
                Expr::SignExtend(a) => terms.sext(built[a], width),
                Expr::Convert(op, a) => terms.convert(op, built[a], width),
                Expr::Ite(a, b, c) => terms.ite(built[a], built[b], built[c]),
            };
            assert_eq!(terms.width(term), width, "{expr:?}");
            built.push(term);
        }
        built
    }

    /// All their values.
    pub fn values(&self, model: &impl Fn(u32) -> u64) -> Vec<u64> {
        let mut values: Vec<u64> = Vec::new();
        for &(expr, width) in &self.nodes {
            let bits = match expr {
                Expr::Constant(value) => value.into(),
                Expr::Input(index) => model(index).into(),
                Expr::Unary(op, a) => unary(op, width, values[a].into()),
                Expr::Binary(BinaryOp::Concat, a, b) => {
                    i128::from(values[a]) * (1 << self.width(b)) + i128::from(values[b])
                }
                Expr::Binary(op, a, b) => binary(op, self.width(a), values[a].into(), values[b].into()),
                Expr::Extract(a, _, low) => i128::from(values[a]) / (1 << low),
                Expr::ZeroExtend(a) => values[a].into(),
                Expr::SignExtend(a) => signed(self.width(a), values[a].into()),
                Expr::Convert(op, a) => convert(op, self.width(a), width, values[a].into()),
                Expr::Ite(a, b, c) => values[if values[a] == 1 { b } else { c }].into(),
            };
            values.push(bits.rem_euclid(1 << width) as u64);
        }
        values
    }
}

fn signed(width: u32, value: i128) -> i128 {
    if value >= 1 << (width - 1) { value - (1 << width) } else { value }
}

fn unary(op: UnaryOp, width: u32, a: i128) -> i128 {
    let is_set = |place: &u32| a / (1 << place) % 2 == 1;
    match op {
        UnaryOp::Not => -1 - a,
        UnaryOp::Neg => -a,
        UnaryOp::Clz => (0..width).rev().take_while(|place| !is_set(place)).count() as i128,
        UnaryOp::Ctz => (0..width).take_while(|place| !is_set(place)).count() as i128,
        UnaryOp::Popcnt => (0..width).filter(is_set).count() as i128,
        _ if width == 32 => {
            let number = f32::from_bits(a as u32);
            bits32(match op {
                UnaryOp::FSqrt => number.sqrt(),
                UnaryOp::FCeil => number.ceil(),
                UnaryOp::FFloor => number.floor(),
                UnaryOp::FTrunc => number.trunc(),
                _ => number.round_ties_even(),
            })
        }
        _ => {
            let number = f64::from_bits(a as u64);
            bits64(match op {
                UnaryOp::FSqrt => number.sqrt(),
                UnaryOp::FCeil => number.ceil(),
                UnaryOp::FFloor => number.floor(),
                UnaryOp::FTrunc => number.trunc(),
                _ => number.round_ties_even(),
            })
        }
    }
}

fn bits32(number: f32) -> i128 {
    if number.is_nan() { 0x7fc0_0000 } else { number.to_bits().into() }
}

fn bits64(number: f64) -> i128 {
    if number.is_nan() { 0x7ff8 << 48 } else { number.to_bits().into() }
}

/// As the processor has it: numbers of 32 bits are computed as such.
fn float_binary(op: BinaryOp, width: u32, a: i128, b: i128) -> i128 {
    let (f, g) = (f32::from_bits(a as u32), f32::from_bits(b as u32));
    let (d, e) = (f64::from_bits(a as u64), f64::from_bits(b as u64));
    match (op, width) {
        (BinaryOp::FAdd, 32) => bits32(f + g),
        (BinaryOp::FSub, 32) => bits32(f - g),
        (BinaryOp::FMul, 32) => bits32(f * g),
        (BinaryOp::FDiv, 32) => bits32(f / g),
        (BinaryOp::FAdd, _) => bits64(d + e),
        (BinaryOp::FSub, _) => bits64(d - e),
        (BinaryOp::FMul, _) => bits64(d * e),
        _ => bits64(d / e),
    }
}

fn convert(op: Conversion, from: u32, to: u32, a: i128) -> i128 {
    let single = f32::from_bits(a as u32);
    let number = if from == 32 { single.into() } else { f64::from_bits(a as u64) };
    let integer = |least: i128, greatest: i128| match number {
        number if number.is_nan() => 0,
        number => (number.trunc() as i128).clamp(least, greatest),
    };
    match (op, to) {
        (Conversion::FromSigned, 32) => bits32(signed(from, a) as f32),
        (Conversion::FromSigned, _) => bits64(signed(from, a) as f64),
        (Conversion::FromUnsigned, 32) => bits32(a as f32),
        (Conversion::FromUnsigned, _) => bits64(a as f64),
        (Conversion::ToSigned, _) => integer(-1 << (to - 1), (1 << (to - 1)) - 1),
        (Conversion::ToUnsigned, _) => integer(0, (1 << to) - 1),
        (Conversion::Float, 32) => bits32(number as f32),
        (Conversion::Float, _) => bits64(number),
    }
}

fn binary(op: BinaryOp, width: u32, a: i128, b: i128) -> i128 {
    let (x, y) = (signed(width, a), signed(width, b));
    let amount = (b % i128::from(width)) as u32;
    let bitwise = |combine: fn(i128, i128) -> bool| {
        (0..width).map(|i| i128::from(combine(a >> i & 1, b >> i & 1)) << i).sum::<i128>()
    };
    let rotate = |by: u32| (0..width).map(|i| (a >> i & 1) << ((i + by) % width)).sum::<i128>();
    match op {
        BinaryOp::Add => a + b,
        BinaryOp::Sub => a - b,
        BinaryOp::Mul => (a as u128).wrapping_mul(b as u128) as i128 & ((1 << width) - 1),
        BinaryOp::Udiv => a.checked_div(b).unwrap_or(-1),
        BinaryOp::Urem => a.checked_rem(b).unwrap_or(a),
        BinaryOp::Sdiv => x.checked_div(y).unwrap_or(if x < 0 { 1 } else { -1 }),
        BinaryOp::Srem => x.checked_rem(y).unwrap_or(x),
        BinaryOp::And => bitwise(|a, b| a + b == 2),
        BinaryOp::Or => bitwise(|a, b| a + b > 0),
        BinaryOp::Xor => bitwise(|a, b| a != b),
        BinaryOp::Shl => a * (1 << amount),
        BinaryOp::Lshr => a / (1 << amount),
        BinaryOp::Ashr => x.div_euclid(1 << amount),
        BinaryOp::Rotl => rotate(amount),
        BinaryOp::Rotr => rotate(width - amount),
        BinaryOp::Eq => (a == b).into(),
        BinaryOp::Ult => (a < b).into(),
        BinaryOp::Ule => (a <= b).into(),
        BinaryOp::Slt => (x < y).into(),
        BinaryOp::Sle => (x <= y).into(),
        BinaryOp::Concat => unreachable!("has two widths"),
        BinaryOp::FAdd | BinaryOp::FSub | BinaryOp::FMul | BinaryOp::FDiv => float_binary(op, width, a, b),
        BinaryOp::FLt => float_order(width, a, b).is_some_and(|order| order < 0).into(),
        BinaryOp::FLe => float_order(width, a, b).is_some_and(|order| order <= 0).into(),
        BinaryOp::FEq => float_order(width, a, b).is_some_and(|order| order == 0).into(),
    }
}

/// The sign of the difference of two floating-point numbers, unless one is NaN. Without the sign, bits are ordered as
/// the numbers.
fn float_order(width: u32, a: i128, b: i128) -> Option<i128> {
    let fraction = if width == 32 { 23 } else { 52 };
    let half = 1 << (width - 1);
    let greatest = half - (1 << fraction);
    let number = |bits: i128| {
        let magnitude = bits % half;
        (magnitude <= greatest).then_some(if bits >= half { -magnitude } else { magnitude })
    };
    Some((number(a)? - number(b)?).signum())
}

/// Random numbers (splitmix64), the same on every run.
pub struct Random(pub u64);

impl Random {
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut bits = self.0;
        bits = (bits ^ bits >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ bits >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        bits ^ bits >> 31
    }

    /// A number below `limit`.
    pub fn below(&mut self, limit: u64) -> u64 {
        self.next() % limit
    }

    pub fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len() as u64) as usize]
    }

    /// The bits of a floating-point number, often a special one.
    pub fn float(&mut self, width: u32) -> u64 {
        let fraction = if width == 32 { 23 } else { 52 };
        let (sign, infinity) = (1 << (width - 1), ((1 << (width - 1 - fraction)) - 1) << fraction);
        let number = match self.below(8) {
            0 => self.pick(&[0, 1, 1 << (fraction - 1), (1 << fraction) - 1, 1 << fraction]),
            1 => infinity - self.below(2),
            2 => infinity + self.pick(&[1, 1 << (fraction - 1), self.0 % (1 << fraction)]),
            3 | 4 if width == 32 => (self.below(9) as f32 / 2.0).to_bits().into(),
            3 | 4 => (self.below(9) as f64 / 2.0).to_bits(),
            _ => self.next() % sign,
        };
        if self.below(2) == 0 { number | sign } else { number }
    }

    /// A number of a width, often one at an edge.
    pub fn value(&mut self, width: u32) -> u64 {
        let all = u64::MAX >> (64 - width);
        let edge = match self.below(8) {
            0 => self.below(4),
            1 => u64::MAX - self.below(4),
            2 => (1 << (width - 1)) - self.below(2),
            3 => 1 << self.below(width.into()),
            4 => (1 << self.below(width.into())) - 1,
            5 => self.pick(&[7, 8, 15, 16, 31, 32, 127, 128, 255, 256, 65_535, 65_536]),
            6 => (self.next() as i8) as u64,
            _ => self.next(),
        };
        edge & all
    }
}

/// Builds the expression, compares it with the reference on some models, and returns it as text.
pub fn simplified(text: &str) -> String {
    let dag = parse::parse(text);
    let mut terms = Terms::new();
    let term = *dag.build(&mut terms).last().expect("an expression");
    let mut random = Random(text.len() as u64);
    for _ in 0..200 {
        let model: [u64; 50] = std::array::from_fn(|index| random.value(parse::width(index as u32)));
        let model = |index: u32| model[index as usize];
        let expected = *dag.values(&model).last().expect("an expression");
        assert_eq!(terms.eval(term, &model), expected, "{text}");
    }
    terms.display(term).named(&parse::name).to_string()
}

/// That an expression is simplified to a term that reads like this.
#[track_caller]
pub fn check(text: &str, expected: &str) {
    assert_eq!(simplified(text), expected, "{text}");
}

/// Writes terms as text, reads them into another arena, and brings them over into a third: all of them have to mean the same.
pub fn compare_copies(terms: &Terms, roots: &[TermId], models: &[Vec<u64>]) {
    let mut script = worstcase_term::Script::new(terms, roots);
    for (place, &root) in roots.iter().enumerate() {
        script.define(&format!("o{place}"), root);
        if terms.width(root) == 1 {
            script.assert(root);
        }
    }
    let script = script.finish();
    let mut again = Terms::new();
    let reader = match worstcase_term::Reader::read(&mut again, &script) {
        Ok(reader) => reader,
        Err(error) => panic!("{error}\n{script}"),
    };
    let mut moved = Terms::new();
    let mut mover = worstcase_term::Mover::default();
    // Inputs have other numbers there.
    let widths: std::collections::BTreeMap<u32, u32> = (0..terms.count())
        .filter_map(|index| terms.at(index))
        .filter_map(|term| match terms.view(term) {
            worstcase_term::View::Input(index) => Some((index, terms.width(term))),
            _ => None,
        })
        .collect();
    for model in models {
        let model = |index: u32| model[index as usize];
        let mut assertions = reader.assertions.iter();
        for (place, &root) in roots.iter().enumerate() {
            let expected = terms.eval(root, &model);
            let read = reader.named(&format!("o{place}")).expect("it was defined");
            assert_eq!(again.eval(read, &model), expected, "{place}\n{script}");
            if terms.width(root) == 1 {
                let asserted = *assertions.next().expect("it was asserted");
                assert_eq!(again.eval(asserted, &model), expected, "{place}\n{script}");
            }
            let brought =
                mover.bring(terms, &mut moved, root, &mut |to, index| to.input(index + 100, widths[&index]));
            assert_eq!(moved.eval(brought, &|index| model(index - 100)), expected, "{place}\n{script}");
        }
    }
}
