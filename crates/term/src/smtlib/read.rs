//! Reading: the part of SMT-LIB that is written here, as terms. Whatever else there is gets an error, with its line.
//!
//! What comes back means the same, but need not look the same: operators that were written out stay so.

use std::collections::HashMap;

use super::tokens::{Token, Tokens};
use crate::arena::Terms;
use crate::node::{BinaryOp, TermId};

/// Why a script could not be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadError {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong there.
    pub what: String,
}

impl std::fmt::Display for ReadError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "line {}: {}", self.line, self.what)
    }
}

impl std::error::Error for ReadError {}

/// What a script says.
#[derive(Debug, Default)]
pub struct Reader {
    /// What it asserts, in order.
    pub assertions: Vec<TermId>,
    names: HashMap<String, Value>,
    /// What was declared and is no input: names and widths.
    undefined: Vec<(String, u32)>,
}

/// How deep lists may be nested. Ours are a dozen deep, and those that count 64 bits some more.
const DEPTH: usize = 256;

/// The most inputs: whoever reads a damaged script does not run out of memory.
const INPUTS: u32 = 1 << 28;

/// What an expression is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Value {
    Bits(TermId),
    Truth(TermId),
    /// A floating-point number, given by its bits. There is one NaN.
    Number(TermId),
    /// The bits of a number, by their place among those that were declared: what they are is said later.
    Undefined(usize),
    /// A definition of such bits: nothing is left to assert.
    Said,
}

/// What stands in a list.
#[derive(Clone, Debug)]
pub(super) enum Item<'s> {
    Word(&'s str),
    Value(Value),
    /// An operator with numbers, `(_ extract 7 0)`.
    Indexed(&'s str, Vec<u32>),
    Empty,
}

pub(super) type Read<T> = Result<T, String>;

impl Reader {
    /// Reads a script.
    pub fn read(terms: &mut Terms, script: &str) -> Result<Reader, ReadError> {
        let mut reader = Reader::default();
        let mut tokens = Tokens::new(script);
        match reader.read_all(terms, &mut tokens) {
            Ok(()) => Ok(reader),
            Err(what) => Err(ReadError { line: tokens.line, what }),
        }
    }

    /// The term that the script has given this name.
    pub fn named(&self, name: &str) -> Option<TermId> {
        match self.names.get(name)? {
            &Value::Bits(term) => Some(term),
            _ => None,
        }
    }

    fn read_all(&mut self, terms: &mut Terms, tokens: &mut Tokens<'_>) -> Read<()> {
        let mut open: Vec<Vec<Item<'_>>> = Vec::new();
        for token in tokens.by_ref() {
            match token {
                Token::Open if open.len() == DEPTH => return Err("lists are nested too deep".into()),
                Token::Open => open.push(Vec::new()),
                Token::Word(word) => match open.last_mut() {
                    Some(list) => list.push(Item::Word(word)),
                    None => return Err(format!("`{word}` stands outside of a command")),
                },
                Token::Close => {
                    let list = open.pop().ok_or("a parenthesis too many")?;
                    match open.last_mut() {
                        Some(outer) => outer.push(self.evaluate(terms, list)?),
                        None => self.command(terms, &list)?,
                    }
                }
            }
        }
        if open.is_empty() { Ok(()) } else { Err("the end is missing".into()) }
    }

    fn command(&mut self, terms: &mut Terms, list: &[Item<'_>]) -> Read<()> {
        match list {
            [Item::Word("set-logic" | "check-sat" | "get-model" | "set-info"), ..] => Ok(()),
            [Item::Word("declare-const"), Item::Word(name), Item::Indexed("BitVec", width)] => {
                self.declare(terms, name, *width.first().ok_or("a width is missing")?)
            }
            [Item::Word("define-fun"), Item::Word(name), Item::Empty, Item::Indexed(..), value] => {
                let value = self.value(value)?;
                self.name(name, value)
            }
            [Item::Word("assert"), condition] => match self.value(condition)? {
                Value::Truth(condition) => {
                    self.assertions.push(condition);
                    Ok(())
                }
                Value::Said => Ok(()),
                _ => Err("only truth values can be asserted".into()),
            },
            [Item::Word(word), ..] => Err(format!("`{word}` is not understood here")),
            _ => Err("a command is missing".into()),
        }
    }

    fn declare(&mut self, terms: &mut Terms, name: &str, width: u32) -> Read<()> {
        if !(1..=64).contains(&width) {
            return Err(format!("`{name}` has {width} bits, not 1 to 64"));
        }
        let value = match name.strip_prefix('x').map(str::parse::<u32>) {
            // An input has one name, and so one width: `x01` is none.
            Some(Ok(input)) if input < INPUTS && name == format!("x{input}") => {
                Value::Bits(terms.input(input, width))
            }
            Some(_) => return Err(format!("`{name}` is no input")),
            None => {
                self.undefined.push((name.into(), width));
                Value::Undefined(self.undefined.len() - 1)
            }
        };
        self.name(name, value)
    }

    fn name(&mut self, name: &str, value: Value) -> Read<()> {
        match self.names.insert(name.into(), value) {
            Some(_) => Err(format!("`{name}` is there twice")),
            None => Ok(()),
        }
    }

    /// What an item is worth.
    pub(super) fn value(&self, item: &Item<'_>) -> Read<Value> {
        match item {
            Item::Value(value) => Ok(*value),
            Item::Word("true") => Ok(Value::Truth(Terms::TRUE)),
            Item::Word("false") => Ok(Value::Truth(Terms::FALSE)),
            Item::Word("#b1") => Ok(Value::Bits(Terms::TRUE)),
            Item::Word("#b0") => Ok(Value::Bits(Terms::FALSE)),
            Item::Word(word) => {
                self.names.get(*word).copied().ok_or_else(|| format!("`{word}` is not defined"))
            }
            Item::Indexed(..) | Item::Empty => Err("an operator without operands".into()),
        }
    }

    pub(super) fn bits(&self, terms: &Terms, item: &Item<'_>, width: Option<u32>) -> Read<TermId> {
        match self.value(item)? {
            Value::Bits(term) if width.is_none_or(|width| width == terms.width(term)) => Ok(term),
            Value::Bits(_) => Err("widths differ".into()),
            _ => Err("bits are missing".into()),
        }
    }

    fn truth(&self, item: &Item<'_>) -> Read<TermId> {
        match self.value(item)? {
            Value::Truth(term) => Ok(term),
            _ => Err("a truth value is missing".into()),
        }
    }

    fn evaluate<'s>(&mut self, terms: &mut Terms, list: Vec<Item<'s>>) -> Read<Item<'s>> {
        let Some((first, operands)) = list.split_first() else { return Ok(Item::Empty) };
        Ok(Item::Value(match first {
            Item::Word("_") => return indexed(terms, operands),
            Item::Word(word) => self.apply(terms, word, operands)?,
            Item::Indexed(word, numbers) => self.apply_indexed(terms, word, numbers, operands)?,
            _ => return Err("an operator is missing".into()),
        }))
    }

    fn apply(&mut self, terms: &mut Terms, word: &str, operands: &[Item<'_>]) -> Read<Value> {
        if let Some(op) = bit_operator(word) {
            let [a, b] = operands else { return Err(format!("`{word}` takes two operands")) };
            let a = self.bits(terms, a, None)?;
            let width = (op != BinaryOp::Concat).then(|| terms.width(a));
            let b = self.bits(terms, b, width)?;
            if op == BinaryOp::Concat && terms.width(a) + terms.width(b) > 64 {
                return Err("more than 64 bits".into());
            }
            let is_shift = matches!(op, BinaryOp::Shl | BinaryOp::Lshr | BinaryOp::Ashr);
            let term = if is_shift { shift(terms, op, a, b) } else { terms.binary(op, a, b) };
            return Ok(if op.is_comparison() { Value::Truth(term) } else { Value::Bits(term) });
        }
        match (word, operands) {
            ("bvnot", [a]) => {
                let a = self.bits(terms, a, None)?;
                Ok(Value::Bits(terms.not(a)))
            }
            ("bvneg", [a]) => {
                let a = self.bits(terms, a, None)?;
                Ok(Value::Bits(terms.neg(a)))
            }
            ("not", [a]) => {
                let a = self.truth(a)?;
                Ok(Value::Truth(terms.not(a)))
            }
            ("and" | "or", [a, b]) => {
                let (a, b) = (self.truth(a)?, self.truth(b)?);
                Ok(Value::Truth(if word == "and" { terms.and(a, b) } else { terms.or(a, b) }))
            }
            ("=", [a, b]) => self.equal(terms, a, b),
            ("ite", [condition, a, b]) => self.choice(terms, condition, a, b),
            _ => self.apply_float(terms, word, operands),
        }
    }

    /// Equality; of the bits of a number, which are not defined otherwise, it is their definition.
    fn equal(&mut self, terms: &mut Terms, a: &Item<'_>, b: &Item<'_>) -> Read<Value> {
        let (a, b) = (self.value(a)?, self.value(b)?);
        let (a, b) = match (a, b) {
            (Value::Bits(a), Value::Bits(b)) | (Value::Truth(a), Value::Truth(b)) => (a, b),
            (Value::Undefined(place), Value::Number(number)) => {
                let (name, width) = &self.undefined[place];
                if *width != terms.width(number) {
                    return Err("widths differ".into());
                }
                self.names.insert(name.clone(), Value::Bits(number));
                return Ok(Value::Said);
            }
            _ => return Err("what is not of one kind cannot be equal".into()),
        };
        if terms.width(a) != terms.width(b) {
            return Err("widths differ".into());
        }
        Ok(Value::Truth(terms.eq(a, b)))
    }

    fn choice(&self, terms: &mut Terms, condition: &Item<'_>, a: &Item<'_>, b: &Item<'_>) -> Read<Value> {
        let condition = self.truth(condition)?;
        match (self.value(a)?, self.value(b)?) {
            (Value::Bits(a), Value::Bits(b)) if terms.width(a) == terms.width(b) => {
                Ok(Value::Bits(terms.ite(condition, a, b)))
            }
            (Value::Truth(a), Value::Truth(b)) => Ok(Value::Truth(terms.ite(condition, a, b))),
            _ => Err("what is not of one kind cannot be chosen from".into()),
        }
    }

    fn apply_indexed(
        &mut self,
        terms: &mut Terms,
        word: &str,
        numbers: &[u32],
        operands: &[Item<'_>],
    ) -> Read<Value> {
        match (word, numbers, operands) {
            ("extract", &[high, low], [a]) => {
                let a = self.bits(terms, a, None)?;
                if low > high || high >= terms.width(a) {
                    return Err("bits are taken that are not there".into());
                }
                Ok(Value::Bits(terms.extract(a, high, low)))
            }
            ("zero_extend" | "sign_extend", &[more], [a]) => {
                let a = self.bits(terms, a, None)?;
                let width = terms.width(a).saturating_add(more);
                if width > 64 {
                    return Err("more than 64 bits".into());
                }
                Ok(Value::Bits(if word == "zero_extend" {
                    terms.zext(a, width)
                } else {
                    terms.sext(a, width)
                }))
            }
            _ => self.apply_float_indexed(terms, word, numbers, operands),
        }
    }
}

/// `(_ bv5 32)` and operators with numbers.
fn indexed<'s>(terms: &mut Terms, items: &[Item<'s>]) -> Read<Item<'s>> {
    let Some((Item::Word(word), rest)) = items.split_first() else { return Err("a name is missing".into()) };
    let number = |item: &Item<'_>| match item {
        Item::Word(word) => word.parse::<u32>().map_err(|_| format!("`{word}` is no number")),
        _ => Err("a number is missing".into()),
    };
    let numbers = rest.iter().map(number).collect::<Read<Vec<u32>>>()?;
    let Some(value) = word.strip_prefix("bv").map(str::parse::<u64>) else {
        return Ok(Item::Indexed(word, numbers));
    };
    match (value, &numbers[..]) {
        (Ok(value), &[width]) if (1..=64).contains(&width) => {
            Ok(Item::Value(Value::Bits(terms.constant(width, value))))
        }
        _ => Err(format!("`{word}` is no constant")),
    }
}

/// A shift as SMT-LIB has it: by the width or more, nothing is left but the sign.
fn shift(terms: &mut Terms, op: BinaryOp, a: TermId, amount: TermId) -> TermId {
    let width = terms.width(a);
    let limit = terms.constant(width, width.into());
    // Amounts of so few bits that the width is not among them are always less.
    let is_less =
        if terms.value(limit) == Some(width.into()) { terms.ult(amount, limit) } else { Terms::TRUE };
    let last = terms.constant(width, u64::from(width) - 1);
    let shifted = terms.binary(op, a, amount);
    let gone = match op {
        BinaryOp::Ashr => terms.ashr(a, last),
        _ => terms.constant(width, 0),
    };
    terms.ite(is_less, shifted, gone)
}

fn bit_operator(word: &str) -> Option<BinaryOp> {
    use BinaryOp::*;
    Some(match word {
        "bvadd" => Add,
        "bvsub" => Sub,
        "bvmul" => Mul,
        "bvudiv" => Udiv,
        "bvsdiv" => Sdiv,
        "bvurem" => Urem,
        "bvsrem" => Srem,
        "bvand" => And,
        "bvor" => Or,
        "bvxor" => Xor,
        "concat" => Concat,
        "bvshl" => Shl,
        "bvlshr" => Lshr,
        "bvashr" => Ashr,
        "bvult" => Ult,
        "bvule" => Ule,
        "bvslt" => Slt,
        "bvsle" => Sle,
        _ => return None,
    })
}
