//! Simplified terms mean what the expressions mean that they were built from: random expressions, random models.

mod support;

use support::{Dag, Expr, Random, compare_copies};
use worstcase_term::BinaryOp::*;
use worstcase_term::UnaryOp::*;
use worstcase_term::{BinaryOp, Columns, Evaluator, MOST_MODELS, TermId, Terms, mask, signed};

/// All widths of values; the index of an input is its place.
const INPUTS: [u32; 10] = [1, 1, 8, 8, 16, 16, 32, 32, 64, 64];
/// Few inputs, so that operands are often the same or parts of the same.
const FEW: [[u32; 3]; 3] = [[1, 8, 32], [1, 1, 32], [8, 16, 64]];
/// So narrow that all models can be tried.
const NARROW: [[u32; 3]; 4] = [[1, 1, 4], [1, 3, 3], [2, 2, 3], [1, 2, 4]];

const BINARY: [BinaryOp; 20] = [
    Add, Sub, Mul, Udiv, Sdiv, Urem, Srem, And, Or, Xor, Shl, Lshr, Ashr, Rotl, Rotr, Eq, Ult, Ule, Slt, Sle,
];
const COMPARISONS: [BinaryOp; 5] = [Eq, Ult, Ule, Slt, Sle];

#[test]
fn terms_mean_what_was_built() {
    let mut random = Random(1);
    let mut tried = 0;
    for round in 0..10_000 {
        let inputs: &[u32] = if round % 2 == 0 { &INPUTS } else { &FEW[round % 3] };
        let dag = expressions(&mut random, inputs, 12 + round % 40);
        let models: Vec<Vec<u64>> =
            (0..5).map(|_| inputs.iter().map(|&width| random.value(width)).collect()).collect();
        tried += compare(&dag, &models);
    }
    assert!(tried > 1_500_000, "{tried} values");
}

#[test]
fn narrow_terms_mean_what_was_built_on_all_inputs() {
    let mut random = Random(2);
    let mut tried = 0;
    for round in 0..10_000 {
        let widths = NARROW[round % NARROW.len()];
        let dag = expressions(&mut random, &widths, 5 + round % 20);
        let all = |width: u32| 0..1_u64 << width;
        let pairs = all(widths[0]).flat_map(|a| all(widths[1]).map(move |b| (a, b)));
        let models: Vec<Vec<u64>> =
            pairs.flat_map(|(a, b)| all(widths[2]).map(move |c| vec![a, b, c])).collect();
        tried += compare(&dag, &models);
    }
    assert!(tried > 10_000_000, "{tried} values");
}

/// Operators on operators on a few leaves: where the rules that look at both operands apply.
#[test]
fn small_terms_mean_what_was_built_on_all_inputs() {
    let mut random = Random(3);
    let mut tried = 0;
    for _ in 0..40_000 {
        let mut dag = Dag::default();
        let mut operands = leaves(&mut random, &mut dag);
        for _ in 0..6 {
            let from = random.pick(&[0, operands.len() - 4]);
            let node = operation(&mut random, &operands[from..], &mut dag);
            operands.push(node);
        }
        let [a, b, c] = std::array::from_fn(|_| truth(&mut random, &operands, &mut dag));
        combine(random.pick(&[And, Or, Xor, Eq]), a, b, &mut dag);
        dag.push(Expr::Ite(a, b, c), 1);
        let models: Vec<Vec<u64>> = (0..32).map(|bits| vec![bits % 2, bits / 2 % 2, bits / 4]).collect();
        tried += compare(&dag, &models);
    }
    assert!(tried > 10_000_000, "{tried} values");
}

/// Leaves of three bits: an input, truth values extended, a choice, constants.
fn leaves(random: &mut Random, dag: &mut Dag) -> Vec<usize> {
    let truths = [dag.push(Expr::Input(0), 1), dag.push(Expr::Input(1), 1)];
    let input = dag.push(Expr::Input(2), 3);
    let constant = dag.push(Expr::Constant(random.below(8)), 3);
    let other = dag.push(Expr::Constant(random.below(8)), 3);
    let mut leaves = vec![input, constant, other, dag.push(Expr::Ite(truths[0], constant, other), 3)];
    for truth in truths {
        leaves.push(dag.push(Expr::ZeroExtend(truth), 3));
        leaves.push(dag.push(Expr::SignExtend(truth), 3));
    }
    leaves
}

/// An operator on two of these, all of three bits, brought to three bits if it is a comparison.
fn operation(random: &mut Random, operands: &[usize], dag: &mut Dag) -> usize {
    let (a, b) = (random.pick(operands), random.pick(operands));
    let node = match random.below(12) {
        0 => dag.push(Expr::Unary(random.pick(&[Not, Neg, Clz, Ctz, Popcnt]), a), 3),
        1 => {
            let condition = combine(random.pick(&COMPARISONS), a, b, dag);
            dag.push(Expr::Ite(condition, random.pick(operands), b), 3)
        }
        2..=4 => combine(random.pick(&[Add, Sub, And, Or, Xor]), a, b, dag),
        _ => combine(random.pick(&BINARY), a, b, dag),
    };
    if dag.width(node) == 3 { node } else { dag.push(Expr::ZeroExtend(node), 3) }
}

/// A comparison of two of the last.
fn truth(random: &mut Random, operands: &[usize], dag: &mut Dag) -> usize {
    let last = &operands[operands.len() - 3..];
    combine(random.pick(&COMPARISONS), random.pick(last), random.pick(last), dag)
}

/// Compares the terms with the expressions on all models. How many values were compared.
fn compare(dag: &Dag, models: &[Vec<u64>]) -> usize {
    compare_in(Terms::new(), dag, models)
}

/// The same, in an arena that may know more of its inputs.
fn compare_in(mut terms: Terms, dag: &Dag, models: &[Vec<u64>]) -> usize {
    let built = dag.build(&mut terms);
    let mut evaluator = Evaluator::new();
    for model in models {
        let model = |index: u32| model[index as usize];
        let expected = dag.values(&model);
        let mut valuation = evaluator.under(&terms, &model);
        for (node, (&term, &value)) in built.iter().zip(&expected).enumerate() {
            let found = valuation.value(term);
            if found != value {
                report(dag, &terms, &built, node, found, value);
            }
            check_range(&terms, term, value);
        }
    }
    compare_columns(dag, &terms, &built, models);
    built.len() * models.len()
}

/// What is simplified by the ranges of inputs means the same for all inputs in these ranges.
#[test]
fn terms_over_ranges_mean_what_was_built() {
    let mut random = Random(8);
    for round in 0..6000 {
        let inputs: &[u32] = if round % 2 == 0 { &INPUTS } else { &FEW[round % 3] };
        let mut terms = Terms::new();
        let mut ranges: Vec<(u64, u64)> = Vec::new();
        for (index, &width) in inputs.iter().enumerate() {
            let (a, b) = (random.value(width), random.value(width));
            let range = (a.min(b), a.max(b));
            if range.0 == range.1 || random.value(2) == 0 {
                ranges.push((0, mask(width)));
                continue;
            }
            terms.input_in(index as u32, width, range);
            ranges.push(range);
        }
        let dag = expressions(&mut random, inputs, 12 + round % 40);
        let within = |&(low, high): &(u64, u64), random: &mut Random| match high - low {
            u64::MAX => random.value(64),
            last => low + random.value(64) % (last + 1),
        };
        let mut models: Vec<Vec<u64>> =
            (0..5).map(|_| ranges.iter().map(|range| within(range, &mut random)).collect()).collect();
        models.push(ranges.iter().map(|range| range.0).collect());
        models.push(ranges.iter().map(|range| range.1).collect());
        compare_in(terms, &dag, &models);
    }
}

/// Whether a word has a byte of zeros, or one of some kind, is what the bytes say.
#[test]
fn words_are_asked_for_zero_bytes() {
    let mut random = Random(9);
    for round in 0..4000 {
        let width = if round % 2 == 0 { 32 } else { 64 };
        let ones = 0x0101_0101_0101_0101 & mask(width);
        let sought = [0, ones * 10, ones * 255, random.value(width)][round / 2 % 4];
        let mut terms = Terms::new();
        // Bytes of which some are known.
        let known: Vec<Option<u64>> =
            (0..width / 8).map(|_| (random.value(2) == 0).then(|| random.value(8))).collect();
        let mut word = None;
        for (index, byte) in known.iter().enumerate() {
            let byte = match byte {
                Some(value) => terms.constant(8, *value),
                None => terms.input(index as u32, 8),
            };
            word = Some(word.map_or(byte, |below| terms.concat(byte, below)));
        }
        let (word, zero) = (word.unwrap(), terms.constant(width, 0));
        let [sought, lows, highs] = [sought, ones, ones << 7].map(|value| terms.constant(width, value));
        let different = terms.xor(word, sought);
        let (less, inverted) = (terms.sub(different, lows), terms.not(different));
        let both = if round % 3 == 0 { terms.and(inverted, less) } else { terms.and(less, inverted) };
        let marked = terms.and(both, highs);
        let none = terms.eq(marked, zero);
        let sought = terms.value(sought).unwrap();
        for _ in 0..20 {
            let mut bytes: Vec<u64> = (0..width / 8).map(|_| random.value(8)).collect();
            let place = (random.value(8) % u64::from(width / 8)) as usize;
            bytes[place] = sought >> (8 * place) & 255;
            let byte = |place: usize| known[place].unwrap_or(bytes[place]);
            let expected = (0..bytes.len()).all(|place| byte(place) != sought >> (8 * place) & 255);
            let found = terms.eval(none, &|index| bytes[index as usize]) != 0;
            assert_eq!(found, expected, "{} for {bytes:?}", terms.display(none));
        }
    }
}

/// Terms that were written and read again, or brought over to another arena, mean what they did.
#[test]
fn copies_mean_the_same() {
    let mut random = Random(7);
    for round in 0..2000 {
        let inputs: &[u32] = if round % 2 == 0 { &INPUTS } else { &FEW[round % 3] };
        let dag = expressions(&mut random, inputs, 12 + round % 40);
        let models: Vec<Vec<u64>> =
            (0..5).map(|_| inputs.iter().map(|&width| random.value(width)).collect()).collect();
        let mut terms = Terms::new();
        let built = dag.build(&mut terms);
        compare_copies(&terms, &built[built.len() - 8..], &models);
    }
}

/// The same for all models at once. Only terms of few operators are computed so.
fn compare_columns(dag: &Dag, terms: &Terms, built: &[TermId], models: &[Vec<u64>]) {
    let mut columns = Columns::default();
    for models in models.chunks(MOST_MODELS) {
        let expected: Vec<_> =
            models.iter().map(|model| dag.values(&|index: u32| model[index as usize])).collect();
        for (node, &term) in built.iter().enumerate() {
            let Some(mut batch) = columns.batch(terms, &[term]) else { continue };
            batch.run(models.len(), |input, column| {
                column.iter_mut().zip(models).for_each(|(value, model)| *value = model[input as usize]);
            });
            for (&found, expected) in batch.values(0).iter().zip(&expected) {
                if found != expected[node] {
                    report(dag, terms, built, node, found, expected[node]);
                }
            }
        }
    }
}

/// What was found once is found again, and a truth value negated twice is itself: whoever has seen a condition
/// recognises it after it was negated for the other side of a conditional.
#[test]
fn terms_are_found_again() {
    let mut random = Random(4);
    for round in 0..5000 {
        let inputs: &[u32] = if round % 2 == 0 { &INPUTS } else { &FEW[round % 3] };
        let dag = expressions(&mut random, inputs, 30);
        let mut terms = Terms::new();
        let built = dag.build(&mut terms);
        assert_eq!(dag.build(&mut terms), built);
        for term in built {
            if terms.width(term) > 1 {
                continue;
            }
            let opposite = terms.not(term);
            assert_eq!(terms.not(opposite), term, "{}", terms.display(term));
        }
    }
}

/// Random expressions that refer to each other, mostly to recent ones so that they get deep.
fn expressions(random: &mut Random, inputs: &[u32], count: usize) -> Dag {
    let mut dag = Dag::default();
    for (index, &width) in inputs.iter().enumerate() {
        dag.push(Expr::Input(index as u32), width);
    }
    while dag.nodes.len() < inputs.len() + count {
        step(random, &mut dag);
    }
    dag
}

fn step(random: &mut Random, dag: &mut Dag) -> usize {
    let a = any(random, dag);
    let width = dag.width(a);
    match random.below(16) {
        0 => dag.push(Expr::Unary(random.pick(&[Not, Neg, Clz, Ctz, Popcnt]), a), width),
        1 => dag.push(Expr::Unary(random.pick(&[Not, Neg]), a), width),
        2..=4 => {
            let b = of_width(random, dag, width);
            combine(random.pick(&BINARY), a, b, dag)
        }
        5..=6 => {
            let b = dag.push(Expr::Constant(random.value(width)), width);
            let op = random.pick(&BINARY);
            if random.below(4) == 0 { combine(op, b, a, dag) } else { combine(op, a, b, dag) }
        }
        7 => {
            let b = if random.below(2) == 0 {
                of_width(random, dag, width)
            } else {
                dag.push(Expr::Constant(random.value(width)), width)
            };
            combine(random.pick(&COMPARISONS), a, b, dag)
        }
        8 => {
            combine(random.pick(&[And, Or, Xor, Eq]), of_width(random, dag, 1), of_width(random, dag, 1), dag)
        }
        9 => {
            let low = random.below(width.into()) as u32;
            let high = low + random.below(u64::from(width - low)) as u32;
            dag.push(Expr::Extract(a, high, low), high - low + 1)
        }
        10 => bytes(random, a, dag),
        11 | 12 => {
            let wider = match random.below(4) {
                0 | 1 => (width + random.below(4) as u32).min(64),
                2 => width + random.below(65 - u64::from(width)) as u32,
                _ => width.max(random.pick(&[8, 16, 32, 64])),
            };
            dag.push(if random.below(2) == 0 { Expr::ZeroExtend(a) } else { Expr::SignExtend(a) }, wider)
        }
        13 => {
            let b = any(random, dag);
            if width + dag.width(b) > 64 {
                return a;
            }
            dag.push(Expr::Binary(Concat, a, b), width + dag.width(b))
        }
        14 => {
            let (condition, b) = (of_width(random, dag, 1), of_width(random, dag, width));
            dag.push(Expr::Ite(condition, a, b), width)
        }
        _ => {
            let condition = of_width(random, dag, 1);
            let [a, b] = std::array::from_fn(|_| dag.push(Expr::Constant(random.value(width)), width));
            dag.push(Expr::Ite(condition, a, b), width)
        }
    }
}

fn combine(op: BinaryOp, a: usize, b: usize, dag: &mut Dag) -> usize {
    let width = if op.is_comparison() { 1 } else { dag.width(a) };
    dag.push(Expr::Binary(op, a, b), width)
}

/// Taken apart into bytes and put together again: some of them, from either side, perhaps with one changed.
fn bytes(random: &mut Random, a: usize, dag: &mut Dag) -> usize {
    let count = dag.width(a) / 8;
    if count < 2 {
        return a;
    }
    let mut parts: Vec<usize> = (0..count).map(|i| dag.push(Expr::Extract(a, 8 * i + 7, 8 * i), 8)).collect();
    match random.below(4) {
        0 => parts[random.below(count.into()) as usize] = of_width(random, dag, 8),
        1 => parts.truncate(1 + random.below(count.into()) as usize),
        _ => {}
    }
    let join = |upper: usize, lower: usize, dag: &mut Dag| {
        dag.push(Expr::Binary(Concat, upper, lower), dag.width(upper) + dag.width(lower))
    };
    if random.below(2) == 0 {
        parts.into_iter().reduce(|lower, upper| join(upper, lower, dag)).unwrap_or(a)
    } else {
        parts.into_iter().rev().reduce(|upper, lower| join(upper, lower, dag)).unwrap_or(a)
    }
}

/// Any expression, a recent one rather than an old one.
fn any(random: &mut Random, dag: &Dag) -> usize {
    let count = dag.nodes.len() as u64;
    let from = if random.below(2) == 0 { count.saturating_sub(6) } else { 0 };
    (from + random.below(count - from)) as usize
}

/// An expression of a width: one that has it, if there is one, or else one brought to it.
fn of_width(random: &mut Random, dag: &mut Dag, width: u32) -> usize {
    for _ in 0..6 {
        let node = any(random, dag);
        if dag.width(node) == width {
            return node;
        }
    }
    let node = any(random, dag);
    match dag.width(node) {
        same if same == width => node,
        wider if wider > width => dag.push(Expr::Extract(node, width - 1, 0), width),
        _ if random.below(2) == 0 => dag.push(Expr::ZeroExtend(node), width),
        _ => dag.push(Expr::SignExtend(node), width),
    }
}

fn check_range(terms: &Terms, term: TermId, value: u64) {
    let width = terms.width(term);
    let (low, high) = terms.range(term).unsigned(width);
    assert!((low..=high).contains(&value), "{value} not in {low} to {high}: {}", terms.display(term));
    let (low, high) = terms.range(term).signed(width);
    assert!(
        (low..=high).contains(&signed(width, value)),
        "{value} not in {low} to {high}: {}",
        terms.display(term)
    );
    assert!(value <= mask(width));
}

fn report(dag: &Dag, terms: &Terms, built: &[TermId], node: usize, found: u64, value: u64) {
    for (index, (&expr, &term)) in dag.nodes.iter().zip(built).enumerate().take(node + 1) {
        eprintln!("{index}: {expr:?} = {}", terms.display(term));
    }
    panic!("expression {node} is {value}, its term {found}");
}
