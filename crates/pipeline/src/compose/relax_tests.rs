//! Relaxing, held against plain Z3 and against the paper's loop written down plainly.

use worstcase_machine::SplitMix;
use worstcase_solver::{Answer, Declared, Parts, Solver, Z3};
use worstcase_term::{TermId, Terms};

use super::*;

const BYTE: Declared = Declared { width: 8, range: None };

fn parts() -> Box<dyn Solver> {
    Box::new(Parts::new())
}

fn relaxed(terms: &Terms, inputs: usize, conjuncts: &[Conjunct], weights: &[f64]) -> Relaxed {
    let union = Union { terms, declared: &vec![BYTE; inputs], conjuncts, weights };
    relax(&union, Order::Weighed, &parts, &|| false)
}

/// `x < limit` or `x > limit`.
fn compared(terms: &mut Terms, input: u32, is_less: bool, limit: u64) -> TermId {
    let (input, limit) = (terms.input(input, 8), terms.constant(8, limit));
    if is_less { terms.ult(input, limit) } else { terms.ult(limit, input) }
}

/// Whether facts can hold together, by plain Z3.
fn can_hold(terms: &Terms, inputs: usize, facts: impl Iterator<Item = TermId>) -> bool {
    let mut z3 = Z3::new();
    (0..inputs).for_each(|_| z3.declare(BYTE));
    facts.for_each(|fact| z3.assert(terms, fact));
    z3.check(terms) == Answer::Sat
}

#[test]
fn the_right_ones_are_dropped() {
    let mut terms = Terms::new();
    let mut conjunct = |input, is_less, limit, component, loss| Conjunct {
        fact: compared(&mut terms, input, is_less, limit),
        component,
        loss,
        at: None,
    };
    let conjuncts = [
        conjunct(0, true, 100, 0, 2.0),
        conjunct(0, false, 10, 0, 1.0),
        conjunct(1, true, 50, 0, 1.0),
        // These contradict the first: of the two, both have to go.
        conjunct(0, false, 200, 1, 5.0),
        conjunct(0, false, 150, 1, 0.5),
        // This one contradicts nothing.
        conjunct(1, false, 20, 1, 0.1),
    ];
    let found = relaxed(&terms, 2, &conjuncts, &[80.0, 20.0]);
    assert_eq!(found.kept, [true, true, true, false, false, true]);
    assert!(found.dropped.iter().all(|dropped| dropped.core.contains(&0)));
    // The other way round the heavier path stays whole as well.
    let found = relaxed(&terms, 2, &conjuncts, &[20.0, 80.0]);
    assert_eq!(found.kept, [false, true, true, true, true, true]);
    // By what conditions cost alone, one is dropped that costs 2, not two that cost more.
    let union = Union { terms: &terms, declared: &[BYTE; 2], conjuncts: &conjuncts, weights: &[80.0, 20.0] };
    let found = relax(&union, Order::Costliest, &parts, &|| false);
    assert_eq!(found.kept, [false, true, true, true, true, true]);
}

/// Weights are compensated as the paper has it: many small conflicts are shared out among the paths.
#[test]
fn conflicts_are_shared_out_as_in_the_paper() {
    const PAIRS: usize = 60;
    let mut terms = Terms::new();
    let mut conjuncts = Vec::new();
    for component in 0..2 {
        for input in 0..PAIRS as u32 {
            let fact = compared(&mut terms, input, component == 0, 100);
            conjuncts.push(Conjunct { fact, component, loss: 0.5, at: None });
        }
    }
    let weights = [58.0_f64, 15.0];
    // The paper's loop: all cores are alike, so only weights matter.
    let (mut adjusted, mut expected) = (weights, [0, 0]);
    for _ in 0..PAIRS {
        let target = usize::from(adjusted[1] < adjusted[0]);
        adjusted[target] += adjusted[0].max(adjusted[1]) / adjusted[target] - 0.5;
        expected[target] += 1;
    }
    assert!(expected[0] > 0, "the example has to turn over");
    let found = relaxed(&terms, PAIRS, &conjuncts, &weights);
    let dropped = |component: usize| {
        found.dropped.iter().filter(|dropped| conjuncts[dropped.conjunct].component == component).count()
    };
    assert_eq!([dropped(0), dropped(1)], expected);
}

/// On random unions: what is left can hold, what was dropped cannot be added, and what it was dropped for contradicts itself.
#[test]
fn nothing_is_dropped_without_a_reason() {
    let mut random = SplitMix(5);
    let mut dropped = 0;
    for _ in 0..50 {
        let mut terms = Terms::new();
        let (inputs, components) = (2 + random.below(6) as usize, 2 + random.below(2) as usize);
        let mut conjuncts = Vec::new();
        for _ in 0..4 + random.below(30) {
            let fact = random_fact(&mut terms, inputs as u64, &mut random);
            let component = random.below(components as u64) as usize;
            conjuncts.push(Conjunct { fact, component, loss: random.below(8) as f64 / 4.0, at: None });
        }
        let weights: Vec<f64> = (0..components).map(|_| 1.0 + random.below(60) as f64).collect();
        let union =
            Union { terms: &terms, declared: &vec![BYTE; inputs], conjuncts: &conjuncts, weights: &weights };
        for order in [Order::Weighed, Order::Costliest] {
            let found = relax(&union, order, &parts, &|| false);
            let fact = |at: usize| conjuncts[at].fact;
            let kept = || (0..conjuncts.len()).filter(|&at| found.kept[at]);
            for at in kept() {
                assert_eq!(terms.eval(fact(at), &|input| found.model[input as usize]), 1);
            }
            for each in &found.dropped {
                assert!(each.core.contains(&each.conjunct));
                assert!(!can_hold(&terms, inputs, each.core.iter().map(|&at| fact(at))));
                assert!(!can_hold(&terms, inputs, kept().map(fact).chain([fact(each.conjunct)])));
                dropped += 1;
            }
            assert_eq!(kept().count() + found.dropped.len(), conjuncts.len());
        }
    }
    assert!(dropped > 200, "{dropped}");
}

fn random_fact(terms: &mut Terms, inputs: u64, random: &mut SplitMix) -> TermId {
    let a = terms.input(random.below(inputs) as u32, 8);
    let b = terms.input(random.below(inputs) as u32, 8);
    let constant = terms.constant(8, random.below(256));
    let other = if random.below(2) == 0 { constant } else { b };
    match random.below(4) {
        0 => terms.ult(a, other),
        1 => terms.ult(other, a),
        2 => terms.eq(a, other),
        _ => {
            let sum = terms.add(a, b);
            terms.ult(sum, constant)
        }
    }
}
