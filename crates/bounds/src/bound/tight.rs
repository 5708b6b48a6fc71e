//! Which bounds are tight: the inputs that `find` has left are run again, and every loop is held against its bound.
//!
//! A proof from above and a run from below that meet leave nothing open. That is worth saying at the greatest size for which
//! there is an input; at small ones bounds are reached by chance.

use std::collections::BTreeMap;
use std::sync::Arc;

use worstcase_machine::process::{Entry, Given};
use worstcase_program::{FuncIdx, Program};

use super::{Progress, Stage};
use crate::result::Tight;
use crate::validate::{Checker, ClaimSet, Graphs, Record, replay};

/// The most instructions of a run. Larger sizes are left to smaller ones.
const STEPS: u64 = 2_000_000_000;

/// Inputs of a program that cost much.
#[derive(Clone, Debug)]
pub struct Witnesses {
    /// Where the program begins.
    pub entry: Entry,
    /// The inputs, by size.
    pub inputs: BTreeMap<u32, Given>,
}

impl Witnesses {
    /// By function and loop, whether its bound is reached at the greatest size at which the function is called. If it has to
    /// stop, it is left at what is known by then.
    pub fn tight(
        &self,
        program: &Arc<Program>,
        name: &str,
        claims: &ClaimSet,
        progress: &mut dyn Progress,
    ) -> BTreeMap<FuncIdx, Vec<Option<Tight>>> {
        let graphs = Graphs::new(program);
        let mut tight = BTreeMap::new();
        for (&size, given) in self.inputs.iter().rev() {
            if claims.keys().all(|function| tight.contains_key(function)) {
                break;
            }
            let goes_on = &mut || {
                progress.doing(Stage::Replaying);
                progress.stop().is_none()
            };
            if !goes_on() {
                break;
            }
            let account = |asking| Checker::new(claims, asking);
            let run = replay::Run { entry: &self.entry, size, name, steps: STEPS };
            let Some(checker) = replay::run(&graphs, &run, given.clone(), account, goes_on) else { continue };
            let Record(record) = checker.into_record();
            for (function, (loops, _)) in record {
                let loops = loops.iter().map(|met| {
                    let count = met.greatest.filter(|_| met.is_tight()).map(|(_, count)| count);
                    count.map(|count| Tight { size, count })
                });
                tight.entry(function).or_insert_with(|| loops.collect());
            }
        }
        tight
    }
}
