//! Facts as graphs of choices. A node is a truth value or an integer; what has no choice in it is an atom or a leaf.
//!
//! Nodes are shared: by the terms that they stand for, and atoms and leaves by what they are made of. So two conditions that
//! come down to the same comparison, each through choices of its own, are one atom, and are decided once.
//!
//! Nodes are made when a fact is asserted, and by the search when it comes to a sum or a comparison of chosen integers. They
//! are undone like a stack, with the words that they are about.

use rustc_hash::FxHashMap;
use worstcase_term::{BinaryOp, Evaluator, TermId, Terms, UnaryOp, View, signed};

use super::super::comparisons::{Comparison, Reader, Relation};
use super::super::floats;
use super::super::shape::Interval;
use super::super::words::{Word, Words};
use super::{Case, Form, Forms, MOST_CASES, compared};
use crate::order::{Order, Var};

/// How deep terms are looked into.
const DEPTH: u32 = 64;

/// How deep, to find out whether they are chosen among constants.
const NUMERIC_DEPTH: u32 = 10;

/// The most numbers among which it is known that an integer is chosen.
const MOST_NUMBERS: usize = 16;

/// A node, by its place among all.
pub(in super::super) type NodeId = u32;

/// A truth value or an integer.
#[derive(Clone, Copy, Debug)]
pub(super) enum Node {
    Constant(bool),
    /// A comparison without choices: in which cases it does not hold, and in which it does.
    Atom(u32),
    Not(NodeId),
    And(NodeId, NodeId),
    Or(NodeId, NodeId),
    /// Whether two truth values are the same.
    Same(NodeId, NodeId),
    Compared(Relation, NodeId, NodeId),
    /// One of two truth values or integers.
    Choice {
        condition: NodeId,
        then: NodeId,
        otherwise: NodeId,
    },
    /// An integer without choices.
    Leaf(u32),
    Sum(Sum),
    Applied(Applied),
}

/// The outermost operator of a term, on integers that are all chosen among constants, in a reading.
#[derive(Clone, Copy, Debug)]
pub(super) struct Applied {
    term: TermId,
    /// The bits of its operands. If there is just one, it is both.
    pub(super) a: NodeId,
    pub(super) b: NodeId,
    is_signed: bool,
}

/// A sum or a difference of integers, as an integer of a width.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Sum {
    pub(super) a: NodeId,
    pub(super) b: NodeId,
    minus: bool,
    width: u32,
    is_signed: bool,
}

/// What a node is found by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Key {
    Truth(TermId),
    /// A term in a reading.
    Integer(TermId, bool),
    Number(i128),
    Sum(Sum),
    Compared(Relation, NodeId, NodeId),
}

/// All nodes.
#[derive(Clone, Debug, Default)]
pub(in super::super) struct Graph {
    pub(super) nodes: Vec<Node>,
    /// For each, the numbers that it can be, if it is an integer that is chosen among few.
    numbers: Vec<Vec<i128>>,
    pub(super) atoms: Vec<[Vec<Case>; 2]>,
    leaves: Vec<Forms>,
    /// What cannot be put so is remembered, too.
    index: FxHashMap<Key, Option<NodeId>>,
    keys: Vec<Key>,
}

/// A state to come back to.
#[derive(Clone, Copy, Debug)]
pub(in super::super) struct Mark {
    nodes: usize,
    atoms: usize,
    leaves: usize,
    keys: usize,
}

impl Graph {
    pub(in super::super) fn mark(&self) -> Mark {
        Mark {
            nodes: self.nodes.len(),
            atoms: self.atoms.len(),
            leaves: self.leaves.len(),
            keys: self.keys.len(),
        }
    }

    pub(in super::super) fn undo(&mut self, mark: Mark) {
        self.nodes.truncate(mark.nodes);
        self.numbers.truncate(mark.nodes);
        self.atoms.truncate(mark.atoms);
        self.leaves.truncate(mark.leaves);
        for key in self.keys.drain(mark.keys..) {
            self.index.remove(&key);
        }
    }

    /// The only case in which a fact holds, if it is an atom with one.
    pub(in super::super) fn only_case(&self, fact: NodeId) -> Option<&Case> {
        let (atom, holds) = match self.nodes[fact as usize] {
            Node::Not(inner) => (inner, false),
            _ => (fact, true),
        };
        let Node::Atom(number) = self.nodes[atom as usize] else { return None };
        match self.atoms[number as usize][usize::from(holds)].as_slice() {
            [only] => Some(only),
            _ => None,
        }
    }

    /// Whether a fact never holds.
    pub(super) fn is_false(&self, fact: NodeId) -> bool {
        match self.nodes[fact as usize] {
            Node::Constant(value) => !value,
            Node::Not(inner) => matches!(self.nodes[inner as usize], Node::Constant(true)),
            _ => false,
        }
    }

    fn add(&mut self, node: Node) -> NodeId {
        self.add_among(node, Vec::new())
    }

    /// Adds an integer that is one of these numbers, if there are few.
    fn add_among(&mut self, node: Node, mut numbers: Vec<i128>) -> NodeId {
        numbers.sort_unstable();
        numbers.dedup();
        self.nodes.push(node);
        self.numbers.push(if numbers.len() <= MOST_NUMBERS { numbers } else { Vec::new() });
        self.nodes.len() as NodeId - 1
    }

    fn choice(&mut self, condition: NodeId, then: NodeId, otherwise: NodeId) -> NodeId {
        let (a, b) = (&self.numbers[then as usize], &self.numbers[otherwise as usize]);
        let numbers = if a.is_empty() || b.is_empty() { Vec::new() } else { [a.as_slice(), b].concat() };
        self.add_among(Node::Choice { condition, then, otherwise }, numbers)
    }

    /// Whether a comparison comes to the same whatever numbers are chosen, and to what.
    fn is_always(&self, relation: Relation, a: NodeId, b: NodeId) -> Option<bool> {
        let (a, b) = (&self.numbers[a as usize], &self.numbers[b as usize]);
        let mut results = a.iter().flat_map(|&a| b.iter().map(move |&b| relation.holds(a, b)));
        let first = results.next()?;
        results.all(|result| result == first).then_some(first)
    }

    fn remember(&mut self, key: Key, node: Option<NodeId>) {
        self.index.insert(key, node);
        self.keys.push(key);
    }

    fn leaf(&mut self, forms: Forms) -> NodeId {
        self.leaves.push(forms);
        self.add(Node::Leaf(self.leaves.len() as u32 - 1))
    }

    /// An atom, or a constant if it always holds or never.
    fn atom(&mut self, cases: [Vec<Case>; 2]) -> NodeId {
        if let Some(impossible) = cases.iter().position(Vec::is_empty) {
            return self.add(Node::Constant(impossible == 0));
        }
        self.atoms.push(cases);
        self.add(Node::Atom(self.atoms.len() as u32 - 1))
    }

    fn is_leaf(&self, node: NodeId) -> bool {
        matches!(self.nodes[node as usize], Node::Leaf(_))
    }

    fn forms(&self, leaf: NodeId) -> &Forms {
        match self.nodes[leaf as usize] {
            Node::Leaf(number) => &self.leaves[number as usize],
            _ => unreachable!("only leaves have forms"),
        }
    }

    fn number(&mut self, number: i128) -> NodeId {
        let key = Key::Number(number);
        if let Some(&Some(known)) = self.index.get(&key) {
            return known;
        }
        let leaf = self.leaf(vec![(Vec::new(), Form { x: Var::ZERO, y: Var::ZERO, add: number })]);
        self.numbers[leaf as usize] = vec![number];
        self.remember(key, Some(leaf));
        leaf
    }

    /// The number that a leaf is, if it is one.
    fn number_of(&self, leaf: NodeId) -> Option<i128> {
        match self.forms(leaf).as_slice() {
            [(case, Form { x, y, add })] if case.is_empty() && x == y => Some(*add),
            _ => None,
        }
    }

    /// An operator on leaves, if these are numbers.
    pub(super) fn applied(&mut self, terms: &Terms, applied: Applied) -> Option<NodeId> {
        let Applied { term, a, b, is_signed } = applied;
        let (a, b) = (self.number_of(a)?, self.number_of(b)?);
        let value = terms.applied(term, a as u64, b as u64)?;
        Some(self.number(reading(terms.width(term), value, is_signed)))
    }

    /// A sum of integers of which none is chosen, in the cases of how often it wraps.
    pub(super) fn sum(&mut self, words: &Words, sum: Sum) -> Option<NodeId> {
        let key = Key::Sum(sum);
        if let Some(&known) = self.index.get(&key) {
            return known;
        }
        let node = self.sum_of(words, sum).map(|forms| self.leaf(forms));
        self.remember(key, node);
        node
    }

    fn sum_of(&self, words: &Words, sum: Sum) -> Option<Forms> {
        let window = Interval::window(sum.width, sum.is_signed);
        let turn = 1i128 << sum.width;
        let mut forms = Vec::new();
        for (case_a, a) in self.forms(sum.a) {
            for (case_b, b) in self.forms(sum.b) {
                let whole = if sum.minus { a.minus(*b)? } else { a.minus(b.negated())? };
                let interval = interval(words, whole);
                let first = (interval.low - window.low).div_euclid(turn);
                let last = (interval.high - window.low).div_euclid(turn);
                for turns in first..=last {
                    let form = Form { add: whole.add - turns * turn, ..whole };
                    let mut case = [case_a.as_slice(), case_b].concat();
                    if first != last {
                        case.extend(form.at_most(window.high)?);
                        case.extend(form.negated().at_most(-window.low)?);
                    }
                    if is_possible(words, &case) {
                        forms.push((case, form));
                    }
                    if forms.len() > MOST_CASES {
                        return None;
                    }
                }
            }
        }
        Some(forms)
    }

    /// A comparison of integers of which none is chosen. Of two that say the same, or the opposite, one is an atom.
    pub(super) fn comparison(
        &mut self,
        words: &Words,
        relation: Relation,
        a: NodeId,
        b: NodeId,
    ) -> Option<NodeId> {
        let key = Key::Compared(relation, a, b);
        if let Some(&known) = self.index.get(&key) {
            return known;
        }
        let opposite = match (relation, self.number_of(a), self.number_of(b)) {
            (Relation::Less { strict: false, is_signed }, ..) => {
                self.comparison(words, Relation::Less { strict: true, is_signed }, b, a)
            }
            // k < b: not b < k + 1, as integers.
            (Relation::Less { strict: true, .. }, Some(number), None) => {
                let number = self.number(number + 1);
                self.comparison(words, relation, b, number)
            }
            _ => {
                let node = self.new_comparison(words, relation, a, b);
                self.remember(key, node);
                return node;
            }
        };
        let node = opposite.map(|opposite| self.add(Node::Not(opposite)));
        self.remember(key, node);
        node
    }

    fn new_comparison(&mut self, words: &Words, relation: Relation, a: NodeId, b: NodeId) -> Option<NodeId> {
        let cases = |holds| self.cases_of(words, relation, (a, b), holds);
        let both = [cases(false)?, cases(true)?];
        Some(self.atom(both))
    }

    fn cases_of(
        &self,
        words: &Words,
        relation: Relation,
        (a, b): (NodeId, NodeId),
        holds: bool,
    ) -> Option<Vec<Case>> {
        let mut cases = Vec::new();
        for (case_a, a) in self.forms(a) {
            for (case_b, b) in self.forms(b) {
                let mut case = [case_a.as_slice(), case_b].concat();
                case.extend(compared(relation, *a, *b, holds)?);
                if is_possible(words, &case) {
                    cases.push(case);
                }
            }
        }
        (cases.len() <= MOST_CASES).then_some(cases)
    }
}

/// The integer that bits are in a reading.
fn reading(width: u32, bits: u64, is_signed: bool) -> i128 {
    if is_signed { signed(width, bits).into() } else { bits.into() }
}

/// Whether no comparison contradicts the ranges of its variables.
fn is_possible(words: &Words, case: &[Comparison]) -> bool {
    case.iter().all(|&comparison| match comparison {
        Comparison::AtMost(x, y, bound) => interval(words, Form { x, y, add: 0 }).low <= i128::from(bound),
        _ => true,
    })
}

/// The integers that a form can be.
fn interval(words: &Words, form: Form) -> Interval {
    let range = |variable: Var| words.word(variable).map_or((0, 0), |word| words.range(word));
    let ((low, high), (least, most)) = (range(form.x), range(form.y));
    Interval { low: i128::from(low) - i128::from(most), high: i128::from(high) - i128::from(least) }
        .plus(form.add)
}

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
                return Some(self.graph.atom(cases));
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
                if self.graph.is_leaf(a) && self.graph.is_leaf(b) {
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
            return Some(self.graph.number(reading(width, value, is_signed)));
        }
        if width == 1 {
            let condition = self.truth(term, depth, limits)?;
            let [then, otherwise] = [1, 0].map(|bit| self.graph.number(reading(1, bit, is_signed)));
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
        if self.graph.is_leaf(a) && self.graph.is_leaf(b) {
            return self.graph.applied(self.terms, applied);
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

    fn sum(&mut self, sum: Sum) -> Option<NodeId> {
        if self.graph.is_leaf(sum.a) && self.graph.is_leaf(sum.b) {
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
        Some(self.graph.leaf(vec![(Vec::new(), Form { x: variable, y: Var::ZERO, add })]))
    }
}
