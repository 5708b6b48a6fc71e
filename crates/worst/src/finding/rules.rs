//! The rule in terms of the source.

use worstcase_program::{Pc, Program};

use super::{Generator, RuleFound};
use crate::choose::Choice;
use crate::context::{Context, Key};

impl Generator {
    /// What a strategy decides, as people read it.
    pub(crate) fn of(program: &Program, choice: &Choice) -> Generator {
        let context = choice.strategy.context;
        let rules = choice.rules.iter().filter_map(|rule| {
            let (conditional, side) = program.as_written(rule.key.at, rule.side)?;
            let location = program.location(conditional.offset);
            let source = location
                .as_ref()
                .and_then(|at| Some(program.debug.as_ref()?.source_line(at)?.trim().to_string()));
            let at = program.describe(conditional.function, conditional.offset);
            let (file, line, column) =
                location.map_or((at.clone(), 0, 0), |place| (place.file, place.line, place.column));
            let (yes, no) = if side { ("1", "1/2") } else { ("1/2", "1") };
            Some(RuleFound {
                at,
                file,
                line,
                column,
                source: source.unwrap_or_default(),
                context: described(program, context, &rule.key),
                yes: yes.into(),
                no: no.into(),
                loss: rule.loss,
            })
        });
        Generator { kind: kind(context), rules: rules.collect() }
    }
}

/// When a decision applies, if not always.
fn described(program: &Program, context: Context, key: &Key) -> String {
    let mut parts = Vec::new();
    for caller in key.callers.into_iter().flatten() {
        parts.push(format!("called from {}", place(program, caller)));
    }
    if context.own > 0 {
        parts.push(match key.own {
            1 => "the first time".to_string(),
            own => format!("after {} there", history(own)),
        });
    }
    if context.last > 0 {
        parts.push(match key.last {
            1 => "at the beginning".to_string(),
            last => format!("after {}", history(last)),
        });
    }
    parts.join(", ")
}

fn place(program: &Program, at: Pc) -> String {
    program.describe(program.function_at(at), program.origins[at as usize].offset)
}

fn kind(context: Context) -> String {
    let mut parts = Vec::new();
    match context.callers {
        0 => {}
        1 => parts.push("the caller".to_string()),
        callers => parts.push(format!("{callers} enclosing calls")),
    }
    if context.own > 0 {
        parts.push(format!("the last {} decisions there", context.own));
    }
    if context.last > 0 {
        parts.push(format!("the last {} decisions", context.last));
    }
    match parts.is_empty() {
        true => "branch-policy".into(),
        false => format!("branch-policy by {}", parts.join(" and ")),
    }
}

/// A history with a leading 1, as it was decided.
fn history(seen: u32) -> String {
    let bits = format!("{seen:b}");
    let words = bits[1..].chars().map(|bit| if bit == '1' { "jump" } else { "no jump" });
    format!("[{}]", words.collect::<Vec<_>>().join(", "))
}
