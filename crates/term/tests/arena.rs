//! The arena as a stack, and terms that are very deep or very shared.

mod support;

use support::{Random, parse};
use worstcase_term::{Evaluator, Reader, TermId, Terms, View, Walk};

const DEEP: u64 = 1_000_000;

/// A few terms that depend on a seed.
fn some(terms: &mut Terms, seed: u64) -> Vec<TermId> {
    let mut random = Random(seed);
    let mut made: Vec<TermId> = (0..4).map(|index| terms.input(index, 32)).collect();
    for _ in 0..50 {
        let (a, b) = (random.pick(&made), random.pick(&made));
        let constant = terms.constant(32, random.value(32));
        let condition = terms.slt(a, b);
        made.push(match random.below(5) {
            0 => terms.add(a, b),
            1 => terms.mul(a, b),
            2 => terms.xor(a, constant),
            3 => terms.ite(condition, a, b),
            _ => terms.udiv(a, constant),
        });
    }
    made
}

#[test]
fn undone_terms_come_back_with_the_same_ids() {
    let mut terms = Terms::new();
    let kept = some(&mut terms, 1);
    let mark = terms.mark();
    let count = terms.count();
    let first = some(&mut terms, 2);
    terms.undo(mark);
    assert_eq!(terms.count(), count);
    assert_eq!(some(&mut terms, 1), kept, "what was there before is still found");
    assert_eq!(terms.count(), count, "and not made again");
    assert_eq!(some(&mut terms, 2), first);
    terms.undo(mark);
    assert_ne!(some(&mut terms, 3), first);
}

#[test]
fn marks_nest() {
    let mut terms = Terms::new();
    let mut fresh = Terms::new();
    let mut random = Random(5);
    let mut marks = vec![(terms.mark(), Vec::new())];
    let mut seeds: Vec<u64> = Vec::new();
    for _ in 0..3000 {
        if random.below(2) == 0 || marks.len() == 1 {
            marks.push((terms.mark(), seeds.clone()));
            seeds.push(random.below(100));
            some(&mut terms, seeds[seeds.len() - 1]);
        } else if let Some((mark, before)) = marks.pop() {
            terms.undo(mark);
            seeds = before;
        }
    }
    // After all of that, the arena is as if only what is left had ever been built.
    for &seed in &seeds {
        some(&mut fresh, seed);
    }
    assert_eq!(terms.count(), fresh.count());
    for seed in 0..100 {
        assert_eq!(some(&mut terms, seed), some(&mut fresh, seed));
    }
}

#[test]
#[should_panic(expected = "last to first")]
fn marks_that_were_undone_are_refused() {
    let mut terms = Terms::new();
    let outer = terms.mark();
    some(&mut terms, 1);
    let inner = terms.mark();
    terms.undo(outer);
    terms.undo(inner);
}

#[test]
fn a_million_additions() {
    let mut terms = Terms::new();
    let mut sum = terms.input(0, 64);
    for i in 0..DEEP {
        let input = terms.input(1 + (i % 7) as u32, 64);
        let squared = terms.mul(input, sum);
        sum = if i % 2 == 0 { terms.add(sum, input) } else { terms.xor(sum, squared) };
    }
    let model = |index: u32| u64::from(index) + 1;
    let expected = (0..DEEP).fold(model(0), |sum, i| {
        let input = model(1 + (i % 7) as u32);
        if i % 2 == 0 { sum.wrapping_add(input) } else { sum ^ input.wrapping_mul(sum) }
    });
    let mut evaluator = Evaluator::new();
    assert_eq!(evaluator.eval(&terms, sum, &model), expected);
    assert_eq!(terms.inputs_of(sum), (0..8).collect::<Vec<u32>>());
    assert_eq!(terms.display(sum).limit(80).to_string().chars().count(), 81);
    let zero = terms.is_zero(sum);
    assert!(terms.smtlib(&[zero]).lines().count() > DEEP as usize);
}

#[test]
fn a_million_choices() {
    let mut terms = Terms::new();
    let index = terms.input(0, 32);
    let mut cell = terms.input(1, 32);
    for i in 0..DEEP {
        let (place, value) = (terms.constant(32, i), terms.constant(32, i * 7));
        let here = terms.eq(index, place);
        cell = terms.ite(here, value, cell);
    }
    let mut evaluator = Evaluator::new();
    for place in [0, 1, 500_000, DEEP - 1] {
        assert_eq!(evaluator.eval(&terms, cell, &|input| if input == 0 { place } else { 5 }), place * 7);
    }
    assert_eq!(terms.eval(cell, &|input| if input == 0 { DEEP } else { 5 }), 5);
    assert_eq!(terms.inputs_of(cell), [0, 1]);
    assert!(
        terms.display(cell).limit(50).to_string().starts_with("x0 == 999999 ? 6999993 : x0 == 999998 ? ")
    );
}

/// Operators that equations and masks take off one by one.
#[test]
fn a_million_operators_that_have_an_inverse() {
    let mut terms = Terms::new();
    let (input, other) = (terms.input(0, 32), terms.input(1, 32));
    let one = terms.constant(32, 1);
    let bits = terms.constant(32, 0x5555_5555);
    let mut chain = |mut term: TermId| {
        for _ in 0..DEEP / 2 {
            term = terms.add(term, one);
            term = terms.not(term);
            term = terms.xor(term, bits);
        }
        term
    };
    let (a, b) = (chain(input), chain(other));
    let equal = terms.eq(a, b);
    assert_eq!(terms.display(equal).to_string(), "x0 == x1");
    let zero = terms.is_zero(a);
    assert!(matches!(terms.view(zero), View::Binary(_, found, _) if found == input));
}

/// Whatever the operators, neither building nor evaluating nor printing goes down on the host's stack.
#[test]
fn a_million_operators_of_all_kinds() {
    let mut terms = Terms::new();
    let mut random = Random(9);
    let inputs: Vec<TermId> = (0..4).map(|index| terms.input(index, 32)).collect();
    let flag = terms.input(4, 1);
    let mut term = inputs[0];
    for _ in 0..DEEP / 2 {
        let constant = terms.constant(32, random.value(32));
        let operand = if random.below(2) == 0 { constant } else { random.pick(&inputs) };
        let condition = if random.below(2) == 0 { terms.slt(term, operand) } else { flag };
        term = match random.below(12) {
            0 => terms.not(term),
            1 => terms.neg(term),
            2 => terms.add(term, operand),
            3 => terms.sub(operand, term),
            4 => terms.mul(term, operand),
            5 => terms.or(term, operand),
            6 => terms.xor(term, operand),
            7 => terms.rotl(term, operand),
            8 => terms.ite(condition, term, operand),
            9 => terms.ite(condition, operand, term),
            10 => {
                let half = terms.extract(term, 23, 8);
                terms.sext(half, 32)
            }
            _ => terms.ashr(term, operand),
        };
        let input = random.pick(&inputs);
        term = terms.add(term, input);
    }
    let mut truth = flag;
    for i in 0..DEEP / 2 {
        let place = terms.constant(32, random.value(32));
        let other = terms.eq(inputs[i as usize % 4], place);
        truth = match random.below(4) {
            0 => terms.not(truth),
            1 => terms.and(truth, other),
            2 => terms.eq(truth, other),
            _ => terms.or(truth, other),
        };
    }
    let last = terms.is_zero(term);
    let both = terms.and(last, truth);
    let negated = terms.not(both);
    let mut evaluator = Evaluator::new();
    let model = |index: u32| u64::from(index);
    let mut valuation = evaluator.under(&terms, &model);
    assert_ne!(valuation.holds(both), valuation.holds(negated));
    assert_eq!(terms.inputs_of(negated), [0, 1, 2, 3, 4]);
    assert!(terms.display(negated).to_string().ends_with('…'));
}

/// Shared operands are visited once: written out, this term has 2^200 operators.
#[test]
fn shared_operands() {
    let mut terms = Terms::new();
    let mut term = terms.input(0, 64);
    for _ in 0..200 {
        let shifted = terms.xor(term, term);
        assert_eq!(terms.value(shifted), Some(0));
        let negated = terms.not(term);
        let product = terms.mul(term, negated);
        term = terms.add(product, term);
    }
    let model = |_| 3;
    let expected = (0..200).fold(3_u64, |value, _| value.wrapping_mul(!value).wrapping_add(value));
    assert_eq!(terms.eval(term, &model), expected);
    assert!(terms.display(term).to_string().ends_with('…'));
    let mut visited = vec![false; terms.count()];
    let mut walk = Walk::new(term);
    while let Some(next) = walk.next(&terms, |term| visited[term.index()]) {
        assert!(terms.view(next).operands().all(|operand| visited[operand.index()]));
        visited[next.index()] = true;
    }
    assert!(visited[term.index()]);
}

#[test]
fn printing() {
    let shown = |text: &str| {
        let mut terms = Terms::new();
        let term = *parse::parse(text).build(&mut terms).last().expect("a term");
        terms.display(term).to_string()
    };
    assert_eq!(shown("(sle (add x0 1) 10)"), "x0 + 1 <= 10");
    assert_eq!(shown("(slt x3 x7)"), "x3 < x7");
    assert_eq!(shown("(mul (add x0 x1) x2)"), "(x0 + x1) * x2");
    assert_eq!(shown("(sub x0 (sub x1 x2))"), "x0 - (x1 - x2)");
    assert_eq!(shown("(sub (sub x0 x1) x2)"), "x0 - x1 - x2");
    assert_eq!(shown("(neg (mul x0 x1))"), "-(x0 * x1)");
    assert_eq!(shown("(not (and p0 (or p1 p2)))"), "!((x41 || x42) && x40)");
    assert_eq!(shown("(sdiv (mul x0 x1) (mul x2 x3))"), "x0 * x1 / (x2 * x3)");
    assert_eq!(shown("(slt (ite p0 x0 x1) (and x2 x3))"), "(x40 ? x0 : x1) < x2 & x3");
    assert_eq!(shown("(extract 7 0 (add x0 x1))"), "(x0 + x1)[7:0]");
    assert_eq!(shown("(add x0 -2147483648)"), "x0 - 2147483648");
    let mut terms = Terms::new();
    let (a, b) = (terms.input(0, 32), terms.input(1, 32));
    let less = terms.slt(a, b);
    let names = |index: u32| ["a[0]", "key"][index as usize].to_owned();
    assert_eq!(terms.display(less).named(&names).to_string(), "a[0] < key");
    assert_eq!(terms.display(less).limit(4).to_string(), "x0 <…");
}

#[test]
fn scripts() {
    let mut terms = Terms::new();
    let condition = *parse::parse("(slt (add x0 1) (mul x0 x1))").build(&mut terms).last().expect("a term");
    let script = terms.smtlib(&[condition]);
    let expected = "(set-logic QF_BV)
(declare-const x0 (_ BitVec 32))
(declare-const x1 (_ BitVec 32))
(assert (bvslt (bvadd x0 (_ bv1 32)) (bvmul x0 x1)))
(check-sat)
(get-model)
";
    assert_eq!(script, expected);
}

#[test]
fn damaged_scripts_are_refused() {
    let read = |script: &str| Reader::read(&mut Terms::new(), script).map_err(|error| error.to_string());
    let of = |script: &str| read(script).expect_err(script);
    assert!(
        read("(set-logic QF_BV) ; a comment (\n(declare-const x0 (_ BitVec 8))\n(assert (= x0 (_ bv3 8)))")
            .is_ok()
    );
    assert_eq!(of("(assert"), "line 1: the end is missing");
    assert_eq!(of("(assert true))"), "line 1: a parenthesis too many");
    assert_eq!(of("\n(assert (bvult x0 x0))"), "line 2: `x0` is not defined");
    assert_eq!(of("(declare-const x0 (_ BitVec 65))"), "line 1: `x0` has 65 bits, not 1 to 64");
    assert_eq!(of("(declare-const x4294967295 (_ BitVec 8))"), "line 1: `x4294967295` is no input");
    let with =
        |rest: &str| of(&format!("(declare-const x0 (_ BitVec 8))(declare-const x1 (_ BitVec 16)){rest}"));
    assert_eq!(with("(assert (= x0 x1))"), "line 1: widths differ");
    assert_eq!(with("(assert x0)"), "line 1: only truth values can be asserted");
    assert_eq!(with("(assert (= ((_ extract 8 8) x0) #b1))"), "line 1: bits are taken that are not there");
    assert_eq!(with("(declare-const x0 (_ BitVec 8))"), "line 1: `x0` is there twice");
    assert_eq!(with("(assert (bvult x0))"), "line 1: `bvult` takes two operands");
    assert_eq!(with("(assert (forall x0))"), "line 1: `forall` is no operator on 1 operands");
    assert_eq!(with("(assert (((_ extract 1 0)) x0))"), "line 1: `extract` is no operator with such numbers");
    assert_eq!(of(&"(".repeat(300)), "line 1: lists are nested too deep");
}
