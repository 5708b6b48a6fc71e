//! A strategy: at each conditional, in its context, one side to take whenever the inputs leave a choice. So it leads
//! along one path at every size.
//!
//! A policy of the paper may permit both sides of a conditional, and then all paths that it permits have to be
//! explored. Here one of the two sides is preferred, and which one is found out by trying (see `improve`).

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use worstcase_explore::{Advice, Callers, Decision, Edges, Guide};
use worstcase_program::{Pc, Program};

use crate::context::{Context, Key, Tracker, is_conditional};
use crate::policy::{Level, Policy};

/// At each conditional, in its context, the side to take.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Strategy {
    /// What it looks at.
    pub context: Context,
    sides: BTreeMap<Key, bool>,
    /// What is done at conditionals in contexts that were never met.
    plain: BTreeMap<Pc, bool>,
    /// Sides that no path may take.
    avoided: Option<Arc<Edges>>,
    /// Whether to come back and decide otherwise if a path leads nowhere.
    backtracks: bool,
    /// Whether stores go to one place, see [`Guide::pins_targets`].
    pins: bool,
}

impl Strategy {
    /// A strategy within a policy. Where it permits both sides, the condition shall hold, for a start.
    ///
    /// Strategies for programs that drop inputs have to come back if that happens.
    pub fn within(context: Context, policy: &Policy, backtracks: bool) -> Strategy {
        let sides = policy.rules().map(|rule| {
            let [no, yes] = rule.levels;
            (rule.key, yes >= no)
        });
        // A conditional that is decided in most contexts in one way is so in others.
        let mut votes: BTreeMap<Pc, i32> = BTreeMap::new();
        for rule in policy.rules() {
            let always = |level: Level| i32::from(level == Level::Always);
            *votes.entry(rule.key.at).or_default() += always(rule.levels[1]) - always(rule.levels[0]);
        }
        let plain = votes.into_iter().map(|(at, votes)| (at, votes >= 0)).collect();
        Strategy { context, sides: sides.collect(), plain, avoided: None, backtracks, pins: false }
    }

    /// The same, but paths that take one of these sides are given up.
    pub fn avoiding(&self, edges: Arc<Edges>) -> Strategy {
        Strategy { avoided: Some(edges), backtracks: true, ..self.clone() }
    }

    /// The same, but stores whose address depends on inputs go to one place.
    pub fn pinning(&self) -> Strategy {
        Strategy { pins: true, ..self.clone() }
    }

    /// Whether stores whose address depends on inputs go to one place.
    pub fn pins(&self) -> bool {
        self.pins
    }

    /// The same, but with the other side at one conditional in its context.
    pub fn turned(&self, key: Key) -> Strategy {
        let mut turned = self.clone();
        turned.sides.insert(key, !self.side(key));
        turned
    }

    /// The side to take.
    pub fn side(&self, key: Key) -> bool {
        let plain = || self.plain.get(&key.at).copied().unwrap_or(true);
        self.sides.get(&key).copied().unwrap_or_else(plain)
    }

    /// The sides that no path may take.
    pub fn avoided(&self) -> Option<&Edges> {
        self.avoided.as_deref()
    }

    /// A guide that follows this strategy.
    pub(crate) fn follower<'a>(&'a self, program: &'a Program) -> Follower<'a> {
        Follower { strategy: self, program, tracker: Tracker::new(self.context), met: BTreeSet::new() }
    }
}

/// Follows a strategy.
pub(crate) struct Follower<'a> {
    strategy: &'a Strategy,
    program: &'a Program,
    tracker: Tracker,
    /// Where it was asked.
    pub met: BTreeSet<Key>,
}

impl Guide for Follower<'_> {
    fn advise(&mut self, at: Pc, callers: Callers) -> Advice {
        let key = self.tracker.key(at, callers);
        self.met.insert(key);
        let side = self.strategy.side(key);
        if self.strategy.backtracks { Advice::First(side) } else { Advice::Only(side) }
    }

    fn avoided(&self) -> Option<&Edges> {
        self.strategy.avoided()
    }

    fn pins_targets(&self) -> bool {
        self.strategy.pins()
    }

    fn decided(&mut self, decision: &Decision) {
        let at_conditional = is_conditional(self.program, decision);
        self.tracker.decided(decision, at_conditional);
    }

    fn truncate(&mut self, decisions: usize) {
        self.tracker.truncate(decisions);
    }
}
