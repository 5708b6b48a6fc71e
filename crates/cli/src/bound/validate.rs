//! `--validate`: every function is run, and every loop held against its bounds.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use serde_json::{Map, Value as Json, json};
use worstcase_bounds::validate::{
    Argument, Chooser, ClaimSet, Claims, End, Excuse, Record, Validator, Violation,
};
use worstcase_explore::Watch;
use worstcase_machine::process::{Entry, Number};
use worstcase_program::{FuncIdx, Program};

use super::select::plain;
use crate::report::number_json;
use crate::search::attended;

/// The most instructions of a run. An endless one counts as far as it gets.
const STEPS: u64 = 200_000;

/// How many runs were asked for.
pub fn runs(text: &str) -> Result<u32, String> {
    match text.parse() {
        Ok(runs) if runs > 0 => Ok(runs),
        _ => Err("it is how many times each function is run, such as 1000".into()),
    }
}

/// How many numbers of a list are shown.
const SHOWN: usize = 12;

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
        let mut record = Record::default();
        let mut validation = Validation::default();
        let is_command = matches!(Entry::find(program, Some("_start")), Ok(Entry::Command(_)));
        for (function, name) in order {
            let Some(claims) = validator.claims().get(&function).filter(|claims| !claims.is_empty()) else {
                continue;
            };
            let is_command = is_command && name == "main";
            let mut one = One { validator: &validator, claims, is_command, plan: &plan, watch: &watch };
            one.run(name, &mut validation, &mut record);
        }
        validation.count(validator.claims(), &record);
        validation
    };
    let (mut validation, ended) = attended(Some(plan.seconds), &watch, line, work);
    validation.ended = ended;
    validation
}

/// A function that is run.
struct One<'v> {
    validator: &'v Validator,
    claims: &'v Claims,
    is_command: bool,
    plan: &'v Plan,
    watch: &'v Watch,
}

impl One<'_> {
    fn run(&mut self, name: &str, validation: &mut Validation, record: &mut Record) {
        // Each function has its own numbers, whatever others there are.
        let mut chooser =
            Chooser::new(self.plan.seed ^ u64::from(self.claims.function.0) << 32, self.validator.claims());
        for run in 0..u64::from(self.plan.runs) {
            if self.watch.is_stopped() {
                return;
            }
            let call = match chooser.call(self.claims, run, self.is_command) {
                Ok(call) => call,
                Err(why) => return validation.not_run.push((name.to_string(), why)),
            };
            let outcome = self.validator.run(&call, STEPS);
            self.watch.paths.fetch_add(1, Ordering::Relaxed);
            if let End::Stuck(why) = &outcome.end
                && run == 0
            {
                return validation.not_run.push((name.to_string(), why.clone()));
            }
            validation.functions += usize::from(run == 0);
            validation.note(&outcome.end, outcome.excuse);
            if outcome.end != End::Dropped && outcome.excuse.is_none() {
                record.merge(outcome.record);
            }
            if let Some(violation) = outcome.violation {
                return validation.violations.push(violation);
            }
        }
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

/// For people: lines, each with its end.
pub fn text(validation: &Validation) -> String {
    let Validation { runs, functions, bounds, compared, reached, violations, .. } = validation;
    let what = format!("{} of {}", counted(*runs, "run"), counted(*functions as u64, "function"));
    let verdict = match violations.len() {
        0 => format!(
            "no loop went round more often than its bound; {reached} of {compared} bounds were reached"
        ),
        1 => "a run goes above a bound".into(),
        more => format!("runs go above bounds of {more} functions"),
    };
    let mut text = match runs {
        0 => "validated nothing: there was no run\n".to_string(),
        _ => format!("validated {what}: {verdict}\n"),
    };
    let mut line = |label: &str, line: String| text += &format!("{label:<9} {line}\n");
    let ends = [
        (validation.limited, "stopped by a limit"),
        (validation.trapped, "trapped"),
        (validation.dropped, "dropped by an assumption, which count as none"),
        (validation.stuck, "could not go on"),
    ];
    let ends = ends.iter().filter(|(count, _)| *count > 0);
    let ends: Vec<String> = ends.map(|(count, how)| format!("{} {how}", grouped(*count))).collect();
    if !ends.is_empty() {
        line("", format!("of the runs, {}", ends.join(", ")));
    }
    if validation.undefined > 0 {
        line(
            "",
            format!(
                "{} above a bound, where a signed integer overflows or an index is out of bounds: bounds do not speak of that",
                counted(validation.undefined, "run")
            ),
        );
    }
    if validation.not_repeated > 0 {
        line(
            "",
            format!(
                "{} above a bound, but not with buffers at other addresses: memory is accessed out of bounds",
                counted(validation.not_repeated, "run")
            ),
        );
    }
    if bounds > compared {
        line("", format!("not compared with a run: {}", counted((bounds - compared) as u64, "bound")));
    }
    for (name, why) in &validation.not_run {
        line("not run", format!("{}: {why}", plain(name)));
    }
    for violation in violations {
        line("VIOLATED", described(violation));
    }
    if let Some(reason) = validation.ended {
        line("ended", format!("{reason}; not all runs were made"));
    }
    text
}

/// A violation, with all that it takes to see it again.
fn described(violation: &Violation) -> String {
    let Violation { function, arguments, location, one_loop, count, bound, value, call, .. } = violation;
    let is_call = *function == call.0;
    let numbers = || arguments.iter().map(|(name, value)| (name.clone(), Argument::Number(*value))).collect();
    let what = if is_call { called(call) } else { called(&(function.clone(), numbers())) };
    let place = match (location, one_loop) {
        (Some(at), Some(_)) => format!("the loop at {}:{} goes round {count} times", at.file, at.line),
        (None, Some(number)) => format!("loop {} goes round {count} times", number + 1),
        (_, None) => format!("it comes to {count} in all"),
    };
    let mut text = format!("{what}: {place}, but its bound {bound} is {value}");
    if !is_call {
        text += &format!("\n          in the run of {}", called(call));
    }
    if let Some(before) = &violation.before {
        text += &format!("\n          after {}", called(before));
    }
    if !violation.inputs.is_empty() {
        text += &format!("\n          inputs: {}", list(violation.inputs.iter().map(Number::to_string)));
    }
    if !violation.certain {
        text += "\n          whether a signed integer overflows on the way could not be told";
    }
    text + "\n          this is a defect of worstcase; please report it with the program"
}

/// A call as people write it.
fn called((function, arguments): &(String, Vec<(String, Argument)>)) -> String {
    let given = arguments.iter().map(|(name, argument)| format!("{name} = {}", shown(argument)));
    format!("{}({})", plain(function), given.collect::<Vec<_>>().join(", "))
}

fn shown(argument: &Argument) -> String {
    match argument {
        Argument::Number(number) => number.to_string(),
        Argument::Buffer { numbers, .. } => format!("[{}]", list(numbers.iter().map(i128::to_string))),
    }
}

fn list(all: impl ExactSizeIterator<Item = String>) -> String {
    let more = if all.len() > SHOWN { ", …" } else { "" };
    all.take(SHOWN).collect::<Vec<_>>().join(", ") + more
}

/// A number of things, in words: `1,000 runs`.
fn counted(count: u64, what: &str) -> String {
    format!("{} {what}{}", grouped(count), if count == 1 { "" } else { "s" })
}

/// A number with commas.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// For machines.
pub fn json(validation: &Validation) -> Json {
    let not_run = validation.not_run.iter().map(|(name, why)| json!({ "name": name, "why": why }));
    json!({
        "runs": validation.runs,
        "functions": validation.functions,
        "limited": validation.limited,
        "trapped": validation.trapped,
        "dropped": validation.dropped,
        "stuck": validation.stuck,
        "undefined": validation.undefined,
        "not_repeated": validation.not_repeated,
        "bounds": validation.bounds,
        "compared": validation.compared,
        "reached": validation.reached,
        "not_run": not_run.collect::<Json>(),
        "violations": validation.violations.iter().map(violation_json).collect::<Json>(),
        "ended": validation.ended,
    })
}

fn call_json((function, arguments): &(String, Vec<(String, Argument)>)) -> Json {
    let number = |number: &i128| number_json(Number::Integer(*number));
    let arguments = arguments.iter().map(|(name, argument)| {
        let value = match argument {
            Argument::Number(value) => number(value),
            Argument::Buffer { numbers, .. } => numbers.iter().map(number).collect(),
        };
        (name.clone(), value)
    });
    json!({ "function": function, "arguments": arguments.collect::<Map<String, Json>>() })
}

fn violation_json(violation: &Violation) -> Json {
    let number = |number: i128| number_json(Number::Integer(number));
    let arguments = violation.arguments.iter().map(|(name, value)| (name.clone(), number(*value)));
    json!({
        "function": violation.function,
        "arguments": arguments.collect::<Map<String, Json>>(),
        "file": violation.location.as_ref().map(|at| &at.file),
        "line": violation.location.as_ref().map(|at| at.line),
        "loop": violation.one_loop,
        "count": violation.count,
        "bound": violation.bound,
        "value": violation.value,
        "call": call_json(&violation.call),
        "before": violation.before.as_ref().map(call_json),
        "inputs": violation.inputs.iter().map(|input| number_json(*input)).collect::<Json>(),
        "certain": violation.certain,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use worstcase_program::debug::Location;

    fn violation() -> Violation {
        Violation {
            function: "insert".into(),
            arguments: vec![("n".into(), 3)],
            one_loop: Some(0),
            location: Some(Location { file: "a.c".into(), line: 7, column: 1 }),
            count: 4,
            bound: "max(0, n)".into(),
            value: 3.0,
            call: ("run".into(), vec![("n".into(), Argument::Number(9))]),
            before: Some(("set".into(), Vec::new())),
            inputs: vec![Number::Integer(5), Number::Integer(-1)],
            certain: true,
        }
    }

    #[test]
    fn a_violation_says_all_that_it_takes_to_see_it_again() {
        let validation =
            Validation { runs: 1234, functions: 1, violations: vec![violation()], ..Validation::default() };
        let expected = "\
validated 1,234 runs of 1 function: a run goes above a bound
VIOLATED  insert(n = 3): the loop at a.c:7 goes round 4 times, but its bound max(0, n) is 3
          in the run of run(n = 9)
          after set()
          inputs: 5, -1
          this is a defect of worstcase; please report it with the program
";
        assert_eq!(text(&validation), expected);
        let json = json(&validation)["violations"][0].to_string();
        for part in ["\"line\":7", "\"count\":4", "\"inputs\":[5,-1]", "\"arguments\":{\"n\":3}"] {
            assert!(json.contains(part), "{json}");
        }
    }

    #[test]
    fn of_a_module_it_says_what_could_not_be_told() {
        let validation = Validation {
            runs: 1,
            functions: 1,
            violations: vec![Violation { location: None, certain: false, ..violation() }],
            ..Validation::default()
        };
        assert!(text(&validation).contains("loop 1 goes round 4 times"));
        assert!(text(&validation).contains("could not be told"));
    }
}
