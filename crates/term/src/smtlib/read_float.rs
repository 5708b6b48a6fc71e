//! Reading operators on floating-point numbers.

use super::read::{Item, Read, Reader, Value};
use crate::arena::Terms;
use crate::node::{BinaryOp, Conversion, TermId, UnaryOp};

impl Reader {
    fn number(&self, terms: &Terms, item: &Item<'_>, width: Option<u32>) -> Read<TermId> {
        match self.value(item)? {
            Value::Number(term) if width.is_none_or(|width| width == terms.width(term)) => Ok(term),
            _ => Err("a floating-point number is missing, or has another width".into()),
        }
    }

    fn numbers(&self, terms: &Terms, a: &Item<'_>, b: &Item<'_>) -> Read<(TermId, TermId)> {
        let a = self.number(terms, a, None)?;
        Ok((a, self.number(terms, b, Some(terms.width(a)))?))
    }

    pub(super) fn apply_float(&self, terms: &mut Terms, word: &str, operands: &[Item<'_>]) -> Read<Value> {
        match (word, operands) {
            ("fp.isNaN", [a]) => {
                let a = self.number(terms, a, None)?;
                Ok(Value::Truth(terms.is_nan(a)))
            }
            ("fp.lt" | "fp.leq" | "fp.eq" | "fp.geq", [a, b]) => {
                let (a, b) = self.numbers(terms, a, b)?;
                Ok(Value::Truth(match word {
                    "fp.lt" => terms.flt(a, b),
                    "fp.leq" => terms.fle(a, b),
                    "fp.eq" => terms.feq(a, b),
                    _ => terms.fle(b, a),
                }))
            }
            ("fp.sqrt" | "fp.roundToIntegral", [Item::Word(mode), a]) => {
                let a = self.number(terms, a, None)?;
                let op = match (word, *mode) {
                    ("fp.sqrt", "RNE") => UnaryOp::FSqrt,
                    ("fp.roundToIntegral", "RTP") => UnaryOp::FCeil,
                    ("fp.roundToIntegral", "RTN") => UnaryOp::FFloor,
                    ("fp.roundToIntegral", "RTZ") => UnaryOp::FTrunc,
                    ("fp.roundToIntegral", "RNE") => UnaryOp::FNearest,
                    _ => return Err(format!("`{word}` cannot round by `{mode}`")),
                };
                Ok(Value::Number(terms.unary(op, a)))
            }
            (_, [Item::Word("RNE"), a, b]) => {
                let op = match word {
                    "fp.add" => BinaryOp::FAdd,
                    "fp.sub" => BinaryOp::FSub,
                    "fp.mul" => BinaryOp::FMul,
                    "fp.div" => BinaryOp::FDiv,
                    _ => return Err(format!("`{word}` is no operator")),
                };
                let (a, b) = self.numbers(terms, a, b)?;
                Ok(Value::Number(terms.binary(op, a, b)))
            }
            _ => Err(format!("`{word}` is no operator on {} operands", operands.len())),
        }
    }

    pub(super) fn apply_float_indexed(
        &self,
        terms: &mut Terms,
        word: &str,
        numbers: &[u32],
        operands: &[Item<'_>],
    ) -> Read<Value> {
        let width = match numbers {
            [8, 24] => 32,
            [11, 53] => 64,
            &[width @ (32 | 64)] if word.starts_with("fp.to_") => width,
            _ => return Err(format!("`{word}` is no operator with such numbers")),
        };
        match (word, operands) {
            ("to_fp", [bits]) => match self.value(bits)? {
                Value::Bits(bits) if terms.width(bits) == width => Ok(Value::Number(bits)),
                undefined @ Value::Undefined(_) => Ok(undefined),
                _ => Err("bits are missing, or too few".into()),
            },
            ("to_fp", [Item::Word("RNE"), a]) => match self.value(a)? {
                Value::Bits(a) => Ok(Value::Number(terms.convert(Conversion::FromSigned, a, width))),
                Value::Number(a) => Ok(Value::Number(terms.convert(Conversion::Float, a, width))),
                _ => Err("a number is missing".into()),
            },
            ("to_fp_unsigned", [Item::Word("RNE"), a]) => {
                let a = self.bits(terms, a, None)?;
                Ok(Value::Number(terms.convert(Conversion::FromUnsigned, a, width)))
            }
            ("fp.to_sbv" | "fp.to_ubv", [Item::Word("RTZ"), a]) => {
                let a = self.number(terms, a, None)?;
                let signed = word == "fp.to_sbv";
                let op = if signed { Conversion::ToSigned } else { Conversion::ToUnsigned };
                Ok(Value::Bits(terms.convert(op, a, width)))
            }
            _ => Err(format!("`{word}` is no operator on {} operands", operands.len())),
        }
    }
}
