//! Follows facts through their choices, under what was decided so far.
//!
//! What choices come to under the decisions is remembered for as long as these stand, with the nodes that it follows from:
//! so nothing is followed twice, and what had to do with a failure can be told.

use worstcase_term::Terms;

use super::super::comparisons::Relation;
use super::super::words::Words;
use super::graph::{Graph, Node, NodeId};

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
    Follows(Reason),
}

/// What something follows from: so many of [`Follower::sources`], from here on.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Reason {
    first: u32,
    count: u32,
}

impl Reason {
    fn range(self) -> std::ops::Range<usize> {
        self.first as usize..(self.first + self.count) as usize
    }
}

/// Why a fact can't be followed further.
pub(super) enum Stuck {
    /// This atom has to be decided, either way.
    Open(NodeId),
    /// This atom has to be this, because of [`Follower::reason`].
    Wanted(NodeId, bool),
    /// It does not hold, because of [`Follower::reason`].
    Fails,
    /// It comes to something that cannot be put as a comparison.
    Inexpressible,
}

/// What facts are made of.
pub(super) struct Context<'a> {
    pub(super) terms: &'a Terms,
    pub(super) graph: &'a mut Graph,
    pub(super) words: &'a Words,
}

/// What the nodes came to.
#[derive(Debug, Default)]
pub(super) struct Follower {
    known: Vec<Option<Known>>,
    /// Nodes that are known, in the order of their becoming so.
    trail: Vec<NodeId>,
    sources: Vec<NodeId>,
    /// What has to be true or false because it is a fact, or its negation: so it need not be decided where it is a
    /// condition of others.
    given: Vec<Option<bool>>,
    /// Nodes that have to do with why a fact is as it is.
    reason: Vec<NodeId>,
    /// Buffer of [`Follower::blame`].
    open: Vec<NodeId>,
    seen: Vec<u64>,
    /// How often it was called: what a node in `seen` has is the last time.
    blames: u64,
}

/// What was known at a time.
#[derive(Clone, Copy, Debug)]
pub(super) struct Mark {
    trail: usize,
    sources: usize,
}

impl Follower {
    /// Begins with these facts.
    pub(super) fn begin(&mut self, graph: &Graph, facts: &[NodeId]) {
        self.known.clear();
        self.known.resize(graph.nodes.len(), None);
        self.trail.clear();
        self.sources.clear();
        self.given.clear();
        self.given.resize(graph.nodes.len(), None);
        for &fact in facts {
            let (mut node, mut holds) = (fact, true);
            self.given[node as usize] = Some(holds);
            while let Node::Not(inner) = graph.nodes[node as usize] {
                (node, holds) = (inner, !holds);
                self.given[node as usize] = Some(holds);
            }
        }
    }

    pub(super) fn mark(&self) -> Mark {
        Mark { trail: self.trail.len(), sources: self.sources.len() }
    }

    pub(super) fn undo(&mut self, mark: Mark) {
        for node in self.trail.drain(mark.trail..) {
            self.known[node as usize] = None;
        }
        self.sources.truncate(mark.sources);
    }

    /// An atom was decided.
    pub(super) fn decided(&mut self, atom: NodeId, holds: bool, level: usize) {
        self.know(atom, holds.into(), Why::Decided(level as u32));
    }

    /// Follows a fact, which has to be true.
    pub(super) fn follow(&mut self, context: &mut Context<'_>, fact: NodeId) -> Result<(), Stuck> {
        self.reason.clear();
        self.want(context, fact, true)
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
        self.know(node, value, Why::Follows(Reason { first, count: from.len() as u32 }));
        value
    }

    /// Why the fact got stuck where it did, for as long as what is known by now.
    pub(super) fn reason(&mut self) -> Reason {
        let first = self.sources.len() as u32;
        self.sources.append(&mut self.reason);
        Reason { first, count: self.sources.len() as u32 - first }
    }

    /// Adds the levels that a reason goes back to, each once.
    pub(super) fn blame(&mut self, reason: Reason, levels: &mut Vec<u32>) {
        self.open.clear();
        self.blames += 1;
        self.seen.resize(self.known.len(), 0);
        self.open.extend(&self.sources[reason.range()]);
        while let Some(node) = self.open.pop() {
            let Some(Known { why, .. }) = self.known(node) else { continue };
            if std::mem::replace(&mut self.seen[node as usize], self.blames) == self.blames {
                continue;
            }
            match why {
                Why::Decided(level) => levels.push(level),
                Why::Follows(reason) => self.open.extend(&self.sources[reason.range()]),
            }
        }
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
        if let Some(&Some(given)) = self.given.get(node as usize) {
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
                let leaf = context
                    .graph
                    .applied(context.terms, context.words, applied)
                    .ok_or(Stuck::Inexpressible)?;
                Ok(self.follows(node, leaf, &from))
            }
            _ => Ok(node),
        }
    }
}
