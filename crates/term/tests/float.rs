//! Floating-point terms mean what was built from random expressions, for numbers of all kinds: NaNs, infinities, zeros,
//! denormals.

mod support;

use support::{Dag, Expr, Random, check, compare_copies};
use worstcase_term::BinaryOp::*;
use worstcase_term::Conversion::*;
use worstcase_term::UnaryOp::*;
use worstcase_term::{BinaryOp, Conversion, Reader, TermId, Terms, UnaryOp};

const COMPARISONS: [BinaryOp; 3] = [FLt, FLe, FEq];

/// Comparisons of inputs, constants, opposites, choices, as expressions and as terms.
#[test]
fn comparisons_mean_what_was_built() {
    let mut random = Random(1);
    for round in 0..20_000 {
        let width = if round % 2 == 0 { 32 } else { 64 };
        let mut dag = Dag::default();
        let mut operands = vec![dag.push(Expr::Input(0), width), dag.push(Expr::Input(1), width)];
        let sign = dag.push(Expr::Constant(1 << (width - 1)), width);
        let truth = dag.push(Expr::Input(2), 1);
        for _ in 0..8 {
            let (a, b) = (random.pick(&operands), random.pick(&operands));
            let op = random.pick(&COMPARISONS);
            let next = match random.below(6) {
                0 => dag.push(Expr::Binary(Xor, a, sign), width),
                1 | 2 => dag.push(Expr::Constant(random.float(width)), width),
                3 => dag.push(Expr::Ite(truth, a, b), width),
                _ => {
                    let compared = dag.push(Expr::Binary(op, a, b), 1);
                    dag.push(Expr::Ite(compared, a, b), width)
                }
            };
            operands.push(next);
        }
        let mut terms = Terms::new();
        let built = dag.build(&mut terms);
        for _ in 0..10 {
            let model = [random.float(width), random.float(width), random.below(2)];
            let model = |index: u32| model[index as usize];
            for (node, value) in dag.values(&model).into_iter().enumerate() {
                let found = terms.eval(built[node], &model);
                assert_eq!(found, value, "{:?}: {}", dag.nodes, terms.display(built[node]));
            }
        }
    }
}

const ARITHMETIC: [BinaryOp; 4] = [FAdd, FSub, FMul, FDiv];
const ROUNDING: [UnaryOp; 5] = [FSqrt, FCeil, FFloor, FTrunc, FNearest];
const CONVERSIONS: [Conversion; 5] = [FromSigned, FromUnsigned, ToSigned, ToUnsigned, Float];
/// Floating-point numbers, integers, and small ones, whose sums are exact.
const INPUTS: [u32; 8] = [32, 64, 32, 64, 8, 8, 16, 1];

/// Arithmetic, conversions and comparisons of all of them.
#[test]
fn arithmetic_means_what_was_built() {
    let mut random = Random(4);
    for _ in 0..30_000 {
        let mut dag = Dag::default();
        for (index, &width) in INPUTS.iter().enumerate() {
            dag.push(Expr::Input(index as u32), width);
        }
        (0..15).for_each(|_| calculation(&mut random, &mut dag));
        let mut terms = Terms::new();
        let built = dag.build(&mut terms);
        for _ in 0..8 {
            let value = |width: u32| match width {
                32 | 64 if random.below(2) == 0 => random.float(width),
                _ => random.value(width),
            };
            let model: Vec<u64> = INPUTS.iter().copied().map(value).collect();
            let model = |index: u32| model[index as usize];
            for (node, value) in dag.values(&model).into_iter().enumerate() {
                let found = terms.eval(built[node], &model);
                assert_eq!(found, value, "{:?}: {}", &dag.nodes[..=node], terms.display(built[node]));
            }
        }
        assert!(built.iter().all(|&term| terms.has_floats(term) == (terms.float_operators(term, 50) > 0)));
    }
}

/// One more operator, on a recent operand.
fn calculation(random: &mut Random, dag: &mut Dag) {
    let count = dag.nodes.len() as u64;
    let from = if random.below(2) == 0 { count.saturating_sub(5) } else { 0 };
    let a = (from + random.below(count - from)) as usize;
    let (width, to) = (dag.width(a), random.pick(&[32, 64]));
    let like = |random: &mut Random, dag: &mut Dag| {
        let alike: Vec<usize> = (0..dag.nodes.len()).filter(|&node| dag.width(node) == width).collect();
        match random.below(3) {
            0 => dag.push(Expr::Constant(random.float(width)), width),
            _ => alike[random.below(alike.len() as u64) as usize],
        }
    };
    match (random.below(6), width) {
        (0, _) => dag.push(Expr::Convert(random.pick(&[FromSigned, FromUnsigned]), a), to),
        (1, 32 | 64) => match random.pick(&CONVERSIONS) {
            Float => dag.push(Expr::Convert(Float, a), 96 - width),
            op => dag.push(Expr::Convert(op, a), to),
        },
        (2, 32 | 64) => dag.push(Expr::Unary(random.pick(&ROUNDING), a), width),
        (3, 32 | 64) => {
            let b = like(random, dag);
            dag.push(Expr::Binary(random.pick(&COMPARISONS), a, b), 1)
        }
        (_, 32 | 64) => {
            let b = like(random, dag);
            dag.push(Expr::Binary(random.pick(&ARITHMETIC), a, b), width)
        }
        _ => dag.push(Expr::ZeroExtend(a), to),
    };
}

/// Written and read again, they mean what they did.
#[test]
fn copies_mean_the_same() {
    let mut random = Random(5);
    for _ in 0..3000 {
        let mut dag = Dag::default();
        for (index, &width) in INPUTS.iter().enumerate() {
            dag.push(Expr::Input(index as u32), width);
        }
        (0..15).for_each(|_| calculation(&mut random, &mut dag));
        let mut terms = Terms::new();
        let built = dag.build(&mut terms);
        let mut model = || {
            let value = |width: u32| match width {
                32 | 64 if random.below(2) == 0 => random.float(width),
                _ => random.value(width),
            };
            INPUTS.iter().copied().map(value).collect::<Vec<u64>>()
        };
        let models: Vec<Vec<u64>> = (0..6).map(|_| model()).collect();
        compare_copies(&terms, &built[INPUTS.len()..], &models);
    }
}

/// A script that was damaged is refused with a line, or says something else: nobody panics.
#[test]
fn damaged_scripts_are_read_or_refused() {
    let words = [
        "(",
        ")",
        "#b1",
        "#b0",
        "true",
        "x0",
        "x1",
        "x01",
        "x999999999999",
        "(_ bv5 0)",
        "(_ bv5 65)",
        "(_ bv9 8)",
        "(_ BitVec 32)",
        "(_ to_fp 8 24)",
        "(_ to_fp 11 53)",
        "(_ to_fp_unsigned 8 24)",
        "(_ fp.to_sbv 32)",
        "RNE",
        "RTZ",
        "(_ extract 7 0)",
        "(_ extract 0 7)",
        "(_ zero_extend 4294967295)",
        "(_ sign_extend 0)",
        "bvudiv",
        "bvshl",
        "concat",
        "fp.add",
        "fp.sqrt",
        "fp.lt",
        "fp.isNaN",
        "ite",
        "=",
        "not",
        "and",
        "assert",
        "declare-const",
        "define-fun",
        "()",
    ];
    let mut random = Random(11);
    let (mut read, mut refused) = (0, 0);
    for _ in 0..400 {
        let mut dag = Dag::default();
        for (index, &width) in INPUTS.iter().enumerate() {
            dag.push(Expr::Input(index as u32), width);
        }
        (0..15).for_each(|_| calculation(&mut random, &mut dag));
        let mut terms = Terms::new();
        let built = dag.build(&mut terms);
        let mut truths = Vec::new();
        for &term in &built[INPUTS.len()..] {
            truths.push(terms.truth(term));
        }
        let script = terms.smtlib(&truths).replace('(', " ( ").replace(')', " ) ");
        let whole: Vec<&str> = script.split_whitespace().collect();
        for _ in 0..60 {
            let mut tokens = whole.clone();
            for _ in 0..1 + random.below(3) {
                let (at, other) = (random.below(tokens.len() as u64), random.below(tokens.len() as u64));
                let (at, other) = (at as usize, other as usize);
                match random.below(4) {
                    0 => drop(tokens.remove(at)),
                    1 => tokens.swap(at, other),
                    2 => tokens[at] = tokens[other],
                    _ => tokens[at] = random.pick(&words),
                }
            }
            match Reader::read(&mut Terms::new(), &tokens.join(" ")) {
                Ok(_) => read += 1,
                Err(_) => refused += 1,
            }
        }
    }
    assert!(read > 100 && refused > 10_000, "{read} {refused}");
}

/// Every comparison, written out over the bits, is the comparison.
#[test]
fn comparisons_are_those_of_bits() {
    let mut random = Random(2);
    for width in [32, 64] {
        let mut terms = Terms::new();
        let (x, y) = (terms.input(0, width), terms.input(1, width));
        let constants: Vec<TermId> = (0..100).map(|_| terms.constant(width, random.float(width))).collect();
        for op in COMPARISONS {
            let mut pairs = vec![(x, y), (x, x)];
            pairs.extend(constants.iter().flat_map(|&constant| [(x, constant), (constant, x)]));
            for (a, b) in pairs {
                let comparison = terms.binary(op, a, b);
                let Some(expanded) = terms.expanded(comparison) else {
                    assert!(!terms.is_float(comparison));
                    continue;
                };
                for _ in 0..500 {
                    let model = [random.float(width), random.float(width)];
                    let model = |index: u32| model[index as usize];
                    let expected = terms.eval(comparison, &model);
                    assert_eq!(terms.eval(expanded, &model), expected, "{}", terms.display(comparison));
                }
            }
        }
        assert_eq!(terms.expanded(x), None);
    }
}

/// What is said with comparisons and bits: as the processor has it, but for NaNs, which are one.
#[test]
fn signs_and_extrema() {
    let mut random = Random(3);
    let mut terms = Terms::new();
    let (x, y) = (terms.input(0, 64), terms.input(1, 64));
    let built = [terms.fabs(x), terms.fneg(x), terms.copysign(x, y), terms.is_nan(x)];
    let extrema = [terms.fmin(x, y), terms.fmax(x, y)];
    for _ in 0..20_000 {
        let bits = [random.float(64), random.float(64)];
        let [a, b] = bits.map(f64::from_bits);
        let expected = [a.abs().to_bits(), (-a).to_bits(), a.copysign(b).to_bits(), a.is_nan().into()];
        let model = |index: u32| bits[index as usize];
        assert_eq!(built.map(|term| terms.eval(term, &model)), expected, "{a:?} {b:?}");
        let [low, high] = extrema.map(|term| f64::from_bits(terms.eval(term, &model)));
        if a.is_nan() || b.is_nan() {
            assert_eq!([low, high].map(f64::to_bits), [0x7ff8 << 48; 2]);
        } else {
            assert!(low.total_cmp(&high).is_le() && [a, b].contains(&low) && [a, b].contains(&high));
            assert_eq!([low.to_bits().min(high.to_bits()), low.to_bits().max(high.to_bits())], {
                [bits[0].min(bits[1]), bits[0].max(bits[1])]
            });
        }
    }
}

#[test]
fn comparisons_get_simpler() {
    let half = 0.5f32.to_bits();
    let minus = (-0.5f32).to_bits();
    let (infinity, sign) = (f32::INFINITY.to_bits(), 1u32 << 31);
    check(&format!("(flt x0 {half})"), "x0 <f 0.5");
    check(&format!("(fle {half} x0)"), "x0 >=f 0.5");
    check(&format!("(flt (xor x0 {sign}) {half})"), "x0 >f -0.5");
    check(&format!("(feq (xor x0 {sign}) {minus})"), "x0 ==f 0.5");
    check(&format!("(flt (xor x0 {sign}) (xor x1 {sign}))"), "x1 <f x0");
    check(&format!("(fle x0 {sign})"), "x0 <=f 0.0");
    check("(flt x0 x0)", "false");
    check("(fle x0 x0)", "x0 ==f x0");
    check("(not (feq x1 x0))", "x0 !=f x1");
    check(&format!("(flt {infinity} x0)"), "false");
    check(&format!("(fle x0 {infinity})"), "x0 ==f x0");
    check(&format!("(fle {infinity} x0)"), "x0 ==f inf");
    check(&format!("(flt x0 {})", infinity + 1), "false");
    check(&format!("(flt (ite p0 {half} {minus}) 0)"), "!p0");
    check("(fle (zext 32 b0) (zext 32 b0))", "true");
    check("(flt q0 4611686018427387904:64)", "q0 <f 2.0");
}

/// Integers that are computed with as floating-point numbers are integers, as long as they are exact.
#[test]
fn integers_are_compared_as_integers() {
    let mut terms = Terms::new();
    let [x, y] = [0, 1].map(|index| terms.input(index, 32));
    let z = terms.input(2, 64);
    let shown = |terms: &Terms, term: TermId| terms.display(term).to_string();
    let [f, g] = [x, y].map(|term| terms.convert(FromSigned, term, 64));
    let term = terms.flt(f, g);
    assert_eq!(shown(&terms, term), "x0 < x1");
    let number = |terms: &mut Terms, number: f64| terms.constant(64, number.to_bits());
    for (value, less, at_most, equal) in [
        (2.5, "x0 < 3", "x0 <= 2", "false"),
        (-2.0, "x0 < -2", "x0 <= -2", "x0 == -2"),
        (1e300, "true", "true", "false"),
        (f64::NEG_INFINITY, "false", "false", "false"),
    ] {
        let constant = number(&mut terms, value);
        let compared = [terms.flt(f, constant), terms.fle(f, constant), terms.feq(f, constant)];
        assert_eq!(compared.map(|term| shown(&terms, term)), [less, at_most, equal], "{value}");
    }
    // A sum of integers, also with a constant, and back.
    let (sum, half) = (terms.binary(FAdd, f, g), number(&mut terms, 0.5));
    let one = number(&mut terms, 1.0);
    let more = terms.binary(FAdd, sum, one);
    let back = terms.convert(ToSigned, more, 64);
    assert_eq!(shown(&terms, back), "i64(x0) + i64(x1) + 1");
    let positive = terms.flt(half, sum);
    assert_eq!(shown(&terms, positive), "i64(x0) + i64(x1) > 0");
    // Not if it may be rounded, or -0.
    let wide = terms.convert(FromSigned, z, 64);
    let (rounded, product) = (terms.flt(wide, one), terms.binary(FMul, f, g));
    assert_eq!(shown(&terms, rounded), "f64(x2) <f 1.0");
    assert_eq!(shown(&terms, product), "f64(x0) *f f64(x1)");
    let narrow = terms.convert(FromSigned, x, 32);
    let rounded = terms.feq(narrow, y);
    assert_eq!(shown(&terms, rounded), "f32(x0) ==f x1");
}

/// What is compared as a `double` because C promotes it is compared as a `float`.
#[test]
fn promoted_numbers_are_compared_as_they_are() {
    let mut terms = Terms::new();
    let [x, y] = [0, 1].map(|index| terms.input(index, 32));
    let [f, g] = [x, y].map(|term| terms.convert(Float, term, 64));
    let less = terms.flt(f, g);
    assert_eq!(terms.display(less).to_string(), "x0 <f x1");
    for (value, expected) in [
        (0.5, ["x0 <f 0.5", "x0 <=f 0.5", "x0 >f 0.5", "x0 ==f 0.5"]),
        // The nearest float is greater.
        (0.1, ["x0 <=f 0.099999994", "x0 <=f 0.099999994", "x0 >=f 0.1", "false"]),
        (1e300, ["x0 <=f 3.4028235e38", "x0 <=f 3.4028235e38", "x0 ==f inf", "false"]),
    ] {
        let constant = terms.constant(64, f64::to_bits(value));
        let (less, at_most) = (terms.flt(f, constant), terms.fle(f, constant));
        let (greater, equal) = (terms.flt(constant, f), terms.feq(f, constant));
        let shown = [less, at_most, greater, equal].map(|term| terms.display(term).to_string());
        assert_eq!(shown, expected, "{value}");
    }
}
