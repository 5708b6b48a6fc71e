//! Conditions on sums of words, as claims for [`crate::linear`].
//!
//! A term of width w equals a sum with coefficients *modulo 2^w*, however often it wraps on the way. Only where it is
//! compared, extended to a greater width or divided does its size matter. If the sum stays in one window of 2^w integers
//! for all values that its words can have, it is that integer: `dist + w < best` for weights up to 1000. If not, how
//! often it wraps is a variable of its own, a *helper*: `a - b < 0` for any 32-bit a and b is three cases.
//!
//! Quotients are helpers, too: q = x / 10 is 10q <= x <= 10q + 9, and the remainder is x - 10q. So are shifts, masks and
//! parts of words. What defines a helper follows from the bits whatever is asserted, so it goes along with the first
//! claim that needs it.

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;
use worstcase_term::{BinaryOp, TermId, Terms, UnaryOp, View, mask, signed};

use super::comparisons::Relation;
use super::shape::{Interval, Piece, Shape};
use super::words::{Column, Words};
use crate::order::Order;

/// The most operators that a sum is taken apart into.
const MAX_OPERATORS: usize = 10_000;

/// How deep sums inside of sums are followed.
const MAX_DEPTH: u32 = 8;

/// A sum of columns with coefficients.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Sum {
    /// Column and coefficient, ascending, none zero.
    terms: Vec<(u32, i64)>,
    constant: i128,
    low: i128,
    high: i128,
}

/// What is said about a sum and a bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Claimed {
    AtMost,
    Differ,
    Equal,
}

/// A claim for the linear layer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Claim {
    pub(super) claimed: Claimed,
    pub(super) sum: Vec<(u32, i64)>,
    pub(super) bound: i64,
}

/// Helpers that there are, by what they stand for.
#[derive(Clone, Debug, Default)]
pub(super) struct Helpers {
    by_meaning: FxHashMap<Meaning, (u32, bool)>,
    /// In the order of their making.
    all: Vec<Meaning>,
}

/// What a helper stands for.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Meaning {
    /// How often a sum wraps, that is, by which multiple of 2 to the width it is outside of a window. A term can be
    /// different sums, as more becomes known, which differ in just that.
    Turns { sum: Vec<(u32, i64)>, constant: i128, width: u32, is_signed: bool },
    /// A term, in a reading, divided by a number and rounded down, or towards zero.
    Quotient { of: TermId, by: i64, is_signed: bool, to_zero: bool },
    /// Whether a term is negative.
    Negative(TermId),
    /// The bits that a word, by its number, is made of.
    Base(u32),
    /// The bits of a word from a place on.
    Upper(u32, u32),
}

impl Helpers {
    pub(super) fn mark(&self) -> usize {
        self.all.len()
    }

    pub(super) fn undo(&mut self, mark: usize) {
        for meaning in self.all.drain(mark..) {
            self.by_meaning.remove(&meaning);
        }
    }

    /// The words whose bits have a column of their own, and that column.
    pub(super) fn bases(&self) -> impl Iterator<Item = (u32, u32)> {
        self.all.iter().filter_map(|meaning| match meaning {
            Meaning::Base(word) => Some((*word, self.by_meaning[meaning].0)),
            _ => None,
        })
    }
}

/// Puts conditions into claims.
pub(super) struct Translator<'a> {
    pub(super) terms: &'a Terms,
    pub(super) words: &'a mut Words,
    pub(super) order: &'a mut Order,
    pub(super) helpers: &'a mut Helpers,
    /// Whether what is known of words by now may be relied on.
    pub(super) present: bool,
    /// Whether helpers may be made.
    pub(super) may_help: bool,
    /// A word that is not to be seen, by its number.
    pub(super) hidden: Option<u32>,
    /// What defines the helpers that were made.
    pub(super) definitions: Vec<Claim>,
    /// Whether something holds only because of what is known by now.
    pub(super) relies: bool,
}

impl Translator<'_> {
    /// A condition as a claim about a sum, if it is one.
    pub(super) fn claim(&mut self, condition: TermId) -> Option<Claim> {
        let (relation, a, b) = Relation::of(self.terms, condition)?;
        let width = self.terms.width(a);
        match relation {
            Relation::Equal | Relation::Differ => {
                let claimed =
                    if matches!(relation, Relation::Equal) { Claimed::Equal } else { Claimed::Differ };
                let (sum, bound) = self.equality(a, b, width)?;
                Some(Claim { claimed, sum: sum.terms, bound })
            }
            Relation::Less { strict, is_signed } => {
                let a = self.integer(a, is_signed, 0)?;
                let b = self.integer(b, is_signed, 0)?;
                let difference = self.plus(&a, &b, -1)?;
                let bound = i64::try_from(-difference.constant - i128::from(strict)).ok()?;
                Some(Claim { claimed: Claimed::AtMost, sum: difference.terms, bound })
            }
        }
    }

    /// `a == b` as a sum without its constant, and what that has to be.
    fn equality(&mut self, a: TermId, b: TermId, width: u32) -> Option<(Sum, i64)> {
        let sum = self.sum(&[(a, 1), (b, -1)], width, 0)?;
        // Of the multiples of 2^w only zero may be in reach, after a shift by one of them.
        let turn = 1i128 << width;
        let by = -sum.low.div_euclid(turn) * turn;
        let shifted = sum.plus(by);
        let (sum, bound) = if shifted.high < turn {
            (shifted, 0)
        } else if shifted.low > 0 && shifted.high < 2 * turn {
            (shifted, turn)
        } else {
            let (a, b) = (self.integer(a, false, 0)?, self.integer(b, false, 0)?);
            (self.plus(&a, &b, -1)?, 0)
        };
        let bound = i64::try_from(bound - sum.constant).ok()?;
        bound.checked_neg()?;
        Some((sum, bound))
    }

    /// The integer that a term is in a reading.
    fn integer(&mut self, term: TermId, is_signed: bool, depth: u32) -> Option<Sum> {
        let width = self.terms.width(term);
        let sum = self.sum(&[(term, 1)], width, depth)?;
        self.settle(sum, width, is_signed)
    }

    /// The integer in a window that a sum is modulo 2 to the width.
    fn settle(&mut self, sum: Sum, width: u32, is_signed: bool) -> Option<Sum> {
        let interval = Interval { low: sum.low, high: sum.high };
        if let Some(by) = interval.turn_into(width, is_signed) {
            return Some(sum.plus(by));
        }
        if !self.may_help {
            return None;
        }
        let window = Interval::window(width, is_signed);
        let turn = 1i128 << width;
        let (fewest, most) =
            ((sum.low - window.low).div_euclid(turn), (sum.high - window.low).div_euclid(turn));
        let factor = i64::try_from(-turn).ok()?;
        let meaning = Meaning::Turns { sum: sum.terms.clone(), constant: sum.constant, width, is_signed };
        let (column, new) = self.helper(meaning, fewest, most)?;
        let turns = self.column(column);
        let mut settled = self.plus(&sum, &turns, factor)?;
        if new {
            self.define_at_most(&settled, window.high)?;
            self.define_at_least(&settled, window.low)?;
        }
        (settled.low, settled.high) = (window.low, window.high);
        Some(settled)
    }

    /// The column that stands for something, and whether it is new.
    fn helper(&mut self, meaning: Meaning, low: i128, high: i128) -> Option<(u32, bool)> {
        if let Some(&(column, relies)) = self.helpers.by_meaning.get(&meaning) {
            self.relies |= relies;
            return Some((column, false));
        }
        if !self.may_help {
            return None;
        }
        let column = self.words.column(i64::try_from(low).ok()?, i64::try_from(high).ok()?);
        self.helpers.by_meaning.insert(meaning.clone(), (column, self.relies || self.present));
        self.helpers.all.push(meaning);
        Some((column, true))
    }

    fn define_at_most(&mut self, sum: &Sum, bound: i128) -> Option<()> {
        let bound = i64::try_from(bound - sum.constant).ok()?;
        self.definitions.push(Claim { claimed: Claimed::AtMost, sum: sum.terms.clone(), bound });
        Some(())
    }

    fn define_at_least(&mut self, sum: &Sum, bound: i128) -> Option<()> {
        let negated = self.plus(&Sum::default(), sum, -1)?;
        self.define_at_most(&negated, -bound)
    }

    /// A column as a sum.
    fn column(&self, column: u32) -> Sum {
        let (low, high) = self.range_of_column(column);
        Sum { terms: vec![(column, 1)], constant: 0, low: low.into(), high: high.into() }
    }

    /// A word as a sum.
    fn word(&self, number: u32) -> Option<Sum> {
        let word = &self.words.all()[number as usize];
        self.plus(&Sum::default(), &self.column(word.column).plus(word.bias), word.shape.scale)
    }

    /// The first sum and so many times the second.
    fn plus(&self, a: &Sum, b: &Sum, factor: i64) -> Option<Sum> {
        let mut terms: Vec<(u32, i64)> = Vec::with_capacity(a.terms.len() + b.terms.len());
        let (mut own, mut theirs) = (a.terms.iter().peekable(), b.terms.iter().peekable());
        while let Some(column) = own.peek().into_iter().chain(theirs.peek()).map(|(column, _)| *column).min()
        {
            let here = |&&(other, _): &&(u32, i64)| other == column;
            let own = own.next_if(here).map_or(0, |(_, coefficient)| *coefficient);
            let theirs = theirs.next_if(here).map_or(0, |(_, coefficient)| *coefficient);
            let coefficient = own.checked_add(theirs.checked_mul(factor)?)?;
            coefficient.checked_neg()?;
            if coefficient != 0 {
                terms.push((column, coefficient));
            }
        }
        let factor = i128::from(factor);
        let ends = [b.low.checked_mul(factor)?, b.high.checked_mul(factor)?];
        Some(Sum {
            terms,
            constant: a.constant.checked_add(b.constant.checked_mul(factor)?)?,
            low: a.low.checked_add(ends[0].min(ends[1]))?,
            high: a.high.checked_add(ends[0].max(ends[1]))?,
        })
    }

    /// Terms with factors as a sum of columns, modulo 2 to the width.
    fn sum(&mut self, roots: &[(TermId, i64)], width: u32, depth: u32) -> Option<Sum> {
        if depth > MAX_DEPTH {
            return None;
        }
        let mut gathered = Gathered::new(width);
        let mut open = Open::default();
        for &(term, factor) in roots {
            open.add(term, factor);
        }
        // Operands come before their users, so the last term has got all of its factor when it is taken.
        let mut taken = 0;
        while let Some((term, factor)) = open.pop_last() {
            taken += 1;
            if taken > MAX_OPERATORS {
                return None;
            }
            let factor = gathered.reduced(factor.into());
            if let Some(number) = self.words.find_number(self.terms, term)
                && self.hidden != Some(number)
            {
                gathered.add(&self.word(number)?, factor)?;
                continue;
            }
            match self.terms.view(term) {
                View::Constant(value) => {
                    let value = signed(self.terms.width(term), value);
                    gathered.add_constant(i128::from(value) * i128::from(factor))?;
                }
                View::Unary(UnaryOp::Neg, a) => open.add(a, factor.wrapping_neg()),
                View::Unary(UnaryOp::Not, a) => {
                    gathered.add_constant(-i128::from(factor))?;
                    open.add(a, factor.wrapping_neg());
                }
                View::Binary(op @ (BinaryOp::Add | BinaryOp::Sub), a, b) => {
                    open.add(a, factor);
                    open.add(b, if op == BinaryOp::Add { factor } else { factor.wrapping_neg() });
                }
                View::Binary(BinaryOp::Mul, a, b) => match (self.terms.value(a), self.terms.value(b)) {
                    (_, Some(value)) => open.add(a, factor.wrapping_mul(value as i64)),
                    (Some(value), _) => open.add(b, factor.wrapping_mul(value as i64)),
                    _ => return None,
                },
                View::Binary(BinaryOp::Shl, a, b) => {
                    let amount = self.terms.value(b)? % u64::from(self.terms.width(a));
                    open.add(a, factor.wrapping_mul(1i64.wrapping_shl(amount as u32)));
                }
                // What is cut off is a multiple of 2 to the width.
                View::Extract { a, low: 0, .. } if !matches!(self.terms.view(a), View::Input(_)) => {
                    open.add(a, factor);
                }
                _ => {
                    let leaf = self.leaf(term, depth)?;
                    gathered.add(&leaf, factor)?;
                }
            }
        }
        gathered.finish(|column| self.range_of_column(column))
    }

    fn range_of_column(&self, column: u32) -> (i64, i64) {
        let Column { low, high, word } = self.words.columns[column as usize];
        match word {
            Some(variable) if self.present => self.order.range(variable),
            _ => (low, high),
        }
    }

    /// A term that is no sum of others, as an integer that it is modulo 2 to its width.
    fn leaf(&mut self, term: TermId, depth: u32) -> Option<Sum> {
        let depth = depth + 1;
        let constant = |translator: &Self, b: TermId| translator.terms.value(b).filter(|&value| value > 0);
        match self.terms.view(term) {
            View::Input(input) => self.piece(term, Piece { input, low: 0, width: self.terms.width(term) }),
            View::Extract { a, high, low } => match self.terms.view(a) {
                View::Input(input) => self.piece(term, Piece { input, low, width: high - low + 1 }),
                _ => self.quotient(a, i64::try_from(1i128 << low).ok()?, false, false, depth),
            },
            View::ZeroExtend(a) => self.integer(a, false, depth),
            View::SignExtend(a) => self.integer(a, true, depth),
            View::Binary(BinaryOp::Concat, a, b) => {
                let (above, below) = (self.integer(a, false, depth)?, self.integer(b, false, depth)?);
                let places = self.terms.width(b);
                self.plus(&below, &above, i64::try_from(1i128 << places).ok()?)
            }
            View::Binary(op @ (BinaryOp::Lshr | BinaryOp::Ashr), a, b) => {
                let places = self.terms.value(b)? % u64::from(self.terms.width(a));
                let by = i64::try_from(1i128 << places).ok()?;
                self.quotient(a, by, op == BinaryOp::Ashr, false, depth)
            }
            View::Binary(op @ (BinaryOp::Udiv | BinaryOp::Urem), a, b) => {
                let by = i64::try_from(constant(self, b)?).ok()?;
                let quotient = self.quotient(a, by, false, false, depth)?;
                if op == BinaryOp::Udiv {
                    return Some(quotient);
                }
                let dividend = self.integer(a, false, depth)?;
                self.remainder(&dividend, &quotient, by)
            }
            View::Binary(op @ (BinaryOp::Sdiv | BinaryOp::Srem), a, b) => {
                let by = signed(self.terms.width(b), constant(self, b)?);
                if by <= 0 {
                    return None;
                }
                let quotient = self.quotient(a, by, true, true, depth)?;
                if op == BinaryOp::Sdiv {
                    return Some(quotient);
                }
                let dividend = self.integer(a, true, depth)?;
                self.remainder(&dividend, &quotient, by)
            }
            View::Binary(BinaryOp::And, a, b) => {
                let bits = constant(self, b)?;
                let (low, count) = (bits.trailing_zeros(), bits.count_ones());
                if bits >> low != mask(count) {
                    return None;
                }
                let power = |places: u32| i64::try_from(1i128 << places).ok();
                let lower = self.quotient(a, power(low)?, false, false, depth)?;
                let lower = self.plus(&Sum::default(), &lower, power(low)?)?;
                if low + count == self.terms.width(a) {
                    return Some(lower);
                }
                let upper = self.quotient(a, power(low + count)?, false, false, depth)?;
                let mut field = self.plus(&lower, &upper, -power(low + count)?)?;
                (field.low, field.high) = (0, i128::from(bits));
                Some(field)
            }
            _ => None,
        }
    }

    fn remainder(&self, dividend: &Sum, quotient: &Sum, by: i64) -> Option<Sum> {
        let mut rest = self.plus(dividend, quotient, -by)?;
        let most = i128::from(by) - 1;
        rest.low = if dividend.low < 0 { -most } else { 0 };
        rest.high = if dividend.high > 0 { most } else { 0 };
        Some(rest)
    }

    /// A term in a reading, divided.
    fn quotient(&mut self, of: TermId, by: i64, is_signed: bool, to_zero: bool, depth: u32) -> Option<Sum> {
        let dividend = self.integer(of, is_signed, depth)?;
        let to_zero = to_zero && dividend.low < 0;
        let meaning = Meaning::Quotient { of, by, is_signed, to_zero };
        let negative = |translator: &mut Self| translator.helper(Meaning::Negative(of), 0, 1);
        if !to_zero {
            return self.divide(&dividend, by, meaning);
        }
        let wide = i128::from(by);
        let (column, new) = self.helper(meaning, dividend.low / wide, dividend.high / wide)?;
        let quotient = self.column(column);
        if new {
            let (negative, first) = negative(self)?;
            let negative = self.column(negative);
            let number = |value: i128| i64::try_from(value).ok();
            if first {
                // dividend >= low·negative, and dividend <= high - (high + 1)·negative.
                let above = self.plus(&dividend, &negative, number(-dividend.low)?)?;
                self.define_at_least(&above, 0)?;
                let below = self.plus(&dividend, &negative, number(dividend.high.max(0) + 1)?)?;
                self.define_at_most(&below, dividend.high.max(0))?;
            }
            // The remainder is from 1 - by to 0 if the dividend is negative, and else from 0 to by - 1.
            let rest = self.plus(&dividend, &quotient, -by)?;
            let rest = self.plus(&rest, &negative, by - 1)?;
            self.define_at_least(&rest, 0)?;
            self.define_at_most(&rest, wide - 1)?;
        }
        Some(quotient)
    }

    /// An integer divided by a number, rounded down.
    fn divide(&mut self, dividend: &Sum, by: i64, meaning: Meaning) -> Option<Sum> {
        let wide = i128::from(by);
        let (low, high) = (dividend.low.div_euclid(wide), dividend.high.div_euclid(wide));
        if by == 1 {
            return Some(dividend.clone());
        }
        if low == high {
            return Some(Sum { terms: Vec::new(), constant: low, low, high });
        }
        let (column, new) = self.helper(meaning, low, high)?;
        let quotient = self.column(column);
        if new {
            let rest = self.plus(dividend, &quotient, -by)?;
            self.define_at_least(&rest, 0)?;
            self.define_at_most(&rest, wide - 1)?;
        }
        Some(quotient)
    }

    /// Bits of an input. What nobody has becomes a word; of what a word has, it is a part.
    fn piece(&mut self, term: TermId, piece: Piece) -> Option<Sum> {
        if self.words.are_free(&[piece]) {
            let inputs = self.words.inputs();
            let declared = inputs[piece.input as usize];
            let is_whole = piece.low == 0 && piece.width == declared.width;
            if is_whole || declared.is_free() {
                let shape = Shape::of(self.terms, term, inputs)?;
                let value = self.words.value(self.order, piece.input) >> piece.low & mask(piece.width);
                let number = self.words.make(term, shape, value, self.order);
                return self.word(number);
            }
        }
        let (number, place) = self.words.owner(piece)?;
        let base = self.base(number)?;
        let upper = |translator: &mut Self, places: u32| {
            let by = i64::try_from(1i128 << places).ok()?;
            translator.divide(&base, by, Meaning::Upper(number, places))
        };
        let lower = upper(self, place)?;
        if i128::from(mask(piece.width)) >= lower.high {
            return Some(lower);
        }
        let beyond = upper(self, place + piece.width)?;
        let mut part = self.plus(&lower, &beyond, -i64::try_from(1i128 << piece.width).ok()?)?;
        (part.low, part.high) = (0, i128::from(mask(piece.width)));
        Some(part)
    }

    /// The bits that a word is made of, as an unsigned integer.
    fn base(&mut self, number: u32) -> Option<Sum> {
        let word = &self.words.all()[number as usize];
        let (term, base, width) = (word.term, word.shape.base(), word.shape.base_width());
        if word.shape.is_plain() {
            let sum = self.word(number)?;
            return self.settle(sum, width, false);
        }
        // Its variable is the place of a number, not the number's bits.
        if word.shape.is_float() {
            return None;
        }
        let reads_signed = word.shape.interval().low < 0;
        let (column, new) = self.helper(Meaning::Base(number), base.low, base.high)?;
        if new {
            // The term says how the word follows from its bits, which must not be found through the word.
            let outer = self.hidden.replace(number);
            let form = self.integer(term, reads_signed, 0);
            self.hidden = outer;
            let apart = self.plus(&form?, &self.word(number)?, -1)?;
            self.define_at_least(&apart, 0)?;
            self.define_at_most(&apart, 0)?;
        }
        let sum = self.column(column);
        self.settle(sum, width, false)
    }
}

impl Sum {
    fn plus(mut self, by: i128) -> Sum {
        self.constant += by;
        self.low += by;
        self.high += by;
        self
    }
}

/// Columns with coefficients as they are found, modulo 2 to the width.
struct Gathered {
    width: u32,
    coefficients: Vec<(u32, i128)>,
    constant: i128,
    /// What all of it is at least and at most, as long as nothing is reduced.
    low: i128,
    high: i128,
}

impl Gathered {
    fn new(width: u32) -> Gathered {
        Gathered { width, coefficients: Vec::new(), constant: 0, low: 0, high: 0 }
    }

    fn reduced(&self, value: i128) -> i64 {
        signed(self.width, value as u64 & mask(self.width))
    }

    fn add_constant(&mut self, value: i128) -> Option<()> {
        self.constant = self.constant.checked_add(value)?;
        self.low = self.low.checked_add(value)?;
        self.high = self.high.checked_add(value)?;
        Some(())
    }

    fn add(&mut self, sum: &Sum, factor: i64) -> Option<()> {
        let factor = i128::from(factor);
        for &(column, coefficient) in &sum.terms {
            self.coefficients.push((column, i128::from(coefficient).checked_mul(factor)?));
        }
        self.constant = self.constant.checked_add(sum.constant.checked_mul(factor)?)?;
        let ends = [sum.low.checked_mul(factor)?, sum.high.checked_mul(factor)?];
        self.low = self.low.checked_add(ends[0].min(ends[1]))?;
        self.high = self.high.checked_add(ends[0].max(ends[1]))?;
        Some(())
    }

    /// All of it as a sum. `range` tells what a column can be.
    fn finish(mut self, range: impl Fn(u32) -> (i64, i64)) -> Option<Sum> {
        self.coefficients.sort_unstable_by_key(|(column, _)| *column);
        let mut terms: Vec<(u32, i64)> = Vec::with_capacity(self.coefficients.len());
        let constant: i128 = self.reduced(self.constant).into();
        let mut exact = constant == self.constant;
        let (mut low, mut high) = (constant, constant);
        for same in self.coefficients.chunk_by(|a, b| a.0 == b.0) {
            let coefficient = same.iter().try_fold(0i128, |sum, term| sum.checked_add(term.1))?;
            let reduced = self.reduced(coefficient);
            exact &= i128::from(reduced) == coefficient;
            // Its opposite may be needed.
            reduced.checked_neg()?;
            if reduced != 0 {
                let (least, most) = range(same[0].0);
                let ends = [least, most].map(|end| i128::from(end) * i128::from(reduced));
                low = low.checked_add(ends[0].min(ends[1]))?;
                high = high.checked_add(ends[0].max(ends[1]))?;
                terms.push((same[0].0, reduced));
            }
        }
        if exact {
            (low, high) = (low.max(self.low), high.min(self.high));
        }
        Some(Sum { terms, constant, low, high })
    }
}

/// Terms that are still to be taken apart, with their factors. Of a long sum, which is one addition after the other, there
/// is never more than one, so that one needs no map.
#[derive(Default)]
struct Open {
    only: Option<(TermId, i64)>,
    others: BTreeMap<TermId, i64>,
}

impl Open {
    fn add(&mut self, term: TermId, factor: i64) {
        match &mut self.only {
            None if self.others.is_empty() => self.only = Some((term, factor)),
            Some((known, sum)) if *known == term => *sum = sum.wrapping_add(factor),
            _ => {
                self.others.extend(self.only.take());
                let sum = self.others.entry(term).or_default();
                *sum = sum.wrapping_add(factor);
            }
        }
    }

    fn pop_last(&mut self) -> Option<(TermId, i64)> {
        self.only.take().or_else(|| self.others.pop_last())
    }
}
