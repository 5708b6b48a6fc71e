//! What must not be claimed. Each of these was.

use super::*;

fn with(exact: &[(u32, i64)], reached: &[(u32, i64)], climbed: &[(u32, i64)]) -> Vec<Point> {
    [points(exact, Standing::Exact), points(reached, Standing::Reached), points(climbed, Standing::Climbed)]
        .concat()
}

fn at(sizes: impl IntoIterator<Item = u32>, cost: impl Fn(i64) -> i64) -> Vec<(u32, i64)> {
    sizes.into_iter().map(|n| (n, cost(n.into()))).collect()
}

fn merge(n: i64) -> i64 {
    halves(n, 7, &|n| n * n + 2 * n + 2, &|n| 4 * n + 2)
}

const MERGE: &str = "cost(floor(n/2)) + cost(ceil(n/2)) + 4*n + 2 from 7 [n log n]";

/// Three unknowns go through three values of ceil(log2(n)), whatever they are, and all other sizes have one of these.
#[test]
fn steps_with_as_many_unknowns_are_refused() {
    let steps = |n: i64| n + [0, 0, 2, 6, 16, 0, 0, 40][ceil_log(n) as usize];
    let points = with(&at(1..=8, steps), &at((9..=12).chain([100]), steps), &[]);
    assert_eq!(Growth::of(&points).formula(), None);
    // Of whole numbers as well, with four unknowns for four values.
    let whole = |n: i64| n + [0, 0, 2, 6, 16][ceil_log(n) as usize];
    let growth = Growth::of(&with(&at(1..=8, whole), &at(9..=14, whole), &[]));
    assert_eq!(growth.formula(), None, "{}", growth.claim());
}

/// A formula is whole at all sizes, not only at those that were looked at.
#[test]
fn fractions_are_refused() {
    let costs = [14, 15, 16, 17, 18, 25, 26, 27, 28, 29, 30, 31, 136];
    let costs: Vec<(u32, i64)> = (3..=14).chain([100]).zip(costs).collect();
    if let Some(formula) = Growth::of(&with(&costs[..6], &costs[6..], &[])).formula() {
        let fractional = (formula.from()..200).find(|&n| formula.at(n).is_none());
        assert_eq!(fractional, None, "{formula}");
    }
}

/// Even sizes say nothing about the odd ones.
#[test]
fn parity_is_tested_at_both() {
    let cost = |n: i64| if n % 2 == 0 { 3 * n } else { 5 * n + 1 };
    let even = with(&at(1..=4, cost), &at([6, 8, 10, 12, 14, 16, 20, 24, 32], cost), &[]);
    let growth = Growth::of(&even);
    assert_eq!(growth.formula(), None);
    assert_eq!(wanted_sizes(&even), [5]);
    let odd = with(&[], &[(5, cost(5))], &[]);
    let both = [even, odd].concat();
    assert_eq!(shown_of(&Growth::of(&both)), "3*n if n % 2 == 0 else 5*n + 1 from 1 [n]");
}

#[test]
fn what_climbing_found_confirms_nothing() {
    // The formula needs 14 and more, and these were only happened upon.
    let growth = Growth::of(&with(&at(1..=9, merge), &at(10..=12, merge), &at([30, 100], merge)));
    assert_eq!(growth.formula(), None);
    assert_eq!(growth.withheld(), Some(&Withheld::Untested(vec![14, 15])));
    // And nothing is fitted to them: a line through 30 and 100, and what is about there.
    let straight = |n: i64| if n < 9 { n * n } else { 12 * n - 40 };
    let growth =
        Growth::of(&with(&at(1..=8, straight), &[], &at((9..=14).chain([16, 20, 24, 32, 100]), straight)));
    assert!(growth.formula().is_none_or(|formula| formula.to_string() == "n^2"), "{}", growth.claim());
    let growth = Growth::of(&with(&[], &[], &at(1..=20, |n| n * n)));
    assert_eq!(growth.formula(), None);
}

#[test]
fn less_than_the_formula_withholds_it() {
    let exact = at(1..=8, merge);
    let reached = at((9..=14).chain([16, 20, 24, 32]), merge);
    let growth = Growth::of(&with(&exact, &reached, &[]));
    assert_eq!(shown_of(&growth), MERGE);
    let growth = Growth::of(&with(&exact, &[&reached[..], &[(100, 2050)]].concat(), &[]));
    assert_eq!(growth.formula(), None);
    assert_eq!(growth.withheld(), Some(&Withheld::Less(vec![100])));
    assert!(growth.claim().to_string().contains("at 100 less was found than it says"), "{}", growth.claim());
    // Climbing need not come as far.
    let growth = Growth::of(&with(&exact, &reached, &[(100, 2050)]));
    assert_eq!(shown_of(&growth), MERGE);
    assert_eq!(growth.claim().less_at, [100]);
}

#[test]
fn more_than_the_formula_refutes_it() {
    let exact = at(1..=8, merge);
    let reached = at((9..=14).chain([16, 20, 24, 32]), merge);
    for points in [
        with(&exact, &reached, &[(100, merge(100) + 1)]),
        with(&exact, &[&reached[..], &[(100, merge(100) + 1)]].concat(), &[]),
        with(&exact, &reached, &[(32, merge(32) + 1)]),
    ] {
        let growth = Growth::of(&points);
        assert_eq!(growth.formula(), None);
        assert!(matches!(growth.withheld(), Some(Withheld::More(_))), "{}", growth.claim());
    }
}

/// A table of hashed keys: the rule that two sizes show does not make them collide.
#[test]
fn two_sizes_teach_no_formula() {
    let linear = |n: i64| 3 * n + 1;
    let reached = at((3..=8).chain([16, 20, 24, 32]), linear);
    let growth = Growth::of(&with(&at(1..=2, linear), &reached, &[]));
    assert_eq!(growth.formula(), None);
    assert_eq!(growth.withheld(), Some(&Withheld::FewExact(vec![1, 2])));
    let growth = Growth::of(&with(&[], &reached, &[]));
    assert_eq!(growth.formula(), None);
    // The third does not make a difference if one of them is left out.
    let line = |n: i64| 2 * n - 3;
    let growth = Growth::of(&with(&[(1, 0), (2, 1), (3, 3)], &at((4..=9).chain([16, 20, 24]), line), &[]));
    assert_eq!(growth.withheld(), Some(&Withheld::FewExact(vec![2, 3])));
    // Nor do three sizes that it does not explain.
    let growth = Growth::of(&with(&[(1, 0), (2, 3), (3, 9)], &at((4..=12).chain([16, 20, 24]), linear), &[]));
    assert_eq!(growth.formula(), None);
}

#[test]
fn no_smaller_class_than_was_seen() {
    let linear = |n: i64| 3 * n + n % 3;
    let reached = at((3..=14).chain([16, 20, 24, 32]), linear);
    let class = |climbed: &[(u32, i64)]| {
        let growth = Growth::of(&with(&at(1..=2, linear), &reached, climbed));
        growth.class().map(|class| class.to_string())
    };
    assert_eq!(class(&[]).as_deref(), Some("n"));
    assert_eq!(class(&[(100, 7)]).as_deref(), Some("n"));
    assert_eq!(class(&[(100, 10_000)]), None);
    assert_eq!(class(&[(32, 1000)]), None);
    // A cost that falls, or is nothing now and then, is no Ω of anything.
    assert_eq!(shown(&at(1..=12, |n| 100 - n)), "-n + 100 from 1 [unknown]");
}

#[test]
fn costs_along_a_bad_rule_are_no_class() {
    // Exact up to 7, and hardly anything beyond.
    let salesman = [(1, 2), (2, 9), (3, 31), (4, 122), (5, 581), (6, 3330), (7, 22469)];
    let class = |points: &[Point]| Growth::of(points).class();
    assert_eq!(class(&with(&salesman, &[], &[(100, 2)])), Some(Class::Exponential));
    assert_eq!(class(&with(&salesman, &[(100, 2)], &[])), None);
}

/// The costs of a linear search that no formula explains: a square with a small factor fits them better than a line.
#[test]
fn what_leads_makes_up_the_cost() {
    let exact = [(6, 33), (7, 39), (8, 46), (9, 52), (10, 59), (11, 65), (12, 72)];
    let reached = [(13, 79), (14, 85), (16, 98), (18, 111), (20, 124), (24, 152), (32, 206), (37, 239)];
    assert_eq!(Growth::of(&with(&exact, &reached, &[])).class(), Some(Class::power(1)));
}

#[test]
fn what_a_proof_contradicts_is_not_claimed() {
    let claim = Growth::of(&with(&at(1..=4, |n| n * n), &at(5..=10, |n| n * n), &[])).claim();
    let upper = |class: &str| Upper { class: class.into(), ..Upper::default() };
    for (class, keeps) in
        [("n", false), ("n log n", false), ("n^2", true), ("n^2 log n", true), ("exp", true)]
    {
        let claim = claim.clone().with_upper(upper(class));
        assert_eq!((claim.formula.is_some(), claim.class.is_some()), (keeps, keeps), "{class}");
    }
}

#[test]
fn claims_are_written_down() {
    let growth = Growth::of(&with(&at(1..=4, |n| n * n), &at(5..=10, |n| n * n), &[(30, 800)]));
    let claim = growth.claim();
    assert_eq!(
        claim.to_string(),
        "cost(n) = n^2, which grows like n^2, up to n = 10, confirmed by 7 sizes it was not fitted to; at 30 less was found"
    );
    assert_eq!(claim.confirmed_by, [4, 5, 6, 7, 8, 9, 10]);
    assert_eq!((claim.checked, claim.from, claim.looked_at), (7, Some(1), 11));
    assert_eq!(claim.curve.last(), Some(&(30.0, 900.0)));
    let wobbling = |n: i64| 100 * n * n + (n * 37 % 11) * n;
    let claim =
        Growth::of(&with(&at(1..=8, wobbling), &at((9..=14).chain([16, 20, 24, 32]), wobbling), &[])).claim();
    assert_eq!(claim.to_string(), "no formula found; grows like n^2 at all 18 sizes looked at");
    assert_eq!(claim.formula, None);
}

/// What is asked for, once it is seen, decides.
#[test]
fn wanted_sizes_test_what_is_untested() {
    let check = |cost: &dyn Fn(i64) -> i64, exact: u32, expected: &str| {
        let mut points = with(&at(1..=exact, cost), &[], &[]);
        let before = shown_of(&Growth::of(&points));
        assert!(before.starts_with('?'), "{before}");
        for _ in 0..4 {
            let wanted = wanted_sizes(&points);
            assert!(wanted.len() <= 8, "{wanted:?}");
            points.extend(self::points(&at(wanted, cost), Standing::Reached));
        }
        assert_eq!(shown_of(&Growth::of(&points)), expected);
        assert_eq!(wanted_sizes(&points), Vec::<u32>::new());
    };
    check(&|n| 2 * log(n) + 1, 7, "2*floor(log2(n)) + 1 from 1 [log n]");
    check(&merge, 12, MERGE);
    assert_eq!(wanted_sizes(&[]), Vec::<u32>::new());
}
