//! Branch policies (WISE, section 5.1): which sides of which conditionals a path may take. They form a lattice.

use worstcase_explore::{Decision, Reply};
use worstcase_program::Program;

use crate::context::{Context, Key, Tracker, is_conditional};

/// How far a side of a conditional is permitted: the paper's 0, 1/2 and 1.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Level {
    /// It was never taken.
    #[default]
    Never,
    /// Only if the other side is impossible.
    Forced,
    /// Whenever it is possible.
    Always,
}

/// For each conditional, in its context, how far its sides are permitted: that of `false`, that of `true`. Those that
/// are not mentioned were never met.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Policy {
    rules: Vec<(Key, [Level; 2])>,
}

/// What a policy says about one conditional.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rule {
    /// The conditional, in its context.
    pub key: Key,
    /// How far its sides are permitted: that of `false`, that of `true`, of the operation's condition.
    pub levels: [Level; 2],
}

impl Policy {
    /// The least policy that permits a path (the paper's BP of σ).
    pub fn least(program: &Program, context: Context, decisions: &[Decision]) -> Policy {
        let mut tracker = Tracker::new(context);
        let mut rules: Vec<(Key, [Level; 2])> = Vec::new();
        for decision in decisions {
            let at_conditional = is_conditional(program, decision);
            if let (Some(at), Reply::Truth(holds), true) = (decision.at, &decision.reply, at_conditional) {
                let level = if decision.open { Level::Always } else { Level::Forced };
                let mut levels = [Level::Never; 2];
                levels[usize::from(*holds)] = level;
                rules.push((tracker.key(at, decision.callers), levels));
            }
            tracker.decided(decision, at_conditional);
        }
        rules.sort_unstable();
        rules.dedup_by(|next, kept| {
            let same = next.0 == kept.0;
            if same {
                kept.1 = higher(kept.1, next.1);
            }
            same
        });
        Policy { rules }
    }

    /// The least policy that permits what either permits.
    pub fn join(&self, other: &Policy) -> Policy {
        let mut rules = Vec::with_capacity(self.rules.len() + other.rules.len());
        let (mut a, mut b) = (self.rules.iter().peekable(), other.rules.iter().peekable());
        loop {
            match (a.peek(), b.peek()) {
                (Some(x), Some(y)) if x.0 == y.0 => {
                    rules.push((x.0, higher(x.1, y.1)));
                    a.next();
                    b.next();
                }
                (Some(x), Some(y)) if x.0 < y.0 => {
                    rules.push(**x);
                    a.next();
                }
                (Some(x), None) => {
                    rules.push(**x);
                    a.next();
                }
                (_, Some(y)) => {
                    rules.push(**y);
                    b.next();
                }
                (None, None) => return Policy { rules },
            }
        }
    }

    /// Whether another policy permits all that this one does.
    pub fn is_below(&self, other: &Policy) -> bool {
        self.rules.iter().all(|(key, levels)| {
            let theirs = other.levels(*key);
            levels[0] <= theirs[0] && levels[1] <= theirs[1]
        })
    }

    /// How far the sides of a conditional are permitted.
    pub fn levels(&self, key: Key) -> [Level; 2] {
        match self.rules.binary_search_by_key(&key, |rule| rule.0) {
            Ok(found) => self.rules[found].1,
            Err(_) => [Level::Never; 2],
        }
    }

    /// What it says, conditional by conditional.
    pub fn rules(&self) -> impl Iterator<Item = Rule> {
        self.rules.iter().map(|&(key, levels)| Rule { key, levels })
    }
}

fn higher(a: [Level; 2], b: [Level; 2]) -> [Level; 2] {
    [a[0].max(b[0]), a[1].max(b[1])]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn policy(rules: &[(u32, Level, Level)]) -> Policy {
        let rules = rules
            .iter()
            .map(|&(at, no, yes)| (Key { at, callers: [None; 2], own: 1, last: 1 }, [no, yes]))
            .collect();
        Policy { rules }
    }

    #[test]
    fn policies_are_a_lattice() {
        use Level::*;
        let a = policy(&[(1, Never, Always), (5, Forced, Never)]);
        let b = policy(&[(1, Forced, Forced), (3, Always, Never)]);
        let join = a.join(&b);
        assert_eq!(join, policy(&[(1, Forced, Always), (3, Always, Never), (5, Forced, Never)]));
        assert_eq!(join, b.join(&a));
        assert!(a.is_below(&join) && b.is_below(&join) && !join.is_below(&a) && !a.is_below(&b));
        assert!(Policy::default().is_below(&a));
    }
}
