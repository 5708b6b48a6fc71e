//! Z3 as a solver against references that can't be wrong: all values tried where inputs are narrow, evaluation of
//! every model where they are wide.

use worstcase_solver::{Answer, Declared, Mark, Solver, Z3};
use worstcase_term::BinaryOp::*;
use worstcase_term::UnaryOp::*;
use worstcase_term::{BinaryOp, Evaluator, TermId, Terms, mask, signed};

const BINARY: [BinaryOp; 20] = [
    Add, Sub, Mul, Udiv, Sdiv, Urem, Srem, And, Or, Xor, Shl, Lshr, Ashr, Rotl, Rotr, Eq, Ult, Ule, Slt, Sle,
];
const COMPARISONS: [BinaryOp; 5] = [Eq, Ult, Ule, Slt, Sle];

/// A generator that is the same everywhere (xorshift64*); statistics don't matter here.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d)
    }

    fn below(&mut self, n: u64) -> u64 {
        (self.next() >> 20) % n
    }

    fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len() as u64) as usize]
    }

    /// A number of a width, often one at an edge.
    fn value(&mut self, width: u32) -> u64 {
        let edge = match self.below(4) {
            0 => self.below(4),
            1 => u64::MAX - self.below(3),
            2 => 1 << self.below(width.into()),
            _ => self.next(),
        };
        edge & mask(width)
    }

    /// A term out of a pool at a width, brought to it if need be.
    fn at_width(&mut self, terms: &mut Terms, pool: &[TermId], width: u32) -> TermId {
        let term = self.pick(pool);
        match terms.width(term) {
            same if same == width => term,
            wider if wider > width => {
                let low = self.below(u64::from(wider - width + 1)) as u32;
                terms.extract(term, low + width - 1, low)
            }
            _ if self.below(2) == 0 => terms.zext(term, width),
            _ => terms.sext(term, width),
        }
    }

    /// An operator on terms of a pool.
    fn operation(&mut self, terms: &mut Terms, pool: &[TermId]) -> TermId {
        let a = self.pick(pool);
        let width = terms.width(a);
        match self.below(10) {
            0 => terms.unary(self.pick(&[Not, Neg, Clz, Ctz, Popcnt]), a),
            1 => terms.constant(width, self.value(width)),
            2 => {
                let condition = self.at_width(terms, pool, 1);
                let b = self.at_width(terms, pool, width);
                terms.ite(condition, a, b)
            }
            3 => {
                let b = self.pick(pool);
                if width + terms.width(b) > 64 { b } else { terms.concat(a, b) }
            }
            4 => self.at_width(terms, pool, width % 64 + 1),
            5 => {
                let b = terms.constant(width, self.value(width));
                terms.binary(self.pick(&BINARY), a, b)
            }
            _ => {
                let b = self.at_width(terms, pool, width);
                terms.binary(self.pick(&BINARY), a, b)
            }
        }
    }

    /// A truth value over these inputs.
    fn condition(&mut self, terms: &mut Terms, declared: &[Declared], size: u64) -> TermId {
        let mut pool: Vec<TermId> =
            declared.iter().zip(0..).map(|(input, index)| terms.input(index, input.width)).collect();
        for _ in 0..1 + self.below(size) {
            let term = self.operation(terms, &pool);
            pool.push(term);
        }
        let a = pool[pool.len() - 1];
        let width = terms.width(a);
        let b = match self.below(3) {
            0 => self.at_width(terms, &pool, width),
            _ => terms.constant(width, self.value(width)),
        };
        terms.binary(self.pick(&COMPARISONS), a, b)
    }

    fn declared(&mut self, width: u32) -> Declared {
        let ends = [self.value(width), self.value(width)].map(|value| signed(width, value));
        let range = (self.below(2) == 0).then(|| (ends[0].min(ends[1]), ends[0].max(ends[1])));
        Declared { width, range }
    }
}

/// Whether conditions hold together for any values of the inputs.
fn possible(terms: &Terms, declared: &[Declared], conditions: &[TermId]) -> bool {
    let mut evaluator = Evaluator::new();
    let bits: u32 = declared.iter().map(|input| input.width).sum();
    (0..1_u64 << bits).any(|all| {
        let (mut rest, mut values) = (all, Vec::new());
        for input in declared {
            values.push(rest & mask(input.width));
            rest >>= input.width;
        }
        let model = |index: u32| values[index as usize];
        let mut valuation = evaluator.under(terms, &model);
        declared.iter().zip(&values).all(|(input, &value)| input.allows(value))
            && conditions.iter().all(|&condition| valuation.holds(condition))
    })
}

/// A solver and what it should be.
struct Pair {
    solver: Z3,
    terms: Terms,
    declared: Vec<Declared>,
    conditions: Vec<TermId>,
}

impl Pair {
    fn new(declared: Vec<Declared>, mut solver: Z3) -> Pair {
        let terms = Terms::new();
        solver.undo(Mark { assertions: 0, inputs: 0, terms: terms.count() });
        declared.iter().for_each(|&input| solver.declare(input));
        Pair { solver, terms, declared, conditions: Vec::new() }
    }

    fn assert(&mut self, condition: TermId) {
        self.solver.assert(&self.terms, condition);
        self.conditions.push(condition);
    }

    fn check(&mut self) -> Answer {
        let answer = self.solver.check(&self.terms);
        if answer == Answer::Sat {
            let model = |index: u32| self.solver.value(index);
            for &condition in &self.conditions {
                assert_eq!(self.terms.eval(condition, &model), 1, "{}", self.terms.display(condition));
            }
            for (input, index) in self.declared.iter().zip(0..) {
                assert!(input.allows(model(index)) && model(index) <= mask(input.width));
            }
        }
        answer
    }

    fn core(&mut self) -> Vec<TermId> {
        let core = self.solver.core(&self.terms);
        assert!(core.is_sorted_by(|a, b| a < b));
        core.iter().map(|&number| self.conditions[number]).collect()
    }

    fn values(&self) -> Vec<u64> {
        (0..self.declared.len() as u32).map(|index| self.solver.value(index)).collect()
    }
}

#[test]
fn narrow_inputs_are_decided_as_by_trying_all() {
    let mut random = Random(1);
    let mut solver = Z3::new();
    let (mut possible_ones, mut impossible_ones, mut smaller) = (0, 0, 0);
    for round in 0..80 {
        let widths = [[4, 4, 4], [1, 3, 8], [1, 1, 7], [2, 5, 4]][round % 4];
        let mut pair = Pair::new(widths.map(|width| random.declared(width)).to_vec(), solver);
        let mut states: Vec<(Mark, worstcase_term::Mark, Vec<u64>)> = Vec::new();
        for _ in 0..12 {
            let before = (pair.solver.mark(&pair.terms), pair.terms.mark(), pair.values());
            let condition = random.condition(&mut pair.terms, &pair.declared.clone(), 6);
            pair.assert(condition);
            let answer = pair.check();
            let expected = possible(&pair.terms, &pair.declared, &pair.conditions);
            assert_eq!(answer, if expected { Answer::Sat } else { Answer::Unsat });
            if expected {
                possible_ones += 1;
                states.push(before);
            } else {
                impossible_ones += 1;
                let core = pair.core();
                smaller += usize::from(core.len() < pair.conditions.len());
                assert!(!possible(&pair.terms, &pair.declared, &core));
                back(&mut pair, before);
            }
            if random.below(4) == 0 && !states.is_empty() {
                let to = random.below(states.len() as u64) as usize;
                let state = states.drain(to..).next().expect("a state");
                back(&mut pair, state);
            }
        }
        solver = pair.solver;
    }
    assert!(
        possible_ones > 300 && impossible_ones > 150 && smaller > 50,
        "{possible_ones} {impossible_ones} {smaller}"
    );
}

/// Goes back to a state, in which the model must be what it was.
fn back(pair: &mut Pair, (mark, terms, values): (Mark, worstcase_term::Mark, Vec<u64>)) {
    pair.solver.undo(mark);
    pair.terms.undo(terms);
    pair.conditions.truncate(mark.assertions);
    assert_eq!(pair.values(), values);
    assert_eq!(pair.check(), Answer::Sat);
    assert_eq!(pair.values(), values);
}

#[test]
fn models_of_wide_inputs_satisfy() {
    let mut random = Random(2);
    let mut solver = Z3::new();
    let mut answers = [0; 3];
    for _ in 0..40 {
        let widths = [(); 6].map(|()| 1 + random.below(64) as u32);
        let declared = widths.map(|width| random.declared(width)).to_vec();
        let mut pair = Pair::new(declared, solver);
        pair.solver.limit(50_000);
        for _ in 0..6 {
            let mark = pair.solver.mark(&pair.terms);
            let condition = random.condition(&mut pair.terms, &pair.declared.clone(), 5);
            pair.assert(condition);
            let answer = pair.check();
            answers[answer as usize] += 1;
            if answer == Answer::Unsat {
                // A solver that knows nothing else, and may take its time, agrees.
                let core = pair.core();
                let mut other = Z3::new();
                pair.declared.iter().for_each(|&input| other.declare(input));
                core.iter().for_each(|&condition| other.assert(&pair.terms, condition));
                assert_eq!(other.check(&pair.terms), Answer::Unsat);
            }
            if answer != Answer::Sat {
                pair.solver.undo(mark);
                pair.conditions.truncate(mark.assertions);
            }
        }
        solver = pair.solver;
    }
    assert!(answers[0] > 150 && answers[1] > 15 && answers[2] < 25, "{answers:?}");
}

#[test]
fn unasked_inputs_have_the_value_closest_to_zero() {
    let ranges = [None, Some((3, 9)), Some((-9, -3)), Some((-5, 5)), Some((0, 255)), Some((200, 255))];
    let declared: Vec<Declared> = ranges.iter().map(|&range| Declared { width: 8, range }).collect();
    let mut pair = Pair::new(declared, Z3::new());
    assert_eq!(pair.values(), [0, 3, 253, 0, 0, 200]);
    let (x, y) = (pair.terms.input(0, 8), pair.terms.input(5, 8));
    let less = pair.terms.ult(y, x);
    pair.assert(less);
    assert_eq!(pair.check(), Answer::Sat);
    assert_eq!(pair.values()[1..5], [3, 253, 0, 0]);
    // Within the range 200 is the least, so nothing is below it.
    let limit = pair.terms.constant(8, 200);
    let low = pair.terms.ult(y, limit);
    pair.assert(low);
    assert_eq!(pair.check(), Answer::Unsat);
    assert_eq!(pair.solver.core(&pair.terms), [1]);
}

/// The product of two primes that has to be taken apart: hopeless within the limit.
fn factors(pair: &mut Pair) {
    let (x, y) = (pair.terms.input(0, 64), pair.terms.input(1, 64));
    let product = pair.terms.mul(x, y);
    let semiprime = pair.terms.constant(64, 2_654_435_761 * 3_000_000_019);
    let equal = pair.terms.eq(product, semiprime);
    pair.assert(equal);
}

#[test]
fn work_is_limited_and_the_same_each_time() {
    let tries: Vec<Vec<Answer>> = (0..2)
        .map(|_| {
            let declared = vec![Declared { width: 64, range: Some((2, 1 << 32)) }; 2];
            let mut pair = Pair::new(declared, Z3::new());
            factors(&mut pair);
            let limits = [0, 1, 1000, 10_000, 100_000, 200_000];
            limits
                .map(|limit| {
                    pair.solver.limit(limit);
                    pair.check()
                })
                .to_vec()
        })
        .collect();
    assert_eq!(tries[0], tries[1]);
    assert_eq!(tries[0], [Answer::Unknown; 6]);
}

#[test]
fn a_solver_moves_between_threads() {
    let mut pair = Pair::new(vec![Declared { width: 32, range: None }; 2], Z3::new());
    let (x, y) = (pair.terms.input(0, 32), pair.terms.input(1, 32));
    for _ in 0..3 {
        let product = pair.terms.mul(x, y);
        let limit = pair.terms.constant(32, 100 + pair.conditions.len() as u64);
        let above = pair.terms.slt(limit, product);
        pair.assert(above);
        assert_eq!(pair.check(), Answer::Sat);
        pair = std::thread::spawn(move || {
            let sum = pair.terms.add(x, y);
            let limit = pair.terms.constant(32, 1000 + pair.conditions.len() as u64);
            let above = pair.terms.slt(limit, sum);
            pair.assert(above);
            assert_eq!(pair.check(), Answer::Sat);
            pair
        })
        .join()
        .expect("the thread ends well");
    }
    let opposite = pair.terms.not(pair.conditions[0]);
    pair.assert(opposite);
    assert_eq!(pair.check(), Answer::Unsat);
    assert_eq!(pair.solver.core(&pair.terms), [0, 6]);
}

/// A table of 4096 entries, read at an input, is a term as deep.
#[test]
fn deep_terms_are_translated() {
    let mut pair = Pair::new(vec![Declared { width: 16, range: None }], Z3::new());
    let x = pair.terms.input(0, 16);
    let mut entry = pair.terms.constant(32, 0);
    for place in 0..4096 {
        let (index, value) = (pair.terms.constant(16, place), pair.terms.constant(32, place * 65_537 + 1));
        let is_there = pair.terms.eq(x, index);
        entry = pair.terms.ite(is_there, value, entry);
    }
    let wanted = pair.terms.constant(32, 3000 * 65_537 + 1);
    let found = pair.terms.eq(entry, wanted);
    pair.assert(found);
    assert_eq!(pair.check(), Answer::Sat);
    assert_eq!(pair.values(), [3000]);
}

/// Z3 itself would build circuits for minutes before it looks at the limit.
#[test]
fn towers_of_divisions_are_not_built_beyond_the_limit() {
    let mut pair = Pair::new(vec![Declared { width: 64, range: None }; 2], Z3::new());
    let (mut x, y) = (pair.terms.input(0, 64), pair.terms.input(1, 64));
    for _ in 0..200 {
        let quotient = pair.terms.udiv(x, y);
        let product = pair.terms.mul(quotient, y);
        x = pair.terms.urem(product, x);
    }
    let limit = pair.terms.constant(64, 12_345);
    let equal = pair.terms.eq(x, limit);
    pair.solver.limit(1_000_000);
    pair.assert(equal);
    assert_eq!(pair.check(), Answer::Unknown);
}
