//! `--validate`: every function is run, and every loop held against its bounds.

use std::sync::Arc;

use worstcase_machine::process::Entry;
use worstcase_program::Program;

use super::{Progress, Stage};
use crate::result::{FunctionBounds, NotRun, Validation};
use crate::validate::{Chooser, ClaimSet, Claims, End, Excuse, Record, Validator, claims};

/// The most instructions of a run. An endless one counts as far as it gets.
const STEPS: u64 = 200_000;

/// What is to be run.
pub struct Plan<'p> {
    /// How many times each function.
    pub runs: u32,
    /// Where random numbers start.
    pub seed: u64,
    /// Compiles the same program with [`GUARDS`](crate::validate::GUARDS), if that can be done. Asked once there are bounds to
    /// hold against runs.
    pub guarded: &'p dyn Fn() -> Option<Arc<Program>>,
}

/// Runs the functions, in turns: when it has to stop, all of them have been run.
pub fn run(
    program: &Arc<Program>,
    plan: &Plan<'_>,
    functions: &[FunctionBounds],
    progress: &mut dyn Progress,
) -> Validation {
    let mut validation = Validation { ended: progress.stop(), ..Validation::default() };
    if validation.ended.is_some() {
        return validation;
    }
    let validator = Validator::new(program, (plan.guarded)().as_ref(), claims(program, functions));
    let mut record = Record::default();
    let mut subjects = subjects(program, plan, functions, &validator);
    for run in 0..u64::from(plan.runs) {
        subjects.retain_mut(|one| {
            progress.doing(Stage::Validating(validation.runs));
            if validation.ended.is_none() {
                validation.ended = progress.stop();
            }
            validation.ended.is_none() && one.run(run, &validator, &mut validation, &mut record)
        });
        if subjects.is_empty() {
            break;
        }
    }
    validation.count(validator.claims(), &record);
    validation
}

fn subjects<'v>(
    program: &Program,
    plan: &Plan<'_>,
    functions: &'v [FunctionBounds],
    validator: &'v Validator,
) -> Vec<Subject<'v>> {
    let is_command = matches!(Entry::find(program, Some("_start")), Ok(Entry::Command(_)));
    let subject = |function: &'v FunctionBounds| {
        let index = function.function;
        let claims = validator.claims().get(&index).filter(|claims| !claims.is_empty())?;
        // Each function has its own numbers, whatever others there are.
        let chooser = Chooser::new(plan.seed ^ u64::from(index.0) << 32, validator.claims());
        let name = function.name.as_str();
        Some(Subject { name, claims, chooser, is_command: is_command && name == "main" })
    };
    functions.iter().filter_map(subject).collect()
}

/// A function that is run.
struct Subject<'v> {
    name: &'v str,
    claims: &'v Claims,
    chooser: Chooser<'v>,
    is_command: bool,
}

impl Subject<'_> {
    /// Runs it once more, and says whether it is worth running again.
    fn run(
        &mut self,
        run: u64,
        validator: &Validator,
        validation: &mut Validation,
        record: &mut Record,
    ) -> bool {
        let outcome = match self.chooser.call(self.claims, run, self.is_command) {
            Ok(call) => validator.run(&call, STEPS),
            Err(why) => {
                validation.not_run.push(NotRun { name: self.name.into(), why });
                return false;
            }
        };
        if let (End::Stuck(why), 0) = (&outcome.end, run) {
            validation.not_run.push(NotRun { name: self.name.into(), why: why.clone() });
            return false;
        }
        validation.functions += usize::from(run == 0);
        validation.note(&outcome.end, outcome.excuse);
        if outcome.end != End::Dropped && outcome.excuse.is_none() {
            record.merge(outcome.record);
        }
        let is_fine = outcome.violation.is_none();
        validation.violations.extend(outcome.violation);
        is_fine
    }
}

impl Validation {
    fn note(&mut self, end: &End, excuse: Option<Excuse>) {
        self.runs += 1;
        match end {
            End::Finished => {}
            End::Dropped => self.dropped += 1,
            End::Trapped(_) => self.trapped += 1,
            End::Limited => self.limited += 1,
            End::Stuck(_) => self.stuck += 1,
        }
        match excuse {
            Some(Excuse::Undefined) => self.undefined += 1,
            Some(Excuse::NotRepeated) => self.not_repeated += 1,
            None => {}
        }
    }

    /// Counts bounds: how many there are, were compared, and reached.
    fn count(&mut self, claims: &ClaimSet, record: &Record) {
        for (function, claims) in claims {
            let (loops, total) = record.0.get(function).cloned().unwrap_or_default();
            let bounded = claims.loops.iter().enumerate().filter(|(_, (_, claims))| !claims.is_empty());
            let met = bounded.map(|(number, _)| loops.get(number).copied().unwrap_or_default());
            // Where nothing iterates, there is nothing to reach.
            let totals = claims.total.iter().filter(|claim| claim.text != "1").map(|_| total);
            for met in met.chain(totals) {
                self.bounds += 1;
                self.compared += usize::from(met.greatest.is_some());
                self.reached += usize::from(met.is_reached);
            }
            self.bounds += claims.unread;
        }
    }
}
