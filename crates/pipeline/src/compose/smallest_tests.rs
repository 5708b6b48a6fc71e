//! Smallest correction sets, held against all subsets, each checked by plain Z3.

use worstcase_machine::SplitMix;
use worstcase_solver::{Answer, Declared, Parts, Solver, Z3};
use worstcase_term::Terms;

use super::*;
use crate::compose::relax::relax;

const BYTE: Declared = Declared { width: 8, range: None };

/// The least loss of all correction sets.
fn least(union: &Union<'_>) -> f64 {
    let count = union.conjuncts.len();
    let can_hold = |kept: u32| {
        let mut z3 = Z3::new();
        union.declared.iter().for_each(|&input| z3.declare(input));
        let kept = (0..count).filter(|at| kept >> at & 1 == 1);
        kept.for_each(|at| z3.assert(union.terms, union.conjuncts[at].fact));
        z3.check(union.terms) == Answer::Sat
    };
    let lost = |kept: u32| -> f64 {
        let dropped = (0..count).filter(|at| kept >> at & 1 == 0);
        dropped.map(|at| weight(union.conjuncts, at)).sum()
    };
    let mut all: Vec<u32> = (0..1 << count).collect();
    all.sort_by(|&a, &b| lost(a).total_cmp(&lost(b)));
    all.into_iter().find(|&kept| can_hold(kept)).map(lost).expect("nothing at all can hold")
}

#[test]
fn none_loses_less() {
    let solver = || -> Box<dyn Solver> { Box::new(Parts::new()) };
    let mut proved = 0;
    for seed in 0..20 {
        let mut random = SplitMix(seed);
        let mut terms = Terms::new();
        // Comparisons of three bytes with each other and with numbers: many contradict.
        let mut conjuncts = Vec::new();
        for _ in 0..7 {
            let left = terms.input(random.below(3) as u32, 8);
            let right = match random.below(2) {
                0 => terms.input(random.below(3) as u32, 8),
                _ => terms.constant(8, random.below(256)),
            };
            let fact = if random.below(2) == 0 { terms.ult(left, right) } else { terms.ult(right, left) };
            let (component, loss) = (random.below(2) as usize, random.below(5) as f64);
            conjuncts.push(Conjunct { fact, component, loss, at: None });
        }
        let union =
            Union { terms: &terms, declared: &[BYTE; 3], conjuncts: &conjuncts, weights: &[60.0, 40.0] };
        let known: Vec<Relaxed> = [Order::Weighed, Order::Costliest]
            .into_iter()
            .map(|order| relax(&union, order, &solver, &|| false))
            .collect();
        let found = smallest(&union, &known, &solver, &|| false);
        let (own, least) = (loss(&union, &found.relaxed), least(&union));
        assert!(own >= least - 1e-9, "{own} {least}");
        if found.is_least {
            proved += 1;
            assert!((own - least).abs() < 1e-9, "seed {seed}: {own} is not the least, {least} is");
        }
        assert!(known.iter().all(|known| loss(&union, known) >= own - 1e-9));
        // What is kept holds in the model.
        assert!(found.relaxed.dropped.iter().all(|dropped| !found.relaxed.kept[dropped.conjunct]));
    }
    assert!(proved >= 16, "{proved} of 20 were proved");
}

#[test]
fn one_goes_where_greedy_ways_drop_two() {
    let solver = || -> Box<dyn Solver> { Box::new(Parts::new()) };
    let mut terms = Terms::new();
    let input = terms.input(0, 8);
    let limits = [100, 150, 200].map(|limit| terms.constant(8, limit));
    let facts = [terms.ult(input, limits[0]), terms.ult(limits[1], input), terms.ult(limits[2], input)];
    let conjunct =
        |(fact, loss): (&worstcase_term::TermId, f64)| Conjunct { fact: *fact, component: 0, loss, at: None };
    let conjuncts: Vec<Conjunct> = facts.iter().zip([3.0, 2.0, 2.0]).map(conjunct).collect();
    let union = Union { terms: &terms, declared: &[BYTE], conjuncts: &conjuncts, weights: &[100.0] };
    let known = vec![relax(&union, Order::Costliest, &solver, &|| false)];
    assert_eq!(known[0].kept, [true, false, false]);
    let found = smallest(&union, &known, &solver, &|| false);
    assert_eq!((found.relaxed.kept, found.is_least), (vec![false, true, true], true));
    assert!((found.relaxed.model[0]) > 200);
}
