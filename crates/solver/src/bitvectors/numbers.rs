//! Floating-point arithmetic for Z3, in its theory of IEEE numbers.
//!
//! Terms are bits, Z3's numbers are not: it has one NaN, and leaves its bits open. So bits are read as numbers where an
//! operator wants them, and what an operator gives has the canonical NaN where its bits are wanted. The bindings have no
//! function that reads bits or integers as numbers; Z3's parser knows them, so they are taken from a line of SMT-LIB.

use worstcase_term::{BinaryOp, Conversion, UnaryOp, canonical_nan, mask};
use z3::ast::{Ast, BV, Float, RoundingMode};
use z3::{FuncDecl, Solver, Sort};

/// Functions that make numbers, found so far: by name, by the width that they take, and by the width that they give.
#[derive(Debug, Default)]
pub struct Numbers {
    functions: Vec<(Reads, u32, u32, FuncDecl)>,
}

/// What is read as a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Reads {
    Bits,
    Signed,
    Unsigned,
}

impl Numbers {
    /// The number that bits are.
    pub fn of_bits(&mut self, bits: &BV, width: u32) -> Float {
        let function = self.function(Reads::Bits, width, width);
        function.apply(&[bits]).as_float().expect("a number")
    }

    /// The number nearest to an integer.
    pub fn of_integer(&mut self, op: Conversion, integer: &BV, width: u32) -> Float {
        let reads = if op == Conversion::FromSigned { Reads::Signed } else { Reads::Unsigned };
        let function = self.function(reads, integer.get_size(), width);
        function.apply(&[&nearest(), integer]).as_float().expect("a number")
    }

    fn function(&mut self, reads: Reads, from: u32, to: u32) -> &FuncDecl {
        let is_known = |function: &(Reads, u32, u32, FuncDecl)| {
            (function.0, function.1, function.2) == (reads, from, to)
        };
        let known = self.functions.iter().position(is_known).unwrap_or_else(|| {
            self.functions.push((reads, from, to, parsed(reads, from, to)));
            self.functions.len() - 1
        });
        &self.functions[known].3
    }
}

/// A function out of a condition that Z3 has parsed.
fn parsed(reads: Reads, from: u32, to: u32) -> FuncDecl {
    let sizes = if to == 32 { "8 24" } else { "11 53" };
    let number = match reads {
        Reads::Bits => format!("((_ to_fp {sizes}) x)"),
        Reads::Signed => format!("((_ to_fp {sizes}) RNE x)"),
        Reads::Unsigned => format!("((_ to_fp_unsigned {sizes}) RNE x)"),
    };
    let solver = Solver::new();
    solver.from_string(format!("(declare-const x (_ BitVec {from})) (assert (fp.isNaN {number}))"));
    let condition = solver.get_assertions().pop().expect("one condition was read");
    condition.nth_child(0).expect("it is about a number").decl()
}

fn nearest() -> RoundingMode {
    RoundingMode::round_nearest_ties_to_even()
}

/// An operator on one number.
pub fn unary(op: UnaryOp, a: &Float) -> Float {
    let mode = match op {
        UnaryOp::FSqrt => return a.sqrt(),
        UnaryOp::FCeil => RoundingMode::round_towards_positive(),
        UnaryOp::FFloor => RoundingMode::round_towards_negative(),
        UnaryOp::FTrunc => RoundingMode::round_towards_zero(),
        _ => nearest(),
    };
    a.round_to_integral_with_rounding_mode(&mode)
}

/// An operator on two numbers.
pub fn binary(op: BinaryOp, a: &Float, b: &Float) -> Float {
    match op {
        BinaryOp::FAdd => nearest().add(a, b),
        BinaryOp::FSub => nearest().sub(a, b),
        BinaryOp::FMul => nearest().mul(a, b),
        _ => nearest().div(a, b),
    }
}

/// The nearest number of a width.
pub fn resized(a: &Float, width: u32) -> Float {
    a.to_fp_with_rounding_mode(&nearest(), &if width == 32 { Sort::float32() } else { Sort::double() })
}

/// The bits of a number.
pub fn bits(number: &Float) -> BV {
    let bits = number.to_ieee_bv();
    let width = bits.get_size();
    number.is_nan().ite(&BV::from_u64(canonical_nan(width), width), &bits)
}

/// A number without its fraction as an integer. Z3 leaves open what is out of range.
pub fn to_integer(op: Conversion, a: &Float, from: u32, width: u32) -> BV {
    let constant = |number: f64| match from {
        32 => Float::from_f32(number as f32),
        _ => Float::from_f64(number),
    };
    let (low, high) = op.limits(width);
    let integer = |bits: u64| BV::from_u64(bits, width);
    let zero = RoundingMode::round_towards_zero();
    let (inside, least, greatest) = match op {
        Conversion::ToSigned => {
            let least = 1 << (width - 1);
            (a.to_sbv_with_rounding_mode(&zero, width), least, least - 1)
        }
        _ => (a.to_ubv_with_rounding_mode(&zero, width), 0, mask(width)),
    };
    let below = a.ge(constant(high)).ite(&integer(greatest), &inside);
    let number = a.le(constant(low)).ite(&integer(least), &below);
    a.is_nan().ite(&integer(0), &number)
}
