//! Walks that look ahead, come back, go where a look led, and are copied: whatever the order, an input takes the path that
//! the walk says, and costs what it says.

mod common;

use std::sync::Arc;

use common::generate::{self, Random};
use common::{chain, subject};
use worstcase_explore::{Advice, Callers, Decision, Guide, Look, Subject, ValueAdvice, Walk, Watch};
use worstcase_program::Pc;
use worstcase_solver::{Parts, Solver};

/// Advises anything.
struct Chance(Random);

impl Guide for Chance {
    fn advise(&mut self, _at: Pc, _callers: Callers) -> Advice {
        [Advice::Only(true), Advice::Only(false), Advice::Only(true), Advice::Model][self.0.below(4)]
    }

    fn advise_value(&mut self, _at: Pc, _callers: Callers) -> ValueAdvice {
        [ValueAdvice::Model, ValueAdvice::Again, ValueAdvice::Meet, ValueAdvice::Other][self.0.below(4)]
    }

    fn decided(&mut self, _decision: &Decision) {}

    fn truncate(&mut self, _decisions: usize) {}
}

const MEMORY: usize = 1 << 28;

/// A walk has stretches of so many decisions at most, and so many stretches.
const STRETCH: usize = 3;
const STRETCHES: usize = 30;

/// A solver of either kind.
fn solver(random: &mut Random) -> Box<dyn Solver> {
    if random.below(2) == 0 { chain() } else { Box::new(Parts::new()) }
}

/// A few looks ahead, those that lead somewhere.
fn looks<'a>(walk: &mut Walk<'a>, random: &mut Random) -> Vec<Look> {
    let mut looks = Vec::new();
    for _ in 0..1 + random.below(3) {
        let most = 1 + random.below(STRETCH);
        let guide = Box::new(Chance(Random(random.next())));
        let look = walk.look(guide, &mut |standing| standing.decisions.len() >= most);
        looks.extend(look.filter(|look| look.counts));
    }
    looks
}

/// Lets a walk go on to its end, and copies of it as well. Returns how many ended.
fn check(subject: &Subject, walk: Walk<'_>, random: &mut Random, name: &str) -> usize {
    let (mut walks, mut ended) = (vec![walk], 0);
    let mut copies = 0;
    while let Some(mut walk) = walks.pop() {
        for _ in 0..STRETCHES {
            let looks = looks(&mut walk, random);
            if looks.is_empty() {
                break;
            }
            // Mostly the last one, where it still stands, and sometimes one that it has come back from.
            let at = if random.below(2) == 0 { looks.len() - 1 } else { random.below(looks.len()) };
            let look = &looks[at];
            assert!(walk.go(look), "{name}: it can't go where it was");
            if let Some((end, input)) = walk.end() {
                assert_eq!(Some(end), look.end.as_ref(), "{name}");
                let replayed = subject.replay(input).unwrap().0;
                assert_eq!(replayed, look.costs, "{name}: {input:?} ends with {end:?}");
                ended += 1;
                break;
            }
            let input = walk.input();
            let replayed = subject.replay(&input).unwrap().0;
            assert!(replayed.conditionals >= look.costs.conditionals, "{name}: {input:?} leaves the path");
            assert!(replayed.instructions >= look.costs.instructions, "{name}: {input:?} leaves the path");
            if copies < 4 && random.below(4) == 0 {
                copies += 1;
                let copy = walk.fork(solver(random)).unwrap();
                walks.push(copy.unwrap_or_else(|| panic!("{name}: a copy is not where it was")));
            }
        }
    }
    ended
}

#[test]
fn walks_cost_what_they_say() {
    let setting = |name: &str, default: u64| {
        std::env::var(name).ok().and_then(|value| value.parse().ok()).unwrap_or(default)
    };
    let (first, count) = (setting("WORSTCASE_SEED", 1), setting("WORSTCASE_PROGRAMS", 60));
    let mut ended = 0;
    for seed in first..first + count {
        let generate::Generated { family, program, .. } = generate::program(seed);
        let (subject, watch) = (subject(&Arc::new(program), 3), Watch::default());
        let mut random = Random(seed ^ 0x3a17);
        let solver = solver(&mut random);
        let Ok(walk) = Walk::begin(&subject, solver, MEMORY, &watch) else { continue };
        ended += check(&subject, walk, &mut random, &format!("{family} {seed}"));
    }
    println!("{ended} walks of {count} programs came to an end");
    assert!(ended as u64 >= count / 2, "{ended}");
}
