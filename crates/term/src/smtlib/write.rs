//! Writing: a script that grows by assertions and definitions.

use std::fmt::Write;

use super::operators::{as_float, binary, bits, sizes, to_integer, unary};
use crate::arena::Terms;
use crate::float;
use crate::node::{BinaryOp, Conversion, TermId, UnaryOp, View};
use crate::walk::Walk;

/// Terms at most so high are written where they are used, if that is in one place.
const INLINE: u8 = 6;

/// A script in the making.
pub struct Script<'t> {
    terms: &'t Terms,
    /// What has a name: it is used more than once, or too high.
    named: Vec<bool>,
    written: Vec<bool>,
    floats: bool,
    text: String,
}

/// How often a term is used, as far as it matters.
#[derive(Clone, Copy, PartialEq)]
enum Uses {
    None,
    Once,
    Often,
}

impl<'t> Script<'t> {
    /// A script about these terms and those below them.
    pub fn new(terms: &'t Terms, roots: &[TermId]) -> Script<'t> {
        let mut uses = vec![Uses::None; terms.count()];
        let mut open: Vec<TermId> = Vec::new();
        for &root in roots {
            see(&mut uses, &mut open, root, false);
            while let Some(term) = open.pop() {
                let repeats = repeats(terms.view(term));
                for operand in terms.view(term).operands() {
                    see(&mut uses, &mut open, operand, repeats);
                }
            }
        }
        let named = (0..terms.count()).map(|index| {
            let node = terms.node(TermId(index as u32));
            uses[index] == Uses::Often || node.height > INLINE || node.kind.is_float_arithmetic()
        });
        let named = named.collect();
        Script { terms, named, written: vec![false; terms.count()], floats: false, text: String::new() }
    }

    /// Asserts a truth value.
    pub fn assert(&mut self, condition: TermId) {
        self.define_below(condition);
        let truth = self.truth(condition);
        let _ = writeln!(self.text, "(assert {truth})");
    }

    /// Gives a term a name of its own, which must not look like ours: `x0`, `t0`, `t0b`, `t0f`.
    pub fn define(&mut self, name: &str, term: TermId) {
        self.define_below(term);
        let (width, value) = (self.terms.width(term), self.bits(term));
        let _ = writeln!(self.text, "(define-fun {name} () (_ BitVec {width}) {value})");
    }

    /// The whole script.
    pub fn finish(self) -> String {
        let logic = if self.floats { "QF_BVFP" } else { "QF_BV" };
        format!("(set-logic {logic})\n{}", self.text)
    }

    /// Writes what a term needs before it can be written itself.
    fn define_below(&mut self, root: TermId) {
        let mut walk = Walk::new(root);
        while let Some(term) = walk.next(self.terms, |term| self.written[term.index()]) {
            self.written[term.index()] = true;
            self.floats |= self.terms.is_float(term);
            let (name, width) = (name(term), self.terms.width(term));
            match self.terms.view(term) {
                View::Constant(_) => {}
                View::Input(index) => {
                    let _ = writeln!(self.text, "(declare-const x{index} (_ BitVec {width}))");
                }
                _ if !self.named[term.index()] => {}
                _ => {
                    let value = match self.number(term) {
                        Some(number) => self.define_number(&name, width, &number),
                        None => self.value(term),
                    };
                    let _ = writeln!(self.text, "(define-fun {name} () (_ BitVec {width}) {value})");
                }
            }
        }
    }

    /// Defines the number that an operator gives, and its bits, of which SMT-LIB says only how they are read.
    fn define_number(&mut self, name: &str, width: u32, number: &str) -> String {
        let _ = writeln!(self.text, "(define-fun {name}f () (_ FloatingPoint {}) {number})", sizes(width));
        let _ = writeln!(self.text, "(declare-const {name}b (_ BitVec {width}))");
        let _ = writeln!(self.text, "(assert (= {} {name}f))", as_float(width, &format!("{name}b")));
        format!("(ite (fp.isNaN {name}f) {} {name}b)", bits(float::nan(width), width))
    }

    /// A term as bits, by its name if it has one.
    fn bits(&self, term: TermId) -> String {
        match self.terms.view(term) {
            View::Constant(value) => bits(value, self.terms.width(term)),
            View::Input(index) => format!("x{index}"),
            _ if self.named[term.index()] => name(term),
            _ => self.value(term),
        }
    }

    /// What a term is, as bits.
    fn value(&self, term: TermId) -> String {
        let width = self.terms.width(term);
        match self.terms.view(term) {
            View::Constant(_) | View::Input(_) => self.bits(term),
            View::Unary(op, a) => unary(op, width, &self.bits(a)),
            View::Binary(op, ..) if op.is_comparison() => format!("(ite {} #b1 #b0)", self.relation(term)),
            View::Binary(op, a, b) => binary(op, self.terms.width(b), &self.bits(a), &self.bits(b)),
            View::Extract { a, high, low } => format!("((_ extract {high} {low}) {})", self.bits(a)),
            View::ZeroExtend(a) => {
                format!("((_ zero_extend {}) {})", width - self.terms.width(a), self.bits(a))
            }
            View::SignExtend(a) => {
                format!("((_ sign_extend {}) {})", width - self.terms.width(a), self.bits(a))
            }
            View::Convert(op, a) => {
                let from = self.terms.width(a);
                to_integer(op, from, width, &as_float(from, &self.bits(a)))
            }
            View::Ite(condition, a, b) => {
                format!("(ite {} {} {})", self.truth(condition), self.bits(a), self.bits(b))
            }
        }
    }

    /// A term of one bit as a truth value.
    fn truth(&self, term: TermId) -> String {
        let has_name = self.named[term.index()];
        match self.terms.view(term) {
            View::Constant(value) => if value == 1 { "true" } else { "false" }.into(),
            View::Unary(UnaryOp::Not, a) if !has_name => format!("(not {})", self.truth(a)),
            View::Binary(BinaryOp::And, a, b) if !has_name => {
                format!("(and {} {})", self.truth(a), self.truth(b))
            }
            View::Binary(BinaryOp::Or, a, b) if !has_name => {
                format!("(or {} {})", self.truth(a), self.truth(b))
            }
            View::Binary(op, ..) if op.is_comparison() && !has_name => self.relation(term),
            _ => format!("(= {} #b1)", self.bits(term)),
        }
    }

    /// A comparison as a truth value.
    fn relation(&self, term: TermId) -> String {
        let View::Binary(op, a, b) = self.terms.view(term) else { unreachable!("it is a comparison") };
        binary(op, self.terms.width(b), &self.bits(a), &self.bits(b))
    }

    /// The number that an operator of floating-point arithmetic gives.
    fn number(&self, term: TermId) -> Option<String> {
        let width = self.terms.width(term);
        let operand = |a: TermId| as_float(self.terms.width(a), &self.bits(a));
        Some(match self.terms.view(term) {
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
                format!("((_ to_fp {}) RNE {})", sizes(width), self.bits(a))
            }
            View::Convert(Conversion::FromUnsigned, a) => {
                format!("((_ to_fp_unsigned {}) RNE {})", sizes(width), self.bits(a))
            }
            View::Convert(Conversion::Float, a) => format!("((_ to_fp {}) RNE {})", sizes(width), operand(a)),
            _ => return None,
        })
    }
}

fn name(term: TermId) -> String {
    format!("t{}", term.0)
}

/// Whether an operator is written with its operand several times.
fn repeats(view: View) -> bool {
    use BinaryOp::*;
    match view {
        View::Unary(op, _) => !matches!(op, UnaryOp::Not | UnaryOp::Neg),
        View::Binary(op, ..) => matches!(op, Rotl | Rotr),
        View::Convert(..) => true,
        _ => false,
    }
}

/// Counts a use, and looks below a term the first time.
fn see(uses: &mut [Uses], open: &mut Vec<TermId>, term: TermId, repeated: bool) {
    let before = std::mem::replace(&mut uses[term.index()], Uses::Often);
    if before == Uses::None {
        if !repeated {
            uses[term.index()] = Uses::Once;
        }
        open.push(term);
    }
}
