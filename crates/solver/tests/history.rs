//! What the chain learned on other paths changes how fast it answers, but not its models: a state depends on its path alone.

use worstcase_solver::{Answer, Chain, Declared, Solver};
use worstcase_term::{TermId, Terms};

const WORDS: u32 = 6;

/// SplitMix64.
fn below(state: &mut u64, n: usize) -> usize {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let z = (*state ^ (*state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    ((z ^ (z >> 31)) % n as u64) as usize
}

/// Comparisons of words by their differences, which wrap; some words are selected by others.
fn conditions(terms: &mut Terms, state: &mut u64) -> Vec<TermId> {
    let mut words: Vec<TermId> = (0..WORDS).map(|input| terms.input(input, 32)).collect();
    let mut conditions = Vec::new();
    for _ in 0..24 {
        let (i, j) = (below(state, words.len()), below(state, words.len()));
        let (a, b, zero) = (words[i], words[j], terms.constant(32, 0));
        let difference = terms.sub(a, b);
        let condition = terms.slt(difference, zero);
        if below(state, 4) == 0 {
            (words[i], words[j]) = (terms.ite(condition, a, b), terms.ite(condition, b, a));
        } else {
            conditions.push(condition);
        }
    }
    conditions
}

/// Goes along a path, by turns on one side and on the other where both are possible, and takes it back. Returns the models.
fn models(chain: &mut Chain, terms: &mut Terms, conditions: &[TermId]) -> Vec<Vec<u64>> {
    let start = chain.mark(terms);
    let mut models = Vec::new();
    for (number, &condition) in conditions.iter().enumerate() {
        let opposite = terms.not(condition);
        let sides = if number % 2 == 0 { [condition, opposite] } else { [opposite, condition] };
        for side in sides {
            let before = chain.mark(terms);
            chain.assert(terms, side);
            match chain.check(terms) {
                Answer::Sat => break,
                Answer::Unsat => chain.undo(before),
                Answer::Unknown => panic!("these are easy"),
            }
        }
        models.push((0..WORDS).map(|input| chain.value(input)).collect());
    }
    chain.undo(start);
    models
}

fn chain() -> Chain {
    let mut chain = Chain::new();
    (0..WORDS).for_each(|_| chain.declare(Declared { width: 32, range: None }));
    chain
}

#[test]
fn models_do_not_depend_on_what_was_learned_elsewhere() {
    let mut terms = Terms::new();
    let mut experienced = chain();
    let mut state = 1;
    for _ in 0..100 {
        let path = conditions(&mut terms, &mut state);
        let fresh = models(&mut chain(), &mut terms, &path);
        assert_eq!(models(&mut experienced, &mut terms, &path), fresh);
    }
    assert_eq!(experienced.calls(), 0, "they are answered by cases");
}
