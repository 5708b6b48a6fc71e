//! The values of an input, found one by one, need no more than the layers of our own.

use worstcase_solver::{Chain, Declared, Solver};
use worstcase_term::Terms;

#[test]
fn few_values_are_enumerated_without_z3() {
    let (mut terms, mut chain) = (Terms::new(), Chain::new());
    chain.declare(Declared { width: 32, range: Some((0, 60)) });
    let x = terms.input(0, 32);
    let values = chain.possible(&mut terms, x, 64);
    assert_eq!(values, Some((0..=60).collect()));
    assert_eq!(chain.possible(&mut terms, x, 60), None);
    assert_eq!(chain.calls(), 0);
}
