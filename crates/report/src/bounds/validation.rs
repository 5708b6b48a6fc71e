//! What the runs of `--validate` have shown, in sentences that text and page share.

use worstcase_bounds::result::{NamedCall, Validation, Violation, plain};
use worstcase_bounds::validate::Argument;
use worstcase_machine::process::Number;

use super::words::{counted, grouped, place};

/// How many numbers of a list are shown.
const SHOWN: usize = 12;

/// The label of a run above a bound.
pub const VIOLATED: &str = "VIOLATED";

/// All that there is to say, in lines with labels; one without a label goes on with what is said before.
pub fn lines(validation: &Validation) -> Vec<(&'static str, String)> {
    let Validation { bounds, compared, .. } = validation;
    let mut lines = vec![("validated", verdict(validation))];
    let ends = [
        (validation.limited, "stopped by a limit"),
        (validation.trapped, "trapped"),
        (validation.dropped, "dropped by an assumption, which count as none"),
        (validation.stuck, "could not go on"),
    ];
    let ends = ends.iter().filter(|(count, _)| *count > 0);
    let ends: Vec<String> = ends.map(|(count, how)| format!("{} {how}", grouped(*count))).collect();
    if !ends.is_empty() {
        lines.push(("", format!("of the runs, {}", ends.join(", "))));
    }
    let excused = [
        (
            validation.undefined,
            "where a signed integer or a pointer overflows or an index is out of bounds: bounds do not speak of that",
        ),
        (
            validation.not_repeated,
            "but not with buffers at other addresses: memory is accessed out of bounds",
        ),
    ];
    for (count, why) in excused.into_iter().filter(|(count, _)| *count > 0) {
        lines.push(("", format!("{} above a bound, {why}", counted(count, "run"))));
    }
    if bounds > compared {
        let left = counted((bounds - compared) as u64, "bound");
        lines.push(("", format!("not compared with a run: {left}")));
    }
    for one in &validation.not_run {
        lines.push(("not run", format!("{}: {}", plain(&one.name), one.why)));
    }
    for violation in &validation.violations {
        let described = described(violation);
        lines.extend(
            described.into_iter().enumerate().map(|(i, line)| (if i == 0 { VIOLATED } else { "" }, line)),
        );
    }
    if let Some(reason) = &validation.ended {
        lines.push(("ended", format!("{reason}; not all runs were made")));
    }
    lines
}

/// What it comes to.
fn verdict(validation: &Validation) -> String {
    let Validation { runs, functions, compared, reached, violations, .. } = validation;
    if *runs == 0 {
        return "nothing: there was no run".into();
    }
    let verdict = match violations.len() {
        0 if *compared == 0 => "no loop to compare with its bound".into(),
        0 => format!(
            "no loop made more iterations than its bound; {reached} of {compared} bounds were reached"
        ),
        1 => "a run goes above a bound".into(),
        more => format!("runs go above bounds of {more} functions"),
    };
    format!("{} of {}: {verdict}", counted(*runs, "run"), counted(*functions as u64, "function"))
}

/// A violation, with all that it takes to see it again.
fn described(violation: &Violation) -> Vec<String> {
    let Violation { function, arguments, location, one_loop, count, bound, value, call, .. } = violation;
    let is_call = *function == call.0;
    let numbers = || arguments.iter().map(|(name, value)| (name.clone(), Argument::Number(*value))).collect();
    let what = if is_call { called(call) } else { called(&(function.clone(), numbers())) };
    let iterations = || counted(*count, "iteration");
    let place = match (location, one_loop) {
        (Some(at), Some(_)) => format!("the loop at {} makes {}", place(at), iterations()),
        (None, Some(number)) => format!("loop {} makes {}", number + 1, iterations()),
        (Some(at), None) => format!("line {} is executed {}", place(at), counted(*count, "time")),
        (None, None) => format!("it comes to {} in all", grouped(*count)),
    };
    let mut lines = vec![format!("{what}: {place}, but its bound {bound} is {value}")];
    if !is_call {
        lines.push(format!("in the run of {}", called(call)));
    }
    if let Some(before) = &violation.before {
        lines.push(format!("after {}", called(before)));
    }
    if !violation.inputs.is_empty() {
        lines.push(format!("inputs: {}", list(violation.inputs.iter().map(Number::to_string))));
    }
    if !violation.certain {
        lines.push("whether a signed integer overflows on the way could not be told".into());
    }
    lines.push("this is a defect of worstcase; please report it with the program".into());
    lines
}

/// A call as people write it.
fn called((function, arguments): &NamedCall) -> String {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bounds::end;
    use worstcase_bounds::Bounds;
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

    fn bounds(runs: u64, violation: Violation) -> Bounds {
        let violations = vec![violation];
        let validation = Validation { runs, functions: 1, violations, ..Validation::default() };
        Bounds { validation: Some(validation), ..Bounds::default() }
    }

    #[test]
    fn a_violation_says_all_that_it_takes_to_see_it_again() {
        let bounds = bounds(1234, violation());
        let expected = "\
validated 1,234 runs of 1 function: a run goes above a bound
VIOLATED  insert(n = 3): the loop at a.c:7 makes 4 iterations, but its bound max(0, n) is 3
          in the run of run(n = 9)
          after set()
          inputs: 5, -1
          this is a defect of worstcase; please report it with the program
";
        assert!(end(&bounds, false).starts_with(expected), "{}", end(&bounds, false));
        let json = serde_json::to_string(&bounds).unwrap();
        for part in ["\"line\":7", "\"count\":4", "\"inputs\":[5,-1]", "\"arguments\":{\"n\":3}"] {
            assert!(json.contains(part), "{json}");
        }
    }

    #[test]
    fn of_a_module_it_says_what_could_not_be_told() {
        let text = end(&bounds(1, Violation { location: None, certain: false, ..violation() }), false);
        assert!(text.contains("loop 1 makes 4 iterations"));
        assert!(text.contains("could not be told"));
    }
}
