//! Makes facts of terms: nodes of the graph, and words of what they are about.

use worstcase_term::{BinaryOp, Evaluator, TermId, Terms, UnaryOp, View};

use super::super::comparisons::{Reader, Relation};
use super::super::floats;
use super::super::words::{Word, Words};
use super::book::Sum;
use super::graph::{Applied, Graph, Key, Node, NodeId, reading};
use super::{Case, Form};
use crate::order::{Order, Var};

/// How deep terms are looked into.
const DEPTH: u32 = 64;

/// How deep, to find out whether they are chosen among constants.
const NUMERIC_DEPTH: u32 = 10;

/// Makes nodes of terms, and words of what they are about.
pub(in super::super) struct Builder<'a> {
    pub(in super::super) terms: &'a Terms,
    pub(in super::super) words: &'a mut Words,
    pub(in super::super) order: &'a mut Order,
    pub(in super::super) evaluator: &'a mut Evaluator,
    pub(in super::super) graph: &'a mut Graph,
}

/// How far a builder may go.
struct Limits {
    nodes: usize,
    /// Whether that was not enough.
    reached: bool,
}

impl Builder<'_> {
    /// A fact as a node, if it can be put so with so many new ones.
    pub(in super::super) fn fact(&mut self, condition: TermId, most: usize) -> Option<NodeId> {
        let mut limits = Limits { nodes: self.graph.nodes.len() + most, reached: false };
        self.truth(condition, DEPTH, &mut limits)
    }

    /// Finds a node, or makes it. That it can't be made is forgotten if only the limits are why.
    fn node(
        &mut self,
        key: Key,
        depth: u32,
        limits: &mut Limits,
        make: impl FnOnce(&mut Self, u32, &mut Limits) -> Option<NodeId>,
    ) -> Option<NodeId> {
        if let Some(&known) = self.graph.index.get(&key) {
            return known;
        }
        if depth == 0 || self.graph.nodes.len() >= limits.nodes {
            limits.reached = true;
            return None;
        }
        let node = make(self, depth - 1, limits);
        if node.is_some() || !limits.reached {
            self.graph.remember(key, node);
        }
        node
    }

    fn truth(&mut self, term: TermId, depth: u32, limits: &mut Limits) -> Option<NodeId> {
        self.node(Key::Truth(term), depth, limits, |builder, depth, limits| {
            builder.new_truth(term, depth, limits)
        })
    }

    fn new_truth(&mut self, term: TermId, depth: u32, limits: &mut Limits) -> Option<NodeId> {
        let node = match self.terms.view(term) {
            View::Constant(value) => Node::Constant(value != 0),
            View::Unary(UnaryOp::Not, a) => Node::Not(self.truth(a, depth, limits)?),
            View::Binary(BinaryOp::And, a, b) => {
                Node::And(self.truth(a, depth, limits)?, self.truth(b, depth, limits)?)
            }
            View::Binary(BinaryOp::Or, a, b) => {
                Node::Or(self.truth(a, depth, limits)?, self.truth(b, depth, limits)?)
            }
            View::Ite(condition, a, b) => {
                let condition = self.truth(condition, depth, limits)?;
                let (then, otherwise) = (self.truth(a, depth, limits)?, self.truth(b, depth, limits)?);
                Node::Choice { condition, then, otherwise }
            }
            View::Binary(BinaryOp::FLt | BinaryOp::FLe | BinaryOp::FEq, ..) => {
                let cases = [self.float_cases(term, false)?, self.float_cases(term, true)?];
                let truth = self.graph.book.atom(self.words, cases);
                return Some(self.graph.truth(truth));
            }
            View::Binary(BinaryOp::Eq, a, b) if self.terms.width(a) == 1 => {
                Node::Same(self.truth(a, depth, limits)?, self.truth(b, depth, limits)?)
            }
            _ => {
                let (relation, a, b) = Relation::of(self.terms, term)?;
                let is_signed = match relation {
                    Relation::Less { is_signed, .. } => is_signed,
                    _ => true,
                };
                let a = self.integer(a, is_signed, depth, limits)?;
                let b = self.integer(b, is_signed, depth, limits)?;
                if self.are_leaves(a, b) {
                    return self.graph.comparison(self.words, relation, a, b);
                }
                if let Some(known) = self.graph.is_always(relation, a, b) {
                    return Some(self.graph.add(Node::Constant(known)));
                }
                match relation {
                    Relation::Less { strict: false, is_signed } => {
                        let opposite = Relation::Less { strict: true, is_signed };
                        Node::Not(self.graph.add(Node::Compared(opposite, b, a)))
                    }
                    _ => Node::Compared(relation, a, b),
                }
            }
        };
        Some(self.graph.add(node))
    }

    fn float_cases(&mut self, term: TermId, holds: bool) -> Option<Vec<Case>> {
        let (terms, evaluator) = (self.terms, &mut *self.evaluator);
        let value = |words: &Words, order: &Order, term| {
            evaluator.eval(terms, term, &|input| words.value(order, input))
        };
        floats::cases(terms, term, holds, self.words, self.order, value)
    }

    /// The integer that a term is in a reading.
    fn integer(&mut self, term: TermId, is_signed: bool, depth: u32, limits: &mut Limits) -> Option<NodeId> {
        self.node(Key::Integer(term, is_signed), depth, limits, |builder, depth, limits| {
            builder.new_integer(term, is_signed, depth, limits)
        })
    }

    fn new_integer(
        &mut self,
        term: TermId,
        is_signed: bool,
        depth: u32,
        limits: &mut Limits,
    ) -> Option<NodeId> {
        let width = self.terms.width(term);
        let view = self.terms.view(term);
        if let View::Ite(condition, a, b) = view {
            let condition = self.truth(condition, depth, limits)?;
            let then = self.integer(a, is_signed, depth, limits)?;
            let otherwise = self.integer(b, is_signed, depth, limits)?;
            return Some(self.graph.choice(condition, then, otherwise));
        }
        if self.words.find(self.terms, term).is_some() {
            return self.word(term, is_signed);
        }
        if let View::Constant(value) = view {
            return Some(self.graph.number(self.words, reading(width, value, is_signed)));
        }
        if width == 1 {
            let condition = self.truth(term, depth, limits)?;
            let [then, otherwise] =
                [1, 0].map(|bit| self.graph.number(self.words, reading(1, bit, is_signed)));
            return Some(self.graph.choice(condition, then, otherwise));
        }
        match view {
            _ if self.is_numeric(term, NUMERIC_DEPTH) => self.applied(term, is_signed, depth, limits),
            View::ZeroExtend(a) => self.integer(a, false, depth, limits),
            View::SignExtend(a) if is_signed => self.integer(a, true, depth, limits),
            View::Binary(BinaryOp::Sub, a, b) => {
                let a = self.integer(a, is_signed, depth, limits)?;
                let b = self.integer(b, is_signed, depth, limits)?;
                self.sum(Sum { a, b, minus: true, width, is_signed })
            }
            View::Binary(BinaryOp::Add, a, b) if self.terms.value(b).is_some() => {
                let a = self.integer(a, is_signed, depth, limits)?;
                let b = self.integer(b, is_signed, depth, limits)?;
                self.sum(Sum { a, b, minus: false, width, is_signed })
            }
            _ => self.word(term, is_signed),
        }
    }

    /// Whether a term is chosen among constants, or made of such terms.
    fn is_numeric(&self, term: TermId, depth: u32) -> bool {
        let Some(depth) = depth.checked_sub(1) else { return false };
        match self.terms.view(term) {
            View::Constant(_) => true,
            View::Ite(_, a, b) => self.is_numeric(a, depth) && self.is_numeric(b, depth),
            View::ZeroExtend(a) | View::SignExtend(a) if self.terms.width(a) == 1 => true,
            View::Unary(_, a) | View::Extract { a, .. } | View::ZeroExtend(a) | View::SignExtend(a) => {
                self.is_numeric(a, depth)
            }
            View::Binary(_, a, b) => self.is_numeric(a, depth) && self.is_numeric(b, depth),
            _ => false,
        }
    }

    /// An operator on terms that are chosen among constants.
    fn applied(&mut self, term: TermId, is_signed: bool, depth: u32, limits: &mut Limits) -> Option<NodeId> {
        let (a, b) = match self.terms.view(term) {
            View::Unary(_, a) | View::Extract { a, .. } | View::ZeroExtend(a) | View::SignExtend(a) => (a, a),
            View::Binary(_, a, b) => (a, b),
            _ => return None,
        };
        let (a, b) = (self.integer(a, false, depth, limits)?, self.integer(b, false, depth, limits)?);
        let applied = Applied { term, a, b, is_signed };
        if self.are_leaves(a, b) {
            return self.graph.applied(self.terms, self.words, applied);
        }
        let numbers = |node: NodeId| self.graph.numbers[node as usize].iter().copied();
        let outcome = |a: i128, b: i128| self.terms.applied(term, a as u64, b as u64);
        let outcomes: Option<Vec<u64>> = if a == b {
            numbers(a).map(|a| outcome(a, a)).collect()
        } else {
            numbers(a).flat_map(|a| numbers(b).map(move |b| outcome(a, b))).collect()
        };
        let width = self.terms.width(term);
        let integers = outcomes?.into_iter().map(|bits| reading(width, bits, is_signed)).collect();
        Some(self.graph.add_among(Node::Applied(applied), integers))
    }

    fn are_leaves(&self, a: NodeId, b: NodeId) -> bool {
        self.graph.leaf_of(a).is_some() && self.graph.leaf_of(b).is_some()
    }

    fn sum(&mut self, sum: Sum) -> Option<NodeId> {
        if self.are_leaves(sum.a, sum.b) {
            return self.graph.sum(self.words, sum);
        }
        Some(self.graph.add(Node::Sum(sum)))
    }

    /// A word, or a constant.
    fn word(&mut self, term: TermId, is_signed: bool) -> Option<NodeId> {
        let (terms, evaluator) = (self.terms, &mut *self.evaluator);
        let range = &|word: &Word| self.words.range(word);
        let operand = Reader { terms, words: self.words, range }.operand(term, is_signed)?;
        let value = |words: &Words, order: &Order, term| {
            evaluator.eval(terms, term, &|input| words.value(order, input))
        };
        let (variable, add) = operand.make(self.words, self.order, value)?;
        let form = Form { x: variable, y: Var::ZERO, add };
        let leaf = self.graph.book.leaf(self.words, vec![(Vec::new(), form)]);
        Some(self.graph.leaf(leaf))
    }
}
