//! Many runs are what single runs are, natively or not: on given inputs and on random ones, at one size after the other, and where the
//! native form has to leave some to the interpreter.

mod common;

use common::{example, subject};
use worstcase_explore::{Input, ManyRun, Natives, Subject, Wanted, Watch};
use worstcase_machine::SplitMix;
use worstcase_machine::process::Given;

/// So many instructions are worth compiling for.
const WORTH_IT: u64 = u64::MAX;

fn parts(run: &ManyRun) -> impl PartialEq + std::fmt::Debug {
    (run.input.clone(), run.costs, run.end.clone(), run.sides.clone())
}

/// The same on given inputs and on random ones, with and without the native form.
fn agree(native: &Subject) {
    let plain = Subject { natives: None, ..native.clone() };
    let watch = Watch::default();
    let mut random = SplitMix(native.size.into());
    let seeds: Vec<u64> = (0..40).map(|_| random.next_bits()).collect();
    let inputs: Vec<Vec<Input>> =
        seeds.iter().map(|&seed| native.inputs_of(Given::random(seed), &watch).unwrap()).collect();
    let asked = plain.asked_by(inputs[0].iter().map(|input| input.bits).collect(), &watch).unwrap().asked;
    let wanted = Wanted { sides: true, used: false };
    let (mut fast, mut slow) = (native.many(wanted, WORTH_IT, &watch), plain.many(wanted, WORTH_IT, &watch));
    assert!(fast.is_native() && !slow.is_native());
    let (one, other) = (fast.run(&inputs, &watch).unwrap(), slow.run(&inputs, &watch).unwrap());
    assert!(
        one.iter().map(parts).eq(other.iter().map(parts)),
        "{} {}",
        native.size,
        native.program.imports.len()
    );
    let one = fast.random(&asked, &seeds, &watch).unwrap();
    assert_eq!(one, slow.random(&asked, &seeds, &watch).unwrap(), "at random, {}", native.size);
    // What is asked for may be something else: then the interpreter says what it comes to.
    assert_eq!(fast.random(&asked[1..], &seeds, &watch).unwrap(), one, "{}", native.size);
}

#[test]
fn many_runs_are_single_runs() {
    for name in ["insertion_sort.c", "red_black_tree.c", "dijkstra.c", "regex_backtrack.c"] {
        let natives = Some(Natives::new(None));
        for size in [12, 5, 30] {
            agree(&Subject { natives: natives.clone(), ..subject(&example(name), size) });
        }
    }
}

#[test]
fn runs_beyond_a_limit_are_the_interpreters() {
    let mut subject =
        Subject { natives: Some(Natives::new(None)), ..subject(&example("insertion_sort.c"), 30) };
    // About in the middle of what random runs take.
    subject.limits.steps = 30_000;
    agree(&subject);
}
