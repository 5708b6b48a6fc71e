//! What a walk does where something has to be known: it goes on with one value, and rather than trap.
//!
//! The inputs that a number depends on are fixed, not the number: that is a fact which the solver's own layers know, whatever
//! was computed from them.

use std::cmp::Reverse;
use std::sync::Arc;

use worstcase_program::Op;
use worstcase_solver::Answer;
use worstcase_term::{TermId, Terms, View};

use super::Explorer;
use crate::guide::{Advice, ValueAdvice};
use crate::path::Reply;

/// How many decisions are looked at for values that numbers had at the same place, and how many values are tried again.
const LATEST_VALUES: usize = 64;
const MOST_AGAIN: usize = 2;

/// The most inputs that are fixed because a number that depends on them has to be known, and how large its term may be.
const MOST_FIXED: usize = 16;
const MOST_FIXED_TERMS: usize = 512;

/// Inputs that were fixed, with their values.
type Fixed = Arc<[(u32, u64)]>;

impl Explorer<'_> {
    /// Fixes all inputs that a term depends on, if they are few, as the guide would have it. Returns whether it did.
    pub(super) fn fix(&mut self, term: TermId) -> bool {
        let Some(inputs) = self.inputs_of(term) else { return false };
        let now: Vec<(u32, u64)> = inputs.iter().map(|&input| (input, self.solver.value(input))).collect();
        let advice = match (&mut self.guide, self.process.machine.position()) {
            (Some(guide), Some(at)) => guide.advise_value(at, self.process.machine.callers()),
            _ => ValueAdvice::Model,
        };
        let wanted = match advice {
            ValueAdvice::Model => Vec::new(),
            ValueAdvice::Again => self.fixed_before(&now),
            ValueAdvice::Meet => self.meeting(term, &now),
            ValueAdvice::Other => others(&now),
        };
        for wanted in wanted {
            if self.fix_to(term, wanted) {
                return true;
            }
        }
        self.fix_to(term, now)
    }

    /// The inputs that a term depends on, in order, if they are few and none of them is wide.
    pub(super) fn inputs_of(&mut self, term: TermId) -> Option<Vec<u32>> {
        let terms = &self.process.machine.context.terms;
        let mut inputs = Vec::new();
        let mut seen = std::collections::BTreeSet::new();
        let mut stack = vec![term];
        while let Some(term) = stack.pop() {
            if !seen.insert(term) {
                continue;
            }
            if seen.len() > MOST_FIXED_TERMS {
                return None;
            }
            match terms.view(term) {
                View::Input(input) => inputs.push(input),
                view => stack.extend(view.operands()),
            }
        }
        inputs.sort_unstable();
        (inputs.len() <= MOST_FIXED).then_some(inputs)
    }

    /// The values that inputs had when a number was fixed at the same place before, for these inputs: what then comes out
    /// is the same, too. The latest first.
    fn fixed_before(&self, now: &[(u32, u64)]) -> Vec<Vec<(u32, u64)>> {
        let at = self.process.machine.position();
        let mut before: Vec<Vec<(u32, u64)>> = Vec::new();
        let there = self.decisions.iter().rev().filter(|decision| decision.at == at);
        for decision in there.take(LATEST_VALUES) {
            if let Reply::Fixed(_, inputs) = &decision.reply
                && inputs.len() == now.len()
            {
                let values = now.iter().zip(inputs.iter()).map(|(&(input, _), &(_, value))| (input, value));
                let values: Vec<(u32, u64)> = values.collect();
                if !before.contains(&values) {
                    before.push(values);
                }
            }
        }
        before.truncate(MOST_AGAIN);
        before
    }

    /// Other values than before for these inputs with which the number is one that it was at the same place before: keys that are
    /// different and have the same hash. The number that most have in common first.
    fn meeting(&mut self, term: TermId, now: &[(u32, u64)]) -> Vec<Vec<(u32, u64)>> {
        let at = self.process.machine.position();
        let mut before: Vec<(u64, Vec<Fixed>)> = Vec::new();
        let there = self.decisions.iter().rev().filter(|decision| decision.at == at);
        for decision in there.take(LATEST_VALUES) {
            if let Reply::Fixed(number, inputs) = &decision.reply {
                match before.iter_mut().find(|(other, _)| other == number) {
                    Some((_, all)) => all.push(inputs.clone()),
                    None => before.push((*number, vec![inputs.clone()])),
                }
            }
        }
        before.sort_by_key(|(_, all)| Reverse(all.len()));
        before.truncate(MOST_AGAIN);
        before.iter().filter_map(|(number, all)| self.met(term, *number, all, now)).collect()
    }

    /// Values for inputs with which a term is a number, and that none of these have.
    fn met(
        &mut self,
        term: TermId,
        number: u64,
        before: &[Fixed],
        now: &[(u32, u64)],
    ) -> Option<Vec<(u32, u64)>> {
        let solver = self.solver.mark(&self.process.machine.context.terms);
        let terms = &mut self.process.machine.context.terms;
        let number = terms.constant(terms.width(term), number);
        let mut wanted = terms.eq(term, number);
        for before in before.iter().filter(|before| before.len() == now.len()) {
            let mut differs = Terms::FALSE;
            for (&(input, _), &(_, value)) in now.iter().zip(before.iter()) {
                let width = 8 * self.inputs.asked()[input as usize].kind.bytes();
                let (input, value) = (terms.input(input, width), terms.constant(width, value));
                let other = terms.ne(input, value);
                differs = terms.or(differs, other);
            }
            wanted = terms.and(wanted, differs);
        }
        self.tally.questions += 1;
        self.solver.assert(terms, wanted);
        let is_possible = self.solver.check(terms) == Answer::Sat;
        let values = now.iter().map(|&(input, _)| (input, self.solver.value(input))).collect();
        self.solver.undo(solver);
        is_possible.then_some(values)
    }

    /// Fixes inputs to values, if that is possible.
    fn fix_to(&mut self, term: TermId, wanted: Vec<(u32, u64)>) -> bool {
        let shown = wanted.iter().all(|&(input, value)| self.solver.value(input) == value);
        let solver = self.solver.mark(&self.process.machine.context.terms);
        let of =
            |input: u32| wanted.iter().find(|(number, _)| *number == input).map_or(0, |(_, value)| *value);
        let value = self.evaluator.eval(&self.process.machine.context.terms, term, &of);
        self.answer(term, Reply::Fixed(value, wanted.into()), true);
        if shown {
            return true;
        }
        self.tally.questions += 1;
        if self.solver.check(&self.process.machine.context.terms) == Answer::Sat {
            return true;
        }
        // What was decided about it is overwritten.
        self.solver.undo(solver);
        self.forget(self.decisions.len() - 1);
        false
    }
}

/// Other values for inputs: the last one or the first one a little different.
fn others(now: &[(u32, u64)]) -> Vec<Vec<(u32, u64)>> {
    let changed = |at: usize, by: u64| {
        let mut values = now.to_vec();
        if let Some((_, value)) = values.get_mut(at) {
            *value = value.wrapping_add(by) & 0xff;
        }
        values
    };
    let last = now.len().saturating_sub(1);
    vec![changed(last, 1), changed(0, 1), changed(last, b'a'.into()), changed(last, 255)]
}

/// What to do where something other than a conditional is decided, so that a path goes on: accesses stay within memory
/// and assumptions hold, nothing is divided by zero.
pub(super) fn survival(operation: Op) -> Advice {
    use Op::*;
    match operation {
        I32DivS { .. } | I32DivU { .. } | I32RemS { .. } | I32RemU { .. } => Advice::Only(false),
        I64DivS { .. } | I64DivU { .. } | I64RemS { .. } | I64RemU { .. } => Advice::Only(false),
        // Whether a number is none, and then whether an integer has room for it.
        I32TruncF32S { .. } | I32TruncF32U { .. } | I32TruncF64S { .. } | I32TruncF64U { .. } => {
            Advice::Model
        }
        I64TruncF32S { .. } | I64TruncF32U { .. } | I64TruncF64S { .. } | I64TruncF64U { .. } => {
            Advice::Model
        }
        _ => Advice::Only(true),
    }
}
