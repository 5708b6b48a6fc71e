//! What a rule may look at besides the conditional itself (WISE, section 6: context-sensitive branch policies).

use rustc_hash::FxHashMap;
use worstcase_explore::{Callers, Decision, Reply};
use worstcase_program::{Pc, Program};

/// What a rule may look at besides the conditional itself.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Context {
    /// How many enclosing calls, at most 2.
    pub callers: u8,
    /// How many of the last decisions at the same conditional.
    pub own: u8,
    /// How many of the last decisions, wherever they were made.
    pub last: u8,
}

const fn context(callers: u8, own: u8, last: u8) -> Context {
    Context { callers, own, last }
}

impl Context {
    /// The contexts that are tried, coarsest first. The first one is the paper's.
    pub const ALL: [Context; 12] = [
        context(0, 0, 0),
        context(0, 1, 0),
        context(1, 0, 0),
        context(0, 0, 1),
        context(0, 2, 0),
        context(2, 0, 0),
        context(1, 1, 0),
        context(0, 0, 2),
        context(0, 1, 1),
        context(0, 3, 0),
        context(0, 0, 3),
        context(0, 4, 0),
    ];
}

/// A conditional in a context.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Key {
    /// The operation that decides it.
    pub at: Pc,
    /// The enclosing calls, as far as the context looks at them.
    pub callers: Callers,
    /// The last decisions there: a history with a leading 1, as long as the context looks back, or shorter at the
    /// beginning.
    pub own: u32,
    /// The last decisions anywhere, likewise.
    pub last: u32,
}

/// Follows the decisions on a path, so that each is seen in its context.
#[derive(Clone, Debug)]
pub(crate) struct Tracker {
    context: Context,
    own: FxHashMap<Pc, u32>,
    last: u32,
    /// What each decision changed, to be taken back; none for those that are not at conditionals.
    undo: Vec<Option<(Pc, u32, u32)>>,
}

impl Tracker {
    pub(crate) fn new(context: Context) -> Self {
        Tracker { context, own: FxHashMap::default(), last: 1, undo: Vec::new() }
    }

    pub(crate) fn key(&self, at: Pc, callers: Callers) -> Key {
        let [near, far] = callers;
        let callers = [near.filter(|_| self.context.callers > 0), far.filter(|_| self.context.callers > 1)];
        Key { at, callers, own: self.own.get(&at).copied().unwrap_or(1), last: self.last }
    }

    pub(crate) fn decided(&mut self, decision: &Decision, is_conditional: bool) {
        let Context { own: own_length, last: last_length, .. } = self.context;
        if own_length == 0 && last_length == 0 {
            return;
        }
        let (Some(at), Reply::Truth(holds), true) = (decision.at, &decision.reply, is_conditional) else {
            self.undo.push(None);
            return;
        };
        let own = self.own.get(&at).copied().unwrap_or(1);
        self.undo.push(Some((at, own, self.last)));
        if own_length > 0 {
            self.own.insert(at, append(own, *holds, own_length));
        }
        self.last = append(self.last, *holds, last_length);
    }

    pub(crate) fn truncate(&mut self, decisions: usize) {
        while self.undo.len() > decisions {
            if let Some(Some((at, own, last))) = self.undo.pop() {
                if self.context.own > 0 {
                    self.own.insert(at, own);
                }
                self.last = last;
            }
        }
    }
}

/// A history with one more decision, of at most that length.
fn append(history: u32, holds: bool, length: u8) -> u32 {
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
