//! The other side of the sandwich: what `bound` proves of the function that was searched. Where it grows as fast as what was
//! found, the growth of the worst case is proved.
//!
//! A function's bound counts the iterations of all loops and all calls, and between two of these there is no more than a
//! fixed number of instructions. So conditionals, instructions and calls grow at most as it does.

use std::path::PathBuf;
use std::sync::Arc;

use worstcase_bounds::bound::{Choice, Job, Progress, Stage, Wanted, bound, choose};
use worstcase_bounds::{FunctionBounds, World};
use worstcase_explore::Watch;
use worstcase_machine::process::{Entry, Parameter};
use worstcase_program::Program;
use worstcase_worst::Upper;

use crate::cost::CostKind;

/// What is proved of an entry, in terms of the size alone.
pub fn upper(
    program: &Arc<Program>,
    files: &[PathBuf],
    entry: &Entry,
    cost: &CostKind,
    watch: &Watch,
) -> Option<Upper> {
    if matches!(cost, CostKind::Memory | CostKind::User) {
        return None;
    }
    let size = match entry {
        Entry::Sized(_) => 0,
        Entry::Call(call) => {
            call.signature().parameters.iter().position(|one| matches!(one, Parameter::Size(_)))?
        }
        Entry::Plain(_) | Entry::Fuzzer(_) | Entry::Command(_) => return None,
    };
    let named = [program.function_name(entry.function())];
    let choice: Choice = choose(program, Wanted { files, named: &named, all: false }).ok()?;
    let name = String::new();
    // A search runs the program as it is: nobody else calls it.
    let world = World::Closed;
    let job = Job { name, choice, world, witnesses: None, witness_ignored: None, plan: None };
    let bounds = bound(program, job, &mut Waiting(watch));
    let [function] = &bounds.functions[..] else { return None };
    let found = function.bound.as_ref()?;
    let is_size = |name: &str| function.parameters.get(size).is_some_and(|parameter| parameter == name);
    names(&found.text).all(is_size).then(|| Upper {
        function: function.name.clone(),
        bound: found.text.clone(),
        class: found.class.to_string(),
    })
}

/// Waits for a proof until the watch says to stop.
struct Waiting<'a>(&'a Watch);

impl Progress for Waiting<'_> {
    fn stop(&mut self) -> Option<String> {
        self.0.is_stopped().then(|| "the time was up".into())
    }

    fn doing(&mut self, _: Stage<'_>) {}

    fn proved(&mut self, _: &FunctionBounds) {}
}

/// The names in a bound that stand for something.
fn names(bound: &str) -> impl Iterator<Item = &str> {
    const FUNCTIONS: [&str; 5] = ["max", "min", "ceil", "floor", "log2"];
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    let words = bound.split(move |c: char| !is_part(c));
    words.filter(|word| word.starts_with(|c: char| !c.is_ascii_digit()) && !FUNCTIONS.contains(word))
}

#[cfg(test)]
mod tests {
    use super::names;

    #[test]
    fn names_are_told_from_numbers_and_functions() {
        let of = |bound| names(bound).collect::<Vec<_>>();
        assert_eq!(of("max(0, n - 1)*(n + 2)/2 + 10"), ["n", "n"]);
        assert_eq!(of("floor(log2(n)) + s->top + input0"), ["n", "s", "top", "input0"]);
        assert!(of("2**3 + 7").is_empty());
    }
}
