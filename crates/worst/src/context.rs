//! What a rule may look at besides the conditional itself (WISE, section 6: context-sensitive branch policies).

use rustc_hash::FxHashMap;
use worstcase_explore::{Decision, Reply};
use worstcase_program::{Pc, Program};

/// What a rule may look at besides the conditional itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Context {
    /// Nothing: the paper's branch policies.
    Plain,
    /// Where the function was called.
    Caller,
    /// The last so many decisions at the same conditional.
    Own(u32),
    /// The last so many decisions, wherever they were made.
    Last(u32),
}

impl Context {
    /// The contexts that are tried, coarsest first.
    pub const ALL: [Context; 9] = [
        Context::Plain,
        Context::Own(1),
        Context::Caller,
        Context::Last(1),
        Context::Own(2),
        Context::Last(2),
        Context::Own(3),
        Context::Last(3),
        Context::Own(4),
    ];
}

/// A conditional in a context.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Key {
    /// The operation that decides it.
    pub at: Pc,
    /// What the context saw: the place of a call, or a history with a leading 1.
    pub seen: u32,
}

/// Follows the decisions on a path, so that each is seen in its context.
#[derive(Clone, Debug)]
pub(crate) struct Tracker {
    context: Context,
    /// Decisions, as a history with a leading 1: at each conditional, or in all.
    own: FxHashMap<Pc, u32>,
    last: u32,
    /// What each decision changed, to be taken back; none for those that are not at conditionals.
    undo: Vec<Option<(Pc, u32, u32)>>,
}

impl Tracker {
    pub(crate) fn new(context: Context) -> Self {
        Tracker { context, own: FxHashMap::default(), last: 1, undo: Vec::new() }
    }

    pub(crate) fn key(&self, at: Pc, caller: Option<Pc>) -> Key {
        let seen = match self.context {
            Context::Plain => 0,
            Context::Caller => caller.map_or(0, |caller| caller + 1),
            Context::Own(_) => self.own.get(&at).copied().unwrap_or(1),
            Context::Last(_) => self.last,
        };
        Key { at, seen }
    }

    pub(crate) fn decided(&mut self, decision: &Decision, is_conditional: bool) {
        let (Some(at), Reply::Truth(holds), true) = (decision.at, &decision.reply, is_conditional) else {
            self.undo.push(None);
            return;
        };
        let own = self.own.get(&at).copied().unwrap_or(1);
        self.undo.push(Some((at, own, self.last)));
        match self.context {
            Context::Own(length) => drop(self.own.insert(at, append(own, *holds, length))),
            Context::Last(length) => self.last = append(self.last, *holds, length),
            Context::Plain | Context::Caller => {}
        }
    }

    pub(crate) fn truncate(&mut self, decisions: usize) {
        while self.undo.len() > decisions {
            if let Some(Some((at, own, last))) = self.undo.pop() {
                if let Context::Own(_) = self.context {
                    self.own.insert(at, own);
                }
                self.last = last;
            }
        }
    }
}

/// A history with one more decision, of at most that length.
fn append(history: u32, holds: bool, length: u32) -> u32 {
    let longer = history << 1 | u32::from(holds);
    let length = length.min(30);
    if longer >> (length + 1) == 0 { longer } else { longer & ((1 << length) - 1) | 1 << length }
}

/// Whether a decision is one at a conditional of the program.
pub(crate) fn is_conditional(program: &Program, decision: &Decision) -> bool {
    let conditional = |at: Pc| program.origins[at as usize].conditional.is_some();
    matches!(decision.reply, Reply::Truth(_)) && decision.at.is_some_and(conditional)
}

#[cfg(test)]
mod tests {
    use super::append;

    #[test]
    fn histories_keep_their_length() {
        assert_eq!(append(1, true, 2), 0b11);
        assert_eq!(append(0b11, false, 2), 0b110);
        assert_eq!(append(0b110, true, 2), 0b101);
        assert_eq!(append(1, false, 0), 1);
    }
}
