//! What always holds, on sequences of known and of no origin: no formula is printed that its own data refute, none on
//! data that nothing explains, and the right one where the data are clean and enough.

use std::collections::BTreeMap;

use worstcase_machine::SplitMix;

use super::text::Text;
use super::*;

/// A cost by size.
type Cost = Box<dyn Fn(i64) -> i64>;

/// How many kinds of known costs there are.
const FAMILIES: u64 = 16;

/// A cost of a known kind that rises, with random factors.
fn family(kind: u64, random: &mut SplitMix) -> Cost {
    let mut to = |most: u64| 1 + random.below(most) as i64;
    let (a, b, c, d) = (to(9), to(9), to(20), to(9) - 1);
    match kind {
        0 => Box::new(move |n| a * n + c),
        1 => Box::new(move |n| a * n * n + b * n + d),
        2 => Box::new(move |n| a * n * (n - 1) / 2 + c),
        3 => Box::new(move |n| a * n * n * n + b * n + c),
        4 => Box::new(move |n| (a * n * n + b * n) / 2 + c),
        5 => Box::new(move |n| if n % 2 == 0 { a * n + d } else { (a + b) * n + c }),
        6 => Box::new(move |n| a * log(n) + c),
        7 => Box::new(move |n| a * ceil_log(n) + b * n + c),
        8 => Box::new(move |n| a * n * log(n) + b * n + c),
        9 => Box::new(move |n| a * (n * ceil_log(n) - (1 << ceil_log(n)) + 1) + b * n),
        10 => Box::new(move |n| halves(n, 2, &|_| d, &|n| a * n + b)),
        11 => Box::new(move |n| halves(n, 5, &|n| n * n + c, &|n| a * n + b)),
        12 => Box::new(move |n| a * (1 << n.min(40)) + b * n + c),
        13 => Box::new(move |n| steps(n, c, c + a, |one, two| one + two + b)),
        14 => Box::new(move |n| a * n.isqrt() + b * n + c),
        _ => Box::new(move |n| if n < d.min(4) { c } else { a * n * n + b }),
    }
}

/// A cost by the two before it.
fn steps(n: i64, first: i64, second: i64, next: impl Fn(i64, i64) -> i64) -> i64 {
    (1..n.min(60)).fold((first, second), |(one, two), _| (two, next(one, two))).0
}

/// What grows too fast is looked at only at small sizes.
fn is_fast(kind: u64) -> bool {
    kind == 12 || kind == 13
}

/// What is another formula at small sizes is learned at more of them.
fn begins_late(kind: u64) -> bool {
    kind == 11 || kind == 15
}

/// The sizes that `find` looks at: all paths up to one, the rule beyond.
fn sizes(random: &mut SplitMix, kind: u64) -> (Vec<u32>, Vec<u32>) {
    let fast = is_fast(kind);
    let last = random.below(5) as u32 + if begins_late(kind) { 7 } else { 4 };
    let larger: &[u32] = if fast { &[] } else { &[16, 20, 24, 30, 32, 64, 100] };
    let more = last + 1..=last + 6 + if fast { 4 } else { 0 };
    let reached = more.clone().chain(larger.iter().copied().filter(|n| !more.contains(n)));
    ((1..=last).collect(), reached.collect())
}

fn point(size: u32, cost: i64, standing: Standing) -> Point {
    Point { size, cost, standing }
}

fn clean(cost: &Cost, random: &mut SplitMix, kind: u64) -> Vec<Point> {
    let (exact, reached) = sizes(random, kind);
    let exact = exact.into_iter().map(|n| point(n, cost(n.into()), Standing::Exact));
    exact.chain(reached.into_iter().map(|n| point(n, cost(n.into()), Standing::Reached))).collect()
}

/// The same with less here and there where not all paths were explored, and what climbing found in between.
fn spoiled(points: &[Point], cost: &Cost, random: &mut SplitMix) -> Vec<Point> {
    let mut spoiled = points.to_vec();
    let often = 1 + random.below(100);
    for one in spoiled.iter_mut().filter(|one| one.standing != Standing::Exact) {
        if random.below(often) == 0 {
            one.cost -= random.below(1 + one.cost.unsigned_abs() / 2) as i64;
        }
        if random.below(4) == 0 {
            one.standing = Standing::Climbed;
        }
    }
    for n in [15, 28, 40] {
        let worst = cost(n.into());
        if worst < 1 << 40 && spoiled.iter().all(|one| one.size != n) {
            let found = worst - random.below(1 + worst.unsigned_abs()) as i64;
            spoiled.push(point(n, found, Standing::Climbed));
        }
    }
    spoiled
}

/// What is printed of the points is not refuted by them, as a reader would compute it.
fn assert_not_refuted(points: &[Point]) -> Claim {
    let growth = Growth::of(points);
    let claim = growth.claim();
    let Some(formula) = &claim.formula else { return claim };
    let from = claim.from.expect("a formula begins somewhere");
    let firm = |one: &&Point| one.standing != Standing::Climbed;
    let known: BTreeMap<u32, i128> =
        points.iter().filter(|one| one.size < from).map(|one| (one.size, one.cost.into())).collect();
    let mut text = Text::new(formula, from, known);
    for one in points.iter().filter(|one| one.size >= from) {
        let said = text.at(one.size);
        assert_eq!(said, growth.at(one.size), "{formula} at {}", one.size);
        let (said, cost) = (said.expect("it is whole"), i128::from(one.cost));
        let agrees = if firm(&one) { said == cost } else { said >= cost };
        assert!(agrees, "{formula} from {from} says {said} at {one:?}: {points:?}");
        assert_eq!(claim.less_at.contains(&one.size), said > cost, "{formula} at {}", one.size);
    }
    for n in from..from + 120 {
        let value = text.at(n);
        assert_eq!(value, growth.at(n), "{formula} at {n}");
        assert!(
            value.is_some() || n > 30 && claim.class.as_deref() == Some("exp"),
            "{formula} at {n}: {points:?}"
        );
    }
    assert_eq!(claim.checked, claim.confirmed_by.len());
    assert!(claim.checked >= 3, "{formula}: {points:?}");
    let exact = points.iter().filter(|one| one.standing == Standing::Exact);
    let least = if formula.contains("cost") { 2 } else { 3 };
    assert!(exact.clone().count() >= 3 && exact.filter(|one| one.size >= from).count() >= least, "{formula}");
    for n in &claim.confirmed_by {
        assert!(points.iter().filter(firm).any(|one| one.size == *n && *n >= from), "{formula}: {n}");
    }
    assert_eq!(claim.withheld, None);
    claim
}

/// Clean costs of a known kind get their formula, once what is wanted was looked at.
#[test]
fn known_costs_are_recognised() {
    let mut random = SplitMix(11);
    let (mut found, mut all) = (0, 0);
    for round in 0..320 {
        let kind = round % FAMILIES;
        let cost = family(kind, &mut random);
        let mut points = clean(&cost, &mut random, kind);
        let at_once = assert_not_refuted(&points).formula.is_some();
        for wanted in wanted_sizes(&points) {
            points.push(point(wanted, cost(wanted.into()), Standing::Reached));
        }
        let claim = assert_not_refuted(&points);
        all += 1;
        found += usize::from(at_once);
        let growth = Growth::of(&points);
        let formula = claim.formula.unwrap_or_else(|| panic!("kind {kind}: {points:?}"));
        for n in [11, 18, 27].into_iter().chain(if is_fast(kind) { 19..20 } else { 77..78 }) {
            assert_eq!(growth.at(n), Some(cost(n.into()).into()), "kind {kind}: {formula} at {n}");
        }
        assert!(claim.class.is_some(), "{formula}");
    }
    assert!(found * 100 >= all * 95, "{found} of {all} at once");
}

/// Noise below the worst case, wherever not all paths were explored, never makes a formula that the costs refute.
#[test]
fn less_never_makes_a_wrong_formula() {
    let mut random = SplitMix(12);
    let mut printed = 0;
    for round in 0..640 {
        let kind = round % FAMILIES;
        let cost = family(kind, &mut random);
        let points = spoiled(&clean(&cost, &mut random, kind), &cost, &mut random);
        let claim = assert_not_refuted(&points);
        printed += usize::from(claim.formula.is_some());
    }
    assert!(printed >= 100, "{printed}");
}

/// What was seen above a formula or a class refutes it.
#[test]
fn more_refutes_everything_smaller() {
    let mut random = SplitMix(13);
    for round in 0..160 {
        let kind = round % FAMILIES;
        if is_fast(kind) {
            continue;
        }
        let cost = family(kind, &mut random);
        let mut points = clean(&cost, &mut random, kind);
        let (size, more) = (100 + random.below(3) as u32, 1 + random.below(3) as i64);
        points.push(point(size, cost(size.into()) + more, Standing::Climbed));
        assert_eq!(assert_not_refuted(&points).formula, None, "{points:?}");
        points.push(point(90, cost(90) * 3, Standing::Climbed));
        let claim = assert_not_refuted(&points);
        assert_eq!((claim.formula, claim.class), (None, None), "{points:?}");
    }
}

/// Costs that go up and down by a third and more, without a pattern, are of no class.
#[test]
fn no_class_on_data_without_one() {
    let mut random = SplitMix(14);
    for round in 0..400 {
        let (exact, reached) = sizes(&mut random, 0);
        let standing = |n: &u32| if exact.contains(n) { Standing::Exact } else { Standing::Reached };
        let most = [1000, 1_000_000, 1_000_000_000][round % 3];
        let mut is_low = false;
        let zigzag = exact.iter().chain(&reached).map(|n| {
            is_low = if round % 2 == 0 { !is_low } else { random.below(2) == 0 };
            let cost = most + random.below(most) * 2 / 5;
            point(*n, if is_low { cost } else { 3 * cost } as i64, standing(n))
        });
        let points: Vec<Point> = zigzag.collect();
        let claim = assert_not_refuted(&points);
        let even = |n: usize| {
            points[n..].windows(2).all(|two| two[0].cost / 2 < two[1].cost && two[1].cost < 2 * two[0].cost)
        };
        let has_turn = !even(points.len() / 2);
        assert!(!has_turn || (claim.formula.is_none() && claim.class.is_none()), "{claim:?}: {points:?}");
    }
}

/// Random walks and random steps, which look more like costs, have no formula.
#[test]
fn no_formula_on_data_without_one() {
    let mut random = SplitMix(15);
    let mut printed = 0;
    for round in 0..600 {
        let (exact, reached) = sizes(&mut random, 0);
        let step = [20, 100, 5000][round / 3 % 3];
        let by_log: Vec<i64> = (0..9).map(|_| random.below(step) as i64).collect();
        let mut cost = 0;
        let points: Vec<Point> = exact
            .iter()
            .chain(&reached)
            .map(|&n| {
                cost += random.below(step) as i64;
                let cost = match round % 3 {
                    0 => cost,
                    1 => by_log[..=n.ilog2() as usize].iter().sum::<i64>(),
                    _ => i64::from(n) + by_log[..=(2 * n - 1).ilog2() as usize].iter().sum::<i64>(),
                };
                point(n, cost, if exact.contains(&n) { Standing::Exact } else { Standing::Reached })
            })
            .collect();
        printed += usize::from(assert_not_refuted(&points).formula.is_some());
    }
    assert_eq!(printed, 0);
}
