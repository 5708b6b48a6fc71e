//! Terms as a script in SMT-LIB 2, for any solver of bit vectors to read: to look into a query, or to have it
//! checked by another program.
//!
//! Every term is a definition of its own, so that shared ones are written once and depth doesn't matter. What
//! SMT-LIB lacks (counting bits, amounts modulo the width, comparisons as bits) is written out. Floating-point numbers
//! are bits here, and read as numbers where an operator wants them.

use std::fmt::Write;

use crate::arena::Terms;
use crate::float;
use crate::node::{BinaryOp, Conversion, TermId, UnaryOp, View};
use crate::semantics::mask;
use crate::walk::Walk;

impl Terms {
    /// A script that asks whether these truth values can hold together, and for a model.
    pub fn smtlib(&self, assertions: &[TermId]) -> String {
        let mut script = String::new();
        let mut floats = false;
        let mut written = vec![false; self.count()];
        for &root in assertions {
            let mut walk = Walk::new(root);
            while let Some(term) = walk.next(self, |term| written[term.index()]) {
                written[term.index()] = true;
                floats |= self.is_float(term);
                self.define(term, &mut script);
            }
        }
        for &root in assertions {
            let _ = writeln!(script, "(assert (= {} #b1))", self.name(root));
        }
        let logic = if floats { "QF_BVFP" } else { "QF_BV" };
        format!("(set-logic {logic})\n{script}(check-sat)\n(get-model)\n")
    }

    fn define(&self, term: TermId, script: &mut String) {
        let (name, width) = (self.name(term), self.width(term));
        if let Some(number) = self.number(term) {
            // The number that the operator gives, and then its bits, of which SMT-LIB says only how they are read.
            let _ = writeln!(script, "(define-fun {name}f () (_ FloatingPoint {}) {number})", sizes(width));
            let _ = writeln!(script, "(declare-const {name}b (_ BitVec {width}))");
            let _ = writeln!(script, "(assert (= {} {name}f))", as_float(width, &format!("{name}b")));
            let nan = bits(float::nan(width), width);
            let bits = format!("(ite (fp.isNaN {name}f) {nan} {name}b)");
            let _ = writeln!(script, "(define-fun {name} () (_ BitVec {width}) {bits})");
            return;
        }
        let _ = match self.view(term) {
            View::Constant(_) => Ok(()),
            View::Input(_) => writeln!(script, "(declare-const {name} (_ BitVec {width}))"),
            _ => writeln!(script, "(define-fun {name} () (_ BitVec {width}) {})", self.definition(term)),
        };
    }

    fn name(&self, term: TermId) -> String {
        match self.view(term) {
            View::Constant(value) => bits(value, self.width(term)),
            View::Input(index) => format!("x{index}"),
            _ => format!("t{}", term.0),
        }
    }

    /// The number that an operator of floating-point arithmetic gives.
    fn number(&self, term: TermId) -> Option<String> {
        let width = self.width(term);
        let operand = |a: TermId| as_float(self.width(a), &self.name(a));
        Some(match self.view(term) {
            View::Unary(UnaryOp::FSqrt, a) => format!("(fp.sqrt RNE {})", operand(a)),
            View::Unary(op, a) if op.is_float() => {
                let mode = match op {
                    UnaryOp::FCeil => "RTP",
                    UnaryOp::FFloor => "RTN",
                    UnaryOp::FTrunc => "RTZ",
                    _ => "RNE",
                };
                format!("(fp.roundToIntegral {mode} {})", operand(a))
            }
            View::Binary(op, a, b) if op.is_float_arithmetic() => {
                let name = match op {
                    BinaryOp::FAdd => "add",
                    BinaryOp::FSub => "sub",
                    BinaryOp::FMul => "mul",
                    _ => "div",
                };
                format!("(fp.{name} RNE {} {})", operand(a), operand(b))
            }
            View::Convert(Conversion::FromSigned, a) => {
                format!("((_ to_fp {}) RNE {})", sizes(width), self.name(a))
            }
            View::Convert(Conversion::FromUnsigned, a) => {
                format!("((_ to_fp_unsigned {}) RNE {})", sizes(width), self.name(a))
            }
            View::Convert(Conversion::Float, a) => format!("((_ to_fp {}) RNE {})", sizes(width), operand(a)),
            _ => return None,
        })
    }

    fn definition(&self, term: TermId) -> String {
        let width = self.width(term);
        match self.view(term) {
            View::Constant(_) | View::Input(_) => self.name(term),
            View::Unary(op, a) => unary(op, width, &self.name(a)),
            View::Binary(op, a, b) => binary(op, self.width(b), &self.name(a), &self.name(b)),
            View::Extract { a, high, low } => format!("((_ extract {high} {low}) {})", self.name(a)),
            View::ZeroExtend(a) => format!("((_ zero_extend {}) {})", width - self.width(a), self.name(a)),
            View::SignExtend(a) => format!("((_ sign_extend {}) {})", width - self.width(a), self.name(a)),
            View::Convert(op, a) => {
                let from = self.width(a);
                to_integer(op, from, width, &as_float(from, &self.name(a)))
            }
            View::Ite(condition, a, b) => {
                format!("(ite (= {} #b1) {} {})", self.name(condition), self.name(a), self.name(b))
            }
        }
    }
}

fn bits(value: u64, width: u32) -> String {
    format!("(_ bv{value} {width})")
}

/// The bits of the exponent and of the significand.
fn sizes(width: u32) -> &'static str {
    if width == 32 { "8 24" } else { "11 53" }
}

/// Bits read as a number.
fn as_float(width: u32, a: &str) -> String {
    format!("((_ to_fp {}) {a})", sizes(width))
}

/// A number without its fraction: SMT-LIB leaves open what is out of range.
fn to_integer(op: Conversion, from: u32, width: u32, a: &str) -> String {
    let (name, least, greatest) = match op {
        Conversion::ToSigned => ("fp.to_sbv", 1 << (width - 1), mask(width) >> 1),
        _ => ("fp.to_ubv", 0, mask(width)),
    };
    let (low, high) = op.limits(width);
    let bound = |number: f64| as_float(from, &bits(float::bits(from, number), from));
    let inside = format!("((_ {name} {width}) RTZ {a})");
    let below = format!("(ite (fp.geq {a} {}) {} {inside})", bound(high), bits(greatest, width));
    let number = format!("(ite (fp.leq {a} {}) {} {below})", bound(low), bits(least, width));
    format!("(ite (fp.isNaN {a}) {} {number})", bits(0, width))
}

fn unary(op: UnaryOp, width: u32, a: &str) -> String {
    let is_set = |place: u32| format!("(= ((_ extract {place} {place}) {a}) #b1)");
    // The first bit that is set decides, the one tried last outermost.
    let count = |places: &mut dyn Iterator<Item = (u32, u32)>| {
        places.fold(bits(width.into(), width), |rest, (place, count)| {
            format!("(ite {} {} {rest})", is_set(place), bits(count.into(), width))
        })
    };
    match op {
        UnaryOp::Not => format!("(bvnot {a})"),
        UnaryOp::Neg => format!("(bvneg {a})"),
        UnaryOp::Clz => count(&mut (0..width).map(|place| (place, width - 1 - place))),
        UnaryOp::Ctz => count(&mut (0..width).rev().map(|place| (place, place))),
        UnaryOp::FSqrt | UnaryOp::FCeil | UnaryOp::FFloor | UnaryOp::FTrunc | UnaryOp::FNearest => {
            unreachable!("its number is defined first")
        }
        UnaryOp::Popcnt => (0..width).fold(bits(0, width), |sum, place| {
            format!("(bvadd {sum} (ite {} {} {}))", is_set(place), bits(1, width), bits(0, width))
        }),
    }
}

fn binary(op: BinaryOp, width: u32, a: &str, b: &str) -> String {
    let amount = || format!("(bvurem {b} {})", bits(width.into(), width));
    let rest = || format!("(bvsub {} {})", bits(width.into(), width), amount());
    let truth = |relation: &str| format!("(ite ({relation} {a} {b}) #b1 #b0)");
    let numbers =
        |relation: &str| format!("(ite ({relation} {} {}) #b1 #b0)", as_float(width, a), as_float(width, b));
    let plain = |name: &str| format!("({name} {a} {b})");
    match op {
        BinaryOp::Add => plain("bvadd"),
        BinaryOp::Sub => plain("bvsub"),
        BinaryOp::Mul => plain("bvmul"),
        BinaryOp::Udiv => plain("bvudiv"),
        BinaryOp::Sdiv => plain("bvsdiv"),
        BinaryOp::Urem => plain("bvurem"),
        BinaryOp::Srem => plain("bvsrem"),
        BinaryOp::And => plain("bvand"),
        BinaryOp::Or => plain("bvor"),
        BinaryOp::Xor => plain("bvxor"),
        BinaryOp::Concat => plain("concat"),
        BinaryOp::Shl => format!("(bvshl {a} {})", amount()),
        BinaryOp::Lshr => format!("(bvlshr {a} {})", amount()),
        BinaryOp::Ashr => format!("(bvashr {a} {})", amount()),
        // A shift by all of the width gives zero, so nothing is doubled when the amount is 0.
        BinaryOp::Rotl => format!("(bvor (bvshl {a} {}) (bvlshr {a} {}))", amount(), rest()),
        BinaryOp::Rotr => format!("(bvor (bvlshr {a} {}) (bvshl {a} {}))", amount(), rest()),
        BinaryOp::Eq => truth("="),
        BinaryOp::Ult => truth("bvult"),
        BinaryOp::Ule => truth("bvule"),
        BinaryOp::Slt => truth("bvslt"),
        BinaryOp::Sle => truth("bvsle"),
        BinaryOp::FLt => numbers("fp.lt"),
        BinaryOp::FLe => numbers("fp.leq"),
        BinaryOp::FEq => numbers("fp.eq"),
        BinaryOp::FAdd | BinaryOp::FSub | BinaryOp::FMul | BinaryOp::FDiv => {
            unreachable!("its number is defined first")
        }
    }
}
