//! Bounds held against runs: the iterations of every loop are counted while a program runs, and compared with every bound.
//!
//! What is checked is what users read. Bounds are taken as the texts that are printed, parsed again and evaluated at
//! what the function was called with, so that a defect in the prover, in simplification or in printing shows all the
//! same. Nothing of the prover is used but the names that lifting gives to arguments and globals.
//!
//! A proof is about all inputs, a run is about one. So a run can refute a bound and never confirm it, but that it is
//! reached is exact: then there is no smaller one.

mod bench;
mod check;
mod choose;
mod claims;
mod inputs;
mod names;
pub(crate) mod replay;
mod walk;

use std::collections::BTreeMap;
use std::sync::Arc;

use worstcase_machine::process::Number;
use worstcase_program::debug::Location;
use worstcase_program::{FuncIdx, Program};

use crate::lift::{Effects, World};
use crate::result::FunctionBounds;

pub use crate::result::Violation;
pub use bench::{Argument, Call, End, GUARDS};
pub use check::{Checker, Met, Record};
pub use choose::Chooser;
pub use claims::Claims;
pub use inputs::{Asking, Noted};
pub use walk::{Graphs, Walk};

use bench::{Bench, Layout};
use check::{Place, Recount, Suspect};
use claims::Line;
use inputs::Supply;

/// The claims of all functions that are looked at.
pub type ClaimSet = BTreeMap<FuncIdx, Claims>;

/// Reads what was found for functions, to hold it against runs.
pub fn claims<'f>(program: &Program, found: impl IntoIterator<Item = &'f FunctionBounds>) -> ClaimSet {
    // Only names are asked for, which do not depend on what else there is.
    let effects = Effects::of(program, World::Closed);
    let claims = found.into_iter().filter_map(|found| Claims::new(program, &effects, found));
    claims.map(|claims| (claims.function, claims)).collect()
}

/// Why a run that is above a bound does not refute it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Excuse {
    /// A signed integer or a pointer overflows, or an index is not one of its array's.
    Undefined,
    /// With buffers at other addresses the loop does not make so many iterations: memory was accessed out of bounds.
    NotRepeated,
}

/// What came of a run.
#[derive(Debug)]
pub struct Outcome {
    /// How it ended.
    pub end: End,
    /// What was counted.
    pub record: Record,
    /// What it asked for.
    pub inputs: Vec<Number>,
    /// What it refutes.
    pub violation: Option<Violation>,
    /// Why it refutes nothing although a bound is exceeded.
    pub excuse: Option<Excuse>,
}

/// Runs a program, and checks the bounds of its functions.
pub struct Validator {
    bench: Bench,
    /// The same program made so that it traps where bounds do not hold any more, if there is a source.
    guarded: Option<Bench>,
    claims: ClaimSet,
}

/// How many more instructions a guarded program may execute. Each arithmetic operation is followed by a check.
const GUARDED_STEPS: u64 = 8;

impl Validator {
    /// Checks these claims. The guarded program is the same one, compiled with [`GUARDS`].
    pub fn new(program: &Arc<Program>, guarded: Option<&Arc<Program>>, claims: ClaimSet) -> Validator {
        Validator { bench: Bench::new(program), guarded: guarded.map(Bench::new), claims }
    }

    /// The claims, by function.
    pub fn claims(&self) -> &ClaimSet {
        &self.claims
    }

    /// Runs a call, of at most so many instructions, and compares all that it does with all bounds.
    ///
    /// Bounds hold only if signed integers and pointers do not overflow and memory is accessed within bounds, so a run above one is
    /// at first suspect. It is repeated in the guarded program, with the buffers elsewhere and other bytes around them,
    /// and it counts only if the same loop of the same call is above the bound there as well. What cannot be seen so are
    /// accesses out of bounds that always hit the same thing, as of one block of `malloc` from another.
    pub fn run(&self, call: &Call, steps: u64) -> Outcome {
        let asking = Asking::default();
        let checker = Checker::new(&self.claims, asking.clone());
        let mut supply = Supply::chance(call.seed, asking.clone());
        let (checker, end) = self.bench.run(call, Layout::Plain, &mut supply, steps, checker);
        let (record, suspect) = checker.into_parts();
        let inputs = asking.numbers();
        let mut outcome = Outcome { end, record, inputs, violation: None, excuse: None };
        // A run that is dropped does not count, and what it did neither.
        if let (Some(suspect), false) = (suspect, outcome.end == End::Dropped) {
            match self.repeat(call, &suspect, &outcome.inputs, steps) {
                Ok(certain) => outcome.violation = self.violation(call, suspect, &outcome.inputs, certain),
                Err(excuse) => outcome.excuse = Some(excuse),
            }
        }
        outcome
    }

    /// Repeats a suspect run; whether it is certain that bounds speak of it.
    fn repeat(&self, call: &Call, suspect: &Suspect, inputs: &[Number], steps: u64) -> Result<bool, Excuse> {
        let recounted = |bench: &Bench, call: &Call, function, steps| {
            let mut supply = Supply::again(inputs);
            let claims = self.claims.get(&suspect.function).ok_or(End::Dropped)?;
            let account = Recount::new(bench.program(), function, claims, suspect);
            let (account, end) = bench.run(call, Layout::Other, &mut supply, steps, account);
            if account.is_above(suspect.value) { Ok(()) } else { Err(end) }
        };
        let Some(guarded) = &self.guarded else {
            let again = recounted(&self.bench, call, suspect.function, steps);
            return again.map(|()| false).map_err(|_| Excuse::NotRepeated);
        };
        let same = |function: FuncIdx| guarded.counterpart(&self.bench, function);
        let (Some(function), Some(begins)) = (same(suspect.function), same(call.function)) else {
            return Err(Excuse::NotRepeated);
        };
        let before =
            call.before.as_ref().map(|(function, arguments)| Some((same(*function)?, arguments.clone())));
        let call = Call { function: begins, before: before.flatten(), ..call.clone() };
        match recounted(guarded, &call, function, steps.saturating_mul(GUARDED_STEPS)) {
            Ok(()) => Ok(true),
            Err(End::Trapped(worstcase_machine::Trap::Unreachable)) => Err(Excuse::Undefined),
            Err(_) => Err(Excuse::NotRepeated),
        }
    }

    fn violation(
        &self,
        call: &Call,
        suspect: Suspect,
        inputs: &[Number],
        certain: bool,
    ) -> Option<Violation> {
        let claims = self.claims.get(&suspect.function)?;
        let names = claims.parameters.iter().map(|parameter| parameter.name.clone());
        let named = |(function, arguments): (FuncIdx, &[Argument])| {
            let claims = self.claims.get(&function)?;
            let pairs = claims.parameters.iter().zip(arguments);
            let pairs = pairs.map(|(parameter, argument)| (parameter.name.clone(), argument.clone()));
            Some((claims.name.clone(), pairs.collect()))
        };
        let one_loop = match suspect.place {
            Place::Loop(number) => Some(number),
            Place::Line(_) | Place::Total => None,
        };
        let location = match suspect.place {
            Place::Loop(number) => claims.location(number).cloned(),
            Place::Line(number) => {
                let Line { file, line, .. } = &claims.lines[number];
                Some(Location { file: file.clone(), line: *line, column: 0 })
            }
            Place::Total => None,
        };
        Some(Violation {
            function: claims.name.clone(),
            arguments: names.zip(suspect.arguments).collect(),
            one_loop,
            location,
            count: suspect.count,
            bound: suspect.bound,
            value: suspect.value,
            call: named((call.function, &call.arguments))?,
            before: call.before.as_ref().and_then(|(function, arguments)| named((*function, arguments))),
            inputs: inputs.to_vec(),
            certain,
        })
    }
}
