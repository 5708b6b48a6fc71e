//! One behaviour each, small enough to follow by hand; the random comparison with references is in `tests/`.

use super::{Answer, Assertion, Conflict, Order, Var};

const INT: (i64, i64) = (i32::MIN as i64, i32::MAX as i64);
const BYTE: (i64, i64) = (0, 255);

fn order_of<const N: usize>(range: (i64, i64)) -> (Order, [Var; N]) {
    let mut order = Order::new();
    let vars = std::array::from_fn(|_| order.variable(range.0, range.1));
    (order, vars)
}

fn core_of(order: &Order) -> Vec<u32> {
    order.core().into_iter().map(|Assertion(number)| number).collect()
}

/// x < y < z, by the assertions 0 and 1.
fn chain() -> (Order, [Var; 3]) {
    let (mut order, [x, y, z]) = order_of(INT);
    order.assert_le(x, y, -1).unwrap();
    order.assert_le(y, z, -1).unwrap();
    (order, [x, y, z])
}

#[test]
fn variables_start_as_close_to_zero_as_they_can() {
    let mut order = Order::new();
    let vars = [(-9, 9), (3, 9), (-9, -3)].map(|(lo, hi)| order.variable(lo, hi));
    assert_eq!(vars.map(|x| order.value(x)), [0, 3, -3]);
    assert_eq!(vars.map(Var::index), [Some(0), Some(1), Some(2)]);
    assert_eq!((order.value(Var::ZERO), Var::ZERO.index()), (0, None));
}

#[test]
fn the_model_follows_assertions() {
    let (order, [x, y, z]) = chain();
    assert!(order.value(x) < order.value(y) && order.value(y) < order.value(z));
    assert!(order.holds_le(x, z, -2) && !order.holds_le(z, x, 0));
}

#[test]
fn a_cycle_is_refused_with_its_assertions() {
    let (mut order, [x, y, z]) = chain();
    let other = order.variable(0, 9);
    order.assert_le(other, x, 0).unwrap();
    let before = [x, y, z, other].map(|v| order.value(v));
    assert_eq!(order.assert_le(z, x, 1), Err(Conflict));
    assert_eq!(core_of(&order), [0, 1, 3]);
    assert_eq!([x, y, z, other].map(|v| order.value(v)), before);
    assert_eq!(order.next_assertion(), Assertion(3));
    assert_eq!(order.assert_le(z, x, 2), Ok(()));
}

#[test]
fn bounds_are_constraints_with_zero() {
    let (mut order, [x, y]) = order_of(BYTE);
    order.assert_le(Var::ZERO, x, -100).unwrap(); // x >= 100
    order.assert_le(x, y, -100).unwrap(); // y >= x + 100
    assert!(order.value(x) >= 100 && order.value(y) >= 200);
    assert!(order.assert_le(Var::ZERO, x, -156).is_err());
    assert_eq!(core_of(&order), [1, 2]);
    order.assert_le(y, Var::ZERO, 200).unwrap();
    assert_eq!((order.value(x), order.value(y)), (100, 200));
    assert!(order.assert_le(x, Var::ZERO, 99).is_err());
    assert_eq!(core_of(&order), [0, 3]);
}

#[test]
fn a_chain_fills_its_range_to_the_last_value() {
    let mut order = Order::new();
    let vars: Vec<Var> = (0..256).map(|_| order.variable(0, 255)).collect();
    // The links of even number first, so that later ones join pairs that are in each other's way.
    for link in (0..255).step_by(2).chain((1..255).step_by(2)) {
        order.assert_le(vars[link], vars[link + 1], -1).unwrap();
    }
    assert!(vars.iter().enumerate().all(|(i, &x)| order.value(x) == i as i64));
    let one_more = order.variable(0, 255);
    assert!(order.assert_le(vars[255], one_more, -1).is_err());
    assert_eq!(core_of(&order).len(), 256);
}

#[test]
fn of_parallel_assertions_the_tightest_counts() {
    let (mut order, [x, y]) = order_of(INT);
    order.assert_le(x, y, 5).unwrap();
    let mark = order.mark();
    order.assert_le(x, y, 9).unwrap();
    order.assert_le(x, y, 3).unwrap();
    assert!(order.assert_le(y, x, -4).is_err());
    assert_eq!(core_of(&order), [2, 3]);
    order.undo(mark);
    assert!(order.assert_le(y, x, -6).is_err());
    assert_eq!(core_of(&order), [0, 1]);
    assert_eq!(order.assert_le(y, x, -5), Ok(()));
    assert_eq!(order.value(x) - order.value(y), 5);
}

#[test]
fn undo_takes_back_variables_assertions_and_the_model() {
    let (mut order, [x, y, _]) = chain();
    let (mark, before) = (order.mark(), [order.value(x), order.value(y)]);
    let new = order.variable(50, 60);
    order.assert_le(new, x, 0).unwrap();
    order.assert_ne(x, y, -1).unwrap();
    assert!(order.value(x) >= 50);
    order.undo(mark);
    assert_eq!([order.value(x), order.value(y)], before);
    assert_eq!((order.variables(), order.next_assertion()), (3, Assertion(2)));
    order.assert_le(y, x, 1).expect("x - y = -1 is allowed again");
    let again = order.variable(-60, -50);
    assert_eq!(order.value(again), -50);
}

#[test]
fn a_variable_compares_with_itself() {
    let (mut order, [x]) = order_of(INT);
    order.assert_le(x, x, 0).unwrap();
    order.assert_ne(x, x, 7).unwrap();
    assert!(order.assert_le(x, x, -1).is_err());
    assert_eq!(core_of(&order), [2]);
    assert!(order.assert_ne(x, x, 0).is_err());
    assert_eq!(core_of(&order), [2]);
}

#[test]
fn entailment_is_exact() {
    let (mut order, [x, y, z]) = chain();
    assert_eq!(order.entails_le(x, z, -2), Some(true));
    assert_eq!(order.entails_le(x, z, -3), Some(false));
    assert_eq!(order.entails_le(z, x, 0), Some(false));
    assert_eq!(order.entails_le(x, Var::ZERO, INT.1 - 2), Some(true));
    assert_eq!(order.entails_le(x, Var::ZERO, INT.1 - 3), Some(false));
    order.assert_ne(x, y, -1).unwrap();
    assert_eq!(order.entails_le(x, z, -3), Some(true));
}

#[test]
fn a_disequality_is_dodged() {
    let (mut order, [x, y]) = order_of(INT);
    order.assert_ne(x, y, 0).unwrap();
    order.assert_ne(x, Var::ZERO, 1).unwrap();
    order.assert_ne(Var::ZERO, y, -1).unwrap();
    assert!(order.value(x) != order.value(y) && order.value(x) != 1 && order.value(y) != 1);
    assert!(order.is_settled());
}

#[test]
fn a_disequality_of_equals_is_refused() {
    let (mut order, [x, y, z]) = order_of(INT);
    order.assert_le(x, y, 0).unwrap();
    order.assert_le(y, z, 0).unwrap();
    order.assert_le(z, x, 0).unwrap();
    assert!(order.assert_ne(z, y, 0).is_err());
    assert_eq!(core_of(&order), [0, 1, 2, 3]);
    order.assert_ne(z, y, 1).unwrap();
}

#[test]
fn equality_is_refused_after_a_disequality() {
    let (mut order, [x, y]) = order_of(INT);
    order.assert_ne(x, y, 0).unwrap();
    order.assert_le(x, y, 0).unwrap();
    assert!(order.assert_le(y, x, 0).is_err());
    assert_eq!(core_of(&order), [0, 1, 2]);
    assert!(order.value(x) < order.value(y));
}

#[test]
fn equals_move_together_past_forbidden_values() {
    let (mut order, [x, y]) = order_of(BYTE);
    order.assert_le(x, y, 0).unwrap();
    order.assert_le(y, x, 0).unwrap();
    for value in (0..255).filter(|&value| value != 77) {
        let who = if value % 2 == 0 { x } else { y };
        order.assert_ne(who, Var::ZERO, value).unwrap();
    }
    assert!(order.is_settled());
    order.assert_ne(x, Var::ZERO, 255).unwrap();
    assert_eq!((order.value(x), order.value(y)), (77, 77));
    assert!(order.assert_ne(y, Var::ZERO, 77).is_err());
    assert_eq!(core_of(&order).len(), 258);
}

#[test]
fn a_core_leaves_out_disequalities_that_have_no_part() {
    let (mut order, [a, b, x, y]) = order_of((0, 1));
    order.assert_ne(a, b, 0).unwrap();
    order.assert_ne(x, Var::ZERO, 0).unwrap();
    order.assert_ne(y, Var::ZERO, 0).unwrap();
    assert!(order.assert_ne(x, y, 0).is_err());
    assert_eq!(core_of(&order), [1, 2, 3]);
}

#[test]
fn a_case_beyond_64_bits_is_unknown_at_worst() {
    let (mut order, [x, y]) = order_of((i64::MIN, i64::MAX));
    order.assert_le(x, y, i64::MIN).unwrap();
    order.assert_le(y, x, i64::MAX).expect_err("x - y is at most -2^63");
    order.assert_ne(x, Var::ZERO, i64::MIN).unwrap();
    order.assert_ne(Var::ZERO, x, i64::MIN).expect("0 - x is never -2^63");
    order.assert_ne(x, y, i64::MIN).unwrap();
    assert!(order.check(100) != Answer::Unsat);
}

#[test]
fn an_outside_model_is_adopted_if_it_is_one() {
    let (mut order, [x, y, z]) = chain();
    let mark = order.mark();
    assert!(!order.adopt(&[5, 5, 6]) && !order.adopt(&[5, 6]));
    assert!(order.adopt(&[5, 60, 600]));
    assert_eq!([x, y, z].map(|v| order.value(v)), [5, 60, 600]);
    order.undo(mark);
    assert_ne!(order.value(z), 600);
}

fn check_natural(
    ranges: &[(i64, i64)],
    le: &[(usize, usize, i64)],
    ne: &[(usize, usize, i64)],
    expected: &[i64],
) {
    let mut order = Order::new();
    let mut vars = vec![Var::ZERO];
    vars.extend(ranges.iter().map(|&(lo, hi)| order.variable(lo, hi)));
    le.iter().for_each(|&(x, y, c)| order.assert_le(vars[x], vars[y], c).unwrap());
    ne.iter().for_each(|&(x, y, c)| order.assert_ne(vars[x], vars[y], c).unwrap());
    assert_eq!(order.natural_model(), expected);
}

#[test]
fn natural_models_look_natural() {
    check_natural(&[INT; 4], &[], &[], &[1, 2, 3, 4]);
    check_natural(&[BYTE; 3], &[(3, 2, -1), (2, 1, -1)], &[], &[3, 2, 1]);
    check_natural(&[INT; 3], &[(2, 1, 0), (3, 2, 0)], &[], &[3, 2, 1]); // x2 <= x1, x3 <= x2
    check_natural(&[INT; 3], &[(1, 3, 0), (3, 1, 0)], &[], &[1, 2, 1]); // x1 = x3
    check_natural(&[INT; 3], &[(0, 1, -100)], &[], &[100, 1, 2]); // x1 >= 100
    check_natural(&[INT; 3], &[(1, 0, -5)], &[], &[-5, 1, 2]); // x1 <= -5
    check_natural(&[INT; 2], &[(1, 2, -10)], &[], &[1, 11]); // x1 + 10 <= x2
    check_natural(&[INT; 2], &[], &[(1, 0, 1), (2, 0, 3), (2, 1, 2)], &[2, 5]);
    check_natural(&[(0, 1); 3], &[], &[(1, 2, 0)], &[0, 1, 0]);
    check_natural(&[], &[], &[], &[]);
}
