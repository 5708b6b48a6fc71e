//! Random expressions against plain evaluation: the constructors, the printer, the comparisons, the sums and
//! the friendly form have to agree with a tree that is evaluated node by node in exact fractions.

use super::tests::{K, name, show, symbol};
use super::{Expr, Rational, Symbol, Value, parse};

/// A small generator (xorshift*), so that a failure can be repeated from its seed.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) % bound
    }

    fn between(&mut self, low: i128, high: i128) -> i128 {
        low + i128::from(self.below((high - low + 1) as u64))
    }
}

/// An expression without any simplification.
#[derive(Clone, Debug)]
enum Tree {
    Constant(i128),
    Symbol(u32),
    Add(Box<[Tree; 2]>),
    Sub(Box<[Tree; 2]>),
    Mul(Box<[Tree; 2]>),
    Div(Box<Tree>, i128),
    Max(Vec<Tree>),
    Min(Vec<Tree>),
    Floor(Box<Tree>),
    Ceil(Box<Tree>),
    CeilLog2(Box<Tree>),
    Power(i128, Box<Tree>),
}

/// What random trees are made of.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// Sums, products, quotients by constants, `max` and `min`.
    Plain,
    /// Lines, rounded quotients of them and `max`: shallow enough for equalities to occur by chance.
    Rounded,
    /// Everything.
    Any,
    /// Everything, with constants that overflow soon.
    Huge,
}

const HUGE: [i128; 6] = [i128::MAX, -i128::MAX, i128::MAX / 2, 1 << 64, -(1 << 63), 3];

impl Tree {
    fn random(random: &mut Random, depth: u32, symbols: u64, kind: Kind) -> Tree {
        let inner = |random: &mut Random| Tree::random(random, depth - 1, symbols, kind);
        let boxed = |random: &mut Random| Box::new(inner(random));
        let pair = |random: &mut Random| Box::new([inner(random), inner(random)]);
        if depth == 0 {
            return match random.below(3) {
                0 if kind == Kind::Huge => Tree::Constant(HUGE[random.below(6) as usize]),
                0 => Tree::Constant(random.between(-3, 4)),
                _ => Tree::Symbol(random.below(symbols) as u32),
            };
        }
        if kind == Kind::Rounded {
            let quotient = |random: &mut Random| Box::new(Tree::Div(boxed(random), random.between(2, 3)));
            return match random.below(8) {
                0 | 1 => Tree::Add(pair(random)),
                2 => Tree::Sub(pair(random)),
                3 => Tree::Mul(Box::new([Tree::Constant(random.between(-3, 3)), inner(random)])),
                4 | 5 => Tree::Floor(quotient(random)),
                6 => Tree::Ceil(quotient(random)),
                _ => Tree::Max(vec![inner(random), inner(random)]),
            };
        }
        match random.below(if kind == Kind::Plain { 12 } else { 16 }) {
            0..=2 => Tree::Add(pair(random)),
            3 | 4 => Tree::Sub(pair(random)),
            5 | 6 => Tree::Mul(pair(random)),
            7 => Tree::Div(boxed(random), [2, 3, -2][random.below(3) as usize]),
            8 => Tree::Max(vec![Tree::Constant(0), inner(random)]),
            9 => Tree::Max((0..2 + random.below(2)).map(|_| inner(random)).collect()),
            10 => Tree::Min(vec![inner(random), inner(random)]),
            11 => inner(random),
            12 => Tree::Floor(boxed(random)),
            13 => Tree::Ceil(boxed(random)),
            14 => Tree::CeilLog2(boxed(random)),
            _ => Tree::Power(random.between(2, 4), Box::new(Tree::random(random, 1, symbols, Kind::Plain))),
        }
    }

    fn value(&self, inputs: &[i128]) -> Option<Rational> {
        let both = |pair: &[Tree; 2]| Some((pair[0].value(inputs)?, pair[1].value(inputs)?));
        let all = |entries: &[Tree]| entries.iter().map(|e| e.value(inputs)).collect::<Option<Vec<_>>>();
        match self {
            Tree::Constant(value) => Rational::integer(*value),
            Tree::Symbol(symbol) => Rational::integer(inputs[*symbol as usize]),
            Tree::Add(pair) => both(pair).and_then(|(a, b)| a.add(b)),
            Tree::Sub(pair) => both(pair).and_then(|(a, b)| a.sub(b)),
            Tree::Mul(pair) => both(pair).and_then(|(a, b)| a.mul(b)),
            Tree::Div(top, bottom) => top.value(inputs)?.div(Rational::integer(*bottom)?),
            Tree::Max(entries) => all(entries)?.into_iter().max(),
            Tree::Min(entries) => all(entries)?.into_iter().min(),
            Tree::Floor(inner) => Rational::integer(inner.value(inputs)?.floor()),
            Tree::Ceil(inner) => Rational::integer(inner.value(inputs)?.ceil()),
            Tree::CeilLog2(inner) => {
                let value = inner.value(inputs)?;
                let reaches = |k: &i128| Rational::integer(1 << k).is_some_and(|power| power >= value);
                (0..120).find(reaches).and_then(Rational::integer)
            }
            Tree::Power(base, inner) => {
                Rational::integer(*base)?.pow(inner.value(inputs)?.as_integer().filter(|e| e.abs() < 60)?)
            }
        }
    }

    fn build(&self) -> Option<Expr> {
        let all = |entries: &[Tree]| entries.iter().map(Tree::build).collect::<Option<Vec<_>>>();
        match self {
            Tree::Constant(value) => Rational::integer(*value).map(Expr::rational),
            Tree::Symbol(symbol) => Some(Expr::symbol(Symbol(*symbol))),
            Tree::Add(pair) => pair[0].build()?.add(&pair[1].build()?),
            Tree::Sub(pair) => pair[0].build()?.sub(&pair[1].build()?),
            Tree::Mul(pair) => pair[0].build()?.mul(&pair[1].build()?),
            Tree::Div(top, bottom) => top.build()?.div(Rational::integer(*bottom)?),
            Tree::Max(entries) => Expr::max(all(entries)?),
            Tree::Min(entries) => Expr::min(all(entries)?),
            Tree::Floor(inner) => inner.build()?.floor(),
            Tree::Ceil(inner) => inner.build()?.ceil(),
            Tree::CeilLog2(inner) => inner.build()?.log2()?.ceil(),
            Tree::Power(base, inner) => Expr::power(Rational::integer(*base)?, &inner.build()?),
        }
    }
}

fn value(expr: &Expr, inputs: &[i128]) -> Option<Rational> {
    expr.eval(&|s: Symbol| inputs.get(s.0 as usize).copied()).and_then(Value::exact)
}

/// All assignments of small integers to two symbols, and some large ones.
fn assignments() -> Vec<[i128; 2]> {
    let small = (-7..=7).flat_map(|n| (-7..=7).map(move |m| [n, m]));
    small.chain([[100, -100], [-73, 51], [1000, 999], [64, 1000]]).collect()
}

/// How many random expressions each property sees; a longer run by hand is `WORSTCASE_BOUNDS_CASES=100000`.
fn cases() -> u64 {
    std::env::var("WORSTCASE_BOUNDS_CASES").ok().and_then(|text| text.parse().ok()).unwrap_or(400)
}

fn for_random(depth: u32, symbols: u64, kind: Kind, mut check: impl FnMut(u64, &Tree, &Expr)) {
    for seed in 1..=cases() {
        let mut random = Random(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15));
        let tree = Tree::random(&mut random, depth, symbols, kind);
        if let Some(expr) = tree.build() {
            check(seed, &tree, &expr);
        }
    }
}

#[test]
fn constructors_keep_the_value() {
    let inputs = assignments();
    let any = [2, 3, 4].map(|depth| (depth, 2, Kind::Any));
    for (depth, symbols, kind) in any.into_iter().chain([(3, 1, Kind::Rounded), (5, 1, Kind::Rounded)]) {
        for_random(depth, symbols, kind, |seed, tree, expr| {
            for at in &inputs {
                if let (Some(plain), Some(built)) = (tree.value(at), value(expr, at)) {
                    assert_eq!(plain, built, "seed {seed}, {at:?}: {tree:?} became {}", show(expr));
                }
            }
        });
    }
}

#[test]
fn printing_and_parsing_return_the_same_form() {
    for_random(4, 2, Kind::Any, |seed, _, expr| {
        let text = expr.display(&name).to_string();
        assert_eq!(parse(&text, &symbol).as_ref(), Ok(expr), "seed {seed}: {text}");
    });
}

#[test]
fn friendly_is_never_smaller_and_equal_where_positive() {
    let inputs = assignments();
    let plain = [(1, 3, Kind::Plain), (1, 4, Kind::Plain), (2, 4, Kind::Plain)];
    for (symbols, depth, kind) in
        plain.into_iter().chain([(1, 3, Kind::Any), (2, 3, Kind::Any), (1, 4, Kind::Rounded)])
    {
        for_random(depth, symbols, kind, |seed, _, expr| {
            let friendly = expr.friendly();
            for at in &inputs {
                let (Some(bound), Some(shown)) = (value(expr, at), value(&friendly, at)) else {
                    continue;
                };
                let fits = if bound.is_positive() { shown == bound } else { shown >= bound };
                assert!(fits, "seed {seed}, {at:?}: {} became {}", show(expr), show(&friendly));
            }
        });
    }
}

#[test]
fn proofs_are_never_wrong() {
    let inputs = assignments();
    for (depth, symbols, kind) in
        [(2, 2, Kind::Any), (3, 2, Kind::Any), (3, 1, Kind::Rounded), (4, 1, Kind::Rounded)]
    {
        for_random(depth, symbols, kind, |seed, _, expr| {
            let low = expr.range(&|_| super::Range::ALL).low;
            let nonneg = expr.provably_nonneg();
            let direction = expr.monotonicity(Symbol(0));
            for at in &inputs {
                let Some(here) = value(expr, at) else { continue };
                assert!(low.is_none_or(|low| low <= here), "seed {seed}, {at:?}: range of {}", show(expr));
                assert!(!nonneg || !here.is_negative(), "seed {seed}, {at:?}: {} >= 0", show(expr));
                assert!(!expr.is_integer() || here.as_integer().is_some(), "seed {seed}: {}", show(expr));
                let Some(next) = value(expr, &[at[0] + 1, at[1]]) else { continue };
                let fits = match direction {
                    super::Monotonicity::Constant => here == next,
                    super::Monotonicity::Increasing => here <= next,
                    super::Monotonicity::Decreasing => here >= next,
                    super::Monotonicity::Unknown => true,
                };
                assert!(fits, "seed {seed}, {at:?}: direction of {}", show(expr));
            }
        });
    }
}

#[test]
fn sums_agree_with_adding_up() {
    let counts =
        ["n", "max(0, n)", "max(0, n - 1)", "max(0, m)", "max(0, n - m)", "max(n, 2)", "min(max(0, n), 3)"];
    let (mut found, mut exact) = (0, 0);
    for_random(3, 3, Kind::Any, |seed, _, body| {
        let count = parse(counts[(seed % 7) as usize], &symbol).unwrap();
        let Some(total) = Expr::sum_below(K, &count, body) else {
            return;
        };
        found += 1;
        exact += u32::from(total.exact);
        for at in assignments().iter().filter(|at| at.iter().all(|x| x.abs() < 10)) {
            let terms = value(&count, at).unwrap().floor();
            let term = |k: i128| value(body, &[at[0], at[1], k]);
            let plain = (0..terms).try_fold(Rational::ZERO, |sum, k| sum.add(term(k)?));
            let (Some(plain), Some(closed)) = (plain, value(&total.value, at)) else {
                continue;
            };
            let fits = if total.exact { plain == closed } else { plain <= closed };
            assert!(
                fits,
                "seed {seed}, {at:?}: {} below {} gave {}",
                show(body),
                show(&count),
                show(&total.value)
            );
        }
    });
    // A closed form is found for most bodies; a change that loses many of them should be noticed.
    assert!(found > cases() / 2 && u64::from(exact) > cases() / 4, "{found} found, {exact} exact");
}

#[test]
fn substitution_is_evaluation_in_two_steps() {
    let inputs = assignments();
    for_random(3, 2, Kind::Any, |seed, tree, expr| {
        let mut random = Random(seed);
        let inner = Tree::random(&mut random, 2, 2, Kind::Plain);
        let Some(replaced) = inner.build().and_then(|inner| expr.with(Symbol(0), &inner)) else {
            return;
        };
        for at in &inputs {
            // A symbol stands for an integer; with anything else in its place rounding may differ.
            let Some(first) = inner.value(at).and_then(Rational::as_integer).filter(|v| v.abs() < 1000)
            else {
                continue;
            };
            if let (Some(plain), Some(built)) = (tree.value(&[first, at[1]]), value(&replaced, at)) {
                assert_eq!(plain, built, "seed {seed}, {at:?}: {} with {inner:?}", show(expr));
            }
        }
    });
}

#[test]
fn linear_forms_add_up_again() {
    for_random(3, 3, Kind::Any, |seed, _, expr| {
        let Some(linear) = expr.linear_in(&[Symbol(0), K]) else {
            return;
        };
        let again = linear.coefficients.iter().try_fold(linear.rest.clone(), |sum, (symbol, coefficient)| {
            assert!(!coefficient.contains(Symbol(0)) && !coefficient.contains(K), "seed {seed}");
            sum.add(&coefficient.mul(&Expr::symbol(*symbol))?)
        });
        assert_eq!(again.as_ref(), Some(expr), "seed {seed}");
    });
}

#[test]
fn logarithms_are_near() {
    for_random(2, 2, Kind::Plain, |seed, tree, expr| {
        let Some(log) = expr.log2() else { return };
        for at in assignments() {
            let (Some(plain), Some(built)) =
                (tree.value(&at), log.eval(&|s: Symbol| at.get(s.0 as usize).copied()))
            else {
                continue;
            };
            let plain = plain.to_f64().max(1.0).log2();
            assert!((plain - built.to_f64()).abs() < 1e-9, "seed {seed}, {at:?}: {}", show(&log));
        }
    });
}

#[test]
fn huge_numbers_are_given_up_without_a_panic() {
    for (depth, symbols) in [(2, 2), (3, 3)] {
        for_random(depth, symbols, Kind::Huge, |seed, tree, expr| {
            let text = show(expr);
            // Added up in the order of printing, such numbers may overflow: an error, but no panic.
            parse(&text, &symbol).ok();
            let friendly = expr.friendly();
            let nonneg = expr.provably_nonneg();
            expr.class();
            expr.monotonicity(Symbol(0));
            Expr::sum_below(K, &Expr::symbol(Symbol(0)), expr);
            for at in [[0, 1, 2], [-5, 4, 1], [i128::MAX, 2, -3], [1 << 70, -(1 << 90), i128::MIN]] {
                let (Some(plain), Some(built)) = (tree.value(&at), value(expr, &at)) else {
                    continue;
                };
                assert_eq!(plain, built, "seed {seed}, {at:?}: {text}");
                assert!(!nonneg || !plain.is_negative(), "seed {seed}, {at:?}: {text}");
                assert!(
                    value(&friendly, &at).is_none_or(|shown| shown >= plain),
                    "seed {seed}, {at:?}: {text}"
                );
            }
        });
    }
}
