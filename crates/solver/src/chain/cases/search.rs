//! Whether facts can hold together: atoms are decided one by one, from the oldest fact on.
//!
//! A fact is followed through its choices to the first atom that nobody has decided yet. If the fact holds only if the atom
//! does, then that is what is decided; if the atom is the condition of a choice, it may be either. A decision is one
//! of the cases in which the atom holds, or does not: first the one that the model is in. Where the order layer
//! refuses, or a fact comes to a decided atom that it does not agree with, the latest decision that has to do with it is
//! made otherwise, and what can't be together is remembered until the search ends. This is Davis, Putnam, Logemann and
//! Loveland's search with conflict-directed backjumping and nogoods (Prosser 1993; Dechter 1990).
//!
//! What choices come to under the decisions is remembered for as long as these stand, with the nodes that it follows from:
//! so nothing is followed twice, and what had to do with a failure can be told.

use rustc_hash::FxHashMap;
use worstcase_term::Terms;

use super::super::comparisons::Relation;
use super::super::words::Words;
use super::graph::{Graph, Node, NodeId};
use crate::order::{self, Order};
use crate::solver::Answer;

/// How many disequalities the order layer may split in the end.
const ORDER_BUDGET: u32 = 100;

/// How many combinations of decisions are remembered that can't be.
const MOST_NOGOODS: usize = 1000;

/// What a node came to.
#[derive(Clone, Copy, Debug)]
struct Known {
    /// A truth value, or a leaf.
    value: u32,
    why: Why,
}

#[derive(Clone, Copy, Debug)]
enum Why {
    /// It was decided at this level.
    Decided(u32),
    /// It follows from nodes: so many of [`Search::sources`], from here on.
    Follows { first: u32, count: u32 },
}

/// Why a fact can't be followed further.
enum Stuck {
    /// This atom has to be decided, either way.
    Open(NodeId),
    /// This atom has to be this, because of what is in [`Search::reason`].
    Wanted(NodeId, bool),
    /// It does not hold, because of what is in [`Search::reason`].
    Fails,
    /// It comes to something that cannot be put as a comparison.
    Inexpressible,
}

/// That a failure has to do with an earlier level.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Blamed {
    level: u32,
    /// Whether the case matters that was tried there, and not only whether the atom holds.
    by_case: bool,
}

/// Something that was decided: a case of an atom, or only whether it holds, as it does in this case.
#[derive(Clone, Copy, Debug)]
struct Literal {
    atom: NodeId,
    case: u32,
    by_case: bool,
}

impl Literal {
    fn is(self, case: u32) -> bool {
        if self.by_case { self.case == case } else { (self.case >= HOLDS) == (case >= HOLDS) }
    }
}

/// Decisions that can't be, together.
#[derive(Debug, Default)]
struct Nogoods {
    literals: Vec<Literal>,
    /// Where each begins and ends.
    all: Vec<(u32, u32)>,
    /// For each node, those that are about it.
    about: Vec<Vec<u32>>,
}

impl Nogoods {
    fn clear(&mut self) {
        for literal in self.literals.drain(..) {
            self.about[literal.atom as usize].clear();
        }
        self.all.clear();
    }

    fn add(&mut self, literals: impl Iterator<Item = Literal>) {
        if self.all.len() >= MOST_NOGOODS {
            return;
        }
        let (number, first) = (self.all.len() as u32, self.literals.len());
        self.literals.extend(literals);
        for literal in &self.literals[first..] {
            let atom = literal.atom as usize;
            if self.about.len() <= atom {
                self.about.resize(atom + 1, Vec::new());
            }
            self.about[atom].push(number);
        }
        self.all.push((first as u32, self.literals.len() as u32));
    }

    /// Those that are about an atom, the latest first.
    fn about(&self, atom: NodeId) -> impl Iterator<Item = &[Literal]> {
        let numbers = self.about.get(atom as usize).map_or(&[][..], Vec::as_slice);
        numbers.iter().rev().map(|&number| {
            let (first, last) = self.all[number as usize];
            &self.literals[first as usize..last as usize]
        })
    }
}

/// The bits of the cases in which an atom does not hold if it does in this one, or the opposite.
fn others(case: u32) -> u64 {
    if case >= HOLDS { (1 << HOLDS) - 1 } else { !0 << HOLDS }
}

/// An atom that was decided.
#[derive(Debug)]
struct Level {
    atom: NodeId,
    mark: order::Mark,
    /// The first of its assertions.
    first: u32,
    /// The cases that are left: bits, from [`HOLDS`] on those in which it holds.
    left: u64,
    /// What was decided, once it is.
    case: u32,
    /// What has to do with why other cases failed.
    blamed: Vec<Blamed>,
    /// The fact that led to it.
    fact: usize,
    /// What was known before.
    trail: usize,
    sources: usize,
}

const HOLDS: u32 = 32;

/// A search, and what it has found out.
#[derive(Debug, Default)]
pub(in super::super) struct Search {
    known: Vec<Option<Known>>,
    /// Nodes that are known, in the order of their becoming so.
    trail: Vec<NodeId>,
    sources: Vec<NodeId>,
    levels: Vec<Level>,
    /// Decisions that can't be, together, and which of these are about an atom.
    nogoods: Nogoods,
    /// What has to be true or false because it is a fact, or its negation: so it need not be decided where it is a
    /// condition of others.
    given: FxHashMap<NodeId, bool>,
    /// Nodes that have to do with why a fact is as it is.
    reason: Vec<NodeId>,
    /// Buffer of [`Search::blame`].
    open: Vec<NodeId>,
    seen: Vec<u64>,
    /// How often it was called: what a node in `seen` has is the last time.
    blames: u64,
}

/// What a search is about.
struct Context<'a> {
    terms: &'a Terms,
    graph: &'a mut Graph,
    words: &'a Words,
}

impl Search {
    /// Whether facts can hold together, beside all that the order layer knows: then it has a model of it, as if all
    /// were asserted. At most so many cases are tried.
    pub(in super::super) fn run(
        &mut self,
        terms: &Terms,
        graph: &mut Graph,
        words: &Words,
        order: &mut Order,
        facts: &[NodeId],
        mut budget: u32,
    ) -> Answer {
        let context = &mut Context { terms, graph, words };
        self.known.clear();
        self.known.resize(context.graph.nodes.len(), None);
        self.trail.clear();
        self.sources.clear();
        self.levels.clear();
        self.nogoods.clear();
        self.given.clear();
        for &fact in facts {
            if context.graph.is_false(fact) {
                return Answer::Unsat;
            }
            self.give(context.graph, fact);
        }
        let mut is_complete = true;
        let mut fact = 0;
        while fact < facts.len() {
            self.reason.clear();
            let blamed = match self.want(context, facts[fact], true) {
                Ok(()) => {
                    fact += 1;
                    continue;
                }
                Err(Stuck::Open(atom)) => {
                    self.open_level(context, order, atom, None, fact);
                    None
                }
                Err(Stuck::Wanted(atom, holds)) => {
                    self.open_level(context, order, atom, Some(holds), fact);
                    None
                }
                Err(Stuck::Fails) => Some(self.blame()),
                Err(Stuck::Inexpressible) => {
                    is_complete = false;
                    let all = 0..self.levels.len() as u32;
                    Some(all.map(|level| Blamed { level, by_case: false }).collect())
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
        match order.check(ORDER_BUDGET) {
            order::Answer::Sat => Answer::Sat,
            // Which decisions have to do with it is not known.
            _ => Answer::Unknown,
        }
    }

    fn give(&mut self, graph: &Graph, fact: NodeId) {
        let (mut node, mut holds) = (fact, true);
        self.given.insert(node, holds);
        while let Node::Not(inner) = graph.nodes[node as usize] {
            (node, holds) = (inner, !holds);
            self.given.insert(node, holds);
        }
    }

    fn open_level(
        &mut self,
        context: &Context<'_>,
        order: &Order,
        atom: NodeId,
        holds: Option<bool>,
        fact: usize,
    ) {
        let [fails, succeeds] = context.cases(atom).each_ref().map(|cases| (1u64 << cases.len()) - 1);
        let left = match holds {
            Some(true) => succeeds << HOLDS,
            Some(false) => fails,
            None => succeeds << HOLDS | fails,
        };
        let blamed = if holds.is_some() { self.blame() } else { Vec::new() };
        self.levels.push(Level {
            atom,
            mark: order.mark(),
            first: order.next_assertion().0,
            left,
            case: 0,
            blamed,
            fact,
            trail: self.trail.len(),
            sources: self.sources.len(),
        });
    }

    /// Makes the latest decision, or makes it otherwise; if none of its cases is left, an earlier one. Answers whether that
    /// could be done, and with `Unknown` if the budget is used up.
    fn decide(&mut self, context: &Context<'_>, order: &mut Order, budget: &mut u32) -> Answer {
        loop {
            let number = self.levels.len() - 1;
            let level = &mut self.levels[number];
            let cases = context.cases(level.atom);
            let Some(case) = next_case(cases, level.left, order) else {
                // Whatever had no part in that stays as it is, for now, but has to be decided again.
                let blamed = std::mem::take(&mut level.blamed);
                if !self.back_to(order, blamed) {
                    return Answer::Unsat;
                }
                continue;
            };
            if self.is_known_to_fail(number, case) {
                continue;
            }
            let level = &mut self.levels[number];
            let Some(left) = budget.checked_sub(1) else { return Answer::Unknown };
            *budget = left;
            level.left &= !(1 << case);
            let holds = case >= HOLDS;
            let comparisons = &cases[usize::from(holds)][(case % HOLDS) as usize];
            if comparisons.iter().try_for_each(|comparison| comparison.assert(order)).is_ok() {
                level.case = case;
                let (atom, why) = (level.atom, Why::Decided(number as u32));
                self.know(atom, holds.into(), why);
                return Answer::Sat;
            }
            let core = order.core();
            order.undo(level.mark);
            level.case = case;
            let mut blamed = vec![Blamed { level: number as u32, by_case: true }];
            for assertion in core {
                let level = self.levels.partition_point(|level| level.first <= assertion.0);
                // Before the first level is what is known anyway.
                if let Some(level) = level.checked_sub(1).filter(|&level| level < number) {
                    blamed.push(Blamed { level: level as u32, by_case: true });
                }
            }
            blamed.dedup();
            self.learn(&blamed);
            self.levels[number].blamed.extend(&blamed[1..]);
        }
    }

    /// Goes back to the latest of these levels, so that it can be decided otherwise. Returns whether there is one.
    fn back_to(&mut self, order: &mut Order, blamed: Vec<Blamed>) -> bool {
        self.learn(&blamed);
        // That a case matters comes last.
        let Some(&Blamed { level: latest, by_case }) = blamed.iter().max() else { return false };
        self.levels.truncate(latest as usize + 1);
        let level = &mut self.levels[latest as usize];
        order.undo(level.mark);
        if !by_case {
            level.left &= others(level.case);
        }
        level.blamed.extend(blamed.into_iter().filter(|other| other.level != latest));
        level.blamed.sort_unstable();
        level.blamed.dedup();
        for node in self.trail.drain(level.trail..) {
            self.known[node as usize] = None;
        }
        self.sources.truncate(level.sources);
        true
    }

    /// Remembers that what was decided at these levels can't be, together.
    fn learn(&mut self, blamed: &[Blamed]) {
        let Search { levels, nogoods, .. } = self;
        nogoods.add(blamed.iter().map(|blamed| {
            let Level { atom, case, .. } = levels[blamed.level as usize];
            Literal { atom, case, by_case: blamed.by_case }
        }));
    }

    /// Whether a case of the latest level can't be, by what was learned. If so, strikes it off.
    fn is_known_to_fail(&mut self, number: usize, case: u32) -> bool {
        let Level { atom, .. } = self.levels[number];
        let level_of = |literal: &Literal| match self.known(literal.atom) {
            Some(Known { why: Why::Decided(level), .. }) => Some(level),
            _ => None,
        };
        let stands = |literal: &Literal| match level_of(literal) {
            _ if literal.atom == atom => literal.is(case),
            Some(level) => literal.is(self.levels[level as usize].case),
            None => false,
        };
        let Some(nogood) = self.nogoods.about(atom).find(|nogood| nogood.iter().all(stands)) else {
            return false;
        };
        let by_case = nogood.iter().any(|literal| literal.atom == atom && literal.by_case);
        let others_blamed = nogood.iter().filter_map(|literal| {
            let level = level_of(literal).filter(|_| literal.atom != atom)?;
            Some(Blamed { level, by_case: literal.by_case })
        });
        let blamed: Vec<Blamed> = others_blamed.collect();
        let level = &mut self.levels[number];
        level.left &= if by_case { !(1 << case) } else { others(case) };
        level.blamed.extend(blamed);
        true
    }

    fn known(&self, node: NodeId) -> Option<Known> {
        self.known.get(node as usize).copied().flatten()
    }

    fn know(&mut self, node: NodeId, value: u32, why: Why) {
        if self.known.len() <= node as usize {
            self.known.resize(node as usize + 1, None);
        }
        self.known[node as usize] = Some(Known { value, why });
        self.trail.push(node);
    }

    fn follows(&mut self, node: NodeId, value: u32, from: &[NodeId]) -> u32 {
        let first = self.sources.len() as u32;
        self.sources.extend(from);
        self.know(node, value, Why::Follows { first, count: from.len() as u32 });
        value
    }

    /// The levels that the reason goes back to.
    fn blame(&mut self) -> Vec<Blamed> {
        let mut levels = Vec::new();
        self.open.clear();
        self.blames += 1;
        self.seen.resize(self.known.len(), 0);
        self.open.extend(&self.reason);
        while let Some(node) = self.open.pop() {
            let Some(Known { why, .. }) = self.known(node) else { continue };
            if std::mem::replace(&mut self.seen[node as usize], self.blames) == self.blames {
                continue;
            }
            match why {
                Why::Decided(level) => levels.push(Blamed { level, by_case: false }),
                Why::Follows { first, count } => {
                    self.open.extend(&self.sources[first as usize..(first + count) as usize]);
                }
            }
        }
        levels.sort_unstable();
        levels.dedup();
        levels
    }

    /// Follows a truth value that has to be this.
    fn want(&mut self, context: &mut Context<'_>, node: NodeId, wanted: bool) -> Result<(), Stuck> {
        match context.graph.nodes[node as usize] {
            Node::Constant(value) if value == wanted => Ok(()),
            Node::Constant(_) => Err(Stuck::Fails),
            Node::Atom(_) => match self.known(node) {
                Some(known) if (known.value != 0) == wanted => Ok(()),
                Some(_) => {
                    self.reason.push(node);
                    Err(Stuck::Fails)
                }
                None => Err(Stuck::Wanted(node, wanted)),
            },
            Node::Not(a) => self.want(context, a, !wanted),
            Node::And(a, b) => self.want_both(context, (a, b), wanted, wanted),
            Node::Or(a, b) => self.want_both(context, (a, b), wanted, !wanted),
            Node::Same(a, b) => {
                let value = self.truth(context, a)?;
                self.reason.push(a);
                self.want(context, b, value == wanted)
            }
            Node::Choice { condition, then, otherwise } => {
                let value = self.truth(context, condition)?;
                self.reason.push(condition);
                self.want(context, if value { then } else { otherwise }, wanted)
            }
            Node::Compared(relation, a, b) => {
                let atom = self.atom(context, relation, a, b)?;
                self.reason.extend([a, b]);
                self.want(context, atom, wanted)
            }
            Node::Leaf(_) | Node::Sum(_) | Node::Applied(_) => unreachable!("an integer is no truth value"),
        }
    }

    /// The same of a conjunction or a disjunction: both have to be this, or one.
    fn want_both(
        &mut self,
        context: &mut Context<'_>,
        (a, b): (NodeId, NodeId),
        wanted: bool,
        both: bool,
    ) -> Result<(), Stuck> {
        if both {
            let reason = self.reason.len();
            self.want(context, a, wanted)?;
            self.reason.truncate(reason);
        } else if self.truth(context, a)? == wanted {
            return Ok(());
        } else {
            self.reason.push(a);
        }
        self.want(context, b, wanted)
    }

    /// What a truth value is.
    fn truth(&mut self, context: &mut Context<'_>, node: NodeId) -> Result<bool, Stuck> {
        if let Some(known) = self.known(node) {
            return Ok(known.value != 0);
        }
        if let Some(&given) = self.given.get(&node) {
            return Ok(given);
        }
        let value = match context.graph.nodes[node as usize] {
            Node::Constant(value) => return Ok(value),
            Node::Atom(_) => return Err(Stuck::Open(node)),
            Node::Not(a) => {
                let value = !self.truth(context, a)?;
                self.follows(node, value.into(), &[a])
            }
            Node::And(a, b) => self.connective(context, node, (a, b), false)?,
            Node::Or(a, b) => self.connective(context, node, (a, b), true)?,
            Node::Same(a, b) => {
                let value = self.truth(context, a)? == self.truth(context, b)?;
                self.follows(node, value.into(), &[a, b])
            }
            Node::Choice { condition, then, otherwise } => {
                let chosen = if self.truth(context, condition)? { then } else { otherwise };
                let value = self.truth(context, chosen)?;
                self.follows(node, value.into(), &[condition, chosen])
            }
            Node::Compared(relation, a, b) => {
                let atom = self.atom(context, relation, a, b)?;
                let value = self.truth(context, atom)?;
                self.follows(node, value.into(), &[a, b, atom])
            }
            Node::Leaf(_) | Node::Sum(_) | Node::Applied(_) => unreachable!("an integer is no truth value"),
        };
        Ok(value != 0)
    }

    /// A conjunction or a disjunction, of which one operand that is this decides.
    fn connective(
        &mut self,
        context: &mut Context<'_>,
        node: NodeId,
        (a, b): (NodeId, NodeId),
        decides: bool,
    ) -> Result<u32, Stuck> {
        if self.truth(context, a)? == decides {
            return Ok(self.follows(node, decides.into(), &[a]));
        }
        let value = self.truth(context, b)?;
        Ok(self.follows(node, value.into(), &[a, b]))
    }

    /// The atom that a comparison comes to.
    fn atom(
        &mut self,
        context: &mut Context<'_>,
        relation: Relation,
        a: NodeId,
        b: NodeId,
    ) -> Result<NodeId, Stuck> {
        let (a, b) = (self.leaf(context, a)?, self.leaf(context, b)?);
        context.graph.comparison(context.words, relation, a, b).ok_or(Stuck::Inexpressible)
    }

    /// The leaf that an integer comes to.
    fn leaf(&mut self, context: &mut Context<'_>, node: NodeId) -> Result<NodeId, Stuck> {
        if let Some(known) = self.known(node) {
            return Ok(known.value);
        }
        match context.graph.nodes[node as usize] {
            Node::Choice { condition, then, otherwise } => {
                let chosen = if self.truth(context, condition)? { then } else { otherwise };
                let leaf = self.leaf(context, chosen)?;
                Ok(self.follows(node, leaf, &[condition, chosen]))
            }
            Node::Sum(mut sum) => {
                let from = [sum.a, sum.b];
                (sum.a, sum.b) = (self.leaf(context, sum.a)?, self.leaf(context, sum.b)?);
                let leaf = context.graph.sum(context.words, sum).ok_or(Stuck::Inexpressible)?;
                Ok(self.follows(node, leaf, &from))
            }
            Node::Applied(mut applied) => {
                let from = [applied.a, applied.b];
                (applied.a, applied.b) = (self.leaf(context, applied.a)?, self.leaf(context, applied.b)?);
                let leaf = context.graph.applied(context.terms, applied).ok_or(Stuck::Inexpressible)?;
                Ok(self.follows(node, leaf, &from))
            }
            _ => Ok(node),
        }
    }
}

impl Context<'_> {
    fn cases(&self, atom: NodeId) -> &[Vec<super::Case>; 2] {
        match self.graph.nodes[atom as usize] {
            Node::Atom(number) => &self.graph.atoms[number as usize],
            _ => unreachable!("only atoms are decided"),
        }
    }
}

/// The case to try next: one that the model is in, if there is one.
fn next_case(cases: &[Vec<super::Case>; 2], left: u64, order: &Order) -> Option<u32> {
    let mut open = left;
    while open != 0 {
        let case = open.trailing_zeros();
        let comparisons = &cases[usize::from(case >= HOLDS)][(case % HOLDS) as usize];
        if comparisons.iter().all(|comparison| comparison.holds(order)) {
            return Some(case);
        }
        open &= open - 1;
    }
    (left != 0).then(|| left.trailing_zeros())
}
