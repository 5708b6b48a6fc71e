//! What Z3 is told of floating-point operators agrees with their evaluation.

use worstcase_solver::{Answer, Declared, Solver, Z3};
use worstcase_term::BinaryOp::*;
use worstcase_term::Conversion::*;
use worstcase_term::UnaryOp::*;
use worstcase_term::{TermId, Terms, UnaryOp};
use z3::SatResult;

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

    /// The bits of a floating-point number, often a special one.
    fn float(&mut self, width: u32) -> u64 {
        let fraction = if width == 32 { 23 } else { 52 };
        let (sign, infinity) = (1 << (width - 1), ((1 << (width - 1 - fraction)) - 1) << fraction);
        let number = match self.below(8) {
            0 => [0, 1, (1 << fraction) - 1, 1 << fraction][self.below(4) as usize],
            1 => infinity - self.below(2),
            2 => infinity + 1 + self.below((1 << fraction) - 1),
            3 | 4 if width == 32 => (self.below(9) as f32 / 2.0).to_bits().into(),
            3 | 4 => (self.below(9) as f64 / 2.0).to_bits(),
            _ => self.next() % sign,
        };
        if self.below(2) == 0 { number | sign } else { number }
    }
}

/// Given the values of the inputs, each term can have the value that evaluation says, and no other.
fn check(terms: &mut Terms, widths: &[u32], model: &[u64], roots: &[TermId]) {
    let mut solver = Z3::new();
    widths.iter().for_each(|&width| solver.declare(Declared { width, range: None }));
    for (index, (&width, &value)) in widths.iter().zip(model).enumerate() {
        let (input, value) = (terms.input(index as u32, width), terms.constant(width, value));
        let equal = terms.eq(input, value);
        solver.assert(terms, equal);
    }
    let mark = solver.mark(terms);
    for &term in roots {
        let value = terms.eval(term, &|index| model[index as usize]);
        let constant = terms.constant(terms.width(term), value);
        let equal = terms.eq(term, constant);
        for (condition, expected) in [(equal, Answer::Sat), (terms.not(equal), Answer::Unsat)] {
            solver.assert(terms, condition);
            assert_eq!(solver.check(terms), expected, "{} for {model:x?}", terms.display(condition));
            solver.undo(mark);
        }
    }
}

#[test]
fn comparisons_are_what_evaluation_says() {
    let mut random = Random(1);
    for round in 0..24 {
        let width = if round % 2 == 0 { 32 } else { 64 };
        let mut terms = Terms::new();
        let (x, y) = (terms.input(0, width), terms.input(1, width));
        let constant = terms.constant(width, random.float(width));
        let mut roots = vec![terms.fmin(x, y), terms.fmax(x, y)];
        for op in [FLt, FLe, FEq] {
            for (a, b) in [(x, y), (x, x), (x, constant), (constant, y)] {
                roots.push(terms.binary(op, a, b));
            }
        }
        check(&mut terms, &[width; 2], &[random.float(width), random.float(width)], &roots);
    }
}

/// Chains of comparisons without values: all that numbers, and what is none, can do.
#[test]
fn orders_are_possible_or_not() {
    let mut terms = Terms::new();
    let [x, y, z] = [0, 1, 2].map(|index| terms.input(index, 64));
    let zero = terms.constant(64, 0);
    let (xy, yz, xz) = (terms.flt(x, y), terms.flt(y, z), terms.flt(x, z));
    let (yx, zy, zx) = (terms.fle(y, x), terms.fle(z, y), terms.fle(z, x));
    let [not_xz, not_yx, not_zy] = [xz, yx, zy].map(|order| terms.not(order));
    let (equal, same) = (terms.feq(x, zero), terms.eq(x, zero));
    let differ = terms.not(same);
    let answer = |conditions: &[TermId]| {
        let mut solver = Z3::new();
        (0..3).for_each(|_| solver.declare(Declared { width: 64, range: None }));
        conditions.iter().for_each(|&condition| solver.assert(&terms, condition));
        solver.check(&terms)
    };
    assert_eq!(answer(&[xy, yz]), Answer::Sat);
    assert_eq!(answer(&[xy, yz, not_xz]), Answer::Unsat);
    assert_eq!(answer(&[xy, yz, zx]), Answer::Unsat);
    assert_eq!(answer(&[equal, xy, yz, zx]), Answer::Unsat);
    assert_eq!(answer(&[not_yx, not_zy, zx]), Answer::Sat, "if y is NaN");
    assert_eq!(answer(&[equal, differ]), Answer::Sat, "-0");
}

#[test]
fn arithmetic_is_what_evaluation_says() {
    let mut random = Random(2);
    for round in 0..10 {
        let width = if round % 2 == 0 { 32 } else { 64 };
        let mut terms = Terms::new();
        let (x, y, n) = (terms.input(0, width), terms.input(1, width), terms.input(2, 96 - width));
        let mut roots: Vec<TermId> = [FAdd, FSub, FMul, FDiv].map(|op| terms.binary(op, x, y)).into();
        roots.extend([FSqrt, FCeil, FFloor, FTrunc, FNearest].map(|op| terms.unary(op, x)));
        for to in [32, 64] {
            roots.extend([ToSigned, ToUnsigned].map(|op| terms.convert(op, x, to)));
            roots.extend([FromSigned, FromUnsigned].map(|op| terms.convert(op, n, to)));
        }
        roots.push(terms.convert(Float, x, 96 - width));
        // Of results: their bits, their order, another operator.
        let last = roots.len();
        for _ in 0..4 {
            let [a, b] = [(); 2].map(|()| roots[random.below(4) as usize]);
            roots.extend([terms.flt(a, b), terms.feq(a, y), terms.binary(FAdd, a, b), terms.fmax(a, b)]);
        }
        assert!(roots[..last].iter().all(|&root| terms.has_floats(root)));
        let integer = if random.below(2) == 0 { random.next() } else { random.below(100) };
        let model = [random.float(width), random.float(width), integer & worstcase_term::mask(96 - width)];
        check(&mut terms, &[width, width, 96 - width], &model, &roots);
    }
}

/// Questions whose answers are numbers: each is verified by evaluation, or `check` would panic.
#[test]
fn numbers_are_found() {
    let mut terms = Terms::new();
    let [x, y] = [0, 1].map(|index| terms.input(index, 64));
    let constant = |terms: &mut Terms, number: f64| terms.constant(64, number.to_bits());
    let (sum, product, root) = (terms.binary(FAdd, x, y), terms.binary(FMul, x, y), terms.unary(FSqrt, x));
    let (three, two) = (constant(&mut terms, 3.25), constant(&mut terms, 2.0));
    let sum_is = terms.feq(sum, three);
    let product_is = terms.feq(product, two);
    let root_is = terms.flt(two, root);
    let (absorbed, bigger) = (terms.feq(sum, x), terms.flt(two, y));
    let minus = terms.fneg(two);
    let negative = terms.flt(product, minus);
    let (square, nan) = (terms.binary(FMul, x, x), terms.is_nan(sum));
    let below_zero = terms.flt(square, minus);
    let number = terms.feq(x, x);
    for (conditions, expected) in [
        (vec![sum_is], Answer::Sat),
        (vec![product_is, bigger], Answer::Sat),
        (vec![root_is, sum_is], Answer::Sat),
        (vec![absorbed, bigger, number], Answer::Sat),
        (vec![negative, bigger], Answer::Sat),
        (vec![nan, number, bigger], Answer::Sat),
        (vec![below_zero], Answer::Unsat),
    ] {
        let mut solver = Z3::new();
        (0..2).for_each(|_| solver.declare(Declared { width: 64, range: None }));
        conditions.iter().for_each(|&condition| solver.assert(&terms, condition));
        assert_eq!(solver.check(&terms), expected, "{}", terms.display(conditions[0]));
        if expected == Answer::Unsat {
            assert_eq!(solver.core(&terms), [0]);
        }
    }
}

/// What is written for other solvers is read by Z3, and means the same.
#[test]
fn scripts_mean_what_evaluation_says() {
    let mut random = Random(3);
    for round in 0..12 {
        let width = if round % 2 == 0 { 32 } else { 64 };
        let mut terms = Terms::new();
        let (x, y) = (terms.input(0, width), terms.input(1, width));
        let (sum, quotient) = (terms.binary(FAdd, x, y), terms.binary(FDiv, x, y));
        let roots = [
            terms.binary(FMul, sum, y),
            terms.unary(random_rounding(&mut random), quotient),
            terms.convert(ToSigned, sum, 32),
            terms.convert(ToUnsigned, x, 64),
            terms.convert(Float, x, 96 - width),
            terms.convert(FromUnsigned, y, width),
            terms.fle(sum, y),
        ];
        let model = [random.float(width), random.float(width)];
        for root in roots {
            let value = terms.eval(root, &|index| model[index as usize]);
            let value = terms.constant(terms.width(root), value);
            let equal = terms.eq(root, value);
            let mut assertions: Vec<TermId> = Vec::new();
            for (input, bits) in [x, y].into_iter().zip(model) {
                let constant = terms.constant(width, bits);
                assertions.push(terms.eq(input, constant));
            }
            for (condition, expected) in [(equal, SatResult::Sat), (terms.not(equal), SatResult::Unsat)] {
                assertions.push(condition);
                let script = terms.smtlib(&assertions).replace("(check-sat)\n(get-model)\n", "");
                let solver = z3::Solver::new();
                solver.from_string(script.as_str());
                assert!(solver.get_assertions().len() >= assertions.len(), "{script}");
                assert_eq!(solver.check(), expected, "{script}");
                assertions.pop();
            }
        }
    }
}

fn random_rounding(random: &mut Random) -> UnaryOp {
    [FSqrt, FCeil, FFloor, FTrunc, FNearest][random.below(5) as usize]
}
