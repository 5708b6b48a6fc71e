//! Whether facts can hold together: atoms are decided one by one, from the oldest fact on.
//!
//! A fact is followed through its choices ([`super::follow`]) to the first atom that nobody has decided yet. If the fact holds
//! only if the atom does, then that is what is decided; if the atom is the condition of a choice, it may be either, first
//! what it is in the model. What is decided has to be possible together ([`super::combination`]). Where it is not, or a fact comes
//! to a decided atom that it does not agree with, the latest decision that has to do with it is made otherwise, and what
//! can't be together is remembered. This is Davis, Putnam, Logemann and Loveland's search with conflict-directed
//! backjumping and nogoods (Prosser 1993; Dechter 1990).
//!
//! Which atoms can't be together is true on all paths, and is remembered for later questions ([`super::nogoods`]). It changes how
//! soon a model is found within the budget, but not which one: what is decided next depends only on what was decided before, so the first
//! combination of decisions that works is the same whatever is skipped on the way to it.

use worstcase_term::Terms;

use super::super::limits::ChainLimits;
use super::super::words::Words;
use super::combination::Combination;
use super::few::{Decided, Outcome};
use super::follow::{Context, Follower, Mark, Reason, Stuck};
use super::graph::{Graph, Node, NodeId};
use super::nogoods::{Literal, Nogoods};
use crate::order::{self, Order};
use crate::solver::Answer;

/// How many disequalities the order layer may split in the end.
const ORDER_BUDGET: u32 = 100;

/// How many nogoods are remembered until the search ends.
const MOST_LOCAL: usize = 1000;

/// An atom that was decided.
#[derive(Debug)]
struct Level {
    node: NodeId,
    /// What was decided, once it is.
    literal: Literal,
    /// What it can still be: not true, and true.
    left: [bool; 2],
    /// Why it has to be so, if it has to, and the levels that have to do with why it can't be otherwise.
    wanted: Reason,
    blamed: Vec<u32>,
    /// The fact that led to it.
    fact: usize,
    /// What was known before.
    mark: Mark,
}

/// A search, and what it has found out.
#[derive(Debug, Default)]
pub(in super::super) struct Search {
    follower: Follower,
    levels: Vec<Level>,
    /// For each literal the number of its level, beginning with one, or zero if it is not true.
    levels_of: Vec<u32>,
    combination: Combination,
    /// What can't be together because of the facts.
    local: Nogoods,
    /// What can't be together anyway.
    lasting: Nogoods,
}

impl Search {
    /// Whether facts can hold together, beside all that the order layer knows: then it has a model of it, as if all
    /// were asserted.
    pub(in super::super) fn run(
        &mut self,
        terms: &Terms,
        graph: &mut Graph,
        words: &Words,
        order: &mut Order,
        facts: &[NodeId],
        limits: &ChainLimits,
    ) -> Answer {
        let context = &mut Context { terms, graph, words };
        if facts.iter().any(|&fact| context.graph.is_false(fact)) {
            return Answer::Unsat;
        }
        self.begin(context.graph, facts, limits.remembered);
        let mut budget = limits.cases;
        let mut is_complete = true;
        let mut fact = 0;
        while fact < facts.len() {
            let blamed = match self.follower.follow(context, facts[fact]) {
                Ok(()) => {
                    fact += 1;
                    continue;
                }
                Err(Stuck::Open(atom)) => {
                    self.open_level(atom, None, fact);
                    None
                }
                Err(Stuck::Wanted(atom, holds)) => {
                    self.open_level(atom, Some(holds), fact);
                    None
                }
                Err(Stuck::Fails) => {
                    let reason = self.follower.reason();
                    let mut blamed = Vec::new();
                    self.follower.blame(reason, &mut blamed);
                    blamed.sort_unstable();
                    Some(blamed)
                }
                Err(Stuck::Inexpressible) => {
                    is_complete = false;
                    Some((0..self.levels.len() as u32).collect())
                }
            };
            let decided = match blamed {
                None => true,
                Some(blamed) => self.back_to(order, blamed),
            };
            match decided.then(|| self.decide(context, order, &mut budget)) {
                Some(Answer::Sat) => fact = self.levels.last().map_or(0, |level| level.fact),
                Some(Answer::Unknown) => return Answer::Unknown,
                _ if is_complete => return Answer::Unsat,
                _ => return Answer::Unknown,
            }
        }
        self.combination.tell(&context.graph.book, order);
        match order.check(ORDER_BUDGET) {
            order::Answer::Sat => Answer::Sat,
            // Which decisions have to do with it is not known.
            _ => Answer::Unknown,
        }
    }

    fn begin(&mut self, graph: &mut Graph, facts: &[NodeId], remembered: usize) {
        self.follower.begin(graph, facts);
        self.levels.clear();
        self.levels_of.clear();
        self.combination.clear();
        self.local.clear();
        if graph.clean(remembered) || self.lasting.len() > remembered {
            self.lasting.clear();
        }
    }

    fn open_level(&mut self, node: NodeId, holds: Option<bool>, fact: usize) {
        let left = [holds != Some(true), holds != Some(false)];
        let wanted = if holds.is_some() { self.follower.reason() } else { Reason::default() };
        let (literal, mark) = (Literal::new(0, false), self.follower.mark());
        self.levels.push(Level { node, literal, left, wanted, blamed: Vec::new(), fact, mark });
    }

    /// Makes the latest decision, or makes it otherwise; if nothing is left, an earlier one. Answers whether that
    /// could be done, and with `Unknown` if the budget is used up.
    fn decide(&mut self, context: &mut Context<'_>, order: &mut Order, budget: &mut u32) -> Answer {
        loop {
            let number = self.levels.len() - 1;
            let level = &mut self.levels[number];
            let Node::Atom(atom) = context.graph.nodes[level.node as usize] else {
                unreachable!("only atoms are decided");
            };
            let book = &context.graph.book;
            let holds = match level.left {
                [false, false] => {
                    // Whatever had no part in that stays as it is, for now, but has to be decided again.
                    let mut blamed = std::mem::take(&mut level.blamed);
                    self.follower.blame(level.wanted, &mut blamed);
                    blamed.sort_unstable();
                    blamed.dedup();
                    if !self.back_to(order, blamed) {
                        return Answer::Unsat;
                    }
                    continue;
                }
                [true, true] => {
                    self.combination.tell(book, order);
                    book.holds(atom, order)
                }
                [_, holds] => holds,
            };
            let Some(left) = budget.checked_sub(1) else { return Answer::Unknown };
            *budget = left;
            level.left[usize::from(holds)] = false;
            level.literal = Literal::new(atom, holds);
            if self.is_known_to_fail(number) {
                continue;
            }
            match self.combination.push(book, order, Decided { atom, holds }, budget) {
                Outcome::Fits => {
                    let Level { node, literal, .. } = self.levels[number];
                    self.levels_of.resize(self.levels_of.len().max(2 * book.atoms()), 0);
                    self.levels_of[literal.index()] = number as u32 + 1;
                    self.follower.decided(node, holds, number);
                    return Answer::Sat;
                }
                Outcome::Fails => {
                    let blamed = self.combination.core();
                    let literals = blamed.iter().map(|&level| self.levels[level].literal);
                    if self.combination.relies() {
                        if self.local.len() < MOST_LOCAL {
                            self.local.add(literals);
                        }
                    } else {
                        self.lasting.add(literals);
                    }
                    let earlier = blamed.iter().filter(|&&level| level != number);
                    self.levels[number].blamed.extend(earlier.map(|&level| level as u32));
                }
                Outcome::GivenUp => return Answer::Unknown,
            }
        }
    }

    /// Goes back to the latest of these levels, which are in ascending order and can't be together, so that it can be
    /// decided otherwise. Returns whether there is one.
    fn back_to(&mut self, order: &mut Order, blamed: Vec<u32>) -> bool {
        let Some((&latest, others)) = blamed.split_last() else { return false };
        let Search { levels, local, levels_of, .. } = self;
        if local.len() < MOST_LOCAL {
            local.add(blamed.iter().map(|&level| levels[level as usize].literal));
        }
        // The last one may not have been decided.
        for level in &levels[latest as usize..] {
            if let Some(level_of) = levels_of.get_mut(level.literal.index()) {
                *level_of = 0;
            }
        }
        levels.truncate(latest as usize + 1);
        let level = &mut levels[latest as usize];
        level.blamed.extend(others);
        self.combination.truncate(order, latest as usize);
        self.follower.undo(level.mark);
        true
    }

    /// Whether the latest level can't be as it is about to be, by what was learned. If so, blames others for it.
    fn is_known_to_fail(&mut self, number: usize) -> bool {
        let Search { levels, levels_of, local, lasting, .. } = self;
        let level = &mut levels[number];
        let level_of = |literal: Literal| levels_of.get(literal.index()).copied().unwrap_or(0);
        for nogoods in [lasting, local] {
            if let Some(broken) = nogoods.broken_by(level.literal, |literal| level_of(literal) != 0) {
                let others = broken.iter().filter(|&&literal| literal != level.literal);
                level.blamed.extend(others.map(|&literal| level_of(literal) - 1));
                return true;
            }
        }
        false
    }
}
