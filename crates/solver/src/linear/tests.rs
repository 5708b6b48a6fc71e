//! One behaviour each, small enough to follow by hand; the random comparison with enumeration is in `tests/`.

use super::{Linear, Var};
use crate::Answer;

const BUDGET: u32 = 1000;

fn linear_of<const N: usize>(lo: i64, hi: i64) -> (Linear, [Var; N]) {
    let mut linear = Linear::new();
    let vars = std::array::from_fn(|_| linear.variable(lo, hi));
    (linear, vars)
}

#[track_caller]
fn check_sat(linear: &mut Linear) {
    assert_eq!(linear.check(BUDGET), Answer::Sat);
}

#[track_caller]
fn check_unsat(linear: &mut Linear, core: &[usize]) {
    assert_eq!(linear.check(BUDGET), Answer::Unsat);
    assert_eq!(linear.core(), core);
}

#[test]
fn variables_start_as_close_to_zero_as_they_can() {
    let mut linear = Linear::new();
    let vars = [(-9, 9), (3, 9), (-9, -3)].map(|(lo, hi)| linear.variable(lo, hi));
    assert_eq!(vars.map(|x| linear.value(x)), [0, 3, -3]);
    assert_eq!(vars.map(Var::index), [0, 1, 2]);
    check_sat(&mut linear);
}

#[test]
fn a_contradiction_names_its_assertions() {
    let (mut linear, [x, y, z, other]) = linear_of(-1000, 1000);
    linear.assert_le(&[(x, 1), (y, 1), (z, -1)], -1); // x + y < z
    linear.assert_le(&[(other, 1), (z, 1)], 7);
    linear.assert_le(&[(z, 1), (x, -1)], 0); // z <= x
    check_sat(&mut linear);
    assert!(linear.value(y) < 0);
    linear.assert_le(&[(y, -1)], 0); // y >= 0
    check_unsat(&mut linear, &[0, 2, 3]);
    check_unsat(&mut linear, &[0, 2, 3]);
}

#[test]
fn ranges_are_no_part_of_a_core() {
    let (mut linear, [x, y, z]) = linear_of(0, 10);
    linear.assert_le(&[(x, 1)], 5);
    linear.assert_le(&[(x, -1), (y, -1), (z, -1)], -26); // x + y + z >= 26
    check_unsat(&mut linear, &[0, 1]);
    let (mut linear, [x, y]) = linear_of(0, 10);
    linear.assert_le(&[(x, 1), (y, -1)], 5);
    linear.assert_le(&[(x, -1), (y, -1)], -21);
    check_unsat(&mut linear, &[1]);
}

#[test]
fn one_form_has_many_spellings() {
    let (mut linear, [x, y]) = linear_of(-1000, 1000);
    linear.assert_le(&[(x, 2), (y, -2)], 5); // x - y <= 2
    linear.assert_le(&[(y, 1), (x, -1)], -2); // x - y >= 2
    linear.assert_le(&[(y, -3), (x, 1), (y, 2), (x, 0)], 7);
    linear.assert_ne(&[(x, 5), (y, -5)], 11); // never equal
    assert_eq!(linear.forms.all.len(), 1);
    check_sat(&mut linear);
    assert_eq!(linear.value(x) - linear.value(y), 2);
    linear.assert_ne(&[(y, 4), (x, -4)], -8);
    check_unsat(&mut linear, &[0, 1, 4]);
}

#[test]
fn sums_without_variables_are_decided() {
    let (mut linear, [x]) = linear_of(0, 10);
    linear.assert_le(&[], 0);
    linear.assert_ne(&[(x, 2), (x, -2)], 3);
    linear.assert_le(&[(x, 1)], 4);
    check_sat(&mut linear);
    let mark = linear.mark();
    linear.assert_le(&[(x, 1), (x, -1)], -1);
    check_unsat(&mut linear, &[3]);
    linear.undo(mark);
    check_sat(&mut linear);
    linear.assert_ne(&[], 0);
    check_unsat(&mut linear, &[3]);
}

#[test]
fn undo_brings_the_model_back() {
    let (mut linear, [x, y]) = linear_of(0, 1000);
    linear.assert_le(&[(x, 1), (y, -1)], 0);
    check_sat(&mut linear);
    let before = [linear.value(x), linear.value(y)];
    let mark = linear.mark();
    linear.assert_le(&[(x, -1), (y, -1)], -500);
    check_sat(&mut linear);
    assert_ne!([linear.value(x), linear.value(y)], before);
    linear.undo(mark);
    assert_eq!([linear.value(x), linear.value(y)], before);
}

#[test]
fn undo_keeps_a_model_that_older_assertions_need() {
    let (mut linear, [x, y]) = linear_of(0, 1000);
    linear.assert_le(&[(x, -1), (y, -1)], -500);
    let mark = linear.mark();
    linear.assert_le(&[(x, 1)], 3);
    check_sat(&mut linear);
    linear.undo(mark);
    assert!(linear.holds_le(&[(x, -1), (y, -1)], -500));
}

#[test]
fn undo_takes_variables_out_of_the_basis() {
    let (mut linear, [x, y]) = linear_of(0, 100);
    linear.assert_le(&[(x, -1), (y, -1)], -10);
    check_sat(&mut linear);
    let mark = linear.mark();
    for range in [(0, 100), (-3, 3), (50, 60)] {
        let z = linear.variable(range.0, range.1);
        linear.assert_le(&[(x, 1), (y, 1), (z, -1)], 0); // x + y <= z
        let possible = if range.1 >= 10 { Answer::Sat } else { Answer::Unsat };
        assert_eq!(linear.check(BUDGET), possible);
        linear.undo(mark);
        assert_eq!((linear.variables(), linear.assertions()), (2, 1));
        check_sat(&mut linear);
    }
}

#[test]
fn a_disequality_is_dodged() {
    let (mut linear, [x, y]) = linear_of(-5, 5);
    linear.assert_ne(&[(x, 1), (y, 1)], 0);
    linear.assert_ne(&[(x, 1), (y, 1)], 1);
    linear.assert_ne(&[(x, 1)], 0);
    check_sat(&mut linear);
    assert!(linear.value(x) != 0 && ![0, 1].contains(&(linear.value(x) + linear.value(y))));
}

#[test]
fn disequalities_are_split_if_need_be() {
    let (mut linear, [x, y, z, other]) = linear_of(0, 3);
    linear.assert_ne(&[(other, 1), (x, 1)], 1);
    let sum = [(x, 1), (y, 1), (z, 1)];
    linear.assert_le(&sum, 5);
    for value in (0..6).filter(|&value| value != 4) {
        linear.assert_ne(&sum, value);
    }
    check_sat(&mut linear);
    assert_eq!(linear.value(x) + linear.value(y) + linear.value(z), 4);
    linear.assert_ne(&sum, 4);
    check_unsat(&mut linear, &[1, 2, 3, 4, 5, 6, 7]);
}

#[test]
fn fractions_are_rounded() {
    let (mut linear, [x, y, z]) = linear_of(0, 1000);
    for (a, b) in [(x, y), (y, z), (z, x)] {
        linear.assert_le(&[(a, -1), (b, -1)], -3); // a + b >= 3, and where the three meet, all are 3/2
    }
    let all = [(x, 1), (y, 1), (z, 1)];
    linear.assert_le(&all, 5);
    check_sat(&mut linear);
    linear.assert_le(&all, 4);
    check_unsat(&mut linear, &[0, 1, 2, 4]);
}

#[test]
fn what_only_fractions_solve_is_refuted() {
    let (mut linear, [x, y, z, w]) = linear_of(-1_000_000, 1_000_000);
    let (a, b) = ([(x, 1), (y, 1), (z, -2)], [(x, 1), (y, -1), (w, -2)]);
    linear.assert_le(&a, 0); // x + y = 2z
    linear.assert_le(&a.map(|(v, c)| (v, -c)), 0);
    linear.assert_le(&[(x, 1), (z, 1)], 5000);
    linear.assert_le(&b, 1); // x - y = 2w + 1
    check_sat(&mut linear);
    linear.assert_le(&b.map(|(v, c)| (v, -c)), -1);
    check_unsat(&mut linear, &[0, 1, 3, 4]);
}

#[test]
fn the_budget_is_kept() {
    let (mut linear, pigeons) = linear_of::<7>(0, 5);
    for (i, &x) in pigeons.iter().enumerate() {
        pigeons[..i].iter().for_each(|&y| linear.assert_ne(&[(x, 1), (y, -1)], 0));
    }
    assert_eq!(linear.check(5), Answer::Unknown);
    assert_eq!(linear.check(10_000_000), Answer::Unsat);
    assert_eq!(linear.core().len(), 21);
}

#[test]
fn what_does_not_fit_is_unknown() {
    let (mut linear, [x, y]) = linear_of(i64::MIN, i64::MAX);
    let mark = linear.mark();
    linear.assert_le(&[(x, i64::MAX), (x, 1)], 0);
    assert_eq!(linear.check(BUDGET), Answer::Unknown);
    assert_eq!(linear.check(BUDGET), Answer::Unknown);
    linear.assert_le(&[(y, 1)], 0);
    linear.assert_le(&[(y, -1)], -1);
    check_unsat(&mut linear, &[1, 2]);
    linear.undo(mark);
    linear.assert_le(&[(x, -1), (y, -1)], i64::MIN); // x + y >= 2^63
    assert_ne!(linear.check(BUDGET), Answer::Unsat);
    linear.undo(mark);
    linear.assert_le(&[(x, 1), (y, 1)], i64::MAX); // Not implied, though no 64-bit number is greater.
    linear.assert_le(&[(x, -1)], -i64::MAX);
    linear.assert_le(&[(y, -1)], -1);
    check_unsat(&mut linear, &[0, 1, 2]);
}

#[test]
fn idle_forms_are_collected() {
    let (mut linear, [x, y, z]) = linear_of(-1000, 1000);
    linear.assert_le(&[(x, 1), (y, 1), (z, 1)], -10);
    check_sat(&mut linear);
    let mark = linear.mark();
    for c in 2..9000 {
        linear.assert_le(&[(x, 1), (y, c)], 5);
        linear.assert_le(&[(x, 1), (y, 1), (z, 1)], -10 - c % 7);
        check_sat(&mut linear);
        linear.undo(mark);
    }
    assert!(linear.forms.all.len() < 5000);
    linear.assert_le(&[(x, -1), (y, -1), (z, -1)], 9);
    check_unsat(&mut linear, &[0, 1]);
}
