//! `--validate`: every function is run, and every loop held against its bounds.

mod report;

use std::sync::Arc;
use std::sync::atomic::Ordering;

use worstcase_bounds::validate::{Chooser, ClaimSet, Claims, End, Excuse, Record, Validator, Violation};
use worstcase_explore::Watch;
use worstcase_machine::process::Entry;
use worstcase_program::{FuncIdx, Program};

use crate::search::attended;

pub use report::{json, text};

/// The most instructions of a run. An endless one counts as far as it gets.
const STEPS: u64 = 200_000;

/// How many runs were asked for.
pub fn runs(text: &str) -> Result<u32, String> {
    match text.parse() {
        Ok(runs) if runs > 0 => Ok(runs),
        _ => Err("it is how many times each function is run, such as 1000".into()),
    }
}

/// What is to be run.
pub struct Plan {
    /// How many times for each function.
    pub runs: u32,
    /// Where random numbers start.
    pub seed: u64,
    /// How long it may take.
    pub seconds: f64,
}

/// What the runs have shown.
#[derive(Default)]
pub struct Validation {
    /// How many runs there were, and of how many functions.
    runs: u64,
    functions: usize,
    /// How many of them did not end by themselves.
    limited: u64,
    trapped: u64,
    dropped: u64,
    stuck: u64,
    /// How many were above a bound, which says nothing: for a reason that bounds do not speak of.
    undefined: u64,
    not_repeated: u64,
    /// The best bound of each loop, and that of each function; how many of them were compared with a run, and how many of
    /// these were reached.
    bounds: usize,
    compared: usize,
    reached: usize,
    /// Functions that were not run, and why.
    not_run: Vec<(String, String)>,
    /// Runs above a bound, at most one for each function.
    pub violations: Vec<Violation>,
    /// Why it ended early, if it did.
    pub ended: Option<&'static str>,
}

/// Runs the functions in this order, which has their names.
pub fn run(
    program: &Arc<Program>,
    guarded: Option<Arc<Program>>,
    claims: ClaimSet,
    order: Vec<(FuncIdx, &str)>,
    plan: Plan,
) -> Validation {
    if plan.seconds <= 0.0 {
        return Validation { ended: Some("the time was up (--max-time)"), ..Validation::default() };
    }
    let watch = Watch::default();
    let line = |_| format!("validating {} runs", watch.paths.load(Ordering::Relaxed));
    let work = || {
        let validator = Validator::new(program, guarded.as_ref(), claims);
        let mut validation = Validation::default();
        let mut record = Record::default();
        let is_command = matches!(Entry::find(program, Some("_start")), Ok(Entry::Command(_)));
        let mut subjects: Vec<Subject<'_>> = order
            .iter()
            .filter_map(|&(function, name)| {
                let claims = validator.claims().get(&function).filter(|claims| !claims.is_empty())?;
                // Each function has its own numbers, whatever others there are.
                let chooser = Chooser::new(plan.seed ^ u64::from(function.0) << 32, validator.claims());
                Some(Subject { name, claims, chooser, is_command: is_command && name == "main" })
            })
            .collect();
        // In turns: when time is up, all of them have been run.
        for run in 0..u64::from(plan.runs) {
            subjects.retain_mut(|one| {
                !watch.is_stopped() && one.run(run, &validator, &watch, &mut validation, &mut record)
            });
            if subjects.is_empty() {
                break;
            }
        }
        validation.count(validator.claims(), &record);
        validation
    };
    let (mut validation, ended) = attended(Some(plan.seconds), &watch, line, work);
    validation.ended = ended;
    validation
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
        watch: &Watch,
        validation: &mut Validation,
        record: &mut Record,
    ) -> bool {
        let outcome = match self.chooser.call(self.claims, run, self.is_command) {
            Ok(call) => validator.run(&call, STEPS),
            Err(why) => {
                validation.not_run.push((self.name.to_string(), why));
                return false;
            }
        };
        watch.paths.fetch_add(1, Ordering::Relaxed);
        if let (End::Stuck(why), 0) = (&outcome.end, run) {
            validation.not_run.push((self.name.to_string(), why.clone()));
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
            // Where nothing goes round, there is nothing to reach.
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
