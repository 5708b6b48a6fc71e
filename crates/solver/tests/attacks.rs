//! Sessions written by hand to break the chain where random ones seldom get, with plain Z3 as the judge.

use worstcase_solver::{Answer, Chain, ChainLimits, Declared, Mark, Parts, Solver, Z3};
use worstcase_term::{TermId, Terms};

/// A chain, each answer of which is judged.
struct Judged {
    terms: Terms,
    chain: Chain,
    inputs: Vec<Declared>,
    assertions: Vec<TermId>,
}

impl Judged {
    fn new() -> Judged {
        Judged { terms: Terms::new(), chain: Chain::new(), inputs: Vec::new(), assertions: Vec::new() }
    }

    /// A chain that remembers little, so that what it forgets has its number soon taken by something else.
    fn remembering(remembered: usize) -> Judged {
        let limits = ChainLimits { remembered, ..ChainLimits::default() };
        Judged { chain: Chain::limited(limits, Z3::new()), ..Judged::new() }
    }

    fn input(&mut self, width: u32, range: Option<(i64, i64)>) -> TermId {
        let declared = Declared { width, range };
        self.inputs.push(declared);
        self.chain.declare(declared);
        self.terms.input(self.inputs.len() as u32 - 1, width)
    }

    fn number(&mut self, width: u32, value: i64) -> TermId {
        self.terms.constant(width, value as u64)
    }

    fn assert(&mut self, condition: TermId) {
        self.assertions.push(condition);
        self.chain.assert(&self.terms, condition);
    }

    fn mark(&self) -> Mark {
        self.chain.mark(&self.terms)
    }

    fn undo(&mut self, mark: Mark) {
        self.chain.undo(mark);
        self.assertions.truncate(mark.assertions);
        self.inputs.truncate(mark.inputs);
    }

    fn model(&self) -> Vec<u64> {
        (0..self.inputs.len() as u32).map(|input| self.chain.value(input)).collect()
    }

    fn judge(&self, assertions: &[TermId]) -> Answer {
        let mut z3 = Z3::new();
        self.inputs.iter().for_each(|&input| z3.declare(input));
        assertions.iter().for_each(|&assertion| z3.assert(&self.terms, assertion));
        z3.check(&self.terms)
    }

    /// The chain's answer, if the judge agrees.
    fn check(&mut self) -> Answer {
        let answer = self.chain.check(&self.terms);
        match answer {
            Answer::Sat => {
                let model = self.model();
                for (input, &value) in self.inputs.iter().zip(&model) {
                    assert!(input.allows(value), "{model:?}");
                }
                for &assertion in &self.assertions {
                    let value = self.terms.eval(assertion, &|input| model[input as usize]);
                    assert_eq!(value, 1, "{} for {model:?}", self.terms.display(assertion));
                }
            }
            Answer::Unsat => {
                assert_eq!(self.judge(&self.assertions), Answer::Unsat, "unsatisfiable for the chain only");
                let core: Vec<TermId> =
                    self.chain.core(&self.terms).iter().map(|&number| self.assertions[number]).collect();
                assert_eq!(self.judge(&core), Answer::Unsat, "a core that is none");
            }
            Answer::Unknown => {}
        }
        answer
    }
}

/// The bits of a floating-point number are not its place among all numbers.
#[test]
fn a_float_is_also_an_integer() {
    let float = |width, value: f64| {
        if width == 32 { u64::from((value as f32).to_bits()) } else { value.to_bits() }
    };
    for width in [32, 64] {
        let mut it = Judged::new();
        let x = it.input(width, None);
        let [low, middle, high] =
            [-3.5, -3.0, -2.5].map(|value| it.terms.constant(width, float(width, value)));
        let (above, below) = (it.terms.flt(low, x), it.terms.flt(x, high));
        it.assert(above);
        it.assert(below);
        assert_eq!(it.check(), Answer::Sat);
        let further = it.terms.constant(width, float(width, -3.0) + 10);
        let (above, below) = (it.terms.sle(middle, x), it.terms.sle(x, further));
        let mark = it.mark();
        it.assert(above);
        it.assert(below);
        assert_eq!(it.check(), Answer::Sat);
        it.undo(mark);
        let y = it.input(width, Some((0, 5)));
        let sum = it.terms.add(x, y);
        let same = it.terms.sle(sum, middle);
        it.assert(same);
        assert_eq!(it.check(), Answer::Sat);
    }
}

/// How often a sum wraps depends on how it is put; what is known by then must not change that.
#[test]
fn a_quotient_that_becomes_known() {
    let mut it = Judged::new();
    let (x, y) = (it.input(32, Some((0, 100_000))), it.input(32, None));
    let (ten, factor) = (it.number(32, 1000), it.number(32, 1_000_000_007));
    let quotient = it.terms.udiv(x, ten);
    let product = it.terms.mul(quotient, factor);
    let sum = it.terms.add(product, y);
    let (fifty, low, high) = (it.number(32, 50_000_000), it.number(32, 20_000), it.number(32, 20_999));
    let far = it.terms.ult(sum, fifty);
    it.assert(far);
    assert_eq!(it.check(), Answer::Sat);
    let (above, below) = (it.terms.ule(low, x), it.terms.ule(x, high));
    it.assert(above);
    it.assert(below);
    assert_eq!(it.check(), Answer::Sat);
    let twenty = it.number(32, 20_000_000);
    let more = it.terms.ult(twenty, sum);
    it.assert(more);
    assert_eq!(it.check(), Answer::Sat);
}

/// What a check has found out about an input goes when the input goes, even if nothing was asserted since.
#[test]
fn an_input_goes_without_an_assertion() {
    let mut it = Judged::new();
    let (x, y) = (it.input(32, None), it.input(32, None));
    let start = it.mark();
    let (product, k) = (it.terms.mul(x, y), it.number(32, 0x1234_5677));
    let hard = it.terms.eq(product, k);
    let (xor, k) = (it.terms.xor(x, y), it.number(32, 0x10));
    let other = it.terms.ult(k, xor);
    let both = it.terms.and(hard, other);
    it.assert(both);
    let before = it.mark();
    it.input(32, Some((5, 1000)));
    it.input(32, Some((-7, -5)));
    it.input(64, None);
    assert_eq!(it.check(), Answer::Sat);
    it.undo(before);
    assert_eq!(it.check(), Answer::Sat);
    it.input(32, Some((50, 60)));
    assert_eq!(it.check(), Answer::Sat);
    it.undo(start);
    assert_eq!(it.check(), Answer::Sat);
}

/// Of an input with a range, not every combination of old and new bits is in it.
#[test]
fn parts_of_an_input_with_a_range() {
    for (width, range) in [(32, (20, 41)), (8, (20, 41)), (8, (-56, -36)), (16, (-100, 60))] {
        let mut it = Judged::new();
        let (x, y) = (it.input(width, Some(range)), it.input(width, Some(range)));
        let (a, b) = (it.terms.extract(x, 3, 0), it.terms.extract(y, 3, 0));
        let product = it.terms.mul(a, b);
        for value in 0..16 {
            let mark = it.mark();
            let value = it.number(4, value);
            let same = it.terms.eq(product, value);
            it.assert(same);
            assert_eq!(it.check(), Answer::Sat);
            it.undo(mark);
        }
    }
}

/// Small negative numbers are far from 0 as integers.
#[test]
fn a_small_float_is_a_large_integer() {
    let mut it = Judged::new();
    let x = it.input(32, None);
    let (zero, least) = (it.terms.constant(32, 0), it.terms.constant(32, 0x8001_0000));
    let (negative, small) = (it.terms.flt(x, zero), it.terms.flt(least, x));
    it.assert(negative);
    it.assert(small);
    assert_eq!(it.check(), Answer::Sat);
    for low in [0, 4, 8, 15, 16, 29] {
        for value in [0x8000_0032u64, 0x8000_0101, 0x8000_ffff] {
            let mark = it.mark();
            let part = it.terms.extract(x, 31, low);
            let value = it.terms.constant(32 - low, value >> low);
            let (same, below, above) =
                (it.terms.eq(part, value), it.terms.ule(part, value), it.terms.ule(value, part));
            for conditions in [&[same][..], &[below, above], &[below], &[above]] {
                conditions.iter().for_each(|&condition| it.assert(condition));
                assert_eq!(it.check(), Answer::Sat, "{low} {value:?}");
                it.undo(mark);
            }
        }
    }
}

/// 2 to the 63rd is no signed number.
#[test]
fn the_highest_bit_of_a_sum() {
    for (first, second) in [((i64::MAX - 3, i64::MAX), (0, 10)), ((i64::MIN, i64::MIN + 3), (-4, 4))] {
        let mut it = Judged::new();
        let (x, y) = (it.input(64, Some(first)), it.input(64, Some(second)));
        let sum = it.terms.add(x, y);
        let highest = it.terms.extract(sum, 63, 63);
        let wide = it.terms.zext(highest, 64);
        let more = it.terms.add(wide, x);
        let (less, other) = (it.terms.ult(more, y), it.terms.ne(more, y));
        it.assert(other);
        assert_eq!(it.check(), Answer::Sat);
        it.assert(less);
        assert_ne!(it.check(), Answer::Unknown);
    }
}

/// Of two elements in an order that wraps, which is the lesser and which the greater: in choices nested in choices.
fn exchanged(it: &mut Judged, a: TermId, b: TermId) -> (TermId, TermId) {
    let (difference, zero) = (it.terms.sub(a, b), it.number(32, 0));
    let is_less = it.terms.slt(difference, zero);
    (it.terms.ite(is_less, a, b), it.terms.ite(is_less, b, a))
}

/// Differences that wrap are no order, so what a network of exchanges leaves need not be sorted, but two that were just
/// exchanged are.
#[test]
fn choices_nested_in_choices() {
    let mut it = Judged::new();
    let mut xs: Vec<TermId> = (0..4).map(|_| it.input(32, None)).collect();
    let zero = it.number(32, 0);
    for (i, j) in [(0, 1), (2, 3), (0, 2), (1, 3), (1, 2), (0, 1), (2, 3)] {
        (xs[i], xs[j]) = exchanged(&mut it, xs[i], xs[j]);
        let mark = it.mark();
        let least = it.number(32, i64::from(i32::MIN));
        let difference = it.terms.sub(xs[j], xs[i]);
        let (is_less, wraps) = (it.terms.slt(difference, zero), it.terms.eq(difference, least));
        it.assert(is_less);
        // Exactly half around, each is less than the other.
        assert_eq!(it.check(), Answer::Sat, "{i} {j}");
        let other = it.terms.not(wraps);
        it.assert(other);
        assert_eq!(it.check(), Answer::Unsat, "{i} {j}");
        it.undo(mark);
    }
    let first = it.terms.sub(xs[3], xs[0]);
    let is_less = it.terms.slt(first, zero);
    it.assert(is_less);
    assert_eq!(it.check(), Answer::Sat);
}

/// A fact that is the condition of later ones need not be decided again, but has to hold.
#[test]
fn facts_as_conditions_of_others() {
    for (first, second) in [(true, true), (true, false), (false, true), (false, false)] {
        let mut it = Judged::new();
        let (x, y, z) = (it.input(32, None), it.input(32, None), it.input(32, None));
        let (one, zero) = (it.number(32, 1), it.number(32, 0));
        let difference = it.terms.sub(x, y);
        let condition = it.terms.slt(difference, zero);
        let chosen = it.terms.ite(condition, x, y);
        let nested = it.terms.sub(chosen, z);
        let outer = it.terms.slt(zero, nested);
        let again = it.terms.ite(outer, z, chosen);
        let last = it.terms.sub(again, x);
        let same = it.terms.sle(one, last);
        for (fact, holds) in [(condition, first), (outer, second), (same, true)] {
            let fact = if holds { fact } else { it.terms.not(fact) };
            it.assert(fact);
            assert_ne!(it.check(), Answer::Unknown);
        }
    }
}

/// Selected addresses: constants under operators, of which none may be odd.
#[test]
fn operators_on_selected_constants() {
    let mut it = Judged::new();
    let (x, y) = (it.input(32, None), it.input(32, None));
    let difference = it.terms.sub(x, y);
    let (zero, four, base) = (it.number(32, 0), it.number(32, 4), it.number(32, 8000));
    let is_less = it.terms.slt(difference, zero);
    let is_equal = it.terms.eq(x, y);
    let (index, step) = (it.terms.zext(is_less, 32), it.terms.ite(is_equal, four, zero));
    let scaled = it.terms.mul(index, four);
    let sum = it.terms.add(scaled, step);
    let address = it.terms.add(sum, base);
    for (value, answer) in
        [(8000, Answer::Sat), (8004, Answer::Sat), (8008, Answer::Unsat), (8001, Answer::Unsat)]
    {
        let mark = it.mark();
        let value = it.number(32, value);
        let is_there = it.terms.eq(address, value);
        it.assert(is_there);
        assert_eq!(it.check(), answer);
        it.undo(mark);
    }
    let low = it.terms.extract(address, 1, 0);
    let none = it.number(2, 0);
    let odd = it.terms.ne(low, none);
    it.assert(odd);
    assert_eq!(it.check(), Answer::Unsat);
}

/// A table is about all inputs that facts share with it, also if a later fact brings others in.
#[test]
fn inputs_that_come_together_late() {
    let mut it = Judged::new();
    let xs: Vec<TermId> = (0..4).map(|_| it.input(8, Some((0, 12)))).collect();
    let limit = it.number(8, 30);
    for pair in xs.windows(2) {
        let product = it.terms.mul(pair[0], pair[1]);
        let is_more = it.terms.ult(limit, product);
        it.assert(is_more);
        assert_eq!(it.check(), Answer::Sat);
    }
    let mark = it.mark();
    let (first, last) = (it.terms.mul(xs[0], xs[3]), it.number(8, 3));
    let is_less = it.terms.ult(first, last);
    it.assert(is_less);
    assert_eq!(it.check(), Answer::Unsat);
    it.undo(mark);
    let more = it.number(8, 8);
    let is_less = it.terms.ult(first, more);
    it.assert(is_less);
    assert_ne!(it.check(), Answer::Unknown);
    let product = it.terms.mul(xs[1], xs[2]);
    let is_less = it.terms.ult(product, limit);
    it.assert(is_less);
    assert_eq!(it.check(), Answer::Unsat);
}

/// Z3 itself was wrong about a question after it had given up on another one: that a number is below a limit, after
/// that it is none. The judge would not have noticed, as it was wrong in the same way.
#[test]
fn a_question_after_one_that_was_given_up() {
    for (width, units) in
        [(64, 20_000), (64, 50_000), (64, 100_000), (64, 200_000), (32, 20_000), (32, 50_000)]
    {
        for mut solver in [Box::new(Z3::new()) as Box<dyn Solver>, Box::new(Chain::new())] {
            solver.limit(units);
            let mut terms = Terms::new();
            (0..3).for_each(|_| solver.declare(Declared { width, range: None }));
            let [x, y, z] = [0, 1, 2].map(|input| terms.input(input, width));
            let greater = terms.fmax(x, y);
            let clamped = terms.fmin(greater, z);
            let start = solver.mark(&terms);
            let (nan, less) = (terms.is_nan(clamped), terms.flt(clamped, z));
            solver.assert(&terms, nan);
            assert_ne!(solver.check(&terms), Answer::Unsat);
            solver.assert(&terms, less);
            assert_ne!(solver.check(&terms), Answer::Sat);
            solver.undo(start);
            let number = terms.not(nan);
            solver.assert(&terms, number);
            solver.assert(&terms, less);
            assert_ne!(solver.check(&terms), Answer::Unsat, "{width} bits, {units}");
        }
    }
}

/// A contradiction is remembered. What it rests on has to be found again if the context that knew was asked something else.
#[test]
fn a_reason_after_other_questions() {
    let mut terms = Terms::new();
    let mut parts = Parts::new();
    [32, 8].into_iter().for_each(|width| parts.declare(Declared { width, range: None }));
    let (x, y) = (terms.input(0, 32), terms.input(1, 8));
    let (ten, three, five) = (terms.constant(8, 10), terms.constant(32, 3), terms.constant(32, 5));
    // The first does not hold in the model, but nobody asks.
    let (other, low, high) = (terms.ult(ten, y), terms.ult(x, three), terms.ult(five, x));
    [other, low, high].into_iter().for_each(|condition| parts.assert(&terms, condition));
    assert_eq!(parts.check(&terms), Answer::Unsat);
    assert_eq!(parts.core(&terms), [1, 2]);
    assert!(parts.possible(&mut terms, y, 300).is_some());
    assert_eq!(parts.check(&terms), Answer::Unsat);
    assert_eq!(parts.core(&terms), [1, 2]);
    // The reason with one more assertion is none without it.
    assert!(parts.possible(&mut terms, y, 300).is_some());
    let mark = parts.mark(&terms);
    parts.assert(&terms, Terms::FALSE);
    assert_eq!(parts.check(&terms), Answer::Unsat);
    assert_eq!(parts.core(&terms), [3]);
    parts.undo(mark);
    assert_eq!(parts.check(&terms), Answer::Unsat);
    assert_eq!(parts.core(&terms), [1, 2]);
}

/// A byte that can be nothing any more leaves no combination, but the values of the others are not listed for that.
#[test]
fn many_values_beside_none() {
    let mut it = Judged::new();
    let (x, y) = (it.input(8, None), it.input(32, Some((0, i64::from(u32::MAX)))));
    let (three, five) = (it.number(8, 3), it.number(8, 5));
    let (low, high) = (it.terms.ult(x, three), it.terms.ult(five, x));
    it.assert(low);
    it.assert(high);
    let wide = it.terms.zext(x, 32);
    let product = it.terms.mul(wide, y);
    // Nothing is possible, and to say less is allowed.
    assert!(it.chain.possible(&mut it.terms, product, 100).is_none_or(|values| values.is_empty()));
    assert_eq!(it.check(), Answer::Unsat);
}

/// Three numbers on a circle, each before the next, or else seven, which it is not: that can be if differences wrap, and what was
/// learned where they can't is about other ranges, though about variables of the same numbers.
#[test]
fn a_circle_of_other_ranges() {
    [usize::MAX / 4, 0, 20].into_iter().for_each(|remembered| circles(&mut Judged::remembering(remembered)));
}

fn circles(it: &mut Judged) {
    let (half, whole) = (1i64 << 31, 1i64 << 32);
    let ranges = [
        (Some((0, half - 1)), Answer::Unsat),
        (None, Answer::Sat),
        (Some((0, half)), Answer::Sat),
        (Some((0, whole - 1)), Answer::Sat),
        (Some((-half, half - 1)), Answer::Sat),
        (Some((half - 10, half + 10)), Answer::Unsat),
        (Some((-10, 10)), Answer::Unsat),
    ];
    for round in 0..4 * ranges.len() {
        // Each after each.
        let (range, expected) = ranges[if round % 2 == 0 { round / 2 } else { round } % ranges.len()];
        let start = it.mark();
        let all = [it.input(32, range), it.input(32, range), it.input(32, range)];
        let (zero, seven, first) = (it.number(32, 0), it.number(32, 7), round % 3);
        for i in 0..3 {
            let (a, b) = (all[(first + i) % 3], all[(first + i + 1) % 3]);
            let difference = it.terms.sub(a, b);
            let (before, special) = (it.terms.slt(difference, zero), it.terms.eq(a, seven));
            let either = it.terms.or(before, special);
            it.assert(either);
            let other = it.terms.not(special);
            it.assert(other);
        }
        assert_eq!(it.check(), expected, "{range:?}");
        it.undo(start);
    }
}

/// That two floating-point numbers are neither before nor after each other nor equal, where one may be no number, and where not.
#[test]
fn numbers_that_may_be_none_again() {
    for width in [32, 64] {
        let mut it = Judged::new();
        for round in 0..8 {
            let start = it.mark();
            let inputs = [it.input(width, None), it.input(width, None)];
            let (x, y) = (inputs[round % 2], inputs[1 - round % 2]);
            let numbers = round / 2 % 4;
            for (place, number) in [x, y].into_iter().enumerate() {
                if numbers >> place & 1 != 0 {
                    let is_number = it.terms.feq(number, number);
                    it.assert(is_number);
                }
            }
            let (before, after, same) = (it.terms.flt(x, y), it.terms.flt(y, x), it.terms.feq(x, y));
            let either = it.terms.or(before, after);
            let any = it.terms.or(either, same);
            let none = it.terms.not(any);
            it.assert(none);
            assert_eq!(it.check(), if numbers == 3 { Answer::Unsat } else { Answer::Sat }, "{round}");
            it.undo(start);
        }
    }
}

/// A byte within a word, and others beside it; another word of the same bytes after that.
#[test]
fn bytes_that_come_to_be_in_other_words() {
    let mut it = Judged::new();
    let bytes: Vec<TermId> = (0..8).map(|_| it.input(8, None)).collect();
    let start = it.mark();
    for round in 0..12usize {
        let count = [2, 4, 8, 3][round % 4];
        let first = round % (9 - count);
        let mut word = bytes[first];
        for i in 1..count {
            let byte = bytes[first + i];
            word = if round % 3 == 0 { it.terms.concat(word, byte) } else { it.terms.concat(byte, word) };
        }
        let width = it.terms.width(word);
        let (low, high) = (it.number(width, 0x41), it.number(width, 1 << (width - 2)));
        let (above, below) = (it.terms.slt(low, word), it.terms.ult(word, high));
        it.assert(above);
        it.assert(below);
        assert_eq!(it.check(), Answer::Sat);
        let (one, other) = (bytes[first], bytes[first + count - 1]);
        let differ = it.terms.ult(one, other);
        it.assert(differ);
        assert_eq!(it.check(), Answer::Sat);
        // The word shifted by a byte, put together from others of the same.
        let shifted = it.terms.concat(one, bytes[(first + count) % 8]);
        let limit = it.number(16, 0x0300);
        let small = it.terms.ult(shifted, limit);
        it.assert(small);
        it.check();
        it.undo(start);
    }
}
