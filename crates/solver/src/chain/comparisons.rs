//! Conditions that compare words with each other and with constants, as facts for [`crate::order`].
//!
//! A comparison reads bits as signed or as unsigned integers. It is a fact for that layer if the variable of each
//! word is that integer, up to a constant, within what is known of the word so far. Terms that nobody has compared
//! yet become words on the way, in the reading of their first comparison.

use worstcase_term::{BinaryOp, TermId, Terms, UnaryOp, View, signed};

use super::shape::{Interval, Shape};
use super::words::{Word, Words};
use crate::order::{Conflict, Order, Var};

/// What a comparison says: `x - y <= bound`, or `x - y != bound` or `x - y == bound`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Comparison {
    AtMost(Var, Var, i64),
    Differ(Var, Var, i64),
    Equal(Var, Var, i64),
}

impl Comparison {
    /// Asserts it.
    pub(super) fn assert(self, order: &mut Order) -> Result<(), Conflict> {
        match self {
            Comparison::AtMost(x, y, bound) => order.assert_le(x, y, bound),
            Comparison::Differ(x, y, bound) => order.assert_ne(x, y, bound),
            Comparison::Equal(x, y, bound) => {
                order.assert_le(x, y, bound).and_then(|()| order.assert_le(y, x, -bound))
            }
        }
    }

    /// Whether it holds in the model.
    pub(super) fn holds(self, order: &Order) -> bool {
        match self {
            Comparison::AtMost(x, y, bound) => order.holds_le(x, y, bound),
            Comparison::Equal(x, y, bound) => order.holds_le(x, y, bound) && order.holds_le(y, x, -bound),
            Comparison::Differ(x, y, bound) => !(Comparison::Equal(x, y, bound).holds(order)),
        }
    }
}

/// A comparison of two operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Relation {
    Equal,
    Differ,
    /// The first is not greater, or is less, in a reading.
    Less {
        strict: bool,
        is_signed: bool,
    },
}

impl Relation {
    /// Whether it holds between two integers.
    pub(super) fn holds(self, a: i128, b: i128) -> bool {
        match self {
            Relation::Equal => a == b,
            Relation::Differ => a != b,
            Relation::Less { strict, .. } => a < b || !strict && a == b,
        }
    }

    /// A condition as a comparison of two terms.
    pub(super) fn of(terms: &Terms, condition: TermId) -> Option<(Relation, TermId, TermId)> {
        match terms.view(condition) {
            View::Binary(BinaryOp::Eq, a, b) => Some((Relation::Equal, a, b)),
            View::Unary(UnaryOp::Not, inner) => match terms.view(inner) {
                View::Binary(BinaryOp::Eq, a, b) => Some((Relation::Differ, a, b)),
                _ => None,
            },
            View::Binary(op @ (BinaryOp::Slt | BinaryOp::Sle | BinaryOp::Ult | BinaryOp::Ule), a, b) => {
                let is_signed = matches!(op, BinaryOp::Slt | BinaryOp::Sle);
                let strict = matches!(op, BinaryOp::Slt | BinaryOp::Ult);
                Some((Relation::Less { strict, is_signed }, a, b))
            }
            _ => None,
        }
    }
}

/// What is compared: a word or zero, some times over, and a constant.
pub(super) struct Operand {
    source: Source,
    /// Of the word.
    scale: i64,
    add: i128,
    /// The integers that it can be.
    integers: Interval,
}

enum Source {
    Zero,
    Known(Var),
    /// A term that is no word yet, but can be.
    New(TermId, Box<Shape>),
}

/// What words can be, as far as may be relied on.
pub(super) type Ranges<'a> = &'a dyn Fn(&Word) -> (i64, i64);

/// Reads terms as words.
pub(super) struct Reader<'a> {
    pub(super) terms: &'a Terms,
    pub(super) words: &'a Words,
    pub(super) range: Ranges<'a>,
}

/// A comparison of words, some of which may have to be made first.
pub(super) struct Draft {
    relation: Relation,
    a: Operand,
    b: Operand,
}

impl Reader<'_> {
    /// A condition as a comparison, if it is one.
    pub(super) fn draft(&self, condition: TermId) -> Option<Draft> {
        let (relation, a, b) = Relation::of(self.terms, condition)?;
        let pair = |is_signed| {
            let (a, b) = (self.operand(a, is_signed)?, self.operand(b, is_signed)?);
            let scales = [&a, &b].map(|operand| match operand.source {
                Source::Zero => None,
                _ => Some(operand.scale),
            });
            let fit = matches!(scales, [Some(a), Some(b)] if a == b) || scales.contains(&None);
            fit.then_some(Draft { relation, a, b })
        };
        match relation {
            Relation::Less { is_signed, .. } => pair(is_signed),
            // Equal bits are equal integers in either reading, if both operands have it.
            Relation::Equal | Relation::Differ => {
                let first = self.prefers_signed(a) && self.prefers_signed(b);
                pair(first).or_else(|| pair(!first))
            }
        }
    }

    /// How a term is read if nobody says.
    fn prefers_signed(&self, term: TermId) -> bool {
        match self.words.find(self.terms, term) {
            Some(word) => word.shape.interval().low < 0,
            None => match self.terms.view(term) {
                View::Input(input) => match self.words.inputs()[input as usize].range {
                    Some((low, _)) => low < 0,
                    None => self.terms.width(term) >= 32,
                },
                _ => self.terms.width(term) >= 32,
            },
        }
    }

    /// A term as a word, or as what can become one, or as a constant.
    pub(super) fn operand(&self, term: TermId, is_signed: bool) -> Option<Operand> {
        let width = self.terms.width(term);
        if let Some(word) = self.words.find(self.terms, term) {
            let (low, high) = (self.range)(word);
            let scale = i128::from(word.shape.scale);
            let times = |value: i64| (i128::from(value) + word.bias) * scale;
            let integers = Interval { low: times(low), high: times(high) };
            let by = integers.turn_into(width, is_signed)?;
            return Some(Operand {
                source: Source::Known(word.variable),
                scale: word.shape.scale,
                add: word.bias * scale + by,
                integers: integers.plus(by),
            });
        }
        match self.terms.view(term) {
            View::Constant(value) => {
                let number = if is_signed { signed(width, value).into() } else { i128::from(value) };
                let integers = Interval { low: number, high: number };
                return Some(Operand { source: Source::Zero, scale: 1, add: number, integers });
            }
            View::ZeroExtend(a) => return self.operand(a, false),
            View::SignExtend(a) if is_signed => return self.operand(a, true),
            View::Binary(BinaryOp::Add, a, b) => {
                if let Some(operand) = self.sum(width, is_signed, a, self.terms.value(b)?) {
                    return Some(operand);
                }
            }
            _ => {}
        }
        self.new_word(term, is_signed)
    }

    /// A constant added to an operand, if the sum does not wrap.
    fn sum(&self, width: u32, is_signed: bool, a: TermId, by: u64) -> Option<Operand> {
        let mut operand = self.operand(a, is_signed)?;
        let by = signed(width, by).into();
        let turn = operand.integers.plus(by).turn_into(width, is_signed)?;
        operand.add += by + turn;
        operand.integers = operand.integers.plus(by + turn);
        Some(operand)
    }

    /// A term that can become a word.
    fn new_word(&self, term: TermId, is_signed: bool) -> Option<Operand> {
        let mut shape = Shape::of(self.terms, term, self.words.inputs())?;
        if !self.words.are_free(&shape.pieces) {
            return None;
        }
        let integers = shape.read(is_signed)?;
        let scale = i128::from(shape.scale);
        let integers = Interval { low: integers.low * scale, high: integers.high * scale };
        if integers.turn_into(self.terms.width(term), is_signed) != Some(0) {
            return None;
        }
        let scale = shape.scale;
        Some(Operand { source: Source::New(term, Box::new(shape)), scale, add: 0, integers })
    }
}

impl Operand {
    /// Its variable, and what is to be added; none if it is a multiple of a variable.
    pub(super) fn make(
        self,
        words: &mut Words,
        order: &mut Order,
        mut value: impl FnMut(&Words, &Order, TermId) -> u64,
    ) -> Option<(Var, i128)> {
        if self.scale != 1 {
            return None;
        }
        self.variable(words, order, &mut value)
    }

    /// Makes the word if it is not there yet.
    fn variable(
        self,
        words: &mut Words,
        order: &mut Order,
        value: &mut impl FnMut(&Words, &Order, TermId) -> u64,
    ) -> Option<(Var, i128)> {
        match self.source {
            Source::Zero => Some((Var::ZERO, self.add)),
            Source::Known(variable) => Some((variable, self.add)),
            Source::New(term, shape) => {
                // Another operand may have taken what this one needs.
                if !words.are_free(&shape.pieces) {
                    return None;
                }
                let now = value(words, order, term);
                let number = words.make(term, *shape, now, order);
                let word = &words.all()[number as usize];
                Some((word.variable, self.add + word.bias * i128::from(word.shape.scale)))
            }
        }
    }
}

impl Draft {
    /// Makes the words that are not there yet, and then the comparison. `value` tells what a term is in the model.
    pub(super) fn make(
        self,
        words: &mut Words,
        order: &mut Order,
        mut value: impl FnMut(&Words, &Order, TermId) -> u64,
    ) -> Option<Comparison> {
        let scale = match self.a.source {
            Source::Zero => self.b.scale,
            _ => self.a.scale,
        };
        // The same term twice is one word.
        let same =
            matches!((&self.a.source, &self.b.source), (Source::New(a, _), Source::New(b, _)) if a == b);
        if same {
            return None;
        }
        let (x, above) = self.a.variable(words, order, &mut value)?;
        let (y, below) = self.b.variable(words, order, &mut value)?;
        let (scale, room) = (i128::from(scale), below - above);
        let number = |room: i128| i64::try_from(room).ok().filter(|bound| bound.checked_neg().is_some());
        match self.relation {
            Relation::Less { strict, .. } => {
                let bound = (room - i128::from(strict)).div_euclid(scale);
                Some(Comparison::AtMost(x, y, number(bound)?))
            }
            _ if room % scale != 0 => None,
            Relation::Equal => Some(Comparison::Equal(x, y, number(room / scale)?)),
            Relation::Differ => Some(Comparison::Differ(x, y, number(room / scale)?)),
        }
    }
}
