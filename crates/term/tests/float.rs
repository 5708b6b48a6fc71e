//! Floating-point terms mean what was built from random expressions, for numbers of all kinds: NaNs, infinities, zeros,
//! denormals.

mod support;

use support::{Dag, Expr, Random, check};
use worstcase_term::BinaryOp::*;
use worstcase_term::{BinaryOp, TermId, Terms};

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
