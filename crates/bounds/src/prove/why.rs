//! Why a loop has no bound, for people who could change that.

use std::collections::BTreeSet;

use worstcase_program::flow::Flow;

use super::norm::{Rounds, after};
use super::piece::{Piece, Round};
use crate::expr::{Expr, Symbol};
use crate::lift::{Callee, Kind, VarIdx, line_of_loop};
use crate::solve::Linear;
use crate::system::System;
use crate::system::symbols::{Cause, Meaning, Origin};

/// What stands in the way of a bound.
#[derive(Clone, Debug)]
pub enum Why {
    /// One round, or the routine, can go in too many ways.
    TooManyWays,
    /// The limit on work was reached.
    TooMuchWork,
    /// A value is unknown that the loop goes by: that of a variable, or one that has no name.
    Unknown(Option<VarIdx>, Origin),
    /// Nothing that changes is compared.
    NoCondition,
    /// These are compared, and need not come closer to an end.
    NotCloser(Vec<VarIdx>),
    /// The loop of that number is around it and has no bound.
    Around(usize),
    /// What it begins with is not known.
    Entered(Option<Origin>),
}

/// Why the rounds of a loop have no bound.
pub fn of_rounds(system: &System<'_>, index: usize, round: &Round, rounds: &Rounds) -> Why {
    if system.symbols.fuel().get() == 0 {
        return Why::TooMuchWork;
    }
    let open = rounds.kinds.open().first().copied().unwrap_or(0);
    let Some(piece) = round.back.get(open) else { return Why::NoCondition };
    let compared = compared(system, index, piece);
    for &variable in &compared {
        let value = after(system, piece, &system.symbols.variable(variable));
        if let Some(origin) = value.and_then(|value| first_origin(system, &value.symbols())) {
            return Why::Unknown(Some(variable), origin);
        }
    }
    // What it is compared with.
    let conditions = piece.facts.iter().filter(|condition| !is_invariant(system, index, condition));
    let symbols = conditions.flat_map(|condition| condition.factors.keys().flat_map(Expr::symbols)).collect();
    if let Some(origin) = first_origin(system, &symbols) {
        return Why::Unknown(None, origin);
    }
    let undecided = piece.trace.iter().flat_map(|&number| &system.transitions[number].undecided);
    if let Some(origin) = undecided.into_iter().find_map(|&symbol| system.symbols.origin(symbol)) {
        return Why::Unknown(None, origin.clone());
    }
    if compared.is_empty() { Why::NoCondition } else { Why::NotCloser(compared) }
}

/// Why the total of a loop has no bound although its rounds per entry have: these lead to it, and this is what they come to.
pub fn of_total(system: &System<'_>, pieces: &[Piece], bounds: &[Expr]) -> Why {
    let ends = pieces.iter().flat_map(|piece| bounds.iter().filter_map(|bound| after(system, piece, bound)));
    let mut origins = ends.filter_map(|expr| first_origin(system, &expr.symbols()));
    Why::Entered(origins.next())
}

/// The variables of the source that change and are compared on the way, other than in what always holds.
fn compared(system: &System<'_>, index: usize, piece: &Piece) -> Vec<VarIdx> {
    let one = &system.loops[index];
    let mut all = Vec::new();
    for condition in piece.facts.iter().filter(|condition| !is_invariant(system, index, condition)) {
        for symbol in condition.factors.keys().flat_map(Expr::symbols) {
            if let Meaning::Variable(variable) = system.symbols.meaning(symbol)
                && one.changed.contains(variable)
                && system.routine.variable(*variable).kind != Kind::Temporary
                && !all.contains(variable)
            {
                all.push(*variable);
            }
        }
    }
    all
}

/// Whether a condition holds whenever the loop's header is reached.
fn is_invariant(system: &System<'_>, index: usize, condition: &Linear) -> bool {
    system.loops[index].invariant.iter().any(|held| held == condition)
}

fn first_origin(system: &System<'_>, symbols: &BTreeSet<Symbol>) -> Option<Origin> {
    symbols.iter().find_map(|&symbol| system.symbols.origin(symbol)).cloned()
}

impl Why {
    /// As a sentence without its end.
    pub fn text(&self, system: &System<'_>, flow: &Flow<'_>) -> String {
        let name = |variable: &VarIdx| format!("`{}`", system.routine.variable(*variable).name);
        match self {
            Why::TooManyWays => "it can go in too many ways".into(),
            Why::TooMuchWork => "the limit on work was reached".into(),
            Why::Unknown(Some(variable), origin) => {
                let place = place(flow, origin);
                let what = match &origin.cause {
                    Cause::Memory => "is read from memory",
                    Cause::Result(callee) => {
                        return format!("{} is what {} returns{place}", name(variable), called(flow, callee));
                    }
                    Cause::Overwritten => "may be overwritten",
                    Cause::Wraps => "may wrap around",
                    Cause::Computed => "is set to something that is not understood",
                    Cause::Loop(_) => "is changed",
                    Cause::Ways => "is set in too many ways",
                };
                format!("{} {what}{place}", name(variable))
            }
            Why::Unknown(None, origin) => format!("it goes by {}", described(flow, origin)),
            Why::NoCondition => "nothing that changes can end it".into(),
            Why::NotCloser(variables) => {
                let names: Vec<String> = variables.iter().map(name).collect();
                let need = if names.len() == 1 { "need not come" } else { "together need not come" };
                format!("{} {need} closer to an end", names.join(", "))
            }
            Why::Around(index) => match line(flow, *index) {
                Some(line) => format!("the loop around it at line {line} has no bound"),
                None => "the loop around it has no bound".into(),
            },
            Why::Entered(Some(origin)) => format!("it begins with {}", described(flow, origin)),
            Why::Entered(None) => "what it begins with is not known well enough".into(),
        }
    }
}

/// An unknown value that has no name.
fn described(flow: &Flow<'_>, origin: &Origin) -> String {
    let place = place(flow, origin);
    match &origin.cause {
        Cause::Memory => format!("what is in memory{place}"),
        Cause::Result(callee) => format!("what {} returns{place}", called(flow, callee)),
        Cause::Overwritten => format!("what may be overwritten{place}"),
        Cause::Wraps => format!("a number that may wrap around{place}"),
        Cause::Computed => format!("something that is not understood{place}"),
        Cause::Loop(_) => format!("what is changed{place}"),
        Cause::Ways => format!("what is set in too many ways{place}"),
    }
}

/// Where a value became unknown.
fn place(flow: &Flow<'_>, origin: &Origin) -> String {
    if let Cause::Loop(index) = origin.cause {
        return line(flow, index)
            .map_or(" by a loop inside".into(), |line| format!(" by the loop at line {line}"));
    }
    let location = flow.program.location(origin.offset).filter(|location| location.line > 0);
    location.map_or_else(String::new, |location| format!(" at line {}", location.line))
}

fn line(flow: &Flow<'_>, index: usize) -> Option<u32> {
    Some(line_of_loop(flow, flow.loops().get(index)?)?.line)
}

fn called(flow: &Flow<'_>, callee: &Callee) -> String {
    match callee {
        Callee::Function(function) => {
            let name = flow.program.function_name(*function);
            format!("`{}`", name.split('(').next().unwrap_or(&name))
        }
        Callee::Import(_, name) => format!("`{name}`"),
        Callee::Indirect => "a function behind a pointer".into(),
    }
}
