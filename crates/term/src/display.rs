//! Terms as a person reads them: `x0 + 1 <= 10`.
//!
//! Signed is the default; operators on unsigned numbers are marked (`<u`, `/u`, `>>u`). Extensions are written
//! as conversions, `u32(x)` and `i32(x)`, bits as `x[15:8]`, bits above others as `x ++ y`. Operators that take bits
//! for floating-point numbers are marked, too, and so are constants read: `x <f 0.5`.

use std::borrow::Cow;
use std::fmt::{self, Display, Formatter};

use crate::arena::Terms;
use crate::float;
use crate::node::{BinaryOp, Conversion, TermId, UnaryOp, View};
use crate::semantics::{mask, signed};

/// A term with all that is needed to print it.
#[derive(Clone, Copy)]
pub struct Shown<'a> {
    terms: &'a Terms,
    term: TermId,
    names: Option<&'a dyn Fn(u32) -> String>,
    limit: usize,
}

impl Terms {
    /// A term to print.
    pub fn display(&self, term: TermId) -> Shown<'_> {
        Shown { terms: self, term, names: None, limit: 1000 }
    }
}

impl<'a> Shown<'a> {
    /// With names for the inputs, instead of `x0`, `x1`, …
    pub fn named(self, names: &'a dyn Fn(u32) -> String) -> Shown<'a> {
        Shown { names: Some(names), ..self }
    }

    /// Cut off with an ellipsis after this many characters, instead of 1000.
    pub fn limit(self, limit: usize) -> Shown<'a> {
        Shown { limit, ..self }
    }
}

// How tightly operators bind. Unlike in C, bitwise operators bind more tightly than comparisons.
const CHOICE: u8 = 0;
const DISJUNCTION: u8 = 1;
const CONJUNCTION: u8 = 2;
const COMPARISON: u8 = 3;
const CONCAT: u8 = 4;
const OR: u8 = 5;
const XOR: u8 = 6;
const AND: u8 = 7;
const SHIFT: u8 = 8;
const SUM: u8 = 9;
const PRODUCT: u8 = 10;
const PREFIX: u8 = 11;
const ATOM: u8 = 12;

/// A piece of text still to be written.
enum Piece {
    Text(Cow<'static, str>),
    /// A term, in parentheses if it binds less tightly than this.
    Term(TermId, u8),
    /// A number, as unsigned.
    Unsigned(TermId, u8),
    /// A number, as floating-point.
    Float(TermId, u8),
}

impl Display for Shown<'_> {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        let mut room = self.limit;
        // Last to be written first.
        let mut pending = vec![Piece::Term(self.term, CHOICE)];
        while let Some(piece) = pending.pop() {
            let text = match piece {
                Piece::Text(text) => text,
                Piece::Term(term, around) => {
                    self.expand(term, around, &mut pending);
                    continue;
                }
                Piece::Unsigned(term, around) | Piece::Float(term, around) => match self.terms.value(term) {
                    Some(value) if matches!(piece, Piece::Float(..)) => {
                        float::text(self.terms.width(term), value).into()
                    }
                    Some(value) => value.to_string().into(),
                    None => {
                        self.expand(term, around, &mut pending);
                        continue;
                    }
                },
            };
            let length = text.chars().count();
            if length > room {
                let start: String = text.chars().take(room).collect();
                return write!(formatter, "{start}…");
            }
            room -= length;
            formatter.write_str(&text)?;
        }
        Ok(())
    }
}

impl Shown<'_> {
    /// Puts the pieces of a term on the stack.
    fn expand(&self, term: TermId, around: u8, pending: &mut Vec<Piece>) {
        let (binds, mut pieces) = self.pieces(term);
        if binds < around {
            pieces.insert(0, text("("));
            pieces.push(text(")"));
        }
        pending.extend(pieces.into_iter().rev());
    }

    /// The pieces of a term, and how tightly it binds.
    fn pieces(&self, term: TermId) -> (u8, Vec<Piece>) {
        let width = self.terms.width(term);
        match self.terms.view(term) {
            View::Constant(value) => (ATOM, vec![Piece::Text(number(width, value))]),
            View::Input(index) => {
                let name = self.names.map_or_else(|| format!("x{index}"), |names| names(index));
                (ATOM, vec![Piece::Text(name.into())])
            }
            View::Unary(op, a) => self.unary(op, a),
            View::Binary(op, a, b) => self.binary(op, a, b),
            View::Extract { a, high, low } => {
                (ATOM, vec![Piece::Term(a, ATOM), Piece::Text(format!("[{high}:{low}]").into())])
            }
            View::ZeroExtend(a) => self.zero_extend(a, width),
            View::SignExtend(a) => match self.terms.view(a) {
                View::Extract { a, high, low } if self.is_rest(a, high, width) => shift(a, ">>", low),
                _ => call(format!("i{width}"), a),
            },
            View::Convert(op, a) => {
                let name = match op {
                    Conversion::FromSigned | Conversion::Float => format!("f{width}"),
                    Conversion::FromUnsigned => format!("f{width}u"),
                    Conversion::ToSigned => format!("i{width}f"),
                    Conversion::ToUnsigned => format!("u{width}f"),
                };
                call(name, a)
            }
            View::Ite(condition, a, b) => {
                let parts =
                    [Piece::Term(condition, CHOICE + 1), Piece::Term(a, CHOICE + 1), Piece::Term(b, CHOICE)];
                let [condition, a, b] = parts;
                (CHOICE, vec![condition, text(" ? "), a, text(" : "), b])
            }
        }
    }

    fn unary(&self, op: UnaryOp, a: TermId) -> (u8, Vec<Piece>) {
        let around = COMPARISON + 1;
        match (op, self.terms.view(a)) {
            (UnaryOp::Not, View::Binary(BinaryOp::Eq, x, y)) => {
                return infix(COMPARISON, Piece::Term(x, around), "!=", Piece::Term(y, around));
            }
            (UnaryOp::Not, View::Binary(BinaryOp::FEq, x, y)) => {
                return infix(COMPARISON, Piece::Float(x, around), "!=f", Piece::Float(y, around));
            }
            _ => {}
        }
        let prefix = match op {
            UnaryOp::Not if self.terms.width(a) == 1 => "!",
            UnaryOp::Not => "~",
            UnaryOp::Neg => "-",
            UnaryOp::Clz => return call("clz".into(), a),
            UnaryOp::Ctz => return call("ctz".into(), a),
            UnaryOp::Popcnt => return call("popcnt".into(), a),
            UnaryOp::FSqrt => return call("sqrt".into(), a),
            UnaryOp::FCeil => return call("ceil".into(), a),
            UnaryOp::FFloor => return call("floor".into(), a),
            UnaryOp::FTrunc => return call("trunc".into(), a),
            UnaryOp::FNearest => return call("nearest".into(), a),
        };
        (PREFIX, vec![text(prefix), Piece::Term(a, PREFIX)])
    }

    fn zero_extend(&self, a: TermId, width: u32) -> (u8, Vec<Piece>) {
        match self.terms.view(a) {
            View::Extract { a, high, low: 0 } if self.terms.width(a) == width => {
                let bits = Piece::Text(mask(high + 1).to_string().into());
                infix(AND, Piece::Term(a, AND), "&", bits)
            }
            View::Extract { a, high, low } if self.is_rest(a, high, width) => shift(a, ">>u", low),
            _ => call(format!("u{width}"), a),
        }
    }

    /// Whether bits up to `high` of `a`, extended to `width`, are a shift of `a`.
    fn is_rest(&self, a: TermId, high: u32, width: u32) -> bool {
        self.terms.width(a) == width && high + 1 == width
    }

    fn binary(&self, op: BinaryOp, a: TermId, b: TermId) -> (u8, Vec<Piece>) {
        let width = self.terms.width(a);
        let (level, symbol) = match op {
            BinaryOp::And if width == 1 => (CONJUNCTION, "&&"),
            BinaryOp::Or if width == 1 => (DISJUNCTION, "||"),
            BinaryOp::Add => return self.sum(a, b),
            BinaryOp::Sub => (SUM, "-"),
            BinaryOp::Mul => (PRODUCT, "*"),
            BinaryOp::Sdiv => (PRODUCT, "/"),
            BinaryOp::Srem => (PRODUCT, "%"),
            BinaryOp::Udiv => (PRODUCT, "/u"),
            BinaryOp::Urem => (PRODUCT, "%u"),
            BinaryOp::And => (AND, "&"),
            BinaryOp::Or => (OR, "|"),
            BinaryOp::Xor => (XOR, "^"),
            BinaryOp::Shl => (SHIFT, "<<"),
            BinaryOp::Ashr => (SHIFT, ">>"),
            BinaryOp::Lshr => (SHIFT, ">>u"),
            BinaryOp::Rotl => return call_two("rotl", a, b),
            BinaryOp::Rotr => return call_two("rotr", a, b),
            BinaryOp::Concat => return self.concat(a, b),
            BinaryOp::Eq | BinaryOp::Ult | BinaryOp::Ule | BinaryOp::Slt | BinaryOp::Sle => {
                return self.comparison(op, a, b);
            }
            BinaryOp::FLt | BinaryOp::FLe | BinaryOp::FEq => return self.comparison(op, a, b),
            BinaryOp::FAdd => (SUM, "+f"),
            BinaryOp::FSub => (SUM, "-f"),
            BinaryOp::FMul => (PRODUCT, "*f"),
            BinaryOp::FDiv => (PRODUCT, "/f"),
        };
        let associative = matches!(op, BinaryOp::And | BinaryOp::Or | BinaryOp::Xor | BinaryOp::Mul);
        let again = matches!(self.terms.view(b), View::Binary(inner, ..) if inner == op);
        let right = level + u8::from(!(associative && again));
        if op.is_float_arithmetic() {
            return infix(level, Piece::Float(a, level), symbol, Piece::Float(b, right));
        }
        if matches!(op, BinaryOp::Udiv | BinaryOp::Urem) {
            return infix(level, Piece::Unsigned(a, level), symbol, Piece::Unsigned(b, right));
        }
        infix(level, Piece::Term(a, level), symbol, Piece::Term(b, right))
    }

    fn sum(&self, a: TermId, b: TermId) -> (u8, Vec<Piece>) {
        let width = self.terms.width(b);
        match self.terms.value(b).map(|value| signed(width, value)) {
            Some(value) if value < 0 => {
                let less = Piece::Text(value.unsigned_abs().to_string().into());
                infix(SUM, Piece::Term(a, SUM), "-", less)
            }
            _ => infix(SUM, Piece::Term(a, SUM), "+", Piece::Term(b, SUM)),
        }
    }

    fn comparison(&self, op: BinaryOp, a: TermId, b: TermId) -> (u8, Vec<Piece>) {
        // 5 < x reads better as x > 5.
        let swapped = self.terms.value(a).is_some();
        let symbol = match (op, swapped) {
            (BinaryOp::Slt, false) => "<",
            (BinaryOp::Slt, true) => ">",
            (BinaryOp::Sle, false) => "<=",
            (BinaryOp::Sle, true) => ">=",
            (BinaryOp::Ult, false) => "<u",
            (BinaryOp::Ult, true) => ">u",
            (BinaryOp::Ule, false) => "<=u",
            (BinaryOp::Ule, true) => ">=u",
            (BinaryOp::FLt, false) => "<f",
            (BinaryOp::FLt, true) => ">f",
            (BinaryOp::FLe, false) => "<=f",
            (BinaryOp::FLe, true) => ">=f",
            (BinaryOp::FEq, _) => "==f",
            _ => "==",
        };
        let (a, b) = if swapped { (b, a) } else { (a, b) };
        let around = COMPARISON + 1;
        if matches!(op, BinaryOp::Ult | BinaryOp::Ule) {
            return infix(COMPARISON, Piece::Unsigned(a, around), symbol, Piece::Unsigned(b, around));
        }
        if matches!(op, BinaryOp::FLt | BinaryOp::FLe | BinaryOp::FEq) {
            return infix(COMPARISON, Piece::Float(a, around), symbol, Piece::Float(b, around));
        }
        infix(COMPARISON, Piece::Term(a, around), symbol, Piece::Term(b, around))
    }

    /// A concatenation, which may be a rotation: the lower bits of a term above its upper ones.
    fn concat(&self, a: TermId, b: TermId) -> (u8, Vec<Piece>) {
        if let View::Extract { a: x, high: middle, low: 0 } = self.terms.view(a)
            && let View::Extract { a: same, high, low } = self.terms.view(b)
            && (x, middle + 1, high + 1) == (same, low, self.terms.width(x))
        {
            let amount = Piece::Text((high - middle).to_string().into());
            return (ATOM, vec![text("rotl("), Piece::Term(x, CHOICE), text(", "), amount, text(")")]);
        }
        infix(CONCAT, Piece::Term(a, CONCAT + 1), "++", Piece::Term(b, CONCAT))
    }
}

fn text(text: &'static str) -> Piece {
    Piece::Text(text.into())
}

fn number(width: u32, value: u64) -> Cow<'static, str> {
    match (width, value) {
        (1, 0) => "false".into(),
        (1, _) => "true".into(),
        _ => signed(width, value).to_string().into(),
    }
}

fn infix(level: u8, left: Piece, symbol: &'static str, right: Piece) -> (u8, Vec<Piece>) {
    (level, vec![left, text(" "), text(symbol), text(" "), right])
}

fn shift(a: TermId, symbol: &'static str, amount: u32) -> (u8, Vec<Piece>) {
    infix(SHIFT, Piece::Term(a, SHIFT), symbol, Piece::Text(amount.to_string().into()))
}

fn call(name: String, a: TermId) -> (u8, Vec<Piece>) {
    (ATOM, vec![Piece::Text(name.into()), text("("), Piece::Term(a, CHOICE), text(")")])
}

fn call_two(name: &'static str, a: TermId, b: TermId) -> (u8, Vec<Piece>) {
    let (a, b) = (Piece::Term(a, CHOICE), Piece::Term(b, CHOICE));
    (ATOM, vec![text(name), text("("), a, text(", "), b, text(")")])
}
