//! What `--validate` prints.

use serde_json::{Map, Value as Json, json};
use worstcase_bounds::validate::{Argument, Violation};
use worstcase_machine::process::Number;

use super::Validation;
use crate::bound::select::plain;
use crate::report::number_json;

/// How many numbers of a list are shown.
const SHOWN: usize = 12;

/// For people: lines, each with its end.
pub fn text(validation: &Validation) -> String {
    let Validation { runs, functions, bounds, compared, reached, violations, .. } = validation;
    let what = format!("{} of {}", counted(*runs, "run"), counted(*functions as u64, "function"));
    let verdict = match violations.len() {
        0 if *compared == 0 => "no loop to compare with its bound".into(),
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
    let excused = [
        (
            validation.undefined,
            "where a signed integer overflows or an index is out of bounds: bounds do not speak of that",
        ),
        (
            validation.not_repeated,
            "but not with buffers at other addresses: memory is accessed out of bounds",
        ),
    ];
    for (count, why) in excused.into_iter().filter(|(count, _)| *count > 0) {
        line("", format!("{} above a bound, {why}", counted(count, "run")));
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
        (Some(at), None) => format!("line {}:{} is executed {count} times", at.file, at.line),
        (None, None) => format!("it comes to {count} in all"),
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
