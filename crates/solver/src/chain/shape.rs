//! Terms that one integer variable can stand for: bits of inputs, put together and sent through maps that can be undone.
//!
//! `x`, the low half of `x`, four bytes as a word in either order, `-x`, `x ^ k`, `x * 2654435761`, `x / 10`, `x % 1000`:
//! whatever value of an interval such a term is to have, there are bits that give it. So as long as nothing else
//! is said about these bits, a comparison of such terms is one of integers, and a model of the integers is a model of
//! the inputs. The interval is exact: every integer in it is the value of some bits, and no other one is.
//!
//! The bits that give a value are found map by map, from the outermost inwards, and stay as close as can be to those
//! that the inputs had: `x / 10 = 3` makes 37 of 57.

use worstcase_term::{BinaryOp, TermId, Terms, UnaryOp, View, mask};

use super::floats;
use crate::solver::Declared;

/// The most maps that are looked through.
const MOST_STAGES: usize = 8;

/// Consecutive bits of an input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Piece {
    pub(super) input: u32,
    pub(super) low: u32,
    pub(super) width: u32,
}

impl Piece {
    /// The bits of the input that it is.
    pub(super) fn bits(self) -> u64 {
        mask(self.width) << self.low
    }
}

/// The integers from one to another. Bits of a width stand for the one that they are modulo 2 to the width.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Interval {
    pub(super) low: i128,
    pub(super) high: i128,
}

impl Interval {
    /// The integers of all words of a width, read as signed or as unsigned ones.
    pub(super) fn window(width: u32, is_signed: bool) -> Interval {
        let turn = 1i128 << width;
        if is_signed {
            Interval { low: -turn / 2, high: turn / 2 - 1 }
        } else {
            Interval { low: 0, high: turn - 1 }
        }
    }

    pub(super) fn plus(self, by: i128) -> Interval {
        Interval { low: self.low + by, high: self.high + by }
    }

    /// The multiple of 2 to the width by which it has to be shifted to lie in a window, if one does it.
    pub(super) fn turn_into(self, width: u32, is_signed: bool) -> Option<i128> {
        let window = Interval::window(width, is_signed);
        let turn = 1i128 << width;
        let by = -(self.low - window.low).div_euclid(turn) * turn;
        (self.high + by <= window.high).then_some(by)
    }

    /// The same words as integers of a window, if they are an interval there, too.
    pub(super) fn within(self, width: u32, is_signed: bool) -> Option<Interval> {
        if self.is_full(width) {
            return Some(Interval::window(width, is_signed));
        }
        self.turn_into(width, is_signed).map(|by| self.plus(by))
    }

    /// Whether it has all words of a width.
    pub(super) fn is_full(self, width: u32) -> bool {
        self.high - self.low == (1i128 << width) - 1
    }

    /// The integer that bits stand for.
    pub(super) fn integer(self, bits: u64, width: u32) -> i128 {
        let turn = 1i128 << width;
        self.low + (i128::from(bits) - self.low).rem_euclid(turn)
    }
}

/// A function of one integer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Map {
    /// `-x`.
    Negate,
    /// `x + k`.
    Add(i128),
    /// `x ^ k`, of all words.
    Flip(u64),
    /// `x * factor`, of all words; the factor is odd and has an inverse.
    Times { factor: u64, inverse: u64 },
    /// To a greater width: the same integer.
    Extend,
    /// Bits from a place on, of all words.
    Field(u32),
    /// The quotient, rounded towards zero.
    Divide(i128),
    /// The quotient by a power of two, rounded down.
    Shift(u32),
    /// The remainder, with the sign of the dividend.
    Remainder(i128),
    /// The place in the order of all floating-point numbers, of all words. The term is what this is applied to.
    Place,
}

/// A map, and what it is applied to.
#[derive(Clone, Copy, Debug)]
struct Stage {
    map: Map,
    width: u32,
    from: Interval,
    /// What it gives, as it comes and as it is read.
    to_width: u32,
    raw: Interval,
    to: Interval,
}

/// A term as a function of bits that are all its own.
#[derive(Clone, Debug)]
pub(super) struct Shape {
    /// From the lowest bits up.
    pub(super) pieces: Vec<Piece>,
    stages: Vec<Stage>,
    width: u32,
    interval: Interval,
    /// The term is this many times what the maps give.
    pub(super) scale: i64,
}

impl Shape {
    /// The bits of one or more inputs, as they are.
    fn plain(pieces: Vec<Piece>, inputs: &[Declared]) -> Option<Shape> {
        let width = pieces.iter().map(|piece| piece.width).sum();
        if width > 64 {
            return None;
        }
        let whole = match pieces[..] {
            [Piece { input, low: 0, width }] if width == inputs[input as usize].width => {
                inputs[input as usize].range
            }
            _ => None,
        };
        let is_signed = whole.map_or(width >= 32, |(low, _)| low < 0);
        let interval = match whole {
            _ if pieces.iter().all(|piece| inputs[piece.input as usize].is_free()) => {
                Interval::window(width, is_signed)
            }
            Some((low, high)) => Interval { low: low.into(), high: high.into() },
            // Of an input with a range, parts are not free.
            None => return None,
        };
        Some(Shape { pieces, stages: Vec::new(), width, interval, scale: 1 })
    }

    /// An input as it is.
    pub(super) fn input(input: u32, inputs: &[Declared]) -> Shape {
        let width = inputs[input as usize].width;
        Shape::plain(vec![Piece { input, low: 0, width }], inputs).expect("all of an input has a range")
    }

    /// A term as such a function, if it is one.
    pub(super) fn of(terms: &Terms, term: TermId, inputs: &[Declared]) -> Option<Shape> {
        let mut outer = Vec::new();
        let mut inner = term;
        let pieces = loop {
            if let Some(pieces) = pieces_of(terms, inner) {
                break pieces;
            }
            if outer.len() == MOST_STAGES {
                return None;
            }
            outer.push(inner);
            inner = operand(terms, inner)?;
        };
        let mut shape = Shape::plain(pieces, inputs)?;
        while let Some(map) = outer.pop() {
            if shape.scale != 1 {
                return None;
            }
            shape.apply(terms, map)?;
        }
        Some(shape)
    }

    /// Applies the outermost operator of a term.
    fn apply(&mut self, terms: &Terms, term: TermId) -> Option<()> {
        let to = terms.width(term);
        let constant = |term| terms.value(term);
        match terms.view(term) {
            View::Unary(UnaryOp::Neg, _) => self.push(Map::Negate, to),
            View::Unary(UnaryOp::Not, _) => {
                self.push(Map::Negate, to)?;
                self.push(Map::Add(-1), to)
            }
            View::Binary(op, a, b) => match (constant(a), constant(b)) {
                (None, Some(k)) => self.apply_binary(op, k, to),
                (Some(k), None) if op == BinaryOp::Sub => {
                    self.push(Map::Negate, to)?;
                    self.push(Map::Add(k.into()), to)
                }
                _ => None,
            },
            View::ZeroExtend(_) => self.extend(false, to),
            View::SignExtend(_) => self.extend(true, to),
            View::Extract { low, .. } => self.push(Map::Field(low), to),
            _ => None,
        }
    }

    fn apply_binary(&mut self, op: BinaryOp, k: u64, width: u32) -> Option<()> {
        let is_signed = matches!(op, BinaryOp::Sdiv | BinaryOp::Srem | BinaryOp::Ashr);
        let number = if is_signed { worstcase_term::signed(width, k).into() } else { i128::from(k) };
        match op {
            BinaryOp::Add => self.push(Map::Add(k.into()), width),
            BinaryOp::Sub => self.push(Map::Add(-i128::from(k)), width),
            BinaryOp::Xor => self.push(Map::Flip(k), width),
            BinaryOp::Mul if k % 2 == 1 => self.push(Map::Times { factor: k, inverse: inverse(k) }, width),
            BinaryOp::And => {
                let (low, bits) = (k.trailing_zeros(), k.count_ones());
                if k == 0 || k >> low != mask(bits) {
                    return None;
                }
                self.push(Map::Field(low), bits)?;
                self.extend(false, width)?;
                self.scale = i64::try_from(1u64 << low).ok()?;
                Some(())
            }
            BinaryOp::Udiv | BinaryOp::Sdiv if number > 0 => {
                self.read(is_signed)?;
                self.push(Map::Divide(number), width)
            }
            BinaryOp::Urem | BinaryOp::Srem if number > 0 => {
                self.read(is_signed)?;
                self.push(Map::Remainder(number), width)
            }
            BinaryOp::Lshr | BinaryOp::Ashr => {
                self.read(is_signed)?;
                self.push(Map::Shift((k % u64::from(width)) as u32), width)
            }
            _ => None,
        }
    }

    fn extend(&mut self, is_signed: bool, to: u32) -> Option<()> {
        self.read(is_signed)?;
        self.push(Map::Extend, to)
    }

    /// Takes the words for integers of a window.
    pub(super) fn read(&mut self, is_signed: bool) -> Option<Interval> {
        self.interval = self.interval.within(self.width, is_signed)?;
        if let Some(last) = self.stages.last_mut() {
            last.to = self.interval;
        }
        Some(self.interval)
    }

    fn push(&mut self, map: Map, to_width: u32) -> Option<()> {
        let from = self.interval;
        let full = from.is_full(self.width);
        let of_ends = |of: &dyn Fn(i128) -> i128| Interval { low: of(from.low), high: of(from.high) };
        let to = match map {
            Map::Negate => Interval { low: -from.high, high: -from.low },
            Map::Add(by) => from.plus(by),
            Map::Flip(_) | Map::Times { .. } if full => from,
            Map::Field(_) if full => Interval::window(to_width, false),
            Map::Flip(_) | Map::Times { .. } | Map::Field(_) => return None,
            Map::Extend => from,
            Map::Divide(by) => of_ends(&|x| x / by),
            Map::Shift(by) => of_ends(&|x| x >> by),
            Map::Remainder(by) if from.low >= 0 => {
                if from.high - from.low + 1 >= by {
                    Interval { low: 0, high: by - 1 }
                } else if from.low / by == from.high / by {
                    of_ends(&|x| x % by)
                } else {
                    return None;
                }
            }
            Map::Remainder(by) if from.high >= 0 => {
                Interval { low: -(by - 1).min(-from.low), high: (by - 1).min(from.high) }
            }
            Map::Remainder(_) => return None,
            Map::Place if full => {
                let infinity = i128::from(floats::infinity(to_width));
                Interval { low: -infinity, high: infinity + 1 }
            }
            Map::Place => return None,
        };
        self.stages.push(Stage { map, width: self.width, from, to_width, raw: to, to });
        self.width = to_width;
        self.interval = to;
        Some(())
    }

    /// The place of the term in the order of all floating-point numbers, instead of the term.
    pub(super) fn into_float(mut self) -> Option<Shape> {
        let width = self.width;
        self.push(Map::Place, width)?;
        Some(self)
    }

    /// Whether it is that.
    pub(super) fn is_float(&self) -> bool {
        matches!(self.stages.last(), Some(Stage { map: Map::Place, .. }))
    }

    /// The integer that bits of the term stand for, divided by the scale.
    pub(super) fn integer(&self, bits: u64) -> i128 {
        match self.is_float() {
            true => floats::place(bits, self.width).into(),
            false => self.interval.integer(bits / self.scale as u64, self.width),
        }
    }

    /// The integers that the term can be, divided by its scale.
    pub(super) fn interval(&self) -> Interval {
        self.interval
    }

    /// Whether it is one input and nothing else.
    pub(super) fn is_whole_input(&self, inputs: &[Declared]) -> Option<u32> {
        match self.pieces[..] {
            [Piece { input, low: 0, width }]
                if self.stages.is_empty() && width == inputs[input as usize].width =>
            {
                Some(input)
            }
            _ => None,
        }
    }

    /// The width of what the maps are applied to, and the integers that it can be.
    pub(super) fn base_width(&self) -> u32 {
        self.stages.first().map_or(self.width, |stage| stage.width)
    }

    pub(super) fn base(&self) -> Interval {
        self.stages.first().map_or(self.interval, |stage| stage.from)
    }

    /// Whether there are no maps.
    pub(super) fn is_plain(&self) -> bool {
        self.stages.is_empty()
    }

    /// The bits of the pieces that give the term a value, close to those that there are.
    pub(super) fn undo(&self, value: i128, hint: u64) -> u64 {
        let Some(first) = self.stages.first() else {
            return words(value, self.width);
        };
        let mut hints = Vec::with_capacity(self.stages.len());
        let mut at = first.from.integer(hint, first.width);
        for stage in &self.stages {
            hints.push(at);
            at = stage.apply(at);
        }
        let mut value = value;
        for (stage, &hint) in self.stages.iter().zip(&hints).rev() {
            value = stage.undo(value, hint);
        }
        words(value, first.width)
    }
}

impl Stage {
    fn apply(&self, x: i128) -> i128 {
        let bits = words(x, self.width);
        let result = match self.map {
            Map::Negate => words(-x, self.to_width),
            Map::Add(by) => words(x + by, self.to_width),
            Map::Flip(k) => bits ^ k,
            Map::Times { factor, .. } => bits.wrapping_mul(factor),
            Map::Extend => words(x, self.to_width),
            Map::Field(low) => bits >> low,
            Map::Divide(by) => words(x / by, self.to_width),
            Map::Shift(by) => words(x >> by, self.to_width),
            Map::Remainder(by) => words(x % by, self.to_width),
            Map::Place => words(floats::place(bits, self.width).into(), self.to_width),
        };
        self.to.integer(result & mask(self.to_width), self.to_width)
    }

    /// An integer that is mapped to this one, close to another.
    fn undo(&self, result: i128, hint: i128) -> i128 {
        let bits = words(result, self.to_width);
        let y = self.raw.integer(bits, self.to_width);
        let back = |bits: u64| self.from.integer(bits & mask(self.width), self.width);
        let Interval { low, high } = self.from;
        let x = match self.map {
            Map::Negate => back(words(-y, self.width)),
            Map::Add(by) => back(words(y - by, self.width)),
            Map::Flip(k) => back(bits ^ k),
            Map::Times { inverse, .. } => back(bits.wrapping_mul(inverse)),
            Map::Extend => y,
            Map::Place => back(floats::bits_at(y as i64, self.width, words(hint, self.width))),
            Map::Field(place) => {
                let field = mask(self.to_width) << place;
                back(words(hint, self.width) & !field | bits << place)
            }
            _ if self.apply(hint) == result => hint,
            Map::Divide(by) => {
                let (first, last) = match y {
                    0 => (1 - by, by - 1),
                    1.. => (y * by, y * by + by - 1),
                    _ => (y * by - by + 1, y * by),
                };
                let rest = (hint % by).abs();
                let wanted = if y < 0 { y * by - rest } else { y * by + rest };
                wanted.clamp(first.max(low), last.min(high))
            }
            Map::Shift(by) => {
                let first = y << by;
                let rest = hint & ((1 << by) - 1);
                (first + rest).clamp(first.max(low), (first + (1 << by) - 1).min(high))
            }
            Map::Remainder(by) if y < 0 => -congruent(-y, by, -hint, (-high).max(0), -low),
            Map::Remainder(by) => congruent(y, by, hint, low.max(0), high),
        };
        debug_assert_eq!(self.apply(x), result, "{self:?}");
        debug_assert!((low..=high).contains(&x), "{self:?}: {x}");
        x
    }
}

/// An integer as bits.
fn words(integer: i128, width: u32) -> u64 {
    integer as u64 & mask(width)
}

/// The number in an interval of at least zero that leaves this remainder, close to another one.
fn congruent(rest: i128, by: i128, hint: i128, low: i128, high: i128) -> i128 {
    let near = hint.clamp(low, high);
    let x = near - near % by + rest;
    if x > high {
        x - by
    } else if x < low {
        x + by
    } else {
        x
    }
}

/// The inverse of an odd number modulo 2^64, by Newton's method: each step doubles the bits that are right.
fn inverse(k: u64) -> u64 {
    let mut x = k;
    for _ in 0..5 {
        x = x.wrapping_mul(2u64.wrapping_sub(k.wrapping_mul(x)));
    }
    x
}

/// What a term's outermost operator is applied to, if everything else about it is constant.
fn operand(terms: &Terms, term: TermId) -> Option<TermId> {
    match terms.view(term) {
        View::Unary(UnaryOp::Neg | UnaryOp::Not, a)
        | View::ZeroExtend(a)
        | View::SignExtend(a)
        | View::Extract { a, .. } => Some(a),
        View::Binary(_, a, b) => match (terms.value(a), terms.value(b)) {
            (None, Some(_)) => Some(a),
            (Some(_), None) => Some(b),
            _ => None,
        },
        _ => None,
    }
}

/// A term as bits of inputs put together, from the lowest up, if it is no more than that.
fn pieces_of(terms: &Terms, term: TermId) -> Option<Vec<Piece>> {
    let mut pieces = Vec::new();
    let mut open = vec![term];
    while let Some(term) = open.pop() {
        match terms.view(term) {
            View::Input(input) => pieces.push(Piece { input, low: 0, width: terms.width(term) }),
            View::Extract { a, low, .. } => match terms.view(a) {
                View::Input(input) => pieces.push(Piece { input, low, width: terms.width(term) }),
                _ => return None,
            },
            // The second operand is the lower one.
            View::Binary(BinaryOp::Concat, a, b) => open.extend([a, b]),
            _ => return None,
        }
    }
    Some(pieces)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    /// A number below a limit, from a state that it changes (an LCG, whose upper bits are random enough).
    fn below(state: &mut u64, limit: u64) -> u64 {
        *state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (*state >> 33) % limit
    }

    /// A map of a term, any that there is.
    fn mapped(terms: &mut Terms, term: TermId, state: &mut u64) -> TermId {
        let width = terms.width(term);
        let number = below(state, 1 << width.min(9));
        let constant = terms.constant(width, number);
        match below(state, 14) {
            0 => terms.neg(term),
            1 => terms.not(term),
            2 => terms.add(term, constant),
            3 => terms.xor(term, constant),
            4 => terms.mul(term, constant),
            5 => terms.and(term, constant),
            6 if number != 0 => terms.udiv(term, constant),
            7 if number != 0 => terms.sdiv(term, constant),
            8 if number != 0 => terms.urem(term, constant),
            9 if number != 0 => terms.srem(term, constant),
            10 => terms.lshr(term, constant),
            11 => terms.ashr(term, constant),
            12 => terms.extract(term, width - 1, (number % u64::from(width)) as u32),
            _ if width < 16 => {
                if number.is_multiple_of(2) {
                    terms.zext(term, 16)
                } else {
                    terms.sext(term, 16)
                }
            }
            _ => terms.sub(constant, term),
        }
    }

    #[test]
    fn intervals_are_exact_and_maps_are_undone() {
        let state = &mut 1;
        let mut shapes = 0;
        for _ in 0..6000 {
            let mut terms = Terms::new();
            let low = below(state, 256) as i64 - 128;
            let ranges = [None, Some((0, 255)), Some((low, low + below(state, 100) as i64))];
            let declared = Declared { width: 8, range: ranges[below(state, 3) as usize] };
            let x = terms.input(0, 8);
            let mut term = x;
            for _ in 0..=below(state, 3) {
                term = mapped(&mut terms, term, state);
            }
            let Some(mut shape) = Shape::of(&terms, term, &[declared]) else { continue };
            let is_signed = below(state, 2) == 1;
            if shape.read(is_signed).is_none() {
                continue;
            }
            shapes += 1;
            let interval = shape.interval();
            let value = |bits: u64| terms.eval(term, &|_| bits);
            let image: BTreeSet<i128> = (0..256)
                .filter(|&bits| declared.allows(bits))
                .map(|bits| shape.integer(value(bits)))
                .collect();
            assert_eq!(image, (interval.low..=interval.high).collect(), "{}", terms.display(term));
            for hint in (0..256).filter(|&bits| declared.allows(bits)).step_by(7) {
                for &integer in &image {
                    let piece =
                        shape.undo(integer, hint >> shape.pieces[0].low & mask(shape.pieces[0].width));
                    let bits = hint & !shape.pieces[0].bits() | piece << shape.pieces[0].low;
                    assert!(declared.allows(bits), "{}", terms.display(term));
                    assert_eq!(shape.integer(value(bits)), integer, "{}", terms.display(term));
                }
                let kept = hint >> shape.pieces[0].low & mask(shape.pieces[0].width);
                assert_eq!(shape.undo(shape.integer(value(hint)), kept), kept, "what fits stays");
            }
        }
        assert!(shapes > 1000, "{shapes}");
    }

    #[test]
    fn floating_point_numbers_have_places() {
        let mut terms = Terms::new();
        let x = terms.input(0, 32);
        let declared = Declared { width: 32, range: None };
        let shape = Shape::of(&terms, x, &[declared]).and_then(Shape::into_float).expect("an input");
        let numbers = [f32::NEG_INFINITY, -1.5, -1e-45, -0.0, 0.0, 1e-45, 2.0, f32::INFINITY, f32::NAN];
        let places: Vec<i128> = numbers.iter().map(|number| shape.integer(number.to_bits().into())).collect();
        assert!(places.is_sorted());
        assert_eq!((places[3], places[4]), (0, 0));
        assert_eq!((places[0], places[8]), (shape.interval().low, shape.interval().high));
        for (number, place) in numbers.iter().zip(places) {
            let bits = shape.undo(place, 1.0f32.to_bits().into());
            let back = f32::from_bits(bits as u32);
            assert!(back == *number || back.is_nan() && number.is_nan());
        }
    }
}
