//! The path counts of the WISE paper's table 1, to the last path, and the agreement of chain and Z3 on the way.

mod common;

use common::table::TABLE;
use common::{both, chain, example, paths, subject};

#[test]
fn path_counts_are_those_of_the_paper() {
    for row in &TABLE {
        let program = example(&format!("{}.c", row.name));
        for &(size, count) in row.quick {
            for threads in [1, 2] {
                let (tally, _) = paths(&subject(&program, size), &chain, threads);
                assert!(tally.is_complete(), "{} at {size}: {tally:?}", row.name);
                assert_eq!(tally.paths, count, "{} at {size}", row.name);
            }
        }
    }
}

#[test]
fn chain_and_z3_agree_on_every_question() {
    for row in &TABLE {
        let program = example(&format!("{}.c", row.name));
        for &(size, count) in row.quick.iter().filter(|(_, count)| *count <= 63) {
            let (tally, _) = paths(&subject(&program, size), &both, 1);
            assert_eq!(tally.paths, count, "{} at {size}", row.name);
        }
    }
}
