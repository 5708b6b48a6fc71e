//! The linear layer against enumeration: random assertions and undos, every answer compared.
//!
//! `WORSTCASE_STEPS` and `WORSTCASE_SEED` make it longer or different.

use worstcase_solver::Answer;
use worstcase_solver::linear::{Linear, Mark, Var};

/// A generator that is the same everywhere (xorshift64*); statistics don't matter here.
struct Random(u64);

impl Random {
    fn below(&mut self, n: u64) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 33) % n
    }

    fn within(&mut self, lo: i64, hi: i64) -> i64 {
        lo + self.below((hi - lo + 1) as u64) as i64
    }

    fn one_of<T: Copy>(&mut self, all: &[T]) -> T {
        all[self.below(all.len() as u64) as usize]
    }
}

fn setting(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().and_then(|value| value.parse().ok()).unwrap_or(default)
}

/// `Σ c·x <= bound`, or `!= bound`, with variables by their number.
#[derive(Clone, Debug)]
struct Claim {
    sum: Vec<(usize, i64)>,
    bound: i64,
    equal: bool,
}

impl Claim {
    fn holds(&self, values: &[i64]) -> bool {
        let sum: i128 = self.sum.iter().map(|&(x, c)| i128::from(c) * i128::from(values[x])).sum();
        if self.equal { sum <= self.bound.into() } else { sum != self.bound.into() }
    }

    fn opposite(&self) -> Claim {
        let sum = self.sum.iter().map(|&(x, c)| (x, -c)).collect();
        Claim { sum, bound: -self.bound, equal: self.equal }
    }
}

/// Tries all values: for few variables with small ranges.
fn possible<'a>(ranges: &[(i64, i64)], claims: impl Iterator<Item = &'a Claim> + Clone) -> bool {
    let mut values: Vec<i64> = ranges.iter().map(|&(lo, _)| lo).collect();
    loop {
        if claims.clone().all(|claim| claim.holds(&values)) {
            return true;
        }
        let Some(at) = (0..values.len()).find(|&at| values[at] < ranges[at].1) else { return false };
        values[at] += 1;
        (0..at).for_each(|below| values[below] = ranges[below].0);
    }
}

/// The layer and what it should be, step by step.
#[derive(Default)]
struct Pair {
    linear: Linear,
    vars: Vec<Var>,
    ranges: Vec<(i64, i64)>,
    claims: Vec<Claim>,
    marks: Vec<(Mark, usize, usize)>,
    /// How many claims there were when the last check found a model.
    satisfied: usize,
    /// How often each answer was given.
    answers: [u64; 3],
}

impl Pair {
    fn add(&mut self, (lo, hi): (i64, i64)) {
        let var = self.linear.variable(lo, hi);
        assert_eq!(self.linear.value(var), 0.clamp(lo, hi));
        assert_eq!(var.index(), self.vars.len());
        self.vars.push(var);
        self.ranges.push((lo, hi));
    }

    fn values(&self) -> Vec<i64> {
        self.vars.iter().map(|&var| self.linear.value(var)).collect()
    }

    fn assert_model(&self) {
        let values = self.values();
        for claim in &self.claims[..self.satisfied] {
            assert!(claim.holds(&values), "{claim:?} in {values:?}, claims {:?}", self.claims);
        }
        for (value, (lo, hi)) in values.iter().zip(&self.ranges) {
            assert!((lo..=hi).contains(&value), "{values:?} not within {:?}", self.ranges);
        }
    }

    fn push(&mut self) {
        self.marks.push((self.linear.mark(), self.claims.len(), self.vars.len()));
    }

    fn pop(&mut self) {
        let Some((mark, claims, vars)) = self.marks.pop() else { return };
        self.linear.undo(mark);
        self.claims.truncate(claims);
        self.vars.truncate(vars);
        self.ranges.truncate(vars);
        self.satisfied = self.satisfied.min(claims);
        assert_eq!((self.linear.variables(), self.linear.assertions()), (vars, claims));
        self.assert_model();
    }

    fn claim(&mut self, claim: Claim) {
        let sum: Vec<(Var, i64)> = claim.sum.iter().map(|&(x, c)| (self.vars[x], c)).collect();
        if claim.equal {
            assert_eq!(self.linear.holds_le(&sum, claim.bound), claim.holds(&self.values()));
            self.linear.assert_le(&sum, claim.bound);
        } else {
            self.linear.assert_ne(&sum, claim.bound);
        }
        self.claims.push(claim);
    }

    fn core(&self) -> Vec<Claim> {
        let core = self.linear.core();
        assert!(core.is_sorted_by(|a, b| a < b) && !core.is_empty());
        core.iter().map(|&number| self.claims[number].clone()).collect()
    }

    /// Compares an answer with enumeration. There may be doubt only if the budget is small.
    fn check(&mut self, budget: u32, reference: bool) -> Answer {
        let answer = self.linear.check(budget);
        self.answers[answer as usize] += 1;
        match answer {
            Answer::Sat => {
                self.satisfied = self.claims.len();
                self.assert_model();
            }
            Answer::Unsat if reference => {
                let core = self.core();
                assert!(!possible(&self.ranges, core.iter()), "core {core:?} of {:?}", self.claims);
            }
            Answer::Unsat => _ = self.core(),
            Answer::Unknown => {}
        }
        answer
    }
}

/// What a random walk is made of.
struct Kind {
    variables: u64,
    range: fn(&mut Random) -> (i64, i64),
    coefficient: fn(&mut Random) -> i64,
    bound: fn(&mut Random) -> i64,
    /// Of a hundred assertions, so many are disequalities, and so many equalities.
    unequal: u64,
    equal: u64,
    /// Whether ranges are small enough to try all values.
    enumerable: bool,
}

impl Kind {
    fn claim(&self, random: &mut Random, variables: u64) -> Claim {
        // Variables may come twice, in any order, and with the coefficient 0.
        let terms = random.below(5);
        let sum =
            (0..terms).map(|_| (random.below(variables) as usize, (self.coefficient)(random))).collect();
        Claim { sum, bound: (self.bound)(random), equal: true }
    }

    fn walk(&self, steps: u64, seed: u64) -> [u64; 3] {
        let mut random = Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
        let mut pair = Pair::default();
        for _ in 0..steps {
            let n = pair.vars.len() as u64;
            match random.below(20) {
                0..=2 if n < self.variables => pair.add((self.range)(&mut random)),
                3..=5 => pair.push(),
                6..=8 => pair.pop(),
                9 => {
                    let budget = random.below(4) as u32;
                    _ = pair.check(budget, self.enumerable);
                }
                10..=14 => {
                    let answer = pair.check(100_000, self.enumerable);
                    if self.enumerable {
                        let expected = possible(&pair.ranges, pair.claims.iter());
                        assert_eq!(answer == Answer::Sat, expected, "{:?} {:?}", pair.ranges, pair.claims);
                        assert_ne!(answer, Answer::Unknown, "{:?} {:?}", pair.ranges, pair.claims);
                    }
                }
                _ if n > 0 => {
                    let claim = self.claim(&mut random, n);
                    let kind = random.below(100);
                    if kind < self.unequal {
                        pair.claim(Claim { equal: false, ..claim });
                    } else {
                        if kind < self.unequal + self.equal && claim.bound != i64::MIN {
                            pair.claim(claim.opposite());
                        }
                        pair.claim(claim);
                    }
                }
                _ => {}
            }
        }
        pair.answers
    }

    fn walks(&self, rounds: u64) -> [u64; 3] {
        let steps = setting("WORSTCASE_STEPS", 150);
        let seed = setting("WORSTCASE_SEED", 1);
        let mut answers = [0; 3];
        for round in 0..rounds {
            let more = self.walk(steps, seed * 1_000_000 + round);
            answers = std::array::from_fn(|i| answers[i] + more[i]);
        }
        println!("{} sat, {} unsat, {} unknown", answers[0], answers[1], answers[2]);
        assert!(
            answers[..2].iter().all(|&n| n > rounds),
            "the walk should see both answers often: {answers:?}"
        );
        answers
    }
}

fn small_range(random: &mut Random) -> (i64, i64) {
    let lo = random.within(-3, 2);
    (lo, random.within(lo, 3))
}

#[test]
fn inequalities_agree_with_enumeration() {
    let kind = Kind {
        variables: 4,
        range: small_range,
        coefficient: |random| random.within(-3, 3),
        bound: |random| random.within(-7, 9),
        unequal: 0,
        equal: 0,
        enumerable: true,
    };
    kind.walks(1500);
}

#[test]
fn everything_agrees_with_enumeration() {
    let kind = Kind {
        variables: 4,
        range: small_range,
        coefficient: |random| random.within(-3, 3),
        bound: |random| random.within(-5, 6),
        unequal: 30,
        equal: 20,
        enumerable: true,
    };
    kind.walks(1500);
}

#[test]
fn signed_sums_agree_with_enumeration() {
    let kind = Kind {
        variables: 5,
        range: |_| (-2, 2),
        coefficient: |random| random.one_of(&[-1, 1]),
        bound: |random| random.within(-3, 3),
        unequal: 10,
        equal: 10,
        enumerable: true,
    };
    kind.walks(500);
}

#[test]
fn equations_agree_with_enumeration() {
    let kind = Kind {
        variables: 3,
        range: |_| (-5, 5),
        coefficient: |random| random.within(-9, 9),
        bound: |random| random.within(-9, 9),
        unequal: 10,
        equal: 80,
        enumerable: true,
    };
    kind.walks(500);
}

#[test]
fn disequalities_agree_with_enumeration() {
    let kind = Kind {
        variables: 4,
        range: |_| (0, 2),
        coefficient: |random| random.within(-2, 2),
        bound: |random| random.within(-2, 2),
        unequal: 85,
        equal: 5,
        enumerable: true,
    };
    kind.walks(500);
}

/// The numbers at which arithmetic goes wrong, if it does.
const ENDS: [i64; 10] = [i64::MIN, i64::MIN + 1, -(1 << 32), -1, 0, 1, 3, 1 << 31, i64::MAX - 1, i64::MAX];

#[test]
fn nothing_overflows_at_the_ends_of_64_bits() {
    let kind = Kind {
        variables: 5,
        range: |random| {
            let (a, b) = (random.one_of(&ENDS), random.one_of(&ENDS));
            (a.min(b), a.max(b))
        },
        // Not greater, so that the test's own sums fit in 128 bits.
        coefficient: |random| random.one_of(&[-(1 << 61), -(1 << 32), -1, 1, 1, 3, 1 << 31, 1 << 61]),
        bound: |random| random.one_of(&ENDS),
        unequal: 20,
        equal: 20,
        enumerable: false,
    };
    kind.walks(500);
}

#[test]
fn wide_ranges_and_small_coefficients_do_not_overflow() {
    let kind = Kind {
        variables: 6,
        range: |random| random.one_of(&[(i64::MIN, i64::MAX), (0, i64::MAX), (-9, 9), (i64::MIN, 0)]),
        coefficient: |random| random.within(-2, 2),
        bound: |random| random.one_of(&ENDS),
        unequal: 20,
        equal: 20,
        enumerable: false,
    };
    let [sat, unsat, unknown] = kind.walks(500);
    assert!(unknown < sat + unsat);
}

/// What a hidden point satisfies is never refuted, however large the numbers.
#[test]
fn a_hidden_solution_is_never_denied() {
    let mut random = Random(setting("WORSTCASE_SEED", 1).wrapping_mul(55) | 1);
    let mut answers = [0, 0, 0];
    for round in 0..3000 {
        let largest = random.one_of(&[9, 1 << 31, 1 << 61]);
        let mut pair = Pair::default();
        let mut hidden = Vec::new();
        for _ in 0..2 + random.below(5) {
            let (a, b) = (random.one_of(&ENDS), random.one_of(&ENDS));
            pair.add((a.min(b), a.max(b)));
            let middle = random.within(-5, 5).clamp(a.min(b), a.max(b));
            hidden.push(random.one_of(&[a, b, middle]));
        }
        for _ in 0..1 + random.below(12) {
            let sum: Vec<_> =
                (0..hidden.len()).map(|x| (x, random.one_of(&[-largest, -1, 0, 0, 1, 2, largest]))).collect();
            let value: i128 = sum.iter().map(|&(x, c)| i128::from(c) * i128::from(hidden[x])).sum();
            let Ok(bound) = i64::try_from(value + random.one_of(&[0, 0, 1, 7, 1 << 40])) else { continue };
            pair.claim(Claim { sum, bound, equal: true });
            let answer = pair.check(1000, false);
            assert_ne!(answer, Answer::Unsat, "round {round}: {hidden:?} in {:?}", pair.claims);
            answers[answer as usize] += 1;
        }
    }
    println!("{} sat, {} unknown", answers[0], answers[2]);
    assert!(answers[2] < answers[0], "most are found: {answers:?}");
}

/// Answers after many other assertions and undos are those of a fresh start, idle forms being collected or not.
#[test]
fn a_long_past_changes_no_answer() {
    let mut random = Random(setting("WORSTCASE_SEED", 1).wrapping_mul(77) | 1);
    let kind = Kind {
        variables: 12,
        range: |_| (-1000, 1000),
        coefficient: |random| random.one_of(&[-1, -1, 1, 1, 2]),
        bound: |random| random.within(-300, 300),
        unequal: 0,
        equal: 0,
        enumerable: false,
    };
    let mut old = Pair::default();
    (0..12).for_each(|_| old.add((-1000, 1000)));
    for round in 0..400 {
        old.push();
        let mut fresh = Pair::default();
        (0..12).for_each(|_| fresh.add((-1000, 1000)));
        for _ in 0..30 {
            let claim = kind.claim(&mut random, 12);
            let claim = Claim { equal: random.below(8) > 0, ..claim };
            old.claim(claim.clone());
            fresh.claim(claim);
            let (again, first) = (old.check(10_000, false), fresh.check(10_000, false));
            assert_eq!(again, first, "round {round}: {:?}", fresh.claims);
            if first == Answer::Unsat {
                break;
            }
        }
        old.pop();
    }
}

/// The core of a contradiction contradicts by itself, also where all values can't be tried.
#[test]
fn cores_of_long_sums_contradict() {
    let mut random = Random(setting("WORSTCASE_SEED", 1).wrapping_mul(99) | 1);
    let mut lengths = [0, 0];
    for _ in 0..100 {
        let mut pair = Pair::default();
        (0..15).for_each(|_| pair.add((0, 1000)));
        loop {
            let sum = (0..15).map(|x| (x, random.within(-1, 1))).collect();
            pair.claim(Claim { sum, bound: random.within(-400, 0), equal: true });
            if pair.check(100_000, false) == Answer::Unsat {
                break;
            }
        }
        let core = pair.core();
        lengths = [lengths[0] + core.len(), lengths[1] + pair.claims.len()];
        let mut again = Pair::default();
        (0..15).for_each(|_| again.add((0, 1000)));
        core.into_iter().for_each(|claim| again.claim(claim));
        assert_eq!(again.check(100_000, false), Answer::Unsat);
    }
    assert!(2 * lengths[0] < 3 * lengths[1], "cores leave something out: {lengths:?}");
}
