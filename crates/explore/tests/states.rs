//! States that wait: whatever the order in which they go on, and whoever lets them, they lead to the paths that
//! depth-first search sees, and nothing is lost or shared that should not be.

mod common;

use std::collections::BTreeMap;
use std::sync::Arc;

use common::generate::{self, Random};
use common::kinds::own_program;
use common::table::TABLE;
use common::{chain, example, subject};
use worstcase_explore::{
    Budget, End, Input, Path, Reply, State, States, StdinShape, Subject, Tally, Visitor, Watch, explore,
};
use worstcase_machine::process::Costs;
use worstcase_machine::wasi::WasiConfig;

/// All paths by their answers: what each cost, how it ended, and an input.
#[derive(Default)]
struct Paths(BTreeMap<Vec<Reply>, (Costs, End, Vec<Input>)>);

impl Visitor for Paths {
    fn visit(&mut self, path: &mut Path<'_>) {
        let replies = path.trail().into_iter().map(|(reply, _)| reply).collect();
        let seen = self.0.insert(replies, (path.costs, path.end.clone(), path.input()));
        assert!(seen.is_none(), "a path is seen once");
    }

    fn merge(&mut self, other: Self) {
        self.0.extend(other.0);
    }
}

const MEMORY: usize = 1 << 30;

/// Explores by states that wait after so many decisions each, in an order that depends on the seed. With two who do
/// it, every other state goes on with a twin in another thread.
fn by_states(subject: &Subject, decisions: usize, seed: u64, twins: bool) -> (Tally, Paths) {
    let watch = Watch::default();
    let mut random = Random(seed);
    let (mut states, beginning) = States::begin(subject, chain(), MEMORY, &watch).unwrap();
    let (mut waiting, mut paths) = (vec![beginning], Paths::default());
    while !waiting.is_empty() {
        let state = waiting.swap_remove(random.below(waiting.len()));
        let mut due = |standing: &worstcase_explore::Standing<'_>| standing.open >= decisions;
        if twins && random.below(8) == 0 {
            let mut twin = states.twin(chain()).unwrap();
            let seen = std::thread::scope(|scope| {
                let below = move || {
                    let (mut seen, mut waiting) = (Paths::default(), vec![state]);
                    while let Some(state) = waiting.pop() {
                        let mut due = |standing: &worstcase_explore::Standing<'_>| standing.open >= decisions;
                        waiting.extend(twin.go_on(&state, &mut due, &mut seen));
                    }
                    seen
                };
                scope.spawn(below).join().expect("a twin does what we do")
            });
            paths.merge(seen);
            continue;
        }
        let kept = states.go_on(&state, &mut due, &mut paths);
        assert!(kept.iter().all(|kept| kept.decisions().1 > state.decisions().1));
        waiting.extend(kept);
    }
    (states.tally(), paths)
}

/// Both ways see the same paths. The input of each is run.
fn check(subject: &Subject, name: &str) {
    let budget = Budget { paths: 3000, ..Budget::default() };
    let (tally, expected) = explore(subject, &chain, budget, &Watch::default(), &Paths::default).unwrap();
    if !tally.is_complete() {
        return;
    }
    for (decisions, twins) in [(1, false), (3, false), (10, false), (2, true)] {
        let (tally, found) = by_states(subject, decisions, decisions as u64, twins);
        assert!(tally.is_complete(), "{name}: {tally:?}");
        assert!(found.0.keys().eq(expected.0.keys()), "{name}: other paths in phases of {decisions}");
        for (found, expected) in found.0.values().zip(expected.0.values()) {
            assert_eq!((&found.0, &found.1), (&expected.0, &expected.1), "{name}");
            assert_eq!(subject.replay(&found.2).unwrap().0, found.0, "{name}: {:?}", found.2);
        }
    }
}

#[test]
fn the_programs_of_the_paper_have_the_same_paths() {
    for row in &TABLE {
        let program = example(&format!("{}.c", row.name));
        for &(size, _) in row.quick.iter().filter(|(_, count)| *count <= 250) {
            check(&subject(&program, size), row.name);
        }
    }
}

#[test]
fn commands_have_the_same_paths() {
    for (name, argument, size) in [("grep.c", "a.*b", 3), ("sort_lines.c", "", 5)] {
        let args = [name, argument].iter().map(|argument| argument.as_bytes().to_vec()).collect();
        let world = WasiConfig { args, ..WasiConfig::default() };
        check(&Subject { world, stdin: StdinShape::Sized, ..subject(&example(name), size) }, name);
    }
}

#[test]
fn random_programs_have_the_same_paths() {
    for seed in 1..60 {
        let generate::Generated { family, program, .. } = generate::program(seed);
        check(&subject(&Arc::new(program), 3), &format!("{family} {seed}"));
    }
}

/// The memory of this process, in bytes.
fn resident() -> usize {
    let status = std::fs::read_to_string("/proc/self/statm").expect("the system tells");
    let pages: usize = status.split(' ').nth(1).and_then(|pages| pages.parse().ok()).expect("a number");
    pages * 4096
}

#[test]
fn ten_thousand_states_fit() {
    let subject = subject(&own_program("tests/programs/states.c"), 64);
    let watch = Watch::default();
    let before = resident();
    let (mut states, beginning) = States::begin(&subject, chain(), MEMORY, &watch).unwrap();
    let mut waiting = std::collections::VecDeque::from([beginning.clone()]);
    while waiting.len() < 10_000 {
        let state = waiting.pop_front().expect("every state has two sides");
        waiting.extend(states.go_on(&state, &mut |standing| standing.open >= 1, &mut Paths::default()));
    }
    let taken = resident().saturating_sub(before);
    assert!(taken < 2 << 30, "{taken} bytes");
    // None of them changed another: each has the megabyte and a few chunks of its own.
    let own: usize = waiting.iter().map(|state: &State| state.bytes_beside(&beginning)).sum();
    assert!(own / waiting.len() < 2 << 20, "{own}");
    let last = waiting.back().expect("there are many");
    assert_eq!(last.decisions().1, 14);
}
