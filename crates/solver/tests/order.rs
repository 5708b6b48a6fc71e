//! The order layer against references that can't be wrong: random assertions and undos, every answer compared.
//!
//! `WORSTCASE_STEPS` and `WORSTCASE_SEED` make it longer or different.

use worstcase_solver::order::{Answer, Assertion, Conflict, Mark, Order, Var};

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
}

fn setting(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().and_then(|value| value.parse().ok()).unwrap_or(default)
}

/// `x - y <= c` or `x - y != c`, with 0 for zero and the i-th variable as i.
#[derive(Clone, Copy, Debug)]
struct Claim {
    x: usize,
    y: usize,
    c: i64,
    equal: bool,
}

impl Claim {
    fn le(x: usize, y: usize, c: i64) -> Claim {
        Claim { x, y, c, equal: true }
    }

    fn holds(&self, values: &[i64]) -> bool {
        let apart = i128::from(values[self.x]) - i128::from(values[self.y]);
        if self.equal { apart <= self.c.into() } else { apart != self.c.into() }
    }
}

/// Whether claims hold together, given the ranges of the variables (zero's first).
type Reference = fn(&[(i64, i64)], &[Claim]) -> bool;

/// All-pairs distances (Floyd and Warshall): whether differences `(x, y, c)` have a solution.
fn solvable(n: usize, differences: impl Iterator<Item = (usize, usize, i128)>) -> bool {
    let mut most = vec![1 << 100; n * n];
    for (x, y, c) in differences {
        most[x * n + y] = c.min(most[x * n + y]);
    }
    for via in 0..n {
        for x in 0..n {
            for y in 0..n {
                most[x * n + y] = most[x * n + y].min(most[x * n + via] + most[via * n + y]);
            }
        }
    }
    (0..n).all(|x| most[x * n + x] >= 0)
}

/// All-pairs distances, for every combination of cases of the disequalities, of which there should be few.
fn distances(ranges: &[(i64, i64)], claims: &[Claim]) -> bool {
    let unequal = claims.iter().filter(|claim| !claim.equal).count();
    (0..1u32 << unequal).any(|cases| {
        let bounds = ranges.iter().enumerate();
        let bounds = bounds.flat_map(|(x, &(lo, hi))| [(x, 0, i128::from(hi)), (0, x, -i128::from(lo))]);
        let mut number = 0;
        let claims = claims.iter().map(|claim| {
            let c = i128::from(claim.c);
            if claim.equal {
                return (claim.x, claim.y, c);
            }
            number += 1;
            if cases >> (number - 1) & 1 == 0 {
                (claim.x, claim.y, c - 1)
            } else {
                (claim.y, claim.x, -c - 1)
            }
        });
        solvable(ranges.len(), bounds.chain(claims))
    })
}

/// Tries all values: for few variables with small ranges.
fn enumeration(ranges: &[(i64, i64)], claims: &[Claim]) -> bool {
    let mut values: Vec<i64> = ranges.iter().map(|&(lo, _)| lo).collect();
    loop {
        if claims.iter().all(|claim| claim.holds(&values)) {
            return true;
        }
        let Some(at) = (0..values.len()).find(|&at| values[at] < ranges[at].1) else { return false };
        values[at] += 1;
        (0..at).for_each(|below| values[below] = ranges[below].0);
    }
}

/// The layer and what it should be, step by step.
struct Pair {
    order: Order,
    vars: Vec<Var>,
    ranges: Vec<(i64, i64)>,
    claims: Vec<Claim>,
    marks: Vec<(Mark, usize, usize, Vec<i64>)>,
    possible: Reference,
}

impl Pair {
    fn new(possible: Reference) -> Pair {
        let (order, vars) = (Order::new(), vec![Var::ZERO]);
        Pair { order, vars, ranges: vec![(0, 0)], claims: Vec::new(), marks: Vec::new(), possible }
    }

    fn add(&mut self, lo: i64, hi: i64) {
        self.vars.push(self.order.variable(lo, hi));
        self.ranges.push((lo, hi));
    }

    fn possible_with(&self, claim: Claim) -> bool {
        let mut claims = self.claims.clone();
        claims.push(claim);
        (self.possible)(&self.ranges, &claims)
    }

    fn values(&self) -> Vec<i64> {
        self.vars.iter().map(|&var| self.order.value(var)).collect()
    }

    fn assert_model(&self, values: &[i64]) {
        for claim in &self.claims {
            assert!(claim.holds(values), "{claim:?} in {values:?}, claims {:?}", self.claims);
        }
        for (value, (lo, hi)) in values.iter().zip(&self.ranges) {
            assert!((lo..=hi).contains(&value), "{values:?} not within {:?}", self.ranges);
        }
    }

    fn push(&mut self) {
        self.marks.push((self.order.mark(), self.claims.len(), self.vars.len(), self.values()));
    }

    fn pop(&mut self) {
        let Some((mark, claims, vars, values)) = self.marks.pop() else { return };
        self.order.undo(mark);
        self.claims.truncate(claims);
        self.vars.truncate(vars);
        self.ranges.truncate(vars);
        assert_eq!(self.values(), values, "undo restores the model");
        assert_eq!(self.order.next_assertion(), Assertion(claims as u32));
    }

    fn claim(&mut self, claim: Claim) {
        let before = (self.values(), self.order.next_assertion());
        let (x, y) = (self.vars[claim.x], self.vars[claim.y]);
        let outcome = if claim.equal {
            self.order.assert_le(x, y, claim.c)
        } else {
            self.order.assert_ne(x, y, claim.c)
        };
        let possible = self.possible_with(claim);
        match outcome {
            Ok(()) => {
                self.claims.push(claim);
                assert!(self.order.is_settled(), "small problems don't exhaust the eager search");
                assert!(possible, "accepted {claim:?} after {:?}", self.claims);
            }
            Err(Conflict) => {
                assert!(!possible, "refused {claim:?} after {:?}", self.claims);
                assert_eq!(
                    before,
                    (self.values(), self.order.next_assertion()),
                    "a conflict changes nothing"
                );
                let mut all = self.claims.clone();
                all.push(claim);
                let core: Vec<_> = self.order.core().iter().map(|a| all[a.0 as usize]).collect();
                assert!(!(self.possible)(&self.ranges, &core), "core {core:?} of {all:?}");
                self.assert_minimal(&core);
            }
        }
        self.assert_model(&self.values());
    }

    /// A core of comparisons is a cycle: without the help of ranges, all of it is needed.
    fn assert_minimal(&self, core: &[Claim]) {
        let without = |skip: Option<usize>| {
            let rest = core.iter().enumerate().filter(move |&(i, _)| Some(i) != skip);
            solvable(self.ranges.len(), rest.map(|(_, claim)| (claim.x, claim.y, claim.c.into())))
        };
        if core.iter().all(|claim| claim.equal) && !without(None) {
            for skip in 0..core.len() {
                assert!(without(Some(skip)), "{core:?} does not need number {skip}");
            }
        }
    }

    fn ask(&mut self, claim: Claim) {
        let opposite = Claim::le(claim.y, claim.x, !claim.c);
        let implied = !self.possible_with(opposite);
        let values = self.values();
        let answer = self.order.entails_le(self.vars[claim.x], self.vars[claim.y], claim.c);
        assert_eq!(answer, Some(implied), "{claim:?} from {:?}", self.claims);
        assert_eq!(self.values(), values, "a question changes nothing");
    }

    fn read_naturally(&self) {
        let mut values = self.order.natural_model();
        values.insert(0, 0);
        self.assert_model(&values);
    }
}

/// What a random walk is made of.
struct Kind {
    possible: Reference,
    variables: u64,
    range: fn(&mut Random) -> (i64, i64),
    constant: fn(&mut Random) -> i64,
    /// Of a hundred assertions, so many are disequalities, as long as there are not more than `most_unequal`.
    unequal: u64,
    most_unequal: usize,
}

fn walk(kind: &Kind, steps: u64, seed: u64) -> [u64; 2] {
    let mut random = Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
    let mut pair = Pair::new(kind.possible);
    let mut made = [0, 0];
    for _ in 0..steps {
        let n = pair.vars.len() as u64;
        match random.below(20) {
            0 | 1 if n <= kind.variables => {
                let (lo, hi) = (kind.range)(&mut random);
                pair.add(lo, hi);
            }
            2..=4 => pair.push(),
            5..=7 => pair.pop(),
            8 => pair.read_naturally(),
            9 | 10 => {
                let (x, y) = (random.below(n), random.below(n));
                pair.ask(Claim::le(x as usize, y as usize, (kind.constant)(&mut random)));
            }
            _ => {
                let (x, y) = (random.below(n) as usize, random.below(n) as usize);
                let unequal = pair.claims.iter().filter(|claim| !claim.equal).count();
                let equal = random.below(100) >= kind.unequal || unequal >= kind.most_unequal;
                let before = pair.claims.len();
                pair.claim(Claim { x, y, c: (kind.constant)(&mut random), equal });
                made[usize::from(pair.claims.len() > before)] += 1;
            }
        }
    }
    made
}

fn walks(kind: &Kind, rounds: u64) {
    let steps = setting("WORSTCASE_STEPS", 300);
    let seed = setting("WORSTCASE_SEED", 1);
    let mut made = [0, 0];
    for round in 0..rounds {
        let [refused, accepted] = walk(kind, steps, seed * 1_000_000 + round);
        made = [made[0] + refused, made[1] + accepted];
    }
    println!("{} assertions refused, {} accepted", made[0], made[1]);
    assert!(made.iter().all(|&count| count > rounds), "the walk should see both answers often: {made:?}");
}

#[test]
fn comparisons_agree_with_all_pairs_distances() {
    walks(
        &Kind {
            possible: distances,
            variables: 8,
            range: |random| match random.below(3) {
                0 => (i32::MIN.into(), i32::MAX.into()),
                1 => (0, 255),
                _ => (-5, random.within(-5, 10)),
            },
            constant: |random| random.within(-4, 5),
            unequal: 0,
            most_unequal: 7,
        },
        60,
    );
}

/// The numbers at which arithmetic goes wrong, if it does. Without the very first: there is no case below it.
const ENDS: [i64; 7] = [i64::MIN + 1, -1, 0, 1, 2, i64::MAX - 1, i64::MAX];

fn range_of_ends(random: &mut Random) -> (i64, i64) {
    let mut end = || if random.below(8) == 0 { i64::MIN } else { ENDS[random.below(7) as usize] };
    let (a, b) = (end(), end());
    (a.min(b), a.max(b))
}

#[test]
fn nothing_overflows_at_the_ends_of_64_bits() {
    walks(
        &Kind {
            possible: distances,
            variables: 6,
            range: range_of_ends,
            constant: |random| if random.below(5) == 0 { i64::MIN } else { ENDS[random.below(7) as usize] },
            unequal: 0,
            most_unequal: 7,
        },
        60,
    );
}

#[test]
fn disequalities_do_not_overflow_either() {
    walks(
        &Kind {
            possible: distances,
            variables: 5,
            range: range_of_ends,
            constant: |random| ENDS[random.below(7) as usize],
            unequal: 40,
            most_unequal: 7,
        },
        60,
    );
}

#[test]
fn wide_and_narrow_ranges_mix() {
    walks(
        &Kind {
            possible: distances,
            variables: 5,
            range: |random| [(i32::MIN.into(), i32::MAX.into()), (0, 255), (0, 2)][random.below(3) as usize],
            constant: |random| random.within(-2, 2),
            unequal: 30,
            most_unequal: 7,
        },
        60,
    );
}

#[test]
fn disequalities_agree_with_enumeration() {
    walks(
        &Kind {
            possible: enumeration,
            variables: 4,
            range: |random| {
                let lo = random.within(-3, 2);
                (lo, random.within(lo, 3))
            },
            constant: |random| random.within(-4, 4),
            unequal: 50,
            most_unequal: usize::MAX,
        },
        200,
    );
}

#[test]
fn many_disequalities_agree_with_enumeration() {
    walks(
        &Kind {
            possible: enumeration,
            variables: 4,
            range: |_| (0, 3),
            constant: |random| random.within(-2, 2),
            unequal: 80,
            most_unequal: usize::MAX,
        },
        200,
    );
}

#[test]
fn check_decides_what_the_eager_search_gave_up() {
    // Eight pigeons and seven holes are too much for an assertion by itself, but not for a generous budget.
    let mut order = Order::new();
    let pigeons: Vec<Var> = (0..8).map(|_| order.variable(0, 6)).collect();
    for (i, &x) in pigeons.iter().enumerate() {
        for &y in &pigeons[..i] {
            order.assert_ne(x, y, 0).expect("the last pair at the earliest, and that takes longer");
        }
    }
    assert!(!order.is_settled());
    assert_eq!(order.check(10), Answer::Unknown);
    assert_eq!(order.check(10_000_000), Answer::Unsat);
    assert_eq!(order.core().len(), 28);
}
