//! The chain and plain Z3 give the same answers to random questions, asked and taken back in any order; every model
//! satisfies its assertions, and every core is one.

use worstcase_solver::{Answer, Chain, Declared, Mark, Solver, Z3};
use worstcase_term::{BinaryOp, TermId, Terms};

struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    fn below(&mut self, n: usize) -> usize {
        (self.next() % n as u64) as usize
    }
}

/// A term of a width, mostly of the kinds that some layer is good at.
fn term(random: &mut Random, terms: &mut Terms, inputs: &[Declared], width: u32, depth: u32) -> TermId {
    if depth == 0 || random.below(3) == 0 {
        let fitting: Vec<usize> = (0..inputs.len()).filter(|&i| inputs[i].width <= width).collect();
        if fitting.is_empty() || random.below(5) == 0 {
            let value = [0, 1, 2, 7, 48, 100, 255, 1000, u64::MAX, 1 << (width - 1)][random.below(10)];
            return terms.constant(width, value);
        }
        let input = fitting[random.below(fitting.len())];
        let own = terms.input(input as u32, inputs[input].width);
        return if random.below(4) == 0 { terms.sext(own, width) } else { terms.zext(own, width) };
    }
    let a = term(random, terms, inputs, width, depth - 1);
    let b = term(random, terms, inputs, width, depth - 1);
    match random.below(14) {
        0..=4 => terms.add(a, b),
        5..=7 => terms.sub(a, b),
        8 => {
            let factor = terms.constant(width, [2, 3, 5, u64::MAX][random.below(4)]);
            terms.mul(a, factor)
        }
        9 => terms.and(a, b),
        10 => terms.or(a, b),
        11 => terms.xor(a, b),
        12 => {
            let operators = [BinaryOp::Udiv, BinaryOp::Srem, BinaryOp::Shl, BinaryOp::Lshr];
            terms.binary(operators[random.below(4)], a, b)
        }
        _ => {
            let condition = comparison(random, terms, a, b);
            terms.ite(condition, a, b)
        }
    }
}

fn comparison(random: &mut Random, terms: &mut Terms, a: TermId, b: TermId) -> TermId {
    match random.below(6) {
        0 => terms.eq(a, b),
        1 => terms.ne(a, b),
        2 => terms.ult(a, b),
        3 => terms.ule(a, b),
        4 => terms.slt(a, b),
        _ => terms.sle(a, b),
    }
}

fn condition(random: &mut Random, terms: &mut Terms, inputs: &[Declared]) -> TermId {
    let width = inputs[random.below(inputs.len())].width;
    let depth = [0, 0, 1, 1, 2][random.below(5)];
    let a = term(random, terms, inputs, width, depth);
    let b = term(random, terms, inputs, width, depth);
    let first = comparison(random, terms, a, b);
    match random.below(8) {
        0 => {
            let second = comparison(random, terms, b, a);
            terms.and(first, second)
        }
        1 => {
            let c = term(random, terms, inputs, width, 0);
            let second = comparison(random, terms, c, a);
            terms.or(first, second)
        }
        _ => first,
    }
}

fn input(random: &mut Random) -> Declared {
    match random.below(10) {
        6 => Declared { width: 16, range: Some((-5, 5)) },
        7 => Declared { width: 8, range: Some((-128, 100)) },
        8 => Declared { width: 32, range: Some((3_000_000_000, 4_000_000_000)) },
        9 => Declared { width: 32, range: Some((0, 4_000_000_000)) },
        0 => Declared { width: 8, range: None },
        1 => Declared { width: 8, range: Some((0, 1)) },
        2 => Declared { width: 16, range: None },
        3 => Declared { width: 32, range: Some((-1000, 1000)) },
        4 => Declared { width: 64, range: None },
        _ => Declared { width: 32, range: None },
    }
}

/// Everything that was asserted, and the solvers under test.
struct Session {
    random: Random,
    terms: Terms,
    inputs: Vec<Declared>,
    assertions: Vec<TermId>,
    chain: Chain,
    z3: Z3,
    marks: Vec<(Mark, worstcase_term::Mark)>,
}

#[derive(Debug, Default)]
struct Tally {
    sat: usize,
    unsat: usize,
    unknown: usize,
    z3_calls: u64,
}

impl Session {
    fn check(&mut self, tally: &mut Tally) -> Answer {
        let (ours, theirs) = (self.chain.check(&self.terms), self.z3.check(&self.terms));
        match ours {
            Answer::Sat => tally.sat += 1,
            Answer::Unsat => tally.unsat += 1,
            Answer::Unknown => tally.unknown += 1,
        }
        if ours == Answer::Unknown || theirs == Answer::Unknown {
            return Answer::Unknown;
        }
        assert_eq!(ours, theirs, "{}", self.terms.smtlib(&self.assertions));
        match ours {
            Answer::Sat => {
                let natural = self.chain.natural(&self.terms);
                let models: [&dyn Fn(u32) -> u64; 3] =
                    [&|i| self.chain.value(i), &|i| self.z3.value(i), &|i| natural[i as usize]];
                for model in models {
                    self.check_model(&|i| model(i));
                }
            }
            Answer::Unsat => self.check_core(),
            Answer::Unknown => {}
        }
        ours
    }

    fn check_model(&self, model: &impl Fn(u32) -> u64) {
        for &assertion in &self.assertions {
            assert_eq!(self.terms.eval(assertion, model), 1, "{}", self.terms.display(assertion));
        }
        for (i, input) in self.inputs.iter().enumerate() {
            assert!(input.allows(model(i as u32)), "input {i} is out of its range");
        }
    }

    fn check_core(&mut self) {
        let core = self.chain.core(&self.terms);
        let mut alone = Z3::new();
        self.inputs.iter().for_each(|&input| alone.declare(input));
        core.iter().for_each(|&number| alone.assert(&self.terms, self.assertions[number]));
        assert_ne!(alone.check(&self.terms), Answer::Sat, "the core {core:?} is none");
    }

    fn step(&mut self, tally: &mut Tally) {
        match self.random.below(10) {
            0 if self.inputs.len() < 6 => {
                let input = input(&mut self.random);
                self.inputs.push(input);
                self.chain.declare(input);
                self.z3.declare(input);
            }
            0..=2 => {
                let mark = self.chain.mark(&self.terms);
                assert_eq!(mark, self.z3.mark(&self.terms));
                self.marks.push((mark, self.terms.mark()));
            }
            3 | 4 => self.undo(),
            _ => {
                let mark = self.chain.mark(&self.terms);
                let condition = condition(&mut self.random, &mut self.terms, &self.inputs);
                self.assertions.push(condition);
                self.chain.assert(&self.terms, condition);
                self.z3.assert(&self.terms, condition);
                if self.random.below(3) > 0 && self.check(tally) != Answer::Sat && self.random.below(8) > 0 {
                    // As an explorer does: what is impossible is taken back.
                    self.assertions.truncate(mark.assertions);
                    self.chain.undo(mark);
                    self.z3.undo(mark);
                }
            }
        }
    }

    fn undo(&mut self) {
        if let Some((mark, terms)) = self.marks.pop() {
            self.chain.undo(mark);
            self.z3.undo(mark);
            self.terms.undo(terms);
            self.assertions.truncate(mark.assertions);
            self.inputs.truncate(mark.inputs);
        }
    }
}

#[test]
fn the_chain_agrees_with_z3() {
    let setting = |name: &str, default: u64| {
        std::env::var(name).ok().and_then(|value| value.parse().ok()).unwrap_or(default)
    };
    let (first, count) = (setting("WORSTCASE_SEED", 1), setting("WORSTCASE_SESSIONS", 50));
    let mut tally = Tally::default();
    for seed in first..first + count {
        let inputs: Vec<Declared> = {
            let mut random = Random(seed ^ 0x5eed);
            (0..1 + random.below(4)).map(|_| input(&mut random)).collect()
        };
        let mut session = Session {
            random: Random(seed),
            terms: Terms::new(),
            inputs: inputs.clone(),
            assertions: Vec::new(),
            chain: Chain::new(),
            z3: Z3::new(),
            marks: Vec::new(),
        };
        session.chain.limit(100_000);
        session.z3.limit(100_000);
        for &input in &inputs {
            session.chain.declare(input);
            session.z3.declare(input);
        }
        let outcome = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
            for _ in 0..60 {
                session.step(&mut tally);
            }
        }));
        assert!(outcome.is_ok(), "WORSTCASE_SEED={seed} WORSTCASE_SESSIONS=1");
        tally.z3_calls += session.chain.calls();
    }
    println!("from seed {first}: {tally:?}");
    if count >= 50 {
        let asked = tally.sat + tally.unsat + tally.unknown;
        assert!(tally.sat > asked / 4 && tally.unsat > asked / 10 && tally.unknown * 20 < asked, "{tally:?}");
        assert!((tally.z3_calls as usize) < asked, "{tally:?}");
    }
}
