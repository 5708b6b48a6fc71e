//! The challenge by walks: it finds what neither a rule nor changed inputs do.

mod common;

use common::{Program, cost};
use worstcase_explore::Watch;
use worstcase_machine::process::Given;
use worstcase_worst::{Effort, Extent, How, Rival, climb};

/// What the worst case costs at a size: every dial as the combination wants it.
fn worst(program: &Program, size: u32) -> i64 {
    let mut number: u32 = 12345;
    let dial = |_| {
        number = number.wrapping_mul(1_103_515_245).wrapping_add(12_345);
        u64::from(if number >> 28 < 5 { number } else { number ^ 1 })
    };
    let bits = (0..size).map(dial).collect();
    cost(&program.subject(size).run(Given::bits(bits), &Watch::default()).unwrap().0)
}

/// A rule takes one side of the one conditional that matters, or one that depends on the last few decisions; the numbers
/// that it has to hit are too many to be hit by chance. A walk decides at every dial.
#[test]
fn walks_refute_a_rule_that_changed_inputs_do_not() {
    let program = Program::own("combination");
    let subject = |size| program.subject(size);
    let search = program.search(&subject);
    let watch = Watch::default();
    let learned = search.study(Extent { size: 8, paths: 10_000 }, &[40], &watch).unwrap().learned;
    let choice = search.choose(&learned, &[40], &watch).unwrap();
    let found = choice.challenges.iter().filter(|challenge| challenge.is_lost());
    let found: Vec<(u32, &Rival)> =
        found.filter_map(|challenge| Some((challenge.size, challenge.best.as_ref()?))).collect();
    let walked: Vec<&(u32, &Rival)> = found.iter().filter(|(_, best)| best.how == How::Walking).collect();
    assert!(!walked.is_empty(), "{:?}", choice.challenges);
    for &&(size, best) in &walked {
        // It is real, and as bad as can be.
        assert_eq!(cost(&subject(size).replay(&best.input).unwrap().0), best.cost);
        assert_eq!(best.cost, worst(&program, size));
        // Five times the effort of a challenge does not get there by changes alone.
        let begin = search.guided(size, &choice.strategy, &watch).unwrap().worst.unwrap().1;
        let effort = Effort { runs: 30_000, instructions: 300_000_000 };
        let climbed = climb(&subject(size), &cost, &[begin], effort, 1, &watch).unwrap();
        assert!(climbed.expect("it runs").0 < best.cost, "at {size}");
    }
}
